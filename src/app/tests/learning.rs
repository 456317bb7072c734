//! Learning in the window: learning computers, new heuristics, the learning window, n-tuples, values by other players.

use std::fs;
use std::path::PathBuf;

use super::{Window, folder_with, settings_in};
use crate::app::laboratory::Tab;
use crate::app::pages::Page;
use crate::controller::{Method, PlayerKind};
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use muehle_engine::heuristics::library;
use muehle_engine::rules::{Color, Point, Position};

/// Two people, one without a name.
const PEOPLE: &str = r#""seats": [{"name": "Anna", "kind": "human"}, {"name": "", "kind": "human"}]"#;
/// A person against a computer that learns.
const LEARNER: &str = r#""seats": [{"name": "Anna", "kind": "human"},
    {"name": "", "kind": {"computer": {"method": "learning", "heuristic": "Max", "limit": {"depth": 1}}}}]"#;

impl Window {
    fn heuristics(&self) -> PathBuf {
        self.path().join("heuristics")
    }

    /// The last thing with this name and role; a label often has the same name as what it describes.
    fn last_of_role<'a>(&'a self, name: &'a str, role: Role) -> egui_kittest::Node<'a> {
        let of_role = |node: &egui_kittest::Node| node.accesskit_node().role() == role;
        self.harness.get_all_by_label(name).rfind(of_role).expect("it is there")
    }

    /// Places a stone and waits for the computer's answer.
    fn place_and_wait(&mut self) {
        self.point(Point::D6);
        self.until("an answer", |window| window.ply() == 2);
    }
}

#[test]
fn a_computer_learns_from_a_game_against_a_person() {
    let mut window = Window::open_in("english", "light", LEARNER);
    assert!(window.shows("Learning · depth 1"), "the card says what it is");
    window.place_and_wait();
    window.click("Resign");
    window.click_last("Resign");
    window.until("a word about it", |window| window.shows("Max learned from 3 positions: error "));
    assert!(window.shows("1 game so far."));
    let learned = library::load("Max", Some(&window.heuristics())).unwrap();
    assert_eq!(learned.training.games, 1);
    window.picture("learned");
}

#[test]
fn a_heuristic_in_training_is_left_alone_and_the_window_says_so() {
    let mut window = Window::open_in("german", "light", LEARNER);
    let _lock = muehle_engine::learn::TrainingLock::acquire(&window.heuristics(), "Max").unwrap();
    window.place_and_wait();
    window.click("Aufgeben");
    window.click_last("Aufgeben");
    window.until("a reason", |window| window.shows("Max konnte nicht lernen: Max wird schon trainiert."));
}

#[test]
fn the_players_dialog_has_the_learning_computer_with_any_name() {
    let mut window = Window::open_in("english", "light", PEOPLE);
    window.press(Key::F2);
    window.click_last("Learning computer");
    assert!(window.shows("Heuristic Black"));
    window.picture("players-learning-light");
    window.write("Heuristic Black", "Zwerg");
    window.click("Start game");
    let PlayerKind::Computer(computer) = window.app().controller().seat(Color::Black).kind.clone() else {
        panic!("a computer plays black")
    };
    assert_eq!((computer.method, computer.heuristic.as_str()), (Method::Learning, "Zwerg"));
    window.place_and_wait();
    assert!(library::load("Zwerg", Some(&window.heuristics())).is_ok(), "it begins with random weights");
    assert!(!window.shows("Standard is used"), "and nothing takes its place");
}

