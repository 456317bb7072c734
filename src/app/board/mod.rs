//! The board: what is on it, what a person does on it, and how both look.

mod animation;
pub mod geometry;
pub mod input;
mod marks;
mod plate;
pub mod stones;

use eframe::egui::{
    CursorIcon, EventFilter, Id, Key, Modifiers, Painter, Pos2, Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo, vec2,
};

use super::View;
use super::actions::{Action, Actions};
use crate::controller::{Command, Refusal};
use crate::game::NodeId;
use crate::rules::{Color, Move, Point, PointSet, Position};
use animation::Animations;
use geometry::BoardGeometry;
use input::{Outcome, Situation, Step};
use marks::Marks;
use plate::Plate;
use stones::StoneLook;

pub use plate::gradient;

/// How long a refusal stays at its point.
const BUBBLE_SECONDS: f64 = 2.0;
/// How long a hint takes to appear.
const HINT_FADE: f64 = 0.15;

/// What the board remembers between frames; nothing of it is saved.
#[derive(Default)]
pub struct BoardState {
    step: Step,
    /// The point the keyboard is on or would be on.
    cursor: Option<Point>,
    drag: Option<Drag>,
    bubble: Option<(Point, Refusal, f64)>,
    animations: Animations,
    plate: Plate,
    /// What the board showed last.
    seen: Option<NodeId>,
    /// Where a stone was last dropped: it need not travel there again.
    dropped: Option<Point>,
    hint_since: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Drag {
    from: Point,
    /// From the pointer to the stone's centre when it was picked up.
    grip: Vec2,
}

impl BoardState {
    /// How far the person is with the move.
    pub fn step(&self) -> Step {
        self.step
    }

    /// Gives up the move that was begun; false if none was.
    pub fn cancel(&mut self) -> bool {
        let begun = self.step != Step::Idle || self.drag.is_some();
        if let Step::Removing(_) = self.step {
            self.animations.finish();
        }
        self.step = Step::Idle;
        self.drag = None;
        begun
    }

    /// Forgets everything: another game is on the board.
    pub fn reset(&mut self) {
        *self = BoardState { cursor: self.cursor, plate: std::mem::take(&mut self.plate), ..BoardState::default() };
    }

    /// Shows a reason at a point.
    pub fn refuse(&mut self, point: Point, refusal: Refusal, now: f64) {
        self.bubble = Some((point, refusal, now));
    }

    /// The refusal that is shown now.
    pub fn refusal(&self, now: f64) -> Option<Refusal> {
        self.bubble.filter(|(.., since)| now < since + BUBBLE_SECONDS).map(|(_, refusal, _)| refusal)
    }

