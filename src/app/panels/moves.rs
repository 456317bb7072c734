//! The list of moves with its four buttons. A click shows the position after a move, a right click offers what can be
//! done with its line. Comments stand between the moves; a click on one edits it.

use eframe::egui::{
    Align2, CornerRadius, CursorIcon, FontId, Id, Painter, Rect, Response, Role, ScrollArea, Sense, Stroke, StrokeKind,
    Ui, UiBuilder, Vec2, WidgetInfo, pos2, vec2,
};

use super::PanelState;
use super::lines::{self, Piece, Row};
use super::note;
use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::fonts::Weight;
use crate::app::icons::{self, Icon};
use crate::app::review;
use crate::app::study::{self, Wish};
use crate::app::theme::Palette;
use crate::app::widgets::{ButtonStyle, Face, button_at, text_in};
use crate::controller::{Command, Look};
use crate::print::glyphs;
use muehle_engine::game::{Node, NodeId};
use muehle_engine::rules::{Color, Move};

/// How much room the list has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// In the full panel.
    Large,
    /// In the rail and below the board.
    Small,
}

/// Draws heading, buttons and list.
pub fn moves_ui(ui: &mut Ui, rect: Rect, size: Size, view: &View, state: &mut PanelState, actions: &mut Actions) {
    let (palette, texts) = (view.palette, view.texts.panel);
    let small = size == Size::Small;
    let head = Rect::from_min_size(rect.min, vec2(rect.width(), 26.0));
    let mut title = head;
    if small {
        let fold = Rect::from_min_max(head.min, pos2(head.right() - 116.0, head.bottom()));
        let response =
            ui.interact(fold, Id::unique("fold moves"), Sense::click()).on_hover_cursor(CursorIcon::PointingHand);
        let folded = view.settings.moves_folded;
        response.widget_info(|| WidgetInfo::selected(Role::DisclosureTriangle, true, !folded, texts.moves()));
        crate::app::widgets::focus_ring(ui.painter(), fold, CornerRadius::same(6), &response, palette);
        let icon = if folded { Icon::Right } else { Icon::Down };
        icons::paint(ui.painter(), icon, pos2(head.left() + 6.0, head.center().y), 8.0, palette.muted);
        if response.clicked() {
            actions.push(view.set(|settings| settings.moves_folded = !folded));
        }
        title.min.x += 16.0;
    }
    text_in(ui.painter(), title, Align2::LEFT_CENTER, texts.moves(), Weight::SemiBold, 13.0, palette.text);
    navigation_ui(ui, head, small, view, actions);
    if small && view.settings.moves_folded {
        return;
    }
    let well = Rect::from_min_max(pos2(rect.left(), head.bottom() + if small { 6.0 } else { 10.0 }), rect.max);
    if well.height() < 30.0 {
        return;
    }
    ui.painter().rect_filled(well, CornerRadius::same(if small { 8 } else { 10 }), palette.well);
    let mut list = well;
    if state.note.is_some() {
        // In the smallest windows the editor also takes the room of the head.
        let top = (well.bottom() - note::HEIGHT).max(rect.top());
        list = well.with_max_y(top);
        note::note_ui(ui, well.with_min_y(top), view, state, actions);
    }
    if list.height() > 30.0 {
        list_ui(ui, list, size, view, state, actions);
    }
}

fn navigation_ui(ui: &mut Ui, head: Rect, small: bool, view: &View, actions: &mut Actions) {
    let (controller, texts) = (view.controller, view.texts.panel);
    let (width, gap) = if small { (25.0, 3.0) } else { (28.0, 4.0) };
    let buttons = [
        (Icon::First, texts.go_first(), texts.go_first_tip(), Look::First),
        (Icon::Back, texts.go_back(), texts.go_back_tip(), Look::Back),
        (Icon::Forward, texts.go_forward(), texts.go_forward_tip(), Look::Forward),
        (Icon::Last, texts.go_last(), texts.go_last_tip(), Look::Last),
    ];
    for (i, (icon, name, tip, look)) in buttons.into_iter().enumerate() {
        let enabled = controller.can_look(look);
        let left = head.right() - (4 - i) as f32 * (width + gap) + gap;
        let rect = Rect::from_min_size(pos2(left, head.top()), vec2(width, 26.0));
        let face = Face::Icon(icon, name);
        if button_at(ui, rect, ("navigate", i), face, ButtonStyle::Plain, enabled, tip).clicked() {
            actions.push(Action::Do(Command::Look(look)));
        }
    }
}

