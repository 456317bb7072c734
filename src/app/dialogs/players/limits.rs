//! How long a computer thinks: what was set for each kind of limit, and the scales of the sliders.

use std::ops::RangeInclusive;

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

/// The place of a limit on its slider.
pub fn to_place(limit: ThinkingLimit) -> f32 {
    match limit {
        ThinkingLimit::Time(time) => time_to_place(time),
        ThinkingLimit::Depth(depth) => depth_to_place(depth),
        ThinkingLimit::Iterations(games) => iterations_to_place(games),
    }
}

/// The limit of the same kind at a place of its slider.
pub fn from_place(limit: ThinkingLimit, place: f32) -> ThinkingLimit {
    match limit {
        ThinkingLimit::Time(_) => ThinkingLimit::Time(place_to_time(place)),
        ThinkingLimit::Depth(_) => ThinkingLimit::Depth(place_to_depth(place)),
        ThinkingLimit::Iterations(_) => ThinkingLimit::Iterations(place_to_iterations(place)),
    }
}

/// Times lie on a logarithmic scale: a tenth of a second matters as much as half a minute.
fn time_to_place(time: u64) -> f32 {
    let [least, most] = ThinkingLimit::TIMES.map(|time| (time as f32).ln());
    ((time.max(1) as f32).ln() - least) / (most - least)
}

fn place_to_time(place: f32) -> u64 {
    let [least, most] = ThinkingLimit::TIMES.map(|time| (time as f32).ln());
    let time = (least + place * (most - least)).exp();
    // Two leading digits are enough.
    let unit = 10_f32.powf(time.log10().floor() - 1.0);
    ((time / unit).round() * unit).round() as u64
}

fn depth_to_place(depth: u8) -> f32 {
    let [least, most] = ThinkingLimit::DEPTHS.map(f32::from);
    (f32::from(depth) - least) / (most - least)
}

fn place_to_depth(place: f32) -> u8 {
    let [least, most] = ThinkingLimit::DEPTHS.map(f32::from);
    (least + place * (most - least)).round() as u8
}

fn iterations_to_place(games: u32) -> f32 {
    let [least, most] = ThinkingLimit::ITERATIONS.map(|games| (games as f32).ln());
    ((games.max(1) as f32).ln() - least) / (most - least)
}

fn place_to_iterations(place: f32) -> u32 {
    let [least, most] = ThinkingLimit::ITERATIONS.map(|games| (games as f32).ln());
    let games = (least + place * (most - least)).exp();
    let unit = 10_f32.powf(games.log10().floor() - 1.0);
    ((games / unit).round() * unit).round() as u32
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

    #[test]
    fn sliders_reach_both_ends_and_come_back() {
        assert_eq!([place_to_time(0.0), place_to_time(1.0)], ThinkingLimit::TIMES);
        assert_eq!([place_to_depth(0.0), place_to_depth(1.0)], ThinkingLimit::DEPTHS);
        assert_eq!([place_to_iterations(0.0), place_to_iterations(1.0)], ThinkingLimit::ITERATIONS);
        for time in [100, 300, 1000, 2500, 30_000] {
            assert_eq!(place_to_time(time_to_place(time)), time);
        }
        for depth in 1..=20 {
            assert_eq!(place_to_depth(depth_to_place(depth)), depth);
        }
    }
}
