//! `muehle tune NAME`: better weights for a heuristic by random search, tested in matches.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;

use muehle_engine::heuristics::{Heuristic, TrainingRecord, library};
use muehle_engine::learn::TrainingLock;
use muehle_engine::learn::tune::{GROUPS, TuneSettings, tune};
use muehle_engine::players::Resources;

use super::arguments::{Conditions, read_number};
use super::{progress, wrong_usage};

#[derive(Debug, Args)]
#[command(mut_arg("games", |games| games.help("Games of a candidate against the best so far")))]
#[command(mut_arg("openings", |openings| openings.default_value("6")))]
pub(super) struct Arguments {
    /// Name of the tuned heuristic; its file is heuristics/NAME.xml
    name: String,
    /// Heuristic to start from
    #[arg(long, value_name = "NAME", default_value = "Standard")]
    from: String,
    /// Candidates to try
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Factors lie between 1/RANGE and RANGE
    #[arg(long, default_value_t = 2.0, value_parser = |text: &str| read_number(text, 1.0, 100.0))]
    range: f64,
    /// Search depth of both sides
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    #[command(flatten)]
    conditions: Conditions,
}

pub(super) fn run(arguments: &Arguments, resources: &Arc<Resources>, stop: &AtomicBool) -> anyhow::Result<()> {
    let folder = resources.folders().heuristics();
    library::check_own_name(&arguments.name).map_err(wrong_usage)?;
    let heuristic = library::load(&arguments.from, Some(&folder)).map_err(wrong_usage)?;
    let _lock = TrainingLock::acquire(&folder, &arguments.name)?;
    let matches = arguments.conditions.settings(None);
    let settings =
        TuneSettings { rounds: arguments.rounds as usize, range: arguments.range, depth: arguments.depth, matches };
    let names: Vec<&str> = GROUPS.iter().map(|(name, _)| *name).collect();
    let mut out = io::stdout().lock();
    writeln!(out, "factors: {} (once per phase of the feature set)", names.join(", "))?;
    let bar = progress::bar(settings.rounds as u64, "candidates");
    library::keep_backup(&arguments.name, &folder)?;
    let save = |best: &Heuristic, accepted: usize, games: u64| {
        let results =
            format!("{accepted} improvements of {} found in matches at depth {}", heuristic.name, settings.depth);
        let training = TrainingRecord {
            games: heuristic.training.games + games,
            opponent: "random search over matches".to_owned(),
            date: muehle_engine::calendar::Date::today().to_string(),
            results,
        };
        library::save(&Heuristic { name: arguments.name.clone(), training, ..best.clone() }, &folder)
    };
    let (mut accepted, mut games) = (0, 0);
    let tuned = tune(&heuristic, &settings, resources, stop, &mut |trial, best| {
        bar.inc(1);
        games += trial.tally.games() as u64;
        accepted += usize::from(trial.accepted);
        if trial.accepted {
            // If saving fails, the last save below reports it.
            let _ = save(best, accepted, games);
        }
        let factors: Vec<String> = trial.factors.iter().map(|factor| format!("{factor:.2}")).collect();
        let mark = if trial.accepted { "better" } else { "" };
        // If nobody reads this, tuning still goes on; the last line reports it.
        let _ = writeln!(out, "{:>4}  {}  {}  {mark}", trial.round, factors.join(" "), trial.tally);
    })?;
    bar.finish_and_clear();
    let path = save(&tuned, accepted, games)?;
    writeln!(out, "saved {} with {accepted} improvements after {games} games", path.display())?;
    Ok(())
}
