//! The search against a naive minimax, its special cases (wins, equal moves, finished games) and senseless limits.

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use muehle_engine::endgame::{Database, Value};
use muehle_engine::files::DataFolders;
use muehle_engine::game::Game;
use muehle_engine::heuristics::{EvaluationTable, Heuristic};
use muehle_engine::players::Resources;
use muehle_engine::rules::{Color, Point, PointSet, Position, RemovalRule, Rules};
use muehle_engine::search::{Knowledge, Limits, Options, Report, Score, Searcher, search};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

static KNOWLEDGE: LazyLock<Knowledge> = LazyLock::new(|| Knowledge::of(Heuristic::standard()));

fn run(game: &Game, limits: &Limits, options: &Options) -> Report {
    search(game, limits, &KNOWLEDGE, options, &AtomicBool::new(false), &mut |_| {})
}

fn game(position: &str, rules: Rules) -> Game {
    Game::from_position(rules, position.parse().unwrap())
}

/// Positions from random games, after `plies` plies of them.
fn random_positions(seed: u64, plies: std::ops::Range<usize>, count: usize, rule: RemovalRule) -> Vec<Position> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Position::START;
        for _ in 0..random.random_range(plies.clone()) {
            let moves = position.legal_moves(rule);
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[random.random_range(0..moves.len())]);
        }
        if position.has_move() {
            positions.push(position);
        }
    }
    positions
}

/// Minimax written from the rules alone: value in units, wins and losses with their distance.
fn naive(game: &mut Game, table: &EvaluationTable, depth: u32, ply: i32) -> i32 {
    if let Some(outcome) = game.outcome() {
        return match outcome.winner() {
            Some(winner) if winner == game.side_to_move() => 30_000 - ply,
            Some(_) => ply - 30_000,
            None => 0,
        };
    }
    if depth == 0 {
        return table.evaluate(game.position());
    }
    let mut best = i32::MIN;
    for mv in game.legal_moves() {
        game.play(mv).unwrap();
        best = best.max(-naive(game, table, depth - 1, ply + 1));
        game.undo();
    }
    best
}

fn value_in_units(score: Score) -> i32 {
    match score {
        Score::Win(plies) => 30_000 - plies as i32,
        Score::Loss(plies) => plies as i32 - 30_000,
        Score::Won | Score::Lost => panic!("these searches know no tables"),
        Score::Draw => 0,
        Score::Estimate(value) => (value * 10_000.0).round() as i32,
    }
}

#[test]
fn every_variant_finds_the_value_of_plain_minimax() {
    let exact = Options { late_move_reductions: false, quiescence: 0, hash: 1, ..Options::default() };
    let variants = [
        ("minimax", Options::minimax()),
        ("alpha-beta", Options { iterative_deepening: false, ..Options::plain() }),
        ("iterative deepening", Options::plain()),
        ("aspiration", Options { aspiration: 0.05, ..Options::plain() }),
        ("minimal window", Options { minimal_window: true, ..Options::plain() }),
        ("table", Options { hash: 1, ..Options::plain() }),
        ("mills first", Options { mills_first: true, ..Options::plain() }),
        ("version 2.43", Options { hash: 1, ..Options::version_2_43() }),
        ("all but reductions", exact.clone()),
        ("all with aspiration", Options { aspiration: 0.1, ..exact.clone() }),
        ("all moves", Options { all_moves: true, ..exact.clone() }),
    ];
    for rule in RemovalRule::BOTH {
        for (seed, plies) in [(1, 0..18), (2, 18..60)] {
            for position in random_positions(seed, plies, 12, rule) {
                let mut game = Game::from_position(Rules::with_removal(rule), position);
                for depth in [1, 2, 3] {
                    let expected = naive(&mut game, &KNOWLEDGE.evaluation, depth, 0);
                    for (name, options) in &variants {
                        let report = run(&game, &Limits::depth(depth), options);
                        assert_eq!(value_in_units(report.score), expected, "{name}, depth {depth}: {position}");
                        assert!(game.legal_moves().contains(&report.best.unwrap()));
                        let mut line = game.clone();
                        assert!(report.line.iter().all(|&mv| line.play(mv).is_ok()), "{name}: {position}");
                    }
                }
            }
        }
    }
}

