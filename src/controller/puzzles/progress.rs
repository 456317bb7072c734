//! What a person has solved: the streak, every puzzle tried, and when failed ones come back. Kept as JSON in the data
//! folder.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use muehle_engine::files;
use muehle_engine::puzzles::{Kind, Puzzle, text};
use muehle_engine::rules::RemovalRule;

/// Larger files are not ours.
const MAX_BYTES: usize = 16 << 20;
/// A failed puzzle comes back on the same day, and after each time it is solved after this number of days.
const DAYS: [u64; 4] = [1, 3, 7, 21];

/// Everything that is remembered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// Puzzles solved in a row, without help and without a wrong try.
    pub streak: u32,
    /// The longest streak.
    pub best_streak: u32,
    /// How many puzzles were made here: the seed of the next one.
    pub made: u64,
    /// The kinds that are wanted; none means all.
    pub kinds: Vec<Kind>,
    /// How hard they should be.
    pub level: Level,
    /// The lessons whose positions are all solved.
    pub lessons: Vec<String>,
    cards: BTreeMap<String, Card>,
}

/// How hard puzzles should be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Difficulty 1 and 2.
    Easy,
    /// Difficulty 3.
    Medium,
    /// Difficulty 4 and 5.
    Hard,
    /// Any.
    #[default]
    Mixed,
}

impl Level {
    /// All levels.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Mixed];

    /// The difficulties it allows.
    pub fn range(self) -> std::ops::RangeInclusive<u8> {
        match self {
            Level::Easy => 1..=2,
            Level::Medium => 3..=3,
            Level::Hard => 4..=5,
            Level::Mixed => 1..=5,
        }
    }
}

/// What is known about one puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Card {
    kind: Kind,
    /// Whether it was ever solved.
    solved: bool,
    /// The day, counted from 1970, on which it comes back; none when it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    due: Option<u64>,
    /// How often it was solved since it failed.
    #[serde(default)]
    repeated: usize,
    /// The puzzle itself, if it was made here and has to come back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// Why the file could not be read. It was set aside, unless that failed too.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum ProgressError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("it is damaged")]
    Damaged,
}

impl Progress {
    /// Reads a file; one that does not exist is a beginning.
    pub fn read(path: &Path) -> Result<Progress, ProgressError> {
        match files::read_limited(path, MAX_BYTES) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Progress::default()),
            Err(error) => Err(error.into()),
            Ok((bytes, more)) => match serde_json::from_slice(&bytes) {
                Ok(progress) if !more => Ok(progress),
                _ => Err(ProgressError::Damaged),
            },
        }
    }

    /// The contents of the file.
    pub fn to_text(&self) -> String {
        // A struct of numbers and texts always has a text form.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Whether a puzzle fits what is wanted.
    pub fn wants(&self, puzzle: &Puzzle) -> bool {
        self.wants_kind(puzzle.kind) && self.level.range().contains(&puzzle.difficulty)
    }

    /// Whether a kind is wanted.
    pub fn wants_kind(&self, kind: Kind) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }

    /// Whether a puzzle was ever tried.
    pub fn knows(&self, puzzle: &Puzzle) -> bool {
        self.cards.contains_key(&name(puzzle.rule, puzzle.key()))
    }

    /// Whether a puzzle that failed is to be tried again by this day.
    pub fn is_due(&self, puzzle: &Puzzle, today: u64) -> bool {
        self.cards.get(&name(puzzle.rule, puzzle.key())).and_then(|card| card.due).is_some_and(|due| due <= today)
    }

    /// The puzzles made here that come back. One whose text was damaged by hand is left out.
    pub fn kept(&self) -> impl Iterator<Item = Puzzle> + '_ {
        self.cards.values().filter_map(|card| text::read(card.text.as_deref()?).ok())
    }

    /// The keys of all puzzles that were tried.
    pub fn keys(&self) -> impl Iterator<Item = u64> + '_ {
        self.cards.keys().filter_map(|name| u64::from_str_radix(name.rsplit('-').next()?, 16).ok())
    }

    /// How many puzzles of a kind were solved, and tried.
    pub fn count(&self, kind: Kind, rule: RemovalRule) -> (usize, usize) {
        let prefix = format!("{rule}-");
        let of_kind = self.cards.iter().filter(|(name, card)| card.kind == kind && name.starts_with(&prefix));
        of_kind.fold((0, 0), |(solved, tried), (_, card)| (solved + usize::from(card.solved), tried + 1))
    }

    /// A wrong try, or the solution was shown: the streak ends and the puzzle comes back. `made_here` keeps its text.
    pub fn fail(&mut self, puzzle: &Puzzle, made_here: bool, today: u64) {
        self.streak = 0;
        let text = made_here.then(|| text::write(puzzle, 1).ok()).flatten();
        let card = self.card(puzzle);
        (card.due, card.repeated, card.text) = (Some(today), 0, text);
    }

    /// A puzzle was solved without a wrong try. Only without a hint does it count for the streak.
    pub fn solve(&mut self, puzzle: &Puzzle, with_hint: bool, today: u64) {
        if !with_hint {
            self.streak = self.streak.saturating_add(1);
            self.best_streak = self.best_streak.max(self.streak);
        }
        let card = self.card(puzzle);
        card.solved = true;
        if card.due.is_some() {
            card.due = DAYS.get(card.repeated).map(|days| today.saturating_add(*days));
            card.repeated = card.repeated.saturating_add(1);
        }
        if card.due.is_none() {
            card.text = None;
        }
    }

    fn card(&mut self, puzzle: &Puzzle) -> &mut Card {
        let new = Card { kind: puzzle.kind, solved: false, due: None, repeated: 0, text: None };
        self.cards.entry(name(puzzle.rule, puzzle.key())).or_insert(new)
    }
}

