//! The opening explorer.

use muehle_engine::openings::{Choice, Record};
use muehle_engine::rules::Color;
use muehle_engine::search::Score;

use super::Texts;

texts! {
    /// The opening explorer.
    OpeningsTexts;
    title: "Eröffnungen", "Openings";
    menu: "Eröffnungen beim Setzen", "Openings while placing";
    point: "Punkt", "Point";
    value: "Wert", "Value";
    your_games: "Deine Partien", "Your games";
    times(count): "×{count}", "×{count}";
    loading: "Die Eröffnung wird geladen …", "Loading the opening…";
    all_exact: "Die Scheiben sind exakt, die Zahlen geschätzt. Kleine Kreise: gleich durch Symmetrie.",
        "Discs are exact, numbers estimated. Small circles: the same by symmetry.";
    some_exact(depth): "Mit Ring: exakt. Sonst geschätzt, Suchtiefe {depth}.",
        "With a ring: exact. Others: estimated, search depth {depth}.";
    none_exact(depth): "Geschätzt, Suchtiefe {depth}. Exakt ist hier nichts bekannt.",
        "Estimated, search depth {depth}. Nothing is known exactly here.";
    close_tip: "Wieder die Züge zeigen (O)", "Show the moves again (O)";
    alike(count): "{count} gleiche Punkte", "{count} points alike";
    estimate(value): "Schätzung {value} aus der Sicht von Weiß", "estimate {value} as White sees it";
    won(side): "{side} gewinnt", "{side} wins";
    unknown: "Wert noch unbekannt", "value not known yet";
    record(games, won, drawn, lost): "{games} eigene Partien: {won} gewonnen, {drawn} remis, {lost} verloren von der Seite, die hier setzte",
        "{games} of your games: {won} won, {drawn} drawn, {lost} lost by the side that placed here";
    no_record: "in keiner eigenen Partie", "in none of your games";
    network: "Nicht während einer Netzwerkpartie.", "Not during a network game.";
}

impl Texts {
    /// A choice of the explorer in words: what its row shows.
    pub fn opening_choice(self, choice: &Choice, side: Color, record: Record) -> String {
        let texts = self.openings;
        let mut parts = vec![choice.point().to_string()];
        if choice.points.len() > 1 {
            parts.push(texts.alike(choice.points.len()));
        }
        let estimate = |score: Score| texts.estimate(self.language.value(score.for_white(side).value()));
        match (choice.exact(), choice.searched) {
            (Some(Score::Won), _) => parts.push(texts.won(self.side(side))),
            (Some(Score::Lost), _) => parts.push(texts.won(self.side(!side))),
            (Some(exact), searched) => {
                parts.push(self.score_words(exact.for_white(side)));
                parts.extend(searched.filter(|score| !score.is_exact()).map(estimate));
            }
            (None, Some(searched)) => parts.push(estimate(searched)),
            (None, None) => parts.push(texts.unknown().to_owned()),
        }
        parts.push(match record.games() {
            0 => texts.no_record().to_owned(),
            games => texts.record(games, record.won, record.drawn, record.lost),
        });
        parts.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;
    use muehle_engine::endgame::Outcome;
    use muehle_engine::rules::{Point, PointSet};

    #[test]
    fn a_row_says_everything_it_shows() {
        let points = [Point::D6, Point::D2].into_iter().collect();
        let choice = Choice { points, outcome: Some(Outcome::Draw), searched: Some(Score::Estimate(0.12)) };
        let record = Record { won: 4, drawn: 3, lost: 2 };
        assert_eq!(
            Language::English.texts().opening_choice(&choice, Color::Black, record),
            "d6, 2 points alike, An exact draw, estimate −0.12 as White sees it, \
             9 of your games: 4 won, 3 drawn, 2 lost by the side that placed here"
        );
        let lost = Choice { points: PointSet::of(Point::D6), outcome: Some(Outcome::Loss), searched: None };
        assert_eq!(
            Language::German.texts().opening_choice(&lost, Color::White, Record::default()),
            "d6, Schwarz gewinnt, in keiner eigenen Partie"
        );
    }
}
