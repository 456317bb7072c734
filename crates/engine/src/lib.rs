//! Mühle (Nine Men's Morris): rules, games, search, endgame tables, players and learning, without a window.
//!
//! The modules in reading order, which is also the direction of their dependencies; see ARCHITECTURE.md.

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
