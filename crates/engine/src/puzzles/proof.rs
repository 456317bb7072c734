//! Which moves reach an aim, and what refutes the others: by the tables, or by a complete search of a few plies.

use super::shapes::{can_block, has_lasting_double_mill, swings};
use super::{Aim, Refutation};
use crate::endgame::{Database, Outcome, PLACING_PLIES, Value};
use crate::rules::{Color, Move, Position, RemovalRule};

/// How many moves of its own the other side has to block a stone in [`Aim::Free`].
const BLOCKING_MOVES: usize = 2;
/// Placing puzzles ask for results up to this ply: those of later plies take longer to unpack, or are there only where the
/// user has built them, and the same seed must give the same puzzles.
pub(super) const KNOWN_PLIES: usize = 9;

/// How many stones have been placed.
pub(super) fn placed(position: &Position) -> usize {
    let in_hand = position.hand(Color::White) + position.hand(Color::Black);
    usize::from(PLACING_PLIES.saturating_sub(in_hand))
}

/// A lost game is shown up to this number of plies.
const SHOWN_PLIES: usize = 5;

/// Knows which moves are right.
#[derive(Clone, Copy, Debug)]
pub struct Judge<'a> {
    database: &'a Database,
}

impl<'a> Judge<'a> {
    /// A judge by these tables and their rule.
    pub fn new(database: &'a Database) -> Judge<'a> {
        Judge { database }
    }

    /// The removal rule.
    pub fn rule(&self) -> RemovalRule {
        self.database.rule()
    }

    /// The result of a position; none when no table has it. A table that cannot be used counts as missing.
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.database.outcome(position).ok().flatten()
    }

    /// Every move with its value; without distances while stones are in hand. None when a table is missing.
    pub(super) fn values(&self, position: &Position) -> Option<Vec<(Move, Value)>> {
        if position.hands_are_empty() {
            return self.database.solve(position).ok().flatten().map(|solved| solved.moves);
        }
        if placed(position) >= KNOWN_PLIES {
            return None;
        }
        let solved = self.database.outcomes(position).ok().flatten()?;
        let value = |outcome| match outcome {
            Outcome::Win => Value::Win(1),
            Outcome::Draw => Value::Draw,
            Outcome::Loss => Value::Loss(2),
        };
        Some(solved.moves.into_iter().map(|(mv, outcome)| (mv, value(outcome))).collect())
    }

    /// The moves that reach the aim when the person has this number of moves, the next one included. None when a table
    /// is missing.
    pub fn right_moves(&self, aim: Aim, position: &Position, moves: usize) -> Option<Vec<Move>> {
        if matches!(aim, Aim::Mill | Aim::Double | Aim::Free) {
            let mut right = position.legal_moves(self.rule());
            right.retain(|mv| self.reaches(aim, position, *mv, moves));
            return Some(right.into_iter().collect());
        }
        let plies = 2 * moves as u16;
        let is_right = |value: Value| match value {
            Value::Win(distance) => aim == Aim::Hold || distance < plies,
            Value::Draw => aim == Aim::Hold,
            Value::Loss(_) => false,
        };
        let values = self.values(position)?;
        Some(values.into_iter().filter(|(_, value)| is_right(*value)).map(|(mv, _)| mv).collect())
    }

    /// Whether a move leads to an aim that only a complete search can prove.
    fn reaches(&self, aim: Aim, position: &Position, mv: Move, moves: usize) -> bool {
        let (rule, next) = (self.rule(), position.after(mv));
        let reached = match aim {
            Aim::Mill => position.closes_mill(mv.action),
            Aim::Double => has_lasting_double_mill(&next, rule),
            Aim::Free => return !can_block(&next, rule, BLOCKING_MOVES),
            Aim::Win | Aim::Hold => false,
        };
        // With moves to spare the aim must not be reached at once: that would be another, easier puzzle.
        if moves <= 1 || reached {
            return reached && moves <= 1;
        }
        let replies = next.legal_moves(rule);
        !replies.is_empty()
            && replies.iter().all(|&reply| {
                let position = next.after(reply);
                position.legal_moves(rule).iter().any(|&mv| self.reaches(aim, &position, mv, moves - 1))
            })
    }

    /// What is wrong with a move that is not right. None when a table is missing.
    pub fn refute(&self, aim: Aim, position: &Position, wrong: Move, moves: usize) -> Option<Refutation> {
        let next = position.after(wrong);
        match aim {
            Aim::Win | Aim::Hold => {
                let result = self.outcome(&next)?.before_move();
                // Against a draw one move says enough; a loss is played out.
                let plies = if result == Outcome::Loss { SHOWN_PLIES } else { 1 };
                Some(Refutation { wrong, line: self.best_line(next, plies), result: Some(result) })
            }
            Aim::Mill | Aim::Double => {
                let person = position.side_to_move();
                let is_built = aim == Aim::Double && swings(&next, person).next().is_some();
                let stops = |reply: &Move| {
                    let position = next.after(*reply);
                    match moves {
                        // What was built too early, or not firmly, is stopped.
                        0 | 1 => is_built && swings(&position, person).next().is_none(),
                        _ => self.right_moves(aim, &position, moves - 1).is_some_and(|right| right.is_empty()),
                    }
                };
                let line = next.legal_moves(self.rule()).into_iter().find(stops).into_iter().collect();
                Some(Refutation { wrong, line, result: None })
            }
            Aim::Free => {
                let line = self.blocking_line(next);
                Some(Refutation { wrong, line, result: Some(Outcome::Loss) })
            }
        }
    }

    /// Best play of both sides: the quickest win, the longest defence.
    fn best_line(&self, mut position: Position, plies: usize) -> Vec<Move> {
        let mut line = Vec::new();
        while line.len() < plies {
            let best = self.values(&position).and_then(|values| values.into_iter().max_by_key(|(_, value)| *value));
            let Some((mv, _)) = best else { break };
            position = position.after(mv);
            line.push(mv);
        }
        line
    }

    /// How the side to move blocks the other one.
    fn blocking_line(&self, position: Position) -> Vec<Move> {
        let rule = self.rule();
        for moves in 1..=BLOCKING_MOVES {
            for mv in position.legal_moves(rule) {
                let next = position.after(mv);
                let answers = next.legal_moves(rule);
                if next.is_decided_by_material() || (answers.is_empty() && moves > 1) {
                    continue;
                }
                if answers.is_empty() {
                    return vec![mv];
                }
                if moves > 1 && answers.iter().all(|&answer| can_block(&next.after(answer), rule, moves - 1)) {
                    let rest = self.blocking_line(next.after(answers[0]));
                    return [mv, answers[0]].into_iter().chain(rest).collect();
                }
            }
        }
        Vec::new()
    }
}
