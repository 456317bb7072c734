//! How much time each side has used, and how much it may use.

use std::time::{Duration, Instant};

use super::network::ClockSettings;
use muehle_engine::rules::Color;

/// The part of its remaining time that a computer spends on a move.
const SHARE: u32 = 30;
/// Below this, tenths of a second are shown.
pub const TENTHS_BELOW: Duration = Duration::from_secs(10);

/// A game with limited time: how much each side was granted so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// What was agreed.
    pub settings: ClockSettings,
    /// The initial time of each side and what its moves have added.
    pub granted: [Duration; 2],
}

impl TimeControl {
    /// The time control of a game that begins.
    pub fn new(settings: ClockSettings) -> TimeControl {
        TimeControl { settings, granted: [Duration::from_millis(settings.initial_ms); 2] }
    }
}

/// The clock as PGN files write it: seconds, and seconds per move.
pub fn tag_of(settings: ClockSettings) -> String {
    let seconds = |ms: u64| (ms as f64 / 1000.0).to_string();
    match settings.increment_ms {
        0 => seconds(settings.initial_ms),
        increment => format!("{}+{}", seconds(settings.initial_ms), seconds(increment)),
    }
}

/// Reads such a tag.
pub fn from_tag(text: &str) -> Option<ClockSettings> {
    let (initial, increment) = text.split_once('+').unwrap_or((text, "0"));
    let ms = |text: &str| {
        let seconds = text.trim().parse::<f64>().ok().filter(|seconds| (0.0..=1e6).contains(seconds))?;
        Some((seconds * 1000.0).round() as u64)
    };
    let settings = ClockSettings { initial_ms: ms(initial)?, increment_ms: ms(increment)? };
    settings.is_sensible().then_some(settings)
}

/// Two clocks; at most one runs.
#[derive(Clone, Debug, Default)]
pub struct Clocks {
    used: [Duration; 2],
    running: Option<(Color, Instant)>,
    control: Option<TimeControl>,
    /// Whether limited time waits for the next move: nobody should lose while looking at a game that was just opened.
    waits: bool,
}

impl Clocks {
    /// Clocks that have already used this much time.
    pub fn with_used(used: [Duration; 2]) -> Clocks {
        Clocks { used, ..Clocks::default() }
    }

    /// The same clocks with limited time.
    #[must_use]
    pub fn limited(self, control: Option<TimeControl>) -> Clocks {
        Clocks { control, waits: control.is_some(), ..self }
    }

    /// The time control, if time is limited.
    pub fn control(&self) -> Option<TimeControl> {
        self.control
    }

    /// From now on time is not limited.
    pub fn lift_limit(&mut self) {
        self.control = None;
    }

    /// A side has moved, which may add to its time.
    pub fn moved(&mut self, by: Color) {
        self.waits = false;
        if let Some(control) = &mut self.control {
            control.granted[by.index()] += Duration::from_millis(control.settings.increment_ms);
        }
    }

    /// Runs the clock of a side, or none.
    pub fn run(&mut self, side: Option<Color>) {
        self.run_from(side.filter(|_| !self.waits), Instant::now());
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

    /// The time a side has left, if it is limited.
    pub fn left(&self, side: Color) -> Option<Duration> {
        Some(self.control?.granted[side.index()].saturating_sub(self.used(side)))
    }

    /// The side whose time is up.
    pub fn fallen(&self) -> Option<Color> {
        self.running().filter(|&side| self.left(side) == Some(Duration::ZERO))
    }

    /// The longest a computer thinks about its next move, so that its time lasts for the game.
    pub fn share(&self, side: Color) -> Option<Duration> {
        let left = self.left(side)?;
        let increment = Duration::from_millis(self.control?.settings.increment_ms);
        Some((left / SHARE + increment * 3 / 4).min(left / 2))
    }

    /// When the running clock shows something else.
    pub fn next_tick(&self) -> Option<Duration> {
        let side = self.running()?;
        let (rest, slack) = match self.left(side) {
            // The moment when time is up is one of these ticks.
            Some(left) if left <= TENTHS_BELOW => (left.subsec_nanos() % 100_000_000, Duration::from_millis(1)),
            Some(left) => (left.subsec_nanos(), Duration::from_millis(1)),
            None => (1_000_000_000 - self.used(side).subsec_nanos(), Duration::from_millis(5)),
        };
        Some(Duration::from_nanos(rest.into()) + slack)
    }

    /// When the time of the running clock is up.
    pub fn time_to_flag(&self) -> Option<Duration> {
        self.left(self.running()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn only_the_running_clock_counts() {
        let start = Instant::now();
        let mut clocks = Clocks::default();
        clocks.run_from(Some(Color::White), start);
        clocks.run_from(Some(Color::White), start + SECOND);
        clocks.run_from(Some(Color::Black), start + 3 * SECOND);
        clocks.run_from(None, start + 8 * SECOND);
        clocks.run_from(None, start + 9 * SECOND);
        assert_eq!(clocks.used(Color::White), 3 * SECOND);
        assert_eq!(clocks.used(Color::Black), 5 * SECOND);
        assert_eq!(clocks.next_tick(), None);
    }

    #[test]
    fn limited_time_runs_out_and_moves_add_to_it() {
        let settings = ClockSettings { initial_ms: 5000, increment_ms: 2000 };
        let start = Instant::now() - 8 * SECOND;
        let mut clocks = Clocks::default().limited(Some(TimeControl::new(settings)));
        clocks.run(Some(Color::White));
        assert_eq!(clocks.running(), None, "it waits for the first move");
        clocks.moved(Color::White);
        assert_eq!(clocks.left(Color::White), Some(7 * SECOND));
        clocks.run_from(Some(Color::Black), start);
        assert_eq!(clocks.fallen(), Some(Color::Black));
        clocks.moved(Color::Black);
        clocks.run_from(Some(Color::White), start + 4 * SECOND);
        assert_eq!(clocks.left(Color::Black), Some(3 * SECOND));
        assert!(clocks.fallen().is_none() && clocks.time_to_flag() > Some(2 * SECOND));
        assert!(clocks.share(Color::Black) <= Some(Duration::from_millis(1500)), "half of the rest at most");
        clocks.lift_limit();
        assert_eq!((clocks.left(Color::White), clocks.fallen()), (None, None));
    }

    #[test]
    fn time_controls_are_read_as_they_are_written() {
        for (initial_ms, increment_ms, text) in [(300_000, 0, "300"), (900_000, 5000, "900+5"), (1500, 250, "1.5+0.25")]
        {
            let settings = ClockSettings { initial_ms, increment_ms };
            assert_eq!(tag_of(settings), text);
            assert_eq!(from_tag(text), Some(settings));
        }
        for strange in ["-", "?", "40/7200", "", "0", "1e9", "-5", "60+-1"] {
            assert_eq!(from_tag(strange), None, "{strange}");
        }
    }
}
