//! Judging moves: what each legal move is worth, exactly where a table knows it and by a search elsewhere, and the lines
//! that follow.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::endgame::{Database, Outcome};
use crate::game::Game;
use crate::heuristics::LoadError;
use crate::players::{Computer, Resources};
use crate::rules::{Color, Move, Phase, Position, RemovalRule, Rules};
use crate::search::{Knowledge, Limits, Options, Score, Searcher};

use super::facts::{self, Freedom, LineFacts};
use super::worth::{Class, Worth, classify, keeping, points_lost};

/// Megabytes for each of the two transposition tables.
const HASH: usize = 16;
/// The plies of a line.
const LINE: usize = 12;
/// How deep each move of a line is searched among those that keep a known result.
const STEP: u32 = 6;

/// How much is searched where no table knows a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The depth in plies, an even number.
    pub depth: u32,
    /// The positions visited; when they are used up the last depth that is complete counts.
    pub nodes: u64,
}

impl Effort {
    /// For reviewing a game.
    pub const REVIEW: Effort = Effort { depth: 12, nodes: 5_000_000 };
    /// For a coach whom somebody waits for.
    pub const COACH: Effort = Effort { depth: 8, nodes: 500_000 };
}

/// The legal moves of a position, the best first, and how deep they were searched: 0 if every one is exact.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    /// The moves.
    pub moves: Vec<(Move, Worth)>,
    /// The depth.
    pub depth: u32,
}

impl Values {
    fn sorted(mut moves: Vec<(Move, Worth)>, depth: u32) -> Values {
        let plies = |worth: &Worth| match *worth {
            Worth::Exact(Outcome::Win, Some(plies)) => -i64::from(plies),
            Worth::Exact(Outcome::Loss, Some(plies)) => i64::from(plies),
            _ => 0,
        };
        moves.sort_by(|(_, a), (_, b)| b.value().total_cmp(&a.value()).then(plies(b).cmp(&plies(a))));
        Values { moves, depth }
    }

    /// What a move is worth.
    pub fn of(&self, mv: Move) -> Option<Worth> {
        self.moves.iter().find(|(known, _)| *known == mv).map(|(_, worth)| *worth)
    }

    /// What the position is worth; none when there is no legal move.
    pub fn best(&self) -> Option<Worth> {
        self.moves.first().map(|(_, worth)| *worth)
    }

    /// The class of a legal move, before anybody has looked at the opponent's answer.
    pub fn class(&self, mv: Move) -> Option<Class> {
        Some(classify(&self.moves, mv, self.of(mv)?))
    }
}

/// Why a move was worse than another.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// Best play after the move.
    pub line: Vec<Move>,
    /// What happens in it.
    pub facts: LineFacts,
    /// Best play instead of the move.
    pub instead: Vec<Move>,
    /// What happens in that.
    pub instead_facts: LineFacts,
    /// How freely both sides can move after the move, and after the better one.
    pub freedom: [Freedom; 2],
}

/// A move and what is to be said about it.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedMove {
    /// The move.
    pub mv: Move,
    /// Who played it.
    pub side: Color,
    /// How that side moved.
    pub phase: Phase,
    /// What the best move was worth for the side.
    pub before: Worth,
    /// What this one is worth for the side.
    pub after: Worth,
    /// The moves that gave nothing away, the best first.
    pub kept: Vec<Move>,
    /// Its class.
    pub class: Class,
    /// How deep it was searched; 0 if its values are exact.
    pub depth: u32,
    /// Whether some legal move would have given something away.
    pub matters: bool,
    /// Why it was worse, if it was.
    pub why: Option<Explanation>,
}

impl JudgedMove {
    /// Whether both values are known for certain.
    pub fn is_exact(&self) -> bool {
        self.before.outcome().is_some() && self.after.outcome().is_some()
    }

    /// What it gave away, in points: 0.5 is a draw, 1 a win.
    pub fn points_lost(&self) -> f64 {
        points_lost(self.before, self.after)
    }
}

/// Judges moves under one removal rule. The same position is always judged in the same way.
pub struct Judge {
    rule: RemovalRule,
    database: Arc<Database>,
    effort: Effort,
    /// Values every move.
    wide: Searcher,
    /// Finds one line.
    narrow: Searcher,
}

impl Judge {
    /// A judge with the usual heuristic.
    pub fn new(resources: &Resources, rule: RemovalRule, effort: Effort) -> Result<Judge, LoadError> {
        let database = resources.endgame(rule);
        let evaluation = resources.evaluation(Computer::DEFAULT_HEURISTIC)?;
        let knowledge = Knowledge::new(evaluation).with_endgame(database.clone());
        let usual = Options { hash: HASH, ..Options::default() };
        let wide = Searcher::new(knowledge.clone(), Options { all_moves: true, ..usual.clone() });
        let narrow = Searcher::new(knowledge, Options { equal_moves: false, ..usual });
        Ok(Judge { rule, database, effort, wide, narrow })
    }

