//! Which contexts predict the value of an ending: the values of neighbouring positions that are known already, and who can
//! close a mill.

use arrayvec::ArrayVec;

use crate::endgame::coder::{BitCoder, Mixer};
use crate::endgame::index::{PairIndex, Subspace};
use crate::endgame::maps::{FreePoints, Translation, bits_of};
use crate::endgame::value::{DRAW, LONGEST};
use crate::rules::{Point, PointSet};

/// Most positions are drawn, so whole groups of places are said to be drawn with one bit.
const GROUP: usize = 32;

/// How many mills each side can close with its next move: none, one or more.
const CLOSING: usize = 3;
const SITUATIONS: usize = CLOSING * CLOSING;

/// How many neighbours of one kind are counted, and how many of them count apart.
const NEIGHBOURS: usize = 8;
const COUNTS: usize = 4;
/// Won, drawn and lost neighbours of one kind.
const WAYS: usize = COUNTS * COUNTS * COUNTS;

/// Half the plies to the end, as far as contexts tell them apart; the last means that none is known.
const HALVES: usize = 64;
/// How many steps away from what is expected contexts tell apart, in both directions.
const STEPS: usize = 32;

/// The numbers of contexts of each kind.
const RESULT_SIZES: [usize; 4] =
    [SITUATIONS * WAYS, WAYS * WAYS, SITUATIONS * WAYS, SITUATIONS * COUNTS * COUNTS * COUNTS * COUNTS];
const LENGTH_SIZES: [usize; 5] = {
    let of_two_lengths = HALVES * HALVES * STEPS;
    [HALVES * SITUATIONS * STEPS, of_two_lengths, of_two_lengths, of_two_lengths, of_two_lengths]
};
const GROUP_SIZES: [usize; 2] = [8, 2 * (GROUP + 1)];

/// Codes the values of one subspace; encoder and decoder go through the same steps.
pub(super) struct Model {
    /// Is a group of places all drawn?
    group: Mixer<{ GROUP_SIZES.len() }>,
    /// Is a position drawn? If not, is it won?
    draw: Mixer<{ RESULT_SIZES.len() }>,
    win: Mixer<{ RESULT_SIZES.len() }>,
    /// Is the end further away than expected? By one more step?
    length: Mixer<{ LENGTH_SIZES.len() }>,
}

impl Model {
    pub(super) fn new() -> Model {
        Model {
            group: Mixer::new(GROUP_SIZES, 1),
            draw: Mixer::new(RESULT_SIZES, SITUATIONS),
            win: Mixer::new(RESULT_SIZES, SITUATIONS),
            length: Mixer::new(LENGTH_SIZES, STEPS),
        }
    }

    /// Codes all entries of a subspace in place: writes those given, or reads them. The entries of symmetric places must
    /// be the same.
    pub(super) fn code(&mut self, coder: &mut impl BitCoder, subspace: Subspace, entries: &mut [u16]) {
        let index = subspace.index();
        let row_length = index.row_length();
        let groups = row_length.div_ceil(GROUP);
        let mut drawn_before = vec![true; groups];
        for row in 0..index.rows() {
            let neighbours = RowNeighbours::new(index, row, subspace);
            let symmetric = index.is_symmetric(row);
            let first = row * row_length;
            let (mut last_drawn, mut decided) = (true, 0);
            for group in 0..groups {
                let places = group * GROUP..row_length.min((group + 1) * GROUP);
                let here = first + places.start..first + places.end;
                let next_before = drawn_before.get(group + 1).is_none_or(|&drawn| drawn);
                let context = usize::from(last_drawn) << 2 | usize::from(drawn_before[group]) << 1;
                let contexts = [context | usize::from(next_before), decided << 1 | usize::from(drawn_before[group])];
                let all_drawn = entries[here.clone()].iter().all(|&entry| entry == DRAW);
                let all_drawn = self.group.code(coder, &contexts, 0, all_drawn);
                (last_drawn, drawn_before[group], decided) = (all_drawn, all_drawn, 0);
                if all_drawn {
                    entries[here].fill(DRAW);
                    continue;
                }
                for place in places {
                    let canonical = if symmetric { index.canonical_place(row, place).0 } else { place };
                    if canonical != place {
                        entries[first + place] = entries[first + canonical];
                    } else {
                        let contexts = neighbours.contexts(place, entries);
                        self.code_entry(coder, &contexts, &mut entries[first + place]);
                    }
                    decided += usize::from(entries[first + place] != DRAW);
                }
            }
        }
    }

