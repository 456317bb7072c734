//! Animations on the board: a stone that moves, one that fades, a mill that lights up. Times are seconds of the window's
//! clock.

use muehle_engine::rules::{Action, Color, Move, Point, PointSet};

/// Seconds per animation.
const PLACE: f64 = 0.120;
const SLIDE: f64 = 0.200;
const REMOVE: f64 = 0.200;
const FLASH: f64 = 0.450;

/// A stone that moves from one point to another, or onto the board.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Travel {
    color: Color,
    from: Option<Point>,
    to: Point,
    start: f64,
}

/// A stone that leaves.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Departure {
    color: Color,
    point: Point,
    start: f64,
}

/// A mill that has just been closed.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Flash {
    points: PointSet,
    start: f64,
}

/// Everything that moves now.
#[derive(Clone, Debug, Default)]
pub struct Animations {
    travel: Option<Travel>,
    departure: Option<Departure>,
    flash: Option<Flash>,
}

/// A stone between its points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Travelling {
    /// Whose.
    pub color: Color,
    /// Where from; none from the hand.
    pub from: Option<Point>,
    /// Where to.
    pub to: Point,
    /// From 0 at the start to 1 at the end, eased.
    pub progress: f32,
}

/// A stone that fades.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fading {
    /// Whose.
    pub color: Color,
    /// Where it stood.
    pub point: Point,
    /// 1 when it is still there, 0 when it is gone.
    pub presence: f32,
}

fn ease_out_cubic(t: f64) -> f32 {
    (1.0 - (1.0 - t.clamp(0.0, 1.0)).powi(3)) as f32
}

impl Animations {
    /// A stone moves or is placed.
    pub fn act(&mut self, action: Action, color: Color, now: f64) {
        self.travel = Some(Travel { color, from: action.origin(), to: action.target(), start: now });
    }

    /// A whole move: the stone moves, then the removed one leaves.
    pub fn play(&mut self, mv: Move, color: Color, mills: PointSet, now: f64) {
        self.act(mv.action, color, now);
        let arrival = now + if mv.action.origin().is_some() { SLIDE } else { PLACE };
        self.departure = None;
        if let Some(point) = mv.removal {
            self.remove(point, !color, arrival);
        }
        self.flash = None;
        if !mills.is_empty() {
            self.flash(mills, arrival);
        }
    }

    /// A move is undone: the stone returns.
    pub fn take_back(&mut self, mv: Move, color: Color, now: f64) {
        *self = Animations::default();
        if let Action::Shift { from, to } = mv.action {
            self.travel = Some(Travel { color, from: Some(to), to: from, start: now });
        }
    }

    /// A stone leaves the board.
    pub fn remove(&mut self, point: Point, color: Color, start: f64) {
        self.departure = Some(Departure { color, point, start });
    }

    /// A mill lights up.
    pub fn flash(&mut self, points: PointSet, start: f64) {
        self.flash = Some(Flash { points, start });
    }

    /// Ends all animations.
    pub fn finish(&mut self) {
        *self = Animations::default();
    }

    /// The moving stone.
    pub fn travelling(&self, now: f64) -> Option<Travelling> {
        let Travel { color, from, to, start } = self.travel?;
        let time = if from.is_some() { SLIDE } else { PLACE };
        (now < start + time).then(|| Travelling { color, from, to, progress: ease_out_cubic((now - start) / time) })
    }

    /// The stone that leaves.
    pub fn fading(&self, now: f64) -> Option<Fading> {
        let Departure { color, point, start } = self.departure?;
        (now < start + REMOVE).then(|| Fading { color, point, presence: 1.0 - ease_out_cubic((now - start) / REMOVE) })
    }

    /// The mill that lights up, and how brightly.
    pub fn flashing(&self, now: f64) -> Option<(PointSet, f32)> {
        let Flash { points, start } = self.flash?;
        let t = (now - start) / FLASH;
        // Up quickly, down slowly.
        let strength = if t < 0.2 { t / 0.2 } else { (1.0 - t) / 0.8 };
        (0.0..1.0).contains(&t).then_some((points, (strength as f32).clamp(0.0, 1.0)))
    }

    /// Whether anything moves or is about to.
    pub fn is_running(&self, now: f64) -> bool {
        self.travelling(now).is_some()
            || self.fading(now).is_some()
            || self.flash.is_some_and(|flash| now < flash.start + FLASH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_travels_then_removes_then_rests() {
        let mut animations = Animations::default();
        let mv: Move = "g4-g1xb2".parse().unwrap();
        let mill = [Point::A1, Point::D1, Point::G1].into_iter().collect();
        animations.play(mv, Color::White, mill, 10.0);
        let start = animations.travelling(10.0).unwrap();
        assert_eq!((start.from, start.to, start.progress), (Some(Point::G4), Point::G1, 0.0));
        assert_eq!(animations.fading(10.0).unwrap().presence, 1.0, "the stone stays until the mill is closed");
        assert!(animations.flashing(10.1).is_none());
        let later = 10.3;
        assert!(animations.travelling(later).is_none());
        assert!(animations.fading(later).unwrap().presence < 1.0);
        assert!(animations.flashing(later).unwrap().1 > 0.5);
        assert!(animations.is_running(10.6) && !animations.is_running(10.7));
    }
}
