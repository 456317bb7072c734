//! Training beside the game: a thread on which a heuristic or an n-tuple network plays itself and learns, and which makes
//! new heuristics.

mod controls;
mod selfplay;
mod strength;
mod tuples;
mod watch;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::worker::{BackgroundTask, Waker, Worker, give_way};
use muehle_engine::files::DataFolders;
use muehle_engine::heuristics::{EvaluationTable, Heuristic, Plan, PlanError};
use muehle_engine::learn::LearnError;
use muehle_engine::learn::selfplay::Results;
use muehle_engine::learn::td_ntuple::TrainingNews;
use muehle_engine::players::Resources;
use muehle_engine::rules::Rules;

use controls::Controls;
pub use strength::Strength;
pub use tuples::{TuplePatterns, TuplePlan};
pub use watch::Watched;

/// More points would not be visible.
const MOST_POINTS: usize = 1000;
/// Changes are shown over this many games.
const CHANGE_GAMES: u64 = 1000;
/// An earlier state is kept every so many games.
const STATE_EVERY: u64 = 100;

/// What is known of a heuristic before its training.
#[derive(Clone, Debug, PartialEq)]
pub struct Pupil {
    /// The heuristic.
    pub heuristic: Heuristic,
    /// The sizes of its layers: `39–30–3`.
    pub shape: String,
}

/// The sizes of the layers of a heuristic: `39–30–3`.
pub fn shape(heuristic: &Heuristic) -> String {
    let mut sizes = vec![heuristic.network.inputs().to_string()];
    sizes.extend(heuristic.network.layers().iter().map(|layer| layer.nodes().to_string()));
    sizes.join("–")
}

/// What the strength of a heuristic is measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yardstick {
    /// The paper's hand-made weights.
    Standard,
    /// The heuristic as it was when the training began.
    Start,
}

/// How a heuristic is trained.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingPlan {
    /// The name of the heuristic.
    pub heuristic: String,
    /// The weight of the result of a game; none for the heuristic's own.
    pub lambda: Option<f64>,
    /// How deep it searches.
    pub depth: u8,
    /// The random radius.
    pub random_radius: f64,
    /// Games played at the same time.
    pub threads: usize,
    /// What everything random follows from.
    pub seed: u64,
    /// The number of games after which it ends.
    pub games: u64,
    /// Whether the endgame tables finish games.
    pub endgame: bool,
    /// Whether their exact values are taught.
    pub supervised: bool,
    /// The rules.
    pub rules: Rules,
    /// What its strength is measured by.
    pub yardstick: Yardstick,
}

/// The progress of a training.
#[derive(Clone, Debug)]
pub struct TrainingNow {
    /// The heuristic as it is now.
    pub heuristic: Arc<Heuristic>,
    /// Games of this training.
    pub games: u64,
    /// Games per second.
    pub speed: f64,
    /// The mean error of the recent games.
    pub error: f64,
    /// Won by White, by Black, drawn.
    pub results: Results,
    /// Whether its strength is being measured.
    pub measuring: bool,
}

/// What a training does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunState {
    /// It plays and learns.
    Running,
    /// It waits.
    Paused,
    /// It is over; what was learned is saved.
    Stopped,
}

/// A training, running or over, with its curves.
#[derive(Clone, Debug)]
pub struct Run {
    /// The plan.
    pub plan: TrainingPlan,
    /// What it does.
    pub state: RunState,
    /// Its progress.
    pub now: Option<TrainingNow>,
    /// Games and error.
    pub errors: Vec<[f64; 2]>,
    /// Strengths, the oldest first.
    pub strengths: Vec<Strength>,
    /// Why it ended early, if something went wrong.
    pub failed: Option<Arc<LearnError>>,
    /// When it began.
    pub since: Instant,
    /// Earlier states with their number of games, the oldest first.
    earlier: VecDeque<(u64, Arc<Heuristic>)>,
}

impl Run {
    /// The part that is done.
    pub fn share(&self) -> f32 {
        let games = self.now.as_ref().map_or(0, |now| now.games);
        (games as f32 / self.plan.games.max(1) as f32).min(1.0)
    }

    /// How long the rest takes at the present speed.
    pub fn left(&self) -> Option<Duration> {
        let now = self.now.as_ref().filter(|now| now.speed > 0.0)?;
        Duration::try_from_secs_f64(self.plan.games.saturating_sub(now.games) as f64 / now.speed).ok()
    }

    /// An earlier state to compare with, and how many games ago it was.
    pub fn before(&self) -> Option<(u64, &Heuristic)> {
        let (games, heuristic) = self.earlier.front()?;
        let ago = self.now.as_ref()?.games.checked_sub(*games).filter(|ago| *ago > 0)?;
        Some((ago, heuristic))
    }

