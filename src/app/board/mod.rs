//! The board: what is on it, what a person does on it, and how both look.

mod animation;
mod diagram;
mod drawing;
pub mod geometry;
pub mod input;
mod marks;
mod person;
mod plate;
pub mod round;
mod scene;
pub mod stones;

use std::collections::VecDeque;

use eframe::egui::{Key, Painter, Rect, Ui, Vec2};

use super::View;
use super::actions::{Action, Actions};
use super::{coach, review, study};
use crate::controller::{Hint, Refusal};
use animation::Animations;
use drawing::{Sketch, drawing_ui};
pub use geometry::BoardGeometry;
use input::{Situation, Step};
use muehle_engine::game::{Game, NodeId};
use muehle_engine::review::Class;
use muehle_engine::rules::{self, Color, Move, Point, PointSet, Position};
use person::{keyboard, point_ui};
use plate::Plate;
use scene::Scene;

pub use diagram::Diagram;
pub use plate::coordinates;

/// How long a refusal stays at its point.
const BUBBLE_SECONDS: f64 = 2.0;
/// How long a hint takes to appear.
const HINT_FADE: f64 = 0.15;

/// What the board shows: the running game, or a lesson.
#[derive(Clone, Copy)]
pub struct Stage<'a> {
    /// The game.
    pub game: &'a Game,
    /// The position that is shown.
    pub shown: NodeId,
    /// Whether a person may move now.
    pub may_act: Result<(), Refusal>,
    /// The hint on the board.
    pub hint: Option<&'a Hint>,
    /// The line that the first step of a hint points to.
    pub hint_line: PointSet,
    /// How the opponent could close mills.
    pub threats: &'a [rules::Action],
    /// What a review says about the shown move.
    pub verdict: Option<Verdict<'a>>,
    /// Points that a lesson marks.
    pub wanted: PointSet,
    /// Points that the explorer points out.
    pub pointed: PointSet,
    /// The values that are shown on the board, as text.
    pub values: &'a [(Point, String)],
}

/// What a review says about the shown move.
#[derive(Clone, Copy)]
pub struct Verdict<'a> {
    /// Its class.
    pub class: Class,
    /// The moves that were better.
    pub better: &'a [Move],
    /// What they are worth, in a word or two.
    pub words: &'a str,
}

impl<'a> Stage<'a> {
    /// A game without anything beside it.
    pub fn plain(game: &'a Game, may_act: Result<(), Refusal>) -> Stage<'a> {
        Stage {
            game,
            shown: game.current(),
            may_act,
            hint: None,
            hint_line: PointSet::EMPTY,
            threats: &[],
            verdict: None,
            wanted: PointSet::EMPTY,
            pointed: PointSet::EMPTY,
            values: &[],
        }
    }

    /// The running game.
    fn of_game(view: &View<'a>, values: &'a [(Point, String)]) -> Stage<'a> {
        let controller = view.controller;
        let first_step = view.coach.hides_hint();
        Stage {
            shown: controller.shown(),
            hint: controller.hint().filter(|_| !first_step),
            hint_line: controller
                .hint()
                .filter(|_| first_step)
                .map_or(PointSet::EMPTY, |hint| coach::line_to_look_at(controller.position(), hint.mv)),
            values,
            pointed: view.pointed & controller.position().free(),
            ..Stage::plain(controller.game(), controller.may_move())
        }
    }

    fn position(&self) -> &'a Position {
        &self.game.tree().node(self.shown).position
    }

    fn is_looking_back(&self) -> bool {
        self.shown != self.game.current()
    }
}

/// What the board keeps between frames; none of it is saved.
#[derive(Default)]
pub struct BoardState {
    step: Step,
    /// The point that has or would get the keyboard focus.
    cursor: Option<Point>,
    drag: Option<Drag>,
    bubble: Option<(Point, Refusal, f64)>,
    animations: Animations,
    plate: Plate,
    /// What the board showed last.
    seen: Option<NodeId>,
    /// Where a stone was last dropped: it needs no animation.
    dropped: Option<Point>,
    hint_since: Option<f64>,
    sketch: Option<Sketch>,
    /// A point that counts as clicked.
    pressed: Option<Point>,
    /// Keys that wait for the next frame.
    keys: VecDeque<Key>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Drag {
    from: Point,
    /// From the pointer to the stone's centre when it was picked up.
    grip: Vec2,
}

impl BoardState {
    /// The step of the move the person is at.
    pub fn step(&self) -> Step {
        self.step
    }

