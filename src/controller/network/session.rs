//! The session: a thread that owns the game with the partner. Commands go in, events come out.

use std::io;
use std::net::{IpAddr, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use muehle_engine::game::Game;
use muehle_engine::rules::{Color, Rules};

use super::super::worker::spawn;
use super::connection::{Arrival, Connection, ConnectionId};
use super::doors::{Door, dial};
use super::lines::Allowance;
use super::lobby::{Lobby, Origin};
use super::message::{ByeReason, clean};
use super::secret::Exchange;
use super::shared_game::{Reaction, SharedGame};
use super::{
    Address, ClockSettings, Closed, Command, Event, InvitationCode, MAX_CHAT, MAX_NAME, Message, Offer, Patience,
    Progress, Refusal, Ticket, TicketSeat, Violation,
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
    /// What a guest must know.
    pub code: InvitationCode,
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
        code: InvitationCode,
        name: &str,
        patience: Patience,
        wake: impl Fn() + Send + 'static,
    ) -> io::Result<Session> {
        Session::start(Role::Guest { address, code }, clean_name(name), patience, wake)
    }

    /// Comes back to a game after this program was killed: `game` is what it knows of it. The partner's name and the own
    /// one are for further games. Nothing if the ticket does not fit the game.
    pub fn rejoin(
        ticket: &Ticket,
        game: &Game,
        name: &str,
        partner: String,
        patience: Patience,
        wake: impl Fn() + Send + 'static,
    ) -> Option<io::Result<Session>> {
        let code = InvitationCode::random();
        let name = clean_name(name);
        let shared_game = SharedGame::restored(ticket, clean_name(&partner), game, Instant::now())?;
        let role = match &ticket.seat {
            TicketSeat::Guest { address } => Role::Guest { address: address.parse().ok()?, code },
            TicketSeat::Host { port, bind } => Role::Host(HostSettings {
                name: name.clone(),
                rules: *game.rules(),
                own: ticket.own,
                clock: ticket.clock,
                port: *port,
                bind: *bind,
                code,
            }),
        };
        Some(Session::start_with(role, name, patience, wake, |actor| {
            let now = Instant::now();
            actor.kept = shared_game.progress();
            actor.shared_game = Some(shared_game);
            actor.token = Some(ticket.token.clone());
            actor.phase = Phase::Lost { since: now, next: Reconnection::DialAt(now) };
        }))
    }

    fn start(role: Role, name: String, patience: Patience, wake: impl Fn() + Send + 'static) -> io::Result<Session> {
        Session::start_with(role, name, patience, wake, |_| {})
    }

    fn start_with(
        role: Role,
        name: String,
        patience: Patience,
        wake: impl Fn() + Send + 'static,
        prepare: impl FnOnce(&mut Actor),
    ) -> io::Result<Session> {
        let (inputs, received) = mpsc::channel();
        let (sender, events) = mpsc::channel();
        let emit = Box::new(move |event| {
            // A dropped handle has already said goodbye.
            let _ = sender.send(event);
            wake();
        });
        let mut actor = Actor::new(role, name, patience, inputs.clone(), emit);
        prepare(&mut actor);
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
    Guest { address: Address, code: InvitationCode },
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
    /// A guest's half of the key exchange and the greeting that carried it, until the host answers.
    pub(super) exchange: Option<(Exchange, Vec<u8>)>,
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
    /// Where the partner's last connection came from.
    pub(super) partner_origin: Option<Origin>,
    /// What the owner has on the disk.
    pub(super) kept: Progress,
    /// What must be there before anything more is sent, and since when.
    unkept: Option<(Progress, Instant)>,
    /// What is sent then.
    held: Vec<Message>,
    pub(super) lobby: Lobby,
    pub(super) turned_away: Allowance,
    door: Option<Door>,
    /// When the clocks were last reported on a lost line.
    clocks_told: Instant,
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
            partner_origin: None,
            kept: Progress::default(),
            unkept: None,
            held: Vec::new(),
            lobby: Lobby::default(),
            turned_away: Allowance::new(3.0, 0.2, now),
            door: None,
            clocks_told: now,
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
        let Role::Host(settings) = &self.role else {
            // A guest who comes back calls like one whose line is lost.
            if matches!(self.phase, Phase::Dialling) {
                self.dial();
            }
            return;
        };
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
        self.lobby.clear();
        self.door = None;
        self.emit(Event::Closed(reason));
    }

    pub(super) fn bye(&mut self, reason: ByeReason) {
        self.say(&Message::bye(reason));
    }

    pub(super) fn say(&mut self, message: &Message) {
        // A full queue means that the partner does not read. Its silence will show that the line is lost.
        if let Some(line) = &mut self.line
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
            // Somebody else answers at the host's address; the host itself may come back.
            Phase::Lost { .. } => self.line_ended(Instant::now()),
            _ => self.close(Closed::Violation(violation)),
        }
    }

    pub(super) fn dial(&mut self) {
        let Role::Guest { address, .. } = &self.role else { return };
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
            Command::Kept(progress) => {
                self.kept = self.kept.max(progress);
                if self.unkept.is_some_and(|(unkept, _)| unkept <= self.kept) {
                    self.release();
                }
            }
            Command::Leave => {
                self.release();
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
            Command::Accept | Command::Decline | Command::Kept(_) | Command::Leave => Ok(Reaction::default()),
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
        // What this side has done is sent once it is on the disk.
        let is_act = |message: &Message| {
            matches!(
                message,
                Message::Move { .. } | Message::Resign { .. } | Message::Flag { .. } | Message::DrawAgreed { .. }
            )
        };
        if !self.patience.keeping.is_zero()
            && reaction.send.iter().any(is_act)
            && let Some(progress) = self.shared_game.as_ref().map(SharedGame::progress)
            && progress > self.kept
            && self.unkept.is_none_or(|(unkept, _)| progress > unkept)
        {
            self.unkept = Some((progress, Instant::now()));
        }
        for event in reaction.events {
            self.emit(event);
        }
        // While the line is lost nothing is sent; what matters is repeated when it is back.
        if !matches!(self.phase, Phase::Lost { .. }) {
            self.held.extend(reaction.send);
        }
        if self.unkept.is_none() {
            self.release();
        }
    }

    /// Sends what was held back.
    fn release(&mut self) {
        self.unkept = None;
        for message in std::mem::take(&mut self.held) {
            self.say(&message);
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
        } else if let Some(stranger) = self.lobby.take(id) {
            match arrival {
                Arrival::Line(line) => self.stranger_line(stranger, &line, now),
                Arrival::Broken(violation) => self.turn_away(stranger, ByeReason::Protocol, violation.into()),
                Arrival::End => {}
            }
        }
        // Whatever still comes from a closed connection is ignored.
    }

    fn partner_line(&mut self, bytes: &[u8], now: Instant) {
        let Some(line) = &mut self.line else { return };
        line.heard = now;
        if !line.connection.is_encrypted()
            && let Some(theirs) = Message::read_version(bytes)
            && theirs != super::PROTOCOL
        {
            return self.close(Closed::WrongVersion { theirs });
        }
        let message = match line.connection.read(bytes) {
            Ok(message) => message,
            Err(violation) => return self.violation(violation),
        };
        let result = match (message, &self.phase) {
            (Message::Welcome { share, .. }, _) => self.welcomed(&share, bytes),
            (Message::Bye { reason, .. }, _) => {
                self.partner_bye(reason);
                Ok(())
            }
            _ if !self.is_encrypted() => Err(Violation::Unexpected),
            (Message::Ping {}, _) => {
                self.say(&Message::Pong {});
                Ok(())
            }
            (Message::Pong {}, _) => Ok(()),
            (Message::Chat { text }, Phase::Playing) => self.partner_chat(&text, now),
            (message, Phase::Playing) => self.partner_message(&message, now),
            (message, _) => self.handshake_message(message, now),
        };
        if let Err(violation) = result {
            self.violation(violation);
        }
    }

    fn is_encrypted(&self) -> bool {
        self.line.as_ref().is_some_and(|line| line.connection.is_encrypted())
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
        self.held.clear();
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
        self.lobby.tidy(patience.greeting, now);
        // A disk that does not answer must not stop the game.
        if let Some((unkept, start)) = self.unkept
            && since(start) > patience.keeping
        {
            self.kept = unkept;
            self.release();
        }
        if let Some(line) = &mut self.line {
            if since(line.heard) > patience.silence {
                return self.line_ended(now);
            }
            if line.connection.is_encrypted() && since(line.heard.max(line.pinged)) > patience.ping {
                line.pinged = now;
                self.say(&Message::Ping {});
            }
        }
        if matches!(self.phase, Phase::Playing | Phase::Lost { .. }) {
            self.tick_game(now);
        }
        match &mut self.phase {
            Phase::Offering { since: start, .. } if since(*start) > patience.decision => {
                self.bye(ByeReason::Timeout);
                self.visitor_gone(false);
            }
            Phase::Greeting { since: start } if since(*start) > patience.handshake => {
                if let Role::Guest { address, .. } = &self.role {
                    self.close(Closed::NoAnswer(address.clone()));
                }
            }
            Phase::Deciding { since: start, .. } if since(*start) > patience.decision => {
                self.bye(ByeReason::Timeout);
                self.close(Closed::NotAnswered);
            }
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
        let lost = matches!(self.phase, Phase::Lost { .. });
        match shared_game.tick(now) {
            Ok(mut reaction) => {
                // The clocks stop on a lost line, but not for ever.
                if lost && now.saturating_duration_since(self.clocks_told) > Duration::from_secs(1) {
                    self.clocks_told = now;
                    reaction.events.extend(shared_game.clock_events(now).events);
                }
                self.react(reaction);
            }
            Err(violation) => self.violation(violation),
        }
    }
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;
