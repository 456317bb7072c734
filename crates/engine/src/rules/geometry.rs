//! The lines of the board: neighbours, mills and the 16 symmetries, as compile-time tables and bit-parallel functions.

use super::{Point, PointSet};

/// The neighbours of each point, by index.
const NEIGHBOURS: [PointSet; 24] = {
    let mut table = [PointSet::EMPTY; 24];
    let mut i = 0;
    while i < 24 {
        let (ring, place) = (i / 8, i % 8);
        let mut bits = 1 << (ring * 8 + (place + 1) % 8) | 1 << (ring * 8 + (place + 7) % 8);
        if place % 2 == 1 {
            if ring > 0 {
                bits |= 1 << (i - 8);
            }
            if ring < 2 {
                bits |= 1 << (i + 8);
            }
        }
        table[i] = PointSet::from_bits(bits);
        i += 1;
    }
    table
};

/// The 16 lines of three: four per ring, then the four spokes.
pub const MILLS: [PointSet; 16] = {
    let mut table = [PointSet::EMPTY; 16];
    let mut i = 0;
    while i < 12 {
        let (ring, corner) = (i / 4, i % 4 * 2);
        let bits = 1 << corner | 1 << (corner + 1) | 1 << ((corner + 2) % 8);
        table[i] = PointSet::from_bits(bits << (ring * 8));
        i += 1;
    }
    while i < 16 {
        table[i] = PointSet::from_bits(0x01_0101 << (2 * (i - 12) + 1));
        i += 1;
    }
    table
};

/// The two mills through each point, by index.
const MILLS_THROUGH: [[PointSet; 2]; 24] = {
    let mut table = [[PointSet::EMPTY; 2]; 24];
    let mut i = 0;
    while i < 24 {
        let (mut mill, mut found) = (0, 0);
        while mill < 16 {
            if MILLS[mill].contains(Point::ALL[i]) {
                table[i][found] = MILLS[mill];
                found += 1;
            }
            mill += 1;
        }
        i += 1;
    }
    table
};

impl Point {
    /// The neighbouring points.
    #[inline]
    pub const fn neighbours(self) -> PointSet {
        NEIGHBOURS[self.index()]
    }

    /// The two lines of three through this point.
    #[inline]
    pub const fn mills(self) -> [PointSet; 2] {
        MILLS_THROUGH[self.index()]
    }
}

impl PointSet {
    /// The stones of this set that stand in a closed mill.
    #[inline]
    pub fn in_mills(self) -> PointSet {
        // A mill on a ring is found by its middle, a spoke by all three of its points.
        let sides = self & self.turned(1) & self.turned(7) & PointSet::MIDDLES;
        let spokes = self & self.rings_rotated() & self.rings_rotated().rings_rotated() & PointSet::MIDDLES;
        sides | sides.turned(1) | sides.turned(7) | spokes
    }

    /// The points that would close a mill if one more stone of this set stood there, whether they are free or not.
    #[inline]
    pub fn closing_points(self) -> PointSet {
        let (next, previous) = (self.turned(7), self.turned(1));
        let middles = next & previous & PointSet::MIDDLES;
        let corners = (next & self.turned(6) | previous & self.turned(2)) & PointSet::CORNERS;
        let inner = self.rings_rotated();
        let spokes = inner & inner.rings_rotated() & PointSet::MIDDLES;
        middles | corners | spokes
    }

    /// The points where one more stone closes a mill with these, if it can come from a neighbouring point outside the
    /// mill.
    #[inline]
    pub(crate) fn closing_slides(self) -> PointSet {
        let (next, previous) = (self.turned(7), self.turned(1));
        let inner = self.rings_rotated();
        let middles = next & previous & self.across();
        let corners = next & previous & (self.turned(6) | self.turned(2));
        let spokes = inner & inner.rings_rotated() & PointSet::MIDDLES & (next | previous);
        middles | corners & PointSet::CORNERS | spokes
    }

    /// All neighbours of the points of this set.
    #[inline]
    pub fn neighbours(self) -> PointSet {
        self.turned(1) | self.turned(7) | self.across()
    }

    /// The neighbours on other rings: those of middles.
    #[inline]
    fn across(self) -> PointSet {
        let middles = (self & PointSet::MIDDLES).bits();
        PointSet::from_bits(middles << 8 | middles >> 8)
    }
}

/// One of the 16 symmetries of the board: a turn by 0 to 3 quarters, then a mirror, then swapping the rings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry(u8);

