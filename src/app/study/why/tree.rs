//! The tree of a shallow search as a list that unfolds: moves, windows, values and cut-offs, as White sees them.

use std::collections::HashSet;

use eframe::egui::{
    Align2, CornerRadius, CursorIcon, Id, Rect, Role, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};

use crate::app::View;
use crate::app::board::stones::{self, StoneLook};
use crate::app::fonts::Weight;
use crate::app::icons::{self, Icon};
use crate::app::widgets::{focus_ring, text_in};
use muehle_engine::rules::Color;
use muehle_engine::search::{Bound, Score, Tree, TreeNode};

/// The height of a row.
const ROW: f32 = 26.0;
/// How much further in the next level is.
const INDENT: f32 = 15.0;
/// Narrower lists leave out the window.
const WINDOW_FROM: f32 = 400.0;

/// Which rows are unfolded, and which one is chosen.
#[derive(Default)]
pub(super) struct TreeList {
    unfolded: HashSet<usize>,
    chosen: usize,
    /// The tree that the places belong to: its depth, its size and the value of its root.
    of: Option<(u32, usize, Score)>,
}

impl TreeList {
    /// The chosen position.
    pub(super) fn chosen<'t>(&self, tree: &'t Tree) -> Option<&'t TreeNode> {
        tree.nodes.get(self.chosen)
    }

    /// Folds everything but the root when another tree is shown.
    fn follow(&mut self, tree: &Tree) {
        let now = Some((tree.depth, tree.nodes.len(), tree.nodes[0].score));
        if self.of != now {
            *self = TreeList { unfolded: HashSet::from([0]), chosen: 0, of: now };
        }
    }

    /// The rows to draw, from the top.
    fn rows(&self, tree: &Tree) -> Vec<usize> {
        let mut rows = Vec::new();
        let mut waiting = vec![0];
        while let Some(place) = waiting.pop() {
            rows.push(place);
            if self.unfolded.contains(&place) {
                waiting.extend(tree.nodes[place].children.iter().rev());
            }
        }
        rows
    }

    /// Draws the list.
    pub(super) fn ui(&mut self, ui: &mut Ui, area: Rect, tree: &Tree, view: &View) {
        self.follow(tree);
        let (texts, palette) = (view.texts.study, view.palette);
        let painter = ui.painter().clone();
        let sum = texts.tree_sum(tree.depth, view.texts.language.grouped(tree.nodes.len() as u64));
        let head = area.with_max_y(area.top() + 20.0);
        text_in(&painter, head, Align2::LEFT_CENTER, &sum, Weight::Medium, 13.0, palette.text);
        let response = ui.interact(head, Id::unique("tree sum"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &sum));
        let well = area.with_min_y(head.bottom() + 6.0);
        painter.rect_filled(well, CornerRadius::same(10), palette.well);
        let inner = well.shrink2(vec2(10.0, 6.0));
        let titles = Columns::of(inner.with_max_y(inner.top() + 20.0).with_max_x(inner.right() - 10.0));
        for (place, align, words) in [
            (Some(titles.mv), Align2::LEFT_CENTER, texts.tree_move()),
            (titles.window, Align2::RIGHT_CENTER, texts.tree_window()),
            (Some(titles.value), Align2::RIGHT_CENTER, texts.tree_value()),
            (Some(titles.cut), Align2::RIGHT_CENTER, texts.tree_cut()),
        ] {
            if let Some(place) = place {
                text_in(&painter, place, align, words, Weight::Regular, 12.0, palette.muted);
            }
        }
        let rows = self.rows(tree);
        let line: HashSet<usize> = tree.line().into_iter().collect();
        let list = inner.with_min_y(inner.top() + 22.0);
        let mut child = ui.new_child(UiBuilder::new().id_salt("tree").max_rect(list));
        child.spacing_mut().item_spacing.y = 0.0;
        let mut clicked = None;
        ScrollArea::vertical().id_salt("tree rows").auto_shrink(false).show_rows(
            &mut child,
            ROW,
            rows.len(),
            |ui, shown| {
                for &place in &rows[shown] {
                    let (rect, _) = ui.allocate_exact_size(vec2(list.width() - 10.0, ROW), Sense::hover());
                    if self.row_ui(ui, rect, place, &tree.nodes[place], line.contains(&place), view) {
                        clicked = Some(place);
                    }
                }
            },
        );
        if let Some(place) = clicked {
            self.chosen = place;
            if !self.unfolded.remove(&place) && !tree.nodes[place].children.is_empty() {
                self.unfolded.insert(place);
            }
        }
    }

    /// A position of the tree; true if it was clicked.
    fn row_ui(&self, ui: &Ui, rect: Rect, place: usize, node: &TreeNode, best: bool, view: &View) -> bool {
        let (texts, palette) = (view.texts.study, view.palette);
        let painter = ui.painter();
        let response = ui.interact(rect, Id::unique(("tree row", place)), Sense::click());
        let response = response.on_hover_cursor(CursorIcon::PointingHand);
        let name = node.mv.map_or(texts.tree_root().to_owned(), |mv| mv.to_string());
        let (score, bound) = node.score_for(Color::White);
        let thousandths = view.settings.study.thousandths;
        let value = format!("{}{}", sign_of(bound), texts.score(score, thousandths));
        let end =
            |score: Option<Score>, open: &str| score.map_or(open.to_owned(), |score| texts.score(score, thousandths));
        let [alpha, beta] = node.window_for(Color::White);
        let window = format!("{} … {}", end(alpha, "−∞"), end(beta, "+∞"));
        let cut = if node.cut > 0 { node.cut.to_string() } else { String::new() };
        let said = texts.tree_row(&name, &window, &value, node.cut);
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, self.chosen == place, &said));
        let ground = match () {
            () if self.chosen == place => Some(palette.accent_soft),
            () if response.hovered() || response.has_focus() => Some(palette.button_hover),
            () => None,
        };
        if let Some(ground) = ground {
            painter.rect_filled(rect.shrink2(vec2(0.0, 1.0)), CornerRadius::same(5), ground);
        }
        focus_ring(painter, rect.shrink(2.0), CornerRadius::same(5), &response, palette);
        let columns = Columns::of(rect);
        let mut left = columns.mv.left() + INDENT * node.ply as f32;
        if !node.children.is_empty() {
            let icon = if self.unfolded.contains(&place) { Icon::Down } else { Icon::Right };
            icons::paint(painter, icon, pos2(left + 5.0, rect.center().y), 6.0, palette.muted);
        }
        left += 16.0;
        if node.mv.is_some() {
            let mover = !node.position.side_to_move();
            let center = pos2(left + 6.0, rect.center().y);
            stones::paint(painter, center, 5.5, &palette.stones[mover.index()], StoneLook::lying(palette.shadow));
            left += 17.0;
        }
        let weight = if best { Weight::SemiBold } else { Weight::Regular };
        text_in(painter, columns.mv.with_min_x(left), Align2::LEFT_CENTER, &name, weight, 13.0, palette.text);
        if let Some(place) = columns.window {
            text_in(painter, place, Align2::RIGHT_CENTER, &window, Weight::Regular, 12.5, palette.muted);
        }
        text_in(painter, columns.value, Align2::RIGHT_CENTER, &value, weight, 13.0, palette.text);
        text_in(painter, columns.cut, Align2::RIGHT_CENTER, &cut, Weight::Regular, 12.5, palette.danger);
        let clicked = response.clicked();
        response.on_hover_text(said);
        clicked
    }
}

/// What a value outside its window says.
fn sign_of(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "",
        Bound::Lower => "≥ ",
        Bound::Upper => "≤ ",
    }
}

/// The columns of a row.
struct Columns {
    mv: Rect,
    window: Option<Rect>,
    value: Rect,
    cut: Rect,
}

impl Columns {
    fn of(row: Rect) -> Columns {
        let (rest, cut) = row.split_left_right_at_x(row.right() - 58.0);
        let (rest, value) = rest.split_left_right_at_x(rest.right() - 66.0);
        if row.width() < WINDOW_FROM {
            return Columns { mv: rest, window: None, value, cut };
        }
        let (mv, window) = rest.split_left_right_at_x(rest.right() - 116.0);
        Columns { mv, window: Some(window), value, cut }
    }
}
