//! One game: its rules, its moves with variations, where it stands, and how it ended.

mod mark;
mod outcome;
pub mod pgn;
mod setup;
mod tree;

use thiserror::Error;

use crate::rules::{Color, IllegalMove, Move, MoveList, Position, RemovalRule, Rules};

pub use mark::{Mark, MarkColor};
pub use outcome::{DrawReason, Outcome, WinReason};
pub use setup::{SetUp, SetUpFault, SetUpOddity};
pub use tree::{MoveTree, Node, NodeId};

/// Why a game refuses a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum PlayError {
    #[error("the game is over: {0}")]
    Over(Outcome),
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

/// A game: a tree of moves and a cursor in it. Playing, taking back and looking around move the cursor.
///
/// ```
/// use muehle_engine::game::{Game, pgn};
///
/// let mut game = Game::default();
/// for mv in ["d6", "f4", "d2", "b4", "d7", "c4", "d5xb4"] {
///     game.play(mv.parse()?)?;
/// }
/// // 7   .-----------O-----------.      White (O) has closed the
/// // 6   |   .-------O-------.   |      upper spoke and taken b4.
/// // 5   |   |   .---O---.   |   |
/// // 4   .---.---X       .---X---.
/// // 3   |   |   .---.---.   |   |
/// // 2   |   .-------O-------.   |
/// // 1   .-----------.-----------.
/// //     a   b   c   d   e   f   g
/// assert_eq!(game.position().to_string(), "d7,d6,d5,d2/c4,f4 b 5 6");
/// assert_eq!((game.ply(), game.outcome()), (7, None));
///
/// let text = pgn::write(&pgn::Tags::default(), &game);
/// assert!(text.ends_with("1. d6 f4 2. d2 b4 3. d7 c4 4. d5xb4 *\n"));
/// assert_eq!(pgn::read(&text).game.moves(), game.moves());
///
/// assert!(game.undo());
/// assert_eq!(game.legal_moves().len(), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    tree: MoveTree,
    current: NodeId,
    /// Where redo leads: the line that was current before the cursor went back. Always at `current` or after it.
    tip: NodeId,
}

impl Default for Game {
    fn default() -> Game {
        Game::new(Rules::default())
    }
}

impl Game {
    /// A game from the usual start.
    pub fn new(rules: Rules) -> Game {
        Game::from_position(rules, Position::START)
    }

    /// A game from a set-up position.
    pub fn from_position(rules: Rules, start: Position) -> Game {
        Game { rules, tree: MoveTree::new(start), current: MoveTree::ROOT, tip: MoveTree::ROOT }
    }

    /// The rules of this game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The removal rule.
    pub fn removal_rule(&self) -> RemovalRule {
        self.rules.removal
    }

    /// The position the game began with.
    pub fn start(&self) -> &Position {
        &self.tree.node(MoveTree::ROOT).position
    }

    /// The tree of all moves.
    pub fn tree(&self) -> &MoveTree {
        &self.tree
    }

    /// Where the game stands.
    pub fn current(&self) -> NodeId {
        self.current
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        &self.tree.node(self.current).position
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Color {
        self.position().side_to_move()
    }

    /// Plies played from the start to where the game stands.
    pub fn ply(&self) -> usize {
        self.tree.node(self.current).ply()
    }

    /// The last move, if there is one.
    pub fn last_move(&self) -> Option<Move> {
        self.tree.node(self.current).mv
    }

    /// The legal moves; none when the game is over.
    pub fn legal_moves(&self) -> MoveList {
        if self.outcome().is_some() { MoveList::new() } else { self.position().legal_moves(self.rules.removal) }
    }

    /// The moves from the start to where the game stands.
    pub fn moves(&self) -> Vec<Move> {
        self.tree.path_to(self.current).into_iter().filter_map(|id| self.tree.node(id).mv).collect()
    }

    /// The positions from the start to where the game stands, both included.
    pub fn positions(&self) -> Vec<Position> {
        self.tree.path_to(self.current).into_iter().map(|id| self.tree.node(id).position).collect()
    }

    /// How often the position of a node has occurred, this time included.
    fn repetitions_at(&self, id: NodeId) -> usize {
        self.occurrences(&self.tree.node(id).position, id)
    }

    /// How often a position has occurred up to a node.
    fn occurrences(&self, position: &Position, id: NodeId) -> usize {
        let mut node = self.tree.node(id);
        let mut count = usize::from(node.position == *position);
        // Nothing before a removal or a placement can come back.
        for _ in 0..node.quiet_plies() {
            let Some(parent) = node.parent else { break };
            node = self.tree.node(parent);
            count += usize::from(node.position == *position);
        }
        count
    }

    /// How often the position on the board has occurred, this time included.
    pub fn repetitions(&self) -> usize {
        self.repetitions_at(self.current)
    }

    /// How often the position after a legal move would have occurred, that time included.
    pub fn repetitions_after(&self, mv: Move) -> usize {
        if mv.removal.is_some() || !self.position().hands_are_empty() {
            return 1;
        }
        1 + self.occurrences(&self.position().after(mv), self.current)
    }

    /// Plies without a removal since both hands are empty.
    pub fn quiet_plies(&self) -> usize {
        self.tree.node(self.current).quiet_plies()
    }

    /// Whether the game is over where it stands, and how.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_at(self.current)
    }

