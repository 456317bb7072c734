//! Table files: a versioned, checksummed header, then results and distances in blocks with random access.
//!
//! All numbers are little-endian. Each block is compressed separately with zstd and has its checksum in the list of
//! blocks, so that a probe reads and checks only the two parts of one block.
//!
//! ```text
//!  0  magic "MuehleET"           14  longest distance, u16        56  bytes of the results, u64
//!  8  version, u16               16  positions, u64               64  bytes of the distances, u64
//! 10  rule: 0 never, 1 any       24  wins, u64                    72  CRC-32 of the list of blocks
//! 11  own stones                 32  losses, u64                  76  CRC-32 of bytes 0 to 75
//! 12  enemy stones               40  draws, u64                   80  list of blocks, 16 bytes each:
//! 13  stones in hand             48  slots in a block, u32            length and CRC-32 of its results,
//!                                52  blocks, u32                      length and CRC-32 of its distances
//! ```
//!
//! Then all results follow, five slots per byte as digits in base three (0 draw, 1 win, 2 loss; the first slot is the
//! lowest digit), then all distances: half the plies, rounded down, of each slot that is not drawn, in one byte; in two
//! bytes in blocks where one byte is not enough. While stones are in hand there are only results.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use thiserror::Error;

use super::build::BuildError;
use super::index::{PairIndex, Subspace};
use super::packing::{RESULTS_IN_BYTE, decode_block, decode_digits, encode_digits, encode_distances, encode_results};
use super::results::{Outcome, Results};
use super::value::{Entries, LONGEST, Value};
use super::{PLACING_PLIES, embedded};
use crate::files;
use crate::rules::RemovalRule;

const MAGIC: [u8; 8] = *b"MuehleET";
/// Raised when the format changes.
pub const VERSION: u16 = 1;
const HEADER_BYTES: usize = 80;
const LISTED_BYTES: usize = 16;
/// How many slots a block of a sliding table holds; the last one of a table may hold fewer.
pub(super) const BLOCK_SLOTS: usize = 8192;
/// The same for a placing table. Without distances a block may be larger, and packs smaller.
pub(super) const PLACING_BLOCK_SLOTS: usize = 40960;

fn block_slots(subspace: Subspace) -> usize {
    if subspace.is_placing() { PLACING_BLOCK_SLOTS } else { BLOCK_SLOTS }
}

/// Why a table cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum TableError {
    #[error("{} is missing; muehle endgame build creates it", .0.display())]
    Missing(PathBuf),
    #[error("{} cannot be read: {error}", .path.display())]
    Unreadable { path: PathBuf, error: String },
    #[error("{} is not a table of this program", .0.display())]
    Foreign(PathBuf),
    #[error("{} has table version {version}, this program reads version {VERSION}", .path.display())]
    Version { path: PathBuf, version: u16 },
    #[error("{} contains the table {holds}, which does not match its name", .path.display())]
    Misnamed { path: PathBuf, holds: String },
    #[error("{} is damaged: {fault}; remove it and run muehle endgame build", .path.display())]
    Damaged { path: PathBuf, fault: &'static str },
}

/// What a table holds: which positions, and how many of each value. Symmetric positions count once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The removal rule.
    pub rule: RemovalRule,
    /// The numbers of stones.
    pub subspace: Subspace,
    /// Wins, losses and draws together.
    pub positions: u64,
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// All others.
    pub draws: u64,
    /// The most plies to the end of any win or loss.
    pub longest: u16,
}

impl Summary {
    /// Counts the values in a finished sliding table.
    pub(super) fn count(rule: RemovalRule, subspace: Subspace, entries: &[u16]) -> Summary {
        let longest = entries.par_iter().map(|&entry| Value::from_entry(entry).plies().unwrap_or(0)).max();
        let outcome = |slot: usize| Value::from_entry(entries[slot]).outcome();
        Summary { longest: longest.unwrap_or(0), ..Summary::count_outcomes(rule, subspace, outcome) }
    }

    /// Counts the results in a finished placing table.
    pub(super) fn count_results(rule: RemovalRule, subspace: Subspace, results: &Results) -> Summary {
        Summary::count_outcomes(rule, subspace, |slot| Outcome::from_digit(results.get(slot)))
    }

