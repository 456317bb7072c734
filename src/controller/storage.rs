//! The thread for files: saving, opening, and the journal from which a game comes back after a crash.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::worker::{Waker, Worker};
use super::{Controller, Event, Record, Seat};
use muehle_engine::files::{self, DataFolders};
use muehle_engine::game::pgn::{self, LoadError, Reading};
use muehle_engine::rules::Color;

/// What the thread is asked to do.
enum Job {
    Save {
        path: PathBuf,
        text: String,
    },
    Open(PathBuf),
    Settings {
        path: PathBuf,
        text: String,
    },
    /// The newest state of the game, or nothing to come back to.
    Journal(Option<String>),
}

/// What the thread has done.
pub(super) enum Done {
    Saved(PathBuf),
    SaveFailed(PathBuf, io::Error),
    Opened(PathBuf, Box<Reading>),
    OpenFailed(LoadError),
    JournalFailed(io::Error),
    SettingsFailed(io::Error),
}

/// The thread as its owner sees it.
pub(super) struct Storage {
    worker: Worker<Job, Done>,
    /// Games that are on their way to or from the disk.
    pending: usize,
}

impl Storage {
    /// Starts the thread and looks for a game that was left behind.
    pub fn start(folders: &DataFolders, waker: Waker) -> (Storage, Option<Record>) {
        let journal = folders.root().join("journal.pgn");
        let recovered = read_journal(&journal);
        let worker = Worker::start("files", waker, move |mut desk| {
            let mut waiting = None;
            while let Some(job) = waiting.take().or_else(|| desk.next()) {
                if matches!(job, Job::Journal(_)) {
                    // Only the newest state counts: computers play faster than disks write.
                    waiting = desk.waiting();
                    if matches!(waiting, Some(Job::Journal(_))) {
                        continue;
                    }
                }
                if let Some(done) = run(job, &journal) {
                    desk.say(done);
                }
            }
        });
        // What was asked for is still written before the program ends.
        (Storage { worker: worker.finishing(), pending: 0 }, recovered)
    }

    pub fn open(&mut self, path: PathBuf) {
        self.pending += 1;
        self.worker.give(Job::Open(path));
    }

    /// Whether a game is on its way to or from the disk.
    pub fn is_busy(&self) -> bool {
        self.pending > 0
    }

    pub fn poll(&mut self) -> Vec<Done> {
        let done: Vec<Done> = self.worker.answers().collect();
        let games = |done: &&Done| !matches!(done, Done::JournalFailed(_) | Done::SettingsFailed(_));
        self.pending = self.pending.saturating_sub(done.iter().filter(games).count());
        done
    }
}

fn run(job: Job, journal: &Path) -> Option<Done> {
    match job {
        Job::Save { path, text } => Some(match files::write_atomically(&path, text.as_bytes()) {
            Ok(()) => Done::Saved(path),
            Err(error) => Done::SaveFailed(path, error),
        }),
        Job::Open(path) => Some(match pgn::load(&path) {
            Ok(reading) => Done::Opened(path, Box::new(reading)),
            Err(error) => Done::OpenFailed(error),
        }),
        Job::Settings { path, text } => files::write_atomically(&path, text.as_bytes()).err().map(Done::SettingsFailed),
        Job::Journal(Some(text)) => files::write_atomically(journal, text.as_bytes()).err().map(Done::JournalFailed),
        Job::Journal(None) => match fs::remove_file(journal) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Some(Done::JournalFailed(error)),
            _ => None,
        },
    }
}

/// The game of the journal, if there is one with at least a move.
fn read_journal(path: &Path) -> Option<Record> {
    let reading = pgn::load(path).ok()?;
    (!reading.game.tree().is_empty()).then(|| Record::from_reading(reading))
}

impl Controller {
    pub(super) fn record(&self) -> Record {
        let used = Color::BOTH.map(|side| self.clocks.used(side));
        Record { game: self.game.clone(), seats: self.seats.clone(), tags: self.tags.clone(), used }
    }

    pub(super) fn save(&mut self, path: PathBuf) {
        let path = if path.extension().is_none() { path.with_extension("pgn") } else { path };
        let text = self.record().text(self.file_names());
        self.storage.pending += 1;
        self.storage.worker.give(Job::Save { path, text });
        // Optimistic: a failed save sets it again.
        self.unsaved = false;
    }

    /// The names that files carry: those a person gave, else the heuristic's, else a question mark.
    fn file_names(&self) -> [&str; 2] {
        fn name(seat: &Seat) -> &str {
            match (&seat.name[..], seat.settings()) {
                ("", Some(settings)) => settings.usual_name(),
                ("", None) => "?",
                (name, _) => name,
            }
        }
        let [white, black] = &self.seats;
        [name(white), name(black)]
    }

    /// Writes the window's settings, whatever they are.
    pub fn write_settings(&self, path: PathBuf, text: String) {
        self.storage.worker.give(Job::Settings { path, text });
    }

    /// Keeps the journal in step with the game: it holds the game as long as no file does.
    pub(super) fn keep_journal(&mut self) {
        if self.recovered.is_some() {
            return;
        }
        let text = self.is_unsaved().then(|| self.record().text(self.file_names()));
        self.storage.worker.give(Job::Journal(text));
    }

    pub(super) fn file_event(&mut self, done: Done) {
        let event = match done {
            Done::Saved(path) => {
                self.path = Some(path.clone());
                if !self.unsaved {
                    self.keep_journal();
                }
                Event::Saved(path)
            }
            Done::SaveFailed(path, error) => {
                self.changed();
                Event::SaveFailed { path, error }
            }
            Done::Opened(path, mut reading) => {
                let fault = reading.fault.take();
                self.begin(Record::from_reading(*reading));
                self.path = Some(path.clone());
                Event::Opened { path, fault }
            }
            Done::OpenFailed(error) => Event::OpenFailed(error),
            Done::JournalFailed(error) => Event::JournalFailed(error),
            Done::SettingsFailed(error) => Event::SettingsFailed(error),
        };
        self.events.push_back(event);
    }
}
