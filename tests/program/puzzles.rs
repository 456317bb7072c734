//! `muehle puzzles`: what it prints can be read again.

use crate::{muehle, muehle_in, refused};

#[test]
fn puzzles_are_games_that_the_program_reads() {
    let arguments = ["puzzles", "--kind", "mill", "--count", "3", "--seed", "5"];
    let run = muehle(&arguments, b"");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(run.stdout.matches("[Kind \"mill\"]").count(), 3);
    assert_eq!(run.stdout, muehle(&arguments, b"").stdout, "the same seed");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzles.pgn");
    std::fs::write(&file, &run.stdout).unwrap();
    let list = muehle_in(folder.path(), &["games", file.to_str().unwrap()], b"");
    assert_eq!(list.stdout.lines().count(), 3, "{}", list.stdout);
    let drawn = folder.path().join("second.svg");
    let export = muehle_in(
        folder.path(),
        &["export", file.to_str().unwrap(), "--game", "2", "--to", drawn.to_str().unwrap()],
        b"",
    );
    assert_eq!(export.code, Some(0), "{}", export.stderr);
}

#[test]
fn all_kinds_come_in_turn_under_both_rules_and_difficulty_is_obeyed() {
    for rules in ["never", "any"] {
        let run = muehle(&["puzzles", "--count", "6", "--rules", rules], b"");
        for kind in ["win", "draw", "mill", "double", "free", "fly"] {
            assert_eq!(run.stdout.matches(&format!("[Kind \"{kind}\"]")).count(), 1, "{rules} {kind}");
        }
    }
    let run = muehle(&["puzzles", "--kind", "double", "--count", "2", "--difficulty", "4"], b"");
    assert_eq!(run.stdout.matches("[Difficulty \"4\"]").count(), 2);
}

#[test]
fn wrong_puzzle_arguments_are_refused() {
    refused(&["puzzles", "--kind", "chess"], 2, "unknown kind of puzzle \"chess\"");
    refused(&["puzzles", "--count", "0"], 2, "0 is not in 1..=100000");
    refused(&["puzzles", "--rules", "sometimes"], 2, "unknown rules");
    refused(&["puzzles", "--stones", "5"], 2, "5 is not in 8..=18");
}
