//! `muehle bench …`: the measurements in the documentation, one file each.

mod analysis;
mod endgame;
mod mcts;
mod paper;
mod perft;
mod search;
mod signature;
mod stop;
mod strength;
mod window;

use std::sync::Arc;
use std::time::Instant;

use clap::Subcommand;

use crate::cli::interruptible;
use muehle_engine::players::Resources;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Time to build endgame tables and look up positions
    Endgame(endgame::Arguments),
    /// Speed of random games and Monte-Carlo tree search, on one core
    Mcts,
    /// Every table and figure of the paper and of the study of Congo beside what is measured here
    Paper(paper::Arguments),
    /// Speed of the move generator
    Perft,
    /// The paper's tables of search variants, and the speed of the search
    Search(search::Arguments),
    /// Number of positions that a fixed set of searches visits; changes only when the search does
    Signature,
    /// Time from "stop" to "bestmove" in the text protocol
    Stop(stop::Arguments),
    /// How often the search loses value where a larger database knows better
    Strength(strength::Arguments),
    /// Time until values appear on the board, and to print a game
    #[command(alias = "study")]
    Analysis,
    /// The real window, which needs a display: first frame, frame rate while the engine thinks, idle cost
    Window,
}

pub(super) fn run(command: &Command, resources: &Arc<Resources>) -> anyhow::Result<()> {
    match command {
        Command::Endgame(arguments) => endgame::run(arguments, resources),
        Command::Mcts => mcts::run(resources),
        Command::Paper(arguments) => paper::run(arguments, resources, &interruptible()),
        Command::Perft => perft::run(),
        Command::Search(arguments) => search::run(arguments),
        Command::Signature => signature::run(),
        Command::Stop(arguments) => stop::run(arguments),
        Command::Strength(arguments) => strength::run(arguments, resources),
        Command::Analysis => analysis::run(resources),
        Command::Window => window::run(),
    }
}

/// A clock that counts only the seconds this thread has run, where the system offers one. Elsewhere it counts real time.
struct Stopwatch(Instant, Option<f64>);

impl Stopwatch {
    fn start() -> Stopwatch {
        Stopwatch(Instant::now(), thread_seconds())
    }

    fn seconds(&self) -> f64 {
        match (self.1, thread_seconds()) {
            (Some(start), Some(now)) => now - start,
            _ => self.0.elapsed().as_secs_f64(),
        }
    }
}

#[cfg(target_os = "linux")]
fn thread_seconds() -> Option<f64> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call only writes the time into the struct it is given.
    let result = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    (result == 0).then(|| time.tv_sec as f64 + time.tv_nsec as f64 / 1e9)
}

#[cfg(not(target_os = "linux"))]
fn thread_seconds() -> Option<f64> {
    None
}