    /// The rule it judges by.
    pub fn rule(&self) -> RemovalRule {
        self.rule
    }

    /// What each legal move of a position is worth; none if `stop` was set.
    pub fn values(&mut self, position: &Position, stop: &AtomicBool) -> Option<Values> {
        if !self.database.wait_for_endings(position, stop) {
            return None;
        }
        if let Some(exact) = self.exact(position) {
            return Some(Values::sorted(exact, 0));
        }
        let (mut moves, depth) = self.searched(position, stop)?;
        // A move into a position that a table knows is exact, however deep the search was.
        for (mv, worth) in &mut moves {
            let outcome = self.database.outcome(&position.after(*mv)).ok().flatten().map(Outcome::before_move);
            if let Some(outcome) = outcome.filter(|outcome| worth.outcome() != Some(*outcome)) {
                *worth = Worth::Exact(outcome, None);
            }
        }
        Some(Values::sorted(moves, depth))
    }

    /// The values of all moves, if the tables know all of them.
    fn exact(&self, position: &Position) -> Option<Vec<(Move, Worth)>> {
        if let Some(solved) = self.database.solve(position).ok().flatten() {
            return Some(solved.moves.into_iter().map(|(mv, value)| (mv, Score::from(value).into())).collect());
        }
        let solved = self.database.outcomes(position).ok().flatten()?;
        Some(solved.moves.into_iter().map(|(mv, outcome)| (mv, Worth::Exact(outcome, None))).collect())
    }

    fn searched(&mut self, position: &Position, stop: &AtomicBool) -> Option<(Vec<(Move, Worth)>, u32)> {
        let game = game_at(position, self.rule);
        self.wide.new_game();
        let (mut found, mut left) = (None, self.effort.nodes);
        for depth in (2..=self.effort.depth).step_by(2) {
            let limits = Limits { nodes: Some(left), ..Limits::depth(depth) };
            let report = self.wide.search(&game, &limits, stop, &mut |_| {});
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let proven = matches!(report.score, Score::Win(_) | Score::Loss(_) | Score::Won | Score::Lost);
            // A depth that is not complete would compare moves that were searched differently.
            if report.depth == depth || proven || found.is_none() {
                let moves = report.moves.iter().map(|root| (root.mv, root.score.into())).collect();
                found = Some((moves, report.depth));
            }
            left = left.saturating_sub(report.nodes);
            if proven || left == 0 || report.depth < depth {
                break;
            }
        }
        found
    }

    /// Judges a legal move. `ends` is what it is worth if the rules of the game end it with this move. None if `stop` was
    /// set or the move is not legal.
    pub fn judge(
        &mut self,
        position: &Position,
        mv: Move,
        ends: Option<Worth>,
        stop: &AtomicBool,
    ) -> Option<JudgedMove> {
        let values = self.values(position, stop)?;
        self.judge_among(&values, position, mv, ends, stop)
    }

    /// The same for a position whose moves are already valued.
    pub fn judge_among(
        &mut self,
        values: &Values,
        position: &Position,
        mv: Move,
        ends: Option<Worth>,
        stop: &AtomicBool,
    ) -> Option<JudgedMove> {
        let (before, valued) = (values.best()?, values.of(mv)?);
        let after = ends.unwrap_or(valued);
        let mut class = classify(&values.moves, mv, after);
        let side = position.side_to_move();
        let mut kept = keeping(&values.moves);
        let mut why = None;
        if class.is_fault() {
            let next = position.after(mv);
            let line = if ends.is_some() { Vec::new() } else { self.line(&next, &[], stop)? };
            let instead = self.line(position, &kept, stop)?;
            // Tables do not tell moves of one result apart; the search does.
            if let Some(place) = kept.iter().position(|mv| instead.first() == Some(mv)) {
                kept[..=place].rotate_right(1);
            }
            let facts = facts::of_line(&next, &line, self.rule);
            let taken = facts.mills[(!side).index()].is_some_and(|mill| mill.moves == 1);
            if class == Class::Mistake && taken {
                class = Class::Blunder;
            }
            let instead_facts = facts::of_line(position, &instead, self.rule);
            let better = instead.first().map_or(*position, |mv| position.after(*mv));
            let freedom = [next, better].map(|position| Freedom::in_position(&position));
            why = Some(Explanation { line, facts, instead, instead_facts, freedom });
        }
        let matters = values.moves.len() > 1 && kept.len() < values.moves.len();
        let phase = position.phase(side);
        let depth = values.depth;
        Some(JudgedMove { mv, side, phase, before, after, kept, class, depth, matters, why })
    }

