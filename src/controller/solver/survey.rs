//! Which tables exist, what is wrong with them, and what building more would cost.

use std::collections::HashMap;
use std::convert::Infallible;
use std::path::Path;

use super::plan::{Plan, Stage};
use muehle_engine::endgame::build::{self, Keep};
use muehle_engine::endgame::index::{Pair, Subspace};
use muehle_engine::endgame::table::{Table, TableError};
use muehle_engine::endgame::{EMBEDDED_STONES, MOST_STONES, PLACING_PLIES};
use muehle_engine::rules::RemovalRule;

/// Which tables exist, and what building more would cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey {
    /// The rule it is about.
    pub rule: RemovalRule,
    /// The stages of the sliding phase, the smallest first.
    sliding: Vec<StageSurvey>,
    /// The placing phase, by what is to be kept of it.
    placing: [StageSurvey; 2],
    /// Free bytes on the disk of the tables, if the system says so.
    pub free: Option<u64>,
    /// Bytes of memory that are free for a build, if the system says so.
    pub memory: Option<u64>,
    /// What was being built here last and is not finished, for whichever rule.
    pub(super) plan: Option<Plan>,
}

/// The tables of a stage, without those of the smaller ones.
#[derive(Clone, Debug, PartialEq)]
pub struct StageSurvey {
    /// The stage.
    pub stage: Stage,
    /// Whether all its tables exist.
    pub done: bool,
    /// Bytes its tables take on the disk.
    pub on_disk: u64,
    /// Bytes of memory that the missing tables need, at most.
    pub memory: u64,
    /// Bytes that the missing tables need on the disk, roughly.
    pub disk: u64,
    /// Seconds of processor time that the missing tables take on the machine of docs/endgame.md.
    pub work: f64,
    /// Files that have the name of a table but cannot be used.
    pub faults: Vec<TableError>,
}

/// Whether a machine can build something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// Yes, or the system does not say.
    Enough,
    /// The disk is too small.
    NoDisk,
    /// The memory is too small.
    NoMemory,
}

impl StageSurvey {
    fn new(stage: Stage) -> StageSurvey {
        StageSurvey { stage, done: true, on_disk: 0, memory: 0, disk: 0, work: 0.0, faults: Vec::new() }
    }

    /// The sum of both, with the larger memory.
    fn plus(self, other: &StageSurvey) -> StageSurvey {
        StageSurvey {
            stage: self.stage.max(other.stage),
            done: self.done && other.done,
            on_disk: self.on_disk + other.on_disk,
            memory: self.memory.max(other.memory),
            disk: self.disk + other.disk,
            work: self.work + other.work,
            faults: self.faults,
        }
    }
}

