//! The endgame database: a fresh build equals the shipped tables, the counts are the known ones, a naive solver agrees,
//! and damaged files are never used.

use std::fs;
use std::path::Path;

use muehle_engine::endgame::build::{self, Progress};
use muehle_engine::endgame::index::Subspace;
use muehle_engine::endgame::table::{Summary, Table, file_name};
use muehle_engine::endgame::{Database, TableError, Value, embedded, verify};
use muehle_engine::rules::{Color, Position, RemovalRule};

use naive::NaiveSolver;

mod naive;

/// Own, enemy, positions, wins, losses, draws, longest; checked by two independent solvers.
type Counts = (usize, usize, u64, u64, u64, u64, u16);

const NEVER: [Counts; 6] = [
    (3, 3, 169_626, 140_621, 28_736, 269, 26),
    (4, 3, 760_398, 74_649, 3_095, 682_654, 32),
    (3, 4, 760_398, 102_281, 0, 658_117, 33),
    (5, 3, 2_580_390, 576_601, 0, 2_003_789, 3),
    (3, 5, 2_580_390, 6_301, 9_677, 2_564_412, 31),
    (4, 4, 3_225_597, 159, 29, 3_225_409, 9),
];
const ANY: [Counts; 6] = [
    (3, 3, 169_626, 140_621, 28_736, 269, 26),
    (4, 3, 760_398, 75_397, 3_095, 681_906, 32),
    (3, 4, 760_398, 102_281, 0, 658_117, 33),
    (5, 3, 2_580_390, 580_660, 0, 1_999_730, 3),
    (3, 5, 2_580_390, 6_301, 9_677, 2_564_412, 31),
    (4, 4, 3_225_597, 159, 29, 3_225_409, 9),
];

fn counts(summary: &Summary) -> Counts {
    let Summary { subspace, positions, wins, losses, draws, longest, .. } = *summary;
    (subspace.own(), subspace.enemy(), positions, wins, losses, draws, longest)
}

fn build_up_to(folder: &Path, rule: RemovalRule, stones: u8) -> Vec<Summary> {
    let pairs = build::missing_pairs(folder, rule, stones).unwrap();
    let build = |pair| build::build_pair(folder, rule, pair, &Progress::default()).unwrap();
    pairs.into_iter().flat_map(build).collect()
}

#[test]
fn a_fresh_build_has_the_known_counts_and_the_shipped_bytes() {
    for (rule, known) in [(RemovalRule::Never, NEVER), (RemovalRule::Any, ANY)] {
        let folder = tempfile::tempdir().unwrap();
        let summaries = build_up_to(folder.path(), rule, 8);
        assert_eq!(summaries.iter().map(counts).collect::<Vec<_>>(), known);
        for subspace in Subspace::up_to(8) {
            let name = file_name(rule, subspace);
            let fresh = fs::read(folder.path().join(&name)).unwrap();
            assert!(embedded::bytes(rule, subspace) == Some(&fresh[..]), "{name} differs from the embedded one");
            let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../endgame").join(&name);
            assert!(fs::read(shipped).unwrap() == fresh, "{name} differs from the shipped one");
        }
        assert_eq!(build::missing_pairs(folder.path(), rule, 8), Ok(Vec::new()));
    }
}

#[test]
fn a_naive_solver_of_raw_positions_agrees_on_rule_never() {
    compare_with_naive_solver(RemovalRule::Never);
}

/// Half a minute; `cargo test --test endgame -- --ignored` runs it.
#[test]
#[ignore = "the same code as for the other rule, and slow"]
fn a_naive_solver_of_raw_positions_agrees_on_rule_any() {
    compare_with_naive_solver(RemovalRule::Any);
}

fn compare_with_naive_solver(rule: RemovalRule) {
    let database = Database::open(None, rule, 7);
    let mut solver = NaiveSolver::new(rule);
    for (own, enemy) in [(3, 3), (4, 3)] {
        solver.solve(own, enemy);
        let mut positions = 0;
        solver.for_each(own, enemy, |position, value| {
            assert_eq!(database.probe(&position), Ok(Some(value)), "{rule} {position}");
            positions += 1;
        });
        assert_eq!(positions, if own == 3 { 2024 * 1330 } else { 2 * 10626 * 1140 });
    }
}

#[test]
fn verification_accepts_the_shipped_tables() {
    for rule in RemovalRule::BOTH {
        for subspace in Subspace::up_to(7) {
            let table = Table::find(None, rule, subspace).unwrap();
            verify::verify(&table, None, &Progress::default()).unwrap();
        }
    }
}

/// Writes a table whose checksums are right and some of whose values are wrong: that of rule any under the name and
/// with the header of rule never.
fn write_wrong_table(folder: &Path, subspace: Subspace) {
    let mut bytes = embedded::bytes(RemovalRule::Any, subspace).unwrap().to_vec();
    bytes[10] = 0;
    let checksum = crc32fast::hash(&bytes[..76]);
    bytes[76..80].copy_from_slice(&checksum.to_le_bytes());
    fs::write(folder.join(file_name(RemovalRule::Never, subspace)), bytes).unwrap();
}

