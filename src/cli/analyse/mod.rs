//! `muehle analyse`: every legal move of a position with its value, best first; or why a position has its value, and how a
//! shallow search works.

mod explain;
mod tree;

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;

use muehle_engine::game::Game;
use muehle_engine::players::{Computer, Resources};
use muehle_engine::rules::{Position, Rules};
use muehle_engine::search::{Knowledge, Limits, Options, Score, Tree, search};

use crate::cli::output::complain;
use crate::cli::wrong_usage;
use crate::texts::Language;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Position to analyse
    #[arg(long, value_name = "P", default_value = "-/- w 9 9", allow_hyphen_values = true)]
    position: Position,
    /// Search depth in plies
    #[arg(long, value_name = "N", conflicts_with = "time")]
    depth: Option<u32>,
    /// Search time in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    time: u64,
    /// Rules: never or any, optionally with repetition=on|off and quiet=PLIES
    #[arg(long, default_value = "never")]
    rules: Rules,
    /// Heuristic that values positions
    #[arg(long, value_name = "NAME", default_value = Computer::DEFAULT_HEURISTIC)]
    heuristic: String,
    /// Use the endgame database up to this number of stones
    #[arg(long, value_name = "N", default_value_t = 18)]
    endgame: usize,
    /// Language of the verbose report: de or en
    #[arg(long, default_value = "en")]
    language: Language,
    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Also print the verbose report
    #[arg(short, long)]
    verbose: bool,
    /// Instead of searching, print what each group of features contributes to the heuristic's value of the position
    #[arg(long, conflicts_with = "tree")]
    explain: bool,
    /// Print the tree of a plain alpha-beta search to depth 1, 2, 3 or 4: windows, values and cut-offs
    #[arg(long)]
    tree: bool,
    /// Print at most this many lines of the tree
    #[arg(long, value_name = "N", default_value_t = 500, requires = "tree")]
    lines: usize,
}

pub(super) fn run(arguments: &Arguments, resources: &Arc<Resources>, stop: &AtomicBool) -> anyhow::Result<()> {
    let game = Game::from_position(arguments.rules, arguments.position);
    let evaluation = resources.evaluation(&arguments.heuristic).map_err(wrong_usage)?;
    if arguments.explain {
        return explain::print(&mut io::stdout().lock(), &evaluation.heuristic().explain(&arguments.position));
    }
    if arguments.tree {
        let depth = arguments.depth.unwrap_or(2);
        if !(1..=Tree::MAX_DEPTH).contains(&depth) {
            return Err(wrong_usage(anyhow!("the tree has a depth from 1 to {}, not {depth}", Tree::MAX_DEPTH)));
        }
        let tree = Tree::of(&arguments.position, &arguments.rules, &evaluation, depth, stop);
        return tree.map_or(Ok(()), |tree| tree::print(&mut io::stdout().lock(), &tree, arguments.lines));
    }
    let knowledge = Knowledge::new(evaluation).with_endgame(resources.endgame(arguments.rules.removal));
    let mut options = Options { all_moves: true, ..Options::default() };
    for (key, value) in [("endgame", arguments.endgame), ("threads", arguments.threads)] {
        options.set(key, &value.to_string()).map_err(wrong_usage)?;
    }
    let limits = match arguments.depth {
        Some(depth) => Limits::depth(depth),
        None => Limits::time(Duration::from_millis(arguments.time)),
    };
    if let (Some(database), true) = (&knowledge.endgame, options.endgame > 0) {
        database.unpack_embedded();
    }
    let report = search(&game, &limits, &knowledge, &options, stop, &mut |_| {});
    let mut out = io::stdout().lock();
    if let Some(outcome) = game.outcome() {
        writeln!(out, "the game is over: {outcome}")?;
    }
    for root_move in &report.moves {
        let exactness = match root_move.score {
            Score::Estimate(_) => format!("estimate, depth {}", report.depth),
            _ => "exact".to_owned(),
        };
        writeln!(out, "{:<10}{:<14}{exactness}", root_move.mv.to_string(), root_move.score.to_string())?;
    }
    if arguments.verbose {
        write!(out, "{}", arguments.language.texts().verbose_report(&report))?;
    }
    for problem in knowledge.endgame.iter().flat_map(|database| database.take_problems()) {
        complain(problem);
    }
    Ok(())
}
