//! The running game: its players, the thread they think on, its files. Commands go in, events come out. Nothing here
//! waits, and nothing here knows about a window.

pub mod analysis;
mod archive;
mod clock;
mod document;
mod evaluations;
mod event;
pub mod explainer;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod game_file;
pub mod journal;
mod laboratory;
mod mind;
pub mod network;
mod online;
pub mod openings;
pub mod opinions;
mod play;
pub mod puzzles;
mod record;
pub mod review;
mod searching;
mod seat;
mod solver;
mod storage;
mod talk;
#[cfg(test)]
pub mod testing;
mod thinker;
pub mod training;
mod turn;
pub mod worker;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use muehle_engine::archive::ArchiveError;
use muehle_engine::files::DataFolders;
use muehle_engine::game::pgn::{Collection, Tags};
use muehle_engine::game::{Game, MoveTree, NodeId, Outcome};
use muehle_engine::rules::{Color, Position, Rules};

pub use archive::{ArchiveEvent, new_archive_id};
pub use clock::{Clocks, TENTHS_BELOW};
pub use evaluations::estimates;
pub use event::{Branch, Command, Event, Hint, Look, Note, Refusal};
pub use game_file::{Conflict, GameFile, SaveError};
pub use laboratory::{LabEvent, LabProblem, Laboratory, Written, programs};
pub use mind::{Judgement, LearnFailure, Mind, MindError, Notice, Purpose, Thought};
pub use online::{Online, OnlineCommand, OnlineState, Rematch};
pub use record::Record;
pub use searching::SearchingMind;
pub use seat::{ComputerSettings, MAX_NAME, Method, PlayerKind, Seat, ThinkingLimit, tidy_name, usual_seats};
pub use solver::{Fault, Plan, Room, Solver, SolverEvent, Stage, StageSurvey, Survey, Task, TaskState};
pub use worker::Waker;

use archive::{Keeping, Shelf};
use document::Document;
use event::Events;
use journal::Recovered;
use network::ClockSettings;
use storage::{Arrived, Done, Read, Storage};
use thinker::{Answer, Thinker};
use turn::{Heard, Turn};

/// What a computer is thinking about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// The side to move.
    pub side: Color,
    /// What for.
    pub purpose: Purpose,
    /// When it began.
    pub since: Instant,
    /// Whether heuristic and tables are still being loaded.
    pub loading: bool,
    /// The depth searched so far.
    pub depth: u32,
}

/// What the controller needs from outside.
pub struct Setup {
    /// Where files live.
    pub folders: DataFolders,
    /// What thinks.
    pub mind: Box<dyn Mind>,
    /// Called when there is something to fetch with [`Controller::poll`].
    pub waker: Waker,
    /// White and Black of the first game.
    pub seats: [Seat; 2],
    /// Its rules.
    pub rules: Rules,
    /// Its clock.
    pub clock: Option<ClockSettings>,
    /// The programs of somebody else that may be started.
    pub allowed_programs: Vec<String>,
    /// Everything random in this game and the next ones follows from it.
    pub seed: u64,
}

/// The running game and everything that serves it.
pub struct Controller {
    document: Document,
    turn: Turn,
    storage: Storage,
    /// The games that were not saved when their windows ended, as long as nobody has decided about them.
    recovered: VecDeque<Recovered>,
    /// The games of the file that was opened last, if it has several.
    listed: Option<Arc<Collection>>,
    /// A game from a file that waits until somebody has decided about the one on the board.
    arrived: Option<Box<Arrived>>,
    /// The finished games.
    shelf: Shelf,
    /// The partner on another computer.
    online: Option<Online>,
    events: Events,
    waker: Waker,
    /// Whether something covers the board, so that no clock runs.
    clock_held: bool,
    /// The programs that may be started.
    allowed_programs: Vec<String>,
    /// The program that a person was asked about.
    waiting_program: Option<String>,
}

impl Controller {
    /// A controller with a fresh game. [`Event::Recovered`] follows once games that were not saved were looked for.
    pub fn new(setup: Setup) -> Controller {
        let Setup { folders, mind, waker, seats, rules, clock, allowed_programs, seed } = setup;
        let mut controller = Controller {
            document: Document::new(Record::fresh(seats, rules).with_clock(clock)),
            turn: Turn::new(Thinker::start(mind, waker.clone()), seed),
            storage: Storage::start(&folders, waker.clone()),
            shelf: Shelf::new(&folders, waker.clone()),
            recovered: VecDeque::new(),
            listed: None,
            arrived: None,
            online: None,
            events: Events::default(),
            waker,
            clock_held: false,
            allowed_programs,
            waiting_program: None,
        };
        controller.take_turn();
        controller
    }

