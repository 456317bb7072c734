//! Analysis in the window: values, bar, lines, side lines, set-up positions, printing.

use std::fs;
use std::path::{Path, PathBuf};

use super::{FirstMove, PEOPLE, USUAL, Window, folder_with, game_text, settings_in};
use eframe::egui::epaint::Primitive;
use eframe::egui::{Key, Modifiers, PointerButton, Pos2, Rect, Vec2, pos2};
use egui_kittest::kittest::{NodeT, Queryable};
use muehle_engine::rules::Position;

impl Window {
    /// A game between people.
    fn open_study(language: &str, position: &str, moves: &str) -> Window {
        Window::open_with(language, position, moves, |_| true)
    }

    /// The same, with a viewer for printed sheets.
    fn open_with(language: &str, position: &str, moves: &str, viewer: fn(&Path) -> bool) -> Window {
        let folder = folder_with(&settings_in(language, "light", PEOPLE));
        let game = game_text(["Änne", "Bert"], position, moves);
        Window::start_with_game(folder, USUAL, &game, move |options| {
            options.mind = Some(Box::new(FirstMove::default()));
            options.viewer = viewer;
        })
    }

    /// Chooses an entry of the export menu.
    fn export(&mut self, entry: &str) {
        self.click("Game");
        let submenu = |node: &egui_kittest::Node| {
            node.accesskit_node()
                .label()
                .is_some_and(|label| label.starts_with("Export") && !label.starts_with("Exported"))
        };
        self.harness.get_all_by_label_contains("Export").find(submenu).expect("the export menu").click();
        self.frames();
        self.click(entry);
    }

    /// Clicks a thing at a share of its width.
    fn click_within(&mut self, name: &str, share: f32) {
        let rect = self.harness.get_by_label(name).rect();
        // The graph has a margin for the marks at its edge.
        let rect = rect.shrink(6.0);
        let place = pos2(rect.left() + share * rect.width(), rect.center().y);
        self.click_at(place, PointerButton::Primary);
    }

    /// The accessible name of a point.
    fn name_of(&self, point: &str) -> String {
        self.beginning(&format!("{point}, ")).accesskit_node().label().unwrap_or_default()
    }

    fn position(&self) -> String {
        self.app().controller().position().to_string()
    }

    fn files(&self, ending: &str) -> Vec<PathBuf> {
        let Ok(folder) = fs::read_dir(self.folder.path().join("saves")) else { return Vec::new() };
        let paths = folder.map(|entry| entry.unwrap().path());
        paths.filter(|path| path.extension().is_some_and(|extension| extension == ending)).collect()
    }
}

const SLIDING: &str = "a7,d7,b6,d5,f4,c3,d2,g1/g7,f6,a4,b4,e4,e3,f2,d1 w 0 0";
/// White wins by closing a mill at once: 3 against 3.
const SOLVED: &str = "a7,d7,g4/b6,f6,d2 w 0 0";

#[test]
fn the_lines_of_a_position_come_by_themselves_and_can_be_stopped() {
    let mut window = Window::open_study("english", SLIDING, "");
    assert!(!window.shows("Depth "));
    window.press(Key::A);
    window.until("a depth", |window| window.shows("Depth "));
    assert!(window.shows("All moves"));
    window.click("Pause");
    assert!(window.shows("Resume"));
    window.press(Key::A);
    assert!(!window.shows("Depth "));
}

#[test]
fn exact_values_come_from_the_tables_in_both_languages() {
    for (language, exact, win) in
        [("english", "exact · endgame table", "W "), ("german", "exakt · Endspieltabelle", "G ")]
    {
        let mut window = Window::open_study(language, SOLVED, "");
        window.press(Key::A);
        window.until("the tables", |window| window.shows(exact));
        assert!(window.shows(win));
    }
}

