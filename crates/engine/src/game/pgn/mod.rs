//! Saved games: PGN text with comments, glyphs and variations.

mod collection;
mod encoding;
mod foreign;
mod read;
mod tokens;
mod write;

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::files;
use crate::rules::{Color, MoveTextError, Position, PositionTextError, UnknownRules};

use super::{Game, Outcome, PlayError};

pub use collection::{Collection, Entry, split};
pub use read::read;
pub use write::write;

/// What files call people who have not given a name. Readers show their own words for them.
pub const NAMELESS: [&str; 2] = ["Player 1", "Player 2"];

/// Of longer games only this much is read.
const MAX_BYTES: usize = 16 << 20;

/// The tags of a game in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in its place if it is there already.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match self.0.iter_mut().find(|(tag, _)| tag == name) {
            Some((_, old)) => *old = value.into(),
            None => self.0.push((name.to_owned(), value.into())),
        }
    }

    /// Forgets a tag.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|(tag, _)| tag != name);
    }

    /// All tags.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// What came out of a text: the game up to the first illegal move, and the first thing that is wrong.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The tags.
    pub tags: Tags,
    /// The game, standing at the end of its main line.
    pub game: Game,
    /// The first fault, if there is one.
    pub fault: Option<Fault>,
}

/// What is wrong with a game text. The rest of the text is read anyway.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum Fault {
    #[error("move {number} ({side}): {reason}")]
    Move { number: usize, side: Color, reason: MoveFault },
    #[error("the start position is wrong: {0}")]
    Start(#[from] PositionTextError),
    #[error("the rules are wrong: {0}")]
    Rules(#[from] UnknownRules),
    #[error("the text ends inside a {0}")]
    Unfinished(&'static str),
    #[error("move {number}: variations are nested more than {limit} deep; the deeper ones are skipped")]
    TooDeep { number: usize, limit: usize },
    #[error("move {number}: a ) closes no variation")]
    StrayClose { number: usize },
    #[error("the game is longer than {} MB; the rest is skipped", MAX_BYTES >> 20)]
    TooLong,
    #[error("the game has more than {limit} tags; the rest is skipped")]
    TooManyTags { limit: usize },
    #[error("the game has more than {limit} plies, variations included; the rest is skipped")]
    TooManyPlies { limit: usize },
    #[error("the text has neither tags nor moves")]
    NotAGame,
    #[error("it is a game of {0}, not of Nine Men's Morris")]
    OtherVariant(String),
    #[error("it is a chess game")]
    Chess,
    #[error("its numbers are not the moves of a game")]
    Numbers,
}

impl Fault {
    /// Whether there is no game of Mühle in the text at all.
    pub fn means_no_game(&self) -> bool {
        matches!(self, Fault::NotAGame | Fault::OtherVariant(_) | Fault::Chess | Fault::Numbers)
    }
}

/// Why a move of a text cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum MoveFault {
    #[error(transparent)]
    Text(#[from] MoveTextError),
    #[error("{text}: {error}")]
    Play { text: String, error: PlayError },
    #[error("{0} removes a stone, but no mill was closed before it")]
    StrayRemoval(String),
}

/// Why a file could not be read as a game.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum LoadError {
    #[error("{path} cannot be read: {source}", path = .path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{path} is not a saved game: {fault}", path = .path.display())]
    NotAGame { path: PathBuf, fault: Fault },
    #[error("{path} is too large: a file may have {} MB and {games} games", .bytes >> 20, path = .path.display())]
    TooLarge { path: PathBuf, bytes: usize, games: usize },
}

/// Reads the first game of a file, up to its first illegal move.
pub fn load(path: &Path) -> Result<Reading, LoadError> {
    let (bytes, more) =
        files::read_limited(path, MAX_BYTES).map_err(|source| LoadError::Io { path: path.to_owned(), source })?;
    let text = encoding::decode(&bytes);
    let mut reading = read(&text);
    match reading.fault {
        Some(fault) if fault.means_no_game() => return Err(LoadError::NotAGame { path: path.to_owned(), fault }),
        // Only the first game counts; the rest of the file may be of any length.
        _ if more && !collection::has_second_game(&text) => reading.fault = Some(Fault::TooLong),
        _ => {}
    }
    Ok(reading)
}

/// Saves a game as a whole or not at all.
pub fn save(path: &Path, tags: &Tags, game: &Game) -> io::Result<()> {
    files::write_atomically(path, write(tags, game).as_bytes())
}

/// The move number and side of the ply that follows `plies` plies from `start`.
fn number_and_side(start: &Position, plies: usize) -> (usize, Color) {
    let offset = usize::from(start.side_to_move() == Color::Black);
    let side = if (plies + offset).is_multiple_of(2) { Color::White } else { Color::Black };
    ((plies + offset) / 2 + 1, side)
}

/// The outcome that a result text declares where no rule ends the game.
fn declared_outcome(result: &str, termination: Option<&str>) -> Option<Outcome> {
    use super::{DrawReason, WinReason};
    let reason = match termination {
        Some("resignation") => WinReason::Resignation,
        Some("time forfeit") => WinReason::Time,
        Some("forfeit") => WinReason::Forfeit,
        _ => WinReason::Unknown,
    };
    match result {
        "1-0" => Some(Outcome::Win { winner: Color::White, reason }),
        "0-1" => Some(Outcome::Win { winner: Color::Black, reason }),
        "1/2-1/2" => Some(Outcome::Draw(DrawReason::Agreement)),
        _ => None,
    }
}
