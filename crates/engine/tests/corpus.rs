//! Broken and hostile inputs, kept in `fuzz/corpus`, and damaged copies of them: nothing panics or is misread, and every
//! complaint is one short line. docs/fuzzing.md says how to try more of them.

#[path = "../../../fuzz/src/engine.rs"]
mod engine;
#[path = "../../../fuzz/src/parser.rs"]
mod parser;

use std::fs;
use std::path::{Path, PathBuf};

use muehle_engine::endgame::build::Progress;
use muehle_engine::endgame::index::Subspace;
use muehle_engine::endgame::table::{Table, file_name};
use muehle_engine::endgame::verify;
use muehle_engine::heuristics::xml;
use muehle_engine::rules::RemovalRule;
use parser::{Parser, assert_short, damaged};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Damaged copies of each input.
const COPIES: usize = 20;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn try_all(parsers: &[Parser]) {
    for parser in parsers {
        parser.try_all(&root().join("fuzz/corpus"), COPIES);
    }
}

#[test]
fn games_are_read_up_to_their_first_fault() {
    try_all(&[engine::GAME, engine::PUZZLE]);
}

#[test]
fn positions_and_moves_are_possible_or_refused() {
    // One file has many lines.
    for parser in [engine::POSITION, engine::RING, engine::NOTATION] {
        parser.try_all(&root().join("fuzz/corpus"), 20 * COPIES);
    }
}

#[test]
fn heuristics_and_networks_are_complete_or_refused() {
    try_all(&[engine::HEURISTIC, engine::NTUPLE, engine::SHAPES]);
    // Small damage leaves a heuristic readable.
    let standard = fs::read(root().join("heuristics/Standard.xml")).unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let copies = (0..200).map(|_| damaged(&standard, engine::HEURISTIC.signs, &mut random));
    assert!(copies.into_iter().any(|copy| xml::read(&String::from_utf8_lossy(&copy)).is_ok()));
}

#[test]
fn players_and_their_answers_are_understood_or_refused() {
    try_all(&[engine::ANSWER, engine::TOURNAMENT]);
    engine::PLAYER.try_all(&root().join("fuzz/corpus"), 20 * COPIES);
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
    try_all(&[engine::TABLE, engine::OPENING]);
    let folder = tempfile::tempdir().unwrap();
    let shipped = fs::read(root().join("endgame/never-3-3.mtb")).unwrap();
    assert_eq!(table_fault(folder.path(), &shipped), None);
    let mut random = ChaCha8Rng::seed_from_u64(12);
    for _ in 0..100 {
        let damaged = damaged(&shipped, engine::TABLE.signs, &mut random);
        if damaged != shipped {
            assert_short(table_fault(folder.path(), &damaged).expect("damage is seen"));
        }
    }
}

#[test]
fn tables_whose_blocks_lie_elsewhere_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut forged = fs::read(root().join("endgame/never-3-3.mtb")).unwrap();
    // The results of the first block would be four gigabytes.
    forged[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
    let forged = engine::with_checksums(forged).unwrap();
    let fault = table_fault(folder.path(), &forged).unwrap();
    assert!(fault.contains("its list of blocks is invalid"), "{fault}");
}
