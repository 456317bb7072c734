//! The game between two partners, without the line between them: what each message and each command does to it.
//!
//! These rules make both sides reach the same result although their messages cross:
//! - A move counts once it is sent, whatever crosses it. A resignation that it crosses counts after it.
//! - Of two losses that cross, by resignation or time, that of the side to move counts.
//! - A draw offer stands until the other side answers or moves. The side that offered confirms the
//!   answer, but only if it has not moved meanwhile.
//! - Two crossing rematch offers are an agreement.

use std::time::{Duration, Instant};

use muehle_engine::game::{Game, Outcome, PlayError, WinReason};
use muehle_engine::rules::{Color, Move, Rules};

use super::clock::Clock;
use super::message::GameKey;
use super::{ClockSettings, Event, Message, Progress, Refusal, Ticket, Violation};

/// How far one side is, as the two tell each other after a lost line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Standing {
    pub(super) game: u32,
    pub(super) plies: u32,
    pub(super) key: String,
    pub(super) over: bool,
}

/// What follows from a message or a command.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Reaction {
    pub(super) send: Vec<Message>,
    pub(super) events: Vec<Event>,
}

impl Reaction {
    fn event(event: Event) -> Reaction {
        Reaction { send: Vec::new(), events: vec![event] }
    }

    fn message(message: Message) -> Reaction {
        Reaction { send: vec![message], events: Vec::new() }
    }

    fn and(mut self, other: Reaction) -> Reaction {
        self.send.extend(other.send);
        self.events.extend(other.events);
        self
    }
}

/// The state of draw offers.
#[derive(Debug, Default)]
struct DrawTalk {
    /// This side's offer stands.
    offered: bool,
    /// The ply of this side's last offer: one per ply is enough.
    offered_at: Option<u32>,
    /// The partner's offer stands.
    asked: bool,
    /// The ply of the partner's last offer.
    asked_at: Option<u32>,
    /// The ply at which the partner's offer was accepted, until it is confirmed.
    taken_at: Option<u32>,
}

/// One side's view of the game.
#[derive(Debug)]
pub(super) struct SharedGame {
    own: Color,
    partner: String,
    rules: Rules,
    clock_settings: Option<ClockSettings>,
    number: u32,
    game: Game,
    /// The key after each number of plies.
    keys: Vec<GameKey>,
    clock: Option<Clock>,
    draw: DrawTalk,
    rematch_offered: bool,
    rematch_asked: bool,
    /// How this side ended the game; repeated after a lost line.
    last_word: Option<Message>,
}

impl SharedGame {
    pub(super) fn new(
        own: Color,
        partner: String,
        rules: Rules,
        clock_settings: Option<ClockSettings>,
        now: Instant,
    ) -> SharedGame {
        SharedGame {
            own,
            partner,
            rules,
            clock_settings,
            number: 1,
            game: Game::new(rules),
            keys: vec![GameKey::start(&rules)],
            clock: clock_settings.map(|settings| Clock::start(settings, now)),
            draw: DrawTalk::default(),
            rematch_offered: false,
            rematch_asked: false,
            last_word: None,
        }
    }

    /// The game that a ticket is for, on a line that is lost. Nothing if it is over or cannot be replayed.
    pub(super) fn restored(ticket: &Ticket, partner: String, game: &Game, now: Instant) -> Option<SharedGame> {
        let mut shared_game = SharedGame::new(ticket.own, partner, *game.rules(), ticket.clock, now);
        for mv in game.moves() {
            shared_game.game.play(mv).ok()?;
            shared_game.remember(mv);
        }
        shared_game.number = ticket.game;
        let side = shared_game.game.side_to_move();
        shared_game.clock = ticket.clock.map(|settings| Clock::restored(ticket, settings, side, now));
        (!shared_game.is_over()).then_some(shared_game)
    }