#[test]
fn every_method_can_be_chosen_and_plays() {
    for (method, kind, name) in [
        ("Monte Carlo tree search", Method::Mcts, "Tree search"),
        ("N-tuple network", Method::NTuple, "Tuples"),
        ("Alpha-beta with random games", Method::MonteCarlo, "Random games"),
        ("Alpha-beta with random values", Method::Randomised, "Random values"),
        ("Random moves", Method::Random, "Random"),
        ("Perfect with endgame tables", Method::Perfect, "Computer"),
    ] {
        let theme = if kind == Method::MonteCarlo { "dark" } else { "light" };
        let mut window = Window::open_in("english", theme, PEOPLE);
        window.press(Key::F2);
        window.click_last("Computer");
        window.click_last("Level Black");
        window.click("Own settings");
        window.click_last("Method Black");
        window.click(method);
        if kind == Method::Mcts {
            window.click_last("Iterations");
            window.click_last("Random games");
        } else if kind != Method::Random {
            window.last_of_role("Fixed depth", Role::RadioButton).click();
            window.frames();
            // The left end of the slider gives quick moves.
            window.last_of_role("Fixed depth", Role::Slider).focus();
            window.frames();
            for _ in 0..20 {
                window.press(Key::ArrowLeft);
            }
        }
        window.picture(&format!("players-{kind:?}"));
        window.click("Start game");
        let computer = window.app().controller().seat(Color::Black).settings().unwrap().clone();
        assert_eq!(computer.method, kind);
        assert_eq!(computer.random_leaves, kind == Method::Mcts);
        assert!(window.shows(name), "{name}");
        window.place_and_wait();
    }
}

#[test]
fn a_heuristic_is_made_and_can_be_chosen_at_once() {
    for (language, settings, entry, create, theme) in [
        ("english", "Settings", "Create heuristic…", "Create", "light"),
        ("german", "Einstellungen", "Heuristik erstellen …", "Erstellen", "dark"),
    ] {
        let mut window = Window::open_in(language, theme, PEOPLE);
        window.click(settings);
        window.click(entry);
        window.write("Name", "Dreischicht");
        let layers = if language == "english" { "Layers +" } else { "Schichten +" };
        window.click(layers);
        window.click(layers);
        assert!(window.shows("39–30–30–3"));
        window.picture(&format!("create-{theme}"));
        window.click(create);
        window.until("the file", |window| window.heuristics().join("Dreischicht.xml").exists());
        window.until("the dialog closes", |window| !window.shows("39–30–30–3"));
        let made = library::load("Dreischicht", Some(&window.heuristics())).unwrap();
        assert_eq!(made.network.layers().len(), 3);
        window.press(Key::F2);
        window.click_last("Computer");
        let words = if language == "english" {
            ["Level Black", "Own settings", "Heuristic Black"]
        } else {
            ["Spielstärke Schwarz", "Eigene Einstellungen", "Heuristik Schwarz"]
        };
        for word in words {
            window.click(word);
        }
        assert!(window.shows("Dreischicht"));
    }
}

#[test]
fn the_dialog_says_why_a_heuristic_cannot_be_created() {
    let mut window = Window::open_in("english", "light", PEOPLE);
    window.click("Settings");
    window.click("Create heuristic…");
    window.click("Create");
    window.until("no name", |window| window.shows("“” is not a valid name"));
    window.write("Name", "standard");
    window.click("Create");
    window.until("a taken name", |window| window.shows("Standard already exists."));
    window.write("Name", "Mine");
    window.write("λ: weight of the result", "much");
    window.click("Create");
    assert!(window.shows("“much” is not a number."));
    window.write("λ: weight of the result", "1,5");
    window.click("Create");
    window.until("a wrong λ", |window| window.shows("λ must be between 0 and 1."));
    window.picture("create-fault");
    window.write("λ: weight of the result", "0,5");
    window.click("Create");
    window.until("the file", |window| window.heuristics().join("Mine.xml").exists());
    assert_eq!(library::load("Mine", Some(&window.heuristics())).unwrap().learning.lambda, 0.5);
}

