//! Sweeps: what they write, that they go on, and what they refuse.

use std::fs;

use crate::{muehle_in, refused};

#[test]
fn a_sweep_trains_measures_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let sweep = |games: &str, more: &[&str]| {
        let vary = format!("games={games}");
        let train = "learn -d=1 --games {games} --rules any Net";
        let players = ["sweep", "computer:heuristic=Net,depth=1", "random", "--train", train, "--vary", &vary];
        let rest = ["--seeds", "2", "--games", "2", "--rules", "any", "--out", out.to_str().unwrap()];
        muehle_in(folder.path(), &[&players[..], &rest, more].concat(), b"")
    };
    let run = sweep("4,2", &[]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let results = || fs::read_to_string(out.join("results.csv")).unwrap();
    let first = results();
    let lines: Vec<&str> = first.lines().collect();
    assert_eq!(lines[0], "games,seed,wins,draws,losses,p,margin,training_seconds");
    let starts: Vec<String> = lines[1..].iter().map(|line| line.split(',').take(2).collect()).collect();
    assert_eq!(starts, ["41", "42", "21", "22"], "{first}");
    for line in &lines[1..] {
        let count = |at: usize| line.split(',').nth(at).unwrap().parse::<u32>().unwrap();
        assert_eq!(count(2) + count(3) + count(4), 2, "{line}");
    }
    assert_eq!(run.stdout.lines().count(), 3, "{}", run.stdout);
    assert!(out.join("runs/games=4+seed=2/heuristics/Net.xml").exists());
    // The same again does nothing; one more value only that.
    let run = sweep("4,2", &[]);
    assert!(run.stderr.contains("4 of 4 runs are done already"), "{}", run.stderr);
    assert_eq!(results(), first);
    let run = sweep("4,2,3", &[]);
    assert!(run.stderr.contains("4 of 6 runs are done already"), "{}", run.stderr);
    assert!(results().starts_with(&first) && results().lines().count() == 7);
    let run = sweep("4,2", &["--openings", "2"]);
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.contains("sweep.txt describes another sweep"), "{}", run.stderr);
    fs::write(out.join("results.csv"), first.replace("\n4,2,", "\n4,x,")).unwrap();
    let run = sweep("4,2", &[]);
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.contains("results.csv cannot be used: line 3 is damaged"), "{}", run.stderr);
}

#[test]
fn without_an_opponent_the_depth_is_measured() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let sweep = ["sweep", "computer:depth={d},hash={hash}", "--vary", "d=1,2", "--vary", "hash=0,1", "--games", "3"];
    let rest = ["--openings", "6", "--out", out.to_str().unwrap()];
    let run = muehle_in(folder.path(), &[&sweep[..], &rest].concat(), b"");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let text = fs::read_to_string(out.join("results.csv")).unwrap();
    let depths: Vec<&str> = text.lines().skip(1).map(|line| line.split(',').nth(3).unwrap()).collect();
    assert_eq!(depths, ["1", "1", "2", "2"], "{text}");
}

#[test]
fn wrong_sweeps_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    let wrong = |words: &[&str], code, complaint: &str| {
        refused(&[&["sweep", "--out", out, "--games", "1"], words].concat(), code, complaint);
    };
    wrong(&["random", "random", "--vary", "k=1,2"], 2, "nothing depends on k");
    wrong(&["mcts:k={k}", "random", "--vary", "k"], 2, "is not a parameter with its values");
    wrong(&["wizard:k={k}", "random", "--vary", "k=1"], 2, "\"wizard\" is not a kind of player");
    wrong(&["mcts:k={k}", "random", "--vary", "k=1", "--train", "match a b"], 2, "--train takes learn");
    assert!(!folder.path().join("out").exists(), "nothing is made for what cannot be done");
    wrong(&["random", "random", "--vary", "l=2", "--train", "learn -l={l} Net"], 1, "-l: \"2\" is not a number");
    wrong(&["random", "--vary", "l=2", "--train", "learn --games {l} Net"], 1, "another sweep");
}
