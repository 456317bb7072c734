//! Saved games: other programs' files, broken ones, hostile ones.

use std::fs;
use std::path::Path;

use muehle_engine::game::pgn::{self, Collection, Fault, Reading, Tags};
use muehle_engine::game::{Game, Outcome};
use muehle_engine::rules::RemovalRule;

fn fault(text: &str) -> String {
    pgn::read(text).fault.expect("a fault").to_string()
}

#[test]
fn compound_and_split_removals_give_the_same_game() {
    let compound = pgn::read(include_str!("data/compound.pgn"));
    let split = pgn::read(include_str!("data/split.pgn"));
    assert_eq!(compound.fault, None);
    assert_eq!(split.fault, None);
    assert_eq!(compound.game.moves(), split.game.moves());
    assert_eq!(pgn::write(&compound.tags, &compound.game), pgn::write(&split.tags, &split.game));
    assert_eq!(compound.game.ply(), 12);
    assert_eq!(compound.tags.get("Black"), Some("Bruno \"the wall\""));
}

#[test]
fn comments_glyphs_and_variations_are_kept() {
    let Reading { tags, game, .. } = pgn::read(include_str!("data/compound.pgn"));
    let text = pgn::write(&tags, &game);
    let movetext = text.split("\n\n").nth(1).unwrap();
    let expected = "{A short game.} 1. d6 f4 2. d2 b4 $1 3. a1 {towards the corner} 3... c4 4. g7\n\
                    a4xd2 ( 4... e4 5. d7 ( 5. f6 f2 ) 5... c5 ) 5. d2 e3 6. d7 d5 1/2-1/2\n";
    assert_eq!(movetext, expected);
    assert!(text.contains("[Rules \"never repetition=on quiet=100\"]"));
    assert!(text.contains("[PlyCount \"12\"]"));
    assert!(text.contains("[Termination \"agreement\"]"));
    assert!(text.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn an_illegal_move_ends_the_game_before_it_and_is_named() {
    let reading = pgn::read("1. d6 f4 2. d2 f4 3. a1 a4");
    assert_eq!(reading.game.ply(), 3);
    assert_eq!(reading.fault.unwrap().to_string(), "move 2 (black): f4: f4 is occupied");
    assert_eq!(fault("1. d6 f4 2. banana"), "move 2 (white): \"banana\" is not a move (d6, d6-d5, d6xb4 or d6-d5xb4)");
    assert_eq!(fault("1. d6 xb4"), "move 1 (black): xb4 removes a stone, but no mill was closed before it");
    assert_eq!(
        fault("1. d6 a1 2. d7 a4 3. d5 e3"),
        "move 3 (white): d5: a mill closes on d5: name the stone it removes"
    );
    assert_eq!(fault("1. d6 a1 2. d7 a4 3. d5"), "move 3 (white): d5: a mill closes on d5: name the stone it removes");
}

#[test]
fn a_wrong_variation_does_not_spoil_the_game() {
    let reading = pgn::read("1. d6 f4 (1... d6 2. a1) 2. d2 (2. nonsense (2. a1) a4) b4 *");
    assert_eq!(reading.game.ply(), 4);
    assert_eq!(reading.fault.unwrap().to_string(), "move 1 (black): d6: d6 is occupied");
}

#[test]
fn deep_variations_are_cut_off_and_named() {
    let mut text = String::from("1. d6 f4");
    for i in 0..1000 {
        text.push_str(if i % 2 == 0 { " ( 1... a1" } else { " ( 1... a4" });
    }
    text.push_str(&" )".repeat(1000));
    text.push_str(" 2. d2 b4");
    let reading = pgn::read(&text);
    assert_eq!(reading.game.ply(), 4);
    let named = "move 2: variations are nested more than 100 deep; the deeper ones are skipped";
    assert_eq!(reading.fault.unwrap().to_string(), named);
}

#[test]
fn what_follows_the_game_is_another_game() {
    let reading = pgn::read("[White \"A\"]\n1. d6 f4\n\n[White \"B\"]\n1. a1 a4");
    assert_eq!((reading.game.ply(), reading.tags.get("White"), reading.fault), (2, Some("A"), None));
}

#[test]
fn foreign_files_are_read_by_the_rules_that_fit() {
    // Black closes a mill while all white stones are in mills: legal only when any stone may be taken.
    let text = "[FEN \"a1,a4,a7/g1,g4,b6 b 5 5\"]\n1... g7xa1";
    let reading = pgn::read(text);
    assert_eq!(reading.fault, None);
    assert_eq!(reading.game.removal_rule(), RemovalRule::Any);
    let by_rule = fault(&format!("[Rules \"never\"]\n{text}"));
    assert_eq!(by_rule, "move 1 (black): g7xa1: all enemy stones are in mills, so nothing is removed");
}

#[test]
fn set_up_positions_and_results_come_back() {
    let mut game = Game::from_position(Default::default(), "a7,d7,f4/b6,b2,d5,c3 b 0 0".parse().unwrap());
    game.play("b2-d2".parse().unwrap()).unwrap();
    game.resign(game.side_to_move());
    let mut tags = Tags::default();
    tags.set("WhitePlayer", "computer:heuristic=Multi,time=1000");
    let reading = pgn::read(&pgn::write(&tags, &game));
    assert_eq!(reading.fault, None);
    assert_eq!(reading.game.start(), game.start());
    assert_eq!(reading.game.outcome().map(Outcome::score_text), Some("0-1"));
    assert_eq!(reading.game.outcome(), game.outcome());
    assert_eq!(reading.tags.get("WhitePlayer"), Some("computer:heuristic=Multi,time=1000"));
}

#[test]
fn wrong_tags_are_named() {
    assert_eq!(fault("[FEN \"a1/a1 w 3 3\"]\n1. d6"), "the start position is wrong: a1 is named twice");
    assert!(fault("[Rules \"tuesday\"]\n1. d6").starts_with("the rules are wrong: unknown rules \"tuesday\""));
    assert_eq!(fault("[Event \"club\"]\n[White \"A"), "the text ends inside a tag");
    assert_eq!(fault("1. d6 {and then"), "the text ends inside a comment");
    assert_eq!(fault("1. d6 ) f4"), "move 1: a ) closes no variation");
}

#[test]
fn files_that_are_not_games_are_refused_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let load = |name: &str, contents: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, contents).unwrap();
        pgn::load(&path)
    };
    for (name, contents) in [("empty", &b""[..]), ("binary", &[0x7F, b'E', b'L', b'F', 0, 0, 1, 255][..])] {
        let error = load(name, contents).unwrap_err().to_string();
        let expected = format!("{name} is not a saved game: the text has neither tags nor moves");
        assert!(error.ends_with(&expected), "{error}");
    }
    assert!(pgn::load(Path::new("no/such/file.pgn")).unwrap_err().to_string().contains("cannot be read"));
    let mut long = b"1. d6 f4 2. d2 b4 {".to_vec();
    long.resize(100 << 20, b'x');
    let reading = load("long", &long).unwrap();
    assert_eq!(reading.game.ply(), 4);
    assert_eq!(reading.fault, Some(Fault::TooLong));
    assert_eq!(load("latin", b"[White \"M\xFCller\"]\n1. d6").unwrap().tags.get("White"), Some("Müller"));
}

