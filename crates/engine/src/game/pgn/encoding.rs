//! The bytes of game files: UTF-8, or the UTF-16 and Windows-1252 that other programs write.

use std::borrow::Cow;

/// The characters of Windows-1252 from 0x80 to 0x9F; the rest is Latin-1.
const WINDOWS_1252: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ";

/// How the characters of a file are coded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    Windows1252,
    Utf16 { big_endian: bool },
}

impl Encoding {
    pub(super) fn of(bytes: &[u8]) -> Encoding {
        match bytes {
            [0xFF, 0xFE, ..] => Encoding::Utf16 { big_endian: false },
            [0xFE, 0xFF, ..] => Encoding::Utf16 { big_endian: true },
            _ => match std::str::from_utf8(bytes) {
                Ok(_) => Encoding::Utf8,
                // A file that was cut inside its last character.
                Err(error) if error.error_len().is_none() => Encoding::Utf8,
                Err(_) => Encoding::Windows1252,
            },
        }
    }

    pub(super) fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        match self {
            Encoding::Utf8 => bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid()).into(),
            Encoding::Windows1252 => {
                let special: Vec<char> = WINDOWS_1252.chars().collect();
                let letter = |&byte: &u8| match byte {
                    0x80..=0x9F => special[usize::from(byte - 0x80)],
                    _ => char::from(byte),
                };
                bytes.iter().map(letter).collect()
            }
            Encoding::Utf16 { big_endian } => {
                let unit =
                    |pair: &[u8; 2]| if big_endian { u16::from_be_bytes(*pair) } else { u16::from_le_bytes(*pair) };
                let units = bytes.as_chunks().0.iter().map(unit);
                char::decode_utf16(units).map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
            }
        }
    }

    /// The bytes of a text. Characters that Windows-1252 lacks make the text UTF-8, which is recognised game by game.
    pub(super) fn encode(self, text: &str) -> Vec<u8> {
        match self {
            Encoding::Utf8 => text.as_bytes().to_vec(),
            Encoding::Windows1252 => {
                let byte = |letter: char| match letter {
                    '\0'..='\x7F' | '\u{A0}'..='\u{FF}' => Some(letter as u8),
                    _ => WINDOWS_1252.chars().position(|special| special == letter).map(|at| 0x80 + at as u8),
                };
                text.chars().map(byte).collect::<Option<_>>().unwrap_or_else(|| text.as_bytes().to_vec())
            }
            Encoding::Utf16 { big_endian } => text
                .encode_utf16()
                .flat_map(|unit| if big_endian { unit.to_be_bytes() } else { unit.to_le_bytes() })
                .collect(),
        }
    }

    /// How many bytes of the file a character takes.
    pub(super) fn length(self, letter: char) -> usize {
        match self {
            Encoding::Utf8 => letter.len_utf8(),
            Encoding::Windows1252 => 1,
            Encoding::Utf16 { .. } => 2 * letter.len_utf16(),
        }
    }
}

/// The text of a file.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    Encoding::of(bytes).decode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_comes_back() {
        let text = "\u{FEFF}[White \"Müller – Ő 🂡 €\"]";
        for encoding in [Encoding::Utf8, Encoding::Utf16 { big_endian: false }, Encoding::Utf16 { big_endian: true }] {
            let bytes = encoding.encode(text);
            assert_eq!(Encoding::of(&bytes), encoding);
            assert_eq!(decode(&bytes), text);
            assert_eq!(text.chars().map(|letter| encoding.length(letter)).sum::<usize>(), bytes.len());
        }
        let western = b"M\xFCller \x96 \x80";
        assert_eq!(decode(western), "Müller – €");
        assert_eq!(Encoding::Windows1252.encode("Müller – €"), western);
        assert_eq!(Encoding::Windows1252.encode("Ő"), "Ő".as_bytes());
        assert_eq!(decode(&"Mü".as_bytes()[..2]), "M", "a cut character does not spoil the rest");
    }
}
