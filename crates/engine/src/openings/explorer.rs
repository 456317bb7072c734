//! The value of each point: exact where the opening results or the tables know it, and a search that tells points of the
//! same value apart.

use std::cmp::Ordering;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering as Memory};

use super::folded_points;
use crate::endgame::{Database, Outcome};
use crate::game::Game;
use crate::heuristics::LoadError;
use crate::players::{Computer, Resources};
use crate::rules::{Point, PointSet, Position, RemovalRule, Rules};
use crate::search::{Knowledge, Limits, Options, Score, Searcher};

/// Megabytes for the transposition table.
const HASH: usize = 16;

/// Points where a stone can be placed, all alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The points.
    pub points: PointSet,
    /// The result of placing there, with best play, for the side that does; none if no table knows it.
    pub outcome: Option<Outcome>,
    /// What a search says, once there was one.
    pub searched: Option<Score>,
}

impl Choice {
    /// The one that stands for all: the first in reading order.
    pub fn point(&self) -> Point {
        let first = Point::READING_ORDER.into_iter().find(|point| self.points.contains(*point));
        first.unwrap_or(Point::A7)
    }

    /// The exact value, if it is known.
    pub fn exact(&self) -> Option<Score> {
        match (self.outcome, self.searched) {
            (Some(Outcome::Win), Some(found @ Score::Win(_))) | (Some(Outcome::Loss), Some(found @ Score::Loss(_))) => {
                Some(found)
            }
            (Some(outcome), _) => Some(outcome.into()),
            (None, found) => found.filter(|found| found.is_exact()),
        }
    }

    /// The best first: by the exact value, then by what the search says.
    fn compare(&self, other: &Choice) -> Ordering {
        let value = |choice: &Choice| choice.exact().or(choice.searched).unwrap_or(Score::Estimate(0.0));
        let estimate = |choice: &Choice| choice.searched.map_or(0.0, Score::value);
        let exact = value(other).compare(value(self));
        exact.then(estimate(other).total_cmp(&estimate(self)))
    }
}

/// Values points under one removal rule.
pub struct Explorer {
    rule: RemovalRule,
    database: Arc<Database>,
    searcher: Searcher,
}

impl Explorer {
    /// An explorer with the usual heuristic.
    pub fn new(resources: &Resources, rule: RemovalRule) -> Result<Explorer, LoadError> {
        let database = resources.endgame(rule);
        let evaluation = resources.evaluation(Computer::DEFAULT_HEURISTIC)?;
        let knowledge = Knowledge::new(evaluation).with_endgame(database.clone());
        // Without the results of the opening, which would make all points that keep the draw equal.
        let options = Options { hash: HASH, all_moves: true, opening: false, ..Options::default() };
        Ok(Explorer { rule, database, searcher: Searcher::new(knowledge, options) })
    }

    /// Whether it has the newest tables.
    pub fn is_current(&self, resources: &Resources, rule: RemovalRule) -> bool {
        self.rule == rule && Arc::ptr_eq(&self.database, &resources.endgame(rule))
    }

    /// The points where the side to move can place a stone, with what the tables know; the best first. Empty when it has
    /// no stone in hand, none if `stop` was set. The first call may take a second or two, until the results are unpacked.
    pub fn known(&self, position: &Position, stop: &AtomicBool) -> Option<Vec<Choice>> {
        if position.hand(position.side_to_move()) == 0 || position.loser().is_some() {
            return Some(Vec::new());
        }
        let moves = position.legal_moves(self.rule);
        let mut choices = Vec::new();
        for points in folded_points(position) {
            if stop.load(Memory::Relaxed) {
                return None;
            }
            let mut choice = Choice { points, outcome: None, searched: None };
            let here = moves.iter().filter(|mv| mv.action.target() == choice.point());
            // A mill can take one of several stones. What is best is known only if all of them are, or one wins.
            let outcomes: Vec<Option<Outcome>> = here
                .map(|mv| self.database.outcome(&position.after(*mv)).ok().flatten().map(Outcome::before_move))
                .collect();
            let best = outcomes.iter().flatten().max().copied();
            choice.outcome = best.filter(|best| *best == Outcome::Win || outcomes.iter().all(Option::is_some));
            choices.push(choice);
        }
        choices.sort_by(Choice::compare);
        Some(choices)
    }

