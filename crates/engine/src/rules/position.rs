//! A position: the stones of both sides, their hands, the side to move and an incremental key.

use thiserror::Error;

use super::{Action, Color, Move, Point, PointSet, Symmetry, zobrist};
use crate::random::mix;

/// How the side to move may act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Stones are in hand: one is placed.
    Placing,
    /// Stones slide to neighbouring points.
    Sliding,
    /// Three stones are left: they may go to any free point.
    Flying,
}

/// The stones on the board, the hands and the side to move. Any such position can be studied, whether or not it can
/// arise in a game; no side has more than nine stones.
///
/// ```
/// use muehle_engine::rules::{Color, Point, Position, RemovalRule};
///
/// // 7   O-----------O-----------.      White (O) to move,
/// // 6   |   X-------.-------.   |      seven white and six
/// // 5   |   |   .---X---.   |   |      black stones in hand.
/// // 4   .---.---.       .---.---.
/// // 3   |   |   .---.---.   |   |
/// // 2   |   .-------.-------X   |
/// // 1   .-----------.-----------.
/// //     a   b   c   d   e   f   g
/// let mut position: Position = "a7,d7/b6,d5,f2 w 7 6".parse()?;
/// assert_eq!(position.stones_on_board(), 5);
/// assert_eq!(position.color_at(Point::F2), Some(Color::Black));
///
/// // Closing a mill and removing a stone is one move.
/// let rule = RemovalRule::Never;
/// assert!(position.play("g7".parse()?, rule).is_err());
/// position.play("g7xf2".parse()?, rule)?;
/// assert_eq!(position.to_string(), "a7,d7,g7/b6,d5 b 6 6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    stones: [PointSet; 2],
    hands: [u8; 2],
    side: Color,
    key: u64,
}

/// What is impossible about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum ImpossiblePosition {
    #[error("{0} holds a white and a black stone")]
    SharedPoint(Point),
    #[error("{color} has {} stones ({on_board} on the board, {in_hand} in hand); each side has only nine", .on_board + .in_hand)]
    TooManyStones { color: Color, on_board: usize, in_hand: usize },
}

impl Default for Position {
    fn default() -> Position {
        Position::START
    }
}

impl Position {
    /// Stones of a side, on the board and in hand together, at the start.
    pub const STONES: u8 = 9;

    /// The start of a game: an empty board, nine stones in each hand, white to move.
    pub const START: Position = Position {
        stones: [PointSet::EMPTY; 2],
        hands: [Position::STONES; 2],
        side: Color::White,
        key: zobrist::hand(Color::White, 9) ^ zobrist::hand(Color::Black, 9),
    };

    /// A position of these stones and hands (white first).
    pub fn new(stones: [PointSet; 2], hands: [u8; 2], side: Color) -> Result<Position, ImpossiblePosition> {
        if let Some(point) = (stones[0] & stones[1]).first() {
            return Err(ImpossiblePosition::SharedPoint(point));
        }
        for color in Color::BOTH {
            let (on_board, in_hand) = (stones[color.index()].len(), hands[color.index()] as usize);
            if on_board + in_hand > Position::STONES as usize {
                return Err(ImpossiblePosition::TooManyStones { color, on_board, in_hand });
            }
        }
        let mut position = Position { stones, hands, side, key: 0 };
        position.key = position.fresh_key();
        Ok(position)
    }

    /// The key computed from scratch; always equal to [`Position::key`].
    pub fn fresh_key(&self) -> u64 {
        let mut key = if self.side == Color::Black { zobrist::BLACK_TO_MOVE } else { 0 };
        for color in Color::BOTH {
            key ^= zobrist::hand(color, self.hand(color));
            key = self.stones(color).into_iter().fold(key, |key, point| key ^ zobrist::stone(color, point));
        }
        key
    }

