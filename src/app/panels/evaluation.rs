//! How the computer has judged the game so far: a graph of its estimates, white upwards.

use eframe::egui::{
    Align2, Color32, CornerRadius, CursorIcon, Id, Rect, Role, Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2,
    WidgetInfo, pos2, vec2,
};
use egui_plot::{FilledArea, HLine, Line, Plot, PlotPoint, Points, VLine};

use crate::app::View;
use crate::app::actions::{Action, Actions, DialogKind};
use crate::app::board::stones::{self, StoneLook};
use crate::app::fonts::Weight;
use crate::app::review;
use crate::app::study::Why;
use crate::app::widgets::{focus_ring, text_in};
use crate::controller::{Command, Judgement, Look};
use muehle_engine::rules::Color;

/// How far a mark at the edge of the graph reaches beyond it.
const EDGE: f32 = 6.0;

/// The newest judgement up to the shown moment.
fn latest(view: &View) -> Option<Judgement> {
    let controller = view.controller;
    let path = controller.game().tree().path_to(controller.shown());
    path.into_iter().rev().find_map(|node| view.judgement(node))
}

/// Heading, depth, value and graph.
pub fn evaluation_ui(ui: &mut Ui, rect: Rect, view: &View, actions: &mut Actions) {
    let (palette, texts) = (view.palette, view.texts);
    let head = Rect::from_min_size(rect.min, vec2(rect.width(), 20.0));
    let painter = ui.painter();
    text_in(painter, head, Align2::LEFT_CENTER, texts.panel.evaluation(), Weight::SemiBold, 13.0, palette.text);
    let thousandths = view.settings.study.thousandths;
    let value = latest(view).map(|judgement| texts.study.score(judgement.score, thousandths)).unwrap_or_default();
    let width = text_in(painter, head, Align2::RIGHT_CENTER, &value, Weight::SemiBold, 14.0, palette.text);
    if let Some(judgement) = latest(view) {
        let detail = texts.judgement_detail(judgement);
        let area = Rect::from_min_max(head.min, pos2(head.right() - width - 10.0, head.bottom()));
        text_in(painter, area, Align2::RIGHT_CENTER, &detail, Weight::Regular, 12.5, palette.muted);
    }
    let well = Rect::from_min_max(pos2(rect.left(), head.bottom() + 6.0), rect.max);
    painter.rect_filled(well, CornerRadius::same(10), palette.well);
    graph(ui, well, view, actions);
    name(ui, head, &value, view, actions);
}

/// One row for the rail.
pub fn folded_ui(ui: &mut Ui, rect: Rect, view: &View, actions: &mut Actions) {
    let (palette, texts) = (view.palette, view.texts);
    let painter = ui.painter();
    painter.rect(
        rect,
        CornerRadius::same(8),
        palette.button,
        Stroke::new(1.0, palette.button_border),
        StrokeKind::Inside,
    );
    let inner = rect.shrink2(vec2(12.0, 0.0));
    let thousandths = view.settings.study.thousandths;
    let value = latest(view).map_or("–".to_owned(), |judgement| texts.study.score(judgement.score, thousandths));
    let width = text_in(painter, inner, Align2::RIGHT_CENTER, &value, Weight::SemiBold, 13.0, palette.text);
    let area = Rect::from_min_max(inner.min, pos2(inner.right() - width - 6.0, inner.bottom()));
    text_in(painter, area, Align2::LEFT_CENTER, texts.panel.evaluation(), Weight::Medium, 13.0, palette.text);
    name(ui, rect, &value, view, actions);
}

