//! Where data is on disk, and how it is written as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The folders of user data: beside the program when it runs from its own folder or the repository, else in the
/// platform's user data folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFolders {
    root: PathBuf,
}

impl DataFolders {
    /// The folders below `root`.
    pub fn below(root: impl Into<PathBuf>) -> DataFolders {
        DataFolders { root: root.into() }
    }

    /// The folders for this run: `chosen` (`--data DIR`) if given, else the working directory or the program's own
    /// folder if they hold the data folders, else the platform's user data folder.
    pub fn find(chosen: Option<PathBuf>) -> DataFolders {
        let beside_program = || std::env::current_exe().ok()?.parent().map(Path::to_path_buf);
        let user = || directories::ProjectDirs::from("", "", "muehle").map(|dirs| dirs.data_dir().to_path_buf());
        let root = chosen
            .or_else(|| std::env::current_dir().ok().filter(|dir| holds_data(dir)))
            .or_else(|| beside_program().filter(|dir| holds_data(dir)))
            .or_else(user)
            .unwrap_or_else(|| PathBuf::from("."));
        DataFolders { root }
    }

    /// The folder that contains the others.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Networks, as XML.
    pub fn heuristics(&self) -> PathBuf {
        self.root.join("heuristics")
    }

    /// Endgame tables.
    pub fn endgame(&self) -> PathBuf {
        self.root.join("endgame")
    }

    /// Saved games.
    pub fn saves(&self) -> PathBuf {
        self.root.join("saves")
    }
}

/// The repository and an unpacked release both have these two side by side; a `saves` folder alone may be a coincidence.
fn holds_data(folder: &Path) -> bool {
    folder.join("heuristics").is_dir() && folder.join("endgame").is_dir()
}

/// Writes a file as a whole or not at all: to a temporary file in the same folder first, then renamed. Makes the
/// folder if it is missing.
pub fn write_atomically(path: &Path, contents: &[u8]) -> io::Result<()> {
    write_atomically_with(path, |file| file.write_all(contents))
}

/// As [`write_atomically`], for contents that are produced while writing.
pub(crate) fn write_atomically_with(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    fs::create_dir_all(folder)?;
    let mut temporary = tempfile::Builder::new().prefix(".muehle-").suffix(".tmp").tempfile_in(folder)?;
    write(temporary.as_file_mut())?;
    temporary.as_file().sync_all()?;
    allow_reading(temporary.as_file())?;
    temporary.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Temporary files are private; what the user saves is a file like any other.
#[cfg(unix)]
fn allow_reading(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn allow_reading(_file: &File) -> io::Result<()> {
    Ok(())
}

/// The first `limit` bytes of a file, and whether there is more, so that no file can fill the memory.
pub fn read_limited(path: &Path, limit: usize) -> io::Result<(Vec<u8>, bool)> {
    let mut bytes = Vec::new();
    File::open(path)?.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    let more = bytes.len() > limit;
    bytes.truncate(limit);
    Ok((bytes, more))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.pgn");
        write_atomically(&path, b"old").unwrap();
        let failure = write_atomically_with(&path, |file| {
            file.write_all(b"half")?;
            Err(io::Error::other("disk full"))
        });
        assert!(failure.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        write_atomically(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }

    #[test]
    fn reading_stops_at_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("long");
        fs::write(&path, [7; 100]).unwrap();
        assert_eq!(read_limited(&path, 10).unwrap(), (vec![7; 10], true));
        assert_eq!(read_limited(&path, 100).unwrap(), (vec![7; 100], false));
    }
}
