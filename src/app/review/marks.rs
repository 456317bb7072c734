//! The marks of the classes. Each has a form of its own, so that colour is not the only cue.

use eframe::egui::{Align2, Color32, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, vec2};

use crate::app::fonts::Weight;
use crate::app::icons::{self, Icon};
use crate::app::theme::Palette;
use muehle_engine::review::Class;

/// The colour of a class.
pub fn color(class: Class, palette: &Palette) -> Color32 {
    match class {
        Class::Only | Class::Best => palette.mark_move,
        Class::Good => palette.muted,
        Class::Inaccuracy => palette.inaccuracy,
        Class::Mistake => palette.mistake,
        Class::Blunder => palette.danger,
    }
}

/// Draws the mark of a class around a centre; its signs only where there is room for them.
pub fn mark(painter: &Painter, class: Class, center: Pos2, radius: f32, signs: bool, palette: &Palette) {
    let color = color(class, palette);
    let pen = Stroke::new((0.2 * radius).clamp(1.0, 2.5), color);
    let sign = |text: &str, ink: Color32| {
        if signs {
            painter.text(center, Align2::CENTER_CENTER, text, Weight::SemiBold.size(1.15 * radius), ink);
        }
    };
    match class {
        Class::Only => {
            let square = Rect::from_center_size(center, Vec2::splat(1.6 * radius));
            painter.rect(square, CornerRadius::ZERO, palette.card, pen, StrokeKind::Inside);
            painter.circle_filled(center, 0.3 * radius, color);
        }
        Class::Best => {
            painter.circle_filled(center, 0.95 * radius, color);
            icons::paint(painter, Icon::Check, center, 0.8 * radius, palette.on_fault);
        }
        Class::Good => {
            painter.circle_stroke(center, 0.55 * radius, pen);
        }
        Class::Inaccuracy => {
            let pill = Rect::from_center_size(center, radius * vec2(2.5, 1.9));
            let rounding = CornerRadius::same((0.95 * radius) as u8);
            painter.rect(pill, rounding, palette.card, pen, StrokeKind::Inside);
            sign("?!", color);
        }
        Class::Mistake => {
            let corners = [vec2(0.0, -1.2), vec2(1.2, 0.0), vec2(0.0, 1.2), vec2(-1.2, 0.0)];
            polygon(painter, center, radius, &corners, color);
            sign("?", palette.on_fault);
        }
        Class::Blunder => {
            let corners: Vec<Vec2> =
                (0..8).map(|i| 1.08 * Vec2::angled(std::f32::consts::TAU * (i as f32 + 0.5) / 8.0)).collect();
            polygon(painter, center, radius, &corners, color);
            sign("??", palette.on_fault);
        }
    }
}

fn polygon(painter: &Painter, center: Pos2, radius: f32, corners: &[Vec2], color: Color32) {
    let points = corners.iter().map(|corner| center + radius * *corner).collect();
    painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
}
