//! The built program, run as a process: what scripts, other programs and partners see of it.

mod cli;
mod endgame;
mod engine;
mod export;
mod learning;
mod network;
mod paper;
mod proxy;
mod puzzles;
mod resuming;
mod review;
mod sweep;
mod teaching;

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Starts the program with all its streams piped. Network games keep journals, so each has a folder of its own.
fn start(arguments: &[&str]) -> Child {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let mut command = Command::new(env!("CARGO_BIN_EXE_muehle"));
    if matches!(arguments.first(), Some(&("host" | "join"))) && !arguments.contains(&"--data") {
        let name = format!("data-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        command.arg("--data").arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
    }
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// A run of the program that has ended.
#[derive(Debug)]
struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

/// Runs the program on an empty data folder until it ends.
fn muehle(arguments: &[&str], input: &[u8]) -> Run {
    muehle_in(tempfile::tempdir().unwrap().path(), arguments, input)
}

/// Runs the program on a data folder until it ends.
fn muehle_in(data: &Path, arguments: &[&str], input: &[u8]) -> Run {
    let mut program = start(&[&["--data", data.to_str().unwrap()], arguments].concat());
    // A program that refuses its arguments may end before it has read anything.
    let _ = program.stdin.take().unwrap().write_all(input);
    let output = program.wait_with_output().unwrap();
    let [stdout, stderr] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    Run { code: output.status.code(), stdout, stderr }
}

/// Checks that the program ends with this code and gives this reason.
#[track_caller]
fn refused(arguments: &[&str], code: i32, reason: &str) {
    let run = muehle(arguments, b"");
    assert_eq!(run.code, Some(code), "{arguments:?}: {}", run.stderr);
    assert!(run.stderr.contains(reason), "{arguments:?}: {}", run.stderr);
}
