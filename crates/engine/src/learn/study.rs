//! Study: a network learns from a collection of games at once, played by a stronger or deeper searching computer.
//!
//! Every position of the games, and positions a few random plies beside them (a search looks at many that no game
//! reaches), is taught a mixture of the game's result and of what the search said. Then the network goes over all
//! of them many times. Each time is one pass of backpropagation: the gradients are those of the whole collection, so
//! that a sign that changes means a step too far and not another part of the collection.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

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
use super::backprop::{Pattern, Trainer};
use super::teaching::{exact_outputs, result_outputs};

/// How the games are played and taught.
#[derive(Clone, Debug)]
pub struct StudySettings {
    /// The number of games.
    pub games: u64,
    /// How deep they are searched.
    pub depth: u32,
    /// The random radius of the searches.
    pub random_radius: f64,
    /// Games begin with up to so many random plies.
    pub opening_plies: usize,
    /// How many positions beside each game are searched, for each position in it.
    pub excursions: f64,
    /// How much of a teaching value is the game's result; the rest is the search's value.
    pub result_share: f64,
    /// How much the positions of a drawn game count. A drawn game does not tell who stood better; where it counts in
    /// full, the network learns that nearly everything is a draw, and the differences it was to learn become tiny.
    pub draw_weight: f64,
    /// How often all positions are gone over.
    pub epochs: usize,
    /// Games played at the same time.
    pub threads: usize,
    /// What everything random follows from.
    pub seed: u64,
    /// The rules.
    pub rules: Rules,
}

impl Default for StudySettings {
    fn default() -> StudySettings {
        StudySettings {
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

/// A position, as the number of its features' combination, and what it is taught.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Example {
    combination: u32,
    target: [f32; 3],
    /// How many positions look like this one.
    count: f32,
}

impl Example {
    fn new(position: &Position, target: [f64; 3]) -> Example {
        let combination = (combination(position) + phase(position) * COMBINATIONS) as u32;
        Example { combination, target: target.map(|part| part as f32), count: 1.0 }
    }

    fn pattern(&self, heuristic: &Heuristic) -> Pattern {
        let features = Features::from_combination(self.combination as usize);
        let pattern = Pattern::new(heuristic.feature_set, &features, self.target.map(f64::from));
        Pattern { weight: f64::from(self.count), ..pattern }
    }
}

/// Positions that look alike become one example with the mean of what they are taught: the network cannot tell them
/// apart, so it learns the same from fewer.
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

/// Win, loss and draw that make up a value.
fn value_outputs(value: f64) -> [f64; 3] {
    [value.max(0.0), (-value).max(0.0), 1.0 - value.abs()]
}

/// What a file of examples begins with.
const MAGIC: &[u8; 8] = b"MUEHLE-1";

/// Examples as bytes, so that a collection can be studied again: 20 for each, behind a word of eight.
pub fn to_bytes(examples: &[Example]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    for example in examples {
        bytes.extend(example.combination.to_le_bytes());
        for number in example.target.into_iter().chain([example.count]) {
            bytes.extend(number.to_le_bytes());
        }
    }
    bytes
}

/// Examples from bytes; none when they are anything else.
pub fn from_bytes(bytes: &[u8]) -> Option<Vec<Example>> {
    let examples = bytes.strip_prefix(MAGIC)?.chunks(20).map(|chunk| {
        let (words, []) = chunk.as_chunks::<4>() else { return None };
        let [combination, rest @ ..] = words else { return None };
        let [win, loss, draw, count]: [f32; 4] = <[[u8; 4]; 4]>::try_from(rest).ok()?.map(f32::from_le_bytes);
        let example = Example { combination: u32::from_le_bytes(*combination), target: [win, loss, draw], count };
        let sound = example.target.iter().all(|part| (0.0..=1.0).contains(part)) && count > 0.0 && count.is_finite();
        (sound && (example.combination as usize) < PHASES * COMBINATIONS).then_some(example)
    });
    examples.collect()
}

/// Plays the games with this knowledge; `on_game` hears of each. The order of the examples follows from the seed alone.
pub fn collect(
    settings: &StudySettings,
    knowledge: &Knowledge,
    stop: &AtomicBool,
    on_game: &(dyn Fn(u64) + Sync),
) -> Vec<Example> {
    let next = AtomicU64::new(0);
    let done = AtomicU64::new(0);
    let collected = Mutex::new(Vec::new());
    let work = || {
        let options =
            Options { hash: 2, random_radius: settings.random_radius, equal_moves: false, ..Options::default() };
        let mut searcher = Searcher::new(knowledge.clone(), options);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= settings.games || stop.load(Ordering::Relaxed) {
                break;
            }
            if let Some(examples) = play_game(settings, number, &mut searcher, stop) {
                collected.lock().unwrap_or_else(PoisonError::into_inner).push((number, examples));
                on_game(done.fetch_add(1, Ordering::Relaxed) + 1);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..settings.threads.max(1) {
            scope.spawn(work);
        }
        work();
    });
    let mut collected = collected.into_inner().unwrap_or_else(PoisonError::into_inner);
    collected.sort_by_key(|(number, _)| *number);
    collected.into_iter().flat_map(|(_, examples)| examples).collect()
}

/// Random positions that the tables know, with their exact values: as many with each number of stones, from one more than
/// three a side.
pub fn from_tables(database: &Database, positions: u64, weight: f64, seed: u64) -> Vec<Example> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut points = Point::ALL;
    let mut examples = Vec::new();
    // What does not count is not taught: the mean of nothing is no number.
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
            examples.push(Example { count: weight as f32, ..Example::new(&position, exact_outputs(value)) });
        }
    }
    examples
}

