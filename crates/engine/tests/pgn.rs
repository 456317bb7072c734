//! Saved games: other programs' files, broken ones, hostile ones.

#[allow(dead_code)]
#[path = "../../../fuzz/src/parser.rs"]
mod parser;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use muehle_engine::game::pgn::{self, Collection, Fault, Reading, Tags};
use muehle_engine::game::{Game, Outcome};
use muehle_engine::rules::RemovalRule;
use parser::damaged;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

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
    assert!(text.contains("[Rules \"any repetition=on quiet=100\"]"));
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
    // Only the game itself must not be too long, not the file.
    let many = "[White \"A\"]\n\n1. d6 f4 *\n\n".repeat(700_000);
    assert_eq!(load("many", many.as_bytes()).unwrap().fault, None);
    let club = collection(&[&b"1. a1 *\n\n"[..], &long, b"}\n\n[White \"B\"]\n1. a4 *"].concat());
    let readings: Vec<(usize, Option<Fault>)> =
        (0..club.len()).map(|game| club.read(game)).map(|reading| (reading.game.ply(), reading.fault)).collect();
    assert_eq!(readings, [(1, None), (4, Some(Fault::TooLong)), (1, None)]);
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

#[test]
fn reading_takes_time_in_proportion_to_the_text() {
    // Each of these took minutes when every step looked at the whole text or at all plies before it.
    let begun = Instant::now();
    let numbers = pgn::read(&format!("1. d6 f4 {} d2", "1.".repeat(2 << 20)));
    assert_eq!((numbers.game.ply(), numbers.fault), (3, None));
    let tags: String = (0..200_000).map(|i| format!("[T{i} \"x\"]\n")).collect();
    let many_tags = pgn::read(&format!("{tags}1. d6 f4"));
    assert_eq!(many_tags.fault.unwrap().to_string(), "the game has more than 1000 tags; the rest is skipped");
    let one_line = pgn::read(&"[Event \"x\"] ".repeat(500_000));
    assert_eq!(one_line.fault, Some(Fault::TooManyTags { limit: 1000 }));
    let braces = pgn::read(&format!("1. d6 f4{}", "\n[ { ".repeat(200_000)));
    assert_eq!(braces.game.ply(), 2);
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

/// A game of this many plies without a removal: both sides walk around in their own half of the board.
fn long_walk(plies: usize, rules: &str) -> String {
    let cycle = ["a1-d1", "b2-d2", "d1-a1", "d2-b2"];
    let mut text = format!("[Rules \"{rules}\"]\n[FEN \"a1,a4,g1,g4/b2,b4,f2,f6 w 0 0\"]\n\n");
    for ply in 0..plies {
        text.push_str(cycle[ply % 4]);
        text.push(' ');
    }
    text
}

#[test]
fn long_games_are_read_at_once() {
    let begun = Instant::now();
    let reading = pgn::read(&long_walk(300_000, "never repetition=off quiet=0"));
    assert_eq!((reading.game.ply(), reading.fault), (300_000, None));
    // The same moves as a variation first: the main line then follows nodes that are already there.
    let walk = long_walk(100_000, "never repetition=off quiet=0");
    let (tags, moves) = walk.split_once("\n\n").unwrap();
    let (first, rest) = moves.split_once(' ').unwrap();
    let reading = pgn::read(&format!("{tags}\n\n{first} ({moves}) {rest}"));
    assert_eq!((reading.game.ply(), reading.fault), (100_000, None));
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    let too_long = pgn::read(&long_walk(500_010, "never repetition=off quiet=0"));
    assert_eq!(too_long.game.ply(), 500_000);
    let named = "the game has more than 500000 plies, variations included; the rest is skipped";
    assert_eq!(too_long.fault.unwrap().to_string(), named);
}

#[test]
fn draws_are_seen_while_reading() {
    let over = "move 5 (white): a1-d1: the game is over: 1/2-1/2 (repetition)";
    assert_eq!(fault(&long_walk(9, "never")), over);
    assert_eq!(pgn::read(&long_walk(8, "never")).fault, None);
    // The plies of a variation do not count for the main line.
    let main = "a1-d1 b2-d2 d1-a1 d2-b2";
    let reading = pgn::read(&format!("{}(d2-b2 a1-d1 b2-d2 d1-a1) {main}", long_walk(4, "never")));
    assert_eq!((reading.fault, reading.game.ply()), (None, 8));
    // Those before it count for both.
    let walk = long_walk(7, "never");
    assert_eq!(fault(&format!("{walk}(a4-a7 d2-b2 a7-a4) d2-b2 a1-d1")), over);
    let in_variation = "move 6 (white): d1-a1: the game is over: 1/2-1/2 (repetition)";
    assert_eq!(fault(&format!("{walk}(a4-a7 b4-c4 a7-a4 c4-b4 d1-a1) d2-b2")), in_variation);
}

fn sample(name: &str) -> Reading {
    pgn::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)).unwrap()
}