/// Where the moves of a side line begin.
fn indent(depth: usize) -> f32 {
    26.0 + 14.0 * depth.min(5) as f32
}

fn list_ui(ui: &mut Ui, well: Rect, size: Size, view: &View, state: &mut PanelState, actions: &mut Actions) {
    let controller = view.controller;
    let (row_height, padding): (f32, f32) = if size == Size::Large { (26.0, 12.0) } else { (24.0, 4.0) };
    let tree = controller.game().tree();
    let reviewed = view.review.is_open();
    let key = (tree.version(), well.width() as u32, size == Size::Large, reviewed);
    if state.rows_of != Some(key) {
        state.rows_of = Some(key);
        let painter = ui.painter();
        let measure =
            |text: &str| painter.layout_no_wrap(text.to_owned(), side_font(false), view.palette.text).size().x + 14.0;
        let measure_note =
            |text: &str| painter.layout_no_wrap(text.to_owned(), note_font(), view.palette.text).size().x + 4.0;
        let room = lines::Room {
            width: well.width() - 14.0,
            indent,
            measure: &measure,
            measure_note: &measure_note,
            // The card of the shown move says what the review has noted.
            without_review: reviewed,
        };
        state.rows = lines::rows(tree, &room);
    }
    let (rows, shown) = (&state.rows, controller.shown());
    // Only whole rows are shown.
    let inner = well.shrink2(vec2(0.0, padding.min(8.0)));
    let view_height = (inner.height() / row_height).floor().max(1.0) * row_height;
    let inner = inner.with_max_y(inner.top() + view_height);
    let mut child = ui.new_child(UiBuilder::new().id_salt("moves").max_rect(inner));
    // Rows touch each other; the list relies on this spacing.
    child.spacing_mut().item_spacing = Vec2::ZERO;
    let area = ScrollArea::vertical().id_salt("move list").auto_shrink(false).min_scrolled_height(row_height);
    let sight = (shown, view_height as u32, tree.version());
    let moved = state.scrolled_to.replace(sight) != Some(sight);
    area.show_rows(&mut child, row_height, rows.len(), |ui, range| {
        if moved {
            // The shown move stays visible. This asks for a place, not an offset: a list whose height has just changed
            // would clamp an offset and jump back.
            let row = rows.iter().position(|row| row.holds(shown)).unwrap_or(0);
            let top = ui.max_rect().top() + (row as f32 - range.start as f32) * row_height;
            ui.scroll_to_rect(Rect::from_min_size(pos2(well.left(), top), vec2(1.0, row_height)), None);
        }
        for row in &rows[range] {
            let (rect, _) = ui.allocate_exact_size(vec2(well.width(), row_height), Sense::hover());
            match row {
                Row::Pair { number, moves } => pair_ui(ui, rect, *number, *moves, size, view, actions),
                Row::Side { depth, moves } => side_ui(ui, rect, *depth, moves, view, actions),
                Row::Note { depth, node, text } => comment_ui(ui, rect, *depth, *node, text, view, actions),
            }
        }
    });
}

