//! The words of the printed sheet in both languages.

use muehle_engine::game::{DrawReason, Outcome, WinReason};
use muehle_engine::rules::{Color, RemovalRule};

/// The language of a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// Deutsch.
    German,
    /// English.
    #[default]
    English,
}

impl Language {
    fn pick(self, german: &'static str, english: &'static str) -> &'static str {
        match self {
            Language::German => german,
            Language::English => english,
        }
    }

    /// The code that documents carry.
    pub(super) fn code(self) -> &'static str {
        self.pick("de", "en")
    }

    pub(super) fn side(self, color: Color) -> &'static str {
        match color {
            Color::White => self.pick("Weiß", "White"),
            Color::Black => self.pick("Schwarz", "Black"),
        }
    }

    pub(super) fn game(self) -> &'static str {
        self.pick("Mühle", "Nine Men's Morris")
    }

    pub(super) fn result(self) -> &'static str {
        self.pick("Ergebnis", "Result")
    }

    pub(super) fn unfinished(self) -> &'static str {
        self.pick("nicht beendet", "unfinished")
    }

    pub(super) fn start(self) -> &'static str {
        self.pick("Ausgangsstellung", "Start position")
    }

    pub(super) fn after(self) -> &'static str {
        self.pick("Stellung nach", "Position after")
    }

    pub(super) fn to_move(self, color: Color) -> &'static str {
        match color {
            Color::White => self.pick("Weiß ist am Zug", "White to move"),
            Color::Black => self.pick("Schwarz ist am Zug", "Black to move"),
        }
    }

    pub(super) fn in_hand(self) -> &'static str {
        self.pick("in der Hand", "in hand")
    }

    pub(super) fn page(self, page: usize, pages: usize) -> String {
        format!("{} {page} {} {pages}", self.pick("Seite", "Page"), self.pick("von", "of"))
    }

    pub(super) fn removal_rule(self, rule: RemovalRule) -> &'static str {
        match rule {
            RemovalRule::Never => self.pick(
                "Stehen alle gegnerischen Steine in Mühlen, wird keiner geschlagen.",
                "If all enemy stones stand in mills, none is removed.",
            ),
            RemovalRule::Any => self.pick(
                "Stehen alle gegnerischen Steine in Mühlen, darf jeder geschlagen werden.",
                "If all enemy stones stand in mills, any of them may be removed.",
            ),
        }
    }

    pub(super) fn outcome(self, outcome: Outcome) -> &'static str {
        match outcome {
            Outcome::Win { winner, reason } => match (reason, winner) {
                (WinReason::Stones, Color::White) => {
                    self.pick("Schwarz hat weniger als drei Steine", "Black has fewer than three stones")
                }
                (WinReason::Stones, Color::Black) => {
                    self.pick("Weiß hat weniger als drei Steine", "White has fewer than three stones")
                }
                (WinReason::Blocked, Color::White) => self.pick("Schwarz kann nicht ziehen", "Black cannot move"),
                (WinReason::Blocked, Color::Black) => self.pick("Weiß kann nicht ziehen", "White cannot move"),
                (WinReason::Resignation, Color::White) => self.pick("Schwarz gibt auf", "Black resigns"),
                (WinReason::Resignation, Color::Black) => self.pick("Weiß gibt auf", "White resigns"),
                (WinReason::Forfeit, Color::White) => self.pick("Schwarz verliert kampflos", "Black forfeits"),
                (WinReason::Forfeit, Color::Black) => self.pick("Weiß verliert kampflos", "White forfeits"),
            },
            Outcome::Draw(DrawReason::Agreement) => self.pick("Remis vereinbart", "draw by agreement"),
            Outcome::Draw(DrawReason::Repetition) => {
                self.pick("Remis durch dreimalige Wiederholung", "draw by threefold repetition")
            }
            Outcome::Draw(DrawReason::QuietPlies) => {
                self.pick("Remis, zu lange nichts geschlagen", "draw, nothing removed for too long")
            }
        }
    }
}
