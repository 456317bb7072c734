//! Pictures of the main states, compared pixel by pixel with those in tests/snapshots. A software renderer draws them, and
//! no clock runs in any of them, so that every pixel is the same each time. The few that may differ are for other renderers.

use eframe::egui::{Key, Vec2};
use egui_kittest::{SnapshotOptions, SnapshotResults};
use muehle_engine::rules::Point;

use super::{PEOPLE, Window, folder_with, game_text, settings_in};

#[test]
fn the_main_states_look_as_they_did() {
    let start = "-/- w 9 9";
    let moves = "1. f4 d1 2. g7 d2 3. d3 b2 4. f2 f6 5. g4 e4 6. g1xe4 e4 7. b4 d6 8. b6 a4 9. d5 a7 10. g7-d7 d1-a1xd7 \
                 11. g4-g7 a7-d7 12. f4-g4xd7 d6-d7 13. g1-d1 d7-a7xd1";
    let side_lines = "1. f4 d1 2. g7 d2 (2... a1 3. a4 a7 (3... d6 4. f6) 4. b4 c4) 3. d3 (3. b2 b4) 3... b2";
    let mut results = SnapshotResults::new();
    for (theme, size) in [("light", Vec2::new(820.0, 620.0)), ("dark", Vec2::new(640.0, 480.0))] {
        let open = |position: &str, moves: &str| {
            let game = game_text(["Anna", "Bert"], position, moves);
            Window::start_with_game(folder_with(&settings_in("english", theme, PEOPLE)), size, &game, |_| {})
        };
        let mut compare = |window: &mut Window, name: &str| {
            window.harness.remove_cursor();
            window.frames();
            let options = SnapshotOptions::new().threshold(0.6).max_failed_pixels(8);
            window.harness.snapshot_options(format!("{name}_{theme}"), &options);
            results.extend_harness(&mut window.harness);
        };
        let mut window = open("a1,a4,a7,b2,d2,e4,f6/b4,b6,d3,d5,f2,g4,g7 b 0 0", "");
        window.point(Point::D5);
        compare(&mut window, "selected");
        let mut window = open(start, moves);
        window.press(Key::ArrowLeft);
        compare(&mut window, "looking_back");
        let mut window = open("b6,f6,d7/b4,c4,d2 w 0 0", "");
        // With the mouse, which gives the focus to no field.
        window.choose("Settings", "Players…");
        compare(&mut window, "players");
        window.press(Key::Escape);
        window.play_all("d7-d6xd2");
        compare(&mut window, "won");
        let mut window = open(start, "");
        window.choose("Help", "Tour");
        window.click("Skip step");
        window.point(Point::G7);
        compare(&mut window, "tour");
        window.click("Close");
        window.choose("Help", "How to play");
        compare(&mut window, "rules");
        // At the start no clock runs.
        let mut window = open(start, side_lines);
        window.press(Key::Home);
        compare(&mut window, "side_lines");
        // Exact values do not depend on the time a search takes.
        let solved = "a7,d7,g4/b6,f6,d2 w 0 0";
        let mut window = open(solved, "");
        window.press(Key::W);
        let position = solved.parse().unwrap();
        window.until("values", |window| window.app().knows_values_of(&position));
        compare(&mut window, "values");
    }
}
