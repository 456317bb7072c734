//! When a search ends.

use std::time::Duration;

use super::options::{OptionError, number};

/// The first limit reached ends the search. Without limits it runs until it is stopped or the game is solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The number of plies; at least 1 is searched, at most [`Limits::MAX_DEPTH`].
    pub depth: Option<u32>,
    /// The time.
    pub time: Option<Duration>,
    /// The positions visited.
    pub nodes: Option<u64>,
    /// The time does not end the search before this depth is done; 0 if it always may.
    pub least_depth: u32,
}

impl Limits {
    /// Deeper is not searched.
    pub const MAX_DEPTH: u32 = 100;

    /// A fixed depth.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A fixed time.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// A fixed number of positions.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// The depth at which iterations end.
    pub(super) fn last_depth(&self) -> u32 {
        self.depth.unwrap_or(Limits::MAX_DEPTH).clamp(1, Limits::MAX_DEPTH)
    }

    /// Sets `depth`, `time` (in ms) or `nodes` from text; false if the key is none of them. Zero switches a limit off.
    pub fn set(&mut self, key: &str, value: &str) -> Result<bool, OptionError> {
        match key.trim().to_ascii_lowercase().as_str() {
            "depth" | "d" => {
                self.depth = Some(number(key, value, 0, u32::MAX.into())? as u32).filter(|&depth| depth > 0)
            }
            "time" | "movetime" | "t" => {
                let time = number(key, value, 0, 1 << 40)?;
                self.time = Some(Duration::from_millis(time)).filter(|time| !time.is_zero());
            }
            "nodes" => self.nodes = Some(number(key, value, 0, u64::MAX)?).filter(|&nodes| nodes > 0),
            _ => return Ok(false),
        }
        Ok(true)
    }
}
