//! Strength levels.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::rules::notation;

use super::{Limits, Options};

/// How strong the computer plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Level {
    /// Beatable by a child: looks two plies ahead, misjudges, and overlooks a move now and then.
    Beginner,
    /// Sees simple combinations, with an open mind about equal moves.
    Advanced,
    /// All it can in a second a move; a small random radius varies its openings.
    #[default]
    Professional,
}

/// A text that names no level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is no level (beginner, advanced or professional)")]
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
            Level::Advanced => Options { random_radius: 0.03, endgame: 0, hash: 16, ..options },
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

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        Level::ALL
            .into_iter()
            .find(|level| level.name().eq_ignore_ascii_case(text.trim()))
            .ok_or_else(|| UnknownLevel(notation::excerpt(text)))
    }
}
