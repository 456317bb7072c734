//! The move generator against a naive one, and the properties that hold for every position.

mod common;

use std::collections::BTreeSet;

use common::{constructed_position, naive, random, random_game};
use muehle_engine::game::{Game, pgn};
use muehle_engine::rules::perft::perft;
use muehle_engine::rules::{Action, Color, Move, Point, PointSet, Position, RemovalRule, Rules, Symmetry};
use proptest::prelude::*;
use rand::RngExt;
use rand::seq::IndexedRandom;

fn assert_same_moves(position: &Position) {
    for rule in RemovalRule::BOTH {
        let listed = position.legal_moves(rule);
        let ours: BTreeSet<String> = listed.iter().map(Move::to_string).collect();
        assert_eq!(ours.len(), listed.len(), "a move is listed twice in {position}");
        assert_eq!(ours, naive::legal_moves(&position.to_string(), rule == RemovalRule::Any), "{position}, {rule}");
        assert_eq!(listed.len(), position.count_moves(rule), "{position}, {rule}");
        assert_eq!(listed.is_empty(), !position.has_move(), "{position}");
    }
}

#[test]
fn both_generators_agree_on_games_and_on_constructed_positions() {
    let mut random = random(1);
    let mut phases = [0usize; 3];
    for i in 0..150 {
        for position in random_game(&mut random, RemovalRule::BOTH[i % 2], 120) {
            phases[position.phase(position.side_to_move()) as usize] += 1;
            assert_same_moves(&position);
        }
    }
    assert!(phases.iter().all(|&count| count > 300), "{phases:?}");
    for _ in 0..10_000 {
        assert_same_moves(&constructed_position(&mut random));
    }
}

/// `check` must say yes to exactly the generated moves.
#[test]
fn checking_agrees_with_generating() {
    let mut random = random(2);
    for _ in 0..150 {
        let position = constructed_position(&mut random);
        for rule in RemovalRule::BOTH {
            let legal = position.legal_moves(rule);
            let removals = [None].into_iter().chain(Point::ALL.map(Some));
            for removal in removals {
                for to in Point::ALL {
                    let shifts = Point::ALL.map(|from| Action::Shift { from, to });
                    for action in shifts.into_iter().chain([Action::Place(to)]) {
                        let mv = Move { action, removal };
                        assert_eq!(position.check(mv, rule).is_ok(), legal.contains(&mv), "{position}, {mv}, {rule}");
                    }
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn the_incremental_key_is_the_fresh_key(seed: u64, any: bool) {
        let rule = RemovalRule::BOTH[usize::from(any)];
        for position in random_game(&mut random(seed), rule, 100) {
            prop_assert_eq!(position.key(), position.fresh_key());
        }
    }

    #[test]
    fn symmetries_keep_the_number_of_move_paths(seed: u64) {
        let position = constructed_position(&mut random(seed));
        for rule in RemovalRule::BOTH {
            let leaves = perft(&position, rule, 2);
            for symmetry in Symmetry::all() {
                let image = position.transformed(symmetry);
                prop_assert_eq!(perft(&image, rule, 2), leaves);
                prop_assert_eq!(image.key(), image.fresh_key());
                prop_assert_eq!(image.transformed(symmetry.inverse()), position);
            }
        }
    }

    #[test]
    fn mills_close_where_an_action_closes_one(seed: u64) {
        let position = constructed_position(&mut random(seed));
        for side in [Color::White, Color::Black] {
            let targets: PointSet = position.threats(side).into_iter().map(Action::target).collect();
            if position.loser().is_none() {
                prop_assert_eq!(position.mill_points(side), targets);
            }
        }
    }

    #[test]
    fn position_text_reads_back(seed: u64) {
        let position = constructed_position(&mut random(seed));
        prop_assert_eq!(position.to_string().parse(), Ok(position));
    }

    #[test]
    fn any_text_is_a_position_or_an_error(text in ".*", bytes in "[-a-g1-7,/ wb0-9]{0,40}") {
        for text in [text, bytes] {
            if let Err(error) = text.parse::<Position>() {
                prop_assert!(error.to_string().len() < 200);
            }
            let _ = text.parse::<Move>();
        }
    }

    #[test]
    fn any_text_is_read_as_pgn(text in "\\PC*", pieces in "([{}()\\[\\]\"$;.x\n -]|[a-g][1-7]|1-0|%)*") {
        for text in [text, pieces] {
            let reading = pgn::read(&text);
            let again = pgn::read(&pgn::write(&reading.tags, &reading.game));
            prop_assert_eq!(again.game.moves(), reading.game.moves());
        }
    }

    #[test]
    fn games_with_variations_survive_saving(seed: u64, any: bool) {
        let game = game_with_variations(seed, RemovalRule::BOTH[usize::from(any)]);
        let text = pgn::write(&pgn::Tags::default(), &game);
        let reading = pgn::read(&text);
        prop_assert_eq!(reading.fault.clone(), None);
        prop_assert_eq!(reading.game.rules(), game.rules());
        prop_assert_eq!(reading.game.main_line_outcome(), game.main_line_outcome());
        prop_assert_eq!(pgn::write(&reading.tags, &reading.game), text);
    }
}

fn game_with_variations(seed: u64, rule: RemovalRule) -> Game {
    let mut random = random(seed);
    let rules = Rules { quiet_plies: random.random_range(0..50), ..Rules::with_removal(rule) };
    let mut game = Game::new(rules);
    for _ in 0..80 {
        if random.random_range(0..10) == 0 {
            for _ in 0..random.random_range(0..6) {
                game.undo();
            }
        }
        let moves = game.legal_moves();
        let Some(&mv) = moves.choose(&mut random) else { break };
        game.play_variation(mv).unwrap();
        if random.random_range(0..8) == 0 {
            game.set_comment(game.current(), format!("note {} with \"quotes\"", random.random::<u16>()));
        }
    }
    game
}
