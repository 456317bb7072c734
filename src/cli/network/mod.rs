//! `muehle host` and `muehle join`: any player of this program against an opponent on another computer.

mod shelf;
mod way_back;

use std::io::{self, Write};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::{Args, ValueEnum};

use crate::controller::network::{
    Address, ClockSettings, Closed, Command, DEFAULT_PORT, Event, HostSettings, InvitationCode, Offer, Patience,
    Session, TicketSeat, own_addresses,
};
use muehle_engine::files;
use muehle_engine::game::{Game, pgn};
use muehle_engine::learn::create_player;
use muehle_engine::players::{Player, PlayerText, Resources};
use muehle_engine::rules::{Color, Rules};

use super::{write_file, wrong_usage};
use shelf::{Shelf, tags_of};
use way_back::{Resumed, Role, WayBack};

/// How long to wait for the opponent to agree to another game.
const REMATCH_PATIENCE: Duration = Duration::from_secs(60);
/// How often Ctrl-C is checked while waiting.
const GLANCE: Duration = Duration::from_millis(100);
/// How long the last messages may take to be sent.
const FAREWELL: Duration = Duration::from_secs(3);
/// How much of an earlier file with games is kept when a game is resumed.
const MAX_SAVED: usize = 64 << 20;

#[derive(Debug, Args)]
struct Common {
    /// Player that chooses the moves, for example computer:time=1000
    #[arg(long, value_name = "SPEC")]
    player: PlayerText,
    /// Name that the opponent sees
    #[arg(long, default_value = "muehle")]
    name: String,
    /// Number of games, with alternating colours
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Random seed; without it every game is different
    #[arg(long)]
    seed: Option<u64>,
    /// Save all games to this file, unfinished ones too
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Continue the game that was interrupted when this program was killed
    #[arg(long)]
    resume: bool,
}

/// Which colour the host plays in the first game.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Plays {
    White,
    Black,
    Random,
}

#[derive(Debug, Args)]
pub(super) struct HostArguments {
    #[command(flatten)]
    common: Common,
    /// Port to listen on; 0 for any free port
    #[arg(long, default_value_t = DEFAULT_PORT, conflicts_with = "resume")]
    port: u16,
    /// Listen on this address only
    #[arg(long, value_name = "ADDRESS", conflicts_with = "resume")]
    bind: Option<IpAddr>,
    /// Rules: never or any, optionally with repetition=on|off and quiet=PLIES
    #[arg(long, default_value = "never", conflicts_with = "resume")]
    rules: Rules,
    /// Your colour in the first game
    #[arg(long, default_value = "white", conflicts_with = "resume")]
    plays: Plays,
    /// Time per game: MINUTES, or MINUTES+SECONDS with seconds added per move
    #[arg(long, conflicts_with = "resume")]
    clock: Option<ClockSettings>,
    /// Invitation code to use instead of a new one
    #[arg(long, conflicts_with = "resume")]
    code: Option<InvitationCode>,
}

#[derive(Debug, Args)]
pub(super) struct JoinArguments {
    /// Address of the host, for example 192.168.1.2:9000
    #[arg(value_name = "HOST:PORT", required_unless_present = "resume", conflicts_with = "resume", requires = "code")]
    address: Option<Address>,
    /// Invitation code that the host prints
    #[arg(long, conflicts_with = "resume")]
    code: Option<InvitationCode>,
    #[command(flatten)]
    common: Common,
    /// Decline games with other rules
    #[arg(long, conflicts_with = "resume")]
    rules: Option<Rules>,
}

