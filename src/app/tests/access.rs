//! What people hear who do not see the board, and how they get about with the keyboard.

use super::{COMPUTER, FirstMove, PEOPLE, USUAL, Window, folder_with, game_text, settings};
use crate::app::laboratory::Tab;
use crate::app::pages::Page;
use eframe::egui::accesskit::{Live, Role, Toggled};
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use muehle_engine::rules::Point;

impl Window {
    /// What the live region says, without the blank that makes a repeated text a new one.
    pub(super) fn announced(&self) -> String {
        let mut nodes = self.harness.query_all_by(|node| node.live() != Live::Off);
        nodes.next().and_then(|node| node.accesskit_node().label()).unwrap_or_default()
    }

    /// What a reader says that ignores live regions: the description of what has the focus.
    fn told_at_focus(&self) -> String {
        let mut nodes = self.harness.query_all_by(|node| node.is_focused());
        // Without any other focus the window has it.
        let node = nodes.next().unwrap_or_else(|| self.harness.root());
        node.accesskit_node().description().unwrap_or_default()
    }

    /// What both kinds of reader say.
    #[track_caller]
    fn hears(&self, words: &str) {
        assert_eq!(self.announced().trim_end(), words, "the live region");
        assert_eq!(self.told_at_focus().trim_end(), words, "at the focus");
    }

    fn focused_name(&self) -> String {
        let mut nodes = self.harness.query_all_by(|node| node.is_focused());
        nodes.next().and_then(|node| node.accesskit_node().label()).unwrap_or_default()
    }

    fn people() -> Window {
        Window::start(folder_with(&settings(PEOPLE)), USUAL, |_| {})
    }

    fn people_at(position: &str) -> Window {
        let game = game_text(["Anna", "Bert"], position, "");
        Window::start_with_game(folder_with(&settings(PEOPLE)), USUAL, &game, |_| {})
    }

    /// Everything a screen reader can reach has a role, and everything the Tab key can reach has a name.
    #[track_caller]
    fn is_all_named(&self, place: &str) {
        let unknown = self.harness.query_all_by(|node| node.role() == Role::Unknown);
        let unknown: Vec<_> = unknown.map(|node| (node.rect(), node.accesskit_node().label())).collect();
        assert!(unknown.is_empty(), "{place}: without a role: {unknown:?}");
        let controls =
            [Role::Button, Role::TextInput, Role::ComboBox, Role::Slider, Role::SpinButton, Role::RadioButton];
        let nameless = self.harness.query_all_by(move |node| {
            controls.contains(&node.role()) && node.label().is_none_or(|label| label.trim().is_empty())
        });
        let nameless: Vec<_> = nameless.map(|node| (node.rect(), node.accesskit_node().role())).collect();
        assert!(nameless.is_empty(), "{place}: without a name: {nameless:?}");
    }
}

#[test]
fn moves_captures_and_results_are_heard() {
    let mut window = Window::people_at("a1,d1,g4,f6/b2,d2,a7 w 0 0");
    window.press(Key::Tab);
    window.point(Point::G4);
    window.hears("Anna to move. g4 is selected. Move to f4, g1 or g7.");
    assert_eq!(window.harness.get_by_label("g4, white, selected").accesskit_node().toggled(), Some(Toggled::True));
    assert_eq!(window.harness.get_by_label("c5, free").accesskit_node().toggled(), None);
    window.point(Point::G1);
    window.hears("Mill! Choose a stone to capture.");
    window.point(Point::B2);
    window.hears("Anna moves from g4 to g1 and captures b2. White wins · Black has only two stones left.");
}

