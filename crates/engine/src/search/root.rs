//! The root of a search: iterations, equal and symmetric moves, threads, and the report.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::endgame::{CappedDatabase, Outcome, Value};
use crate::game::Game;
use crate::heuristics::EvaluationTable;
use crate::heuristics::shapes::ShapeNetwork;
use crate::random::mix;
use crate::rules::{Move, Position, Rules};

use super::alpha_beta::{Control, Worker, quiet_after};
use super::branches::{Branch, Roots};
use super::guide::Guide;
use super::ordering::{Memory, PackedMove};
use super::score::{INFINITE, PROVEN, Units, WIN, Window};
use super::transposition::Table;
use super::{Estimator, Knowledge, Limits, Noise, Options, Progress, Report, RootMove, Score};

/// A search that keeps its transposition table from move to move.
pub struct Searcher {
    knowledge: Knowledge,
    options: Options,
    table: Option<Table>,
}

/// What the iterations have found so far.
#[derive(Clone, Debug, Default)]
struct Findings {
    depth: u32,
    score: Units,
    /// Indices of the branches that are as good as the best, a best one first.
    best: Vec<usize>,
    line: Vec<PackedMove>,
}

impl Searcher {
    /// A searcher with an empty table.
    pub fn new(knowledge: Knowledge, options: Options) -> Searcher {
        let table = make_table(&options);
        Searcher { knowledge, options, table }
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes the options; the table is kept if it still fits.
    pub fn set_options(&mut self, options: Options) {
        if options.hash != self.options.hash || options.alpha_beta != self.options.alpha_beta {
            self.table = make_table(&options);
        } else if options != self.options {
            self.new_game();
        }
        self.options = options;
    }

    /// The knowledge.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// Forgets what was learned in the last game.
    pub fn new_game(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }

    /// Prepares for searches that miss no win of at most this many plies, and returns the game to search. Reductions and
    /// shallow searches may hide a win, and so may what the table says about lines that ended in a repetition. The options stay changed.
    pub fn prepare_for_win(&mut self, game: &Game, plies: u32) -> Game {
        let rules = game.rules();
        // A shortest win repeats no position, so without a past the drawing rules cannot spoil it.
        let past_matters = (rules.draw_by_repetition || rules.quiet_plies > 0) && game.quiet_plies() > 0
            || (1..=plies).contains(&u32::from(rules.quiet_plies));
        let hash = if past_matters { 0 } else { self.options.hash };
        self.set_options(Options {
            late_move_reductions: false,
            prob_cut: false,
            futility: false,
            hash,
            ..self.options.clone()
        });
        self.new_game();
        if past_matters {
            return game.clone();
        }
        let undrawn = Rules { draw_by_repetition: false, quiet_plies: 0, ..*rules };
        Game::from_position(undrawn, *game.position())
    }

    /// Searches the current position of the game, until a limit is reached, `stop` is set, or nothing more can be found.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report {
        self.search_among(game, &[], limits, stop, progress)
    }

    /// The same, but only these moves are considered; an empty list means all legal moves.
    pub fn search_among(
        &mut self,
        game: &Game,
        only: &[Move],
        limits: &Limits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Report {
        let start = Instant::now();
        if let Some(table) = &mut self.table {
            table.begin_search();
        }
        let threads = self.options.threads.max(1) as u64;
        let control = Control {
            stop,
            done: AtomicBool::new(false),
            deadline: limits.time.and_then(|time| start.checked_add(time)),
            node_limit: limits.nodes.map_or(u64::MAX, |nodes| nodes.div_ceil(threads)),
        };
        let search = RootSearch::new(game, only, self, limits, &control);
        let last_depth = limits.last_depth();
        let clock_runs = limits.time.is_some();
        let mut helper_nodes = 0;
        let (findings, branches, worker) = thread::scope(|scope| {
            // A thread that cannot be started only makes the search slower.
            let helpers: Vec<_> = (1..self.options.threads)
                .filter_map(|number| {
                    let search = &search;
                    let help =
                        move || search.iterate(last_depth, false, 1 + number as u32 % 2, start, &mut |_| {}).2.nodes;
                    thread::Builder::new().name(format!("search {number}")).spawn_scoped(scope, help).ok()
                })
                .collect();
            let found = search.iterate(last_depth, clock_runs, 1, start, progress);
            control.done.store(true, Ordering::Relaxed);
            helper_nodes = helpers.into_iter().map(|helper| helper.join().unwrap_or(0)).sum();
            found
        });
        search.report(findings, branches, &worker, helper_nodes, start.elapsed())
    }
}

fn make_table(options: &Options) -> Option<Table> {
    // If there is not enough memory, the search works without a table.
    if options.hash > 0 && options.alpha_beta { Table::new(options.hash).ok() } else { None }
}

/// Everything the threads of one search share.
struct RootSearch<'a> {
    game: &'a Game,
    options: &'a Options,
    evaluation: &'a EvaluationTable,
    estimator: Option<&'a dyn Estimator>,
    endgame: Option<CappedDatabase<'a>>,
    guide: Option<Guide<'a>>,
    shapes: Option<&'a ShapeNetwork>,
    table: Option<&'a Table>,
    control: &'a Control<'a>,
    /// Whether depth follows depth.
    iterates: bool,
    /// The clock does not end the search before this depth is done.
    least_depth: u32,
    branches: Vec<Branch>,
    /// The exact score of the root, where it is known.
    known: Option<Score>,
    /// How much worse than the best a branch may be and still count as equal.
    slack: Units,
    keys: Vec<u64>,
}

