//! Solving the game: the endgame database.

texts! {
    /// Solving the game: the endgame database.
    TablesTexts;
    about: "Der Computer rechnet das Spiel Stufe für Stufe vollständig aus. Jede fertige Stufe gilt sofort.",
        "The computer solves the game completely, stage by stage. Each finished stage counts at once.";
    background: "Er rechnet im Hintergrund, während du spielst, und macht nach einer Pause dort weiter, wo er war.",
        "It works in the background while you play, and continues after a break where it left off.";
    never: "Mühlen geschützt", "Mills are safe";
    any: "Jeder Stein", "Any stone";
    looking: "Wird geprüft …", "Checking…";
    // The stages
    stage: "Stufe", "Stage";
    time: "Zeit", "Time";
    memory: "Speicher", "Memory";
    disk: "Platte", "Disk";
    state: "Zustand", "State";
    up_to(stones): "Bis {stones} Steine", "Up to {stones} stones";
    built_in: "eingebaut", "built in";
    done: "fertig", "done";
    verified: "geprüft", "verified";
    waiting: "wartet", "waiting";
    paused: "pausiert", "paused";
    missing: "fehlt noch", "not built yet";
    row_failed: "fehlgeschlagen", "failed";
    percent(percent): "{percent} %", "{percent} %";
    percent_left(percent, time): "{percent} %, noch {time}", "{percent} %, {time} left";
    subspace(own, enemy): "Teilraum {own} gegen {enemy} Steine", "Subspace {own} against {enemy} stones";
    build: "Berechnen", "Build";
    build_up_to(stones): "Bis {stones} Steine berechnen", "Build up to {stones} stones";
    verify: "Prüfen", "Verify";
    verify_up_to(stones): "Bis {stones} Steine prüfen", "Verify up to {stones} stones";
    verify_all: "Alles prüfen", "Verify all";
    solve: "Alles lösen", "Solve everything";
    // Room
    room: "Platz auf der Platte", "Room on the disk";
    free(size): "{size} frei", "{size} free";
    too_little(size): "Nur {size} frei: zu wenig für alles", "Only {size} free: too little for everything";
    taken(size): "{size} belegt", "{size} used";
    needed(size): "{size} braucht der Rest", "{size} for the rest";
    // What it is good for
    exact: "Schon exakt", "Already exact";
    exact_values: "Werte auf dem Brett", "Values on the board";
    exact_hints: "Analyse und Tipps", "Analysis and hints";
    exact_players: "Perfekter Spieler", "Perfect player";
    reach(stones): "bis {stones} Steine", "up to {stones} stones";
    then: "Danach", "Next";
    whole_sliding: "Schiebephase ganz", "Whole sliding phase";
    with_stones(stones): "mit {stones} Steinen", "with {stones} stones";
    // What happened
    finished(stones): "Gelöst: alle Stellungen der Schiebephase bis {stones} Steine.",
        "Solved: all positions of the sliding phase with up to {stones} stones.";
    found_right(stones): "Die Tabellen bis {stones} Steine sind geprüft und richtig.",
        "The tables up to {stones} stones are verified and correct.";
    stopped: "Berechnung angehalten. Fertige Tabellen bleiben erhalten, der Rest kann später folgen.",
        "Building stopped. Finished tables are kept, and the rest can follow later.";
    was_paused: "Berechnung pausiert. Fertige Tabellen gelten schon.",
        "Building paused. Finished tables can already be used.";
    failed(reason): "Berechnung fehlgeschlagen: {reason}", "Building failed: {reason}";
    verify_failed(reason): "Prüfung fehlgeschlagen: {reason}", "Verification failed: {reason}";
}
