//! The quiescence search: a noisy position at the horizon is searched on along its noisy moves only.
//!
//! The side to move may also stay as it is: the value is the best of the noisy moves and the position's own estimate.

use crate::rules::{Action, Move, MoveList, Point, PointSet, Position, RemovalRule};

use super::alpha_beta::Worker;
use super::options::Noise;
use super::processor::Processor;
use super::score::{Units, Window};

impl Worker<'_> {
    /// The value of a position at the horizon whose side to move can move, with `left` noisy plies to go.
    #[inline(always)]
    pub(super) fn quiescence_on<P: Processor>(
        &mut self,
        position: &Position,
        left: u32,
        estimate: Units,
        mut window: Window,
        ply: usize,
    ) -> Units {
        if self.plain_horizon {
            return self.beyond::<P>(position, left, estimate, window, ply);
        }
        let mut best = estimate;
        window.alpha = window.alpha.max(best);
        let mut moves = MoveList::new();
        noisy_moves(&mut moves, position, self.rule, self.options.noise);
        for &mv in &moves {
            let score = -self.horizon::<P>(&position.after(mv), left - 1, window.turned(), ply + 1, 0);
            if self.stopped {
                return 0;
            }
            best = best.max(score);
            window.alpha = window.alpha.max(score);
            if window.alpha >= window.beta {
                break;
            }
        }
        best
    }
}

#[inline(always)]
fn noisy_moves(moves: &mut MoveList, position: &Position, rule: RemovalRule, noise: Noise) {
    match noise {
        Noise::OpenMills => {
            if (position.own().closing_points() & position.free()).is_empty() {
                return;
            }
            let removable = position.removable(rule);
            position.for_each_action(|action, closes| {
                if closes {
                    moves.extend(removable.into_iter().map(|point| Move { action, removal: Some(point) }));
                }
            });
        }
        Noise::DoubleOpenings => {
            if position.hand(position.side_to_move()) > 0 {
                let (own, free) = (position.own(), position.free());
                let doubles = free.into_iter().filter(|&point| opens_two_mills(point, own, free));
                moves.extend(doubles.map(|point| Move::quiet(Action::Place(point))));
            }
        }
    }
}

/// Whether a stone on this free point makes both lines through it open mills.
fn opens_two_mills(point: Point, own: PointSet, free: PointSet) -> bool {
    point.mills().iter().all(|&line| {
        let others = line.without(point);
        (others & own).len() == 1 && (others & free).len() == 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noisy(position: &str, noise: Noise) -> Vec<String> {
        let mut moves = MoveList::new();
        noisy_moves(&mut moves, &position.parse().unwrap(), RemovalRule::Never, noise);
        moves.iter().map(Move::to_string).collect()
    }

    #[test]
    fn open_mills_are_noise() {
        assert_eq!(noisy("a7,d7,d2/b6,f6 w 6 7", Noise::OpenMills), ["g7xb6", "g7xf6"]);
        assert!(noisy("a7,d2/b6,f6 w 6 7", Noise::OpenMills).is_empty());
        // Sliding, the third stone must be next to the gap.
        assert!(noisy("a7,d7,d2,c3/b6,f6,e3,a1 w 0 0", Noise::OpenMills).is_empty());
        assert_eq!(noisy("a7,d7,g4,c3/b6,f6,e3,a1 w 0 0", Noise::OpenMills).len(), 4);
    }

    #[test]
    fn placements_that_open_two_mills_are_the_other_noise() {
        // The paper's picture: a stone between two own stones' lines.
        assert_eq!(noisy("d6,f4/a1,g1 w 7 7", Noise::DoubleOpenings), ["f6"]);
        assert!(noisy("d6,f4/a1,b6 w 7 7", Noise::DoubleOpenings).is_empty());
        assert!(noisy("d6,f4,a7,a1/b2,g1,c3 w 0 0", Noise::DoubleOpenings).is_empty());
    }
}
