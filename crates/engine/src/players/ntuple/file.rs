//! N-tuple files: a header with the points of each table, then the compressed weights.
//!
//! ```text
//! "MUEHLE N-TUPLES 1\n"   length of the header (u32)   header (JSON)   weights (i16, zstd)   checksum of everything before (u64)
//! ```
//!
//! Numbers are little-endian. A weight is its number times the header's `unit`.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::files;
use crate::heuristics::library::is_valid_name;
use crate::rules::notation::excerpt;
use crate::rules::{Point, PointSet};

use super::network::{NTuples, TrainingNotes};
use super::tuples::{MAX_LENGTH, MAX_TUPLES};

const MAGIC: &[u8] = b"MUEHLE N-TUPLES 1\n";
/// Larger files are refused.
const MAX_FILE: usize = 64 << 20;
const MAX_HEADER: usize = 1 << 20;
/// Networks with more weights are refused.
const MAX_WEIGHTS: usize = 32 << 20;

/// With larger weights the sums would no longer be numbers.
const MAX_UNIT: f32 = 1e6;

/// Networks shipped with the program.
const EMBEDDED: &[(&str, &[u8])] =
    &[(super::DEFAULT_NAME, include_bytes!(concat!(env!("MUEHLE_DATA"), "/heuristics/Tuples.ntuple")))];

/// Why an n-tuple network cannot be loaded.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum NTupleError {
    #[error("\"{0}\" is not a valid name for an n-tuple network")]
    Name(String),
    #[error("there is no n-tuple network \"{name}\"; muehle train-ntuple creates one")]
    Missing { name: String },
    #[error("{0} comes with the program and is never changed; choose another name")]
    Shipped(String),
    #[error("{} cannot be read: {error}", .path.display())]
    Unreadable { path: PathBuf, error: io::Error },
    #[error("{} cannot be written: {error}", .path.display())]
    Unwritable { path: PathBuf, error: io::Error },
    #[error("{file} is not an n-tuple network")]
    Foreign { file: String },
    #[error("{file} is damaged: {fault}")]
    Damaged { file: String, fault: &'static str },
}

#[derive(Serialize, Deserialize)]
struct Header {
    tuples: Vec<Vec<String>>,
    unit: f32,
    notes: TrainingNotes,
}

/// The file of a network in a folder.
fn path_of(name: &str, folder: &Path) -> Result<PathBuf, NTupleError> {
    if is_valid_name(name) { Ok(folder.join(format!("{name}.ntuple"))) } else { Err(NTupleError::Name(excerpt(name))) }
}

/// The file that training writes a network to; shipped networks are not changed.
pub fn own_path(name: &str, folder: &Path) -> Result<PathBuf, NTupleError> {
    let path = path_of(name, folder)?;
    if shipped(name).is_some() { Err(NTupleError::Shipped(name.to_owned())) } else { Ok(path) }
}

/// A shipped network of this name.
fn shipped(name: &str) -> Option<&'static [u8]> {
    EMBEDDED.iter().find(|(shipped, _)| shipped.eq_ignore_ascii_case(name)).map(|(_, bytes)| *bytes)
}

/// The network of this name, from the folder or else the one shipped with the program.
pub fn load(name: &str, folder: &Path) -> Result<NTuples, NTupleError> {
    let path = path_of(name, folder)?;
    match files::read_limited(&path, MAX_FILE) {
        Ok((_, true)) => Err(NTupleError::Damaged { file: path.display().to_string(), fault: "it is too large" }),
        Ok((bytes, false)) => read(&bytes, &path.display().to_string()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => match shipped(name) {
            Some(bytes) => read(bytes, name),
            None => Err(NTupleError::Missing { name: excerpt(name) }),
        },
        Err(error) => Err(NTupleError::Unreadable { path, error }),
    }
}

/// The names of all networks, the shipped ones first. A missing folder adds none.
pub fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = EMBEDDED.iter().map(|(name, _)| (*name).to_owned()).collect();
    let mut own: Vec<String> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.strip_suffix(".ntuple").map(str::to_owned))
        .filter(|name| is_valid_name(name) && !names.contains(name))
        .collect();
    own.sort();
    names.extend(own);
    names
}