    fn code_entry(&mut self, coder: &mut impl BitCoder, contexts: &Contexts, entry: &mut u16) {
        let Contexts { results, situation, .. } = contexts;
        if self.draw.code(coder, results, *situation, *entry == DRAW) {
            *entry = DRAW;
            return;
        }
        let is_won = self.win.code(coder, results, *situation, *entry % 2 == 1);
        let half = self.code_half(coder, contexts, usize::from(*entry / 2));
        *entry = 2 * half as u16 + u16::from(is_won);
    }

    /// Codes half the plies to the end, step by step from what is expected.
    fn code_half(&mut self, coder: &mut impl BitCoder, contexts: &Contexts, half: usize) -> usize {
        let expected = contexts.expected;
        let mut ask = |step: usize, bit: bool| {
            let contexts = contexts.halves.map(|of_kind| of_kind * STEPS + step);
            self.length.code(coder, &contexts, step, bit)
        };
        if ask(0, half > expected) {
            let mut found = expected + 1;
            while found < LONGEST_HALF && ask((found - expected).min(STEPS / 2 - 1), half > found) {
                found += 1;
            }
            found
        } else {
            let mut found = expected;
            while found > 0 && ask((STEPS / 2 + expected - found).min(STEPS - 1), half < found) {
                found -= 1;
            }
            found
        }
    }
}

/// The largest half that an entry holds.
const LONGEST_HALF: usize = LONGEST as usize / 2;

/// What predicts an entry.
struct Contexts {
    results: [usize; RESULT_SIZES.len()],
    situation: usize,
    /// Half the plies to the end, as neighbours suggest.
    expected: usize,
    halves: [usize; LENGTH_SIZES.len()],
}

/// What is known of the neighbours of one kind.
#[derive(Default)]
struct Seen {
    won: usize,
    drawn: usize,
    lost: usize,
    /// Half the plies to the end of those that are not drawn: the most, the fewest and all together.
    longest: Option<usize>,
    shortest: Option<usize>,
    sum: usize,
}

impl Seen {
    #[inline(always)]
    fn add(&mut self, entry: u16) {
        if entry == DRAW {
            self.drawn += 1;
            return;
        }
        let half = usize::from(entry / 2);
        self.longest = Some(self.longest.map_or(half, |longest| longest.max(half)));
        self.shortest = Some(self.shortest.map_or(half, |shortest| shortest.min(half)));
        self.sum += half;
        match entry % 2 {
            1 => self.won += 1,
            _ => self.lost += 1,
        }
    }

    fn way(&self) -> usize {
        let [won, drawn, lost] = [self.won, self.drawn, self.lost].map(|count| count.min(COUNTS - 1));
        (won * COUNTS + drawn) * COUNTS + lost
    }

    fn decided(&self) -> usize {
        self.won + self.lost
    }

    fn most(&self) -> usize {
        half_context(self.longest)
    }

    fn fewest(&self) -> usize {
        half_context(self.shortest)
    }
}

/// Half the plies to the end as part of a context.
fn half_context(half: Option<usize>) -> usize {
    half.map_or(HALVES - 1, |half| half.min(HALVES - 2))
}

