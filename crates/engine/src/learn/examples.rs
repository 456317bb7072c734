//! Learning from examples: a whole collection of games at once, played by a computer that is stronger or searches deeper.
//!
//! Every position of the games, and positions a few random plies off them (a search looks at many that no game
//! reaches), is taught a mixture of the game's result and the search's value. The network then goes over all of them
//! many times. Each time is one pass of backpropagation: the gradients are those of the whole collection, so that a
//! change of sign means a step too far, not a different part of the collection.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::calendar::Date;
use crate::endgame::Database;
use crate::game::{Game, Outcome};
use crate::heuristics::features::{COMBINATIONS, Features, PHASES, combination, phase};
use crate::heuristics::{Heuristic, LearningParameters, value_of};
use crate::random::GOLDEN;
use crate::rules::{Color, Point, PointSet, Position, Rules};
use crate::search::{Knowledge, Limits, Options, Searcher};

use super::LearnError;
use super::arena::{MAX_PLIES, random_opening};
use super::backprop::{Sample, Trainer};
use super::tasks::Tasks;
use super::teaching::{exact_outputs, result_outputs};

/// How the games are played and learned from.
#[derive(Clone, Debug)]
pub struct ExampleSettings {
    /// The number of games.
    pub games: u64,
    /// How deep they are searched.
    pub depth: u32,
    /// The random radius of the searches.
    pub random_radius: f64,
    /// Games begin with up to this many random plies.
    pub opening_plies: usize,
    /// How many positions off the game are searched, per position in it.
    pub excursions: f64,
    /// The share of the game's result in a teaching value; the rest is the search's value.
    pub result_share: f64,
    /// The weight of the positions of a drawn game. A draw does not tell who stood better. With full weight the network
    /// learns that nearly everything is a draw, and the differences it should learn become tiny.
    pub draw_weight: f64,
    /// Passes over all positions.
    pub epochs: usize,
    /// Games played at the same time.
    pub threads: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// The rules.
    pub rules: Rules,
}

impl Default for ExampleSettings {
    fn default() -> ExampleSettings {
        ExampleSettings {
            games: 1000,
            depth: 4,
            random_radius: 0.05,
            opening_plies: 8,
            excursions: 0.5,
            result_share: 0.5,
            draw_weight: 1.0,
            epochs: 300,
            threads: 1,
            seed: 1,
            rules: Rules::default(),
        }
    }
}

/// A position, as the number of its combination of features, and what it is taught.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Example {
    combination: u32,
    target: [f32; 3],
    /// How many positions it stands for.
    count: f32,
}

impl Example {
    fn new(position: &Position, target: [f64; 3]) -> Example {
        let combination = (combination(position) + phase(position) * COMBINATIONS) as u32;
        Example { combination, target: target.map(|part| part as f32), count: 1.0 }
    }

    fn sample(&self, heuristic: &Heuristic) -> Sample {
        let features = Features::from_combination(self.combination as usize);
        let sample = Sample::new(heuristic.feature_set, &features, self.target.map(f64::from));
        Sample { weight: f64::from(self.count), ..sample }
    }
}

/// Merges positions with the same features into one example with the mean of what they are taught: the network cannot
/// tell them apart, so it learns the same from fewer.
fn merged(mut examples: Vec<Example>) -> Vec<Example> {
    examples.sort_by_key(|example| example.combination);
    examples.dedup_by(|next, kept| {
        let alike = next.combination == kept.combination;
        if alike {
            kept.count += next.count;
            for (kept_part, part) in kept.target.iter_mut().zip(next.target) {
                *kept_part += (part - *kept_part) * next.count / kept.count;
            }
        }
        alike
    });
    examples
}

/// Outputs with this value.
fn value_outputs(value: f64) -> [f64; 3] {
    [value.max(0.0), (-value).max(0.0), 1.0 - value.abs()]
}

