//! Layered, fully connected networks.

use rand::{Rng, RngExt};
use thiserror::Error;

use crate::rules::notation;

/// What a node makes of the weighted sum of its inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Activation {
    /// 1 above zero, else 0; the bias is the threshold.
    Step,
    /// 1 / (1 + e^-x).
    #[default]
    Logistic,
    /// The hyperbolic tangent.
    Tanh,
    /// The sum itself.
    Identity,
}

/// A text that does not name an activation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not an activation (step, logistic, tanh or identity)")]
pub struct UnknownActivation(pub String);

impl Activation {
    /// All activations.
    pub const ALL: [Activation; 4] = [Activation::Step, Activation::Logistic, Activation::Tanh, Activation::Identity];

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Activation::Step => "step",
            Activation::Logistic => "logistic",
            Activation::Tanh => "tanh",
            Activation::Identity => "identity",
        }
    }

    /// The output for this sum.
    #[inline]
    pub fn apply(self, sum: f64) -> f64 {
        match self {
            Activation::Step => f64::from(u8::from(sum > 0.0)),
            Activation::Logistic => 1.0 / (1.0 + (-sum).exp()),
            Activation::Tanh => sum.tanh(),
            Activation::Identity => sum,
        }
    }

    /// The slope, given the output. A step has no slope to learn from.
    #[inline]
    pub(crate) fn slope(self, output: f64) -> f64 {
        match self {
            Activation::Step => 0.0,
            Activation::Logistic => output * (1.0 - output),
            Activation::Tanh => 1.0 - output * output,
            Activation::Identity => 1.0,
        }
    }
}

notation::text_by_name!(Activation, ALL, UnknownActivation);

/// One layer: every node sees every output of the layer before.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// How many inputs each node has.
    pub inputs: usize,
    /// What the nodes do with their sums.
    pub activation: Activation,
    /// The weights, node after node.
    pub weights: Vec<f64>,
    /// What is added to each node's sum.
    pub biases: Vec<f64>,
}

impl Layer {
    /// How many nodes the layer has.
    pub fn nodes(&self) -> usize {
        self.biases.len()
    }

    /// The weights of one node.
    pub fn node_weights(&self, node: usize) -> &[f64] {
        &self.weights[node * self.inputs..][..self.inputs]
    }

    /// The outputs for these inputs.
    pub fn outputs(&self, inputs: &[f64]) -> Vec<f64> {
        let sum = |node: usize| -> f64 { self.node_weights(node).iter().zip(inputs).map(|(w, x)| w * x).sum() };
        (0..self.nodes()).map(|node| self.activation.apply(sum(node) + self.biases[node])).collect()
    }

    /// The outputs when the named inputs are one and all others zero.
    pub(crate) fn outputs_sparse(&self, active: &[u16]) -> Vec<f64> {
        let sum = |node: usize| -> f64 {
            let weights = self.node_weights(node);
            active.iter().map(|&input| weights[input as usize]).sum()
        };
        (0..self.nodes()).map(|node| self.activation.apply(sum(node) + self.biases[node])).collect()
    }
}

/// What is wrong with a network.
#[derive(Clone, Debug, PartialEq, Error)]
#[allow(missing_docs)]
pub enum NetworkError {
    #[error("a network has one to {max} layers, this one has {0}", max = Network::MAX_LAYERS)]
    LayerCount(usize),
    #[error("layer {layer} has {nodes} nodes, it must have one to {max}", max = Network::MAX_NODES)]
    NodeCount { layer: usize, nodes: usize },
    #[error("the last layer has {0} nodes, it must have three: win, loss and draw")]
    OutputCount(usize),
    #[error("layer {layer} has {found} inputs instead of {expected}")]
    InputCount { layer: usize, expected: usize, found: usize },
    #[error("layer {layer} has {found} weights instead of {expected}")]
    WeightCount { layer: usize, expected: usize, found: usize },
    #[error("node {node} of layer {layer} has {found} weights instead of {expected}")]
    NodeWeightCount { layer: usize, node: usize, expected: usize, found: usize },
    #[error("layer {layer} holds {weight}, which is not a usable weight")]
    Weight { layer: usize, weight: f64 },
}

/// A layered network with three outputs: win, loss and draw. Its layers always fit each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    layers: Vec<Layer>,
}

impl Network {
    /// Win, loss and draw.
    pub(crate) const OUTPUTS: usize = 3;
    /// More layers are refused.
    pub(crate) const MAX_LAYERS: usize = 16;
    /// More nodes in a layer are refused.
    pub(crate) const MAX_NODES: usize = 1024;
    /// Larger weights are refused: sums of them could leave the range of numbers.
    pub(crate) const MAX_WEIGHT: f64 = 1e6;

