//! The command line: one file a subcommand. Without a subcommand the window opens.

mod analyse;
mod bench;
mod endgame;
mod engine;
mod export;
mod learn;
mod matches;
mod network;
mod perft;
mod progress;
mod study;
mod tournament;
mod train_ntuple;
mod tune;
mod window;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Parser, Subcommand};

use muehle_engine::files::DataFolders;
use muehle_engine::players::Resources;

/// Mühle (Nine Men's Morris): play it, learn it, study it and solve it.
#[derive(Debug, Parser)]
#[command(name = "muehle", version, about, subcommand_negates_reqs = true)]
struct CommandLine {
    /// The folder with heuristics, endgame tables and saved games
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    #[command(flatten)]
    window: window::Arguments,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Value every legal move of a position, the best first
    Analyse(analyse::Arguments),
    /// Measure the program on this machine
    #[command(subcommand)]
    Bench(bench::Command),
    /// Speak a text protocol in the manner of UCI on standard input and output
    Engine,
    /// Wait for a partner on another computer and play with him
    Host(network::HostArguments),
    /// Go to a partner on another computer and play with him
    Join(network::JoinArguments),
    /// Let heuristics play against each other and learn, as the paper's learning environment does
    Learn(learn::Arguments),
    /// Export a saved game as PDF, SVG, PNG or PGN
    Export(export::Arguments),
    /// Let two players play against each other
    Match(matches::Arguments),
    /// Build, check and ask the endgame database
    #[command(subcommand)]
    Endgame(endgame::Command),
    /// Count the move paths of a position, a line "depth leaves" for each depth from 1
    Perft(perft::Arguments),
    /// Let a heuristic learn from a collection of deeper searched games
    Study(study::Arguments),
    /// Let everyone play against everyone
    Tournament(tournament::Arguments),
    /// Train an n-tuple network by self-play
    TrainNtuple(train_ntuple::Arguments),
    /// Find better weights for a heuristic by random search over matches
    Tune(tune::Arguments),
}

/// Runs what the command line asks for: 0 when done, 1 when it failed, 2 when it was not understood.
pub fn run() -> ExitCode {
    let line = CommandLine::parse();
    let folders = DataFolders::find(line.data);
    let resources = Arc::new(Resources::new(folders.clone()));
    let result = match line.command {
        None => window::run(line.window, folders),
        Some(Command::Analyse(arguments)) => analyse::run(&arguments, &resources, &interruptible()),
        Some(Command::Engine) => engine::run(&resources),
        Some(Command::Bench(command)) => bench::run(&command, &resources),
        Some(Command::Host(arguments)) => network::host(&arguments, &resources, &interruptible()),
        Some(Command::Join(arguments)) => network::join(&arguments, &resources, &interruptible()),
        Some(Command::Learn(arguments)) => learn::run(&arguments, &resources, &interruptible()),
        Some(Command::Export(arguments)) => export::run(&arguments),
        Some(Command::Match(arguments)) => matches::run(&arguments, &resources, &interruptible()),
        Some(Command::Endgame(command)) => endgame::run(&command, resources.folders()),
        Some(Command::Perft(arguments)) => perft::run(&arguments),
        Some(Command::Study(arguments)) => study::run(&arguments, &resources, &interruptible()),
        Some(Command::Tournament(arguments)) => tournament::run(&arguments, &resources, &interruptible()),
        Some(Command::Tune(arguments)) => tune::run(&arguments, &resources, &interruptible()),
        Some(Command::TrainNtuple(arguments)) => train_ntuple::run(&arguments, &resources, &interruptible()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of our output went away, as `head` does: that is no failure.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("muehle: {error:#}");
            ExitCode::from(if error.is::<WrongUsage>() { 2 } else { 1 })
        }
    }
}

/// An argument that was read but makes no sense: exit code 2, as for arguments that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{0:#}")]
struct WrongUsage(anyhow::Error);

/// A flag that Ctrl-C sets, so that long work ends in good order; a second Ctrl-C ends the program at once.
fn interruptible() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    // Without a handler Ctrl-C simply ends the program, which loses nothing that was saved.
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
