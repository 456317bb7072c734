use super::analyst::{SOLVED_LINE, game_at};
use super::*;
use crate::controller::testing::{silent, until};
use muehle_engine::files::DataFolders;
use muehle_engine::game::Game;
use muehle_engine::rules::Color;
use muehle_engine::search::Score;

fn start() -> (Analysis, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let resources = Arc::new(Resources::new(DataFolders::below(folder.path())));
    (Analysis::start(resources, silent()), folder)
}

fn wait(analysis: &mut Analysis, mut done: impl FnMut(&Analysis) -> bool) {
    until(|| {
        analysis.poll();
        done(analysis)
    });
}

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

#[test]
fn every_move_of_a_sliding_position_gets_a_value() {
    let (mut analysis, _folder) = start();
    for rule in RemovalRule::BOTH {
        let shown = position("a7,d7,b6,d5,f4,c3,d2,g1/g7,f6,a4,b4,e4,e3,f2,d1 w 0 0");
        analysis.ask(rule, Some((shown, Effort::Values)), &[]);
        wait(&mut analysis, |analysis| {
            analysis.assessment(&shown, rule).is_some_and(|known| known.report.depth >= VALUES_DEPTH)
        });
        let known = analysis.assessment(&shown, rule).unwrap();
        let mut valued: Vec<String> = known.report.moves.iter().map(|root| root.mv.to_string()).collect();
        let mut legal: Vec<String> = shown.legal_moves(rule).iter().map(Move::to_string).collect();
        valued.sort();
        legal.sort();
        assert_eq!(valued, legal);
        assert_eq!(known.lines.len(), AnalysisOptions::default().lines);
        for (root, line) in &known.lines {
            assert_eq!(line[0], root.mv);
            let mut game = game_at(shown, rule);
            assert!(line.iter().all(|&mv| game.play(mv).is_ok()), "lines can be played");
        }
        assert!(analysis.judgement(&shown, rule).is_some());
    }
}

#[test]
fn solved_positions_have_exact_values_with_the_move_counted() {
    let (mut analysis, _folder) = start();
    let shown = position("a7,d7,g4/b6,f6,d2 w 0 0");
    let rule = RemovalRule::Never;
    analysis.ask(rule, Some((shown, Effort::Endless)), &[]);
    wait(&mut analysis, |analysis| analysis.assessment(&shown, rule).is_some());
    let known = analysis.assessment(&shown, rule).unwrap();
    assert!(known.solved);
    assert_eq!(known.report.moves.len(), shown.legal_moves(rule).len());
    assert_eq!(known.report.score, known.report.moves[0].score);
    for root in &known.report.moves {
        match root.score {
            Score::Win(plies) => assert_eq!(plies % 2, 1, "{}", root.mv),
            Score::Loss(plies) => assert_eq!(plies % 2, 0, "{}", root.mv),
            Score::Draw => {}
            inexact => panic!("{} {inexact}", root.mv),
        }
    }
    assert!(matches!(known.report.score, Score::Win(_)), "{:?}", known.report.score);
    if let Score::Win(plies) = known.report.score {
        assert_eq!(known.lines[0].1.len(), (plies as usize).min(SOLVED_LINE));
    }
}

#[test]
fn every_ply_of_a_game_gets_a_value_and_keeps_it() {
    let (mut analysis, _folder) = start();
    let mut game = Game::default();
    for mv in ["d6", "f4", "d2", "b4", "a1"] {
        game.play(mv.parse().unwrap()).unwrap();
    }
    let (rule, plies) = (RemovalRule::Never, game.positions());
    analysis.ask(rule, None, &plies);
    wait(&mut analysis, |analysis| plies.iter().all(|ply| analysis.judgement(ply, rule).is_some()));
    assert!(analysis.judgement(&plies[0], RemovalRule::Any).is_none(), "the rules are told apart");
    let before: Vec<_> = plies.iter().map(|ply| analysis.judgement(ply, rule)).collect();
    analysis.ask(rule, None, &[]);
    analysis.poll();
    assert_eq!(before, plies.iter().map(|ply| analysis.judgement(ply, rule)).collect::<Vec<_>>());
}

