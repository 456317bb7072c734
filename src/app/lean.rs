//! Makes frames cheap without a graphics processor, where every triangle and every pixel costs time: shapes hidden by an
//! opaque rectangle are dropped, and rectangles and straight lines, which lie on whole pixels, get fewer triangles than
//! egui would make.

use std::f32::consts::FRAC_PI_2;

use eframe::egui::emath::{GuiRounding, TSTransform};
use eframe::egui::epaint::{ClippedShape, RectShape, Vertex, WHITE_UV};
use eframe::egui::{
    Color32, Context, CornerRadius, FullOutput, Mesh, Plugin, Pos2, Rect, Shape, Stroke, StrokeKind, TextureId,
    TextureOptions, Vec2, pos2, vec2,
};
use eframe::glow::{self, HasContext};

/// Parts of the names of renderers that draw without a graphics processor.
const SOFTWARE: [&str; 6] =
    ["llvmpipe", "softpipe", "swiftshader", "software", "microsoft basic render", "gdi generic"];
/// What egui adds to the radius of a corner to make it look round.
const CORNER_TWEAK: f32 = 0.4;
/// Smaller rectangles hide too little to be worth the search.
const SMALLEST_COVER: f32 = 40.0;

/// Whether the processor draws the pixels.
pub fn pays_off(gl: Option<&glow::Context>) -> bool {
    // SAFETY: eframe made this context current on this thread; asking for a name changes nothing.
    gl.is_some_and(|gl| is_software(&unsafe { gl.get_parameter_string(glow::RENDERER) }))
}

fn is_software(renderer: &str) -> bool {
    let renderer = renderer.to_lowercase();
    SOFTWARE.iter().any(|name| renderer.contains(name))
}

/// Simplifies everything that a window paints from now on.
pub fn install(ctx: &Context) {
    ctx.add_plugin(Lean);
    // Small discs lie between pixels, so they come as triangles and not from the glyph texture.
    ctx.tessellation_options_mut(|options| options.prerasterized_discs = false);
}

struct Lean;

impl Plugin for Lean {
    fn debug_name(&self) -> &'static str {
        "lean shapes"
    }

    fn output_hook(&mut self, _: &Context, output: &mut FullOutput) {
        // Glyphs lie on whole pixels, so their texture, which also gives plain areas their white, needs no filtering.
        let glyphs = output.textures_delta.set.iter_mut().filter(|(id, _)| **id == TextureId::default());
        for change in glyphs.flat_map(|(_, changes)| changes) {
            change.options = TextureOptions::NEAREST;
        }
        let mut slimmer = Slimmer { pixel: output.pixels_per_point.recip(), covers: Vec::new() };
        let lies_still = |clipped: &&mut ClippedShape| clipped.transform_after_tessellation == TSTransform::IDENTITY;
        for ClippedShape { clip_rect, shape, .. } in output.shapes.iter_mut().rev().filter(lies_still) {
            slimmer.slim(shape, *clip_rect);
        }
    }
}

/// Goes through the shapes, the topmost first.
struct Slimmer {
    /// The width of a pixel.
    pixel: f32,
    /// Rectangles that hide everything below them.
    covers: Vec<Rect>,
}

impl Slimmer {
    fn slim(&mut self, shape: &mut Shape, clip: Rect) {
        if let Shape::Vec(parts) = shape {
            parts.iter_mut().rev().for_each(|part| self.slim(part, clip));
            return;
        }
        let seen = shape.visual_bounding_rect().intersect(clip);
        if self.covers.iter().any(|cover| cover.contains_rect(seen)) {
            *shape = Shape::Noop;
            return;
        }
        let cover = opaque_part(shape).map(|cover| cover.intersect(clip));
        let lean = match shape {
            Shape::Rect(rect) => rectangle(rect, &self.covers, self.pixel),
            Shape::LineSegment { points, stroke } => straight_line(*points, *stroke, self.pixel),
            _ => None,
        };
        if let Some(lean) = lean {
            *shape = Shape::mesh(lean);
        }
        self.covers.extend(cover.filter(|cover| cover.size().min_elem() >= SMALLEST_COVER));
    }
}

