//! What clicks and drops on the board mean: pure, so that every case can be tested.

use crate::controller::Refusal;
use muehle_engine::rules::{Action, IllegalMove, Move, Point, PointSet, Position, RemovalRule};

/// The step of a move a person is at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Step {
    /// No move is started.
    #[default]
    Idle,
    /// A stone is selected, but not its target.
    Selected(Point),
    /// A mill is closed, but the stone to remove is not chosen.
    Removing(Action),
    /// The move is complete, but somebody looks at it before it counts.
    Held(Move),
}

impl Step {
    /// What the stone has already done.
    pub fn action(self) -> Option<Action> {
        match self {
            Step::Removing(action) | Step::Held(Move { action, .. }) => Some(action),
            Step::Idle | Step::Selected(_) => None,
        }
    }
}

/// The result of a click or a drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The move continues.
    Next(Step),
    /// The move is complete.
    Play(Move),
    /// It is refused at this point for this reason.
    Refused(Point, Refusal),
}

/// The board before a person's move.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// The position before the move.
    pub position: &'a Position,
    /// The removal rule of the game.
    pub rule: RemovalRule,
    /// Whether a person may move now.
    pub may_act: Result<(), Refusal>,
}

impl Situation<'_> {
    /// The points where the next click can do something: free points, targets, removable stones, movable stones.
    pub fn choices(&self, step: Step) -> PointSet {
        let position = self.position;
        if self.may_act.is_err() {
            return PointSet::EMPTY;
        }
        match step {
            Step::Held(_) => PointSet::EMPTY,
            Step::Removing(_) => position.removable(self.rule),
            Step::Selected(from) => position.targets_from(from),
            Step::Idle if position.hand(position.side_to_move()) > 0 => position.free(),
            Step::Idle => self.movable(),
        }
    }

    /// The stones of the side to move that can move.
    pub fn movable(&self) -> PointSet {
        let position = self.position;
        if position.hand(position.side_to_move()) > 0 {
            return PointSet::EMPTY;
        }
        position.own().into_iter().filter(|&point| !position.targets_from(point).is_empty()).collect()
    }

    /// A click on a point.
    pub fn click(&self, step: Step, point: Point) -> Outcome {
        if let Err(refusal) = self.may_act {
            return Outcome::Refused(point, refusal);
        }
        let position = self.position;
        match step {
            // Nothing happens until it counts or is taken back.
            Step::Held(_) => Outcome::Next(step),
            Step::Removing(action) => self.remove(action, point),
            Step::Selected(from) if from == point => Outcome::Next(Step::Idle),
            Step::Selected(from) if !position.own().contains(point) => {
                self.act(Action::Shift { from, to: point }, point)
            }
            Step::Idle if position.hand(position.side_to_move()) > 0 => self.act(Action::Place(point), point),
            Step::Idle | Step::Selected(_) => self.select(point),
        }
    }

    /// Choosing a stone to move.
    fn select(&self, point: Point) -> Outcome {
        let position = self.position;
        let refuse = |reason| Outcome::Refused(point, Refusal::Illegal(reason));
        if position.enemy().contains(point) {
            refuse(IllegalMove::EnemyStone(point))
        } else if !position.own().contains(point) {
            refuse(IllegalMove::HandEmpty)
        } else if position.targets_from(point).is_empty() {
            Outcome::Refused(point, Refusal::Stuck(point))
        } else {
            Outcome::Next(Step::Selected(point))
        }
    }

    /// A stone dragged from one point and dropped on another.
    pub fn drop(&self, from: Point, to: Point) -> Outcome {
        if let Err(refusal) = self.may_act {
            return Outcome::Refused(from, refusal);
        }
        self.act(Action::Shift { from, to }, to)
    }

    /// An action without its removal.
    fn act(&self, action: Action, at: Point) -> Outcome {
        match self.position.check(Move::quiet(action), self.rule) {
            Ok(()) => Outcome::Play(Move::quiet(action)),
            Err(IllegalMove::RemovalMissing(_)) => Outcome::Next(Step::Removing(action)),
            Err(reason) => Outcome::Refused(at, Refusal::Illegal(reason)),
        }
    }

    fn remove(&self, action: Action, point: Point) -> Outcome {
        // The stone that closed the mill is already on its target.
        if action.target() == point {
            return Outcome::Refused(point, Refusal::Illegal(IllegalMove::OwnStone(point)));
        }
        let mv = Move { action, removal: Some(point) };
        match self.position.check(mv, self.rule) {
            Ok(()) => Outcome::Play(mv),
            Err(reason) => Outcome::Refused(point, Refusal::Illegal(reason)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on<T>(position: &str, look: impl FnOnce(Situation) -> T) -> T {
        let position: Position = position.parse().unwrap();
        look(Situation { position: &position, rule: RemovalRule::Never, may_act: Ok(()) })
    }

    fn click(position: &str, step: Step, point: Point) -> Outcome {
        on(position, |situation| situation.click(step, point))
    }

    fn refused(point: Point, reason: IllegalMove) -> Outcome {
        Outcome::Refused(point, Refusal::Illegal(reason))
    }

    fn played(mv: &str) -> Outcome {
        Outcome::Play(mv.parse().unwrap())
    }

    #[test]
    fn placing() {
        assert_eq!(click("-/- w 9 9", Step::Idle, Point::D6), played("d6"));
        let position = "a1,d1/b2,d2 w 7 7";
        assert_eq!(click(position, Step::Idle, Point::A1), refused(Point::A1, IllegalMove::Occupied(Point::A1)));
        let removing = Step::Removing(Action::Place(Point::G1));
        assert_eq!(click(position, Step::Idle, Point::G1), Outcome::Next(removing));
        assert_eq!(click(position, removing, Point::B2), played("g1xb2"));
        assert_eq!(click(position, removing, Point::A1), refused(Point::A1, IllegalMove::OwnStone(Point::A1)));
        assert_eq!(click(position, removing, Point::G1), refused(Point::G1, IllegalMove::OwnStone(Point::G1)));
        assert_eq!(click(position, removing, Point::A7), refused(Point::A7, IllegalMove::NoStone(Point::A7)));
    }

    #[test]
    fn a_stone_in_a_mill_is_refused_while_another_is_free() {
        let position = "a1,d1/b2,d2,f2,d5 w 5 5";
        let removing = Step::Removing(Action::Place(Point::G1));
        assert_eq!(click(position, removing, Point::D2), refused(Point::D2, IllegalMove::InMill(Point::D2)));
        assert_eq!(click(position, removing, Point::D5), played("g1xd5"));
        let all_in_mills = "a1,d1/b2,d2,f2 w 6 6";
        assert_eq!(click(all_in_mills, Step::Idle, Point::G1), played("g1"), "nothing to remove: the move just ends");
    }

    #[test]
    fn sliding_by_click_and_click() {
        let position = "a1,d1,g4,d6/b2,d2,f2,d5 w 0 0";
        assert_eq!(click(position, Step::Idle, Point::G4), Outcome::Next(Step::Selected(Point::G4)));
        let selected = Step::Selected(Point::G4);
        assert_eq!(click(position, selected, Point::G4), Outcome::Next(Step::Idle), "a second click lets go");
        assert_eq!(click(position, selected, Point::D6), Outcome::Next(Step::Selected(Point::D6)));
        assert_eq!(click(position, selected, Point::F4), played("g4-f4"));
        assert_eq!(
            click(position, selected, Point::G1),
            Outcome::Next(Step::Removing(Action::Shift { from: Point::G4, to: Point::G1 }))
        );
        assert_eq!(
            click(position, selected, Point::A7),
            refused(Point::A7, IllegalMove::NotNeighbours(Point::G4, Point::A7))
        );
        assert_eq!(click(position, selected, Point::D5), refused(Point::D5, IllegalMove::Occupied(Point::D5)));
        assert_eq!(click(position, Step::Idle, Point::D5), refused(Point::D5, IllegalMove::EnemyStone(Point::D5)));
        assert_eq!(click(position, Step::Idle, Point::C3), refused(Point::C3, IllegalMove::HandEmpty));
    }

    #[test]
    fn a_stone_without_a_way_says_so() {
        let position = "a7,d6,d5,e5/d7,a4,g1,g4 w 0 0";
        assert_eq!(click(position, Step::Idle, Point::A7), Outcome::Refused(Point::A7, Refusal::Stuck(Point::A7)));
        on(position, |situation| assert!(!situation.movable().contains(Point::A7)));
    }

    #[test]
    fn dropping_and_flying() {
        let flying = "a1,d1,g4/b2,d2,f2,d5 w 0 0";
        on(flying, |situation| {
            assert_eq!(situation.drop(Point::G4, Point::A7), played("g4-a7"));
            assert_eq!(situation.drop(Point::G4, Point::D5), refused(Point::D5, IllegalMove::Occupied(Point::D5)));
            assert_eq!(situation.choices(Step::Selected(Point::G4)).len(), 17);
        });
    }

    #[test]
    fn nothing_happens_out_of_turn() {
        let situation =
            Situation { position: &Position::START, rule: RemovalRule::Any, may_act: Err(Refusal::NotYourTurn) };
        assert_eq!(situation.click(Step::Idle, Point::D6), Outcome::Refused(Point::D6, Refusal::NotYourTurn));
        assert!(situation.choices(Step::Idle).is_empty());
    }
}
