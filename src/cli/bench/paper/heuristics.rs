//! Tables 4.3 to 4.5: the shipped heuristics against Standard, the perfect player and each other.

use anyhow::Result;

use super::games::{Pairing, RADIUS, Row, Score, measured, results, seconds_at_depth};
use super::kept::Kept;
use super::table::{Sheet, Shown};
use super::{Job, Lab};
use crate::print::{Chart, Value};
use muehle_engine::heuristics::library;
use muehle_engine::learn::arena::Tally;
use muehle_engine::players::PlayerText;

/// The paper's heuristics, as it ranks them, with their results against Standard, the perfect database and all others.
const PAPER: [(&str, Option<Score>, Score, Score); 6] = [
    ("Multi", Some([1043, 350, 1697]), [0, 76, 424], [686, 205, 722]),
    ("Single", Some([1030, 495, 1476]), [0, 103, 397], [621, 282, 801]),
    ("Combi", Some([837, 730, 1434]), [0, 169, 331], [424, 428, 891]),
    ("Standard", None, [0, 151, 349], [424, 467, 763]),
    ("Small", Some([708, 1039, 1254]), [0, 209, 291], [426, 588, 585]),
    ("SinglePerf", Some([306, 1492, 1202]), [0, 239, 261], [186, 796, 705]),
];

/// The paper's heuristics, then what else comes with the program.
fn names() -> Vec<String> {
    let paper = PAPER.map(|(name, ..)| name.to_owned());
    let others = library::names(None).into_iter().filter(|name| !paper.contains(name));
    paper.iter().cloned().chain(others).collect()
}

fn paper(name: &str) -> Option<&'static (&'static str, Option<Score>, Score, Score)> {
    PAPER.iter().find(|(known, ..)| *known == name)
}

/// The paper's last version with this heuristic and its small database.
fn player(lab: &Lab, name: &str) -> PlayerText {
    let player = PlayerText::new("computer").with("variant", "2.43").with("heuristic", name);
    player.with("endgame", 8).with("depth", lab.depth(7)).with("radius", RADIUS)
}

/// Two heuristics.
fn pairing(lab: &Lab, a: &str, b: &str) -> Pairing {
    let players = [player(lab, a), player(lab, b)];
    Pairing { players, games: lab.games(300), openings: 0, seconds: seconds_at_depth(lab.depth(7)) }
}

/// Pairs are always played with the one first that comes first in [`names`].
fn tally(lab: &Lab, kept: &Kept, names: &[String], a: usize, b: usize) -> Result<Tally> {
    let (first, second) = (a.min(b), a.max(b));
    let pairing = pairing(lab, &names[first], &names[second]);
    if a < b { pairing.tally(lab, kept) } else { pairing.reversed_tally(lab, kept) }
}

fn jobs_of(lab: &Lab, names: &[String], wanted: impl Fn(&str, &str) -> bool) -> Result<Vec<Job>> {
    let mut jobs = Vec::new();
    for (place, a) in names.iter().enumerate() {
        for b in names[place + 1..].iter().filter(|b| wanted(a, b)) {
            jobs.extend(pairing(lab, a, b).jobs(lab)?);
        }
    }
    Ok(jobs)
}

fn conditions(lab: &Lab) -> String {
    let depth = lab.depth(7);
    format!(
        "Version 2.43, depth {depth} in place of the paper's 5 s, tables up to 8 stones, random part {RADIUS}. Networks \
         are tabulated here, so all of them are equally fast."
    )
}

pub(super) fn standard_jobs(lab: &Lab) -> Result<Vec<Job>> {
    jobs_of(lab, &names(), |a, b| a == "Standard" || b == "Standard")
}

pub(super) fn against_standard(lab: &Lab, kept: &Kept, id: &str, title: &str) -> Result<Shown> {
    let names = names();
    let Some(standard) = names.iter().position(|name| name == "Standard") else { return Ok(Shown::default()) };
    let mut rows = Vec::new();
    for (place, name) in names.iter().enumerate().filter(|(place, _)| *place != standard) {
        let tally = tally(lab, kept, &names, place, standard)?;
        rows.push(Row { name: name.clone(), tally, paper: paper(name).and_then(|(_, score, ..)| *score) });
    }
    let mut shown = results(title, &format!("table-{id}"), "heuristic", &rows);
    shown.notes = vec![conditions(lab)];
    Ok(shown)
}

/// Those of the paper, and the strongest of this program.
fn everyone() -> Vec<String> {
    PAPER.iter().map(|(name, ..)| (*name).to_owned()).chain(["Meister".to_owned()]).collect()
}

