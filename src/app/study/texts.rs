//! The words of studying, printing and setting up, in German and English.

use crate::app::texts::{Language, fill, thousandths_text, value_text, words};
use muehle_engine::game::{SetUpFault, SetUpOddity};
use muehle_engine::rules::{Color, ImpossiblePosition};
use muehle_engine::search::Score;

words! {
    /// The words of studying, printing and setting up.
    StudyTexts;
    menu: "Analyse", "Analysis";
    values: "Werte auf dem Brett", "Values on the board";
    bar: "Bewertungsbalken und Verlauf", "Evaluation bar and graph";
    lines: "Stellung untersuchen", "Analyse the position";
    legend_loss: "Verlust", "Loss";
    legend_win: "Gewinn", "Win";
    legend_exact: "exakt", "exact";
    report: "Ausführlicher Bericht", "Verbose report";
    traffic_light: "Rot, Gelb, Grün", "Red, yellow, green";
    thousandths: "Werte mal 1000", "Values times 1000";
    set_up: "Stellung aufbauen …", "Set up a position…";
    print: "Drucken", "Print";
    export: "Exportieren", "Export";
    graph: "Verlauf der Bewertung", "Graph of the evaluation";
    export_hint: "Dateien dieser Art in {folder}:", "Files of this kind in {folder}:";
    no_exports: "In {folder} ist noch keine Datei dieser Art.", "No file of this kind in {folder} yet.";
    letter: "Papierformat Letter", "Letter paper";
    export_pdf: "Blatt als PDF", "Sheet as PDF";
    export_svg: "Brett als SVG", "Board as SVG";
    export_png: "Brett als PNG", "Board as PNG";
    export_pgn: "Partie als PGN", "Game as PGN";
    copy_position: "Stellung kopieren", "Copy position";
    copy_game: "Partie kopieren", "Copy game";
    copied_position: "Die Stellung ist in der Zwischenablage.", "The position is on the clipboard.";
    copied_game: "Die Partie ist in der Zwischenablage.", "The game is on the clipboard.";
    printed: "Das Blatt liegt in {path}.", "The sheet is {path}.";
    no_viewer: "Kein Programm zeigt PDF-Dateien an; das Blatt liegt in {path}.", "No program shows PDF files; the sheet is {path}.";
    exported: "Exportiert nach {path}.", "Exported to {path}.";
    export_failed: "Export nach {path} ist nicht möglich: {reason}", "Exporting to {path} is not possible: {reason}";
    searching: "rechnet …", "thinking …";
    nothing_to_analyse: "Die Partie ist hier zu Ende.", "The game is over here.";
    progress: "Tiefe {depth} · {nodes} Stellungen", "Depth {depth} · {nodes} positions";
    from_tables: "exakt · Endspieltabelle", "exact · endgame table";
    stop: "Anhalten", "Stop";
    go_on: "Weiter", "Go on";
    copy: "Kopieren", "Copy";
    all_moves: "Alle Züge", "All moves";
    analysis_failed: "Die Analyse ist nicht möglich: {reason}", "Analysis is not possible: {reason}";
    set_up_title: "Stellung aufbauen", "Set up a position";
    set_up_hint: "Ein Klick auf einen Punkt setzt einen weißen Stein, der nächste einen schwarzen, der dritte nimmt ihn weg.", "A click on a point puts a white stone there, the next one a black stone, the third takes it away.";
    white_hand: "Weiß in der Hand", "White in hand";
    black_hand: "Schwarz in der Hand", "Black in hand";
    side: "Am Zug", "To move";
    white: "Weiß", "White";
    black: "Schwarz", "Black";
    clear: "Leeren", "Clear";
    from_game: "Aus der Partie", "From the game";
    as_text: "Stellung als Text", "Position as text";
    apply: "Übernehmen", "Apply";
    play: "Von hier spielen", "Play from here";
    cancel: "Abbrechen", "Cancel";
    ready: "Von dieser Stellung kann gespielt werden.", "A game can go on from here.";
    fault_shared: "Auf {point} stehen ein weißer und ein schwarzer Stein.", "{point} holds a white and a black stone.";
    fault_many: "{side} hat {count} Steine, es gibt aber nur neun.", "{side} has {count} stones, but nine are all there are.";
    fault_few: "{side} hat nur {count} Steine: Die Partie wäre zu Ende.", "{side} has only {count} stones: the game would be over.";
    fault_blocked: "{side} kann nicht ziehen: Die Partie wäre zu Ende.", "{side} cannot move: the game would be over.";
    odd_hands: "Geht, kommt aber in keiner Partie vor: Weiß setzt zuerst, dazu passen die Hände nicht.", "Possible, but no game leads here: white places first, and the hands do not fit that.";
    branch: "Variante ab hier", "Variation from here";
    branch_button: "Variante hier", "Variation here";
    game_button: "Neue Partie hier", "New game here";
    game_from_here: "Neue Partie ab hier", "New game from here";
    in_variation: "Variante: {move}", "Variation: {move}";
    promote: "Zur Hauptvariante machen", "Make it the main line";
    delete: "Ab hier löschen", "Delete from here";
    other_lines: "Andere Züge an dieser Stelle", "Other moves at this point";
}

impl StudyTexts {
    /// White or black.
    pub fn color(&self, color: Color) -> &'static str {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// A score as the board shows it: `+0.12`, `W 13`, `=`, `L 8`.
    pub fn score(&self, score: Score, thousandths: bool) -> String {
        let [win, loss] = if self.language == Language::German { ["G", "V"] } else { ["W", "L"] };
        match score {
            Score::Win(plies) => format!("{win} {plies}"),
            Score::Loss(plies) => format!("{loss} {plies}"),
            Score::Draw => "=".to_owned(),
            Score::Estimate(value) if thousandths => thousandths_text(value),
            Score::Estimate(value) => value_text(value),
        }
    }

    /// What is wrong with a set-up position.
    pub fn fault(&self, fault: SetUpFault) -> String {
        match fault {
            SetUpFault::Impossible(ImpossiblePosition::SharedPoint(point)) => {
                fill(self.fault_shared, &[("point", &point.to_string())])
            }
            SetUpFault::Impossible(ImpossiblePosition::TooManyStones { color, on_board, in_hand }) => {
                let count = (on_board + in_hand).to_string();
                fill(self.fault_many, &[("side", self.color(color)), ("count", &count)])
            }
            SetUpFault::FewStones { color, stones } => {
                fill(self.fault_few, &[("side", self.color(color)), ("count", &stones.to_string())])
            }
            SetUpFault::Blocked(color) => fill(self.fault_blocked, &[("side", self.color(color))]),
        }
    }

    /// What is strange about a set-up position.
    pub fn oddity(&self, oddity: SetUpOddity) -> &'static str {
        match oddity {
            SetUpOddity::Hands => self.odd_hands,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_short() {
        let english = StudyTexts::of(Language::English);
        let german = StudyTexts::of(Language::German);
        assert_eq!(english.score(Score::Win(13), false), "W 13");
        assert_eq!(german.score(Score::Win(13), false), "G 13");
        assert_eq!(german.score(Score::Loss(8), true), "V 8");
        assert_eq!(english.score(Score::Draw, false), "=");
        assert_eq!(english.score(Score::Estimate(-0.24), false), "−0.24");
        assert_eq!(english.score(Score::Estimate(0.1234), true), "+123");
        assert_eq!(english.score(Score::Estimate(-0.0001), true), "0");
    }
}
