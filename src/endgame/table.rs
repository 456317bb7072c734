//! Table files: a versioned, checksummed header, then win/draw/loss and distances in blocks.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why a table cannot be used.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum TableError {
    #[error("{} is missing; muehle endgame build makes it", .0.display())]
    Missing(PathBuf),
    #[error("{} cannot be read: {error}", .path.display())]
    Unreadable { path: PathBuf, error: io::Error },
    #[error("{} is no endgame table", .0.display())]
    Foreign(PathBuf),
    #[error("{} has table version {version}, this program knows {known}", .path.display())]
    Version { path: PathBuf, version: u16, known: u16 },
    #[error("{} holds another table than its name says ({holds})", .path.display())]
    Misnamed { path: PathBuf, holds: String },
    #[error("{} is damaged: {fault}; remove it and run muehle endgame build", .path.display())]
    Damaged { path: PathBuf, fault: &'static str },
}
