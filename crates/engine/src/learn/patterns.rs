//! Learning the endgame patterns, which value positions just beyond the embedded tables, from the larger tables.

use std::sync::atomic::AtomicBool;
use std::thread;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::endgame::index::Subspace;
use crate::endgame::patterns::{BEGINS, HALF, Patterns, SHAPES, SPLITS, WEIGHTS, shapes};
use crate::endgame::{Database, TableError, Value};
use crate::rules::{Color, Point, PointSet, Position, Symmetry};

use super::tasks::Tasks;

/// One pass over the examples for each rate: the share of an error that is corrected.
const RATES: [f32; 12] = [0.3, 0.3, 0.2, 0.2, 0.1, 0.1, 0.05, 0.05, 0.03, 0.02, 0.01, 0.005];
/// One in this many examples is kept back, to test what was learned.
const KEPT_BACK: usize = 10;

/// How well the patterns of one split were learned.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// The numbers of own and enemy stones.
    pub split: (usize, usize),
    /// The mean square of the differences between the results and their mean.
    pub variance: f64,
    /// What the patterns leave of it, on positions that were not learned from.
    pub left: f64,
}

struct Example {
    own: PointSet,
    enemy: PointSet,
    result: f32,
}

/// Learns from this many random positions of each split.
pub fn learn(database: &Database, positions: usize, seed: u64) -> Result<(Patterns, Vec<Fit>), TableError> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let tasks = Tasks { name: "patterns", count: SPLITS.len(), threads, stop: &AtomicBool::new(false) };
    let work = |_: &mut (), split: usize| learn_split(database, SPLITS[split], positions, seed).map(Some);
    let (weights, fits): (Vec<_>, Vec<_>) = tasks.results(|| Ok(()), work)?.into_iter().unzip();
    Ok((Patterns::new(weights.concat()).expect("each split has its weights"), fits))
}

fn examples(
    database: &Database,
    (own, enemy): (usize, usize),
    positions: usize,
    random: &mut ChaCha8Rng,
) -> Result<Vec<Example>, TableError> {
    let Some(subspace) = Subspace::new(own, enemy) else { return Ok(Vec::new()) };
    let mut points = Point::ALL;
    let mut stones: Vec<(PointSet, PointSet)> = (0..positions)
        .map(|_| {
            points.shuffle(random);
            let set = |points: &[Point]| points.iter().copied().collect::<PointSet>();
            (set(&points[..own]), set(&points[own..own + enemy]))
        })
        .collect();
    // In the order of the table each of its blocks is unpacked only once.
    stones.sort_by_cached_key(|&(own, enemy)| subspace.slot(subspace.index(), own, enemy));
    let mut examples = Vec::with_capacity(positions);
    for (own, enemy) in stones {
        let Ok(position) = Position::new([own, enemy], [0, 0], Color::White) else { continue };
        let result = match database.probe(&position)? {
            Some(Value::Win(_)) => 1.0,
            Some(Value::Draw) => 0.0,
            Some(Value::Loss(_)) => -1.0,
            None => continue,
        };
        examples.push(Example { own, enemy, result });
    }
    examples.shuffle(random);
    Ok(examples)
}

fn learn_split(
    database: &Database,
    split: (usize, usize),
    positions: usize,
    seed: u64,
) -> Result<(Vec<i16>, Fit), TableError> {
    let mut random = ChaCha8Rng::seed_from_u64(seed ^ (split.0 * 16 + split.1) as u64);
    let examples = examples(database, split, positions, &mut random)?;
    let (tests, lessons) = examples.split_at(examples.len() / KEPT_BACK);
    let weights = learn_weights(lessons, &mut random);
    let rounded = weights.iter().map(|weight| (weight * HALF as f32).round() as i16).collect();
    Ok((rounded, fit(split, &weights, tests)))
}

fn learn_weights(lessons: &[Example], random: &mut ChaCha8Rng) -> Vec<f32> {
    let mut weights = vec![0.0_f32; WEIGHTS];
    for rate in RATES {
        for Example { own, enemy, result } in lessons {
            // A random image each time, so that all images get similar values.
            let symmetry = Symmetry::all().nth(random.random_range(0..16)).unwrap_or(Symmetry::IDENTITY);
            let shapes = shapes(symmetry.set(*own), symmetry.set(*enemy));
            let sum: f32 = shapes.iter().map(|&shape| weights[shape]).sum();
            let value = sum / (1.0 + sum.abs());
            let slope = (1.0 - value.abs()).powi(2).max(0.1);
            let step = rate * 4.0 / SHAPES as f32 * slope * (result - value);
            for shape in shapes {
                weights[shape] += step;
            }
        }
    }
    make_symmetric(&mut weights);
    weights
}

