use std::sync::Barrier;
use std::thread;

use super::*;
use crate::game::pgn;

const DAY: &str = "2026.11.18";

fn november() -> Date {
    Date::new(2026, 11, 18).unwrap()
}

fn text(id: &str, black: &str, result: &str) -> String {
    let tags = format!("[Date \"{DAY}\"]\n[White \"Anna\"]\n[Black \"Robo\"]\n[WhitePlayer \"human\"]\n");
    format!(
        "{tags}[BlackPlayer \"{black}\"]\n[{ID_TAG} \"{id}\"]\n[Result \"{result}\"]\n\n1. d6 f4 2. d2 b4 {result}\n"
    )
}

fn archive() -> (tempfile::TempDir, Archive) {
    let folder = tempfile::tempdir().unwrap();
    let archive = Archive::new(folder.path().join("saves"));
    (folder, archive)
}

fn ids(archive: &Archive) -> Vec<String> {
    archive.read().games.into_iter().map(|game| game.place.id).collect()
}

#[test]
fn games_are_added_replaced_and_removed() {
    let (folder, archive) = archive();
    assert!(archive.read().games.is_empty() && archive.read().problems.is_empty());
    let first = archive.add(&text("a", "computer:level=club", "1-0"), november()).unwrap();
    let second = archive.add(&text("b", "network", "0-1"), november()).unwrap();
    assert_eq!(&*first.file, folder.path().join("saves").join("games-2026-11.pgn"));
    assert_eq!(first.file, second.file);
    let contents = archive.read();
    assert!(contents.problems.is_empty());
    let [one, two] = &contents.games[..] else { panic!("{:?}", contents.games) };
    assert_eq!((one.own_side(), one.own_result()), (Some(Color::White), Some(GameResult::Won)));
    assert_eq!(one.player(Color::Black).kind, PlayerKind::Level(Level::Club));
    assert_eq!((one.date.as_str(), one.moves.len(), one.start), (DAY, 4, Position::START));
    assert_eq!((two.own_result(), &two.opponent().unwrap().kind), (Some(GameResult::Lost), &PlayerKind::Network));
    // The same game once more: it ended again, or was reviewed.
    archive.add(&text("a", "computer:level=club", "1/2-1/2"), november()).unwrap();
    archive.replace(&second, &text("b", "network", "1-0")).unwrap();
    let results: Vec<_> = archive.read().games.iter().map(ArchivedGame::own_result).collect();
    assert_eq!(results, [Some(GameResult::Drawn), Some(GameResult::Won)]);
    assert!(archive.text(&first).unwrap().contains("1/2-1/2"));
    archive.remove(&first).unwrap();
    assert_eq!(ids(&archive), ["b"]);
    assert!(matches!(archive.remove(&first), Err(ArchiveError::Gone { .. })));
    assert!(matches!(archive.replace(&first, &text("a", "human", "1-0")), Err(ArchiveError::Gone { .. })));
    archive.remove(&second).unwrap();
    assert!(!second.file.exists(), "an empty month has no file");
    assert_eq!(fs::read_dir(folder.path().join("saves")).unwrap().count(), 0, "and no lock stays");
}

#[test]
fn what_stands_beside_a_removed_game_stays() {
    let (_folder, archive) = archive();
    for id in ["a", "b", "c"] {
        archive.add(&text(id, "random", "1-0"), november()).unwrap();
    }
    let places: Vec<Place> = archive.read().games.into_iter().map(|game| game.place).collect();
    let file = places[0].file.clone();
    let [a, b, c] = ["a", "b", "c"].map(|id| text(id, "random", "1-0"));
    assert_eq!(fs::read_to_string(&file).unwrap(), [a.as_str(), &b, &c].join("\n"));
    archive.remove(&places[1]).unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), [a.as_str(), &c].join("\n"));
    archive.remove(&places[2]).unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), a);
}

