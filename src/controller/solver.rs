//! The solver: builds endgame tables beside the game, on its own threads. What is finished is kept, so a stopped build can
//! be resumed.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::worker::{BackgroundTask, Lost, Stop, Waker, give_way};
use muehle_engine::endgame::build::{self, BuildError, Progress};
use muehle_engine::endgame::index::{Pair, Subspace};
use muehle_engine::endgame::{EMBEDDED_STONES, MOST_STONES, table};
use muehle_engine::players::Resources;
use muehle_engine::rules::RemovalRule;

/// Which tables exist, and what building more would cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The rule it is about.
    pub rule: RemovalRule,
    /// The number of stones up to which all tables exist, including the embedded ones.
    pub complete: u8,
    /// The size of the tables in the folder, in bytes.
    pub on_disk: u64,
    /// The cost of building up to each number of stones, from the first that is not embedded.
    pub costs: Vec<Cost>,
}

/// What it costs to build the missing tables up to a number of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The number of stones.
    pub stones: u8,
    /// Bytes of memory, at most.
    pub memory: u64,
    /// Bytes on disk, roughly.
    pub disk: u64,
    /// Slots to solve, which determine the time.
    pub slots: u64,
}

impl Survey {
    fn make(folder: &Path, rule: RemovalRule) -> Survey {
        let bytes = |subspace: Subspace| {
            folder
                .join(table::file_name(rule, subspace))
                .metadata()
                .ok()
                .filter(|data| data.is_file())
                .map(|data| data.len())
        };
        let on_disk = Subspace::up_to(MOST_STONES).into_iter().filter_map(bytes).sum();
        let mut survey = Survey { rule, complete: EMBEDDED_STONES, on_disk, costs: Vec::new() };
        let mut cost = Cost { stones: 0, memory: 0, disk: 0, slots: 0 };
        for stones in 6..=MOST_STONES {
            let pairs =
                Pair::up_to(stones).into_iter().filter(|pair| pair.anchor() + pair.other() == usize::from(stones));
            let missing: Vec<Pair> =
                pairs.filter(|pair| pair.subspaces().into_iter().any(|subspace| bytes(subspace).is_none())).collect();
            for &pair in &missing {
                cost.memory = cost.memory.max(build::memory_needed(pair));
                cost.disk += build::disk_needed(pair);
                cost.slots += 2 * pair.index().slots() as u64;
            }
            if stones > EMBEDDED_STONES {
                survey.costs.push(Cost { stones, ..cost });
                if missing.is_empty() && survey.complete + 1 == stones {
                    survey.complete = stones;
                }
            }
        }
        survey
    }

    /// The cost of building up to a number of stones.
    pub fn cost(&self, stones: u8) -> Option<Cost> {
        self.costs.iter().copied().find(|cost| cost.stones == stones)
    }
}

/// How far a build is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BuildState {
    /// Its rule.
    pub rule: RemovalRule,
    /// The number of stones it builds up to.
    pub stones: u8,
    /// The pair of subspaces in progress, the larger number of stones first.
    pub pair: Option<(usize, usize)>,
    /// The part that is done, 0 to 1.
    pub done: f32,
    /// How long it will still take, once that can be estimated.
    pub left: Option<Duration>,
}

/// What the solver reports to the window.
#[derive(Debug)]
pub enum SolverEvent {
    /// All tables up to this number of stones exist.
    Finished(u8),
    /// It was stopped; the next build resumes there.
    Stopped,
    /// Building failed.
    Failed(BuildError),
}

/// What the building thread and its owner share.
#[derive(Default)]
struct Shared {
    progress: Progress,
    pair: Mutex<Option<Pair>>,
    /// Steps of the finished pairs, and of all pairs.
    finished: AtomicUsize,
    total: AtomicUsize,
}

struct Build {
    rule: RemovalRule,
    stones: u8,
    since: Instant,
    shared: Arc<Shared>,
    task: BackgroundTask<Result<(), BuildError>>,
}

/// The solver as its owner sees it.
pub struct Solver {
    folder: PathBuf,
    resources: Arc<Resources>,
    waker: Waker,
    surveying: Option<BackgroundTask<Survey>>,
    survey: Option<Survey>,
    build: Option<Build>,
}