/// The first bytes of a file of examples.
const MAGIC: &[u8; 8] = b"MUEHLE-2";
/// Those of an older one, which has no checksum.
const OLD_MAGIC: &[u8; 8] = b"MUEHLE-1";
/// Larger files are refused: more examples would not fit into most memories.
pub const MAX_BYTES: usize = 1 << 30;

/// Why bytes cannot be read as examples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum ExamplesError {
    #[error("it is not a file of examples")]
    Foreign,
    #[error("it is damaged: its checksum is wrong")]
    Checksum,
    #[error("it is damaged: an example is invalid")]
    Invalid,
}

/// Examples as bytes, to be learned from again: 20 bytes each, after a signature of eight and before a CRC-32 of them.
pub fn to_bytes(examples: &[Example]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    for example in examples {
        bytes.extend(example.combination.to_le_bytes());
        for number in example.target.into_iter().chain([example.count]) {
            bytes.extend(number.to_le_bytes());
        }
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Examples from bytes.
pub fn from_bytes(bytes: &[u8]) -> Result<Vec<Example>, ExamplesError> {
    let examples = match bytes.strip_prefix(OLD_MAGIC) {
        Some(examples) => examples,
        None => {
            bytes.strip_prefix(MAGIC).ok_or(ExamplesError::Foreign)?;
            let (body, sum) = bytes.split_last_chunk::<4>().ok_or(ExamplesError::Foreign)?;
            if crc32fast::hash(body) != u32::from_le_bytes(*sum) {
                return Err(ExamplesError::Checksum);
            }
            body.strip_prefix(MAGIC).ok_or(ExamplesError::Foreign)?
        }
    };
    let examples = examples.chunks(20).map(|chunk| {
        let (words, []) = chunk.as_chunks::<4>() else { return None };
        let [combination, rest @ ..] = words else { return None };
        let [win, loss, draw, count]: [f32; 4] = <[[u8; 4]; 4]>::try_from(rest).ok()?.map(f32::from_le_bytes);
        let example = Example { combination: u32::from_le_bytes(*combination), target: [win, loss, draw], count };
        let sound = example.target.iter().all(|part| (0.0..=1.0).contains(part)) && count > 0.0 && count.is_finite();
        (sound && (example.combination as usize) < PHASES * COMBINATIONS).then_some(example)
    });
    examples.collect::<Option<_>>().ok_or(ExamplesError::Invalid)
}

/// Plays the games with this knowledge. After each, `on_game` is called with the number of games so far. The examples and
/// their order depend on the seed only.
pub fn collect(
    settings: &ExampleSettings,
    knowledge: &Knowledge,
    stop: &AtomicBool,
    on_game: &(dyn Fn(u64) + Sync),
) -> Vec<Example> {
    let tasks = Tasks { name: "examples", count: settings.games as usize, threads: settings.threads, stop };
    let options = Options { hash: 2, random_radius: settings.random_radius, equal_moves: false, ..Options::default() };
    let done = AtomicU64::new(0);
    let Ok(examples) = tasks.results(
        || Ok::<_, Infallible>(Searcher::new(knowledge.clone(), options.clone())),
        |searcher, number| {
            let examples = play_game(settings, number as u64, searcher, stop);
            if examples.is_some() {
                on_game(done.fetch_add(1, Ordering::Relaxed) + 1);
            }
            Ok(examples)
        },
    );
    examples.concat()
}

/// Random positions from the tables with their exact values, from seven stones on and evenly spread over the numbers of
/// stones.
pub fn from_tables(database: &Database, positions: u64, weight: f64, seed: u64) -> Vec<Example> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut points = Point::ALL;
    let mut examples = Vec::new();
    // Examples of no weight are left out: their mean would be undefined.
    if weight <= 0.0 || database.max_stones() < 7 {
        return examples;
    }
    for _ in 0..positions {
        let stones = random.random_range(7..=usize::from(database.max_stones()));
        let own = random.random_range(3.max(stones.saturating_sub(9))..=9.min(stones - 3));
        points.shuffle(&mut random);
        let set = |points: &[Point]| points.iter().copied().collect::<PointSet>();
        let sides = [set(&points[..own]), set(&points[own..stones])];
        let Ok(position) = Position::new(sides, [0, 0], Color::White) else { continue };
        if let Some(value) = database.probe_quietly(&position).filter(|_| position.has_move()) {
            examples.push(Example { count: weight as f32, ..Example::new(&position, exact_outputs(value.outcome())) });
        }
    }
    examples
}

/// The examples of one game; none if it was stopped.
fn play_game(
    settings: &ExampleSettings,
    number: u64,
    searcher: &mut Searcher,
    stop: &AtomicBool,
) -> Option<Vec<Example>> {
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed.wrapping_mul(GOLDEN) ^ number);
    let options = Options { seed: random.random(), ..searcher.options().clone() };
    searcher.set_options(options);
    searcher.new_game();
    let limits = Limits::depth(settings.depth);
    let plies = random.random_range(0..=settings.opening_plies);
    let mut game = random_opening(settings.rules, plies, random.random());
    let mut values = Vec::new();
    let mut examples = Vec::new();
    while game.outcome().is_none() {
        if game.ply() >= MAX_PLIES {
            game.agree_draw();
            break;
        }
        let report = searcher.search(&game, &limits, stop, &mut |_| {});
        values.push((*game.position(), report.score.value()));
        if random.random_bool(settings.excursions.clamp(0.0, 1.0)) {
            let mut beside = Game::from_position(settings.rules, *game.position());
            for _ in 0..random.random_range(1..=3) {
                if let Some(&mv) = beside.legal_moves().choose(&mut random) {
                    beside.play(mv).ok()?;
                }
            }
            if beside.outcome().is_none() {
                let value = searcher.search(&beside, &limits, stop, &mut |_| {}).score.value();
                examples.push(Example::new(beside.position(), value_outputs(value)));
            }
        }
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        game.play(report.best?).ok()?;
    }
    let winner = game.outcome().and_then(Outcome::winner);
    let share = settings.result_share;
    for (position, value) in values {
        let result = result_outputs(winner, position.side_to_move());
        let said = value_outputs(value);
        let mixed = [0, 1, 2].map(|part| share * result[part] + (1.0 - share) * said[part]);
        let weight = if winner.is_some() { 1.0 } else { settings.draw_weight };
        if weight > 0.0 {
            examples.push(Example { count: weight as f32, ..Example::new(&position, mixed) });
        }
    }
    Some(examples)
}