#[test]
fn the_computers_answer_is_heard() {
    let mut window = Window::start(folder_with(&settings(COMPUTER)), USUAL, |options| {
        options.mind = Some(Box::new(FirstMove::default()));
    });
    window.press(Key::Tab);
    window.press(Key::Enter);
    window.until("the answer", |window| window.ply() == 2);
    let answer = window.app().controller().game().last_move().unwrap();
    assert!(window.announced().ends_with(&format!("Robo places on {answer}.")), "{}", window.announced());
    assert_eq!(window.told_at_focus(), window.announced());
    window.press(Key::H);
    window.until("a hint", |window| window.app().controller().hint().is_some());
    let hint = window.app().controller().hint().unwrap().mv;
    window.hears(&format!("Hint: Place on {hint}. Estimate +0.25 as White sees it."));
}

#[test]
fn taking_back_a_begun_move_is_heard() {
    let mut window = Window::people_at("a1,d1/b2,d2 w 7 7");
    window.press(Key::Tab);
    window.point(Point::G1);
    window.hears("Mill! Choose a stone to capture.");
    window.key(Modifiers::COMMAND, Key::Z);
    window.hears("Anna to move. Place a stone on a free point.");
}

#[test]
fn a_position_that_returns_is_heard() {
    let mut window = Window::people_at("a7,d7,b2,c3/g1,d1,f6,e4 w 0 0");
    window.press(Key::Tab);
    window.play_all("a7-a4 g1-g4 a4-a7 g4-g1");
    window.hears("Bert moves from g4 to g1. This position has now occurred twice; the third time is a draw.");
    window.play_all("a7-a4");
    window.hears("Anna moves from a7 to a4. This position has now occurred twice; the third time is a draw.");
}

#[test]
fn the_same_refusal_is_heard_every_time() {
    let mut window = Window::people();
    window.press(Key::Tab);
    window.press(Key::Enter);
    window.press(Key::Enter);
    window.hears("a7 is occupied.");
    let before = (window.announced(), window.told_at_focus());
    window.press(Key::Enter);
    window.hears("a7 is occupied.");
    let after = (window.announced(), window.told_at_focus());
    assert!(before.0 != after.0 && before.1 != after.1, "a text that stays the same is not heard again");
    window.press(Key::ArrowRight);
    window.harness.run_steps(60);
    assert_eq!(window.told_at_focus(), "", "old words do not follow the focus");
    window.press(Key::ArrowLeft);
    assert_eq!(window.told_at_focus(), "", "nor are they heard again");
}

#[test]
fn board_moves_and_threats_are_read_on_request() {
    let mut window = Window::people();
    window.press(Key::L);
    window.hears("No moves played yet.");
    window.play_all("d6 f4 b6");
    window.press(Key::T);
    window.hears("White can close a mill on f6.");
    window.press(Key::L);
    window.hears("Anna places on d6. Bert places on f4. Anna places on b6.");
    window.press(Key::B);
    window.hears(
        "Bert to move. Place a stone on a free point. White on b6, d6. Black on f4. In hand: White 7, Black 8. White can \
         close a mill on f6.",
    );
    assert!(window.shows("White on b6, d6."), "it is shown as well");
    window.click("View");
    window.click("Read aloud");
    window.click_beginning("Threats");
    window.hears("White can close a mill on f6.");
}

#[test]
fn the_arrow_keys_step_through_the_game_even_from_the_board() {
    let mut window = Window::people();
    window.play_all("d6 f4");
    window.press(Key::Tab);
    window.key(Modifiers::COMMAND, Key::ArrowLeft);
    assert!(window.app().controller().is_looking_back());
    window.hears("Move 1: Anna places on d6.");
    window.key(Modifiers::COMMAND, Key::ArrowLeft);
    assert!(window.announced().starts_with("Starting position."));
    window.key(Modifiers::COMMAND, Key::ArrowRight);
    window.key(Modifiers::COMMAND, Key::ArrowRight);
    window.hears("Move 1: Bert places on f4.");
    window.press(Key::Escape);
    assert!(window.focused_name().starts_with("a7"), "Esc does not leave the board");
}

