//! What learning writes, what it leaves alone, and where.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::{muehle_in, refused, start};
use muehle_engine::players::ntuple;

/// The games that an n-tuple network in a data folder has learned from.
fn games(data: &Path, name: &str) -> u64 {
    ntuple::load(name, &data.join("heuristics")).unwrap().notes.games
}

#[test]
fn training_n_tuples_goes_on_and_replaces_only_when_asked() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let train = |more: &[&str]| muehle_in(data, &[&["train-ntuple", "Mine", "--games", "20"], more].concat(), b"");
    assert_eq!(train(&["--tuples", "mills"]).code, Some(0));
    assert_eq!(train(&[]).code, Some(0));
    assert_eq!(games(data, "Mine"), 40, "going on is the default");
    for other in [["--tuples", "mills"], ["--from", "Tuples"]] {
        let run = train(&other);
        assert_eq!(run.code, Some(2));
        assert!(run.stderr.contains("Mine.ntuple exists; choose another name, or --replace"), "{}", run.stderr);
    }
    assert_eq!(train(&["--replace", "--tuples", "mills"]).code, Some(0));
    assert_eq!(games(data, "Mine"), 20);
    fs::rename(data.join("heuristics/Mine.ntuple.bak"), data.join("heuristics/Kept.ntuple")).unwrap();
    assert_eq!(games(data, "Kept"), 40);
    refused(&["train-ntuple", "tuples"], 2, "tuples comes with the program and is never changed");
    refused(&["tune", "Meister"], 2, "Meister comes with the program and is never changed");
}

#[cfg(unix)]
#[test]
fn a_training_is_locked_saved_on_the_way_and_ended_by_the_system() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let long = ["train-ntuple", "Long", "--games", "1000000000", "--tuples", "mills", "--save-every", "1000"];
    let program = start(&[&["--data", data.to_str().unwrap()], &long[..]].concat());
    let begun = Instant::now();
    while !data.join("heuristics/Long.ntuple").exists() {
        assert!(begun.elapsed() < Duration::from_secs(120), "no checkpoint");
        thread::sleep(Duration::from_millis(20));
    }
    assert!(games(data, "Long") >= 1000);
    let second = muehle_in(data, &["train-ntuple", "Long", "--games", "1"], b"");
    assert_eq!(second.code, Some(1));
    assert!(second.stderr.contains("Long is already being trained"), "{}", second.stderr);
    assert!(Command::new("kill").args(["-TERM", &program.id().to_string()]).status().unwrap().success());
    let output = program.wait_with_output().unwrap();
    assert!(output.status.success(), "{:?}", output.status);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(&format!("after {} games", games(data, "Long"))), "{text}");
}

#[test]
fn a_shipped_heuristic_is_never_changed() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let run = muehle_in(data, &["learn", "-d=1", "--games", "2", "Single"], b"");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let run = muehle_in(data, &["learn", "-d=1", "--games", "2", "Single"], b"");
    assert!(run.stdout.contains("Single-2: "), "{}", run.stdout);
    let names = ["Single.xml", "Single-2.xml", "Single-2.xml.bak"];
    assert_eq!(names.map(|name| data.join("heuristics").join(name).exists()), [false, true, true]);
}

#[cfg(unix)]
#[test]
fn folders_in_the_working_directory_are_not_taken_for_the_data_folder() {
    let (working, home) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for name in ["heuristics", "endgame", "saves"] {
        fs::create_dir(working.path().join(name)).unwrap();
    }
    let status = Command::new(env!("CARGO_BIN_EXE_muehle"))
        .args(["train-ntuple", "Mine", "--games", "1", "--tuples", "mills"])
        .current_dir(working.path())
        .env("HOME", home.path())
        .env("XDG_DATA_HOME", home.path().join("data"))
        .stdout(Stdio::null())
        .status()
        .unwrap();
    assert!(status.success());
    assert_eq!(fs::read_dir(working.path().join("heuristics")).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn leftovers_are_removed_at_the_start_and_a_pipe_is_not_a_heuristic() {
    let folder = tempfile::tempdir().unwrap();
    let heuristics = folder.path().join("heuristics");
    fs::create_dir(&heuristics).unwrap();
    fs::write(heuristics.join(".muehle-dead.tmp"), "half").unwrap();
    assert!(Command::new("mkfifo").arg(heuristics.join("Pipe.xml")).status().unwrap().success());
    let run = muehle_in(folder.path(), &["match", "computer:heuristic=Pipe", "random", "--games", "1"], b"");
    assert_ne!(run.code, Some(0));
    assert!(run.stderr.contains("Pipe.xml: it is not a regular file"), "{}", run.stderr);
    assert!(!heuristics.join(".muehle-dead.tmp").exists());
}
