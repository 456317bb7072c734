//! The tree of a Monte-Carlo search: selection, expansion, evaluation and backing up.

use crate::endgame::{Outcome, Value};
use crate::game::Game;
use crate::heuristics::EvaluationTable;
use crate::heuristics::shapes::blend;
use crate::rules::{Move, Position, Rules};
use crate::search::{RootMove, Score};

use super::tables::{self, RootMoves, Tables};
use super::{Leaf, Options};
use crate::players::rollout::Rollouts;
use crate::random::Dice;

/// A position of the tree, reached by a move from its parent.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub mv: Move,
    pub visits: u32,
    /// The sum of the rewards, each in [0, 1], for the side that played `mv`.
    pub rewards: f64,
    /// The index of its first child; the others follow it.
    first_child: u32,
    children: u16,
    /// The exact value for the side to move here, when it is known.
    pub value: Option<Value>,
}

impl Node {
    fn new(mv: Move, value: Option<Value>) -> Node {
        Node { mv, visits: 0, rewards: 0.0, first_child: 0, children: 0, value }
    }

    /// The mean reward of the side that played the move; one half before the first visit.
    pub fn mean(&self) -> f64 {
        if self.visits == 0 { 0.5 } else { self.rewards / f64::from(self.visits) }
    }
}

/// A result for the side to move: a win is 1, a loss 0.
fn reward(value: Value) -> f64 {
    match value {
        Value::Win(_) => 1.0,
        Value::Draw => 0.5,
        Value::Loss(_) => 0.0,
    }
}

/// The tree and everything its growth depends on.
pub(super) struct Tree<'a> {
    nodes: Vec<Node>,
    max_nodes: usize,
    options: &'a Options,
    rules: Rules,
    root: Position,
    evaluation: Option<&'a EvaluationTable>,
    tables: Tables<'a>,
    /// What the moves at the root are worth, if tables know it and leave the choice to the tree.
    agreed: Option<Outcome>,
    /// Moves at the root that are not searched, because they give value away.
    worse: Vec<(Move, Value)>,
    /// Keys of the game since its last irreversible move, then of the path being walked.
    keys: Vec<u64>,
    history: usize,
    root_quiet: usize,
    dice: Dice,
    /// The nodes of the current path, for backing up.
    path: Vec<u32>,
    pub rollout_plies: u64,
    pub max_depth: usize,
}

const ROOT: u32 = 0;

impl<'a> Tree<'a> {
    /// The tree of a game that is not over, with its root expanded. The memory of `nodes` is reused.
    pub fn new(
        game: &Game,
        options: &'a Options,
        evaluation: Option<&'a EvaluationTable>,
        (tables, moves): (Tables<'a>, RootMoves),
        mut nodes: Vec<Node>,
        seed: u64,
    ) -> Tree<'a> {
        nodes.clear();
        let positions = game.positions();
        let quiet = game.quiet_plies();
        let keys: Vec<u64> = positions[positions.len() - 1 - quiet..].iter().map(Position::key).collect();
        let placeholder = Move::quiet(crate::rules::Action::Place(crate::rules::Point::A7));
        nodes.push(Node::new(placeholder, None));
        let mut tree = Tree {
            nodes,
            max_nodes: (options.memory << 20) / size_of::<Node>(),
            options,
            rules: *game.rules(),
            root: *game.position(),
            evaluation,
            tables,
            agreed: moves.agreed,
            worse: moves.worse,
            history: keys.len(),
            keys,
            root_quiet: quiet,
            dice: Dice::new(seed ^ game.position().key()),
            path: Vec::new(),
            rollout_plies: 0,
            max_depth: 0,
        };
        let root = tree.root;
        tree.adopt(ROOT, &root, moves.kept);
        tree
    }

    /// The nodes, for reuse.
    pub fn into_nodes(self) -> Vec<Node> {
        self.nodes
    }

    pub fn root(&self) -> &Node {
        &self.nodes[0]
    }

    pub fn root_children(&self) -> &[Node] {
        self.children(ROOT)
    }

    fn children(&self, id: u32) -> &[Node] {
        let node = &self.nodes[id as usize];
        &self.nodes[node.first_child as usize..][..node.children.into()]
    }

    /// What a move at the root is worth for the side that plays it.
    pub fn score(&self, node: &Node) -> Score {
        match (node.value, self.agreed) {
            (Some(value), _) => tables::score(value.before_move()),
            (None, Some(outcome)) => outcome.into(),
            (None, None) => Score::Estimate(2.0 * node.mean() - 1.0),
        }
    }

