//! Tables 2 and 4 of the study of Congo: how often positions are evaluated, and how long a search takes with different
//! evaluations.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use anyhow::Result;

use super::kept::{Cell, Kept};
use super::searches::{evaluating, evaluation_names};
use super::table::{Sheet, Shown};
use super::{Job, Lab};
use crate::cli::bench::Stopwatch;
use crate::cli::bench::search::random_positions;
use crate::print::{Chart, Value};
use muehle_engine::game::Game;
use muehle_engine::heuristics::{EvaluationTable, Heuristic};
use muehle_engine::learn::create_player;
use muehle_engine::rules::Position;
use muehle_engine::search::{Estimator, Knowledge, Limits, Options, Searcher};

/// A heuristic that counts how often it is asked.
#[derive(Debug)]
struct Counting {
    heuristic: Arc<EvaluationTable>,
    calls: AtomicU64,
}

impl Estimator for Counting {
    fn estimate(&self, position: &Position) -> i32 {
        self.calls.fetch_add(1, Ordering::Relaxed);
        self.heuristic.evaluate(position)
    }
}

/// The searches of the first table: their name, deepest depth (whole run and quick), and the study's calls at depth 4, 8, 12
/// and 16.
const SEARCHES: [(&str, [u32; 2], [f64; 4]); 3] = [
    ("minimax", [5, 4], [3.3e5, 1.1e11, 3.6e16, 1.2e22]),
    ("alpha-beta", [7, 6], [f64::NAN; 4]),
    ("alpha-beta, mills first", [8, 7], [4e3, 1.7e6, 6.8e10, 2.8e14]),
];
const CONGO_DEPTHS: [u32; 4] = [4, 8, 12, 16];

fn options(place: usize) -> Options {
    let plain = Options { iterative_deepening: false, ..Options::plain() };
    match place {
        0 => Options::minimax(),
        1 => plain,
        _ => Options { mills_first: true, ..plain },
    }
}

/// Half of them while placing.
fn positions(lab: &Lab, count: usize) -> Vec<Position> {
    let half = |sliding: bool| random_positions(lab.seed() + u64::from(sliding), sliding, count.div_ceil(2));
    [half(false), half(true)].concat()
}

/// The study has 20 for calls and ten for times.
fn count(lab: &Lab, usual: usize) -> usize {
    usual.min(lab.positions())
}

fn depths(lab: &Lab, [whole, quick]: [u32; 2]) -> impl Iterator<Item = u32> + use<> {
    let deepest = if lab.arguments.quick { quick } else { whole };
    2..=lab.arguments.depth.map_or(deepest, |depth| depth.min(deepest))
}

fn calls_key(lab: &Lab, place: usize, depth: u32) -> String {
    let (name, count, seed) = (SEARCHES[place].0, count(lab, 20), lab.seed());
    format!("calls: {name}, depth {depth}, {count} positions, {}, seed {seed}", lab.arguments.rules)
}

pub(super) fn call_jobs(lab: &Lab) -> Vec<Job> {
    let mut jobs = Vec::new();
    for (place, (_, deepest, _)) in SEARCHES.into_iter().enumerate() {
        for depth in depths(lab, deepest) {
            let work = move |lab: &Lab| {
                if lab.is_stopped() {
                    return Ok(None);
                }
                let heuristic = Arc::new(EvaluationTable::new(Heuristic::standard()));
                let counting = Arc::new(Counting { heuristic: heuristic.clone(), calls: AtomicU64::new(0) });
                let estimator: Arc<dyn Estimator> = counting.clone();
                let knowledge = Knowledge { estimator: Some(estimator), ..Knowledge::new(heuristic) };
                let mut searcher = Searcher::new(knowledge, options(place));
                let positions = positions(lab, count(lab, 20));
                for position in &positions {
                    let game = Game::from_position(lab.rules(), *position);
                    searcher.search(&game, &Limits::depth(depth), &AtomicBool::new(false), &mut |_| {});
                }
                let calls = counting.calls.load(Ordering::Relaxed) as f64 / positions.len() as f64;
                Ok(Some(Cell::Numbers(vec![calls])))
            };
            let growth: f64 = [14.0, 7.5, 5.0][place];
            let seconds = count(lab, 20) as f64 * growth.powi(depth as i32) * 1.5e-7;
            jobs.push(Job { key: calls_key(lab, place, depth), seconds, work: Box::new(work) });
        }
    }
    jobs
}

