//! `muehle tournament`: everyone against everyone.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;

use crate::learn::arena::MatchSettings;
use crate::learn::create_player;
use crate::learn::tournament::{self, Standing, Table};
use crate::players::{PlayerText, Resources};
use crate::rules::Rules;

use super::{WrongUsage, progress};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The players: kind:key=value,… or the name of a heuristic, which then plays with the depth and radius below
    #[arg(required = true, num_args = 2..)]
    players: Vec<String>,
    /// The depth of players that are named by their heuristic
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Their random radius
    #[arg(long, default_value_t = 0.05)]
    radius: f64,
    /// Games of every two players
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// What everything random follows from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Random plies before the players begin; each opening is played with both colours
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    openings: usize,
    /// The rules: never or any, then perhaps repetition=on|off and quiet=PLIES
    #[arg(long, default_value = "never")]
    rules: Rules,
    /// Games played at the same time
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
}

/// A player's text, or a computer with the heuristic of this name.
fn player(word: &str, arguments: &Arguments, resources: &Arc<Resources>) -> anyhow::Result<PlayerText> {
    let is_heuristic = resources.evaluation(word).is_ok();
    if is_heuristic {
        let text = PlayerText::new("computer").with("heuristic", word);
        return Ok(text.with("depth", arguments.depth).with("radius", arguments.radius));
    }
    Ok(word.parse()?)
}

pub(super) fn run(arguments: &Arguments, resources: &Arc<Resources>, stop: &AtomicBool) -> anyhow::Result<()> {
    let mut standings = Vec::new();
    for word in &arguments.players {
        let text = player(word, arguments, resources).map_err(WrongUsage)?;
        create_player(&text, resources).map_err(|error| WrongUsage(error.into()))?;
        standings.push(Standing::new(word, text));
    }
    let settings = MatchSettings {
        games: arguments.games as usize,
        rules: arguments.rules,
        opening_plies: arguments.openings.min(60),
        seed: arguments.seed,
        jobs: arguments.jobs.into(),
        sprt: None,
    };
    let pairs = standings.len() * (standings.len() - 1) / 2;
    let bar = progress::bar(pairs as u64, "matches");
    let mut out = io::stdout().lock();
    let mut broken = Ok(());
    let names = arguments.players.clone();
    tournament::run(&mut standings, &settings, resources, stop, &mut |first, second, tally| {
        bar.inc(1);
        broken = broken
            .as_ref()
            .map_err(|_: &io::Error| io::ErrorKind::BrokenPipe.into())
            .and_then(|()| writeln!(out, "{} - {}: {tally}", names[first], names[second]));
    })?;
    bar.finish_and_clear();
    broken?;
    writeln!(out, "{}", Table(&standings))?;
    Ok(())
}
