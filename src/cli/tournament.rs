//! `muehle tournament`: everyone against everyone.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;

use muehle_engine::files;
use muehle_engine::learn::create_player;
use muehle_engine::learn::tournament::{Participant, Tournament, with_time};
use muehle_engine::players::{PlayerText, Resources};

use super::matches::Conditions;
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
    /// The time for a move, for players whose text sets no limit
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    time: Option<u64>,
    #[command(flatten)]
    conditions: Conditions,
    /// Keep all games in this file; the same command goes on with what it holds
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Write the results to this file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

/// A player's text, or a computer with the heuristic of this name.
fn player(word: &str, arguments: &Arguments, resources: &Arc<Resources>) -> anyhow::Result<PlayerText> {
    let is_heuristic = resources.evaluation(word).is_ok();
    let mut text: PlayerText = match is_heuristic {
        true => PlayerText::new("computer").with("heuristic", word).with("radius", arguments.radius),
        false => word.parse()?,
    };
    match arguments.time {
        Some(time) => text = with_time(text, time),
        None if is_heuristic => text = text.with("depth", arguments.depth),
        None => {}
    }
    Ok(text)
}

/// How often the games are saved, at most.
const SAVE_EVERY: Duration = Duration::from_secs(2);

pub(super) fn run(arguments: &Arguments, resources: &Arc<Resources>, stop: &AtomicBool) -> anyhow::Result<()> {
    let mut participants = Vec::new();
    for word in &arguments.players {
        let text = player(word, arguments, resources).map_err(WrongUsage)?;
        create_player(&text, resources).map_err(|error| WrongUsage(error.into()))?;
        participants.push(Participant { name: word.clone(), player: text.to_string() });
    }
    let mut tournament = Tournament::new(
        participants,
        arguments.conditions.games as usize,
        arguments.conditions.rules,
        arguments.conditions.openings.into(),
        arguments.conditions.seed,
    );
    if let Some(path) = &arguments.save {
        tournament.resume(path).map_err(|error| WrongUsage(error.into()))?;
    }
    let bar = progress::bar(tournament.total() as u64, "games");
    bar.set_position(tournament.played.len() as u64);
    let mut saved = Instant::now();
    let mut failed = None;
    let played = tournament.run(arguments.conditions.jobs.into(), resources, stop, &mut |now| {
        bar.set_position(now.played.len() as u64);
        if !bar.is_hidden() {
            bar.set_message(leaders(now));
        }
        if let Some(path) = &arguments.save
            && saved.elapsed() > SAVE_EVERY
        {
            saved = Instant::now();
            failed = now.save(path).err();
        }
    });
    bar.finish_and_clear();
    // What was played is kept, whatever ended it.
    if let Some(path) = &arguments.save {
        failed = tournament.save(path).err();
    }
    played?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    if let Some(path) = &arguments.csv {
        files::write_atomically(path, tournament.csv().as_bytes())
            .with_context(|| format!("{} cannot be written", path.display()))?;
    }
    let mut out = io::stdout().lock();
    let Conditions { rules, openings, seed, .. } = &arguments.conditions;
    let (done, total) = (tournament.played.len(), tournament.total());
    writeln!(out, "{done} of {total} games, rules {rules}, {openings} random plies first, seed {seed}\n")?;
    writeln!(out, "{tournament}")?;
    Ok(())
}

/// The live table in one line: who leads.
fn leaders(tournament: &Tournament) -> String {
    let name = |one: usize| tournament.participants[one].name.as_str();
    let share = |(one, tally): &(usize, muehle_engine::learn::arena::Tally)| {
        format!("{} {:.0}±{:.0}%", name(*one), 100.0 * tally.score(), 100.0 * tally.margin())
    };
    tournament.ranking().iter().take(3).map(share).collect::<Vec<_>>().join(", ")
}
