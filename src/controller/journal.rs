//! Journals: every running window keeps the state of its game in a file of its own, which brings the game back after a
//! crash. A window holds a lock beside its journal for as long as it runs, so that no other window takes the game for
//! a lost one.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::Record;
use super::document::is_untouched;
use muehle_engine::files;
use muehle_engine::game::pgn;

/// A journal that nobody else may touch as long as this value lives.
pub(super) struct Journal {
    path: PathBuf,
    /// The system releases the lock when the program ends, however it ends.
    _lock: File,
}

/// A game whose window is gone.
pub(super) struct Recovered {
    pub record: Record,
    pub journal: Journal,
}

impl Journal {
    /// A new journal in a folder, named after this process and the time.
    pub fn create(folder: &Path) -> io::Result<Journal> {
        fs::create_dir_all(folder)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis());
        for number in 0..100 {
            let path = folder.join(format!("journal-{}-{now}-{number}.pgn", std::process::id()));
            if let Some(journal) = Journal::take(path)? {
                return Ok(journal);
            }
        }
        Err(io::Error::new(io::ErrorKind::WouldBlock, "all journals are locked"))
    }

    /// The journal at a path, unless another window holds it.
    fn take(path: PathBuf) -> io::Result<Option<Journal>> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(target_os = "linux")]
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NOFOLLOW);
        let lock_path = lock_of(&path);
        let lock = options.open(&lock_path)?;
        // The last owner deletes the lock when it ends: a lock on a deleted file would keep nobody out.
        let is_ours = lock.try_lock().is_ok() && lock_path.exists();
        // A journal of somebody else must not even be made: dropping it would delete its lock.
        Ok(is_ours.then(|| Journal { path, _lock: lock }))
    }

    /// The games in a folder whose windows are gone, the newest first. Earlier versions had one `journal.pgn` for all.
    pub fn abandoned(folder: &Path) -> Vec<Recovered> {
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        let mut found: Vec<(SystemTime, PathBuf)> = entries
            .flatten()
            .filter(|entry| is_journal(&entry.path()) && entry.file_type().is_ok_and(|kind| kind.is_file()))
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .collect();
        found.sort_by(|a, b| b.cmp(a));
        let recover = |path: PathBuf| {
            let journal = Journal::take(path).ok()??;
            let reading = pgn::load(&journal.path).ok()?;
            (!is_untouched(&reading.game)).then(|| Recovered { record: Record::from_reading(reading), journal })
        };
        found.into_iter().filter_map(|(_, path)| recover(path)).collect()
    }

    /// Writes the newest state of the game.
    pub fn write(&self, text: &str) -> io::Result<()> {
        files::write_atomically(&self.path, text.as_bytes())
    }

    /// Deletes the game: it is in a file, or nobody wants it.
    pub fn clear(&self) -> io::Result<()> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        // A journal that stays is found by the next window, which locks it again.
        if !self.path.exists() {
            let _ = fs::remove_file(lock_of(&self.path));
        }
    }
}

fn lock_of(journal: &Path) -> PathBuf {
    journal.with_extension("lock")
}

fn is_journal(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name == "journal.pgn" || (name.starts_with("journal-") && name.ends_with(".pgn"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_is_recovered_only_when_its_owner_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let [first, second] = [1, 2].map(|_| Journal::create(folder.path()).unwrap());
        first.write("1. d6 f4 *").unwrap();
        second.write("1. a1 *").unwrap();
        assert!(Journal::abandoned(folder.path()).is_empty(), "both owners are there");
        drop(first);
        let found = Journal::abandoned(folder.path());
        assert_eq!(found.iter().map(|found| found.record.game.ply()).collect::<Vec<_>>(), [2]);
        assert!(Journal::abandoned(folder.path()).is_empty(), "it is offered to one window at a time");
        found[0].journal.clear().unwrap();
        drop(found);
        drop(second);
        assert_eq!(Journal::abandoned(folder.path()).len(), 1, "the other game is untouched");
    }

    #[test]
    fn what_is_no_longer_needed_leaves_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::create(folder.path()).unwrap();
        journal.write("1. d6 *").unwrap();
        journal.clear().unwrap();
        journal.clear().unwrap();
        drop(journal);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
