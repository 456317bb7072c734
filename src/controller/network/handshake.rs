//! How two sides get together: greeting and offer, and again after a lost line.

use std::net::TcpStream;
use std::sync::Arc;
use std::time::Instant;

use rand::RngExt;

use super::message::{ByeReason, PROTOCOL};
use super::session::{Actor, Line, Phase, Reconnection, Role, Stranger, clean_name};
use super::shared_game::{SharedGame, Standing};
use super::{Closed, Event, MAX_NAME, Message, Offer, Violation};

/// Threads that read or write connections, including those being closed.
const MAX_THREADS: usize = 32;

/// A secret of 128 bits that only the two partners know.
fn new_token() -> String {
    format!("{:032x}", rand::rng().random::<u128>())
}

impl Line {
    fn new(stranger: Stranger, now: Instant) -> Line {
        Line { connection: stranger.connection, heard: now, pinged: now }
    }
}

// The host's side.
impl Actor {
    /// Somebody is at the door.
    pub(super) fn visitor(&mut self, stream: TcpStream) {
        if Arc::strong_count(&self.alive) > MAX_THREADS {
            return;
        }
        // A connection that is already dead does not count.
        if let Ok(connection) = self.open(stream) {
            self.strangers.push(Stranger { connection, since: Instant::now() });
        }
    }

    pub(super) fn turn_away(&mut self, stranger: &Stranger, reason: ByeReason, told: Closed) {
        // It does not matter whether this arrives.
        let _ = stranger.connection.send(&Message::bye(reason));
        self.report_turned_away(told);
    }

    pub(super) fn report_turned_away(&mut self, reason: Closed) {
        // Someone who keeps knocking must not fill the host's window.
        if self.turned_away.take(Instant::now()) {
            self.emit(Event::TurnedAway(reason));
        }
    }

    /// The first line of a stranger says who it is.
    pub(super) fn stranger_line(&mut self, stranger: Stranger, line: &[u8], now: Instant) {
        match Message::read_version(line) {
            Some(theirs) if theirs != PROTOCOL => {
                return self.turn_away(&stranger, ByeReason::Version, Closed::WrongVersion { theirs });
            }
            _ => {}
        }
        match Message::read(line) {
            Ok(Message::Hello { name, .. }) if name.chars().count() <= MAX_NAME => match self.phase {
                Phase::Waiting { .. } => self.offer(stranger, &name, now),
                _ => self.turn_away(&stranger, ByeReason::Busy, Closed::Busy),
            },
            Ok(Message::Resume { token, game, plies, key, over, .. }) => {
                self.resume(stranger, &token, &Standing { game, plies, key, over }, now);
            }
            Ok(_) => self.turn_away(&stranger, ByeReason::Protocol, Violation::Unexpected.into()),
            Err(violation) => self.turn_away(&stranger, ByeReason::Protocol, violation.into()),
        }
    }

    fn offer(&mut self, stranger: Stranger, name: &str, now: Instant) {
        let Role::Host(settings) = &self.role else { return };
        let token = new_token();
        let offer = Message::Offer {
            protocol: PROTOCOL,
            name: self.name.clone(),
            rules: settings.rules.to_string(),
            guest: !settings.own,
            clock: settings.clock,
            token: token.clone(),
        };
        self.token = Some(token);
        self.line = Some(Line::new(stranger, now));
        self.say(&offer);
        let name = clean_name(name);
        self.phase = Phase::Offering { name: name.clone(), since: now };
        self.emit(Event::Visitor { name });
    }

    /// The guest has left; the door stays open.
    pub(super) fn visitor_gone(&mut self, declined: bool) {
        self.line = None;
        self.token = None;
        self.phase = Phase::Waiting { last: None };
        self.emit(Event::VisitorGone { declined });
    }

    fn start_as_host(&mut self, partner: String, now: Instant) {
        let Role::Host(settings) = &self.role else { return };
        self.start(SharedGame::new(settings.own, partner, settings.rules, settings.clock, now));
    }

    fn start(&mut self, shared_game: SharedGame) {
        let started = shared_game.started();
        self.shared_game = Some(shared_game);
        self.phase = Phase::Playing;
        self.emit(started);
    }

    /// The partner is back on a new connection. The old one may not know yet that it is dead.
    fn resume(&mut self, stranger: Stranger, token: &str, theirs: &Standing, now: Instant) {
        if self.token.as_deref() != Some(token) {
            return self.turn_away(&stranger, ByeReason::UnknownGame, Violation::Unexpected.into());
        }
        match &self.phase {
            Phase::Playing => self.line_ended(now),
            // The guest accepted the offer, but the message was lost with the line.
            Phase::Offering { name, .. } | Phase::Waiting { last: Some(name) } => {
                let name = name.clone();
                self.start_as_host(name, now);
            }
            _ => {}
        }
        self.line = Some(Line::new(stranger, now));
        self.phase = Phase::Playing;
        let Some(shared_game) = &self.shared_game else { return };
        let Standing { game, plies, key, over } = shared_game.standing();
        self.say(&Message::Resumed { game, plies, key, over });
        self.line_back(theirs, now);
    }

