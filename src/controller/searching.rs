//! The usual mind: every method by which a computer chooses a move, and the heuristics that learn.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::mind::{LearnFailure, Lesson, Mind, MindError, Notice, Progress, Purpose, Task, Thought};
use super::seat::{ComputerSettings, Method, ThinkingLimit};
use muehle_engine::heuristics::{self, EvaluationTable};
use muehle_engine::learn::{self, Learned, Learner};
use muehle_engine::players::{Computer, Player, PlayerError, Resources, ntuple};
use muehle_engine::rules::RemovalRule;
use muehle_engine::search::{Knowledge, Limits, Options, Score, Searcher};

/// Megabytes for each transposition table; two players have one each.
const HASH: usize = 24;
/// Megabytes for the tree of random games.
const TREE: usize = 128;
/// As many searchers are kept with their tables: one a side.
const KEPT: usize = 2;

/// Thinks by searching.
pub struct SearchingMind {
    resources: Arc<Resources>,
    searchers: Vec<Kept>,
    players: Vec<KeptPlayer>,
    learners: Vec<Learner>,
}

struct Kept {
    settings: ComputerSettings,
    rule: RemovalRule,
    seed: u64,
    /// What it values positions with. A heuristic that was trained meanwhile has another.
    evaluation: Arc<EvaluationTable>,
    searcher: Searcher,
}

/// A player of another kind than alpha-beta with a heuristic.
struct KeptPlayer {
    settings: ComputerSettings,
    at_most: Option<Duration>,
    seed: u64,
    player: Box<dyn Player>,
}

impl SearchingMind {
    /// A mind that finds heuristics and tables in these resources.
    pub fn new(resources: Arc<Resources>) -> SearchingMind {
        SearchingMind { resources, searchers: Vec::new(), players: Vec::new(), learners: Vec::new() }
    }

    /// The heuristic that was asked for, or the usual one and the reason. It is told when a game begins with it.
    fn evaluation(&self, wanted: &str) -> Result<(Arc<EvaluationTable>, Option<Notice>), MindError> {
        match self.resources.evaluation(wanted) {
            Ok(table) => Ok((table, None)),
            Err(error) => {
                let used = Computer::DEFAULT_HEURISTIC.to_owned();
                let table = self.resources.evaluation(&used).map_err(|_| MindError::Crashed)?;
                let missing = matches!(error, heuristics::LoadError::Unknown { .. } | heuristics::LoadError::Name(_));
                Ok((table, Some(Notice::HeuristicReplaced { wanted: wanted.to_owned(), missing, used })))
            }
        }
    }

    fn searcher(
        &mut self,
        task: &Task,
        progress: &mut dyn FnMut(Progress),
        notices: &mut Vec<Notice>,
    ) -> Result<&mut Searcher, MindError> {
        let rule = task.game.removal_rule();
        let same = |kept: &Kept| kept.settings == task.settings && kept.rule == rule && kept.seed == task.seed;
        let known = self.searchers.iter().position(same);
        if known.is_none() {
            progress(Progress::Loading);
            if task.settings.method == Method::Learning {
                // A heuristic that does not exist is made now; one that cannot be read is told of below.
                let _ = self.learner(&task.settings);
            }
        }
        let (evaluation, notice) = self.evaluation(&task.settings.heuristic)?;
        let database = (task.settings.endgame > 0).then(|| self.resources.endgame(rule));
        // Neither the heuristic nor the tables have changed since.
        let is_up_to_date = |&place: &usize| {
            let kept = &self.searchers[place];
            let knows_the_tables = match (&kept.searcher.knowledge().endgame, &database) {
                (Some(kept), Some(current)) => Arc::ptr_eq(kept, current),
                (kept, current) => kept.is_none() && current.is_none(),
            };
            Arc::ptr_eq(&kept.evaluation, &evaluation) && knows_the_tables
        };
        let place = match known.filter(is_up_to_date) {
            Some(place) => place,
            None => {
                notices.extend(notice);
                let ComputerSettings { quiescence, random_radius, oversight, endgame, .. } = &task.settings;
                let options = Options {
                    hash: HASH,
                    quiescence: (*quiescence).into(),
                    random_radius: *random_radius,
                    oversight: *oversight,
                    endgame: usize::from(*endgame),
                    seed: task.seed,
                    ..Options::default()
                };
                self.searchers.retain(|kept| !same(kept));
                self.searchers.truncate(KEPT - 1);
                let knowledge = Knowledge { endgame: database, ..Knowledge::new(evaluation.clone()) };
                let searcher = Searcher::new(knowledge, options);
                let (settings, seed) = (task.settings.clone(), task.seed);
                self.searchers.insert(0, Kept { settings, rule, seed, evaluation, searcher });
                0
            }
        };
        Ok(&mut self.searchers[place].searcher)
    }

    /// The learner of a heuristic, which is made if it does not exist.
    fn learner(&mut self, settings: &ComputerSettings) -> Result<&mut Learner, LearnFailure> {
        let learner = Learner::new(&settings.heuristic, Some(settings.lambda), &self.resources)?;
        let place = match self.learners.iter().position(|known| known.name() == learner.name()) {
            Some(place) => {
                self.learners[place].set_lambda(settings.lambda)?;
                place
            }
            None => {
                self.learners.truncate(KEPT - 1);
                self.learners.insert(0, learner);
                0
            }
        };
        Ok(&mut self.learners[place])
    }

