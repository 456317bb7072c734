//! Retrograde analysis of one pair of subspaces.
//!
//! Both subspaces share an index, so the state is two halves of the same shape: the positions in which the anchor
//! moves, and those in which the others move. (When both sides have equally many stones the halves hold the same
//! positions twice; that costs a little time and saves a second kind of bookkeeping.) A first pass looks at every
//! position once: it counts the moves that stay in the pair and values the removals, which lead to finished tables.
//! Then the plies to the end count up from 0: each position that is decided after `level` plies informs its predecessors. Before
//! a loss they are won after `level + 1` plies; before a win they have one escape less, and without any left they are
//! lost.
//!
//! The slots of a row lie together and all predecessors by one move of the anchor lie in one other row, so the work
//! is done row by row in the processor's cache, under a lock for each row.
//!
//! ```text
//! state of a slot:   0..=1022            won (odd) or lost (even) after this number of plies
//!                    DUPLICATE           another slot is the canonical one of this position
//!                    1 lllllllll cccccc  undecided: c moves not yet known to lose, and the removals that are possible
//!                                        lose after 2 l plies (0: none is possible)
//! ```

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arrayvec::ArrayVec;
use bitvec::prelude::*;
use rayon::prelude::*;

use super::BuildError;
use super::first_look;
use crate::endgame::index::{Pair, PairIndex};
use crate::endgame::maps::{FreePoints, bits_of, in_mills, removable};
use crate::endgame::value::{DRAW, Entries, LONGEST};
use crate::rules::{PointSet, RemovalRule};

const DUPLICATE: u16 = 0x7FFF;
pub(super) const UNDECIDED: u16 = 0x8000;
/// The low bits count moves: at most 54 flights, and one for a draw by removal, which never goes away.
pub(super) const COUNTER_BITS: u32 = 6;
const COUNTER: u16 = (1 << COUNTER_BITS) - 1;

/// The finished tables that removals lead to; none where the removal leaves fewer than three stones.
pub(crate) struct Smaller {
    /// After a removal by the anchor.
    pub after_anchor: Option<Entries>,
    /// After a removal by the others.
    pub after_others: Option<Entries>,
}

/// How far the work is, and whether it must stop; shared with whoever watches.
#[derive(Debug, Default)]
pub struct Progress {
    /// Positions looked at: each position of both halves once, and once more when it is decided.
    pub steps: AtomicUsize,
    /// Set to stop soon.
    pub stop: Arc<AtomicBool>,
}

impl Progress {
    /// Counts positions, unless the work must stop.
    pub(crate) fn count(&self, positions: usize) -> Result<(), BuildError> {
        self.steps.fetch_add(positions, Ordering::Relaxed);
        self.check()
    }

    pub(crate) fn check(&self) -> Result<(), BuildError> {
        if self.stop.load(Ordering::Relaxed) { Err(BuildError::Stopped) } else { Ok(()) }
    }
}

/// Solves a pair: the half in which the anchor moves, then the one in which the others move.
pub(crate) fn solve(
    pair: Pair,
    rule: RemovalRule,
    smaller: &Smaller,
    progress: &Progress,
) -> Result<[Entries; 2], BuildError> {
    let index = pair.index();
    let mut states = [Entries::new(), Entries::new()];
    for states in &mut states {
        states.try_reserve_exact(index.slots()).map_err(|_| BuildError::Memory(super::memory_needed(pair)))?;
        states.resize(index.slots(), DUPLICATE);
    }
    let canonical = Canonical::new(index);
    let [anchor_moves, others_move] = &mut states;
    first_look::look(rule, &canonical, smaller, progress, [anchor_moves, others_move])?;
    let halves = states.each_mut().map(|states| Half::new(index, states));
    let solver = Solver { index, canonical: &canonical, rule, progress, halves };
    solver.note_first_levels()?;
    solver.count_up()?;
    drop(solver);
    for half in &mut states {
        half.par_chunks_mut(index.row_length())
            .enumerate()
            .for_each(|(row, states)| finish_row(&canonical, row, states));
    }
    Ok(states)
}

