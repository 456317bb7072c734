//! Reviewing a game beside the window, and a coach who judges single moves.

mod coach;
mod notes;

use std::sync::{Arc, Mutex, PoisonError};

use super::worker::{BackgroundTask, Stop, Waker, give_way};
use muehle_engine::game::{Game, NodeId};
use muehle_engine::heuristics::LoadError;
use muehle_engine::players::Resources;
use muehle_engine::review::{Effort, Review, ReviewedMove, review};

pub use coach::{Coach, Question, Verdict};
pub use notes::{annotate, notes, tags, without_note};

/// More threads are not worth their memory.
const MOST_THREADS: usize = 8;

/// How many threads review a game on this machine.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS)
}

/// What came of a review.
#[derive(Debug)]
pub enum ReviewEvent {
    /// It is done, or was stopped.
    Done,
    /// It could not be made; none if the thread ended by itself.
    Failed(Option<LoadError>),
}

/// The review of the running game.
pub struct Reviewing {
    resources: Arc<Resources>,
    waker: Waker,
    running: Option<Running>,
    review: Option<Review>,
}

struct Running {
    task: BackgroundTask<Result<Review, LoadError>>,
    found: Arc<Mutex<Vec<ReviewedMove>>>,
    line: Vec<NodeId>,
    stopped: bool,
}

impl Reviewing {
    /// Nothing is reviewed yet.
    pub fn new(resources: Arc<Resources>, waker: Waker) -> Reviewing {
        Reviewing { resources, waker, running: None, review: None }
    }

    /// Begins to review the moves of a line; false if it has none.
    pub fn begin(&mut self, game: &Game, line: Vec<NodeId>) -> bool {
        let line: Vec<NodeId> = line.into_iter().filter(|node| game.tree().node(*node).mv.is_some()).collect();
        if line.is_empty() {
            return false;
        }
        // Dropping the last one ends it.
        self.running = None;
        self.review = Some(Review::default());
        let (game, nodes, resources) = (game.clone(), line.clone(), self.resources.clone());
        let (stop, found) = (Stop::default(), Arc::new(Mutex::new(Vec::new())));
        let (flag, basket, wake) = (stop.clone(), Arc::clone(&found), self.waker.clone());
        let task = BackgroundTask::start("review", self.waker.clone(), move || {
            give_way();
            let keep = |reviewed: &ReviewedMove| {
                lock(&basket).push(reviewed.clone());
                wake();
            };
            review(&game, &nodes, &resources, Effort::REVIEW, threads(), &flag, &keep)
        });
        self.running = Some(Running { task: task.cancelled_by(stop), found, line, stopped: false });
        true
    }

    /// Ends the review early; what was judged stays.
    pub fn stop(&mut self) {
        if let Some(running) = &mut self.running {
            running.stopped = true;
            running.task.cancel();
        }
    }

    /// Forgets everything: another game is on the board.
    pub fn forget(&mut self) {
        (self.running, self.review) = (None, None);
    }

    /// Takes in what was judged. Never waits.
    pub fn poll(&mut self) -> Option<ReviewEvent> {
        let running = self.running.as_mut()?;
        let new = std::mem::take(&mut *lock(&running.found));
        if let Some(review) = self.review.as_mut().filter(|_| !new.is_empty()) {
            review.moves.extend(new);
            let place = |reviewed: &ReviewedMove| running.line.iter().position(|node| *node == reviewed.node);
            review.moves.sort_by_key(place);
        }
        let result = running.task.poll()?;
        self.running = None;
        Some(match result {
            Ok(Ok(review)) => {
                self.review = Some(review);
                ReviewEvent::Done
            }
            Ok(Err(error)) => {
                self.review = None;
                ReviewEvent::Failed(Some(error))
            }
            Err(_) => ReviewEvent::Failed(None),
        })
    }

    /// How many moves are judged, and of how many; none when no review runs.
    pub fn progress(&self) -> Option<(usize, usize)> {
        let running = self.running.as_ref()?;
        Some((self.review.as_ref().map_or(0, |review| review.moves.len()), running.line.len()))
    }

    /// Whether the moves of a line are judged or about to be.
    pub fn covers(&self, line: &[NodeId]) -> bool {
        let running = self.running.as_ref().map_or(&[][..], |running| &running.line);
        let judged = |node| self.review.as_ref().is_some_and(|review| review.of(node).is_some());
        line.iter().all(|node| running.contains(node) || judged(*node))
    }

    /// What is known so far.
    pub fn review(&self) -> Option<&Review> {
        self.review.as_ref()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controller::testing::{silent, until};
    use muehle_engine::files::DataFolders;
    use muehle_engine::game::pgn;

    fn reviewing() -> Reviewing {
        Reviewing::new(Arc::new(Resources::new(DataFolders::below("no such folder"))), silent())
    }

    #[test]
    fn a_game_is_reviewed_in_the_background() {
        let mut reviewing = reviewing();
        let game = pgn::read("[SetUp \"1\"]\n[FEN \"a7,d7,g4/b6,d6,f2 w 0 0\"]\n\n1. g4-g1 f2-f4 *").game;
        assert!(!reviewing.begin(&game, Vec::new()));
        assert!(reviewing.begin(&game, game.line()));
        assert!(reviewing.covers(&game.line()[1..]) && !reviewing.covers(&game.line()));
        assert!(reviewing.progress().is_some_and(|(_, total)| total == 2));
        let mut event = None;
        until(|| {
            event = reviewing.poll();
            event.is_some()
        });
        assert!(matches!(event, Some(ReviewEvent::Done)) && reviewing.progress().is_none());
        let review = reviewing.review().unwrap();
        assert!(review.of(game.line()[1]).is_some_and(|judged| judged.class.is_mistake()));
        reviewing.forget();
        assert!(reviewing.review().is_none());
    }

    #[test]
    fn a_stopped_review_keeps_what_it_has() {
        let mut reviewing = reviewing();
        let game = pgn::read("1. d6 f4 2. d2 b4 3. d7 c4 4. a1 a7 5. g1 g7 *").game;
        reviewing.begin(&game, game.line());
        reviewing.stop();
        until(|| matches!(reviewing.poll(), Some(ReviewEvent::Done)));
        assert!(reviewing.review().unwrap().stopped);
    }
}
