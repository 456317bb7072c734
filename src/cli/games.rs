//! `muehle games FILE`: the games of a file, one numbered line each.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use muehle_engine::game::pgn::Collection;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// File with saved games
    file: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let games = Collection::open(&arguments.file)?;
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
