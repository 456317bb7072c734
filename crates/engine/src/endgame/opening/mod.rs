//! The results of the opening, which are part of the program: all positions with few stones placed.
//!
//! There are three files for each rule ([`Part`]). A file stores one ply. The earlier ones follow from the ninth; the tenth and
//! the eleventh, which take longer to unpack, are only asked in positions that come close to them. Of the eleventh only
//! those positions are stored that follow from a tenth ply without removals; the results of the tenth help to predict
//! them. A file is a header and two streams of coded results, so
//! that two threads can unpack them: the largest subspace, which has half of all positions, and all others in the order
//! of [`Subspace::placing`]. Numbers are little-endian.
//!
//! ```text
//!  0  magic "MuehleOR"    10  rule: 0 never, 1 any    12  CRC-32 of what follows
//!  8  version, u16        11  ply                     16  bytes of the first stream, u32, then both streams
//! ```

mod model;

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use self::model::Model;
use super::build::{BuildError, Progress, Successors, solve_placing};
use super::coder::{Decoder, Encoder};
use super::index::Subspace;
use super::packed::{Embedded, Format};
use super::results::{Outcome, Results};
use super::table::Table;
use super::{OPENING_PLIES, embedded};
use crate::rules::{Position, RemovalRule};

const FORMAT: Format = Format { magic: *b"MuehleOR", version: 2, name: "the opening results" };

/// The last ply that can be stored: all positions of later ones would fill the memory.
pub const MOST_PLIES: u8 = 11;

/// What is unpacked in one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All positions with at most nine stones placed.
    Start,
    /// All positions with ten stones placed.
    Tenth,
    /// The positions that follow from those with ten stones on the board.
    Eleventh,
}

impl Part {
    /// The part that knows a ply; none for later ones.
    pub fn with_ply(ply: u8) -> Option<Part> {
        match ply {
            0..=9 => Some(Part::Start),
            10 => Some(Part::Tenth),
            11 => Some(Part::Eleventh),
            _ => None,
        }
    }

    /// The part that helps to choose a move after a number of plies: the one that knows the next ply.
    pub fn for_choice(ply: u8) -> Option<Part> {
        // After the last ply its own value is all that is known.
        Part::with_ply(if ply == MOST_PLIES { ply } else { ply + 1 })
    }

    /// The ply that its file stores.
    pub fn stored_ply(self) -> u8 {
        match self {
            Part::Start => 9,
            Part::Tenth => 10,
            Part::Eleventh => 11,
        }
    }
}

/// Packs the tables of a ply, which must be in the folder.
pub fn pack(folder: &Path, rule: RemovalRule, ply: u8) -> Result<Vec<u8>, BuildError> {
    let results_of = |subspace| -> Result<Results, BuildError> { Table::open(folder, rule, subspace)?.results() };
    let digits_of = |subspace| {
        let results = results_of(subspace)?;
        let mut digits = vec![0; results.index().slots()];
        results.copy_to(0, &mut digits);
        Ok(digits)
    };
    pack_digits(rule, ply, digits_of, |subspace| subspace_before(subspace).map(results_of).transpose())
}

/// The subspace whose results help to pack and unpack one of the last ply: from which a quiet placement leads to it.
fn subspace_before(subspace: Subspace) -> Option<Subspace> {
    let is_last = subspace.ply() == MOST_PLIES;
    is_last.then(|| Subspace::at_ply(subspace.ply() - 1, subspace.enemy() - 1, subspace.own())).flatten()
}

