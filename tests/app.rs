//! The window, driven as a person drives it: by the names of what is on the screen, the mouse and the keyboard.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use eframe::egui::{self, Key, Modifiers, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, SnapshotOptions};
use muehle::app::{App, Options};
use muehle::controller::{Mind, MindError, PlayerKind, Progress, Task, Thought};
use muehle::files::DataFolders;
use muehle::game::{DrawReason, Outcome, WinReason};
use muehle::rules::{Action, Color, Move, Point};

/// Plays the first legal move; may wait until it is stopped.
#[derive(Clone, Default)]
struct FirstMove {
    waits: bool,
}

impl Mind for FirstMove {
    fn think(&mut self, task: &Task, stop: &AtomicBool, _: &mut dyn FnMut(Progress)) -> Result<Thought, MindError> {
        while self.waits && !stop.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
        let best = *task.game.legal_moves().first().ok_or(MindError::NoMove)?;
        Ok(Thought {
            best,
            value: 0.25,
            exact: None,
            depth: 3,
            time: Duration::from_millis(1),
            best_moves: 1,
            nodes: 1,
            report: "*****".to_owned(),
            notices: Vec::new(),
        })
    }
}

/// A window on a folder of its own.
struct Window {
    harness: Harness<'static, App>,
    folder: Arc<tempfile::TempDir>,
}

const PEOPLE: &str = r#""seats": [{"name": "Anna", "kind": "human"}, {"name": "Bert", "kind": "human"}]"#;
const COMPUTER: &str = r#""seats": [{"name": "Anna", "kind": "human"}, {"name": "Robo", "kind": {"computer": {}}}]"#;

