//! laboratory.

texts! {
    /// laboratory.
    LaboratoryTexts;
    title: "Labor", "Laboratory";
    players: "Spieler", "Players";
    player(number): "Spieler {number}", "Player {number}";
    remove(number): "Spieler {number} entfernen", "Remove player {number}";
    add: "Spieler hinzufügen", "Add a player";
    fault(number):
        "Spieler {number} ist nicht zu lesen. So wird er geschrieben: mcts:time=500",
        "Player {number} cannot be read. It is written like this: mcts:time=500";
    games: "Spiele je Paarung", "Games of each pair";
    time: "Zeit je Zug in ms", "Time a move in ms";
    openings: "Zufallszüge am Anfang", "Random plies first";
    computer(heuristic): "Computer mit {heuristic}", "Computer with {heuristic}";
    mcts: "Monte-Carlo-Baumsuche", "Monte-Carlo tree search";
    ntuple: "N-Tupel", "N-tuples";
    montecarlo: "Alpha-Beta mit Zufallsspielen", "Alpha-beta with random games";
    randomised: "Alpha-Beta mit Zufallswerten", "Alpha-beta with random values";
    random: "Zufall", "Random";
    perfect: "Perfekt (Endspieltabellen)", "Perfect (endgame tables)";
    begin: "Beginnen", "Begin";
    export: "Als CSV speichern", "Save as CSV";
    empty:
        "Wähle Spieler und beginne: jeder spielt gegen jeden, die Tabelle füllt sich dabei.",
        "Choose players and begin: everyone plays everyone, and the table fills as they do.";
    running(played, total): "Läuft: {played} von {total} Spielen", "Running: {played} of {total} games";
    played(played, total): "{played} von {total} Spielen gespielt", "{played} of {total} games played";
    problem(problem): "Das Turnier ist abgebrochen: {problem}", "The tournament broke off: {problem}";
    points(points, margin): "{points} % ± {margin}", "{points} % ± {margin}";
    results(wins, draws, losses): "{wins} S · {draws} R · {losses} N", "{wins} W · {draws} D · {losses} L";
    replay: "Spiele zum Nachspielen", "Games to replay";
    game(number, white, black, score): "{number}. {white} – {black} {score}", "{number}. {white} – {black} {score}";
    finished: "Das Turnier im Labor ist zu Ende.", "The tournament in the laboratory is over.";
    exported(path): "Ergebnisse gespeichert: {path}", "Results saved: {path}";
    tab_tournament: "Turnier", "Tournament";
    tab_tuples: "N-Tupel trainieren", "Train n-tuples";
    tuples_choice: "Muster", "Patterns";
    tuples_mills: "Mühlen", "Mills";
    tuples_surroundings: "Mühlen mit Umgebung", "Mills and surroundings";
    tuples_rings: "Umgebung und Ringe", "Surroundings and rings";
    tuples_walks: "Umgebung, Ringe, Zufallswege", "Surroundings, rings, random walks";
    tuples_games: "Tausend Spiele", "Thousand games";
    tuples_lambda: "λ", "λ";
    tuples_alpha: "α am Anfang", "α at first";
    tuples_alpha_last: "α am Ende", "α at last";
    tuples_epsilon: "ε Zufallszüge", "ε random moves";
    tuples_openings: "Zufällige Halbzüge voraus", "Random plies first";
    tuples_coherence: "Eigene Rate je Gewicht", "A rate for each weight";
    tuples_endgame: "Endspieltabellen beenden Spiele", "Endgame tables end games";
    tuples_go_on: "Vorhandenes Netz weitertrainieren", "Go on with the existing network";
    tuples_error: "Fehler", "Error";
    tuples_draws: "Anteil Remis (%)", "Share of draws (%)";
    tuples_state(state, games, total, plies):
        "{state} · {games} von {total} Spielen · {plies} Halbzüge je Spiel",
        "{state} · {games} of {total} games · {plies} plies a game";
    tuples_idle:
        "Ein N-Tupel-Netz lernt aus Spielen gegen sich selbst, welche Muster gut sind.",
        "An n-tuple network learns from games against itself which patterns are good.";
    tuples_done(name, games):
        "Das N-Tupel-Netz {name} ist nach {games} Spielen gespeichert.",
        "The n-tuple network {name} is saved after {games} games.";
    tuples_failed(reason): "Das Training ist abgebrochen: {reason}.", "The training broke off: {reason}.";
}
