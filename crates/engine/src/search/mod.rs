//! The search: which move is best, from (game, limits, knowledge, options) alone. It never prints and knows no window.
//!
//! ```text
//! Searcher::search   one report for a game: threads, limits, what was found              (root)
//!   branches         the moves worth a search, and what tables know about them           (branches)
//!   iterations       depth 1, 2, 3, … until a limit is reached                           (root)
//!     negamax        alpha-beta with the table, ordering, reductions                     (alpha_beta)
//!       guide        known results of the placing phase                                  (guide)
//!       frontier     the last ply, the most visited of all, in bit operations            (frontier)
//!       quiescence   noisy positions at the horizon go on for a few plies                (quiescence)
//! ```
//!
//! Beside it, [`Tree`] is a small plain search that keeps every position it visits, to look at.

mod alpha_beta;
mod branches;
mod frontier;
mod guide;
mod limits;
mod options;
mod ordering;
mod processor;
mod quiescence;
mod report;
mod root;
mod score;
mod transposition;
mod tree;
mod variants;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::endgame::Database;
use crate::game::Game;
use crate::heuristics::{EvaluationTable, Heuristic};
use crate::rules::Position;

pub(crate) use branches::placing_results;
pub use limits::Limits;
pub use options::{Noise, OptionError, Options};
pub(crate) use options::{share, switch};
pub use report::{Progress, Report, RootMove, exact_moves, exact_score};
pub use root::Searcher;
pub use score::Score;
pub use transposition::Bound;
pub use tree::{Tree, TreeNode};
pub use variants::Variant;

/// Values positions at the horizon in place of a tabulated heuristic: slower, but free to look at anything.
pub trait Estimator: fmt::Debug + Send + Sync {
    /// The value of a position that is not over, from the side to move, in 1 / [`EvaluationTable::UNIT`]. It must depend
    /// on the position alone, or the transposition table would mix up what it remembers.
    fn estimate(&self, position: &Position) -> i32;
}

/// What the search knows besides the rules. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Knowledge {
    /// The tabulated heuristic.
    pub evaluation: Arc<EvaluationTable>,
    /// Asked instead of the heuristic, if there is one.
    pub estimator: Option<Arc<dyn Estimator>>,
    /// The endgame database, if there is one; it is asked only if its rules are those of the game.
    pub endgame: Option<Arc<Database>>,
}

impl Knowledge {
    /// Knowledge of a heuristic only.
    pub fn new(evaluation: Arc<EvaluationTable>) -> Knowledge {
        Knowledge { evaluation, estimator: None, endgame: None }
    }

    /// The same with an endgame database.
    #[must_use]
    pub fn with_endgame(self, endgame: Arc<Database>) -> Knowledge {
        Knowledge { endgame: Some(endgame), ..self }
    }

    /// Whether leaves may be valued by their shapes: the heuristic allows it, and nothing is asked in its place.
    fn values_shapes(&self) -> bool {
        self.estimator.is_none() && self.evaluation.heuristic().shapes
    }

    /// Tabulates a heuristic.
    pub fn of(heuristic: Heuristic) -> Knowledge {
        Knowledge::new(Arc::new(EvaluationTable::new(heuristic)))
    }
}

/// Searches once, with its own table. To play a whole game, keep a [`Searcher`].
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use muehle_engine::game::Game;
/// use muehle_engine::heuristics::Heuristic;
/// use muehle_engine::rules::Rules;
/// use muehle_engine::search::{Knowledge, Limits, Options, Score, search};
///
/// // 7   .-----------O-----------.      Both sides fly. White (O) to
/// // 6   |   .-------.-------.   |      move closes a mill on a7 and
/// // 5   |   |   .---.---.   |   |      leaves Black two stones.
/// // 4   O---.---.       .---.---.
/// // 3   |   |   .---.---X   |   |
/// // 2   |   X-------X-------.   |
/// // 1   O-----------.-----------.
/// //     a   b   c   d   e   f   g
/// let game = Game::from_position(Rules::default(), "a1,a4,d7/b2,d2,e3 w 0 0".parse()?);
/// let knowledge = Knowledge::of(Heuristic::standard());
/// let stop = AtomicBool::new(false);
/// let report = search(&game, &Limits::depth(4), &knowledge, &Options::default(), &stop, &mut |_| {});
/// assert_eq!(report.score, Score::Win(1));
/// assert!(report.best.is_some_and(|mv| mv.to_string().starts_with("d7-a7x")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search(
    game: &Game,
    limits: &Limits,
    knowledge: &Knowledge,
    options: &Options,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&Progress),
) -> Report {
    Searcher::new(knowledge.clone(), options.clone()).search(game, limits, stop, progress)
}
