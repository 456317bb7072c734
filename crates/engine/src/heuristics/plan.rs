//! The plan of a new heuristic: everything a person decides about it.

use std::path::{Path, PathBuf};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use super::{
    Activation, FeatureSet, Heuristic, LearningParameters, Network, NetworkError, SaveError, TrainingRecord, library,
};
use crate::rules::notation::excerpt;

/// A heuristic with random weights, as the paper's dialog asks for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The name.
    pub name: String,
    /// What the network sees.
    pub feature_set: FeatureSet,
    /// Nodes and activation of the layers between the features and the outputs.
    pub hidden: Vec<(usize, Activation)>,
    /// The activation of the three outputs.
    pub output: Activation,
    /// How it learns.
    pub learning: LearningParameters,
    /// What the weights follow from.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            name: String::new(),
            feature_set: FeatureSet::Standard,
            hidden: Vec::new(),
            output: Activation::Logistic,
            learning: LearningParameters::default(),
            seed: 1,
        }
    }
}

/// Why a heuristic cannot be made.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum PlanError {
    #[error("a heuristic named {0} already exists")]
    Taken(String),
    #[error("{weights} weights are too many; at most {most} are allowed")]
    Large { weights: usize, most: usize },
    #[error("the learning parameter {name} must lie between 0 and {most}")]
    Parameter { name: &'static str, most: f64 },
    #[error(transparent)]
    Network(#[from] NetworkError),
    #[error(transparent)]
    Save(#[from] SaveError),
}

impl Plan {
    /// More weights would learn and load too slowly.
    pub const MAX_WEIGHTS: usize = 200_000;

    /// How many weights it will have, without the biases.
    pub fn weights(&self) -> usize {
        let widths = self.hidden.iter().map(|(nodes, _)| *nodes).chain([Network::OUTPUTS]);
        let count =
            |(sum, inputs): (usize, usize), nodes: usize| (sum.saturating_add(inputs.saturating_mul(nodes)), nodes);
        widths.fold((0, self.feature_set.len()), count).0
    }

    /// The heuristic with its random weights.
    pub fn make(&self) -> Result<Heuristic, PlanError> {
        if !library::is_valid_name(&self.name) {
            return Err(SaveError::Name(excerpt(&self.name)).into());
        }
        if let Some((name, most)) = self.learning.fault() {
            return Err(PlanError::Parameter { name, most });
        }
        let (weights, most) = (self.weights(), Plan::MAX_WEIGHTS);
        if weights > most {
            return Err(PlanError::Large { weights, most });
        }
        let layers = self.hidden.iter().copied().chain([(Network::OUTPUTS, self.output)]);
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        Ok(Heuristic {
            name: self.name.clone(),
            feature_set: self.feature_set,
            network: Network::random(self.feature_set.len(), layers, &mut random)?,
            shapes: false,
            learning: self.learning,
            training: TrainingRecord::default(),
        })
    }

    /// Makes the heuristic and saves it in the folder. Existing ones are never overwritten.
    pub fn create(&self, folder: &Path) -> Result<PathBuf, PlanError> {
        let heuristic = self.make()?;
        let same = |known: &String| known.to_lowercase() == self.name.to_lowercase();
        if let Some(taken) = library::names(Some(folder)).into_iter().find(same) {
            return Err(PlanError::Taken(taken));
        }
        Ok(library::save(&heuristic, folder)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(name: &str) -> Plan {
        Plan { name: name.to_owned(), hidden: vec![(30, Activation::Tanh)], ..Plan::default() }
    }

    #[test]
    fn a_plan_becomes_a_heuristic_that_loads() {
        let folder = tempfile::tempdir().unwrap();
        let mine = Plan { output: Activation::Identity, seed: 5, ..plan("Mine") };
        assert_eq!(mine.weights(), 39 * 30 + 30 * 3);
        assert_eq!(mine.create(folder.path()).unwrap(), folder.path().join("Mine.xml"));
        let loaded = library::load("Mine", Some(folder.path())).unwrap();
        assert_eq!(loaded, mine.make().unwrap());
        assert_ne!(loaded.network, Plan { seed: 6, ..mine }.make().unwrap().network);
        let shape: Vec<_> = loaded.network.layers().iter().map(|layer| (layer.nodes(), layer.activation)).collect();
        assert_eq!(shape, [(30, Activation::Tanh), (3, Activation::Identity)]);
    }

    #[test]
    fn impossible_plans_are_refused_and_nothing_is_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        plan("Mine").create(folder.path()).unwrap();
        let before = std::fs::read(folder.path().join("Mine.xml")).unwrap();
        let fault = |plan: Plan| plan.create(folder.path()).unwrap_err().to_string();
        assert_eq!(fault(Plan { seed: 9, ..plan("MINE") }), "a heuristic named Mine already exists");
        assert_eq!(fault(plan("standard")), "a heuristic named Standard already exists");
        assert!(fault(plan("../x")).contains("is not a valid name"));
        let large = Plan { feature_set: FeatureSet::Combi, hidden: vec![(1000, Activation::Tanh)], ..plan("Big") };
        assert_eq!(fault(large), "1524000 weights are too many; at most 200000 are allowed");
        assert!(fault(Plan { hidden: vec![(0, Activation::Tanh)], ..plan("None") }).contains("0 nodes"));
        let learning = LearningParameters { lambda: 1.5, ..LearningParameters::default() };
        assert_eq!(fault(Plan { learning, ..plan("L") }), "the learning parameter lambda must lie between 0 and 1");
        assert_eq!(std::fs::read(folder.path().join("Mine.xml")).unwrap(), before);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