#[test]
fn dialogs_are_named_and_give_the_focus_back() {
    let mut window = Window::people();
    window.press(Key::Tab);
    window.press(Key::ArrowRight);
    assert_eq!(window.focused_name(), "d7, free");
    window.press(Key::F2);
    let dialog = window.harness.get_by_role_and_label(Role::Dialog, "Players");
    assert!(dialog.accesskit_node().is_modal());
    assert_eq!(window.focused_name(), "Name White", "the first field has the focus");
    window.press(Key::Escape);
    assert_eq!(window.focused_name(), "d7, free");
    // The same through a menu, which takes the focus in between.
    window.press(Key::F10);
    assert_eq!(window.focused_name(), "Game");
    for _ in 0..3 {
        window.press(Key::ArrowRight);
    }
    assert_eq!(window.focused_name(), "Settings");
    for _ in 0..20 {
        window.press(Key::ArrowDown);
        if window.focused_name() == "Rules…" {
            break;
        }
    }
    window.press(Key::Enter);
    assert!(window.harness.query_by_role_and_label(Role::Dialog, "Rules").is_some());
    assert!(window.harness.query_by_role(Role::Menu).is_none(), "the menu is closed");
    window.press(Key::Escape);
    assert_eq!(window.focused_name(), "d7, free");
}

#[test]
fn menus_open_with_alt_and_close_with_escape() {
    let mut window = Window::open_in("german", "light", PEOPLE);
    window.press(Key::Tab);
    assert_eq!(window.harness.get_by_role(Role::MenuBar).accesskit_node().role(), Role::MenuBar);
    for (key, name) in [(Key::P, "Partie"), (Key::A, "Ansicht"), (Key::N, "Analyse"), (Key::E, "Einstellungen")] {
        window.key(Modifiers::ALT, key);
        assert_eq!(window.focused_name(), name);
        assert!(window.harness.query_all_by_role(Role::Menu).next().is_some(), "{name} is open");
        window.press(Key::Escape);
        assert!(window.harness.query_by_role(Role::Menu).is_none(), "{name} is closed");
        assert_eq!(window.focused_name(), "a7, frei");
    }
}

#[test]
fn numbers_and_lists_have_their_real_values() {
    let seats = r#""seats": [{"name": "Anna", "kind": "human"},
        {"name": "Robo", "kind": {"computer": {"limit": {"depth": 8}, "heuristic": "Multi"}}}]"#;
    let mut window = Window::start(folder_with(&settings(seats)), USUAL, |_| {});
    window.press(Key::F2);
    let depth = window.harness.get_all_by_role_and_label(Role::Slider, "Fixed depth").last().unwrap();
    let node = depth.accesskit_node();
    assert_eq!([node.numeric_value(), node.min_numeric_value(), node.max_numeric_value()], [8.0, 1.0, 20.0].map(Some));
    depth.increment_accesskit();
    window.frames();
    let depth = window.harness.get_all_by_role_and_label(Role::Slider, "Fixed depth").last().unwrap();
    assert_eq!(depth.accesskit_node().numeric_value(), Some(9.0));
    depth.set_value_accesskit(4.0);
    window.frames();
    let depth = window.harness.get_all_by_role_and_label(Role::Slider, "Fixed depth").last().unwrap();
    assert_eq!(depth.accesskit_node().numeric_value(), Some(4.0));
    let list = window.harness.get_by_role_and_label(Role::ComboBox, "Heuristic Black");
    assert_eq!(list.value().as_deref(), Some("Multi"));
    assert!(window.harness.query_by_role_and_label(Role::RadioGroup, "Type Black").is_some());
}

