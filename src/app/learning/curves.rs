//! Curves of a training.

use eframe::egui::{Align2, Color32, Id, Rangef, Rect, Response, Role, Sense, Ui, UiBuilder, WidgetInfo, vec2};
use egui_plot::{
    AxisHints, FilledArea, HLine, HoverPosition, Line, Plot, PlotBounds, PlotPoints, Points, uniform_grid_spacer,
};

use crate::app::View;
use crate::app::fonts::Weight;
use crate::app::pages::card;
use crate::app::theme::Palette;
use crate::app::widgets::{text_in, text_width};
use crate::controller::training::Strength;
use crate::texts::Language;

/// The card of a chart: title, remark and the newest value. Returns the room of the chart.
pub fn chart_card(ui: &Ui, rect: Rect, title: &str, remark: &str, value: &str, view: &View) -> Rect {
    let palette = view.palette;
    card(ui, rect, palette);
    let inner = rect.shrink(16.0);
    let head = Rect::from_min_size(inner.min - vec2(0.0, 4.0), vec2(inner.width(), 20.0));
    let painter = ui.painter();
    let width = text_in(painter, head, Align2::LEFT_CENTER, title, Weight::SemiBold, 13.0, palette.text);
    let mut rest = head.with_min_x(head.left() + width + 12.0);
    if !value.is_empty() {
        rest.max.x -= text_in(painter, rest, Align2::RIGHT_CENTER, value, Weight::SemiBold, 14.0, palette.text) + 10.0;
    }
    if !remark.is_empty() && text_width(ui, remark, Weight::Regular, 12.5) <= rest.width() {
        text_in(painter, rest, Align2::RIGHT_CENTER, remark, Weight::Regular, 12.5, palette.muted);
    }
    let said = [title, remark, value].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
    let response = ui.interact(head, Id::unique(("chart", title)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &said));
    inner.with_min_y(head.bottom() + 10.0)
}

/// A number of games: `640`, `1.5k`.
fn games_text(games: f64, language: Language) -> String {
    match games {
        games if games >= 10_000.0 => format!("{:.0}k", games / 1000.0),
        games if games >= 1000.0 => format!("{}k", language.decimal(games / 1000.0, 1)),
        games => format!("{games:.0}"),
    }
}

/// The range of a chart.
#[derive(Clone, Copy)]
pub struct Range {
    /// The last game.
    pub games: f64,
    /// The highest value.
    pub most: f64,
    /// Decimal places.
    pub digits: usize,
}

/// A chart without interaction.
pub fn calm_plot<'a>(id: &'a str, size: Rect, palette: &Palette) -> Plot<'a> {
    Plot::new(id)
        .width(size.width())
        .height(size.height())
        .show_background(false)
        .grid_color(palette.button_border.gamma_multiply(0.7))
        .grid_fade(0.9)
        .show_x(false)
        .show_y(false)
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .sense(Sense::hover())
}

/// Says in a sentence what a chart shows.
pub fn describe(response: &Response, sentence: &str) {
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, sentence));
}

/// The numbers beside a chart.
pub fn axis<'a>(hints: AxisHints<'a>, palette: &Palette) -> AxisHints<'a> {
    hints.tick_label_color(palette.muted).tick_label_font(Weight::Regular.size(11.5))
}

fn plot<'a>(id: &'a str, size: Rect, range: Range, view: &View) -> Plot<'a> {
    let (palette, language) = (view.palette, view.texts.language);
    let games = AxisHints::new_x()
        .label_spacing(Rangef::new(36.0, 56.0))
        .formatter(move |mark, _| if mark.value < 0.0 { String::new() } else { games_text(mark.value, language) });
    let values = AxisHints::new_y()
        .label_spacing(Rangef::new(12.0, 17.0))
        .min_thickness(34.0)
        .formatter(move |mark, _| language.decimal(mark.value, range.digits));
    // About four numbers, whatever the range.
    let step = range.most / 4.0;
    let digit = 10f64.powf(step.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|part| part * digit).find(|&part| part >= step).unwrap_or(step);
    let step = if range.digits == 0 { 25.0 } else { step };
    calm_plot(id, size, palette)
        .y_grid_spacer(uniform_grid_spacer(move |_| [step, step, step]))
        .custom_x_axes(vec![axis(games, palette)])
        .custom_y_axes(vec![axis(values, palette)])
        .label_formatter(move |at| match at {
            HoverPosition::NearDataPoint { position, .. } => {
                let value = language.decimal(position.y, range.digits.max(1) + 1);
                Some(format!("{}: {value}", games_text(position.x, language)))
            }
            HoverPosition::Elsewhere { .. } => None,
        })
}

