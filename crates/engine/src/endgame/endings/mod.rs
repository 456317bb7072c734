//! The endings with nine and ten stones, which are part of the program: the value of every position, with its distance.
//!
//! There is one file for each rule. It stores for each pair of subspaces only the positions in which the smaller side
//! moves; the others follow from them, because every move leads to one of them or to fewer stones. A file is a header
//! and a stream of coded values for each pair, in the order of `pairs`. Numbers are little-endian.
//!
//! ```text
//!  0  magic "MuehleEE"    10  rule: 0 never, 1 any    12  CRC-32 of what follows
//!  8  version, u16        11  stones: 10              16  bytes of each stream, u32 each, then the streams
//! ```

mod derive;
mod model;

use std::fmt;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use arrayvec::ArrayVec;
use rayon::prelude::*;

use self::model::Model;
use super::build::BuildError;
use super::coder::{Decoder, Encoder};
use super::index::{Pair, PairIndex, Subspace};
use super::packed::{Embedded, Format};
use super::table::{Table, TableError};
use super::value::{DRAW, Entries, LONGEST};
use super::{EMBEDDED_STONES, ENDING_STONES, Value, embedded};
use crate::rules::{PointSet, RemovalRule};

const FORMAT: Format = Format { magic: *b"MuehleEE", version: 1, name: "the embedded endings" };

/// A search begins to unpack the endings, and later asks them, only from positions with at most this number of stones.
/// With more stones few of its lines end there.
pub const NEAR_STONES: usize = 12;

/// The pairs whose values are stored, those with fewer stones first.
fn pairs() -> Vec<Pair> {
    Pair::up_to(ENDING_STONES).into_iter().filter(|pair| pair.stones() > EMBEDDED_STONES).collect()
}

/// The half of a pair that is stored: the smaller side moves.
fn stored(pair: Pair) -> Subspace {
    let [.., last] = pair.subspaces()[..] else { unreachable!("a pair has a subspace") };
    last
}

/// Packs the tables with nine and ten stones, which must be in the folder.
pub fn pack(folder: &Path, rule: RemovalRule) -> Result<Vec<u8>, BuildError> {
    let pack_pair = |pair: Pair| -> Result<Vec<u8>, BuildError> {
        let mut entries = Table::open(folder, rule, stored(pair))?.entries()?;
        Ok(code(stored(pair), &mut entries))
    };
    let streams: Vec<Vec<u8>> = pairs().into_par_iter().map(pack_pair).collect::<Result<_, _>>()?;
    let lengths = streams.iter().flat_map(|stream| (stream.len() as u32).to_le_bytes());
    let coded: Vec<u8> = lengths.chain(streams.iter().flatten().copied()).collect();
    Ok(FORMAT.write(rule, ENDING_STONES, &coded))
}

/// The coded values of a subspace.
fn code(subspace: Subspace, entries: &mut [u16]) -> Vec<u8> {
    let mut encoder = Encoder::new();
    Model::new().code(&mut encoder, subspace, entries);
    encoder.finish()
}

/// The values of a subspace that were coded.
fn decode(subspace: Subspace, stream: &[u8]) -> Entries {
    let mut entries = vec![DRAW; subspace.index().slots()];
    Model::new().code(&mut Decoder::new(stream), subspace, &mut entries);
    entries
}

/// The values of all endings with nine and ten stones, in memory.
pub struct Endings {
    /// By own and enemy stones, from three on.
    tables: [[Option<Compact>; 5]; 5],
}

impl fmt::Debug for Endings {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Endings")
    }
}

/// The unpacked values of each rule.
static EMBEDDED: [Embedded<Endings>; 2] = [
    Embedded::new(THREAD, || unpack_embedded(RemovalRule::Never)),
    Embedded::new(THREAD, || unpack_embedded(RemovalRule::Any)),
];

/// The name of the thread that unpacks them.
const THREAD: &str = "endings";

