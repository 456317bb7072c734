//! What can be said about a position and a line of moves: mills, double mills, stuck stones, the end. All of it is seen
//! on the board; nothing is guessed.

use crate::rules::{Color, Move, Phase, Point, PointSet, Position, RemovalRule};

/// A mill that is closed in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MillAhead {
    /// Who closes it.
    pub side: Color,
    /// Where the last stone of it comes to stand.
    pub at: Point,
    /// With which move of that side: 1 is its next one.
    pub moves: usize,
    /// Whether it stands at the end of the line, at least two plies later.
    pub stays: bool,
}

/// How a line ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndAhead {
    /// Who loses.
    pub loser: Color,
    /// Whether the loser is blocked; otherwise too few stones are left.
    pub blocked: bool,
    /// The plies of the line.
    pub plies: usize,
}

/// What happens in a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineFacts {
    /// The first mill of each side that captures, White's first.
    pub mills: [Option<MillAhead>; 2],
    /// Who has a double mill in the line, with the two points between which a stone goes back and forth.
    pub double_mill: [Option<(Point, Point)>; 2],
    /// The captures of each side.
    pub captures: [usize; 2],
    /// The end of the game, if the line leads there.
    pub end: Option<EndAhead>,
}

/// How freely the sides can move in a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Freedom {
    /// The stones of each side that cannot move, while it slides.
    pub stuck: [usize; 2],
    /// The ways in which the stones of each side can go, while it slides.
    pub mobility: [Option<usize>; 2],
}

impl Freedom {
    /// The freedom of both sides in a position.
    pub fn in_position(position: &Position) -> Freedom {
        Freedom {
            stuck: Color::BOTH.map(|side| stuck(position, side).len()),
            mobility: Color::BOTH.map(|side| mobility(position, side)),
        }
    }
}

/// The facts of a line that begins with a position. It is followed up to the first illegal move.
pub fn of_line(start: &Position, line: &[Move], rule: RemovalRule) -> LineFacts {
    let mut facts = LineFacts::default();
    let mut position = *start;
    let mut closed: [Option<(PointSet, usize)>; 2] = [None; 2];
    let mut plies = 0;
    for (ply, &mv) in line.iter().enumerate() {
        let side = position.side_to_move();
        let closes = position.check(mv, rule).is_ok() && position.closes_mill(mv.action);
        if position.play(mv, rule).is_err() {
            break;
        }
        plies = ply + 1;
        if closes && mv.removal.is_some() {
            facts.captures[side.index()] += 1;
            if facts.mills[side.index()].is_none() {
                let at = mv.action.target();
                let moves = if side == start.side_to_move() { ply / 2 + 1 } else { ply.div_ceil(2) };
                facts.mills[side.index()] = Some(MillAhead { side, at, moves, stays: false });
                closed[side.index()] = Some((mill_through(position.stones(side), at), ply));
            }
        }
        for side in Color::BOTH {
            let place = &mut facts.double_mill[side.index()];
            *place = place.or_else(|| double_mill(&position, side));
        }
    }
    for (mill, closed) in facts.mills.iter_mut().zip(closed) {
        if let (Some(mill), Some((points, ply))) = (mill, closed) {
            mill.stays = plies >= ply + 3 && position.stones(mill.side) & points == points;
        }
    }
    facts.end = position.loser().map(|loser| EndAhead { loser, blocked: position.total(loser) >= 3, plies });
    facts
}

/// The points of a closed line of these stones through a point.
fn mill_through(stones: PointSet, point: Point) -> PointSet {
    point.mills().into_iter().find(|mill| *mill & stones == *mill).unwrap_or(PointSet::EMPTY)
}

/// A stone of a closed mill and the free point beside it where it closes another one: the side opens a mill with every
/// move and closes one with the same move (Zwickmühle). Only for a side that slides.
pub fn double_mill(position: &Position, side: Color) -> Option<(Point, Point)> {
    if position.phase(side) != Phase::Sliding {
        return None;
    }
    let own = position.stones(side);
    let free = position.free();
    own.in_mills().into_iter().find_map(|from| {
        // The points of the mill it leaves are taken, so a free one belongs to another mill.
        let closing = own.without(from).closing_points();
        Some((from, (from.neighbours() & free & closing).first()?))
    })
}

/// The stones of a side that slides and cannot move.
pub fn stuck(position: &Position, side: Color) -> PointSet {
    if position.phase(side) != Phase::Sliding {
        return PointSet::EMPTY;
    }
    let free = position.free();
    position.stones(side).into_iter().filter(|point| (point.neighbours() & free).is_empty()).collect()
}

/// How many ways the stones of a side that slides can go.
pub fn mobility(position: &Position, side: Color) -> Option<usize> {
    let free = position.free();
    (position.phase(side) == Phase::Sliding)
        .then(|| position.stones(side).into_iter().map(|point| (point.neighbours() & free).len()).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str) -> Position {
        text.parse().unwrap()
    }

    fn line(text: &str) -> Vec<Move> {
        text.split_whitespace().map(|mv| mv.parse().unwrap()).collect()
    }

    #[test]
    fn mills_of_a_line_are_counted_in_moves_of_their_side() {
        let start = position("a1,d1/b2,b4 b 7 7");
        let facts = of_line(&start, &line("c3 g1xb4 b4 d2 b6xd2"), RemovalRule::Never);
        let white = facts.mills[0].unwrap();
        assert_eq!((white.at, white.moves, white.stays), (Point::G1, 1, true));
        let black = facts.mills[1].unwrap();
        assert_eq!((black.at, black.moves, black.stays), (Point::B6, 3, false));
        assert_eq!((facts.captures, facts.end), ([1, 1], None));
        let broken = of_line(&start, &line("c3 c3 g1xb4"), RemovalRule::Never);
        assert_eq!(broken.mills, [None, None], "an illegal move ends the line");
    }

    #[test]
    fn a_double_mill_needs_a_stone_between_two_lines() {
        // a1 a4 a7 and b2 b6 with b4 free: the stone goes from a4 to b4 and back.
        let double = position("a1,a4,a7,b2,b6/g1,g4,f2,d5 w 0 0");
        assert_eq!(double_mill(&double, Color::White), Some((Point::A4, Point::B4)));
        assert_eq!(double_mill(&double, Color::Black), None);
        assert_eq!(double_mill(&position("a1,a4,a7,b2/g1,g4,f2,d5 w 0 0"), Color::White), None);
        let placing = position("a1,a4,a7,b2,b6/g1,g4,f2,d5 w 2 2");
        assert_eq!(double_mill(&placing, Color::White), None, "nobody slides yet");
        let facts = of_line(&position("a1,a4,b2,b6,d7/g1,g4,f2,d5 w 0 0"), &line("d7-a7xd5"), RemovalRule::Never);
        assert_eq!(facts.double_mill, [Some((Point::A4, Point::B4)), None]);
    }

    #[test]
    fn a_line_tells_how_the_game_ends() {
        let start = position("a7,d7,g4/b6,d6,f2 w 0 0");
        let facts = of_line(&start, &line("g4-g7xf2"), RemovalRule::Never);
        assert_eq!(facts.end, Some(EndAhead { loser: Color::Black, blocked: false, plies: 1 }));
        let start = position("a7,d6,g7,c5/d7,a4,g4,e5 b 0 0");
        let freedom = Freedom::in_position(&start);
        assert_eq!((freedom.stuck[0], freedom.mobility[0]), (2, Some(5)));
        assert_eq!(of_line(&start, &[], RemovalRule::Never).end, None);
    }
}
