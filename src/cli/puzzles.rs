//! `muehle puzzles`: makes puzzles from exact knowledge and prints them as PGN games.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;

use super::output;
use muehle_engine::endgame::{Database, EMBEDDED_STONES, MOST_STONES};
use muehle_engine::players::Resources;
use muehle_engine::puzzles::{Generator, Kind, text};
use muehle_engine::rules::RemovalRule;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Kind of puzzle: win, draw, mill, double, free, fly or place; all in turn if left out
    #[arg(long)]
    kind: Option<Kind>,
    /// How many puzzles
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// Random seed; the same seed and tables give the same puzzles
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Rules: never or any
    #[arg(long, default_value = "never")]
    rules: RemovalRule,
    /// Difficulty from 1 (easy) to 5 (hard); all if left out
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=5))]
    difficulty: Option<u8>,
    /// Use endgame tables up to this number of stones; all there are if left out
    #[arg(long, value_parser = clap::value_parser!(u8).range(i64::from(EMBEDDED_STONES)..=i64::from(MOST_STONES)))]
    stones: Option<u8>,
}

pub(super) fn run(arguments: &Arguments, resources: &Resources, stop: &AtomicBool) -> anyhow::Result<()> {
    let folder = resources.folders().endgame();
    let database = match arguments.stones {
        Some(stones) => Database::open(Some(&folder), arguments.rules, stones),
        None => Database::open_all(&folder, arguments.rules),
    };
    let kinds: Vec<Kind> = match arguments.kind {
        Some(kind) => vec![kind],
        None => Kind::ALL.to_vec(),
    };
    let difficulty = arguments.difficulty.map_or(1..=5, |level| level..=level);
    let mut generator = Generator::new(Arc::new(database), arguments.seed);
    for number in 0..arguments.count as usize {
        let puzzle = generator.next(kinds[number % kinds.len()], difficulty.clone(), stop)?;
        let text = text::write(&puzzle, number + 1)?;
        if number > 0 {
            output::say("")?;
        }
        output::say(text.trim_end())?;
    }
    Ok(())
}
