//! A game with a partner on another computer: what the controller does with a network session.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::journal::Recovered;
use super::network::{
    self, Address, ClockSettings, Closed, HostSettings, InvitationCode, Offer, Patience, Progress, Session, Ticket,
    TicketSeat,
};
use super::{Command, Controller, Event, PlayerKind, Record, Refusal, Seat, tidy_name};
use muehle_engine::game::{Outcome, WinReason};
use muehle_engine::rules::Color;

/// What a person asks of the network.
#[derive(Clone, Debug, PartialEq)]
pub enum OnlineCommand {
    /// Waits for a guest.
    Host(HostSettings),
    /// Connects to a host.
    Join {
        /// Where the host waits.
        address: Address,
        /// The code that the host gave.
        code: InvitationCode,
        /// The person's name.
        name: String,
    },
    /// Accepts the host's offer.
    Accept,
    /// Declines it.
    Decline,
    /// Sends a chat message to the partner.
    Chat(String),
    /// Offers another game, or accepts the partner's offer.
    Rematch,
    /// Declines the partner's offer of another game.
    DeclineRematch,
    /// Ends the session, or closes an ended one; the game stays.
    Leave,
    /// Claims an unfinished game as won because the partner is gone.
    Claim,
}

/// How far a network session has come.
#[derive(Clone, Debug, PartialEq)]
pub enum OnlineState {
    /// The host opens the port.
    Opening,
    /// The host waits at a port.
    Waiting {
        /// The port.
        port: u16,
    },
    /// A guest looks at the host's offer.
    Visited {
        /// The port.
        port: u16,
        /// The guest's name.
        name: String,
    },
    /// The guest is connecting to the host.
    Dialling(Address),
    /// The guest has an offer to answer.
    Offered(Offer),
    /// The two are playing, or may play again after a game.
    Playing,
    /// The connection is lost.
    Lost {
        /// When the session gives up.
        until: Instant,
    },
    /// The session is over.
    Over(Closed),
}

/// The state of rematch offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rematch {
    /// Nothing.
    None,
    /// It was offered to the partner.
    Offered,
    /// The partner offers it.
    Asked,
}

/// A network session as the window sees it.
pub struct Online {
    session: Option<Session>,
    state: OnlineState,
    own_name: String,
    /// The code that a host gives the guest.
    code: Option<InvitationCode>,
    /// How to come back to the partner, as far as it is known.
    seat: Option<TicketSeat>,
    token: Option<String>,
    number: u32,
    clock: Option<ClockSettings>,
    /// The colour of the person at this window, once a game has begun.
    own: Option<Color>,
    time: Option<([Duration; 2], Instant)>,
    /// For how long lost lines may still stop the clocks.
    grace: Option<Duration>,
    rematch: Rematch,
    /// The chat, and whether the person at this window wrote it; colours swap with each game.
    chat: VecDeque<(bool, String)>,
}

/// Older chat messages are only in the log.
const MOST_CHAT: usize = 200;

impl Online {
    /// How far it has come.
    pub fn state(&self) -> &OnlineState {
        &self.state
    }

    /// The code that a host gives the guest.
    pub fn code(&self) -> Option<&InvitationCode> {
        self.code.as_ref()
    }

    /// Whether a game has begun.
    pub fn has_started(&self) -> bool {
        self.own.is_some()
    }

    /// Whether the partner is there, or may come back.
    pub fn is_connected(&self) -> bool {
        matches!(self.state, OnlineState::Playing | OnlineState::Lost { .. })
    }

    /// The state of rematch offers.
    pub fn rematch(&self) -> Rematch {
        self.rematch
    }

    /// The chat, the latest last, and whether the person at this window wrote it.
    pub fn chat(&self) -> impl Iterator<Item = (bool, &str)> {
        self.chat.iter().map(|(own, text)| (*own, text.as_str()))
    }

    fn remember(&mut self, own: bool, text: &str) {
        if self.chat.len() >= MOST_CHAT {
            self.chat.pop_front();
        }
        self.chat.push_back((own, text.to_owned()));
    }

