//! Words that several screens use.

use muehle_engine::rules::{Color, PointSet};

use super::Texts;

texts! {
    /// Words that several screens use.
    CommonTexts;
    white: "Weiß", "White";
    black: "Schwarz", "Black";
    or: "oder", "or";
    cancel: "Abbrechen", "Cancel";
    close: "Schließen", "Close";
    copy: "Kopieren", "Copy";
    pause: "Pause", "Pause";
    resume: "Fortsetzen", "Resume";
    stop: "Anhalten", "Stop";
}

impl Texts {
    /// White or black.
    pub fn side(self, side: Color) -> &'static str {
        match side {
            Color::White => self.common.white(),
            Color::Black => self.common.black(),
        }
    }

    /// `c5, e5 or d6`.
    pub fn list(self, points: PointSet) -> String {
        let mut names: Vec<String> = points.into_iter().map(|point| point.to_string()).collect();
        names.sort();
        match names.pop() {
            None => String::new(),
            Some(last) if names.is_empty() => last,
            Some(last) => format!("{} {} {last}", names.join(", "), self.common.or()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::texts::Language;
    use muehle_engine::rules::Point;

    #[test]
    fn points_are_listed() {
        let points = [Point::D6, Point::C5, Point::E5].into_iter().collect();
        assert_eq!(Language::English.texts().list(points), "c5, d6 or e5");
        assert_eq!(Language::German.texts().list([Point::D6].into_iter().collect()), "d6");
    }
}
