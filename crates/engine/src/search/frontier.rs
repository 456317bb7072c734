//! The last ply before the horizon, and the mills closed beyond it: most positions of a search are visited here, so moves
//! are not listed but made as bits and their positions estimated at once.

use crate::endgame::CappedDatabase;
use crate::heuristics::features::{phase_of, see};
use crate::rules::{Action, Move, Point, PointSet, Position};

use super::alpha_beta::Worker;
use super::ordering::PackedMove;
use super::processor::Processor;
use super::score::{DRAW, Units, Window, lost_at};

/// The best of the moves seen so far, and what is needed to make and judge the next.
struct Frontier<'p> {
    position: &'p Position,
    ply: usize,
    window: Window,
    best: Units,
    best_move: PackedMove,
    own: PointSet,
    free: PointSet,
    placing: bool,
    flies: bool,
    /// The free points where a mill can close that removes something, and what it removes.
    closing: PointSet,
    removable: PointSet,
    /// Whether the hands are empty after the move: the enemy's (who moves then), our own.
    hands_empty: [bool; 2],
    /// The phase of the game after the move.
    phase: usize,
    /// Up to this number of stones the position after the move may be in the database; 0 if none is.
    endgame_stones: usize,
    /// Whether the position after the move may be a known one of the placing phase.
    guided: bool,
    /// The stones in both hands after the move.
    in_hand: u8,
    /// Whether a quiet move makes the game a draw.
    quiet_draws: bool,
    /// How many more mills are closed in a row after the move.
    left: u32,
}

impl Frontier<'_> {
    #[inline(always)]
    fn targets_of(&self, from: Point) -> PointSet {
        if self.flies { self.free } else { from.neighbours() & self.free }
    }

    /// Which targets of a stone close a mill. Only a stone next to a closing point can; which of its targets do is known
    /// once it is taken off the board.
    #[inline(always)]
    fn closing_of(&self, from: Point, targets: PointSet) -> PointSet {
        match (self.closing & targets).is_empty() {
            true => PointSet::EMPTY,
            false => self.own.without(from).closing_points() & targets,
        }
    }
}

