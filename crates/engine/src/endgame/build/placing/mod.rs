//! The placing phase: it has no cycles, so one pass from the last ply to the first settles every position.
//!
//! The larger set is the anchor of a table, and its rows are what the work is done by: those of the enemy's stones
//! ([`by_enemy`]) or of the own stones ([`by_own`]). Both ways the rows that a row needs lie together and stay in the
//! processor's cache.

mod by_enemy;
mod by_own;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::{BuildError, Progress};
use crate::endgame::index::Subspace;
use crate::endgame::results::{Outcome, Results};
use crate::endgame::table::{self, Summary, Table, TableError};
use crate::endgame::{OPENING_PLIES, PLACING_PLIES};
use crate::rules::RemovalRule;

const DRAW: u8 = Outcome::Draw.digit();
const WIN: u8 = Outcome::Win.digit();
const LOSS: u8 = Outcome::Loss.digit();

/// What a digit after a placement means for the side that placed: bit 0 a win, bit 1 not a loss.
const GAIN: [u8; 4] = [2, 0, 3, 0];

/// The digit of a position that the side to move wins, or at least does not lose.
fn digit_of((won, unlost): (bool, bool)) -> u8 {
    match (won, unlost) {
        (true, _) => WIN,
        (false, true) => DRAW,
        (false, false) => LOSS,
    }
}

/// The results that placements lead to, the larger set being the anchor.
pub(in crate::endgame) struct Successors {
    /// After a placement without a removal.
    pub quiet: Arc<Results>,
    /// After a removal; none when nothing can be removed or the removal ends the game.
    pub removal: Option<Arc<Results>>,
}

/// Computes a subspace from its successors; the larger set is the anchor.
pub(in crate::endgame) fn solve(
    subspace: Subspace,
    rule: RemovalRule,
    mut successors: Successors,
    progress: &Progress,
) -> Result<Results, BuildError> {
    if subspace.anchor_moves() {
        return by_own::solve(subspace, rule, &successors, progress);
    }
    // A removal can make the enemy's set the smaller one.
    if let (Some(after), Some(results)) = (subspace.after_removal(), &successors.removal)
        && !after.anchor_moves()
    {
        successors.removal = Some(Arc::new(results.transposed(progress)?));
    }
    by_enemy::solve(subspace, rule, &successors, progress)
}

/// Builds placing tables one after the other, and keeps the successors that the next one needs too.
pub struct PlacingBuilder<'a> {
    folder: &'a Path,
    rule: RemovalRule,
    /// The table that quiet placements led to last: removals of the next subspace lead there.
    last_quiet: Option<(Subspace, Arc<Results>)>,
}

impl<'a> PlacingBuilder<'a> {
    /// Builds in this folder, which must hold all tables of the sliding phase.
    pub fn new(folder: &'a Path, rule: RemovalRule) -> PlacingBuilder<'a> {
        PlacingBuilder { folder, rule, last_quiet: None }
    }

    /// Computes one subspace and writes its table. All tables one ply later must be there.
    pub fn build(&mut self, subspace: Subspace, progress: &Progress) -> Result<Summary, BuildError> {
        progress.steps.store(0, Ordering::Relaxed);
        let after_placement = subspace.after_placement().ok_or(BuildError::NotPlacing(subspace))?;
        let last = self.last_quiet.take();
        let removal = match (subspace.after_removal(), last) {
            (Some(wanted), Some((found, results))) if wanted == found => Some(results),
            (Some(wanted), _) => Some(Arc::new(self.load(wanted)?)),
            (None, _) => None,
        };
        let quiet = Arc::new(self.load(after_placement)?);
        self.last_quiet = Some((after_placement, quiet.clone()));
        let results = solve(subspace, self.rule, Successors { quiet, removal }, progress)?;
        progress.check()?;
        let summary = Summary::count_results(self.rule, subspace, &results);
        table::write_results(self.folder, &summary, &results)
            .map_err(|error| BuildError::Write { path: table::path(self.folder, self.rule, subspace), error })?;
        Ok(summary)
    }

    fn load(&self, subspace: Subspace) -> Result<Results, BuildError> {
        Table::find(Some(self.folder), self.rule, subspace)?.results()
    }
}

/// Which placing tables stay in the folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// All of them.
    Everything,
    /// Those of the opening; later ones are removed as soon as the tables one ply earlier are there.
    Opening,
}

impl Keep {
    /// Whether the tables of a ply stay.
    pub const fn keeps(self, ply: u8) -> bool {
        match self {
            Keep::Everything => true,
            Keep::Opening => ply <= OPENING_PLIES,
        }
    }
}

/// The placing tables that are still to build, in the order of building. As with sliding tables, one that is there but
/// cannot be used is an error.
pub fn missing_placing(folder: &Path, rule: RemovalRule, keep: Keep) -> Result<Vec<Subspace>, TableError> {
    placing_to_build(keep, |subspace| match Table::open(folder, rule, subspace) {
        Ok(_) => Ok(true),
        Err(TableError::Missing(_)) => Ok(false),
        Err(error) => Err(error),
    })
}

/// The same for tables of which somebody knows whether they are there.
pub fn placing_to_build<E>(
    keep: Keep,
    mut is_there: impl FnMut(Subspace) -> Result<bool, E>,
) -> Result<Vec<Subspace>, E> {
    let mut layers: Vec<Vec<Subspace>> = Vec::new();
    for ply in 0..PLACING_PLIES {
        // A layer that need not stay is only wanted for what is missing one ply earlier.
        if !keep.keeps(ply) && layers.last().is_none_or(Vec::is_empty) {
            break;
        }
        let mut missing = Vec::new();
        for subspace in Subspace::placing(ply) {
            if !is_there(subspace)? {
                missing.push(subspace);
            }
        }
        layers.push(missing);
    }
    Ok(layers.into_iter().rev().flatten().collect())
}

/// Removes the tables one ply after a finished subspace's, if they need not stay and nothing of its ply is missing.
pub fn drop_used(folder: &Path, rule: RemovalRule, finished: Subspace, keep: Keep) -> Result<(), BuildError> {
    let used = finished.ply() + 1;
    let complete =
        Subspace::placing(finished.ply()).into_iter().all(|subspace| table::path(folder, rule, subspace).is_file());
    if keep.keeps(used) || used >= PLACING_PLIES || !complete {
        return Ok(());
    }
    Subspace::placing(used).into_iter().try_for_each(|subspace| super::remove(&table::path(folder, rule, subspace)))
}

/// The memory that a subspace takes, in bytes: its results, those it leads to, and those of the removals once more in
/// another form.
pub fn memory_needed_for_placing(subspace: Subspace) -> u64 {
    let slots = |subspace: Option<Subspace>| subspace.map_or(0, |subspace| subspace.index().slots());
    let (quiet, removal) = (slots(subspace.after_placement()), slots(subspace.after_removal()));
    Results::bytes(slots(Some(subspace)) + quiet + removal + quiet.max(removal)) as u64 + (64 << 20)
}

/// Bytes for a thousand slots on disk. Measured, see docs/endgame.md.
const DISK_SHARE: u64 = 80;

/// What the table of a subspace takes on disk, roughly, in bytes.
pub fn disk_needed_for_placing(subspace: Subspace) -> u64 {
    subspace.index().slots() as u64 * DISK_SHARE / 1000
}
