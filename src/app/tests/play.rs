//! Playing, saving and loading games.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{COMPUTER, FirstMove, PEOPLE, USUAL, Window, folder_with, game_text, settings};
use crate::app::actions::Leaving;
use crate::controller::PlayerKind;
use eframe::egui::{self, Key, Modifiers, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use muehle_engine::game::{DrawReason, Outcome, WinReason};
use muehle_engine::rules::{Action, Color, Move, Point};

impl Window {
    fn open(settings: &str) -> Window {
        Window::open_on(folder_with(settings), FirstMove::default(), USUAL)
    }

    /// A game between people from a position, white to move.
    fn open_position(position: &str) -> Window {
        let game = game_text(["Anna", "Bert"], position, "");
        Window::start_with_game(folder_with(&settings(PEOPLE)), USUAL, &game, |_| {})
    }

    fn open_on(folder: Arc<tempfile::TempDir>, mind: FirstMove, size: Vec2) -> Window {
        Window::start(folder, size, move |options| options.mind = Some(Box::new(mind)))
    }
}

/// White captures whenever possible, Black moves at random. Such games see every phase and end by capture.
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
    assert!(window.shows("Mill! Choose a stone to capture."));
    window.point(Point::D2);
    assert!(window.shows("d2 is in a mill; take a stone that is not."));
    window.point(Point::A1);
    assert!(window.shows("a1 is your own stone"));
    window.point(Point::C5);
    assert!(window.shows("There is no stone on c5."));
    assert_eq!(window.ply(), 0);
    window.point(Point::D5);
    assert_eq!(window.last_move(), Some("f4-g1xd5".to_owned()));
}

#[test]
fn clicks_that_cannot_be_meant_are_refused_with_their_reason() {
    let mut window = Window::open_position("a7,d6,d5,e5/d7,a4,g1,g4 w 0 0");
    window.point(Point::A7);
    assert!(window.shows("a7 cannot move"));
    window.point(Point::G1);
    assert!(window.shows("The stone on g1 is not yours."));
    window.point(Point::C3);
    assert!(window.shows("All stones are placed. Choose one of your stones."));
    window.point(Point::E5);
    assert!(window.shows("e5, white, selected"));
    window.point(Point::A1);
    assert!(window.shows("a1 is not next to e5."));
    window.press(Key::Escape);
    assert!(!window.shows("selected"));
}

#[test]
fn stones_slide_by_dragging() {
    let mut window = Window::open_position("a1,d1,g4,d6/b2,d2,f2,d5 w 0 0");
    window.drag(Point::G4, Point::F4);
    assert!(window.shows("g4, white, selected"), "the stone is under the pointer");
    window.harness.drop_at(window.place_of(Point::F4));
    window.frames();
    assert_eq!(window.last_move(), Some("g4-f4".to_owned()));
}

#[test]
fn a_blocked_player_loses() {
    let mut window = Window::open_position("a4,g4,b6,f6,c5/a7,d7,g7,d6 w 0 0");
    window.play_all("c5-d5");
    assert_eq!(window.outcome(), Some(Outcome::Win { winner: Color::White, reason: WinReason::Blocked }));
    assert!(window.shows("Black cannot move."));
}

#[test]
fn the_keyboard_alone_plays() {
    let mut window = Window::open(&settings(PEOPLE));
    window.press(Key::Tab);
    assert!(window.harness.get_by_label("a7, free").is_focused(), "the board comes first");
    window.press(Key::ArrowRight);
    window.press(Key::ArrowDown);
    assert!(window.harness.get_by_label("d6, free").is_focused());
    window.press(Key::Enter);
    assert!(window.harness.get_by_label("d6, white").is_focused(), "the focus stays where the stone is");
    window.press(Key::ArrowDown);
    window.press(Key::Space);
    assert_eq!(window.ply(), 2);
    assert!(window.shows("d5, black"));
}

#[test]
fn keys_between_two_frames_count_in_their_order() {
    let mut window = Window::open(&settings(PEOPLE));
    window.press(Key::Tab);
    let press = |window: &mut Window, keys: &[Key]| {
        for &key in keys {
            let modifiers = Modifiers::NONE;
            let event = egui::Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
            window.harness.input_mut().events.push(event);
        }
        window.harness.step();
    };
    press(&mut window, &[Key::ArrowRight, Key::ArrowDown, Key::Enter, Key::ArrowDown, Key::Space]);
    window.frames();
    assert_eq!(window.ply(), 2);
    assert!(window.shows("d6, white") && window.shows("d5, black"));
    // One frame after another: the focus stays on the board.
    for key in [Key::ArrowLeft, Key::ArrowDown, Key::ArrowDown, Key::ArrowRight, Key::ArrowDown, Key::ArrowRight] {
        press(&mut window, &[key]);
    }
    window.frames();
    assert!(window.harness.get_by_label("f2, free").is_focused());
}

