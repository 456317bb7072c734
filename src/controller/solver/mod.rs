//! The solver: builds, verifies and removes tables beside the game, on its own threads. What is finished is kept, and the
//! folder remembers what was to be built, so a build goes on where it was, however the program ended.

mod plan;
mod survey;
mod task;
mod work;

pub use plan::{Plan, Stage};
pub use survey::{Room, StageSurvey, Survey};
pub use task::{Fault, Paused, SolverEvent, Task, TaskState};

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::worker::{BackgroundTask, Lost, Stop, Waker, give_way};
use muehle_engine::endgame::build::{self, BuildError, Progress};
use muehle_engine::players::Resources;
use muehle_engine::rules::RemovalRule;
use work::{Amount, Repair, Shared};

/// How long the speed of the machine is measured.
const MEASURED_FOR: Duration = if cfg!(test) { Duration::ZERO } else { Duration::from_secs(10) };
/// Finished tables are used after this time at the latest, even when others of their kind are missing.
const USED_AFTER: Duration = Duration::from_secs(30);

struct Running {
    task: Task,
    /// The stage it began with.
    first: Stage,
    since: Instant,
    pausing: bool,
    /// The finished tables and layers that are already used, and since when.
    used: (usize, usize),
    used_since: Instant,
    shared: Arc<Shared>,
    work: BackgroundTask<Result<u64, Fault>>,
}

impl Running {
    /// Seconds that it needs for an amount of its work. The first seconds say nothing.
    fn speed(&self) -> Option<f64> {
        let (elapsed, finished) = (self.since.elapsed(), self.shared.place().all.finished);
        (finished > 0.0 && elapsed > Duration::from_secs(3)).then(|| elapsed.as_secs_f64() / finished)
    }
}

/// The solver as its owner sees it.
pub struct Solver {
    folder: PathBuf,
    resources: Arc<Resources>,
    waker: Waker,
    /// By rule: what is being found out about its tables, and what is known.
    surveying: [Option<BackgroundTask<Survey>>; 2],
    surveys: [Option<Survey>; 2],
    measuring: Option<BackgroundTask<Result<f64, BuildError>>>,
    /// Seconds that this machine needs for a second of [`build::work`].
    speed: Option<f64>,
    running: Option<Running>,
    paused: Option<Paused>,
    /// Where the last task failed, and why.
    fault: Option<(RemovalRule, Stage, Fault)>,
    /// Stages that were found to be right.
    verified: Vec<(RemovalRule, Stage)>,
}

impl Solver {
    /// A solver that does nothing yet. It finds out whether a build waits in its folder.
    pub fn new(resources: Arc<Resources>, waker: Waker) -> Solver {
        let folder = resources.folders().endgame();
        let plan = Plan::read(&folder);
        let mut solver = Solver {
            folder,
            resources,
            waker,
            surveying: [None, None],
            surveys: [None, None],
            measuring: None,
            speed: None,
            running: None,
            paused: None,
            fault: None,
            verified: Vec::new(),
        };
        if let Some(plan) = plan {
            solver.look(plan.rule);
        }
        solver
    }

    /// Checks which tables exist, in the background.
    pub fn look(&mut self, rule: RemovalRule) {
        self.look_after(rule, |_| {});
    }

    fn look_after(&mut self, rule: RemovalRule, first: impl FnOnce(&Path) + Send + 'static) {
        let folder = self.folder.clone();
        let work = move || {
            first(&folder);
            Survey::make(&folder, rule)
        };
        self.surveying[rule as usize] = Some(BackgroundTask::start("table survey", self.waker.clone(), work));
    }

    /// The result of the last check of this rule.
    pub fn survey(&self, rule: RemovalRule) -> Option<&Survey> {
        self.surveys[rule as usize].as_ref()
    }

    /// Measures how fast this machine builds, unless that is known or something is being built.
    pub fn measure(&mut self, rule: RemovalRule) {
        if self.speed.is_some() || self.measuring.is_some() || self.running.is_some() {
            return;
        }
        let stop = Stop::default();
        let progress = Progress { stop: stop.clone(), ..Progress::default() };
        let work = move || {
            give_way();
            work::on_own_threads(|| build::measure(rule, MEASURED_FOR, &progress))
        };
        self.measuring = Some(BackgroundTask::start("table speed", self.waker.clone(), work).cancelled_by(stop));
    }

    /// How long this machine takes for an amount of [`build::work`], once that is known.
    pub fn time_for(&self, work: f64) -> Option<Duration> {
        let building = || {
            let running = self.running.as_ref().filter(|running| matches!(running.task, Task::Build(_)))?;
            running.speed()
        };
        let speed = self.speed.or_else(building)?;
        Duration::try_from_secs_f64(speed * work).ok()
    }

