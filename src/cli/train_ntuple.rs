//! `muehle train-ntuple NAME`: trains an n-tuple network by self-play.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::bail;
use clap::Args;

use muehle_engine::learn::TrainingLock;
use muehle_engine::learn::td_ntuple::{NEWS_EVERY, Schedule, TrainingSettings, train};
use muehle_engine::players::Resources;
use muehle_engine::players::ntuple::tuples::TupleChoice;
use muehle_engine::players::ntuple::{self, NTuples, TrainingNotes};
use muehle_engine::rules::RemovalRule;

use super::arguments::read_share;
use super::{progress, wrong_usage};

/// The tuples of a new network, unless others are chosen.
const DEFAULT_TUPLES: &str = "surroundings,rings,walks=6x7";

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Name of the network; its file is heuristics/NAME.ntuple
    name: String,
    /// Number of games
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Tuples of points of a new network: mills, surroundings, rings, walks=COUNTxLENGTH [default:
    /// surroundings,rings,walks=6x7]
    #[arg(long)]
    tuples: Option<TupleChoice>,
    /// Weight of positions after the next one in a teaching value, 0 to 1
    #[arg(long, default_value_t = 0.6, value_parser = read_share)]
    lambda: f64,
    /// Learning rate at the first and last game
    #[arg(long, value_name = "FIRST,LAST", default_value = "0.2,0.01", value_parser = read_schedule)]
    alpha: Schedule,
    /// Share of random moves at the first and last game
    #[arg(long, value_name = "FIRST,LAST", default_value = "0.1,0.02", value_parser = read_schedule)]
    epsilon: Schedule,
    /// Give each weight its own learning rate (temporal coherence)
    #[arg(long)]
    coherence: bool,
    /// Most random plies at the start of a game
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = clap::value_parser!(u32).range(..=18))]
    openings: u32,
    /// End games where the endgame database knows the result, up to this number of stones; 0 for never
    #[arg(long, value_name = "STONES", default_value_t = 8, value_parser = clap::value_parser!(u8).range(..=18))]
    endgame: u8,
    /// Whether a stone may be removed when all enemy stones are in mills: never or any
    #[arg(long, default_value = "never")]
    rules: RemovalRule,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Start from this network instead of an empty one; its tuples are kept
    #[arg(long, value_name = "NAME", conflicts_with = "tuples")]
    from: Option<String>,
    /// Start anew although the network exists; the old one is kept as NAME.ntuple.bak
    #[arg(long)]
    replace: bool,
    /// Save after every N games, and at the end
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    save_every: u64,
}

impl Arguments {
    /// The network to go on with: an existing one of this name, or another to start from.
    fn origin(&self, folder: &Path) -> anyhow::Result<Option<&str>> {
        let path = ntuple::own_path(&self.name, folder)?;
        if self.replace || !path.exists() {
            return Ok(self.from.as_deref());
        }
        if self.tuples.is_some() || self.from.as_ref().is_some_and(|from| *from != self.name) {
            bail!("{} exists; choose another name, or --replace to start anew", path.display());
        }
        Ok(Some(&self.name))
    }

    /// The tuples of a new network.
    fn new_tuples(&self) -> TupleChoice {
        self.tuples.clone().unwrap_or_else(|| DEFAULT_TUPLES.parse().unwrap_or_default())
    }
}

fn read_schedule(text: &str) -> Result<Schedule, String> {
    let (first, last) = text.split_once(',').unwrap_or((text, text));
    Ok(Schedule { first: read_share(first)?, last: read_share(last)? })
}

pub(super) fn run(arguments: &Arguments, resources: &Arc<Resources>, stop: &AtomicBool) -> anyhow::Result<()> {
    let folder = resources.folders().heuristics();
    let origin = arguments.origin(&folder).map_err(wrong_usage)?;
    let _lock = TrainingLock::acquire(&folder, &arguments.name)?;
    let mut network = match origin {
        Some(name) => ntuple::load(name, &folder).map_err(wrong_usage)?,
        None => NTuples::new(arguments.new_tuples().tuples(arguments.seed)),
    };
    ntuple::keep_backup(&arguments.name, &folder)?;
    let notes = |network: &NTuples, played: u64| TrainingNotes {
        games: network.notes.games + played,
        command: command(arguments, origin, played),
    };
    let settings = TrainingSettings {
        games: arguments.games,
        rule: arguments.rules,
        lambda: arguments.lambda,
        alpha: arguments.alpha,
        epsilon: arguments.epsilon,
        coherence: arguments.coherence,
        opening_plies: arguments.openings,
        endgame: (arguments.endgame > 0).then(|| (resources.endgame(arguments.rules), arguments.endgame.into())),
        seed: arguments.seed,
    };
    let mut out = io::stdout().lock();
    writeln!(out, "{} weights in {} tuples", network.weight_count(), network.points().count())?;
    writeln!(out, "{:>9}{:>8}{:>8}{:>8}", "games", "draws", "plies", "error")?;
    let bar = progress::bar(settings.games, "games");
    // Twenty lines, however long it takes.
    let lines = (settings.games / 20).next_multiple_of(NEWS_EVERY);
    let played = train(&mut network, &settings, stop, &mut |news, network| {
        bar.set_position(news.games);
        if news.games.is_multiple_of(arguments.save_every.next_multiple_of(NEWS_EVERY)) && news.games < settings.games {
            let mut checkpoint = network.clone();
            checkpoint.notes = notes(network, news.games);
            // If saving fails, the last save below reports it.
            let _ = ntuple::save(&checkpoint, &arguments.name, &folder);
        }
        if news.games.is_multiple_of(lines) || news.games == settings.games {
            // If nobody reads this, the training still goes on; the last line reports it.
            let _ =
                writeln!(out, "{:>9}{:>7.1}%{:>8.1}{:>8.4}", news.games, 100.0 * news.draws, news.plies, news.error);
        }
    });
    bar.finish_and_clear();
    network.notes = notes(&network, played);
    let path = ntuple::save(&network, &arguments.name, &folder)?;
    writeln!(out, "saved {} after {played} games", path.display())?;
    Ok(())
}

/// The command that repeats this training.
fn command(arguments: &Arguments, origin: Option<&str>, played: u64) -> String {
    let Arguments { name, games, lambda, alpha, epsilon, openings, endgame, rules, seed, .. } = arguments;
    let begin = origin.map_or_else(|| format!("--tuples {}", arguments.new_tuples()), |from| format!("--from {from}"));
    let coherence = if arguments.coherence { " --coherence" } else { "" };
    let end = if played < *games { format!(" (stopped after {played} games)") } else { String::new() };
    format!(
        "muehle train-ntuple {name} {begin} --games {games} --lambda {lambda} --alpha {},{} --epsilon {},{}{coherence} \
         --openings {openings} --endgame {endgame} --rules {rules} --seed {seed}{end}",
        alpha.first, alpha.last, epsilon.first, epsilon.last
    )
}