#[test]
fn the_learning_page_trains_pauses_plays_and_stops() {
    for (theme, language) in [("light", "english"), ("dark", "german")] {
        let english = language == "english";
        let word = |german: &'static str, in_english: &'static str| if english { in_english } else { german };
        let mut window = Window::open_in(language, theme, PEOPLE);
        window.go_to_tab(Tab::Learning);
        assert!(window.shows(word("Wähle eine Heuristik und starte", "Choose a heuristic and start")));
        let name = word("Lehrling", "Apprentice");
        window.click(word("Suchtiefe −", "Search depth −"));
        window.click(word("Starten", "Start"));
        window.until("games", |window| window.app().trained_games() >= 64);
        window.until("a strength", |window| window.app().training().run().unwrap().strengths.len() == 1);
        window.click(word("Pause", "Pause"));
        assert!(window.shows(word("Pause · ", "Paused · ")), "the page says so");
        assert!(window.shows(word("Training pausiert", "training paused")), "the status line says so");
        window.picture(&format!("dashboard-{theme}"));
        window.click(word("Dagegen spielen", "Play against it"));
        let controller = window.app().controller();
        assert_eq!(controller.seat(Color::Black).settings().unwrap().heuristic, name);
        assert!(controller.may_act().is_ok());
        assert_eq!(window.app().page(), Page::Play, "the new game is shown");
        window.go(Page::Laboratory);
        let before = window.app().trained_games();
        window.click(word("Fortsetzen", "Resume"));
        window.until("more games", |window| window.app().trained_games() > before);
        // The training goes on while the game is shown; the status line leads back to it.
        window.press(Key::Escape);
        assert!(window.app().page() == Page::Play && window.app().training().is_busy());
        window.click_beginning(word("Lehrling lernt: ", "Apprentice learns: "));
        assert_eq!(window.app().page(), Page::Laboratory);
        window.click(word("Anhalten", "Stop"));
        window.until("the end", |window| !window.app().training().is_busy());
        assert!(window.shows(word("ist gespeichert", "was saved")));
        let saved = library::load(name, Some(&window.heuristics())).unwrap();
        assert_eq!(saved.training.games, window.app().trained_games());
    }
}

#[test]
fn a_new_heuristic_is_chosen_for_learning() {
    let mut window =
        Window::start(folder_with(&settings_in("english", "dark", PEOPLE)), Vec2::new(640.0, 480.0), |_| {});
    window.go_to_tab(Tab::Learning);
    window.picture("dashboard-small");
    window.click("New…");
    window.write("Name", "Tiefe");
    window.picture("create-small");
    window.click("Create");
    window.until("the file", |window| window.heuristics().join("Tiefe.xml").exists());
    window.until("the dialog closes", |window| !window.shows("Create heuristic"));
    assert_eq!(window.app().page(), Page::Laboratory);
    window.click_beginning("Start");
    window.until("games", |window| window.app().trained_games() >= 32);
    window.picture("dashboard-small-running");
    assert_eq!(window.app().training().run().unwrap().plan.heuristic, "Tiefe");
}

#[test]
fn tuples_are_trained_in_the_laboratory() {
    for (theme, language) in [("light", "english"), ("dark", "german")] {
        let english = language == "english";
        let word = |german: &'static str, in_english: &'static str| if english { in_english } else { german };
        let mut window = Window::open_in(language, theme, PEOPLE);
        window.go_to_tab(Tab::Learning);
        window.click(word("N-Tupel", "N-tuples"));
        assert!(window.shows(word("lernt aus Partien gegen sich selbst", "learns which patterns are good")));
        window.write("Name", "Muster");
        window.click(word("Muster", "Patterns"));
        window.click(word("Mühlen", "Mills"));
        window.click(word("Starten", "Start"));
        window.until("news", |window| window.app().training().tuple_run().is_some_and(|run| !run.news.is_empty()));
        window.picture(&format!("tuples-{theme}"));
        window.click(word("Anhalten", "Stop"));
        window.until("the end", |window| !window.app().training().is_busy());
        assert!(window.heuristics().join("Muster.ntuple").exists());
        assert!(window.shows(word("Neu beginnen", "Start anew")));
        window.press(Key::Escape);
        window.press(Key::F2);
        window.click_last("Computer");
        window.click_last(word("Spielstärke Schwarz", "Level Black"));
        window.click(word("Eigene Einstellungen", "Own settings"));
        window.click_last(word("Verfahren Schwarz", "Method Black"));
        window.click(word("N-Tupel-Netz", "N-tuple network"));
        window.click_last(word("Netz Schwarz", "Network Black"));
        assert!(window.shows("Muster"), "it can be chosen at once");
    }
}

