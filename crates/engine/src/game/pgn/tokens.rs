//! PGN text cut into tokens, in one pass over the text.

use std::borrow::Cow;

/// A piece of PGN text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Tag {
        name: &'a str,
        value: Cow<'a, str>,
    },
    Comment(&'a str),
    Open,
    Close,
    Nag(u8),
    MoveNumber,
    /// A number without a dot: a move number, or a point as PlayOK names it.
    Number(&'a str),
    /// `1-0`, `0-1`, `1/2-1/2` or `*`, however it was written.
    Result(&'static str),
    /// A move, or whatever is in its place.
    Word(&'a str),
    /// The text ended inside this, or a tag did not end in its line.
    Unfinished(&'static str),
}

pub(super) struct Tokens<'a> {
    text: &'a str,
    rest: &'a str,
    /// Set once the rest of the text is known to close no comment, so that nobody searches for it again.
    no_comment_ends: bool,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Tokens<'a> {
        let rest = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        Tokens { text, rest, no_comment_ends: false }
    }

    /// How many bytes of the text have been read.
    pub(super) fn offset(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    /// Moves to the beginning of the next token and returns its offset.
    pub(super) fn skip_to_token(&mut self) -> usize {
        loop {
            self.rest = self.rest.trim_start();
            if !self.rest.starts_with('%') || !self.at_line_start() {
                return self.offset();
            }
            self.take_line();
        }
    }

    fn at_line_start(&self) -> bool {
        let before = &self.text[..self.offset()];
        matches!(before.chars().next_back(), None | Some('\n' | '\r' | '\u{FEFF}'))
    }

    fn take_line(&mut self) -> &'a str {
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        line
    }

    /// A comment after its opening brace. One that is never closed ends before the tags of the next game.
    fn comment(&mut self) -> Token<'a> {
        if !self.no_comment_ends {
            if let Some((inside, rest)) = self.rest.split_once('}') {
                self.rest = rest;
                return Token::Comment(inside.trim());
            }
            self.no_comment_ends = true;
        }
        self.rest = self.rest.find("\n[").map_or("", |at| &self.rest[at..]);
        Token::Unfinished("comment")
    }

    /// A tag pair after its opening bracket. It ends with its line at the latest.
    fn tag(&mut self) -> Token<'a> {
        let text = self.rest;
        let Some(quote) = text.find(['"', '\n']).filter(|&at| text[at..].starts_with('"')) else {
            self.take_line();
            return Token::Unfinished("tag");
        };
        let (name, inside) = (text[..quote].trim(), &text[quote + 1..]);
        let mut value = Cow::Borrowed("");
        let mut characters = inside.char_indices();
        while let Some((at, character)) = characters.next() {
            match character {
                '"' => {
                    self.rest = &inside[at + 1..];
                    let end = self.rest.find([']', '\n']).unwrap_or(self.rest.len());
                    let rest = &self.rest[end..];
                    self.rest = rest.strip_prefix(']').unwrap_or(rest);
                    return Token::Tag { name, value };
                }
                '\n' => break,
                '\\' => match characters.next() {
                    Some((_, escaped)) if escaped != '\n' => value.to_mut().push(escaped),
                    _ => break,
                },
                _ => match &mut value {
                    Cow::Borrowed(text) => *text = &inside[..at + character.len_utf8()],
                    Cow::Owned(text) => text.push(character),
                },
            }
        }
        self.take_line();
        Token::Unfinished("tag")
    }

    fn nag(&mut self) -> Option<Token<'a>> {
        let (digits, rest) = self.rest.split_at(leading_digits(self.rest));
        self.rest = rest;
        digits.parse().ok().map(Token::Nag)
    }

    fn word(&mut self) -> Token<'a> {
        // "12." and "12..." may be joined to the move.
        let digits = leading_digits(self.rest);
        let behind = &self.rest[digits..];
        let dots = behind.len() - behind.trim_start_matches(['.', '…']).len();
        if dots > 0 {
            self.rest = &behind[dots..];
            return Token::MoveNumber;
        }
        let is_end = |c: char| matches!(c, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '$') || c.is_whitespace();
        let end = self.rest.find(is_end).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        if digits == word.len() {
            return Token::Number(word);
        }
        if let Some(result) = result(word) {
            return Token::Result(result);
        }
        match word {
            "!" => return Token::Nag(1),
            "?" => return Token::Nag(2),
            "!!" => return Token::Nag(3),
            "??" => return Token::Nag(4),
            "!?" => return Token::Nag(5),
            "?!" => return Token::Nag(6),
            _ => {}
        }
        // "!" and "?" after a move are separate glyphs.
        let marks = word.find(['!', '?']).filter(|&marks| marks > 0).unwrap_or(word.len());
        self.rest = &self.text[self.offset() - (word.len() - marks)..];
        match &word[..marks] {
            number if marks == digits => Token::Number(number),
            word => Token::Word(word),
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.skip_to_token();
            let first = self.rest.chars().next()?;
            if !matches!(first, '[' | '{' | ';' | '(' | ')' | '$' | ']' | '}') {
                return Some(self.word());
            }
            let (sign, rest) = self.rest.split_at(1);
            self.rest = rest;
            return Some(match first {
                '[' => self.tag(),
                '{' => self.comment(),
                ';' => Token::Comment(self.take_line().trim()),
                '(' => Token::Open,
                ')' => Token::Close,
                '$' => match self.nag() {
                    Some(nag) => nag,
                    None => continue,
                },
                _ => Token::Word(sign),
            });
        }
    }
}

