//! Teaching values: what the network should have answered for each position of a finished game.
//!
//! The last position is taught the result. Going back from it, t(p-1) = λ·t(p) + (1 - λ)·out(p): with λ = 1 every
//! position is taught the result, with λ = 0 the network's output for the next position. Outputs are from the
//! side to move, so win and loss change places from ply to ply.

use thiserror::Error;

use crate::endgame::{Database, Outcome};
use crate::game::Game;
use crate::heuristics::{Features, Heuristic};
use crate::rules::{Color, Position};

use super::backprop::Sample;

/// λ outside its range.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("λ is {0}; it must be between 0 and 1")]
pub struct WrongLambda(pub f64);

/// λ, if it lies between 0 and 1.
pub(super) fn check_lambda(lambda: f64) -> Result<f64, WrongLambda> {
    if (0.0..=1.0).contains(&lambda) { Ok(lambda) } else { Err(WrongLambda(lambda)) }
}

/// Win, loss and draw for this side after a game won by `winner`.
pub(super) fn result_outputs(winner: Option<Color>, side: Color) -> [f64; 3] {
    match winner {
        Some(winner) if winner == side => [1.0, 0.0, 0.0],
        Some(_) => [0.0, 1.0, 0.0],
        None => [0.0, 0.0, 1.0],
    }
}

/// Win, loss and draw of an exact result.
pub(super) fn exact_outputs(outcome: Outcome) -> [f64; 3] {
    match outcome {
        Outcome::Win => [1.0, 0.0, 0.0],
        Outcome::Loss => [0.0, 1.0, 0.0],
        Outcome::Draw => [0.0, 0.0, 1.0],
    }
}

/// The same outputs from the other side.
pub(super) fn reversed([win, loss, draw]: [f64; 3]) -> [f64; 3] {
    [loss, win, draw]
}

/// The samples of a finished game, in the order of its positions; a game without an outcome gives none.
/// Where `teacher` knows a position, sliding or placing, its exact result replaces the teaching value there and in what flows
/// back. A table that cannot be used counts as missing.
pub(super) fn lesson(heuristic: &Heuristic, game: &Game, lambda: f64, teacher: Option<&Database>) -> Vec<Sample> {
    let Some(outcome) = game.outcome() else { return Vec::new() };
    let positions = game.positions();
    let mut samples = Vec::with_capacity(positions.len());
    // What the later positions teach the current one.
    let mut taught = result_outputs(outcome.winner(), game.side_to_move());
    for position in positions.iter().rev() {
        if let Some(result) = teacher.and_then(|database| database.outcome(position).ok().flatten()) {
            taught = exact_outputs(result);
        }
        let features = Features::of(position);
        samples.push(Sample::new(heuristic.feature_set, &features, taught));
        let own = heuristic.outputs_of(&features);
        let mut mixed = [0.0; 3];
        for ((mixed, taught), own) in mixed.iter_mut().zip(taught).zip(own) {
            *mixed = lambda * taught + (1.0 - lambda) * own;
        }
        taught = reversed(mixed);
    }
    samples.reverse();
    samples
}

