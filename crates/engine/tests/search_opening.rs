//! The search with known results of the placing phase.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use muehle_engine::endgame::{Database, OPENING_PLIES, Outcome};
use muehle_engine::game::Game;
use muehle_engine::heuristics::Heuristic;
use muehle_engine::rules::{Move, Position, RemovalRule, Rules};
use muehle_engine::search::{Knowledge, Limits, Options, Report, Score, Searcher, search};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const RULE: RemovalRule = RemovalRule::Any;

/// The last ply whose results are part of the program.
const LAST: usize = OPENING_PLIES as usize;
static KNOWLEDGE: LazyLock<[Knowledge; 2]> = LazyLock::new(|| {
    RemovalRule::BOTH.map(|rule| {
        let database = Arc::new(Database::open(None, rule, 8));
        Knowledge::of(Heuristic::standard()).with_endgame(database)
    })
});

fn knowledge(rule: RemovalRule) -> &'static Knowledge {
    &KNOWLEDGE[rule as usize]
}

fn database(rule: RemovalRule) -> &'static Database {
    knowledge(rule).endgame.as_ref().unwrap()
}

fn options() -> Options {
    Options { hash: 1, ..Options::default() }
}

fn game(rule: RemovalRule, position: Position) -> Game {
    Game::from_position(Rules::with_removal(rule), position)
}

fn run(rule: RemovalRule, position: Position, limits: &Limits, options: &Options) -> Report {
    search(&game(rule, position), limits, knowledge(rule), options, &AtomicBool::new(false), &mut |_| {})
}

/// A position, its result and that of each move.
type Critical = (Position, Outcome, Vec<(Move, Outcome)>);

/// Random positions after `plies` plies in which some moves lose value, with the result of each move.
fn critical_positions(rule: RemovalRule, seed: u64, plies: usize, count: usize) -> Vec<Critical> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Position::START;
        for _ in 0..plies {
            let moves = position.legal_moves(rule);
            position.play_unchecked(moves[random.random_range(0..moves.len())]);
        }
        let solved = database(rule).outcomes(&position).unwrap().unwrap();
        if solved.moves.iter().any(|(_, outcome)| *outcome < solved.outcome) {
            found.push((position, solved.outcome, solved.moves));
        }
    }
    found
}

fn agrees(score: Score, outcome: Outcome) -> bool {
    match outcome {
        Outcome::Win => matches!(score, Score::Win(_) | Score::Won),
        Outcome::Draw => score == Score::Draw,
        Outcome::Loss => matches!(score, Score::Loss(_) | Score::Lost),
    }
}

#[test]
fn every_known_move_keeps_the_value_at_any_depth() {
    for (rule, plies) in RemovalRule::BOTH.into_iter().flat_map(|rule| (4..LAST).map(move |plies| (rule, plies))) {
        for (position, outcome, moves) in critical_positions(rule, plies as u64, plies, 6) {
            for depth in [1, 2, 5] {
                let report = run(rule, position, &Limits::depth(depth), &options());
                for best in &report.best_moves {
                    assert!(moves.contains(&(*best, outcome)), "{best} in {position}, depth {depth}");
                }
                assert!(agrees(report.score, outcome), "{} in {position}", report.score);
                assert_eq!(report.depth, depth, "a known value does not end the search: {position}");
                let mut line = game(rule, position);
                assert!(report.line.iter().all(|&mv| line.play(mv).is_ok()), "{position}");
            }
        }
    }
}

/// The ninth and the tenth ply are packed on their own.
#[test]
fn the_value_of_a_position_is_that_of_its_best_move() {
    for rule in RemovalRule::BOTH {
        for (position, outcome, moves) in critical_positions(rule, 8, LAST - 1, 40) {
            assert_eq!(moves.iter().map(|(_, outcome)| *outcome).max(), Some(outcome), "{position}");
        }
    }
}

#[test]
fn analysis_shows_the_exact_result_of_every_move() {
    let options = Options { all_moves: true, ..options() };
    for (rule, plies) in [(RemovalRule::Any, 3), (RemovalRule::Never, 6), (RemovalRule::Any, 8)] {
        for (position, outcome, moves) in critical_positions(rule, 20 + plies as u64, plies, 4) {
            let report = run(rule, position, &Limits::depth(4), &options);
            assert!(agrees(report.score, outcome), "{} in {position}", report.score);
            assert_eq!(report.moves.len(), moves.len());
            for root in &report.moves {
                let (_, outcome) = moves.iter().find(|(mv, _)| *mv == root.mv).unwrap();
                assert!(agrees(root.score, *outcome), "{} {} in {position}", root.mv, root.score);
                assert!(root.score.is_exact() && root.score.value().abs() <= 1.0);
            }
            assert!(report.moves.is_sorted_by(|a, b| a.score.compare(b.score).is_ge()));
            assert!(moves.contains(&(report.best.unwrap(), outcome)), "{position}");
        }
    }
}

/// After the last known ply only the value of the root is known.
#[test]
fn the_last_known_ply_is_searched_but_its_value_is_exact() {
    let rule = RULE;
    let mut random = ChaCha8Rng::seed_from_u64(5);
    for _ in 0..5 {
        let mut position = Position::START;
        for _ in 0..LAST {
            let moves = position.legal_moves(rule);
            position.play_unchecked(moves[random.random_range(0..moves.len())]);
        }
        let outcome = database(rule).outcome(&position).unwrap().unwrap();
        let report = run(rule, position, &Limits::depth(4), &options());
        assert!(agrees(report.score, outcome), "{} in {position}", report.score);
        assert!(report.best.is_some());
    }
}

