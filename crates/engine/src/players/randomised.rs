//! Randomised evaluation: alpha-beta whose leaves are valued at random. The best of many random numbers is high, so
//! it seeks positions with many moves for itself and few for the enemy.

use std::sync::Arc;

use crate::heuristics::EvaluationTable;
use crate::random::Dice;
use crate::rules::Position;
use crate::search::Estimator;

use super::{Computer, PlayerError, PlayerText, Resources};

/// Values a position by a number in [-1, 1] that looks random but depends on position and seed only.
#[derive(Clone, Copy, Debug)]
pub(super) struct Randomised {
    /// Other seeds give other numbers.
    pub seed: u64,
}

impl Estimator for Randomised {
    fn estimate(&self, position: &Position) -> i32 {
        let unit = EvaluationTable::UNIT;
        // The key alone combines a few fixed numbers; the generator mixes it.
        Dice::new(self.seed ^ position.key()).below(2 * unit as u32 + 1) as i32 - unit
    }
}

/// The depth of alpha-beta unless the text says otherwise. Below two plies the choice is pure chance.
const SEARCH_DEPTH: u32 = 3;

/// From `randomised:depth=N` and the options of a computer except its heuristic.
pub(super) fn player(text: &PlayerText, resources: &Arc<Resources>) -> Result<Computer, PlayerError> {
    let estimators = |_, seed| Arc::new(Randomised { seed }) as Arc<dyn Estimator>;
    let computer = Computer::estimating("randomised", text.clone(), SEARCH_DEPTH, resources, Box::new(estimators))?;
    Ok(computer.without_symmetry())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RemovalRule;

    #[test]
    fn numbers_are_spread_and_reproducible() {
        let randomised = Randomised { seed: 4 };
        let moves = Position::START.legal_moves(RemovalRule::Never);
        let values: Vec<i32> = moves.iter().map(|&mv| randomised.estimate(&Position::START.after(mv))).collect();
        assert!(values.iter().any(|&value| value > 3000) && values.iter().any(|&value| value < -3000));
        assert!(values.iter().all(|value| value.abs() <= EvaluationTable::UNIT));
        let again: Vec<i32> = moves.iter().map(|&mv| randomised.estimate(&Position::START.after(mv))).collect();
        assert_eq!(again, values);
        assert_ne!(Randomised { seed: 5 }.estimate(&Position::START), randomised.estimate(&Position::START));
    }
}