fn settings(seats: &str) -> String {
    format!(r#"{{"language": "english", "theme": "light", "motion": "off", {seats}}}"#)
}

impl Window {
    fn open(settings: &str) -> Window {
        let folder = Arc::new(tempfile::tempdir().unwrap());
        fs::write(folder.path().join("settings.json"), settings).unwrap();
        Window::open_on(folder, None, FirstMove::default(), Vec2::new(1280.0, 860.0))
    }

    /// A game between people from a position, white to move.
    fn open_position(position: &str) -> Window {
        let folder = Arc::new(tempfile::tempdir().unwrap());
        fs::write(folder.path().join("settings.json"), settings(PEOPLE)).unwrap();
        let file = folder.path().join("position.pgn");
        let text = format!("[White \"Anna\"]\n[Black \"Bert\"]\n[SetUp \"1\"]\n[FEN \"{position}\"]\n\n*\n");
        fs::write(&file, text).unwrap();
        let mut window = Window::open_on(folder, Some(file), FirstMove::default(), Vec2::new(1280.0, 860.0));
        window.until(|app| app.controller().path().is_some());
        window
    }

    fn open_on(folder: Arc<tempfile::TempDir>, file: Option<PathBuf>, mind: FirstMove, size: Vec2) -> Window {
        let folders = DataFolders::below(folder.path());
        let harness = Harness::builder().with_size(size).build_eframe(move |creation| {
            let mind: Box<dyn Mind> = Box::new(mind);
            let options =
                Options { file, mind: Some(mind), native_dialogs: false, seed: Some(1), ..Options::new(folders) };
            App::new(&creation.egui_ctx, options)
        });
        let mut window = Window { harness, folder };
        window.frames();
        window
    }

    fn app(&self) -> &App {
        self.harness.state()
    }

    /// A few frames, as many as it takes for a click to have all its consequences.
    fn frames(&mut self) {
        self.harness.run_steps(4);
    }

    /// Frames until something is true that other threads work on.
    fn until(&mut self, wanted: impl Fn(&App) -> bool) {
        let begun = Instant::now();
        while !wanted(self.app()) {
            assert!(begun.elapsed() < Duration::from_secs(60), "waited a minute in vain");
            std::thread::sleep(Duration::from_millis(2));
            self.harness.step();
        }
        self.frames();
    }

    /// Clicks what has exactly this name.
    fn click(&mut self, name: &str) {
        self.harness.get_by_label(name).click();
        self.frames();
    }

    fn shows(&self, words: &str) -> bool {
        self.harness.query_all_by_label_contains(words).next().is_some()
    }

    /// Clicks a point of the board, whatever stands there.
    fn point(&mut self, point: Point) {
        let name = format!("{point}, ");
        let begins =
            |node: &egui_kittest::Node| node.accesskit_node().label().is_some_and(|label| label.starts_with(&name));
        let place = self.harness.get_all_by_label_contains(&name).find(begins).expect("24 points").rect().center();
        self.harness.hover_at(place);
        for pressed in [true, false] {
            let (button, modifiers) = (egui::PointerButton::Primary, Modifiers::NONE);
            self.harness.event(egui::Event::PointerButton { pos: place, button, pressed, modifiers });
        }
        self.frames();
    }

    /// Plays a move by clicks.
    fn play(&mut self, mv: Move) {
        if let Action::Shift { from, .. } = mv.action {
            self.point(from);
        }
        self.point(mv.action.target());
        if let Some(removed) = mv.removal {
            self.point(removed);
        }
        assert_eq!(self.app().controller().game().last_move(), Some(mv), "{mv} was not played");
    }

    fn play_all(&mut self, moves: &str) {
        for mv in moves.split_whitespace() {
            self.play(mv.parse().unwrap());
        }
    }

    fn key(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.frames();
    }

    fn ply(&self) -> usize {
        self.app().controller().game().ply()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.app().controller().outcome()
    }
}

/// White takes whatever it can, black moves somehow: such games end by capture after everything has happened once.
fn choose(moves: &[Move], white: bool, state: &mut u64) -> Move {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    let captures: Vec<Move> = moves.iter().copied().filter(|mv| mv.removal.is_some()).collect();
    let from = if white && !captures.is_empty() { &captures } else { moves };
    from[(*state >> 33) as usize % from.len()]
}

#[test]
fn a_whole_game_by_clicks_ends_by_capture() {
    let mut window = Window::open(&settings(PEOPLE));
    let mut random = 5;
    let (mut placed, mut slid, mut flew, mut removed) = (0, 0, 0, 0);
    while window.outcome().is_none() && window.ply() < 400 {
        let game = window.app().controller().game().clone();
        let side = game.side_to_move();
        let mv = choose(&game.legal_moves(), side == Color::White, &mut random);
        match mv.action {
            Action::Place(_) => placed += 1,
            Action::Shift { .. } if game.position().may_fly(side) => flew += 1,
            Action::Shift { .. } => slid += 1,
        }
        removed += usize::from(mv.removal.is_some());
        window.play(mv);
    }
    let won = Outcome::Win { winner: Color::White, reason: WinReason::Stones };
    assert_eq!(window.outcome(), Some(won));
    assert!(placed == 18 && slid > 0 && flew > 0 && removed >= 7, "{placed} {slid} {flew} {removed}");
    assert!(window.shows("White wins"));
    assert!(window.shows("Black has only two stones left."));
    assert!(window.harness.query_by_label("Review").is_some(), "the ways on are there");
}

#[test]
fn a_refused_removal_says_why() {
    let mut window = Window::open_position("a1,d1,f4/b2,d2,f2,d5 w 0 0");
    window.point(Point::F4);
    window.point(Point::G1);
    assert!(window.shows("A mill! Choose the stone to remove."));
    window.point(Point::D2);
    assert!(window.shows("d2 stands in a mill, another stone is free."));
    window.point(Point::A1);
    assert!(window.shows("a1 is your own stone"));
    window.point(Point::C5);
    assert!(window.shows("There is no stone on c5."));
    assert_eq!(window.ply(), 0);
    window.point(Point::D5);
    assert_eq!(window.app().controller().game().last_move().map(|mv| mv.to_string()), Some("f4-g1xd5".to_owned()));
}

#[test]
fn clicks_that_cannot_be_meant_are_refused_with_their_reason() {
    let mut window = Window::open_position("a7,d6,d5,e5/d7,a4,g1,g4 w 0 0");
    window.point(Point::A7);
    assert!(window.shows("a7 cannot move"));
    window.point(Point::G1);
    assert!(window.shows("The stone on g1 is not yours."));
    window.point(Point::C3);
    assert!(window.shows("All stones are placed: choose one of yours."));
    window.point(Point::E5);
    assert!(window.shows("e5, white, selected"));
    window.point(Point::A1);
    assert!(window.shows("e5 and a1 are not joined by a line."));
    window.key(Modifiers::NONE, Key::Escape);
    assert!(!window.shows("selected"));
}

#[test]
fn stones_slide_by_dragging() {
    let mut window = Window::open_position("a1,d1,g4,d6/b2,d2,f2,d5 w 0 0");
    let center = |window: &Window, name: &str| window.harness.get_by_label_contains(name).rect().center();
    let (from, to) = (center(&window, "g4, "), center(&window, "f4, "));
    window.harness.hover_at(from);
    window.frames();
    window.harness.drag_at(from);
    window.frames();
    for i in 1..=8 {
        window.harness.hover_at(from + (to - from) * (i as f32 / 8.0));
        window.frames();
    }
    assert!(window.shows("g4, white, selected"), "the stone is under the pointer");
    window.harness.drop_at(to);
    window.frames();
    assert_eq!(window.app().controller().game().last_move().map(|mv| mv.to_string()), Some("g4-f4".to_owned()));
}

#[test]
fn a_blocked_player_loses() {
    let mut window = Window::open_position("a4,g4,b6,f6,c5/a7,d7,g7,d6 w 0 0");
    window.play_all("c5-d5");
    assert_eq!(window.outcome(), Some(Outcome::Win { winner: Color::White, reason: WinReason::Blocked }));
    assert!(window.shows("Black cannot move any more."));
}

#[test]
fn the_keyboard_alone_plays() {
    let mut window = Window::open(&settings(PEOPLE));
    window.key(Modifiers::NONE, Key::Tab);
    assert!(window.harness.get_by_label("a7, free").is_focused(), "the board comes first");
    window.key(Modifiers::NONE, Key::ArrowRight);
    window.key(Modifiers::NONE, Key::ArrowDown);
    assert!(window.harness.get_by_label("d6, free").is_focused());
    window.key(Modifiers::NONE, Key::Enter);
    assert!(window.harness.get_by_label("d6, white").is_focused(), "the focus stays where the stone is");
    window.key(Modifiers::NONE, Key::ArrowDown);
    window.key(Modifiers::NONE, Key::Space);
    assert_eq!(window.ply(), 2);
    assert!(window.shows("d5, black"));
}

#[test]
fn typed_moves_are_played_or_explained() {
    let mut window = Window::open(&settings(PEOPLE));
    let mut type_move = |text: &str| {
        window.key(Modifiers::COMMAND, Key::L);
        window.harness.get_by_label("Type a move").type_text(text);
        window.frames();
        window.key(Modifiers::NONE, Key::Enter);
        let refused = window.shows("Type a move");
        if refused {
            assert!(window.shows("is no point of the board") || window.shows("is no move"), "{text}");
            window.key(Modifiers::NONE, Key::Escape);
        }
        (refused, window.ply())
    };
    assert_eq!(type_move(" D6 "), (false, 1));
    assert_eq!(type_move("e1"), (true, 1));
    assert_eq!(type_move("hello there"), (true, 1));
    assert_eq!(type_move("f4"), (false, 2));
}

#[test]
fn moves_are_taken_back_looked_at_and_played_again() {
    let mut window = Window::open(&settings(PEOPLE));
    window.play_all("d6 f4 d2");
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.ply(), 2);
    window.key(Modifiers::COMMAND, Key::Y);
    assert_eq!(window.ply(), 3);
    window.click("Undo");
    assert_eq!(window.ply(), 2);
    window.key(Modifiers::COMMAND, Key::Y);
    window.key(Modifiers::NONE, Key::ArrowLeft);
    assert!(window.shows("You are looking at move 1."));
    window.point(Point::A1);
    assert!(window.shows("You are looking at an earlier move."));
    window.key(Modifiers::NONE, Key::Home);
    window.key(Modifiers::NONE, Key::End);
    assert!(!window.app().controller().is_looking_back());
    window.click("Move 1, White: d6");
    window.click("Go on from here");
    assert_eq!(window.ply(), 1);
}

