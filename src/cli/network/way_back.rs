//! The journal of a network game on the command line: with it the game can go on after the program was killed.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::bail;

use super::Board;
use super::shelf::tags_of;
use crate::cli::output::complain;
use crate::controller::journal::{Journal, Keeper};
use crate::controller::network::{ClockSettings, Patience, Progress, Session, Ticket, TicketSeat};
use muehle_engine::game::pgn;
use muehle_engine::rules::Color;

/// A journal that nobody has resumed for this long is deleted.
const LAST_CHANCE: Duration = Duration::from_secs(24 * 60 * 60);

/// Which of the two commands plays.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Host,
    Guest,
}

impl Role {
    fn command(self) -> &'static str {
        match self {
            Role::Host => "host",
            Role::Guest => "join",
        }
    }

    fn fits(self, ticket: &Ticket) -> bool {
        matches!(ticket.seat, TicketSeat::Host { .. }) == (self == Role::Host)
    }
}

/// What this side needs to come back to its game, and where it is written.
pub(super) struct WayBack {
    folder: PathBuf,
    journal: Option<Journal>,
    /// Whether the person knows that there is no journal.
    complained: bool,
    pub(super) seat: TicketSeat,
    pub(super) token: Option<String>,
    pub(super) number: u32,
    pub(super) clock: Option<ClockSettings>,
    left: [Duration; 2],
    since: Instant,
    grace: Option<Duration>,
}

/// A game that goes on.
pub(super) struct Resumed {
    pub(super) session: Session,
    pub(super) way_back: WayBack,
    pub(super) board: Board,
}

impl WayBack {
    pub(super) fn new(folder: &Path, seat: TicketSeat) -> WayBack {
        WayBack {
            folder: folder.to_owned(),
            journal: None,
            complained: false,
            seat,
            token: None,
            number: 0,
            clock: None,
            left: [Duration::ZERO; 2],
            since: Instant::now(),
            grace: None,
        }
    }

    /// Mentions a game that could be resumed, and deletes those that nobody wants any more.
    pub(super) fn mention(folder: &Path, role: Role) {
        for mut found in Journal::abandoned(folder, Keeper::CommandLine) {
            match Ticket::take(&mut found.record.tags) {
                Some(ticket) if ticket.age() < LAST_CHANCE => {
                    if role.fits(&ticket) {
                        let partner = &found.record.seats[(!ticket.own).index()].name;
                        let command = role.command();
                        complain(format!(
                            "a game against {partner} was interrupted; muehle {command} --resume continues it"
                        ));
                        return;
                    }
                }
                // A file that stays is found again the next time.
                _ => drop(found.journal.clear()),
            }
        }
    }

    /// The game that was interrupted last.
    pub(super) fn resume(folder: &Path, role: Role, name: &str) -> anyhow::Result<Resumed> {
        let found = Journal::abandoned(folder, Keeper::CommandLine).into_iter().find_map(|mut found| {
            let ticket = Ticket::take(&mut found.record.tags).filter(|ticket| role.fits(ticket))?;
            Some((found, ticket))
        });
        let Some((found, ticket)) = found else {
            bail!("there is no interrupted game of muehle {} in {}", role.command(), folder.display());
        };
        let (game, own) = (found.record.game, ticket.own);
        let partner = found.record.seats[(!own).index()].name.clone();
        let patience = Patience::with_journal();
        let Some(session) = Session::rejoin(&ticket, &game, name, partner.clone(), patience, || {}) else {
            found.journal.clear()?;
            bail!("the interrupted game cannot be resumed: it is over or its journal is damaged");
        };
        let way_back = WayBack {
            journal: Some(found.journal),
            token: Some(ticket.token.clone()),
            number: ticket.game,
            clock: ticket.clock,
            left: ticket.left(),
            grace: ticket.grace_ms.map(Duration::from_millis),
            ..WayBack::new(folder, ticket.seat)
        };
        Ok(Resumed { session: session?, way_back, board: Board { game, own, partner } })
    }

    pub(super) fn started(&mut self, number: u32, clock: Option<ClockSettings>) {
        (self.number, self.clock, self.grace) = (number, clock, None);
        let initial = clock.map_or(Duration::ZERO, |clock| Duration::from_millis(clock.initial_ms));
        (self.left, self.since) = ([initial; 2], Instant::now());
    }

    /// Counts the time of a side that has moved, until the session says it exactly.
    pub(super) fn moved(&mut self, by: Color) {
        let left = &mut self.left[by.index()];
        *left = left.saturating_sub(self.since.elapsed());
        self.since = Instant::now();
    }

    pub(super) fn clocks(&mut self, left: [Duration; 2], grace: Duration) {
        (self.left, self.since, self.grace) = (left, Instant::now(), Some(grace));
    }

    /// Writes the game to the journal, or deletes it when the game is over.
    pub(super) fn keep(&mut self, board: &Board, own_name: &str) -> Progress {
        let over = board.game.outcome().is_some();
        let written = if over { self.clear() } else { self.write(board, own_name) };
        if let Err(error) = written
            && !self.complained
        {
            self.complained = true;
            complain(format!("the game cannot be resumed if this program is killed: {error}"));
        }
        Progress { game: self.number, plies: board.game.ply() as u32, over }
    }

    fn write(&mut self, board: &Board, own_name: &str) -> io::Result<()> {
        let Some(token) = self.token.clone() else { return Ok(()) };
        let ticket = Ticket {
            seat: self.seat.clone(),
            token,
            game: self.number,
            own: board.own,
            clock: self.clock,
            left_ms: self.left.map(|left| left.as_millis() as u64),
            grace_ms: self.grace.map(|grace| grace.as_millis() as u64),
            written_ms: Ticket::now_ms(),
        };
        let mut tags = tags_of(board, own_name);
        Ticket::put(Some(&ticket), &mut tags);
        let journal = match &mut self.journal {
            Some(journal) => journal,
            none => none.insert(Journal::create(&self.folder, Keeper::CommandLine)?),
        };
        journal.write(&pgn::write(&tags, &board.game))
    }

    /// Deletes the journal: there is no way back, or no need for one.
    pub(super) fn clear(&self) -> io::Result<()> {
        self.journal.as_ref().map_or(Ok(()), Journal::clear)
    }
}
