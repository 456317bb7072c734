//! The mind of the computer players: the search with their heuristic and the endgame tables, loaded on first use.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::mind::{Mind, MindError, Notice, Progress, Task, Thought};
use super::seat::{ComputerSettings, ThinkingLimit};
use crate::heuristics::{self, EvaluationTable};
use crate::players::{Computer, Resources};
use crate::rules::RemovalRule;
use crate::search::{Knowledge, Limits, Options, Score, Searcher};

/// Megabytes for each transposition table; two players have one each.
const HASH: usize = 24;
/// As many searchers are kept with their tables: one a side.
const KEPT: usize = 2;

/// Thinks by searching.
pub struct SearchingMind {
    resources: Arc<Resources>,
    searchers: Vec<Kept>,
}

struct Kept {
    settings: ComputerSettings,
    rule: RemovalRule,
    seed: u64,
    searcher: Searcher,
}

impl SearchingMind {
    /// A mind that finds heuristics and tables in these resources.
    pub fn new(resources: Arc<Resources>) -> SearchingMind {
        SearchingMind { resources, searchers: Vec::new() }
    }

    /// The heuristic that was asked for, or the usual one and the reason.
    fn evaluation(&self, wanted: &str, notices: &mut Vec<Notice>) -> Result<Arc<EvaluationTable>, MindError> {
        match self.resources.evaluation(wanted) {
            Ok(table) => Ok(table),
            Err(error) => {
                let used = Computer::DEFAULT_HEURISTIC.to_owned();
                let table = self.resources.evaluation(&used).map_err(|_| MindError::Crashed)?;
                let missing = matches!(error, heuristics::LoadError::Unknown { .. } | heuristics::LoadError::Name(_));
                notices.push(Notice::HeuristicReplaced { wanted: wanted.to_owned(), missing, used });
                Ok(table)
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
        let database = (task.settings.endgame > 0).then(|| self.resources.endgame(rule));
        let fits = |kept: &Kept| {
            let knows_the_tables = match (&kept.searcher.knowledge().endgame, &database) {
                (Some(kept), Some(current)) => Arc::ptr_eq(kept, current),
                (kept, current) => kept.is_none() && current.is_none(),
            };
            kept.settings == task.settings && kept.rule == rule && kept.seed == task.seed && knows_the_tables
        };
        let place = match self.searchers.iter().position(fits) {
            Some(place) => place,
            None => {
                progress(Progress::Loading);
                let ComputerSettings { heuristic, quiescence, random_radius, oversight, endgame, .. } = &task.settings;
                let evaluation = self.evaluation(heuristic, notices)?;
                let options = Options {
                    hash: HASH,
                    quiescence: (*quiescence).into(),
                    random_radius: *random_radius,
                    oversight: *oversight,
                    endgame: usize::from(*endgame),
                    seed: task.seed,
                    ..Options::default()
                };
                self.searchers.truncate(KEPT - 1);
                let knowledge = Knowledge { endgame: database, ..Knowledge::new(evaluation) };
                let searcher = Searcher::new(knowledge, options);
                self.searchers.insert(0, Kept { settings: task.settings.clone(), rule, seed: task.seed, searcher });
                0
            }
        };
        Ok(&mut self.searchers[place].searcher)
    }
}

fn limits(task: &Task) -> Limits {
    let limits = match task.settings.limit {
        ThinkingLimit::Time(_) => Limits::time(task.settings.limit.time().unwrap_or_default()),
        ThinkingLimit::Depth(depth) => Limits::depth(depth.into()),
    };
    let time = [limits.time, task.at_most].into_iter().flatten().min();
    Limits { time, ..limits }
}

impl Mind for SearchingMind {
    fn think(
        &mut self,
        task: &Task,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Thought, MindError> {
        let mut notices = Vec::new();
        let rule = task.game.removal_rule();
        let searcher = self.searcher(task, progress, &mut notices)?;
        let mut tell = |step: &crate::search::Progress| {
            progress(Progress::Depth { depth: step.depth, value: step.score.value() as f32 });
        };
        let report = searcher.search(&task.game, &limits(task), stop, &mut tell);
        if task.settings.endgame > 0 {
            notices.extend(self.resources.endgame(rule).take_problems().into_iter().map(Notice::Endgame));
        }
        let exact = match report.score {
            Score::Win(plies) | Score::Loss(plies) => Some(plies),
            Score::Draw => Some(0),
            Score::Estimate(_) => None,
        };
        Ok(Thought {
            best: report.best.ok_or(MindError::NoMove)?,
            value: report.score.value() as f32,
            exact,
            depth: report.depth,
            time: report.time,
            best_moves: report.best_moves.len(),
            nodes: report.nodes,
            report: report.to_string(),
            notices,
        })
    }
}
