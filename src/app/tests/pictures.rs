//! Every state and dialog of the window in many sizes, both themes and both languages: no text is cut off, and
//! everything that can be clicked lies inside the window. With MUEHLE_PICTURES=FOLDER each is saved as a picture:
//!
//!     MUEHLE_PICTURES=/tmp/pictures cargo test --bin muehle app::tests::pictures

use std::net::{IpAddr, Ipv4Addr};

use crate::app::laboratory::Tab;
use crate::app::pages::Page;

use super::{COMPUTER, FirstMove, PEOPLE, Window, folder_with, game_text, settings_in};
use eframe::egui::accesskit::Role;
use eframe::egui::epaint::Shape;
use eframe::egui::{Key, Modifiers, Rect, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use muehle_engine::puzzles::shipped;
use muehle_engine::rules::{Point, RemovalRule};

const COMPUTERS: &str = r#""seats": [{"name": "Multi", "kind": {"computer": {"level": "club"}}}, {"name": "Robo", "kind": {"computer": {"level": "club"}}}]"#;
/// A game with removals on both sides.
const GAME: &str = "1. f4 d1 2. g7 d2 3. d3 b2 4. f2 f6 5. g4 e4 6. g1xe4 e4 7. b4 d6 8. b6 a4 9. d5 a7 \
                    10. g7-d7 d1-a1xd7 11. g4-g7 a7-d7 12. f4-g4xd7 d6-d7 13. g1-d1 d7-a7xd1";
const START: &str = "-/- w 9 9";

/// One way to look at the window.
#[derive(Clone, Copy)]
struct Look {
    german: bool,
    size: Vec2,
}

impl Look {
    /// The word in the language of this look.
    fn word(self, german: &'static str, english: &'static str) -> &'static str {
        if self.german { german } else { english }
    }

    fn settings(self, seats: &str) -> String {
        let (language, theme) = if self.german { ("german", "dark") } else { ("english", "light") };
        settings_in(language, theme, seats)
    }

    fn open(self, seats: &str, position: &str, moves: &str) -> Window {
        self.open_with(seats, position, moves, FirstMove::default())
    }

    fn open_with(self, seats: &str, position: &str, moves: &str, mind: FirstMove) -> Window {
        let names = if seats == PEOPLE { ["Anna", "Bert"] } else { ["Clara", "Multi"] };
        let game = game_text(names, position, moves);
        let tags = "[WhiteSeconds \"252\"]\n[BlackSeconds \"303\"]\n";
        let player = if seats == PEOPLE { "" } else { "[BlackPlayer \"computer:heuristic=Multi,time=1000\"]\n" };
        let folder = folder_with(&self.settings(seats));
        let mut window = Window::start_with_game(folder, self.size, &format!("{tags}{player}{game}"), move |options| {
            options.mind = Some(Box::new(mind));
            options.listen_at = Some(IpAddr::V4(Ipv4Addr::LOCALHOST));
        });
        if !player.is_empty() {
            window.click(self.word("Einsetzen", "Use them"));
        }
        window
    }

    fn start(self, seats: &str, mind: FirstMove) -> Window {
        Window::start(folder_with(&self.settings(seats)), self.size, move |options| {
            options.mind = Some(Box::new(mind));
            options.listen_at = Some(IpAddr::V4(Ipv4Addr::LOCALHOST));
        })
    }
}