fn name(rule: RemovalRule, key: u64) -> String {
    format!("{rule}-{key:x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use muehle_engine::puzzles::shipped;

    fn puzzles() -> Vec<Puzzle> {
        shipped::puzzles(RemovalRule::Any)
    }

    #[test]
    fn failed_puzzles_come_back_later_and_later() {
        let (mut progress, puzzles) = (Progress::default(), puzzles());
        let puzzle = &puzzles[0];
        progress.solve(&puzzles[1], false, 100);
        assert_eq!((progress.streak, progress.best_streak), (1, 1));
        progress.fail(puzzle, false, 100);
        assert_eq!((progress.streak, progress.best_streak), (0, 1));
        assert!(progress.is_due(puzzle, 100) && !progress.is_due(&puzzles[1], 1000));
        let mut today = 100;
        for days in DAYS {
            progress.solve(puzzle, true, today);
            assert!(!progress.is_due(puzzle, today + days - 1));
            today += days;
            assert!(progress.is_due(puzzle, today));
        }
        progress.solve(puzzle, false, today);
        assert!(!progress.is_due(puzzle, today + 10_000), "then it is known");
        assert_eq!(progress.streak, 1, "a hint does not count");
        progress.fail(puzzle, false, today);
        assert!(progress.is_due(puzzle, today), "forgotten after all");
    }

    #[test]
    fn progress_survives_its_file_and_counts_by_kind_and_rule() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("puzzles.json");
        assert_eq!(Progress::read(&path).unwrap(), Progress::default());
        let (mut progress, puzzles) = (Progress::default(), puzzles());
        progress.solve(&puzzles[0], false, 7);
        progress.fail(&puzzles[1], true, 7);
        files::write_atomically(&path, progress.to_text().as_bytes()).unwrap();
        let read = Progress::read(&path).unwrap();
        assert_eq!(read, progress);
        assert_eq!(read.count(puzzles[0].kind, RemovalRule::Any), (1, 1));
        assert_eq!(read.count(puzzles[1].kind, RemovalRule::Any), (0, 1));
        assert_eq!(read.count(puzzles[0].kind, RemovalRule::Never), (0, 0));
        assert_eq!(read.kept().collect::<Vec<_>>(), [puzzles[1].clone()]);
        let keys: Vec<u64> = read.keys().collect();
        assert!(keys.len() == 2 && keys.contains(&puzzles[0].key()));
        std::fs::write(&path, "{\"streak\": ").unwrap();
        assert!(matches!(Progress::read(&path), Err(ProgressError::Damaged)));
    }
}
