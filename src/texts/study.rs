//! Analysis, printing and export.

use muehle_engine::search::Score;

use super::{thousandths_text, value_text};

texts! {
    /// Analysis, printing and export.
    StudyTexts;
    // Values on the board
    values: "Werte auf dem Brett", "Values on the board";
    score_win(plies): "G {plies}", "W {plies}";
    score_loss(plies): "V {plies}", "L {plies}";
    legend_loss: "Verlust", "Loss";
    legend_win: "Gewinn", "Win";
    legend_exact: "exakt", "exact";
    traffic_light: "Ampelfarben", "Traffic-light colours";
    thousandths: "In Tausendsteln", "In thousandths";
    opinion: "Werte von", "Values from";
    opinion_of(who): "Werte: {who}", "Values: {who}";
    opinion_analysis: "Laufende Analyse", "Running analysis";
    opinion_database: "Endspieltabellen", "Endgame tables";
    opinion_search(heuristic): "Suche mit {heuristic}", "Search with {heuristic}";
    opinion_net(heuristic): "{heuristic}, ein Halbzug", "{heuristic}, one ply";
    opinion_ntuple(network): "N-Tupel-Netz {network}", "N-tuple network {network}";
    opinions_search: "Suche mit Heuristik", "Search with heuristic";
    opinions_net: "Nur Heuristik, ein Halbzug", "Heuristic alone, one ply";
    opinion_failed(who, reason): "Keine Werte von {who}: {reason}.", "No values from {who}: {reason}.";
    opinion_unknown_here(who): "{who} (hier unbekannt)", "{who} (unknown here)";
    // Analysis
    bar: "Bewertungsbalken und -kurve", "Evaluation bar and graph";
    graph: "Bewertungskurve", "Evaluation graph";
    lines: "Stellung analysieren", "Analyse position";
    searching: "rechnet …", "thinking…";
    nothing_to_analyse: "Die Partie ist hier zu Ende.", "The game ends here.";
    progress(depth, nodes): "Tiefe {depth} · {nodes} Stellungen", "Depth {depth} · {nodes} positions";
    exact_table: "exakt · Endspieltabelle", "exact · endgame table";
    all_moves: "Alle Züge", "All moves";
    analysis_failed(reason): "Analyse nicht möglich: {reason}", "Analysis failed: {reason}";
    report: "Ausführlicher Bericht", "Detailed report";
    // Side lines
    branch: "Variante ausprobieren", "Try a side line";
    game_from_here: "Neue Partie ab hier", "New game from here";
    in_variation(mv): "Variante: {mv}", "Side line: {mv}";
    promote: "Zur Hauptvariante machen", "Make main line";
    delete: "Ab hier löschen", "Delete from here";
    other_lines: "Andere Züge hier", "Other moves here";
    set_up: "Stellung aufbauen …", "Set up position…";
    // Printing and export
    print: "Drucken", "Print";
    printed(path): "Zum Drucken geöffnet: {path}", "Opened for printing: {path}";
    no_viewer(path): "Kein PDF-Programm gefunden. Gespeichert als {path}", "No PDF viewer found. Saved as {path}";
    letter: "Papierformat Letter", "Letter paper";
    export: "Exportieren", "Export";
    export_pdf: "Blatt als PDF", "Sheet as PDF";
    export_svg: "Brett als SVG", "Board as SVG";
    export_png: "Brett als PNG", "Board as PNG";
    export_pgn: "Partie als PGN", "Game as PGN";
    export_hint(folder): "Vorhandene Dateien in {folder}:", "Existing files in {folder}:";
    no_exports(folder): "Noch keine solchen Dateien in {folder}.", "No such files in {folder} yet.";
    exported(path): "Exportiert: {path}", "Exported: {path}";
    export_failed(path, reason): "{path} konnte nicht exportiert werden: {reason}", "Could not export {path}: {reason}";
    clipboard: "Zwischenablage", "Clipboard";
    paste: "Stellung oder Partie einfügen", "Paste position or game";
    copy_position: "Stellung kopieren", "Copy position";
    copy_game: "Partie kopieren", "Copy game";
    copied_position: "Stellung in die Zwischenablage kopiert.", "Position copied to the clipboard.";
    copied_game: "Partie in die Zwischenablage kopiert.", "Game copied to the clipboard.";
}

impl StudyTexts {
    /// A score as the board shows it: `+0.12`, `W 13`, `=`, `L 8`.
    pub fn score(self, score: Score, thousandths: bool) -> String {
        match score {
            Score::Win(plies) => self.score_win(plies),
            Score::Loss(plies) => self.score_loss(plies),
            Score::Draw => "=".to_owned(),
            Score::Estimate(value) if thousandths => thousandths_text(value),
            Score::Estimate(value) => value_text(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;

    #[test]
    fn scores_are_short() {
        let [german, english] = [Language::German, Language::English].map(|language| language.texts().study);
        assert_eq!(english.score(Score::Win(13), false), "W 13");
        assert_eq!(german.score(Score::Win(13), false), "G 13");
        assert_eq!(german.score(Score::Loss(8), true), "V 8");
        assert_eq!(english.score(Score::Draw, false), "=");
        assert_eq!(english.score(Score::Estimate(-0.24), false), "−0.24");
        assert_eq!(english.score(Score::Estimate(0.1234), true), "+123");
        assert_eq!(english.score(Score::Estimate(-0.0001), true), "0");
    }
}
