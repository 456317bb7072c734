//! What the solver does, how far it is, and what it reports.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::plan::{Plan, Stage};
use muehle_engine::endgame::TableError;
use muehle_engine::endgame::build::BuildError;
use muehle_engine::endgame::index::Subspace;
use muehle_engine::endgame::verify::VerifyError;
use muehle_engine::rules::RemovalRule;

/// What the solver does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// It builds tables.
    Build(Plan),
    /// It checks tables up to a stage.
    Verify(RemovalRule, Stage),
    /// It removes tables.
    Remove(RemovalRule),
}

impl Task {
    /// The rule of its tables.
    pub fn rule(self) -> RemovalRule {
        match self {
            Task::Build(Plan { rule, .. }) | Task::Verify(rule, _) | Task::Remove(rule) => rule,
        }
    }
}

/// How far the running task is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TaskState {
    /// What it does.
    pub task: Task,
    /// The table in progress.
    pub subspace: Option<Subspace>,
    /// The part that is done, 0 to 1.
    pub done: f32,
    /// How long it will still take, once that can be estimated.
    pub left: Option<Duration>,
    /// The stage it is in.
    pub stage: Stage,
    /// The part of the stage that is done.
    pub stage_done: f32,
    /// How long the stage will still take.
    pub stage_left: Option<Duration>,
}

/// A build that waits for the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paused {
    /// What is to be built.
    pub plan: Plan,
    /// The stage it was in.
    pub stage: Stage,
}

/// Why a task ended early.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum Fault {
    Build(BuildError),
    Verify(VerifyError),
}

impl Fault {
    pub(super) fn is_stop(&self) -> bool {
        matches!(
            self,
            Fault::Build(BuildError::Stopped)
                | Fault::Verify(VerifyError::Stopped | VerifyError::Build(BuildError::Stopped))
        )
    }

    /// The table in this folder that cannot be used, if that was the reason: building it again helps.
    pub(super) fn table(&self, folder: &Path) -> Option<PathBuf> {
        let path = match self {
            Fault::Build(BuildError::Table(error))
            | Fault::Verify(VerifyError::Table(error) | VerifyError::Build(BuildError::Table(error))) => match error {
                TableError::Missing(_) => return None,
                TableError::Foreign(path)
                | TableError::Unreadable { path, .. }
                | TableError::Version { path, .. }
                | TableError::Misnamed { path, .. }
                | TableError::Damaged { path, .. } => path.clone(),
            },
            Fault::Verify(VerifyError::WrongValue { table, .. } | VerifyError::WrongCounts { table }) => table.into(),
            _ => return None,
        };
        // What is part of the program has no file.
        (path.parent() == Some(folder)).then_some(path)
    }
}

/// What the solver reports to the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverEvent {
    /// There are more tables than before; the build goes on.
    Grew,
    /// Everything that was planned exists.
    Built(Plan),
    /// All tables up to this stage are right.
    Verified(Stage),
    /// The tables of a rule were removed, which freed this number of bytes.
    Removed(u64),
    /// It was stopped; the next build resumes there.
    Stopped(Task),
    /// It is paused.
    Paused,
    /// It failed; [`Solver::fault`](super::Solver::fault) says why.
    Failed,
}
