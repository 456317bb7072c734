//! Tables 2.11 to 2.14, 3.2 and 5 of the study of Congo: variants of the search against each other.

use anyhow::Result;

use super::games::{Pairing, RADIUS, Row, Score, measured, results, seconds_at_depth, seconds_with_nodes};
use super::kept::Kept;
use super::table::{Sheet, Shown};
use super::{Job, Lab, NOT_OPEN, STONES};
use crate::print::{Chart, Value};
use muehle_engine::learn::arena::Tally;
use muehle_engine::players::PlayerText;

/// A search like one of the paper's, with its random part.
fn searcher(variant: &str, heuristic: &str) -> PlayerText {
    let player = PlayerText::new("computer").with("variant", variant).with("heuristic", heuristic);
    // The usual table takes longer to clear than a game to play.
    let player = if ["table", "2.43"].contains(&variant) { player.with("hash", 4) } else { player };
    player.with("radius", RADIUS)
}

/// The versions of table 2.11: key, name, and the wins in 1000 games against each of the others.
const VERSIONS: [(&str, &str, [u32; 5]); 5] = [
    ("minimax", "minimax", [0, 83, 72, 58, 38]),
    ("alphabeta", "alpha-beta", [481, 0, 226, 260, 77]),
    ("minimalwindow", "minimal window", [527, 353, 0, 318, 115]),
    ("table", "transposition table", [602, 408, 338, 0, 85]),
    ("2.43", "version 2.43", [710, 669, 522, 582, 0]),
];

fn version_pairs(lab: &Lab) -> Vec<([usize; 2], Pairing)> {
    let player = |place: usize| searcher(VERSIONS[place].0, "Standard").with("nodes", lab.nodes());
    let pairing = |a: usize, b: usize| Pairing {
        players: [player(a), player(b)],
        games: lab.games(300),
        openings: 0,
        seconds: seconds_with_nodes(lab.nodes()),
    };
    (0..5).flat_map(|a| (a + 1..5).map(move |b| ([a, b], pairing(a, b)))).collect()
}

fn all_jobs<'a>(lab: &Lab, pairings: impl IntoIterator<Item = &'a Pairing>) -> Result<Vec<Job>> {
    let mut jobs = Vec::new();
    for pairing in pairings {
        jobs.extend(pairing.jobs(lab)?);
    }
    Ok(jobs)
}

pub(super) fn version_jobs(lab: &Lab) -> Result<Vec<Job>> {
    all_jobs(lab, version_pairs(lab).iter().map(|(_, pairing)| pairing))
}

pub(super) fn versions(lab: &Lab, kept: &Kept, id: &str, title: &str) -> Result<Shown> {
    let mut tallies = vec![vec![Tally::default(); 5]; 5];
    for ([a, b], pairing) in version_pairs(lab) {
        tallies[a][b] = pairing.tally(lab, kept)?;
        tallies[b][a] = pairing.reversed_tally(lab, kept)?;
    }
    let per_thousand = |tally: &Tally, wins: usize| match tally.games() {
        0 => "-".to_owned(),
        games => format!("{:.0}", 1000.0 * wins as f64 / games as f64),
    };
    let names = VERSIONS.map(|(_, name, _)| name);
    let mut printed = Sheet::new(["wins per 1000 games"].into_iter().chain(names).chain(["sum", "p", "±"]));
    let mut csv = Sheet::new([
        "version",
        "against",
        "games",
        "won",
        "lost",
        "drawn",
        "p",
        "margin",
        "paper_won_of_1000",
        "paper_lost_of_1000",
    ]);
    let (mut own, mut paper) = (Vec::new(), Vec::new());
    for (row, (_, name, paper_wins)) in VERSIONS.into_iter().enumerate() {
        let mut cells = vec![name.to_owned()];
        for column in 0..5 {
            let tally = &tallies[row][column];
            let wins = per_thousand(tally, tally.wins());
            cells.push(if row == column { "-".to_owned() } else { format!("{wins} ({})", paper_wins[column]) });
            if row != column {
                let Value { value, margin } = measured(tally);
                let [won, lost, drawn] = [tally.wins(), tally.losses(), tally.draws()].map(|count| count.to_string());
                csv.row([
                    name.to_owned(),
                    names[column].to_owned(),
                    tally.games().to_string(),
                    won,
                    lost,
                    drawn,
                    format!("{value:+.4}"),
                    format!("{margin:.4}"),
                    paper_wins[column].to_string(),
                    VERSIONS[column].2[row].to_string(),
                ]);
            }
        }
        let all = tallies[row].iter().fold(Tally::default(), |sum, tally| sum.plus(tally));
        let lost: u32 = VERSIONS.iter().map(|(_, _, wins)| wins[row]).sum();
        let won: u32 = paper_wins.iter().sum();
        let paper_balance = (f64::from(won) - f64::from(lost)) / 4000.0;
        let Value { value, margin } = measured(&all);
        cells.push(format!("{} ({won})", per_thousand(&all, 4 * all.wins())));
        cells.push(format!("{value:+.3} ({paper_balance:+.3})"));
        cells.push(format!("{margin:.3}"));
        printed.row(cells);
        own.push((row as f64, measured(&all)));
        paper.push((row as f64, Value::from(paper_balance)));
    }
    let words = names.map(str::to_owned).to_vec();
    let mut chart = Chart::bars(title, words, "(won \u{2212} lost) / games against all others");
    chart.add("here", own);
    chart.add("paper", paper);
    let notes = vec![format!(
        "Wins of the row against the column, in brackets the paper's; what is missing to 1000 is lost or drawn. {} \
         positions per move in place of the paper's 5 s, Standard, random part {RADIUS}.",
        lab.nodes()
    )];
    Ok(Shown { printed, csv: Some(csv), notes, charts: vec![(format!("table-{id}"), chart)] })
}

