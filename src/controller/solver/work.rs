//! The work of the solver, on its own thread: building, verifying and removing tables, and what it shares with its owner.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use super::Fault;
use super::plan::{Plan, Stage};
use muehle_engine::endgame::build::{self, BuildError, PlacingBuilder, Progress};
use muehle_engine::endgame::index::{Pair, Subspace};
use muehle_engine::endgame::table::{self, Table};
use muehle_engine::endgame::verify::{self, VerifyError};
use muehle_engine::rules::RemovalRule;

/// What the working thread and its owner share.
pub(super) struct Shared {
    pub(super) progress: Progress,
    place: Mutex<Place>,
    /// Finished tables.
    pub(super) tables: AtomicUsize,
    /// How often all tables of a number of stones, or of a ply of the placing phase, were finished.
    pub(super) layers: AtomicUsize,
}

/// Where the work is. Its amounts are those of [`Part`].
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// What is being worked on.
    pub(super) subspace: Option<Subspace>,
    /// Its amount and its steps.
    amount: f64,
    steps: usize,
    /// Of everything: what is finished, and how much there is.
    pub(super) all: Amount,
    /// The stage, and the same for it.
    pub(super) stage: Stage,
    pub(super) in_stage: Amount,
}

/// An amount of work.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Amount {
    pub(super) finished: f64,
    pub(super) total: f64,
}

impl Amount {
    /// The part that is finished, 0 to 1.
    pub(super) fn share(self) -> f32 {
        if self.total > 0.0 { (self.finished / self.total).clamp(0.0, 1.0) as f32 } else { 0.0 }
    }
}

/// A part of the work.
#[derive(Clone, Copy)]
struct Part<T> {
    what: T,
    subspace: Subspace,
    stage: Stage,
    /// How long it takes, compared with the others.
    amount: f64,
    /// The steps of [`Progress`] that it takes.
    steps: usize,
    tables: usize,
}

impl Shared {
    pub(super) fn new(progress: Progress, stage: Stage) -> Shared {
        let place =
            Place { subspace: None, amount: 0.0, steps: 1, all: Amount::default(), stage, in_stage: Amount::default() };
        Shared { progress, place: Mutex::new(place), tables: 0.into(), layers: 0.into() }
    }

    fn lock(&self) -> MutexGuard<'_, Place> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where the work is now, with the share of the current part that is done.
    pub(super) fn place(&self) -> Place {
        let mut place = *self.lock();
        let share = self.progress.steps.load(Ordering::Relaxed) as f64 / place.steps as f64;
        let begun = place.amount * share.min(1.0);
        place.all.finished += begun;
        place.in_stage.finished += begun;
        place
    }

    /// Works on parts one after the other.
    fn work<T: Copy, E>(&self, parts: &[Part<T>], mut work: impl FnMut(T) -> Result<(), E>) -> Result<(), E> {
        self.lock().all.total = parts.iter().map(|part| part.amount).sum();
        for (i, part) in parts.iter().enumerate() {
            {
                let mut place = self.lock();
                if place.stage != part.stage || place.in_stage.total == 0.0 {
                    let same = parts.iter().filter(|other| other.stage == part.stage);
                    place.in_stage = Amount { finished: 0.0, total: same.map(|part| part.amount).sum() };
                    place.stage = part.stage;
                }
                self.progress.steps.store(0, Ordering::Relaxed);
                (place.subspace, place.amount, place.steps) = (Some(part.subspace), part.amount, part.steps.max(1));
            }
            work(part.what)?;
            {
                let mut place = self.lock();
                place.amount = 0.0;
                place.all.finished += part.amount;
                place.in_stage.finished += part.amount;
            }
            self.tables.fetch_add(part.tables, Ordering::Relaxed);
            if parts.get(i + 1).is_none_or(|next| layer(next.subspace) != layer(part.subspace)) {
                self.layers.fetch_add(1, Ordering::Relaxed);
            }
        }
        Ok(())
    }
}

/// Tables that are of little use without each other: those of a number of stones, or of a ply of the placing phase.
fn layer(subspace: Subspace) -> (u8, u8) {
    if subspace.is_placing() { (subspace.ply(), 0) } else { (subspace.ply(), subspace.stones()) }
}

/// Runs work on all processors but one: the game and the window need one too.
pub(super) fn on_own_threads<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    match rayon::ThreadPoolBuilder::new().num_threads((cores - 1).max(1)).build() {
        Ok(threads) => threads.install(work),
        // Without its own threads it uses the shared ones.
        Err(_) => work(),
    }
}

