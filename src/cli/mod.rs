//! The command line: one file a subcommand. Without a subcommand the window opens.

mod bench;
mod perft;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Mühle (Nine Men's Morris): play it, learn it, study it and solve it.
#[derive(Debug, Parser)]
#[command(name = "muehle", version, about, subcommand_negates_reqs = true)]
struct CommandLine {
    /// The folder with heuristics, endgame tables and saved games
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Measure the program on this machine
    #[command(subcommand)]
    Bench(bench::Command),
    /// Count the move paths of a position, a line "depth leaves" for each depth from 1
    Perft(perft::Arguments),
}

/// Runs what the command line asks for: 0 when done, 1 when it failed, 2 when it was not understood.
pub fn run() -> ExitCode {
    let line = CommandLine::parse();
    let result = match line.command {
        None => Err(anyhow::anyhow!("the window is not built yet; see muehle --help")),
        Some(Command::Bench(command)) => bench::run(&command),
        Some(Command::Perft(arguments)) => perft::run(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of our output went away, as `head` does: that is no failure.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("muehle: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
