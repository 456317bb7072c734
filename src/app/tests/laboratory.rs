//! The laboratory and the endgame database in the window.

use std::fs;

use super::{PEOPLE, Window};
#[cfg(unix)]
use super::{USUAL, folder_with, settings_in};
use crate::app::laboratory::Tab;
use egui_kittest::kittest::Queryable;
use muehle_engine::learn::tournament::{Entrant, Tournament, TournamentGame};
use muehle_engine::rules::Rules;

#[test]
fn a_tournament_is_set_up_played_exported_and_replayed() {
    let mut window = Window::open_in("english", "light", PEOPLE);
    window.go_to_tab(Tab::Tournament);
    // Of the four default players, remove the two that take long.
    window.click("Remove player 3");
    window.click("Remove player 2");
    for _ in 0..9 {
        window.click("Games per pair −");
    }
    assert_eq!(window.number("Games per pair"), 2.0);
    window.harness.get_by_label("Player 1").focus();
    window.frames();
    window.picture("laboratory-before");
    window.click("Start");
    window.until_shows("2 of 2 games played");
    window.picture("laboratory-after");
    let line = window.harness.get_by_label_contains("computer:heuristic=Standard: ");
    let line = format!("{line:?}");
    assert!(line.contains(" %, ") && !line.contains('±'), "an interval of two games means nothing: {line}");
    window.click("Save as CSV");
    let csv = window.path().join("saves").join("laboratory.csv");
    window.until("the file", |_| csv.exists());
    assert!(fs::read_to_string(csv).unwrap().contains("computer:heuristic=Standard,random,2,"));
    window.harness.get_by_label_contains("1. computer:heuristic=Standard – random").click();
    window.until("the game is open", |window| window.app().controller().path().is_some());
    assert!(window.ply() > 10);
}

#[test]
fn a_player_that_cannot_be_read_is_pointed_at_in_both_languages() {
    for (language, begin, fault) in [("german", "Starten", "Spieler 1"), ("english", "Start", "Player 1")] {
        let mut window = Window::open_in(language, "light", PEOPLE);
        window.go_to_tab(Tab::Tournament);
        window.harness.get_by_label(fault).click();
        window.frames();
        window.harness.get_by_label(fault).type_text("wizard,");
        window.frames();
        window.click(begin);
        window.picture(&format!("laboratory-fault-{language}"));
        window.harness.get_by_label_contains("mcts:time=500");
    }
}

#[test]
fn endgame_tables_are_built_beside_the_game() {
    let mut window = Window::open_in("english", "light", PEOPLE);
    window.go_to_tab(Tab::Solve);
    window.until_shows("Up to 8 stones: done");
    assert!(window.shows("Up to 10 stones: not built yet") && window.shows("for the rest"));
    window.picture("tables-before");
    window.click("Build up to 10 stones");
    window.until_shows("Subspace ");
    assert!(window.shows("Up to 12 stones: not built yet") && !window.shows("Build up to 12 stones"));
    window.picture("tables-building");
    window.click("Pause");
    window.until_shows("Building paused");
    window.picture("tables-paused");
    window.click("Resume");
    window.until_shows("Solving up to 10 stones");
    window.click("Stop");
    window.until_shows("Build up to 10 stones");
    window.harness.key_press(eframe::egui::Key::Escape);
    window.frames();
    assert!(window.shows("Building stopped"));
    // Finished tables can be used, and nothing is half-written or still planned.
    window.until("the plan is given up", |window| !window.path().join("endgame/.build.plan").exists());
    for entry in fs::read_dir(window.path().join("endgame")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(name.ends_with(".mtb") || name == ".build.lock", "{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_program_named_in_a_file_starts_only_when_the_person_allows_it() {
    let folder = folder_with(&settings_in("english", "light", PEOPLE));
    let marker = folder.path().join("started");
    let command = format!("touch {}", marker.display());
    let participants = [("Harmless", format!("engine:command=\"{command}\"")), ("random", "random".to_owned())];
    let entrant = |(name, player): (&str, String)| Entrant { name: name.to_owned(), player };
    let mut tournament = Tournament::new(participants.map(entrant).to_vec(), 4, Rules::default(), 0, 1);
    tournament.played.push(TournamentGame { players: [0, 1], index: 0, moves: String::new(), half_points: 1 });
    fs::create_dir(folder.path().join("saves")).unwrap();
    tournament.save(&folder.path().join("saves/laboratory.json")).unwrap();
    let mut window = Window::start(folder, USUAL, |_| {});
    window.go_to_tab(Tab::Tournament);
    window.until_shows("1 of 4 games played");
    window.click("Resume");
    window.until_shows(&command);
    window.picture("laboratory-programs");
    window.click("Cancel");
    assert!(!marker.exists() && !window.shows(&command), "nothing starts without consent");
    window.click("Resume");
    window.click("Allow and start");
    window.until("the program", |_| marker.exists());
    window.until_shows("The tournament was aborted");
    // Once is enough on this computer.
    fs::remove_file(&marker).unwrap();
    window.click("Resume");
    window.until("the program again", |_| marker.exists());
}

#[test]
fn a_tournament_is_stopped_and_goes_on_where_it_was() {
    let mut window = Window::open_in("english", "light", PEOPLE);
    window.go_to_tab(Tab::Tournament);
    window.click("Remove player 3");
    window.click("Remove player 2");
    window.click("Start");
    window.until("a game", |window| window.shows("Running: ") && !window.shows("Running: 0 of"));
    window.click("Stop");
    window.until_shows(" of 20 games played");
    let listed = |window: &Window| window.harness.query_all_by_label_contains(" – ").count();
    let before = listed(&window);
    assert!(before > 0 && before < 20, "{before}");
    window.click("Resume");
    window.until("more games", |window| listed(window) > before);
    window.click("Stop");
    window.until_shows(" games played");
}

#[test]
fn a_player_that_does_not_exist_is_refused_before_a_game_is_played() {
    let mut window = Window::open_in("english", "light", PEOPLE);
    window.go_to_tab(Tab::Tournament);
    window.write("Player 4", "wizard");
    window.click("Start");
    window.until_shows("Player 4 cannot play: ");
    assert!(window.shows("wizard") && !window.shows(" games played") && !window.shows("aborted"));
    window.picture("laboratory-refused");
    window.write("Player 4", "random");
    window.click("Start");
    window.until_shows("Running: ");
    assert!(!window.shows("cannot play"));
    // Nobody has an interval yet, and who has not played has no points.
    assert!(window.shows("random: –, 0 W"), "a player without games has a dash");
    window.click("Stop");
    window.until_shows(" games played");
}