    /// Begins the animations that lead from what was seen last to what is shown now.
    fn follow(&mut self, view: &View) {
        let (controller, now) = (view.controller, view.now);
        let shown = controller.shown();
        if self.seen == Some(shown) {
            return;
        }
        let tree = controller.game().tree();
        let before = self.seen.replace(shown);
        let dropped = self.dropped.take();
        let begun = std::mem::take(&mut self.step);
        self.drag = None;
        let node = tree.node(shown);
        if !view.settings.moves() {
            self.animations.finish();
            return;
        }
        match (before, node.mv) {
            (Some(before), Some(mv)) if node.parent == Some(before) => {
                let color = tree.node(before).position.side_to_move();
                match begun {
                    // The person has seen the stone go its way and the mill close: only the removal is new.
                    Step::Removing(action) if action == mv.action => {
                        if let Some(point) = mv.removal {
                            self.animations.remove(point, !color, now);
                        }
                    }
                    _ if dropped == Some(mv.action.target()) => {
                        self.animations.finish();
                        self.animations.flash(closed_mills(&node.position, mv), now);
                    }
                    _ => self.animations.play(mv, color, closed_mills(&node.position, mv), now),
                }
            }
            (Some(before), _) if tree.node(before).parent == Some(shown) => {
                if let Some(mv) = tree.node(before).mv {
                    self.animations.take_back(mv, node.position.side_to_move(), now);
                }
            }
            _ => self.animations.finish(),
        }
    }
}

/// The mills that a move has closed, as their points.
fn closed_mills(after: &Position, mv: Move) -> PointSet {
    let own = after.stones(!after.side_to_move());
    lines_through(own, mv.action.target())
}

/// The points of all complete lines of `stones` through a point.
fn lines_through(stones: PointSet, point: Point) -> PointSet {
    let lines = point.mills().into_iter().filter(|mill| *mill & stones == *mill);
    lines.fold(PointSet::EMPTY, |all, mill| all | mill)
}

/// Draws the board into a pane and lets a person play on it.
pub fn board_ui(ui: &mut Ui, pane: Rect, margin: f32, view: &View, state: &mut BoardState, actions: &mut Actions) {
    let board = BoardGeometry::fit(pane, margin, view.settings.flipped);
    state.follow(view);
    let situation = Situation {
        position: view.controller.position(),
        rule: view.controller.game().removal_rule(),
        may_act: view.controller.may_act(),
    };
    let mut hovered = None;
    let mut focused = None;
    for point in Point::READING_ORDER {
        let response = point_ui(ui, board, point, view, &situation, state, actions);
        if response.hovered() {
            hovered = Some(point);
        }
        if response.has_focus() {
            focused = Some(point);
        }
    }
    let pointer = ui.input(|input| input.pointer.latest_pos());
    let scene = Scene { board, view, situation, hovered, focused, pointer };
    scene.paint(ui.painter(), state);
    if state.animations.is_running(view.now) || state.drag.is_some() {
        ui.ctx().request_repaint();
    }
    if let Some((.., since)) = state.bubble {
        let left = since + BUBBLE_SECONDS - view.now;
        if left > 0.0 {
            // Opaque at first, then fading: only the fading needs frames.
            let quiet = (left - 0.3).max(0.0);
            ui.ctx().request_repaint_after_secs(if quiet > 0.0 { quiet as f32 } else { 0.0 });
        } else {
            state.bubble = None;
        }
    }
}

/// One of the 24 points as something to click, drag, focus and read.
fn point_ui(
    ui: &mut Ui,
    board: BoardGeometry,
    point: Point,
    view: &View,
    situation: &Situation,
    state: &mut BoardState,
    actions: &mut Actions,
) -> Response {
    let cursor = state.cursor.unwrap_or(Point::READING_ORDER[0]);
    // The board is one stop of the Tab key; arrows lead on from there.
    let sense = if point == cursor { Sense::click_and_drag() } else { Sense::CLICK | Sense::DRAG };
    let mut response = ui.interact(board.hit_rect(point), point_id(point), sense);
    let selected = matches!(state.step, Step::Selected(from) if from == point);
    response.widget_info(|| {
        let label = view.texts.point_label(&label_of(point, situation, state.step));
        WidgetInfo::selected(Role::Button, true, selected, label)
    });
    if situation.choices(state.step).contains(point)
        || (state.step != Step::Idle && situation.movable().contains(point))
    {
        response = response.on_hover_cursor(CursorIcon::PointingHand);
    }
    if response.has_focus() {
        keyboard(ui, point, view.settings.flipped, &response, state);
    }
    if response.clicked() {
        let outcome = situation.click(state.step, point);
        settle(outcome, view, situation, state, actions);
    }
    if response.drag_started() {
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
    if response.drag_stopped() {
        if let (Some(drag), Some(place)) = (state.drag.take(), response.interact_pointer_pos()) {
            match board.nearest(place + drag.grip) {
                Some(to) if to != drag.from => {
                    state.dropped = Some(to);
                    settle(situation.drop(drag.from, to), view, situation, state, actions);
                }
                // Dropped beside the board or back home: nothing has happened.
                _ => state.step = Step::Idle,
            }
        }
    }
    response
}

fn point_id(point: Point) -> Id {
    Id::unique(("point", point.index()))
}

/// Arrows walk along the lines. Enter and the space bar are clicks, which egui sees to.
fn keyboard(ui: &Ui, point: Point, flipped: bool, response: &Response, state: &mut BoardState) {
    state.cursor = Some(point);
    let arrows = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
    let ways = [
        (Key::ArrowLeft, vec2(-1.0, 0.0)),
        (Key::ArrowRight, vec2(1.0, 0.0)),
        (Key::ArrowUp, vec2(0.0, -1.0)),
        (Key::ArrowDown, vec2(0.0, 1.0)),
    ];
    for (key, way) in ways {
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
            if let Some(next) = geometry::neighbour_towards(point, way, flipped) {
                state.cursor = Some(next);
                ui.memory_mut(|memory| memory.request_focus(point_id(next)));
                ui.ctx().request_repaint();
            }
        }
    }
}

/// Carries out what a click or a drop came to.
fn settle(outcome: Outcome, view: &View, situation: &Situation, state: &mut BoardState, actions: &mut Actions) {
    let before = state.step;
    match outcome {
        Outcome::Next(step) => {
            state.step = step;
            state.bubble = None;
            actions.push(Action::Do(Command::DropHint));
            if let Step::Removing(action) = step {
                let color = situation.position.side_to_move();
                if view.settings.moves() && state.dropped.take() != Some(action.target()) {
                    state.animations.act(action, color, view.now);
                }
            }
        }
        Outcome::Play(mv) => {
            // A removal is told from the animation of the whole move when the board follows.
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

/// What a point's accessible name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointLabel {
    /// The point.
    pub point: Point,
    /// Whose stone stands there.
    pub stone: Option<Color>,
    /// Whether it stands in a mill.
    pub in_mill: bool,
    /// What a click would do.
    pub role: PointRole,
}

/// What a click on a point would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointRole {
    /// Nothing special.
    Plain,
    /// It is the chosen stone.
    Selected,
    /// The chosen stone may go there.
    Target,
    /// The closed mill may remove it.
    Removable,
}

fn label_of(point: Point, situation: &Situation, step: Step) -> PointLabel {
    let stones = stones_with(situation.position, step);
    let stone = Color::BOTH.into_iter().find(|color| stones[color.index()].contains(point));
    let in_mill = stone.is_some_and(|color| stones[color.index()].in_mills().contains(point));
    let chosen = situation.choices(step).contains(point);
    let role = match step {
        Step::Selected(from) if from == point => PointRole::Selected,
        Step::Selected(_) if chosen => PointRole::Target,
        Step::Removing(_) if chosen => PointRole::Removable,
        _ => PointRole::Plain,
    };
    PointLabel { point, stone, in_mill, role }
}

/// The stones on the board, the one that closed a mill on its target already.
fn stones_with(position: &Position, step: Step) -> [PointSet; 2] {
    let mut stones = Color::BOTH.map(|color| position.stones(color));
    if let Step::Removing(action) = step {
        let own = &mut stones[position.side_to_move().index()];
        if let Some(from) = action.origin() {
            own.remove(from);
        }
        own.insert(action.target());
    }
    stones
}

/// One frame of the board.
struct Scene<'a> {
    board: BoardGeometry,
    view: &'a View<'a>,
    situation: Situation<'a>,
    hovered: Option<Point>,
    focused: Option<Point>,
    pointer: Option<Pos2>,
}

impl Scene<'_> {
    fn paint(&self, painter: &Painter, state: &mut BoardState) {
        let Scene { board, view, situation, .. } = self;
        let (palette, now, controller) = (view.palette, view.now, view.controller);
        state.plate.paint(painter, *board, palette);
        let marks = Marks { painter, board: *board, palette };
        let step = state.step;
        let removing = matches!(step, Step::Removing(_));
        let shown = controller.game().tree().node(controller.shown());
        let travelling = state.animations.travelling(now);
        if let (Some(mv), true, false) = (shown.mv, view.settings.mark_last_move, removing) {
            if travelling.is_none() {
                marks.last_move(mv);
            }
        }
        let (lit_mills, strength) = self.lit_mills(state, travelling.is_some());
        if strength > 0.0 {
            marks.mills(lit_mills, strength);
        }
        let hint = controller.hint().filter(|_| !controller.is_looking_back() && step == Step::Idle);
        let fade = self.hint_opacity(painter, state, hint.is_some());
        if let Some(hint) = hint {
            marks.hint_arrow(hint.mv.action, fade);
        }
        let over = state.drag.and_then(|drag| board.nearest(self.pointer? + drag.grip));
        if let Step::Selected(from) = step {
            for target in situation.position.targets_from(from) {
                marks.target(target, over == Some(target) || (state.drag.is_none() && self.hovered == Some(target)));
            }
        }
        if let (Step::Idle, Some(point), Ok(())) = (step, self.hovered, situation.may_act) {
            if situation.position.hand(situation.position.side_to_move()) > 0
                && situation.position.free().contains(point)
                && hint.is_none()
            {
                marks.landing(point);
            }
        }
        self.stones(painter, state, lit_mills, strength);
        if let Some(hint) = hint {
            self.ghost(painter, &marks, hint.mv, fade);
            marks.pill(hint.mv.action.target(), &view.texts.hint_pill(hint), fade);
        }
        if removing && travelling.is_none() {
            for point in situation.position.removable(situation.rule) {
                marks.removable(point, self.hovered == Some(point));
            }
        }
        self.lifted(painter, &marks, state);
        if let Some(point) = self.focused {
            marks.focus(point);
        }
        if let Some((point, refusal, since)) = state.bubble {
            let left = since + BUBBLE_SECONDS - now;
            if left > 0.0 {
                let opacity = if view.settings.moves() { (left / 0.3).min(1.0) as f32 } else { 1.0 };
                marks.refused(point);
                marks.bubble(point, &view.texts.refusal(refusal), opacity);
            }
        }
    }

