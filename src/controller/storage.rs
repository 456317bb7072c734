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
use muehle_engine::archive::{Archive, ArchiveError, Place};
use muehle_engine::calendar::Date;
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
    /// Keeps a finished game, and then perhaps deletes its journal.
    Keep(Archive, KeepJob, Option<Journal>),
    RemoveArchived(Archive, Place),
    ExportArchived(Archive, Vec<Place>, PathBuf),
}

/// A finished game for the archive.
pub(super) struct KeepJob {
    /// The game, with its id among the tags.
    pub record: Box<Record>,
    /// Where an earlier state of it is.
    pub place: Option<Place>,
    /// Whether it is added where there is no earlier state.
    pub adds: bool,
    /// The generation of the game when it was given, and the number of changes to it.
    pub generation: u64,
    pub changes: u64,
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
    Archive(ArchiveDone),
}

/// What was done with the archive.
pub(super) enum ArchiveDone {
    Kept {
        place: Place,
        generation: u64,
        changes: u64,
    },
    NotKept {
        error: ArchiveError,
        generation: u64,
    },
    /// The game that a note was about is no longer there.
    Gone {
        generation: u64,
    },
    Removed,
    Exported(PathBuf, usize),
    Failed(ArchiveError),
}

/// What reading a file has brought.
pub(super) enum Read {
    Game(Box<Arrived>),
    /// Several games to choose from.
    Games(Arc<Collection>),
    Failed(LoadError),
    /// The text has no game in it.
    NotPasted(Fault),
    /// The archive has no such game.
    NotInArchive(ArchiveError),
}

