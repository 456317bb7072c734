//! The switches of the search. The default is the strongest known setting.

use thiserror::Error;

use crate::endgame;
use crate::rules::notation;

use super::Variant;

/// What makes a position at the horizon worth a closer look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Noise {
    /// The side to move can close a mill.
    #[default]
    OpenMills,
    /// The side to move can place a stone that opens two mills at once; sliding counts as quiet.
    DoubleOpenings,
}

/// All switches. Those of the paper come first. Each can be switched off to measure what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Cut off what cannot matter; without it every line is searched (plain minimax).
    pub alpha_beta: bool,
    /// Search depth 1, 2, 3, … and start each with the best move so far.
    pub iterative_deepening: bool,
    /// Start each depth with a window of this radius around the last value; 0 is off.
    pub aspiration: f64,
    /// Search all but the first move with a minimal window (negascout).
    pub minimal_window: bool,
    /// The size of the transposition table in MB; 0 is off.
    pub hash: usize,
    /// Search moves that close a mill first.
    pub mills_first: bool,
    /// How many plies noisy positions at the horizon are searched on; 0 is off.
    pub quiescence: u32,
    /// What counts as noisy.
    pub noise: Noise,

    /// Search the move that the table remembers first.
    pub hash_move: bool,
    /// Then try the moves that cut off at the same ply elsewhere.
    pub killers: bool,
    /// Order quiet moves by how often they cut off.
    pub history: bool,
    /// Search moves late in the order less deeply, and again if they surprise.
    pub late_move_reductions: bool,
    /// Believe a much shallower search that misses the window by far. Works with the shape network only.
    pub prob_cut: bool,
    /// Believe an estimate that misses the window by far one or two plies before the horizon. Works with the shape network
    /// only.
    pub futility: bool,
    /// Treat the 16 images of a position as one while few stones are on the board. Has no effect with a random radius.
    pub symmetry: bool,
    /// Probe the endgame database up to this number of stones; 0 is off.
    pub endgame: usize,
    /// Use the results of the opening and the tables of the placing phase; needs `endgame` above 0.
    pub opening: bool,
    /// Let the shape network value what it knows, if the heuristic allows it.
    pub shapes: bool,

    /// A value from [-radius, radius], a function of position and seed, is added to each estimate.
    pub random_radius: f64,
    /// Everything random in a game follows from this.
    pub seed: u64,
    /// The number of threads. Only one thread is reproducible.
    pub threads: usize,
    /// Find all moves that are as good as the best.
    pub equal_moves: bool,
    /// Report the value of every legal move.
    pub all_moves: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            alpha_beta: true,
            iterative_deepening: true,
            aspiration: 0.0,
            minimal_window: true,
            hash: 64,
            mills_first: true,
            quiescence: 4,
            noise: Noise::OpenMills,
            hash_move: true,
            killers: true,
            history: true,
            late_move_reductions: true,
            prob_cut: true,
            futility: true,
            symmetry: true,
            endgame: endgame::MOST_STONES.into(),
            opening: true,
            shapes: true,
            random_radius: 0.0,
            seed: 0,
            threads: 1,
            equal_moves: true,
            all_moves: false,
        }
    }
}

/// Why an option could not be set.
#[derive(Clone, Debug, PartialEq, Error)]
#[allow(missing_docs)]
pub enum OptionError {
    #[error("there is no option \"{0}\"")]
    Unknown(String),
    #[error("{key} is \"{value}\", it must be a whole number from {min} to {max}")]
    Number { key: String, value: String, min: u64, max: u64 },
    #[error("{key} is \"{value}\", it must be a number from 0 to 1")]
    Share { key: String, value: String },
    #[error("{key} is \"{value}\", it must be on or off")]
    Switch { key: String, value: String },
    #[error("variant is \"{0}\", it must be one of {keys}", keys = Variant::KEYS)]
    Variant(String),
    #[error("noise is \"{0}\", it must be mills or double")]
    Noise(String),
}

pub(super) fn number(key: &str, value: &str, min: u64, max: u64) -> Result<u64, OptionError> {
    let error = || OptionError::Number { key: notation::excerpt(key), value: notation::excerpt(value), min, max };
    value.trim().parse().ok().filter(|number| (min..=max).contains(number)).ok_or_else(error)
}

pub(crate) fn share(key: &str, value: &str) -> Result<f64, OptionError> {
    let error = || OptionError::Share { key: notation::excerpt(key), value: notation::excerpt(value) };
    value.trim().parse().ok().filter(|number| (0.0..=1.0).contains(number)).ok_or_else(error)
}

pub(crate) fn switch(key: &str, value: &str) -> Result<bool, OptionError> {
    match value.trim().to_ascii_lowercase().as_str() {
        "on" | "true" | "yes" | "1" => Ok(true),
        "off" | "false" | "no" | "0" => Ok(false),
        _ => Err(OptionError::Switch { key: notation::excerpt(key), value: notation::excerpt(value) }),
    }
}

impl Options {
    /// What [`Options::set`] understands.
    pub const KEYS: &str = "alphabeta, iterative, aspiration, minimalwindow, hash, millsfirst, quiescence, noise, hashmove, \
                            killers, history, reductions, probcut, futility, symmetry, endgame, opening, shapes, radius, seed, \
                            threads, equalmoves, allmoves, variant";
    /// The largest table in MB on any machine.
    pub const MAX_HASH: usize = 65_536;
    /// The most threads.
    pub const MAX_THREADS: usize = 256;
    /// The deepest quiescence search.
    pub const MAX_QUIESCENCE: u32 = 20;

