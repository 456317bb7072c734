//! What happens when the program has a fault and panics: a report for the people who can mend it. The running game is
//! safe without it, because every move is in the journal before anything else happens.

use std::backtrace::Backtrace;
use std::fmt::Write;
use std::fs;
use std::panic::{self, PanicHookInfo};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use muehle_engine::calendar::Date;
use muehle_engine::files::write_privately;

use crate::about;
use crate::logs;

/// One fault may cause others; the first reports are the ones that help.
const MOST_REPORTS: u32 = 3;

/// In the data folder, as long as nobody has been told: the name of the newest report.
const UNREAD: &str = "crash-unread";

/// Called when a thread has panicked.
type Alarm = Arc<dyn Fn() + Send + Sync>;

static ALARM: Mutex<Option<Alarm>> = Mutex::new(None);

/// Writes a report into `folder` whenever a thread panics, before the usual message on standard error.
pub fn report_into(folder: &Path) {
    let (folder, usual) = (folder.to_path_buf(), panic::take_hook());
    let written = AtomicU32::new(0);
    panic::set_hook(Box::new(move |info| {
        if written.fetch_add(1, Ordering::Relaxed) < MOST_REPORTS {
            save(&folder, &report(&describe(info), &Backtrace::force_capture().to_string()));
        }
        usual(info);
        if let Some(alarm) = ALARM.lock().unwrap_or_else(PoisonError::into_inner).clone() {
            alarm();
        }
    }));
}

/// Panics if the environment variable MUEHLE_PANIC names this place, so that people and tests can see what a fault leaves
/// behind, in the packaged program too.
pub fn provoke(place: &str) {
    if std::env::var("MUEHLE_PANIC").is_ok_and(|named| named == place) {
        panic!("MUEHLE_PANIC asked for this");
    }
}

/// Calls something after each report, so that a window that goes on can speak about it.
pub fn on_report(alarm: Alarm) {
    *ALARM.lock().unwrap_or_else(PoisonError::into_inner) = Some(alarm);
}

/// The newest report nobody has been told about. It counts as told from now on.
pub fn take_unread(folder: &Path) -> Option<PathBuf> {
    let mark = folder.join(UNREAD);
    let name = fs::read_to_string(&mark).ok()?;
    // If the mark cannot be removed, it is better to repeat the sentence than to hide the report.
    let _ = fs::remove_file(&mark);
    // A name, not a way to other folders.
    let path = folder.join(Path::new(name.trim()).file_name()?);
    path.is_file().then_some(path)
}

/// Saves a report. There is nobody to tell if that fails: the usual message follows in any case.
fn save(folder: &Path, report: &str) {
    let now = SystemTime::now();
    let milliseconds = now.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis());
    let name = format!("crash-{}-{}.txt", Date::of(now), milliseconds % 86_400_000);
    let _ = fs::create_dir_all(folder);
    if write_privately(&folder.join(&name), report.as_bytes()).is_ok() {
        let _ = write_privately(&folder.join(UNREAD), name.as_bytes());
    }
}

/// What went wrong, and where.
fn describe(info: &PanicHookInfo) -> String {
    let thread = std::thread::current();
    let place = info.location().map(ToString::to_string).unwrap_or_default();
    let message = info.payload_as_str().unwrap_or("without a message");
    format!("{message}\nat {place} in thread {}", thread.name().unwrap_or("without a name"))
}

/// A report that a person can read and send. It has no names, moves or folders of the user.
fn report(fault: &str, backtrace: &str) -> String {
    let mut text = format!(
        "Mühle stopped because of a fault in the program. Your game was saved and is offered when you start it again.\n\
         To help us mend the fault, send this file to the authors.\n\n\
         version: {}\nsystem: {} {}\n\n{fault}\n\nLast lines of the log:\n",
        about::version_line(),
        std::env::consts::OS,
        std::env::consts::ARCH,
    );
    let lines = logs::last_lines();
    if lines.is_empty() {
        text.push_str("none\n");
    }
    for line in lines {
        let _ = writeln!(text, "{line}");
    }
    let _ = writeln!(text, "\nBacktrace:\n{backtrace}");
    without_home(text)
}

/// The user's own folder often has the user's name in it.
fn without_home(text: String) -> String {
    match std::env::home_dir() {
        Some(home) if home.components().count() > 1 => text.replace(&*home.to_string_lossy(), "~"),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_says_what_happened_and_not_to_whom() {
        let home = std::env::home_dir().unwrap_or_default();
        let report =
            report("index out of bounds\nat src/x.rs:1:2 in thread thinker", &format!("0: {}/y", home.display()));
        for words in [about::VERSION, std::env::consts::OS, "index out of bounds", "thinker", "Backtrace", "0: ~/y"] {
            assert!(report.contains(words), "{words} is missing in {report}");
        }
        assert!(home.components().count() < 2 || !report.contains(&*home.to_string_lossy()));
    }

    #[test]
    fn a_report_is_announced_once() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(take_unread(folder.path()), None);
        save(folder.path(), "first");
        let path = take_unread(folder.path()).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "first");
        assert_eq!(take_unread(folder.path()), None);
        assert!(path.exists());
    }

    #[test]
    fn a_mark_leads_to_no_other_folder() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["../../etc/passwd", "/etc/passwd", "", "\0", "crash-gone.txt"] {
            fs::write(folder.path().join(UNREAD), name).unwrap();
            assert_eq!(take_unread(folder.path()), None, "{name:?}");
        }
    }
}
