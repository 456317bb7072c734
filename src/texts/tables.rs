//! Solving the game: the endgame database.

use muehle_engine::rules::RemovalRule;

texts! {
    /// Solving the game: the endgame database.
    TablesTexts;
    about: "Der Computer rechnet das Spiel Stufe für Stufe vollständig aus. Jede fertige Stufe gilt sofort.",
        "The computer solves the game completely, stage by stage. Each finished stage counts at once.";
    background: "Er rechnet im Hintergrund, während du spielst, und macht nach einer Pause dort weiter, wo er war.",
        "It works in the background while you play, and continues after a break where it left off.";
    solved: "Das Spiel ist gelöst: Jede Stellung hat ihren genauen Wert. Werte, Analyse und Tipps zeigen ihn, und der Gegner „Perfekt“ macht keinen Fehler.",
        "The game is solved: every position has its exact value. Values, analysis and hints show it, and the opponent “Perfect” makes no mistakes.";
    rule: "Regel", "Rule";
    never: "Mühlen geschützt", "Mills are safe";
    any: "Jeder Stein", "Any stone";
    kept: "Tabellen der Setzphase", "Tables of the placing phase";
    keep_everything: "Alles behalten", "Keep everything";
    keep_opening: "Nur die Eröffnung", "Opening only";
    looking: "Wird geprüft …", "Checking…";
    // The stages
    stage: "Stufe", "Stage";
    time: "Zeit", "Time";
    memory: "Speicher", "Memory";
    disk: "Platte", "Disk";
    state: "Zustand", "State";
    up_to(stones): "Bis {stones} Steine", "Up to {stones} stones";
    placing: "Setzphase", "Placing phase";
    built_in: "eingebaut", "built in";
    whole_game: "das ganze Spiel", "the whole game";
    opening_only: "nur die Eröffnung", "opening only";
    done: "fertig", "done";
    verified: "geprüft", "verified";
    waiting: "wartet", "waiting";
    paused: "pausiert", "paused";
    missing: "fehlt noch", "not built yet";
    row_failed: "fehlgeschlagen", "failed";
    unusable: "unbrauchbar", "unusable";
    no_disk: "zu wenig Platz", "too little disk space";
    no_memory: "zu wenig Speicher", "too little memory";
    and_more(sentence, count): "{sentence} (und {count} weitere)", "{sentence} (and {count} more)";
    percent(percent): "{percent} %", "{percent} %";
    percent_left(percent, time): "{percent} %, noch {time}", "{percent} %, {time} left";
    done_at(clock): "gegen {clock} fertig", "done at about {clock}";
    subspace(own, enemy): "Teilraum {own} gegen {enemy} Steine", "Subspace {own} against {enemy} stones";
    placing_subspace(plies, own, enemy): "Nach {plies} Halbzügen, {own} gegen {enemy} Steine",
        "After {plies} plies, {own} against {enemy} stones";
    build: "Berechnen", "Build";
    build_up_to(stones): "Bis {stones} Steine berechnen", "Build up to {stones} stones";
    build_placing: "Setzphase berechnen", "Build the placing phase";
    rebuild: "Neu berechnen", "Rebuild";
    rebuild_up_to(stones): "Bis {stones} Steine neu berechnen", "Rebuild up to {stones} stones";
    rebuild_placing: "Setzphase neu berechnen", "Rebuild the placing phase";
    verify: "Prüfen", "Verify";
    verify_up_to(stones): "Bis {stones} Steine prüfen", "Verify up to {stones} stones";
    verify_placing: "Setzphase prüfen", "Verify the placing phase";
    verify_all: "Alles prüfen", "Verify all";
    solve: "Alles lösen", "Solve everything";
    solve_up_to(stones): "Bis {stones} Steine lösen", "Solve up to {stones} stones";
    remove: "Löschen …", "Delete…";
    remove_title: "Tabellen löschen?", "Delete tables?";
    remove_text(rule, size): "Alle berechneten Tabellen für „{rule}“ werden endgültig gelöscht; {size} werden frei. Was zum Programm gehört, bleibt.",
        "All tables built for “{rule}” will be deleted for good, freeing {size}. What comes with the program stays.";
    remove_now: "Löschen", "Delete";
    remove_not: "Behalten", "Keep";
    // Room
    room: "Platz auf der Platte", "Room on the disk";
    free(size): "{size} frei", "{size} free";
    free_memory(size): "{size} Arbeitsspeicher frei", "{size} of memory free";
    too_little_memory(size): "Nur {size} Arbeitsspeicher frei: zu wenig für alles",
        "Only {size} of memory free: too little for everything";
    too_little(size): "Nur {size} frei: zu wenig für alles", "Only {size} free: too little for everything";
    taken(size): "{size} belegt", "{size} used";
    needed(size): "{size} braucht der Rest", "{size} for the rest";
    // What it is good for
    exact: "Schon exakt", "Already exact";
    exact_values: "Werte auf dem Brett", "Values on the board";
    exact_hints: "Analyse und Tipps", "Analysis and hints";
    exact_players: "Perfekter Spieler", "Perfect player";
    reach(stones): "bis {stones} Steine", "up to {stones} stones";
    everywhere: "überall", "everywhere";
    then: "Danach", "Next";
    whole_sliding: "Ganze Zugphase", "Whole sliding phase";
    with_stones(stones): "mit {stones} Steinen", "with {stones} stones";
    openings: "Eröffnungen", "Openings";
    perfect_opponent: "Gegner „Perfekt“", "Opponent “Perfect”";
    with_placing: "mit der Setzphase", "with the placing phase";
    // What happened
    finished(stones): "Gelöst: alle Stellungen der Zugphase bis {stones} Steine.",
        "Solved: all positions of the sliding phase with up to {stones} stones.";
    finished_whole: "Das Spiel ist gelöst: Jede Stellung hat jetzt ihren genauen Wert. „Perfekt“ steht als Gegner bereit.",
        "The game is solved: every position now has its exact value. “Perfect” is ready as an opponent.";
    finished_opening: "Gelöst: die Zugphase und die Eröffnung bis zum zehnten Stein.",
        "Solved: the sliding phase, and the opening up to the tenth stone.";
    found_right(stones): "Die Tabellen bis {stones} Steine sind geprüft und richtig.",
        "The tables up to {stones} stones are verified and correct.";
    found_right_placing: "Die Tabellen der Setzphase sind geprüft und richtig.",
        "The tables of the placing phase are verified and correct.";
    removed(size): "Die Tabellen sind gelöscht; {size} sind frei geworden.", "The tables are deleted; {size} were freed.";
    verify_stopped: "Prüfung angehalten.", "Verification stopped.";
    stopped: "Berechnung angehalten. Fertige Tabellen bleiben erhalten, der Rest kann später folgen.",
        "Building stopped. Finished tables are kept, and the rest can follow later.";
    was_paused: "Berechnung pausiert. Fertige Tabellen gelten schon.",
        "Building paused. Finished tables can already be used.";
    failed(reason): "Berechnung fehlgeschlagen: {reason}", "Building failed: {reason}";
    verify_failed(reason): "Prüfung fehlgeschlagen: {reason}", "Verification failed: {reason}";
}

impl TablesTexts {
    /// The name of a removal rule.
    pub fn rule_name(self, rule: RemovalRule) -> &'static str {
        match rule {
            RemovalRule::Never => self.never(),
            RemovalRule::Any => self.any(),
        }
    }
}