    /// The 64-bit key of stones, hands and side to move.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The side to move.
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.side
    }

    /// The stones of a side on the board.
    #[inline]
    pub const fn stones(&self, color: Color) -> PointSet {
        self.stones[color.index()]
    }

    /// The stones of a side that are still in hand.
    #[inline]
    pub const fn hand(&self, color: Color) -> u8 {
        self.hands[color.index()]
    }

    /// The stones of the side to move.
    #[inline]
    pub const fn own(&self) -> PointSet {
        self.stones[self.side.index()]
    }

    /// The stones of the other side.
    #[inline]
    pub const fn enemy(&self) -> PointSet {
        self.stones[1 - self.side.index()]
    }

    /// The points without a stone.
    #[inline]
    pub fn free(&self) -> PointSet {
        !(self.stones[0] | self.stones[1])
    }

    /// How many stones of both sides are on the board.
    #[inline]
    pub fn stones_on_board(&self) -> usize {
        (self.stones[0] | self.stones[1]).len()
    }

    /// Who has a stone on this point.
    pub fn color_at(&self, point: Point) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.stones(color).contains(point))
    }

    /// The stones of a side, on the board and in hand together.
    #[inline]
    pub const fn total(&self, color: Color) -> usize {
        self.stones(color).len() + self.hand(color) as usize
    }

    /// Whether a side has too few stones to go on.
    #[inline]
    pub const fn is_decided_by_material(&self) -> bool {
        self.total(Color::White) < 3 || self.total(Color::Black) < 3
    }

    /// Whether a side, at its turn, may move to any free point.
    #[inline]
    pub const fn may_fly(&self, color: Color) -> bool {
        self.hand(color) == 0 && self.stones(color).len() == 3
    }

    /// How a side acts at its turn.
    pub const fn phase(&self, color: Color) -> Phase {
        if self.hand(color) > 0 {
            Phase::Placing
        } else if self.may_fly(color) {
            Phase::Flying
        } else {
            Phase::Sliding
        }
    }

    /// Whether both hands are empty.
    #[inline]
    pub const fn hands_are_empty(&self) -> bool {
        self.hands[0] == 0 && self.hands[1] == 0
    }

    /// The side that has lost: by having fewer than three stones, or by having no move at its turn.
    pub fn loser(&self) -> Option<Color> {
        for color in [self.side, !self.side] {
            if self.total(color) < 3 {
                return Some(color);
            }
        }
        (!self.has_move()).then_some(self.side)
    }

    /// Plays a move that is known to be legal. Other moves leave a meaningless position behind, but do no other harm.
    #[inline(always)]
    pub fn play_unchecked(&mut self, mv: Move) {
        let (own, enemy) = (self.side, !self.side);
        match mv.action {
            Action::Place(to) => {
                let hand = self.hands[own.index()];
                debug_assert!(hand > 0, "no stone in hand");
                let rest = hand.saturating_sub(1);
                self.hands[own.index()] = rest;
                self.stones[own.index()].insert(to);
                self.key ^= zobrist::hand(own, hand) ^ zobrist::hand(own, rest) ^ zobrist::stone(own, to);
            }
            Action::Shift { from, to } => {
                self.stones[own.index()] ^= PointSet::of(from) | PointSet::of(to);
                self.key ^= zobrist::stone(own, from) ^ zobrist::stone(own, to);
            }
        }
        if let Some(point) = mv.removal {
            self.stones[enemy.index()].remove(point);
            self.key ^= zobrist::stone(enemy, point);
        }
        self.side = enemy;
        self.key ^= zobrist::BLACK_TO_MOVE;
    }

    /// The position after the removal that completes a move whose mill is already closed.
    pub(super) fn after_removal(&self, point: Point) -> Position {
        let mut next = self.with_side(!self.side);
        next.stones[next.side.index()].remove(point);
        next.key ^= zobrist::stone(next.side, point);
        next
    }

    /// The position after a move that is known to be legal.
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Position {
        let mut next = *self;
        next.play_unchecked(mv);
        next
    }

    /// The position seen through a symmetry of the board.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Position {
        let mut image = Position { stones: self.stones.map(|set| symmetry.set(set)), ..*self };
        image.key = image.fresh_key();
        image
    }

    /// A key that all 16 images of a position share, and the symmetry that leads to the image it was made of.
    pub fn canonical_key(&self) -> (u64, Symmetry) {
        let [white, black] = self.stones;
        let bits = |symmetry: Symmetry| {
            let image = |set: PointSet| u64::from(symmetry.set(set).bits());
            image(white) << 24 | image(black)
        };
        let (least, symmetry) = Symmetry::all()
            .map(|symmetry| (bits(symmetry), symmetry))
            .min_by_key(|(bits, _)| *bits)
            .expect("there are 16 symmetries");
        let hands = u64::from(self.hand(Color::White)) << 4 | u64::from(self.hand(Color::Black));
        let rest = hands << 1 | self.side.index() as u64;
        (mix(least | rest << 48), symmetry)
    }

    /// The same position with the other side to move.
    #[must_use]
    pub fn with_side(&self, side: Color) -> Position {
        let key = if side == self.side { self.key } else { self.key ^ zobrist::BLACK_TO_MOVE };
        Position { side, key, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_positions_are_refused() {
        let a1 = PointSet::of(Point::A1);
        let error = Position::new([a1, a1], [0, 0], Color::White).unwrap_err();
        assert_eq!(error.to_string(), "a1 holds a white and a black stone");
        let error = Position::new([PointSet::EMPTY, a1], [0, 9], Color::White).unwrap_err();
        let text = "black has 10 stones (1 on the board, 9 in hand); each side has only nine";
        assert_eq!(error.to_string(), text);
    }

    #[test]
    fn the_loser_is_found() {
        let loser = |text: &str| text.parse::<Position>().unwrap().loser();
        assert_eq!(loser("-/- w 9 9"), None);
        assert_eq!(loser("a1,a4/b2,b4,b6 w 0 0"), Some(Color::White));
        assert_eq!(loser("a1,a4/b2,b4,b6 b 0 0"), Some(Color::White));
        assert_eq!(loser("a1,a4/b2,b4,b6 b 1 0"), None);
        // Four stones in a corner cannot move.
        assert_eq!(loser("a7,d7,g7,d6/a4,g4,b6,f6,d5 w 0 0"), Some(Color::White));
        assert_eq!(loser("a7,d7,g7,d6/a4,g4,b6,f6,d5 b 0 0"), None);
    }

    #[test]
    fn phases_belong_to_each_side() {
        let position: Position = "a7,d7,g7/a4,g4,b6,f6 w 0 0".parse().unwrap();
        assert_eq!(position.phase(Color::White), Phase::Flying);
        assert_eq!(position.phase(Color::Black), Phase::Sliding);
        assert_eq!(Position::START.phase(Color::Black), Phase::Placing);
    }
}