#[test]
fn typed_moves_are_played_or_explained() {
    let mut window = Window::open(&settings(PEOPLE));
    let mut type_move = |text: &str| {
        window.key(Modifiers::COMMAND, Key::L);
        window.control("Enter move").type_text(text);
        window.frames();
        window.press(Key::Enter);
        let refused = window.shows("Enter move");
        if refused {
            assert!(window.shows("is not a point on the board") || window.shows("is not a move"), "{text}");
            window.press(Key::Escape);
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
    window.press(Key::ArrowLeft);
    assert!(window.shows("Position after move 1 (Black)."));
    window.press(Key::Home);
    window.press(Key::End);
    assert!(!window.app().controller().is_looking_back());
    window.click("Move 1, White: d6");
    window.click("Continue here");
    assert_eq!(window.ply(), 1);
}

#[test]
fn a_hint_is_found_shown_and_put_away() {
    let mut window = Window::open(&settings(COMPUTER));
    window.press(Key::H);
    window.until("a hint", |window| window.app().controller().hint().is_some());
    assert!(window.shows("Hint: "), "the status line says what to do");
    window.press(Key::Escape);
    assert!(window.app().controller().hint().is_none());
    let mut people = Window::open(&settings(PEOPLE));
    people.press(Key::H);
    assert!(people.shows("Hints are only available against the computer."));
}

#[test]
fn the_computer_answers_and_escape_makes_it_move() {
    let mut window =
        Window::open_on(folder_with(&settings(COMPUTER)), FirstMove { waits: true, ..FirstMove::default() }, USUAL);
    window.point(Point::D6);
    window.point(Point::A1);
    assert_eq!(window.ply(), 1);
    assert!(window.shows("It is not your turn."));
    window.until_shows("thinking");
    window.press(Key::Escape);
    window.until("the answer", |window| window.ply() == 2);
    assert!(window.shows("Robo played ") || window.shows("Your move."));
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
    // The computer in these tests thinks the person is better, so it accepts a draw.
    let mut window = Window::open(&settings(COMPUTER));
    window.click("Draw");
    window.until("the answer", |window| window.outcome().is_some());
    assert!(window.shows("Robo accepts the draw (evaluation +0.25)."));
}

#[test]
fn resigning_asks_first() {
    let mut window = Window::open(&settings(PEOPLE));
    window.play_all("d6");
    window.click("Resign");
    assert!(window.shows("Anna will win the game."));
    window.press(Key::Escape);
    assert_eq!(window.outcome(), None);
    window.click("Resign");
    window.click_last("Resign");
    assert_eq!(window.outcome(), Some(Outcome::Win { winner: Color::White, reason: WinReason::Resignation }));
    window.click("Undo");
    assert_eq!((window.outcome(), window.ply()), (None, 1));
    window.click("Log");
    assert!(window.shows("The end of the game is undone. Play on.") && !window.shows("0 plies"));
}

#[test]
fn the_moves_stay_in_sight_when_a_finished_game_is_analysed() {
    let mut window = Window::open_position("a1,d1,g4,f6/b2,d2,a7 w 0 0");
    window.play_all("g4-g1xb2");
    assert!(window.shows("Move 1, White: g4-g1xb2"));
    window.press(Key::A);
    assert!(window.shows("White wins. ") && window.shows("Move 1, White: g4-g1xb2"));
    assert_eq!(window.count("New game"), 1);
    window.press(Key::ArrowLeft);
    assert!(!window.shows("White wins. ") && window.shows("Move 1, White: g4-g1xb2"));
}

#[test]
fn a_game_is_saved_and_opened_again() {
    let mut window = Window::open(&settings(PEOPLE));
    window.play_all("d6 f4 d2");
    window.key(Modifiers::COMMAND, Key::S);
    window.click("Save");
    window.until("the file", |window| {
        let controller = window.app().controller();
        !controller.is_unsaved() && controller.path().is_some()
    });
    assert!(window.shows("Saved: "));
    let saved = window.path().join("saves").join("Anna-Bert.pgn");
    assert!(fs::read_to_string(&saved).unwrap().contains("1. d6 f4 2. d2"));
    window.new_game();
    assert_eq!(window.ply(), 0, "a saved game is left without a question");
    window.key(Modifiers::COMMAND, Key::O);
    assert!(window.shows("Anna-Bert.pgn"));
    window.click("Open");
    window.until("the game", |window| window.ply() == 3);
}

#[test]
fn an_unsaved_game_is_not_left_without_a_question() {
    let mut window = Window::open(&settings(PEOPLE));
    window.play_all("d6 f4");
    window.new_game();
    assert!(window.shows("It has unsaved moves."));
    window.click("Cancel");
    assert_eq!(window.ply(), 2);
    // The sheet is still there.
    window.press(Key::Enter);
    // Enter saves first.
    window.press(Key::Enter);
    window.click("Save");
    window.until("a new game", |window| window.ply() == 0);
    assert!(window.path().join("saves").join("Anna-Bert.pgn").exists());
    window.play_all("a1");
    window.new_game();
    window.click("Don’t save");
    assert_eq!(window.ply(), 0);
}

#[test]
fn a_game_is_saved_and_left_while_stones_move() {
    let mut window = Window::open(&settings(PEOPLE).replace("\"motion\": \"off\"", "\"motion\": \"on\""));
    assert!(window.app().settings().moves());
    window.play_all("d6 f4");
    window.new_game();
    window.click("Save");
    window.click("Save");
    window.until("a new game", |window| window.ply() == 0);
}

#[test]
fn a_killed_game_is_offered_again() {
    let folder = folder_with(&settings(PEOPLE));
    let mut window = Window::open_on(folder.clone(), FirstMove::default(), USUAL);
    window.play_all("d6 f4 d2");
    drop(window);
    let mut window = Window::open_on(folder.clone(), FirstMove::default(), USUAL);
    assert!(window.shows("Anna against Bert, 2 moves."));
    window.press(Key::Escape);
    assert!(!window.shows("Anna against Bert, 2 moves.") && window.ply() == 0);
    drop(window);
    let mut window = Window::open_on(folder.clone(), FirstMove::default(), USUAL);
    assert!(window.shows("Anna against Bert, 2 moves."), "without an answer it is asked again the next time");
    window.click("Resume");
    assert_eq!(window.ply(), 3);
    drop(window);
    let mut window = Window::open_on(folder, FirstMove::default(), USUAL);
    window.click("Discard");
    assert_eq!(window.ply(), 0);
}

#[test]
fn the_language_changes_while_the_game_runs() {
    let mut window = Window::open(&settings(PEOPLE));
    window.play_all("d6");
    assert!(window.shows("Anna played d6") || window.shows("Bert to move."));
    window.click("Settings");
    window.click("Language");
    window.click("Deutsch");
    assert!(window.shows("Bert ist am Zug."));
    assert!(window.shows("d6, weiß"));
    window.press(Key::Escape);
    window.click("Protokoll");
    assert!(window.shows("Anna zieht d6"), "the past is translated too");
}

#[test]
fn the_players_dialog_starts_a_game_with_what_it_says() {
    let mut window = Window::open(&settings(PEOPLE));
    window.press(Key::F2);
    window.write("Name White", &"ü".repeat(10_000));
    window.click_last("Computer");
    window.click("Start game");
    let controller = window.app().controller();
    assert_eq!(controller.seat(Color::White).name.chars().count(), 40, "names are cut to a length a card holds");
    assert!(matches!(&controller.seat(Color::Black).kind, PlayerKind::Computer(_)));
    window.point(Point::D6);
    window.until("the answer", |window| window.ply() == 2);
}

#[test]
fn broken_settings_are_reported_in_one_sentence() {
    let mut window = Window::open("{\"scale\": ");
    let words = ["Could not read settings.json", "settings.json konnte nicht gelesen werden"];
    assert!(words.iter().any(|words| window.shows(words)), "in the system's language");
    assert_eq!(fs::read_to_string(window.path().join("settings.json.bak")).unwrap(), "{\"scale\": ");
    window.point(Point::D6);
    assert_eq!(window.ply(), 1, "and the game goes on");
}

#[test]
fn a_file_that_is_not_a_game_does_not_open() {
    let folder = folder_with(&settings(PEOPLE));
    let picture = folder.path().join("picture.pgn");
    fs::write(&picture, [0x89, b'P', b'N', b'G', 0, 255]).unwrap();
    let mut window = Window::open_on(folder, FirstMove::default(), USUAL);
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
    window.until_shows("picture.pgn is not a saved game");
    assert_eq!(window.ply(), 1);
}

#[test]
fn a_failed_save_is_reported_and_the_game_continues() {
    let folder = folder_with(&settings(PEOPLE));
    // A file where the folder should be: nothing can be written there, not even by root.
    fs::write(folder.path().join("saves"), "no folder").unwrap();
    let mut window = Window::open_on(folder, FirstMove::default(), USUAL);
    window.play_all("d6");
    window.key(Modifiers::COMMAND, Key::S);
    window.click("Save");
    window.until_shows("Could not save");
    assert!(window.app().controller().is_unsaved());
    window.play_all("f4");
}

#[test]
fn a_heuristic_that_vanished_is_replaced_and_named() {
    let seats = r#""seats": [{"name": "Anna", "kind": "human"},
        {"name": "Robo", "kind": {"computer": {"heuristic": "Mine", "limit": {"depth": 1}, "endgame": 0}}}]"#;
    let folder = folder_with(&settings(seats));
    let file = folder.path().join("heuristics").join("Mine.xml");
    fs::create_dir(folder.path().join("heuristics")).unwrap();
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/heuristics/Small.xml"), &file).unwrap();
    let replaced = "Heuristic Mine is not available (it does not exist)";
    let mut window = Window::start(folder.clone(), USUAL, |_| {});
    for _ in 0..2 {
        window.point(Point::D6);
        window.until("the answer", |window| window.ply() == 2);
        assert!(!window.shows(replaced), "what was loaded is still there");
        window.new_game();
        window.click("Don’t save");
        let _ = fs::remove_file(&file);
    }
    drop(window);
    let mut window = Window::start(folder, USUAL, |_| {});
    window.point(Point::D6);
    window.until("the answer", |window| window.ply() == 2);
    window.until_shows(replaced);
}

#[test]
fn names_of_any_length_are_cut_to_what_a_card_holds() {
    let long = "ü".repeat(10_000);
    let mut window = Window::open(&settings(&PEOPLE.replace("Anna", &long)));
    assert_eq!(window.app().controller().seat(Color::White).name.chars().count(), 40);
    let file = window.path().join("long.pgn");
    fs::write(&file, game_text([&long, "Bert"], "-/- w 9 9", "1. d6")).unwrap();
    window.key(Modifiers::COMMAND, Key::O);
    window.write("File", &file.display().to_string());
    window.click("Open");
    window.until("the game", |window| window.ply() == 1);
    assert_eq!(window.app().controller().seat(Color::White).name.chars().count(), 40);
}

/// Everything the Tab key reaches until it comes back to the start.
fn reached_by_tab(window: &mut Window) -> Vec<String> {
    let (mut names, mut seen) = (Vec::new(), Vec::new());
    for _ in 0..200 {
        window.press(Key::Tab);
        let focused = window.harness.get_all_by(|node| node.is_focused()).last();
        let Some(node) = focused.map(|node| node.accesskit_node()) else { continue };
        if seen.contains(&node.id()) {
            break;
        }
        seen.push(node.id());
        names.push(node.label().unwrap_or_default());
    }
    names
}

#[test]
fn everything_is_reached_by_the_keyboard() {
    let mut window = Window::open(&settings(PEOPLE));
    window.play_all("d6 f4 d2");
    let names = reached_by_tab(&mut window);
    let buttons = ["Game", "View", "Analysis", "Settings", "Help", "Undo", "Draw", "Resign", "Log"];
    let moves = ["Go to start", "Back one move", "Move 1, White: d6", "Move 1, Black: f4"];
    for name in buttons.into_iter().chain(moves) {
        assert!(names.iter().any(|reached| reached == name), "{name} is not among {names:?}");
    }
    let points = names.iter().filter(|name| name.contains(", free") || name.contains(", white")).count();
    assert_eq!(points, 1, "the board is one stop: {names:?}");
    // In a dialog, Tab stays inside it.
    window.press(Key::F2);
    let names = reached_by_tab(&mut window);
    for name in ["Name White", "Name Black", "Human", "Computer", "Network", "Cancel", "Start game", "Close"] {
        assert!(names.iter().any(|reached| reached == name), "{name} is not among {names:?}");
    }
    assert!(!names.iter().any(|name| name == "Undo"), "{names:?}");
}

#[test]
fn every_point_has_a_name_and_room_for_a_finger() {
    for size in [Vec2::new(640.0, 480.0), USUAL, Vec2::new(3840.0, 2160.0), Vec2::new(700.0, 1000.0)] {
        let window = Window::open_on(folder_with(&settings(PEOPLE)), FirstMove::default(), size);
        for point in Point::ALL {
            let rect = window.harness.get_by_label(&format!("{point}, free")).rect();
            assert!(rect.width() >= 44.0 && rect.height() >= 44.0, "{point} at {size:?}");
        }
    }
}

#[test]
fn a_mill_that_takes_no_stone_says_why() {
    let mut window = Window::open(&settings(PEOPLE));
    window.harness.state_mut().leave(Leaving::SetUp("a1,d1,f4/b2,d2,f2 w 0 0".parse().unwrap()));
    window.frames();
    window.play_all("f4-g1");
    assert!(window.shows("Anna closed a mill, but all enemy stones are in mills. None is captured."));
    window.play_all("b2-c3");
    assert!(!window.shows("None is captured."));
}

#[test]
fn a_stone_with_another_point_between_is_not_next_to_it() {
    let mut window = Window::open_position("a1,d1,g4,b2/d7,f6,e5,d5 w 0 0");
    window.point(Point::B2);
    window.point(Point::F2);
    assert!(window.shows("f2 is not next to b2."));
}

#[test]
fn the_end_by_resignation_after_undo_is_saved() {
    let mut window = Window::open(&settings(PEOPLE));
    window.play_all("d6 f4 d2");
    window.click("Undo");
    window.click("Resign");
    window.click_last("Resign");
    assert!(window.shows("Black wins"));
    window.key(Modifiers::COMMAND, Key::S);
    // The card of the result has such a button too.
    window.click_last("Save");
    window.until("the file", |window| !window.app().controller().is_unsaved());
    let saved = window.path().join("saves").join("Anna-Bert.pgn");
    window.until("its text", |_| fs::read_to_string(&saved).is_ok_and(|text| text.ends_with("1. d6 f4 0-1\n")));
}

#[test]
fn a_person_without_a_name_is_saved_as_the_window_says() {
    let unnamed = r#""seats": [{"name": "", "kind": "human"}, {"name": "Bert", "kind": "human"}]"#;
    let mut window = Window::open(&settings(unnamed));
    window.play_all("d6");
    assert!(window.shows("Player 1"));
    window.key(Modifiers::COMMAND, Key::S);
    window.click("Save");
    let saved = window.path().join("saves").join("Player-1-Bert.pgn");
    window.until("the file", |_| fs::read_to_string(&saved).is_ok_and(|text| text.contains("[White \"Player 1\"]")));
}

#[test]
fn a_person_alone_is_the_first_player_with_either_colour() {
    let person = r#"{"name": "", "kind": "human"}"#;
    let computer = r#"{"name": "", "kind": {"computer": {}}}"#;
    let named = |seats: [&str; 2]| {
        let window = Window::open(&settings(&format!("\"seats\": [{}]", seats.join(", "))));
        ["Player 1, Human", "Player 2, Human"].map(|name| window.shows(name))
    };
    assert_eq!(named([person, computer]), [true, false]);
    assert_eq!(named([computer, person]), [true, false]);
    assert_eq!(named([person, person]), [true, true]);
}

#[test]
fn the_graph_is_there_again_after_a_restart() {
    let folder = folder_with(&settings(COMPUTER));
    let mut window = Window::open_on(folder.clone(), FirstMove::default(), USUAL);
    window.point(Point::D6);
    window.until("the answer", |window| window.ply() == 2);
    let judged = |window: &Window| {
        let controller = window.app().controller();
        controller.judgement(controller.game().current())
    };
    let before = judged(&window);
    assert!(before.is_some());
    drop(window);
    let mut window = Window::open_on(folder, FirstMove::default(), USUAL);
    window.click("Resume");
    assert_eq!(judged(&window), before);
}

#[test]
fn the_status_line_repeats_the_last_move_of_the_game() {
    let mut window = Window::open(&settings(PEOPLE));
    window.play_all("d6 f4");
    assert!(window.shows("Bert played f4"));
    window.click("Undo");
    assert!(window.shows("Anna played d6") && !window.shows("Bert played f4"));
    window.click("Undo");
    assert!(!window.shows("Anna played d6"));
}
