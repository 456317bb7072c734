//! The puzzles that are part of the program. `muehle puzzles` makes the same files again; see `docs/puzzles.md`.

use super::{Puzzle, text};
use crate::game::pgn;
use crate::rules::RemovalRule;

/// The file of a rule.
pub fn source(rule: RemovalRule) -> &'static str {
    match rule {
        RemovalRule::Never => include_str!(concat!(env!("MUEHLE_DATA"), "/assets/puzzles/never.pgn")),
        RemovalRule::Any => include_str!(concat!(env!("MUEHLE_DATA"), "/assets/puzzles/any.pgn")),
    }
}

/// The puzzles of a rule, in the order of their file.
pub fn puzzles(rule: RemovalRule) -> Vec<Puzzle> {
    pgn::split(source(rule)).into_iter().filter_map(|game| text::read(game).ok()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::endgame::{Database, EMBEDDED_STONES};
    use crate::puzzles::{Generator, Judge, Kind};

    /// Proves shipped puzzles anew: every `each`-th of the kinds that are wanted.
    fn check(each: usize, wanted: impl Fn(Kind) -> bool) {
        for rule in RemovalRule::BOTH {
            let database = Database::open(None, rule, EMBEDDED_STONES);
            for puzzle in puzzles(rule).iter().filter(|puzzle| wanted(puzzle.kind)).step_by(each) {
                let proved = puzzle.proved(&Judge::new(&database));
                assert_eq!(proved.as_ref(), Some(puzzle), "{}", puzzle.start);
            }
        }
    }

    #[test]
    fn there_are_three_hundred_of_all_kinds_and_none_twice() {
        let mut bytes = 0;
        let mut count = 0;
        for rule in RemovalRule::BOTH {
            let puzzles = puzzles(rule);
            assert_eq!(puzzles.len(), pgn::split(source(rule)).len(), "every one can be read");
            let keys: HashSet<u64> = puzzles.iter().map(Puzzle::key).collect();
            assert_eq!(keys.len(), puzzles.len());
            for kind in Kind::ALL {
                assert!(puzzles.iter().filter(|puzzle| puzzle.kind == kind).count() >= 20, "{rule} {kind}");
            }
            assert!(puzzles.iter().all(|puzzle| puzzle.rule == rule));
            count += puzzles.len();
            bytes += source(rule).len();
        }
        assert_eq!(count, 300);
        assert!(bytes <= 200 << 10, "{bytes}");
    }

    #[test]
    fn some_of_them_are_proved_anew() {
        check(6, |kind| kind != Kind::Place);
    }

    #[test]
    fn a_wrong_solution_is_found_out() {
        let database = Database::open(None, RemovalRule::Never, EMBEDDED_STONES);
        let mut puzzle = puzzles(RemovalRule::Never).swap_remove(0);
        let moves = puzzle.start.legal_moves(puzzle.rule);
        let wrong = *moves.iter().find(|mv| !puzzle.steps[0].right.contains(mv)).unwrap();
        puzzle.steps[0].right = vec![wrong];
        assert_ne!(puzzle.proved(&Judge::new(&database)), Some(puzzle));
    }

    /// What the documented command prints: all kinds in turn.
    fn made(rule: RemovalRule, count: usize) -> String {
        let mut generator = Generator::new(Arc::new(Database::open(None, rule, EMBEDDED_STONES)), 2005);
        let next = |number: usize| {
            let puzzle = generator.next(Kind::ALL[number % Kind::ALL.len()], 1..=5, &AtomicBool::new(false)).unwrap();
            text::write(&puzzle, number + 1).unwrap()
        };
        (0..count).map(next).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn the_files_begin_with_what_the_command_makes() {
        for rule in RemovalRule::BOTH {
            assert!(source(rule).starts_with(&made(rule, 14)), "{rule}");
        }
    }

    #[test]
    #[ignore = "makes all of them; with MUEHLE_BLESS it writes the files"]
    fn the_files_are_what_the_command_makes() {
        for rule in RemovalRule::BOTH {
            let text = made(rule, 150);
            if std::env::var_os("MUEHLE_BLESS").is_some() {
                let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/puzzles");
                std::fs::write(folder.join(format!("{rule}.pgn")), text).unwrap();
            } else {
                assert_eq!(source(rule), text, "{rule}");
            }
        }
    }

    #[test]
    #[ignore = "unpacks the opening results and proves everything"]
    fn all_of_them_are_proved_anew() {
        check(1, |_| true);
    }
}