#[test]
fn values_appear_on_the_board_and_are_remembered() {
    let mut window = Window::open_study("english", SOLVED, "");
    assert!(!window.app().settings().study.values);
    window.press(Key::W);
    assert!(window.app().settings().study.values);
    let position: Position = SOLVED.parse().unwrap();
    window.until("values", |window| window.app().knows_values_of(&position));
    window.press(Key::W);
    assert!(!window.app().settings().study.values);
}

#[test]
fn the_bar_values_the_plies_of_the_game() {
    let mut window = Window::open_study("english", "-/- w 9 9", "1. d6 f4 2. d2 b4");
    window.press(Key::E);
    assert!(window.app().settings().study.bar);
    window.until("a value of the start", |window| window.app().knows_value_of(&Position::START));
    window.press(Key::Home);
    assert_eq!(window.position(), "-/- w 9 9");
}

#[test]
fn a_position_is_set_up_by_clicks_and_played() {
    let mut window = Window::open_study("english", "-/- w 9 9", "");
    window.click("Analysis");
    window.click("Set up position…");
    assert!(window.shows("This position can be played."));
    window.click("a1, empty");
    let hand = window.harness.get_by_label("White in hand").accesskit_node().numeric_value();
    assert_eq!(hand, Some(8.0), "the stone comes from the hand");
    assert!(!window.shows("but only nine exist."));
    window.click("White in hand +");
    assert!(window.shows("White has 10 stones, but only nine exist."));
    window.click("Clear");
    assert!(window.shows("White has only 0 stones. The game would already be over."));
    for point in ["a7", "d7", "g4"] {
        window.click(&format!("{point}, empty"));
    }
    for point in ["b6", "f6", "d2"] {
        window.click(&format!("{point}, empty"));
        window.click(&format!("{point}, White"));
    }
    assert!(window.shows("This position can be played."));
    window.click("Play from here");
    window.until("the position", |window| window.position() == SOLVED.parse::<Position>().unwrap().to_string());
}

#[test]
fn nonsense_in_the_text_field_is_refused_and_changes_nothing() {
    let mut window = Window::open_study("german", SOLVED, "");
    window.click("Analyse");
    window.click("Stellung aufbauen …");
    assert!(window.shows("Die Stellung ist spielbar."));
    window.write("Stellung als Text", "h9,x/ß w 0 0");
    window.click("Übernehmen");
    assert!(window.shows("h9") && !window.shows("Die Stellung ist spielbar."));
    // The board is as it was, and the text follows the next click on it.
    window.click("a1, leer");
    let text = window.harness.get_by_label("Stellung als Text").value().unwrap_or_default();
    assert!(text.contains("a1"), "{text}");
    window.click("Schließen");
    assert!(!window.shows("Stellung als Text"));
    assert_eq!(window.position(), SOLVED.parse::<Position>().unwrap().to_string());
}

#[test]
fn a_side_line_keeps_the_moves_it_replaces() {
    let mut window = Window::open_study("english", "-/- w 9 9", "1. d6 f4 2. d2 b4");
    window.press(Key::Home);
    window.press(Key::ArrowRight);
    window.click("Try a side line");
    assert_eq!(window.ply(), 1);
    window.click_beginning("a1, ");
    assert_eq!(window.last_move().unwrap(), "a1");
    let tree = window.app().controller().game().tree();
    let parent = tree.node(window.app().controller().game().current()).parent.unwrap();
    assert_eq!(tree.node(parent).children.len(), 2);
    assert!(!tree.is_on_main_line(window.app().controller().game().current()));
    window.click("Analysis");
    window.click("Make main line");
    let game = window.app().controller().game();
    assert!(game.tree().is_on_main_line(game.current()));
    window.click("Analysis");
    window.click("Delete from here");
    assert_eq!(window.ply(), 1);
}

