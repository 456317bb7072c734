//! The analysis in the panel: the best lines, every move, or the verbose report. A click on a move of a line shows the
//! position after it.

use eframe::egui::{
    Align2, Color32, CornerRadius, CursorIcon, Id, Label, Popup, Rect, RichText, Role, ScrollArea, Sense, Ui,
    UiBuilder, Vec2, WidgetInfo, pos2, vec2,
};

use super::{Tab, Why, Wish, options_menu};
use crate::app::View;
use crate::app::actions::{Action, Actions, DialogKind};
use crate::app::fonts::Weight;
use crate::app::icons::Icon;
use crate::app::widgets::{ButtonStyle, Face, button_at, segments, text_in};
use crate::controller::analysis::Assessment;
use crate::controller::{Branch, Command};
use muehle_engine::rules::Move;
use muehle_engine::search::RootMove;

/// A line shows at most this many moves.
const MOST_MOVES: usize = 10;
/// Where the moves of a line begin: behind its value.
const VALUE: f32 = 50.0;
/// The height of a row of moves.
const ROW: f32 = 22.0;
/// Narrower sections have no tabs.
const WIDE: f32 = 250.0;

/// Draws the open tab of the analysis.
pub fn section_ui(ui: &mut Ui, rect: Rect, view: &View, actions: &mut Actions) {
    let Some(tab) = view.study.tab() else { return };
    let (texts, palette) = (view.texts, view.palette);
    let head = Rect::from_min_size(rect.min, vec2(rect.width(), 26.0));
    let rule = view.controller.game().removal_rule();
    let known = view.study.analysis.assessment(view.controller.position(), rule).filter(|_| view.may_analyse().is_ok());
    let buttons = buttons_ui(ui, head, tab, known, view, actions);
    let title = head.with_max_x(buttons - 8.0);
    if rect.width() >= WIDE {
        let tabs = [Tab::Lines, Tab::Moves, Tab::Report];
        let words = [texts.study.tab_lines(), texts.study.tab_moves(), texts.study.tab_report()];
        let chosen = tabs.iter().position(|&known| known == tab).unwrap_or(0);
        if let Some(next) = segments(ui, title, "analysis tab", &words, chosen, true) {
            actions.push(Action::Study(Wish::Show(Some(tabs[next]))));
        }
    } else {
        text_in(ui.painter(), title, Align2::LEFT_CENTER, texts.menu.analysis(), Weight::SemiBold, 13.0, palette.text);
    }
    let well = Rect::from_min_max(pos2(rect.left(), head.bottom() + 6.0), rect.max);
    if well.height() < 24.0 {
        return;
    }
    ui.painter().rect_filled(well, CornerRadius::same(10), palette.well);
    let inner = well.shrink2(vec2(12.0, 8.0));
    let mut child = ui.new_child(UiBuilder::new().id_salt("analysis").max_rect(inner));
    child.spacing_mut().item_spacing = vec2(0.0, 4.0);
    ScrollArea::vertical().id_salt(("analysis", tab)).auto_shrink(false).show(&mut child, |ui| {
        // Room for the scroll bar.
        ui.set_max_width(inner.width() - 8.0);
        // Where there is hardly any room, it belongs to the lines.
        if known.is_none() || well.height() > 60.0 {
            state_ui(ui, known, view);
        }
        let Some(known) = known.filter(|_| view.controller.position().loser().is_none()) else { return };
        match tab {
            Tab::Lines => {
                for (number, (root, line)) in known.lines.iter().enumerate() {
                    line_ui(ui, number, root, line, view, actions);
                }
                keep_ui(ui, view, actions);
                others_ui(ui, view, actions);
            }
            Tab::Moves => moves_ui(ui, known, view, actions),
            Tab::Report => report_ui(ui, known, view),
        }
    });
}

