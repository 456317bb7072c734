//! A search on its own thread, and what it reports.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use muehle_engine::game::Game;
use muehle_engine::rules::Move;
use muehle_engine::search::{Limits, Progress, Report, Score, Searcher};

use super::super::output::say;
use super::go::Order;

/// How to report a search.
#[derive(Clone, Copy)]
pub(super) struct Reporting {
    /// The number of best lines.
    pub lines: usize,
    /// Whether `bestmove` names the expected answer.
    pub ponder: bool,
}

/// A running search.
pub(super) struct Running {
    signals: Arc<Signals>,
    /// Whether a `ponderhit` starts its clock; none once it has come.
    ponder: Option<Limits>,
    thread: JoinHandle<Searcher>,
}

#[derive(Default)]
struct Signals {
    stop: AtomicBool,
    /// The answer waits for a stop, however much was found.
    held: AtomicBool,
    /// Only the answer is left to print.
    done: AtomicBool,
}

impl Running {
    pub fn start(mut searcher: Searcher, game: Game, order: Order, reporting: Reporting) -> io::Result<Running> {
        let signals = Arc::new(Signals::default());
        signals.held.store(order.ponder || order.is_endless(), Ordering::Relaxed);
        let Order { limits, mate, ponder, moves } = order;
        let shared = signals.clone();
        let thread = thread::Builder::new().name("search".to_owned()).spawn(move || {
            // While pondering, the clock does not run.
            let now = if ponder { Limits { time: None, ..limits } } else { limits };
            let usual = searcher.options().clone();
            let game = match limits.depth {
                Some(plies) if mate => searcher.prepare_for_win(&game, plies),
                _ => game,
            };
            let answer = if reporting.lines == 1 {
                one_line(&mut searcher, &game, &moves, &now, &shared.stop, reporting)
            } else {
                several_lines(&mut searcher, &game, moves, &now, &shared.stop, reporting)
            };
            searcher.set_options(usual);
            while shared.held.load(Ordering::Relaxed) && !shared.stop.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(2));
            }
            // If nobody listens any more, nobody needs the answer either.
            for problem in searcher.knowledge().endgame.iter().flat_map(|database| database.take_problems()) {
                let _ = say(format_args!("info string {problem}"));
            }
            // Whoever reads the answer finds the search over.
            shared.done.store(true, Ordering::Release);
            let _ = say(answer);
            searcher
        })?;
        Ok(Running { signals, ponder: (ponder && limits != Limits::default()).then_some(limits), thread })
    }

    /// Whether the answer is printed, or just about to be.
    pub fn is_done(&self) -> bool {
        self.signals.done.load(Ordering::Acquire) || self.thread.is_finished()
    }

    pub fn stop(&self) {
        self.signals.stop.store(true, Ordering::Relaxed);
    }

    /// The expected move was played, so the search goes on with its own limits.
    pub fn ponder_hit(&mut self) -> io::Result<()> {
        let Some(limits) = self.ponder.take() else { return Ok(()) };
        if let Some(time) = limits.time {
            let signals = self.signals.clone();
            thread::Builder::new().name("ponder clock".to_owned()).spawn(move || {
                thread::sleep(time);
                signals.stop.store(true, Ordering::Relaxed);
            })?;
        }
        self.signals.held.store(false, Ordering::Relaxed);
        Ok(())
    }

    /// Whether the search ends without another command.
    pub fn ends_by_itself(&self) -> bool {
        !self.signals.held.load(Ordering::Relaxed)
    }

    /// Waits for the answer. The searcher is lost if the search has crashed.
    pub fn wait(self) -> Option<Searcher> {
        self.thread.join().ok()
    }
}

/// Searches for the best move; returns the last lines to print.
fn one_line(
    searcher: &mut Searcher,
    game: &Game,
    moves: &[Move],
    limits: &Limits,
    stop: &AtomicBool,
    reporting: Reporting,
) -> String {
    let report = searcher.search_among(game, moves, limits, stop, &mut |news| {
        let _ = say(info(news, None));
    });
    format!("{}\n{}", info(&progress_of(&report), None), best_move(Some(&report), reporting))
}

