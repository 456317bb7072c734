//! The page of finished games: list, filter, statistics, review, deleting, exporting.

use std::fs;
use std::sync::Arc;

use super::{COMPUTER, FirstMove, PEOPLE, USUAL, Window, folder_with, settings};
use crate::app::pages::Page;
use eframe::egui::{Key, Modifiers, Vec2};
use muehle_engine::archive::{Archive, ArchivedGame};
use muehle_engine::players::Level;
use muehle_engine::rules::Point;

/// An archived game of a person with White.
fn game(id: usize, date: &str, black: &str, result: &str, more: &str) -> String {
    let tags = format!("[Date \"{date}\"]\n[White \"?\"]\n[Black \"Computer\"]\n[WhitePlayer \"human\"]\n{more}");
    format!(
        "{tags}[BlackPlayer \"{black}\"]\n[ArchiveId \"{id}\"]\n[Result \"{result}\"]\n\n1. d6 f4 2. d2 b4 {result}\n"
    )
}

/// A folder with three games of two months.
pub fn archive_folder(settings: &str) -> Arc<tempfile::TempDir> {
    let folder = folder_with(settings);
    let saves = folder.path().join("saves");
    fs::create_dir(&saves).unwrap();
    let reviewed = "[WhiteAccuracy \"71\"]\n[WhiteMistakes \"missed-mill 2\"]\n[TurningPoint \"3\"]\n";
    let club = game(1, "2026.10.17", "computer:level=club", "0-1", reviewed);
    let child = game(2, "2026.11.02", "computer:level=child", "1-0", "");
    let bert = game(3, "2026.11.03", "network", "1/2-1/2", "").replace("Computer", "Bert");
    fs::write(saves.join("games-2026-10.pgn"), club).unwrap();
    fs::write(saves.join("games-2026-11.pgn"), [child, bert].join("\n")).unwrap();
    folder
}

fn open() -> Window {
    let mut window = Window::start(archive_folder(&settings(PEOPLE)), USUAL, |options| {
        options.mind = Some(Box::new(FirstMove::default()));
    });
    window.go(Page::Games);
    window.until_shows("3 Nov 2026");
    window
}

const CLUB: &str = "17 Oct 2026, Club, level 4, White, Lost, 4 plies, accuracy 71 %";
const CHILD: &str = "2 Nov 2026, Child, level 1, White, Won, 4 plies";
const BERT: &str = "3 Nov 2026, Bert, network, White, Drawn, 4 plies";

impl Window {
    fn archived(&self) -> Vec<ArchivedGame> {
        Archive::new(self.path().join("saves")).read().games
    }

    /// The listed games from top to bottom.
    fn listed(&self) -> Vec<&'static str> {
        let mut rows: Vec<_> = [CLUB, CHILD, BERT].into_iter().filter(|row| self.count(row) == 1).collect();
        rows.sort_by(|a, b| self.control(a).rect().top().total_cmp(&self.control(b).rect().top()));
        rows
    }
}

#[test]
fn a_game_that_ends_is_on_the_page() {
    let folder = folder_with(&settings(COMPUTER));
    let mut window = Window::start(folder, USUAL, |options| options.mind = Some(Box::new(FirstMove::default())));
    window.go(Page::Games);
    window.until_shows("No finished games yet.");
    window.press(Key::Escape);
    window.point(Point::D6);
    window.until("the answer", |window| window.ply() == 2);
    window.choose("Game", "Resign");
    window.click_last("Resign");
    window.until("the game is kept", |window| window.app().controller().is_archived());
    window.go(Page::Games);
    window.until_shows("Lost against Robo");
    assert!(window.shows("Robo, Club, level 4, White, Lost, 2 plies"));
    assert!(window.shows("Club: 0 won, 0 drawn, 1 lost") && window.shows("as White: 0 won, 0 drawn, 1 lost"));
    // Where nothing is kept, nothing comes.
    window.choose("Settings", "Keep finished games");
    window.new_game();
    window.point(Point::D6);
    window.until("the answer", |window| window.ply() == 2);
    window.choose("Game", "Resign");
    window.click_last("Resign");
    window.frames();
    window.new_game();
    assert_eq!((window.ply(), window.archived().len()), (0, 1), "and nobody asks");
}

