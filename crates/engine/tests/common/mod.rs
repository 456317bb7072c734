//! What several tests share: random positions, and a second, naive model of the rules.

pub mod naive;

use muehle_engine::rules::{Color, Point, PointSet, Position, RemovalRule};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A fixed stream of random numbers.
pub fn random(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// Any position that text can describe: any stones, any hands, either side to move.
pub fn constructed_position(random: &mut ChaCha8Rng) -> Position {
    let mut points = Point::ALL;
    points.shuffle(random);
    let white = random.random_range(0..=9);
    let black = random.random_range(0..=9);
    let mut hand = |on_board: usize| match random.random_range(0..3) {
        0 => random.random_range(0..=9 - on_board) as u8,
        _ => 0,
    };
    let hands = [hand(white), hand(black)];
    let set = |points: &[Point]| points.iter().copied().collect::<PointSet>();
    let stones = [set(&points[..white]), set(&points[white..white + black])];
    let side = if random.random() { Color::White } else { Color::Black };
    Position::new(stones, hands, side).unwrap()
}

/// The positions of a random game, the start included.
pub fn random_game(random: &mut ChaCha8Rng, rule: RemovalRule, plies: usize) -> Vec<Position> {
    let mut positions = vec![Position::START];
    for _ in 0..plies {
        let position = positions[positions.len() - 1];
        let moves = position.legal_moves(rule);
        // Half of the time a stone is taken if one can be, so that games get through all phases.
        let removals: Vec<_> = moves.iter().filter(|mv| mv.removal.is_some()).collect();
        let chosen = if random.random() { removals.choose(random).copied() } else { None };
        let Some(&mv) = chosen.or_else(|| moves.choose(random)) else { break };
        positions.push(position.after(mv));
    }
    positions
}
