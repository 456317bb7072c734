//! Tables 2.1 to 2.10: how long each variant of the search thinks about a move.

use anyhow::{Context, Result};

use super::kept::{Cell, Kept};
use super::table::{Sheet, Shown};
use super::{Job, Lab};
use crate::cli::bench::search::{DEPTHS, PAPER, means, random_positions, share, variants};
use crate::print::{Chart, Value};
use muehle_engine::heuristics::Heuristic;
use muehle_engine::search::{Knowledge, Variant};

/// A table about time.
pub(super) struct Times {
    sliding: bool,
    variants: &'static [&'static str],
}

const ASPIRATION: &[&str] = &["iterative", "aspiration0.05", "aspiration0.1", "aspiration0.2"];
const WINDOW: &[&str] = &["iterative", "minimalwindow"];
const TABLE: &[&str] = &["iterative", "table"];
const MILLS: &[&str] = &["iterative", "millsfirst"];
const ALL: &[&str] = &[
    "minimax",
    "alphabeta",
    "iterative",
    "aspiration0.1",
    "minimalwindow",
    "table",
    "table+minimalwindow",
    "millsfirst",
    "2.43",
    "default",
];

pub(super) static ASPIRATION_PLACING: Times = Times { sliding: false, variants: ASPIRATION };
pub(super) static ASPIRATION_SLIDING: Times = Times { sliding: true, variants: ASPIRATION };
pub(super) static WINDOW_PLACING: Times = Times { sliding: false, variants: WINDOW };
pub(super) static WINDOW_SLIDING: Times = Times { sliding: true, variants: WINDOW };
pub(super) static TABLE_PLACING: Times = Times { sliding: false, variants: TABLE };
pub(super) static TABLE_SLIDING: Times = Times { sliding: true, variants: TABLE };
pub(super) static MILLS_PLACING: Times = Times { sliding: false, variants: MILLS };
pub(super) static MILLS_SLIDING: Times = Times { sliding: true, variants: MILLS };
pub(super) static ALL_PLACING: Times = Times { sliding: false, variants: ALL };
pub(super) static ALL_SLIDING: Times = Times { sliding: true, variants: ALL };

/// One cell of such a table.
struct Measured {
    depth: u32,
    ms: f64,
    nodes: f64,
    paper: Option<f64>,
}

impl Times {
    fn variants(&self) -> Vec<Variant> {
        let all = variants();
        self.variants.iter().filter_map(|key| all.iter().find(|variant| variant.key == *key).cloned()).collect()
    }

    /// The paper's time, if it has one.
    fn paper(&self, variant: &Variant, depth: u32) -> Option<f64> {
        let (_, phases) = PAPER.iter().find(|(key, _)| *key == variant.key)?;
        let place = DEPTHS.iter().position(|known| *known == depth)?;
        Some(phases[usize::from(self.sliding)][place]).filter(|ms| *ms > 0.0)
    }

    /// How many positions are searched; none if this depth is not measured.
    fn sample(&self, lab: &Lab, variant: &Variant, depth: u32) -> Option<usize> {
        if lab.arguments.depth.is_some_and(|deepest| depth > deepest) {
            return None;
        }
        let share = share(variant, depth, lab.arguments.quick)?;
        Some((lab.positions() / share).max(5).min(lab.positions()))
    }

