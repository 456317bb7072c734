//! What is to be built: the stages of solving the game, and the plan that a folder remembers until it is done.

use std::path::{Path, PathBuf};

use muehle_engine::endgame::build::{self, BuildError, Keep};
use muehle_engine::endgame::index::Subspace;
use muehle_engine::endgame::{EMBEDDED_STONES, MOST_STONES};
use muehle_engine::files;
use muehle_engine::rules::RemovalRule;

/// A stage in which the game is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// All positions of the sliding phase up to this number of stones.
    UpTo(u8),
    /// The placing phase, and with it the whole game.
    Placing,
}

impl Stage {
    /// What is part of the program.
    pub const EMBEDDED: Stage = Stage::UpTo(EMBEDDED_STONES);
    /// All stages, the smallest first.
    pub const ALL: [Stage; 7] = [
        Stage::EMBEDDED,
        Stage::UpTo(10),
        Stage::UpTo(12),
        Stage::UpTo(14),
        Stage::UpTo(16),
        Stage::UpTo(MOST_STONES),
        Stage::Placing,
    ];

    /// The stage that a table belongs to.
    pub fn of(subspace: Subspace) -> Stage {
        let fits = |stage: &Stage| matches!(stage, Stage::UpTo(stones) if subspace.stones() <= *stones);
        if subspace.is_placing() {
            return Stage::Placing;
        }
        Stage::ALL.into_iter().find(fits).unwrap_or(Stage::UpTo(MOST_STONES))
    }

    /// The stage in which a build makes a table. The smallest ones are embedded; a build writes them to the folder with
    /// the next stage.
    pub fn building(subspace: Subspace) -> Stage {
        Stage::of(subspace).max(Stage::ALL[1])
    }

    /// The most stones of the sliding phase that it has.
    pub fn stones(self) -> u8 {
        match self {
            Stage::UpTo(stones) => stones,
            Stage::Placing => MOST_STONES,
        }
    }
}

/// What is to be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The rule.
    pub rule: RemovalRule,
    /// Everything up to this stage.
    pub stage: Stage,
    /// Which tables of the placing phase stay.
    pub keep: Keep,
}

impl Plan {
    /// The file in the folder of the tables that remembers the plan while it is being carried out.
    fn path(folder: &Path) -> PathBuf {
        folder.join(".build.plan")
    }

    fn text(self) -> String {
        let stage = match self.stage {
            Stage::UpTo(stones) => stones.to_string(),
            Stage::Placing => "whole".to_owned(),
        };
        let keep = match self.keep {
            Keep::Everything => "everything",
            Keep::Opening => "opening",
        };
        format!("{} {stage} {keep}\n", self.rule)
    }

    fn parse(text: &str) -> Option<Plan> {
        let mut words = text.split_whitespace();
        let rule = words.next()?.parse().ok()?;
        let stage = match words.next()? {
            "whole" => Stage::Placing,
            stones => Stage::UpTo(stones.parse().ok()?),
        };
        let keep = match words.next()? {
            "everything" => Keep::Everything,
            "opening" => Keep::Opening,
            _ => return None,
        };
        let is_known = Stage::ALL[1..].contains(&stage) && words.next().is_none();
        is_known.then_some(Plan { rule, stage, keep })
    }

    /// The plan that a folder remembers. A file that is not one counts as none.
    pub(in crate::controller) fn read(folder: &Path) -> Option<Plan> {
        let (bytes, more) = files::read_limited(&Plan::path(folder), 100).ok()?;
        if more { None } else { Plan::parse(std::str::from_utf8(&bytes).ok()?) }
    }

    /// Lets the folder remember the plan, however the program ends.
    pub(in crate::controller) fn write(self, folder: &Path) -> Result<(), BuildError> {
        let path = Plan::path(folder);
        files::write_atomically(&path, self.text().as_bytes()).map_err(|error| BuildError::Write { path, error })
    }

    /// Lets the folder forget the plan.
    pub(super) fn forget(folder: &Path) {
        // If it stays, a build is offered that has nothing left to do.
        let _ = build::remove(&Plan::path(folder));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_remembered_and_nonsense_is_not_believed() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Plan::read(folder.path()), None);
        for (stage, keep) in [(Stage::UpTo(14), Keep::Everything), (Stage::Placing, Keep::Opening)] {
            let plan = Plan { rule: RemovalRule::Any, stage, keep };
            plan.write(folder.path()).unwrap();
            assert_eq!(Plan::read(folder.path()), Some(plan));
        }
        let long = "any whole opening ".repeat(20);
        for text in ["", "any", "any 13 opening", "any 8 opening", "some whole opening", "any whole opening x", &long] {
            std::fs::write(Plan::path(folder.path()), text).unwrap();
            assert_eq!(Plan::read(folder.path()), None, "{text}");
        }
        Plan::forget(folder.path());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn every_table_has_a_stage() {
        let stage = |own, enemy| Stage::of(Subspace::new(own, enemy).unwrap());
        assert_eq!([stage(4, 4), stage(5, 4), stage(9, 9)], [Stage::UpTo(8), Stage::UpTo(10), Stage::UpTo(18)]);
        assert_eq!(Stage::building(Subspace::new(3, 3).unwrap()), Stage::UpTo(10));
        assert_eq!(Stage::of(Subspace::at_ply(17, 2, 3).unwrap()), Stage::Placing);
        assert!(Stage::ALL.is_sorted());
    }
}
