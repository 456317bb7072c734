//! The thread for files: saving, opening, and the journal that brings a game back after a crash.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Record;
use super::worker::{Waker, Worker};
use muehle_engine::files::{self, DataFolders};
use muehle_engine::game::pgn::{self, LoadError, Reading};

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
    /// The newest state of the game, if there is something to come back to.
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
    /// Games that are being saved or opened.
    pending: usize,
}

impl Storage {
    /// Starts the thread and looks for a game that was not saved.
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

    pub fn save(&mut self, path: PathBuf, text: String) {
        self.pending += 1;
        self.worker.give(Job::Save { path, text });
    }

    pub fn write_settings(&self, path: PathBuf, text: String) {
        self.worker.give(Job::Settings { path, text });
    }

    /// Writes the journal, or deletes it.
    pub fn keep_journal(&self, text: Option<String>) {
        self.worker.give(Job::Journal(text));
    }

    pub fn open(&mut self, path: PathBuf) {
        self.pending += 1;
        self.worker.give(Job::Open(path));
    }

    /// Whether a game is being saved or opened.
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

/// The game of the journal, if it has at least one move.
fn read_journal(path: &Path) -> Option<Record> {
    let reading = pgn::load(path).ok()?;
    (!reading.game.tree().is_empty()).then(|| Record::from_reading(reading))
}
