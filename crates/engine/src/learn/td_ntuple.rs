//! Training the n-tuple agent: TD(λ) by self-play with one ply of look-ahead.
//!
//! A position is taught the λ-return, backwards through the game, from the side to move:
//! `t(p) = -((1 - λ)·v(p+1) + λ·t(p+1))`, the last position the result. Nothing is taught across a random move, which
//! says little about the position before it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::endgame::{Database, Value};
use crate::players::ntuple::NTuples;
use crate::random::Dice;
use crate::rules::{Move, Position, RemovalRule};

/// A value that changes during a training: in equal ratios, or in equal steps if it starts or ends at zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// At the first game.
    pub first: f64,
    /// At the last game.
    pub last: f64,
}

impl Schedule {
    /// The value when this share of the training is done.
    pub fn at(&self, share: f64) -> f64 {
        if self.first > 0.0 && self.last > 0.0 {
            self.first * (self.last / self.first).powf(share)
        } else {
            self.first + (self.last - self.first) * share
        }
    }
}

/// How a network is trained.
#[derive(Clone, Debug)]
pub struct TrainingSettings {
    /// Games of self-play.
    pub games: u64,
    /// The removal rule.
    pub rule: RemovalRule,
    /// The weight of positions after the next one in a teaching value.
    pub lambda: f64,
    /// The step towards the teaching value; 1 would reach it at once.
    pub alpha: Schedule,
    /// The share of random moves.
    pub epsilon: Schedule,
    /// Whether each weight has its own rate, which falls as its corrections start to cancel out.
    pub coherence: bool,
    /// Games begin with up to this many random plies.
    pub opening_plies: u32,
    /// Games end where this database knows the result: the database and the most stones it is asked about.
    pub endgame: Option<(Arc<Database>, usize)>,
    /// The seed of everything random.
    pub seed: u64,
}

impl Default for TrainingSettings {
    fn default() -> TrainingSettings {
        TrainingSettings {
            games: 100_000,
            rule: RemovalRule::Never,
            lambda: 0.6,
            alpha: Schedule { first: 0.2, last: 0.01 },
            epsilon: Schedule { first: 0.1, last: 0.02 },
            coherence: false,
            opening_plies: 8,
            endgame: None,
            seed: 1,
        }
    }
}

/// Progress of a training.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TrainingNews {
    /// Games so far.
    pub games: u64,
    /// The share of draws in the games since the last news.
    pub draws: f64,
    /// Their mean number of plies.
    pub plies: f64,
    /// The mean distance of a value from its teaching value.
    pub error: f64,
}

/// Games between two news.
pub const NEWS_EVERY: u64 = 1000;
/// Longer games of self-play are drawn.
const MAX_PLIES: usize = 300;
/// Plies without a removal, both hands empty, after which a game of self-play is drawn.
const QUIET_PLIES: usize = 60;

/// A training in progress.
struct Training<'a> {
    network: &'a mut NTuples,
    settings: &'a TrainingSettings,
    dice: Dice,
    /// For each weight the sum of its corrections and the sum of their sizes.
    coherence: Option<Vec<[f32; 2]>>,
    alpha: f32,
    /// Reused between positions: the weights of the position being taught.
    indices: Vec<usize>,
}

/// A game of self-play.
struct Episode {
    positions: Vec<Position>,
    /// Whether the move from each position was random.
    random: Vec<bool>,
    /// The result for the side to move in the last position.
    result: f32,
}