fn moves(reading: &Reading) -> String {
    assert_eq!(reading.fault, None);
    let text = pgn::write(&reading.tags, &reading.game);
    text.split("\n\n").nth(1).unwrap().trim().replace('\n', " ")
}

#[test]
fn games_from_playok_are_read() {
    let reading = sample("playok.pgn");
    let expected = "1. d6 f4 2. d2 b4 3. d7 c4 4. d5xb4 b4 5. e4 a4xd2 6. d2 e5 7. e3 g4 8. g1 a7 9. f2 b6 \
                    10. d2-b2 g4-g7 1-0";
    assert_eq!(moves(&reading), expected);
    assert_eq!(reading.game.rules().removal, RemovalRule::Any);
    // Without the tag the moves tell.
    assert_eq!(moves(&pgn::read("1. 5 13 2. 20 19")), "1. d6 e4 2. d2 b2 *");
    assert_eq!(moves(&pgn::read("[FEN \"d1,a1,g4/c5,b6,d6,f6 w 0 0\"]\n1. 15-24 x7")), "1. g4-g1xc5 *");
    assert_eq!(moves(&pgn::read("[FEN \"d1,a1,g4/c5,b6,d6,f6 w 0 0\"]\n1. 15-24x7")), "1. g4-g1xc5 *");
    assert!(fault("[Site \"PlayOK\"]\n1. 5 25").starts_with("move 1 (black): \"25\" is not a move"));
    let list = collection(&fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/playok.pgn")).unwrap());
    assert_eq!(list.entry(0).plies, 20);
    // Numbers that cannot be played do not make a game, unless the site says so.
    for nonsense in ["1. 5 13 2. 5 19", "3 15 22 99", "2024-05-01 12:30", "[White \"A\"]\n\n1. 5 13 2. 25", "1 2 3 1"] {
        let reading = pgn::read(nonsense);
        assert_eq!((reading.fault, reading.game.ply()), (Some(Fault::Numbers), 0), "{nonsense}");
    }
    let played = pgn::read("[Site \"PlayOK\"]\n\n1. 5 13 2. 5 19");
    assert_eq!(
        (played.fault.unwrap().to_string().as_str(), played.game.ply()),
        ("move 2 (white): 5: d6 is occupied", 2)
    );
    // Elsewhere a number without a dot is a move number.
    assert_eq!(moves(&pgn::read("1 d6 f4 2 d2 b4")), "1. d6 f4 2. d2 b4 *");
}

#[test]
fn files_of_other_systems_are_read() {
    for name in ["windows1252.pgn", "utf16le.pgn", "utf16be.pgn"] {
        let reading = sample(name);
        assert_eq!(reading.tags.get("White"), Some("Jürgen Müller"), "{name}");
        assert_eq!(reading.tags.get("Black"), Some("Béla – Gast"), "{name}");
        let expected = "1. d6 f4 2. d2 b4 3. d7 c4 4. d5xb4 {Mühle!} 4... e4 5. a1 g4xd2 {doppelt} 6. g1 g7 7. \
                        d1xc4 {Beide waren müde.} 1/2-1/2";
        assert_eq!(moves(&reading), expected, "{name}");
        let list = collection(&fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)).unwrap());
        assert_eq!((list.len(), list.entry(0).plies), (1, 13), "{name}");
    }
}