#[test]
fn equally_best_moves_are_all_found() {
    let options = Options { late_move_reductions: false, quiescence: 0, hash: 1, ..Options::default() };
    for position in random_positions(5, 0..40, 20, RemovalRule::Never) {
        let mut game = Game::from_position(Rules::default(), position);
        let value = naive(&mut game, &KNOWLEDGE.evaluation, 3, 0);
        let mut expected: Vec<String> = Vec::new();
        for mv in game.legal_moves() {
            game.play(mv).unwrap();
            if -naive(&mut game, &KNOWLEDGE.evaluation, 2, 1) == value {
                expected.push(mv.to_string());
            }
            game.undo();
        }
        let report = run(&game, &Limits::depth(3), &options);
        let mut found: Vec<String> = report.best_moves.iter().map(ToString::to_string).collect();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{position}");
    }
}

#[test]
fn analysis_gives_every_move_its_value() {
    let options =
        Options { all_moves: true, late_move_reductions: false, quiescence: 0, hash: 1, ..Options::default() };
    for position in random_positions(6, 0..40, 10, RemovalRule::Any) {
        let mut game = Game::from_position(Rules::with_removal(RemovalRule::Any), position);
        let report = run(&game, &Limits::depth(3), &options);
        assert_eq!(report.moves.len(), game.legal_moves().len());
        for root_move in &report.moves {
            game.play(root_move.mv).unwrap();
            let expected = -naive(&mut game, &KNOWLEDGE.evaluation, 2, 1);
            game.undo();
            assert_eq!(value_in_units(root_move.score), expected, "{} in {position}", root_move.mv);
        }
        assert!(report.moves.is_sorted_by(|a, b| a.score.compare(b.score).is_ge()));
    }
}

#[test]
fn a_win_is_found_with_its_distance() {
    // White closes a mill and black has two stones left.
    let report = run(&game("a1,a4,d7/b2,d2,e3 w 0 0", Rules::default()), &Limits::depth(4), &Options::default());
    assert_eq!(report.score, Score::Win(1));
    assert_eq!(report.best.unwrap().to_string().split('x').next(), Some("d7-a7"));
}

#[test]
fn without_equal_moves_the_first_of_the_best_is_played() {
    let options =
        Options { equal_moves: false, late_move_reductions: false, quiescence: 0, hash: 1, ..Options::default() };
    for position in random_positions(8, 0..40, 20, RemovalRule::Never) {
        let mut game = Game::from_position(Rules::default(), position);
        let value = naive(&mut game, &KNOWLEDGE.evaluation, 3, 0);
        let report = run(&game, &Limits::depth(3), &options);
        for mv in report.best_moves {
            game.play(mv).unwrap();
            assert_eq!(-naive(&mut game, &KNOWLEDGE.evaluation, 2, 1), value, "{mv} in {position}");
            game.undo();
        }
    }
}

#[test]
fn quiescence_sees_the_mill_behind_the_horizon() {
    // Black threatens to close mills on a7 and on a4. White can stop only one of them.
    let report = |quiescence| {
        let options = Options { quiescence, hash: 0, ..Options::plain() };
        run(&game("a1,f2,e3,d5/d7,g7,b4,c4 w 5 5", Rules::default()), &Limits::depth(1), &options)
    };
    assert!(report(2).score.value() < report(0).score.value());
    assert!(report(2).max_depth > report(0).max_depth);
}

#[test]
fn one_thread_with_a_node_limit_reproduces_exactly() {
    let options = Options { random_radius: 0.05, seed: 7, hash: 2, ..Options::default() };
    let start = Game::default();
    let runs: Vec<Report> = (0..2).map(|_| run(&start, &Limits::nodes(50_000), &options)).collect();
    assert_eq!(runs[0].nodes, runs[1].nodes);
    // The limit is looked at before each last ply, not within it.
    assert!((50_000..51_000).contains(&runs[0].nodes), "{}", runs[0].nodes);
    assert_eq!((runs[0].best, &runs[0].line), (runs[1].best, &runs[1].line));
    let moves: std::collections::HashSet<_> = (0..20)
        .map(|seed| run(&start, &Limits::depth(4), &Options { seed, ..options.clone() }).best.unwrap().to_string())
        .collect();
    assert!(moves.len() > 3, "seeds vary the opening: {moves:?}");
}

