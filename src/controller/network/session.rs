//! The session: a thread that owns the game with the partner. Commands go in, events come out.

use std::io;
use std::net::{IpAddr, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use muehle_engine::rules::{Color, Rules};

use super::super::worker::spawn;
use super::connection::{Arrival, Connection, ConnectionId};
use super::doors::{Door, dial};
use super::lines::Allowance;
use super::message::{ByeReason, clean};
use super::shared_game::{Reaction, SharedGame};
use super::{
    Address, ClockSettings, Closed, Command, Event, MAX_CHAT, MAX_NAME, Message, Offer, Patience, Refusal, Violation,
};

/// How often the session checks its clocks when nothing happens.
const GLANCE: Duration = Duration::from_millis(50);
/// How long a guest waits between two attempts to reconnect.
const RETRY: Duration = Duration::from_secs(1);

/// What a host offers, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostSettings {
    /// The host's name.
    pub name: String,
    /// The rules to play by.
    pub rules: Rules,
    /// The host's colour.
    pub own: Color,
    /// The time for the game, if it is to be limited.
    pub clock: Option<ClockSettings>,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The address to listen at; all addresses of this computer if there is none.
    pub bind: Option<IpAddr>,
}

/// A handle on a running session. Dropping it leaves the game.
#[derive(Debug)]
pub struct Session {
    inputs: Sender<Input>,
    events: Receiver<Event>,
    /// Held by every thread of the session.
    alive: Arc<()>,
}

impl Session {
    /// Waits for a guest to play with. `wake` is called, from another thread, whenever there is an event.
    pub fn host(settings: HostSettings, patience: Patience, wake: impl Fn() + Send + 'static) -> io::Result<Session> {
        let name = clean_name(&settings.name);
        Session::start(Role::Host(settings), name, patience, wake)
    }

    /// Connects to a host to play with. `wake` is called, from another thread, whenever there is an event.
    pub fn join(
        address: Address,
        name: &str,
        patience: Patience,
        wake: impl Fn() + Send + 'static,
    ) -> io::Result<Session> {
        Session::start(Role::Guest(address), clean_name(name), patience, wake)
    }

    fn start(role: Role, name: String, patience: Patience, wake: impl Fn() + Send + 'static) -> io::Result<Session> {
        let (inputs, received) = mpsc::channel();
        let (sender, events) = mpsc::channel();
        let emit = Box::new(move |event| {
            // A dropped handle has already said goodbye.
            let _ = sender.send(event);
            wake();
        });
        let actor = Actor::new(role, name, patience, inputs.clone(), emit);
        let alive = Arc::clone(&actor.alive);
        spawn("network session", move || actor.run(&received))?;
        Ok(Session { inputs, events, alive })
    }

    /// Gives a command; never waits. Events tell whether it was carried out.
    pub fn send(&self, command: Command) {
        // A session that is over needs no commands.
        let _ = self.inputs.send(Input::Command(command));
    }

    /// The next event, if there is one; never waits.
    pub fn poll(&self) -> Option<Event> {
        self.events.try_recv().ok()
    }

