//! `muehle bench …`: the figures of the documentation, one file a part.

mod endgame;
mod mcts;
mod perft;
mod search;
mod signature;
mod strength;
mod study;
mod window;

use std::sync::Arc;
use std::time::Instant;

use clap::Subcommand;

use muehle_engine::players::Resources;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// The time to build endgame tables and to look positions up
    Endgame(endgame::Arguments),
    /// The speed of random games and of Monte-Carlo tree search, on one core
    Mcts,
    /// The speed of the move generator
    Perft,
    /// The paper's tables of search variants, and the speed of the search
    Search(search::Arguments),
    /// The positions a fixed set of searches visits: changes only when the search does
    Signature,
    /// How often the search loses game value where a larger database knows better
    Strength(strength::Arguments),
    /// How soon values stand on the board, and how long a printed game takes
    Study,
    /// The window itself, on a display: first frame, frames while the engine thinks, costs while nothing happens
    Window,
}

pub(super) fn run(command: &Command, resources: &Arc<Resources>) -> anyhow::Result<()> {
    match command {
        Command::Endgame(arguments) => endgame::run(arguments, resources),
        Command::Mcts => mcts::run(resources),
        Command::Perft => perft::run(),
        Command::Search(arguments) => search::run(arguments),
        Command::Signature => signature::run(),
        Command::Strength(arguments) => strength::run(arguments, resources),
        Command::Study => study::run(resources),
        Command::Window => window::run(),
    }
}

/// A clock that stands still while other programs have the processor, where the system offers one: the seconds this
/// thread has run. Elsewhere it is the time of day.
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
    // SAFETY: the clock writes nothing but the time it is given room for.
    let told = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    (told == 0).then(|| time.tv_sec as f64 + time.tv_nsec as f64 / 1e9)
}

#[cfg(not(target_os = "linux"))]
fn thread_seconds() -> Option<f64> {
    None
}
