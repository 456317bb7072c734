//! tables.

texts! {
    /// tables.
    TablesTexts;
    title: "Endspiel-Datenbank", "Endgame database";
    about:
        "Mit ihr spielt der Computer Endspiele fehlerfrei, und die Werte auf dem Brett sind exakt. Bis acht Steine ist sie eingebaut; mehr rechnet dieser Computer selbst aus, während du weiterspielst.",
        "With it the computer plays endgames without a mistake, and values on the board are exact. Up to eight stones it is built in; this computer works out more while you go on playing.";
    never: "Mühlen geschützt", "Mills are safe";
    any: "Jeder Stein", "Any stone";
    stones: "Alle Stellungen bis zu so vielen Steinen", "All positions with up to so many stones";
    there(stones, size):
        "Vorhanden: bis {stones} Steine, {size} auf der Festplatte.",
        "Present: up to {stones} stones, {size} on disk.";
    looking: "Wird nachgesehen …", "Looking …";
    needs(memory, disk, time):
        "Das Übrige braucht höchstens {memory} Arbeitsspeicher, etwa {disk} Platz auf der Festplatte und ungefähr {time}.",
        "The rest needs at most {memory} of memory, about {disk} on disk and roughly {time}.";
    nothing_to_do: "So weit ist alles da.", "So far everything is there.";
    running(pair, percent, time):
        "{pair} Steine · {percent} % · noch etwa {time}",
        "{pair} stones · {percent} % · about {time} left";
    begun(pair, percent): "{pair} Steine · {percent} %", "{pair} stones · {percent} %";
    build: "Ausrechnen", "Work out";
    finished(stones):
        "Die Endspiel-Datenbank reicht jetzt bis {stones} Steine.",
        "The endgame database now reaches up to {stones} stones.";
    stopped:
        "Die Endspiel-Datenbank ist angehalten; was fertig ist, bleibt, und es geht später dort weiter.",
        "The endgame database is stopped; what is finished stays, and it goes on from there later.";
    failed(reason):
        "Die Endspiel-Datenbank kann nicht weitergebaut werden: {reason}",
        "The endgame database cannot be built on: {reason}";
}
