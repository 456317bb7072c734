//! The system's own file dialogs, on a thread of their own. Where there are none, the window shows a field for a path.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::dialogs::FilePurpose;
use crate::controller::worker::{BackgroundTask, Waker};

/// An answer faster than this comes from no person: the system has no file dialog.
const TOO_FAST: Duration = Duration::from_millis(300);

/// A file dialog that is open.
pub struct NativeDialog {
    /// What it was opened for.
    pub purpose: FilePurpose,
    answer: BackgroundTask<Answer>,
}

/// What came of a file dialog.
pub enum Answer {
    /// A file.
    Chosen(PathBuf),
    /// The person changed their mind.
    Cancelled,
    /// There is no such dialog here.
    Unavailable,
}

impl NativeDialog {
    /// Opens a dialog that begins with a suggestion.
    pub fn open(purpose: FilePurpose, suggestion: PathBuf, title: String, waker: Waker) -> NativeDialog {
        let saving = purpose != FilePurpose::Open;
        let ending = purpose.extension();
        let ask = move || {
            let begun = Instant::now();
            let folder = suggestion.parent().map(PathBuf::from).unwrap_or_default();
            let name = suggestion.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let dialog = rfd::FileDialog::new()
                .set_title(title)
                .add_filter(ending.to_uppercase(), &[ending])
                .set_directory(folder);
            let path = if saving { dialog.set_file_name(name).save_file() } else { dialog.pick_file() };
            match path {
                Some(path) => Answer::Chosen(path),
                None if begun.elapsed() < TOO_FAST => Answer::Unavailable,
                None => Answer::Cancelled,
            }
        };
        let answer = if cfg!(target_os = "macos") {
            // Dialogs belong to the main thread there.
            let answer = ask();
            BackgroundTask::start("file dialog", waker, move || answer)
        } else {
            BackgroundTask::start("file dialog", waker, ask)
        };
        NativeDialog { purpose, answer }
    }

    /// The answer, if it has come.
    pub fn poll(&self) -> Option<Answer> {
        self.answer.poll().map(|answer| answer.unwrap_or(Answer::Unavailable))
    }
}
