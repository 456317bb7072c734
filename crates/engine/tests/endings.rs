//! The packed endings with nine and ten stones, and the search that uses them.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use muehle_engine::endgame::endings::{Endings, NEAR_STONES};
use muehle_engine::endgame::{Database, EMBEDDED_STONES, ENDING_STONES, Value};
use muehle_engine::game::Game;
use muehle_engine::heuristics::Heuristic;
use muehle_engine::rules::{Color, Point, PointSet, Position, RemovalRule, Rules, Symmetry};
use muehle_engine::search::{Knowledge, Limits, Options, Report, Score, exact_moves, search};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// What the program knows where the user has built nothing.
static DATABASES: LazyLock<[Arc<Database>; 2]> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    RemovalRule::BOTH.map(|rule| Arc::new(Database::open_all(folder.path(), rule)))
});

fn database(rule: RemovalRule) -> &'static Arc<Database> {
    &DATABASES[rule as usize]
}

fn random_position(stones: u8, random: &mut ChaCha8Rng) -> Position {
    let stones = usize::from(stones);
    let own = random.random_range(stones.saturating_sub(9).max(3)..=(stones - 3).min(9));
    let points: Vec<Point> = Point::ALL.sample(random, stones).copied().collect();
    let (own, enemy) = points.split_at(own);
    let [own, enemy] = [own, enemy].map(|points| points.iter().copied().collect::<PointSet>());
    match random.random_bool(0.5) {
        true => Position::new([own, enemy], [0, 0], Color::White).unwrap(),
        false => Position::new([enemy, own], [0, 0], Color::Black).unwrap(),
    }
}

fn run(rule: RemovalRule, position: Position, limits: &Limits, endgame: usize, stop: &AtomicBool) -> Report {
    let knowledge = Knowledge::of(Heuristic::standard()).with_endgame(database(rule).clone());
    let options = Options { hash: 1, endgame, ..Options::default() };
    let game = Game::from_position(Rules::with_removal(rule), position);
    search(&game, limits, &knowledge, &options, stop, &mut |_| {})
}

/// Every value follows from those of the moves, down to the tables with eight stones, which were verified themselves.
#[test]
fn values_follow_from_their_successors() {
    let mut random = ChaCha8Rng::seed_from_u64(19);
    for rule in RemovalRule::BOTH {
        let mut decided = [0; 2];
        for number in 0..60_000 {
            let odd = number % 2 == 1;
            let position = random_position(EMBEDDED_STONES + 1 + u8::from(odd), &mut random);
            let solved = database(rule).solve(&position).unwrap().expect("nine and ten stones are known");
            // Without a move the game is lost.
            let best = solved.moves.iter().map(|(_, value)| *value).max().unwrap_or(Value::Loss(0));
            assert_eq!(solved.value, best, "{position} ({rule})");
            decided[usize::from(odd)] += usize::from(best != Value::Draw);
        }
        assert!(decided.iter().all(|&decided| decided > 3000), "{decided:?}");
    }
}

#[test]
fn values_are_the_same_for_all_images_and_only_known_up_to_ten_stones() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let endings = Endings::embedded(RemovalRule::Any).unwrap();
    assert!(endings.bytes() < 70_000_000);
    for _ in 0..300 {
        let position = random_position(ENDING_STONES, &mut random);
        let value = endings.value(position.own(), position.enemy());
        assert!(value.is_some());
        for symmetry in Symmetry::all() {
            assert_eq!(endings.value(symmetry.set(position.own()), symmetry.set(position.enemy())), value);
        }
        for stones in [EMBEDDED_STONES, ENDING_STONES + 1] {
            let position = random_position(stones, &mut random);
            assert_eq!(endings.value(position.own(), position.enemy()), None);
        }
    }
    // A database of the tables alone does not know them, and ten stones are the most that the program knows by itself.
    let position = random_position(ENDING_STONES, &mut random);
    assert_eq!(Database::open(None, RemovalRule::Any, EMBEDDED_STONES).probe(&position), Ok(None));
    assert_eq!(database(RemovalRule::Any).reach().stones, ENDING_STONES);
    assert_eq!(database(RemovalRule::Any).max_stones(), EMBEDDED_STONES);
    let position = random_position(ENDING_STONES + 1, &mut random);
    assert_eq!(database(RemovalRule::Any).probe(&position), Ok(None));
}

/// The distances lead to the end, move by move, however few positions are searched.
#[test]
fn a_won_ending_is_won_in_as_many_plies_as_it_takes() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let stop = AtomicBool::new(false);
    for rule in RemovalRule::BOTH {
        let mut played = 0;
        while played < 4 {
            let start = random_position(ENDING_STONES, &mut random);
            let Ok(Some(Value::Win(plies @ 9..=25))) = database(rule).probe(&start) else { continue };
            let mut game = Game::from_position(Rules::with_removal(rule), start);
            for left in (1..=plies).rev() {
                let report = run(rule, *game.position(), &Limits::nodes(2000), ENDING_STONES.into(), &stop);
                let expected = if left % 2 == 1 { Score::Win(left.into()) } else { Score::Loss(left.into()) };
                assert_eq!(report.score, expected, "{}", game.position());
                game.play(report.best.unwrap()).unwrap();
            }
            assert_eq!(game.outcome().and_then(|outcome| outcome.winner()), Some(start.side_to_move()));
            played += 1;
        }
    }
}

/// A limit on the tables is a limit on what a search knows, and from far away nothing changes.
#[test]
fn searches_use_what_they_may() {
    let rule = RemovalRule::Any;
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let stop = AtomicBool::new(false);
    let won = std::iter::repeat_with(|| random_position(ENDING_STONES, &mut random))
        .find(|position| matches!(database(rule).probe(position), Ok(Some(Value::Win(31..)))))
        .unwrap();
    let limits = Limits::nodes(3000);
    for endgame in [0, 8, 9] {
        let report = run(rule, won, &limits, endgame, &stop);
        assert!(!matches!(report.score, Score::Win(_)), "{endgame}: {}", report.score);
    }
    for endgame in [10, 18] {
        assert!(matches!(run(rule, won, &limits, endgame, &stop).score, Score::Win(31..)));
    }
    assert_eq!(exact_moves(database(rule), &won).unwrap()[0].score, run(rule, won, &limits, 10, &stop).score);
    // One more stone than counts as near.
    for stones in [NEAR_STONES as u8 - 1, NEAR_STONES as u8 + 1] {
        let position = random_position(stones, &mut random);
        let reports =
            [8, 10, 10].map(|endgame| Report { time: Duration::ZERO, ..run(rule, position, &limits, endgame, &stop) });
        assert_eq!(reports[1], reports[2], "the same limits, the same result");
        if usize::from(stones) > NEAR_STONES {
            assert_eq!(reports[0], reports[1]);
        }
    }
}

#[test]
fn waiting_for_the_endings_can_be_stopped() {
    let (rule, stop) = (RemovalRule::Never, AtomicBool::new(true));
    let position = random_position(ENDING_STONES, &mut ChaCha8Rng::seed_from_u64(3));
    let begun = Instant::now();
    assert!(!database(rule).wait_for_endings(&position, &stop));
    assert!(begun.elapsed() < Duration::from_secs(1));
    assert!(database(rule).wait_for_endings(&position, &AtomicBool::new(false)));
    assert!(database(rule).probe(&position).unwrap().is_some());
}
