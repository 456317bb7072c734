//! A position that is being set up stone by stone, and what is wrong with it.

use thiserror::Error;

use crate::rules::{Color, ImpossiblePosition, Point, PointSet, Position};

/// Stones, hands and side to move while they are being chosen. They may be impossible; [`SetUp::position`] says why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetUp {
    stones: [PointSet; 2],
    hands: [u8; 2],
    side: Color,
    /// Where stones are that came from the hand and would go back there.
    from_hand: [PointSet; 2],
}

/// Why a game cannot begin from what was set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum SetUpFault {
    #[error(transparent)]
    Impossible(#[from] ImpossiblePosition),
    #[error("{color} has only {stones} stones: the game would be over")]
    FewStones { color: Color, stones: usize },
    #[error("{0} has no move: the game would be over")]
    Blocked(Color),
}

/// What may be set up although it cannot arise in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SetUpOddity {
    /// White places first, so both hands are equal when white is to move and black has one more when black is.
    #[error("this cannot arise in a game: white places first, so the hands and the side to move do not match")]
    Hands,
}

impl Default for SetUp {
    fn default() -> SetUp {
        SetUp::from(&Position::START)
    }
}

impl From<&Position> for SetUp {
    fn from(position: &Position) -> SetUp {
        SetUp {
            stones: Color::BOTH.map(|color| position.stones(color)),
            hands: Color::BOTH.map(|color| position.hand(color)),
            side: position.side_to_move(),
            from_hand: [PointSet::EMPTY; 2],
        }
    }
}

impl SetUp {
    /// An empty board with empty hands.
    pub fn empty() -> SetUp {
        SetUp { stones: [PointSet::EMPTY; 2], hands: [0; 2], side: Color::White, from_hand: [PointSet::EMPTY; 2] }
    }

    /// Who has a stone on a point.
    pub fn stone(&self, point: Point) -> Option<Color> {
        Color::BOTH.into_iter().find(|color| self.stones[color.index()].contains(point))
    }

    /// Puts a stone on a point, or removes it. A tenth stone comes from the hand.
    pub fn set_stone(&mut self, point: Point, stone: Option<Color>) {
        for side in Color::BOTH.map(Color::index) {
            let (stones, hand, from_hand) = (&mut self.stones[side], &mut self.hands[side], &mut self.from_hand[side]);
            if stone.map(Color::index) == Some(side) {
                stones.insert(point);
                if stones.len() + usize::from(*hand) > usize::from(Position::STONES) && *hand > 0 {
                    *hand -= 1;
                    from_hand.insert(point);
                }
            } else {
                stones.remove(point);
                if from_hand.contains(point) {
                    from_hand.remove(point);
                    *hand += 1;
                }
            }
        }
    }

    /// Replaces what is on a point by the next of white, black and nothing.
    pub fn cycle(&mut self, point: Point) {
        let next = match self.stone(point) {
            None => Some(Color::White),
            Some(Color::White) => Some(Color::Black),
            Some(Color::Black) => None,
        };
        self.set_stone(point, next);
    }

    /// Stones in hand.
    pub fn hand(&self, color: Color) -> u8 {
        self.hands[color.index()]
    }

    /// Changes a hand, to nine stones at most.
    pub fn set_hand(&mut self, color: Color, stones: u8) {
        self.hands[color.index()] = stones.min(Position::STONES);
        self.from_hand[color.index()] = PointSet::EMPTY;
    }

    /// Who is to move.
    pub fn side(&self) -> Color {
        self.side
    }

    /// Changes who is to move.
    pub fn set_side(&mut self, side: Color) {
        self.side = side;
    }

    /// The text of the position, if there can be such a position at all.
    pub fn text(&self) -> Option<String> {
        Position::new(self.stones, self.hands, self.side).ok().map(|position| position.to_string())
    }

