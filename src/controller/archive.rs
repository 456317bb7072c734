//! Finished games are kept by themselves: what of the game on the board is in the archive, and what the archive has.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::storage::{ArchiveDone, KeepJob};
use super::worker::{BackgroundTask, Waker};
use super::{Controller, Event, Record, Recovered};
use muehle_engine::archive::{
    ACCURACY_TAGS, Archive, ArchiveError, Contents, ID_TAG, MISTAKE_TAGS, Place, TURNING_TAG,
};
use muehle_engine::files::DataFolders;
use muehle_engine::game::pgn::Tags;
use muehle_engine::game::{Game, MoveTree, NodeId, Outcome};

/// The file of an archived game, in journals.
const FILE_TAG: &str = "ArchiveFile";

/// What happened with the archive.
#[derive(Debug)]
pub enum ArchiveEvent {
    /// A finished game was kept, or a newer state of it.
    Kept(Place),
    /// [`Controller::archive`] has what was read.
    Read,
    /// A game was removed.
    Removed,
    /// Games were written to a file.
    Exported(PathBuf, usize),
    /// Something was not done.
    Failed(ArchiveError),
}

/// How the game on the board is kept.
#[derive(Default)]
pub(super) struct Keeping {
    /// Its id, from its end on.
    id: Option<String>,
    /// Where it is.
    place: Option<Place>,
    /// The end with which it was kept.
    end: Option<(NodeId, Outcome)>,
    /// The time both sides had used then: playing on in a side line does not count.
    used: Option<[Duration; 2]>,
    /// Counts the changes to the game.
    changes: u64,
    /// The changes that are in the archive.
    kept: Option<u64>,
    /// Whether it could not be kept.
    pub failed: bool,
    /// Whether it came from a file or the clipboard: two people who look at such a game do not play it.
    pub is_study: bool,
}

impl Keeping {
    /// A game that comes from the archive.
    pub fn at(place: Place, game: &Game, used: [Duration; 2]) -> Keeping {
        Keeping {
            used: Some(used),
            id: Some(place.id.clone()),
            place: Some(place),
            end: end_of(game),
            kept: Some(0),
            ..Keeping::default()
        }
    }

    /// The game differs from its files now.
    pub fn changed(&mut self) {
        self.changes += 1;
    }

    /// Whether the archive does not know it.
    pub fn is_new(&self) -> bool {
        self.id.is_none()
    }

    /// Whether the archive has the game as it is.
    pub fn is_current(&self) -> bool {
        self.kept == Some(self.changes)
    }

    /// Notes in a journal which game of the archive it is.
    pub fn put(&self, tags: &mut Tags) {
        if let Some(id) = &self.id {
            tags.set(ID_TAG, id.clone());
        }
        if let Some(name) = self.place.as_ref().and_then(|place| place.file.file_name()?.to_str()) {
            tags.set(FILE_TAG, name);
        }
    }

    /// Takes this out of the tags of a journal.
    fn take(tags: &mut Tags, archive: &Archive, folders: &DataFolders) -> Keeping {
        let id = tags.get(ID_TAG).map(str::to_owned);
        let path = tags.get(FILE_TAG).map(|name| folders.saves().join(name)).filter(|path| archive.owns(path));
        forget_tags(tags);
        let place = id.clone().zip(path).map(|(id, path)| Place { file: path.into(), id });
        Keeping { id, place, ..Keeping::default() }
    }
}

/// How the main line of a game ends.
fn end_of(game: &Game) -> Option<(NodeId, Outcome)> {
    Some((game.tree().end_of_line(MoveTree::ROOT), game.main_line_outcome()?))
}

/// Only the archive and journals have these tags: a copy of a game is another game.
pub(super) fn forget_tags(tags: &mut Tags) {
    tags.remove(ID_TAG);
    tags.remove(FILE_TAG);
}

