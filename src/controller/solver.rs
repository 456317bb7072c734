//! The solver: builds and verifies endgame tables beside the game, on its own threads. What is finished is kept, so a
//! stopped build can be resumed.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::worker::{BackgroundTask, Lost, Stop, Waker, give_way};
use muehle_engine::endgame::build::{self, BuildError, Progress};
use muehle_engine::endgame::index::{Pair, Subspace};
use muehle_engine::endgame::table::Table;
use muehle_engine::endgame::verify::{self, VerifyError};
use muehle_engine::endgame::{EMBEDDED_STONES, MOST_STONES, table};
use muehle_engine::players::Resources;
use muehle_engine::rules::RemovalRule;

/// The stages in which the game is solved: all positions up to these numbers of stones.
pub const STAGES: [u8; 6] = [EMBEDDED_STONES, 10, 12, 14, 16, MOST_STONES];

/// The stage that a number of stones belongs to.
fn stage_of(stones: usize) -> u8 {
    STAGES.into_iter().find(|stage| stones <= usize::from(*stage)).unwrap_or(MOST_STONES)
}

/// The stage in which a build makes the tables of a number of stones. The smallest ones are embedded; a build writes them
/// to the folder with the next stage.
fn building_stage_of(stones: usize) -> u8 {
    stage_of(stones).max(STAGES[1])
}

/// Which tables exist, and what building more would cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The rule it is about.
    pub rule: RemovalRule,
    /// The stages, the smallest first.
    pub stages: Vec<Stage>,
    /// Free bytes on the disk of the tables, if the system says so.
    pub free: Option<u64>,
}

/// The tables of a stage, without those of the smaller ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stage {
    /// The most stones.
    pub stones: u8,
    /// Whether all its tables exist.
    pub done: bool,
    /// Bytes its tables take on the disk.
    pub on_disk: u64,
    /// Bytes of memory that the missing tables need, at most.
    pub memory: u64,
    /// Bytes that the missing tables need on the disk, roughly.
    pub disk: u64,
    /// Slots of the missing tables, which determine the time.
    pub slots: u64,
}

impl Survey {
    fn make(folder: &Path, rule: RemovalRule) -> Survey {
        let bytes = |subspace: Subspace| {
            let data = folder.join(table::file_name(rule, subspace)).metadata().ok()?;
            data.is_file().then_some(data.len())
        };
        let mut stages: Vec<Stage> = STAGES.map(|stones| Stage { stones, done: true, ..Stage::default() }).to_vec();
        for pair in Pair::up_to(MOST_STONES) {
            let Some(stage) =
                stages.iter_mut().find(|stage| stage.stones == building_stage_of(pair.anchor() + pair.other()))
            else {
                continue;
            };
            let sizes: Vec<Option<u64>> = pair.subspaces().into_iter().map(bytes).collect();
            stage.on_disk += sizes.iter().flatten().sum::<u64>();
            if sizes.contains(&None) {
                stage.done &= usize::from(EMBEDDED_STONES) >= pair.anchor() + pair.other();
                stage.memory = stage.memory.max(build::memory_needed(pair));
                stage.disk += build::disk_needed(pair);
                stage.slots += 2 * pair.index().slots() as u64;
            }
        }
        Survey { rule, stages, free: free_space(folder) }
    }

    /// The number of stones up to which all tables exist, including the embedded ones.
    pub fn complete(&self) -> u8 {
        self.stages.iter().take_while(|stage| stage.done).last().map_or(EMBEDDED_STONES, |stage| stage.stones)
    }

    /// What building everything up to a stage costs: the sum, and the most memory. None if it exists already.
    pub fn cost(&self, stones: u8) -> Option<Stage> {
        let missing = self.stages.iter().filter(|stage| stage.stones <= stones);
        let cost = missing.fold(Stage { stones, done: true, ..Stage::default() }, |sum, stage| Stage {
            stones,
            done: sum.done && stage.done,
            on_disk: sum.on_disk + stage.on_disk,
            memory: sum.memory.max(stage.memory),
            disk: sum.disk + stage.disk,
            slots: sum.slots + stage.slots,
        });
        (!cost.done).then_some(cost)
    }
}

