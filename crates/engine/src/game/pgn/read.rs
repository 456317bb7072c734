//! Reading PGN: the legal part of a game, and the first fault.

use crate::game::{Game, MoveTree, NodeId};
use crate::rules::{Action, Move, Point, Position, RemovalRule, Rules, notation};

use super::tokens::{Token, Tokens};
use super::{Fault, MoveFault, Reading, Tags, declared_outcome, number_and_side, waits_for_removal};

/// How deep variations may be nested; deeper ones are skipped.
const MAX_DEPTH: usize = 100;

/// Reads the first game of a text. Other programs write no rules: then the rules are used under which most of the text
/// is legal.
pub fn read(text: &str) -> Reading {
    let (tags, tag_fault) = read_tags(text);
    let rules = match tags.get("Rules").map(str::parse::<Rules>) {
        Some(Ok(rules)) => vec![rules],
        Some(Err(error)) => {
            let mut reading = read_by(text, Rules::default(), &tags);
            reading.fault = Some(error.into());
            return reading;
        }
        None => foreign_rules(),
    };
    let mut best: Option<Reading> = None;
    for rules in rules {
        let reading = read_by(text, rules, &tags);
        let complete = reading.fault.is_none();
        if best.as_ref().is_none_or(|best| complete || reading.game.ply() > best.game.ply()) {
            best = Some(reading);
        }
        if complete {
            break;
        }
    }
    let mut reading = best.expect("at least one set of rules was tried");
    if tag_fault.is_some() {
        reading.fault = tag_fault;
    }
    let nothing = reading.tags.iter().next().is_none() && reading.game.tree().is_empty();
    if nothing {
        reading.fault = Some(Fault::NotAGame);
    }
    reading
}

/// What a file without a `Rules` tag may have been played by, the likeliest first.
fn foreign_rules() -> Vec<Rules> {
    let both = RemovalRule::BOTH.map(Rules::with_removal);
    let endless = both.map(|rules| Rules { draw_by_repetition: false, quiet_plies: 0, ..rules });
    both.into_iter().chain(endless).collect()
}

fn read_tags(text: &str) -> (Tags, Option<Fault>) {
    let mut tags = Tags::default();
    for token in Tokens::new(text) {
        match token {
            Token::Tag { name, value } => tags.set(name, value),
            Token::Comment(_) => {}
            Token::Unfinished(what) => return (tags, Some(Fault::Unfinished(what))),
            _ => break,
        }
    }
    (tags, None)
}

fn read_by(text: &str, rules: Rules, tags: &Tags) -> Reading {
    let (start, start_fault) = match tags.get("FEN").map(str::parse::<Position>) {
        Some(Ok(position)) => (position, None),
        // Without its start the moves mean nothing: only the tags are kept.
        Some(Err(error)) => (Position::START, Some(Fault::Start(error))),
        None => (Position::START, None),
    };
    let mut reader = Reader::new(Game::from_position(rules, start));
    if start_fault.is_none() {
        reader.read_moves(text, tags.get("Termination"));
    }
    let mut game = reader.game;
    game.go_to(game.tree().end_of_line(MoveTree::ROOT));
    Reading { tags: tags.clone(), game, fault: start_fault.or(reader.fault) }
}

struct Reader {
    game: Game,
    fault: Option<Fault>,
    /// Where the line was before each open variation.
    outer: Vec<NodeId>,
    /// How many open variations are being skipped, the outermost included.
    skipped: usize,
    /// A move that closes a mill and waits for its removal, which follows as a separate token.
    waiting: Option<Action>,
    /// A comment that came before the first move of a line.
    early_comment: String,
    /// Whether a move was already read in the current line.
    line_begun: bool,
}

impl Reader {
    fn new(game: Game) -> Reader {
        Reader {
            game,
            fault: None,
            outer: Vec::new(),
            skipped: 0,
            waiting: None,
            early_comment: String::new(),
            line_begun: false,
        }
    }

