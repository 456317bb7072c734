//! Figures 4.10 and 4.11: what the positions of a game would be taught, by λ.

use anyhow::Result;

use super::Lab;
use super::games::RADIUS;
use super::table::{Sheet, Shown};
use crate::print::{Chart, Value};
use muehle_engine::endgame::Outcome;
use muehle_engine::game::Game;
use muehle_engine::learn::arena::{MatchSettings, Pair, run_match};
use muehle_engine::learn::{create_player, teaching_values};
use muehle_engine::players::{PlayerError, PlayerText};
use muehle_engine::rules::{Color, Position};

/// Which game is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The first that somebody won.
    Won,
    /// The first drawn one.
    Drawn,
}

const LAMBDAS: [f64; 6] = [0.0, 0.3, 0.5, 0.7, 0.9, 1.0];
const LEARNER: &str = "Single";
/// So many games are played until one is right.
const TRIES: usize = 100;

fn game(lab: &Lab, wanted: Wanted) -> Result<Option<Game>> {
    let player = PlayerText::new("computer").with("variant", "2.43").with("heuristic", LEARNER);
    let player = player.with("endgame", 8).with("depth", lab.depth(4).min(4)).with("radius", RADIUS);
    let make = || -> Result<Pair, PlayerError> {
        Ok([create_player(&player, lab.resources)?, create_player(&player, lab.resources)?])
    };
    let mut seed = lab.seed();
    for _ in 0..TRIES {
        let settings = MatchSettings { games: 1, rules: lab.rules(), seed, ..MatchSettings::default() };
        let mut found = None;
        run_match(&settings, &make, lab.stop, &mut |played, _| {
            let is_won = played.game.outcome().is_some_and(|outcome| outcome.winner().is_some());
            found = (is_won == (wanted == Wanted::Won)).then(|| played.game.clone());
        })?;
        if found.is_some() || lab.is_stopped() {
            return Ok(found);
        }
        seed = seed.wrapping_add(1);
    }
    Ok(None)
}

/// The value of a position for the side to move, as White sees it.
fn for_white(position: &Position, value: f64) -> f64 {
    // A draw has no sign.
    if position.side_to_move() == Color::White { value } else { 0.0 - value }
}

pub(super) fn show(lab: &Lab, wanted: Wanted, id: &str, title: &str) -> Result<Shown> {
    let Some(game) = game(lab, wanted)? else {
        return Ok(Shown { notes: vec![format!("None of {TRIES} games ended as wanted.")], ..Shown::default() });
    };
    let heuristic = lab.resources.evaluation(LEARNER)?;
    let heuristic = heuristic.heuristic();
    let database = lab.resources.endgame(lab.arguments.rules);
    let exact = |position: &Position| -> Option<f64> {
        let value = match (position.loser(), database.outcome(position).ok().flatten()) {
            (Some(loser), _) => {
                if loser == position.side_to_move() {
                    -1.0
                } else {
                    1.0
                }
            }
            (None, Some(Outcome::Win)) => 1.0,
            (None, Some(Outcome::Draw)) => 0.0,
            (None, Some(Outcome::Loss)) => -1.0,
            (None, None) => return None,
        };
        Some(for_white(position, value))
    };
    let positions = game.positions();
    let estimates: Vec<f64> = positions.iter().map(|position| for_white(position, heuristic.value(position))).collect();
    let exacts: Vec<Option<f64>> = positions.iter().map(exact).collect();
    let mut taught = Vec::new();
    for lambda in LAMBDAS {
        taught.push(teaching_values(heuristic, &game, lambda)?);
    }
    let names = LAMBDAS.map(|lambda| format!("λ = {lambda}"));
    let mut csv = Sheet::new(["ply", "estimate", "exact"].map(str::to_owned).into_iter().chain(names.clone()));
    let mut printed = csv.clone();
    for (ply, (estimate, exact)) in estimates.iter().zip(&exacts).enumerate() {
        let values = [Some(*estimate), *exact].into_iter().chain(taught.iter().map(|values| values.get(ply).copied()));
        let cells = values.map(|value| value.map_or(String::new(), |value| format!("{value:+.3}")));
        let cells: Vec<String> = [ply.to_string()].into_iter().chain(cells).collect();
        // The printed table has every tenth position and the last.
        if ply % 10 == 0 || ply + 1 == positions.len() {
            printed.row(cells.clone());
        }
        csv.row(cells);
    }
    let mut chart = Chart::lines(title, "ply", "value for White");
    let line = |values: &[f64]| -> Vec<(f64, Value)> {
        values.iter().enumerate().map(|(ply, value)| (ply as f64, Value::from(*value))).collect()
    };
    chart.add(format!("estimate of {LEARNER}"), line(&estimates));
    let known: Vec<f64> = exacts.iter().map(|value| value.unwrap_or(f64::NAN)).collect();
    chart.add("exact, where tables know it", line(&known));
    for (name, values) in names.iter().zip(&taught) {
        chart.add(name.clone(), line(values));
    }
    let outcome = game.outcome().map_or("*", |outcome| outcome.score_text());
    let (rules, plies) = (lab.arguments.rules, positions.len() - 1);
    let notes = vec![format!(
        "A game of {LEARNER} against itself (depth {}, random part {RADIUS}, {rules}): {plies} plies, {outcome}. The values \
         are White's. The paper shows two games of its own, without their moves or values.",
        lab.depth(4).min(4)
    )];
    Ok(Shown { printed, csv: Some(csv), notes, charts: vec![(format!("figure-{id}"), chart)] })
}
