//! Estimating positions: features, networks over them, their files, and the tabulated network that the search uses.

mod explain;
pub mod features;
pub mod library;
mod network;
mod plan;
pub mod shapes;
mod table;
pub mod xml;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::rules::{Color, Position};

pub use explain::{Explanation, Share};
pub use features::{FeatureSet, Features, UnknownFeatureSet};
pub use library::{LoadError, SaveError};
pub use network::{Activation, Layer, Network, NetworkError, UnknownActivation};
pub use plan::{Plan, PlanError};
pub use table::EvaluationTable;

/// How a heuristic learns; the letters are the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LearningParameters {
    /// λ: how much of a teaching value comes from the position after it (the rest from the network itself).
    #[serde(rename = "@lambda")]
    pub lambda: f64,
    /// η: the learning rate every weight begins with.
    #[serde(rename = "@eta")]
    pub eta: f64,
    /// α: the momentum.
    #[serde(rename = "@alpha")]
    pub alpha: f64,
    /// κ: added to a weight's learning rate when the sign of its gradient repeats.
    #[serde(rename = "@kappa")]
    pub kappa: f64,
    /// φ: the factor for a weight's learning rate when the sign changes.
    #[serde(rename = "@phi")]
    pub phi: f64,
}

impl Default for LearningParameters {
    /// The paper's best values: momentum did not help.
    fn default() -> LearningParameters {
        LearningParameters { lambda: 0.7, eta: 0.05, alpha: 0.0, kappa: 0.08, phi: 0.5 }
    }
}

impl LearningParameters {
    /// The name of a parameter that is out of range, and the largest value it may have.
    pub fn fault(&self) -> Option<(&'static str, f64)> {
        let LearningParameters { lambda, eta, alpha, kappa, phi } = *self;
        let limits = [
            ("lambda", lambda, 1.0),
            ("eta", eta, 100.0),
            ("alpha", alpha, 1.0),
            ("kappa", kappa, 100.0),
            ("phi", phi, 1.0),
        ];
        limits.into_iter().find(|(_, value, most)| !(0.0..=*most).contains(value)).map(|(name, _, most)| (name, most))
    }

    /// A parameter by its name.
    fn get(&self, name: &str) -> f64 {
        match name {
            "lambda" => self.lambda,
            "eta" => self.eta,
            "alpha" => self.alpha,
            "kappa" => self.kappa,
            _ => self.phi,
        }
    }
}

/// How a heuristic was trained.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TrainingRecord {
    /// Games played while learning.
    #[serde(rename = "@games")]
    pub games: u64,
    /// Against whom.
    #[serde(rename = "@opponent")]
    pub opponent: String,
    /// When it learned last, as year-month-day.
    #[serde(rename = "@date")]
    pub date: String,
    /// The results, in a sentence.
    #[serde(rename = "@results")]
    pub results: String,
}

/// A named network over a feature set, with everything its file contains.
#[derive(Clone, Debug, PartialEq)]
pub struct Heuristic {
    /// The name; its file is `<name>.xml`.
    pub name: String,
    /// What the network sees of a position.
    pub feature_set: FeatureSet,
    /// The network: as many inputs as the feature set has, three outputs.
    pub network: Network,
    /// Whether the shape network values the positions that it knows ([`shapes`]), and this one only the others.
    pub shapes: bool,
    /// How it learns.
    pub learning: LearningParameters,
    /// How it learned.
    pub training: TrainingRecord,
}

impl Heuristic {
    /// The name of the paper's own weights, the yardstick for all other heuristics.
    const STANDARD: &'static str = "Standard";

    /// The paper's heuristic with its hand-made weights.
    pub fn standard() -> Heuristic {
        library::load(Heuristic::STANDARD, None).expect("the embedded file is tested")
    }

    /// An untrained heuristic: small random weights, with `hidden` layers before the three logistic outputs.
    pub fn random(
        name: &str,
        feature_set: FeatureSet,
        hidden: &[(usize, Activation)],
        seed: u64,
    ) -> Result<Heuristic, NetworkError> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let output = (Network::OUTPUTS, Activation::Logistic);
        let network = Network::random(feature_set.len(), hidden.iter().copied().chain([output]), &mut random)?;
        Ok(Heuristic {
            name: name.to_owned(),
            feature_set,
            network,
            shapes: false,
            learning: LearningParameters::default(),
            training: TrainingRecord::default(),
        })
    }

    /// The three outputs, win, loss and draw, from the side to move.
    pub fn outputs(&self, position: &Position) -> [f64; 3] {
        self.outputs_of(&Features::of(position))
    }

    /// The three outputs for these features.
    pub(crate) fn outputs_of(&self, features: &Features) -> [f64; 3] {
        self.network.outputs_sparse(&self.feature_set.active(features))
    }

    /// Win minus loss, cut to [-1, 1].
    pub fn value(&self, position: &Position) -> f64 {
        value_of(self.outputs(position))
    }

    /// What the shape network says, in 1 / [`EvaluationTable::UNIT`], if this heuristic uses it and it knows such positions.
    pub(crate) fn shape_estimate(&self, position: &Position) -> Option<i32> {
        let network = shapes::ShapeNetwork::embedded().filter(|_| self.shapes)?;
        let in_hand = position.hand(Color::White) + position.hand(Color::Black);
        network.value(position.own(), position.enemy(), in_hand, EvaluationTable::UNIT)
    }
}

/// Win minus loss, cut to [-1, 1].
pub(crate) fn value_of([win, loss, _draw]: [f64; 3]) -> f64 {
    (win - loss).clamp(-1.0, 1.0)
}