    fn line_back(&mut self, theirs: &Standing, now: Instant) {
        let Some(shared_game) = &mut self.shared_game else { return };
        match shared_game.line_back(theirs, now) {
            Ok(reaction) => {
                self.emit(Event::LineBack);
                self.react(reaction);
            }
            Err(violation) => self.violation(violation),
        }
    }
}

// The guest's side.
impl Actor {
    /// The attempt to reach the host has ended.
    pub(super) fn dialled(&mut self, result: Result<TcpStream, Closed>) {
        let now = Instant::now();
        let opened = match result {
            Ok(stream) => self.open(stream).map_err(|_| Closed::LostBeforeStart),
            Err(reason) => Err(reason),
        };
        let connection = match (opened, &mut self.phase) {
            (Ok(connection), _) => connection,
            (Err(_), Phase::Lost { .. }) => return self.line_ended(now),
            (Err(reason), _) => return self.close(reason),
        };
        self.line = Some(Line { connection, heard: now, pinged: now });
        match (&mut self.phase, &self.shared_game, &self.token) {
            (Phase::Lost { next, .. }, Some(shared_game), Some(token)) => {
                *next = Reconnection::Asked(now);
                let Standing { game, plies, key, over } = shared_game.standing();
                let token = token.clone();
                self.say(&Message::Resume { protocol: PROTOCOL, token, game, plies, key, over });
            }
            _ => {
                self.phase = Phase::Greeting { since: now };
                self.say(&Message::Hello { protocol: PROTOCOL, name: self.name.clone() });
            }
        }
    }

    pub(super) fn accept_offer(&mut self, now: Instant) {
        let Phase::Deciding { offer, .. } = &self.phase else { return };
        let shared_game = SharedGame::new(offer.guest, offer.host.clone(), offer.rules, offer.clock, now);
        self.say(&Message::Accept {});
        self.start(shared_game);
    }

    pub(super) fn decline_offer(&mut self) {
        if matches!(self.phase, Phase::Deciding { .. }) {
            self.say(&Message::Decline {});
            self.close(Closed::Declined);
        }
    }
}

// Both sides.
impl Actor {
    /// A message from the partner while the two are not playing.
    pub(super) fn handshake_message(&mut self, message: Message, now: Instant) -> Result<(), Violation> {
        match (message, &self.phase) {
            (Message::Accept {}, Phase::Offering { name, .. }) => {
                let name = name.clone();
                self.start_as_host(name, now);
            }
            (Message::Decline {}, Phase::Offering { .. }) => self.visitor_gone(true),
            (Message::Offer { name, rules, guest, clock, token, .. }, Phase::Greeting { .. }) => {
                let rules = rules.parse().map_err(|_| Violation::Malformed)?;
                let token_fits = token.len() == 32 && token.bytes().all(|byte| byte.is_ascii_hexdigit());
                let clock_fits = clock.is_none_or(|clock| clock.is_sensible());
                if !token_fits || !clock_fits || name.chars().count() > MAX_NAME {
                    return Err(Violation::OutOfBounds);
                }
                let offer = Offer { host: clean_name(&name), rules, guest, clock };
                self.token = Some(token);
                self.phase = Phase::Deciding { offer: offer.clone(), since: now };
                self.emit(Event::Offered(offer));
            }
            (Message::Resumed { game, plies, key, over }, Phase::Lost { next: Reconnection::Asked(_), .. }) => {
                self.phase = Phase::Playing;
                self.line_back(&Standing { game, plies, key, over }, now);
            }
            _ => return Err(Violation::Unexpected),
        }
        Ok(())
    }

    /// The partner says goodbye.
    pub(super) fn partner_bye(&mut self, reason: ByeReason) {
        let lost = matches!(self.phase, Phase::Lost { .. });
        match (&self.phase, reason) {
            (Phase::Offering { .. }, _) => self.visitor_gone(false),
            // The host has not noticed yet that the old line is dead, or someone else is at the door.
            (Phase::Lost { .. }, ByeReason::Busy) => self.line_ended(Instant::now()),
            (_, ByeReason::Busy) => self.close(Closed::Busy),
            (_, ByeReason::UnknownGame) if lost => self.close(Closed::UnknownGame),
            (_, ByeReason::Protocol | ByeReason::Version) => self.close(Closed::Misunderstood),
            (_, ByeReason::Timeout) => self.close(Closed::NotAnswered),
            _ => self.close(Closed::PartnerLeft),
        }
    }
}
