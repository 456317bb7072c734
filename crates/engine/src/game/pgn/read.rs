//! Reading PGN: the legal part of a game, and the first fault. Every step takes about the same time, however long the
//! text is.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::game::{Game, MoveTree, NodeId, Outcome, PlayError};
use crate::rules::ring_text::{self, RingText};
use crate::rules::{Action, IllegalMove, Move, MoveTextError, Point, Position, PositionTextError, Rules, notation};

use super::foreign::{self, PointNames};
use super::tokens::{self, Token, Tokens};
use super::{Fault, MoveFault, Reading, Tags, declared_outcome, number_and_side};

/// How deep variations may be nested; deeper ones are skipped.
const MAX_DEPTH: usize = 100;

/// How many tags are read.
const MAX_TAGS: usize = 1000;

/// How many plies are read, those of variations included, so that no file can fill the memory.
const MAX_PLIES: usize = 500_000;

/// Longer words are not moves.
const MAX_WORD: usize = 32;

/// Reads the first game of a text. Other programs write no rules: then the rules are used under which most of the text
/// is legal.
pub fn read(text: &str) -> Reading {
    let (tags, tag_fault) = read_tags(text);
    if let Some(fault) = foreign::other_game(&tags) {
        return Reading { tags, game: Game::default(), fault: Some(fault) };
    }
    let mut reading = match tags.get("Rules").map(str::parse::<Rules>) {
        Some(Ok(rules)) => read_by(text, rules, &tags),
        Some(Err(error)) => Reading { fault: Some(error.into()), ..read_by(text, Rules::default(), &tags) },
        None => read_foreign(text, &tags),
    };
    let is_empty = reading.game.tree().is_empty();
    let has_wrong_move = matches!(reading.fault, Some(Fault::Move { .. }));
    if has_wrong_move && foreign::is_chess(text) {
        reading = Reading { game: Game::default(), fault: Some(Fault::Chess), ..reading };
    } else if has_wrong_move && foreign::seems_to_be_numbers(text, &reading.tags) {
        reading = Reading { game: Game::default(), fault: Some(Fault::Numbers), ..reading };
    } else if is_empty && reading.tags.iter().next().is_none() {
        reading.fault = Some(Fault::NotAGame);
    } else if tag_fault.is_some() {
        reading.fault = tag_fault;
    }
    reading
}

/// Reads a game that does not name its rules by those under which most of it is legal.
fn read_foreign(text: &str, tags: &Tags) -> Reading {
    let (mut best, mut most_plies) = (Rules::default(), None);
    for rules in foreign::rules() {
        let reading = read_by(text, rules, tags);
        let depends_on_rules = matches!(reading.fault, Some(Fault::Move { reason: MoveFault::Play { .. }, .. }));
        if !depends_on_rules {
            return reading;
        }
        if most_plies < Some(reading.game.ply()) {
            (best, most_plies) = (rules, Some(reading.game.ply()));
        }
    }
    // Read once more: two large games would not fit into memory as well as one.
    read_by(text, best, tags)
}

/// The tags at the beginning of a text.
pub(super) fn read_tags(text: &str) -> (Tags, Option<Fault>) {
    let mut tags = Tags::default();
    let mut fault = None;
    let mut count = 0;
    for token in Tokens::new(text) {
        match token {
            Token::Tag { .. } if count == MAX_TAGS => {
                fault = Some(Fault::TooManyTags { limit: MAX_TAGS });
                break;
            }
            Token::Tag { name, value } => {
                count += 1;
                tags.set(name, value);
            }
            Token::Comment(_) => {}
            Token::Unfinished(what) => fault = fault.or(Some(Fault::Unfinished(what))),
            _ => break,
        }
    }
    (tags, fault)
}

