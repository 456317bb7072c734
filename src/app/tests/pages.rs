//! The pages: the rail, its keys, what goes on behind a page, and menus.

use std::fs;

use super::{COMPUTER, FirstMove, PEOPLE, USUAL, Window, folder_with, settings};
use crate::app::dialogs::{Dialog, Question};
use crate::app::laboratory::Tab;
use crate::app::pages::Page;
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use muehle_engine::rules::Point;

impl Window {
    /// The page that the rail shows as the current one.
    fn current_in_rail(&self) -> Vec<String> {
        let tabs = self.harness.query_all_by(|node| node.role() == Role::Tab);
        let current = tabs.filter(|tab| tab.accesskit_node().is_selected() == Some(true));
        current.filter_map(|tab| tab.accesskit_node().label()).collect()
    }
}

#[test]
fn the_rail_and_its_keys_lead_to_every_page_and_esc_leads_back() {
    let mut window = Window::open_in("english", "light", PEOPLE);
    let names = ["Play", "Puzzles", "Games", "Lessons", "Laboratory"];
    for (page, name) in Page::ALL.into_iter().zip(names) {
        window.click(name);
        assert_eq!((window.app().page(), window.current_in_rail()), (page, vec![name.to_owned()]));
        window.press(Key::Escape);
        assert_eq!(window.app().page(), Page::Play, "Esc on {name}");
    }
    let keys = [Key::Num5, Key::Num4, Key::Num3, Key::Num2];
    for (key, page) in keys.into_iter().zip([Page::Laboratory, Page::Lessons, Page::Games, Page::Puzzles]) {
        window.key(Modifiers::COMMAND, key);
        assert_eq!(window.app().page(), page);
    }
    window.key(Modifiers::COMMAND, Key::Num1);
    assert_eq!(window.app().page(), Page::Play);
    window.point(Point::D6);
    assert_eq!(window.ply(), 1, "the board is back");
}

#[test]
fn in_a_narrow_window_the_pages_are_a_menu() {
    let folder = folder_with(&settings(PEOPLE));
    let mut window = Window::start(folder, Vec2::new(640.0, 480.0), |_| {});
    assert!(window.current_in_rail().is_empty());
    window.choose("Pages", "Laboratory");
    assert_eq!(window.app().page(), Page::Laboratory);
    window.click("Pages");
    window.click("Play");
    assert_eq!(window.app().page(), Page::Play);
}

#[test]
fn the_game_goes_on_behind_a_page() {
    let folder = folder_with(&settings(COMPUTER));
    let mut window = Window::start(folder, USUAL, |options| options.mind = Some(Box::new(FirstMove::default())));
    window.point(Point::D6);
    window.go(Page::Laboratory);
    window.until("the computer's move", |window| window.ply() == 2);
    assert_eq!(window.app().page(), Page::Laboratory, "nobody is interrupted");
    assert!(window.shows("Your game: d6/"), "the small board follows");
    // The keys of the board do nothing where it is not shown.
    window.press(Key::H);
    window.key(Modifiers::COMMAND, Key::Z);
    assert!(window.ply() == 2 && window.app().controller().hint().is_none());
    window.click("To the game");
    assert_eq!(window.app().page(), Page::Play);
}

#[test]
fn pages_keep_their_state_and_esc_first_leaves_a_field() {
    let mut window = Window::open_in("english", "light", PEOPLE);
    window.go_to_tab(Tab::Tournament);
    window.write("Player 2", "mcts:time=77");
    window.press(Key::Escape);
    assert_eq!(window.app().page(), Page::Laboratory, "Esc left the field");
    window.press(Key::Escape);
    assert_eq!(window.app().page(), Page::Play);
    window.go(Page::Laboratory);
    let value = window.harness.get_by_label("Player 2").accesskit_node().value();
    assert_eq!(value.as_deref(), Some("mcts:time=77"));
}

#[test]
fn saved_games_are_listed_found_and_opened() {
    let folder = folder_with(&settings(PEOPLE));
    let saves = folder.path().join("saves");
    fs::create_dir(&saves).unwrap();
    for (name, moves) in [("Anna-Bert", "1. d6 f4 2. d2"), ("Clara-Robo", "1. a1")] {
        fs::write(saves.join(format!("{name}.pgn")), format!("[White \"{name}\"]\n\n{moves} *\n")).unwrap();
    }
    let mut window = Window::start(folder, USUAL, |options| options.mind = Some(Box::new(FirstMove::default())));
    window.go(Page::Games);
    window.click("Files");
    window.until_shows("Clara-Robo.pgn");
    window.write("Search names, date or result", "anna");
    assert!(!window.shows("Clara-Robo.pgn"));
    window.press(Key::Enter);
    window.until("the game is open", |window| window.app().controller().path().is_some());
    assert_eq!((window.ply(), window.app().page()), (3, Page::Play));
    // An unsaved game is not lost by opening another one.
    window.play_all("b4");
    window.go(Page::Games);
    window.write("Search names, date or result", "clara");
    window.click("Open");
    window.until_shows("It has unsaved moves.");
    window.click("Don’t save");
    window.until("the other game", |window| window.ply() == 1);
}

