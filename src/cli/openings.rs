//! `muehle openings`: every point where a stone can be placed, what it is worth, and how it did in one's own games.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use clap::Args;

use muehle_engine::archive::Archive;
use muehle_engine::endgame::Outcome;
use muehle_engine::openings::Explorer;
use muehle_engine::players::Resources;
use muehle_engine::rules::{Position, RemovalRule};

use super::wrong_usage;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Position with stones in hand
    #[arg(long, value_name = "P", default_value = "-/- w 9 9", allow_hyphen_values = true)]
    position: Position,
    /// Depth of the search that tells points of one value apart; 0 for none
    #[arg(long, value_name = "N", default_value_t = 6)]
    depth: u32,
    /// Removal rule: never or any
    #[arg(long, default_value = "never")]
    rules: RemovalRule,
}

pub(super) fn run(arguments: &Arguments, resources: &Resources, stop: &AtomicBool) -> anyhow::Result<()> {
    let Arguments { position, depth, rules: rule } = *arguments;
    if position.hand(position.side_to_move()) == 0 {
        return Err(wrong_usage(anyhow::anyhow!("nobody places a stone in {position}: the hand is empty")));
    }
    let mut explorer = Explorer::new(resources, rule)?;
    let Some(mut choices) = explorer.known(&position, stop) else { return Ok(()) };
    if depth > 0 && !explorer.search(&position, &mut choices, depth, stop) {
        return Ok(());
    }
    let played = Archive::new(resources.folders().saves()).read().placements();
    let mut out = io::stdout().lock();
    for choice in choices {
        let (count, record) = (choice.points.len(), played.record(rule, &position, choice.points));
        let exact = choice.outcome.map_or("unknown", |outcome| match outcome {
            Outcome::Win => "win",
            Outcome::Draw => "draw",
            Outcome::Loss => "loss",
        });
        let searched = choice.searched.map(|score| score.to_string()).unwrap_or_default();
        let games = format!("{} won, {} drawn, {} lost", record.won, record.drawn, record.lost);
        writeln!(out, "{:<4}{:<5}{exact:<9}{searched:<14}{games}", choice.point().to_string(), format!("x{count}"))?;
    }
    Ok(())
}