#[test]
fn a_damaged_file_is_named_left_alone_and_passed_by() {
    let (_folder, archive) = archive();
    let first = archive.add(&text("a", "random", "1-0"), november()).unwrap();
    let second = archive.add(&text("b", "random", "1-0"), november()).unwrap();
    for (damaged, listed) in [
        // An illegal move in the first game, a file that was cut off, and something else altogether.
        (fs::read_to_string(&first.file).unwrap().replacen("2. d2", "2. d6", 1), vec!["a", "b", "c"]),
        (text("a", "random", "1-0") + "\n[White \"X\"]\n\n1. d6 {cut", vec!["a", "?", "c"]),
        (text("a", "random", "1-0") + "\n[Event \"Mühle\"]\n[White \"X\"]\n", vec!["a", "c"]),
        (text("a", "random", "1-0") + "\n[Event \"Mühle\"]\n[White \"X\u{0} [[[ \"", vec!["a", "c"]),
        ("\u{0}\u{1}\u{2}".to_owned(), vec!["c"]),
    ] {
        fs::write(&first.file, &damaged).unwrap();
        let added = archive.add(&text("c", "random", "0-1"), november()).unwrap();
        assert!(added.file.ends_with("games-2026-11-2.pgn"));
        let contents = archive.read();
        assert_eq!(contents.problems.len(), 1, "{:?}", contents.problems);
        let sentence = contents.problems[0].to_string();
        assert!(sentence.contains("games-2026-11.pgn") && !sentence.contains('\n'), "{sentence}");
        let found: Vec<String> = contents.games.into_iter().map(|game| game.place.id).collect();
        assert_eq!(found.len(), listed.len(), "{found:?}");
        for (found, listed) in found.iter().zip(listed) {
            assert!(found == listed || listed == "?", "{found}");
        }
        for place in [&first, &second] {
            assert!(matches!(archive.remove(place), Err(ArchiveError::Damaged { .. })));
            assert!(matches!(archive.replace(place, "1. a1 *"), Err(ArchiveError::Damaged { .. })));
        }
        assert_eq!(fs::read_to_string(&first.file).unwrap(), damaged, "not a byte of it changes");
        archive.remove(&added).unwrap();
    }
}

#[test]
fn an_empty_file_and_a_folder_are_no_obstacle() {
    let (_folder, archive) = archive();
    let place = archive.add(&text("a", "random", "1-0"), november()).unwrap();
    fs::write(&place.file, "").unwrap();
    assert!(archive.read().problems.is_empty());
    archive.add(&text("b", "random", "1-0"), november()).unwrap();
    assert_eq!(ids(&archive), ["b"]);
    fs::remove_file(&place.file).unwrap();
    fs::create_dir(&place.file).unwrap();
    let other = archive.add(&text("c", "random", "1-0"), november()).unwrap();
    assert!(other.file.ends_with("games-2026-11-2.pgn"));
    assert_eq!((ids(&archive), archive.read().problems.len()), (vec!["c".to_owned()], 1));
}

#[test]
fn games_without_an_id_are_known_by_their_text() {
    let (_folder, archive) = archive();
    let place = archive.add(&text("a", "random", "1-0"), november()).unwrap();
    let by_hand = "[White \"X\"]\n\n1. d6 f4 1-0\n";
    fs::write(&place.file, [by_hand, &text("a", "random", "1-0"), "\n1. a1 d7 0-1\n"].concat()).unwrap();
    let contents = archive.read();
    assert!(contents.problems.is_empty() && contents.games.len() == 3);
    archive.remove(&contents.games[0].place).unwrap();
    archive.remove(&contents.games[2].place).unwrap();
    assert_eq!(ids(&archive), ["a"]);
}

#[test]
fn many_windows_write_at_once_and_lose_nothing() {
    let (_folder, archive) = archive();
    let start = Barrier::new(4);
    thread::scope(|scope| {
        for window in 0..4 {
            let (archive, start) = (&archive, &start);
            scope.spawn(move || {
                start.wait();
                for game in 0..10 {
                    archive.add(&text(&format!("{window}-{game}"), "random", "1-0"), november()).unwrap();
                }
            });
        }
    });
    let mut found = ids(&archive);
    found.sort();
    found.dedup();
    assert_eq!(found.len(), 40);
    assert_eq!(archive.files().len(), 1);
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_loses_nothing() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, archive) = archive();
    let place = archive.add(&text("a", "random", "1-0"), november()).unwrap();
    let before = fs::read(&place.file).unwrap();
    let saves = folder.path().join("saves");
    fs::set_permissions(&saves, fs::Permissions::from_mode(0o555)).unwrap();
    let refused = archive.add(&text("b", "random", "1-0"), november());
    fs::set_permissions(&saves, fs::Permissions::from_mode(0o755)).unwrap();
    // Root may write everywhere.
    if refused.is_err() {
        assert!(matches!(refused, Err(ArchiveError::Io { .. })));
        assert_eq!(fs::read(&place.file).unwrap(), before);
    }
}