impl Worker<'_> {
    #[inline(always)]
    fn frontier_at<'p>(
        &mut self,
        position: &'p Position,
        window: Window,
        ply: usize,
        quiet: usize,
        left: u32,
    ) -> Frontier<'p> {
        let side = position.side_to_move();
        let (own, free) = (position.own(), position.free());
        let placing = position.hand(side) > 0;
        let hands_empty = [position.hand(!side) == 0, position.hand(side) <= 1];
        let in_hand = position.hand(side) + position.hand(!side) - u8::from(placing);
        let closing = own.closing_points() & free;
        let removable = if closing.is_empty() { PointSet::EMPTY } else { position.removable(self.rule) };
        self.max_ply = self.max_ply.max(ply + 1);
        Frontier {
            position,
            ply,
            window,
            best: lost_at(ply),
            best_move: PackedMove::NONE,
            own,
            free,
            placing,
            flies: position.may_fly(side),
            closing: if removable.is_empty() { PointSet::EMPTY } else { closing },
            removable,
            hands_empty,
            phase: phase_of(in_hand),
            endgame_stones: self.endgame.filter(|_| hands_empty == [true; 2]).map_or(0, CappedDatabase::stones),
            guided: self.guide.is_some_and(|guide| guide.knows_leaves(in_hand)),
            in_hand,
            quiet_draws: self.quiet_limit > 0 && position.hands_are_empty() && quiet + 1 >= self.quiet_limit,
            left,
        }
    }

    /// The value of a position with one ply to go. It is not over, and the only noise is open mills.
    #[inline(always)]
    pub(super) fn frontier<P: Processor>(
        &mut self,
        position: &Position,
        window: Window,
        ply: usize,
        quiet: usize,
    ) -> Units {
        let mut frontier = self.frontier_at(position, window, ply, quiet, self.options.quiescence);
        let mills_first = self.options.mills_first;
        let cut =
            (mills_first && self.close_mills::<P>(&mut frontier)) || self.leaves::<P>(&mut frontier, !mills_first);
        if frontier.best_move != PackedMove::NONE && (cut || frontier.best > window.alpha) {
            self.lines[ply].push(frontier.best_move);
        }
        frontier.best
    }

    /// The value of a position at the horizon in which mills can be closed, or left open: then it is the estimate. `left`
    /// mills may be closed in a row.
    #[inline(always)]
    pub(super) fn beyond<P: Processor>(
        &mut self,
        position: &Position,
        left: u32,
        estimate: Units,
        window: Window,
        ply: usize,
    ) -> Units {
        let mut frontier = self.frontier_at(position, window, ply, 0, left - 1);
        frontier.best = estimate;
        self.close_mills::<P>(&mut frontier);
        frontier.best
    }

    /// Every move that closes a mill; true when one of them cuts off.
    #[inline(always)]
    fn close_mills<P: Processor>(&mut self, frontier: &mut Frontier) -> bool {
        if frontier.closing.is_empty() {
            return false;
        }
        let own = frontier.own;
        if frontier.placing {
            for to in frontier.closing {
                if self.close::<P>(frontier, Action::Place(to), own.with(to)) {
                    return true;
                }
            }
            return false;
        }
        for from in own {
            for to in frontier.closing_of(from, frontier.targets_of(from)) {
                if self.close::<P>(frontier, Action::Shift { from, to }, own.without(from).with(to)) {
                    return true;
                }
            }
        }
        false
    }

    /// Every other move, and those that close mills among them if `mills_too`; true when one of them cuts off.
    #[inline(always)]
    fn leaves<P: Processor>(&mut self, frontier: &mut Frontier, mills_too: bool) -> bool {
        let (own, enemy) = (frontier.own, frontier.position.enemy());
        if frontier.placing {
            for to in frontier.free {
                let (action, own) = (Action::Place(to), own.with(to));
                let cut = match frontier.closing.contains(to) {
                    false => self.leaf::<P>(frontier, Move::quiet(action), own, enemy),
                    true => mills_too && self.close::<P>(frontier, action, own),
                };
                if cut {
                    return true;
                }
            }
            return false;
        }
        for from in own {
            let targets = frontier.targets_of(from);
            let closing = frontier.closing_of(from, targets);
            let rest = own.without(from);
            for to in targets {
                let action = Action::Shift { from, to };
                let cut = match closing.contains(to) {
                    false => self.leaf::<P>(frontier, Move::quiet(action), rest.with(to), enemy),
                    true => mills_too && self.close::<P>(frontier, action, rest.with(to)),
                };
                if cut {
                    return true;
                }
            }
        }
        false
    }

    /// A move that closes a mill, with each stone it may remove; true when one of them cuts off.
    #[inline(always)]
    fn close<P: Processor>(&mut self, frontier: &mut Frontier, action: Action, own: PointSet) -> bool {
        let enemy = frontier.position.enemy();
        // A closure would be a function of its own, and not compiled for this processor.
        for point in frontier.removable {
            let mv = Move { action, removal: Some(point) };
            if self.leaf::<P>(frontier, mv, own, enemy.without(point)) {
                return true;
            }
        }
        false
    }

    /// The position after a move, with these stones; true when it cuts off.
    #[inline(always)]
    fn leaf<P: Processor>(&mut self, frontier: &mut Frontier, mv: Move, own: PointSet, enemy: PointSet) -> bool {
        self.nodes += 1;
        let window = Window { alpha: frontier.window.alpha.max(frontier.best), ..frontier.window };
        let score = -self.leaf_score::<P>(frontier, mv, own, enemy, window.turned());
        if score > frontier.best {
            frontier.best = score;
            frontier.best_move = PackedMove::new(mv);
        }
        score >= window.beta
    }

    /// Its score from the enemy, who is to move. Outside the window it is a bound.
    #[inline(always)]
    fn leaf_score<P: Processor>(
        &mut self,
        frontier: &Frontier,
        mv: Move,
        own: PointSet,
        enemy: PointSet,
        window: Window,
    ) -> Units {
        let Frontier { position, ply, .. } = *frontier;
        let enemy_hand = position.hand(!position.side_to_move()) as usize;
        if mv.removal.is_some() && enemy.len() + enemy_hand < 3 {
            return lost_at(ply + 1);
        }
        // A quiet slide stays in its subspace: only removals and the last placements can lead into the database.
        if frontier.endgame_stones > 0
            && (mv.removal.is_some() || frontier.placing)
            && own.len() + enemy.len() <= frontier.endgame_stones
            && let Some(score) = self.known(&position.after(mv), ply + 1, 0)
        {
            return score;
        }
        if frontier.guided
            && let Some(guide) = self.guide
            && let Some(score) = guide.score(&position.after(mv))
        {
            return score;
        }
        let seen = see([enemy, own], frontier.hands_empty);
        if seen.moves == 0 && enemy_hand == 0 {
            return lost_at(ply + 1);
        }
        if frontier.quiet_draws && mv.removal.is_none() {
            return DRAW;
        }
        let mut value = self.evaluation.value_of_combination(seen.combination, frontier.phase);
        if self.shapes.is_some() {
            value = self.with_shapes(value, enemy, own, frontier.in_hand);
        }
        if self.radius != 0 {
            value = self.with_offset(value, position.after(mv).key());
        }
        if seen.open == 0 || frontier.left == 0 || value >= window.beta {
            return value;
        }
        P::quiescence(self, &position.after(mv), frontier.left, value, window, ply + 1)
    }
}
