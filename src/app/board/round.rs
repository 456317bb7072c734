//! Round things are painted once into a small picture of the size they have on the screen, and shown as that picture from
//! then on: without a GPU every triangle costs time, and a stone made of triangles needs hundreds.

use std::collections::HashMap;
use std::hash::Hash;

use eframe::egui::{
    Color32, ColorImage, Context, Id, Painter, Pos2, Rect, Shape, Stroke, TextureHandle, TextureOptions, Vec2, pos2,
    vec2,
};

/// Texels per pixel: a picture between two pixels stays as sharp as one on them.
const TEXELS: f32 = 2.0;
/// The most sprites that are kept; while the window is resized every frame adds new ones.
const KEPT: usize = 48;

/// A colour that runs from the upper left to the lower right of a disc.
#[derive(Clone, Copy)]
pub struct Shade {
    /// The colours at the two ends.
    pub ends: [Color32; 2],
    /// The radius of the disc.
    pub reach: f32,
}

impl Shade {
    /// One colour everywhere.
    pub fn even(color: Color32) -> Shade {
        Shade { ends: [color; 2], reach: 1.0 }
    }

    fn at(&self, place: Vec2) -> Color32 {
        let [first, last] = self.ends;
        first.lerp_to_gamma(last, 0.5 + 0.5 * (place.x * 0.447 + place.y * 0.894) / self.reach)
    }
}

/// Circles around a centre, from the inside to the outside; between two of them one colour blends into the next.
#[derive(Default)]
pub struct Round {
    circles: Vec<(f32, Shade)>,
    lights: Vec<Light>,
}

/// A light: a part of a circle's line.
struct Light {
    radius: f32,
    degrees: [f32; 2],
    width: f32,
    color: Color32,
}

impl Round {
    /// The next circle, never inside the last one: the edges of anything thinner than a pixel would cross.
    pub fn circle(mut self, radius: f32, shade: Shade) -> Round {
        self.circles.push((radius.max(self.reach()), shade));
        self
    }

    /// An area up to a radius. Its edge is smoothed over a `pixel` to what lies outside.
    pub fn area(self, radius: f32, shade: Shade, outside: Shade, pixel: f32) -> Round {
        self.circle(radius - pixel / 2.0, shade).circle(radius + pixel / 2.0, outside)
    }

    /// A light over everything else.
    pub fn light(mut self, radius: f32, degrees: [f32; 2], width: f32, color: Color32) -> Round {
        self.lights.push(Light { radius, degrees, width, color });
        self
    }

    /// The radius within which something is seen.
    fn reach(&self) -> f32 {
        self.circles.last().map_or(0.0, |(radius, _)| *radius)
    }

    /// The colour at a place seen from the centre.
    fn at(&self, place: Vec2, pixel: f32) -> Color32 {
        let distance = place.length();
        let outer = self.circles.partition_point(|(radius, _)| *radius <= distance);
        let mut color = match (outer.checked_sub(1).map(|inner| self.circles[inner]), self.circles.get(outer)) {
            (_, None) => return Color32::TRANSPARENT,
            (None, Some((_, shade))) => shade.at(place),
            (Some((from, inside)), Some((to, outside))) => {
                inside.at(place).lerp_to_gamma(outside.at(place), (distance - from) / (to - from))
            }
        };
        for light in &self.lights {
            let across = 0.5 + (light.width / 2.0 - (distance - light.radius).abs()) / pixel;
            let angle = place.angle().to_degrees().rem_euclid(360.0);
            let inside = (angle - light.degrees[0]).min(light.degrees[1] - angle);
            let along = 0.5 + inside.to_radians() * light.radius / pixel;
            color = color.blend(light.color.gamma_multiply(across.clamp(0.0, 1.0) * along.clamp(0.0, 1.0)));
        }
        color
    }
}

/// Round things in one picture, side by side, so that they are painted together.
#[derive(Clone)]
pub struct Sprite {
    texture: TextureHandle,
    reaches: Vec<f32>,
}

type Sprites<K> = HashMap<(K, u32), Sprite>;