/// Packs the digits of all slots of each subspace of a ply.
fn pack_digits(
    rule: RemovalRule,
    ply: u8,
    digits_of: impl Fn(Subspace) -> Result<Vec<u8>, BuildError>,
    before: impl Fn(Subspace) -> Result<Option<Results>, BuildError>,
) -> Result<Vec<u8>, BuildError> {
    let mut coded = Vec::new();
    for stream in streams(ply) {
        let (mut encoder, mut model) = (Encoder::new(), Model::new());
        for (number, subspace) in stream {
            let before = before(subspace)?;
            model.code(&mut encoder, number, subspace, before.as_ref(), &mut digits_of(subspace)?);
        }
        let bytes = encoder.finish();
        if coded.is_empty() {
            coded.extend((bytes.len() as u32).to_le_bytes());
        }
        coded.extend(bytes);
    }
    Ok(FORMAT.write(rule, ply, &coded))
}

/// The subspaces of a ply that are stored.
fn stored(ply: u8) -> Vec<Subspace> {
    if ply <= OPENING_PLIES {
        return Subspace::placing(ply);
    }
    let side = usize::from(OPENING_PLIES / 2);
    let before = Subspace::at_ply(OPENING_PLIES, side, side);
    before.into_iter().flat_map(|before| [before.after_placement(), before.after_removal()]).flatten().collect()
}

/// The subspaces of the two streams, with their numbers.
fn streams(ply: u8) -> [Vec<(usize, Subspace)>; 2] {
    let all = stored(ply).into_iter().enumerate();
    let slots = |subspace: Subspace| subspace.index().slots();
    let largest = all.clone().max_by_key(|(_, subspace)| slots(*subspace));
    let (first, rest) = all.partition(|numbered| Some(*numbered) == largest);
    [first, rest]
}

/// Reads the results of the subspaces of a stream, given those one ply before if they are needed.
fn unpack_stream(
    coded: &[u8],
    stream: &[(usize, Subspace)],
    before: Option<&Opening>,
) -> Result<Vec<(Subspace, Results)>, BuildError> {
    let (mut decoder, mut model) = (Decoder::new(coded), Model::new());
    let mut unpack = |&(number, subspace): &(usize, Subspace)| {
        let mut digits = vec![0; subspace.index().slots()];
        let before = subspace_before(subspace).and_then(|subspace| before?.results(subspace));
        model.code(&mut decoder, number, subspace, before.map(Arc::as_ref), &mut digits);
        Ok((subspace, Results::from_digits(subspace.index(), &digits)?))
    };
    stream.iter().map(&mut unpack).collect()
}

/// The results of all positions with at most a number of stones placed, in memory.
#[derive(Clone)]
pub struct Opening {
    /// By ply, own and enemy stones.
    layers: Vec<Layer>,
}

/// The unpacked parts of each rule.
static EMBEDDED: [[Embedded<Opening>; 3]; 2] = [
    [
        Embedded::new(THREAD, || unpack_embedded(RemovalRule::Never, Part::Start)),
        Embedded::new(THREAD, || unpack_embedded(RemovalRule::Never, Part::Tenth)),
        Embedded::new(THREAD, || unpack_embedded(RemovalRule::Never, Part::Eleventh)),
    ],
    [
        Embedded::new(THREAD, || unpack_embedded(RemovalRule::Any, Part::Start)),
        Embedded::new(THREAD, || unpack_embedded(RemovalRule::Any, Part::Tenth)),
        Embedded::new(THREAD, || unpack_embedded(RemovalRule::Any, Part::Eleventh)),
    ],
];

/// The name of the thread that unpacks a part.
const THREAD: &str = "opening results";

fn unpack_embedded(rule: RemovalRule, part: Part) -> Option<Opening> {
    let bytes = embedded::opening(rule, part);
    match part {
        Part::Start => Opening::unpack(bytes?, rule).ok(),
        Part::Tenth => Opening::unpack_stored(bytes?, rule, None).ok(),
        Part::Eleventh => {
            let tenth = Opening::embedded(rule, Part::Tenth)?;
            match bytes {
                Some(bytes) => Opening::unpack_after(tenth, bytes, rule).ok(),
                None => Some(tenth.clone()),
            }
        }
    }
}

