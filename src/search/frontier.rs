//! The last ply before the horizon: most positions of a search are visited here, so moves are not listed but made as bits
//! and their positions estimated at once.

use crate::heuristics::features::{phase_of, see};
use crate::rules::{Action, Move, Point, PointSet, Position};

use super::alpha_beta::{Worker, noise};
use super::ordering::PackedMove;
use super::processor::Processor;
use super::score::{DRAW, Units, lost_at};

/// The best of the moves seen so far, and what is needed to judge the next.
struct Frontier<'p> {
    position: &'p Position,
    ply: usize,
    alpha: Units,
    beta: Units,
    best: Units,
    best_move: PackedMove,
    /// Whether the hands are empty after the move: the enemy's (who moves then), our own.
    hands_empty: [bool; 2],
    /// The phase of the game after the move.
    phase: usize,
    /// Whether a position after a removal, or after the last placement, may be in the database.
    ask_endgame: bool,
    /// Whether a quiet move makes the game a draw.
    quiet_draws: bool,
}

impl Worker<'_> {
    /// The value of a position with one ply to go. It is not over, and the only noise is open mills.
    #[inline(always)]
    pub(super) fn frontier<P: Processor>(
        &mut self,
        position: &Position,
        alpha: Units,
        beta: Units,
        ply: usize,
        quiet: usize,
    ) -> Units {
        let side = position.side_to_move();
        let (own, free) = (position.own(), position.free());
        let placing = position.hand(side) > 0;
        let hands_empty = [position.hand(!side) == 0, position.hand(side) <= 1];
        let mut frontier = Frontier {
            position,
            ply,
            alpha,
            beta,
            best: lost_at(ply),
            best_move: PackedMove::NONE,
            hands_empty,
            phase: phase_of(position.hand(side) + position.hand(!side) - u8::from(placing)),
            ask_endgame: self.endgame.is_some() && hands_empty == [true; 2],
            quiet_draws: self.quiet_limit > 0 && position.hands_are_empty() && quiet + 1 >= self.quiet_limit,
        };
        self.max_ply = self.max_ply.max(ply + 1);
        let mut closing = own.closing_points() & free;
        let removable = if closing.is_empty() { PointSet::EMPTY } else { position.removable(self.rule) };
        if removable.is_empty() {
            closing = PointSet::EMPTY;
        }
        if placing {
            if self.options.mills_first {
                for to in closing {
                    if self.close::<P>(&mut frontier, Action::Place(to), own.with(to), removable) {
                        return self.frontier_done(frontier);
                    }
                }
                for to in free - closing {
                    if self.leaf::<P>(&mut frontier, Move::quiet(Action::Place(to)), own.with(to), position.enemy()) {
                        break;
                    }
                }
                return self.frontier_done(frontier);
            }
            for to in free {
                let cut = if closing.contains(to) {
                    self.close::<P>(&mut frontier, Action::Place(to), own.with(to), removable)
                } else {
                    self.leaf::<P>(&mut frontier, Move::quiet(Action::Place(to)), own.with(to), position.enemy())
                };
                if cut {
                    break;
                }
            }
            return self.frontier_done(frontier);
        }
        let flies = position.may_fly(side);
        let targets_of = |from: Point| if flies { free } else { from.neighbours() & free };
        // Only a stone next to a closing point can close; which of its targets do is known when it is taken away.
        let closing_of = |from: Point, targets: PointSet| {
            if (closing & targets).is_empty() { PointSet::EMPTY } else { own.without(from).closing_points() & targets }
        };
        if self.options.mills_first && !closing.is_empty() {
            for from in own {
                for to in closing_of(from, targets_of(from)) {
                    if self.close::<P>(&mut frontier, Action::Shift { from, to }, own.without(from).with(to), removable)
                    {
                        return self.frontier_done(frontier);
                    }
                }
            }
        }
        'moves: for from in own {
            let targets = targets_of(from);
            let closing = closing_of(from, targets);
            let rest = own.without(from);
            for to in targets {
                let action = Action::Shift { from, to };
                let cut = if !closing.contains(to) {
                    self.leaf::<P>(&mut frontier, Move::quiet(action), rest.with(to), position.enemy())
                } else {
                    !self.options.mills_first && self.close::<P>(&mut frontier, action, rest.with(to), removable)
                };
                if cut {
                    break 'moves;
                }
            }
        }
        self.frontier_done(frontier)
    }

    #[inline(always)]
    fn frontier_done(&mut self, frontier: Frontier) -> Units {
        if frontier.best_move != PackedMove::NONE && frontier.best > frontier.alpha {
            self.lines[frontier.ply].push(frontier.best_move);
        }
        frontier.best
    }

    /// A move that closes a mill, with each stone it may remove; true when one of them cuts off.
    #[inline(always)]
    fn close<P: Processor>(
        &mut self,
        frontier: &mut Frontier,
        action: Action,
        own: PointSet,
        removable: PointSet,
    ) -> bool {
        for point in removable {
            let mv = Move { action, removal: Some(point) };
            if self.leaf::<P>(frontier, mv, own, frontier.position.enemy().without(point)) {
                return true;
            }
        }
        false
    }

    /// The position after a move, with these stones; true when it cuts off.
    #[inline(always)]
    fn leaf<P: Processor>(&mut self, frontier: &mut Frontier, mv: Move, own: PointSet, enemy: PointSet) -> bool {
        self.nodes += 1;
        let alpha = frontier.alpha.max(frontier.best);
        let score = -self.leaf_score::<P>(frontier, mv, own, enemy, -frontier.beta, -alpha);
        if score > frontier.best {
            frontier.best = score;
            frontier.best_move = PackedMove::new(mv);
        }
        score >= frontier.beta
    }

    /// Its score from the enemy, who is to move, as far as it lies between alpha and beta.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "they are the state of the search, and stay in registers")]
    fn leaf_score<P: Processor>(
        &mut self,
        frontier: &Frontier,
        mv: Move,
        own: PointSet,
        enemy: PointSet,
        alpha: Units,
        beta: Units,
    ) -> Units {
        let Frontier { position, ply, .. } = *frontier;
        let enemy_hand = position.hand(!position.side_to_move()) as usize;
        if mv.removal.is_some() && enemy.len() + enemy_hand < 3 {
            return lost_at(ply + 1);
        }
        // A quiet slide leads out of no subspace: only removals and the last placements can lead into the database.
        if frontier.ask_endgame
            && (mv.removal.is_some() || mv.action.origin().is_none())
            && let Some(score) = self.known(&position.after(mv), ply + 1, 0)
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
        if self.radius != 0 {
            value += noise(position.after(mv).key(), self.options.seed, self.radius);
        }
        if seen.open == 0 || self.options.quiescence == 0 || value >= beta {
            return value;
        }
        P::quiescence(self, &position.after(mv), self.options.quiescence, value, alpha, beta, ply + 1)
    }
}
