//! Where data is on disk, how it is written as a whole or not at all, and how it is locked.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

/// A file of this name beside the program keeps all data there.
const PORTABLE: &str = "muehle-portable";
/// The folder this program was built from.
const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
/// Names of files that are being written begin and end like this.
const TEMPORARY: [&str; 2] = [".muehle-", ".tmp"];

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

    /// The folders for this run: `chosen` (`--data DIR`) if given, else the program's own folder or its source tree, else
    /// the platform's user data folder.
    pub fn find(chosen: Option<PathBuf>) -> DataFolders {
        let own = || own_folder(std::env::current_exe().ok(), std::env::current_dir().ok());
        let user = || directories::ProjectDirs::from("", "", "muehle").map(|dirs| dirs.data_dir().to_path_buf());
        DataFolders { root: chosen.or_else(own).or_else(user).unwrap_or_else(|| PathBuf::from(".")) }
    }

    /// Removes temporary files that a killed program left behind.
    pub fn remove_leftovers(&self) {
        for folder in [self.root.clone(), self.heuristics(), self.endgame(), self.saves()] {
            remove_leftovers(&folder);
        }
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

/// The program's own folder: the one it is in, if it holds data or is marked as portable, or the source tree it was
/// built from. Any other working directory is somebody else's, whatever folders it has.
fn own_folder(program: Option<PathBuf>, working: Option<PathBuf>) -> Option<PathBuf> {
    let beside = program.as_deref().and_then(Path::parent).map(Path::to_path_buf);
    let is_source = |dir: &PathBuf| {
        let built_there = program.as_ref().is_some_and(|program| program.starts_with(dir.join("target")));
        holds_data(dir) && (built_there || Path::new(SOURCE).canonicalize().is_ok_and(|source| source == *dir))
    };
    beside.filter(|dir| dir.join(PORTABLE).is_file() || holds_data(dir)).or_else(|| working.filter(is_source))
}

/// The repository and an unpacked release both have these two side by side; a `saves` folder alone may be a coincidence.
fn holds_data(folder: &Path) -> bool {
    folder.join("heuristics").is_dir() && folder.join("endgame").is_dir()
}

/// The folder a file is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes a file as a whole or not at all: to a temporary file in the same folder first, then renamed. Makes the
/// folder if it is missing.
pub fn write_atomically(path: &Path, contents: &[u8]) -> io::Result<()> {
    write_atomically_with(path, |file| file.write_all(contents))
}

/// As [`write_atomically`], for secrets: only the owner may read the file, from the moment it is created.
pub fn write_privately(path: &Path, contents: &[u8]) -> io::Result<()> {
    write_as(Access::Owner, path, |file| file.write_all(contents))
}

/// As [`write_atomically`], for contents that are produced while writing.
pub(crate) fn write_atomically_with(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    write_as(Access::Usual, path, write)
}

/// Who may read a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    /// Whoever could read the file it replaces, or else whom the umask allows.
    Usual,
    /// Only the owner. On Windows the folder decides.
    Owner,
}

fn write_as(access: Access, path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let replaced = fs::metadata(path).ok();
    if let Some(replaced) = &replaced {
        check_regular(replaced)?;
    }
    fs::create_dir_all(folder_of(path))?;
    let mut temporary = temporary_file(folder_of(path), access).map_err(without_path)?;
    write(temporary.as_file_mut())?;
    // A file that was private stays private.
    #[cfg(unix)]
    if let (Some(replaced), Access::Usual) = (replaced, access) {
        temporary.as_file().set_permissions(replaced.permissions())?;
    }
    temporary.as_file().sync_all()?;
    temporary.persist(path).map_err(|error| without_path(error.error))?;
    Ok(())
}

/// The same error without the name of a temporary file, which nobody has asked for. The library that makes the file gives
/// the cause only as text.
fn without_path(error: io::Error) -> io::Error {
    match error.to_string().rsplit_once(" at path ") {
        Some((cause, _)) => io::Error::new(error.kind(), cause),
        None => error,
    }
}

/// What tells this computer from others: the system's own id or, where it has none, a random one among the user's
/// settings. None if that cannot be kept.
pub fn machine_id() -> Option<String> {
    let system = fs::read_to_string("/etc/machine-id").ok();
    let own = directories::ProjectDirs::from("", "", "muehle").map(|dirs| dirs.config_dir().join("machine-id"));
    id_of(system).or_else(|| kept_id(&own?))
}