/// What the archive has, as far as it was asked for.
pub(super) struct Shelf {
    pub archive: Archive,
    folders: DataFolders,
    /// Whether finished games are kept.
    pub keeps: bool,
    contents: Option<Arc<Contents>>,
    reading: Option<BackgroundTask<Contents>>,
    /// Whether something has changed since reading began.
    stale: bool,
    waker: Waker,
}

impl Shelf {
    pub fn new(folders: &DataFolders, waker: Waker) -> Shelf {
        let archive = Archive::new(folders.saves());
        let folders = folders.clone();
        Shelf { archive, folders, keeps: true, contents: None, reading: None, stale: false, waker }
    }

    fn read(&mut self) {
        if self.reading.is_some() {
            self.stale = true;
            return;
        }
        let archive = self.archive.clone();
        self.reading = Some(BackgroundTask::start("archive", self.waker.clone(), move || archive.read()));
    }

    /// Whether the archive was read now.
    fn poll(&mut self) -> bool {
        let Some(read) = self.reading.as_ref().and_then(BackgroundTask::poll) else { return false };
        self.reading = None;
        self.contents = Some(Arc::new(read.unwrap_or_default()));
        if std::mem::take(&mut self.stale) {
            self.read();
        }
        true
    }

    /// What a journal says about a game: the game without the tags, and how it is kept.
    pub fn take_tags(&self, record: &mut Record) -> Keeping {
        Keeping::take(&mut record.tags, &self.archive, &self.folders)
    }
}

/// Whether a finished game is one that somebody played here: a person took part, and its end is that of the game and not
/// of a side line.
fn is_worth_keeping(record: &Record, is_study: bool) -> bool {
    let game = &record.game;
    let is_its_end = game.current() == game.tree().end_of_line(MoveTree::ROOT) && game.outcome().is_some();
    let people = record.seats.iter().filter(|seat| seat.settings().is_none()).count();
    is_its_end && !game.tree().is_empty() && people >= 1 && !(is_study && people == 2)
}

impl Controller {
    /// What the archive had when it was last read; none before that.
    pub fn archive(&self) -> Option<&Arc<Contents>> {
        self.shelf.contents.as_ref()
    }

    /// Whether the archive is being read.
    pub fn is_reading_archive(&self) -> bool {
        self.shelf.reading.is_some()
    }

    /// Whether the archive has the game on the board as it is.
    #[cfg(test)]
    pub fn is_archived(&self) -> bool {
        self.document.keeping.is_current()
    }

    /// Whether a file is one of the archive, so that nothing else may be written there.
    pub fn belongs_to_archive(&self, path: &Path) -> bool {
        self.shelf.archive.owns(path)
    }

    /// Whether games are kept when they end.
    pub fn set_keeps_games(&mut self, keeps: bool) {
        self.shelf.keeps = keeps;
    }

    pub(super) fn read_archive(&mut self) {
        self.shelf.read();
    }

    pub(super) fn poll_archive(&mut self) {
        if self.shelf.poll() {
            self.events.push_back(Event::Archive(ArchiveEvent::Read));
        }
    }

    /// Keeps the game, which has just ended. The journal knows its id first: a game that was written twice is then the
    /// same one.
    pub(super) fn archive_end(&mut self) {
        let record = self.document.journal_record(self.document.tags.clone());
        if !self.shelf.keeps || !is_worth_keeping(&record, self.document.keeping.is_study) {
            return;
        }
        // Those who sit here have played it, whoever a file named.
        self.document.offered = None;
        if self.document.keeping.id.is_none() {
            self.document.keeping.id = Some(new_archive_id());
            self.keep_journal();
        }
        self.document.keeping.end = end_of(&self.document.game);
        self.document.keeping.used = Some(record.used);
        self.give_to_archive(true);
    }

    /// Keeps what was noted about a game that the archive has. While it goes on, the archive has its last end.
    pub(super) fn archive_notes(&mut self) {
        let end = end_of(&self.document.game);
        if end.is_some() && self.document.keeping.end == end {
            self.give_to_archive(false);
        }
    }