/// The examples of one game; none when it was stopped.
fn play_game(
    settings: &StudySettings,
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

/// The errors after so many times over all examples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: usize,
    /// The mean error of the examples it learned from.
    pub error: f64,
    /// The mean square error of win minus loss on the examples that were kept back: what the network makes of new positions.
    pub unseen: f64,
}

/// One example of so many is kept back to see what the network makes of new positions.
const KEPT_BACK: u32 = 20;

/// Goes over the examples until all epochs are done or `on_epoch`, asked after every tenth, returns false.
pub fn study(
    heuristic: &mut Heuristic,
    examples: &[Example],
    settings: &StudySettings,
    on_epoch: &mut dyn FnMut(Epoch) -> bool,
) -> Result<(), LearnError> {
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    let (unseen, seen): (Vec<Example>, Vec<Example>) = examples.iter().partition(|_| random.random_ratio(1, KEPT_BACK));
    let examples = merged(seen);
    if examples.is_empty() {
        return Err(LearnError::Nothing);
    }
    // The mean gradients of a whole collection are small and without noise: rates begin and grow larger than in play.
    let parameters = LearningParameters { eta: 1.0, kappa: 0.5, ..heuristic.learning };
    let mut trainer = Trainer::new(&heuristic.network, parameters);
    let patterns: Vec<Pattern> = examples.iter().map(|example| example.pattern(heuristic)).collect();
    for number in 1..=settings.epochs {
        let error = trainer.learn(heuristic, &patterns)?;
        // What new positions make of it costs as much as a pass: now and then is enough.
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

/// The mean square of what win minus loss is off.
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
    fn studying_brings_the_network_closer_to_the_search() {
        let settings = StudySettings { games: 40, depth: 2, epochs: 100, ..StudySettings::default() };
        let knowledge = Knowledge::of(Heuristic::standard());
        let stop = AtomicBool::new(false);
        let examples = collect(&settings, &knowledge, &stop, &|_| {});
        assert!(examples.len() > 1000, "{}", examples.len());
        let threads = StudySettings { threads: 3, ..settings.clone() };
        assert_eq!(collect(&threads, &knowledge, &stop, &|_| {}), examples);
        for set in [FeatureSet::Standard, FeatureSet::Phases] {
            let mut heuristic = Heuristic::random("Pupil", set, &[(8, Activation::Tanh)], 1).unwrap();
            let before = value_error(&heuristic, &examples);
            let mut epochs = Vec::new();
            study(&mut heuristic, &examples, &settings, &mut |epoch| {
                epochs.push(epoch);
                true
            })
            .unwrap();
            assert_eq!(epochs.len(), 10);
            assert!(epochs[9].error < epochs[0].error, "{set}: {epochs:?}");
            let after = value_error(&heuristic, &examples);
            assert!(after < 0.7 * before, "{set}: {before} {after}");
        }
        let wins_only = StudySettings { draw_weight: 0.0, excursions: 0.0, result_share: 1.0, ..settings.clone() };
        let decided = collect(&wins_only, &knowledge, &stop, &|_| {});
        assert!(!decided.is_empty() && decided.len() < examples.len());
        assert!(decided.iter().all(|example| example.target[2] == 0.0), "no draw is taught");
        assert_eq!(from_bytes(&to_bytes(&examples)), Some(examples.clone()));
        for bytes in [&b""[..], b"MUEHLE-2", b"MUEHLE-1abc", &[&b"MUEHLE-1"[..], &[255; 20]].concat()] {
            assert_eq!(from_bytes(bytes), None);
        }
        let alike = merged(examples.clone());
        assert!(alike.len() < examples.len());
        assert_eq!(alike.iter().map(|example| example.count as usize).sum::<usize>(), examples.len());
        let mut heuristic = Heuristic::standard();
        assert!(matches!(study(&mut heuristic, &[], &settings, &mut |_| true), Err(LearnError::Nothing)));
    }
}
