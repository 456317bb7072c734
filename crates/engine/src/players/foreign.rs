//! Another program that speaks the text protocol (see docs/engine.md).

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::game::{Game, PlayError};
use crate::rules::notation::excerpt;
use crate::rules::{Move, MoveTextError, RemovalRule};
use crate::search::Progress;

use super::{Choice, Player, PlayerError, PlayerText, unknown_option};

/// Longer lines are cut, so that no program can fill our memory.
const MAX_LINE: u64 = 64 * 1024;
/// How long a program may take to answer a question that needs no thinking.
const PATIENCE: Duration = Duration::from_secs(10);
/// How far a program may overrun its thinking time, and how long it may take to obey a stop.
const GRACE: Duration = Duration::from_secs(10);

/// What can go wrong with another program.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum EngineError {
    #[error("an engine player needs command=\"…\"")]
    NoCommand,
    #[error("{command} cannot be started: {source}")]
    Start { command: String, source: io::Error },
    #[error("{0} has quit")]
    Ended(String),
    #[error("{command} did not answer \"{question}\" in time")]
    Silent { command: String, question: &'static str },
    #[error("{command} answered with a wrong move: {source}")]
    MoveText { command: String, source: MoveTextError },
    #[error("{command} answered with an illegal move {mv}: {source}")]
    Illegal { command: String, mv: Move, source: PlayError },
}

/// Another program in its own process, which ends with the player.
pub(super) struct ForeignEngine {
    command: String,
    go: String,
    time: Option<Duration>,
    process: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    rule: Option<RemovalRule>,
}

impl ForeignEngine {
    /// From `engine:command="program arguments",time=MS|depth=N|nodes=N`; other options go to the program as `setoption`.
    pub(super) fn from_text(text: &PlayerText) -> Result<ForeignEngine, PlayerError> {
        let command = text.get("command").ok_or(EngineError::NoCommand)?;
        let (mut go, mut time) = ("movetime 1000".to_owned(), Some(Duration::from_secs(1)));
        let mut settings = Vec::new();
        for (key, value) in &text.options {
            let number = || {
                let wrong = |_| PlayerError::Value { kind: "engine", key: excerpt(key), value: excerpt(value) };
                value.parse::<u64>().map_err(wrong)
            };
            match key.as_str() {
                "command" => {}
                "time" => (go, time) = (format!("movetime {}", number()?), Some(Duration::from_millis(number()?))),
                "depth" => (go, time) = (format!("depth {}", number()?), None),
                "nodes" => (go, time) = (format!("nodes {}", number()?), None),
                key if key.contains(char::is_whitespace) => return Err(unknown_option("engine", key)),
                _ => settings.push((key.clone(), value.replace(char::is_control, " "))),
            }
        }
        let mut engine = ForeignEngine::start(command, go, time)?;
        engine.ask("uci", "uciok", PATIENCE, &AtomicBool::new(false))?;
        for (key, value) in settings {
            engine.say(&format!("setoption name {key} value {value}"))?;
        }
        engine.ask("isready", "readyok", PATIENCE, &AtomicBool::new(false))?;
        Ok(engine)
    }

    fn start(command: &str, go: String, time: Option<Duration>) -> Result<ForeignEngine, EngineError> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or(EngineError::NoCommand)?;
        let failed = |source| EngineError::Start { command: excerpt(command), source };
        let mut process = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let no_pipe = || failed(io::Error::other("no pipe"));
        let input = process.stdin.take().ok_or_else(no_pipe)?;
        let output = process.stdout.take().ok_or_else(no_pipe)?;
        // A program that floods us has to wait until we have read.
        let (sender, lines) = mpsc::sync_channel(256);
        std::thread::Builder::new()
            .name("engine output".to_owned())
            .spawn(move || {
                let mut output = BufReader::new(output);
                let mut line = Vec::new();
                loop {
                    line.clear();
                    match (&mut output).take(MAX_LINE).read_until(b'\n', &mut line) {
                        Ok(1..) if sender.send(String::from_utf8_lossy(&line).trim().to_owned()).is_ok() => {}
                        _ => return,
                    }
                }
            })
            .map_err(failed)?;
        Ok(ForeignEngine { command: excerpt(program), go, time, process, input, lines, rule: None })
    }

    fn say(&mut self, line: &str) -> Result<(), EngineError> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| EngineError::Ended(self.command.clone()))
    }

    /// Sends a question and waits for the line that begins with `answer`; a stop is passed on once.
    fn ask(
        &mut self,
        question: &'static str,
        answer: &str,
        patience: Duration,
        stop: &AtomicBool,
    ) -> Result<String, EngineError> {
        match question {
            "go" => self.say(&format!("go {}", self.go))?,
            _ => self.say(question)?,
        }
        let mut deadline = Instant::now() + patience;
        let mut stopped = false;
        loop {
            if !stopped && stop.load(Ordering::Relaxed) {
                stopped = true;
                self.say("stop")?;
                deadline = Instant::now() + GRACE;
            }
            match self.lines.recv_timeout(Duration::from_millis(5)) {
                Ok(line) if line.split_whitespace().next() == Some(answer) => return Ok(line),
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(EngineError::Ended(self.command.clone())),
                Err(RecvTimeoutError::Timeout) if Instant::now() > deadline => {
                    return Err(EngineError::Silent { command: self.command.clone(), question });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Player for ForeignEngine {
    fn new_game(&mut self, _seed: u64) {
        // If the program has died, its next move reports it.
        let _ = self.say("ucinewgame");
    }

    fn choose(&mut self, game: &Game, stop: &AtomicBool, _: &mut dyn FnMut(&Progress)) -> Result<Choice, PlayerError> {
        if game.legal_moves().is_empty() {
            return Err(PlayerError::NoMove);
        }
        if self.rule != Some(game.removal_rule()) {
            self.say(&format!("setoption name Rules value {}", game.removal_rule()))?;
            self.rule = Some(game.removal_rule());
        }
        let moves: Vec<String> = game.moves().iter().map(Move::to_string).collect();
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        self.say(&format!("position fen {}{moves}", game.start()))?;
        // A fixed depth may take any amount of time; only a stop ends it early.
        let patience = self.time.map_or(Duration::from_secs(24 * 3600), |time| time + GRACE);
        let answer = self.ask("go", "bestmove", patience, stop)?;
        let text = answer.split_whitespace().nth(1).unwrap_or_default();
        let command = || self.command.clone();
        let mv: Move = text.parse().map_err(|source| EngineError::MoveText { command: command(), source })?;
        game.clone().play(mv).map_err(|source| EngineError::Illegal { command: command(), mv, source })?;
        Ok(Choice { mv, score: None, report: None })
    }
}

impl Drop for ForeignEngine {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let deadline = Instant::now() + Duration::from_millis(200);
        while Instant::now() < deadline {
            if let Ok(Some(_)) = self.process.try_wait() {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
