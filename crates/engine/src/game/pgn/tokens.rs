//! PGN text cut into tokens.

/// A piece of PGN text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Tag {
        name: &'a str,
        value: String,
    },
    Comment(&'a str),
    Open,
    Close,
    Nag(u8),
    MoveNumber,
    Result(&'a str),
    /// A move, or whatever is in its place.
    Word(&'a str),
    /// The text ended inside this.
    Unfinished(&'static str),
}

pub(super) struct Tokens<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Tokens<'a> {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        Tokens { text, rest: text }
    }

    fn at_line_start(&self) -> bool {
        let before = &self.text[..self.text.len() - self.rest.len()];
        before.is_empty() || before.ends_with('\n')
    }

    /// Takes everything up to `end` and drops `end` itself; `None`, and everything is taken, if there is none.
    fn take_until(&mut self, end: char) -> Option<&'a str> {
        match self.rest.split_once(end) {
            Some((inside, rest)) => {
                self.rest = rest;
                Some(inside)
            }
            None => {
                self.rest = "";
                None
            }
        }
    }

    fn skip_line(&mut self) -> &'a str {
        let line = self.rest;
        self.take_until('\n').unwrap_or(line)
    }

    /// A tag pair after its opening bracket.
    fn tag(&mut self) -> Token<'a> {
        let unfinished = Token::Unfinished("tag");
        let Some((name, rest)) = self.rest.split_once('"') else {
            self.rest = "";
            return unfinished;
        };
        let mut value = String::new();
        let mut characters = rest.char_indices();
        while let Some((at, character)) = characters.next() {
            match character {
                '"' => {
                    self.rest = &rest[at + 1..];
                    return match self.take_until(']') {
                        Some(_) => Token::Tag { name: name.trim(), value },
                        None => unfinished,
                    };
                }
                '\\' => value.extend(characters.next().map(|(_, escaped)| escaped)),
                _ => value.push(character),
            }
        }
        self.rest = "";
        unfinished
    }

    fn word(&mut self) -> Token<'a> {
        let is_end = |c: char| c.is_whitespace() || "{}()[];$".contains(c);
        let end = self.rest.find(is_end).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let behind = &word[digits..];
        if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") {
            self.rest = rest;
            return Token::Result(word);
        }
        // "12." and "12..." may be joined to the move.
        if behind.starts_with('.') || (digits > 0 && behind.is_empty()) {
            let dots = behind.len() - behind.trim_start_matches('.').len();
            self.rest = &self.rest[digits + dots..];
            return Token::MoveNumber;
        }
        // "!" and "?" after a move are separate glyphs.
        let marks = word.find(['!', '?']).unwrap_or(word.len());
        if marks == 0 {
            self.rest = rest;
            return match word {
                "!" => Token::Nag(1),
                "?" => Token::Nag(2),
                "!!" => Token::Nag(3),
                "??" => Token::Nag(4),
                "!?" => Token::Nag(5),
                "?!" => Token::Nag(6),
                _ => Token::Word(word),
            };
        }
        self.rest = &self.rest[marks..];
        Token::Word(&word[..marks])
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.rest = self.rest.trim_start();
            let first = self.rest.chars().next()?;
            if first == '%' && self.at_line_start() {
                self.skip_line();
                continue;
            }
            let behind = &self.rest[first.len_utf8()..];
            if !"[{;()$]}".contains(first) {
                return Some(self.word());
            }
            self.rest = behind;
            return Some(match first {
                '[' => self.tag(),
                '{' => self.take_until('}').map_or(Token::Unfinished("comment"), |text| Token::Comment(text.trim())),
                ';' => Token::Comment(self.skip_line().trim()),
                '(' => Token::Open,
                ')' => Token::Close,
                '$' => {
                    let digits = behind.len() - behind.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                    self.rest = &behind[digits..];
                    match behind[..digits].parse() {
                        Ok(nag) => Token::Nag(nag),
                        Err(_) => continue,
                    }
                }
                _ => Token::Word(if first == ']' { "]" } else { "}" }),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_falls_into_tokens() {
        let text = "% ignored\n[White \"A \\\"B\\\" \\\\\"]\n1. d6!? {good} (1...f4 $14) d2xb4 ; rest\n 1/2-1/2 *";
        let tokens: Vec<Token> = Tokens::new(text).collect();
        let tag = Token::Tag { name: "White", value: "A \"B\" \\".to_owned() };
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
}
