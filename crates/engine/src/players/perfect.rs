//! The perfect player: optimal moves wherever the endgame database knows the position, a search elsewhere.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::endgame::SolvedPosition;
use crate::game::Game;
use crate::search::{Progress, RootMove};

use super::{Choice, Computer, Player, PlayerError, PlayerText, Resources};

/// Plays from the database, whose reach depends on the tables the user has built, and searches everywhere else.
pub(super) struct Perfect {
    resources: Arc<Resources>,
    random: ChaCha8Rng,
    elsewhere: Computer,
}

impl Perfect {
    /// Takes the options of a computer, which apply where no table has the position.
    pub(super) fn from_text(text: &PlayerText, resources: &Arc<Resources>) -> Result<Perfect, PlayerError> {
        let elsewhere = Computer::from_text(text, resources)?;
        Ok(Perfect { resources: resources.clone(), random: ChaCha8Rng::seed_from_u64(0), elsewhere })
    }

    /// What the tables know of a game that goes on. A damaged table counts as missing; the database reports it itself.
    fn solve(&self, game: &Game) -> Option<SolvedPosition> {
        let goes_on = game.outcome().is_none();
        goes_on.then(|| self.resources.endgame(game.removal_rule()).solve(game.position()).ok().flatten()).flatten()
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
        if let Some(solved) = self.solve(game) {
            let best: Vec<_> = solved.best_moves().collect();
            let &mv = best.choose(&mut self.random).ok_or(PlayerError::NoMove)?;
            return Ok(Choice { mv, score: Some(solved.value.into()), report: None });
        }
        self.elsewhere.choose(game, stop, progress)
    }

    fn opinions(&mut self, game: &Game, stop: &AtomicBool) -> Result<Option<Vec<RootMove>>, PlayerError> {
        if let Some(solved) = self.solve(game) {
            let mut moves: Vec<_> =
                solved.moves.iter().map(|&(mv, value)| RootMove { mv, score: value.into() }).collect();
            moves.sort_by(|a, b| b.score.compare(a.score));
            return Ok(Some(moves));
        }
        self.elsewhere.opinions(game, stop)
    }
}
