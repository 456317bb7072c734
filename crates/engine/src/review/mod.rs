//! What a player could have done better: every move of a game with its value, its class and the facts behind it.
//!
//! A value is exact where a table knows the position (those that are part of the program or those the user has built) or
//! where the search proves it; elsewhere it is the estimate of a search of [`Effort::REVIEW`]. [`Judge`] judges any single
//! move, [`review`] the moves of a game, [`Summary`] says what they come to, and [`facts`] what can be seen in a line.

pub mod facts;
mod judge;
mod reason;
mod summary;
mod worth;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::endgame::Outcome;
use crate::game::{Game, NodeId};
use crate::heuristics::LoadError;
use crate::players::Resources;

pub use judge::{Effort, Explanation, Judge, JudgedMove, Values};
pub use reason::{MistakeKind, Reason};
pub use summary::Summary;
pub use worth::{Class, Worth};

/// A move of a game that was judged.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// Where the move leads.
    pub node: NodeId,
    /// What is to be said about it.
    pub judged: JudgedMove,
}

/// The moves of a line that were judged, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Review {
    /// The moves.
    pub moves: Vec<ReviewedMove>,
    /// Whether it was stopped before all of them were judged.
    pub stopped: bool,
}

impl Review {
    /// What is known about the move that leads to a node.
    pub fn of(&self, node: NodeId) -> Option<&JudgedMove> {
        self.moves.iter().find(|reviewed| reviewed.node == node).map(|reviewed| &reviewed.judged)
    }

    /// What it comes to.
    pub fn summary(&self) -> Summary {
        Summary::of(self.moves.iter().map(|reviewed| &reviewed.judged))
    }
}

/// What a move is worth for its side if the rules end the game with it, as a third repetition does.
pub fn worth_of_end(game: &Game, node: NodeId) -> Option<Worth> {
    let contents = game.tree().node(node);
    if contents.declared.is_some() && contents.position.loser().is_none() {
        return None;
    }
    let side = !contents.position.side_to_move();
    Some(match game.outcome_at(node)?.winner() {
        Some(winner) if winner == side => Worth::Exact(Outcome::Win, Some(1)),
        Some(_) => Worth::Exact(Outcome::Loss, Some(1)),
        None => Worth::DRAW,
    })
}

/// Reviews the moves that lead to these nodes of a game, on this number of threads. `progress` hears of every move when it
/// is judged, in any order. After `stop` is set the review ends with what it has.
pub fn review(
    game: &Game,
    line: &[NodeId],
    resources: &Resources,
    effort: Effort,
    threads: usize,
    stop: &AtomicBool,
    progress: &(dyn Fn(&ReviewedMove) + Sync),
) -> Result<Review, LoadError> {
    let next = AtomicUsize::new(0);
    let found: Mutex<Vec<ReviewedMove>> = Mutex::default();
    let work = || -> Result<(), LoadError> {
        let mut judge = Judge::new(resources, game.removal_rule(), effort)?;
        while let Some(&node) = line.get(next.fetch_add(1, Ordering::Relaxed)) {
            let contents = game.tree().node(node);
            let (Some(mv), Some(parent)) = (contents.mv, contents.parent) else { continue };
            let before = game.tree().node(parent).position;
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let Some(judged) = judge.judge(&before, mv, worth_of_end(game, node), stop) else { continue };
            let reviewed = ReviewedMove { node, judged };
            progress(&reviewed);
            found.lock().unwrap_or_else(PoisonError::into_inner).push(reviewed);
        }
        Ok(())
    };
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let own = work();
        helpers.into_iter().filter_map(|helper| helper.join().ok()).fold(own, Result::and)
    })?;
    let mut moves = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    moves.sort_by_key(|reviewed| game.tree().node(reviewed.node).ply());
    Ok(Review { moves, stopped: stop.load(Ordering::Relaxed) })
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use super::*;
    use crate::files::DataFolders;
    use crate::game::pgn;
    use crate::rules::{Color, Phase};

    /// Loading the heuristic takes a while, so all tests share it.
    pub(super) fn resources() -> &'static Resources {
        static SHARED: OnceLock<Resources> = OnceLock::new();
        SHARED.get_or_init(|| Resources::new(DataFolders::below("no such folder")))
    }

    const QUICK: Effort = Effort { depth: 4, nodes: 30_000 };

    fn reviewed(text: &str, threads: usize) -> (Game, Review) {
        let game = pgn::read(text).game;
        let stop = AtomicBool::new(false);
        let heard = AtomicUsize::new(0);
        let count = |_: &ReviewedMove| {
            heard.fetch_add(1, Ordering::Relaxed);
        };
        let review = review(&game, &game.line(), resources(), QUICK, threads, &stop, &count).unwrap();
        assert_eq!(heard.into_inner(), review.moves.len());
        (game, review)
    }

    #[test]
    fn every_move_of_a_game_is_judged_however_many_threads_work() {
        let text = "1. d6 f4 2. d2 b4 3. d7 c4 4. d5xb4 a1 *";
        let (game, one) = reviewed(text, 1);
        let (_, two) = reviewed(text, 2);
        assert_eq!(one, two);
        assert_eq!(one.moves.len(), 8);
        let sides: Vec<Color> = one.moves.iter().map(|reviewed| reviewed.judged.side).collect();
        assert_eq!(sides[..3], [Color::White, Color::Black, Color::White]);
        let mill = one.of(game.line()[7]).unwrap();
        assert_eq!((mill.mv.to_string().as_str(), mill.phase), ("d5xb4", Phase::Placing));
    }

    #[test]
    fn games_with_errors_variations_and_set_up_positions_are_reviewed_as_far_as_they_go() {
        let broken = "1. d6 {good} f4 (1... a1 2. a4) 2. d6 b4 *";
        assert_eq!(reviewed(broken, 1).1.moves.len(), 2, "up to the illegal move");
        let set_up = "[SetUp \"1\"]\n[FEN \"a7,d7,g4/b6,d6,f2 w 0 0\"]\n\n1. g4-g7xf2 1-0";
        let (_, review) = reviewed(set_up, 1);
        assert_eq!(review.moves[0].judged.before, Worth::Exact(Outcome::Win, Some(1)));
        assert!(reviewed("*", 2).1.moves.is_empty());
    }

    #[test]
    fn repeating_a_won_position_for_the_third_time_throws_the_win_away() {
        let start = "[SetUp \"1\"]\n[FEN \"a7,d7,g4/b6,d6,f2 w 0 0\"]\n\n";
        let text = format!("{start}1. g4-g1 f2-f4 2. g1-g4 f4-f2 3. g4-g1 f2-f4 4. g1-g4 f4-f2 *");
        let (game, review) = reviewed(&text, 1);
        let last = game.line()[8];
        assert_eq!(worth_of_end(&game, last), Some(Worth::DRAW));
        assert_eq!(review.of(last).unwrap().after, Worth::DRAW);
        assert_eq!(worth_of_end(&game, game.line()[4]), None);
        let resigned = pgn::read("1. d6 f4 1-0").game;
        assert_eq!(worth_of_end(&resigned, resigned.line()[2]), None, "the move is not to blame");
    }

    #[test]
    fn a_stopped_review_has_what_was_judged() {
        let game = pgn::read("1. d6 f4 2. d2 b4 *").game;
        let stop = AtomicBool::new(false);
        let end = |_: &ReviewedMove| stop.store(true, Ordering::Relaxed);
        let review = review(&game, &game.line(), resources(), QUICK, 1, &stop, &end).unwrap();
        assert!(review.stopped);
        assert_eq!(review.moves.len(), 1);
    }
}
