//! Learning the shape network from the exact results of the tables.

mod sources;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use wide::i16x8;

use crate::endgame::{AllResults, PLACING_PLIES};
use crate::heuristics::shapes::{
    ALL_SHAPES, CEILING, FIRST_PLY, GRAIN, LARGEST, LARGEST_BEGIN, LARGEST_BIAS, MIXED, Mixing, ONE, PARTS, Row,
    SHAPES, STAGES, ShapeNetwork, Stage, WIDTH, part, representatives, shapes, stage_number,
};
use crate::random::mix;

use sources::{Example, FIRST_DRAWN_PLY, sources};

/// The first ply of the results that [`learn`] needs.
pub const FIRST_RESULTS: u8 = FIRST_DRAWN_PLY;

/// The rate of the first step; it falls evenly to a hundredth.
const RATE: f32 = 0.06;
/// How fast the weights of a stage, those of the mixtures and the last number of each row learn, compared with the rest.
const STAGE_RATE: f32 = 0.3;
const MIXING_RATE: f32 = 0.3;
const LINEAR_RATE: f32 = 0.36;
const SCALE_RATE: f32 = 0.02;
/// A step corrects at most one part in this many of an error: where the value is steep, a longer one would overshoot.
const SHORTENING: f32 = 4.0;
/// How much of the time it takes to gather the examples, and how many are learned between two looks at the progress.
const GATHERING: f32 = 0.4;
const LESSONS_OF_PART: usize = 1 << 16;
/// One in this many examples is kept back, to test what was learned.
const KEPT_BACK: usize = 200;

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

/// Learns from about this many examples, each this many times. `progress` hears the share that is done. None when it was
/// stopped. The number of threads changes nothing.
pub fn learn(
    results: AllResults,
    examples: usize,
    passes: usize,
    seed: u64,
    stop: &AtomicBool,
    progress: &(dyn Fn(f32) + Sync),
) -> Option<(ShapeNetwork, Vec<Fit>)> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut lessons = gather(&results, examples, seed, stop, &|done| progress(GATHERING * done));
    // The memory is better used for what comes now.
    drop(results);
    lessons.shuffle(&mut random);
    let tests = lessons.split_off(lessons.len() - lessons.len() / KEPT_BACK);
    let mut learner = Learner::new(&mut random);
    for pass in 0..passes {
        if pass > 0 {
            lessons.shuffle(&mut random);
        }
        for (number, lessons_of_part) in lessons.chunks(LESSONS_OF_PART).enumerate() {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let done = (pass as f32 + (number * LESSONS_OF_PART) as f32 / lessons.len() as f32) / passes as f32;
            for example in lessons_of_part {
                learner.learn(example, RATE * (1.0 - done).max(0.01));
            }
            progress(GATHERING + (1.0 - GATHERING) * done);
        }
    }
    let network = learner.network();
    let fits = fits(&network, &tests);
    Some((network, fits))
}