/// The part of a shape that hides everything below it.
fn opaque_part(shape: &Shape) -> Option<Rect> {
    let Shape::Rect(rect) = shape else { return None };
    let opaque = rect.fill.is_opaque() && rect.blur_width == 0.0 && rect.angle == 0.0 && rect.brush.is_none();
    let CornerRadius { nw, ne, sw, se } = rect.corner_radius;
    // A rectangle fits inside the round corners when it is three tenths of the radius smaller on each side.
    opaque.then(|| rect.rect.shrink(0.3 * f32::from(nw.max(ne).max(sw).max(se)) + 1.0))
}

/// The four parts of a rectangle around a hole in it.
pub fn around(hole: Rect, outside: Rect) -> [Rect; 4] {
    [
        Rect::from_min_max(outside.min, pos2(outside.right(), hole.top())),
        Rect::from_min_max(pos2(outside.left(), hole.top()), pos2(hole.left(), hole.bottom())),
        Rect::from_min_max(pos2(hole.right(), hole.top()), pos2(outside.right(), hole.bottom())),
        Rect::from_min_max(pos2(outside.left(), hole.bottom()), outside.max),
    ]
}

/// A horizontal or vertical line whose width is a whole number of pixels.
fn straight_line(points: [Pos2; 2], stroke: Stroke, pixel: f32) -> Option<Mesh> {
    let [a, b] = points;
    if !(a.x == b.x || a.y == b.y) || stroke.is_empty() || !is_whole(stroke.width / pixel) {
        return None;
    }
    let across = if a.y == b.y { vec2(0.0, stroke.width) } else { vec2(stroke.width, 0.0) };
    let corner = (a.min(b) - across / 2.0).round_to_pixels(pixel.recip());
    let end = (a.max(b) - across / 2.0).round_to_pixels(pixel.recip()) + across;
    let mut lean = LeanMesh::without(&[]);
    lean.flat(Rect::from_min_max(corner, end), stroke.color);
    Some(lean.mesh)
}

fn is_whole(number: f32) -> bool {
    number >= 0.99 && (number - number.round()).abs() < 0.01
}

/// A rectangle with its border, without its hidden part. None for rectangles that egui draws better.
fn rectangle(shape: &RectShape, covers: &[Rect], pixel: f32) -> Option<Mesh> {
    let &RectShape { rect, corner_radius, fill, stroke, stroke_kind, blur_width, angle, .. } = shape;
    let radius = f32::from(corner_radius.nw);
    let stroke = if stroke.is_empty() { Stroke::NONE } else { stroke };
    let edge = stroke.width;
    let outwards = match stroke_kind {
        StrokeKind::Inside => 0.0,
        StrokeKind::Outside if is_whole(edge / pixel) || edge == 0.0 => edge,
        _ => return None,
    };
    let plain = shape.brush.is_none() && angle == 0.0 && shape.round_to_pixels != Some(false);
    let even = corner_radius == CornerRadius::same(corner_radius.nw) && (radius > 0.0 || edge == 0.0);
    let rect = rect.round_to_pixels(pixel.recip()).expand(outwards);
    let smallest = rect.size().min_elem();
    if !plain || !even || !rect.is_finite() || smallest <= 2.0 * (edge + pixel) {
        return None;
    }
    let blur = if blur_width > pixel { blur_width.min(smallest - 0.1) } else { 0.0 };
    if blur > 0.0 && edge > 0.0 {
        return None;
    }
    let corner = match radius + 0.5 * blur {
        0.0 => 0.0,
        radius => (radius + outwards + CORNER_TWEAK).max(edge + 0.1).min(smallest / 2.0),
    };
    let half = pixel / 2.0;
    let nothing = Color32::TRANSPARENT;
    let mut lean = LeanMesh::without(covers);
    if blur > 0.0 {
        let ramp = [(-blur / 2.0, nothing), (blur / 2.0, fill)];
        lean.rounded(rect, corner, &ramp, &ramp);
    } else if edge == 0.0 {
        lean.rounded(rect, corner, &[(0.0, fill)], &[(-half, nothing), (half, fill)]);
    } else {
        // A border that ends between pixels has a soft inner edge.
        let soft = if is_whole(edge / pixel) { 0.0 } else { half };
        let sides = [(0.0, stroke.color), ((edge - soft).max(0.0), stroke.color), (edge + soft, fill)];
        let inner = (edge - half).max(half);
        let corners = [(-half, nothing), (half, stroke.color), (inner, stroke.color), (edge + half, fill)];
        lean.rounded(rect, corner, &sides, &corners);
    }
    Some(lean.mesh)
}

