//! Moves and positions as text: `d6-d5xb4` and `a1,d1,g1/b2,d2 b 6 6`. Positions can also be read as ring text.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Action, Color, ImpossiblePosition, Move, Point, PointSet, Position, UnknownPoint, ring_text};

/// Longer than any position text. What exceeds it is refused before it is read.
const MAX_POSITION_TEXT: usize = 256;

/// The beginning of a text, fit to be quoted in a message: short and without control characters.
pub fn excerpt(text: &str) -> String {
    let mut excerpt: String = text.chars().take(20).map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect();
    if text.chars().nth(20).is_some() {
        excerpt.push('…');
    }
    excerpt
}

/// Gives a type with the constant list `$all` and a method `name` its text form: reading ignores case and surrounding
/// spaces.
macro_rules! text_by_name {
    ($kind:ident, $all:ident, $unknown:ident) => {
        impl std::fmt::Display for $kind {
            fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $kind {
            type Err = $unknown;

            fn from_str(text: &str) -> Result<$kind, $unknown> {
                let named = |kind: &$kind| kind.name().eq_ignore_ascii_case(text.trim());
                let unknown = || $unknown($crate::rules::notation::excerpt(text));
                $kind::$all.into_iter().find(named).ok_or_else(unknown)
            }
        }
    };
}
pub(crate) use text_by_name;

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Action::Place(to) => write!(f, "{to}"),
            Action::Shift { from, to } => write!(f, "{from}-{to}"),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.removal {
            None => write!(f, "{}", self.action),
            Some(point) => write!(f, "{}x{point}", self.action),
        }
    }
}

/// A text that is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum MoveTextError {
    #[error("\"{0}\" is not a move (d6, d6-d5, d6xb4 or d6-d5xb4)")]
    NotAMove(String),
    #[error("\"{text}\" is not a move: {source}")]
    UnknownPoint { text: String, source: UnknownPoint },
}

/// A sign of a move text as our own texts have it: other dashes mean `-`, and `:` and `×` mean `x`.
pub(crate) fn plain_sign(sign: char) -> char {
    match sign {
        '\u{2010}'..='\u{2014}' | '\u{2212}' => '-',
        ':' | '×' => 'x',
        _ => sign.to_ascii_lowercase(),
    }
}

/// Reads a move as a person types it: case, spaces and the kind of dash do not matter, and `:` removes like `x`.
impl FromStr for Move {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<Move, MoveTextError> {
        let mut letters = [0u8; 8];
        let mut length = 0;
        for c in text.chars().filter(|c| !c.is_whitespace()).map(plain_sign) {
            if length == 8 || !c.is_ascii() {
                return Err(MoveTextError::NotAMove(excerpt(text)));
            }
            letters[length] = c as u8;
            length += 1;
        }
        let letters = std::str::from_utf8(&letters[..length]).expect("ASCII");
        let point = |name: &str| -> Result<Point, MoveTextError> {
            if name.len() != 2 {
                return Err(MoveTextError::NotAMove(excerpt(text)));
            }
            name.parse().map_err(|source| MoveTextError::UnknownPoint { text: excerpt(text), source })
        };
        let (action, removal) = match letters.split_once('x') {
            Some((action, removal)) => (action, Some(point(removal)?)),
            None => (letters, None),
        };
        let action = match action.split_once('-') {
            Some((from, to)) => Action::Shift { from: point(from)?, to: point(to)? },
            None => Action::Place(point(action)?),
        };
        Ok(Move { action, removal })
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (color, end) in [(Color::White, "/"), (Color::Black, " ")] {
            let mut separator = "";
            for point in Point::READING_ORDER.into_iter().filter(|&point| self.stones(color).contains(point)) {
                write!(f, "{separator}{point}")?;
                separator = ",";
            }
            write!(f, "{}{end}", if separator.is_empty() { "-" } else { "" })?;
        }
        let side = if self.side_to_move() == Color::White { 'w' } else { 'b' };
        write!(f, "{side} {} {}", self.hand(Color::White), self.hand(Color::Black))
    }
}

/// What is wrong with a position text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum PositionTextError {
    #[error("a position text has at most {MAX_POSITION_TEXT} characters, this one has {0}")]
    TooLong(usize),
    #[error("a position has four parts (white/black side white-hand black-hand, for example -/- w 9 9), found {0}")]
    PartCount(usize),
    #[error("the stones \"{0}\" have no / between white and black")]
    NoSlash(String),
    #[error("{color} stones: {source}")]
    UnknownPoint { color: Color, source: UnknownPoint },
    #[error("{0} is named twice")]
    Twice(Point),
    #[error("the side to move is \"{0}\", it must be w or b")]
    Side(String),
    #[error("the {color} hand is \"{text}\", it must be a number from 0 to 9")]
    Hand { color: Color, text: String },
    #[error(transparent)]
    Impossible(#[from] ImpossiblePosition),
    #[error("a ring text has at least eight parts, found {0}")]
    RingPartCount(usize),
    #[error("the rings \"{0}\" must be three times eight of the signs O, @, * and X")]
    RingSigns(String),
    #[error("the text counts \"{stated}\" {color} stones, the rings hold {found}")]
    RingCount { color: Color, stated: String, found: usize },
    #[error("a mill is closed and its removal is still due; give the position after it")]
    RemovalDue,
}

/// Reads a position text, or the ring text of other programs (see [`ring_text`]).
impl FromStr for Position {
    type Err = PositionTextError;