fn bounds(range: Range) -> PlotBounds {
    let games = range.games.max(64.0);
    PlotBounds::from_min_max([-0.01 * games, -0.03 * range.most], [1.03 * games, 1.08 * range.most])
}

/// A curve over games.
pub fn curve_ui(ui: &mut Ui, rect: Rect, id: &str, points: &[[f64; 2]], range: Range, view: &View, color: Color32) {
    let mut child = ui.new_child(UiBuilder::new().id_salt(id).max_rect(rect));
    let drawn = plot(id, rect, range, view).show(&mut child, |plot| {
        plot.set_plot_bounds(bounds(range));
        plot.line(Line::new(id, PlotPoints::from(points.to_vec())).color(color).width(1.8));
    });
    let words = view.texts.speech;
    let sentence =
        points.last().map(|[games, value]| words.curve(view.texts.language.decimal(*value, range.digits), games));
    describe(&drawn.response, &sentence.unwrap_or(words.no_values().to_owned()));
}

/// Measured strengths in per cent, with their margins.
pub(super) fn strengths_ui(ui: &mut Ui, rect: Rect, strengths: &[Strength], games: f64, view: &View) {
    let palette = view.palette;
    let range = Range { games, most: 100.0, digits: 0 };
    let mut child = ui.new_child(UiBuilder::new().id_salt("strengths").max_rect(rect));
    let xs: Vec<f64> = strengths.iter().map(|one| one.games as f64).collect();
    let bound = |way: f64| -> Vec<f64> {
        strengths.iter().map(|one| (100.0 * (one.score + way * one.margin)).clamp(0.0, 100.0)).collect()
    };
    let points: Vec<[f64; 2]> = strengths.iter().map(|one| [one.games as f64, 100.0 * one.score]).collect();
    let drawn = plot("strengths plot", rect, range, view).show(&mut child, |plot| {
        plot.set_plot_bounds(bounds(range));
        plot.hline(HLine::new("half", 50.0).color(palette.muted).width(1.0).allow_hover(false));
        let (low, high) = (bound(-1.0), bound(1.0));
        if let ([x], [low], [high]) = (&xs[..], &low[..], &high[..]) {
            let bar = PlotPoints::from(vec![[*x, *low], [*x, *high]]);
            plot.line(Line::new("margin", bar).color(palette.primary).width(1.2).allow_hover(false));
        } else if xs.len() > 1 {
            let color = palette.primary.gamma_multiply(0.14);
            plot.add(FilledArea::new("margin", &xs, &low, &high).fill_color(color).allow_hover(false));
        }
        let line = PlotPoints::from(points.clone());
        plot.line(Line::new("score", line).color(palette.primary).width(1.8).allow_hover(false));
        plot.points(Points::new("scores", PlotPoints::from(points)).color(palette.primary).radius(2.6));
    });
    let words = view.texts.speech;
    let per_cent = |share: f64| view.texts.language.decimal(100.0 * share, 1);
    let share = |one: &Strength| format!("{} % ± {}", per_cent(one.score), per_cent(one.margin));
    let sentence = strengths.last().map(|one| words.curve(share(one), one.games));
    describe(&drawn.response, &sentence.unwrap_or(words.no_values().to_owned()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_games_are_short() {
        let short = |language| [0.0, 640.0, 1500.0, 25_000.0].map(|games| games_text(games, language));
        assert_eq!(short(Language::English), ["0", "640", "1.5k", "25k"]);
        assert_eq!(short(Language::German), ["0", "640", "1,5k", "25k"]);
    }
}