    /// Leaves the game and waits, for a limited time, until everything has been sent. For programs that end right after;
    /// a window just drops the session.
    pub fn leave(self, at_most: Duration) {
        self.send(Command::Leave);
        let start = Instant::now();
        while Arc::strong_count(&self.alive) > 1 && start.elapsed() < at_most {
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Waits for the next event, for a limited time.
    pub fn wait(&self, at_most: Duration) -> Option<Event> {
        self.events.recv_timeout(at_most).ok()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.send(Command::Leave);
    }
}

pub(super) fn clean_name(name: &str) -> String {
    let name = clean(name, MAX_NAME);
    if name.is_empty() { "?".to_owned() } else { name }
}

/// What the session's thread waits for.
pub(super) enum Input {
    Command(Command),
    Arrival(ConnectionId, Arrival),
    Visitor(TcpStream),
    Dialled(Result<TcpStream, Closed>),
}

pub(super) enum Role {
    Host(HostSettings),
    Guest(Address),
}

/// How far the session has come.
pub(super) enum Phase {
    /// The host has no guest. The last one may come back if only the line was lost.
    Waiting { last: Option<String> },
    /// The host's guest is looking at the offer.
    Offering { name: String, since: Instant },
    /// The guest is connecting.
    Dialling,
    /// The guest has greeted the host.
    Greeting { since: Instant },
    /// The guest is looking at the offer.
    Deciding { offer: Offer, since: Instant },
    /// The two are playing, or chatting after a game.
    Playing,
    /// The line between the two is lost.
    Lost { since: Instant, next: Reconnection },
}

/// What a guest does about a lost line; a host waits.
pub(super) enum Reconnection {
    DialAt(Instant),
    Dialling,
    Asked(Instant),
}

/// The partner's connection.
pub(super) struct Line {
    pub(super) connection: Connection,
    pub(super) heard: Instant,
    pub(super) pinged: Instant,
}

/// A connection that has not yet said what it wants.
pub(super) struct Stranger {
    pub(super) connection: Connection,
    pub(super) since: Instant,
}

/// The session's thread.
pub(super) struct Actor {
    pub(super) role: Role,
    pub(super) name: String,
    pub(super) patience: Patience,
    pub(super) phase: Phase,
    pub(super) shared_game: Option<SharedGame>,
    /// Recognises the partner after a lost line.
    pub(super) token: Option<String>,
    pub(super) line: Option<Line>,
    pub(super) strangers: Vec<Stranger>,
    pub(super) turned_away: Allowance,
    door: Option<Door>,
    own_chat: Allowance,
    partner_chat: Allowance,
    pub(super) alive: Arc<()>,
    last_connection: ConnectionId,
    inputs: Sender<Input>,
    emit: Box<dyn Fn(Event) + Send>,
    closed: bool,
}

impl Actor {
    fn new(
        role: Role,
        name: String,
        patience: Patience,
        inputs: Sender<Input>,
        emit: Box<dyn Fn(Event) + Send>,
    ) -> Actor {
        let now = Instant::now();
        // This side has a stricter limit than the partner, so that delays on the way cannot turn messages into a flood.
        let own_chat = Allowance::new(5.0, 0.5, now);
        let partner_chat = Allowance::new(10.0, 1.0, now);
        Actor {
            phase: if matches!(role, Role::Host(_)) { Phase::Waiting { last: None } } else { Phase::Dialling },
            role,
            name,
            patience,
            shared_game: None,
            token: None,
            line: None,
            strangers: Vec::new(),
            turned_away: Allowance::new(3.0, 0.2, now),
            door: None,
            own_chat,
            partner_chat,
            alive: Arc::new(()),
            last_connection: 0,
            inputs,
            emit,
            closed: false,
        }
    }

    fn run(mut self, inputs: &Receiver<Input>) {
        self.begin();
        while !self.closed {
            match inputs.recv_timeout(GLANCE) {
                Ok(Input::Command(command)) => self.command(command),
                Ok(Input::Arrival(id, arrival)) => self.arrival(id, arrival),
                Ok(Input::Visitor(stream)) => self.visitor(stream),
                Ok(Input::Dialled(result)) => self.dialled(result),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            if !self.closed {
                self.tick(Instant::now());
            }
        }
    }

    fn begin(&mut self) {
        let Role::Host(settings) = &self.role else { return self.dial() };
        let inputs = self.inputs.clone();
        let visitor = move |stream| inputs.send(Input::Visitor(stream)).is_ok();
        match Door::open(settings.bind, settings.port, visitor) {
            Ok(door) => {
                self.emit(Event::Listening { port: door.port });
                self.door = Some(door);
            }
            Err(reason) => self.close(reason),
        }
    }

    pub(super) fn emit(&self, event: Event) {
        (self.emit)(event);
    }

    /// Ends the session.
    pub(super) fn close(&mut self, reason: Closed) {
        if self.closed {
            return;
        }
        self.closed = true;
        self.line = None;
        self.strangers.clear();
        self.door = None;
        self.emit(Event::Closed(reason));
    }

    pub(super) fn bye(&mut self, reason: ByeReason) {
        self.say(&Message::bye(reason));
    }

    pub(super) fn say(&mut self, message: &Message) {
        // A full queue means that the partner does not read. Its silence will show that the line is lost.
        if let Some(line) = &self.line
            && !line.connection.send(message)
        {
            line.connection.cut();
        }
    }

    /// The partner did something that no honest program does.
    pub(super) fn violation(&mut self, violation: Violation) {
        self.bye(ByeReason::Protocol);
        match self.phase {
            Phase::Offering { .. } => {
                self.report_turned_away(Closed::Violation(violation));
                self.visitor_gone(false);
            }
            _ => self.close(Closed::Violation(violation)),
        }
    }

    pub(super) fn dial(&mut self) {
        let Role::Guest(address) = &self.role else { return };
        let (address, inputs) = (address.clone(), self.inputs.clone());
        let done = move |result| {
            // If the session is over, nobody needs the connection.
            let _ = inputs.send(Input::Dialled(result));
        };
        if let Err(error) = dial(address.clone(), self.patience.handshake, done) {
            self.close(Closed::Unreachable { address, reason: error.to_string() });
        }
    }

    pub(super) fn open(&mut self, stream: TcpStream) -> io::Result<Connection> {
        self.last_connection += 1;
        let alive = Arc::clone(&self.alive);
        let inputs = self.inputs.clone();
        Connection::open(self.last_connection, stream, self.patience.message, alive, inputs, Input::Arrival)
    }

    fn command(&mut self, command: Command) {
        let now = Instant::now();
        match command {
            Command::Leave => {
                self.bye(ByeReason::Left);
                self.close(Closed::Left);
            }
            Command::Accept => self.accept_offer(now),
            Command::Decline => self.decline_offer(),
            command => match self.game_command(command, now) {
                Ok(reaction) => self.react(reaction),
                Err(refusal) => self.emit(Event::Refused(refusal)),
            },
        }
    }

    fn game_command(&mut self, command: Command, now: Instant) -> Result<Reaction, Refusal> {
        let Some(shared_game) = &mut self.shared_game else { return Err(Refusal::NoGame) };
        let lost = matches!(self.phase, Phase::Lost { .. });
        match command {
            // The partner learns of these when the line is back.
            Command::Move(mv) => shared_game.play(mv, now),
            Command::Resign => shared_game.resign(now),
            _ if lost => Err(Refusal::LineLost),
            Command::OfferDraw => shared_game.offer_draw(),
            Command::AnswerDraw(accept) => shared_game.answer_draw(accept),
            Command::Rematch => shared_game.rematch(now),
            Command::DeclineRematch => shared_game.decline_rematch(),
            Command::Chat(text) => self.chat(&text, now),
            Command::Accept | Command::Decline | Command::Leave => Ok(Reaction::default()),
        }
    }

    fn chat(&mut self, text: &str, now: Instant) -> Result<Reaction, Refusal> {
        let text = clean(text, MAX_CHAT);
        if text.is_empty() {
            return Ok(Reaction::default());
        }
        if !self.own_chat.take(now) {
            return Err(Refusal::TooFast);
        }
        Ok(Reaction { send: vec![Message::Chat { text }], events: Vec::new() })
    }

    pub(super) fn react(&mut self, reaction: Reaction) {
        // While the line is lost nothing is sent; what matters is repeated when it is back.
        if !matches!(self.phase, Phase::Lost { .. }) {
            for message in &reaction.send {
                self.say(message);
            }
        }
        for event in reaction.events {
            self.emit(event);
        }
    }

    fn arrival(&mut self, id: ConnectionId, arrival: Arrival) {
        let now = Instant::now();
        if self.line.as_ref().is_some_and(|line| line.connection.id == id) {
            match arrival {
                Arrival::Line(line) => self.partner_line(&line, now),
                Arrival::Broken(violation) => self.violation(violation),
                Arrival::End => self.line_ended(now),
            }
        } else if let Some(index) = self.strangers.iter().position(|stranger| stranger.connection.id == id) {
            let stranger = self.strangers.swap_remove(index);
            match arrival {
                Arrival::Line(line) => self.stranger_line(stranger, &line, now),
                Arrival::Broken(violation) => self.turn_away(&stranger, ByeReason::Protocol, violation.into()),
                Arrival::End => {}
            }
        }
        // Whatever still comes from a closed connection is ignored.
    }

    fn partner_line(&mut self, bytes: &[u8], now: Instant) {
        if let Some(line) = &mut self.line {
            line.heard = now;
        }
        let greeting = matches!(self.phase, Phase::Greeting { .. });
        if let (true, Some(theirs)) = (greeting, Message::read_version(bytes))
            && theirs != super::PROTOCOL
        {
            return self.close(Closed::WrongVersion { theirs });
        }
        let message = match Message::read(bytes) {
            Ok(message) => message,
            Err(violation) => return self.violation(violation),
        };
        let result = match (message, &self.phase) {
            (Message::Ping {}, _) => {
                self.say(&Message::Pong {});
                Ok(())
            }
            (Message::Pong {}, _) => Ok(()),
            (Message::Bye { reason, .. }, _) => {
                self.partner_bye(reason);
                Ok(())
            }
            (Message::Chat { text }, Phase::Playing) => self.partner_chat(&text, now),
            (message, Phase::Playing) => self.partner_message(&message, now),
            (message, _) => self.handshake_message(message, now),
        };
        if let Err(violation) = result {
            self.violation(violation);
        }
    }

    fn partner_message(&mut self, message: &Message, now: Instant) -> Result<(), Violation> {
        let shared_game = self.shared_game.as_mut().ok_or(Violation::Unexpected)?;
        let reaction = shared_game.receive(message, now)?;
        self.react(reaction);
        Ok(())
    }

    fn partner_chat(&mut self, text: &str, now: Instant) -> Result<(), Violation> {
        if text.chars().count() > MAX_CHAT {
            return Err(Violation::OutOfBounds);
        }
        if !self.partner_chat.take(now) {
            return Err(Violation::Flood);
        }
        let text = clean(text, MAX_CHAT);
        if !text.is_empty() {
            self.emit(Event::Chat(text));
        }
        Ok(())
    }

    /// The partner's connection ended without a goodbye.
    pub(super) fn line_ended(&mut self, now: Instant) {
        self.line = None;
        match &mut self.phase {
            Phase::Offering { name, .. } => {
                // The guest may have accepted the offer just when the line was lost.
                let name = std::mem::take(name);
                self.phase = Phase::Waiting { last: Some(name) };
                self.emit(Event::VisitorGone { declined: false });
            }
            Phase::Greeting { .. } | Phase::Deciding { .. } => self.close(Closed::LostBeforeStart),
            Phase::Playing => {
                if let Some(shared_game) = &mut self.shared_game {
                    shared_game.line_lost(now);
                }
                self.phase = Phase::Lost { since: now, next: Reconnection::DialAt(now) };
                self.emit(Event::LineLost { remaining: self.patience.reconnection });
            }
            Phase::Lost { next, .. } => *next = Reconnection::DialAt(now + RETRY),
            Phase::Waiting { .. } | Phase::Dialling => {}
        }
    }

    fn tick(&mut self, now: Instant) {
        let patience = self.patience;
        let since = |moment: Instant| now.saturating_duration_since(moment);
        self.strangers.retain(|stranger| since(stranger.since) <= patience.handshake);
        if let Some(line) = &mut self.line {
            if since(line.heard) > patience.silence {
                return self.line_ended(now);
            }
            if since(line.heard.max(line.pinged)) > patience.ping {
                line.pinged = now;
                self.say(&Message::Ping {});
            }
        }
        match &mut self.phase {
            Phase::Offering { since: start, .. } if since(*start) > patience.decision => {
                self.bye(ByeReason::Timeout);
                self.visitor_gone(false);
            }
            Phase::Greeting { since: start } if since(*start) > patience.handshake => {
                if let Role::Guest(address) = &self.role {
                    self.close(Closed::NoAnswer(address.clone()));
                }
            }
            Phase::Deciding { since: start, .. } if since(*start) > patience.decision => {
                self.bye(ByeReason::Timeout);
                self.close(Closed::NotAnswered);
            }
            Phase::Playing => self.tick_game(now),
            Phase::Lost { since: start, .. } if since(*start) > patience.reconnection => self.close(Closed::LineLost),
            Phase::Lost { next, .. } => match next {
                Reconnection::DialAt(moment) if *moment <= now => {
                    *next = Reconnection::Dialling;
                    self.dial();
                }
                Reconnection::Asked(moment) if since(*moment) > patience.handshake => self.line_ended(now),
                _ => {}
            },
            _ => {}
        }
    }

    fn tick_game(&mut self, now: Instant) {
        let Some(shared_game) = &mut self.shared_game else { return };
        match shared_game.tick(now) {
            Ok(reaction) => self.react(reaction),
            Err(violation) => self.violation(violation),
        }
    }
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;
