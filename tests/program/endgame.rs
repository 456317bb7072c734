//! `muehle endgame`.

use std::fs;

use muehle_engine::endgame::build::{PlacingBuilder, Progress};
use muehle_engine::endgame::index::Subspace;
use muehle_engine::rules::RemovalRule;

use crate::{muehle, muehle_in, refused};

/// Own, enemy, positions, wins, losses, draws, longest.
type Counts = (usize, usize, u64, u64, u64, u64, u16);

const ANY: [Counts; 6] = [
    (3, 3, 169_626, 140_621, 28_736, 269, 26),
    (4, 3, 760_398, 75_397, 3_095, 681_906, 32),
    (3, 4, 760_398, 102_281, 0, 658_117, 33),
    (5, 3, 2_580_390, 580_660, 0, 1_999_730, 3),
    (3, 5, 2_580_390, 6_301, 9_677, 2_564_412, 31),
    (4, 4, 3_225_597, 159, 29, 3_225_409, 9),
];

#[test]
fn the_command_line_answers_each_line() {
    let long = "a".repeat(100_000);
    let input = format!(
        "a7,d7,g4/b6,d6,f2 w 0 0\n\
         a7,d7/b6,d6,f2 w 0 0\n\
         -/- w 9 9\n\
         a7,d7,g4,b2,b4,e3/b6,d6,f2,c5,c4 w 0 0\n\
         x9/b6 w 0 0\n\
         {long}\n\
         \n\
         a7,d7,g7,d6/a4,g4,b6,f6 w 0 0"
    );
    let output = muehle(&["endgame", "probe", "--rules", "never"], input.as_bytes());
    assert_eq!(output.code, Some(0));
    let text = output.stdout;
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 8, "{text}");
    assert_eq!(lines[0], "win 1 g4-g7xb6 g4-g7xd6 g4-g7xf2");
    assert_eq!(lines[1], "loss 0");
    assert!(lines[2].starts_with("draw - a7 d7 g7 ") && lines[2].split(' ').count() == 2 + 24, "{}", lines[2]);
    assert_eq!(lines[3], "unknown");
    assert!(lines[4..7].iter().all(|line| line.starts_with("error: ")), "{text}");
    assert_eq!(lines[7], "draw - d6-d5");
    // Input that is not text.
    let output = muehle(&["endgame", "probe"], &[0xFF, 0xFE, b'\n']);
    assert!(output.stdout.starts_with("error: "));
}

#[test]
fn the_command_line_lists_the_counts() {
    let output = muehle(&["endgame", "info", "--csv", "--rules", "any", "--stones", "8"], b"");
    let mut expected = String::from("own,enemy,positions,wins,losses,draws,longest\n");
    for (own, enemy, positions, wins, losses, draws, longest) in ANY {
        expected += &format!("{own},{enemy},{positions},{wins},{losses},{draws},{longest}\n");
    }
    assert_eq!(output.stdout, expected);
    // A missing table is a failure, an impossible number of stones wrong usage.
    refused(&["endgame", "info", "--stones", "9"], 1, "never-6-3.mtb is missing");
    refused(&["endgame", "build", "--stones", "19"], 2, "19");
    refused(&["endgame", "build", "--rules", "maybe"], 2, "maybe");
}

#[test]
fn the_list_says_how_far_the_tables_reach() {
    let folder = tempfile::tempdir().unwrap();
    let reach = || {
        let output = muehle_in(folder.path(), &["endgame", "info", "--rules", "any"], b"");
        assert_eq!(output.code, Some(0), "{output:?}");
        let lines: Vec<String> = output.stdout.lines().rev().take(3).map(str::to_owned).collect();
        assert_eq!(lines[0], "muehle endgame build --whole --rules any builds the rest.");
        (lines[2].clone(), lines[1].clone())
    };
    let nothing = "These tables have the sliding phase up to 8 stones and nothing of the placing phase.";
    assert_eq!(reach().1, nothing);
    let tables = folder.path().join("endgame");
    let mut builder = PlacingBuilder::new(&tables, RemovalRule::Any);
    builder.build(Subspace::at_ply(17, 2, 3).unwrap(), &Progress::default()).unwrap();
    let (last, reach) = reach();
    assert!(reach.ends_with("and 1 of 269 tables of the placing phase."), "{reach}");
    assert_eq!(last.split_whitespace().take(3).collect::<Vec<_>>(), ["2", "3", "27098"]);
}

#[test]
fn the_command_line_builds_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let build = |stones| {
        let output = muehle_in(folder.path(), &["endgame", "build", "--rules", "any", "--stones", stones], b"");
        assert_eq!(output.code, Some(0), "{output:?}");
        output.stdout
    };
    let first = build("6");
    assert!(
        first.starts_with("tables to build in ") && first.contains(": 1;") && first.contains("of memory and about"),
        "{first}"
    );
    assert!(first.contains("3-3: 169626 positions, 140621 won, 28736 lost, 269 drawn, longest 26 plies"), "{first}");
    assert!(build("7").contains(": 2;"));
    assert!(build("7").starts_with("all tables up to 7 stones already exist"));
    // A damaged table is named and kept.
    let path = folder.path().join("endgame/any-4-3.mtb");
    fs::write(&path, b"MuehleET").unwrap();
    let output = muehle_in(folder.path(), &["endgame", "build", "--rules", "any", "--stones", "7"], b"");
    assert_eq!(output.code, Some(1));
    assert_eq!(fs::read(&path).unwrap(), b"MuehleET");
    let message = output.stderr;
    assert!(message.contains("any-4-3.mtb") && message.lines().count() == 1, "{message}");
}
