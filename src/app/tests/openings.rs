//! The opening explorer in the panel.

use std::fs;

use super::{PEOPLE, USUAL, Window, folder_with, settings, settings_in};
use crate::controller::openings::DEPTH;
use eframe::egui::{Key, Vec2};
use muehle_engine::rules::{Point, Position, RemovalRule};

fn people() -> Window {
    let mut window = Window::start(folder_with(&settings(PEOPLE)), USUAL, |_| {});
    window.press(Key::O);
    window.until_shows("An exact draw");
    window
}

#[test]
fn the_explorer_takes_the_place_of_the_move_list_while_stones_are_placed() {
    let mut window = people();
    assert!(window.shows("Openings") && window.shows("Discs are exact, numbers estimated."));
    assert_eq!(window.count("Openings"), 1);
    assert!(window.beginning("d6, 4 points alike").rect().width() > 100.0);
    window.click_beginning("a7, 8 points alike");
    assert_eq!(window.last_move().as_deref(), Some("a7"), "a click on a row places the stone");
    window.until_shows("An exact draw");
    window.play_all("f4 a4 e3");
    // A mill is closed: the stone to remove is chosen on the board as usual.
    let rows = ["a1, White wins", "a1, An exact draw"];
    window.until("the row of a1", |window| rows.iter().any(|row| window.shows(row)));
    let row = rows.into_iter().find(|row| window.shows(row)).unwrap();
    window.click_beginning(row);
    assert_eq!(window.ply(), 4, "the removal is missing");
    window.point(Point::E3);
    assert_eq!(window.last_move().as_deref(), Some("a1xe3"));
    window.press(Key::O);
    assert_eq!((window.count("Openings"), window.app().settings().explorer), (0, false));
}

#[test]
fn kept_games_are_counted_up_to_symmetry() {
    let folder = folder_with(&settings(PEOPLE));
    fs::create_dir_all(folder.path().join("saves")).unwrap();
    let game = |moves: &str| format!("[Rules \"never\"]\n\n{moves}\n\n");
    let games = game("1. d6 f4 2. d2 b4 1-0") + &game("1. f4 d2 1/2-1/2") + &game("1. b4 a1 0-1");
    fs::write(folder.path().join("saves").join("games-2026-11.pgn"), games).unwrap();
    let mut window = Window::start(folder, USUAL, |_| {});
    window.press(Key::O);
    window.until_shows("3 of your games: 1 won, 1 drawn, 1 lost");
    assert!(window.shows("d6, 4 points alike") && window.shows("a7, 8 points alike"));
    window.point(Point::D2);
    window.until_shows("2 of your games: 0 won, 1 drawn, 1 lost");
}

/// Until the search of the first position is done, rows may change places.
fn until_rows_rest(window: &mut Window) {
    window.until("the search is done", |window| {
        let explored = window.app().openings.explored(&Position::START, RemovalRule::Never);
        explored.is_some_and(|explored| explored.depth == DEPTH)
    });
}

#[test]
fn pointing_at_a_row_marks_its_points() {
    let mut window = people();
    until_rows_rest(&mut window);
    let place = window.beginning("d6, 4 points alike").rect().center();
    window.harness.hover_at(place);
    window.frames();
    let pointed = window.app().panel.pointed;
    assert_eq!(pointed, [Point::D6, Point::F4, Point::D2, Point::B4].into_iter().collect());
    window.harness.hover_at(window.place_of(Point::A1));
    window.frames();
    assert!(window.app().panel.pointed.is_empty());
    window.beginning("d6, 4 points alike").focus();
    window.frames();
    assert_eq!(window.app().panel.pointed, pointed, "the keyboard points too");
    window.press(Key::Enter);
    assert_eq!(window.last_move().as_deref(), Some("d6"));
}

#[test]
fn small_windows_and_german_have_it_too() {
    for size in [Vec2::new(640.0, 480.0), Vec2::new(700.0, 1000.0)] {
        let folder = folder_with(&settings_in("german", "dark", PEOPLE));
        let mut window = Window::start(folder, size, |_| {});
        window.press(Key::O);
        window.until_shows("Exakt Remis");
        until_rows_rest(&mut window);
        window.click_beginning("d6, 4 gleiche Punkte");
        assert_eq!(window.last_move().as_deref(), Some("d6"));
    }
}
