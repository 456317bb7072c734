//! How strong something that learns is: short matches between its games.

use std::time::Duration;

use super::controls::Controls;
use muehle_engine::learn::arena::{MatchSettings, Pair, run_match};
use muehle_engine::players::PlayerError;
use muehle_engine::rules::Rules;

/// Games of a match that measures the strength.
const MATCH_GAMES: usize = 24;
/// Random plies at the beginning of its games.
const MATCH_OPENINGS: usize = 4;
/// Both players of these games use the tables up to this many stones, and do not know the opening: larger tables would play
/// much of the game for them, and take seconds to unpack.
pub(super) const MATCH_ENDGAME: usize = 8;
/// The strength is measured again after this many games, if playing them took this many times as long as measuring.
const MEASURE_EVERY: (u64, u32) = (256, 4);

/// A measured strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The number of games before the measurement.
    pub games: u64,
    /// The share of points.
    pub score: f64,
    /// Half the width of its 95 % interval.
    pub margin: f64,
}

/// When to measure next.
#[derive(Debug, Default)]
pub(super) struct Pace {
    /// When the strength was last measured, in games.
    measured_at: Option<u64>,
    /// How long games have been played since, and how long measuring took.
    played_for: Duration,
    took: Duration,
}

impl Pace {
    /// Games were played.
    pub fn played(&mut self, time: Duration) {
        self.played_for += time;
    }

    /// Whether it is time to measure again.
    pub fn is_due(&self, games: u64) -> bool {
        let (least, times) = MEASURE_EVERY;
        self.measured_at.is_none_or(|last| games >= last + least && self.played_for >= times * self.took)
    }

    /// Whether the strength after this number of games is known already.
    pub fn knows(&self, games: u64) -> bool {
        self.measured_at == Some(games)
    }

    /// The strength was measured after this number of games.
    pub fn measured(&mut self, games: u64, took: Duration) {
        *self = Pace { measured_at: Some(games), played_for: Duration::ZERO, took };
    }
}

/// A short match of the first player against the second; none if it was stopped.
pub(super) fn measure(
    make: &(dyn Fn() -> Result<Pair, PlayerError> + Sync),
    games: u64,
    (rules, seed, jobs): (Rules, u64, usize),
    controls: &Controls,
) -> Option<Strength> {
    let settings = MatchSettings { games: MATCH_GAMES, rules, opening_plies: MATCH_OPENINGS, seed, jobs, sprt: None };
    let tally = run_match(&settings, make, controls.stop_flag(), &mut |_, _| {}).ok()?;
    (!controls.is_stopped()).then(|| Strength { games, score: tally.score(), margin: tally.margin() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measuring_takes_a_small_part_of_the_time() {
        let second = Duration::from_secs(1);
        let mut pace = Pace::default();
        assert!(pace.is_due(0), "the beginning is measured");
        pace.measured(0, second);
        pace.played(10 * second);
        assert!(!pace.is_due(255) && pace.is_due(256));
        assert!(pace.knows(0) && !pace.knows(256));
        pace.measured(256, 3 * second);
        pace.played(11 * second);
        assert!(!pace.is_due(10_000));
        pace.played(second);
        assert!(pace.is_due(10_000));
    }
}