pub(super) fn everyone_jobs(lab: &Lab) -> Result<Vec<Job>> {
    jobs_of(lab, &everyone(), |_, _| true)
}

pub(super) fn against_everyone(lab: &Lab, kept: &Kept, id: &str, title: &str) -> Result<Shown> {
    let names = everyone();
    let mut rows = Vec::new();
    let mut cross = Sheet::new(["points in %, against".to_owned()].into_iter().chain(names.iter().cloned()));
    for (place, name) in names.iter().enumerate() {
        let (mut all, mut cells) = (Tally::default(), vec![name.clone()]);
        for other in 0..names.len() {
            if other == place {
                cells.push("-".to_owned());
                continue;
            }
            let tally = tally(lab, kept, &names, place, other)?;
            cells.push(format!("{:.0} ±{:.0}", 100.0 * tally.score(), 100.0 * tally.margin()));
            all = all.plus(&tally);
        }
        cross.row(cells);
        rows.push(Row { name: name.clone(), tally: all, paper: paper(name).map(|(_, _, _, score)| *score) });
    }
    let mut shown = results(title, &format!("table-{id}"), "heuristic", &rows);
    shown.notes = vec![conditions(lab), cross.to_string().trim_end().to_owned()];
    Ok(shown)
}

/// Whether the perfect player can play perfectly.
fn has_tables(lab: &Lab) -> bool {
    lab.resources.endgame(lab.arguments.rules).reach().is_complete()
}

fn perfect_pairing(lab: &Lab, name: &str) -> Pairing {
    let perfect = PlayerText::new("perfect").with("traps", "off");
    let seconds = 0.3 + 0.5 * seconds_at_depth(lab.depth(7));
    Pairing { players: [player(lab, name), perfect], games: lab.games(200), openings: 0, seconds }
}

pub(super) fn perfect_jobs(lab: &Lab) -> Result<Vec<Job>> {
    if !has_tables(lab) {
        return Ok(Vec::new());
    }
    let mut jobs = Vec::new();
    for name in names() {
        jobs.extend(perfect_pairing(lab, &name).jobs(lab)?);
    }
    Ok(jobs)
}

pub(super) fn against_perfect(lab: &Lab, kept: &Kept, id: &str, title: &str) -> Result<Shown> {
    if !has_tables(lab) {
        let (rule, folder) = (lab.arguments.rules, lab.resources.folders().endgame());
        let note = format!(
            "Left out: the perfect player needs the tables of the whole game, which {} does not have (muehle endgame build \
             --whole --rules {rule}).",
            folder.display()
        );
        return Ok(Shown { notes: vec![note], ..Shown::default() });
    }
    let columns = ["games", "drawn", "lost", "share drawn", "±", "paper drawn", "lost", "share"];
    let mut printed = Sheet::new(["heuristic"].into_iter().chain(columns));
    let names_of_columns = ["games", "drawn", "lost", "share", "margin", "paper_drawn", "paper_lost", "paper_share"];
    let mut csv = Sheet::new(["heuristic"].into_iter().chain(names_of_columns));
    let (names, mut own, mut papers) = (names(), Vec::new(), Vec::new());
    for (place, name) in names.iter().enumerate() {
        let tally = perfect_pairing(lab, name).tally(lab, kept)?;
        // Nobody wins against it, so that the measure is one more than (won - lost) / games.
        let Value { value, margin } = measured(&tally);
        let share = 1.0 + value;
        let counts = [tally.games(), tally.draws(), tally.losses()].map(|count| count.to_string());
        let figures = [format!("{share:.3}"), format!("{margin:.3}")];
        let score = paper(name).map(|(_, _, score, _)| *score);
        let paper = score.map(|[_, lost, drawn]| f64::from(drawn) / f64::from(lost + drawn));
        let beside = match score.zip(paper) {
            Some(([_, lost, drawn], share)) => [drawn.to_string(), lost.to_string(), format!("{share:.3}")],
            None => ["-"; 3].map(str::to_owned),
        };
        let cells: Vec<String> = [name.clone()].into_iter().chain(counts).chain(figures).chain(beside).collect();
        csv.row(cells.iter().map(|cell| if cell == "-" { "" } else { cell }));
        printed.row(cells);
        own.push((place as f64, Value { value: share, margin }));
        papers.extend(paper.map(|share| (place as f64, Value::from(share))));
    }
    let mut chart = Chart::bars(title, names, "share of drawn games, with the 95 % interval");
    chart.add("here", own);
    chart.add("paper", papers);
    let notes =
        vec![conditions(lab), "The perfect player chooses at random among the moves that keep the value.".into()];
    Ok(Shown { printed, csv: Some(csv), notes, charts: vec![(format!("table-{id}"), chart)] })
}