/// Free bytes on the disk of a folder that may not exist yet.
fn free_space(folder: &Path) -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::ffi::OsStrExt;
        let there = folder.ancestors().find(|folder| folder.exists())?;
        let path = std::ffi::CString::new(there.as_os_str().as_bytes()).ok()?;
        // SAFETY: the call reads a text that ends with zero and fills a structure that may hold any bits.
        let data = unsafe {
            let mut data: libc::statvfs = std::mem::zeroed();
            (libc::statvfs(path.as_ptr(), &mut data) == 0).then_some(data)
        }?;
        Some(data.f_bavail as u64 * data.f_frsize as u64)
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = folder;
        None
    }
}

/// What the solver does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// It builds tables.
    Build,
    /// It checks tables.
    Verify,
}

/// How far the running task is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TaskState {
    /// What it does.
    pub task: Task,
    /// Its rule.
    pub rule: RemovalRule,
    /// The number of stones it goes up to.
    pub stones: u8,
    /// The numbers of stones in progress, the larger one first.
    pub pair: Option<(usize, usize)>,
    /// The part that is done, 0 to 1.
    pub done: f32,
    /// How long it will still take, once that can be estimated.
    pub left: Option<Duration>,
    /// The stage it is in.
    pub stage: u8,
    /// The part of the stage that is done.
    pub stage_done: f32,
    /// How long the stage will still take.
    pub stage_left: Option<Duration>,
}

/// A build that the person has paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paused {
    /// Its rule.
    pub rule: RemovalRule,
    /// The number of stones it goes up to.
    pub stones: u8,
    /// The stage it was in.
    pub stage: u8,
}

/// Why a task ended early.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum Fault {
    Build(BuildError),
    Verify(VerifyError),
}

/// What the solver reports to the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverEvent {
    /// All tables up to this number of stones exist.
    Built(u8),
    /// All tables of the stage up to this number of stones are right.
    Verified(u8),
    /// It was stopped; the next build resumes there.
    Stopped,
    /// It is paused.
    Paused,
    /// It failed; [`Solver::fault`] says why.
    Failed,
}

/// What the working thread and its owner share.
struct Shared {
    progress: Progress,
    place: Mutex<Place>,
    /// Steps of what is finished, and of everything.
    finished: AtomicUsize,
    total: AtomicUsize,
}

/// Where the work is.
#[derive(Clone, Copy)]
struct Place {
    pair: Option<(usize, usize)>,
    stage: u8,
    since: Instant,
    /// Steps of the stage that are finished, and all of them.
    finished: usize,
    total: usize,
}

/// A part of the work: numbers of stones, stage, steps.
#[derive(Clone, Copy)]
struct Part<T> {
    what: T,
    stones: (usize, usize),
    stage: u8,
    steps: usize,
}

impl Shared {
    fn place(&self) -> MutexGuard<'_, Place> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works on parts one after the other. Each has its numbers of stones, its stage and its steps.
    fn work<T: Copy, E>(&self, parts: &[Part<T>], mut work: impl FnMut(T) -> Result<(), E>) -> Result<(), E> {
        self.total.store(parts.iter().map(|part| part.steps).sum(), Ordering::Relaxed);
        for &Part { what, stones: (own, enemy), stage, steps } in parts {
            {
                let mut place = self.place();
                if place.stage != stage || place.total == 0 {
                    let total = parts.iter().filter(|part| part.stage == stage).map(|part| part.steps).sum();
                    *place = Place { stage, since: Instant::now(), finished: 0, total, ..*place };
                }
                place.pair = Some((own.max(enemy), own.min(enemy)));
            }
            self.progress.steps.store(0, Ordering::Relaxed);
            work(what)?;
            self.progress.steps.store(0, Ordering::Relaxed);
            self.finished.fetch_add(steps, Ordering::Relaxed);
            self.place().finished += steps;
        }
        Ok(())
    }
}

