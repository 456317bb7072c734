//! The thread of the analysis: what it does next, and how it finds out.

use std::collections::HashMap;
use std::sync::Arc;

use super::{AnalysisOptions, Assessment, Effort, Finding, Key, Problem, VALUES_DEPTH, Wishes, key};
use crate::controller::mind::Judgement;
use crate::controller::worker::Desk;
use muehle_engine::endgame::opening::{Opening, Part};
use muehle_engine::endgame::{Database, Value};
use muehle_engine::game::Game;
use muehle_engine::heuristics::LoadError;
use muehle_engine::players::Resources;
use muehle_engine::rules::{Move, Position, RemovalRule, Rules};
use muehle_engine::search::{Knowledge, Limits, Options, RootMove, Score, Searcher, exact_score};

/// Megabytes for the transposition table of each searcher.
const HASH: usize = 16;
/// How deep each ply of a game is searched for the graph, and how many positions that may take.
const GRAPH: Limits = Limits { depth: Some(8), time: None, nodes: Some(400_000), least_depth: 0 };
/// How many plies the line of a solved position has at most.
pub(super) const SOLVED_LINE: usize = 24;

/// One piece of work, short enough to be repeated when it was interrupted.
pub(super) enum Job {
    /// All moves of a position to a depth.
    Assess(Position, u32),
    /// The value of a position.
    Value(Position),
}

struct Tools {
    options: AnalysisOptions,
    database: Arc<Database>,
    /// Values every move.
    wide: Searcher,
    /// Finds one line.
    narrow: Searcher,
}

/// What the thread knows.
pub(super) struct Analyst {
    resources: Arc<Resources>,
    /// How deep each position was assessed, and how deep it was valued.
    depths: HashMap<Key, (u32, u32)>,
    /// The edition of the wishes that the depths belong to.
    edition: u64,
    tools: Option<Tools>,
    /// Whether the heuristic of the options cannot be loaded: then nothing is done until others come.
    broken: bool,
}

/// Nothing more can be found out at this depth.
const FINISHED: u32 = u32::MAX;

impl Analyst {
    pub fn new(resources: Arc<Resources>) -> Analyst {
        Analyst { resources, depths: HashMap::new(), edition: 0, tools: None, broken: false }
    }

    pub fn run(mut self, mut desk: Desk<Wishes, Finding>) {
        let (mut wishes, mut idle) = (Wishes::default(), true);
        let mut options = AnalysisOptions::default();
        while desk.refresh(&mut wishes, idle) {
            // From the first frame on, so that the computer's first moves need not do without.
            Opening::embedded_if_ready(wishes.rule, Part::Start);
            if options != wishes.options || self.edition != wishes.edition {
                options = wishes.options.clone();
                self.edition = wishes.edition;
                self.depths.clear();
                self.broken = false;
            }
            let job = self.choose(&wishes);
            idle = job.is_none();
            let (Some(job), rule) = (job, wishes.rule) else { continue };
            if let Err(error) = self.prepare(rule, &options) {
                self.broken = true;
                desk.say(Finding::Failed(Problem::Heuristic(error)));
                continue;
            }
            match job {
                Job::Assess(position, depth) => self.assess(position, rule, depth, &desk),
                Job::Value(position) => self.value(position, rule, &desk),
            }
            // The tables are shared with the players: a problem found here is reported now, not with a player's move.
            for error in self.tools.iter().flat_map(|tools| tools.database.take_problems()) {
                desk.say(Finding::Failed(Problem::Table(error)));
            }
        }
    }

    /// What to do next, if anything.
    pub fn choose(&self, wishes: &Wishes) -> Option<Job> {
        if wishes.resting || self.broken {
            return None;
        }
        let rule = wishes.rule;
        let focus = wishes.focus.as_ref().and_then(|focus| {
            let (assessed, _) = self.depths.get(&key(&focus.position, rule)).copied().unwrap_or_default();
            let last = match focus.effort {
                Effort::Values => VALUES_DEPTH,
                Effort::Endless => Limits::MAX_DEPTH,
            };
            let next = if assessed < VALUES_DEPTH { assessed.saturating_add(2) } else { assessed.saturating_add(1) };
            (assessed < last).then_some((focus, next, assessed >= VALUES_DEPTH))
        });
        // Values first, then the graph, then more and more depth.
        match focus {
            Some((focus, next, false)) => return Some(Job::Assess(focus.position, next)),
            _ => {
                let known =
                    |position: &&Position| self.depths.get(&key(position, rule)).is_none_or(|depth| depth.1 == 0);
                if let Some(&position) = wishes.plies.iter().find(known) {
                    return Some(Job::Value(position));
                }
            }
        }
        focus.map(|(focus, next, _)| Job::Assess(focus.position, next))
    }