/// Builds what a plan lacks. Before that, `wrong` tables and files that cannot be used are put out of the way if the
/// person wants that.
pub(super) fn build_all(folder: &Path, plan: Plan, repair: Option<Repair>, shared: &Shared) -> Result<(), Fault> {
    let _lock = build::lock_folder(folder).map_err(Fault::Build)?;
    plan.write(folder).map_err(Fault::Build)?;
    let result = build_plan(folder, plan, repair, shared);
    if result.is_ok() {
        Plan::forget(folder);
    }
    result.map_err(Fault::Build)
}

/// What is put out of the way before a build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Repair {
    /// A table whose beginning is right and which is wrong nevertheless.
    pub(super) wrong: Option<PathBuf>,
}

/// What one part of a build makes.
#[derive(Clone, Copy)]
enum What {
    Pair(Pair),
    Placing(Subspace),
}

fn build_plan(folder: &Path, plan: Plan, repair: Option<Repair>, shared: &Shared) -> Result<(), BuildError> {
    let Plan { rule, stage, keep } = plan;
    if let Some(Repair { wrong }) = repair {
        for subspace in build::all_subspaces().filter(|subspace| Stage::building(*subspace) <= stage) {
            if let Err(error) = Table::open(folder, rule, subspace) {
                build::set_aside(&error)?;
            }
        }
        // After the others: if it is still there it is a table, and not somebody else's file.
        wrong.iter().try_for_each(|path| build::remove(path))?;
    }
    let sliding = |pair: Pair| Part {
        what: What::Pair(pair),
        subspace: pair.subspaces()[0],
        stage: Stage::building(pair.subspaces()[0]),
        amount: build::work(pair),
        steps: build::steps(pair),
        tables: pair.subspaces().len(),
    };
    let placing = |subspace: Subspace| Part {
        what: What::Placing(subspace),
        subspace,
        stage: Stage::Placing,
        amount: build::work_for_placing(subspace),
        steps: subspace.index().slots(),
        tables: 1,
    };
    let pairs = build::missing_pairs(folder, rule, stage.stones())?;
    let mut parts: Vec<Part<What>> = pairs.into_iter().map(sliding).collect();
    if stage == Stage::Placing {
        parts.extend(build::missing_placing(folder, rule, keep)?.into_iter().map(placing));
    }
    let mut builder = PlacingBuilder::new(folder, rule);
    let build = |what| match what {
        What::Pair(pair) => build::build_pair(folder, rule, pair, &shared.progress).map(drop),
        What::Placing(subspace) => {
            builder.build(subspace, &shared.progress)?;
            build::drop_used(folder, rule, subspace, keep)
        }
    };
    on_own_threads(|| shared.work(&parts, build))
}

/// Checks every value of the tables of these stages.
pub(super) fn verify_stages(
    folder: &Path,
    rule: RemovalRule,
    stages: RangeInclusive<Stage>,
    shared: &Shared,
) -> Result<(), Fault> {
    let part = |subspace: Subspace| {
        let slots = subspace.index().slots();
        Part { what: subspace, subspace, stage: Stage::of(subspace), amount: slots as f64, steps: slots, tables: 0 }
    };
    let wanted = build::all_subspaces().filter(|subspace| stages.contains(&Stage::of(*subspace)));
    // Of the placing phase only the opening may have been kept.
    let is_there = |subspace: &Subspace| {
        !subspace.is_placing()
            || table::path(folder, rule, *subspace).exists() && verify::has_successors(folder, rule, *subspace)
    };
    let parts: Vec<Part<Subspace>> = wanted.filter(is_there).map(part).collect();
    let check = |subspace| -> Result<(), VerifyError> {
        let table = Table::find(Some(folder), rule, subspace)?;
        verify::verify(&table, Some(folder), &shared.progress).map(drop)
    };
    on_own_threads(|| shared.work(&parts, check)).map_err(Fault::Verify)
}

/// Removes the tables of a rule and says how many bytes that freed. Nobody may be building meanwhile.
pub(super) fn remove_all(folder: &Path, rule: RemovalRule) -> Result<u64, Fault> {
    let _lock = build::lock_folder(folder).map_err(Fault::Build)?;
    build::remove_tables(folder, rule).map_err(Fault::Build)
}
