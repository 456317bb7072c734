//! Studying in the window: values, bar, lines, variations, set-up positions, printing.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use muehle::app::{App, Options};
use muehle::controller::{Mind, MindError, Progress, Task, Thought};
use muehle::files::DataFolders;
use muehle::rules::Position;

/// People play; nobody thinks for them.
struct Nobody;

impl Mind for Nobody {
    fn think(&mut self, _: &Task, _: &AtomicBool, _: &mut dyn FnMut(Progress)) -> Result<Thought, MindError> {
        Err(MindError::NoMove)
    }
}

struct Window {
    harness: Harness<'static, App>,
    folder: tempfile::TempDir,
}

impl Window {
    /// A game between people.
    fn open(language: &str, position: &str, moves: &str) -> Window {
        let folder = tempfile::tempdir().unwrap();
        let people = r#""seats": [{"name": "Änne", "kind": "human"}, {"name": "Bert", "kind": "human"}]"#;
        let settings = format!(r#"{{"language": "{language}", "theme": "light", "motion": "off", {people}}}"#);
        fs::write(folder.path().join("settings.json"), settings).unwrap();
        let file = folder.path().join("game.pgn");
        let text = format!("[White \"Änne\"]\n[Black \"Bert\"]\n[SetUp \"1\"]\n[FEN \"{position}\"]\n\n{moves} *\n");
        fs::write(&file, text).unwrap();
        let folders = DataFolders::below(folder.path());
        let harness = Harness::builder().with_size(Vec2::new(1280.0, 860.0)).build_eframe(move |creation| {
            let mind: Option<Box<dyn Mind>> = Some(Box::new(Nobody));
            let options =
                Options { file: Some(file), mind, native_dialogs: false, seed: Some(1), ..Options::new(folders) };
            App::new(&creation.egui_ctx, options)
        });
        let mut window = Window { harness, folder };
        window.until("the game is open", |window| window.app().controller().path().is_some());
        window
    }

    fn app(&self) -> &App {
        self.harness.state()
    }

    fn frames(&mut self) {
        self.harness.run_steps(4);
    }

    fn until(&mut self, what: &str, wanted: impl Fn(&Window) -> bool) {
        let begun = Instant::now();
        while !wanted(self) {
            assert!(begun.elapsed() < Duration::from_secs(120), "waited in vain: {what}");
            std::thread::sleep(Duration::from_millis(2));
            self.harness.step();
        }
        self.frames();
    }

    fn click(&mut self, name: &str) {
        self.harness.get_by_label(name).click();
        self.frames();
    }

    /// Clicks the first thing whose name begins so.
    fn click_beginning(&mut self, name: &str) {
        self.harness.get_all_by_label_contains(name).next().expect("it is there").click();
        self.frames();
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

    fn shows(&self, words: &str) -> bool {
        self.harness.query_all_by_label_contains(words).next().is_some()
    }

    fn key(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.frames();
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
    let mut window = Window::open("english", SLIDING, "");
    assert!(!window.shows("Depth "));
    window.key(Modifiers::NONE, Key::A);
    window.until("a depth", |window| window.shows("Depth "));
    assert!(window.shows("All moves"));
    window.click("Stop");
    assert!(window.shows("Go on"));
    window.key(Modifiers::NONE, Key::A);
    assert!(!window.shows("Depth "));
}

#[test]
fn exact_values_come_from_the_tables_in_both_languages() {
    for (language, exact, win) in
        [("english", "exact · endgame table", "W "), ("german", "exakt · Endspieltabelle", "G ")]
    {
        let mut window = Window::open(language, SOLVED, "");
        window.key(Modifiers::NONE, Key::A);
        window.until("the tables", |window| window.shows(exact));
        assert!(window.shows(win));
    }
}

#[test]
fn values_appear_on_the_board_and_are_remembered() {
    let mut window = Window::open("english", SOLVED, "");
    assert!(!window.app().settings().study.values);
    window.key(Modifiers::NONE, Key::W);
    assert!(window.app().settings().study.values);
    let position: Position = SOLVED.parse().unwrap();
    window.until("values", |window| window.app().knows_values_of(&position));
    window.key(Modifiers::NONE, Key::W);
    assert!(!window.app().settings().study.values);
}

#[test]
fn the_bar_values_the_plies_of_the_game() {
    let mut window = Window::open("english", "-/- w 9 9", "1. d6 f4 2. d2 b4");
    window.key(Modifiers::NONE, Key::E);
    assert!(window.app().settings().study.bar);
    window.until("a value of the start", |window| window.app().knows_value_of(&Position::START));
    window.key(Modifiers::NONE, Key::Home);
    assert_eq!(window.position(), "-/- w 9 9");
}

#[test]
fn a_position_is_set_up_by_clicks_and_played() {
    let mut window = Window::open("english", "-/- w 9 9", "");
    window.click("Analysis");
    window.click("Set up a position …");
    assert!(window.shows("A game can go on from here."));
    window.click("Set up a position a1: –");
    assert!(window.shows("White has 10 stones, but nine are all there are."));
    window.click("Clear");
    assert!(window.shows("White has only 0 stones: the game would be over."));
    for point in ["a7", "d7", "g4"] {
        window.click(&format!("Set up a position {point}: –"));
    }
    for point in ["b6", "f6", "d2"] {
        window.click(&format!("Set up a position {point}: –"));
        window.click(&format!("Set up a position {point}: White"));
    }
    assert!(window.shows("A game can go on from here."));
    window.click("Play from here");
    window.until("the position", |window| window.position() == SOLVED.parse::<Position>().unwrap().to_string());
}

#[test]
fn nonsense_in_the_text_field_is_told_and_changes_nothing() {
    let mut window = Window::open("german", SOLVED, "");
    window.click("Analyse");
    window.click("Stellung aufbauen …");
    let field = window.harness.get_by_label("Stellung als Text");
    field.focus();
    window.frames();
    window.key(Modifiers::COMMAND, Key::A);
    window.harness.event(eframe::egui::Event::Paste("h9,x/ß q 99".to_owned()));
    window.frames();
    window.click("Übernehmen");
    assert!(!window.shows("Von dieser Stellung kann gespielt werden."));
    window.click("Abbrechen");
    assert_eq!(window.position(), SOLVED.parse::<Position>().unwrap().to_string());
}

#[test]
fn a_side_line_keeps_the_moves_it_replaces() {
    let mut window = Window::open("english", "-/- w 9 9", "1. d6 f4 2. d2 b4");
    window.key(Modifiers::NONE, Key::Home);
    window.key(Modifiers::NONE, Key::ArrowRight);
    window.click("Analysis");
    window.click("Variation from here");
    assert_eq!(window.app().controller().game().ply(), 1);
    window.click_beginning("a1, ");
    assert_eq!(window.app().controller().game().last_move().unwrap().to_string(), "a1");
    let tree = window.app().controller().game().tree();
    let parent = tree.node(window.app().controller().game().current()).parent.unwrap();
    assert_eq!(tree.node(parent).children.len(), 2);
    assert!(!tree.is_on_main_line(window.app().controller().game().current()));
    window.click("Analysis");
    window.click("Make it the main line");
    let game = window.app().controller().game();
    assert!(game.tree().is_on_main_line(game.current()));
    window.click("Analysis");
    window.click("Delete from here");
    assert_eq!(window.app().controller().game().ply(), 1);
}

#[test]
fn games_are_exported_beside_the_saved_ones_and_a_broken_folder_is_told() {
    let mut window = Window::open("english", "-/- w 9 9", "1. d6 f4");
    for (name, ending) in [("Sheet as PDF", "pdf"), ("Board as SVG", "svg"), ("Board as PNG", "png")] {
        window.export(name);
        window.until(name, |window| window.files(ending).len() == 1);
    }
    window.until("the message", |window| window.shows("Exported to"));
    // A file where the folder should be: nothing can be written there, not even by root.
    fs::remove_dir_all(window.folder.path().join("saves")).unwrap();
    fs::write(window.folder.path().join("saves"), "no folder").unwrap();
    window.export("Board as SVG");
    window.until("a reason", |window| window.shows("is not possible"));
}

#[test]
fn printing_says_where_the_sheet_is() {
    let mut window = Window::open("english", "-/- w 9 9", "1. d6 f4");
    window.key(Modifiers::COMMAND, Key::P);
    window.until("the sheet", |window| window.shows(".pdf"));
    assert!(window.shows("Exported to"));
}
