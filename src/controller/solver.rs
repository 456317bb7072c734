//! The solver: endgame tables that are built beside the game, on threads of their own. What is finished is kept, so that
//! stopping is pausing.

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

/// What there is and what more would cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The rule it is about.
    pub rule: RemovalRule,
    /// Complete up to so many stones, the embedded tables included.
    pub complete: u8,
    /// What the tables in the folder take, in bytes.
    pub on_disk: u64,
    /// The cost of building up to each number of stones, from one more than is embedded.
    pub costs: Vec<Cost>,
}

/// What it takes to build the tables up to so many stones that are not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// So many.
    pub stones: u8,
    /// Bytes of memory, at most.
    pub memory: u64,
    /// Bytes on disk, roughly.
    pub disk: u64,
    /// Slots to solve, which is what takes time.
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

    /// What building up to so many stones takes.
    pub fn cost(&self, stones: u8) -> Option<Cost> {
        self.costs.iter().copied().find(|cost| cost.stones == stones)
    }
}

/// How far a build is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BuildState {
    /// Its rule.
    pub rule: RemovalRule,
    /// Up to so many stones.
    pub stones: u8,
    /// The pair of subspaces it is at: the larger number of stones first.
    pub pair: Option<(usize, usize)>,
    /// The part that is done, 0 to 1.
    pub done: f32,
    /// How long it will still take, once that can be told.
    pub left: Option<Duration>,
}

/// What the solver tells the window.
#[derive(Debug)]
pub enum SolverEvent {
    /// All tables up to so many stones are there.
    Finished(u8),
    /// The person has stopped it; the next build goes on from there.
    Stopped,
    /// It cannot go on.
    Failed(BuildError),
}

/// What the building thread and its owner share.
#[derive(Default)]
struct Shared {
    progress: Progress,
    pair: Mutex<Option<Pair>>,
    /// Steps of the pairs that are finished, and of all.
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

    /// Looks at what there is, in the background.
    pub fn look(&mut self, rule: RemovalRule) {
        let folder = self.folder.clone();
        let work = move || Survey::make(&folder, rule);
        self.surveying = Some(BackgroundTask::start("table survey", self.waker.clone(), work));
    }

    /// What was found at the last look at this rule.
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
        // The first seconds tell little about the rest.
        let known = done > 0.0 && elapsed > Duration::from_secs(3);
        let left = known.then(|| elapsed.mul_f32((1.0 - done) / done));
        let pair = shared.pair.lock().unwrap_or_else(PoisonError::into_inner).map(|pair| (pair.anchor(), pair.other()));
        Some(BuildState { rule: *rule, stones: *stones, pair, done, left })
    }

    /// Builds what is missing up to so many stones; goes on where an earlier build stopped.
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

    /// Stops soon; only the pair that is being built is lost.
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
        // Without threads of its own it takes the common ones.
        Err(_) => build_pairs(),
    }
}
