//! A table as it is printed and as it is written to a file, and the charts beside it.

use std::fmt::{self, Write};

use crate::print::Chart;
use muehle_engine::learn::tournament::quoted;

/// Columns with names, and rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Sheet {
    pub fn new<T: Into<String>>(columns: impl IntoIterator<Item = T>) -> Sheet {
        Sheet { columns: columns.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    pub fn row<T: Into<String>>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Comma-separated values, the names of the columns first.
    pub fn csv(&self) -> String {
        let line = |cells: &Vec<String>| cells.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",") + "\n";
        [&self.columns].into_iter().chain(&self.rows).map(line).collect()
    }
}

/// Aligned columns: the first to the left, all others to the right.
impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let lines: Vec<&Vec<String>> = [&self.columns].into_iter().chain(&self.rows).collect();
        let length = |line: &Vec<String>, column: usize| line.get(column).map_or(0, |cell| cell.chars().count());
        let width = |column: usize| lines.iter().map(|line| length(line, column)).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        for line in lines {
            let mut text = String::new();
            for (column, (cell, &width)) in line.iter().zip(&widths).enumerate() {
                match column {
                    0 => write!(text, "{cell:<width$}")?,
                    _ => write!(text, "  {cell:>width$}")?,
                }
            }
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}

/// What a table came to.
#[derive(Debug, Default)]
pub(super) struct Shown {
    /// As people read it.
    pub printed: Sheet,
    /// As programs read it, if that differs.
    pub csv: Option<Sheet>,
    /// Sentences below it.
    pub notes: Vec<String>,
    /// Charts with the names of their files.
    pub charts: Vec<(String, Chart)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_fields_quoted() {
        let mut sheet = Sheet::new(["name", "ms"]);
        sheet.row(["a,b", "1.5"]);
        sheet.row(["ä", "12.25"]);
        assert_eq!(sheet.to_string(), "name     ms\na,b     1.5\nä     12.25\n");
        assert_eq!(sheet.csv(), "name,ms\n\"a,b\",1.5\nä,12.25\n");
    }
}