    fn from_str(text: &str) -> Result<Position, PositionTextError> {
        if text.len() > MAX_POSITION_TEXT {
            return Err(PositionTextError::TooLong(text.chars().count()));
        }
        let parts: Vec<&str> = text.split_whitespace().collect();
        if parts.first().is_some_and(|stones| ring_text::is_ring_text(stones)) {
            let ring_text = ring_text::read(text)?;
            return if ring_text.removal_due { Err(PositionTextError::RemovalDue) } else { Ok(ring_text.position) };
        }
        let &[stones, side, white_hand, black_hand] = &parts[..] else {
            return Err(PositionTextError::PartCount(parts.len()));
        };
        let (white, black) = stones.split_once('/').ok_or_else(|| PositionTextError::NoSlash(excerpt(stones)))?;
        let white = read_stones(white, Color::White, PointSet::EMPTY)?;
        let black = read_stones(black, Color::Black, white)?;
        let side = read_side(side)?;
        let hands = [read_hand(white_hand, Color::White)?, read_hand(black_hand, Color::Black)?];
        Ok(Position::new([white, black], hands, side)?)
    }
}

fn read_stones(text: &str, color: Color, taken: PointSet) -> Result<PointSet, PositionTextError> {
    let mut stones = PointSet::EMPTY;
    if text == "-" {
        return Ok(stones);
    }
    for name in text.split(',') {
        let point = name.parse().map_err(|source| PositionTextError::UnknownPoint { color, source })?;
        if (stones | taken).contains(point) {
            return Err(PositionTextError::Twice(point));
        }
        stones.insert(point);
    }
    Ok(stones)
}

pub(super) fn read_side(text: &str) -> Result<Color, PositionTextError> {
    match text {
        "w" | "W" => Ok(Color::White),
        "b" | "B" => Ok(Color::Black),
        _ => Err(PositionTextError::Side(excerpt(text))),
    }
}

pub(super) fn read_hand(text: &str, color: Color) -> Result<u8, PositionTextError> {
    match text.as_bytes() {
        &[digit @ b'0'..=b'9'] => Ok(digit - b'0'),
        _ => Err(PositionTextError::Hand { color, text: excerpt(text) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_read_and_write_the_same() {
        for text in ["d6", "d6-d5", "d6xb4", "d6-d5xb4"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
        for (typed, canonical) in [
            (" D6 - d5 X b4 ", "d6-d5xb4"),
            ("A1", "a1"),
            ("a1\tx g7", "a1xg7"),
            ("d6–d5:b4", "d6-d5xb4"),
            ("d6−d5×b4", "d6-d5xb4"),
        ] {
            assert_eq!(typed.parse::<Move>().unwrap().to_string(), canonical);
        }
    }

    #[test]
    fn nonsense_is_not_a_move() {
        let long = "d6-d5xb4".repeat(1000);
        for text in ["", "x", "-", "d6-", "d6x", "xb4", "d6-d5-d4", "d6xb4xb2", "d4", "é6", "d6é", &long, "\0\0"] {
            let error = text.parse::<Move>().unwrap_err().to_string();
            assert!(error.len() < 200 && error.contains("is not a move"), "{text:?}: {error}");
        }
        let error = "d6-d4".parse::<Move>().unwrap_err().to_string();
        assert_eq!(error, r#""d6-d4" is not a move: "d4" is not a point on the board (a1 to g7, for example d6)"#);
    }

    #[test]
    fn positions_read_and_write_the_same() {
        for text in ["-/- w 9 9", "d1,a1,g1/b2,d2 b 6 6", "a1/- b 8 9"] {
            let position: Position = text.parse().unwrap();
            assert_eq!(position.to_string().parse(), Ok(position));
        }
        assert_eq!(Position::START.to_string(), "-/- w 9 9");
        assert_eq!("-/- w 9 9".parse(), Ok(Position::START));
    }

    #[test]
    fn a_wrong_position_says_what_is_wrong_and_where() {
        let cases = [
            ("", "a position has four parts (white/black side white-hand black-hand, for example -/- w 9 9), found 0"),
            ("a1 b 3 3", "the stones \"a1\" have no / between white and black"),
            ("a1,h9/- w 3 3", "white stones: \"h9\" is not a point on the board (a1 to g7, for example d6)"),
            ("a1/ w 3 3", "black stones: \"\" is not a point on the board (a1 to g7, for example d6)"),
            ("a1,a1/- w 3 3", "a1 is named twice"),
            ("a1/g7,a1 w 3 3", "a1 is named twice"),
            ("a1/g7 x 3 3", "the side to move is \"x\", it must be w or b"),
            ("a1/g7 w 3 ten", "the black hand is \"ten\", it must be a number from 0 to 9"),
            ("a1/g7 w 10 3", "the white hand is \"10\", it must be a number from 0 to 9"),
            ("a1/g7 w -1 3", "the white hand is \"-1\", it must be a number from 0 to 9"),
            ("a1/g7 w 9 3", "white has 10 stones (1 on the board, 9 in hand); each side has only nine"),
        ];
        for (text, message) in cases {
            assert_eq!(text.parse::<Position>().unwrap_err().to_string(), message, "{text:?}");
        }
        let long = "a1,".repeat(40_000_000 / 3);
        assert!(matches!(long.parse::<Position>(), Err(PositionTextError::TooLong(_))));
    }

    #[test]
    fn quoted_text_is_short_and_clean() {
        assert_eq!(excerpt("a\u{7}b\n"), "a\u{FFFD}b\u{FFFD}");
        assert_eq!(excerpt(&"ü".repeat(100)), format!("{}…", "ü".repeat(20)));
    }
}
