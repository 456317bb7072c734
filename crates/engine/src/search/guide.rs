//! Known results of the placing phase inside a search. They have no distances, so on their own they would make all moves
//! that keep the value equal. Where the value of the root is known, the search therefore goes on through all positions of
//! the same value, in which the heuristic chooses, and ends where one side has given value away: that decides a line,
//! whether it turns a draw into a loss or a win into a draw.
//!
//! A position of known value is searched on only when the root has its value too. So what the transposition table
//! remembers of it never comes from a search in which it would have counted for something else.

use std::cmp::Ordering;

use crate::endgame::{Outcome, PLACING_PLIES, PlacingResults};
use crate::rules::{Color, Position};

use super::score::{DRAW, Units, WON};

#[derive(Clone, Copy)]
pub(super) struct Guide<'a> {
    results: PlacingResults<'a>,
    /// What the root is worth to White and to Black, if that is known.
    goal: Option<[Outcome; 2]>,
    /// The last ply at which positions at the horizon are looked up, in memory.
    last_leaf: Option<u8>,
}

impl<'a> Guide<'a> {
    /// The guide for a search from a root with this side to move, which is worth `goal` to it.
    pub fn new(results: PlacingResults<'a>, goal: Option<Outcome>, side: Color) -> Guide<'a> {
        let of_colors = |goal: Outcome| match side {
            Color::White => [goal, goal.before_move()],
            Color::Black => [goal.before_move(), goal],
        };
        // Files are too slow for many thousand positions per second; a search from a known root can do without them.
        let results = if goal.is_some() { results.in_memory() } else { results };
        Guide { results, goal: goal.map(of_colors), last_leaf: results.plies_in_memory() }
    }

    /// Whether positions at the horizon, with this number of stones in hand, are worth a look.
    #[inline(always)]
    pub fn knows_leaves(self, in_hand: u8) -> bool {
        in_hand > 0 && self.last_leaf.is_some_and(|last| PLACING_PLIES - in_hand <= last)
    }

    /// The score that ends the search of a position with stones in hand, from its side to move.
    #[inline]
    pub fn score(self, position: &Position) -> Option<Units> {
        let outcome = self.results.outcome(position)?;
        let wanted = match self.goal {
            Some(goal) => goal[position.side_to_move().index()],
            None if outcome == Outcome::Draw => return Some(DRAW),
            None => Outcome::Draw,
        };
        match outcome.cmp(&wanted) {
            Ordering::Greater => Some(WON),
            Ordering::Equal => None,
            Ordering::Less => Some(-WON),
        }
    }
}