fn read_by(text: &str, rules: Rules, tags: &Tags) -> Reading {
    let position = tags.get("FEN").unwrap_or_default();
    let (start, removal_due, start_fault) = match position.parse::<Position>() {
        _ if tags.get("FEN").is_none() => (Position::START, None, None),
        Ok(start) => (start, None, None),
        Err(error) => match ring_text::read(position) {
            Ok(ring_text) if error == PositionTextError::RemovalDue => (ring_text.position, Some(ring_text), None),
            // Without its start the moves mean nothing: only the tags are kept.
            _ => (Position::START, None, Some(Fault::Start(error))),
        },
    };
    let names = PointNames::of(text, tags);
    let mut reader = Reader::new(Game::from_position(rules, start), names, removal_due);
    if start_fault.is_none() {
        reader.read_moves(text, tags);
    }
    let mut game = reader.game;
    game.tree.find_marks();
    game.go_to(game.tree().end_of_line(MoveTree::ROOT));
    Reading { tags: tags.clone(), game, fault: start_fault.or(reader.fault) }
}

struct Reader {
    game: Game,
    names: PointNames,
    fault: Option<Fault>,
    /// A start where a mill is closed already: the first word of the moves removes a stone.
    removal_due: Option<RingText>,
    /// How often each position has occurred from the start to the current node.
    occurrences: HashMap<Position, usize>,
    /// Where the line was before each open variation.
    outer: Vec<NodeId>,
    /// How many open variations are being skipped, the outermost included.
    skipped: usize,
    /// A move that waits for its removal, which follows as a separate word.
    waiting: Option<Waiting>,
    /// A comment that came before the first move of a line.
    early_comment: String,
    /// Whether a move was already read in the current line.
    line_begun: bool,
    /// Whether the tree has as many plies as are allowed.
    is_full: bool,
}

/// A move without its removal, and what stands between the two.
struct Waiting {
    action: Action,
    /// Whether the removal sign was there, so that the next word is the point.
    has_sign: bool,
    comment: String,
    nags: Vec<u8>,
}

impl Reader {
    fn new(game: Game, names: PointNames, removal_due: Option<RingText>) -> Reader {
        let occurrences = HashMap::from([(*game.start(), 1)]);
        Reader {
            game,
            names,
            fault: None,
            removal_due,
            occurrences,
            outer: Vec::new(),
            skipped: 0,
            waiting: None,
            early_comment: String::new(),
            line_begun: false,
            is_full: false,
        }
    }

