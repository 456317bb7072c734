//! The analysis: a thread that values the moves of the shown position and the plies of the game, deeper and deeper.
//!
//! It has its own searcher, rests while a player thinks, and keeps what it has found by position, so that going back and
//! forth shows it at once.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::mind::Judgement;
use super::worker::{Desk, Waker, Worker, give_way};
use muehle_engine::endgame::opening::Opening;
use muehle_engine::endgame::{Database, TableError, Value};
use muehle_engine::game::Game;
use muehle_engine::heuristics::LoadError;
use muehle_engine::players::{Computer, Resources};
use muehle_engine::rules::{Move, Position, RemovalRule, Rules};
use muehle_engine::search::{Knowledge, Limits, Options, Report, RootMove, Score, Searcher, exact_score};

/// Megabytes for the transposition table of each searcher.
const HASH: usize = 16;
/// How deep values on the board are searched.
pub const VALUES_DEPTH: u32 = 8;
/// How deep each ply of a game is searched for the graph, and how many positions that may take.
const GRAPH: Limits = Limits { depth: Some(8), time: None, nodes: Some(400_000) };
/// How many plies the line of a solved position has at most.
const SOLVED_LINE: usize = 24;
/// How many positions are kept; a game has a few hundred.
const MOST_KEPT: usize = 4000;

/// How positions are analysed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AnalysisOptions {
    /// How many best moves are shown with their lines.
    pub lines: usize,
    /// How many threads search.
    pub threads: usize,
    /// The heuristic that values positions.
    pub heuristic: String,
}

impl AnalysisOptions {
    /// The most lines.
    pub const MOST_LINES: usize = 5;

    /// As many threads as can be chosen: those of the machine, within reason.
    pub fn most_threads() -> usize {
        std::thread::available_parallelism().map_or(1, usize::from).min(16)
    }

    /// The options with every value brought into its range.
    #[must_use]
    pub fn tidied(mut self) -> AnalysisOptions {
        self.lines = self.lines.clamp(1, AnalysisOptions::MOST_LINES);
        self.threads = self.threads.clamp(1, AnalysisOptions::most_threads());
        self
    }
}

impl Default for AnalysisOptions {
    fn default() -> AnalysisOptions {
        AnalysisOptions { lines: 3, threads: 1, heuristic: Computer::DEFAULT_HEURISTIC.to_owned() }
    }
}

/// What is known about a position.
#[derive(Clone, Debug)]
pub struct Assessment {
    /// The search, with the value of every legal move.
    pub report: Report,
    /// The best moves with the lines they begin, the best first.
    pub lines: Vec<(RootMove, Vec<Move>)>,
    /// Whether everything comes from the endgame tables, so that nothing more can be found out.
    pub solved: bool,
}

/// How much is wanted of the shown position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Values of its moves, soon.
    Values,
    /// As deep as it goes, until something else is asked for.
    Endless,
}

/// Identifies a position under a rule.
type Key = (u64, RemovalRule);

fn key(position: &Position, rule: RemovalRule) -> Key {
    (position.key(), rule)
}

#[derive(Clone, Debug, PartialEq)]
struct Focus {
    position: Position,
    effort: Effort,
}

/// What is asked of the thread.
#[derive(Clone, Default)]
struct Wishes {
    rule: RemovalRule,
    focus: Option<Focus>,
    /// The plies of the game for the graph, those nearest to the shown one first.
    plies: Vec<Position>,
    options: AnalysisOptions,
    resting: bool,
    /// Rises when everything is to be found again.
    edition: u64,
}

enum Finding {
    /// The edition, the position and what was found.
    Assessed(u64, Key, Box<Assessment>),
    Judged(u64, Key, Judgement),
    Failed(Problem),
}

/// What keeps the thread from finding anything, or everything.
#[derive(Debug)]
pub enum Problem {
    /// The heuristic cannot be loaded: nothing is found with it.
    Heuristic(LoadError),
    /// An endgame table cannot be used: its positions are estimated.
    Table(TableError),
}

/// The thread as its owner sees it, with everything it has found.
pub struct Analysis {
    worker: Worker<Wishes, Finding>,
    wishes: Wishes,
    /// Whether the thread has ever been told anything.
    asked: bool,
    assessments: HashMap<Key, Assessment>,
    judgements: HashMap<Key, Judgement>,
    problems: VecDeque<Problem>,
}

