//! The tour and the pages to read: rules, keys, about.

texts! {
    /// The tour and the pages to read: rules, keys, about.
    HelpTexts;
    // Tour
    tour: "Einführung", "Tour";
    invitation: "Neu bei Mühle?", "New to the game?";
    invitation_text: "Fünf kurze Schritte auf dem Brett zeigen, wie es geht.",
        "Five short steps on the board show you how to play.";
    show_me: "Zeigen", "Show me";
    no_thanks: "Nein danke", "No, thanks";
    step(number, count): "Schritt {number} von {count}", "Step {number} of {count}";
    back: "Zurück", "Back";
    next: "Weiter", "Next";
    skip_lesson: "Überspringen", "Skip step";
    skip_tour: "Einführung beenden", "Exit tour";
    play: "Jetzt spielen", "Play now";
    place_title: "Setzen", "Placing";
    place_text:
        "Beide Seiten haben neun Steine. Weiß beginnt. Abwechselnd wird je ein Stein auf einen freien Punkt gesetzt.",
        "Each side has nine stones. White moves first. The players take turns placing a stone on a free point.";
    place_task: "Setze einen Stein: Klicke auf einen beliebigen Punkt.", "Place a stone: click any point.";
    place_done: "So geht es weiter, bis alle Steine gesetzt sind.", "This continues until all stones are placed.";
    mill_title: "Eine Mühle schließen", "Closing a mill";
    mill_text: "Drei eigene Steine auf einer Linie sind eine Mühle. Auf a7 und d7 stehen schon zwei.",
        "Three of your stones on a line form a mill. Two are already on a7 and d7.";
    mill_task: "Setze den dritten Stein auf den markierten Punkt g7.", "Place the third stone on the marked point g7.";
    mill_done: "Die Mühle ist geschlossen.", "The mill is closed.";
    stray_mill: "Das ist erlaubt. In diesem Schritt geht es aber um die Mühle: Setze auf g7.",
        "That is a legal move. But this step is about the mill: place on g7.";
    remove_title: "Schlagen", "Capturing";
    remove_text: "Wer eine Mühle schließt, schlägt einen gegnerischen Stein. Steine in einer Mühle sind sicher: Die \
        drei in der unteren Reihe bleiben stehen.",
        "When you close a mill, you capture one of your opponent’s stones. Stones in a mill are safe: the three in the \
        lower row stay.";
    remove_task: "Klicke auf den schwarzen Stein mit dem roten Ring.", "Click the black stone with the red ring.";
    remove_done: "Geschlagen! Dieser Stein kommt nicht zurück.", "Captured! This stone does not come back.";
    slide_title: "Ziehen", "Sliding";
    slide_text: "Sind alle Steine gesetzt, wird gezogen: auf einer Linie zum nächsten freien Punkt.",
        "Once all stones are placed, you slide them: along a line to the next free point.";
    slide_task: "Klicke auf einen weißen Stein, dann auf einen Punkt daneben. Du kannst ihn auch mit der Maus ziehen.",
        "Click a white stone, then a point next to it. You can also drag it.";
    slide_done: "Gut! Eine Mühle, die du öffnest und wieder schließt, schlägt jedes Mal.",
        "Good! A mill that you open and close again captures a stone every time.";
    fly_title: "Springen", "Flying";
    fly_text: "Wer nur noch drei Steine hat, darf mit ihnen auf jeden freien Punkt springen.",
        "With only three stones left, you may fly to any free point.";
    fly_task: "Springe mit dem Stein auf f6 nach g1 und schließe die Mühle.",
        "Fly with the stone on f6 to g1 and close the mill.";
    fly_done: "Gewonnen! Wer weniger als drei Steine hat oder nicht mehr ziehen kann, hat verloren.",
        "You win! A player with fewer than three stones or no legal move loses.";
    stray_fly: "Das ist erlaubt. Aber g1 schließt die Mühle und gewinnt.",
        "That is a legal move. But g1 closes the mill and wins.";
    // Rules
    rules_place: "Beide Seiten setzen abwechselnd ihre neun Steine auf freie Punkte. Weiß beginnt.",
        "The players take turns placing their nine stones on free points. White moves first.";
    rules_mill: "Drei eigene Steine auf einer Linie sind eine Mühle. Wer eine Mühle schließt, schlägt einen \
        gegnerischen Stein. Wer zwei auf einmal schließt, schlägt auch nur einen.",
        "Three of your stones on a line form a mill. When you close a mill, you capture one of your opponent’s stones. \
        Closing two mills at once still captures only one.";
    rules_safe_title: "Sichere Steine", "Safe stones";
    rules_safe: "Ein Stein in einer Mühle darf nicht geschlagen werden. Stehen alle in Mühlen, wird normalerweise \
        keiner geschlagen, auf Turnieren ein beliebiger (Einstellungen, Regeln).",
        "A stone in a mill cannot be captured. If all stones are in mills, normally none is captured; in tournaments \
        any stone may be (Settings, Rules).";
    rules_slide: "Sind alle Steine gesetzt, zieht ein Stein auf einer Linie zum nächsten freien Punkt.",
        "Once all stones are placed, a stone slides along a line to the next free point.";
    rules_fly: "Wer nur noch drei Steine hat, darf auf jeden freien Punkt springen. Das gilt für jede Seite einzeln.",
        "A player with only three stones left may fly to any free point. This applies to each side separately.";
    rules_end_title: "Ende der Partie", "End of the game";
    rules_end: "Wer weniger als drei Steine hat oder nicht mehr ziehen kann wie Schwarz hier, hat verloren. Remis ist \
        die Partie nach Vereinbarung, wenn dieselbe Stellung dreimal vorkommt, oder nach 100 Halbzügen ohne Schlagen.",
        "A player with fewer than three stones, or who cannot move, like Black here, loses. The game is drawn by \
        agreement, when the same position occurs three times, or after 100 plies without a capture.";
    // Keys
    keys_board: "Brett", "Board";
    keys_board_list: "Klick\tsetzen, wählen, ziehen, schlagen\nZiehen\tStein bewegen\nRechtsklick, rechts \
        ziehen\tKreis, Pfeil zeichnen (Umschalt, Alt: Farbe)\nTab\tzum Brett und \
        weiter\nPfeiltasten\tauf den Linien des Bretts\nEingabe, Leertaste\twie ein Klick auf den \
        Punkt\nEsc\tabbrechen, sofort ziehen, Tipp ausblenden, Zeichnung löschen\nB, L, T\tBrett, letzte Züge, Drohungen vorlesen (T zeigt sie auch)",
        "Click\tplace, choose, move, capture\nDrag\tmove a stone\nRight-click, right-drag\tdraw a circle, an arrow \
        (Shift, Alt: colour)\nTab\tto the board and on\nArrow keys\talong the \
        lines of the board\nEnter, Space\tlike a click on the point\nEsc\tcancel, move now, hide the hint, wipe the \
        drawing\nB, L, T\tread aloud the board, last moves, threats (T also shows them)";
    keys_game: "Partie", "Game";
    keys_game_list: "Strg+N, Strg+O\tneue Partie, Partie öffnen\nStrg+S, Strg+Umschalt+S\tspeichern, speichern \
        unter\nStrg+Z, Strg+Y\tzurücknehmen, wiederholen\nH\tTipp\nStrg+L\tZug eingeben\nF2\tSpieler wählen\nP, \
        N\tPause, ein Zug (zwei Computer)\nStrg+Q\tbeenden",
        "Ctrl+N, Ctrl+O\tnew game, open game\nCtrl+S, Ctrl+Shift+S\tsave, save as\nCtrl+Z, Ctrl+Y\tundo, \
        redo\nH\thint\nCtrl+L\tenter move\nF2\tchoose players\nP, N\tpause, one move (two computers)\nCtrl+Q\tquit";
    keys_study: "Analyse", "Analysis";
    keys_study_list: "Links, Rechts\tein Zug zurück, vor (auf dem Brett mit Strg)\nHoch, Runter\tvorige, nächste Variante\nPos1, Ende\tzum \
        Anfang, zurück zur Partie\nW\tWerte auf dem Brett\nE\tBewertungsbalken und -kurve\nO\tEröffnungen beim Setzen\nA\tStellung \
        analysieren\nR\tRückblick\nN, Umschalt+N\tnächster, voriger Fehler\nC\tKommentar zum gezeigten Zug\nStrg+P\tdrucken\nStrg+C, Strg+Umschalt+C\tStellung, Partie \
        kopieren\nStrg+V\tStellung oder Partie einfügen",
        "Left, Right\tback, forward one move (on the board with Ctrl)\nUp, Down\tprevious, next side line\nHome, End\tto the start, back to the \
        game\nW\tvalues on the board\nE\tevaluation bar and graph\nO\topenings while placing\nA\tanalyse position\nR\treview\nN, \
        Shift+N\tnext, previous mistake\nC\tcomment on the shown \
        move\nCtrl+P\tprint\nCtrl+C, Ctrl+Shift+C\tcopy position, game\nCtrl+V\tpaste position or game";
    keys_window: "Fenster", "Window";
    keys_window_list:
        "F10, Alt+Buchstabe\tMenü\nStrg+1\tzur Partie\nStrg+2 bis Strg+5\tRätsel, Partien, Schule, Labor\nEsc\tvon einer Seite zurück zur Partie\nF\tBrett drehen\nStrg++, Strg+-\tOberfläche größer, kleiner\nStrg+0\tnormale Größe\nF1\tHandbuch, zu dem, was offen ist\nUmschalt+F1\tdiese Liste",
        "F10, Alt+letter\tmenu\nCtrl+1\tto the game\nCtrl+2 to Ctrl+5\tpuzzles, games, lessons, laboratory\nEsc\tfrom a page back to the game\nF\tflip board\nCtrl++, Ctrl+-\tlarger, smaller interface\nCtrl+0\tnormal size\nF1\tguide, about what is open\nShift+F1\tthis list";
    // Guide
    guide_search: "Im Handbuch suchen", "Search the guide";
    guide_search_tip: "Eingabe oder F3: nächste Stelle, mit Umschalt: vorige. Bild auf, Bild ab: blättern",
        "Enter or F3: next place, with Shift: previous. Page Up, Page Down: scroll";
    guide_chapter: "Kapitel", "Chapter";
    guide_found(number, count): "Stelle {number} von {count}", "Place {number} of {count}";
    guide_nothing: "Nichts gefunden", "Nothing found";
    // About
    about_version(version): "Version {version}", "Version {version}";
    about_build(commit, date): "Commit {commit}, gebaut am {date}", "Commit {commit}, built {date}";
    about_development: "Entwicklungsversion", "Development build";
    licences: "Lizenzen", "Licences";
    about_what: "Mühle spielen, lernen, analysieren und lösen. Das Programm ist der Nachfolger eines \
        Forschungsprogramms von 2005: mit Suche, lernenden Netzen und einer Endspieldatenbank, die jede Stellung bis \
        zehn Steine exakt kennt.",
        "Play, learn, analyse and solve Nine Men’s Morris. The program is the successor of a research program from \
        2005: with search, learning networks, and an endgame database that knows every position with up to ten \
        stones exactly.";
    about_licence: "Freie Software unter der MIT-Lizenz. Die Schrift Inter steht unter der SIL Open Font License.",
        "Free software under the MIT licence. The typeface Inter is used under the SIL Open Font License.";
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