/// Options or copy, reasons, pause and close at the right end of the head. Returns where they begin.
fn buttons_ui(
    ui: &mut Ui,
    head: Rect,
    tab: Tab,
    known: Option<&Assessment>,
    view: &View,
    actions: &mut Actions,
) -> f32 {
    let (texts, live) = (view.texts, view.study.live);
    let place = |from_right: f32| {
        Rect::from_center_size(pos2(head.right() - 12.0 - 26.0 * from_right, head.center().y), Vec2::splat(24.0))
    };
    let cross = Face::Icon(Icon::Cross, texts.common.close());
    let tip = texts.panel.tip(texts.common.close(), "A");
    if button_at(ui, place(0.0), "close analysis", cross, ButtonStyle::Bare, true, &tip).clicked() {
        actions.push(Action::Study(Wish::Show(None)));
    }
    let (face, tip) = match live {
        true => (Face::Icon(Icon::Pause, texts.common.pause()), texts.tips.hold_analysis()),
        false => (Face::Icon(Icon::Play, texts.common.resume()), texts.tips.resume_analysis()),
    };
    if button_at(ui, place(1.0), "hold analysis", face, ButtonStyle::Bare, true, tip).clicked() {
        actions.push(Action::Study(Wish::Live(!live)));
    }
    let face = Face::Icon(Icon::Question, texts.study.why());
    let possible = !view.controller.is_partner_waiting();
    if button_at(ui, place(2.0), "why", face, ButtonStyle::Bare, possible, texts.study.why_tip()).clicked() {
        actions.push(Action::Show(DialogKind::Why(Why::Features)));
    }
    if tab == Tab::Report {
        let face = Face::Icon(Icon::Copy, texts.common.copy());
        let tip = texts.tips.copy();
        if button_at(ui, place(3.0), "copy report", face, ButtonStyle::Bare, known.is_some(), tip).clicked() {
            actions.extend(known.map(|known| Action::Copy(texts.verbose_report(&known.report))));
        }
    } else {
        let face = Face::Icon(Icon::Sliders, texts.study.options());
        let tip = texts.tips.options();
        let response = button_at(ui, place(3.0), "analysis options", face, ButtonStyle::Bare, true, tip);
        Popup::menu(&response).show(|ui| {
            ui.set_min_width(200.0);
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.style_mut().visuals.widgets.inactive.weak_bg_fill = Color32::TRANSPARENT;
            options_menu(ui, view, actions);
        });
    }
    place(3.0).left()
}

/// How far the analysis is, and how its values are meant.
fn state_ui(ui: &mut Ui, known: Option<&Assessment>, view: &View) {
    let texts = view.texts.study;
    let state = match known {
        _ if view.controller.position().loser().is_some() => texts.nothing_to_analyse().to_owned(),
        _ if view.controller.is_partner_waiting() => texts.not_with_partner().to_owned(),
        Some(known) if known.solved => match view.controller.position().hands_are_empty() {
            true => texts.exact_table().to_owned(),
            false => texts.exact_placing().to_owned(),
        },
        Some(known) => texts.progress(known.report.depth.to_string(), view.texts.language.grouped(known.report.nodes)),
        None => texts.searching().to_owned(),
    };
    let small = |text: &str| RichText::new(text).font(Weight::Regular.size(12.5)).color(view.palette.muted);
    let response = ui.add(Label::new(small(&state)).wrap());
    // A narrow section has no room for what its tooltip says.
    if ui.available_width() >= WIDE {
        ui.add(Label::new(small(texts.as_white_sees())).wrap());
    } else {
        response.on_hover_text(texts.as_white_sees());
    }
}

/// A move to click in a list.
struct Cell {
    id: Id,
    /// What a screen reader says.
    name: String,
    text: String,
    chosen: bool,
    /// The moves that a click shows.
    line: Vec<Move>,
}

/// Lays out cells one after the other in rows, beginning behind a heading. Returns the moves of the one that was clicked.
fn cells_ui(ui: &mut Ui, indent: f32, cells: Vec<Cell>, view: &View) -> (Rect, Option<Vec<Move>>) {
    let palette = view.palette;
    let room = ui.available_width();
    let width = |cell: &Cell| {
        let font = Weight::Regular.size(13.0);
        ui.painter().layout_no_wrap(cell.text.clone(), font, Color32::PLACEHOLDER).size().x + 9.0
    };
    let (mut x, mut y) = (indent, 0.0);
    let mut places = Vec::with_capacity(cells.len());
    for width in cells.iter().map(width) {
        if x + width > room && x > indent {
            (x, y) = (indent, y + ROW);
        }
        places.push(Rect::from_min_size(pos2(x, y), vec2(width, ROW)));
        x += width;
    }
    let (area, _) = ui.allocate_exact_size(vec2(room, y + ROW), Sense::hover());
    let mut clicked = None;
    for (cell, place) in cells.into_iter().zip(places) {
        // The text of a cell, not its ground, is in line with the heading.
        let rect = place.translate(area.min.to_vec2() - vec2(4.5, 0.0));
        if !ui.is_rect_visible(rect) {
            continue;
        }
        let response = ui.interact(rect, cell.id, Sense::click()).on_hover_cursor(CursorIcon::PointingHand);
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, cell.chosen, &cell.name));
        if cell.chosen || response.hovered() || response.has_focus() {
            let ground = if cell.chosen { palette.accent_soft } else { palette.button_hover };
            ui.painter().rect_filled(rect.shrink2(vec2(0.0, 1.0)), CornerRadius::same(5), ground);
        }
        text_in(ui.painter(), rect, Align2::CENTER_CENTER, &cell.text, Weight::Regular, 13.0, palette.text);
        if response.clicked() {
            clicked = Some(cell.line);
        }
    }
    (area, clicked)
}

