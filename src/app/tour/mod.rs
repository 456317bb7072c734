//! A short tour on the board for people who do not know the game: place, close a mill, capture, slide, fly. It has its
//! own game; the running one stays as it is.

mod ui;

pub use ui::{Invitation, invitation_ui};

use super::board::{BoardState, input::Step};
use crate::texts::HelpTexts;
use muehle_engine::game::Game;
use muehle_engine::rules::{Move, Phase, Point, PointSet, Position, Rules};

/// The invitation disappears after this many plies: the person is already playing.
pub const INVITATION_PLIES: usize = 4;

/// The lessons in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lesson {
    /// A stone from the hand onto a free point.
    Place,
    /// The third stone of a line.
    Mill,
    /// The stone that a mill captures.
    Remove,
    /// Along a line to the next point.
    Slide,
    /// Anywhere, with three stones.
    Fly,
}

impl Lesson {
    /// All lessons.
    pub const ALL: [Lesson; 5] = [Lesson::Place, Lesson::Mill, Lesson::Remove, Lesson::Slide, Lesson::Fly];

    fn number(self) -> usize {
        self as usize
    }

    /// The starting position of the lesson, white to move. Closing a mill and capturing are one move and share it.
    fn position(self) -> &'static str {
        match self {
            Lesson::Place => "-/- w 9 9",
            Lesson::Mill | Lesson::Remove => "a7,d7,e4/b2,d2,f2,f6 w 5 5",
            Lesson::Slide => "g7,d6,b4,f4,c3/d7,e5,a4,d2,g1 w 0 0",
            Lesson::Fly => "a1,d1,f6/b6,d5,e3 w 0 0",
        }
    }

    /// Title, explanation, task and praise.
    fn texts(self, texts: HelpTexts) -> [&'static str; 4] {
        match self {
            Lesson::Place => [texts.place_title(), texts.place_text(), texts.place_task(), texts.place_done()],
            Lesson::Mill => [texts.mill_title(), texts.mill_text(), texts.mill_task(), texts.mill_done()],
            Lesson::Remove => [texts.remove_title(), texts.remove_text(), texts.remove_task(), texts.remove_done()],
            Lesson::Slide => [texts.slide_title(), texts.slide_text(), texts.slide_task(), texts.slide_done()],
            Lesson::Fly => [texts.fly_title(), texts.fly_text(), texts.fly_task(), texts.fly_done()],
        }
    }

    /// Whether the lesson asks for a mill.
    fn wants_mill(self) -> bool {
        matches!(self, Lesson::Mill | Lesson::Remove | Lesson::Fly)
    }
}

/// The state of the tour.
pub struct Tour {
    lesson: Lesson,
    game: Game,
    board: BoardState,
    /// Whether the lesson's move has been made.
    done: bool,
    /// Whether the last move was allowed, but not the one that is asked for.
    strayed: bool,
    /// The lesson and the task that screen readers were told.
    told: Option<(Lesson, &'static str)>,
}

impl Tour {
    /// The tour at its first lesson.
    pub fn new() -> Tour {
        Tour::at(Lesson::Place, BoardState::default())
    }

    fn at(lesson: Lesson, mut board: BoardState) -> Tour {
        board.reset();
        // The lessons are part of the program; a test reads them all.
        let position: Position = lesson.position().parse().unwrap_or(Position::START);
        Tour {
            lesson,
            game: Game::from_position(Rules::default(), position),
            board,
            done: false,
            strayed: false,
            told: None,
        }
    }

    fn go(&mut self, lesson: Lesson) {
        *self = Tour::at(lesson, std::mem::take(&mut self.board));
    }

    /// The next lesson.
    fn next(&self) -> Option<Lesson> {
        Lesson::ALL.get(self.lesson.number() + 1).copied()
    }

    /// The previous lesson with its own position.
    fn previous(&self) -> Option<Lesson> {
        match self.lesson {
            Lesson::Place => None,
            Lesson::Mill | Lesson::Remove => Some(Lesson::Place),
            Lesson::Slide => Some(Lesson::Mill),
            Lesson::Fly => Some(Lesson::Slide),
        }
    }

    /// Cancels a started move; false if there is none.
    pub fn cancel(&mut self) -> bool {
        self.board.cancel()
    }

    /// A move on the board.
    fn play(&mut self, mv: Move) {
        let before = *self.game.position();
        self.strayed = self.lesson.wants_mill() && !before.closes_mill(mv.action);
        if self.strayed {
            self.board.cancel();
        } else if self.game.play(mv).is_ok() {
            self.done = true;
        }
    }

    /// Closing a mill leads to the next lesson; cancelling it leads back.
    fn follow_step(&mut self) {
        let removing = matches!(self.board.step(), Step::Removing(_));
        match self.lesson {
            Lesson::Mill if removing => {
                self.lesson = Lesson::Remove;
                self.strayed = false;
            }
            Lesson::Remove if !removing && !self.done => self.lesson = Lesson::Mill,
            _ => {}
        }
    }

    /// The points the lesson marks.
    fn wanted(&self) -> PointSet {
        let position = self.game.position();
        match (self.lesson, self.board.step()) {
            _ if self.done => PointSet::EMPTY,
            (Lesson::Mill, _) => PointSet::of(Point::G7),
            (Lesson::Slide, Step::Idle) => {
                position.own().into_iter().filter(|&point| !position.targets_from(point).is_empty()).collect()
            }
            (Lesson::Fly, Step::Selected(Point::F6)) => PointSet::of(Point::G1),
            (Lesson::Fly, _) => PointSet::of(Point::F6),
            _ => PointSet::EMPTY,
        }
    }

    /// Whether to show the stones in hand.
    fn shows_hands(&self) -> bool {
        let position = self.game.position();
        position.phase(position.side_to_move()) == Phase::Placing
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use muehle_engine::rules::RemovalRule;

    #[test]
    fn every_lesson_can_be_learned_in_its_position() {
        for lesson in Lesson::ALL {
            let position: Position = lesson.position().parse().unwrap();
            let moves = position.legal_moves(RemovalRule::Never);
            let closing = moves.iter().filter(|mv| position.closes_mill(mv.action)).count();
            match lesson {
                Lesson::Place => assert_eq!((moves.len(), closing), (24, 0)),
                // One point closes the mill and one stone is not safe.
                Lesson::Mill | Lesson::Remove => assert_eq!(closing, 1),
                Lesson::Slide => assert!(moves.len() > 5 && closing == 0),
                Lesson::Fly => assert!(closing == 3 && position.may_fly(position.side_to_move())),
            }
        }
    }

    #[test]
    fn other_moves_are_refused_and_the_right_one_completes_the_lesson() {
        let mut tour = Tour::new();
        tour.go(Lesson::Fly);
        tour.play("f6-a7".parse().unwrap());
        assert!(tour.strayed && !tour.done);
        tour.play("f6-g1xb6".parse().unwrap());
        assert!(tour.done && !tour.strayed);
        assert!(tour.game.outcome().is_some(), "the last lesson ends with a win");
        assert_eq!(tour.next(), None);
    }
}
