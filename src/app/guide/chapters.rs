//! The chapters of the guide, which of them belongs to what is on the screen, and finding words in them.

use super::markdown::{self, Block, plain};
use crate::app::View;
use crate::app::dialogs::Dialog;
use crate::app::laboratory::Tab;
use crate::app::pages::Page;
use crate::texts::Language;

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/guide.rs"));
}

pub use embedded::PICTURES;

/// A chapter.
pub struct Chapter {
    /// The name of its file: `30-players.md`.
    pub file: &'static str,
    /// Its title.
    pub title: String,
    /// What it says, without the title.
    pub blocks: Vec<Block>,
}

impl Chapter {
    /// The name without number and ending: `players`.
    pub fn id(&self) -> &'static str {
        id_of(self.file)
    }

    /// The place of a heading that a link names: `end-of-the-game`.
    pub fn heading(&self, name: &str) -> Option<usize> {
        self.blocks.iter().position(|block| match block {
            Block::Heading(_, spans) => anchor(&plain(spans)) == name,
            _ => false,
        })
    }
}

fn id_of(file: &'static str) -> &'static str {
    file.split_once('-').map_or(file, |(_, name)| name).trim_end_matches(".md")
}

/// The name of a heading in links, as web pages make it: small letters, blanks as hyphens.
pub fn anchor(heading: &str) -> String {
    let letters = heading.to_lowercase();
    let kept = letters.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

/// All chapters in a language.
pub fn chapters(language: Language) -> Vec<Chapter> {
    let read = |&(file, texts): &(&'static str, [&'static str; 2])| {
        let mut blocks = markdown::read(texts[language as usize]);
        let title = match blocks.first() {
            Some(Block::Heading(1, spans)) => plain(spans),
            _ => id_of(file).to_owned(),
        };
        if matches!(blocks.first(), Some(Block::Heading(1, _))) {
            blocks.remove(0);
        }
        Chapter { file, title, blocks }
    };
    embedded::CHAPTERS.iter().map(read).collect()
}

/// The chapter about what is on the screen.
pub fn chapter_for(dialog: Option<&Dialog>, sheet: bool, tab: Tab, view: &View) -> &'static str {
    match dialog {
        Some(Dialog::Players(_)) => return "players",
        Some(Dialog::Rules(_)) => return "draws",
        Some(Dialog::Files(_)) => return "files",
        Some(Dialog::Create(_)) => return "learning",
        Some(Dialog::Online(_)) => return "network",
        Some(Dialog::Why(_)) => return "why",
        Some(Dialog::TypeMove(_)) => return "play",
        Some(Dialog::Info(_)) => return "terms",
        Some(_) => return "dialogs",
        None => {}
    }
    match view.page {
        _ if view.study.set_up.is_some() => "analysis",
        Page::Play if sheet => "levels",
        Page::Play if view.review.is_open() => "review",
        Page::Play if view.explores() => "openings",
        Page::Play if view.study.tab().is_some() => "analysis",
        Page::Play => "play",
        Page::Puzzles | Page::Lessons => "puzzles",
        Page::Games => "games",
        Page::Laboratory => match tab {
            Tab::Tournament => "tournaments",
            Tab::Learning => "learning",
            Tab::Solve => "solve",
        },
    }
}

/// The places of a text where words begin and end, in bytes, whatever the size of their letters.
pub fn places_of(text: &str, words: &str) -> Vec<(usize, usize)> {
    let small = |letter: char| letter.to_lowercase().next().unwrap_or(letter);
    let wanted: Vec<char> = words.trim().chars().map(small).collect();
    let letters: Vec<(usize, char)> = text.char_indices().map(|(at, letter)| (at, small(letter))).collect();
    let mut places = Vec::new();
    let mut from = 0;
    while !wanted.is_empty() && from + wanted.len() <= letters.len() {
        if letters[from..].iter().zip(&wanted).all(|((_, letter), wanted)| letter == wanted) {
            let end = letters.get(from + wanted.len()).map_or(text.len(), |(at, _)| *at);
            places.push((letters[from].0, end));
            from += wanted.len();
        } else {
            from += 1;
        }
    }
    places
}

