//! What buttons do, for their tooltips. Keys that differ from system to system are added by the window.

texts! {
    /// What buttons do, for their tooltips.
    TipTexts;
    // Dialogs
    cancel: "Schließen, ohne etwas zu ändern (Esc)", "Close without changing anything (Esc)";
    close: "Schließen (Esc)", "Close (Esc)";
    licences: "Die Lizenzen des Programms und aller Bibliotheken darin", "The licences of the program and of all libraries in it";
    copy: "In die Zwischenablage kopieren", "Copy to the clipboard";
    play_on: "Weiterspielen (Esc)", "Keep playing (Esc)";
    save_first: "Erst speichern (Eingabe)", "Save first (Enter)";
    discard: "Ungespeicherte Züge gehen verloren", "Unsaved moves are lost";
    recover: "Die Partie zurückholen (Eingabe)", "Bring the game back (Enter)";
    recover_discard: "Die Partie löschen", "Delete the game";
    offer_accept: "Die Computer aus der Datei spielen mit (Eingabe)", "The computers named in the file play (Enter)";
    offer_decline: "Für beide Seiten selbst ziehen (Esc)", "Move for both sides yourself (Esc)";
    allow: "Das Programm starten und künftig nicht mehr fragen", "Start the program and do not ask again";
    do_not_start: "Das Programm nicht starten (Eingabe, Esc)", "Do not start the program (Enter, Esc)";
    resign: "Die Partie verloren geben (Eingabe)", "Give up the game (Enter)";
    accept_draw: "Die Partie endet remis (Eingabe)", "The game ends in a draw (Enter)";
    accept_rematch: "Noch eine Partie mit getauschten Farben (Eingabe)", "Another game with swapped colours (Enter)";
    decline_rematch: "Keine weitere Partie (Esc)", "No further game (Esc)";
    apply_rules: "Gilt ab der nächsten Partie", "Applies from the next game on";
    change_rules: "Andere Regeln für die nächste Partie", "Other rules for the next game";
    start_game: "Eine neue Partie mit diesen Spielern", "A new game with these players";
    play_move: "Den eingegebenen Zug spielen (Eingabe)", "Play the entered move (Enter)";
    open_file: "Die gewählte Datei öffnen (Eingabe)", "Open the chosen file (Enter)";
    save_file: "In dieser Datei speichern (Eingabe)", "Save to this file (Enter)";
    create: "Die Heuristik mit Zufallsgewichten anlegen", "Create the heuristic with random weights";
    // New game
    play: "Die Partie beginnen (Eingabe)", "Start the game (Enter)";
    host: "Auf einen Partner warten (Eingabe)", "Wait for a partner (Enter)";
    join: "Mit dem Partner verbinden (Eingabe)", "Connect to the partner (Enter)";
    more_options: "Verfahren, Bedenkzeit und Heuristik beider Seiten", "Method, time and heuristic of both sides";
    // Network
    accept_offer: "Zu diesen Bedingungen spielen", "Play on these terms";
    decline_offer: "So nicht spielen (Esc)", "Do not play on these terms (Esc)";
    stop_waiting: "Nicht länger warten (Esc)", "Stop waiting (Esc)";
    try_again: "Zurück zu den Angaben für die Verbindung", "Back to the details of the connection";
    save_game: "Die unterbrochene Partie in einer Datei behalten", "Keep the interrupted game in a file";
    claim: "Die Partie zählt als gewonnen", "The game counts as won";
    send: "Nachricht senden (Eingabe)", "Send the message (Enter)";
    // Setting up a position
    clear: "Alle Steine vom Brett nehmen", "Take all stones off the board";
    reset_to_game: "Die Stellung der Partie übernehmen", "Take the position of the game";
    apply_text: "Die Stellung aus dem Text aufbauen (Eingabe)", "Set up the position from the text (Enter)";
    play_from_position: "Eine neue Partie ab dieser Stellung", "A new game from this position";
    // Analysis
    hold_analysis: "Die Suche anhalten", "Hold the search";
    resume_analysis: "Weiter suchen", "Search on";
    options: "Zahl der Varianten, Threads, Heuristik", "Number of lines, threads, heuristic";
    opinion: "Wählen, von wem die Werte kommen", "Choose where the values come from";
    other_line: "Zu dieser Variante wechseln", "Go to this side line";
    comment: "Kommentar ändern", "Edit the comment";
    note_done: "Fertig (Eingabe)", "Done (Enter)";
    // Pages
    to_the_game: "Zurück zur Partie (Esc)", "Back to the game (Esc)";
    open_other: "Eine Datei aus einem anderen Ordner öffnen", "Open a file from another folder";
    open_listed: "Die gewählte Partie öffnen (Eingabe)", "Open the chosen game (Enter)";
    close_list: "Wieder die gespeicherten Partien zeigen", "Show the saved games again";
    start_tour: "Spielregeln am Brett lernen, in wenigen Minuten", "Learn the rules at the board in a few minutes";
    show_keys: "Alle Tasten und was sie tun", "All keys and what they do";
    // Tour
    tour_back: "Zum vorigen Schritt", "To the previous step";
    tour_next: "Zum nächsten Schritt", "To the next step";
    tour_skip: "Diesen Schritt auslassen", "Skip this step";
    tour_play: "Die Einführung ist zu Ende: zur Partie", "The tour is over: to the game";
    tour_close: "Die Einführung beenden (Esc)", "End the tour (Esc)";
    no_tour: "Nicht mehr anbieten; die Einführung steht auch in der Schule",
        "Do not offer it again; the tour is also on the page Lessons";
    // Laboratory
    begin_tournament: "Alle Paarungen spielen", "Play all pairings";
    stop_tournament: "Anhalten; lässt sich später fortsetzen", "Stop; it can be resumed later";
    no_tournament: "Das Turnier nicht starten", "Do not start the tournament";
    resume_tournament: "Die restlichen Partien spielen", "Play the remaining games";
    export_results: "Die Ergebnisse als CSV-Datei speichern", "Save the results as a CSV file";
    new_heuristic: "Eine neue Heuristik für das Training anlegen", "Create a new heuristic for the training";
    begin_training: "Spielt gegen sich selbst und lernt aus jeder Partie",
        "Plays against itself and learns from every game";
    stop_training: "Beenden; das Gelernte ist gespeichert", "End it; what was learned is saved";
    pause_training: "Das Training anhalten", "Hold the training";
    resume_training: "Das Training geht weiter", "The training goes on";
    play_trained: "Eine Partie gegen den jetzigen Stand; das Training pausiert",
        "A game against its present state; the training pauses";
    watch_next: "Eine andere Partie zeigen", "Show another game";
    watch_slower: "Eine Sekunde pro Zug", "One second per move";
    watch_faster: "Vier Züge pro Sekunde", "Four moves per second";
    pause_solving: "Anhalten; später geht es hier weiter", "Hold it; it goes on from here later";
    resume_solving: "Weiter, wo es angehalten wurde", "Go on where it was held";
    stop_solving: "Beenden; fertige Teile bleiben", "End it; finished parts stay";
    solve: "Alle fehlenden Tabellen berechnen", "Build all missing tables";
    solve_some: "So weit rechnen, wie Platz ist", "Build as far as there is room";
    rebuild_tables: "Unbrauchbare Tabellen neu berechnen; fremde Dateien bleiben unter anderem Namen",
        "Rebuild unusable tables; files of others stay under another name";
    remove_tables: "Alle berechneten Tabellen dieser Regel löschen; fragt vorher",
        "Delete all tables built for this rule; asks first";
    remove_now: "Endgültig löschen", "Delete for good";
    keep_tables: "Nichts löschen (Eingabe, Esc)", "Delete nothing (Enter, Esc)";
    play_perfect: "Eine neue Partie, auch gegen „Perfekt“", "A new game, also against “Perfect”";
    verify_all: "Alle fertigen Tabellen nachrechnen", "Check all finished tables";
}