    fn send(&self, command: network::Command) {
        if let Some(session) = &self.session {
            session.send(command);
        }
    }
}

impl Controller {
    /// The network session, if there is one.
    pub fn online(&self) -> Option<&Online> {
        self.online.as_ref()
    }

    /// Whether the game on the board is played with a partner on another computer.
    pub fn is_with_partner(&self) -> bool {
        self.online.as_ref().is_some_and(Online::has_started)
    }

    /// Whether the partner of an unfinished game is gone for good.
    pub fn is_partner_gone(&self) -> bool {
        let over = |online: &Online| online.has_started() && !online.is_connected();
        self.outcome().is_none() && self.online.as_ref().is_some_and(over)
    }

    /// Whether a partner waits for this game to go on. Nothing else can begin then.
    pub fn is_partner_waiting(&self) -> bool {
        self.outcome().is_none() && self.online.as_ref().is_some_and(Online::is_connected)
    }

    /// The time left to a side, if the game has a clock.
    pub fn time_left(&self, side: Color) -> Option<Duration> {
        self.agreed_time_left(side).or_else(|| self.document.clocks.left(side))
    }

    /// The time left to a side, if both partners agreed on a clock.
    fn agreed_time_left(&self, side: Color) -> Option<Duration> {
        let online = self.online.as_ref()?;
        let (left, since) = online.time?;
        let runs =
            online.state == OnlineState::Playing && self.outcome().is_none() && self.game().side_to_move() == side;
        let used = if runs { since.elapsed() } else { Duration::ZERO };
        Some(left[side.index()].saturating_sub(used))
    }

    /// Lets the clock of the side to move stand where it is, as when somebody resigns.
    fn stop_agreed_clock(&mut self) {
        let side = self.game().side_to_move();
        let left = self.agreed_time_left(side);
        if let Some((times, _)) = self.online.as_mut().and_then(|online| online.time.as_mut()) {
            times[side.index()] = left.unwrap_or_default();
        }
    }

    /// Ends the session when the program ends, and tells the partner.
    pub fn say_goodbye(&mut self) {
        if let Some(session) = self.online.take().and_then(|online| online.session) {
            session.leave(Duration::from_millis(500));
            // There is no way back to a partner who was left.
            self.keep_journal();
        }
    }

    /// What the journal says: the game and, while a partner waits, the way back.
    pub(super) fn journal_record(&self, ticket: Option<Ticket>) -> Record {
        let mut tags = self.document.tags.clone();
        Ticket::put(ticket.as_ref(), &mut tags);
        self.document.journal_record(tags)
    }

    /// How far the game with the partner is.
    pub(super) fn progress(&self) -> Option<Progress> {
        let online = self.online.as_ref().filter(|online| online.has_started())?;
        let game = self.game();
        Some(Progress { game: online.number, plies: game.ply() as u32, over: game.outcome().is_some() })
    }

    /// The partner may be told what is in the journal now.
    pub(super) fn journal_kept(&self, progress: Progress) {
        self.tell_partner(network::Command::Kept(progress));
    }

    pub(super) fn ticket(&self) -> Option<Ticket> {
        let online = self.online.as_ref().filter(|_| self.is_partner_waiting())?;
        let left = Color::BOTH.map(|side| self.agreed_time_left(side).unwrap_or_default());
        Some(Ticket {
            seat: online.seat.clone()?,
            token: online.token.clone()?,
            game: online.number,
            own: online.own?,
            clock: online.clock,
            left_ms: left.map(|left| left.as_millis() as u64),
            grace_ms: online.grace.map(|grace| grace.as_millis() as u64),
            written_ms: Ticket::now_ms(),
        })
    }

