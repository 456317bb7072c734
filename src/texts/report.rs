//! The verbose report of a search, in the form and the words of the paper.

use muehle_engine::rules::Move;
use muehle_engine::search::{Report, Score};

use super::Texts;

texts! {
    /// The verbose report of a search.
    ReportTexts;
    levels(levels, maximal): "Ebenen: {levels} Maximal: {maximal}", "Levels: {levels} Maximal: {maximal}";
    time(milliseconds): "Zeit: {milliseconds} ms", "Time: {milliseconds} ms";
    best_moves(count): "Anzahl beste: {count}", "Best moves: {count}";
    nodes(count): "Knoten durchsucht: {count}", "Nodes searched: {count}";
    estimate(value): "Spieleinschätzung: {value}", "Estimate: {value}";
    win(plies): "Gewinn {plies}", "win {plies}";
    loss(plies): "Verlust {plies}", "loss {plies}";
    draw: "Remis", "draw";
    line(moves): "Variante: {moves}", "Line: {moves}";
    tables(which): "Datenbank: {which}", "Tables: {which}";
}

impl Texts {
    /// The verbose report, one line each between two rows of stars.
    pub fn verbose_report(self, report: &Report) -> String {
        let words = self.report;
        let [win, loss, draw] = report.network_output;
        let line: Vec<String> = report.line.iter().map(Move::to_string).collect();
        let exact = |word: String| format!("{} ({word})", report.score.value());
        let estimate = match report.score {
            Score::Estimate(value) => value.to_string(),
            Score::Win(plies) => exact(words.win(plies)),
            Score::Loss(plies) => exact(words.loss(plies)),
            // How many plies it takes is not known.
            Score::Won => exact(words.win("-")),
            Score::Lost => exact(words.loss("-")),
            Score::Draw => exact(words.draw().to_owned()),
        };
        let lines = [
            "*****".to_owned(),
            words.levels(report.depth, report.max_depth),
            words.time(report.time.as_millis()),
            words.best_moves(report.best_moves.len()),
            words.nodes(report.nodes),
            words.estimate(estimate),
            // The paper has this word.
            format!("NetworkOutput: [{win}], [{loss}], [{draw}]"),
            words.line(line.join(" ")),
            "*****\n".to_owned(),
        ];
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::texts::Language;

    #[test]
    fn the_report_has_the_words_of_the_paper() {
        let mut report = Report {
            best: None,
            best_moves: vec!["d6".parse().unwrap()],
            score: Score::Estimate(0.25),
            depth: 10,
            max_depth: 12,
            nodes: 149_057,
            time: Duration::from_millis(3484),
            line: ["d6", "f4"].map(|mv| mv.parse().unwrap()).to_vec(),
            network_output: [0.5, 0.25, 0.125],
            moves: Vec::new(),
        };
        let german = "*****\nEbenen: 10 Maximal: 12\nZeit: 3484 ms\nAnzahl beste: 1\nKnoten durchsucht: 149057\n\
            Spieleinschätzung: 0.25\nNetworkOutput: [0.5], [0.25], [0.125]\nVariante: d6 f4\n*****\n";
        assert_eq!(Language::German.texts().verbose_report(&report), german);
        report.score = Score::Win(3);
        let english = Language::English.texts().verbose_report(&report);
        assert!(english.starts_with("*****\nLevels: 10 Maximal: 12\nTime: 3484 ms\nBest moves: 1\n"), "{english}");
        assert!(english.contains("\nEstimate: 1 (win 3)\n"), "{english}");
        let german = Language::German.texts().verbose_report(&Report { score: Score::Draw, ..report });
        assert!(german.contains("\nSpieleinschätzung: 0 (Remis)\n"), "{german}");
    }
}
