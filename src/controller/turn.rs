//! The turn: what a computer thinks about, the move it holds back, hints, offers and pauses.

use std::time::{Duration, Instant};

use super::mind::{Lesson, MindError, Progress, Purpose, Task, Thought};
use super::thinker::{Answer, Thinker};
use super::{ComputerSettings, Hint, Thinking};
use muehle_engine::game::{Game, NodeId};
use muehle_engine::rules::Color;

/// What happens between two moves.
pub(super) struct Turn {
    thinker: Thinker,
    thinking: Option<Thinking>,
    /// A computer's move that is not due yet.
    held: Option<Thought>,
    pub hint: Option<Hint>,
    /// The person who waits for an answer to a draw offer.
    pub draw_offer: Option<Color>,
    /// Where the computer last declined a draw.
    pub declined_at: Option<NodeId>,
    paused: bool,
    /// Whether one more move is wanted although the game is paused.
    stepping: bool,
    /// The shortest time between a computer's move and the move before it.
    pub pace: Duration,
    last_move_at: Instant,
    seed: u64,
}

/// What came of listening to the thinker.
pub(super) enum Heard {
    /// Nothing to act on: a computer thinks on, or has found its move.
    Nothing,
    /// A thought that was asked for, for this side.
    Thought(Purpose, Color, Box<Thought>),
    /// There is no thought.
    Failed(MindError),
}

impl Turn {
    pub fn new(thinker: Thinker, seed: u64) -> Turn {
        Turn {
            thinker,
            thinking: None,
            held: None,
            hint: None,
            draw_offer: None,
            declined_at: None,
            paused: false,
            stepping: false,
            pace: Duration::ZERO,
            last_move_at: Instant::now(),
            seed,
        }
    }

    /// A game begins: nothing of the last one counts.
    pub fn begin(&mut self) {
        self.forget();
        self.declined_at = None;
        (self.paused, self.stepping) = (false, false);
        self.last_move_at = Instant::now();
        // Every game is different, and follows from the first seed.
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    }

    /// A move was played.
    pub fn moved(&mut self) {
        self.forget();
        self.last_move_at = Instant::now();
        self.stepping = false;
    }

    /// Drops everything that was thought about the position.
    pub fn forget(&mut self) {
        self.thinker.abandon();
        self.thinking = None;
        self.held = None;
        self.hint = None;
        self.draw_offer = None;
    }

    pub fn think(
        &mut self,
        game: &Game,
        settings: ComputerSettings,
        purpose: Purpose,
        at_most: Option<Duration>,
    ) -> Result<(), MindError> {
        self.thinker.think(Task { game: game.clone(), settings, at_most, purpose, seed: self.seed })?;
        let (side, since) = (game.side_to_move(), Instant::now());
        self.thinking = Some(Thinking { side, purpose, since, loading: false, depth: 0 });
        Ok(())
    }

    pub fn learn(&mut self, game: &Game, settings: ComputerSettings) -> Result<(), MindError> {
        self.thinker.learn(Lesson { game: game.clone(), settings })
    }

    /// The next answer of the thinker.
    pub fn poll(&mut self) -> Option<Answer> {
        self.thinker.poll()
    }

    pub fn hear_progress(&mut self, progress: &Progress) {
        if let Some(thinking) = &mut self.thinking {
            match progress {
                Progress::Loading => thinking.loading = true,
                Progress::Depth(depth) => (thinking.loading, thinking.depth) = (false, *depth),
            }
        }
    }

    /// A thought is done. The move of a computer is held until it is due.
    pub fn hear(&mut self, result: Result<Thought, MindError>) -> Heard {
        let Some(Thinking { purpose, side, .. }) = self.thinking.take() else { return Heard::Nothing };
        match result {
            Ok(thought) if purpose == Purpose::Move => {
                self.held = Some(thought);
                Heard::Nothing
            }
            Ok(thought) => Heard::Thought(purpose, side, Box::new(thought)),
            Err(error) => Heard::Failed(error),
        }
    }

    pub fn thinking(&self) -> Option<&Thinking> {
        self.thinking.as_ref()
    }

    /// What is being thought about, if anything.
    pub fn purpose(&self) -> Option<Purpose> {
        self.thinking.map(|thinking| thinking.purpose)
    }

    /// Whether a computer's move waits for its time.
    pub fn holds_move(&self) -> bool {
        self.held.is_some()
    }

