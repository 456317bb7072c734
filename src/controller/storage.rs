//! The threads for files. One writes games, settings and the journal, in order. Reading has threads of its own: a long
//! read holds up no write, and nobody waits for it when the program ends.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use super::Record;
use super::document::is_untouched;
use super::game_file::{GameFile, SaveError};
use super::journal::{Journal, Keeper, Recovered};
use super::network::Progress;
use super::worker::{BackgroundTask, Waker, Worker};
use muehle_engine::files::{self, DataFolders};
use muehle_engine::game::pgn::{self, Collection, Fault, LoadError};

/// What the writing thread is asked to do.
enum Job {
    Save {
        path: PathBuf,
        record: Box<Record>,
        /// Where the game is so far.
        known: Option<GameFile>,
        generation: u64,
    },
    Settings {
        path: PathBuf,
        text: String,
    },
    /// The newest state of the game, if there is something to come back to, and how far a network game is in it.
    Journal(Option<Box<Record>>, Option<Progress>),
    /// Deletes a journal whose game nobody wants.
    Discard(Journal),
    /// Deletes a journal whose game is in this window's journal now.
    TakeOver(Journal),
}

/// What the threads have done.
pub(super) enum Done {
    /// The generation is that of the game when saving was asked for. The games of the file follow, if it has several.
    Saved(GameFile, u64, Option<Arc<Collection>>),
    SaveFailed(PathBuf, SaveError, u64),
    Read(Read),
    Journals(Vec<Recovered>),
    /// The journal is up to date with a network game.
    JournalKept(Progress),
    JournalFailed(io::Error),
    SettingsFailed(io::Error),
}

/// What reading a file has brought.
pub(super) enum Read {
    Game(Box<Arrived>),
    /// Several games to choose from.
    Games(Arc<Collection>),
    Failed(LoadError),
    /// The text has no game in it.
    NotPasted(Fault),
}

/// A game from a file.
pub(super) struct Arrived {
    pub record: Record,
    /// Where it is; none if it was only a text.
    pub file: Option<GameFile>,
    /// What is wrong with it.
    pub fault: Option<Fault>,
}

/// The threads as their owner sees them.
pub(super) struct Storage {
    writer: Worker<Job, Done>,
    /// Looks for games whose windows are gone.
    search: Option<BackgroundTask<Vec<Recovered>>>,
    /// Only the newest wish counts. The thread of an older one ends on its own.
    reading: Option<BackgroundTask<Read>>,
    /// Games that are being saved.
    saving: usize,
    waker: Waker,
}

impl Storage {
    /// Starts the threads and looks for games that were not saved.
    pub fn start(folders: &DataFolders, waker: Waker) -> Storage {
        let folder = folders.root().to_owned();
        let search = BackgroundTask::start("journals", waker.clone(), {
            let folder = folder.clone();
            move || Journal::abandoned(&folder, Keeper::Window)
        });
        let writer = Worker::start("files", waker.clone(), move |mut desk| {
            let mut journal = OwnJournal { folder, journal: None, is_current: false };
            let mut waiting = None;
            while let Some(job) = waiting.take().or_else(|| desk.next()) {
                if matches!(job, Job::Journal(..)) {
                    // Only the newest state counts: computers play faster than disks write.
                    waiting = desk.waiting();
                    if matches!(waiting, Some(Job::Journal(..))) {
                        continue;
                    }
                }
                if let Some(done) = run(job, &mut journal) {
                    desk.say(done);
                }
            }
        });
        // What was asked for is still written before the program ends.
        Storage { writer: writer.finishing(), search: Some(search), reading: None, saving: 0, waker }
    }

    pub fn save(&mut self, path: PathBuf, record: Record, known: Option<GameFile>, generation: u64) {
        self.saving += 1;
        self.writer.give(Job::Save { path, record: Box::new(record), known, generation });
    }

    pub fn write_settings(&self, path: PathBuf, text: String) {
        self.writer.give(Job::Settings { path, text });
    }

    /// Writes the journal, or deletes it.
    pub fn keep_journal(&self, record: Option<Record>, progress: Option<Progress>) {
        self.writer.give(Job::Journal(record.map(Box::new), progress));
    }

    /// Deletes the journal of another window that is gone.
    pub fn discard(&self, journal: Journal) {
        self.writer.give(Job::Discard(journal));
    }

