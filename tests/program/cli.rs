//! The command line as people and scripts use it.

use std::io::Write;

use crate::{muehle, muehle_in, refused, start};

#[test]
fn perft_prints_one_line_per_depth() {
    let output = muehle(&["perft", "3"], b"");
    assert_eq!(output.code, Some(0));
    assert_eq!(output.stdout, "1 24\n2 552\n3 12144\n");
    let output = muehle(&["perft", "2", "--position", "g1,a1,d2,d5/a7,d7,g7 w 0 0", "--rules", "any"], b"");
    assert_eq!(output.stdout, "1 13\n2 510\n");
}

#[test]
fn divide_adds_up() {
    let output = muehle(&["perft", "2", "--divide"], b"");
    let lines: Vec<(&str, u64)> = output
        .stdout
        .lines()
        .map(|line| line.split_once(' ').unwrap())
        .map(|(word, n)| (word, n.parse().unwrap()))
        .collect();
    let (moves, depths) = lines.split_at(24);
    assert!(moves.contains(&("d6", 23)));
    assert_eq!(depths, [("1", 24), ("2", moves.iter().map(|(_, paths)| paths).sum())]);
}

#[test]
fn wrong_usage_ends_with_code_2_and_a_reason() {
    let cases: [(&[&str], &str); 12] = [
        (&["match", "random", "random", "--games", "1000001"], "\"1000001\" is not a number from 1 to 1000000"),
        (&["match", "random", "random", "--games", "0"], "\"0\" is not a number from 1 to 1000000"),
        (&["tournament", "random", "random", "random", "--games", "400000"], "1200000 games; 1000000 are the most"),
        (&["match", "wizard", "random"], "unknown player \"wizard\""),
        (&["match", "random", "computer:depth"], "\"depth\" is not key=value"),
        (&["match", "random", "random", "--sprt", "0.6,0.5"], "is not two scores between 0 and 1"),
        (&["perft"], "<DEPTH>"),
        (&["perft", "0"], "0 is not in 1..=100"),
        (&["perft", "three"], "three"),
        (&["perft", "1", "--rules", "sometimes"], "unknown rules \"sometimes\""),
        (&["perft", "1", "--position", "a1,a1/- w 5 5"], "a1 is named twice"),
        (&["dance"], "dance"),
    ];
    for (arguments, reason) in cases {
        refused(arguments, 2, reason);
    }
}