    fn count_outcomes(rule: RemovalRule, subspace: Subspace, outcome: impl Fn(usize) -> Outcome + Sync) -> Summary {
        let index: &PairIndex = subspace.index();
        let count_row = |row: usize| {
            let (mut counts, symmetric) = ([0u64; 3], index.is_symmetric(row));
            for place in 0..index.row_length() {
                if !symmetric || index.canonical_place(row, place).0 == place {
                    counts[outcome(row * index.row_length() + place) as usize] += 1;
                }
            }
            counts
        };
        let sum = |a: [u64; 3], b: [u64; 3]| [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
        let [losses, draws, wins] = (0..index.rows()).into_par_iter().map(count_row).reduce(|| [0; 3], sum);
        Summary { rule, subspace, positions: losses + draws + wins, wins, losses, draws, longest: 0 }
    }
}

/// The file of a table: `never-5-3.mtb`, own stones first; with stones in hand `never-p17-5-3.mtb`.
pub fn file_name(rule: RemovalRule, subspace: Subspace) -> String {
    format!("{rule}-{subspace}.mtb")
}

/// Where the table of a subspace is in a folder.
pub fn path(folder: &Path, rule: RemovalRule, subspace: Subspace) -> PathBuf {
    folder.join(file_name(rule, subspace))
}

/// Where the bytes of a table are.
#[derive(Debug)]
enum Source {
    Embedded(&'static [u8]),
    File(File),
}

impl Source {
    fn len(&self) -> io::Result<u64> {
        match self {
            Source::Embedded(bytes) => Ok(bytes.len() as u64),
            Source::File(file) => Ok(file.metadata()?.len()),
        }
    }

    fn read_at(&self, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        match self {
            Source::Embedded(bytes) => {
                let start = usize::try_from(offset).unwrap_or(usize::MAX);
                let end = start.saturating_add(length);
                bytes.get(start..end).map(<[u8]>::to_vec).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
            }
            Source::File(file) => {
                let mut bytes = vec![0; length];
                read_exact_at(file, &mut bytes, offset)?;
                Ok(bytes)
            }
        }
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        let read = std::os::windows::fs::FileExt::seek_read(file, bytes, offset)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes = &mut bytes[read..];
        offset += read as u64;
    }
    Ok(())
}

/// Where a block's two parts lie and what their checksums are.
#[derive(Clone, Copy, Debug)]
struct Block {
    results: Part,
    distances: Part,
}

#[derive(Clone, Copy, Debug)]
struct Part {
    offset: u64,
    length: u32,
    checksum: u32,
}

/// An opened table: header and list of blocks are read and checked, blocks are read on demand.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    source: Source,
    summary: Summary,
    slots: usize,
    blocks: Vec<Block>,
    results_bytes: u64,
    distances_bytes: u64,
}

impl Table {
    /// Opens the table of a subspace in a folder.
    pub fn open(folder: &Path, rule: RemovalRule, subspace: Subspace) -> Result<Table, TableError> {
        let path = path(folder, rule, subspace);
        match files::open_regular(&path) {
            Ok(file) => Table::read(path, Source::File(file), rule, subspace),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(TableError::Missing(path)),
            Err(error) => Err(unreadable(&path, &error)),
        }
    }

    /// Opens the table that counts for a subspace: the embedded one if there is one, else the one in the folder. The
    /// embedded tables come first because they are tested and always there: no file can hide or spoil them.
    pub fn find(folder: Option<&Path>, rule: RemovalRule, subspace: Subspace) -> Result<Table, TableError> {
        let name = file_name(rule, subspace);
        match (embedded::bytes(rule, subspace), folder) {
            (Some(bytes), _) => {
                let path = PathBuf::from(format!("the embedded table {name}"));
                Table::read(path, Source::Embedded(bytes), rule, subspace)
            }
            (None, Some(folder)) => Table::open(folder, rule, subspace),
            (None, None) => Err(TableError::Missing(name.into())),
        }
    }

