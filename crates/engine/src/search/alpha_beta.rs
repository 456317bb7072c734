//! Alpha-beta in its negamax form, and the plain minimax it is measured against. Scores are from the side to move.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::endgame::{CappedDatabase, Value};
use crate::heuristics::EvaluationTable;
use crate::heuristics::shapes::{ShapeNetwork, blend};
use crate::random::mix;
use crate::rules::{Color, PointSet, Position, RemovalRule, Symmetry};

use super::guide::Guide;
use super::ordering::{Candidates, Memory, PackedMove, candidates, put_first, select};
use super::processor::{self, Processor, on_this_machine};
use super::score::{DRAW, Units, WIN, Window, lost_at};
use super::transposition::{Bound, Entry, Table, from_root, to_root};
use super::{Estimator, Options};

/// What ends a search from outside, shared by its threads.
pub(super) struct Control<'a> {
    pub stop: &'a AtomicBool,
    /// Set when the main thread is done, so that the others stop too.
    pub done: AtomicBool,
    pub deadline: Option<Instant>,
    /// For each thread.
    pub node_limit: u64,
}

/// Positions visited between two looks at the clock.
const CHECK_EVERY: u64 = 1024;

/// Up to this number of stones on the board, the 16 images of a position share one entry of the table.
const SYMMETRIC_STONES: usize = 8;

/// A search this much shallower is believed, from this depth on, if its value is this far outside the window: chosen by
/// the value lost in thousands of critical positions; see docs/search.md.
const DOUBTLESS_PLIES: i32 = 4;
const DOUBTLESS_DEPTH: i32 = 6;
const DOUBT: Units = EvaluationTable::UNIT * 14 / 100;

/// Down to this depth an estimate is believed if it misses a minimal window by this much and as much more for every ply:
/// chosen by the same positions.
const SURE_DEPTH: i32 = 2;
const SURE: Units = EvaluationTable::UNIT / 20;
const SURE_PER_PLY: Units = EvaluationTable::UNIT / 10;

/// One thread of a search.
pub(super) struct Worker<'a> {
    pub rule: RemovalRule,
    pub options: &'a Options,
    pub evaluation: &'a EvaluationTable,
    /// Asked instead of the heuristic.
    pub estimator: Option<&'a dyn Estimator>,
    pub endgame: Option<CappedDatabase<'a>>,
    /// What is known while stones are in hand; none once the root has none.
    pub guide: Option<Guide<'a>>,
    /// Values positions by where every stone stands.
    pub shapes: Option<&'a ShapeNetwork>,
    pub table: Option<&'a Table>,
    pub symmetry: bool,
    /// Whether the last ply is searched the fast way, in which only open mills are noise.
    pub plain_horizon: bool,
    pub control: &'a Control<'a>,
    /// The random radius in units.
    pub radius: Units,
    /// Whether the third occurrence of a position is a draw.
    pub repetition: bool,
    /// After this number of quiet plies the game is drawn; 0 is off.
    pub quiet_limit: usize,
    /// The keys of the game since its last irreversible move, then of the line being searched.
    pub keys: Vec<u64>,
    /// Where the root stands in `keys`.
    pub root_index: usize,
    pub nodes: u64,
    pub next_check: u64,
    /// Whether the time may end the search; not before the least depth is done.
    pub heeds_clock: bool,
    pub stopped: bool,
    pub max_ply: usize,
    pub memory: Memory,
    /// The best line below each ply.
    pub lines: Vec<Vec<PackedMove>>,
}