fn unpack_embedded(rule: RemovalRule) -> Option<Endings> {
    Endings::unpack(embedded::endings(rule)?, rule).ok()
}

impl Endings {
    /// The endings that are part of the program. The first call unpacks them, which takes seconds; none if that fails.
    pub fn embedded(rule: RemovalRule) -> Option<&'static Endings> {
        EMBEDDED[rule as usize].get()
    }

    /// As [`Endings::embedded`], but never waits: until a thread has unpacked them there are none.
    pub fn embedded_if_ready(rule: RemovalRule) -> Option<&'static Endings> {
        EMBEDDED[rule as usize].if_ready()
    }

    /// As [`Endings::embedded`], but waits no longer once `stop` is set.
    pub fn embedded_unless(stop: &AtomicBool, rule: RemovalRule) -> Option<&'static Endings> {
        EMBEDDED[rule as usize].unless(stop)
    }

    /// Unpacks a file.
    pub fn unpack(bytes: &[u8], rule: RemovalRule) -> Result<Endings, BuildError> {
        let (stones, coded) = FORMAT.read(bytes, rule)?;
        let damaged = |fault| FORMAT.damaged(rule, fault);
        if stones != ENDING_STONES {
            return Err(damaged("its header is invalid").into());
        }
        let streams = split(coded).ok_or_else(|| damaged("it ends too early"))?;
        let mut endings = Endings { tables: Default::default() };
        // Where removals lead.
        let mut smaller: Vec<(Subspace, Entries)> = Vec::new();
        for subspace in Subspace::up_to(EMBEDDED_STONES).into_iter().filter(|subspace| subspace.own() == 3) {
            smaller.push((subspace, read_embedded(rule, subspace)?));
        }
        let streams: Vec<(Pair, &[u8])> = pairs().into_iter().zip(streams).collect();
        for same_stones in streams.chunk_by(|(a, _), (b, _)| a.stones() == b.stones()) {
            let unpack = |&(pair, stream): &(Pair, &[u8])| Unpacked::new(pair, rule, stream, &smaller);
            let unpacked: Option<Vec<Unpacked>> = same_stones.par_iter().map(unpack).collect();
            smaller.clear();
            for Unpacked { tables, entries } in unpacked.ok_or_else(|| damaged("a value is invalid"))? {
                for (subspace, table) in tables {
                    endings.tables[subspace.own() - 3][subspace.enemy() - 3] = Some(table);
                }
                smaller.extend(entries);
            }
        }
        Ok(endings)
    }

    /// The value of a position with empty hands and these stones; none unless there are nine or ten of them.
    #[inline]
    pub fn value(&self, own: PointSet, enemy: PointSet) -> Option<Value> {
        let subspace = Subspace::new(own.len(), enemy.len())?;
        let table = self.tables.get(own.len() - 3)?.get(enemy.len() - 3)?.as_ref()?;
        Some(Value::from_entry(table.entry(subspace.slot(table.index, own, enemy))))
    }

    /// How many bytes of memory the values take.
    pub fn bytes(&self) -> usize {
        self.tables.iter().flatten().flatten().map(Compact::bytes).sum()
    }
}

/// The values of an embedded table.
fn read_embedded(rule: RemovalRule, subspace: Subspace) -> Result<Entries, TableError> {
    let table = Table::find(None, rule, subspace)?;
    let mut entries = Vec::with_capacity(table.slots());
    for block in 0..table.block_count() {
        entries.extend(table.block(block)?);
    }
    Ok(entries)
}

/// The streams of a file; none if it ends too early.
fn split(coded: &[u8]) -> Option<Vec<&[u8]>> {
    let count = pairs().len();
    let (lengths, mut rest) = coded.split_at_checked(4 * count)?;
    let mut streams = Vec::with_capacity(count);
    for length in lengths.chunks_exact(4) {
        let length = u32::from_le_bytes(length.try_into().ok()?) as usize;
        let (stream, behind) = rest.split_at_checked(length)?;
        streams.push(stream);
        rest = behind;
    }
    Some(streams)
}