    fn read(path: PathBuf, source: Source, rule: RemovalRule, subspace: Subspace) -> Result<Table, TableError> {
        let damaged = |fault| TableError::Damaged { path: path.clone(), fault };
        let read = |offset, length| match source.read_at(offset, length) {
            Ok(bytes) => Ok(bytes),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(damaged("it ends too early")),
            Err(error) => Err(unreadable(&path, &error)),
        };
        let length = source.len().map_err(|error| unreadable(&path, &error))?;
        let beginning = read(0, length.min(10) as usize)?;
        if beginning.len() < 10 || beginning[..8] != MAGIC {
            return Err(TableError::Foreign(path));
        }
        let version = u16::from_le_bytes([beginning[8], beginning[9]]);
        if version != VERSION {
            return Err(TableError::Version { path, version });
        }
        let header = read(0, HEADER_BYTES)?;
        let mut fields = Fields(&header[10..]);
        let [rule_byte, own, enemy, in_hand] = fields.take();
        let longest = u16::from_le_bytes(fields.take());
        let [positions, wins, losses, draws] = [(); 4].map(|()| u64::from_le_bytes(fields.take()));
        let listed_slots = u32::from_le_bytes(fields.take()) as usize;
        let block_count = u32::from_le_bytes(fields.take()) as usize;
        let [results_bytes, distances_bytes] = [(); 2].map(|()| u64::from_le_bytes(fields.take()));
        let list_checksum = u32::from_le_bytes(fields.take());
        if crc32fast::hash(&header[..HEADER_BYTES - 4]) != u32::from_le_bytes(fields.take()) {
            return Err(damaged("its header does not match its checksum"));
        }
        let ply = PLACING_PLIES.checked_sub(in_hand);
        let holds = ply.and_then(|ply| Subspace::at_ply(ply, own.into(), enemy.into()));
        let (Some(holds), Some(&held_rule)) = (holds, RemovalRule::BOTH.get(rule_byte as usize)) else {
            return Err(damaged("its header is invalid"));
        };
        if (held_rule, holds) != (rule, subspace) {
            return Err(TableError::Misnamed { path, holds: file_name(held_rule, holds) });
        }
        let slots = subspace.index().slots();
        let sections = results_bytes.checked_add(distances_bytes);
        let list_bytes = block_count * LISTED_BYTES;
        let expected = sections.and_then(|bytes| bytes.checked_add((HEADER_BYTES + list_bytes) as u64));
        let block_slots = block_slots(subspace);
        if listed_slots != block_slots || block_count != slots.div_ceil(block_slots) || longest > LONGEST {
            return Err(damaged("its header is invalid"));
        }
        if expected != Some(length) {
            return Err(damaged("it has the wrong length"));
        }
        let list = read(HEADER_BYTES as u64, list_bytes)?;
        if crc32fast::hash(&list) != list_checksum {
            return Err(damaged("its list of blocks does not match its checksum"));
        }
        let mut results_offset = (HEADER_BYTES + list_bytes) as u64;
        let mut distances_offset = results_offset + results_bytes;
        let mut blocks = Vec::with_capacity(block_count);
        for listed in list.chunks_exact(LISTED_BYTES) {
            let mut fields = Fields(listed);
            let mut part = |offset: &mut u64| {
                let [length, checksum] = [(); 2].map(|()| u32::from_le_bytes(fields.take()));
                let part = Part { offset: *offset, length, checksum };
                *offset += u64::from(length);
                part
            };
            blocks.push(Block { results: part(&mut results_offset), distances: part(&mut distances_offset) });
        }
        if results_offset + distances_bytes != length || distances_offset != length {
            return Err(damaged("its list of blocks is invalid"));
        }
        let summary = Summary { rule, subspace, positions, wins, losses, draws, longest };
        Ok(Table { path, source, summary, slots, blocks, results_bytes, distances_bytes })
    }

    /// What the table holds.
    pub fn summary(&self) -> Summary {
        self.summary
    }

    /// The file, or the name of an embedded table.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many slots the table has.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// How many blocks the table has.
    pub(super) fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// The bytes of the results (win, draw, loss) and of the distances.
    pub fn section_bytes(&self) -> [u64; 2] {
        [self.results_bytes, self.distances_bytes]
    }

