//! What thinks: the seam between the controller and the players. Tests of the controller use a scripted mind.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use thiserror::Error;

use super::seat::ComputerSettings;
use muehle_engine::endgame::TableError;
use muehle_engine::game::Game;
use muehle_engine::learn::{LearnError, Learned};
use muehle_engine::players::EngineError;
use muehle_engine::rules::{Action, Color, Move};
use muehle_engine::search::{Report, Score};

/// What a mind is asked to do.
#[derive(Clone, Debug)]
pub struct Task {
    /// The game, at the position to think about.
    pub game: Game,
    /// The computer that thinks.
    pub settings: ComputerSettings,
    /// The longest time it may take, whatever the settings say.
    pub at_most: Option<Duration>,
    /// What the thought is for.
    pub purpose: Purpose,
    /// Everything random in a game follows from it.
    pub seed: u64,
}

/// What a thought is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The computer's own move.
    Move,
    /// A hint for the person to move, who may have acted already and only has a stone to remove.
    Hint(Option<Action>),
    /// The answer to a draw offer.
    DrawOffer,
}

/// The result of thinking about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The best move.
    pub best: Move,
    /// What the position is worth for the side to move; none if the player has no opinion, like a random one.
    pub score: Option<Score>,
    /// How many plies deep the search went.
    pub depth: u32,
    /// How long it took.
    pub time: Duration,
    /// How many moves were equally good.
    pub best_moves: usize,
    /// Positions visited.
    pub nodes: u64,
    /// The report of the search, if there was one.
    pub report: Option<Report>,
    /// Who thought, as the command line writes it.
    pub player: String,
    /// Which tables the player relies on, if it says so.
    pub basis: Option<String>,
    /// Problems that did not prevent the thought: a broken table, a heuristic that had to be replaced.
    pub notices: Vec<Notice>,
}

/// What a position is worth for the side to move, and how deep it was searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// The score.
    pub score: Score,
    /// The depth in plies; 0 if the endgame tables know the position.
    pub depth: u32,
}

impl Judgement {
    /// The same judgement as White sees it, of a position with this side to move.
    #[must_use]
    pub fn for_white(self, to_move: Color) -> Judgement {
        Judgement { score: self.score.for_white(to_move), ..self }
    }
}

/// Something a person should know, though the game goes on.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// A heuristic could not be used; another replaces it.
    HeuristicReplaced {
        /// The one that was asked for.
        wanted: String,
        /// Whether it does not exist; otherwise its file is broken.
        missing: bool,
        /// The one that is used.
        used: String,
    },
    /// Another program could not play; a heuristic replaces it.
    ProgramReplaced {
        /// What went wrong.
        fault: ProgramFault,
        /// The heuristic that is used.
        used: String,
    },
    /// A table of the endgame database cannot be used.
    Endgame(TableError),
}

/// Why another program could not play.
#[derive(Clone, Debug)]
pub struct ProgramFault(pub Arc<EngineError>);

impl PartialEq for ProgramFault {
    fn eq(&self, other: &ProgramFault) -> bool {
        self.0.to_string() == other.0.to_string()
    }
}

/// Why there is no thought.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum MindError {
    #[error("the computer stopped working")]
    Crashed,
    #[error("there is no legal move")]
    NoMove,
}

/// What is known before a thought is done.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress {
    /// A heuristic and the endgame tables are being loaded.
    Loading,
    /// This many plies have been searched.
    Depth(u32),
}

/// A finished game that a computer learns from.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The game.
    pub game: Game,
    /// The computer that learns.
    pub settings: ComputerSettings,
}

/// Why nothing was learned.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum LearnFailure {
    #[error(transparent)]
    Learn(#[from] LearnError),
    #[error("the computer stopped working")]
    Crashed,
}

/// Something that can think.
pub trait Mind: Send {
    /// Learns from a finished game. None if the game teaches nothing or the mind never learns.
    fn learn(&mut self, _lesson: &Lesson) -> Result<Option<Learned>, LearnFailure> {
        Ok(None)
    }

    /// Thinks about a task until it is done or `stop` is set. A stopped thought still answers with the best so far.
    fn think(
        &mut self,
        task: &Task,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Thought, MindError>;
}
