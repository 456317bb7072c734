//! The review in the window: what was judged, the mistake that is shown, and trying to do better.

mod marks;

use std::sync::Arc;

use eframe::egui::{Context, Key, KeyboardShortcut, Modifiers, Popup};

use super::actions::{Action, Actions};
use super::{App, View};
use crate::controller::review::{Question, ReviewEvent, Reviewing, Verdict, notes, tags};
use crate::controller::{Branch, Command, ComputerSettings, Judgement, Look, PlayerKind, Seat, Waker};
use crate::texts::Texts;
use muehle_engine::game::{MoveTree, NodeId};
use muehle_engine::players::Resources;
use muehle_engine::review::{Class, Effort, JudgedMove, ReviewedMove};
use muehle_engine::rules::{Color, Move};

pub use marks::{color, mark};

/// On the board at most this many better moves are shown.
const SHOWN: usize = 2;

/// A request about the review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewWish {
    /// Shows the review; begins one if there is none of this line.
    Show,
    /// Reviews the shown line, whatever is known.
    Again,
    /// Ends the running review.
    Stop,
    /// Closes it; what was judged stays.
    Close,
    /// Shows the next mistake, or the previous one.
    Step(bool),
    /// Asks for a better move than this one.
    Try(NodeId),
    /// Shows the better moves after all.
    ShowAnswer,
    /// Plays on from the position before this move, or with the right move that was found.
    PlayFrom(NodeId),
}

/// Somebody looks for a better move.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// The move to better.
    pub node: NodeId,
    /// How far it is.
    pub state: AttemptState,
}

/// How far an attempt is.
#[derive(Clone, Debug, PartialEq)]
pub enum AttemptState {
    /// The board waits for a move.
    Asking,
    /// A move is being judged.
    Judging(Move),
    /// It was not better.
    Wrong(Box<JudgedMove>),
    /// It was.
    Right(Move),
}

/// What the window keeps about the review.
pub struct ReviewState {
    reviewing: Reviewing,
    open: bool,
    attempt: Option<Attempt>,
}

impl ReviewState {
    /// Nothing is reviewed yet.
    pub fn new(resources: Arc<Resources>, waker: Waker) -> ReviewState {
        ReviewState { reviewing: Reviewing::new(resources, waker), open: false, attempt: None }
    }

    /// Whether the panel shows it.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// How many moves are judged, and of how many, while a review runs.
    pub fn progress(&self) -> Option<(usize, usize)> {
        self.reviewing.progress()
    }

    /// How many moves were judged before the review was stopped, if it was.
    pub fn stopped_after(&self) -> Option<usize> {
        self.reviewing.review().filter(|review| review.stopped).map(|review| review.moves.len())
    }

    /// The attempt to do better.
    pub fn attempt(&self) -> Option<&Attempt> {
        self.attempt.as_ref()
    }

    /// What is known about a move, if the review is shown.
    pub fn of(&self, node: NodeId) -> Option<&JudgedMove> {
        self.reviewing.review().filter(|_| self.open)?.of(node)
    }

    /// The value after a move as White sees it, if the review is shown.
    pub fn judgement(&self, node: NodeId) -> Option<Judgement> {
        let review = self.reviewing.review().filter(|_| self.open)?;
        if node == MoveTree::ROOT {
            let first = review.moves.first()?;
            let depth = first.judged.depth;
            return Some(Judgement { score: first.judged.before.score().for_white(first.judged.side), depth });
        }
        let judged = review.of(node)?;
        Some(Judgement { score: judged.after.score().for_white(judged.side), depth: judged.depth })
    }

    /// The moves that are judged, in their order.
    pub fn moves(&self) -> &[ReviewedMove] {
        self.reviewing.review().map_or(&[], |review| &review.moves)
    }

    /// The move with the next mistake after a ply of the line, or with the previous one before it.
    pub fn mistake_from(&self, view_ply: usize, tree: &MoveTree, forward: bool) -> Option<NodeId> {
        let mut faults = self.moves().iter().filter(|reviewed| reviewed.judged.class.is_fault());
        let ply = |reviewed: &&ReviewedMove| tree.node(reviewed.node).ply();
        let found = if forward {
            faults.find(|reviewed| ply(reviewed) > view_ply)
        } else {
            faults.rfind(|reviewed| ply(reviewed) < view_ply)
        };
        found.map(|reviewed| reviewed.node)
    }

