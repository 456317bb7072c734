//! Another program that speaks the text protocol (see docs/engine.md).

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::game::{Game, PlayError};
use crate::rules::notation::excerpt;
use crate::rules::{Move, MoveTextError, Position, RemovalRule, ring_text};
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

/// How a program writes moves and positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    /// As we do: a move and its removal are one word.
    Compound,
    /// A removal is a word and an answer of its own, and positions are ring texts.
    Split,
}

/// Another program in its own process, which ends with the player.
pub(super) struct ForeignEngine {
    command: String,
    dialect: Dialect,
    go: String,
    time: Option<Duration>,
    process: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    rule: Option<RemovalRule>,
}

impl ForeignEngine {
    /// From `engine:command="program arguments",time=MS|depth=N|nodes=N,dialect=split`; other options go to the program
    /// as `setoption`.
    pub(super) fn from_text(text: &PlayerText) -> Result<ForeignEngine, PlayerError> {
        let command = text.get("command").ok_or(EngineError::NoCommand)?;
        let (mut go, mut time) = ("movetime 1000".to_owned(), Some(Duration::from_secs(1)));
        let (mut settings, mut dialect) = (Vec::new(), Dialect::Compound);
        for (key, value) in &text.options {
            let wrong = || PlayerError::Value { kind: "engine", key: excerpt(key), value: excerpt(value) };
            let number = || value.parse::<u64>().ok().filter(|&number| number <= 1 << 40).ok_or_else(wrong);
            match key.as_str() {
                "command" => {}
                "dialect" => {
                    dialect = match value.as_str() {
                        "compound" => Dialect::Compound,
                        "split" => Dialect::Split,
                        _ => return Err(wrong()),
                    }
                }
                "time" => (go, time) = (format!("movetime {}", number()?), Some(Duration::from_millis(number()?))),
                "depth" => (go, time) = (format!("depth {}", number()?), None),
                "nodes" => (go, time) = (format!("nodes {}", number()?), None),
                key if key.contains(char::is_whitespace) => return Err(unknown_option("engine", key)),
                _ => settings.push((key.clone(), value.replace(char::is_control, " "))),
            }
        }
        let mut engine = ForeignEngine::start(command, dialect, go, time)?;
        engine.ask("uci", "uciok", PATIENCE, &AtomicBool::new(false))?;
        for (key, value) in settings {
            engine.say(&format!("setoption name {key} value {value}"))?;
        }
        engine.ask("isready", "readyok", PATIENCE, &AtomicBool::new(false))?;
        Ok(engine)
    }

    fn start(
        command: &str,
        dialect: Dialect,
        go: String,
        time: Option<Duration>,
    ) -> Result<ForeignEngine, EngineError> {
        let words = command_words(command);
        let (program, arguments) = words.split_first().ok_or(EngineError::NoCommand)?;
        let name = program.replace(char::is_control, "\u{FFFD}");
        let failed = |source| EngineError::Start { command: name.clone(), source };
        let mut process = Command::new(program)
            .args(arguments)
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
            .spawn(move || read_lines(output, |line| sender.send(line).is_ok()))
            .map_err(failed)?;
        Ok(ForeignEngine { command: name, dialect, go, time, process, input, lines, rule: None })
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
            // Checked before every line, because a program that keeps talking is late all the same.
            if Instant::now() > deadline {
                // Its answer would be taken for the answer to a later question.
                let _ = self.process.kill();
                let _ = self.process.wait();
                return Err(EngineError::Silent { command: self.command.clone(), question });
            }
            match self.lines.recv_timeout(Duration::from_millis(5)) {
                Ok(line) if begins_with(&line, answer) => return Ok(line),
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(EngineError::Ended(self.command.clone())),
            }
        }
    }

    /// The text that sets up a game, with the action of an unfinished move behind it.
    fn position_text(&self, game: &Game, unfinished: Option<&str>) -> String {
        let start = match (*game.start(), self.dialect) {
            (Position::START, _) => "startpos".to_owned(),
            (start, Dialect::Compound) => format!("fen {start}"),
            (start, Dialect::Split) => format!("fen {}", ring_text::write(&start)),
        };
        let mut text = format!("position {start}");
        let mut words = Vec::new();
        for mv in game.moves() {
            match mv.removal.filter(|_| self.dialect == Dialect::Split) {
                Some(removal) => words.extend([mv.action.to_string(), format!("x{removal}")]),
                None => words.push(mv.to_string()),
            }
        }
        words.extend(unfinished.map(str::to_owned));
        if !words.is_empty() {
            text = format!("{text} moves {}", words.join(" "));
        }
        text
    }

    /// Sets up a game and asks for the best move, as the program writes it.
    fn best_word(&mut self, game: &Game, unfinished: Option<&str>, stop: &AtomicBool) -> Result<String, EngineError> {
        self.say(&self.position_text(game, unfinished))?;
        // A fixed depth may take any amount of time; only a stop ends it early.
        let patience = self.time.map_or(Duration::from_secs(24 * 3600), |time| time + GRACE);
        Ok(second_word(&self.ask("go", "bestmove", patience, stop)?))
    }
}

