//! What several tests of the program need: waiting, and a scripted mind.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use muehle_engine::rules::Move;
use muehle_engine::search::Score;

use super::mind::{Mind, MindError, Progress, Purpose, Task, Thought};
use super::worker::Waker;

/// Waits until something is true. The limit only ends a test that would never end.
pub fn until(mut done: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(600);
    while !done() {
        assert!(Instant::now() < deadline, "waited in vain");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// A waker that wakes nobody.
pub fn silent() -> Waker {
    Arc::new(|| {})
}

/// Plays the first legal move at a fixed value.
#[derive(Clone, Copy, Debug)]
pub struct FirstMove {
    /// What every position is worth to the side to move.
    pub value: f64,
    /// Whether it thinks until somebody stops it.
    pub waits: bool,
    /// Whether it crashes.
    pub panics: bool,
}

impl Default for FirstMove {
    fn default() -> FirstMove {
        FirstMove { value: 0.25, waits: false, panics: false }
    }
}

impl Mind for FirstMove {
    fn think(
        &mut self,
        task: &Task,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Thought, MindError> {
        assert!(!self.panics, "told to");
        progress(Progress::Depth(3));
        while self.waits && !stop.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
        let fits = |mv: &&Move| !matches!(task.purpose, Purpose::Hint(Some(action)) if mv.action != action);
        let best = *task.game.legal_moves().iter().find(fits).ok_or(MindError::NoMove)?;
        Ok(Thought {
            best,
            score: Some(Score::Estimate(self.value)),
            depth: 3,
            time: Duration::from_millis(1),
            best_moves: 1,
            nodes: 1,
            report: "*****".to_owned(),
            notices: Vec::new(),
        })
    }
}
