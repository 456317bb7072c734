//! rules.

texts! {
    /// rules.
    RulesTexts;
    title: "Regeln", "Rules";
    caption: "Sie gelten vom nächsten Spiel an.", "They apply from the next game on.";
    removal:
        "Wenn sich eine Mühle schließt und alle Steine der Gegenseite in Mühlen stehen:",
        "When a mill closes and all stones of the other side stand in mills:";
    never: "wird nichts geschlagen", "nothing is removed";
    any: "wird ein beliebiger Stein geschlagen (Turniere)", "any stone is removed (tournaments)";
    repetition:
        "Remis, wenn eine Stellung zum dritten Mal auf dem Brett steht",
        "Draw when a position stands there for the third time";
    quiet: "Remis nach so vielen Halbzügen ohne Schlagen", "Draw after so many plies without a removal";
    quiet_off: "0 = nie", "0 = never";
    apply: "Diese Regeln nehmen", "Use these rules";
}
