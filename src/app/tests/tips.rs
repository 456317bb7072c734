//! Every button says in a tooltip what it does. The walk leads through all screens and dialogs.

use std::fs;

use super::{COMPUTER, FirstMove, PEOPLE, USUAL, Window, folder_with, game_text, settings_in};
use crate::app::actions::{Action, DialogKind, Leaving};
use crate::app::dialogs::{Dialog, Question};
use crate::app::laboratory::Tab;
use crate::app::pages::Page;
use crate::app::study::{Why, Wish};
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use muehle_engine::rules::{Move, Point};

/// Points of a board and moves are pressed too, but their names say everything.
fn is_place_or_move(name: &str) -> bool {
    let words = name.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    words.into_iter().any(|word| word.parse::<Point>().is_ok() || word.parse::<Move>().is_ok())
}

impl Window {
    /// The buttons on the screen that have no tooltip.
    fn bare_buttons(&self) -> Vec<String> {
        let buttons = self.harness.query_all_by(|node| node.role() == Role::Button);
        let bare = buttons.filter_map(|button| {
            let node = button.accesskit_node();
            let name = node.label().unwrap_or_default();
            let tip = node.description().or(node.data().tooltip().map(str::to_owned)).unwrap_or_default();
            (tip.is_empty() && !is_place_or_move(&name)).then_some(name)
        });
        bare.collect()
    }

    #[track_caller]
    fn check_tips(&mut self, screen: &str) {
        self.frames();
        let count = self.harness.query_all_by(|node| node.role() == Role::Button).count();
        assert!(count > 0, "{screen} has no buttons at all");
        assert_eq!(self.bare_buttons(), [""; 0], "without a tooltip: {screen}");
    }

    fn carry_out(&mut self, action: Action) {
        let ctx = self.harness.ctx.clone();
        self.harness.state_mut().carry_out(&ctx, action, 0.0);
    }
}

fn open(language: &str, size: Vec2, seats: &str) -> Window {
    let folder = folder_with(&settings_in(language, "light", seats));
    fs::create_dir_all(folder.path().join("saves")).unwrap();
    fs::write(folder.path().join("saves").join("one.pgn"), "1. d6 f4 1-0\n").unwrap();
    let archived = "[Date \"2026.11.17\"]\n[BlackPlayer \"computer:level=club\"]\n\n1. d6 f4 1-0\n";
    fs::write(folder.path().join("saves").join("games-2026-11.pgn"), archived).unwrap();
    Window::start(folder, size, |options| options.mind = Some(Box::new(FirstMove::default())))
}

#[test]
fn every_button_of_the_pages_has_a_tooltip() {
    for size in [USUAL, Vec2::new(640.0, 480.0)] {
        let mut window = open("english", size, COMPUTER);
        window.check_tips("the first start");
        window.press(Key::O);
        window.until_shows("An exact draw");
        window.check_tips("the openings");
        window.press(Key::O);
        window.point(Point::D6);
        window.until("the answer", |window| window.ply() == 2);
        window.press(Key::ArrowLeft);
        window.check_tips("an earlier position");
        window.press(Key::C);
        window.check_tips("a comment");
        window.press(Key::Escape);
        window.press(Key::End);
        window.press(Key::A);
        window.until("the analysis", |window| window.shows("Line 1: "));
        window.click_beginning("Line 1: ");
        window.check_tips("the analysis");
        window.press(Key::W);
        window.check_tips("values on the board");
        window.carry_out(Action::ToggleLog);
        window.check_tips("the log");
        window.key(Modifiers::COMMAND, Key::N);
        for opponent in ["Computer", "Friend here", "Network"] {
            window.click_beginning(opponent);
            window.check_tips(&format!("a new game: {opponent}"));
        }
        window.go(Page::Games);
        window.until_shows("17 Nov 2026");
        window.check_tips("the finished games");
        window.click("Files");
        for page in [Page::Puzzles, Page::Games, Page::Lessons] {
            window.go(page);
            window.check_tips("a page");
        }
        window.click("Start tour");
        window.check_tips("the tour");
        for tab in [Tab::Tournament, Tab::Learning, Tab::Solve] {
            window.go_to_tab(tab);
            window.check_tips("the laboratory");
        }
        window.click_beginning("Learning");
        window.click_beginning("N-tuples");
        window.check_tips("n-tuples");
        window.go(Page::Play);
        window.carry_out(Action::Do(crate::controller::Command::Resign));
        window.check_tips("the result");
    }
}

#[test]
fn every_button_of_the_dialogs_has_a_tooltip() {
    let kinds = [
        DialogKind::Players,
        DialogKind::Rules,
        DialogKind::CreateHeuristic,
        DialogKind::Looks,
        DialogKind::Why(Why::Features),
        DialogKind::Why(Why::Tree),
        DialogKind::TypeMove,
        DialogKind::Resign,
        DialogKind::Keys,
        DialogKind::HowToPlay,
        DialogKind::About,
    ];
    let mut window = open("german", USUAL, PEOPLE);
    for kind in kinds {
        window.carry_out(Action::Show(kind));
        window.check_tips(&format!("{kind:?}"));
    }
    window.carry_out(Action::Guide);
    window.check_tips("the guide");
    let questions = [
        Question::Unsaved(Leaving::Quit),
        Question::Recover,
        Question::Players,
        Question::Program("other".to_owned()),
        Question::Draw,
        Question::Rematch,
    ];
    for question in questions {
        let name = format!("{question:?}");
        window.harness.state_mut().dialog = Some(Dialog::Question(question));
        window.check_tips(&name);
    }
    window.press(Key::Escape);
    for (key, name) in [(Key::O, "open"), (Key::S, "save")] {
        window.key(Modifiers::COMMAND, key);
        window.check_tips(name);
        window.press(Key::Escape);
    }
    window.carry_out(Action::Study(Wish::SetUp));
    window.check_tips("a set-up position");
}

#[test]
fn every_button_of_a_list_of_games_has_a_tooltip() {
    let text = game_text(["A", "B"], "-/- w 9 9", "1. d6 f4").repeat(2);
    let folder = folder_with(&settings_in("english", "dark", PEOPLE));
    let file = folder.path().join("many.pgn");
    fs::write(&file, text).unwrap();
    let mut window = Window::start(folder, USUAL, |options| options.file = Some(file));
    window.until_shows("2 of 2 games");
    window.check_tips("a list of games");
}
