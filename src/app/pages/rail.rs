//! The rail at the left: an icon and a word per page, with a ring where something works in the background.

use std::f32::consts::TAU;

use eframe::egui::{
    Align2, Color32, CornerRadius, CursorIcon, Id, Painter, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo,
    pos2, vec2,
};

use super::Page;
use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::board::round;
use crate::app::fonts::Weight;
use crate::app::jobs::{self, Job};
use crate::app::shortcuts;
use crate::app::widgets::{focus_ring, text_in};

/// The first item, and the distance to the next one.
const FIRST: f32 = 12.0;
const PITCH: f32 = 64.0;
/// Strokes of the icons.
const PEN: f32 = 1.6;

/// Draws the rail.
pub fn rail_ui(ui: &mut Ui, rect: Rect, jobs: &[Job], view: &View, actions: &mut Actions) {
    let palette = view.palette;
    let painter = ui.painter().clone();
    painter.rect_filled(rect, 0, palette.panel);
    painter.vline(rect.right() - 0.5, rect.y_range(), Stroke::new(1.0, palette.hairline));
    for (place, page) in Page::ALL.into_iter().enumerate() {
        let corner = pos2(rect.left() + 2.0, rect.top() + FIRST + PITCH * place as f32);
        let item = Rect::from_min_size(corner, vec2(52.0, 56.0));
        let current = view.page == page;
        let response = ui
            .interact(item, Id::unique(("page", page.key())), Sense::click())
            .on_hover_cursor(CursorIcon::PointingHand);
        let name = page.name(view.texts);
        response.widget_info(|| WidgetInfo::labeled(Role::Tab, true, name));
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_selected(current));
        let rounding = CornerRadius::same(8);
        let plate = if palette.dark { palette.card } else { palette.well };
        if current {
            painter.rect_filled(item, rounding, plate);
            let bar = Rect::from_center_size(pos2(rect.left() + 1.5, item.center().y), vec2(3.0, 32.0));
            painter.rect_filled(bar, CornerRadius::same(1), palette.primary);
        } else if response.hovered() {
            painter.rect_filled(item, rounding, plate.gamma_multiply(0.6));
        }
        focus_ring(&painter, item.shrink(3.0), rounding, &response, palette);
        let ink = if current || response.hovered() { palette.text } else { palette.muted };
        let center = pos2(rect.left() + 28.0, item.top() + 20.0);
        icon(&painter, page, center, ink, if current { plate } else { palette.panel });
        let weight = if current { Weight::SemiBold } else { Weight::Medium };
        let word = Rect::from_center_size(pos2(center.x, item.top() + 44.0), vec2(54.0, 16.0));
        text_in(&painter, word, Align2::CENTER_CENTER, page.word(view.texts), weight, 11.5, ink);
        if let Some(job) = jobs.iter().find(|job| job.page() == page) {
            let ring_center = pos2(rect.left() + 42.0, item.top() + 8.0);
            painter.circle_filled(ring_center, 8.25, if current { plate } else { palette.panel });
            jobs::ring(&painter, ring_center, 5.5, job, view);
        }
        if response.clicked() {
            actions.push(Action::GoTo(page));
        }
        let keys = shortcuts::text(ui.ctx(), shortcuts::page_keys(page), view.texts.locale);
        response.on_hover_text(format!("{name} ({keys})"));
    }
}

