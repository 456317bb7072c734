//! setup.

use muehle_engine::game::{SetUpFault, SetUpOddity};
use muehle_engine::rules::ImpossiblePosition;

use super::Texts;

texts! {
    /// setup.
    SetupTexts;
    title: "Stellung aufbauen", "Set up a position";
    hint:
        "Ein Klick auf einen Punkt setzt einen weißen Stein, der nächste einen schwarzen, der dritte nimmt ihn weg.",
        "A click on a point puts a white stone there, the next one a black stone, the third takes it away.";
    white_hand: "Weiß in der Hand", "White in hand";
    black_hand: "Schwarz in der Hand", "Black in hand";
    to_move: "Am Zug", "To move";
    clear: "Leeren", "Clear";
    from_game: "Aus der Partie", "From the game";
    as_text: "Stellung als Text", "Position as text";
    apply: "Übernehmen", "Apply";
    play: "Von hier spielen", "Play from here";
    ready: "Von dieser Stellung kann gespielt werden.", "A game can go on from here.";
    fault_shared(point):
        "Auf {point} stehen ein weißer und ein schwarzer Stein.",
        "{point} holds a white and a black stone.";
    fault_many(side, count):
        "{side} hat {count} Steine, es gibt aber nur neun.",
        "{side} has {count} stones, but nine are all there are.";
    fault_few(side, count):
        "{side} hat nur {count} Steine: Die Partie wäre zu Ende.",
        "{side} has only {count} stones: the game would be over.";
    fault_blocked(side):
        "{side} kann nicht ziehen: Die Partie wäre zu Ende.",
        "{side} cannot move: the game would be over.";
    odd_hands:
        "Geht, kommt aber in keiner Partie vor: Weiß setzt zuerst, dazu passen die Hände nicht.",
        "Possible, but no game leads here: white places first, and the hands do not fit that.";
}

impl Texts {
    /// Why a game cannot start from a position.
    pub fn set_up_fault(self, fault: SetUpFault) -> String {
        match fault {
            SetUpFault::Impossible(ImpossiblePosition::SharedPoint(point)) => self.setup.fault_shared(point),
            SetUpFault::Impossible(ImpossiblePosition::TooManyStones { color, on_board, in_hand }) => {
                self.setup.fault_many(self.side(color), on_board + in_hand)
            }
            SetUpFault::FewStones { color, stones } => self.setup.fault_few(self.side(color), stones),
            SetUpFault::Blocked(color) => self.setup.fault_blocked(self.side(color)),
        }
    }

    /// What is unusual about a position.
    pub fn set_up_oddity(self, oddity: SetUpOddity) -> &'static str {
        match oddity {
            SetUpOddity::Hands => self.setup.odd_hands(),
        }
    }
}
