//! Helvetica, which every PDF viewer has: its encoding and letter widths.

use super::fallback;

/// The three styles on a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Font {
    Regular,
    Bold,
    Oblique,
}

impl Font {
    pub const ALL: [Font; 3] = [Font::Regular, Font::Bold, Font::Oblique];

    /// The name every viewer knows it by.
    pub const fn base_name(self) -> &'static [u8] {
        match self {
            Font::Regular => b"Helvetica",
            Font::Bold => b"Helvetica-Bold",
            Font::Oblique => b"Helvetica-Oblique",
        }
    }

    /// The width of a text in points.
    pub fn width(self, text: &str, size: f32) -> f32 {
        // Bold letters are up to an eighth wider; a little spare room does no harm.
        let factor = if self == Font::Bold { 1.125 } else { 1.0 };
        factor * size * text.chars().map(letter_width).sum::<f32>() / 1000.0
    }
}

/// Widths of the letters from space to tilde, in thousandths of the size.
#[rustfmt::skip]
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

fn letter_width(letter: char) -> f32 {
    let width = match letter {
        ' '..='~' => WIDTHS[letter as usize - 32],
        'Ä' | 'À'..='Ã' | 'Å' | 'È'..='Ë' | 'Ý' => 667,
        'Ö' | 'Ò'..='Õ' | 'Ø' => 778,
        'Ü' | 'Ù'..='Û' | 'Ç' | 'Ñ' => 722,
        'ß' => 611,
        'ç' | 'ý' | 'ÿ' => 500,
        'ì'..='ï' | 'Ì'..='Ï' | '·' | '’' | '‘' => 278,
        '…' | '—' | 'Æ' => 1000,
        _ if code(letter).is_none() => return fallback::width(letter).unwrap_or(556.0),
        _ => 600,
    };
    f32::from(width)
}

/// The letters of Windows-1252 that differ from Latin-1, from 0x80 on.
const SPECIAL: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ";

/// The code of a letter in Helvetica, if it has the letter. Line breaks become spaces.
pub(super) fn code(letter: char) -> Option<u8> {
    match letter {
        ' '..='~' | '\u{A0}'..='ÿ' => Some(letter as u8),
        '\u{2212}' => Some(b'-'),
        _ if letter.is_control() => Some(b' '),
        _ => SPECIAL.chars().position(|special| special == letter).map(|place| 0x80 + place as u8),
    }
}

/// A piece of text in one font, coded for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Run {
    Helvetica(Vec<u8>),
    Fallback(Vec<u8>),
}

/// The pieces of a text. Letters that no font has become question marks.
pub(super) fn runs(text: &str) -> Vec<Run> {
    let mut runs = Vec::new();
    for letter in text.chars() {
        match (code(letter), fallback::glyph(letter)) {
            (None, Some(glyph)) => match runs.last_mut() {
                Some(Run::Fallback(codes)) => codes.extend(glyph.to_be_bytes()),
                _ => runs.push(Run::Fallback(glyph.to_be_bytes().to_vec())),
            },
            (code, _) => match (code.unwrap_or(b'?'), runs.last_mut()) {
                (code, Some(Run::Helvetica(codes))) => codes.push(code),
                (code, _) => runs.push(Run::Helvetica(vec![code])),
            },
        }
    }
    runs
}

/// Breaks a text into lines of at most `width` points. A word that is longer than a line is cut.
pub(super) fn wrap(text: &str, font: Font, size: f32, width: f32) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0.0;
    let blank = font.width(" ", size);
    for word in text.split_whitespace() {
        let length = font.width(word, size);
        if !line.is_empty() && used + blank + length <= width {
            line.push(' ');
            line.push_str(word);
            used += blank + length;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        used = 0.0;
        let mut letters = [0; 4];
        for letter in word.chars() {
            let length = font.width(letter.encode_utf8(&mut letters), size);
            if used + length > width && !line.is_empty() {
                lines.push(std::mem::take(&mut line));
                used = 0.0;
            }
            line.push(letter);
            used += length;
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn umlauts_and_dashes_have_their_codes() {
        let helvetica = |codes: &[u8]| [Run::Helvetica(codes.to_vec())];
        assert_eq!(runs("äöüÄÖÜß"), helvetica(&[0xE4, 0xF6, 0xFC, 0xC4, 0xD6, 0xDC, 0xDF]));
        assert_eq!(runs("–…€„“"), helvetica(&[0x96, 0x85, 0x80, 0x84, 0x93]));
        assert_eq!(runs("a\nb\u{2212}猫"), helvetica(b"a b-?"));
        assert_eq!(SPECIAL.chars().count(), 32);
    }

    #[test]
    fn letters_that_helvetica_lacks_come_from_the_other_font() {
        let glyphs =
            |text: &str| Run::Fallback(text.chars().flat_map(|c| fallback::glyph(c).unwrap().to_be_bytes()).collect());
        let helvetica = |text: &[u8]| Run::Helvetica(text.to_vec());
        assert_eq!(runs("G. Ősz–Жук"), [helvetica(b"G. "), glyphs("Ő"), helvetica(b"sz\x96"), glyphs("Жук")]);
    }

    #[test]
    fn lines_fit_and_nothing_is_lost() {
        let text =
            "Der erste Fehler: besser ist d6-d5, denn Donaudampfschifffahrtsgesellschaftskapitänsmützen sind lang.";
        let lines = wrap(text, Font::Oblique, 9.0, 100.0);
        assert!(lines.iter().all(|line| Font::Oblique.width(line, 9.0) <= 100.0), "{lines:?}");
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(squeezed(&lines.concat()), squeezed(text));
        assert!(wrap(" \n ", Font::Regular, 9.0, 100.0).is_empty());
    }

    #[test]
    fn widths_are_those_of_helvetica() {
        assert!((Font::Regular.width("Mühle", 10.0) - (8.33 + 5.56 + 5.56 + 2.22 + 5.56)).abs() < 0.5);
    }
}
