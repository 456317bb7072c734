//! Stones: a bevelled rim, a dish, two highlights; black ones have a ring, so that colour is not the only cue.

use eframe::egui::{Color32, Painter, Pos2, vec2};

use super::round::{Round, Shade, Sprite};

/// The colours of one side's stones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
    /// The light reflected by the dish.
    pub reflex: Color32,
    /// The ring of the black stones.
    pub ring: Option<Color32>,
    /// A dot in the middle.
    pub dot: Option<Color32>,
    /// Whether rim and ring are bold.
    pub bold: bool,
}

/// How a stone is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoneLook {
    /// 1 for a stone on the board, less for one that fades or is only suggested.
    pub opacity: f32,
    /// The shadow's colour; transparent for none.
    pub shadow: Color32,
    /// Whether the stone is in the air.
    pub lifted: bool,
    /// The size relative to a stone at rest.
    pub scale: f32,
}

impl StoneLook {
    /// A stone that lies on the board.
    pub fn lying(shadow: Color32) -> StoneLook {
        StoneLook { opacity: 1.0, shadow, lifted: false, scale: 1.0 }
    }
}

/// Below this radius bevel and highlights are left out.
const SMALL: f32 = 14.0;

/// A soft round shadow of any colour: dark below the stone, fading to nothing at `radius`.
fn shadow(radius: f32) -> Round {
    let shades = [(0.70, 1.0), (0.86, 0.32), (1.0, 0.0)];
    shades.into_iter().fold(Round::default(), |shadow, (place, strength)| {
        shadow.circle(place * radius, Shade::even(Color32::WHITE.gamma_multiply(strength)))
    })
}

/// The stone seen from above.
fn body(radius: f32, colors: &StoneColors, pixel: f32) -> Round {
    let small = radius < SMALL;
    let rim = Shade::even(colors.rim);
    let face = radius
        - match (colors.bold, small) {
            (true, _) => (0.14 * radius).max(1.6),
            (false, true) => (0.1 * radius).max(1.0),
            (false, false) => (0.07 * radius).max(1.6),
        };
    let edge_width = (0.025 * radius).max(0.8);
    let dish_radius = if small { face } else { 0.73 * radius - edge_width / 2.0 };
    let dish = Shade { ends: colors.dish, reach: dish_radius };
    let mut stone = Round::default();
    if let Some(color) = colors.dot {
        stone = stone.area(0.2 * radius, Shade::even(color), dish, pixel);
    }
    if let Some(color) = colors.ring {
        let (ring, place) = (Shade::even(color), if small { 0.46 } else { 0.44 } * radius);
        let half = match (colors.bold, small) {
            (true, _) => (0.08 * radius).max(0.7),
            (false, true) => (0.065 * radius).max(0.5),
            (false, false) => 0.0425 * radius,
        };
        stone = stone.area(place - half, dish, ring, pixel).area(place + half, ring, dish, pixel);
    }
    if small {
        stone = stone.area(face, dish, rim, pixel);
    } else {
        let (edge, bevel) = (Shade::even(colors.dish_edge), Shade { ends: colors.bevel, reach: 0.96 * radius });
        stone = stone
            .area(dish_radius, dish, edge, pixel)
            .area(dish_radius + edge_width, edge, bevel, pixel)
            .area(face, bevel, rim, pixel)
            .light(0.84 * radius, [198.0, 292.0], 0.065 * radius, colors.highlight)
            .light(0.67 * radius, [25.0, 105.0], 0.05 * radius, colors.reflex);
    }
    stone.area(radius, rim, Shade::even(Color32::TRANSPARENT), pixel)
}

/// Draws a stone.
pub fn paint(painter: &Painter, center: Pos2, radius: f32, colors: &StoneColors, look: StoneLook) {
    let make = |pixel| vec![body(radius, colors, pixel), shadow(radius)];
    let sprite = Sprite::get(painter, (colors.clone(), radius.to_bits()), make);
    let StoneLook { opacity, scale, .. } = look;
    if look.shadow != Color32::TRANSPARENT {
        let (offset, reach) = if look.lifted { (0.26, 1.42) } else { (0.13, 1.26) };
        let below = center + vec2(0.02, offset) * scale * radius;
        painter.add(sprite.shape(1, below, scale * reach, look.shadow.gamma_multiply(opacity)));
    }
    painter.add(sprite.shape(0, center, scale, Color32::WHITE.gamma_multiply(opacity)));
}

/// Draws a suggested stone with an opacity, over a ground of one colour.
pub fn paint_ghost(painter: &Painter, center: Pos2, radius: f32, colors: &StoneColors, opacity: f32, ground: Color32) {
    paint(painter, center, radius, colors, StoneLook::lying(Color32::TRANSPARENT));
    // The layers of a translucent stone would show through each other; a veil over an opaque one does not.
    painter.circle_filled(center, radius + 0.5, ground.gamma_multiply(1.0 - opacity));
}