#[test]
fn the_values_on_the_board_are_those_of_whoever_was_chosen() {
    let mut window = Window::open_in("english", "light", PEOPLE);
    window.press(Key::W);
    assert!(window.shows("Values: Running analysis"));
    for (submenu, entry, label) in [
        (None, "Monte Carlo tree search", "Values: Monte Carlo tree search"),
        (None, "Random games", "Values: Random games"),
        (None, "N-tuple network Tuples", "Values: N-tuple network Tuples"),
        (Some("Heuristic alone, one ply"), "Single, one ply", "Values: Single, one ply"),
        (None, "Endgame tables", "Values: Endgame tables"),
    ] {
        window.harness.get_by_label_contains("Values: ").click();
        window.frames();
        if let Some(submenu) = submenu {
            window.harness.get_by_label_contains(submenu).click();
            window.frames();
        }
        window.click(entry);
        window.until(label, |window| window.shows(label));
        let context = window.harness.ctx.clone();
        window.until(entry, |window| window.app().knows_shown_values(&context));
        assert!(window.shows("d6, free, "), "{entry}: what is heard is what is seen");
        window.press(Key::Escape);
        window.picture(&format!("opinion-{}", entry.replace(' ', "-")));
    }
    assert!(window.app().settings().study.values);
    assert_eq!(*window.app().controller().position(), Position::START, "they are shown on the empty board too");
}

#[test]
fn a_broken_heuristic_behind_the_values_is_reported() {
    let mut window = Window::open_in("german", "dark", PEOPLE);
    let heuristics = window.heuristics();
    fs::create_dir_all(&heuristics).unwrap();
    fs::write(heuristics.join("Kaputt.xml"), "<heuristic").unwrap();
    // Opening a dialog reads the list of heuristics.
    window.press(Key::F2);
    window.press(Key::Escape);
    window.press(Key::W);
    window.harness.get_by_label_contains("Werte: ").click();
    window.frames();
    window.harness.get_by_label_contains("Nur Heuristik").click();
    window.frames();
    window.click("Kaputt, ein Halbzug");
    window.until("a reason", |window| {
        window.shows("Keine Werte von Kaputt, ein Halbzug: Kaputt.xml ist keine gültige Heuristik")
    });
    window.picture("opinion-broken");
}

#[test]
fn learning_can_be_started_without_scrolling() {
    for language in ["english", "german"] {
        let folder = folder_with(&settings_in(language, "dark", PEOPLE));
        let mut window = Window::start(folder, Vec2::new(1280.0, 800.0), |_| {});
        window.go_to_tab(Tab::Learning);
        let [start, log] = if language == "german" { ["Starten", "Protokoll"] } else { ["Start", "Log"] };
        let (start, status) = (window.control(start).rect(), window.control(log).rect());
        assert!(start.bottom() <= status.top(), "{language}: {start:?} and the status line {status:?}");
        let (start, stop) = if language == "german" { ("Starten", "Anhalten") } else { ("Start", "Stop") };
        window.click(start);
        window.until_shows(stop);
        let (stop_button, status) = (window.control(stop).rect(), window.control(log).rect());
        assert!(stop_button.bottom() <= status.top(), "{language}: {stop_button:?} and the status line {status:?}");
        window.click(stop);
    }
}
