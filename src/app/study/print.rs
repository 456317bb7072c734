//! Printing and exporting on a thread: files may be slow, and viewers slower.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::controller::worker::{BackgroundTask, Waker};
use crate::controller::{Conflict, GameFile, SaveError};
use crate::print::{self, ExportError, Format, Language, Paper, Sheet, USUAL_PIXELS};
use muehle_engine::game::pgn::{self, Tags};
use muehle_engine::game::{Game, NodeId};

/// A viewer that cannot show a file fails within this time.
const VIEWER_PATIENCE: Duration = Duration::from_secs(2);

/// Shows a file; false if nothing can. It may take a moment.
pub type Viewer = fn(&Path) -> bool;

/// Shows a file in the system's viewer.
pub fn show(path: &Path) -> bool {
    open::that_detached_with_timeout(path, VIEWER_PATIENCE).is_ok()
}

/// Everything a sheet needs, independent of the window.
pub struct Job {
    /// Who plays.
    pub tags: Tags,
    /// The game.
    pub game: Game,
    /// Where the game is on disk, so that an export destroys nothing there.
    pub file: Option<GameFile>,
    /// The shown position.
    pub node: NodeId,
    /// The paper.
    pub paper: Paper,
    /// The language.
    pub language: Language,
    /// Whether black sits at the bottom.
    pub flipped: bool,
    /// The file; its ending says what is written.
    pub path: PathBuf,
    /// What shows the file; nothing if it is only written.
    pub viewer: Option<Viewer>,
}

/// The result of a job.
#[derive(Debug)]
pub enum Printed {
    /// The file was written.
    Written(PathBuf),
    /// The file was written and the viewer started.
    Shown(PathBuf),
    /// The file was written, but no viewer was found.
    NoViewer(PathBuf),
    /// The file was not written.
    Failed(PathBuf, ExportError),
    /// The file was not written, because something in it would have been lost.
    Refused(PathBuf, Conflict),
}

/// Starts a job.
pub fn start(job: Job, waker: Waker) -> BackgroundTask<Printed> {
    let work = move || {
        let Job { tags, game, file, node, paper, language, flipped, path, viewer } = job;
        if let Ok(Format::Pgn) = Format::of(&path) {
            return match GameFile::write(path.clone(), &pgn::write(&tags, &game), file) {
                Ok(_) => Printed::Written(path),
                Err(SaveError::Conflict(conflict)) => Printed::Refused(path, conflict),
                Err(SaveError::Io(source)) => Printed::Failed(path.clone(), ExportError::Io { path, source }),
            };
        }
        let sheet = Sheet { tags: &tags, game: &game, node, paper, language, flipped };
        match print::export(&sheet, &path, USUAL_PIXELS) {
            Err(error) => Printed::Failed(path, error),
            Ok(()) => match viewer {
                None => Printed::Written(path),
                Some(shows) if shows(&path) => Printed::Shown(path),
                Some(_) => Printed::NoViewer(path),
            },
        }
    };
    BackgroundTask::start("print", waker, work)
}

/// The first free name of this kind: `game.pdf`, `game-2.pdf`, …
pub fn free_path(folder: &Path, base: &str, extension: &str) -> PathBuf {
    (1..1000)
        .map(|number| if number == 1 { format!("{base}.{extension}") } else { format!("{base}-{number}.{extension}") })
        .map(|name| folder.join(name))
        .find(|path| !path.exists())
        .unwrap_or_else(|| folder.join(format!("{base}.{extension}")))
}
