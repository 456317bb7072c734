//! Comfort and looks: buttons that stay in place, side lines by a click, the analysis in the panel, notes and drawings,
//! boards and stones, remembered games.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{FirstMove, PEOPLE, USUAL, Window, folder_with, game_text, settings};
use crate::app::boards::{BoardChoice, StoneStyle};
use eframe::egui::epaint::Shape;
use eframe::egui::{DroppedFile, Event, Key, Modifiers, PointerButton, Rect, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use muehle_engine::game::{Mark, MarkColor};
use muehle_engine::rules::Point;

const START: &str = "-/- w 9 9";
const SLIDING: &str = "a7,d7,b6,d5,f4,c3,d2,g1/g7,f6,a4,b4,e4,e3,f2,d1 w 0 0";

/// A window on a game between people.
fn open(size: Vec2, position: &str, moves: &str) -> Window {
    let game = game_text(["Anna", "Bert"], position, moves);
    Window::start_with_game(folder_with(&settings(PEOPLE)), size, &game, |options| {
        options.mind = Some(Box::new(FirstMove::default()));
    })
}

impl Window {
    fn rect_of(&self, name: &str) -> Rect {
        self.harness.get_by_label(name).rect()
    }

    fn shown(&self) -> String {
        self.app().controller().position().to_string()
    }

    /// What is drawn on the shown position.
    fn marks(&self) -> Vec<Mark> {
        let controller = self.app().controller();
        controller.game().tree().node(controller.shown()).marks.clone()
    }

    /// Drags with the right button from one point to another.
    fn draw(&mut self, from: Point, to: Point, modifiers: Modifiers) {
        let (from, to) = (self.place_of(from), self.place_of(to));
        let button = PointerButton::Secondary;
        self.harness.event(Event::ModifiersChanged(modifiers));
        self.harness.hover_at(from);
        self.frames();
        self.harness.event(Event::PointerButton { pos: from, button, pressed: true, modifiers });
        self.frames();
        self.harness.hover_at(to);
        self.frames();
        self.harness.event(Event::PointerButton { pos: to, button, pressed: false, modifiers });
        self.frames();
        self.harness.event(Event::ModifiersChanged(Modifiers::NONE));
        self.frames();
    }

    /// All texts that are painted.
    fn painted(&self) -> Vec<String> {
        fn texts(shape: &Shape, found: &mut Vec<String>) {
            match shape {
                Shape::Vec(shapes) => shapes.iter().for_each(|shape| texts(shape, found)),
                Shape::Text(text) => found.push(text.galley.text().to_owned()),
                _ => {}
            }
        }
        let mut found = Vec::new();
        self.harness.output().shapes.iter().for_each(|clipped| texts(&clipped.shape, &mut found));
        found
    }

    /// How many lines of the shown position are known.
    fn lines(&self) -> usize {
        let controller = self.app().controller();
        let rule = controller.game().removal_rule();
        self.app().study.analysis.assessment(controller.position(), rule).map_or(0, |known| known.lines.len())
    }

    fn file(&self) -> String {
        fs::read_to_string(self.path().join("game.pgn")).unwrap_or_default()
    }
}

#[test]
fn what_was_undone_can_be_looked_at_and_redone() {
    let mut window = open(USUAL, START, "1. d6 f4 2. d2 b4");
    window.click("Undo");
    window.click("Undo");
    assert_eq!(window.ply(), 2);
    window.click("Forward one move");
    assert_eq!((window.shown().as_str(), window.ply()), ("d6,d2/f4 b 7 8", 2));
    window.press(Key::End);
    window.click("Redo");
    assert_eq!((window.ply(), window.last_move().unwrap().as_str()), (3, "d2"));
}

#[test]
fn a_click_on_an_earlier_position_begins_a_side_line() {
    let mut window = open(USUAL, START, "1. d6 f4 2. d2 b4");
    window.click("Move 1, White: d6");
    window.point(Point::A1);
    assert!(window.shows("Side line: Move 1, Black: a1") && window.shows("Move 2, Black: b4"));
    assert_eq!((window.ply(), window.app().controller().is_looking_back()), (2, false));
}

#[test]
fn nothing_moves_when_looking_back() {
    let moves = "1. f4 d1 2. g7 d2 3. d3 b2 4. f2 f6 5. g4 e4 6. g1xe4 e4 7. b4 d6";
    for size in [USUAL, Vec2::new(820.0, 620.0), Vec2::new(640.0, 480.0), Vec2::new(700.0, 1000.0)] {
        let mut window = open(size, START, moves);
        window.harness.run_steps(20);
        let list = window.rect_of("Move 6, White: g1xe4");
        window.press(Key::ArrowLeft);
        window.harness.run_steps(20);
        assert!(window.app().controller().is_looking_back());
        assert_eq!(window.rect_of("Move 6, White: g1xe4"), list, "{size}");
        for button in ["Back to game", "Continue here", "Try a side line", "New game from here"] {
            assert!(window.shows(button), "{button} at {size}");
        }
    }
}

#[test]
fn tooltips_name_the_keys() {
    let mut window = open(USUAL, START, "1. d6 f4");
    for (button, words) in [
        ("Undo", "Take back a move (Ctrl+Z)"),
        ("Redo", "There is no move to redo."),
        ("Back one move", "Back one move (←)"),
        ("Resign", "Give up the game"),
    ] {
        let place = window.rect_of(button).center();
        window.harness.hover_at(place);
        window.harness.run_steps(90);
        assert!(window.painted().iter().any(|text| text == words), "{button}: {words}");
    }
}

#[test]
fn the_analysis_has_its_own_place_and_its_lines_can_be_looked_at() {
    for size in [USUAL, Vec2::new(640.0, 480.0)] {
        let mut window = open(size, SLIDING, "1. f4-g4 d1-a1");
        window.press(Key::ArrowLeft);
        let before = window.shown();
        window.press(Key::A);
        window.until("a depth", |window| window.shows("Depth "));
        let first = window.beginning("Line 1: ").rect();
        for other in ["Anna", "Bert"] {
            assert!(!window.beginning_card(other).intersects(first), "{other} at {size}");
        }
        window.click("Pause");
        window.click_beginning("Line 1: ");
        assert!(window.shows("Preview after "), "the status line says what is shown");
        assert_eq!(window.shown(), before, "the game stays where it is");
        window.press(Key::ArrowRight);
        assert!(
            window.painted().iter().any(|text| text.starts_with("Preview after ") && text.matches('-').count() >= 2)
        );
        window.click_beginning("Keep as side line");
        let game = window.app().controller().game();
        assert_eq!((game.ply(), game.tree().has_variations()), (2, true));
        window.press(Key::End);
        window.press(Key::A);
        assert!(!window.shows("Depth "));
    }
}

impl Window {
    /// The card of a player.
    fn beginning_card(&self, name: &str) -> Rect {
        self.harness.get_by_label_contains(&format!("{name}, Human")).rect()
    }
}

#[test]
fn lines_threads_and_heuristic_can_be_chosen() {
    let mut window = open(USUAL, SLIDING, "");
    window.press(Key::A);
    window.until("three lines", |window| window.shows("Line 3: ") && !window.shows("Line 4: "));
    window.click("Analysis options");
    window.click_beginning("Number of lines");
    window.click_last("5");
    assert_eq!(window.app().settings().study.analysis.lines, 5);
    window.until("five lines", |window| window.lines() == 5);
    window.click("Analysis options");
    window.click_beginning("Heuristic");
    window.click_beginning("Standard");
    assert_eq!(window.app().settings().study.analysis.heuristic, "Standard");
    window.until("lines again", |window| window.lines() == 5);
}

#[test]
fn values_are_whites_wherever_they_stand() {
    // Black closes a mill at once and wins.
    let mut window = open(USUAL, "b6,f6,d2/a7,d7,g4 b 0 0", "");
    window.press(Key::W);
    window.press(Key::A);
    window.until("the tables", |window| window.shows("exact · endgame table"));
    let name = window.beginning("g7, ").accesskit_node().label().unwrap_or_default();
    assert!(name.ends_with("Black wins in 1 ply"), "{name}");
    assert!(window.painted().iter().any(|text| text == "L 1") && !window.painted().iter().any(|text| text == "W 1"));
    assert!(window.shows("+ is good for White"));
}

#[test]
fn comments_and_glyphs_are_shown_written_and_saved() {
    let mut window = open(USUAL, START, "1. d6 $3 {A strong square} f4 2. d2");
    assert!(window.shows("A strong square"));
    assert!(window.painted().iter().any(|text| text == "!!"));
    window.press(Key::C);
    window.write("Comment on Move 2, White: d2", "Too far away {really}");
    window.click("? Mistake");
    window.click("Done");
    assert!(window.shows("Too far away") && !window.shows("Comment on Move 2"));
    window.click("A strong square");
    window.write("Comment on Move 1, White: d6", "Strong");
    window.press(Key::Enter);
    window.press(Key::C);
    window.write("Comment on Move 2, White: d2", "never mind");
    window.press(Key::Escape);
    window.key(Modifiers::COMMAND, Key::S);
    window.until("it is saved", |window| window.file().contains("{Strong}"));
    let file = window.file();
    assert!(file.contains("1. d6 $3 {Strong} 1... f4 2. d2 $2 {Too far away"), "{file}");
}

#[test]
fn the_right_button_draws_and_the_file_keeps_it() {
    let mut window = open(USUAL, START, "1. d6 f4");
    let circle = Mark { color: MarkColor::Green, at: Point::D6, to: None };
    window.draw(Point::D6, Point::D6, Modifiers::NONE);
    assert_eq!(window.marks(), [circle]);
    window.draw(Point::F4, Point::G4, Modifiers::SHIFT);
    assert_eq!(window.marks()[1], Mark { color: MarkColor::Red, at: Point::F4, to: Some(Point::G4) });
    assert_eq!(window.ply(), 2, "nothing was played");
    window.key(Modifiers::COMMAND, Key::S);
    window.until("it is saved", |window| window.file().contains("{[%csl Gd6] [%cal Rf4g4]}"));
    window.draw(Point::D6, Point::D6, Modifiers::NONE);
    assert_eq!(window.marks().len(), 1, "the same again removes it");
    window.press(Key::Escape);
    assert!(window.marks().is_empty());
    let again = Window::start_with_game(folder_with(&settings(PEOPLE)), USUAL, "1. d6 {[%csl Gd6]} *", |_| {});
    assert_eq!(again.marks(), [circle]);
}

#[test]
fn a_click_beside_the_points_wipes_the_drawing() {
    let mut window = open(USUAL, START, "1. d6 {[%csl Gd6][%cal Yd6d5]} *");
    assert_eq!(window.marks().len(), 2);
    let middle = window.place_of(Point::D5).lerp(window.place_of(Point::D3), 0.5);
    window.click_at(middle, PointerButton::Primary);
    assert!(window.marks().is_empty());
}

#[test]
fn the_third_repetition_is_announced_before_it_happens() {
    let moves = "1. a1-d1 b2-d2 2. d1-a1 d2-b2 3. a1-d1 b2-d2 4. d1-a1";
    let mut window = open(USUAL, "a1,a4,g1,g4/b2,b4,f2,f6 w 0 0", moves);
    // The message about the opened file goes away.
    window.press(Key::Escape);
    assert!(window.shows("This position has now occurred twice; the third time is a draw."));
    window.point(Point::D2);
    assert!(window.shows("d2-b2 repeats the position for the third time: a draw."));
    window.press(Key::Escape);
    window.point(Point::B4);
    assert!(!window.shows("third time"));
}

#[test]
fn board_and_stones_are_chosen_by_their_pictures() {
    let mut window = open(USUAL, START, "1. d6 f4");
    let letters = |window: &Window| window.painted().iter().filter(|text| *text == "c").count();
    assert_eq!(letters(&window), 1);
    let sounds = cfg!(feature = "sound");
    window.choose("Settings", if sounds { "Board and sound…" } else { "Board and stones…" });
    assert_eq!(window.shows("Board and sound"), sounds, "a program without sound does not promise any");
    window.click("Paper");
    window.click("Marked");
    window.click("Coordinates at the edge");
    let chosen = window.app().settings();
    assert_eq!((chosen.board, chosen.stones, chosen.coordinates), (BoardChoice::Paper, StoneStyle::Marked, false));
    window.press(Key::Escape);
    assert_eq!(letters(&window), 0);
    assert_eq!(window.app().view(&window.harness.ctx).board.surface, crate::app::boards::Surface::Paper);
}

#[test]
fn games_are_remembered_until_they_are_gone() {
    let folder = folder_with(&settings(PEOPLE));
    let [kept, lost] = ["kept.pgn", "lost.pgn"].map(|name| folder.path().join(name));
    fs::write(&kept, "[White \"A\"]\n\n1. d6 *\n").unwrap();
    fs::write(&lost, "[White \"B\"]\n\n1. a1 *\n").unwrap();
    let start = |file: Option<PathBuf>| {
        Window::start(folder.clone(), USUAL, move |options| {
            options.file = file;
            options.mind = Some(Box::new(FirstMove::default()));
        })
    };
    for path in [&lost, &kept] {
        let mut window = start(Some(path.clone()));
        window.until("it is open", |window| window.app().controller().path().is_some());
        window.until("it is remembered", |window| {
            fs::read_to_string(window.path().join("settings.json"))
                .is_ok_and(|text| text.contains(path.file_name().unwrap().to_str().unwrap()))
        });
    }
    let mut window = start(None);
    window.click("Game");
    window.click_beginning("Recent games");
    assert!(window.shows("lost.pgn"));
    window.click("kept.pgn");
    window.until("it is open", |window| window.ply() == 1);
    drop(window);
    fs::remove_file(&lost).unwrap();
    let mut window = start(None);
    window.until("the missing one is forgotten", |window| window.app().settings().recent.len() == 1);
    assert!(window.app().settings().recent[0].ends_with("kept.pgn"));
    window.frames();
}

#[test]
fn the_open_dialog_shows_what_is_in_a_file() {
    let folder = folder_with(&settings(PEOPLE));
    let saves = folder.path().join("saves");
    fs::create_dir_all(&saves).unwrap();
    let tags = "[White \"Clara\"]\n[Black \"Dora\"]\n[Date \"2026.11.18\"]\n[Result \"1-0\"]\n";
    fs::write(saves.join("one.pgn"), format!("{tags}\n1. d6 f4 2. d2 1-0\n")).unwrap();
    fs::write(saves.join("none.pgn"), [0u8; 40]).unwrap();
    let mut window = Window::start(folder, USUAL, |_| {});
    window.key(Modifiers::COMMAND, Key::O);
    window.click("one.pgn");
    window.until_shows("Preview, Clara – Dora, 2026.11.18 · 1-0 · 3 plies");
    window.click("none.pgn");
    window.until("no preview", |window| window.painted().iter().any(|text| text == "No preview"));
}

/// A file that was dragged from elsewhere.
#[derive(Debug)]
struct Dropped(PathBuf);

impl DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        fs::read(&self.0).map_err(|error| error.to_string())
    }
}

