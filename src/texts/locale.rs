//! What differs from language to language beside the words.

texts! {
    /// What differs from language to language beside the words.
    LocaleTexts;
    code: "de", "en";
    name: "Deutsch", "English";
    group_separator: ".", ",";
    ctrl: "Strg", "Ctrl";
    shift: "Umschalt", "Shift";
}

/// A value with its sign: `+0.43`, `−0.08`.
pub fn value_text(value: f64) -> String {
    let text = format!("{:+.2}", if value.abs() < 0.005 { 0.0 } else { value });
    text.replace('-', "−").replace("+0.00", "0.00")
}

/// A value in thousandths: `+123`.
pub fn thousandths_text(value: f64) -> String {
    let number = (value * 1000.0).round() as i32;
    let sign = if number > 0 { "+" } else { "" };
    format!("{sign}{number}").replace('-', "−")
}

/// Milliseconds as seconds: `1`, `0.3`.
pub fn seconds_text(milliseconds: u64) -> String {
    let text = format!("{:.2}", milliseconds as f64 / 1000.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_times_are_short() {
        assert_eq!(value_text(0.43), "+0.43");
        assert_eq!(value_text(-0.08), "−0.08");
        assert_eq!(value_text(-0.001), "0.00");
        assert_eq!([1000, 300, 50, 2500].map(seconds_text), ["1", "0.3", "0.05", "2.5"]);
    }
}