/// The values of a pair.
struct Unpacked {
    tables: ArrayVec<(Subspace, Compact), 2>,
    /// The stored half again, if larger pairs lead there.
    entries: Option<(Subspace, Entries)>,
}

impl Unpacked {
    /// None if the values cannot be right.
    fn new(pair: Pair, rule: RemovalRule, stream: &[u8], smaller: &[(Subspace, Entries)]) -> Option<Unpacked> {
        let [larger, half] = [pair.subspaces()[0], stored(pair)];
        let entries = decode(half, stream);
        let mut tables = ArrayVec::new();
        if larger != half {
            // With two stones left the game is over.
            let removal = Subspace::new(pair.other() - 1, pair.anchor());
            let removal = removal.and_then(|to| smaller.iter().find(|(subspace, _)| *subspace == to));
            let removal = removal.map(|(subspace, entries)| (subspace.index(), &entries[..]));
            tables.push((larger, Compact::new(pair.index(), &derive::larger_side(pair, rule, &entries, removal))?));
        }
        tables.push((half, Compact::new(pair.index(), &entries)?));
        Some(Unpacked { tables, entries: (pair.stones() < ENDING_STONES).then_some((half, entries)) })
    }
}

/// Entries most of which are drawn: one bit says that a position is decided, and only those have a byte.
struct Compact {
    index: &'static PairIndex,
    groups: Vec<Group>,
    /// The number of the plies to the end of each decided slot among the different ones that occur.
    numbers: Vec<u8>,
    plies: [u16; 256],
}

/// 64 slots.
#[derive(Clone, Copy)]
#[repr(C, packed(4))]
struct Group {
    /// A bit for each slot that is decided.
    decided: u64,
    /// How many of all slots before are decided.
    before: u32,
}

impl Compact {
    /// None if there are too many different entries.
    fn new(index: &'static PairIndex, entries: &[u16]) -> Option<Compact> {
        let mut number_of = [None; LONGEST as usize + 1];
        let mut plies = [0; 256];
        let mut different = 0;
        let mut numbers = Vec::with_capacity(entries.iter().filter(|&&entry| entry != DRAW).count());
        let mut groups = Vec::with_capacity(entries.len().div_ceil(64));
        for entries in entries.chunks(64) {
            let (before, mut decided) = (numbers.len() as u32, 0);
            for (slot, &entry) in entries.iter().enumerate().filter(|(_, entry)| **entry != DRAW) {
                decided |= 1 << slot;
                let number = number_of.get_mut(usize::from(entry))?;
                if number.is_none() {
                    *number = Some(u8::try_from(different).ok()?);
                    plies[different] = entry;
                    different += 1;
                }
                numbers.extend(*number);
            }
            groups.push(Group { decided, before });
        }
        Some(Compact { index, groups, numbers, plies })
    }

    #[inline]
    fn entry(&self, slot: usize) -> u16 {
        let Group { decided, before } = self.groups[slot / 64];
        let bit = 1 << (slot % 64);
        match decided & bit {
            0 => DRAW,
            _ => {
                let number = self.numbers[before as usize + (decided & (bit - 1)).count_ones() as usize];
                self.plies[usize::from(number)]
            }
        }
    }