    fn give_to_archive(&mut self, adds: bool) {
        let Some(id) = self.document.keeping.id.clone() else { return };
        let mut record = self.document.ended_record();
        record.used = self.document.keeping.used.unwrap_or(record.used);
        record.tags.set(ID_TAG, id);
        let place = self.document.keeping.place.clone();
        let adds = adds || place.is_none();
        let (generation, changes) = (self.events.generation(), self.document.keeping.changes);
        let job = KeepJob { record: Box::new(record), place, adds, generation, changes };
        self.storage.keep_game(self.shelf.archive.clone(), job);
    }

    /// A game whose window was killed while it was being kept is kept now, without a question. Gives back every other
    /// journal.
    pub(super) fn keep_ended(&mut self, mut found: Recovered) -> Option<Recovered> {
        // Only a game that was played here has an id.
        let Some(id) = found.record.tags.get(ID_TAG).map(str::to_owned) else { return Some(found) };
        if !self.shelf.keeps || !is_worth_keeping(&found.record, false) {
            return Some(found);
        }
        let keeping = self.shelf.take_tags(&mut found.record);
        found.record.tags.set(ID_TAG, id);
        let job = KeepJob {
            record: Box::new(found.record),
            place: keeping.place,
            adds: true,
            // It is not the game on the board.
            generation: u64::MAX,
            changes: 0,
        };
        self.storage.keep_recovered(self.shelf.archive.clone(), job, found.journal);
        None
    }

    /// What a review found is about the moves as they were.
    pub(super) fn forget_review(&mut self) {
        for tag in ACCURACY_TAGS.into_iter().chain(MISTAKE_TAGS).chain([TURNING_TAG]) {
            self.document.tags.remove(tag);
        }
    }

    pub(super) fn remove_archived(&mut self, place: Place) {
        // What was removed must not come back with the next note.
        if self.document.keeping.place.as_ref() == Some(&place) {
            self.document.keeping = Keeping { changes: self.document.keeping.changes, ..Keeping::default() };
            self.document.unsaved = false;
            self.keep_journal();
        }
        self.storage.remove_archived(self.shelf.archive.clone(), place);
    }

    pub(super) fn export_archived(&mut self, places: Vec<Place>, path: PathBuf) {
        self.storage.export_archived(self.shelf.archive.clone(), places, path);
    }

    pub(super) fn open_archived(&mut self, place: Place) {
        self.storage.open_archived(self.shelf.archive.clone(), place);
    }

    pub(super) fn archive_event(&mut self, done: ArchiveDone) -> Event {
        let event = match done {
            ArchiveDone::Kept { place, generation, changes } => {
                if generation == self.events.generation() {
                    let keeping = &mut self.document.keeping;
                    (keeping.place, keeping.kept, keeping.failed) = (Some(place.clone()), Some(changes), false);
                    self.keep_journal();
                }
                ArchiveEvent::Kept(place)
            }
            ArchiveDone::NotKept { error, generation } => {
                if generation == self.events.generation() {
                    self.document.keeping.failed = true;
                }
                ArchiveEvent::Failed(error)
            }
            ArchiveDone::Gone { generation } => {
                // Somebody has removed it, and that is final.
                if generation == self.events.generation() {
                    self.document.keeping = Keeping { changes: self.document.keeping.changes, ..Keeping::default() };
                }
                ArchiveEvent::Removed
            }
            ArchiveDone::Removed => ArchiveEvent::Removed,
            ArchiveDone::Exported(path, count) => ArchiveEvent::Exported(path, count),
            ArchiveDone::Failed(error) => ArchiveEvent::Failed(error),
        };
        // A list that somebody looks at shows what has changed.
        if self.shelf.contents.is_some() && !matches!(event, ArchiveEvent::Exported(..) | ArchiveEvent::Read) {
            self.shelf.read();
        }
        Event::Archive(event)
    }
}

/// What tells a new game from all others.
pub fn new_archive_id() -> String {
    format!("{:016x}", rand::random::<u64>())
}