/// Trains a network by self-play and returns the number of games played. The same settings give the same weights.
/// `on_news` sees the network as it is, so that it can be saved now and then.
pub fn train(
    network: &mut NTuples,
    settings: &TrainingSettings,
    stop: &AtomicBool,
    on_news: &mut dyn FnMut(&TrainingNews, &NTuples),
) -> u64 {
    let coherence = settings.coherence.then(|| vec![[0.0; 2]; network.weight_count()]);
    let dice = Dice::new(settings.seed);
    let mut training = Training { network, settings, dice, coherence, alpha: 0.0, indices: Vec::new() };
    let (mut draws, mut plies, mut error) = (0u64, 0u64, 0.0);
    for game in 0..settings.games {
        if stop.load(Ordering::Relaxed) {
            return game;
        }
        let share = game as f64 / settings.games.max(1) as f64;
        training.alpha = settings.alpha.at(share) as f32;
        let episode = training.play(settings.epsilon.at(share));
        error += f64::from(training.teach(&episode));
        plies += episode.random.len() as u64;
        draws += u64::from(episode.result == 0.0);
        let done = game + 1;
        if done.is_multiple_of(NEWS_EVERY) || done == settings.games {
            let since = (done - 1) % NEWS_EVERY + 1;
            let news = TrainingNews {
                games: done,
                draws: draws as f64 / since as f64,
                plies: plies as f64 / since as f64,
                error: error / plies.max(1) as f64,
            };
            on_news(&news, training.network);
            (draws, plies, error) = (0, 0, 0.0);
        }
    }
    settings.games
}