    /// Whether a stone is on its way.
    pub fn is_moving(&self, now: f64) -> bool {
        self.animations.travelling(now).is_some()
    }

    /// Cancels the started move; false if there is none.
    pub fn cancel(&mut self) -> bool {
        let begun = self.step != Step::Idle || self.drag.is_some();
        if let Step::Removing(_) = self.step {
            self.animations.finish();
        }
        self.step = Step::Idle;
        self.drag = None;
        begun
    }

    /// The game is over: a move that was started is not played any more. One that ended the game is still to be shown.
    pub fn end(&mut self, shown: NodeId) {
        if self.seen == Some(shown) {
            self.cancel();
        }
    }

    /// Shows a move as if it was played, until somebody has looked at it.
    pub fn hold(&mut self, mv: Move, color: Color, now: Option<f64>) {
        let seen = matches!(self.step, Step::Removing(action) if action == mv.action);
        let dropped = self.dropped.take() == Some(mv.action.target());
        self.step = Step::Held(mv);
        self.drag = None;
        if let Some(now) = now.filter(|_| !seen && !dropped) {
            self.animations.act(mv.action, color, now);
        }
    }

    /// Forgets everything: another game is on the board.
    pub fn reset(&mut self) {
        *self = BoardState { cursor: self.cursor, plate: std::mem::take(&mut self.plate), ..BoardState::default() };
    }

