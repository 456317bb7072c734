//! The analysis windows: the best lines, and the verbose report.

use eframe::egui::{self, Align2, Frame, Label, Margin, Pos2, Rect, RichText, ScrollArea, Ui, Vec2, Window, vec2};

use super::Wish;
use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::fonts::Weight;
use crate::app::icons::Icon;
use crate::app::widgets::{ButtonStyle, Face, button_at, text_in};
use crate::controller::analysis::Assessment;
use crate::controller::{Branch, Command};
use crate::texts::Texts;
use muehle_engine::rules::Move;

/// One of the windows.
struct Sheet<'a> {
    id: &'static str,
    title: &'a str,
    place: Pos2,
    width: f32,
    /// The area it stays in.
    room: Rect,
    /// What its cross asks for.
    close: Wish,
    /// Whether its search can be paused.
    searches: bool,
}

impl Sheet<'_> {
    fn ui(self, ctx: &egui::Context, view: &View, actions: &mut Actions, content: impl FnOnce(&mut Ui, &mut Actions)) {
        let palette = view.palette;
        let frame = Frame::NONE
            .fill(palette.card)
            .stroke(egui::Stroke::new(1.0, palette.card_border))
            .corner_radius(egui::CornerRadius::same(12))
            .inner_margin(Margin::same(14))
            .shadow(egui::Shadow { offset: [0, 6], blur: 18, spread: 0, color: palette.shadow });
        let window = Window::new(self.title)
            .id(egui::Id::unique(self.id))
            .title_bar(false)
            .frame(frame)
            .default_pos(self.place)
            .default_width(self.width)
            .constrain_to(self.room)
            .resizable(true);
        // When the layout changes, the window returns to its place: a small window may have pushed it away.
        let layout = egui::Id::unique((self.id, "layout"));
        let before = ctx.data_mut(|data| data.get_temp_mut_or_default::<Option<Pos2>>(layout).replace(self.place));
        let window =
            if before.is_some_and(|before| before != self.place) { window.current_pos(self.place) } else { window };
        window.show(ctx, |ui| {
            let (head, _) = ui.allocate_exact_size(vec2(ui.available_width(), 26.0), egui::Sense::hover());
            let words = head.with_max_x(head.right() - 60.0);
            text_in(ui.painter(), words, Align2::LEFT_CENTER, self.title, Weight::SemiBold, 14.5, palette.text);
            let cross = Rect::from_center_size(egui::pos2(head.right() - 11.0, head.center().y), Vec2::splat(24.0));
            let face = Face::Icon(Icon::Cross, view.texts.common.close());
            if button_at(ui, cross, ("close", self.id), face, ButtonStyle::Bare, true).clicked() {
                actions.push(Action::Study(self.close));
            }
            if self.searches {
                let texts = view.texts.common;
                let (icon, name) =
                    if view.study.live { (Icon::Pause, texts.pause()) } else { (Icon::Play, texts.resume()) };
                let place = cross.translate(vec2(-28.0, 0.0));
                if button_at(ui, place, "hold analysis", Face::Icon(icon, name), ButtonStyle::Bare, true).clicked() {
                    actions.push(Action::Study(Wish::Live(!view.study.live)));
                }
            }
            content(ui, actions);
        });
    }
}

/// Draws the open windows; at first they cover the panel, never the board.
pub fn windows_ui(ui: &mut Ui, room: Rect, panel: Rect, view: &View, actions: &mut Actions) {
    let texts = view.texts;
    let rule = view.controller.game().removal_rule();
    let known = view.study.analysis.assessment(view.controller.position(), rule);
    let width = (panel.width() - 60.0).clamp(184.0, 330.0);
    let place = egui::pos2(panel.left() + 2.0, panel.top() + 90.0);
    if view.study.lines_open {
        let sheet = Sheet {
            id: "lines",
            title: texts.menu.analysis(),
            place,
            width,
            room,
            close: Wish::ToggleLines,
            searches: true,
        };
        sheet.ui(ui.ctx(), view, actions, |ui, actions| lines_ui(ui, known, view, texts, actions));
    }
    if view.study.report_open {
        let place = place + vec2(8.0, 240.0);
        let sheet = Sheet {
            id: "report",
            title: texts.study.report(),
            place,
            width,
            room,
            close: Wish::ToggleReport,
            searches: false,
        };
        sheet.ui(ui.ctx(), view, actions, |ui, actions| report_ui(ui, known, view, texts, actions));
    }
}

