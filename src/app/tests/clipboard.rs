//! Copying to the clipboard and pasting from it.

use super::{PEOPLE, Window};
use eframe::egui::{Event, Key, Modifiers, OutputCommand};
use egui_kittest::kittest::Queryable;
use muehle_engine::calendar::Date;

impl Window {
    /// What the next frames put on the clipboard.
    fn copied(&mut self) -> Option<String> {
        let copied = (0..4).find_map(|_| {
            self.harness.step();
            self.harness.output().platform_output.commands.iter().find_map(|command| match command {
                OutputCommand::CopyText(text) => Some(text.clone()),
                _ => None,
            })
        });
        self.frames();
        copied
    }

    fn paste(&mut self, text: &str) {
        self.harness.event(Event::Paste(text.to_owned()));
        self.frames();
    }

    fn shown_position(&self) -> String {
        self.app().controller().position().to_string()
    }
}

#[test]
fn the_position_and_the_game_are_copied_by_keyboard_and_menu() {
    let mut window = Window::open_in("english", "light", PEOPLE);
    window.play_all("d6 f4");
    window.harness.event(Event::Copy);
    assert_eq!(window.copied().as_deref(), Some("d6/f4 w 8 8"));
    assert!(window.shows("Position copied to the clipboard."));
    // One event, so that the next frame is the one that copies.
    let modifiers = Modifiers::COMMAND | Modifiers::SHIFT;
    window.harness.event(Event::Key { key: Key::C, physical_key: None, pressed: true, repeat: false, modifiers });
    let game = window.copied().unwrap();
    assert!(game.contains("[White \"Anna\"]") && game.contains("1. d6 f4"), "{game}");
    assert!(game.contains(&format!("[Date \"{}\"]", Date::today().pgn())), "{game}");
    window.click("Log");
    window.harness.get_by_label("Copy").click_accesskit();
    assert!(window.copied().is_some_and(|log| log.contains("Anna played d6")));
}

#[test]
fn a_position_in_any_form_is_pasted_onto_the_board() {
    let mut window = Window::open_in("english", "light", PEOPLE);
    window.paste(" a1,d1,g4,d6/b2,d2,f2,d5 w 0 0\n");
    assert_eq!(window.shown_position(), "d6,g4,a1,d1/d5,b2,d2,f2 w 0 0");
    window.play_all("g4-f4");
    window.paste("********/********/******** w p p 0 9 0 9 0 0 1");
    assert!(window.shows("It has unsaved moves."), "a game is not lost by pasting");
    window.click("Don’t save");
    assert_eq!(window.shown_position(), "-/- w 9 9");
    window.paste("a1/b2,d2,f2 w 0 0");
    assert!(window.shows("White has only 1"), "it says what is wrong");
    assert_eq!(window.shown_position(), "-/- w 9 9");
}

#[test]
fn a_game_in_any_form_is_pasted() {
    let games = [
        ("1. d6 f4 2. d2 b4 *", "d6,d2/b4,f4 w 7 7"),
        ("[Site \"PlayOK\"]\n\n1. 5 13 2. 20 10 *", "d6,d2/a4,e4 w 7 7"),
        ("1. d6 f4 2. d6 a1 *", "d6/f4 w 8 8"),
    ];
    for (text, position) in games {
        let mut window = Window::open_in("english", "light", PEOPLE);
        window.paste(text);
        window.until_shows("pasted from the clipboard");
        assert_eq!(window.shown_position(), position, "{text}");
        assert!(window.app().controller().path().is_none() && window.app().controller().is_unsaved());
    }
    let mut window = Window::open_in("english", "light", PEOPLE);
    for (text, words) in [
        ("The weather is fine today.", "The clipboard has neither a game nor a position."),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "Could not paste the clipboard: it contains a chess game."),
    ] {
        window.paste(text);
        window.until_shows(words);
        assert_eq!(window.ply(), 0);
    }
}

#[test]
fn text_fields_keep_what_is_pasted_into_them() {
    let mut window = Window::open_in("english", "light", PEOPLE);
    window.key(Modifiers::COMMAND, Key::L);
    window.write("Enter move", "d6/f4 w 8 8");
    assert_eq!(window.shown_position(), "-/- w 9 9");
}
