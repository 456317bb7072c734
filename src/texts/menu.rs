//! The menu bar.

texts! {
    /// The menu bar.
    MenuTexts;
    game: "Partie", "Game";
    view: "Ansicht", "View";
    analysis: "Analyse", "Analysis";
    settings: "Einstellungen", "Settings";
    help: "Hilfe", "Help";
    header_move(number, phase): "Zug {number} · {phase}", "Move {number} · {phase}";
    header_end(moves): "Partie beendet · {moves}", "Game over · {moves}";
    // Game
    new_game: "Neue Partie", "New game";
    open: "Öffnen …", "Open…";
    recent: "Zuletzt benutzt", "Recent games";
    no_recent: "Noch keine", "None yet";
    save: "Speichern", "Save";
    save_as: "Speichern unter …", "Save as…";
    undo: "Zurücknehmen", "Undo";
    redo: "Wiederholen", "Redo";
    hint: "Tipp", "Hint";
    type_move: "Zug eingeben …", "Enter move…";
    offer_draw: "Remis anbieten", "Offer draw";
    resign: "Aufgeben …", "Resign…";
    quit: "Beenden", "Quit";
    // View
    flip_board: "Brett drehen", "Flip board";
    mark_last_move: "Letzten Zug markieren", "Highlight last move";
    sounds: "Töne", "Sounds";
    show_evaluation: "Bewertung anzeigen", "Show evaluation";
    show_log: "Protokoll anzeigen", "Show log";
    theme: "Farben", "Theme";
    theme_light: "Hell", "Light";
    theme_dark: "Dunkel", "Dark";
    interface_size: "Größe der Oberfläche", "Interface size";
    animation: "Animation", "Animation";
    animation_on: "An", "On";
    animation_off: "Aus", "Off";
    follow_system: "Wie im System", "Follow system";
    // Settings
    looks: "Brett und Töne …", "Board and sound…";
    looks_silent: "Brett und Steine …", "Board and stones…";
    players: "Spieler …", "Players…";
    strength: "Spielstärke", "Strength";
    reply_pause: "Pause vor der Antwort", "Pause before the reply";
    no_pause: "Keine", "None";
    keep_games: "Beendete Partien aufheben", "Keep finished games";
    rules: "Regeln …", "Rules…";
    create_heuristic: "Heuristik erstellen …", "Create heuristic…";
    language: "Sprache", "Language";
    // Help
    guide: "Handbuch", "Guide";
    tour: "Einführung", "Tour";
    how_to_play: "Spielregeln", "How to play";
    keys: "Tastatur und Maus", "Keyboard and mouse";
    about: "Über Mühle", "About Mühle";
}
