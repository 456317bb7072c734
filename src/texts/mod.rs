//! Every text that people read in the window and on paper, in every language. Each screen has a table in a file of its
//! own. An entry has one column per language, in the order of [`Language::ALL`]:
//!
//! ```text
//! texts! {
//!     /// The players dialog.
//!     PlayersTexts;
//!     title: "Spieler", "Players";
//!     timed(seconds): "Computer · {seconds} s pro Zug", "Computer · {seconds} s per move";
//! }
//! ```
//!
//! A missing column, an unknown gap and an unused gap do not compile. A new language is one more variant of
//! [`Language`] and one more column.

/// Declares a table: a plain entry becomes a method that returns its text, an entry with gaps a method that fills them.
macro_rules! texts {
    ($(#[$about:meta])* $table:ident; $($name:ident $(($($gap:ident),+))?: $($text:literal),+;)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        pub struct $table {
            pub(super) language: $crate::texts::Language,
        }

        impl $table {
            $(texts!(@entry $name [$($($gap),+)?] [$($($gap),+)?] $($text),+);)*

            /// The names and columns of all entries.
            #[cfg(test)]
            pub(super) const ENTRIES: &[(&str, [&str; $crate::texts::Language::COUNT])] =
                &[$((stringify!($name), [$($text),+])),*];
        }
    };
    (@entry $name:ident [] [] $($text:literal),+) => {
        pub fn $name(self) -> &'static str {
            const COLUMNS: [&str; $crate::texts::Language::COUNT] = [$($crate::texts::without_gaps($text)),+];
            COLUMNS[self.language as usize]
        }
    };
    (@entry $name:ident [$($gap:ident),+] $gaps:tt $($text:literal),+) => {
        pub fn $name(self, $($gap: impl std::fmt::Display),+) -> String {
            let columns: [&dyn Fn() -> String; $crate::texts::Language::COUNT] =
                [$(&|| texts!(@fill $text $gaps)),+];
            columns[self.language as usize]()
        }
    };
    (@fill $text:literal [$($gap:ident),+]) => {
        format!($text, $($gap = $gap),+)
    };
}

