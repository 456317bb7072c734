//! Placing tables: a naive minimax agrees with them, they are found and checked like sliding tables, and what is
//! missing or damaged is named.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use muehle_engine::endgame::build::{self, Keep, PlacingBuilder, Progress};
use muehle_engine::endgame::index::Subspace;
use muehle_engine::endgame::opening::{Opening, Part};
use muehle_engine::endgame::table::{self, Table};
use muehle_engine::endgame::verify;
use muehle_engine::endgame::{Database, Outcome, TableError};
use muehle_engine::files::DataFolders;
use muehle_engine::game::Game;
use muehle_engine::learn;
use muehle_engine::players::Resources;
use muehle_engine::rules::{Color, Position, RemovalRule, Rules, Symmetry};

/// Ply, own and enemy stones of late subspaces that lead to sliding positions with at most eight stones.
const LATE: [(u8, usize, usize); 11] = [
    (17, 2, 3),
    (17, 3, 3),
    (17, 4, 3),
    (17, 2, 4),
    (17, 3, 4),
    (17, 2, 5),
    (16, 2, 3),
    (16, 3, 2),
    (16, 3, 3),
    (16, 4, 2),
    (15, 2, 2),
];

fn build_late(folder: &Path, rule: RemovalRule) -> Vec<Subspace> {
    let mut builder = PlacingBuilder::new(folder, rule);
    let late = LATE.map(|(ply, own, enemy)| Subspace::at_ply(ply, own, enemy).unwrap());
    for subspace in late {
        builder.build(subspace, &Progress::default()).unwrap();
    }
    late.to_vec()
}

/// The result by looking at every move, down to the sliding tables.
fn minimax(position: &Position, sliding: &Database) -> Outcome {
    if position.hands_are_empty() {
        return sliding.probe(position).unwrap().unwrap().outcome();
    }
    let mut best = Outcome::Loss;
    position.for_each_move(sliding.rule(), |mv| {
        if best < Outcome::Win {
            best = best.max(minimax(&position.after(mv), sliding).before_move());
        }
    });
    best
}

#[test]
fn a_naive_minimax_agrees() {
    for rule in RemovalRule::BOTH {
        let folder = tempfile::tempdir().unwrap();
        let built = build_late(folder.path(), rule);
        let sliding = Database::open(None, rule, 8);
        let database = Database::open(Some(folder.path()), rule, 8);
        for subspace in built {
            let index = subspace.index();
            // Fewer where minimax looks further.
            let samples = [8, 200, 2_000][usize::from(subspace.ply()) - 15];
            for slot in (0..index.slots()).step_by((index.slots() / samples).max(1)) {
                let (own, enemy) = subspace.stones_at(index, slot);
                let position = subspace.position(own, enemy);
                let outcome = minimax(&position, &sliding);
                assert_eq!(database.outcome(&position), Ok(Some(outcome)), "{rule} {position}");
            }
        }
    }
}

#[test]
fn verification_accepts_good_tables_and_finds_wrong_ones() {
    let folder = tempfile::tempdir().unwrap();
    let rule = RemovalRule::Never;
    build_late(folder.path(), rule);
    let open = |ply, own, enemy| Table::open(folder.path(), rule, Subspace::at_ply(ply, own, enemy).unwrap()).unwrap();
    let check = |table: &Table| verify::verify(table, Some(folder.path()), &Progress::default());
    for (ply, own, enemy) in [(17, 2, 3), (16, 2, 3), (16, 3, 2), (15, 2, 2)] {
        let table = open(ply, own, enemy);
        assert_eq!(check(&table).unwrap(), table.summary());
        let database = Database::open(Some(folder.path()), rule, 8);
        verify::verify_sample(&table, &database, 100, 1, &Progress::default()).unwrap();
    }
    // The same stones one ply earlier or later: right checksums, wrong values.
    let later = Subspace::at_ply(17, 2, 3).unwrap();
    let earlier = Subspace::at_ply(16, 2, 3).unwrap();
    let mut bytes = fs::read(table::path(folder.path(), rule, later)).unwrap();
    fs::write(table::path(folder.path(), rule, earlier), &bytes).unwrap();
    let error = Table::open(folder.path(), rule, earlier).unwrap_err();
    assert!(matches!(&error, TableError::Misnamed { holds, .. } if holds == "never-p17-2-3.mtb"), "{error}");
    bytes[13] = 2;
    let checksum = crc32fast::hash(&bytes[..76]);
    bytes[76..80].copy_from_slice(&checksum.to_le_bytes());
    fs::write(table::path(folder.path(), rule, earlier), &bytes).unwrap();
    let wrong = open(16, 2, 3);
    assert!(matches!(check(&wrong), Err(verify::VerifyError::WrongValue { .. })));
    let database = Database::open(Some(folder.path()), rule, 8);
    let sampled = verify::verify_sample(&wrong, &database, 1000, 1, &Progress::default());
    assert!(matches!(sampled, Err(verify::VerifyError::WrongValue { .. })));
}