#[test]
fn a_match_counts_its_games() {
    let arguments = ["match", "computer:depth=3", "random", "--games", "6", "--openings", "2", "--jobs", "2"];
    let output = muehle(&arguments, b"");
    assert_eq!(output.code, Some(0));
    let text = output.stdout;
    assert!(text.contains("games 6 in "), "{text}");
    assert!(text.contains("wins 6 draws 0 losses 0, score 1.000 ± "), "{text}");
    for color in ["White", "Black"] {
        assert!(text.contains(&format!("A with {color}: wins 3 draws 0 losses 0\n")), "{text}");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    let output = muehle(&["match", "random", "random", "--games", "2", "--pgn", file.to_str().unwrap()], b"");
    assert_eq!(output.code, Some(0));
    let games = std::fs::read_to_string(file).unwrap();
    assert_eq!(games.matches("[Event \"Match\"]").count(), 2);
}

#[test]
fn the_start_position_can_be_named() {
    let output = muehle(&["perft", "1", "--position", "-/- w 9 9"], b"");
    assert_eq!((output.code, output.stdout.as_str()), (Some(0), "1 24\n"), "{}", output.stderr);
    let output = muehle(&["analyse", "--depth", "1", "--position", "-/- w 9 9"], b"");
    assert_eq!((output.code, output.stdout.lines().count()), (Some(0), 24), "{}", output.stderr);
    refused(&["perft", "1", "--position", "--divide"], 2, "a position has four parts");
}

#[test]
fn the_keys_of_players_are_listed() {
    refused(
        &["match", "random", "computer:beauty=1"],
        2,
        "(options: heuristic, level, depth, time, nodes, oversight, greedy, ",
    );
    refused(&["match", "random", "mcts:beauty=1"], 2, "(options: iterations, time, k, treedepth, ");
    refused(&["match", "random:x=1", "random"], 2, "a random player has no option \"x\" (options: none)");
    for command in ["match", "tournament", "host", "join"] {
        let help = muehle(&[command, "--help"], b"").stdout;
        for text in [
            "computer    heuristic, level, depth",
            "dialect",
            "lambda",
            "Search keys: oversight, greedy, alphabeta, ",
            "randomised",
        ] {
            assert!(help.contains(text), "{command}: {help}");
        }
    }
}

#[test]
fn errors_of_the_system_are_told_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let inside = file.join("inside.pgn");
    let inside = inside.to_str().unwrap();
    let commands: [&[&str]; 3] = [
        &["match", "random", "random", "--games", "1", "--pgn", inside],
        &["match", "engine:command=/no/such/program", "random"],
        &["export", inside, "--to", "game.pdf"],
    ];
    for arguments in commands {
        let run = muehle(arguments, b"");
        assert_eq!(run.code, Some(1), "{arguments:?}: {}", run.stderr);
        assert_eq!(run.stderr.matches("(os error").count(), 1, "{arguments:?}: {}", run.stderr);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_display_the_window_says_so() {
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_muehle"));
    let folder = tempfile::tempdir().unwrap();
    program.args(["--data", folder.path().to_str().unwrap()]);
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        program.env_remove(name);
    }
    let output = program.output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let problem = String::from_utf8(output.stderr).unwrap();
    assert_eq!(problem, "muehle: there is no display; the commands that muehle --help lists need none\n");
}

/// Commands that print, with what they read.
const PRINTING: [(&[&str], &str); 8] = [
    (&["perft", "2"], ""),
    (&["analyse", "--depth", "1"], ""),
    (&["endgame", "build", "--stones", "6"], ""),
    (&["endgame", "info", "--stones", "6"], ""),
    (&["endgame", "probe", "--stones", "6"], "a1,a4,d7/b2,d2,e3 w 0 0\n"),
    (&["match", "random", "random", "--games", "1"], ""),
    (&["learn", "--games", "1", "-d=1", "Max"], ""),
    (&["engine"], "uci\nisready\n"),
];

#[test]
fn a_closed_standard_output_ends_every_command_quietly() {
    for (arguments, input) in PRINTING {
        let folder = tempfile::tempdir().unwrap();
        let mut program = start(&[&["--data", folder.path().to_str().unwrap()], arguments].concat());
        drop(program.stdout.take());
        let _ = program.stdin.take().unwrap().write_all(input.as_bytes());
        let output = program.wait_with_output().unwrap();
        let problem = String::from_utf8(output.stderr).unwrap();
        assert!(matches!(output.status.code(), Some(0 | 1)), "{arguments:?}: {}, {problem}", output.status);
        assert!(!problem.contains("panicked"), "{arguments:?}: {problem}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_output_device_is_a_failed_run() {
    use std::fs::File;
    use std::process::{Command, Stdio};

    for (arguments, input) in PRINTING {
        for problems_are_lost in [false, true] {
            let folder = tempfile::tempdir().unwrap();
            let full = || Stdio::from(File::create("/dev/full").unwrap());
            let mut program = Command::new(env!("CARGO_BIN_EXE_muehle"))
                .args(["--data", folder.path().to_str().unwrap()])
                .args(arguments)
                .stdin(Stdio::piped())
                .stdout(full())
                .stderr(if problems_are_lost { full() } else { Stdio::piped() })
                .spawn()
                .unwrap();
            let _ = program.stdin.take().unwrap().write_all(input.as_bytes());
            let output = program.wait_with_output().unwrap();
            let problem = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "{arguments:?}: {problem}");
            assert!(problems_are_lost || problem.contains("No space left"), "{arguments:?}: {problem}");
        }
    }
}

#[test]
fn openings_are_exact_and_count_kept_games() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("saves")).unwrap();
    let game = "[Rules \"never\"]\n\n1. d6 f4 2. d2 b4 1-0\n";
    std::fs::write(folder.path().join("saves").join("games-2026-11.pgn"), game).unwrap();
    let run = muehle_in(folder.path(), &["openings", "--depth", "0"], b"");
    let rows: Vec<&str> = run.stdout.lines().collect();
    assert_eq!((run.code, rows.len()), (Some(0), 4), "{run:?}");
    assert!(rows.iter().all(|row| row.contains("draw")), "{rows:?}");
    let played = rows.iter().find(|row| row.starts_with("d6  x4")).unwrap();
    assert!(played.ends_with("1 won, 0 drawn, 0 lost"), "{played}");
    refused(&["openings", "--position", "a7,d7,g4/b6,d6,f2 w 0 0"], 2, "the hand is empty");
}
