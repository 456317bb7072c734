//! Why a position has its value: what each group of features contributes, or the tree of a shallow search.

mod features;
mod tree;

use eframe::egui::{Align2, Id, Rect, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};

use crate::app::View;
use crate::app::board::Diagram;
use crate::app::dialogs::paragraph;
use crate::app::fonts::Weight;
use crate::app::widgets::{combo, segments, stepper, text_in, text_width};
use crate::controller::explainer::{Question, Reasons};
use muehle_engine::search::Tree;

use tree::TreeList;

/// What the dialog shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The features.
    Features,
    /// The search.
    Tree,
}

/// The size of the dialog.
pub const WHY_SIZE: Vec2 = vec2(760.0, 560.0);
/// The side of the small board, where there is room for it.
const BOARD: f32 = 248.0;
/// From this width on there is.
const WIDE: f32 = 640.0;
/// How deep the search is at first.
const FIRST_DEPTH: u32 = 2;

/// The dialog's state.
pub struct WhyDialog {
    shows: Why,
    question: Question,
    board: Diagram,
    list: TreeList,
}

impl WhyDialog {
    /// About the shown position, by the heuristic of the analysis.
    pub fn new(shows: Why, view: &View) -> WhyDialog {
        let position = *view.controller.position();
        let heuristic = view.settings.study.analysis.heuristic.clone();
        let rules = *view.controller.game().rules();
        let mut board = Diagram::new(position);
        board.flipped = view.settings.flipped;
        let question = Question { position, rules, heuristic, depth: FIRST_DEPTH };
        WhyDialog { shows, question, board, list: TreeList::default() }
    }

    /// What has to be found out.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// Draws the choices, and what was found out.
    pub fn ui(&mut self, ui: &mut Ui, body: Rect, view: &View) {
        let texts = view.texts.study;
        let wide = body.width() >= WIDE;
        let head = body.with_max_y(body.top() + 36.0);
        self.choices_ui(ui, head, view);
        let mut rest = body.with_min_y(head.bottom() + 14.0);
        if wide {
            let plate = Rect::from_min_size(rest.right_top() - vec2(BOARD, 0.0), Vec2::splat(BOARD));
            rest.max.x = plate.left() - 24.0;
            self.board_ui(ui, plate, view);
            let below = Rect::from_min_max(plate.left_bottom() + vec2(0.0, 12.0), pos2(plate.right(), body.bottom()));
            let words = if self.shows == Why::Features { texts.why_features_note() } else { texts.why_tree_note() };
            paragraph(ui, below, words, 12.5, view.palette.muted);
        }
        match view.study.explainer.found() {
            None => {
                paragraph(ui, rest, texts.searching(), 14.0, view.palette.muted);
            }
            Some(Err(error)) => {
                let reason = texts.analysis_failed(view.texts.heuristic_error(error));
                paragraph(ui, rest, &reason, 14.0, view.palette.danger);
            }
            Some(Ok(Reasons { explanation, tree })) => match (self.shows, tree) {
                (Why::Features, _) => features::features_ui(ui, rest, &self.question, explanation, view),
                (Why::Tree, Some(tree)) => self.list.ui(ui, rest, tree, view),
                (Why::Tree, None) => {}
            },
        }
    }

    fn choices_ui(&mut self, ui: &mut Ui, head: Rect, view: &View) {
        let texts = view.texts.study;
        let tabs = [texts.why_features(), texts.why_tree()];
        let width = tabs.iter().map(|word| text_width(ui, word, Weight::Medium, 13.5) + 28.0).fold(0.0, f32::max);
        let place = head.with_min_x(head.right() - f32::min(2.0 * width, 0.5 * head.width()));
        let chosen = usize::from(self.shows == Why::Tree);
        if let Some(chosen) = segments(ui, place, "why", &tabs, chosen, true) {
            self.shows = if chosen == 0 { Why::Features } else { Why::Tree };
        }
        let mut free = head.with_max_x(place.left() - 12.0);
        let name = texts.option_heuristic();
        let names = view.workshop.names.heuristics.iter().map(|name| (name.clone(), name.clone()));
        let entries: Vec<_> = names.collect();
        let list = free.with_max_x(free.left() + f32::min(190.0, 0.52 * free.width()));
        if let Some(heuristic) = combo(ui, list, name, &self.question.heuristic, &entries, true) {
            self.question.heuristic = heuristic;
        }
        if self.shows == Why::Tree {
            free.min.x = list.right() + 12.0;
            let label = texts.why_depth();
            let width = text_width(ui, label, Weight::Regular, 14.0);
            // Where there is little room the number is enough.
            if free.width() > width + 124.0 {
                text_in(ui.painter(), free, Align2::LEFT_CENTER, label, Weight::Regular, 14.0, view.palette.text);
                free.min.x += width + 8.0;
            }
            let field = free.with_max_x(f32::min(free.left() + 112.0, free.right()));
            let (depth, most) = (self.question.depth as u16, Tree::MAX_DEPTH as u16);
            if let Some(depth) = stepper(ui, field, "why depth", label, depth, (1..=most, 1), true) {
                self.question.depth = depth.into();
            }
        }
    }

    /// The position, or the one that is chosen in the tree.
    fn board_ui(&mut self, ui: &mut Ui, plate: Rect, view: &View) {
        let node = match (self.shows, view.study.explainer.found()) {
            (Why::Tree, Some(Ok(Reasons { tree: Some(tree), .. }))) => self.list.chosen(tree),
            _ => None,
        };
        (self.board.position, self.board.last) = match node {
            Some(node) => (node.position, node.mv),
            None => (self.question.position, None),
        };
        self.board.paint(ui.painter(), plate, view.board);
        let response = ui.interact(plate, Id::unique("why board"), Sense::hover());
        let label = format!("{}: {}", view.texts.study.why_board(), self.board.position);
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &label));
    }
}