#[test]
fn games_are_exported_where_the_person_says_or_the_window_says_why_not() {
    let mut window = Window::open_study("english", "-/- w 9 9", "1. d6 f4");
    for (name, ending) in [("Sheet as PDF", "pdf"), ("Board as SVG", "svg"), ("Board as PNG", "png")] {
        window.export(name);
        assert!(window.files(ending).is_empty(), "nothing is written before the person has answered");
        window.click("Save");
        window.until(name, |window| window.files(ending).len() == 1);
    }
    window.until("the message", |window| window.shows("Exported: "));
    // Another name, without an extension.
    window.export("Sheet as PDF");
    let wanted = window.path().join("mine");
    window.write("File", &wanted.display().to_string());
    window.press(Key::Enter);
    window.until("the named file", |_| wanted.with_extension("pdf").exists());
    window.export("Board as SVG");
    window.press(Key::Escape);
    assert_eq!(window.files("svg").len(), 1, "whoever changes their mind gets no file");
    // A file where the folder should be: nothing can be written there, not even by root.
    fs::remove_dir_all(window.path().join("saves")).unwrap();
    fs::write(window.path().join("saves"), "no folder").unwrap();
    window.export("Board as SVG");
    window.click("Save");
    window.until("a reason", |window| window.shows("Could not export"));
}

#[test]
fn printing_says_where_the_sheet_is() {
    let mut window = Window::open_study("english", "-/- w 9 9", "1. d6 f4");
    window.key(Modifiers::COMMAND, Key::P);
    window.until("the sheet", |window| window.shows(".pdf"));
    assert!(window.shows("Opened for printing: "));
}

#[test]
fn without_a_viewer_the_person_learns_where_the_sheet_is() {
    for (language, words) in [("english", "No PDF viewer found. Saved as "), ("german", "Gespeichert als ")] {
        let mut window = Window::open_with(language, "-/- w 9 9", "1. d6 f4", |_| false);
        window.key(Modifiers::COMMAND, Key::P);
        window.until("the sheet", |window| window.shows(words));
        assert!(window.shows(".pdf"));
    }
}

#[test]
fn values_are_heard_at_every_point_they_are_seen_at() {
    for (language, win, closed) in
        [("english", "White wins in 1 ply", "d7, white"), ("german", "Weiß gewinnt im nächsten Halbzug", "d7, weiß")]
    {
        let mut window = Window::open_study(language, SOLVED, "");
        assert_eq!(window.name_of("d7"), closed, "no values before they are asked for");
        window.press(Key::W);
        let position: Position = SOLVED.parse().unwrap();
        window.until("values", |window| window.app().knows_values_of(&position));
        // Three stones fly: g4 to g7 closes the mill and leaves black two stones, one ply.
        assert!(window.name_of("g7").ends_with(&format!(", {win}")), "{}", window.name_of("g7"));
        assert!(window.name_of("g4").ends_with(&format!(", {win}")), "rings tell the best move of a stone");
        assert_eq!(window.name_of("b6").matches(", ").count(), 1, "black's stones have none yet");
        window.click_beginning("g4, ");
        window.click_beginning("g7, ");
        for removable in ["b6", "f6", "d2"] {
            assert!(window.name_of(removable).ends_with(&format!(", {win}")), "dots on what the mill removes");
        }
        window.press(Key::Escape);
        window.press(Key::W);
        assert_eq!(window.name_of("d7"), closed);
    }
}

#[test]
fn estimates_have_two_decimals_or_are_times_a_thousand() {
    let mut window = Window::open_study("english", SLIDING, "");
    window.press(Key::W);
    let position: Position = SLIDING.parse().unwrap();
    window.until("values", |window| window.app().knows_values_of(&position));
    let value = |window: &Window| window.name_of("g4").rsplit(", ").next().unwrap().replace('−', "-");
    let estimate: f64 = value(&window).parse().unwrap();
    assert!(value(&window).contains('.') && (-1.0..=1.0).contains(&estimate));
    window.choose("Analysis", "Analysis options");
    window.click("In thousandths");
    // A deeper search may have changed the value in the meantime, but it is a whole number now.
    let thousandths: i32 = value(&window).parse().unwrap();
    assert!((-1000..=1000).contains(&thousandths));
    assert!(!window.app().settings().study.traffic_light, "the colours for all eyes come first");
    window.choose("Analysis", "Analysis options");
    window.click("Traffic-light colours");
    assert!(window.app().settings().study.traffic_light);
}

