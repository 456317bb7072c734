//! `muehle bench search`: the paper's tables 2.1 to 2.10 on this machine, and the speed of the search.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use clap::Args;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Stopwatch;
use muehle_engine::game::Game;
use muehle_engine::heuristics::Heuristic;
use muehle_engine::rules::{Position, RemovalRule, Rules};
use muehle_engine::search::{Knowledge, Limits, Options, Searcher, Variant};

#[derive(Debug, Args)]
pub(in crate::cli) struct Arguments {
    /// Use fewer positions: a minute instead of an hour
    #[arg(long)]
    quick: bool,
    /// Only measure the speed: positions per second and time to each depth
    #[arg(long)]
    speed: bool,
    /// Only measure the variant of this name, or those whose description contains it, for example 2.43
    #[arg(long, value_name = "WORDS", conflicts_with = "speed")]
    variant: Option<String>,
    /// Random seed of the positions
    #[arg(long, default_value_t = 2005)]
    seed: u64,
}

/// The deepest level of the paper's tables is the last of these.
pub(super) const DEPTHS: [u32; 5] = [3, 4, 5, 6, 7];

/// The paper's mean ms per move at depth 3 to 7, placing and sliding, of each variant; 0 where the paper has no figure.
/// Tables 2.1 and 2.2 (aspiration windows) and 2.9 and 2.10 (all), which include 2.3 to 2.8.
pub(super) const PAPER: [(&str, [[f64; 5]; 2]); 11] = [
    ("minimax", [[5.59, 88.89, 1434.87, 26233.81, 0.0], [3.36, 56.23, 889.63, 21311.72, 0.0]]),
    ("alphabeta", [[2.62, 21.21, 126.80, 1004.47, 5450.12], [2.01, 13.96, 81.33, 753.63, 4013.98]]),
    ("iterative", [[2.23, 19.18, 103.37, 847.66, 4415.71], [1.84, 12.26, 63.94, 538.50, 2685.06]]),
    ("aspiration0.05", [[2.66, 25.03, 122.05, 1035.93, 5245.60], [1.88, 12.40, 66.28, 548.62, 2874.62]]),
    ("aspiration0.1", [[2.24, 18.89, 100.73, 840.54, 4399.55], [1.84, 12.32, 66.23, 557.37, 2901.05]]),
    ("aspiration0.2", [[2.25, 18.94, 101.02, 848.78, 4418.31], [1.83, 12.34, 66.18, 557.75, 2908.66]]),
    ("minimalwindow", [[2.08, 14.02, 74.63, 513.56, 2583.55], [1.70, 9.48, 52.44, 347.40, 1777.79]]),
    ("table", [[6.29, 24.27, 83.24, 477.51, 1784.93], [5.77, 17.97, 52.49, 250.09, 1007.51]]),
    ("table+minimalwindow", [[6.92, 30.17, 83.28, 421.03, 1441.72], [5.83, 22.63, 56.98, 239.20, 829.27]]),
    ("millsfirst", [[2.22, 13.84, 60.79, 389.85, 1653.81], [1.84, 8.95, 34.50, 215.91, 882.76]]),
    ("2.43", [[12.14, 27.94, 68.87, 233.12, 715.82], [11.28, 22.63, 47.94, 130.15, 363.58]]),
];

/// The variants as they are measured, without a database.
pub(super) fn variants() -> Vec<Variant> {
    let mut variants = Variant::all();
    for Variant { options, .. } in &mut variants {
        (options.hash, options.endgame) = (options.hash.min(TABLE), 0);
    }
    variants
}

/// The size of the table in MB: enough for seven plies, and quick to clear before each position.
const TABLE: usize = 2;

pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let mut out = io::stdout().lock();
    let knowledge = Knowledge::of(Heuristic::standard());
    if arguments.speed || (!arguments.quick && arguments.variant.is_none()) {
        speed(&mut out, &knowledge)?;
    }
    if arguments.speed {
        return Ok(());
    }
    for (phase, name) in ["placing", "sliding"].into_iter().enumerate() {
        let positions =
            random_positions(arguments.seed + phase as u64, phase == 1, if arguments.quick { 40 } else { 2000 });
        writeln!(
            out,
            "\n{name}: mean ms per move over {} random positions (paper's ms, times faster)",
            positions.len()
        )?;
        write!(out, "{:<34}", "depth")?;
        for depth in DEPTHS {
            write!(out, "{depth:>28}")?;
        }
        writeln!(out, "{:>18}", "nodes, last depth")?;
        let wanted = |variant: &Variant| {
            arguments.variant.as_ref().is_none_or(|words| variant.name.contains(words) || variant.key == words)
        };
        for variant in variants().into_iter().filter(wanted) {
            write!(out, "{:<34}", variant.name)?;
            let mut last = 0;
            let paper = PAPER.iter().find(|(key, _)| *key == variant.key).map_or([0.0; 5], |(_, ms)| ms[phase]);
            for (depth, paper) in DEPTHS.into_iter().zip(paper) {
                let Some(share) = share(&variant, depth, arguments.quick) else { continue };
                let sample = &positions[..(positions.len() / share).max(5)];
                let (ms, nodes) = means(sample, depth, &variant.options, &knowledge);
                last = nodes;
                let beside = if paper > 0.0 { format!("({paper}, {:.0}x)", paper / ms) } else { String::new() };
                write!(out, "{ms:>10.4} {beside:>17}")?;
                out.flush()?;
            }
            writeln!(out, "{last:>18}")?;
        }
    }
    Ok(())
}

/// Slow variants are measured on one in this many positions; minimax is skipped where the paper has no figure.
pub(super) fn share(variant: &Variant, depth: u32, quick: bool) -> Option<usize> {
    match (variant.options.alpha_beta, depth) {
        (false, 7) => None,
        (false, 6) => Some(if quick { 20 } else { 100 }),
        (false, 5) => Some(if quick { 2 } else { 10 }),
        _ => Some(1),
    }
}

/// The mean milliseconds and positions visited.
pub(super) fn means(positions: &[Position], depth: u32, options: &Options, knowledge: &Knowledge) -> (f64, u64) {
    let mut searcher = Searcher::new(knowledge.clone(), options.clone());
    let (mut total, mut nodes) = (0.0, 0);
    for position in positions {
        let game = Game::from_position(Rules::default(), *position);
        searcher.new_game();
        let watch = Stopwatch::start();
        nodes += searcher.search(&game, &Limits::depth(depth), &AtomicBool::new(false), &mut |_| {}).nodes;
        total += watch.seconds();
    }
    (total * 1000.0 / positions.len() as f64, nodes / positions.len() as u64)
}

/// Positions from random games, while placing or later.
pub(super) fn random_positions(seed: u64, sliding: bool, count: usize) -> Vec<Position> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let plies = if sliding { random.random_range(18..60) } else { random.random_range(0..18) };
        let mut position = Position::START;
        for _ in 0..plies {
            let moves = position.legal_moves(RemovalRule::Never);
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[random.random_range(0..moves.len())]);
        }
        if position.has_move() && position.hands_are_empty() == sliding {
            positions.push(position);
        }
    }
    positions
}

/// Ten sliding positions with 5 to 9 stones per side, from random games.
fn ten_sliding_positions() -> Vec<Position> {
    let five = |position: &Position| position.own().len() >= 5 && position.enemy().len() >= 5;
    random_positions(10, true, 200).into_iter().filter(five).take(10).collect()
}

fn speed(out: &mut impl Write, knowledge: &Knowledge) -> Result<()> {
    let options = Options::default();
    let measure = |position: &Position, depth: u32| {
        let mut searcher = Searcher::new(knowledge.clone(), options.clone());
        let game = Game::from_position(Rules::default(), *position);
        let watch = Stopwatch::start();
        let report = searcher.search(&game, &Limits::depth(depth), &AtomicBool::new(false), &mut |_| {});
        (report.nodes, watch.seconds())
    };
    writeln!(out, "{:<34}{:>14}{:>10}{:>12}", "one thread, all defaults", "nodes", "CPU s", "M nodes/s")?;
    let mut row = |name: &str, nodes: u64, seconds: f64| {
        writeln!(out, "{name:<34}{nodes:>14}{seconds:>10.3}{:>12.1}", nodes as f64 / seconds / 1e6)
    };
    for depth in [10, 12, 13, 14] {
        let (nodes, seconds) = measure(&Position::START, depth);
        row(&format!("start, depth {depth}"), nodes, seconds)?;
    }
    let sets = [
        ("ten sliding positions, depth 12", ten_sliding_positions(), 12),
        ("50 placing positions, depth 10", random_positions(1, false, 50), 10),
        ("50 sliding positions, depth 11", random_positions(2, true, 50), 11),
    ];
    for (name, positions, depth) in sets {
        let (nodes, seconds) = positions.iter().fold((0, 0.0), |(nodes, seconds), position| {
            let (more, time) = measure(position, depth);
            (nodes + more, seconds + time)
        });
        row(name, nodes, seconds)?;
    }
    Ok(())
}