    /// Brings back the game of the journal. If it was played with a partner, the partner is called again.
    pub(super) fn recover(&mut self) {
        // The others are offered again the next time.
        let Some(Recovered { mut record, journal }) = self.recovered.pop_front() else { return };
        let ticket = Ticket::take(&mut record.tags);
        let keeping = self.shelf.take_tags(&mut record);
        let Some(ticket) = ticket.filter(|_| record.game.outcome().is_none()) else {
            self.begin(record);
            self.document.keeping = keeping;
            self.changed();
            return self.storage.take_over(journal);
        };
        let names = Color::BOTH.map(|side| record.seats[side.index()].name.clone());
        let (own, partner) = (names[ticket.own.index()].clone(), names[(!ticket.own).index()].clone());
        let (waker, patience) = (self.waker.clone(), Patience::with_journal());
        let session = Session::rejoin(&ticket, &record.game, &own, partner, patience, move || waker());
        if let Some(session) = session {
            record.seats[(!ticket.own).index()].kind = PlayerKind::Network;
            self.start_session(session, OnlineState::Lost { until: Instant::now() + patience.reconnection }, own);
            if let Some(online) = &mut self.online {
                online.own = Some(ticket.own);
                online.time = ticket.clock.map(|_| (ticket.left(), Instant::now()));
                (online.seat, online.token) = (Some(ticket.seat), Some(ticket.token));
                (online.number, online.clock) = (ticket.game, ticket.clock);
                online.grace = ticket.grace_ms.map(Duration::from_millis);
            }
        }
        self.begin(record);
        self.changed();
        self.storage.take_over(journal);
    }

    pub(super) fn may_offer_partner_draw(&self) -> Result<(), Refusal> {
        match self.outcome() {
            Some(_) => Err(Refusal::Over),
            None if self.is_partner_gone() => Err(Refusal::PartnerGone),
            None => Ok(()),
        }
    }

    /// Handles the commands that mean something else in a network game and returns the others.
    pub(super) fn apply_online(&mut self, command: Command) -> Option<Command> {
        if self.online.is_none() {
            return Some(command);
        }
        let result = match command {
            Command::NewGame { .. }
            | Command::SetUp { .. }
            | Command::Open(_)
            | Command::OpenListed(_)
            | Command::OpenArchived(_)
            | Command::Paste(_)
            | Command::TakeArrived
            | Command::Recover
                if self.is_partner_waiting() =>
            {
                Err(Refusal::PartnerWaits)
            }
            Command::NewGame { .. } | Command::SetUp { .. } | Command::Recover => {
                // Dropping the session says goodbye.
                self.online = None;
                return Some(command);
            }
            command if !self.is_with_partner() => return Some(command),
            Command::Play(mv) => self.may_act().and_then(|()| {
                self.game().position().check(mv, self.game().removal_rule()).map_err(Refusal::Illegal)?;
                self.tell_partner(network::Command::Move(mv));
                Ok(())
            }),
            Command::OfferDraw => {
                self.may_offer_partner_draw().map(|()| self.tell_partner(network::Command::OfferDraw))
            }
            Command::AnswerDraw(accepted) => {
                self.turn.draw_offer = None;
                self.tell_partner(network::Command::AnswerDraw(accepted));
                Ok(())
            }
            Command::Resign => self.may_offer_partner_draw().map(|()| self.tell_partner(network::Command::Resign)),
            Command::Undo | Command::Redo | Command::ContinueHere => Err(Refusal::NotWithPartner),
            // The lines of a running game belong to both partners.
            Command::Branch(_) | Command::AddLine(..) if self.outcome().is_none() => Err(Refusal::NotWithPartner),
            Command::Hint(_) => Err(Refusal::NoHintHere),
            Command::ChangeSeats(_) => Ok(()),
            command => return Some(command),
        };
        if let Err(refusal) = result {
            self.events.push_back(Event::Refused(refusal));
        }
        None
    }

    fn tell_partner(&self, command: network::Command) {
        if let Some(online) = &self.online {
            online.send(command);
        }
    }

