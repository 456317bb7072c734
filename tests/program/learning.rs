//! What learning writes, what it leaves alone, and where.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::{muehle_in, refused, start};
use muehle_engine::heuristics::library;
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
fn learning_tells_every_game_and_reports_in_the_papers_words() {
    let folder = tempfile::tempdir().unwrap();
    let learn = ["learn", "-d=1", "--games", "3", "--threads", "1", "--rules", "any", "max", "-v", "joe", "--language"];
    let run = |language: &str| muehle_in(folder.path(), &[&learn[..], &[language]].concat(), b"");
    let german = run("de");
    assert_eq!(german.code, Some(0), "{}", german.stderr);
    let tables = |text: &str, name: &str| {
        let lines = text.lines().filter(|line| line.starts_with(&format!("{name}: Won: "))).map(str::to_owned);
        lines.collect::<Vec<String>>()
    };
    for name in ["max", "joe"] {
        let games =
            |line: &String| -> u32 { line.split_whitespace().filter_map(|word| word.parse::<u32>().ok()).sum() };
        assert_eq!(tables(&german.stdout, name).iter().map(games).collect::<Vec<_>>(), [1, 2, 3], "{}", german.stdout);
    }
    for word in [
        "Ebenen: 1 Maximal: ",
        "Zeit: ",
        "Anzahl beste: ",
        "Knoten durchsucht: ",
        "Spieleinschätzung: ",
        "NetworkOutput: [",
    ] {
        assert!(german.stdout.contains(word), "{word}");
    }
    assert!(german.stderr.contains("3 Partien in "), "{}", german.stderr);
    let english = run("en");
    assert!(english.stdout.contains("Levels: 1 Maximal: ") && english.stderr.contains("3 games in "));
    let silent = muehle_in(folder.path(), &["learn", "-d=1", "--games", "1", "max"], b"");
    assert!(!silent.stdout.contains("Levels"));
    refused(&["learn", "--language", "fr", "max"], 2, "Unknown language");
}

#[cfg(unix)]
#[test]
fn a_kill_loses_little_of_what_was_learned() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let mut program = Command::new(env!("CARGO_BIN_EXE_muehle"))
        .args(["--data", data.to_str().unwrap(), "learn", "-d=1", "Mine"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while !data.join("heuristics/Mine.xml").exists() {
        assert!(begun.elapsed() < Duration::from_secs(120), "nothing is saved");
        thread::sleep(Duration::from_millis(20));
    }
    program.kill().unwrap();
    program.wait().unwrap();
    let saved = library::load("Mine", Some(&data.join("heuristics"))).unwrap();
    assert!(saved.training.games > 0 && saved.training.games.is_multiple_of(32), "{:?}", saved.training);
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