/// Lists the screens: each is a module with a table, and a field of [`Texts`].
macro_rules! screens {
    ($($(#[$about:meta])* $screen:ident: $table:ident;)*) => {
        $(mod $screen;)*
        $(pub use $screen::$table;)*

        /// The texts of one language.
        #[derive(Clone, Copy, Debug)]
        pub struct Texts {
            /// The language.
            pub language: Language,
            $($(#[$about])* pub $screen: $table,)*
        }

        impl Language {
            /// The texts of this language.
            pub const fn texts(self) -> Texts {
                Texts { language: self, $($screen: $table { language: self },)* }
            }
        }

        /// The entries of all tables.
        #[cfg(test)]
        fn entries() -> impl Iterator<Item = (&'static str, [&'static str; Language::COUNT])> {
            [$($table::ENTRIES),*].into_iter().flatten().copied()
        }
    };
}

screens! {
    /// Words that several screens use.
    common: CommonTexts;
    /// The menu bar.
    menu: MenuTexts;
    /// The pages and what they share.
    pages: PagesTexts;
    /// The archive of finished games and its statistics.
    games: GamesTexts;
    /// Puzzles, and solving them on the board.
    puzzles: PuzzlesTexts;
    /// The lessons on the board.
    lessons: LessonsTexts;
    /// The board.
    board: BoardTexts;
    /// The panel beside the board.
    panel: PanelTexts;
    /// The status line and the log.
    status: StatusTexts;
    /// What screen readers say about the game.
    speech: SpeechTexts;
    /// What buttons do.
    tips: TipTexts;
    /// The end of a game.
    result: ResultTexts;
    /// Why something is not possible in a game.
    refusals: RefusalTexts;
    /// Players: their kinds, names and dialog.
    players: PlayersTexts;
    /// The sheet for a new game.
    new_game: NewGameTexts;
    /// The rules dialog.
    rules: RulesTexts;
    /// Questions, files and typed moves.
    dialogs: DialogTexts;
    /// The verbose report of a search.
    report: ReportTexts;
    /// Analysis, printing and export.
    study: StudyTexts;
    /// The opening explorer.
    openings: OpeningsTexts;
    /// The review of a game and the coach.
    review: ReviewTexts;
    /// Setting up a position.
    setup: SetupTexts;
    /// Creating and training heuristics.
    learning: LearningTexts;
    /// Tournaments and n-tuple training.
    laboratory: LaboratoryTexts;
    /// The endgame database.
    tables: TablesTexts;
    /// Games over the network.
    network: NetworkTexts;
    /// The tour and the pages to read.
    help: HelpTexts;
    /// What went wrong with files, players and heuristics.
    errors: ErrorTexts;
    /// The printed sheet.
    sheet: SheetTexts;
    /// What differs from language to language beside the words.
    locale: LocaleTexts;
}

pub use errors::file_name;
pub use locale::thousandths_text;

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use muehle_engine::rules::notation::excerpt;

/// A language of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// Deutsch.
    German,
    /// English.
    English,
}

impl Language {
    /// All languages, in the order of the columns.
    pub const ALL: [Language; 2] = [Language::German, Language::English];
    /// The number of languages.
    pub const COUNT: usize = Language::ALL.len();

    /// The system's language if the program speaks it, else English.
    pub fn of_system() -> Language {
        let locale = sys_locale::get_locale().unwrap_or_default().to_ascii_lowercase();
        Language::ALL.into_iter().find(|language| locale.starts_with(language.code())).unwrap_or(Language::English)
    }

    /// The two letters that documents and the command line use.
    pub fn code(self) -> &'static str {
        self.texts().locale.code()
    }

    /// A large number with its digits in groups of three.
    pub fn grouped(self, number: u64) -> String {
        let digits = number.to_string();
        let mut text = String::with_capacity(digits.len() + digits.len() / 3);
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                text.push_str(self.texts().locale.group_separator());
            }
            text.push(digit);
        }
        text
    }
}

/// A text that is not the code of a language.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("Unknown language: \"{0}\" (use {codes})", codes = Language::ALL.map(Language::code).join(" or "))]
pub struct UnknownLanguage(String);

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(text: &str) -> Result<Language, UnknownLanguage> {
        let wanted = text.trim();
        let language = Language::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(wanted));
        language.ok_or_else(|| UnknownLanguage(excerpt(text)))
    }
}

/// Refuses a gap in an entry that declares none, when the program is compiled.
const fn without_gaps(text: &str) -> &str {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        assert!(bytes[at] != b'{' && bytes[at] != b'}', "an entry without arguments has a gap");
        at += 1;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_grouped() {
        let texts = [0, 999, 1000, 65_536, 10_293_402].map(|number| Language::English.grouped(number));
        assert_eq!(texts, ["0", "999", "1,000", "65,536", "10,293,402"]);
        assert_eq!(Language::German.grouped(1_000_000), "1.000.000");
    }

    #[test]
    fn languages_are_found_by_their_code() {
        assert_eq!(" DE ".parse(), Ok(Language::German));
        assert_eq!("en".parse(), Ok(Language::English));
        assert_eq!("fr".parse::<Language>().unwrap_err().to_string(), "Unknown language: \"fr\" (use de or en)");
    }

    #[test]
    fn texts_are_translated_and_tidy() {
        for (name, columns) in entries() {
            // Only a short word can be the same in two languages.
            let first = columns[0];
            let words = first.split('}').filter_map(|part| part.split('{').next()).map(str::len).sum::<usize>();
            assert!(!columns[1..].contains(&first) || words <= 9, "{name} is not translated: {first}");
            for text in columns {
                assert!(!text.is_empty(), "{name} is empty");
                assert!(!text.contains("  ") && text.trim() == text, "{name} has stray blanks: {text}");
                assert_eq!(text.matches('\t').count(), first.matches('\t').count(), "{name} has different columns");
            }
        }
    }
}
