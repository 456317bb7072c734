//! Where a game is on disk. Saving replaces exactly that game, and only if it was read whole and still is what it was.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use muehle_engine::files;
use muehle_engine::game::pgn::{Collection, Fault, LoadError, Reading};

/// The place of a game in a file.
#[derive(Clone, Debug)]
pub struct GameFile {
    /// The file.
    pub path: PathBuf,
    /// Its number among the games of the file, from 0.
    game: usize,
    /// What the file says there. None if not all of it could be read, so that it must not be replaced.
    text: Option<String>,
}

/// Why a game was not saved.
#[derive(Debug, Error)]
pub enum SaveError {
    /// The disk.
    #[error(transparent)]
    Io(io::Error),
    /// Something in the file would be lost. The game needs another file.
    #[error(transparent)]
    Conflict(Conflict),
}

/// What saving to a file would destroy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Conflict {
    /// The part of the game that could not be read.
    #[error("only part of its game could be read, and the rest would be lost")]
    ReadInPart,
    /// What somebody else has written since the game was opened.
    #[error("it has changed since the game was read")]
    Changed,
    /// This many other games.
    #[error("it has {0} games, and they would be lost")]
    OtherGames(usize),
}

impl GameFile {
    /// Reads a game of a file.
    pub fn read(games: &Collection, game: usize) -> Result<(GameFile, Reading), LoadError> {
        let path = games.path().to_owned();
        let reading = games.read(game);
        if let Some(fault) = reading.fault.clone().filter(Fault::means_no_game) {
            return Err(LoadError::NotAGame { path, fault });
        }
        let text = reading.fault.is_none().then(|| games.text(game).into_owned());
        Ok((GameFile { path, game, text }, reading))
    }

    /// Whether saving here would destroy what could not be read.
    pub fn conflict(&self) -> Option<Conflict> {
        self.text.is_none().then_some(Conflict::ReadInPart)
    }

    /// Writes a game to a file. `known` is where the game is so far: if that is in this file, exactly this game is
    /// replaced. A file with several other games is left alone.
    pub fn write(path: PathBuf, text: &str, known: Option<GameFile>) -> Result<GameFile, SaveError> {
        let known = known.filter(|known| is_same_file(&known.path, &path));
        let (contents, game) = match (Collection::open(&path), known) {
            (Ok(games), Some(GameFile { game, text: Some(old), .. })) => {
                if game >= games.len() || games.text(game) != old {
                    return Err(SaveError::Conflict(Conflict::Changed));
                }
                (games.with_replaced(game, text), game)
            }
            (_, Some(GameFile { text: None, .. })) => return Err(SaveError::Conflict(Conflict::ReadInPart)),
            (Ok(games), None) if games.len() > 1 => {
                return Err(SaveError::Conflict(Conflict::OtherGames(games.len())));
            }
            (Err(LoadError::TooLarge { games, .. }), None) => {
                return Err(SaveError::Conflict(Conflict::OtherGames(games)));
            }
            (Err(LoadError::Io { source, .. }), _) if source.kind() != io::ErrorKind::NotFound => {
                return Err(SaveError::Io(source));
            }
            (Err(LoadError::NotAGame { .. } | LoadError::TooLarge { .. }), Some(_)) => {
                return Err(SaveError::Conflict(Conflict::Changed));
            }
            _ => (text.as_bytes().to_vec(), 0),
        };
        files::write_atomically(&path, &contents).map_err(SaveError::Io)?;
        // The file may have another encoding than the text: what stands there now is what counts the next time.
        let text = Collection::open(&path).ok().filter(|games| game < games.len());
        let text = text.map(|games| games.text(game).into_owned());
        Ok(GameFile { path, game, text })
    }
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    one == other || matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const CLUB: &str = "[White \"A\"]\n\n1. d6 *\n\n[White \"B\"]\n\n1. f4 *\n\n[White \"C\"]\n\n1. a1 *\n";

    fn conflict(result: Result<GameFile, SaveError>) -> Option<Conflict> {
        match result {
            Err(SaveError::Conflict(conflict)) => Some(conflict),
            _ => None,
        }
    }

    #[test]
    fn saving_replaces_one_game_and_keeps_the_others() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("club.pgn");
        fs::write(&path, CLUB).unwrap();
        let (mut file, _) = GameFile::read(&Collection::open(&path).unwrap(), 1).unwrap();
        for text in ["[White \"B\"]\n\n1. f4 d2 *\n", "[White \"B\"]\n\n1. f4 d2 2. d6 *\n"] {
            file = GameFile::write(path.clone(), text, Some(file)).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), CLUB.replace("[White \"B\"]\n\n1. f4 *\n", text));
        }
        // Without knowing which of the games it is, none of them is touched.
        assert_eq!(conflict(GameFile::write(path.clone(), "1. g7 *", None)), Some(Conflict::OtherGames(3)));
        // Somebody else has written to the file.
        fs::write(&path, CLUB).unwrap();
        assert_eq!(conflict(GameFile::write(path.clone(), "1. g7 *", Some(file))), Some(Conflict::Changed));
        assert_eq!(fs::read_to_string(&path).unwrap(), CLUB);
    }

    #[test]
    fn what_was_not_read_whole_is_never_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("half.pgn");
        let half = "[White \"A\"]\n\n1. d6 f4 2. d6 {lost} a1 *\n";
        fs::write(&path, half).unwrap();
        let (file, reading) = GameFile::read(&Collection::open(&path).unwrap(), 0).unwrap();
        assert!(reading.fault.is_some());
        assert_eq!(file.conflict(), Some(Conflict::ReadInPart));
        let detour = folder.path().join(".").join("half.pgn");
        for path in [&path, &detour] {
            let result = GameFile::write(path.clone(), "1. d6 f4 *", Some(file.clone()));
            assert_eq!(conflict(result), Some(Conflict::ReadInPart));
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), half);
        let other = GameFile::write(folder.path().join("new.pgn"), "1. d6 f4 *", Some(file)).unwrap();
        assert_eq!(other.conflict(), None);
    }
}
