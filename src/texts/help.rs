//! help.

texts! {
    /// help.
    HelpTexts;
    tour: "Einführung", "A short tour";
    invitation: "Neu bei Mühle?", "New to the game?";
    invitation_text:
        "Fünf kurze Schritte auf dem Brett zeigen, wie es geht.",
        "Five short steps on the board show how it is played.";
    show_me: "Zeigen", "Show me";
    no_thanks: "Nein danke", "No, thanks";
    step(number, count): "Schritt {number} von {count}", "Step {number} of {count}";
    back: "Zurück", "Back";
    next: "Weiter", "Next";
    skip_lesson: "Überspringen", "Skip this step";
    skip_tour: "Einführung verlassen", "Leave the tour";
    play: "Jetzt spielen", "Play now";
    place_title: "Setzen", "Placing";
    place_text:
        "Beide Seiten haben neun Steine. Weiß beginnt; abwechselnd setzen beide je einen Stein auf einen freien Punkt.",
        "Both sides have nine stones. White begins; in turn they place one stone on a free point.";
    place_task: "Setze einen Stein: Klicke auf irgendeinen Punkt.", "Place a stone: click any point.";
    place_done: "So geht es weiter, bis beide Hände leer sind.", "So it goes on until both hands are empty.";
    mill_title: "Eine Mühle schließen", "Closing a mill";
    mill_text:
        "Drei eigene Steine in einer Reihe auf einer Linie sind eine Mühle. Auf a7 und d7 stehen schon zwei.",
        "Three of your stones in a row along a line are a mill. Two stand on a7 and d7 already.";
    mill_task: "Setze den dritten Stein auf den markierten Punkt g7.", "Place the third stone on the marked point g7.";
    mill_done: "Die Mühle ist geschlossen.", "The mill is closed.";
    stray_mill:
        "Auch das wäre erlaubt. Hier geht es um die Mühle: Setze auf g7.",
        "That would be allowed, too. This step is about the mill: place on g7.";
    remove_title: "Schlagen", "Removing";
    remove_text:
        "Wer eine Mühle schließt, schlägt einen Stein der Gegenseite. Steine in einer Mühle sind sicher: Die drei in der Reihe unten bleiben stehen.",
        "Whoever closes a mill removes a stone of the other side. Stones in a mill are safe: the three in the lower row stay.";
    remove_task: "Klicke auf den schwarzen Stein mit dem roten Ring.", "Click the black stone with the red ring.";
    remove_done: "Geschlagen! Dieser Stein kommt nicht wieder.", "Removed! This stone does not come back.";
    slide_title: "Ziehen", "Sliding";
    slide_text:
        "Sind alle Steine gesetzt, wird gezogen: auf einer Linie zum nächsten freien Punkt.",
        "When all stones are placed they slide: along a line to the next free point.";
    slide_task:
        "Klicke auf einen weißen Stein, dann auf einen Punkt daneben. Du kannst ihn auch mit der Maus ziehen.",
        "Click a white stone, then a point beside it. You can drag it as well.";
    slide_done:
        "Gut! Eine Mühle, die du öffnest und wieder schließt, schlägt jedes Mal.",
        "Good! A mill that you open and close again removes a stone every time.";
    fly_title: "Springen", "Flying";
    fly_text:
        "Wer nur noch drei Steine hat, darf mit ihnen auf jeden freien Punkt springen.",
        "With only three stones left you may fly to any free point.";
    fly_task:
        "Springe mit dem Stein auf f6 nach g1 und schließe die Mühle.",
        "Fly with the stone on f6 to g1 and close the mill.";
    fly_done:
        "Gewonnen! Wer weniger als drei Steine hat oder nicht mehr ziehen kann, hat verloren.",
        "You win! Whoever has fewer than three stones or cannot move has lost.";
    stray_fly:
        "Auch das wäre erlaubt. Aber g1 schließt die Mühle und gewinnt.",
        "That would be allowed, too. But g1 closes the mill and wins.";
    rules_place:
        "Beide Seiten setzen abwechselnd ihre neun Steine auf freie Punkte. Weiß beginnt.",
        "Both sides place their nine stones on free points in turn. White begins.";
    rules_mill:
        "Drei eigene Steine in einer Reihe auf einer Linie sind eine Mühle. Wer eine schließt, schlägt einen Stein der Gegenseite. Auch wer zwei auf einmal schließt, schlägt nur einen.",
        "Three stones of a side in a row along a line are a mill. Closing one removes a stone of the other side; closing two at once still removes only one.";
    rules_safe_title: "Sichere Steine", "Safe stones";
    rules_safe:
        "Ein Stein in einer Mühle wird nicht geschlagen. Stehen alle in Mühlen, wird nach der üblichen Regel nichts geschlagen; auf Turnieren irgendein Stein (Einstellungen, Regeln).",
        "A stone in a mill is not removed. If all stand in mills, the usual rule removes nothing; in tournaments any stone may go (Settings, Rules).";
    rules_slide:
        "Sind alle Steine gesetzt, zieht ein Stein auf einer Linie zum nächsten freien Punkt.",
        "When all stones are placed, a stone slides along a line to the next free point.";
    rules_fly:
        "Wer nur noch drei Steine hat, darf auf jeden freien Punkt springen, jede Seite für sich.",
        "A side with only three stones left may fly to any free point, each side on its own account.";
    rules_end_title: "Das Ende", "The end";
    rules_end:
        "Verloren hat, wer weniger als drei Steine hat oder nicht mehr ziehen kann, wie Schwarz hier. Remis ist es nach Vereinbarung, nach dreimal derselben Stellung oder nach langer Zeit ohne Schlagen.",
        "A side that has fewer than three stones, or cannot move like Black here, has lost. It is a draw by agreement, when a position stands there for the third time, or after long without a removal.";
    keys_board: "Brett", "Board";
    keys_board_list:
        "Klick\tsetzt, wählt, zieht, schlägt\nZiehen\tbewegt einen Stein\nTab\tzum Brett und zu allem anderen\nPfeile\tim Brett auf seinen Linien\nEingabe, Leertaste\twie ein Klick auf den Punkt im Fokus\nEsc\tlässt los, beendet das Nachdenken, verwirft den Tipp",
        "Click\tplaces, chooses, moves, removes\nDrag\tmoves a stone\nTab\tto the board and to everything else\nArrows\ton the board along its lines\nEnter, space\tlike a click on the point in focus\nEsc\tlets go, stops thinking, puts the hint away";
    keys_game: "Partie", "Game";
    keys_game_list:
        "Strg+N, Strg+O\tneue Partie, Partie öffnen\nStrg+S, Strg+Umschalt+S\tspeichern, speichern unter\nStrg+Z, Strg+Y\tZug zurück, wieder vor\nH\tTipp\nStrg+L\tZug eingeben\nF2\tSpieler wählen\nP, N\tanhalten, ein Zug (zwei Computer)\nStrg+Q\tbeenden",
        "Ctrl+N, Ctrl+O\tnew game, open a game\nCtrl+S, Ctrl+Shift+S\tsave, save as\nCtrl+Z, Ctrl+Y\ttake back, play again\nH\thint\nCtrl+L\ttype a move\nF2\tchoose the players\nP, N\tpause, one move (two computers)\nCtrl+Q\tquit";
    keys_study: "Untersuchen", "Studying";
    keys_study_list:
        "Links, Rechts\tein Zug zurück, vor\nHoch, Runter\tvorige, nächste Variante\nPos1, Ende\tzum Anfang, zur Partie\nW\tWerte auf dem Brett\nE\tBewertungsbalken und Verlauf\nA\tStellung untersuchen\nStrg+P\tdrucken",
        "Left, Right\tone move back, on\nUp, Down\tprevious, next variation\nHome, End\tto the start, to the game\nW\tvalues on the board\nE\tevaluation bar and graph\nA\tanalyse the position\nCtrl+P\tprint";
    keys_window: "Fenster", "Window";
    keys_window_list:
        "F\tBrett drehen\nStrg++, Strg+-\talles größer, kleiner\nStrg+0\tübliche Größe\nF1\tdiese Liste",
        "F\tturn the board\nCtrl++, Ctrl+-\teverything larger, smaller\nCtrl+0\tusual size\nF1\tthis list";
    about_what:
        "Mühle spielen, lernen, untersuchen und lösen. Das Programm belebt ein Forschungsprogramm von 2005 neu: Suche, lernende Netze und eine Endspieldatenbank, die jede Stellung mit höchstens acht Steinen genau kennt.",
        "Play, learn, study and solve Nine Men’s Morris. The program revives a research program of 2005: search, learning networks, and an endgame database that knows every position with up to eight stones exactly.";
    about_licence:
        "Freie Software unter der MIT-Lizenz. Die Schrift Inter steht unter der SIL Open Font License.",
        "Free software under the MIT licence. The typeface Inter is used under the SIL Open Font License.";
    about_version(version): "Version {version}", "version {version}";
}

impl HelpTexts {
    /// The keys, group by group: a heading, and lines of key and meaning.
    pub fn keys(self) -> [(&'static str, &'static str); 4] {
        [
            (self.keys_board(), self.keys_board_list()),
            (self.keys_game(), self.keys_game_list()),
            (self.keys_study(), self.keys_study_list()),
            (self.keys_window(), self.keys_window_list()),
        ]
    }
}
