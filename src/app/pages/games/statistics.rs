//! What the finished games come to: rating, results by level and colour, accuracy over time, the most frequent mistake.

use eframe::egui::{
    Align2, CornerRadius, Id, Painter, Rect, Role, Sense, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};
use egui_plot::{AxisHints, HPlacement, HoverPosition, Line, PlotBounds, PlotPoints, Points, uniform_grid_spacer};

use super::GAP;
use crate::app::View;
use crate::app::fonts::Weight;
use crate::app::learning::{axis, calm_plot, chart_card, describe};
use crate::app::pages::card;
use crate::app::theme::Palette;
use crate::app::widgets::{text_in, text_width};
use muehle_engine::archive::{ArchivedGame, GameResult, Statistics, Tally};
use muehle_engine::players::Level;
use muehle_engine::rules::Color;

/// The height of the facts, of a fact below another, and of the other cards.
const FACTS: f32 = 60.0;
const FACT: f32 = 48.0;
const CARDS: f32 = 262.0;
/// From this width on cards are side by side.
const WIDE: f32 = 640.0;
/// A row of the results.
const ROW: f32 = 20.5;
/// The curve is the mean of this number of games.
const MEAN: usize = 10;
/// Older games are not in the curve.
const MOST: usize = 100;

/// The height of all cards at a width.
pub fn height(width: f32) -> f32 {
    if width >= WIDE { FACTS + GAP + CARDS } else { 3.0 * FACT + 12.0 + 2.0 * (GAP + CARDS) }
}

/// Draws the cards.
pub fn cards_ui(ui: &mut Ui, area: Rect, statistics: &Statistics, games: &[ArchivedGame], view: &View) {
    let wide = area.width() >= WIDE;
    let facts = Rect::from_min_size(area.min, vec2(area.width(), if wide { FACTS } else { 3.0 * FACT + 12.0 }));
    facts_ui(ui, facts, wide, statistics, view);
    let below = Rect::from_min_size(pos2(area.left(), facts.bottom() + GAP), vec2(area.width(), CARDS));
    let [results, accuracy] = match wide {
        true => {
            let left = below.with_max_x(below.left() + 0.52 * (below.width() - GAP));
            [left, below.with_min_x(left.right() + GAP)]
        }
        false => [below, below.translate(vec2(0.0, CARDS + GAP))],
    };
    results_ui(ui, results, statistics, view);
    accuracy_ui(ui, accuracy, statistics, games, view);
}

/// Rating, all results, the most frequent mistake.
fn facts_ui(ui: &mut Ui, area: Rect, wide: bool, statistics: &Statistics, view: &View) {
    let (texts, palette) = (view.texts.games, view.palette);
    card(ui, area, palette);
    let rating = match statistics.rating {
        Some(rating) => {
            (texts.rating_value(rating.elo.round(), rating.margin.round()), texts.rating_from(rating.games))
        }
        None => ("–".to_owned(), texts.rating_missing(Statistics::LEAST_RATED)),
    };
    let all = statistics.all();
    let games = (view.texts.language.grouped(all.games() as u64), texts.score(all.won, all.drawn, all.lost));
    let mistake = match (statistics.mistakes.first(), statistics.accuracy.is_empty()) {
        (Some((kind, count)), _) => (texts.mistake_count(texts.mistake(*kind), count), others(statistics, view)),
        (None, false) => (texts.mistakes_none().to_owned(), String::new()),
        (None, true) => ("–".to_owned(), texts.mistakes_missing().to_owned()),
    };
    let facts = [(texts.rating(), rating), (texts.games_played(), games), (texts.mistakes(), mistake)];
    let inner = area.shrink2(vec2(16.0, 6.0));
    let mut left = inner.left();
    for (number, (name, (value, more))) in facts.into_iter().enumerate() {
        let cell = match wide {
            true => {
                let width = [0.28, 0.32, 0.40][number] * inner.width();
                let cell = Rect::from_min_size(pos2(left, inner.top()), vec2(width - 12.0, inner.height()));
                left += width;
                cell
            }
            false => Rect::from_min_size(inner.min + vec2(0.0, FACT * number as f32), vec2(inner.width(), FACT)),
        };
        let (upper, lower) = cell.split_top_bottom_at_fraction(0.5);
        let (upper, lower) = (upper.with_min_y(upper.top() + 4.0), lower.with_max_y(lower.bottom() - 4.0));
        let painter = ui.painter();
        let width = text_in(painter, upper, Align2::LEFT_CENTER, name, Weight::Regular, 12.5, palette.muted);
        let rest = upper.with_min_x(upper.left() + width + 10.0);
        text_in(painter, rest, Align2::LEFT_CENTER, &value, Weight::SemiBold, 14.0, palette.text);
        text_in(painter, lower, Align2::LEFT_CENTER, &more, Weight::Regular, 12.5, palette.muted);
        let said = [name, &value, &more].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
        let response = ui.interact(cell, Id::unique(("fact", number)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &said));
    }
}