#[test]
fn saving_where_no_folder_can_be_is_an_error() {
    let error = pgn::save(Path::new("/dev/null/game.pgn"), &Tags::default(), &Game::default());
    assert!(error.is_err());
}

/// Writes a file and opens it as a collection.
fn collection(bytes: &[u8]) -> Collection {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("club.pgn");
    fs::write(&path, bytes).unwrap();
    Collection::open(&path).unwrap()
}

const CLUB: &str = "[Event \"Club\"]\n[White \"Jürgen\"]\n[Black \"B\"]\n[Date \"2024.05.01\"]\n\n1. d6 f4 (1... a1 1-0) 2. d2 {never} b4 1-0\n\
                    {the end}\n\n\n[White \"C\"]\n[Result \"1/2-1/2\"]\n1. d6 a1 2. d7 a4 3. d5 xa1\n\
                    [White \"D\"] [Black \"E\"]\n\n*\n";

#[test]
fn the_games_of_a_file_are_listed_without_reading_their_moves() {
    let club = collection(CLUB.as_bytes());
    assert_eq!(club.len(), 3);
    let first = club.entry(0);
    assert_eq!((&*first.white, &*first.black, &*first.date, &*first.event), ("Jürgen", "B", "2024.05.01", "Club"));
    let list: Vec<(&str, &str, usize)> =
        club.entries().iter().map(|entry| (&*entry.white, &*entry.result, entry.plies)).collect();
    assert_eq!(list, [("Jürgen", "1-0", 4), ("C", "1/2-1/2", 5), ("D", "*", 0)]);
    assert!(club.text(0).ends_with("{the end}"));
    assert!(club.text(1).ends_with("xa1"));
    for game in 0..club.len() {
        assert_eq!(club.read(game).game.ply(), club.entry(game).plies);
    }
}

#[test]
fn saving_one_game_back_touches_no_other_byte() {
    let game = "[White \"Ü\"]\n\n1. a1 a4 *\n";
    for (from, to) in [("\n", "\n"), ("\n", "\r\n")] {
        let text = CLUB.replace(from, to);
        let utf16 = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
        let latin = |text: &str| -> Vec<u8> { text.chars().map(|c| c as u8).collect() };
        let bom = |text: &str| format!("\u{FEFF}{text}");
        type Encode<'a> = &'a dyn Fn(&str) -> Vec<u8>;
        let encodings: [Encode; 4] =
            [&|text| text.as_bytes().to_vec(), &|text| bom(text).into_bytes(), &latin, &|text| utf16(&bom(text))];
        for encode in encodings {
            let club = collection(&encode(&text));
            assert_eq!(club.entry(0).white, "Jürgen");
            for game_number in 0..3 {
                let expected = text.replace(&*club.text(game_number), game.trim().replace('\n', to).as_str());
                assert_eq!(club.with_replaced(game_number, game), encode(&expected), "game {game_number}");
            }
            let appended = collection(&club.with_appended(game));
            assert_eq!((appended.len(), &*appended.entry(3).white), (4, "Ü"));
            assert_eq!(appended.text(2), club.text(2));
        }
    }
}

#[test]
fn twenty_thousand_games_are_listed_at_once() {
    let game = include_str!("data/compound.pgn");
    let club = collection(&format!("{game}\n").repeat(20_000).into_bytes());
    assert_eq!((club.len(), club.entry(19_999).plies), (20_000, 12));
    let replaced = club.with_replaced(12_345, "[White \"New\"]\n\n1. d6 *");
    let again = collection(&replaced);
    assert_eq!((again.len(), &*again.entry(12_345).white), (20_000, "New"));
    assert_eq!(again.text(12_346), club.text(12_346));
}
