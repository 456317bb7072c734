//! What the window tells a person: the newest message in the status line, and the log of everything.

use std::time::{Duration, Instant};

use crate::texts::{Language, Texts};

/// How long a message hides what the computer is doing.
const NEW: Duration = Duration::from_secs(4);
/// Longer logs drop their oldest lines.
const MOST_LINES: usize = 2000;

/// One line of the log, in every language, so that switching translates the past too.
#[derive(Clone, Debug, PartialEq)]
pub struct LogLine {
    texts: [String; Language::COUNT],
    /// Whether it is a remark rather than a move.
    pub remark: bool,
    said: Instant,
}

impl LogLine {
    fn new(remark: bool, words: impl Fn(Texts) -> String) -> LogLine {
        LogLine { texts: Language::ALL.map(|language| words(language.texts())), remark, said: Instant::now() }
    }

    /// The line in a language.
    pub fn text(&self, language: Language) -> &str {
        &self.texts[language as usize]
    }
}

/// The newest message and the log.
#[derive(Default)]
pub struct Messages {
    lines: Vec<LogLine>,
    /// Whether the log is open.
    pub log_open: bool,
    /// The newest message, until something else happens.
    current: Option<LogLine>,
    /// Whether the message belongs to the thought whose move is yet to come, and outlives it.
    stays: bool,
}

impl Messages {
    fn log(&mut self, line: LogLine) {
        if self.lines.len() >= MOST_LINES {
            self.lines.drain(..MOST_LINES / 10);
        }
        self.lines.push(line);
    }

    /// Shows a message and writes it to the log.
    pub fn say(&mut self, words: impl Fn(Texts) -> String) {
        let line = LogLine::new(true, words);
        self.current = Some(line.clone());
        self.log(line);
    }

    /// Shows a message without writing it to the log.
    pub fn show(&mut self, words: impl Fn(Texts) -> String) {
        self.current = Some(LogLine::new(true, words));
    }

    /// Writes a remark to the log only.
    pub fn note(&mut self, words: impl Fn(Texts) -> String) {
        self.log(LogLine::new(true, words));
    }

    /// Writes a move to the log.
    pub fn note_move(&mut self, words: impl Fn(Texts) -> String) {
        self.log(LogLine::new(false, words));
    }

    /// Takes the message away.
    pub fn clear(&mut self) {
        self.current = None;
    }

    /// Lets the message outlive the next move.
    pub fn keep_through_move(&mut self) {
        self.stays = true;
    }

    /// A move was played: the message is old, unless it belongs to that move.
    pub fn clear_at_move(&mut self) {
        if !std::mem::take(&mut self.stays) {
            self.clear();
        }
    }

    /// The message to show. While the computer thinks, only a new one is shown.
    pub fn current(&self, thinking: bool) -> Option<&LogLine> {
        self.current.as_ref().filter(|line| !thinking || line.said.elapsed() < NEW)
    }

    /// The lines of the log.
    pub fn lines(&self) -> &[LogLine] {
        &self.lines
    }

    /// The whole log as one text.
    pub fn text(&self, language: Language) -> String {
        self.lines.iter().map(|line| line.text(language).to_owned() + "\n").collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_lasts_until_the_next_move_or_the_one_after() {
        let mut messages = Messages::default();
        messages.say(|_| "refused".to_owned());
        messages.clear_at_move();
        assert_eq!(messages.current(false), None);
        messages.say(|_| "replaced".to_owned());
        messages.keep_through_move();
        messages.clear_at_move();
        assert_eq!(messages.current(true).map(|line| line.text(Language::German)), Some("replaced"));
        messages.clear_at_move();
        assert_eq!(messages.current(false), None);
    }

    #[test]
    fn the_log_speaks_every_language_and_forgets_its_oldest_lines() {
        let mut messages = Messages::default();
        messages.note_move(|texts| texts.language.code().to_owned());
        assert_eq!(Language::ALL.map(|language| messages.text(language)), ["de\n", "en\n"]);
        for number in 0..MOST_LINES {
            messages.note(|_| number.to_string());
        }
        assert!(messages.lines().len() <= MOST_LINES && messages.lines().iter().all(|line| line.remark));
        assert_eq!(messages.lines().last().unwrap().text(Language::English), (MOST_LINES - 1).to_string());
    }
}
