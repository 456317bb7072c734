//! Moves, and which of them are legal.

use arrayvec::ArrayVec;
use thiserror::Error;

use super::{Color, Point, PointSet, Position, RemovalRule};

/// What a move does with a stone of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A stone from the hand comes onto the board.
    Place(Point),
    /// A stone slides or flies.
    Shift {
        /// Where it was.
        from: Point,
        /// Where it goes.
        to: Point,
    },
}

impl Action {
    /// The point where the stone is afterwards.
    #[inline]
    pub const fn target(self) -> Point {
        match self {
            Action::Place(to) | Action::Shift { to, .. } => to,
        }
    }

    /// The point the stone leaves, if it was on the board.
    #[inline]
    pub const fn origin(self) -> Option<Point> {
        match self {
            Action::Place(_) => None,
            Action::Shift { from, .. } => Some(from),
        }
    }
}

/// One ply: an action and, when it closes a mill, the stone it removes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// What happens to the stone that is moved.
    pub action: Action,
    /// The enemy stone that leaves the board.
    pub removal: Option<Point>,
}

impl Move {
    /// A move that removes nothing.
    #[inline]
    pub const fn quiet(action: Action) -> Move {
        Move { action, removal: None }
    }
}

/// No position has more legal moves: at most 32 slides (one for each line between points) times nine removals.
pub const MAX_MOVES: usize = 288;

/// The legal moves of a position, without allocation.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum IllegalMove {
    #[error("the game is over")]
    GameOver,
    #[error("stones are still in hand: place one")]
    MustPlace,
    #[error("all stones are placed: move one of them")]
    HandEmpty,
    #[error("{0} is occupied")]
    Occupied(Point),
    #[error("there is no stone on {0}")]
    NoStone(Point),
    #[error("the stone on {0} is not yours")]
    EnemyStone(Point),
    #[error("{1} is not next to {0}")]
    NotNeighbours(Point, Point),
    #[error("a mill closes on {0}: name the stone it removes")]
    RemovalMissing(Point),
    #[error("no mill closes on {0}, so nothing is removed")]
    NoMill(Point),
    #[error("{0} is your own stone; only enemy stones can be removed")]
    OwnStone(Point),
    #[error("{0} is in a mill; take a stone that is not")]
    InMill(Point),
    #[error("all enemy stones are in mills, so nothing is removed")]
    AllInMills,
}

impl Position {
    /// The stones a mill of the side to move may remove.
    #[inline]
    pub fn removable(&self, rule: RemovalRule) -> PointSet {
        rule.removable(self.enemy())
    }

    /// The points to which the stone on `from` may go, when the side to move shifts stones.
    #[inline]
    pub fn targets_from(&self, from: Point) -> PointSet {
        if self.may_fly(self.side_to_move()) { self.free() } else { from.neighbours() & self.free() }
    }

    /// Calls `visit` with every action of the side to move and whether it closes a mill.
    #[inline(always)]
    pub(crate) fn for_each_action(&self, mut visit: impl FnMut(Action, bool)) {
        if self.is_decided_by_material() {
            return;
        }
        let (own, free) = (self.own(), self.free());
        let closing = own.closing_points();
        if self.hand(self.side_to_move()) > 0 {
            for to in free {
                visit(Action::Place(to), closing.contains(to));
            }
            return;
        }
        let flies = self.may_fly(self.side_to_move());
        for from in own {
            let targets = if flies { free } else { from.neighbours() & free };
            // Taking the stone away can only undo lines, so most stones need no second look.
            let closing = if (closing & targets).is_empty() { closing } else { own.without(from).closing_points() };
            for to in targets {
                visit(Action::Shift { from, to }, closing.contains(to));
            }
        }
    }

    /// Calls `visit` with every legal move.
    #[inline]
    pub fn for_each_move(&self, rule: RemovalRule, mut visit: impl FnMut(Move)) {
        let removable = self.removable(rule);
        self.for_each_action(|action, closes| {
            if closes && !removable.is_empty() {
                for point in removable {
                    visit(Move { action, removal: Some(point) });
                }
            } else {
                visit(Move::quiet(action));
            }
        });
    }

