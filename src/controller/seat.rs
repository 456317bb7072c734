//! Who sits at the board: a name and what chooses the moves.

use serde::{Deserialize, Serialize};

use crate::players::Computer;
use crate::search::Level;

/// Longer names are cut: nobody reads them, and everything that shows them has to hold them.
pub const MAX_NAME: usize = 40;

/// How long a computer thinks about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ThinkingLimit {
    /// Milliseconds a move.
    Time(u64),
    /// Plies a move.
    Depth(u8),
}

impl ThinkingLimit {
    /// The shortest and longest time that can be set, in milliseconds.
    pub const TIMES: [u64; 2] = [50, 60_000];
    /// The smallest and largest depth that can be set.
    pub const DEPTHS: [u8; 2] = [1, 20];

    fn within_bounds(self) -> ThinkingLimit {
        match self {
            ThinkingLimit::Time(time) => ThinkingLimit::Time(time.clamp(Self::TIMES[0], Self::TIMES[1])),
            ThinkingLimit::Depth(depth) => ThinkingLimit::Depth(depth.clamp(Self::DEPTHS[0], Self::DEPTHS[1])),
        }
    }
}

/// Everything about a computer player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ComputerSettings {
    /// The name of its heuristic.
    pub heuristic: String,
    /// How long it thinks.
    pub limit: ThinkingLimit,
    /// How many plies deeper it looks at restless positions; 0 is off.
    pub quiescence: u8,
    /// The radius of the random value on each estimate.
    pub random_radius: f64,
    /// How likely it overlooks a move.
    pub oversight: f64,
    /// Up to how many stones it looks into the endgame database; 0 is off.
    pub endgame: u8,
}

impl ComputerSettings {
    /// The largest extra depth.
    pub const MAX_QUIESCENCE: u8 = 12;

    /// The settings of a strength with a heuristic.
    pub fn of_level(level: Level, heuristic: &str) -> ComputerSettings {
        let (options, limits) = (level.options(0), level.limits());
        let limit = match (limits.time, limits.depth) {
            (Some(time), _) => ThinkingLimit::Time(time.as_millis() as u64),
            (None, depth) => ThinkingLimit::Depth(depth.unwrap_or(6) as u8),
        };
        ComputerSettings {
            heuristic: heuristic.to_owned(),
            limit: limit.within_bounds(),
            quiescence: options.quiescence as u8,
            random_radius: options.random_radius,
            oversight: options.oversight,
            endgame: options.endgame as u8,
        }
    }

    /// The strength that has exactly these settings, whatever the heuristic.
    pub fn level(&self) -> Option<Level> {
        Level::ALL.into_iter().find(|&level| ComputerSettings::of_level(level, &self.heuristic) == *self)
    }
}

impl Default for ComputerSettings {
    fn default() -> ComputerSettings {
        ComputerSettings::of_level(Level::Advanced, Computer::DEFAULT_HEURISTIC)
    }
}

/// What chooses the moves of a side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlayerKind {
    /// The person at this window.
    Human,
    /// The engine.
    Computer(ComputerSettings),
    /// A partner on another computer.
    Network,
}

/// One side of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seat {
    /// The player's name; empty for the usual one.
    pub name: String,
    /// What chooses the moves.
    pub kind: PlayerKind,
}

impl Seat {
    /// A person without a name.
    pub fn human() -> Seat {
        Seat { name: String::new(), kind: PlayerKind::Human }
    }

    /// A computer that goes by its heuristic's name.
    pub fn computer(settings: ComputerSettings) -> Seat {
        Seat { name: String::new(), kind: PlayerKind::Computer(settings) }
    }

    /// Whether a person sits here.
    pub fn is_human(&self) -> bool {
        self.kind == PlayerKind::Human
    }

    /// The computer's settings.
    pub fn settings(&self) -> Option<&ComputerSettings> {
        match &self.kind {
            PlayerKind::Human | PlayerKind::Network => None,
            PlayerKind::Computer(settings) => Some(settings),
        }
    }

    /// The seat as it can be used, whatever a file or a person put into it.
    #[must_use]
    pub fn tidied(mut self) -> Seat {
        self.name = tidy_name(&self.name);
        if let PlayerKind::Computer(settings) = &mut self.kind {
            settings.limit = settings.limit.within_bounds();
            settings.quiescence = settings.quiescence.min(ComputerSettings::MAX_QUIESCENCE);
            settings.heuristic = tidy_name(&settings.heuristic);
            for share in [&mut settings.random_radius, &mut settings.oversight] {
                *share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
            }
            settings.endgame = settings.endgame.min(18);
        }
        self
    }
}

/// A name without control characters and blanks around it, of a length that fits a card.
pub fn tidy_name(name: &str) -> String {
    let clean: String = name.chars().filter(|c| !c.is_control()).take(4 * MAX_NAME).collect();
    clean.trim().chars().take(MAX_NAME).collect::<String>().trim_end().to_owned()
}

/// The players of a first game: a person with white against the computer.
pub fn usual_seats() -> [Seat; 2] {
    [Seat::human(), Seat::computer(ComputerSettings::default())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_and_cleaned() {
        assert_eq!(tidy_name("  Clara\n\u{7} "), "Clara");
        assert_eq!(tidy_name(&"ü".repeat(10_000)).chars().count(), MAX_NAME);
        assert_eq!(tidy_name(" \t "), "");
    }

    #[test]
    fn strengths_are_recognised() {
        for level in Level::ALL {
            assert_eq!(ComputerSettings::of_level(level, "Combi").level(), Some(level));
        }
        let odd = ComputerSettings { limit: ThinkingLimit::Depth(9), ..ComputerSettings::default() };
        assert_eq!(odd.level(), None);
    }

    #[test]
    fn wild_settings_are_brought_within_bounds() {
        let wild = ComputerSettings {
            limit: ThinkingLimit::Time(u64::MAX),
            quiescence: 200,
            random_radius: f64::NAN,
            ..ComputerSettings::default()
        };
        let seat = Seat::computer(wild).tidied();
        let tame = seat.settings().unwrap();
        assert_eq!(tame.limit, ThinkingLimit::Time(60_000));
        assert_eq!((tame.quiescence, tame.random_radius), (ComputerSettings::MAX_QUIESCENCE, 0.0));
    }
}