    fn read_moves(&mut self, text: &str, termination: Option<&str>) {
        let mut moves_begun = false;
        for token in Tokens::new(text) {
            if !matches!(token, Token::Tag { .. } | Token::Comment(_)) {
                moves_begun = true;
            }
            if self.skipped > 0 {
                match token {
                    Token::Open => self.skipped += 1,
                    Token::Close => self.skip_close(),
                    _ => {}
                }
                continue;
            }
            match token {
                // The tags of the next game.
                Token::Tag { .. } if moves_begun => break,
                Token::Tag { .. } | Token::MoveNumber | Token::Number(_) => {}
                Token::Comment(comment) => self.comment(comment),
                Token::Nag(nag) => {
                    let current = self.game.current;
                    self.game.tree.node_mut(current).nags.push(nag);
                }
                Token::Open => self.open(),
                Token::Close => self.close(),
                Token::Result(result) => {
                    if !self.outer.is_empty() {
                        continue;
                    }
                    self.finish_waiting();
                    if let Some(outcome) = declared_outcome(result, termination) {
                        self.game.declare(outcome);
                    }
                    return;
                }
                Token::Word(word) => {
                    if let Err(reason) = self.word(word)
                        && self.refuse(reason)
                    {
                        return;
                    }
                }
                Token::Unfinished(what) => self.note(Fault::Unfinished(what)),
            }
        }
        self.finish_waiting();
    }

    fn note(&mut self, fault: Fault) {
        self.fault.get_or_insert(fault);
    }

    fn number(&self) -> usize {
        number_and_side(self.game.start(), self.game.ply()).0
    }

    /// Notes a wrong move and returns whether reading must end. Of a variation only the rest is skipped.
    fn refuse(&mut self, reason: MoveFault) -> bool {
        self.waiting = None;
        let (number, side) = number_and_side(self.game.start(), self.game.ply());
        self.note(Fault::Move { number, side, reason });
        if self.outer.is_empty() {
            return true;
        }
        self.skipped = 1;
        false
    }

    fn comment(&mut self, comment: &str) {
        let text = if self.line_begun {
            let current = self.game.current;
            &mut self.game.tree.node_mut(current).comment
        } else {
            &mut self.early_comment
        };
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(comment);
    }

    fn open(&mut self) {
        let current = self.game.current;
        let parent = self.game.tree.node(current).parent;
        let too_deep = self.outer.len() >= MAX_DEPTH;
        if too_deep {
            let number = self.number();
            self.note(Fault::TooDeep { number, limit: MAX_DEPTH });
        }
        self.finish_waiting();
        self.outer.push(current);
        match parent {
            // A variation is another way to play the move before it.
            Some(parent) if !too_deep => {
                self.game.current = parent;
                self.line_begun = false;
            }
            _ => self.skipped = 1,
        }
    }

    fn skip_close(&mut self) {
        self.skipped -= 1;
        if self.skipped == 0 {
            self.close();
        }
    }

    fn close(&mut self) {
        self.finish_waiting();
        self.early_comment.clear();
        match self.outer.pop() {
            Some(outer) => {
                self.game.current = outer;
                self.line_begun = true;
            }
            None => {
                let number = self.number();
                self.note(Fault::StrayClose { number });
            }
        }
    }

    /// A move that closed a mill must say which stone it removes. Now it is too late for that.
    fn finish_waiting(&mut self) {
        if let Some(action) = self.waiting.take()
            && let Err(reason) = self.play(Move::quiet(action), &action.to_string())
        {
            let (number, side) = number_and_side(self.game.start(), self.game.ply());
            self.note(Fault::Move { number, side, reason });
        }
    }

    fn word(&mut self, word: &str) -> Result<(), MoveFault> {
        if let Some(removal) = word.strip_prefix(['x', 'X']) {
            let stray = || MoveFault::StrayRemoval(notation::excerpt(word));
            let action = self.waiting.take().ok_or_else(stray)?;
            let removal: Point = removal.parse().map_err(|_| stray())?;
            return self.play(Move { action, removal: Some(removal) }, &format!("{action}x{removal}"));
        }
        if let Some(action) = self.waiting.take() {
            return self.play(Move::quiet(action), &action.to_string());
        }
        let mv: Move = word.parse()?;
        match self.play(mv, word) {
            Err(MoveFault::Play { error, .. }) if waits_for_removal(&error) => {
                self.waiting = Some(mv.action);
                Ok(())
            }
            played => played,
        }
    }

    fn play(&mut self, mv: Move, text: &str) -> Result<(), MoveFault> {
        self.game.play_variation(mv).map_err(|error| MoveFault::Play { text: notation::excerpt(text), error })?;
        if !self.line_begun {
            self.line_begun = true;
            let comment = std::mem::take(&mut self.early_comment);
            let current = self.game.current;
            self.game.tree.node_mut(current).comment_before = comment;
        }
        Ok(())
    }
}
