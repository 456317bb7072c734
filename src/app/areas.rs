//! Large areas of colour. Without a graphics processor they are what a frame costs most, so they take their white from a
//! picture that needs no smoothing, and are painted only where they are seen.

use eframe::egui::epaint::Vertex;
use eframe::egui::{
    Color32, ColorImage, Context, Id, Mesh, Painter, Pos2, Rect, Shape, TextureHandle, TextureId, TextureOptions, Vec2,
    pos2,
};

const WHITE_UV: Pos2 = pos2(0.5, 0.5);

/// One white texel.
fn white(ctx: &Context) -> TextureId {
    let place = Id::unique("white");
    let kept = ctx.data(|data| data.get_temp::<TextureHandle>(place).map(|texture| texture.id()));
    kept.unwrap_or_else(|| {
        let texel = ColorImage::filled([1, 1], Color32::WHITE);
        let texture = ctx.load_texture("white", texel, TextureOptions::NEAREST);
        let id = texture.id();
        ctx.data_mut(|data| data.insert_temp(place, texture));
        id
    })
}

/// A rectangle of one colour.
pub fn flat(painter: &Painter, rect: Rect, color: Color32) {
    let mut mesh = Mesh::with_texture(white(painter.ctx()));
    mesh.add_rect_with_uv(rect, Rect::from_center_size(WHITE_UV, Vec2::ZERO), color);
    painter.add(mesh);
}

/// A rounded rectangle whose colour runs from top to bottom.
pub fn gradient(painter: &Painter, rect: Rect, radius: f32, top: Color32, bottom: Color32) -> Shape {
    let mut outline = Vec::with_capacity(36);
    let inner = rect.shrink(radius);
    let corners = [inner.right_bottom(), inner.left_bottom(), inner.left_top(), inner.right_top()];
    for (quarter, center) in corners.into_iter().enumerate() {
        for i in 0..=8 {
            let angle = (quarter as f32 + i as f32 / 8.0) * std::f32::consts::FRAC_PI_2;
            outline.push(center + radius * Vec2::angled(angle));
        }
    }
    let color = |place: Pos2| top.lerp_to_gamma(bottom, (place.y - rect.top()) / rect.height());
    let vertex = |pos: Pos2| Vertex { pos, uv: WHITE_UV, color: color(pos) };
    let mut mesh = Mesh::with_texture(white(painter.ctx()));
    mesh.vertices.push(vertex(rect.center()));
    let count = outline.len() as u32;
    for (i, place) in (0..).zip(outline) {
        mesh.vertices.push(vertex(place));
        mesh.add_triangle(0, 1 + i, 1 + (i + 1) % count);
    }
    Shape::mesh(mesh)
}

/// The four parts of a rectangle that lie around a hole in it.
pub fn around(hole: Rect, outside: Rect) -> [Rect; 4] {
    [
        Rect::from_min_max(outside.min, pos2(outside.right(), hole.top())),
        Rect::from_min_max(pos2(outside.left(), hole.top()), pos2(hole.left(), hole.bottom())),
        Rect::from_min_max(pos2(hole.right(), hole.top()), pos2(outside.right(), hole.bottom())),
        Rect::from_min_max(pos2(outside.left(), hole.bottom()), outside.max),
    ]
}
