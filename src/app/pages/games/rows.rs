//! The rows of the list of finished games, and what can be found in them.

use eframe::egui::{Align2, Color32, CornerRadius, Painter, Pos2, Rect, Stroke, StrokeKind, Ui, pos2, vec2};

use crate::app::View;
use crate::app::board::stones::{self, StoneLook};
use crate::app::fonts::Weight;
use crate::app::icons::{self, Icon};
use crate::app::theme::Palette;
use crate::app::widgets::{text_in, text_width};
use crate::texts::Texts;
use muehle_engine::archive::{ArchivedGame, GameResult};
use muehle_engine::rules::Color;

/// What the list is sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Column {
    #[default]
    Date,
    Opponent,
    Color,
    Result,
    Plies,
    Accuracy,
}

impl Column {
    /// All columns, from the left.
    pub const ALL: [Column; 6] =
        [Column::Date, Column::Opponent, Column::Color, Column::Result, Column::Plies, Column::Accuracy];

    /// Its head.
    pub fn name(self, texts: Texts) -> &'static str {
        match self {
            Column::Date => texts.games.date(),
            Column::Opponent => texts.games.opponent(),
            Column::Color => texts.games.color(),
            Column::Result => texts.games.result(),
            Column::Plies => texts.games.plies(),
            Column::Accuracy => texts.games.accuracy(),
        }
    }

    /// Where the column begins and ends, as shares of the width, and how its words stand; none if it is not shown.
    pub fn place(self, wide: bool) -> Option<([f32; 2], Align2)> {
        let (left, center, right) = (Align2::LEFT_CENTER, Align2::CENTER_CENTER, Align2::RIGHT_CENTER);
        Some(match (self, wide) {
            (Column::Date, true) => ([0.0, 0.155], left),
            (Column::Opponent, true) => ([0.163, 0.44], left),
            (Column::Color, true) => ([0.44, 0.53], center),
            (Column::Result, true) => ([0.585, 0.715], left),
            (Column::Plies, true) => ([0.7, 0.782], right),
            (Column::Accuracy, true) => ([0.825, 1.0], left),
            (Column::Date, false) => ([0.0, 0.225], left),
            (Column::Opponent, false) => ([0.235, 0.49], left),
            (Column::Color, false) => ([0.49, 0.595], center),
            (Column::Result, false) => ([0.6, 0.81], left),
            (Column::Accuracy, false) => ([0.8, 1.0], right),
            (Column::Plies, false) => return None,
        })
    }
}

/// The accuracy of the person, if there is one.
pub fn own_accuracy(game: &ArchivedGame) -> Option<u8> {
    game.accuracy[game.own_side()?.index()]
}

/// The part of a line that belongs to a column.
pub fn cell_of(line: Rect, [left, right]: [f32; 2]) -> Rect {
    line.with_min_x(line.left() + left * line.width()).with_max_x(line.left() + right * line.width())
}

/// Everything that a search can find.
pub fn haystack(game: &ArchivedGame, texts: Texts) -> String {
    let mut text = format!("{} {} ", words_of(game, texts), game.date);
    for player in &game.players {
        text.push_str(&player.name);
        text.push(' ');
    }
    for mv in &game.moves {
        text.push_str(&mv.to_string());
        text.push(' ');
    }
    text.to_lowercase()
}

/// A row in words.
pub fn words_of(game: &ArchivedGame, texts: Texts) -> String {
    let (name, more) = texts.archived_opponent(game);
    let side = game.own_side().map_or(texts.games.both_sides(), |side| texts.side(side));
    let mut words = vec![texts.games.date_of(&game.date), name, more, side.to_owned()];
    words.push(texts.archived_result(game).to_owned());
    words.push(texts.games.plies_words(game.moves.len()));
    words.extend(own_accuracy(game).map(|accuracy| texts.games.accuracy_words(accuracy)));
    words.retain(|word| !word.is_empty());
    words.join(", ")
}

