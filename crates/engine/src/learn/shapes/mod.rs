//! Learning the shape network from the exact results of the tables.

mod sources;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use wide::i16x8;

use crate::endgame::{Database, PLACING_PLIES, TableError};
use crate::heuristics::shapes::{
    ALL_SHAPES, CEILING, FIRST_PLY, LARGEST, MIXED, Mixing, ONE, PARTS, Row, SHAPES, STAGES, ShapeNetwork, Stage,
    WIDTH, part, representatives, shapes, stage_number,
};
use crate::heuristics::{EvaluationTable, Heuristic};
use crate::random::mix;

use sources::{Example, Source, sources};

/// The rate of the first step; it falls evenly to a hundredth.
const RATE: f32 = 0.06;
/// How fast the weights of a stage, those of the mixtures and the last number of each row learn, compared with the rest.
const STAGE_RATE: f32 = 0.3;
const MIXING_RATE: f32 = 0.3;
const LINEAR_RATE: f32 = 0.36;
const SCALE_RATE: f32 = 0.02;
/// One in this many examples is kept back, to test what was learned.
const KEPT_BACK: usize = 20;

/// How well a group of positions was learned.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fit {
    /// Stones in both hands.
    pub in_hand: u8,
    /// The number of test positions.
    pub positions: usize,
    /// The mean square of the differences between the results and their mean.
    pub variance: f64,
    /// What the network leaves of it, on positions that were not learned from.
    pub left: f64,
}

/// Learns from about this many random positions of all tables, from games that go on from some of them, and from leaves of
/// searches, each this many times. `leaf_values` values the leaves of these searches. `progress` hears the share that is
/// done. None when it was stopped. The number of threads changes nothing.
pub fn learn(
    database: &Database,
    leaf_values: Heuristic,
    positions: usize,
    passes: usize,
    seed: u64,
    stop: &AtomicBool,
    progress: &(dyn Fn(f32) + Sync),
) -> Result<Option<(ShapeNetwork, Vec<Fit>)>, TableError> {
    let evaluation = Arc::new(EvaluationTable::new(leaf_values));
    let sources = sources(positions);
    let done = AtomicUsize::new(0);
    let gather = |(number, source): (usize, &Source)| {
        if stop.load(Ordering::Relaxed) {
            return Ok(Vec::new());
        }
        let examples = source.examples(database, &evaluation, mix(seed ^ mix(number as u64)))?;
        progress(0.9 * (1 + done.fetch_add(1, Ordering::Relaxed)) as f32 / sources.len() as f32);
        Ok(examples)
    };
    let gathered = sources.par_iter().enumerate().map(gather).collect::<Result<Vec<_>, TableError>>()?;
    let mut lessons = gathered.concat();
    drop(gathered);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    lessons.shuffle(&mut random);
    let tests = lessons.split_off(lessons.len() - lessons.len() / KEPT_BACK);
    let mut learner = Learner::new(&mut random);
    for pass in 0..passes {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        for (number, example) in lessons.iter().enumerate() {
            let done = (pass as f32 + number as f32 / lessons.len() as f32) / passes as f32;
            learner.learn(example, RATE * (1.0 - done).max(0.01));
        }
        lessons.shuffle(&mut random);
        progress(0.9 + 0.1 * (pass + 1) as f32 / passes as f32);
    }
    let network = learner.network();
    let fits = fits(&network, &tests);
    Ok(Some((network, fits)))
}

/// The network while it learns, in floating point.
struct Learner {
    rows: Vec<[f32; WIDTH]>,
    begins: Vec<[f32; WIDTH]>,
    weights: Vec<[f32; WIDTH]>,
    biases: Vec<f32>,
    /// Of each part of the game the weights of every mixture, and what it begins with.
    mixing: Vec<[[f32; WIDTH]; MIXED]>,
    mixing_begins: Vec<[f32; MIXED]>,
    /// The weights of the mixtures, by stage.
    mixed_weights: Vec<[f32; MIXED]>,
    known: Vec<bool>,
    representatives: Vec<usize>,
}