/// Names the heading for screen readers. A click explains the value.
fn name(ui: &mut Ui, rect: Rect, value: &str, view: &View, actions: &mut Actions) {
    let response = ui.interact(rect, Id::unique("evaluation"), Sense::click());
    let response = response.on_hover_cursor(CursorIcon::PointingHand);
    let label = format!("{} {value}", view.texts.panel.evaluation());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, label.trim()));
    focus_ring(ui.painter(), rect, CornerRadius::same(6), &response, view.palette);
    if response.clicked() {
        actions.push(Action::Show(DialogKind::Why(Why::Features)));
    }
    let explained = format!("{}\n{}", view.texts.panel.evaluation_explained(), view.texts.study.why_tip());
    response.on_hover_text(match latest(view).filter(|judgement| judgement.score.is_exact()) {
        Some(judgement) => format!("{}.\n{explained}", view.texts.score_words(judgement.score)),
        None => explained,
    });
}

/// The graph of the line that is shown; a click shows the move under the pointer.
fn graph(ui: &mut Ui, well: Rect, view: &View, actions: &mut Actions) {
    let (palette, controller) = (view.palette, view.controller);
    let rect = Rect::from_min_max(well.min + vec2(12.0, 12.0), well.max - vec2(46.0, 12.0));
    for (share, text, side) in [(0.0, "+1", Some(Color::White)), (0.5, "0", None), (1.0, "−1", Some(Color::Black))] {
        let y = rect.top() + share * rect.height();
        let area = Rect::from_min_max(pos2(rect.right(), y - 8.0), pos2(well.right() - 10.0, y + 8.0));
        text_in(ui.painter(), area, Align2::RIGHT_CENTER, text, Weight::Regular, 11.5, palette.muted);
        // Who is better there.
        if let Some(side) = side {
            let (place, look) = (pos2(rect.right() + 12.0, y), StoneLook::lying(Color32::TRANSPARENT));
            stones::paint(ui.painter(), place, 4.5, &palette.stones[side.index()], look);
        }
    }
    // Room around the graph, so that a mark at its edge is not clipped.
    let (around, inside) = (rect.expand(EDGE), rect.size());
    let line = controller.shown_line();
    let values: Vec<[f64; 2]> = line
        .iter()
        .enumerate()
        .filter_map(|(ply, &node)| Some([ply as f64, view.judgement(node)?.score.value()]))
        .collect();
    let shown = line.iter().position(|&node| node == controller.shown()).filter(|&ply| ply > 0);
    // Short games leave room for the moves to come.
    let last = (line.len().max(41) - 1) as f64;
    let (up, down) =
        if palette.dark { (palette.primary, palette.board_edge) } else { (palette.card, palette.primary_hover) };
    let mut child = ui.new_child(UiBuilder::new().id_salt("graph").max_rect(around));
    let plot = Plot::new("plot")
        .width(around.width())
        .height(around.height())
        .min_size(Vec2::ZERO)
        .set_margin_fraction(Vec2::ZERO)
        .show_background(false)
        .show_axes(false)
        .show_grid(false)
        .show_x(false)
        .show_y(false)
        .show_crosshair(false)
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .allow_axis_zoom_drag(false)
        .sense(Sense::CLICK);
    let drawn = plot.show(&mut child, |plot| {
        let (beside, above) = (last * f64::from(EDGE / inside.x), 1.0 + 2.0 * f64::from(EDGE / inside.y));
        plot.set_plot_bounds_x(-beside..=last + beside);
        plot.set_plot_bounds_y(-above..=above);
        for (value, alpha) in [(1.0, 0.18), (0.0, 0.55), (-1.0, 0.18)] {
            let stroke = Stroke::new(1.0, palette.line.gamma_multiply(alpha));
            plot.hline(HLine::new("", value).stroke(stroke).allow_hover(false));
        }
        let outline = with_crossings(&values);
        for (fill, above) in [(up, true), (down, false)] {
            let xs: Vec<f64> = outline.iter().map(|&[x, _]| x).collect();
            let ys: Vec<f64> = outline.iter().map(|&[_, y]| if (y > 0.0) == above { y } else { 0.0 }).collect();
            let zeros = vec![0.0; xs.len()];
            let (low, high) = if above { (&zeros, &ys) } else { (&ys, &zeros) };
            plot.add(FilledArea::new("", &xs, low, high).fill_color(fill).allow_hover(false));
        }
        if values.len() > 1 {
            plot.line(Line::new("", values.clone()).stroke(Stroke::new(1.5, palette.line)).allow_hover(false));
        }
        if let Some(ply) = shown {
            let stroke = Stroke::new(1.5, palette.accent.gamma_multiply(0.8));
            plot.vline(VLine::new("", ply as f64).stroke(stroke).allow_hover(false));
            if let Some(judgement) = latest(view) {
                let place = vec![[ply as f64, judgement.score.value()]];
                for (radius, color) in [(5.0, palette.well), (3.8, palette.accent)] {
                    plot.points(Points::new("", place.clone()).radius(radius).color(color).allow_hover(false));
                }
            }
        }
    });
    for reviewed in view.review.moves().iter().filter(|reviewed| reviewed.judged.class.is_fault()) {
        let ply = line.iter().position(|node| *node == reviewed.node);
        if let (Some(ply), Some(judgement)) = (ply, view.review.judgement(reviewed.node)) {
            let place = PlotPoint::new(ply as f64, judgement.score.value());
            let center = drawn.transform.position_from_point(&place);
            review::mark(child.painter(), reviewed.judged.class, center, 4.0, false, palette);
        }
    }
    let response = drawn.response;
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, view.texts.study.graph()));
    if let Some(words) = graph_words(&values, view) {
        child.ctx().accesskit_node_builder(response.id, |node| node.set_description(words));
    }
    let Some(pointer) = response.hover_pos().or(response.interact_pointer_pos()) else { return };
    let ply = drawn.transform.value_from_position(pointer).x.round().max(0.0) as usize;
    let node = line[ply.min(line.len() - 1)];
    if response.clicked() {
        actions.push(Action::Do(Command::Look(Look::At(node))));
    }
    let moved = controller.game().tree().node(node).mv.filter(|_| ply < line.len());
    if let (Some(mv), Some(judgement)) = (moved, view.judgement(node)) {
        let offset = usize::from(controller.game().start().side_to_move() == Color::Black);
        let name = view.texts.move_label(ply + offset, &mv.to_string());
        response.on_hover_text_at_pointer(format!(
            "{name} ({})",
            view.texts.study.score(judgement.score, view.settings.study.thousandths)
        ));
    }
}