    /// Another game is on the board.
    pub fn forget(&mut self) {
        self.reviewing.forget();
        (self.open, self.attempt) = (false, None);
    }

    /// The game goes on.
    pub fn close(&mut self) {
        (self.open, self.attempt) = (false, None);
    }
}

/// What the board shows of the review: the class of the shown move, what was better, and what that is worth.
pub fn on_board(view: &View) -> Option<(Class, Vec<Move>, String)> {
    if view.review.attempt.is_some() {
        return None;
    }
    let judged = view.review.of(view.controller.shown())?;
    let mut better: Vec<Move> = Vec::new();
    if judged.class.is_fault() {
        for mv in &judged.kept {
            if better.len() < SHOWN && !better.iter().any(|known| known.action.target() == mv.action.target()) {
                better.push(*mv);
            }
        }
    }
    let value = view.texts.study.score(judged.before.score().for_white(judged.side), view.settings.study.thousandths);
    Some((judged.class, better, view.texts.review.better(value)))
}

/// Shows the next mistake.
pub const NEXT: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::N);
/// Shows the previous one.
pub const PREVIOUS: KeyboardShortcut = KeyboardShortcut::new(Modifiers::SHIFT, Key::N);
/// Begins or shows a review.
pub const START: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::R);

/// Handles the keys of the review. Called before other keys, because N also means one move of a watched game.
pub fn keys(ctx: &Context, view: &View, actions: &mut Actions) {
    if ctx.text_edit_focused() || Popup::is_any_open(ctx) {
        return;
    }
    let pressed = |shortcut| ctx.input_mut(|input| input.consume_shortcut(shortcut));
    if view.review.is_open() {
        // The longer combination first.
        if pressed(&PREVIOUS) {
            actions.push(Action::Review(ReviewWish::Step(false)));
        } else if pressed(&NEXT) {
            actions.push(Action::Review(ReviewWish::Step(true)));
        }
    }
    if pressed(&START) {
        actions.push(Action::Review(ReviewWish::Show));
    }
}

/// What the status line says about the review; none if it is closed.
pub fn sentence(view: &View) -> Option<String> {
    if !view.review.is_open() {
        return None;
    }
    let texts = view.texts.review;
    match view.review.attempt.as_ref().map(|attempt| &attempt.state) {
        Some(AttemptState::Right(mv)) => return Some(texts.right_status(mv)),
        Some(_) => return Some(texts.asks_status().to_owned()),
        None => {}
    }
    let node = view.controller.shown();
    Some(match view.review.of(node) {
        Some(judged) => texts.status(move_name(view, node), texts.class(judged.class)),
        None => texts.status_start().to_owned(),
    })
}

/// A move with its number: `6. d2`, `6… d1`.
pub fn move_name(view: &View, node: NodeId) -> String {
    let (number, dots, mv) = numbered(view, node);
    format!("{number}{dots} {mv}")
}

fn numbered(view: &View, node: NodeId) -> (usize, &'static str, String) {
    let game = view.controller.game();
    let offset = usize::from(game.start().side_to_move() == Color::Black);
    let half = game.tree().node(node).ply() + offset;
    let mv = game.tree().node(node).mv.map(|mv| mv.to_string()).unwrap_or_default();
    (half.div_ceil(2), if half % 2 == 1 { "." } else { "…" }, mv)
}

impl App {
    /// Takes in what was judged meanwhile.
    pub(super) fn review_work(&mut self) {
        match self.review.reviewing.poll() {
            None => {}
            Some(ReviewEvent::Failed(error)) => {
                self.review.close();
                self.say_both(|texts| {
                    let reason = error.as_ref().map(|error| texts.heuristic_error(error));
                    texts.review.failed(reason.unwrap_or_else(|| texts.errors.crashed().to_owned()))
                });
            }
            Some(ReviewEvent::Done) => self.review_done(),
        }
    }