#[test]
fn dashes_and_results_are_read_as_people_write_them() {
    let reading = sample("typeset.pgn");
    assert_eq!(moves(&reading), "1. f2-d2 d1-a1 2. a4-b4 b6-d6 1/2-1/2", "the result is only in a tag");
    for (text, score) in [("½-½", "1/2-1/2"), ("remis", "1/2-1/2"), ("0–1", "0-1"), ("1:0", "1-0")] {
        let ended = pgn::read(&format!("1. d6 f4 {text} {{after it}}\n"));
        assert_eq!(ended.game.outcome().map(Outcome::score_text), Some(score), "{text}");
        assert!(moves(&ended).ends_with(&format!("{{after it}} {score}")), "{text}");
        let tagged = pgn::read(&format!("[Result \"{text}\"]\n\n1. d6 f4\n\n[Result \"*\"]\n\n*"));
        assert_eq!(tagged.game.outcome().map(Outcome::score_text), Some(score), "{text}");
    }
    // A file that broke off is not over, whatever its tag says.
    let cut = pgn::read("[Result \"1-0\"]\n[PlyCount \"30\"]\n\n1. d6 f4");
    assert_eq!(cut.game.outcome(), None);
    assert_eq!(moves(&pgn::read("[White \"A\"]\n{only a comment} *")), "{only a comment} *");
}

#[test]
fn removals_may_be_set_apart() {
    let compound = moves(&pgn::read("1. d6 a1 2. d7 a4 3. d5xa1 $1 {good} g7"));
    for removal in [
        "d5 xa1 $1 {good}",
        "d5 {good} $1 xa1",
        "d5! x a1 {good}",
        "d5x a1 ! {good}",
        "d5 : {good} a1 $1",
        "d5:a1! {good}",
    ] {
        assert_eq!(moves(&pgn::read(&format!("1. d6 a1 2. d7 a4 3. {removal} g7"))), compound, "{removal}");
    }
}

#[test]
fn other_games_are_refused_with_a_sentence() {
    let refuse = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
        pgn::load(&path).unwrap_err().to_string()
    };
    let twelve = "twelve.pgn is not a saved game: it is a game of Twelve Men's Morris, not of Nine Men's Morris";
    assert!(refuse("twelve.pgn").ends_with(twelve), "{}", refuse("twelve.pgn"));
    assert!(refuse("chess.pgn").ends_with("chess.pgn is not a saved game: it is a chess game"));
    for moves in ["1. d4 d5 2. c4 e6 3. Nc3 Nf6", "1. e4 e5 2. d4 exd4", "1. e4 e5 2. Bc4", "1. e4 d5 2. exd5"] {
        assert_eq!(fault(moves), "it is a chess game", "{moves}");
    }
    for nonsense in ["milk and bread", "1. nobody knows", "<html><body>d6 f4</body></html>", "{\"moves\": [\"d6\"]}"] {
        assert_eq!(fault(nonsense), "the text has neither tags nor moves", "{nonsense}");
    }
    let position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(fault(&format!("[FEN \"{position}\"]\n\n1. e4 e5 *")), "it is a chess game");
}

