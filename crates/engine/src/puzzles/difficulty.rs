//! How hard a puzzle is, from facts alone.
//!
//! Three facts count: how many tempting moves of the first step are wrong, at which depth a search that only counts
//! stones prefers the right move, and how many moves the solution has.
//!
//! ```text
//! points = min(tempting wrong moves, 6) + 2 · (depth - 1) + 2 · (moves - 1)
//! level  = 1 up to 4 points, 2 up to 7, 3 up to 10, 4 up to 13, 5 beyond
//! ```

use super::Puzzle;
use super::shapes::is_tempting;
use crate::rules::{Action, Move, Position, RemovalRule};

/// More tempting moves than this make a puzzle no harder.
const MOST_TEMPTING: usize = 6;
/// The deepest search; what it does not find counts as one ply deeper.
const DEEPEST: u32 = 4;
/// The most points of each level but the last.
const LEVELS: [usize; 4] = [4, 7, 10, 13];

/// What makes a puzzle hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The wrong actions of the first step that close a mill, make a line of two or stop one.
    pub tempting: usize,
    /// The depth at which a search that counts stones prefers the right move.
    pub depth: u32,
    /// The moves of the person.
    pub moves: usize,
}

impl Facts {
    /// The facts of a puzzle.
    pub fn of(puzzle: &Puzzle) -> Facts {
        let Some(step) = puzzle.steps.first() else { return Facts { tempting: 0, depth: 1, moves: 0 } };
        let mut actions: Vec<Action> = puzzle.start.legal_moves(puzzle.rule).iter().map(|mv| mv.action).collect();
        actions.dedup();
        let is_wrong = |action: &&Action| step.right.iter().all(|mv| mv.action != **action);
        let tempting = actions.iter().filter(is_wrong).filter(|action| is_tempting(&puzzle.start, **action)).count();
        Facts { tempting, depth: depth_of(&puzzle.start, puzzle.rule, &step.right), moves: puzzle.steps.len() }
    }

    /// The points of the formula.
    pub fn points(&self) -> usize {
        self.tempting.min(MOST_TEMPTING) + 2 * (self.depth as usize - 1) + 2 * self.moves.saturating_sub(1)
    }

    /// From 1 to 5.
    pub fn level(&self) -> u8 {
        1 + LEVELS.iter().filter(|most| self.points() > **most).count() as u8
    }
}

/// The least depth at which a right move looks better than every wrong one to a search that only counts stones.
fn depth_of(position: &Position, rule: RemovalRule, right: &[Move]) -> u32 {
    let moves = position.legal_moves(rule);
    let wrong = || moves.iter().filter(|mv| !right.contains(mv));
    let found = |depth: &u32| {
        let value_of = |mv: Move, low: i32, high: i32| -count(&position.after(mv), rule, depth - 1, -high, -low);
        let best = right.iter().map(|&mv| value_of(mv, -WON, WON)).max().unwrap_or(-WON);
        wrong().all(|&mv| value_of(mv, best - 1, best) < best)
    };
    (1..=DEEPEST).find(found).unwrap_or(DEEPEST + 1)
}

/// Better than any number of stones.
const WON: i32 = 100;

/// The stones that the side to move will be ahead, by alpha-beta over every move; a win is worth more the sooner it
/// comes.
fn count(position: &Position, rule: RemovalRule, depth: u32, mut low: i32, high: i32) -> i32 {
    if let Some(loser) = position.loser() {
        let won = WON - (DEEPEST - depth) as i32;
        return if loser == position.side_to_move() { -won } else { won };
    }
    if depth == 0 {
        let side = position.side_to_move();
        return position.total(side) as i32 - position.total(!side) as i32;
    }
    let mut moves = position.legal_moves(rule);
    // Captures first: they cut off most.
    moves.sort_by_key(|mv| mv.removal.is_none());
    for mv in moves {
        low = low.max(-count(&position.after(mv), rule, depth - 1, -high, -low));
        if low >= high {
            break;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_follow_the_formula() {
        let level = |tempting, depth, moves| Facts { tempting, depth, moves }.level();
        assert_eq!(level(0, 1, 1), 1);
        assert_eq!(level(4, 1, 1), 1);
        assert_eq!(level(5, 1, 1), 2);
        assert_eq!(level(9, 3, 1), 3);
        assert_eq!(level(2, 5, 3), 5);
    }

    #[test]
    fn a_mill_is_found_at_once_and_a_threat_two_plies_later() {
        let rule = RemovalRule::Never;
        let position: Position = "a7,d7,g4,c3/b6,d6,f2,e3 w 0 0".parse().unwrap();
        let closing: Vec<Move> = position.legal_moves(rule).into_iter().filter(|mv| mv.removal.is_some()).collect();
        assert_eq!(depth_of(&position, rule, &closing), 1);
        // Black threatens e3-d3xc3 or the like: stopping it pays after the reply.
        let position: Position = "a7,d1,g4,f4/b6,d6,f2,e5 w 0 0".parse().unwrap();
        let stop: Vec<Move> = vec!["f4-f6".parse().unwrap()];
        assert!(depth_of(&position, rule, &stop) >= 2);
    }
}
