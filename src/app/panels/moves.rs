//! The list of moves with its four buttons. A click shows the moment behind a move.

use eframe::egui::{
    Align2, CornerRadius, CursorIcon, Id, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2,
    WidgetInfo, pos2, vec2,
};

use super::PanelState;
use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::fonts::Weight;
use crate::app::icons::{self, Icon};
use crate::app::widgets::{ButtonStyle, Face, button_at, text_in};
use crate::controller::{Command, Look};
use crate::game::NodeId;
use crate::rules::{Color, Move};

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
    let (palette, texts) = (view.palette, view.texts);
    let small = size == Size::Small;
    let head = Rect::from_min_size(rect.min, vec2(rect.width(), 26.0));
    let mut title = head;
    if small {
        let fold = Rect::from_min_max(head.min, pos2(head.right() - 116.0, head.bottom()));
        let response =
            ui.interact(fold, Id::unique("fold moves"), Sense::click()).on_hover_cursor(CursorIcon::PointingHand);
        let folded = view.settings.moves_folded;
        response.widget_info(|| WidgetInfo::selected(Role::DisclosureTriangle, true, !folded, texts.moves));
        crate::app::widgets::focus_ring(ui.painter(), fold, CornerRadius::same(6), &response, palette);
        let icon = if folded { Icon::Right } else { Icon::Down };
        icons::paint(ui.painter(), icon, pos2(head.left() + 6.0, head.center().y), 8.0, palette.muted);
        if response.clicked() {
            actions.push(view.set(|settings| settings.moves_folded = !folded));
        }
        title.min.x += 16.0;
    }
    text_in(ui.painter(), title, Align2::LEFT_CENTER, texts.moves, Weight::SemiBold, 13.0, palette.text);
    navigation_ui(ui, head, small, view, actions);
    if small && view.settings.moves_folded {
        return;
    }
    let well = Rect::from_min_max(pos2(rect.left(), head.bottom() + if small { 6.0 } else { 10.0 }), rect.max);
    if well.height() < 30.0 {
        return;
    }
    ui.painter().rect_filled(well, CornerRadius::same(if small { 8 } else { 10 }), palette.well);
    list_ui(ui, well, size, view, state, actions);
}

fn navigation_ui(ui: &mut Ui, head: Rect, small: bool, view: &View, actions: &mut Actions) {
    let (controller, texts) = (view.controller, view.texts);
    let (width, gap) = if small { (25.0, 3.0) } else { (28.0, 4.0) };
    let at_start = controller.game().tree().node(controller.shown()).ply() == 0;
    let at_end = !controller.is_looking_back();
    let buttons = [
        (Icon::First, texts.go_first, Look::First, !at_start),
        (Icon::Back, texts.go_back, Look::Back, !at_start),
        (Icon::Forward, texts.go_forward, Look::Forward, !at_end),
        (Icon::Last, texts.go_last, Look::Last, !at_end),
    ];
    for (i, (icon, name, look, enabled)) in buttons.into_iter().enumerate() {
        let left = head.right() - (4 - i) as f32 * (width + gap) + gap;
        let rect = Rect::from_min_size(pos2(left, head.top()), vec2(width, 26.0));
        if button_at(ui, rect, ("navigate", i), Face::Icon(icon, name), ButtonStyle::Plain, enabled).clicked() {
            actions.push(Action::Do(Command::Look(look)));
        }
    }
}