    pub(super) fn started(&self) -> Event {
        Event::Started {
            number: self.number,
            own: self.own,
            partner: self.partner.clone(),
            rules: self.rules,
            clock: self.clock_settings,
        }
    }

    fn plies(&self) -> u32 {
        (self.keys.len() - 1) as u32
    }

    fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    pub(super) fn standing(&self) -> Standing {
        let key = self.keys[self.keys.len() - 1].text();
        Standing { game: self.number, plies: self.plies(), key, over: self.is_over() }
    }

    pub(super) fn progress(&self) -> Progress {
        Progress { game: self.number, plies: self.plies(), over: self.is_over() }
    }

    // What this side does.

    pub(super) fn play(&mut self, mv: Move, now: Instant) -> Result<Reaction, Refusal> {
        if self.is_over() {
            return Err(Refusal::GameOver);
        }
        if self.game.side_to_move() != self.own {
            return Err(Refusal::NotYourTurn);
        }
        if self.draw.taken_at.is_some() {
            return Err(Refusal::DrawPending);
        }
        if self.clock.as_ref().is_some_and(|clock| clock.is_over(self.own, now)) {
            return Ok(self.flag(now));
        }
        match self.game.play(mv) {
            Ok(()) => {}
            Err(PlayError::Illegal(reason)) => return Err(Refusal::Illegal(reason)),
            Err(PlayError::Over(_)) => return Err(Refusal::GameOver),
        }
        let left = self.clock.as_mut().map(|clock| clock.moved(self.own, now));
        self.remember(mv);
        self.draw.asked = false;
        let moved = Event::Moved { by: self.own, mv, ply: self.plies() };
        let reaction = Reaction { send: vec![self.last_move(left)], events: vec![moved] };
        Ok(reaction.and(self.clock_events(now)).and(self.end_if_over(now)))
    }

    fn remember(&mut self, mv: Move) {
        self.keys.push(self.keys[self.keys.len() - 1].with_move(&mv.to_string()));
    }

    fn last_move(&self, left: Option<Duration>) -> Message {
        let standing = self.standing();
        Message::Move {
            game: standing.game,
            ply: standing.plies,
            mv: self.game.last_move().map_or(String::new(), |mv| mv.to_string()),
            key: standing.key,
            left_ms: left.map(|left| left.as_millis() as u64),
        }
    }

    pub(super) fn clock_events(&self, now: Instant) -> Reaction {
        let events =
            self.clock.iter().map(|clock| Event::Clocks { left: clock.left(now), grace: clock.grace(now) }).collect();
        Reaction { send: Vec::new(), events }
    }

    fn end_if_over(&mut self, now: Instant) -> Reaction {
        let Some(outcome) = self.game.outcome() else { return Reaction::default() };
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
        self.draw = DrawTalk::default();
        Reaction::event(Event::Ended(outcome))
    }

    /// Ends the game by a message of this side, which is repeated if it gets lost.
    fn end_with(&mut self, message: Message, now: Instant) -> Reaction {
        self.last_word = Some(message.clone());
        Reaction::message(message).and(self.end_if_over(now))
    }

    pub(super) fn resign(&mut self, now: Instant) -> Result<Reaction, Refusal> {
        if self.is_over() {
            return Err(Refusal::GameOver);
        }
        if self.draw.taken_at.is_some() {
            return Err(Refusal::DrawPending);
        }
        self.game.resign(self.own);
        Ok(self.end_with(Message::Resign { game: self.number }, now))
    }

    fn flag(&mut self, now: Instant) -> Reaction {
        self.game.declare(Outcome::Win { winner: !self.own, reason: WinReason::Time });
        self.end_with(Message::Flag { game: self.number }, now)
    }

    pub(super) fn offer_draw(&mut self) -> Result<Reaction, Refusal> {
        if self.is_over() {
            return Err(Refusal::GameOver);
        }
        if self.draw.asked {
            return self.answer_draw(true);
        }
        if self.draw.offered || self.draw.offered_at == Some(self.plies()) {
            return Err(Refusal::DrawOfferedAlready);
        }
        self.draw.offered = true;
        self.draw.offered_at = Some(self.plies());
        Ok(Reaction::message(Message::DrawOffer { game: self.number, ply: self.plies() }))
    }

