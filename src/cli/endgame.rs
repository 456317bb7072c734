//! `muehle endgame build|verify|info|probe`: the endgame database.

use std::convert::Infallible;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressFinish, ProgressState, ProgressStyle};

use muehle_engine::endgame::build::{self, Keep, PlacingBuilder, Progress};
use muehle_engine::endgame::endings::{self, Endings};
use muehle_engine::endgame::index::Subspace;
use muehle_engine::endgame::opening::{self, Opening};
use muehle_engine::endgame::table::{self, Summary, Table, TableError};
use muehle_engine::endgame::{
    AllResults, Database, EMBEDDED_STONES, MOST_STONES, OPENING_PLIES, PLACING_PLIES, verify,
};
use muehle_engine::files::DataFolders;
use muehle_engine::learn::shapes::{self, Fit};
use muehle_engine::rules::{Move, Position, RemovalRule};

use super::output::{complain, say};
use super::{interruptible, progress, write_file};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Build missing tables, resuming where an earlier build stopped
    Build(BuildArguments),
    /// Check every value against the values of its successors
    Verify(VerifyArguments),
    /// Show how many positions are won, lost and drawn
    Info(InfoArguments),
    /// Read positions from standard input and print value, plies to the end and all best moves, one line each
    Probe(Tables),
    /// Pack the results of the opening, as they are part of the program; those of earlier plies follow from the last one's
    Opening(OpeningArguments),
    /// Pack the endings with nine and ten stones, as they are part of the program
    Endings(EndingsArguments),
    /// Learn the shape network from the tables of the whole game and write its weights
    Shapes(ShapeArguments),
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
    /// Build everything: the sliding phase, then the placing phase down to the empty board
    #[arg(long, conflicts_with_all = ["stones", "again"])]
    whole: bool,
    /// Keep only the placing tables of the first ten plies; later ones are removed as soon as they have been used
    #[arg(long, requires = "whole")]
    opening_only: bool,
    /// Rebuild tables that already exist
    #[arg(long)]
    again: bool,
}

#[derive(Debug, Args)]
pub(super) struct VerifyArguments {
    #[command(flatten)]
    tables: Tables,
    /// Check everything: the sliding phase and the existing tables of the placing phase
    #[arg(long, conflicts_with = "stones")]
    whole: bool,
    /// Check only this many random positions of each table
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,
}

#[derive(Debug, Args)]
pub(super) struct InfoArguments {
    #[command(flatten)]
    tables: Tables,
    /// Print comma-separated values: own,enemy,positions,wins,losses,draws,longest; if there are placing tables also
    /// own_hand,enemy_hand
    #[arg(long)]
    csv: bool,
}

#[derive(Debug, Args)]
pub(super) struct OpeningArguments {
    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Whether a stone may be removed when all enemy stones are in mills: never or any
    #[arg(long, default_value = "never")]
    rules: RemovalRule,
    /// Pack the results after this number of plies
    #[arg(long, value_name = "N", default_value_t = OPENING_PLIES, value_parser = clap::value_parser!(u8).range(1..=i64::from(opening::MOST_PLIES)))]
    plies: u8,
}

#[derive(Debug, Args)]
pub(super) struct EndingsArguments {
    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Whether a stone may be removed when all enemy stones are in mills: never or any
    #[arg(long, default_value = "never")]
    rules: RemovalRule,
}

#[derive(Debug, Args)]
pub(super) struct ShapeArguments {
    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Examples to learn from, in millions
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u16).range(1..=1000))]
    millions: u16,
    /// How often each position is learned
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=1000))]
    passes: u16,
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
        Command::Verify(arguments) => verify_tables(&folder, arguments),
        Command::Info(arguments) => info(&folder, arguments),
        Command::Probe(tables) => probe(&folder, tables),
        Command::Opening(arguments) => pack_opening(&folder, arguments),
        Command::Endings(arguments) => pack_endings(&folder, arguments),
        Command::Shapes(arguments) => learn_shapes(&folder, arguments),
    }
}