/// The errors after a pass over all examples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: usize,
    /// The mean error of the examples it learned from.
    pub error: f64,
    /// The mean square error of win minus loss on the examples it did not learn from.
    pub unseen: f64,
}

/// One in this many examples is kept back, to see how the network values new positions.
const KEPT_BACK: u32 = 20;

/// Goes over the examples until all epochs are done or `on_epoch`, called after every tenth, returns false.
pub fn learn(
    heuristic: &mut Heuristic,
    examples: &[Example],
    settings: &ExampleSettings,
    on_epoch: &mut dyn FnMut(Epoch) -> bool,
) -> Result<(), LearnError> {
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    let (unseen, seen): (Vec<Example>, Vec<Example>) = examples.iter().partition(|_| random.random_ratio(1, KEPT_BACK));
    let examples = merged(seen);
    if examples.is_empty() {
        return Err(LearnError::Nothing);
    }
    // The mean gradients of a whole collection are small and free of noise, so rates start and grow larger than in play.
    let parameters = LearningParameters { eta: 1.0, kappa: 0.5, ..heuristic.learning };
    let mut trainer = Trainer::new(&heuristic.network, parameters);
    let samples: Vec<Sample> = examples.iter().map(|example| example.sample(heuristic)).collect();
    for number in 1..=settings.epochs {
        let error = trainer.learn(heuristic, &samples)?;
        // Valuing the unseen examples takes time, so it is not done after every pass.
        if number % 10 == 0 || number == settings.epochs {
            let epoch = Epoch { number, error, unseen: value_error(heuristic, &unseen) };
            if !on_epoch(epoch) {
                break;
            }
        }
    }
    heuristic.training.games += settings.games;
    heuristic.training.date = Date::today().to_string();
    Ok(())
}

