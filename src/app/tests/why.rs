//! Why a position has its value: the features and the search tree.

use super::{FirstMove, PEOPLE, USUAL, Window, folder_with, game_text, settings_in};
use crate::app::actions::{Action, DialogKind};
use crate::app::study::Why;
use eframe::egui::{Key, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};

/// A position with the features of the paper's example.
const EXAMPLE: &str = "g1,a4,d2,b2,c5,e3,d3,c3/a7,g7,d1,b6,d6,f6,b4,c4 w 0 0";

impl Window {
    fn open_at(size: Vec2, position: &str) -> Window {
        let folder = folder_with(&settings_in("english", "light", PEOPLE));
        Window::start_with_game(folder, size, &game_text(["Änne", "Bert"], position, ""), |options| {
            options.mind = Some(Box::new(FirstMove::default()));
        })
    }

    /// Asks why the position has its value, and Standard for its opinion.
    fn ask_standard(&mut self, why: Why) {
        let ctx = self.harness.ctx.clone();
        self.harness.state_mut().carry_out(&ctx, Action::Show(DialogKind::Why(why)), 0.0);
        self.frames();
        self.click("Heuristic");
        self.click_entry("Standard");
    }

    /// The names of the rows of the tree.
    fn tree_rows(&self) -> Vec<String> {
        let rows = self.harness.query_all_by_label_contains(", moves cut off: ");
        rows.filter_map(|row| row.accesskit_node().label()).collect()
    }
}

#[test]
fn the_papers_example_is_explained_by_features() {
    for size in [USUAL, Vec2::new(640.0, 480.0)] {
        let mut window = Window::open_at(size, EXAMPLE);
        window.ask_standard(Why::Features);
        window.until_shows("Standard without a search: −0.11");
        for row in [
            "White, stones: 8, +0.30",
            "Black, stones: 8, −0.30",
            "White, moves: 4 to 5, +0.15",
            "Black, moves: 6 to 7, −0.20",
            "White, closed mills: 1, +0.01",
            "Black, open mills: 1, −0.02",
            "potential moves, White − Black: −3 to −2, −0.04",
            "Sum −0.11",
        ] {
            assert!(window.shows(row), "{row}");
        }
        window.press(Key::Escape);
        assert!(!window.shows("Sum −0.11"));
    }
}

#[test]
fn values_are_as_white_sees_them_when_black_is_to_move() {
    let mut window = Window::open_at(USUAL, &EXAMPLE.replace(" w ", " b "));
    window.ask_standard(Why::Features);
    window.until_shows("Standard without a search: −0.11");
    assert!(window.shows("White, stones: 8, +0.30") && window.shows("Black, moves: 6 to 7, −0.20"));
    assert!(window.shows("potential moves, White − Black: −3 to −2, −0.04"));
}

#[test]
fn the_shape_network_is_named_where_it_decides() {
    let mut window = Window::open_at(USUAL, EXAMPLE);
    window.choose("Analysis", "Explain the evaluation");
    window.until_shows("Meister without a search: ");
    assert!(window.shows("Shape network") && window.shows("All features together"));
}

#[test]
fn the_evaluation_and_the_bar_lead_to_the_reasons() {
    let mut window = Window::open_at(USUAL, EXAMPLE);
    window.press(Key::E);
    window.until_shows("Evaluation bar: ");
    for name in ["Evaluation bar: ", "Evaluation "] {
        window.click_beginning(name);
        window.until_shows(" without a search: ");
        window.press(Key::Escape);
        assert!(!window.shows(" without a search: "));
    }
}

#[test]
fn the_tree_unfolds_and_folds() {
    for size in [USUAL, Vec2::new(640.0, 480.0)] {
        let mut window = Window::open_at(size, EXAMPLE);
        window.ask_standard(Why::Tree);
        window.until_shows("Depth 2 · ");
        window.until("the moves of the root", |window| window.tree_rows().len() > 4);
        let folded = window.tree_rows();
        assert!(folded[0].starts_with("Position: value ") && folded[0].contains("window −∞ … +∞"), "{folded:?}");
        let first = folded[1].split(':').next().unwrap().to_owned();
        window.click_beginning(&format!("{first}: value"));
        let unfolded = window.tree_rows();
        assert!(unfolded.len() > folded.len(), "{unfolded:?}");
        window.click_beginning(&format!("{first}: value"));
        assert_eq!(window.tree_rows(), folded);
        window.click("Depth +");
        window.until_shows("Depth 3 · ");
    }
}
