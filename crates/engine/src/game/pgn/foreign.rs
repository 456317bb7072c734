//! What other programs write: the rules they play by, points as numbers, and games that are not Mühle.

use crate::rules::notation::excerpt;
use crate::rules::{Point, RemovalRule, Rules};

use super::tokens::{Token, Tokens};
use super::{Fault, Tags};

/// What a game without a `Rules` tag may have been played by, the likeliest first. The federation and most programs let
/// any stone be removed, and not all of them know our draws.
pub(super) fn rules() -> impl Iterator<Item = Rules> {
    [RemovalRule::Any, RemovalRule::Never].into_iter().flat_map(|removal| {
        let rules = Rules::with_removal(removal);
        [rules, Rules { draw_by_repetition: false, quiet_plies: 0, ..rules }]
    })
}

/// How the points of a game are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PointNames {
    /// `a1` to `g7`.
    Coordinates,
    /// 1 to 24 in reading order, as PlayOK writes them.
    Numbers,
}

impl PointNames {
    /// The names that a game uses: PlayOK says so in its tags; elsewhere the first moves tell.
    pub(super) fn of(text: &str, tags: &Tags) -> PointNames {
        if is_from_playok(tags) && !has_coordinates(text) {
            return PointNames::Numbers;
        }
        let mut numbers = 0;
        let mut after_move_number = false;
        for token in move_tokens(text) {
            match token {
                Token::Number(_) if after_move_number => return PointNames::Numbers,
                Token::Number(_) => numbers += 1,
                Token::Word(word) if word.starts_with(|c: char| c.is_ascii_digit()) => return PointNames::Numbers,
                Token::Word(_) => return PointNames::Coordinates,
                _ => {}
            }
            after_move_number = token == Token::MoveNumber;
        }
        if numbers > 1 { PointNames::Numbers } else { PointNames::Coordinates }
    }

    pub(super) fn point(self, name: &str) -> Option<Point> {
        match self {
            PointNames::Coordinates => name.parse().ok(),
            PointNames::Numbers => {
                let number: usize = name.parse().ok()?;
                Point::READING_ORDER.get(number.checked_sub(1)?).copied()
            }
        }
    }
}

fn is_from_playok(tags: &Tags) -> bool {
    let site = tags.get("Site").unwrap_or_default().to_ascii_lowercase();
    site.contains("playok") || site.contains("kurnik")
}

/// Whether nothing but its numbers makes a text a game of PlayOK. Any list of numbers looks like that, so it counts only if
/// all of it can be played.
pub(super) fn seems_to_be_numbers(text: &str, tags: &Tags) -> bool {
    !is_from_playok(tags) && PointNames::of(text, tags) == PointNames::Numbers
}

/// The first game of a text without its tags.
fn move_tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let is_tag = |token: &Token| matches!(token, Token::Tag { .. });
    Tokens::new(text)
        .skip_while(move |token| is_tag(token) || matches!(token, Token::Comment(_)))
        .take_while(move |token| !is_tag(token))
}

/// Whether the first word of the moves begins with a point like `d6`.
fn has_coordinates(text: &str) -> bool {
    let mut words = move_tokens(text).filter_map(|token| match token {
        Token::Word(word) => Some(word),
        _ => None,
    });
    words.next().is_some_and(|word| word.get(..2).is_some_and(|name| name.parse::<Point>().is_ok()))
}

/// Games whose tags name another game of the family, or chess.
pub(super) fn other_game(tags: &Tags) -> Option<Fault> {
    const OTHERS: [&str; 17] = [
        "three",
        "five",
        "six",
        "seven",
        "ten ",
        "eleven",
        "twelve",
        "12",
        "lasker",
        "morabaraba",
        "dooz",
        "gonu",
        "zhi qi",
        "san qi",
        "mulan",
        "nerenchi",
        "filja",
    ];
    let variant = tags.get("Variant").unwrap_or_default();
    let lower = variant.to_lowercase();
    // The board of a chess position has eight rows.
    let has_chess_position = tags.get("FEN").is_some_and(|position| position.matches('/').count() == 7);
    if lower.contains("chess") || has_chess_position {
        return Some(Fault::Chess);
    }
    OTHERS.iter().any(|other| lower.contains(other)).then(|| Fault::OtherVariant(excerpt(variant)))
}

/// Whether the moves of the first game are chess: pieces move, a king castles, a pawn takes.
pub(super) fn is_chess(text: &str) -> bool {
    move_tokens(text).any(|token| matches!(token, Token::Word(word) if is_chess_move(word)))
}

fn is_chess_move(word: &str) -> bool {
    let word = word.trim_end_matches(['+', '#']);
    if matches!(word, "O-O" | "O-O-O" | "0-0" | "0-0-0") {
        return true;
    }
    let is_square = |square: &[u8]| matches!(square, [b'a'..=b'h', b'1'..=b'8']);
    match word.as_bytes() {
        // A pawn is promoted or takes.
        [_, _, b'=', _] => return true,
        [b'a'..=b'h', b'x', square @ ..] if is_square(&square[..square.len().min(2)]) => return true,
        // A B may also be a point in capital letters.
        [b'B', b'x', square @ ..] | [b'B', square @ ..] if is_square(square) => return true,
        _ => {}
    }
    let Some(squares) = word.strip_prefix(['K', 'Q', 'R', 'N']) else { return false };
    let letters = squares.as_bytes();
    letters.len() <= 5
        && letters.len() >= 2
        && is_square(&letters[letters.len() - 2..])
        && letters.iter().all(|letter| matches!(letter, b'a'..=b'h' | b'1'..=b'8' | b'x' | b'-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_moves_tell_how_points_are_named() {
        let names = |text: &str| PointNames::of(text, &Tags::default());
        for text in ["1. 5 13 2. 20 19x7", "5 13", "{a comment} 1. 5", "1. 23-24x7"] {
            assert_eq!(names(text), PointNames::Numbers, "{text}");
        }
        for text in ["1. d6 f4 2. d2 b4", "1 d6 f4 2 d2", "", "*", "1. e4"] {
            assert_eq!(names(text), PointNames::Coordinates, "{text}");
        }
        assert_eq!(PointNames::Numbers.point("1"), Some(Point::A7));
        assert_eq!(PointNames::Numbers.point("24"), Some(Point::G1));
        assert_eq!((PointNames::Numbers.point("0"), PointNames::Numbers.point("25")), (None, None));
    }

    #[test]
    fn chess_is_recognised_by_its_pieces() {
        for word in ["Nf3", "Qxd5+", "Rad1", "Nge2", "O-O", "Kh1#", "exd5", "e8=Q", "Bb5", "Bxc6+"] {
            assert!(is_chess_move(word), "{word}");
        }
        for word in ["d6", "D6", "B4xd6", "banana", "Nine", "R", "N", "e4", "h4", "d8", "B4", "xb4", "a1xb4", "ax", "b"]
        {
            assert!(!is_chess_move(word), "{word}");
        }
    }
}
