//! The endgame database.

texts! {
    /// The endgame database.
    TablesTexts;
    title: "Endspieldatenbank", "Endgame database";
    about: "Mit ihr spielt der Computer Endspiele fehlerfrei, und die Werte auf dem Brett sind exakt. Tabellen bis \
        acht Steine sind eingebaut. Weitere berechnet dieser Computer, während du spielst.",
        "With it the computer plays endgames perfectly, and the values on the board are exact. Tables for up to eight \
        stones are built in. This computer can build more while you play.";
    never: "Mühlen geschützt", "Mills are safe";
    any: "Jeder Stein", "Any stone";
    stones: "Alle Stellungen bis … Steine", "All positions up to … stones";
    there(stones, size): "Vorhanden: bis {stones} Steine, {size} auf der Festplatte.",
        "Available: up to {stones} stones, {size} on disk.";
    looking: "Wird geprüft …", "Checking…";
    needs(memory, disk, time):
        "Der Rest braucht höchstens {memory} Arbeitsspeicher, etwa {disk} auf der Festplatte und rund {time}.",
        "The rest needs at most {memory} of memory, about {disk} on disk and roughly {time}.";
    nothing_to_do: "Diese Tabellen sind schon berechnet.", "These tables are already built.";
    running(pair, percent, time): "{pair} Steine · {percent} % · noch etwa {time}",
        "{pair} stones · {percent} % · about {time} left";
    begun(pair, percent): "{pair} Steine · {percent} %", "{pair} stones · {percent} %";
    build: "Berechnen", "Build";
    finished(stones): "Die Endspieldatenbank reicht jetzt bis {stones} Steine.",
        "The endgame database now covers up to {stones} stones.";
    stopped: "Berechnung angehalten. Fertige Tabellen bleiben erhalten, der Rest kann später folgen.",
        "Building stopped. Finished tables are kept, and the rest can follow later.";
    failed(reason): "Berechnung fehlgeschlagen: {reason}", "Building failed: {reason}";
}