/// The canonical places of all rows, found once for the few rows whose anchor is symmetric.
pub(super) struct Canonical {
    index: &'static PairIndex,
    /// By row: for each place its canonical place and, in the low five bits, how many symmetries keep the position;
    /// empty when each place is its own.
    rows: Vec<Box<[u32]>>,
}

impl Canonical {
    fn new(index: &'static PairIndex) -> Canonical {
        let find = |row: usize| match index.is_symmetric(row) {
            false => Box::default(),
            true => (0..index.row_length())
                .map(|place| {
                    let (canonical, keeping) = index.canonical_place(row, place);
                    (canonical as u32) << 5 | u32::from(keeping)
                })
                .collect(),
        };
        Canonical { index, rows: (0..index.rows()).into_par_iter().map(find).collect() }
    }

    pub(super) fn index(&self) -> &'static PairIndex {
        self.index
    }

    /// As [`PairIndex::canonical_place`].
    #[inline]
    pub(super) fn find(&self, row: usize, place: usize) -> (usize, u16) {
        match self.rows[row].get(place) {
            Some(&found) => (found as usize >> 5, found as u16 & 31),
            None => (place, 1),
        }
    }

    /// Visits the canonical places of a row.
    #[inline]
    pub(super) fn for_each(&self, row: usize, mut visit: impl FnMut(usize)) {
        if self.rows[row].is_empty() {
            return (0..self.index.row_length()).for_each(visit);
        }
        for (place, &found) in self.rows[row].iter().enumerate() {
            if found as usize >> 5 == place {
                visit(place);
            }
        }
    }
}

/// What is still undecided is drawn; duplicates get the value of their canonical slot.
fn finish_row(canonical: &Canonical, row: usize, states: &mut [u16]) {
    for state in &mut *states {
        if *state >= UNDECIDED {
            *state = DRAW;
        }
    }
    for place in 0..canonical.rows[row].len() {
        if states[place] == DUPLICATE {
            states[place] = states[canonical.find(row, place).0];
        }
    }
}

/// One of the two subspaces.
struct Half<'s> {
    rows: Vec<Mutex<&'s mut [u16]>>,
    /// For each number of plies, the rows that may hold a position decided after it: one bit per row.
    pending: Vec<BitVec<AtomicUsize>>,
}