#[test]
fn a_stepper_is_one_stop_and_listens_to_arrows_and_digits() {
    let mut window = Window::people();
    window.choose("Settings", "Rules…");
    let name = "Plies without a capture until a draw";
    let plies = |window: &Window| window.number(name);
    assert_eq!(plies(&window), 100.0);
    window.harness.get_by_label(name).focus();
    window.frames();
    window.press(Key::ArrowUp);
    assert_eq!(plies(&window), 110.0);
    window.press(Key::ArrowLeft);
    window.press(Key::PageDown);
    assert_eq!(plies(&window), 0.0);
    for digit in ["2", "4"] {
        window.harness.event(eframe::egui::Event::Text(digit.to_owned()));
        window.frames();
    }
    assert_eq!(plies(&window), 24.0);
}

#[test]
fn everything_has_a_role_and_a_name() {
    let mut window = Window::start(folder_with(&settings(COMPUTER)), USUAL, |_| {});
    window.is_all_named("the window");
    let entries = [
        ("Settings", "Players…"),
        ("Settings", "Rules…"),
        ("Settings", "Create heuristic…"),
        ("Analysis", "Set up position…"),
        ("Game", "Open…"),
        ("Game", "Enter move…"),
        ("Help", "How to play"),
        ("Help", "Keyboard and mouse"),
        ("Help", "About Mühle"),
    ];
    for (menu, entry) in entries {
        window.click(menu);
        window.is_all_named(menu);
        window.click_beginning(entry);
        assert!(window.harness.query_by_role(Role::Dialog).is_some(), "{entry} opens a dialog");
        window.is_all_named(entry);
        window.press(Key::Escape);
    }
    window.key(Modifiers::COMMAND, Key::N);
    assert!(window.harness.query_by_role_and_label(Role::Dialog, "New game").is_some());
    assert_eq!(window.focused_name(), "Computer", "the first choice has the focus");
    window.is_all_named("the sheet for a new game");
    window.press(Key::Escape);
    window.choose("View", "Show log");
    window.is_all_named("the log");
    window.choose("Help", "Tour");
    window.is_all_named("the tour");
    for page in Page::ALL {
        window.go(page);
        window.is_all_named(&format!("{page:?}"));
    }
    for tab in [Tab::Tournament, Tab::Learning, Tab::Solve] {
        window.go_to_tab(tab);
        window.is_all_named(&format!("{tab:?}"));
    }
}

#[test]
fn what_gets_the_focus_comes_into_sight() {
    let folder = folder_with(&settings(PEOPLE));
    let mut window = Window::start(folder, eframe::egui::Vec2::new(640.0, 480.0), |_| {});
    window.key(Modifiers::COMMAND, Key::N);
    window.click("Network");
    window.click("Join");
    let bottom = |window: &Window, name: &str| window.control(name).rect().bottom();
    let sheet = window.harness.get_by_role_and_label(Role::Button, "Join").rect().top();
    assert!(bottom(&window, "Invitation code") > sheet, "it is further down");
    for _ in 0..12 {
        window.press(Key::Tab);
        if window.focused_name() == "Invitation code" {
            break;
        }
    }
    assert_eq!(window.focused_name(), "Invitation code");
    assert!(bottom(&window, "Invitation code") < sheet, "{}", bottom(&window, "Invitation code"));
}

#[test]
fn a_dialog_opened_with_the_mouse_has_the_focus_but_shows_no_ring() {
    let mut window = Window::people();
    for (entry, first) in [("Players…", "Name White"), ("Rules…", "no stone is captured")] {
        window.choose("Settings", entry);
        assert!(window.focused_name().starts_with(first), "{entry}: {}", window.focused_name());
        window.press(Key::Escape);
        assert!(window.harness.query_by_role(Role::Dialog).is_none());
    }
    let shown = |window: &Window| {
        let response = window.harness.ctx.read_response(window.harness.ctx.memory(|memory| memory.focused()).unwrap());
        crate::app::focus::is_shown(&response.unwrap())
    };
    window.click("Resign");
    assert_eq!((window.focused_name().as_str(), shown(&window)), ("Resign", false));
    window.press(Key::Tab);
    assert_eq!((window.focused_name().as_str(), shown(&window)), ("Cancel", true), "a key shows where it is");
}
