//! The panel beside the board: players, moves, evaluation and buttons.

mod actions;
mod card;
mod evaluation;
mod lines;
mod moves;
mod note;
mod result;
mod review;
mod verdict;

pub use card::clock_text;
pub use note::NoteEditor;

use eframe::egui::{Rect, Stroke, Ui, pos2, vec2};

use super::View;
use super::actions::Actions;
use super::board::Diagram;
use super::layout::PanelStyle;
use super::network_ui;
use super::openings;
use super::study;
use super::tour::{Invitation, invitation_ui};
use super::widgets::halves;
use muehle_engine::game::{NodeId, Outcome};
use muehle_engine::rules::{Color, PointSet};

/// What the panel keeps between frames.
#[derive(Default)]
pub struct PanelState {
    /// The move the list was last scrolled to, its height and the version of the tree then.
    scrolled_to: Option<(NodeId, u32, u64)>,
    /// The rows of the move list, and the version of the tree, the width and the size they were made for.
    rows: Vec<lines::Row>,
    rows_of: Option<(u64, u32, bool, bool)>,
    /// Whether the result card is closed.
    pub reviewing: bool,
    /// The note that is being written.
    pub note: Option<NoteEditor>,
    /// The points that the explorer points out on the board.
    pub pointed: PointSet,
    /// The explorer's small board.
    pub explorer_board: Option<Diagram>,
}

/// From this height on the panel has room for the result and a row of buttons.
const ROOMY: f32 = 700.0;

/// Below this height the result leaves room for the moves when the analysis is there too.
const VERY_ROOMY: f32 = 900.0;

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
    ui.painter().rect_filled(rect, 0, palette.panel);
    let hairline = Stroke::new(1.0, palette.hairline);
    if !view.explores() {
        state.pointed = PointSet::EMPTY;
    }
    // The player at the bottom of the board has the lower card.
    let below = if view.settings.flipped { Color::Black } else { Color::White };
    if view.review.is_open() {
        match style {
            PanelStyle::Below => ui.painter().hline(rect.x_range(), rect.top() + 0.5, hairline),
            _ => ui.painter().vline(rect.left() + 0.5, rect.y_range(), hairline),
        };
        return review::review_ui(ui, rect, style, below, view, state, actions);
    }
    match style {
        PanelStyle::Full => {
            ui.painter().vline(rect.left() + 0.5, rect.y_range(), hairline);
            full_ui(ui, rect.shrink(16.0), below, view, state, actions);
        }
        PanelStyle::Narrow => {
            ui.painter().vline(rect.left() + 0.5, rect.y_range(), hairline);
            narrow_ui(ui, rect, below, view, state, actions);
        }
        PanelStyle::Below => {
            ui.painter().hline(rect.x_range(), rect.top() + 0.5, hairline);
            below_ui(ui, rect, below, view, state, actions);
        }
    }
}

fn full_ui(ui: &mut Ui, mut rest: Rect, below: Color, view: &View, state: &mut PanelState, actions: &mut Actions) {
    let (roomy, looking_back) = (rest.height() > ROOMY, view.controller.is_looking_back());
    let crowded = view.study.tab().is_some() && rest.height() < VERY_ROOMY;
    let result = view.controller.outcome().filter(|_| !state.reviewing && (roomy && !crowded || !looking_back));
    card::card_ui(ui, take_top(&mut rest, 112.0, 16.0), !below, card::Size::Large, view);
    if let Some(outcome) = result {
        let height = if crowded { result::LOW_HEIGHT } else { result::HEIGHT };
        result::result_ui(ui, take_top(&mut rest, height, 16.0), outcome, view, actions);
    } else {
        invitation_ui(ui, &mut rest, Invitation::Card, view, actions);
    }
    if result.is_none() || roomy {
        let row = take_bottom(&mut rest, 36.0, 12.0);
        if looking_back {
            // A little higher than the usual row, without moving anything else.
            actions::looking_back_ui(ui, row.expand2(vec2(0.0, 4.0)), view, actions);
        } else {
            actions::row_ui(ui, row, false, view, actions);
        }
        if view.controller.is_watching() && result.is_none() {
            let row = take_bottom(&mut rest, 36.0, 8.0);
            actions::playback_ui(ui, row, view, actions);
        }
    }
    card::card_ui(ui, take_bottom(&mut rest, 112.0, 16.0), below, card::Size::Large, view);
    if network_ui::has_chat(view) {
        let height = network_ui::TALK_HEIGHT.min(rest.height() / 2.0);
        network_ui::talk_ui(ui, take_bottom(&mut rest, height, 14.0), view, actions);
    }
    if view.study.tab().is_some() {
        let height = (0.56 * rest.height()).clamp(150.0, 320.0).min(rest.height());
        study::section_ui(ui, take_bottom(&mut rest, height, 14.0), view, actions);
    }
    // The graph is the first to go when there is little room; network games have none.
    // A comment is written in the move list.
    let explores = view.explores() && state.note.is_none();
    if view.settings.show_evaluation && !explores && !view.controller.is_with_partner() && rest.height() > 250.0 {
        let height = if rest.height() > 340.0 { 118.0 } else { 88.0 };
        evaluation::evaluation_ui(ui, take_bottom(&mut rest, height + 26.0, 14.0), view, actions);
    }
    if explores && rest.height() > 60.0 {
        openings::explorer_ui(ui, rest, view, state, actions);
    } else if rest.height() > 26.0 {
        moves::moves_ui(ui, rest, moves::Size::Large, view, state, actions);
    }
}

