//! Tuning by random search: the weights of a heuristic are multiplied by random factors, group by group, and kept if the
//! result wins a match.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::heuristics::features::STANDARD_FEATURES;
use crate::heuristics::{EvaluationTable, FeatureSet, Heuristic};
use crate::players::{Computer, PlayerError, Resources};
use crate::random::Dice;
use crate::search::{Limits, Options};

use super::arena::{MatchSettings, Pair, Tally, run_match};

/// The groups of the 39 features that share a factor: a name and the end of the group.
pub const GROUPS: [(&str, usize); 5] =
    [("stones", 12), ("moves", 22), ("closed mills", 26), ("open mills", 30), ("potential moves", 39)];

/// How to tune.
#[derive(Clone, Debug)]
pub struct TuneSettings {
    /// Candidates tried.
    pub rounds: usize,
    /// A factor lies between 1 / `range` and `range`.
    pub range: f64,
    /// How deep both sides search.
    pub depth: u32,
    /// The match of a candidate against the best so far.
    pub matches: MatchSettings,
}

/// A candidate and its result.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Its number, from 1.
    pub round: usize,
    /// The factors, relative to the original heuristic; five for each phase of the feature set.
    pub factors: Vec<f64>,
    /// Its match against the best so far.
    pub tally: Tally,
    /// Whether it is the new best.
    pub accepted: bool,
}

/// The groups of an input: two for a pair of features, otherwise one.
fn groups_of(set: FeatureSet, input: usize) -> Vec<usize> {
    let group = |feature: usize| GROUPS.iter().position(|(_, end)| feature < *end).unwrap_or(GROUPS.len() - 1);
    match set {
        // After the 22 features of stones and moves the small set continues with the potential moves.
        FeatureSet::Small if input >= 22 => vec![group(input + 8)],
        FeatureSet::Combi => vec![group(input / STANDARD_FEATURES), group(input % STANDARD_FEATURES)],
        FeatureSet::Phases => vec![GROUPS.len() * (input / STANDARD_FEATURES) + group(input % STANDARD_FEATURES)],
        _ => vec![group(input)],
    }
}

/// The number of factors of a feature set.
fn factor_count(set: FeatureSet) -> usize {
    (0..set.len()).flat_map(|input| groups_of(set, input)).max().map_or(0, |last| last + 1)
}

/// The heuristic with the weights of its inputs multiplied, group by group.
fn scaled(heuristic: &Heuristic, factors: &[f64]) -> Heuristic {
    let mut scaled = heuristic.clone();
    let inputs = heuristic.feature_set.len();
    let factor =
        |input: usize| groups_of(heuristic.feature_set, input).into_iter().map(|group| factors[group]).product();
    let by_input: Vec<f64> = (0..inputs).map(factor).collect();
    if let Some(layer) = scaled.network.layers_mut().first_mut() {
        for (at, weight) in layer.weights.iter_mut().enumerate() {
            *weight *= by_input[at % inputs];
        }
    }
    scaled
}

/// Searches for better factors and returns the best heuristic. A candidate is accepted if its score exceeds one half by
/// more than half its margin of error. `on_trial` sees each candidate and the best so far; a stop ends the search early.
pub fn tune(
    heuristic: &Heuristic,
    settings: &TuneSettings,
    resources: &Arc<Resources>,
    stop: &AtomicBool,
    on_trial: &mut dyn FnMut(&Trial, &Heuristic),
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
        // Different openings each time, so that nothing is tuned to a few of them.
        let seed = settings.matches.seed.wrapping_add(round as u64);
        let tally = run_match(&MatchSettings { seed, ..settings.matches.clone() }, &make, stop, &mut |_, _| {})?;
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let accepted = tally.score() > 0.5 + tally.margin() / 2.0;
        if accepted {
            (best, best_factors) = (candidate, factors.clone());
        }
        on_trial(&Trial { round, factors, tally, accepted }, &best);
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::DataFolders;
    use crate::rules::Position;

    #[test]
    fn factors_scale_only_their_group() {
        let standard = Heuristic::standard();
        // White has two stones more.
        let position: Position = "a7,d7,g4,b6,d6,f4,c5,e4/a1,d1,g1,c3,b2,f2 w 0 0".parse().unwrap();
        let doubled = |group: usize| {
            let mut factors = vec![1.0; 5];
            factors[group] = 2.0;
            let [win, loss, _] = scaled(&standard, &factors).outputs(&position);
            win - loss
        };
        let [win, loss, _] = standard.outputs(&position);
        let sum_of_changes: f64 = (0..5).map(|group| doubled(group) - (win - loss)).sum();
        assert!((sum_of_changes - (win - loss)).abs() < 1e-9, "the groups add up to the whole");
        assert!((doubled(0) - (win - loss) - 0.1).abs() < 1e-9, "eight stones against six are worth 0.30 - 0.20");
        assert_eq!(scaled(&standard, &[1.0; 5]), standard);
    }

    #[test]
    fn every_set_has_its_groups() {
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
        let tuned = tune(&ruined, &settings, &resources, &stop, &mut |trial, _| trials.push(trial.clone())).unwrap();
        assert_eq!(trials.len(), 12);
        let accepted: Vec<&Trial> = trials.iter().filter(|trial| trial.accepted).collect();
        assert!(!accepted.is_empty() && accepted.len() < 12);
        assert_eq!(tuned, scaled(&ruined, &accepted.last().unwrap().factors));
    }
}
