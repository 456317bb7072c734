//! The clocks of a network game: each side counts its own time and watches the partner's.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Ticket;
use muehle_engine::rules::Color;

/// How long a message may travel without counting as thinking time.
const TRAVEL: Duration = Duration::from_secs(2);
/// How long the partner may stay silent after running out of time before it counts as cheating.
const OVERTIME: Duration = Duration::from_secs(10);

/// Lost lines stop the clocks for a tenth of the initial time in total, within these bounds.
const MIN_GRACE: Duration = Duration::from_secs(3);
const MAX_GRACE: Duration = Duration::from_secs(120);

/// The time of each side for a game, and what each move adds to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockSettings {
    /// Milliseconds at the start.
    pub initial_ms: u64,
    /// Milliseconds that each move adds.
    pub increment_ms: u64,
}

/// A text that is not a valid clock.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a clock is MINUTES or MINUTES+SECONDS: at most 1440 minutes per game and 600 seconds per move")]
pub struct ClockError;

impl ClockSettings {
    const MAX_INITIAL_MS: u64 = 24 * 60 * 60 * 1000;
    const MAX_INCREMENT_MS: u64 = 10 * 60 * 1000;

    /// Whether a game can be played with it: one second to one day, plus at most ten minutes per move.
    pub fn is_sensible(&self) -> bool {
        (1000..=Self::MAX_INITIAL_MS).contains(&self.initial_ms) && self.increment_ms <= Self::MAX_INCREMENT_MS
    }
}

/// Minutes and seconds: `5+3`.
impl fmt::Display for ClockSettings {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}+{}", self.initial_ms as f64 / 60_000.0, self.increment_ms as f64 / 1000.0)
    }
}

/// Reads `5` or `5+3`; fractions are allowed, with a point or a comma.
impl FromStr for ClockSettings {
    type Err = ClockError;

    fn from_str(text: &str) -> Result<ClockSettings, ClockError> {
        let text = text.replace(',', ".");
        let (minutes, seconds) = text.split_once('+').unwrap_or((&text, "0"));
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| (0.0..=1e6).contains(number));
        let (minutes, seconds) = (number(minutes).ok_or(ClockError)?, number(seconds).ok_or(ClockError)?);
        let settings = ClockSettings {
            initial_ms: (minutes * 60_000.0).round() as u64,
            increment_ms: (seconds * 1000.0).round() as u64,
        };
        if settings.is_sensible() { Ok(settings) } else { Err(ClockError) }
    }
}

/// Two clocks; at most one runs.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    left: [Duration; 2],
    increment: Duration,
    /// Whose clock runs, and since when.
    running: Option<(Color, Instant)>,
    /// Since when the line is lost.
    lost: Option<Instant>,
    /// For how long lost lines may still stop the clocks in this game.
    grace: Duration,
}

impl Clock {
    /// White's clock runs from the start.
    pub(super) fn start(settings: ClockSettings, now: Instant) -> Clock {
        let initial = Duration::from_millis(settings.initial_ms);
        let increment = Duration::from_millis(settings.increment_ms);
        let grace = (initial / 10).clamp(MIN_GRACE, MAX_GRACE);
        Clock { left: [initial; 2], increment, running: Some((Color::White, now)), lost: None, grace }
    }

    /// The clocks of a game that this side comes back to, `away` after it last wrote down the time left. It does not
    /// know how much of that it was thinking, and the partner does. So it believes the worst about itself and the best about
    /// the partner: then neither takes the other for dishonest.
    pub(super) fn restored(ticket: &Ticket, settings: ClockSettings, side: Color, now: Instant) -> Clock {
        let (away, start) = (ticket.age(), Clock::start(settings, now));
        let grace = ticket.grace_ms.map_or(start.grace, Duration::from_millis).min(start.grace);
        let free = if side == ticket.own { Duration::ZERO } else { away.min(grace) };
        let mut left = ticket.left();
        left[side.index()] = left[side.index()].saturating_sub(away - free);
        let grace = grace.saturating_sub(away);
        Clock { left, running: Some((side, now)), lost: Some(now), grace, ..start }
    }

