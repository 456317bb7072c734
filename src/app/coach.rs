//! The coach while playing: asks before a mistake counts, points out threats, and gives hints in two steps.

use std::sync::Arc;

use eframe::egui::{
    Align2, CornerRadius, Id, Pos2, Rect, Role, Sense, Shadow, Shape, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use super::actions::{Action, Actions};
use super::board::BoardGeometry;
use super::fonts::Weight;
use super::widgets::{ButtonStyle, Face, button_at, text_in, text_width};
use super::{App, View};
use crate::controller::review::{Coach, Question};
use crate::controller::{Command, Waker};
use muehle_engine::game::NodeId;
use muehle_engine::players::Resources;
use muehle_engine::review::{Effort, JudgedMove};
use muehle_engine::rules::{self, Move, PointSet, Position};

/// The size of the question at the board.
const BUBBLE: [f32; 2] = [264.0, 104.0];

/// A request to the coach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoachWish {
    /// Takes the move back that the coach asks about.
    TakeBack,
    /// Plays it anyway.
    PlayAnyway,
    /// Shows the opponent's threats.
    Threats,
}

/// What the window keeps about the coach.
pub struct CoachState {
    coach: Coach,
    held: Option<Held>,
    /// The moves that were already asked about, with their positions: nobody is asked twice.
    asked: Vec<(NodeId, Move)>,
    shows_threats: bool,
    /// Whether the hint shows only where to look.
    hint_hidden: bool,
}

/// A move that does not count yet.
struct Held {
    node: NodeId,
    mv: Move,
    /// Why the coach asks; none while the move is being judged.
    judged: Option<JudgedMove>,
}

impl CoachState {
    /// Starts the coach's thread.
    pub fn new(resources: Arc<Resources>, waker: Waker) -> CoachState {
        let coach = Coach::start(resources, waker);
        CoachState { coach, held: None, asked: Vec::new(), shows_threats: false, hint_hidden: false }
    }

    /// Asks about a position or a move.
    pub fn ask(&mut self, question: Question) {
        self.coach.ask(question);
    }

    /// Whether a move waits for the coach or for an answer to its question.
    pub fn holds_move(&self) -> bool {
        self.held.is_some()
    }

    /// The move that the coach asks about.
    pub fn question(&self) -> Option<&JudgedMove> {
        self.held.as_ref().and_then(|held| held.judged.as_ref())
    }

    /// Whether the coach is looking at a move.
    pub fn is_considering(&self) -> bool {
        self.held.as_ref().is_some_and(|held| held.judged.is_none())
    }

    /// Whether a hint shows only where to look.
    pub fn hides_hint(&self) -> bool {
        self.hint_hidden
    }

    /// The opponent's threats, if they are shown.
    pub fn threats(&self, view: &View) -> Vec<rules::Action> {
        let controller = view.controller;
        if !self.shows_threats || controller.may_act().is_err() || view.step != super::board::input::Step::Idle {
            return Vec::new();
        }
        controller.position().threats(!controller.game().side_to_move())
    }

    /// The game goes on, or another one begins.
    pub fn moved(&mut self) {
        (self.held, self.shows_threats, self.hint_hidden) = (None, false, false);
    }

    /// Another game is on the board.
    pub fn forget(&mut self) {
        self.moved();
        self.asked.clear();
    }
}

/// The line through the target of a move that most happens on: where a hint lets a person look first.
pub fn line_to_look_at(position: &Position, mv: Move) -> PointSet {
    let stones = !position.free();
    let [first, second] = mv.action.target().mills();
    if (second & stones).len() > (first & stones).len() { second } else { first }
}

/// The ends of that line.
pub fn ends_to_look_at(position: &Position, mv: Move) -> [rules::Point; 2] {
    let line = line_to_look_at(position, mv);
    super::board::geometry::ends(line.into_iter()).unwrap_or([mv.action.target(); 2])
}

