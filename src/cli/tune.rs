//! `muehle tune NAME`: better weights for a heuristic by random search over matches.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;

use muehle_engine::heuristics::library;
use muehle_engine::learn::TrainingLock;
use muehle_engine::learn::arena::MatchSettings;
use muehle_engine::learn::tune::{PARTS, TuneSettings, tune};
use muehle_engine::players::Resources;
use muehle_engine::rules::Rules;

use super::{WrongUsage, progress};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The name of the tuned heuristic; its file is heuristics/NAME.xml
    name: String,
    /// The heuristic to begin with
    #[arg(long, value_name = "NAME", default_value = "Standard")]
    from: String,
    /// Candidates to try
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// The games in which a candidate is tried against the best so far
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,
    /// Factors lie between 1/RANGE and RANGE
    #[arg(long, default_value_t = 2.0, value_parser = read_range)]
    range: f64,
    /// How deep both sides search
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// Random plies before the players begin; each opening is played with both colours
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u16).range(..=60))]
    openings: u16,
    /// The rules: never or any, then perhaps repetition=on|off and quiet=PLIES
    #[arg(long, default_value = "never")]
    rules: Rules,
    /// Games played at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// What everything random follows from
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn read_range(text: &str) -> Result<f64, String> {
    let range = text.trim().parse().ok().filter(|range| (1.0..=100.0).contains(range));
    range.ok_or_else(|| format!("\"{text}\" is no number from 1 to 100"))
}

pub(super) fn run(arguments: &Arguments, resources: &Arc<Resources>, stop: &AtomicBool) -> anyhow::Result<()> {
    let folder = resources.folders().heuristics();
    if !library::is_valid_name(&arguments.name) {
        return Err(WrongUsage(anyhow::anyhow!("\"{}\" is no name for a heuristic", arguments.name)).into());
    }
    let heuristic = library::load(&arguments.from, Some(&folder)).map_err(|error| WrongUsage(error.into()))?;
    let _lock = TrainingLock::acquire(&folder, &arguments.name)?;
    let matches = MatchSettings {
        games: arguments.games as usize,
        rules: arguments.rules,
        opening_plies: arguments.openings.into(),
        seed: arguments.seed,
        jobs: arguments.jobs.into(),
        sprt: None,
    };
    let settings =
        TuneSettings { rounds: arguments.rounds as usize, range: arguments.range, depth: arguments.depth, matches };
    let names: Vec<&str> = PARTS.iter().map(|(name, _)| *name).collect();
    let mut out = io::stdout().lock();
    writeln!(out, "factors: {} (once for each phase the features tell apart)", names.join(", "))?;
    let bar = progress::bar(settings.rounds as u64, "candidates");
    let (mut accepted, mut games) = (0, 0);
    let mut failed = None;
    let mut tuned = tune(&heuristic, &settings, resources, stop, &mut |trial| {
        bar.inc(1);
        games += trial.tally.games() as u64;
        accepted += usize::from(trial.accepted);
        let factors: Vec<String> = trial.factors.iter().map(|factor| format!("{factor:.2}")).collect();
        let mark = if trial.accepted { "better" } else { "" };
        let line = writeln!(out, "{:>4}  {}  {}  {mark}", trial.round, factors.join(" "), trial.tally);
        failed = line.and_then(|()| out.flush()).err();
    })?;
    bar.finish_and_clear();
    tuned.name = arguments.name.clone();
    tuned.training.games += games;
    tuned.training.opponent = "random search over matches".to_owned();
    tuned.training.date = muehle_engine::calendar::Date::today().to_string();
    tuned.training.results =
        format!("{accepted} improvements of {} found in matches at depth {}", heuristic.name, settings.depth);
    let path = library::save(&tuned, &folder)?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    writeln!(out, "saved {} with {accepted} improvements after {games} games", path.display())?;
    Ok(())
}