fn pair_ui(
    ui: &mut Ui,
    rect: Rect,
    number: usize,
    moves: [Option<NodeId>; 2],
    size: Size,
    view: &View,
    actions: &mut Actions,
) {
    let number_right = rect.left() + if size == Size::Large { 38.0 } else { 27.0 };
    let area = Rect::from_min_max(rect.min, pos2(number_right, rect.bottom()));
    let text = if moves[0].is_some() { format!("{number}.") } else { format!("{number}…") };
    text_in(ui.painter(), area, Align2::RIGHT_CENTER, &text, Weight::Regular, 13.0, view.palette.muted);
    let columns = rect.right() - number_right - 12.0;
    for (column, node) in moves.into_iter().enumerate() {
        let left = number_right + 7.0 + column as f32 * columns * 0.5;
        let cell = Rect::from_min_size(pos2(left, rect.top() + 1.0), vec2(columns * 0.5 - 4.0, rect.height() - 2.0));
        if let Some(node) = node {
            move_ui(ui, cell, node, size, view, actions);
        } else if column == 1
            && moves[0].is_some_and(|white| !view.controller.game().tree().node(white).children.is_empty())
        {
            // Black's move comes after the side lines.
            let cell = cell.translate(vec2(9.0, 0.0));
            text_in(ui.painter(), cell, Align2::LEFT_CENTER, "…", Weight::Regular, 13.0, view.palette.muted);
        }
    }
}

/// The state of a move in the list.
struct MoveCell {
    response: Response,
    shown: bool,
    undone: bool,
}

/// Handles the input on a move; the right button offers more.
fn cell_ui(ui: &mut Ui, cell: Rect, node: NodeId, side_line: bool, view: &View, actions: &mut Actions) -> MoveCell {
    let controller = view.controller;
    let (tree, current) = (controller.game().tree(), controller.game().current());
    let shown = controller.shown() == node;
    let undone = node != current && tree.is_ancestor(current, node);
    let response =
        ui.interact(cell, Id::unique(("move", node)), Sense::click()).on_hover_cursor(CursorIcon::PointingHand);
    response.widget_info(|| {
        let mv = tree.node(node).mv.map(|mv| mv.to_string()).unwrap_or_default();
        let offset = usize::from(controller.game().start().side_to_move() == Color::Black);
        let label = view.texts.move_label(tree.node(node).ply() + offset, &mv);
        let label = match view.review.of(node) {
            Some(judged) => view.texts.review.move_class(label, view.texts.review.class(judged.class)),
            None => label,
        };
        let label = if side_line { view.texts.study.in_variation(&label) } else { label };
        WidgetInfo::selected(Role::Button, true, shown, label)
    });
    if response.clicked() {
        actions.push(Action::Do(Command::Look(Look::At(node))));
    }
    response.context_menu(|ui| study::variation_menu(ui, node, false, view, actions));
    MoveCell { response, shown, undone }
}

/// The ground behind a move that is shown or under the pointer.
fn pill(painter: &Painter, rect: Rect, cell: &MoveCell, palette: &Palette) {
    let rounding = CornerRadius::same(6);
    if cell.shown {
        painter.rect(rect, rounding, palette.accent_soft, Stroke::new(1.0, palette.accent), StrokeKind::Inside);
    } else if cell.response.hovered() {
        painter.rect_filled(rect, rounding, palette.button_hover);
    }
    crate::app::widgets::focus_ring(painter, rect, rounding, &cell.response, palette);
}

/// A line of a comment; a click edits it.
fn comment_ui(ui: &mut Ui, rect: Rect, depth: usize, node: NodeId, text: &str, view: &View, actions: &mut Actions) {
    let palette = view.palette;
    level_lines(ui, rect, depth, palette);
    let place = rect.with_min_x(rect.left() + indent(depth)).with_max_x(rect.right() - 10.0);
    let id = Id::unique(("comment", node, text));
    let response = ui.interact(place, id, Sense::click()).on_hover_cursor(CursorIcon::PointingHand);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, text));
    if response.hovered() {
        ui.painter().rect_filled(place.expand2(vec2(4.0, -1.0)), CornerRadius::same(6), palette.button_hover);
    }
    text_in(ui.painter(), place, Align2::LEFT_CENTER, text, Weight::Regular, NOTE_SIZE, palette.muted);
    if response.on_hover_text(view.texts.tips.comment()).clicked() {
        actions.push(Action::Study(Wish::Annotate(node)));
    }
}

