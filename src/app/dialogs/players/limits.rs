//! How long a computer thinks: what was set for each kind of limit, and the scales of the sliders.

use std::ops::RangeInclusive;

use crate::app::widgets::Scale;
use crate::controller::{ComputerSettings, Method, ThinkingLimit};

/// The limits of a computer. Each keeps its value while another one is chosen.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    time: u64,
    depth: u8,
    iterations: u32,
}

impl Limits {
    /// The limits of these settings; what they do not say has its default.
    pub fn of(settings: &ComputerSettings) -> Limits {
        let mut limits = Limits { time: 1000, depth: 6, iterations: 10_000 };
        limits.keep(settings.limit);
        limits
    }

    /// Remembers the limit that is in use.
    pub fn keep(&mut self, limit: ThinkingLimit) {
        match limit {
            ThinkingLimit::Time(time) => self.time = time,
            ThinkingLimit::Depth(depth) => self.depth = depth,
            ThinkingLimit::Iterations(games) => self.iterations = games,
        }
    }

    /// The limit that a method uses: time, or what it counts instead.
    pub fn choose(&self, timed: bool, method: Method) -> ThinkingLimit {
        match (timed, method) {
            (true, _) => ThinkingLimit::Time(self.time),
            (false, Method::Mcts) => ThinkingLimit::Iterations(self.iterations),
            (false, _) => ThinkingLimit::Depth(self.depth),
        }
    }
}

/// The value of a limit as a person types it: seconds, plies or games.
pub fn typed(limit: ThinkingLimit) -> (f64, RangeInclusive<f64>) {
    match limit {
        ThinkingLimit::Time(time) => {
            let [least, most] = ThinkingLimit::TIMES.map(|time| time as f64 / 1000.0);
            (time as f64 / 1000.0, least..=most)
        }
        ThinkingLimit::Depth(depth) => {
            let [least, most] = ThinkingLimit::DEPTHS.map(f64::from);
            (depth.into(), least..=most)
        }
        ThinkingLimit::Iterations(games) => {
            let [least, most] = ThinkingLimit::ITERATIONS.map(f64::from);
            (games.into(), least..=most)
        }
    }
}

/// The limit of the same kind with this value.
pub fn from_typed(limit: ThinkingLimit, value: f64) -> ThinkingLimit {
    match limit {
        ThinkingLimit::Time(_) => ThinkingLimit::Time((value * 1000.0).round() as u64),
        ThinkingLimit::Depth(_) => ThinkingLimit::Depth(value.round() as u8),
        ThinkingLimit::Iterations(_) => ThinkingLimit::Iterations(value.round() as u32),
    }
}

/// The value of a limit and the scale of its slider. Times and games lie on a logarithmic one: a tenth of a second
/// matters as much as half a minute.
pub fn on_scale(limit: ThinkingLimit) -> (f64, Scale) {
    let (value, range) = typed(limit);
    let (least, most) = range.into_inner();
    let scale = match limit {
        ThinkingLimit::Depth(_) => Scale::even(least, most, 1.0),
        ThinkingLimit::Time(_) | ThinkingLimit::Iterations(_) => Scale::logarithmic(least, most),
    };
    (value, scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_limit_keeps_its_value() {
        let mut limits = Limits::of(&ComputerSettings { limit: ThinkingLimit::Depth(9), ..Default::default() });
        limits.keep(ThinkingLimit::Time(2500));
        assert_eq!(limits.choose(false, Method::Search), ThinkingLimit::Depth(9));
        assert_eq!(limits.choose(true, Method::Mcts), ThinkingLimit::Time(2500));
        assert_eq!(limits.choose(false, Method::Mcts), ThinkingLimit::Iterations(10_000));
        for limit in [ThinkingLimit::Time(2500), ThinkingLimit::Depth(9), ThinkingLimit::Iterations(700)] {
            let (value, range) = typed(limit);
            assert!(range.contains(&value) && from_typed(limit, value) == limit);
        }
    }
}