    /// The position, if a game can go on from it.
    pub fn position(&self) -> Result<Position, SetUpFault> {
        let position = Position::new(self.stones, self.hands, self.side)?;
        for color in Color::BOTH {
            let stones = position.total(color);
            if stones < 3 {
                return Err(SetUpFault::FewStones { color, stones });
            }
        }
        if !position.has_move() {
            return Err(SetUpFault::Blocked(self.side));
        }
        Ok(position)
    }

    /// What is strange about it, though it can be played.
    pub fn oddity(&self) -> Option<SetUpOddity> {
        let ahead = u8::from(self.side == Color::Black);
        let fits = self.hand(Color::Black) == self.hand(Color::White) + ahead;
        // With both hands empty either side may be to move.
        let sliding = self.hands == [0, 0];
        (!fits && !sliding).then_some(SetUpOddity::Hands)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clicks_go_round() {
        let mut set_up = SetUp::empty();
        let mut seen = Vec::new();
        for _ in 0..4 {
            set_up.cycle(Point::D6);
            seen.push(set_up.stone(Point::D6));
        }
        assert_eq!(seen, [Some(Color::White), Some(Color::Black), None, Some(Color::White)]);
    }

    #[test]
    fn a_tenth_stone_comes_from_the_hand_and_goes_back() {
        let mut set_up = SetUp::default();
        let hands = |set_up: &SetUp| Color::BOTH.map(|color| set_up.hand(color));
        set_up.cycle(Point::A1);
        assert_eq!(hands(&set_up), [8, 9]);
        set_up.cycle(Point::A1);
        assert_eq!(hands(&set_up), [9, 8]);
        set_up.cycle(Point::A1);
        assert_eq!(hands(&set_up), [9, 9]);
        let mut sliding = SetUp::from(&"a1,a4,a7/b2,b4,b6 w 0 2".parse::<Position>().unwrap());
        for point in [Point::A1, Point::B2] {
            sliding.set_stone(point, None);
        }
        sliding.set_stone(Point::G1, Some(Color::Black));
        assert_eq!(hands(&sliding), [0, 2], "there are fewer than nine");
    }

    #[test]
    fn faults_are_reported() {
        let mut set_up = SetUp::default();
        set_up.cycle(Point::A1);
        set_up.set_hand(Color::White, 9);
        let fault = set_up.position().unwrap_err().to_string();
        assert_eq!(fault, "white has 10 stones (1 on the board, 9 in hand); each side has only nine");
        assert_eq!(set_up.text(), None);
        set_up.set_hand(Color::White, 8);
        assert_eq!(set_up.position().map(|position| position.to_string()), Ok("a1/- w 8 9".to_owned()));
        set_up.set_hand(Color::White, 1);
        assert_eq!(set_up.position(), Err(SetUpFault::FewStones { color: Color::White, stones: 2 }));
        let blocked: Position = "a7,d7,g7,d6/a4,g4,b6,f6,d5 w 0 0".parse().unwrap();
        assert_eq!(SetUp::from(&blocked).position(), Err(SetUpFault::Blocked(Color::White)));
        let mut moving = SetUp::from(&blocked);
        moving.set_side(Color::Black);
        assert!(moving.position().is_ok());
    }

    #[test]
    fn hands_that_no_game_has_are_odd_but_allowed() {
        let odd = |text: &str| SetUp::from(&text.parse::<Position>().unwrap()).oddity().is_some();
        assert!(!odd("-/- w 9 9") && !odd("a1/- b 8 9") && !odd("a1,a4,a7/b2,b4,b6 b 0 0"));
        assert!(odd("a1/- w 8 9") && odd("a1,d1,g1/b2,d2 b 6 6") && odd("a1,a4,a7/b2,b4,b6 w 3 0"));
        let position: Position = "a1,d1,g1/b2,d2 b 6 6".parse().unwrap();
        assert_eq!(SetUp::from(&position).position(), Ok(position), "text and board give the same");
    }
}
