//! Building the tables, smallest subspaces first; every finished pair of subspaces is on disk before the next begins.

mod clear;
mod cost;
mod first_look;
mod placing;
pub(super) mod solve;

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::{fmt, fs, io};

use thiserror::Error;

use self::solve::Smaller;
use super::index::{Pair, Subspace};
use super::table::{self, Summary, Table, TableError};
use super::value::{Entries, LONGEST};
use crate::files::{self, FileLock};
use crate::rules::RemovalRule;

pub use self::clear::{all_subspaces, remove, remove_tables, set_aside};
pub use self::cost::{measure, work, work_for_placing};
pub use self::placing::{
    Keep, PlacingBuilder, disk_needed_for_placing, drop_used, memory_needed_for_placing, missing_placing,
    placing_to_build,
};
pub(super) use self::placing::{Successors, solve as solve_placing};
pub use self::solve::Progress;

/// Why a build ended early.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum BuildError {
    #[error("stopped; finished tables are kept, and the next build continues from there")]
    Stopped,
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("cannot write {}: {error}", .path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("{builder} is already building tables in {}", .folder.display())]
    Busy { folder: PathBuf, builder: Builder },
    #[error("not enough memory: {} MB are needed", .0 >> 20)]
    Memory(u64),
    #[error("{0} is not a subspace of the placing phase")]
    NotPlacing(Subspace),
    #[error("a position takes more than {} plies, the limit of the table format", LONGEST)]
    TooLong,
}

/// The pairs up to this number of stones whose tables are not yet in the folder. A table that is there but cannot be
/// used is an error and is not overwritten: it may be somebody's work.
pub fn missing_pairs(folder: &Path, rule: RemovalRule, stones: u8) -> Result<Vec<Pair>, TableError> {
    let mut missing = Vec::new();
    for pair in Pair::up_to(stones) {
        let mut complete = true;
        for subspace in pair.subspaces() {
            match Table::open(folder, rule, subspace) {
                Ok(_) => {}
                Err(TableError::Missing(_)) => complete = false,
                Err(error) => return Err(error),
            }
        }
        if !complete {
            missing.push(pair);
        }
    }
    Ok(missing)
}

/// Solves one pair and writes its tables to the folder, which must hold all smaller ones.
pub fn build_pair(
    folder: &Path,
    rule: RemovalRule,
    pair: Pair,
    progress: &Progress,
) -> Result<Vec<Summary>, BuildError> {
    progress.steps.store(0, Ordering::Relaxed);
    let load = |own: usize, enemy: usize| -> Result<Option<Entries>, TableError> {
        let Some(subspace) = Subspace::new(own, enemy) else { return Ok(None) };
        Table::open(folder, rule, subspace)?.entries().map(Some)
    };
    let (anchor, other) = (pair.anchor(), pair.other());
    let after_anchor = load(other - 1, anchor)?;
    // With equal numbers of stones both halves hold the same positions, and looking at the removals once is enough.
    let after_others = if anchor > other { load(anchor - 1, other)? } else { None };
    let smaller = Smaller { after_anchor, after_others };
    let halves = solve::solve(pair, rule, &smaller, progress)?;
    drop(smaller);
    let mut summaries = Vec::new();
    for (subspace, entries) in pair.subspaces().into_iter().zip(halves) {
        progress.check()?;
        let summary = Summary::count(rule, subspace, &entries);
        table::write(folder, &summary, &entries)
            .map_err(|error| BuildError::Write { path: folder.join(table::file_name(rule, subspace)), error })?;
        summaries.push(summary);
    }
    Ok(summaries)
}

/// All pairs up to this number of stones.
pub fn all_pairs(stones: u8) -> Vec<Pair> {
    Pair::up_to(stones)
}

/// Who builds in a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builder {
    /// The program with this number.
    Process(u32),
    /// It has not said.
    Unknown,
}

impl fmt::Display for Builder {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Builder::Process(number) => write!(f, "process {number}"),
            Builder::Unknown => f.write_str("another program"),
        }
    }
}

/// The right to build in a folder, held by one program at a time.
#[derive(Debug)]
pub struct BuildLock {
    /// The file that says who holds it.
    holder: PathBuf,
    _lock: FileLock,
}

impl Drop for BuildLock {
    fn drop(&mut self) {
        // A file that stays behind is overwritten by the next build.
        let _ = fs::remove_file(&self.holder);
    }
}

/// Keeps other processes from building in the same folder, and removes what a killed build left behind.
pub fn lock_folder(folder: &Path) -> Result<BuildLock, BuildError> {
    let (path, holder) = (folder.join(".build.lock"), folder.join(".build.process"));
    match FileLock::acquire(&path) {
        Ok(Some(lock)) => {
            files::remove_leftovers(folder);
            let number = std::process::id().to_string();
            files::write_atomically(&holder, number.as_bytes())
                .map_err(|error| BuildError::Write { path: holder.clone(), error })?;
            Ok(BuildLock { holder, _lock: lock })
        }
        Ok(None) => {
            let said = files::read_limited(&holder, 20).ok().and_then(|(bytes, _)| String::from_utf8(bytes).ok());
            let builder = said.and_then(|number| number.parse().ok()).map_or(Builder::Unknown, Builder::Process);
            Err(BuildError::Busy { folder: folder.to_path_buf(), builder })
        }
        Err(error) => Err(BuildError::Write { path, error }),
    }
}

/// The steps of [`Progress`] that a pair takes at most, when nothing is drawn.
pub fn steps(pair: Pair) -> usize {
    4 * pair.index().slots()
}

/// The memory that solving a pair takes, in bytes: two bytes per slot for both halves and the tables removals lead to.
pub fn memory_needed(pair: Pair) -> u64 {
    let slots = |own: usize, enemy: usize| Subspace::new(own, enemy).map_or(0, |subspace| subspace.index().slots());
    let (anchor, other) = (pair.anchor(), pair.other());
    let after_others = if anchor > other { slots(anchor - 1, other) } else { 0 };
    let entries = 2 * slots(anchor, other) + slots(other - 1, anchor) + after_others;
    // The indices, the locks of the rows and the lists of pending rows.
    2 * entries as u64 + (64 << 20)
}

/// Bytes for a thousand slots, by the number of stones from six on: with few stones most positions are drawn, and draws
/// need no distance. Measured up to 14 stones, see docs/endgame.md; beyond that a little more than the largest measured.
const DISK_SHARE: [u64; 13] = [350, 45, 20, 25, 105, 205, 265, 315, 380, 420, 420, 420, 420];

/// What the tables of a pair take on disk, roughly, in bytes.
pub fn disk_needed(pair: Pair) -> u64 {
    let slots: usize = pair.subspaces().iter().map(|subspace| subspace.index().slots()).sum();
    slots as u64 * DISK_SHARE[pair.anchor() + pair.other() - 6] / 1000
}
