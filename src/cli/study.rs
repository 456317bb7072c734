//! `muehle study`: a heuristic learns from a collection of deeper searched games.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::Args;

use crate::heuristics::{Activation, FeatureSet, Heuristic, library};
use crate::learn::study::{StudySettings, collect, study};
use crate::learn::{TrainingLock, load_or_make};
use crate::players::Resources;
use crate::rules::Rules;
use crate::search::Knowledge;

use super::progress;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The heuristic that learns; a name that does not exist begins with random weights
    name: String,
    /// The heuristic that plays the games
    #[arg(long, value_name = "NAME", default_value = "Standard")]
    teacher: String,
    /// The number of games
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// How deep the games are searched
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// The random radius of the games
    #[arg(long, default_value_t = 0.05, value_parser = read_share)]
    radius: f64,
    /// Games begin with up to so many random plies
    #[arg(long, value_name = "PLIES", default_value_t = 8)]
    openings: usize,
    /// Positions beside the games, for each position in them
    #[arg(long, default_value_t = 0.5, value_parser = read_share)]
    excursions: f64,
    /// How much of a teaching value is the game's result; the rest is the search's value
    #[arg(long, default_value_t = 0.5, value_parser = read_share)]
    result_share: f64,
    /// How often all positions are gone over
    #[arg(long, default_value_t = 20)]
    epochs: usize,
    /// The positions of one pass
    #[arg(long, default_value_t = 4096)]
    pass: usize,
    /// What a new heuristic sees
    #[arg(long, value_name = "SET", default_value = "phases")]
    features: FeatureSet,
    /// The nodes of a new heuristic's hidden layers
    #[arg(long, value_delimiter = ',')]
    hidden: Vec<usize>,
    /// Games played at the same time
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// What everything random follows from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The rules: never or any, then perhaps repetition=on|off and quiet=PLIES
    #[arg(long, default_value = "never")]
    rules: Rules,
}

fn read_share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| format!("\"{text}\" is no number from 0 to 1"))
}

pub(super) fn run(arguments: &Arguments, resources: &Arc<Resources>, stop: &AtomicBool) -> anyhow::Result<()> {
    let folder = resources.folders().heuristics();
    let hidden: Vec<_> = arguments.hidden.iter().map(|&nodes| (nodes, Activation::Tanh)).collect();
    let make = |name: &str| Heuristic::random(name, arguments.features, &hidden, arguments.seed);
    let mut heuristic = load_or_make(&arguments.name, &folder, make)?;
    let _lock = TrainingLock::acquire(&folder, &heuristic.name)?;
    let settings = StudySettings {
        games: arguments.games,
        depth: arguments.depth,
        random_radius: arguments.radius,
        opening_plies: arguments.openings.min(60),
        excursions: arguments.excursions,
        result_share: arguments.result_share,
        epochs: arguments.epochs,
        pass: arguments.pass,
        threads: arguments.threads.into(),
        seed: arguments.seed,
        rules: arguments.rules,
    };
    let knowledge = Knowledge::new(resources.evaluation(&arguments.teacher)?)
        .with_endgame(resources.endgame(arguments.rules.removal));
    let start = Instant::now();
    let bar = progress::bar(settings.games, "games");
    let examples = collect(&settings, &knowledge, stop, &|games| bar.set_position(games));
    bar.finish_and_clear();
    let mut out = io::stdout().lock();
    let seconds = start.elapsed().as_secs_f64();
    writeln!(out, "{} positions in {seconds:.1} s", examples.len())?;
    let mut broken = Ok(());
    study(&mut heuristic, examples, &settings, &mut |epoch| {
        broken = writeln!(out, "epoch {} error {:.5} unseen {:.5}", epoch.number, epoch.error, epoch.unseen);
        broken.is_ok() && !stop.load(Ordering::Relaxed)
    })?;
    heuristic.training.opponent = format!("games of {} at depth {}", arguments.teacher, arguments.depth);
    let path = library::save(&heuristic, &folder)?;
    broken?;
    writeln!(out, "saved {} after {:.1} s", path.display(), start.elapsed().as_secs_f64())?;
    Ok(())
}
