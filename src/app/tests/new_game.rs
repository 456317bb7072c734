//! Starting a game: the sheet, the players dialog, clocks and other programs.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use super::{COMPUTER, FirstMove, PEOPLE, USUAL, Window, folder_with, settings};
use crate::controller::{Method, PlayerKind, ThinkingLimit};
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, PointerButton, Vec2, pos2};
use egui_kittest::kittest::{NodeT, Queryable};
use muehle_engine::game::{Outcome, WinReason};
use muehle_engine::rules::{Color, Point, RemovalRule};
use muehle_engine::search::Level;

const SMALL: Vec2 = Vec2::new(640.0, 480.0);

fn open_on(folder: Arc<tempfile::TempDir>, size: Vec2) -> Window {
    Window::start(folder, size, |options| options.mind = Some(Box::new(FirstMove::default())))
}

fn open(seats: &str) -> Window {
    open_on(folder_with(&settings(seats)), USUAL)
}

impl Window {
    /// Opens the new-game sheet.
    fn sheet(&mut self) {
        self.key(Modifiers::COMMAND, Key::N);
    }

    fn has_sheet(&self) -> bool {
        self.harness.query_by_label("More options…").is_some()
    }

    /// Waits until the settings file has these words.
    fn keeps(&mut self, words: &str) {
        let file = self.path().join("settings.json");
        self.until(words, |_| fs::read_to_string(&file).is_ok_and(|text| text.contains(words)));
    }

    /// The last choice with this name: dialogs are above the window, Black is beside White.
    fn choose_last(&mut self, name: &str) {
        let is_choice = |node: &egui_kittest::Node| node.accesskit_node().role() == Role::RadioButton;
        let choice = self.harness.get_all_by_label(name).rfind(is_choice);
        choice.unwrap_or_else(|| panic!("{name} cannot be chosen")).click();
        self.frames();
    }

    fn is_chosen(&self, name: &str) -> bool {
        let choices = self.harness.get_all_by_label(name);
        let mut choices = choices.filter(|node| node.accesskit_node().role() == Role::RadioButton);
        choices.any(|node| node.accesskit_node().toggled() == Some(eframe::egui::accesskit::Toggled::True))
    }

    fn value_of(&self, field: &str) -> String {
        self.harness.get_by_label(field).accesskit_node().value().unwrap_or_default()
    }

    fn computer(&self, side: Color) -> crate::controller::ComputerSettings {
        self.app().controller().seat(side).settings().expect("a computer").clone()
    }
}

#[test]
fn the_sheet_starts_what_it_says_and_remembers_it() {
    let folder = folder_with(&settings(COMPUTER));
    let mut window = open_on(folder.clone(), USUAL);
    window.point(Point::D6);
    window.until("the answer", |window| window.ply() == 2);
    window.sheet();
    assert!(window.shows("d6, white"), "the board stays in view");
    assert!(window.shows("Choose an opponent, then Play."));
    assert!(!window.shows("Resign"), "nothing behind the sheet can be reached with Tab");
    assert!(window.is_chosen("Advanced") && window.is_chosen("White"));
    window.click("Beginner");
    window.click("Black");
    assert!(window.shows("Looks two plies ahead and overlooks things."));
    assert_eq!(window.ply(), 2, "nothing has happened yet");
    window.click_button("Play");
    window.click("Don’t save");
    let controller = window.app().controller();
    assert_eq!(controller.seat(Color::Black).name, "Anna", "the name goes with the person");
    assert_eq!(window.computer(Color::White).level(), Some(Level::Beginner));
    assert!(!window.shows("Choose an opponent"), "the sheet is gone");
    // The person sits below, with the board turned.
    let [own, other] =
        ["Black, Anna", "White, Meister"].map(|name| window.harness.get_by_label_contains(name).rect().top());
    assert!(own > other && window.place_of(Point::A1).y < window.place_of(Point::A7).y);
    window.until("the first move", |window| window.ply() == 1);
    window.keeps("\"color\": \"black\"");
    drop(window);
    let mut window = open_on(folder, USUAL);
    window.press(Key::Escape);
    window.until("the first move", |window| window.ply() == 1);
    assert!(window.place_of(Point::A1).y < window.place_of(Point::A7).y, "black from the start");
    window.sheet();
    assert!(window.is_chosen("Beginner") && window.is_chosen("Black"));
    // As White the board stands as usual again.
    window.choose_last("White");
    // Only the computer has moved: there is nothing to save.
    window.press(Key::Enter);
    assert_eq!(window.app().controller().seat(Color::White).name, "Anna");
    assert!(window.place_of(Point::A1).y > window.place_of(Point::A7).y);
}

