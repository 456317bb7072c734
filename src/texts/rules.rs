//! The rules dialog.

texts! {
    /// The rules dialog.
    RulesTexts;
    title: "Regeln", "Rules";
    caption: "Gilt ab der nächsten Partie.", "Applies from the next game on.";
    removal: "Wenn sich eine Mühle schließt und alle gegnerischen Steine in Mühlen stehen:",
        "When a mill closes and all of the opponent’s stones are in mills:";
    never: "wird kein Stein geschlagen", "no stone is captured";
    any: "darf jeder Stein geschlagen werden (Turnierregel)", "any stone may be captured (tournament rule)";
    repetition: "Remis, wenn dieselbe Stellung dreimal vorkommt", "Draw when the same position occurs three times";
    quiet: "Halbzüge ohne Schlagen bis zum Remis", "Plies without a capture until a draw";
    quiet_off: "0 = nie", "0 = never";
    apply: "Regeln übernehmen", "Apply rules";
}