    /// Searchers with the knowledge for a rule.
    fn prepare(&mut self, rule: RemovalRule, wanted: &AnalysisOptions) -> Result<(), LoadError> {
        let database = self.resources.endgame(rule);
        let fits = |tools: &Tools| Arc::ptr_eq(&tools.database, &database) && tools.options == *wanted;
        if self.tools.as_ref().is_some_and(fits) {
            return Ok(());
        }
        let evaluation = self.resources.evaluation(&wanted.heuristic)?;
        let knowledge = Knowledge { endgame: Some(database.clone()), ..Knowledge::new(evaluation) };
        let usual = Options { hash: HASH, threads: wanted.threads, ..Options::default() };
        let wide = Options { all_moves: true, ..usual.clone() };
        let narrow = Options { equal_moves: false, ..usual };
        let searcher = |options| Searcher::new(knowledge.clone(), options);
        let options = wanted.clone();
        self.tools = Some(Tools { options, database, wide: searcher(wide), narrow: searcher(narrow) });
        Ok(())
    }

    fn assess(&mut self, position: Position, rule: RemovalRule, depth: u32, desk: &Desk<Wishes, Finding>) {
        let key = key(&position, rule);
        let Some(tools) = &mut self.tools else { return };
        let game = game_at(position, rule);
        let stop = desk.stop();
        if !tools.database.wait_for_endings(&position, stop) {
            return;
        }
        let solved = tools.database.solve(&position).ok().flatten();
        let depth = if solved.is_some() { 1 } else { depth };
        let mut report = tools.wide.search(&game, &Limits::depth(depth), stop, &mut |_| {});
        if desk.is_stopped() {
            // An interrupted search is incomplete; the table remembers most of it.
            return;
        }
        let mut lines: Vec<(RootMove, Vec<Move>)> = Vec::new();
        let is_solved = solved.is_some();
        if let Some(solved) = solved {
            report.moves = solved.moves.iter().map(|&(mv, value)| RootMove { mv, score: Score::from(value) }).collect();
            report.moves.sort_by(|a, b| b.score.compare(a.score));
            report.score = solved.value.into();
            report.best_moves = solved.best_moves().collect();
            report.best = report.moves.first().map(|best| best.mv);
            for root in report.moves.iter().take(tools.options.lines) {
                lines.push((*root, solved_line(&tools.database, position, root.mv)));
            }
        } else {
            for root in report.moves.iter().take(tools.options.lines) {
                let mut line = vec![root.mv];
                if report.best == Some(root.mv) && report.line.first() == Some(&root.mv) {
                    line = report.line.clone();
                } else if depth > 1 {
                    let mut next = game.clone();
                    if next.play(root.mv).is_ok() && next.outcome().is_none() {
                        line.extend(tools.narrow.search(&next, &Limits::depth(depth - 1), stop, &mut |_| {}).line);
                    }
                }
                lines.push((*root, line));
            }
            if desk.is_stopped() {
                return;
            }
        }
        if let Some((_, line)) = lines.first() {
            report.line.clone_from(line);
        }
        let proven = report.moves.iter().all(|root| matches!(root.score, Score::Win(_) | Score::Loss(_)));
        let finished = is_solved || proven || report.moves.is_empty();
        // While stones are in hand the results are exact, too, but longer lines are still worth finding.
        let solved = is_solved || report.moves.iter().all(|root| root.score.is_exact());
        let known = self.depths.entry(key).or_default();
        known.0 = if finished { FINISHED } else { depth };
        known.1 = known.1.max(depth);
        desk.say(Finding::Judged(self.edition, key, Judgement { score: report.score, depth: report.depth }));
        desk.say(Finding::Assessed(self.edition, key, Box::new(Assessment { report, lines, solved })));
    }

    fn value(&mut self, position: Position, rule: RemovalRule, desk: &Desk<Wishes, Finding>) {
        let key = key(&position, rule);
        let Some(tools) = &mut self.tools else { return };
        if !tools.database.wait_for_endings(&position, desk.stop()) {
            return;
        }
        let judgement = match (exact_score(&tools.database, &position), position.loser()) {
            (Some(score), _) => Judgement { score, depth: 0 },
            (_, Some(loser)) if loser == position.side_to_move() => Judgement { score: Score::Loss(0), depth: 0 },
            (_, Some(_)) => Judgement { score: Score::Win(0), depth: 0 },
            _ => {
                let report = tools.narrow.search(&game_at(position, rule), &GRAPH, desk.stop(), &mut |_| {});
                if desk.is_stopped() {
                    return;
                }
                Judgement { score: report.score, depth: report.depth }
            }
        };
        self.depths.entry(key).or_default().1 = judgement.depth.max(1);
        desk.say(Finding::Judged(self.edition, key, judgement));
    }
}

/// A game that begins with the position, so that earlier moves do not change what is kept about it.
pub(super) fn game_at(position: Position, rule: RemovalRule) -> Game {
    Game::from_position(Rules::with_removal(rule), position)
}

/// Best play from the endgame tables, beginning with a move.
fn solved_line(database: &Database, position: Position, first: Move) -> Vec<Move> {
    let mut line = vec![first];
    let mut position = position.after(first);
    while line.len() < SOLVED_LINE {
        let Ok(Some(solved)) = database.solve(&position) else { break };
        // A draw can go on for ever; one move of it is enough.
        let Some(best) = solved.best_moves().next() else { break };
        line.push(best);
        position = position.after(best);
        if solved.value == Value::Draw {
            break;
        }
    }
    line
}
