//! The analysis: a thread that values the moves of the shown position and the plies of the game, deeper and deeper.
//!
//! It has its own searcher, rests while a player thinks, and keeps what it has found by position, so that going back and
//! forth shows it at once.

mod analyst;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::mind::Judgement;
use super::worker::{Waker, Worker, give_way};
use analyst::Analyst;
use muehle_engine::endgame::TableError;
use muehle_engine::heuristics::LoadError;
use muehle_engine::players::{Computer, Resources};
use muehle_engine::rules::{Move, Position, RemovalRule};
use muehle_engine::search::{Report, RootMove};

/// How deep values on the board are searched.
pub const VALUES_DEPTH: u32 = 8;
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
            Analyst::new(resources).run(desk);
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

#[cfg(test)]
mod tests;