pub(super) fn host(arguments: &HostArguments, resources: &Arc<Resources>, stop: &AtomicBool) -> anyhow::Result<()> {
    let common = &arguments.common;
    let player = make_player(common, resources)?;
    let (folder, shelf) = (resources.folders().root(), Shelf::new(resources.folders()));
    if common.resume {
        return resume(common, player, shelf, folder, Role::Host, stop);
    }
    WayBack::mention(folder, Role::Host);
    let settings = HostSettings {
        name: common.name.clone(),
        rules: arguments.rules,
        own: match arguments.plays {
            Plays::White => Color::White,
            Plays::Black => Color::Black,
            Plays::Random => {
                *rand::seq::IndexedRandom::choose(&Color::BOTH[..], &mut rand::rng()).unwrap_or(&Color::White)
            }
        },
        clock: arguments.clock,
        port: arguments.port,
        bind: arguments.bind,
        code: arguments.code.clone().unwrap_or_else(InvitationCode::random),
    };
    let code = settings.code.clone();
    let way_back = WayBack::new(folder, TicketSeat::Host { port: settings.port, bind: settings.bind });
    let session = Session::host(settings, Patience::with_journal(), || {})?;
    let shows_addresses = arguments.bind.is_none();
    Series { code: Some(code), shows_addresses, ..Series::new(common, player, shelf, way_back) }.run(session, stop)
}

pub(super) fn join(arguments: &JoinArguments, resources: &Arc<Resources>, stop: &AtomicBool) -> anyhow::Result<()> {
    let common = &arguments.common;
    let player = make_player(common, resources)?;
    let (folder, shelf) = (resources.folders().root(), Shelf::new(resources.folders()));
    let (Some(address), Some(code)) = (&arguments.address, &arguments.code) else {
        return resume(common, player, shelf, folder, Role::Guest, stop);
    };
    WayBack::mention(folder, Role::Guest);
    let way_back = WayBack::new(folder, TicketSeat::Guest { address: address.to_string() });
    let session = Session::join(address.clone(), code.clone(), &common.name, Patience::with_journal(), || {})?;
    Series { rules: arguments.rules, ..Series::new(common, player, shelf, way_back) }.run(session, stop)
}

/// Continues a game. The player is named anew: nothing in a file may decide what this program does.
fn resume(
    common: &Common,
    player: Box<dyn Player>,
    shelf: Shelf,
    folder: &Path,
    role: Role,
    stop: &AtomicBool,
) -> anyhow::Result<()> {
    let Resumed { session, way_back, board } = WayBack::resume(folder, role, &common.name)?;
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "resuming game {}: {} against {}, {} plies",
        way_back.number,
        board.own,
        board.partner,
        board.game.ply()
    )?;
    out.flush()?;
    drop(out);
    let mut series = Series::new(common, player, shelf, way_back);
    series.resume(board)?;
    series.run(session, stop)
}

fn make_player(common: &Common, resources: &Arc<Resources>) -> anyhow::Result<Box<dyn Player>> {
    create_player(&common.player, resources).map_err(wrong_usage)
}

/// The current game.
struct Board {
    game: Game,
    own: Color,
    partner: String,
}

/// All games with one opponent.
struct Series<'a> {
    common: &'a Common,
    player: Box<dyn Player>,
    seed: u64,
    /// Games with other rules are declined.
    rules: Option<Rules>,
    shows_addresses: bool,
    /// What a guest of this host must know.
    code: Option<InvitationCode>,
    board: Option<Board>,
    /// The player's own value of its last move.
    hopes: Option<f64>,
    /// Whether our move was sent but not confirmed yet.
    moving: bool,
    games_over: u32,
    ended: Option<Instant>,
    saved: String,
    shelf: Shelf,
    way_back: WayBack,
}