    pub(super) fn answer_draw(&mut self, accept: bool) -> Result<Reaction, Refusal> {
        if !self.draw.asked {
            return Err(Refusal::NothingOffered);
        }
        self.draw.asked = false;
        if !accept {
            return Ok(Reaction::message(Message::DrawDecline { game: self.number }));
        }
        self.draw.taken_at = Some(self.plies());
        Ok(Reaction::message(Message::DrawAccept { game: self.number, ply: self.plies() }))
    }

    pub(super) fn rematch(&mut self, now: Instant) -> Result<Reaction, Refusal> {
        if !self.is_over() {
            return Err(Refusal::GameRunning);
        }
        let game = self.number;
        if self.rematch_asked {
            return Ok(Reaction::message(Message::RematchAccept { game }).and(self.start_next(now)));
        }
        if self.rematch_offered {
            return Ok(Reaction::default());
        }
        self.rematch_offered = true;
        Ok(Reaction::message(Message::RematchOffer { game }))
    }

    pub(super) fn decline_rematch(&mut self) -> Result<Reaction, Refusal> {
        if !self.rematch_asked {
            return Err(Refusal::NothingOffered);
        }
        self.rematch_asked = false;
        Ok(Reaction::message(Message::RematchDecline { game: self.number }))
    }

    fn start_next(&mut self, now: Instant) -> Reaction {
        let partner = std::mem::take(&mut self.partner);
        let number = self.number + 1;
        *self = SharedGame { number, ..SharedGame::new(!self.own, partner, self.rules, self.clock_settings, now) };
        Reaction::event(self.started())
    }

    // What the partner says.

    /// Takes a message from the partner. Anything that an honest program cannot have sent is a violation.
    pub(super) fn receive(&mut self, message: &Message, now: Instant) -> Result<Reaction, Violation> {
        match message {
            Message::Move { game, ply, mv, key, left_ms } => {
                self.check_game(*game)?;
                self.partner_moves(*ply, mv, key, *left_ms, now)
            }
            Message::DrawOffer { game, ply } => {
                self.check_game(*game)?;
                self.partner_offers_draw(*ply)
            }
            Message::DrawAccept { game, ply } => {
                self.check_game(*game)?;
                self.partner_accepts_draw(*ply, now)
            }
            Message::DrawAgreed { game, ply } => {
                self.check_game(*game)?;
                self.partner_confirms_draw(*ply, now)
            }
            Message::DrawDecline { game } => {
                self.check_game(*game)?;
                let offered = std::mem::take(&mut self.draw.offered);
                Ok(if offered { Reaction::event(Event::DrawDeclined) } else { Reaction::default() })
            }
            Message::Resign { game } => {
                self.check_game(*game)?;
                Ok(self.partner_loses(WinReason::Resignation, now))
            }
            Message::Flag { game } => {
                self.check_game(*game)?;
                if self.clock.is_none() {
                    return Err(Violation::Unexpected);
                }
                Ok(self.partner_loses(WinReason::Time, now))
            }
            Message::RematchOffer { game } | Message::RematchAccept { game } | Message::RematchDecline { game } => {
                // Two crossing offers have already begun the next game.
                if game.checked_add(1) == Some(self.number) {
                    return Ok(Reaction::default());
                }
                self.check_game(*game)?;
                if !self.is_over() {
                    return Err(Violation::Unexpected);
                }
                self.partner_on_rematch(message, now)
            }
            _ => Err(Violation::Unexpected),
        }
    }

    fn check_game(&self, game: u32) -> Result<(), Violation> {
        if game == self.number { Ok(()) } else { Err(Violation::Disagreement) }
    }

