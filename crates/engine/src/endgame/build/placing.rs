//! The placing phase: it has no cycles, so one pass from the last ply to the first settles every position.
//!
//! While the side to move places a stone the enemy's stones stay. So the work is done row by row, a row being all
//! positions with the same enemy set: the quiet successors of a row are the row of the same set one ply later, in the
//! table of positions in which that side moves. With the enemy's set fixed, the own set is a pattern among the free
//! points, and a row is a map of one bit per pattern. A successor has one bit more, so all patterns learn about
//! their successors by placing on one point with a few operations on whole words:
//!
//! ```text
//! won    |= lost after it     moved down by the bit of the point
//! unlost |= not won after it  moved down by the bit of the point
//! ```
//!
//! A placement closes a mill when the pattern after it has a mill through the point, which again is a map. Such patterns
//! take the best result over all removals instead, each of which leads to a row of another set.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::{fs, io};

use super::{BuildError, Progress};
use crate::endgame::index::{PairIndex, Subspace};
use crate::endgame::results::{Outcome, Results};
use crate::endgame::table::{self, Summary, Table, TableError};
use crate::endgame::{OPENING_PLIES, PLACING_PLIES};
use crate::rules::geometry::MILLS;
use crate::rules::{Point, PointSet, RemovalRule};

const DRAW: u8 = Outcome::Draw.digit();
const WIN: u8 = Outcome::Win.digit();
const LOSS: u8 = Outcome::Loss.digit();

/// The results that placements lead to, by the stones of the side that then moves.
pub(in crate::endgame) struct Successors {
    /// After a placement without a removal.
    pub quiet: Arc<Results>,
    /// After a removal; none when nothing can be removed or the removal ends the game.
    pub removal: Option<Arc<Results>>,
}

/// Computes a subspace from its successors, by the enemy's stones.
pub(in crate::endgame) fn solve(
    subspace: Subspace,
    rule: RemovalRule,
    successors: &Successors,
    progress: &Progress,
) -> Result<Results, BuildError> {
    let index = PairIndex::of(subspace.enemy(), subspace.own());
    let mut results = Results::empty(index)?;
    let solver = RowSolver { rule, index, successors };
    results.fill_rows(
        || Workspace::new(index),
        |workspace, row, digits| {
            progress.check()?;
            solver.solve_row(workspace, row, digits);
            progress.steps.fetch_add(digits.len(), Ordering::Relaxed);
            Ok(())
        },
    )?;
    Ok(results)
}

/// One bit per pattern, twice: what the side that placed gets from the patterns after its placement.
struct Map {
    /// It wins there.
    won: Vec<u64>,
    /// It does not lose there.
    unlost: Vec<u64>,
}

impl Map {
    fn new(words: usize) -> Map {
        Map { won: vec![0; words], unlost: vec![0; words] }
    }

    fn clear(&mut self) {
        self.won.fill(0);
        self.unlost.fill(0);
    }

    /// Takes in the digit of the position after the placement.
    #[inline]
    fn add(&mut self, pattern: u32, digit: u8) {
        let (word, bit) = (pattern as usize >> 6, pattern & 63);
        self.won[word] |= u64::from(digit == LOSS) << bit;
        self.unlost[word] |= u64::from(digit != WIN) << bit;
    }
}

/// What a thread needs to solve rows.
struct Workspace {
    quiet: Map,
    removal: Map,
    before: Map,
    /// The patterns with a mill that may still be better than known.
    closed: Vec<u32>,
}

impl Workspace {
    fn new(index: &PairIndex) -> Workspace {
        let words = 1 << (Point::COUNT - index.pair().anchor() - 6);
        let map = || Map::new(words);
        Workspace { quiet: map(), removal: map(), before: map(), closed: Vec::new() }
    }
}

/// The patterns that have certain bits, as a condition on the number of a word and a mask within it.
#[derive(Clone, Copy)]
struct Having {
    word: usize,
    within: u64,
}

/// The places in a word whose number has a certain one of six bits.
const WITHIN: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

impl Having {
    /// None of the patterns: no number of a word has all bits.
    const NONE: Having = Having { word: usize::MAX, within: 0 };

    fn bits(pattern: u32) -> Having {
        let within = (0..6).filter(|bit| pattern >> bit & 1 != 0).fold(!0, |mask, bit| mask & WITHIN[bit]);
        Having { word: pattern as usize >> 6, within }
    }

    #[inline(always)]
    fn mask(self, word: usize) -> u64 {
        if word & self.word == self.word { self.within } else { 0 }
    }
}

struct RowSolver<'a> {
    rule: RemovalRule,
    /// By the enemy's stones.
    index: &'static PairIndex,
    successors: &'a Successors,
}

