//! The page that solves the game, with few stones or with tables that hold nothing.

use std::fs;
use std::sync::Arc;

use super::{COMPUTER, PEOPLE, USUAL, Window, folder_with, settings, settings_in};
use crate::app::laboratory::Tab;
use crate::controller::Seat;
use crate::controller::testing::write_hollow_tables;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use muehle_engine::endgame::build::{self, PlacingBuilder, Progress};
use muehle_engine::endgame::index::Subspace;
use muehle_engine::endgame::table;
use muehle_engine::rules::RemovalRule;

/// A folder in which every table of a rule exists.
fn solved_folder(rule: RemovalRule, settings: &str) -> Arc<tempfile::TempDir> {
    let folder = folder_with(settings);
    write_hollow_tables(&folder.path().join("endgame"), rule);
    folder
}

#[test]
fn what_is_solved_says_so_and_offers_a_perfect_opponent() {
    let folder = solved_folder(RemovalRule::Never, &settings(COMPUTER));
    let mut window = Window::start(folder, USUAL, |_| {});
    window.go_to_tab(Tab::Solve);
    window.until_shows("The game is solved: every position has its exact value.");
    assert!(window.shows("Placing phase: done") && window.shows("Up to 18 stones: done"));
    window.picture("tables-solved");
    // The other rule has tables of its own.
    window.click("Any stone");
    window.until_shows("Up to 10 stones: not built yet");
    assert!(!window.shows("The game is solved"));
    window.click("Mills are safe");
    window.until_shows("The game is solved");
    window.click_last("New game");
    window.until("the opponent", |window| window.harness.query_by_label("Perfect").is_some());
    window.click("Perfect");
    window.picture("new-game-perfect");
    window.click_button("Play");
    let computers = window.app().controller().seats().iter().filter_map(Seat::settings);
    assert_eq!(computers.map(|computer| computer.player_text().kind).collect::<Vec<_>>(), ["perfect"]);
}

#[test]
fn the_last_table_completes_the_game() {
    let folder = solved_folder(RemovalRule::Never, &settings(PEOPLE));
    fs::remove_file(folder.path().join("endgame/never-p17-2-3.mtb")).unwrap();
    let mut window = Window::start(folder, USUAL, |_| {});
    window.go_to_tab(Tab::Solve);
    window.until_shows("Placing phase: not built yet");
    window.click("Solve everything");
    window.until_shows("“Perfect” is ready as an opponent.");
    window.until_shows("Placing phase: done");
}

#[test]
fn one_missing_table_is_not_everything() {
    let folder = solved_folder(RemovalRule::Never, &settings(PEOPLE));
    let missing = table::path(&folder.path().join("endgame"), RemovalRule::Never, Subspace::at_ply(12, 6, 6).unwrap());
    fs::remove_file(missing).unwrap();
    let mut window = Window::start(folder, USUAL, |_| {});
    window.go_to_tab(Tab::Solve);
    window.until_shows("Placing phase: not built yet");
    assert!(window.shows("Solve everything"));
    // Without the later plies there is nothing left to do.
    window.click("Opening only");
    window.until_shows("Placing phase: done");
    assert!(!window.shows("The game is solved"));
    window.press(Key::Escape);
    window.key(Modifiers::COMMAND, Key::N);
    assert!(window.harness.query_by_label("Perfect").is_none());
}

#[test]
fn a_build_waits_after_the_program_was_killed() {
    let folder = folder_with(&settings(PEOPLE));
    fs::create_dir(folder.path().join("endgame")).unwrap();
    fs::write(folder.path().join("endgame/.build.plan"), "any 10 opening\n").unwrap();
    let mut window = Window::start(folder, USUAL, |_| {});
    window.until_shows("Solving paused");
    window.click("Solving paused");
    window.until_shows("Up to 10 stones: paused");
    window.click("Resume");
    window.until_shows("Solving up to 10 stones");
    window.until("a table", |window| window.path().join("endgame/any-3-3.mtb").exists());
    window.click("Stop");
    window.until_shows("Up to 10 stones: not built yet");
    window.until("the plan is given up", |window| !window.path().join("endgame/.build.plan").exists());
}

#[test]
fn a_file_in_the_way_is_named_and_replaced_when_the_person_wants_that() {
    for (language, words) in [
        ("english", ["Up to 10 stones: unusable, never-5-4.mtb is not", "Rebuild up to 10 stones", "Stop"]),
        ("german", ["Bis 10 Steine: unbrauchbar, never-5-4.mtb ist keine", "Bis 10 Steine neu berechnen", "Anhalten"]),
    ] {
        let folder = folder_with(&settings_in(language, "light", PEOPLE));
        let tables = folder.path().join("endgame");
        fs::create_dir(&tables).unwrap();
        fs::write(tables.join("never-5-4.mtb"), "mine").unwrap();
        let mut window = Window::start(folder, USUAL, |_| {});
        window.go_to_tab(Tab::Solve);
        window.until_shows(words[0]);
        window.picture(&format!("tables-unusable-{language}"));
        window.click(words[1]);
        window.until("the file has made way", |_| tables.join("never-5-4.mtb.bak").exists());
        assert_eq!(fs::read(tables.join("never-5-4.mtb.bak")).unwrap(), b"mine");
        window.click(words[2]);
    }
}

#[test]
fn a_second_build_says_who_is_building() {
    let folder = folder_with(&settings(PEOPLE));
    let _lock = build::lock_folder(&folder.path().join("endgame")).unwrap();
    let mut window = Window::start(folder, USUAL, |_| {});
    window.go_to_tab(Tab::Solve);
    window.until_shows("Up to 10 stones: not built yet");
    window.click("Build up to 10 stones");
    let words = format!("process {} is already building tables in", std::process::id());
    window.until_shows(&words);
    assert!(window.shows("Up to 10 stones: failed"));
}

#[test]
fn tables_are_deleted_only_after_a_question() {
    let folder = folder_with(&settings(PEOPLE));
    let tables = folder.path().join("endgame");
    let built = Subspace::at_ply(17, 2, 3).unwrap();
    PlacingBuilder::new(&tables, RemovalRule::Never).build(built, &Progress::default()).unwrap();
    let table = table::path(&tables, RemovalRule::Never, built);
    fs::write(tables.join("never-6-4.mtb"), "mine").unwrap();
    let mut window = Window::start(folder, USUAL, |_| {});
    window.go_to_tab(Tab::Solve);
    window.until_shows("Placing phase: not built yet");
    window.click("Delete…");
    window.until_shows("All tables built for “Mills are safe” will be deleted for good");
    window.picture("tables-delete");
    // Enter keeps them.
    window.press(Key::Enter);
    assert!(table.exists() && !window.shows("deleted for good"));
    window.click("Delete…");
    window.click("Delete");
    window.until_shows("The tables are deleted");
    assert!(!table.exists() && tables.join("never-6-4.mtb").exists());
}
