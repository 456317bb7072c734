//! Verification: every value is computed again from the stored values of its successors.
//!
//! Only the index and the files are shared with the builder: moves come from the rules. If every stored value follows
//! from the values of its successors, all of them are right: wins and losses by induction over their distance, and
//! draws because neither side can then force anything else.

use std::path::Path;
use std::sync::atomic::Ordering;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use thiserror::Error;

use super::build::{BuildError, Progress};
use super::index::Subspace;
use super::results::{Outcome, Results};
use super::table::{Summary, Table, TableError, file_name, path};
use super::value::Entries;
use super::{Database, Value};
use crate::rules::{Position, RemovalRule};

/// What verification found.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum VerifyError {
    #[error("stopped")]
    Stopped,
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error("{table}: {position} is stored as \"{stored}\", but its moves make it \"{computed}\"")]
    WrongValue { table: String, position: Position, stored: Box<str>, computed: Box<str> },
    #[error("{table}: the counts in its header are not those of its positions")]
    WrongCounts { table: String },
}

/// Checks one table, and with it all checksums in its file and in the tables its moves lead to. Those are found as
/// probes find them, the larger ones in the folder.
pub fn verify(table: &Table, folder: Option<&Path>, progress: &Progress) -> Result<Summary, VerifyError> {
    let Summary { rule, subspace, .. } = table.summary();
    if subspace.is_placing() {
        return verify_placing(table, folder, progress);
    }
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
            let position = subspace.position(own, enemy);
            // Without a move the game is lost.
            let mut computed = Value::Loss(0);
            position.for_each_move(rule, |mv| {
                let successors = if mv.removal.is_some() { &after_removal } else { &after_quiet_move };
                let value = successors.as_ref().map_or(Value::Loss(0), |table| table.value(&position.after(mv)));
                computed = computed.max(value.before_move());
            });
            let stored = Value::from_entry(entry);
            if stored != computed {
                return Err(wrong_value(table, position, stored, computed));
            }
        }
        progress.steps.fetch_add(index.row_length(), Ordering::Relaxed);
        Ok(())
    })?;
    check_counts(table, Summary::count(rule, subspace, &entries))
}

/// Whether the tables are there that a table is checked against. Where only the opening was kept, nothing is left to
/// check its last ply against.
pub fn has_successors(folder: &Path, rule: RemovalRule, subspace: Subspace) -> bool {
    let needed = subspace.after_placement().filter(|next| next.is_placing());
    needed.is_none_or(|next| path(folder, rule, next).is_file())
}

fn wrong_value(table: &Table, position: Position, stored: impl ToString, computed: impl ToString) -> VerifyError {
    let [stored, computed] = [stored.to_string().into(), computed.to_string().into()];
    VerifyError::WrongValue { table: table.path().display().to_string(), position, stored, computed }
}

fn check_counts(table: &Table, counted: Summary) -> Result<Summary, VerifyError> {
    match counted == table.summary() {
        true => Ok(counted),
        false => Err(VerifyError::WrongCounts { table: table.path().display().to_string() }),
    }
}

/// The same for a table without distances.
fn verify_placing(table: &Table, folder: Option<&Path>, progress: &Progress) -> Result<Summary, VerifyError> {
    let Summary { rule, subspace, .. } = table.summary();
    let load = |subspace: Option<Subspace>| -> Result<Option<(Subspace, Results)>, VerifyError> {
        let Some(subspace) = subspace else { return Ok(None) };
        Ok(Some((subspace, Table::find(folder, rule, subspace)?.results()?)))
    };
    let results = table.results()?;
    let after_placement = load(subspace.after_placement())?;
    let after_removal = load(subspace.after_removal())?;
    let index = subspace.index();
    (0..index.rows()).into_par_iter().try_for_each(|row| {
        if progress.stop.load(Ordering::Relaxed) {
            return Err(VerifyError::Stopped);
        }
        for slot in row * index.row_length()..(row + 1) * index.row_length() {
            let (own, enemy) = subspace.stones_at(index, slot);
            let position = subspace.position(own, enemy);
            let mut computed = Outcome::Loss;
            position.for_each_move(rule, |mv| {
                let successors = if mv.removal.is_some() { &after_removal } else { &after_placement };
                let after = position.after(mv);
                // Without a table the removal left fewer than three stones.
                let outcome = successors.as_ref().map_or(Outcome::Loss, |(subspace, results)| {
                    Outcome::from_digit(results.get(subspace.slot(results.index(), after.own(), after.enemy())))
                });
                computed = computed.max(outcome.before_move());
            });
            let stored = Outcome::from_digit(results.get(slot));
            if stored != computed {
                return Err(wrong_value(table, position, stored, computed));
            }
        }
        progress.steps.fetch_add(index.row_length(), Ordering::Relaxed);
        Ok(())
    })?;
    check_counts(table, Summary::count_results(rule, subspace, &results))
}

/// Checks a number of positions of one table, spread over all of it, against the moves that the database has for
/// them. A number as seed decides which.
pub fn verify_sample(
    table: &Table,
    database: &Database,
    positions: usize,
    seed: u64,
    progress: &Progress,
) -> Result<Summary, VerifyError> {
    let Summary { rule, subspace, .. } = table.summary();
    let index = subspace.index();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..positions {
        if progress.stop.load(Ordering::Relaxed) {
            return Err(VerifyError::Stopped);
        }
        let (own, enemy) = subspace.stones_at(index, random.random_range(0..index.slots()));
        let position = subspace.position(own, enemy);
        let missing = |position: &Position| {
            let subspace = Subspace::of(position).unwrap_or(subspace);
            TableError::Missing(file_name(rule, subspace).into())
        };
        if subspace.is_placing() {
            let solved = database.outcomes(&position)?.ok_or_else(|| missing(&position))?;
            let computed = solved.moves.iter().map(|&(_, outcome)| outcome).max().unwrap_or(Outcome::Loss);
            if solved.outcome != computed {
                return Err(wrong_value(table, position, solved.outcome, computed));
            }
        } else {
            let solved = database.solve(&position)?.ok_or_else(|| missing(&position))?;
            let computed = solved.moves.iter().map(|&(_, value)| value).max().unwrap_or(Value::Loss(0));
            if solved.value != computed {
                return Err(wrong_value(table, position, solved.value, computed));
            }
        }
        progress.steps.fetch_add(1, Ordering::Relaxed);
    }
    Ok(table.summary())
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
