//! The tabulated network: the value of every combination of features, so that an evaluation is one look-up.
//!
//! A value is computed when its combination is met for the first time: a game meets a few percent of them, and a
//! network that learns changes after every few games.

use std::sync::atomic::{AtomicU16, Ordering};

use crate::rules::Position;

use super::features::{COMBINATIONS, Features, combination, phase};
use super::{FeatureSet, Heuristic, value_of};

/// A heuristic with room for the value of each combination its features can make: 1,285,956, or five times as many.
#[derive(Debug)]
pub struct EvaluationTable {
    heuristic: Heuristic,
    /// The values plus [`OFFSET`]; 0 where none was computed yet. Each is a function of the heuristic alone, so it does
    /// not matter which thread writes it.
    values: Box<[AtomicU16]>,
    /// What a phase adds to the number of a combination: nothing when the features do not tell phases apart.
    phase_factor: usize,
}

/// Makes every value positive, so that 0 is free.
const OFFSET: i32 = EvaluationTable::UNIT + 1;

impl EvaluationTable {
    /// Values are whole numbers of 1 / `UNIT`; hand-made weights with four decimals are exact.
    pub const UNIT: i32 = 10_000;

    /// A table of this heuristic, empty at first.
    pub fn new(heuristic: Heuristic) -> EvaluationTable {
        let set = heuristic.feature_set;
        let phase_factor = if set == FeatureSet::Phases { COMBINATIONS } else { 0 };
        let values = (0..set.combinations()).map(|_| AtomicU16::new(0)).collect();
        EvaluationTable { heuristic, values, phase_factor }
    }

    /// The heuristic behind the table.
    pub fn heuristic(&self) -> &Heuristic {
        &self.heuristic
    }

    /// The value of a position from the side to move, in 1 / [`EvaluationTable::UNIT`].
    #[inline(always)]
    pub fn evaluate(&self, position: &Position) -> i32 {
        self.value_of_combination(combination(position), phase(position))
    }

    /// The value of a combination in a phase; see [`super::features::see`] and [`super::features::phase_of`].
    #[inline(always)]
    pub(crate) fn value_of_combination(&self, number: usize, phase: usize) -> i32 {
        self.value_at(number + phase * self.phase_factor)
    }

    /// The value of a position from the side to move, in [-1, 1].
    pub fn value(&self, position: &Position) -> f64 {
        f64::from(self.evaluate(position)) / f64::from(EvaluationTable::UNIT)
    }

    #[inline(always)]
    fn value_at(&self, number: usize) -> i32 {
        match self.values[number].load(Ordering::Relaxed) {
            0 => self.compute(number),
            stored => i32::from(stored) - OFFSET,
        }
    }

    #[cold]
    #[inline(never)]
    fn compute(&self, number: usize) -> i32 {
        let value = value_of(self.heuristic.outputs_of(&Features::from_combination(number)));
        let value = (value * f64::from(EvaluationTable::UNIT)).round() as i32;
        self.values[number].store((value + OFFSET) as u16, Ordering::Relaxed);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristics::{Activation, FeatureSet};

    #[test]
    fn the_table_holds_the_network_of_every_set_and_depth() {
        let shapes: [(FeatureSet, &[(usize, Activation)]); 8] = [
            (FeatureSet::Standard, &[]),
            (FeatureSet::Standard, &[(30, Activation::Tanh)]),
            (FeatureSet::Small, &[(5, Activation::Logistic), (4, Activation::Step)]),
            (FeatureSet::Minimal, &[(3, Activation::Identity)]),
            (FeatureSet::Klein, &[]),
            (FeatureSet::Combi, &[]),
            (FeatureSet::Combi, &[(4, Activation::Tanh)]),
            (FeatureSet::Phases, &[(4, Activation::Tanh)]),
        ];
        for (set, hidden) in shapes {
            let heuristic = Heuristic::random("test", set, hidden, 5).unwrap();
            let table = EvaluationTable::new(heuristic.clone());
            for number in (0..set.combinations()).step_by(389).chain([set.combinations() - 1]) {
                let plain = value_of(heuristic.outputs_of(&Features::from_combination(number)));
                let tabulated = f64::from(table.value_at(number)) / f64::from(EvaluationTable::UNIT);
                assert_eq!(table.value_at(number), table.value_at(number), "the second look-up agrees with the first");
                assert!((plain - tabulated).abs() <= 0.5 / f64::from(EvaluationTable::UNIT) + 1e-9, "{set} {number}");
            }
        }
    }

    #[test]
    fn positions_are_looked_up_in_their_phase() {
        let heuristic = Heuristic::random("test", FeatureSet::Phases, &[], 5).unwrap();
        let table = EvaluationTable::new(heuristic.clone());
        for hands in ["5 6", "4 4", "1 2", "0 0"] {
            let position: Position = format!("a1,a4,d1,e3/b2,d2,c3 w {hands}").parse().unwrap();
            assert!((table.value(&position) - heuristic.value(&position)).abs() < 1e-4, "{position}");
        }
    }
}
