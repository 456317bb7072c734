//! Puzzles and lessons, solved in the window as a person does.

use super::{PEOPLE, USUAL, Window, folder_with, settings};
use crate::app::pages::Page;
use eframe::egui::{Key, Vec2};
use muehle_engine::puzzles::lessons::Topic;
use muehle_engine::puzzles::{Kind, Puzzle, shipped};
use muehle_engine::rules::{Action, Move, RemovalRule};

impl Window {
    fn puzzles(size: Vec2) -> Window {
        let mut window = Window::start(folder_with(&settings(PEOPLE)), size, |_| {});
        window.go(Page::Puzzles);
        window.until_shows("Difficulty");
        window
    }

    /// Plays a move with the mouse.
    fn try_move(&mut self, mv: Move) {
        if let Action::Shift { from, .. } = mv.action {
            self.point(from);
        }
        self.point(mv.action.target());
        if let Some(point) = mv.removal {
            self.point(point);
        }
    }

    fn solve(&mut self, puzzle: &Puzzle) {
        for step in &puzzle.steps {
            self.try_move(step.right[0]);
            self.frames();
        }
    }
}

/// The first shipped puzzles, in the order in which they come.
fn first(count: usize) -> Vec<Puzzle> {
    shipped::puzzles(RemovalRule::Never).into_iter().take(count).collect()
}

#[test]
fn a_puzzle_is_solved_on_the_board_and_the_next_one_comes() {
    let mut window = Window::puzzles(USUAL);
    let puzzles = first(2);
    window.solve(&puzzles[0]);
    window.until_shows("Solved, without help.");
    assert!(window.shows("Streak 1"));
    window.press(Key::Enter);
    window.until_shows("Difficulty");
    assert!(!window.shows("Right!"));
    window.solve(&puzzles[1]);
    window.until_shows("Streak 2");
    window.press(Key::Escape);
    assert_eq!((window.app().page(), window.ply()), (Page::Play, 0), "the game is where it was");
}

#[test]
fn a_wrong_try_is_refuted_and_the_streak_ends() {
    let mut window = Window::puzzles(USUAL);
    let puzzles = first(2);
    window.solve(&puzzles[0]);
    window.until_shows("Streak 1");
    window.click("Next");
    window.until_shows("Difficulty");
    // One that the file does not refute: the tables are asked.
    let step = &puzzles[1].steps[0];
    let moves = puzzles[1].start.legal_moves(puzzles[1].rule);
    let known = |mv: &Move| step.right.contains(mv) || step.wrong.iter().any(|refutation| refutation.wrong == *mv);
    let wrong = moves.into_iter().find(|mv| !known(mv)).unwrap();
    window.try_move(wrong);
    window.until_shows(&format!("Not {wrong}"));
    window.until_shows("Try again");
    assert!(window.shows("Streak 0"));
    window.click("Try again");
    window.solve(&puzzles[1]);
    window.until_shows("The puzzle will come again for practice.");
}

#[test]
fn hints_mark_the_move_and_the_solution_can_be_shown() {
    let mut window = Window::puzzles(USUAL);
    let puzzle = &first(1)[0];
    let right = puzzle.steps[0].right[0];
    window.press(Key::H);
    let stone = format!("Hint: it is the stone on {}.", right.action.origin().unwrap());
    assert!(window.announced().trim_end().ends_with(&stone), "also for those who do not see the marks");
    assert!(window.shows(&stone));
    window.click("Hint");
    assert!(window.announced().trim_end().ends_with(&format!("Hint: {right}.")));
    window.solve(puzzle);
    window.until_shows("Solved, with a hint.");
    assert!(window.shows("Streak 0"), "it does not count");
    window.click("Next");
    window.until_shows("Difficulty");
    let puzzle = &first(2)[1];
    window.try_move(puzzle.steps[0].wrong[0].wrong);
    window.until_shows("Show solution");
    window.click("Show solution");
    window.until_shows("That was the solution.");
}

#[test]
fn kinds_can_be_chosen_and_progress_is_kept() {
    let mut window = Window::puzzles(USUAL);
    window.click("Free yourself");
    window.until_shows("breaks free.");
    let puzzle = shipped::puzzles(RemovalRule::Never).into_iter().find(|puzzle| puzzle.kind == Kind::Free).unwrap();
    window.solve(&puzzle);
    window.until_shows("Free yourself: 1 of ");
    window.click("Next");
    window.until_shows("breaks free.");
    window.click("Skip");
    window.until_shows("breaks free.");
    let folder = window.folder.clone();
    drop(window);
    let mut window = Window::start(folder, USUAL, |_| {});
    window.go(Page::Puzzles);
    window.until_shows("Free yourself: 1 of ");
    assert!(window.shows("Streak 1") && window.shows("breaks free."), "what was wanted is kept too");
}

#[test]
fn damaged_progress_is_said_in_one_sentence() {
    let folder = folder_with(&settings(PEOPLE));
    std::fs::write(folder.path().join("puzzles.json"), "{").unwrap();
    let mut window = Window::start(folder.clone(), USUAL, |_| {});
    window.go(Page::Puzzles);
    window.until_shows("cannot be read (damaged)");
    assert!(folder.path().join("puzzles.json.damaged").is_file() && window.shows("puzzles.json.damaged"));
    drop(window);
    let mut window = Window::start(folder, USUAL, |_| {});
    window.go(Page::Puzzles);
    window.until_shows("Difficulty");
    assert!(!window.shows("cannot be read"), "once");
}

#[test]
fn a_small_panel_has_the_choice_behind_a_button() {
    let mut window = Window::puzzles(Vec2::new(640.0, 480.0));
    assert!(!window.shows("Hold the draw: "));
    window.click("Choose");
    assert!(window.shows("Double mill"));
    window.click("Back");
    window.solve(&first(1)[0]);
    window.until_shows("Solved, without help.");
}

#[test]
fn a_lesson_leads_through_its_positions() {
    let mut window = Window::start(folder_with(&settings(PEOPLE)), USUAL, |_| {});
    window.go(Page::Lessons);
    window.click("Start: Double threat");
    let puzzles = Topic::DoubleThreat.puzzles();
    for (place, puzzle) in puzzles.iter().enumerate() {
        assert!(window.shows(&format!("Position {} of {}", place + 1, puzzles.len())));
        window.solve(puzzle);
        window.until_shows("Right!");
        window.press(Key::Enter);
    }
    assert!(window.shows("Repeat: Double threat"), "it is learned");
    window.click("Start: Double mill");
    let mill = &Topic::DoubleMill.puzzles()[0];
    let wrong = mill.start.legal_moves(mill.rule).into_iter().find(|mv| !mill.steps[0].right.contains(mv)).unwrap();
    window.try_move(wrong);
    window.until_shows("Show solution");
    window.click("Show solution");
    window.until_shows("That was the solution.");
    assert!(!window.shows("come again"), "a lesson does not come again by itself");
    window.press(Key::Escape);
    assert_eq!(window.app().page(), Page::Lessons, "Esc leaves the lesson first");
    window.press(Key::Escape);
    assert_eq!(window.app().page(), Page::Play);
}
