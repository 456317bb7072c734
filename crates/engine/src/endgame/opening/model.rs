//! Which contexts predict the result of an opening position: the results of neighbouring positions that are known
//! already, and what threatens.

use super::coder::{BitCoder, Mixer};
use crate::endgame::index::{PairIndex, Subspace};
use crate::endgame::maps::{FreePoints, Translation, bits_of};
use crate::rules::{Point, PointSet};

/// How many subspaces the model tells apart.
const SUBSPACES: usize = 16;
/// Results of neighbours, counted: each of the three up to three times.
const VOTES: usize = 64;
/// Points on which a side closes a mill: up to three.
const THREATS: usize = 4;

/// The numbers of contexts of each kind.
const SIZES: [usize; 7] = [
    SUBSPACES * VOTES * VOTES,
    SUBSPACES * 256 * THREATS * THREATS,
    SUBSPACES * THREATS * THREATS * VOTES * 4,
    64 * VOTES * VOTES,
    SUBSPACES * THREATS * THREATS * 1024,
    64 * 64 * 64,
    SUBSPACES * THREATS * THREATS * 64 * 16,
];

/// Codes the results of one subspace after the other; encoder and decoder go through the same steps.
pub(super) struct Model {
    /// Is it a draw? If not, is it a win?
    draw: Mixer,
    win: Mixer,
}

impl Model {
    pub(super) fn new() -> Model {
        Model {
            draw: Mixer::new(&SIZES, SUBSPACES * THREATS * THREATS),
            win: Mixer::new(&SIZES, SUBSPACES * THREATS * THREATS),
        }
    }

    /// Codes all digits of a subspace in place: writes those given, or reads them.
    pub(super) fn code(&mut self, coder: &mut impl BitCoder, number: usize, subspace: Subspace, digits: &mut [u8]) {
        let index = subspace.index();
        for row in 0..index.rows() {
            let row_contexts = RowContexts::new(index, row);
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
                let (contexts, weights) = row_contexts.of_place(place, digits, number % SUBSPACES, subspace);
                let is_draw = self.draw.code(coder, &contexts, weights, digits[slot] == 0);
                digits[slot] = match is_draw {
                    true => 0,
                    false => 2 - u8::from(self.win.code(coder, &contexts, weights, digits[slot] == 1)),
                };
            }
        }
    }
}

/// What all positions of a row share.
struct RowContexts {
    index: &'static PairIndex,
    row: usize,
    anchor: PointSet,
    /// Where a stone beside the anchor may go, for each bit.
    neighbours: [u32; Point::COUNT],
    /// Earlier rows whose anchor differs by one step of one stone: the bit that must be free, the row and the renumbering.
    earlier: Vec<(u32, usize, Translation)>,
}

/// Results of neighbours, counted.
#[derive(Default)]
struct Votes([u8; 3]);

impl Votes {
    fn add(&mut self, digit: u8) {
        let count = &mut self.0[digit as usize % 3];
        *count = count.saturating_add(1);
    }

    /// Each count as nothing, one, a few, many.
    fn context(&self) -> usize {
        let rank = |count: u8| match count {
            0 => 0,
            1 => 1,
            2..=4 => 2,
            _ => 3,
        };
        self.0.iter().fold(0, |context, &count| context * 4 + rank(count))
    }
}

impl RowContexts {
    fn new(index: &'static PairIndex, row: usize) -> RowContexts {
        let anchor = index.representative(row);
        let free = FreePoints::beside(anchor);
        let mut neighbours = [0; Point::COUNT];
        for (number, point) in (!anchor).into_iter().enumerate() {
            neighbours[number] = free.part(point.neighbours());
        }
        let mut earlier = Vec::new();
        for from in anchor {
            for to in from.neighbours() - anchor {
                let (other, symmetry) = index.row_of(anchor.without(from).with(to));
                if other < row {
                    let translation = free.translation(symmetry, index.representative(other));
                    earlier.push((free.bit(to), other, translation));
                }
            }
        }
        RowContexts { index, row, anchor, neighbours, earlier }
    }

    /// The contexts of a place, and the set of weights to use.
    fn of_place(
        &self,
        place: usize,
        digits: &[u8],
        number: usize,
        subspace: Subspace,
    ) -> ([usize; SIZES.len()], usize) {
        let index = self.index;
        let row_length = index.row_length();
        let first = self.row * row_length;
        let pattern = index.patterns()[place];
        let mut by_anchor = Votes::default();
        let mut nearest = 0;
        for (number, (entered, row, translation)) in self.earlier.iter().enumerate() {
            if pattern & entered == 0 {
                let digit = digits[row * row_length + index.place_of_pattern(translation.apply(pattern))];
                by_anchor.add(digit);
                if number < 3 {
                    nearest |= (usize::from(digit) + 1) << (2 * number);
                }
            }
        }
        let mut by_others = Votes::default();
        let mut steps = 0;
        for (number, bit) in bits_of(pattern).enumerate() {
            let lower = self.neighbours[bit.trailing_zeros() as usize] & !pattern & (bit - 1);
            let mut digit_of_bit = 0;
            for to in bits_of(lower) {
                let digit = digits[first + index.place_of_pattern(pattern ^ bit ^ to)];
                by_others.add(digit);
                digit_of_bit = usize::from(digit) + 1;
            }
            if number < 4 {
                steps |= digit_of_bit << (2 * number);
            }
        }
        let before = |back: usize| place.checked_sub(back).map_or(3, |place| usize::from(digits[first + place]));
        let run = before(1) | before(2) << 2 | before(3) << 4;
        let others = index.other_at(self.anchor, place);
        let (own, enemy) = if subspace.anchor_moves() { (self.anchor, others) } else { (others, self.anchor) };
        let free = !(own | enemy);
        let threats = |stones: PointSet| (stones.closing_points() & free).len().min(THREATS - 1);
        let (own_threats, enemy_threats) = (threats(own), threats(enemy));
        let threat = own_threats * THREATS + enemy_threats;
        let mobility = |stones: PointSet| (stones.neighbours() & free).len().min(15);
        let mills = usize::from(!own.in_mills().is_empty()) * 2 + usize::from(!enemy.in_mills().is_empty());
        let (by_anchor, by_others) = (by_anchor.context(), by_others.context());
        let spread = mobility(own) * 16 + mobility(enemy);
        let subspace_threat = number * THREATS * THREATS + threat;
        let contexts = [
            (number * VOTES + by_anchor) * VOTES + by_others,
            subspace_threat * 256 + steps,
            (subspace_threat * VOTES + by_anchor) * 4 + mills,
            (run * VOTES + by_anchor) * VOTES + by_others,
            subspace_threat * 1024 + spread * 4 + mills,
            (nearest * 64 + (steps & 63)) * 64 + run,
            (subspace_threat * 64 + nearest) * 16 + (steps & 15),
        ];
        (contexts, subspace_threat)
    }
}
