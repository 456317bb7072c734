//! How the computer has judged the game so far: a graph of its estimates, white upwards.

use eframe::egui::{
    Align2, CornerRadius, Id, Mesh, Pos2, Rect, Role, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::fonts::Weight;
use crate::app::widgets::text_in;
use crate::controller::{Command, Judgement, Look};

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
    text_in(painter, head, Align2::LEFT_CENTER, texts.evaluation, Weight::SemiBold, 13.0, palette.text);
    let value = latest(view).map(|judgement| texts.judgement_value(judgement)).unwrap_or_default();
    let width = text_in(painter, head, Align2::RIGHT_CENTER, &value, Weight::SemiBold, 14.0, palette.text);
    if let Some(judgement) = latest(view) {
        let detail = texts.judgement_detail(judgement);
        let area = Rect::from_min_max(head.min, pos2(head.right() - width - 10.0, head.bottom()));
        text_in(painter, area, Align2::RIGHT_CENTER, &detail, Weight::Regular, 12.5, palette.muted);
    }
    let well = Rect::from_min_max(pos2(rect.left(), head.bottom() + 6.0), rect.max);
    painter.rect_filled(well, CornerRadius::same(10), palette.well);
    graph(ui, well, view, actions);
    name(ui, rect, &value, view);
}

/// One row for the rail.
pub fn folded_ui(ui: &mut Ui, rect: Rect, view: &View) {
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
    let value = latest(view).map(|judgement| texts.judgement_value(judgement)).unwrap_or_default();
    let width = text_in(painter, inner, Align2::RIGHT_CENTER, &value, Weight::SemiBold, 13.0, palette.text);
    let area = Rect::from_min_max(inner.min, pos2(inner.right() - width - 6.0, inner.bottom()));
    text_in(painter, area, Align2::LEFT_CENTER, texts.evaluation, Weight::Medium, 13.0, palette.text);
    name(ui, rect, &value, view);
}

fn name(ui: &mut Ui, rect: Rect, value: &str, view: &View) {
    let response = ui.interact(rect, Id::unique("evaluation"), Sense::hover());
    let label = format!("{} {value}", view.texts.evaluation);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, label.trim()));
    response.on_hover_text(view.texts.evaluation_explained);
}

fn graph(ui: &Ui, well: Rect, view: &View, actions: &mut Actions) {
    let (palette, controller) = (view.palette, view.controller);
    let painter = ui.painter();
    let plot = Rect::from_min_max(well.min + vec2(12.0, 12.0), well.max - vec2(34.0, 12.0));
    let y_of = |value: f32| plot.center().y - value.clamp(-1.0, 1.0) * plot.height() / 2.0;
    for (value, alpha, text) in [(1.0, 0.18, "+1"), (0.0, 0.55, "0"), (-1.0, 0.18, "−1")] {
        let y = y_of(value);
        painter.hline(plot.x_range(), y, Stroke::new(1.0, palette.line.gamma_multiply(alpha)));
        let area = Rect::from_min_max(pos2(plot.right(), y - 8.0), pos2(well.right() - 10.0, y + 8.0));
        text_in(painter, area, Align2::RIGHT_CENTER, text, Weight::Regular, 11.5, palette.muted);
    }
    let line = controller.line();
    let step = plot.width() / (line.len().max(41) - 1) as f32;
    let response = ui.interact(plot, Id::unique("graph"), Sense::click());
    if let (true, Some(place)) = (response.clicked(), response.interact_pointer_pos()) {
        let ply = ((place.x - plot.left()) / step).round().max(0.0) as usize;
        actions.push(Action::Do(Command::Look(Look::At(line[ply.min(line.len() - 1)]))));
    }
    let x_of = |ply: usize| plot.left() + ply as f32 * step;
    let points: Vec<Pos2> = line
        .iter()
        .enumerate()
        .filter_map(|(ply, &node)| Some(pos2(x_of(ply), y_of(view.judgement(node)?.value))))
        .collect();
    let (up, down) =
        if palette.dark { (palette.primary, palette.board_edge) } else { (palette.card, palette.primary_hover) };
    let zero = y_of(0.0);
    for pair in points.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        // A piece that crosses the middle is filled in two colours.
        let mut corners = vec![a, b];
        if (a.y - zero) * (b.y - zero) < 0.0 {
            let t = (zero - a.y) / (b.y - a.y);
            corners.insert(1, a.lerp(b, t));
        }
        for pair in corners.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let color = if a.y + b.y <= 2.0 * zero { up } else { down };
            let mut mesh = Mesh::default();
            for corner in [a, b, pos2(b.x, zero), pos2(a.x, zero)] {
                mesh.colored_vertex(corner, color);
            }
            mesh.add_triangle(0, 1, 2);
            mesh.add_triangle(0, 2, 3);
            painter.add(Shape::mesh(mesh));
        }
    }
    if points.len() > 1 {
        painter.add(Shape::line(points, Stroke::new(1.5, palette.line)));
    }
    if let Some(ply) = line.iter().position(|&node| node == controller.shown()).filter(|&ply| ply > 0) {
        let x = x_of(ply);
        painter.vline(x, well.shrink(6.0).y_range(), Stroke::new(1.5, palette.accent.gamma_multiply(0.8)));
        if let Some(judgement) = latest(view) {
            painter.circle(pos2(x, y_of(judgement.value)), 4.2, palette.accent, Stroke::new(1.5, palette.well));
        }
    }
}
