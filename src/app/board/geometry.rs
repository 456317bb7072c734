//! Where things are on the board: everything is a fraction of the plate's side.

use eframe::egui::{Pos2, Rect, Vec2, pos2, vec2};

use muehle_engine::rules::{Point, geometry::MILLS};

/// The plate in the window. All sizes follow from its side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardGeometry {
    /// The plate.
    pub plate: Rect,
    /// Whether black's side is at the bottom: the board is turned by half.
    pub flipped: bool,
}

impl BoardGeometry {
    /// From the edge of the plate to the outer ring.
    const MARGIN: f32 = 0.116;
    /// From file to file.
    const PITCH: f32 = 0.128;

    /// Label, bar and gap beside the board.
    const BESIDE: f32 = 40.0 + 16.0 + 16.0;

    /// The largest plate that fits into a pane, in whole points and centred.
    pub fn fit(pane: Rect, margin: f32, flipped: bool) -> BoardGeometry {
        let side = (pane.width() - 2.0 * margin).min(pane.height() - 2.0 * margin).max(120.0).floor();
        let corner = pane.center() - Vec2::splat(side / 2.0);
        let corner = pos2(corner.x.round(), (corner.y - 0.001 * side).round());
        BoardGeometry { plate: Rect::from_min_size(corner, Vec2::splat(side)), flipped }
    }

    /// The same, with room for the evaluation bar and its label at the left if there is one.
    pub fn beside_bar(pane: Rect, margin: f32, flipped: bool, has_bar: bool) -> BoardGeometry {
        let board = BoardGeometry::fit(pane, margin, flipped);
        let free = pane.width() - board.side();
        let shift = if has_bar { Self::BESIDE.min(free - 8.0).max(0.0) / 2.0 } else { 0.0 };
        BoardGeometry { plate: board.plate.translate(vec2(shift.round(), 0.0)), ..board }
    }

    /// The plate's side, S in the design.
    pub fn side(&self) -> f32 {
        self.plate.width()
    }

    /// The radius of a stone.
    pub fn stone(&self) -> f32 {
        0.042 * self.side()
    }

    /// The width of a board line.
    pub fn line_width(&self) -> f32 {
        (0.005 * self.side()).max(1.5)
    }

    /// The place of a file and rank, which may lie between the points.
    pub fn place(&self, file: f32, rank: f32) -> Pos2 {
        let (column, row) = if self.flipped { (6.0 - file, rank) } else { (file, 6.0 - rank) };
        self.plate.min + self.side() * vec2(Self::MARGIN + Self::PITCH * column, Self::MARGIN + Self::PITCH * row)
    }

    /// The centre of a point.
    pub fn center(&self, point: Point) -> Pos2 {
        self.place(f32::from(point.file()), f32::from(point.rank()))
    }

    /// How far from its centre a point answers to the pointer: 44 points across where the board allows it.
    pub fn hit_radius(&self) -> f32 {
        let half_pitch = 0.5 * Self::PITCH * self.side();
        (0.060 * self.side()).max(22.0).min(half_pitch)
    }

    /// The square in which a point answers to the pointer.
    pub fn hit_rect(&self, point: Point) -> Rect {
        Rect::from_center_size(self.center(point), Vec2::splat(2.0 * self.hit_radius()))
    }

    /// The point nearest to a place, if the place is within reach of it.
    pub fn nearest(&self, place: Pos2) -> Option<Point> {
        let nearest = Point::ALL
            .into_iter()
            .min_by(|&a, &b| self.center(a).distance_sq(place).total_cmp(&self.center(b).distance_sq(place)))?;
        (self.center(nearest).distance(place) <= 1.35 * self.hit_radius()).then_some(nearest)
    }

    /// The ends and the middle of each of the 16 lines.
    pub fn lines(&self) -> impl Iterator<Item = [Pos2; 2]> + '_ {
        MILLS.iter().filter_map(|mill| {
            let [first, last] = ends(mill.into_iter())?;
            Some([self.center(first), self.center(last)])
        })
    }
}

/// The two outermost points of a line of three.
pub fn ends(points: impl Iterator<Item = Point> + Clone) -> Option<[Point; 2]> {
    let key = |point: &Point| (point.file(), point.rank());
    Some([points.clone().min_by_key(key)?, points.max_by_key(key)?])
}

/// The neighbour of a point in a direction on the screen, along the lines of the board.
pub fn neighbour_towards(point: Point, direction: Vec2, flipped: bool) -> Option<Point> {
    let turn = if flipped { -1.0 } else { 1.0 };
    let step = vec2(direction.x * turn, -direction.y * turn);
    point.neighbours().into_iter().find(|neighbour| {
        let way = vec2(
            f32::from(neighbour.file()) - f32::from(point.file()),
            f32::from(neighbour.rank()) - f32::from(point.rank()),
        );
        way.normalized() == step
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(side: f32, flipped: bool) -> BoardGeometry {
        BoardGeometry { plate: Rect::from_min_size(pos2(10.0, 20.0), Vec2::splat(side)), flipped }
    }

    #[test]
    fn a_place_belongs_to_the_point_it_is_nearest_to() {
        for flipped in [false, true] {
            let board = board(412.0, flipped);
            for point in Point::ALL {
                assert_eq!(board.nearest(board.center(point) + vec2(9.0, -7.0)), Some(point));
            }
            assert_eq!(board.nearest(board.place(3.0, 3.0)), None, "the middle of the board is nobody's");
        }
    }

    #[test]
    fn hit_areas_are_44_points_wide_and_never_overlap() {
        for side in [412.0, 768.0, 1900.0] {
            let board = board(side, false);
            assert!(board.hit_rect(Point::D6).width() >= 44.0);
            for a in Point::ALL {
                for b in Point::ALL.into_iter().filter(|&b| b != a) {
                    assert!(!board.hit_rect(a).shrink(0.01).intersects(board.hit_rect(b)), "{a} and {b} at {side}");
                }
            }
        }
    }

    #[test]
    fn the_keyboard_walks_the_lines() {
        let right = vec2(1.0, 0.0);
        let down = vec2(0.0, 1.0);
        assert_eq!(neighbour_towards(Point::A7, right, false), Some(Point::D7));
        assert_eq!(neighbour_towards(Point::D7, down, false), Some(Point::D6));
        assert_eq!(neighbour_towards(Point::D5, down, false), None, "no line crosses the middle");
        assert_eq!(neighbour_towards(Point::A7, right, true), None);
        assert_eq!(
            neighbour_towards(Point::D7, right, true),
            Some(Point::A7),
            "on the turned board a7 is to the right"
        );
        for point in Point::ALL {
            let ways = [right, -right, down, -down];
            let reached = ways.into_iter().filter_map(|way| neighbour_towards(point, way, false)).count();
            assert_eq!(reached, point.neighbours().len());
        }
    }
}