#[test]
fn threads_find_a_legal_move_and_stop() {
    let options = Options { threads: 4, hash: 4, ..Options::default() };
    let depth = run(&Game::default(), &Limits::depth(8), &options);
    assert_eq!(depth.depth, 8);
    let time = run(&Game::default(), &Limits::time(Duration::from_millis(50)), &options);
    for report in [depth, time] {
        let mut game = Game::default();
        assert!(!report.line.is_empty() && report.line.iter().all(|&mv| game.play(mv).is_ok()), "{report:?}");
        assert!(report.best_moves.iter().all(|mv| Game::default().legal_moves().contains(mv)), "{report:?}");
    }
    // They agree with one thread where the value is certain.
    let won = game("a1,a4,d7/b2,d2,e3 w 0 0", Rules::default());
    assert_eq!(run(&won, &Limits::depth(6), &options).score, Score::Win(1));
}

#[test]
fn a_stopped_search_still_answers() {
    let stop = AtomicBool::new(true);
    let report = search(&Game::default(), &Limits::default(), &KNOWLEDGE, &Options::default(), &stop, &mut |_| {});
    assert!(report.best.is_some());
    assert_eq!(report.depth, 1);
    // Stopped while it runs without any limit.
    let stop = AtomicBool::new(false);
    let mut depths = Vec::new();
    let report = search(&Game::default(), &Limits::default(), &KNOWLEDGE, &Options::default(), &stop, &mut |news| {
        depths.push(news.depth);
        if news.depth == 5 {
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    });
    assert!(depths.is_sorted() && depths.contains(&5));
    assert_eq!(report.depth, 5);
}

#[test]
fn senseless_limits_are_answered_sensibly() {
    let start = Game::default();
    let zero_time = run(&start, &Limits::time(Duration::ZERO), &Options::default());
    assert!(zero_time.best.is_some());
    let depth_zero = run(&start, &Limits::depth(0), &Options::default());
    assert_eq!(depth_zero.depth, 1);
    let no_nodes = run(&start, &Limits::nodes(0), &Options::default());
    assert!(no_nodes.best.is_some());
    let deep = Limits { time: Some(Duration::from_millis(100)), ..Limits::depth(1000) };
    let before = Instant::now();
    assert!(run(&start, &deep, &Options::default()).best.is_some());
    assert!(before.elapsed() < Duration::from_secs(20));
}

#[test]
fn the_clock_does_not_end_a_search_before_its_least_depth() {
    let start = Game::default();
    let limits = Limits { least_depth: 4, ..Limits::time(Duration::ZERO) };
    for iterative_deepening in [true, false] {
        let options = Options { iterative_deepening, ..Options::default() };
        let report = run(&start, &limits, &options);
        assert_eq!(report.depth, 4, "iterations: {iterative_deepening}");
        assert_eq!(run(&start, &Limits::time(Duration::ZERO), &options).depth, 1);
    }
    let stopped = Searcher::new(Knowledge::of(Heuristic::standard()), Options::default()).search(
        &start,
        &Limits { least_depth: 90, ..Limits::time(Duration::ZERO) },
        &AtomicBool::new(true),
        &mut |_| {},
    );
    assert!(stopped.best.is_some() && stopped.depth < 90, "a stop ends it all the same");
}

#[test]
fn a_finished_game_has_no_best_move() {
    let blocked = game("a7,d7,g7,d6/a4,g4,b6,f6,d5 w 0 0", Rules::default());
    let report = run(&blocked, &Limits::depth(5), &Options::default());
    assert_eq!((report.best, report.score), (None, Score::Loss(0)));
    assert!(report.best_moves.is_empty() && report.moves.is_empty() && report.line.is_empty());
    let mut drawn = game("a1,a4,g1,g4/b2,b4,f2,f6 w 0 0", Rules::default());
    drawn.agree_draw();
    assert_eq!(run(&drawn, &Limits::depth(5), &Options::default()).score, Score::Draw);
    let mut won = Game::default();
    won.resign(Color::Black);
    assert_eq!(run(&won, &Limits::depth(3), &Options::default()).score, Score::Win(0));
}

/// Random positions with few stones that are won in exactly this number of plies.
fn won_positions(plies: u16, count: usize, rule: RemovalRule) -> Vec<Position> {
    let tables = Database::open(None, rule, 8);
    let mut random = ChaCha8Rng::seed_from_u64(plies.into());
    let mut points = Point::ALL;
    let mut positions = Vec::new();
    while positions.len() < count {
        points.shuffle(&mut random);
        let own = random.random_range(3..=4);
        let set = |points: &[Point]| points.iter().copied().collect::<PointSet>();
        let stones = [set(&points[..own]), set(&points[own..own + 4])];
        let position = Position::new(stones, [0, 0], Color::White).unwrap();
        if tables.probe(&position).unwrap() == Some(Value::Win(plies)) {
            positions.push(position);
        }
    }
    positions
}

#[test]
fn a_search_for_a_win_misses_none() {
    let options = Options { endgame: 0, shapes: false, hash: 4, ..Options::default() };
    let stop = AtomicBool::new(false);
    let mut missed_otherwise = 0;
    for rule in RemovalRule::BOTH {
        for (plies, count) in [(1, 20), (3, 20), (5, 20)] {
            for position in won_positions(plies, count, rule) {
                let game = Game::from_position(Rules::with_removal(rule), position);
                let limits = Limits::depth(plies.into());
                let mut searcher = Searcher::new(KNOWLEDGE.clone(), options.clone());
                let usual = searcher.search(&game, &limits, &stop, &mut |_| {});
                missed_otherwise += usize::from(usual.score != Score::Win(plies.into()));
                let prepared = searcher.prepare_for_win(&game, plies.into());
                let report = searcher.search(&prepared, &limits, &stop, &mut |_| {});
                assert_eq!(report.score, Score::Win(plies.into()), "{position}");
            }
        }
    }
    assert!(missed_otherwise > 0, "reductions hide wins, so the preparation is needed");
}

#[test]
fn futility_saves_positions_only_where_the_shapes_value_them() {
    let resources = Resources::new(DataFolders::below("."));
    let knowledge = Knowledge::new(resources.shipped_evaluation("Meister").unwrap());
    let positions = random_positions(7, 12..20, 8, RemovalRule::Never);
    let nodes = |futility: bool, shapes: bool| -> u64 {
        let options = Options { futility, shapes, hash: 4, ..Options::default() };
        let nodes = |position: &Position| {
            let game = Game::from_position(Rules::default(), *position);
            search(&game, &Limits::depth(5), &knowledge, &options, &AtomicBool::new(false), &mut |_| {}).nodes
        };
        positions.iter().map(nodes).sum()
    };
    assert!(nodes(true, true) < nodes(false, true));
    assert_eq!(nodes(true, false), nodes(false, false));
}

#[test]
fn a_search_for_a_win_knows_the_past() {
    let stop = AtomicBool::new(false);
    let mut searcher = Searcher::new(KNOWLEDGE.clone(), Options { endgame: 0, ..Options::default() });
    // White to move wins by closing the mill, until the game is drawn before.
    for (quiet, score) in [(100, Score::Win(3)), (2, Score::Draw)] {
        let rules = Rules { quiet_plies: quiet, ..Rules::default() };
        let position = won_positions(3, 1, rules.removal)[0];
        let game = Game::from_position(rules, position);
        let prepared = searcher.prepare_for_win(&game, 3);
        let report = searcher.search(&prepared, &Limits::depth(3), &stop, &mut |_| {});
        assert_eq!(report.score == Score::Win(3), score == Score::Win(3), "{position}, {}", report.score);
    }
}
