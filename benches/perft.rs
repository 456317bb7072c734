//! The speed of the move generator: `cargo bench --bench perft`.

use divan::Bencher;
use divan::counter::ItemsCount;
use muehle::rules::perft::{perft, perft_playing_all};
use muehle::rules::{Position, RemovalRule};

const POSITIONS: [(&str, u32); 3] =
    [("-/- w 9 9", 6), ("a7,g1,f4,b4,c5/g7,a1,d6,d2,e3 w 0 0", 6), ("a7,d7,f4/b6,b2,d5,c3 w 0 0", 5)];

fn main() {
    divan::main();
}

/// Leaves a second, the last ply counted without being played.
#[divan::bench(args = POSITIONS, sample_count = 10)]
fn counting_the_last_ply(bencher: Bencher, (position, depth): (&str, u32)) {
    measure(bencher, position, depth, perft);
}

/// Leaves a second with every move played.
#[divan::bench(args = POSITIONS, sample_count = 10)]
fn playing_every_move(bencher: Bencher, (position, depth): (&str, u32)) {
    measure(bencher, position, depth - 1, perft_playing_all);
}

fn measure(bencher: Bencher, position: &str, depth: u32, count: fn(&Position, RemovalRule, u32) -> u64) {
    let position: Position = position.parse().expect("a position");
    let leaves = count(&position, RemovalRule::Never, depth);
    bencher.counter(ItemsCount::new(leaves)).bench(|| count(&position, RemovalRule::Never, depth));
}
