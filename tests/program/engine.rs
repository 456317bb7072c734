//! The text protocol as other programs use it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout};
use std::time::{Duration, Instant};

use crate::{muehle, muehle_in, refused};

/// All answers to these lines, the input ending after them.
fn talk(input: &str) -> Vec<String> {
    let mut process = start();
    process.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = process.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

fn start() -> Child {
    crate::start(&["engine"])
}

fn best_move(lines: &[String]) -> &str {
    lines.iter().find_map(|line| line.strip_prefix("bestmove ")).unwrap()
}

fn errors(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("info string error: ")).collect()
}

#[test]
fn it_introduces_itself_and_plays() {
    let lines = talk("uci\nisready\nposition startpos moves d6 f4\ngo depth 4\n");
    assert!(lines[0].starts_with("id name Mühle"));
    for option in ["Heuristic", "Rules", "Hash", "Threads", "EndgameStones", "Seed", "RandomRadius", "Quiescence"] {
        assert!(lines.iter().any(|line| line.starts_with(&format!("option name {option} type"))), "{option}");
    }
    let place = |text: &str| lines.iter().position(|line| line.starts_with(text)).unwrap();
    assert!(place("uciok") < place("readyok") && place("readyok") < place("info depth 1 "));
    assert!(place("info depth 4 ") < place("bestmove"));
    let info = lines.iter().rfind(|line| line.starts_with("info depth 4")).unwrap();
    for word in [" score value ", " nodes ", " nps ", " time ", " pv "] {
        assert!(info.contains(word), "{info}");
    }
}

#[test]
fn mills_and_wins_are_compound_moves_and_proven_scores() {
    let lines = talk("position fen a1,a4,d7/b2,d2,e3 w 0 0\ngo depth 3\n");
    assert!(best_move(&lines).starts_with("d7-a7x"), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("score win 1 ")), "{lines:?}");
}

#[test]
fn senseless_commands_are_answered_and_change_nothing() {
    let lines = talk(
        "stop\nfly\nsetoption name Beauty value 5\nsetoption name Hash value lots\nsetoption\nsetoption name Heuristic value Nobody\n\
         setoption name Rules value perhaps\nposition\nposition fen a1/a1 w 1 1\nposition startpos moves d6 d6\n\
         go depth many\ngo depth\ngo upwards 5\n\u{0}\u{7}\n\ngo depth 2\n",
    );
    let errors = errors(&lines);
    let expected = [
        "unknown command \"fly\"",
        "there is no option \"Beauty\"",
        "Hash is \"lots\"",
        "expected setoption name X value Y",
        "there is no heuristic \"Nobody\" (available: Standard",
        "unknown rules \"perhaps\"",
        "expected position startpos or position fen P",
        "a1",
        "d6 after 1 plies: d6 is occupied",
        "depth is \"many\"",
        "go depth needs a number",
        "unknown limit \"upwards\"; go takes depth, movetime, nodes and infinite",
        "unknown command",
    ];
    assert_eq!(errors.len(), expected.len(), "{errors:#?}");
    for (error, expected) in errors.iter().zip(expected) {
        assert!(error.contains(expected), "{error} does not contain {expected}");
    }
    assert_ne!(best_move(&lines), "none");
}

#[test]
fn extreme_limits_still_bring_a_move() {
    for go in ["depth 0", "movetime 0", "nodes 0", "nodes 1", "depth 1000 movetime 50", "depth 4294967295 nodes 5000"] {
        assert_ne!(best_move(&talk(&format!("go {go}\n"))), "none", "{go}");
    }
    for go in ["depth 99999999999", "movetime -5", "nodes 1.5"] {
        assert_eq!(errors(&talk(&format!("go {go}\n"))).len(), 1, "{go}");
    }
}

#[test]
fn a_game_without_moves_has_no_best_move() {
    let lines = talk("position fen a7,d7,g7,d6/a4,g4,b6,f6,d5 w 0 0\ngo depth 5\n");
    assert_eq!(best_move(&lines), "none");
    assert!(lines.iter().any(|line| line.contains("score loss 0")), "{lines:?}");
}

#[test]
fn the_same_seed_and_nodes_give_the_same_answer() {
    let ask = "setoption name Seed value 11\nsetoption name RandomRadius value 0.05\ngo nodes 20000\n";
    let without_time = |lines: Vec<String>| -> Vec<String> {
        lines.iter().map(|line| line.split(" nps ").next().unwrap().to_owned()).collect()
    };
    assert_eq!(without_time(talk(ask)), without_time(talk(ask)));
}