#[test]
fn a_click_on_the_graph_leads_to_its_move() {
    let mut window = Window::open_study("english", "-/- w 9 9", "1. d6 f4 2. d2 b4");
    // Forty plies are the width of a short game.
    window.click_within("Evaluation graph", 0.0);
    assert_eq!(window.position(), "-/- w 9 9");
    window.click_within("Evaluation graph", 2.0 / 40.0);
    assert_eq!(window.position(), "d6/f4 w 8 8");
    window.click_within("Evaluation graph", 0.9);
    assert!(!window.app().controller().is_looking_back(), "behind its end the graph leads to the game");
}

#[test]
fn side_lines_stand_in_the_list_and_can_be_walked_promoted_and_deleted() {
    let mut window = Window::open_study("english", "-/- w 9 9", "1. d6 (1. a1 a4 2. g1) 1... f4 2. d2");
    assert!(window.shows("Move 2, White: d2") && window.shows("Side line: Move 2, White: g1"));
    window.click("Side line: Move 1, Black: a4");
    assert_eq!(window.position(), "a1/a4 w 8 8");
    window.press(Key::ArrowRight);
    assert_eq!(window.position(), "a1,g1/a4 b 7 8", "the keys follow the line that is looked at");
    window.press(Key::Home);
    window.press(Key::ArrowRight);
    assert_eq!(window.position(), "d6/- b 8 9");
    window.press(Key::ArrowDown);
    assert_eq!(window.position(), "a1/- b 8 9", "down leads to the next variation");
    window.press(Key::ArrowUp);
    assert_eq!(window.position(), "d6/- b 8 9");
    let place = window.harness.get_by_label("Side line: Move 1, White: a1").rect().center();
    window.click_at(place, PointerButton::Secondary);
    window.click("Make main line");
    assert!(window.shows("Side line: Move 1, White: d6") && window.shows("Move 2, White: g1"));
    assert_eq!(window.last_move().unwrap(), "d2", "the game stays where it was");
    let place = window.harness.get_by_label("Move 1, Black: a4").rect().center();
    window.click_at(place, PointerButton::Secondary);
    window.click("Delete from here");
    assert!(!window.shows("Move 2, White: g1") && window.shows("Move 1, White: a1"));
}

#[test]
fn playing_from_any_point_keeps_the_game_or_begins_another() {
    let mut window = Window::open_study("english", "-/- w 9 9", "1. d6 f4 2. d2 b4");
    window.click("Move 1, Black: f4");
    window.click("Try a side line");
    window.click_beginning("a7, ");
    assert!(window.shows("Side line: Move 2, White: a7") && window.shows("Move 2, White: d2"));
    window.key(Modifiers::COMMAND, Key::S);
    window.until("the variation in the file", |window| {
        fs::read_to_string(window.path().join("game.pgn")).is_ok_and(|file| file.contains("( 2. a7 )"))
    });
    window.click("Move 1, White: d6");
    window.click("New game from here");
    let game = window.app().controller().game();
    assert_eq!((game.ply(), game.start().to_string()), (0, "d6/- b 8 9".to_owned()));
}

#[test]
fn a_file_with_side_lines_loses_none_by_playing_on() {
    let mut window = Window::open_study("english", "-/- w 9 9", "1. d6 f4 (1... a1) 2. d2");
    window.key(Modifiers::COMMAND, Key::Z);
    window.key(Modifiers::COMMAND, Key::Z);
    window.click_beginning("g7, ");
    for kept in ["Move 1, Black: f4", "Side line: Move 1, Black: a1", "Side line: Move 1, Black: g7"] {
        assert!(window.shows(kept), "{kept}");
    }
}

