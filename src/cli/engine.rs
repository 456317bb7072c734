//! `muehle engine`: the UCI-like text protocol, which docs/engine.md describes.

use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};

use muehle_engine::game::Game;
use muehle_engine::heuristics::EvaluationTable;
use muehle_engine::players::{Computer, Resources};
use muehle_engine::rules::notation::excerpt;
use muehle_engine::rules::{Move, Position, Rules};
use muehle_engine::search::{Knowledge, Limits, Options, Progress, Searcher};

/// Longer lines are cut off. A game of ten thousand moves fits.
const MAX_LINE: u64 = 1 << 17;

pub(super) fn run(resources: &Arc<Resources>) -> Result<()> {
    let mut protocol = Protocol::new(resources);
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        if (&mut input).take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
            // The input has ended. The last search is still answered if it ends by itself.
            protocol.finish();
            return Ok(());
        }
        if protocol.command(&String::from_utf8_lossy(&line))? == Next::Quit {
            return Ok(());
        }
    }
}

#[derive(PartialEq, Eq)]
enum Next {
    Continue,
    Quit,
}

/// A running search.
struct Running {
    stop: Arc<AtomicBool>,
    /// Whether only a stop ends it.
    infinite: bool,
    thread: JoinHandle<Searcher>,
}

/// Our side of the protocol.
struct Protocol {
    resources: Arc<Resources>,
    game: Game,
    rules: Rules,
    options: Options,
    /// Loaded on first use, because it takes a moment.
    evaluation: Option<Arc<EvaluationTable>>,
    searcher: Option<Searcher>,
    running: Option<Running>,
}

/// Prints whole lines at once, also from the searching thread.
fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

impl Protocol {
    fn new(resources: &Arc<Resources>) -> Protocol {
        Protocol {
            resources: resources.clone(),
            game: Game::default(),
            rules: Rules::default(),
            options: Options::default(),
            evaluation: None,
            searcher: None,
            running: None,
        }
    }

