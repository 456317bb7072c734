//! What the program shows to people who want to know how it works.

use crate::{muehle, muehle_in, refused};

/// A position with the features of the paper's example.
const EXAMPLE: &str = "g1,a4,d2,b2,c5,e3,d3,c3/a7,g7,d1,b6,d6,f6,b4,c4 w 0 0";

#[test]
fn the_papers_example_is_explained() {
    let run = muehle(&["analyse", "--explain", "--heuristic", "Standard", "--position", EXAMPLE], b"");
    let lines: Vec<(&str, &str)> = run.stdout.lines().filter_map(|line| line.rsplit_once(' ')).collect();
    let lines: Vec<(&str, &str)> = lines.iter().map(|(name, value)| (name.trim_end(), *value)).collect();
    let expected = [
        ("own stones: 8", "+0.300"),
        ("enemy stones: 8", "-0.300"),
        ("own moves: 4 to 5", "+0.150"),
        ("enemy moves: 6 to 7", "-0.200"),
        ("own closed mills: 1", "+0.010"),
        ("enemy closed mills: 1", "-0.010"),
        ("own open mills: 0", "+0.000"),
        ("enemy open mills: 1", "-0.020"),
        ("difference in potential moves: -3 to -2", "-0.040"),
        ("value", "-0.110"),
    ];
    assert_eq!((run.code, &lines[..]), (Some(0), &expected[..]), "{}", run.stderr);
}

#[test]
fn what_the_shape_network_adds_is_said() {
    let run = muehle(&["analyse", "--explain", "--position", EXAMPLE], b"");
    for words in ["all features together", "shape network, which sees single stones", "value: 15/16 shape network"] {
        assert!(run.stdout.contains(words), "{run:?}");
    }
    refused(&["analyse", "--explain", "--heuristic", "Nobody"], 2, "there is no heuristic \"Nobody\"");
}

#[test]
fn a_tree_is_printed_with_windows_values_and_cuts() {
    let tree = |depth: &str, lines: &str| {
        let arguments = ["analyse", "--tree", "--heuristic", "Standard", "--position", EXAMPLE, "--depth", depth];
        muehle(&[&arguments[..], &["--lines", lines]].concat(), b"").stdout
    };
    let text = tree("2", "100000");
    let rows: Vec<&str> = text.lines().collect();
    assert!(rows[0].starts_with("depth 2, ") && rows[0].ends_with(" positions, values as White sees them"), "{text}");
    assert!(rows[2].starts_with("(root)") && rows[2].contains("-inf..+inf"), "{text}");
    assert!(text.contains("cut off: ") && text.contains("<="), "{text}");
    let short = tree("2", "3");
    assert_eq!(short.lines().count(), 6, "{short}");
    let visited = rows[0].split_whitespace().nth(2).unwrap().trim_end_matches(',');
    assert!(short.ends_with(&format!("more; --lines {visited} prints them all\n")), "{short}");
    refused(&["analyse", "--tree", "--depth", "5"], 2, "the tree has a depth from 1 to 4, not 5");
    refused(&["analyse", "--tree", "--explain"], 2, "--explain");
}

#[test]
fn every_heuristic_can_be_shown() {
    let standard = muehle(&["heuristic", "show", "standard"], b"");
    assert_eq!(standard.code, Some(0), "{}", standard.stderr);
    assert!(standard.stdout.starts_with("Standard: features standard, network 39-3\n"), "{}", standard.stdout);
    let row = |text: &str, name: &str| {
        let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}: {text}"));
        line[name.len()..].split_whitespace().map(|number| number.parse().unwrap()).collect::<Vec<f64>>()
    };
    assert_eq!(row(&standard.stdout, "own stones: 9"), [0.35, 0.0, 0.0, 0.35]);
    assert_eq!(row(&standard.stdout, "difference in potential moves: -7 or less"), [0.0, 0.16, 0.0, -0.16]);
    let multi = muehle(&["heuristic", "show", "Multi"], b"").stdout;
    assert!(multi.contains("layer 1: 39 inputs, 30 nodes, tanh\n") && multi.contains("layer 2: 30 inputs, 3 nodes, "));
    assert_eq!((row(&multi, "own stones: 9").len(), row(&multi, "n30 ").len()), (30, 3));
    let combi = muehle(&["heuristic", "show", "Combi"], b"").stdout;
    assert!(combi.lines().count() > 1521 && combi.contains("own stones: 4 and enemy stones: 5 "));
    let folder = tempfile::tempdir().unwrap();
    muehle_in(folder.path(), &["learn", "--games", "1", "-d=1", "Mine"], b"");
    let mine = muehle_in(folder.path(), &["heuristic", "show", "Mine"], b"").stdout;
    assert!(mine.contains("trained: 1 games against "), "{mine}");
    refused(&["heuristic", "show", "Nobody"], 2, "there is no heuristic \"Nobody\"");
}
