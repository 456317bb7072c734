//! The text protocol as other programs use it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout};
use std::time::{Duration, Instant};

use muehle_engine::search::Options;

use crate::{muehle, muehle_in, refused};

/// All answers to these lines; then the input ends.
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
    assert!(lines[1].starts_with("id author "));
    let options = [
        ("Heuristic", "string default"),
        ("Rules", "combo default never var never var any"),
        ("Hash", &format!("spin default 64 min 0 max {}", Options::largest_hash())),
        ("Threads", "spin default 1 min 1 max"),
        ("EndgameStones", "spin default 18 min 0 max 18"),
        ("Seed", "spin default 0 min 0 max"),
        ("RandomRadius", "string default 0"),
        ("Quiescence", "spin default 4 min 0 max"),
        ("MultiPV", "spin default 1 min 1 max"),
        ("Ponder", "check default false"),
    ];
    for (option, kind) in options {
        assert!(lines.iter().any(|line| line.starts_with(&format!("option name {option} type {kind}"))), "{option}");
    }
    let place = |text: &str| lines.iter().position(|line| line.starts_with(text)).unwrap();
    assert!(place("uciok") < place("readyok") && place("readyok") < place("info depth 1 "));
    assert!(place("info depth 4 ") < place("bestmove"));
    let info = lines.iter().rfind(|line| line.starts_with("info depth 4")).unwrap();
    for word in [" score cp ", " nodes ", " nps ", " time ", " pv "] {
        assert!(info.contains(word), "{info}");
    }
    assert!(lines.iter().any(|line| line == "info string score draw"), "the opening is known: {lines:?}");
    let lines = talk("setoption name opening value off\nposition startpos\ngo depth 4\n");
    assert!(lines.iter().any(|line| line.starts_with("info string score value ")), "{lines:?}");
}

#[test]
fn mills_and_wins_are_compound_moves_and_proven_scores() {
    let lines = talk("position fen a1,a4,d7/b2,d2,e3 w 0 0\ngo depth 3\n");
    assert!(best_move(&lines).starts_with("d7-a7x"), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains(" score mate 1 ")), "{lines:?}");
    assert!(lines.iter().any(|line| line == "info string score win 1"), "{lines:?}");
}

#[test]
fn nonsensical_commands_are_answered_and_change_nothing() {
    let lines = talk(
        "stop\nfly\nsetoption name Beauty value 5\nsetoption name Hash value lots\nsetoption\nsetoption name Heuristic value Nobody\n\
         setoption name Rules value perhaps\nposition\nposition fen a1/a1 w 1 1\nposition startpos moves d6 d6\n\
         position startpos\ngo depth many\ngo depth\ngo upwards 5\n\u{0}\u{7}\n\ngo depth 2\n",
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
        "unknown limit \"upwards\"; go takes depth, movetime, nodes",
        "unknown command",
    ];
    assert_eq!(errors.len(), expected.len(), "{errors:#?}");
    for (error, expected) in errors.iter().zip(expected) {
        assert!(error.contains(expected), "{error} does not contain {expected}");
    }
    let answers: Vec<&String> = lines.iter().filter(|line| line.starts_with("bestmove")).collect();
    assert_eq!(answers.len(), 4, "every go is answered");
    assert!(answers[..3].iter().all(|answer| *answer == "bestmove none") && answers[3] != "bestmove none");
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
    assert!(lines.iter().any(|line| line == "info string score loss 0"), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains(" score mate 0 ")), "{lines:?}");
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

    /// Reads until a line that begins like this.
    fn hear(&mut self, beginning: &str) -> String {
        loop {
            let mut line = String::new();
            assert!(self.answers.read_line(&mut line).unwrap() > 0, "no {beginning} came");
            if line.starts_with(beginning) {
                return line.trim().to_owned();
            }
            assert!(!line.starts_with("info string error"), "expected {beginning}: {line}");
        }
    }
}

#[test]
fn a_search_without_limit_ends_on_stop() {
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
    // A search with a proven result also waits for the stop.
    engine.say("position fen a1,a4,d7/b2,d2,e3 w 0 0");
    engine.say("go infinite");
    engine.hear("info depth 1 ");
    engine.say("stop");
    engine.hear("bestmove d7-a7x");
    engine.say("quit");
    assert!(engine.process.wait().unwrap().success());
}