impl<'s> Half<'s> {
    fn new(index: &PairIndex, states: &'s mut [u16]) -> Half<'s> {
        let rows = states.chunks_mut(index.row_length()).map(Mutex::new).collect();
        let pending = (0..=LONGEST).map(|_| BitVec::repeat(false, index.rows())).collect();
        Half { rows, pending }
    }

    fn lock(&self, row: usize) -> MutexGuard<'_, &'s mut [u16]> {
        self.rows[row].lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn mark_pending(&self, row: usize, level: u16) -> Result<(), BuildError> {
        self.pending.get(level as usize).ok_or(BuildError::TooLong)?.set_aliased(row, true);
        Ok(())
    }
}

/// Lists the places whose state is this level. Few are, so whole stretches are passed over at once.
fn places_at(level: u16, states: &[u16], places: &mut Vec<u32>) {
    const STRETCH: usize = 64;
    places.clear();
    for (number, stretch) in states.chunks(STRETCH).enumerate() {
        if stretch.iter().fold(false, |found, &state| found | (state == level)) {
            let found = (0..stretch.len()).filter(|&place| stretch[place] == level);
            places.extend(found.map(|place| (number * STRETCH + place) as u32));
        }
    }
}

/// From this number of positions on, a table that renumbers their stones pays for itself.
const WORTH_TRANSLATING: usize = 64;

/// The half in which the anchor moves.
const ANCHOR: usize = 0;
/// The half in which the others move.
const OTHERS: usize = 1;

struct Solver<'a> {
    index: &'static PairIndex,
    canonical: &'a Canonical,
    rule: RemovalRule,
    progress: &'a Progress,
    halves: [Half<'a>; 2],
}

impl Solver<'_> {
    /// Notes the levels at which each row has decided positions.
    fn note_first_levels(&self) -> Result<(), BuildError> {
        for half in &self.halves {
            (0..self.index.rows()).into_par_iter().try_for_each(|row| {
                self.progress.check()?;
                // One level more than a table can hold, which is an error.
                let mut levels = [false; LONGEST as usize + 2];
                for &state in half.lock(row).iter().filter(|&&state| state < DRAW) {
                    levels[state.min(LONGEST + 1) as usize] = true;
                }
                let levels = levels.iter().enumerate().filter(|(_, there)| **there);
                levels.map(|(level, _)| level as u16).try_for_each(|level| half.mark_pending(row, level))
            })?;
        }
        Ok(())
    }

    /// Decides everything that is not drawn, in the order of the plies to the end.
    fn count_up(&self) -> Result<(), BuildError> {
        for level in 0..=LONGEST {
            let rows: Vec<(usize, usize)> = [ANCHOR, OTHERS]
                .into_iter()
                .flat_map(|half| self.halves[half].pending[level as usize].iter_ones().map(move |row| (half, row)))
                .collect();
            rows.into_par_iter().try_for_each_init(Vec::new, |decided, (half, row)| {
                self.progress.check()?;
                places_at(level, &self.halves[half].lock(row), decided);
                self.progress.steps.fetch_add(decided.len(), Ordering::Relaxed);
                self.tell_predecessors(half, row, level, decided)
            })?;
        }
        Ok(())
    }

    fn tell_predecessors(&self, half: usize, row: usize, level: u16, decided: &[u32]) -> Result<(), BuildError> {
        let anchor = self.index.representative(row);
        let patterns = self.index.patterns();
        let mut plain = Vec::with_capacity(decided.len());
        for &place in decided {
            // Seen from a symmetric position several predecessors are the same one.
            match self.canonical.find(row, place as usize).1 {
                symmetries if symmetries > 1 && level % 2 == 1 => {
                    let others = self.index.other_at(anchor, place as usize);
                    self.tell_predecessors_of_symmetric(half, row, level, others, symmetries)?;
                }
                _ => plain.push(patterns[place as usize]),
            }
        }
        if half == ANCHOR {
            self.take_back_other_moves(row, level, &plain)
        } else {
            self.take_back_anchor_moves(row, level, &plain)
        }
    }

    /// The predecessors by a move of the others lie in the same row.
    fn take_back_other_moves(&self, row: usize, level: u16, decided: &[u32]) -> Result<(), BuildError> {
        let (index, anchor) = (self.index, self.index.representative(row));
        let free = FreePoints::beside(anchor);
        let lines = match self.rule.removable(anchor).is_empty() {
            true => ArrayVec::new(),
            false => free.lines(),
        };
        let neighbours = free.targets(index.pair().other() == 3);
        let mut update = Update::new(self, OTHERS, row, level);
        for &others in decided {
            for to in bits_of(others & !in_mills(&lines, others)) {
                for from in bits_of(neighbours[to.trailing_zeros() as usize] & !others) {
                    update.tell(index.place_of_pattern(others ^ to ^ from))?;
                }
            }
        }
        update.finish()
    }

    /// The predecessors by one move of the anchor lie in one other row.
    fn take_back_anchor_moves(&self, row: usize, level: u16, decided: &[u32]) -> Result<(), BuildError> {
        let (index, anchor) = (self.index, self.index.representative(row));
        let anchor_in_mills = anchor.in_mills();
        let free = FreePoints::beside(anchor);
        // A mill that could not remove anything is a quiet move.
        let unremovable: Vec<u32> = match anchor_in_mills.is_empty() || self.rule == RemovalRule::Any {
            true => Vec::new(),
            false => {
                let lines = free.lines();
                decided.iter().copied().filter(|&others| removable(self.rule, &lines, others) == 0).collect()
            }
        };
        for to in anchor {
            let decided = if anchor_in_mills.contains(to) { &unremovable } else { decided };
            if decided.is_empty() {
                continue;
            }
            let origins = if anchor.len() == 3 { !anchor } else { to.neighbours() - anchor };
            for from in origins {
                let (target, symmetry) = index.row_of(anchor.without(to).with(from));
                let representative = index.representative(target);
                let bit = free.bit(from);
                let mut update = Update::new(self, ANCHOR, target, level);
                let possible = decided.iter().copied().filter(|others| others & bit == 0);
                if decided.len() > WORTH_TRANSLATING {
                    let translation = free.translation(symmetry, representative);
                    for others in possible {
                        update.tell(index.place_of_pattern(translation.apply(others)))?;
                    }
                } else {
                    for others in possible {
                        let others = symmetry.set(index.other_of_pattern(anchor, others));
                        update.tell(index.place(representative, others))?;
                    }
                }
                update.finish()?;
            }
        }
        Ok(())
    }

    /// The predecessors of a won position that some symmetries keep. Of `n` ways back to a predecessor, itself kept by
    /// `p` symmetries, with `s` symmetries of this position, `n p / s` are different moves of the predecessor.
    fn tell_predecessors_of_symmetric(
        &self,
        half: usize,
        row: usize,
        level: u16,
        others: PointSet,
        symmetries: u16,
    ) -> Result<(), BuildError> {
        let (index, anchor) = (self.index, self.index.representative(row));
        let (moved, still) = if half == ANCHOR { (others, anchor) } else { (anchor, others) };
        let mills_remove = !self.rule.removable(still).is_empty();
        let mut ways = Vec::new();
        for to in if mills_remove { moved - moved.in_mills() } else { moved } {
            let free = !(anchor | others);
            for from in if moved.len() == 3 { free } else { to.neighbours() & free } {
                let before = moved.without(to).with(from);
                let (anchor, others) = if half == ANCHOR { (anchor, before) } else { (before, others) };
                let (row, symmetry) = index.row_of(anchor);
                let place = index.place(index.representative(row), symmetry.set(others));
                let (canonical, keeping) = self.canonical.find(row, place);
                ways.push((row, canonical, keeping));
            }
        }
        ways.sort_unstable();
        for same in ways.chunk_by(|a, b| a == b) {
            let (row, place, keeping) = same[0];
            let mut update = Update::new(self, 1 - half, row, level);
            update.tell_canonical(place, (same.len() * keeping as usize / symmetries as usize) as u16)?;
            update.finish()?;
        }
        Ok(())
    }
}

/// Tells the positions of one row that a successor is decided after `level` plies.
struct Update<'a, 's> {
    canonical: &'a Canonical,
    half: &'a Half<'s>,
    row: usize,
    symmetric: bool,
    level: u16,
    states: MutexGuard<'a, &'s mut [u16]>,
    /// Whether a position was decided after `level + 1` plies.
    decided: bool,
}

impl<'a, 's> Update<'a, 's> {
    fn new(solver: &'a Solver<'s>, half: usize, row: usize, level: u16) -> Update<'a, 's> {
        let half = &solver.halves[half];
        let canonical = solver.canonical;
        let symmetric = !canonical.rows[row].is_empty();
        Update { canonical, half, row, symmetric, level, states: half.lock(row), decided: false }
    }

