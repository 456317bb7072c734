//! Files with many games: where each one is, who played it, and how one is put back without touching the others.

use std::borrow::Cow;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::files;
use crate::rules::Point;

use super::encoding::{self, Encoding};
use super::read::read_tags;
use super::tokens::{Token, Tokens};
use super::{Fault, LoadError, Reading, Tags, read};

/// Larger files are refused: what is not in memory would be lost when a game is saved back.
const MAX_BYTES: usize = 256 << 20;

/// Files with more games are refused.
const MAX_GAMES: usize = 1_000_000;

/// Longer tag values are cut in the list.
const MAX_VALUE: usize = 200;

/// A file of games. Opening it only finds the games; their moves are read one game at a time.
#[derive(Debug)]
pub struct Collection {
    path: PathBuf,
    bytes: Vec<u8>,
    encoding: Encoding,
    entries: Vec<Entry>,
}

/// What a list of games shows about one of them. A tag that is missing is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Entry {
    pub white: String,
    pub black: String,
    pub date: String,
    pub event: String,
    /// As the tag says it, or the moves if there is no tag.
    pub result: String,
    /// Plies of the main line. They were only counted, so some of them may turn out to be illegal.
    pub plies: usize,
    /// The bytes of the game in its file.
    pub range: Range<usize>,
}

impl Collection {
    /// Finds the games of a file.
    pub fn open(path: &Path) -> Result<Collection, LoadError> {
        let path = path.to_owned();
        let (bytes, more) = match files::read_limited(&path, MAX_BYTES) {
            Ok(contents) => contents,
            Err(source) => return Err(LoadError::Io { path, source }),
        };
        let encoding = Encoding::of(&bytes);
        let text = encoding.decode(&bytes);
        let mut entries = index(&text, MAX_GAMES);
        if encoding != Encoding::Utf8 {
            move_ranges(&mut entries, &text, encoding);
        }
        drop(text);
        if more || entries.len() > MAX_GAMES {
            return Err(LoadError::TooLarge { path, bytes: MAX_BYTES, games: MAX_GAMES });
        }
        if entries.is_empty() {
            return Err(LoadError::NotAGame { path, fault: Fault::NotAGame });
        }
        Ok(Collection { path, bytes, encoding, entries })
    }

    /// The file the games came from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many games there are; at least one.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// What the list shows about a game.
    pub fn entry(&self, game: usize) -> &Entry {
        &self.entries[game]
    }

    /// All games in the order of the file.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The text of a game.
    pub fn text(&self, game: usize) -> Cow<'_, str> {
        let bytes = &self.bytes[self.entries[game].range.clone()];
        match self.encoding {
            // Every other encoding is recognised game by game.
            Encoding::Utf16 { .. } => self.encoding.decode(bytes),
            _ => encoding::decode(bytes),
        }
    }

    /// Reads a game. Of a very long one only the beginning is read.
    pub fn read(&self, game: usize) -> Reading {
        let text = self.text(game);
        if text.len() <= super::MAX_BYTES {
            return read(&text);
        }
        let mut reading = read(&text[..text.floor_char_boundary(super::MAX_BYTES)]);
        reading.fault = reading.fault.filter(Fault::means_no_game).or(Some(Fault::TooLong));
        reading
    }

    /// The contents of the file with one game replaced. All other bytes stay as they are.
    pub fn with_replaced(&self, game: usize, text: &str) -> Vec<u8> {
        let Range { start, end } = self.entries[game].range.clone();
        [&self.bytes[..start], &self.encode(text.trim()), &self.bytes[end..]].concat()
    }

    /// The contents of the file without one of its games, and without the blank lines behind it.
    pub fn without(&self, game: usize) -> Vec<u8> {
        let start = self.entries[game].range.start;
        match self.entries.get(game + 1) {
            Some(next) => [&self.bytes[..start], &self.bytes[next.range.start..]].concat(),
            // The last game takes the blank lines before it along.
            None => {
                let end = game.checked_sub(1).map_or(0, |before| self.entries[before].range.end);
                [&self.bytes[..end], &self.encode("\n")].concat()
            }
        }
    }

    /// The tags of a game.
    pub fn tags(&self, game: usize) -> Tags {
        read_tags(&self.text(game)).0
    }

    /// The contents of the file with one more game at its end. All other bytes stay as they are.
    pub fn with_appended(&self, text: &str) -> Vec<u8> {
        let end = self.entries.last().map_or(0, |entry| entry.range.end);
        let after = self.encoding.decode(&self.bytes[end..]);
        let gap = "\n".repeat(2usize.saturating_sub(after.matches('\n').count()));
        [&self.bytes[..], &self.encode(&format!("{gap}{}\n", text.trim()))].concat()
    }

    /// A text in the encoding and with the line ends of the file.
    fn encode(&self, text: &str) -> Vec<u8> {
        let sample = &self.bytes[..self.bytes.len().min(1 << 16)];
        if self.encoding.decode(sample).contains("\r\n") {
            self.encoding.encode(&text.replace("\r\n", "\n").replace('\n', "\r\n"))
        } else {
            self.encoding.encode(text)
        }
    }
}

