//! Tuning by random search: the parts of a heuristic are multiplied by random factors, and what wins a match stays.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::heuristics::features::STANDARD_FEATURES;
use crate::heuristics::{EvaluationTable, FeatureSet, Heuristic};
use crate::random::Dice;
use crate::players::{Computer, PlayerError, Resources};
use crate::search::{Limits, Options};

use super::arena::{MatchSettings, Pair, Tally, run_match};

/// The parts of the 39 features that are multiplied as one: a name and the feature behind the last.
pub const PARTS: [(&str, usize); 5] =
    [("stones", 12), ("moves", 22), ("closed mills", 26), ("open mills", 30), ("potential moves", 39)];

/// How the search goes.
#[derive(Clone, Debug)]
pub struct TuneSettings {
    /// Candidates tried.
    pub rounds: usize,
    /// A factor lies between 1 / `range` and `range`.
    pub range: f64,
    /// How deep both sides search.
    pub depth: u32,
    /// How a candidate is tried against the best so far.
    pub matches: MatchSettings,
}

/// A candidate and how it did.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Its number, from 1.
    pub round: usize,
    /// The factors, relative to the heuristic that tuning began with; five for each phase the feature set tells apart.
    pub factors: Vec<f64>,
    /// Its match against the best so far.
    pub tally: Tally,
    /// Whether it is the best now.
    pub accepted: bool,
}

/// The part an input belongs to; a pair of features belongs to two.
fn parts_of(set: FeatureSet, input: usize) -> Vec<usize> {
    let part = |feature: usize| PARTS.iter().position(|(_, end)| feature < *end).unwrap_or(PARTS.len() - 1);
    match set {
        // Behind the 22 features of stones and moves the small set goes on with the potential moves.
        FeatureSet::Small if input >= 22 => vec![part(input + 8)],
        FeatureSet::Combi => vec![part(input / STANDARD_FEATURES), part(input % STANDARD_FEATURES)],
        FeatureSet::Phases => vec![PARTS.len() * (input / STANDARD_FEATURES) + part(input % STANDARD_FEATURES)],
        _ => vec![part(input)],
    }
}

/// How many factors a feature set has.
pub fn factor_count(set: FeatureSet) -> usize {
    (0..set.len()).flat_map(|input| parts_of(set, input)).max().map_or(0, |last| last + 1)
}

/// The heuristic with the weights of its inputs multiplied, part by part.
pub fn scaled(heuristic: &Heuristic, factors: &[f64]) -> Heuristic {
    let mut scaled = heuristic.clone();
    let inputs = heuristic.feature_set.len();
    let factor = |input: usize| parts_of(heuristic.feature_set, input).into_iter().map(|part| factors[part]).product();
    let by_input: Vec<f64> = (0..inputs).map(factor).collect();
    if let Some(layer) = scaled.network.layers_mut().first_mut() {
        for (at, weight) in layer.weights.iter_mut().enumerate() {
            *weight *= by_input[at % inputs];
        }
    }
    scaled
}

/// Searches for better factors. A candidate is accepted when its score lies above one half by more than half its margin
/// of error. `on_trial` sees each; a stop ends the search early. Returns the best heuristic.
pub fn tune(
    heuristic: &Heuristic,
    settings: &TuneSettings,
    resources: &Arc<Resources>,
    stop: &AtomicBool,
    on_trial: &mut dyn FnMut(&Trial),
) -> Result<Heuristic, PlayerError> {
    let mut dice = Dice::new(settings.matches.seed);
    let mut best_factors = vec![1.0; factor_count(heuristic.feature_set)];
    let mut best = heuristic.clone();
    for round in 1..=settings.rounds {
        let factors: Vec<f64> =
            best_factors.iter().map(|factor| factor * settings.range.powf(2.0 * dice.share() - 1.0)).collect();
        let candidate = scaled(heuristic, &factors);
        let tables = [&candidate, &best].map(|one| Arc::new(EvaluationTable::new(one.clone())));
        let make = || -> Result<Pair, PlayerError> {
            let limits = Limits::depth(settings.depth);
            let options = Options { hash: 1, ..Options::default() };
            Ok(tables.clone().map(|table| Box::new(Computer::new(table, limits, options.clone(), resources)) as _))
        };
        // Other openings each time, so that nothing is tuned to a few of them.
        let seed = settings.matches.seed.wrapping_add(round as u64);
        let tally = run_match(&MatchSettings { seed, ..settings.matches.clone() }, &make, stop, &mut |_, _| {})?;
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let accepted = tally.score() > 0.5 + tally.margin() / 2.0;
        if accepted {
            (best, best_factors) = (candidate, factors.clone());
        }
        on_trial(&Trial { round, factors, tally, accepted });
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::DataFolders;
    use crate::rules::Position;

    #[test]
    fn factors_scale_their_part_alone() {
        let standard = Heuristic::standard();
        // Only stones differ: one against none of any other feature that counts.
        let position: Position = "a7,d7,g4,b6,d6,f4,c5,e4/a1,d1,g1,c3,b2,f2 w 0 0".parse().unwrap();
        let doubled = |part: usize| {
            let mut factors = vec![1.0; 5];
            factors[part] = 2.0;
            let [win, loss, _] = scaled(&standard, &factors).outputs(&position);
            win - loss
        };
        let [win, loss, _] = standard.outputs(&position);
        let sum_of_changes: f64 = (0..5).map(|part| doubled(part) - (win - loss)).sum();
        assert!((sum_of_changes - (win - loss)).abs() < 1e-9, "the parts add up to the whole");
        assert!((doubled(0) - (win - loss) - 0.1).abs() < 1e-9, "eight stones against six are worth 0.30 - 0.20");
        assert_eq!(scaled(&standard, &[1.0; 5]), standard);
    }

    #[test]
    fn every_set_has_its_parts() {
        let counts: Vec<usize> = FeatureSet::ALL.into_iter().map(factor_count).collect();
        assert_eq!(counts, [5, 1, 2, 5, 5, 25]);
    }

    #[test]
    fn a_ruined_heuristic_gets_better() {
        let resources = Arc::new(Resources::new(DataFolders::below("no such folder")));
        let ruined = scaled(&Heuristic::standard(), &[0.02, 1.0, 1.0, 1.0, 1.0]);
        let matches = MatchSettings { games: 24, opening_plies: 4, ..MatchSettings::default() };
        let settings = TuneSettings { rounds: 12, range: 8.0, depth: 1, matches };
        let mut trials = Vec::new();
        let stop = AtomicBool::new(false);
        let tuned = tune(&ruined, &settings, &resources, &stop, &mut |trial| trials.push(trial.clone())).unwrap();
        assert_eq!(trials.len(), 12);
        let accepted: Vec<&Trial> = trials.iter().filter(|trial| trial.accepted).collect();
        assert!(!accepted.is_empty() && accepted.len() < 12);
        assert_eq!(tuned, scaled(&ruined, &accepted.last().unwrap().factors));
    }
}