    /// Does what a person asks for. [`Controller::next_event`] tells what came of it.
    pub fn apply(&mut self, command: Command) {
        let Some(command) = self.apply_online(command) else { return };
        match command {
            Command::Online(command) => self.online_command(command),
            Command::Play(mv) => self.attempt(|this| this.play(mv)),
            Command::NewGame { seats, rules, clock } => self.begin(Record::fresh(seats, rules).with_clock(clock)),
            Command::SetUp { seats, rules, clock, position } => {
                let game = Game::from_position(rules, position);
                self.begin(Record { game, ..Record::fresh(seats, rules).with_clock(clock) });
                // Setting up a position is work that no file has.
                self.changed();
            }
            Command::Branch(branch) => self.attempt(|this| this.branch(branch)),
            Command::AddLine(from, moves) => self.attempt(|this| this.add_line(from, &moves)),
            Command::Annotate(node, note) => self.annotate(node, note),
            Command::AnnotateAll(notes, tags) => self.annotate_all(notes, tags),
            Command::Undo => self.attempt(Controller::undo),
            Command::Redo => self.attempt(Controller::redo),
            Command::Look(look) => self.look(look),
            Command::ContinueHere => self.continue_here(),
            Command::Hint(begun) => self.attempt(|this| this.ask_hint(begun)),
            Command::DropHint => self.turn.drop_hint(),
            Command::OfferDraw => self.attempt(Controller::offer_draw),
            Command::AnswerDraw(accepted) => self.answer_draw(accepted),
            Command::Resign => self.attempt(Controller::resign),
            Command::Stop => self.stop(),
            Command::Pause(paused) => self.pause(paused),
            Command::Step => self.step(),
            Command::ChangeSeats(seats) => self.change_seats(seats),
            Command::Save(path, names) => self.save(path, names),
            Command::Open(path) => self.storage.open(path),
            Command::Paste(text) => self.storage.open_text(text),
            Command::OpenListed(game) => {
                if let Some(games) = self.listed.clone().filter(|games| game < games.len()) {
                    self.storage.open_game(games, game);
                }
            }
            Command::ReadArchive => self.read_archive(),
            Command::OpenArchived(place) => self.open_archived(place),
            Command::RemoveArchived(place) => self.remove_archived(place),
            Command::ExportArchived(places, path) => self.export_archived(places, path),
            Command::TakeArrived => {
                if let Some(arrived) = self.arrived.take() {
                    self.take(*arrived);
                }
            }
            Command::AllowProgram(program) => self.allow_program(program),
            Command::Recover => self.recover(),
            Command::ForgetRecovered => {
                if let Some(Recovered { journal, .. }) = self.recovered.pop_front() {
                    self.storage.discard(journal);
                }
                self.take_turn();
            }
            Command::KeepRecovered => {
                self.recovered.clear();
                self.take_turn();
            }
        }
    }

    /// Does something that may be refused.
    fn attempt(&mut self, action: impl FnOnce(&mut Controller) -> Result<(), Refusal>) {
        if let Err(refusal) = action(self) {
            self.events.push_back(Event::Refused(refusal));
        }
    }

    /// Takes in what other threads have done. Never waits.
    pub fn poll(&mut self) {
        while let Some(answer) = self.turn.poll() {
            self.hear(answer);
        }
        self.poll_online();
        self.drop_flag();
        self.play_due_move();
        for done in self.storage.poll() {
            self.file_event(done);
        }
        self.poll_archive();
    }

    /// What happened next. Events are heard one by one: each may begin another game, after which those of the last game
    /// no longer count.
    pub fn next_event(&mut self) -> Option<Event> {
        self.events.next()
    }

    /// When to poll again although nothing calls: for a held move or a clock that shows seconds.
    pub fn next_wake(&self) -> Option<Duration> {
        // A file is fetched even if the call that announces it comes before the window listens.
        let is_busy = self.storage.is_busy() || self.is_reading_archive();
        let files = is_busy.then_some(Duration::from_millis(100));
        let clocks = self.document.clocks.next_tick();
        [self.turn.next_wake(), files, clocks, self.online_tick()].into_iter().flatten().min()
    }

    /// When somebody runs out of time.
    pub fn time_to_flag(&self) -> Option<Duration> {
        self.document.clocks.time_to_flag()
    }

