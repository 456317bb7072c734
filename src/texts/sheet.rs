//! The printed sheet.

use muehle_engine::game::{DrawReason, Outcome, WinReason};
use muehle_engine::rules::{Color, RemovalRule};

use super::Texts;

texts! {
    /// The printed sheet.
    SheetTexts;
    game: "Mühle", "Nine Men’s Morris";
    result(result): "Ergebnis: {result}", "Result: {result}";
    unfinished: "nicht beendet", "unfinished";
    start: "Ausgangsstellung", "Starting position";
    start_is(position): "Ausgangsstellung: {position}", "Starting position: {position}";
    after(mv): "Stellung nach {mv}", "Position after {mv}";
    to_move(side): "{side} ist am Zug", "{side} to move";
    in_hand(side, count): "{side}: {count} in der Hand", "{side}: {count} in hand";
    page(page, pages): "Seite {page} von {pages}", "Page {page} of {pages}";
    never: "Stehen alle gegnerischen Steine in Mühlen, wird keiner geschlagen.",
        "If all of the opponent’s stones are in mills, none is captured.";
    any: "Stehen alle gegnerischen Steine in Mühlen, darf jeder geschlagen werden.",
        "If all of the opponent’s stones are in mills, any of them may be captured.";
    few_stones(loser): "{loser} hat weniger als drei Steine", "{loser} has fewer than three stones";
    blocked(loser): "{loser} kann nicht ziehen", "{loser} cannot move";
    resigned(loser): "{loser} gibt auf", "{loser} resigns";
    timed_out(loser): "{loser} überschreitet die Zeit", "{loser} runs out of time";
    forfeited(loser): "{loser} verliert kampflos", "{loser} forfeits";
    beaten(loser): "{loser} verliert", "{loser} loses";
    agreed: "Remis durch Vereinbarung", "draw by agreement";
    repeated: "Remis durch dreifache Wiederholung", "draw by threefold repetition";
    quiet: "Remis, zu lange kein Stein geschlagen", "draw, no capture for too long";
}

impl Texts {
    /// What happens when all enemy stones are in mills, as the sheet says it.
    pub fn sheet_rule(self, rule: RemovalRule) -> &'static str {
        match rule {
            RemovalRule::Never => self.sheet.never(),
            RemovalRule::Any => self.sheet.any(),
        }
    }

    /// How a game ended, in a few words.
    pub fn sheet_outcome(self, outcome: Outcome) -> String {
        let loser = |winner: Color| self.side(!winner);
        match outcome {
            Outcome::Win { winner, reason: WinReason::Stones } => self.sheet.few_stones(loser(winner)),
            Outcome::Win { winner, reason: WinReason::Blocked } => self.sheet.blocked(loser(winner)),
            Outcome::Win { winner, reason: WinReason::Resignation } => self.sheet.resigned(loser(winner)),
            Outcome::Win { winner, reason: WinReason::Time } => self.sheet.timed_out(loser(winner)),
            Outcome::Win { winner, reason: WinReason::Forfeit } => self.sheet.forfeited(loser(winner)),
            Outcome::Win { winner, reason: WinReason::Unknown } => self.sheet.beaten(loser(winner)),
            Outcome::Draw(DrawReason::Agreement) => self.sheet.agreed().to_owned(),
            Outcome::Draw(DrawReason::Repetition) => self.sheet.repeated().to_owned(),
            Outcome::Draw(DrawReason::QuietPlies) => self.sheet.quiet().to_owned(),
        }
    }
}
