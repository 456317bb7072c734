//! `muehle endgame build|verify|info|probe`: the endgame database.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::interruptible;
use muehle_engine::endgame::build::{self, Progress};
use muehle_engine::endgame::index::Subspace;
use muehle_engine::endgame::table::{Summary, Table, TableError};
use muehle_engine::endgame::{Database, EMBEDDED_STONES, MOST_STONES, patterns, verify};
use muehle_engine::files::{self, DataFolders};
use muehle_engine::learn;
use muehle_engine::learn::patterns::Fit;
use muehle_engine::rules::{Position, RemovalRule};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Compute the tables that are not there yet; goes on where an earlier build stopped
    Build(BuildArguments),
    /// Compute every value again from the values of its successors
    Verify(Tables),
    /// Tell how many positions are won, lost and drawn
    Info(InfoArguments),
    /// Read positions from standard input and print value, plies to the end and all best moves, a line each
    Probe(Tables),
    /// Learn from the tables up to ten stones what shapes are worth, and write the weights
    Patterns(PatternArguments),
}

#[derive(Debug, Args)]
pub(super) struct Tables {
    /// Tables for at most so many stones on the board
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(6..=MOST_STONES as i64))]
    stones: Option<u8>,
    /// What a mill removes when all enemy stones stand in mills: never or any
    #[arg(long, default_value = "never")]
    rules: RemovalRule,
}

#[derive(Debug, Args)]
pub(super) struct BuildArguments {
    #[command(flatten)]
    tables: Tables,
    /// Compute tables again that are there already
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
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Random positions of each number of own and enemy stones
    #[arg(long, value_name = "N", default_value_t = 4_000_000, value_parser = clap::value_parser!(u64).range(100..=100_000_000))]
    positions: u64,
    /// What a mill removes when all enemy stones stand in mills: never or any
    #[arg(long, default_value = "never")]
    rules: RemovalRule,
    /// The seed of the positions
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
        anyhow::bail!("the tables up to {needed} stones are needed; muehle endgame build --stones {needed} makes them");
    }
    let (patterns, fits) = learn::patterns::learn(&database, arguments.positions as usize, arguments.seed)?;
    for Fit { split: (own, enemy), variance, left } in fits {
        println!("{own}-{enemy}: variance of the results {variance:.4}, left by the patterns {left:.4}");
    }
    files::write_atomically(&arguments.out, &patterns.pack()?)
        .with_context(|| format!("{} cannot be written", arguments.out.display()))?;
    println!("written: {}", arguments.out.display());
    Ok(())
}

fn build(folder: &Path, arguments: &BuildArguments) -> anyhow::Result<()> {
    let BuildArguments { tables: Tables { stones, rules }, again } = *arguments;
    let stones = stones.unwrap_or(EMBEDDED_STONES);
    let _lock = build::lock_folder(folder)?;
    let pairs = if again { build::all_pairs(stones) } else { build::missing_pairs(folder, rules, stones)? };
    if pairs.is_empty() {
        println!("all tables up to {stones} stones are there, in {}", folder.display());
        return Ok(());
    }
    let memory = pairs.iter().map(|&pair| build::memory_needed(pair)).max().unwrap_or(0);
    let disk: u64 = pairs.iter().map(|&pair| build::disk_needed(pair)).sum();
    println!(
        "tables to build in {1}: {0}; at most {2} of memory and about {3} on disk",
        pairs.iter().map(|pair| pair.subspaces().len()).sum::<usize>(),
        folder.display(),
        megabytes(memory),
        megabytes(disk),
    );
    let watched = Watched::new(pairs.iter().map(|&pair| build::steps(pair)).sum())?;
    for pair in pairs {
        let start = Instant::now();
        let summaries = watched
            .run(&format!("{pair}"), build::steps(pair), |progress| build::build_pair(folder, rules, pair, progress))?;
        for summary in summaries {
            watched.println(&format!("{} ({:.1} s)", sentence(&summary), start.elapsed().as_secs_f64()));
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
        watched.println(&format!("{}: right ({:.1} s)", sentence(&summary), start.elapsed().as_secs_f64()));
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
            // Without a number of stones, what is there is shown.
            Err(TableError::Missing(_)) if stones.is_none() => continue,
            Err(error) => {
                eprintln!("muehle: {error}");
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
        1 => anyhow::bail!("one table cannot be used"),
        _ => anyhow::bail!("{unusable} tables cannot be used"),
    }
}

fn columns(cells: &[String]) -> String {
    let widths = [3, 6, 12, 12, 12, 12, 8, 12, 12];
    cells.iter().zip(widths).map(|(cell, width)| format!("{cell:>width$}")).collect()
}

/// Longer lines are no positions; they are answered without being kept.
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
        // Whoever asks one position at a time gets the answer at once.
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
pub(super) struct Watched {
    progress: Progress,
    bar: ProgressBar,
}

impl Watched {
    pub(super) fn new(steps: usize) -> anyhow::Result<Watched> {
        let template = "{msg:>5} {bar:30} {percent:>3} %  {speed}  {elapsed} elapsed, {eta} left";
        // A position is looked at once or twice; a sign that cannot be written is missing, nothing else.
        let speed = |state: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = write!(out, "{:.1} million positions/s", state.per_sec() / 1e6);
        };
        let style = ProgressStyle::with_template(template)?.with_key("speed", speed);
        let bar = ProgressBar::new(steps as u64).with_style(style);
        Ok(Watched { progress: Progress { stop: interruptible(), ..Progress::default() }, bar })
    }

    /// Runs one part of the work while another thread draws the bar.
    pub(super) fn run<R: Send>(&self, name: &str, steps: usize, work: impl FnOnce(&Progress) -> R + Send) -> R {
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
        // Drawn positions need fewer steps than were planned for.
        self.bar.set_position(before + steps as u64);
        result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }

    pub(super) fn println(&self, line: &str) {
        self.bar.suspend(|| println!("{line}"));
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