fn narrow_ui(ui: &mut Ui, panel: Rect, below: Color, view: &View, state: &mut PanelState, actions: &mut Actions) {
    let mut rest = panel.shrink(10.0);
    card::card_ui(ui, take_top(&mut rest, 76.0, 8.0), !below, card::Size::Small, view);
    if let Some(outcome) = result_to_show(view, state) {
        // The sheet covers the lower card; the moves get the remaining room.
        let height = result::sheet_height(ui, panel.width() - 1.0, outcome, view).min(panel.height());
        let sheet = Rect::from_min_max(pos2(panel.left() + 1.0, panel.bottom() - height), panel.max);
        result::sheet_ui(ui, sheet, outcome, view, actions);
        rest = rest.with_max_y((sheet.top() - 8.0).max(rest.top()));
    } else {
        let row = take_bottom(&mut rest, 32.0, 8.0);
        situation_row_ui(ui, row, true, view, actions);
        card::card_ui(ui, take_bottom(&mut rest, 76.0, 8.0), below, card::Size::Small, view);
        invitation_ui(ui, &mut rest, Invitation::Row, view, actions);
        let folded = view.study.tab().is_none() && view.settings.show_evaluation && !view.explores();
        if folded && rest.height() > 150.0 {
            evaluation::folded_ui(ui, take_bottom(&mut rest, 30.0, 8.0), view, actions);
        }
    }
    if view.study.tab().is_some() {
        // The list is folded, with its buttons in place if there is room.
        if rest.height() > 90.0 {
            let head = take_top(&mut rest, 26.0, 8.0);
            moves::moves_ui(ui, head, moves::Size::Small, view, state, actions);
        }
        study::section_ui(ui, rest, view, actions);
    } else {
        small_moves_ui(ui, rest, view, state, actions);
    }
}

fn below_ui(ui: &mut Ui, panel: Rect, below: Color, view: &View, state: &mut PanelState, actions: &mut Actions) {
    let mut rest = panel.shrink(12.0);
    let result = result_to_show(view, state).map(|outcome| {
        let height = result::sheet_height(ui, panel.width(), outcome, view).min(panel.height());
        let sheet = panel.with_min_y(panel.bottom() - height);
        (outcome, sheet)
    });
    // In a low panel the sheet takes the room of the cards.
    let low = result.is_some_and(|(_, sheet)| sheet.top() < rest.top() + 84.0);
    if !low {
        let row = take_top(&mut rest, 76.0, 8.0);
        for (rect, side) in halves(row).into_iter().zip([below, !below]) {
            card::card_ui(ui, rect, side, card::Size::Small, view);
        }
    }
    match result {
        Some((outcome, sheet)) => {
            result::sheet_ui(ui, sheet, outcome, view, actions);
            rest = rest.with_max_y((sheet.top() - 8.0).max(rest.top()));
        }
        None => {
            situation_row_ui(ui, take_top(&mut rest, 36.0, 8.0), false, view, actions);
            invitation_ui(ui, &mut rest, Invitation::Row, view, actions);
        }
    }
    if !low && view.study.tab().is_some() && rest.height() > 60.0 {
        let [left, right] = halves(rest);
        small_moves_ui(ui, left, view, state, actions);
        study::section_ui(ui, right.with_min_x(right.left() + 4.0), view, actions);
    } else if !low {
        small_moves_ui(ui, rest, view, state, actions);
    }
}

/// How the game ended, unless the person looks at earlier moves.
fn result_to_show(view: &View, state: &PanelState) -> Option<Outcome> {
    view.controller.outcome().filter(|_| !state.reviewing && !view.controller.is_looking_back())
}

/// The row of buttons where there is room for only one.
fn situation_row_ui(ui: &mut Ui, row: Rect, small: bool, view: &View, actions: &mut Actions) {
    if view.controller.is_looking_back() {
        actions::looking_back_ui(ui, row, view, actions);
    } else if view.controller.is_watching() {
        actions::playback_ui(ui, row, view, actions);
    } else {
        actions::row_ui(ui, row, small, view, actions);
    }
}

/// The moves, if there is room.
fn small_moves_ui(ui: &mut Ui, rest: Rect, view: &View, state: &mut PanelState, actions: &mut Actions) {
    match rest.height() > 60.0 {
        true if view.explores() && state.note.is_none() => openings::explorer_ui(ui, rest, view, state, actions),
        true => moves::moves_ui(ui, rest, moves::Size::Small, view, state, actions),
        false => {}
    }
}
