//! Side lines: beginning one, going from one to another, making one the main line, deleting one.

use super::{Controller, Event, Refusal};
use muehle_engine::game::pgn::Tags;
use muehle_engine::game::{Game, NodeId};
use muehle_engine::rules::{Color, Position, Rules};

use super::{Record, Seat};

/// What is done with the lines of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// The game goes on from the shown moment; what was played there stays as a line of its own.
    Here,
    /// Goes to another line.
    To(NodeId),
    /// Makes the line of the shown move the main one.
    Promote,
    /// Deletes the shown move and all that stands behind it.
    Delete,
}

impl Controller {
    pub(super) fn branch(&mut self, branch: Branch) -> Result<(), Refusal> {
        match branch {
            Branch::Here => {
                let node = self.shown();
                self.go(node);
                self.keeps_lines = true;
            }
            Branch::To(node) => {
                let end = self.game.tree().end_of_line(node);
                self.go(end);
                self.keeps_lines = true;
            }
            Branch::Promote => {
                self.game.promote(self.shown());
                self.changed();
            }
            Branch::Delete => {
                let (node, before) = (self.shown(), self.game.ply());
                let tree = self.game.tree();
                let parent = tree.node(node).parent.ok_or(Refusal::NothingToUndo)?;
                // What stands in another line does not concern the running game.
                let game_is_cut = tree.is_ancestor(node, self.game.current());
                if game_is_cut {
                    self.forget_thoughts();
                    self.paused = self.is_watching();
                }
                self.game.delete(node);
                self.shown = (parent != self.game.current()).then_some(parent);
                if game_is_cut {
                    self.events.push_back(Event::Stepped { plies: before - self.game.ply(), back: true });
                }
                self.changed();
                self.take_turn();
            }
        }
        Ok(())
    }

    fn go(&mut self, node: NodeId) {
        let before = self.game.ply();
        self.forget_thoughts();
        self.shown = None;
        self.paused = self.is_watching();
        self.game.go_to(node);
        let after = self.game.ply();
        self.events.push_back(Event::Stepped { plies: before.abs_diff(after), back: after < before });
        self.changed();
        self.take_turn();
    }

    pub(super) fn begin_from(&mut self, seats: [Seat; 2], rules: Rules, position: Position) {
        let game = Game::from_position(rules, position);
        self.begin(Record { game, ..Record::fresh(seats, rules) });
    }

    /// The tags of the game with the players' names as they are shown.
    pub fn tags_with(&self, names: &[String; 2]) -> Tags {
        let mut tags = self.tags.clone();
        for color in Color::BOTH {
            let tag = if color == Color::White { "White" } else { "Black" };
            tags.set(tag, names[color.index()].clone());
        }
        tags
    }
}
