//! `muehle review FILE`: a saved game with every move judged, as annotated PGN on standard output.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::anyhow;
use clap::Args;

use crate::controller::GameFile;
use crate::controller::review;
use crate::texts::Language;
use muehle_engine::game::pgn::{self, Collection};
use muehle_engine::players::Resources;
use muehle_engine::review::{Effort, ReviewedMove};

use super::{output, progress};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Saved game
    file: PathBuf,
    /// Number of the game, if the file has several; "muehle games" lists them
    #[arg(long = "game", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    number: Option<u32>,
    /// Language of the comments: de or en
    #[arg(long, default_value = "en")]
    language: Language,
    /// Search depth in plies where no table knows a position
    #[arg(long, value_name = "N", default_value_t = Effort::REVIEW.depth, value_parser = clap::value_parser!(u32).range(2..=30))]
    depth: u32,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = review::threads() as u16, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

pub(super) fn run(arguments: &Arguments, resources: &Arc<Resources>, stop: &AtomicBool) -> anyhow::Result<()> {
    let games = Collection::open(&arguments.file)?;
    let place = super::export::chosen_game(&games, arguments.number)?;
    let (_, mut reading) = GameFile::read(&games, place)?;
    let line = reading.game.line();
    let bar = progress::bar(line.len() as u64 - 1, "moves");
    let count = |_: &ReviewedMove| bar.inc(1);
    // A greater depth needs more positions; there is nobody who waits.
    let depth = arguments.depth;
    let nodes = if depth == Effort::REVIEW.depth { Effort::REVIEW.nodes } else { u64::MAX };
    let (effort, threads) = (Effort { depth, nodes }, arguments.threads.into());
    let found = muehle_engine::review::review(&reading.game, &line, resources, effort, threads, stop, &count)?;
    drop(bar);
    review::annotate(&mut reading.game, &mut reading.tags, &found, arguments.language.texts());
    let text = pgn::write(&reading.tags, &reading.game);
    io::stdout().lock().write_all(text.as_bytes())?;
    for problem in resources.endgame(reading.game.removal_rule()).take_problems() {
        output::complain(problem);
    }
    let source = arguments.file.display();
    match reading.fault {
        _ if stop.load(Ordering::Relaxed) => {
            Err(anyhow!("stopped after {} of {} moves", found.moves.len(), line.len() - 1))
        }
        Some(fault) => Err(anyhow!("{source}: {fault}; reviewed only what comes before")),
        None => Ok(()),
    }
}
