//! Playing over the network: two programs, one connection, nobody trusted.
//!
//! A [`Session`] runs on its own threads; commands go in, events come out, and nobody waits for it. Everything the
//! partner sends is size-limited, parsed strictly and checked against the local rules. The worst a partner can do is end
//! the connection, which is reported in one sentence. docs/network.md describes the protocol.

mod address;
mod clock;
mod connection;
mod doors;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod handshake;
mod lines;
mod lobby;
mod message;
#[cfg(test)]
pub mod rogue;
mod secret;
mod session;
mod shared_game;
mod ticket;

use std::time::Duration;

use thiserror::Error;

use muehle_engine::game::Outcome;
use muehle_engine::rules::{Color, IllegalMove, Move, Rules};

pub use address::{Address, AddressError, DEFAULT_PORT, own_addresses};
pub use clock::ClockSettings;
#[cfg(test)]
pub use message::game_key;
pub use message::{MAX_CHAT, MAX_LINE, MAX_NAME, Message, PROTOCOL, clean};
pub use secret::InvitationCode;
#[cfg(test)]
pub use secret::Proof;
pub use session::{HostSettings, Session};
pub use ticket::{Ticket, TicketSeat};

/// What a session is asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Accepts the offer, as a guest.
    Accept,
    /// Declines it; the session ends.
    Decline,
    /// Plays a move for this side.
    Move(Move),
    /// Sends a chat message.
    Chat(String),
    /// Offers a draw.
    OfferDraw,
    /// Answers a draw offer.
    AnswerDraw(bool),
    /// Resigns.
    Resign,
    /// Offers another game with swapped colours, or accepts the partner's offer.
    Rematch,
    /// Declines the partner's offer of another game.
    DeclineRematch,
    /// The owner has written this much of the game to the disk. Own moves and the own end of a game are sent only then, so
    /// that a program that is killed never knows less of its own acts than the partner.
    Kept(Progress),
    /// Ends the session, whatever it is doing.
    Leave,
}

/// How much of the games of a session one side knows. The later, the greater.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub struct Progress {
    pub game: u32,
    pub plies: u32,
    pub over: bool,
}

/// What the host offers a guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The host's name.
    pub host: String,
    /// The rules to play by.
    pub rules: Rules,
    /// The guest's colour.
    pub guest: Color,
    /// The time for the game, if it is limited.
    pub clock: Option<ClockSettings>,
}

/// What a session reports. [`Event::Closed`] is the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The host waits for a guest at this port.
    Listening {
        /// The port that was opened.
        port: u16,
    },
    /// Someone other than the partner connected and was turned away.
    TurnedAway(Closed),
    /// A guest is looking at the offer.
    Visitor {
        /// The guest's name.
        name: String,
    },
    /// The guest left before the game began; the host waits for the next.
    VisitorGone {
        /// Whether the guest declined the offer.
        declined: bool,
    },
    /// The host offers a game, to be accepted or declined.
    Offered(Offer),
    /// A game begins, the first or a rematch.
    Started {
        /// The number of the game in this session, from 1.
        number: u32,
        /// The colour of this side.
        own: Color,
        /// The partner's name.
        partner: String,
        /// The rules.
        rules: Rules,
        /// The time for the game, if it is limited.
        clock: Option<ClockSettings>,
    },
    /// The secret of the session, with which this side can come back; follows the start of the first game.
    Token(String),
    /// A move was played, by either side.
    Moved {
        /// Who played it.
        by: Color,
        /// The move, checked.
        mv: Move,
        /// The number of plies including it.
        ply: u32,
    },
    /// The clocks; sent after each move and when the line comes back.
    Clocks {
        /// The time left, White's first.
        left: [Duration; 2],
        /// For how long lost lines may still stop the clocks.
        grace: Duration,
    },
    /// A chat message from the partner, without control characters.
    Chat(String),
    /// The partner offers a draw.
    DrawOffered,
    /// The partner declines this side's draw offer, or plays on instead.
    DrawDeclined,
    /// The game is over.
    Ended(Outcome),
    /// This side's resignation crossed a move or a resignation of the partner. The declared end is taken back; what
    /// crossed it follows, then another [`Event::Ended`].
    EndRetracted,
    /// The partner offers another game.
    RematchOffered,
    /// The partner declines another game.
    RematchDeclined,
    /// A command was not carried out.
    Refused(Refusal),
    /// The line is lost; both sides try to get it back for this long.
    LineLost {
        /// The time left until the session gives up.
        remaining: Duration,
    },
    /// The line is back and the game goes on.
    LineBack,
    /// The session is over. An unfinished game may be saved or claimed.
    Closed(Closed),
}

