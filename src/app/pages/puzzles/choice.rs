//! Which puzzles are wanted, and how many of each kind are solved.

use eframe::egui::{
    Align2, CornerRadius, CursorIcon, Id, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use super::PuzzlesPage;
use crate::app::View;
use crate::app::fonts::Weight;
use crate::app::icons::{self, Icon};
use crate::app::widgets::{focus_ring, group, segments, text_in, text_width};
use crate::controller::puzzles::Level;
use muehle_engine::puzzles::Kind;

impl PuzzlesPage {
    /// The kinds as chips, several at once, and the difficulty. Takes its room from the rest of the panel.
    pub(super) fn choice_ui(&mut self, ui: &mut Ui, rest: &mut Rect, view: &View) {
        let Some(book) = &mut self.book else { return };
        let texts = view.texts;
        let mut chosen = book.progress().kinds.clone();
        let mut changed = false;
        let mut place = rest.min;
        let mut chips = group(ui, Role::GenericContainer, texts.puzzles.kinds());
        for kind in Kind::ALL {
            let (on, name) = (chosen.contains(&kind), texts.puzzle_kind(kind));
            let width = text_width(&chips, name, Weight::Medium, 13.0) + if on { 42.0 } else { 26.0 };
            if place.x + width > rest.right() + 0.5 && place.x > rest.left() {
                place = pos2(rest.left(), place.y + 36.0);
            }
            let rect = Rect::from_min_size(place, vec2(width.min(rest.width()), 28.0));
            place.x += width + 8.0;
            if chip_ui(&mut chips, rect, name, on) {
                changed = true;
                match on {
                    true => chosen.retain(|known| *known != kind),
                    false => chosen.push(kind),
                }
            }
        }
        rest.min.y = place.y + 28.0 + 12.0;
        let row = Rect::from_min_size(rest.min, vec2(rest.width(), 34.0));
        let words = [texts.puzzles.easy(), texts.puzzles.medium(), texts.puzzles.hard(), texts.puzzles.mixed()];
        let current = Level::ALL.iter().position(|level| *level == book.progress().level).unwrap_or(0);
        let level = segments(ui, row, "puzzle level", &words, current, true).map(|level| Level::ALL[level]);
        rest.min.y = row.bottom() + 12.0;
        if changed || level.is_some() {
            book.want(|progress| {
                progress.kinds = chosen;
                progress.level = level.unwrap_or(progress.level);
            });
            // What is on the board stays only if it is still wanted, or something was tried already.
            let fits = self.solving.as_ref().is_some_and(|solving| book.progress().wants(solving.puzzle()));
            if !fits {
                self.leave();
            }
            ui.ctx().request_repaint();
        }
    }

    /// How many puzzles of each kind are solved.
    pub(super) fn progress_ui(&self, ui: &Ui, rest: Rect, view: &View) {
        let Some(book) = self.book.as_ref().filter(|book| book.is_open()) else { return };
        let (palette, texts, rule) = (view.palette, view.texts, view.settings.rules.removal);
        let kinds = Kind::ALL;
        let rows = kinds.len() as f32;
        let pitch = ((rest.height() - 24.0) / rows).min(24.0);
        // Rather nothing than lines on top of each other.
        if pitch < 15.0 {
            return;
        }
        let counts: Vec<(usize, usize)> = kinds.iter().map(|&kind| book.count(kind, rule)).collect();
        let (solved, all) = counts.iter().fold((0, 0), |(solved, all), count| (solved + count.0, all + count.1));
        let head = Rect::from_min_size(rest.min, vec2(rest.width(), 20.0));
        let title = texts.puzzles.progress();
        text_in(ui.painter(), head, Align2::LEFT_CENTER, title, Weight::SemiBold, 13.0, palette.text);
        let words = texts.puzzles.solved_of(solved, all);
        text_in(ui.painter(), head, Align2::RIGHT_CENTER, &words, Weight::Regular, 12.5, palette.muted);
        let response = ui.interact(head, Id::unique("puzzle progress"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{title}: {words}")));
        let names = kinds.iter().map(|&kind| text_width(ui, texts.puzzle_kind(kind), Weight::Medium, 13.0));
        let left = names.fold(0.0, f32::max).min(0.45 * rest.width()) + 16.0;
        for (place, (&kind, (solved, all))) in kinds.iter().zip(counts).enumerate() {
            let corner = pos2(rest.left(), head.bottom() + 4.0 + pitch * place as f32);
            let row = Rect::from_min_size(corner, vec2(rest.width(), pitch));
            let name = texts.puzzle_kind(kind);
            let word = row.with_max_x(row.left() + left - 8.0);
            text_in(ui.painter(), word, Align2::LEFT_CENTER, name, Weight::Medium, 13.0, palette.text);
            let share = texts.puzzles.share(solved, all);
            text_in(ui.painter(), row, Align2::RIGHT_CENTER, &share, Weight::Regular, 12.5, palette.muted);
            let track = Rect::from_min_max(
                pos2(row.left() + left, row.center().y - 3.0),
                pos2(row.right() - 56.0, row.center().y + 3.0),
            );
            if track.width() > 8.0 {
                ui.painter().rect_filled(track, CornerRadius::same(3), palette.button_border);
                let width = track.width() * solved as f32 / all.max(1) as f32;
                let bar = Rect::from_min_size(track.min, Vec2::new(width, track.height()));
                ui.painter().rect_filled(bar, CornerRadius::same(3), palette.primary);
            }
            let response = ui.interact(row, Id::unique(("puzzle share", kind.name())), Sense::hover());
            let words = texts.puzzles.kind_share(name, solved, all);
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words.as_str()));
        }
    }
}

/// A chip that is on or off. Returns whether it was switched now.
fn chip_ui(ui: &mut Ui, rect: Rect, word: &str, on: bool) -> bool {
    let palette = crate::app::theme::of(ui);
    let response = ui.interact(rect, Id::unique(("chip", word)), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, word));
    let painter = ui.painter();
    let rounding = CornerRadius::same(14);
    let (fill, border) = match on {
        true => (palette.accent_soft, palette.accent),
        false if response.hovered() => (palette.button_hover, palette.button_border),
        false => (palette.button, palette.button_border),
    };
    let pen = Stroke::new(if on { 1.5 } else { 1.0 }, border);
    painter.rect(rect, rounding, fill, pen, StrokeKind::Inside);
    focus_ring(painter, rect, rounding, &response, palette);
    let mut words = rect.shrink2(vec2(8.0, 0.0));
    if on {
        icons::paint(painter, Icon::Check, pos2(rect.left() + 17.0, rect.center().y), 6.0, palette.accent);
        words.min.x += 18.0;
    }
    text_in(painter, words, Align2::CENTER_CENTER, word, Weight::Medium, 13.0, palette.text);
    response.on_hover_cursor(CursorIcon::PointingHand).clicked()
}
