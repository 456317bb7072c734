//! Strength levels.

use std::time::Duration;

use thiserror::Error;

use crate::endgame::EMBEDDED_STONES;
use crate::rules::notation;

use super::{Limits, Options};

/// How strong the computer plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Level {
    /// Beatable by a child: looks two plies ahead, misjudges, and overlooks a move now and then.
    Beginner,
    /// Sees simple combinations and plays the endings of the embedded tables without a mistake; a small random radius
    /// varies its moves.
    Advanced,
    /// As strong as it can be with one second per move; a small random radius varies its openings.
    #[default]
    Professional,
}

/// A text that does not name a level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a level (beginner, advanced or professional)")]
pub struct UnknownLevel(pub String);

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 3] = [Level::Beginner, Level::Advanced, Level::Professional];

    /// The name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Beginner => "beginner",
            Level::Advanced => "advanced",
            Level::Professional => "professional",
        }
    }

    /// How this level searches; the seed should differ from game to game.
    pub fn options(self, seed: u64) -> Options {
        let options = Options { seed, ..Options::default() };
        match self {
            Level::Beginner => Options { random_radius: 0.15, oversight: 0.25, endgame: 0, hash: 1, ..options },
            Level::Advanced => Options { random_radius: 0.03, endgame: EMBEDDED_STONES.into(), hash: 16, ..options },
            Level::Professional => Options { random_radius: 0.01, ..options },
        }
    }

    /// How long this level searches.
    pub fn limits(self) -> Limits {
        match self {
            Level::Beginner => Limits::depth(2),
            Level::Advanced => Limits::depth(6),
            Level::Professional => Limits::time(Duration::from_secs(1)),
        }
    }
}

notation::text_by_name!(Level, ALL, UnknownLevel);