#[test]
fn games_are_sorted_filtered_and_searched() {
    let mut window = open();
    assert_eq!(window.listed(), [BERT, CHILD, CLUB], "the newest first");
    window.click("Date");
    assert_eq!(window.listed(), [CLUB, CHILD, BERT]);
    window.click("Opponent");
    assert_eq!(window.listed(), [CHILD, CLUB, BERT]);
    window.click("Result");
    assert_eq!(window.listed(), [CHILD, BERT, CLUB]);
    window.click("Accuracy");
    assert_eq!(window.listed()[0], CLUB);
    window.click("Lost");
    assert_eq!(window.listed(), [CLUB]);
    assert!(window.shows("1 of 3 games."));
    window.click("All");
    window.click("Filter by opponent");
    window.click("Network");
    assert_eq!(window.listed(), [BERT]);
    window.click("Filter by opponent");
    window.click("All opponents");
    window.click("Filter by colour");
    window.click("Black");
    assert!(window.shows("No game matches this selection."));
    window.click("Filter by colour");
    window.click("Both colours");
    window.write("Moves, level or date", "nov b4");
    assert_eq!(window.listed().len(), 2);
    window.write("Moves, level or date", "club");
    assert_eq!(window.listed(), [CLUB]);
}

#[test]
fn statistics_are_shown_in_words_too() {
    let window = open();
    assert!(window.shows("Club: 0 won, 0 drawn, 1 lost") && window.shows("Child: 1 won, 0 drawn, 0 lost"));
    assert!(window.shows("as White: 1 won, 1 drawn, 1 lost"));
    assert!(window.shows("Most frequent mistake, mill missed, 2×"));
    assert!(window.shows("Rating, –, after 5 games against levels"));
    assert!(window.shows("Accuracy: 71 % on average lately, from 17 Oct 2026 to 17 Oct 2026"));
    assert_eq!(Level::Club.elo(), 1245);
}

#[test]
fn the_chosen_game_is_looked_through_and_reviewed() {
    let mut window = open();
    window.click(CLUB);
    assert!(window.shows("Lost against Club, 17 Oct 2026") && window.shows("Move 2 of 2"));
    assert!(window.shows("White: You, 71 %") && window.shows("Turning point: move 2, d2"));
    window.harness.ctx.memory_mut(|memory| memory.stop_text_input());
    window.press(Key::ArrowUp);
    assert!(window.shows("Won against Child"));
    window.press(Key::ArrowLeft);
    window.press(Key::ArrowLeft);
    assert!(window.shows("Move 1 of 2") && window.shows("Chosen game: d6/f4 w 8 8"));
    window.press(Key::Enter);
    window.until("the review", |window| window.app().page() == Page::Play && window.app().review.is_open());
    assert!(!window.shows("Use these players?"), "nobody wants to play it on");
    window.until("the review is in the archive", |window| {
        window.archived().iter().any(|game| game.place.id == "2" && game.tags.get("WhiteMistakes").is_some())
    });
    window.until("nothing is unsaved", |window| !window.app().controller().is_unsaved());
    window.new_game();
    assert!(!window.shows("It has unsaved moves."));
}

#[test]
fn a_game_is_played_on_from_the_page() {
    let mut window = open();
    window.click(CHILD);
    window.click("Back one move");
    window.click("Back one move");
    window.click_button("Play from here");
    window.until("the game goes on", |window| window.app().page() == Page::Play && window.ply() == 2);
    window.point(Point::G7);
    window.until("the computer's answer", |window| window.ply() == 4);
    assert_eq!(window.archived().len(), 3, "it is a side line");
}

