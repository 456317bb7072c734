//! The built program, run as a process: what scripts, other programs and partners see of it.

mod cli;
mod endgame;
mod engine;
mod export;
mod network;
mod proxy;

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

/// Starts the program with all its streams piped.
fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_muehle"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Runs the program on an empty data folder until it ends.
fn muehle(arguments: &[&str], input: &[u8]) -> Output {
    muehle_in(tempfile::tempdir().unwrap().path(), arguments, input)
}

/// Runs the program on a data folder until it ends.
fn muehle_in(data: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut program = start(&[&["--data", data.to_str().unwrap()], arguments].concat());
    // A program that refuses its arguments may end before it has read anything.
    let _ = program.stdin.take().unwrap().write_all(input);
    program.wait_with_output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}
