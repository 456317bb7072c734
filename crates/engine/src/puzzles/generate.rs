//! Endless puzzles from a seed, no two alike.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use super::{Kind, Puzzle, candidates, proof::Judge};
use crate::endgame::{Database, embedded};
use crate::random::{Dice, mix};
use crate::rules::RemovalRule;

/// After this number of positions without a puzzle the search for one ends.
const MOST_TRIES: usize = 3_000_000;

/// Why there is no further puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum NoPuzzle {
    #[error("there are no placing puzzles under the rule \"{0}\": this program has no opening results for it")]
    NoOpening(RemovalRule),
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
    dice: HashMap<Kind, Dice>,
    /// The keys of everything that must not come again.
    known: HashSet<u64>,
}

impl Generator {
    /// A generator that draws on these tables.
    pub fn new(database: Arc<Database>, seed: u64) -> Generator {
        Generator { database, seed, dice: HashMap::new(), known: HashSet::new() }
    }

    /// Never makes a puzzle with one of these keys.
    pub fn avoid(&mut self, keys: impl IntoIterator<Item = u64>) {
        self.known.extend(keys);
    }

    /// Whether there can be puzzles of a kind under a rule.
    pub fn has(kind: Kind, rule: RemovalRule) -> bool {
        kind != Kind::Place || embedded::opening(rule).is_some()
    }

    /// The next puzzle of a kind whose difficulty is in the range.
    pub fn next(
        &mut self,
        kind: Kind,
        difficulty: RangeInclusive<u8>,
        stop: &AtomicBool,
    ) -> Result<Puzzle, NoPuzzle> {
        let rule = self.database.rule();
        if !Generator::has(kind, rule) {
            return Err(NoPuzzle::NoOpening(rule));
        }
        let judge = Judge::new(&self.database);
        let seed = mix(self.seed ^ mix(kind as u64));
        let dice = self.dice.entry(kind).or_insert_with(|| Dice::new(seed));
        for _ in 0..MOST_TRIES {
            if stop.load(Ordering::Relaxed) {
                return Err(NoPuzzle::Stopped);
            }
            let Some(candidate) = candidates::draw(kind, &self.database, dice) else { continue };
            let Some(puzzle) = candidate.puzzle(&judge) else { continue };
            // Something must be tempting: otherwise there is nothing to think about.
            if puzzle.steps.iter().all(|step| step.wrong.is_empty()) {
                continue;
            }
            if difficulty.contains(&puzzle.difficulty) && self.known.insert(puzzle.key()) {
                return Ok(puzzle);
            }
        }
        Err(NoPuzzle::NotFound(kind))
    }
}