/// Keeps the saved version of a network, if there is one, as `NAME.ntuple.bak`.
pub fn keep_backup(name: &str, folder: &Path) -> Result<(), NTupleError> {
    let path = own_path(name, folder)?;
    files::keep_backup(&path).map_err(|error| NTupleError::Unwritable { path, error })
}

/// Saves a network under this name.
pub fn save(network: &NTuples, name: &str, folder: &Path) -> Result<PathBuf, NTupleError> {
    let path = own_path(name, folder)?;
    match write(network).and_then(|bytes| files::write_atomically(&path, &bytes)) {
        Ok(()) => Ok(path),
        Err(error) => Err(NTupleError::Unwritable { path, error }),
    }
}

/// The bytes of a file. Weights are rounded to 1/32767 of the largest.
fn write(network: &NTuples) -> io::Result<Vec<u8>> {
    let largest = network.weights.iter().fold(0.0f32, |largest, weight| largest.max(weight.abs()));
    let unit = if largest > 0.0 { largest / f32::from(i16::MAX) } else { 1.0 };
    let tuples = network.points().map(|points| points.iter().map(Point::to_string).collect()).collect();
    let header = serde_json::to_vec(&Header { tuples, unit, notes: network.notes.clone() })?;
    let weights: Vec<u8> =
        network.weights.iter().flat_map(|weight| ((weight / unit).round() as i16).to_le_bytes()).collect();
    let mut bytes = MAGIC.to_vec();
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend(header);
    bytes.extend(zstd::encode_all(weights.as_slice(), 19)?);
    bytes.extend(checksum(&bytes).to_le_bytes());
    Ok(bytes)
}

/// Reads the bytes of a file; its name is for complaints.
pub fn read(bytes: &[u8], file: &str) -> Result<NTuples, NTupleError> {
    let damaged = |fault| NTupleError::Damaged { file: file.to_owned(), fault };
    let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| NTupleError::Foreign { file: file.to_owned() })?;
    let (body, sum) = rest.split_last_chunk::<8>().ok_or_else(|| damaged("it is too short"))?;
    if checksum(&bytes[..bytes.len() - 8]) != u64::from_le_bytes(*sum) {
        return Err(damaged("its checksum is wrong"));
    }
    let (length, body) = body.split_first_chunk::<4>().ok_or_else(|| damaged("it is too short"))?;
    let length = u32::from_le_bytes(*length) as usize;
    if length > MAX_HEADER.min(body.len()) {
        return Err(damaged("its header is too long"));
    }
    let (header, packed) = body.split_at(length);
    let header: Header = serde_json::from_slice(header).map_err(|_| damaged("its header cannot be read"))?;
    if !(f32::MIN_POSITIVE..=MAX_UNIT).contains(&header.unit) {
        return Err(damaged("its unit is not a positive number of a sensible size"));
    }
    let tuples = header.tuples.iter().map(|names| read_tuple(names)).collect::<Option<Vec<_>>>();
    let tuples = tuples.filter(|tuples| tuples.len() <= MAX_TUPLES).ok_or_else(|| damaged("its tuples are invalid"))?;
    let mut network = NTuples::new(tuples);
    if network.weight_count() > MAX_WEIGHTS {
        return Err(damaged("it has too many weights"));
    }
    let mut weights = Vec::new();
    let limit = 2 * network.weight_count() as u64 + 1;
    let decoder = zstd::Decoder::new(packed).map_err(|_| damaged("its weights cannot be unpacked"))?;
    decoder.take(limit).read_to_end(&mut weights).map_err(|_| damaged("its weights cannot be unpacked"))?;
    if weights.len() != 2 * network.weight_count() {
        return Err(damaged("its number of weights does not match its tuples"));
    }
    for (weight, bytes) in network.weights.iter_mut().zip(weights.as_chunks::<2>().0) {
        *weight = f32::from(i16::from_le_bytes(*bytes)) * header.unit;
    }
    network.notes = header.notes;
    Ok(network)
}

fn read_tuple(names: &[String]) -> Option<Vec<Point>> {
    let points = names.iter().map(|name| name.parse::<Point>().ok()).collect::<Option<Vec<_>>>()?;
    let distinct = points.iter().copied().collect::<PointSet>().len();
    (distinct == points.len() && (1..=MAX_LENGTH).contains(&distinct)).then_some(points)
}