/// What the graph shows, in a sentence.
fn graph_words(values: &[[f64; 2]], view: &View) -> Option<String> {
    let [_, last] = values.last()?;
    let ys = values.iter().map(|point| point[1]);
    let (low, high) = (ys.clone().fold(f64::INFINITY, f64::min), ys.fold(f64::NEG_INFINITY, f64::max));
    let [low, high, last] = [low, high, *last].map(|value| view.texts.language.value(value));
    Some(view.texts.speech.graph(low, high, last))
}

/// The points of a graph with those where it crosses the middle.
fn with_crossings(values: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut outline = Vec::with_capacity(2 * values.len());
    for (i, &[x, y]) in values.iter().enumerate() {
        if let Some(&[before, value]) = i.checked_sub(1).and_then(|i| values.get(i))
            && value * y < 0.0
        {
            outline.push([before + (x - before) * value / (value - y), 0.0]);
        }
        outline.push([x, y]);
    }
    outline
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graph_is_cut_where_it_crosses_the_middle() {
        let crossed = with_crossings(&[[0.0, 0.5], [1.0, -0.5], [2.0, 0.0], [3.0, 0.2]]);
        assert_eq!(crossed, [[0.0, 0.5], [0.5, 0.0], [1.0, -0.5], [2.0, 0.0], [3.0, 0.2]]);
        assert_eq!(with_crossings(&[]), Vec::<[f64; 2]>::new());
    }
}