fn list_ui(ui: &mut Ui, well: Rect, size: Size, view: &View, state: &mut PanelState, actions: &mut Actions) {
    let controller = view.controller;
    let (row_height, padding): (f32, f32) = if size == Size::Large { (26.0, 12.0) } else { (24.0, 4.0) };
    let line = controller.line();
    let first_is_black = controller.game().start().side_to_move() == Color::Black;
    let offset = usize::from(first_is_black);
    let rows = (line.len() - 1 + offset).div_ceil(2);
    let shown = line.iter().position(|&node| node == controller.shown()).unwrap_or(0);
    let mut child = ui.new_child(UiBuilder::new().id_salt("moves").max_rect(well.shrink2(vec2(0.0, padding.min(8.0)))));
    // Rows touch each other; the list counts with this spacing.
    child.spacing_mut().item_spacing = Vec2::ZERO;
    let mut area = ScrollArea::vertical().id_salt("move list").auto_shrink(false);
    if state.scrolled_to != Some(shown) {
        // The shown move stays in sight.
        state.scrolled_to = Some(shown);
        let row = (shown.max(1) - 1 + offset) / 2;
        let view_height = well.height() - 2.0 * padding.min(8.0);
        let wanted = (row as f32 + 1.0) * row_height + 8.0 - view_height;
        area = area.vertical_scroll_offset(wanted.max(0.0));
    }
    area.show_rows(&mut child, row_height, rows, |ui, range| {
        for row in range {
            let (rect, _) = ui.allocate_exact_size(vec2(well.width(), row_height), Sense::hover());
            let number = format!("{}.", row + 1);
            let number_right = rect.left() + if size == Size::Large { 38.0 } else { 27.0 };
            let area = Rect::from_min_max(rect.min, pos2(number_right, rect.bottom()));
            text_in(ui.painter(), area, Align2::RIGHT_CENTER, &number, Weight::Regular, 13.0, view.palette.muted);
            for column in 0..2 {
                let Some(ply) = (2 * row + column + 1).checked_sub(offset).filter(|&ply| ply > 0) else { continue };
                let Some(&node) = line.get(ply) else { continue };
                let columns = rect.right() - number_right - 12.0;
                let left = number_right + 7.0 + column as f32 * columns * 0.5;
                let cell =
                    Rect::from_min_size(pos2(left, rect.top() + 1.0), vec2(columns * 0.5 - 4.0, row_height - 2.0));
                move_ui(ui, cell, node, ply, size, view, actions);
            }
        }
    });
}

fn move_ui(ui: &mut Ui, cell: Rect, node: NodeId, ply: usize, size: Size, view: &View, actions: &mut Actions) {
    let (palette, controller) = (view.palette, view.controller);
    let tree = controller.game().tree();
    let Some(mv) = tree.node(node).mv else { return };
    let shown = controller.shown() == node;
    let undone = ply > controller.game().ply();
    let sense = if undone { Sense::hover() } else { Sense::click() };
    let response = ui.interact(cell, Id::unique(("move", ply)), sense);
    response.widget_info(|| {
        WidgetInfo::selected(Role::Button, !undone, shown, view.texts.move_label(ply, &mv.to_string()))
    });
    let font = if size == Size::Large { 14.0 } else { 13.0 };
    let weight = if shown { Weight::SemiBold } else { Weight::Regular };
    let painter = ui.painter();
    let inner = Rect::from_min_max(pos2(cell.left() + 9.0, cell.top()), cell.max);
    let Move { action, removal } = mv;
    let ink = if undone { palette.disabled } else { palette.text };
    let action = action.to_string();
    let removal = removal.map(|point| format!("x{point}")).unwrap_or_default();
    let widths = [&action, &removal].map(|text| painter.layout_no_wrap(text.clone(), weight.size(font), ink).size().x);
    let width = widths[0] + widths[1];
    let pill = Rect::from_min_size(pos2(cell.left(), cell.center().y - 11.5), vec2(width + 18.0, 23.0));
    if shown {
        painter.rect(
            pill,
            CornerRadius::same(6),
            palette.accent_soft,
            Stroke::new(1.0, palette.accent),
            StrokeKind::Inside,
        );
    } else if response.hovered() && !undone {
        painter.rect_filled(pill, CornerRadius::same(6), palette.button_hover);
    }
    crate::app::widgets::focus_ring(painter, pill, CornerRadius::same(6), &response, palette);
    text_in(painter, inner, Align2::LEFT_CENTER, &action, weight, font, ink);
    let behind = Rect::from_min_max(pos2(inner.left() + widths[0], inner.top()), inner.max);
    let red = if undone { palette.disabled } else { palette.danger };
    text_in(painter, behind, Align2::LEFT_CENTER, &removal, weight, font, red);
    if response.clicked() {
        actions.push(Action::Do(Command::Look(Look::At(node))));
    }
}
