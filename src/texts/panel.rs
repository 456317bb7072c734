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
    back_to_game: "Zur Partie", "Back to game";
    continue_here: "Ab hier weiter", "Continue here";
    // Evaluation
    evaluation: "Bewertung", "Evaluation";
    evaluation_explained: "Wie der Computer seine Züge bewertet: Bei +1 gewinnt Weiß, bei −1 gewinnt Schwarz.",
        "How the computer rates its moves: +1 means White wins, −1 means Black wins.";
    depth_estimate(depth): "Tiefe {depth} · Schätzung", "depth {depth} · estimate";
    exact: "exakt", "exact";
    // Buttons
    undo: "Zurück", "Undo";
    hint: "Tipp", "Hint";
    draw: "Remis", "Draw";
    resign: "Aufgeben", "Resign";
    review: "Nachspielen", "Review";
    step: "Ein Zug", "One move";
    faster: "Schneller", "Faster";
    slower: "Langsamer", "Slower";
}
