//! The first look at every position of a pair: how many moves stay in the pair, and what its removals are worth.
//!
//! The other stones are a pattern beside the anchor of a row, so that one row's work is a few look-ups in small tables.

use arrayvec::ArrayVec;
use rayon::prelude::*;

use super::solve::{COUNTER_BITS, Canonical, Smaller, UNDECIDED};
use super::{BuildError, Progress};
use crate::endgame::index::{Pair, PairIndex, SYMMETRIES, Subspace};
use crate::endgame::maps::{FreePoints, Translation, bits_of, removable};
use crate::endgame::value::{Entries, Value};
use crate::rules::{Point, RemovalRule};

/// What is found out about the moves of a position.
#[derive(Clone, Copy, Default)]
struct FirstLook {
    quiet_moves: u16,
    shortest_win: Option<u16>,
    longest_loss: u16,
    removal_draws: bool,
}

impl FirstLook {
    /// Takes in a removal that leads to a position with this entry in its table.
    #[inline]
    fn add_removal(&mut self, entry: u16) {
        match Value::from_entry(entry) {
            Value::Draw => self.removal_draws = true,
            Value::Loss(plies) => self.add_win(plies + 1),
            Value::Win(plies) => self.longest_loss = self.longest_loss.max(plies + 1),
        }
    }

    #[inline]
    fn add_win(&mut self, plies: u16) {
        self.shortest_win = Some(self.shortest_win.map_or(plies, |shortest| shortest.min(plies)));
    }

    #[inline]
    fn state(self) -> u16 {
        if let Some(plies) = self.shortest_win {
            plies
        } else if self.removal_draws {
            UNDECIDED | (self.quiet_moves + 1)
        } else if self.quiet_moves == 0 {
            self.longest_loss
        } else {
            UNDECIDED | (self.longest_loss / 2) << COUNTER_BITS | self.quiet_moves
        }
    }
}

/// Looks at all positions of both halves: those in which the anchor moves, and those in which the others move.
pub(super) fn look(
    rule: RemovalRule,
    canonical: &Canonical,
    smaller: &Smaller,
    progress: &Progress,
    [anchor_moves, others_move]: [&mut [u16]; 2],
) -> Result<(), BuildError> {
    let index = canonical.index();
    let first = FirstPass { index, rule, canonical, smaller };
    let row_length = index.row_length();
    anchor_moves.par_chunks_mut(row_length).enumerate().try_for_each(|(row, states)| {
        first.look_at_anchor_moves(row, states);
        progress.count(row_length)
    })?;
    let equal = index.pair().anchor() == index.pair().other();
    let anchor_moves = &*anchor_moves;
    others_move.par_chunks_mut(row_length).enumerate().try_for_each_init(Vec::new, |slots, (row, states)| {
        match equal {
            true => first.transpose(row, anchor_moves, slots, states),
            false => first.look_at_other_moves(row, states),
        }
        progress.count(row_length)
    })
}

struct FirstPass<'a> {
    index: &'static PairIndex,
    rule: RemovalRule,
    canonical: &'a Canonical,
    smaller: &'a Smaller,
}

/// A move of the anchor that closes a mill: the bit it enters, and the row of the smaller table after a removal.
struct ClosingMove<'t> {
    entered: u32,
    table_row: &'t [u16],
    translation: Translation,
}

/// Sums a weight over the bits of patterns.
struct Weights([[u8; 256]; 3]);

impl Weights {
    fn new(weights: [u8; Point::COUNT]) -> Weights {
        let mut tables = [[0; 256]; 3];
        for (table, weights) in tables.iter_mut().zip(weights.chunks(8)) {
            for byte in 1..256usize {
                table[byte] = table[byte & (byte - 1)] + weights[byte.trailing_zeros() as usize];
            }
        }
        Weights(tables)
    }

    #[inline]
    fn sum(&self, pattern: u32) -> u16 {
        let [low, middle, high, _] = pattern.to_le_bytes();
        let [low, middle, high] = [self.0[0][low as usize], self.0[1][middle as usize], self.0[2][high as usize]];
        u16::from(low) + u16::from(middle) + u16::from(high)
    }
}

