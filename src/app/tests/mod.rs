//! A window on a folder of its own, driven as a person drives it: by the names of what is on the screen, the mouse and
//! the keyboard. Each test file uses the part it needs and may add to it.

mod files;
mod laboratory;
mod learning;
mod network;
mod pictures;
mod play;
mod study;
mod tour;

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::app::{App, Options, Settings, icon, lean, suggested_path};
use crate::controller::Controller;
pub use crate::controller::testing::FirstMove;
use crate::controller::training::Training;
use eframe::egui::{self, Key, Modifiers, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use muehle_engine::files::DataFolders;
use muehle_engine::game::Outcome;
use muehle_engine::rules::{Action, Move, Point, Position};

/// Long enough for anything on this computer; reaching it is a failure, not a measurement.
pub const FOREVER: Duration = Duration::from_secs(120);

/// The size the window has at first.
pub const USUAL: Vec2 = Vec2::new(1280.0, 860.0);

/// Two people at the board.
pub const PEOPLE: &str = r#""seats": [{"name": "Anna", "kind": "human"}, {"name": "Bert", "kind": "human"}]"#;
/// A person against the computer.
pub const COMPUTER: &str =
    r#""seats": [{"name": "Anna", "kind": "human"}, {"name": "Robo", "kind": {"computer": {}}}]"#;

/// English settings in the light theme, stones that jump, and these seats.
pub fn settings(seats: &str) -> String {
    settings_in("english", "light", seats)
}

/// Settings in a language and a theme, stones that jump, and these seats.
pub fn settings_in(language: &str, theme: &str, seats: &str) -> String {
    format!(r#"{{"language": "{language}", "theme": "{theme}", "motion": "off", {seats}}}"#)
}

/// A game between two people from a position, as a file holds it.
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

    /// Whether the chosen one has told the values of the shown position.
    pub fn knows_shown_values(&self, ctx: &egui::Context) -> bool {
        self.study.shown_moves(&self.view(ctx)).is_some()
    }
}

/// A window on a folder of its own.
pub struct Window {
    /// What drives it.
    pub harness: Harness<'static, App>,
    /// Its data.
    pub folder: Arc<tempfile::TempDir>,
}

impl Window {
    /// Opens a window on a folder, with options that depend on nothing outside, further changed by `change`.
    pub fn start(folder: Arc<tempfile::TempDir>, size: Vec2, change: impl FnOnce(&mut Options) + 'static) -> Window {
        let folders = DataFolders::below(folder.path());
        let harness = Harness::builder().with_size(size).build_eframe(move |creation| {
            let mut options = Options { native_dialogs: false, seed: Some(1), ..Options::new(folders) };
            change(&mut options);
            // Tests draw without a graphics processor too.
            lean::install(&creation.egui_ctx);
            App::new(&creation.egui_ctx, options)
        });
        let mut window = Window { harness, folder };
        window.until("the journals are read", |window| !window.app().controller().is_searching());
        window
    }

    /// Opens a window on a game that a file in its folder holds.
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

    /// A few frames, as many as it takes for a click to have all its consequences.
    pub fn frames(&mut self) {
        self.harness.run_steps(4);
    }

    /// Frames until something is true that other threads work on.
    #[track_caller]
    pub fn until(&mut self, what: &str, wanted: impl Fn(&Window) -> bool) {
        let begun = Instant::now();
        while !wanted(self) {
            assert!(begun.elapsed() < FOREVER, "waited in vain for {what}");
            std::thread::sleep(Duration::from_millis(2));
            self.harness.step();
        }
        self.frames();
    }

    /// Frames until these words are on the screen.
    #[track_caller]
    pub fn until_shows(&mut self, words: &str) {
        self.until(words, |window| window.shows(words));
    }

    /// Whether something on the screen has a name with these words in it.
    pub fn shows(&self, words: &str) -> bool {
        self.harness.query_all_by_label_contains(words).next().is_some()
    }

    /// Clicks what has exactly this name.
    #[track_caller]
    pub fn click(&mut self, name: &str) {
        self.harness.get_by_label(name).click();
        self.frames();
    }

    /// Clicks the last thing of this name: what is on top of everything else.
    #[track_caller]
    pub fn click_last(&mut self, name: &str) {
        self.harness.get_all_by_label(name).last().expect("it is there").click();
        self.frames();
    }

    /// Clicks the first thing whose name begins so. The names of menu entries end with their shortcut.
    #[track_caller]
    pub fn click_beginning(&mut self, name: &str) {
        let begins =
            |node: &egui_kittest::Node| node.accesskit_node().label().is_some_and(|label| label.starts_with(name));
        self.harness.get_all_by_label_contains(name).find(begins).expect("it is there").scroll_to_me();
        self.frames();
        self.harness.get_all_by_label_contains(name).find(begins).expect("it is there").click();
        self.frames();
    }

    /// Chooses an entry of a menu.
    #[track_caller]
    pub fn choose(&mut self, menu: &str, entry: &str) {
        self.click(menu);
        self.click_beginning(entry);
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

    /// The middle of a point of the board, whatever stands there.
    pub fn place_of(&self, point: Point) -> egui::Pos2 {
        let name = format!("{point}, ");
        let begins =
            |node: &egui_kittest::Node| node.accesskit_node().label().is_some_and(|label| label.starts_with(&name));
        self.harness.get_all_by_label_contains(&name).find(begins).expect("24 points").rect().center()
    }

    /// Clicks a point of the board.
    pub fn point(&mut self, point: Point) {
        let pos = self.place_of(point);
        self.harness.hover_at(pos);
        for pressed in [true, false] {
            let (button, modifiers) = (egui::PointerButton::Primary, Modifiers::NONE);
            self.harness.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
        }
        self.frames();
    }

    /// Takes a stone up and moves it over another point, without letting go.
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

    /// How many plies were played.
    pub fn ply(&self) -> usize {
        self.app().controller().game().ply()
    }

    /// How the game ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.app().controller().outcome()
    }

    /// Saves what is on the screen, for people to look at, where MUEHLE_PICTURES says. False if the software renderer
    /// gave up, as it does after some seconds on a busy machine; this window then draws no more.
    pub fn picture(&mut self, name: &str) -> bool {
        let Some(folder) = std::env::var_os("MUEHLE_PICTURES").filter(|folder| !folder.is_empty()) else { return true };
        if self.harness.ctx.content_rect().width() > 2000.0 {
            // The layout is what is looked at, and drawing so much takes long.
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