/// The icon of a page, 24 wide.
fn icon(painter: &Painter, page: Page, center: Pos2, ink: Color32, ground: Color32) {
    let pen = Stroke::new(PEN, ink);
    let at = |x: f32, y: f32| center + vec2(x, y);
    let line = |points: Vec<Pos2>| {
        painter.add(Shape::line(points, pen));
    };
    match page {
        Page::Play => {
            // Straight lines are cheaper than rectangles where the processor draws.
            for half in [9.0, 4.0] {
                let corners = [at(-half, -half), at(half, -half), at(half, half), at(-half, half)];
                for (place, &corner) in corners.iter().enumerate() {
                    let next = corners[(place + 1) % 4];
                    let over = PEN / 2.0 * (next - corner).normalized();
                    painter.line_segment([corner - over, next + over], pen);
                }
            }
            for (x, y) in [(0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (1.0, 0.0)] {
                painter.line_segment([at(4.0 * x, 4.0 * y), at(9.0 * x, 9.0 * y)], pen);
            }
            round::filled(painter, at(-9.0, 9.0), 3.4, ink);
            round::filled(painter, at(9.0, -9.0), 3.4, ink);
        }
        Page::Puzzles => {
            // A piece of a jigsaw: a knob above and one at the right.
            let knob = |path: &mut Vec<Pos2>, from: f32, toward: f32| {
                path.extend((0..=8).map(|step| {
                    let angle = TAU * (from + toward * step as f32 / 8.0);
                    match from {
                        0.75 => at(-2.0, -7.0) + 3.0 * vec2(angle.sin(), -angle.cos()),
                        _ => at(5.0, 2.0) + 3.0 * vec2(angle.sin(), -angle.cos()),
                    }
                }));
            };
            let mut piece = vec![at(-9.0, -5.0)];
            knob(&mut piece, 0.75, 0.5);
            piece.push(at(5.0, -5.0));
            knob(&mut piece, 0.0, 0.5);
            piece.extend([at(5.0, 9.0), at(-9.0, 9.0), at(-9.0, -5.0 - PEN / 2.0)]);
            line(piece);
        }
        Page::Games => {
            for (y, filled) in [(-7.0, true), (0.0, false), (7.0, true)] {
                painter.line_segment([at(-2.0, y), at(10.0, y)], pen);
                round::filled(painter, at(-8.0, y), 3.0, ink);
                if !filled {
                    round::filled(painter, at(-8.0, y), 1.8, ground);
                }
            }
        }
        Page::Lessons => {
            let side = |way: f32| {
                let mut path = vec![at(0.0, -6.0)];
                curve(&mut path, at(way * 3.0, -8.5), at(way * 7.0, -8.5), at(way * 10.0, -7.5));
                path.push(at(way * 10.0, 7.0));
                curve(&mut path, at(way * 7.0, 6.0), at(way * 3.0, 6.0), at(0.0, 8.5));
                path
            };
            line(side(-1.0));
            line(side(1.0));
            line(vec![at(0.0, -6.0), at(0.0, 8.5)]);
        }
        Page::Laboratory => {
            let mut flask = vec![at(-2.2, -10.0), at(-2.2, -3.0), at(-8.6, 7.5)];
            curve(&mut flask, at(-9.4, 9.0), at(-8.6, 10.0), at(-7.0, 10.0));
            flask.push(at(7.0, 10.0));
            curve(&mut flask, at(8.6, 10.0), at(9.4, 9.0), at(8.6, 7.5));
            flask.extend([at(2.2, -3.0), at(2.2, -10.0)]);
            line(flask);
            line(vec![at(-3.5, -10.0), at(3.5, -10.0)]);
            line(vec![at(-5.6, 3.0), at(5.6, 3.0)]);
        }
    }
}

/// Continues a path along a cubic curve.
fn curve(path: &mut Vec<Pos2>, first: Pos2, second: Pos2, end: Pos2) {
    let Some(&start) = path.last() else { return };
    for step in 1..=4 {
        let t = step as f32 / 4.0;
        let u = 1.0 - t;
        let parts = [(start, u * u * u), (first, 3.0 * u * u * t), (second, 3.0 * u * t * t), (end, t * t * t)];
        path.push(parts.into_iter().fold(Pos2::ZERO, |sum, (point, part)| sum + part * point.to_vec2()));
    }
}

/// The points of an arc that begins at the top and goes clockwise, as shares of a turn.
pub fn arc(center: Pos2, radius: f32, from: f32, share: f32) -> Vec<Pos2> {
    let steps = (40.0 * share).ceil().max(2.0) as usize;
    let place = |step: usize| {
        let angle = TAU * (from + share * step as f32 / steps as f32);
        center + radius * vec2(angle.sin(), -angle.cos())
    };
    (0..=steps).map(place).collect()
}
