//! The player that chooses at random.

use std::sync::atomic::AtomicBool;

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::game::Game;
use crate::search::Progress;

use super::{Choice, Player, PlayerError, PlayerText, unknown_option};

/// Chooses every legal move with the same probability.
#[derive(Debug)]
pub struct Random {
    random: ChaCha8Rng,
}

impl Random {
    /// A random player with this seed.
    pub fn new(seed: u64) -> Random {
        Random { random: ChaCha8Rng::seed_from_u64(seed) }
    }

    pub(super) fn from_text(text: &PlayerText) -> Result<Random, PlayerError> {
        match text.options.first() {
            Some((key, _)) => Err(unknown_option("random", key)),
            None => Ok(Random::new(0)),
        }
    }
}

impl Player for Random {
    fn new_game(&mut self, seed: u64) {
        *self = Random::new(seed);
    }

    fn choose(&mut self, game: &Game, _: &AtomicBool, _: &mut dyn FnMut(&Progress)) -> Result<Choice, PlayerError> {
        let &mv = game.legal_moves().choose(&mut self.random).ok_or(PlayerError::NoMove)?;
        Ok(Choice { mv, score: None, report: None })
    }
}
