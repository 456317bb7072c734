//! The tour for beginners and the pages of the help menu.

use std::sync::Arc;

use super::{FirstMove, PEOPLE, USUAL, Window, folder_with, settings};
use eframe::egui::{self, Key, Vec2};
use egui_kittest::kittest::Queryable;
use muehle_engine::rules::Point;

impl Window {
    /// A window with these settings, or on its first run.
    fn open_tour(settings: Option<String>, size: Vec2) -> Window {
        let folder = match settings {
            Some(settings) => folder_with(&settings),
            None => Arc::new(tempfile::tempdir().unwrap()),
        };
        let mind = FirstMove { waits: true, ..FirstMove::default() };
        Window::start(folder, size, move |options| options.mind = Some(Box::new(mind)))
    }

    /// A window that still offers the tour.
    fn invited(size: Vec2) -> Window {
        Window::open_tour(Some(settings(&format!("{PEOPLE}, \"invites_to_tour\": true"))), size)
    }
}

#[test]
fn a_first_run_begins_with_a_game_and_an_invitation() {
    let mut window = Window::open_tour(None, USUAL);
    assert!(window.app().settings().invites_to_tour);
    assert!(window.shows("Show me") || window.shows("Zeigen"), "in the system's language");
    window.point(Point::D6);
    assert_eq!(window.ply(), 1, "the game is on at once");
}

#[test]
fn the_invitation_can_be_declined_and_goes_away_by_itself() {
    let mut window = Window::invited(USUAL);
    window.click("No, thanks");
    assert!(!window.shows("Show me") && !window.app().settings().invites_to_tour);
    let mut window = Window::invited(USUAL);
    for point in [Point::D6, Point::F4, Point::D2, Point::B4] {
        assert!(window.shows("Show me"));
        window.point(point);
    }
    assert!(!window.shows("Show me") && !window.app().settings().invites_to_tour);
}

#[test]
fn the_tour_teaches_all_five_steps_and_leaves_the_game_alone() {
    let mut window = Window::invited(USUAL);
    window.point(Point::D6);
    window.click("Show me");
    assert!(!window.app().settings().invites_to_tour, "it is offered once");
    assert!(window.shows("Place a stone: click any point."));
    window.point(Point::A1);
    assert!(window.shows("This continues until all stones are placed."));
    window.point(Point::A4);
    assert!(window.shows("a4, free"), "one stone is enough");
    window.click("Next");
    assert!(window.shows("Place the third stone on the marked point g7."));
    window.point(Point::G1);
    assert!(window.shows("But this step is about the mill: place on g7."));
    assert!(window.shows("g1, free"));
    window.point(Point::G7);
    assert!(window.shows("Click the black stone with the red ring."));
    window.point(Point::D2);
    assert!(window.shows("d2 is in a mill; take a stone that is not."), "the real rules explain themselves");
    window.point(Point::F6);
    assert!(window.shows("Captured!"));
    window.press(Key::Enter);
    assert!(window.shows("Click a white stone, then a point next to it."));
    window.point(Point::D6);
    window.point(Point::D5);
    assert!(window.shows("Good!"));
    window.click("Next");
    window.point(Point::F6);
    window.point(Point::C3);
    assert!(window.shows("But g1 closes the mill and wins."));
    window.point(Point::F6);
    window.point(Point::G1);
    assert!(window.shows("Mill! Choose a stone to capture."));
    window.point(Point::B6);
    assert!(window.shows("You win!"));
    window.click("Play now");
    let game = window.app().controller().game();
    assert_eq!((game.ply(), game.last_move().map(|mv| mv.to_string())), (1, Some("d6".to_owned())));
    assert!(window.shows("Bert to move."), "the game is where it was");
}

#[test]
fn the_tour_can_be_left_at_any_time_and_taken_again() {
    let mut window = Window::open_tour(Some(settings(PEOPLE)), USUAL);
    assert!(!window.shows("Show me"), "settings from before mean that the person knows the program");
    window.click("Help");
    window.click("Tour");
    assert!(window.shows("Step 1 of 5"));
    window.click("Skip step");
    assert!(window.shows("Step 2 of 5"));
    window.point(Point::G7);
    assert!(window.shows("Step 3 of 5"));
    window.press(Key::Escape);
    assert!(window.shows("Step 2 of 5"), "Esc lets go of the move first");
    window.click("Back");
    assert!(window.shows("Step 1 of 5"));
    window.press(Key::Escape);
    assert!(!window.shows("Step 1 of 5") && window.shows("Anna to move."));
    window.click("Help");
    window.click("Tour");
    window.click("Exit tour");
    assert!(window.shows("Anna to move."));
    window.click("Help");
    window.click("Tour");
    window.press(Key::H);
    window.click("Close");
    assert_eq!(window.ply(), 0);
}

#[test]
fn the_tour_fits_into_every_window() {
    for size in [Vec2::new(480.0, 360.0), Vec2::new(640.0, 480.0), Vec2::new(700.0, 1000.0), Vec2::new(3840.0, 2160.0)]
    {
        let mut window = Window::open_tour(Some(settings(PEOPLE)), size);
        window.click("Help");
        window.click("Tour");
        let buttons = ["Back", "Skip step", "Close"];
        let window_rect = egui::Rect::from_min_size(egui::Pos2::ZERO, size);
        for name in buttons {
            let rect = window.harness.get_by_label(name).rect();
            assert!(window_rect.contains_rect(rect), "{name} at {size:?}");
        }
    }
}

#[test]
fn the_help_pages_say_what_they_promise() {
    let mut window = Window::open_tour(Some(settings(PEOPLE)), USUAL);
    window.click("Help");
    window.click("How to play");
    assert!(window.shows("nine stones") && window.shows("Safe stones") && window.shows("End of the game"));
    window.press(Key::Escape);
    window.key(egui::Modifiers::SHIFT, Key::F1);
    for key in ["Ctrl+P: print", "W: values on the board", "Up, Down: previous, next side line", "Shift+F1: this list"]
    {
        assert!(window.shows(key), "{key}");
    }
    window.press(Key::Escape);
    window.click("Help");
    window.click("About Mühle");
    assert!(window.shows(&format!("Version {}", env!("CARGO_PKG_VERSION"))) && window.shows("MIT licence"));
    window.click("Licences");
    assert!(window.shows("accesskit") && window.shows("Apache-2.0"));
}
