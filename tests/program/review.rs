//! `muehle review`.

use std::fs;

use muehle_engine::game::pgn;

use crate::{muehle, refused};

#[test]
fn a_game_comes_out_annotated_and_the_same_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.pgn");
    let game = "[SetUp \"1\"]\n[FEN \"a1,c5,g7/b2,d2,f4,e5 w 0 0\"]\n\n1. a1-a4 {oh} f4-f2xa4 (1... e5-e4) 0-1\n";
    fs::write(&file, game).unwrap();
    let path = file.to_str().unwrap();
    let once = muehle(&["review", path], b"");
    assert_eq!((once.code, once.stderr.as_str()), (Some(0), ""));
    let text = once.stdout.replace('\n', " ");
    assert!(text.contains("1. a1-a4 $4 {oh [Review ??: Draws before, loses now: Black closes a mill on f2"), "{text}");
    assert!(text.contains("[WhiteAccuracy \"14\"]") && text.contains("( 1... e5-e4 )"), "{text}");
    fs::write(&file, &once.stdout).unwrap();
    assert_eq!(muehle(&["review", path, "--threads", "1"], b"").stdout, once.stdout);
    let german = muehle(&["review", path, "--language", "de"], b"").stdout.replace('\n', " ");
    assert!(german.contains("{oh [Rückblick ??: Vorher Remis, jetzt verloren: "), "{german}");
    assert!(pgn::read(&german).fault.is_none());
}

#[test]
fn a_broken_game_is_reviewed_as_far_as_it_goes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.pgn");
    fs::write(&file, "[FEN \"a1,c5,g7/b2,d2,f4,e5 w 0 0\"]\n\n1. a1-a4 f4-f9 *\n").unwrap();
    let output = muehle(&["review", file.to_str().unwrap()], b"");
    assert_eq!(output.code, Some(1));
    assert!(output.stdout.contains("1. a1-a4 $4 {[Review ??: "), "{}", output.stdout);
    assert!(output.stderr.contains("reviewed only what comes before"), "{}", output.stderr);
    fs::write(&file, "1. d6 *\n\n[White \"B\"]\n\n1. a1 *\n").unwrap();
    let path = file.to_str().unwrap();
    refused(&["review", path], 2, "choose one with --game");
    refused(&["review", path, "--game", "9"], 2, "there is no game 9");
    refused(&["review", folder.path().join("none.pgn").to_str().unwrap()], 1, "cannot be read");
}
