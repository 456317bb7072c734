//! The number of move paths from known positions, to the last leaf.

use muehle_engine::rules::perft::{divide, perft, perft_playing_all};
use muehle_engine::rules::{Position, RemovalRule};

#[test]
fn counts_are_the_published_ones() {
    let mut rows = 0;
    for line in include_str!("data/perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split(';').map(str::trim);
        let (rule, position, counts) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
        let position: Position = position.parse().unwrap();
        for rule in RemovalRule::BOTH.into_iter().filter(|r| rule == "both" || rule == r.name()) {
            for (depth, count) in (1..).zip(counts.split_whitespace()) {
                assert_eq!(perft(&position, rule, depth).to_string(), count, "{position}, rule {rule}, depth {depth}");
                rows += 1;
            }
        }
    }
    assert_eq!(rows, 12 + 10 + 20 + 12, "every row was read");
}

#[test]
fn counting_and_playing_the_last_ply_agree() {
    for text in ["-/- w 9 9", "a7,d7,f4/b6,b2,d5,c3 w 0 0", "g1,a1,d2,d5/a7,d7,g7 w 0 0"] {
        let position: Position = text.parse().unwrap();
        for rule in RemovalRule::BOTH {
            let leaves = perft(&position, rule, 4);
            assert_eq!(perft_playing_all(&position, rule, 4), leaves);
            assert_eq!(divide(&position, rule, 4).iter().map(|(_, count)| count).sum::<u64>(), leaves);
        }
    }
}

/// The rules part at the seventh ply: black has closed a mill with his third stone, and white closes one while all black
/// stones stand in it. There are 16 black mills in 6 orders, 12 white mills that share no point with it, 3 points to
/// close them last, 18 places for the stone that black takes and 6 orders of the first three white stones; each such
/// path ends in three removals or in none.
#[test]
#[ignore = "long"]
fn seven_plies_from_the_start() {
    let difference = 16 * 6 * 12 * 3 * 18 * 6 * (3 - 1);
    assert_eq!(perft(&Position::START, RemovalRule::Any, 7), 1_873_562_112);
    assert_eq!(perft(&Position::START, RemovalRule::Never, 7), 1_873_562_112 - difference);
}