    fn partner_moves(
        &mut self,
        ply: u32,
        text: &str,
        key: &str,
        left_ms: Option<u64>,
        now: Instant,
    ) -> Result<Reaction, Violation> {
        let mv: Move = text.parse().map_err(|_| Violation::Malformed)?;
        if mv.to_string() != text {
            return Err(Violation::Malformed);
        }
        if left_ms.is_some() != self.clock.is_some() {
            return Err(Violation::Malformed);
        }
        if self.game.side_to_move() == self.own || ply != self.plies() + 1 {
            return Err(Violation::OutOfTurn);
        }
        // This side's resignation crossed the move: it counts after it.
        let resigned = matches!(self.last_word, Some(Message::Resign { .. }));
        if resigned {
            self.game.retract_declaration();
        }
        match self.game.play(mv) {
            Ok(()) => {}
            Err(PlayError::Illegal(reason)) => return Err(Violation::Illegal(reason)),
            Err(PlayError::Over(_)) => return Err(Violation::OutOfTurn),
        }
        self.remember(mv);
        if key != self.standing().key {
            return Err(Violation::Disagreement);
        }
        if let (Some(clock), Some(left)) = (&mut self.clock, left_ms) {
            clock.partner_moved(!self.own, Duration::from_millis(left), now);
        }
        if resigned {
            self.game.resign(self.own);
        }
        // The partner's move answers an open offer and withdraws one that was accepted.
        let declined = std::mem::take(&mut self.draw.offered);
        self.draw.taken_at = None;
        let mut reaction = Reaction::default();
        if resigned {
            reaction.events.push(Event::EndRetracted);
        }
        reaction.events.push(Event::Moved { by: !self.own, mv, ply });
        reaction = reaction.and(self.clock_events(now));
        if declined && !self.is_over() {
            reaction.events.push(Event::DrawDeclined);
        }
        Ok(reaction.and(self.end_if_over(now)))
    }

    fn partner_offers_draw(&mut self, ply: u32) -> Result<Reaction, Violation> {
        if ply > self.plies() {
            return Err(Violation::Disagreement);
        }
        // A move of this side that crossed the offer has answered it. A repeated offer within a ply is ignored.
        if self.is_over() || ply < self.plies() || self.draw.asked_at == Some(ply) {
            return Ok(Reaction::default());
        }
        self.draw.asked = true;
        self.draw.asked_at = Some(ply);
        if self.draw.offered {
            return Ok(self.answer_draw(true).unwrap_or_default());
        }
        Ok(Reaction::event(Event::DrawOffered))
    }

    fn partner_accepts_draw(&mut self, ply: u32, now: Instant) -> Result<Reaction, Violation> {
        // Too late: the game is over or a move has been played since.
        if self.is_over() || ply < self.plies() {
            return Ok(Reaction::default());
        }
        if ply > self.plies() || !self.draw.offered {
            return Err(Violation::Unexpected);
        }
        self.game.agree_draw();
        Ok(self.end_with(Message::DrawAgreed { game: self.number, ply }, now))
    }

    fn partner_confirms_draw(&mut self, ply: u32, now: Instant) -> Result<Reaction, Violation> {
        if self.is_over() {
            return Ok(Reaction::default());
        }
        if self.draw.taken_at != Some(ply) {
            return Err(Violation::Unexpected);
        }
        self.game.agree_draw();
        Ok(self.end_if_over(now))
    }

    fn partner_loses(&mut self, reason: WinReason, now: Instant) -> Reaction {
        let own_loss = matches!(self.last_word, Some(Message::Resign { .. } | Message::Flag { .. }));
        let retracted = own_loss && self.game.side_to_move() != self.own;
        if retracted {
            self.game.retract_declaration();
        }
        if self.is_over() {
            return Reaction::default();
        }
        self.game.declare(Outcome::Win { winner: self.own, reason });
        let events = if retracted { vec![Event::EndRetracted] } else { Vec::new() };
        Reaction { send: Vec::new(), events }.and(self.end_if_over(now))
    }

