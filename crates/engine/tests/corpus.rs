//! Broken and hostile inputs, kept in `corpus`, and damaged copies of them: nothing panics, takes long or is misread, and
//! every complaint is one short line.

mod mutation;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use muehle_engine::endgame::build::Progress;
use muehle_engine::endgame::index::Subspace;
use muehle_engine::endgame::table::{Table, file_name};
use muehle_engine::endgame::verify;
use muehle_engine::game::pgn::{self, Collection};
use muehle_engine::heuristics::{EvaluationTable, xml};
use muehle_engine::rules::{Position, RemovalRule, ring_text};
use mutation::mutated;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Damaged copies of each input.
const COPIES: usize = 20;

/// Checks the inputs of one kind and damaged copies of them.
fn check_all(kind: &str, signs: &[u8], check: &mut dyn FnMut(&[u8])) {
    let begun = Instant::now();
    let mut random = ChaCha8Rng::seed_from_u64(2026);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(kind);
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "the corpus of {kind}");
    for path in paths {
        let contents = fs::read(&path).unwrap();
        let inputs: Vec<&[u8]> = match path.extension().is_some_and(|end| end == "txt") {
            true => contents.split(|&byte| byte == b'\n').collect(),
            false => vec![&contents],
        };
        for input in inputs {
            check(input);
            for _ in 0..COPIES {
                check(&mutated(input, signs, &mut random));
            }
        }
    }
    assert!(begun.elapsed() < Duration::from_secs(60), "{kind}: {:?}", begun.elapsed());
}

#[track_caller]
fn assert_short(complaint: impl ToString) {
    let complaint = complaint.to_string();
    let is_short = complaint.chars().count() < 400 && !complaint.contains(|letter: char| letter.is_control());
    assert!(is_short, "{complaint:?}");
}

#[test]
fn games_are_read_up_to_their_first_fault() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pgn");
    check_all("pgn", b"{}()[]\"$;.x:-%*\n 1", &mut |input| {
        fs::write(&path, input).unwrap();
        match pgn::load(&path) {
            Ok(reading) => {
                reading.fault.iter().for_each(assert_short);
                // What was understood is written so that it is understood again.
                let again = pgn::read(&pgn::write(&reading.tags, &reading.game));
                assert_eq!(again.game.moves(), reading.game.moves());
                assert_eq!(again.fault, None);
            }
            Err(error) => assert_short(error),
        }
        if let Ok(games) = Collection::open(&path) {
            (0..games.len()).for_each(|game| drop(games.read(game)));
        }
    });
}

#[test]
fn positions_are_possible_or_refused() {
    for kind in ["position", "ring"] {
        check_all(kind, b",/-wb09 O@*Xrpms", &mut |input| match String::from_utf8_lossy(input).parse::<Position>() {
            Ok(position) => {
                assert_eq!(position.to_string().parse(), Ok(position));
                assert_eq!(ring_text::write(&position).parse(), Ok(position));
            }
            Err(error) => assert_short(error),
        });
    }
}

#[test]
fn heuristics_are_complete_or_refused() {
    let mut read = 0;
    check_all("heuristic", b"<>/\"=&;.e-NaN 0", &mut |input| {
        match xml::read(&String::from_utf8_lossy(input)) {
            Ok(heuristic) => {
                read += 1;
                assert_eq!(xml::read(&xml::write(&heuristic)).unwrap().network, heuristic.network);
                // Making the table is slow.
                if read % 20 == 1 {
                    let value = EvaluationTable::new(heuristic).evaluate(&Position::START);
                    assert!(value.abs() <= EvaluationTable::UNIT);
                }
            }
            Err(error) => assert_short(error),
        }
    });
    assert!(read > 0, "small damage leaves a heuristic readable");
}

/// The verdict on a table file: none if it is whole and every value is right.
fn table_fault(folder: &Path, bytes: &[u8]) -> Option<String> {
    let (rule, subspace) = (RemovalRule::Never, Subspace::new(3, 3).unwrap());
    fs::write(folder.join(file_name(rule, subspace)), bytes).unwrap();
    let table = match Table::open(folder, rule, subspace) {
        Ok(table) => table,
        Err(error) => return Some(error.to_string()),
    };
    verify::verify(&table, None, &Progress::default()).err().map(|error| error.to_string())
}

#[test]
fn tables_are_whole_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let shipped = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../endgame/never-3-3.mtb")).unwrap();
    assert_eq!(table_fault(folder.path(), &shipped), None);
    check_all("table", &[0, 1, 0x80, 0xFF], &mut |input| {
        assert_short(table_fault(folder.path(), input).expect("no table of the corpus is whole"));
    });
    let mut random = ChaCha8Rng::seed_from_u64(12);
    for _ in 0..100 {
        let damaged = mutated(&shipped, &[0, 1, 0x80, 0xFF], &mut random);
        if damaged != shipped {
            assert_short(table_fault(folder.path(), &damaged).expect("damage is seen"));
        }
    }
}