    /// The player of another kind, or why there is none.
    fn player(&mut self, task: &Task, progress: &mut dyn FnMut(Progress)) -> Result<&mut Box<dyn Player>, PlayerError> {
        let Task { settings, at_most, seed, .. } = task;
        let fits = |kept: &KeptPlayer| kept.settings == *settings && kept.at_most == *at_most && kept.seed == *seed;
        let place = match self.players.iter().position(fits) {
            Some(place) => place,
            None => {
                progress(Progress::Loading);
                let mut text = settings.player_text();
                match settings.method {
                    Method::Random => {}
                    Method::Mcts => text = text.with("memory", TREE),
                    _ => text = text.with("hash", HASH),
                }
                if let Some(most) = at_most.filter(|_| settings.method != Method::Random) {
                    // The last one named counts; without any the other limit stays, whichever comes first.
                    let time = settings.limit.time().map_or(most, |time| time.min(most));
                    text = text.with("time", time.as_millis());
                }
                let mut player = learn::create_player(&text, &self.resources)?;
                player.new_game(*seed);
                self.players.truncate(KEPT - 1);
                self.players
                    .insert(0, KeptPlayer { settings: settings.clone(), at_most: *at_most, seed: *seed, player });
                0
            }
        };
        Ok(&mut self.players[place].player)
    }

    /// Alpha-beta with a heuristic.
    fn search(
        &mut self,
        task: &Task,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Progress),
        mut notices: Vec<Notice>,
    ) -> Result<Thought, MindError> {
        let searcher = self.searcher(task, progress, &mut notices)?;
        let mut tell = |step: &muehle_engine::search::Progress| {
            progress(Progress::Depth { depth: step.depth, value: step.score.value() as f32 });
        };
        let report = searcher.search(&task.game, &limits(task), stop, &mut tell);
        notices.extend(self.endgame_notices(task));
        Ok(Thought {
            best: report.best.ok_or(MindError::NoMove)?,
            value: report.score.value() as f32,
            exact: exact(report.score),
            depth: report.depth,
            time: report.time,
            best_moves: report.best_moves.len(),
            nodes: report.nodes,
            report: report.to_string(),
            notices,
        })
    }

    fn endgame_notices(&self, task: &Task) -> Vec<Notice> {
        if task.settings.endgame == 0 {
            return Vec::new();
        }
        let database = self.resources.endgame(task.game.removal_rule());
        database.take_problems().into_iter().map(Notice::Endgame).collect()
    }
}

/// Whether alpha-beta with a heuristic answers: it is the method, or the method has no opinion worth asking for.
fn is_search(task: &Task) -> bool {
    match task.settings.method {
        Method::Search | Method::Learning => true,
        Method::Random | Method::Randomised => task.purpose != Purpose::Move,
        Method::Mcts | Method::NTuple | Method::MonteCarlo | Method::Perfect => false,
    }
}

fn limits(task: &Task) -> Limits {
    let limits = match task.settings.limit {
        ThinkingLimit::Time(_) => Limits::time(task.settings.limit.time().unwrap_or_default()),
        ThinkingLimit::Depth(depth) => Limits::depth(depth.into()),
        // Not of this method; what it was meant for decides.
        ThinkingLimit::Iterations(_) => Limits::depth(6),
    };
    let time = [limits.time, task.at_most].into_iter().flatten().min();
    Limits { time, ..limits }
}

fn exact(score: Score) -> Option<u32> {
    match score {
        Score::Win(plies) | Score::Loss(plies) => Some(plies),
        Score::Draw => Some(0),
        Score::Estimate(_) => None,
    }
}

impl Mind for SearchingMind {
    fn think(
        &mut self,
        task: &Task,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Thought, MindError> {
        if is_search(task) {
            return self.search(task, stop, progress, Vec::new());
        }
        let begun = Instant::now();
        let player = match self.player(task, progress) {
            Ok(player) => player,
            Err(error) => {
                // The game goes on with the usual computer.
                let wanted = task.settings.usual_name().to_owned();
                let missing = matches!(
                    error,
                    PlayerError::NTuple(ntuple::NTupleError::Missing { .. } | ntuple::NTupleError::Name(_))
                        | PlayerError::Heuristic(heuristics::LoadError::Unknown { .. })
                );
                let used = Computer::DEFAULT_HEURISTIC.to_owned();
                let settings =
                    ComputerSettings { method: Method::Search, heuristic: used.clone(), ..task.settings.clone() };
                let told = self.searchers.iter().any(|kept| kept.settings == settings && kept.seed == task.seed);
                let notice = (!told).then_some(Notice::HeuristicReplaced { wanted, missing, used });
                let task = Task { settings, ..task.clone() };
                return self.search(&task, stop, progress, notice.into_iter().collect());
            }
        };
        // Who writes no report tells at least how far it came.
        let (mut depth, mut nodes) = (0, 0);
        let mut tell = |step: &muehle_engine::search::Progress| {
            (depth, nodes) = (step.depth, step.nodes);
            progress(Progress::Depth { depth, value: step.score.value() as f32 });
        };
        let choice = player.choose(&task.game, stop, &mut tell).map_err(|error| match error {
            PlayerError::NoMove => MindError::NoMove,
            _ => MindError::Crashed,
        })?;
        let report = choice.report.as_ref();
        Ok(Thought {
            best: choice.mv,
            value: choice.score.map_or(0.0, |score| score.value() as f32),
            exact: choice.score.and_then(exact),
            depth: report.map_or(depth, |report| report.depth),
            time: begun.elapsed(),
            best_moves: report.map_or(1, |report| report.best_moves.len()),
            nodes: report.map_or(nodes, |report| report.nodes),
            report: report.map_or_else(|| format!("{}: {}", task.settings.player_text(), choice.mv), |r| r.to_string()),
            notices: self.endgame_notices(task),
        })
    }

    fn learn(&mut self, lesson: &Lesson) -> Result<Option<Learned>, LearnFailure> {
        Ok(self.learner(&lesson.settings)?.learn(&lesson.game)?)
    }
}