    /// Searches the points to a depth; false if `stop` was set, and nothing has changed then.
    pub fn search(&mut self, position: &Position, choices: &mut [Choice], depth: u32, stop: &AtomicBool) -> bool {
        let game = Game::from_position(Rules::with_removal(self.rule), *position);
        let report = self.searcher.search(&game, &Limits::depth(depth), stop, &mut |_| {});
        if stop.load(Memory::Relaxed) {
            return false;
        }
        for choice in choices.iter_mut() {
            let here = report.moves.iter().filter(|root| choice.points.contains(root.mv.action.target()));
            choice.searched = here.map(|root| root.score).max_by(|a, b| a.compare(*b));
        }
        choices.sort_by(Choice::compare);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::DataFolders;

    fn explore(rule: RemovalRule, position: &str, depth: u32) -> Vec<Choice> {
        let resources = Resources::new(DataFolders::below("no such folder"));
        let mut explorer = Explorer::new(&resources, rule).unwrap();
        assert!(explorer.is_current(&resources, rule));
        let (position, stop) = (position.parse().unwrap(), AtomicBool::new(false));
        let mut choices = explorer.known(&position, &stop).unwrap();
        assert!(depth == 0 || explorer.search(&position, &mut choices, depth, &stop));
        choices
    }

    #[test]
    fn the_opening_is_exact_and_a_search_orders_what_is_drawn() {
        for rule in RemovalRule::BOTH {
            let choices = explore(rule, "-/- w 9 9", 4);
            assert_eq!(choices.len(), 4);
            assert!(choices.iter().all(|choice| choice.outcome == Some(Outcome::Draw)), "{choices:?}");
            let estimates: Vec<f64> = choices.iter().map(|choice| choice.searched.unwrap().value()).collect();
            assert!(estimates.is_sorted_by(|a, b| a >= b), "{estimates:?}");
        }
    }

    #[test]
    fn each_choice_has_the_value_of_its_best_move_and_losses_come_last() {
        let mut losses = 0;
        for rule in RemovalRule::BOTH {
            let database = Resources::new(DataFolders::below("no such folder")).endgame(rule);
            // With a mill that can take one of two stones, with points that lose, and with symmetric ones.
            for text in ["a7,a4/f4,e3 w 7 7", "a7,a4,d6/f4,e3 b 6 7", "b4/f4 w 8 8"] {
                let moves = database.outcomes(&text.parse().unwrap()).unwrap().unwrap().moves;
                let choices = explore(rule, text, 0);
                for choice in &choices {
                    for point in choice.points {
                        let here = moves.iter().filter(|(mv, _)| mv.action.target() == point);
                        assert_eq!(choice.outcome, here.map(|(_, outcome)| *outcome).max(), "{text}: {point}");
                    }
                }
                assert!(choices.is_sorted_by(|a, b| a.outcome >= b.outcome), "{text}");
                losses += choices.iter().filter(|choice| choice.outcome == Some(Outcome::Loss)).count();
            }
        }
        assert!(losses > 0, "the positions are worth looking at");
    }

    #[test]
    fn where_no_table_knows_the_value_is_searched() {
        let late = "a7,g4,d6,b4,c3,d1,e5/f4,e3,d2,b6,g1,a1,c5 w 2 2";
        assert!(explore(RemovalRule::Never, late, 0).iter().all(|choice| choice.exact().is_none()));
        let choices = explore(RemovalRule::Never, late, 4);
        assert!(choices.iter().all(|choice| choice.searched.is_some() && choice.outcome.is_none()));
        assert_eq!(explore(RemovalRule::Never, "a7,d7,g4/b6,d6,f2 w 0 0", 0), [], "nobody places");
    }
}
