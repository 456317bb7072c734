//! Shapes that puzzles and their grades speak of: open lines, and the double mill (German: Zwickmühle).

use crate::rules::geometry::MILLS;
use crate::rules::{Action, Color, Point, PointSet, Position, RemovalRule};

/// How many lines hold two stones of `own` and nothing else.
pub fn open_lines(own: PointSet, enemy: PointSet) -> usize {
    MILLS.iter().filter(|mill| (**mill & own).len() == 2 && (**mill & enemy).is_empty()).count()
}

/// The steps by which a side opens one mill and closes another: with the next step it goes back and closes the first
/// one again.
///
/// ```
/// use muehle_engine::puzzles::shapes::swings;
/// use muehle_engine::rules::{Color, Position};
///
/// // 7   O-----------O-----------O      The stone on d7 swings
/// // 6   |   O-------.-------O   |      between d7 and d6 and
/// // 5   |   |   .---.---.   |   |      closes a mill each time.
/// // 4   .---.---.       .---.---.
/// // 3   |   |   X---X---.   |   |
/// // 2   |   .-------X-------X   |
/// // 1   .-----------.-----------X
/// //     a   b   c   d   e   f   g
/// let position: Position = "a7,d7,g7,b6,f6/c3,d3,d2,f2,g1 b 0 0".parse()?;
/// assert_eq!(swings(&position, Color::White).count(), 1);
/// assert_eq!(swings(&position, Color::Black).count(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn swings(position: &Position, side: Color) -> impl Iterator<Item = Action> + use<> {
    let (own, free) = (position.stones(side), position.free());
    let in_mills = if position.phase(side) == crate::rules::Phase::Sliding { own.in_mills() } else { PointSet::EMPTY };
    in_mills.into_iter().flat_map(move |from| {
        let closing = own.without(from).closing_points() & from.neighbours() & free;
        closing.into_iter().map(move |to| Action::Shift { from, to })
    })
}

/// Whether the side that has just moved has a double mill that works with its next move, whatever the other side does.
pub fn has_lasting_double_mill(position: &Position, rule: RemovalRule) -> bool {
    let builder = !position.side_to_move();
    if swings(position, builder).next().is_none() {
        return false;
    }
    let replies = position.legal_moves(rule);
    !replies.is_empty() && replies.iter().all(|&mv| swings(&position.after(mv), builder).next().is_some())
}

/// Whether the side to move can block the other side with at most this number of its own moves.
pub fn can_block(position: &Position, rule: RemovalRule, moves: usize) -> bool {
    position.legal_moves(rule).iter().any(|&mv| {
        let next = position.after(mv);
        if next.is_decided_by_material() {
            return false;
        }
        let answers = next.legal_moves(rule);
        answers.is_empty() || moves > 1 && answers.iter().all(|&answer| can_block(&next.after(answer), rule, moves - 1))
    })
}

/// Whether a person is tempted to play this: it closes a mill, makes a new line with two own stones, or stands in an
/// enemy line with two stones.
pub fn is_tempting(position: &Position, action: Action) -> bool {
    let (own, enemy, to) = (position.own(), position.enemy(), action.target());
    let after = action.origin().map_or(own, |from| own.without(from)).with(to);
    let stops = |point: Point| point.mills().iter().any(|&mill| (mill & enemy).len() == 2);
    position.closes_mill(action) || open_lines(after, enemy) > open_lines(own, enemy) || stops(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_double_mill_lasts_only_while_it_cannot_be_stopped() {
        let lasting: Position = "a7,d7,g7,b6,f6/c3,e4,b2,f2,g1 b 0 0".parse().unwrap();
        assert!(has_lasting_double_mill(&lasting, RemovalRule::Never));
        // A black stone on d5 goes to d6, where the stone would close the second mill.
        let stopped: Position = "a7,d7,g7,b6,f6/d5,e4,b2,f2,g1 b 0 0".parse().unwrap();
        assert!(!has_lasting_double_mill(&stopped, RemovalRule::Never));
    }

    #[test]
    fn blocking_is_found_within_its_moves() {
        // Black closes the last way out with c5-d5.
        let position: Position = "a7,d7,g7,d6/a4,g4,b6,f6,c5 b 0 0".parse().unwrap();
        assert!(can_block(&position, RemovalRule::Never, 1));
        let free: Position = "a7,d7,g7,d6/a4,g4,b6,c3,e3 b 0 0".parse().unwrap();
        assert!(!can_block(&free, RemovalRule::Never, 1));
    }
}