fn pack_opening(folder: &Path, arguments: &OpeningArguments) -> anyhow::Result<()> {
    let bytes = opening::pack(folder, arguments.rules, arguments.plies)?;
    let begun = Instant::now();
    if arguments.plies <= OPENING_PLIES {
        Opening::unpack(&bytes, arguments.rules)?;
    } else {
        let before =
            Opening::embedded(arguments.rules, opening::Part::Tenth).context("the tenth ply cannot be unpacked")?;
        Opening::unpack_after(before, &bytes, arguments.rules)?;
    }
    let seconds = begun.elapsed().as_secs_f64();
    write_file(&arguments.out, &bytes)?;
    let path = arguments.out.display();
    Ok(say(format_args!("saved {path}: {} bytes, unpacked in {seconds:.2} s", bytes.len()))?)
}

fn pack_endings(folder: &Path, arguments: &EndingsArguments) -> anyhow::Result<()> {
    let bytes = endings::pack(folder, arguments.rules)?;
    let begun = Instant::now();
    let memory = Endings::unpack(&bytes, arguments.rules)?.bytes() as u64;
    let seconds = begun.elapsed().as_secs_f64();
    write_file(&arguments.out, &bytes)?;
    let path = arguments.out.display();
    let (length, memory) = (bytes.len(), megabytes(memory));
    Ok(say(format_args!("saved {path}: {length} bytes, unpacked in {seconds:.2} s to {memory}"))?)
}

fn learn_shapes(folder: &Path, arguments: &ShapeArguments) -> anyhow::Result<()> {
    let ShapeArguments { out, millions, passes, rules, seed } = arguments;
    let stop = AtomicBool::new(false);
    if !Database::open_all(folder, *rules).reach().is_complete() {
        anyhow::bail!("the tables of the whole game are missing; muehle endgame build --whole builds them");
    }
    let Some(results) = AllResults::load(folder, *rules, shapes::FIRST_RESULTS, &stop)? else { return Ok(()) };
    let bar = progress::bar(100, "%");
    let advance = |share: f32| bar.set_position((100.0 * share) as u64);
    let examples = 1_000_000 * usize::from(*millions);
    let learned = shapes::learn(results, examples, (*passes).into(), *seed, &stop, &advance);
    bar.finish_and_clear();
    let Some((network, fits)) = learned else { return Ok(()) };
    for Fit { in_hand, positions, variance, left } in fits {
        say(format_args!(
            "{in_hand} stones in hand, {positions} test positions: variance of the results {variance:.4}, left {left:.4}"
        ))?;
    }
    let bytes = network.pack()?;
    write_file(out, &bytes)?;
    Ok(say(format_args!("saved {}: {} bytes", out.display(), bytes.len()))?)
}

fn build(folder: &Path, arguments: &BuildArguments) -> anyhow::Result<()> {
    let BuildArguments { tables: Tables { stones, rules }, whole, opening_only, again } = *arguments;
    let stones = stones.unwrap_or(if whole { MOST_STONES } else { EMBEDDED_STONES });
    let _lock = build::lock_folder(folder)?;
    let pairs = if again { build::all_pairs(stones) } else { build::missing_pairs(folder, rules, stones)? };
    let keep = if opening_only { Keep::Opening } else { Keep::Everything };
    let placing = if whole { build::missing_placing(folder, rules, keep)? } else { Vec::new() };
    if pairs.is_empty() && placing.is_empty() {
        let tables = if whole { "all tables".to_owned() } else { format!("all tables up to {stones} stones") };
        return Ok(say(format_args!("{tables} already exist in {}", folder.display()))?);
    }
    let sliding_memory = pairs.iter().map(|&pair| build::memory_needed(pair));
    let placing_memory = placing.iter().map(|&subspace| build::memory_needed_for_placing(subspace));
    let disk: u64 = pairs.iter().map(|&pair| build::disk_needed(pair)).sum::<u64>()
        + placing.iter().map(|&subspace| build::disk_needed_for_placing(subspace)).sum::<u64>();
    say(format_args!(
        "tables to build in {1}: {0}; needs up to {2} of memory and about {3} on disk",
        pairs.iter().map(|pair| pair.subspaces().len()).sum::<usize>() + placing.len(),
        folder.display(),
        megabytes(sliding_memory.chain(placing_memory).max().unwrap_or(0)),
        megabytes(disk),
    ))?;
    let placing_steps = |subspace: Subspace| subspace.index().slots();
    let sliding_steps: usize = pairs.iter().map(|&pair| build::steps(pair)).sum();
    let watched = Watched::new(sliding_steps + placing.iter().map(|&subspace| placing_steps(subspace)).sum::<usize>())?;
    for pair in pairs {
        let start = Instant::now();
        let summaries = watched
            .run(&format!("{pair}"), build::steps(pair), |progress| build::build_pair(folder, rules, pair, progress))?;
        for summary in summaries {
            watched.say(&format!("{} ({:.1} s)", sentence(&summary), start.elapsed().as_secs_f64()))?;
        }
    }
    let mut builder = PlacingBuilder::new(folder, rules);
    for subspace in placing {
        let start = Instant::now();
        let summary = watched
            .run(&format!("{subspace}"), placing_steps(subspace), |progress| builder.build(subspace, progress))?;
        build::drop_used(folder, rules, subspace, keep)?;
        watched.say(&format!("{} ({:.1} s)", sentence(&summary), start.elapsed().as_secs_f64()))?;
    }
    Ok(())
}