impl Analysis {
    /// Starts the thread. `waker` is called when there is something to fetch with [`Analysis::poll`].
    pub fn start(resources: Arc<Resources>, waker: Waker) -> Analysis {
        let worker = Worker::start("analysis", waker, move |desk| {
            give_way();
            Analyst { resources, depths: HashMap::new(), edition: 0, tools: None, broken: false }.run(desk);
        });
        Analysis {
            worker,
            wishes: Wishes::default(),
            asked: false,
            assessments: HashMap::new(),
            judgements: HashMap::new(),
            problems: VecDeque::new(),
        }
    }

    /// Asks about the shown position, or about none. Asking the same again changes nothing.
    pub fn ask(&mut self, rule: RemovalRule, focus: Option<(Position, Effort)>, plies: &[Position]) {
        let focus = focus.map(|(position, effort)| Focus { position, effort });
        let interrupts = !self.asked || self.wishes.rule != rule || self.wishes.focus != focus;
        self.asked = true;
        if !interrupts && self.wishes.plies == plies {
            return;
        }
        // A search for the graph of the same game need not begin again.
        if interrupts {
            self.worker.stop();
        }
        self.wishes = Wishes { rule, focus, plies: plies.to_vec(), ..self.wishes.clone() };
        self.worker.give(self.wishes.clone());
    }

    /// Analyses by other options from now on. What was found before counts no more.
    pub fn set_options(&mut self, options: &AnalysisOptions) {
        if self.wishes.options == *options {
            return;
        }
        self.worker.stop();
        self.poll();
        self.assessments.clear();
        self.judgements.clear();
        self.wishes.options = options.clone();
        self.worker.give(self.wishes.clone());
    }

    /// Rests while a player needs the machine.
    pub fn rest(&mut self, resting: bool) {
        if self.wishes.resting != resting {
            self.wishes.resting = resting;
            if resting {
                self.worker.stop();
            }
            self.worker.give(self.wishes.clone());
        }
    }

    /// Forgets everything: there are new tables, which know better.
    pub fn forget(&mut self) {
        self.assessments.clear();
        self.judgements.clear();
        self.wishes.edition += 1;
        self.worker.stop();
        self.worker.give(self.wishes.clone());
    }

    /// Takes in what was found; true if there was something. Never waits.
    pub fn poll(&mut self) -> bool {
        let mut news = false;
        for finding in self.worker.answers() {
            news = true;
            if self.judgements.len() > MOST_KEPT {
                self.assessments.clear();
                self.judgements.clear();
            }
            match finding {
                Finding::Assessed(edition, ..) | Finding::Judged(edition, ..) if edition != self.wishes.edition => {}
                Finding::Assessed(_, key, assessment) => {
                    self.assessments.insert(key, *assessment);
                }
                Finding::Judged(_, key, judgement) => {
                    let better = |old: &Judgement| judgement.score.is_exact() || judgement.depth >= old.depth;
                    if self.judgements.get(&key).is_none_or(better) {
                        self.judgements.insert(key, judgement);
                    }
                }
                Finding::Failed(problem) => self.problems.push_back(problem),
            }
        }
        news
    }

    /// What is known about the moves of a position.
    pub fn assessment(&self, position: &Position, rule: RemovalRule) -> Option<&Assessment> {
        self.assessments.get(&key(position, rule))
    }

    /// What a position is worth for the side to move, if that is known.
    pub fn judgement(&self, position: &Position, rule: RemovalRule) -> Option<Judgement> {
        self.judgements.get(&key(position, rule)).copied()
    }

    /// The next problem; each is reported once.
    pub fn take_problem(&mut self) -> Option<Problem> {
        self.problems.pop_front()
    }
}

