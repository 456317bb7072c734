//! The panel beside the board: both players, the moves, the computer's estimates, and what a person can do.

mod actions;
mod card;
mod evaluation;
mod lines;
mod moves;
mod result;

pub use card::clock_text;

use eframe::egui::{Rect, Stroke, Ui, pos2, vec2};

use super::View;
use super::actions::Actions;
use super::layout::PanelStyle;
use super::network_ui;
use super::tour::{Invitation, invitation_ui};
use crate::game::NodeId;
use crate::rules::Color;

/// What the panel remembers between frames.
#[derive(Default)]
pub struct PanelState {
    /// The move the list was last scrolled to.
    scrolled_to: Option<NodeId>,
    /// The rows of the move list, and the version of the tree, the width and the size they were made for.
    rows: Vec<lines::Row>,
    rows_of: Option<(u64, u32, bool)>,
    /// Whether the result card is put away.
    pub reviewing: bool,
}

/// Takes a piece of a height from the top of a rectangle and leaves a gap below it.
fn take_top(rest: &mut Rect, height: f32, gap: f32) -> Rect {
    let (top, below) = rest.split_top_bottom_at_y(rest.top() + height);
    *rest = Rect::from_min_max(pos2(below.left(), (below.top() + gap).min(below.bottom())), below.max);
    top
}

/// Takes a piece of a height from the bottom of a rectangle and leaves a gap above it.
fn take_bottom(rest: &mut Rect, height: f32, gap: f32) -> Rect {
    let (above, bottom) = rest.split_top_bottom_at_y(rest.bottom() - height);
    *rest = Rect::from_min_max(above.min, pos2(above.right(), (above.bottom() - gap).max(above.top())));
    bottom
}

/// Draws the panel.
pub fn panel_ui(
    ui: &mut Ui,
    rect: Rect,
    style: PanelStyle,
    view: &View,
    state: &mut PanelState,
    actions: &mut Actions,
) {
    let palette = view.palette;
    ui.painter().rect_filled(rect, 0.0, palette.panel);
    let hairline = Stroke::new(1.0, palette.hairline);
    // The player at the bottom of the board has the lower card.
    let below = if view.settings.flipped { Color::Black } else { Color::White };
    match style {
        PanelStyle::Full => {
            ui.painter().vline(rect.left() + 0.5, rect.y_range(), hairline);
            full_ui(ui, rect.shrink(16.0), below, view, state, actions);
        }
        PanelStyle::Rail => {
            ui.painter().vline(rect.left() + 0.5, rect.y_range(), hairline);
            rail_ui(ui, rect.shrink(10.0), below, view, state, actions);
        }
        PanelStyle::Below => {
            ui.painter().hline(rect.x_range(), rect.top() + 0.5, hairline);
            below_ui(ui, rect.shrink(12.0), below, view, state, actions);
        }
    }
}

fn full_ui(ui: &mut Ui, mut rest: Rect, below: Color, view: &View, state: &mut PanelState, actions: &mut Actions) {
    let result = view.controller.outcome().filter(|_| !state.reviewing);
    card::card_ui(ui, take_top(&mut rest, 112.0, 16.0), !below, card::Size::Large, view);
    if let Some(outcome) = result {
        let height = result::HEIGHT;
        result::result_ui(ui, take_top(&mut rest, height, 16.0), outcome, view, actions);
    } else {
        invitation_ui(ui, &mut rest, Invitation::Card, view, actions);
        let row = take_bottom(&mut rest, 36.0, 12.0);
        actions::row_ui(ui, row, 4, view, actions);
        if view.controller.is_watching() {
            let row = take_bottom(&mut rest, 36.0, 8.0);
            actions::playback_ui(ui, row, view, actions);
        }
    }
    card::card_ui(ui, take_bottom(&mut rest, 112.0, 16.0), below, card::Size::Large, view);
    if view.controller.is_looking_back() {
        let row = take_bottom(&mut rest, 36.0, 8.0);
        actions::branch_ui(ui, row, view, actions);
        let row = take_bottom(&mut rest, 36.0, 12.0);
        actions::looking_back_ui(ui, row, view, actions);
    }
    if network_ui::has_chat(view) {
        let height = network_ui::TALK_HEIGHT.min(rest.height() / 2.0);
        network_ui::talk_ui(ui, take_bottom(&mut rest, height, 14.0), view, actions);
    }
    // The graph gives way first, and there is none where no computer plays.
    if view.settings.show_evaluation && !view.controller.is_with_partner() && rest.height() > 250.0 {
        let height = if rest.height() > 340.0 { 118.0 } else { 88.0 };
        evaluation::evaluation_ui(ui, take_bottom(&mut rest, height + 26.0, 14.0), view, actions);
    }
    moves::moves_ui(ui, rest, moves::Size::Large, view, state, actions);
}

fn rail_ui(ui: &mut Ui, mut rest: Rect, below: Color, view: &View, state: &mut PanelState, actions: &mut Actions) {
    card::card_ui(ui, take_top(&mut rest, 76.0, 8.0), !below, card::Size::Small, view);
    let row = take_bottom(&mut rest, 32.0, 8.0);
    if view.controller.outcome().is_some() && !state.reviewing {
        actions::after_game_ui(ui, row, view, actions);
    } else if view.controller.is_looking_back() {
        actions::looking_back_ui(ui, row, view, actions);
    } else if view.controller.is_watching() {
        actions::playback_ui(ui, row, view, actions);
    } else {
        actions::row_ui(ui, row, 2, view, actions);
    }
    card::card_ui(ui, take_bottom(&mut rest, 76.0, 8.0), below, card::Size::Small, view);
    invitation_ui(ui, &mut rest, Invitation::Row, view, actions);
    if view.settings.show_evaluation && rest.height() > 150.0 {
        evaluation::folded_ui(ui, take_bottom(&mut rest, 30.0, 8.0), view);
    }
    if rest.height() > 60.0 {
        moves::moves_ui(ui, rest, moves::Size::Small, view, state, actions);
    }
}

fn below_ui(ui: &mut Ui, mut rest: Rect, below: Color, view: &View, state: &mut PanelState, actions: &mut Actions) {
    let row = take_top(&mut rest, 76.0, 8.0);
    let gap = 8.0;
    let width = (row.width() - gap) / 2.0;
    for (i, side) in [below, !below].into_iter().enumerate() {
        let corner = pos2(row.left() + i as f32 * (width + gap), row.top());
        card::card_ui(ui, Rect::from_min_size(corner, vec2(width, row.height())), side, card::Size::Small, view);
    }
    let row = take_top(&mut rest, 36.0, 8.0);
    if view.controller.outcome().is_some() && !state.reviewing {
        actions::after_game_ui(ui, row, view, actions);
    } else if view.controller.is_looking_back() {
        actions::looking_back_ui(ui, row, view, actions);
    } else if view.controller.is_watching() {
        actions::playback_ui(ui, row, view, actions);
    } else {
        actions::row_ui(ui, row, 4, view, actions);
    }
    invitation_ui(ui, &mut rest, Invitation::Row, view, actions);
    if rest.height() > 60.0 {
        moves::moves_ui(ui, rest, moves::Size::Small, view, state, actions);
    }
}