fn verify_tables(folder: &Path, arguments: &VerifyArguments) -> anyhow::Result<()> {
    let VerifyArguments { tables: Tables { stones, rules }, whole, sample } = *arguments;
    let mut subspaces = Subspace::up_to(stones.unwrap_or(if whole { MOST_STONES } else { EMBEDDED_STONES }));
    if whole {
        let there = |subspace: &Subspace| table::path(folder, rules, *subspace).is_file();
        subspaces.extend((0..PLACING_PLIES).rev().flat_map(Subspace::placing).filter(there));
    }
    let steps = |subspace: Subspace| sample.map_or(subspace.index().slots(), |positions| positions as usize);
    let watched = Watched::new(subspaces.iter().map(|&subspace| steps(subspace)).sum())?;
    let database = Database::open_all(folder, rules);
    for subspace in subspaces {
        let start = Instant::now();
        if !verify::has_successors(folder, rules, subspace) {
            watched.say(&format!("{subspace}: skipped, the tables one ply later were not kept"))?;
            continue;
        }
        let summary = watched.run(&format!("{subspace}"), steps(subspace), |progress| {
            let table = Table::find(Some(folder), rules, subspace)?;
            match sample {
                Some(positions) => verify::verify_sample(&table, &database, positions as usize, SEED, progress),
                None => verify::verify(&table, Some(folder), progress),
            }
        })?;
        let checked = sample.map_or("correct".to_owned(), |positions| format!("{positions} positions are correct"));
        watched.say(&format!("{}: {checked} ({:.1} s)", sentence(&summary), start.elapsed().as_secs_f64()))?;
    }
    Ok(())
}

/// Decides which positions `verify --sample` looks at: the same ones each time.
const SEED: u64 = 1;

fn sentence(summary: &Summary) -> String {
    let Summary { subspace, positions, wins, losses, draws, longest, .. } = summary;
    let counts = format!("{subspace}: {positions} positions, {wins} won, {losses} lost, {draws} drawn");
    if subspace.is_placing() { counts } else { format!("{counts}, longest {longest} plies") }
}

fn megabytes(bytes: u64) -> String {
    format!("{} MB", bytes.div_ceil(1_000_000))
}