impl Sprite {
    /// The sprite for a key; `make` says what is in it, given the width of a pixel.
    pub fn get<K>(painter: &Painter, key: K, make: impl FnOnce(f32) -> Vec<Round>) -> Sprite
    where
        K: Clone + Eq + Hash + Send + Sync + 'static,
    {
        let (ctx, density) = (painter.ctx(), painter.pixels_per_point());
        let key = (key, density.to_bits());
        if let Some(sprite) = with_sprites(ctx, |sprites| sprites.get(&key).cloned()) {
            return sprite;
        }
        let pixel = density.recip();
        let things = make(pixel);
        let reaches: Vec<f32> = things.iter().map(Round::reach).collect();
        let texels = (2.0 * reaches[0] * density * TEXELS).ceil().clamp(1.0, 1024.0) as usize;
        let texture = ctx.load_texture("round things", row(&things, texels, pixel), TextureOptions::LINEAR);
        let sprite = Sprite { texture, reaches };
        with_sprites(ctx, |sprites| {
            if sprites.len() >= KEPT {
                sprites.clear();
            }
            sprites.insert(key, sprite.clone());
        });
        sprite
    }

    /// Shows one of the round things around a centre.
    pub fn shape(&self, thing: usize, center: Pos2, scale: f32, tint: Color32) -> Shape {
        let square = Rect::from_center_size(center, Vec2::splat(2.0 * scale * self.reaches[thing]));
        let width = 1.0 / self.reaches.len() as f32;
        let part = Rect::from_min_size(pos2(thing as f32 * width, 0.0), vec2(width, 1.0));
        Shape::image(self.texture.id(), square, part, tint)
    }
}

/// The sprites of one kind that this window has made.
fn with_sprites<K, R>(ctx: &Context, work: impl FnOnce(&mut Sprites<K>) -> R) -> R
where
    K: Clone + Send + Sync + 'static,
{
    ctx.data_mut(|data| work(data.get_temp_mut_or_default(Id::unique("round things"))))
}

/// The picture of round things side by side, each in a square.
fn row(things: &[Round], texels: usize, pixel: f32) -> ColorImage {
    let mut picture = ColorImage::filled([things.len() * texels, texels], Color32::TRANSPARENT);
    let width = picture.width();
    for (i, texel) in picture.pixels.iter_mut().enumerate() {
        let (x, y) = (i % width, i / width);
        let thing = &things[x / texels];
        let place = |texel: usize| thing.reach() * (2.0 * (texel as f32 + 0.5) / texels as f32 - 1.0);
        *texel = thing.at(vec2(place(x % texels), place(y)), pixel);
    }
    picture
}

/// Paints a disc.
pub fn filled(painter: &Painter, center: Pos2, radius: f32, color: Color32) {
    let [white, nothing] = [Color32::WHITE, Color32::TRANSPARENT].map(Shade::even);
    let make = |pixel| vec![Round::default().area(radius, white, nothing, pixel)];
    let sprite = Sprite::get(painter, (radius.to_bits(), 0), make);
    painter.add(sprite.shape(0, center, 1.0, color));
}

/// Paints a ring, half of its stroke on either side of the radius.
pub fn stroked(painter: &Painter, center: Pos2, radius: f32, stroke: Stroke) {
    let [white, nothing] = [Color32::WHITE, Color32::TRANSPARENT].map(Shade::even);
    let (inside, outside) = (radius - stroke.width / 2.0, radius + stroke.width / 2.0);
    let make = |pixel| vec![Round::default().area(inside, nothing, white, pixel).area(outside, white, nothing, pixel)];
    let sprite = Sprite::get(painter, (radius.to_bits(), stroke.width.to_bits()), make);
    painter.add(sprite.shape(0, center, 1.0, stroke.color));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_thinner_than_a_pixel_are_seen_and_end() {
        let [white, nothing] = [Color32::WHITE, Color32::TRANSPARENT].map(Shade::even);
        for width in [0.1, 0.5, 1.0, 3.0] {
            let (inside, outside) = (10.0 - width / 2.0, 10.0 + width / 2.0);
            let ring = Round::default().area(inside, nothing, white, 1.0).area(outside, white, nothing, 1.0);
            let alpha = |distance: f32| ring.at(vec2(distance, 0.0), 1.0).a();
            assert!(ring.circles.is_sorted_by_key(|(radius, _)| *radius));
            assert!(alpha(10.0) > 100, "{width}: {}", alpha(10.0));
            assert_eq!([0.0, 7.5, 12.5].map(alpha), [0; 3], "{width}");
        }
    }
}
