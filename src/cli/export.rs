//! `muehle export GAME.pgn --to FILE`: a saved game as PDF, SVG, PNG or PGN.

use std::path::PathBuf;

use anyhow::{Context, anyhow};
use clap::Args;

use crate::controller::GameFile;
use crate::print::{self, Format, Language, Paper, Sheet, USUAL_PIXELS};
use muehle_engine::game::MoveTree;
use muehle_engine::game::pgn::{self, Collection};

use super::wrong_usage;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Saved game
    game: PathBuf,
    /// Number of the game, if the file has several; "muehle games" lists them
    #[arg(long = "game", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    number: Option<u32>,
    /// File to write; its extension (.pdf, .svg, .png or .pgn) chooses the format. In the file that the game comes from
    /// only this game is replaced; another file with several games is never replaced
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

/// The place of the game that was asked for. Where there are several it must be named.
pub(super) fn chosen_game(games: &Collection, number: Option<u32>) -> anyhow::Result<usize> {
    let source = games.path().display();
    match (number, games.len()) {
        (None, 1) => Ok(0),
        (None, count) => Err(wrong_usage(anyhow!(
            "{source} has {count} games; choose one with --game (\"muehle games\" lists them)"
        ))),
        (Some(number), count) if number as usize > count => {
            Err(wrong_usage(anyhow!("there is no game {number}; {source} has {count}")))
        }
        (Some(number), _) => Ok(number as usize - 1),
    }
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let format = Format::of(&arguments.to).map_err(wrong_usage)?;
    let source = arguments.game.display();
    let games = Collection::open(&arguments.game)?;
    let place = chosen_game(&games, arguments.number)?;
    let (file, reading) = GameFile::read(&games, place)?;
    let tree = reading.game.tree();
    let line = tree.path_to(tree.end_of_line(MoveTree::ROOT));
    let plies = line.len() - 1;
    let ply = arguments.ply.unwrap_or(plies);
    let Some(&node) = line.get(ply) else {
        return Err(wrong_usage(anyhow!("there is no ply {ply}; the game has {plies}")));
    };
    let &Arguments { paper, language, flip: flipped, size, .. } = arguments;
    let sheet = Sheet { tags: &reading.tags, game: &reading.game, node, paper, language, flipped };
    if format == Format::Pgn {
        let text = pgn::write(&reading.tags, &reading.game);
        GameFile::write(arguments.to.clone(), &text, Some(file))
            .with_context(|| format!("{} cannot be written", arguments.to.display()))?;
    } else {
        print::export(&sheet, &arguments.to, size)?;
    }
    match reading.fault {
        Some(fault) => Err(anyhow!("{source}: {fault}; exported only what comes before")),
        None => Ok(()),
    }
}