impl Training<'_> {
    fn play(&mut self, epsilon: f64) -> Episode {
        let mut position = Position::START;
        for _ in 0..self.dice.below(self.settings.opening_plies + 1) {
            match self.dice.choose(&position.legal_moves(self.settings.rule)) {
                Some(&mv) => position.play_unchecked(mv),
                None => position = Position::START,
            }
        }
        let mut episode = Episode { positions: vec![position], random: Vec::new(), result: 0.0 };
        // Keys since the last irreversible move.
        let mut keys = vec![position.key()];
        loop {
            if let Some(result) = self.known(&position) {
                episode.result = result;
                return episode;
            }
            let repeated = keys.iter().filter(|&&key| key == position.key()).count() >= 3;
            if repeated || keys.len() > QUIET_PLIES || episode.random.len() >= MAX_PLIES {
                return episode;
            }
            let (mv, random) = self.choose(&position, epsilon);
            let reversible = mv.removal.is_none() && mv.action.origin().is_some() && position.hands_are_empty();
            position.play_unchecked(mv);
            if !reversible {
                keys.clear();
            }
            keys.push(position.key());
            episode.positions.push(position);
            episode.random.push(random);
        }
    }

    /// The result for the side to move, if the rules or the database know it.
    fn known(&self, position: &Position) -> Option<f32> {
        if let Some(loser) = position.loser() {
            return Some(if loser == position.side_to_move() { -1.0 } else { 1.0 });
        }
        let (database, stones) = self.settings.endgame.as_ref()?;
        Some(match database.up_to(*stones)?.probe(position)? {
            Value::Win(_) => 1.0,
            Value::Draw => 0.0,
            Value::Loss(_) => -1.0,
        })
    }

    /// The move to the best value or, with probability `epsilon`, a random one; and whether it was random. There must be a
    /// legal move.
    fn choose(&mut self, position: &Position, epsilon: f64) -> (Move, bool) {
        let moves = position.legal_moves(self.settings.rule);
        if self.dice.share() < epsilon {
            return (moves[self.dice.below(moves.len() as u32) as usize], true);
        }
        let mut best = (moves[0], f32::NEG_INFINITY);
        for mv in moves {
            let next = position.after(mv);
            let value = match self.known(&next) {
                // Larger than every sum.
                Some(result) => -result * 1e6,
                None => -self.network.sum(&next),
            };
            if value > best.1 {
                best = (mv, value);
            }
        }
        (best.0, false)
    }

    /// Teaches all positions of a game, the last first; returns the sum of the errors.
    fn teach(&mut self, episode: &Episode) -> f32 {
        let lambda = self.settings.lambda as f32;
        let (mut next_value, mut next_return) = (episode.result, episode.result);
        let mut error = 0.0;
        for (position, &random) in episode.positions.iter().zip(&episode.random).rev() {
            let value = self.network.value(position);
            let target = -((1.0 - lambda) * next_value + lambda * next_return);
            if random {
                next_return = value;
            } else {
                error += (target - value).abs();
                self.correct(position, target - value);
                next_return = target;
            }
            next_value = value;
        }
        error
    }

    /// Changes the weights of a position so that its value moves by `alpha` of the error, or by more if images share
    /// weights, which are then changed once per image.
    fn correct(&mut self, position: &Position, error: f32) {
        let step = self.alpha * error / self.network.active() as f32;
        self.indices.clear();
        self.network.for_each_index(position, |index| self.indices.push(index));
        for &index in &self.indices {
            let rate = match &mut self.coherence {
                None => 1.0,
                Some(coherence) => {
                    let [sum, size] = &mut coherence[index];
                    let rate = if *size > 0.0 { sum.abs() / *size } else { 1.0 };
                    *sum += error;
                    *size += error.abs();
                    rate
                }
            };
            *self.network.weight_mut(index) += rate * step;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::ntuple::tuples::TupleChoice;

    fn fresh() -> NTuples {
        NTuples::new("surroundings".parse::<TupleChoice>().unwrap().tuples(1))
    }

    fn trained(settings: &TrainingSettings) -> (NTuples, Vec<TrainingNews>) {
        let mut network = fresh();
        let mut news = Vec::new();
        train(&mut network, settings, &AtomicBool::new(false), &mut |latest, _| news.push(*latest));
        (network, news)
    }

    #[test]
    fn schedules_go_from_first_to_last() {
        let ratios = Schedule { first: 0.4, last: 0.1 };
        assert!((ratios.at(0.5) - 0.2).abs() < 1e-12 && (ratios.at(1.0) - 0.1).abs() < 1e-12);
        assert!((Schedule { first: 0.4, last: 0.0 }.at(0.5) - 0.2).abs() < 1e-12);
    }

    #[test]
    fn a_short_training_learns_that_stones_are_good() {
        for (coherence, rule) in [(false, RemovalRule::Never), (true, RemovalRule::Any)] {
            let alpha = Schedule { first: 0.2, last: 0.01 };
            let settings = TrainingSettings { games: 600, rule, coherence, alpha, ..TrainingSettings::default() };
            let (network, news) = trained(&settings);
            assert_eq!(news.len(), 1);
            assert!(news[0].error > 0.0 && news[0].error < 0.6 && news[0].plies > 20.0, "{news:?}");
            let more: Position = "a7,d7,g4,b6,d6,f4,c5,e4/a1,d1,g1,c3,b2,f2 w 0 0".parse().unwrap();
            let fewer = more.with_side(!more.side_to_move());
            let difference = network.value(&more) - network.value(&fewer);
            assert!(difference > 0.2, "coherence {coherence}: {difference}");
            assert_eq!(trained(&settings).0, network, "the same settings give the same weights");
        }
    }

    #[test]
    fn corrections_move_the_value_towards_the_target() {
        let mut network = fresh();
        let settings = TrainingSettings::default();
        let mut training = Training {
            network: &mut network,
            settings: &settings,
            dice: Dice::new(1),
            coherence: None,
            alpha: 0.1,
            indices: Vec::new(),
        };
        let position: Position = "a7,g1,f4,b4,c5/g7,a1,d6,d2,e3 w 0 0".parse().unwrap();
        let mut last = 1.0f32;
        for _ in 0..20 {
            let error = 0.7 - training.network.value(&position);
            assert!(error.abs() < last);
            last = error.abs();
            training.correct(&position, error);
        }
        assert!(last < 0.1);
    }

    #[test]
    fn a_stop_ends_the_training() {
        let settings = TrainingSettings::default();
        assert_eq!(train(&mut fresh(), &settings, &AtomicBool::new(true), &mut |_, _| {}), 0);
    }
}
