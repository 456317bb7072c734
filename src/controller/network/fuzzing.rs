//! What strangers and partners send, for the tests with damaged and hostile inputs.

use std::time::{Duration, Instant};

use super::lines::LineBuffer;
use super::message::GameKey;
use super::secret::Exchange;
use super::shared_game::{SharedGame, Standing};
use super::{Address, ClockSettings, InvitationCode, Message, Ticket, Violation, clean};
use muehle_engine::game::Game;
use muehle_engine::rules::{Color, Move, Rules};

/// Gives lines to everything that reads them. Complaints go to `complain`.
pub fn check(input: &[u8], complain: fn(String)) {
    let now = Instant::now();
    let mut partners = [Color::White, Color::Black].map(Partner::new);
    let mut buffer = LineBuffer::default();
    for chunk in input.chunks(1000) {
        buffer.push(chunk, now);
        loop {
            match buffer.take(now) {
                Ok(Some(line)) => read_line(&line, &mut partners, now, complain),
                Ok(None) => break,
                Err(violation) => return complain(violation.to_string()),
            }
        }
    }
}

fn read_line(line: &[u8], partners: &mut [Partner; 2], now: Instant, complain: fn(String)) {
    let _ = Message::read_version(line);
    match Message::read(line) {
        Ok(message) => {
            assert_eq!(Message::read(&message.to_bytes()).as_ref(), Ok(&message));
            if let Message::Hello { share, .. } | Message::Welcome { share, .. } = &message
                && let Some(mut channel) = Exchange::begin(true, "secret").0.finish(share, line, b"welcome")
            {
                assert_eq!(channel.open(line), None, "it was not sealed");
            }
            for partner in partners {
                if let Err(violation) = partner.hear(message.clone(), now) {
                    complain(violation.to_string());
                }
            }
        }
        Err(violation) => complain(violation.to_string()),
    }
    let text = String::from_utf8_lossy(line);
    assert!(clean(&text, 40).chars().count() <= 40);
    match text.parse::<Address>() {
        Ok(address) => assert_eq!(address.to_string().parse(), Ok(address)),
        Err(error) => complain(error.to_string()),
    }
    if let Ok(code) = text.parse::<InvitationCode>() {
        assert_eq!(code.to_string().parse(), Ok(code));
    }
    if let Ok(clock) = text.parse::<ClockSettings>() {
        assert!(clock.is_sensible());
    }
    if let Some(ticket) = Ticket::read(&text) {
        assert_eq!(Ticket::read(&ticket.text()).as_ref(), Some(&ticket));
        let _ = (ticket.age(), ticket.left());
        if let Some(mut game) = SharedGame::restored(&ticket, String::new(), &Game::default(), now) {
            let _ = (game.tick(now), game.clock_events(now));
        }
    }
}

/// One side of a game whose partner sends the inputs.
struct Partner {
    own: Color,
    game: SharedGame,
    /// The same game, to choose moves.
    board: Game,
    /// The key of the game so far: no input would ever guess it.
    key: GameKey,
    now: Duration,
}

impl Partner {
    fn new(own: Color) -> Partner {
        let clock = (own == Color::White).then_some(ClockSettings { initial_ms: 300_000, increment_ms: 3000 });
        let mut partner = Partner {
            own,
            game: SharedGame::new(own, "Partner".to_owned(), Rules::default(), clock, Instant::now()),
            board: Game::default(),
            key: GameKey::start(&Rules::default()),
            now: Duration::ZERO,
        };
        partner.answer(Instant::now());
        partner
    }

    /// Hears a message. After a violation a new game begins, as the old one would end.
    fn hear(&mut self, mut message: Message, begun: Instant) -> Result<(), Violation> {
        // Time passes between messages.
        self.now += Duration::from_secs(1);
        let now = begun + self.now;
        let mut played = None;
        if let Message::Move { mv, key, .. } = &mut message
            && let Ok(mv) = mv.parse::<Move>()
        {
            *key = self.key.with_move(&mv.to_string()).text();
            played = Some(mv);
        }
        let plies = self.game.progress().plies;
        let heard = match &message {
            Message::Resume { game, plies, key, over } | Message::Resumed { game, plies, key, over } => {
                self.game.line_lost(now);
                let theirs = Standing { game: *game, plies: *plies, key: key.clone(), over: *over };
                self.game.line_back(&theirs, now)
            }
            _ => self.game.receive(&message, now),
        };
        if let Err(violation) = heard.and_then(|_| self.game.tick(now)) {
            *self = Partner::new(self.own);
            return Err(violation);
        }
        let progress = self.game.progress();
        if progress.plies < plies {
            *self = Partner::new(self.own);
        } else if progress.plies > plies
            && let Some(mv) = played
        {
            self.remember(mv);
            self.answer(now);
        }
        Ok(())
    }

    fn remember(&mut self, mv: Move) {
        self.key = self.key.with_move(&mv.to_string());
        self.board.play(mv).expect("both games are the same");
    }

    /// Plays a move if it is this side's turn, and agrees to everything.
    fn answer(&mut self, now: Instant) {
        let _ = self.game.answer_draw(true);
        if let Some(&mv) = self.board.legal_moves().first()
            && self.game.play(mv, now).is_ok()
        {
            self.remember(mv);
        }
    }
}
