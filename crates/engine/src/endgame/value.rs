//! What perfect play makes of a position: the result and the plies to the end of the game, and how tables hold it.
//!
//! An entry of a table is the number of plies, or [`DRAW`]. A win takes an odd number of plies and a loss an even one, so
//! the number says both.

use std::cmp::Ordering;
use std::fmt;

use super::results::Outcome;

/// The entry of a drawn position.
pub(super) const DRAW: u16 = 0x7FFE;
/// The most plies an entry can hold.
pub(super) const LONGEST: u16 = 1022;

/// A table in memory: one entry for each slot.
pub(super) type Entries = Vec<u16>;

/// The exact value of a position for the side to move, with the plies to the end of the game under best play: the
/// shortest win, the longest defence. A removal leads to a position with fewer stones, and the plies count on there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move wins after this number of plies: an odd number, or 0 when the enemy has fewer than three stones.
    Win(u16),
    /// Neither side can force a win.
    Draw,
    /// The side to move loses after this number of plies: an even number, 0 when the game is over already.
    Loss(u16),
}

impl Value {
    /// The value that an entry of a table stands for.
    #[inline]
    pub(super) const fn from_entry(entry: u16) -> Value {
        match entry {
            DRAW => Value::Draw,
            plies if plies % 2 == 1 => Value::Win(plies),
            plies => Value::Loss(plies),
        }
    }

    /// The value of the position before the move, for the side that moved into this one.
    #[must_use]
    pub const fn before_move(self) -> Value {
        match self {
            Value::Win(plies) => Value::Loss(plies.saturating_add(1)),
            Value::Draw => Value::Draw,
            Value::Loss(plies) => Value::Win(plies.saturating_add(1)),
        }
    }

    /// The result without the distance.
    pub const fn outcome(self) -> Outcome {
        match self {
            Value::Win(_) => Outcome::Win,
            Value::Draw => Outcome::Draw,
            Value::Loss(_) => Outcome::Loss,
        }
    }

    /// The plies to the end; none for a draw.
    pub const fn plies(self) -> Option<u16> {
        match self {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Draw => None,
        }
    }

    /// Greater for what the side to move likes better: a quick loss, a late loss, a draw, a late win, a quick win.
    const fn preference(self) -> i32 {
        match self {
            Value::Win(plies) => 0x1_0000 - plies as i32,
            Value::Draw => 0,
            Value::Loss(plies) => plies as i32 - 0x1_0000,
        }
    }
}

/// The better for the side to move, the greater.
impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        self.preference().cmp(&other.preference())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// `win 3`, `draw -` or `loss 4`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Value::Win(plies) => write!(f, "win {plies}"),
            Value::Draw => f.write_str("draw -"),
            Value::Loss(plies) => write!(f, "loss {plies}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_to_move_prefers_short_wins_and_long_losses() {
        let from_worst = [Value::Loss(0), Value::Loss(26), Value::Draw, Value::Win(301), Value::Win(1), Value::Win(0)];
        assert!(from_worst.is_sorted());
        assert_eq!(Value::Loss(0).before_move(), Value::Win(1));
        assert_eq!(Value::Win(3).before_move(), Value::Loss(4));
    }
}
