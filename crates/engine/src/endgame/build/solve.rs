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

use bitvec::prelude::*;
use rayon::prelude::*;

use super::BuildError;
use crate::endgame::index::{Pair, PairIndex, Subspace};
use crate::endgame::value::{DRAW, Entries, LONGEST, Value};
use crate::rules::{PointSet, RemovalRule, Symmetry};

const DUPLICATE: u16 = 0x7FFF;
const UNDECIDED: u16 = 0x8000;
/// The low bits count moves: at most 54 flights, and one for a draw by removal, which never goes away.
const COUNTER_BITS: u32 = 6;
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
    let halves = states.each_mut().map(|states| Half::new(index, states));
    let solver = Solver { index, rule, smaller, progress, halves };
    solver.first_pass()?;
    solver.count_up()?;
    drop(solver);
    for half in &mut states {
        half.par_chunks_mut(index.row_length()).enumerate().for_each(|(row, states)| finish_row(index, row, states));
    }
    Ok(states)
}

/// What is still undecided is drawn; duplicates get the value of their canonical slot.
fn finish_row(index: &PairIndex, row: usize, states: &mut [u16]) {
    for state in &mut *states {
        if *state >= UNDECIDED {
            *state = DRAW;
        }
    }
    if index.is_symmetric(row) {
        for place in 0..states.len() {
            if states[place] == DUPLICATE {
                states[place] = states[index.canonical_place(row, place).0];
            }
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

/// The half in which the anchor moves.
const ANCHOR: usize = 0;
/// The half in which the others move.
const OTHERS: usize = 1;

struct Solver<'a> {
    index: &'static PairIndex,
    rule: RemovalRule,
    smaller: &'a Smaller,
    progress: &'a Progress,
    halves: [Half<'a>; 2],
}

/// What the first pass finds out about the moves of a position.
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

/// A move of the anchor: the points it leaves and enters, whether it closes a mill, and where its row is.
struct AnchorMove {
    entered: PointSet,
    closes: bool,
    row: usize,
    symmetry: Symmetry,
}

impl Solver<'_> {
    fn first_pass(&self) -> Result<(), BuildError> {
        (0..self.index.rows()).into_par_iter().try_for_each(|row| self.first_look_at_anchor_moves(row))?;
        if self.index.pair().anchor() == self.index.pair().other() {
            return (0..self.index.rows()).into_par_iter().try_for_each(|row| self.copy_transposed(row));
        }
        (0..self.index.rows()).into_par_iter().try_for_each(|row| self.first_look_at_other_moves(row))
    }

    /// The canonical places of a row.
    fn canonical_places(&self, row: usize) -> impl Iterator<Item = usize> {
        let symmetric = self.index.is_symmetric(row);
        let places = 0..self.index.row_length();
        places.filter(move |&place| !symmetric || self.index.canonical_place(row, place).0 == place)
    }

    /// Stores the first states of a row and notes the levels at which it has decided positions.
    fn store_first_states(&self, half: usize, row: usize, states: Vec<u16>) -> Result<(), BuildError> {
        self.progress.check()?;
        let mut levels: Vec<u16> = states.iter().copied().filter(|&state| state < DRAW).collect();
        levels.sort_unstable();
        levels.dedup();
        for level in levels {
            self.halves[half].mark_pending(row, level)?;
        }
        self.progress.steps.fetch_add(states.len(), Ordering::Relaxed);
        self.halves[half].lock(row).copy_from_slice(&states);
        Ok(())
    }

    fn first_look_at_anchor_moves(&self, row: usize) -> Result<(), BuildError> {
        let index = self.index;
        let anchor = index.representative(row);
        let smaller = self.smaller.after_anchor.as_ref().map(|rows| (rows, smaller_index(index.pair(), 0, 1)));
        // After a removal the anchor is still the larger set, so each move needs one row of the smaller table.
        let target_index = smaller.map_or(index, |(_, index)| index);
        let mut moves = Vec::new();
        for from in anchor {
            let rest = anchor.without(from);
            let closing = rest.closing_points();
            let targets = if anchor.len() == 3 { !anchor } else { from.neighbours() - anchor };
            for to in targets {
                let (row, symmetry) = target_index.row_of(rest.with(to));
                moves.push(AnchorMove { entered: PointSet::of(to), closes: closing.contains(to), row, symmetry });
            }
        }
        let mut states = vec![DUPLICATE; index.row_length()];
        for place in self.canonical_places(row) {
            let others = index.other_at(anchor, place);
            let removable = self.rule.removable(others);
            let mut look = FirstLook::default();
            for mv in &moves {
                if !(mv.entered & others).is_empty() {
                    continue;
                }
                if !mv.closes || removable.is_empty() {
                    look.quiet_moves += 1;
                } else if let Some((rows, smaller_index)) = smaller {
                    let table_row = row_of(rows, smaller_index, mv.row);
                    let representative = smaller_index.representative(mv.row);
                    for point in removable {
                        let rest = mv.symmetry.set(others.without(point));
                        look.add_removal(table_row[smaller_index.place(representative, rest)]);
                    }
                } else {
                    look.add_win(1);
                }
            }
            states[place] = look.state();
        }
        self.store_first_states(ANCHOR, row, states)
    }

    /// For unequal numbers of stones only: the anchor is still at least as large as the others after it lost a stone.
    fn first_look_at_other_moves(&self, row: usize) -> Result<(), BuildError> {
        let index = self.index;
        let anchor = index.representative(row);
        let smaller_index = smaller_index(index.pair(), 1, 0);
        let rows = self.smaller.after_others.as_ref().expect("the larger side has more than three stones");
        let flying = index.pair().other() == 3;
        let removals: Vec<_> = self
            .rule
            .removable(anchor)
            .into_iter()
            .map(|point| {
                let (row, symmetry) = smaller_index.row_of(anchor.without(point));
                (row_of(rows, smaller_index, row), smaller_index.representative(row), symmetry)
            })
            .collect();
        let mut states = vec![DUPLICATE; index.row_length()];
        for place in self.canonical_places(row) {
            let others = index.other_at(anchor, place);
            let free = !(anchor | others);
            let closing_somewhere = others.closing_points();
            let mut look = FirstLook::default();
            for from in others {
                let targets = if flying { free } else { from.neighbours() & free };
                let rest = others.without(from);
                // Taking the stone away can only undo lines, so most stones need no second look.
                let closing = match (closing_somewhere & targets).is_empty() || removals.is_empty() {
                    true => PointSet::EMPTY,
                    false => rest.closing_points() & targets,
                };
                look.quiet_moves += (targets - closing).len() as u16;
                for to in closing {
                    let moved = rest.with(to);
                    for (table_row, representative, symmetry) in &removals {
                        look.add_removal(table_row[smaller_index.place(*representative, symmetry.set(moved))]);
                    }
                }
            }
            states[place] = look.state();
        }
        self.store_first_states(OTHERS, row, states)
    }

    /// For equal numbers of stones: the same positions, seen from the other side's stones.
    fn copy_transposed(&self, row: usize) -> Result<(), BuildError> {
        let index = self.index;
        let anchor = index.representative(row);
        let mut states = vec![DUPLICATE; index.row_length()];
        for place in self.canonical_places(row) {
            let (other_row, symmetry) = index.row_of(index.other_at(anchor, place));
            let other_place = index.place(index.representative(other_row), symmetry.set(anchor));
            let (canonical, _) = index.canonical_place(other_row, other_place);
            states[place] = self.halves[ANCHOR].lock(other_row)[canonical];
        }
        self.store_first_states(OTHERS, row, states)
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
        let mut plain = Vec::with_capacity(decided.len());
        for &place in decided {
            let others = self.index.other_at(anchor, place as usize);
            // Seen from a symmetric position several predecessors are the same one.
            match self.index.canonical_place(row, place as usize).1 {
                symmetries if symmetries > 1 && level % 2 == 1 => {
                    self.tell_predecessors_of_symmetric(half, row, level, others, symmetries)?;
                }
                _ => plain.push(others),
            }
        }
        if half == ANCHOR {
            self.take_back_other_moves(row, level, &plain)
        } else {
            self.take_back_anchor_moves(row, level, &plain)
        }
    }

    /// The predecessors by a move of the others lie in the same row.
    fn take_back_other_moves(&self, row: usize, level: u16, decided: &[PointSet]) -> Result<(), BuildError> {
        let (index, anchor) = (self.index, self.index.representative(row));
        let mills_remove = !self.rule.removable(anchor).is_empty();
        let mut update = Update::new(self, OTHERS, row, level);
        for &others in decided {
            let free = !(anchor | others);
            let movable = if mills_remove { others - others.in_mills() } else { others };
            for to in movable {
                let rest = others.without(to);
                let origins = if index.pair().other() == 3 { free } else { to.neighbours() & free };
                for from in origins {
                    update.tell(index.place(anchor, rest.with(from)))?;
                }
            }
        }
        update.finish()
    }

    /// The predecessors by one move of the anchor lie in one other row.
    fn take_back_anchor_moves(&self, row: usize, level: u16, decided: &[PointSet]) -> Result<(), BuildError> {
        let (index, anchor) = (self.index, self.index.representative(row));
        let in_mills = anchor.in_mills();
        // A mill that could not remove anything is a quiet move.
        let unremovable: Vec<PointSet> = match in_mills.is_empty() {
            true => Vec::new(),
            false => decided.iter().copied().filter(|&others| self.rule.removable(others).is_empty()).collect(),
        };
        for to in anchor {
            let decided = if in_mills.contains(to) { &unremovable } else { decided };
            if decided.is_empty() {
                continue;
            }
            let origins = if anchor.len() == 3 { !anchor } else { to.neighbours() - anchor };
            for from in origins {
                let (target, symmetry) = index.row_of(anchor.without(to).with(from));
                let representative = index.representative(target);
                let mut update = Update::new(self, ANCHOR, target, level);
                for &others in decided.iter().filter(|others| !others.contains(from)) {
                    update.tell(index.place(representative, symmetry.set(others)))?;
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
        symmetries: u8,
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
                let (canonical, keeping) = index.canonical_place(row, place);
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
    index: &'static PairIndex,
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
        let symmetric = solver.index.is_symmetric(row);
        Update { index: solver.index, half, row, symmetric, level, states: half.lock(row), decided: false }
    }

    #[inline(always)]
    fn tell(&mut self, place: usize) -> Result<(), BuildError> {
        if self.symmetric {
            let (canonical, keeping) = self.index.canonical_place(self.row, place);
            return self.tell_canonical(canonical, keeping.into());
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

/// The index of the pair after the anchor or the others lost stones; the anchor must stay the larger set.
fn smaller_index(pair: Pair, from_anchor: usize, from_others: usize) -> &'static PairIndex {
    let subspace = Subspace::new(pair.anchor() - from_anchor, pair.other() - from_others);
    subspace.expect("a finished table has at least three stones a side").index()
}

fn row_of<'t>(entries: &'t Entries, index: &PairIndex, row: usize) -> &'t [u16] {
    &entries[row * index.row_length()..][..index.row_length()]
}