    fn phase(&self) -> &'static str {
        if self.sliding { "sliding" } else { "placing" }
    }

    fn key(&self, lab: &Lab, variant: &Variant, depth: u32, sample: usize) -> String {
        let (phase, key, seed, version) = (self.phase(), variant.key, lab.seed(), env!("CARGO_PKG_VERSION"));
        format!("time: {key}, {phase}, depth {depth}, {sample} positions, seed {seed}, version {version}")
    }

    pub fn jobs(&'static self, lab: &Lab) -> Vec<Job> {
        let mut jobs = Vec::new();
        for variant in self.variants() {
            for depth in DEPTHS {
                let Some(sample) = self.sample(lab, &variant, depth) else { continue };
                let options = variant.options.clone();
                let work = move |lab: &Lab| {
                    if lab.is_stopped() {
                        return Ok(None);
                    }
                    let positions = random_positions(lab.seed() + u64::from(self.sliding), self.sliding, sample);
                    let (ms, nodes) = means(&positions, depth, &options, &Knowledge::of(Heuristic::standard()));
                    Ok(Some(Cell::Numbers(vec![ms, nodes as f64])))
                };
                // This machine is about a hundred times as fast as the paper's.
                let paper = self.paper(&variant, depth).unwrap_or(3.0f64.powi(depth as i32 - 1));
                let seconds = sample as f64 * paper / 1e5;
                jobs.push(Job { key: self.key(lab, &variant, depth, sample), seconds, work: Box::new(work) });
            }
        }
        jobs
    }

    fn measured(&self, lab: &Lab, kept: &Kept, variant: &Variant) -> Vec<Measured> {
        let cell = |depth: u32| {
            let sample = self.sample(lab, variant, depth)?;
            let &[ms, nodes] = kept.numbers(&self.key(lab, variant, depth, sample))? else { return None };
            Some(Measured { depth, ms, nodes, paper: self.paper(variant, depth) })
        };
        DEPTHS.into_iter().filter_map(cell).collect()
    }

    pub fn show(&self, lab: &Lab, kept: &Kept, id: &str, title: &str) -> Result<Shown> {
        let rows: Vec<(Variant, Vec<Measured>)> = self
            .variants()
            .into_iter()
            .map(|variant| {
                let measured = self.measured(lab, kept, &variant);
                (variant, measured)
            })
            .collect();
        let depths = || DEPTHS.into_iter().filter(|depth| lab.arguments.depth.is_none_or(|deepest| *depth <= deepest));
        let mut columns = vec!["depth".to_owned()];
        columns.extend(depths().flat_map(|depth| [depth.to_string(), "(paper)".to_owned()]));
        columns.extend(["times faster".to_owned(), "nodes".to_owned()]);
        let mut printed = Sheet::new(columns);
        let mut csv = Sheet::new(["variant", "phase", "depth", "ms", "nodes", "paper_ms"]);
        for (variant, measured) in &rows {
            let mut cells = vec![variant.name.to_owned()];
            for depth in depths() {
                let cell = measured.iter().find(|cell| cell.depth == depth);
                cells.push(cell.map_or(String::new(), |cell| format!("{:.3}", cell.ms)));
                cells.push(cell.and_then(|cell| cell.paper).map_or(String::new(), |ms| format!("({ms})")));
            }
            let last = measured.last();
            let faster = last.and_then(|cell| Some(cell.paper? / cell.ms));
            cells.push(faster.map_or(String::new(), |times| format!("{times:.0}")));
            cells.push(last.map_or(String::new(), |cell| format!("{:.0}", cell.nodes)));
            printed.row(cells);
            for cell in measured {
                let paper = cell.paper.map_or(String::new(), |ms| ms.to_string());
                let figures = [cell.depth.to_string(), cell.ms.to_string(), cell.nodes.to_string(), paper];
                csv.row([variant.name.to_owned(), self.phase().to_owned()].into_iter().chain(figures));
            }
        }
        let (positions, phase) = (lab.positions(), self.phase());
        let mut notes = vec![format!(
            "CPU time of one thread, mean over {positions} random positions ({phase}); minimax over fewer at depth 5 and \
             6. The last two columns are those of the last depth."
        )];
        notes.extend(gains(&rows));
        let charts = self.charts(id, title, &rows).with_context(|| format!("table {id} has no variants"))?;
        Ok(Shown { printed, csv: Some(csv), notes, charts })
    }

    fn charts(&self, id: &str, title: &str, rows: &[(Variant, Vec<Measured>)]) -> Option<Vec<(String, Chart)>> {
        let chart = |title: &str, keys: &[&str], own: bool, paper: bool, is_log: bool| {
            let chart = Chart::lines(title, "depth", "ms per move");
            let mut chart = if is_log { chart.logarithmic() } else { chart };
            for (variant, cells) in rows.iter().filter(|(variant, _)| keys.contains(&variant.key)) {
                let at = |cell: &Measured| f64::from(cell.depth);
                if own {
                    chart.add(variant.name, cells.iter().map(|cell| (at(cell), Value::from(cell.ms))));
                }
                let papers = cells.iter().filter_map(|cell| Some((at(cell), Value::from(cell.paper?))));
                let papers: Vec<(f64, Value)> = papers.collect();
                if paper && !papers.is_empty() {
                    chart.add(format!("{} (paper)", variant.name), papers);
                }
            }
            chart
        };
        let all: Vec<&str> = rows.iter().map(|(variant, _)| variant.key).collect();
        let title = title.trim_end_matches(|c: char| c != '(').trim_end_matches([' ', '(']);
        let both = rows.len() < 5;
        let mut charts = vec![(format!("table-{id}"), chart(title, &all, true, both, true))];
        if !both {
            let phase = self.phase();
            charts.push((format!("table-{id}-paper"), chart(&format!("{title}, paper"), &all, false, true, true)));
            let two = ["minimax", "alphabeta"];
            let name = format!("Minimax and alpha-beta, {phase}");
            charts.push((format!("figure-2.3-{phase}"), chart(&name, &two, true, false, false)));
            charts.push((format!("figure-2.4-{phase}"), chart(&name, &two, true, true, true)));
            let name = format!("Iterative deepening, {phase}");
            charts.push((format!("figure-2.5-{phase}"), chart(&name, &["alphabeta", "iterative"], true, true, true)));
        }
        (!all.is_empty()).then_some(charts)
    }
}

/// What each variant saves at the last depth against the first row, here and in the paper.
fn gains(rows: &[(Variant, Vec<Measured>)]) -> Vec<String> {
    // In the tables of everything the first row is another kind of search.
    let Some(((first, base), others)) = rows.split_first().filter(|((first, _), _)| first.key == "iterative") else {
        return Vec::new();
    };
    let Some(base) = base.last() else { return Vec::new() };
    let saved = |less: f64, than: f64| format!("{:.1} %", 100.0 * (1.0 - less / than));
    let line = |(variant, cells): &(Variant, Vec<Measured>)| {
        let cell = cells.last()?;
        let here = saved(cell.ms, base.ms);
        let paper = cell.paper.zip(base.paper).map_or("-".to_owned(), |(less, than)| saved(less, than));
        let (depth, name, first) = (cell.depth, variant.name, first.name);
        Some(format!("Depth {depth}: \"{name}\" saves {here} of the time of \"{first}\", in the paper {paper}."))
    };
    others.iter().filter_map(line).collect()
}
