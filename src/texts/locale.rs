//! What differs from language to language beside the words.

use std::time::Duration;

use super::Language;

texts! {
    /// What differs from language to language beside the words.
    LocaleTexts;
    code: "de", "en";
    name: "Deutsch", "English";
    group_separator: ".", ",";
    decimal_separator: ",", ".";
    ctrl: "Strg", "Ctrl";
    shift: "Umschalt", "Shift";
}

impl Language {
    /// A number with so many decimals: `0.43`, in German `0,43`.
    pub fn decimal(self, number: f64, digits: usize) -> String {
        self.localized(&format!("{number:.digits$}"))
    }

    /// The same with its sign: `+0.430`.
    pub fn signed(self, number: f64, digits: usize) -> String {
        self.localized(&format!("{number:+.digits$}"))
    }

    /// A value with its sign: `+0.43`, `−0.08`, `0.00`.
    pub fn value(self, value: f64) -> String {
        if value.abs() < 0.005 { self.decimal(0.0, 2) } else { self.signed(value, 2) }
    }

    /// Milliseconds as seconds: `1`, `0.3`.
    pub fn seconds(self, milliseconds: u64) -> String {
        let text = format!("{:.2}", milliseconds as f64 / 1000.0);
        self.localized(text.trim_end_matches('0').trim_end_matches('.'))
    }

    /// `230 MB`, `4.5 GB`.
    pub fn size(self, bytes: u64) -> String {
        let megabytes = bytes as f64 / 1e6;
        match megabytes {
            ..1000.0 => format!("{megabytes:.0}\u{a0}MB"),
            ..100_000.0 => format!("{}\u{a0}GB", self.decimal(megabytes / 1000.0, 1)),
            _ => format!("{:.0}\u{a0}GB", megabytes / 1000.0),
        }
    }

    /// `40 s`, `25 min`, `1.5 h`.
    pub fn time(self, time: Duration) -> String {
        let seconds = time.as_secs_f64();
        match seconds {
            ..90.0 => format!("{:.0}\u{a0}s", seconds.max(1.0)),
            ..5400.0 => format!("{:.0}\u{a0}min", seconds / 60.0),
            _ => format!("{}\u{a0}h", self.decimal(seconds / 3600.0, 1)),
        }
    }

    /// A number as this language writes it.
    pub fn localized(self, number: &str) -> String {
        number.replace('-', "−").replace('.', self.texts().locale.decimal_separator())
    }
}

/// A value in thousandths: `+123`.
pub fn thousandths_text(value: f64) -> String {
    let number = (value * 1000.0).round() as i32;
    let sign = if number > 0 { "+" } else { "" };
    format!("{sign}{number}").replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_times_are_short() {
        let [german, english] = Language::ALL;
        assert_eq!([0.43, -0.08, -0.001].map(|value| english.value(value)), ["+0.43", "−0.08", "0.00"]);
        assert_eq!([0.43, -0.08, -0.001].map(|value| german.value(value)), ["+0,43", "−0,08", "0,00"]);
        assert_eq!([1000, 300, 50, 2500].map(|time| english.seconds(time)), ["1", "0.3", "0.05", "2.5"]);
        assert_eq!([1000, 2500].map(|time| german.seconds(time)), ["1", "2,5"]);
        assert_eq!([english.decimal(62.5, 1), german.signed(-0.5, 3)], ["62.5", "−0,500"]);
    }

    #[test]
    fn sizes_and_times_are_short() {
        let plain = |text: String| text.replace('\u{a0}', " ");
        let sizes = |language: Language| {
            [400_000, 230_000_000, 4_520_000_000, 212_000_000_000].map(|bytes| plain(language.size(bytes)))
        };
        assert_eq!(sizes(Language::English), ["0 MB", "230 MB", "4.5 GB", "212 GB"]);
        assert_eq!(sizes(Language::German), ["0 MB", "230 MB", "4,5 GB", "212 GB"]);
        let time = |language: Language, seconds| plain(language.time(Duration::from_secs(seconds)));
        assert_eq!([0, 40, 1500, 5400].map(|seconds| time(Language::English, seconds)), ["1 s", "40 s", "25 min", "1.5 h"]);
        assert_eq!(time(Language::German, 5400), "1,5 h");
    }
}