    /// The mills that glow now, and how brightly.
    fn lit_mills(&self, state: &BoardState, travelling: bool) -> (PointSet, f32) {
        let controller = self.view.controller;
        if let Step::Removing(action) = state.step {
            let own = stones_with(self.situation.position, state.step)[self.situation.position.side_to_move().index()];
            return (lines_through(own, action.target()), if travelling { 0.0 } else { 1.0 });
        }
        let node = controller.game().tree().node(controller.shown());
        let closed = node.mv.map_or(PointSet::EMPTY, |mv| closed_mills(&node.position, mv));
        let over = controller.outcome().is_some() && !controller.is_looking_back();
        if !closed.is_empty() && !travelling && (over || !self.view.settings.moves()) {
            return (closed, 1.0);
        }
        state.animations.flashing(self.view.now).unwrap_or((PointSet::EMPTY, 0.0))
    }

    /// How much of the hint is there yet.
    fn hint_opacity(&self, painter: &Painter, state: &mut BoardState, shown: bool) -> f32 {
        let now = self.view.now;
        if !shown {
            state.hint_since = None;
            return 0.0;
        }
        let since = *state.hint_since.get_or_insert(now);
        if !self.view.settings.moves() {
            return 1.0;
        }
        let t = ((now - since) / HINT_FADE).clamp(0.0, 1.0) as f32;
        if t < 1.0 {
            painter.ctx().request_repaint();
        }
        t
    }

