//! Files in the window: what is opened, what saving may replace, and games that come back after a crash.

use std::fs;
use std::path::PathBuf;

use super::{FirstMove, PEOPLE, USUAL, Window, folder_with, settings};
use crate::app::actions::Leaving;
use crate::controller::Command;
use eframe::egui::{Key, Modifiers};
use muehle_engine::rules::Point;

/// A window on a file with this text.
fn open(text: &str) -> (Window, PathBuf) {
    let folder = folder_with(&settings(PEOPLE));
    let file = folder.path().join("game.pgn");
    fs::write(&file, text).unwrap();
    let opened = file.clone();
    let window = Window::start(folder, USUAL, move |options| {
        options.file = Some(opened);
        options.mind = Some(Box::new(FirstMove::default()));
    });
    (window, file)
}

impl Window {
    /// Begins a new game with the same players.
    fn begin_again(&mut self) {
        let app = self.harness.state_mut();
        app.leave(Leaving::StartWith(Box::new(app.settings.clone())));
        self.frames();
    }

    fn until_open(&mut self) {
        self.until("the game is open", |window| window.app().controller().path().is_some());
    }
}

#[test]
fn saving_after_a_fault_asks_for_a_new_name() {
    let text = "[White \"A\"]\n\n1. d6 f4 2. d6 {the rest} a1 *\n";
    let (mut window, file) = open(text);
    window.until_open();
    window.play_all("a1");
    window.key(Modifiers::COMMAND, Key::S);
    assert!(window.shows("Only part of game.pgn could be read. Choose a new name so that the rest is not lost."));
    window.click("Save");
    let copy = file.with_file_name("game-2.pgn");
    window.until("the game is saved", |window| window.app().controller().path() == Some(&copy));
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    assert!(fs::read_to_string(&copy).unwrap().contains("1. d6 f4 2. a1"));
    // From now on the copy is the file of the game.
    window.play_all("g7");
    window.key(Modifiers::COMMAND, Key::S);
    window.until("it is in the copy", move |_| fs::read_to_string(&copy).unwrap().contains("2. a1 g7"));
}

#[test]
fn a_game_saved_on_the_way_to_the_next_one_is_remembered() {
    let mut window = Window::start(folder_with(&settings(PEOPLE)), USUAL, |_| {});
    window.play_all("d6");
    window.begin_again();
    window.click("Save");
    window.click_last("Save");
    window.until("the next game", |window| window.ply() == 0);
    let recent = &window.app().settings().recent;
    assert!(recent.len() == 1 && recent[0].ends_with("Anna-Bert.pgn"), "{recent:?}");
}

#[test]
fn another_file_is_replaced_only_after_a_warning() {
    let (mut window, file) = open("[White \"A\"]\n\n1. d6 *\n");
    window.until_open();
    let saves = window.path().join("saves");
    fs::create_dir_all(&saves).unwrap();
    fs::write(saves.join("other.pgn"), "1. a1 *\n").unwrap();
    window.play_all("f4");
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    window.click("other.pgn");
    window.click("Save");
    assert!(window.shows("other.pgn already exists. Confirm again to replace it."));
    assert_eq!(fs::read_to_string(saves.join("other.pgn")).unwrap(), "1. a1 *\n");
    window.click("Save");
    window.until("the game is saved", |window| !window.app().controller().is_unsaved());
    window.until("it is there", |_| fs::read_to_string(saves.join("other.pgn")).unwrap().contains("1. d6 f4"));
    assert!(!fs::read_to_string(&file).unwrap().contains("f4"));
}

