//! Mühle (Nine Men's Morris): rules, games, search, endgame tables, players and learning, without a window.
//!
//! Start with [`game::Game`] to play by the rules, [`search::search`] for the best move, and [`players`] for opponents.
//! Each module uses only those above it.

#![warn(missing_docs)]

pub mod calendar;
pub mod files;
pub mod random;
pub mod rules;

pub mod endgame;
pub mod game;
pub mod heuristics;

pub mod search;

pub mod players;

pub mod learn;

/// The example in the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
