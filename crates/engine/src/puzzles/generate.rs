//! Endless puzzles from a seed, no two alike.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use super::{Kind, Puzzle, candidates, proof::Judge};
use crate::endgame::Database;
use crate::random::{Dice, mix};

/// After this number of positions without a puzzle the search for one ends.
const MOST_TRIES: usize = 3_000_000;

/// After this number of positions something else is asked for.
const PATIENCE: usize = 100_000;

/// Why there is no further puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum NoPuzzle {
    #[error("no further puzzle of the kind \"{0}\" was found")]
    NotFound(Kind),
    #[error("stopped")]
    Stopped,
}

/// Makes puzzles. The same seed and tables give the same ones; each kind has its own dice, so that the kinds that are
/// asked for do not change each other.
#[derive(Debug)]
pub struct Generator {
    database: Arc<Database>,
    seed: u64,
    /// By kind: its dice, and what it asks for next.
    kinds: HashMap<Kind, (Dice, usize)>,
    /// The keys of everything that must not come again.
    known: HashSet<u64>,
}

impl Generator {
    /// A generator that draws on these tables.
    pub fn new(database: Arc<Database>, seed: u64) -> Generator {
        Generator { database, seed, kinds: HashMap::new(), known: HashSet::new() }
    }

    /// Never makes a puzzle with one of these keys.
    pub fn avoid(&mut self, keys: impl IntoIterator<Item = u64>) {
        self.known.extend(keys);
    }

    /// The next puzzle of a kind whose difficulty is in the range.
    pub fn next(&mut self, kind: Kind, difficulty: RangeInclusive<u8>, stop: &AtomicBool) -> Result<Puzzle, NoPuzzle> {
        let judge = Judge::new(&self.database);
        let seed = mix(self.seed ^ mix(kind as u64));
        let (dice, turn) = self.kinds.entry(kind).or_insert_with(|| (Dice::new(seed), (seed >> 32) as usize));
        for tries in 1..=MOST_TRIES {
            if stop.load(Ordering::Relaxed) {
                return Err(NoPuzzle::Stopped);
            }
            if tries % PATIENCE == 0 {
                *turn += 1;
            }
            let Some(candidate) = candidates::draw(kind, *turn, &self.database, dice) else { continue };
            let Some(puzzle) = candidate.puzzle(&judge) else { continue };
            // Something must be tempting: otherwise there is nothing to think about.
            if puzzle.steps.iter().all(|step| step.wrong.is_empty()) {
                continue;
            }
            if difficulty.contains(&puzzle.difficulty) && self.known.insert(puzzle.key()) {
                *turn += 1;
                return Ok(puzzle);
            }
        }
        Err(NoPuzzle::NotFound(kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::{Aim, text};
    use crate::rules::RemovalRule;

    fn generator(rule: RemovalRule, seed: u64) -> Generator {
        Generator::new(Arc::new(Database::open(None, rule, crate::endgame::EMBEDDED_STONES)), seed)
    }

    fn some(rule: RemovalRule, seed: u64, kind: Kind, count: usize) -> Vec<Puzzle> {
        let mut generator = generator(rule, seed);
        let stop = AtomicBool::new(false);
        (0..count).map(|_| generator.next(kind, 1..=5, &stop).unwrap()).collect()
    }

    /// All kinds but placing, whose results take seconds to unpack.
    const QUICK: [Kind; 6] = [Kind::Win, Kind::Draw, Kind::Mill, Kind::Double, Kind::Free, Kind::Fly];

    #[test]
    fn a_seed_gives_the_same_puzzles_no_two_alike_and_all_survive_their_text() {
        for rule in RemovalRule::BOTH {
            for kind in QUICK {
                let puzzles = some(rule, 11, kind, 6);
                assert_eq!(puzzles, some(rule, 11, kind, 6));
                assert_ne!(puzzles, some(rule, 12, kind, 6));
                let keys: HashSet<u64> = puzzles.iter().map(Puzzle::key).collect();
                assert_eq!(keys.len(), puzzles.len());
                for puzzle in puzzles {
                    assert_eq!((puzzle.kind, puzzle.rule), (kind, rule));
                    let text = text::write(&puzzle, 1).unwrap();
                    assert_eq!(text::read(&text).unwrap(), puzzle, "{text}");
                }
            }
        }
    }

    #[test]
    fn wins_come_in_different_lengths_and_difficulty_can_be_chosen() {
        let wins = some(RemovalRule::Any, 1, Kind::Fly, 10).into_iter().filter(|puzzle| puzzle.aim == Aim::Win);
        let lengths: HashSet<usize> = wins.map(|puzzle| puzzle.steps.len()).collect();
        assert!(lengths.len() >= 3, "{lengths:?}");
        let mut generator = generator(RemovalRule::Any, 5);
        let easy = generator.next(Kind::Mill, 1..=2, &AtomicBool::new(false)).unwrap();
        assert!(easy.difficulty <= 2);
    }

    #[test]
    fn what_is_known_or_stopped_does_not_come() {
        let [first, second] = &some(RemovalRule::Never, 3, Kind::Mill, 2)[..] else { panic!() };
        let mut generator = generator(RemovalRule::Never, 3);
        generator.avoid([first.key()]);
        assert_eq!(&generator.next(Kind::Mill, 1..=5, &AtomicBool::new(false)).unwrap(), second);
        assert_eq!(generator.next(Kind::Mill, 1..=5, &AtomicBool::new(true)), Err(NoPuzzle::Stopped));
    }
}
