//! The program's parsers of outside data, for short runs in the tests and long ones in `fuzz`; docs/fuzzing.md.

#[path = "../fuzz/src/parser.rs"]
pub mod parser;

use std::fs;
use std::sync::{Arc, OnceLock};

use muehle_engine::files::DataFolders;
use muehle_engine::players::Resources;

use crate::app::Settings;
use crate::cli::engine_fuzzing;
use crate::controller::fuzzing;
use parser::{Parser, assert_short, lines, with_file};

pub const SETTINGS: Parser = Parser { name: "settings", signs: b"{}[]\":,0-e \\", check: settings };
pub const JOURNAL: Parser = Parser { name: "journal", signs: b"{}()[]\"$.x:-+*\n 1", check: journal };
pub const PROGRESS: Parser = Parser { name: "progress", signs: b"{}[]\":,0-e \\", check: progress };
pub const PLAN: Parser = Parser { name: "plan", signs: b" 0128anyever\n", check: plan };
pub const NETWORK: Parser = Parser { name: "network", signs: b"{}[]\":,0-e \\\n", check: network };
pub const PROTOCOL: Parser = Parser { name: "protocol", signs: b" abdgx-0149\n", check: protocol };

fn settings(input: &[u8]) {
    with_file("settings.json", input, |path| {
        let (settings, error) = Settings::read(path);
        if let Some(error) = error {
            assert!(!error.to_string().contains(|letter: char| letter.is_control()), "{error}");
        }
        // What is kept is in its range and can be written and read again.
        assert_eq!(settings, settings.clone().tidied());
        fs::write(path, settings.to_text()).expect("there is room for a file");
        assert!(Settings::read(path).0 == settings, "settings came back changed");
    });
}

fn journal(input: &[u8]) {
    with_file("journal-1.pgn", input, |path| {
        fuzzing::journal(path.parent().expect("a folder"));
        let _ = fs::remove_file(path.with_extension("lock"));
    });
}

fn progress(input: &[u8]) {
    with_file("puzzles.json", input, |path| fuzzing::progress(path).unwrap_or_else(assert_short));
}

fn plan(input: &[u8]) {
    for line in lines(input) {
        with_file(".build.plan", line.as_bytes(), |path| fuzzing::plan(path.parent().expect("a folder")));
    }
}

fn network(input: &[u8]) {
    fuzzing::network(input, assert_short);
}

fn protocol(input: &[u8]) {
    static RESOURCES: OnceLock<Arc<Resources>> = OnceLock::new();
    let folders = || DataFolders::find(Some("no such folder".into()));
    let resources = RESOURCES.get_or_init(|| Arc::new(Resources::new(folders())));
    engine_fuzzing::check(lines(input), resources, assert_short);
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// Damaged copies of each input.
    const COPIES: usize = 20;

    fn try_all(parsers: &[Parser]) {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
        parsers.iter().for_each(|parser| parser.try_all(&corpus, COPIES));
    }

    #[test]
    fn broken_and_hostile_settings_are_read() {
        try_all(&[SETTINGS]);
        // Many settings of a later version.
        let many: Vec<String> = (0..50_000).map(|key| format!("\"k{key}\":0")).collect();
        settings(format!("{{{}}}", many.join(",")).as_bytes());
    }

    #[test]
    fn broken_and_hostile_files_of_the_data_folder_are_read() {
        try_all(&[JOURNAL, PROGRESS, PLAN]);
    }

    #[test]
    fn broken_and_hostile_lines_are_heard() {
        try_all(&[NETWORK]);
        for _ in 0..20 {
            try_all(&[PROTOCOL]);
        }
    }
}
