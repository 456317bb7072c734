//! The search: which move is best, from (game, limits, knowledge, options) alone. It never prints and knows no window.
//!
//! ```text
//! Searcher::search   one report for a game: equal moves, symmetric moves, threads        (root)
//!   iterations       depth 1, 2, 3, … until a limit is met                               (root)
//!     negamax        alpha-beta with the table, ordering, reductions                     (alpha_beta)
//!       frontier     the last ply, the most visited of all, in bit operations            (frontier)
//!       quiescence   noisy positions at the horizon go on for a few plies                (quiescence)
//! ```

mod alpha_beta;
mod frontier;
mod level;
mod limits;
mod options;
mod ordering;
mod processor;
mod quiescence;
mod report;
mod root;
mod score;
mod transposition;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::endgame::Database;
use crate::game::Game;
use crate::heuristics::{EvaluationTable, Heuristic};

pub use level::{Level, UnknownLevel};
pub use limits::Limits;
pub use options::{Noise, OptionError, Options};
pub use report::{Progress, Report, RootMove};
pub use root::Searcher;
pub use score::Score;

/// What the search knows besides the rules. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Knowledge {
    /// The tabulated heuristic.
    pub evaluation: Arc<EvaluationTable>,
    /// The endgame database, if there is one; it is asked only if its rules are those of the game.
    pub endgame: Option<Arc<Database>>,
}

impl Knowledge {
    /// Knowledge of a heuristic only.
    pub fn new(evaluation: Arc<EvaluationTable>) -> Knowledge {
        Knowledge { evaluation, endgame: None }
    }

    /// The same with an endgame database.
    #[must_use]
    pub fn with_endgame(self, endgame: Arc<Database>) -> Knowledge {
        Knowledge { endgame: Some(endgame), ..self }
    }

    /// Tabulates a heuristic.
    pub fn of(heuristic: Heuristic) -> Knowledge {
        Knowledge::new(Arc::new(EvaluationTable::new(heuristic)))
    }
}

/// Searches once, with a table of its own. For move after move of a game keep a [`Searcher`].
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