#[test]
fn verification_finds_a_wrong_value_behind_right_checksums() {
    let folder = tempfile::tempdir().unwrap();
    let subspace = Subspace::new(4, 3).unwrap();
    write_wrong_table(folder.path(), subspace);
    let table = Table::open(folder.path(), RemovalRule::Never, subspace).unwrap();
    let error = verify::verify(&table, Some(folder.path()), &Progress::default()).unwrap_err();
    assert!(matches!(error, verify::VerifyError::WrongValue { .. }), "{error}");
}

#[test]
fn verification_checks_the_tables_that_are_probed() {
    let rule = RemovalRule::Never;
    let folder = tempfile::tempdir().unwrap();
    let subspace = Subspace::new(4, 3).unwrap();
    write_wrong_table(folder.path(), subspace);
    // What is embedded comes first: neither a probe nor verification looks at the file.
    let embedded = Database::open(None, rule, 7);
    let with_folder = Database::open(Some(folder.path()), rule, 7);
    let index = subspace.index();
    for slot in (0..index.slots()).step_by(101) {
        let (own, enemy) = subspace.stones_at(index, slot);
        let position = Position::new([own, enemy], [0, 0], Color::White).unwrap();
        assert_eq!(with_folder.probe(&position), embedded.probe(&position), "{position}");
    }
    let table = Table::find(Some(folder.path()), rule, subspace).unwrap();
    verify::verify(&table, Some(folder.path()), &Progress::default()).unwrap();
    // Beyond, both read the folder.
    let large = Subspace::new(6, 3).unwrap();
    fs::write(folder.path().join(file_name(rule, large)), b"nonsense").unwrap();
    assert!(matches!(Table::find(Some(folder.path()), rule, large), Err(TableError::Foreign(_))));
    let position: Position = "a7,d7,g4,f2,c3,e3/b6,d6,b2 w 0 0".parse().unwrap();
    let database = Database::open(Some(folder.path()), rule, 9);
    assert!(matches!(database.probe(&position), Err(TableError::Foreign(_))));
}

/// A folder with a table that a test may spoil.
struct Spoiled {
    folder: tempfile::TempDir,
    good: Vec<u8>,
}

impl Spoiled {
    const FILE: &str = "never-5-3.mtb";

    fn new() -> Spoiled {
        let subspace = Subspace::new(5, 3).unwrap();
        let good = embedded::bytes(RemovalRule::Never, subspace).unwrap().to_vec();
        Spoiled { folder: tempfile::tempdir().unwrap(), good }
    }

    /// What opening and verifying the table says when its file has these bytes.
    fn error(&self, bytes: &[u8]) -> TableError {
        fs::write(self.folder.path().join(Spoiled::FILE), bytes).unwrap();
        let subspace = Subspace::new(5, 3).unwrap();
        let folder = self.folder.path();
        let checked = Table::open(folder, RemovalRule::Never, subspace)
            .map_err(verify::VerifyError::from)
            .and_then(|table| verify::verify(&table, Some(folder), &Progress::default()));
        match checked {
            Err(verify::VerifyError::Table(error)) => error,
            other => panic!("a spoiled table gives {other:?}"),
        }
    }
}

#[test]
fn spoiled_files_are_told_apart_and_never_used() {
    let spoiled = Spoiled::new();
    let good = &spoiled.good;
    assert!(matches!(spoiled.error(b""), TableError::Foreign(_)));
    assert!(matches!(spoiled.error(b"Mue"), TableError::Foreign(_)));
    assert!(matches!(spoiled.error(&[b'x'; 100_000]), TableError::Foreign(_)));
    // Cut off anywhere.
    for length in [10, 79, 80, 100, good.len() / 2, good.len() - 1] {
        assert!(matches!(spoiled.error(&good[..length]), TableError::Damaged { .. }), "{length}");
    }
    assert!(matches!(spoiled.error(&[&good[..], b"?"].concat()), TableError::Damaged { .. }));
    // One bit turned over: in the header, the list of blocks, the results and the distances.
    for byte in [10, 13, 15, 40, 60, 76, 90, good.len() / 3, good.len() / 2, good.len() - 2] {
        let mut bytes = good.clone();
        bytes[byte] ^= 4;
        assert!(matches!(spoiled.error(&bytes), TableError::Damaged { .. }), "{byte}");
    }
    let mut newer = good.clone();
    newer[8] = 2;
    let error = spoiled.error(&newer);
    assert!(matches!(error, TableError::Version { version: 2, .. }), "{error}");
    // The table of the other rule, or of other stones, under this name.
    let other_rule = embedded::bytes(RemovalRule::Any, Subspace::new(5, 3).unwrap()).unwrap();
    let other_stones = embedded::bytes(RemovalRule::Never, Subspace::new(3, 5).unwrap()).unwrap();
    for (bytes, name) in [(other_rule, "any-5-3"), (other_stones, "never-3-5")] {
        let error = spoiled.error(bytes);
        assert!(matches!(error, TableError::Misnamed { .. }) && error.to_string().contains(name), "{error}");
    }
    // A file that is spoiled is not overwritten, and the build that needs it says so.
    spoiled.error(&good[..1000]);
    assert!(matches!(
        build::missing_pairs(spoiled.folder.path(), RemovalRule::Never, 8),
        Err(TableError::Damaged { .. })
    ));
}