#[test]
fn only_files_of_months_belong_to_the_archive() {
    let (_folder, archive) = archive();
    for name in ["games-2026-11.pgn", "games-2026-11-2.pgn", "games-2026-11-13.pgn"] {
        assert!(archive.owns(&archive.folder.join(name)), "{name}");
        assert!(!archive.owns(&Path::new("elsewhere").join(name)), "{name}");
    }
    for name in ["games.pgn", "games-2026.pgn", "games-2026-1.pgn", "games-2026-11-.pgn", "games-2026-11-2-3.pgn"] {
        assert!(!archive.owns(&archive.folder.join(name)), "{name}");
    }
    fs::create_dir_all(&archive.folder).unwrap();
    for name in ["games-2026-11-10.pgn", "games-2026-02.pgn", "games-2026-11-2.pgn", "games-2026-11.pgn", "Anna.pgn"] {
        fs::write(archive.folder.join(name), "").unwrap();
    }
    let names: Vec<_> = archive.files().iter().map(|path| path.file_name().unwrap().to_owned()).collect();
    assert_eq!(names, ["games-2026-02.pgn", "games-2026-11.pgn", "games-2026-11-2.pgn", "games-2026-11-10.pgn"]);
}

#[test]
fn games_are_exported_to_other_files_only() {
    let (folder, archive) = archive();
    for id in ["a", "b", "c"] {
        archive.add(&text(id, "random", "1-0"), november()).unwrap();
    }
    let places: Vec<Place> = archive.read().games.into_iter().map(|game| game.place).collect();
    let path = folder.path().join("export.pgn");
    assert_eq!(archive.export(&places[1..], &path).unwrap(), 2);
    let exported = Collection::open(&path).unwrap();
    assert_eq!((exported.len(), exported.tags(1).get(ID_TAG)), (2, Some("c")));
    assert!(matches!(archive.export(&places, &places[0].file), Err(ArchiveError::Own { .. })));
    assert_eq!(ids(&archive), ["a", "b", "c"]);
}

#[test]
fn statistics_count_what_a_person_has_played() {
    let (_folder, archive) = archive();
    let add = |id: &str, black: &str, result: &str, more: &str| {
        archive.add(&format!("{more}{}", text(id, black, result)), november()).unwrap();
    };
    let reviewed = |accuracy: u32, mistakes: &str| {
        format!("[WhiteAccuracy \"{accuracy}\"]\n[WhiteMistakes \"{mistakes}\"]\n[BlackAccuracy \"7\"]\n")
    };
    add("1", "computer:level=club", "1-0", &reviewed(80, "missed-mill 1, mobility 2"));
    add("2", "computer:level=club", "0-1", &reviewed(60, "missed-mill 4"));
    add("3", "perfect", "1/2-1/2", "");
    add("4", "computer:depth=3", "1-0", "");
    add("5", "network", "0-1", "");
    add("6", "human", "1-0", &reviewed(99, "other 9"));
    add("7", "computer:level=club", "1-0", "[SetUp \"1\"]\n[FEN \"-/- w 9 9\"]\n");
    let statistics = Statistics::of(&archive.read().games);
    assert_eq!(statistics.level(Level::Club), Tally { won: 2, drawn: 0, lost: 1 });
    assert_eq!(statistics.level(Level::Perfect), Tally { won: 0, drawn: 1, lost: 0 });
    assert_eq!(statistics.color(Color::White), Tally { won: 3, drawn: 1, lost: 2 });
    assert_eq!((statistics.color(Color::Black), statistics.all().games()), (Tally::default(), 6));
    assert_eq!(statistics.accuracy, [(0, 80), (1, 60)], "two people at one screen have no side of their own");
    assert_eq!(statistics.mistakes, [(MistakeKind::MissedMill, 5), (MistakeKind::Mobility, 2)]);
    assert_eq!(statistics.rating, None, "four games against levels are too few");
    add("8", "computer:level=child", "1-0", "");
    assert!(Statistics::of(&archive.read().games).rating.is_some_and(|rating| rating.games == 5));
}

#[test]
fn a_game_from_a_set_up_position_does_not_count() {
    let (_folder, archive) = archive();
    let set_up = "[SetUp \"1\"]\n[FEN \"a7,d7,g4/b6,d6,f2 w 0 0\"]\n[BlackPlayer \"computer:level=club\"]\n";
    archive.add(&format!("{set_up}[{ID_TAG} \"x\"]\n\n1. g4-g7xf2 1-0\n"), november()).unwrap();
    let contents = archive.read();
    assert_eq!(contents.games[0].own_result(), Some(GameResult::Won));
    assert_eq!(Statistics::of(&contents.games).all().games(), 0);
    assert!(pgn::read(&archive.text(&contents.games[0].place).unwrap()).fault.is_none());
}
