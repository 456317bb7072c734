//! Learning the shape network from the exact results of the tables.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use wide::i16x8;

use crate::endgame::index::Subspace;
use crate::endgame::{Database, MOST_STONES, Outcome, PLACING_PLIES, SolvedOutcome, TableError};
use crate::game::Game;
use crate::heuristics::shapes::{
    ALL_SHAPES, CEILING, FIRST_PLY, LARGEST, MIXED, Mixing, ONE, PARTS, Row, SHAPES, STAGES, ShapeNetwork, Stage,
    WIDTH, part, representatives, shapes, stage_number,
};
use crate::heuristics::{EvaluationTable, Heuristic};
use crate::random::mix;
use crate::rules::{PointSet, Position, Rules};
use crate::search::{Estimator, Knowledge, Limits, Options, Searcher};

/// Positions with fewer stones and empty hands are in the embedded tables.
const FEWEST_STONES: u8 = 9;
/// The rate of the first step; it falls evenly to a hundredth.
const RATE: f32 = 0.06;
/// How fast the weights of a stage, those of the mixtures and the last number of each row learn, compared with the rest.
const STAGE_RATE: f32 = 0.3;
const MIXING_RATE: f32 = 0.3;
const LINEAR_RATE: f32 = 0.36;
const SCALE_RATE: f32 = 0.02;
/// One in this many examples is kept back, to test what was learned.
const KEPT_BACK: usize = 20;
/// One in this many positions in which a mill can be closed is learned from: the search does not stop at them.
const NOISY: u32 = 5;
/// How many more games are begun from positions of the first ply than positions are drawn there.
const GAMES: f64 = 2.0;
/// How long these games are, into the sliding phase.
const PLIES_OF_GAMES: usize = 20;
/// How often a move of these games is one that keeps the value; otherwise it is any move.
const KEEPS_VALUE: f64 = 0.75;
/// How many searches are made for each position that is drawn.
const SEARCHES: f64 = 0.3;
/// The positions such a search visits, and how many of its leaves are learned from.
const VISITED: std::ops::Range<u64> = 750..6_000;
const LEAVES: usize = 16;
/// The first ply of the placing phase, and the fewest stones on the board afterwards, at which searches begin.
const FIRST_SEARCHED_PLY: u8 = 9;
const FEWEST_SEARCHED_STONES: u8 = 11;

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

#[derive(Clone, Copy)]
struct Example {
    own: PointSet,
    enemy: PointSet,
    in_hand: u8,
    result: i8,
}

/// Learns from about this many random positions of all tables, from games that go on from some of them, and from leaves of
/// searches, each this many times. `leaves_of` values the leaves of these searches. `progress` hears the share that is
/// done. None when it was stopped. The number of threads changes nothing.
pub fn learn(
    database: &Database,
    leaves_of: Heuristic,
    positions: usize,
    passes: usize,
    seed: u64,
    stop: &AtomicBool,
    progress: &(dyn Fn(f32) + Sync),
) -> Result<Option<(ShapeNetwork, Vec<Fit>)>, TableError> {
    let evaluation = Arc::new(EvaluationTable::new(leaves_of));
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

/// Where examples come from.
enum Source {
    /// Random positions of a subspace, and what good and bad moves lead to.
    Drawn(Subspace, usize),
    /// Games that go on from random positions of a subspace.
    Games(Subspace, usize),
    /// The leaves of searches from random positions of a subspace.
    Searches(Subspace, usize),
}

/// The sources for about this many random positions. No source is large, so that all threads have work to the end.
fn sources(positions: usize) -> Vec<Source> {
    /// The most positions of one source.
    const MOST: usize = 100_000;
    let mut sources = Vec::new();
    let mut add = |count: f64, source: &dyn Fn(usize) -> Source| {
        let count = count as usize;
        let shares = count.div_ceil(MOST).max(1);
        sources.extend((0..shares).map(|_| source(count / shares)));
    };
    let subspaces = subspaces();
    let scale = positions as f64 / subspaces.iter().map(|(_, share)| *share as f64).sum::<f64>();
    // Games that go on from random positions of the first ply that is not known.
    for subspace in Subspace::placing(FIRST_PLY - 1) {
        let share = share_of_placing(subspace);
        if share > 30_000 {
            add(share as f64 * scale * GAMES, &|count| Source::Games(subspace, count));
        }
    }
    for &(subspace, share) in &subspaces {
        add(share as f64 * scale, &|count| Source::Drawn(subspace, count));
    }
    let searched = searched_subspaces();
    let scale = SEARCHES * positions as f64 / searched.iter().map(|(_, share)| *share as f64).sum::<f64>();
    for &(subspace, share) in &searched {
        add(share as f64 * scale, &|count| Source::Searches(subspace, count));
    }
    sources
}

impl Source {
    fn examples(
        &self,
        database: &Database,
        evaluation: &Arc<EvaluationTable>,
        seed: u64,
    ) -> Result<Vec<Example>, TableError> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut examples = Vec::new();
        match *self {
            Source::Drawn(subspace, count) => {
                let positions = drawn(subspace, count, &mut random);
                look_at(database, &positions, &mut random, &mut examples, &mut |_| {})?;
            }
            Source::Games(subspace, count) => {
                let mut positions = drawn(subspace, count, &mut random);
                for _ in 0..PLIES_OF_GAMES {
                    let mut next = Vec::with_capacity(positions.len());
                    look_at(database, &positions, &mut random, &mut examples, &mut |position| next.push(position))?;
                    positions = in_order_of_tables(next);
                }
            }
            Source::Searches(subspace, count) => {
                let roots = drawn(subspace, count, &mut random);
                for position in in_order_of_tables(leaves(&roots, database, evaluation, &mut random)) {
                    if let Some(outcome) = database.outcome(&position)? {
                        examples.extend(Example::new(&position, outcome));
                    }
                }
            }
        }
        Ok(examples)
    }
}