    /// All legal moves; none when the game is over.
    #[inline]
    pub fn legal_moves(&self, rule: RemovalRule) -> MoveList {
        let mut moves = MoveList::new();
        self.for_each_move(rule, |mv| moves.push(mv));
        moves
    }

    /// How many legal moves there are, without listing them.
    pub fn count_moves(&self, rule: RemovalRule) -> usize {
        if self.is_decided_by_material() {
            return 0;
        }
        let (own, free) = (self.own(), self.free());
        // A closing move counts once for each stone it may remove.
        let extra = self.removable(rule).len().max(1) - 1;
        let closing = own.closing_points() & free;
        if self.hand(self.side_to_move()) > 0 {
            return free.len() + closing.len() * extra;
        }
        let flies = self.may_fly(self.side_to_move());
        let mut count = 0;
        for from in own {
            let targets = if flies { free } else { from.neighbours() & free };
            count += targets.len();
            if !(closing & targets).is_empty() {
                count += (own.without(from).closing_points() & targets).len() * extra;
            }
        }
        count
    }

    /// Whether the side to move has any legal move.
    #[inline]
    pub fn has_move(&self) -> bool {
        let side = self.side_to_move();
        if self.is_decided_by_material() {
            return false;
        }
        if self.hand(side) > 0 || self.may_fly(side) {
            return !self.free().is_empty();
        }
        !(self.own().neighbours() & self.free()).is_empty()
    }

    /// How a side could close mills if it were to move: one action per point.
    pub fn threats(&self, side: Color) -> Vec<Action> {
        let mut threats: Vec<Action> = Vec::new();
        self.with_side(side).for_each_action(|action, closes| {
            if closes && !threats.iter().any(|known| known.target() == action.target()) {
                threats.push(action);
            }
        });
        threats
    }

    /// The points where a side could close a mill if it were to move.
    #[inline]
    pub fn mill_points(&self, side: Color) -> PointSet {
        let stones = self.stones(side);
        let slides = self.hand(side) == 0 && !self.may_fly(side);
        self.free() & if slides { stones.closing_slides() } else { stones.closing_points() }
    }

    /// Whether the action, which must be possible, closes a mill.
    #[inline]
    pub fn closes_mill(&self, action: Action) -> bool {
        let rest = match action.origin() {
            Some(from) => self.own().without(from),
            None => self.own(),
        };
        rest.closing_points().contains(action.target())
    }

    /// Whether the side to move may do this, apart from a removal.
    fn check_action(&self, action: Action) -> Result<(), IllegalMove> {
        if self.is_decided_by_material() {
            return Err(IllegalMove::GameOver);
        }
        let placing = self.hand(self.side_to_move()) > 0;
        match action {
            Action::Place(_) if !placing => return Err(IllegalMove::HandEmpty),
            Action::Shift { .. } if placing => return Err(IllegalMove::MustPlace),
            Action::Shift { from, .. } if self.enemy().contains(from) => return Err(IllegalMove::EnemyStone(from)),
            Action::Shift { from, .. } if !self.own().contains(from) => return Err(IllegalMove::NoStone(from)),
            _ => {}
        }
        let to = action.target();
        if !self.free().contains(to) {
            return Err(IllegalMove::Occupied(to));
        }
        match action {
            Action::Shift { from, .. } if !self.targets_from(from).contains(to) => {
                Err(IllegalMove::NotNeighbours(from, to))
            }
            _ => Ok(()),
        }
    }

    /// Whether a mill of the side to move may remove the stone on this point.
    pub(super) fn check_removal(&self, point: Point, rule: RemovalRule) -> Result<(), IllegalMove> {
        let removable = self.removable(rule);
        if self.own().contains(point) {
            Err(IllegalMove::OwnStone(point))
        } else if !self.enemy().contains(point) {
            Err(IllegalMove::NoStone(point))
        } else if removable.is_empty() {
            Err(IllegalMove::AllInMills)
        } else if !removable.contains(point) {
            Err(IllegalMove::InMill(point))
        } else {
            Ok(())
        }
    }

