//! Games between two players, played in parts that are kept, and tables of their results.

use anyhow::Result;

use super::kept::{Cell, Kept};
use super::table::{Sheet, Shown};
use super::{Job, Lab};
use crate::print::{Chart, Value};
use muehle_engine::learn::arena::{MatchSettings, Pair, Tally, run_match};
use muehle_engine::learn::create_player;
use muehle_engine::players::{PlayerError, PlayerText};

/// Games are kept in parts of this size, so that a kill loses little.
pub(super) const PART: usize = 50;

/// The paper's random part of every estimate, which makes games differ.
pub(super) const RADIUS: &str = "0.05";

/// Two players that meet.
pub(super) struct Pairing {
    pub players: [PlayerText; 2],
    pub games: usize,
    /// Random plies before each game.
    pub openings: usize,
    /// About how long one game takes.
    pub seconds: f64,
}

impl Pairing {
    /// The sizes of the parts.
    fn parts(&self) -> impl Iterator<Item = (usize, usize)> {
        let games = self.games;
        (0..games.div_ceil(PART)).map(move |part| (part, PART.min(games - part * PART)))
    }

    fn key(&self, lab: &Lab, part: usize, games: usize) -> Result<String> {
        let [a, b] = [lab.signature(&self.players[0])?, lab.signature(&self.players[1])?];
        let (rules, openings, seed) = (lab.rules(), self.openings, lab.seed());
        Ok(format!("games: {a} against {b}; {games} games, {openings} random plies, {rules}, seed {seed}, part {part}"))
    }

    /// Plays the games.
    pub fn jobs(&self, lab: &Lab) -> Result<Vec<Job>> {
        let job = |(part, games): (usize, usize)| {
            let (players, openings) = (self.players.clone(), self.openings);
            let work = move |lab: &Lab| -> Result<Option<Cell>> {
                let settings = MatchSettings {
                    games,
                    rules: lab.rules(),
                    opening_plies: openings,
                    seed: lab.seed().wrapping_add(part as u64),
                    jobs: lab.arguments.jobs.into(),
                    sprt: None,
                };
                let make = || -> Result<Pair, PlayerError> {
                    Ok([create_player(&players[0], lab.resources)?, create_player(&players[1], lab.resources)?])
                };
                let mut points = Vec::new();
                run_match(&settings, &make, lab.stop, &mut |played, _| points.push(played.half_points()))?;
                Ok((points.len() == games).then_some(Cell::Games(points)))
            };
            Ok(Job {
                key: self.key(lab, part, games)?,
                seconds: self.seconds * games as f64 / f64::from(lab.arguments.jobs),
                work: Box::new(work),
            })
        };
        self.parts().map(job).collect()
    }

    /// The first player's half points in each game.
    fn points(&self, lab: &Lab, kept: &Kept) -> Result<Vec<usize>> {
        let mut points = Vec::new();
        for (part, games) in self.parts() {
            points.extend(kept.games(&self.key(lab, part, games)?).unwrap_or_default());
        }
        Ok(points)
    }

    /// The result from the first player's point of view.
    pub fn tally(&self, lab: &Lab, kept: &Kept) -> Result<Tally> {
        Ok(Tally::of_points(&self.points(lab, kept)?))
    }

    /// The result from the second player's point of view.
    pub fn reversed_tally(&self, lab: &Lab, kept: &Kept) -> Result<Tally> {
        let points: Vec<usize> =
            self.points(lab, kept)?.into_iter().map(|points| 2usize.saturating_sub(points)).collect();
        Ok(Tally::of_points(&points))
    }
}

/// About how long a game of two searches to this depth takes, or with this many positions per move.
pub(super) fn seconds_at_depth(depth: u32) -> f64 {
    0.2 * 2.5f64.powi(depth as i32 - 7)
}

pub(super) fn seconds_with_nodes(nodes: u64) -> f64 {
    90.0 * nodes as f64 / 18e6
}

/// Games won, lost and drawn.
pub(super) type Score = [u32; 3];

/// The result of one row of a table, and the paper's.
pub(super) struct Row {
    pub name: String,
    pub tally: Tally,
    pub paper: Option<Score>,
}

/// (won - lost) / games, the paper's measure.
pub(super) fn balance([won, lost, drawn]: Score) -> f64 {
    (f64::from(won) - f64::from(lost)) / f64::from(won + lost + drawn)
}

/// The paper's measure with its interval.
pub(super) fn measured(tally: &Tally) -> Value {
    Value { value: tally.balance(), margin: 2.0 * tally.margin() }
}

/// A table of results with a chart of (won - lost) / games.
pub(super) fn results(title: &str, file: &str, first: &str, rows: &[Row]) -> Shown {
    let columns = ["games", "won", "lost", "drawn", "p", "±", "paper won", "lost", "drawn", "p"];
    let mut printed = Sheet::new([first].into_iter().chain(columns));
    let names = ["games", "won", "lost", "drawn", "p", "margin", "paper_won", "paper_lost", "paper_drawn", "paper_p"];
    let mut csv = Sheet::new(["name"].into_iter().chain(names));
    let mut chart = Chart::bars(
        title,
        rows.iter().map(|row| row.name.clone()).collect(),
        "(won \u{2212} lost) / games, with the 95 % interval",
    );
    for row in rows {
        let Row { name, tally, paper } = row;
        let Value { value, margin } = measured(tally);
        let counts = [tally.games(), tally.wins(), tally.losses(), tally.draws()].map(|count| count.to_string());
        let paper_cells = paper.map(|score| {
            let [won, lost, drawn] = score.map(|count| count.to_string());
            [won, lost, drawn, format!("{:+.3}", balance(score))]
        });
        let cells = |missing: &str| {
            let own = [name.clone()].into_iter().chain(counts.clone());
            let own = own.chain([format!("{value:+.3}"), format!("{margin:.3}")]);
            let beside = paper_cells.clone().unwrap_or_else(|| [missing; 4].map(str::to_owned));
            own.chain(beside).collect::<Vec<_>>()
        };
        printed.row(cells("-"));
        csv.row(cells(""));
    }
    let at = |place: usize| place as f64;
    chart.add("here", rows.iter().enumerate().map(|(place, row)| (at(place), measured(&row.tally))));
    let papers = rows.iter().enumerate().filter_map(|(place, row)| Some((at(place), balance(row.paper?).into())));
    let papers: Vec<(f64, Value)> = papers.collect();
    if !papers.is_empty() {
        chart.add("paper", papers);
    }
    Shown { printed, csv: Some(csv), notes: Vec::new(), charts: vec![(file.to_owned(), chart)] }
}
