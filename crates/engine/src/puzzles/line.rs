//! Makes a puzzle of a position: follows the only right moves and the most stubborn replies, or finds that it is not one.

use super::candidates::placing_moves;
use super::difficulty;
use super::shapes::is_tempting;
use super::{Aim, Judge, Kind, Puzzle, Refutation, Step};
use crate::endgame::Outcome;
use crate::rules::{Move, Position};

/// A win takes at most this number of own moves.
pub(super) const LONGEST_WIN: usize = 6;
/// A drawn position is held for at most this number of moves.
pub(super) const LONGEST_HOLD: usize = 3;
/// How many wrong moves of a step are refuted.
const REFUTED: usize = 3;

/// A position that may become a puzzle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub kind: Kind,
    pub aim: Aim,
    pub start: Position,
    /// How many moves the person has at most.
    pub moves: usize,
}

impl Candidate {
    /// The position that a puzzle came from.
    pub(super) fn of(puzzle: &Puzzle) -> Candidate {
        let Puzzle { kind, aim, start, .. } = *puzzle;
        let moves = match (kind, aim) {
            (Kind::Place, _) => placing_moves(&start),
            (_, Aim::Hold) => LONGEST_HOLD,
            (_, Aim::Win | Aim::Mill | Aim::Double | Aim::Free) => puzzle.steps.len(),
        };
        Candidate { kind, aim, start, moves }
    }

    /// Whether the puzzle ends where several moves are right, and not only when the aim is reached.
    fn is_open_ended(&self) -> bool {
        self.aim == Aim::Hold || self.kind == Kind::Place
    }

    /// The puzzle, if at every step exactly one move is right.
    pub(super) fn puzzle(&self, judge: &Judge) -> Option<Puzzle> {
        let Candidate { kind, aim, start, moves } = *self;
        let mut steps: Vec<Step> = Vec::new();
        let mut position = start;
        while steps.len() < moves {
            let left = moves - steps.len();
            let Some((right, reply)) = self.step(judge, &position, left) else { break };
            let wrong = refutations(judge, aim, &position, &right, left);
            position = position.after(right[0]);
            steps.push(Step { right, wrong, reply });
            let Some(reply) = reply else { break };
            position = position.after(reply);
        }
        // The reply to the last move asks for nothing any more.
        steps.last_mut()?.reply = None;
        if aim == Aim::Win && !self.is_open_ended() && position.loser().is_none() {
            return None;
        }
        let mut puzzle = Puzzle { kind, aim, rule: judge.rule(), start, difficulty: 0, steps };
        puzzle.difficulty = difficulty::Facts::of(&puzzle).level();
        Some(puzzle)
    }

    /// The right moves of a step and the reply that asks for another one; none when several different moves are right.
    fn step(&self, judge: &Judge, position: &Position, left: usize) -> Option<(Vec<Move>, Option<Move>)> {
        let right = judge.right_moves(self.aim, position, left)?;
        let next = position.after(*right.first()?);
        let is_last = match self.aim {
            Aim::Win if !self.is_open_ended() => next.loser().is_some(),
            _ => left == 1,
        };
        if is_last {
            // A mill may be closed in any way once there are several.
            let may_vary = matches!(self.aim, Aim::Mill | Aim::Double) && self.moves > 1;
            return (may_vary || has_one_action(&right)).then_some((right, None));
        }
        // A short win must be the only win; a long one the only win in time.
        if self.aim == Aim::Win && self.moves <= 2 && !self.is_open_ended() {
            let values = judge.values(position)?;
            if values.iter().filter(|(_, value)| value.outcome() == Outcome::Win).count() != 1 {
                return None;
            }
        }
        // What follows must not depend on the stone that is removed.
        if right.len() != 1 {
            return None;
        }
        let reply = stubborn_reply(judge, self.aim, &next, left - 1);
        (reply.is_some() || self.is_open_ended()).then_some((right, reply))
    }
}

fn has_one_action(moves: &[Move]) -> bool {
    moves.iter().all(|mv| mv.action == moves[0].action)
}

/// The reply that leaves the fewest right moves, but at least one.
fn stubborn_reply(judge: &Judge, aim: Aim, position: &Position, left: usize) -> Option<Move> {
    let replies: Vec<Move> = match aim {
        Aim::Win | Aim::Hold => {
            let values = judge.values(position)?;
            let best = values.iter().map(|(_, value)| *value).max()?;
            values.into_iter().filter(|(_, value)| *value == best).map(|(mv, _)| mv).collect()
        }
        Aim::Mill | Aim::Double | Aim::Free => position.legal_moves(judge.rule()).into_iter().collect(),
    };
    let asked = replies.into_iter().filter_map(|reply| {
        let next = position.after(reply);
        let right = judge.right_moves(aim, &next, left)?;
        let ends = || right.iter().all(|&mv| next.after(mv).loser().is_some());
        let is_asked = match aim {
            Aim::Win | Aim::Hold => right.len() == 1 || has_one_action(&right) && ends(),
            _ => true,
        };
        (is_asked && !right.is_empty()).then_some((right.len(), reply))
    });
    asked.min_by_key(|(count, _)| *count).map(|(_, reply)| reply)
}

/// What refutes the most plausible wrong moves of a position.
fn refutations(judge: &Judge, aim: Aim, position: &Position, right: &[Move], moves: usize) -> Vec<Refutation> {
    wrong_moves(judge, position, right)
        .into_iter()
        .filter(|mv| is_tempting(position, mv.action))
        .take(REFUTED)
        .filter_map(|mv| judge.refute(aim, position, mv, moves))
        .collect()
}

/// The wrong moves of a position, one for each action, those that close a mill first.
fn wrong_moves(judge: &Judge, position: &Position, right: &[Move]) -> Vec<Move> {
    let mut wrong: Vec<Move> = Vec::new();
    for mv in position.legal_moves(judge.rule()) {
        let known = wrong.last().is_some_and(|last| last.action == mv.action);
        if !known && !right.contains(&mv) {
            wrong.push(mv);
        }
    }
    wrong.sort_by_key(|mv| !position.closes_mill(mv.action));
    wrong
}
