//! What the command line prints. Nothing here panics when nobody reads it or the disk is full, unlike `println!`.

use std::fmt::Display;
use std::io::{self, Write};

/// Lets commands write to the console they were started from: Windows gives a program with a window none of its own. Where
/// output goes to a file or a pipe, that is not touched.
pub(super) fn attach_console() {
    #[cfg(windows)]
    // SAFETY: the call only connects this process to the console of its parent, if that has one.
    unsafe {
        use windows_sys::Win32::System::Console::{ATTACH_PARENT_PROCESS, AttachConsole};
        AttachConsole(ATTACH_PARENT_PROCESS);
    }
}

/// Prints text and a line end on standard output, at once and in one piece, whichever thread prints it.
pub(super) fn say(text: impl Display) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}

/// Prints a note on standard error. If it cannot be written there is nobody to tell.
pub(super) fn note(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Prints a problem on standard error, with the program's name as usual.
pub(super) fn complain(problem: impl Display) {
    note(format_args!("muehle: {problem}"));
}
