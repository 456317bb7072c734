//! Table 3.1: how many positions of the endgame are won and lost.

use anyhow::{Context, Result};

use super::table::{Sheet, Shown};
use crate::print::{Chart, Value};
use muehle_engine::endgame::embedded;
use muehle_engine::endgame::index::Subspace;
use muehle_engine::endgame::table::Table;
use muehle_engine::rules::RemovalRule;

/// Stones of the side to move and of the enemy, and the paper's positions that are won and lost; none where it lists none.
/// Its names of lost positions have the winner's stones first: its loss3-4 has exactly the lost positions of 4-3.
const PAPER: [([usize; 2], [Option<u64>; 2]); 6] = [
    ([3, 3], [Some(140_621), Some(28_736)]),
    ([3, 4], [Some(102_281), None]),
    ([4, 3], [Some(74_649), Some(3_095)]),
    ([3, 5], [Some(6_301), Some(10_145)]),
    ([4, 4], [Some(152), Some(28)]),
    ([5, 3], [Some(577_309), None]),
];

/// The tables are part of the program, so that nothing has to be measured first.
pub(super) fn show(id: &str, title: &str) -> Result<Shown> {
    let columns = ["positions", "won, never", "any", "paper", "lost, never", "any", "paper"];
    let mut printed = Sheet::new(["own-enemy"].into_iter().chain(columns));
    let names = ["positions", "won_never", "won_any", "paper_won", "lost_never", "lost_any", "paper_lost"];
    let mut csv = Sheet::new(["stones"].into_iter().chain(names));
    let (mut words, mut here, mut papers) = (Vec::new(), Vec::new(), Vec::new());
    let (mut sums, mut bytes) = ([0; 3], 0);
    for ([own, enemy], paper) in PAPER {
        let subspace = Subspace::new(own, enemy).context("every pair of the table has an index")?;
        let summary = |rule: RemovalRule| Table::find(None, rule, subspace).map(|table| table.summary());
        bytes += RemovalRule::BOTH
            .into_iter()
            .filter_map(|rule| embedded::bytes(rule, subspace))
            .map(<[u8]>::len)
            .sum::<usize>();
        let [never, any] = [summary(RemovalRule::Never)?, summary(RemovalRule::Any)?];
        sums[0] += never.positions;
        sums[1] += never.wins + never.losses;
        sums[2] += paper.into_iter().flatten().sum::<u64>();
        let known = |count: Option<u64>| count.map_or("-".to_owned(), |count| count.to_string());
        let name = format!("{own}-{enemy}");
        let cells = [
            name.clone(),
            never.positions.to_string(),
            never.wins.to_string(),
            any.wins.to_string(),
            known(paper[0]),
            never.losses.to_string(),
            any.losses.to_string(),
            known(paper[1]),
        ];
        csv.row(cells.iter().map(|cell| if cell == "-" { "" } else { cell }));
        printed.row(cells);
        let place = words.len() as f64;
        here.push((place, Value::from(never.wins as f64)));
        papers.extend(paper[0].map(|wins| (place, Value::from(wins as f64))));
        words.push(name);
    }
    let mut chart = Chart::bars(title, words, "positions won by the side to move").logarithmic();
    chart.add("here (never)", here);
    chart.add("paper", papers);
    let notes = vec![format!(
        "Positions that differ only by symmetry count once. In all {} positions, {} of them won or lost (never); the paper has \
         {}. The tables of both rules take {} bytes as parts of the program.",
        sums[0], sums[1], sums[2], bytes
    )];
    Ok(Shown { printed, csv: Some(csv), notes, charts: vec![(format!("table-{id}"), chart)] })
}
