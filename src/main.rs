//! The program: the window, or a subcommand.

// The window needs no console beside it; commands write to the one they were started from.
#![cfg_attr(all(windows, not(debug_assertions)), windows_subsystem = "windows")]

mod about;
mod app;
mod cli;
mod controller;
mod crash;
#[cfg(test)]
mod fuzzing;
mod logs;
mod print;
mod texts;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
