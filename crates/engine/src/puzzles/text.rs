//! Puzzles as PGN games: the solution is the main line. A variation marked `$1` is as good as the move it replaces, one
//! marked `$2` is a wrong move with its refutation; its comment is the result it leads to.
//!
//! ```text
//! [Kind "win"]   [Aim "win"]   [Difficulty "2"]   [FEN "…"]   [Rules "never …"]
//! 1. f6-d6 ( 1. f6-f4 $2 {draw} b4-b6 ) a7-d7 2. …
//! ```

use thiserror::Error;

use super::{Aim, Kind, Puzzle, Refutation, Step, UnknownAim, UnknownKind};
use crate::endgame::Outcome;
use crate::game::pgn::{self, Fault, Tags};
use crate::game::{Game, MoveTree, Node, NodeId, PlayError};
use crate::rules::{Move, Rules};

/// The glyphs of moves that are right and wrong.
const RIGHT: u8 = 1;
const WRONG: u8 = 2;

/// Why a text is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum TextError {
    #[error(transparent)]
    Game(#[from] Fault),
    #[error("the tag {0} is missing")]
    Missing(&'static str),
    #[error(transparent)]
    Kind(#[from] UnknownKind),
    #[error(transparent)]
    Aim(#[from] UnknownAim),
    #[error("the difficulty is \"{0}\", it must be a number from 1 to 5")]
    Difficulty(String),
    #[error("it has no solution")]
    NoSolution,
}

/// The rules of a puzzle: nobody wants a draw by repetition in it.
pub fn rules(puzzle: &Puzzle) -> Rules {
    Rules { draw_by_repetition: false, quiet_plies: 0, ..Rules::with_removal(puzzle.rule) }
}

/// The game of a puzzle: its solution, and what is right and wrong besides.
pub fn game(puzzle: &Puzzle) -> Result<Game, PlayError> {
    let mut game = Game::from_position(rules(puzzle), puzzle.start);
    let mut node = MoveTree::ROOT;
    for step in &puzzle.steps {
        let mut main = node;
        for (place, &mv) in step.right.iter().enumerate() {
            let end = game.add_line(node, &[mv])?;
            if place == 0 {
                main = end;
            } else {
                game.set_nags(end, vec![RIGHT]);
            }
        }
        for refutation in &step.wrong {
            let wrong = game.add_line(node, &[refutation.wrong])?;
            game.set_nags(wrong, vec![WRONG]);
            if let Some(result) = refutation.result {
                game.set_comment(wrong, result.to_string());
            }
            game.add_line(wrong, &refutation.line)?;
        }
        node = match step.reply {
            Some(reply) => game.add_line(main, &[reply])?,
            None => main,
        };
    }
    Ok(game)
}

/// The text of a puzzle. `number` becomes its round.
pub fn write(puzzle: &Puzzle, number: usize) -> Result<String, PlayError> {
    let mut tags = Tags::default();
    tags.set("Event", "Puzzle");
    tags.set("Round", number.to_string());
    tags.set("Kind", puzzle.kind.name());
    tags.set("Aim", puzzle.aim.name());
    tags.set("Difficulty", puzzle.difficulty.to_string());
    Ok(pgn::write(&tags, &game(puzzle)?))
}

/// Reads a puzzle. Whether its solution is right is not checked.
pub fn read(text: &str) -> Result<Puzzle, TextError> {
    let reading = pgn::read(text);
    if let Some(fault) = reading.fault {
        return Err(fault.into());
    }
    let tag = |name| reading.tags.get(name).ok_or(TextError::Missing(name));
    let (kind, aim): (Kind, Aim) = (tag("Kind")?.parse()?, tag("Aim")?.parse()?);
    let difficulty = tag("Difficulty")?;
    let difficulty = difficulty
        .parse()
        .ok()
        .filter(|level| (1..=5).contains(level))
        .ok_or_else(|| TextError::Difficulty(crate::rules::notation::excerpt(difficulty)))?;
    let game = reading.game;
    let (rule, start) = (game.removal_rule(), *game.start());
    let mut puzzle = Puzzle { kind, aim, rule, start, difficulty, steps: Vec::new() };
    let mut node = MoveTree::ROOT;
    while let Some(&main) = game.tree().node(node).children.first() {
        puzzle.steps.push(read_step(game.tree(), node));
        let Some(&reply) = game.tree().node(main).children.first() else { break };
        node = reply;
    }
    if puzzle.steps.is_empty() { Err(TextError::NoSolution) } else { Ok(puzzle) }
}

fn read_step(tree: &MoveTree, node: NodeId) -> Step {
    let mut step = Step { right: Vec::new(), wrong: Vec::new(), reply: None };
    for (place, &child) in tree.node(node).children.iter().enumerate() {
        let Node { mv: Some(mv), nags, comment, children, .. } = tree.node(child) else { continue };
        if place == 0 {
            step.reply = children.first().and_then(|&reply| tree.node(reply).mv);
        }
        if place > 0 && nags.contains(&WRONG) {
            let result = [Outcome::Win, Outcome::Draw, Outcome::Loss].into_iter().find(|o| o.to_string() == *comment);
            step.wrong.push(Refutation { wrong: *mv, line: line_after(tree, child), result });
        } else {
            step.right.push(*mv);
        }
    }
    step
}

/// The main line after a node.
fn line_after(tree: &MoveTree, node: NodeId) -> Vec<Move> {
    let path = tree.path_to(tree.end_of_line(node));
    let after = path.into_iter().skip(tree.node(node).ply() + 1);
    after.filter_map(|id| tree.node(id).mv).collect()
}
