//! What this program is: version, commit, build date, and the licences of what it is built from.

use std::time::{Duration, UNIX_EPOCH};

use muehle_engine::calendar::Date;

/// The version, `1.0.0`.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The packages in the program, a line `name version: licence` each.
pub const PACKAGES: &str = include_str!(concat!(env!("OUT_DIR"), "/packages.txt"));

/// The program's own licence and that of its typeface.
const OWN_LICENCES: [(&str, &str); 2] =
    [("Mühle", include_str!("../LICENSE")), ("Inter", include_str!("../assets/fonts/OFL.txt"))];

/// The licence texts of the packages.
const PACKAGE_LICENCES: &str = include_str!(concat!(env!("OUT_DIR"), "/licences.txt"));

/// Commit and date of a release build; none of a development build.
pub fn build() -> Option<(&'static str, Date)> {
    let seconds = env!("MUEHLE_BUILD_SECONDS").parse().ok().filter(|seconds| *seconds > 0)?;
    let commit = env!("MUEHLE_COMMIT");
    let commit = if commit.is_empty() { "unknown" } else { commit };
    Some((commit, Date::of(UNIX_EPOCH + Duration::from_secs(seconds))))
}

/// Version and origin in one line.
pub fn version_line() -> String {
    match build() {
        Some((commit, date)) => format!("{VERSION} (commit {commit}, built {date})"),
        None => format!("{VERSION} (development build)"),
    }
}

/// What `muehle --version` prints after the program's name.
pub fn long_version() -> String {
    format!(
        "{}\n\nBuilt from these packages (licence texts: muehle licences):\n\n{}",
        version_line(),
        PACKAGES.trim_end()
    )
}

/// All licence texts, each after the names it belongs to.
pub fn licences() -> String {
    let own: String = OWN_LICENCES.iter().map(|(name, text)| format!("{name}:\n\n{}\n\n", text.trim_end())).collect();
    own + PACKAGE_LICENCES.trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_and_their_licences_are_named() {
        for name in ["eframe ", "quick-xml ", "serde "] {
            let line =
                PACKAGES.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}is missing"));
            assert!(line.contains("MIT"), "{line}");
        }
        let licences = licences();
        for words in ["Mühle:", "Inter:", "quick-xml", "Apache License", "SIL OPEN FONT LICENSE"] {
            assert!(licences.contains(words), "{words}");
        }
        assert!(long_version().starts_with(VERSION));
    }
}
