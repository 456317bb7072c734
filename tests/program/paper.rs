//! `muehle bench paper`, with so few games and positions that every kind of table takes a moment.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::{Run, muehle, muehle_in, refused, start};

/// Runs the tables with tiny settings and writes into a folder.
fn tables(folder: &Path, names: &[&str], more: &[&str]) -> Run {
    let out = folder.join("out");
    let mut arguments = vec!["bench", "paper", "--out", out.to_str().unwrap()];
    arguments.extend(["--games", "2", "--positions", "2", "--depth", "2", "--nodes", "200"]);
    for name in names {
        arguments.extend(["--table", name]);
    }
    arguments.extend(more);
    muehle_in(folder, &arguments, b"")
}

fn written(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder.join("out")).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn every_kind_of_table_is_printed_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let kinds = [
        ("branching", "whole game"),
        ("2.11", "version 2.43"),
        ("2.12", "Standard without open mills"),
        ("2.14", "noise=double"),
        ("3.1", "577309"),
        ("3.2", "with the database"),
        ("4.2", "-0.11"),
        ("4.3", "SinglePerf"),
        ("4.5", "Meister"),
        ("4.10", "λ = 0.7"),
        ("4.14", "9 enemy stones"),
        ("4.15", "2 or more own open mills"),
        ("001-2", "alpha-beta, mills first"),
        ("001-4", "Monte-Carlo"),
        ("001-5", "randomised"),
    ];
    let run = tables(folder.path(), &kinds.map(|(name, _)| name), &[]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    for (name, words) in kinds {
        assert!(run.stdout.contains(words), "{name}: {}", run.stdout);
    }
    assert!(run.stderr.contains("15 tables, "), "{}", run.stderr);
    let names = written(folder.path());
    for (name, _) in kinds {
        for ending in ["csv", "svg"] {
            let ends = format!("{name}.{ending}");
            let file = names.iter().find(|file| file.ends_with(&ends)).unwrap_or_else(|| panic!("{ends}: {names:?}"));
            let text = fs::read_to_string(folder.path().join("out").join(file)).unwrap();
            assert!(text.lines().count() > 1 && !text.contains("NaN") && !text.contains("inf,"), "{file}: {text}");
        }
    }
    // The paper's row stands beside the games played here.
    let csv = fs::read_to_string(folder.path().join("out/table-3.2.csv")).unwrap();
    assert!(csv.contains("with the database,2,") && csv.contains(",2145,1773,1637,+0.067"), "{csv}");
}

#[test]
fn tables_about_time_have_their_charts() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let arguments =
        ["bench", "paper", "--table", "2.3", "--table", "2.10", "--positions", "1", "--depth", "3", "--out"];
    let run = muehle(&[&arguments[..], &[out.to_str().unwrap()]].concat(), b"");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("(2.23)") && run.stdout.contains("in the paper 6.7 %"), "{}", run.stdout);
    let names = written(folder.path());
    for name in ["table-2.10.csv", "table-2.10.svg", "table-2.10-paper.svg", "figure-2.3-sliding.svg", "table-2.3.svg"]
    {
        assert!(names.contains(&name.to_owned()), "{name}: {names:?}");
    }
}

#[test]
fn without_the_tables_of_the_whole_game_the_perfect_player_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let run = tables(folder.path(), &["4.4"], &[]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("Left out: the perfect player needs the tables of the whole game"), "{}", run.stdout);
    assert!(!folder.path().join("out").join("table-4.4.csv").exists());
}

#[test]
fn a_killed_run_resumes_and_measures_nothing_twice() {
    let whole = tempfile::tempdir().unwrap();
    let expected = tables(whole.path(), &["2.11", "3.2"], &[]);
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let arguments = ["--data", folder.path().to_str().unwrap(), "bench", "paper", "--out", out.to_str().unwrap()];
    let settings = ["--games", "2", "--positions", "2", "--depth", "2", "--nodes", "200", "--table", "2.11", "--table"];
    let mut program = start(&[&arguments[..], &settings, &["3.2"]].concat());
    let kept = out.join("measured.json");
    while !kept.exists() && program.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    program.kill().unwrap();
    program.wait().unwrap();
    assert!(kept.exists());
    let run = tables(folder.path(), &["2.11", "3.2"], &[]);
    assert_eq!((run.code, &run.stdout), (Some(0), &expected.stdout), "{}", run.stderr);
    let read = |folder: &Path| fs::read_to_string(folder.join("out/measured.json")).unwrap();
    assert_eq!(read(folder.path()), read(whole.path()), "as if it had never been killed");
    // Everything is known now, so nothing is announced; other settings are other measurements.
    let again = tables(folder.path(), &["2.11", "3.2"], &[]);
    assert_eq!((again.stdout, again.stderr.as_str()), (expected.stdout, ""));
    let other = tables(folder.path(), &["3.2"], &["--seed", "7"]);
    assert!(other.stderr.contains("1 table, 1 measurement: about 1 minute on 1 core"), "{}", other.stderr);
}

#[test]
fn a_damaged_file_is_told_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("out")).unwrap();
    for damaged in ["{\"format\":\"muehle bench paper 1\",\"cells\":{\"a\":", "", "{\"format\":\"x\",\"cells\":{}}"] {
        fs::write(folder.path().join("out/measured.json"), damaged).unwrap();
        let run = tables(folder.path(), &["3.2"], &[]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{}", run.stderr);
        assert!(run.stderr.contains("measured.json is damaged (") && run.stderr.lines().count() == 1, "{}", run.stderr);
    }
}

#[test]
fn an_unknown_table_is_refused_with_a_list() {
    for unknown in ["2.15", "5", "2.", "", "3.1x"] {
        refused(&["bench", "paper", "--table", unknown], 2, "(tables: branching, 2.1, 2.2, ");
    }
}