    /// The build that waits.
    pub fn paused(&self) -> Option<Paused> {
        self.paused
    }

    /// The rule and the stage in which the last task failed, and why.
    pub fn fault(&self) -> Option<(RemovalRule, Stage, &Fault)> {
        self.fault.as_ref().map(|(rule, stage, fault)| (*rule, *stage, fault))
    }

    /// Whether [`Solver::rebuild`] can repair what is wrong with the tables of a stage.
    pub fn can_repair(&self, rule: RemovalRule, stage: Stage) -> bool {
        let failed = self.fault.as_ref().filter(|(at, failed, _)| (*at, *failed) == (rule, stage));
        let mut surveyed = self.survey(rule).into_iter().flat_map(|survey| survey.stages(build::Keep::Everything));
        failed.is_some_and(|(.., fault)| fault.table(&self.folder).is_some())
            || surveyed.any(|survey| survey.stage == stage && !survey.faults.is_empty())
    }

    /// Whether the tables of a stage were found to be right.
    pub fn is_verified(&self, rule: RemovalRule, stage: Stage) -> bool {
        self.verified.contains(&(rule, stage))
    }

    /// How far the running task is.
    pub fn state(&self) -> Option<TaskState> {
        let running = self.running.as_ref()?;
        let (task, place) = (running.task, running.shared.place());
        let measured = self.speed.filter(|_| matches!(task, Task::Build(_)));
        // The first tables say little about the others.
        let speed = if place.all.share() < 0.05 { measured.or(running.speed()) } else { running.speed() };
        let left =
            |amount: Amount| Duration::try_from_secs_f64(speed? * (amount.total - amount.finished).max(0.0)).ok();
        Some(TaskState {
            task,
            subspace: place.subspace,
            done: place.all.share(),
            left: left(place.all),
            stage: place.stage,
            stage_done: place.in_stage.share(),
            stage_left: left(place.in_stage),
        })
    }

    /// Builds what a plan lacks, resuming an earlier build.
    pub fn begin(&mut self, plan: Plan) {
        self.build(plan, None);
    }

    /// Puts tables that cannot be used out of the way and builds them again.
    pub fn rebuild(&mut self, plan: Plan) {
        let wrong = self.fault.as_ref().and_then(|(.., fault)| fault.table(&self.folder));
        self.verified.retain(|(rule, _)| *rule != plan.rule);
        self.build(plan, Some(Repair { wrong }));
    }

    fn build(&mut self, plan: Plan, repair: Option<Repair>) {
        let stages = Stage::ALL.into_iter().filter(|stage| *stage <= plan.stage);
        let done = |stage: &Stage| {
            let survey = self.survey(plan.rule).into_iter().flat_map(|survey| survey.stages(plan.keep));
            survey.into_iter().any(|survey| survey.stage == *stage && survey.done)
        };
        let first = stages.into_iter().find(|stage| !done(stage)).unwrap_or(plan.stage).max(Stage::ALL[1]);
        self.start(Task::Build(plan), first, move |folder, shared| {
            work::build_all(folder, plan, repair, shared).map(|()| 0)
        });
    }

    /// Checks every value of the tables of these stages.
    pub fn verify(&mut self, rule: RemovalRule, stages: RangeInclusive<Stage>) {
        let (first, last) = stages.into_inner();
        self.start(Task::Verify(rule, last), first, move |folder, shared| {
            work::verify_stages(folder, rule, first..=last, shared).map(|()| 0)
        });
    }

    /// Removes the tables of a rule, for good. Those that come with the program and files of others stay.
    pub fn remove(&mut self, rule: RemovalRule) {
        self.start(Task::Remove(rule), Stage::ALL[1], move |folder, _| work::remove_all(folder, rule));
    }

    fn start(
        &mut self,
        task: Task,
        first: Stage,
        work: impl FnOnce(&Path, &Shared) -> Result<u64, Fault> + Send + 'static,
    ) {
        if self.running.is_some() {
            return;
        }
        self.fault = None;
        if matches!(task, Task::Build(_)) {
            self.paused = None;
        }
        if let Some(measuring) = &self.measuring {
            measuring.cancel();
        }
        let stop = Stop::default();
        let shared = Arc::new(Shared::new(Progress { stop: stop.clone(), ..Progress::default() }, first));
        let (folder, inner) = (self.folder.clone(), shared.clone());
        let work = move || {
            give_way();
            work(&folder, &inner)
        };
        // A table that is being written is finished before the program ends.
        let work = BackgroundTask::start("solver", self.waker.clone(), work).cancelled_by(stop);
        let now = Instant::now();
        self.running =
            Some(Running { task, first, since: now, pausing: false, used: (0, 0), used_since: now, shared, work });
    }

