//! `muehle export`.

use std::fs;
use std::path::{Path, PathBuf};

use muehle_engine::game::pgn;
use muehle_engine::rules::{Point, PointSet};

use crate::{muehle, muehle_in, refused, start};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/print").join(name)
}

#[test]
fn the_command_line_writes_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let game = data("game.pgn");
    let begins: [(&str, &[u8]); 4] =
        [("a.pdf", b"%PDF-"), ("a.svg", b"<svg "), ("a.PNG", b"\x89PNG"), ("a.pgn", b"[Event ")];
    for (name, begin) in begins {
        let file = folder.path().join(name);
        let arguments = ["export", game.to_str().unwrap(), "--to", file.to_str().unwrap(), "--ply", "6"];
        let output = muehle(&arguments, b"");
        assert_eq!((output.code, output.stderr.as_str()), (Some(0), ""), "{name}");
        assert!(fs::read(file).unwrap().starts_with(begin), "{name}");
    }
    let svg = fs::read_to_string(folder.path().join("a.svg")).unwrap();
    let mut shown = pgn::load(&data("game.pgn")).unwrap().game;
    while shown.ply() > 6 {
        shown.undo();
    }
    assert!(svg.contains(&format!("<desc>{}</desc>", shown.position())));
}

#[test]
fn what_cannot_be_exported_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let game = data("game.pgn");
    let game = game.to_str().unwrap();
    let inside = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let cases: [(&[&str], i32, &str); 5] = [
        (&[game, "--to", &inside("a.doc")], 2, "does not end in .pdf, .svg, .png or .pgn"),
        (&[game, "--to", &inside("a.pdf"), "--ply", "999"], 2, "there is no ply 999"),
        (&[game, "--to", &inside("a.pdf"), "--paper", "napkin"], 2, "Unknown paper: \"napkin\""),
        (&[&inside("missing.pgn"), "--to", &inside("a.pdf")], 1, "missing.pgn cannot be read"),
        (&[game, "--to", "/proc/muehle/a.pdf"], 1, "a.pdf cannot be written"),
    ];
    for (arguments, code, reason) in cases {
        refused(&[&["export"], arguments].concat(), code, reason);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

const CLUB: &str = "[White \"Anna\"]\n[Black \"Bert\"]\n[Date \"2024.05.01\"]\n[Result \"1-0\"]\n\n1. d6 f4 1-0\n\n\
    [White \"Clara\"]\n\n1. a1 *\n\n[White \"Dora\"]\n\n1. g7 a7 2. d6 *\n";

#[test]
fn the_games_of_a_file_are_listed_and_exported_by_number() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.pgn");
    fs::write(&file, CLUB).unwrap();
    let club = file.to_str().unwrap();
    let output = muehle(&["games", club], b"");
    let list = "1. Anna - Bert, 2024.05.01, 1-0, 2 plies\n2. Clara - ?, ?, *, 1 plies\n3. Dora - ?, ?, *, 3 plies\n";
    assert_eq!((output.code, output.stdout.as_str()), (Some(0), list));
    let third = folder.path().join("third.pgn");
    let output = muehle(&["export", club, "--game", "3", "--to", third.to_str().unwrap()], b"");
    assert_eq!((output.code, output.stderr.as_str()), (Some(0), ""));
    assert!(fs::read_to_string(&third).unwrap().contains("1. g7 a7 2. d6"));
    // In its own file a game replaces itself, and the others stay.
    let output = muehle(&["export", club, "--game", "2", "--to", club], b"");
    assert_eq!((output.code, output.stderr.as_str()), (Some(0), ""));
    let saved = fs::read_to_string(&file).unwrap();
    let (first, last) = (CLUB.split("[White \"Clara\"]").next().unwrap(), "\n\n[White \"Dora\"]\n\n1. g7 a7 2. d6 *\n");
    assert!(saved.starts_with(first) && saved.ends_with(last) && saved.contains("Clara"), "{saved}");
    refused(&["export", club, "--to", "a.pdf"], 2, "has 3 games; choose one with --game");
    refused(&["export", club, "--game", "4", "--to", "a.pdf"], 2, "there is no game 4");
    refused(&["export", third.to_str().unwrap(), "--to", club], 1, "it has 3 games, and they would be lost");
    assert_eq!(fs::read_to_string(&file).unwrap(), saved);
}