impl<'a> RootSearch<'a> {
    fn new(
        game: &'a Game,
        only: &[Move],
        searcher: &'a Searcher,
        limits: &Limits,
        control: &'a Control<'a>,
    ) -> RootSearch<'a> {
        let options = &searcher.options;
        let Roots { branches, known, slack, guide, endgame } =
            Roots::new(game, only, &searcher.knowledge, options, limits, control.stop);
        let positions = game.positions();
        let first = positions.len() - 1 - game.quiet_plies().min(positions.len() - 1);
        RootSearch {
            game,
            options,
            evaluation: &searcher.knowledge.evaluation,
            estimator: searcher.knowledge.estimator.as_deref(),
            endgame,
            guide,
            shapes: ShapeNetwork::embedded().filter(|_| options.shapes && searcher.knowledge.values_shapes()),
            table: searcher.table.as_ref(),
            control,
            // Without a depth to go to directly there is no other way.
            iterates: options.iterative_deepening || limits.depth.is_none(),
            least_depth: limits.least_depth,
            branches,
            known,
            slack,
            keys: positions[first..].iter().map(Position::key).collect(),
        }
    }

    fn worker(&self) -> Worker<'a> {
        let mut keys = self.keys.clone();
        let root_index = keys.len() - 1;
        keys.resize(root_index + Worker::MAX_PLY + 1, 0);
        let rules = self.game.rules();
        Worker {
            rule: rules.removal,
            options: self.options,
            evaluation: self.evaluation,
            estimator: self.estimator,
            endgame: self.endgame,
            guide: self.guide,
            shapes: self.shapes,
            table: self.table,
            symmetry: self.options.symmetry && self.options.random_radius == 0.0,
            plain_horizon: (self.options.quiescence == 0 || self.options.noise == Noise::OpenMills)
                && self.estimator.is_none(),
            control: self.control,
            radius: (self.options.random_radius * f64::from(EvaluationTable::UNIT)) as Units,
            repetition: rules.draw_by_repetition,
            quiet_limit: rules.quiet_plies.into(),
            keys,
            root_index,
            nodes: 0,
            next_check: 0,
            heeds_clock: true,
            stopped: false,
            max_ply: 0,
            memory: Memory::new(Worker::MAX_PLY + 1),
            lines: vec![Vec::new(); Worker::MAX_PLY + 1],
        }
    }

    /// Depth after depth, until a limit is reached or nothing can change any more.
    fn iterate(
        &self,
        last_depth: u32,
        clock_runs: bool,
        first_depth: u32,
        start: Instant,
        progress: &mut dyn FnMut(&Progress),
    ) -> (Findings, Vec<Branch>, Worker<'a>) {
        let mut worker = self.worker();
        let mut branches = self.branches.clone();
        let mut findings = Findings::default();
        if branches.is_empty() {
            return (findings, branches, worker);
        }
        let first_depth = if self.iterates { first_depth.min(last_depth) } else { last_depth };
        for depth in first_depth..=last_depth {
            // Even a search without time finds a legal move worth playing: depth 1 is always finished.
            worker.next_check = if depth == 1 { u64::MAX } else { worker.nodes };
            worker.heeds_clock = depth > self.least_depth;
            self.iteration(depth, &mut worker, &mut branches, &mut findings);
            if worker.stopped {
                break;
            }
            progress(&Progress {
                depth,
                max_depth: worker.max_ply as u32,
                score: self.score(findings.score),
                nodes: worker.nodes,
                time: start.elapsed(),
                line: findings.line.iter().map(|mv| mv.unpack()).collect(),
            });
            let plies = (WIN - findings.score.abs()).max(0) as u32;
            let decided = findings.score.abs() >= PROVEN && depth >= plies;
            let forced = clock_runs && branches.len() == 1 && depth >= self.least_depth.max(6);
            let solved = matches!(self.known, Some(Score::Win(_) | Score::Loss(_))) && !self.options.all_moves;
            if decided || forced || solved {
                break;
            }
        }
        if findings.best.is_empty() {
            // Without iterations a limit may come before the first finding.
            (worker.stopped, worker.next_check) = (false, u64::MAX);
            self.iteration(1, &mut worker, &mut branches, &mut findings);
        }
        (findings, branches, worker)
    }

    /// The score of the root: what is known of it, or else what the search has found.
    fn score(&self, found: Units) -> Score {
        match (self.known, Score::from_units(found)) {
            // What is known may have no distance.
            (Some(Score::Won), found @ Score::Win(_)) | (Some(Score::Lost), found @ Score::Loss(_)) => found,
            (Some(known @ (Score::Draw | Score::Won | Score::Lost)), _) => known,
            (_, found) => found,
        }
    }

    /// One depth: with the aspiration window if there is one, and again without where it failed.
    fn iteration(&self, depth: u32, worker: &mut Worker, branches: &mut [Branch], findings: &mut Findings) {
        let radius = (self.options.aspiration * f64::from(EvaluationTable::UNIT)) as Units;
        if radius > 0 && findings.depth > 0 && findings.score.abs() < PROVEN && !self.options.all_moves {
            let window = Window { alpha: findings.score - radius, beta: findings.score + radius };
            let score = self.all_branches(depth, window, worker, branches, findings);
            if worker.stopped || window.contains(score) {
                return;
            }
            // The paper searches only the part of the window in which the value must lie.
            let window = match score <= window.alpha {
                true => Window { beta: window.alpha + 1, ..Window::FULL },
                false => Window { alpha: window.beta - 1, ..Window::FULL },
            };
            let score = self.all_branches(depth, window, worker, branches, findings);
            if worker.stopped || window.contains(score) {
                return;
            }
        }
        self.all_branches(depth, Window::FULL, worker, branches, findings);
    }

    /// Searches every branch; the findings change as soon as this depth has something better to say.
    fn all_branches(
        &self,
        depth: u32,
        window: Window,
        worker: &mut Worker,
        branches: &mut [Branch],
        findings: &mut Findings,
    ) -> Units {
        let mut best = -INFINITE;
        let mut order: Vec<usize> = findings.best.clone();
        order.extend((0..branches.len()).filter(|index| !findings.best.contains(index)));
        if self.options.all_moves {
            order.sort_by_key(|&index| -branches[index].score);
        }
        let last_best = findings.best.clone();
        let mut equal: Vec<usize> = Vec::new();
        for (place, &index) in order.iter().enumerate() {
            let branch = &mut branches[index];
            let score = self.branch(branch, depth, Window { alpha: window.alpha.max(best), ..window }, worker);
            if worker.stopped {
                if self.slack > 0 && !equal.is_empty() {
                    // Of moves that this depth has not come to, the last one's word stands.
                    findings.best.extend(order[place..].iter().filter(|index| last_best.contains(index)));
                }
                break;
            }
            branch.score = score;
            if score > best {
                best = score;
                let line = std::iter::once(PackedMove::new(branch.mv)).chain(worker.lines[1].iter().copied());
                let line: Vec<PackedMove> = line.collect();
                equal.retain(|&other| branches[other].score >= best - self.slack && self.options.equal_moves);
                equal.insert(0, index);
                if window.contains(score) {
                    *findings = Findings { depth: findings.depth, score, best: equal.clone(), line };
                }
            } else if score >= best - self.slack && self.options.equal_moves {
                equal.push(index);
                if window.contains(best) {
                    findings.best.clone_from(&equal);
                }
            }
            if best >= window.beta && self.options.alpha_beta {
                break;
            }
        }
        if !worker.stopped && window.contains(best) {
            findings.depth = depth;
        }
        best
    }

    /// The value of one branch. Outside the window it is only a bound, unless all moves are asked for.
    fn branch(&self, branch: &Branch, depth: u32, mut window: Window, worker: &mut Worker) -> Units {
        let position = self.game.position();
        let depth = depth as i32 - 1;
        let quiet = quiet_after(position, PackedMove::new(branch.mv), self.game.quiet_plies());
        if !self.options.alpha_beta {
            return -worker.search_all(&branch.next, depth, quiet);
        }
        if self.options.all_moves {
            return -worker.search(&branch.next, depth, Window::FULL, quiet);
        }
        // To see equals, a move must show that it is at least as good as the best, not better.
        let first = window.alpha == -INFINITE;
        if self.options.equal_moves && !first {
            window.alpha -= 1 + self.slack;
        }
        if self.options.minimal_window && !first && window.alpha + 1 < window.beta {
            let score = -worker.search(&branch.next, depth, window.minimal().turned(), quiet);
            if score <= window.alpha || worker.stopped {
                return score;
            }
        }
        -worker.search(&branch.next, depth, window.turned(), quiet)
    }

    fn report(
        &self,
        findings: Findings,
        branches: Vec<Branch>,
        worker: &Worker,
        helper_nodes: u64,
        time: Duration,
    ) -> Report {
        let position = self.game.position();
        let best_moves: Vec<Move> = findings
            .best
            .iter()
            .flat_map(|&index| std::iter::once(branches[index].mv).chain(branches[index].images.iter().copied()))
            .collect();
        let random = mix(position.key() ^ mix(self.options.seed ^ self.game.ply() as u64));
        let best = (!best_moves.is_empty()).then(|| best_moves[random as usize % best_moves.len()]);
        let score = if branches.is_empty() { self.final_score() } else { self.score(findings.score) };
        let mut line: Vec<Move> = findings.line.iter().map(|mv| mv.unpack()).collect();
        if best != line.first().copied() {
            // The line belongs to another of the equal moves.
            line = best.into_iter().collect();
        }
        self.lengthen(&mut line, findings.depth as usize, worker);
        Report {
            best,
            best_moves,
            score,
            depth: findings.depth,
            max_depth: worker.max_ply as u32,
            nodes: worker.nodes + helper_nodes,
            time,
            line,
            network_output: self.evaluation.heuristic().outputs(position),
            moves: self.all_moves(&branches),
        }
    }

    /// The score of a game that is over.
    fn final_score(&self) -> Score {
        match self.game.outcome().map(|outcome| outcome.winner()) {
            Some(Some(winner)) if winner == self.game.side_to_move() => Score::Win(0),
            Some(Some(_)) => Score::Loss(0),
            _ => Score::Draw,
        }
    }

    /// Follows the table's best moves from the end of a line that was cut short by it.
    fn lengthen(&self, line: &mut Vec<Move>, length: usize, worker: &Worker) {
        let Some(table) = self.table else { return };
        let mut position = *self.game.position();
        for &mv in line.iter() {
            if position.play(mv, worker.rule).is_err() {
                return;
            }
        }
        while !line.is_empty() && line.len() < length {
            let (key, image) = worker.table_key(&position);
            let Some(entry) = table.probe(key) else { return };
            let mv = entry.best.transformed(image.inverse()).unpack();
            if entry.best == PackedMove::NONE || position.play(mv, worker.rule).is_err() {
                return;
            }
            line.push(mv);
        }
    }

    /// Every legal move with its value, the best first.
    fn all_moves(&self, branches: &[Branch]) -> Vec<RootMove> {
        if !self.options.all_moves {
            return Vec::new();
        }
        let mut branches: Vec<&Branch> = branches.iter().collect();
        // Those of the same exact score in the order of their estimates.
        branches.sort_by_key(|branch| -branch.score);
        let mut moves = Vec::new();
        for branch in branches {
            let drawn = self.endgame.and_then(|database| database.probe(&branch.next)) == Some(Value::Draw);
            let score = match (branch.outcome, Score::from_units(branch.score)) {
                _ if drawn => Score::Draw,
                (Some(Outcome::Win), found @ Score::Win(_)) | (Some(Outcome::Loss), found @ Score::Loss(_)) => found,
                (Some(outcome), _) => outcome.into(),
                (None, found) => found,
            };
            let moves_of_branch = std::iter::once(branch.mv).chain(branch.images.iter().copied());
            moves.extend(moves_of_branch.map(|mv| RootMove { mv, score }));
        }
        moves.sort_by(|a, b| b.score.compare(a.score));
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristics::Heuristic;
    use crate::rules::{RemovalRule, Symmetry};

    #[test]
    fn entries_are_fetched_early_by_the_key_they_are_kept_under() {
        let searcher = Searcher::new(Knowledge::of(Heuristic::standard()), Options { hash: 1, ..Options::default() });
        let (game, stop) = (Game::default(), AtomicBool::new(false));
        let control = Control { stop: &stop, done: AtomicBool::new(false), deadline: None, node_limit: u64::MAX };
        let worker = RootSearch::new(&game, &[], &searcher, &Limits::depth(1), &control).worker();
        let mut position = Position::START;
        let mut plain = 0;
        for ply in 0..30 {
            if !worker.shares_entry(&position) {
                assert_eq!(worker.table_key(&position), (position.key(), Symmetry::IDENTITY), "{position}");
                plain += 1;
            }
            let moves = position.legal_moves(RemovalRule::Never);
            position.play_unchecked(moves[ply * 7 % moves.len()]);
        }
        assert!((1..30).contains(&plain));
    }
}