/// By own and enemy stones.
type Layer = [[Option<Arc<Results>>; 10]; 10];

impl fmt::Debug for Opening {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Opening({} plies)", self.layers.len())
    }
}

impl Opening {
    /// A part of the results that are part of the program. The first call unpacks it, which takes a second or two; none if
    /// that fails.
    pub fn embedded(rule: RemovalRule, part: Part) -> Option<&'static Opening> {
        EMBEDDED[rule as usize][part as usize].get()
    }

    /// As [`Opening::embedded`], but never waits: until a thread has unpacked the results there are none.
    pub fn embedded_if_ready(rule: RemovalRule, part: Part) -> Option<&'static Opening> {
        EMBEDDED[rule as usize][part as usize].if_ready()
    }

    /// As [`Opening::embedded`], but waits no longer once `stop` is set.
    pub fn embedded_unless(stop: &AtomicBool, rule: RemovalRule, part: Part) -> Option<&'static Opening> {
        EMBEDDED[rule as usize][part as usize].unless(stop)
    }

    /// Unpacks a file of the eleventh ply, given the tenth. The value of a position after the tenth ply is known even where
    /// those of its moves are not, so both stay together.
    pub fn unpack_after(before: &Opening, bytes: &[u8], rule: RemovalRule) -> Result<Opening, BuildError> {
        let mut opening = Opening::unpack_stored(bytes, rule, Some(before))?;
        let ply = usize::from(OPENING_PLIES);
        if let (Some(layer), Some(known)) = (opening.layers.get_mut(ply), before.layers.get(ply)) {
            layer.clone_from(known);
        }
        Ok(opening)
    }

    /// Unpacks a file of the tenth ply or an earlier one, with the plies before it, which follow from it.
    pub fn unpack(bytes: &[u8], rule: RemovalRule) -> Result<Opening, BuildError> {
        let mut opening = Opening::unpack_stored(bytes, rule, None)?;
        for subspace in (0..opening.plies()).rev().flat_map(Subspace::placing) {
            let find = |subspace: Option<Subspace>| subspace.and_then(|subspace| opening.results(subspace).cloned());
            let Some(quiet) = find(subspace.after_placement()) else { continue };
            let successors = Successors { quiet, removal: find(subspace.after_removal()) };
            let results = solve_placing(subspace, rule, successors, &Progress::default())?;
            opening.insert(subspace, results);
        }
        Ok(opening)
    }

    /// Unpacks only the ply that a file stores.
    fn unpack_stored(bytes: &[u8], rule: RemovalRule, before: Option<&Opening>) -> Result<Opening, BuildError> {
        let (ply, coded) = FORMAT.read(bytes, rule)?;
        if !(1..=MOST_PLIES).contains(&ply) || (ply == MOST_PLIES) != before.is_some() {
            return Err(FORMAT.damaged(rule, "its header is invalid").into());
        }
        let parts = coded.split_first_chunk().and_then(|(length, both)| {
            let length = u32::from_le_bytes(*length) as usize;
            both.split_at_checked(length)
        });
        let (first, rest) = parts.ok_or_else(|| FORMAT.damaged(rule, "it ends too early"))?;
        let mut opening = Opening { layers: vec![Layer::default(); usize::from(ply) + 1] };
        let [largest, others] = streams(ply);
        let (largest, others) =
            rayon::join(|| unpack_stream(first, &largest, before), || unpack_stream(rest, &others, before));
        for (subspace, results) in largest?.into_iter().chain(others?) {
            opening.insert(subspace, results);
        }
        Ok(opening)
    }

    fn insert(&mut self, subspace: Subspace, results: Results) {
        self.layers[usize::from(subspace.ply())][subspace.own()][subspace.enemy()] = Some(Arc::new(results));
    }

    fn results(&self, subspace: Subspace) -> Option<&Arc<Results>> {
        self.layers.get(usize::from(subspace.ply()))?[subspace.own()][subspace.enemy()].as_ref()
    }

    /// The result of a position; none when too many stones are placed.
    #[inline]
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.outcome_in(Subspace::of(position)?, position)
    }

    /// The last ply whose positions are known.
    #[inline]
    pub fn plies(&self) -> u8 {
        self.layers.len() as u8 - 1
    }

    /// The result of a position of this subspace.
    #[inline]
    pub(super) fn outcome_in(&self, subspace: Subspace, position: &Position) -> Option<Outcome> {
        let results = self.results(subspace)?;
        let slot = subspace.slot(results.index(), position.own(), position.enemy());
        Some(Outcome::from_digit(results.get(slot)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::TableError;

    #[test]
    fn coded_results_come_back() {
        let subspaces =
            [(9, 2, 3), (9, 1, 4), (9, 3, 2)].map(|(ply, own, enemy)| Subspace::at_ply(ply, own, enemy).unwrap());
        // Symmetric positions must have the same digit.
        let digit = |subspace: Subspace, slot: usize| {
            let index = subspace.index();
            let (row, place) = (slot / index.row_length(), slot % index.row_length());
            let canonical = index.canonical_place(row, place).0;
            ((row * 31 + canonical * 7) / 5 % 3) as u8
        };
        let (mut encoder, mut model) = (Encoder::new(), Model::new());
        for (number, &subspace) in subspaces.iter().enumerate() {
            let mut digits: Vec<u8> = (0..subspace.index().slots()).map(|slot| digit(subspace, slot)).collect();
            model.code(&mut encoder, number, subspace, None, &mut digits);
        }
        let bytes = encoder.finish();
        let (mut decoder, mut model) = (Decoder::new(&bytes), Model::new());
        for (number, &subspace) in subspaces.iter().enumerate() {
            let mut digits = vec![0; subspace.index().slots()];
            model.code(&mut decoder, number, subspace, None, &mut digits);
            assert!(digits.iter().enumerate().all(|(slot, &found)| found == digit(subspace, slot)), "{subspace}");
        }
    }

    #[test]
    fn coded_results_come_back_with_the_help_of_those_one_ply_before() {
        let subspace = Subspace::at_ply(9, 2, 3).unwrap();
        let before = Subspace::at_ply(8, 2, 2).unwrap().index();
        let digits: Vec<u8> = (0..before.slots()).map(|slot| (slot * slot / 3 % 3) as u8).collect();
        let before = Results::from_digits(before, &digits).unwrap();
        let index = subspace.index();
        let wanted: Vec<u8> = (0..index.slots())
            .map(|slot| {
                let (row, place) = (slot / index.row_length(), slot % index.row_length());
                (index.canonical_place(row, place).0 * 5 / 7 % 3) as u8
            })
            .collect();
        let mut encoder = Encoder::new();
        Model::new().code(&mut encoder, 0, subspace, Some(&before), &mut wanted.clone());
        let mut found = vec![0; index.slots()];
        Model::new().code(&mut Decoder::new(&encoder.finish()), 0, subspace, Some(&before), &mut found);
        assert!(found == wanted);
    }

    #[test]
    fn spoiled_results_are_refused() {
        let rule = RemovalRule::Any;
        assert!(matches!(Opening::unpack(b"short", rule), Err(BuildError::Table(TableError::Damaged { .. }))));
        assert!(matches!(Opening::unpack(&[b'x'; 100], rule), Err(BuildError::Table(TableError::Foreign(_)))));
        let mut bytes = [&FORMAT.magic[..], &[2, 0, rule as u8, 9], &[0; 50]].concat();
        assert!(matches!(Opening::unpack(&bytes, rule), Err(BuildError::Table(TableError::Damaged { .. }))));
        bytes[8] = 9;
        assert!(matches!(
            Opening::unpack(&bytes, rule),
            Err(BuildError::Table(TableError::Version { version: 9, .. }))
        ));
    }
}
