//! Analysis, printing and export.

use muehle_engine::rules::Color;
use muehle_engine::search::Score;

use super::{Texts, thousandths_text};

texts! {
    /// Analysis, printing and export.
    StudyTexts;
    // Values on the board
    values: "Werte auf dem Brett", "Values on the board";
    score_win(plies): "G {plies}", "W {plies}";
    score_loss(plies): "V {plies}", "L {plies}";
    score_won: "G", "W";
    score_lost: "V", "L";
    wins_sometime(side): "{side} gewinnt; wie schnell, ist nicht bekannt", "{side} wins; how soon is not known";
    wins_one(side): "{side} gewinnt im nächsten Halbzug", "{side} wins in 1 ply";
    wins(side, plies): "{side} gewinnt in {plies} Halbzügen", "{side} wins in {plies} plies";
    exact_draw: "Exakt Remis", "An exact draw";
    estimate(value): "Schätzung {value} aus der Sicht von Weiß", "Estimate {value} as White sees it";
    legend_loss: "schlechter Zug", "bad move";
    legend_win: "guter Zug", "good move";
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
    not_with_partner: "Während einer Netzwerkpartie wird nicht analysiert.", "No analysis during a network game.";
    nothing_to_analyse: "Die Partie ist hier zu Ende.", "The game ends here.";
    progress(depth, nodes): "Tiefe {depth} · {nodes} Stellungen", "Depth {depth} · {nodes} positions";
    exact_table: "exakt · Endspieltabelle", "exact · endgame table";
    exact_placing: "exakt · Setzphase gelöst", "exact · placing phase solved";
    analysis_failed(reason): "Analyse nicht möglich: {reason}", "Analysis failed: {reason}";
    report: "Ausführlicher Bericht", "Detailed report";
    tab_lines: "Varianten", "Lines";
    tab_moves: "Alle Züge", "All moves";
    tab_report: "Bericht", "Report";
    as_white_sees: "+ ist gut für Weiß", "+ is good for White";
    line_move(line, mv): "Linie {line}: {mv}", "Line {line}: {mv}";
    valued_move(mv, value): "{mv}, {value}", "{mv}, {value}";
    keep_line: "Als Variante behalten", "Keep as side line";
    keep_line_tip: "Fügt die Züge bis hier als Variante in die Zugliste ein.",
        "Adds the moves up to here to the move list as a side line.";
    keep_line_refused: "Hier ist noch kein Zug der Partie, zu dem das eine Variante wäre.",
        "There is no move of the game here yet that this could be a side line to.";
    preview(mv): "Vorschau nach {mv}. ←, →: blättern, Esc: zurück", "Preview after {mv}. ←, →: step, Esc: back";
    options: "Analyse einstellen", "Analysis options";
    option_lines: "Anzahl der Varianten", "Number of lines";
    option_threads: "Threads", "Threads";
    option_heuristic: "Heuristik", "Heuristic";
    // Why a position has its value
    why: "Bewertung erklären …", "Explain the evaluation…";
    tree: "Suchbaum …", "Search tree…";
    why_title: "Warum dieser Wert?", "Why this value?";
    why_tip: "Klick: woher der Wert kommt", "Click: where the value comes from";
    why_features: "Merkmale", "Features";
    why_tree: "Suchbaum", "Search tree";
    why_depth: "Tiefe", "Depth";
    why_board: "Stellung", "Position";
    why_value(heuristic, value): "{heuristic} ohne Suche: {value}", "{heuristic} without a search: {value}";
    why_stones: "Steine", "stones";
    why_moves: "Züge", "moves";
    why_closed: "geschlossene Mühlen", "closed mills";
    why_open: "offene Mühlen", "open mills";
    why_potential: "mögliche Züge, Weiß − Schwarz", "potential moves, White − Black";
    why_base: "ohne jedes Merkmal", "without any feature";
    why_sum: "Summe", "Sum";
    why_features_sum: "Alle Merkmale zusammen", "All features together";
    why_shapes: "Formennetz", "Shape network";
    why_shapes_note(parts, all): "Hier entscheidet das Formennetz: {parts}/{all} des Werts kommen von ihm, 1/{all} von den Merkmalen. Es sieht jeden einzelnen Stein und lässt sich nicht nach Merkmalen aufteilen.",
        "Here the shape network decides: {parts}/{all} of the value come from it, 1/{all} from the features. It sees every single stone and cannot be broken down by features.";
    why_features_note: "+ ist gut für Weiß. Die Analyse rechnet voraus; hier steht, was die Heuristik allein zu dieser Stellung sagt. Zählen Merkmale nur zusammen, teilen sie sich den Beitrag.",
        "+ is good for White. The analysis looks ahead; this is what the heuristic alone says about the position. Features that count only together share what they contribute.";
    why_tree_note: "+ ist gut für Weiß. Weiß sucht den größten, Schwarz den kleinsten Wert. Das Fenster sagt, was beide schon sicher haben. Liegt ein Wert außerhalb, werden die übrigen Züge abgeschnitten. Fett: die beste Variante.",
        "+ is good for White. White looks for the largest value, Black for the smallest. The window says what each side already has. If a value lies outside, the other moves are cut off. Bold: the best line.";
    tree_sum(depth, positions): "Tiefe {depth} · {positions} Stellungen", "Depth {depth} · {positions} positions";
    tree_move: "Zug", "Move";
    tree_window: "Fenster α … β", "Window α … β";
    tree_value: "Wert", "Value";
    tree_cut: "gekappt", "Cut off";
    tree_root: "Stellung", "Position";
    tree_row(mv, window, value, cut): "{mv}: Wert {value}, Fenster {window}, abgeschnittene Züge: {cut}",
        "{mv}: value {value}, window {window}, moves cut off: {cut}";
    bar_words(value): "Bewertungsbalken: {value}", "Evaluation bar: {value}";
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
    /// What a group of features counts, of either side.
    pub fn why_group(self, group: usize) -> &'static str {
        match group {
            0 | 1 => self.why_stones(),
            2 | 3 => self.why_moves(),
            4 | 5 => self.why_closed(),
            _ => self.why_open(),
        }
    }

    /// A score as the board shows it: `+0.12`, `W 13`, `=`, `L 8`; `W` if nobody knows when.
    pub fn score(self, score: Score, thousandths: bool) -> String {
        match score {
            Score::Win(plies) => self.score_win(plies),
            Score::Loss(plies) => self.score_loss(plies),
            Score::Won => self.score_won().to_owned(),
            Score::Lost => self.score_lost().to_owned(),
            Score::Draw => "=".to_owned(),
            Score::Estimate(value) if thousandths => thousandths_text(value),
            Score::Estimate(value) => self.language.value(value),
        }
    }
}