impl<'a> Series<'a> {
    fn new(common: &'a Common, player: Box<dyn Player>, shelf: Shelf, way_back: WayBack) -> Series<'a> {
        let seed = common.seed.unwrap_or_else(rand::random);
        Series {
            common,
            player,
            seed,
            rules: None,
            shows_addresses: false,
            code: None,
            board: None,
            hopes: None,
            moving: false,
            games_over: 0,
            ended: None,
            saved: String::new(),
            shelf,
            way_back,
        }
    }

    /// Goes on with a game after the ones before it, whose file is not to be lost.
    fn resume(&mut self, board: Board) -> anyhow::Result<()> {
        self.player.new_game(self.seed.wrapping_add(self.way_back.number.into()));
        self.games_over = self.way_back.number - 1;
        self.board = Some(board);
        if let Some(path) = self.common.save.as_ref().filter(|path| path.exists()) {
            let (bytes, more) = files::read_limited(path, MAX_SAVED)?;
            match String::from_utf8(bytes) {
                Ok(text) if !more => self.saved = text,
                _ => bail!("{} is not a file of this program's games", path.display()),
            }
        }
        Ok(())
    }

    fn run(mut self, session: Session, stop: &AtomicBool) -> anyhow::Result<()> {
        let result = self.play(&session, stop);
        session.leave(FAREWELL);
        // A partner who was left does not wait.
        self.way_back.clear()?;
        self.save_unfinished()?;
        result
    }

    fn play(&mut self, session: &Session, stop: &AtomicBool) -> anyhow::Result<()> {
        loop {
            if stop.load(Ordering::Relaxed) {
                bail!("interrupted");
            }
            // Handle pending events before choosing a move.
            let event = if self.is_own_turn() { session.poll() } else { session.wait(GLANCE) };
            match event {
                Some(Event::Closed(reason)) if self.is_done() => return self.done(&reason),
                Some(Event::Closed(reason)) => bail!("{reason}"),
                Some(event) => self.hear(event, session)?,
                None if self.is_own_turn() => self.choose(session, stop)?,
                None => {}
            }
            if self.is_done() && self.games_over >= self.common.games {
                return Ok(());
            }
            if self.is_done() && self.ended.is_some_and(|ended| ended.elapsed() > REMATCH_PATIENCE) {
                bail!("the opponent does not want to play again");
            }
        }
    }

    /// Whether the last game is over.
    fn is_done(&self) -> bool {
        self.ended.is_some()
    }

    fn done(&self, reason: &Closed) -> anyhow::Result<()> {
        if self.games_over >= self.common.games {
            return Ok(());
        }
        bail!("{reason} after {} of {} games", self.games_over, self.common.games)
    }

    fn is_own_turn(&self) -> bool {
        !self.moving
            && self
                .board
                .as_ref()
                .is_some_and(|Board { game, own, .. }| game.outcome().is_none() && game.side_to_move() == *own)
    }

    fn choose(&mut self, session: &Session, stop: &AtomicBool) -> anyhow::Result<()> {
        let Some(board) = &self.board else { return Ok(()) };
        let choice = self.player.choose(&board.game, stop, &mut |_| {})?;
        self.hopes = choice.score.map(|score| score.value());
        self.moving = true;
        session.send(Command::Move(choice.mv));
        Ok(())
    }

    fn hear(&mut self, event: Event, session: &Session) -> anyhow::Result<()> {
        let mut out = io::stdout().lock();
        match event {
            Event::Listening { port } => {
                writeln!(out, "listening on port {port}")?;
                if let TicketSeat::Host { port: opened, .. } = &mut self.way_back.seat {
                    *opened = port;
                }
                if let Some(code) = &self.code {
                    writeln!(out, "invitation code {code}")?;
                }
                if self.shows_addresses {
                    for address in own_addresses() {
                        writeln!(out, "reachable at {}", Address { host: address.to_string(), port })?;
                    }
                }
            }
            Event::TurnedAway(reason) => writeln!(out, "someone was turned away: {reason}")?,
            Event::Visitor { name } => writeln!(out, "{name} is looking at the offer")?,
            Event::VisitorGone { declined: true } => writeln!(out, "the offer was declined; still waiting")?,
            Event::VisitorGone { declined: false } => writeln!(out, "the guest has left; still waiting")?,
            Event::Offered(offer) => self.answer_offer(&offer, session, &mut out)?,
            Event::Started { number, own, partner, rules, clock } => {
                writeln!(out, "game {number}: {own} against {partner}, rules {rules}")?;
                self.player.new_game(self.seed.wrapping_add(number.into()));
                self.board = Some(Board { game: Game::new(rules), own, partner });
                (self.moving, self.ended, self.hopes) = (false, None, None);
                self.shelf.started();
                self.way_back.started(number, clock);
                self.keep(session);
            }
            Event::Moved { by, mv, ply } => {
                self.moving = false;
                if let Some(board) = &mut self.board {
                    board.game.play(mv)?;
                }
                self.way_back.moved(by);
                // Only what cannot be lost any more is told.
                self.keep(session);
                writeln!(out, "{ply} {by} {mv}")?;
            }
            Event::Chat(text) => writeln!(out, "chat: {text}")?,
            Event::DrawOffered => {
                // A player that expects more than a draw declines.
                let accepts = self.hopes.is_none_or(|hopes| hopes <= 0.0);
                writeln!(out, "the opponent offers a draw: {}", if accepts { "accepted" } else { "declined" })?;
                session.send(Command::AnswerDraw(accepts));
            }
            Event::Ended(outcome) => {
                writeln!(out, "result {outcome}")?;
                self.game_ended(outcome, session)?;
            }
            Event::EndRetracted => {
                if let Some(board) = &mut self.board {
                    board.game.retract_declaration();
                }
                self.games_over -= 1;
                self.ended = None;
            }
            Event::RematchOffered if self.games_over >= self.common.games => session.send(Command::DeclineRematch),
            Event::RematchOffered | Event::DrawDeclined => {}
            Event::Clocks { left, grace } => {
                self.way_back.clocks(left, grace);
                self.keep(session);
            }
            Event::Token(token) => {
                self.way_back.token = Some(token);
                self.keep(session);
            }
            Event::RematchDeclined => bail!("the opponent does not want to play again"),
            Event::Refused(refusal) => {
                // The game may have ended while the player was thinking; the next event says so.
                self.moving = false;
                if self.is_own_turn() {
                    bail!("the move was refused: {refusal}");
                }
            }
            Event::LineLost { remaining } => {
                writeln!(out, "connection lost; waiting {} s for it to come back", remaining.as_secs())?;
            }
            Event::LineBack => writeln!(out, "connection restored")?,
            Event::Closed(_) => {}
        }
        out.flush()?;
        Ok(())
    }

    /// Writes the journal and lets the session send what is in it.
    fn keep(&mut self, session: &Session) {
        if let Some(board) = &self.board {
            session.send(Command::Kept(self.way_back.keep(board, &self.common.name)));
        }
    }

    fn answer_offer(&self, offer: &Offer, session: &Session, out: &mut impl Write) -> anyhow::Result<()> {
        let Offer { host, rules, guest, clock } = offer;
        let clock = clock.map_or(String::new(), |clock| format!(", clock {clock}"));
        writeln!(out, "{host} offers a game: you play {guest}, rules {rules}{clock}")?;
        let fits = self.rules.is_none_or(|wanted| wanted == *rules);
        session.send(if fits { Command::Accept } else { Command::Decline });
        Ok(())
    }

    fn game_ended(&mut self, outcome: muehle_engine::game::Outcome, session: &Session) -> anyhow::Result<()> {
        if let Some(board) = &mut self.board {
            board.game.declare(outcome);
            self.shelf.keep(board, &self.common.name, &self.common.player);
            self.player.game_over(&board.game)?;
        }
        self.keep(session);
        self.games_over += 1;
        self.ended = Some(Instant::now());
        self.moving = false;
        self.save()?;
        if self.games_over < self.common.games {
            session.send(Command::Rematch);
        }
        Ok(())
    }

    fn save_unfinished(&mut self) -> anyhow::Result<()> {
        let unfinished =
            self.board.as_ref().is_some_and(|board| board.game.outcome().is_none() && board.game.ply() > 0);
        if unfinished { self.save() } else { Ok(()) }
    }

    fn save(&mut self) -> anyhow::Result<()> {
        let (Some(path), Some(board)) = (&self.common.save, &self.board) else { return Ok(()) };
        let tags = tags_of(board, &self.common.player.to_string());
        self.saved.push_str(&(pgn::write(&tags, &board.game) + "\n"));
        write_file(path, self.saved.as_bytes())
    }
}
