//! Stones: a bevelled rim, a dish, two highlights; black ones carry a ring, so that colour is not the only cue.

use std::f32::consts::TAU;

use eframe::egui::{Color32, Mesh, Painter, Pos2, Shape, Stroke, Vec2, vec2};

/// The colours of one side's stones.
#[derive(Clone, Debug, PartialEq)]
pub struct StoneColors {
    /// The outermost line.
    pub rim: Color32,
    /// The bevel, from the upper left to the lower right.
    pub bevel: [Color32; 2],
    /// The dish, from the upper left to the lower right.
    pub dish: [Color32; 2],
    /// The line around the dish.
    pub dish_edge: Color32,
    /// The light on the bevel.
    pub highlight: Color32,
    /// The light that comes back from the dish.
    pub reflex: Color32,
    /// The ring of the black stones.
    pub ring: Option<Color32>,
}

/// How a stone is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoneLook {
    /// 1 for a stone that is there, less for one that fades or is only thought of.
    pub opacity: f32,
    /// The shadow's colour; transparent for none.
    pub shadow: Color32,
    /// Whether the stone is in the air.
    pub lifted: bool,
}

impl StoneLook {
    /// A stone that lies on the board.
    pub fn lying(shadow: Color32) -> StoneLook {
        StoneLook { opacity: 1.0, shadow, lifted: false }
    }
}

/// Below this radius bevel and highlights would only be noise.
const SMALL: f32 = 14.0;

/// A soft round shadow: dark below the stone, fading to nothing at `radius`.
fn shadow(center: Pos2, radius: f32, color: Color32) -> Shape {
    const SEGMENTS: u32 = 40;
    const RINGS: [(f32, f32); 3] = [(0.70, 1.0), (0.86, 0.32), (1.0, 0.0)];
    let mut mesh = Mesh::default();
    mesh.colored_vertex(center, color);
    for (ring, (place, strength)) in (0..).zip(RINGS) {
        for i in 0..SEGMENTS {
            let way = Vec2::angled(TAU * i as f32 / SEGMENTS as f32);
            mesh.colored_vertex(center + place * radius * way, color.gamma_multiply(strength));
            let (a, b) = (1 + ring * SEGMENTS + i, 1 + ring * SEGMENTS + (i + 1) % SEGMENTS);
            if ring == 0 {
                mesh.add_triangle(0, a, b);
            } else {
                mesh.add_triangle(a - SEGMENTS, a, b);
                mesh.add_triangle(a - SEGMENTS, b, b - SEGMENTS);
            }
        }
    }
    Shape::mesh(mesh)
}

/// A disc whose colour runs from the upper left to the lower right.
fn disc(center: Pos2, radius: f32, colors: [Color32; 2], opacity: f32) -> Shape {
    const SEGMENTS: u32 = 48;
    let color = |way: Vec2| {
        let t = 0.5 + 0.5 * (way.x * 0.447 + way.y * 0.894);
        colors[0].lerp_to_gamma(colors[1], t).gamma_multiply(opacity)
    };
    let mut mesh = Mesh::default();
    mesh.reserve_vertices(SEGMENTS as usize + 1);
    mesh.reserve_triangles(SEGMENTS as usize);
    mesh.colored_vertex(center, color(Vec2::ZERO));
    for i in 0..SEGMENTS {
        let way = Vec2::angled(TAU * i as f32 / SEGMENTS as f32);
        mesh.colored_vertex(center + radius * way, color(way));
        mesh.add_triangle(0, 1 + i, 1 + (i + 1) % SEGMENTS);
    }
    Shape::mesh(mesh)
}

fn arc(center: Pos2, radius: f32, degrees: [f32; 2], width: f32, color: Color32) -> Shape {
    let points = (0..=16).map(|i| {
        let angle = degrees[0] + (degrees[1] - degrees[0]) * i as f32 / 16.0;
        center + radius * Vec2::angled(angle.to_radians())
    });
    Shape::line(points.collect(), Stroke::new(width, color))
}

/// Draws a stone.
pub fn paint(painter: &Painter, center: Pos2, radius: f32, colors: &StoneColors, look: StoneLook) {
    let StoneLook { opacity, lifted, .. } = look;
    let tint = |color: Color32| color.gamma_multiply(opacity);
    if look.shadow != Color32::TRANSPARENT {
        let (offset, reach) = if lifted { (0.26, 1.42) } else { (0.13, 1.26) };
        painter.add(shadow(center + vec2(0.02, offset) * radius, reach * radius, tint(look.shadow)));
    }
    if radius < SMALL {
        painter.circle_filled(center, radius, tint(colors.rim));
        let inside = if colors.ring.is_some() { 0.92 } else { 0.88 };
        let inside = (radius * inside).min(radius - 1.0);
        painter.add(disc(center, inside, colors.dish, opacity));
        painter.circle_stroke(center, inside, Stroke::new(0.6, tint(colors.rim)));
        if let Some(ring) = colors.ring {
            painter.circle_stroke(center, 0.46 * radius, Stroke::new((0.13 * radius).max(1.0), tint(ring)));
        }
        return;
    }
    // The edges of meshes are not smoothed: each lies on, or below, a smoothed disc or ring of its own colour.
    painter.circle_filled(center, radius, tint(colors.rim));
    painter.add(disc(center, 0.96 * radius, colors.bevel, opacity));
    let rim = (0.07 * radius).max(1.6);
    painter.circle_stroke(center, radius - rim / 2.0, Stroke::new(rim, tint(colors.rim)));
    painter.circle_filled(center, 0.74 * radius, tint(colors.dish[0].lerp_to_gamma(colors.dish[1], 0.5)));
    painter.add(disc(center, 0.71 * radius, colors.dish, opacity));
    painter.circle_stroke(center, 0.73 * radius, Stroke::new((0.025 * radius).max(0.8), tint(colors.dish_edge)));
    painter.add(arc(center, 0.84 * radius, [198.0, 292.0], 0.065 * radius, tint(colors.highlight)));
    painter.add(arc(center, 0.67 * radius, [25.0, 105.0], 0.05 * radius, tint(colors.reflex)));
    if let Some(ring) = colors.ring {
        painter.circle_stroke(center, 0.44 * radius, Stroke::new(0.085 * radius, tint(ring)));
    }
}

/// Draws a stone that is only thought of: as opaque as said, over ground of one colour.
pub fn paint_ghost(painter: &Painter, center: Pos2, radius: f32, colors: &StoneColors, opacity: f32, ground: Color32) {
    let look = StoneLook { opacity: 1.0, shadow: Color32::TRANSPARENT, lifted: false };
    paint(painter, center, radius, colors, look);
    // The layers of a stone would show through each other; a veil does not.
    painter.circle_filled(center, radius + 0.5, ground.gamma_multiply(1.0 - opacity));
}