#[test]
fn the_games_of_a_file_stay_on_their_page() {
    let folder = folder_with(&settings(PEOPLE));
    let club = "[White \"Anna\"]\n\n1. d6 *\n\n[White \"Bert\"]\n\n1. f4 d2 *\n";
    let file = folder.path().join("club.pgn");
    fs::write(&file, club).unwrap();
    let mut window = Window::start(folder, USUAL, move |options| {
        options.file = Some(file);
        options.mind = Some(Box::new(FirstMove::default()));
    });
    window.until_shows("2 of 2 games in club.pgn");
    assert_eq!(window.app().page(), Page::Games);
    window.press(Key::Enter);
    window.until("the first game", |window| window.ply() == 1);
    window.play_all("a1");
    window.go(Page::Games);
    window.press(Key::ArrowDown);
    window.press(Key::Enter);
    // The game that was played meanwhile is not lost.
    window.until_shows("It has unsaved moves.");
    window.click("Don’t save");
    window.until("the second game", |window| window.last_move().as_deref() == Some("d2"));
}

#[test]
fn work_in_the_background_shows_in_the_rail_and_in_the_status_line() {
    let mut window = Window::open_in("english", "light", PEOPLE);
    assert!(!window.shows("Tournament: "));
    window.go_to_tab(Tab::Tournament);
    window.click("Remove player 3");
    window.click("Remove player 2");
    window.click("Start");
    window.press(Key::Escape);
    window.until_shows("Tournament: 1 of 20 games");
    window.go_to_tab(Tab::Solve);
    window.press(Key::Escape);
    window.click_beginning("Tournament: ");
    assert!(window.shows("Running: "), "the way back leads to the right tab");
    window.click("Stop");
    window.until_shows(" games played");
    assert!(!window.shows("Tournament: "), "what has ended is not shown");
}

#[test]
fn the_game_is_beside_every_page_or_below_it() {
    let pages = [
        ("Open file…", Page::Games, None),
        ("Start tour", Page::Lessons, None),
        ("Games per pair", Page::Laboratory, Some(Tab::Tournament)),
        ("Verify all", Page::Laboratory, Some(Tab::Solve)),
    ];
    for (width, height) in [(1280.0, 860.0), (1099.0, 800.0), (640.0, 480.0)] {
        let mut window = Window::start(folder_with(&settings(PEOPLE)), Vec2::new(width, height), |_| {});
        for (content, page, tab) in pages {
            match tab {
                Some(tab) => window.go_to_tab(tab),
                None => window.go(page),
            }
            if tab == Some(Tab::Solve) {
                // Until the tables are surveyed the page still moves.
                window.until_shows("Up to 10 stones: ");
            }
            window.harness.get_by_label("To the game").scroll_to_me();
            window.frames();
            let link = window.harness.get_by_label("To the game").rect();
            assert!(link.bottom() < height && link.right() <= width, "{content} at {width}: {link}");
            let panel = link.left() > width - 352.0;
            assert_eq!(panel, width >= 1100.0, "{content} at {width}: {link}");
            let other = window.beginning(content).rect();
            assert!(!other.intersects(link), "{content} at {width}");
            window.click("To the game");
            assert_eq!(window.app().page(), Page::Play);
        }
    }
}

#[test]
fn no_menu_stays_open_behind_a_dialog_opened_with_the_keyboard() {
    let mut window = Window::open_in("english", "light", PEOPLE);
    window.click("Settings");
    window.harness.get_by_label("Rules…").focus();
    window.frames();
    window.press(Key::Enter);
    assert!(window.shows("Use these rules") || window.shows("Cancel"), "the dialog is open");
    assert!(!window.shows("Create heuristic…"), "and the menu is closed");
}

#[test]
fn menu_rows_have_one_height_and_their_keys_end_at_the_same_place() {
    for size in [USUAL, Vec2::new(640.0, 480.0)] {
        let mut window = Window::start(folder_with(&settings(PEOPLE)), size, |_| {});
        window.click("Game");
        let rows: Vec<_> = ["New game", "Save as…", "Export", "Print", "Quit"]
            .into_iter()
            .map(|name| window.beginning(name).rect())
            .collect();
        for row in &rows[1..] {
            assert!((row.height() - rows[0].height()).abs() < 1.0, "{rows:?}");
            assert!((row.right() - rows[0].right()).abs() < 1.0, "{rows:?}");
        }
        let quit = rows[rows.len() - 1];
        assert!(quit.bottom() <= size.y, "Quit is inside the window: {quit:?}");
        window.press(Key::Escape);
        window.click("Analysis");
        let last = window.beginning("Set up position…").rect();
        assert!(last.bottom() <= size.y, "so is the end of the longest menu: {last:?}");
    }
}

#[test]
fn no_menu_stays_open_behind_a_question_that_nobody_asked_for() {
    let mut window = Window::open_in("english", "light", PEOPLE);
    window.click("Game");
    assert!(window.shows("Recent games"));
    // As when a partner offers a draw.
    window.harness.state_mut().dialog = Some(Dialog::Question(Question::Draw));
    window.frames();
    assert!(window.shows("Accept") && !window.shows("Recent games"));
}
