//! The lessons that are part of the program: a few positions about one topic each, proved like every other puzzle.

use super::{Puzzle, text};
use crate::game::pgn;
use crate::rules::notation;

/// What a lesson is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// Two threats at once.
    DoubleThreat,
    /// A stone that swings between two mills.
    DoubleMill,
    /// Staying mobile, and being blocked.
    Mobility,
    /// Points with four neighbours.
    GoodPoints,
    /// Holding with three stones.
    ThreeStones,
    /// Placing.
    Opening,
}

impl Topic {
    /// All topics, in the order of the lessons.
    pub const ALL: [Topic; 6] = [
        Topic::DoubleThreat,
        Topic::DoubleMill,
        Topic::Mobility,
        Topic::GoodPoints,
        Topic::ThreeStones,
        Topic::Opening,
    ];

    /// The word of the file's tag `Lesson`.
    pub const fn name(self) -> &'static str {
        match self {
            Topic::DoubleThreat => "double-threat",
            Topic::DoubleMill => "double-mill",
            Topic::Mobility => "mobility",
            Topic::GoodPoints => "good-points",
            Topic::ThreeStones => "three-stones",
            Topic::Opening => "opening",
        }
    }

    /// The positions of the lesson, in their order.
    pub fn puzzles(self) -> Vec<Puzzle> {
        let games = pgn::split(SOURCE).into_iter();
        let own = games.filter(|game| pgn::read(game).tags.get("Lesson").is_some_and(|name| name == self.name()));
        own.filter_map(|game| text::read(game).ok()).collect()
    }
}

/// A text that does not name a topic.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown lesson \"{0}\"")]
pub struct UnknownTopic(pub String);

notation::text_by_name!(Topic, ALL, UnknownTopic);

const SOURCE: &str = include_str!(concat!(env!("MUEHLE_DATA"), "/assets/lessons/lessons.pgn"));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::{Database, EMBEDDED_STONES};
    use crate::puzzles::{Aim, Judge, Kind};
    use crate::rules::Point;

    fn check(wanted: impl Fn(Kind) -> bool) -> usize {
        let puzzles = Topic::ALL.into_iter().flat_map(Topic::puzzles).filter(|puzzle| wanted(puzzle.kind));
        puzzles
            .map(|puzzle| {
                let database = Database::open(None, puzzle.rule, EMBEDDED_STONES);
                assert_eq!(puzzle.proved(&Judge::new(&database)).as_ref(), Some(&puzzle), "{}", puzzle.start);
            })
            .count()
    }

    #[test]
    fn every_game_of_the_file_belongs_to_a_lesson_about_its_topic() {
        let count: usize = Topic::ALL.into_iter().map(|topic| topic.puzzles().len()).sum();
        assert_eq!(count, pgn::split(SOURCE).len());
        for topic in Topic::ALL {
            let puzzles = topic.puzzles();
            assert!(puzzles.len() >= 3, "{topic}");
            for puzzle in puzzles {
                let first = puzzle.steps[0].right[0].action.target();
                assert!(match topic {
                    Topic::DoubleThreat => matches!(puzzle.aim, Aim::Win | Aim::Mill),
                    Topic::DoubleMill => puzzle.aim == Aim::Double,
                    Topic::Mobility => puzzle.aim == Aim::Free,
                    Topic::GoodPoints => {
                        puzzle.kind == Kind::Place && [Point::D6, Point::F4, Point::D2, Point::B4].contains(&first)
                    }
                    Topic::ThreeStones => puzzle.kind == Kind::Fly && puzzle.aim == Aim::Hold,
                    Topic::Opening => puzzle.kind == Kind::Place,
                });
            }
        }
    }

    #[test]
    fn the_lessons_with_all_stones_on_the_board_are_proved_anew() {
        assert!(check(|kind| kind != Kind::Place) >= 12);
    }

    #[test]
    fn the_lessons_about_placing_are_proved_anew() {
        assert!(check(|kind| kind == Kind::Place) >= 6);
    }
}
