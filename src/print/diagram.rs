//! The board as a list of simple shapes, in units of a thousandth of its side. Every format draws the same list.

use super::shape::{Anchor, Fill, Paint, Picture, Shape, Stroke};
use muehle_engine::rules::geometry::MILLS;
use muehle_engine::rules::{Color, Move, Point, Position};

/// The side of the board in the units of its shapes.
pub(super) const SIDE: f32 = 1000.0;
const RING: f32 = 116.0;
const PITCH: f32 = 128.0;
const STONE: f32 = 42.0;

/// What the board looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Material {
    /// Wood, for screens.
    Wood,
    /// White paper, which saves ink.
    Paper,
}

/// A board to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Diagram {
    /// The stones.
    pub position: Position,
    /// The move that led here; it is marked.
    pub last: Option<Move>,
    /// Whether black sits at the bottom.
    pub flipped: bool,
    /// What the board looks like.
    pub material: Material,
}

struct Colors {
    line: Paint,
    coordinates: Paint,
    mark_move: Paint,
    mark_removal: Paint,
    white_rim: Paint,
    white: [Fill; 2],
    black_rim: Paint,
    black: [Fill; 2],
    black_ring: Paint,
}

impl Material {
    fn colors(self) -> Colors {
        let slanted = |from, to| Fill::Slanted(Paint::new(from), Paint::new(to));
        let plain = |rgb| Fill::Plain(Paint::new(rgb));
        let wood = Colors {
            line: Paint::new(0x4A2F1B),
            coordinates: Paint::new(0x5B3A20),
            mark_move: Paint::new(0x1F6E37),
            mark_removal: Paint::new(0xB3261E),
            white_rim: Paint::new(0x4A2F1B),
            white: [slanted(0xFFFFFF, 0xD9CAB2), slanted(0xEFE5D5, 0xFDF9F1)],
            black_rim: Paint::new(0x1A110A),
            black: [slanted(0x65554A, 0x17100B), slanted(0x211812, 0x41342B)],
            black_ring: Paint::new(0xBFA78A),
        };
        match self {
            Material::Wood => wood,
            Material::Paper => Colors {
                line: Paint::new(0x222222),
                coordinates: Paint::new(0x444444),
                white_rim: Paint::new(0x111111),
                white: [plain(0xFFFFFF), plain(0xFFFFFF)],
                black_rim: Paint::new(0x111111),
                black: [plain(0x2A2A2A), plain(0x2A2A2A)],
                black_ring: Paint::new(0xE8E8E8),
                ..wood
            },
        }
    }
}

impl Diagram {
    /// The place of a point.
    fn place(&self, point: Point) -> (f32, f32) {
        let (column, row) = (f32::from(point.file()), f32::from(6 - point.rank()));
        let (column, row) = if self.flipped { (6.0 - column, 6.0 - row) } else { (column, row) };
        (RING + column * PITCH, RING + row * PITCH)
    }

    pub(super) fn picture(&self) -> Picture {
        Picture { width: SIDE, height: SIDE, shapes: self.shapes() }
    }

    /// The shapes, the lowest first.
    pub(super) fn shapes(&self) -> Vec<Shape> {
        let colors = self.material.colors();
        let mut shapes = self.plate(&colors);
        self.lines(&colors, &mut shapes);
        self.coordinates(&colors, &mut shapes);
        for color in Color::BOTH {
            for point in self.position.stones(color) {
                self.stone(point, color, &colors, &mut shapes);
            }
        }
        self.marks(&colors, &mut shapes);
        shapes
    }

