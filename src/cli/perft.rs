//! `muehle perft DEPTH`: counts the leaves of the move tree.

use std::io::{self, Write};

use clap::Args;

use muehle_engine::rules::{Position, RemovalRule, perft};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Number of plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Position to start from
    #[arg(long, value_name = "P", default_value = "-/- w 9 9", allow_hyphen_values = true)]
    position: Position,
    /// Whether a stone may be removed when all enemy stones are in mills: never or any
    #[arg(long, default_value = "never")]
    rules: RemovalRule,
    /// Also print the count after each move
    #[arg(long)]
    divide: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let &Arguments { depth, position, rules, divide } = arguments;
    let mut out = io::stdout().lock();
    if divide {
        for (mv, leaves) in perft::divide(&position, rules, depth) {
            writeln!(out, "{mv} {leaves}")?;
        }
    }
    for depth in 1..=depth {
        writeln!(out, "{depth} {}", perft::perft(&position, rules, depth))?;
        out.flush()?;
    }
    Ok(())
}
