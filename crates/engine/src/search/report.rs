//! What a search reports: while it runs, and when it is done.

use std::time::Duration;

use crate::endgame::Database;
use crate::rules::{Move, Position};

use super::Score;

/// News from a running search: a depth is done, or a better move was found in it.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The depth.
    pub depth: u32,
    /// The deepest ply reached, quiescence included.
    pub max_depth: u32,
    /// The value so far.
    pub score: Score,
    /// Positions visited.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
    /// The best line, beginning with the best move.
    pub line: Vec<Move>,
}

/// A legal move and what it is worth for the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its score, from the side that moves.
    pub score: Score,
}

/// The exact score of a position that is not over; none when the tables do not know it. A table that cannot be used counts
/// as missing.
pub fn exact_score(database: &Database, position: &Position) -> Option<Score> {
    match position.hands_are_empty() {
        true => database.probe(position).ok().flatten().map(Score::from),
        false => database.outcome(position).ok().flatten().map(Score::from),
    }
}

/// Every legal move of such a position with its exact score, the best first; none when one of them is not known.
pub fn exact_moves(database: &Database, position: &Position) -> Option<Vec<RootMove>> {
    let mut moves: Vec<RootMove> = match position.hands_are_empty() {
        true => {
            let solved = database.solve(position).ok().flatten()?;
            solved.moves.into_iter().map(|(mv, value)| RootMove { mv, score: value.into() }).collect()
        }
        false => {
            let solved = database.outcomes(position).ok().flatten()?;
            solved.moves.into_iter().map(|(mv, outcome)| RootMove { mv, score: outcome.into() }).collect()
        }
    };
    moves.sort_by(|a, b| b.score.compare(a.score));
    Some(moves)
}

/// The outcome of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The move to play; none when there is no legal move.
    pub best: Option<Move>,
    /// All moves as good as the best, if the options ask for them.
    pub best_moves: Vec<Move>,
    /// The value of the position.
    pub score: Score,
    /// The depth that was searched completely.
    pub depth: u32,
    /// The deepest ply reached, quiescence included.
    pub max_depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
    /// The line of best play, beginning with the best move.
    pub line: Vec<Move>,
    /// Win, loss and draw as the network sees the position without a search.
    pub network_output: [f64; 3],
    /// Every legal move, the best first, if the options ask for them.
    pub moves: Vec<RootMove>,
}
