//! The program's log: to files in the data folder, one per day, or to standard error. The last lines stay in memory for
//! the report of a crash. What is logged says what the program did, never what people wrote or who they are.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use tracing_appender::rolling::{RollingFileAppender, Rotation};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// How many days are kept.
const MOST_FILES: usize = 7;
/// How many lines the report of a crash shows.
const MOST_LINES: usize = 20;

static LAST_LINES: Mutex<VecDeque<String>> = Mutex::new(VecDeque::new());

/// Where lines go besides the memory.
enum Output {
    Files(RollingFileAppender),
    StandardError,
    Nowhere,
}

/// Logs to files in a folder. Without a file, because nobody may write there, the last lines are still kept in memory.
pub fn to_files(level: LevelFilter, folder: &Path) {
    let files = RollingFileAppender::builder()
        .rotation(Rotation::DAILY)
        .filename_prefix("muehle")
        .filename_suffix("log")
        .max_log_files(MOST_FILES)
        .build(folder);
    start(level, files.map_or(Output::Nowhere, Output::Files));
}

/// Logs to standard error.
pub fn to_standard_error(level: LevelFilter) {
    start(level, Output::StandardError);
}

fn start(level: LevelFilter, output: Output) {
    let lines = tracing_subscriber::fmt::layer().with_ansi(false).with_writer(Lines(output));
    // Libraries are only heard when something is wrong.
    let others = level.min(LevelFilter::WARN);
    let filter = Targets::new().with_default(others).with_target("muehle", level);
    // In tests somebody else may have started a log already.
    let _ = tracing_subscriber::registry().with(filter).with(lines).try_init();
}

/// The last lines, the oldest first.
pub fn last_lines() -> Vec<String> {
    LAST_LINES.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
}

/// Takes each line of the log.
struct Lines(Output);

/// One line: the log writes it in one piece.
struct Line<'a>(&'a Output);

impl<'a> MakeWriter<'a> for Lines {
    type Writer = Line<'a>;

    fn make_writer(&'a self) -> Line<'a> {
        Line(&self.0)
    }
}

impl Write for Line<'_> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let mut last = LAST_LINES.lock().unwrap_or_else(PoisonError::into_inner);
        if last.len() == MOST_LINES {
            last.pop_front();
        }
        last.push_back(String::from_utf8_lossy(line).trim_end().to_owned());
        drop(last);
        // A full disk or a closed standard error is no reason to stop.
        let _ = match self.0 {
            Output::Files(files) => files.make_writer().write_all(line),
            Output::StandardError => io::stderr().write_all(line),
            Output::Nowhere => Ok(()),
        };
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