    /// The results of one block, five in a byte.
    pub(super) fn packed_results(&self, number: usize) -> Result<Vec<u8>, TableError> {
        let block_slots = block_slots(self.summary.subspace);
        let slots = block_slots.min(self.slots - number * block_slots);
        let bytes = slots.div_ceil(RESULTS_IN_BYTE);
        let results = self.part(self.blocks[number].results, bytes)?;
        if results.len() == bytes { Ok(results) } else { Err(self.damaged("a block has the wrong size")) }
    }

    /// All results, read and checked by several threads.
    pub(super) fn results(&self) -> Result<Results, BuildError> {
        let mut results = Results::empty(self.summary.subspace.index())?;
        let block_slots = block_slots(self.summary.subspace);
        results.fill(
            block_slots,
            || (),
            |(), first, digits| {
                let packed = self.packed_results(first / block_slots)?;
                decode_digits(&packed, digits).ok_or_else(|| self.damaged("a block is invalid").into())
            },
        )?;
        Ok(results)
    }

    /// The entries of one block of a sliding table: plies, or the mark of a draw.
    pub(super) fn block(&self, number: usize) -> Result<Vec<u16>, TableError> {
        let slots = BLOCK_SLOTS.min(self.slots - number * BLOCK_SLOTS);
        let results = self.packed_results(number)?;
        let distances = self.part(self.blocks[number].distances, 2 * slots)?;
        decode_block(slots, &results, &distances).ok_or_else(|| self.damaged("a block is invalid"))
    }

    /// Reads, checks and decompresses a part of a block.
    fn part(&self, part: Part, most_bytes: usize) -> Result<Vec<u8>, TableError> {
        if part.length == 0 {
            return Ok(Vec::new());
        }
        let bytes = self.source.read_at(part.offset, part.length as usize);
        let bytes = bytes.map_err(|error| unreadable(&self.path, &error))?;
        if crc32fast::hash(&bytes) != part.checksum {
            return Err(self.damaged("a block does not match its checksum"));
        }
        thread_local! {
            static DECOMPRESSOR: RefCell<Option<zstd::bulk::Decompressor<'static>>> = const { RefCell::new(None) };
        }
        DECOMPRESSOR.with_borrow_mut(|decompressor| {
            if decompressor.is_none() {
                *decompressor = zstd::bulk::Decompressor::new().ok();
            }
            let unpacked = decompressor.as_mut().and_then(|tool| tool.decompress(&bytes, most_bytes).ok());
            unpacked.ok_or_else(|| self.damaged("a block cannot be decompressed"))
        })
    }

    pub(super) fn damaged(&self, fault: &'static str) -> TableError {
        TableError::Damaged { path: self.path.clone(), fault }
    }

    /// All entries, read and checked by several threads.
    pub(super) fn entries(&self) -> Result<Entries, TableError> {
        let mut entries = vec![0; self.slots];
        entries.par_chunks_mut(BLOCK_SLOTS).enumerate().try_for_each(|(number, chunk)| {
            chunk.copy_from_slice(&self.block(number)?);
            Ok(())
        })?;
        Ok(entries)
    }
}

fn unreadable(path: &Path, error: &io::Error) -> TableError {
    TableError::Unreadable { path: path.to_path_buf(), error: error.to_string() }
}

/// Reads fixed-size fields one after the other from a slice that is long enough.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (field, rest) = self.0.split_first_chunk().expect("the header holds all its fields");
        self.0 = rest;
        *field
    }
}

/// Writes a sliding table to its file in a folder, as a whole or not at all.
pub(super) fn write(folder: &Path, summary: &Summary, entries: &[u16]) -> io::Result<()> {
    // Embedded tables are made once and shipped forever. Large ones are made by a user who waits for them.
    let levels = if summary.subspace.stones() <= super::EMBEDDED_STONES { [19, 19] } else { [6, 3] };
    let slots = |number: usize| &entries[number * BLOCK_SLOTS..entries.len().min((number + 1) * BLOCK_SLOTS)];
    let results = Section { level: levels[0], encode: |number: usize| encode_results(slots(number)) };
    let distances = Section { level: levels[1], encode: |number: usize| encode_distances(slots(number)) };
    write_sections(folder, summary, &results, &distances)
}

