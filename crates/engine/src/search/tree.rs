//! The tree of a shallow alpha-beta search, with everything that happened in it, for people who want to see how it works.
//!
//! It is the plain search of the paper: one depth, mills first, no transposition table, no tables of exact values, nothing
//! beyond the horizon. Its value is the one of [`super::Options::minimax`] at the same depth.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::heuristics::EvaluationTable;
use crate::heuristics::shapes::blend;
use crate::rules::{Color, Move, Position, Rules};

use super::alpha_beta::quiet_after;
use super::ordering::{Candidates, Memory, candidates, select};
use super::score::{DRAW, INFINITE, Units, Window, lost_at};
use super::transposition::Bound;
use super::{Options, Score};

/// A position that was visited. Its window and its score are from its side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeNode {
    /// The move that led here; none at the root.
    pub mv: Option<Move>,
    /// The position.
    pub position: Position,
    /// How many plies it is below the root.
    pub ply: usize,
    /// The lower and upper end of the window it was searched with; none where it was open.
    pub window: [Option<Score>; 2],
    /// What came out. Wins and losses count their plies from the root.
    pub score: Score,
    /// Whether that is the value, or a bound of it because it lies outside the window.
    pub bound: Bound,
    /// How many of its moves were not looked at any more after one of them had reached the upper end of the window.
    pub cut: usize,
    /// The positions after its moves in the order they were visited, as places in [`Tree::nodes`].
    pub children: Vec<usize>,
}

impl TreeNode {
    /// The window as a side sees it.
    pub fn window_for(&self, side: Color) -> [Option<Score>; 2] {
        match (self.position.side_to_move() == side, self.window) {
            (true, window) => window,
            (false, [alpha, beta]) => [beta.map(Score::reversed), alpha.map(Score::reversed)],
        }
    }

    /// The score as a side sees it, and what it says about the value.
    pub fn score_for(&self, side: Color) -> (Score, Bound) {
        if self.position.side_to_move() == side {
            return (self.score, self.bound);
        }
        let bound = match self.bound {
            Bound::Upper => Bound::Lower,
            Bound::Lower => Bound::Upper,
            Bound::Exact => Bound::Exact,
        };
        (self.score.reversed(), bound)
    }
}

/// A whole search.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// Every visited position, the root first, each before those below it.
    pub nodes: Vec<TreeNode>,
    /// How deep it was searched.
    pub depth: u32,
}

impl Tree {
    /// Deeper trees are too large to look at.
    pub const MAX_DEPTH: u32 = 4;
    /// So are those with more positions.
    pub const MAX_NODES: usize = 100_000;

    /// Searches a position to a depth, or less deep if the tree would be too large. None if it was stopped.
    pub fn of(
        position: &Position,
        rules: &Rules,
        evaluation: &EvaluationTable,
        depth: u32,
        stop: &AtomicBool,
    ) -> Option<Tree> {
        let options = Options { mills_first: true, ..Options::minimax() };
        for depth in (1..=depth.clamp(1, Tree::MAX_DEPTH)).rev() {
            let mut recorder = Recorder {
                root: position,
                rules,
                evaluation,
                options: &options,
                memory: Memory::new(Tree::MAX_DEPTH as usize + 1),
                stop,
                nodes: Vec::new(),
                stopped: false,
            };
            recorder.visit(None, position, depth, Window::FULL, 0, 0);
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            // No position has as many moves as a tree of depth 1 may have positions.
            if !recorder.stopped || depth == 1 {
                return Some(Tree { nodes: recorder.nodes, depth });
            }
        }
        None
    }

    /// The best line, as places in [`Tree::nodes`], from the root on.
    pub fn line(&self) -> Vec<usize> {
        let mut line = vec![0];
        while let Some(next) = line.last().and_then(|&place| self.best_child(place)) {
            line.push(next);
        }
        line
    }

    /// The child that gives a position its score: the first with that score.
    pub fn best_child(&self, place: usize) -> Option<usize> {
        let node = self.nodes.get(place)?;
        node.children.iter().copied().find(|&child| self.nodes[child].score.reversed() == node.score)
    }
}