impl FirstPass<'_> {
    fn look_at_anchor_moves(&self, row: usize, states: &mut [u16]) {
        let (index, rule) = (self.index, self.rule);
        let anchor = index.representative(row);
        let free = FreePoints::beside(anchor);
        let lines = free.lines();
        // After a removal the anchor is still the larger set, so each move needs one row of the smaller table.
        let smaller = self.smaller.after_anchor.as_ref().map(|rows| (rows, smaller_index(index.pair(), 0, 1)));
        let (mut quiet, mut closing_too) = ([0; Point::COUNT], [0; Point::COUNT]);
        let mut closing_moves: Vec<ClosingMove> = Vec::new();
        let mut closing_bits = 0;
        for from in anchor {
            let rest = anchor.without(from);
            let closing = rest.closing_points();
            for to in if anchor.len() == 3 { !anchor } else { from.neighbours() - anchor } {
                let bit = free.bit(to);
                closing_too[bit.trailing_zeros() as usize] += 1;
                if !closing.contains(to) {
                    quiet[bit.trailing_zeros() as usize] += 1;
                    continue;
                }
                closing_bits |= bit;
                if let Some((rows, smaller_index)) = smaller {
                    let (row, symmetry) = smaller_index.row_of(rest.with(to));
                    let translation = free.translation(symmetry, smaller_index.representative(row));
                    closing_moves.push(ClosingMove {
                        entered: bit,
                        table_row: row_of(rows, smaller_index, row),
                        translation,
                    });
                }
            }
        }
        let [quiet, closing_too] = [quiet, closing_too].map(Weights::new);
        let place_in_smaller = |pattern: u32| smaller.map_or(0, |(_, index)| index.place_of_pattern(pattern));
        let patterns = index.patterns();
        self.canonical.for_each(row, |place| {
            let pattern = patterns[place];
            let entered = free.all() & !pattern;
            let mut look = FirstLook { quiet_moves: quiet.sum(entered), ..FirstLook::default() };
            if closing_bits & entered != 0 {
                let removable = removable(rule, &lines, pattern);
                if removable == 0 {
                    look.quiet_moves = closing_too.sum(entered);
                } else if smaller.is_none() {
                    look.add_win(1);
                } else {
                    for mv in closing_moves.iter().filter(|mv| mv.entered & pattern == 0) {
                        let moved = mv.translation.apply(pattern);
                        for removed in bits_of(mv.translation.apply(removable)) {
                            look.add_removal(mv.table_row[place_in_smaller(moved ^ removed)]);
                        }
                    }
                }
            }
            states[place] = look.state();
        });
    }

    /// For unequal numbers of stones only: the anchor is still at least as large as the others after it lost a stone.
    fn look_at_other_moves(&self, row: usize, states: &mut [u16]) {
        let index = self.index;
        let anchor = index.representative(row);
        let free = FreePoints::beside(anchor);
        let lines = free.lines();
        let neighbours = free.targets(index.pair().other() == 3);
        let smaller_index = smaller_index(index.pair(), 1, 0);
        let rows = self.smaller.after_others.as_ref().expect("the larger side has more than three stones");
        let removals: Vec<(&[u16], Translation)> = (self.rule.removable(anchor).into_iter())
            .map(|point| {
                let (row, symmetry) = smaller_index.row_of(anchor.without(point));
                (row_of(rows, smaller_index, row), free.translation(symmetry, smaller_index.representative(row)))
            })
            .collect();
        let patterns = index.patterns();
        self.canonical.for_each(row, |place| {
            let pattern = patterns[place];
            let mut look = FirstLook::default();
            for bit in bits_of(pattern) {
                look.quiet_moves += (neighbours[bit.trailing_zeros() as usize] & !pattern).count_ones() as u16;
            }
            if !removals.is_empty() {
                let mut closing = closing_moves(&lines, &neighbours, pattern);
                while let Some((from, to)) = closing.pop() {
                    look.quiet_moves -= 1;
                    let moved = pattern ^ from | to;
                    for (table_row, translation) in &removals {
                        look.add_removal(table_row[smaller_index.place_of_pattern(translation.apply(moved))]);
                    }
                }
            }
            states[place] = look.state();
        });
    }

    /// For equal numbers of stones: the same positions, seen from the other side's stones. First all slots, then all
    /// states, so that the processor waits for many of them at once.
    fn transpose(&self, row: usize, anchor_moves: &[u16], slots: &mut Vec<(u32, usize)>, states: &mut [u16]) {
        let index = self.index;
        let anchor = index.representative(row);
        let images = SYMMETRIES.map(|symmetry| symmetry.set(anchor));
        slots.clear();
        self.canonical.for_each(row, |place| {
            let (other_row, symmetry) = index.row_of(index.other_at(anchor, place));
            let other_place = index.place(index.representative(other_row), images[symmetry.index()]);
            let (canonical, _) = self.canonical.find(other_row, other_place);
            slots.push((place as u32, other_row * index.row_length() + canonical));
        });
        for &(place, slot) in &*slots {
            states[place as usize] = anchor_moves[slot];
        }
    }
}

/// The moves of the stones of a pattern that close a mill: the bits they leave and enter.
fn closing_moves(lines: &[u32], neighbours: &[u32; Point::COUNT], pattern: u32) -> ArrayVec<(u32, u32), 64> {
    let mut moves = ArrayVec::new();
    for &line in lines {
        let to = line & !pattern;
        if to.count_ones() == 1 {
            for from in bits_of(neighbours[to.trailing_zeros() as usize] & pattern & !line) {
                // A move can close two mills at once.
                if !moves.contains(&(from, to)) {
                    moves.push((from, to));
                }
            }
        }
    }
    moves
}

/// The index of the pair after the anchor or the others lost stones; the anchor must stay the larger set.
fn smaller_index(pair: Pair, from_anchor: usize, from_others: usize) -> &'static PairIndex {
    let subspace = Subspace::new(pair.anchor() - from_anchor, pair.other() - from_others);
    subspace.expect("a finished table has at least three stones a side").index()
}

fn row_of<'t>(entries: &'t Entries, index: &PairIndex, row: usize) -> &'t [u16] {
    &entries[row * index.row_length()..][..index.row_length()]
}
