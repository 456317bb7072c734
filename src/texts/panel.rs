//! panel.

texts! {
    /// panel.
    PanelTexts;
    step: "Ein Zug", "One move";
    faster: "Schneller", "Faster";
    slower: "Langsamer", "Slower";
    undo: "Zurück", "Undo";
    hint: "Tipp", "Hint";
    draw: "Remis", "Draw";
    resign: "Aufgeben", "Resign";
    moves: "Züge", "Moves";
    go_first: "Zum Anfang", "To the start";
    go_back: "Einen Zug zurück", "One move back";
    go_forward: "Einen Zug vor", "One move on";
    go_last: "Zum Spiel", "To the game";
    evaluation: "Bewertung", "Evaluation";
    evaluation_explained:
        "Wie der Computer seine Züge beurteilt hat: +1 Weiß gewinnt, −1 Schwarz gewinnt.",
        "How the computer judged its own moves: +1 White wins, −1 Black wins.";
    depth_estimate(depth): "Tiefe {depth} · Schätzung", "depth {depth} · estimate";
    exact: "exakt", "exact";
    in_hand: "Hand", "In hand";
    on_board: "Brett", "On board";
    captured: "Geschlagen", "Captured";
    thinking: "denkt nach", "thinking";
    your_move: "Du bist am Zug", "Your move";
    to_move: "Am Zug", "To move";
    won: "Sieg", "Won";
    drawn: "Remis", "Draw";
    back_to_game: "Zum Spiel", "Back to game";
    continue_here: "Ab hier weiter", "Go on from here";
    review: "Durchsehen", "Review";
    card(side, name, kind, note, clock, hand, board):
        "{side}, {name}, {kind}.{note} Zeit {clock}, Hand {hand}, Brett {board}",
        "{side}, {name}, {kind}.{note} Time {clock}, in hand {hand}, on board {board}";
    numbered_move(number, side, mv): "Zug {number}, {side}: {mv}", "Move {number}, {side}: {mv}";
}
