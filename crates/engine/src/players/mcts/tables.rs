//! What the tables know of the positions in a tree, and which moves at its root give value away.

use std::sync::atomic::AtomicBool;

use crate::endgame::{CappedDatabase, Database, Outcome, PlacingResults, Value};
use crate::game::Game;
use crate::rules::{Color, Move, Position};
use crate::search::{Score, placing_results};

/// The plies of a win or loss whose length nobody knows: tables of the placing phase have no distances. They are more than
/// every known distance, so a win of known length is better and a loss of known length worse.
pub(super) const UNKNOWN_LENGTH: u16 = u16::MAX;

/// A known result without its length.
const fn without_length(outcome: Outcome) -> Value {
    match outcome {
        Outcome::Win => Value::Win(UNKNOWN_LENGTH),
        Outcome::Draw => Value::Draw,
        Outcome::Loss => Value::Loss(UNKNOWN_LENGTH),
    }
}

/// A value that may be without its length, as an answer.
pub(super) fn score(value: Value) -> Score {
    match value.plies() {
        Some(UNKNOWN_LENGTH) => value.outcome().into(),
        _ => value.into(),
    }
}

/// The tables that a tree may ask.
#[derive(Clone, Copy, Default)]
pub(super) struct Tables<'a> {
    endgame: Option<CappedDatabase<'a>>,
    placing: Option<PlacingResults<'a>>,
    /// What the root is worth to White and to Black, if it is searched although that is known.
    goal: Option<[Outcome; 2]>,
    /// Where random games end.
    pub rollouts: Option<CappedDatabase<'a>>,
}

/// The moves of a root and what is known of them.
#[derive(Default)]
pub(super) struct RootMoves {
    /// The moves to search.
    pub kept: Vec<Move>,
    /// What each of these is worth to the side that plays it, if tables know all of them and do not decide between them.
    pub agreed: Option<Outcome>,
    /// The other moves, which give value away, each with its value for the side that plays it.
    pub worse: Vec<(Move, Value)>,
}

impl<'a> Tables<'a> {
    /// The tables up to a number of stones, for a search of this game. One that must reproduce can wait until they are
    /// unpacked.
    ///
    /// Known results without distances make all moves that keep the value equal, but against an enemy who makes mistakes
    /// they are not. So moves that give value away are left out, and the tree grows on through positions of the root's
    /// value, in which leaves are estimated.
    pub fn new(
        game: &Game,
        database: &'a Database,
        stones: usize,
        can_wait: bool,
        stop: &AtomicBool,
    ) -> (Tables<'a>, RootMoves) {
        let root = game.position();
        let endgame = database.near(root, stones, can_wait, stop);
        let placing = placing_results(database, root, stones, can_wait, stop);
        let tables = Tables { endgame, placing, goal: None, rollouts: endgame };
        let known = tables.value(root);
        let moves: Vec<(Move, Option<Value>)> = game
            .legal_moves()
            .into_iter()
            .map(|mv| (mv, tables.value(&root.after(mv)).map(Value::before_move)))
            .collect();
        let all_known = moves.iter().all(|(_, value)| value.is_some());
        let goal = match known {
            // The distances of the moves decide.
            Some(Value::Win(plies) | Value::Loss(plies)) if plies != UNKNOWN_LENGTH => None,
            known => known.or(moves.iter().filter_map(|(_, value)| *value).max().filter(|_| all_known)),
        };
        let Some(goal) = goal.map(Value::outcome) else {
            return (tables, RootMoves::all(game));
        };
        let keeps = |value: &Option<Value>| value.is_none_or(|value| value.outcome() == goal);
        let (kept, worse): (Vec<_>, Vec<_>) = moves.into_iter().partition(|(_, value)| keeps(value));
        let moves = RootMoves {
            kept: kept.into_iter().map(|(mv, _)| mv).collect(),
            agreed: all_known.then_some(goal),
            worse: worse.into_iter().filter_map(|(mv, value)| Some((mv, value?))).collect(),
        };
        let mut rollouts = endgame;
        let mut tables = Tables { placing: placing.map(PlacingResults::in_memory), ..tables };
        if root.hands_are_empty() {
            // Files are too slow for every node of a tree that can do without them. And random games must go on, at least
            // until a stone is removed.
            tables.endgame = endgame.map(CappedDatabase::in_memory);
            rollouts = tables.endgame.map(|endgame| endgame.below(root.own().len() + root.enemy().len()));
        }
        let goal = match root.side_to_move() {
            Color::White => [goal, goal.before_move()],
            Color::Black => [goal.before_move(), goal],
        };
        (Tables { goal: Some(goal), rollouts, ..tables }, moves)
    }

    /// The exact value of a position that is over or that tables know, for its side to move. None for positions that are
    /// worth what the root is, if there is no distance to prefer some of them by.
    pub fn value(&self, position: &Position) -> Option<Value> {
        let side = position.side_to_move();
        if let Some(loser) = position.loser() {
            return Some(if loser == side { Value::Loss(0) } else { Value::Win(0) });
        }
        let value = match position.hands_are_empty() {
            true => self.endgame?.probe(position)?,
            false => without_length(self.placing?.outcome(position)?),
        };
        let has_length = value.plies().is_some_and(|plies| plies != UNKNOWN_LENGTH);
        let is_goal = self.goal.is_some_and(|goal| goal[side.index()] == value.outcome());
        (has_length || !is_goal).then_some(value)
    }
}

impl RootMoves {
    /// All legal moves, of which nothing is known.
    pub fn all(game: &Game) -> RootMoves {
        RootMoves { kept: game.legal_moves().into_iter().collect(), ..RootMoves::default() }
    }
}
