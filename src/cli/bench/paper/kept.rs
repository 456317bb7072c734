//! What was measured already: one file that survives a kill, so that the same command resumes.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use serde::{Deserialize, Serialize};

use crate::cli::write_file;
use muehle_engine::files::read_limited;

/// The name of the file in the folder of the results.
const NAME: &str = "measured.json";
/// The first words of the file; they change when its meaning does.
const FORMAT: &str = "muehle bench paper 1";
/// Larger files are refused.
const MAX_FILE: usize = 64 << 20;

/// One measurement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Cell {
    /// The first player's half points in each game: 0, 1 or 2.
    Games(Vec<usize>),
    /// Figures, whose order the table knows.
    Numbers(Vec<f64>),
}

/// All measurements by their settings: everything that a result depends on is part of its key.
#[derive(Debug)]
pub(super) struct Kept {
    path: Option<PathBuf>,
    file: File,
}

#[derive(Debug, Serialize, Deserialize)]
struct File {
    format: String,
    cells: BTreeMap<String, Cell>,
}

impl Kept {
    /// The measurements in a folder, or none yet. Without a folder they are forgotten at the end.
    pub fn open(folder: Option<&Path>) -> Result<Kept> {
        let path = folder.map(|folder| folder.join(NAME));
        let empty = || File { format: FORMAT.to_owned(), cells: BTreeMap::new() };
        let file = match &path {
            None => empty(),
            Some(path) => match read_limited(path, MAX_FILE) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => empty(),
                Err(error) => return Err(error).with_context(|| format!("{} cannot be read", path.display())),
                Ok((bytes, is_cut)) => read(&bytes, is_cut).map_err(|fault| {
                    anyhow!("{} is damaged ({fault}); without it everything is measured again", path.display())
                })?,
            },
        };
        Ok(Kept { path, file })
    }

    pub fn get(&self, key: &str) -> Option<&Cell> {
        self.file.cells.get(key)
    }

    /// The results of games; none if they were not played.
    pub fn games(&self, key: &str) -> Option<&[usize]> {
        match self.get(key) {
            Some(Cell::Games(points)) => Some(points),
            _ => None,
        }
    }

    /// Figures; none if they were not measured.
    pub fn numbers(&self, key: &str) -> Option<&[f64]> {
        match self.get(key) {
            Some(Cell::Numbers(numbers)) => Some(numbers),
            _ => None,
        }
    }

    /// Keeps a measurement, on disk if there is a folder.
    pub fn keep(&mut self, key: String, cell: Cell) -> Result<()> {
        self.file.cells.insert(key, cell);
        match &self.path {
            Some(path) => write_file(path, &serde_json::to_vec_pretty(&self.file)?),
            None => Ok(()),
        }
    }
}

fn read(bytes: &[u8], is_cut: bool) -> Result<File, String> {
    if is_cut {
        return Err(format!("it is larger than {} MB", MAX_FILE >> 20));
    }
    let file: File = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    match file.format == FORMAT {
        true => Ok(file),
        false => Err("another version of the program wrote it".to_owned()),
    }
}