/// Draws the question about a held move at its point.
pub fn question_ui(ui: &mut Ui, board: BoardGeometry, view: &View, actions: &mut Actions) {
    let Some(Held { node, mv, judged: Some(judged) }) = &view.coach.held else { return };
    let (texts, palette) = (view.texts.review, view.palette);
    let center = board.center(mv.action.target());
    let [width, height] = BUBBLE;
    // The words of some languages are long.
    let needed =
        [texts.take_back(), texts.play_anyway()].map(|name| text_width(ui, name, Weight::SemiBold, 14.5) + 28.0);
    let width = width.max(needed.iter().sum::<f32>() + 36.0);
    let size = vec2(width.min(board.side() - 16.0), height);
    let room = board.plate.shrink(6.0);
    let above = center.y - 1.5 * board.stone() - 10.0 - size.y > room.top();
    let direction = if above { -1.0 } else { 1.0 };
    let tip = center + vec2(0.0, direction * 1.42 * board.stone());
    let left = (center.x - size.x / 2.0).clamp(room.left(), (room.right() - size.x).max(room.left()));
    let top = if above { tip.y - 8.0 - size.y } else { tip.y + 8.0 };
    let rect = Rect::from_min_size(pos2(left, top), size);
    let painter = ui.painter().clone();
    let shadow = Shadow { offset: [0, 4], blur: 16, spread: 0, color: palette.shadow.gamma_multiply(0.8) };
    painter.add(shadow.as_shape(rect, CornerRadius::same(9)));
    // On a dark board only the border shows where the bubble ends.
    let border = Stroke::new(if palette.dark { 1.0 } else { 0.0 }, palette.button_border);
    painter.rect(rect, CornerRadius::same(9), palette.card, border, StrokeKind::Outside);
    let base = tip.y + direction * 9.0;
    let foot = center.x.clamp(rect.left() + 14.0, rect.right() - 14.0);
    let triangle = vec![tip, Pos2::new(foot + 8.0, base), Pos2::new(foot - 8.0, base)];
    painter.add(Shape::convex_polygon(triangle, palette.card, Stroke::NONE));
    // Nothing below the bubble can be clicked.
    let ground = ui.interact(rect, Id::unique("coach"), Sense::CLICK);
    let warning = texts.warning(judged);
    let question = texts.take_back_question();
    ground.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{warning} {question}")));
    let inner = rect.shrink2(vec2(14.0, 10.0));
    let line = |top: f32| Rect::from_min_size(pos2(inner.left(), inner.top() + top), vec2(inner.width(), 20.0));
    text_in(&painter, line(2.0), Align2::LEFT_CENTER, warning, Weight::SemiBold, 14.0, palette.text);
    text_in(&painter, line(23.0), Align2::LEFT_CENTER, question, Weight::Regular, 14.0, palette.text);
    let row = inner.with_min_y(inner.bottom() - 32.0);
    let (back, anyway) = row.split_left_right_at_fraction(needed[0] / (needed[0] + needed[1]));
    let (back, anyway) = (back.with_max_x(back.right() - 4.0), anyway.with_min_x(anyway.left() + 4.0));
    let (name, tip) = (texts.take_back(), texts.take_back_tip());
    let response = button_at(ui, back, "coach back", Face::Text(name), ButtonStyle::Primary, true, tip);
    if response.clicked() {
        actions.push(Action::Coach(CoachWish::TakeBack));
    }
    // The question gets the keyboard once.
    let seen = Id::unique(("coach asked", *node, mv.to_string()));
    if !ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default::<bool>(seen), true)) {
        response.request_focus();
    }
    let (name, tip) = (texts.play_anyway(), texts.play_anyway_tip());
    if button_at(ui, anyway, "coach anyway", Face::Text(name), ButtonStyle::Plain, true, tip).clicked() {
        actions.push(Action::Coach(CoachWish::PlayAnyway));
    }
}

impl App {
    /// Whether threats and hints may be shown: in games against a computer.
    fn may_coach(&self) -> bool {
        self.controller.only_person().is_some() && !self.controller.is_with_partner()
    }

    /// Whether the coach looks at the person's moves now.
    fn coaches(&self) -> bool {
        self.settings.coach && self.may_coach() && self.controller.may_act().is_ok()
    }

