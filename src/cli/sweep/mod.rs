//! `muehle sweep`: trains and measures players for every combination of some parameters, with several seeds.

mod grid;
mod run;
mod table;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail, ensure};
use clap::Args;

use muehle_engine::files;
use muehle_engine::players::Resources;

use super::arguments::Conditions;
use super::output::note;
use super::{progress, write_file, wrong_usage};
use grid::{Axis, Point, check_gaps, filled, points};
use run::{Measure, Run};
use table::{Row, Table};

/// More runs are hardly meant.
const MOST_RUNS: usize = 10_000;
/// The largest table that is read.
const MAX_BYTES: usize = 16 << 20;

pub(super) const HELP: &str = "\
For example, λ in the paper's learning, five seeds each, measured against Standard:
  muehle sweep computer:heuristic=Net,depth=4 computer:depth=4 --train \"learn -d=2 -l={lambda} --games 5000 Net\" \\
      --vary lambda=0,0.3,0.5,0.7,0.9,1 --seeds 5 --games 200 --out lambda
The constant of UCT, without a training:
  muehle sweep mcts:iterations=1000,k={k} computer:depth=4 --vary k=0.5,1,1.41,2 --games 200 --openings 4 --out uct
How deep the search goes by the size of its table, on 50 positions after 10 random plies:
  muehle sweep computer:time=1000,hash={hash} --vary hash=1,4,16,64 --games 50 --openings 10 --out hash";

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Player to measure, with a gap {NAME} where the value of a parameter belongs
    player: String,
    /// Its opponent; without one, the depth that the player's search reaches is measured
    opponent: Option<String>,
    /// Parameter and its values, separated by commas, or by semicolons if they contain commas; repeat it for a grid
    #[arg(long, required = true, value_name = "NAME=VALUE,…")]
    vary: Vec<Axis>,
    /// Command that trains the player first: learn, study, tune or train-ntuple with its options, gaps too
    #[arg(long, value_name = "COMMAND")]
    train: Option<String>,
    /// Seeds per combination, from 1; {seed} is a gap too
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1000))]
    seeds: u64,
    /// Folder of the sweep. If it has results of this sweep already, only what is missing is done
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    conditions: Conditions,
}

impl Arguments {
    fn measure(&self) -> Measure {
        if self.opponent.is_some() { Measure::Match } else { Measure::Depth }
    }

    /// What makes two sweeps the same. Values and seeds may be added later.
    fn description(&self) -> String {
        let Conditions { games, openings, rules, .. } = &self.conditions;
        let [train, opponent] = [&self.train, &self.opponent].map(|text| text.as_deref().unwrap_or("-"));
        let player = &self.player;
        format!(
            "train: {train}\nplayer: {player}\nopponent: {opponent}\ngames: {games}\nopenings: {openings}\nrules: {rules}\n"
        )
    }

    fn check(&self) -> anyhow::Result<Vec<Point>> {
        let texts: Vec<&str> = [Some(&self.player), self.opponent.as_ref(), self.train.as_ref()]
            .into_iter()
            .flatten()
            .map(String::as_str)
            .collect();
        check_gaps(&texts, &self.vary).map_err(anyhow::Error::msg)?;
        let runs =
            self.vary.iter().map(|axis| axis.values.len()).product::<usize>().saturating_mul(self.seeds as usize);
        ensure!(runs <= MOST_RUNS, "that would be {runs} runs; at most {MOST_RUNS} are possible");
        if let Some(train) = &self.train {
            run::check_training(train)?;
        }
        Ok(points(&self.vary, self.seeds))
    }

    fn run_at(&self, point: &Point) -> Run {
        let fill = |text: &String| filled(text, &self.vary, point);
        let names = self.vary.iter().zip(&point.values).map(|(axis, value)| format!("{}={value}", axis.name));
        // A folder's name, whatever the values are.
        let harmless = |c: char| if c.is_ascii_alphanumeric() || "=.,-_+".contains(c) { c } else { '_' };
        let name: String = names.chain([format!("seed={}", point.seed)]).collect::<Vec<_>>().join("+");
        Run {
            folder: self.out.join("runs").join(name.chars().map(harmless).collect::<String>()),
            train: self.train.as_ref().map(fill),
            player: fill(&self.player),
            opponent: self.opponent.as_ref().map(fill),
            seed: point.seed,
        }
    }
}

pub(super) fn run(arguments: &Arguments, resources: &Resources, stop: &AtomicBool) -> anyhow::Result<()> {
    let points = arguments.check().map_err(wrong_usage)?;
    let measure = arguments.measure();
    // A player that cannot be made is better known before the first training than after it.
    for point in &points {
        arguments.run_at(point).check().map_err(wrong_usage)?;
    }
    fs::create_dir_all(&arguments.out).with_context(|| format!("{} cannot be created", arguments.out.display()))?;
    claim(&arguments.out.join("sweep.txt"), &arguments.description())?;
    let mut table = Table::new(&arguments.vary, measure.columns());
    let path = arguments.out.join("results.csv");
    if let Some(text) = read(&path)? {
        table.read_csv(&text).with_context(|| format!("{} cannot be used", path.display()))?;
    }
    let missing: Vec<&Point> = points.iter().filter(|point| !table.has(point)).collect();
    if missing.len() < points.len() {
        note(format_args!("{} of {} runs are done already", points.len() - missing.len(), points.len()));
    }
    let bar = progress::bar(missing.len() as u64, "runs");
    for point in missing {
        let Some(figures) = arguments.run_at(point).figures(&arguments.conditions, resources, stop)? else { break };
        table.rows.push(Row { point: point.clone(), figures });
        table.sort(&arguments.vary);
        write_file(&path, table.to_csv().as_bytes())?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    print(arguments, &table)?;
    if stop.load(Ordering::Relaxed) {
        note("stopped; the same command goes on");
    }
    Ok(())
}

/// Writes down what a folder's sweep is, or refuses a folder with another one.
fn claim(path: &Path, description: &str) -> anyhow::Result<()> {
    match read(path)? {
        None => write_file(path, description.as_bytes()),
        Some(found) if found == description => Ok(()),
        Some(_) => bail!("{} describes another sweep; choose another folder", path.display()),
    }
}

/// The text of a file, if it exists.
fn read(path: &Path) -> anyhow::Result<Option<String>> {
    let (bytes, more) = match files::read_limited(path, MAX_BYTES) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        read => read.with_context(|| format!("{} cannot be read", path.display()))?,
    };
    ensure!(!more, "{} cannot be read: it is larger than {} MB", path.display(), MAX_BYTES >> 20);
    Ok(Some(String::from_utf8(bytes).with_context(|| format!("{} cannot be read", path.display()))?))
}

/// The means over the seeds, one line per combination.
fn print(arguments: &Arguments, table: &Table) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let (figure, name) = arguments.measure().main_figure();
    let widths: Vec<usize> = arguments
        .vary
        .iter()
        .map(|axis| axis.values.iter().chain([&axis.name]).map(|text| text.chars().count()).max().unwrap_or(0) + 2)
        .collect();
    for (axis, &width) in arguments.vary.iter().zip(&widths) {
        write!(out, "{:<width$}", axis.name)?;
    }
    writeln!(out, "{:>5}{name:>10}", "seeds")?;
    for mean in table.means(figure) {
        for (value, &width) in mean.values.iter().zip(&widths) {
            write!(out, "{value:<width$}")?;
        }
        let margin = mean.margin.map_or(String::new(), |margin| format!(" ± {margin:.3}"));
        writeln!(out, "{:>5}{:>+10.3}{margin}", mean.seeds, mean.mean)?;
    }
    Ok(())
}