/// The next kinds of mistakes.
fn others(statistics: &Statistics, view: &View) -> String {
    let texts = view.texts.games;
    let others = statistics.mistakes.iter().skip(1).take(2);
    others.map(|(kind, count)| texts.mistake_count(texts.mistake(*kind), count)).collect::<Vec<_>>().join("; ")
}

/// A bar for each level and each colour: won full, drawn open, lost hatched.
fn results_ui(ui: &mut Ui, area: Rect, statistics: &Statistics, view: &View) {
    let (texts, palette) = (view.texts.games, view.palette);
    let inner = chart_card(ui, area, texts.by_level(), "", "", view);
    legend(ui, area, view);
    let levels = Level::ALL.map(|level| (view.texts.players.level(level), statistics.level(level)));
    let colors =
        [(texts.as_white(), statistics.color(Color::White)), (texts.as_black(), statistics.color(Color::Black))];
    let rows: Vec<(&str, Tally)> = levels.into_iter().chain(colors).collect();
    let labels = rows.iter().map(|(name, _)| text_width(ui, name, Weight::Regular, 12.5)).fold(56.0, f32::max) + 10.0;
    // The longest bars leave room for their numbers. Colours have a scale of their own.
    let numbers = |tally: &Tally| format!("{} · {} · {}", tally.won, tally.drawn, tally.lost);
    let widest = rows.iter().map(|(_, tally)| text_width(ui, &numbers(tally), Weight::Regular, 12.5));
    let room = inner.width() - labels - widest.fold(0.0, f32::max) - 16.0;
    let scale = |rows: &[(&str, Tally)]| {
        let most = rows.iter().map(|(_, tally)| tally.games()).max().unwrap_or(0).max(1);
        (room / most as f32).min(20.0)
    };
    let (by_level, by_color) = rows.split_at(Level::ALL.len());
    let scales = [scale(by_level), scale(by_color)];
    for (number, (name, tally)) in rows.iter().enumerate() {
        let is_color = number >= Level::ALL.len();
        let gap = if is_color { 6.0 } else { 0.0 };
        let row = Rect::from_min_size(inner.min + vec2(0.0, ROW * number as f32 + gap), vec2(inner.width(), ROW));
        if number == Level::ALL.len() {
            ui.painter().hline(row.x_range(), row.top() - 2.5, Stroke::new(1.0, palette.hairline));
        }
        let played = tally.games() > 0;
        let ink = if played { palette.text } else { palette.muted };
        let painter = ui.painter();
        let label = row.with_max_x(row.left() + labels);
        text_in(painter, label, Align2::LEFT_CENTER, name, Weight::Regular, 12.5, ink);
        let mut left = row.left() + labels;
        for (result, count) in
            [(GameResult::Won, tally.won), (GameResult::Drawn, tally.drawn), (GameResult::Lost, tally.lost)]
        {
            let width = count as f32 * scales[usize::from(is_color)];
            if count > 0 {
                let bar = Rect::from_center_size(pos2(left + width / 2.0, row.center().y), vec2(width, 12.0));
                bar_ui(painter, bar, result, palette);
                left += width + 2.0;
            }
        }
        let words = match played {
            true => numbers(tally),
            false => texts.not_played().to_owned(),
        };
        let rest = row.with_min_x(left + if played { 6.0 } else { 0.0 });
        text_in(painter, rest, Align2::LEFT_CENTER, &words, Weight::Regular, 12.5, palette.muted);
        let said = texts.tally(name, tally.won, tally.drawn, tally.lost);
        let response = ui.interact(row, Id::unique(("results", number)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &said));
    }
}

/// A part of a bar. Each result has a form of its own, so that colour is not the only cue.
fn bar_ui(painter: &Painter, bar: Rect, result: GameResult, palette: &Palette) {
    let rounding = CornerRadius::same(2);
    match result {
        GameResult::Won => {
            painter.rect_filled(bar, rounding, palette.mark_move);
        }
        GameResult::Drawn => {
            painter.rect(bar, rounding, palette.well, Stroke::new(1.2, palette.muted), StrokeKind::Inside);
        }
        GameResult::Lost => {
            painter.rect_filled(bar, rounding, palette.mark_removal);
            let painter = painter.with_clip_rect(bar.shrink(0.5).intersect(painter.clip_rect()));
            let pen = Stroke::new(1.3, palette.card.gamma_multiply(0.75));
            let mut x = bar.left() - bar.height();
            while x < bar.right() {
                painter.line_segment([pos2(x, bar.bottom()), pos2(x + bar.height(), bar.top())], pen);
                x += 5.0;
            }
        }
    }
}

