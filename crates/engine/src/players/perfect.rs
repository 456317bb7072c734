//! The perfect player: optimal moves wherever the endgame database knows the position, a search elsewhere.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::game::Game;
use crate::search::{Progress, RootMove};

use super::{Choice, Computer, Player, PlayerError, PlayerText, Resources};

/// Plays from the database. How far that reaches depends on the tables the user has built; before that it searches.
pub struct Perfect {
    resources: Arc<Resources>,
    random: ChaCha8Rng,
    elsewhere: Computer,
}

impl Perfect {
    /// Takes the options of a computer, which count where no table knows the position.
    pub(super) fn from_text(text: &PlayerText, resources: &Arc<Resources>) -> Result<Perfect, PlayerError> {
        let elsewhere = Computer::from_text(text, resources)?;
        Ok(Perfect { resources: resources.clone(), random: ChaCha8Rng::seed_from_u64(0), elsewhere })
    }
}

impl Player for Perfect {
    fn new_game(&mut self, seed: u64) {
        self.random = ChaCha8Rng::seed_from_u64(seed);
        self.elsewhere.new_game(seed);
    }

    fn set_time_cap(&mut self, at_most: Option<Duration>) {
        self.elsewhere.set_time_cap(at_most);
    }

    fn choose(
        &mut self,
        game: &Game,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Choice, PlayerError> {
        if game.outcome().is_some() {
            return Err(PlayerError::NoMove);
        }
        // A damaged table is as good as none here; whoever opened the database hears of it there.
        if let Ok(Some(solved)) = self.resources.endgame(game.removal_rule()).solve(game.position()) {
            let best: Vec<_> = solved.best_moves().collect();
            let &mv = best.choose(&mut self.random).ok_or(PlayerError::NoMove)?;
            return Ok(Choice { mv, score: Some(solved.value.into()), report: None });
        }
        self.elsewhere.choose(game, stop, progress)
    }

    fn opinions(&mut self, game: &Game, stop: &AtomicBool) -> Result<Option<Vec<RootMove>>, PlayerError> {
        if game.outcome().is_none()
            && let Ok(Some(solved)) = self.resources.endgame(game.removal_rule()).solve(game.position())
        {
            let mut moves: Vec<_> =
                solved.moves.iter().map(|&(mv, value)| RootMove { mv, score: value.into() }).collect();
            moves.sort_by(|a, b| b.score.compare(a.score));
            return Ok(Some(moves));
        }
        self.elsewhere.opinions(game, stop)
    }
}