    pub(super) fn online_command(&mut self, command: OnlineCommand) {
        match command {
            OnlineCommand::Host(_) | OnlineCommand::Join { .. } if self.is_partner_waiting() => {
                self.events.push_back(Event::Refused(Refusal::PartnerWaits));
            }
            OnlineCommand::Host(settings) => {
                let name = tidy_name(&settings.name);
                let (waker, code) = (self.waker.clone(), settings.code.clone());
                let seat = TicketSeat::Host { port: settings.port, bind: settings.bind };
                let session = Session::host(settings, Patience::with_journal(), move || waker());
                self.start_session(session, OnlineState::Opening, name);
                if let Some(online) = &mut self.online {
                    (online.code, online.seat) = (Some(code), Some(seat));
                }
            }
            OnlineCommand::Join { address, code, name } => {
                let waker = self.waker.clone();
                let session = Session::join(address.clone(), code, &name, Patience::with_journal(), move || waker());
                let seat = TicketSeat::Guest { address: address.to_string() };
                self.start_session(session, OnlineState::Dialling(address), tidy_name(&name));
                if let Some(online) = &mut self.online {
                    online.seat = Some(seat);
                }
            }
            OnlineCommand::Accept => self.tell_partner(network::Command::Accept),
            OnlineCommand::Decline => self.tell_partner(network::Command::Decline),
            OnlineCommand::Chat(text) => {
                if let Some(online) = &mut self.online {
                    online.remember(true, &text);
                    online.send(network::Command::Chat(text));
                }
            }
            OnlineCommand::Rematch => {
                self.tell_partner(network::Command::Rematch);
                self.set_rematch(Rematch::Offered);
            }
            OnlineCommand::DeclineRematch => {
                self.tell_partner(network::Command::DeclineRematch);
                self.set_rematch(Rematch::None);
            }
            OnlineCommand::Leave => self.leave_online(),
            OnlineCommand::Claim => self.claim(),
        }
    }

    fn start_session(&mut self, session: std::io::Result<Session>, state: OnlineState, own_name: String) {
        let (session, state) = match session {
            Ok(session) => (Some(session), state),
            Err(error) => {
                let closed = Closed::CannotListen { port: 0, reason: error.to_string() };
                self.events.push_back(Event::Network(network::Event::Closed(closed.clone())));
                (None, OnlineState::Over(closed))
            }
        };
        self.online = Some(Online {
            session,
            state,
            own_name,
            code: None,
            seat: None,
            token: None,
            number: 0,
            clock: None,
            own: None,
            time: None,
            grace: None,
            rematch: Rematch::None,
            chat: VecDeque::new(),
        });
    }

    /// A game that has begun keeps its partner's seat; a session without a game is forgotten.
    fn leave_online(&mut self) {
        let Some(online) = &mut self.online else { return };
        online.session = None;
        if online.has_started() {
            online.state = OnlineState::Over(Closed::Left);
        } else {
            self.online = None;
        }
    }

    fn claim(&mut self) {
        if !self.is_partner_gone() {
            return;
        }
        if let Some(winner) = self.online.as_ref().and_then(|online| online.own) {
            self.document.game.declare(Outcome::Win { winner, reason: WinReason::Forfeit });
            self.declared();
        }
    }

    fn set_rematch(&mut self, rematch: Rematch) {
        if let Some(online) = &mut self.online {
            online.rematch = rematch;
        }
    }

    fn set_online(&mut self, state: OnlineState) {
        if let Some(online) = &mut self.online {
            online.state = state;
        }
    }

    /// A lost connection is counted down, and a clock shows seconds.
    pub(super) fn online_tick(&self) -> Option<Duration> {
        let online = self.online.as_ref()?;
        let lost = matches!(online.state, OnlineState::Lost { .. });
        (lost || (online.time.is_some() && self.is_partner_waiting())).then_some(Duration::from_millis(250))
    }

    pub(super) fn poll_online(&mut self) {
        while let Some(event) = self.online.as_ref().and_then(|online| online.session.as_ref()?.poll()) {
            self.hear_partner(event);
        }
    }