fn id_of(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// The id in this file, which is made if it is missing.
fn kept_id(path: &Path) -> Option<String> {
    let read = || read_limited(path, 100).ok().and_then(|(bytes, _)| id_of(String::from_utf8(bytes).ok()));
    read().or_else(|| {
        write_atomically(path, format!("{:032x}\n", rand::random::<u128>()).as_bytes()).ok()?;
        read()
    })
}

/// Keeps the file at this path, if there is one, as a backup with `.bak` behind its name.
pub fn keep_backup(path: &Path) -> io::Result<()> {
    let mut backup = path.as_os_str().to_owned();
    backup.push(".bak");
    match open_regular(path) {
        Ok(mut file) => write_atomically_with(Path::new(&backup), |copy| io::copy(&mut file, copy).map(drop)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// Renames a damaged file so that a new one can take its place: `.damaged` behind its name, with a number if there is such a
/// file already. Returns where it is now.
pub fn set_aside(path: &Path) -> io::Result<PathBuf> {
    const MOST: usize = 999;
    let name = |number: usize| {
        let mut name = path.as_os_str().to_owned();
        name.push(if number == 1 { ".damaged".to_owned() } else { format!(".damaged-{number}") });
        PathBuf::from(name)
    };
    let is_free =
        |path: &PathBuf| fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound);
    let aside = (1..=MOST).map(name).find(is_free).ok_or(io::ErrorKind::AlreadyExists)?;
    fs::rename(path, &aside)?;
    Ok(aside)
}

/// A new temporary file, locked so that [`remove_leftovers`] of another program leaves it alone.
#[cfg_attr(not(unix), expect(unused_variables, reason = "elsewhere the folder decides who may read a file"))]
fn temporary_file(folder: &Path, access: Access) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY[0]).suffix(TEMPORARY[1]);
    // What the user saves is a file like any other: the umask decides who may read it.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(match access {
        Access::Usual => 0o666,
        Access::Owner => 0o600,
    }));
    loop {
        let file = builder.tempfile_in(folder)?;
        // Without locks nothing is removed either.
        let is_ours = !matches!(file.as_file().try_lock(), Err(TryLockError::WouldBlock));
        if is_ours && is_at(file.as_file(), file.path()) {
            return Ok(file);
        }
    }
}

/// Removes the temporary files in a folder that nobody is writing.
pub(crate) fn remove_leftovers(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_temporary =
            name.to_str().is_some_and(|name| name.starts_with(TEMPORARY[0]) && name.ends_with(TEMPORARY[1]));
        if is_temporary
            && let Ok(file) = open_in_place(OpenOptions::new().write(true), &entry.path())
            && file.try_lock().is_ok()
        {
            // A file that cannot be removed does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A folder, a pipe or a device was found where a file is expected.
#[derive(Debug, Error)]
#[error("it is not a regular file")]
pub struct NotARegularFile;

fn not_a_regular_file() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, NotARegularFile)
}

fn check_regular(metadata: &fs::Metadata) -> io::Result<()> {
    if metadata.is_file() { Ok(()) } else { Err(not_a_regular_file()) }
}

/// Opens a file for reading. A pipe would block, so anything but a regular file is an error.
pub fn open_regular(path: &Path) -> io::Result<File> {
    check_regular(&fs::metadata(path)?)?;
    File::open(path)
}

/// The first `limit` bytes of a file, and whether there is more, so that no file can fill the memory.
pub fn read_limited(path: &Path, limit: usize) -> io::Result<(Vec<u8>, bool)> {
    let mut bytes = Vec::new();
    open_regular(path)?.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    let more = bytes.len() > limit;
    bytes.truncate(limit);
    Ok((bytes, more))
}

/// Opens a regular file without following a symbolic link to somewhere else.
fn open_in_place(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(options, libc::O_NOFOLLOW | libc::O_NONBLOCK);
    if fs::symlink_metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(not_a_regular_file());
    }
    let file = options.open(path)?;
    check_regular(&file.metadata()?)?;
    Ok(file)
}

/// Whether an open file is still the one at this path.
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let place = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
        let found = fs::symlink_metadata(path).map(place);
        found.is_ok_and(|found| file.metadata().is_ok_and(|metadata| place(metadata) == found))
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

/// A lock that one program at a time can hold: an empty file, removed in the end. The system releases it when the
/// program ends, however it ends.
#[derive(Debug)]
pub struct FileLock {
    path: PathBuf,
    file: File,
}

impl FileLock {
    /// Takes the lock at this path, whose folder is made if it is missing; none if somebody else holds it.
    pub fn acquire(path: &Path) -> io::Result<Option<FileLock>> {
        fs::create_dir_all(folder_of(path))?;
        loop {
            let file = open_in_place(OpenOptions::new().write(true).create(true).truncate(false), path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error),
            }
            // The last holder removes the file before releasing it, so the locked file must still be in the folder.
            if is_at(&file, path) {
                return Ok(Some(FileLock { path: path.to_owned(), file }));
            }
        }
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // A file that stays behind is unlocked and does no harm.
        let _ = fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
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

