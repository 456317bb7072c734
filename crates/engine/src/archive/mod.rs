//! The archive: every finished game of a person is kept by itself, in one PGN file per month among the saved games.
//! [`Archive`] reads, adds, replaces and removes games, [`Statistics`] says what they come to.

mod placements;
mod statistics;
mod store;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use crate::calendar::Date;
use crate::game::pgn::{Collection, Fault, LoadError, NAMELESS, Reading, Tags};
use crate::game::{MoveTree, Outcome};
use crate::players::{Level, PlayerText};
use crate::random::{FNV_START, fnv};
use crate::review::MistakeKind;
use crate::rules::{Color, Move, Position, Rules};

pub use statistics::{Rating, Statistics, Tally};
pub use store::{ArchiveError, Damage};

/// The tag that tells archived games apart. A game that ends a second time replaces the one with the same id.
pub const ID_TAG: &str = "ArchiveId";
/// The tags for the accuracies of White and Black.
pub const ACCURACY_TAGS: [&str; 2] = ["WhiteAccuracy", "BlackAccuracy"];
/// The tags for the kinds of mistakes of White and Black: `missed-mill 2, mobility 1`.
pub const MISTAKE_TAGS: [&str; 2] = ["WhiteMistakes", "BlackMistakes"];
/// The tag for the ply that gave most away.
pub const TURNING_TAG: &str = "TurningPoint";

/// A file of a month begins like this.
const PREFIX: &str = "games-";

/// The finished games in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archive {
    folder: PathBuf,
}

/// Where an archived game is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file of its month.
    pub file: Arc<Path>,
    /// What tells it from the other games there.
    pub id: String,
}

/// Who played a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name; empty if nobody gave one.
    pub name: String,
    /// Who it was.
    pub kind: PlayerKind,
}

/// What kind of player somebody was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// A person at this computer.
    Person,
    /// A person at another computer.
    Network,
    /// A computer of a level.
    Level(Level),
    /// A computer with settings of its own.
    Computer(String),
}

/// How a game ended for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum GameResult {
    Won,
    Drawn,
    Lost,
}

/// A game of the archive. Its moves are those of the main line, up to the first that is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct ArchivedGame {
    /// Where it is.
    pub place: Place,
    /// As the tag says it: `2026.11.18`.
    pub date: String,
    /// White and Black.
    pub players: [Player; 2],
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Its rules.
    pub rules: Rules,
    /// Where it began.
    pub start: Position,
    /// The moves.
    pub moves: Vec<Move>,
    /// The accuracies of White and Black, if it was reviewed.
    pub accuracy: [Option<u8>; 2],
    /// All its tags.
    pub tags: Tags,
}

impl ArchivedGame {
    /// The side of the person at this computer; none if two people shared it.
    pub fn own_side(&self) -> Option<Color> {
        let mut people = Color::BOTH.into_iter().filter(|side| self.player(*side).kind == PlayerKind::Person);
        let own = people.next()?;
        people.next().is_none().then_some(own)
    }

    /// The player of a side.
    pub fn player(&self, side: Color) -> &Player {
        &self.players[side.index()]
    }

    /// The player whom the person at this computer played against.
    pub fn opponent(&self) -> Option<&Player> {
        self.own_side().map(|own| self.player(!own))
    }

    /// How it ended for the person at this computer.
    pub fn own_result(&self) -> Option<GameResult> {
        self.result_of(self.own_side()?)
    }

    /// How it ended for a side.
    pub fn result_of(&self, side: Color) -> Option<GameResult> {
        Some(match self.outcome?.winner() {
            None => GameResult::Drawn,
            Some(winner) if winner == side => GameResult::Won,
            Some(_) => GameResult::Lost,
        })
    }

    /// The mistakes of a side by kind; none if it was not reviewed.
    pub fn mistakes(&self, side: Color) -> Option<Vec<(MistakeKind, usize)>> {
        let text = self.tags.get(MISTAKE_TAGS[side.index()])?;
        Some(MistakeKind::counts_from_text(text))
    }

    /// The ply that gave most away, if the game was reviewed and has such a ply.
    pub fn turning_point(&self) -> Option<usize> {
        let ply = self.tags.get(TURNING_TAG)?.parse::<usize>().ok()?;
        (1..=self.moves.len()).contains(&ply).then_some(ply)
    }

    /// The seconds that both sides took, if they are known.
    pub fn seconds(&self) -> Option<u64> {
        let of = |tag: &str| self.tags.get(tag)?.parse::<u32>().ok().map(u64::from);
        Some(of("WhiteSeconds")? + of("BlackSeconds")?)
    }
}

/// What the archive has.
#[derive(Debug, Default)]
pub struct Contents {
    /// The games, the oldest first.
    pub games: Vec<ArchivedGame>,
    /// What could not be read; at most one for each file.
    pub problems: Vec<Problem>,
}

impl Contents {
    /// The games of one file, which may be any.
    pub fn of(games: &Collection) -> Contents {
        let mut contents = Contents::default();
        read_file(games, &mut contents);
        contents
    }
}

/// Something that could not be read.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum Problem {
    #[error(transparent)]
    File(#[from] LoadError),
    #[error("{path}, game {number}: {fault}", path = .path.display())]
    Game { path: PathBuf, number: usize, fault: Fault },
}