#[test]
fn without_tables_the_opening_is_estimated() {
    let rule = RULE;
    let (position, ..) = critical_positions(rule, 3, 6, 1)[0];
    for off in [Options { endgame: 0, ..options() }, Options { opening: false, ..options() }] {
        let report = run(rule, position, &Limits::depth(3), &off);
        assert!(!report.score.is_exact(), "{}", report.score);
    }
    // The other rule has other results.
    let other = Game::from_position(Rules::with_removal(RemovalRule::Never), position);
    let report = search(&other, &Limits::depth(3), knowledge(rule), &options(), &AtomicBool::new(false), &mut |_| {});
    assert!(!report.score.is_exact(), "{}", report.score);
}

/// A restricted search knows the best of the moves it was given.
#[test]
fn given_moves_have_their_own_value() {
    let rule = RULE;
    let stop = AtomicBool::new(false);
    for (position, outcome, moves) in critical_positions(rule, 9, 6, 5) {
        let worse: Vec<Move> = moves.iter().filter(|(_, known)| *known < outcome).map(|(mv, _)| *mv).collect();
        let best = moves.iter().filter(|(mv, _)| worse.contains(mv)).map(|(_, outcome)| *outcome).max().unwrap();
        let mut searcher = Searcher::new(knowledge(rule).clone(), options());
        let report = searcher.search_among(&game(rule, position), &worse, &Limits::depth(3), &stop, &mut |_| {});
        assert!(agrees(report.score, best), "{} in {position}", report.score);
        assert!(worse.contains(&report.best.unwrap()));
    }
}

#[test]
fn openings_vary_with_the_seed_and_repeat_with_it() {
    let rule = RULE;
    let first_moves = |seed: u64| {
        let mut game = Game::new(Rules::with_removal(rule));
        let mut searcher = Searcher::new(knowledge(rule).clone(), Options { seed, ..options() });
        for _ in 0..6 {
            let report = searcher.search(&game, &Limits::nodes(3000), &AtomicBool::new(false), &mut |_| {});
            game.play(report.best.unwrap()).unwrap();
        }
        assert_ne!(database(rule).outcome(game.position()).unwrap(), None);
        game
    };
    // Images of one game count once.
    let key = |game: &Game| {
        let images = muehle_engine::rules::Symmetry::all().map(|symmetry| game.position().transformed(symmetry).key());
        images.min().unwrap()
    };
    let games: HashSet<u64> = (0..12).map(|seed| key(&first_moves(seed))).collect();
    assert!(games.len() > 4, "{} openings in 12 games", games.len());
    assert_eq!(first_moves(7).moves(), first_moves(7).moves());
}

#[test]
fn a_computer_never_gives_value_away_while_the_opening_is_known() {
    let rule = RULE;
    let mut random = ChaCha8Rng::seed_from_u64(77);
    for number in 0..10 {
        let mut game = Game::new(Rules::with_removal(rule));
        let mut searcher = Searcher::new(knowledge(rule).clone(), Options { seed: number, ..options() });
        let mut value = Outcome::Draw;
        while game.ply() < LAST - 1 {
            let report = searcher.search(&game, &Limits::nodes(2000), &AtomicBool::new(false), &mut |_| {});
            game.play(report.best.unwrap()).unwrap();
            let after = database(rule).outcome(game.position()).unwrap().unwrap().before_move();
            assert!(after >= value, "{}", game.position());
            let replies = game.legal_moves();
            game.play(replies[random.random_range(0..replies.len())]).unwrap();
            value = database(rule).outcome(game.position()).unwrap().unwrap();
            assert!(value >= after);
        }
    }
}

#[test]
fn without_iterations_every_limit_still_finds_a_move() {
    let rule = RULE;
    let plain = Options { iterative_deepening: false, endgame: 0, ..Options::plain() };
    let limits = [
        Limits::nodes(1),
        Limits::nodes(5000),
        Limits::time(Duration::from_millis(5)),
        Limits { depth: Some(40), ..Limits::nodes(2000) },
        Limits { depth: Some(40), ..Limits::time(Duration::ZERO) },
    ];
    for options in [Options::minimax(), plain, Options { iterative_deepening: false, ..options() }] {
        for limits in limits {
            let report = run(RULE, Position::START, &limits, &options);
            assert!(report.best.is_some(), "{limits:?}");
        }
    }
    // A stop is a limit, too.
    let stopped = AtomicBool::new(true);
    let report =
        search(&Game::default(), &Limits::depth(30), knowledge(rule), &Options::minimax(), &stopped, &mut |_| {});
    assert!(report.best.is_some());
}

#[test]
fn values_stay_between_minus_one_and_one() {
    let rule = RULE;
    let options = Options { random_radius: 1.0, all_moves: true, endgame: 0, ..options() };
    for (position, ..) in critical_positions(rule, 12, 8, 4) {
        let report = run(rule, position, &Limits::depth(3), &options);
        for root in &report.moves {
            assert!(root.score.value().abs() <= 1.0, "{} {}", root.mv, root.score);
            assert!(!matches!(root.score, Score::Won | Score::Lost), "an estimate is no proof");
        }
    }
}
