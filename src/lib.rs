//! Mühle (Nine Men's Morris): play it, learn it, study it and solve it.
//!
//! The modules in reading order, which is also the direction of their dependencies; see ARCHITECTURE.md.

#![warn(missing_docs)]

pub mod files;
pub mod rules;

pub mod endgame;
pub mod game;
pub mod heuristics;

pub mod search;

pub mod players;

pub mod learn;
pub mod print;

pub mod controller;

pub mod app;

pub mod cli;
