//! Moves that a person has begun: the mill is closed, but the stone to capture is not chosen yet.

use super::{COMPUTER, FirstMove, PEOPLE, USUAL, Window, folder_with, game_text, settings};
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use muehle_engine::rules::Point;

/// White has closed a mill on g1 with a stone from the hand and chooses what to capture.
fn open(seats: &str) -> Window {
    let folder = folder_with(&settings(seats));
    let mut window = Window::start(folder, USUAL, |options| options.mind = Some(Box::new(FirstMove::default())));
    let game = window.path().join("mill.pgn");
    std::fs::write(&game, game_text(["Anna", "Bert"], "a1,d1/b2,d2 w 7 7", "")).unwrap();
    window.harness.state_mut().paste(std::fs::read_to_string(game).unwrap());
    window.until("the position", |window| window.app().controller().position().hand(window.side()) == 7);
    window
}

impl Window {
    fn side(&self) -> muehle_engine::rules::Color {
        self.app().controller().game().side_to_move()
    }
}

#[test]
fn undo_takes_back_only_the_begun_move() {
    let mut window = open(PEOPLE);
    window.play_all("a7 g7");
    window.point(Point::G1);
    assert!(window.shows("Mill! Choose a stone to capture."));
    window.key(Modifiers::COMMAND, Key::Z);
    assert!(!window.shows("Mill! Choose a stone to capture."));
    assert_eq!(window.ply(), 2, "no other move is taken back");
    window.point(Point::G1);
    window.click("Undo");
    assert_eq!(window.ply(), 2);
    window.click("Undo");
    assert_eq!(window.ply(), 1);
}

#[test]
fn the_button_takes_back_a_begun_first_move() {
    let mut window = open(PEOPLE);
    let enabled = |window: &Window| !window.harness.get_by_label("Undo").accesskit_node().is_disabled();
    assert!(!enabled(&window));
    window.point(Point::G1);
    assert!(enabled(&window));
    window.click("Undo");
    assert!(!window.shows("Mill! Choose a stone to capture.") && !enabled(&window));
}

#[test]
fn the_stone_that_closed_the_mill_is_no_longer_in_hand() {
    let mut window = open(PEOPLE);
    assert!(window.shows("in hand 7, on board 2"));
    window.point(Point::G1);
    assert!(window.shows("in hand 6, on board 3"));
    window.press(Key::Escape);
    assert!(!window.shows("in hand 6"));
}

#[test]
fn a_hint_completes_the_begun_move() {
    let mut window = open(COMPUTER);
    let offered = window.app().controller().seats().clone();
    assert!(offered.iter().all(crate::controller::Seat::is_human));
    let seats = window.app().settings().seats.clone();
    window.harness.state_mut().controller.apply(crate::controller::Command::ChangeSeats(seats));
    window.point(Point::G1);
    window.press(Key::H);
    window.until("a hint", |window| window.app().controller().hint().is_some());
    let hint = window.app().controller().hint().unwrap().mv;
    assert_eq!((hint.action.target(), hint.removal.is_some()), (Point::G1, true));
    let removal = hint.removal.unwrap();
    assert!(window.shows(&format!("Hint: capture {removal}.")));
    // The first Esc hides the hint, the second takes the stone back.
    window.press(Key::Escape);
    assert!(window.app().controller().hint().is_none() && window.shows("Mill! Choose a stone to capture."));
    window.press(Key::Escape);
    assert!(!window.shows("Mill! Choose a stone to capture."));
}

#[test]
fn an_end_takes_back_the_begun_move() {
    let mut window = open(PEOPLE);
    window.point(Point::G1);
    assert!(window.shows("g1, white"));
    window.click("Resign");
    window.click_last("Resign");
    assert!(window.outcome().is_some());
    assert!(window.shows("g1, free"), "the stone was never placed");
    assert!(window.shows("in hand 7, on board 2"));
}
