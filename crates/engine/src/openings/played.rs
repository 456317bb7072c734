//! How points did in games that were played. A position and its 16 images are one.

use std::collections::HashMap;

use crate::rules::{Action, Color, Move, Point, PointSet, Position, RemovalRule};

/// How games went in which a choice was made, for the side that made it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Games that the side won.
    pub won: u32,
    /// Drawn games.
    pub drawn: u32,
    /// Games that it lost.
    pub lost: u32,
}

impl Record {
    /// All games.
    pub fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    fn count(&mut self, side: Color, winner: Option<Color>) {
        *match winner {
            Some(winner) if winner == side => &mut self.won,
            Some(_) => &mut self.lost,
            None => &mut self.drawn,
        } += 1;
    }

    fn add(&mut self, other: Record) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
    }
}

/// The placements of games, by the position they were made in.
#[derive(Clone, Debug, Default)]
pub struct PlayedGames {
    /// By the key that the images of a position share; the points are those of the image it was made of.
    positions: HashMap<(u64, RemovalRule), Vec<(Point, Record)>>,
    games: u32,
}

impl PlayedGames {
    /// Adds a game that is over, with its winner. Moves count up to the first that is not possible.
    pub fn add(&mut self, rule: RemovalRule, start: &Position, moves: &[Move], winner: Option<Color>) {
        let mut position = *start;
        self.games += 1;
        for &mv in moves {
            let Action::Place(point) = mv.action else { break };
            let (key, symmetry) = position.canonical_key();
            let side = position.side_to_move();
            if position.play(mv, rule).is_err() {
                break;
            }
            let choices = self.positions.entry((key, rule)).or_default();
            let image = symmetry.point(point);
            let place = choices.iter().position(|(known, _)| *known == image).unwrap_or_else(|| {
                choices.push((image, Record::default()));
                choices.len() - 1
            });
            choices[place].1.count(side, winner);
        }
    }

    /// The number of games.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// How placing on one of these points went, which must be alike in the position.
    pub fn record(&self, rule: RemovalRule, position: &Position, points: PointSet) -> Record {
        let (key, symmetry) = position.canonical_key();
        let images = symmetry.set(points);
        let choices = self.positions.get(&(key, rule)).map_or(&[][..], Vec::as_slice);
        let mut record = Record::default();
        for (_, other) in choices.iter().filter(|(point, _)| images.contains(*point)) {
            record.add(*other);
        }
        record
    }
}

#[cfg(test)]
mod tests {
    use super::super::folded_points;
    use super::*;
    use crate::rules::Symmetry;

    fn moves(text: &str) -> Vec<Move> {
        text.split_whitespace().map(|mv| mv.parse().unwrap()).collect()
    }

    fn image(mv: Move, symmetry: Symmetry) -> Move {
        let action = match mv.action {
            Action::Place(point) => Action::Place(symmetry.point(point)),
            Action::Shift { from, to } => Action::Shift { from: symmetry.point(from), to: symmetry.point(to) },
        };
        Move { action, removal: mv.removal.map(|point| symmetry.point(point)) }
    }

    #[test]
    fn all_images_of_a_game_count_for_the_same_choice() {
        let game = moves("d6 f4 d2 b4 d7 d5 d3");
        let mut played = PlayedGames::default();
        for symmetry in Symmetry::all() {
            let moves: Vec<Move> = game.iter().map(|mv| image(*mv, symmetry)).collect();
            played.add(RemovalRule::Never, &Position::START, &moves, Some(Color::White));
        }
        let mut position = Position::START;
        for (ply, mv) in game.into_iter().enumerate() {
            for points in folded_points(&position) {
                let record = played.record(RemovalRule::Never, &position, points);
                let expected = if points.contains(mv.action.target()) { 16 } else { 0 };
                assert_eq!(record.games(), expected, "ply {ply}, {position}");
                assert_eq!(if ply % 2 == 0 { record.won } else { record.lost }, expected);
            }
            position.play(mv, RemovalRule::Never).unwrap();
        }
        assert_eq!(played.games(), 16);
        let other_rule = played.record(RemovalRule::Any, &Position::START, PointSet::ALL);
        assert_eq!(other_rule, Record::default(), "games by other rules do not count");
    }

    #[test]
    fn a_game_counts_up_to_what_is_not_possible_or_slides() {
        let mut played = PlayedGames::default();
        played.add(RemovalRule::Any, &Position::START, &moves("d6 d6 f4"), None);
        let record = played.record(RemovalRule::Any, &Position::START, PointSet::of(Point::D6));
        assert_eq!(record, Record { drawn: 1, ..Record::default() });
        let next = Position::START.after("d6".parse().unwrap());
        assert_eq!(played.record(RemovalRule::Any, &next, PointSet::ALL), Record::default());
    }
}