pub(super) fn calls(lab: &Lab, kept: &Kept, id: &str, title: &str) -> Result<Shown> {
    let last = SEARCHES.iter().flat_map(|(_, deepest, _)| depths(lab, *deepest)).max().unwrap_or(2);
    let columns = (2..=last).map(|depth| format!("depth {depth}"));
    let mut printed = Sheet::new(
        ["calls per search".to_owned()]
            .into_iter()
            .chain(columns)
            .chain(["factor", "Congo, factor"].map(str::to_owned)),
    );
    let mut csv = Sheet::new(["search", "depth", "calls", "congo_calls"]);
    let mut chart = Chart::lines(title, "depth", "calls of the evaluation per search").logarithmic();
    for (place, (name, deepest, congo)) in SEARCHES.into_iter().enumerate() {
        let measured =
            |depth: u32| kept.numbers(&calls_key(lab, place, depth)).and_then(|numbers| numbers.first().copied());
        let points: Vec<(u32, f64)> =
            depths(lab, deepest).filter_map(|depth| Some((depth, measured(depth)?))).collect();
        let mut cells = vec![name.to_owned()];
        cells.extend((2..=last).map(|depth| {
            points.iter().find(|(known, _)| *known == depth).map_or(String::new(), |(_, calls)| format!("{calls:.0}"))
        }));
        let factor = points.first().zip(points.last()).filter(|((first, _), (last, _))| first < last);
        cells.push(factor.map_or("-".to_owned(), |((first, few), (last, many))| {
            format!("{:.1}", (many / few).powf(1.0 / f64::from(last - first)))
        }));
        cells.push(["24", "-", "8"][place].to_owned());
        printed.row(cells);
        for (depth, calls) in &points {
            let beside =
                CONGO_DEPTHS.iter().position(|known| known == depth).map(|at| congo[at]).filter(|n| n.is_finite());
            let beside = beside.map_or(String::new(), |calls| calls.to_string());
            csv.row([name.to_owned(), depth.to_string(), calls.to_string(), beside]);
        }
        chart.add(name, points.iter().map(|(depth, calls)| (f64::from(*depth), Value::from(*calls))));
        let beside = CONGO_DEPTHS.into_iter().zip(congo).filter(|(depth, calls)| calls.is_finite() && *depth <= 8);
        let beside: Vec<(f64, Value)> = beside.map(|(depth, calls)| (f64::from(depth), Value::from(calls))).collect();
        if !beside.is_empty() {
            chart.add(format!("Congo, {name}"), beside);
        }
    }
    let notes = vec![format!(
        "Mean over {} random positions, half of them while placing; Standard, no table, no iterative deepening. The factor \
         is what one more ply costs. The study gives 3.3e5 calls at depth 4 and 1.1e11 at depth 8 for minimax, 4000 and \
         1.7e6 for alpha-beta, in Congo.",
        count(lab, 20)
    )];
    Ok(Shown { printed, csv: Some(csv), notes, charts: vec![(format!("table-{id}"), chart)] })
}

/// The deepest searches with each evaluation, whole run and quick, and the study's seconds at depth 4 to 12; none where it
/// has none.
const RUNTIMES: [([u32; 2], [Option<f64>; 9]); 4] = [
    ([10, 8], seconds([0., 0., 0., 2., 7., 50., 185., 1100., 5100.])),
    ([10, 8], seconds([0., 0., 0., 1., 5., 37., 120., 600., 2500.])),
    ([5, 4], [Some(22.0), Some(392.0), Some(1700.0), None, None, None, None, None, None]),
    (
        [8, 6],
        [Some(0.0), Some(0.0), Some(8.0), Some(21.0), Some(110.0), Some(900.0), Some(4600.0), Some(20000.0), None],
    ),
];

