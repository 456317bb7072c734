//! The time that building takes: how long each table took on one machine, and how fast another machine is.

use std::time::{Duration, Instant};

use super::solve::{self, Smaller};
use super::{BuildError, Progress};
use crate::endgame::EMBEDDED_STONES;
use crate::endgame::index::{Pair, Subspace};
use crate::endgame::table::Table;
use crate::rules::RemovalRule;

/// Nanoseconds of processor time per slot of a sliding table, by the number of stones from six on. Measured, see
/// docs/endgame.md.
const SLIDING: [f64; 13] = [45.0, 45.0, 45.0, 25.0, 40.0, 70.0, 75.0, 97.0, 105.0, 125.0, 126.0, 153.0, 145.0];
/// The same for a placing table.
const PLACING: f64 = 29.0;

/// Seconds of processor time for a pair, on the machine of docs/endgame.md.
pub fn work(pair: Pair) -> f64 {
    let slots = 2 * pair.index().slots();
    slots as f64 * SLIDING[usize::from(pair.stones()) - 6] * 1e-9
}

/// The same for a table of the placing phase.
pub fn work_for_placing(subspace: Subspace) -> f64 {
    subspace.index().slots() as f64 * PLACING * 1e-9
}

/// How many seconds this machine needs for a second of [`work`], with the threads that the caller runs on. Solves the
/// smallest pairs that are not part of the program, again and again for at least this time, and writes nothing.
pub fn measure(rule: RemovalRule, at_least: Duration, progress: &Progress) -> Result<f64, BuildError> {
    let entries = |own, enemy| match Subspace::new(own, enemy) {
        Some(subspace) => Table::find(None, rule, subspace)?.entries().map(Some),
        None => Ok(None),
    };
    let mut pairs = Vec::new();
    for pair in Pair::up_to(EMBEDDED_STONES + 1).into_iter().filter(|pair| pair.stones() > EMBEDDED_STONES) {
        let (anchor, other) = (pair.anchor(), pair.other());
        pairs.push((
            pair,
            Smaller { after_anchor: entries(other - 1, anchor)?, after_others: entries(anchor - 1, other)? },
        ));
    }
    let begun = Instant::now();
    let mut done = 0.0;
    while done == 0.0 || begun.elapsed() < at_least {
        for (pair, smaller) in &pairs {
            solve::solve(*pair, rule, smaller, progress)?;
            done += work(*pair);
        }
    }
    Ok(begun.elapsed().as_secs_f64() / done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_is_measured_and_the_measurement_can_be_stopped() {
        let progress = Progress::default();
        let speed = measure(RemovalRule::Any, Duration::ZERO, &progress).unwrap();
        assert!(speed.is_finite() && speed > 0.0, "{speed}");
        progress.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(matches!(measure(RemovalRule::Any, Duration::ZERO, &progress), Err(BuildError::Stopped)));
    }

    #[test]
    fn more_stones_take_longer() {
        let total = |stones| Pair::up_to(stones).into_iter().map(work).sum::<f64>();
        assert!((8..18).all(|stones| total(stones) < total(stones + 1)));
    }
}
