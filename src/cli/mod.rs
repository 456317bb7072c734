//! The command line, with one file per subcommand. Without a subcommand the window opens.

// They panic when nobody reads them or the disk is full; see `output`.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod analyse;
mod arguments;
mod bench;
mod endgame;
mod engine;
mod export;
mod games;
mod heuristic;
mod learn;
mod matches;
mod network;
mod openings;
mod output;
mod perft;
mod progress;
mod puzzles;
mod review;
mod study;
mod sweep;
mod tournament;
mod train_ntuple;
mod tune;
mod window;

#[cfg(any(test, fuzzing))]
pub use engine::fuzzing as engine_fuzzing;

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use clap::{CommandFactory, Parser, Subcommand};
use tracing_subscriber::filter::LevelFilter;

use crate::about;
use crate::crash;
use crate::logs;
use crate::texts::{Language, Texts};

use muehle_engine::files::{DataFolders, write_atomically};
use muehle_engine::players::{EngineError, PlayerError, Resources};

/// Mühle (Nine Men's Morris): play it, learn it, study it and solve it.
#[derive(Debug, Parser)]
#[command(
    name = "muehle",
    version = about::version_line(),
    long_version = about::long_version(),
    about,
    subcommand_negates_reqs = true
)]
struct CommandLine {
    /// Folder with heuristics, endgame tables and saved games
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    /// What to log: the window to files in the data folder (info by default), commands to standard error
    #[arg(long, value_name = "LEVEL", global = true, value_parser = ["off", "error", "warn", "info", "debug", "trace"])]
    log: Option<String>,
    #[command(flatten)]
    window: window::Arguments,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play a match between two players
    #[command(after_long_help = arguments::players_help())]
    Match(matches::Arguments),
    /// Play a round-robin tournament
    #[command(after_long_help = arguments::players_help())]
    Tournament(tournament::Arguments),
    /// Wait for an opponent on another computer and play
    #[command(after_long_help = arguments::players_help())]
    Host(network::HostArguments),
    /// Connect to an opponent on another computer and play
    #[command(after_long_help = arguments::players_help())]
    Join(network::JoinArguments),
    /// Show the value of every legal move of a position, or explain its value
    Analyse(analyse::Arguments),
    /// Show what a heuristic consists of
    #[command(subcommand)]
    Heuristic(heuristic::Command),
    /// Show every point where a stone can be placed: exact value, estimate, results in your games
    Openings(openings::Arguments),
    /// Export a saved game as PDF, SVG, PNG or PGN
    Export(export::Arguments),
    /// List the games of a file or your finished games, one numbered line each, or print statistics
    Games(games::Arguments),
    /// Review a saved game: judge every move and write it as annotated PGN
    Review(review::Arguments),
    /// Make puzzles and print them as PGN games
    Puzzles(puzzles::Arguments),
    /// Build, verify and query the endgame database
    #[command(subcommand)]
    Endgame(endgame::Command),
    /// Let heuristics play each other and learn, as in the paper's learning environment
    Learn(learn::Arguments),
    /// Train heuristics on games played with a deeper search
    Study(study::Arguments),
    /// Improve the weights of a heuristic by random search, tested in matches
    Tune(tune::Arguments),
    /// Train an n-tuple network by self-play
    TrainNtuple(train_ntuple::Arguments),
    /// Train and measure players for every combination of some parameters
    #[command(after_long_help = sweep::HELP)]
    Sweep(sweep::Arguments),
    /// Speak a UCI-like text protocol on standard input and output
    Engine,
    /// Print the licences of the program and of everything it is built from
    Licences,
    /// Write the manual pages of all commands into a folder
    #[command(hide = true)]
    Man { folder: PathBuf },
    /// Count the leaves of the move tree, one line "depth leaves" per depth
    Perft(perft::Arguments),
    /// Measure the program on this machine
    #[command(subcommand)]
    Bench(bench::Command),
}