#[test]
fn a_hint_is_found_shown_and_put_away() {
    let mut window = Window::open(&settings(COMPUTER));
    window.key(Modifiers::NONE, Key::H);
    window.until(|app| app.controller().hint().is_some());
    assert!(window.shows("Hint: "), "the status line says what to do");
    window.key(Modifiers::NONE, Key::Escape);
    assert!(window.app().controller().hint().is_none());
    let mut people = Window::open(&settings(PEOPLE));
    people.key(Modifiers::NONE, Key::H);
    assert!(people.shows("Hints are given in games against the computer."));
}

#[test]
fn the_computer_answers_and_escape_makes_it_move() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    fs::write(folder.path().join("settings.json"), settings(COMPUTER)).unwrap();
    let mut window = Window::open_on(folder, None, FirstMove { waits: true }, Vec2::new(1280.0, 860.0));
    window.point(Point::D6);
    window.point(Point::A1);
    assert_eq!(window.ply(), 1);
    assert!(window.shows("It is not your turn."));
    std::thread::sleep(Duration::from_millis(160));
    window.key(Modifiers::NONE, Key::Escape);
    window.until(|app| app.controller().game().ply() == 2);
    assert!(window.shows("Move by Robo: ") || window.shows("Your move."));
}

#[test]
fn a_draw_is_offered_accepted_and_declined() {
    let mut window = Window::open(&settings(PEOPLE));
    window.click("Draw");
    assert!(window.shows("Anna offers a draw. Bert, do you accept?"));
    window.click("Decline");
    assert_eq!(window.outcome(), None);
    window.click("Draw");
    window.click("Accept");
    assert_eq!(window.outcome(), Some(Outcome::Draw(DrawReason::Agreement)));
    // The computer of these tests holds the person's chances for good, so it is glad of a draw.
    let mut window = Window::open(&settings(COMPUTER));
    window.click("Draw");
    window.until(|app| app.controller().outcome().is_some());
    assert!(window.shows("Robo accepts the draw (its own estimate: −0.25)."));
}

