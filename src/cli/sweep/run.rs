//! One run of a sweep: a training in a folder of its own, then a measurement.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail, ensure};

use muehle_engine::files::{self, DataFolders};
use muehle_engine::learn::arena::{MatchSettings, Pair, random_opening, run_match};
use muehle_engine::learn::{create_player, player_kinds};
use muehle_engine::players::{PlayerError, PlayerText, Resources};

use crate::cli::arguments::Conditions;

/// The commands that can train.
const TRAININGS: [&str; 4] = ["learn", "study", "tune", "train-ntuple"];
/// How often a running training is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// The most that is shown of what a failed training said.
const MAX_WORDS: usize = 4096;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// A match against an opponent.
    Match,
    /// How deep the search goes.
    Depth,
}

impl Measure {
    pub fn columns(self) -> &'static [&'static str] {
        match self {
            Measure::Match => &["wins", "draws", "losses", "p", "margin", "training_seconds"],
            Measure::Depth => &["depth", "nodes", "milliseconds", "training_seconds"],
        }
    }

    /// The column that is averaged, and its name.
    pub fn main_figure(self) -> (usize, &'static str) {
        match self {
            Measure::Match => (3, "p"),
            Measure::Depth => (0, "depth"),
        }
    }
}

/// One run, with all gaps filled.
#[derive(Debug)]
pub struct Run {
    pub folder: PathBuf,
    pub train: Option<String>,
    pub player: String,
    pub opponent: Option<String>,
    pub seed: u64,
}

/// Whether a command can train.
pub fn check_training(command: &str) -> anyhow::Result<()> {
    let first = command.split_whitespace().next().unwrap_or_default();
    ensure!(TRAININGS.contains(&first), "--train takes {}, not \"{first}\"", TRAININGS.join(", "));
    ensure!(!command.contains("--data"), "--train must not have --data; every run has a folder of its own");
    Ok(())
}

fn player_text(text: &str) -> anyhow::Result<PlayerText> {
    let read: PlayerText = text.parse()?;
    let known = player_kinds().any(|kind| kind.name == read.kind);
    ensure!(known, "\"{}\" is not a kind of player", read.kind);
    Ok(read)
}

impl Run {
    /// Whether its players can be read. What they need may not exist before the training.
    pub fn check(&self) -> anyhow::Result<()> {
        player_text(&self.player)?;
        self.opponent.as_deref().map_or(Ok(()), |opponent| player_text(opponent).map(|_| ()))
    }

    /// Trains and measures. None if it was stopped.
    pub fn figures(
        &self,
        conditions: &Conditions,
        resources: &Resources,
        stop: &AtomicBool,
    ) -> anyhow::Result<Option<Vec<f64>>> {
        let begun = Instant::now();
        let folders = match &self.train {
            None => resources.folders().clone(),
            Some(command) => {
                if !self.train(command, stop)? {
                    return Ok(None);
                }
                DataFolders::below(&self.folder)
            }
        };
        let training = begun.elapsed().as_secs_f64();
        let resources = Arc::new(Resources::new(folders));
        let figures = match &self.opponent {
            Some(opponent) => self.play(opponent, conditions, &resources, stop)?,
            None => self.search(conditions, &resources, stop)?,
        };
        Ok((!stop.load(Ordering::Relaxed)).then(|| [figures, vec![training]].concat()))
    }

    /// Trains in a process of its own; false if it was stopped. What an interrupted run left behind is trained anew.
    fn train(&self, command: &str, stop: &AtomicBool) -> anyhow::Result<bool> {
        let folder = self.folder.display();
        if self.folder.exists() {
            fs::remove_dir_all(&self.folder).with_context(|| format!("{folder} cannot be emptied"))?;
        }
        fs::create_dir_all(&self.folder).with_context(|| format!("{folder} cannot be created"))?;
        let words_path = self.folder.join("training.txt");
        let words = File::create(&words_path).with_context(|| format!("{} cannot be written", words_path.display()))?;
        let mut process = Command::new(std::env::current_exe().context("the program does not find itself")?);
        process.arg("--data").arg(&self.folder).args(command.split_whitespace());
        if !command.contains("--seed") {
            process.args(["--seed", &self.seed.to_string()]);
        }
        let mut process = process
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(words)
            .spawn()
            .context("the training cannot be started")?;
        let status = loop {
            if stop.load(Ordering::Relaxed) {
                let _ = process.kill();
                process.wait().context("the training cannot be ended")?;
                return Ok(false);
            }
            match process.try_wait().context("the training cannot be watched")? {
                Some(status) => break status,
                None => thread::sleep(LOOK_EVERY),
            }
        };
        if !status.success() {
            let (said, _) = files::read_limited(&words_path, MAX_WORDS).unwrap_or_default();
            bail!("\"{command}\" failed: {}", String::from_utf8_lossy(&said).trim());
        }
        Ok(true)
    }

    fn play(
        &self,
        opponent: &str,
        conditions: &Conditions,
        resources: &Arc<Resources>,
        stop: &AtomicBool,
    ) -> anyhow::Result<Vec<f64>> {
        let texts = [player_text(&self.player)?, player_text(opponent)?];
        let make = || -> Result<Pair, PlayerError> {
            Ok([create_player(&texts[0], resources)?, create_player(&texts[1], resources)?])
        };
        let settings = MatchSettings { seed: self.seed, ..conditions.settings(None) };
        resources.endgame(settings.rules.removal).unpack_embedded();
        let tally = run_match(&settings, &make, stop, &mut |_, _| {})?;
        let counts = [tally.wins(), tally.draws(), tally.losses()].map(|count| count as f64);
        // The margin of the score, in the units of p.
        Ok([&counts[..], &[tally.balance(), 2.0 * tally.margin()]].concat())
    }

    /// The mean depth, nodes and time of the player's searches, one per game's opening.
    fn search(
        &self,
        conditions: &Conditions,
        resources: &Arc<Resources>,
        stop: &AtomicBool,
    ) -> anyhow::Result<Vec<f64>> {
        let mut player = create_player(&player_text(&self.player)?, resources)?;
        resources.endgame(conditions.rules.removal).unpack_embedded();
        let mut sums = [0.0; 3];
        for number in 0..conditions.games as u64 {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let seed = self.seed.wrapping_add(number.wrapping_mul(0x9E37_79B9));
            let game = random_opening(conditions.rules, conditions.openings.into(), seed);
            player.new_game(seed);
            let choice = player.choose(&game, stop, &mut |_| {})?;
            let report =
                choice.report.ok_or_else(|| anyhow!("{} does not search; give it an opponent", self.player))?;
            let figures = [f64::from(report.depth), report.nodes as f64, 1000.0 * report.time.as_secs_f64()];
            sums.iter_mut().zip(figures).for_each(|(sum, figure)| *sum += figure);
        }
        Ok(sums.map(|sum| sum / conditions.games as f64).to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_trainings_and_players_are_refused() {
        assert!(check_training("learn -d=2 Net").is_ok());
        let error = |command: &str| check_training(command).unwrap_err().to_string();
        assert_eq!(error("match a b"), "--train takes learn, study, tune, train-ntuple, not \"match\"");
        assert!(error("").contains("not \"\"") && error("learn --data x Net").contains("--data"));
        assert!(player_text("mcts:iterations=10").is_ok());
        assert_eq!(player_text("wizard:k=1").unwrap_err().to_string(), "\"wizard\" is not a kind of player");
        assert!(player_text("mcts:iterations").is_err());
    }
}