/// A state of the window: its name and how to reach it.
type State = (&'static str, fn(Look) -> Window);

/// All states of the window.
fn states() -> Vec<State> {
    vec![
        ("start", |look| look.start(COMPUTER, FirstMove::default())),
        ("selected", |look| {
            let mut window = look.open(PEOPLE, START, GAME);
            window.point(Point::D5);
            window
        }),
        ("removal", |look| {
            let mut window = look.open(PEOPLE, "a1,d1,f4/b2,d2,f2,d5 w 0 0", "");
            window.point(Point::F4);
            window.point(Point::G1);
            window
        }),
        ("refused", |look| {
            let mut window = look.open(PEOPLE, "a1,d1,f4/b2,d2,f2,d5 w 0 0", "");
            window.point(Point::F4);
            window.point(Point::G1);
            window.point(Point::D2);
            window
        }),
        ("dragged", |look| {
            let mut window = look.open(PEOPLE, START, GAME);
            window.drag(Point::D5, Point::E5);
            window
        }),
        ("focus", |look| {
            let mut window = look.open(PEOPLE, START, GAME);
            window.press(Key::Tab);
            window.press(Key::ArrowRight);
            window
        }),
        ("hint-placing", |look| {
            let mut window = look.open(COMPUTER, START, "1. f4 d1 2. g7 d2");
            window.press(Key::H);
            window.until("a hint", |window| window.app().controller().hint().is_some());
            window
        }),
        ("hint-sliding", |look| {
            let mut window = look.open(COMPUTER, START, GAME);
            window.press(Key::H);
            window.until("a hint", |window| window.app().controller().hint().is_some());
            window
        }),
        ("thinking", |look| {
            let moves = GAME.rsplit_once(' ').unwrap().0;
            let mut window = look.open_with(COMPUTER, START, moves, FirstMove { waits: true, ..FirstMove::default() });
            window.until_shows(look.word("denkt nach", "thinking"));
            window
        }),
        ("watching", |look| {
            let mut window = look.start(COMPUTERS, FirstMove { waits: true, ..FirstMove::default() });
            window.press(Key::P);
            window
        }),
        ("values-placing", |look| {
            let mut window = look.open(PEOPLE, START, "1. f4 d1 2. g7 d2 3. d3 b2");
            window.press(Key::W);
            known(&mut window);
            window
        }),
        ("values-sliding", |look| {
            let mut window = look.open(PEOPLE, "a7,d7,g4/b6,f6,d2 w 0 0", "");
            window.press(Key::W);
            window.press(Key::E);
            known(&mut window);
            window
        }),
        ("lines", |look| {
            let mut window = look.open(PEOPLE, "a7,d7,g4/b6,f6,d2 w 0 0", "");
            window.press(Key::A);
            known(&mut window);
            window
        }),
        ("all-moves", |look| {
            let mut window = look.open(PEOPLE, START, "1. f4 d1");
            window.press(Key::A);
            known(&mut window);
            if look.size.x > 700.0 {
                window.click(look.word("Alle Züge", "All moves"));
            }
            window
        }),
        ("report", |look| entry(look, "Analyse", "Analysis", "Ausführlicher Bericht", "Detailed report")),
        ("line-preview", |look| {
            let mut window = look.open(PEOPLE, "a7,d7,g4/b6,f6,d2 w 0 0", "");
            window.press(Key::A);
            known(&mut window);
            window.click_beginning(look.word("Linie 1: ", "Line 1: "));
            window
        }),
        ("comments", |look| {
            let moves =
                "{Ein langer Kommentar zum Anfang der Partie, der umbrochen wird} 1. f4 $1 d1 {gut} 2. g7 $4 d2";
            let mut window = look.open(PEOPLE, START, moves);
            window.press(Key::C);
            window
        }),
        ("drawing", |look| {
            let marks = "{[%csl Gd6,Ra7] [%cal Gf4g4,Rd1a1,Yd3c3,Bb2b4]}";
            look.open(PEOPLE, START, &format!("1. f4 d1 2. g7 d2 3. d3 b2 {marks}"))
        }),
        ("looks", |look| match cfg!(feature = "sound") {
            true => entry(look, "Einstellungen", "Settings", "Brett und Töne …", "Board and sound…"),
            false => entry(look, "Einstellungen", "Settings", "Brett und Steine …", "Board and stones…"),
        }),
        ("paper", |look| with_board(look, "\"board\": \"paper\", \"stones\": \"flat\"")),
        ("contrast", |look| with_board(look, "\"board\": \"contrast\", \"stones\": \"marked\"")),
        ("other-board", |look| {
            let board = look.word("\"board\": \"wood\"", "\"board\": \"slate\"");
            with_board(look, &format!("{board}, \"coordinates\": false"))
        }),
        ("open-preview", |look| {
            let folder = folder_with(&look.settings(PEOPLE));
            let saves = folder.path().join("saves");
            std::fs::create_dir_all(&saves).unwrap();
            let tags = "[Date \"2026.11.18\"]\n[Result \"1-0\"]\n";
            std::fs::write(saves.join("club.pgn"), tags.to_owned() + &game_text(["Anna", "Bert"], START, GAME))
                .unwrap();
            let mut window = Window::start(folder, look.size, |_| {});
            window.key(Modifiers::COMMAND, Key::O);
            if look.size.x > 500.0 {
                window.until_shows("Anna – Bert");
            }
            window
        }),
        ("looking-back", |look| {
            let mut window = look.open(PEOPLE, START, GAME);
            window.press(Key::ArrowLeft);
            window
        }),
        ("won", |look| {
            let mut window = look.open(PEOPLE, "b6,f6,d7/b4,c4,d2 w 0 0", "");
            window.play_all("d7-d6xd2");
            window
        }),
        ("blocked", |look| {
            let mut window = look.open(PEOPLE, "a4,g4,b6,f6,c5/a7,d7,g7,d6 w 0 0", "");
            window.play_all("c5-d5");
            window
        }),
        ("drawn", |look| {
            let mut window = look.open(PEOPLE, START, GAME);
            window.choose(look.word("Partie", "Game"), look.word("Remis anbieten", "Offer draw"));
            window.click(look.word("Annehmen", "Accept"));
            window
        }),
        ("log", |look| {
            let mut window = look.start(PEOPLE, FirstMove::default());
            window.play_all("d6 f4 d2 b4 a1");
            window.click(look.word("Protokoll", "Log"));
            window
        }),
        ("menu-game", |look| menu(look, "Partie", "Game")),
        ("menu-view", |look| menu(look, "Ansicht", "View")),
        ("menu-analysis", |look| menu(look, "Analyse", "Analysis")),
        ("menu-settings", |look| menu(look, "Einstellungen", "Settings")),
        ("players", |look| {
            let mut window = look.open(COMPUTER, START, GAME);
            window.press(Key::F2);
            window
        }),
        ("players-network", |look| {
            let mut window = look.open(COMPUTER, START, GAME);
            window.press(Key::F2);
            window.click_last(look.word("Netzwerk", "Network"));
            window
        }),
        ("players-learning", |look| {
            let mut window = look.open(COMPUTER, START, GAME);
            window.press(Key::F2);
            window.click_last(look.word("Lernender Computer", "Learning computer"));
            window
        }),
        ("players-tree", |look| {
            let mut window = look.open(COMPUTER, START, GAME);
            window.press(Key::F2);
            window.click_beginning(look.word("Spielstärke Schwarz", "Level Black"));
            window.click_beginning(look.word("Eigene Einstellungen", "Own settings"));
            window.click_beginning(look.word("Verfahren Schwarz", "Method Black"));
            window.click_beginning(look.word("Monte-Carlo-Baumsuche", "Monte Carlo tree search"));
            window
        }),
        ("create-heuristic", |look| {
            entry(look, "Einstellungen", "Settings", "Heuristik erstellen", "Create heuristic")
        }),
        ("learning", |look| tab(look, Tab::Learning)),
        ("tuples", |look| {
            let mut window = tab(look, Tab::Learning);
            window.click(look.word("N-Tupel", "N-tuples"));
            window
        }),
        ("opinions", |look| {
            let mut window = look.open(PEOPLE, START, "1. f4 d1");
            window.click(look.word("Analyse", "Analysis"));
            window.click_beginning(look.word("Werte von", "Values from"));
            window
        }),
        ("waiting-for-guest", |look| {
            let mut window = look.start(PEOPLE, FirstMove::default());
            window.press(Key::F2);
            window.click_last(look.word("Netzwerk", "Network"));
            window.click(look.word("Partie starten", "Start game"));
            window
        }),
        ("rules", |look| entry(look, "Einstellungen", "Settings", "Regeln …", "Rules…")),
        ("laboratory", |look| tab(look, Tab::Tournament)),
        ("solve", |look| {
            let mut window = tab(look, Tab::Solve);
            window.until_shows(look.word("Bis 8 Steine: fertig", "Up to 8 stones: done"));
            window
        }),
        ("games", |look| page(look, Page::Games)),
        ("archive", |look| {
            let folder = super::games::archive_folder(&look.settings(PEOPLE));
            let mut window = Window::start(folder, look.size, |_| {});
            window.go(Page::Games);
            window.until_shows(look.word("3. Nov. 2026", "3 Nov 2026"));
            window
        }),
        ("lessons", |look| page(look, Page::Lessons)),
        ("lesson", |look| {
            let mut window = page(look, Page::Lessons);
            window.click_beginning(look.word("Beginnen: Gute Punkte", "Start: Good points"));
            window
        }),
        ("puzzle", puzzle),
        ("puzzle-wrong", |look| {
            let mut window = puzzle(look);
            let first = &shipped::puzzles(RemovalRule::Never)[0];
            let wrong = first.steps[0].wrong[0].wrong;
            wrong.action.origin().into_iter().for_each(|from| window.point(from));
            window.point(wrong.action.target());
            window.until_shows(look.word("Lösung zeigen", "Show solution"));
            window
        }),
        ("puzzle-choice", |look| {
            let mut window = puzzle(look);
            if look.size.x < 820.0 || look.size.y < 620.0 {
                window.click(look.word("Auswahl", "Choose"));
            }
            window
        }),
        ("pages", |look| {
            let mut window = look.open(PEOPLE, START, GAME);
            if look.size.x < 820.0 || look.size.y < 620.0 {
                window.click(look.word("Seiten", "Pages"));
            }
            window
        }),
        ("tour", |look| entry(look, "Hilfe", "Help", "Einführung", "Tour")),
        ("set-up", |look| entry(look, "Analyse", "Analysis", "Stellung aufbauen", "Set up position")),
        ("how-to-play", |look| entry(look, "Hilfe", "Help", "Spielregeln", "How to play")),
        ("about", |look| entry(look, "Hilfe", "Help", "Über Mühle", "About")),
        ("keys", |look| key(look, Modifiers::NONE, Key::F1)),
        ("open", |look| key(look, Modifiers::COMMAND, Key::O)),
        ("save", |look| key(look, Modifiers::COMMAND, Key::S)),
        ("type-move", |look| key(look, Modifiers::COMMAND, Key::L)),
        ("unsaved", |look| {
            let mut window = key(look, Modifiers::COMMAND, Key::N);
            window.press(Key::Enter);
            window
        }),
        ("new-game", |look| key(look, Modifiers::COMMAND, Key::N)),
        ("new-game-network", |look| {
            let mut window = key(look, Modifiers::COMMAND, Key::N);
            window.click(look.word("Netzwerk", "Network"));
            window
        }),
        ("program", |look| {
            let engine = r#"{"computer": {"method": "engine", "program": "/no/such/program --with arguments"}}"#;
            let seats = format!(r#""seats": [{{"name": "", "kind": {engine}}}, {{"name": "", "kind": "human"}}]"#);
            look.start(&seats, FirstMove::default())
        }),
        ("resign", |look| entry(look, "Partie", "Game", "Aufgeben", "Resign")),
        ("draw-offer", |look| entry(look, "Partie", "Game", "Remis anbieten", "Offer draw")),
        ("recover", |look| {
            let mut window = look.start(PEOPLE, FirstMove::default());
            window.play_all("d6 f4 d2");
            let folder = window.folder.clone();
            drop(window);
            Window::start(folder, look.size, |options| options.mind = Some(Box::new(FirstMove::default())))
        }),
    ]
}

/// The first puzzle.
fn puzzle(look: Look) -> Window {
    let mut window = page(look, Page::Puzzles);
    window.until_shows(look.word("jedes Mal", "each time"));
    window
}

/// Waits for the values of the shown position.
fn known(window: &mut Window) {
    let position = *window.app().controller().position();
    window.until("values", |window| window.app().knows_values_of(&position));
}

/// A game between people, and another page over it.
fn page(look: Look, page: Page) -> Window {
    let mut window = look.open(PEOPLE, START, GAME);
    window.go(page);
    window
}

/// The same with a tab of the laboratory.
fn tab(look: Look, tab: Tab) -> Window {
    let mut window = look.open(PEOPLE, START, GAME);
    window.go_to_tab(tab);
    window
}

/// A game in sliding with other looks.
fn with_board(look: Look, setting: &str) -> Window {
    let settings = look.settings(&format!("{setting}, {PEOPLE}"));
    let game = game_text(["Anna", "Bert"], START, GAME);
    let mut window = Window::start_with_game(folder_with(&settings), look.size, &game, |_| {});
    window.point(Point::D5);
    window
}

/// A game with moves and a menu open.
fn menu(look: Look, german: &'static str, english: &'static str) -> Window {
    let mut window = look.open(COMPUTER, START, GAME);
    window.click(look.word(german, english));
    window
}

/// An unsaved game between people, after choosing a menu entry.
fn entry(
    look: Look,
    german: &'static str,
    english: &'static str,
    german_entry: &'static str,
    english_entry: &'static str,
) -> Window {
    let mut window = look.open(PEOPLE, START, GAME);
    window.choose(look.word(german, english), look.word(german_entry, english_entry));
    window
}

/// An unsaved game between people, after pressing a key.
fn key(look: Look, modifiers: Modifiers, key: Key) -> Window {
    let mut window = look.start(PEOPLE, FirstMove::default());
    window.play_all("d6 f4 d2");
    window.key(modifiers, key);
    window
}

/// All painted texts, whether they were cut off, and where they are.
fn texts(shape: &Shape, found: &mut Vec<(String, bool, Rect)>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| texts(shape, found)),
        Shape::Text(text) => {
            found.push((text.galley.text().to_owned(), text.galley.elided, text.visual_bounding_rect()));
        }
        _ => {}
    }
}

