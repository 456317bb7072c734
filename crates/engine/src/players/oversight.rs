//! What weak levels do not see. They err as people do: what is far from the last move is easily overlooked, a threat as
//! well as a good point, and nobody overlooks the chance to close a mill.

use crate::game::Game;
use crate::random::{Dice, mix};
use crate::rules::{Move, Point, PointSet};

/// From this distance on a point is far away.
const FAR: usize = 4;

/// The moves that come to mind. A point far from the last move is overlooked with the probability `oversight`, a nearer
/// one more rarely; nobody thinks of going there, not even to block a mill. It depends on the position and the seed alone.
/// Whoever is greedy thinks of nothing but captures while there are any.
pub(super) fn moves_in_sight(game: &Game, oversight: f64, greedy: bool, seed: u64) -> Vec<Move> {
    let position = game.position();
    let moves: Vec<Move> = game.legal_moves().into_iter().collect();
    if greedy && moves.iter().any(|mv| mv.removal.is_some()) {
        return moves.into_iter().filter(|mv| mv.removal.is_some()).collect();
    }
    // Before the first move nothing draws the eye.
    let Some(last) = game.last_move() else { return moves };
    let is_seen = |point: &Point| {
        let distance = steps(last.action.target(), *point).min(FAR);
        let mut dice = Dice::new(mix(position.key() ^ mix(seed ^ point.index() as u64)));
        dice.share() >= oversight * distance as f64 / FAR as f64
    };
    let in_sight: PointSet = position.free().into_iter().filter(is_seen).collect();
    let comes_to_mind = |mv: &Move| mv.removal.is_some() || in_sight.contains(mv.action.target());
    let seen: Vec<Move> = moves.iter().copied().filter(comes_to_mind).collect();
    if seen.is_empty() { moves } else { seen }
}

/// How many steps along the lines of the board two points are apart.
fn steps(from: Point, to: Point) -> usize {
    let mut reached = PointSet::of(from);
    let mut steps = 0;
    while !reached.contains(to) {
        reached |= reached.neighbours();
        steps += 1;
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{RemovalRule, Rules};

    fn game(moves: &str, rule: RemovalRule) -> Game {
        let mut game = Game::new(Rules::with_removal(rule));
        for mv in moves.split_whitespace() {
            game.play(mv.parse().unwrap()).unwrap();
        }
        game
    }

    /// How often a move to this point comes to mind.
    fn share_seen(game: &Game, oversight: f64, target: Point) -> f64 {
        let sees =
            |seed: &u64| moves_in_sight(game, oversight, false, *seed).iter().any(|mv| mv.action.target() == target);
        (0..1000).filter(sees).count() as f64 / 1000.0
    }

    #[test]
    fn distances_are_counted_along_the_lines() {
        assert_eq!(steps(Point::A7, Point::A7), 0);
        assert_eq!(steps(Point::A7, Point::G7), 2);
        assert_eq!(steps(Point::D7, Point::D5), 2);
        assert_eq!(steps(Point::A7, Point::E3), 6);
    }

    #[test]
    fn far_threats_are_overlooked_more_often_than_near_ones() {
        for rule in RemovalRule::BOTH {
            // White threatens to close a mill on g7. The last stone was part of it, or lies at the other end.
            let near = game("a7 b2 d7", rule);
            let far = game("a7 b2 d7 f4 c3", rule);
            let [near, far] = [near, far].map(|game| share_seen(&game, 0.8, Point::G7));
            assert!((0.75..0.85).contains(&near) && (0.15..0.25).contains(&far), "{near} {far}");
        }
    }

    #[test]
    fn who_overlooks_nothing_sees_every_move_and_nobody_overlooks_a_mill() {
        for rule in RemovalRule::BOTH {
            let quiet = game("a7 b2 d7", rule);
            assert_eq!(moves_in_sight(&quiet, 0.0, false, 1).len(), quiet.legal_moves().len());
            let open = game("a7 b2 d7 b4", rule);
            for seed in 0..100 {
                let is_closing = |mv: &Move| mv.action.target() == Point::G7;
                assert_eq!(moves_in_sight(&open, 1.0, false, seed).into_iter().filter(is_closing).count(), 2);
                let greedy = moves_in_sight(&open, 1.0, true, seed);
                assert!(greedy.len() == 2 && greedy.iter().all(is_closing), "{greedy:?}");
            }
        }
    }
}