impl Archive {
    /// The archive in the folder of saved games.
    pub fn new(folder: impl Into<PathBuf>) -> Archive {
        Archive { folder: folder.into() }
    }

    /// Whether a file is one of the archive, in whichever folder.
    pub fn is_named_like_month(path: &Path) -> bool {
        month_and_number(path).is_some()
    }

    /// Whether a file belongs to this archive.
    pub fn owns(&self, path: &Path) -> bool {
        let folder = path.parent().unwrap_or(Path::new(""));
        let same =
            |a: &Path, b: &Path| a == b || matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b);
        Archive::is_named_like_month(path) && same(folder, &self.folder)
    }

    /// The file of a month: `games-2026-11.pgn`. Where that one is damaged, its second is `games-2026-11-2.pgn`.
    fn file_of(&self, date: Date, number: usize) -> PathBuf {
        let month = date.month_text();
        let ending = if number > 1 { format!("-{number}") } else { String::new() };
        self.folder.join(format!("{PREFIX}{month}{ending}.pgn"))
    }

    /// The files, the oldest first. A folder that does not exist has none.
    pub fn files(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut files: Vec<_> =
            entries.filter_map(|entry| Some((month_and_number(&entry.path())?, entry.path()))).collect();
        files.sort();
        files.into_iter().map(|(_, path)| path).collect()
    }

    /// Everything that can be read. A game with an error counts up to it, and a file that is damaged hides no other.
    pub fn read(&self) -> Contents {
        let mut contents = Contents::default();
        for path in self.files() {
            match Collection::open(&path) {
                Ok(games) => read_file(&games, &mut contents),
                Err(LoadError::NotAGame { path, .. }) if store::is_empty(&path) => {}
                Err(error) => contents.problems.push(error.into()),
            }
        }
        contents
    }
}

fn read_file(games: &Collection, contents: &mut Contents) {
    let file: Arc<Path> = games.path().into();
    let mut problem = None;
    for number in 0..games.len() {
        let reading = games.read(number);
        if let Some(fault) = fault_of(&reading) {
            let has_moves = !reading.game.tree().is_empty() && !fault.means_no_game();
            let path = games.path().to_owned();
            problem.get_or_insert(Problem::Game { path, number: number + 1, fault });
            if !has_moves {
                continue;
            }
        }
        let (tags, game) = (reading.tags, reading.game);
        let end = game.tree().end_of_line(MoveTree::ROOT);
        let moves = game.tree().path_to(end).into_iter().filter_map(|node| game.tree().node(node).mv).collect();
        let percent = |tag: &str| tags.get(tag)?.parse::<u8>().ok().filter(|percent| *percent <= 100);
        contents.games.push(ArchivedGame {
            place: Place { file: Arc::clone(&file), id: id_of(&tags, &games.text(number)) },
            date: tags.get("Date").unwrap_or_default().to_owned(),
            players: Color::BOTH.map(|side| player_of(&tags, side)),
            outcome: game.main_line_outcome(),
            rules: *game.rules(),
            start: *game.start(),
            moves,
            accuracy: ACCURACY_TAGS.map(percent),
            tags,
        });
    }
    contents.problems.extend(problem);
}

/// What is wrong with a game of the archive. One without moves was never kept: it has been cut off.
fn fault_of(reading: &Reading) -> Option<Fault> {
    let cut = || reading.game.tree().is_empty().then_some(Fault::Unfinished("game"));
    reading.fault.clone().or_else(cut)
}

/// What tells a game from others. A game that somebody has put into the file by hand is known by its text.
fn id_of(tags: &Tags, text: &str) -> String {
    match tags.get(ID_TAG).filter(|id| !id.is_empty()) {
        Some(id) => id.to_owned(),
        None => format!("text-{:016x}", fnv(FNV_START, text)),
    }
}

fn player_of(tags: &Tags, side: Color) -> Player {
    let tag = ["White", "Black"][side.index()];
    let given = |name: &&str| *name != "?" && !NAMELESS.contains(name);
    let name = tags.get(tag).filter(given).unwrap_or_default().to_owned();
    let kind = match tags.get(&format!("{tag}Player")).map(str::trim) {
        None | Some("" | "human") => PlayerKind::Person,
        Some("network") => PlayerKind::Network,
        Some(text) => match text.parse::<PlayerText>().ok().and_then(|player| level_of(&player)) {
            Some(level) => PlayerKind::Level(level),
            None => PlayerKind::Computer(text.to_owned()),
        },
    };
    Player { name, kind }
}

fn level_of(player: &PlayerText) -> Option<Level> {
    if *player == Level::Perfect.player_text() {
        return Some(Level::Perfect);
    }
    player.get("level").filter(|_| player.kind == "computer")?.parse().ok()
}

/// The month in the name of a file, and its number among those of that month.
fn month_and_number(path: &Path) -> Option<((u32, u32), u32)> {
    let name = path.file_name()?.to_str()?.strip_prefix(PREFIX)?.strip_suffix(".pgn")?;
    let mut parts = name.split('-');
    let mut number = |digits: usize| {
        let part = parts.next()?;
        let is_number = part.len() == digits || (digits == 0 && !part.is_empty());
        part.parse::<u32>().ok().filter(|_| is_number && part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let month = (number(4)?, number(2)?);
    match (name.len() > "2026-11".len(), number(0)) {
        (false, _) => Some((month, 1)),
        (true, Some(number)) if parts.next().is_none() => Some((month, number)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