struct Running {
    task: Task,
    rule: RemovalRule,
    /// The stage it began with, and the number of stones it goes up to.
    first: u8,
    stones: u8,
    since: Instant,
    pausing: bool,
    shared: Arc<Shared>,
    work: BackgroundTask<Result<(), Fault>>,
}

/// The solver as its owner sees it.
pub struct Solver {
    folder: PathBuf,
    resources: Arc<Resources>,
    waker: Waker,
    surveying: Option<BackgroundTask<Survey>>,
    survey: Option<Survey>,
    running: Option<Running>,
    paused: Option<Paused>,
    /// Where the last task failed, and why.
    fault: Option<(RemovalRule, u8, Fault)>,
    /// Stages that were found to be right.
    verified: Vec<(RemovalRule, u8)>,
}

impl Solver {
    /// A solver that does nothing yet.
    pub fn new(resources: Arc<Resources>, waker: Waker) -> Solver {
        Solver {
            folder: resources.folders().endgame(),
            resources,
            waker,
            surveying: None,
            survey: None,
            running: None,
            paused: None,
            fault: None,
            verified: Vec::new(),
        }
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

    /// The paused build.
    pub fn paused(&self) -> Option<Paused> {
        self.paused
    }

    /// The rule and the stage in which the last task failed, and why.
    pub fn fault(&self) -> Option<(RemovalRule, u8, &Fault)> {
        self.fault.as_ref().map(|(rule, stage, fault)| (*rule, *stage, fault))
    }

    /// Whether the tables of a stage were found to be right.
    pub fn is_verified(&self, rule: RemovalRule, stage: u8) -> bool {
        self.verified.contains(&(rule, stage))
    }

    /// How far the running task is.
    pub fn state(&self) -> Option<TaskState> {
        let Running { task, rule, stones, since, shared, .. } = self.running.as_ref()?;
        let place = *shared.place();
        let steps = shared.progress.steps.load(Ordering::Relaxed);
        let share = |finished: usize, total: usize| match total {
            0 => 0.0,
            total => ((finished + steps) as f32 / total as f32).min(1.0),
        };
        let left = |done: f32, since: Instant| {
            let elapsed = since.elapsed();
            // The first seconds say little about the rest.
            let known = done > 0.0 && elapsed > Duration::from_secs(3);
            known.then(|| elapsed.mul_f32((1.0 - done) / done))
        };
        let done = share(shared.finished.load(Ordering::Relaxed), shared.total.load(Ordering::Relaxed));
        let stage_done = share(place.finished, place.total);
        Some(TaskState {
            task: *task,
            rule: *rule,
            stones: *stones,
            pair: place.pair,
            done,
            left: left(done, *since),
            stage: place.stage,
            stage_done,
            stage_left: left(stage_done, place.since),
        })
    }

    /// Builds the missing tables up to a number of stones, resuming an earlier build.
    pub fn begin(&mut self, rule: RemovalRule, stones: u8) {
        let stage = building_stage_of(usize::from(stones));
        self.start(Task::Build, rule, stones, stage, move |folder, shared| build_all(folder, rule, stones, shared));
    }

    /// Checks every value of the tables of these stages.
    pub fn verify(&mut self, rule: RemovalRule, stages: RangeInclusive<u8>) {
        let (first, last) = stages.into_inner();
        self.start(Task::Verify, rule, last, first, move |folder, shared| {
            verify_stages(folder, rule, first..=last, shared)
        });
    }

    fn start(
        &mut self,
        task: Task,
        rule: RemovalRule,
        stones: u8,
        stage: u8,
        work: impl FnOnce(&Path, &Shared) -> Result<(), Fault> + Send + 'static,
    ) {
        if self.running.is_some() {
            return;
        }
        self.fault = None;
        if task == Task::Build {
            self.paused = None;
        }
        let stop = Stop::default();
        let progress = Progress { stop: stop.clone(), ..Progress::default() };
        let now = Instant::now();
        let place = Place { pair: None, stage, since: now, finished: 0, total: 0 };
        let shared = Shared { progress, place: Mutex::new(place), finished: 0.into(), total: 0.into() };
        let shared = Arc::new(shared);
        let (folder, inner) = (self.folder.clone(), shared.clone());
        let work = move || {
            give_way();
            work(&folder, &inner)
        };
        // A table that is being written is finished before the program ends.
        let work = BackgroundTask::start("solver", self.waker.clone(), work).cancelled_by(stop);
        self.running = Some(Running { task, rule, first: stage, stones, since: now, pausing: false, shared, work });
    }

    /// Stops soon; only the tables in progress are lost. Gives up a paused build.
    pub fn stop(&mut self) {
        self.paused = None;
        if let Some(running) = &mut self.running {
            running.pausing = false;
            running.work.cancel();
        }
    }

    /// Stops soon and remembers what was to be built.
    pub fn pause(&mut self) {
        if let Some(running) = &mut self.running {
            running.pausing = running.task == Task::Build;
            running.work.cancel();
        }
    }

    /// Goes on with the paused build.
    pub fn resume(&mut self) {
        if let Some(Paused { rule, stones, .. }) = self.paused {
            self.begin(rule, stones);
        }
    }

    /// What has happened since the last call.
    pub fn poll(&mut self) -> Option<SolverEvent> {
        if let Some(Ok(survey)) = self.surveying.as_ref().and_then(BackgroundTask::poll) {
            self.survey = Some(survey);
        }
        let result = self.running.as_ref()?.work.poll()?;
        let Running { task, rule, first, stones, pausing, shared, .. } = self.running.take()?;
        let stage = shared.place().stage;
        // Whoever asks next sees the new tables.
        if task == Task::Build {
            self.resources.forget_endgame(rule);
        }
        self.look(rule);
        Some(match result {
            Ok(Ok(())) if task == Task::Verify => {
                self.verified.extend(
                    STAGES.into_iter().filter(|stage| (first..=stones).contains(stage)).map(|stage| (rule, stage)),
                );
                SolverEvent::Verified(stones)
            }
            Ok(Ok(())) => SolverEvent::Built(stones),
            Ok(Err(Fault::Build(BuildError::Stopped) | Fault::Verify(VerifyError::Stopped))) | Err(Lost) => {
                if pausing {
                    self.paused = Some(Paused { rule, stones, stage });
                }
                if pausing { SolverEvent::Paused } else { SolverEvent::Stopped }
            }
            Ok(Err(fault)) => {
                self.fault = Some((rule, stage, fault));
                SolverEvent::Failed
            }
        })
    }
}

/// Runs work on all processors but one: the game and the window need one too.
fn on_own_threads<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    match rayon::ThreadPoolBuilder::new().num_threads((cores - 1).max(1)).build() {
        Ok(threads) => threads.install(work),
        // Without its own threads it uses the shared ones.
        Err(_) => work(),
    }
}