    fn hear(&mut self, answer: Answer) {
        match answer {
            Answer::Learned { heuristic, result } => self.events.push_back(Event::Learned { heuristic, result }),
            Answer::Progress(progress) => self.turn.hear_progress(&progress),
            Answer::Done(mut result) => {
                if let Ok(thought) = &mut result {
                    for notice in thought.notices.drain(..) {
                        self.events.push_back(Event::Notice(notice));
                    }
                }
                match self.turn.hear(result) {
                    Heard::Nothing => self.run_clock(),
                    Heard::Thought(Purpose::DrawOffer, side, thought) => self.computer_answers_draw(!side, &thought),
                    Heard::Thought(_, _, thought) => self.hint_found(&thought),
                    Heard::Failed(error) => {
                        self.turn.pause(self.is_watching());
                        self.events.push_back(Event::ThinkingFailed(error));
                    }
                }
            }
        }
    }

    // Files.

    fn save(&mut self, path: PathBuf, names: [String; 2]) {
        let path = if path.extension().is_none() { path.with_extension("pgn") } else { path };
        if self.belongs_to_archive(&path) {
            let error = ArchiveError::Own { path };
            return self.events.push_back(Event::Archive(ArchiveEvent::Failed(error)));
        }
        let (known, generation) = (self.document.file.clone(), self.events.generation());
        let mut record = self.document.record();
        // A person without a name is called in the file what the window calls them.
        for (seat, name) in
            record.seats.iter_mut().zip(names).filter(|(seat, _)| seat.is_human() && seat.name.is_empty())
        {
            seat.name = name;
        }
        self.storage.save(path, record, known, generation);
        // A failed save sets it again.
        self.document.unsaved = false;
    }

    /// Writes the settings of the window.
    pub fn write_settings(&self, path: PathBuf, text: String) {
        self.storage.write_settings(path, text);
    }

    /// Keeps the journal in step with the game: it holds the game as long as no file does, or a partner waits.
    fn keep_journal(&mut self) {
        let ticket = self.ticket();
        let is_needed = self.document.needs_journal() || ticket.is_some();
        self.storage.keep_journal(is_needed.then(|| self.journal_record(ticket)), self.progress());
    }

    /// The game differs from its file now.
    fn changed(&mut self) {
        self.document.unsaved = true;
        self.document.keeping.changed();
        self.keep_journal();
        self.archive_notes();
    }

    fn file_event(&mut self, done: Done) {
        let event = match done {
            Done::Saved(file, generation, games) => {
                let path = file.path.clone();
                if self.listed.as_ref().is_some_and(|listed| listed.path() == path) {
                    self.listed = games;
                }
                // Another game may have begun since.
                if generation == self.events.generation() {
                    self.document.file = Some(file);
                    if !self.document.unsaved {
                        self.keep_journal();
                    }
                }
                Event::Saved(path)
            }
            Done::SaveFailed(path, error, generation) => {
                if generation == self.events.generation() {
                    self.changed();
                }
                Event::SaveFailed { path, error }
            }
            Done::Read(Read::Game(_)) if self.is_partner_waiting() => Event::Refused(Refusal::PartnerWaits),
            // Moves may have been played while it was read.
            Done::Read(Read::Game(arrived)) if self.would_be_missed() => {
                self.arrived = Some(arrived);
                Event::Arrived
            }
            Done::Read(Read::Game(arrived)) => return self.take(*arrived),
            Done::Read(Read::Games(games)) => {
                self.listed = Some(games);
                Event::Listed
            }
            Done::Read(Read::Failed(error)) => Event::OpenFailed(error),
            Done::Read(Read::NotPasted(fault)) => Event::PasteFailed(fault),
            Done::Journals(found) => {
                let found: Vec<_> = found.into_iter().filter_map(|found| self.keep_ended(found)).collect();
                self.recovered = found.into();
                self.take_turn();
                Event::Recovered
            }
            Done::JournalKept(progress) => return self.journal_kept(progress),
            Done::JournalFailed(error) => {
                // The game goes on without it.
                self.progress().into_iter().for_each(|progress| self.journal_kept(progress));
                Event::JournalFailed(error)
            }
            Done::SettingsFailed(error) => Event::SettingsFailed(error),
            Done::Read(Read::NotInArchive(error)) => Event::Archive(ArchiveEvent::Failed(error)),
            Done::Archive(done) => self.archive_event(done),
        };
        self.events.push_back(event);
    }

    /// Goes on with a game from a file.
    fn take(&mut self, arrived: Arrived) {
        let Arrived { record, file, fault, archived } = arrived;
        let path = file.as_ref().map(|file| file.path.clone());
        let path = path.or_else(|| archived.as_ref().map(|place| place.file.to_path_buf()));
        if self.listed.as_ref().is_some_and(|games| Some(games.path()) != path.as_deref()) {
            self.listed = None;
        }
        // In a game of the archive those sit who have played it; it is over.
        let (mut record, offered) = if archived.is_some() { (record, None) } else { record.with_people() };
        if archived.is_some() {
            // It is that game which is wanted, not a side line that somebody tried later.
            record.game.go_to(record.game.tree().end_of_line(MoveTree::ROOT));
        }
        let used = record.used;
        // Dropping the session says goodbye.
        self.online = None;
        self.begin(record);
        self.document.offered = offered;
        match archived {
            Some(place) => self.document.keeping = Keeping::at(place, &self.document.game, used),
            // A game from the clipboard is in no file.
            None if file.is_none() => self.changed(),
            None => {}
        }
        self.document.keeping.is_study = self.document.keeping.is_new();
        self.document.file = file;
        self.events.push_back(Event::Opened { path, fault });
    }

