//! `muehle bench …`: the figures of the documentation, one file a part.

mod perft;

use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// The speed of the move generator
    Perft,
}

pub(super) fn run(command: &Command) -> anyhow::Result<()> {
    match command {
        Command::Perft => perft::run(),
    }
}