    #[cfg(unix)]
    #[test]
    fn a_failed_write_does_not_name_the_temporary_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file").join("game.pgn");
        let named = tempfile::Builder::new().prefix(TEMPORARY[0]).tempfile_in(path).unwrap_err();
        assert!(named.to_string().contains(TEMPORARY[0]), "{named}");
        assert_eq!(without_path(named).to_string(), io::Error::from_raw_os_error(libc::ENOENT).to_string());
        assert_eq!(without_path(io::Error::other("disk full")).to_string(), "disk full");
    }

    #[test]
    fn a_computer_keeps_its_id() {
        let folder = tempfile::tempdir().unwrap();
        let id = |name: &str| kept_id(&folder.path().join(name).join("machine-id"));
        assert!(id("one").is_some_and(|id| id.len() == 32));
        assert_eq!(id("one"), id("one"));
        assert_ne!(id("one"), id("other"));
        fs::write(folder.path().join("blocked"), "").unwrap();
        assert_eq!(id("blocked"), None, "where nothing can be kept there is no id");
    }

    #[test]
    fn reading_stops_at_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("long");
        fs::write(&path, [7; 100]).unwrap();
        assert_eq!(read_limited(&path, 10).unwrap(), (vec![7; 10], true));
        assert_eq!(read_limited(&path, 100).unwrap(), (vec![7; 100], false));
    }

    #[test]
    fn only_the_programs_own_folder_is_taken_for_the_data_folder() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        let (program_folder, working) = (folder.join("bin"), folder.join("elsewhere"));
        let program = || Some(program_folder.join("muehle"));
        for name in ["heuristics", "endgame"] {
            fs::create_dir_all(working.join(name)).unwrap();
        }
        fs::create_dir(&program_folder).unwrap();
        assert_eq!(own_folder(program(), Some(working.clone())), None, "folders of that name prove nothing");
        let built = Some(working.join("target/debug/muehle"));
        assert_eq!(own_folder(built, Some(working.clone())), Some(working.clone()));
        let source = Path::new(SOURCE).canonicalize().unwrap();
        assert_eq!(own_folder(program(), Some(source.clone())), Some(source));
        fs::write(program_folder.join(PORTABLE), "").unwrap();
        assert_eq!(own_folder(program(), Some(working)), Some(program_folder));
    }

    #[test]
    fn leftovers_are_removed_but_not_what_is_being_written() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in [".muehle-dead.tmp", "mine.tmp", "game.pgn"] {
            fs::write(at(name), "half").unwrap();
        }
        write_atomically_with(&at("new.pgn"), |file| {
            remove_leftovers(folder.path());
            file.write_all(b"whole")
        })
        .unwrap();
        assert_eq!(fs::read(at("new.pgn")).unwrap(), b"whole");
        assert!(!at(".muehle-dead.tmp").exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    }

    #[test]
    fn a_lock_is_held_once_and_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/.lock");
        let lock = FileLock::acquire(&path).unwrap();
        assert!(lock.is_some() && FileLock::acquire(&path).unwrap().is_none());
        drop(lock);
        assert!(!path.exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_lock_neither_follows_a_link_nor_empties_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let (precious, lock) = (folder.path().join("precious"), folder.path().join(".lock"));
        fs::write(&precious, "precious").unwrap();
        std::os::unix::fs::symlink(&precious, &lock).unwrap();
        assert_eq!(FileLock::acquire(&lock).unwrap_err().to_string(), "it is not a regular file");
        fs::remove_file(&lock).unwrap();
        fs::write(&lock, "somebody's notes").unwrap();
        let held = FileLock::acquire(&lock).unwrap();
        assert_eq!(fs::read_to_string(&lock).unwrap(), "somebody's notes");
        drop(held);
        assert_eq!(fs::read_to_string(&precious).unwrap(), "precious");
    }

    #[cfg(unix)]
    #[test]
    fn files_have_the_permissions_the_user_wants() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let (usual, saved) = (folder.path().join("usual"), folder.path().join("saved"));
        // The umask belongs to the whole process, so it is compared with, not changed.
        fs::write(&usual, "").unwrap();
        write_atomically(&saved, b"new").unwrap();
        assert_eq!(mode(&saved), mode(&usual));
        fs::set_permissions(&saved, fs::Permissions::from_mode(0o600)).unwrap();
        write_atomically(&saved, b"private").unwrap();
        assert_eq!(mode(&saved), 0o600);
    }

    #[cfg(unix)]
    #[test]
    fn secrets_are_for_their_owner_only_from_the_first_byte() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let mode = |file: &File| file.metadata().unwrap().permissions().mode() & 0o777;
        fs::write(&path, "readable").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        let while_writing = |file: &mut File| {
            assert_eq!(mode(file), 0o600);
            file.write_all(b"secret")
        };
        write_as(Access::Owner, &path, while_writing).unwrap();
        assert_eq!(mode(&File::open(&path).unwrap()), 0o600);
        write_privately(&folder.path().join("new"), b"secret").unwrap();
        assert_eq!(mode(&File::open(folder.path().join("new")).unwrap()), 0o600);
    }

    #[cfg(unix)]
    #[test]
    fn pipes_and_folders_are_not_files() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let name = std::ffi::CString::new(pipe.to_str().unwrap()).unwrap();
        // SAFETY: the name is a valid C string.
        assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
        for path in [pipe.as_path(), folder.path()] {
            assert_eq!(read_limited(path, 10).unwrap_err().to_string(), "it is not a regular file");
            assert_eq!(write_atomically(path, b"").unwrap_err().to_string(), "it is not a regular file");
            assert_eq!(FileLock::acquire(path).unwrap_err().to_string(), "it is not a regular file");
        }
    }
}