    /// A network over `inputs` inputs, if the layers fit each other.
    pub fn new(inputs: usize, layers: Vec<Layer>) -> Result<Network, NetworkError> {
        if layers.is_empty() || layers.len() > Network::MAX_LAYERS {
            return Err(NetworkError::LayerCount(layers.len()));
        }
        let mut expected = inputs;
        for (index, layer) in layers.iter().enumerate() {
            let (number, nodes) = (index + 1, layer.nodes());
            if nodes == 0 || nodes > Network::MAX_NODES {
                return Err(NetworkError::NodeCount { layer: number, nodes });
            }
            if layer.inputs != expected {
                return Err(NetworkError::InputCount { layer: number, expected, found: layer.inputs });
            }
            if layer.weights.len() != nodes * layer.inputs {
                let (expected, found) = (nodes * layer.inputs, layer.weights.len());
                return Err(NetworkError::WeightCount { layer: number, expected, found });
            }
            let usable = |weight: &f64| weight.is_finite() && weight.abs() <= Network::MAX_WEIGHT;
            if let Some(&weight) = layer.weights.iter().chain(&layer.biases).find(|weight| !usable(weight)) {
                return Err(NetworkError::Weight { layer: number, weight });
            }
            expected = nodes;
        }
        if expected != Network::OUTPUTS {
            return Err(NetworkError::OutputCount(expected));
        }
        Ok(Network { layers })
    }

    /// A network with small random weights; the last layer named must have three nodes.
    pub fn random(
        inputs: usize,
        layers: impl IntoIterator<Item = (usize, Activation)>,
        random: &mut impl Rng,
    ) -> Result<Network, NetworkError> {
        let mut width = inputs;
        let mut made = Vec::new();
        for (nodes, activation) in layers {
            if nodes > Network::MAX_NODES {
                return Err(NetworkError::NodeCount { layer: made.len() + 1, nodes });
            }
            let mut small = |count: usize| (0..count).map(|_| random.random_range(-0.1..0.1)).collect::<Vec<f64>>();
            let (weights, biases) = (small(nodes * width), small(nodes));
            made.push(Layer { inputs: width, activation, weights, biases });
            width = nodes;
        }
        Network::new(inputs, made)
    }

    /// How many inputs the network has.
    pub fn inputs(&self) -> usize {
        self.layers[0].inputs
    }

    /// The layers, the one at the inputs first.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The layers for learning: their weights may change, their shapes must not.
    pub(crate) fn layers_mut(&mut self) -> &mut [Layer] {
        &mut self.layers
    }

    /// Win, loss and draw when the named inputs are one and all others zero.
    pub(crate) fn outputs_sparse(&self, active: &[u16]) -> [f64; 3] {
        self.behind_first(self.layers[0].outputs_sparse(active))
    }

    /// The network's outputs, given those of its first layer.
    pub(super) fn behind_first(&self, first: Vec<f64>) -> [f64; 3] {
        let outputs = self.layers[1..].iter().fold(first, |outputs, layer| layer.outputs(&outputs));
        outputs.try_into().expect("a network has three outputs")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    fn layer(inputs: usize, nodes: usize, weight: f64) -> Layer {
        Layer { inputs, activation: Activation::Tanh, weights: vec![weight; inputs * nodes], biases: vec![0.5; nodes] }
    }

    #[test]
    fn layers_that_do_not_fit_are_refused() {
        let message = |layers: Vec<Layer>| Network::new(4, layers).unwrap_err().to_string();
        assert_eq!(message(vec![]), "a network has one to 16 layers, this one has 0");
        assert_eq!(message(vec![layer(4, 4, 0.1); 10_000]), "a network has one to 16 layers, this one has 10000");
        assert_eq!(message(vec![layer(5, 3, 0.1)]), "layer 1 has 5 inputs instead of 4");
        assert_eq!(message(vec![layer(4, 7, 0.1), layer(4, 3, 0.1)]), "layer 2 has 4 inputs instead of 7");
        assert_eq!(
            message(vec![layer(4, 2, 0.1)]),
            "the last layer has 2 nodes, it must have three: win, loss and draw"
        );
        assert_eq!(message(vec![layer(4, 3, f64::NAN)]), "layer 1 holds NaN, which is not a usable weight");
        assert_eq!(message(vec![layer(4, 3, 1e300)]).split(" holds").next(), Some("layer 1"));
        let mut short = layer(4, 3, 0.1);
        short.weights.pop();
        assert_eq!(message(vec![short]), "layer 1 has 11 weights instead of 12");
    }

    #[test]
    fn sparse_and_full_inputs_give_the_same() {
        let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(1);
        let layers = [(5, Activation::Tanh), (4, Activation::Step), (3, Activation::Logistic)];
        let network = Network::random(10, layers, &mut random).unwrap();
        let mut inputs = [0.0; 10];
        for input in [1, 4, 9] {
            inputs[input] = 1.0;
        }
        let (full, sparse) =
            (network.behind_first(network.layers[0].outputs(&inputs)), network.outputs_sparse(&[1, 4, 9]));
        assert!(full.iter().zip(sparse).all(|(a, b)| (a - b).abs() < 1e-12), "{full:?} {sparse:?}");
    }

    #[test]
    fn slopes_are_the_derivatives() {
        for activation in [Activation::Logistic, Activation::Tanh, Activation::Identity] {
            for x in [-2.0, -0.3, 0.0, 0.7, 1.9] {
                let numeric = (activation.apply(x + 1e-6) - activation.apply(x - 1e-6)) / 2e-6;
                assert!((activation.slope(activation.apply(x)) - numeric).abs() < 1e-6, "{activation} {x}");
            }
        }
    }
}
