//! The program: the window, or a subcommand.

mod app;
mod cli;
mod controller;
mod print;
mod texts;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
