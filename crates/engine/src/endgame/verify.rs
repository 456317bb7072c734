//! Verification: every value is computed again from the stored values of its successors.
//!
//! Only the index and the files are shared with the builder: moves come from the rules. If every stored value follows
//! from the values of its successors, all of them are right: wins and losses by induction over their distance, and
//! draws because neither side can then force anything else.

use std::path::Path;
use std::sync::atomic::Ordering;

use rayon::prelude::*;
use thiserror::Error;

use super::Value;
use super::build::Progress;
use super::index::Subspace;
use super::table::{Summary, Table, TableError};
use super::value::Entries;
use crate::rules::{Color, Position, RemovalRule};

/// What verification found.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum VerifyError {
    #[error("stopped")]
    Stopped,
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("{table}: {position} is stored as \"{stored}\", but its moves make it \"{computed}\"")]
    WrongValue { table: String, position: Position, stored: Value, computed: Value },
    #[error("{table}: the counts in its header are not those of its positions")]
    WrongCounts { table: String },
}

/// Checks one table, and with it all checksums in its file and in the tables its moves lead to. Those are found as
/// probes find them, the larger ones in the folder.
pub fn verify(table: &Table, folder: Option<&Path>, progress: &Progress) -> Result<Summary, VerifyError> {
    let Summary { rule, subspace, .. } = table.summary();
    let name = || table.path().display().to_string();
    let load = |own, enemy| Loaded::find(folder, rule, own, enemy);
    let entries = table.entries()?;
    let (own, enemy) = (subspace.own(), subspace.enemy());
    let after_quiet_move = load(enemy, own)?;
    let after_removal = load(enemy - 1, own)?;
    let index = subspace.index();
    (0..index.rows()).into_par_iter().try_for_each(|row| {
        if progress.stop.load(Ordering::Relaxed) {
            return Err(VerifyError::Stopped);
        }
        let first = row * index.row_length();
        for (slot, &entry) in entries.iter().enumerate().skip(first).take(index.row_length()) {
            let (own, enemy) = subspace.stones_at(index, slot);
            let position =
                Position::new([own, enemy], [0, 0], Color::White).expect("the index makes possible positions");
            // Without a move the game is lost.
            let mut computed = Value::Loss(0);
            position.for_each_move(rule, |mv| {
                let successors = if mv.removal.is_some() { &after_removal } else { &after_quiet_move };
                let value = successors.as_ref().map_or(Value::Loss(0), |table| table.value(&position.after(mv)));
                computed = computed.max(value.before_move());
            });
            let stored = Value::from_entry(entry);
            if stored != computed {
                return Err(VerifyError::WrongValue { table: name(), position, stored, computed });
            }
        }
        progress.steps.fetch_add(index.row_length(), Ordering::Relaxed);
        Ok(())
    })?;
    let summary = Summary::count(rule, subspace, &entries);
    if summary != table.summary() {
        return Err(VerifyError::WrongCounts { table: name() });
    }
    Ok(summary)
}

/// A table that moves lead to, in memory.
struct Loaded {
    subspace: Subspace,
    entries: Entries,
}

impl Loaded {
    /// None when a side has fewer than three stones.
    fn find(folder: Option<&Path>, rule: RemovalRule, own: usize, enemy: usize) -> Result<Option<Loaded>, TableError> {
        let Some(subspace) = Subspace::new(own, enemy) else { return Ok(None) };
        Ok(Some(Loaded { subspace, entries: Table::find(folder, rule, subspace)?.entries()? }))
    }

    fn value(&self, position: &Position) -> Value {
        Value::from_entry(self.entries[self.subspace.slot(self.subspace.index(), position.own(), position.enemy())])
    }
}
