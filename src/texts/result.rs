//! The end of a game.

use muehle_engine::game::{DrawReason, Outcome, WinReason};
use muehle_engine::rules::{Color, Rules};

use super::Texts;

texts! {
    /// The end of a game.
    ResultTexts;
    you_win: "Du gewinnst!", "You win!";
    you_lose: "Du verlierst.", "You lose.";
    wins(side): "{side} gewinnt", "{side} wins";
    draw: "Remis", "Draw";
    by_stones(loser): "{loser} hat nur noch zwei Steine.", "{loser} has only two stones left.";
    by_blocking(loser): "{loser} kann nicht mehr ziehen.", "{loser} cannot move.";
    by_resignation(loser): "{loser} hat aufgegeben.", "{loser} resigned.";
    by_time(loser): "Die Zeit von {loser} ist abgelaufen.", "{loser} ran out of time.";
    by_forfeit(loser): "{loser} hat die Partie kampflos verloren.", "{loser} forfeited the game.";
    by_unknown: "Die Datei sagt nicht, warum.", "The file does not say why.";
    by_agreement: "Beide waren einverstanden.", "Both players agreed.";
    by_repetition: "Dieselbe Stellung kam dreimal vor.", "The same position occurred three times.";
    by_quiet_plies(count): "{count} Halbzüge lang wurde kein Stein geschlagen.",
        "No stone was captured for {count} plies.";
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
    /// Who has won, as the only person at this window sees it.
    pub fn outcome_title(self, outcome: Outcome, person: Option<Color>) -> String {
        match (outcome.winner(), person) {
            (None, _) => self.result.draw().to_owned(),
            (Some(winner), Some(person)) if winner == person => self.result.you_win().to_owned(),
            (Some(_), Some(_)) => self.result.you_lose().to_owned(),
            (Some(winner), None) => self.result.wins(self.side(winner)),
        }
    }

    /// Who has won and why.
    pub fn outcome_sentence(self, outcome: Outcome, person: Option<Color>, rules: &Rules) -> String {
        let (title, reason) = (self.outcome_title(outcome, person), self.outcome_reason(outcome, rules));
        // A title that is a sentence needs no other sign behind it.
        if title.ends_with(['.', '!']) { format!("{title} {reason}") } else { self.status.ended(title, reason) }
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
                    WinReason::Time => self.result.by_time(loser),
                    WinReason::Forfeit => self.result.by_forfeit(loser),
                    WinReason::Unknown => self.result.by_unknown().to_owned(),
                }
            }
            Outcome::Draw(DrawReason::Agreement) => self.result.by_agreement().to_owned(),
            Outcome::Draw(DrawReason::Repetition) => self.result.by_repetition().to_owned(),
            Outcome::Draw(DrawReason::QuietPlies) => self.result.by_quiet_plies(rules.quiet_plies),
        }
    }
}