fn move_ui(ui: &mut Ui, cell: Rect, node: NodeId, size: Size, view: &View, actions: &mut Actions) {
    let palette = view.palette;
    let Node { mv: Some(Move { action, removal }), nags, .. } = view.controller.game().tree().node(node) else {
        return;
    };
    let known = cell_ui(ui, cell, node, false, view, actions);
    let font = if size == Size::Large { 14.0 } else { 13.0 };
    let weight = if known.shown { Weight::SemiBold } else { Weight::Regular };
    let painter = ui.painter();
    let inner = Rect::from_min_max(pos2(cell.left() + 9.0, cell.top()), cell.max);
    let ink = if known.undone { palette.disabled } else { palette.text };
    let action = action.to_string();
    let removal = removal.map(|point| format!("x{point}")).unwrap_or_default();
    let class = view.review.of(node).map(|judged| judged.class);
    let glyphs = if class.is_some() { String::new() } else { glyphs(nags) };
    let widths =
        [&action, &removal, &glyphs].map(|text| painter.layout_no_wrap(text.clone(), weight.size(font), ink).size().x);
    let width: f32 = widths.iter().sum();
    let rect = Rect::from_min_size(pos2(cell.left(), cell.center().y - 11.5), vec2(width + 18.0, 23.0));
    pill(painter, rect, &known, palette);
    text_in(painter, inner, Align2::LEFT_CENTER, &action, weight, font, ink);
    let behind = Rect::from_min_max(pos2(inner.left() + widths[0], inner.top()), inner.max);
    let red = if known.undone { palette.disabled } else { palette.danger };
    text_in(painter, behind, Align2::LEFT_CENTER, &removal, weight, font, red);
    let behind = behind.with_min_x(behind.left() + widths[1]);
    text_in(painter, behind, Align2::LEFT_CENTER, &glyphs, Weight::SemiBold, font, ink);
    if let Some(class) = class {
        // In one column, unless the move is too long.
        let radius = if size == Size::Large { 8.0 } else { 7.0 };
        let usual = cell.left() + if size == Size::Large { 69.0 } else { 52.0 };
        let x = usual.max(cell.left() + width + 18.0 + radius).min(cell.right() - radius);
        review::mark(painter, class, pos2(x, cell.center().y), radius, true, palette);
    }
}

/// The size of comments.
const NOTE_SIZE: f32 = 12.5;

fn note_font() -> FontId {
    Weight::Regular.size(NOTE_SIZE)
}

/// A vertical line for each level of a side line.
fn level_lines(ui: &Ui, rect: Rect, depth: usize, palette: &Palette) {
    for level in 1..=depth {
        let x = rect.left() + indent(level) - 7.0;
        ui.painter().vline(x, rect.y_range(), Stroke::new(1.5, palette.button_border));
    }
}

fn side_font(shown: bool) -> FontId {
    let weight = if shown { Weight::SemiBold } else { Weight::Regular };
    weight.size(13.0)
}

/// A row of a side line: smaller, with a vertical line per level.
fn side_ui(ui: &mut Ui, rect: Rect, depth: usize, moves: &[Piece], view: &View, actions: &mut Actions) {
    let (palette, controller) = (view.palette, view.controller);
    level_lines(ui, rect, depth, palette);
    for piece in moves {
        let corner = pos2(rect.left() + piece.left, rect.top() + 1.0);
        let cell = Rect::from_min_size(corner, vec2(piece.width, rect.height() - 2.0));
        let known = cell_ui(ui, cell, piece.node, true, view, actions);
        pill(ui.painter(), cell.shrink2(vec2(0.0, 1.0)), &known, palette);
        // Moves on the way to the current position are as dark as those of the main line.
        let played = controller.game().tree().is_ancestor(piece.node, controller.game().current());
        let ink = if played || known.shown { palette.text } else { palette.muted };
        let place = pos2(cell.left() + 7.0, cell.center().y);
        ui.painter().text(place, Align2::LEFT_CENTER, &piece.text, side_font(played || known.shown), ink);
    }
}
