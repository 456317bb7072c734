//! What a program needs to come back to a network game after it was killed. The journal of the game keeps it.

use std::net::IpAddr;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use super::ClockSettings;
use muehle_engine::rules::Color;

/// The place of one side in a network game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ticket {
    /// How the other side is found again.
    pub seat: TicketSeat,
    /// The secret of the game.
    pub token: String,
    /// The number of the game in the session.
    pub game: u32,
    /// The colour of this side.
    pub own: Color,
    /// The time for the game, if it is limited.
    pub clock: Option<ClockSettings>,
    /// The time left in milliseconds, White's first.
    pub left_ms: [u64; 2],
    /// When that was, in milliseconds since 1970.
    pub written_ms: u64,
}

/// Whether this side waits for the other or calls it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum TicketSeat {
    Host { port: u16, bind: Option<IpAddr> },
    Guest { address: String },
}

impl Ticket {
    /// Reads the text form.
    pub fn read(text: &str) -> Option<Ticket> {
        let ticket: Ticket = serde_json::from_str(text).ok()?;
        (ticket.game > 0 && ticket.clock.is_none_or(|clock| clock.is_sensible())).then_some(ticket)
    }

    /// The text form, one line.
    pub fn text(&self) -> String {
        // This can fail only for maps whose keys are not text, and there are none.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The present as `written_ms` counts it.
    pub fn now_ms() -> u64 {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        since.as_millis() as u64
    }

    /// How long ago it was written.
    pub(super) fn age(&self) -> Duration {
        Duration::from_millis(Ticket::now_ms().saturating_sub(self.written_ms))
    }

    /// The time left when it was written.
    pub fn left(&self) -> [Duration; 2] {
        self.left_ms.map(Duration::from_millis)
    }
}
