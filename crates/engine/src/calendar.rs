//! Dates and times of day as the person's calendar and clock have them.

use std::fmt;
use std::time::{Duration, SystemTime};

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

/// A date of the Gregorian calendar. As text: `2026-11-16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date(jiff::civil::Date);

impl Date {
    /// Today.
    pub fn today() -> Date {
        Date(Zoned::now().date())
    }

    /// The date at a time; today if no calendar reaches that far.
    pub fn of(time: SystemTime) -> Date {
        Timestamp::try_from(time).map_or_else(|_| Date::today(), |time| Date(time.to_zoned(TimeZone::system()).date()))
    }

    /// This date, if there is one.
    pub fn new(year: i16, month: i8, day: i8) -> Option<Date> {
        jiff::civil::Date::new(year, month, day).ok().map(Date)
    }

    /// Its month: `2026-11`.
    pub fn month_text(self) -> String {
        self.0.strftime("%Y-%m").to_string()
    }

    /// The date as PGN writes it: `2026.11.16`.
    pub fn pgn(self) -> String {
        self.0.strftime("%Y.%m.%d").to_string()
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What the clock shows after this much time: `19:20`. None beyond the end of all calendars.
pub fn clock_after(time: Duration) -> Option<String> {
    Some(Zoned::now().checked_add(time).ok()?.strftime("%H:%M").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_as_files_need_them() {
        let date = Date::new(2026, 2, 3).unwrap();
        assert_eq!((date.to_string(), date.pgn()), ("2026-02-03".to_owned(), "2026.02.03".to_owned()));
        assert_eq!(date.month_text(), "2026-02");
        assert_eq!(Date::new(2026, 2, 29), None);
    }

    #[test]
    fn times_outside_every_calendar_do_no_harm() {
        assert_eq!(clock_after(Duration::MAX), None);
        assert_eq!(clock_after(Duration::from_secs(3600)).map(|clock| clock.len()), Some(5));
        let far = SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(u64::MAX / 4));
        assert!(far.is_none_or(|far| Date::of(far).to_string().len() == 10));
    }
}