/// The mean square error of win minus loss.
fn value_error(heuristic: &Heuristic, examples: &[Example]) -> f64 {
    let one = |example: &Example| {
        let outputs = heuristic.outputs_of(&Features::from_combination(example.combination as usize));
        let [win, loss, _] = example.target.map(f64::from);
        (value_of(outputs) - (win - loss)).powi(2)
    };
    examples.iter().map(one).sum::<f64>() / examples.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristics::{Activation, FeatureSet};

    #[test]
    fn learning_brings_the_network_closer_to_the_search() {
        let settings = ExampleSettings { games: 40, depth: 2, epochs: 100, ..ExampleSettings::default() };
        let knowledge = Knowledge::of(Heuristic::standard());
        let stop = AtomicBool::new(false);
        let examples = collect(&settings, &knowledge, &stop, &|_| {});
        assert!(examples.len() > 1000, "{}", examples.len());
        let threads = ExampleSettings { threads: 3, ..settings.clone() };
        assert_eq!(collect(&threads, &knowledge, &stop, &|_| {}), examples);
        for set in [FeatureSet::Standard, FeatureSet::Phases] {
            let mut heuristic = Heuristic::random("Pupil", set, &[(8, Activation::Tanh)], 1).unwrap();
            let before = value_error(&heuristic, &examples);
            let mut epochs = Vec::new();
            learn(&mut heuristic, &examples, &settings, &mut |epoch| {
                epochs.push(epoch);
                true
            })
            .unwrap();
            assert_eq!(epochs.len(), 10);
            assert!(epochs[9].error < epochs[0].error, "{set}: {epochs:?}");
            let after = value_error(&heuristic, &examples);
            assert!(after < 0.7 * before, "{set}: {before} {after}");
        }
        let wins_only = ExampleSettings { draw_weight: 0.0, excursions: 0.0, result_share: 1.0, ..settings.clone() };
        let decided = collect(&wins_only, &knowledge, &stop, &|_| {});
        assert!(!decided.is_empty() && decided.len() < examples.len());
        assert!(decided.iter().all(|example| example.target[2] == 0.0), "no draw is taught");
        let mut bytes = to_bytes(&examples);
        assert_eq!(from_bytes(&bytes), Ok(examples.clone()));
        let old = [OLD_MAGIC, &bytes[8..bytes.len() - 4]].concat();
        assert_eq!(from_bytes(&old), Ok(examples.clone()), "files without a checksum are still read");
        // A changed digit of a number is still a number; only the checksum tells.
        bytes[13] ^= 1;
        assert_eq!(from_bytes(&bytes), Err(ExamplesError::Checksum));
        for bytes in [&b""[..], b"MUEHLE-2", b"MUEHLE-3abcd"] {
            assert!(matches!(from_bytes(bytes), Err(ExamplesError::Foreign | ExamplesError::Checksum)));
        }
        for bytes in [&b"MUEHLE-1abc"[..], &[&b"MUEHLE-1"[..], &[255; 20]].concat()] {
            assert_eq!(from_bytes(bytes), Err(ExamplesError::Invalid));
        }
        let alike = merged(examples.clone());
        assert!(alike.len() < examples.len());
        assert_eq!(alike.iter().map(|example| example.count as usize).sum::<usize>(), examples.len());
        let mut heuristic = Heuristic::standard();
        assert!(matches!(learn(&mut heuristic, &[], &settings, &mut |_| true), Err(LearnError::Nothing)));
    }
}
