//! How a game ends, and why.

use std::fmt;

use crate::rules::Color;

/// Why a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinReason {
    /// The loser has fewer than three stones.
    Stones,
    /// The loser has no move at his turn.
    Blocked,
    /// The loser resigned.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// The loser left.
    Forfeit,
    /// A file says who won, but not why.
    Unknown,
}

/// Why a game was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// Both agreed.
    Agreement,
    /// The same position occurred three times.
    Repetition,
    /// Too many plies without a removal.
    QuietPlies,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side has won.
    Win {
        /// The winner.
        winner: Color,
        /// Why.
        reason: WinReason,
    },
    /// Nobody has won.
    Draw(DrawReason),
}

impl Outcome {
    /// Who has won, unless the game was drawn.
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win { winner, .. } => Some(winner),
            Outcome::Draw(_) => None,
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn score_text(self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// A word for the reason, as saved games carry it.
    pub fn reason_text(self) -> &'static str {
        match self {
            Outcome::Win { reason: WinReason::Stones, .. } => "stones",
            Outcome::Win { reason: WinReason::Blocked, .. } => "blocked",
            Outcome::Win { reason: WinReason::Resignation, .. } => "resignation",
            Outcome::Win { reason: WinReason::Time, .. } => "time forfeit",
            Outcome::Win { reason: WinReason::Forfeit, .. } => "forfeit",
            Outcome::Win { reason: WinReason::Unknown, .. } => "unknown",
            Outcome::Draw(DrawReason::Agreement) => "agreement",
            Outcome::Draw(DrawReason::Repetition) => "repetition",
            Outcome::Draw(DrawReason::QuietPlies) => "quiet plies",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} ({})", self.score_text(), self.reason_text())
    }
}