/// What all positions of a row share.
struct RowNeighbours {
    index: &'static PairIndex,
    first_slot: usize,
    anchor_moves: bool,
    free: u32,
    /// The lines of three free points.
    lines: ArrayVec<u32, 16>,
    /// For each bit, the points next to it, and where its stone may go.
    beside: [u32; Point::COUNT],
    targets: [u32; Point::COUNT],
    /// The points on which the anchor can close a mill.
    closing: u32,
    earlier: ArrayVec<EarlierRow, NEIGHBOURS>,
}

/// An earlier row whose anchor differs by one step of one stone.
struct EarlierRow {
    /// The bit of the point that the stone steps on, which must be free.
    entered: u32,
    first_slot: usize,
    /// Takes patterns to those of that row.
    translation: Translation,
}

impl RowNeighbours {
    fn new(index: &'static PairIndex, row: usize, subspace: Subspace) -> RowNeighbours {
        let anchor = index.representative(row);
        let free = FreePoints::beside(anchor);
        let mut earlier = ArrayVec::new();
        let mut closing = PointSet::EMPTY;
        for from in anchor {
            let rest = anchor.without(from);
            for to in from.neighbours() - anchor {
                if rest.closing_points().contains(to) {
                    closing.insert(to);
                }
                let (other, symmetry) = index.row_of(rest.with(to));
                if other < row && !earlier.is_full() {
                    let translation = free.translation(symmetry, index.representative(other));
                    let first_slot = other * index.row_length();
                    earlier.push(EarlierRow { entered: free.bit(to), first_slot, translation });
                }
            }
        }
        RowNeighbours {
            index,
            first_slot: row * index.row_length(),
            anchor_moves: subspace.anchor_moves(),
            free: free.all(),
            lines: free.lines(),
            beside: free.targets(false),
            targets: free.targets(index.pair().other() == 3),
            closing: free.part(closing),
            earlier,
        }
    }

    #[inline(always)]
    fn contexts(&self, place: usize, entries: &[u16]) -> Contexts {
        let pattern = self.index.patterns()[place];
        // The same other stones beside another anchor.
        let mut rows = Seen::default();
        for row in &self.earlier {
            if pattern & row.entered == 0 {
                rows.add(entries[row.first_slot + self.index.place_of_pattern(row.translation.apply(pattern))]);
            }
        }
        // One of the other stones a step back.
        let mut steps = Seen::default();
        for from in bits_of(pattern) {
            for to in bits_of(self.beside[from.trailing_zeros() as usize] & !pattern & (from - 1)) {
                steps.add(entries[self.first_slot + self.index.place_of_pattern(pattern ^ from | to)]);
            }
        }
        let mut others_close = 0;
        for &line in &self.lines {
            let to = line & !pattern;
            if to.count_ones() == 1 && self.targets[to.trailing_zeros() as usize] & pattern & !line != 0 {
                others_close += 1;
            }
        }
        let anchor_closes = (self.closing & self.free & !pattern).count_ones() as usize;
        let [of_anchor, of_others] = [anchor_closes, others_close].map(|count| count.min(CLOSING - 1));
        let situation = match self.anchor_moves {
            true => of_anchor * CLOSING + of_others,
            false => of_others * CLOSING + of_anchor,
        };
        let decided = rows.decided() + steps.decided();
        let mean = (rows.sum + steps.sum + decided / 2).checked_div(decided);
        let counts = [rows.decided(), rows.drawn, steps.decided(), steps.drawn];
        let counts = counts.iter().fold(situation, |all, &count| all * COUNTS + count.min(COUNTS - 1));
        let expected = half_context(mean);
        Contexts {
            results: [
                situation * WAYS + steps.way(),
                rows.way() * WAYS + steps.way(),
                situation * WAYS + rows.way(),
                counts,
            ],
            situation,
            expected: mean.unwrap_or(0),
            halves: [
                expected * SITUATIONS + situation,
                rows.most() * HALVES + expected,
                steps.most() * HALVES + expected,
                rows.most() * HALVES + rows.fewest(),
                steps.most() * HALVES + steps.fewest(),
            ],
        }
    }
}
