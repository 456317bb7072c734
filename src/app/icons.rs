//! Icons as polygons: sharp at every size and in every colour.

use eframe::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, vec2};

use super::board::round;

/// What an icon shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// To the start.
    First,
    /// One back.
    Back,
    /// One on.
    Forward,
    /// To the end.
    Last,
    /// Pause.
    Pause,
    /// Resume.
    Play,
    /// One move, then pause.
    Step,
    /// Close.
    Cross,
    /// Exchange.
    Swap,
    /// Less.
    Minus,
    /// More.
    Plus,
    /// Opens upwards.
    Up,
    /// Opens downwards.
    Down,
    /// Is closed.
    Right,
    /// Is on.
    Check,
    /// Take back.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Back to where the game stands.
    Return,
    /// A line beside another.
    Fork,
    /// Options.
    Sliders,
    /// Two sheets: copies a text.
    Copy,
    /// Why.
    Question,
}

/// Draws an icon around a centre of half width `size`; they are designed for 8.
pub fn paint(painter: &Painter, icon: Icon, center: Pos2, size: f32, color: Color32) {
    let at = |x: f32, y: f32| center + size / 8.0 * vec2(x, y);
    let stroke = Stroke::new(1.8 * (size / 8.0).max(0.8), color);
    let triangle = |tip: f32, base: f32| {
        Shape::convex_polygon(vec![at(tip, 0.0), at(base, -4.6), at(base, 4.6)], color, Stroke::NONE)
    };
    let bar = |x: f32, width: f32| {
        painter.rect_filled(Rect::from_two_pos(at(x, -4.6), at(x + width, 4.6)), 0.0, color);
    };
    let lines = |points: &[(f32, f32)]| {
        let places: Vec<Pos2> = points.iter().map(|&(x, y)| at(x, y)).collect();
        for &end in &places {
            // As a picture: a disc of triangles costs ten times as much.
            round::filled(painter, end, stroke.width / 2.0, color);
        }
        painter.add(Shape::line(places, stroke));
    };
    match icon {
        Icon::First => {
            painter.add(triangle(-3.7, 2.8));
            bar(-6.2, 2.0);
        }
        Icon::Back => {
            painter.add(triangle(-3.7, 2.8));
        }
        Icon::Forward | Icon::Play => {
            painter.add(triangle(3.7, -2.8));
        }
        Icon::Last | Icon::Step => {
            painter.add(triangle(3.7, -2.8));
            bar(4.2, 2.0);
        }
        Icon::Pause => {
            bar(-3.6, 2.4);
            bar(1.2, 2.4);
        }
        Icon::Cross => {
            lines(&[(-6.0, -6.0), (6.0, 6.0)]);
            lines(&[(-6.0, 6.0), (6.0, -6.0)]);
        }
        Icon::Swap => {
            lines(&[(-7.0, -4.0), (7.0, -4.0)]);
            lines(&[(3.0, -7.5), (7.0, -4.0), (3.0, -0.5)]);
            lines(&[(-7.0, 4.0), (7.0, 4.0)]);
            lines(&[(-3.0, 0.5), (-7.0, 4.0), (-3.0, 7.5)]);
        }
        Icon::Minus => lines(&[(-5.0, 0.0), (5.0, 0.0)]),
        Icon::Plus => {
            lines(&[(-5.0, 0.0), (5.0, 0.0)]);
            lines(&[(0.0, -5.0), (0.0, 5.0)]);
        }
        Icon::Up => lines(&[(-4.0, 2.0), (0.0, -2.0), (4.0, 2.0)]),
        Icon::Down => lines(&[(-4.0, -2.0), (0.0, 2.0), (4.0, -2.0)]),
        Icon::Right => lines(&[(-2.0, -4.0), (2.0, 0.0), (-2.0, 4.0)]),
        Icon::Undo | Icon::Redo => {
            let way = if icon == Icon::Undo { 1.0 } else { -1.0 };
            let bend = [(-5.5, -2.0), (2.0, -2.0), (4.5, -1.0), (5.5, 1.5), (4.5, 4.0), (2.0, 5.0), (-2.0, 5.0)];
            painter.add(Shape::line(bend.map(|(x, y)| at(way * x, y)).to_vec(), stroke));
            lines(&[(way * -2.2, -5.5), (way * -5.7, -2.0), (way * -2.2, 1.5)]);
        }
        Icon::Return => {
            lines(&[(5.5, -5.0), (5.5, 1.5), (-5.0, 1.5)]);
            lines(&[(-1.8, -2.0), (-5.3, 1.5), (-1.8, 5.0)]);
        }
        Icon::Fork => {
            lines(&[(0.0, 6.0), (0.0, 2.0), (-4.5, -2.0), (-4.5, -5.5)]);
            lines(&[(0.0, 2.0), (4.5, -2.0), (4.5, -5.5)]);
        }
        Icon::Sliders => {
            for (y, knob) in [(-4.5, 2.5), (0.0, -2.5), (4.5, 1.0)] {
                painter.line_segment([at(-6.5, y), at(6.5, y)], Stroke::new(1.5, color));
                round::filled(painter, at(knob, y), 2.3 * size / 8.0, color);
            }
        }
        Icon::Copy => {
            lines(&[(-2.5, -2.5), (5.5, -2.5), (5.5, 5.5), (-2.5, 5.5), (-2.5, -2.5)]);
            lines(&[(-5.5, 2.5), (-5.5, -5.5), (2.5, -5.5)]);
        }
        Icon::Question => {
            lines(&[
                (-3.6, -3.0),
                (-2.6, -5.4),
                (0.0, -6.4),
                (2.6, -5.4),
                (3.6, -3.0),
                (2.4, -0.8),
                (0.0, 0.8),
                (0.0, 2.6),
            ]);
            round::filled(painter, at(0.0, 6.0), 1.3 * size / 8.0, color);
        }
        Icon::Check => lines(&[(-4.0, 0.0), (-1.2, 3.0), (4.5, -3.5)]),
    }
}