/// Positions in the order in which the tables have them, so that each block of a table is unpacked only once.
fn in_order_of_tables(mut positions: Vec<Position>) -> Vec<Position> {
    positions.sort_by_cached_key(|position| {
        let subspace = Subspace::of(position);
        let slot = subspace.map(|subspace| subspace.slot(subspace.index(), position.own(), position.enemy()));
        (subspace.map(|subspace| (subspace.ply(), subspace.own(), subspace.enemy())), slot)
    });
    positions
}

/// Some of the positions at which searches from these roots stop.
fn leaves(
    roots: &[Position],
    database: &Database,
    evaluation: &Arc<EvaluationTable>,
    random: &mut ChaCha8Rng,
) -> Vec<Position> {
    let sample = Arc::new(Sample { evaluation: evaluation.clone(), seen: Mutex::default() });
    let knowledge = Knowledge { evaluation: evaluation.clone(), estimator: Some(sample.clone()), endgame: None };
    // Without tables, so that leaves are not decided before they are reached.
    let options = Options { hash: 1, endgame: 0, opening: false, ..Options::default() };
    let mut searcher = Searcher::new(knowledge, options);
    let mut leaves = Vec::new();
    for root in roots {
        let game = Game::from_position(Rules::with_removal(database.rule()), *root);
        if game.outcome().is_some() {
            continue;
        }
        *sample.seen() = Seen { random: random.random(), ..Seen::default() };
        searcher.new_game();
        let limits = Limits::nodes(random.random_range(VISITED));
        searcher.search(&game, &limits, &AtomicBool::new(false), &mut |_| {});
        leaves.append(&mut sample.seen().leaves);
    }
    leaves
}

/// Values positions by a heuristic, and remembers some of them.
#[derive(Debug)]
struct Sample {
    evaluation: Arc<EvaluationTable>,
    seen: Mutex<Seen>,
}

#[derive(Debug, Default)]
struct Seen {
    count: u64,
    random: u64,
    leaves: Vec<Position>,
}