    fn hear_partner(&mut self, event: network::Event) {
        use network::Event as Told;
        let partner = self.online.as_ref().and_then(|online| online.own).map(|own| !own);
        match &event {
            // A host that comes back to a game waits for nobody else.
            Told::Listening { .. } if self.is_with_partner() => {}
            Told::Listening { port } => {
                // Whoever asked for any free port must come back to the same one.
                if let Some(Online { seat: Some(TicketSeat::Host { port: opened, .. }), .. }) = &mut self.online {
                    *opened = *port;
                }
                self.set_online(OnlineState::Waiting { port: *port });
            }
            Told::Token(token) => {
                if let Some(online) = &mut self.online {
                    online.token = Some(token.clone());
                }
                self.keep_journal();
                return;
            }
            Told::Visitor { name } => {
                if let Some(OnlineState::Waiting { port }) = self.online.as_ref().map(|online| online.state.clone()) {
                    self.set_online(OnlineState::Visited { port, name: name.clone() });
                }
            }
            Told::VisitorGone { .. } => {
                if let Some(OnlineState::Visited { port, .. }) = self.online.as_ref().map(|online| online.state.clone())
                {
                    self.set_online(OnlineState::Waiting { port });
                }
            }
            Told::Offered(offer) => self.set_online(OnlineState::Offered(offer.clone())),
            Told::Started { number, own, partner, rules, clock } => {
                let Some(online) = &mut self.online else { return };
                (online.number, online.clock) = (*number, *clock);
                online.own = Some(*own);
                online.state = OnlineState::Playing;
                online.rematch = Rematch::None;
                online.time = clock.map(|clock| ([Duration::from_millis(clock.initial_ms); 2], Instant::now()));
                online.grace = None;
                let person = Seat { name: online.own_name.clone(), kind: PlayerKind::Human };
                let partner = Seat { name: partner.clone(), kind: PlayerKind::Network };
                let seats = if *own == Color::White { [person, partner] } else { [partner, person] };
                let rules = *rules;
                self.begin(Record::fresh(seats, rules));
            }
            Told::Moved { mv, .. } => {
                if let Err(refusal) = self.play_for_side_to_move(*mv, None) {
                    self.events.push_back(Event::Refused(refusal));
                }
                return;
            }
            Told::Clocks { left, grace } => {
                if let Some(online) = &mut self.online {
                    online.time = Some((*left, Instant::now()));
                    online.grace = Some(*grace);
                }
                self.keep_journal();
                return;
            }
            Told::DrawOffered => {
                if let Some(partner) = partner {
                    self.turn.draw_offer = Some(partner);
                    self.events.push_back(Event::DrawOffered(partner));
                }
                return;
            }
            Told::DrawDeclined => {
                if let Some(by) = partner {
                    self.events.push_back(Event::DrawAnswered { by, accepted: false, score: None });
                }
                return;
            }
            Told::Ended(outcome) => {
                // An end by the rules already came with the move.
                if self.outcome().is_none() {
                    self.stop_agreed_clock();
                    self.document.end(*outcome);
                    self.declared();
                }
                return;
            }
            Told::EndRetracted => {
                self.document.game.retract_declaration();
                return;
            }
            Told::RematchOffered => self.set_rematch(Rematch::Asked),
            Told::RematchDeclined => self.set_rematch(Rematch::None),
            Told::Refused(refusal) => {
                self.events.push_back(Event::Refused(Refusal::Network(*refusal)));
                return;
            }
            Told::LineLost { remaining } => {
                self.turn.draw_offer = None;
                self.set_online(OnlineState::Lost { until: Instant::now() + *remaining });
            }
            Told::LineBack => self.set_online(OnlineState::Playing),
            Told::Closed(reason) => {
                self.turn.draw_offer = None;
                self.set_online(OnlineState::Over(reason.clone()));
                self.set_rematch(Rematch::None);
                // There is no way back any more.
                self.keep_journal();
            }
            Told::Chat(text) => {
                if let Some(online) = &mut self.online {
                    online.remember(false, text);
                }
            }
            Told::TurnedAway(_) => {}
        }
        self.events.push_back(Event::Network(event));
    }
}
