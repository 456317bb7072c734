//! The 24 points of the board, named as the Mühle federations name them.
//!
//! The discriminant is the bit index: eight points per ring, clockwise from the upper left corner, so that a turn of the
//! board is a rotation inside each byte of a [`PointSet`](super::PointSet) and swapping the rings swaps bytes.
//!
//! ```text
//! 7   0-----------1-----------2
//! 6   |   8-------9------10   |
//! 5   |   |  16--17--18   |   |
//! 4   7--15--23      19--11---3
//! 3   |   |  22--21--20   |   |
//! 2   |  14------13------12   |
//! 1   6-----------5-----------4
//!     a   b   c   d   e   f   g
//! ```

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// One of the 24 points of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[rustfmt::skip]
#[allow(missing_docs)]
pub enum Point {
    A7, D7, G7, G4, G1, D1, A1, A4,
    B6, D6, F6, F4, F2, D2, B2, B4,
    C5, D5, E5, E4, E3, D3, C3, C4,
}

/// File (0 = a) and rank (0 = rank 1) of each point, by index.
#[rustfmt::skip]
const COORDINATES: [(u8, u8); 24] = [
    (0, 6), (3, 6), (6, 6), (6, 3), (6, 0), (3, 0), (0, 0), (0, 3),
    (1, 5), (3, 5), (5, 5), (5, 3), (5, 1), (3, 1), (1, 1), (1, 3),
    (2, 4), (3, 4), (4, 4), (4, 3), (4, 2), (3, 2), (2, 2), (2, 3),
];

impl Point {
    /// How many points there are.
    pub const COUNT: usize = 24;

    /// All points in index order.
    #[rustfmt::skip]
    pub const ALL: [Point; 24] = {
        use Point::*;
        [
            A7, D7, G7, G4, G1, D1, A1, A4,
            B6, D6, F6, F4, F2, D2, B2, B4,
            C5, D5, E5, E4, E3, D3, C3, C4,
        ]
    };

    /// All points in reading order: from the top left to the bottom right.
    #[rustfmt::skip]
    pub const READING_ORDER: [Point; 24] = {
        use Point::*;
        [
            A7, D7, G7, B6, D6, F6, C5, D5, E5,
            A4, B4, C4, E4, F4, G4,
            C3, D3, E3, B2, D2, F2, A1, D1, G1,
        ]
    };

    /// The point's bit index, 0 to 23.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The point with this index.
    #[inline]
    pub(crate) const fn from_index(index: usize) -> Option<Point> {
        if index < 24 { Some(Point::ALL[index]) } else { None }
    }

    /// The point with this index; indices are taken modulo 32 and the last eight wrap, which spares the hot loops a
    /// branch. Callers pass bit indices of a `PointSet`, which are below 24.
    #[inline]
    pub(super) const fn from_bit(index: u32) -> Point {
        const PADDED: [Point; 32] = {
            let mut padded = [Point::A7; 32];
            let mut i = 0;
            while i < 32 {
                padded[i] = Point::ALL[i % 24];
                i += 1;
            }
            padded
        };
        PADDED[(index & 31) as usize]
    }

    /// The file, 0 = a to 6 = g.
    pub const fn file(self) -> u8 {
        COORDINATES[self.index()].0
    }

    /// The rank, 0 = rank 1 (bottom) to 6 = rank 7 (top).
    pub const fn rank(self) -> u8 {
        COORDINATES[self.index()].1
    }

    /// The point at a file and rank, both from 0; `None` where the board has no point.
    pub fn at(file: u8, rank: u8) -> Option<Point> {
        Point::ALL.into_iter().find(|point| (point.file(), point.rank()) == (file, rank))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (file, rank) = COORDINATES[self.index()];
        f.pad(std::str::from_utf8(&[b'a' + file, b'1' + rank]).expect("ASCII"))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that does not name a point.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a point on the board (a1 to g7, for example d6)")]
pub struct UnknownPoint(pub String);

impl FromStr for Point {
    type Err = UnknownPoint;

    fn from_str(text: &str) -> Result<Point, UnknownPoint> {
        let unknown = || UnknownPoint(super::notation::excerpt(text));
        let &[file, rank] = text.as_bytes() else { return Err(unknown()) };
        let file = file.to_ascii_lowercase();
        if !(b'a'..=b'g').contains(&file) || !(b'1'..=b'7').contains(&rank) {
            return Err(unknown());
        }
        Point::at(file - b'a', rank - b'1').ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_has_its_own_name_and_reads_it_back() {
        for point in Point::ALL {
            assert_eq!(point.to_string().parse(), Ok(point));
            assert_eq!(point.to_string().to_uppercase().parse(), Ok(point));
            assert_eq!(Point::from_index(point.index()), Some(point));
            assert_eq!(format!("{point:?}").to_uppercase(), format!("{point}").to_uppercase());
        }
        assert_eq!(Point::ALL[0].to_string(), "a7");
        assert_eq!(Point::E3.to_string(), "e3");
        assert_eq!(Point::from_index(24), None);
    }

    #[test]
    fn the_middle_and_other_text_are_not_points() {
        for text in ["d4", "a2", "h1", "a8", "a", "a11", "", "ä1", "\0\0"] {
            assert!(text.parse::<Point>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn an_option_costs_no_byte() {
        assert_eq!(size_of::<Option<Point>>(), 1);
    }
}
