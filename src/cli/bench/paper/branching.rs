//! How many moves a position has on average.

use std::collections::HashSet;

use anyhow::Result;

use super::games::RADIUS;
use super::kept::{Cell, Kept};
use super::table::{Sheet, Shown};
use super::{Job, Lab};
use crate::print::{Chart, Value};
use muehle_engine::learn::arena::{MatchSettings, Pair, run_match};
use muehle_engine::learn::create_player;
use muehle_engine::players::{PlayerError, PlayerText};
use muehle_engine::rules::Position;

/// The paper's branching factors: of the whole game, while placing, while sliding.
const PAPER: [(&str, Option<f64>); 4] =
    [("whole game", Some(13.5)), ("placing", Some(16.5)), ("sliding", Some(11.1)), ("flying", None)];

fn player(lab: &Lab) -> PlayerText {
    let player = PlayerText::new("computer").with("variant", "2.43").with("heuristic", "Standard");
    player.with("depth", lab.depth(4).min(4)).with("radius", RADIUS)
}

fn key(lab: &Lab) -> Result<String> {
    let (player, games, rules, seed) = (lab.signature(&player(lab))?, lab.games(1000), lab.rules(), lab.seed());
    Ok(format!("branching: {player}; {games} games, {rules}, seed {seed}"))
}

/// Moves of one kind of position.
#[derive(Clone, Copy, Default)]
struct Count {
    positions: usize,
    /// A mill with each stone that it can remove is a move of its own.
    moves: usize,
    /// Whatever is removed.
    steps: usize,
}

pub(super) fn jobs(lab: &Lab) -> Result<Vec<Job>> {
    let (player, games) = (player(lab), lab.games(1000));
    let work = move |lab: &Lab| -> Result<Option<Cell>> {
        let settings = MatchSettings {
            games,
            rules: lab.rules(),
            seed: lab.seed(),
            jobs: lab.arguments.jobs.into(),
            ..MatchSettings::default()
        };
        let make = || -> Result<Pair, PlayerError> {
            Ok([create_player(&player, lab.resources)?, create_player(&player, lab.resources)?])
        };
        let mut counts = [Count::default(); 4];
        let tally = run_match(&settings, &make, lab.stop, &mut |played, _| {
            for position in played.game.positions() {
                let moves = position.legal_moves(lab.arguments.rules);
                if moves.is_empty() || position.loser().is_some() {
                    continue;
                }
                let steps: HashSet<String> = moves.iter().map(|mv| mv.action.to_string()).collect();
                for kind in [0, kind(&position)] {
                    counts[kind].positions += 1;
                    counts[kind].moves += moves.len();
                    counts[kind].steps += steps.len();
                }
            }
        })?;
        let numbers = counts.iter().flat_map(|count| [count.positions, count.moves, count.steps]);
        Ok((tally.games() == games).then(|| Cell::Numbers(numbers.map(|number| number as f64).collect())))
    };
    Ok(vec![Job { key: key(lab)?, seconds: 0.02 * games as f64, work: Box::new(work) }])
}

/// The row of [`PAPER`] that a position belongs to, besides the first.
fn kind(position: &Position) -> usize {
    let side = position.side_to_move();
    if position.hand(side) > 0 {
        1
    } else if position.may_fly(side) {
        3
    } else {
        2
    }
}

pub(super) fn show(lab: &Lab, kept: &Kept, title: &str) -> Result<Shown> {
    let key = key(lab)?;
    let numbers = kept.numbers(&key).unwrap_or_default();
    let mut printed = Sheet::new(["phase", "positions", "moves", "without removals", "paper"]);
    let mut csv = Sheet::new(["phase", "positions", "moves", "moves_without_removals", "paper"]);
    let (mut words, mut moves, mut steps, mut papers) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for ((name, paper), count) in PAPER.into_iter().zip(numbers.chunks(3)) {
        let &[positions, all, plain] = count else { continue };
        let [all, plain] = [all, plain].map(|sum| sum / positions.max(1.0));
        let paper_cell = paper.map_or("-".to_owned(), |factor| factor.to_string());
        let cells = [name.to_owned(), positions.to_string(), format!("{all:.2}"), format!("{plain:.2}"), paper_cell];
        csv.row(cells.iter().map(|cell| if cell == "-" { "" } else { cell }));
        printed.row(cells);
        let place = words.len() as f64;
        moves.push((place, Value::from(all)));
        steps.push((place, Value::from(plain)));
        papers.extend(paper.map(|factor| (place, Value::from(factor))));
        words.push(name.to_owned());
    }
    let mut chart = Chart::bars(title, words, "moves per position");
    chart.add("here", moves);
    chart.add("here, without removals", steps);
    chart.add("paper", papers);
    let notes = vec![format!(
        "All positions of {} games of Standard against itself, version 2.43, depth {}, random part {RADIUS}. In the third \
         column every stone that a mill can remove makes a move of its own, in the fourth they are one move.",
        lab.games(1000),
        lab.depth(4).min(4)
    )];
    Ok(Shown { printed, csv: Some(csv), notes, charts: vec![("branching".to_owned(), chart)] })
}