    fn plate(&self, colors: &Colors) -> Vec<Shape> {
        if self.material == Material::Paper {
            return Vec::new();
        }
        let plate = Shape::Rect {
            x: 0.0,
            y: 0.0,
            width: SIDE,
            height: SIDE,
            radius: 16.0,
            fill: Some(Fill::Slanted(Paint::new(0xE8C898), Paint::new(0xDDB681))),
            stroke: None,
        };
        let mut shapes = vec![plate];
        // The grain is the same on every board.
        let mut seed = 1u32;
        let mut random = |low: f32, high: f32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            low + (high - low) * (seed >> 8) as f32 / (1 << 24) as f32
        };
        for line in 0..45 {
            let y = (line as f32 + random(0.2, 0.8)) * SIDE / 45.0;
            let mut at = |x: f32| (x, (y + random(-9.0, 9.0)).clamp(4.0, SIDE - 4.0));
            let points = [at(2.0), at(330.0), at(670.0), at(SIDE - 2.0)];
            let paint = Paint::new(0x7A4A1E).faded(random(0.03, 0.09));
            shapes.push(Shape::Grain { points, stroke: Stroke { width: random(0.8, 3.4), paint } });
        }
        shapes.push(Shape::Rect {
            x: 15.0,
            y: 15.0,
            width: SIDE - 30.0,
            height: SIDE - 30.0,
            radius: 10.0,
            fill: None,
            stroke: Some(Stroke { width: 1.4, paint: colors.line.faded(0.28) }),
        });
        shapes
    }

    fn lines(&self, colors: &Colors, shapes: &mut Vec<Shape>) {
        let stroke = Stroke { width: 5.0, paint: colors.line };
        // Every mill is a straight line from its first to its last point, and the mills are all lines of the board.
        for mill in MILLS {
            let places: Vec<(f32, f32)> = mill.into_iter().map(|point| self.place(point)).collect();
            let ends = |pick: fn(f32, f32) -> f32, start: f32| {
                places.iter().fold((start, start), |end, place| (pick(end.0, place.0), pick(end.1, place.1)))
            };
            shapes.push(Shape::Line { from: ends(f32::min, SIDE), to: ends(f32::max, 0.0), stroke });
        }
        for point in self.position.free() {
            let (x, y) = self.place(point);
            shapes.push(Shape::Circle { x, y, radius: 9.5, fill: Some(Fill::Plain(colors.line)), stroke: None });
        }
    }

    fn coordinates(&self, colors: &Colors, shapes: &mut Vec<Shape>) {
        for i in 0..7u8 {
            let at = RING + f32::from(if self.flipped { 6 - i } else { i }) * PITCH;
            let label = |x: f32, y: f32, letter: u8| Shape::Text {
                x,
                y,
                size: 21.5,
                anchor: Anchor::Middle,
                text: char::from(letter).to_string(),
                paint: colors.coordinates,
            };
            shapes.push(label(at, SIDE - 38.0, b'a' + i));
            shapes.push(label(38.0, SIDE - at, b'1' + i));
        }
    }

    fn stone(&self, point: Point, color: Color, colors: &Colors, shapes: &mut Vec<Shape>) {
        let (x, y) = self.place(point);
        let circle = |radius: f32, fill: Option<Fill>, stroke: Option<Stroke>| Shape::Circle {
            x,
            y,
            radius: radius * STONE,
            fill,
            stroke: stroke.map(|stroke| Stroke { width: stroke.width * STONE, ..stroke }),
        };
        let (rim, [bevel, dish]) = match color {
            Color::White => (colors.white_rim, colors.white),
            Color::Black => (colors.black_rim, colors.black),
        };
        if self.material == Material::Wood {
            let shadow = Fill::Plain(Paint::new(0x2A1707).faded(0.22));
            shapes.push(Shape::Circle {
                x,
                y: y + 0.13 * STONE,
                radius: 1.05 * STONE,
                fill: Some(shadow),
                stroke: None,
            });
        }
        shapes.push(circle(0.965, Some(bevel), Some(Stroke { width: 0.07, paint: rim })));
        let edge = Stroke { width: 0.025, paint: rim.faded(0.35) };
        shapes.push(circle(0.73, Some(dish), Some(edge)));
        if color == Color::Black {
            shapes.push(circle(0.44, None, Some(Stroke { width: 0.085, paint: colors.black_ring })));
        }
    }

    /// The last move: a ring around the stone, a small ring where it came from, a cross where one was removed.
    fn marks(&self, colors: &Colors, shapes: &mut Vec<Shape>) {
        let Some(last) = self.last else { return };
        let green = Stroke { width: 0.13 * STONE, paint: colors.mark_move };
        let (x, y) = self.place(last.action.target());
        shapes.push(Shape::Circle { x, y, radius: 1.2 * STONE, fill: None, stroke: Some(green) });
        if let Some(origin) = last.action.origin() {
            let (x, y) = self.place(origin);
            shapes.push(Shape::Circle { x, y, radius: 0.42 * STONE, fill: None, stroke: Some(green) });
        }
        if let Some(removed) = last.removal {
            let red = Stroke { width: 0.13 * STONE, paint: colors.mark_removal };
            let (x, y) = self.place(removed);
            let arm = 0.25 * STONE;
            shapes.push(Shape::Circle { x, y, radius: 0.62 * STONE, fill: None, stroke: Some(red) });
            shapes.push(Shape::Line { from: (x - arm, y - arm), to: (x + arm, y + arm), stroke: red });
            shapes.push(Shape::Line { from: (x - arm, y + arm), to: (x + arm, y - arm), stroke: red });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagram(position: &str, last: Option<&str>) -> Diagram {
        let last = last.map(|mv| mv.parse().unwrap());
        Diagram { position: position.parse().unwrap(), last, flipped: false, material: Material::Paper }
    }

    #[test]
    fn a_board_has_its_lines_and_an_empty_point_a_dot() {
        let shapes = diagram("-/- w 9 9", None).shapes();
        let count = |wanted: fn(&Shape) -> bool| shapes.iter().filter(|shape| wanted(shape)).count();
        assert_eq!(count(|shape| matches!(shape, Shape::Line { .. })), 16);
        assert_eq!(count(|shape| matches!(shape, Shape::Circle { .. })), 24);
        assert_eq!(count(|shape| matches!(shape, Shape::Text { .. })), 14);
        let straight = |shape: &Shape| match shape {
            Shape::Line { from, to, .. } => (from.0 == to.0) != (from.1 == to.1),
            _ => true,
        };
        assert!(shapes.iter().all(straight));
    }

    #[test]
    fn turning_the_board_keeps_the_names_beside_their_lines() {
        let mut diagram = diagram("a1/- b 8 9", None);
        assert_eq!(diagram.place(Point::A1), (116.0, 884.0));
        diagram.flipped = true;
        assert_eq!(diagram.place(Point::A1), (884.0, 116.0));
        let label = |shape: Shape| match shape {
            Shape::Text { x, y, text, .. } => Some((text, x, y)),
            _ => None,
        };
        let labels: Vec<_> = diagram.shapes().into_iter().filter_map(label).collect();
        assert!(labels.contains(&("a".to_owned(), 884.0, 962.0)));
        assert!(labels.contains(&("1".to_owned(), 38.0, 116.0)));
    }

    #[test]
    fn the_last_move_is_marked() {
        let plain = diagram("a7,d7,g7,b4/b2,d2,f2 b 0 0", None).shapes().len();
        assert_eq!(diagram("a7,d7,g7,b4/b2,d2,f2 b 0 0", Some("d6-d7xd1")).shapes().len(), plain + 5);
        assert_eq!(diagram("a7,d7,g7,b4/b2,d2,f2 b 0 0", Some("d7")).shapes().len(), plain + 1);
    }
}
