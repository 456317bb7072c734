//! A set of points as 24 bits: byte 0 the outer, byte 1 the middle, byte 2 the inner ring (see [`Point`]).

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use super::Point;

/// A set of points of the board. The upper eight bits are always zero.
///
/// ```
/// use muehle_engine::rules::{Point, PointSet};
///
/// // 7   #-----------#-----------.
/// // 6   |   .-------#-------.   |
/// // 5   |   |   .---.---.   |   |
/// // 4   .---.---.       .---.---.
/// // 3   |   |   .---.---.   |   |
/// // 2   |   .-------.-------.   |
/// // 1   .-----------.-----------.
/// //     a   b   c   d   e   f   g
/// let stones: PointSet = [Point::A7, Point::D7, Point::D6].into_iter().collect();
/// assert_eq!(stones.len(), 3);
/// assert!((stones & PointSet::CORNERS).contains(Point::A7));
///
/// // One more stone closes the upper side or the spoke.
/// let closing: Vec<Point> = stones.closing_points().into_iter().collect();
/// assert_eq!(closing, [Point::G7, Point::D5]);
/// assert_eq!(stones.with(Point::D5).in_mills(), PointSet::of(Point::D7).with(Point::D6).with(Point::D5));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct PointSet(u32);

impl PointSet {
    /// No point.
    pub const EMPTY: PointSet = PointSet(0);
    /// The whole board.
    pub const ALL: PointSet = PointSet(0xFF_FFFF);
    /// The twelve corners of the three rings.
    pub const CORNERS: PointSet = PointSet(0x55_5555);
    /// The twelve middles of the sides, which the spokes join.
    pub const MIDDLES: PointSet = PointSet(0xAA_AAAA);

    /// The set with these bits; bits above the 24th are dropped.
    #[inline]
    pub const fn from_bits(bits: u32) -> PointSet {
        PointSet(bits & 0xFF_FFFF)
    }

    /// The 24 bits.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The set of one point.
    #[inline]
    pub const fn of(point: Point) -> PointSet {
        PointSet(1 << point as u32)
    }

    /// Whether the point is in the set.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        self.0 >> point as u32 & 1 != 0
    }

    /// How many points the set has.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no point.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds a point.
    #[inline]
    pub fn insert(&mut self, point: Point) {
        self.0 |= 1 << point as u32;
    }

    /// Takes a point away.
    #[inline]
    pub fn remove(&mut self, point: Point) {
        self.0 &= !(1 << point as u32);
    }

    /// The set with the point added.
    #[inline]
    pub const fn with(self, point: Point) -> PointSet {
        PointSet(self.0 | 1 << point as u32)
    }

    /// The set without the point.
    #[inline]
    pub const fn without(self, point: Point) -> PointSet {
        PointSet(self.0 & !(1 << point as u32))
    }

    /// The point with the lowest index.
    #[inline]
    pub fn first(self) -> Option<Point> {
        (self.0 != 0).then(|| Point::from_bit(self.0.trailing_zeros()))
    }

    /// Every point moved `steps` places clockwise along its ring.
    #[inline]
    pub(crate) const fn turned(self, steps: u32) -> PointSet {
        // Rotates each of the three bytes left by `steps`.
        let steps = steps & 7;
        let low = (0xFF_u32 >> steps) * 0x01_0101;
        PointSet((self.0 & low) << steps | (self.0 & !low) >> ((8 - steps) & 7))
    }

    /// Every point moved one ring inwards; the inner ring comes out as the outer one.
    #[inline]
    pub(super) const fn rings_rotated(self) -> PointSet {
        PointSet((self.0 << 8 | self.0 >> 16) & 0xFF_FFFF)
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $a:ident, $b:ident, $result:expr) => {
        impl $trait for PointSet {
            type Output = PointSet;
            #[inline]
            fn $method(self, other: PointSet) -> PointSet {
                let ($a, $b) = (self.0, other.0);
                PointSet($result)
            }
        }
    };
}
operator!(BitAnd, bitand, a, b, a & b);
operator!(BitOr, bitor, a, b, a | b);
operator!(BitXor, bitxor, a, b, a ^ b);
operator!(Sub, sub, a, b, a & !b);

impl Not for PointSet {
    type Output = PointSet;
    #[inline]
    fn not(self) -> PointSet {
        PointSet(!self.0 & 0xFF_FFFF)
    }
}

impl BitAndAssign for PointSet {
    #[inline]
    fn bitand_assign(&mut self, other: PointSet) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for PointSet {
    #[inline]
    fn bitor_assign(&mut self, other: PointSet) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for PointSet {
    #[inline]
    fn bitxor_assign(&mut self, other: PointSet) {
        self.0 ^= other.0;
    }
}

/// The points of a set in index order.
#[derive(Clone)]
pub struct Points(u32);

impl Iterator for Points {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        if self.0 == 0 {
            return None;
        }
        let point = Point::from_bit(self.0.trailing_zeros());
        self.0 &= self.0 - 1;
        Some(point)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Points {}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = Points;

    #[inline]
    fn into_iter(self) -> Points {
        Points(self.0)
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        points.into_iter().fold(PointSet::EMPTY, PointSet::with)
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_keeps_its_points() {
        let mut set: PointSet = [Point::A7, Point::D5, Point::C4].into_iter().collect();
        assert_eq!(set.len(), 3);
        assert!(set.contains(Point::D5) && !set.contains(Point::D6));
        set.remove(Point::A7);
        assert_eq!(set.into_iter().collect::<Vec<_>>(), [Point::D5, Point::C4]);
        assert_eq!((!set).len(), 22);
        assert_eq!(!PointSet::EMPTY, PointSet::ALL);
        assert_eq!(PointSet::from_bits(u32::MAX), PointSet::ALL);
    }

    #[test]
    fn turning_moves_along_the_ring() {
        assert_eq!(PointSet::of(Point::A7).turned(1), PointSet::of(Point::D7));
        assert_eq!(PointSet::of(Point::A4).turned(1), PointSet::of(Point::A7));
        assert_eq!(PointSet::of(Point::C4).turned(3), PointSet::of(Point::E5));
        assert_eq!(PointSet::ALL.turned(5), PointSet::ALL);
        let set = PointSet::from_bits(0x12_3456);
        assert_eq!(set.turned(0), set);
        assert_eq!((0..8).fold(set, |set, _| set.turned(1)), set);
    }
}
