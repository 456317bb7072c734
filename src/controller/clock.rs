//! How much time each side has used.

use std::time::{Duration, Instant};

use muehle_engine::rules::Color;

/// Two clocks; at most one runs.
#[derive(Clone, Debug, Default)]
pub struct Clocks {
    used: [Duration; 2],
    running: Option<(Color, Instant)>,
}

impl Clocks {
    /// Clocks that have already used this much time.
    pub fn with_used(used: [Duration; 2]) -> Clocks {
        Clocks { used, running: None }
    }

    /// Runs the clock of a side, or none.
    pub fn run(&mut self, side: Option<Color>) {
        self.run_from(side, Instant::now());
    }

    fn run_from(&mut self, side: Option<Color>, now: Instant) {
        if self.running.map(|(running, _)| running) == side {
            return;
        }
        if let Some((running, since)) = self.running.take() {
            self.used[running.index()] += now.saturating_duration_since(since);
        }
        self.running = side.map(|side| (side, now));
    }

    /// The side whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(side, _)| side)
    }

    /// The time a side has used.
    pub fn used(&self, side: Color) -> Duration {
        let current = match self.running {
            Some((running, since)) if running == side => since.elapsed(),
            _ => Duration::ZERO,
        };
        self.used[side.index()] + current
    }

    /// When the running clock shows the next second.
    pub fn next_tick(&self) -> Option<Duration> {
        let used = self.used(self.running()?);
        Some(Duration::from_secs(used.as_secs() + 1).saturating_sub(used) + Duration::from_millis(5))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_running_clock_counts() {
        let start = Instant::now();
        let second = Duration::from_secs(1);
        let mut clocks = Clocks::default();
        clocks.run_from(Some(Color::White), start);
        clocks.run_from(Some(Color::White), start + second);
        clocks.run_from(Some(Color::Black), start + 3 * second);
        clocks.run_from(None, start + 8 * second);
        clocks.run_from(None, start + 9 * second);
        assert_eq!(clocks.used(Color::White), 3 * second);
        assert_eq!(clocks.used(Color::Black), 5 * second);
        assert_eq!(clocks.next_tick(), None);
    }
}