    /// Stops soon; only the tables in progress are lost. Gives up a paused build.
    pub fn stop(&mut self) {
        if let Some(paused) = self.paused.take() {
            self.look_after(paused.plan.rule, Plan::forget);
        }
        if let Some(running) = &mut self.running {
            running.pausing = false;
            running.work.cancel();
        }
    }

    /// Stops soon and remembers what was to be built.
    pub fn pause(&mut self) {
        if let Some(running) = &mut self.running {
            running.pausing = matches!(running.task, Task::Build(_));
            running.work.cancel();
        }
    }

    /// Goes on with the paused build.
    pub fn resume(&mut self) {
        if let Some(Paused { plan, .. }) = self.paused {
            self.begin(plan);
        }
    }

    /// What has happened since the last call.
    pub fn poll(&mut self) -> Option<SolverEvent> {
        self.hear_surveys();
        if let Some(result) = self.measuring.as_ref().and_then(BackgroundTask::poll) {
            self.measuring = None;
            self.speed = result.ok().and_then(Result::ok);
        }
        let Some(result) = self.running.as_ref()?.work.poll() else { return self.use_new_tables() };
        let Running { task, first, pausing, shared, .. } = self.running.take()?;
        let (rule, stage) = (task.rule(), shared.place().stage);
        // Whoever asks next sees the tables as they are now.
        if !matches!(task, Task::Verify(..)) {
            self.resources.forget_endgame(rule);
        }
        let stopped = match &result {
            Ok(Err(fault)) => fault.is_stop(),
            Ok(Ok(_)) => false,
            Err(Lost) => true,
        };
        let gives_up = stopped && !pausing && matches!(task, Task::Build(_));
        self.look_after(rule, move |folder| {
            if gives_up {
                Plan::forget(folder);
            }
        });
        Some(match (result, task) {
            (Ok(Ok(_)), Task::Build(plan)) => SolverEvent::Built(plan),
            (Ok(Ok(_)), Task::Verify(_, last)) => {
                let right = Stage::ALL.into_iter().filter(|stage| (first..=last).contains(stage));
                self.verified.extend(right.map(|stage| (rule, stage)));
                SolverEvent::Verified(last)
            }
            (Ok(Ok(freed)), Task::Remove(_)) => {
                self.verified.retain(|(verified, _)| *verified != rule);
                SolverEvent::Removed(freed)
            }
            (Ok(Err(fault)), _) if !stopped => {
                self.fault = Some((rule, stage, fault));
                SolverEvent::Failed
            }
            (_, Task::Build(plan)) if pausing => {
                self.paused = Some(Paused { plan, stage });
                SolverEvent::Paused
            }
            _ => SolverEvent::Stopped(task),
        })
    }

    /// Takes in what is known about tables. A build that was not finished when its program ended counts as paused.
    fn hear_surveys(&mut self) {
        for rule in RemovalRule::BOTH {
            let Some(result) = self.surveying[rule as usize].as_ref().and_then(BackgroundTask::poll) else { continue };
            self.surveying[rule as usize] = None;
            let Ok(survey) = result else { continue };
            let idle = self.running.is_none() && self.paused.is_none() && self.fault.is_none();
            match survey.plan.filter(|_| idle) {
                Some(plan) if plan.rule == rule => {
                    let stage = survey.stages(plan.keep).find(|survey| !survey.done).map(|survey| survey.stage);
                    self.paused = stage.map(|stage| Paused { plan, stage });
                }
                Some(plan) if self.survey(plan.rule).is_none() => self.look(plan.rule),
                _ => {}
            }
            self.surveys[rule as usize] = Some(survey);
        }
    }

    /// Lets everybody use the tables that the running build has finished.
    fn use_new_tables(&mut self) -> Option<SolverEvent> {
        let running = self.running.as_mut()?;
        let rule = running.task.rule();
        let shared = &running.shared;
        let (tables, layers) = (shared.tables.load(Ordering::Relaxed), shared.layers.load(Ordering::Relaxed));
        let (used_tables, used_layers) = running.used;
        if layers == used_layers && (tables == used_tables || running.used_since.elapsed() < USED_AFTER) {
            return None;
        }
        (running.used, running.used_since) = ((tables, layers), Instant::now());
        self.resources.forget_endgame(rule);
        self.look(rule);
        Some(SolverEvent::Grew)
    }
}

#[cfg(test)]
mod tests;