/// Gives every weight the mean of its mirror images.
fn make_symmetric(weights: &mut [f32]) {
    let ring = |image: usize, place: usize| {
        let place = (place + 2 * (image % 4)) % 8;
        if image < 4 { place } else { (10 - place) % 8 }
    };
    let nine = |image: usize, place: usize| {
        let (ring, place) = (place / 3, place % 3);
        3 * if image.is_multiple_of(2) { ring } else { 2 - ring } + if image < 2 { place } else { 2 - place }
    };
    let (rings, nines) = weights.split_at_mut(BEGINS[2]);
    rings.chunks_exact_mut(BEGINS[1]).for_each(|weights| mean_of_images(weights, 8, 8, ring));
    nines.chunks_exact_mut(WEIGHTS - BEGINS[3]).for_each(|weights| mean_of_images(weights, 9, 4, nine));
}

/// `image(i, place)` is where image `i` of a shape moves a place.
fn mean_of_images(weights: &mut [f32], places: usize, images: usize, image: impl Fn(usize, usize) -> usize) {
    let before = weights.to_vec();
    for (number, weight) in weights.iter_mut().enumerate() {
        let digit = |place: usize| number / 3_usize.pow(place as u32) % 3;
        let sum: f32 = (0..images)
            .map(|i| before[(0..places).map(|place| digit(place) * 3_usize.pow(image(i, place) as u32)).sum::<usize>()])
            .sum();
        *weight = sum / images as f32;
    }
}

fn fit(split: (usize, usize), weights: &[f32], tests: &[Example]) -> Fit {
    let count = tests.len() as f64;
    let mean = tests.iter().map(|example| f64::from(example.result)).sum::<f64>() / count;
    let square = |difference: f64| difference * difference / count;
    let variance = tests.iter().map(|example| square(f64::from(example.result) - mean)).sum();
    let left = tests.iter().map(|Example { own, enemy, result }| {
        let sum: f32 = shapes(*own, *enemy).iter().map(|&shape| weights[shape]).sum();
        square(f64::from(result - sum / (1.0 + sum.abs())))
    });
    Fit { split, variance, left: left.sum() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirror_images_share_their_weight() {
        let mut weights = vec![0.0; WEIGHTS];
        // An own stone on one corner of a ring, and one on a corner of a side of the board.
        weights[1] = 8.0;
        weights[BEGINS[2] + 1] = 4.0;
        make_symmetric(&mut weights);
        let corner = |place: u32| weights[3_usize.pow(place)];
        assert_eq!([0, 2, 4, 6].map(corner), [2.0; 4]);
        assert!((0..8).filter(|place| place % 2 == 1).all(|place| corner(place) == 0.0));
        let side = |place: u32| weights[BEGINS[2] + 3_usize.pow(place)];
        assert_eq!([0, 2, 6, 8].map(side), [1.0; 4]);
        assert_eq!([1, 3, 4, 5, 7].map(side), [0.0; 5]);
    }

    #[test]
    fn what_the_shapes_decide_is_learned() {
        let examples = |seed: u64| -> Vec<Example> {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut points = Point::ALL;
            (0..4000)
                .map(|_| {
                    points.shuffle(&mut random);
                    let set = |points: &[Point]| points.iter().copied().collect::<PointSet>();
                    let (own, enemy) = (set(&points[..6]), set(&points[6..10]));
                    // Whoever has more stones on the middle ring wins.
                    let middle = |stones: PointSet| (stones.bits() >> 8 & 0xFF).count_ones() as i32;
                    Example { own, enemy, result: (middle(own) - middle(enemy)).signum() as f32 }
                })
                .collect()
        };
        let weights = learn_weights(&examples(1), &mut ChaCha8Rng::seed_from_u64(3));
        let fit = fit((6, 4), &weights, &examples(2));
        assert!(fit.left < 0.5 * fit.variance, "{fit:?}");
    }
}