impl Texts {
    /// What a score as White sees it means: `White wins in 13 plies`.
    pub fn score_words(self, score: Score) -> String {
        let wins = |side: Color, plies: u32| match plies {
            1 => self.study.wins_one(self.side(side)),
            _ => self.study.wins(self.side(side), plies),
        };
        match score {
            Score::Win(plies) => wins(Color::White, plies),
            Score::Loss(plies) => wins(Color::Black, plies),
            Score::Won => self.study.wins_sometime(self.side(Color::White)),
            Score::Lost => self.study.wins_sometime(self.side(Color::Black)),
            Score::Draw => self.study.exact_draw().to_owned(),
            Score::Estimate(value) => self.study.estimate(self.language.value(value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;

    #[test]
    fn scores_are_explained() {
        let [german, english] = [Language::German, Language::English].map(Language::texts);
        assert_eq!(english.score_words(Score::Win(3)), "White wins in 3 plies");
        assert_eq!(english.score_words(Score::Loss(1)), "Black wins in 1 ply");
        assert_eq!(english.score_words(Score::Won), "White wins; how soon is not known");
        assert_eq!(german.score_words(Score::Lost), "Schwarz gewinnt; wie schnell, ist nicht bekannt");
        assert_eq!(german.score_words(Score::Loss(4)), "Schwarz gewinnt in 4 Halbzügen");
    }

    #[test]
    fn scores_are_short() {
        let [german, english] = [Language::German, Language::English].map(|language| language.texts().study);
        assert_eq!(english.score(Score::Win(13), false), "W 13");
        assert_eq!(german.score(Score::Win(13), false), "G 13");
        assert_eq!(german.score(Score::Loss(8), true), "V 8");
        assert_eq!([Score::Won, Score::Lost].map(|score| english.score(score, true)), ["W", "L"]);
        assert_eq!(english.score(Score::Draw, false), "=");
        assert_eq!(english.score(Score::Estimate(-0.24), false), "−0.24");
        assert_eq!(english.score(Score::Estimate(0.1234), true), "+123");
        assert_eq!(english.score(Score::Estimate(-0.0001), true), "0");
    }
}