/// Where each symmetry takes each point.
const IMAGES: [[Point; 24]; 16] = {
    let mut table = [[Point::A7; 24]; 16];
    let mut s = 0;
    while s < 16 {
        let mut i = 0;
        while i < 24 {
            let (mut ring, mut place) = (i / 8, i % 8);
            place = (place + 2 * (s & 3)) % 8;
            if s & 4 != 0 {
                place = (10 - place) % 8;
            }
            if s & 8 != 0 {
                ring = 2 - ring;
            }
            table[s][i] = Point::ALL[ring * 8 + place];
            i += 1;
        }
        s += 1;
    }
    table
};

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// All 16 symmetries, the identity first.
    pub fn all() -> impl ExactSizeIterator<Item = Symmetry> + Clone {
        (0..16).map(Symmetry)
    }

    /// The symmetry's number, 0 to 15.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Where the symmetry takes a point.
    #[inline]
    pub const fn point(self, point: Point) -> Point {
        IMAGES[self.index()][point.index()]
    }

    /// Where the symmetry takes a set, in a dozen bit operations.
    #[inline]
    pub const fn set(self, set: PointSet) -> PointSet {
        let mut set = set.turned(2 * (self.0 as u32 & 3));
        if self.0 & 4 != 0 {
            // Reversing a byte takes place p to 7 - p; three steps more make it 10 - p, the mirror of the board.
            let reversed = set.bits().swap_bytes().reverse_bits();
            set = PointSet::from_bits(reversed).turned(3);
        }
        if self.0 & 8 != 0 {
            set = PointSet::from_bits(set.bits().swap_bytes() >> 8);
        }
        set
    }

    /// The symmetry that takes everything back.
    pub fn inverse(self) -> Symmetry {
        Symmetry::all()
            .find(|other| Point::ALL.iter().all(|&point| other.point(self.point(point)) == point))
            .expect("the symmetries form a group")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pseudo_random_sets() -> impl Iterator<Item = PointSet> {
        (1..5000u32).map(|i| PointSet::from_bits(i.wrapping_mul(2_654_435_769) >> 5 & i.wrapping_mul(40_503_123)))
    }

    #[test]
    fn neighbour_counts_are_those_of_the_board() {
        let count = |n| Point::ALL.iter().filter(|point| point.neighbours().len() == n).count();
        assert_eq!((count(2), count(3), count(4)), (12, 8, 4));
        for point in Point::ALL {
            for neighbour in point.neighbours() {
                assert!(neighbour.neighbours().contains(point));
                let distance = point.file().abs_diff(neighbour.file()) + point.rank().abs_diff(neighbour.rank());
                assert!(distance <= 3 && (point.file() == neighbour.file() || point.rank() == neighbour.rank()));
            }
        }
    }

    #[test]
    fn mills_are_straight_and_two_go_through_each_point() {
        for mill in MILLS {
            let points: Vec<Point> = mill.into_iter().collect();
            assert_eq!(points.len(), 3);
            let same = |f: fn(Point) -> u8| points.iter().all(|&point| f(point) == f(points[0]));
            assert!(same(Point::file) || same(Point::rank), "{mill:?}");
        }
        for point in Point::ALL {
            assert_eq!(MILLS.iter().filter(|mill| mill.contains(point)).count(), 2);
            assert!(point.mills().iter().all(|mill| mill.contains(point)));
        }
    }

    #[test]
    fn bit_parallel_functions_agree_with_the_list_of_mills() {
        for set in pseudo_random_sets() {
            let closed: Vec<PointSet> = MILLS.into_iter().filter(|&mill| mill & set == mill).collect();
            assert_eq!(set.in_mills(), closed.iter().fold(PointSet::EMPTY, |all, &mill| all | mill));
            for point in Point::ALL {
                let closes = point.mills().iter().any(|&mill| mill.without(point) & set == mill.without(point));
                assert_eq!(set.closing_points().contains(point), closes, "{set:?} {point}");
            }
            let around = set.into_iter().fold(PointSet::EMPTY, |all, point| all | point.neighbours());
            assert_eq!(set.neighbours(), around);
        }
    }

    #[test]
    fn symmetries_keep_lines_and_form_a_group() {
        let mut images: Vec<Vec<Point>> = Vec::new();
        for symmetry in Symmetry::all() {
            for point in Point::ALL {
                let expected = point.neighbours().into_iter().map(|p| symmetry.point(p)).collect::<PointSet>();
                assert_eq!(symmetry.point(point).neighbours(), expected);
                assert_eq!(symmetry.inverse().point(symmetry.point(point)), point);
            }
            for set in pseudo_random_sets().take(300) {
                assert_eq!(symmetry.set(set), set.into_iter().map(|p| symmetry.point(p)).collect());
            }
            for mill in MILLS {
                assert!(MILLS.contains(&symmetry.set(mill)));
            }
            images.push(Point::ALL.iter().map(|&point| symmetry.point(point)).collect());
        }
        images.sort();
        images.dedup();
        assert_eq!(images.len(), 16);
    }
}
