//! The lessons on the board.

use muehle_engine::puzzles::lessons::Topic;

use super::Texts;

texts! {
    /// The lessons on the board.
    LessonsTexts;
    head: "Lektionen", "Lessons on the board";
    start: "Beginnen", "Start";
    repeat: "Wiederholen", "Repeat";
    start_tip: "Diese Lektion auf dem Brett beginnen", "Start this lesson on the board";
    named(button, title): "{button}: {title}", "{button}: {title}";
    position(number, count): "Stellung {number} von {count}", "Position {number} of {count}";
    leave: "Lektion beenden", "Leave the lesson";
    next_tip: "Die nächste Stellung (Eingabe)", "The next position (Enter)";
    skip_tip: "Diese Stellung überspringen", "Skip this position";
    finish: "Fertig", "Finish";
    finish_tip: "Zurück zur Übersicht (Eingabe)", "Back to the overview (Enter)";
    hint_tip: "Erst den Stein zeigen, dann den Zug (H)", "Show the stone first, then the move (H)";
    finished(title): "Lektion geschafft: {title}.", "Lesson completed: {title}.";
    threat_title: "Doppelte Drohung", "Double threat";
    threat_text: "Drohe zwei Mühlen auf einmal an: Der Gegner kann nur eine Drohung abwehren, die andere schließt du.",
        "Threaten two mills at once: your opponent can stop only one of them, and you close the other.";
    double_title: "Zwickmühle", "Double mill";
    double_text: "Ein Stein pendelt zwischen zwei Mühlen: Er öffnet die eine und schließt damit die andere. So schlägt jeder Zug.",
        "One stone swings between two mills: it opens one and closes the other, so every move captures.";
    mobility_title: "Beweglich bleiben", "Mobility and blocking";
    mobility_text: "Wer nicht mehr ziehen kann, hat verloren. Achte auf den letzten Ausgang, bevor er zu ist.",
        "A player who cannot move loses. Watch your last way out before it closes.";
    points_title: "Gute Punkte", "Good points";
    points_text: "Auf d6, f4, d2 und b4 treffen sich vier Wege. Von dort erreicht ein Stein drei Ringe und zwei Mühlenlinien.",
        "Four ways meet on d6, f4, d2 and b4. A stone there reaches all three rings and belongs to two mill lines.";
    three_title: "Verteidigen mit drei Steinen", "Defending with three";
    three_text: "Mit drei Steinen darfst du springen. Stelle dich in die Linie, die der Gegner schließen will, und drohe wenn möglich selbst.",
        "With three stones you may fly. Step into the line your opponent wants to close, and threaten something yourself if you can.";
    opening_title: "Die Eröffnung", "Opening principles";
    opening_text: "Verhindere jede Mühle, aber so, dass deine Steine sich kreuzende Linien bilden. Ein falscher Stein kann schon verlieren.",
        "Stop every mill, but in such a way that your own stones form crossing lines. One wrong stone can lose the game.";
}

impl Texts {
    /// The title of a lesson and what it teaches.
    pub fn lesson(self, topic: Topic) -> [&'static str; 2] {
        let texts = self.lessons;
        match topic {
            Topic::DoubleThreat => [texts.threat_title(), texts.threat_text()],
            Topic::DoubleMill => [texts.double_title(), texts.double_text()],
            Topic::Mobility => [texts.mobility_title(), texts.mobility_text()],
            Topic::GoodPoints => [texts.points_title(), texts.points_text()],
            Topic::ThreeStones => [texts.three_title(), texts.three_text()],
            Topic::Opening => [texts.opening_title(), texts.opening_text()],
        }
    }
}
