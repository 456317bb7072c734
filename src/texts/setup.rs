//! Setting up a position.

use muehle_engine::game::{SetUpFault, SetUpOddity};
use muehle_engine::rules::ImpossiblePosition;

use super::Texts;

texts! {
    /// Setting up a position.
    SetupTexts;
    title: "Stellung aufbauen", "Set up position";
    hint: "Klicke auf einen Punkt: erst weiß, dann schwarz, dann wieder leer.",
        "Click a point: first white, then black, then empty again.";
    empty: "leer", "empty";
    white_hand: "Weiß in der Hand", "White in hand";
    black_hand: "Schwarz in der Hand", "Black in hand";
    to_move: "Am Zug", "To move";
    clear: "Leeren", "Clear";
    reset_to_game: "Aus der Partie", "From game";
    as_text: "Stellung als Text", "Position as text";
    apply: "Übernehmen", "Apply";
    play: "Ab hier spielen", "Play from here";
    ready: "Die Stellung ist spielbar.", "This position can be played.";
    fault_shared(point): "Auf {point} stehen ein weißer und ein schwarzer Stein.",
        "{point} has a white and a black stone.";
    fault_many(side, count): "{side} hat {count} Steine, es gibt aber nur neun.",
        "{side} has {count} stones, but only nine exist.";
    fault_few(side, count): "{side} hat nur {count} Steine. Die Partie wäre schon zu Ende.",
        "{side} has only {count} stones. The game would already be over.";
    fault_blocked(side): "{side} kann nicht ziehen. Die Partie wäre schon zu Ende.",
        "{side} cannot move. The game would already be over.";
    odd_hands:
        "Spielbar, aber in einer Partie nicht erreichbar: Weiß setzt zuerst, dazu passen die Steine in der Hand nicht.",
        "Playable, but no game leads here: White places first, and the stones in hand do not match that.";
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
