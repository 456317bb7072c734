//! The bare board: plate, grain, lines, dots and coordinates. Everything but the coordinates is one picture in screen
//! pixels, painted again only when the size or the theme changes.

use eframe::egui::{
    self, Align2, Color32, ColorImage, Painter, Rect, TextureHandle, TextureOptions, Vec2, emath::GuiRounding, pos2,
    vec2,
};
use vello_cpu::color::{AlphaColor, Srgb};
use vello_cpu::kurbo::{Affine, BezPath, Circle, Line, RoundedRect, Shape, Stroke};
use vello_cpu::peniko::Gradient;
use vello_cpu::{Pixmap, RenderContext, Resources};

use super::geometry::BoardGeometry;
use crate::app::boards::Surface;
use crate::app::fonts::Weight;
use crate::app::theme::Palette;
use muehle_engine::rules::Point;

/// Below this side letters and digits would not be readable.
const SMALL: f32 = 200.0;
/// How far shadows reach around the plate.
const SHADOWS: f32 = 0.052;
/// The precision of curves, in points.
const TOLERANCE: f64 = 0.05;

/// The picture of the bare board.
#[derive(Default)]
pub struct Plate {
    /// The last request.
    asked: Option<Key>,
    picture: Option<(Key, TextureHandle)>,
}

/// The plate within its picture, what it is made of and whether that is dark, and the pixels per point.
type Key = (Rect, (Surface, bool), f32);

impl Plate {
    /// Draws the bare board.
    pub fn paint(&mut self, painter: &Painter, board: BoardGeometry, palette: &Palette, with_coordinates: bool) {
        let density = painter.pixels_per_point();
        let area = board.plate.expand(SHADOWS * board.side()).round_to_pixels(density);
        // A board that only moves, as in a scrolled text, keeps its picture. Rounding absorbs small numeric differences.
        let plate = board.plate.translate(-area.min.to_vec2()).round_to_pixels(64.0 * density);
        let surface = (palette.surface, palette.dark);
        let key = (plate, surface, density);
        let rests = self.asked.replace(key) == Some(key);
        match &self.picture {
            Some((made, _)) if *made == key => {}
            // While the window is resized the old picture is stretched: a new one per frame would take too long.
            Some(((_, made_of, _), _)) if *made_of == surface && !rests => painter.ctx().request_repaint(),
            _ => self.picture = Some((key, picture(painter, area.size(), BoardGeometry { plate, ..board }, palette))),
        }
        if let Some((_, picture)) = &self.picture {
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            painter.image(picture.id(), area, whole, Color32::WHITE);
        }
        if with_coordinates && board.side() >= SMALL {
            coordinates(painter, board, palette);
        }
    }
}

/// Paints the board and its shadows into a picture of a size.
fn picture(painter: &Painter, size: Vec2, board: BoardGeometry, palette: &Palette) -> TextureHandle {
    let largest = painter.ctx().input(|input| input.max_texture_side).min(usize::from(u16::MAX)) as f32;
    let pixels = |length: f32| (length * painter.pixels_per_point()).round().clamp(1.0, largest) as u16;
    let (width, height) = (pixels(size.x), pixels(size.y));
    let scale = |pixels: u16, length: f32| f64::from(pixels) / f64::from(length);
    let mut context = RenderContext::new(width, height);
    context.set_transform(Affine::scale_non_uniform(scale(width, size.x), scale(height, size.y)));
    let mut canvas = Canvas { context, board, palette, density: painter.pixels_per_point() };
    canvas.shadows();
    canvas.slab();
    if palette.surface == Surface::Wood {
        canvas.grain();
    }
    canvas.lines();
    let mut pixmap = Pixmap::new(width, height);
    canvas.context.flush();
    canvas.context.render(&mut pixmap, &mut Resources::new());
    let pixels = [usize::from(width), usize::from(height)];
    let image = ColorImage::from_rgba_premultiplied(pixels, pixmap.data_as_u8_slice());
    painter.ctx().load_texture("board", image, TextureOptions::NEAREST)
}

struct Canvas<'a> {
    context: RenderContext,
    board: BoardGeometry,
    palette: &'a Palette,
    /// Pixels per point.
    density: f32,
}

fn paint(color: Color32) -> AlphaColor<Srgb> {
    let [red, green, blue, alpha] = color.to_srgba_unmultiplied();
    AlphaColor::from_rgba8(red, green, blue, alpha)
}

fn rounded(rect: Rect, radius: f32) -> RoundedRect {
    let [left, top, right, bottom] = [rect.left(), rect.top(), rect.right(), rect.bottom()].map(f64::from);
    RoundedRect::new(left, top, right, bottom, f64::from(radius))
}