    fn bytes(&self) -> usize {
        size_of::<Group>() * self.groups.len() + self.numbers.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: [RemovalRule; 2] = RemovalRule::BOTH;

    /// The pairs among the embedded tables in which the sides differ: whose halves follow from each other.
    fn small_pairs() -> impl Iterator<Item = Pair> {
        Pair::up_to(EMBEDDED_STONES).into_iter().filter(|pair| pair.anchor() != pair.other())
    }

    #[test]
    fn coded_values_come_back_and_take_little_room() {
        for rule in RULES {
            for subspace in Subspace::up_to(7) {
                let entries = read_embedded(rule, subspace).unwrap();
                let stream = code(subspace, &mut entries.clone());
                assert!(decode(subspace, &stream) == entries, "{subspace} ({rule})");
                assert_eq!(code(subspace, &mut entries.clone()), stream, "the same bytes each time");
                let table = embedded::bytes(rule, subspace).unwrap().len();
                assert!(stream.len() < table, "{subspace}: {} bytes, the table {table}", stream.len());
            }
        }
    }

    #[test]
    fn one_half_of_a_pair_follows_from_the_other() {
        for rule in RULES {
            for pair in small_pairs() {
                let [larger, half] = [pair.subspaces()[0], stored(pair)];
                assert!(half.own() < half.enemy());
                // The smaller side has three stones, so every removal wins.
                let derived = derive::larger_side(pair, rule, &read_embedded(rule, half).unwrap(), None);
                assert!(derived == read_embedded(rule, larger).unwrap(), "{larger} ({rule})");
            }
        }
    }

    #[test]
    fn compact_values_are_those_given() {
        let subspace = Subspace::new(3, 3).unwrap();
        let entries = read_embedded(RemovalRule::Any, subspace).unwrap();
        let compact = Compact::new(subspace.index(), &entries).unwrap();
        assert!(entries.iter().enumerate().all(|(slot, &entry)| compact.entry(slot) == entry));
        assert!(compact.bytes() < entries.len() * 3 / 2);
        // More different values than a byte can tell apart, and one that no table has.
        let many: Vec<u16> = (0..subspace.index().slots()).map(|slot| (slot % 300) as u16).collect();
        assert!(Compact::new(subspace.index(), &many).is_none());
        assert!(Compact::new(subspace.index(), &[LONGEST + 1]).is_none());
    }

    #[test]
    fn spoiled_endings_are_refused() {
        let rule = RemovalRule::Any;
        let refused = |bytes: &[u8]| match Endings::unpack(bytes, rule) {
            Err(BuildError::Table(error)) => error,
            other => panic!("{other:?}"),
        };
        assert!(matches!(refused(b"short"), TableError::Damaged { .. }));
        assert!(matches!(refused(&[b'x'; 100]), TableError::Foreign(_)));
        let whole = embedded::endings(rule).unwrap();
        for (place, change) in [(10, 1), (11, 1), (12, 1), (2000, 0x10), (whole.len() - 1, 1)] {
            let mut bytes = whole.to_vec();
            bytes[place] ^= change;
            assert!(matches!(refused(&bytes), TableError::Damaged { .. }), "{place}");
        }
        let mut bytes = whole.to_vec();
        bytes[8] = 9;
        assert!(matches!(refused(&bytes), TableError::Version { version: 9, .. }));
        assert!(matches!(refused(&whole[..whole.len() - 1]), TableError::Damaged { .. }));
        // Streams longer than the file, with a checksum that says nothing is wrong.
        let coded = [0xFF; 100];
        let mut bytes = [&whole[..12], &crc32fast::hash(&coded).to_le_bytes(), &coded].concat();
        assert!(matches!(refused(&bytes), TableError::Damaged { .. }));
        bytes.truncate(16);
        assert!(matches!(refused(&bytes), TableError::Damaged { .. }));
    }

    #[test]
    fn any_stream_can_be_decoded() {
        let rule = RemovalRule::Any;
        for pair in small_pairs() {
            for seed in 0..6u32 {
                let mut noise = seed.wrapping_mul(2_654_435_769) | 1;
                let stream: Vec<u8> = std::iter::repeat_with(|| {
                    noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    if seed == 0 { 0xFF } else { (noise >> 24) as u8 }
                })
                .take(20_000)
                .collect();
                // Right or not, it ends.
                Unpacked::new(pair, rule, &stream, &[]);
            }
        }
    }
}
