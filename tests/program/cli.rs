//! The command line as people and scripts use it.

use crate::{muehle, refused};

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
    let cases: [(&[&str], &str); 9] = [
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
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    let output = muehle(&["match", "random", "random", "--games", "2", "--pgn", file.to_str().unwrap()], b"");
    assert_eq!(output.code, Some(0));
    let games = std::fs::read_to_string(file).unwrap();
    assert_eq!(games.matches("[Event \"Match\"]").count(), 2);
}