/// What the parts of a bar mean.
fn legend(ui: &Ui, area: Rect, view: &View) {
    let (texts, palette) = (view.texts.games, view.palette);
    let parts = [
        (GameResult::Lost, texts.legend_lost()),
        (GameResult::Drawn, texts.legend_drawn()),
        (GameResult::Won, texts.legend_won()),
    ];
    let mut right = area.right() - 16.0;
    let center = area.top() + 22.0;
    for (result, word) in parts {
        let width = text_width(ui, word, Weight::Regular, 12.5);
        let place = Rect::from_min_max(pos2(right - width, center - 10.0), pos2(right, center + 10.0));
        text_in(ui.painter(), place, Align2::LEFT_CENTER, word, Weight::Regular, 12.5, palette.muted);
        let swatch = Rect::from_center_size(pos2(place.left() - 13.0, center), vec2(12.0, 10.0));
        bar_ui(ui.painter(), swatch, result, palette);
        right = swatch.left() - 14.0;
    }
}

/// The accuracies of the last games as points, and their mean as a curve.
fn accuracy_ui(ui: &mut Ui, area: Rect, statistics: &Statistics, games: &[ArchivedGame], view: &View) {
    let (texts, palette) = (view.texts.games, view.palette);
    let known = &statistics.accuracy[statistics.accuracy.len().saturating_sub(MOST)..];
    let remark = match known.len() {
        0 => String::new(),
        1 => texts.last_one().to_owned(),
        count => texts.last_games(count),
    };
    let inner = chart_card(ui, area, texts.over_time(), &remark, "", view);
    let (Some(first), Some(last)) = (known.first(), known.last()) else {
        crate::app::dialogs::paragraph(ui, inner, texts.no_accuracy(), 13.5, palette.muted);
        return;
    };
    let points: Vec<[f64; 2]> =
        known.iter().enumerate().map(|(place, (_, accuracy))| [place as f64, f64::from(*accuracy)]).collect();
    let means: Vec<[f64; 2]> = (0..points.len())
        .map(|place| {
            let span = &points[(place + 1).saturating_sub(MEAN)..=place];
            [place as f64, span.iter().map(|[_, accuracy]| accuracy).sum::<f64>() / span.len() as f64]
        })
        .collect();
    let least = points.iter().map(|[_, accuracy]| *accuracy).fold(100.0, f64::min);
    let least = (10.0 * ((least - 3.0) / 10.0).floor()).clamp(0.0, 80.0);
    let plot = inner.with_max_y(inner.bottom() - 18.0);
    let date = |place: usize| games.get(place).map_or(String::new(), |game| texts.date_of(&game.date));
    let mut child = ui.new_child(UiBuilder::new().id_salt("accuracy").max_rect(plot));
    let values = AxisHints::new_y()
        .placement(HPlacement::Right)
        .min_thickness(40.0)
        .formatter(move |mark, _| texts.percent(mark.value.round()));
    let step = if least < 50.0 { 20.0 } else { 10.0 };
    let drawn = calm_plot("accuracy plot", plot, palette)
        .y_grid_spacer(uniform_grid_spacer(move |_| [step, step, step]))
        .show_grid([false, true])
        .custom_x_axes(Vec::new())
        .custom_y_axes(vec![axis(values, palette)])
        .label_formatter(move |at| match at {
            HoverPosition::NearDataPoint { position, .. } => Some(texts.percent(position.y.round())),
            HoverPosition::Elsewhere { .. } => None,
        })
        .show(&mut child, |plot| {
            let end = (points.len().max(2) - 1) as f64;
            plot.set_plot_bounds(PlotBounds::from_min_max([-0.02 * end, least - 1.0], [1.03 * end, 102.0]));
            let faint = palette.muted.gamma_multiply(0.8);
            plot.points(Points::new("accuracies", PlotPoints::from(points.clone())).color(faint).radius(2.2));
            plot.line(Line::new("mean", PlotPoints::from(means.clone())).color(palette.primary).width(1.8));
            let end = PlotPoints::from(means.last().map(|last| vec![*last]).unwrap_or_default());
            plot.points(Points::new("now", end).color(palette.primary).radius(3.6));
        });
    let dates = [date(first.0), date(last.0)];
    let now = means.last().map_or(0.0, |[_, mean]| mean.round());
    describe(&drawn.response, &texts.accuracy_said(now, &dates[0], &dates[1]));
    let axis = Rect::from_min_max(pos2(plot.left(), plot.bottom() + 2.0), inner.max - vec2(40.0, 0.0));
    for (text, align) in dates.iter().zip([Align2::LEFT_CENTER, Align2::RIGHT_CENTER]).take(known.len()) {
        text_in(ui.painter(), axis, align, text, Weight::Regular, 11.5, palette.muted);
    }
}