    /// All legal moves: the one to play first, then by their scores and means.
    pub fn ranked(&self) -> Vec<RootMove> {
        let mut children: Vec<&Node> = self.root_children().iter().collect();
        let chosen = best_child(self.root_children()).map(|best| children.remove(best));
        let worse = |(mv, value): &(Move, Value)| RootMove { mv: *mv, score: tables::score(*value) };
        children.sort_by(|a, b| self.score(b).compare(self.score(a)).then(b.mean().total_cmp(&a.mean())));
        let searched = chosen.into_iter().chain(children);
        let mut moves: Vec<RootMove> = searched.map(|node| RootMove { mv: node.mv, score: self.score(node) }).collect();
        let first_worse = moves.len();
        moves.extend(self.worse.iter().map(worse));
        moves[first_worse..].sort_by(|a, b| b.score.compare(a.score));
        moves
    }

    /// The most visited line from the root.
    pub fn line(&self) -> Vec<Move> {
        let mut line = Vec::new();
        let mut id = ROOT;
        while let Some(best) = best_child(self.children(id)) {
            id = self.nodes[id as usize].first_child + best as u32;
            line.push(self.nodes[id as usize].mv);
            if line.len() >= 32 {
                break;
            }
        }
        line
    }

    /// One walk down the tree, one random game, and backing up its result.
    pub fn iterate(&mut self) {
        let mut position = self.root;
        let mut id = ROOT;
        let mut quiet = self.root_quiet;
        self.path.clear();
        self.path.push(ROOT);
        self.keys.truncate(self.history);
        // The reward of the side to move at the last node.
        let reward = loop {
            let node = &self.nodes[id as usize];
            let depth = self.path.len() - 1;
            if let Some(value) = node.value {
                break reward(value);
            }
            if depth > 0 && self.is_drawn(&position, quiet) {
                break 0.5;
            }
            if node.children == 0
                && (node.visits == 0 || depth >= self.options.tree_depth || !self.expand(id, &position))
            {
                break self.evaluate(&position);
            }
            // Expanding may reveal the exact value.
            if let Some(value) = self.nodes[id as usize].value {
                break reward(value);
            }
            id = self.select(id);
            let mv = self.nodes[id as usize].mv;
            position.play_unchecked(mv);
            quiet = if mv.removal.is_some() || !position.hands_are_empty() || mv.action.origin().is_none() {
                0
            } else {
                quiet + 1
            };
            self.path.push(id);
            self.keys.push(position.key());
        };
        self.max_depth = self.max_depth.max(self.path.len() - 1);
        self.back_up(reward);
    }

    /// Adds the reward, from the side to move at the end of the path, to all its nodes, and passes proofs up.
    fn back_up(&mut self, mut reward: f64) {
        let mut proving = self.options.proofs;
        for step in (0..self.path.len()).rev() {
            let id = self.path[step];
            reward = 1.0 - reward;
            let node = &mut self.nodes[id as usize];
            node.visits += 1;
            node.rewards += reward;
            if proving && node.value.is_none() {
                let value = proven(self.children(id));
                self.nodes[id as usize].value = value;
                proving = value.is_some();
            }
        }
    }

    /// Whether the game counts as drawn here: a position that was repeated once can be repeated twice.
    fn is_drawn(&self, position: &Position, quiet: usize) -> bool {
        let limit = usize::from(self.rules.quiet_plies);
        if limit > 0 && quiet >= limit {
            return true;
        }
        self.rules.draw_by_repetition
            && self.keys[..self.keys.len() - 1].iter().rev().take(quiet).any(|&key| key == position.key())
    }

    /// Gives a node its children; false when the memory is used up.
    fn expand(&mut self, id: u32, position: &Position) -> bool {
        let moves = position.legal_moves(self.rules.removal);
        if self.nodes.len() + moves.len() > self.max_nodes {
            return false;
        }
        self.adopt(id, position, moves);
        true
    }

    fn adopt(&mut self, id: u32, position: &Position, moves: impl IntoIterator<Item = Move>) {
        let first_child = self.nodes.len();
        for mv in moves {
            let next = position.after(mv);
            // The end of the game always counts; other exact values only if proofs are on.
            let value = self.tables.value(&next).filter(|value| self.options.proofs || value.plies() == Some(0));
            self.nodes.push(Node::new(mv, value));
        }
        let children = (self.nodes.len() - first_child) as u16;
        let value = if self.options.proofs { proven(&self.nodes[first_child..]) } else { None };
        let node = &mut self.nodes[id as usize];
        node.first_child = first_child as u32;
        node.children = children;
        node.value = node.value.or(value);
    }

    /// The child with the highest upper confidence bound. Unvisited children come first, in random order.
    fn select(&mut self, id: u32) -> u32 {
        let node = &self.nodes[id as usize];
        let children = &self.nodes[node.first_child as usize..][..node.children.into()];
        let width = self.options.k * self.options.k * f64::from(node.visits + 1).ln();
        let (mut best, mut best_bound, mut ties) = (0, f64::NEG_INFINITY, 0);
        for (index, child) in children.iter().enumerate() {
            let bound = match child.value {
                // A move that is proven to lose is not tried while there are others.
                Some(Value::Win(_)) if self.options.proofs => -1.0,
                Some(Value::Loss(_)) => f64::INFINITY,
                _ if child.visits == 0 => f64::MAX,
                _ => {
                    let visits = f64::from(child.visits);
                    child.rewards / visits + (width / visits).sqrt()
                }
            };
            if bound > best_bound {
                (best, best_bound, ties) = (index, bound, 1);
            } else if bound == best_bound {
                ties += 1;
                if self.dice.below(ties) == 0 {
                    best = index;
                }
            }
        }
        node.first_child + best as u32
    }