    /// Deletes the journal of a game that goes on in this window, once it is in this window's journal.
    pub fn take_over(&self, journal: Journal) {
        self.writer.give(Job::TakeOver(journal));
    }

    /// Reads a file: its game, or which games it has.
    pub fn open(&mut self, path: PathBuf) {
        self.read(move || match Collection::open(&path) {
            Ok(games) if games.len() > 1 => Read::Games(Arc::new(games)),
            Ok(games) => read_game(&games, 0),
            Err(error) => Read::Failed(error),
        });
    }

    /// Reads one of several games.
    pub fn open_game(&mut self, games: Arc<Collection>, game: usize) {
        self.read(move || read_game(&games, game));
    }

    /// Reads the game of a text.
    pub fn open_text(&mut self, text: String) {
        self.read(move || {
            let mut reading = pgn::read(&text);
            match reading.fault.take() {
                Some(fault) if fault.means_no_game() => Read::NotPasted(fault),
                // Any prose has words that could be moves.
                _ if is_untouched(&reading.game) => Read::NotPasted(Fault::NotAGame),
                fault => Read::Game(Box::new(Arrived { record: Record::from_reading(reading), file: None, fault })),
            }
        });
    }

    fn read(&mut self, work: impl FnOnce() -> Read + Send + 'static) {
        self.reading = Some(BackgroundTask::start("open", self.waker.clone(), work));
    }

    /// Drops what is being read: another game has begun.
    pub fn stop_reading(&mut self) {
        self.reading = None;
    }

    /// Whether games of earlier windows may still be found.
    pub fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// Whether something is to come.
    pub fn is_busy(&self) -> bool {
        self.saving > 0 || self.reading.is_some() || self.is_searching()
    }

    pub fn poll(&mut self) -> Vec<Done> {
        let mut done: Vec<Done> = self.writer.answers().collect();
        let saves = |done: &&Done| matches!(done, Done::Saved(..) | Done::SaveFailed(..));
        self.saving = self.saving.saturating_sub(done.iter().filter(saves).count());
        if let Some(found) = self.search.as_ref().and_then(BackgroundTask::poll) {
            self.search = None;
            done.push(Done::Journals(found.unwrap_or_default()));
        }
        if let Some(read) = self.reading.as_ref().and_then(BackgroundTask::poll) {
            self.reading = None;
            done.extend(read.ok().map(Done::Read));
        }
        done
    }
}

fn read_game(games: &Collection, game: usize) -> Read {
    match GameFile::read(games, game) {
        Ok((file, mut reading)) => {
            let fault = reading.fault.take();
            Read::Game(Box::new(Arrived { record: Record::from_reading(reading), file: Some(file), fault }))
        }
        Err(error) => Read::Failed(error),
    }
}

/// The journal of this window, which exists from the first move on.
struct OwnJournal {
    folder: PathBuf,
    journal: Option<Journal>,
    /// Whether the last state was written.
    is_current: bool,
}

impl OwnJournal {
    fn keep(&mut self, record: Option<&Record>) -> io::Result<()> {
        self.is_current = false;
        match (record, &self.journal) {
            (Some(record), Some(journal)) => journal.write(&record.text())?,
            (Some(record), None) => {
                self.journal.insert(Journal::create(&self.folder, Keeper::Window)?).write(&record.text())?;
            }
            (None, Some(journal)) => journal.clear()?,
            (None, None) => {}
        }
        self.is_current = true;
        Ok(())
    }
}

fn run(job: Job, journal: &mut OwnJournal) -> Option<Done> {
    match job {
        Job::Save { path, record, known, generation } => {
            Some(match GameFile::write(path.clone(), &record.text(), known) {
                Ok(file) => {
                    let games = Collection::open(&file.path).ok().filter(|games| games.len() > 1);
                    Done::Saved(file, generation, games.map(Arc::new))
                }
                Err(error) => Done::SaveFailed(path, error, generation),
            })
        }
        Job::Settings { path, text } => files::write_atomically(&path, text.as_bytes()).err().map(Done::SettingsFailed),
        Job::Journal(record, progress) => match journal.keep(record.as_deref()) {
            Ok(()) => progress.map(Done::JournalKept),
            Err(error) => Some(Done::JournalFailed(error)),
        },
        Job::Discard(other) => other.clear().err().map(Done::JournalFailed),
        Job::TakeOver(other) if journal.is_current => other.clear().err().map(Done::JournalFailed),
        Job::TakeOver(_) => None,
    }
}