struct Recorder<'a> {
    root: &'a Position,
    rules: &'a Rules,
    evaluation: &'a EvaluationTable,
    options: &'a Options,
    memory: Memory,
    stop: &'a AtomicBool,
    nodes: Vec<TreeNode>,
    stopped: bool,
}

impl Recorder<'_> {
    /// Visits a position with `depth` plies to go. `quiet` is the number of plies since the last irreversible move.
    fn visit(
        &mut self,
        mv: Option<Move>,
        position: &Position,
        depth: u32,
        mut window: Window,
        ply: usize,
        quiet: usize,
    ) -> Units {
        let place = self.nodes.len();
        self.stopped |= place >= Tree::MAX_NODES || self.stop.load(Ordering::Relaxed);
        if self.stopped {
            return 0;
        }
        let end = |units: Units| (units.abs() < INFINITE).then(|| Score::from_units(units));
        self.nodes.push(TreeNode {
            mv,
            position: *position,
            ply,
            window: [end(window.alpha), end(window.beta)],
            score: Score::Draw,
            bound: Bound::Exact,
            cut: 0,
            children: Vec::new(),
        });
        if ply > 0 && self.is_drawn(position, ply, quiet) {
            return DRAW;
        }
        let asked = window;
        let side = position.side_to_move();
        let mut best = match () {
            () if position.total(!side) < 3 => -lost_at(ply),
            () if position.total(side) < 3 || !position.has_move() => lost_at(ply),
            () if depth == 0 => self.estimate(position),
            () => -INFINITE,
        };
        if best == -INFINITE {
            let mut list = Candidates::new();
            candidates(&mut list, position, self.rules.removal, self.options, &self.memory, ply);
            for index in 0..list.len() {
                let mv = select(&mut list, index);
                let next = position.after(mv.unpack());
                let child = self.nodes.len();
                let quiet = quiet_after(position, mv, quiet);
                let score = -self.visit(Some(mv.unpack()), &next, depth - 1, window.turned(), ply + 1, quiet);
                if self.stopped {
                    return 0;
                }
                self.nodes[place].children.push(child);
                best = best.max(score);
                window.alpha = window.alpha.max(score);
                if window.alpha >= window.beta {
                    self.nodes[place].cut = list.len() - index - 1;
                    break;
                }
            }
        }
        let node = &mut self.nodes[place];
        node.score = Score::from_units(best);
        // A leaf has its value whatever the window.
        node.bound = match best {
            _ if node.children.is_empty() => Bound::Exact,
            best if best >= asked.beta => Bound::Lower,
            best if best <= asked.alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        best
    }

    /// Whether the position is drawn by the rules. In four plies only the root can come back.
    fn is_drawn(&self, position: &Position, ply: usize, quiet: usize) -> bool {
        let limit = usize::from(self.rules.quiet_plies);
        let long = limit > 0 && quiet >= limit && position.has_move();
        long || self.rules.draw_by_repetition && quiet == ply && position.key() == self.root.key()
    }

    fn estimate(&self, position: &Position) -> Units {
        let value = self.evaluation.evaluate(position);
        self.evaluation.heuristic().shape_estimate(position).map_or(value, |estimate| blend(estimate, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::heuristics::{Heuristic, library};
    use crate::search::{Knowledge, Limits, Variant, search};

    const POSITIONS: [&str; 5] = [
        "-/- w 9 9",
        "d6,f4,d2/b4,d7,g1 b 6 6",
        "g1,a4,d2,b2,c5,e3,d3,c3/a7,g7,d1,b6,d6,f6,b4,c4 w 0 0",
        "a1,a4,d7/b2,d2,e3 b 0 0",
        "a7,d7,g4,d2/b6,f6,c3,e3 w 0 0",
    ];

    fn tree(text: &str, depth: u32, evaluation: &EvaluationTable) -> Tree {
        let position = text.parse().unwrap();
        Tree::of(&position, &Rules::default(), evaluation, depth, &AtomicBool::new(false)).unwrap()
    }

    #[test]
    fn it_finds_what_minimax_and_alpha_beta_find() {
        let knowledge = Knowledge::of(Heuristic::standard());
        for text in POSITIONS {
            for depth in 1..=Tree::MAX_DEPTH {
                let tree = tree(text, depth, &knowledge.evaluation);
                let game = Game::from_position(Rules::default(), text.parse().unwrap());
                for variant in ["minimax", "alphabeta", "millsfirst"] {
                    let options = Variant::find(variant).unwrap().options;
                    let stop = AtomicBool::new(false);
                    let limits = Limits::depth(tree.depth);
                    let report = search(&game, &limits, &knowledge, &options, &stop, &mut |_| {});
                    assert_eq!(tree.nodes[0].score, report.score, "{text} {depth} {variant}");
                }
            }
        }
    }

    #[test]
    fn windows_bounds_and_cuts_fit_each_other() {
        let evaluation = EvaluationTable::new(Heuristic::standard());
        let least = |a: Option<Score>, b: Score| a.is_none_or(|a| a.compare(b).is_lt());
        for text in POSITIONS {
            let tree = tree(text, 3, &evaluation);
            let mut cuts = 0;
            for (place, node) in tree.nodes.iter().enumerate() {
                let [alpha, beta] = node.window;
                let above = beta.is_some_and(|beta| !node.score.compare(beta).is_lt());
                if !node.children.is_empty() {
                    let expected = match () {
                        () if above => Bound::Lower,
                        () if least(alpha, node.score) => Bound::Exact,
                        () => Bound::Upper,
                    };
                    assert_eq!(node.bound, expected, "{node:?}");
                }
                let legal = node.position.count_moves(Rules::default().removal);
                if !node.children.is_empty() {
                    assert_eq!(node.children.len() + node.cut, legal);
                    assert!(node.cut == 0 || above, "only a score above the window cuts off");
                }
                cuts += node.cut;
                let mut best = alpha;
                for &child in &node.children {
                    assert!(child > place);
                    let seen = tree.nodes[child].window_for(node.position.side_to_move());
                    assert_eq!(seen, [best, beta], "a child is searched with what is left of the window");
                    let score = tree.nodes[child].score.reversed();
                    best = if least(best, score) { Some(score) } else { best };
                }
            }
            assert!(cuts > 0, "{text}");
            let line = tree.line();
            let end = &tree.nodes[line[line.len() - 1]];
            assert!(line.len() == 4 || end.position.loser().is_some(), "{text}");
            assert_eq!(end.score_for(tree.nodes[0].position.side_to_move()).0, tree.nodes[0].score, "{text}");
        }
    }

    #[test]
    fn the_best_line_and_the_other_side() {
        // White closes a mill at once and leaves two stones.
        let evaluation = EvaluationTable::new(Heuristic::standard());
        let tree = tree("a1,a4,d7/b2,d2,e3 w 0 0", 2, &evaluation);
        let line = tree.line();
        assert_eq!((tree.nodes[0].score, line.len()), (Score::Win(1), 2));
        let end = &tree.nodes[line[1]];
        assert!(end.mv.unwrap().to_string().starts_with("d7-a7x") && end.children.is_empty());
        assert_eq!(end.score_for(Color::White), (Score::Win(1), Bound::Exact));
        assert_eq!(end.score_for(Color::Black), (Score::Loss(1), Bound::Exact));
    }

    #[test]
    fn shapes_count_at_the_horizon() {
        let evaluation = EvaluationTable::new(library::load("Meister", None).unwrap());
        let tree = tree(POSITIONS[2], 1, &evaluation);
        for node in &tree.nodes[1..] {
            let total = evaluation.heuristic().explain(&node.position).total;
            assert!(matches!(node.score, Score::Estimate(value) if (value - total).abs() < 1e-9), "{node:?}");
        }
    }

    #[test]
    fn a_stopped_search_leaves_nothing() {
        let evaluation = EvaluationTable::new(Heuristic::standard());
        let stop = AtomicBool::new(true);
        assert_eq!(Tree::of(&Position::START, &Rules::default(), &evaluation, 4, &stop), None);
    }
}
