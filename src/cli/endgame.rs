//! `muehle endgame build|verify|info|probe`: the endgame database.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressFinish, ProgressState, ProgressStyle};

use muehle_engine::endgame::build::{self, Progress};
use muehle_engine::endgame::index::Subspace;
use muehle_engine::endgame::table::{Summary, Table, TableError};
use muehle_engine::endgame::{Database, EMBEDDED_STONES, MOST_STONES, patterns, verify};
use muehle_engine::files::DataFolders;
use muehle_engine::learn;
use muehle_engine::learn::patterns::Fit;
use muehle_engine::rules::{Position, RemovalRule};

use super::output::{complain, say};
use super::{interruptible, write_file};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Build missing tables, resuming where an earlier build stopped
    Build(BuildArguments),
    /// Check every value against the values of its successors
    Verify(Tables),
    /// Show how many positions are won, lost and drawn
    Info(InfoArguments),
    /// Read positions from standard input and print value, plies to the end and all best moves, one line each
    Probe(Tables),
    /// Learn the endgame patterns from the tables up to ten stones and write their weights
    Patterns(PatternArguments),
}

#[derive(Debug, Args)]
pub(super) struct Tables {
    /// Tables for at most this many stones on the board
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(6..=MOST_STONES as i64))]
    stones: Option<u8>,
    /// Whether a stone may be removed when all enemy stones are in mills: never or any
    #[arg(long, default_value = "never")]
    rules: RemovalRule,
}

#[derive(Debug, Args)]
pub(super) struct BuildArguments {
    #[command(flatten)]
    tables: Tables,
    /// Rebuild tables that already exist
    #[arg(long)]
    again: bool,
}

#[derive(Debug, Args)]
pub(super) struct InfoArguments {
    #[command(flatten)]
    tables: Tables,
    /// Print comma-separated values: own,enemy,positions,wins,losses,draws,longest
    #[arg(long)]
    csv: bool,
}

