//! Today's date, without a library for time zones: the world's time (UTC) is near enough.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// A date of the Gregorian calendar. As text: `2026-11-16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    year: u64,
    month: u64,
    day: u64,
}

impl Date {
    /// Today.
    pub fn today() -> Date {
        Date::of(SystemTime::now())
    }

    /// The date of a time since 1970.
    pub fn of(time: SystemTime) -> Date {
        let seconds = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        Date::from_days(seconds / 86_400)
    }

    /// The date this many days after 1970-01-01. Years begin in March here, so that leap days come last.
    fn from_days(days: u64) -> Date {
        let days = days + 719_468;
        let (era, day_of_era) = (days / 146_097, days % 146_097);
        let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        Date {
            year: era * 400 + year_of_era + u64::from(month <= 2),
            month,
            day: day_of_year - (153 * month_from_march + 2) / 5 + 1,
        }
    }

    /// Its month: `2026-11`.
    pub fn month_text(self) -> String {
        format!("{:04}-{:02}", self.year, self.month)
    }

    /// The date as PGN writes it: `2026.11.16`.
    pub fn pgn(self) -> String {
        format!("{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_right() {
        assert_eq!(Date::from_days(0).to_string(), "1970-01-01");
        assert_eq!(Date::from_days(11_016).to_string(), "2000-02-29");
        assert_eq!(Date::from_days(20_773).pgn(), "2026.11.16");
        assert_eq!(Date::from_days(20_773).month_text(), "2026-11");
    }
}
