//! result.

use muehle_engine::game::{DrawReason, Outcome, WinReason};
use muehle_engine::rules::Rules;

use super::Texts;

texts! {
    /// result.
    ResultTexts;
    wins(side): "{side} gewinnt", "{side} wins";
    draw_title: "Remis", "A draw";
    by_stones(loser): "{loser} hat nur noch zwei Steine.", "{loser} has only two stones left.";
    by_blocking(loser): "{loser} kann nicht mehr ziehen.", "{loser} cannot move any more.";
    by_resignation(loser): "{loser} hat aufgegeben.", "{loser} has resigned.";
    by_forfeit(loser): "{loser} hat das Spiel verloren gegeben.", "{loser} has forfeited the game.";
    by_agreement: "Beide waren einverstanden.", "Both players agreed.";
    by_repetition: "Die Stellung stand zum dritten Mal auf dem Brett.", "The position stood there for the third time.";
    by_quiet_plies(count):
        "{count} Halbzüge lang wurde kein Stein geschlagen.",
        "{count} plies passed without a removal.";
    one_move: "1 Zug", "1 move";
    many_moves(count): "{count} Züge", "{count} moves";
    summary(moves, time): "{moves} · {time} Minuten", "{moves} · {time} minutes";
}

impl ResultTexts {
    /// `1 move`, `33 moves`.
    pub fn moves(self, count: usize) -> String {
        if count == 1 { self.one_move().to_owned() } else { self.many_moves(count) }
    }
}

impl Texts {
    /// Who has won.
    pub fn outcome_title(self, outcome: Outcome) -> String {
        match outcome.winner() {
            Some(winner) => self.result.wins(self.side(winner)),
            None => self.result.draw_title().to_owned(),
        }
    }

    /// Why a game is over, as a sentence.
    pub fn outcome_reason(self, outcome: Outcome, rules: &Rules) -> String {
        match outcome {
            Outcome::Win { winner, reason } => {
                let loser = self.side(!winner);
                match reason {
                    WinReason::Stones => self.result.by_stones(loser),
                    WinReason::Blocked => self.result.by_blocking(loser),
                    WinReason::Resignation => self.result.by_resignation(loser),
                    WinReason::Forfeit => self.result.by_forfeit(loser),
                }
            }
            Outcome::Draw(DrawReason::Agreement) => self.result.by_agreement().to_owned(),
            Outcome::Draw(DrawReason::Repetition) => self.result.by_repetition().to_owned(),
            Outcome::Draw(DrawReason::QuietPlies) => self.result.by_quiet_plies(rules.quiet_plies),
        }
    }
}
