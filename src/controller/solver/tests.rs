//! Tests of the solver with few stones.

use std::fs;

use super::*;
use crate::controller::testing::{silent, until, write_hollow_tables};
use muehle_engine::endgame::Outcome;
use muehle_engine::endgame::build::Keep;
use muehle_engine::endgame::index::Subspace;
use muehle_engine::endgame::table;
use muehle_engine::files::DataFolders;

const TEN: Plan = Plan { rule: RemovalRule::Never, stage: Stage::UpTo(10), keep: Keep::Everything };

fn solver(folder: &tempfile::TempDir) -> Solver {
    let resources = Arc::new(Resources::new(DataFolders::below(folder.path())));
    Solver::new(resources, silent())
}

/// The next event that is not only growth.
fn next_event(solver: &mut Solver) -> SolverEvent {
    let mut event = None;
    until(|| {
        event = solver.poll().filter(|event| *event != SolverEvent::Grew);
        event.is_some()
    });
    event.unwrap()
}

/// Waits for a fresh survey.
fn look(solver: &mut Solver, rule: RemovalRule) {
    solver.look(rule);
    until(|| {
        solver.poll();
        solver.surveying.iter().all(Option::is_none)
    });
}

#[test]
fn a_build_is_paused_and_the_embedded_stage_verified() {
    let folder = tempfile::tempdir().unwrap();
    let mut solver = solver(&folder);
    solver.begin(TEN);
    until(|| solver.state().is_some_and(|state| state.done > 0.0));
    solver.pause();
    assert_eq!(next_event(&mut solver), SolverEvent::Paused);
    assert_eq!(solver.paused().map(|paused| paused.plan), Some(TEN));
    solver.verify(TEN.rule, Stage::EMBEDDED..=Stage::EMBEDDED);
    assert_eq!(solver.state().unwrap().task, Task::Verify(TEN.rule, Stage::EMBEDDED));
    assert_eq!(next_event(&mut solver), SolverEvent::Verified(Stage::EMBEDDED));
    assert!(solver.is_verified(TEN.rule, Stage::EMBEDDED));
    assert!(solver.paused().is_some(), "the build still waits");
    solver.resume();
    assert!(solver.paused().is_none() && solver.state().is_some_and(|state| state.task == Task::Build(TEN)));
    solver.stop();
    assert_eq!(next_event(&mut solver), SolverEvent::Stopped(Task::Build(TEN)));
}

#[test]
fn a_build_goes_on_after_the_program_has_ended() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = solver(&folder);
    first.begin(TEN);
    let tables = folder.path().join("endgame");
    until(|| tables.join("never-4-4.mtb").exists());
    drop(first);
    // The next program finds what was planned, even if it looks at the other rule first.
    let mut next = solver(&folder);
    look(&mut next, RemovalRule::Any);
    assert_eq!(next.paused().map(|paused| (paused.plan, paused.stage)), Some((TEN, Stage::UpTo(10))));
    // Giving it up is remembered too.
    next.stop();
    look(&mut next, TEN.rule);
    assert_eq!(next.paused(), None);
    assert!(!tables.join(".build.plan").exists() && tables.join("never-4-4.mtb").exists());
}

#[test]
fn finished_tables_are_used_while_the_build_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut solver = solver(&folder);
    let before = solver.resources.endgame(TEN.rule);
    solver.begin(TEN);
    // Six stones are a layer, and they are done long before ten.
    until(|| solver.poll() == Some(SolverEvent::Grew));
    assert!(solver.state().is_some());
    assert!(!Arc::ptr_eq(&before, &solver.resources.endgame(TEN.rule)));
    solver.stop();
    next_event(&mut solver);
}

