//! Monte-Carlo evaluation: alpha-beta whose leaves are valued by the results of random games.

use std::sync::Arc;

use crate::heuristics::EvaluationTable;
use crate::random::Dice;
use crate::rules::notation::excerpt;
use crate::rules::{Position, RemovalRule};
use crate::search::Estimator;

use super::rollout::{Policy, Rollouts};
use super::{Computer, PlayerError, PlayerText, Resources};

/// Values a position by random games: (wins - losses) / games, where a game that is cut off counts as a draw.
#[derive(Clone, Copy, Debug)]
pub(super) struct MonteCarlo {
    /// Games per position.
    pub games: u32,
    /// Games are cut off after this many plies.
    pub depth: u32,
    /// How the games choose their moves.
    pub policy: Policy,
    /// The removal rule.
    pub rule: RemovalRule,
    /// The games from a position depend on the position and this seed only.
    pub seed: u64,
}

impl MonteCarlo {
    /// The most plies of random games per position, so that a stop is obeyed soon.
    const MAX_PLIES: u64 = 50_000;
    /// The depth of alpha-beta unless the text says otherwise.
    const SEARCH_DEPTH: u32 = 2;
}

impl Estimator for MonteCarlo {
    fn estimate(&self, position: &Position) -> i32 {
        let rollouts = Rollouts { rule: self.rule, depth: self.depth, policy: self.policy, endgame: None };
        let mut dice = Dice::new(self.seed ^ position.key());
        let results = (0..self.games).map(|_| rollouts.play(position, &mut dice).result);
        let balance: i32 = results.map(|result| i32::from(result.unwrap_or(0))).sum();
        // Even if every game is won this proves nothing, so it stays an estimate.
        balance * EvaluationTable::UNIT / self.games.max(1) as i32
    }
}

/// From `montecarlo:games=N,depth=PLIES,rollouts=random|mills`, and the options of a computer except its heuristic;
/// `search=N` is the depth of alpha-beta.
pub(super) fn player(text: &PlayerText, resources: &Arc<Resources>) -> Result<Computer, PlayerError> {
    let (mut games, mut depth, mut policy) = (10, 10, Policy::Random);
    let mut search = PlayerText::new("computer");
    for (key, value) in &text.options {
        let wrong = || PlayerError::Value { kind: "montecarlo", key: excerpt(key), value: excerpt(value) };
        let number = |max: u64| value.parse().ok().filter(|number| (1..=max).contains(number)).ok_or_else(wrong);
        match key.as_str() {
            "games" => games = number(MonteCarlo::MAX_PLIES)?,
            "depth" => depth = number(MonteCarlo::MAX_PLIES)?,
            "rollouts" => policy = value.parse().map_err(|()| wrong())?,
            "search" => search = search.with("depth", value),
            key => search = search.with(key, value),
        }
    }
    if games * depth > MonteCarlo::MAX_PLIES {
        return Err(PlayerError::Value {
            kind: "montecarlo",
            key: "games x depth".into(),
            value: format!("{games} x {depth}"),
        });
    }
    let (games, depth) = (games as u32, depth as u32);
    let estimators = move |rule, seed| Arc::new(MonteCarlo { games, depth, policy, rule, seed }) as Arc<dyn Estimator>;
    let computer =
        Computer::estimating("montecarlo", search, MonteCarlo::SEARCH_DEPTH, resources, Box::new(estimators))?;
    Ok(computer.without_symmetry())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_follow_from_position_and_seed() {
        let estimator = MonteCarlo { games: 50, depth: 200, policy: Policy::Random, rule: RemovalRule::Never, seed: 1 };
        let better: Position = "a7,d7,g4,b6,d6,f4,c5/a1,d1,g1,c3 w 0 0".parse().unwrap();
        assert_eq!(estimator.estimate(&better), estimator.estimate(&better));
        assert_ne!(estimator.estimate(&better), MonteCarlo { seed: 2, ..estimator }.estimate(&better));
        assert!(estimator.estimate(&better) > 2000);
        assert!(estimator.estimate(&better.with_side(!better.side_to_move())) < -2000);
        // No game is over ten plies after the start.
        assert_eq!(MonteCarlo { depth: 10, ..estimator }.estimate(&Position::START), 0);
    }
}
