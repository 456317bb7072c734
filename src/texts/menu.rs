//! menu.

texts! {
    /// menu.
    MenuTexts;
    game: "Spiel", "Game";
    view: "Ansicht", "View";
    settings: "Einstellungen", "Settings";
    help: "Hilfe", "Help";
    new_game: "Neues Spiel", "New game";
    open: "Öffnen …", "Open…";
    save: "Speichern", "Save";
    save_as: "Speichern unter …", "Save as…";
    undo: "Zurücknehmen", "Undo";
    redo: "Wiederholen", "Redo";
    hint: "Tipp", "Hint";
    offer_draw: "Remis anbieten", "Offer a draw";
    resign: "Aufgeben …", "Resign…";
    quit: "Beenden", "Quit";
    players: "Spieler …", "Players…";
    strength: "Spielstärke", "Strength";
    rules: "Regeln …", "Rules…";
    mark_last_move: "Letzten Zug markieren", "Mark the last move";
    language: "Sprache", "Language";
    follow_system: "Wie das System", "As the system";
    theme: "Farben", "Colours";
    theme_light: "Hell (Holz)", "Light (wood)";
    theme_dark: "Dunkel", "Dark";
    interface_size: "Größe der Oberfläche", "Size of everything";
    animation: "Bewegung", "Movement";
    animation_on: "Steine gleiten", "Stones move";
    animation_off: "Steine springen", "Stones jump";
    flip_board: "Brett drehen", "Turn the board";
    show_evaluation: "Bewertung zeigen", "Show the evaluation";
    show_log: "Verlauf zeigen", "Show the log";
    type_move: "Zug eingeben …", "Type a move…";
    keys: "Tasten und Maus", "Keys and mouse";
    how_to_play: "So spielt man", "How to play";
    about: "Über Mühle", "About Mühle";
    header_move(number, phase): "Zug {number} · {phase}", "Move {number} · {phase}";
    header_end(moves): "Ende · {moves}", "The end · {moves}";
    laboratory: "Labor …", "Laboratory…";
    tables: "Endspiel-Datenbank …", "Endgame database…";
    sounds: "Töne", "Sounds";
    tour: "Einführung auf dem Brett", "Tour on the board";
    create_heuristic: "Heuristik erstellen …", "Create a heuristic…";
    learning: "Lernen …", "Learning…";
    analysis: "Analyse", "Analysis";
}
