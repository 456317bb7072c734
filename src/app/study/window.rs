//! The windows of studying: the best lines, and the verbose report.

use eframe::egui::{self, Align, Frame, Label, Layout, Margin, RichText, ScrollArea, Ui, Window, vec2};

use super::{StudyTexts, Wish};
use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::fonts::Weight;
use crate::app::texts::fill;
use crate::controller::analysis::Assessment;
use crate::controller::{Branch, Command};
use crate::rules::Move;

/// Draws the open windows; they begin over the panel, never over the board.
pub fn windows_ui(ui: &mut Ui, panel: egui::Rect, view: &View, actions: &mut Actions) {
    let texts = StudyTexts::of(view.texts.language);
    let rule = view.controller.game().removal_rule();
    let known = view.study.analysis.assessment(view.controller.position(), rule);
    let frame = Frame::NONE
        .fill(view.palette.card)
        .stroke(egui::Stroke::new(1.0, view.palette.card_border))
        .corner_radius(egui::CornerRadius::same(12))
        .inner_margin(Margin::same(14))
        .shadow(egui::Shadow { offset: [0, 6], blur: 18, spread: 0, color: view.palette.shadow });
    let width = (panel.width() - 60.0).clamp(190.0, 330.0);
    let top = egui::pos2(panel.left() + 12.0, panel.top() + 140.0);
    if view.study.lines_open {
        let mut open = true;
        Window::new(texts.lines)
            .id(egui::Id::unique("lines"))
            .open(&mut open)
            .frame(frame)
            .default_pos(top)
            .default_width(width)
            .resizable(true)
            .collapsible(false)
            .show(ui.ctx(), |ui| lines_ui(ui, known, view, texts, actions));
        if !open {
            actions.push(Action::Study(Wish::ToggleLines));
        }
    }
    if view.study.report_open {
        let mut open = true;
        Window::new(texts.report)
            .id(egui::Id::unique("report"))
            .open(&mut open)
            .frame(frame)
            .default_pos(top + vec2(8.0, 240.0))
            .default_width(width)
            .collapsible(false)
            .show(ui.ctx(), |ui| report_ui(ui, known, view, texts, actions));
        if !open {
            actions.push(Action::Study(Wish::ToggleReport));
        }
    }
}

fn moves_text(line: &[Move]) -> String {
    line.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

fn lines_ui(ui: &mut Ui, known: Option<&Assessment>, view: &View, texts: &StudyTexts, actions: &mut Actions) {
    let (palette, thousandths) = (view.palette, view.settings.study.thousandths);
    let small = |text: String| RichText::new(text).font(Weight::Regular.size(12.5)).color(palette.muted);
    if view.controller.position().loser().is_some() {
        ui.label(small(texts.nothing_to_analyse.to_owned()));
        return;
    }
    ui.horizontal(|ui| {
        let state = match known {
            Some(known) if known.solved => texts.from_tables.to_owned(),
            Some(known) => {
                let (depth, nodes) = (known.report.depth.to_string(), known.report.nodes.to_string());
                fill(texts.progress, &[("depth", &depth), ("nodes", &nodes)])
            }
            None => texts.searching.to_owned(),
        };
        ui.label(small(state));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let name = if view.study.live { texts.stop } else { texts.go_on };
            if ui.button(name).clicked() {
                actions.push(Action::Study(Wish::Live(!view.study.live)));
            }
        });
    });
    let Some(known) = known else { return };
    for (root, line) in &known.lines {
        ui.horizontal_wrapped(|ui| {
            let score = texts.score(root.score, thousandths);
            ui.label(RichText::new(score).font(Weight::SemiBold.size(14.0)).color(palette.text));
            let moves = RichText::new(moves_text(line)).font(Weight::Regular.size(13.0)).color(palette.text);
            ui.add(Label::new(moves).wrap());
        });
    }
    ui.separator();
    ui.label(small(texts.all_moves.to_owned()));
    ScrollArea::vertical().max_height(130.0).id_salt("all moves").show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            for root in &known.report.moves {
                let text = format!("{} {}", root.mv, texts.score(root.score, thousandths));
                ui.label(RichText::new(text).font(Weight::Regular.size(12.5)).color(palette.text));
                ui.add_space(6.0);
            }
        });
    });
    variations_ui(ui, view, texts, actions);
}

/// The other moves that stand in the tree where the shown one does.
fn variations_ui(ui: &mut Ui, view: &View, texts: &StudyTexts, actions: &mut Actions) {
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
    ui.label(RichText::new(texts.other_lines).font(Weight::Regular.size(12.5)).color(view.palette.muted));
    ui.horizontal_wrapped(|ui| {
        for node in others {
            let Some(mv) = tree.node(node).mv else { continue };
            if ui.button(mv.to_string()).clicked() {
                actions.push(Action::Do(Command::Branch(Branch::To(node))));
            }
        }
    });
}

fn report_ui(ui: &mut Ui, known: Option<&Assessment>, view: &View, texts: &StudyTexts, actions: &mut Actions) {
    let Some(known) = known else {
        ui.label(texts.searching);
        return;
    };
    let text = known.report.to_string();
    ScrollArea::vertical().max_height(240.0).id_salt("report text").show(ui, |ui| {
        ui.add(Label::new(RichText::new(&text).monospace().size(12.0).color(view.palette.text)).wrap());
    });
    if ui.button(texts.copy).clicked() {
        actions.push(Action::Copy(text));
    }
}
