//! The levels: fixed recipes that play the same on every machine, fast or slow.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::rules::notation::excerpt;

use super::perfect::Perfect;
use super::{Computer, Player, PlayerError, PlayerText, Resources};

/// How strong a computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Level {
    Child,
    Novice,
    Casual,
    Club,
    Strong,
    Expert,
    Master,
    /// Knows every position, once the whole game is solved.
    Perfect,
}

/// The three strengths of the program of 2005, which are names of levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Strength {
    Beginner,
    Advanced,
    Professional,
}

/// A text that does not name a level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a level")]
pub struct UnknownLevel(pub String);

impl Strength {
    /// All strengths, the weakest first.
    pub const ALL: [Strength; 3] = [Strength::Beginner, Strength::Advanced, Strength::Professional];

    /// The name on the command line.
    const fn name(self) -> &'static str {
        match self {
            Strength::Beginner => "beginner",
            Strength::Advanced => "advanced",
            Strength::Professional => "professional",
        }
    }

    /// The level of this strength.
    pub const fn level(self) -> Level {
        match self {
            Strength::Beginner => Level::Novice,
            Strength::Advanced => Level::Club,
            Strength::Professional => Level::Master,
        }
    }
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 8] = [
        Level::Child,
        Level::Novice,
        Level::Casual,
        Level::Club,
        Level::Strong,
        Level::Expert,
        Level::Master,
        Level::Perfect,
    ];

    /// The name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Child => "child",
            Level::Novice => "novice",
            Level::Casual => "casual",
            Level::Club => "club",
            Level::Strong => "strong",
            Level::Expert => "expert",
            Level::Master => "master",
            Level::Perfect => "perfect",
        }
    }

    /// The player that a level is short for. Its limits are plies or positions, never time, and it knows nothing that
    /// depends on what else the machine has: of the endgame tables only those that come with the program.
    /// docs/levels.md has the matches by which the numbers were chosen.
    pub const fn recipe(self) -> &'static str {
        match self {
            // Weak levels look only a little ahead, misjudge, and overlook what is far from the last move. All close mills.
            Level::Child => "computer:heuristic=Standard,depth=1,q=0,endgame=0,radius=0.1,oversight=1,greedy=on",
            Level::Novice => "computer:heuristic=Standard,depth=2,q=0,endgame=0,radius=0.12,oversight=1,greedy=on",
            Level::Casual => "computer:heuristic=Standard,depth=3,q=0,endgame=0,radius=0.05,oversight=1,greedy=on",
            Level::Club => {
                "computer:heuristic=Meister,shapes=off,depth=3,q=0,endgame=0,radius=0.05,oversight=0.8,greedy=on"
            }
            Level::Strong => {
                "computer:heuristic=Meister,shapes=off,depth=4,q=4,endgame=0,radius=0.03,oversight=0.52,greedy=on"
            }
            // From here on the endings of the embedded tables are played without a mistake.
            Level::Expert => {
                "computer:heuristic=Meister,shapes=off,depth=5,q=4,endgame=8,opening=off,radius=0.02,oversight=0.25,greedy=on"
            }
            Level::Master => {
                "computer:heuristic=Meister,shapes=off,nodes=12500,hash=4,q=4,endgame=8,opening=off,radius=0.01,greedy=on"
            }
            Level::Perfect => "perfect",
        }
    }

    /// Whether it uses the endgame tables.
    pub fn uses_tables(self) -> bool {
        self >= Level::Expert
    }

    /// Its strength in Elo, with random play at 0, as measured in docs/levels.md for rule `never`.
    pub const fn elo(self) -> u16 {
        match self {
            Level::Child => 727,
            Level::Novice => 876,
            Level::Casual => 1062,
            Level::Club => 1245,
            Level::Strong => 1432,
            Level::Expert => 1608,
            Level::Master => 1764,
            Level::Perfect => 2102,
        }
    }

    /// The player of this level in text form.
    pub fn player_text(self) -> PlayerText {
        match self {
            Level::Perfect => PlayerText::new("perfect"),
            level => PlayerText::new("computer").with("level", level),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Case does not matter, and the three strengths mean their levels.
impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let same = |name: &str| name.eq_ignore_ascii_case(text.trim());
        let strength = || Strength::ALL.into_iter().find(|strength| same(strength.name())).map(Strength::level);
        let level = Level::ALL.into_iter().find(|level| same(level.name())).or_else(strength);
        level.ok_or_else(|| UnknownLevel(excerpt(text)))
    }
}

/// The computer of a text: a level, or a search with settings of its own.
pub(super) fn computer(text: &PlayerText, resources: &Arc<Resources>) -> Result<Box<dyn Player>, PlayerError> {
    let Some(name) = text.get("level") else { return Ok(Box::new(Computer::from_text(text, resources)?)) };
    let unknown = |_| PlayerError::Value { kind: "computer", key: "level".to_owned(), value: excerpt(name) };
    let level: Level = name.parse().map_err(unknown)?;
    let mut recipe: PlayerText = level.recipe().parse()?;
    for (key, value) in &text.options {
        match key.as_str() {
            "level" => {}
            "seed" => recipe = recipe.with(key, value),
            _ => return Err(PlayerError::FixedLevel { level, key: excerpt(key) }),
        }
    }
    match level {
        Level::Perfect => Ok(Box::new(Perfect::from_text(&recipe, resources)?)),
        _ => Ok(Box::new(Computer::from_recipe(&recipe, resources)?)),
    }
}
