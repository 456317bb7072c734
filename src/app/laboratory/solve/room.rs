//! Room on the disk, and what the tables are good for.

use std::time::Duration;

use eframe::egui::{Align2, CornerRadius, Id, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::stages::{done_sign, running_track, waiting_sign};
use crate::app::View;
use crate::app::fonts::Weight;
use crate::app::pages::card;
use crate::app::widgets::text_in;
use crate::controller::Survey;
use muehle_engine::endgame::{EMBEDDED_STONES, MOST_STONES};
use muehle_engine::rules::RemovalRule;

/// Whether the disk has room for the tables up to a number of stones.
pub(super) fn has_room(survey: &Survey, stones: u8) -> bool {
    let needed = survey.cost(stones).map_or(0, |cost| cost.disk);
    survey.free.is_none_or(|free| free >= needed)
}

/// The rule of the last survey.
fn surveyed_rule(view: &View) -> RemovalRule {
    let solver = &view.workshop.solver;
    RemovalRule::BOTH.into_iter().find(|rule| solver.survey(*rule).is_some()).unwrap_or(view.settings.rules.removal)
}

/// What is taken, what the rest needs and what is free.
pub(super) fn disk_ui(ui: &mut Ui, place: Rect, survey: &Survey, view: &View) {
    let (texts, palette) = (view.texts.tables, view.palette);
    card(ui, place, palette);
    let inner = place.shrink2(vec2(16.0, if place.height() < 100.0 { 10.0 } else { 14.0 }));
    let painter = ui.painter().clone();
    let head = inner.with_max_y(inner.top() + 20.0);
    let taken: u64 = survey.stages.iter().map(|stage| stage.on_disk).sum();
    let needed = survey.cost(MOST_STONES).map_or(0, |cost| cost.disk);
    let title = texts.room();
    text_in(&painter, head, Align2::LEFT_CENTER, title, Weight::SemiBold, 13.0, palette.text);
    let fits = has_room(survey, MOST_STONES);
    let mut said = format!("{title}: {}, {}", texts.taken(size_text(taken)), texts.needed(size_text(needed)));
    if let Some(free) = survey.free {
        let words = if fits { texts.free(size_text(free)) } else { texts.too_little(size_text(free)) };
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
        let rest = Rect::from_min_size(first.right_top() + vec2(2.0, 0.0), vec2(part(needed), bar.height()));
        let pen = Stroke::new(1.5, palette.primary);
        painter.rect(rest, rounding, palette.card, pen, StrokeKind::Inside);
    }
    let legend = Rect::from_min_max(pos2(inner.left(), bar.bottom() + 8.0), inner.max);
    let mut left = legend.left();
    let signs = [(texts.taken(size_text(taken)), true), (texts.needed(size_text(needed)), false)];
    for (words, filled) in signs {
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
    let response = ui.interact(place, Id::unique("room on the disk"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &said));
}

/// What the tables are good for, below the small board.
pub fn benefits_ui(ui: &mut Ui, area: Rect, view: &View) {
    let (texts, palette) = (view.texts.tables, view.palette);
    let rule = surveyed_rule(view);
    let complete = view.workshop.solver.survey(rule).map_or(EMBEDDED_STONES, Survey::complete);
    let mut top = area.top() + 8.0;
    let mut line = |ui: &mut Ui, height: f32| {
        let line = Rect::from_min_size(pos2(area.left(), top), vec2(area.width(), height));
        top += height;
        ui.is_rect_visible(line).then_some(line)
    };
    let heading = |ui: &Ui, line: Rect, words: &str| {
        text_in(ui.painter(), line, Align2::LEFT_CENTER, words, Weight::SemiBold, 13.0, palette.text);
    };
    if let Some(row) = line(ui, 26.0) {
        heading(ui, row, texts.exact());
    }
    for word in [texts.exact_values(), texts.exact_hints(), texts.exact_players()] {
        let Some(row) = line(ui, 30.0) else { return };
        done_sign(ui.painter(), pos2(row.left() + 8.0, row.center().y), view);
        let words = row.with_min_x(row.left() + 26.0);
        text_in(ui.painter(), words, Align2::LEFT_CENTER, word, Weight::Regular, 14.0, palette.text);
        let reach = texts.reach(complete);
        text_in(ui.painter(), row, Align2::RIGHT_CENTER, &reach, Weight::Regular, 13.0, palette.muted);
    }
    if complete == MOST_STONES {
        return;
    }
    line(ui, 16.0);
    if let Some(row) = line(ui, 26.0) {
        heading(ui, row, texts.then());
    }
    let Some(row) = line(ui, 30.0) else { return };
    waiting_sign(ui.painter(), pos2(row.left() + 8.0, row.center().y), 7.0, view);
    let words = row.with_min_x(row.left() + 26.0);
    let word = texts.whole_sliding();
    text_in(ui.painter(), words, Align2::LEFT_CENTER, word, Weight::Regular, 14.0, palette.muted);
    let reach = texts.with_stones(MOST_STONES);
    text_in(ui.painter(), row, Align2::RIGHT_CENTER, &reach, Weight::Regular, 13.0, palette.muted);
}

/// `230 MB`, `4.5 GB`.
pub(super) fn size_text(bytes: u64) -> String {
    let megabytes = bytes as f64 / 1e6;
    match megabytes {
        ..1000.0 => format!("{megabytes:.0}\u{a0}MB"),
        ..100_000.0 => format!("{:.1}\u{a0}GB", megabytes / 1000.0),
        _ => format!("{:.0}\u{a0}GB", megabytes / 1000.0),
    }
}

/// `40 s`, `25 min`, `1.5 h`.
pub fn time_text(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        ..90.0 => format!("{:.0}\u{a0}s", seconds.max(1.0)),
        ..5400.0 => format!("{:.0}\u{a0}min", seconds / 60.0),
        _ => format!("{:.1}\u{a0}h", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_are_short() {
        let sizes = [400_000, 230_000_000, 4_520_000_000, 212_000_000_000].map(size_text);
        assert_eq!(sizes.map(|text| text.replace('\u{a0}', " ")), ["0 MB", "230 MB", "4.5 GB", "212 GB"]);
        let times = [0, 40, 1500, 5400].map(|seconds| time_text(Duration::from_secs(seconds)));
        assert_eq!(times.map(|text| text.replace('\u{a0}', " ")), ["1 s", "40 s", "25 min", "1.5 h"]);
    }
}
