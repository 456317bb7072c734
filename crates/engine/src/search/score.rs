//! What a position is worth: as an answer, and as the number the search computes with.
//!
//! ```text
//!  30000 - n   a win in n plies          -30000 + n   a loss in n plies
//!  15000       a win of unknown length   -15000       a loss of unknown length
//!  ±10000      an estimate of ±1              0       (also) a draw
//! ```

use std::cmp::Ordering;
use std::fmt;

use crate::endgame::{Outcome, Value};
use crate::heuristics::EvaluationTable;
use crate::rules::Color;

/// A score inside the search, from the side to move.
pub(super) type Units = i32;

/// A win in no plies; nothing is better.
pub(super) const WIN: Units = 30_000;
/// From here on a win is proven.
pub(super) const PROVEN: Units = 20_000;
/// A win whose length nobody knows: better than every estimate, worse than every win of known length.
pub(super) const WON: Units = 15_000;
/// Outside every score.
pub(super) const INFINITE: Units = 32_000;
/// A draw.
pub(super) const DRAW: Units = 0;

/// The score of the side to move when it has lost, `ply` plies below the root.
#[inline]
pub(super) fn lost_at(ply: usize) -> Units {
    ply as Units - WIN
}

/// The scores that matter to a search: at alpha or below, the side to move has something as good elsewhere; at beta or
/// above, the enemy has. Passed in registers, like two numbers.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub alpha: Units,
    pub beta: Units,
}

impl Window {
    /// Every score matters.
    pub const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// The same window as the enemy sees it.
    #[inline(always)]
    pub const fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The window that only asks whether a score is above alpha.
    #[inline(always)]
    pub const fn minimal(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }

    /// Whether the window only asks on which side of an estimate the score is.
    #[inline(always)]
    pub const fn is_minimal(self) -> bool {
        self.alpha + 1 == self.beta && self.alpha.abs() < EvaluationTable::UNIT
    }

    /// Whether a score lies inside, and so is exact.
    pub const fn contains(self, score: Units) -> bool {
        score > self.alpha && score < self.beta
    }
}

/// What a position is worth for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// A proven win in this number of plies.
    Win(u32),
    /// A proven loss in this number of plies.
    Loss(u32),
    /// A proven win of unknown length: tables of the placing phase have no distances.
    Won,
    /// A proven loss of unknown length.
    Lost,
    /// An exact draw.
    Draw,
    /// An estimate in [-1, 1].
    Estimate(f64),
}

impl Score {
    pub(super) fn from_units(units: Units) -> Score {
        if units >= PROVEN {
            Score::Win((WIN - units).max(0) as u32)
        } else if units <= -PROVEN {
            Score::Loss((WIN + units).max(0) as u32)
        } else if units >= WON {
            Score::Won
        } else if units <= -WON {
            Score::Lost
        } else {
            Score::Estimate(f64::from(units) / f64::from(EvaluationTable::UNIT))
        }
    }

    /// The score as a number in [-1, 1].
    pub fn value(self) -> f64 {
        match self {
            Score::Win(_) | Score::Won => 1.0,
            Score::Loss(_) | Score::Lost => -1.0,
            Score::Draw => 0.0,
            Score::Estimate(value) => value,
        }
    }

    /// Whether this is not an estimate.
    pub fn is_exact(self) -> bool {
        !matches!(self, Score::Estimate(_))
    }

    /// The same score seen by the other side.
    #[must_use]
    pub fn reversed(self) -> Score {
        match self {
            Score::Win(plies) => Score::Loss(plies),
            Score::Loss(plies) => Score::Win(plies),
            Score::Won => Score::Lost,
            Score::Lost => Score::Won,
            Score::Draw => Score::Draw,
            Score::Estimate(value) => Score::Estimate(-value),
        }
    }

    /// The same score as White sees it, of a position with this side to move.
    #[must_use]
    pub fn for_white(self, to_move: Color) -> Score {
        if to_move == Color::White { self } else { self.reversed() }
    }

    /// The score of a position as the other side sees it after the best move: a win is a ply nearer.
    #[must_use]
    pub fn after_move(self) -> Score {
        match self.reversed() {
            Score::Win(plies) => Score::Win(plies.saturating_sub(1)),
            Score::Loss(plies) => Score::Loss(plies.saturating_sub(1)),
            score => score,
        }
    }

    /// Better for the side to move is greater: shorter wins, wins of unknown length, then estimates, then losses of unknown
    /// length, then longer losses.
    pub fn compare(self, other: Score) -> Ordering {
        let rank = |score: Score| match score {
            Score::Win(plies) => 1e6 - f64::from(plies),
            Score::Loss(plies) => -1e6 + f64::from(plies),
            Score::Won => 2.0,
            Score::Lost => -2.0,
            score => score.value(),
        };
        rank(self).total_cmp(&rank(other))
    }
}

impl From<Value> for Score {
    fn from(value: Value) -> Score {
        match value {
            Value::Win(plies) => Score::Win(plies.into()),
            Value::Draw => Score::Draw,
            Value::Loss(plies) => Score::Loss(plies.into()),
        }
    }
}

/// A result without a distance.
impl From<Outcome> for Score {
    fn from(outcome: Outcome) -> Score {
        match outcome {
            Outcome::Win => Score::Won,
            Outcome::Draw => Score::Draw,
            Outcome::Loss => Score::Lost,
        }
    }
}

/// The text of the engine protocol: `win 13`, `loss 8`, `win -` and `loss -` of unknown length, `draw`, `value 0.120`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Score::Win(plies) => write!(f, "win {plies}"),
            Score::Loss(plies) => write!(f, "loss {plies}"),
            Score::Won => write!(f, "win -"),
            Score::Lost => write!(f, "loss -"),
            Score::Draw => write!(f, "draw"),
            // Adding zero turns -0 into 0.
            Score::Estimate(value) => write!(f, "value {:.3}", (value * 1000.0).round() / 1000.0 + 0.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_ordered_from_long_losses_to_short_wins() {
        let rising = [
            Score::Loss(2),
            Score::Loss(40),
            Score::Lost,
            Score::Estimate(-1.0),
            Score::Draw,
            Score::Estimate(0.3),
            Score::Estimate(1.0),
            Score::Won,
            Score::Win(1022),
            Score::Win(1),
        ];
        assert!(rising.is_sorted_by(|a, b| a.compare(*b) == Ordering::Less));
        assert!(rising.iter().rev().map(|score| score.reversed()).is_sorted_by(|a, b| a.compare(*b) == Ordering::Less));
        assert!(rising.iter().all(|score| (-1.0..=1.0).contains(&score.value())));
        assert_eq!([WON, -WON].map(Score::from_units), [Score::Won, Score::Lost]);
        assert_eq!([Score::Won, Score::Lost].map(|score| score.to_string()), ["win -", "loss -"]);
        assert_eq!(Score::from_units(EvaluationTable::UNIT), Score::Estimate(1.0));
        assert_eq!(Score::from_units(WIN - 13).to_string(), "win 13");
        assert_eq!(Score::from_units(lost_at(8)).to_string(), "loss 8");
        assert_eq!(Score::from_units(-1100).to_string(), "value -0.110");
        assert_eq!(Score::from_units(-1).to_string(), "value 0.000");
    }
}