/// The distance of a line from the edge of a rectangle, inwards, and its colour. Colours blend from one line to the next.
type Band = (f32, Color32);

struct LeanMesh<'a> {
    mesh: Mesh,
    /// Where nothing needs painting.
    covers: &'a [Rect],
}

impl<'a> LeanMesh<'a> {
    fn without(covers: &'a [Rect]) -> LeanMesh<'a> {
        LeanMesh { mesh: Mesh::default(), covers }
    }

    fn vertex(&mut self, place: Pos2, color: Color32) -> u32 {
        let index = self.mesh.vertices.len() as u32;
        self.mesh.vertices.push(Vertex { pos: place, uv: WHITE_UV, color });
        index
    }

    /// A quadrilateral; its corners go round.
    fn piece(&mut self, corners: [(Pos2, Color32); 4]) {
        if corners.iter().all(|(_, color)| *color == Color32::TRANSPARENT) {
            return;
        }
        let [a, b, c, d] = corners.map(|(place, color)| self.vertex(place, color));
        self.mesh.add_triangle(a, b, c);
        self.mesh.add_triangle(a, c, d);
    }

    /// A rectangle of one colour, without its hidden parts.
    fn flat(&mut self, rect: Rect, color: Color32) {
        let mut parts = vec![rect];
        for cover in self.covers.iter().filter(|cover| cover.intersects(rect)) {
            let seen = |part: Rect| {
                let hole = cover.intersect(part);
                if hole.is_positive() { around(hole, part).to_vec() } else { vec![part] }
            };
            parts = parts.into_iter().flat_map(seen).filter(Rect::is_positive).collect();
        }
        for part in parts.into_iter().filter(Rect::is_positive) {
            let corners = [part.left_top(), part.right_top(), part.right_bottom(), part.left_bottom()];
            self.piece(corners.map(|place| (place, color)));
        }
    }

    /// A rectangle with bands along its straight sides and around its corners.
    fn rounded(&mut self, rect: Rect, corner: f32, sides: &[Band], corners: &[Band]) {
        let Some(&(depth, fill)) = sides.last() else { return };
        let straight = rect.shrink(corner);
        // For each corner: the direction along the next side, the direction into the rectangle, and the side's length.
        let ways = [
            (rect.left_top(), vec2(1.0, 0.0), vec2(0.0, 1.0), straight.width()),
            (rect.right_top(), vec2(0.0, 1.0), vec2(-1.0, 0.0), straight.height()),
            (rect.right_bottom(), vec2(-1.0, 0.0), vec2(0.0, -1.0), straight.width()),
            (rect.left_bottom(), vec2(0.0, -1.0), vec2(1.0, 0.0), straight.height()),
        ];
        for (start, along, inwards, length) in ways {
            let at = |distance: f32, (inset, color): Band| (start + distance * along + inset * inwards, color);
            for pair in sides.windows(2).filter(|pair| pair[0].0 < pair[1].0 && length > 0.0) {
                let (from, to) = (corner, corner + length);
                self.piece([at(from, pair[0]), at(to, pair[0]), at(to, pair[1]), at(from, pair[1])]);
            }
            self.corner(start + corner * (along + inwards), corner, -along, corners);
        }
        let middle = Rect::from_min_max(
            pos2(rect.left() + depth, straight.top()),
            pos2(rect.right() - depth, straight.bottom()),
        );
        self.flat(middle, fill);
        for (top, bottom) in [(rect.top() + depth, straight.top()), (straight.bottom(), rect.bottom() - depth)] {
            self.flat(Rect::from_min_max(pos2(straight.left(), top), pos2(straight.right(), bottom)), fill);
        }
    }

    /// A quarter of a disc, clockwise from a direction.
    fn corner(&mut self, center: Pos2, radius: f32, from: Vec2, bands: &[Band]) {
        if radius <= 0.0 {
            return;
        }
        let steps = (1.8 * radius.sqrt()).ceil().clamp(2.0, 16.0);
        let way = |step: f32| {
            let (sin, cos) = (FRAC_PI_2 * step / steps).sin_cos();
            vec2(cos * from.x - sin * from.y, sin * from.x + cos * from.y)
        };
        for step in 0..steps as usize {
            let ways = [way(step as f32), way(step as f32 + 1.0)];
            let at = |end: usize, (inset, color): Band| (center + (radius - inset).max(0.0) * ways[end], color);
            for pair in bands.windows(2) {
                self.piece([at(0, pair[0]), at(1, pair[0]), at(1, pair[1]), at(0, pair[1])]);
            }
            if let Some(&band) = bands.last().filter(|(_, fill)| *fill != Color32::TRANSPARENT) {
                let [a, b] = [0, 1].map(|end| at(end, band)).map(|(place, color)| self.vertex(place, color));
                let c = self.vertex(center, band.1);
                self.mesh.add_triangle(a, b, c);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The colours of the triangles that cover a place, blended as a graphics processor does.
    fn colors_at(mesh: &Mesh, place: Pos2) -> Vec<Color32> {
        let area = |a: Pos2, b: Pos2, c: Pos2| (b - a).x * (c - a).y - (b - a).y * (c - a).x;
        let covering = mesh.indices.chunks(3).filter_map(|corners| {
            let [a, b, c] = [0, 1, 2].map(|i| mesh.vertices[corners[i] as usize]);
            let whole = area(a.pos, b.pos, c.pos);
            let shares = [(b, c), (c, a), (a, b)].map(|(from, to)| area(from.pos, to.pos, place) / whole);
            let inside = whole != 0.0 && shares.iter().all(|share| *share > 0.0);
            let parts = [a, b, c].map(|vertex| vertex.color.to_array());
            let mixed = |part: usize| (0..3).map(|i| shares[i] * f32::from(parts[i][part])).sum::<f32>().round() as u8;
            inside.then(|| Color32::from_rgba_premultiplied(mixed(0), mixed(1), mixed(2), mixed(3)))
        });
        covering.collect()
    }

    fn card() -> RectShape {
        let rect = Rect::from_min_max(pos2(10.0, 20.0), pos2(110.0, 80.0));
        RectShape::new(rect, CornerRadius::same(8), Color32::RED, Stroke::new(2.0, Color32::BLUE), StrokeKind::Inside)
    }

    #[test]
    fn only_renderers_without_a_graphics_processor_need_it() {
        for software in ["llvmpipe (LLVM 15.0.6, 256 bits)", "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device))"] {
            assert!(is_software(software), "{software}");
        }
        for hardware in ["Mesa Intel(R) UHD Graphics 620 (KBL GT2)", "NVIDIA GeForce GTX 1650/PCIe/SSE2", ""] {
            assert!(!is_software(hardware), "{hardware}");
        }
    }

    #[test]
    fn every_pixel_of_a_rectangle_is_painted_once_and_none_outside() {
        let mesh = rectangle(&card(), &[], 1.0).expect("a lean rectangle");
        for x in 0..120 {
            for y in 0..100 {
                // Slightly off the centre, where no two triangles meet.
                let place = pos2(x as f32 + 0.501, y as f32 + 0.5003);
                let corner = Rect::from_min_max(pos2(19.0, 29.0), pos2(101.0, 71.0));
                let colors = colors_at(&mesh, place);
                if corner.x_range().contains(place.x) || corner.y_range().contains(place.y) {
                    let inside = |depth: f32| card().rect.shrink(depth).contains(place);
                    let wanted = match () {
                        () if inside(2.0) => vec![Color32::RED],
                        () if inside(0.0) => vec![Color32::BLUE],
                        () => vec![],
                    };
                    assert_eq!(colors, wanted, "{place:?}");
                } else {
                    assert!(colors.len() <= 1, "{place:?} {colors:?}");
                }
            }
        }
        assert_eq!(colors_at(&mesh, pos2(10.501, 20.5003)), [], "corners are round");
    }

    #[test]
    fn a_shadow_fades_towards_the_outside() {
        let shape = RectShape { stroke: Stroke::NONE, blur_width: 10.0, ..card() };
        let mesh = rectangle(&shape, &[], 1.0).expect("a lean shadow");
        let alpha = |x: f32| colors_at(&mesh, pos2(x, 50.003)).first().map_or(0, |color| color.a());
        assert_eq!([4.9, 15.1].map(alpha), [0, 255]);
        assert!((120..136).contains(&alpha(10.0)), "{}", alpha(10.0));
    }

    #[test]
    fn what_is_hidden_is_not_painted() {
        let ground = Rect::from_min_max(pos2(0.0, 0.0), pos2(200.0, 200.0));
        let below =
            Shape::rect_filled(Rect::from_center_size(card().rect.center(), vec2(30.0, 20.0)), 4, Color32::GOLD);
        let mut shapes = vec![Shape::rect_filled(ground, 0, Color32::GREEN), below, card().into()];
        let slim = |shapes: &[Shape]| {
            let mut all = Shape::Vec(shapes.to_vec());
            Slimmer { pixel: 1.0, covers: Vec::new() }.slim(&mut all, ground);
            let Shape::Vec(parts) = all else { unreachable!("it was one") };
            parts
        };
        let lean = slim(&shapes);
        assert_eq!(lean[1], Shape::Noop);
        let Shape::Mesh(mesh) = &lean[0] else { panic!("{:?}", lean[0]) };
        assert_eq!(colors_at(mesh, pos2(60.01, 50.003)), []);
        for seen in
            [pos2(5.01, 50.003), pos2(150.01, 50.003), pos2(60.01, 5.003), pos2(60.01, 150.003), pos2(10.51, 20.503)]
        {
            assert_eq!(colors_at(mesh, seen), [Color32::GREEN], "{seen:?}");
        }
        shapes[2] = RectShape { fill: Color32::RED.gamma_multiply(0.5), ..card() }.into();
        let lean = slim(&shapes);
        assert_ne!(lean[1], Shape::Noop, "one sees through the card");
    }

    #[test]
    fn lines_on_pixels_are_one_rectangle() {
        let mesh = straight_line([pos2(0.0, 27.5), pos2(90.0, 27.5)], Stroke::new(1.0, Color32::RED), 1.0);
        assert_eq!(mesh.map(|mesh| mesh.calc_bounds()), Some(Rect::from_min_max(pos2(0.0, 27.0), pos2(90.0, 28.0))));
        let stroke = Stroke::new(1.5, Color32::RED);
        assert_eq!(straight_line([pos2(0.0, 27.5), pos2(90.0, 27.5)], stroke, 1.0), None, "between pixels");
        let stroke = Stroke::new(1.0, Color32::RED);
        assert_eq!(straight_line([pos2(0.0, 27.5), pos2(90.0, 30.0)], stroke, 1.0), None, "aslant");
    }

    #[test]
    fn what_is_unusual_is_left_to_egui() {
        let uneven = CornerRadius { nw: 3, ..CornerRadius::same(8) };
        let thin = Rect::from_min_size(pos2(3.0, 3.0), vec2(40.0, 2.0));
        for shape in [
            RectShape { angle: 0.3, ..card() },
            RectShape { corner_radius: uneven, ..card() },
            RectShape { round_to_pixels: Some(false), ..card() },
            RectShape { rect: thin, ..card() },
            RectShape { rect: Rect::EVERYTHING, ..card() },
        ] {
            assert_eq!(rectangle(&shape, &[], 1.0), None, "{shape:?}");
        }
    }
}
