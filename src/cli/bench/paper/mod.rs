//! `muehle bench paper`: every table and figure of the two studies beside what is measured here.
//!
//! A table is made of measurements. Each has a key with everything that it depends on, so that tables share
//! measurements and a later run uses those that were kept.

mod branching;
mod calls;
mod database;
mod games;
mod heuristics;
mod kept;
mod searches;
mod table;
mod teaching;
mod times;
mod weights;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, anyhow};
use clap::Args;

use super::search::means;
use crate::cli::output::{note, say};
use crate::cli::{progress, write_file, wrong_usage};
use kept::{Cell, Kept};
use muehle_engine::heuristics::{EvaluationTable, FeatureSet, Heuristic, Layer, Network, NetworkError, xml};
use muehle_engine::players::{PlayerText, Resources};
use muehle_engine::random::{FNV_START, fnv};
use muehle_engine::rules::notation::excerpt;
use muehle_engine::rules::{Position, RemovalRule, Rules};
use muehle_engine::search::{Knowledge, Options};
use table::Shown;

#[derive(Debug, Args)]
pub(in crate::cli) struct Arguments {
    /// Only this table or chapter, for example 2.11, 4 or 001; may be given several times
    #[arg(long = "table", value_name = "N")]
    tables: Vec<String>,
    /// Fewer games and positions, and shallower searches: about ten minutes instead of an hour
    #[arg(long)]
    quick: bool,
    /// Write a CSV file and charts of each table into this folder; the same command resumes from it
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Games per pair of players, instead of the usual number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: Option<u32>,
    /// Random positions per phase in the tables about time, instead of the usual number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    positions: Option<u32>,
    /// Depth of searches that the paper limits by depth or that compare heuristics
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: Option<u32>,
    /// Positions that a search may visit where the paper has a time per move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Whether a stone may be removed when all enemy stones are in mills: never or any
    #[arg(long, default_value = "never")]
    rules: RemovalRule,
    /// Random seed
    #[arg(long, default_value_t = 2005)]
    seed: u64,
    /// Games played at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
}

/// What measurements are made with.
struct Lab<'a> {
    resources: &'a Arc<Resources>,
    arguments: &'a Arguments,
    stop: &'a AtomicBool,
}

/// The paper's search printed 149,057 positions in 3.484 s, so its 0.7 s per move are about this many, and its 5 s seven
/// times as many.
const NODES: u64 = 30_000;
const QUICK_NODES: u64 = 10_000;

impl Lab<'_> {
    /// Games per pair: the number asked for, else the usual one.
    fn games(&self, usual: usize) -> usize {
        let usual = if self.arguments.quick { (usual / 4).max(2 * games::PART) } else { usual };
        self.arguments.games.map_or(usual, |games| games as usize)
    }

    fn positions(&self) -> usize {
        self.arguments.positions.map_or(if self.arguments.quick { 40 } else { 400 }, |count| count as usize)
    }

    /// The depth asked for, else the usual one.
    fn depth(&self, usual: u32) -> u32 {
        self.arguments.depth.unwrap_or(if self.arguments.quick { usual.min(5) } else { usual })
    }

    fn nodes(&self) -> u64 {
        self.arguments.nodes.unwrap_or(if self.arguments.quick { QUICK_NODES } else { NODES })
    }

    fn rules(&self) -> Rules {
        Rules::with_removal(self.arguments.rules)
    }

    fn seed(&self) -> u64 {
        self.arguments.seed
    }

    /// Whether a person wants to end the run.
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// A player's text and, because files of heuristics change, what its heuristic is.
    fn signature(&self, player: &PlayerText) -> Result<String> {
        let Some(name) = player.get("heuristic") else { return Ok(player.to_string()) };
        let heuristic = self.resources.evaluation(name).map_err(wrong_usage)?;
        Ok(format!("{player}#{:016x}", fnv(FNV_START, &xml::write(heuristic.heuristic()))))
    }
}

/// Makes a measurement; nothing if it was stopped.
type Work = Box<dyn Fn(&Lab) -> Result<Option<Cell>>>;

/// One measurement to be made.
struct Job {
    /// Everything that the result depends on.
    key: String,
    /// About how long it takes.
    seconds: f64,
    work: Work,
}

