//! What a move is worth, and what losing some of it is called.

use crate::endgame::Outcome;
use crate::rules::Move;
use crate::search::Score;

/// What a move or a position is worth for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Worth {
    /// Known for certain, with the plies to the end of the game where they are known.
    Exact(Outcome, Option<u32>),
    /// Estimated by a search, in [-1, 1].
    Estimate(f64),
}

impl Worth {
    /// A draw.
    pub const DRAW: Worth = Worth::Exact(Outcome::Draw, None);

    /// As a number in [-1, 1].
    pub fn value(self) -> f64 {
        match self {
            Worth::Exact(Outcome::Win, _) => 1.0,
            Worth::Exact(Outcome::Draw, _) => 0.0,
            Worth::Exact(Outcome::Loss, _) => -1.0,
            Worth::Estimate(value) => value.clamp(-1.0, 1.0),
        }
    }

    /// The result with best play, if it is known.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Worth::Exact(outcome, _) => Some(outcome),
            Worth::Estimate(_) => None,
        }
    }

    /// The plies to the end of the game, if they are known.
    pub fn plies(self) -> Option<u32> {
        match self {
            Worth::Exact(_, plies) => plies,
            Worth::Estimate(_) => None,
        }
    }

    /// The worth of the position after the best move, for the side that moves then.
    #[must_use]
    pub fn after_move(self) -> Worth {
        match self {
            Worth::Exact(outcome, plies) => {
                Worth::Exact(outcome.before_move(), plies.map(|plies| plies.saturating_sub(1)))
            }
            Worth::Estimate(value) => Worth::Estimate(-value),
        }
    }

    /// As a score.
    pub fn score(self) -> Score {
        match self {
            Worth::Exact(Outcome::Win, Some(plies)) => Score::Win(plies),
            Worth::Exact(Outcome::Loss, Some(plies)) => Score::Loss(plies),
            Worth::Exact(Outcome::Win, None) => Score::Won,
            Worth::Exact(Outcome::Loss, None) => Score::Lost,
            Worth::Exact(Outcome::Draw, _) => Score::Draw,
            Worth::Estimate(value) => Score::Estimate(value),
        }
    }
}

impl From<Score> for Worth {
    fn from(score: Score) -> Worth {
        match score {
            Score::Win(plies) => Worth::Exact(Outcome::Win, Some(plies)),
            Score::Loss(plies) => Worth::Exact(Outcome::Loss, Some(plies)),
            Score::Won => Worth::Exact(Outcome::Win, None),
            Score::Lost => Worth::Exact(Outcome::Loss, None),
            Score::Draw => Worth::DRAW,
            Score::Estimate(value) => Worth::Estimate(value),
        }
    }
}

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// The only one that did not throw something away.
    Only,
    /// As good as any.
    Best,
    /// Keeps what there was, though another move was a little better.
    Good,
    /// Gives a little away: a longer win, a shorter defence, a somewhat worse position.
    Inaccuracy,
    /// Throws away half a point: a win becomes a draw, or a draw a loss.
    Mistake,
    /// Turns a win into a loss, or throws something away that the opponent takes at once.
    Blunder,
}

impl Class {
    /// All classes, the best first.
    pub const ALL: [Class; 6] =
        [Class::Only, Class::Best, Class::Good, Class::Inaccuracy, Class::Mistake, Class::Blunder];
    /// What is counted against a player.
    pub const FAULTS: [Class; 3] = [Class::Inaccuracy, Class::Mistake, Class::Blunder];

    /// Whether it is worth a sentence.
    pub fn is_fault(self) -> bool {
        self >= Class::Inaccuracy
    }

    /// Whether it throws something away.
    pub fn is_mistake(self) -> bool {
        self >= Class::Mistake
    }

    /// Its glyph in a game's text: $7 (only move), $6 (?!), $2 (?), $4 (??).
    pub fn nag(self) -> Option<u8> {
        match self {
            Class::Only => Some(7),
            Class::Best | Class::Good => None,
            Class::Inaccuracy => Some(6),
            Class::Mistake => Some(2),
            Class::Blunder => Some(4),
        }
    }
}

/// Estimates that differ by less count as equal.
const EQUAL: f64 = 0.02;
/// Losing this much of an estimate is an inaccuracy, a mistake, a blunder.
const INACCURACY: f64 = 0.20;
const MISTAKE: f64 = 0.40;
const BLUNDER: f64 = 0.90;
/// A win that takes this many plies longer, or a defence that is this much shorter, is an inaccuracy.
const SLOWER: u32 = 10;

