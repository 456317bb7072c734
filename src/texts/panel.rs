//! The panel beside the board.

texts! {
    /// The panel beside the board.
    PanelTexts;
    // Cards
    card(side, name, kind, clock, hand, board): "{side}, {name}, {kind}. Zeit {clock}, Hand {hand}, Brett {board}",
        "{side}, {name}, {kind}. Time {clock}, in hand {hand}, on board {board}";
    thinking: "denkt nach", "thinking";
    your_move: "Du bist am Zug", "Your move";
    to_move: "Am Zug", "To move";
    won: "Gewonnen", "Won";
    drawn: "Remis", "Draw";
    in_hand: "Hand", "In hand";
    on_board: "Brett", "On board";
    captured: "Geschlagen", "Captured";
    // Moves
    moves: "Züge", "Moves";
    numbered_move(number, side, mv): "Zug {number}, {side}: {mv}", "Move {number}, {side}: {mv}";
    go_first: "Zum Anfang", "Go to start";
    go_back: "Einen Zug zurück", "Back one move";
    go_forward: "Einen Zug vor", "Forward one move";
    go_last: "Zum letzten Zug", "Go to last move";
    go_first_tip: "Zum Anfang (Pos1)", "Go to start (Home)";
    go_back_tip: "Einen Zug zurück (←)", "Back one move (←)";
    go_forward_tip: "Einen Zug vor (→)", "Forward one move (→)";
    go_last_tip: "Zurück zur Partie (Ende)", "Back to the game (End)";
    // An earlier position
    back_to_game: "Zur Partie", "Back to game";
    back_to_game_tip: "Zeigt wieder die laufende Partie (Ende).", "Shows the running game again (End).";
    continue_here: "Ab hier weiter", "Continue here";
    continue_short: "Weiter", "Continue";
    continue_tip: "Die Partie geht ab hier weiter. Ein anderer Zug ersetzt die späteren Züge.",
        "The game goes on from here. A different move replaces the later ones.";
    branch_short: "Variante", "Side line";
    branch_tip: "Von hier aus etwas ausprobieren. Die Züge der Partie bleiben. Ein Klick aufs Brett tut dasselbe.",
        "Try something from here. The moves of the game stay. A click on the board does the same.";
    game_from_here_short: "Neue Partie", "New game";
    game_from_here_tip: "Beginnt eine eigene Partie mit dieser Stellung.",
        "Starts a separate game from this position.";
    // Notes on moves
    note: "Kommentar und Zeichen …", "Comment and glyphs…";
    note_field(mv): "Kommentar zu {mv}", "Comment on {mv}";
    note_start: "Kommentar zur Ausgangsstellung", "Comment on the starting position";
    note_hint: "Kommentar", "Comment";
    note_done: "Fertig", "Done";
    nag_good: "Guter Zug", "Good move";
    nag_mistake: "Fehler", "Mistake";
    nag_brilliant: "Ausgezeichneter Zug", "Brilliant move";
    nag_blunder: "Grober Fehler", "Blunder";
    nag_interesting: "Interessanter Zug", "Interesting move";
    nag_dubious: "Zweifelhafter Zug", "Dubious move";
    nag(sign, name): "{sign} {name}", "{sign} {name}";
    // Evaluation
    evaluation: "Bewertung", "Evaluation";
    evaluation_explained: "Alle Werte sind aus der Sicht von Weiß: Bei +1 gewinnt Weiß, bei −1 gewinnt Schwarz.",
        "All values are as White sees them: +1 means White wins, −1 means Black wins.";
    depth_estimate(depth): "Tiefe {depth} · Schätzung", "depth {depth} · estimate";
    exact: "exakt", "exact";
    // Buttons
    undo: "Zurück", "Undo";
    undo_tip: "Zug zurücknehmen", "Take back a move";
    redo: "Wiederholen", "Redo";
    redo_tip: "Zurückgenommenen Zug wiederholen", "Play the undone move again";
    hint: "Tipp", "Hint";
    hint_tip: "Einen guten Zug zeigen", "Show a good move";
    draw: "Remis", "Draw";
    draw_tip: "Remis anbieten", "Offer a draw";
    resign: "Aufgeben", "Resign";
    resign_tip: "Die Partie verloren geben", "Give up the game";
    tip(what, keys): "{what} ({keys})", "{what} ({keys})";
    review: "Rückblick", "Review";
    review_tip: "Sucht in allen Zügen nach Fehlern und sagt, was besser war.",
        "Looks for mistakes in every move and says what was better.";
    step: "Ein Zug", "One move";
    faster: "Schneller", "Faster";
    slower: "Langsamer", "Slower";
}
