//! The status line and the log.

texts! {
    /// The status line and the log.
    StatusTexts;
    log: "Protokoll", "Log";
    crash_report(path): "Im Programm ist ein Fehler aufgetreten. Ein Bericht dazu liegt in {path}.",
        "Something went wrong inside the program. A report was saved as {path}.";
    log_tip: "Alle Züge und Meldungen", "All moves and messages";
    // What to do now
    place: "Setze einen Stein auf einen freien Punkt.", "Place a stone on a free point.";
    slide: "Wähle einen Stein und einen Punkt daneben.", "Choose a stone, then a point next to it.";
    fly: "Wähle einen Stein. Mit drei Steinen darfst du auf jeden freien Punkt springen.",
        "Choose a stone. With three stones left you may fly to any free point.";
    other(name): "{name} ist am Zug.", "{name} to move.";
    selected(point, targets): "{point} ist gewählt. Ziehe nach {targets}.", "{point} is selected. Move to {targets}.";
    selected_fly(point): "{point} ist gewählt. Springe auf einen freien Punkt.",
        "{point} is selected. Fly to any free point.";
    removing: "Mühle! Wähle den Stein, den du schlägst.", "Mill! Choose a stone to capture.";
    thinking(name): "{name} denkt nach. Esc: sofort ziehen", "{name} is thinking. Esc: move now";
    watching(name): "{name} denkt nach. Esc: Pause", "{name} is thinking. Esc: pause";
    paused: "Pause. P: fortsetzen, N: ein Zug", "Paused. P: resume, N: one move";
    loading: "Heuristik und Endspieltabellen werden geladen …", "Loading heuristic and endgame tables…";
    hint_searching: "Ein Tipp wird gesucht … Esc: abbrechen", "Looking for a hint… Esc: cancel";
    hint_place(mv): "Tipp: {mv}. Klicke auf den Punkt zum Setzen. Esc: ausblenden",
        "Hint: {mv}. Click the point to place the stone. Esc: hide";
    hint_remove(point): "Tipp: {point} schlagen. Esc: ausblenden", "Hint: capture {point}. Esc: hide";
    hint_shift(mv): "Tipp: {mv}. Esc: ausblenden", "Hint: {mv}. Esc: hide";
    looking_start: "Ausgangsstellung. Taste Ende: zurück zur Partie",
        "Starting position. Press End to return to the game.";
    looking(number, side): "Stellung nach Zug {number} ({side}). Taste Ende: zurück zur Partie",
        "Position after move {number} ({side}). Press End to return to the game.";
    repeated_twice: "Die Stellung ist zum zweiten Mal da; beim dritten Mal ist die Partie remis.",
        "This position has now occurred twice; the third time is a draw.";
    would_repeat(mv): "{mv} wiederholt die Stellung zum dritten Mal: remis.",
        "{mv} repeats the position for the third time: a draw.";
    draw_considered(name): "{name} denkt über das Remisangebot nach.", "{name} is considering the draw offer.";
    ended(title, reason): "{title} · {reason}", "{title} · {reason}";
    // What happened in the game
    started(white, black): "Neue Partie: {white} (Weiß) gegen {black} (Schwarz).",
        "New game: {white} (White) against {black} (Black).";
    moved(name, mv): "{name} zieht {mv}", "{name} played {mv}";
    mill_without_removal(name): "{name} schließt eine Mühle, aber alle gegnerischen Steine stehen in Mühlen. Keiner wird geschlagen.",
        "{name} closed a mill, but all enemy stones are in mills. None is captured.";
    undone_end: "Ende zurückgenommen. Die Partie geht weiter.", "The end of the game is undone. Play on.";
    other_line: "Die Partie geht von hier weiter.", "The game goes on from here.";
    undone_one: "Ein Halbzug zurückgenommen.", "One ply undone.";
    undone_many(count): "{count} Halbzüge zurückgenommen.", "{count} plies undone.";
    redone_one: "Ein Halbzug wiederholt.", "One ply redone.";
    redone_many(count): "{count} Halbzüge wiederholt.", "{count} plies redone.";
    thought_one(name, depth, time, value): "{name}: Tiefe {depth}, {time} s, 1 bester Zug, Wert {value}",
        "{name}: depth {depth}, {time} s, 1 best move, value {value}";
    thought_many(name, depth, time, count, value): "{name}: Tiefe {depth}, {time} s, {count} beste Züge, Wert {value}",
        "{name}: depth {depth}, {time} s, {count} best moves, value {value}";
    thought_exact(name, value): "{name}: exakt aus den Tabellen, Wert {value}",
        "{name}: exact from the tables, value {value}";
    hint(mv, value): "Tipp: {mv}, Wert {value}", "Hint: {mv}, value {value}";
    draw_offered(name): "{name} bietet Remis an.", "{name} offers a draw.";
    draw_accepted(name, value): "{name} nimmt das Remis an (Bewertung {value}).",
        "{name} accepts the draw (evaluation {value}).";
    draw_declined(name, value): "{name} lehnt das Remis ab (Bewertung {value}).",
        "{name} declines the draw (evaluation {value}).";
    draw_accepted_by_person(name): "{name} nimmt das Remis an.", "{name} accepts the draw.";
    draw_declined_by_person(name): "{name} lehnt das Remis ab.", "{name} declines the draw.";
    // Files
    saved(path): "Gespeichert: {path}", "Saved: {path}";
    save_failed(path, reason): "{path} konnte nicht gespeichert werden: {reason}.", "Could not save {path}: {reason}.";
    conflict_in_part(file): "Von {file} konnte nur ein Teil gelesen werden. Damit der Rest nicht verloren geht, wähle \
        einen neuen Namen.",
        "Only part of {file} could be read. Choose a new name so that the rest is not lost.";
    conflict_changed(file): "{file} hat sich seit dem Öffnen geändert. Wähle einen neuen Namen.",
        "{file} has changed since it was opened. Choose a new name.";
    conflict_games(file, games): "{file} enthält {games} andere Partien. Wähle einen neuen Namen.",
        "{file} has {games} other games. Choose a new name.";
    opened(path): "Geöffnet: {path}", "Opened: {path}";
    opened_with_fault(path, fault): "{path} bis zum ersten Fehler geöffnet. {fault}.",
        "Opened {path} up to the first error. {fault}.";
    pasted: "Partie aus der Zwischenablage eingefügt.", "Game pasted from the clipboard.";
    pasted_with_fault(fault): "Partie aus der Zwischenablage bis zum ersten Fehler eingefügt. {fault}.",
        "Game pasted from the clipboard up to the first error. {fault}.";
    paste_failed: "In der Zwischenablage steht weder eine Partie noch eine Stellung.",
        "The clipboard has neither a game nor a position.";
    paste_other(fault): "Die Zwischenablage lässt sich nicht einfügen: {fault}.", "Could not paste the clipboard: {fault}.";
    copied: "In die Zwischenablage kopiert.", "Copied to the clipboard.";
    open_failed(reason): "{reason}.", "{reason}.";
    journal_failed(folder, reason): "Automatisches Speichern in {folder} fehlgeschlagen: {reason}.",
        "Autosave in {folder} failed: {reason}.";
    settings_broken(reason): "{reason}. Es gelten die Standardeinstellungen; die alte Datei bleibt als settings.json.bak.",
        "{reason}. Using the default settings; the old file is kept as settings.json.bak.";
    settings_unread(reason): "{reason}. Es gelten die Standardeinstellungen, und Änderungen werden nicht gespeichert.",
        "{reason}. Using the default settings; changes are not saved.";
    settings_partly(unknown): "Unbekannte Einstellungen: {unknown}. Die übrigen gelten; die alte Datei bleibt als settings.json.bak.",
        "Unknown settings: {unknown}. The others apply; the old file is kept as settings.json.bak.";
    settings_unsaved(path, reason): "Die Einstellungen konnten nicht in {path} gespeichert werden: {reason}.",
        "Could not save the settings in {path}: {reason}.";
    // The computer
    heuristic_replaced(wanted, reason, used):
        "Die Heuristik {wanted} ist nicht verfügbar ({reason}). Stattdessen spielt {used}.",
        "Heuristic {wanted} is not available ({reason}). Using {used} instead.";
    program_replaced(reason, used): "{reason}. Stattdessen spielt {used}.", "{reason}. {used} plays instead.";
    endgame(reason): "{reason}. Es geht ohne diese Tabelle weiter.", "{reason}. Continuing without this table.";
    thinking_crashed: "Der Computer kann wegen eines internen Fehlers nicht weiterdenken. Nimm den Zug zurück oder \
        beginne eine neue Partie.",
        "The computer stopped thinking because of an internal error. Undo the move or start a new game.";
    no_move: "Der Computer hat keinen Zug gefunden.", "The computer found no move.";
}