fn build_all(folder: &Path, rule: RemovalRule, stones: u8, shared: &Shared) -> Result<(), Fault> {
    let _lock = build::lock_folder(folder).map_err(Fault::Build)?;
    let pairs = build::missing_pairs(folder, rule, stones).map_err(|error| Fault::Build(error.into()))?;
    let part = |pair: Pair| {
        let stones = (pair.anchor(), pair.other());
        Part { what: pair, stones, stage: building_stage_of(stones.0 + stones.1), steps: build::steps(pair) }
    };
    let parts: Vec<Part<Pair>> = pairs.into_iter().map(part).collect();
    let build = |pair| build::build_pair(folder, rule, pair, &shared.progress).map(|_| ());
    on_own_threads(|| shared.work(&parts, build)).map_err(Fault::Build)
}

fn verify_stages(folder: &Path, rule: RemovalRule, stages: RangeInclusive<u8>, shared: &Shared) -> Result<(), Fault> {
    let part = |subspace: Subspace| {
        let stones = (subspace.own(), subspace.enemy());
        Part { what: subspace, stones, stage: stage_of(stones.0 + stones.1), steps: subspace.index().slots() }
    };
    let all = Subspace::up_to(*stages.end()).into_iter().map(part);
    let parts: Vec<Part<Subspace>> = all.filter(|part| stages.contains(&part.stage)).collect();
    let check = |subspace| {
        let table = Table::find(Some(folder), rule, subspace)?;
        verify::verify(&table, Some(folder), &shared.progress).map(|_| ())
    };
    on_own_threads(|| shared.work(&parts, check)).map_err(Fault::Verify)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controller::testing::{silent, until};
    use muehle_engine::files::DataFolders;

    fn solver(folder: &tempfile::TempDir) -> Solver {
        let resources = Arc::new(Resources::new(DataFolders::below(folder.path())));
        Solver::new(resources, silent())
    }

    fn next_event(solver: &mut Solver) -> SolverEvent {
        let mut event = None;
        until(|| {
            event = solver.poll();
            event.is_some()
        });
        event.unwrap()
    }

    fn survey(solver: &mut Solver) -> Survey {
        solver.look(RemovalRule::Never);
        solver.survey = None;
        until(|| {
            solver.poll();
            solver.survey(RemovalRule::Never).is_some()
        });
        solver.survey(RemovalRule::Never).unwrap().clone()
    }

    #[test]
    fn the_survey_sums_up_what_a_stage_costs() {
        let folder = tempfile::tempdir().unwrap();
        let survey = survey(&mut solver(&folder));
        assert_eq!(survey.complete(), EMBEDDED_STONES);
        assert!(survey.stages[0].done && survey.stages[1..].iter().all(|stage| !stage.done && stage.slots > 0));
        assert_eq!(survey.cost(EMBEDDED_STONES), None);
        let [ten, twelve] = [10, 12].map(|stones| survey.cost(stones).unwrap());
        assert_eq!(twelve.slots - ten.slots, survey.stages[2].slots);
        assert!(twelve.memory > ten.memory && ten.memory >= survey.stages[1].memory);
    }

    #[test]
    fn a_build_is_paused_and_the_embedded_stage_verified() {
        let folder = tempfile::tempdir().unwrap();
        let mut solver = solver(&folder);
        solver.begin(RemovalRule::Never, 10);
        until(|| solver.state().is_some_and(|state| state.done > 0.0));
        solver.pause();
        assert_eq!(next_event(&mut solver), SolverEvent::Paused);
        assert_eq!(solver.paused().map(|paused| paused.stones), Some(10));
        solver.verify(RemovalRule::Never, EMBEDDED_STONES..=EMBEDDED_STONES);
        assert_eq!(solver.state().unwrap().task, Task::Verify);
        assert_eq!(next_event(&mut solver), SolverEvent::Verified(EMBEDDED_STONES));
        assert!(solver.is_verified(RemovalRule::Never, EMBEDDED_STONES));
        assert!(solver.paused().is_some(), "the build still waits");
        solver.resume();
        assert!(solver.paused().is_none() && solver.state().is_some_and(|state| state.task == Task::Build));
        solver.stop();
        assert_eq!(next_event(&mut solver), SolverEvent::Stopped);
    }

    #[test]
    fn a_damaged_table_is_reported_with_its_stage() {
        let folder = tempfile::tempdir().unwrap();
        let tables = folder.path().join("endgame");
        std::fs::create_dir_all(&tables).unwrap();
        let subspace = Subspace::new(5, 4).unwrap();
        std::fs::write(tables.join(table::file_name(RemovalRule::Never, subspace)), "not a table").unwrap();
        let mut solver = solver(&folder);
        solver.verify(RemovalRule::Never, 10..=10);
        assert_eq!(next_event(&mut solver), SolverEvent::Failed);
        assert!(matches!(solver.fault(), Some((RemovalRule::Never, 10, Fault::Verify(_)))));
    }
}