fn info(folder: &Path, arguments: &InfoArguments) -> anyhow::Result<()> {
    let Tables { stones, rules } = arguments.tables;
    let mut subspaces = Subspace::up_to(stones.unwrap_or(MOST_STONES));
    // Without a number of stones, only existing tables are shown, and those of the placing phase too.
    let is_shown = |subspace: &Subspace| stones.is_some() || exists(folder, rules, *subspace);
    let placing = (0..PLACING_PLIES).rev().flat_map(Subspace::placing).filter(|_| stones.is_none());
    subspaces.extend(placing);
    subspaces.retain(is_shown);
    let with_hands = subspaces.iter().any(|subspace| subspace.is_placing());
    let mut out = io::stdout().lock();
    let mut titles = vec!["own", "enemy", "positions", "wins", "losses", "draws", "longest"];
    if !arguments.csv {
        titles.extend(["results", "distances"]);
    }
    if with_hands {
        titles.extend(["own_hand", "enemy_hand"]);
    }
    let line = |cells: &[String]| if arguments.csv { cells.join(",") } else { columns(cells) };
    writeln!(out, "{}", line(&titles.iter().map(|&title| title.to_owned()).collect::<Vec<_>>()))?;
    let mut unusable = 0;
    for subspace in subspaces {
        let table = match Table::find(Some(folder), rules, subspace) {
            Ok(table) => table,
            Err(error) => {
                complain(error);
                unusable += 1;
                continue;
            }
        };
        let Summary { positions, wins, losses, draws, longest, .. } = table.summary();
        let counts = [subspace.own() as u64, subspace.enemy() as u64, positions, wins, losses, draws];
        let mut cells: Vec<String> = counts.iter().map(u64::to_string).collect();
        // Distances are not known while stones are in hand.
        cells.push(if subspace.is_placing() { "-".to_owned() } else { longest.to_string() });
        if !arguments.csv {
            cells.extend(table.section_bytes().iter().map(u64::to_string));
        }
        if with_hands {
            cells.extend(subspace.hands().iter().map(u8::to_string));
        }
        writeln!(out, "{}", line(&cells))?;
    }
    if !arguments.csv && stones.is_none() {
        writeln!(out, "{}", reach(folder, rules))?;
    }
    match unusable {
        0 => Ok(()),
        1 => anyhow::bail!("one table is unusable"),
        _ => anyhow::bail!("{unusable} tables are unusable"),
    }
}

/// How far the tables reach, and how to get further.
fn reach(folder: &Path, rules: RemovalRule) -> String {
    let sliding = Database::open_all(folder, rules).max_stones();
    let is_there = |subspace: &Subspace| Table::open(folder, rules, *subspace).is_ok();
    let [all, there] = [true, false].map(|all| {
        let placing = (0..PLACING_PLIES).flat_map(Subspace::placing);
        placing.filter(|subspace| all || is_there(subspace)).count()
    });
    if sliding == MOST_STONES && there == all {
        return "These tables have every position of the game.".to_owned();
    }
    let missing = |keep| build::placing_to_build(keep, |subspace| Ok::<_, Infallible>(is_there(&subspace)));
    let placing = match there {
        0 => "nothing of the placing phase".to_owned(),
        _ if missing(Keep::Opening).is_ok_and(|missing| missing.is_empty()) => {
            format!("the opening and {there} of {all} tables of the placing phase")
        }
        _ => format!("{there} of {all} tables of the placing phase"),
    };
    format!(
        "These tables have the sliding phase up to {sliding} stones and {placing}.\n\
         muehle endgame build --whole --rules {rules} builds the rest."
    )
}

fn exists(folder: &Path, rules: RemovalRule, subspace: Subspace) -> bool {
    !matches!(Table::find(Some(folder), rules, subspace), Err(TableError::Missing(_)))
}

fn columns(cells: &[String]) -> String {
    let widths = [3, 6, 12, 12, 12, 12, 8, 12, 12, 10, 12];
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
    let with_moves =
        |text: String, moves: &mut dyn Iterator<Item = Move>| moves.fold(text, |text, mv| format!("{text} {mv}"));
    // While stones are in hand the distance is not known.
    let answer = match position.hands_are_empty() {
        true => database
            .solve(&position)
            .map(|solved| solved.map(|solved| with_moves(solved.value.to_string(), &mut solved.best_moves()))),
        false => database
            .outcomes(&position)
            .map(|solved| solved.map(|solved| with_moves(format!("{} -", solved.outcome), &mut solved.best_moves()))),
    };
    match answer {
        Ok(None) => "unknown".to_owned(),
        Err(error) => format!("error: {error}"),
        Ok(Some(text)) => text,
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