#[test]
fn a_file_with_several_games_shows_a_list() {
    let club = "[White \"Anna\"]\n\n1. d6 *\n\n[White \"Bert\"]\n\n1. f4 d2 *\n\n[White \"Clara\"]\n\n1. a1 *\n";
    let (mut window, file) = open(club);
    window.until_shows("3 of 3 games in game.pgn");
    window.picture("games");
    assert!(window.shows("3 Clara – – * 1"));
    window.harness.input_mut().events.push(eframe::egui::Event::Text("bert".to_owned()));
    window.until_shows("1 of 3 games in game.pgn");
    window.click("Open");
    window.until_open();
    assert_eq!(window.ply(), 2);
    window.play_all("b4");
    window.key(Modifiers::COMMAND, Key::S);
    window.until("the game is saved", |window| !window.app().controller().is_unsaved());
    window.until("it is in the file", move |_| {
        let saved = fs::read_to_string(&file).unwrap();
        let others = saved.starts_with("[White \"Anna\"]\n\n1. d6 *\n\n") && saved.ends_with("\n\n1. a1 *\n");
        saved.contains("1. f4 d2 2. b4") && others
    });
}

#[test]
fn players_of_a_file_are_offered() {
    let text = "[Black \"Meister\"]\n[BlackPlayer \"learning:heuristic=Meister,depth=2\"]\n\n1. d6 *\n";
    for (answer, plays) in [("Without them", false), ("Use them", true)] {
        let (mut window, _) = open(text);
        window.until_open();
        assert!(window.shows("Black: Learning computer"));
        assert!(window.shows("learning:heuristic=Meister,depth=2"), "the whole player is shown");
        window.picture("offered-players");
        window.click(answer);
        if plays {
            window.until("the computer's move", |window| window.ply() == 2);
        } else {
            window.frames();
            assert!(window.app().controller().thinking().is_none());
            window.play_all("f4");
        }
    }
}

#[test]
fn a_game_is_opened_while_computers_play() {
    let computer = r#"{"name": "", "kind": {"computer": {"level": "club"}}}"#;
    let folder = folder_with(&settings(&format!("\"pace\": 0, \"seats\": [{computer}, {computer}]")));
    let file = folder.path().join("saves").join("short.pgn");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, "[White \"Anna\"]\n\n1. d6 *\n").unwrap();
    let mut window = Window::start(folder, USUAL, |options| options.mind = Some(Box::new(FirstMove::default())));
    window.until("moves", |window| window.ply() > 4);
    window.key(Modifiers::COMMAND, Key::O);
    window.click("Open");
    // Nobody misses the computers' game.
    window.until_open();
    assert_eq!(window.ply(), 1);
}

#[test]
fn moves_played_while_a_file_loads_are_not_lost() {
    let text = "[White \"Anna\"]\n\n1. d6 *\n";
    for (answer, plies) in [("Cancel", 2), ("Don’t save", 1)] {
        let folder = folder_with(&settings(PEOPLE));
        let saves = folder.path().join("saves");
        fs::create_dir(&saves).unwrap();
        fs::write(saves.join("short.pgn"), text).unwrap();
        let mut window = Window::start(folder, USUAL, |_| {});
        window.play_all("a1");
        // The file is asked for before the second move and arrives after it.
        let app = window.harness.state_mut();
        app.leave(Leaving::Open(saves.join("short.pgn")));
        app.controller.apply(Command::Play("g1".parse().unwrap()));
        window.until_shows("It has unsaved moves.");
        assert_eq!(window.ply(), 2, "it waits for the answer");
        window.click(answer);
        window.frames();
        assert_eq!(window.ply(), plies);
    }
}

#[test]
fn the_games_of_a_file_are_listed_again() {
    let (mut window, file) = open("[White \"Anna\"]\n\n1. d6 *\n\n[White \"Bert\"]\n\n1. f4 d2 *\n");
    window.until_shows("2 of 2 games in game.pgn");
    window.click("Open");
    window.until_open();
    window.play_all("g7");
    window.key(Modifiers::COMMAND, Key::S);
    window.until("the game is saved", |window| !window.app().controller().is_unsaved());
    // The list is still on its page, with the move that was saved.
    window.key(Modifiers::COMMAND, Key::Num3);
    window.until_shows("1 Anna Player 2 ");
    window.click_beginning("2 Bert ");
    window.click("Open");
    window.until("the other game", |window| window.last_move().as_deref() == Some("d2"));
    assert_eq!(window.app().controller().path(), Some(file.as_path()));
}

