//! The perfect player: moves that keep the exact value wherever the tables know the position, a search elsewhere.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::endgame::{Database, Outcome};
use crate::game::Game;
use crate::rules::notation::excerpt;
use crate::rules::{Move, RemovalRule};
use crate::search::{Progress, RootMove, Score, exact_moves};

use super::traps::TrapSetter;
use super::{Choice, Computer, Player, PlayerError, PlayerText, Resources, unknown_option};

/// Plays from the tables, whose reach depends on what the user has built, and searches everywhere else.
pub(super) struct Perfect {
    resources: Arc<Resources>,
    random: ChaCha8Rng,
    elsewhere: Computer,
    /// Chooses among moves that keep the value; none when chance does.
    traps: Option<TrapSetter>,
    /// The longest it may think about a move.
    time_cap: Option<Duration>,
}

/// The moves that keep the value of a position, and the value.
struct Keeping {
    moves: Vec<Move>,
    outcome: Outcome,
    score: Score,
}

impl Perfect {
    /// Takes `traps=on|off` and the options of a computer, which apply where no table has the position.
    pub(super) fn from_text(text: &PlayerText, resources: &Arc<Resources>) -> Result<Perfect, PlayerError> {
        let traps = match text.get("traps") {
            None | Some("on") => Some(TrapSetter::new(resources)?),
            Some("off") => None,
            Some(value) => {
                return Err(PlayerError::Value { kind: "perfect", key: "traps".into(), value: excerpt(value) });
            }
        };
        let mut search = text.clone();
        search.options.retain(|(key, _)| key != "traps");
        let elsewhere = Computer::from_text(&search, resources).map_err(|error| match error {
            PlayerError::UnknownOption { key, .. } => unknown_option("perfect", &key),
            error => error,
        })?;
        let random = ChaCha8Rng::seed_from_u64(0);
        Ok(Perfect { resources: resources.clone(), random, elsewhere, traps, time_cap: None })
    }

    fn database(&self, game: &Game) -> Arc<Database> {
        self.resources.endgame(game.removal_rule())
    }

    /// What the tables know of a game that goes on. A damaged table counts as missing; the database reports it itself.
    fn keeping(&self, game: &Game) -> Option<Keeping> {
        if game.outcome().is_some() {
            return None;
        }
        let database = self.database(game);
        if game.position().hands_are_empty() {
            let solved = database.solve(game.position()).ok().flatten()?;
            let (outcome, score) = (solved.value.outcome(), solved.value.into());
            return Some(Keeping { moves: solved.best_moves().collect(), outcome, score });
        }
        let solved = database.outcomes(game.position()).ok().flatten()?;
        let mut moves: Vec<Move> = solved.best_moves().collect();
        // Without distances a removal is the best guess at the shortest way to win.
        if solved.outcome == Outcome::Win && moves.iter().any(|mv| mv.removal.is_some()) {
            moves.retain(|mv| mv.removal.is_some());
        }
        Some(Keeping { moves, outcome: solved.outcome, score: solved.outcome.into() })
    }
}

impl Player for Perfect {
    fn new_game(&mut self, seed: u64) {
        self.random = ChaCha8Rng::seed_from_u64(seed);
        self.elsewhere.new_game(seed);
    }

    fn set_time_cap(&mut self, at_most: Option<Duration>) {
        self.time_cap = at_most;
        self.elsewhere.set_time_cap(at_most);
    }

    fn choose(
        &mut self,
        game: &Game,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Choice, PlayerError> {
        let begun = Instant::now();
        let ready = self.database(game).wait_for_endings(game.position(), stop);
        let Some(Keeping { mut moves, outcome, score }) = ready.then(|| self.keeping(game)).flatten() else {
            return self.elsewhere.choose(game, stop, progress);
        };
        if outcome != Outcome::Win && moves.len() > 1 {
            let database = self.database(game);
            if let Some(traps) = &mut self.traps {
                // Who wants to win a drawn game does not repeat it.
                let seen: HashSet<u64> = game.positions().iter().map(|position| position.key()).collect();
                let is_new = |mv: &Move| !seen.contains(&game.position().after(*mv).key());
                if moves.iter().any(is_new) {
                    moves.retain(is_new);
                }
                let end = self.time_cap.and_then(|time| begun.checked_add(time));
                traps.keep_the_best(game, &database, &mut moves, stop, end)?;
            }
        }
        let &mv = moves.choose(&mut self.random).ok_or(PlayerError::NoMove)?;
        Ok(Choice { mv, score: Some(score), report: None })
    }

    fn opinions(&mut self, game: &Game, stop: &AtomicBool) -> Result<Option<Vec<RootMove>>, PlayerError> {
        let exact = match game.outcome() {
            None if !self.database(game).wait_for_endings(game.position(), stop) => None,
            None => exact_moves(&self.database(game), game.position()),
            Some(_) => None,
        };
        match exact {
            Some(moves) => Ok(Some(moves)),
            None => self.elsewhere.opinions(game, stop),
        }
    }

    fn basis(&self, rule: RemovalRule) -> Option<String> {
        Some(self.resources.endgame(rule).reach().to_string())
    }
}
