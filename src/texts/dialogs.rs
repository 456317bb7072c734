//! dialogs.

texts! {
    /// dialogs.
    DialogTexts;
    unsaved_title: "Dieses Spiel behalten?", "Keep this game?";
    unsaved_text: "Das Spiel hat Züge, die noch in keiner Datei stehen.", "The game has moves that are in no file yet.";
    save_first: "Erst speichern", "Save first";
    discard: "Nicht speichern", "Don’t save";
    recover_title: "Das letzte Spiel fortsetzen?", "Go on with the last game?";
    recover_text(white, black, moves):
        "{white} gegen {black}, {moves}. Es war nicht gespeichert, als das Programm endete.",
        "{white} against {black}, {moves}. It was not saved when the program ended.";
    recover_continue: "Fortsetzen", "Go on";
    recover_discard: "Wegwerfen", "Throw it away";
    resign_title: "Aufgeben?", "Resign?";
    resign_text(winner): "Dann gewinnt {winner} das Spiel.", "{winner} wins the game then.";
    draw_question_title: "Remis?", "A draw?";
    draw_question_text(name, other):
        "{name} bietet Remis an. {other}, nimmst du an?",
        "{name} offers a draw. {other}, do you accept?";
    accept: "Annehmen", "Accept";
    decline: "Ablehnen", "Decline";
    open_title: "Spiel öffnen", "Open a game";
    save_title: "Spiel speichern", "Save the game";
    path: "Datei", "File";
    file_hint(folder): "Gespeicherte Spiele in {folder}:", "Saved games in {folder}:";
    no_saves(folder): "In {folder} liegen noch keine Spiele.", "No saved games in {folder} yet.";
    open_button: "Öffnen", "Open";
    save_button: "Speichern", "Save";
    type_title: "Zug eingeben", "Type a move";
    type_hint:
        "d6 setzt, d6-d5 zieht, d6-d5xb4 schlägt dazu b4.",
        "d6 places, d6-d5 moves, d6-d5xb4 removes b4 as well.";
    play_move: "Ziehen", "Play";
}
