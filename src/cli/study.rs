//! `muehle study`: heuristics learn from a collection of games played with a deeper search.

use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, ensure};
use clap::Args;

use muehle_engine::endgame::Database;
use muehle_engine::files;
use muehle_engine::heuristics::{UnknownFeatureSet, library};
use muehle_engine::learn::examples::{
    Epoch, ExampleSettings, MAX_BYTES, collect, from_bytes, from_tables, learn, to_bytes,
};
use muehle_engine::learn::{TrainingLock, load_to_learn};
use muehle_engine::players::Resources;
use muehle_engine::rules::Rules;
use muehle_engine::search::Knowledge;

use super::arguments::{Shape, read_share};
use super::{progress, write_file};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Heuristics to train, all on the same games. One that does not exist starts with random weights; NAME:SET:N,N
    /// gives it a feature set and hidden layers
    #[arg(required = true, value_name = "NAME[:SET[:N,…]]")]
    pupils: Vec<Pupil>,
    /// Heuristic that plays the games
    #[arg(long, value_name = "NAME", default_value = "Standard")]
    teacher: String,
    /// Number of games
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Search depth in the games
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Random radius in the games
    #[arg(long, default_value_t = 0.05, value_parser = read_share)]
    radius: f64,
    /// Most random plies at the start of a game
    #[arg(long, value_name = "PLIES", default_value_t = 8)]
    openings: usize,
    /// Extra positions a few random plies off the games, per position in them
    #[arg(long, default_value_t = 0.5, value_parser = read_share)]
    excursions: f64,
    /// Share of the game's result in a teaching value; the rest is the search's value
    #[arg(long, default_value_t = 0.5, value_parser = read_share)]
    result_share: f64,
    /// Weight of positions from drawn games, 0 to 1
    #[arg(long, default_value_t = 1.0, value_parser = read_share)]
    draw_weight: f64,
    /// Passes over all positions
    #[arg(long, default_value_t = 300)]
    epochs: usize,
    /// Train on the positions in this file; if it does not exist, play the games and save their positions to it
    #[arg(long, value_name = "FILE")]
    examples: Option<PathBuf>,
    /// Also train on this many random positions from the endgame tables, with their exact values
    #[arg(long, value_name = "POSITIONS", default_value_t = 0)]
    tables: u64,
    /// Weight of positions from the endgame tables, 0 to 1
    #[arg(long, value_name = "WEIGHT", default_value_t = 1.0, value_parser = read_share)]
    tables_weight: f64,
    /// Games played at the same time
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Rules: never or any, optionally with repetition=on|off and quiet=PLIES
    #[arg(long, default_value = "never")]
    rules: Rules,
}

/// A heuristic to train, and its network if it is new.
#[derive(Clone, Debug, PartialEq)]
struct Pupil {
    name: String,
    shape: Shape,
}

impl FromStr for Pupil {
    type Err = String;

    fn from_str(text: &str) -> Result<Pupil, String> {
        let mut parts = text.splitn(3, ':');
        let name = parts.next().unwrap_or_default().to_owned();
        let mut shape = Shape::default();
        if let Some(set) = parts.next() {
            shape.features = set.parse().map_err(|error: UnknownFeatureSet| error.to_string())?;
        }
        if let Some(hidden) = parts.next() {
            shape.set_hidden(hidden)?;
        }
        Ok(Pupil { name, shape })
    }
}

pub(super) fn run(arguments: &Arguments, resources: &Arc<Resources>, stop: &AtomicBool) -> anyhow::Result<()> {
    let folder = resources.folders().heuristics();
    let mut pupils = Vec::new();
    for Pupil { name, shape } in &arguments.pupils {
        let make = |name: &str| shape.new_heuristic(name, arguments.seed);
        let heuristic = load_to_learn(name, &folder, make)?;
        let lock = TrainingLock::acquire(&folder, &heuristic.name)?;
        pupils.push((heuristic, lock));
    }
    let mut settings = ExampleSettings {
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
            let read = files::read_limited(path, MAX_BYTES);
            let (bytes, more) = read.with_context(|| format!("{} cannot be read", path.display()))?;
            ensure!(!more, "{} cannot be read: it is larger than {} MB", path.display(), MAX_BYTES >> 20);
            // The file does not say who played the games.
            source = format!("the positions in {}", path.display());
            settings.games = 0;
            from_bytes(&bytes).with_context(|| format!("{} cannot be read", path.display()))?
        }
        path => {
            let knowledge = Knowledge::new(resources.evaluation(&arguments.teacher)?)
                .with_endgame(resources.endgame(arguments.rules.removal));
            let bar = progress::bar(settings.games, "games");
            let examples = collect(&settings, &knowledge, stop, &|games| bar.set_position(games));
            bar.finish_and_clear();
            if let Some(path) = path {
                write_file(path, &to_bytes(&examples))?;
            }
            examples
        }
    };
    if arguments.tables > 0 {
        let database = Database::open_all(&resources.folders().endgame(), arguments.rules.removal);
        examples.extend(from_tables(&database, arguments.tables, arguments.tables_weight, arguments.seed));
        source +=
            &format!(" and {} positions from the tables up to {} stones", arguments.tables, database.max_stones());
    }
    writeln!(out, "{} positions after {:.1} s", examples.len(), start.elapsed().as_secs_f64())?;
    for (mut heuristic, _lock) in pupils {
        let mut last = None;
        learn(&mut heuristic, &examples, &settings, &mut |epoch| {
            last = Some(epoch);
            !stop.load(Ordering::Relaxed)
        })?;
        heuristic.training.opponent.clone_from(&source);
        library::keep_backup(&heuristic.name, &folder)?;
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
    use muehle_engine::heuristics::{Activation, FeatureSet};

    use super::*;

    #[test]
    fn pupils_are_read() {
        let pupil = |text: &str| text.parse::<Pupil>();
        assert_eq!(pupil("Max"), Ok(Pupil { name: "Max".to_owned(), shape: Shape::default() }));
        let deep = pupil("Max:phases:30,5").unwrap().shape;
        assert_eq!((deep.features, deep.hidden[1]), (FeatureSet::Phases, (5, Activation::Tanh)));
        assert!(pupil("Max:large").unwrap_err().contains("is not a feature set"));
        assert_eq!(pupil("Max:small:x").unwrap_err(), "\"x\" is not a number from 1 to 1024");
    }
}
