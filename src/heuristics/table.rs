//! The tabulated network: the value of every combination of features, so that an evaluation is one look-up.

use rayon::prelude::*;

use crate::rules::Position;

use super::features::{COMBINATIONS, Features, combination};
use super::{Heuristic, value_of};

/// A heuristic with the value of each of the 1,285,956 combinations its features can make.
#[derive(Debug)]
pub struct EvaluationTable {
    heuristic: Heuristic,
    values: Box<[i16]>,
}

impl EvaluationTable {
    /// Values are whole numbers of 1 / `UNIT`; hand-made weights with four decimals are exact.
    pub const UNIT: i32 = 10_000;

    /// Tabulates a heuristic.
    pub fn new(heuristic: Heuristic) -> EvaluationTable {
        let value = |number: usize| {
            let value = value_of(heuristic.outputs_of(&Features::from_combination(number)));
            (value * f64::from(EvaluationTable::UNIT)).round() as i16
        };
        let values: Vec<i16> = (0..COMBINATIONS).into_par_iter().map(value).collect();
        EvaluationTable { heuristic, values: values.into_boxed_slice() }
    }

    /// The heuristic behind the table.
    pub fn heuristic(&self) -> &Heuristic {
        &self.heuristic
    }

    /// The value of a position from the side to move, in 1 / [`EvaluationTable::UNIT`].
    #[inline(always)]
    pub fn evaluate(&self, position: &Position) -> i32 {
        self.value_of_combination(combination(position))
    }

    /// The value of a combination; see [`super::features::combination_of`].
    #[inline(always)]
    pub fn value_of_combination(&self, number: usize) -> i32 {
        i32::from(self.values[number])
    }

    /// The value of a position from the side to move, in [-1, 1].
    pub fn value(&self, position: &Position) -> f64 {
        f64::from(self.evaluate(position)) / f64::from(EvaluationTable::UNIT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristics::{Activation, FeatureSet};

    #[test]
    fn the_table_holds_the_network_of_every_set_and_depth() {
        let shapes: [(FeatureSet, &[(usize, Activation)]); 7] = [
            (FeatureSet::Standard, &[]),
            (FeatureSet::Standard, &[(30, Activation::Tanh)]),
            (FeatureSet::Small, &[(5, Activation::Logistic), (4, Activation::Step)]),
            (FeatureSet::Minimal, &[(3, Activation::Identity)]),
            (FeatureSet::Klein, &[]),
            (FeatureSet::Combi, &[]),
            (FeatureSet::Combi, &[(4, Activation::Tanh)]),
        ];
        for (set, hidden) in shapes {
            let heuristic = Heuristic::random("test", set, hidden, 5).unwrap();
            let table = EvaluationTable::new(heuristic.clone());
            for number in (0..COMBINATIONS).step_by(389).chain([COMBINATIONS - 1]) {
                let plain = value_of(heuristic.outputs_of(&Features::from_combination(number)));
                let tabulated = f64::from(table.values[number]) / f64::from(EvaluationTable::UNIT);
                assert!((plain - tabulated).abs() <= 0.5 / f64::from(EvaluationTable::UNIT) + 1e-9, "{set} {number}");
            }
        }
    }
}