impl Solver {
    /// A solver that does nothing yet.
    pub fn new(resources: Arc<Resources>, waker: Waker) -> Solver {
        let folder = resources.folders().endgame();
        Solver { folder, resources, waker, surveying: None, survey: None, build: None }
    }

    /// Checks which tables exist, in the background.
    pub fn look(&mut self, rule: RemovalRule) {
        let folder = self.folder.clone();
        let work = move || Survey::make(&folder, rule);
        self.surveying = Some(BackgroundTask::start("table survey", self.waker.clone(), work));
    }

    /// The result of the last check of this rule.
    pub fn survey(&self, rule: RemovalRule) -> Option<&Survey> {
        self.survey.as_ref().filter(|survey| survey.rule == rule)
    }

    /// How far the running build is.
    pub fn state(&self) -> Option<BuildState> {
        let Build { rule, stones, since, shared, .. } = self.build.as_ref()?;
        let total = shared.total.load(Ordering::Relaxed);
        let steps = shared.finished.load(Ordering::Relaxed) + shared.progress.steps.load(Ordering::Relaxed);
        let done = if total == 0 { 0.0 } else { (steps as f32 / total as f32).min(1.0) };
        let elapsed = since.elapsed();
        // The first seconds say little about the rest.
        let known = done > 0.0 && elapsed > Duration::from_secs(3);
        let left = known.then(|| elapsed.mul_f32((1.0 - done) / done));
        let pair = shared.pair.lock().unwrap_or_else(PoisonError::into_inner).map(|pair| (pair.anchor(), pair.other()));
        Some(BuildState { rule: *rule, stones: *stones, pair, done, left })
    }

    /// Builds the missing tables up to a number of stones, resuming an earlier build.
    pub fn begin(&mut self, rule: RemovalRule, stones: u8) {
        if self.build.is_some() {
            return;
        }
        let stop = Stop::default();
        let progress = Progress { stop: stop.clone(), ..Progress::default() };
        let shared = Arc::new(Shared { progress, ..Shared::default() });
        let (folder, inner) = (self.folder.clone(), shared.clone());
        let work = move || {
            give_way();
            build_all(&folder, rule, stones, &inner)
        };
        // A table that is being written is finished before the program ends.
        let task = BackgroundTask::start("solver", self.waker.clone(), work).cancelled_by(stop);
        self.build = Some(Build { rule, stones, since: Instant::now(), shared, task });
    }

    /// Stops soon; only the pair in progress is lost.
    pub fn stop(&mut self) {
        if let Some(build) = &self.build {
            build.task.cancel();
        }
    }

    /// What has happened since the last call.
    pub fn poll(&mut self) -> Option<SolverEvent> {
        if let Some(Ok(survey)) = self.surveying.as_ref().and_then(BackgroundTask::poll) {
            self.survey = Some(survey);
        }
        let result = self.build.as_ref()?.task.poll()?;
        let Build { rule, stones, .. } = self.build.take()?;
        // Whoever asks next sees the new tables.
        self.resources.forget_endgame(rule);
        self.look(rule);
        Some(match result {
            Ok(Ok(())) => SolverEvent::Finished(stones),
            Ok(Err(BuildError::Stopped)) | Err(Lost) => SolverEvent::Stopped,
            Ok(Err(error)) => SolverEvent::Failed(error),
        })
    }
}

fn build_all(folder: &Path, rule: RemovalRule, stones: u8, shared: &Shared) -> Result<(), BuildError> {
    let _lock = build::lock_folder(folder)?;
    let pairs = build::missing_pairs(folder, rule, stones)?;
    shared.total.store(pairs.iter().map(|&pair| build::steps(pair)).sum(), Ordering::Relaxed);
    // The game and the window need a processor too.
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = rayon::ThreadPoolBuilder::new().num_threads((cores - 1).max(1)).build();
    let build_pairs = || {
        for pair in pairs {
            *shared.pair.lock().unwrap_or_else(PoisonError::into_inner) = Some(pair);
            build::build_pair(folder, rule, pair, &shared.progress)?;
            shared.progress.steps.store(0, Ordering::Relaxed);
            shared.finished.fetch_add(build::steps(pair), Ordering::Relaxed);
        }
        Ok(())
    };
    match threads {
        Ok(threads) => threads.install(build_pairs),
        // Without its own threads it uses the shared ones.
        Err(_) => build_pairs(),
    }
}
