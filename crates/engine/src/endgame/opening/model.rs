//! Which contexts predict the result of an opening position: the results of neighbouring positions that are known
//! already, and what threatens. Millions of positions are unpacked when the program starts, so every context is cheap.

use arrayvec::ArrayVec;

use crate::endgame::coder::{BitCoder, Mixer};
use crate::endgame::index::{PairIndex, Subspace};
use crate::endgame::maps::{FreePoints, Translation};
use crate::endgame::results::{Outcome, Results};
use crate::rules::{Point, PointSet};

/// How many subspaces the model tells apart.
const SUBSPACES: usize = 16;
/// Points on which a side closes a mill: up to three.
const THREATS: usize = 4;
/// How many neighbours of one kind are looked at. Each has one of three results, or does not exist.
const NEIGHBOURS: usize = 4;
/// The ways these can be.
const WAYS: usize = 1 << (2 * NEIGHBOURS);

/// A number for the subspace and what threatens in it.
const SITUATIONS: usize = SUBSPACES * THREATS * THREATS;

/// The numbers of contexts of each kind.
const SIZES: [usize; 3] = [SITUATIONS * WAYS, 4 * WAYS * WAYS, SITUATIONS * WAYS * 4];

/// The results one ply before, if they are known already: of the positions from which a quiet placement leads here.
pub(super) type Before<'a> = Option<&'a Results>;

/// Codes the results of one subspace after the other; encoder and decoder go through the same steps.
pub(super) struct Model {
    /// Is it a draw? If not, is it a win?
    draw: Mixer<{ SIZES.len() }>,
    win: Mixer<{ SIZES.len() }>,
}

impl Model {
    pub(super) fn new() -> Model {
        Model { draw: Mixer::new(SIZES, SITUATIONS), win: Mixer::new(SIZES, SITUATIONS) }
    }

    /// Codes all digits of a subspace in place: writes those given, or reads them.
    pub(super) fn code(
        &mut self,
        coder: &mut impl BitCoder,
        number: usize,
        subspace: Subspace,
        before: Before,
        digits: &mut [u8],
    ) {
        let index = subspace.index();
        for row in 0..index.rows() {
            let contexts_of_row = RowContexts::new(index, row, number % SUBSPACES, subspace, before);
            let symmetric = index.is_symmetric(row);
            for place in 0..index.row_length() {
                let slot = row * index.row_length() + place;
                if symmetric {
                    let (canonical, _) = index.canonical_place(row, place);
                    if canonical != place {
                        digits[slot] = digits[row * index.row_length() + canonical];
                        continue;
                    }
                }
                let (contexts, situation) = contexts_of_row.of_place(place, digits);
                let is_draw = self.draw.code(coder, &contexts, situation, digits[slot] == 0);
                digits[slot] = match is_draw {
                    true => 0,
                    false => 2 - u8::from(self.win.code(coder, &contexts, situation, digits[slot] == 1)),
                };
            }
        }
    }
}

/// What all positions of a row share.
struct RowContexts<'a> {
    index: &'static PairIndex,
    first_slot: usize,
    anchor: PointSet,
    /// Where the anchor closes a mill.
    closing: PointSet,
    /// Whether the side to move has the anchor.
    anchor_moves: bool,
    /// The number of the subspace.
    number: usize,
    earlier: ArrayVec<EarlierRow, NEIGHBOURS>,
    /// What is known one ply before, and the rows there without one of the anchor's stones: here the anchor belongs to the
    /// side that placed last.
    before: Option<(&'a Results, ArrayVec<RowBefore, 9>)>,
}

/// A row one ply before.
struct RowBefore {
    first_slot: usize,
    translation: Translation,
}

/// An earlier row whose anchor differs by one step of one stone.
struct EarlierRow {
    /// The bit of the point that the stone steps on, which must be free.
    entered: u32,
    first_slot: usize,
    /// Takes patterns to those of that row.
    translation: Translation,
}

/// How many ways there are to choose some of these points: `WAYS_TO_CHOOSE[points][some]`.
static WAYS_TO_CHOOSE: [[usize; 10]; Point::COUNT] = {
    let mut ways = [[0; 10]; Point::COUNT];
    let mut points = 0;
    while points < Point::COUNT {
        ways[points][0] = 1;
        let mut some = 1;
        while some < 10 && points > 0 {
            ways[points][some] = ways[points - 1][some - 1] + ways[points - 1][some];
            some += 1;
        }
        points += 1;
    }
    ways
};