/// One piece of work, short enough to be repeated when it was interrupted.
enum Job {
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
struct Analyst {
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
    fn run(mut self, mut desk: Desk<Wishes, Finding>) {
        let (mut wishes, mut idle) = (Wishes::default(), true);
        let mut options = AnalysisOptions::default();
        while desk.refresh(&mut wishes, idle) {
            // From the first frame on, so that the computer's first moves need not do without.
            Opening::embedded_if_ready(wishes.rule);
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
    fn choose(&self, wishes: &Wishes) -> Option<Job> {
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
fn game_at(position: Position, rule: RemovalRule) -> Game {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controller::testing::{silent, until};
    use muehle_engine::files::DataFolders;
    use muehle_engine::rules::Color;

    fn start() -> (Analysis, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let resources = Arc::new(Resources::new(DataFolders::below(folder.path())));
        (Analysis::start(resources, silent()), folder)
    }

    fn wait(analysis: &mut Analysis, mut done: impl FnMut(&Analysis) -> bool) {
        until(|| {
            analysis.poll();
            done(analysis)
        });
    }

    fn position(text: &str) -> Position {
        text.parse().unwrap()
    }

    #[test]
    fn every_move_of_a_sliding_position_gets_a_value() {
        let (mut analysis, _folder) = start();
        for rule in RemovalRule::BOTH {
            let shown = position("a7,d7,b6,d5,f4,c3,d2,g1/g7,f6,a4,b4,e4,e3,f2,d1 w 0 0");
            analysis.ask(rule, Some((shown, Effort::Values)), &[]);
            wait(&mut analysis, |analysis| {
                analysis.assessment(&shown, rule).is_some_and(|known| known.report.depth >= VALUES_DEPTH)
            });
            let known = analysis.assessment(&shown, rule).unwrap();
            let mut valued: Vec<String> = known.report.moves.iter().map(|root| root.mv.to_string()).collect();
            let mut legal: Vec<String> = shown.legal_moves(rule).iter().map(Move::to_string).collect();
            valued.sort();
            legal.sort();
            assert_eq!(valued, legal);
            assert_eq!(known.lines.len(), AnalysisOptions::default().lines);
            for (root, line) in &known.lines {
                assert_eq!(line[0], root.mv);
                let mut game = game_at(shown, rule);
                assert!(line.iter().all(|&mv| game.play(mv).is_ok()), "lines can be played");
            }
            assert!(analysis.judgement(&shown, rule).is_some());
        }
    }

    #[test]
    fn solved_positions_have_exact_values_with_the_move_counted() {
        let (mut analysis, _folder) = start();
        let shown = position("a7,d7,g4/b6,f6,d2 w 0 0");
        let rule = RemovalRule::Never;
        analysis.ask(rule, Some((shown, Effort::Endless)), &[]);
        wait(&mut analysis, |analysis| analysis.assessment(&shown, rule).is_some());
        let known = analysis.assessment(&shown, rule).unwrap();
        assert!(known.solved);
        assert_eq!(known.report.moves.len(), shown.legal_moves(rule).len());
        assert_eq!(known.report.score, known.report.moves[0].score);
        for root in &known.report.moves {
            match root.score {
                Score::Win(plies) => assert_eq!(plies % 2, 1, "{}", root.mv),
                Score::Loss(plies) => assert_eq!(plies % 2, 0, "{}", root.mv),
                Score::Draw => {}
                inexact => panic!("{} {inexact}", root.mv),
            }
        }
        assert!(matches!(known.report.score, Score::Win(_)), "{:?}", known.report.score);
        if let Score::Win(plies) = known.report.score {
            assert_eq!(known.lines[0].1.len(), (plies as usize).min(SOLVED_LINE));
        }
    }

    #[test]
    fn every_ply_of_a_game_gets_a_value_and_keeps_it() {
        let (mut analysis, _folder) = start();
        let mut game = Game::default();
        for mv in ["d6", "f4", "d2", "b4", "a1"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let (rule, plies) = (RemovalRule::Never, game.positions());
        analysis.ask(rule, None, &plies);
        wait(&mut analysis, |analysis| plies.iter().all(|ply| analysis.judgement(ply, rule).is_some()));
        assert!(analysis.judgement(&plies[0], RemovalRule::Any).is_none(), "the rules are told apart");
        let before: Vec<_> = plies.iter().map(|ply| analysis.judgement(ply, rule)).collect();
        analysis.ask(rule, None, &[]);
        analysis.poll();
        assert_eq!(before, plies.iter().map(|ply| analysis.judgement(ply, rule)).collect::<Vec<_>>());
    }

    #[test]
    fn new_tables_make_it_find_everything_again() {
        let (mut analysis, folder) = start();
        let rule = RemovalRule::Never;
        let shown = position("a7,d7,g4,g1,d1/b6,f2,d2,f6 w 0 0");
        analysis.ask(rule, Some((shown, Effort::Values)), &[shown]);
        let estimated = |analysis: &Analysis| analysis.assessment(&shown, rule).is_some_and(|known| !known.solved);
        wait(&mut analysis, estimated);
        analysis.forget();
        assert!(analysis.assessment(&shown, rule).is_none() && analysis.judgement(&shown, rule).is_none());
        wait(&mut analysis, estimated);
        assert!(analysis.judgement(&shown, rule).is_some());
        drop(folder);
    }

    #[test]
    fn judgements_are_from_the_side_to_move() {
        let (mut analysis, _folder) = start();
        // White closes a mill at will; whoever is to move, White is better.
        let white = position("a7,d7,g4,g1,d1/b6,f2,d2 w 0 0");
        let black = white.with_side(Color::Black);
        let over = position("a7,d7/b6,f2,d2 w 0 0");
        analysis.ask(RemovalRule::Any, None, &[white, black, over]);
        wait(&mut analysis, |analysis| {
            [white, black, over].iter().all(|ply| analysis.judgement(ply, RemovalRule::Any).is_some())
        });
        let judgement = |ply: &Position| analysis.judgement(ply, RemovalRule::Any).unwrap();
        let value = |ply: &Position| judgement(ply).for_white(ply.side_to_move()).score.value();
        assert!(value(&white) >= 0.0 && value(&black) >= 0.0, "{} {}", value(&white), value(&black));
        assert_eq!(judgement(&over).score, Score::Loss(0));
    }

    #[test]
    fn it_rests_when_told_to_and_goes_on_after() {
        let (mut analysis, folder) = start();
        let shown = Position::START;
        analysis.rest(true);
        analysis.ask(RemovalRule::Never, Some((shown, Effort::Endless)), &[shown]);
        let resources = Arc::new(Resources::new(DataFolders::below(folder.path())));
        let analyst = Analyst { resources, depths: HashMap::new(), edition: 0, tools: None, broken: false };
        assert!(analyst.choose(&analysis.wishes).is_none());
        analysis.rest(false);
        assert!(analyst.choose(&analysis.wishes).is_some());
        wait(&mut analysis, |analysis| analysis.assessment(&shown, RemovalRule::Never).is_some());
    }

    #[test]
    fn other_options_value_everything_again_and_a_missing_heuristic_is_no_end() {
        let (mut analysis, _folder) = start();
        let (shown, rule) = (position("a7,d7,b6,d5,f4,c3,d2,g1/g7,f6,a4,b4,e4,e3,f2,d1 w 0 0"), RemovalRule::Never);
        analysis.ask(rule, Some((shown, Effort::Values)), &[]);
        wait(&mut analysis, |analysis| analysis.assessment(&shown, rule).is_some());
        analysis.set_options(&AnalysisOptions { heuristic: "nobody".to_owned(), ..AnalysisOptions::default() });
        assert!(analysis.assessment(&shown, rule).is_none());
        let mut problem = None;
        until(|| {
            analysis.poll();
            problem = problem.take().or_else(|| analysis.take_problem());
            problem.is_some()
        });
        assert!(matches!(problem, Some(Problem::Heuristic(_))));
        let wanted = AnalysisOptions { lines: 5, threads: 2, heuristic: "Standard".to_owned() };
        analysis.set_options(&wanted);
        wait(&mut analysis, |analysis| analysis.assessment(&shown, rule).is_some_and(|known| known.lines.len() == 5));
        let wild = AnalysisOptions { lines: 0, threads: 10_000, ..wanted }.tidied();
        assert_eq!((wild.lines, wild.threads), (1, AnalysisOptions::most_threads()));
    }

    #[test]
    fn another_position_interrupts_the_endless_one() {
        let (mut analysis, _folder) = start();
        let rule = RemovalRule::Never;
        analysis.ask(rule, Some((Position::START, Effort::Endless)), &[]);
        wait(&mut analysis, |analysis| {
            analysis.assessment(&Position::START, rule).is_some_and(|known| known.report.depth >= VALUES_DEPTH)
        });
        let next = position("a1/- b 8 9");
        analysis.ask(rule, Some((next, Effort::Values)), &[]);
        wait(&mut analysis, |analysis| analysis.assessment(&next, rule).is_some());
        assert!(analysis.assessment(&Position::START, rule).is_some(), "what was found is kept");
    }
}