#[test]
fn new_tables_make_it_find_everything_again() {
    let (mut analysis, folder) = start();
    let rule = RemovalRule::Never;
    let shown = position("a7,d7,g4,g1,d1,e3/b6,f2,d2,f6,c5 w 0 0");
    analysis.ask(rule, Some((shown, Effort::Values)), &[shown]);
    let estimated = |analysis: &Analysis| analysis.assessment(&shown, rule).is_some_and(|known| !known.solved);
    wait(&mut analysis, estimated);
    analysis.forget();
    assert!(analysis.assessment(&shown, rule).is_none() && analysis.judgement(&shown, rule).is_none());
    wait(&mut analysis, estimated);
    assert!(analysis.judgement(&shown, rule).is_some());
    drop(folder);
}

#[test]
fn judgements_are_from_the_side_to_move() {
    let (mut analysis, _folder) = start();
    // White closes a mill at will; whoever is to move, White is better.
    let white = position("a7,d7,g4,g1,d1/b6,f2,d2 w 0 0");
    let black = white.with_side(Color::Black);
    let over = position("a7,d7/b6,f2,d2 w 0 0");
    analysis.ask(RemovalRule::Any, None, &[white, black, over]);
    wait(&mut analysis, |analysis| {
        [white, black, over].iter().all(|ply| analysis.judgement(ply, RemovalRule::Any).is_some())
    });
    let judgement = |ply: &Position| analysis.judgement(ply, RemovalRule::Any).unwrap();
    let value = |ply: &Position| judgement(ply).for_white(ply.side_to_move()).score.value();
    assert!(value(&white) >= 0.0 && value(&black) >= 0.0, "{} {}", value(&white), value(&black));
    assert_eq!(judgement(&over).score, Score::Loss(0));
}

#[test]
fn it_rests_when_told_to_and_goes_on_after() {
    let (mut analysis, folder) = start();
    let shown = Position::START;
    analysis.rest(true);
    analysis.ask(RemovalRule::Never, Some((shown, Effort::Endless)), &[shown]);
    let resources = Arc::new(Resources::new(DataFolders::below(folder.path())));
    let analyst = Analyst::new(resources);
    assert!(analyst.choose(&analysis.wishes).is_none());
    analysis.rest(false);
    assert!(analyst.choose(&analysis.wishes).is_some());
    wait(&mut analysis, |analysis| analysis.assessment(&shown, RemovalRule::Never).is_some());
}

#[test]
fn other_options_value_everything_again_and_a_missing_heuristic_is_no_end() {
    let (mut analysis, _folder) = start();
    let (shown, rule) = (position("a7,d7,b6,d5,f4,c3,d2,g1/g7,f6,a4,b4,e4,e3,f2,d1 w 0 0"), RemovalRule::Never);
    analysis.ask(rule, Some((shown, Effort::Values)), &[]);
    wait(&mut analysis, |analysis| analysis.assessment(&shown, rule).is_some());
    analysis.set_options(&AnalysisOptions { heuristic: "nobody".to_owned(), ..AnalysisOptions::default() });
    assert!(analysis.assessment(&shown, rule).is_none());
    let mut problem = None;
    until(|| {
        analysis.poll();
        problem = problem.take().or_else(|| analysis.take_problem());
        problem.is_some()
    });
    assert!(matches!(problem, Some(Problem::Heuristic(_))));
    let wanted = AnalysisOptions { lines: 5, threads: 2, heuristic: "Standard".to_owned() };
    analysis.set_options(&wanted);
    wait(&mut analysis, |analysis| analysis.assessment(&shown, rule).is_some_and(|known| known.lines.len() == 5));
    let wild = AnalysisOptions { lines: 0, threads: 10_000, ..wanted }.tidied();
    assert_eq!((wild.lines, wild.threads), (1, AnalysisOptions::most_threads()));
}

#[test]
fn another_position_interrupts_the_endless_one() {
    let (mut analysis, _folder) = start();
    let rule = RemovalRule::Never;
    analysis.ask(rule, Some((Position::START, Effort::Endless)), &[]);
    wait(&mut analysis, |analysis| {
        analysis.assessment(&Position::START, rule).is_some_and(|known| known.report.depth >= VALUES_DEPTH)
    });
    let next = position("a1/- b 8 9");
    analysis.ask(rule, Some((next, Effort::Values)), &[]);
    wait(&mut analysis, |analysis| analysis.assessment(&next, rule).is_some());
    assert!(analysis.assessment(&Position::START, rule).is_some(), "what was found is kept");
}
