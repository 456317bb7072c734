//! `muehle export GAME.pgn --to FILE`: a saved game as PDF, SVG, PNG or PGN.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;

use crate::print::{self, Format, Language, Paper, Sheet, USUAL_PIXELS};
use muehle_engine::game::{MoveTree, pgn};

use super::output::complain;
use super::wrong_usage;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Saved game
    game: PathBuf,
    /// File to write; its extension (.pdf, .svg, .png or .pgn) chooses the format
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
    /// Show the board after this many plies of the main line instead of at its end; a PGN always has the whole game
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Paper size of a PDF: a4 or letter
    #[arg(long, default_value = "a4")]
    paper: Paper,
    /// Language of a PDF: de or en
    #[arg(long, default_value = "en")]
    language: Language,
    /// Width and height of a PNG in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = USUAL_PIXELS, value_parser = clap::value_parser!(u16).range(16..=8192))]
    size: u16,
    /// Draw the board with Black at the bottom
    #[arg(long)]
    flip: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    Format::of(&arguments.to).map_err(wrong_usage)?;
    let reading = pgn::load(&arguments.game)?;
    if let Some(fault) = &reading.fault {
        complain(format_args!("{}: {fault}; exporting everything up to it", arguments.game.display()));
    }
    let tree = reading.game.tree();
    let line = tree.path_to(tree.end_of_line(MoveTree::ROOT));
    let plies = line.len() - 1;
    let ply = arguments.ply.unwrap_or(plies);
    let Some(&node) = line.get(ply) else {
        return Err(wrong_usage(anyhow!("there is no ply {ply}; the game has {plies}")));
    };
    let &Arguments { paper, language, flip: flipped, size, .. } = arguments;
    let sheet = Sheet { tags: &reading.tags, game: &reading.game, node, paper, language, flipped };
    Ok(print::export(&sheet, &arguments.to, size)?)
}