impl Canvas<'_> {
    fn corner(&self) -> f32 {
        0.016 * self.board.side()
    }

    fn fill(&mut self, shape: &impl Shape, color: Color32) {
        self.context.set_paint(paint(color));
        self.context.fill_path(&shape.to_path(TOLERANCE));
    }

    fn stroke(&mut self, shape: &impl Shape, width: f32, color: Color32) {
        self.context.set_paint(paint(color));
        self.context.set_stroke(Stroke::new(width.into()));
        self.context.stroke_path(&shape.to_path(TOLERANCE));
    }

    /// A shadow whose edge is spread over a width.
    fn shadow(&mut self, rect: Rect, blur: f32, color: Color32) {
        let shape = rounded(rect, 0.0).rect();
        // A normal distribution as wide as an even one.
        let deviation = blur / 12f32.sqrt();
        self.context.set_paint(paint(color));
        self.context.fill_blurred_rounded_rect(&shape, self.corner(), deviation, false);
    }

    /// Shadows and the edge of the slab.
    fn shadows(&mut self) {
        let (plate, side, palette) = (self.board.plate, self.board.side(), self.palette);
        let strength = if palette.dark { 1.5 } else { 1.0 };
        let shade = |alpha: f32| palette.plate_shadow.gamma_multiply(alpha * strength);
        let down = |distance: f32| plate.translate(vec2(0.0, distance * side));
        self.shadow(down(0.018).shrink2(vec2(0.004 * side, 0.0)), 0.045 * side, shade(0.30));
        self.shadow(down(0.006), 0.010 * side, shade(0.26));
        self.fill(&rounded(down(0.0055), self.corner()), palette.board_slab);
    }

    /// The board's face.
    fn slab(&mut self) {
        let (plate, palette) = (self.board.plate, self.palette);
        let (top, bottom) = (f64::from(plate.top()), f64::from(plate.bottom()));
        let stops = [palette.board_top, palette.board_bottom].map(paint);
        self.context.set_paint(Gradient::new_linear((0.0, top), (0.0, bottom)).with_stops(stops));
        self.context.fill_path(&rounded(plate, self.corner()).to_path(TOLERANCE));
        let width = (0.0022 * self.board.side()).max(1.2);
        let edge = rounded(plate.shrink(width / 2.0), self.corner() - width / 2.0);
        self.stroke(&edge, width, palette.board_edge);
    }

    /// Wood: some 45 faint curves across the board, the same in every run.
    fn grain(&mut self) {
        let mut state = 0x6D75_6568_6C65_u64;
        let mut random = move || {
            // A small linear congruential generator; its upper bits are random enough for wood.
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f32 / (1_u64 << 24) as f32
        };
        let (plate, side) = (self.board.plate, self.board.side());
        self.context.push_clip_path(&rounded(plate.shrink(1.0), self.corner()).to_path(TOLERANCE));
        let mut y = 0.012;
        while y < 0.99 {
            let at = |x: f32, y: f32| (f64::from(plate.left() + x * side), f64::from(plate.top() + y * side));
            let mut bent = |most: f32| y + most * (random() - 0.5);
            let mut curve = BezPath::new();
            curve.move_to(at(0.0, y));
            curve.curve_to(at(0.33, bent(0.026)), at(0.66, bent(0.026)), at(1.0, bent(0.008)));
            let alpha = 0.03 + 0.06 * random() * random();
            let width = (0.0008 + 0.0026 * random()) * side;
            self.stroke(&curve, width.max(1.0), Color32::from_rgb(0x7A, 0x4E, 0x22).gamma_multiply(alpha));
            y += 0.012 + 0.019 * random();
        }
        self.context.pop_clip_path();
    }

    /// Frame, lines and dots.
    fn lines(&mut self) {
        let (board, palette, side) = (self.board, self.palette, self.board.side());
        let inlay = egui::Stroke::new((0.0014 * side).max(0.8), palette.frame_inlay);
        let mut frame = board.plate.shrink(0.015 * side);
        for side in [&mut frame.min.x, &mut frame.min.y, &mut frame.max.x, &mut frame.max.y] {
            inlay.round_center_to_pixel(self.density, side);
        }
        self.stroke(&rounded(frame, 0.6 * self.corner()), inlay.width, inlay.color);
        let groove = vec2(0.001 * side, 0.0017 * side);
        for (offset, color) in [(groove, palette.groove), (Vec2::ZERO, palette.line)] {
            let line = egui::Stroke::new(board.line_width(), color);
            for [mut from, mut to] in board.lines().map(|ends| ends.map(|end| end + offset)) {
                // A line between pixels would look blurred.
                let (a, b) = if from.x == to.x { (&mut from.x, &mut to.x) } else { (&mut from.y, &mut to.y) };
                line.round_center_to_pixel(self.density, a);
                *b = *a;
                let [from, to] = [from, to].map(|end| (f64::from(end.x), f64::from(end.y)));
                self.stroke(&Line::new(from, to), line.width, color);
            }
            for point in Point::ALL {
                let center = board.center(point) + offset;
                let dot = Circle::new((f64::from(center.x), f64::from(center.y)), 0.0095 * f64::from(side));
                self.fill(&dot, color);
            }
        }
    }
}

/// Letters and digits at the edge. They are laid out in every frame, because glyphs move in egui's texture; egui
/// caches the layout.
pub fn coordinates(painter: &Painter, board: BoardGeometry, palette: &Palette) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::theme;

    #[test]
    fn while_the_size_changes_the_old_picture_is_stretched() {
        let ctx = egui::Context::default();
        let mut plate = Plate::default();
        let mut paint = |side: f32, left: f32, theme: egui::Theme| {
            let mut made = None;
            let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
                let square = Rect::from_min_size(pos2(left, 10.0), Vec2::splat(side));
                let board = BoardGeometry { plate: square, flipped: false };
                plate.paint(ui.painter(), board, theme::palette(theme), true);
                made = plate.picture.as_ref().map(|(_, picture)| picture.id());
            });
            output.textures_delta.clear();
            made
        };
        let first = paint(300.0, 10.0, egui::Theme::Light);
        assert!(first.is_some());
        assert_eq!(paint(300.0, 25.0, egui::Theme::Light), first, "a board that moves keeps its picture");
        assert_eq!(paint(310.0, 25.0, egui::Theme::Light), first);
        assert_eq!(paint(320.0, 25.0, egui::Theme::Light), first);
        let second = paint(320.0, 25.0, egui::Theme::Light);
        assert_ne!(second, first, "the size rests");
        assert_ne!(paint(330.0, 25.0, egui::Theme::Dark), second, "another theme is seen at once");
    }
}