/// Draws a row.
#[expect(clippy::too_many_arguments, reason = "a row and everything that changes its looks")]
pub fn row_ui(
    ui: &Ui,
    rect: Rect,
    cells: Rect,
    wide: bool,
    chosen: bool,
    hovered: bool,
    game: &ArchivedGame,
    view: &View,
) {
    let (texts, palette, painter) = (view.texts, view.palette, ui.painter());
    let plate = rect.shrink2(vec2(2.0, 1.0));
    if chosen {
        let border = Stroke::new(1.2, palette.accent);
        painter.rect(plate, CornerRadius::same(6), palette.accent_soft, border, StrokeKind::Inside);
    } else {
        painter.hline(cells.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, palette.hairline));
        if hovered {
            painter.rect_filled(plate, CornerRadius::same(6), palette.well);
        }
    }
    let weight = if chosen { Weight::SemiBold } else { Weight::Regular };
    let cell = |column: Column| column.place(wide).map(|(shares, align)| (cell_of(cells, shares), align));
    let text = |column: Column, words: &str| {
        if let Some((cell, align)) = cell(column) {
            text_in(painter, cell, align, words, weight, 13.5, palette.text);
        }
    };
    text(Column::Date, &texts.games.date_of(&game.date));
    text(Column::Plies, &game.moves.len().to_string());
    if let Some((place, align)) = cell(Column::Opponent) {
        let (name, more) = texts.archived_opponent(game);
        let width = text_in(painter, place, align, &name, weight, 13.5, palette.text);
        let rest = place.with_min_x(place.left() + width + 10.0);
        if text_width(ui, &more, Weight::Regular, 12.5) <= rest.width() {
            text_in(painter, rest, align, &more, Weight::Regular, 12.5, palette.muted);
        }
    }
    if let Some((place, _)) = cell(Column::Color) {
        let stone = |x: f32, side: Color| {
            let look = StoneLook::lying(palette.shadow);
            stones::paint(painter, place.center() + vec2(x, 0.0), 9.0, &palette.stones[side.index()], look);
        };
        match game.own_side() {
            Some(side) => stone(0.0, side),
            None => Color::BOTH.into_iter().zip([-7.0, 7.0]).for_each(|(side, x)| stone(x, side)),
        }
    }
    if let Some((place, align)) = cell(Column::Result) {
        let mut words = place;
        if let Some(result) = game.own_result() {
            result_mark(painter, pos2(place.left() + 8.0, place.center().y), result, palette);
            words.min.x += 26.0;
        }
        text_in(painter, words, align, texts.archived_result(game), weight, 13.5, palette.text);
    }
    if let (Some((place, _)), Some(accuracy)) = (cell(Column::Accuracy), own_accuracy(game)) {
        let words = texts.games.percent(accuracy);
        text_in(painter, place, Align2::RIGHT_CENTER, &words, weight, 13.5, palette.text);
        if wide {
            let bar = Rect::from_min_size(pos2(place.left(), rect.center().y - 3.0), vec2(0.62 * place.width(), 6.0));
            painter.rect_filled(bar, CornerRadius::same(3), palette.button_border);
            let done = bar.with_max_x(bar.left() + bar.width() * f32::from(accuracy) / 100.0);
            painter.rect_filled(done, CornerRadius::same(3), palette.primary);
        }
    }
}

/// Won: a disc with a check. Drawn: a ring with =. Lost: a ring with a cross.
fn result_mark(painter: &Painter, center: Pos2, result: GameResult, palette: &Palette) {
    let ring = |color: Color32| painter.circle_stroke(center, 7.3, Stroke::new(1.5, color));
    match result {
        GameResult::Won => {
            painter.circle_filled(center, 8.0, palette.mark_move);
            icons::paint(painter, Icon::Check, center, 6.0, palette.on_fault);
        }
        GameResult::Drawn => {
            ring(palette.muted);
            for y in [-1.8, 1.8] {
                let ends = [center + vec2(-3.2, y), center + vec2(3.2, y)];
                painter.line_segment(ends, Stroke::new(1.4, palette.muted));
            }
        }
        GameResult::Lost => {
            ring(palette.mark_removal);
            icons::paint(painter, Icon::Cross, center, 4.0, palette.mark_removal);
        }
    }
}