    fn partner_on_rematch(&mut self, message: &Message, now: Instant) -> Result<Reaction, Violation> {
        match (message, self.rematch_offered) {
            (Message::RematchDecline { .. }, offered) => {
                self.rematch_offered = false;
                Ok(if offered { Reaction::event(Event::RematchDeclined) } else { Reaction::default() })
            }
            (_, true) => Ok(self.start_next(now)),
            (Message::RematchAccept { .. }, false) => Err(Violation::Unexpected),
            (_, false) if self.rematch_asked => Ok(Reaction::default()),
            (_, false) => {
                self.rematch_asked = true;
                Ok(Reaction::event(Event::RematchOffered))
            }
        }
    }

    // Time and lost lines.

    /// Checks the clocks.
    pub(super) fn tick(&mut self, now: Instant) -> Result<Reaction, Violation> {
        let Some(clock) = &self.clock else { return Ok(Reaction::default()) };
        if self.is_over() {
            return Ok(Reaction::default());
        }
        if clock.is_overdue(!self.own, now) {
            return Err(Violation::Overtime);
        }
        // A draw that may already be agreed takes precedence over the clock.
        let own_turn = self.game.side_to_move() == self.own && self.draw.taken_at.is_none();
        Ok(if own_turn && clock.is_over(self.own, now) { self.flag(now) } else { Reaction::default() })
    }

    /// The line is lost: the clocks stop for a while, open draw offers expire.
    pub(super) fn line_lost(&mut self, now: Instant) {
        if let Some(clock) = &mut self.clock {
            clock.line_lost(now);
        }
        // An accepted offer may have been confirmed on the lost line.
        self.draw = DrawTalk { taken_at: self.draw.taken_at, ..DrawTalk::default() };
    }

    /// The line is back and the partner says how far it is. What it missed is repeated: at most one move, because nobody
    /// moves twice in a row. Nobody is told moves of its own: each side keeps those before it sends them, so a
    /// partner who knows more of them lies.
    pub(super) fn line_back(&mut self, partner: &Standing, now: Instant) -> Result<Reaction, Violation> {
        let mut reaction = Reaction::default();
        if self.number.checked_add(1) == Some(partner.game) && self.rematch_offered && self.is_over() {
            reaction = self.start_next(now);
        }
        let (plies, key) = if partner.game == self.number {
            (partner.plies, partner.key.as_str())
        } else if partner.game.checked_add(1) == Some(self.number) && partner.over {
            // The partner does not know yet that its rematch offer was accepted; resuming will tell it.
            (0, "")
        } else {
            return Err(Violation::Disagreement);
        };
        let own_plies = self.plies();
        let common = plies.min(own_plies);
        let ours = self.keys[common as usize].text();
        if plies.abs_diff(own_plies) > 1 || (plies <= own_plies && !key.is_empty() && key != ours) {
            return Err(Violation::Disagreement);
        }
        if plies > own_plies && self.game.side_to_move() == self.own {
            return Err(Violation::Disagreement);
        }
        if partner.game == self.number {
            self.rematch_offered = false;
            self.rematch_asked = false;
            if !partner.over {
                self.draw.taken_at = None;
            }
        }
        if let (Some(clock), None) = (&mut self.clock, self.game.outcome()) {
            clock.line_back(self.game.side_to_move(), now);
        }
        reaction = reaction.and(self.clock_events(now));
        if plies < own_plies {
            if self.game.side_to_move() == self.own {
                return Err(Violation::Disagreement);
            }
            let left = self.clock.as_ref().map(|clock| clock.left(now)[self.own.index()]);
            reaction.send.push(self.last_move(left));
        }
        reaction.send.extend(self.last_word.clone());
        Ok(reaction)
    }
}

#[cfg(test)]
#[path = "shared_game_tests.rs"]
mod tests;
