//! Solving row by row, a row being all positions with the same own stones, where the enemy does not have more.
//!
//! A placement on a point leads to the row of the own stones and that point, one ply later, in which the enemy's stones are
//! the same pattern but for a renumbering. So a row is put together from one row for each free point. Whether such a
//! placement closes a mill depends on the own stones alone; what the best removal is then, on the row it leads to alone,
//! so that is found out first, once for each row.

use super::{DRAW, GAIN, LOSS, Successors, WIN, digit_of};
use crate::endgame::build::{BuildError, Progress};
use crate::endgame::index::{PairIndex, Subspace};
use crate::endgame::maps::{FreePoints, Map, Mills, WITHIN};
use crate::endgame::results::Results;
use crate::rules::{Point, PointSet, RemovalRule};

/// Solves a subspace in which the enemy does not have more stones. Successors must come by the stones of the side that
/// placed.
pub(super) fn solve(
    subspace: Subspace,
    rule: RemovalRule,
    successors: &Successors,
    progress: &Progress,
) -> Result<Results, BuildError> {
    let closing = best_removals(rule, successors, progress)?;
    let index = PairIndex::of(subspace.own(), subspace.enemy());
    let mut results = Results::empty(index)?;
    let solver = RowSolver { index, quiet: &successors.quiet, closing: &closing, without: places_without(index) };
    results.fill_rows(
        || vec![0; index.row_length()],
        |best, row, digits| {
            progress.count(digits.len())?;
            solver.solve_row(best, row, digits);
            Ok(())
        },
    )?;
    Ok(results)
}

/// The place of a pattern in its row, and the pattern.
type Listed = (u32, u32);

/// For each bit, the patterns without it.
fn places_without(index: &PairIndex) -> Vec<Vec<Listed>> {
    let listed = || (0..).zip(index.patterns().iter().copied());
    let width = Point::COUNT - index.pair().anchor();
    (0..width).map(|bit| listed().filter(|(_, pattern)| pattern >> bit & 1 == 0).collect()).collect()
}

struct RowSolver<'a> {
    /// By the own stones.
    index: &'static PairIndex,
    quiet: &'a Results,
    closing: &'a Results,
    without: Vec<Vec<Listed>>,
}

impl RowSolver<'_> {
    fn solve_row(&self, best: &mut [u8], row: usize, digits: &mut [u8]) {
        let own = self.index.representative(row);
        let free = FreePoints::beside(own);
        let closing_points = own.closing_points();
        let index = self.quiet.index();
        best.fill(0);
        for (number, point) in (!own).into_iter().enumerate() {
            let (row, symmetry) = index.row_of(own.with(point));
            let translation = free.translation(symmetry, index.representative(row));
            let first = row * index.row_length();
            let results = if closing_points.contains(point) { self.closing } else { self.quiet };
            for &(place, pattern) in &self.without[number] {
                let digit = results.get(first + index.place_of_pattern(translation.apply(pattern)));
                best[place as usize] |= GAIN[digit as usize];
            }
        }
        for (digit, &best) in digits.iter_mut().zip(&*best) {
            *digit = digit_of((best & 1 != 0, best & 2 != 0));
        }
    }
}

/// For each position after a placement that closed a mill, before the removal: the digit after the best removal. Where
/// nothing can be removed it is that of the position itself.
fn best_removals(rule: RemovalRule, successors: &Successors, progress: &Progress) -> Result<Results, BuildError> {
    let quiet = &successors.quiet;
    let index = quiet.index();
    let mut results = Results::empty(index)?;
    results.fill_rows(
        || Removals::new(rule, index.pair().anchor()),
        |removals, row, digits| {
            progress.check()?;
            let own = index.representative(row);
            // No placement that closed a mill leads here, and nobody looks.
            if own.in_mills().is_empty() {
                return Ok(());
            }
            removals.look_at_row(own, row, successors.removal.as_deref());
            let first = row * index.row_length();
            for ((digit, &pattern), slot) in digits.iter_mut().zip(index.patterns()).zip(first..) {
                *digit = removals.best_digit(pattern).unwrap_or_else(|| quiet.get(slot));
            }
            Ok(())
        },
    )?;
    Ok(results)
}

/// The removals from all patterns beside one set.
struct Removals {
    rule: RemovalRule,
    /// The patterns after a removal; all of them win when it ends the game.
    after: Map,
    /// The best removal of a stone that is not in a mill.
    best: Map,
    /// The patterns with such a stone.
    possible: Vec<u64>,
}

impl Removals {
    fn new(rule: RemovalRule, own_stones: usize) -> Removals {
        let map = || Map::beside(own_stones);
        let after = map();
        let possible = vec![0; after.won.len()];
        Removals { rule, after, best: map(), possible }
    }

    fn look_at_row(&mut self, own: PointSet, row: usize, results: Option<&Results>) {
        let free = FreePoints::beside(own);
        match results {
            Some(results) => {
                let patterns = results.index().patterns();
                self.after.clear();
                for (slot, &pattern) in (row * patterns.len()..).zip(patterns) {
                    self.after.add(pattern, results.get(slot));
                }
            }
            None => self.after.fill(),
        }
        self.best.clear();
        self.possible.fill(0);
        for point in !own {
            self.remove(free.bit(point), Mills::through(point, &free));
        }
    }

    /// Tells the patterns with a bit but without a mill through it what they get by removing it.
    fn remove(&mut self, bit: u32, mills: Mills) {
        let Removals { after, best, possible, .. } = self;
        if bit < 64 {
            let within = WITHIN[bit.trailing_zeros() as usize];
            for (word, possible) in possible.iter_mut().enumerate() {
                let removing = within & !mills.mask(word);
                *possible |= removing;
                best.won[word] |= (after.won[word] & !within) << bit & removing;
                best.unlost[word] |= (after.unlost[word] & !within) << bit & removing;
            }
        } else {
            let step = bit as usize >> 6;
            for first in (0..possible.len()).step_by(2 * step) {
                for word in first..first + step {
                    let removing = !mills.mask(word + step);
                    possible[word + step] |= removing;
                    best.won[word + step] |= after.won[word] & removing;
                    best.unlost[word + step] |= after.unlost[word] & removing;
                }
            }
        }
    }

    /// The digit after the best removal from a pattern; none when nothing can be removed.
    fn best_digit(&self, pattern: u32) -> Option<u8> {
        let best = if self.possible[pattern as usize >> 6] >> (pattern & 63) & 1 != 0 {
            self.best.get(pattern)
        } else if self.rule == RemovalRule::Any && pattern != 0 {
            // All stones are in mills and none is safe.
            let bits = (0..Point::COUNT).map(|bit| 1 << bit).filter(|bit| pattern & bit != 0);
            let gains = bits.map(|bit| self.after.get(pattern ^ bit));
            gains.fold((false, false), |best, gain| (best.0 | gain.0, best.1 | gain.1))
        } else {
            return None;
        };
        Some(match best {
            (true, _) => LOSS,
            (false, true) => DRAW,
            (false, false) => WIN,
        })
    }
}