struct Conversation {
    process: Child,
    answers: BufReader<ChildStdout>,
}

impl Conversation {
    fn start() -> Conversation {
        let mut process = start();
        let answers = BufReader::new(process.stdout.take().unwrap());
        Conversation { process, answers }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.process.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Reads until a line that begins so.
    fn hear(&mut self, beginning: &str) -> String {
        loop {
            let mut line = String::new();
            assert!(self.answers.read_line(&mut line).unwrap() > 0, "no {beginning} came");
            if line.starts_with(beginning) {
                return line.trim().to_owned();
            }
            assert!(!line.starts_with("info string error"), "{beginning} was expected: {line}");
        }
    }
}

#[test]
fn a_search_without_limit_ends_when_told() {
    let mut engine = Conversation::start();
    engine.say("go infinite");
    engine.hear("info depth 6 ");
    engine.say("isready");
    engine.hear("readyok");
    engine.say("position startpos");
    engine.hear("info string error: position is not possible while a search is running");
    let told = Instant::now();
    engine.say("stop");
    assert_ne!(engine.hear("bestmove"), "bestmove none");
    assert!(told.elapsed() < Duration::from_secs(10), "a stop ends the search, and no deadline does it here");
    // A decided search waits for the stop as well.
    engine.say("position fen a1,a4,d7/b2,d2,e3 w 0 0");
    engine.say("go infinite");
    engine.hear("info depth 1 ");
    engine.say("stop");
    engine.hear("bestmove d7-a7x");
    engine.say("quit");
    assert!(engine.process.wait().unwrap().success());
}

#[test]
fn a_quit_ends_a_running_search() {
    let mut engine = Conversation::start();
    engine.say("go infinite");
    engine.hear("info depth 3 ");
    engine.say("quit");
    assert!(engine.process.wait().unwrap().success());
}

#[test]
fn analyse_values_every_move() {
    let output = muehle(&["analyse", "--position", "a1,a4,d7/b2,d2,e3 w 0 0", "--depth", "3", "-v"], b"");
    assert_eq!(output.code, Some(0));
    let text = output.stdout;
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("d7-a7x") && lines[0].contains("win 1") && lines[0].ends_with("exact"), "{text}");
    let position: muehle_engine::rules::Position = "a1,a4,d7/b2,d2,e3 w 0 0".parse().unwrap();
    let moves = position.count_moves(muehle_engine::rules::RemovalRule::Never);
    assert_eq!(lines.iter().position(|line| *line == "*****"), Some(moves));
    for word in ["Levels: ", "Time: ", "Best moves: ", "Nodes searched: ", "Estimate: ", "NetworkOutput: [", "Line: "] {
        assert!(text.contains(word), "{word}");
    }
    let output = muehle(&["analyse", "--position", "a7,d7,g7,d6/a4,g4,b6,f6,d5 w 0 0"], b"");
    assert_eq!(output.code, Some(0));
    assert_eq!(output.stdout, "the game is over: 0-1 (blocked)\n");
}

#[test]
fn analyse_refuses_nonsense_with_code_2() {
    let cases: [(&[&str], &str); 5] = [
        (&["--heuristic", "Nobody"], "there is no heuristic \"Nobody\""),
        (&["--heuristic", "../../etc/passwd"], "is not a valid name for a heuristic"),
        (&["--position", "a1"], "a position has four parts"),
        (&["--depth", "3", "--time", "4"], "cannot be used with"),
        (&["--threads", "0"], "threads is \"0\""),
    ];
    for (arguments, reason) in cases {
        refused(&[&["analyse"], arguments].concat(), 2, reason);
    }
}

#[test]
fn a_damaged_heuristic_is_named_and_an_empty_folder_does_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let output = muehle_in(folder.path(), &["analyse", "--depth", "2"], b"");
    assert_eq!(output.code, Some(0));
    std::fs::create_dir(folder.path().join("heuristics")).unwrap();
    std::fs::write(folder.path().join("heuristics/Broken.xml"), "<heuristic name='x'").unwrap();
    let output = muehle_in(folder.path(), &["analyse", "--depth", "2", "--heuristic", "Broken"], b"");
    assert_eq!(output.code, Some(2));
    assert!(output.stderr.contains("Broken.xml is damaged"));
}
