//! The pages and what they share.

texts! {
    /// The pages and what they share.
    PagesTexts;
    pages: "Seiten", "Pages";
    play: "Spielen", "Play";
    puzzles: "Rätsel", "Puzzles";
    games: "Partien", "Games";
    lessons: "Schule", "Lessons";
    laboratory: "Labor", "Laboratory";
    laboratory_word: "Labor", "Lab";
    // Your game, beside a page
    your_game: "Deine Partie", "Your game";
    to_the_game: "Zur Partie", "To the game";
    your_board(position): "Deine Partie: {position}", "Your game: {position}";
    // Work in the background
    job_tournament(played, total): "Turnier: {played} von {total} Partien", "Tournament: {played} of {total} games";
    job_training(name, games): "{name} lernt: {games} Partien", "{name} learns: {games} games";
    job_training_paused(name): "{name}: Training pausiert", "{name}: training paused";
    job_tuples(name, percent): "{name} lernt: {percent} %", "{name} learns: {percent} %";
    job_solving(stones, percent): "Lösen bis {stones} Steine: {percent} %", "Solving up to {stones} stones: {percent} %";
    job_solving_left(stones, percent, time): "Lösen bis {stones} Steine: {percent} %, noch {time}",
        "Solving up to {stones} stones: {percent} %, {time} left";
    job_whole(percent): "Das ganze Spiel lösen: {percent} %", "Solving the whole game: {percent} %";
    job_whole_left(percent, time): "Das ganze Spiel lösen: {percent} %, noch {time}",
        "Solving the whole game: {percent} %, {time} left";
    job_solving_paused: "Lösen pausiert", "Solving paused";
    job_verifying(percent): "Tabellen prüfen: {percent} %", "Verifying tables: {percent} %";
    job_removing: "Tabellen löschen", "Deleting tables";
    more_jobs(job, count): "{job} (+{count})", "{job} (+{count})";
    // Games
    open_file: "Datei öffnen …", "Open file…";
    saved_games: "Gespeicherte Partien", "Saved games";
    games_sentence: "Doppelklick oder Eingabe öffnet die gewählte Partie.", "Double-click or Enter opens the selected game.";
    no_saved_games: "Noch keine gespeicherten Partien. Strg+S speichert die laufende.",
        "No saved games yet. Ctrl+S saves the current one.";
    close_list: "Liste schließen", "Close list";
    // Lessons
    lessons_about: "Einführung, Lektionen, Regeln und Tasten. Esc: zurück zur Partie", "Tour, lessons, rules and keys. Esc: back to the game";
    start_tour: "Einführung starten", "Start tour";
    show_keys: "Tasten zeigen", "Show keys";
    keys_about: "Alles geht auch mit der Tastatur, auch ohne das Brett zu sehen.",
        "Everything works with the keyboard alone, even without seeing the board.";
    // Laboratory
    laboratory_sentence: "Esc: zurück zur Partie. Was hier läuft, läuft im Hintergrund weiter.",
        "Esc: back to the game. Work that runs here goes on in the background.";
}
