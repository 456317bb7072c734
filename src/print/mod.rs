//! A game on paper and as a picture: PDF, SVG, PNG and PGN; charts of measurements.

mod chart;
mod diagram;
mod fallback;
mod font;
mod pdf;
mod png;
mod shape;
mod sheet;
mod svg;

use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use thiserror::Error;

use muehle_engine::files;
use muehle_engine::game::pgn;
use muehle_engine::rules::notation::excerpt;

pub use crate::texts::Language;
pub use chart::{Chart, Value};
pub use diagram::{Diagram, Material};
pub use pdf::pdf;
pub use png::png;
pub use sheet::{Paper, Sheet, glyphs};
pub use svg::svg;

/// The default side of an exported picture in pixels.
pub const USUAL_PIXELS: u16 = 1024;

/// What a game can be exported to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The sheet: board and moves.
    Pdf,
    /// The board as a drawing.
    Svg,
    /// The board as pixels.
    Png,
    /// The whole game as text.
    Pgn,
}

/// Why nothing was exported.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum ExportError {
    #[error("{path} does not end in .pdf, .svg, .png or .pgn", path = .0.display())]
    UnknownFormat(PathBuf),
    #[error("{path} cannot be written: {source}", path = .path.display())]
    Io { path: PathBuf, source: io::Error },
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 4] = [Format::Pdf, Format::Svg, Format::Png, Format::Pgn];

    /// The ending of its files.
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Pdf => "pdf",
            Format::Svg => "svg",
            Format::Png => "png",
            Format::Pgn => "pgn",
        }
    }

    /// The format for a file name.
    pub fn of(path: &Path) -> Result<Format, ExportError> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        Format::ALL
            .into_iter()
            .find(|format| format.extension().eq_ignore_ascii_case(extension))
            .ok_or_else(|| ExportError::UnknownFormat(path.to_owned()))
    }
}

/// The contents of a file of this format; `pixels` is the side of a PNG.
pub fn contents(sheet: &Sheet, format: Format, pixels: u16) -> Vec<u8> {
    match format {
        Format::Pdf => pdf(sheet),
        Format::Svg => svg(&sheet.diagram(Material::Wood), &sheet.title()).into_bytes(),
        Format::Png => png(&sheet.diagram(Material::Wood), pixels),
        Format::Pgn => pgn::write(sheet.tags, sheet.game).into_bytes(),
    }
}

/// Writes a file in the format of its ending, completely or not at all.
pub fn export(sheet: &Sheet, path: &Path, pixels: u16) -> Result<(), ExportError> {
    let format = Format::of(path)?;
    files::write_atomically(path, &contents(sheet, format, pixels))
        .map_err(|source| ExportError::Io { path: path.to_owned(), source })
}

/// A text that is not a paper size.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("Unknown paper: \"{0}\" (use a4 or letter)")]
pub struct UnknownPaper(String);

impl FromStr for Paper {
    type Err = UnknownPaper;

    fn from_str(text: &str) -> Result<Paper, UnknownPaper> {
        match text.trim().to_ascii_lowercase().as_str() {
            "a4" => Ok(Paper::A4),
            "letter" => Ok(Paper::Letter),
            _ => Err(UnknownPaper(excerpt(text))),
        }
    }
}

#[cfg(test)]
mod tests;