/// About this many examples, source after source.
fn gather(
    results: &AllResults,
    examples: usize,
    seed: u64,
    stop: &AtomicBool,
    progress: &(dyn Fn(f32) + Sync),
) -> Vec<Example> {
    let sources = sources(examples);
    let done = AtomicUsize::new(0);
    let gathered: Vec<Vec<Example>> = sources
        .par_iter()
        .enumerate()
        .map(|(number, source)| {
            if stop.load(Ordering::Relaxed) {
                return Vec::new();
            }
            let examples = source.examples(results, mix(seed ^ mix(number as u64)));
            progress((1 + done.fetch_add(1, Ordering::Relaxed)) as f32 / sources.len() as f32);
            examples
        })
        .collect();
    let mut all = Vec::with_capacity(gathered.iter().map(Vec::len).sum());
    // One after the other, so that their memory is free again.
    gathered.into_iter().for_each(|examples| all.extend(examples));
    all
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
        let (own, enemy, in_hand, result) = (example.own(), example.enemy(), example.in_hand(), example.result());
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
        let (mixing, mixing_begins) = (&mut self.mixing[part], &mut self.mixing_begins[part]);
        let mixed: [f32; MIXED] =
            std::array::from_fn(|at| (mixing_begins[at] + dot(&mixing[at], &cut)).clamp(0.0, CEILING));
        let weights = &mut self.weights[stage];
        let mixed_weights = &mut self.mixed_weights[stage];
        let total = self.biases[stage] + dot(weights, &cut) + dot(mixed_weights, &mixed);
        let value = total / (1.0 + total.abs());
        // Even where the value hardly changes with the sum, a wrong one must be able to come back.
        let slope = (1.0 - value.abs()).powi(2).max(0.1);
        // How the total changes with each number of the sum.
        let mut slopes = *weights;
        for at in 0..MIXED {
            if mixed[at] > 0.0 && mixed[at] < CEILING {
                for (slope, weight) in slopes.iter_mut().zip(&mixing[at]) {
                    *slope += mixed_weights[at] * weight;
                }
            }
        }
        for at in 0..LINEAR {
            if !(sum[at] > 0.0 && sum[at] < CEILING) {
                slopes[at] = 0.0;
            }
        }
        // No step may overshoot: it is shorter where the value is steep.
        let steep = slope * slope * SHAPES as f32 * dot(&slopes, &slopes);
        let step = rate * slope * (f32::from(result) - value) / (rate * steep * SHORTENING).max(1.0);
        for at in 0..MIXED {
            let step = MIXING_RATE * step;
            if mixed[at] > 0.0 && mixed[at] < CEILING {
                for (weight, number) in mixing[at].iter_mut().zip(&cut) {
                    *weight += step * mixed_weights[at] * number;
                }
                mixing_begins[at] += step * mixed_weights[at];
            }
            mixed_weights[at] += step * mixed[at];
        }
        let mut steps = [0.0; WIDTH];
        for at in 0..WIDTH {
            steps[at] = step * slopes[at];
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
        let grains = |number: f32| round(number / f32::from(GRAIN), LARGEST / f32::from(GRAIN)) * GRAIN;
        let row = |numbers: &[f32; WIDTH]| Row(numbers.map(grains));
        let bias = |number: f32| (number * ONE * ONE).round().clamp(-LARGEST_BIAS, LARGEST_BIAS) as i32;
        let is_first = |at: &usize| self.representatives[at % ALL_SHAPES] == at % ALL_SHAPES;
        let rows: Vec<Row> = (0..PARTS * ALL_SHAPES).filter(is_first).map(|at| row(&self.rows[at])).collect();
        let stage = |number: usize| match self.known[number] {
            false => Stage::UNKNOWN,
            true => Stage {
                begin: Row(self.begins[number].map(|number| round(number, LARGEST_BEGIN))),
                weights: Row(self.weights[number].map(|weight| round(weight, i16::MAX.into()))),
                mixed: std::array::from_fn(|eight| {
                    i16x8::new(std::array::from_fn(|at| {
                        round(self.mixed_weights[number][8 * eight + at], i16::MAX.into())
                    }))
                }),
                bias: bias(self.biases[number]),
            },
        };
        let mixing = |part: usize| {
            let weight = |at: usize, number: usize| round(self.mixing[part][at][number], i16::MAX.into());
            Mixing::new(weight, |at| bias(self.mixing_begins[part][at]))
        };
        ShapeNetwork::new(rows, (0..STAGES).map(stage).collect(), std::array::from_fn(mixing))
            .expect("all rows and stages are there")
    }
}

/// The sum of the products of two rows, eight at once.
#[inline(always)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0; 8];
    for (a, b) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0) {
        for lane in 0..8 {
            lanes[lane] += a[lane] * b[lane];
        }
    }
    lanes.iter().sum()
}

/// How well positions are valued that were not learned from, by the stones in hand.
fn fits(network: &ShapeNetwork, tests: &[Example]) -> Vec<Fit> {
    const UNIT: i32 = 10_000;
    let of_hand = |in_hand: u8| {
        let tests: Vec<&Example> = tests.iter().filter(|test| test.in_hand() == in_hand).collect();
        let count = tests.len().max(1) as f64;
        let mean = tests.iter().map(|test| f64::from(test.result())).sum::<f64>() / count;
        let error = |test: &Example| {
            let value = network.value(test.own(), test.enemy(), in_hand, UNIT).unwrap_or(0);
            f64::from(test.result()) - f64::from(value) / f64::from(UNIT)
        };
        let variance = tests.iter().map(|test| (f64::from(test.result()) - mean).powi(2)).sum::<f64>() / count;
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
                    Example::new(own, enemy, 0, (middle(own) - middle(enemy)).signum() as i8)
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

    #[test]
    fn large_biases_reach_the_network() {
        let (own, enemy) = (Point::ALL[..8].iter().copied().collect(), Point::ALL[8..16].iter().copied().collect());
        let mut learner = Learner::new(&mut ChaCha8Rng::seed_from_u64(1));
        learner.learn(&Example::new(own, enemy, 0, 0), 0.0);
        let value = |learner: &Learner| learner.network().value(own, enemy, 0, 10_000).unwrap();
        for (bias, least) in [(15.0, 9_000), (99.0, 9_850)] {
            learner.biases[stage_number(0, 8, 8).unwrap()] = bias;
            assert!(value(&learner) > least, "{bias}: {}", value(&learner));
        }
    }

    #[test]
    fn no_step_overshoots_where_the_value_is_steep() {
        let (own, enemy) = (Point::ALL[..8].iter().copied().collect(), Point::ALL[8..16].iter().copied().collect());
        let mut learner = Learner::new(&mut ChaCha8Rng::seed_from_u64(1));
        let stage = stage_number(0, 8, 8).unwrap();
        learner.weights[stage] = std::array::from_fn(|at| if at % 2 == 0 { 20.0 } else { -10.0 });
        let value = |learner: &Learner| learner.network().value(own, enemy, 0, 10_000).unwrap();
        learner.learn(&Example::new(own, enemy, 0, 0), 0.0);
        let before = value(&learner);
        learner.learn(&Example::new(own, enemy, 0, 0), RATE);
        let after = value(&learner);
        assert!(0 < after && after < before, "{before}, {after}");
    }
}