/// A table about quiescence.
pub(super) struct Quiescence {
    heuristic: &'static str,
    noise: &'static str,
    /// The paper's results with a fixed depth and with a fixed time.
    paper: [Score; 2],
}

pub(super) static NOT_RATED: Quiescence =
    Quiescence { heuristic: NOT_OPEN, noise: "mills", paper: [[521, 178, 301], [347, 219, 434]] };
pub(super) static RATED: Quiescence =
    Quiescence { heuristic: "Standard", noise: "mills", paper: [[294, 361, 345], [137, 539, 324]] };
pub(super) static DOUBLE: Quiescence =
    Quiescence { heuristic: "Standard", noise: "double", paper: [[372, 250, 378], [212, 285, 503]] };

/// How many plies noisy positions are followed; the paper does not say how many it used.
const NOISY_PLIES: u32 = 4;

impl Quiescence {
    fn pairings(&self, lab: &Lab) -> [Pairing; 2] {
        let (depth, nodes) = (lab.depth(6), lab.nodes());
        let limits = [("depth", u64::from(depth)), ("nodes", nodes)];
        let seconds = [2.0 * seconds_at_depth(depth), seconds_with_nodes(nodes)];
        [0, 1].map(|row| {
            let (key, limit) = limits[row];
            let without = searcher("2.43", self.heuristic).with(key, limit);
            let with = without.clone().with("quiescence", NOISY_PLIES).with("noise", self.noise);
            Pairing { players: [with, without], games: lab.games(400), openings: 0, seconds: seconds[row] }
        })
    }

    pub fn jobs(&self, lab: &Lab) -> Result<Vec<Job>> {
        all_jobs(lab, &self.pairings(lab))
    }

    pub fn show(&self, lab: &Lab, kept: &Kept, id: &str, title: &str) -> Result<Shown> {
        let names = [format!("depth {}", lab.depth(6)), format!("{} positions per move (paper: 700 ms)", lab.nodes())];
        let mut rows = Vec::new();
        for ((pairing, name), paper) in self.pairings(lab).iter().zip(names).zip(self.paper) {
            rows.push(Row { name, tally: pairing.tally(lab, kept)?, paper: Some(paper) });
        }
        let mut shown = results(title, &format!("table-{id}"), "with quiescence against without", &rows);
        let (heuristic, noise) = (self.heuristic, self.noise);
        shown.notes = vec![format!(
            "{heuristic}, version 2.43, up to {NOISY_PLIES} noisy plies (noise={noise}), random part {RADIUS}."
        )];
        Ok(shown)
    }
}

fn database_pairing(lab: &Lab) -> Pairing {
    let without = searcher("2.43", "Standard").with("nodes", lab.nodes());
    let with = without.clone().with("endgame", 8);
    Pairing { players: [with, without], games: lab.games(1000), openings: 0, seconds: seconds_with_nodes(lab.nodes()) }
}

pub(super) fn database_jobs(lab: &Lab) -> Result<Vec<Job>> {
    database_pairing(lab).jobs(lab)
}