#[test]
fn the_sheet_offers_every_level_once_and_closes_without_a_trace() {
    for (close, size) in [("Esc", USUAL), ("×", SMALL)] {
        let mut window = open_on(folder_with(&settings(COMPUTER)), size);
        window.sheet();
        for name in ["Beginner", "Advanced", "Professional"] {
            window.harness.get_by_label(name);
        }
        assert_eq!(Level::ALL.len(), 3);
        assert!(window.harness.query_by_label("Perfect").is_none(), "nothing is solved here");
        window.click("Professional");
        if close == "Esc" {
            window.press(Key::Escape);
        } else {
            window.click("Close");
        }
        assert!(!window.has_sheet());
        assert_eq!(window.computer(Color::Black).level(), Some(Level::Advanced));
    }
}

#[test]
fn chance_gives_both_colours() {
    let mut window = open(COMPUTER);
    let mut seen = [false; 2];
    for game in 0.. {
        assert!(game < 60, "chance always decides the same");
        window.sheet();
        window.click("Random");
        window.click_button("Play");
        if window.harness.query_by_label("Don’t save").is_some() {
            window.click("Don’t save");
        }
        let own = window.app().controller().only_person().unwrap();
        assert_eq!(window.app().settings().flipped, own == Color::Black);
        seen[own.index()] = true;
        if seen == [true; 2] {
            break;
        }
    }
}

#[test]
fn a_friend_needs_no_level() {
    let mut window = open(COMPUTER);
    // The sheet is beside the board, whatever page is shown.
    window.key(Modifiers::COMMAND, Key::Num3);
    window.sheet();
    window.click("Friend here");
    assert!(window.harness.query_by_label("Beginner").is_none());
    window.click_button("Play");
    let controller = window.app().controller();
    assert!(Color::BOTH.iter().all(|&side| controller.seat(side).is_human()));
    assert_eq!(controller.seat(Color::White).name, "Anna");
    assert!(!window.app().settings().flipped, "two people see the board as White does");
}

#[test]
fn a_local_game_is_lost_on_time() {
    let mut window = open(PEOPLE);
    window.sheet();
    window.click("5 min");
    window.click_button("Play");
    assert_eq!(window.app().controller().time_left(Color::White), Some(Duration::from_secs(300)));
    assert!(window.shows("Time 5:00"));
    window.sheet();
    assert!(window.is_chosen("5 min"));
    window.click("Other");
    window.write("Minutes + seconds per move", "soon");
    window.press(Key::Enter);
    assert!(window.shows("Enter the time in minutes") && window.has_sheet());
    window.write("Minutes + seconds per move", "0.03");
    window.press(Key::Enter);
    window.play_all("d6");
    window.until("the end", |window| window.outcome().is_some());
    assert_eq!(window.outcome(), Some(Outcome::Win { winner: Color::White, reason: WinReason::Time }));
    assert!(window.shows("Black ran out of time."));
    window.key(Modifiers::COMMAND, Key::S);
    window.click_last("Save");
    let saved = window.path().join("saves").join("Anna-Bert.pgn");
    window.until("the file", |_| saved.exists());
    let text = fs::read_to_string(saved).unwrap();
    assert!(text.contains("[TimeControl \"1.8\"]") && text.contains("[Termination \"time forfeit\"]"), "{text}");
}

