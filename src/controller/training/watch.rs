//! One game of self-play to watch. Hundreds are played per second; a watcher sees one at a time, from its first move to its
//! last, and then asks for another.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use muehle_engine::game::Game;
use muehle_engine::rules::Position;

/// No game is followed.
const NONE: u64 = u64::MAX;

/// The game that is followed.
#[derive(Debug)]
pub struct Watched {
    followed: AtomicU64,
    game: Mutex<WatchedGame>,
}

impl Default for Watched {
    fn default() -> Watched {
        Watched { followed: AtomicU64::new(NONE), game: Mutex::default() }
    }
}

/// What is known of the game so far.
#[derive(Debug, Default)]
struct WatchedGame {
    number: u64,
    /// The positions, the start first.
    positions: Vec<Position>,
    over: bool,
}

impl Watched {
    /// A move was played in a game.
    pub(super) fn see(&self, number: u64, game: &Game) {
        let followed = self.followed.load(Ordering::Relaxed);
        if followed == NONE {
            if self.followed.compare_exchange(NONE, number, Ordering::Relaxed, Ordering::Relaxed).is_err() {
                return;
            }
        } else if followed != number {
            return;
        }
        let mut watched = self.game.lock().unwrap_or_else(PoisonError::into_inner);
        watched.number = number;
        watched.over = game.outcome().is_some();
        if watched.positions.len() == game.ply() && game.ply() > 0 {
            watched.positions.push(*game.position());
        } else {
            watched.positions = game.positions();
        }
    }

    /// The position at a ply of the followed game (or its newest), how many plies there are, and whether it is over.
    pub fn at(&self, ply: usize) -> Option<(Position, usize, bool)> {
        let watched = self.game.lock().unwrap_or_else(PoisonError::into_inner);
        let last = watched.positions.len().checked_sub(1)?;
        Some((watched.positions[ply.min(last)], last, watched.over))
    }

    /// Takes another game: the next one in which a move is played.
    pub fn next(&self) {
        self.game.lock().unwrap_or_else(PoisonError::into_inner).positions.clear();
        self.followed.store(NONE, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_game_is_followed_to_its_end() {
        let watched = Watched::default();
        assert!(watched.at(0).is_none());
        let mut game = Game::default();
        for mv in ["d6", "f4", "d2"] {
            game.play(mv.parse().unwrap()).unwrap();
            watched.see(4, &game);
            watched.see(5, &Game::default());
        }
        assert_eq!(watched.at(3), Some((*game.position(), 3, false)));
        assert_eq!(watched.at(1).unwrap().0, game.positions()[1]);
        game.agree_draw();
        watched.see(4, &game);
        assert_eq!(watched.at(99), Some((*game.position(), 3, true)));
        watched.next();
        let mut other = Game::default();
        other.play("a1".parse().unwrap()).unwrap();
        watched.see(9, &other);
        assert_eq!(watched.at(9), Some((*other.position(), 1, false)));
    }
}
