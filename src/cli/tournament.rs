//! `muehle tournament`: a round robin.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use clap::Args;

use muehle_engine::learn::create_player;
use muehle_engine::learn::tournament::{Entrant, Tournament, with_time};
use muehle_engine::players::{PlayerText, Resources};

use super::arguments::Conditions;
use super::{progress, write_file, wrong_usage};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Two or more players: kind:key=value,… or just the name of a heuristic
    #[arg(required = true, num_args = 2..=100, value_name = "PLAYER")]
    players: Vec<String>,
    /// Search depth of players given as a heuristic
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Random radius of players given as a heuristic
    #[arg(long, default_value_t = 0.05)]
    radius: f64,
    /// Time per move in milliseconds, for players without a limit of their own
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    time: Option<u64>,
    #[command(flatten)]
    conditions: Conditions,
    /// Save all games to this file; the same command resumes from it
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Write the results to this CSV file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

/// The player that a text or the name of a heuristic stands for.
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

/// The shortest time between two saves.
const SAVE_EVERY: Duration = Duration::from_secs(2);

pub(super) fn run(arguments: &Arguments, resources: &Arc<Resources>, stop: &AtomicBool) -> anyhow::Result<()> {
    let mut participants = Vec::new();
    for word in &arguments.players {
        let text = player(word, arguments, resources).map_err(wrong_usage)?;
        create_player(&text, resources).map_err(wrong_usage)?;
        participants.push(Entrant { name: word.clone(), player: text.to_string() });
    }
    let mut tournament = Tournament::new(
        participants,
        arguments.conditions.games,
        arguments.conditions.rules,
        arguments.conditions.openings.into(),
        arguments.conditions.seed,
    );
    if tournament.total() > Tournament::MAX_GAMES {
        let (total, most) = (tournament.total(), Tournament::MAX_GAMES);
        return Err(wrong_usage(anyhow!("this would be {total} games; {most} are the most")));
    }
    if let Some(path) = &arguments.save {
        tournament.resume(path).map_err(wrong_usage)?;
    }
    let bar = progress::bar(tournament.total() as u64, "games");
    bar.set_position(tournament.played.len() as u64);
    let mut saved = Instant::now();
    let mut failed = None;
    // Searches with a time limit do not wait for what is still packed.
    resources.endgame(arguments.conditions.rules.removal).unpack_embedded();
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
    // Whatever ended it, the games played are kept.
    if let Some(path) = &arguments.save {
        failed = tournament.save(path).err();
    }
    played?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    if let Some(path) = &arguments.csv {
        write_file(path, tournament.csv().as_bytes())?;
    }
    let mut out = io::stdout().lock();
    let Conditions { rules, openings, seed, .. } = &arguments.conditions;
    let (done, total) = (tournament.played.len(), tournament.total());
    writeln!(out, "{done} of {total} games, rules {rules}, {openings} random opening plies, seed {seed}\n")?;
    writeln!(out, "{tournament}")?;
    Ok(())
}

/// The leaders in one line.
fn leaders(tournament: &Tournament) -> String {
    let name = |one: usize| tournament.participants[one].name.as_str();
    let share = |(one, tally): &(usize, muehle_engine::learn::arena::Tally)| {
        format!("{} {:.0}±{:.0}%", name(*one), 100.0 * tally.score(), 100.0 * tally.margin())
    };
    tournament.ranking().iter().take(3).map(share).collect::<Vec<_>>().join(", ")
}