    /// The largest table in MB on this machine: the memory it has, where the system says so.
    pub fn largest_hash() -> usize {
        let machine = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
            let kilobytes = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?.trim().strip_suffix(" kB")?;
            kilobytes.parse::<usize>().ok()
        });
        machine.map_or(Options::MAX_HASH, |kilobytes| (kilobytes >> 10).min(Options::MAX_HASH))
    }

    /// Sets a switch from text. Case does not matter; `q`, `r`, `EndgameStones` and `RandomRadius` work too. `variant` sets
    /// all switches at once, so it comes first.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        match key.trim().to_ascii_lowercase().as_str() {
            "alphabeta" => self.alpha_beta = switch(key, value)?,
            "iterative" => self.iterative_deepening = switch(key, value)?,
            "aspiration" => self.aspiration = share(key, value)?,
            "minimalwindow" => self.minimal_window = switch(key, value)?,
            "hash" => self.hash = number(key, value, 0, Options::largest_hash() as u64)? as usize,
            "millsfirst" => self.mills_first = switch(key, value)?,
            "quiescence" | "q" => self.quiescence = number(key, value, 0, Options::MAX_QUIESCENCE.into())? as u32,
            "noise" => {
                self.noise = match value.trim().to_ascii_lowercase().as_str() {
                    "mills" => Noise::OpenMills,
                    "double" => Noise::DoubleOpenings,
                    _ => return Err(OptionError::Noise(notation::excerpt(value))),
                }
            }
            "hashmove" => self.hash_move = switch(key, value)?,
            "killers" => self.killers = switch(key, value)?,
            "history" => self.history = switch(key, value)?,
            "reductions" => self.late_move_reductions = switch(key, value)?,
            "probcut" => self.prob_cut = switch(key, value)?,
            "futility" => self.futility = switch(key, value)?,
            "symmetry" => self.symmetry = switch(key, value)?,
            "endgame" | "endgamestones" => self.endgame = number(key, value, 0, endgame::MOST_STONES.into())? as usize,
            "opening" => self.opening = switch(key, value)?,
            "shapes" => self.shapes = switch(key, value)?,
            "radius" | "randomradius" | "r" => self.random_radius = share(key, value)?,
            "seed" => self.seed = number(key, value, 0, u64::MAX)?,
            "threads" => self.threads = number(key, value, 1, Options::MAX_THREADS as u64)? as usize,
            "equalmoves" => self.equal_moves = switch(key, value)?,
            "variant" => {
                let unknown = || OptionError::Variant(notation::excerpt(value));
                let preset = Variant::find(value).ok_or_else(unknown)?.options;
                // What is no method of searching stays as it is.
                let Options { seed, threads, random_radius, all_moves, .. } = *self;
                *self = Options { seed, threads, random_radius, all_moves, ..preset };
            }
            "allmoves" => self.all_moves = switch(key, value)?,
            _ => return Err(OptionError::Unknown(notation::excerpt(key))),
        }
        Ok(())
    }

    /// The paper's plain minimax, the first of its variants.
    pub fn minimax() -> Options {
        Options {
            alpha_beta: false,
            iterative_deepening: false,
            minimal_window: false,
            hash: 0,
            mills_first: false,
            quiescence: 0,
            hash_move: false,
            killers: false,
            history: false,
            late_move_reductions: false,
            prob_cut: false,
            futility: false,
            symmetry: false,
            endgame: 0,
            opening: false,
            shapes: false,
            equal_moves: false,
            ..Options::default()
        }
    }

    /// The paper's alpha-beta with iterative deepening, which its other variants build on.
    pub fn plain() -> Options {
        Options { alpha_beta: true, iterative_deepening: true, ..Options::minimax() }
    }

    /// The paper's version 2.43: minimal window, table and mills first.
    pub fn version_2_43() -> Options {
        Options { minimal_window: true, hash: 64, mills_first: true, ..Options::plain() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_sets_something_and_refuses_nonsense() {
        for key in Options::KEYS.split(", ") {
            let mut options = Options::default();
            let changes = ["on", "off", "0.5", "2", "double", "minimax"].iter().any(|value| {
                let mut changed = options.clone();
                changed.set(key, value).is_ok() && changed != options
            });
            assert!(changes, "{key}");
            assert!(options.set(key, "nonsense").is_err(), "{key}");
            assert!(options.set(key, "-1").is_err(), "{key}");
        }
        let mut options = Options::default();
        assert_eq!(options.set("Beauty", "1").unwrap_err().to_string(), "there is no option \"Beauty\"");
        assert_eq!(
            options.set("Hash", "many").unwrap_err().to_string(),
            format!("Hash is \"many\", it must be a whole number from 0 to {}", Options::largest_hash())
        );
        assert!(options.set("Hash", &(Options::largest_hash() + 1).to_string()).is_err());
        assert!(options.set("radius", "NaN").is_err());
        options.set("RandomRadius", "0.05").unwrap();
        assert_eq!(options.random_radius, 0.05);
    }
}