    #[inline(always)]
    fn tell(&mut self, place: usize) -> Result<(), BuildError> {
        if self.symmetric {
            let (canonical, keeping) = self.canonical.find(self.row, place);
            return self.tell_canonical(canonical, keeping);
        }
        self.tell_canonical(place, 1)
    }

    /// Which of the positions are still undecided is as good as random, so nothing here branches on it.
    #[inline(always)]
    fn tell_canonical(&mut self, place: usize, moves: u16) -> Result<(), BuildError> {
        let state = &mut self.states[place];
        if self.level.is_multiple_of(2) {
            // Undecided states are greater than any distance.
            let new = (*state).min(self.level + 1);
            self.decided |= new != *state;
            *state = new;
            return Ok(());
        }
        *state -= moves * (*state / UNDECIDED);
        if *state & (UNDECIDED | COUNTER) == UNDECIDED { self.lose(place) } else { Ok(()) }
    }

    /// A position without any escape left.
    #[inline(never)]
    fn lose(&mut self, place: usize) -> Result<(), BuildError> {
        let state = &mut self.states[place];
        let by_removal = (*state & !UNDECIDED) >> COUNTER_BITS << 1;
        *state = by_removal.max(self.level + 1);
        if by_removal > self.level + 1 {
            return self.half.mark_pending(self.row, by_removal);
        }
        self.decided = true;
        Ok(())
    }

    fn finish(self) -> Result<(), BuildError> {
        if self.decided { self.half.mark_pending(self.row, self.level + 1) } else { Ok(()) }
    }
}
