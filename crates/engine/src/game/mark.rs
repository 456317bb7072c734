//! Circles and arrows that people draw on a position. In a game's text they are part of the comments, as chess programs
//! write them: `[%csl Gd6,Ra1]` for circles, `[%cal Gd6d5]` for arrows.

use crate::rules::Point;

/// The colour of a circle or an arrow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum MarkColor {
    #[default]
    Green,
    Red,
    Yellow,
    Blue,
}

impl MarkColor {
    /// All colours with their letters.
    const LETTERS: [(char, MarkColor); 4] =
        [('G', MarkColor::Green), ('R', MarkColor::Red), ('Y', MarkColor::Yellow), ('B', MarkColor::Blue)];

    fn letter(self) -> char {
        MarkColor::LETTERS[self as usize].0
    }
}

/// A circle around a point, or an arrow from it to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// The colour.
    pub color: MarkColor,
    /// The point, where an arrow begins.
    pub at: Point,
    /// Where an arrow ends; none for a circle.
    pub to: Option<Point>,
}

impl Mark {
    /// Draws it among others: in the place of one in another colour, or away if it is there already.
    pub fn toggle(self, marks: &mut Vec<Mark>) {
        let same_place = |other: &Mark| other.at == self.at && other.to == self.to;
        let before = marks.iter().copied().find(same_place);
        marks.retain(|other| !same_place(other));
        if before != Some(self) {
            marks.push(self);
        }
    }

    /// An item of a list: `Gd6` or `Gd6d5`.
    fn parse(item: &str, is_arrow: bool) -> Option<Mark> {
        let mut letters = item.chars();
        let letter = letters.next()?;
        let (_, color) = MarkColor::LETTERS.into_iter().find(|(known, _)| *known == letter)?;
        let points = letters.as_str();
        let (at, to) = points.split_at_checked(2)?;
        let to = if is_arrow { Some(to.parse().ok()?) } else { to.is_empty().then_some(None)? };
        let at: Point = at.parse().ok()?;
        (to != Some(at)).then_some(Mark { color, at, to })
    }
}

/// Takes the circles and arrows out of a comment and returns what remains of it. A list that is not understood stays.
pub(super) fn take_from(comment: &str) -> (String, Vec<Mark>) {
    let (mut text, mut marks) = (String::new(), Vec::new());
    let mut rest = comment;
    while let Some(start) = rest.find("[%c") {
        let (before, command) = rest.split_at(start);
        text.push_str(before);
        // A list has no brackets inside: nothing is searched twice, however long the comment is.
        let end = command[1..].find(['[', ']']).map(|end| end + 1).filter(|&end| command[end..].starts_with(']'));
        match end.and_then(|end| Some((list(&command[..end])?, &command[end + 1..]))) {
            Some((found, after)) => {
                for mark in found {
                    marks.retain(|other: &Mark| (other.at, other.to) != (mark.at, mark.to));
                    marks.push(mark);
                }
                rest = after;
            }
            None => {
                text.push_str("[%c");
                rest = &command[3..];
            }
        }
    }
    text.push_str(rest);
    (text.split_whitespace().collect::<Vec<_>>().join(" "), marks)
}

/// The marks of a command without its closing bracket.
fn list(inside: &str) -> Option<Vec<Mark>> {
    let (is_arrow, items) = match inside.strip_prefix("[%csl ") {
        Some(items) => (false, items),
        None => (true, inside.strip_prefix("[%cal ")?),
    };
    items.split(',').map(|item| Mark::parse(item.trim(), is_arrow)).collect()
}

/// The commands for these marks, with the comment behind them.
pub(super) fn with_comment(marks: &[Mark], comment: &str) -> String {
    let item = |mark: &Mark| {
        let to = mark.to.map(|to| to.to_string()).unwrap_or_default();
        format!("{}{}{to}", mark.color.letter(), mark.at)
    };
    let mut parts = Vec::new();
    for (name, is_arrow) in [("csl", false), ("cal", true)] {
        let items: Vec<String> = marks.iter().filter(|mark| mark.to.is_some() == is_arrow).map(item).collect();
        if !items.is_empty() {
            parts.push(format!("[%{name} {}]", items.join(",")));
        }
    }
    parts.extend((!comment.is_empty()).then(|| comment.to_owned()));
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circle(color: MarkColor, at: Point) -> Mark {
        Mark { color, at, to: None }
    }

    #[test]
    fn marks_and_words_of_a_comment_are_told_apart() {
        let (text, marks) = take_from("[%csl Gd6,Ra1] good [%cal Bd6d5]  move");
        assert_eq!(text, "good move");
        let arrow = Mark { color: MarkColor::Blue, at: Point::D6, to: Some(Point::D5) };
        assert_eq!(marks, [circle(MarkColor::Green, Point::D6), circle(MarkColor::Red, Point::A1), arrow]);
        assert_eq!(with_comment(&marks, &text), "[%csl Gd6,Ra1] [%cal Bd6d5] good move");
        assert_eq!(take_from(&with_comment(&marks, &text)), (text, marks));
    }

    #[test]
    fn what_is_not_understood_stays_a_comment() {
        for text in ["[%clk 0:01]", "[%csl Gz9]", "[%csl Pd6]", "[%cal Gd6d6]", "[%csl Gd6d5]", "[%csl Gd6", "[%csl ]"]
        {
            assert_eq!(take_from(text), (text.to_owned(), Vec::new()));
        }
        let hostile = "[%csl Gd6,".repeat(200_000);
        assert_eq!(take_from(&hostile).1, []);
    }

    #[test]
    fn drawing_the_same_again_removes_it_and_another_colour_replaces_it() {
        let mut marks = Vec::new();
        circle(MarkColor::Green, Point::D6).toggle(&mut marks);
        circle(MarkColor::Red, Point::D6).toggle(&mut marks);
        assert_eq!(marks, [circle(MarkColor::Red, Point::D6)]);
        circle(MarkColor::Red, Point::D6).toggle(&mut marks);
        assert!(marks.is_empty());
    }
}