#[test]
fn resigning_asks_first() {
    let mut window = Window::open(&settings(PEOPLE));
    window.play_all("d6");
    window.click("Resign");
    assert!(window.shows("Anna wins the game then."));
    window.key(Modifiers::NONE, Key::Escape);
    assert_eq!(window.outcome(), None);
    window.click("Resign");
    let buttons: Vec<_> = window.harness.get_all_by_label("Resign").collect();
    buttons.last().unwrap().click();
    drop(buttons);
    window.frames();
    assert_eq!(window.outcome(), Some(Outcome::Win { winner: Color::White, reason: WinReason::Resignation }));
}

#[test]
fn a_game_is_saved_and_opened_again() {
    let mut window = Window::open(&settings(PEOPLE));
    window.play_all("d6 f4 d2");
    window.key(Modifiers::COMMAND, Key::S);
    window.click("Save");
    window.until(|app| !app.controller().is_unsaved() && app.controller().path().is_some());
    assert!(window.shows("Saved: "));
    let saved = window.folder.path().join("saves").join("Anna-Bert.pgn");
    assert!(fs::read_to_string(&saved).unwrap().contains("1. d6 f4 2. d2"));
    window.key(Modifiers::COMMAND, Key::N);
    assert_eq!(window.ply(), 0, "a saved game is left without a question");
    window.key(Modifiers::COMMAND, Key::O);
    assert!(window.shows("Anna-Bert.pgn"));
    window.click("Open");
    window.until(|app| app.controller().game().ply() == 3);
}