/// The number of a row that is not cut off.
const LINEAR: usize = WIDTH - 1;

impl Learner {
    fn new(random: &mut ChaCha8Rng) -> Learner {
        let mut row = || -> [f32; WIDTH] {
            std::array::from_fn(|at| if at == LINEAR { 0.0 } else { random.random_range(-0.15..0.15) })
        };
        let rows = (0..PARTS * ALL_SHAPES).map(|_| row()).collect();
        let mut mixing = || std::array::from_fn(|_| std::array::from_fn(|_| random.random_range(-0.25..0.25)));
        let mixing = (0..PARTS).map(|_| mixing()).collect();
        // Half of the numbers begin by speaking for the side to move, half against it.
        let weights = std::array::from_fn(|at| match at {
            LINEAR => 1.0,
            at if at % 2 == 0 => 0.3,
            _ => -0.3,
        });
        let begin = std::array::from_fn(|at| if at == LINEAR { 0.0 } else { 0.5 });
        Learner {
            rows,
            begins: vec![begin; STAGES],
            weights: vec![weights; STAGES],
            biases: vec![0.0; STAGES],
            mixing,
            mixing_begins: vec![[0.1; MIXED]; PARTS],
            mixed_weights: vec![std::array::from_fn(|at| if at % 2 == 0 { 0.1 } else { -0.1 }); STAGES],
            known: vec![false; STAGES],
            representatives: representatives(),
        }
    }

    fn learn(&mut self, example: &Example, rate: f32) {
        let Example { own, enemy, in_hand, result } = *example;
        let Some(stage) = stage_number(in_hand, own.len(), enemy.len()) else { return };
        self.known[stage] = true;
        let part = part(stage);
        let first = part * ALL_SHAPES;
        let shapes: [usize; SHAPES] = shapes(own, enemy).map(|shape| first + self.representatives[shape]);
        let mut sum = self.begins[stage];
        for shape in shapes {
            for (sum, number) in sum.iter_mut().zip(&self.rows[shape]) {
                *sum += number;
            }
        }
        let cut: [f32; WIDTH] =
            std::array::from_fn(|at| if at == LINEAR { sum[at] } else { sum[at].clamp(0.0, CEILING) });
        let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).fold(0.0, |total, (a, b)| total + a * b);
        let (mixing, mixing_begins) = (&mut self.mixing[part], &mut self.mixing_begins[part]);
        let mixed: [f32; MIXED] =
            std::array::from_fn(|at| (mixing_begins[at] + dot(&mixing[at], &cut)).clamp(0.0, CEILING));
        let weights = &mut self.weights[stage];
        let mixed_weights = &mut self.mixed_weights[stage];
        let total = self.biases[stage] + dot(weights, &cut) + dot(mixed_weights, &mixed);
        let value = total / (1.0 + total.abs());
        // Even where the value hardly changes with the sum, a wrong one must be able to come back.
        let slope = (1.0 - value.abs()).powi(2).max(0.1);
        let step = rate * slope * (f32::from(result) - value);
        // How the total changes with each number of the sum.
        let mut slopes = *weights;
        for at in 0..MIXED {
            let step = MIXING_RATE * step;
            if mixed[at] > 0.0 && mixed[at] < CEILING {
                for (slope, weight) in slopes.iter_mut().zip(&mixing[at]) {
                    *slope += mixed_weights[at] * weight;
                }
                for (weight, number) in mixing[at].iter_mut().zip(&cut) {
                    *weight += step * mixed_weights[at] * number;
                }
                mixing_begins[at] += step * mixed_weights[at];
            }
            mixed_weights[at] += step * mixed[at];
        }
        let mut steps = [0.0; WIDTH];
        for at in 0..WIDTH {
            let moves = at == LINEAR || (sum[at] > 0.0 && sum[at] < CEILING);
            steps[at] = if moves { step * slopes[at] } else { 0.0 };
            if at == LINEAR {
                steps[at] *= LINEAR_RATE;
                weights[at] += SCALE_RATE * step * sum[at];
            } else {
                weights[at] += STAGE_RATE * step * cut[at];
                self.begins[stage][at] += STAGE_RATE * steps[at];
            }
        }
        self.biases[stage] += step;
        for shape in shapes {
            for (number, step) in self.rows[shape].iter_mut().zip(&steps) {
                *number += step;
            }
        }
    }

    /// The same in whole numbers.
    fn network(&self) -> ShapeNetwork {
        let round = |number: f32, most: f32| (number * ONE).round().clamp(-most, most) as i16;
        let row = |numbers: &[f32; WIDTH]| Row(numbers.map(|number| round(number, LARGEST)));
        let bias = |number: f32| (number * ONE * ONE).round().clamp(-1e6, 1e6) as i32;
        let is_first = |at: &usize| self.representatives[at % ALL_SHAPES] == at % ALL_SHAPES;
        let rows: Vec<Row> = (0..PARTS * ALL_SHAPES).filter(is_first).map(|at| row(&self.rows[at])).collect();
        let stage = |number: usize| match self.known[number] {
            false => Stage::UNKNOWN,
            true => Stage {
                begin: row(&self.begins[number]),
                weights: Row(self.weights[number].map(|weight| round(weight, i16::MAX.into()))),
                mixed: i16x8::new(self.mixed_weights[number].map(|weight| round(weight, i16::MAX.into()))),
                bias: bias(self.biases[number]),
            },
        };
        let mixing = |part: usize| {
            let weight = |at: usize, number: usize| round(self.mixing[part][at][number], i16::MAX.into());
            Mixing::new(weight, |at| bias(self.mixing_begins[part][at]))
        };
        ShapeNetwork::new(&rows, (0..STAGES).map(stage).collect(), std::array::from_fn(mixing))
            .expect("all rows and stages are there")
    }
}

