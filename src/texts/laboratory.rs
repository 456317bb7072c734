//! Tournaments and n-tuple training.

texts! {
    /// Tournaments and n-tuple training.
    LaboratoryTexts;
    tab_tournament: "Turnier", "Tournament";
    tab_learning: "Lernen", "Learning";
    tab_solve: "Spiel lösen", "Solve the game";
    // Tournament
    players: "Spieler", "Players";
    player(number): "Spieler {number}", "Player {number}";
    remove(number): "Spieler {number} entfernen", "Remove player {number}";
    add: "Spieler hinzufügen", "Add player";
    fault(number): "Spieler {number} ist ungültig. Beispiel: mcts:time=500",
        "Player {number} is invalid. Example: mcts:time=500";
    refused(number, reason): "Spieler {number} kann nicht spielen: {reason}.", "Player {number} cannot play: {reason}.";
    games: "Partien pro Paarung", "Games per pair";
    time: "Zeit pro Zug (ms)", "Time per move (ms)";
    openings: "Zufällige Halbzüge", "Random opening plies";
    computer(heuristic): "Computer mit {heuristic}", "Computer with {heuristic}";
    ntuple_named(network): "N-Tupel-Netz {network}", "N-tuple network {network}";
    begin: "Starten", "Start";
    export: "Als CSV speichern", "Save as CSV";
    empty: "Wähle Spieler und starte. Alle spielen gegeneinander, die Tabelle zeigt den Stand.",
        "Choose players and start. Everyone plays everyone, and the table shows the standings.";
    running(played, total): "Läuft: {played} von {total} Partien", "Running: {played} of {total} games";
    played(played, total): "{played} von {total} Partien gespielt", "{played} of {total} games played";
    problem(problem): "Das Turnier wurde abgebrochen: {problem}", "The tournament was aborted: {problem}";
    points(points, margin): "{points} % ± {margin}", "{points} % ± {margin}";
    points_alone(points): "{points} %", "{points} %";
    results(wins, draws, losses): "{wins} S · {draws} R · {losses} N", "{wins} W · {draws} D · {losses} L";
    results_with(side, results): "{side} {results}", "{side} {results}";
    replay: "Partien zum Nachspielen", "Games to replay";
    game(number, white, black, score): "{number}. {white} – {black} {score}", "{number}. {white} – {black} {score}";
    finished: "Das Turnier im Labor ist beendet.", "The laboratory tournament has finished.";
    exported(path): "Ergebnisse gespeichert: {path}", "Results saved: {path}";
    programs: "Dieses Turnier startet Programme auf deinem Computer. Erlaube nur, was du kennst:",
        "This tournament starts programs on your computer. Allow only what you know:";
    allow: "Erlauben und starten", "Allow and start";
    // N-tuples
    tuples_choice: "Muster", "Patterns";
    tuples_mills: "Mühlen", "Mills";
    tuples_surroundings: "Mühlen mit Umgebung", "Mills and surroundings";
    tuples_rings: "Umgebung und Ringe", "Surroundings and rings";
    tuples_walks: "Umgebung, Ringe, Zufallswege", "Surroundings, rings, random walks";
    tuples_only_walks: "Nur Zufallswege", "Random walks only";
    tuples_number: "Zufallswege", "Random walks";
    tuples_length: "Punkte pro Weg", "Points per walk";
    tuples_games: "Partien (Tausend)", "Games (thousands)";
    tuples_lambda: "λ", "λ";
    tuples_alpha: "α am Anfang", "Initial α";
    tuples_alpha_last: "α am Ende", "Final α";
    tuples_epsilon: "ε am Anfang", "Initial ε";
    tuples_epsilon_last: "ε am Ende", "Final ε";
    tuples_openings: "Zufällige Halbzüge", "Random opening plies";
    tuples_coherence: "Eigene Lernrate pro Gewicht", "Separate rate per weight";
    tuples_endgame: "Mit Endspieltabellen beenden", "Finish games with endgame tables";
    tuples_replace: "Neu beginnen (altes Netz: .bak)", "Start anew (old network: .bak)";
    tuples_error: "Fehler", "Error";
    tuples_draws: "Anteil Remis (%)", "Draws (%)";
    tuples_state(state, games, total, plies): "{state} · {games} von {total} Partien · {plies} Halbzüge pro Partie",
        "{state} · {games} of {total} games · {plies} plies per game";
    tuples_idle: "Ein N-Tupel-Netz lernt aus Partien gegen sich selbst, welche Muster gut sind.",
        "An n-tuple network learns which patterns are good by playing against itself.";
    tuples_done(name, games): "Das N-Tupel-Netz {name} ist nach {games} Partien gespeichert.",
        "N-tuple network {name} saved after {games} games.";
    tuples_failed(name, reason): "Das Training von {name} wurde abgebrochen: {reason}.",
        "Training of {name} failed: {reason}.";
}
