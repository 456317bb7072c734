//! Files that a person is asked about, and what follows the answer.

use std::path::PathBuf;

use super::actions::Leaving;
use super::dialogs::FilePurpose;
use super::native::{Answer, NativeDialog};
use crate::controller::worker::Waker;
use muehle_engine::files::DataFolders;

/// Open questions about files.
pub struct FileDialogs {
    /// Whether the system's own dialogs are used. Else the window shows a field for a path.
    uses_native: bool,
    native: Option<NativeDialog>,
    after_save: Option<Leaving>,
    held: Option<PathBuf>,
}

impl FileDialogs {
    /// No question is open.
    pub fn new(uses_native: bool) -> FileDialogs {
        FileDialogs { uses_native, native: None, after_save: None, held: None }
    }

    /// Opens the system's dialog. Gives the purpose back where there is none.
    pub fn ask(
        &mut self,
        purpose: FilePurpose,
        suggestion: PathBuf,
        title: &str,
        waker: &Waker,
    ) -> Result<(), (FilePurpose, PathBuf)> {
        if !self.uses_native {
            return Err((purpose, suggestion));
        }
        self.native = Some(NativeDialog::open(purpose, suggestion, title.to_owned(), waker.clone()));
        Ok(())
    }

    /// The answer of the system's dialog. One that cannot be opened is not tried again.
    pub fn poll(&mut self) -> Option<(Answer, FilePurpose)> {
        let answer = self.native.as_ref()?.poll()?;
        self.uses_native &= !matches!(answer, Answer::Unavailable);
        self.native.take().map(|dialog| (answer, dialog.purpose))
    }

    /// Remembers what follows when the running save has succeeded.
    pub fn follow_save(&mut self, then: Option<Leaving>) {
        self.after_save = then;
    }

    /// What follows the save that has ended, once.
    pub fn take_after_save(&mut self) -> Option<Leaving> {
        self.after_save.take()
    }

    /// Holds a file that is opened once the person has decided about the recovered game.
    pub fn hold(&mut self, file: Option<PathBuf>) {
        self.held = file;
    }

    /// The file that was held, once.
    pub fn take_held(&mut self) -> Option<PathBuf> {
        self.held.take()
    }
}

/// The file that is suggested for a game.
pub fn suggested_path(folders: &DataFolders, names: [String; 2], taken: impl Fn(&std::path::Path) -> bool) -> PathBuf {
    let plain =
        |name: &str| -> String { name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).take(24).collect() };
    let [white, black] = names;
    let base = format!("{}-{}", plain(&white), plain(&black));
    let saves = folders.saves();
    (1..1000)
        .map(|number| saves.join(if number == 1 { format!("{base}.pgn") } else { format!("{base}-{number}.pgn") }))
        .find(|path| !taken(path))
        .unwrap_or_else(|| saves.join(format!("{base}.pgn")))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn what_follows_happens_once() {
        let mut dialogs = FileDialogs::new(false);
        dialogs.follow_save(Some(Leaving::Quit));
        dialogs.hold(Some("game.pgn".into()));
        assert_eq!((dialogs.take_after_save(), dialogs.take_after_save()), (Some(Leaving::Quit), None));
        assert_eq!((dialogs.take_held(), dialogs.take_held()), (Some("game.pgn".into()), None));
    }

    #[test]
    fn without_dialogs_of_the_system_the_question_comes_back() {
        let mut dialogs = FileDialogs::new(false);
        let waker: Waker = Arc::new(|| {});
        let answer = dialogs.ask(FilePurpose::Open, "a.pgn".into(), "Open", &waker);
        assert!(matches!(answer, Err((FilePurpose::Open, path)) if path.as_os_str() == "a.pgn"));
        assert!(dialogs.poll().is_none());
    }
}