fn moves_text(line: &[Move]) -> String {
    line.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

fn lines_ui(ui: &mut Ui, known: Option<&Assessment>, view: &View, texts: Texts, actions: &mut Actions) {
    let (palette, thousandths) = (view.palette, view.settings.study.thousandths);
    let small = |text: String| RichText::new(text).font(Weight::Regular.size(12.5)).color(palette.muted);
    if view.controller.position().loser().is_some() {
        ui.label(small(texts.study.nothing_to_analyse().to_owned()));
        return;
    }
    let state = match known {
        Some(known) if known.solved => texts.study.exact_table().to_owned(),
        Some(known) => {
            let nodes = view.texts.language.grouped(known.report.nodes);
            let depth = known.report.depth.to_string();
            texts.study.progress(&depth, &nodes)
        }
        None => texts.study.searching().to_owned(),
    };
    ui.add(Label::new(small(state)).wrap());
    let Some(known) = known else { return };
    for (root, line) in &known.lines {
        ui.horizontal_wrapped(|ui| {
            let score = texts.study.score(root.score, thousandths);
            ui.label(RichText::new(score).font(Weight::SemiBold.size(14.0)).color(palette.text));
            let moves = RichText::new(moves_text(line)).font(Weight::Regular.size(13.0)).color(palette.text);
            ui.add(Label::new(moves).wrap());
        });
    }
    ui.separator();
    ui.label(small(texts.study.all_moves().to_owned()));
    ScrollArea::vertical().max_height(130.0).id_salt("all moves").show(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(12.0, 4.0);
        // Room for the scroll bar.
        ui.set_max_width(ui.available_width() - 12.0);
        ui.spacing_mut().interact_size.y = 0.0;
        ui.horizontal_wrapped(|ui| {
            for root in &known.report.moves {
                let text = format!("{} {}", root.mv, texts.study.score(root.score, thousandths));
                let text = RichText::new(text).font(Weight::Regular.size(12.5)).color(palette.text);
                ui.add(Label::new(text).extend());
            }
        });
    });
    variations_ui(ui, view, texts, actions);
}

/// The alternatives to the shown move.
fn variations_ui(ui: &mut Ui, view: &View, texts: Texts, actions: &mut Actions) {
    let controller = view.controller;
    let tree = controller.game().tree();
    let shown = controller.shown();
    let siblings = tree.node(shown).parent.map(|parent| tree.node(parent).children.as_slice()).unwrap_or_default();
    let onward = tree.node(shown).children.as_slice();
    let others: Vec<_> = siblings.iter().filter(|&&node| node != shown).chain(onward.iter().skip(1)).copied().collect();
    if others.is_empty() {
        return;
    }
    ui.separator();
    ui.label(RichText::new(texts.study.other_lines()).font(Weight::Regular.size(12.5)).color(view.palette.muted));
    ui.horizontal_wrapped(|ui| {
        for node in others {
            let Some(mv) = tree.node(node).mv else { continue };
            if ui.button(mv.to_string()).clicked() {
                actions.push(Action::Do(Command::Branch(Branch::To(node))));
            }
        }
    });
}

fn report_ui(ui: &mut Ui, known: Option<&Assessment>, view: &View, texts: Texts, actions: &mut Actions) {
    let Some(known) = known else {
        ui.label(texts.study.searching());
        return;
    };
    let text = known.report.to_string();
    ScrollArea::vertical().max_height(240.0).id_salt("report text").show(ui, |ui| {
        ui.add(Label::new(RichText::new(&text).monospace().size(12.0).color(view.palette.text)).wrap());
    });
    if ui.button(texts.common.copy()).clicked() {
        actions.push(Action::Copy(text));
    }
}