#[test]
fn a_damaged_large_table_is_one_message_and_no_value() {
    let folder = tempfile::tempdir().unwrap();
    let rule = RemovalRule::Never;
    build_up_to(folder.path(), rule, 9);
    let position: Position = "a7,d7,g4,f2,c3,e3/b6,d6,b2 w 0 0".parse().unwrap();
    let value = Database::open_all(folder.path(), rule).probe(&position).unwrap();
    assert!(value.is_some());
    // All blocks of the table are damaged, its header is not.
    let path = folder.path().join("never-6-3.mtb");
    let mut bytes = fs::read(&path).unwrap();
    let whole = bytes.clone();
    let first_block = 80 + 16 * u32::from_le_bytes(bytes[52..56].try_into().unwrap()) as usize;
    bytes[first_block..].iter_mut().for_each(|byte| *byte ^= 0x10);
    fs::write(&path, &bytes).unwrap();
    let database = Database::open_all(folder.path(), rule);
    assert_eq!(database.max_stones(), 9);
    assert!(matches!(database.probe(&position), Err(TableError::Damaged { .. })));
    // Once is enough: then the table counts as missing and is not even read again, although it is whole now.
    fs::write(&path, &whole).unwrap();
    for _ in 0..3 {
        assert_eq!(database.probe(&position), Ok(None));
        assert_eq!(database.probe_quietly(&position), None);
    }
    let problems = database.take_problems();
    assert!(problems.len() == 1 && problems[0].to_string().contains("never-6-3.mtb is damaged"), "{problems:?}");
    assert!(database.take_problems().is_empty());
    // Missing is not damaged.
    fs::remove_file(&path).unwrap();
    let database = Database::open(Some(folder.path()), rule, 9);
    assert_eq!(database.probe(&position), Ok(None));
    assert_eq!(database.probe_quietly(&position), None);
    assert!(matches!(database.take_problems()[..], [TableError::Missing(_)]));
    assert_eq!(Database::open_all(folder.path(), rule).max_stones(), 8);
    // The next build makes what is missing, and nothing else.
    let missing = build::missing_pairs(folder.path(), rule, 9).unwrap();
    assert_eq!(missing.iter().map(|pair| pair.to_string()).collect::<Vec<_>>(), ["6-3"]);
    build_up_to(folder.path(), rule, 9);
    assert_eq!(Database::open_all(folder.path(), rule).probe(&position), Ok(value));
}

#[test]
fn positions_outside_the_tables_have_clear_answers() {
    let database = Database::open(None, RemovalRule::Never, 8);
    let probe = |text: &str| database.probe(&text.parse().unwrap()).unwrap();
    assert_eq!(probe("-/- w 9 9"), None);
    assert_eq!(probe("a7,d7,g4/b6,d6,f2 w 0 1"), None);
    assert_eq!(probe("a7,d7,g4,g1,f2/b6,d6,f6,b4 w 0 0"), None);
    assert_eq!(probe("a7,d7/b6,d6,f2 w 0 0"), Some(Value::Loss(0)));
    assert_eq!(probe("a7,d7/b6,d6,f2 b 0 0"), Some(Value::Win(0)));
    // Enclosed.
    assert_eq!(probe("a7,d7,g7,d6/a4,g4,b6,f6 w 0 0"), Some(Value::Draw));
    assert_eq!(Database::open(None, RemovalRule::Any, 0).probe(&"a7,d7,g4/b6,d6,f2 w 0 0".parse().unwrap()), Ok(None));
}

#[test]
fn a_stopped_build_continues_later() {
    let folder = tempfile::tempdir().unwrap();
    let rule = RemovalRule::Any;
    let pairs = build::missing_pairs(folder.path(), rule, 7).unwrap();
    let progress = Progress::default();
    build::build_pair(folder.path(), rule, pairs[0], &progress).unwrap();
    progress.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let error = build::build_pair(folder.path(), rule, pairs[1], &progress).unwrap_err();
    assert!(matches!(error, build::BuildError::Stopped));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    assert_eq!(build::missing_pairs(folder.path(), rule, 7).unwrap(), pairs[1..]);
    build_up_to(folder.path(), rule, 7);
    assert!(build::missing_pairs(folder.path(), rule, 7).unwrap().is_empty());
}

#[test]
fn only_one_build_runs_at_a_time_and_leftovers_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(".muehle-abc.tmp"), b"half a table").unwrap();
    let lock = build::lock_folder(folder.path()).unwrap();
    assert!(!folder.path().join(".muehle-abc.tmp").exists());
    let error = build::lock_folder(folder.path()).unwrap_err();
    assert!(error.to_string().starts_with(&format!("process {} is already building", std::process::id())), "{error}");
    drop(lock);
    build::lock_folder(folder.path()).unwrap();
}
