//! What the program reads from its own folders, for the tests with damaged and hostile inputs.

use std::path::Path;

use super::evaluations;
use super::journal::{Journal, Keeper, Recovered};
use super::network::Ticket;
use super::puzzles::Progress;
use super::solver::Plan;
use super::{Record, network};
use muehle_engine::game::pgn;
use muehle_engine::puzzles::shipped;
use muehle_engine::rules::RemovalRule;

pub use network::fuzzing::check as network;

/// A folder with a journal in it.
pub fn journal(folder: &Path) {
    for Recovered { mut record, .. } in Journal::abandoned(folder, Keeper::Window) {
        let ticket = Ticket::take(&mut record.tags);
        Ticket::put(ticket.as_ref(), &mut record.tags);
        let judged = evaluations::read(record.tags.get(evaluations::TAG).unwrap_or_default(), &record.game);
        let _ = evaluations::text(&judged, &record.game);
        let again = Record::from_reading(pgn::read(&record.text()));
        assert_eq!(again.game.moves(), record.game.moves());
        assert_eq!(again.seats, record.seats);
        // A game that is over needs no clock.
        if record.game.outcome().is_none() {
            assert_eq!(again.control, record.control);
        }
    }
}

/// What was solved, as its file has it.
pub fn progress(path: &Path) -> Result<(), String> {
    let mut progress = Progress::read(path).map_err(|error| error.to_string())?;
    let puzzles = shipped::puzzles(RemovalRule::Any);
    assert_eq!(serde_json::from_str::<Progress>(&progress.to_text()).ok().as_ref(), Some(&progress));
    let _ = (progress.kept().count(), progress.keys().count(), progress.count(puzzles[0].kind, RemovalRule::Any));
    for today in [0, 20_000, u64::MAX] {
        progress.fail(&puzzles[0], true, today);
        progress.solve(&puzzles[0], false, today);
        progress.solve(&puzzles[1], false, today);
    }
    Ok(())
}

/// A folder with the plan of a build in it.
pub fn plan(folder: &Path) {
    if let Some(plan) = Plan::read(folder) {
        plan.write(folder).expect("there is room for a file");
        assert_eq!(Plan::read(folder), Some(plan));
    }
}
