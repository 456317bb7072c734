//! A value broken down by features: a row with a bar for each group, as White sees it.

use eframe::egui::{Align2, CornerRadius, Id, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use crate::app::View;
use crate::app::board::stones::{self, StoneLook};
use crate::app::dialogs::paragraph;
use crate::app::fonts::Weight;
use crate::app::pages::scrolled;
use crate::app::widgets::text_in;
use crate::controller::explainer::Question;
use muehle_engine::heuristics::features::{Feature, GROUPS};
use muehle_engine::heuristics::shapes::PARTS_OF_SHAPES;
use muehle_engine::heuristics::{Explanation, Share};
use muehle_engine::rules::Color;

/// The height of a row.
const ROW: f32 = 30.0;
/// The room for the value at its end, and for the stone at its beginning.
const VALUE: f32 = 56.0;
const STONE: f32 = 24.0;

/// A row: whose it is, what it says, and what it contributes.
struct Row {
    side: Option<Color>,
    words: String,
    share: f64,
}

/// Turns the share of the side to move into a row as White sees it.
fn row_of(share: &Share, to_move: Color, view: &View) -> Row {
    let words = view.texts.learning;
    let sign = if to_move == Color::White { 1.0 } else { -1.0 };
    if share.group == GROUPS - 1 {
        // Own minus enemy is White minus Black only if White is to move.
        let feature = share.feature.map(|feature| match to_move {
            Color::White => feature,
            Color::Black => Feature { place: 8 - feature.place.min(8), ..feature },
        });
        let words = words.bar(view.texts.study.why_potential(), words.state_of(share.group, feature));
        return Row { side: None, words, share: sign * share.share };
    }
    let side = if share.group.is_multiple_of(2) { to_move } else { !to_move };
    let words = words.bar(view.texts.study.why_group(share.group), words.state_of(share.group, share.feature));
    Row { side: Some(side), words, share: sign * share.share }
}

/// Draws the value, the rows and what they come to.
pub(super) fn features_ui(ui: &mut Ui, area: Rect, question: &Question, explanation: &Explanation, view: &View) {
    let (texts, palette) = (view.texts.study, view.palette);
    let to_move = question.position.side_to_move();
    let sign = if to_move == Color::White { 1.0 } else { -1.0 };
    let mut rows: Vec<Row> = explanation.shares.iter().map(|share| row_of(share, to_move, view)).collect();
    // White first, whoever is to move.
    if to_move == Color::Black {
        rows[..GROUPS - 1].chunks_exact_mut(2).for_each(|pair| pair.swap(0, 1));
    }
    if explanation.base != 0.0 {
        let words = texts.why_base().to_owned();
        rows.push(Row { side: None, words, share: sign * explanation.base });
    }
    let shapes = explanation.shapes.map(|shapes| sign * shapes);
    let below = if shapes.is_some() { 124.0 } else { 30.0 };
    let height = 34.0 + ROW * rows.len() as f32 + below;
    scrolled(ui, area, "why features", height, |ui, area| {
        let line = |top: f32, height: f32| {
            Rect::from_min_size(pos2(area.left(), area.top() + top), vec2(area.width(), height))
        };
        let total = view.texts.language.value(sign * explanation.total);
        let title = texts.why_value(&question.heuristic, &total);
        text_in(ui.painter(), line(0.0, 24.0), Align2::LEFT_CENTER, &title, Weight::SemiBold, 16.0, palette.text);
        named(ui, line(0.0, 24.0), "title", &title);
        let most = rows.iter().map(|row| row.share.abs()).fold(0.05, f64::max);
        let mut top = 34.0;
        for (number, row) in rows.iter().enumerate() {
            row_ui(ui, line(top, ROW), number, row, most, view);
            top += ROW;
        }
        ui.painter().hline(area.x_range(), area.top() + top + 2.0, Stroke::new(1.0, palette.hairline));
        let sum = if shapes.is_some() { texts.why_features_sum() } else { texts.why_sum() };
        sum_ui(ui, line(top + 4.0, 26.0), sum, sign * explanation.value, view);
        if let Some(shapes) = shapes {
            sum_ui(ui, line(top + 30.0, 26.0), texts.why_shapes(), shapes, view);
            let words = texts.why_shapes_note(PARTS_OF_SHAPES, PARTS_OF_SHAPES + 1);
            paragraph(ui, line(top + 60.0, 60.0), &words, 12.5, palette.muted);
        }
    });
}

fn row_ui(ui: &Ui, rect: Rect, number: usize, row: &Row, most: f64, view: &View) {
    let palette = view.palette;
    let painter = ui.painter();
    if let Some(side) = row.side {
        let center = pos2(rect.left() + 9.0, rect.center().y);
        stones::paint(painter, center, 8.0, &palette.stones[side.index()], StoneLook::lying(palette.shadow));
    }
    // The words need what they need, the bar takes the rest.
    let words = Rect::from_min_max(
        pos2(rect.left() + STONE, rect.top()),
        pos2(rect.left() + 0.58 * rect.width(), rect.bottom()),
    );
    text_in(painter, words, Align2::LEFT_CENTER, &row.words, Weight::Regular, 13.5, palette.text);
    let value = view.texts.language.value(row.share);
    let place = rect.with_min_x(rect.right() - VALUE);
    text_in(painter, place, Align2::RIGHT_CENTER, &value, Weight::Medium, 13.5, palette.text);
    let bar = Rect::from_min_max(
        pos2(words.right() + 10.0, rect.center().y - 6.0),
        pos2(place.left() - 4.0, rect.center().y + 6.0),
    );
    painter.rect_filled(bar, CornerRadius::same(3), palette.well);
    let middle = bar.center().x;
    let end = middle + 0.5 * bar.width() * (row.share / most).clamp(-1.0, 1.0) as f32;
    let filled = Rect::from_two_pos(pos2(middle, bar.top()), pos2(end, bar.bottom()));
    // Good for White is filled, bad for White is open: colour alone would not be enough.
    if row.share >= 0.0 {
        painter.rect_filled(filled, CornerRadius::same(2), palette.primary);
    } else {
        let pen = Stroke::new(1.3, palette.primary);
        painter.rect(filled, CornerRadius::same(2), palette.card, pen, eframe::egui::StrokeKind::Inside);
    }
    painter.vline(middle, bar.top() - 3.0..=bar.bottom() + 3.0, Stroke::new(1.0, palette.muted));
    let side = row.side.map_or(String::new(), |side| format!("{}, ", view.texts.side(side)));
    named(ui, rect, ("row", number), &format!("{side}{}, {value}", row.words));
}

fn sum_ui(ui: &Ui, rect: Rect, words: &str, value: f64, view: &View) {
    let (painter, ink) = (ui.painter(), view.palette.text);
    let value = view.texts.language.value(value);
    let words_place = rect.with_max_x(rect.right() - VALUE);
    text_in(painter, words_place, Align2::LEFT_CENTER, words, Weight::Medium, 13.5, ink);
    text_in(painter, rect, Align2::RIGHT_CENTER, &value, Weight::SemiBold, 13.5, ink);
    named(ui, rect, ("sum", words), &format!("{words} {value}"));
}

/// Makes painted text available to screen readers.
fn named(ui: &Ui, rect: Rect, id: impl std::hash::Hash + std::fmt::Debug, words: &str) {
    let response = ui.interact(rect, Id::unique(("why", id)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words));
}