#[test]
fn an_unsaved_game_is_not_left_without_a_question() {
    let mut window = Window::open(&settings(PEOPLE));
    window.play_all("d6 f4");
    window.key(Modifiers::COMMAND, Key::N);
    assert!(window.shows("The game has moves that are in no file yet."));
    window.click("Cancel");
    assert_eq!(window.ply(), 2);
    window.key(Modifiers::COMMAND, Key::N);
    window.click("Save first");
    window.click("Save");
    window.until(|app| app.controller().game().ply() == 0);
    assert!(window.folder.path().join("saves").join("Anna-Bert.pgn").exists());
    window.play_all("a1");
    window.key(Modifiers::COMMAND, Key::N);
    window.click("Don’t save");
    assert_eq!(window.ply(), 0);
}

#[test]
fn a_killed_game_is_offered_again() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    fs::write(folder.path().join("settings.json"), settings(PEOPLE)).unwrap();
    let size = Vec2::new(1280.0, 860.0);
    let mut window = Window::open_on(folder.clone(), None, FirstMove::default(), size);
    window.play_all("d6 f4 d2");
    drop(window);
    let mut window = Window::open_on(folder.clone(), None, FirstMove::default(), size);
    assert!(window.shows("Anna against Bert, 2 moves."));
    window.key(Modifiers::NONE, Key::Escape);
    assert!(window.shows("Anna against Bert, 2 moves."), "this question wants an answer");
    window.click("Go on");
    assert_eq!(window.ply(), 3);
    drop(window);
    let mut window = Window::open_on(folder, None, FirstMove::default(), size);
    window.click("Throw it away");
    assert_eq!(window.ply(), 0);
}

#[test]
fn the_language_changes_while_the_game_runs() {
    let mut window = Window::open(&settings(PEOPLE));
    window.play_all("d6");
    assert!(window.shows("Move by Anna: d6") || window.shows("Bert to move."));
    window.click("Settings");
    window.click("Language");
    window.click("Deutsch");
    assert!(window.shows("Bert ist am Zug."));
    assert!(window.shows("d6, weiß"));
    window.key(Modifiers::NONE, Key::Escape);
    window.click("Verlauf");
    assert!(window.shows("Zug von Anna: d6"), "the past is translated too");
}

#[test]
fn the_players_dialog_starts_a_game_with_what_it_says() {
    let mut window = Window::open(&settings(PEOPLE));
    window.key(Modifiers::NONE, Key::F2);
    window.harness.get_by_label("Name White").focus();
    window.frames();
    window.key(Modifiers::COMMAND, Key::A);
    window.harness.get_by_label("Name White").type_text(&"ü".repeat(10_000));
    window.frames();
    let computers: Vec<_> = window.harness.get_all_by_label("Computer").collect();
    computers.last().unwrap().click();
    drop(computers);
    window.frames();
    let depths: Vec<_> = window.harness.get_all_by_label("Fixed depth").collect();
    depths
        .iter()
        .rev()
        .find(|node| node.accesskit_node().role() == egui::accesskit::Role::RadioButton)
        .unwrap()
        .click();
    drop(depths);
    window.frames();
    window.click("Start game");
    let controller = window.app().controller();
    assert_eq!(controller.seat(Color::White).name.chars().count(), 40, "names are cut to a length a card holds");
    assert!(matches!(&controller.seat(Color::Black).kind, PlayerKind::Computer(_)));
    window.point(Point::D6);
    window.until(|app| app.controller().game().ply() == 2);
}