    /// Writes what was found into the game, and says what it comes to.
    fn review_done(&mut self) {
        let Some(review) = self.review.reviewing.review() else { return };
        let game = self.controller.game();
        let new = (notes(game, review, self.settings.language().texts()), tags(game, review));
        let (stopped, judged, accuracy) = (review.stopped, review.moves.len(), review.summary().accuracy);
        self.controller.apply(Command::AnnotateAll(new.0, new.1));
        self.say_both(|texts: Texts| match stopped {
            true => texts.review.stopped(judged),
            false => {
                let [white, black] = accuracy.map(|accuracy| texts.review.percent(accuracy));
                texts.review.done(white, black)
            }
        });
    }

    /// Carries out a request about the review.
    pub(super) fn carry_out_review(&mut self, ctx: &Context, wish: ReviewWish) {
        match wish {
            ReviewWish::Show | ReviewWish::Again => self.show_review(wish == ReviewWish::Again),
            ReviewWish::Stop => self.review.reviewing.stop(),
            ReviewWish::Close => {
                self.leave_attempt();
                self.review.close();
                self.panel.reviewing = false;
                self.controller.apply(Command::Look(Look::Last));
            }
            ReviewWish::Step(forward) => {
                self.leave_attempt();
                let tree = self.controller.game().tree();
                let ply = tree.node(self.controller.shown()).ply();
                match self.review.mistake_from(ply, tree, forward) {
                    Some(node) => self.look_at(node),
                    None if self.review.reviewing.progress().is_some() => {
                        self.say_both(|texts| texts.review.none_yet().to_owned());
                    }
                    None if forward => self.say_both(|texts| texts.review.no_next().to_owned()),
                    None => self.say_both(|texts| texts.review.no_previous().to_owned()),
                }
            }
            ReviewWish::Try(node) => {
                self.leave_attempt();
                let tree = self.controller.game().tree();
                if let Some(parent) = tree.node(node).parent {
                    let side = tree.node(parent).position.side_to_move();
                    self.controller.apply(Command::Look(Look::At(parent)));
                    self.review.attempt = Some(Attempt { node, state: AttemptState::Asking });
                    self.messages.clear();
                    self.speak(|texts| texts.review.asks(texts.side(side)));
                }
            }
            ReviewWish::ShowAnswer => {
                if let Some(attempt) = self.leave_attempt() {
                    self.look_at(attempt.node);
                }
            }
            ReviewWish::PlayFrom(node) => self.play_from(node),
        }
        ctx.request_repaint();
    }

    fn show_review(&mut self, again: bool) {
        if self.controller.is_partner_waiting() {
            return self.say_both(|texts| texts.refusal(crate::controller::Refusal::PartnerWaits));
        }
        self.leave_attempt();
        let line = self.controller.shown_line();
        let known = line.len() > 1 && self.review.reviewing.covers(&line[1..]);
        if (again || !known) && !self.review.reviewing.begin(self.controller.game(), line) {
            return self.say_both(|texts| texts.review.nothing().to_owned());
        }
        (self.review.open, self.panel.reviewing) = (true, true);
        self.study.tab = None;
        self.pages.current = super::pages::Page::Play;
        self.new_game = None;
        self.messages.clear();
        self.controller.apply(Command::Look(Look::First));
    }

    fn look_at(&mut self, node: NodeId) {
        self.messages.clear();
        self.controller.apply(Command::Look(Look::At(node)));
        self.speak_shown();
    }

    /// Ends an attempt to do better.
    fn leave_attempt(&mut self) -> Option<Attempt> {
        let attempt = self.review.attempt.take()?;
        self.board.cancel();
        Some(attempt)
    }

    /// Esc: back from an attempt to the mistake, or from the review to the game.
    pub(super) fn escape_review(&mut self, ctx: &Context) -> bool {
        if !self.review.open {
            return false;
        }
        match self.review.attempt {
            Some(_) => self.carry_out_review(ctx, ReviewWish::ShowAnswer),
            None => self.carry_out_review(ctx, ReviewWish::Close),
        }
        true
    }