    fn read_moves(&mut self, text: &str, tags: &Tags) {
        let mut moves_begun = false;
        let mut result = None;
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
                Token::Tag { .. } | Token::MoveNumber => {}
                Token::Comment(comment) => self.comment(comment),
                Token::Result(_) if !self.outer.is_empty() => {}
                Token::Result(text) => {
                    self.finish_waiting();
                    result.get_or_insert(text);
                }
                // Only comments may follow the result.
                _ if result.is_some() => break,
                Token::Nag(nag) => self.nags().push(nag),
                Token::Open => self.open(),
                Token::Close => self.close(),
                Token::Number(_) if self.names == PointNames::Coordinates => {}
                Token::Number(word) | Token::Word(word) => {
                    if let Err(reason) = self.word(word)
                        && self.refuse(reason)
                    {
                        return;
                    }
                    if self.is_full {
                        return self.note(Fault::TooManyPlies { limit: MAX_PLIES });
                    }
                }
                Token::Unfinished(what) => self.note(Fault::Unfinished(what)),
            }
        }
        self.finish_waiting();
        if self.removal_due.is_some() {
            self.note(Fault::Start(PositionTextError::RemovalDue));
        }
        if !self.line_begun && self.outer.is_empty() {
            self.game.tree.node_mut(MoveTree::ROOT).comment = std::mem::take(&mut self.early_comment);
        }
        self.declare(result, tags);
    }

    /// Ends the game as its last word says, or its tag if there is no such word and the moves seem to be complete.
    fn declare(&mut self, result: Option<&'static str>, tags: &Tags) {
        let is_complete = || {
            let plies = tags.get("PlyCount").and_then(|count| count.parse().ok());
            self.fault.is_none() && self.outer.is_empty() && plies.is_none_or(|plies: usize| plies == self.game.ply())
        };
        let told = || tokens::result(tags.get("Result")?.trim()).filter(|_| is_complete());
        if let Some(outcome) = result.or_else(told).and_then(|result| declared_outcome(result, tags.get("Termination")))
        {
            self.game.declare(outcome);
        }
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
        let text = match &mut self.waiting {
            Some(waiting) => &mut waiting.comment,
            None if self.line_begun => {
                let current = self.game.current;
                &mut self.game.tree.node_mut(current).comment
            }
            None => &mut self.early_comment,
        };
        append(text, comment);
    }

    fn nags(&mut self) -> &mut Vec<u8> {
        match &mut self.waiting {
            Some(waiting) => &mut waiting.nags,
            None => {
                let current = self.game.current;
                &mut self.game.tree.node_mut(current).nags
            }
        }
    }

    fn open(&mut self) {
        self.finish_waiting();
        let current = self.game.current;
        let parent = self.game.tree.node(current).parent;
        let too_deep = self.outer.len() >= MAX_DEPTH;
        if too_deep {
            let number = self.number();
            self.note(Fault::TooDeep { number, limit: MAX_DEPTH });
        }
        self.outer.push(current);
        // A variation is another way to play the move before it.
        if parent.is_some() && !too_deep {
            self.leave();
            self.line_begun = false;
        } else {
            self.skipped = 1;
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
                // Back to the move before the variation, then to the move it was an alternative to.
                let ply = self.game.tree.node(outer).ply();
                while self.game.ply() >= ply && self.leave() {}
                if self.game.current != outer {
                    self.enter(outer);
                }
                self.line_begun = true;
            }
            None => {
                let number = self.number();
                self.note(Fault::StrayClose { number });
            }
        }
    }

    /// Steps to a child of the current node.
    fn enter(&mut self, child: NodeId) {
        self.game.current = child;
        *self.occurrences.entry(*self.game.position()).or_default() += 1;
    }

    /// Steps back to the parent of the current node; false at the start.
    fn leave(&mut self) -> bool {
        let position = *self.game.position();
        if !self.game.undo() {
            return false;
        }
        if let Entry::Occupied(mut count) = self.occurrences.entry(position) {
            // Only the current line is kept, however many there are.
            match count.get() {
                0..=1 => drop(count.remove()),
                _ => *count.get_mut() -= 1,
            }
        }
        true
    }

    fn outcome(&self) -> Option<Outcome> {
        let repetitions = || self.occurrences.get(self.game.position()).copied().unwrap_or(0);
        self.game.outcome_with(self.game.current, repetitions)
    }

    /// A move that closed a mill must say which stone it removes. Now it is too late for that.
    fn finish_waiting(&mut self) {
        if let Err(reason) = self.play_waiting(None) {
            let (number, side) = number_and_side(self.game.start(), self.game.ply());
            self.note(Fault::Move { number, side, reason });
        }
    }

    fn play_waiting(&mut self, removal: Option<Point>) -> Result<(), MoveFault> {
        let Some(Waiting { action, comment, nags, .. }) = self.waiting.take() else { return Ok(()) };
        let mv = Move { action, removal };
        self.play(mv, &mv.to_string())?;
        let current = self.game.current;
        let node = self.game.tree.node_mut(current);
        append(&mut node.comment, &comment);
        node.nags.extend(nags);
        Ok(())
    }

    /// A word in the place of a move: an action, a removal, or both.
    fn word(&mut self, word: &str) -> Result<(), MoveFault> {
        let not_a_move = || MoveFault::Text(MoveTextError::NotAMove(notation::excerpt(word)));
        if word.len() > MAX_WORD {
            return Err(not_a_move());
        }
        let plain: String = word.chars().map(notation::plain_sign).collect();
        let (action, removal) = match plain.split_once('x') {
            Some((action, removal)) => (action, Some(removal)),
            None if self.waiting.as_ref().is_some_and(|waiting| waiting.has_sign) => ("", Some(&*plain)),
            None if self.removal_due.is_some() && self.names.point(&plain).is_some() => ("", Some(&*plain)),
            None => (&*plain, None),
        };
        if action.is_empty() {
            return self.removal(removal.unwrap_or_default(), word);
        }
        if self.removal_due.is_some() {
            self.note(Fault::Start(PositionTextError::RemovalDue));
            return Err(not_a_move());
        }
        self.play_waiting(None)?;
        let action = self.action(action, word)?;
        let removal = match removal {
            Some("") => {
                self.wait(action, true);
                return Ok(());
            }
            Some(name) => Some(self.names.point(name).ok_or_else(not_a_move)?),
            None => None,
        };
        match self.play(Move { action, removal }, word) {
            // Only the removal is missing; it may follow as a separate word.
            Err(MoveFault::Play { error: PlayError::Illegal(IllegalMove::RemovalMissing(_)), .. }) => {
                self.wait(action, false);
                Ok(())
            }
            played => played,
        }
    }

    fn wait(&mut self, action: Action, has_sign: bool) {
        self.waiting = Some(Waiting { action, has_sign, comment: String::new(), nags: Vec::new() });
    }

    fn action(&self, text: &str, word: &str) -> Result<Action, MoveFault> {
        if self.names == PointNames::Coordinates {
            // The message then names the wrong point.
            let mv: Move = text.parse().map_err(|error| match error {
                MoveTextError::NotAMove(_) => MoveTextError::NotAMove(notation::excerpt(word)),
                MoveTextError::UnknownPoint { source, .. } => {
                    MoveTextError::UnknownPoint { text: notation::excerpt(word), source }
                }
            })?;
            return Ok(mv.action);
        }
        let point = |name: &str| self.names.point(name);
        let action = match text.split_once('-') {
            Some((from, to)) => point(from).zip(point(to)).map(|(from, to)| Action::Shift { from, to }),
            None => point(text).map(Action::Place),
        };
        Ok(action.ok_or_else(|| MoveTextError::NotAMove(notation::excerpt(word)))?)
    }

    /// A removal that stands alone: `xb4`, or `x` and then `b4`.
    fn removal(&mut self, name: &str, word: &str) -> Result<(), MoveFault> {
        let stray = || MoveFault::StrayRemoval(notation::excerpt(word));
        if name.is_empty() && self.removal_due.is_some() {
            return Ok(());
        }
        if let (true, Some(waiting)) = (name.is_empty(), &mut self.waiting) {
            waiting.has_sign = true;
            return Ok(());
        }
        let point = self.names.point(name).ok_or_else(stray)?;
        if let Some(ring_text) = self.removal_due.take() {
            let rules = *self.game.rules();
            let start = ring_text
                .after_removal(point, rules.removal)
                .map_err(|error| MoveFault::Play { text: notation::excerpt(word), error: error.into() })?;
            self.game = Game::from_position(rules, start);
            self.occurrences = HashMap::from([(start, 1)]);
            return Ok(());
        }
        if self.waiting.is_none() {
            return Err(stray());
        }
        self.play_waiting(Some(point))
    }

    fn play(&mut self, mv: Move, text: &str) -> Result<(), MoveFault> {
        let fault = |error| MoveFault::Play { text: notation::excerpt(text), error };
        if let Some(outcome) = self.outcome() {
            return Err(fault(PlayError::Over(outcome)));
        }
        self.game.position().check(mv, self.game.rules.removal).map_err(|error| fault(error.into()))?;
        let child = match self.game.tree.child_by_move(self.game.current, mv) {
            Some(child) => child,
            None if self.game.tree.len() > MAX_PLIES => {
                self.is_full = true;
                return Ok(());
            }
            None => self.game.tree.add(self.game.current, mv),
        };
        let parent = self.game.current;
        self.enter(child);
        if !self.line_begun {
            self.line_begun = true;
            let comment = std::mem::take(&mut self.early_comment);
            // What stands before the first move of the game is about the start.
            let text = match parent == MoveTree::ROOT && self.outer.is_empty() {
                true => &mut self.game.tree.node_mut(parent).comment,
                false => &mut self.game.tree.node_mut(child).comment_before,
            };
            append(text, &comment);
        }
        Ok(())
    }
}

/// Adds a comment to those that are already there.
fn append(text: &mut String, comment: &str) {
    if !text.is_empty() && !comment.is_empty() {
        text.push(' ');
    }
    text.push_str(comment);
}
