//! Input on the board: each point can be clicked, dragged, focused and read.

use eframe::egui::accesskit;
use eframe::egui::{
    CursorIcon, Event, EventFilter, FocusDirection, Id, Key, PointerButton, Response, Role, Sense, Ui, Vec2,
    WidgetInfo, vec2,
};

use super::geometry::{self, BoardGeometry};
use super::input::{Outcome, Situation, Step};
use super::{BoardState, Drag, Stage, label_of};
use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::controller::{Command, Refusal};
use muehle_engine::rules::Point;

/// Handles the input on one of the 24 points.
#[allow(clippy::too_many_arguments)]
pub(super) fn point_ui(
    ui: &mut Ui,
    board: BoardGeometry,
    point: Point,
    stage: &Stage,
    view: &View,
    situation: &Situation,
    state: &mut BoardState,
    actions: &mut Actions,
) -> Response {
    let cursor = state.cursor.unwrap_or(Point::READING_ORDER[0]);
    // The board is one stop of the Tab key; the arrow keys move on from there.
    let sense = if point == cursor { Sense::click_and_drag() } else { Sense::CLICK | Sense::DRAG };
    let mut response = ui.interact(board.hit_rect(point), point_id(point), sense);
    let selected = matches!(state.step, Step::Selected(from) if from == point);
    response.widget_info(|| {
        let mut label = view.texts.point_label(&label_of(point, situation, state.step));
        for (_, value) in stage.values.iter().filter(|(place, _)| *place == point) {
            label = format!("{label}, {value}");
        }
        let mut info = WidgetInfo::labeled(Role::Button, true, label);
        // A stone that can be selected is heard as pressed or not pressed; a free point has no such state.
        info.selected = (selected || situation.movable().contains(point)).then_some(selected);
        info
    });
    focus_on_request(ui, point, state);
    if situation.choices(state.step).contains(point)
        || (state.step != Step::Idle && situation.movable().contains(point))
    {
        response = response.on_hover_cursor(CursorIcon::PointingHand);
    }
    if response.has_focus() {
        // Esc cancels a started move; the focus stays.
        let own =
            EventFilter { horizontal_arrows: true, vertical_arrows: true, escape: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, own));
    }
    if response.clicked() || state.pressed.take_if(|pressed| *pressed == point).is_some() {
        let outcome = situation.click(state.step, point);
        settle(outcome, view, situation, state, actions);
    }
    // The right button draws.
    if response.drag_started_by(PointerButton::Primary) {
        // egui reports a drag once the pointer has left the point where it was pressed.
        let press = ui.input(|input| input.pointer.press_origin()).unwrap_or(board.center(point));
        let own = situation.position.own().contains(point);
        match situation.click(Step::Idle, point) {
            Outcome::Next(Step::Selected(_)) if !matches!(state.step, Step::Removing(_)) => {
                state.step = Step::Selected(point);
                state.drag = Some(Drag { from: point, grip: board.center(point) - press });
                actions.push(Action::Do(Command::DropHint));
            }
            Outcome::Refused(point, refusal) if own || refusal == Refusal::NotYourTurn => {
                actions.push(Action::Refuse(point, refusal));
            }
            _ => {}
        }
    }
    if response.drag_stopped()
        && let (Some(drag), Some(place)) = (state.drag.take(), response.interact_pointer_pos())
    {
        match board.nearest(place + drag.grip) {
            Some(to) if to != drag.from => {
                state.dropped = Some(to);
                settle(situation.drop(drag.from, to), view, situation, state, actions);
            }
            // Dropped outside the board or back home: nothing happens.
            _ => state.step = Step::Idle,
        }
    }
    response
}

fn point_id(point: Point) -> Id {
    Id::unique(("point", point.index()))
}

/// Screen readers can move the focus to any point, not only along the lines.
fn focus_on_request(ui: &Ui, point: Point, state: &mut BoardState) {
    let id = point_id(point);
    ui.ctx().accesskit_node_builder(id, |node| node.add_action(accesskit::Action::Focus));
    if ui.input(|input| input.has_accesskit_action_request(id, accesskit::Action::Focus)) {
        state.cursor = Some(point);
        ui.memory_mut(|memory| memory.request_focus(id));
        ui.ctx().request_repaint();
    }
}

/// Handles the keys of the focused point: arrow keys move along the lines, Enter and Space click. On a busy machine several
/// keys may have been pressed since the last frame; they count in their order, and after a click the rest wait until the board
/// shows what came of it. Called before the points are drawn.
pub(super) fn keyboard(ui: &Ui, flipped: bool, state: &mut BoardState) {
    let focused = ui.memory(|memory| memory.focused());
    let Some(mut point) = Point::READING_ORDER.into_iter().find(|point| focused == Some(point_id(*point))) else {
        state.keys.clear();
        return;
    };
    let mut tab = false;
    ui.input_mut(|input| {
        input.events.retain(|event| {
            let Event::Key { key, pressed: true, modifiers, .. } = event else { return true };
            tab |= *key == Key::Tab;
            let is_own = modifiers.is_none() && (way_of(*key).is_some() || matches!(key, Key::Enter | Key::Space));
            if is_own {
                state.keys.push_back(*key);
            }
            !is_own
        });
    });
    if state.keys.is_empty() {
        state.cursor = Some(point);
        return;
    }
    while let Some(key) = state.keys.pop_front() {
        match way_of(key) {
            Some(way) => point = geometry::neighbour_towards(point, way, flipped).unwrap_or(point),
            None => {
                state.pressed = Some(point);
                break;
            }
        }
    }
    state.cursor = Some(point);
    ui.memory_mut(|memory| {
        memory.request_focus(point_id(point));
        if !tab {
            // egui does not know yet that these keys belong to a point that has just received the focus.
            memory.move_focus(FocusDirection::None);
        }
    });
    ui.ctx().request_repaint();
}

fn way_of(key: Key) -> Option<Vec2> {
    Some(match key {
        Key::ArrowLeft => vec2(-1.0, 0.0),
        Key::ArrowRight => vec2(1.0, 0.0),
        Key::ArrowUp => vec2(0.0, -1.0),
        Key::ArrowDown => vec2(0.0, 1.0),
        _ => return None,
    })
}

/// Applies the result of a click or a drop.
fn settle(outcome: Outcome, view: &View, situation: &Situation, state: &mut BoardState, actions: &mut Actions) {
    let before = state.step;
    match outcome {
        Outcome::Next(step) => {
            state.step = step;
            state.bubble = None;
            let follows_hint = view.controller.hint().is_some_and(|hint| step == Step::Removing(hint.mv.action));
            if !follows_hint {
                actions.push(Action::Do(Command::DropHint));
            }
            if let Step::Removing(action) = step {
                let color = situation.position.side_to_move();
                if view.settings.moves() && state.dropped.take() != Some(action.target()) {
                    state.animations.act(action, color, view.now);
                }
            }
        }
        Outcome::Play(mv) => {
            // The step tells the board to animate only the removal.
            state.step = if mv.removal.is_some() { before } else { Step::Idle };
            state.bubble = None;
            actions.push(Action::Do(Command::Play(mv)));
        }
        Outcome::Refused(point, refusal) => {
            state.dropped = None;
            if let Step::Selected(_) = before {
                state.step = if matches!(refusal, Refusal::Illegal(_)) { before } else { Step::Idle };
            }
            actions.push(Action::Refuse(point, refusal));
        }
    }
}
