//! Games on paper and as pictures, compared with reviewed files.
//!
//! After an intended change: `MUEHLE_BLESS=1 cargo test print`, then review the files.

use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::print::{self, Format, Language, Paper, Sheet};
use muehle_engine::game::{Game, pgn};
use muehle_engine::rules::Rules;

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/print").join(name)
}

fn assert_golden(name: &str, text: &str) {
    let path = data(name);
    if env::var_os("MUEHLE_BLESS").is_some() {
        fs::write(&path, text).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap();
    let difference = golden.lines().zip(text.lines()).find(|(old, new)| old != new);
    assert!(golden == text, "{name} differs, first at {difference:?}");
}

/// The texts of a PDF, one per line, in the order of its pages.
fn pdf_text(bytes: &[u8]) -> String {
    let mut text = String::new();
    let mut rest = bytes;
    // Each text is written as `(letters) Tj` or `<codes> Tj` on its own line.
    while let Some(end) = find(rest, b" Tj") {
        let line = &rest[..end];
        let begin = line.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let letters = match &line[begin..] {
            [b'(', inside @ .., b')'] => unescape(inside),
            [b'<', inside @ .., b'>'] => inside.chunks(2).map(hex).collect(),
            other => panic!("not a text: {}", String::from_utf8_lossy(other)),
        };
        let windows_1252 = |byte: u8| match byte {
            0x85 => '…',
            0x92 => '’',
            0x96 => '–',
            0x80..=0x9F => '?',
            _ => byte.into(),
        };
        text.extend(letters.into_iter().map(windows_1252));
        text.push('\n');
        rest = &rest[end + 3..];
    }
    text
}

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack.windows(needle.len()).position(|window| window == needle)
}

fn hex(digits: &[u8]) -> u8 {
    u8::from_str_radix(std::str::from_utf8(digits).unwrap(), 16).unwrap()
}

fn unescape(text: &[u8]) -> Vec<u8> {
    let mut letters = Vec::new();
    let mut bytes = text.iter();
    while let Some(&byte) = bytes.next() {
        letters.push(if byte == b'\\' { *bytes.next().unwrap() } else { byte });
    }
    letters
}

fn sample() -> pgn::Reading {
    let reading = pgn::load(&data("game.pgn")).unwrap();
    assert_eq!(reading.fault, None);
    reading
}

fn sheet(reading: &pgn::Reading, language: Language, paper: Paper) -> Sheet<'_> {
    let (tags, game) = (&reading.tags, &reading.game);
    Sheet { tags, game, node: game.current(), paper, language, flipped: false }
}

#[test]
fn the_sheet_says_what_it_said() {
    let reading = sample();
    let german = print::pdf(&sheet(&reading, Language::German, Paper::A4));
    assert_golden("sheet-de.txt", &pdf_text(&german));
    let english = print::pdf(&sheet(&reading, Language::English, Paper::Letter));
    assert_golden("sheet-en.txt", &pdf_text(&english));
    assert!(german.starts_with(b"%PDF-") && find(&german, b"/MediaBox [0 0 595 842]").is_some());
    assert!(find(&english, b"/MediaBox [0 0 612 792]").is_some());
    assert!(find(&german, b"/WinAnsiEncoding").is_some());
}

#[test]
fn the_board_looks_as_it_looked() {
    let reading = sample();
    let sheet = sheet(&reading, Language::German, Paper::A4);
    let svg = print::contents(&sheet, Format::Svg, print::USUAL_PIXELS);
    assert_golden("board.svg", std::str::from_utf8(&svg).unwrap());
}

#[test]
fn a_pgn_comes_back_as_it_was() {
    let reading = sample();
    let text = print::contents(&sheet(&reading, Language::German, Paper::A4), Format::Pgn, 16);
    assert_eq!(String::from_utf8(text).unwrap(), fs::read_to_string(data("game.pgn")).unwrap());
}

#[test]
fn a_hundred_plies_fit_on_one_page() {
    let rules = Rules { draw_by_repetition: false, quiet_plies: 0, ..Rules::default() };
    let mut game = Game::from_position(rules, "a1,a4,g1,g4/b2,b4,f2,f6 w 0 0".parse().unwrap());
    for mv in ["a1-d1", "b2-d2", "d1-a1", "d2-b2"].repeat(25) {
        game.play(mv.parse().unwrap()).unwrap();
    }
    let tags = pgn::Tags::default();
    let (node, paper, language) = (game.current(), Paper::A4, Language::English);
    let pdf = print::pdf(&Sheet { tags: &tags, game: &game, node, paper, language, flipped: false });
    let text = pdf_text(&pdf);
    assert!(text.contains("Page 1 of 1"), "{text}");
    assert_eq!(text.matches("a1-d1").count(), 25);
    assert!(pdf.len() < 60_000, "{} bytes", pdf.len());
}

#[test]
fn names_in_other_scripts_bring_their_font_along() {
    let text = "[White \"Ősz Gábor\"]\n[Black \"Жуков\"]\n\n1. d6 {Λευκός} f4 *";
    let foreign = pgn::read(text);
    let pdf = print::pdf(&sheet(&foreign, Language::English, Paper::A4));
    for part in ["/FontFile2", "/Length1", "/ToUnicode", "/Identity-H", "<0416>", "<0150>", "<039B>"] {
        assert!(find(&pdf, part.as_bytes()).is_some(), "{part}");
    }
    assert!(pdf.len() < 60_000, "{} bytes", pdf.len());
    let western = print::pdf(&sheet(&sample(), Language::English, Paper::A4));
    assert!(find(&western, b"/FontFile2").is_none());
}