#[test]
fn games_in_the_formats_people_have_are_exported_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.pgn");
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/engine/tests/data");
    let sample = |name: &str| samples.join(name).to_str().unwrap().to_owned();
    for entry in fs::read_dir(&samples).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let fault = match name.as_str() {
            "perft.txt" => continue,
            "chess.pgn" => Some("it is a chess game"),
            "twelve.pgn" => Some("it is a game of Twelve Men's Morris, not of Nine Men's Morris"),
            "numbers.pgn" => Some("its numbers are not the moves of a game"),
            _ => None,
        };
        for arguments in [&["games"][..], &["export", "--to", copy.to_str().unwrap()]] {
            let run = muehle(&[arguments, &[&sample(&name)]].concat(), b"");
            assert_eq!(run.code, Some(i32::from(fault.is_some())), "{name}: {}", run.stderr);
            assert!(run.stderr.contains(fault.unwrap_or_default()), "{name}: {}", run.stderr);
            assert!(fault.is_some() || run.stderr.is_empty(), "{name}: {}", run.stderr);
        }
        if fault.is_none() {
            let moves = |path: &Path| pgn::load(path).unwrap().game.moves();
            assert_eq!(moves(&copy), moves(&samples.join(&name)), "{name}");
            fs::remove_file(&copy).unwrap();
        }
    }
    refused(&["games", &sample("perft.txt")], 1, "perft.txt is not a saved game");
}

#[test]
fn a_game_that_was_read_in_part_replaces_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("half.pgn");
    let half = "[White \"A\"]\n\n1. d6 f4 2. d6 a1 *\n";
    fs::write(&file, half).unwrap();
    let name = file.to_str().unwrap();
    refused(&["export", name, "--to", name], 1, "only part of its game could be read");
    assert_eq!(fs::read_to_string(&file).unwrap(), half);
    let copy = folder.path().join("copy.pgn");
    refused(&["export", name, "--to", copy.to_str().unwrap()], 1, "exported only what comes before");
    assert!(fs::read_to_string(copy).unwrap().contains("1. d6 f4"));
}

#[test]
fn a_match_adds_its_games_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.pgn");
    fs::write(&file, CLUB).unwrap();
    let arguments = ["match", "random", "random", "--games", "2", "--pgn", file.to_str().unwrap()];
    assert_eq!(muehle(&arguments, b"").code, Some(0));
    let games = fs::read_to_string(&file).unwrap();
    assert!(games.starts_with(CLUB));
    assert_eq!(games.matches("[Event \"Match\"]").count(), 2);
    assert_eq!(pgn::Collection::open(&file).unwrap().len(), 5);
    let notes = folder.path().join("notes.txt");
    fs::write(&notes, "milk and bread").unwrap();
    refused(
        &["match", "random", "random", "--games", "2", "--pgn", notes.to_str().unwrap()],
        1,
        "no games can be added",
    );
    assert_eq!(fs::read_to_string(notes).unwrap(), "milk and bread");
}

#[cfg(target_os = "linux")]
/// A tree of placements as wide as can be, with comments everywhere: all of them take memory.
fn wide_tree(text: &mut String, placed: &mut Vec<Point>, depth: usize, bytes: usize) {
    let closes_mill = |placed: &[Point], point: Point| {
        let own: PointSet = placed.iter().rev().skip(1).step_by(2).copied().collect();
        own.closing_points().contains(point)
    };
    let free = Point::ALL.into_iter().filter(|point| !placed.contains(point) && !closes_mill(placed, *point));
    let points: Vec<Point> = free.collect();
    if depth == 0 || text.len() > bytes {
        return;
    }
    text.push_str(&format!("{}$2{{c}} ", points[0]));
    for &point in &points[1..] {
        text.push_str(&format!("({{a}}{point}$1{{b}} "));
        placed.push(point);
        wide_tree(text, placed, depth - 1, bytes);
        placed.pop();
        text.push_str(") ");
    }
    placed.push(points[0]);
    wide_tree(text, placed, depth - 1, bytes);
    placed.pop();
}

