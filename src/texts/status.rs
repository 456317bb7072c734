//! status.

texts! {
    /// status.
    StatusTexts;
    log: "Verlauf", "Log";
    move_by(name, mv): "Zug von {name}: {mv}", "Move by {name}: {mv}";
    place: "Setze einen Stein auf einen freien Punkt.", "Place a stone on a free point.";
    slide: "Wähle einen Stein und einen Punkt daneben.", "Choose a stone and a point beside it.";
    fly:
        "Wähle einen Stein: mit dreien darf er auf jeden freien Punkt springen.",
        "Choose a stone: with three left it may fly to any free point.";
    other(name): "{name} ist am Zug.", "{name} to move.";
    selected(point, targets): "{point} ist gewählt: wähle {targets}.", "{point} is selected: choose {targets}.";
    selected_fly(point):
        "{point} ist gewählt: wähle einen freien Punkt.",
        "{point} is selected: choose any free point.";
    removing: "Mühle! Wähle den Stein, der vom Brett kommt.", "A mill! Choose the stone to remove.";
    thinking(name): "{name} denkt nach. Esc: sofort ziehen.", "{name} is thinking. Esc: move now.";
    watching(name): "{name} denkt nach. Esc hält an.", "{name} is thinking. Esc pauses.";
    paused: "Angehalten. P geht weiter, N macht einen Zug.", "Paused. P goes on, N makes one move.";
    loading: "Heuristik und Endspieltabellen werden geladen …", "Heuristic and endgame tables are being loaded …";
    hint_searching: "Ein Tipp wird gesucht. Esc bricht ab.", "Looking for a hint. Esc stops.";
    hint_place(mv, point):
        "Tipp: {mv}. Klick auf {point} setzt den Stein, Esc verwirft den Tipp.",
        "Hint: {mv}. A click on {point} places the stone, Esc puts the hint away.";
    hint_shift(mv): "Tipp: {mv}. Esc verwirft den Tipp.", "Hint: {mv}. Esc puts the hint away.";
    looking_start:
        "Du siehst den Anfang an. Ende führt zum Spiel zurück.",
        "You are looking at the start. End leads back to the game.";
    looking(number):
        "Du siehst Zug {number} an. Ende führt zum Spiel zurück.",
        "You are looking at move {number}. End leads back to the game.";
    draw_considered(name): "{name} überlegt sich das Remis.", "{name} considers the draw.";
    started(white, black):
        "Neues Spiel: {white} (Weiß) gegen {black} (Schwarz).",
        "New game: {white} (White) against {black} (Black).";
    undone(count): "Zurückgenommen: {count}.", "Taken back: {count}.";
    redone(count): "Wiederholt: {count}.", "Played again: {count}.";
    thought_one(name, depth, time, value):
        "{name}: Tiefe {depth}, {time} s, 1 bester Zug, Wert {value}",
        "{name}: depth {depth}, {time} s, 1 best move, value {value}";
    thought_many(name, depth, time, count, value):
        "{name}: Tiefe {depth}, {time} s, {count} beste Züge, Wert {value}",
        "{name}: depth {depth}, {time} s, {count} best moves, value {value}";
    hint(mv, value): "Tipp: {mv}, Wert {value}", "Hint: {mv}, value {value}";
    draw_offered(name): "{name} bietet Remis an.", "{name} offers a draw.";
    draw_accepted(name, value):
        "{name} nimmt das Remis an (eigene Schätzung: {value}).",
        "{name} accepts the draw (its own estimate: {value}).";
    draw_declined(name, value):
        "{name} lehnt das Remis ab (eigene Schätzung: {value}).",
        "{name} declines the draw (its own estimate: {value}).";
    draw_accepted_by_person(name): "{name} nimmt das Remis an.", "{name} accepts the draw.";
    draw_declined_by_person(name): "{name} lehnt das Remis ab.", "{name} declines the draw.";
    saved(path): "Gespeichert: {path}", "Saved: {path}";
    save_failed(path, reason):
        "{path} ließ sich nicht speichern: {reason}. Das Spiel geht weiter.",
        "{path} could not be saved: {reason}. The game goes on.";
    opened(path): "Geöffnet: {path}", "Opened: {path}";
    opened_with_fault(path, fault):
        "{path} ist geöffnet, soweit es stimmt. {fault}.",
        "Opened {path} as far as it is right. {fault}.";
    open_failed(reason): "{reason}. Das Spiel geht weiter.", "{reason}. The game goes on.";
    journal_failed(reason):
        "Das laufende Spiel lässt sich nicht auf der Platte sichern: {reason}.",
        "The running game cannot be kept safe on the disk: {reason}.";
    heuristic_replaced(wanted, reason, used):
        "Die Heuristik {wanted} ist nicht brauchbar ({reason}); {used} spielt an ihrer Stelle.",
        "The heuristic {wanted} cannot be used ({reason}); {used} plays in its place.";
    endgame(reason):
        "{reason}. Es geht ohne diese Endspieltabelle weiter.",
        "{reason}. The program goes on without this endgame table.";
    thinking_crashed:
        "Der Computer hat wegen eines Fehlers aufgehört zu denken. Zurücknehmen oder ein neues Spiel hilft.",
        "The computer stopped thinking because of a fault. Undo or a new game helps.";
    no_move: "Der Computer hat keinen Zug gefunden.", "The computer found no move.";
    settings_broken(reason): "{reason}. Es gelten die üblichen Einstellungen.", "{reason}. The usual settings apply.";
    settings_unsaved(reason):
        "Die Einstellungen ließen sich nicht speichern: {reason}.",
        "The settings could not be saved: {reason}.";
    thought_exact(name, value):
        "{name}: exakt aus den Endspieltabellen, Wert {value}",
        "{name}: exact from the endgame tables, value {value}";
}
