//! A line of the analysis on the board: looked at, not played. It ends as soon as something else is shown.

use eframe::egui::{Context, Key, Modifiers};

use super::Wish;
use crate::app::View;
use crate::app::actions::{Action, Actions};
use muehle_engine::game::{Game, NodeId};
use muehle_engine::rules::Move;

/// A line that is looked at.
pub struct Preview {
    /// The moment of the game it begins at.
    base: NodeId,
    moves: Vec<Move>,
    /// The line as a game, standing where it is shown.
    game: Game,
}

impl Preview {
    /// Shows a line from a moment of the game up to a number of moves; none if it cannot be played.
    pub fn new(game: &Game, base: NodeId, moves: Vec<Move>, shown: usize) -> Option<Preview> {
        let mut line = Game::from_position(*game.rules(), game.tree().node(base).position);
        moves.iter().try_for_each(|&mv| line.play(mv)).ok()?;
        line.go_to(*line.line().get(shown)?);
        Some(Preview { base, moves, game: line })
    }

    /// The moment of the game it begins at, and the moves up to where it is shown.
    pub fn line(&self) -> (NodeId, &[Move]) {
        (self.base, &self.moves[..self.game.ply()])
    }

    /// The line as a game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Whether it shows this line after a number of moves.
    pub fn shows(&self, line: &[Move], after: usize) -> bool {
        self.game.ply() == after && self.moves.starts_with(&line[..after.min(line.len())])
    }

    /// Whether another one shows the same line, perhaps elsewhere.
    pub fn is_same_line(&self, other: &Preview) -> bool {
        self.base == other.base && self.moves == other.moves
    }

    /// Handles the keys that belong to a line that is looked at.
    pub fn keys(&self, ctx: &Context, actions: &mut Actions) {
        let pressed = |key| ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let (back, forward, escape) =
            (pressed(Key::ArrowLeft), pressed(Key::ArrowRight), pressed(Key::Escape) || pressed(Key::End));
        let ply = self.game.ply();
        let next = match () {
            () if escape || (back && ply == 1) => None,
            () if back => Some(ply - 1),
            () if forward && ply < self.moves.len() => Some(ply + 1),
            () => return,
        };
        actions.push(Action::Study(Wish::Preview(next.map(|ply| (self.base, self.moves.clone(), ply)))));
    }

    /// What the status line says.
    pub fn sentence(&self, view: &View) -> String {
        let moves: Vec<String> = self.line().1.iter().map(Move::to_string).collect();
        view.texts.study.preview(moves.join(" "))
    }
}