    /// The reward that the side to move can expect, from a random game, the heuristic or both.
    fn evaluate(&mut self, position: &Position) -> f64 {
        let heuristic = self.evaluation.map(|evaluation| estimate(evaluation, position));
        match (self.options.leaf, heuristic) {
            (Leaf::Heuristic, Some(heuristic)) => heuristic,
            (Leaf::Both, Some(heuristic)) => (heuristic + self.rollout(position)) / 2.0,
            _ => self.rollout(position),
        }
    }

    fn rollout(&mut self, position: &Position) -> f64 {
        let rollouts = Rollouts {
            rule: self.rules.removal,
            depth: self.options.rollout_depth,
            policy: self.options.policy,
            endgame: self.tables.rollouts,
        };
        let end = rollouts.play(position, &mut self.dice);
        self.rollout_plies += u64::from(end.plies);
        match end.result {
            Some(result) => f64::from(result + 1) / 2.0,
            // A game that was cut off has the value of the heuristic, or else counts as a draw.
            None => {
                let side = if end.plies.is_multiple_of(2) { position.side_to_move() } else { !position.side_to_move() };
                let last = self.evaluation.and_then(|evaluation| Some((evaluation, end.board.position(side)?)));
                let value = last.map_or(0.5, |(evaluation, last)| estimate(evaluation, &last));
                if side == position.side_to_move() { value } else { 1.0 - value }
            }
        }
    }
}

/// The value of a position at the horizon of alpha-beta, by a heuristic and the shapes, as a reward of the side to move.
/// Values of real positions lie within a few tenths of zero, so they are stretched.
fn estimate(evaluation: &EvaluationTable, position: &Position) -> f64 {
    const STRETCH: f64 = 3.0;
    let value = evaluation.evaluate(position);
    let value = evaluation.heuristic().shape_estimate(position).map_or(value, |shapes| blend(shapes, value));
    (1.0 + (STRETCH * f64::from(value) / f64::from(EvaluationTable::UNIT)).tanh()) / 2.0
}

/// The exact value of a node that its children prove: a win as soon as one wins, otherwise once all are known.
fn proven(children: &[Node]) -> Option<Value> {
    let mut best: Option<Value> = None;
    let mut all = true;
    for child in children {
        match child.value {
            Some(value) => best = best.max(Some(value.before_move())),
            None => all = false,
        }
    }
    best.filter(|value| all || matches!(value, Value::Win(_)))
}

/// The child to play: the shortest proven win, else the most visited that is not lost, else the longest defence.
pub(super) fn best_child(children: &[Node]) -> Option<usize> {
    let rank = |node: &Node| match node.value {
        Some(Value::Loss(plies)) => (2, f64::from(u16::MAX - plies), 0.0),
        Some(Value::Win(plies)) => (0, f64::from(plies), 0.0),
        _ => (1, f64::from(node.visits), node.mean()),
    };
    (0..children.len()).max_by(|&a, &b| {
        let (a, b) = (rank(&children[a]), rank(&children[b]));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.total_cmp(&b.2))
    })
}

#[cfg(test)]
mod tests {
    use super::super::tables::UNKNOWN_LENGTH;
    use super::*;

    fn nodes(values: &[Option<Value>]) -> Vec<Node> {
        let mv = Move::quiet(crate::rules::Action::Place(crate::rules::Point::A7));
        values.iter().map(|value| Node::new(mv, *value)).collect()
    }

    #[test]
    fn proofs_prefer_wins_of_known_length_and_losses_of_unknown_length() {
        const WON: Option<Value> = Some(Value::Win(UNKNOWN_LENGTH));
        const LOST: Option<Value> = Some(Value::Loss(UNKNOWN_LENGTH));
        let proof = |values: &[Option<Value>]| proven(&nodes(values));
        assert_eq!(proof(&[LOST, None]), WON);
        assert_eq!(proof(&[LOST, Some(Value::Loss(40)), None]), Some(Value::Win(41)));
        assert_eq!(proof(&[WON, Some(Value::Win(5))]), LOST);
        assert_eq!(proof(&[WON, Some(Value::Draw)]), Some(Value::Draw));
        assert_eq!(proof(&[WON, Some(Value::Draw), None]), None);
        let best = |values: &[Option<Value>]| best_child(&nodes(values));
        assert_eq!(best(&[LOST, Some(Value::Loss(40)), None]), Some(1));
        assert_eq!(best(&[WON, Some(Value::Win(5)), LOST]), Some(2));
        assert_eq!(best(&[Some(Value::Win(5)), WON]), Some(1));
    }
}