#[test]
fn a_placing_table_that_cannot_be_used_is_named_once_and_not_believed() {
    let folder = tempfile::tempdir().unwrap();
    let build = |rule, subspace| {
        PlacingBuilder::new(folder.path(), rule).build(subspace, &Progress::default()).unwrap();
        fs::read(table::path(folder.path(), rule, subspace)).unwrap()
    };
    let (rule, subspace) = (RemovalRule::Any, Subspace::at_ply(17, 2, 3).unwrap());
    let other_rule = build(RemovalRule::Never, subspace);
    let other_stones = build(rule, Subspace::at_ply(17, 3, 3).unwrap());
    let good = build(rule, subspace);
    let path = table::path(folder.path(), rule, subspace);
    let position: Position = "a7,d7/b6,d6,f2 w 1 0".parse().unwrap();
    let open = || Database::open(Some(folder.path()), rule, 8);
    assert_eq!(open().outcome(&position), Ok(Some(Outcome::Win)));
    let spoiled = |from: usize, to: usize| {
        let mut bytes = good.clone();
        bytes[from..to].iter_mut().for_each(|byte| *byte ^= 1);
        bytes
    };
    let newer = {
        let mut bytes = good.clone();
        bytes[8] += 1;
        bytes
    };
    type Case = (&'static str, Vec<u8>, fn(&TableError) -> bool);
    let cases: [Case; 9] = [
        ("foreign", b"nonsense".to_vec(), |error| matches!(error, TableError::Foreign(_))),
        ("empty", Vec::new(), |error| matches!(error, TableError::Foreign(_))),
        ("cut in its header", good[..60].to_vec(), |error| matches!(error, TableError::Damaged { .. })),
        ("cut at its end", good[..good.len() - 1].to_vec(), |error| matches!(error, TableError::Damaged { .. })),
        ("damaged header", spoiled(20, 21), |error| matches!(error, TableError::Damaged { .. })),
        ("damaged results", spoiled(good.len() - 100, good.len()), |error| matches!(error, TableError::Damaged { .. })),
        ("from a later version", newer, |error| matches!(error, TableError::Version { .. })),
        (
            "of the other rule",
            other_rule,
            |error| matches!(error, TableError::Misnamed { holds, .. } if holds == "never-p17-2-3.mtb"),
        ),
        (
            "of other stones",
            other_stones,
            |error| matches!(error, TableError::Misnamed { holds, .. } if holds == "any-p17-3-3.mtb"),
        ),
    ];
    for (name, bytes, expected) in cases {
        fs::write(&path, &bytes).unwrap();
        let database = open();
        let error = database.outcome(&position).unwrap_err();
        assert!(expected(&error), "{name}: {error}");
        let text = error.to_string();
        assert!(text.contains("any-p17-2-3.mtb") && !text.contains("endgame table"), "{text}");
        assert_eq!(database.outcome(&position), Ok(None), "{name}");
        assert_eq!(database.take_problems(), [error], "{name}");
        let verified = Table::open(folder.path(), rule, subspace)
            .map_err(verify::VerifyError::from)
            .and_then(|table| verify::verify(&table, Some(folder.path()), &Progress::default()));
        assert!(verified.unwrap_err().to_string().contains("any-p17-2-3.mtb"), "{name}");
    }
}

#[test]
fn only_the_missing_tables_are_built_and_used_ones_are_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let rule = RemovalRule::Any;
    let all: usize = (0..18).map(|ply| Subspace::placing(ply).len()).sum();
    let missing = |keep| build::missing_placing(folder.path(), rule, keep).unwrap();
    assert_eq!((all, missing(Keep::Everything).len(), missing(Keep::Opening).len()), (269, 269, 269));
    // Whatever a table needs is built before it.
    for subspace in missing(Keep::Everything) {
        let needed = [subspace.after_placement(), subspace.after_removal()];
        let is_built = |needed: Subspace| !needed.is_placing() || Subspace::placing(needed.ply()).contains(&needed);
        assert!(needed.into_iter().flatten().all(is_built), "{subspace}");
    }
    assert!(missing(Keep::Everything).is_sorted_by_key(|subspace| std::cmp::Reverse(subspace.ply())));
    // Any file will do as long as nobody looks inside.
    let subspace = Subspace::at_ply(17, 2, 3).unwrap();
    PlacingBuilder::new(folder.path(), rule).build(subspace, &Progress::default()).unwrap();
    assert_eq!(missing(Keep::Everything).len(), 268);
    let touch = |ply| {
        Subspace::placing(ply).into_iter().for_each(|subspace| {
            fs::write(table::path(folder.path(), rule, subspace), b"").unwrap();
        })
    };
    let there =
        |ply| Subspace::placing(ply).iter().filter(|&&space| table::path(folder.path(), rule, space).is_file()).count();
    touch(12);
    touch(10);
    touch(9);
    let last = |ply| Subspace::placing(ply).pop().unwrap();
    let drop_used = |ply, keep| build::drop_used(folder.path(), rule, last(ply), keep).unwrap();
    drop_used(11, Keep::Opening);
    assert_eq!(there(12), 21, "the tables before it are not complete");
    touch(11);
    drop_used(11, Keep::Everything);
    assert_eq!(there(12), 21);
    drop_used(11, Keep::Opening);
    assert_eq!((there(12), there(11)), (0, 17));
    for ply in [10, 9, 8] {
        drop_used(ply, Keep::Opening);
    }
    assert_eq!((there(11), there(10), there(9)), (0, Subspace::placing(10).len(), 10));
}