/// How well positions are valued that were not learned from, by the stones in hand.
fn fits(network: &ShapeNetwork, tests: &[Example]) -> Vec<Fit> {
    const UNIT: i32 = 10_000;
    let of_hand = |in_hand: u8| {
        let tests: Vec<&Example> = tests.iter().filter(|test| test.in_hand == in_hand).collect();
        let count = tests.len().max(1) as f64;
        let mean = tests.iter().map(|test| f64::from(test.result)).sum::<f64>() / count;
        let error = |test: &Example| {
            let value = network.value(test.own, test.enemy, in_hand, UNIT).unwrap_or(0);
            f64::from(test.result) - f64::from(value) / f64::from(UNIT)
        };
        let variance = tests.iter().map(|test| (f64::from(test.result) - mean).powi(2)).sum::<f64>() / count;
        let left = tests.iter().map(|test| error(test).powi(2)).sum::<f64>() / count;
        Fit { in_hand, positions: tests.len(), variance, left }
    };
    (0..=PLACING_PLIES - FIRST_PLY).map(of_hand).filter(|fit| fit.positions > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Point, PointSet};

    #[test]
    fn what_the_shapes_decide_is_learned() {
        let examples = |seed: u64| -> Vec<Example> {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut points = Point::ALL;
            (0..20_000)
                .map(|_| {
                    points.shuffle(&mut random);
                    let set = |points: &[Point]| points.iter().copied().collect::<PointSet>();
                    let (own, enemy) = (set(&points[..6]), set(&points[6..12]));
                    // Whoever has more stones on the middle ring wins.
                    let middle = |stones: PointSet| (stones.bits() >> 8 & 0xFF).count_ones() as i32;
                    Example { own, enemy, in_hand: 0, result: (middle(own) - middle(enemy)).signum() as i8 }
                })
                .collect()
        };
        let mut learner = Learner::new(&mut ChaCha8Rng::seed_from_u64(3));
        for _ in 0..3 {
            examples(1).iter().for_each(|example| learner.learn(example, RATE));
        }
        let network = learner.network();
        let fit = fits(&network, &examples(2))[0];
        assert!(fit.left < 0.3 * fit.variance, "{fit:?}");
        assert_eq!(network.value(PointSet::EMPTY, PointSet::EMPTY, 0, 1), None, "a stage without examples");
    }
}
