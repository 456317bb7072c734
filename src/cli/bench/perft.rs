//! `muehle bench perft`: how fast moves are counted and played, on one core.

use std::io::{self, Write};
use std::time::Instant;

use muehle_engine::rules::perft::{perft, perft_playing_all};
use muehle_engine::rules::{Position, RemovalRule};

/// Name, position, depth for counting and for playing.
const POSITIONS: [(&str, &str, u32, u32); 3] = [
    ("placing", "-/- w 9 9", 7, 6),
    ("sliding", "a7,g1,f4,b4,c5/g7,a1,d6,d2,e3 w 0 0", 8, 6),
    ("flying", "a7,d7,f4/b6,b2,d5,c3 w 0 0", 6, 5),
];

pub(super) fn run() -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{:<9}{:>30}{:>30}", "phase", "last ply counted (leaves/s)", "every move played (moves/s)")?;
    for (name, position, counting_depth, playing_depth) in POSITIONS {
        let position: Position = position.parse()?;
        let counted = rate(|| perft(&position, RemovalRule::Any, counting_depth));
        let played = rate(|| moves_played(&position, playing_depth));
        writeln!(out, "{name:<9}{:>28.1} M{:>28.1} M", counted / 1e6, played / 1e6)?;
    }
    Ok(())
}

/// The number of moves played when every ply is played to this depth: the leaves of all depths together.
fn moves_played(position: &Position, depth: u32) -> u64 {
    let above: u64 = (1..depth).map(|depth| perft(position, RemovalRule::Any, depth)).sum();
    above + perft_playing_all(position, RemovalRule::Any, depth)
}

fn rate(count: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    count() as f64 / start.elapsed().as_secs_f64()
}
