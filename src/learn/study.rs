//! Study: a network learns from a collection of games at once, played by a stronger or deeper searching computer.
//!
//! Every position of the games, and positions a few random plies beside them (a search looks at many that no game
//! reaches), is taught a mixture of the game's result and of what the search said. Then the network goes over all
//! of them many times, in parts of a few thousand, each part being one pass of backpropagation.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::game::{Game, Outcome};
use crate::heuristics::features::{COMBINATIONS, Features, combination, phase};
use crate::heuristics::{Heuristic, value_of};
use crate::rules::{Position, Rules};
use crate::search::{Knowledge, Limits, Options, Searcher};

use super::LearnError;
use super::arena::{MAX_PLIES, random_opening};
use super::backprop::{Pattern, Trainer};
use super::teaching::result_outputs;

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
    /// How often all positions are gone over.
    pub epochs: usize,
    /// The positions of one pass.
    pub pass: usize,
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
            epochs: 20,
            pass: 4096,
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
}

impl Example {
    fn new(position: &Position, target: [f64; 3]) -> Example {
        let combination = (combination(position) + phase(position) * COMBINATIONS) as u32;
        Example { combination, target: target.map(|part| part as f32) }
    }

    fn pattern(&self, heuristic: &Heuristic) -> Pattern {
        let features = Features::from_combination(self.combination as usize);
        Pattern::new(heuristic.feature_set, &features, self.target.map(f64::from))
    }
}

/// Win, loss and draw that make up a value.
fn value_outputs(value: f64) -> [f64; 3] {
    [value.max(0.0), (-value).max(0.0), 1.0 - value.abs()]
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

/// The examples of one game; none when it was stopped.
fn play_game(
    settings: &StudySettings,
    number: u64,
    searcher: &mut Searcher,
    stop: &AtomicBool,
) -> Option<Vec<Example>> {
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number);
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
        examples.push(Example::new(&position, mixed));
    }
    Some(examples)
}

/// The errors of one time over all examples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: usize,
    /// The mean error of the examples it learned from.
    pub error: f64,
    /// The mean error of win minus loss on the examples that were kept back: what the network makes of new positions.
    pub unseen: f64,
}

/// One example of so many is kept back to see what the network makes of new positions.
const KEPT_BACK: usize = 20;

/// Goes over the examples, epoch by epoch, until they are done or `on_epoch` returns false.
pub fn study(
    heuristic: &mut Heuristic,
    mut examples: Vec<Example>,
    settings: &StudySettings,
    on_epoch: &mut dyn FnMut(Epoch) -> bool,
) -> Result<(), LearnError> {
    if examples.is_empty() {
        return Err(LearnError::Nothing);
    }
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    examples.shuffle(&mut random);
    let unseen = examples.split_off(examples.len() - examples.len() / KEPT_BACK);
    let mut trainer = Trainer::new(&heuristic.network, heuristic.learning);
    for number in 1..=settings.epochs {
        examples.shuffle(&mut random);
        let mut sum = 0.0;
        for part in examples.chunks(settings.pass.max(1)) {
            let patterns: Vec<Pattern> = part.iter().map(|example| example.pattern(heuristic)).collect();
            sum += trainer.learn(heuristic, &patterns)? * part.len() as f64;
        }
        let epoch = Epoch { number, error: sum / examples.len() as f64, unseen: value_error(heuristic, &unseen) };
        if !on_epoch(epoch) {
            break;
        }
    }
    heuristic.training.games += settings.games;
    heuristic.training.date = super::today();
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
        let settings = StudySettings { games: 40, depth: 2, epochs: 60, pass: 256, ..StudySettings::default() };
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
            study(&mut heuristic, examples.clone(), &settings, &mut |epoch| {
                epochs.push(epoch);
                true
            })
            .unwrap();
            assert_eq!(epochs.len(), 60);
            assert!(epochs[59].error < epochs[0].error, "{set}: {epochs:?}");
            let after = value_error(&heuristic, &examples);
            assert!(after < 0.7 * before, "{set}: {before} {after}");
        }
        let mut heuristic = Heuristic::standard();
        assert!(matches!(study(&mut heuristic, vec![], &settings, &mut |_| true), Err(LearnError::Nothing)));
    }
}
