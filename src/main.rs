//! The program: the window, or a subcommand.

mod about;
mod app;
mod cli;
mod controller;
mod crash;
mod logs;
mod print;
mod texts;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
