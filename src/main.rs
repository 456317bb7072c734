//! The program: the window, or a subcommand.

use std::process::ExitCode;

fn main() -> ExitCode {
    muehle::cli::run()
}
