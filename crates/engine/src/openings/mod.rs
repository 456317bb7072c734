//! Placing stones: what each free point is worth, and how it did in games that were played. Points that a symmetry of the
//! position takes into each other are one choice.

mod explorer;
mod played;

pub use explorer::{Choice, Explorer};
pub use played::{PlayedGames, Record};

use crate::rules::{Point, PointSet, Position, Symmetry};

/// The free points of a position, those that its symmetries take into each other together, in reading order.
///
/// ```
/// use muehle_engine::openings::folded_points;
/// use muehle_engine::rules::Position;
///
/// // On the empty board all corners of the outer and the inner square are alike, and so on.
/// assert_eq!(folded_points(&Position::START).iter().map(|points| points.len()).collect::<Vec<_>>(), [8, 8, 4, 4]);
/// ```
pub fn folded_points(position: &Position) -> Vec<PointSet> {
    let keeping: Vec<Symmetry> =
        Symmetry::all().filter(|symmetry| position.transformed(*symmetry) == *position).collect();
    let mut left = position.free();
    let mut folded = Vec::new();
    for point in Point::READING_ORDER {
        if left.contains(point) {
            let points: PointSet = keeping.iter().map(|symmetry| symmetry.point(point)).collect();
            left = left - points;
            folded.push(points);
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetric_points_are_one_choice() {
        let sizes = |text: &str| {
            let position: Position = text.parse().unwrap();
            let folded = folded_points(&position);
            let all = folded.iter().fold(PointSet::EMPTY, |all, points| all | *points);
            assert_eq!(all, position.free());
            folded.iter().map(|points| points.len()).collect::<Vec<_>>()
        };
        // Mirrored along the fourth rank, and the rings swapped: twice two.
        assert_eq!(sizes("b4/f4 w 8 8"), [4, 4, 4, 2, 2, 2, 2, 2]);
        assert_eq!(sizes("a1,b4/f6,d2 w 7 7"), [1; 20], "nothing is alike");
    }
}