#[test]
fn a_removal_that_is_due_begins_the_game() {
    let reading = sample("sanmill.pgn");
    assert_eq!(reading.fault, None);
    assert_eq!(reading.game.start().to_string(), "d5,e5,e4/d7 b 6 7");
    assert_eq!(moves(&reading), "1... d6 2. f4 a1 *");
    let text = pgn::write(&reading.tags, &reading.game);
    assert!(text.contains("[FEN \"d5,e5,e4/d7 b 6 7\"]"), "{text}");
    assert!(text.contains("[RingFEN \"OOO*****/********/@******* b p p 3 6 1 7 0 0"), "{text}");
    assert_eq!(pgn::read(&text).game.start(), reading.game.start());
    let due = "[FEN \"OOO*****/********/@@****** w p r 3 6 2 7 1 0\"]";
    let named =
        "the start position is wrong: a mill is closed and its removal is still due; give the position after it";
    assert_eq!((fault(due), fault(&format!("{due} 1. d6-d7"))), (named.to_owned(), named.to_owned()));
    assert!(fault(&format!("{due} 1. xd6")).contains("there is no stone on d6"));
}

#[test]
fn circles_and_arrows_are_kept_apart_from_the_words() {
    let text = "{[%csl Ga1] Start} 1. d6 {[%csl Yf4][%cal Gd6d5,Rd6b6] Centre [%clk 0:05]} f4 *";
    let reading = pgn::read(text);
    let tree = reading.game.tree();
    let [start, first] = [0, 1].map(|ply| tree.node(reading.game.line()[ply]));
    assert_eq!((start.comment.as_str(), start.marks.len()), ("Start", 1));
    assert_eq!((first.comment.as_str(), first.marks.len()), ("Centre [%clk 0:05]", 3), "unknown commands stay");
    let written = pgn::write(&reading.tags, &reading.game);
    let words = written.split_whitespace().collect::<Vec<_>>().join(" ");
    let wanted = "{[%csl Ga1] Start} 1. d6 {[%csl Yf4] [%cal Gd6d5,Rd6b6] Centre [%clk 0:05]} 1... f4 *";
    assert!(words.ends_with(wanted), "{words}");
    assert_eq!(pgn::read(&written).game.tree().node(reading.game.line()[1]).marks, first.marks);
}

#[test]
fn damaged_files_lose_nothing_that_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("damaged.pgn");
    let mut random = ChaCha8Rng::seed_from_u64(16);
    let samples = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")).unwrap();
    for sample in
        samples.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|end| end == "pgn"))
    {
        let whole = fs::read(&sample).unwrap();
        for _ in 0..100 {
            let bytes = damaged(&[&whole[..], b"\n\n", &whole].concat(), b"{}()[]\"$;.x:-%*\n 1", &mut random);
            fs::write(&path, &bytes).unwrap();
            let _ = pgn::load(&path);
            let Ok(games) = Collection::open(&path) else { continue };
            let ranges: Vec<usize> =
                games.entries().iter().flat_map(|entry| [entry.range.start, entry.range.end]).collect();
            assert!(ranges.is_sorted() && ranges.iter().all(|&at| at <= bytes.len()), "{ranges:?}");
            for game in 0..games.len() {
                let Reading { tags, game: moves, .. } = games.read(game);
                let replaced = games.with_replaced(game, &pgn::write(&tags, &moves));
                let range = &games.entry(game).range;
                assert!(replaced.starts_with(&bytes[..range.start]) && replaced.ends_with(&bytes[range.end..]));
            }
        }
    }
}

#[test]
fn nobody_is_said_to_have_forfeited_when_the_file_does_not_say_why() {
    let end = |termination: &str| {
        let read = pgn::read(&format!("{termination}\n\n1. d6 f4 2. d2 1-0"));
        let again = pgn::read(&pgn::write(&read.tags, &read.game));
        assert_eq!(again.game.outcome(), read.game.outcome());
        read.game.outcome().map(|outcome| outcome.to_string())
    };
    assert_eq!(end("").as_deref(), Some("1-0 (unknown)"));
    assert_eq!(end("[Termination \"normal\"]").as_deref(), Some("1-0 (unknown)"));
    assert_eq!(end("[Termination \"forfeit\"]").as_deref(), Some("1-0 (forfeit)"));
}
