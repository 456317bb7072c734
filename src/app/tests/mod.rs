//! Tests of the window. They drive it as a person does: by the names of what is on the screen, the mouse and the keyboard.

mod access;
mod begun_moves;
mod clipboard;
mod files;
mod games;
mod guide;
mod laboratory;
mod learning;
mod looks;
mod network;
mod new_game;
mod openings;
mod pages;
mod pictures;
mod play;
mod puzzles;
mod review;
mod snapshots;
mod solving;
mod study;
mod tips;
mod tour;
mod why;

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::app::file_dialogs::suggested_path;
use crate::app::laboratory::Tab;
use crate::app::opening::icon;
use crate::app::pages::Page;
use crate::app::{App, Options, Settings, lean};
use crate::controller::Controller;
pub use crate::controller::testing::FirstMove;
use crate::controller::training::Training;
use eframe::egui::{self, Key, Modifiers, PointerButton, Vec2, accesskit};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use muehle_engine::files::DataFolders;
use muehle_engine::game::Outcome;
use muehle_engine::rules::{Action, Move, Point, Position};

/// Long enough for everything, even on a busy machine. Reaching it is a failure, not a measurement.
pub const FOREVER: Duration = Duration::from_secs(120);

/// The default size of the window.
pub const USUAL: Vec2 = Vec2::new(1280.0, 860.0);

/// Two people at the board.
pub const PEOPLE: &str = r#""seats": [{"name": "Anna", "kind": "human"}, {"name": "Bert", "kind": "human"}]"#;
/// A person against the computer.
pub const COMPUTER: &str =
    r#""seats": [{"name": "Anna", "kind": "human"}, {"name": "Robo", "kind": {"computer": {"level": "club"}}}]"#;

/// English settings in the light theme without animation, with these seats.
pub fn settings(seats: &str) -> String {
    settings_in("english", "light", seats)
}

/// Settings in a language and a theme without animation, with these seats.
pub fn settings_in(language: &str, theme: &str, seats: &str) -> String {
    format!(r#"{{"language": "{language}", "theme": "{theme}", "motion": "off", "reply_pause": 0, {seats}}}"#)
}

/// The file of a game between two people from a position.
pub fn game_text(names: [&str; 2], position: &str, moves: &str) -> String {
    let [white, black] = names;
    format!("[White \"{white}\"]\n[Black \"{black}\"]\n[SetUp \"1\"]\n[FEN \"{position}\"]\n\n{moves} *\n")
}

/// A new folder with a settings file.
pub fn folder_with(settings: &str) -> Arc<tempfile::TempDir> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("settings.json"), settings).unwrap();
    Arc::new(folder)
}

/// What tests see of the program behind the window.
impl App {
    /// The controller.
    pub fn controller(&self) -> &Controller {
        &self.controller
    }

    /// What is being trained.
    pub fn training(&self) -> &Training {
        &self.workshop.training
    }

    /// Games of the training that runs or ran last.
    pub fn trained_games(&self) -> u64 {
        self.workshop.training.run().and_then(|run| run.now.as_ref()).map_or(0, |now| now.games)
    }

    /// The page that is shown.
    pub fn page(&self) -> Page {
        self.pages.current
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whether the moves of a position have values.
    pub fn knows_values_of(&self, position: &Position) -> bool {
        self.study.analysis.assessment(position, self.controller.game().removal_rule()).is_some()
    }

    /// Whether a position has a value.
    pub fn knows_value_of(&self, position: &Position) -> bool {
        self.study.analysis.judgement(position, self.controller.game().removal_rule()).is_some()
    }

    /// Whether the shown position has values from whoever was chosen.
    pub fn knows_shown_values(&self, ctx: &egui::Context) -> bool {
        self.study.shown_moves(&self.view(ctx)).is_some()
    }
}

/// A window with its own data folder.
pub struct Window {
    /// Drives the window.
    pub harness: Harness<'static, App>,
    /// Its data.
    pub folder: Arc<tempfile::TempDir>,
}

impl Window {
    /// Opens a window on a folder. The options do not depend on the system; `change` changes them further.
    pub fn start(folder: Arc<tempfile::TempDir>, size: Vec2, change: impl FnOnce(&mut Options) + 'static) -> Window {
        let folders = DataFolders::below(folder.path());
        let harness = Harness::builder().with_size(size).build_eframe(move |creation| {
            let mut options = Options { native_dialogs: false, seed: Some(1), ..Options::new(folders) };
            change(&mut options);
            // Tests have no graphics processor.
            lean::install(&creation.egui_ctx);
            App::new(&creation.egui_ctx, options)
        });
        let mut window = Window { harness, folder };
        window.until("the journals are read", |window| !window.app().controller().is_searching());
        window
    }

    /// Opens a window of the usual size.
    pub fn open_in(language: &str, theme: &str, seats: &str) -> Window {
        Window::start(folder_with(&settings_in(language, theme, seats)), USUAL, |_| {})
    }

