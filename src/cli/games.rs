//! `muehle games FILE`: the games of a file, one numbered line each.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use crate::controller::GameFile;
use muehle_engine::game::pgn::Collection;

/// If none of the first games is one, the file is refused.
const TRIED: usize = 20;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// File with saved games
    file: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let games = Collection::open(&arguments.file)?;
    // The list is made without reading the moves, so anything with brackets would look like a list of games.
    for place in 0..games.len().min(TRIED) {
        match GameFile::read(&games, place) {
            Err(error) if place + 1 == games.len().min(TRIED) => return Err(error.into()),
            Err(_) => {}
            Ok(_) => break,
        }
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    for (place, entry) in games.entries().iter().enumerate() {
        let [white, black, date, result] =
            [&entry.white, &entry.black, &entry.date, &entry.result].map(|tag| plain(tag));
        writeln!(out, "{}. {white} - {black}, {date}, {result}, {} plies", place + 1, entry.plies)?;
    }
    Ok(out.flush()?)
}

/// A tag as one line that cannot control a terminal.
fn plain(tag: &str) -> String {
    let text: String = tag.chars().filter(|letter| !letter.is_control()).collect();
    if text.is_empty() { "?".to_owned() } else { text }
}
