//! Puzzles, and solving them on the board.

use muehle_engine::puzzles::Kind;

use super::Texts;

texts! {
    /// Puzzles, and solving them on the board.
    PuzzlesTexts;
    // The page
    streak: "Serie", "Streak";
    streak_tip(best): "Ohne Fehlversuch und ohne Tipp gelöst. Längste Serie: {best}",
        "Solved without a wrong try and without a hint. Longest streak: {best}";
    kinds: "Arten", "Kinds";
    difficulty: "Schwierigkeit", "Difficulty";
    difficulty_of(level): "Schwierigkeit {level} von 5", "Difficulty {level} of 5";
    easy: "Leicht", "Easy";
    medium: "Mittel", "Medium";
    hard: "Schwer", "Hard";
    mixed: "Gemischt", "Mixed";
    progress: "Fortschritt", "Progress";
    solved_of(solved, all): "{solved} von {all} gelöst", "{solved} of {all} solved";
    share(solved, all): "{solved} / {all}", "{solved} / {all}";
    kind_share(kind, solved, all): "{kind}: {solved} von {all} gelöst", "{kind}: {solved} of {all} solved";
    choose: "Auswahl", "Choose";
    choose_tip: "Arten und Schwierigkeit wählen, Fortschritt sehen", "Choose kinds and difficulty, see your progress";
    back: "Zurück", "Back";
    hint: "Tipp", "Hint";
    hint_tip: "Erst den Stein zeigen, dann den Zug (H). Mit Tipp zählt das Rätsel nicht für die Serie.",
        "Show the stone first, then the move (H). A puzzle solved with a hint does not count for the streak.";
    skip: "Überspringen", "Skip";
    skip_tip: "Ein anderes Rätsel; dieses kommt später wieder", "Another puzzle; this one comes back later";
    next: "Weiter", "Next";
    next_tip: "Das nächste Rätsel (Eingabe)", "The next puzzle (Enter)";
    making: "Ein neues Rätsel wird erzeugt …", "Making a new puzzle…";
    loading: "Die Rätsel werden geladen …", "Loading the puzzles…";
    none_found: "Davon gibt es kein weiteres Rätsel. Wähle andere Arten oder eine andere Schwierigkeit.",
        "There is no further puzzle of this kind. Choose other kinds or another difficulty.";
    damaged(path, reason, kept): "Der Rätselstand {path} ist nicht lesbar ({reason}). Er heißt jetzt {kept}, und der Fortschritt beginnt neu.",
        "The puzzle progress {path} cannot be read ({reason}). It is now called {kept}, and the progress starts anew.";
    unreadable(path, reason): "Der Rätselstand {path} ist nicht lesbar ({reason}). Er bleibt, wie er ist; was du jetzt löst, wird nicht gespeichert.",
        "The puzzle progress {path} cannot be read ({reason}). It stays as it is; what you solve now is not saved.";
    damaged_reason: "beschädigt", "damaged";
    save_failed(reason): "Der Rätselstand konnte nicht gespeichert werden: {reason}",
        "The puzzle progress could not be saved: {reason}";
    heading(kind): "Rätsel · {kind}", "Puzzles · {kind}";
    // Kinds
    kind_win: "Gewinn", "Win";
    kind_draw: "Remis halten", "Hold the draw";
    kind_mill: "Mühle schließen", "Close a mill";
    kind_double: "Zwickmühle", "Double mill";
    kind_free: "Befreien", "Free yourself";
    kind_fly: "Springen", "Flying";
    kind_place: "Setzen", "Placing";
    // Tasks
    win_in(side, moves): "{side} gewinnt in {moves} Zügen.", "{side} wins in {moves} moves.";
    win_now(side): "{side} gewinnt sofort.", "{side} wins at once.";
    win_placing(side): "{side} gewinnt.", "{side} wins.";
    only_move: "Finde den einzigen Zug.", "Find the only move.";
    only_moves: "Finde jedes Mal den einzigen Zug.", "Find the only move each time.";
    hold(side): "{side} hält das Remis.", "{side} holds the draw.";
    hold_about: "Nur ein Zug verliert nicht.", "Only one move does not lose.";
    mill(side): "{side} schließt in zwei Zügen eine Mühle.", "{side} closes a mill in two moves.";
    mill_about: "Finde den Zug, den der Gegner nicht parieren kann.", "Find the move that cannot be stopped.";
    mill_now(side): "{side} schließt die Mühle.", "{side} closes the mill.";
    mill_now_about: "Sie ist jetzt offen.", "It is open now.";
    double(side): "{side} baut eine Zwickmühle.", "{side} builds a double mill.";
    double_in(side, moves): "{side} baut in {moves} Zügen eine Zwickmühle.", "{side} builds a double mill in {moves} moves.";
    double_about: "Sie muss auch nach der Antwort noch zuschlagen können.", "It must still work after the reply.";
    free(side): "{side} befreit sich.", "{side} breaks free.";
    free_about: "Nach jedem anderen Zug sind die Steine eingesperrt.", "After every other move the stones are blocked.";
    flies(side): "{side} springt", "{side} flies";
    both_fly: "Beide springen", "Both fly";
    // Tries
    not(mv): "Nicht {mv}", "Not {mv}";
    right: "Richtig!", "Right!";
    solution: "Lösung", "Solution";
    draw: "remis", "draw";
    loss: "verloren", "lost";
    looking_at(mv): "{mv} wird geprüft …", "Checking {mv}…";
    holds(side, reply): "{side} antwortet {reply} und hält das Remis.", "{side} answers {reply} and holds the draw.";
    wins(side, reply): "{side} antwortet {reply} und gewinnt.", "{side} answers {reply} and wins.";
    blocks(side, reply): "{side} antwortet {reply} und sperrt dich ein.", "{side} answers {reply} and blocks you in.";
    stops_mill(side, reply): "{side} antwortet {reply}, und die Mühle kommt zu spät.",
        "{side} answers {reply}, and the mill comes too late.";
    stops_double(side, reply): "{side} antwortet {reply} und verhindert die Zwickmühle.",
        "{side} answers {reply} and stops the double mill.";
    slower: "Das gewinnt auch, dauert aber länger.", "That wins too, but takes longer.";
    no_mill: "Das schließt keine Mühle.", "That does not close a mill.";
    no_double: "Das ist keine Zwickmühle.", "That is not a double mill.";
    not_the_move: "Das ist nicht der gesuchte Zug.", "That is not the move.";
    pill_holds: "hält remis", "holds the draw";
    pill_wins: "gewinnt", "wins";
    pill_blocks: "sperrt ein", "blocks";
    pill_stops: "verhindert es", "stops it";
    solved: "Gelöst, ohne Hilfe.", "Solved, without help.";
    solved_with_hint: "Gelöst, mit Tipp.", "Solved, with a hint.";
    solved_late: "Gelöst. Das Rätsel kommt zur Wiederholung noch einmal.", "Solved. The puzzle will come again for practice.";
    solved_late_in_lesson: "Gelöst, aber nicht gleich.", "Solved, but not at once.";
    showing: "Die Lösung wird gezeigt.", "The solution is shown.";
    shown: "Das war die Lösung. Das Rätsel kommt noch einmal.", "That was the solution. The puzzle will come again.";
    shown_in_lesson: "Das war die Lösung.", "That was the solution.";
    try_again: "Noch einmal", "Try again";
    try_again_tip: "Zurück zur Stellung vor dem Fehlversuch (Eingabe)", "Back to the position before the wrong try (Enter)";
    show_solution: "Lösung zeigen", "Show solution";
    show_solution_tip: "Die Lösung Zug für Zug zeigen", "Show the solution move by move";
    enter_next: "Eingabe: weiter", "Press Enter for the next one.";
    hint_stone(point): "Tipp: Es ist der Stein auf {point}.", "Hint: it is the stone on {point}.";
    hint_line(from, to): "Tipp: Sieh dir die Linie {from}–{to} an.", "Hint: look at the line {from}–{to}.";
    hint_move(mv): "Tipp: {mv}.", "Hint: {mv}.";
}

impl Texts {
    /// The name of a kind of puzzle.
    pub fn puzzle_kind(self, kind: Kind) -> &'static str {
        let texts = self.puzzles;
        match kind {
            Kind::Win => texts.kind_win(),
            Kind::Draw => texts.kind_draw(),
            Kind::Mill => texts.kind_mill(),
            Kind::Double => texts.kind_double(),
            Kind::Free => texts.kind_free(),
            Kind::Fly => texts.kind_fly(),
            Kind::Place => texts.kind_place(),
        }
    }
}