#[test]
fn a_position_that_was_set_up_comes_back_after_a_crash() {
    let folder = folder_with(&settings(PEOPLE));
    let start = || Window::start(folder.clone(), USUAL, |_| {});
    let mut window = start();
    window.harness.state_mut().leave(Leaving::SetUp("a1,d1,g4,d6/b2,d2,f2,d5 w 0 0".parse().unwrap()));
    window.frames();
    drop(window);
    let mut window = start();
    assert!(window.shows("The game was not saved."));
    window.click("Resume");
    assert_eq!(window.app().controller().position().to_string(), "d6,g4,a1,d1/d5,b2,d2,f2 w 0 0");
}

#[test]
fn settings_that_cannot_be_saved_are_named_with_their_file() {
    let mut window = Window::start(folder_with(&settings(PEOPLE)), USUAL, |_| {});
    // A folder in the place of the file cannot be replaced by one.
    let file = window.path().join("settings.json");
    fs::remove_file(&file).unwrap();
    fs::create_dir_all(file.join("full")).unwrap();
    window.press(Key::F);
    let words = format!("Could not save the settings in {}:", file.display());
    window.until_shows(&words);
    assert!(!window.shows("does not exist"));
}

#[test]
fn only_a_game_that_a_person_would_miss_is_asked_about() {
    let computer = r#"{"name": "", "kind": {"computer": {"level": "club"}}}"#;
    let person = r#"{"name": "Anna", "kind": "human"}"#;
    let folder = folder_with(&settings(&format!("\"seats\": [{computer}, {person}]")));
    let mut window = Window::start(folder, USUAL, |options| options.mind = Some(Box::new(FirstMove::default())));
    window.until("the computer's move", |window| window.ply() == 1);
    window.begin_again();
    assert!(!window.shows("It has unsaved moves."), "only the computer has moved");
    window.until("the computer's move", |window| window.ply() == 1);
    window.point(Point::G1);
    window.begin_again();
    assert!(window.shows("It has unsaved moves."));
    window.press(Key::Escape);
    window.click("Resign");
    window.click_last("Resign");
    window.begin_again();
    assert!(!window.shows("It has unsaved moves."), "the game is over");
}

#[test]
fn lost_games_are_offered_one_after_the_other() {
    let folder = folder_with(&settings(PEOPLE));
    let start = || Window::start(folder.clone(), USUAL, |options| options.mind = Some(Box::new(FirstMove::default())));
    let [mut first, mut second] = [start(), start()];
    assert!(!second.shows("The game was not saved."), "the first window is still there");
    // A window that ends has written its journal, so the second one is the newer.
    first.play_all("d6 f4");
    drop(first);
    second.play_all("d6 f4 d2 b4");
    drop(second);
    let mut window = start();
    window.until_shows("Anna against Bert, 2 moves. The game was not saved.");
    window.click("Discard");
    assert!(window.shows("Anna against Bert, 1 move. The game was not saved."));
    window.click("Resume");
    assert_eq!(window.ply(), 2);
    drop(window);
    let window = start();
    assert!(window.shows("1 move. The game was not saved."), "nothing was lost by resuming it");
}

#[test]
fn the_report_of_a_crash_is_named_once() {
    let folder = folder_with(&settings(PEOPLE));
    let report = folder.path().join("crash-2026-11-18-1.txt");
    fs::write(&report, "index out of bounds").unwrap();
    fs::write(folder.path().join("crash-unread"), "crash-2026-11-18-1.txt").unwrap();
    let window = Window::start(folder, USUAL, |_| ());
    assert!(window.shows(&format!("A report was saved as {}", report.display())));
    assert!(!report.with_file_name("crash-unread").exists() && report.exists());
}