/// What each position of a finished game would be taught with this λ: win minus loss, seen from White. A game without an
/// outcome teaches nothing.
pub fn teaching_values(heuristic: &Heuristic, game: &Game, lambda: f64) -> Result<Vec<f64>, WrongLambda> {
    let samples = lesson(heuristic, game, check_lambda(lambda)?, None);
    let seen_from_white = |(position, sample): (&Position, Sample)| {
        let [win, loss, _] = sample.target;
        if position.side_to_move() == Color::White { win - loss } else { loss - win }
    };
    Ok(game.positions().iter().zip(samples).map(seen_from_white).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristics::FeatureSet;
    use crate::rules::{RemovalRule, Rules};

    fn finished_game() -> Game {
        let mut game = Game::from_position(Rules::default(), "a1,a4,d7/b2,d2,e3 b 0 0".parse().unwrap());
        for mv in ["e3-g7", "d7-a7xb2"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        assert!(game.outcome().is_some());
        game
    }

    #[test]
    fn values_flow_back_by_the_formula() {
        let heuristic = Heuristic::random("test", FeatureSet::Standard, &[], 5).unwrap();
        let game = finished_game();
        let lambda = 0.7;
        let samples = lesson(&heuristic, &game, lambda, None);
        let out: Vec<[f64; 3]> = game.positions().iter().map(|position| heuristic.outputs(position)).collect();
        // Black has lost and is to move at the end.
        let last = [0.0, 1.0, 0.0];
        let back = |taught: [f64; 3], out: [f64; 3]| {
            let mixed: Vec<f64> = taught.iter().zip(out).map(|(t, o)| lambda * t + (1.0 - lambda) * o).collect();
            [mixed[1], mixed[0], mixed[2]]
        };
        let middle = back(last, out[2]);
        let first = back(middle, out[1]);
        assert_eq!(samples.iter().map(|sample| sample.target).collect::<Vec<_>>(), [first, middle, last]);
        assert!(middle[0] > 0.7, "White, to move before the last move, has won");
    }

    #[test]
    fn lambda_one_teaches_the_result_and_zero_the_next_output() {
        let heuristic = Heuristic::random("test", FeatureSet::Small, &[], 5).unwrap();
        let game = finished_game();
        let targets = |lambda| lesson(&heuristic, &game, lambda, None).iter().map(|p| p.target).collect::<Vec<_>>();
        assert_eq!(targets(1.0), [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
        assert_eq!(targets(0.0)[1], reversed(heuristic.outputs(&game.positions()[2])));
        let mut drawn = finished_game();
        drawn.undo();
        assert!(lesson(&heuristic, &drawn, 1.0, None).is_empty(), "a game that goes on teaches nothing");
        drawn.agree_draw();
        assert!(lesson(&heuristic, &drawn, 1.0, None).iter().all(|sample| sample.target == [0.0, 0.0, 1.0]));
    }

    #[test]
    fn the_tables_teach_what_they_know_and_it_flows_back() {
        let database = Database::open(None, RemovalRule::Never, 8);
        let heuristic = Heuristic::random("test", FeatureSet::Standard, &[], 5).unwrap();
        // Nine stones are not in the tables, the eight after the removal are. The game itself ends in a draw.
        let mut game = Game::from_position(Rules::default(), "a7,d7,g4,b2,f2/b6,f4,c3,e5 w 0 0".parse().unwrap());
        game.play("g4-g7xb6".parse().unwrap()).unwrap();
        game.agree_draw();
        let (before, after) = (game.positions()[0], *game.position());
        assert_eq!(database.probe_quietly(&before), None);
        let exact = exact_outputs(database.outcome(&after).unwrap().expect("eight stones are known"));
        let lambda = 0.6;
        let targets = |teacher| -> Vec<[f64; 3]> {
            lesson(&heuristic, &game, lambda, teacher).iter().map(|sample| sample.target).collect()
        };
        let flown = |taught: [f64; 3]| {
            let own = heuristic.outputs(&after);
            reversed([0, 1, 2].map(|at| lambda * taught[at] + (1.0 - lambda) * own[at]))
        };
        assert_eq!(targets(Some(&database)), [flown(exact), exact]);
        let draw = [0.0, 0.0, 1.0];
        assert_eq!(targets(None), [flown(draw), draw]);
        // A game in the tables from its first position on is taught nothing but exact values, whatever λ is.
        let game = finished_game();
        let taught = lesson(&heuristic, &game, 0.3, Some(&database));
        for (position, sample) in game.positions().iter().zip(&taught).take(2) {
            let result = database.outcome(position).unwrap().expect("six stones are known");
            assert_eq!(sample.target, exact_outputs(result), "{position}");
        }
        assert_eq!(taught[1].target, [1.0, 0.0, 0.0], "White closes a mill and wins");
        // The first plies are known too: the start is a draw, whoever won the game.
        let mut game = Game::default();
        game.play("d6".parse().unwrap()).unwrap();
        game.resign(Color::Black);
        let taught = lesson(&heuristic, &game, 0.7, Some(&database));
        assert!(taught.iter().all(|sample| sample.target == draw), "{taught:?}");
    }

    #[test]
    fn supervised_teaching_brings_a_network_closer_to_the_tables() {
        let database = Database::open(None, RemovalRule::Never, 8);
        let mut heuristic = Heuristic::random("test", FeatureSet::Standard, &[], 2).unwrap();
        let mut trainer = super::super::backprop::Trainer::new(&heuristic.network, heuristic.learning);
        let game = finished_game();
        let samples = lesson(&heuristic, &game, 0.7, Some(&database));
        let error = |heuristic: &Heuristic| super::super::backprop::mean_error(&heuristic.network, &samples);
        let before = error(&heuristic);
        for _ in 0..50 {
            trainer.learn(&mut heuristic, &samples).unwrap();
        }
        assert!(error(&heuristic) < 0.2 * before, "{before} {}", error(&heuristic));
    }

    #[test]
    fn values_for_people_are_seen_from_white() {
        let heuristic = Heuristic::random("test", FeatureSet::Standard, &[], 5).unwrap();
        let game = finished_game();
        assert_eq!(teaching_values(&heuristic, &game, 1.0).unwrap(), [1.0, 1.0, 1.0], "White has won");
        let [first, middle, last] = teaching_values(&heuristic, &game, 0.5).unwrap()[..] else { panic!() };
        assert!(first < middle && middle < last && last == 1.0, "{first} {middle} {last}");
        assert!(teaching_values(&heuristic, &game, 2.0).is_err());
    }

    #[test]
    fn lambda_is_checked() {
        assert_eq!(check_lambda(0.7), Ok(0.7));
        for lambda in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
            assert!(check_lambda(lambda).unwrap_err().to_string().ends_with("it must be between 0 and 1"));
        }
    }
}
