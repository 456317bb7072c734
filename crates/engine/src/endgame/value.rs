//! What perfect play makes of a position: the result and the plies to the end of the game.

use std::cmp::Ordering;
use std::fmt;

/// The exact value of a position for the side to move, with the plies to the end of the game under best play: the
/// shortest win, the longest defence. A removal counts on into the positions with fewer stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move wins after so many plies: an odd number, or 0 when the enemy has fewer than three stones.
    Win(u16),
    /// Nobody can force anything.
    Draw,
    /// The side to move loses after so many plies, an even number; 0 when the game is over already.
    Loss(u16),
}

impl Value {
    /// The value of the position before the move, for the side that moved into this one.
    #[must_use]
    pub const fn before_move(self) -> Value {
        match self {
            Value::Win(plies) => Value::Loss(plies.saturating_add(1)),
            Value::Draw => Value::Draw,
            Value::Loss(plies) => Value::Win(plies.saturating_add(1)),
        }
    }

    /// The plies to the end; none for a draw.
    pub const fn plies(self) -> Option<u16> {
        match self {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Draw => None,
        }
    }

    /// Grows with what the side to move prefers: from a quick loss over a late one, a draw and a late win to a quick one.
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