#[test]
fn a_file_in_the_way_is_named_and_can_be_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("endgame");
    fs::create_dir_all(&tables).unwrap();
    let foreign = tables.join(table::file_name(TEN.rule, Subspace::new(4, 3).unwrap()));
    fs::write(&foreign, "not a table").unwrap();
    let mut solver = solver(&folder);
    solver.begin(TEN);
    assert_eq!(next_event(&mut solver), SolverEvent::Failed);
    let fault = solver.fault().map(|(rule, stage, fault)| (rule, stage, fault.table(&tables)));
    assert_eq!(fault, Some((TEN.rule, Stage::UpTo(10), Some(foreign.clone()))));
    assert!(solver.can_repair(TEN.rule, Stage::UpTo(10)) && !solver.can_repair(TEN.rule, Stage::UpTo(12)));
    solver.rebuild(TEN);
    until(|| {
        solver.poll();
        fs::read(&foreign).is_ok_and(|bytes| bytes.starts_with(b"MuehleET"))
    });
    solver.stop();
    next_event(&mut solver);
    assert_eq!(fs::read(foreign.with_extension("mtb.bak")).unwrap(), b"not a table");
}

#[test]
fn a_damaged_placing_table_is_found_and_built_again_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("endgame");
    let rule = RemovalRule::Any;
    write_hollow_tables(&tables, rule);
    let mut solver = solver(&folder);
    solver.verify(rule, Stage::Placing..=Stage::Placing);
    assert_eq!(next_event(&mut solver), SolverEvent::Failed);
    let damaged = solver.fault().and_then(|(_, stage, fault)| Some((stage, fault.table(&tables)?)));
    assert_eq!(damaged, Some((Stage::Placing, tables.join("any-p17-2-3.mtb"))));
    let position = "a7,d7/b6,d6,f2 w 1 0".parse().unwrap();
    assert!(solver.resources.endgame(rule).outcome(&position).is_err());
    let plan = Plan { rule, stage: Stage::Placing, keep: Keep::Everything };
    solver.rebuild(plan);
    assert_eq!(next_event(&mut solver), SolverEvent::Built(plan));
    assert_eq!(solver.resources.endgame(rule).outcome(&position), Ok(Some(Outcome::Win)));
    look(&mut solver, rule);
    assert!(solver.survey(rule).is_some_and(Survey::is_solved) && !tables.join(".build.plan").exists());
}

#[test]
fn a_damaged_table_is_reported_with_its_stage() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("endgame");
    fs::create_dir_all(&tables).unwrap();
    let subspace = Subspace::new(5, 4).unwrap();
    fs::write(tables.join(table::file_name(TEN.rule, subspace)), "not a table").unwrap();
    let mut solver = solver(&folder);
    look(&mut solver, TEN.rule);
    solver.verify(TEN.rule, Stage::UpTo(10)..=Stage::UpTo(10));
    assert_eq!(next_event(&mut solver), SolverEvent::Failed);
    assert!(matches!(solver.fault(), Some((RemovalRule::Never, Stage::UpTo(10), Fault::Verify(_)))));
    assert!(solver.can_repair(TEN.rule, Stage::UpTo(10)));
}

#[test]
fn the_second_build_in_a_folder_learns_who_is_building() {
    let folder = tempfile::tempdir().unwrap();
    let lock = build::lock_folder(&folder.path().join("endgame")).unwrap();
    let mut solver = solver(&folder);
    let builder = build::Builder::Process(std::process::id());
    let is_busy = |solver: &Solver| match solver.fault() {
        Some((.., Fault::Build(BuildError::Busy { builder: found, .. }))) => *found == builder,
        _ => false,
    };
    solver.begin(TEN);
    assert_eq!(next_event(&mut solver), SolverEvent::Failed);
    assert!(is_busy(&solver) && !solver.can_repair(TEN.rule, Stage::UpTo(10)));
    solver.remove(TEN.rule);
    assert_eq!(next_event(&mut solver), SolverEvent::Failed);
    assert!(is_busy(&solver));
    drop(lock);
    solver.remove(TEN.rule);
    assert_eq!(next_event(&mut solver), SolverEvent::Removed(0));
    assert!(solver.fault().is_none());
}

#[test]
fn the_speed_is_measured_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut solver = solver(&folder);
    assert_eq!(solver.time_for(10.0), None);
    solver.measure(TEN.rule);
    until(|| {
        solver.poll();
        solver.time_for(10.0).is_some()
    });
    let [ten, twenty] = [10.0, 20.0].map(|work| solver.time_for(work).unwrap());
    assert!(ten > Duration::ZERO && twenty.abs_diff(2 * ten) < Duration::from_millis(1));
    solver.measure(TEN.rule);
    assert!(solver.measuring.is_none());
}