    fn learned(&mut self, now: TrainingNow) {
        if now.games > 0 && !now.measuring {
            self.errors.push([now.games as f64, now.error]);
            thin(&mut self.errors);
        }
        if self.earlier.back().is_none_or(|(games, _)| games + STATE_EVERY <= now.games) {
            self.earlier.push_back((now.games, now.heuristic.clone()));
        }
        // The oldest one is about as old as the changes that are shown.
        while self.earlier.get(1).is_some_and(|(games, _)| games + CHANGE_GAMES <= now.games) {
            self.earlier.pop_front();
        }
        self.now = Some(now);
    }
}

/// A training of n-tuples, running or over.
#[derive(Clone, Debug)]
pub struct TupleRun {
    /// The plan.
    pub plan: TuplePlan,
    /// Whether it goes on.
    pub running: bool,
    /// Its reports, the oldest first.
    pub news: Vec<TrainingNews>,
    /// Its strengths against Standard, the oldest first.
    pub strengths: Vec<Strength>,
    /// Why it ended early, if something went wrong.
    pub failed: Option<Arc<LearnError>>,
}

/// What the thread is asked to do.
enum Job {
    Create(Box<Plan>),
    Train(Box<TrainingPlan>, Arc<Controls>, Arc<Watched>),
    TrainTuples(Box<TuplePlan>, Arc<Controls>),
}

/// What the thread says.
enum Answer {
    Created(String, Result<PathBuf, PlanError>),
    Learned(Box<TrainingNow>),
    Measured(Strength),
    Trained(Result<u64, LearnError>),
    TupleNews(TrainingNews),
    TuplesMeasured(Strength),
    TuplesTrained(Result<u64, LearnError>),
}

/// What the training reports to the window.
#[derive(Debug)]
pub enum TrainingEvent {
    /// A heuristic was made, or not.
    Created(String, Result<PathBuf, PlanError>),
    /// A training is over after this many games, or failed.
    Trained(String, Result<u64, Arc<LearnError>>),
    /// The training of an n-tuple network is over after this many games, or failed.
    TuplesTrained(String, Result<u64, Arc<LearnError>>),
}

/// The training as its owner sees it.
pub struct Training {
    worker: Worker<Job, Answer>,
    controls: Arc<Controls>,
    watched: Arc<Watched>,
    resources: Arc<Resources>,
    run: Option<Run>,
    tuple_run: Option<TupleRun>,
    waker: Waker,
    looking: Option<BackgroundTask<(String, Option<Pupil>)>>,
    /// The heuristic that was looked at last; without knowledge if it cannot be read.
    pupil: Option<(String, Option<Pupil>)>,
}

impl Training {
    /// Starts the thread.
    pub fn start(folders: &DataFolders, resources: Arc<Resources>, waker: Waker) -> Training {
        let folder = folders.heuristics();
        let shared = resources.clone();
        let worker = Worker::start("training", waker.clone(), move |mut desk| {
            give_way();
            while let Some(job) = desk.next() {
                let say = |answer| desk.say(answer);
                match job {
                    Job::Create(plan) => say(Answer::Created(plan.name.clone(), plan.create(&folder))),
                    Job::Train(plan, controls, watched) => {
                        say(Answer::Trained(selfplay::train(&plan, &shared, &controls, &watched, &say)));
                    }
                    Job::TrainTuples(plan, controls) => {
                        say(Answer::TuplesTrained(tuples::train(&plan, &shared, &controls, &say)));
                    }
                }
            }
        });
        Training {
            // What was learned is saved before the program ends.
            worker: worker.finishing(),
            controls: Arc::default(),
            watched: Arc::default(),
            resources,
            run: None,
            tuple_run: None,
            waker,
            looking: None,
            pupil: None,
        }
    }

    /// Reads a heuristic in the background, to show what its training would begin with.
    pub fn look_at(&mut self, name: String) {
        let folder = self.resources.folders().heuristics();
        let work = move || {
            let pupil =
                selfplay::load(&name, &folder, 0).ok().map(|heuristic| Pupil { shape: shape(&heuristic), heuristic });
            (name, pupil)
        };
        self.looking = Some(BackgroundTask::start("heuristic", self.waker.clone(), work));
    }

    /// What is known of a heuristic. None if nobody has looked at it yet.
    pub fn pupil(&self, name: &str) -> Option<Option<&Pupil>> {
        self.pupil.as_ref().filter(|(known, _)| known == name).map(|(_, pupil)| pupil.as_ref())
    }

    /// Makes a heuristic; during a training, after it.
    pub fn create(&mut self, plan: Plan) {
        self.worker.give(Job::Create(Box::new(plan)));
    }

    /// The training of a heuristic that runs or ran last.
    pub fn run(&self) -> Option<&Run> {
        self.run.as_ref()
    }

    /// The training of n-tuples that runs or ran last.
    pub fn tuple_run(&self) -> Option<&TupleRun> {
        self.tuple_run.as_ref()
    }