/// The blocks that have these words, as chapter and place in it.
pub fn find(chapters: &[Chapter], words: &str) -> Vec<(usize, usize)> {
    let has = |block: &Block| block.texts().iter().any(|text| !places_of(text, words).is_empty());
    let mut found = Vec::new();
    for (number, chapter) in chapters.iter().enumerate() {
        found.extend(chapter.blocks.iter().enumerate().filter(|(_, block)| has(block)).map(|(at, _)| (number, at)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::markdown::{Span, Style};
    use super::*;

    fn links(spans: &[Span]) -> Vec<String> {
        let link = |span: &Span| match &span.style {
            Style::Link(target) => Some(target.clone()),
            _ => None,
        };
        spans.iter().filter_map(link).collect()
    }

    fn all_links(blocks: &[Block]) -> Vec<String> {
        let of = |block: &Block| match block {
            Block::Heading(_, spans) | Block::Paragraph(spans) | Block::Item(_, _, spans) => links(spans),
            Block::Table(rows) => rows.iter().flatten().flat_map(|cell| links(cell)).collect(),
            Block::Code(_) | Block::Picture(..) => Vec::new(),
        };
        blocks.iter().flat_map(of).collect()
    }

    #[test]
    fn words_are_found_whatever_their_case() {
        assert_eq!(places_of("Die Mühle, MÜHLEN", "mühle"), [(4, 10), (12, 18)]);
        assert_eq!(places_of("aaa", "aa"), [(0, 2)]);
        assert_eq!((places_of("abc", " "), places_of("", "x")), (vec![], vec![]));
    }

    #[test]
    fn both_languages_have_the_same_chapters_links_and_pictures() {
        let [german, english] = [Language::German, Language::English].map(chapters);
        assert!(english.len() > 8, "the guide has chapters");
        for (german, english) in german.iter().zip(&english) {
            let file = english.file;
            assert!(english.title.chars().count() <= 28 && german.title.chars().count() <= 28, "{file}: a short title");
            let heads =
                |chapter: &Chapter| chapter.blocks.iter().filter(|block| matches!(block, Block::Heading(..))).count();
            assert_eq!(heads(german), heads(english), "{file}: the same headings");
            let pictures = |chapter: &Chapter| -> Vec<String> {
                let names = chapter.blocks.iter().filter_map(|block| match block {
                    Block::Picture(_, name) => Some(name.replace("-de.png", "").replace("-en.png", "")),
                    _ => None,
                });
                names.collect()
            };
            assert_eq!(pictures(german), pictures(english), "{file}: the same pictures");
            let texts = |chapter: &Chapter| chapter.blocks.iter().flat_map(Block::texts).collect::<String>();
            assert_ne!(texts(german), texts(english), "{file} is not translated");
        }
    }

    #[test]
    fn links_and_pictures_lead_somewhere_and_nothing_else_is_used() {
        for language in Language::ALL {
            let chapters = chapters(language);
            for chapter in &chapters {
                assert!(chapter.file.len() > 6 && !chapter.blocks.is_empty(), "{}", chapter.file);
                for target in all_links(&chapter.blocks) {
                    let (file, heading) = target.split_once('#').unwrap_or((&target, ""));
                    let found = chapters.iter().find(|other| other.file == file);
                    let found = found.unwrap_or_else(|| panic!("{}: no chapter {target}", chapter.file));
                    assert!(heading.is_empty() || found.heading(heading).is_some(), "{}: no {target}", chapter.file);
                }
                for block in &chapter.blocks {
                    if let Block::Picture(words, name) = block {
                        let bytes = PICTURES.iter().find(|(known, _)| known == name);
                        let (_, bytes) = bytes.unwrap_or_else(|| panic!("{}: no picture {name}", chapter.file));
                        assert!(bytes.len() <= 60 << 10 && !words.is_empty(), "{name} is too large or has no words");
                        assert!(super::super::pictures::decoded(bytes).is_some(), "{name} is not a picture");
                    }
                    let is_code = matches!(block, Block::Code(_));
                    for text in block.texts().iter().filter(|_| !is_code) {
                        let strange = text.contains("**") || text.starts_with(['<', '>', '#', '!']);
                        assert!(!strange, "{}: not part of what is drawn: {text}", chapter.file);
                    }
                }
            }
        }
    }

    #[test]
    fn what_the_screen_shows_has_a_chapter() {
        let ids: Vec<&str> = chapters(Language::English).iter().map(Chapter::id).collect();
        for id in ["terms", "draws", "players", "levels", "openings", "network", "files", "learning", "dialogs"] {
            assert!(ids.contains(&id), "{id} is missing: {ids:?}");
        }
    }
}
