//! Solving row by row, a row being all positions with the same enemy stones, where the enemy has more stones.
//!
//! The enemy's stones stay, so the quiet successors of a row are the row of the same set one ply later, in which that side
//! moves. A successor has one bit more, so all patterns learn about their successors by placing on one point with a few
//! operations on whole words:
//!
//! ```text
//! won    |= lost after it     moved down by the bit of the point
//! unlost |= not won after it  moved down by the bit of the point
//! ```
//!
//! A placement closes a mill when the pattern after it has a mill through the point, which again is a map. Such patterns
//! take the best result over all removals instead, each of which leads to a row of another set.
//!
//! Where the own stones are so few that a row has only some of the patterns, each looks up its successors one by one.

use arrayvec::ArrayVec;

use super::{GAIN, LOSS, Successors, digit_of};
use crate::endgame::build::{BuildError, Progress};
use crate::endgame::index::{PairIndex, Subspace};
use crate::endgame::maps::{FreePoints, Map, Mills, Translation, WITHIN};
use crate::endgame::results::Results;
use crate::rules::{Point, PointSet, RemovalRule};

/// Solves a subspace in which the enemy has more stones. Successors must come by the stones of the side that then moves.
pub(super) fn solve(
    subspace: Subspace,
    rule: RemovalRule,
    successors: &Successors,
    progress: &Progress,
) -> Result<Results, BuildError> {
    let index = PairIndex::of(subspace.enemy(), subspace.own());
    let mut results = Results::empty(index)?;
    let solver = RowSolver { rule, index, successors };
    // A look-up takes as long as some operations on words, of which there is one for each of 64 patterns and twice.
    if index.row_length() * 96 < 1 << (Point::COUNT - subspace.enemy()) {
        results.fill_rows(
            || (),
            |(), row, digits| {
                progress.count(digits.len())?;
                solver.solve_sparse_row(row, digits);
                Ok(())
            },
        )?;
        return Ok(results);
    }
    results.fill_rows(
        || Workspace::new(subspace.enemy()),
        |workspace, row, digits| {
            progress.count(digits.len())?;
            solver.solve_row(workspace, row, digits);
            Ok(())
        },
    )?;
    Ok(results)
}

/// What a thread needs to solve rows.
struct Workspace {
    quiet: Map,
    removal: Map,
    before: Map,
    /// The patterns with a mill for which a better removal may still be found.
    closed: Vec<u32>,
}

impl Workspace {
    fn new(enemy_stones: usize) -> Workspace {
        let map = || Map::beside(enemy_stones);
        Workspace { quiet: map(), removal: map(), before: map(), closed: Vec::new() }
    }

    /// Tells the patterns without a bit what they get by adding it. Patterns that then have a mill through it remove.
    fn take_back(&mut self, bit: u32, mills: Mills) {
        let Workspace { quiet, removal, before, .. } = self;
        for (quiet, removal, before) in
            [(&quiet.won, &removal.won, &mut before.won), (&quiet.unlost, &removal.unlost, &mut before.unlost)]
        {
            let after = |word: usize| {
                let closing = mills.mask(word);
                quiet[word] & !closing | removal[word] & closing
            };
            if bit < 64 {
                let within = WITHIN[bit.trailing_zeros() as usize];
                for (word, before) in before.iter_mut().enumerate() {
                    *before |= (after(word) & within) >> bit;
                }
            } else {
                let step = bit as usize >> 6;
                for first in (0..before.len()).step_by(2 * step) {
                    for (word, before) in (first + step..).zip(&mut before[first..first + step]) {
                        *before |= after(word);
                    }
                }
            }
        }
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
        let free = FreePoints::beside(enemy);
        let quiet = &self.successors.quiet;
        let patterns = quiet.index().patterns();
        workspace.quiet.clear();
        for (slot, &pattern) in (row * patterns.len()..).zip(patterns) {
            workspace.quiet.add(pattern, quiet.get(slot));
        }
        let removable = self.rule.removable(enemy);
        if !removable.is_empty() {
            self.value_removals(workspace, enemy, removable, &free);
        }
        workspace.before.clear();
        for point in !enemy {
            let mills = if removable.is_empty() { Mills::NONE } else { Mills::through(point, &free) };
            workspace.take_back(free.bit(point), mills);
        }
        for (digit, &pattern) in digits.iter_mut().zip(self.index.patterns()) {
            *digit = digit_of(workspace.before.get(pattern));
        }
    }

    /// The same pattern by pattern.
    fn solve_sparse_row(&self, row: usize, digits: &mut [u8]) {
        let enemy = self.index.representative(row);
        let free = FreePoints::beside(enemy);
        let quiet = &self.successors.quiet;
        let first = row * quiet.index().row_length();
        let removable = self.rule.removable(enemy);
        // Where each removal leads; nowhere when it ends the game.
        let removals: Option<Vec<(usize, Translation)>> = self.successors.removal.as_ref().map(|results| {
            let index = results.index();
            let lead = |removed: Point| {
                let (row, symmetry) = index.row_of(enemy.without(removed));
                (row * index.row_length(), free.translation(symmetry, index.representative(row)))
            };
            removable.into_iter().map(lead).collect()
        });
        let after_removal = |pattern: u32| match (&self.successors.removal, &removals) {
            (Some(results), Some(removals)) => removals.iter().fold(0, |gain, (first, translation)| {
                let place = results.index().place_of_pattern(translation.apply(pattern));
                gain | GAIN[results.get(first + place) as usize]
            }),
            _ => GAIN[LOSS as usize],
        };
        let points = (!enemy).into_iter().map(|point| {
            let lines = point.mills().map(|mill| free.pattern(mill).unwrap_or(u32::MAX));
            (free.bit(point), lines)
        });
        let points: ArrayVec<(u32, [u32; 2]), { Point::COUNT }> = points.collect();
        for (digit, &pattern) in digits.iter_mut().zip(self.index.patterns()) {
            let mut gain = 0;
            for (bit, lines) in &points {
                if pattern & bit != 0 {
                    continue;
                }
                let after = pattern | bit;
                gain |= match !removable.is_empty() && lines.iter().any(|line| line & !after == 0) {
                    true => after_removal(after),
                    false => GAIN[quiet.get(first + quiet.index().place_of_pattern(after)) as usize],
                };
            }
            *digit = digit_of((gain & 1 != 0, gain & 2 != 0));
        }
    }

    /// Finds the best removal for each pattern that has a mill.
    fn value_removals(&self, workspace: &mut Workspace, enemy: PointSet, removable: PointSet, free: &FreePoints) {
        let Workspace { removal: map, closed, .. } = workspace;
        map.clear();
        let lines = free.lines();
        let has_mill = |pattern: u32| lines.iter().any(|&line| line & !pattern == 0);
        closed.clear();
        closed.extend(self.successors.quiet.index().patterns().iter().copied().filter(|&pattern| has_mill(pattern)));
        let Some(results) = &self.successors.removal else {
            closed.iter().for_each(|&pattern| map.add(pattern, LOSS));
            return;
        };
        let index = results.index();
        for removed in removable {
            let (row, symmetry) = index.row_of(enemy.without(removed));
            let translation = free.translation(symmetry, index.representative(row));
            let first = row * index.row_length();
            closed.retain(|&pattern| {
                let digit = results.get(first + index.place_of_pattern(translation.apply(pattern)));
                map.add(pattern, digit);
                digit != LOSS
            });
        }
    }
}