impl RowSolver<'_> {
    fn solve_row(&self, workspace: &mut Workspace, row: usize, digits: &mut [u8]) {
        let enemy = self.index.representative(row);
        let points = FreePoints::beside(enemy);
        let quiet = &self.successors.quiet;
        let patterns = quiet.index().patterns();
        workspace.quiet.clear();
        for (slot, &pattern) in (row * patterns.len()..).zip(patterns) {
            workspace.quiet.add(pattern, quiet.get(slot));
        }
        let removable = self.rule.removable(enemy);
        if !removable.is_empty() {
            self.value_removals(workspace, enemy, removable, &points);
        }
        workspace.before.clear();
        for point in !enemy {
            let mills = match removable.is_empty() {
                true => [Having::NONE; 2],
                // A mill with an enemy stone cannot be closed.
                false => point.mills().map(|mill| points.pattern(mill).map_or(Having::NONE, Having::bits)),
            };
            workspace.take_back(points.bit(point), mills);
        }
        let before = &workspace.before;
        for (digit, &pattern) in digits.iter_mut().zip(self.index.patterns()) {
            let bit = |words: &[u64]| words[pattern as usize >> 6] >> (pattern & 63) & 1 != 0;
            *digit = match (bit(&before.won), bit(&before.unlost)) {
                (true, _) => WIN,
                (false, true) => DRAW,
                (false, false) => LOSS,
            };
        }
    }

    /// Finds the best removal for each pattern that has a mill.
    fn value_removals(&self, workspace: &mut Workspace, enemy: PointSet, removable: PointSet, points: &FreePoints) {
        let Workspace { removal: map, closed, .. } = workspace;
        map.clear();
        let mills: Vec<u32> = MILLS.iter().filter_map(|&mill| points.pattern(mill)).collect();
        let has_mill = |pattern: u32| mills.iter().any(|&mill| pattern & mill == mill);
        closed.clear();
        closed.extend(self.successors.quiet.index().patterns().iter().copied().filter(|&pattern| has_mill(pattern)));
        let Some(results) = &self.successors.removal else {
            closed.iter().for_each(|&pattern| map.add(pattern, LOSS));
            return;
        };
        let index = results.index();
        for removed in removable {
            let (row, symmetry) = index.row_of(enemy.without(removed));
            let home = FreePoints::beside(index.representative(row));
            let translation = Translation::new(!enemy, |point| home.bit(symmetry.point(point)));
            let first = row * index.row_length();
            closed.retain(|&pattern| {
                let digit = results.get(first + index.place_of_pattern(translation.apply(pattern)));
                map.add(pattern, digit);
                digit != LOSS
            });
        }
    }
}

impl Workspace {
    /// Tells the patterns without a bit what they get by adding it. Patterns that then have one of the mills remove.
    fn take_back(&mut self, bit: u32, mills: [Having; 2]) {
        let Workspace { quiet, removal, before, .. } = self;
        for (quiet, removal, before) in
            [(&quiet.won, &removal.won, &mut before.won), (&quiet.unlost, &removal.unlost, &mut before.unlost)]
        {
            let after = |word: usize| {
                let closing = mills[0].mask(word) | mills[1].mask(word);
                quiet[word] & !closing | removal[word] & closing
            };
            if bit < 64 {
                let shift = bit;
                let within = WITHIN[bit.trailing_zeros() as usize];
                for (word, before) in before.iter_mut().enumerate() {
                    *before |= (after(word) & within) >> shift;
                }
            } else {
                let step = bit as usize >> 6;
                for first in (0..before.len()).step_by(2 * step) {
                    for word in first..first + step {
                        before[word] |= after(word + step);
                    }
                }
            }
        }
    }
}

/// The points that a set leaves free, numbered in index order as the bits of patterns.
struct FreePoints {
    /// The bit of each point; 0 for those of the set.
    bits: [u32; Point::COUNT],
}

impl FreePoints {
    fn beside(set: PointSet) -> FreePoints {
        let mut bits = [0; Point::COUNT];
        for (number, point) in (!set).into_iter().enumerate() {
            bits[point.index()] = 1 << number;
        }
        FreePoints { bits }
    }

    fn bit(&self, point: Point) -> u32 {
        self.bits[point.index()]
    }

    /// The pattern of a set; none unless all its points are free.
    fn pattern(&self, set: PointSet) -> Option<u32> {
        let pattern = set.into_iter().fold(0, |pattern, point| pattern | self.bit(point));
        (pattern.count_ones() as usize == set.len()).then_some(pattern)
    }
}

/// Takes patterns beside one set to patterns beside another, byte by byte.
struct Translation([[u32; 256]; 3]);