/// Passes on the lines of an output, until it ends or nobody wants more.
fn read_lines(output: impl Read, mut pass_on: impl FnMut(String) -> bool) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut output).take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(1..) if pass_on(String::from_utf8_lossy(&line).trim().to_owned()) => {}
            _ => return,
        }
        // The rest of a long line must not be taken for an answer.
        if line.len() as u64 == MAX_LINE && line.last() != Some(&b'\n') && output.skip_until(b'\n').is_err() {
            return;
        }
    }
}

fn begins_with(line: &str, word: &str) -> bool {
    line.split_whitespace().next() == Some(word)
}

fn second_word(line: &str) -> String {
    line.split_whitespace().nth(1).unwrap_or_default().to_owned()
}

/// The move that a program answers. `ask` brings its word for a game with the action of an unfinished move behind it.
fn read_move(
    game: &Game,
    dialect: Dialect,
    command: &str,
    mut ask: impl FnMut(Option<&str>) -> Result<String, EngineError>,
) -> Result<Move, EngineError> {
    let mut text = ask(None)?;
    let closes_mill = |text: &str| {
        let action = text.parse::<Move>().ok().filter(|mv| mv.removal.is_none()).map(|mv| mv.action);
        game.legal_moves().iter().any(|mv| Some(mv.action) == action && mv.removal.is_some())
    };
    if dialect == Dialect::Split && closes_mill(&text) {
        text += &ask(Some(&text))?;
    }
    let command = || command.to_owned();
    let mv: Move = text.parse().map_err(|source| EngineError::MoveText { command: command(), source })?;
    game.clone().play(mv).map_err(|source| EngineError::Illegal { command: command(), mv, source })?;
    Ok(mv)
}

/// The move that the output of a program means in a game, as an `engine` player understands it. `splits` says that removals
/// are answers of their own.
pub fn understand(output: impl Read, game: &Game, splits: bool) -> Result<Move, EngineError> {
    let mut words = Vec::new();
    read_lines(output, |line| {
        if begins_with(&line, "bestmove") {
            words.push(second_word(&line));
        }
        words.len() < 2
    });
    let mut words = words.into_iter();
    let dialect = if splits { Dialect::Split } else { Dialect::Compound };
    read_move(game, dialect, "the program", |_| words.next().ok_or(EngineError::Ended("the program".to_owned())))
}

