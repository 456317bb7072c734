//! `muehle engine`: the UCI-like text protocol, which docs/engine.md describes.

#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod go;
mod search;

use std::io::{self, BufRead, Read};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};

use muehle_engine::game::Game;
use muehle_engine::heuristics::EvaluationTable;
use muehle_engine::players::{Computer, Resources};
use muehle_engine::rules::notation::excerpt;
use muehle_engine::rules::{Move, Position, Rules};
use muehle_engine::search::{Knowledge, Options, Searcher};

use super::arguments::read_number;
use super::output::say;
use go::Order;
use search::{Reporting, Running};

/// Longer lines are dropped. A game of ten thousand moves fits.
const MAX_LINE: u64 = 1 << 17;
/// The most lines that a search reports.
const MAX_LINES: usize = 64;

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
        if line.len() as u64 == MAX_LINE && line.last() != Some(&b'\n') {
            // Its end must not be taken for a command.
            input.skip_until(b'\n')?;
            protocol.refuse_long_line(&line)?;
        } else if protocol.command(&String::from_utf8_lossy(&line))? == Next::Quit {
            return Ok(());
        }
    }
}

#[derive(PartialEq, Eq)]
enum Next {
    Continue,
    Quit,
}

/// Our side of the protocol.
struct Protocol {
    resources: Arc<Resources>,
    /// None after a position that was refused: a move for an older one would be wrong.
    game: Option<Game>,
    rules: Rules,
    options: Options,
    reporting: Reporting,
    /// Loaded on first use, because it takes a moment.
    evaluation: Option<Arc<EvaluationTable>>,
    searcher: Option<Searcher>,
    running: Option<Running>,
}

impl Protocol {
    fn new(resources: &Arc<Resources>) -> Protocol {
        Protocol {
            resources: resources.clone(),
            game: Some(Game::default()),
            rules: Rules::default(),
            options: Options::default(),
            reporting: Reporting { lines: 1, ponder: false },
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
        let searching = self.running.is_some();
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
            "ponderhit" => self.running.as_mut().map_or(Ok(()), Running::ponder_hit).map_err(Into::into),
            "quit" => {
                self.stop();
                return Ok(Next::Quit);
            }
            "setoption" | "ucinewgame" | "position" | "go" if searching => {
                if word == "position" {
                    self.game = None;
                }
                Err(anyhow!("{word} is not possible while a search is running; stop it first"))
            }
            "setoption" => self.set_option(rest),
            "ucinewgame" => {
                self.game = Some(Game::new(self.rules));
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
            say(format_args!("info string error: {}", super::with_causes(&error)))?;
            // Whoever asks for a move waits for one. A running search will bring its own.
            if word == "go" && !searching {
                say("bestmove none")?;
            }
        }
        Ok(Next::Continue)
    }

    /// Answers a line that is longer than any command.
    fn refuse_long_line(&mut self, beginning: &[u8]) -> io::Result<()> {
        if beginning.trim_ascii_start().starts_with(b"position") {
            self.game = None;
        }
        say(format_args!("info string error: a line of more than {MAX_LINE} characters was ignored"))
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
                self.game = self.game.as_ref().map(|game| Game::from_position(self.rules, *game.position()));
                self.searcher = None;
            }
            "multipv" => {
                self.reporting.lines = read_number(value, 1, MAX_LINES).map_err(|error| anyhow!("MultiPV: {error}"))?;
            }
            "ponder" => {
                self.reporting.ponder = value
                    .parse()
                    .with_context(|| format!("Ponder is \"{}\", it must be true or false", excerpt(value)))?;
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

    /// `startpos` or `fen P`, optionally followed by `moves …`. Removals may be words of their own, as some programs write.
    fn set_position(&mut self, text: &str) -> Result<()> {
        self.game = None;
        let (start, moves) = text.split_once("moves").unwrap_or((text, ""));
        let start = start.trim();
        let position = match start.strip_prefix("fen") {
            Some(position) => position.parse::<Position>()?,
            None if start == "startpos" => Position::START,
            None => bail!("expected position startpos or position fen P, optionally followed by moves …"),
        };
        let mut game = Game::from_position(self.rules, position);
        let mut words = moves.split_whitespace().peekable();
        while let Some(word) = words.next() {
            let removal = words.next_if(|next| next.starts_with('x')).unwrap_or_default();
            let mv: Move = format!("{word}{removal}").parse()?;
            game.play(mv).with_context(|| format!("{mv} after {} plies", game.ply()))?;
        }
        self.game = Some(game);
        Ok(())
    }

    fn go(&mut self, text: &str) -> Result<()> {
        let game = self.game.clone().context("the last position was refused, so there is no position to search")?;
        let order = Order::read(text, &game)?;
        let searcher = match self.searcher.take() {
            Some(searcher) => searcher,
            None => self.new_searcher()?,
        };
        self.running = Some(Running::start(searcher, game, order, self.reporting)?);
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

    /// Takes the searcher back from a search that has answered.
    fn collect_finished(&mut self) {
        if self.running.as_ref().is_some_and(Running::is_done) {
            self.wait();
        }
    }

    fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.stop();
        }
        self.wait();
    }

    /// Waits for a search that ends by itself and stops one that does not.
    fn finish(&mut self) {
        match &self.running {
            Some(running) if running.ends_by_itself() => self.wait(),
            _ => self.stop(),
        }
    }

    fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            self.searcher = running.wait();
        }
    }
}

fn introduce() -> io::Result<()> {
    let defaults = Options::default();
    let lines = [
        format!("id name Mühle {}", env!("CARGO_PKG_VERSION")),
        "id author the Mühle authors".to_owned(),
        format!("option name Heuristic type string default {}", Computer::DEFAULT_HEURISTIC),
        "option name Rules type combo default never var never var any".to_owned(),
        format!("option name Hash type spin default {} min 0 max {}", defaults.hash, Options::largest_hash()),
        format!("option name Threads type spin default {} min 1 max {}", defaults.threads, Options::MAX_THREADS),
        format!("option name EndgameStones type spin default {} min 0 max 18", defaults.endgame),
        format!("option name Seed type spin default {} min 0 max {}", defaults.seed, i32::MAX),
        format!("option name RandomRadius type string default {}", defaults.random_radius),
        format!(
            "option name Quiescence type spin default {} min 0 max {}",
            defaults.quiescence,
            Options::MAX_QUIESCENCE
        ),
        format!("option name MultiPV type spin default 1 min 1 max {MAX_LINES}"),
        "option name Ponder type check default false".to_owned(),
        "uciok".to_owned(),
    ];
    say(lines.join("\n"))
}
