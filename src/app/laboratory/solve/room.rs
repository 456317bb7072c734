//! Room on the disk, and what the tables are good for.

use eframe::egui::{Align2, CornerRadius, Id, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::stages::{done_sign, running_track, waiting_sign};
use crate::app::View;
use crate::app::fonts::Weight;
use crate::app::pages::card;
use crate::app::widgets::{text_in, text_width};
use crate::controller::{Stage, Survey};
use muehle_engine::endgame::build::Keep;
use muehle_engine::endgame::{EMBEDDED_STONES, ENDING_STONES, MOST_STONES};

/// What is taken, what the rest needs and what is free.
pub(super) fn disk_ui(ui: &mut Ui, place: Rect, survey: &Survey, keep: Keep, view: &View) {
    let (texts, palette) = (view.texts.tables, view.palette);
    card(ui, place, palette);
    let inner = place.shrink2(vec2(16.0, if place.height() < 100.0 { 10.0 } else { 14.0 }));
    let painter = ui.painter().clone();
    let head = inner.with_max_y(inner.top() + 20.0);
    let (taken, cost) = (survey.taken(), survey.cost(Stage::Placing, keep));
    let needed = cost.as_ref().map_or(0, |cost| cost.disk);
    let title = texts.room();
    text_in(&painter, head, Align2::LEFT_CENTER, title, Weight::SemiBold, 13.0, palette.text);
    let fits = survey.free.is_none_or(|free| free >= needed);
    let mut said = format!("{title}: {}", texts.taken(view.texts.language.size(taken)));
    if cost.is_some() {
        said = format!("{said}, {}", texts.needed(view.texts.language.size(needed)));
    }
    if let Some(free) = survey.free {
        let words = if fits {
            texts.free(view.texts.language.size(free))
        } else {
            texts.too_little(view.texts.language.size(free))
        };
        let ink = if fits { palette.text } else { palette.danger };
        text_in(&painter, head, Align2::RIGHT_CENTER, &words, Weight::SemiBold, 13.0, ink);
        said = format!("{said}, {words}");
    }
    let bar = Rect::from_min_size(pos2(inner.left(), head.bottom() + 10.0), vec2(inner.width(), 12.0));
    let rounding = CornerRadius::same(4);
    painter.rect_filled(bar, rounding, running_track(view));
    let whole = (taken + survey.free.unwrap_or(2 * needed)).max(taken + needed).max(1) as f32;
    let part = |bytes: u64| (bar.width() * bytes as f32 / whole).max(8.0);
    let first = Rect::from_min_size(bar.min, vec2(part(taken), bar.height()));
    painter.rect_filled(first, rounding, palette.primary);
    if needed > 0 {
        let left = first.right() + 2.0;
        let rest = bar.with_min_x(left).with_max_x((left + part(needed)).min(bar.right()));
        let pen = Stroke::new(1.5, palette.primary);
        painter.rect(rest, rounding, palette.card, pen, StrokeKind::Inside);
    }
    let legend = Rect::from_min_max(pos2(inner.left(), bar.bottom() + 8.0), inner.max);
    let mut left = legend.left();
    let signs =
        [(texts.taken(view.texts.language.size(taken)), true), (texts.needed(view.texts.language.size(needed)), false)];
    for (words, filled) in signs.into_iter().take(if cost.is_some() { 2 } else { 1 }) {
        let square = Rect::from_center_size(pos2(left + 5.0, legend.center().y), vec2(10.0, 10.0));
        match filled {
            true => painter.rect_filled(square, CornerRadius::same(2), palette.primary),
            false => {
                let pen = Stroke::new(1.5, palette.primary);
                painter.rect_stroke(square, CornerRadius::same(2), pen, StrokeKind::Inside)
            }
        };
        let area = legend.with_min_x(left + 16.0);
        left +=
            16.0 + text_in(&painter, area, Align2::LEFT_CENTER, &words, Weight::Regular, 12.5, palette.muted) + 24.0;
    }
    if let Some(memory) = survey.memory {
        let fits = cost.is_none_or(|cost| memory >= cost.memory);
        let size = view.texts.language.size(memory);
        let words = if fits { texts.free_memory(size) } else { texts.too_little_memory(size) };
        let ink = if fits { palette.muted } else { palette.danger };
        let area = legend.with_min_x(left.min(legend.right()));
        // In a small window only what is missing is worth the room.
        if !fits || text_width(ui, &words, Weight::Regular, 12.5) <= area.width() {
            text_in(&painter, area, Align2::RIGHT_CENTER, &words, Weight::Regular, 12.5, ink);
        }
        said = format!("{said}, {words}");
    }
    let response = ui.interact(place, Id::unique("room on the disk"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &said));
}

/// What the tables are good for.
pub(super) fn benefits_ui(ui: &mut Ui, area: Rect, survey: Option<&Survey>, view: &View) {
    let (texts, palette) = (view.texts.tables, view.palette);
    let complete = survey.map_or(EMBEDDED_STONES, Survey::complete);
    let solved = survey.is_some_and(Survey::is_solved);
    let reach = if solved { texts.everywhere().to_owned() } else { texts.reach(complete.max(ENDING_STONES)) };
    let exact = [texts.exact_values(), texts.exact_hints(), texts.exact_players()];
    let mut missing = Vec::new();
    if complete < MOST_STONES {
        missing.push((texts.whole_sliding(), texts.with_stones(MOST_STONES)));
    }
    if !solved {
        let later = texts.with_placing().to_owned();
        missing.extend([(texts.openings(), later.clone()), (texts.perfect_opponent(), later)]);
    }
    let mut top = area.top() + 8.0;
    // A line is drawn only if it fits as a whole.
    let mut line = |height: f32| {
        let line = Rect::from_min_size(pos2(area.left(), top), vec2(area.width(), height));
        top += height;
        (line.bottom() <= area.bottom()).then_some(line)
    };
    let heading = |line: Rect, words: &str| {
        text_in(ui.painter(), line, Align2::LEFT_CENTER, words, Weight::SemiBold, 13.0, palette.text);
    };
    let benefit = |row: Rect, word: &str, reach: &str, ink| {
        let words = row.with_min_x(row.left() + 26.0);
        text_in(ui.painter(), words, Align2::LEFT_CENTER, word, Weight::Regular, 14.0, ink);
        text_in(ui.painter(), row, Align2::RIGHT_CENTER, reach, Weight::Regular, 13.0, palette.muted);
        pos2(row.left() + 8.0, row.center().y)
    };
    if let Some(row) = line(26.0) {
        heading(row, texts.exact());
    }
    for word in exact {
        let Some(row) = line(30.0) else { return };
        done_sign(ui.painter(), benefit(row, word, &reach, palette.text), view);
    }
    if missing.is_empty() {
        return;
    }
    line(16.0);
    if let Some(row) = line(26.0) {
        heading(row, texts.then());
    }
    for (word, reach) in missing {
        let Some(row) = line(30.0) else { return };
        waiting_sign(ui.painter(), benefit(row, word, &reach, palette.muted), 7.0, view);
    }
}
