//! The command line as a person or a script meets it.

use crate::{muehle, stdout};

#[test]
fn perft_prints_a_line_a_depth() {
    let output = muehle(&["perft", "3"], b"");
    assert!(output.status.success());
    assert_eq!(stdout(&output), "1 24\n2 552\n3 12144\n");
    let output = muehle(&["perft", "2", "--position", "g1,a1,d2,d5/a7,d7,g7 w 0 0", "--rules", "any"], b"");
    assert_eq!(stdout(&output), "1 13\n2 510\n");
}

#[test]
fn divide_adds_up() {
    let output = muehle(&["perft", "2", "--divide"], b"");
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 26);
    assert!(lines.contains(&"d6 23"));
}

#[test]
fn wrong_usage_is_told_with_code_2() {
    let cases: [(&[&str], &str); 9] = [
        (&["match", "wizard", "random"], "there is no player \"wizard\""),
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
        let output = muehle(arguments, b"");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(error.contains(reason), "{arguments:?}: {error}");
    }
}

#[test]
fn a_match_counts_its_games() {
    let arguments = ["match", "computer:depth=3", "random", "--games", "6", "--openings", "2", "--jobs", "2"];
    let output = muehle(&arguments, b"");
    assert!(output.status.success());
    let text = stdout(&output);
    assert!(text.contains("games 6 in "), "{text}");
    assert!(text.contains("wins 6 draws 0 losses 0, score 1.000 ± "), "{text}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    let output = muehle(&["match", "random", "random", "--games", "2", "--pgn", file.to_str().unwrap()], b"");
    assert!(output.status.success());
    let games = std::fs::read_to_string(file).unwrap();
    assert_eq!(games.matches("[Event \"Match\"]").count(), 2);
}
