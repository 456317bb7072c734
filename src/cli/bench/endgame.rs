//! `muehle bench endgame`: how long building takes, and how fast positions are looked up.

use std::io::{self, Write};
use std::time::Instant;

use clap::Args;

use super::Stopwatch;
use muehle_engine::endgame::build::{self, PlacingBuilder, Progress};
use muehle_engine::endgame::index::Subspace;
use muehle_engine::endgame::{Database, EMBEDDED_STONES, MOST_STONES, PLACING_PLIES};
use muehle_engine::players::Resources;
use muehle_engine::random::GOLDEN;
use muehle_engine::rules::{Color, Position, RemovalRule};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Build all tables up to this number of stones, for both rules, in a temporary folder
    #[arg(long, value_name = "N", default_value_t = EMBEDDED_STONES)]
    #[arg(value_parser = clap::value_parser!(u8).range(6..=MOST_STONES as i64))]
    stones: u8,
}

/// The number of positions to look up, first to load their tables and then to measure.
const PROBES: usize = 100_000;
/// The same for large tables, which are read in blocks: few enough that all their blocks stay in memory.
const BLOCK_PROBES: usize = 1_000;

pub(super) fn run(arguments: &Arguments, resources: &Resources) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    for rule in RemovalRule::BOTH {
        let folder = tempfile::tempdir()?;
        let (start, mut positions) = (Instant::now(), 0);
        for pair in build::missing_pairs(folder.path(), rule, arguments.stones)? {
            let summaries = build::build_pair(folder.path(), rule, pair, &Progress::default())?;
            positions += summaries.iter().map(|summary| summary.positions).sum::<u64>();
        }
        let (seconds, stones) = (start.elapsed().as_secs_f64(), arguments.stones);
        let rate = positions as f64 / seconds / 1e6;
        writeln!(out, "build to {stones} stones, {rule}: {seconds:.2} s, {positions} positions, {rate:.1} M/s")?;
        let (start, mut positions) = (Instant::now(), 0);
        let mut builder = PlacingBuilder::new(folder.path(), rule);
        // The last stone leads to the tables built just now.
        for subspace in Subspace::placing(PLACING_PLIES - 1).into_iter().filter(|space| space.stones() < stones) {
            positions += builder.build(subspace, &Progress::default())?.positions;
        }
        let seconds = start.elapsed().as_secs_f64();
        let rate = positions as f64 / seconds / 1e6;
        writeln!(out, "placing to {stones} stones, {rule}: {seconds:.2} s, {positions} positions, {rate:.1} M/s")?;
        out.flush()?;
    }
    for rule in RemovalRule::BOTH {
        let database = Database::open_all(&resources.folders().endgame(), rule);
        let (embedded, large): (Vec<Subspace>, Vec<Subspace>) =
            Subspace::up_to(database.max_stones()).into_iter().partition(|space| space.stones() <= EMBEDDED_STONES);
        for (name, spaces, probes) in [("embedded", embedded, PROBES), ("in blocks", large, BLOCK_PROBES)] {
            if spaces.is_empty() {
                continue;
            }
            let positions = sample(&spaces, probes);
            let microseconds = |passes: usize| {
                let watch = Stopwatch::start();
                let known =
                    (0..passes).flat_map(|_| &positions).filter(|p| database.probe_quietly(p).is_some()).count();
                anyhow::ensure!(known == passes * positions.len(), "{:?}", database.take_problems());
                Ok(watch.seconds() / known as f64 * 1e6)
            };
            // Enough passes that the resolution of the clock does not matter.
            let (first, warm) = (microseconds(1)?, microseconds(1_000_000 / probes)?);
            writeln!(out, "probe, tables {name}, {rule}: {first:.2} µs with loading, {warm:.3} µs warm")?;
        }
    }
    Ok(())
}

/// Positions spread evenly over subspaces, in a scattered order.
fn sample(spaces: &[Subspace], count: usize) -> Vec<Position> {
    let position = |number: usize| {
        let space = spaces[number % spaces.len()];
        let index = space.index();
        // Multiples of the golden ratio are spread evenly, whatever the count.
        let share = (number as u64).wrapping_mul(GOLDEN);
        let slot = (u128::from(share) * index.slots() as u128) >> 64;
        let (own, enemy) = space.stones_at(index, slot as usize);
        Position::new([own, enemy], [0, 0], Color::White).expect("every index is a valid position")
    };
    (0..count).map(position).collect()
}