#[cfg(target_os = "linux")]
#[test]
fn the_widest_game_takes_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    // The illegal move makes the reader try all rules.
    let mut text = "[White \"Wide\"]\n\n a1 (a4 a4) ".to_owned();
    wide_tree(&mut text, &mut vec![Point::A1], 8, 15 << 20);
    fs::write(path("wide.pgn"), text).unwrap();
    for to in ["copy.pgn", "sheet.pdf"] {
        #[expect(clippy::zombie_processes, reason = "wait4 waits for it and also reports its memory")]
        let program = start(&["export", &path("wide.pgn"), "--to", &path(to)]);
        let (mut status, mut used) = (0, std::mem::MaybeUninit::<libc::rusage>::zeroed());
        // SAFETY: the call waits for our own child and only writes the two values it is given.
        let megabytes = unsafe {
            libc::wait4(program.id() as i32, &mut status, 0, used.as_mut_ptr());
            used.assume_init().ru_maxrss >> 10
        };
        assert_eq!(libc::WEXITSTATUS(status), 1, "only a part is read");
        assert!(megabytes < 220, "{to}: {megabytes} MB");
    }
}

#[test]
fn finished_games_are_listed_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let saves = folder.path().join("saves");
    fs::create_dir(&saves).unwrap();
    let game = |id: usize, player: &str, result: &str| {
        let tags = format!("[Date \"2026.11.0{id}\"]\n[ArchiveId \"{id}\"]\n[WhiteAccuracy \"8{id}\"]\n");
        format!("{tags}[WhiteMistakes \"missed-mill {id}\"]\n[BlackPlayer \"{player}\"]\n\n1. d6 f4 {result}\n")
    };
    let games = (1..=5).map(|id| game(id, "computer:level=club", if id == 1 { "0-1" } else { "1-0" }));
    fs::write(saves.join("games-2026-11.pgn"), games.collect::<Vec<_>>().join("\n")).unwrap();
    let list = muehle_in(folder.path(), &["games"], b"");
    assert_eq!(list.code, Some(0), "{}", list.stderr);
    assert!(
        list.stdout.starts_with("1. you - club, 2026.11.01, 0-1, 2 plies, accuracy 81 %\n2. you"),
        "{}",
        list.stdout
    );
    let statistics = muehle_in(folder.path(), &["games", "--statistics"], b"").stdout;
    assert!(statistics.contains("club            5      4      0      1   80.0 %\n"), "{statistics}");
    assert!(statistics.contains("accuracy: 83.0 % in 5 games, 83.0 % in the last 5\n"), "{statistics}");
    assert!(statistics.contains("mistakes: missed-mill 15\n"), "{statistics}");
    // 400 · log₁₀((4 + 1) / (1 + 1)) above the level.
    assert!(statistics.contains("rating: 1404 ± "), "{statistics}");
    let month = saves.join("games-2026-11.pgn");
    let same = muehle_in(folder.path(), &["games", month.to_str().unwrap(), "--statistics"], b"").stdout;
    assert_eq!(same, statistics);
    // A damaged month is named, and the others are listed.
    fs::write(saves.join("games-2026-12.pgn"), "\u{0}\u{1}").unwrap();
    let list = muehle_in(folder.path(), &["games"], b"");
    assert_eq!((list.code, list.stdout.lines().count()), (Some(1), 5));
    assert!(list.stderr.contains("games-2026-12.pgn is not a saved game") && list.stderr.lines().count() == 1);
}