/// The program of a command and its arguments. Words in quotes may have spaces; a path that exists as a whole is taken as
/// a whole.
fn command_words(command: &str) -> Vec<&str> {
    let mut rest = command.trim();
    if Path::new(rest).is_file() {
        return vec![rest];
    }
    let mut words = Vec::new();
    while let Some(first) = rest.chars().next() {
        let quoted = rest.strip_prefix(['"', '\'']).and_then(|inside| inside.split_once(first));
        let (word, behind) = quoted.or_else(|| rest.split_once(char::is_whitespace)).unwrap_or((rest, ""));
        words.push(word);
        rest = behind.trim_start();
    }
    words
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
        let (dialect, command) = (self.dialect, self.command.clone());
        let mv = read_move(game, dialect, &command, |unfinished| self.best_word(game, unfinished, stop))?;
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

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::rules::Rules;

    /// A player whose program is a shell script that reads commands into `$line`; what it hears is kept in `heard`.
    fn player(folder: &Path, answers: &str, options: &str) -> ForeignEngine {
        let (script, heard) = (folder.join("engine.sh"), folder.join("heard"));
        let text = format!(
            "#!/bin/sh\nwhile read -r line; do\necho \"$line\" >> {}\ncase \"$line\" in\nuci) echo uciok;;\nisready) echo \
             readyok;;\nquit) exit;;\n{answers}\nesac\ndone\n",
            heard.display()
        );
        std::fs::write(&script, text).unwrap();
        std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
        let text = format!("engine:command=\"sh {}\"{options}", script.display());
        ForeignEngine::from_text(&text.parse().unwrap()).unwrap()
    }

    fn heard(folder: &Path, word: &str) -> Vec<String> {
        let text = std::fs::read_to_string(folder.join("heard")).unwrap();
        text.lines().filter(|line| line.starts_with(word)).map(str::to_owned).collect()
    }

    fn choose(player: &mut ForeignEngine, game: &Game) -> Result<Choice, PlayerError> {
        player.choose(game, &AtomicBool::new(false), &mut |_| {})
    }

    #[test]
    fn ordinary_games_begin_at_startpos_and_others_at_their_position() {
        let folder = tempfile::tempdir().unwrap();
        let mut player = player(folder.path(), "go*) echo bestmove d6;;", "");
        let mut game = Game::default();
        choose(&mut player, &game).unwrap();
        game.play("f4".parse().unwrap()).unwrap();
        choose(&mut player, &game).unwrap();
        let start: Position = "a1/b2 w 8 8".parse().unwrap();
        choose(&mut player, &Game::from_position(Rules::default(), start)).unwrap();
        let positions = ["position startpos", "position startpos moves f4", "position fen a1/b2 w 8 8"];
        assert_eq!(heard(folder.path(), "position"), positions);
    }

    #[test]
    fn a_split_dialect_asks_for_the_removal_and_writes_ring_texts() {
        let folder = tempfile::tempdir().unwrap();
        let answers = "position*a7) next=xb2;;\nposition*) next=a7;;\ngo*) echo bestmove $next;;";
        let mut player = player(folder.path(), answers, ",dialect=split");
        let start: Position = "a1,a4/b2,d2 w 7 7".parse().unwrap();
        let mut game = Game::from_position(Rules::default(), start);
        let choice = choose(&mut player, &game).unwrap();
        assert_eq!(choice.mv.to_string(), "a7xb2");
        game.play(choice.mv).unwrap();
        player.say(&player.position_text(&game, None)).unwrap();
        drop(player);
        let ring = "position fen ********/****@@**/*****OO* w p p 2 7 2 7";
        let heard = heard(folder.path(), "position");
        assert!(heard.iter().all(|line| line.starts_with(ring)), "{heard:?}");
        let moves: Vec<_> = heard.iter().map(|line| line.split_once(" moves ").map(|(_, moves)| moves)).collect();
        assert_eq!(moves, [None, Some("a7"), Some("a7 xb2")]);
    }

    #[test]
    fn a_command_may_have_spaces_in_its_words() {
        assert_eq!(command_words(" mill  -x 5 "), ["mill", "-x", "5"]);
        assert_eq!(
            command_words("'/opt/my mill/engine' \"two words\" it's"),
            ["/opt/my mill/engine", "two words", "it's"]
        );
        assert_eq!(command_words("'never closed"), ["'never", "closed"]);
        assert!(command_words("  ").is_empty());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my engine");
        let whole = path.to_str().unwrap();
        assert_eq!(command_words(whole).len(), 2);
        std::fs::write(&path, "#!/bin/sh\nwhile read -r line; do echo \"${line}ok\"; done\n").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!(command_words(whole), [whole]);
        // The script answers isready with isreadyok, so it is known to run but not believed.
        let text = PlayerText::new("engine").with("command", format!("\"{whole}\" -x"));
        let text: PlayerText = text.to_string().parse().unwrap();
        let engine =
            ForeignEngine::start(text.get("command").unwrap(), Dialect::Compound, String::new(), None).unwrap();
        let mut engine = engine;
        engine.ask("uci", "uciok", PATIENCE, &AtomicBool::new(false)).unwrap();
    }

    #[test]
    fn the_rest_of_a_long_line_is_not_an_answer() {
        let long = format!("info string {}bestmove a1\nbestmove d6\n", "x".repeat(MAX_LINE as usize - 12));
        assert_eq!(understand(long.as_bytes(), &Game::default(), false).unwrap().to_string(), "d6");
    }

    #[test]
    fn a_program_that_only_chatters_is_late() {
        let folder = tempfile::tempdir().unwrap();
        let mut player = player(folder.path(), "go*) while echo info string wait; do :; done;;", "");
        let start = Instant::now();
        let answer = player.ask("go", "bestmove", Duration::from_millis(200), &AtomicBool::new(false));
        assert!(matches!(answer, Err(EngineError::Silent { question: "go", .. })), "{answer:?}");
        assert!(start.elapsed() < GRACE, "chatter does not buy time");
        let again = choose(&mut player, &Game::default());
        assert!(matches!(again, Err(PlayerError::Engine(EngineError::Ended(_)))), "it is not asked again");
    }
}
