//! The shapes that pictures are made of. Every format draws the same list of them.

/// The distance from the middle of a letter down to its baseline, in units of its size.
pub(super) const BASELINE: f32 = 0.35;

/// Red, green, blue and opacity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Paint {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
    pub opacity: f32,
}

impl Paint {
    pub const fn new(rgb: u32) -> Paint {
        Paint { red: (rgb >> 16) as u8, green: (rgb >> 8) as u8, blue: rgb as u8, opacity: 1.0 }
    }

    pub const fn faded(self, opacity: f32) -> Paint {
        Paint { opacity, ..self }
    }
}

/// What fills a shape: one colour, or two from the upper left to the lower right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Fill {
    Plain(Paint),
    Slanted(Paint, Paint),
}

/// A line's width and colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stroke {
    pub width: f32,
    pub paint: Paint,
}

/// What pictures are made of.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    Rect {
        x: f32,
        y: f32,
        width: f32,
        height: f32,
        radius: f32,
        fill: Option<Fill>,
        stroke: Option<Stroke>,
    },
    Circle {
        x: f32,
        y: f32,
        radius: f32,
        fill: Option<Fill>,
        stroke: Option<Stroke>,
    },
    Line {
        from: (f32, f32),
        to: (f32, f32),
        stroke: Stroke,
    },
    /// A cubic curve.
    Grain {
        points: [(f32, f32); 4],
        stroke: Stroke,
    },
    /// A line of text; y is the middle of its letters.
    Text {
        x: f32,
        y: f32,
        size: f32,
        anchor: Anchor,
        text: String,
        paint: Paint,
    },
}

/// Where a text stands beside its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    /// It begins there.
    Start,
    /// It is centred there.
    Middle,
    /// It ends there.
    End,
}

/// A picture: its size and its shapes, the lowest first.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Picture {
    pub width: f32,
    pub height: f32,
    pub shapes: Vec<Shape>,
}
