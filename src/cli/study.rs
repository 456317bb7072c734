//! `muehle study`: a heuristic learns from a collection of deeper searched games.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::Context;
use clap::Args;

use muehle_engine::endgame::Database;
use muehle_engine::files::write_atomically;
use muehle_engine::heuristics::{Activation, FeatureSet, Heuristic, UnknownFeatureSet, library};
use muehle_engine::learn::study::{Epoch, StudySettings, collect, from_bytes, from_tables, study, to_bytes};
use muehle_engine::learn::{TrainingLock, load_or_make};
use muehle_engine::players::Resources;
use muehle_engine::rules::Rules;
use muehle_engine::search::Knowledge;

use super::progress;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The heuristics that learn, each from the same games. One that does not exist begins with random weights and, if
    /// written NAME:SET:N,N, with this feature set and these hidden layers
    #[arg(required = true, value_name = "NAME[:SET[:N,…]]")]
    pupils: Vec<Pupil>,
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
    /// How much the positions of drawn games count, 0 to 1
    #[arg(long, default_value_t = 1.0, value_parser = read_share)]
    draw_weight: f64,
    /// How often all positions are gone over
    #[arg(long, default_value_t = 300)]
    epochs: usize,
    /// Study the positions in this file; if there is none, the games are played and their positions kept in it
    #[arg(long, value_name = "FILE")]
    examples: Option<PathBuf>,
    /// Teach so many random positions of the endgame tables too, with their exact values
    #[arg(long, value_name = "POSITIONS", default_value_t = 0)]
    tables: u64,
    /// How much each of them counts
    #[arg(long, value_name = "WEIGHT", default_value_t = 1.0, value_parser = read_share)]
    tables_weight: f64,
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

/// A heuristic to teach, and what it looks like if it is new.
#[derive(Clone, Debug, PartialEq)]
struct Pupil {
    name: String,
    features: FeatureSet,
    hidden: Vec<(usize, Activation)>,
}

impl FromStr for Pupil {
    type Err = String;

    fn from_str(text: &str) -> Result<Pupil, String> {
        let mut parts = text.splitn(3, ':');
        let name = parts.next().unwrap_or_default().to_owned();
        let features = match parts.next() {
            Some(set) => set.parse().map_err(|error: UnknownFeatureSet| error.to_string())?,
            None => FeatureSet::default(),
        };
        let layer = |text: &str| {
            let nodes = text.parse().map_err(|_| format!("\"{text}\" is no number of nodes"))?;
            Ok((nodes, Activation::Tanh))
        };
        let hidden =
            parts.next().map_or(Ok(Vec::new()), |text| text.split(',').map(layer).collect::<Result<_, String>>())?;
        Ok(Pupil { name, features, hidden })
    }
}

fn read_share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| format!("\"{text}\" is no number from 0 to 1"))
}

pub(super) fn run(arguments: &Arguments, resources: &Arc<Resources>, stop: &AtomicBool) -> anyhow::Result<()> {
    let folder = resources.folders().heuristics();
    let mut pupils = Vec::new();
    for Pupil { name, features, hidden } in &arguments.pupils {
        let make = |name: &str| Heuristic::random(name, *features, hidden, arguments.seed);
        let heuristic = load_or_make(name, &folder, make)?;
        let lock = TrainingLock::acquire(&folder, &heuristic.name)?;
        pupils.push((heuristic, lock));
    }
    let mut settings = StudySettings {
        games: arguments.games,
        depth: arguments.depth,
        random_radius: arguments.radius,
        opening_plies: arguments.openings.min(60),
        excursions: arguments.excursions,
        result_share: arguments.result_share,
        draw_weight: arguments.draw_weight,
        epochs: arguments.epochs,
        threads: arguments.threads.into(),
        seed: arguments.seed,
        rules: arguments.rules,
    };
    let start = Instant::now();
    let mut out = io::stdout().lock();
    let mut source = format!("games of {} at depth {}", arguments.teacher, arguments.depth);
    let mut examples = match &arguments.examples {
        Some(path) if path.exists() => {
            let bytes = fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
            // Whose games these were, the file does not say.
            source = format!("the positions in {}", path.display());
            settings.games = 0;
            from_bytes(&bytes).with_context(|| format!("{} holds no examples", path.display()))?
        }
        path => {
            let knowledge = Knowledge::new(resources.evaluation(&arguments.teacher)?)
                .with_endgame(resources.endgame(arguments.rules.removal));
            let bar = progress::bar(settings.games, "games");
            let examples = collect(&settings, &knowledge, stop, &|games| bar.set_position(games));
            bar.finish_and_clear();
            if let Some(path) = path {
                write_atomically(path, &to_bytes(&examples))
                    .with_context(|| format!("{} cannot be written", path.display()))?;
            }
            examples
        }
    };
    if arguments.tables > 0 {
        let database = Database::open_all(&resources.folders().endgame(), arguments.rules.removal);
        examples.extend(from_tables(&database, arguments.tables, arguments.tables_weight, arguments.seed));
        source += &format!(" and {} positions of the tables up to {} stones", arguments.tables, database.max_stones());
    }
    writeln!(out, "{} positions after {:.1} s", examples.len(), start.elapsed().as_secs_f64())?;
    for (mut heuristic, _lock) in pupils {
        let mut last = None;
        study(&mut heuristic, &examples, &settings, &mut |epoch| {
            last = Some(epoch);
            !stop.load(Ordering::Relaxed)
        })?;
        heuristic.training.opponent.clone_from(&source);
        library::save(&heuristic, &folder)?;
        if let Some(Epoch { number, error, unseen }) = last {
            let seconds = start.elapsed().as_secs_f64();
            let name = &heuristic.name;
            writeln!(out, "{name}: error {error:.5}, unseen {unseen:.5} after {number} epochs, {seconds:.1} s")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pupils_are_read() {
        let pupil = |text: &str| text.parse::<Pupil>();
        assert_eq!(pupil("Max"), Ok(Pupil { name: "Max".to_owned(), features: FeatureSet::Standard, hidden: vec![] }));
        let deep = pupil("Max:phases:30,5").unwrap();
        assert_eq!((deep.features, deep.hidden[1]), (FeatureSet::Phases, (5, Activation::Tanh)));
        assert!(pupil("Max:large").unwrap_err().contains("is not a feature set"));
        assert_eq!(pupil("Max:small:x").unwrap_err(), "\"x\" is no number of nodes");
    }
}