#[test]
fn the_shown_move_stays_in_sight() {
    let moves =
        "1. f4 d1 2. g7 d2 3. d3 b2 4. f2 f6 5. g4 e4 6. g1xe4 e4 7. b4 d6 8. b6 a4 9. d5 a7 10. g7-d7 d1-a1xd7";
    let game = game_text(["Änne", "Bert"], "-/- w 9 9", moves);
    let folder = folder_with(&settings_in("english", "light", PEOPLE));
    let mut window = Window::start_with_game(folder, Vec2::new(820.0, 620.0), &game, |_| {});
    // Many frames, because a list that was scrolled too far would still be moving.
    window.harness.run_steps(40);
    assert!(window.shows("Move 10, Black: d1-a1xd7"));
    window.press(Key::ArrowLeft);
    window.harness.run_steps(40);
    assert!(window.shows("Move 10, White: g7-d7"), "the list stays where it was");
    window.press(Key::Home);
    window.harness.run_steps(40);
    assert!(window.shows("Move 1, White: f4") && !window.shows("Move 10, White"));
    window.press(Key::End);
    window.harness.run_steps(40);
    assert!(window.shows("Move 10, Black: d1-a1xd7"));
}

/// Without a graphics processor, triangles and pixels determine the cost of a frame. The limits leave a margin of a tenth.
#[test]
fn a_frame_with_everything_of_the_analysis_stays_cheap() {
    let mut window = Window::open_study("english", "-/- w 9 9", "d6 f4 b4 d2 f6 b6 b2");
    for key in [Key::W, Key::E, Key::A] {
        window.press(key);
    }
    window.until("lines", |window| window.shows("Line 3: "));
    assert!(window.shows("All moves"));
    let harness = &window.harness;
    let primitives = harness.ctx.tessellate(harness.output().shapes.clone(), 1.0);
    let (mut triangles, mut pixels) = (0, 0.0);
    for primitive in primitives {
        let Primitive::Mesh(mesh) = primitive.primitive else { continue };
        for corners in mesh.indices.chunks(3) {
            triangles += 1;
            pixels +=
                area_within(corners.iter().map(|&i| mesh.vertices[i as usize].pos).collect(), primitive.clip_rect);
        }
    }
    let window_pixels = USUAL.x * USUAL.y;
    assert!(triangles < 5700, "{triangles} triangles");
    assert!(pixels < 1.75 * window_pixels, "every pixel is painted {} times", pixels / window_pixels);
}

/// The area of the part of a polygon that lies within a rectangle.
fn area_within(polygon: Vec<Pos2>, clip: Rect) -> f32 {
    // The distance of a place from each of the four sides, positive inside.
    let sides: [&dyn Fn(Pos2) -> f32; 4] =
        [&|place| place.x - clip.left(), &|place| clip.right() - place.x, &|place| place.y - clip.top(), &|place| {
            clip.bottom() - place.y
        }];
    let cut = sides.into_iter().fold(polygon, |polygon, inside| {
        let mut kept = Vec::new();
        for (i, &to) in polygon.iter().enumerate() {
            let from = polygon[(i + polygon.len() - 1) % polygon.len()];
            let (a, b) = (inside(from), inside(to));
            if (a < 0.0) != (b < 0.0) {
                kept.push(from.lerp(to, a / (a - b)));
            }
            if b >= 0.0 {
                kept.push(to);
            }
        }
        kept
    });
    let next = |i: usize| cut[(i + 1) % cut.len()].to_vec2();
    let doubled: f32 = cut.iter().enumerate().map(|(i, place)| place.x * next(i).y - place.y * next(i).x).sum();
    doubled.abs() / 2.0
}

#[test]
fn the_report_of_a_finished_game_does_not_wait_for_ever() {
    let mut window = Window::open_study("english", "a1,a4,d7/b2,d2,e3 w 0 0", "1. d7-a7xb2");
    window.choose("Analysis", "Detailed report");
    assert!(window.shows("The game ends here.") && !window.shows("thinking…"));
}
