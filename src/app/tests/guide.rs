//! The guide: the right chapter, links, searching, and the keyboard.

use super::{PEOPLE, USUAL, Window, folder_with, settings, settings_in};
use crate::app::dialogs::Dialog;
use crate::app::laboratory::Tab;
use eframe::egui::{Key, Modifiers, Vec2};

impl Window {
    fn has_guide(&self) -> bool {
        matches!(self.app().dialog, Some(Dialog::Guide(_)))
    }
}

#[test]
fn f1_opens_the_chapter_about_what_is_open() {
    let mut window = Window::start(folder_with(&settings(PEOPLE)), USUAL, |_| {});
    window.key(Modifiers::COMMAND, Key::N);
    window.press(Key::F1);
    assert!(window.shows("How weak levels err"), "the sheet for a new game has levels");
    window.press(Key::Escape);
    window.press(Key::Escape);
    window.press(Key::F2);
    assert!(window.shows("Swap sides"));
    window.press(Key::F1);
    assert!(window.has_guide() && window.shows("A computer with own settings"));
    window.press(Key::Escape);
    assert!(!window.has_guide() && window.shows("Swap sides"), "the dialog comes back");
    window.press(Key::Escape);
    assert!(window.app().dialog.is_none());
    window.go_to_tab(Tab::Learning);
    window.press(Key::F1);
    assert!(window.shows("λ and the other numbers"));
    window.press(Key::F1);
    assert!(window.has_guide(), "the guide about the guide would not help");
    window.press(Key::Escape);
    window.choose("Help", "Guide");
    assert!(window.has_guide());
    window.press(Key::Escape);
    window.key(Modifiers::SHIFT, Key::F1);
    assert!(window.shows("Keyboard and mouse") && !window.has_guide());
}

#[test]
fn words_are_searched_in_all_chapters() {
    let mut window = Window::start(folder_with(&settings(PEOPLE)), USUAL, |_| {});
    window.press(Key::F1);
    window.write("Search the guide", "momentum");
    assert!(window.shows("Place 1 of ") && window.shows("λ and the other numbers"), "the chapter changes");
    window.press(Key::Enter);
    window.write("Search the guide", "no such word");
    assert!(window.shows("Nothing found"));
    window.write("Search the guide", "ZWICKMÜHLE");
    assert!(window.shows("Place 1 of ") && window.shows("The stones"));
    window.press(Key::PageDown);
    window.press(Key::ArrowDown);
    window.press(Key::Escape);
    assert!(!window.has_guide());
}

#[test]
fn links_lead_to_other_chapters_and_back() {
    let mut window = Window::start(folder_with(&settings_in("german", "dark", PEOPLE)), USUAL, |_| {});
    window.press(Key::F2);
    window.press(Key::F1);
    assert!(window.shows("Ein Computer mit eigenen Einstellungen"));
    window.click("Spielstärke");
    assert!(window.shows("Wie schwache Stufen irren"));
    window.key(Modifiers::ALT, Key::ArrowLeft);
    assert!(window.shows("Ein Computer mit eigenen Einstellungen"));
    window.click("Begriffe");
    assert!(window.shows("Die Phasen"), "the list of chapters");
}

#[test]
fn every_chapter_can_be_drawn_in_a_small_window() {
    let mut window = Window::start(folder_with(&settings(PEOPLE)), Vec2::new(640.0, 480.0), |_| {});
    window.press(Key::F1);
    let Some(Dialog::Guide(guide)) = &window.app().dialog else { panic!("the guide is open") };
    let titles: Vec<String> = guide.titles().map(str::to_owned).collect();
    for title in titles {
        window.click("Chapter");
        window.click_entry(&title);
        assert!(window.shows(&title), "{title}");
        window.press(Key::PageDown);
        window.press(Key::PageDown);
    }
}