#[test]
fn the_perfect_player_keeps_the_value_of_placing_positions() {
    let folder = tempfile::tempdir().unwrap();
    let folders = DataFolders::below(folder.path());
    let rules = Rules { removal: RemovalRule::Any, ..Rules::default() };
    build_late(&folders.endgame(), rules.removal);
    let resources = Arc::new(Resources::new(folders));
    let player = |text: &str| learn::create_player(&text.parse().unwrap(), &resources);
    assert!(player("perfect:traps=perhaps").is_err());
    let database = resources.endgame(rules.removal);
    for text in ["perfect", "perfect:traps=off"] {
        let mut perfect = player(text).unwrap();
        let subspace = Subspace::at_ply(16, 4, 2).unwrap();
        let index = subspace.index();
        // Positions that a wrong move gives away, or there would be nothing to see.
        let mut critical = 0;
        for slot in (0..index.slots()).step_by(index.slots() / 60) {
            let (own, enemy) = subspace.stones_at(index, slot);
            let position = subspace.position(own, enemy);
            let solved = database.outcomes(&position).unwrap().unwrap();
            critical += usize::from(solved.best_moves().count() < solved.moves.len());
            perfect.new_game(slot as u64);
            let mv = perfect.best_move(&Game::from_position(rules, position)).unwrap();
            assert!(solved.best_moves().any(|best| best == mv), "{text}: {position} {mv}");
        }
        assert!(critical > 20, "{critical}");
    }
}

/// Known from other solvers for rule `any`, and the same under `never`: the start is drawn, no first or second stone changes
/// that, and of the 428 positions with three stones 31 are won for Black.
#[test]
fn the_embedded_opening_has_the_known_results() {
    RemovalRule::BOTH.into_iter().for_each(has_the_known_results);
}

fn has_the_known_results(rule: RemovalRule) {
    let opening = Opening::embedded(rule, Part::Start).unwrap();
    let (mut layer, mut decided) = (vec![Position::START], 0);
    for stones in 0..=3 {
        let mut seen = HashSet::new();
        layer.retain(|position| {
            let images = Symmetry::all()
                .map(|symmetry| [Color::White, Color::Black].map(|color| symmetry.set(position.stones(color)).bits()));
            seen.insert(images.min())
        });
        for position in &layer {
            let outcome = opening.outcome(position).unwrap();
            decided += usize::from(outcome != Outcome::Draw);
            assert!(outcome == Outcome::Draw || (stones == 3 && outcome == Outcome::Win), "{position}");
        }
        if stones < 3 {
            let next =
                layer.iter().flat_map(|position| position.legal_moves(rule).into_iter().map(|mv| position.after(mv)));
            layer = next.collect();
        }
    }
    assert_eq!((layer.len(), decided), (428, 31));
    // The database answers from it without any folder, and not beyond.
    let database = Database::open(None, rule, 8);
    assert_eq!(database.outcome(&Position::START), Ok(Some(Outcome::Draw)));
    assert_eq!(database.outcomes(&Position::START).unwrap().unwrap().best_moves().count(), 24);
}

/// The eleventh ply is packed apart from the tenth, and what is best there must be the value here.
#[test]
fn the_eleventh_ply_explains_the_values_of_the_tenth() {
    let subspace = Subspace::at_ply(10, 5, 5).unwrap();
    let index = subspace.index();
    for rule in RemovalRule::BOTH {
        let opening = Opening::embedded(rule, Part::Eleventh).unwrap();
        let mut seen = HashSet::new();
        for slot in (0..index.slots()).step_by(index.slots() / 3000) {
            let (own, enemy) = subspace.stones_at(index, slot);
            let position = subspace.position(own, enemy);
            let after = |mv| opening.outcome(&position.after(mv)).unwrap().before_move();
            let best = position.legal_moves(rule).into_iter().map(after).max();
            assert_eq!(opening.outcome(&position), best, "{position}");
            seen.insert(best);
        }
        assert_eq!(seen.len(), 3);
    }
}