/// A game from a file.
pub(super) struct Arrived {
    pub record: Record,
    /// Where it is; none if it was only a text.
    pub file: Option<GameFile>,
    /// What is wrong with it.
    pub fault: Option<Fault>,
    /// Where it is in the archive, if it comes from there.
    pub archived: Option<Place>,
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
    archive: Archive,
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
            let mut unkept = Vec::new();
            while let Some(job) = waiting.take().or_else(|| desk.next()) {
                if matches!(job, Job::Journal(..)) {
                    // Only the newest state counts: computers play faster than disks write.
                    waiting = desk.waiting();
                    if matches!(waiting, Some(Job::Journal(..))) {
                        continue;
                    }
                }
                // A disk that was full may have room again.
                if matches!(job, Job::Keep(..)) {
                    for (archive, game) in std::mem::take(&mut unkept) {
                        desk.say(Done::Archive(keep(archive, game, &mut unkept)));
                    }
                }
                if let Some(done) = run(job, &mut journal, &mut unkept) {
                    desk.say(done);
                }
            }
            for (archive, game) in unkept {
                // Nobody listens any more.
                keep(archive, game, &mut Vec::new());
            }
        });
        // What was asked for is still written before the program ends.
        let archive = Archive::new(folders.saves());
        Storage { writer: writer.finishing(), search: Some(search), reading: None, saving: 0, archive, waker }
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

    /// Keeps a finished game.
    pub fn keep_game(&mut self, archive: Archive, game: KeepJob) {
        self.saving += 1;
        self.writer.give(Job::Keep(archive, game, None));
    }

    /// Keeps a finished game of another window that is gone, then deletes its journal.
    pub fn keep_recovered(&mut self, archive: Archive, game: KeepJob, journal: Journal) {
        self.saving += 1;
        self.writer.give(Job::Keep(archive, game, Some(journal)));
    }

    /// Removes a game from the archive.
    pub fn remove_archived(&mut self, archive: Archive, place: Place) {
        self.saving += 1;
        self.writer.give(Job::RemoveArchived(archive, place));
    }

    /// Writes games of the archive to a file.
    pub fn export_archived(&mut self, archive: Archive, places: Vec<Place>, path: PathBuf) {
        self.saving += 1;
        self.writer.give(Job::ExportArchived(archive, places, path));
    }

    /// Reads a file: its game, or which games it has.
    pub fn open(&mut self, path: PathBuf) {
        let archive = self.archive.clone();
        self.read(move || match Collection::open(&path) {
            Ok(games) if games.len() > 1 => Read::Games(Arc::new(games)),
            Ok(games) => read_game(&games, 0, &archive),
            Err(error) => Read::Failed(error),
        });
    }

    /// Reads one of several games.
    pub fn open_game(&mut self, games: Arc<Collection>, game: usize) {
        let archive = self.archive.clone();
        self.read(move || read_game(&games, game, &archive));
    }

    /// Reads a game of the archive.
    pub fn open_archived(&mut self, archive: Archive, place: Place) {
        self.read(move || match archive.text(&place) {
            Ok(text) => {
                let mut reading = pgn::read(&text);
                let fault = reading.fault.take();
                let record = Record::from_reading(reading);
                Read::Game(Box::new(Arrived { record, file: None, fault, archived: Some(place) }))
            }
            Err(error) => Read::NotInArchive(error),
        });
    }

    /// Reads the game of a text.
    pub fn open_text(&mut self, text: String) {
        self.read(move || {
            let mut reading = pgn::read(&text);
            match reading.fault.take() {
                Some(fault) if fault.means_no_game() => Read::NotPasted(fault),
                // Any prose has words that could be moves.
                _ if is_untouched(&reading.game) => Read::NotPasted(Fault::NotAGame),
                fault => {
                    let record = Record::from_reading(reading);
                    Read::Game(Box::new(Arrived { record, file: None, fault, archived: None }))
                }
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
        let saves = |done: &&Done| matches!(done, Done::Saved(..) | Done::SaveFailed(..) | Done::Archive(_));
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

fn read_game(games: &Collection, game: usize, archive: &Archive) -> Read {
    match GameFile::read(games, game) {
        Ok((file, mut reading)) => {
            let fault = reading.fault.take();
            // What is in the archive is written there, with its lock, and not as a file of its own.
            let archived = archive.owns(games.path()).then(|| Archive::place(games, game));
            let file = Some(file).filter(|_| archived.is_none());
            Read::Game(Box::new(Arrived { record: Record::from_reading(reading), file, fault, archived }))
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

/// Keeps a finished game. One that cannot be written now waits among the others.
fn keep(archive: Archive, game: KeepJob, unkept: &mut Vec<(Archive, KeepJob)>) -> ArchiveDone {
    let text = game.record.text();
    let replaced = game.place.as_ref().map(|place| archive.replace(place, &text).map(|()| place.clone()));
    let kept = match replaced {
        Some(Err(ArchiveError::Gone { .. })) if !game.adds => {
            return ArchiveDone::Gone { generation: game.generation };
        }
        None | Some(Err(ArchiveError::Gone { .. })) => archive.add(&text, Date::today()),
        Some(result) => result,
    };
    let KeepJob { generation, changes, .. } = game;
    match kept {
        Ok(place) => ArchiveDone::Kept { place, generation, changes },
        Err(error) => {
            if matches!(error, ArchiveError::Io { .. } | ArchiveError::Busy { .. }) {
                unkept.push((archive, game));
            }
            ArchiveDone::NotKept { error, generation }
        }
    }
}

fn run(job: Job, journal: &mut OwnJournal, unkept: &mut Vec<(Archive, KeepJob)>) -> Option<Done> {
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
        Job::Keep(archive, game, journal) => {
            let done = keep(archive, game, unkept);
            // A journal that cannot be deleted is found again, and its game is the same one.
            if let (ArchiveDone::Kept { .. }, Some(journal)) = (&done, journal) {
                let _ = journal.clear();
            }
            Some(Done::Archive(done))
        }
        Job::RemoveArchived(archive, place) => Some(Done::Archive(match archive.remove(&place) {
            Ok(()) => ArchiveDone::Removed,
            Err(error) => ArchiveDone::Failed(error),
        })),
        Job::ExportArchived(archive, places, path) => Some(Done::Archive(match archive.export(&places, &path) {
            Ok(count) => ArchiveDone::Exported(path, count),
            Err(error) => ArchiveDone::Failed(error),
        })),
    }
}