#[test]
fn commands_right_behind_an_answer_are_obeyed() {
    let mut engine = Conversation::start();
    // A first move that the other position does not allow shows which of them was searched.
    for (position, piece) in [("startpos", 'x'), ("fen a1,a4,d7/b2,d2,e3 w 0 0", '-')].into_iter().cycle().take(300) {
        engine.say(&format!("position {position}"));
        engine.say("go nodes 1");
        let answer = engine.hear("bestmove ");
        assert_eq!(answer.contains('-'), piece == '-', "{position}: {answer}");
        engine.say("setoption name Quiescence value 4\nisready");
        engine.hear("readyok");
    }
}

#[test]
fn after_a_refused_position_there_is_no_move() {
    let lines = talk("position fen a1/a1 w 1 1\ngo depth 2\nposition startpos\ngo depth 2\n");
    assert_eq!(errors(&lines)[1], "the last position was refused, so there is no position to search");
    let answers: Vec<&String> = lines.iter().filter(|line| line.starts_with("bestmove")).collect();
    assert!(answers.len() == 2 && answers[0] == "bestmove none" && answers[1] != "bestmove none", "{answers:?}");
    // The same if it was refused because a search was running.
    let mut engine = Conversation::start();
    engine.say("go infinite");
    engine.hear("info depth 2 ");
    engine.say("position startpos moves d6\nstop\ngo depth 2");
    engine.hear("info string error: position is not possible");
    assert_ne!(engine.hear("bestmove"), "bestmove none");
    engine.hear("info string error: the last position was refused");
    assert_eq!(engine.hear("bestmove"), "bestmove none");
}

#[test]
fn an_over_long_line_is_dropped_whole() {
    let lines = talk(&format!("position startpos moves {}\nisready\ngo depth 1\n", "quit ".repeat(100_000)));
    assert!(errors(&lines)[0].contains("a line of more than"), "{lines:?}");
    assert!(lines.contains(&"readyok".to_owned()), "its end is not a command");
    assert_eq!(best_move(&lines), "none");
}

#[test]
fn clocks_mates_and_chosen_moves_are_understood() {
    let lines = talk("go wtime 600 btime 600 winc 10 binc 10 movestogo 20\ngo mate 1\n");
    assert_ne!(best_move(&lines), "none");
    let lines = talk("go searchmoves a1 g7 depth 3\n");
    assert!(["a1", "g7"].contains(&best_move(&lines)), "{lines:?}");
    let lines = talk("position fen a1,a4,d7/b2,d2,e3 w 0 0\ngo searchmoves a1-g1 depth 3\n");
    assert_eq!(best_move(&lines), "a1-g1");
    let lines = talk("position fen a1,a4,d7/b2,d2,e3 w 0 0\ngo mate 1\n");
    assert!(lines.iter().any(|line| line.starts_with("info depth 1 ") && line.contains(" score mate 1 ")), "{lines:?}");
}

#[test]
fn a_win_within_the_asked_number_of_moves_is_found() {
    // A reduced search to the same depth overlooks it.
    let position = "setoption name EndgameStones value 0\nsetoption name Heuristic value Standard\nposition fen d5,a4,g4,d2/a7,d7,d1,g1 w 0 0";
    let found = |go: &str| talk(&format!("{position}\n{go}\n")).iter().any(|line| line.contains(" score mate 3 "));
    assert!(!found("go depth 5") && found("go mate 3"));
    // The next search is an ordinary one again.
    let lines = talk(&format!("{position}\ngo mate 1\nstop\ngo depth 5\n"));
    let plain = talk(&format!("{position}\ngo depth 5\n"));
    assert_eq!(lines.last(), plain.last());
}

#[test]
fn several_lines_are_reported_the_best_first() {
    let lines = talk("setoption name MultiPV value 3\nposition fen a1,a4,d7/b2,d2,e3 w 0 0\ngo depth 3\n");
    let first = |place: usize| {
        let mut infos = lines.iter().filter(|line| line.contains(&format!(" multipv {place} score ")));
        let last = infos.rfind(|line| line.starts_with("info depth ")).unwrap();
        last.split(" pv ").nth(1).unwrap().split(' ').next().unwrap().to_owned()
    };
    let moves = [first(1), first(2), first(3)];
    assert_eq!(best_move(&lines), moves[0]);
    assert!(moves.iter().all(|mv| mv.starts_with("d7-a7x")), "all three take a stone: {moves:?}");
    assert!(moves[0] != moves[1] && moves[1] != moves[2] && moves[0] != moves[2]);
    for go in ["movetime 50", "nodes 3000", "depth 1"] {
        assert_ne!(best_move(&talk(&format!("setoption name MultiPV value 64\ngo {go}\n"))), "none", "{go}");
    }
    let lines = talk("setoption name MultiPV value 0\nposition fen a7,d7,g7,d6/a4,g4,b6,f6,d5 w 0 0\n");
    assert_eq!(errors(&lines), ["MultiPV: \"0\" is not a number from 1 to 64"]);
}