#[derive(Debug, Args)]
pub(super) struct PatternArguments {
    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Random positions per split of own and enemy stones
    #[arg(long, value_name = "N", default_value_t = 4_000_000, value_parser = clap::value_parser!(u64).range(100..=100_000_000))]
    positions: u64,
    /// Whether a stone may be removed when all enemy stones are in mills: never or any
    #[arg(long, default_value = "never")]
    rules: RemovalRule,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(command: &Command, folders: &DataFolders) -> anyhow::Result<()> {
    let folder = folders.endgame();
    match command {
        Command::Build(arguments) => build(&folder, arguments),
        Command::Verify(tables) => verify_tables(&folder, tables),
        Command::Info(arguments) => info(&folder, arguments),
        Command::Probe(tables) => probe(&folder, tables),
        Command::Patterns(arguments) => learn_patterns(&folder, arguments),
    }
}

fn learn_patterns(folder: &Path, arguments: &PatternArguments) -> anyhow::Result<()> {
    let database = Database::open_all(folder, arguments.rules);
    let needed = patterns::LARGEST_SPLIT;
    if usize::from(database.max_stones()) < needed {
        anyhow::bail!(
            "the tables up to {needed} stones are missing; muehle endgame build --stones {needed} builds them"
        );
    }
    let (patterns, fits) = learn::patterns::learn(&database, arguments.positions as usize, arguments.seed)?;
    for Fit { split: (own, enemy), variance, left } in fits {
        say(format_args!("{own}-{enemy}: variance of the results {variance:.4}, after the patterns {left:.4}"))?;
    }
    write_file(&arguments.out, &patterns.pack()?)?;
    Ok(say(format_args!("saved {}", arguments.out.display()))?)
}

fn build(folder: &Path, arguments: &BuildArguments) -> anyhow::Result<()> {
    let BuildArguments { tables: Tables { stones, rules }, again } = *arguments;
    let stones = stones.unwrap_or(EMBEDDED_STONES);
    let _lock = build::lock_folder(folder)?;
    let pairs = if again { build::all_pairs(stones) } else { build::missing_pairs(folder, rules, stones)? };
    if pairs.is_empty() {
        return Ok(say(format_args!("all tables up to {stones} stones already exist in {}", folder.display()))?);
    }
    let memory = pairs.iter().map(|&pair| build::memory_needed(pair)).max().unwrap_or(0);
    let disk: u64 = pairs.iter().map(|&pair| build::disk_needed(pair)).sum();
    say(format_args!(
        "tables to build in {1}: {0}; needs up to {2} of memory and about {3} on disk",
        pairs.iter().map(|pair| pair.subspaces().len()).sum::<usize>(),
        folder.display(),
        megabytes(memory),
        megabytes(disk),
    ))?;
    let watched = Watched::new(pairs.iter().map(|&pair| build::steps(pair)).sum())?;
    for pair in pairs {
        let start = Instant::now();
        let summaries = watched
            .run(&format!("{pair}"), build::steps(pair), |progress| build::build_pair(folder, rules, pair, progress))?;
        for summary in summaries {
            watched.say(&format!("{} ({:.1} s)", sentence(&summary), start.elapsed().as_secs_f64()))?;
        }
    }
    Ok(())
}

fn verify_tables(folder: &Path, tables: &Tables) -> anyhow::Result<()> {
    let subspaces = Subspace::up_to(tables.stones.unwrap_or(EMBEDDED_STONES));
    let watched = Watched::new(subspaces.iter().map(|subspace| subspace.index().slots()).sum())?;
    for subspace in subspaces {
        let start = Instant::now();
        let summary = watched.run(&format!("{subspace}"), subspace.index().slots(), |progress| {
            verify::verify(&Table::find(Some(folder), tables.rules, subspace)?, Some(folder), progress)
        })?;
        watched.say(&format!("{}: correct ({:.1} s)", sentence(&summary), start.elapsed().as_secs_f64()))?;
    }
    Ok(())
}

fn sentence(summary: &Summary) -> String {
    let Summary { subspace, positions, wins, losses, draws, longest, .. } = summary;
    format!("{subspace}: {positions} positions, {wins} won, {losses} lost, {draws} drawn, longest {longest} plies")
}

fn megabytes(bytes: u64) -> String {
    format!("{} MB", bytes.div_ceil(1_000_000))
}

fn info(folder: &Path, arguments: &InfoArguments) -> anyhow::Result<()> {
    let Tables { stones, rules } = arguments.tables;
    let mut out = io::stdout().lock();
    if arguments.csv {
        writeln!(out, "own,enemy,positions,wins,losses,draws,longest")?;
    } else {
        let titles = ["own", "enemy", "positions", "wins", "losses", "draws", "longest", "results", "distances"];
        writeln!(out, "{}", columns(&titles.map(String::from)))?;
    }
    let mut unusable = 0;
    for subspace in Subspace::up_to(stones.unwrap_or(MOST_STONES)) {
        let table = match Table::find(Some(folder), rules, subspace) {
            Ok(table) => table,
            // Without a number of stones, only existing tables are shown.
            Err(TableError::Missing(_)) if stones.is_none() => continue,
            Err(error) => {
                complain(error);
                unusable += 1;
                continue;
            }
        };
        let Summary { positions, wins, losses, draws, longest, .. } = table.summary();
        let counts = [subspace.own() as u64, subspace.enemy() as u64, positions, wins, losses, draws, longest.into()];
        if arguments.csv {
            writeln!(out, "{}", counts.map(|count| count.to_string()).join(","))?;
        } else {
            let bytes = table.section_bytes();
            let cells: Vec<String> = counts.iter().chain(&bytes).map(u64::to_string).collect();
            writeln!(out, "{}", columns(&cells))?;
        }
    }
    match unusable {
        0 => Ok(()),
        1 => anyhow::bail!("one table is unusable"),
        _ => anyhow::bail!("{unusable} tables are unusable"),
    }
}

fn columns(cells: &[String]) -> String {
    let widths = [3, 6, 12, 12, 12, 12, 8, 12, 12];
    cells.iter().zip(widths).map(|(cell, width)| format!("{cell:>width$}")).collect()
}

/// Longer lines cannot be positions; the rest of them is skipped.
const LONGEST_LINE: u64 = 4096;

fn probe(folder: &Path, tables: &Tables) -> anyhow::Result<()> {
    let database = match tables.stones {
        Some(stones) => Database::open(Some(folder), tables.rules, stones),
        None => Database::open_all(folder, tables.rules),
    };
    let mut input = BufReader::new(io::stdin().lock());
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut line = Vec::new();
    loop {
        line.clear();
        if (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        if line.len() as u64 == LONGEST_LINE && line.last() != Some(&b'\n') {
            input.skip_until(b'\n')?;
            writeln!(out, "error: the line is too long for a position")?;
        } else {
            writeln!(out, "{}", answer(&database, &String::from_utf8_lossy(&line)))?;
        }
        // When positions come one at a time, each is answered at once.
        if input.buffer().is_empty() {
            out.flush()?;
        }
    }
    Ok(out.flush()?)
}

fn answer(database: &Database, line: &str) -> String {
    let position: Position = match line.trim().parse() {
        Ok(position) => position,
        Err(error) => return format!("error: {error}"),
    };
    match database.solve(&position) {
        Ok(None) => "unknown".to_owned(),
        Err(error) => format!("error: {error}"),
        Ok(Some(solved)) => solved.best_moves().fold(solved.value.to_string(), |text, mv| format!("{text} {mv}")),
    }
}

/// Long work with a progress bar on a terminal, which ends cleanly on Ctrl-C.
struct Watched {
    progress: Progress,
    bar: ProgressBar,
}

impl Watched {
    fn new(steps: usize) -> anyhow::Result<Watched> {
        let template = "{msg:>5} {bar:30} {percent:>3} %  {speed}  {elapsed} elapsed, {eta} left";
        // A position counts once or twice. If the text cannot be written it is just not shown.
        let speed = |state: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = write!(out, "{:.1} million positions/s", state.per_sec() / 1e6);
        };
        let style = ProgressStyle::with_template(template)?.with_key("speed", speed);
        let bar = ProgressBar::new(steps as u64).with_style(style).with_finish(ProgressFinish::AndClear);
        Ok(Watched { progress: Progress { stop: interruptible(), ..Progress::default() }, bar })
    }

    /// Runs one part of the work while another thread draws the bar.
    fn run<R: Send>(&self, name: &str, steps: usize, work: impl FnOnce(&Progress) -> R + Send) -> R {
        let before = self.bar.position();
        self.bar.set_message(name.to_owned());
        self.progress.steps.store(0, Ordering::Relaxed);
        let result = thread::scope(|scope| {
            let worker = scope.spawn(|| work(&self.progress));
            while !worker.is_finished() {
                self.bar.set_position(before + self.progress.steps.load(Ordering::Relaxed) as u64);
                thread::sleep(Duration::from_millis(if self.bar.is_hidden() { 5 } else { 100 }));
            }
            worker.join()
        });
        // Drawn positions need fewer steps than planned.
        self.bar.set_position(before + steps as u64);
        result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }

    /// Prints a line above the bar.
    fn say(&self, line: &str) -> io::Result<()> {
        self.bar.suspend(|| say(line))
    }
}