    /// For how long lost lines may still stop the clocks.
    pub(super) fn grace(&self, now: Instant) -> Duration {
        let lost = self.lost.map_or(Duration::ZERO, |lost| now.saturating_duration_since(lost));
        self.grace.saturating_sub(lost)
    }

    /// How much the running clock has used since it was last read.
    fn used(&self, since: Instant, now: Instant) -> Duration {
        let since = self.lost.map_or(since, |lost| since.max(lost + self.grace));
        now.saturating_duration_since(since)
    }

    pub(super) fn left(&self, now: Instant) -> [Duration; 2] {
        let mut left = self.left;
        if let Some((side, since)) = self.running {
            let time = &mut left[side.index()];
            *time = time.saturating_sub(self.used(since, now));
        }
        left
    }

    /// Whether the side has used up its time.
    pub(super) fn is_over(&self, side: Color, now: Instant) -> bool {
        self.left(now)[side.index()].is_zero()
    }

    /// Whether the side ran out of time so long ago that it should have said so. On a lost line it cannot.
    pub(super) fn is_overdue(&self, side: Color, now: Instant) -> bool {
        self.lost.is_none()
            && self.running.is_some_and(|(running, since)| {
                running == side && now.saturating_duration_since(since) > self.left[side.index()] + OVERTIME
            })
    }

    /// This side has moved. Returns the time left.
    pub(super) fn moved(&mut self, side: Color, now: Instant) -> Duration {
        let left = self.left(now)[side.index()] + self.increment;
        self.turn(side, left, now);
        left
    }

    /// The partner has moved and reports the time left. It is believed up to what travelling can explain.
    pub(super) fn partner_moved(&mut self, side: Color, says: Duration, now: Instant) {
        let most =
            (self.left[side.index()] + self.increment).min(self.left(now)[side.index()] + self.increment + TRAVEL);
        self.turn(side, says.min(most), now);
    }

    fn turn(&mut self, moved: Color, left: Duration, now: Instant) {
        self.left[moved.index()] = left;
        self.running = Some((!moved, now));
    }

    /// Stops the clocks: the game is over.
    pub(super) fn stop(&mut self, now: Instant) {
        self.left = self.left(now);
        self.running = None;
    }

    /// The line is lost. The clocks stop until the grace is used up, then they run on.
    pub(super) fn line_lost(&mut self, now: Instant) {
        self.left = self.left(now);
        self.running = self.running.map(|(side, _)| (side, now));
        self.lost = Some(now);
    }