/// Searches for the best moves, at each depth one after the other; returns the last lines to print.
fn several_lines(
    searcher: &mut Searcher,
    game: &Game,
    moves: Vec<Move>,
    limits: &Limits,
    stop: &AtomicBool,
    reporting: Reporting,
) -> String {
    let start = Instant::now();
    let moves = if moves.is_empty() { game.legal_moves().into_iter().collect() } else { moves };
    let mut nodes = 0;
    let mut best: Vec<Report> = Vec::new();
    for depth in 1..=limits.depth.unwrap_or(Limits::MAX_DEPTH).clamp(1, Limits::MAX_DEPTH) {
        let mut found: Vec<Report> = Vec::new();
        let mut rest = moves.clone();
        let mut out_of_time = false;
        while found.len() < reporting.lines && !rest.is_empty() && !out_of_time {
            let left = Limits {
                depth: Some(depth),
                time: limits.time.map(|time| time.saturating_sub(start.elapsed())),
                nodes: limits.nodes.map(|limit| limit.saturating_sub(nodes).max(1)),
                ..*limits
            };
            let mut report = searcher.search_among(game, &rest, &left, stop, &mut |_| {});
            nodes += report.nodes;
            // Depth 1 is always finished, so that there is an answer.
            out_of_time = stop.load(Ordering::Relaxed)
                || limits.time.is_some_and(|time| start.elapsed() >= time)
                || limits.nodes.is_some_and(|limit| nodes >= limit);
            if out_of_time && report.depth < depth {
                break;
            }
            rest.retain(|&mv| Some(mv) != report.best);
            (report.nodes, report.time) = (nodes, start.elapsed());
            found.push(report);
        }
        if found.len() < reporting.lines.min(moves.len()) && !best.is_empty() {
            break;
        }
        found.sort_by(|a, b| b.score.compare(a.score));
        for (place, report) in found.iter().enumerate() {
            let _ = say(info(&progress_of(report), Some(place + 1)));
        }
        let solved = found.iter().all(|report| report.depth < depth);
        best = found;
        if out_of_time || solved {
            break;
        }
    }
    best_move(best.first(), reporting)
}

fn best_move(report: Option<&Report>, reporting: Reporting) -> String {
    let Some((report, best)) = report.and_then(|report| Some((report, report.best?))) else {
        return "bestmove none".to_owned();
    };
    match report.line.get(1) {
        Some(answer) if reporting.ponder => format!("bestmove {best} ponder {answer}"),
        _ => format!("bestmove {best}"),
    }
}

fn progress_of(report: &Report) -> Progress {
    let Report { depth, max_depth, score, nodes, time, .. } = *report;
    Progress { depth, max_depth, score, nodes, time, line: report.line.clone() }
}

/// A line that every UCI client reads, and the exact score in a second one.
fn info(news: &Progress, place: Option<usize>) -> String {
    let place = place.map_or(String::new(), |place| format!(" multipv {place}"));
    let per_second = (news.nodes as f64 / news.time.as_secs_f64().max(1e-6)) as u64;
    let mut text = format!(
        "info depth {} seldepth {}{place} score {} nodes {} nps {per_second} time {}",
        news.depth,
        news.max_depth,
        common_score(news.score),
        news.nodes,
        news.time.as_millis()
    );
    if !news.line.is_empty() {
        text.push_str(" pv");
    }
    for mv in &news.line {
        text.push_str(&format!(" {mv}"));
    }
    format!("{text}\ninfo string{place} score {}", news.score)
}

/// What a win of unknown length is worth in thousandths: more than any estimate.
const DECIDED: u32 = 2000;

/// The score as UCI writes it: thousandths of a win, or own moves to the end of the game, negative when losing.
fn common_score(score: Score) -> String {
    match score {
        Score::Win(plies) => format!("mate {}", plies.div_ceil(2).max(1)),
        Score::Loss(plies) => format!("mate {}", -i64::from(plies / 2)),
        Score::Won => format!("cp {DECIDED}"),
        Score::Lost => format!("cp -{DECIDED}"),
        Score::Draw => "cp 0".to_owned(),
        Score::Estimate(value) => format!("cp {}", (value * 1000.0).round() as i64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_as_uci_clients_read_them() {
        let cases = [
            (Score::Win(1), "mate 1"),
            (Score::Win(13), "mate 7"),
            (Score::Loss(0), "mate 0"),
            (Score::Loss(8), "mate -4"),
            (Score::Won, "cp 2000"),
            (Score::Lost, "cp -2000"),
            (Score::Draw, "cp 0"),
            (Score::Estimate(0.1204), "cp 120"),
            (Score::Estimate(-0.0001), "cp 0"),
        ];
        for (score, text) in cases {
            assert_eq!(common_score(score), text);
        }
    }
}