    /// Whether nobody thinks and no move waits.
    pub fn is_idle(&self) -> bool {
        self.thinking.is_none() && self.held.is_none()
    }

    /// Ends thinking at once with the best found so far.
    pub fn hurry(&mut self) {
        self.thinker.hurry();
    }

    /// Removes the hint, or stops looking for it.
    pub fn drop_hint(&mut self) {
        self.hint = None;
        if matches!(self.purpose(), Some(Purpose::Hint(_))) {
            self.thinker.abandon();
            self.thinking = None;
        }
    }

    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Whether a pause keeps the next computer from moving.
    pub fn is_held_up(&self) -> bool {
        self.paused && !self.stepping
    }

    /// Pauses or goes on. A pause drops the thought that it interrupts, but not a move that was found.
    pub fn pause(&mut self, paused: bool) {
        self.paused = paused;
        self.stepping = false;
        if paused && self.thinking.is_some() {
            self.forget();
        }
    }

    /// Allows one move, after which the game is paused.
    pub fn step(&mut self) {
        (self.paused, self.stepping) = (true, true);
    }

    /// Leaves a position; a game of computers pauses then.
    pub fn leave(&mut self, is_watched: bool) {
        self.forget();
        self.paused = is_watched;
    }

    /// The computer's move, when it is due.
    pub fn take_due_move(&mut self) -> Option<Thought> {
        let due = self.last_move_at.elapsed() >= self.pace && !self.is_held_up();
        self.held.take_if(|_| due)
    }

    /// When the held move is due.
    pub fn next_wake(&self) -> Option<Duration> {
        self.held.as_ref().map(|_| self.pace.saturating_sub(self.last_move_at.elapsed()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controller::testing::{FirstMove, silent, until};

    fn turn(mind: FirstMove) -> Turn {
        Turn::new(Thinker::start(Box::new(mind), silent()), 7)
    }

    fn think(turn: &mut Turn, purpose: Purpose) {
        turn.think(&Game::default(), ComputerSettings::default(), purpose, None).unwrap();
    }

    /// Listens until a thought is done.
    fn hear(turn: &mut Turn) -> Heard {
        let mut heard = None;
        until(|| {
            match turn.poll() {
                Some(Answer::Progress(progress)) => turn.hear_progress(&progress),
                Some(Answer::Done(result)) => heard = Some(turn.hear(result)),
                Some(Answer::Learned { .. }) | None => {}
            }
            heard.is_some()
        });
        heard.unwrap()
    }

    #[test]
    fn a_move_is_held_until_it_is_due() {
        let mut turn = turn(FirstMove::default());
        turn.pace = Duration::from_secs(3600);
        think(&mut turn, Purpose::Move);
        assert!(matches!(hear(&mut turn), Heard::Nothing));
        assert!(turn.holds_move() && !turn.is_idle());
        assert!(turn.next_wake().unwrap() > Duration::from_secs(3000));
        assert_eq!(turn.take_due_move(), None);
        turn.pace = Duration::ZERO;
        turn.pause(true);
        assert_eq!(turn.take_due_move(), None, "a pause holds it up");
        turn.step();
        assert!(turn.take_due_move().is_some());
        turn.moved();
        assert!(turn.is_idle() && turn.is_held_up(), "one step is one move");
    }

    #[test]
    fn a_pause_drops_the_thought_it_interrupts() {
        let mut turn = turn(FirstMove { waits: true, ..FirstMove::default() });
        think(&mut turn, Purpose::Move);
        turn.pause(true);
        assert!(turn.is_idle());
        turn.pause(false);
        think(&mut turn, Purpose::DrawOffer);
        turn.hurry();
        assert!(matches!(hear(&mut turn), Heard::Thought(Purpose::DrawOffer, Color::White, _)));
    }

    #[test]
    fn only_a_hint_is_dropped_as_a_hint() {
        let mut turn = turn(FirstMove { waits: true, ..FirstMove::default() });
        think(&mut turn, Purpose::Hint(None));
        turn.drop_hint();
        assert!(turn.is_idle());
        think(&mut turn, Purpose::Move);
        turn.drop_hint();
        assert_eq!(turn.purpose(), Some(Purpose::Move));
    }

    #[test]
    fn every_game_has_its_own_seed() {
        let mut turn = turn(FirstMove::default());
        let first = turn.seed;
        turn.begin();
        let second = turn.seed;
        turn.begin();
        assert!(first != second && second != turn.seed);
    }
}