/// What playing a move of this worth is called where the best one has that.
fn compared(best: Worth, played: Worth) -> Class {
    if let (Some(was), Some(is)) = (best.outcome(), played.outcome()) {
        return match (was, is) {
            (Outcome::Win, Outcome::Loss) => Class::Blunder,
            _ if is < was => Class::Mistake,
            _ => match (best.plies(), played.plies()) {
                (Some(best), Some(played)) if best.abs_diff(played) > SLOWER => Class::Inaccuracy,
                (Some(best), Some(played)) if best != played => Class::Good,
                _ => Class::Best,
            },
        };
    }
    match best.value() - played.value() {
        lost if lost >= BLUNDER => Class::Blunder,
        lost if lost >= MISTAKE => Class::Mistake,
        lost if lost >= INACCURACY => Class::Inaccuracy,
        lost if lost >= EQUAL => Class::Good,
        _ => Class::Best,
    }
}

/// The class of a move among all legal ones, the best first. `worth` is what it is worth in the game, where a repetition
/// may end it.
pub(super) fn classify(moves: &[(Move, Worth)], mv: Move, worth: Worth) -> Class {
    let Some(&(_, best)) = moves.first() else { return Class::Best };
    let class = compared(best, worth);
    let is_lost = best.outcome() == Some(Outcome::Loss);
    let others_lose =
        || moves.iter().filter(|(other, _)| *other != mv).all(|&(_, other)| compared(best, other).is_mistake());
    if class <= Class::Good && moves.len() > 1 && !is_lost && others_lose() { Class::Only } else { class }
}

/// The moves that throw nothing away, the best first.
pub(super) fn keeping(moves: &[(Move, Worth)]) -> Vec<Move> {
    let Some(&(_, best)) = moves.first() else { return Vec::new() };
    let keeps = |worth: Worth| compared(best, worth) < Class::Inaccuracy;
    moves.iter().filter(|(_, worth)| keeps(*worth)).map(|(mv, _)| *mv).collect()
}

/// What a move gave away, in points: 0 nothing, 0.5 a draw, 1 a win.
pub(super) fn points_lost(best: Worth, played: Worth) -> f64 {
    ((best.value() - played.value()) / 2.0).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIN: Worth = Worth::Exact(Outcome::Win, Some(9));
    const LOSS: Worth = Worth::Exact(Outcome::Loss, Some(12));

    fn moves(worths: &[Worth]) -> Vec<(Move, Worth)> {
        let names = ["a1", "a4", "a7", "d1", "d2"];
        names.iter().zip(worths).map(|(name, worth)| (name.parse().unwrap(), *worth)).collect()
    }

    fn class(worths: &[Worth], place: usize) -> Class {
        let moves = moves(worths);
        classify(&moves, moves[place].0, moves[place].1)
    }

    #[test]
    fn exact_results_decide() {
        assert_eq!(class(&[WIN, WIN, LOSS], 2), Class::Blunder);
        assert_eq!(class(&[WIN, Worth::DRAW], 1), Class::Mistake);
        assert_eq!(class(&[Worth::DRAW, LOSS], 1), Class::Mistake);
        assert_eq!(class(&[Worth::DRAW, LOSS], 0), Class::Only);
        assert_eq!(class(&[Worth::DRAW, Worth::DRAW, LOSS], 1), Class::Best);
        assert_eq!(class(&[LOSS, LOSS], 0), Class::Best, "nothing is left to hold");
        assert_eq!(class(&[Worth::DRAW], 0), Class::Best, "a forced move is no find");
    }

    #[test]
    fn distances_tell_good_from_best() {
        let slower = |plies| Worth::Exact(Outcome::Win, Some(plies));
        assert_eq!(class(&[WIN, slower(11), slower(21)], 1), Class::Good);
        assert_eq!(class(&[WIN, slower(11), slower(21)], 2), Class::Inaccuracy);
        let unknown = Worth::Exact(Outcome::Win, None);
        assert_eq!(class(&[unknown, unknown], 1), Class::Best);
        assert_eq!(class(&[WIN, slower(11), Worth::DRAW], 1), Class::Good);
        assert_eq!(class(&[WIN, Worth::DRAW, Worth::DRAW], 0), Class::Only);
    }

    #[test]
    fn estimates_are_measured() {
        let estimates = [0.2, 0.19, 0.15, -0.01, -0.2].map(Worth::Estimate);
        let classes = [0, 1, 2, 3, 4].map(|place| class(&estimates, place));
        assert_eq!(classes, [Class::Best, Class::Best, Class::Good, Class::Inaccuracy, Class::Mistake]);
        assert_eq!(class(&[Worth::Estimate(0.3), Worth::Estimate(-0.7)], 1), Class::Blunder);
        assert_eq!(class(&[Worth::Estimate(0.3), LOSS], 0), Class::Only);
        assert_eq!(keeping(&moves(&estimates)).len(), 3);
    }

    #[test]
    fn a_draw_by_repetition_can_throw_a_win_away() {
        let moves = moves(&[WIN, WIN]);
        assert_eq!(classify(&moves, moves[1].0, Worth::DRAW), Class::Mistake);
    }
}
