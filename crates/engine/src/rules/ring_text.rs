//! Positions as other mill programs write them: the rings as signs, then side, phase, action and counts.
//!
//! ```text
//! O*@*****/********/*******@ b m s 1 0 2 0 0 0 …
//! inner    middle   outer    │ │ │ │ │ │ │ │ └ removals due: white, black
//! each ring from the top     │ │ │ └─┴─┴─┴ white on board, in hand; black on board, in hand
//! middle, clockwise          │ │ └ action: p place, s select, r remove
//!                            │ └ phase: r ready, p placing, m moving, o over
//!                            └ side to move
//! ```
//!
//! What follows those ten fields differs between programs and is ignored.

use super::notation::{PositionTextError, excerpt, read_hand, read_side};
use super::{Color, IllegalMove, Point, PointSet, Position, RemovalRule};

/// The points in the order of the signs.
#[rustfmt::skip]
const ORDER: [Point; 24] = {
    use Point::*;
    [
        D5, E5, E4, E3, D3, C3, C4, C5,
        D6, F6, F4, F2, D2, B2, B4, B6,
        D7, G7, G4, G1, D1, A1, A4, A7,
    ]
};

/// A position, and whether the side to move has closed a mill and must still remove a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RingText {
    pub position: Position,
    pub removal_due: bool,
}

impl RingText {
    /// The position after the removal that is due.
    pub fn after_removal(&self, point: Point, rule: RemovalRule) -> Result<Position, IllegalMove> {
        self.position.check_removal(point, rule)?;
        Ok(self.position.after_removal(point))
    }
}

/// Whether the first part of a position text looks like rings: unlike the stones of our own text it has two slashes.
pub(super) fn is_ring_text(stones: &str) -> bool {
    stones.matches('/').count() == 2
}

/// Reads a ring text.
pub(crate) fn read(text: &str) -> Result<RingText, PositionTextError> {
    let parts: Vec<&str> = text.split_whitespace().collect();
    let &[stones, side, _, action, ref counts @ ..] = &parts[..] else {
        return Err(PositionTextError::RingPartCount(parts.len()));
    };
    let rings: Vec<&str> = stones.split('/').collect();
    let is_ring = |ring: &&str| ring.len() == 8 && ring.chars().all(|sign| "O@*X".contains(sign));
    if rings.len() != 3 || !rings.iter().all(is_ring) {
        return Err(PositionTextError::RingSigns(excerpt(stones)));
    }
    let [white_board, white_hand, black_board, black_hand, removals @ ..] = counts else {
        return Err(PositionTextError::RingPartCount(parts.len()));
    };
    let signs = stones.bytes().filter(|&sign| sign != b'/');
    let mut sets = [PointSet::EMPTY; 2];
    for (point, sign) in ORDER.into_iter().zip(signs) {
        match sign {
            b'O' => sets[0].insert(point),
            b'@' => sets[1].insert(point),
            // X marks a stone that has been removed already.
            _ => {}
        }
    }
    for (color, stated) in [(Color::White, white_board), (Color::Black, black_board)] {
        let found = sets[color.index()].len();
        if stated.parse() != Ok(found) {
            return Err(PositionTextError::RingCount { color, stated: excerpt(stated), found });
        }
    }
    let hands = [read_hand(white_hand, Color::White)?, read_hand(black_hand, Color::Black)?];
    let position = Position::new(sets, hands, read_side(side)?)?;
    let due = removals.get(position.side_to_move().index()).and_then(|text| text.parse::<i32>().ok()).unwrap_or(0);
    Ok(RingText { position, removal_due: action.eq_ignore_ascii_case("r") || due > 0 })
}

/// The text of a position as other mill programs read it.
pub fn write(position: &Position) -> String {
    let mut text = String::new();
    for (place, point) in ORDER.into_iter().enumerate() {
        if place == 8 || place == 16 {
            text.push('/');
        }
        text.push(match position.color_at(point) {
            Some(Color::White) => 'O',
            Some(Color::Black) => '@',
            None => '*',
        });
    }
    let side = if position.side_to_move() == Color::White { 'w' } else { 'b' };
    let (phase, action) = match () {
        () if position.loser().is_some() => ('o', 's'),
        () if position.hand(position.side_to_move()) > 0 => ('p', 'p'),
        () => ('m', 's'),
    };
    let [white, black] = Color::BOTH.map(|color| (position.stones(color).len(), position.hand(color)));
    // No removals due, no last mills, no quiet plies, first move.
    format!("{text} {side} {phase} {action} {} {} {} {} 0 0 0 0 0 0 0 0 1", white.0, white.1, black.0, black.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_reads_and_writes_as_elsewhere() {
        let start = "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1";
        assert_eq!(write(&Position::START), start);
        assert_eq!(start.parse(), Ok(Position::START));
        assert_eq!("********/********/******** w r p 0 9 0 9 0 0".parse(), Ok(Position::START));
    }

    #[test]
    fn every_sign_names_its_point() {
        let position: Position = "O*@*****/*O*****@/*******@ b m s 2 1 3 0 0 0".parse().unwrap();
        assert_eq!(position.to_string(), "f6,d5/a7,b6,e4 b 1 0");
        assert_eq!(write(&position), "O*@*****/*O*****@/*******@ b m s 2 1 3 0 0 0 0 0 0 0 0 0 1");
        let marked: Position = "OX@*****/*O*****@/*******@ b m s 2 1 3 0 0 0".parse().unwrap();
        assert_eq!(marked, position);
    }

    #[test]
    fn a_removal_that_is_due_is_seen() {
        let text = "OOO*****/********/@@****** w p r 3 6 2 7 1 0 0";
        assert!(read(text).unwrap().removal_due);
        assert_eq!(text.parse::<Position>(), Err(PositionTextError::RemovalDue));
        let none = text.replace(" r ", " s ").replace(" 1 0 0", " 0 0 0");
        assert!(!read(&none).unwrap().removal_due);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let cases = [
            ("********/********/******** w p p 0 9 0", "a ring text has at least eight parts, found 7"),
            (
                "********/***#****/******** w p p 0 9 0 9",
                "the rings \"********/***#****/**…\" must be three times eight of the signs O, @, * and X",
            ),
            ("********/********/******** w p p 1 8 0 9 0 0", "the text counts \"1\" white stones, the rings hold 0"),
            ("********/********/******** x p p 0 9 0 9 0 0", "the side to move is \"x\", it must be w or b"),
            (
                "********/********/******** w p p 0 12 0 9 0 0",
                "the white hand is \"12\", it must be a number from 0 to 9",
            ),
        ];
        for (text, message) in cases {
            assert_eq!(text.parse::<Position>().unwrap_err().to_string(), message, "{text}");
        }
    }
}
