//! players.

texts! {
    /// players.
    PlayersTexts;
    beginner: "Anfänger", "Beginner";
    advanced: "Fortgeschritten", "Advanced";
    professional: "Profi", "Professional";
    human: "Mensch", "Human";
    computer: "Computer", "Computer";
    timed(kind, seconds): "{kind} · {seconds} s je Zug", "{kind} · {seconds} s a move";
    deep(kind, depth): "{kind} · Tiefe {depth}", "{kind} · depth {depth}";
    person_white: "Spieler1", "Player1";
    person_black: "Spieler2", "Player2";
    title: "Spieler", "Players";
    begins: "beginnt", "begins";
    name: "Name", "Name";
    kind: "Art", "Kind";
    time_per_move: "Zeit je Zug", "Time per move";
    fixed_depth: "Feste Tiefe", "Fixed depth";
    quiescence: "Ruhesuche", "Quiescence depth";
    zero_is_off: "0 = aus", "0 = off";
    heuristic: "Heuristik", "Heuristic";
    start_game: "Spiel starten", "Start game";
    swap_sides: "Seiten tauschen", "Swap the sides";
    rules_line_never: "Regeln: ein Stein in einer Mühle ist sicher", "Rules: a stone in a mill is never removed";
    rules_line_any:
        "Regeln: stehen alle in Mühlen, ist jeder frei",
        "Rules: if all stand in mills, any stone is removed";
    change: "Ändern", "Change";
    strength_caption: "Stärke", "Strength";
    seconds(time): "{time} s", "{time} s";
    learning: "Lernender Computer", "Learning computer";
    learns: "Lernt", "Learns";
    many_games(kind, games): "{kind} · {games} Zufallsspiele je Zug", "{kind} · {games} random games a move";
    pupil: "Lehrling", "Apprentice";
    lambda: "λ: wie viel vom Ausgang her gelernt wird", "λ: how much is learned from the end";
    method: "Verfahren", "Method";
    method_search: "Alpha-Beta mit Heuristik", "Alpha-beta with a heuristic";
    method_mcts: "Monte-Carlo-Baumsuche", "Monte-Carlo tree search";
    method_ntuple: "N-Tupel-Netz", "N-tuple network";
    method_montecarlo: "Alpha-Beta mit Zufallsspielen", "Alpha-beta with random games";
    method_randomised: "Alpha-Beta mit Zufallswerten", "Alpha-beta with random values";
    method_random: "Zufällige Züge", "Random moves";
    method_perfect: "Perfekt aus den Endspieltabellen", "Perfect from the endgame tables";
    short_mcts: "Baumsuche", "Tree search";
    short_montecarlo: "Zufallsspiele", "Random games";
    short_randomised: "Zufallswerte", "Random values";
    short_random: "Zufall", "Chance";
    iterations: "Zufallsspiele", "Random games";
    curiosity: "Neugier K", "Curiosity K";
    leaf_games: "Spiele je Stellung", "Games a position";
    leaf_plies: "Halbzüge je Spiel", "Plies a game";
    network: "Netz", "Network";
    known_heuristics: "Vorhandene Heuristiken", "Known heuristics";
    note_new: "neu, beginnt mit Zufallsgewichten", "new, begins with random weights";
    note_shipped: "ändert dein Exemplar davon", "changes your copy of it";
    note_no_name: "kein gültiger Name", "no valid name";
    explain_mcts:
        "Spielt Zufallsspiele, mehr davon, wo sie gut ausgehen.",
        "Plays random games, more of them where they go well.";
    explain_montecarlo:
        "Jedes Blatt der Suche ist wert, was Zufallsspiele von dort einbringen.",
        "Each leaf of the search is worth what random games bring in.";
    explain_randomised:
        "Jedes Blatt ist eine Zufallszahl wert: Wer mehr Züge hat, findet bessere.",
        "Each leaf is worth a random number: who has more moves finds better ones.";
    explain_random: "Zieht irgendetwas Erlaubtes.", "Plays anything that is allowed.";
}