/// Writes a placing table to its file in a folder, as a whole or not at all.
pub(super) fn write_results(folder: &Path, summary: &Summary, results: &Results) -> io::Result<()> {
    let slots = results.index().slots();
    let encode = |number: usize| {
        let first = number * PLACING_BLOCK_SLOTS;
        let mut digits = vec![0; PLACING_BLOCK_SLOTS.min(slots - first)];
        results.copy_to(first, &mut digits);
        encode_digits(&digits)
    };
    write_sections(folder, summary, &Section { level: 6, encode }, &Section { level: 0, encode: |_| Vec::new() })
}

/// One part of all blocks: its compression level, and what it holds for the block of a number.
struct Section<E> {
    level: i32,
    encode: E,
}

fn write_sections(
    folder: &Path,
    summary: &Summary,
    results: &Section<impl Fn(usize) -> Vec<u8> + Sync>,
    distances: &Section<impl Fn(usize) -> Vec<u8> + Sync>,
) -> io::Result<()> {
    let path = path(folder, summary.rule, summary.subspace);
    files::write_atomically_with(&path, |file| {
        let block_slots = block_slots(summary.subspace);
        let block_count = summary.subspace.index().slots().div_ceil(block_slots);
        let mut list = vec![0; block_count * LISTED_BYTES];
        file.seek(SeekFrom::Start((HEADER_BYTES + list.len()) as u64))?;
        let results_bytes = results.write(file, &mut list, 0)?;
        let distances_bytes = distances.write(file, &mut list, 8)?;
        let mut header = Vec::with_capacity(HEADER_BYTES);
        header.extend(MAGIC);
        header.extend(VERSION.to_le_bytes());
        let in_hand = PLACING_PLIES - summary.subspace.ply();
        header.extend([summary.rule as u8, summary.subspace.own() as u8, summary.subspace.enemy() as u8, in_hand]);
        header.extend(summary.longest.to_le_bytes());
        for count in [summary.positions, summary.wins, summary.losses, summary.draws] {
            header.extend(count.to_le_bytes());
        }
        header.extend((block_slots as u32).to_le_bytes());
        header.extend((block_count as u32).to_le_bytes());
        header.extend(results_bytes.to_le_bytes());
        header.extend(distances_bytes.to_le_bytes());
        header.extend(crc32fast::hash(&list).to_le_bytes());
        header.extend(crc32fast::hash(&header).to_le_bytes());
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&header)?;
        file.write_all(&list)
    })
}

impl<E: Fn(usize) -> Vec<u8> + Sync> Section<E> {
    /// Compresses and writes the part of all blocks, and puts their lengths and checksums into the list of blocks.
    fn write(&self, file: &mut File, list: &mut [u8], offset_in_list: usize) -> io::Result<u64> {
        // The number of blocks that are held in memory, compressed by all threads, and written in one go.
        const AT_ONCE: usize = 1024;
        let mut written = 0;
        for (batch, list) in list.chunks_mut(LISTED_BYTES * AT_ONCE).enumerate() {
            let first = batch * AT_ONCE;
            let parts: Vec<io::Result<Vec<u8>>> = (first..first + list.len() / LISTED_BYTES)
                .into_par_iter()
                .map_init(
                    || zstd::bulk::Compressor::new(self.level),
                    |compressor, number| match compressor {
                        Ok(compressor) => match (self.encode)(number) {
                            nothing if nothing.is_empty() => Ok(nothing),
                            bytes => compressor.compress(&bytes),
                        },
                        Err(error) => Err(io::Error::other(error.to_string())),
                    },
                )
                .collect();
            let mut bytes = Vec::new();
            for (part, listed) in parts.into_iter().zip(list.chunks_exact_mut(LISTED_BYTES)) {
                let part = part?;
                listed[offset_in_list..][..4].copy_from_slice(&(part.len() as u32).to_le_bytes());
                listed[offset_in_list + 4..][..4].copy_from_slice(&crc32fast::hash(&part).to_le_bytes());
                bytes.extend(part);
            }
            file.write_all(&bytes)?;
            written += bytes.len() as u64;
        }
        Ok(written)
    }
}
