//! The sheet for a new game.

texts! {
    /// The sheet for a new game.
    NewGameTexts;
    opponent: "Gegner", "Opponent";
    friend: "Freund hier", "Friend here";
    solved: "gelöst", "solved";
    you_play: "Du spielst", "You play";
    random: "Zufall", "Random";
    play: "Spielen", "Play";
    more: "Mehr Optionen …", "More options…";
    status: "Wähle einen Gegner, dann „Spielen“. Esc: schließen", "Choose an opponent, then Play. Esc: close";
    // Clocks
    clock: "Uhr", "Clock";
    no_clock: "Ohne", "None";
    clock_5: "5 min", "5 min";
    clock_10: "10 min", "10 min";
    clock_15: "15 + 5", "15 + 5";
    other_clock: "Andere", "Other";
    clock_field: "Minuten + Sekunden pro Zug", "Minutes + seconds per move";
    clock_hint: "zum Beispiel 3+2", "for example 3+2";
    clock_note: "Minuten pro Spieler, + Sekunden pro Zug.", "Minutes per player, + seconds per move.";
}
