//! The puzzles that are part of the program. `muehle puzzles` makes the same files again; see `docs/puzzles.md`.

use super::{Puzzle, text};
use crate::game::pgn;
use crate::rules::RemovalRule;

/// The file of a rule.
pub fn source(rule: RemovalRule) -> &'static str {
    match rule {
        RemovalRule::Never => include_str!("../../../../assets/puzzles/never.pgn"),
        RemovalRule::Any => include_str!("../../../../assets/puzzles/any.pgn"),
    }
}

/// The puzzles of a rule, in the order of their file.
pub fn puzzles(rule: RemovalRule) -> Vec<Puzzle> {
    pgn::split(source(rule)).into_iter().filter_map(|game| text::read(game).ok()).collect()
}