    /// Opens a window on a game, saved in its folder.
    pub fn start_with_game(
        folder: Arc<tempfile::TempDir>,
        size: Vec2,
        game: &str,
        change: impl FnOnce(&mut Options) + 'static,
    ) -> Window {
        let file = folder.path().join("game.pgn");
        fs::write(&file, game).unwrap();
        let mut window = Window::start(folder, size, move |options| {
            options.file = Some(file);
            change(options);
        });
        window.until("the game is open", |window| window.app().controller().path().is_some());
        window
    }

    /// The program behind the window.
    pub fn app(&self) -> &App {
        self.harness.state()
    }

    /// Where its data is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A few frames, enough for a click to take full effect.
    pub fn frames(&mut self) {
        self.harness.run_steps(4);
    }

    /// Draws frames until something is true that depends on other threads.
    #[track_caller]
    pub fn until(&mut self, what: &str, wanted: impl Fn(&Window) -> bool) {
        let begun = Instant::now();
        while !wanted(self) {
            assert!(begun.elapsed() < FOREVER, "{what} did not happen");
            std::thread::sleep(Duration::from_millis(2));
            self.harness.step();
        }
        self.frames();
    }

    /// Draws frames until these words are on the screen.
    #[track_caller]
    pub fn until_shows(&mut self, words: &str) {
        self.until(words, |window| window.shows(words));
    }

    /// Whether something on the screen has a name with these words in it. What is only heard does not count.
    pub fn shows(&self, words: &str) -> bool {
        let mut nodes = self.harness.query_all_by_label_contains(words);
        nodes.any(|node| node.accesskit_node().live() == accesskit::Live::Off)
    }

    /// How many things on the screen have exactly this name.
    pub fn count(&self, name: &str) -> usize {
        let nodes = self.harness.query_all_by_label(name);
        nodes.filter(|node| node.accesskit_node().live() == accesskit::Live::Off).count()
    }

    /// The number of a stepper or a slider.
    #[track_caller]
    pub fn number(&self, name: &str) -> f64 {
        let mut nodes = self.harness.query_all_by_label(name);
        nodes.find_map(|node| node.accesskit_node().numeric_value()).unwrap_or_else(|| panic!("{name} has no number"))
    }

    /// What has exactly this name, apart from dialogs and groups, which share theirs with what is in them.
    #[track_caller]
    pub fn control<'a>(&'a self, name: &'a str) -> egui_kittest::Node<'a> {
        use accesskit::Role;
        let around = [Role::Dialog, Role::Group, Role::RadioGroup, Role::Menu];
        let nodes = self.harness.query_all_by_label(name);
        let mut nodes: Vec<_> = nodes
            .filter(|node| {
                let node = node.accesskit_node();
                node.live() == accesskit::Live::Off && !around.contains(&node.role())
            })
            .collect();
        if nodes.len() > 1 {
            // What is in front counts.
            nodes.retain(|node| {
                let mut above = std::iter::successors(node.accesskit_node().parent(), |node| node.parent());
                above.any(|node| node.role() == Role::Dialog)
            });
        }
        assert!(nodes.len() < 2, "there are several of {name}");
        nodes.pop().unwrap_or_else(|| panic!("there is no {name}"))
    }

    /// Clicks what has exactly this name.
    #[track_caller]
    pub fn click(&mut self, name: &str) {
        self.control(name).click();
        self.frames();
    }

    /// Clicks the button with this name; other things may have it too.
    #[track_caller]
    pub fn click_button(&mut self, name: &str) {
        let is_button = |node: &egui_kittest::Node| node.accesskit_node().role() == egui::accesskit::Role::Button;
        self.harness.get_all_by_label(name).find(is_button).expect("the button").click();
        self.frames();
    }

    /// Clicks the last thing with this name, which is on top of everything else.
    #[track_caller]
    pub fn click_last(&mut self, name: &str) {
        self.harness.get_all_by_label(name).last().expect("it is there").click();
        self.frames();
    }

    /// Clicks an entry of an open list, scrolling to it; links in the text behind it may have the same name.
    #[track_caller]
    pub fn click_entry(&mut self, name: &str) {
        let is_entry = |node: &egui_kittest::Node| node.accesskit_node().role() != egui::accesskit::Role::Link;
        self.harness.get_all_by_label(name).rfind(is_entry).expect("the entry").scroll_to_me();
        self.frames();
        self.harness.get_all_by_label(name).rfind(is_entry).expect("the entry").click();
        self.frames();
    }

    /// Clicks the first thing whose name begins like this.
    #[track_caller]
    pub fn click_beginning(&mut self, name: &str) {
        self.beginning(name).scroll_to_me();
        self.frames();
        self.beginning(name).click();
        self.frames();
    }

    /// The first thing whose name begins like this.
    #[track_caller]
    pub fn beginning<'a>(&'a self, name: &'a str) -> egui_kittest::Node<'a> {
        let begins =
            |node: &egui_kittest::Node| node.accesskit_node().label().is_some_and(|label| label.starts_with(name));
        self.harness.get_all_by_label_contains(name).find(begins).unwrap_or_else(|| panic!("there is no {name}"))
    }