    /// Whether a heuristic is being trained, even if paused.
    pub fn is_learning(&self) -> bool {
        self.run.as_ref().is_some_and(|run| run.state != RunState::Stopped)
    }

    /// Whether anything is being trained, even if paused.
    pub fn is_busy(&self) -> bool {
        self.is_learning() || self.tuple_run.as_ref().is_some_and(|run| run.running)
    }

    /// The game of self-play to look at.
    pub fn watched(&self) -> &Watched {
        &self.watched
    }

    /// Begins a training.
    pub fn begin(&mut self, plan: TrainingPlan) {
        if self.is_busy() {
            return;
        }
        self.controls = Arc::default();
        self.watched = Arc::default();
        if !self.worker.give(Job::Train(Box::new(plan.clone()), self.controls.clone(), self.watched.clone())) {
            return;
        }
        self.run = Some(Run {
            plan,
            state: RunState::Running,
            now: None,
            errors: Vec::new(),
            strengths: Vec::new(),
            failed: None,
            since: Instant::now(),
            earlier: VecDeque::new(),
        });
    }

    /// Begins a training of n-tuples.
    pub fn begin_tuples(&mut self, plan: TuplePlan) {
        if self.is_busy() {
            return;
        }
        self.controls = Arc::default();
        if self.worker.give(Job::TrainTuples(Box::new(plan.clone()), self.controls.clone())) {
            self.tuple_run =
                Some(TupleRun { plan, running: true, news: Vec::new(), strengths: Vec::new(), failed: None });
        }
    }

    /// Pauses or resumes the training of a heuristic.
    pub fn pause(&mut self, paused: bool) {
        if let Some(run) = self.run.as_mut().filter(|run| run.state != RunState::Stopped) {
            run.state = if paused { RunState::Paused } else { RunState::Running };
            self.controls.pause(paused);
        }
    }

    /// Ends what is being trained; what was learned is saved.
    pub fn stop(&mut self) {
        self.controls.stop();
    }

    /// Lets everyone play with the heuristic as it is now and returns its name.
    pub fn play_with_it(&self) -> Option<String> {
        let heuristic = &self.run.as_ref()?.now.as_ref()?.heuristic;
        self.resources.use_evaluation(Arc::new(EvaluationTable::new((**heuristic).clone())));
        Some(heuristic.name.clone())
    }

    /// What has happened since the last call.
    pub fn poll(&mut self) -> Vec<TrainingEvent> {
        if let Some(Ok(pupil)) = self.looking.as_ref().and_then(BackgroundTask::poll) {
            self.pupil = Some(pupil);
        }
        let mut events = Vec::new();
        for answer in self.worker.answers() {
            match answer {
                Answer::Created(name, result) => events.push(TrainingEvent::Created(name, result)),
                Answer::Learned(now) => {
                    if let Some(run) = &mut self.run {
                        run.learned(*now);
                    }
                }
                Answer::Measured(strength) => {
                    if let Some(run) = &mut self.run {
                        run.strengths.push(strength);
                        thin(&mut run.strengths);
                    }
                }
                Answer::Trained(result) => {
                    if let Some(run) = &mut self.run {
                        run.state = RunState::Stopped;
                        let result = result.map_err(Arc::new);
                        run.failed = result.as_ref().err().cloned();
                        // Of a shipped heuristic a copy with another name has learned.
                        let name = run.now.as_ref().map_or(&run.plan.heuristic, |now| &now.heuristic.name);
                        events.push(TrainingEvent::Trained(name.clone(), result));
                    }
                }
                Answer::TupleNews(news) => {
                    if let Some(run) = &mut self.tuple_run {
                        run.news.push(news);
                        thin(&mut run.news);
                    }
                }
                Answer::TuplesMeasured(strength) => {
                    if let Some(run) = &mut self.tuple_run {
                        run.strengths.push(strength);
                        thin(&mut run.strengths);
                    }
                }
                Answer::TuplesTrained(result) => {
                    if let Some(run) = &mut self.tuple_run {
                        run.running = false;
                        let result = result.map_err(Arc::new);
                        run.failed = result.as_ref().err().cloned();
                        events.push(TrainingEvent::TuplesTrained(run.plan.name.clone(), result));
                    }
                }
            }
        }
        events
    }
}

/// Drops every second point when there are too many, but never the newest.
fn thin<T: Clone>(points: &mut Vec<T>) {
    if points.len() > MOST_POINTS {
        let last = points.len() - 1;
        *points =
            points.iter().enumerate().filter(|(at, _)| at % 2 == last % 2).map(|(_, point)| point.clone()).collect();
    }
}

impl Drop for Training {
    fn drop(&mut self) {
        // The worker waits for its thread.
        self.stop();
    }
}

#[cfg(test)]
mod tests;
