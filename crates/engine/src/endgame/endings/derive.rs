//! The values of one half of a pair of subspaces from those of the other half: each move leads there, or to fewer stones.

use crate::endgame::index::{Pair, PairIndex};
use crate::endgame::maps::{FreePoints, Translation, bits_of, removable};
use crate::endgame::value::{DRAW, Entries};
use crate::rules::{PointSet, RemovalRule};

/// Who moves into an unclear value prefers the greater number: a loss, the later the better, a draw, a win, the sooner
/// the better. This is what a position with this entry is worth to the side that moves into it.
#[inline(always)]
fn preference(entry: u16) -> i32 {
    match entry {
        DRAW => 0,
        plies if plies % 2 == 1 => i32::from(plies) - 10_000,
        plies => 10_000 - i32::from(plies),
    }
}

/// The entry of a position whose best move leads to this.
#[inline(always)]
fn entry_before(best: Option<i32>) -> u16 {
    match best {
        // Without a move the game is lost.
        None => 0,
        Some(0) => DRAW,
        Some(lost @ ..0) => (lost + 10_000) as u16 + 1,
        Some(won) => (10_000 - won) as u16 + 1,
    }
}

/// A move of the anchor.
struct AnchorMove {
    /// The bit that it enters.
    entered: u32,
    closes: bool,
    /// The row of the new anchor, and what takes patterns there.
    row: usize,
    translation: Translation,
}

/// The values of the positions in which the larger side moves, from those in which the smaller side does: with as many
/// stones, and with one stone fewer after a removal. `smaller` is none when a removal wins.
pub(super) fn larger_side(
    pair: Pair,
    rule: RemovalRule,
    other_half: &[u16],
    smaller: Option<(&'static PairIndex, &[u16])>,
) -> Entries {
    let index = pair.index();
    let mut entries = vec![DRAW; index.slots()];
    for (row, entries) in entries.chunks_mut(index.row_length()).enumerate() {
        let anchor = index.representative(row);
        let free = FreePoints::beside(anchor);
        let lines = free.lines();
        let moves = anchor_moves(index, anchor, &free);
        let closing_bits = moves.iter().filter(|mv| mv.closes).fold(0, |bits, mv| bits | mv.entered);
        for (entry, &pattern) in entries.iter_mut().zip(index.patterns()) {
            let removable = if closing_bits & !pattern == 0 { 0 } else { removable(rule, &lines, pattern) };
            let mut best = None;
            for mv in moves.iter().filter(|mv| mv.entered & pattern == 0) {
                let moved = mv.translation.apply(pattern);
                if !mv.closes || removable == 0 {
                    let place = index.place_of_pattern(moved);
                    best = best.max(Some(preference(other_half[mv.row * index.row_length() + place])));
                    continue;
                }
                let Some((index, smaller)) = smaller else {
                    best = Some(preference(0));
                    break;
                };
                for removed in bits_of(mv.translation.apply(removable)) {
                    let place = index.place_of_pattern(moved ^ removed);
                    best = best.max(Some(preference(smaller[mv.row * index.row_length() + place])));
                }
            }
            *entry = entry_before(best);
        }
    }
    entries
}

fn anchor_moves(index: &'static PairIndex, anchor: PointSet, free: &FreePoints) -> Vec<AnchorMove> {
    let mut moves = Vec::new();
    for from in anchor {
        let rest = anchor.without(from);
        let closing = rest.closing_points();
        for to in from.neighbours() - anchor {
            let (row, symmetry) = index.row_of(rest.with(to));
            let translation = free.translation(symmetry, index.representative(row));
            moves.push(AnchorMove { entered: free.bit(to), closes: closing.contains(to), row, translation });
        }
    }
    moves
}