impl Worker<'_> {
    /// Lines are never longer than this.
    pub const MAX_PLY: usize = 128;

    /// Whether the search must end; looks at the clock only now and then.
    #[inline]
    fn must_stop(&mut self) -> bool {
        if self.nodes >= self.next_check {
            self.look_outside();
        }
        self.stopped
    }

    #[cold]
    fn look_outside(&mut self) {
        let control = self.control;
        self.stopped |= self.nodes >= control.node_limit
            || control.stop.load(Ordering::Relaxed)
            || control.done.load(Ordering::Relaxed)
            || control.deadline.is_some_and(|deadline| self.heeds_clock && Instant::now() >= deadline);
        // An estimator may take as long for one position as the heuristic for thousands.
        let interval = if self.estimator.is_some() { 1 } else { CHECK_EVERY };
        self.next_check = (self.nodes + interval).min(control.node_limit);
    }

    /// The heuristic's value, with the random radius.
    #[inline(always)]
    pub fn estimate(&self, position: &Position) -> Units {
        let value = match self.estimator {
            None => {
                let value = self.evaluation.evaluate(position);
                let in_hand = position.hand(Color::White) + position.hand(Color::Black);
                self.with_shapes(value, position.own(), position.enemy(), in_hand)
            }
            Some(estimator) => estimator.estimate(position).clamp(-EvaluationTable::UNIT, EvaluationTable::UNIT),
        };
        if self.radius == 0 { value } else { self.with_offset(value, position.key()) }
    }

    /// An estimate with the random radius, within the bounds of estimates.
    #[inline(always)]
    pub(super) fn with_offset(&self, value: Units, key: u64) -> Units {
        let value = value + random_offset(key, self.options.seed, self.radius);
        value.clamp(-EvaluationTable::UNIT, EvaluationTable::UNIT)
    }

    /// The value of a position, given the heuristic's: mostly what its shapes say, if positions of this kind are known.
    #[inline(always)]
    pub(super) fn with_shapes(&self, value: Units, own: PointSet, enemy: PointSet, in_hand: u8) -> Units {
        match self.shapes.and_then(|shapes| shapes.value(own, enemy, in_hand, EvaluationTable::UNIT)) {
            Some(estimate) => blend(estimate, value),
            None => value,
        }
    }

    /// The score of a position whose value is known without a search: lost, won, drawn or in the database.
    #[inline(always)]
    pub(super) fn known(&self, position: &Position, ply: usize, quiet: usize) -> Option<Units> {
        let side = position.side_to_move();
        if position.total(side) < 3 {
            return Some(lost_at(ply));
        }
        if position.total(!side) < 3 {
            return Some(-lost_at(ply));
        }
        if quiet > 0 && self.is_drawn(position, ply, quiet) {
            return Some(DRAW);
        }
        if let Some(guide) = self.guide
            && !position.hands_are_empty()
        {
            return guide.score(position);
        }
        match self.endgame?.probe(position)? {
            Value::Win(plies) => Some(WIN - ply as Units - Units::from(plies)),
            Value::Draw => Some(DRAW),
            Value::Loss(plies) => Some(lost_at(ply + plies as usize)),
        }
    }

    /// Whether the position is drawn by the rules. One earlier occurrence in the searched line is enough: what can come
    /// back once can come back twice. In the game before the root there must be two.
    #[inline]
    fn is_drawn(&self, position: &Position, ply: usize, quiet: usize) -> bool {
        if self.quiet_limit > 0 && quiet >= self.quiet_limit {
            return position.has_move();
        }
        if !self.repetition || quiet < 4 {
            return false;
        }
        let here = self.root_index + ply;
        let mut before = 0;
        for back in (4..=quiet.min(here)).step_by(2) {
            if self.keys[here - back] == position.key() {
                before += if back <= ply { 2 } else { 1 };
                if before >= 2 {
                    return true;
                }
            }
        }
        false
    }

    /// A position at the horizon: its known value, its noisy lines or its estimate.
    #[inline(always)]
    pub(super) fn horizon<P: Processor>(
        &mut self,
        position: &Position,
        left: u32,
        window: Window,
        ply: usize,
        quiet: usize,
    ) -> Units {
        self.nodes += 1;
        if self.must_stop() {
            return 0;
        }
        self.max_ply = self.max_ply.max(ply);
        if let Some(score) = self.known(position, ply, quiet) {
            return score;
        }
        if !position.has_move() {
            return lost_at(ply);
        }
        let estimate = self.estimate(position);
        if left == 0 || estimate >= window.beta || ply + 1 >= Worker::MAX_PLY {
            return estimate;
        }
        P::quiescence(self, position, left, estimate, window, ply)
    }

    /// Searches a position one ply below the root.
    pub(super) fn search(&mut self, position: &Position, depth: i32, window: Window, quiet: usize) -> Units {
        on_this_machine!(negamax(self, position, depth, window, 1, quiet))
    }

    /// The same without any cut.
    pub(super) fn search_all(&mut self, position: &Position, depth: i32, quiet: usize) -> Units {
        on_this_machine!(minimax(self, position, depth, 1, quiet))
    }

    /// Every line to its end, without any cut.
    #[inline(always)]
    pub(super) fn minimax_on<P: Processor>(
        &mut self,
        position: &Position,
        depth: i32,
        ply: usize,
        quiet: usize,
    ) -> Units {
        if depth <= 0 {
            self.lines[ply].clear();
            return self.horizon::<P>(position, self.options.quiescence, Window::FULL, ply, quiet);
        }
        if let Some(score) = self.enter(position, ply, quiet) {
            return score;
        }
        let mut best = lost_at(ply);
        let mut list = Candidates::new();
        candidates(&mut list, position, self.rule, self.options, &self.memory, ply);
        for candidate in &list {
            let mv = candidate.mv();
            let next = position.after(mv.unpack());
            let score = -P::minimax(self, &next, depth - 1, ply + 1, quiet_after(position, mv, quiet));
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                self.remember_line(mv, ply);
            }
        }
        best
    }

    /// Counts a position above the horizon and puts it into the line. Returns its score if no search is needed, and any
    /// number if the search must stop.
    #[inline(always)]
    fn enter(&mut self, position: &Position, ply: usize, quiet: usize) -> Option<Units> {
        self.nodes += 1;
        if self.must_stop() {
            return Some(0);
        }
        self.keys[self.root_index + ply] = position.key();
        self.lines[ply].clear();
        self.max_ply = self.max_ply.max(ply);
        self.known(position, ply, quiet)
    }

    /// The value of a position `ply` plies below the root, with `depth` plies to go. Outside the window it is a bound.
    /// `quiet` is the number of plies since the last irreversible move.
    #[inline(always)]
    pub(super) fn negamax_on<P: Processor>(
        &mut self,
        position: &Position,
        depth: i32,
        mut window: Window,
        ply: usize,
        quiet: usize,
    ) -> Units {
        // 1. At the horizon.
        if depth <= 0 || ply + 1 >= Worker::MAX_PLY {
            self.lines[ply].clear();
            return self.horizon::<P>(position, self.options.quiescence, window, ply, quiet);
        }

        // 2. Exact at the edges.
        if let Some(score) = self.enter(position, ply, quiet) {
            return score;
        }

        // 3. Near the horizon.
        if let Some(score) = self.surely(position, depth, window) {
            return score;
        }
        if depth == 1 && self.plain_horizon {
            return self.frontier::<P>(position, window, ply, quiet);
        }

        // 4. What the table knows.
        let (key, image) = self.table_key(position);
        let mut hash_move = PackedMove::NONE;
        if let Some(entry) = self.table.and_then(|table| table.probe(key)) {
            let score = to_root(entry.score, ply);
            let enough = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= window.beta,
                Bound::Upper => score <= window.alpha,
            };
            if enough && entry.depth >= depth {
                return score;
            }
            if self.options.hash_move && entry.best != PackedMove::NONE {
                let mv = if image == Symmetry::IDENTITY {
                    entry.best
                } else {
                    entry.best.transformed(INVERSES[image.index()])
                };
                // Another position's entry under the same key is next to impossible, but must do no harm.
                if position.check(mv.unpack(), self.rule).is_ok() {
                    hash_move = mv;
                }
            }
        }

        // 5. What a much shallower search leaves no doubt about.
        if let Some(score) = self.beyond_doubt::<P>(position, depth, window, ply, quiet) {
            return score;
        }

        // 6. The moves, the most promising first: the table's before the others are even listed.
        let mut list = Candidates::new();
        let mut listed = hash_move == PackedMove::NONE;
        if listed {
            candidates(&mut list, position, self.rule, self.options, &self.memory, ply);
        }
        let mut best = lost_at(ply);
        let mut best_move = PackedMove::NONE;
        let first_alpha = window.alpha;
        let mut index = 0;
        loop {
            let mv = if index == 0 && !listed {
                hash_move
            } else {
                if !listed {
                    candidates(&mut list, position, self.rule, self.options, &self.memory, ply);
                    put_first(&mut list, hash_move);
                    listed = true;
                }
                if index >= list.len() {
                    break;
                }
                select(&mut list, index)
            };
            let next = position.after(mv.unpack());
            // One ply before the horizon the table is not asked.
            if let Some(table) = self.table
                && (depth > 2 || !self.plain_horizon)
                && !self.shares_entry(&next)
            {
                table.prefetch(next.key());
            }
            let next_quiet = quiet_after(position, mv, quiet);
            let score = if index == 0 || !self.options.minimal_window {
                -P::negamax(self, &next, depth - 1, window.turned(), ply + 1, next_quiet)
            } else {
                // 7. Later moves are expected to be no better: a minimal window, and late ones less deep.
                let reduced = depth - 1 - self.reduction(depth, index, mv);
                let minimal = window.minimal().turned();
                let mut score = -P::negamax(self, &next, reduced, minimal, ply + 1, next_quiet);
                if score > window.alpha && reduced < depth - 1 {
                    score = -P::negamax(self, &next, depth - 1, minimal, ply + 1, next_quiet);
                }
                if window.contains(score) {
                    score = -P::negamax(self, &next, depth - 1, window.turned(), ply + 1, next_quiet);
                }
                score
            };
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                best_move = mv;
                if score > window.alpha {
                    window.alpha = score;
                    self.remember_line(mv, ply);
                }
                if window.alpha >= window.beta {
                    if mv.is_quiet() {
                        self.memory.reward(mv, position.side_to_move().index(), ply, depth);
                    }
                    break;
                }
            }
            index += 1;
        }

        // 8. For the next time.
        if let Some(table) = self.table {
            let bound = match best {
                score if score >= window.beta => Bound::Lower,
                score if score > first_alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            let best_move = if image == Symmetry::IDENTITY { best_move } else { best_move.transformed(image) };
            table.store(key, Entry { score: from_root(best, ply), depth, bound, best: best_move });
        }
        best
    }

    /// The bound of a minimal window that the estimate misses by more than the last plies usually change. Who can close a mill
    /// is not given up.
    #[inline(always)]
    fn surely(&self, position: &Position, depth: i32, window: Window) -> Option<Units> {
        if depth > SURE_DEPTH || !window.is_minimal() || !self.options.futility || self.shapes.is_none() {
            return None;
        }
        let margin = SURE + SURE_PER_PLY * depth;
        let estimate = self.estimate(position);
        if estimate >= window.beta + margin {
            return Some(window.beta);
        }
        let gives_up =
            estimate <= window.alpha - margin && (position.own().closing_points() & position.free()).is_empty();
        gives_up.then_some(window.alpha)
    }

    /// The bound of a minimal window that a search four plies shallower misses by more than four plies usually change (a
    /// form of ProbCut). An even number, because it matters who moves last.
    #[inline(always)]
    fn beyond_doubt<P: Processor>(
        &mut self,
        position: &Position,
        depth: i32,
        window: Window,
        ply: usize,
        quiet: usize,
    ) -> Option<Units> {
        if depth < DOUBTLESS_DEPTH || !window.is_minimal() || !self.options.prob_cut || self.shapes.is_none() {
            return None;
        }
        let looks_good = self.estimate(position) >= window.beta;
        let alpha = window.alpha + if looks_good { DOUBT } else { -DOUBT };
        let shallow = Window { alpha, beta: alpha + 1 };
        let score = P::negamax(self, position, depth - DOUBTLESS_PLIES, shallow, ply, quiet);
        if self.stopped {
            return Some(0);
        }
        self.lines[ply].clear();
        match looks_good {
            true => (score >= shallow.beta).then_some(window.beta),
            false => (score <= shallow.alpha).then_some(window.alpha),
        }
    }

    /// How many plies a late quiet move is searched less.
    #[inline]
    fn reduction(&self, depth: i32, index: usize, mv: PackedMove) -> i32 {
        if !self.options.late_move_reductions || depth < 3 || index < 4 || !mv.is_quiet() {
            return 0;
        }
        1 + i32::from(index >= 12 && depth >= 6)
    }

    #[inline(always)]
    pub(super) fn remember_line(&mut self, mv: PackedMove, ply: usize) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }

    /// The key in the table, and the symmetry that takes the position to the image the entry is about.
    #[inline]
    pub(super) fn table_key(&self, position: &Position) -> (u64, Symmetry) {
        if self.shares_entry(position) { position.canonical_key() } else { (position.key(), Symmetry::IDENTITY) }
    }

    /// Whether the images of a position share one entry. Their common key takes so long to find that fetching the entry
    /// early does not pay.
    #[inline]
    pub(super) fn shares_entry(&self, position: &Position) -> bool {
        self.symmetry && !position.hands_are_empty() && position.stones_on_board() <= SYMMETRIC_STONES
    }
}

/// The quiet plies after a move.
#[inline]
pub(super) fn quiet_after(position: &Position, mv: PackedMove, quiet: usize) -> usize {
    if mv.is_quiet() && position.hands_are_empty() { quiet + 1 } else { 0 }
}

/// The symmetry that takes each one back, by index.
static INVERSES: std::sync::LazyLock<Vec<Symmetry>> =
    std::sync::LazyLock::new(|| Symmetry::all().map(Symmetry::inverse).collect());

/// A number from [-radius, radius], a function of position and seed.
#[inline(always)]
fn random_offset(key: u64, seed: u64, radius: Units) -> Units {
    let random = mix(key ^ mix(seed)) >> 40;
    ((random * (2 * radius as u64 + 1)) >> 24) as Units - radius
}