/// A table or figure of the studies.
struct Table {
    id: &'static str,
    title: &'static str,
    kind: Kind,
}

/// How a table is made.
enum Kind {
    Times(&'static times::Times),
    Versions,
    Quiescence(&'static searches::Quiescence),
    Statistics,
    WithDatabase,
    Example,
    AgainstStandard,
    AgainstPerfect,
    Everyone,
    Teaching(teaching::Wanted),
    Weights(&'static str),
    Branching,
    Calls,
    Runtimes,
    Evaluations,
}

const fn table(id: &'static str, title: &'static str, kind: Kind) -> Table {
    Table { id, title, kind }
}

const TABLES: [Table; 29] = [
    table("branching", "Branching factors (section 2.1)", Kind::Branching),
    table("2.1", "Aspiration window, placing: ms per move (figure 2.6)", Kind::Times(&times::ASPIRATION_PLACING)),
    table("2.2", "Aspiration window, sliding: ms per move (figure 2.6)", Kind::Times(&times::ASPIRATION_SLIDING)),
    table("2.3", "Minimal window, placing: ms per move (figure 2.8)", Kind::Times(&times::WINDOW_PLACING)),
    table("2.4", "Minimal window, sliding: ms per move (figure 2.8)", Kind::Times(&times::WINDOW_SLIDING)),
    table("2.5", "Transposition table, placing: ms per move (figure 2.9)", Kind::Times(&times::TABLE_PLACING)),
    table("2.6", "Transposition table, sliding: ms per move (figure 2.9)", Kind::Times(&times::TABLE_SLIDING)),
    table("2.7", "Mills first, placing: ms per move (figure 2.10)", Kind::Times(&times::MILLS_PLACING)),
    table("2.8", "Mills first, sliding: ms per move (figure 2.10)", Kind::Times(&times::MILLS_SLIDING)),
    table("2.9", "All improvements, placing: ms per move (figures 2.3 to 2.5, 2.11)", Kind::Times(&times::ALL_PLACING)),
    table(
        "2.10",
        "All improvements, sliding: ms per move (figures 2.3 to 2.5, 2.11)",
        Kind::Times(&times::ALL_SLIDING),
    ),
    table("2.11", "Search versions against each other (figure 2.12)", Kind::Versions),
    table("2.12", "Quiescence search, open mills not rated", Kind::Quiescence(&searches::NOT_RATED)),
    table("2.13", "Quiescence search, open mills rated", Kind::Quiescence(&searches::RATED)),
    table("2.14", "Quiescence search after placements that open two mills", Kind::Quiescence(&searches::DOUBLE)),
    table("3.1", "Endgame database", Kind::Statistics),
    table("3.2", "With the endgame database against without", Kind::WithDatabase),
    table("4.2", "A position, feature group by feature group", Kind::Example),
    table("4.3", "Heuristics against Standard", Kind::AgainstStandard),
    table("4.4", "Heuristics against the perfect player", Kind::AgainstPerfect),
    table("4.5", "Heuristics, everyone against everyone (figure 4.13)", Kind::Everyone),
    table("4.10", "Teaching values by λ, first game", Kind::Teaching(teaching::Wanted::Won)),
    table("4.11", "Teaching values by λ, second game", Kind::Teaching(teaching::Wanted::Drawn)),
    table("4.14", "Weights of Standard", Kind::Weights("Standard")),
    table("4.15", "Weights of Single", Kind::Weights("Single")),
    table("4.16", "Weights of SinglePerf", Kind::Weights("SinglePerf")),
    table("001-2", "Study of Congo, table 2: calls of the evaluation", Kind::Calls),
    table("001-4", "Study of Congo, table 4: run times with different evaluations", Kind::Runtimes),
    table("001-5", "Study of Congo, table 5: evaluations against each other", Kind::Evaluations),
];

impl Table {
    /// The measurements it is made of.
    fn jobs(&self, lab: &Lab) -> Result<Vec<Job>> {
        match &self.kind {
            Kind::Times(times) => Ok(times.jobs(lab)),
            Kind::Versions => searches::version_jobs(lab),
            Kind::Quiescence(quiescence) => quiescence.jobs(lab),
            Kind::WithDatabase => searches::database_jobs(lab),
            Kind::AgainstStandard => heuristics::standard_jobs(lab),
            Kind::AgainstPerfect => heuristics::perfect_jobs(lab),
            Kind::Everyone => heuristics::everyone_jobs(lab),
            Kind::Branching => branching::jobs(lab),
            Kind::Calls => Ok(calls::call_jobs(lab)),
            Kind::Runtimes => calls::runtime_jobs(lab),
            Kind::Evaluations => searches::evaluation_jobs(lab),
            Kind::Statistics | Kind::Example | Kind::Teaching(_) | Kind::Weights(_) => Ok(Vec::new()),
        }
    }

    /// The table, once its measurements are made.
    fn show(&self, lab: &Lab, kept: &Kept) -> Result<Shown> {
        let (id, title) = (self.id, self.title);
        match &self.kind {
            Kind::Times(times) => times.show(lab, kept, id, title),
            Kind::Versions => searches::versions(lab, kept, id, title),
            Kind::Quiescence(quiescence) => quiescence.show(lab, kept, id, title),
            Kind::Statistics => database::show(id, title),
            Kind::WithDatabase => searches::database(lab, kept, id, title),
            Kind::Example => weights::example(id, title),
            Kind::AgainstStandard => heuristics::against_standard(lab, kept, id, title),
            Kind::AgainstPerfect => heuristics::against_perfect(lab, kept, id, title),
            Kind::Everyone => heuristics::against_everyone(lab, kept, id, title),
            Kind::Teaching(wanted) => teaching::show(lab, *wanted, id, title),
            Kind::Weights(name) => weights::show(lab, name, id, title),
            Kind::Branching => branching::show(lab, kept, title),
            Kind::Calls => calls::calls(lab, kept, id, title),
            Kind::Runtimes => calls::runtimes(lab, kept, id, title),
            Kind::Evaluations => searches::evaluations(lab, kept, id, title),
        }
    }

    /// The name of its files.
    fn file(&self) -> String {
        match self.kind {
            Kind::Branching => self.id.to_owned(),
            Kind::Teaching(_) | Kind::Weights(_) => format!("figure-{}", self.id),
            _ => format!("table-{}", self.id),
        }
    }
}

/// The tables that were asked for by number or chapter, or all.
fn wanted(words: &[String]) -> Result<Vec<&'static Table>> {
    let is_meant = |table: &Table, word: &str| {
        let rest = table.id.strip_prefix(word);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-']))
    };
    if let Some(unknown) = words.iter().find(|word| !TABLES.iter().any(|table| is_meant(table, word.trim()))) {
        let all: Vec<&str> = TABLES.iter().map(|table| table.id).collect();
        let (unknown, all) = (excerpt(unknown), all.join(", "));
        return Err(wrong_usage(anyhow!("there is no table \"{unknown}\" (tables: {all}; chapters: 2, 3, 4, 001)")));
    }
    let meant = |table: &&Table| words.is_empty() || words.iter().any(|word| is_meant(table, word.trim()));
    Ok(TABLES.iter().filter(meant).collect())
}

/// Standard without its weights for open mills, for table 2.12.
const NOT_OPEN: &str = "Standard without open mills";
/// Standard's weights for the numbers of stones alone: the simple evaluation of the study of Congo.
const STONES: &str = "Stones";

/// Standard, with only some of its features.
fn part_of_standard(name: &str, set: FeatureSet, is_used: fn(usize) -> bool) -> Result<Heuristic, NetworkError> {
    let standard = Heuristic::standard();
    let reduced = |layer: &Layer| {
        let node = |node: usize| {
            let weights = layer.node_weights(node).iter().enumerate().take(set.len());
            weights.map(|(input, weight)| if is_used(input) { *weight } else { 0.0 }).collect::<Vec<f64>>()
        };
        let weights = (0..layer.nodes()).flat_map(node).collect();
        Layer { inputs: set.len(), weights, ..layer.clone() }
    };
    let network = Network::new(set.len(), standard.network.layers().iter().map(reduced).collect())?;
    Ok(Heuristic { name: name.to_owned(), feature_set: set, network, ..standard })
}

pub(super) fn run(arguments: &Arguments, resources: &Arc<Resources>, stop: &AtomicBool) -> Result<()> {
    let tables = wanted(&arguments.tables)?;
    let lab = Lab { resources, arguments, stop };
    for heuristic in [
        part_of_standard(NOT_OPEN, FeatureSet::Standard, |input| !(26..30).contains(&input))?,
        part_of_standard(STONES, FeatureSet::Minimal, |_| true)?,
    ] {
        resources.use_evaluation(Arc::new(EvaluationTable::new(heuristic)));
    }
    let mut kept = Kept::open(arguments.out.as_deref())?;
    let mut plan = Vec::new();
    for table in &tables {
        plan.push(table.jobs(&lab)?);
    }
    announce(&lab, &kept, &plan);
    let bar = progress::share_bar(to_do(&kept, &plan).map(|job| steps_of(job.seconds)).sum());
    for (table, jobs) in tables.into_iter().zip(plan) {
        bar.set_message(format!("table {}", table.id));
        for job in jobs {
            if kept.get(&job.key).is_some() {
                continue;
            }
            match (job.work)(&lab)? {
                Some(cell) => kept.keep(job.key, cell)?,
                None => {
                    bar.finish_and_clear();
                    let resume = if arguments.out.is_some() { "; the same command resumes" } else { "" };
                    note(format_args!("stopped before the end of table {}{resume}", table.id));
                    return Ok(());
                }
            }
            bar.inc(steps_of(job.seconds));
        }
        let shown = table.show(&lab, &kept)?;
        bar.suspend(|| print(table, &shown))?;
        if let Some(folder) = &arguments.out {
            write(folder, table, &shown)?;
        }
    }
    Ok(())
}

/// What the progress bar counts: tenths of a second of work, by the estimate.
fn steps_of(seconds: f64) -> u64 {
    (10.0 * seconds).ceil() as u64
}

/// The measurements that are missing, each once.
fn to_do<'a>(kept: &'a Kept, plan: &'a [Vec<Job>]) -> impl Iterator<Item = &'a Job> {
    let mut seen = HashSet::new();
    plan.iter().flatten().filter(move |job| kept.get(&job.key).is_none() && seen.insert(&job.key))
}

/// Says what there is to do and how long it takes, before it begins.
fn announce(lab: &Lab, kept: &Kept, plan: &[Vec<Job>]) {
    let all: HashSet<&String> = plan.iter().flatten().map(|job| &job.key).collect();
    let (missing, seconds) = to_do(kept, plan).fold((0, 0.0), |(count, sum), job| (count + 1, sum + job.seconds));
    if missing == 0 {
        return;
    }
    let counted = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    let kept = match all.len() - missing {
        0 => String::new(),
        known => format!(" ({known} more are kept from before)"),
    };
    let minutes = counted((seconds * slowness() / 60.0).ceil() as usize, "minute");
    let cores = counted(lab.arguments.jobs.into(), "core");
    let (tables, measurements) = (counted(plan.len(), "table"), counted(missing, "measurement"));
    note(format_args!("{tables}, {measurements}{kept}: about {minutes} on {cores}"));
}

/// How many times as long a search takes as on the machine for which the estimates were made.
fn slowness() -> f64 {
    let (ms, _) = means(&[Position::START], 10, &Options::default(), &Knowledge::of(Heuristic::standard()));
    (ms / 31.0).clamp(0.2, 20.0)
}

fn print(table: &Table, shown: &Shown) -> Result<()> {
    let kind = match table.kind {
        Kind::Branching => String::new(),
        Kind::Teaching(_) | Kind::Weights(_) => format!("Figure {}. ", table.id),
        _ => format!("Table {}. ", table.id),
    };
    say(format_args!("{kind}{}\n", table.title))?;
    if !shown.charts.is_empty() {
        say(&shown.printed)?;
    }
    for note in &shown.notes {
        say(format_args!("{note}\n"))?;
    }
    Ok(())
}

/// Writes what a table came to; nothing for one that was left out.
fn write(folder: &Path, table: &Table, shown: &Shown) -> Result<()> {
    if shown.charts.is_empty() {
        return Ok(());
    }
    let csv = shown.csv.as_ref().unwrap_or(&shown.printed).csv();
    write_file(&folder.join(format!("{}.csv", table.file())), csv.as_bytes())?;
    for (name, chart) in &shown.charts {
        write_file(&folder.join(format!("{name}.svg")), chart.svg().as_bytes())?;
    }
    Ok(())
}