    /// The stones that lie, travel and leave.
    fn stones(&self, painter: &Painter, state: &BoardState, glowing: PointSet, glow: f32) {
        let Scene { board, view, situation, .. } = self;
        let (palette, now, radius) = (view.palette, view.now, board.stone());
        let stones = stones_with(situation.position, state.step);
        let travelling = state.animations.travelling(now);
        let in_the_air = match (state.step, state.drag) {
            (Step::Selected(from), _) => Some(from),
            _ => None,
        };
        let paint = |center: Pos2, radius: f32, color: Color, look: StoneLook| {
            stones::paint(painter, center, radius, &palette.stones[color.index()], look);
        };
        let lying = StoneLook::lying(palette.shadow);
        // All shadows of one colour first would be right; stones are far enough apart for one pass.
        for color in [Color::Black, Color::White] {
            for point in stones[color.index()] {
                let arriving = travelling.is_some_and(|stone| stone.to == point);
                if arriving || in_the_air == Some(point) {
                    continue;
                }
                let mut look = lying;
                if glowing.contains(point) {
                    look.shadow = look.shadow.gamma_multiply(1.0 - glow);
                }
                paint(board.center(point), radius, color, look);
            }
        }
        if let Some(stone) = state.animations.fading(now) {
            let look = StoneLook { opacity: stone.presence, ..lying };
            paint(board.center(stone.point), radius * (0.8 + 0.2 * stone.presence), stone.color, look);
        }
        if let Some(stone) = travelling {
            let to = board.center(stone.to);
            match stone.from {
                Some(from) => {
                    let center = board.center(from).lerp(to, stone.progress);
                    paint(center, radius * 1.03, stone.color, StoneLook { lifted: true, ..lying });
                }
                None => {
                    let look = StoneLook { opacity: stone.progress, ..lying };
                    paint(to, radius * (1.25 - 0.25 * stone.progress), stone.color, look);
                }
            }
        }
    }

    /// The chosen stone: raised at its point, or under the pointer while it is dragged.
    fn lifted(&self, painter: &Painter, marks: &Marks, state: &BoardState) {
        let Step::Selected(from) = state.step else { return };
        let Scene { board, view, situation, .. } = self;
        let (palette, radius) = (view.palette, board.stone());
        let colors = &palette.stones[situation.position.side_to_move().index()];
        let home = board.center(from);
        let look = StoneLook { lifted: true, ..StoneLook::lying(palette.shadow) };
        match (state.drag, self.pointer) {
            (Some(drag), Some(pointer)) => {
                let ghost = StoneLook { opacity: 0.35, shadow: eframe::egui::Color32::TRANSPARENT, lifted: false };
                stones::paint(painter, home, radius, colors, ghost);
                stones::paint(painter, pointer + drag.grip, 1.08 * radius, colors, look);
            }
            _ => {
                let center = home - vec2(0.0, 0.06 * radius);
                marks.selection(center);
                stones::paint(painter, center, 1.05 * radius, colors, look);
            }
        }
    }

    /// The stone a hint speaks of.
    fn ghost(&self, painter: &Painter, marks: &Marks, mv: Move, opacity: f32) {
        let Scene { board, view, situation, .. } = self;
        let center = board.center(mv.action.target());
        painter.circle_filled(center, 0.98 * board.stone(), view.palette.board.gamma_multiply(opacity));
        let colors = &view.palette.stones[situation.position.side_to_move().index()];
        let look = StoneLook { opacity: 0.74 * opacity, shadow: eframe::egui::Color32::TRANSPARENT, lifted: false };
        stones::paint(painter, center, board.stone(), colors, look);
        marks.hint_ring(mv, opacity);
    }
}