    /// Whether the move is legal, and if not, why.
    pub fn check(&self, mv: Move, rule: RemovalRule) -> Result<(), IllegalMove> {
        self.check_action(mv.action)?;
        let target = mv.action.target();
        match (self.closes_mill(mv.action), mv.removal) {
            (false, None) => Ok(()),
            (false, Some(_)) => Err(IllegalMove::NoMill(target)),
            (true, Some(point)) if mv.action.origin() == Some(point) => Err(IllegalMove::OwnStone(point)),
            (true, Some(point)) => self.check_removal(point, rule),
            (true, None) if self.removable(rule).is_empty() => Ok(()),
            (true, None) => Err(IllegalMove::RemovalMissing(target)),
        }
    }

    /// Plays a move after checking it; on an error the position stays as it is.
    pub fn play(&mut self, mv: Move, rule: RemovalRule) -> Result<(), IllegalMove> {
        self.check(mv, rule)?;
        self.play_unchecked(mv);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(position: &str, mv: &str, rule: RemovalRule) -> String {
        let mut position: Position = position.parse().unwrap();
        let before = position;
        let error = position.play(mv.parse().unwrap(), rule).unwrap_err();
        assert_eq!(position, before);
        error.to_string()
    }

    #[test]
    fn refusals_say_why() {
        use RemovalRule::{Any, Never};
        let cases = [
            ("d5/- w 8 9", "d5", Never, "d5 is occupied"),
            ("d5/- w 8 9", "d5-d6", Never, "stones are still in hand: place one"),
            ("a1,a4,g1,d2/g7,f6,e5,b2 w 0 0", "a7", Never, "all stones are placed: move one of them"),
            ("a1,a4,g1,d2/g7,f6,e5,b2 w 0 0", "a1-g7", Never, "g7 is occupied"),
            ("a1,a4,g1,d2/g7,f6,e5,b2 w 0 0", "a1-c4", Never, "c4 is not next to a1"),
            ("a1,a4,g1,d2/g7,f6,e5,b2 w 0 0", "g7-d7", Never, "the stone on g7 is not yours"),
            ("a1,a4,g1,d2/g7,f6,e5,b2 w 0 0", "d7-d6", Never, "there is no stone on d7"),
            ("a1,a4/g7,f6 w 7 7", "a7", Never, "a mill closes on a7: name the stone it removes"),
            ("a1,a4/g7,f6 w 7 7", "d7xg7", Never, "no mill closes on d7, so nothing is removed"),
            ("a1,a4/g7,f6 w 7 7", "a7xa1", Never, "a1 is your own stone; only enemy stones can be removed"),
            ("a1,a4/g7,f6 w 7 7", "a7xd7", Never, "there is no stone on d7"),
            ("a1,a4/b2,b4,b6,f6 w 7 5", "a7xb4", Never, "b4 is in a mill; take a stone that is not"),
            ("a1,a4/b2,b4,b6 w 7 6", "a7xb4", Never, "all enemy stones are in mills, so nothing is removed"),
            ("a1,a4/b2,b4,b6 w 7 6", "a7", Any, "a mill closes on a7: name the stone it removes"),
            ("a1,a4,a7/b2,b4 w 0 0", "a1-d1", Any, "the game is over"),
        ];
        for (position, mv, rule, reason) in cases {
            assert_eq!(refusal(position, mv, rule), reason, "{position} {mv}");
        }
    }

    #[test]
    fn threats_name_each_point_once() {
        let position: Position = "a1,d1,g4,d6/b2,d2,f4,d5 w 0 0".parse().unwrap();
        let points = |side| position.threats(side).into_iter().map(Action::target).collect::<Vec<_>>();
        assert_eq!((points(Color::White), points(Color::Black)), (vec![Point::G1], vec![Point::F2]));
        assert_eq!(position.mill_points(Color::White), PointSet::of(Point::G1));
    }

    #[test]
    fn a_mill_of_mills_only_removes_by_the_rule() {
        let position: Position = "a1,a4/b2,b4,b6 w 7 6".parse().unwrap();
        let closing = |rule| position.legal_moves(rule).iter().filter(|mv| mv.action.target() == Point::A7).count();
        assert_eq!((closing(RemovalRule::Never), closing(RemovalRule::Any)), (1, 3));
    }

    #[test]
    fn a_move_is_three_bytes() {
        assert_eq!(size_of::<Move>(), 3);
    }
}
