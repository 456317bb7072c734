//! Mühle (Nine Men's Morris): rules, games, search, endgame tables, players, learning, reviews and the archive of
//! finished games, without a window.
//!
//! Start with [`game::Game`] to play by the rules, [`search::search`] for the best move, [`player`] for opponents, and
//! [`review::review`] for what went wrong.
//! Each module uses only those above it.

#![warn(missing_docs)]

pub mod calendar;
pub mod files;
pub mod random;
pub mod rules;

pub mod endgame;
pub mod game;
pub mod heuristics;

pub mod puzzles;
pub mod search;

pub mod players;

pub mod learn;
pub mod openings;
pub mod review;

pub mod archive;

use std::sync::Arc;

pub use game::Game;
pub use learn::create_player;
use players::{Player, PlayerError, Resources};

/// The player that a line of text describes, such as `computer:depth=6`, with the shipped knowledge and what the user's
/// data folder adds to it. [`create_player`] lets several players share what they load.
pub fn player(text: &str) -> Result<Box<dyn Player>, PlayerError> {
    create_player(&text.parse()?, &Arc::new(Resources::new(files::DataFolders::find(None))))
}

/// The example in the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