const fn seconds(all: [f64; 9]) -> [Option<f64>; 9] {
    let mut seconds = [None; 9];
    let mut at = 0;
    while at < 9 {
        seconds[at] = Some(all[at]);
        at += 1;
    }
    seconds
}

fn runtime_key(lab: &Lab, place: usize, depth: u32) -> Result<String> {
    let (player, count, seed) = (lab.signature(&evaluating(place, depth))?, count(lab, 10), lab.seed());
    let version = env!("CARGO_PKG_VERSION");
    Ok(format!("run time: {player}, {count} positions, {}, seed {seed}, version {version}", lab.arguments.rules))
}

pub(super) fn runtime_jobs(lab: &Lab) -> Result<Vec<Job>> {
    let mut jobs = Vec::new();
    for (place, (deepest, _)) in RUNTIMES.into_iter().enumerate() {
        for depth in depths(lab, deepest) {
            let work = move |lab: &Lab| -> Result<Option<Cell>> {
                let mut player = create_player(&evaluating(place, depth), lab.resources)?;
                let (mut total, positions) = (0.0, positions(lab, count(lab, 10)));
                for position in &positions {
                    let game = Game::from_position(lab.rules(), *position);
                    player.new_game(lab.seed());
                    let watch = Stopwatch::start();
                    player.choose(&game, lab.stop, &mut |_| {})?;
                    total += watch.seconds();
                }
                let seconds = total / positions.len() as f64;
                Ok((!lab.is_stopped()).then(|| Cell::Numbers(vec![seconds])))
            };
            let growth: f64 = [2.5, 2.5, 7.0, 5.5][place];
            let start = [2e-5, 2e-5, 1.5e-3, 2e-5][place];
            let seconds = count(lab, 10) as f64 * start * growth.powi(depth as i32 - 2);
            jobs.push(Job { key: runtime_key(lab, place, depth)?, seconds, work: Box::new(work) });
        }
    }
    Ok(jobs)
}

pub(super) fn runtimes(lab: &Lab, kept: &Kept, id: &str, title: &str) -> Result<Shown> {
    let columns = evaluation_names().into_iter().flat_map(|name| [name, "Congo, s"]);
    let mut printed = Sheet::new(["depth"].into_iter().chain(columns));
    let mut csv = Sheet::new(["evaluation", "depth", "ms", "congo_s"]);
    let mut chart = Chart::lines(title, "depth", "ms per search").logarithmic();
    let mut measured = Vec::new();
    for (place, (deepest, _)) in RUNTIMES.into_iter().enumerate() {
        let mut points = Vec::new();
        for depth in depths(lab, deepest) {
            let seconds = kept.numbers(&runtime_key(lab, place, depth)?).and_then(|numbers| numbers.first().copied());
            points.extend(seconds.map(|seconds| (depth, 1000.0 * seconds)));
        }
        chart.add(evaluation_names()[place], points.iter().map(|(depth, ms)| (f64::from(*depth), Value::from(*ms))));
        measured.push(points);
    }
    let deepest = measured.iter().flatten().map(|(depth, _)| *depth).max().unwrap_or(1);
    for depth in 2..=deepest {
        let mut cells = vec![depth.to_string()];
        for ((points, (_, congo)), name) in measured.iter().zip(RUNTIMES).zip(evaluation_names()) {
            let ms = points.iter().find(|(known, _)| *known == depth).map(|(_, ms)| *ms);
            let congo = (depth as usize).checked_sub(4).and_then(|at| congo.get(at).copied().flatten());
            let congo = congo.map_or(String::new(), |seconds| seconds.to_string());
            cells.push(ms.map_or(String::new(), |ms| format!("{ms:.3} ms")));
            cells.push(congo.clone());
            if let Some(ms) = ms {
                csv.row([name.to_owned(), depth.to_string(), ms.to_string(), congo]);
            }
        }
        printed.row(cells);
    }
    let notes = vec![format!(
        "CPU time of one thread per search, mean over {} random positions; alpha-beta with all improvements and a table of \
         fixed size. Monte-Carlo: ten random games of ten plies per position, as in the study.",
        count(lab, 10)
    )];
    Ok(Shown { printed, csv: Some(csv), notes, charts: vec![(format!("table-{id}"), chart)] })
}