/// Runs the command line. Exit code 0 is success, 1 a failed run, 2 wrong usage.
pub fn run() -> ExitCode {
    output::attach_console();
    let line = CommandLine::parse();
    let folders = DataFolders::find(line.data);
    folders.remove_leftovers();
    crash::report_into(folders.root());
    start_log(line.log.as_deref(), line.command.is_none(), &folders);
    let resources = Arc::new(Resources::new(folders.clone()));
    let result = match line.command {
        None => window::run(line.window, folders),
        Some(Command::Match(arguments)) => matches::run(&arguments, &resources, &interruptible()),
        Some(Command::Tournament(arguments)) => tournament::run(&arguments, &resources, &interruptible()),
        Some(Command::Host(arguments)) => network::host(&arguments, &resources, &interruptible()),
        Some(Command::Join(arguments)) => network::join(&arguments, &resources, &interruptible()),
        Some(Command::Analyse(arguments)) => analyse::run(&arguments, &resources, &interruptible()),
        Some(Command::Heuristic(command)) => heuristic::run(&command, resources.folders()),
        Some(Command::Openings(arguments)) => openings::run(&arguments, &resources, &interruptible()),
        Some(Command::Export(arguments)) => export::run(&arguments),
        Some(Command::Games(arguments)) => games::run(&arguments, resources.folders()),
        Some(Command::Review(arguments)) => review::run(&arguments, &resources, &interruptible()),
        Some(Command::Puzzles(arguments)) => puzzles::run(&arguments, &resources, &interruptible()),
        Some(Command::Endgame(command)) => endgame::run(&command, resources.folders()),
        Some(Command::Learn(arguments)) => learn::run(&arguments, &resources, &interruptible()),
        Some(Command::Study(arguments)) => study::run(&arguments, &resources, &interruptible()),
        Some(Command::Tune(arguments)) => tune::run(&arguments, &resources, &interruptible()),
        Some(Command::TrainNtuple(arguments)) => train_ntuple::run(&arguments, &resources, &interruptible()),
        Some(Command::Sweep(arguments)) => sweep::run(&arguments, &resources, &interruptible()),
        Some(Command::Engine) => engine::run(&resources),
        Some(Command::Man { folder }) => write_manual(&folder),
        Some(Command::Licences) => output::say(about::licences()).map_err(Into::into),
        Some(Command::Perft(arguments)) => perft::run(&arguments),
        Some(Command::Bench(command)) => bench::run(&command, &resources),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of our output has gone, as `head` does; that is not a failure.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(with_causes(&error));
            ExitCode::from(if error.is::<WrongUsage>() { 2 } else { 1 })
        }
    }
}

/// Writes a manual page for each command, made from what `--help` says.
fn write_manual(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(CommandLine::command(), folder))
        .with_context(|| format!("could not write the manual into {}", folder.display()))
}

/// Starts the log of the window, or of a command if it was asked for.
fn start_log(level: Option<&str>, is_window: bool, folders: &DataFolders) {
    // Clap has checked the word.
    let level = level.and_then(|level| level.parse().ok());
    match level {
        level if is_window => logs::to_files(level.unwrap_or(LevelFilter::INFO), &folders.root().join("logs")),
        Some(level) => logs::to_standard_error(level),
        None => {}
    }
    tracing::info!(version = about::version_line(), system = std::env::consts::OS, "started");
}

/// The texts that the command line shares with the window; it speaks English.
fn english() -> Texts {
    Language::English.texts()
}

/// An argument that can be read but not used: exit code 2, as for arguments that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
struct WrongUsage(anyhow::Error);

fn wrong_usage(error: impl Into<anyhow::Error>) -> anyhow::Error {
    let error = error.into();
    match error.downcast_ref() {
        // The text of the player is right; its program does not start or does not answer.
        Some(PlayerError::Engine(problem)) if !matches!(problem, EngineError::NoCommand) => error,
        _ => WrongUsage(error).into(),
    }
}

/// An error and its causes. Many errors already name their cause, which is not repeated.
fn with_causes(error: &anyhow::Error) -> String {
    let add = |text: String, cause: String| if text.contains(&cause) { text } else { format!("{text}: {cause}") };
    error.chain().map(ToString::to_string).reduce(add).unwrap_or_default()
}

fn write_file(path: &Path, contents: &[u8]) -> anyhow::Result<()> {
    write_atomically(path, contents).with_context(|| format!("{} cannot be written", path.display()))
}

/// A flag that Ctrl-C and a request of the system to end set, so that long work can end cleanly. A second request ends
/// the program at once.
fn interruptible() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    // Without a handler either simply ends the program, and saved work stays safe.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    stop
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