/// A line: its value, and its moves one after the other. A click on a move shows the position after it.
fn line_ui(ui: &mut Ui, number: usize, root: &RootMove, line: &[Move], view: &View, actions: &mut Actions) {
    let cell = |(i, mv): (usize, &Move)| Cell {
        id: Id::unique(("line", number, i)),
        name: view.texts.study.line_move(number + 1, mv),
        text: mv.to_string(),
        chosen: view.study.preview.as_ref().is_some_and(|preview| preview.shows(line, i + 1)),
        line: Vec::new(),
    };
    let mut cells: Vec<Cell> = line.iter().take(MOST_MOVES).enumerate().map(cell).collect();
    for (i, cell) in cells.iter_mut().enumerate() {
        cell.line = line[..=i].to_vec();
    }
    let (area, clicked) = cells_ui(ui, VALUE, cells, view);
    let score = root.score.for_white(view.controller.position().side_to_move());
    let place = Rect::from_min_size(area.min, vec2(VALUE - 6.0, ROW));
    let text = view.texts.study.score(score, view.settings.study.thousandths);
    text_in(ui.painter(), place, Align2::LEFT_CENTER, &text, Weight::SemiBold, 13.5, view.palette.text);
    let response = ui.interact(place, Id::unique(("value of line", number)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
    response.on_hover_text(view.texts.score_words(score));
    if let Some(shown) = clicked {
        let base = view.controller.shown();
        actions.push(Action::Study(Wish::Preview(Some((base, line.to_vec(), shown.len())))));
    }
}

/// Every move with its value, the best first.
fn moves_ui(ui: &mut Ui, known: &Assessment, view: &View, actions: &mut Actions) {
    let side = view.controller.position().side_to_move();
    let cell = |(i, root): (usize, &RootMove)| {
        let value = view.texts.study.score(root.score.for_white(side), view.settings.study.thousandths);
        let line = vec![root.mv];
        Cell {
            id: Id::unique(("valued move", i)),
            name: view.texts.study.valued_move(root.mv, view.texts.score_words(root.score.for_white(side))),
            text: format!("{} {value}", root.mv),
            chosen: view.study.preview.as_ref().is_some_and(|preview| preview.shows(&line, 1)),
            line,
        }
    };
    let cells = known.report.moves.iter().enumerate().map(cell).collect();
    if let (_, Some(line)) = cells_ui(ui, 0.0, cells, view) {
        actions.push(Action::Study(Wish::Preview(Some((view.controller.shown(), line, 1)))));
    }
}

/// While a line is looked at: a button that keeps it.
fn keep_ui(ui: &mut Ui, view: &View, actions: &mut Actions) {
    let Some(preview) = &view.study.preview else { return };
    let texts = view.texts.study;
    let (base, moves) = preview.line();
    let possible = !view.controller.game().tree().node(base).children.is_empty();
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 30.0), Sense::hover());
    let tip = if possible { texts.keep_line_tip() } else { texts.keep_line_refused() };
    let face = Face::Text(texts.keep_line());
    if button_at(ui, rect, "keep line", face, ButtonStyle::Plain, possible, tip).clicked() {
        actions.push(Action::Do(Command::AddLine(base, moves.to_vec())));
        actions.push(Action::Study(Wish::Preview(None)));
    }
}

/// The alternatives to the shown move.
fn others_ui(ui: &mut Ui, view: &View, actions: &mut Actions) {
    let controller = view.controller;
    let tree = controller.game().tree();
    let shown = controller.shown();
    let siblings = tree.node(shown).parent.map(|parent| tree.node(parent).children.as_slice()).unwrap_or_default();
    let onward = tree.node(shown).children.as_slice();
    let others: Vec<_> = siblings.iter().filter(|&&node| node != shown).chain(onward.iter().skip(1)).copied().collect();
    if others.is_empty() {
        return;
    }
    let caption = view.texts.study.other_lines();
    ui.label(RichText::new(caption).font(Weight::Regular.size(12.5)).color(view.palette.muted));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        for node in others {
            let Some(mv) = tree.node(node).mv else { continue };
            if ui.button(mv.to_string()).on_hover_text(view.texts.tips.other_line()).clicked() {
                actions.push(Action::Do(Command::Branch(Branch::To(node))));
            }
        }
    });
}

fn report_ui(ui: &mut Ui, known: &Assessment, view: &View) {
    let text = view.texts.verbose_report(&known.report);
    ui.add(Label::new(RichText::new(text).monospace().size(12.0).color(view.palette.text)).wrap());
}