    // What others may know.

    /// The game.
    pub fn game(&self) -> &Game {
        &self.document.game
    }

    /// The player of a side.
    pub fn seat(&self, side: Color) -> &Seat {
        self.document.seat(side)
    }

    /// White and Black.
    pub fn seats(&self) -> &[Seat; 2] {
        &self.document.seats
    }

    /// The moment of the game that is shown.
    pub fn shown(&self) -> NodeId {
        self.document.shown()
    }

    /// Whether another moment than the game's current one is shown.
    pub fn is_looking_back(&self) -> bool {
        self.document.shown.is_some()
    }

    /// Whether looking there shows something else.
    pub fn can_look(&self, look: Look) -> bool {
        self.document.look_target(look) != self.shown()
    }

    /// The position that is shown.
    pub fn position(&self) -> &Position {
        self.document.position()
    }

    /// How the game ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.document.game.outcome()
    }

    /// The clocks.
    pub fn clocks(&self) -> &Clocks {
        &self.document.clocks
    }

    /// What a computer is thinking about.
    pub fn thinking(&self) -> Option<&Thinking> {
        self.turn.thinking()
    }

    /// How a player judged the position after a move.
    pub fn judgement(&self, node: NodeId) -> Option<Judgement> {
        self.document.judgements.get(&node).copied()
    }

    /// The hint on the board.
    pub fn hint(&self) -> Option<&Hint> {
        self.turn.hint.as_ref()
    }

    /// The person whose draw offer waits for the other person.
    pub fn draw_offer(&self) -> Option<Color> {
        self.turn.draw_offer
    }

    /// Whether two computers play each other.
    pub fn is_watching(&self) -> bool {
        self.document.is_watched()
    }

    /// Whether a game of computers is paused.
    pub fn is_paused(&self) -> bool {
        self.turn.is_paused()
    }

    /// Sets the shortest time between a computer's move and the move before it.
    pub fn set_pace(&mut self, pace: Duration) {
        self.turn.pace = pace;
    }

    /// Whether a person would miss the game if another began now.
    pub fn would_be_missed(&self) -> bool {
        self.document.would_be_missed()
    }

    /// Whether the game has something that is only in the journal.
    pub fn is_unsaved(&self) -> bool {
        self.document.is_unsaved()
    }

    /// The file of the game.
    pub fn path(&self) -> Option<&Path> {
        self.file().map(|file| file.path.as_path())
    }

    /// Where the game is on disk.
    pub fn file(&self) -> Option<&GameFile> {
        self.document.file.as_ref()
    }

    /// Why the game cannot be saved to its file, if it has one.
    pub fn save_conflict(&self) -> Option<Conflict> {
        self.file()?.conflict()
    }

    /// Whether games that were not saved are still looked for.
    #[cfg(test)]
    pub fn is_searching(&self) -> bool {
        self.storage.is_searching()
    }

    /// The first of the games that were not saved when their windows ended.
    pub fn recovered(&self) -> Option<&Record> {
        self.recovered.front().map(|found| &found.record)
    }

    /// The games of the file that was opened last, if it has several.
    pub fn listed(&self) -> Option<&Collection> {
        self.listed.as_deref()
    }

    /// The players that the file names, if they are computers. They play only when somebody says so.
    pub fn offered_seats(&self) -> Option<&[Seat; 2]> {
        self.document.offered.as_ref()
    }

    /// The side a single person plays, if there is one.
    pub fn only_person(&self) -> Option<Color> {
        self.document.only_person()
    }

    /// The line of the shown moment: the game's, or the side line it is in.
    pub fn shown_line(&self) -> Vec<NodeId> {
        self.document.shown_line()
    }

    /// The tags of the game with the players' names as they are shown. A game that is played here has its day.
    pub fn tags_with(&self, [white, black]: &[String; 2]) -> Tags {
        let mut tags = self.document.tags.clone();
        tags.set("White", white.clone());
        tags.set("Black", black.clone());
        if !self.document.keeping.is_study {
            record::set_occasion(&mut tags);
        }
        tags
    }
}

#[cfg(test)]
mod tests;