impl<'a> RowContexts<'a> {
    fn new(
        index: &'static PairIndex,
        row: usize,
        number: usize,
        subspace: Subspace,
        before: Before<'a>,
    ) -> RowContexts<'a> {
        let anchor = index.representative(row);
        let free = FreePoints::beside(anchor);
        let mut earlier = ArrayVec::new();
        let steps =
            anchor.into_iter().flat_map(|from| (from.neighbours() - anchor).into_iter().map(move |to| (from, to)));
        for (from, to) in steps {
            let (other, symmetry) = index.row_of(anchor.without(from).with(to));
            if other < row && !earlier.is_full() {
                let translation = free.translation(symmetry, index.representative(other));
                earlier.push(EarlierRow { entered: free.bit(to), first_slot: other * index.row_length(), translation });
            }
        }
        let without = |results: &Results, point: Point| {
            let (row, symmetry) = results.index().row_of(anchor.without(point));
            let translation = free.translation(symmetry, results.index().representative(row));
            RowBefore { first_slot: row * results.index().row_length(), translation }
        };
        // A stone in a mill was hardly placed last: the mill would have removed something.
        let placed_last = |point: &Point| !point.mills().iter().any(|&mill| mill & anchor == mill);
        let before = before.map(|results| {
            let rows = anchor.into_iter().filter(placed_last).map(|point| without(results, point));
            (results, rows.collect())
        });
        RowContexts {
            before,
            index,
            first_slot: row * index.row_length(),
            anchor,
            closing: anchor.closing_points(),
            anchor_moves: subspace.anchor_moves(),
            number,
            earlier,
        }
    }

    /// The contexts of a place, and its situation.
    #[inline(always)]
    fn of_place(&self, place: usize, digits: &[u8]) -> ([usize; SIZES.len()], usize) {
        let index = self.index;
        let pattern = index.patterns()[place];
        // The same other stones beside another anchor.
        let mut beside = 0;
        for (number, row) in self.earlier.iter().enumerate() {
            if pattern & row.entered == 0 {
                let place = index.place_of_pattern(row.translation.apply(pattern));
                beside |= (usize::from(digits[row.first_slot + place]) + 1) << (2 * number);
            }
        }
        // One of the other stones on the free point before its own. By the order of the places it is known how many
        // lie between.
        let (mut steps, mut left, mut number) = (0, pattern, 0);
        while left != 0 && number < NEIGHBOURS {
            let bit = left & left.wrapping_neg();
            left ^= bit;
            if bit >> 1 & !pattern != 0 {
                let before = place - WAYS_TO_CHOOSE[bit.trailing_zeros() as usize - 1][number];
                steps |= (usize::from(digits[self.first_slot + before]) + 1) << (2 * number);
            }
            number += 1;
        }
        let last = if place > 0 { usize::from(digits[self.first_slot + place - 1]) } else { 3 };
        let others = index.other_at(self.anchor, place);
        let free = !(self.anchor | others);
        let threats = |closing: PointSet| (closing & free).len().min(THREATS - 1);
        let (of_anchor, of_others) = (threats(self.closing), threats(others.closing_points()));
        let (own, enemy) = if self.anchor_moves { (of_anchor, of_others) } else { (of_others, of_anchor) };
        let number = self.before.as_ref().map_or(self.number, |(results, rows)| kind_before(results, rows, pattern));
        let situation = (number * THREATS + own) * THREATS + enemy;
        let contexts = [
            situation * WAYS + steps,
            (last * WAYS + beside) * WAYS + steps,
            (situation * WAYS + beside) * 4 + (steps & 3),
        ];
        (contexts, situation)
    }
}

/// What the results one ply before say. Who placed a stone there could have come here: where that side had lost, the one to
/// move has won; where it could only draw, the one to move does not lose.
#[inline(always)]
fn kind_before(results: &Results, rows: &[RowBefore], pattern: u32) -> usize {
    const LOST: usize = 15;
    let (mut drawn, mut won) = (0, 0);
    for row in rows {
        let place = results.index().place_of_pattern(row.translation.apply(pattern));
        match Outcome::from_digit(results.get(row.first_slot + place)) {
            Outcome::Loss => return LOST,
            Outcome::Draw => drawn += 1,
            Outcome::Win => won += 1,
        }
    }
    if drawn > 0 { 6 + drawn.min(8) } else { won.min(6) }
}