    /// Takes a move for an attempt instead of the game; false if there is none.
    pub(super) fn try_move(&mut self, mv: Move, now: f64) -> bool {
        let Some(attempt) = &mut self.review.attempt else { return false };
        let tree = self.controller.game().tree();
        let Some(parent) = tree.node(attempt.node).parent.filter(|parent| *parent == self.controller.shown()) else {
            return false;
        };
        let position = tree.node(parent).position;
        let rule = self.controller.game().removal_rule();
        if position.check(mv, rule).is_err() {
            return false;
        }
        attempt.state = AttemptState::Judging(mv);
        self.board.hold(mv, position.side_to_move(), self.settings.moves().then_some(now));
        let kept = self.review.of(attempt_node(&self.review)).is_some_and(|judged| judged.kept.contains(&mv));
        if kept {
            self.tried(mv, None);
        } else {
            self.coach.ask(Question { position, rule, mv: Some(mv), effort: Effort::REVIEW });
        }
        true
    }

    /// A move of an attempt was judged. Without a judgement it is right.
    pub(super) fn tried(&mut self, mv: Move, judged: Option<JudgedMove>) {
        let Some(attempt) = &mut self.review.attempt else { return };
        if attempt.state != AttemptState::Judging(mv) {
            return;
        }
        match judged.filter(|judged| judged.class.is_fault()) {
            Some(judged) => {
                self.board.cancel();
                let words = [judged.clone()];
                attempt.state = AttemptState::Wrong(Box::new(judged));
                self.speak(|texts| format!("{}. {}", texts.review.wrong(mv), texts.refutation(&words[0])));
            }
            None => {
                attempt.state = AttemptState::Right(mv);
                let praised = self.review.of(attempt_node(&self.review)).cloned();
                self.speak(|texts| {
                    let praise = praised.as_ref().map_or("", |judged| texts.review.praise(judged));
                    format!("{}. {praise}", texts.review.right(mv))
                });
            }
        }
    }

    /// A verdict on a move of an attempt.
    pub(super) fn hear_try(&mut self, verdict: &Verdict) -> bool {
        let awaited = self.review.attempt.as_ref().map(|attempt| &attempt.state);
        if awaited != Some(&AttemptState::Judging(verdict.mv)) {
            return false;
        }
        self.tried(verdict.mv, verdict.judged.clone());
        true
    }

    /// Plays on against the computer from before a move, as a side line: nothing of the game is lost.
    fn play_from(&mut self, node: NodeId) {
        let found = self.leave_attempt().and_then(|attempt| match attempt.state {
            AttemptState::Right(mv) => Some(mv),
            _ => None,
        });
        let tree = self.controller.game().tree();
        let Some(parent) = tree.node(node).parent else { return };
        let side = tree.node(parent).position.side_to_move();
        let seats = self.seats_against(side);
        self.review.close();
        self.panel.reviewing = false;
        self.controller.apply(Command::Look(Look::At(parent)));
        self.controller.apply(Command::Branch(Branch::Here));
        self.controller.apply(Command::ChangeSeats(seats));
        if let Some(mv) = found {
            self.controller.apply(Command::Play(mv));
        }
        self.turn_board();
    }

    /// A person on one side and a computer on the other, with the names of the game.
    pub(super) fn seats_against(&self, side: Color) -> [Seat; 2] {
        let computer = |seats: &[Seat; 2]| seats.iter().find_map(|seat| seat.settings().cloned());
        let opponent = computer(self.controller.seats()).or_else(|| computer(&self.settings.seats));
        let opponent = opponent.unwrap_or_else(ComputerSettings::default);
        Color::BOTH.map(|color| {
            let name = self.controller.seat(color).name.clone();
            let kind = if color == side { PlayerKind::Human } else { PlayerKind::Computer(opponent.clone()) };
            Seat { name, kind }
        })
    }
}

fn attempt_node(review: &ReviewState) -> NodeId {
    review.attempt.as_ref().map_or(MoveTree::ROOT, |attempt| attempt.node)
}
