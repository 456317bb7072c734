//! What the command line prints. Nothing here panics when nobody reads it or the disk is full, unlike `println!`.

use std::fmt::Display;
use std::io::{self, Write};

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