/// The size of a table; none if it does not exist. A file that cannot be used does not count.
fn size_of(folder: &Path, rule: RemovalRule, subspace: Subspace) -> Result<Option<u64>, TableError> {
    match Table::open(folder, rule, subspace) {
        Ok(table) => Ok(Some(table.path().metadata().map_or(0, |data| data.len()))),
        Err(TableError::Missing(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

impl Survey {
    /// Looks at the tables of a rule in a folder. Reads only the beginning of each.
    pub(super) fn make(folder: &Path, rule: RemovalRule) -> Survey {
        let mut sliding: Vec<StageSurvey> =
            Stage::ALL.into_iter().filter(|stage| *stage != Stage::Placing).map(StageSurvey::new).collect();
        for pair in Pair::up_to(MOST_STONES) {
            let stage = pair.subspaces().first().map(|subspace| Stage::building(*subspace));
            let Some(survey) = sliding.iter_mut().find(|survey| Some(survey.stage) == stage) else { continue };
            let mut complete = true;
            for subspace in pair.subspaces() {
                match size_of(folder, rule, subspace) {
                    Ok(size) => {
                        // The smallest may have come with the program, and are never removed.
                        survey.on_disk += size.filter(|_| pair.stones() > EMBEDDED_STONES).unwrap_or(0);
                        complete &= size.is_some();
                    }
                    Err(error) => {
                        survey.faults.push(error);
                        complete = false;
                    }
                }
            }
            if !complete {
                survey.done &= pair.stones() <= EMBEDDED_STONES && survey.faults.is_empty();
                survey.memory = survey.memory.max(build::memory_needed(pair));
                survey.disk += build::disk_needed(pair);
                survey.work += build::work(pair);
            }
        }
        let mut sizes = HashMap::new();
        let mut faults = Vec::new();
        for subspace in (0..PLACING_PLIES).rev().flat_map(Subspace::placing) {
            match size_of(folder, rule, subspace) {
                Ok(size) => sizes.extend(size.map(|size| (subspace, size))),
                Err(error) => faults.push(error),
            }
        }
        let placing = [Keep::Everything, Keep::Opening].map(|keep| placing(&sizes, &faults, keep));
        let plan = Plan::read(folder);
        let mut survey = Survey { rule, sliding, placing, free: free_space(folder), memory: free_memory(), plan };
        // A plan for this rule that somebody has finished meanwhile is none.
        if plan.is_some_and(|plan| plan.rule == rule && survey.cost(plan.stage, plan.keep).is_none()) {
            survey.plan = None;
        }
        survey
    }

    /// The stages, the smallest first.
    pub fn stages(&self, keep: Keep) -> impl Iterator<Item = &StageSurvey> {
        self.sliding.iter().chain([&self.placing[keep as usize]])
    }

    /// The number of stones up to which all sliding tables exist, including the embedded ones.
    pub fn complete(&self) -> u8 {
        self.sliding.iter().take_while(|survey| survey.done).last().map_or(EMBEDDED_STONES, |last| last.stage.stones())
    }

    /// Whether every position of the game is in the tables.
    pub fn is_solved(&self) -> bool {
        self.stages(Keep::Everything).all(|survey| survey.done)
    }

    /// What building everything up to a stage costs: the sum, and the most memory. None if it exists already.
    pub fn cost(&self, stage: Stage, keep: Keep) -> Option<StageSurvey> {
        let wanted = self.stages(keep).filter(|survey| survey.stage <= stage);
        let cost = wanted.fold(StageSurvey::new(Stage::EMBEDDED), StageSurvey::plus);
        (!cost.done).then_some(cost)
    }

    /// Whether there is room for everything up to a stage.
    pub fn room(&self, stage: Stage, keep: Keep) -> Room {
        let Some(cost) = self.cost(stage, keep) else { return Room::Enough };
        match () {
            () if self.free.is_some_and(|free| free < cost.disk) => Room::NoDisk,
            () if self.memory.is_some_and(|memory| memory < cost.memory) => Room::NoMemory,
            () => Room::Enough,
        }
    }

    /// Bytes that all tables take on the disk, but for the smallest, which need hardly any.
    pub fn taken(&self) -> u64 {
        self.stages(Keep::Everything).map(|survey| survey.on_disk).sum()
    }
}

/// The placing phase, with the sizes of the tables that exist.
fn placing(sizes: &HashMap<Subspace, u64>, faults: &[TableError], keep: Keep) -> StageSurvey {
    let is_there = |subspace| Ok::<_, Infallible>(sizes.contains_key(&subspace));
    let missing = match build::placing_to_build(keep, is_there) {
        Ok(missing) => missing,
        Err(never) => match never {},
    };
    let memory = missing.iter().map(|subspace| build::memory_needed_for_placing(*subspace)).max();
    StageSurvey {
        stage: Stage::Placing,
        done: missing.is_empty() && faults.is_empty(),
        on_disk: sizes.values().sum(),
        memory: memory.unwrap_or(0),
        disk: most_in_addition(sizes, &missing, keep),
        work: missing.iter().map(|subspace| build::work_for_placing(*subspace)).sum(),
        faults: faults.to_vec(),
    }
}

/// The most bytes that building these tables takes in addition to what is there: where layers are removed as soon as they
/// have been used, that is less than all of them.
fn most_in_addition(sizes: &HashMap<Subspace, u64>, missing: &[Subspace], keep: Keep) -> u64 {
    let mut added: i64 = 0;
    let mut most = 0;
    for ply in (0..PLACING_PLIES).rev() {
        let new = |subspace: Subspace| missing.contains(&subspace).then(|| build::disk_needed_for_placing(subspace));
        let layer = |ply: u8| -> u64 { Subspace::placing(ply).into_iter().filter_map(new).sum() };
        let bytes = layer(ply);
        added += bytes as i64;
        most = most.max(added);
        if bytes > 0 && ply + 1 < PLACING_PLIES && !keep.keeps(ply + 1) {
            let there: u64 = Subspace::placing(ply + 1).iter().filter_map(|subspace| sizes.get(subspace)).sum();
            added -= (layer(ply + 1) + there) as i64;
        }
    }
    most as u64
}

/// Free bytes on the disk of a folder that may not exist yet.
fn free_space(folder: &Path) -> Option<u64> {
    let there = folder.ancestors().find(|folder| folder.exists())?;
    fs4::available_space(there).ok()
}

/// Bytes of memory that programs can still take.
fn free_memory() -> Option<u64> {
    let mut system = sysinfo::System::new().ok()?;
    system.refresh_memory();
    // Zero means that this system does not say.
    Some(system.available_memory()).filter(|bytes| *bytes > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_survey_sums_up_what_a_stage_costs() {
        let folder = tempfile::tempdir().unwrap();
        let survey = Survey::make(folder.path(), RemovalRule::Never);
        assert_eq!((survey.complete(), survey.is_solved(), survey.taken()), (EMBEDDED_STONES, false, 0));
        let stages: Vec<&StageSurvey> = survey.stages(Keep::Everything).collect();
        assert_eq!(stages.iter().map(|one| one.stage).collect::<Vec<_>>(), Stage::ALL);
        assert!(stages[0].done && stages[1..].iter().all(|one| !one.done && one.work > 0.0));
        assert_eq!(survey.cost(Stage::EMBEDDED, Keep::Everything), None);
        let cost = |stage| survey.cost(stage, Keep::Everything).unwrap();
        let (ten, twelve) = (cost(Stage::UpTo(10)), cost(Stage::UpTo(12)));
        assert_eq!(twelve.disk - ten.disk, stages[2].disk);
        assert!(twelve.memory > ten.memory && ten.memory >= stages[1].memory);
    }

    #[test]
    fn keeping_only_the_opening_needs_less_room() {
        let folder = tempfile::tempdir().unwrap();
        let survey = Survey::make(folder.path(), RemovalRule::Any);
        let [everything, opening] = [Keep::Everything, Keep::Opening].map(|keep| survey.stages(keep).last().unwrap());
        assert_eq!(everything.disk, all_placing().map(build::disk_needed_for_placing).sum::<u64>());
        assert!(opening.disk < everything.disk && opening.disk > everything.disk / 4, "{}", opening.disk);
        assert!((everything.work - opening.work).abs() < 1e-6, "the work is the same");
    }

    fn all_placing() -> impl Iterator<Item = Subspace> {
        (0..PLACING_PLIES).flat_map(Subspace::placing)
    }

    #[test]
    fn used_layers_make_room_for_the_next() {
        // Only ply 17 is there: building on first adds ply 16, then gets ply 17 back.
        let sizes: HashMap<Subspace, u64> = Subspace::placing(17).into_iter().map(|one| (one, 1 << 40)).collect();
        let missing: Vec<Subspace> = all_placing().filter(|one| one.ply() < 17).collect();
        let layer = |ply: u8| Subspace::placing(ply).into_iter().map(build::disk_needed_for_placing).sum::<u64>();
        assert_eq!(most_in_addition(&sizes, &missing, Keep::Opening), layer(16));
        assert_eq!(most_in_addition(&sizes, &missing, Keep::Everything), (0..17).map(layer).sum::<u64>());
    }

    #[test]
    fn room_is_known_even_for_a_folder_that_does_not_exist_yet() {
        let folder = tempfile::tempdir().unwrap();
        assert!(free_space(&folder.path().join("not/yet")).is_some_and(|bytes| bytes > 0));
        assert!(free_memory().is_some_and(|bytes| bytes > 1 << 20));
    }

    #[test]
    fn room_is_compared_with_what_is_missing() {
        let folder = tempfile::tempdir().unwrap();
        let mut survey = Survey::make(folder.path(), RemovalRule::Never);
        let cost = survey.cost(Stage::Placing, Keep::Everything).unwrap();
        let mut room = |free, memory, stage| {
            (survey.free, survey.memory) = (free, memory);
            survey.room(stage, Keep::Everything)
        };
        assert_eq!(room(Some(cost.disk), Some(cost.memory), Stage::Placing), Room::Enough);
        assert_eq!(room(Some(cost.disk - 1), Some(cost.memory), Stage::Placing), Room::NoDisk);
        assert_eq!(room(Some(cost.disk), Some(cost.memory - 1), Stage::Placing), Room::NoMemory);
        assert_eq!(room(Some(1 << 30), Some(1 << 30), Stage::UpTo(10)), Room::Enough);
        assert_eq!(room(Some(0), Some(0), Stage::EMBEDDED), Room::Enough);
        assert_eq!(room(None, None, Stage::Placing), Room::Enough);
    }

    #[test]
    fn a_file_that_is_not_a_table_is_named() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["never-5-4.mtb", "never-3-3.mtb", "never-p17-2-3.mtb"] {
            std::fs::write(folder.path().join(name), "not a table").unwrap();
        }
        let survey = Survey::make(folder.path(), RemovalRule::Never);
        let faults: Vec<usize> = survey.stages(Keep::Opening).map(|one| one.faults.len()).collect();
        assert_eq!(faults, [0, 2, 0, 0, 0, 0, 1]);
        assert!(Survey::make(folder.path(), RemovalRule::Any).stages(Keep::Opening).all(|one| one.faults.is_empty()));
    }
}