    /// Best play from a position, beginning with one of these moves if there are any: from the tables as far as they know
    /// it, then by a search. None if `stop` was set.
    fn line(&mut self, start: &Position, first: &[Move], stop: &AtomicBool) -> Option<Vec<Move>> {
        let (mut position, mut line) = (*start, Vec::new());
        while line.len() < LINE && position.loser().is_none() {
            let solved = self.database.solve(&position).ok().flatten();
            if let Some(solved) = solved.filter(|solved| solved.value.plies().is_some()) {
                let Some(mv) = solved.best_moves().next() else { break };
                line.push(mv);
                position = position.after(mv);
                continue;
            }
            let known = self.database.outcomes(&position).ok().flatten();
            let mut best: Vec<Move> = known.iter().flat_map(|solved| solved.best_moves()).collect();
            // Where results are known each move is chosen anew, so that the line keeps to them.
            let depth = if best.is_empty() { self.effort.depth } else { self.effort.depth.min(STEP) };
            if best.is_empty() && line.is_empty() {
                best.extend(first);
            }
            let limits = Limits { nodes: Some(self.effort.nodes), ..Limits::depth(depth) };
            self.narrow.new_game();
            let game = game_at(&position, self.rule);
            let report = self.narrow.search_among(&game, &best, &limits, stop, &mut |_| {});
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            if known.is_none() {
                line.extend(report.line);
                break;
            }
            let Some(mv) = report.best else { break };
            line.push(mv);
            position = position.after(mv);
        }
        line.truncate(LINE);
        Some(line)
    }
}

/// A game that begins with the position: what was played before does not change what a move is worth.
fn game_at(position: &Position, rule: RemovalRule) -> Game {
    Game::from_position(Rules::with_removal(rule), *position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::tests::resources;
    use crate::rules::Point;

    fn judge(rule: RemovalRule) -> Judge {
        Judge::new(resources(), rule, Effort { depth: 4, nodes: 50_000 }).unwrap()
    }

    fn judged(rule: RemovalRule, position: &str, mv: &str) -> JudgedMove {
        let stop = AtomicBool::new(false);
        judge(rule).judge(&position.parse().unwrap(), mv.parse().unwrap(), None, &stop).unwrap()
    }

    #[test]
    fn tables_are_exact_and_say_what_won() {
        for rule in RemovalRule::BOTH {
            let position = "a7,d7,g4/b6,d6,f2 w 0 0";
            let best = judged(rule, position, "g4-g7xf2");
            assert_eq!((best.before, best.depth), (Worth::Exact(Outcome::Win, Some(1)), 0));
            assert!(best.class <= Class::Best && best.why.is_none());
            let missed = judged(rule, position, "g4-g1");
            assert!(missed.class.is_mistake() && missed.is_exact(), "{missed:?}");
            let why = missed.why.unwrap();
            assert_eq!(why.instead_facts.mills[0].unwrap().at, Point::G7);
            assert!(missed.kept.iter().all(|mv| mv.action.target() == Point::G7 || mv.removal.is_some()));
        }
    }

    #[test]
    fn overlooking_a_mill_is_a_blunder() {
        // Black threatens f4-f2. Only a stone on f2 stops it.
        let threat = "a1,c5,g7/b2,d2,f4,e5 w 0 0";
        let lets = judged(RemovalRule::Never, threat, "a1-a4");
        assert_eq!((lets.before, lets.after), (Worth::DRAW, Worth::Exact(Outcome::Loss, Some(2))));
        assert!(lets.kept.iter().all(|mv| mv.action.target() == Point::F2), "{:?}", lets.kept);
        let mill = lets.why.unwrap().facts.mills[Color::Black.index()].unwrap();
        assert_eq!((mill.at, mill.moves), (Point::F2, 1));
        assert_eq!(lets.class, Class::Blunder);
        let stops = judged(RemovalRule::Never, threat, "a1-f2");
        assert_eq!((stops.class, stops.depth), (Class::Best, 0));
    }

    #[test]
    fn the_same_question_has_the_same_answer() {
        let mut judge = judge(RemovalRule::Never);
        let position: Position = "a1,b2,c5,f4,d3/d7,a7,e3,b4,d2 w 4 4".parse().unwrap();
        let stop = AtomicBool::new(false);
        let first = judge.values(&position, &stop);
        judge.values(&position.after("g7".parse().unwrap()), &stop);
        assert_eq!(judge.values(&position, &stop), first);
        stop.store(true, Ordering::Relaxed);
        assert_eq!(judge.values(&position, &stop), None);
    }

    #[test]
    fn an_end_by_the_rules_counts() {
        let stop = AtomicBool::new(false);
        let position: Position = "a7,d7,g4/b6,d6,f2 w 0 0".parse().unwrap();
        let won = judge(RemovalRule::Never).judge(&position, "g4-g7xf2".parse().unwrap(), Some(Worth::DRAW), &stop);
        assert_eq!(won.unwrap().class, Class::Mistake);
    }
}