/// FNV-1a over eight bytes at a time: finds damage, not malice.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(0xCBF2_9CE4_8422_2325, |sum: u64, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(29)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::ntuple::network::tests::random_network;
    use crate::rules::Position;

    #[test]
    fn files_give_back_what_was_saved() {
        let folder = tempfile::tempdir().unwrap();
        let mut network = random_network(3);
        network.notes = TrainingNotes { games: 7, command: "muehle train-ntuple Seven".to_owned() };
        save(&network, "Seven", folder.path()).unwrap();
        assert_eq!(names(folder.path()), [crate::players::ntuple::DEFAULT_NAME, "Seven"]);
        let loaded = load("Seven", folder.path()).unwrap();
        assert_eq!(loaded.notes, network.notes);
        assert!(loaded.points().eq(network.points()));
        let position: Position = "a7,g1,f4,b4,c5/g7,a1,d6,d2,e3 w 0 0".parse().unwrap();
        assert!((loaded.value(&position) - network.value(&position)).abs() < 1e-3);
        let refusal = save(&network, "tuples", folder.path()).unwrap_err().to_string();
        assert_eq!(refusal, "tuples comes with the program and is never changed; choose another name");
        keep_backup("Seven", folder.path()).unwrap();
        assert_eq!(read(&std::fs::read(folder.path().join("Seven.ntuple.bak")).unwrap(), "").unwrap(), loaded);
        // Saving what was loaded changes no bit.
        assert_eq!(read(&write(&loaded).unwrap(), "").unwrap(), loaded);
    }

    #[test]
    fn the_embedded_network_knows_what_is_good() {
        let network = load(crate::players::ntuple::DEFAULT_NAME, Path::new("no such folder")).unwrap();
        assert!(network.notes.games > 0 && network.notes.command.starts_with("muehle train-ntuple"));
        let more: Position = "a7,d7,g4,b6,d6,f4,c5,e4/a1,d1,g1,c3,b2,f2 w 0 0".parse().unwrap();
        assert!(network.value(&more) > 0.3 && network.value(&more.with_side(!more.side_to_move())) < -0.1);
    }

    #[test]
    fn broken_files_are_refused_in_a_sentence() {
        let bytes = write(&random_network(4)).unwrap();
        let fault = |bytes: &[u8]| read(bytes, "x.ntuple").unwrap_err().to_string();
        assert_eq!(fault(b"hello"), "x.ntuple is not an n-tuple network");
        assert_eq!(fault(MAGIC), "x.ntuple is damaged: it is too short");
        for at in [MAGIC.len() + 5, bytes.len() / 2, bytes.len() - 1] {
            let mut broken = bytes.clone();
            broken[at] ^= 4;
            assert_eq!(fault(&broken), "x.ntuple is damaged: its checksum is wrong");
            assert!(read(&bytes[..at], "x.ntuple").is_err());
        }
        // A correct checksum is not enough: the contents are checked too.
        let forged = |header: &str, weights: &[u8]| {
            let mut bytes = MAGIC.to_vec();
            bytes.extend((header.len() as u32).to_le_bytes());
            bytes.extend(header.as_bytes());
            bytes.extend(zstd::encode_all(weights, 1).unwrap());
            bytes.extend(checksum(&bytes).to_le_bytes());
            fault(&bytes)
        };
        let header = |tuples: &str, unit: &str| {
            format!(r#"{{"tuples":{tuples},"unit":{unit},"notes":{{"games":0,"command":""}}}}"#)
        };
        assert!(forged("{}", &[]).contains("header"));
        assert!(forged(&header(r#"[["a7","a7"]]"#, "1"), &[]).contains("tuples"));
        assert!(forged(&header(r#"[["a7","z9"]]"#, "1"), &[]).contains("tuples"));
        for unit in ["-1", "0", "3e38", "1e-45"] {
            assert!(forged(&header(r#"[["a7"]]"#, unit), &[]).contains("unit"), "{unit}");
        }
        assert!(forged(&header(r#"[["a7"]]"#, "1"), &vec![0; 1 << 22]).contains("number of weights"));
        assert_eq!(
            load("../x", Path::new(".")).unwrap_err().to_string(),
            "\"../x\" is not a valid name for an n-tuple network"
        );
        assert!(load("NoSuch", Path::new("nowhere")).unwrap_err().to_string().contains("NoSuch"));
    }
}
