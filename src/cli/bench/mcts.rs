//! `muehle bench mcts`: how fast random games and a tree search are on one core.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use muehle_engine::game::Game;
use muehle_engine::players::mcts::{Leaf, Mcts, Options};
use muehle_engine::players::rollout::{Policy, Rollouts};
use muehle_engine::players::{Computer, Resources};
use muehle_engine::random::Dice;
use muehle_engine::rules::{Position, RemovalRule, Rules};

use super::Stopwatch;

const POSITIONS: [(&str, &str); 3] = [
    ("start", "-/- w 9 9"),
    ("sliding", "a7,g1,f4,b4,c5,d1,a4/g7,a1,d6,d2,e3,c3,b6 w 0 0"),
    ("flying", "a7,d7,f4/b6,b2,d5,c3,a1 w 0 0"),
];
const LEAVES: [(&str, Leaf, Policy); 3] = [
    ("random", Leaf::Rollout, Policy::Random),
    ("mills", Leaf::Rollout, Policy::Mills),
    ("estimate", Leaf::Heuristic, Policy::Mills),
];
/// Random games, and iterations of a search.
const GAMES: u64 = 50_000;

pub(super) fn run(resources: &Arc<Resources>) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{:<9}{:<9}{:>16}{:>14}{:>20}{:>18}",
        "from", "leaves", "plies/s", "plies/game", "iterations/s (tree)", "plies/s (tree)"
    )?;
    for (name, text) in POSITIONS {
        let position: Position = text.parse()?;
        for (leaves, leaf, policy) in LEAVES {
            let (tree_plies, tree_seconds) = search(&position, leaf, policy, resources)?;
            let iterations = GAMES as f64 / tree_seconds;
            if leaf == Leaf::Heuristic {
                writeln!(out, "{name:<9}{leaves:<9}{:>16}{:>14}{iterations:>20.0}{:>18}", "-", "-", "-")?;
                continue;
            }
            let (plies, seconds) = play_games(&position, policy);
            writeln!(
                out,
                "{name:<9}{leaves:<9}{:>14.1} M{:>14.1}{iterations:>20.0}{:>16.1} M",
                plies as f64 / seconds / 1e6,
                plies as f64 / GAMES as f64,
                tree_plies as f64 / tree_seconds / 1e6,
            )?;
            out.flush()?;
        }
    }
    Ok(())
}

/// Plies and seconds of random games without a tree.
fn play_games(position: &Position, policy: Policy) -> (u64, f64) {
    let rollouts = Rollouts { rule: RemovalRule::Never, depth: 200, policy, endgame: None };
    let mut dice = Dice::new(1);
    let watch = Stopwatch::start();
    let plies = (0..GAMES).map(|_| u64::from(rollouts.play(position, &mut dice).plies)).sum();
    (plies, watch.seconds())
}

/// Plies and seconds of a search without database and proofs, which would end it early.
fn search(position: &Position, leaf: Leaf, policy: Policy, resources: &Arc<Resources>) -> anyhow::Result<(u64, f64)> {
    let k = leaf.usual_k();
    let options = Options { iterations: Some(GAMES), endgame: 0, proofs: false, policy, leaf, k, ..Options::default() };
    let evaluation = resources.evaluation(Computer::DEFAULT_HEURISTIC)?;
    let game = Game::from_position(Rules::default(), *position);
    let evaluation = (leaf != Leaf::Rollout).then_some(evaluation);
    let watch = Stopwatch::start();
    let found = Mcts::new(options, evaluation, resources).search(&game, &AtomicBool::new(false), &mut |_| {});
    Ok((found.map_or(0, |found| found.rollout_plies), watch.seconds()))
}
