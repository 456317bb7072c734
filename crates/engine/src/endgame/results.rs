//! Results without distances: whether each position of a subspace is won, drawn or lost, four slots per byte.

use std::fmt;

use rayon::prelude::*;

use super::build::{BuildError, Progress};
use super::index::{PairIndex, SYMMETRIES};

/// The result of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// The other side wins.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The side to move wins.
    Win,
}

impl Outcome {
    /// The digit that stands for the result in memory and in files.
    pub(super) const fn digit(self) -> u8 {
        match self {
            Outcome::Draw => 0,
            Outcome::Win => 1,
            Outcome::Loss => 2,
        }
    }

    pub(super) const fn from_digit(digit: u8) -> Outcome {
        match digit {
            0 => Outcome::Draw,
            1 => Outcome::Win,
            _ => Outcome::Loss,
        }
    }

    /// The result for the side that moved into this position.
    #[must_use]
    pub const fn before_move(self) -> Outcome {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Draw => Outcome::Draw,
            Outcome::Loss => Outcome::Win,
        }
    }
}

/// `win`, `draw` or `loss`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Outcome::Win => "win",
            Outcome::Draw => "draw",
            Outcome::Loss => "loss",
        })
    }
}

/// How many results a byte in memory holds.
pub(super) const SLOTS_IN_BYTE: usize = 4;

/// All results of a subspace in memory, by the slots of an index.
pub(super) struct Results {
    index: &'static PairIndex,
    packed: Vec<u8>,
}

impl Results {
    /// Room for all results; an error when there is not enough memory.
    pub(super) fn empty(index: &'static PairIndex) -> Result<Results, BuildError> {
        let bytes = Results::bytes(index.slots());
        let mut packed = Vec::new();
        packed.try_reserve_exact(bytes).map_err(|_| BuildError::Memory(bytes as u64))?;
        packed.resize(bytes, 0);
        Ok(Results { index, packed })
    }

    /// The results with these digits, one for each slot.
    pub(super) fn from_digits(index: &'static PairIndex, all: &[u8]) -> Result<Results, BuildError> {
        let mut results = Results::empty(index)?;
        results.fill(
            4096,
            || (),
            |(), first, digits| {
                digits.copy_from_slice(&all[first..first + digits.len()]);
                Ok(())
            },
        )?;
        Ok(results)
    }

    /// The memory that a number of results takes.
    pub(super) fn bytes(slots: usize) -> usize {
        slots.div_ceil(SLOTS_IN_BYTE)
    }

    pub(super) fn index(&self) -> &'static PairIndex {
        self.index
    }

    /// The digit of an [`Outcome`].
    #[inline]
    pub(super) fn get(&self, slot: usize) -> u8 {
        self.packed[slot / SLOTS_IN_BYTE] >> (2 * (slot % SLOTS_IN_BYTE)) & 3
    }

    /// Copies the digits of the slots from `first` on.
    pub(super) fn copy_to(&self, first: usize, digits: &mut [u8]) {
        for (slot, digit) in (first..).zip(digits) {
            *digit = self.get(slot);
        }
    }

    /// Sets everything, shared out among the threads in groups of slots: `fill` gets a workspace, the first slot of a
    /// group and its digits to write. The groups must end at the border of a byte.
    pub(super) fn fill<W>(
        &mut self,
        group_slots: usize,
        workspace: impl Fn() -> W + Sync + Send,
        fill: impl Fn(&mut W, usize, &mut [u8]) -> Result<(), BuildError> + Sync + Send,
    ) -> Result<(), BuildError> {
        debug_assert!(group_slots.is_multiple_of(SLOTS_IN_BYTE));
        let slots = self.index.slots();
        self.packed.par_chunks_mut(group_slots / SLOTS_IN_BYTE).enumerate().try_for_each_init(
            || (workspace(), vec![0; group_slots]),
            |(workspace, digits), (number, bytes)| {
                let first = number * group_slots;
                let digits = &mut digits[..group_slots.min(slots - first)];
                fill(workspace, first, digits)?;
                for (byte, digits) in bytes.iter_mut().zip(digits.chunks(SLOTS_IN_BYTE)) {
                    *byte = digits.iter().rev().fold(0, |byte, &digit| byte << 2 | digit);
                }
                Ok(())
            },
        )
    }

    /// As [`Results::fill`], row by row.
    pub(super) fn fill_rows<W>(
        &mut self,
        workspace: impl Fn() -> W + Sync + Send,
        fill_row: impl Fn(&mut W, usize, &mut [u8]) -> Result<(), BuildError> + Sync + Send,
    ) -> Result<(), BuildError> {
        let row_length = self.index.row_length();
        // As many rows as it takes to end at the border of a byte.
        self.fill(SLOTS_IN_BYTE * row_length, workspace, |workspace, first, digits| {
            let rows = digits.chunks_mut(row_length).enumerate();
            rows.into_iter().try_for_each(|(row, digits)| fill_row(workspace, first / row_length + row, digits))
        })
    }

    /// The same results by the index whose anchor is the other set.
    pub(super) fn transposed(&self, progress: &Progress) -> Result<Results, BuildError> {
        let (from, pair) = (self.index, self.index.pair());
        let index = PairIndex::of(pair.other(), pair.anchor());
        let mut results = Results::empty(index)?;
        results.fill_rows(Vec::new, |slots: &mut Vec<usize>, row, digits| {
            progress.check()?;
            let anchor = index.representative(row);
            let images = SYMMETRIES.map(|symmetry| symmetry.set(anchor));
            // First all slots, then all results, so that the processor waits for many of them at once.
            slots.clear();
            slots.extend((0..digits.len()).map(|place| {
                let (row, symmetry) = from.row_of(index.other_at(anchor, place));
                row * from.row_length() + from.place(from.representative(row), images[symmetry.index()])
            }));
            for (digit, &slot) in digits.iter_mut().zip(&*slots) {
                *digit = self.get(slot);
            }
            Ok(())
        })?;
        Ok(results)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{PointSet, Symmetry};

    #[test]
    fn transposing_keeps_every_position() {
        let index = PairIndex::of(3, 2);
        let mut results = Results::empty(index).unwrap();
        // A digit for each position, the same for symmetric ones.
        let digit = |anchor: PointSet, other: PointSet| {
            let images = Symmetry::all().map(|symmetry| (symmetry.set(anchor).bits(), symmetry.set(other).bits()));
            let (anchor, other) = images.min().unwrap();
            (anchor.wrapping_mul(40_503).wrapping_add(other) >> 3) as u8 % 3
        };
        let fill = |(): &mut (), first: usize, digits: &mut [u8]| -> Result<(), BuildError> {
            for (slot, value) in (first..).zip(digits) {
                let (anchor, other) = index.stones_at(slot);
                *value = digit(anchor, other);
            }
            Ok(())
        };
        results.fill(400, || (), fill).unwrap();
        let transposed = results.transposed(&Progress::default()).unwrap();
        for slot in 0..transposed.index().slots() {
            let (anchor, other) = transposed.index().stones_at(slot);
            assert_eq!(transposed.get(slot), digit(other, anchor));
        }
    }
}
