//! Who chooses moves: one file per kind of player, all behind one trait and made from one line of text.

mod child;
mod computer;
mod foreign;
mod levels;
pub mod mcts;
mod monte_carlo;
pub mod ntuple;
mod oversight;
mod perfect;
mod random;
mod randomised;
mod resources;
pub mod rollout;
mod text;
mod traps;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use thiserror::Error;

use crate::game::Game;
use crate::heuristics;
use crate::rules::notation::excerpt;
use crate::rules::{Move, RemovalRule};
use crate::search::{OptionError, Options, Progress, Report, RootMove, Score};
use child::Child;
use foreign::ForeignEngine;
use perfect::Perfect;

pub use computer::Computer;
pub use foreign::{EngineError, understand};
pub use levels::{Level, Strength, UnknownLevel};
pub use mcts::Mcts;
pub(crate) use random::Random;
pub use resources::Resources;
pub use text::{PlayerText, PlayerTextError};

/// Someone who chooses moves. Calls may take long; they belong on their own thread.
pub trait Player: Send {
    /// Forgets the last game. What is random in the next one follows from the seed.
    fn new_game(&mut self, seed: u64);

    /// Thinks no longer than this about a move, whatever else it was told. Players that answer at once need not care.
    fn set_time_cap(&mut self, _at_most: Option<Duration>) {}

    /// Chooses a move. Soon after `stop` is set the best move so far is played.
    fn choose(
        &mut self,
        game: &Game,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Choice, PlayerError>;

    /// Chooses a move and takes its time. The short form of [`Player::choose`] for programs that can wait.
    fn best_move(&mut self, game: &Game) -> Result<Move, PlayerError> {
        Ok(self.choose(game, &AtomicBool::new(false), &mut |_| {})?.mv)
    }

    /// What the player thinks of every legal move, the best first; none if it does not value single moves. Takes as long
    /// as choosing a move.
    fn opinions(&mut self, _game: &Game, _stop: &AtomicBool) -> Result<Option<Vec<RootMove>>, PlayerError> {
        Ok(None)
    }

    /// What its moves rest on under a rule, in one line; none if there is nothing to say.
    fn basis(&self, _rule: RemovalRule) -> Option<String> {
        None
    }

    /// Sees how a game ended. Most players ignore it; those that learn do not.
    fn game_over(&mut self, _game: &Game) -> Result<(), PlayerError> {
        Ok(())
    }
}

/// A chosen move and what the player thinks of it.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// What the position is worth for the side to move, if the player has an opinion.
    pub score: Option<Score>,
    /// The report of a search.
    pub report: Option<Report>,
}

/// Why a player cannot be made or cannot move.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum PlayerError {
    #[error(transparent)]
    Text(#[from] PlayerTextError),
    #[error("unknown player \"{kind}\" (known: {known})")]
    UnknownKind { kind: String, known: String },
    #[error("a {kind} player has no option \"{key}\" (options: {known})")]
    UnknownOption { kind: &'static str, key: String, known: String },
    #[error("\"{value}\" is not a valid {key} of a {kind} player")]
    Value { kind: &'static str, key: String, value: String },
    #[error("level={level} is a fixed recipe: only seed can be set with it, not {key}")]
    FixedLevel { level: Level, key: String },
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error(transparent)]
    Heuristic(#[from] heuristics::LoadError),
    #[error(transparent)]
    NTuple(#[from] ntuple::NTupleError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The learning module has its own errors.
    #[error(transparent)]
    Learning(Box<dyn std::error::Error + Send + Sync>),
    #[error("there is no legal move")]
    NoMove,
}

/// Makes a player of one kind.
pub(crate) type Maker = fn(&PlayerText, &Arc<Resources>) -> Result<Box<dyn Player>, PlayerError>;

/// A kind of player.
#[derive(Debug)]
pub struct Kind {
    /// As players of this kind are written.
    pub name: &'static str,
    /// The options of this kind alone.
    pub own_keys: &'static str,
    /// Whether it also takes [`Kind::search_keys`].
    pub searches: bool,
    pub(crate) make: Maker,
}

impl Kind {
    /// The options of everyone who searches, in one line.
    pub fn search_keys() -> String {
        format!("oversight, greedy, {}", Options::KEYS)
    }

    /// All options, in one line.
    pub(crate) fn keys(&self) -> String {
        match self {
            Kind { searches: true, own_keys, .. } => format!("{own_keys}, {}", Kind::search_keys()),
            Kind { own_keys: "", .. } => "none".to_owned(),
            Kind { own_keys, .. } => (*own_keys).to_owned(),
        }
    }
}

/// Every kind of player that does not learn. [`crate::learn::create_player`] makes them all.
pub(crate) const KINDS: &[Kind] = &[
    Kind { name: "computer", own_keys: "heuristic, level, depth, time, nodes", searches: true, make: levels::computer },
    Kind {
        name: "mcts",
        own_keys: "iterations, time, k, treedepth, rolloutdepth, memory, rollouts, leaf, heuristic, proofs, endgame, seed",
        searches: false,
        make: |text, resources| Ok(Box::new(Mcts::from_text(text, resources)?)),
    },
    Kind {
        name: "montecarlo",
        own_keys: "games, depth, rollouts, search, time, nodes",
        searches: true,
        make: |text, resources| Ok(Box::new(monte_carlo::player(text, resources)?)),
    },
    Kind {
        name: "ntuple",
        own_keys: "name, depth, time, nodes",
        searches: true,
        make: |text, resources| Ok(Box::new(ntuple::player(text, resources)?)),
    },
    Kind {
        name: "randomised",
        own_keys: "depth, time, nodes",
        searches: true,
        make: |text, resources| Ok(Box::new(randomised::player(text, resources)?)),
    },
    Kind {
        name: "child",
        own_keys: "mills, blocks",
        searches: false,
        make: |text, _| Ok(Box::new(Child::from_text(text)?)),
    },
    Kind { name: "random", own_keys: "", searches: false, make: |text, _| Ok(Box::new(Random::from_text(text)?)) },
    Kind {
        name: "perfect",
        own_keys: "traps, heuristic, depth, time, nodes",
        searches: true,
        make: |text, resources| Ok(Box::new(Perfect::from_text(text, resources)?)),
    },
    Kind {
        name: "engine",
        own_keys: "command, time, depth, nodes, dialect; all others go to the program",
        searches: false,
        make: |text, _| Ok(Box::new(ForeignEngine::from_text(text)?)),
    },
];

/// The error for an option that a kind of player does not have.
fn unknown_option(kind: &'static str, key: &str) -> PlayerError {
    let known = KINDS.iter().find(|known| known.name == kind).map(Kind::keys).unwrap_or_default();
    PlayerError::UnknownOption { kind, key: excerpt(key), known }
}