pub(super) fn database(lab: &Lab, kept: &Kept, id: &str, title: &str) -> Result<Shown> {
    let tally = database_pairing(lab).tally(lab, kept)?;
    let row = Row { name: "with the database".to_owned(), tally, paper: Some([2145, 1773, 1637]) };
    let mut shown = results(title, &format!("table-{id}"), "player", &[row]);
    shown.notes = vec![format!(
        "Standard, version 2.43, {} positions per move in place of the paper's 5 s, tables up to 8 stones, random part \
         {RADIUS}. A look-up costs no position here.",
        lab.nodes()
    )];
    Ok(shown)
}

/// The evaluations of the study of Congo, as they are for Mühle, and the points of the row in 100 games against each other.
const EVALUATIONS: [(&str, [u32; 4]); 4] = [
    ("weighted (Standard)", [0, 100, 100, 99]),
    ("simple (stones)", [0, 0, 92, 96]),
    ("Monte-Carlo", [0, 0, 0, 69]),
    ("randomised", [0; 4]),
];

/// A player with one of these evaluations and a table of fixed size, without a database.
pub(super) fn evaluating(place: usize, depth: u32) -> PlayerText {
    let player = match place {
        0 | 1 => PlayerText::new("computer")
            .with("heuristic", ["Standard", STONES][place])
            .with("depth", depth)
            .with("quiescence", 0),
        // Its depth is that of the random games: ten of them, of ten plies each, as in the study.
        2 => PlayerText::new("montecarlo").with("search", depth),
        _ => PlayerText::new("randomised").with("depth", depth),
    };
    player.with("endgame", 0)
}

pub(super) fn evaluation_names() -> [&'static str; 4] {
    EVALUATIONS.map(|(name, _)| name)
}

fn evaluation_pairs(lab: &Lab) -> Vec<([usize; 2], Pairing)> {
    let depth = lab.depth(3).min(3);
    let pairing = |a: usize, b: usize| Pairing {
        players: [evaluating(a, depth), evaluating(b, depth)],
        games: lab.games(400),
        openings: 4,
        seconds: if b == 2 || a == 2 { 0.2 } else { 0.01 },
    };
    (0..4).flat_map(|a| (a + 1..4).map(move |b| ([a, b], pairing(a, b)))).collect()
}

pub(super) fn evaluation_jobs(lab: &Lab) -> Result<Vec<Job>> {
    all_jobs(lab, evaluation_pairs(lab).iter().map(|(_, pairing)| pairing))
}

pub(super) fn evaluations(lab: &Lab, kept: &Kept, id: &str, title: &str) -> Result<Shown> {
    let columns = ["games", "won", "lost", "drawn", "points", "±", "Congo"];
    let mut printed = Sheet::new(["evaluation", "against"].into_iter().chain(columns));
    let names = ["games", "won", "lost", "drawn", "points_percent", "margin", "congo_percent"];
    let mut csv = Sheet::new(["evaluation", "against"].into_iter().chain(names));
    let (mut words, mut own, mut paper) = (Vec::new(), Vec::new(), Vec::new());
    for ([a, b], pairing) in evaluation_pairs(lab) {
        let tally = pairing.tally(lab, kept)?;
        let (points, margin) = (100.0 * tally.score(), 100.0 * tally.margin());
        let congo = EVALUATIONS[a].1[b];
        let counts = [tally.games(), tally.wins(), tally.losses(), tally.draws()].map(|count| count.to_string());
        let named = [EVALUATIONS[a].0, EVALUATIONS[b].0].map(str::to_owned);
        let cells = named.into_iter().chain(counts).chain([format!("{points:.1}"), format!("{margin:.1}")]);
        let cells: Vec<String> = cells.chain([congo.to_string()]).collect();
        printed.row(cells.clone());
        csv.row(cells);
        own.push((words.len() as f64, Value { value: points, margin }));
        paper.push((words.len() as f64, Value::from(f64::from(congo))));
        words.push(format!("{} – {}", EVALUATIONS[a].0, EVALUATIONS[b].0));
    }
    let mut chart = Chart::bars(title, words, "points of the first in percent");
    chart.add("here", own);
    chart.add("Congo", paper);
    let notes = vec![format!(
        "Alpha-beta of depth {} for all, four random plies first, no database; a draw is half a point. The study's games \
         are those of Congo, at several depths.",
        lab.depth(3).min(3)
    )];
    Ok(Shown { printed, csv: Some(csv), notes, charts: vec![(format!("table-{id}"), chart)] })
}
