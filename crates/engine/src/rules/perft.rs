//! Counting the move paths of a position: the yardstick for a correct and a fast move generator.

use super::{Move, Position, RemovalRule};

/// The number of move sequences of exactly `depth` plies. The last ply is counted without being played.
pub fn perft(position: &Position, rule: RemovalRule, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(rule) as u64,
        _ => {
            let mut leaves = 0;
            position.for_each_move(rule, |mv| leaves += perft(&position.after(mv), rule, depth - 1));
            leaves
        }
    }
}

/// The same number, but every move of every ply is played: the measure of making moves.
pub fn perft_playing_all(position: &Position, rule: RemovalRule, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    position.for_each_move(rule, |mv| leaves += perft_playing_all(&position.after(mv), rule, depth - 1));
    leaves
}

/// The count of each legal move, in the order of generation; `depth` is at least 1.
pub fn divide(position: &Position, rule: RemovalRule, depth: u32) -> Vec<(Move, u64)> {
    let count = |mv: Move| perft(&position.after(mv), rule, depth.saturating_sub(1));
    position.legal_moves(rule).into_iter().map(|mv| (mv, count(mv))).collect()
}
