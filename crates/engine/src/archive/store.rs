//! Writing the archive. A file is written as a whole or not at all, by one program at a time, and a file that is damaged
//! stays as it is: games that come later go into the next file of their month.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::{Archive, Place, fault_of, id_of};
use crate::calendar::Date;
use crate::files::{self, FileLock};
use crate::game::pgn::{self, Collection, Fault, LoadError};

/// Held while a file is written.
const LOCK: &str = ".games.lock";
/// Others hold the lock for the moment of a write.
const PATIENCE: Duration = Duration::from_secs(10);
/// If this number of files of a month are damaged, something else is wrong.
const MOST_FILES: usize = 99;

/// Why the archive was not changed.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum ArchiveError {
    #[error("{path} cannot be written: {source}", path = .path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("another window is writing {path}", path = .path.display())]
    Busy { path: PathBuf },
    #[error("{path} is damaged and is left as it is: {damage}", path = .path.display())]
    Damaged { path: PathBuf, damage: Box<Damage> },
    #[error("the game is no longer in {path}", path = .path.display())]
    Gone { path: PathBuf },
    #[error("{path} belongs to the archive; choose another file", path = .path.display())]
    Own { path: PathBuf },
}

/// What is wrong with a file.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum Damage {
    #[error("{0}")]
    File(LoadError),
    #[error("game {number}: {fault}")]
    Game { number: usize, fault: Fault },
}

impl Archive {
    /// Adds a finished game to the file of a month, or replaces the game of that file with the same id. What the files have
    /// already stays as it is.
    pub fn add(&self, text: &str, date: Date) -> Result<Place, ArchiveError> {
        let _lock = self.lock()?;
        let text = text.trim();
        let id = id_of(&pgn::read(text).tags, text);
        for number in 1..=MOST_FILES {
            let path = self.file_of(date, number);
            let contents = match sound(&path) {
                Ok(None) => format!("{text}\n").into_bytes(),
                Ok(Some(games)) => match place_of(&games, &id) {
                    Some(game) => games.with_replaced(game, text),
                    None => games.with_appended(text),
                },
                // Whatever it is, it is not ours to write to.
                Err(_) => continue,
            };
            write(&path, &contents)?;
            return Ok(Place { file: path.into(), id });
        }
        let source = io::Error::other("all files of this month are damaged");
        Err(ArchiveError::Io { path: self.file_of(date, 1), source })
    }

    /// Replaces a game by a newer state of itself.
    pub fn replace(&self, place: &Place, text: &str) -> Result<(), ArchiveError> {
        let _lock = self.lock()?;
        let (games, game) = find(place)?;
        if games.text(game) == text.trim() {
            return Ok(());
        }
        write(&place.file, &games.with_replaced(game, text))
    }

    /// Removes a game for good.
    pub fn remove(&self, place: &Place) -> Result<(), ArchiveError> {
        let _lock = self.lock()?;
        let (games, game) = find(place)?;
        if games.len() > 1 {
            return write(&place.file, &games.without(game));
        }
        fs::remove_file(&place.file).map_err(|source| ArchiveError::Io { path: place.file.to_path_buf(), source })
    }

    /// Where a game of one of its files is.
    pub fn place(games: &Collection, game: usize) -> Place {
        Place { file: games.path().into(), id: id_of(&games.tags(game), &games.text(game)) }
    }

    /// Reads the text of a game.
    pub fn text(&self, place: &Place) -> Result<String, ArchiveError> {
        let path = || place.file.to_path_buf();
        let games = Collection::open(&place.file)
            .map_err(|error| ArchiveError::Damaged { path: path(), damage: Box::new(Damage::File(error)) })?;
        let game = place_of(&games, &place.id).ok_or_else(|| ArchiveError::Gone { path: path() })?;
        Ok(games.text(game).into_owned())
    }

    /// Writes games to a file outside the archive, which is replaced. Returns how many they are; games that were removed
    /// meanwhile are left out.
    pub fn export(&self, places: &[Place], path: &Path) -> Result<usize, ArchiveError> {
        if self.owns(path) {
            return Err(ArchiveError::Own { path: path.to_owned() });
        }
        let (mut text, mut count) = (String::new(), 0);
        let mut opened: Option<(&Path, Collection)> = None;
        for place in places {
            if opened.as_ref().is_none_or(|(file, _)| *file != &*place.file) {
                opened = Collection::open(&place.file).ok().map(|games| (&*place.file, games));
            }
            let Some((_, games)) = &opened else { continue };
            let Some(game) = place_of(games, &place.id) else { continue };
            let gap = if count > 0 { "\n" } else { "" };
            text.push_str(&format!("{gap}{}\n", games.text(game).trim()));
            count += 1;
        }
        write(path, text.as_bytes())?;
        Ok(count)
    }

    fn lock(&self) -> Result<FileLock, ArchiveError> {
        let path = self.folder.join(LOCK);
        let begun = Instant::now();
        loop {
            match FileLock::acquire(&path) {
                Ok(Some(lock)) => return Ok(lock),
                Ok(None) if begun.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(5)),
                Ok(None) => return Err(ArchiveError::Busy { path: self.folder.clone() }),
                Err(source) => return Err(ArchiveError::Io { path: self.folder.clone(), source }),
            }
        }
    }
}

fn write(path: &Path, contents: &[u8]) -> Result<(), ArchiveError> {
    files::write_atomically(path, contents).map_err(|source| ArchiveError::Io { path: path.to_owned(), source })
}

/// The games of a file in which every game can be read whole; none if there is no file yet.
fn sound(path: &Path) -> Result<Option<Collection>, Damage> {
    let games = match Collection::open(path) {
        Ok(games) => games,
        Err(LoadError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(LoadError::NotAGame { .. }) if is_empty(path) => return Ok(None),
        Err(error) => return Err(Damage::File(error)),
    };
    for game in 0..games.len() {
        if let Some(fault) = fault_of(&games.read(game)) {
            return Err(Damage::Game { number: game + 1, fault });
        }
    }
    Ok(Some(games))
}

/// Whether a file is there and has nothing in it.
pub(super) fn is_empty(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() == 0)
}

/// A game in its file, which must be sound because it is written again.
fn find(place: &Place) -> Result<(Collection, usize), ArchiveError> {
    let path = || place.file.to_path_buf();
    let games =
        sound(&place.file).map_err(|damage| ArchiveError::Damaged { path: path(), damage: Box::new(damage) })?;
    let games = games.ok_or_else(|| ArchiveError::Gone { path: path() })?;
    let game = place_of(&games, &place.id).ok_or_else(|| ArchiveError::Gone { path: path() })?;
    Ok((games, game))
}

fn place_of(games: &Collection, id: &str) -> Option<usize> {
    (0..games.len()).find(|&game| id_of(&games.tags(game), &games.text(game)) == id)
}