impl Sample {
    fn seen(&self) -> std::sync::MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Estimator for Sample {
    fn estimate(&self, position: &Position) -> i32 {
        let mut seen = self.seen();
        seen.count += 1;
        seen.random = mix(seen.random ^ position.key());
        // Every position is as likely as any other to be among those that are kept at the end.
        if seen.leaves.len() < LEAVES {
            seen.leaves.push(*position);
        } else if seen.random % seen.count < LEAVES as u64 {
            let place = (seen.random >> 32) as usize % LEAVES;
            seen.leaves[place] = *position;
        }
        self.evaluation.evaluate(position)
    }
}

/// The subspaces to learn from, each with its share of the positions: more where games are decided.
fn subspaces() -> Vec<(Subspace, usize)> {
    let sliding = Subspace::up_to(MOST_STONES).into_iter().filter(|space| space.stones() >= FEWEST_STONES);
    let sliding = sliding.map(|space| {
        let count = match (space.own().min(space.enemy()), space.stones()) {
            (_, ..=10) => 200_000,
            (..=4, _) => 60_000,
            (_, ..=12) => 100_000,
            _ => 200_000,
        };
        (space, count)
    });
    let placing = (FIRST_PLY - 1..PLACING_PLIES).flat_map(Subspace::placing);
    let placing = placing.filter(|space| space.own() >= 2 && space.enemy() >= 2);
    sliding.chain(placing.map(|space| (space, share_of_placing(space)))).collect()
}

/// The subspaces in which searches begin, each with its share: more while placing, where most goes wrong.
fn searched_subspaces() -> Vec<(Subspace, usize)> {
    let placing = (FIRST_SEARCHED_PLY..PLACING_PLIES).flat_map(Subspace::placing);
    let placing = placing.filter(|space| space.own() >= 2 && space.enemy() >= 2).map(|space| {
        let weight = if space.ply() <= FIRST_PLY + 2 { 3 } else { 2 };
        (space, weight * share_of_placing(space))
    });
    let sliding = Subspace::up_to(MOST_STONES).into_iter().filter(|space| space.stones() >= FEWEST_SEARCHED_STONES);
    placing.chain(sliding.map(|space| (space, 100_000))).collect()
}

fn share_of_placing(space: Subspace) -> usize {
    let [own_hand, enemy_hand] = space.hands().map(usize::from);
    let (own, enemy) = (space.own() + own_hand, space.enemy() + enemy_hand);
    match (own.min(enemy), own.max(enemy)) {
        (9, 9) => 400_000,
        (8, _) => 200_000,
        (7, 8..) => 100_000,
        (7, 7) => 80_000,
        (6, _) => 30_000,
        _ => 8_000,
    }
}

/// Random positions of a subspace, in the order of the table, so that each of its blocks is unpacked only once.
fn drawn(subspace: Subspace, count: usize, random: &mut ChaCha8Rng) -> Vec<Position> {
    let index = subspace.index();
    let mut slots: Vec<usize> =
        (0..count.min(index.slots() / 2)).map(|_| random.random_range(0..index.slots())).collect();
    slots.sort_unstable();
    slots.dedup();
    let position = |slot| {
        let (own, enemy) = subspace.stones_at(index, slot);
        subspace.position(own, enemy)
    };
    slots.into_iter().map(position).collect()
}

/// Makes examples of positions. Where the choice of move matters, the positions after a good and after a bad move are
/// examples too: these are what a search has to tell apart. `next` hears how each game might go on, mostly with a move
/// that keeps the value.
fn look_at(
    database: &Database,
    positions: &[Position],
    random: &mut ChaCha8Rng,
    examples: &mut Vec<Example>,
    next: &mut dyn FnMut(Position),
) -> Result<(), TableError> {
    for position in positions {
        if position.loser().is_some() {
            continue;
        }
        let Some(SolvedOutcome { outcome, mut moves }) = database.outcomes(position)? else { continue };
        let noisy = moves.iter().any(|(mv, _)| mv.removal.is_some());
        if !noisy || random.random_range(0..NOISY) == 0 {
            examples.extend(Example::new(position, outcome));
        }
        moves.shuffle(random);
        let is_quiet = |after: &Position| (after.own().closing_points() & after.free()).is_empty();
        for wanted in [Outcome::Win, Outcome::Draw, Outcome::Loss] {
            let is_critical = moves.iter().any(|(_, outcome)| *outcome != wanted);
            let mut after = moves.iter().filter(|(_, outcome)| *outcome == wanted).map(|(mv, _)| position.after(*mv));
            if let (true, Some(after)) = (is_critical, after.find(|after| after.loser().is_none() && is_quiet(after))) {
                examples.extend(Example::new(&after, wanted.before_move()));
            }
        }
        let keeps = random.random_bool(KEEPS_VALUE);
        if let Some((mv, _)) = moves.iter().find(|(_, value)| !keeps || *value == outcome) {
            next(position.after(*mv));
        }
    }
    Ok(())
}

impl Example {
    /// A position and its result for the side to move; none if the network is not asked about such positions.
    fn new(position: &Position, outcome: Outcome) -> Option<Example> {
        let subspace = Subspace::of(position)?;
        let in_hand = subspace.hands().iter().sum();
        // Five against four or five stones are nearly always drawn; the heuristic's differences lead to the few wins.
        let few = subspace.own().max(subspace.enemy()) <= 5;
        let asked = subspace.ply() >= FIRST_PLY && (in_hand > 0 || subspace.stones() >= FEWEST_STONES && !few);
        let result = match outcome {
            Outcome::Win => 1,
            Outcome::Draw => 0,
            Outcome::Loss => -1,
        };
        asked.then_some(Example { own: position.own(), enemy: position.enemy(), in_hand, result })
    }
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
    use crate::rules::Point;

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
