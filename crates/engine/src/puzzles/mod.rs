//! Puzzles made from exact knowledge: positions in which one move is right, and proof that the others are not.
//!
//! A [`Generator`] draws positions with seeded dice and keeps those in which the tables, or a complete search where
//! the aim needs only a few plies, leave exactly one right move at every step ([`proof`]). [`difficulty`] grades
//! them by facts, [`text`] writes them as PGN games and reads them again, and [`shipped`] and [`lessons`] hold those
//! that are part of the program.

mod candidates;
pub mod difficulty;
mod generate;
pub mod lessons;
mod line;
pub mod proof;
pub mod shapes;
pub mod shipped;
pub mod text;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use generate::{Generator, NoPuzzle};
pub use proof::Judge;

use crate::endgame::Outcome;
use crate::rules::{Move, Position, RemovalRule, Symmetry, notation};

/// The themes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Win with sliding stones in a number of moves: at every step one move does it.
    Win,
    /// Hold the draw with sliding stones: only one move does.
    Draw,
    /// Close a mill with the second move, whatever the other side does.
    Mill,
    /// Build a double mill that the other side cannot stop in time.
    Double,
    /// Every other move lets the stones be blocked.
    Free,
    /// Win or hold with three stones that may fly.
    Fly,
    /// Win or hold while stones are placed.
    Place,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 7] = [Kind::Win, Kind::Draw, Kind::Mill, Kind::Double, Kind::Free, Kind::Fly, Kind::Place];

    /// The word of the command line and of files.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Win => "win",
            Kind::Draw => "draw",
            Kind::Mill => "mill",
            Kind::Double => "double",
            Kind::Free => "free",
            Kind::Fly => "fly",
            Kind::Place => "place",
        }
    }
}

/// A text that does not name a kind.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown kind of puzzle \"{0}\" (expected win, draw, mill, double, free, fly or place)")]
pub struct UnknownKind(pub String);

notation::text_by_name!(Kind, ALL, UnknownKind);

/// What the side to move is to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// Win the game in the number of moves that the solution has.
    Win,
    /// Not lose it.
    Hold,
    /// Close a mill.
    Mill,
    /// Build a double mill.
    Double,
    /// Not be blocked.
    Free,
}

impl Aim {
    /// All aims.
    pub const ALL: [Aim; 5] = [Aim::Win, Aim::Hold, Aim::Mill, Aim::Double, Aim::Free];

    /// The word of files.
    pub const fn name(self) -> &'static str {
        match self {
            Aim::Win => "win",
            Aim::Hold => "hold",
            Aim::Mill => "mill",
            Aim::Double => "double",
            Aim::Free => "free",
        }
    }
}

/// A text that does not name an aim.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown aim \"{0}\" (expected win, hold, mill, double or free)")]
pub struct UnknownAim(pub String);

notation::text_by_name!(Aim, ALL, UnknownAim);

/// A position with a task and its solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The theme.
    pub kind: Kind,
    /// What to reach.
    pub aim: Aim,
    /// The removal rule it is right for.
    pub rule: RemovalRule,
    /// The position to solve.
    pub start: Position,
    /// From 1, easy, to 5, hard; see [`difficulty`].
    pub difficulty: u8,
    /// The moves of the person who solves it, with everything that belongs to them. There is at least one.
    pub steps: Vec<Step>,
}

/// One move of the solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The right moves, the solution's own first. Only the last step can have several.
    pub right: Vec<Move>,
    /// What refutes the most plausible wrong moves.
    pub wrong: Vec<Refutation>,
    /// What the other side answers to the right move; none after the last.
    pub reply: Option<Move>,
}

/// A wrong move and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The wrong move.
    pub wrong: Move,
    /// What follows it, beginning with the other side.
    pub line: Vec<Move>,
    /// The result it leads to for the person who plays it; none when it only misses the aim.
    pub result: Option<Outcome>,
}

impl Puzzle {
    /// The moves of the solution, those of both sides.
    pub fn solution(&self) -> Vec<Move> {
        self.steps.iter().flat_map(|step| [step.right.first().copied(), step.reply]).flatten().collect()
    }

    /// The position before a step.
    pub fn position_at(&self, step: usize) -> Position {
        self.solution().into_iter().take(2 * step).fold(self.start, |position, mv| position.after(mv))
    }

    /// The same puzzle made again from its position, with everything proved anew; none when it is not one. A puzzle is
    /// right if this is equal to it.
    pub fn proved(&self, judge: &Judge) -> Option<Puzzle> {
        line::Candidate::of(self).puzzle(judge)
    }

    /// A number that puzzles share which differ only by a symmetry of the board or by their colours.
    pub fn key(&self) -> u64 {
        key_of(&self.start)
    }
}

/// See [`Puzzle::key`].
pub fn key_of(position: &Position) -> u64 {
    let side = position.side_to_move();
    let hands = u64::from(position.hand(side)) << 4 | u64::from(position.hand(!side));
    let image = |symmetry: Symmetry| {
        u64::from(symmetry.set(position.own()).bits()) << 24 | u64::from(symmetry.set(position.enemy()).bits())
    };
    Symmetry::all().map(image).min().unwrap_or_default() << 8 | hands
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetric_and_colour_swapped_positions_share_a_key() {
        let position: Position = "a7,d7,f4,b2/g7,e3,c4 w 0 0".parse().unwrap();
        let swapped: Position = "g7,e3,c4/a7,d7,f4,b2 b 0 0".parse().unwrap();
        for symmetry in Symmetry::all() {
            assert_eq!(key_of(&position.transformed(symmetry)), key_of(&position));
            assert_eq!(key_of(&swapped.transformed(symmetry)), key_of(&position));
        }
        let other: Position = "a7,d7,f4,b2/g7,e3,c4 b 0 0".parse().unwrap();
        assert_ne!(key_of(&other), key_of(&position));
        assert_ne!(key_of(&"a7/d7 w 8 8".parse().unwrap()), key_of(&"a7/d7 w 7 7".parse().unwrap()));
    }

    #[test]
    fn kinds_and_aims_survive_their_text_form() {
        assert!(Kind::ALL.iter().all(|kind| kind.to_string().parse() == Ok(*kind)));
        assert!(Aim::ALL.iter().all(|aim| aim.to_string().parse() == Ok(*aim)));
        let error = "chess".parse::<Kind>().unwrap_err().to_string();
        assert!(error.starts_with("unknown kind of puzzle \"chess\""), "{error}");
    }
}
