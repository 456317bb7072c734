//! How stones were placed in the games of the archive.

use super::Contents;
use crate::openings::PlayedGames;

impl Contents {
    /// The placements of all games that are over.
    pub fn placements(&self) -> PlayedGames {
        let mut played = PlayedGames::default();
        for game in &self.games {
            if let Some(outcome) = game.outcome {
                played.add(game.rules.removal, &game.start, &game.moves, outcome.winner());
            }
        }
        played
    }
}