#[test]
fn a_set_up_game_keeps_the_chosen_clock() {
    let mut window = open(PEOPLE);
    window.sheet();
    window.click("5 min");
    window.click_button("Play");
    window.choose("Analysis", "Set up position…");
    window.click("Play from here");
    assert_eq!(window.app().controller().time_left(Color::White), Some(Duration::from_secs(300)));
    window.choose("Analysis", "Set up position…");
    window.click("Clock");
    window.click_last("15 + 5");
    window.click("Play from here");
    assert_eq!(window.app().controller().time_left(Color::White), Some(Duration::from_secs(900)));
}

#[test]
fn the_clock_stands_behind_a_dialog_and_runs_beside_the_sheet() {
    let mut window = open(PEOPLE);
    window.play_all("d6");
    let running = |window: &Window| window.app().controller().clocks().running();
    assert_eq!(running(&window), Some(Color::Black));
    window.press(Key::F2);
    assert_eq!(running(&window), None);
    window.press(Key::Escape);
    assert_eq!(running(&window), Some(Color::Black));
    window.sheet();
    assert_eq!(running(&window), Some(Color::Black));
}

#[test]
fn the_computer_waits_before_it_answers() {
    let slow = settings(COMPUTER).replace("\"reply_pause\": 0", "\"reply_pause\": 10000");
    let mut window = open_on(folder_with(&slow), USUAL);
    window.point(Point::D6);
    window.until("the thought", |window| window.app().controller().thinking().is_none());
    assert_eq!(window.ply(), 1, "the eye has time to follow");
    window.click("Settings");
    window.click("Pause before the reply");
    window.click_beginning("None");
    window.until("the answer", |window| window.ply() == 2);
    assert_eq!(window.app().settings().reply_pause, 0);
}

#[test]
fn waiting_for_a_guest_and_a_failure_end_with_escape() {
    let mut window = Window::start(folder_with(&settings(COMPUTER)), USUAL, |options| {
        options.listen_at = Some(std::net::IpAddr::from([127, 0, 0, 1]));
    });
    window.sheet();
    window.click("Network");
    window.write("Port", "0");
    window.press(Key::Enter);
    assert!(window.shows("The port must be a number"));
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    window.write("Port", &port);
    window.click_last("Host");
    window.until_shows("Waiting for a partner on port");
    window.press(Key::Escape);
    assert!(window.app().controller().online().is_none() && window.has_sheet(), "back on the sheet");
    window.choose_last("Join");
    assert!(window.harness.query_by_label("Random").is_none(), "the host decides about colours");
    window.write("Host name or address", "127.0.0.1");
    // Nobody listens there; a free port could be taken by another test.
    window.write("Port", "1");
    window.write("Invitation code", "K7MQ-4XPT");
    window.click_last("Join");
    window.until_shows("refuses the connection");
    window.click_last("Close");
    assert!(window.app().controller().online().is_none() && window.has_sheet());
}

#[test]
fn a_name_goes_with_the_person_in_the_players_dialog() {
    let seats = r#""seats": [{"name": "Clara", "kind": "human"}, {"name": "", "kind": {"computer": {}}}]"#;
    let mut window = open(seats);
    window.press(Key::F2);
    // White becomes a computer, Black a person.
    window.harness.get_all_by_label("Computer").next().unwrap().click();
    window.frames();
    assert_eq!(window.value_of("Name White"), "");
    window.choose_last("Human");
    assert_eq!(window.value_of("Name Black"), "Clara");
    window.choose_last("Network");
    let partner = window.harness.get_by_label("Name Black").accesskit_node().is_disabled();
    assert!(partner, "a partner brings their own name");
    assert_eq!(window.value_of("Name White"), "Clara", "the person is on the other side now");
    window.click("Swap sides");
    assert_eq!(window.value_of("Name Black"), "Clara");
}

#[test]
fn depth_and_time_are_typed_and_both_are_kept() {
    let mut window = open(COMPUTER);
    window.press(Key::F2);
    window.choose_last("Fixed depth");
    window.write("Fixed depth Black", "9");
    window.press(Key::Enter);
    window.choose_last("Time per move");
    window.write("Time per move Black", "2,5");
    window.press(Key::Enter);
    window.choose_last("Fixed depth");
    assert_eq!(window.value_of("Fixed depth Black"), "9");
    window.choose_last("Time per move");
    window.click("Start game");
    assert_eq!(window.computer(Color::Black).limit, ThinkingLimit::Time(2500));
}