#[test]
fn broken_settings_are_told_in_one_sentence() {
    let mut window = Window::open("{\"scale\": ");
    let words = ["settings.json cannot be read", "settings.json lässt sich nicht lesen"];
    assert!(words.iter().any(|words| window.shows(words)), "in the system's language");
    window.point(Point::D6);
    assert_eq!(window.ply(), 1, "and the game goes on");
}

#[test]
fn what_is_no_game_does_not_open() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    fs::write(folder.path().join("settings.json"), settings(PEOPLE)).unwrap();
    let picture = folder.path().join("picture.pgn");
    fs::write(&picture, [0x89, b'P', b'N', b'G', 0, 255]).unwrap();
    let mut window = Window::open_on(folder, None, FirstMove::default(), Vec2::new(1280.0, 860.0));
    window.play_all("d6");
    #[derive(Debug)]
    struct Dropped(PathBuf);
    impl egui::DroppedFile for Dropped {
        fn path(&self) -> &Path {
            &self.0
        }
        fn bytes(&self) -> Result<Vec<u8>, String> {
            Err("not read in this test".to_owned())
        }
    }
    window.harness.input_mut().dropped_files.push(Arc::new(Dropped(picture)));
    window.harness.step();
    window.harness.input_mut().dropped_files.clear();
    window.frames();
    window.click("Don’t save");
    let begun = Instant::now();
    while !window.shows("picture.pgn is not a saved game") {
        assert!(begun.elapsed() < Duration::from_secs(60));
        window.frames();
    }
    assert_eq!(window.ply(), 1);
}

#[test]
fn every_point_has_a_name_and_room_for_a_finger() {
    for size in [Vec2::new(640.0, 480.0), Vec2::new(1280.0, 860.0), Vec2::new(3840.0, 2160.0), Vec2::new(700.0, 1000.0)]
    {
        let folder = Arc::new(tempfile::tempdir().unwrap());
        fs::write(folder.path().join("settings.json"), settings(PEOPLE)).unwrap();
        let window = Window::open_on(folder, None, FirstMove::default(), size);
        for point in Point::ALL {
            let rect = window.harness.get_by_label(&format!("{point}, free")).rect();
            assert!(rect.width() >= 44.0 && rect.height() >= 44.0, "{point} at {size:?}");
        }
    }
}

/// Pictures of the main states, drawn by a software renderer. A clock may show another second: some pixels may differ.
#[test]
fn the_main_states_look_as_they_did() {
    let game = "[White \"Anna\"]\n[Black \"Bert\"]\n\n1. f4 d1 2. g7 d2 3. d3 b2 4. f2 f6 5. g4 e4 6. g1xe4 e4 7. b4 d6 \
                8. b6 a4 9. d5 a7 10. g7-d7 d1-a1xd7 11. g4-g7 a7-d7 12. f4-g4xd7 d6-d7 13. g1-d1 d7-a7xd1 *\n";
    let mut results = egui_kittest::SnapshotResults::new();
    for (theme, width, height) in [("light", 820.0, 620.0), ("dark", 820.0, 620.0), ("light", 640.0, 480.0)] {
        let folder = Arc::new(tempfile::tempdir().unwrap());
        let settings = settings(PEOPLE).replace("\"light\"", &format!("\"{theme}\""));
        fs::write(folder.path().join("settings.json"), settings).unwrap();
        let file = folder.path().join("game.pgn");
        fs::write(&file, game).unwrap();
        let mut window = Window::open_on(folder, Some(file), FirstMove::default(), Vec2::new(width, height));
        window.until(|app| app.controller().game().ply() == 26);
        window.point(Point::D5);
        window.harness.remove_cursor();
        window.frames();
        let options = SnapshotOptions::new().threshold(1.0).max_failed_pixels(400);
        window.harness.snapshot_options(format!("selected_{theme}_{width}x{height}"), &options);
        results.extend_harness(&mut window.harness);
        if (theme, width) == ("dark", 820.0) {
            window.key(Modifiers::NONE, Key::F2);
            window.harness.snapshot_options("players_dark", &options);
            results.extend_harness(&mut window.harness);
        }
    }
}
