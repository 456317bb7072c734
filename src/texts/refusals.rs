//! refusals.

use muehle_engine::rules::IllegalMove;

use super::Texts;

texts! {
    /// refusals.
    RefusalTexts;
    over: "Das Spiel ist zu Ende.", "The game is over.";
    turn: "Du bist nicht am Zug.", "It is not your turn.";
    looking:
        "Du siehst einen früheren Zug an. Ende führt zum Spiel zurück.",
        "You are looking at an earlier move. End leads back to the game.";
    stuck(point):
        "{point} kann nicht ziehen: alle Punkte daneben sind besetzt.",
        "{point} cannot move: all points beside it are taken.";
    nothing_to_undo: "Es gibt nichts zurückzunehmen.", "There is nothing to take back.";
    nothing_to_redo: "Es gibt nichts zu wiederholen.", "There is nothing to play again.";
    no_hint: "Tipps gibt es in Spielen gegen den Computer.", "Hints are given in games against the computer.";
    no_draw: "Zwei Computer bieten einander kein Remis an.", "Two computers do not offer draws.";
    draw_declined:
        "Das Remis wurde gerade abgelehnt. Spiele erst weiter.",
        "The draw was declined just now. Play on first.";
    no_resignation:
        "Hier kann niemand aufgeben: es spielen zwei Computer.",
        "Nobody can resign here: two computers are playing.";
    busy: "Einen Augenblick, eine Antwort ist unterwegs.", "One moment, an answer is on its way.";
    must_place: "Es sind noch Steine in der Hand: setze einen.", "Stones are still in hand: place one.";
    hand_empty: "Alle Steine sind gesetzt: wähle einen eigenen.", "All stones are placed: choose one of yours.";
    occupied(point): "{point} ist besetzt.", "{point} is taken.";
    no_stone(point): "Auf {point} steht kein Stein.", "There is no stone on {point}.";
    enemy(point): "Der Stein auf {point} gehört dir nicht.", "The stone on {point} is not yours.";
    neighbours(from, to): "{from} und {to} verbindet keine Linie.", "{from} and {to} are not joined by a line.";
    removal_missing(point):
        "Auf {point} schließt sich eine Mühle: sag, welchen Stein sie schlägt, zum Beispiel {point}xb4.",
        "A mill closes on {point}: say which stone it removes, for example {point}xb4.";
    no_mill(point):
        "Auf {point} schließt sich keine Mühle, also wird nichts geschlagen.",
        "No mill closes on {point}, so nothing is removed.";
    own(point):
        "{point} ist dein eigener Stein; wähle einen der Gegenseite.",
        "{point} is your own stone; choose one of the other side.";
    in_mill(point):
        "{point} steht in einer Mühle, ein anderer Stein ist frei.",
        "{point} stands in a mill, another stone is free.";
    all_in_mills:
        "Alle Steine der Gegenseite stehen in Mühlen, also wird nichts geschlagen.",
        "All stones of the other side stand in mills, so nothing is removed.";
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
