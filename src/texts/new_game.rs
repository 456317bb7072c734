//! The sheet for a new game.

texts! {
    /// The sheet for a new game.
    NewGameTexts;
    opponent: "Gegner", "Opponent";
    friend: "Freund hier", "Friend here";
    level: "Spielstärke", "Level";
    perfect: "Perfekt", "Perfect";
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
    // What the strengths are like
    note_beginner: "Denkt zwei Halbzüge voraus und übersieht manches.", "Looks two plies ahead and overlooks things.";
    note_advanced: "Denkt sechs Halbzüge voraus und beherrscht Endspiele bis acht Steine.",
        "Looks six plies ahead and masters endings of up to eight stones.";
    note_professional: "Denkt eine Sekunde pro Zug nach und nutzt alle Endspieltabellen.",
        "Thinks for one second per move and uses all endgame tables.";
    note_perfect: "Kennt jede Stellung und macht keinen Fehler.", "Knows every position and makes no mistake.";
}