    /// The line is back; the clock of the side to move runs.
    pub(super) fn line_back(&mut self, side: Color, now: Instant) {
        self.left = self.left(now);
        self.grace = self.grace(now);
        self.lost = None;
        self.running = Some((side, now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn settings_survive_their_text() {
        for text in ["5+3", "0.5+0", "1440+600", "10+0.5"] {
            assert_eq!(text.parse::<ClockSettings>().unwrap().to_string(), text);
        }
        assert_eq!("0,5 + 1,5".parse(), "0.5+1.5".parse::<ClockSettings>());
        assert_eq!("5".parse(), Ok(ClockSettings { initial_ms: 300_000, increment_ms: 0 }));
        for text in ["", "x", "0", "-1", "1441", "5+601", "5+-1", "NaN", "inf", "5+3+1", "1e400"] {
            assert_eq!(text.parse::<ClockSettings>(), Err(ClockError), "{text:?}");
        }
    }

    #[test]
    fn time_runs_for_the_side_to_move_only() {
        let start = Instant::now();
        let mut clock = Clock::start("1+1".parse().unwrap(), start);
        assert_eq!(clock.moved(Color::White, start + 10 * SECOND), 51 * SECOND);
        assert_eq!(clock.left(start + 15 * SECOND), [51 * SECOND, 55 * SECOND]);
        assert!(!clock.is_over(Color::Black, start + 69 * SECOND));
        assert!(clock.is_over(Color::Black, start + 70 * SECOND));
        assert!(!clock.is_overdue(Color::Black, start + 80 * SECOND));
        assert!(clock.is_overdue(Color::Black, start + 81 * SECOND));
        clock.stop(start + 15 * SECOND);
        assert_eq!(clock.left(start + 500 * SECOND), [51 * SECOND, 55 * SECOND]);
    }

    #[test]
    fn lost_lines_stop_the_clocks_for_a_limited_time_in_total() {
        let start = Instant::now();
        let mut clock = Clock::start("1+0".parse().unwrap(), start);
        // One minute: six seconds of grace. Four are used here,
        clock.line_lost(start + 10 * SECOND);
        assert_eq!(clock.left(start + 14 * SECOND)[0], 50 * SECOND);
        clock.line_back(Color::White, start + 14 * SECOND);
        assert_eq!(clock.left(start + 15 * SECOND)[0], 49 * SECOND);
        // the last two here; then the time runs although the line is lost.
        clock.line_lost(start + 15 * SECOND);
        assert_eq!(clock.left(start + 17 * SECOND)[0], 49 * SECOND);
        assert_eq!(clock.left(start + 20 * SECOND)[0], 46 * SECOND);
        assert!(clock.is_over(Color::White, start + 66 * SECOND));
        assert!(!clock.is_overdue(Color::White, start + 600 * SECOND), "a side without a line cannot say so");
        clock.line_back(Color::White, start + 20 * SECOND);
        clock.line_lost(start + 20 * SECOND);
        assert_eq!(clock.left(start + 21 * SECOND)[0], 45 * SECOND, "no grace is left");
    }

    /// A game of one minute (six seconds of grace) that White comes back to after a time.
    #[test]
    fn coming_back_gives_nobody_time() {
        let start = Instant::now();
        let settings = "1+0".parse().unwrap();
        let restored = |away: u64, grace_ms, side| {
            let ticket = Ticket {
                seat: super::super::TicketSeat::Guest { address: "localhost".into() },
                token: String::new(),
                game: 1,
                own: Color::White,
                clock: Some(settings),
                left_ms: [50_000; 2],
                grace_ms,
                written_ms: Ticket::now_ms() - away * 1000,
            };
            let mut clock = Clock::restored(&ticket, settings, side, start);
            // The age of the ticket is measured by another clock.
            clock.left = clock.left.map(|left| Duration::from_secs(left.as_secs_f64().round() as u64));
            clock.grace = Duration::from_secs(clock.grace.as_secs_f64().round() as u64);
            clock
        };
        let clock = restored(8, None, Color::Black);
        assert_eq!(clock.left(start + SECOND), [50 * SECOND, 47 * SECOND], "two seconds beyond the grace, and one now");
        let clock = restored(4, None, Color::Black);
        assert_eq!(clock.left(start + 3 * SECOND), [50 * SECOND, 49 * SECOND]);
        let clock = restored(4, Some(1000), Color::Black);
        assert_eq!(clock.left(start), [50 * SECOND, 47 * SECOND], "the grace was used up before");
        assert_eq!(clock.grace(start), Duration::ZERO);
        let clock = restored(4, None, Color::White);
        assert_eq!(clock.left(start), [46 * SECOND, 50 * SECOND], "it may have been thinking all the time");
        let clock = restored(4, Some(3_600_000), Color::Black);
        assert_eq!(clock.grace(start), 2 * SECOND, "no journal makes the grace longer");
    }

    #[test]
    fn a_partner_cannot_give_himself_time() {
        let start = Instant::now();
        let mut clock = Clock::start("1+1".parse().unwrap(), start);
        clock.partner_moved(Color::White, 1000 * SECOND, start + SECOND / 2);
        assert_eq!(clock.left[0], 61 * SECOND, "never more than before and the increment");
        clock.moved(Color::Black, start + SECOND);
        clock.partner_moved(Color::White, 61 * SECOND, start + 31 * SECOND);
        assert_eq!(clock.left[0], 34 * SECOND, "thirty seconds are more than travelling time");
        clock.moved(Color::Black, start + 32 * SECOND);
        clock.partner_moved(Color::White, 5 * SECOND, start + 33 * SECOND);
        assert_eq!(clock.left[0], 5 * SECOND, "less is believed");
    }
}
