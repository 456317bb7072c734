//! The bare board: plate, grain, lines, dots and coordinates. Its shapes are kept and made anew only when the size,
//! the theme or the side at the bottom changes.

use eframe::egui::{
    Align2, Color32, CornerRadius, Painter, Rect, Shape, Stroke, StrokeKind, Vec2,
    epaint::{CubicBezierShape, RectShape},
    pos2, vec2,
};

use super::geometry::BoardGeometry;
use super::round::{Sprite, disc};
use crate::app::areas::{around, gradient};
use crate::app::fonts::Weight;
use crate::app::theme::Palette;
use crate::rules::Point;

/// Below this side letters and digits would not be readable.
const SMALL: f32 = 200.0;

/// The shapes of the bare board.
#[derive(Default)]
pub struct Plate {
    made_for: Option<(BoardGeometry, bool, f32)>,
    shadows: Vec<Shape>,
    slab: Vec<Shape>,
    grain: Vec<Shape>,
    over: Vec<Shape>,
    /// The dots' picture, which the shapes only name.
    dot: Option<Sprite>,
}

impl Plate {
    /// Draws the bare board.
    pub fn paint(&mut self, painter: &Painter, board: BoardGeometry, palette: &Palette) {
        let key = (board, palette.dark, painter.pixels_per_point());
        if self.made_for != Some(key) {
            self.made_for = Some(key);
            self.shadows = shadows(board, palette);
            self.slab = slab(painter, board, palette);
            self.grain = if palette.dark { Vec::new() } else { grain(board) };
            let dot = disc(painter, 0.0095 * board.side());
            self.over = over(board, palette, &dot);
            self.dot = Some(dot);
        }
        // What the board hides is not painted: without a graphics processor every covered pixel costs time.
        for rest in around(board.plate.shrink(corner(board)), painter.clip_rect()) {
            painter.with_clip_rect(rest).extend(self.shadows.iter().cloned());
        }
        painter.extend(self.slab.iter().cloned());
        painter.with_clip_rect(board.plate.shrink(1.0)).extend(self.grain.iter().cloned());
        painter.extend(self.over.iter().cloned());
        if board.side() >= SMALL {
            coordinates(painter, board, palette);
        }
    }
}

fn corner(board: BoardGeometry) -> f32 {
    0.016 * board.side()
}

fn blurred(rect: Rect, radius: f32, blur: f32, color: Color32) -> Shape {
    RectShape::filled(rect, CornerRadius::same(radius as u8), color).with_blur_width(blur).into()
}

/// Shadows and the edge of the slab.
fn shadows(board: BoardGeometry, palette: &Palette) -> Vec<Shape> {
    let (plate, side, radius) = (board.plate, board.side(), corner(board));
    let shade = |alpha: f32| palette.plate_shadow.gamma_multiply(alpha);
    let strength = if palette.dark { 1.5 } else { 1.0 };
    let down = |distance: f32| vec2(0.0, distance * side);
    let rounding = CornerRadius::same(radius.round() as u8);
    vec![
        blurred(
            plate.translate(down(0.018)).shrink2(vec2(0.004 * side, 0.0)),
            radius,
            0.045 * side,
            shade(0.30 * strength),
        ),
        blurred(plate.translate(down(0.006)), radius, 0.010 * side, shade(0.26 * strength)),
        Shape::rect_filled(plate.translate(down(0.0055)), rounding, palette.board_slab),
    ]
}

/// The board's face.
fn slab(painter: &Painter, board: BoardGeometry, palette: &Palette) -> Vec<Shape> {
    let (plate, side, radius) = (board.plate, board.side(), corner(board));
    let rounding = CornerRadius::same(radius.round() as u8);
    vec![
        gradient(painter, plate, radius, palette.board_top, palette.board_bottom),
        Shape::rect_stroke(
            plate,
            rounding,
            Stroke::new((0.0022 * side).max(1.2), palette.board_edge),
            StrokeKind::Inside,
        ),
    ]
}

/// Wood: some 45 faint curves across the board, the same in every run.
fn grain(board: BoardGeometry) -> Vec<Shape> {
    let mut state = 0x6D75_6568_6C65_u64;
    let mut random = move || {
        // A small linear congruential generator; its upper bits are random enough for wood.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1_u64 << 24) as f32
    };
    let (plate, side) = (board.plate, board.side());
    let mut shapes = Vec::new();
    let mut y = 0.012;
    while y < 0.99 {
        let bend = |random: &mut dyn FnMut() -> f32| (random() - 0.5) * 0.026;
        let height = |offset: f32| plate.top() + (y + offset) * side;
        let points = [
            pos2(plate.left(), height(0.0)),
            pos2(plate.left() + 0.33 * side, height(bend(&mut random))),
            pos2(plate.left() + 0.66 * side, height(bend(&mut random))),
            pos2(plate.right(), height(0.3 * bend(&mut random))),
        ];
        let alpha = 0.03 + 0.06 * random() * random();
        let width = (0.0008 + 0.0026 * random()) * side;
        let color = Color32::from_rgb(0x7A, 0x4E, 0x22).gamma_multiply(alpha);
        let curve = CubicBezierShape::from_points_stroke(points, false, Color32::TRANSPARENT, Stroke::NONE);
        // Sampled evenly: the adaptive flattening leaves short pieces whose thin strokes overlap and show.
        let places = (0..=12).map(|i| curve.sample(i as f32 / 12.0)).collect();
        shapes.push(Shape::line(places, Stroke::new(width.max(1.0), color)));
        y += 0.012 + 0.019 * random();
    }
    shapes
}

/// Frame, lines and dots.
fn over(board: BoardGeometry, palette: &Palette, dot: &Sprite) -> Vec<Shape> {
    let (side, width) = (board.side(), board.line_width());
    let mut shapes = Vec::new();
    let inlay = Stroke::new((0.0014 * side).max(0.8), palette.frame_inlay);
    let rounding = CornerRadius::same((0.6 * corner(board)).round() as u8);
    shapes.push(Shape::rect_stroke(board.plate.shrink(0.015 * side), rounding, inlay, StrokeKind::Middle));
    let groove = vec2(0.001 * side, 0.0017 * side);
    for (offset, color) in [(groove, palette.groove), (Vec2::ZERO, palette.line)] {
        for [a, b] in board.lines() {
            shapes.push(Shape::line_segment([a + offset, b + offset], Stroke::new(width, color)));
        }
        for point in Point::ALL {
            shapes.push(dot.shape(0, board.center(point) + offset, 1.0, color));
        }
    }
    shapes
}

/// Letters and digits at the edge. They are laid out anew every frame, because glyphs move in egui's texture; egui
/// remembers the layout itself.
fn coordinates(painter: &Painter, board: BoardGeometry, palette: &Palette) {
    let side = board.side();
    let font = Weight::Medium.size((0.0215 * side).clamp(10.5, 20.0));
    for i in 0..7u8 {
        let along = f32::from(i);
        let below = pos2(board.place(along, 0.0).x, board.plate.bottom() - 0.038 * side);
        let beside = pos2(board.plate.left() + 0.038 * side, board.place(0.0, along).y);
        for (place, letter) in [(below, b'a' + i), (beside, b'1' + i)] {
            painter.text(place, Align2::CENTER_CENTER, char::from(letter), font.clone(), palette.coordinates);
        }
    }
}