impl Translation {
    /// `target` is the new bit of each free point.
    fn new(free: PointSet, target: impl Fn(Point) -> u32) -> Translation {
        let mut tables = [[0; 256]; 3];
        let mut targets = [0; Point::COUNT];
        for (number, point) in free.into_iter().enumerate() {
            targets[number] = target(point);
        }
        for (table, targets) in tables.iter_mut().zip(targets.chunks(8)).take(free.len().div_ceil(8)) {
            for byte in 1..256usize {
                table[byte] = table[byte & (byte - 1)] | targets[byte.trailing_zeros() as usize];
            }
        }
        Translation(tables)
    }

    #[inline]
    fn apply(&self, pattern: u32) -> u32 {
        let [low, middle, high, _] = pattern.to_le_bytes();
        self.0[0][low as usize] | self.0[1][middle as usize] | self.0[2][high as usize]
    }
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
            (Some(wanted), _) => Some(Arc::new(self.load(wanted, progress)?)),
            (None, _) => None,
        };
        let quiet = Arc::new(self.load(after_placement, progress)?);
        self.last_quiet = Some((after_placement, quiet.clone()));
        let results = solve(subspace, self.rule, &Successors { quiet, removal }, progress)?;
        // In a table the larger set is the anchor.
        let results = if subspace.anchor_moves() { results.transposed(progress)? } else { results };
        progress.check()?;
        let summary = Summary::count_results(self.rule, subspace, &results);
        table::write_results(self.folder, &summary, &results)
            .map_err(|error| BuildError::Write { path: table::path(self.folder, self.rule, subspace), error })?;
        Ok(summary)
    }

    /// The results of a subspace by the stones of the side to move.
    fn load(&self, subspace: Subspace, progress: &Progress) -> Result<Results, BuildError> {
        let results = Table::find(Some(self.folder), self.rule, subspace)?.results()?;
        if subspace.anchor_moves() { Ok(results) } else { results.transposed(progress) }
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
    /// The plies whose tables stay: those below this number.
    const fn plies(self) -> u8 {
        match self {
            Keep::Everything => PLACING_PLIES,
            Keep::Opening => OPENING_PLIES + 1,
        }
    }
}

/// The placing tables that are still to build, in the order of building. As with sliding tables, one that is there but
/// cannot be used is an error.
pub fn missing_placing(folder: &Path, rule: RemovalRule, keep: Keep) -> Result<Vec<Subspace>, TableError> {
    let missing_at = |ply: u8| -> Result<Vec<Subspace>, TableError> {
        let mut missing = Vec::new();
        for subspace in Subspace::placing(ply) {
            match Table::open(folder, rule, subspace) {
                Ok(_) => {}
                Err(TableError::Missing(_)) => missing.push(subspace),
                Err(error) => return Err(error),
            }
        }
        Ok(missing)
    };
    let mut layers: Vec<Vec<Subspace>> = Vec::new();
    for ply in 0..PLACING_PLIES {
        // A layer that need not stay is only wanted for what is missing one ply earlier.
        if ply >= keep.plies() && layers.last().is_none_or(Vec::is_empty) {
            break;
        }
        layers.push(missing_at(ply)?);
    }
    Ok(layers.into_iter().rev().flatten().collect())
}

/// Removes the tables one ply after a finished subspace's, if they need not stay and nothing of its ply is missing.
pub fn drop_used(folder: &Path, rule: RemovalRule, finished: Subspace, keep: Keep) -> Result<(), BuildError> {
    let used = finished.ply() + 1;
    let complete =
        Subspace::placing(finished.ply()).into_iter().all(|subspace| table::path(folder, rule, subspace).is_file());
    if used < keep.plies() || used >= PLACING_PLIES || !complete {
        return Ok(());
    }
    for subspace in Subspace::placing(used) {
        let path = table::path(folder, rule, subspace);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(BuildError::Write { path, error }),
            _ => {}
        }
    }
    Ok(())
}

/// The memory that a subspace takes, in bytes: its results and those it leads to, both ways round while they are
/// transposed.
pub fn memory_needed_for_placing(subspace: Subspace) -> u64 {
    let slots = |subspace: Option<Subspace>| subspace.map_or(0, |subspace| subspace.index().slots());
    let own = 2 * slots(Some(subspace));
    let successors = slots(subspace.after_placement()) + slots(subspace.after_removal());
    let loading = slots(subspace.after_placement());
    Results::bytes(own.max(loading) + successors) as u64 + (64 << 20)
}

/// Bytes for a thousand slots on disk. Measured, see docs/endgame.md.
const DISK_SHARE: u64 = 130;

/// What the table of a subspace takes on disk, roughly, in bytes.
pub fn disk_needed_for_placing(subspace: Subspace) -> u64 {
    subspace.index().slots() as u64 * DISK_SHARE / 1000
}
