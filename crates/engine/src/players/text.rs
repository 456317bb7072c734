//! Players as text: `kind:key=value,…`, for example `computer:heuristic=Multi,time=1000` or `engine:command="other -x"`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::rules::notation::excerpt;

/// Longer player texts are refused.
const MAX_LENGTH: usize = 4096;

/// A player in text form: a kind and its options, not yet checked against what that kind accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerText {
    /// What kind of player this is: `computer`, `random`, …
    pub kind: String,
    /// The options in the order given.
    pub options: Vec<(String, String)>,
}

impl PlayerText {
    /// A player of this kind without options.
    pub fn new(kind: &str) -> PlayerText {
        PlayerText { kind: kind.to_owned(), options: Vec::new() }
    }

    /// The same player with one more option.
    pub fn with(mut self, key: &str, value: impl ToString) -> PlayerText {
        self.options.push((key.to_owned(), value.to_string()));
        self
    }

    /// The value of an option; the last one counts.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.options.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }
}

/// Values with a comma, a quote or white space are written in quotes.
impl fmt::Display for PlayerText {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        let mut separator = ':';
        for (key, value) in &self.options {
            write!(f, "{separator}{key}=")?;
            if value.contains(|c: char| [',', '"', '\\'].contains(&c) || c.is_whitespace()) || value.is_empty() {
                write!(f, "\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))?;
            } else {
                write!(f, "{value}")?;
            }
            separator = ',';
        }
        Ok(())
    }
}

/// What is wrong with the form of a player text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum PlayerTextError {
    #[error("a player is written kind:key=value,…, for example computer:depth=6")]
    Empty,
    #[error("a player text of {0} characters is too long")]
    TooLong(usize),
    #[error("\"{0}\" is not key=value")]
    NoValue(String),
    #[error("unclosed quote in \"{0}\"")]
    OpenQuote(String),
}

impl FromStr for PlayerText {
    type Err = PlayerTextError;

    fn from_str(text: &str) -> Result<PlayerText, PlayerTextError> {
        if text.len() > MAX_LENGTH {
            return Err(PlayerTextError::TooLong(text.len()));
        }
        let (kind, options) = text.split_once(':').unwrap_or((text, ""));
        let kind = kind.trim().to_ascii_lowercase();
        if kind.is_empty() {
            return Err(PlayerTextError::Empty);
        }
        let mut player = PlayerText { kind, options: Vec::new() };
        let mut rest = options.trim();
        while !rest.is_empty() {
            let (key, behind) = rest.split_once('=').ok_or_else(|| PlayerTextError::NoValue(excerpt(rest)))?;
            if let Some((lonely, _)) = key.split_once(',') {
                return Err(PlayerTextError::NoValue(excerpt(lonely)));
            }
            let (value, behind) = read_value(behind)?;
            player.options.push((key.trim().to_ascii_lowercase(), value));
            rest = behind.trim_start();
        }
        Ok(player)
    }
}

/// A value and what follows its comma.
fn read_value(text: &str) -> Result<(String, &str), PlayerTextError> {
    let Some(quoted) = text.trim_start().strip_prefix('"') else {
        let (value, rest) = text.split_once(',').unwrap_or((text, ""));
        return Ok((value.trim().to_owned(), rest));
    };
    let mut value = String::new();
    let mut characters = quoted.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => value.extend(characters.next().map(|(_, escaped)| escaped)),
            '"' => {
                let rest = quoted[at + 1..].trim_start();
                return match rest.strip_prefix(',') {
                    Some(rest) => Ok((value, rest)),
                    None if rest.is_empty() => Ok((value, rest)),
                    None => Err(PlayerTextError::NoValue(excerpt(rest))),
                };
            }
            _ => value.push(character),
        }
    }
    Err(PlayerTextError::OpenQuote(excerpt(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_read_and_write_the_same() {
        let texts = [
            "random",
            "computer:heuristic=Multi,time=1000,q=0,endgame=8",
            "mcts:iterations=1000,k=1.41",
            "engine:command=\"other program -x, \\\"y\\\"\",time=5",
            "engine:command=\"\tother\u{A0}\"",
        ];
        for text in texts {
            assert_eq!(text.parse::<PlayerText>().unwrap().to_string(), text);
        }
        let player: PlayerText = " Computer : Depth = 6 , q=2".parse().unwrap();
        assert_eq!((player.kind.as_str(), player.get("depth"), player.get("q")), ("computer", Some("6"), Some("2")));
    }

    #[test]
    fn wrong_forms_are_named() {
        let error = |text: &str| text.parse::<PlayerText>().unwrap_err().to_string();
        assert_eq!(error(""), "a player is written kind:key=value,…, for example computer:depth=6");
        assert_eq!(error("computer:depth"), "\"depth\" is not key=value");
        assert_eq!(error("computer:a,depth=6"), "\"a\" is not key=value");
        assert_eq!(error("engine:command=\"x"), "unclosed quote in \"\"x\"");
        assert_eq!(error("engine:command=\"x\"y"), "\"y\" is not key=value");
        assert_eq!(error(&"x".repeat(5000)), "a player text of 5000 characters is too long");
    }
}