    /// Chooses an entry of a menu.
    #[track_caller]
    pub fn choose(&mut self, menu: &str, entry: &str) {
        self.click(menu);
        self.click_beginning(entry);
    }

    /// Shows a page with its keys.
    pub fn go(&mut self, page: Page) {
        self.key(Modifiers::COMMAND, page.key());
    }

    /// Shows a tab of the laboratory.
    #[track_caller]
    pub fn go_to_tab(&mut self, tab: Tab) {
        self.go(Page::Laboratory);
        let name = tab.name(self.app().texts());
        let is_tab = |node: &egui_kittest::Node| node.accesskit_node().role() == egui::accesskit::Role::RadioButton;
        self.harness.get_all_by_label(name).find(is_tab).expect("the tab").click();
        self.frames();
    }

    /// Asks for a new game and starts it with what the sheet says.
    pub fn new_game(&mut self) {
        self.key(Modifiers::COMMAND, Key::N);
        self.click_button("Play");
    }

    /// Replaces the text of a field.
    #[track_caller]
    pub fn write(&mut self, field: &str, text: &str) {
        self.control(field).focus();
        self.frames();
        self.key(Modifiers::COMMAND, Key::A);
        self.harness.event(egui::Event::Paste(text.to_owned()));
        self.frames();
    }

    /// Presses a key alone.
    pub fn press(&mut self, key: Key) {
        self.key(Modifiers::NONE, key);
    }

    /// Presses a key with others held down.
    pub fn key(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.frames();
    }

    /// The centre of a point on the board, occupied or not.
    pub fn place_of(&self, point: Point) -> egui::Pos2 {
        self.beginning(&format!("{point}, ")).rect().center()
    }

    /// Clicks a point on the board.
    pub fn point(&mut self, point: Point) {
        let pos = self.place_of(point);
        self.click_at(pos, PointerButton::Primary);
    }

    /// Clicks at a place.
    pub fn click_at(&mut self, pos: egui::Pos2, button: PointerButton) {
        self.harness.hover_at(pos);
        self.frames();
        for pressed in [true, false] {
            self.harness.event(egui::Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE });
        }
        self.frames();
    }

    /// Drags a stone to another point without dropping it.
    pub fn drag(&mut self, from: Point, to: Point) {
        let (from, to) = (self.place_of(from), self.place_of(to));
        self.harness.hover_at(from);
        self.frames();
        self.harness.drag_at(from);
        self.frames();
        for i in 1..=8 {
            self.harness.hover_at(from + (to - from) * (i as f32 / 8.0));
            self.frames();
        }
    }

    /// Plays a move by clicks.
    #[track_caller]
    pub fn play(&mut self, mv: Move) {
        if let Action::Shift { from, .. } = mv.action {
            self.point(from);
        }
        self.point(mv.action.target());
        if let Some(removed) = mv.removal {
            self.point(removed);
        }
        assert_eq!(self.app().controller().game().last_move(), Some(mv), "{mv} was not played");
    }

    /// Plays moves by clicks.
    #[track_caller]
    pub fn play_all(&mut self, moves: &str) {
        for mv in moves.split_whitespace() {
            self.play(mv.parse().unwrap());
        }
    }

    /// The number of plies played.
    pub fn ply(&self) -> usize {
        self.app().controller().game().ply()
    }

    /// The last move of the game.
    pub fn last_move(&self) -> Option<String> {
        self.app().controller().game().last_move().map(|mv| mv.to_string())
    }

    /// How the game ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.app().controller().outcome()
    }

    /// Saves a picture of the screen to the folder MUEHLE_PICTURES, if it is set. False if the software renderer gave up,
    /// as it does after some seconds on a busy machine; then this window can no longer draw.
    pub fn picture(&mut self, name: &str) -> bool {
        let Some(folder) = std::env::var_os("MUEHLE_PICTURES").filter(|folder| !folder.is_empty()) else { return true };
        if self.harness.ctx.content_rect().width() > 2000.0 {
            // Half the size still shows the layout and is drawn faster.
            self.harness.set_pixels_per_point(0.5);
            self.frames();
        }
        let Ok(image) = self.harness.render() else { return false };
        image.save(Path::new(&folder).join(format!("{name}.png"))).unwrap();
        true
    }
}

#[test]
fn suggested_paths_are_free_and_harmless() {
    let folders = DataFolders::below("data");
    let names = || ["../Clara".to_owned(), "x".repeat(100)];
    let first = suggested_path(&folders, names(), |_| false);
    assert_eq!(first.parent(), Some(folders.saves().as_path()), "a name leads nowhere else");
    let second = suggested_path(&folders, names(), |path| path == first);
    assert!(second != first && second.to_string_lossy().ends_with("-2.pgn"));
}

#[test]
fn the_icon_is_a_picture() {
    let icon = icon();
    assert_eq!((icon.width, icon.height), (64, 64));
    assert_eq!(icon.rgba.len(), (icon.width * icon.height * 4) as usize);
}