#[test]
fn a_file_dropped_onto_the_window_is_opened() {
    let folder = folder_with(&settings(PEOPLE));
    let path = folder.path().join("dropped.pgn");
    fs::write(&path, "[White \"A\"]\n\n1. d6 f4 *\n").unwrap();
    let mut window = Window::start(folder, USUAL, |_| {});
    window.harness.input_mut().dropped_files.push(Arc::new(Dropped(path)));
    window.until("it is open", |window| window.ply() == 2);
}

#[test]
fn the_mark_of_a_won_position_is_not_clipped() {
    let mut window = open(USUAL, "a7,d7,g4/b6,f6,d2 w 0 0", "1. g4-g7xb6");
    window.click("Review");
    window.until("the review is done", |window| window.app().review.progress().is_none());
    window.click_beginning("Move 1, White: g4-g7xb6");
    window.press(Key::E);
    let position = *window.app().controller().position();
    window.until("its value", |window| window.app().knows_value_of(&position));
    let accent = window.app().view(&window.harness.ctx).palette.accent;
    let mut seen = 0;
    for clipped in &window.harness.output().shapes {
        if let Shape::Circle(circle) = &clipped.shape
            && circle.fill == accent
            && circle.radius < 4.5
        {
            seen += 1;
            assert!(clipped.clip_rect.contains_rect(Rect::from_center_size(circle.center, Vec2::splat(9.9))));
        }
    }
    assert_eq!(seen, 1);
}
