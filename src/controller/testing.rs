//! What several tests of the program need: waiting, and a scripted mind.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use muehle_engine::endgame::build;
use muehle_engine::endgame::index::Subspace;
use muehle_engine::endgame::table;
use muehle_engine::rules::{Move, RemovalRule};
use muehle_engine::search::Score;

use super::mind::{Mind, MindError, Progress, Purpose, Task, Thought};
use super::worker::Waker;

/// Waits until something is true. The limit only ends a test that would never end.
pub fn until(mut done: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(600);
    while !done() {
        assert!(Instant::now() < deadline, "waited in vain");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// A waker that wakes nobody.
pub fn silent() -> Waker {
    Arc::new(|| {})
}

/// Plays the first legal move at a fixed value.
#[derive(Clone, Copy, Debug)]
pub struct FirstMove {
    /// What every position is worth to the side to move.
    pub value: f64,
    /// Whether it thinks until somebody stops it.
    pub waits: bool,
    /// Whether it crashes.
    pub panics: bool,
}

impl Default for FirstMove {
    fn default() -> FirstMove {
        FirstMove { value: 0.25, waits: false, panics: false }
    }
}

impl Mind for FirstMove {
    fn think(
        &mut self,
        task: &Task,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Thought, MindError> {
        assert!(!self.panics, "told to");
        progress(Progress::Depth(3));
        while self.waits && !stop.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
        let fits = |mv: &&Move| !matches!(task.purpose, Purpose::Hint(Some(action)) if mv.action != action);
        let best = *task.game.legal_moves().iter().find(fits).ok_or(MindError::NoMove)?;
        Ok(Thought {
            best,
            score: Some(Score::Estimate(self.value)),
            depth: 3,
            time: Duration::from_millis(1),
            best_moves: 1,
            nodes: 1,
            report: None,
            player: "computer".to_owned(),
            basis: None,
            notices: Vec::new(),
        })
    }
}

/// The checksum of a table's parts.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
    let table: [u32; 256] = std::array::from_fn(|byte| (0..8).fold(byte as u32, |crc, _| step(crc)));
    !bytes.iter().fold(u32::MAX, |crc, byte| (crc >> 8) ^ table[(crc as u8 ^ byte) as usize])
}

/// Writes a table whose header and list of blocks are right and whose blocks are empty: enough to be found, and not more.
fn write_hollow_table(folder: &Path, rule: RemovalRule, subspace: Subspace) {
    let block_slots: usize = if subspace.is_placing() { 40960 } else { 8192 };
    let blocks = subspace.index().slots().div_ceil(block_slots);
    let list = vec![0; 16 * blocks];
    let mut bytes = b"MuehleET\x01\0".to_vec();
    bytes.extend([rule as u8, subspace.own() as u8, subspace.enemy() as u8, subspace.hands().iter().sum(), 0, 0]);
    bytes.extend([0; 32]);
    bytes.extend((block_slots as u32).to_le_bytes());
    bytes.extend((blocks as u32).to_le_bytes());
    bytes.extend([0; 16]);
    bytes.extend(crc32(&list).to_le_bytes());
    bytes.extend(crc32(&bytes).to_le_bytes());
    bytes.extend(list);
    fs::write(table::path(folder, rule, subspace), bytes).unwrap();
}

/// Writes such a table for every subspace of the game.
pub fn write_hollow_tables(folder: &Path, rule: RemovalRule) {
    fs::create_dir_all(folder).unwrap();
    build::all_subspaces().for_each(|subspace| write_hollow_table(folder, rule, subspace));
}
