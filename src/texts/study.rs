//! study.

use muehle_engine::search::Score;

use super::{thousandths_text, value_text};

texts! {
    /// study.
    StudyTexts;
    opinion: "Wessen Meinung", "Whose opinion";
    opinion_of(who): "Werte: {who}", "Values: {who}";
    opinion_analysis: "Analyse, immer tiefer", "Analysis, deeper and deeper";
    opinion_database: "Endspieltabellen", "Endgame tables";
    opinion_search(heuristic): "Suche mit {heuristic}", "Search with {heuristic}";
    opinion_net(heuristic): "{heuristic}, ein Halbzug", "{heuristic}, one ply";
    opinion_ntuple(network): "N-Tupel {network}", "N-tuples {network}";
    opinions_search: "Suche mit einer Heuristik", "Search with a heuristic";
    opinions_net: "Heuristik allein, ein Halbzug", "Heuristic alone, one ply";
    opinion_failed(who, reason): "{who} hat keine Meinung: {reason}.", "{who} has no opinion: {reason}.";
    opinion_unknown_here(who): "{who}, hier unbekannt", "{who}, unknown here";
    values: "Werte auf dem Brett", "Values on the board";
    bar: "Bewertungsbalken und Verlauf", "Evaluation bar and graph";
    lines: "Stellung untersuchen", "Analyse the position";
    score_win(plies): "G {plies}", "W {plies}";
    score_loss(plies): "V {plies}", "L {plies}";
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
    export_hint(folder): "Dateien dieser Art in {folder}:", "Files of this kind in {folder}:";
    no_exports(folder): "In {folder} ist noch keine Datei dieser Art.", "No file of this kind in {folder} yet.";
    letter: "Papierformat Letter", "Letter paper";
    export_pdf: "Blatt als PDF", "Sheet as PDF";
    export_svg: "Brett als SVG", "Board as SVG";
    export_png: "Brett als PNG", "Board as PNG";
    export_pgn: "Partie als PGN", "Game as PGN";
    copy_position: "Stellung kopieren", "Copy position";
    copy_game: "Partie kopieren", "Copy game";
    copied_position: "Die Stellung ist in der Zwischenablage.", "The position is on the clipboard.";
    copied_game: "Die Partie ist in der Zwischenablage.", "The game is on the clipboard.";
    printed(path): "Das Blatt liegt in {path}.", "The sheet is {path}.";
    no_viewer(path):
        "Kein Programm zeigt PDF-Dateien an; das Blatt liegt in {path}.",
        "No program shows PDF files; the sheet is {path}.";
    exported(path): "Exportiert nach {path}.", "Exported to {path}.";
    export_failed(path, reason):
        "Export nach {path} ist nicht möglich: {reason}",
        "Exporting to {path} is not possible: {reason}";
    searching: "rechnet …", "thinking …";
    nothing_to_analyse: "Die Partie ist hier zu Ende.", "The game is over here.";
    progress(depth, nodes): "Tiefe {depth} · {nodes} Stellungen", "Depth {depth} · {nodes} positions";
    from_tables: "exakt · Endspieltabelle", "exact · endgame table";
    all_moves: "Alle Züge", "All moves";
    analysis_failed(reason): "Die Analyse ist nicht möglich: {reason}", "Analysis is not possible: {reason}";
    branch: "Variante ab hier", "Variation from here";
    branch_button: "Variante hier", "Variation here";
    game_button: "Neue Partie hier", "New game here";
    game_from_here: "Neue Partie ab hier", "New game from here";
    in_variation(mv): "Variante: {mv}", "Variation: {mv}";
    promote: "Zur Hauptvariante machen", "Make it the main line";
    delete: "Ab hier löschen", "Delete from here";
    other_lines: "Andere Züge an dieser Stelle", "Other moves at this point";
}

impl StudyTexts {
    /// A score as the board shows it: `+0.12`, `W 13`, `=`, `L 8`.
    pub fn score(self, score: Score, thousandths: bool) -> String {
        match score {
            Score::Win(plies) => self.score_win(plies),
            Score::Loss(plies) => self.score_loss(plies),
            Score::Draw => "=".to_owned(),
            Score::Estimate(value) if thousandths => thousandths_text(value as f32),
            Score::Estimate(value) => value_text(value as f32),
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
