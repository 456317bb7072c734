//! How a parser of outside data is tried: its inputs lie in `corpus`, and damaged copies of them follow. Cargo's tests use
//! this file for their short runs, and so do the targets of the long ones.

use std::fs;
use std::path::{Path, PathBuf};

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A parser of outside data.
pub struct Parser {
    /// The folder of its inputs in `corpus`, and its target for long runs.
    pub name: &'static str,
    /// The bytes that mean something in its format.
    pub signs: &'static [u8],
    /// Gives it an input. A panic is a fault.
    pub check: fn(&[u8]),
}

impl Parser {
    /// Gives it all inputs in a corpus, and this number of damaged copies of each, the same in every run.
    pub fn try_all(&self, corpus: &Path, copies: usize) {
        let mut random = ChaCha8Rng::seed_from_u64(2026);
        let entries = fs::read_dir(corpus.join(self.name)).expect("the corpus is there");
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be listed").path()).collect();
        paths.sort();
        assert!(!paths.is_empty(), "the corpus of {}", self.name);
        for path in paths {
            let input = fs::read(&path).expect("the corpus can be read");
            (self.check)(&input);
            for _ in 0..copies {
                (self.check)(&damaged(&input, self.signs, &mut random));
            }
        }
    }
}

/// A copy with some bytes changed, left out or repeated. `signs` are those that mean something in the format.
pub fn damaged(bytes: &[u8], signs: &[u8], random: &mut ChaCha8Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..random.random_range(1..5) {
        if bytes.is_empty() {
            break;
        }
        let at = random.random_range(0..bytes.len());
        let end = (at + random.random_range(1..20)).min(bytes.len());
        match random.random_range(0..4) {
            0 => bytes[at] = random.random(),
            1 => bytes[at] = signs.choose(random).copied().unwrap_or_default(),
            2 => drop(bytes.drain(at..end)),
            _ => {
                let piece = bytes[at..end].to_vec();
                let to = random.random_range(0..bytes.len());
                bytes.splice(to..to, piece);
            }
        }
    }
    bytes
}

/// The lines of an input, for parsers of single lines.
pub fn lines(input: &[u8]) -> impl Iterator<Item = String> + '_ {
    input.split(|&byte| byte == b'\n').map(|line| String::from_utf8_lossy(line).into_owned())
}

/// A complaint is one short line.
#[track_caller]
pub fn assert_short(complaint: impl ToString) {
    let complaint = complaint.to_string();
    let is_short = complaint.chars().count() < 400 && !complaint.contains(|letter: char| letter.is_control());
    assert!(is_short, "{complaint:?}");
}

/// Puts an input into a file, for parsers that read files. Every thread has a folder of its own.
pub fn with_file<T>(name: &str, input: &[u8], read: impl FnOnce(&Path) -> T) -> T {
    thread_local! {
        static FOLDER: tempfile::TempDir = tempfile::tempdir().expect("there is room for a file");
    }
    FOLDER.with(|folder| {
        let path = folder.path().join(name);
        fs::write(&path, input).expect("there is room for a file");
        let result = read(&path);
        let _ = fs::remove_file(path);
        result
    })
}
