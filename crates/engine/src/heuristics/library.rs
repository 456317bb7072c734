//! The available heuristics: the shipped ones, embedded in the program, and those in the user's folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::files;
use crate::rules::notation;

use super::{Heuristic, xml};

/// The shipped heuristics: name and file.
const SHIPPED: &[(&str, &str)] = &[
    ("Standard", include_str!(concat!(env!("MUEHLE_DATA"), "/heuristics/Standard.xml"))),
    ("Single", include_str!(concat!(env!("MUEHLE_DATA"), "/heuristics/Single.xml"))),
    ("Combi", include_str!(concat!(env!("MUEHLE_DATA"), "/heuristics/Combi.xml"))),
    ("Small", include_str!(concat!(env!("MUEHLE_DATA"), "/heuristics/Small.xml"))),
    ("Minimal", include_str!(concat!(env!("MUEHLE_DATA"), "/heuristics/Minimal.xml"))),
    ("Klein", include_str!(concat!(env!("MUEHLE_DATA"), "/heuristics/Klein.xml"))),
    ("SinglePerf", include_str!(concat!(env!("MUEHLE_DATA"), "/heuristics/SinglePerf.xml"))),
    ("Multi", include_str!(concat!(env!("MUEHLE_DATA"), "/heuristics/Multi.xml"))),
    ("Meister", include_str!(concat!(env!("MUEHLE_DATA"), "/heuristics/Meister.xml"))),
];

/// The longest name a heuristic may have.
const MAX_NAME: usize = 64;

/// Why a heuristic could not be loaded.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum LoadError {
    #[error("\"{0}\" is not a valid name for a heuristic: use letters, digits, spaces, - and _, at most {MAX_NAME}")]
    Name(String),
    #[error("there is no heuristic \"{name}\" (available: {})", .known.join(", "))]
    Unknown { name: String, known: Vec<String> },
    #[error("cannot read {}: {source}", .path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{} is damaged: {source}", .path.display())]
    Damaged { path: PathBuf, source: xml::XmlError },
}

/// Why a heuristic could not be saved.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum SaveError {
    #[error("\"{0}\" is not a valid name for a heuristic: use letters, digits, spaces, - and _, at most {MAX_NAME}")]
    Name(String),
    #[error("{0} comes with the program and is never changed; choose another name")]
    Shipped(String),
    #[error("cannot write {}: {source}", .path.display())]
    Io { path: PathBuf, source: io::Error },
}

/// Whether a heuristic may have this name. It becomes a file name, so it must not lead to another folder.
pub fn is_valid_name(name: &str) -> bool {
    let harmless = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    !name.trim().is_empty() && name.trim() == name && name.chars().count() <= MAX_NAME && name.chars().all(harmless)
}

/// Whether a heuristic of this name comes with the program.
pub fn is_shipped(name: &str) -> bool {
    SHIPPED.iter().any(|(shipped, _)| shipped.to_lowercase() == name.trim().to_lowercase())
}

/// The names of all heuristics, the shipped ones first. A missing or unreadable folder counts as empty.
pub fn names(folder: Option<&Path>) -> Vec<String> {
    let mut names: Vec<String> = SHIPPED.iter().map(|(name, _)| (*name).to_owned()).collect();
    let entries = folder.and_then(|folder| fs::read_dir(folder).ok());
    let mut own: Vec<String> = entries
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.path().file_name()?.to_str()?.strip_suffix(".xml").map(str::to_owned))
        .filter(|name| is_valid_name(name) && !names.contains(name))
        .collect();
    own.sort();
    names.extend(own);
    names
}

/// Loads a heuristic by name: a file in the folder takes precedence over a shipped one of the same name. Case does not matter.
pub fn load(name: &str, folder: Option<&Path>) -> Result<Heuristic, LoadError> {
    let name = name.trim();
    if !is_valid_name(name) {
        return Err(LoadError::Name(notation::excerpt(name)));
    }
    let known = names(folder);
    let same = |other: &&String| other.to_lowercase() == name.to_lowercase();
    let Some(name) = known.iter().find(|other| *other == name).or_else(|| known.iter().find(same)) else {
        return Err(LoadError::Unknown { name: name.to_owned(), known });
    };
    if let Some(path) = folder.map(|folder| file(folder, name)).filter(|path| path.exists()) {
        return load_file(&path);
    }
    let Some((_, text)) = SHIPPED.iter().find(|(shipped, _)| shipped == name) else {
        // The file was there a moment ago, or leads nowhere.
        return Err(LoadError::Unknown { name: name.clone(), known });
    };
    xml::read(text).map_err(|source| LoadError::Damaged { path: PathBuf::from(format!("{name}.xml")), source })
}