    /// Lets the coach think ahead while the person thinks, and hears what it found.
    pub(super) fn coach_work(&mut self) {
        let current = self.controller.game().current();
        if self.coach.held.as_ref().is_some_and(|held| held.node != current) {
            self.coach.held = None;
        }
        let tries = self.review.attempt().is_some();
        if self.coaches() && !tries {
            if !self.coach.holds_move() {
                self.coach.ask(self.question(None));
            }
        } else if !tries {
            self.coach.coach.forget();
        }
        while let Some(verdict) = self.coach.coach.poll() {
            if self.hear_try(&verdict) {
                continue;
            }
            let position = *self.controller.position();
            let awaited = self.coach.held.as_mut().filter(|held| held.judged.is_none() && held.mv == verdict.mv);
            let Some(held) = awaited.filter(|_| position == verdict.position) else { continue };
            match verdict.judged.filter(|judged| judged.class.is_mistake()) {
                Some(judged) => {
                    self.coach.asked.push((held.node, held.mv));
                    let warned = judged.clone();
                    held.judged = Some(judged);
                    self.speak(|texts| {
                        format!("{} {}", texts.review.warning(&warned), texts.review.take_back_question())
                    });
                }
                None => self.release(),
            }
        }
    }

    fn question(&self, mv: Option<Move>) -> Question {
        let (position, rule) = (*self.controller.position(), self.controller.game().removal_rule());
        Question { position, rule, mv, effort: Effort::COACH }
    }

    /// Lets the coach look at a move before it counts; false if it counts at once.
    pub(super) fn hold_move(&mut self, mv: Move, now: f64) -> bool {
        let node = self.controller.game().current();
        if self.coach.holds_move() {
            return true;
        }
        let (position, rule) = (*self.controller.position(), self.controller.game().removal_rule());
        if !self.coaches() || self.coach.asked.contains(&(node, mv)) || position.check(mv, rule).is_err() {
            return false;
        }
        self.coach.held = Some(Held { node, mv, judged: None });
        self.board.hold(mv, position.side_to_move(), self.settings.moves().then_some(now));
        self.coach.ask(self.question(Some(mv)));
        true
    }

    /// The held move counts.
    fn release(&mut self) {
        if let Some(Held { mv, .. }) = self.coach.held.take() {
            self.messages.clear();
            self.controller.apply(Command::Play(mv));
        }
    }

    /// Takes the held move back; false if there is none.
    pub(super) fn take_back_held(&mut self) -> bool {
        let held = self.coach.held.take().is_some();
        if held {
            self.board.cancel();
        }
        held
    }

    /// Esc: takes a held move back, or hides the threats.
    pub(super) fn escape_coach(&mut self) -> bool {
        self.take_back_held() || std::mem::take(&mut self.coach.shows_threats)
    }

    /// Carries out a request to the coach.
    pub(super) fn carry_out_coach(&mut self, wish: CoachWish) {
        match wish {
            CoachWish::TakeBack => {
                self.take_back_held();
            }
            CoachWish::PlayAnyway => self.release(),
            CoachWish::Threats => self.tell_threats(),
        }
    }

    /// Shows the opponent's threats on the board, in a game against a computer.
    pub(super) fn show_threats(&mut self) {
        self.coach.shows_threats = self.may_coach() && self.controller.may_act().is_ok();
    }

    fn tell_threats(&mut self) {
        self.show_threats();
        if self.coach.shows_threats {
            let side = !self.controller.game().side_to_move();
            let threats = self.controller.position().threats(side);
            let points: Vec<rules::Point> = threats.into_iter().map(rules::Action::target).collect();
            self.say_both(|texts| texts.threats(side, &points));
        }
    }

    /// A hint was found: the coach first says only where to look. False if the move is shown at once.
    pub(super) fn hides_found_hint(&mut self, mv: Move) -> bool {
        self.coach.hint_hidden = self.coaches() && self.board.step() == super::board::input::Step::Idle;
        if self.coach.hint_hidden {
            let [from, to] = ends_to_look_at(self.controller.position(), mv);
            self.speak(|texts| texts.review.hint_line(from, to));
        }
        self.coach.hint_hidden
    }

    /// The second step of a hint; false if there is no first one.
    pub(super) fn reveal_hint(&mut self) -> bool {
        self.controller.hint().is_some() && std::mem::take(&mut self.coach.hint_hidden)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use muehle_engine::rules::Point;

    #[test]
    fn a_hint_points_to_the_line_with_the_most_stones() {
        let position: Position = "a1,d1/b4 w 7 8".parse().unwrap();
        let points = line_to_look_at(&position, "g1xb4".parse().unwrap());
        assert_eq!(points, [Point::A1, Point::D1, Point::G1].into_iter().collect());
        assert_eq!(ends_to_look_at(&position, "g1xb4".parse().unwrap()), [Point::A1, Point::G1]);
    }
}
