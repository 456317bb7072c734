//! The levels: fixed recipes, each stronger than the one below.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use muehle_engine::files::DataFolders;
use muehle_engine::game::Game;
use muehle_engine::learn::arena::{MatchSettings, Pair, Tally, run_match};
use muehle_engine::learn::create_player;
use muehle_engine::players::{Level, PlayerText, Resources, Strength};
use muehle_engine::rules::{RemovalRule, Rules};

fn resources() -> Arc<Resources> {
    Arc::new(Resources::new(DataFolders::below("no such folder")))
}

fn play(a: &str, b: &str, games: usize, rule: RemovalRule) -> Tally {
    let resources = resources();
    let players = [a, b].map(|text| text.parse::<PlayerText>().unwrap());
    let make = || -> Result<Pair, _> {
        Ok([create_player(&players[0], &resources)?, create_player(&players[1], &resources)?])
    };
    let settings = MatchSettings { games, rules: Rules::with_removal(rule), ..MatchSettings::default() };
    run_match(&settings, &make, &AtomicBool::new(false), &mut |_, _| {}).unwrap()
}

#[test]
fn names_of_levels_and_strengths_are_read() {
    for level in Level::ALL {
        assert_eq!(level.name().to_uppercase().parse(), Ok(level));
    }
    for (name, strength) in ["beginner", "Advanced", "professional"].into_iter().zip(Strength::ALL) {
        assert_eq!(name.parse(), Ok(strength.level()));
    }
    assert!("god".parse::<Level>().is_err());
}

#[test]
fn the_strength_of_a_level_is_the_measured_one() {
    let measured = include_str!("../../../docs/levels.md");
    for level in Level::ALL {
        let row = measured.lines().find(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            cells.len() == 10 && cells[1].to_lowercase() == level.name()
        });
        let elo = row.and_then(|row| row.split('|').nth(7)).map(str::trim);
        assert_eq!(elo, Some(level.elo().to_string().as_str()), "{level}");
    }
}

#[test]
fn no_recipe_depends_on_the_machine() {
    for level in Level::ALL.into_iter().filter(|level| *level != Level::Perfect) {
        let recipe: PlayerText = level.recipe().parse().unwrap();
        assert_eq!(recipe.kind, "computer");
        assert!(recipe.get("time").is_none(), "{level}");
        assert!(recipe.get("depth").is_some() || recipe.get("nodes").is_some(), "{level}");
        // Larger tables are there or not; only the embedded ones are the same everywhere.
        let stones: usize = recipe.get("endgame").unwrap().parse().unwrap();
        assert!(stones == if level.uses_tables() { 8 } else { 0 }, "{level}");
    }
}

#[test]
fn a_level_takes_nothing_but_a_seed() {
    let resources = resources();
    let make = |text: &str| create_player(&text.parse().unwrap(), &resources).map(|_| ());
    for level in Level::ALL {
        assert!(make(&format!("computer:level={level},seed=7")).is_ok());
        assert!(make(&level.player_text().to_string()).is_ok());
        for key in ["depth=9", "time=100", "heuristic=Multi", "radius=0", "hash=64", "beauty=1"] {
            let refusal = make(&format!("computer:level={level},{key}")).unwrap_err().to_string();
            assert!(refusal.starts_with(&format!("level={level} is a fixed recipe")), "{refusal}");
        }
    }
}

#[test]
fn the_weakest_level_is_between_chance_and_a_child() {
    for rule in RemovalRule::BOTH {
        let against_child = play("computer:level=child", "child:mills=0.9,blocks=0.7", 200, rule);
        assert!(against_child.losses() >= 100, "{rule}: {against_child}");
        let against_chance = play("computer:level=child", "random", 40, rule);
        assert!(against_chance.score() > 0.9, "{rule}: {against_chance}");
    }
}

#[test]
fn two_levels_apart_the_stronger_one_wins() {
    let cheap = [Level::Child, Level::Novice, Level::Casual, Level::Club, Level::Strong];
    for pair in cheap.windows(3) {
        let [weak, strong] = [pair[0], pair[2]].map(|level| level.player_text().to_string());
        for rule in RemovalRule::BOTH {
            let tally = play(&strong, &weak, 20, rule);
            assert!(tally.score() > 0.6, "{strong} against {weak}, {rule}: {tally}");
        }
    }
}

#[test]
fn a_level_plays_the_same_game_again() {
    for level in [Level::Child, Level::Club, Level::Expert] {
        let text = level.player_text().to_string();
        let again = || play(&text, "child", 2, RemovalRule::Never);
        assert_eq!(again(), again(), "{level}");
    }
}

#[test]
fn no_level_refuses_to_close_its_mill() {
    let resources = resources();
    for rule in RemovalRule::BOTH {
        // White can close a mill on g7 while placing, and on a1 while sliding.
        for position in ["a7,d7,b2/b4,c3,f6 w 6 6", "a7,a4,d1,f4,c5/b6,d6,b2,f2,e3 w 0 0"] {
            let game = Game::from_position(Rules::with_removal(rule), position.parse().unwrap());
            for level in &Level::ALL[..7] {
                let mut player = create_player(&level.player_text(), &resources).unwrap();
                for seed in 0..5 {
                    player.new_game(seed);
                    let mv = player.best_move(&game).unwrap();
                    assert!(mv.removal.is_some(), "{level} plays {mv} in {position}");
                }
            }
        }
    }
}