    /// Obeys one line. Problems are reported in an `info string`; only a broken pipe is an error.
    fn command(&mut self, line: &str) -> io::Result<Next> {
        let (word, rest) = match line.trim().split_once(char::is_whitespace) {
            Some((word, rest)) => (word, rest.trim()),
            None => (line.trim(), ""),
        };
        self.collect_finished();
        let result = match word {
            "" => Ok(()),
            "uci" => introduce().map_err(Into::into),
            "isready" => {
                // A file that cannot be loaded is reported when it is needed.
                let _ = self.prepare();
                say("readyok").map_err(Into::into)
            }
            "stop" => {
                self.stop();
                Ok(())
            }
            "quit" => {
                self.stop();
                return Ok(Next::Quit);
            }
            "setoption" | "ucinewgame" | "position" | "go" if self.running.is_some() => {
                Err(anyhow!("{word} is not possible while a search is running; stop it first"))
            }
            "setoption" => self.set_option(rest),
            "ucinewgame" => {
                self.game = Game::new(self.rules);
                if let Some(searcher) = &mut self.searcher {
                    searcher.new_game();
                }
                Ok(())
            }
            "position" => self.set_position(rest),
            "go" => self.go(rest),
            _ => Err(anyhow!("unknown command \"{}\"", excerpt(word))),
        };
        if let Err(error) = result {
            if super::is_broken_pipe(&error) {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            say(&format!("info string error: {}", super::with_causes(&error)))?;
        }
        Ok(Next::Continue)
    }

    /// `name X value Y`; both may contain spaces.
    fn set_option(&mut self, text: &str) -> Result<()> {
        let name = text.strip_prefix("name").map(str::trim).context("expected setoption name X value Y")?;
        let (name, value) = name.split_once(" value").unwrap_or((name, ""));
        let (name, value) = (name.trim(), value.trim());
        match name.to_ascii_lowercase().as_str() {
            "heuristic" => {
                self.evaluation = Some(self.resources.evaluation(value)?);
                self.searcher = None;
            }
            "rules" => {
                self.rules = value.parse()?;
                // The moves so far may be illegal under other rules.
                self.game = Game::from_position(self.rules, *self.game.position());
                self.searcher = None;
            }
            _ => {
                self.options.set(name, value)?;
                if let Some(searcher) = &mut self.searcher {
                    searcher.set_options(self.options.clone());
                }
            }
        }
        Ok(())
    }

    /// `startpos` or `fen P`, optionally followed by `moves …`. On an error the old position stays.
    fn set_position(&mut self, text: &str) -> Result<()> {
        let (start, moves) = text.split_once("moves").unwrap_or((text, ""));
        let start = start.trim();
        let position = match start.strip_prefix("fen") {
            Some(position) => position.parse::<Position>()?,
            None if start == "startpos" => Position::START,
            None => bail!("expected position startpos or position fen P, optionally followed by moves …"),
        };
        let mut game = Game::from_position(self.rules, position);
        for word in moves.split_whitespace() {
            let mv: Move = word.parse()?;
            game.play(mv).with_context(|| format!("{word} after {} plies", game.ply()))?;
        }
        self.game = game;
        Ok(())
    }

    /// Any of `depth N`, `movetime MS` and `nodes N`, or `infinite`, which is the default.
    fn go(&mut self, text: &str) -> Result<()> {
        let mut limits = Limits::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                continue;
            }
            let value = words.next().with_context(|| format!("go {} needs a number", excerpt(word)))?;
            if !limits.set(word, value)? {
                bail!("unknown limit \"{}\"; go takes depth, movetime, nodes and infinite", excerpt(word));
            }
            // A limit of zero asks for a quick answer, not for an endless search.
            match word {
                "movetime" | "time" if limits.time.is_none() => limits.time = Some(Duration::ZERO),
                "depth" if limits.depth.is_none() => limits.depth = Some(1),
                "nodes" if limits.nodes.is_none() => limits.nodes = Some(1),
                _ => {}
            }
        }
        let infinite = limits == Limits::default();
        let mut searcher = match self.searcher.take() {
            Some(searcher) => searcher,
            None => self.new_searcher()?,
        };
        let stop = Arc::new(AtomicBool::new(false));
        let (flag, game) = (stop.clone(), self.game.clone());
        let thread = thread::Builder::new().name("search".to_owned()).spawn(move || {
            let report = searcher.search(&game, &limits, &flag, &mut |news| {
                // If nobody listens any more, nobody needs the answer either.
                let _ = say(&info(news));
            });
            while infinite && !flag.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(2));
            }
            for problem in searcher.knowledge().endgame.iter().flat_map(|database| database.take_problems()) {
                let _ = say(&format!("info string {problem}"));
            }
            let last = Progress {
                depth: report.depth,
                max_depth: report.max_depth,
                score: report.score,
                nodes: report.nodes,
                time: report.time,
                line: report.line,
            };
            let best = report.best.map_or("none".to_owned(), |mv| mv.to_string());
            let _ = say(&format!("{}\nbestmove {best}", info(&last)));
            searcher
        })?;
        self.running = Some(Running { stop, infinite, thread });
        Ok(())
    }

    fn new_searcher(&mut self) -> Result<Searcher> {
        Ok(Searcher::new(self.knowledge()?, self.options.clone()))
    }

    /// Does in advance what the first search would do before it can be stopped: allocates memory and unpacks the tables.
    fn prepare(&mut self) -> Result<()> {
        if self.running.is_none() && self.searcher.is_none() {
            let searcher = self.new_searcher()?;
            if self.options.endgame > 0
                && let Some(database) = &searcher.knowledge().endgame
            {
                database.unpack_embedded();
            }
            self.searcher = Some(searcher);
        }
        Ok(())
    }

    fn knowledge(&mut self) -> Result<Knowledge> {
        let evaluation = match &self.evaluation {
            Some(evaluation) => evaluation.clone(),
            None => self.resources.evaluation(Computer::DEFAULT_HEURISTIC)?,
        };
        self.evaluation = Some(evaluation.clone());
        Ok(Knowledge::new(evaluation).with_endgame(self.resources.endgame(self.rules.removal)))
    }

    /// Takes the searcher back from a search that has ended.
    fn collect_finished(&mut self) {
        if self.running.as_ref().is_some_and(|running| running.thread.is_finished()) {
            self.wait();
        }
    }

    fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.stop.store(true, Ordering::Relaxed);
        }
        self.wait();
    }

    /// Waits for a search that ends by itself and stops one that does not.
    fn finish(&mut self) {
        if self.running.as_ref().is_some_and(|running| running.infinite) {
            self.stop();
        }
        self.wait();
    }

    fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            self.searcher = running.thread.join().ok();
        }
    }
}

fn introduce() -> io::Result<()> {
    let defaults = Options::default();
    let lines = [
        format!("id name Mühle {}", env!("CARGO_PKG_VERSION")),
        format!("option name Heuristic type string default {}", Computer::DEFAULT_HEURISTIC),
        "option name Rules type string default never".to_owned(),
        format!("option name Hash type spin default {} min 0 max {}", defaults.hash, Options::MAX_HASH),
        format!("option name Threads type spin default {} min 1 max {}", defaults.threads, Options::MAX_THREADS),
        format!("option name EndgameStones type spin default {} min 0 max 18", defaults.endgame),
        format!("option name Seed type string default {}", defaults.seed),
        format!("option name RandomRadius type string default {}", defaults.random_radius),
        format!(
            "option name Quiescence type spin default {} min 0 max {}",
            defaults.quiescence,
            Options::MAX_QUIESCENCE
        ),
        "uciok".to_owned(),
    ];
    say(&lines.join("\n"))
}

fn info(news: &Progress) -> String {
    let time = news.time.as_millis();
    let per_second = (news.nodes as f64 / news.time.as_secs_f64().max(1e-6)) as u64;
    let mut text = format!(
        "info depth {} seldepth {} score {} nodes {} nps {per_second} time {time}",
        news.depth, news.max_depth, news.score, news.nodes
    );
    if !news.line.is_empty() {
        text.push_str(" pv");
    }
    for mv in &news.line {
        text.push_str(&format!(" {mv}"));
    }
    text
}
