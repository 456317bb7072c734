//! `muehle [FILE]`: opens the window, with a saved game if one is named.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;

use super::wrong_usage;
use crate::app;
use muehle_engine::files::DataFolders;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Saved game to open in the window
    #[arg(value_name = "FILE.pgn")]
    file: Option<PathBuf>,
    /// Print the verbose report of each computer move
    #[arg(short, long)]
    verbose: bool,
    /// Seed of the computers' random choices, to play the same game again
    #[arg(long)]
    seed: Option<u64>,
}

pub(super) fn run(arguments: Arguments, folders: DataFolders) -> anyhow::Result<()> {
    let Arguments { file, verbose, seed } = arguments;
    if let Some(file) = file.as_ref().filter(|file| !file.is_file()) {
        return Err(wrong_usage(anyhow!("{} is neither a command nor a file; see muehle --help", file.display())));
    }
    #[cfg(target_os = "linux")]
    if ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"].iter().all(|name| std::env::var_os(name).is_none()) {
        return Err(anyhow!("there is no display; the commands that muehle --help lists need none"));
    }
    let mut options = app::Options { file, seed, ..app::Options::new(folders) };
    if verbose {
        options.report = Some(Box::new(|report| {
            // The game goes on even if nobody reads the reports.
            let _ = writeln!(io::stdout(), "{}", report.trim_end());
        }));
    }
    app::run(options)
}
