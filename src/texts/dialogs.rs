//! Questions, files and typed moves.

texts! {
    /// Questions, files and typed moves.
    DialogTexts;
    // Questions
    unsaved_title: "Partie speichern?", "Save this game?";
    unsaved_text: "Die Partie enthält Züge, die noch nicht gespeichert sind.", "It has unsaved moves.";
    discard: "Nicht speichern", "Don’t save";
    recover_title: "Letzte Partie fortsetzen?", "Resume the last game?";
    recover_text(white, black, moves): "{white} gegen {black}, {moves}. Die Partie wurde nicht gespeichert.",
        "{white} against {black}, {moves}. The game was not saved.";
    recover_discard: "Verwerfen", "Discard";
    offer_title: "Diese Spieler einsetzen?", "Use these players?";
    offer_intro: "Die Datei nennt Computer als Spieler.", "The file names computers as players.";
    offer_player(side, kind): "{side}: {kind}", "{side}: {kind}";
    offer_rest: "Ohne sie ziehst du für beide Seiten.", "Without them you move for both sides.";
    offer_decline: "Ohne sie", "Without them";
    offer_accept: "Einsetzen", "Use them";
    resign_title: "Aufgeben?", "Resign?";
    resign_text(winner): "Dann gewinnt {winner} die Partie.", "{winner} will win the game.";
    draw_question_title: "Remis?", "Draw?";
    draw_question_text(name, other): "{name} bietet Remis an. {other}, nimmst du an?",
        "{name} offers a draw. {other}, do you accept?";
    accept: "Annehmen", "Accept";
    decline: "Ablehnen", "Decline";
    // Files
    open_title: "Partie öffnen", "Open game";
    save_title: "Partie speichern", "Save game";
    path: "Datei", "File";
    file_hint(folder): "Gespeicherte Partien in {folder}:", "Saved games in {folder}:";
    no_saves(folder): "Noch keine gespeicherten Partien in {folder}.", "No saved games in {folder} yet.";
    open: "Öffnen", "Open";
    save: "Speichern", "Save";
    replaces(file): "{file} gibt es schon. Noch einmal bestätigen, um die Datei zu ersetzen.",
        "{file} already exists. Confirm again to replace it.";
    games_search: "Namen, Datum oder Ergebnis suchen", "Search names, date or result";
    games_found(found, all, file): "{found} von {all} Partien in {file}", "{found} of {all} games in {file}";
    games_number: "Nr.", "No.";
    games_date: "Datum", "Date";
    games_result: "Ergebnis", "Result";
    games_plies: "Halbzüge", "Plies";
    preview_against(white, black): "{white} – {black}", "{white} – {black}";
    preview_plies(count): "{count} Halbzüge", "{count} plies";
    preview_games(count): "{count} Partien; gezeigt ist die erste", "{count} games; the first is shown";
    preview_none: "Keine Vorschau", "No preview";
    preview: "Vorschau", "Preview";
    // Board and sound
    looks_title: "Brett und Töne", "Board and sound";
    looks_title_silent: "Brett und Steine", "Board and stones";
    looks_board: "Brett", "Board";
    board_auto: "Automatisch", "Automatic";
    board_wood: "Holz", "Wood";
    board_slate: "Schiefer", "Slate";
    board_paper: "Papier", "Paper";
    board_contrast: "Kontrast", "Contrast";
    looks_stones: "Steine", "Stones";
    stones_classic: "Klassisch", "Classic";
    stones_flat: "Flach", "Flat";
    stones_marked: "Markiert", "Marked";
    coordinates: "Koordinaten am Rand", "Coordinates at the edge";
    volume: "Lautstärke", "Volume";
    // Typed moves
    type_title: "Zug eingeben", "Enter move";
    type_hint: "d6 setzt, d6-d5 zieht, d6-d5xb4 schlägt auch b4.", "d6 places, d6-d5 moves, d6-d5xb4 also captures b4.";
    play_move: "Ziehen", "Play";
}