/// Finds the games of a text: a game ends with its result and the comments behind it, or where the next tags begin.
/// At most one game more than allowed is listed.
fn index(text: &str, most: usize) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut tokens = Tokens::new(text);
    let mut draft = Draft::default();
    while entries.len() <= most {
        let start = tokens.skip_to_token();
        let Some(token) = tokens.next() else { break };
        if draft.ends_before(&token) {
            entries.extend(std::mem::take(&mut draft).finish());
        }
        draft.add(&token, start..tokens.offset());
    }
    entries.extend(draft.finish());
    entries
}

/// The texts of the games in a text, in their order.
pub fn split(text: &str) -> Vec<&str> {
    index(text, MAX_GAMES).into_iter().filter_map(|entry| text.get(entry.range)).collect()
}

/// Whether another game begins behind the first one of a text.
pub(super) fn has_second_game(text: &str) -> bool {
    index(text, 1).len() > 1
}

/// A game while its tokens come in.
#[derive(Default)]
struct Draft {
    entry: Entry,
    begun: bool,
    has_tags: bool,
    moves_begun: bool,
    ended: bool,
    /// How many variations are open.
    depth: usize,
    /// Bare numbers in the main line: move numbers or, in games of PlayOK, moves.
    numbers: usize,
    /// Whether a move like `23-24` was among the words, as PlayOK writes them.
    has_numeric_moves: bool,
    /// Whether the last word was a removal sign, which makes the next word a removal.
    removal_follows: bool,
}

impl Draft {
    fn ends_before(&self, token: &Token) -> bool {
        match token {
            Token::Comment(_) | Token::Result(_) => false,
            Token::Tag { .. } => self.moves_begun || self.ended,
            _ => self.ended,
        }
    }

    fn add(&mut self, token: &Token, range: Range<usize>) {
        if !std::mem::replace(&mut self.begun, true) {
            self.entry.range.start = range.start;
        }
        self.entry.range.end = range.end;
        self.moves_begun |= !matches!(token, Token::Tag { .. } | Token::Comment(_));
        match token {
            Token::Tag { name, value } => self.tag(name, value),
            Token::Open => self.depth += 1,
            Token::Close => self.depth = self.depth.saturating_sub(1),
            Token::Number(_) if self.depth == 0 => self.numbers += 1,
            Token::Word(word) if self.depth == 0 => {
                let is_numeric = word.starts_with(|c: char| c.is_ascii_digit());
                let is_action = is_numeric || word.get(..2).is_some_and(|point| point.parse::<Point>().is_ok());
                self.has_numeric_moves |= is_numeric;
                self.entry.plies += usize::from(is_action && !self.removal_follows);
                self.removal_follows = word.ends_with(['x', 'X', ':', '×']);
            }
            Token::Result(result) if self.depth == 0 => {
                if self.entry.result.is_empty() {
                    self.entry.result = (*result).to_owned();
                }
                self.ended = true;
            }
            _ => {}
        }
    }

    fn tag(&mut self, name: &str, value: &str) {
        self.has_tags = true;
        let field = match name {
            "White" => &mut self.entry.white,
            "Black" => &mut self.entry.black,
            "Date" => &mut self.entry.date,
            "Event" => &mut self.entry.event,
            "Result" => &mut self.entry.result,
            _ => return,
        };
        *field = value.chars().take(MAX_VALUE).collect();
    }

    /// The game, unless there were neither tags nor moves.
    fn finish(mut self) -> Option<Entry> {
        if self.has_numeric_moves || self.entry.plies == 0 {
            self.entry.plies += self.numbers;
        }
        (self.has_tags || self.entry.plies > 0).then_some(self.entry)
    }
}

/// Turns ranges of the text into ranges of the file's bytes.
fn move_ranges(entries: &mut [Entry], text: &str, encoding: Encoding) {
    let (mut read, mut bytes) = (0, 0);
    let mut bytes_until = |end: usize| {
        bytes += text[read..end].chars().map(|letter| encoding.length(letter)).sum::<usize>();
        read = end;
        bytes
    };
    for entry in entries {
        entry.range = bytes_until(entry.range.start)..bytes_until(entry.range.end);
    }
}