#[test]
fn deleting_asks_first_and_is_final() {
    let mut window = open();
    window.click(CHILD);
    window.click_button("Delete");
    assert!(window.shows("Won against Child, 2 Nov 2026. The game will be gone for good."));
    window.press(Key::Enter);
    assert_eq!(window.archived().len(), 3, "Enter deletes nothing");
    window.click_button("Delete");
    window.click_last("Delete");
    window.until("it is gone", |window| window.listed() == [BERT, CLUB]);
    assert_eq!(window.archived().len(), 2);
}

#[test]
fn a_damaged_month_is_named_and_hides_nothing_else() {
    let folder = archive_folder(&settings(PEOPLE));
    let file = folder.path().join("saves").join("games-2026-11.pgn");
    let damaged = fs::read_to_string(&file).unwrap().replacen("2. d2", "2. d6", 1);
    fs::write(&file, &damaged).unwrap();
    let mut window = Window::start(folder, USUAL, |_| {});
    window.go(Page::Games);
    window.until_shows("games-2026-11.pgn, game 1: Move 2 (White) is wrong");
    assert!(window.shows(CLUB) && window.shows(BERT), "the others are listed");
    window.click(BERT);
    window.click_button("Delete");
    window.click_last("Delete");
    window.until_shows("games-2026-11.pgn is damaged and is left as it is: game 1:");
    assert_eq!(fs::read_to_string(&file).unwrap(), damaged);
}

#[test]
fn games_are_exported() {
    let mut window = open();
    let saves = window.path().join("saves");
    window.click("Lost");
    window.click("Export…");
    window.write("File", saves.join("lost.pgn").to_str().unwrap());
    window.click("Save");
    window.until_shows("1 game exported");
    assert!(fs::read_to_string(saves.join("lost.pgn")).unwrap().contains("computer:level=club"));
    window.click("All");
    window.click("Export…");
    window.write("File", saves.join("games-2026-11.pgn").to_str().unwrap());
    window.click("Save");
    window.click("Save");
    window.until_shows("games-2026-11.pgn is one of the files of your games; choose another file");
    assert_eq!(window.archived().len(), 3);
    // The export is a file like any other.
    window.click("Files");
    window.until_shows("lost.pgn");
    assert!(!window.shows("games-2026-10.pgn"), "the archive has a list of its own");
}

#[test]
fn the_page_fits_small_windows_and_thousands_of_games() {
    let folder = folder_with(&settings(PEOPLE));
    let saves = folder.path().join("saves");
    fs::create_dir(&saves).unwrap();
    let games: Vec<String> = (0..3000)
        .map(|id| game(id, &format!("2026.11.{:02}", 1 + id / 120), "computer:level=club", "1-0", ""))
        .collect();
    fs::write(saves.join("games-2026-11.pgn"), games.join("\n")).unwrap();
    let mut window = Window::start(folder, Vec2::new(640.0, 480.0), |_| {});
    window.key(Modifiers::COMMAND, Key::Num3);
    let row = "25 Nov 2026, Club, level 4, White, Won, 4 plies";
    window.until_shows(row);
    assert!(window.shows("3,000 games."));
    assert!((1..40).contains(&window.count(row)), "only rows in sight are drawn: {}", window.count(row));
}

#[test]
fn the_buttons_of_the_chosen_game_stay_in_sight() {
    for height in [640.0, 720.0, 800.0] {
        let folder = archive_folder(&settings(PEOPLE));
        let mut window = Window::start(folder, Vec2::new(1280.0, height), |_| {});
        window.go(Page::Games);
        window.until_shows("3 Nov 2026");
        let delete = window.control("Delete").rect();
        let status = window.control("Log").rect();
        assert!(delete.bottom() <= status.top(), "{height}: {delete:?} and the status line {status:?}");
    }
}
