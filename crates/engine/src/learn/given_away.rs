//! Which moves of a game gave value away, by the tables.

use crate::endgame::{Database, Outcome, TableError};
use crate::game::Game;
use crate::rules::{Color, Move, Position};

/// A move that gave value away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenAway {
    /// Plies played before it.
    pub ply: usize,
    /// Where it was played; its side to move played it.
    pub position: Position,
    /// The move.
    pub mv: Move,
    /// The result with best play before it, for the side that played it.
    pub before: Outcome,
    /// The same after it.
    pub after: Outcome,
}

/// What the tables say about the moves of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Check {
    /// How many moves of White and Black the tables know.
    pub known: [usize; 2],
    /// Those that gave value away, in their order.
    pub given_away: Vec<GivenAway>,
}

impl Check {
    /// Checks the moves of a game from this ply on. Moves that the tables do not know are passed over.
    pub fn of(game: &Game, from_ply: usize, database: &Database) -> Result<Check, TableError> {
        let mut check = Check::default();
        for (ply, (position, mv)) in game.positions().into_iter().zip(game.moves()).enumerate().skip(from_ply) {
            let (Some(before), Some(next)) = (database.outcome(&position)?, database.outcome(&position.after(mv))?)
            else {
                continue;
            };
            check.known[position.side_to_move().index()] += 1;
            let after = next.before_move();
            if after < before {
                check.given_away.push(GivenAway { ply, position, mv, before, after });
            }
        }
        Ok(check)
    }

    /// How many of a side's moves gave value away.
    pub fn count(&self, side: Color) -> usize {
        self.given_away.iter().filter(|given| given.position.side_to_move() == side).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{RemovalRule, Rules};

    #[test]
    fn a_win_not_taken_is_found_and_the_rest_is_not() {
        let database = Database::open(None, RemovalRule::Never, 8);
        let start = "a7,d7,g4/b6,d6,f2 w 0 0".parse().unwrap();
        let mut game = Game::from_position(Rules::default(), start);
        for mv in ["g4-b4", "b6-a1", "b4-g7xd6"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let check = Check::of(&game, 0, &database).unwrap();
        assert_eq!(check.known, [2, 1]);
        let solved = database.outcomes(&start).unwrap().unwrap();
        let gives = solved.moves.iter().any(|(mv, outcome)| mv.to_string() == "g4-b4" && *outcome < Outcome::Win);
        assert_eq!(check.count(Color::White), usize::from(gives));
        assert_eq!(check.count(Color::Black), check.given_away.len() - check.count(Color::White));
        assert_eq!(Check::of(&game, 2, &database).unwrap().known, [1, 0]);
    }

    #[test]
    fn what_no_table_knows_is_passed_over() {
        let database = Database::open(None, RemovalRule::Never, 0);
        let mut game = Game::default();
        game.play("d6".parse().unwrap()).unwrap();
        assert_eq!(Check::of(&game, 0, &database).unwrap(), Check::default());
    }
}