/// Loads the heuristic in a file; it is known by the file's name.
fn load_file(path: &Path) -> Result<Heuristic, LoadError> {
    let damaged = |source| LoadError::Damaged { path: path.to_owned(), source };
    let (bytes, more) =
        files::read_limited(path, xml::MAX_BYTES).map_err(|source| LoadError::Io { path: path.to_owned(), source })?;
    if more {
        return Err(damaged(xml::XmlError::TooLarge));
    }
    let text = String::from_utf8(bytes).map_err(|_| damaged(xml::XmlError::Encoding))?;
    let mut heuristic = xml::read(&text).map_err(damaged)?;
    if let Some(name) = path.file_stem().and_then(|stem| stem.to_str()) {
        heuristic.name = name.to_owned();
    }
    Ok(heuristic)
}

/// Whether a heuristic may be saved under this name: it must be valid and not the name of a shipped one.
pub fn check_own_name(name: &str) -> Result<(), SaveError> {
    match name {
        name if !is_valid_name(name) => Err(SaveError::Name(notation::excerpt(name))),
        name if is_shipped(name) => Err(SaveError::Shipped(name.to_owned())),
        _ => Ok(()),
    }
}

/// Keeps the saved version of a heuristic, if there is one, as `NAME.xml.bak`.
pub fn keep_backup(name: &str, folder: &Path) -> Result<(), SaveError> {
    let path = file(folder, name);
    files::keep_backup(&path).map_err(|source| SaveError::Io { path, source })
}

/// Saves a heuristic in the folder under its name and returns the path.
pub fn save(heuristic: &Heuristic, folder: &Path) -> Result<PathBuf, SaveError> {
    check_own_name(&heuristic.name)?;
    let path = file(folder, &heuristic.name);
    files::write_atomically(&path, xml::write(heuristic).as_bytes())
        .map_err(|source| SaveError::Io { path: path.clone(), source })?;
    Ok(path)
}

fn file(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.xml"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristics::{EvaluationTable, FeatureSet, Features, value_of};

    #[test]
    fn shipped_heuristics_load_by_name() {
        for name in names(None) {
            assert_eq!(load(&name.to_uppercase(), None).unwrap().name, name);
        }
        for (name, text) in SHIPPED {
            assert!(xml::write(&xml::read(text).unwrap()) == *text, "{name} is written as it was read");
        }
    }

    #[test]
    fn standard_gives_the_papers_worked_example() {
        // 8 v 8 stones, 4-5 v 6-7 moves, one closed mill each, no own and one enemy open mill, potential -2..-3.
        let features = Features { states: [5, 5, 2, 3, 1, 1, 0, 1, 2], phase: 0 };
        let standard = Heuristic::standard();
        assert!((value_of(standard.outputs_of(&features)) + 0.11).abs() < 1e-12);
        // A position with these features; the table holds the hundredths exactly.
        let text = "a4,b2,b4,b6,e3,e4,g1,g4/a1,a7,c5,d1,d2,d3,d5,d6 w 0 0";
        let position = text.parse().unwrap();
        assert_eq!(Features::of(&position), features);
        assert!((EvaluationTable::new(standard).value(&position) + 0.11).abs() < 1e-12);
    }

    #[test]
    fn a_file_in_the_folder_wins_and_errors_name_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let mut own = Heuristic::random("Standard", FeatureSet::Minimal, &[], 1).unwrap();
        assert!(matches!(save(&own, folder.path()), Err(SaveError::Shipped(_))));
        fs::write(folder.path().join("Standard.xml"), xml::write(&own)).unwrap();
        assert_eq!(load("standard", Some(folder.path())).unwrap(), own);
        own.name = "Mine".to_owned();
        save(&own, folder.path()).unwrap();
        assert_eq!(names(Some(folder.path())).last().unwrap(), "Mine");
        fs::write(folder.path().join("Broken.xml"), "<heuristic").unwrap();
        let fault = load("Broken", Some(folder.path())).unwrap_err().to_string();
        assert!(fault.contains("Broken.xml is damaged"), "{fault}");
        fs::write(folder.path().join("Bytes.xml"), [0xFF, 0xFE, 0]).unwrap();
        let fault = load("Bytes", Some(folder.path())).unwrap_err().to_string();
        assert!(fault.ends_with("it is not text in UTF-8"), "{fault}");
        fs::create_dir(folder.path().join("Folder.xml")).unwrap();
        let fault = load("Folder", Some(folder.path())).unwrap_err().to_string();
        assert!(fault.ends_with("Folder.xml: it is not a regular file"), "{fault}");
    }

    #[test]
    fn unknown_and_impossible_names_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let fault = load("Nobody", Some(folder.path())).unwrap_err().to_string();
        assert!(fault.starts_with("there is no heuristic \"Nobody\" (available: Standard"), "{fault}");
        for name in ["", "../Standard", "a/b", "a\\b", ".hidden", "x\n"] {
            assert!(matches!(load(name, None), Err(LoadError::Name(_)) | Err(LoadError::Unknown { .. })), "{name:?}");
        }
        assert!(load("Standard", Some(Path::new("no such folder"))).is_ok());
        let nameless = Heuristic { name: "../x".to_owned(), ..Heuristic::standard() };
        assert!(matches!(save(&nameless, folder.path()), Err(SaveError::Name(_))));
    }
}