#[test]
fn pondering_waits_for_the_expected_move() {
    let mut engine = Conversation::start();
    engine.say("setoption name Ponder value true\nposition startpos\ngo depth 3");
    let answer = engine.hear("bestmove");
    assert!(answer.contains(" ponder "), "{answer}");
    // The search is done long before the move comes, and still waits for it.
    engine.say("go ponder depth 2");
    engine.hear("info depth 2 ");
    engine.say("isready");
    engine.hear("readyok");
    engine.say("position startpos");
    engine.hear("info string error: position is not possible while a search is running");
    engine.say("ponderhit");
    engine.hear("bestmove");
    // From then on its time counts.
    engine.say("position startpos\ngo ponder movetime 100");
    engine.hear("info depth 4 ");
    let hit = Instant::now();
    engine.say("ponderhit");
    engine.hear("bestmove");
    assert!((Duration::from_millis(100)..Duration::from_secs(10)).contains(&hit.elapsed()));
    engine.say("position startpos\ngo ponder wtime 1000 btime 1000\nstop");
    engine.hear("bestmove");
}

#[test]
fn a_stop_is_obeyed_within_20_milliseconds() {
    let mut engine = Conversation::start();
    engine.say("isready");
    engine.hear("readyok");
    let mut times: Vec<Duration> = Vec::new();
    for _ in 0..60 {
        engine.say("position startpos moves d6 f4\ngo infinite");
        engine.hear("info depth 5 ");
        let told = Instant::now();
        engine.say("stop");
        engine.hear("bestmove");
        times.push(told.elapsed());
    }
    // On a busy machine single answers may come later.
    times.sort();
    assert!(times[times.len() / 2] < Duration::from_millis(20), "{times:?}");
}

#[test]
fn positions_and_moves_of_other_programs_are_understood() {
    let ring = "position fen ********/****@@**/*****OO* w p p 2 7 2 7 0 0";
    let lines = talk(&format!("{ring} moves a7 xb2 d7\ngo depth 1\n"));
    assert!(errors(&lines).is_empty() && best_move(&lines) != "none", "{lines:?}");
}

#[test]
fn the_program_plays_against_itself_as_another_engine() {
    let program = env!("CARGO_BIN_EXE_muehle");
    for _ in 0..3 {
        let engine = format!("engine:command=\"{program} engine\",depth=1");
        let run = muehle(&["match", &engine, "computer:depth=1", "--games", "2"], b"");
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert!(run.stdout.contains("games 2 in "), "{}", run.stdout);
    }
}

#[test]
fn a_missing_program_is_a_failed_run_that_names_it() {
    let engine = "engine:command=\"/no/such/folder/with/a/long/name/engine -x\"";
    refused(
        &["match", engine, "random", "--games", "1"],
        1,
        "/no/such/folder/with/a/long/name/engine cannot be started",
    );
    refused(&["tournament", engine, "random", "--games", "1"], 1, "/no/such/folder/with/a/long/name/engine");
    refused(&["match", "engine:time=5", "random", "--games", "1"], 2, "an engine player needs command=");
}

#[cfg(unix)]
#[test]
fn a_program_in_a_folder_with_spaces_can_be_a_player() {
    let folder = tempfile::Builder::new().prefix("my engines").tempdir().unwrap();
    let program = folder.path().join("the mill");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_muehle"), &program).unwrap();
    let engine = format!("engine:command=\"'{}' engine\",depth=1", program.display());
    let run = muehle(&["match", &engine, "random", "--games", "1"], b"");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
}

#[test]
fn the_time_to_stop_is_measured() {
    let run = muehle(&["bench", "stop", "--tries", "5"], b"");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.starts_with("stop to bestmove, 5 tries: median "), "{}", run.stdout);
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