#[test]
fn nothing_typed_in_the_players_dialog_gets_lost() {
    let mut window = open(COMPUTER);
    window.press(Key::F2);
    window.write("Name White", "Dora");
    // A click outside is not an answer.
    window.click_at(pos2(20.0, 400.0), PointerButton::Primary);
    assert_eq!(window.value_of("Name White"), "Dora");
    // The rules are a page of the dialog.
    for answer in ["Cancel", "Esc", "Apply rules"] {
        window.click("Change");
        window.click("any stone may be captured (tournament rule)");
        if answer == "Esc" {
            window.press(Key::Escape);
        } else {
            window.click(answer);
        }
        assert_eq!(window.value_of("Name White"), "Dora");
    }
    window.click("Start game");
    let controller = window.app().controller();
    assert_eq!(controller.seat(Color::White).name, "Dora");
    assert_eq!(controller.game().rules().removal, RemovalRule::Any);
}

#[test]
fn more_options_begin_with_what_the_sheet_says() {
    let mut window = open(COMPUTER);
    window.sheet();
    window.click("Professional");
    window.click("Black");
    window.click("10 min");
    window.click("More options…");
    assert_eq!(window.value_of("Name Black"), "Anna");
    window.click("Start game");
    assert_eq!(window.computer(Color::White).level(), Some(Level::Professional));
    let left = window.app().controller().time_left(Color::Black);
    assert!(left > Some(Duration::from_secs(400)) && left <= Some(Duration::from_secs(600)), "{left:?}");
    assert!(!window.has_sheet());
}

#[test]
fn sides_are_swapped_in_every_window() {
    for size in [USUAL, SMALL, Vec2::new(480.0, 360.0)] {
        let mut window = open_on(folder_with(&settings(COMPUTER)), size);
        window.press(Key::F2);
        window.harness.get_by_label("Swap sides").scroll_to_me();
        window.frames();
        window.click("Swap sides");
        window.click("Start game");
        assert_eq!(window.app().controller().only_person(), Some(Color::Black), "{size:?}");
    }
}

#[test]
fn escape_closes_the_analysis() {
    let mut window = open(PEOPLE);
    window.click("Analysis");
    window.click_beginning("Analyse position");
    window.press(Key::Escape);
    assert_eq!(window.app().study.tab(), None);
}

#[cfg(unix)]
#[test]
fn another_program_plays_only_when_the_person_allows_it() {
    let folder = folder_with(&settings(COMPUTER));
    let marker = folder.path().join("started");
    let command = format!("touch {}", marker.display());
    let mut window = Window::start(folder.clone(), USUAL, |_| {});
    window.press(Key::F2);
    window.click_beginning("Method Black");
    window.click_beginning("Another program");
    window.click("Start game");
    assert!(window.shows("Command: please enter one"), "without a command nothing starts");
    window.write("Command: please enter one Black", &command);
    window.choose_last("Fixed depth");
    window.write("Fixed depth Black", "1");
    window.click("Start game");
    assert_eq!(window.computer(Color::Black).method, Method::Engine);
    window.point(Point::D6);
    window.until_shows(&command);
    window.press(Key::Enter);
    assert!(!marker.exists(), "nothing starts without consent");
    assert_eq!(window.app().controller().seat(Color::Black).kind, PlayerKind::Human);
    window.new_game();
    window.click("Don’t save");
    window.point(Point::D6);
    window.until_shows(&command);
    window.click("Allow and start");
    window.until("the program", |_| marker.exists());
    // It is not a player, so the usual computer answers and the person hears why.
    window.until("the answer", |window| window.ply() == 2);
    window.until_shows("plays instead.");
    window.keeps("allowed_programs\": [\n");
    drop(window);
    // Once is enough on this computer, and the players come back with the next start.
    fs::remove_file(&marker).unwrap();
    let mut window = Window::start(folder, USUAL, |_| {});
    window.click("Discard");
    window.point(Point::D6);
    window.until("the program again", |_| marker.exists());
}