    /// How the main line ended, if it did.
    pub fn main_line_outcome(&self) -> Option<Outcome> {
        self.outcome_at(self.tree.end_of_line(MoveTree::ROOT))
    }

    /// Whether the game is over at this place, and how.
    pub fn outcome_at(&self, id: NodeId) -> Option<Outcome> {
        self.outcome_with(id, || self.repetitions_at(id))
    }

    /// As [`Game::outcome_at`] for callers who count repetitions themselves.
    fn outcome_with(&self, id: NodeId, repetitions: impl FnOnce() -> usize) -> Option<Outcome> {
        let node = self.tree.node(id);
        if let Some(loser) = node.position.loser() {
            let reason = if node.position.total(loser) < 3 { WinReason::Stones } else { WinReason::Blocked };
            return Some(Outcome::Win { winner: !loser, reason });
        }
        if let Some(declared) = node.declared {
            return Some(declared);
        }
        if self.rules.draw_by_repetition && repetitions() >= 3 {
            return Some(Outcome::Draw(DrawReason::Repetition));
        }
        let limit = self.rules.quiet_plies as usize;
        (limit > 0 && node.quiet_plies() >= limit).then_some(Outcome::Draw(DrawReason::QuietPlies))
    }

    /// Plays a move. What can be redone is kept if the move is part of it, and dropped if not.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        self.check(mv)?;
        if let Some(child) = self.tree.child_by_move(self.current, mv) {
            if !self.tree.is_ancestor(child, self.tip) {
                self.tip = child;
            }
            self.current = child;
            return Ok(());
        }
        for child in self.tree.node(self.current).children.clone() {
            self.tree.cut(child);
        }
        self.current = self.tree.add(self.current, mv);
        self.tip = self.current;
        Ok(())
    }

    /// Plays a move as a variation: moves that are already here stay.
    pub fn play_variation(&mut self, mv: Move) -> Result<(), PlayError> {
        self.check(mv)?;
        self.current = match self.tree.child_by_move(self.current, mv) {
            Some(child) => child,
            None => self.tree.add(self.current, mv),
        };
        if !self.tree.is_ancestor(self.current, self.tip) {
            self.tip = self.current;
        }
        Ok(())
    }

    fn check(&self, mv: Move) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::Over(outcome));
        }
        Ok(self.position().check(mv, self.rules.removal)?)
    }

    /// Goes one ply back; false at the start.
    pub fn undo(&mut self) -> bool {
        let Some(parent) = self.tree.node(self.current).parent else { return false };
        self.current = parent;
        true
    }

    /// Goes one ply forward again, along the line last played; false at its end.
    pub fn redo(&mut self) -> bool {
        let next = match self.tree.path_to(self.tip).get(self.ply() + 1) {
            Some(&next) => next,
            None => match self.tree.node(self.current).children.first() {
                Some(&child) => child,
                None => return false,
            },
        };
        self.current = next;
        if !self.tree.is_ancestor(next, self.tip) {
            self.tip = next;
        }
        true
    }

    /// Goes to any place of the tree. Its line becomes the one that redo follows.
    pub fn go_to(&mut self, id: NodeId) {
        self.current = id;
        if !self.tree.is_ancestor(id, self.tip) {
            self.tip = self.tree.end_of_line(id);
        }
    }

    /// The line the cursor is in, from the start to its end.
    pub fn line(&self) -> Vec<NodeId> {
        self.tree.path_to(self.tree.end_of_line(self.tip))
    }

    /// The side resigns.
    pub fn resign(&mut self, loser: Color) {
        self.declare(Outcome::Win { winner: !loser, reason: WinReason::Resignation });
    }

    /// Both sides agree on a draw.
    pub fn agree_draw(&mut self) {
        self.declare(Outcome::Draw(DrawReason::Agreement));
    }

    /// Ends the game here without a rule forcing it. A game that is over stays as it ended.
    pub fn declare(&mut self, outcome: Outcome) {
        if self.outcome().is_none() {
            self.tree.node_mut(self.current).declared = Some(outcome);
        }
    }

    /// Takes a declared end back, so that the game goes on.
    pub fn retract_declaration(&mut self) {
        self.tree.node_mut(self.current).declared = None;
    }

    /// Adds a line of moves after a node without going there. Returns where it ends.
    pub fn add_line(&mut self, from: NodeId, moves: &[Move]) -> Result<NodeId, PlayError> {
        let mut node = from;
        for &mv in moves {
            if let Some(outcome) = self.outcome_at(node) {
                return Err(PlayError::Over(outcome));
            }
            self.tree.node(node).position.check(mv, self.rules.removal)?;
            node = match self.tree.child_by_move(node, mv) {
                Some(child) => child,
                None => self.tree.add(node, mv),
            };
        }
        Ok(node)
    }

    /// Sets the comment after a move.
    pub fn set_comment(&mut self, id: NodeId, comment: String) {
        self.tree.annotate(id).comment = comment;
    }

    /// Sets the glyphs of a move.
    pub fn set_nags(&mut self, id: NodeId, nags: Vec<u8>) {
        self.tree.annotate(id).nags = nags;
    }

    /// Sets the circles and arrows on a position.
    pub fn set_marks(&mut self, id: NodeId, marks: Vec<Mark>) {
        self.tree.annotate(id).marks = marks;
    }

    /// Deletes a node and everything after it. If the cursor was there, it goes to the node before. The start cannot be
    /// deleted.
    pub fn delete(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.tree.node(id).parent else { return false };
        if self.tree.is_ancestor(id, self.current) {
            self.current = parent;
        }
        let tip_is_lost = self.tree.is_ancestor(id, self.tip);
        self.tree.cut(id);
        if tip_is_lost {
            self.tip = self.tree.end_of_line(self.current);
        }
        true
    }

    /// Makes the line through a node the main line, all the way from the start.
    pub fn promote(&mut self, id: NodeId) {
        while !self.tree.is_on_main_line(id) && self.tree.promote(id) {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(game: &mut Game, moves: &str) {
        for mv in moves.split_whitespace() {
            game.play(mv.parse().unwrap()).unwrap_or_else(|error| panic!("{mv}: {error}"));
        }
    }

    fn set_up(rules: Rules, position: &str) -> Game {
        Game::from_position(rules, position.parse().unwrap())
    }

    #[test]
    fn undo_and_redo_walk_the_same_way() {
        let mut game = Game::default();
        play(&mut game, "d6 f4 d2 b4");
        let end = *game.position();
        assert!(game.undo() && game.undo() && game.redo() && game.redo() && !game.redo());
        assert_eq!(*game.position(), end);
        game.undo();
        play(&mut game, "a1");
        assert!(!game.redo(), "another move drops what could be redone");
        assert_eq!(game.moves().len(), 4);
        game.undo();
        game.undo();
        play(&mut game, "d2");
        assert!(game.redo(), "the same move keeps it");
        while game.undo() {}
        assert_eq!(*game.position(), Position::START);
    }

    #[test]
    fn variations_stay_and_can_be_promoted_and_deleted() {
        let mut game = Game::default();
        play(&mut game, "d6 f4 d2");
        game.undo();
        game.play_variation("a1".parse().unwrap()).unwrap();
        assert_eq!(game.tree().node(game.tree().node(game.current()).parent.unwrap()).children.len(), 2);
        assert!(!game.tree().is_on_main_line(game.current()));
        game.undo();
        assert!(game.redo());
        assert_eq!(game.last_move().unwrap().to_string(), "a1", "redo follows the line last played");
        game.promote(game.current());
        assert!(game.tree().is_on_main_line(game.current()));
        assert!(game.delete(game.current()));
        assert!(game.redo());
        assert_eq!(game.last_move().unwrap().to_string(), "d2");
        assert_eq!(game.line().len(), 4);
    }

    #[test]
    fn a_line_within_a_side_line_becomes_the_main_one() {
        let mut game = Game::default();
        play(&mut game, "d6 f4 d2");
        let end = game.current();
        game.undo();
        for mv in ["a1", "a4"] {
            game.play_variation(mv.parse().unwrap()).unwrap();
        }
        game.undo();
        game.play_variation("a7".parse().unwrap()).unwrap();
        let inner = game.current();
        game.go_to(end);
        game.promote(inner);
        assert!(game.tree().is_on_main_line(inner));
        assert_eq!(game.current(), end, "the game stays where it is");
        assert!(game.delete(inner));
        assert!(!game.tree().is_attached(inner) && game.tree().is_attached(end));
        assert_eq!(game.current(), end);
        let first = game.tree().path_to(end)[1];
        assert!(game.delete(first));
        assert_eq!(game.current(), MoveTree::ROOT, "the cursor leaves what is deleted");
        assert!(!game.delete(MoveTree::ROOT));
    }

    #[test]
    fn the_third_occurrence_is_a_draw_unless_switched_off() {
        let position = "a1,a4,g1,g4/b2,b4,f2,f6 w 0 0";
        let cycle = "a1-d1 b2-d2 d1-a1 d2-b2 ".repeat(2);
        let mut game = set_up(Rules::default(), position);
        play(&mut game, &cycle);
        assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::Repetition)));
        assert_eq!(game.repetitions(), 3);
        assert!(game.legal_moves().is_empty());
        let over = PlayError::Over(Outcome::Draw(DrawReason::Repetition));
        assert_eq!(game.play("a1-d1".parse().unwrap()), Err(over));
        let off = Rules { draw_by_repetition: false, ..Rules::default() };
        let mut game = set_up(off, position);
        play(&mut game, &cycle.repeat(12));
        assert_eq!(game.quiet_plies(), 96);
        assert_eq!(game.outcome(), None);
        play(&mut game, "a1-d1 b2-d2 d1-a1 d2-b2");
        assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::QuietPlies)));
        let mut game = set_up(Rules { quiet_plies: 0, ..off }, position);
        play(&mut game, &cycle.repeat(20));
        assert_eq!(game.outcome(), None);
    }

    #[test]
    fn a_move_knows_beforehand_how_often_its_position_occurred() {
        let mut game = set_up(Rules::default(), "a1,a4,g1,g4/b2,b4,f2,f6 w 0 0");
        assert_eq!(game.repetitions_after("a1-d1".parse().unwrap()), 1);
        play(&mut game, "a1-d1 b2-d2 d1-a1 d2-b2 a1-d1 b2-d2 d1-a1");
        assert_eq!(game.repetitions(), 2);
        assert_eq!(game.repetitions_after("d2-b2".parse().unwrap()), 3);
        assert_eq!(game.repetitions_after("d2-d3".parse().unwrap()), 1);
    }

    #[test]
    fn a_line_is_added_without_going_there() {
        let mut game = Game::default();
        play(&mut game, "d6 f4");
        let (end, first) = (game.current(), game.line()[1]);
        let moves = ["a1", "a4"].map(|mv| mv.parse().unwrap());
        let added = game.add_line(first, &moves).unwrap();
        assert_eq!((game.current(), game.tree().node(added).position.to_string()), (end, "d6,a4/a1 b 7 8".to_owned()));
        assert_eq!(game.add_line(first, &moves), Ok(added), "the same line is not added again");
        assert!(game.add_line(first, &["d6".parse().unwrap()]).is_err());
    }

    #[test]
    fn quiet_plies_begin_with_the_last_placement() {
        let mut game = set_up(Rules::default(), "a1,a4,g1,g4/b2,b4,f2,f6 w 1 1");
        play(&mut game, "e3 c3");
        assert_eq!(game.quiet_plies(), 0);
        play(&mut game, "a1-d1");
        assert_eq!(game.quiet_plies(), 1);
    }

    #[test]
    fn games_end_for_a_reason() {
        let mut game = set_up(Rules::default(), "a1,a4,d7/b2,d2,e3 w 0 0");
        play(&mut game, "d7-a7xb2");
        assert_eq!(game.outcome().unwrap().to_string(), "1-0 (stones)");
        let mut game = set_up(Rules::default(), "a7,d7,g7,d6/a4,b4,b6,f6,d5 b 0 0");
        assert_eq!(game.outcome(), None);
        play(&mut game, "b4-c4");
        assert_eq!(game.outcome(), None);
        let game = set_up(Rules::default(), "a7,d7,g7,d6/a4,g4,b6,f6,d5 w 0 0");
        assert_eq!(game.outcome().unwrap().to_string(), "0-1 (blocked)");
        let mut game = Game::default();
        game.resign(Color::White);
        assert_eq!(game.outcome().unwrap().to_string(), "0-1 (resignation)");
        game.agree_draw();
        assert_eq!(game.outcome().unwrap().to_string(), "0-1 (resignation)", "an ended game stays as it ended");
        game.retract_declaration();
        assert_eq!(game.outcome(), None);
    }
}
