//! Journals: every running window keeps the state of its game in a file of its own, which brings the game back after a
//! crash. A window holds a lock beside its journal for as long as it runs, so that no other window takes the game for
//! a lost one. Network games of the command line have journals too. Only the owner of a journal may read it, because the
//! way back to a partner is a secret.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use super::Record;
use super::document::is_untouched;
use super::network::Ticket;
use muehle_engine::files;
use muehle_engine::game::pgn;

/// Who keeps a journal. The games of the one are not offered to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeper {
    /// A window.
    Window,
    /// `muehle host` or `muehle join`.
    CommandLine,
}

impl Keeper {
    fn prefix(self) -> &'static str {
        match self {
            Keeper::Window => "journal",
            Keeper::CommandLine => "network",
        }
    }

    fn owns(self, path: &Path) -> bool {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        // Earlier versions had one `journal.pgn` for all windows.
        let numbered = |rest: &str| rest.starts_with('-') && rest.ends_with(".pgn");
        name.strip_prefix(self.prefix()).is_some_and(numbered) || (self == Keeper::Window && name == "journal.pgn")
    }
}

/// A journal that nobody else may touch as long as this value lives.
pub struct Journal {
    path: PathBuf,
    /// The system releases the lock when the program ends, however it ends.
    _lock: File,
}

/// A game whose window is gone.
pub struct Recovered {
    /// The game.
    pub record: Record,
    /// Its journal, which belongs to this program now.
    pub journal: Journal,
}

impl Journal {
    /// A new journal in a folder, named after this process and the time.
    pub fn create(folder: &Path, keeper: Keeper) -> io::Result<Journal> {
        fs::create_dir_all(folder)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis());
        for number in 0..100 {
            let path = folder.join(format!("{}-{}-{now}-{number}.pgn", keeper.prefix(), std::process::id()));
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

    /// The games in a folder whose keepers are gone, the newest first.
    pub fn abandoned(folder: &Path, keeper: Keeper) -> Vec<Recovered> {
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        let mut found: Vec<(SystemTime, PathBuf)> = entries
            .flatten()
            .filter(|entry| keeper.owns(&entry.path()) && entry.file_type().is_ok_and(|kind| kind.is_file()))
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .collect();
        found.sort_by(|a, b| b.cmp(a));
        let recover = |path: PathBuf| {
            let journal = Journal::take(path).ok()??;
            let reading = pgn::load(&journal.path).ok()?;
            let is_wanted = !is_untouched(&reading.game) || Ticket::is_in(&reading.tags);
            is_wanted.then(|| Recovered { record: Record::from_reading(reading), journal })
        };
        found.into_iter().filter_map(|(_, path)| recover(path)).collect()
    }

    /// Writes the newest state of the game.
    pub fn write(&self, text: &str) -> io::Result<()> {
        files::write_privately(&self.path, text.as_bytes())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_is_recovered_only_when_its_owner_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let [first, second] = [1, 2].map(|_| Journal::create(folder.path(), Keeper::Window).unwrap());
        first.write("1. d6 f4 *").unwrap();
        second.write("1. a1 *").unwrap();
        assert!(Journal::abandoned(folder.path(), Keeper::Window).is_empty(), "both owners are there");
        drop(first);
        let found = Journal::abandoned(folder.path(), Keeper::Window);
        assert_eq!(found.iter().map(|found| found.record.game.ply()).collect::<Vec<_>>(), [2]);
        assert!(Journal::abandoned(folder.path(), Keeper::Window).is_empty(), "it is offered to one window at a time");
        found[0].journal.clear().unwrap();
        drop(found);
        drop(second);
        assert_eq!(Journal::abandoned(folder.path(), Keeper::Window).len(), 1, "the other game is untouched");
    }

    #[test]
    fn what_is_no_longer_needed_leaves_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::create(folder.path(), Keeper::Window).unwrap();
        journal.write("1. d6 *").unwrap();
        journal.clear().unwrap();
        journal.clear().unwrap();
        drop(journal);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn the_command_line_and_the_window_have_journals_of_their_own() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::create(folder.path(), Keeper::CommandLine).unwrap();
        // A partner waits although nobody has moved yet.
        journal.write("[NetworkTicket \"{}\"]\n\n*").unwrap();
        drop(journal);
        fs::write(folder.path().join("journal.pgn"), "1. d6 *").unwrap();
        for keeper in [Keeper::Window, Keeper::CommandLine] {
            assert_eq!(Journal::abandoned(folder.path(), keeper).len(), 1, "{keeper:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_may_read_a_journal() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::create(folder.path(), Keeper::Window).unwrap();
        journal.write("1. d6 *").unwrap();
        assert_eq!(fs::metadata(&journal.path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
