//! Why something is not possible in a game.

use muehle_engine::rules::IllegalMove;

use super::Texts;

texts! {
    /// Why something is not possible in a game.
    RefusalTexts;
    over: "Die Partie ist zu Ende.", "The game is over.";
    turn: "Du bist nicht am Zug.", "It is not your turn.";
    looking: "Das ist eine frühere Stellung. Taste Ende: zurück zur Partie",
        "This is an earlier position. Press End to return to the game.";
    stuck(point): "{point} kann nicht ziehen: Alle Punkte daneben sind besetzt.",
        "{point} cannot move: all points next to it are occupied.";
    nothing_to_undo: "Es gibt keinen Zug zum Zurücknehmen.", "There is no move to undo.";
    nothing_to_redo: "Es gibt keinen Zug zum Wiederholen.", "There is no move to redo.";
    no_hint: "Tipps gibt es nur gegen den Computer.", "Hints are only available against the computer.";
    no_draw: "Zwei Computer bieten einander kein Remis an.", "Two computers do not offer each other draws.";
    draw_declined: "Das Remis wurde gerade abgelehnt. Spiele zuerst weiter.",
        "The draw was just declined. Play on first.";
    no_resignation: "Niemand kann aufgeben: Es spielen zwei Computer.", "Nobody can resign: two computers are playing.";
    busy: "Einen Moment, die Antwort kommt gleich.", "One moment, the answer is coming.";
    must_place: "Du hast noch Steine in der Hand. Setze zuerst einen.",
        "You still have stones in hand. Place one first.";
    hand_empty: "Alle Steine sind gesetzt. Wähle einen deiner Steine.",
        "All stones are placed. Choose one of your stones.";
    occupied(point): "{point} ist besetzt.", "{point} is occupied.";
    no_stone(point): "Auf {point} steht kein Stein.", "There is no stone on {point}.";
    enemy(point): "Der Stein auf {point} gehört dir nicht.", "The stone on {point} is not yours.";
    neighbours(from, to): "{to} liegt nicht neben {from}.", "{to} is not next to {from}.";
    removal_missing(point):
        "Auf {point} schließt sich eine Mühle. Gib auch den geschlagenen Stein an, zum Beispiel {point}xb4.",
        "{point} closes a mill. Also name the stone to capture, for example {point}xb4.";
    no_mill(point): "{point} schließt keine Mühle. Du kannst nichts schlagen.",
        "{point} does not close a mill. There is nothing to capture.";
    own(point): "{point} ist dein eigener Stein. Wähle einen gegnerischen.",
        "{point} is your own stone. Choose one of your opponent’s.";
    in_mill(point): "{point} steht in einer Mühle. Wähle einen Stein außerhalb.",
        "{point} is in a mill; take a stone that is not.";
    all_in_mills: "Alle gegnerischen Steine stehen in Mühlen. Du kannst keinen schlagen.",
        "All your opponent’s stones are in mills. None can be captured.";
}

impl Texts {
    /// Why a move is against the rules.
    pub fn illegal(self, reason: IllegalMove) -> String {
        let texts = self.refusals;
        match reason {
            IllegalMove::GameOver => texts.over().to_owned(),
            IllegalMove::MustPlace => texts.must_place().to_owned(),
            IllegalMove::HandEmpty => texts.hand_empty().to_owned(),
            IllegalMove::AllInMills => texts.all_in_mills().to_owned(),
            IllegalMove::Occupied(point) => texts.occupied(point),
            IllegalMove::NoStone(point) => texts.no_stone(point),
            IllegalMove::EnemyStone(point) => texts.enemy(point),
            IllegalMove::RemovalMissing(point) => texts.removal_missing(point),
            IllegalMove::NoMill(point) => texts.no_mill(point),
            IllegalMove::OwnStone(point) => texts.own(point),
            IllegalMove::InMill(point) => texts.in_mill(point),
            IllegalMove::NotNeighbours(from, to) => texts.neighbours(from, to),
        }
    }
}
