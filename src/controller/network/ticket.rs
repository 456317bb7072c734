//! What a program needs to come back to a network game after it was killed. The journal of the game keeps it.

use std::net::IpAddr;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use super::ClockSettings;
use muehle_engine::game::pgn::Tags;
use muehle_engine::rules::Color;

/// The tag of a journal with the way back to a partner.
const TAG: &str = "NetworkTicket";

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
    /// For how many milliseconds lost lines may still stop the clocks. Without it, as long as in a new game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grace_ms: Option<u64>,
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

    /// Takes the ticket out of the tags of a journal.
    pub fn take(tags: &mut Tags) -> Option<Ticket> {
        let ticket = tags.get(TAG).and_then(Ticket::read);
        tags.remove(TAG);
        ticket
    }

    /// Makes a ticket, or none, part of the tags of a journal. Files that people share never have one.
    pub fn put(ticket: Option<&Ticket>, tags: &mut Tags) {
        // Another one may have come with a file of somebody else.
        tags.remove(TAG);
        if let Some(ticket) = ticket {
            tags.set(TAG, ticket.text());
        }
    }

    /// Whether these tags have a ticket.
    pub fn is_in(tags: &Tags) -> bool {
        tags.get(TAG).is_some()
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
    pub fn age(&self) -> Duration {
        Duration::from_millis(Ticket::now_ms().saturating_sub(self.written_ms))
    }

    /// The time left when it was written.
    pub fn left(&self) -> [Duration; 2] {
        self.left_ms.map(Duration::from_millis)
    }
}