/// The faults of a window: texts that are cut off, buttons outside.
fn faults(window: &Window, size: Vec2) -> Vec<String> {
    let mut faults = Vec::new();
    let screen = Rect::from_min_size(Default::default(), size).expand(1.0);
    for clipped in &window.harness.output().shapes {
        let mut found = Vec::new();
        texts(&clipped.shape, &mut found);
        for (text, elided, rect) in found {
            // Paths and positions may be longer than any field.
            if text.contains(['/', '\\']) {
                continue;
            }
            if elided {
                faults.push(format!("cut off: {text}"));
            }
            // Text scrolled out vertically can be scrolled back; nothing scrolls sideways.
            let reach = clipped.clip_rect.intersect(screen).expand(2.0);
            if rect.intersects(reach) && (rect.left() < reach.left() || rect.right() > reach.right()) {
                faults.push(format!("clipped: {text}"));
            }
        }
    }
    for node in window.harness.get_all_by(|node| node.role() == Role::Button) {
        let place = node.rect();
        if place.left() < screen.left() || place.right() > screen.right() {
            faults.push(format!("outside: {:?}", node.accesskit_node().label()));
        }
    }
    faults
}

fn check_all(size: Vec2) {
    let mut all = Vec::new();
    let only = std::env::var("MUEHLE_STATE").ok();
    for german in [false, true] {
        for (name, state) in states() {
            if only.as_ref().is_some_and(|only| only != name) {
                continue;
            }
            let look = Look { german, size };
            let mut window = state(look);
            let theme = look.word("dark", "light");
            let picture = format!("{name}-{theme}-{}x{}", size.x, size.y);
            all.extend(faults(&window, size).into_iter().map(|fault| format!("{name}, {theme}: {fault}")));
            let tries = 5;
            for i in 0..tries {
                if window.picture(&picture) {
                    break;
                }
                assert!(i + 1 < tries, "{picture} cannot be drawn");
                window = state(look);
            }
        }
    }
    assert!(all.is_empty(), "at {} x {}:\n{}", size.x, size.y, all.join("\n"));
}

#[test]
fn nothing_is_cut_off_in_a_small_window() {
    check_all(Vec2::new(640.0, 480.0));
}

/// The smallest allowed window; a larger one with a large interface looks the same.
#[test]
fn nothing_is_cut_off_in_the_smallest_window() {
    check_all(Vec2::new(480.0, 360.0));
}

#[test]
fn nothing_is_cut_off_in_the_usual_window() {
    check_all(Vec2::new(1280.0, 860.0));
}

#[test]
fn nothing_is_cut_off_in_a_large_window() {
    check_all(Vec2::new(2560.0, 1440.0));
}

#[test]
fn nothing_is_cut_off_in_a_tall_window() {
    check_all(Vec2::new(700.0, 1000.0));
}
