//! How much of the game the tables know.

use std::fmt;

use super::{Database, MOST_STONES, OPENING_PLIES, PLACING_PLIES};

/// Which positions a database knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// All positions with empty hands and at most this number of stones.
    pub stones: u8,
    /// All positions with at most this number of stones placed; none without any such table.
    pub opening: Option<u8>,
    /// All positions with at least this number of stones placed and some in hand; none without any such table.
    pub placing_from: Option<u8>,
}

impl Reach {
    /// Whether every position of the game is known.
    pub fn is_complete(&self) -> bool {
        let from = self.placing_from.unwrap_or(PLACING_PLIES);
        self.stones == MOST_STONES && (from == 0 || self.opening.is_some_and(|last| last + 1 >= from))
    }
}

impl Database {
    /// What the database knows, by the files that are there.
    pub fn reach(&self) -> Reach {
        let in_program = |ply: u8| ply <= OPENING_PLIES;
        let known = |ply: u8| in_program(ply) || self.placing_plies() >> ply & 1 == 1;
        let opening = (0..PLACING_PLIES).take_while(|&ply| known(ply)).last();
        let placing_from = (0..PLACING_PLIES).rev().take_while(|&ply| known(ply)).last();
        Reach { stones: self.known_stones(), opening, placing_from }
    }
}

/// `sliding up to 18 stones, placing all plies`, or `sliding up to 8 stones, opening of 10 plies; elsewhere searched`.
impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "sliding up to {} stones", self.stones)?;
        match *self {
            Reach { placing_from: Some(0), .. } => write!(f, ", placing all plies")?,
            Reach { opening, placing_from, .. } => {
                if let Some(last) = opening {
                    write!(f, ", opening of {last} plies")?;
                }
                if let Some(first) = placing_from {
                    write!(f, ", placing from ply {first}")?;
                }
            }
        }
        if self.is_complete() { Ok(()) } else { write!(f, "; elsewhere searched") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RemovalRule;

    #[test]
    fn it_says_what_is_known_and_where_a_search_is_needed() {
        let text = |stones, opening, placing_from| Reach { stones, opening, placing_from }.to_string();
        assert_eq!(text(18, Some(17), Some(0)), "sliding up to 18 stones, placing all plies");
        assert_eq!(text(8, Some(9), None), "sliding up to 8 stones, opening of 9 plies; elsewhere searched");
        assert_eq!(text(18, None, Some(14)), "sliding up to 18 stones, placing from ply 14; elsewhere searched");
        assert_eq!(text(12, None, None), "sliding up to 12 stones; elsewhere searched");
        let reach = Database::open(None, RemovalRule::Any, 8).reach();
        assert_eq!(reach, Reach { stones: 8, opening: Some(OPENING_PLIES), placing_from: None });
    }
}