    /// Lets a point count as clicked; a started move is cancelled first.
    pub fn press(&mut self, point: Point) {
        self.cancel();
        self.pressed = Some(point);
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
    fn follow(&mut self, stage: &Stage, view: &View) {
        let (shown, now) = (stage.shown, view.now);
        if self.seen == Some(shown) {
            return;
        }
        let tree = stage.game.tree();
        let before = self.seen.replace(shown);
        // A refusal belongs to the time before this move.
        self.bubble = None;
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
                    // Nothing is new to the person.
                    Step::Held(held) if held == mv => self.animations.flash(closed_mills(&node.position, mv), now),
                    // The person has already seen the stone move and the mill close: only the removal is new.
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
pub fn closed_mills(after: &Position, mv: Move) -> PointSet {
    let own = after.stones(!after.side_to_move());
    lines_through(own, mv.action.target())
}

/// The points of all complete lines of `stones` through a point.
fn lines_through(stones: PointSet, point: Point) -> PointSet {
    let lines = point.mills().into_iter().filter(|mill| *mill & stones == *mill);
    lines.fold(PointSet::EMPTY, |all, mill| all | mill)
}

/// Where the board of the running game is in a pane.
pub fn place_in(pane: Rect, margin: f32, view: &View) -> BoardGeometry {
    BoardGeometry::beside_bar(pane, margin, view.settings.flipped, view.shows_bar())
}

/// Draws the board of the running game into a pane and lets a person play on it; or a line that is looked at.
pub fn board_ui(ui: &mut Ui, pane: Rect, margin: f32, view: &View, state: &mut BoardState, actions: &mut Actions) {
    let board = place_in(pane, margin, view);
    if let Some(preview) = &view.study.preview {
        let game = preview.game();
        let stage = Stage::plain(game, Err(Refusal::LookingBack));
        let mut clicks = Actions::new();
        stage_ui(ui, board, &stage, view, state, &mut clicks);
        // A click leads back to the game.
        if !clicks.is_empty() {
            actions.push(Action::Study(study::Wish::Preview(None)));
        }
    } else {
        // Values would give the answer away.
        let tries = view.review.attempt().is_some();
        let values = if tries { Vec::new() } else { study::value_words(view, state.step()) };
        let (threats, verdict) = (view.coach.threats(view), review::on_board(view));
        let verdict = verdict.as_ref().map(|(class, better, words)| Verdict { class: *class, better, words });
        let stage = Stage { threats: &threats, verdict, ..Stage::of_game(view, &values) };
        stage_ui(ui, board, &stage, view, state, actions);
        drawing_ui(ui, board, view, &mut state.sketch, actions);
        coach::question_ui(ui, board, view, actions);
    }
    study::bar_ui(ui, pane, board, view, actions);
}

/// Draws a board and lets a person play on it.
pub fn stage_ui(
    ui: &mut Ui,
    board: BoardGeometry,
    stage: &Stage,
    view: &View,
    state: &mut BoardState,
    actions: &mut Actions,
) {
    state.follow(stage, view);
    keyboard(ui, view.settings.flipped, state);
    let situation = Situation { position: stage.position(), rule: stage.game.removal_rule(), may_act: stage.may_act };
    let mut hovered = None;
    let mut focused = None;
    for point in Point::READING_ORDER {
        let response = point_ui(ui, board, point, stage, view, &situation, state, actions);
        if response.hovered() {
            hovered = Some(point);
        }
        if response.has_focus() {
            focused = Some(point);
        }
        // A short value like "W 3" is explained where it is.
        if let Some((_, words)) = stage.values.iter().find(|(place, _)| *place == point) {
            response.on_hover_text(words);
        }
    }
    let pointer = ui.input(|input| input.pointer.latest_pos());
    let scene = Scene { board, stage, view, situation, hovered, focused, pointer };
    scene.paint(ui.painter(), state);
    if state.animations.is_running(view.now) || state.drag.is_some() {
        ui.ctx().request_repaint();
    }
    if let Some((.., since)) = state.bubble {
        let left = since + BUBBLE_SECONDS - view.now;
        if left > 0.0 {
            // Only the fading at the end needs frames.
            let quiet = (left - 0.3).max(0.0);
            ui.ctx().request_repaint_after_secs(if quiet > 0.0 { quiet as f32 } else { 0.0 });
        } else {
            state.bubble = None;
        }
    }
}

/// Marks a point as right or wrong.
pub fn verdict_ui(painter: &Painter, board: BoardGeometry, view: &View, right: bool, point: Point) {
    marks::Marks { painter, board, palette: view.board }.verdict(point, right);
}

/// Draws the move that refutes the last one of a game, and says a few words at it if there are any.
pub fn refutation_ui(painter: &Painter, board: BoardGeometry, view: &View, game: &Game, mv: Move, words: &str) {
    let marks = marks::Marks { painter, board, palette: view.board };
    let position = game.position();
    let colors = &view.board.stones[position.side_to_move().index()];
    marks.refutation_arrow(mv.action, !position.free());
    let center = board.center(mv.action.target());
    stones::paint_ghost(painter, center, board.stone(), colors, 0.74, view.board.board);
    marks.refutation_ring(mv);
    if !words.is_empty() {
        marks.refutation_pill(mv.action.target(), words);
    }
}

/// What a point's accessible name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointLabel {
    /// The point.
    pub point: Point,
    /// The colour of the stone on it.
    pub stone: Option<Color>,
    /// Whether the stone is in a mill.
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

/// The stones in hand, without the one that closed a mill.
pub fn hand_with(position: &Position, step: Step, side: Color) -> u8 {
    let is_placed = matches!(step.action(), Some(rules::Action::Place(_))) && position.side_to_move() == side;
    position.hand(side).saturating_sub(u8::from(is_placed))
}

/// The stones on the board, with the one that closed a mill already on its target.
pub fn stones_with(position: &Position, step: Step) -> [PointSet; 2] {
    let mut stones = Color::BOTH.map(|color| position.stones(color));
    if let Step::Held(Move { removal: Some(point), .. }) = step {
        stones[(!position.side_to_move()).index()].remove(point);
    }
    if let Some(action) = step.action() {
        let own = &mut stones[position.side_to_move().index()];
        if let Some(from) = action.origin() {
            own.remove(from);
        }
        own.insert(action.target());
    }
    stones
}
