//! `muehle bench mcts`: how fast random games and a tree search are on one core.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use muehle_engine::game::Game;
use muehle_engine::players::Resources;
use muehle_engine::players::mcts::{Mcts, Options};
use muehle_engine::players::rollout::{Policy, Rollouts};
use muehle_engine::random::Dice;
use muehle_engine::rules::{Position, RemovalRule, Rules};

use super::Stopwatch;

const POSITIONS: [(&str, &str); 3] = [
    ("start", "-/- w 9 9"),
    ("sliding", "a7,g1,f4,b4,c5,d1,a4/g7,a1,d6,d2,e3,c3,b6 w 0 0"),
    ("flying", "a7,d7,f4/b6,b2,d5,c3,a1 w 0 0"),
];
const POLICIES: [(&str, Policy); 2] = [("random", Policy::Random), ("mills", Policy::Mills)];
/// Random games, and iterations of a search.
const GAMES: u64 = 50_000;

pub(super) fn run(resources: &Arc<Resources>) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{:<9}{:<9}{:>16}{:>14}{:>20}{:>18}",
        "from", "rollouts", "plies/s", "plies/game", "iterations/s (tree)", "plies/s (tree)"
    )?;
    for (name, text) in POSITIONS {
        let position: Position = text.parse()?;
        for (policy_name, policy) in POLICIES {
            let (plies, seconds) = play_games(&position, policy);
            let (tree_plies, tree_seconds) = search(&position, policy, resources);
            writeln!(
                out,
                "{name:<9}{policy_name:<9}{:>14.1} M{:>14.1}{:>20.0}{:>16.1} M",
                plies as f64 / seconds / 1e6,
                plies as f64 / GAMES as f64,
                GAMES as f64 / tree_seconds,
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
fn search(position: &Position, policy: Policy, resources: &Arc<Resources>) -> (u64, f64) {
    let options = Options { iterations: Some(GAMES), endgame: 0, proofs: false, policy, ..Options::default() };
    let game = Game::from_position(Rules::default(), *position);
    let watch = Stopwatch::start();
    let found = Mcts::new(options, None, resources).search(&game, &AtomicBool::new(false), &mut |_| {});
    (found.map_or(0, |found| found.rollout_plies), watch.seconds())
}