/// Why a command was not carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum Refusal {
    #[error("no game is running")]
    NoGame,
    #[error("it is the partner's turn")]
    NotYourTurn,
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    #[error("the game is over")]
    GameOver,
    #[error("the game is not over yet")]
    GameRunning,
    #[error("the connection is lost at the moment")]
    LineLost,
    #[error("a draw was already offered; play a move first")]
    DrawOfferedAlready,
    #[error("the partner's answer to the draw is still on its way")]
    DrawPending,
    #[error("there is no offer to answer")]
    NothingOffered,
    #[error("too many messages; wait a moment")]
    TooFast,
}

/// Something the partner did that no honest program does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum Violation {
    #[error("a message was longer than {MAX_LINE} bytes")]
    LongLine,
    #[error("a message was not UTF-8 text")]
    NotUtf8,
    #[error("a message was malformed")]
    Malformed,
    #[error("a message came at the wrong time")]
    Unexpected,
    #[error("a message was not encrypted with the key of this game")]
    Forged,
    #[error("too many messages came at once")]
    Flood,
    #[error("a message took too long to arrive")]
    Slow,
    #[error("a name, a text or a number was out of bounds")]
    OutOfBounds,
    #[error("a move came out of turn")]
    OutOfTurn,
    #[error("a move was illegal: {0}")]
    Illegal(#[from] IllegalMove),
    #[error("the two sides disagree about the game")]
    Disagreement,
    #[error("the partner ran out of time and did not say so")]
    Overtime,
}

/// Why a session ended, or why someone was turned away.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum Closed {
    #[error("you left")]
    Left,
    #[error("port {0} is in use by another program")]
    PortInUse(u16),
    #[error("cannot listen on port {port}: {reason}")]
    CannotListen { port: u16, reason: String },
    #[error("no computer named {0} was found")]
    UnknownHost(String),
    #[error("{0} refuses the connection; is a game hosted there?")]
    ConnectionRefused(Address),
    #[error("{0} does not answer")]
    NoAnswer(Address),
    #[error("cannot reach {address}: {reason}")]
    Unreachable { address: Address, reason: String },
    #[error("{}", version_sentence(*.theirs))]
    WrongVersion { theirs: u32 },
    #[error("the invitation code is wrong")]
    WrongCode,
    #[error("the offered game was declined")]
    Declined,
    #[error("the host is already in a game")]
    Busy,
    #[error("the partner left")]
    PartnerLeft,
    #[error("the connection was lost before the game began")]
    LostBeforeStart,
    #[error("the connection was lost and did not come back")]
    LineLost,
    #[error("the offer was not answered in time")]
    NotAnswered,
    #[error("the partner no longer knows this game")]
    UnknownGame,
    #[error("the connection was closed because {0}")]
    Violation(#[from] Violation),
    #[error("the other program closed the connection because it did not understand this one")]
    Misunderstood,
}

fn version_sentence(theirs: u32) -> String {
    let (other, update) = if theirs < PROTOCOL { ("older", "that") } else { ("newer", "this") };
    format!("the other program is {other} (network protocol {theirs}, not {PROTOCOL}); update {update} one to play")
}

/// How long a session waits for various things. Tests are less patient than people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For a connection to the host, and for the host's answer.
    pub handshake: Duration,
    /// For a visitor to say what they want.
    pub greeting: Duration,
    /// For the guest's answer to the offer.
    pub decision: Duration,
    /// For a message to arrive as a whole, and for one to be written.
    pub message: Duration,
    /// Silence after which a ping is sent.
    pub ping: Duration,
    /// Silence after which the line counts as lost.
    pub silence: Duration,
    /// For a lost line to come back.
    pub reconnection: Duration,
    /// For the owner of the session to keep what is about to be sent; zero if the owner keeps nothing.
    pub keeping: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            handshake: Duration::from_secs(10),
            greeting: Duration::from_secs(3),
            decision: Duration::from_secs(300),
            message: Duration::from_secs(10),
            ping: Duration::from_secs(5),
            silence: Duration::from_secs(15),
            reconnection: Duration::from_secs(120),
            keeping: Duration::ZERO,
        }
    }
}

impl Patience {
    /// For owners that keep a journal and say so by [`Command::Kept`].
    pub fn with_journal() -> Patience {
        Patience { keeping: Duration::from_secs(2), ..Patience::default() }
    }
}