fn leading_digits(text: &str) -> usize {
    text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len()
}

/// The result that a word means, as people and programs write it.
pub(super) fn result(word: &str) -> Option<&'static str> {
    // The longest is "1/2–1/2".
    if word.len() > 10 {
        return None;
    }
    let word = word.to_ascii_lowercase().replace(['–', '—', '−', ':'], "-").replace('½', "1/2");
    match word.as_str() {
        "1-0" => Some("1-0"),
        "0-1" => Some("0-1"),
        "1/2-1/2" | "1/2" | "remis" | "draw" => Some("1/2-1/2"),
        "*" => Some("*"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_falls_into_tokens() {
        let text = "% ignored\n[White \"A \\\"B\\\" \\\\\"]\n1. d6!? {good} (1...f4 $14) d2xb4 ; rest\n 5! ½–½ remis *";
        let tokens: Vec<Token> = Tokens::new(text).collect();
        let tag = Token::Tag { name: "White", value: "A \"B\" \\".into() };
        use Token::*;
        let expected = vec![
            tag,
            MoveNumber,
            Word("d6"),
            Nag(5),
            Comment("good"),
            Open,
            MoveNumber,
            Word("f4"),
            Nag(14),
            Close,
            Word("d2xb4"),
            Comment("rest"),
            Number("5"),
            Nag(1),
            Result("1/2-1/2"),
            Result("1/2-1/2"),
            Result("*"),
        ];
        assert_eq!(tokens, expected);
    }

    #[test]
    fn unfinished_text_is_reported() {
        assert_eq!(Tokens::new("d6 {never closed").last(), Some(Token::Unfinished("comment")));
        assert_eq!(Tokens::new("[White \"x").last(), Some(Token::Unfinished("tag")));
        assert_eq!(Tokens::new("[White").last(), Some(Token::Unfinished("tag")));
    }

    #[test]
    fn what_is_unfinished_does_not_swallow_the_next_game() {
        let tag = |name, value: &'static str| Token::Tag { name, value: value.into() };
        let tokens: Vec<Token> =
            Tokens::new("[White \"x\n[Black \"y\"] [Date \"z\"]\nd6 {open\n[White \"w\"]").collect();
        let unfinished = Token::Unfinished;
        let date = tag("Date", "z");
        let expected =
            [unfinished("tag"), tag("Black", "y"), date, Token::Word("d6"), unfinished("comment"), tag("White", "w")];
        assert_eq!(tokens, expected);
    }
}
