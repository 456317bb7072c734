//! The results of a sweep: a table as comma-separated values, and its means over the seeds.

use anyhow::{bail, ensure};

use super::grid::{Axis, Point};

/// What was measured at a point, in the order of the columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub point: Point,
    pub figures: Vec<f64>,
}

/// The rows of a sweep, with the names of their columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    parameters: Vec<String>,
    figures: Vec<String>,
    pub rows: Vec<Row>,
}

/// The mean of a figure over the seeds.
#[derive(Clone, Debug, PartialEq)]
pub struct Mean {
    pub values: Vec<String>,
    pub seeds: usize,
    pub mean: f64,
    /// Half the width of the 95 % interval, from the spread of the seeds; none with a single seed.
    pub margin: Option<f64>,
}

impl Table {
    pub fn new(axes: &[Axis], figures: &[&str]) -> Table {
        Table {
            parameters: axes.iter().map(|axis| axis.name.clone()).collect(),
            figures: figures.iter().map(|&name| name.to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    fn header(&self) -> String {
        let names = self.parameters.iter().map(String::as_str).chain(["seed"]);
        names.chain(self.figures.iter().map(String::as_str)).collect::<Vec<_>>().join(",")
    }

    /// The table as text.
    pub fn to_csv(&self) -> String {
        let mut text = self.header() + "\n";
        for Row { point, figures } in &self.rows {
            let values = point.values.iter().map(|value| match value.contains(',') {
                true => format!("\"{value}\""),
                false => value.clone(),
            });
            let cells = values.chain([point.seed.to_string()]).chain(figures.iter().map(f64::to_string));
            text.push_str(&cells.collect::<Vec<_>>().join(","));
            text.push('\n');
        }
        text
    }

    /// Reads the rows of a table with the same columns.
    pub fn read_csv(&mut self, text: &str) -> anyhow::Result<()> {
        let mut lines = text.lines();
        let header = lines.next().unwrap_or_default();
        ensure!(header == self.header(), "it has the columns {header}, not {}", self.header());
        for (number, line) in lines.enumerate() {
            let Some(row) = self.row(line) else { bail!("line {} is damaged", number + 2) };
            self.rows.push(row);
        }
        Ok(())
    }

    fn row(&self, line: &str) -> Option<Row> {
        let cells = cells(line);
        let (values, rest) = cells.split_at_checked(self.parameters.len())?;
        let (seed, figures) = rest.split_first()?;
        let figures: Vec<f64> = figures.iter().map(|cell| cell.parse().ok()).collect::<Option<_>>()?;
        (figures.len() == self.figures.len())
            .then_some(Row { point: Point { values: values.to_vec(), seed: seed.parse().ok()? }, figures })
    }

    /// Brings the rows into the order of the values, as far as these are known.
    pub fn sort(&mut self, axes: &[Axis]) {
        let place = |row: &Row| -> (Vec<Option<usize>>, u64) {
            let places = axes.iter().zip(&row.point.values);
            (places.map(|(axis, value)| axis.values.iter().position(|one| one == value)).collect(), row.point.seed)
        };
        self.rows.sort_by_key(place);
    }

    /// Whether a point has been measured.
    pub fn has(&self, point: &Point) -> bool {
        self.rows.iter().any(|row| row.point == *point)
    }

    /// The means of a figure over the seeds, in the order of the rows.
    pub fn means(&self, figure: usize) -> Vec<Mean> {
        let mut groups: Vec<(&[String], Vec<f64>)> = Vec::new();
        for Row { point, figures } in &self.rows {
            match groups.iter_mut().find(|(values, _)| *values == point.values) {
                Some((_, found)) => found.push(figures[figure]),
                None => groups.push((&point.values, vec![figures[figure]])),
            }
        }
        let summed = |(values, found): (&[String], Vec<f64>)| {
            let seeds = found.len();
            let mean = found.iter().sum::<f64>() / seeds as f64;
            let squares: f64 = found.iter().map(|one| (one - mean).powi(2)).sum();
            let margin = (seeds > 1).then(|| 1.96 * (squares / (seeds - 1) as f64 / seeds as f64).sqrt());
            Mean { values: values.to_vec(), seeds, mean, margin }
        };
        groups.into_iter().map(summed).collect()
    }
}

/// The cells of a line; those with commas stand in quotation marks.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            c => cells.last_mut().expect("there is a first cell").push(c),
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let axes = ["lambda=0,1", "alpha=0.2,0.01;0.1,0.1"].map(|text| text.parse().unwrap());
        Table::new(&axes, &["p", "seconds"])
    }

    fn row(values: [&str; 2], seed: u64, p: f64) -> Row {
        Row { point: Point { values: values.map(str::to_owned).to_vec(), seed }, figures: vec![p, 1.5] }
    }

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let mut written = table();
        written.rows = vec![row(["0", "0.2,0.01"], 1, -0.25), row(["1", "0.1,0.1"], 2, 0.125)];
        let text = written.to_csv();
        assert_eq!(text.lines().nth(1), Some("0,\"0.2,0.01\",1,-0.25,1.5"));
        let mut read = table();
        read.read_csv(&text).unwrap();
        assert_eq!(read, written);
        assert!(read.has(&written.rows[0].point) && !read.has(&row(["0", "0.2,0.01"], 2, 0.0).point));
        for (damaged, complaint) in [
            (text.replace("1.5", "x"), "line 2 is damaged"),
            (text.replace(",1.5\n1", "\n1"), "line 2 is damaged"),
            (text.replace("seconds", "time"), "it has the columns lambda,alpha,seed,p,time"),
            (String::new(), "it has the columns "),
        ] {
            let error = table().read_csv(&damaged).unwrap_err().to_string();
            assert!(error.starts_with(complaint), "{error}");
        }
    }

    #[test]
    fn means_are_taken_over_the_seeds() {
        let mut table = table();
        table.rows = vec![row(["0", "a"], 1, 0.1), row(["1", "a"], 1, 0.5), row(["0", "a"], 2, 0.3)];
        table.sort(&["lambda=0,1", "alpha=a,b"].map(|text| text.parse().unwrap()));
        assert_eq!(table.rows.iter().map(|row| row.point.seed).collect::<Vec<_>>(), [1, 2, 1]);
        let [first, second] = &table.means(0)[..] else { panic!("two groups") };
        assert_eq!((first.seeds, second.seeds, second.margin), (2, 1, None));
        assert!((first.mean - 0.2).abs() < 1e-12);
        // Two values that differ by 0.2 have a standard error of 0.1.
        assert!((first.margin.unwrap() - 0.196).abs() < 1e-12);
    }
}
