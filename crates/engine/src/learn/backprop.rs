//! Backpropagation: how a network's weights follow the error it makes.
//!
//! The formulas are the paper's (4.4). For a sample with inputs a and teaching values t, the error is
//! E = ½ Σ (t - a)²; the error signal δ of a node is g'(in)·(t - a) at the outputs and g'(in)·Σ δ·w behind them; the
//! change of a weight is Δw = (1 - α)·η·a·δ + α·(the change before), where each weight has its own η.
//!
//! A *pass* teaches several samples at once, usually the games of a batch. Its error is the mean over its samples, by their
//! weights. η grows by κ when a·δ keeps its sign from one pass to the next and is
//! multiplied by φ when it changes. A weight that no sample of the pass used keeps its η, since it learned nothing.

use arrayvec::ArrayVec;
use thiserror::Error;

use crate::heuristics::{FeatureSet, Features, Heuristic, LearningParameters, Network};

/// The largest rate of a weight. A rare input has small mean gradients and needs a large rate.
const MAX_RATE: f64 = 500.0;

/// A position as the network sees it, and what the outputs should have been.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The active inputs.
    pub active: ArrayVec<u16, 81>,
    /// Win, loss and draw.
    pub target: [f64; 3],
    /// How many positions it stands for.
    pub weight: f64,
}

impl Sample {
    /// The sample of these features.
    pub fn new(set: FeatureSet, features: &Features, target: [f64; 3]) -> Sample {
        Sample { active: set.active(features), target, weight: 1.0 }
    }
}

/// Why a pass changed nothing.
#[derive(Clone, Debug, PartialEq, Error)]
#[allow(missing_docs)]
pub enum BackpropError {
    #[error("learning diverged: a weight of {0} became too large; the weights were not changed")]
    Diverged(String),
    #[error("the sample has input {input}, but {name} has only {inputs}")]
    Input { name: String, input: u16, inputs: usize },
}

/// The mean error of a network over samples.
pub fn mean_error(network: &Network, samples: &[Sample]) -> f64 {
    let weight: f64 = samples.iter().map(|sample| sample.weight).sum();
    let error = |sample: &Sample| {
        let outputs = network.outputs_sparse(&sample.active);
        outputs.iter().zip(sample.target).map(|(output, target)| 0.5 * (target - output).powi(2)).sum::<f64>()
    };
    samples.iter().map(|sample| sample.weight * error(sample)).sum::<f64>() / weight.max(f64::MIN_POSITIVE)
}

/// The state of each weight of a layer; biases come after the weights.
#[derive(Clone, Debug)]
struct LayerMemory {
    rates: Vec<f64>,
    gradients: Vec<f64>,
    last_gradients: Vec<f64>,
    last_steps: Vec<f64>,
}

/// What is kept from pass to pass: the rate, the last gradient and the last step of each weight.
#[derive(Clone, Debug)]
pub struct Trainer {
    parameters: LearningParameters,
    layers: Vec<LayerMemory>,
    /// The outputs of each layer and the error signals of each, for the current sample.
    outputs: Vec<Vec<f64>>,
    signals: Vec<Vec<f64>>,
}

impl Trainer {
    /// A trainer for this network; every weight starts with the rate η.
    pub fn new(network: &Network, parameters: LearningParameters) -> Trainer {
        let memory = |count: usize| LayerMemory {
            rates: vec![parameters.eta; count],
            gradients: vec![0.0; count],
            last_gradients: vec![0.0; count],
            last_steps: vec![0.0; count],
        };
        let layers = network.layers();
        Trainer {
            parameters,
            layers: layers.iter().map(|layer| memory(layer.weights.len() + layer.nodes())).collect(),
            outputs: layers.iter().map(|layer| vec![0.0; layer.nodes()]).collect(),
            signals: layers.iter().map(|layer| vec![0.0; layer.nodes()]).collect(),
        }
    }

    /// Whether this trainer was made for a network of this shape.
    pub fn fits(&self, network: &Network) -> bool {
        let sizes = network.layers().iter().map(|layer| layer.weights.len() + layer.nodes());
        self.layers.iter().map(|memory| memory.rates.len()).eq(sizes)
    }

    /// One pass over samples. Returns their mean error before it; on an error the network stays as it was.
    pub fn learn(&mut self, heuristic: &mut Heuristic, samples: &[Sample]) -> Result<f64, BackpropError> {
        let inputs = heuristic.network.inputs();
        let wrong = |sample: &Sample| sample.active.iter().copied().find(|&input| usize::from(input) >= inputs);
        if let Some(input) = samples.iter().find_map(wrong) {
            return Err(BackpropError::Input { name: heuristic.name.clone(), input, inputs });
        }
        if samples.is_empty() {
            return Ok(0.0);
        }
        for layer in &mut self.layers {
            layer.gradients.fill(0.0);
        }
        // A pass of little weight is not blown up: a drawn game that counts a tenth moves the weights a tenth as far.
        let share = 1.0 / samples.iter().map(|sample| sample.weight).sum::<f64>().max(1.0);
        let mut error = 0.0;
        for sample in samples {
            let part = share * sample.weight;
            error += part * self.add_gradient(&heuristic.network, sample, part);
        }
        let mut changed = heuristic.network.clone();
        self.step(&mut changed);
        let usable = |weight: &f64| weight.abs() <= Network::MAX_WEIGHT;
        let sound = changed.layers().iter().all(|layer| layer.weights.iter().chain(&layer.biases).all(usable));
        if !sound || !error.is_finite() {
            return Err(BackpropError::Diverged(heuristic.name.clone()));
        }
        heuristic.network = changed;
        Ok(error)
    }

    /// Adds a·δ of one sample, times `share`, to the gradients, and returns the sample's error.
    fn add_gradient(&mut self, network: &Network, sample: &Sample, share: f64) -> f64 {
        self.forward(network, &sample.active);
        let error = self.backward(network, sample.target);
        for (index, (layer, memory)) in network.layers().iter().zip(&mut self.layers).enumerate() {
            let (weights, biases) = memory.gradients.split_at_mut(layer.weights.len());
            for (node, &signal) in self.signals[index].iter().enumerate() {
                let row = &mut weights[node * layer.inputs..][..layer.inputs];
                if index == 0 {
                    for &input in &sample.active {
                        row[usize::from(input)] += share * signal;
                    }
                } else {
                    for (gradient, input) in row.iter_mut().zip(&self.outputs[index - 1]) {
                        *gradient += share * signal * input;
                    }
                }
                biases[node] += share * signal;
            }
        }
        error
    }

    /// The outputs of every layer.
    fn forward(&mut self, network: &Network, active: &[u16]) {
        for (index, layer) in network.layers().iter().enumerate() {
            let (before, here) = self.outputs.split_at_mut(index);
            for (node, output) in here[0].iter_mut().enumerate() {
                let weights = layer.node_weights(node);
                let sum: f64 = match before.last() {
                    None => active.iter().map(|&input| weights[usize::from(input)]).sum(),
                    Some(inputs) => weights.iter().zip(inputs).map(|(weight, input)| weight * input).sum(),
                };
                *output = layer.activation.apply(sum + layer.biases[node]);
            }
        }
    }

    /// The error signals of every layer, from the outputs back; returns the error.
    fn backward(&mut self, network: &Network, target: [f64; 3]) -> f64 {
        let mut error = 0.0;
        for (index, layer) in network.layers().iter().enumerate().rev() {
            let (here, behind) = self.signals.split_at_mut(index + 1);
            for (node, signal) in here[index].iter_mut().enumerate() {
                let output = self.outputs[index][node];
                let wanted = match behind.first() {
                    None => {
                        let difference = target[node] - output;
                        error += 0.5 * difference * difference;
                        difference
                    }
                    Some(next_signals) => {
                        let next = &network.layers()[index + 1];
                        let weight = |other: usize| next.weights[other * next.inputs + node];
                        next_signals.iter().enumerate().map(|(other, signal)| signal * weight(other)).sum()
                    }
                };
                *signal = layer.activation.slope(output) * wanted;
            }
        }
        error
    }

    /// Adapts the rates and moves the weights.
    fn step(&mut self, network: &mut Network) {
        let LearningParameters { alpha, kappa, phi, .. } = self.parameters;
        for (layer, memory) in network.layers_mut().iter_mut().zip(&mut self.layers) {
            let weights = layer.weights.iter_mut().chain(&mut layer.biases);
            for (index, weight) in weights.enumerate() {
                let gradient = memory.gradients[index];
                let rate = &mut memory.rates[index];
                if gradient != 0.0 {
                    let repeats = gradient * memory.last_gradients[index];
                    if repeats > 0.0 {
                        *rate = (*rate + kappa).min(MAX_RATE);
                    } else if repeats < 0.0 {
                        *rate *= phi;
                    }
                    memory.last_gradients[index] = gradient;
                }
                let step = (1.0 - alpha) * *rate * gradient + alpha * memory.last_steps[index];
                memory.last_steps[index] = step;
                *weight += step;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristics::Activation;

    fn sample(active: &[u16], target: [f64; 3]) -> Sample {
        Sample { active: active.iter().copied().collect(), target, weight: 1.0 }
    }

    fn samples() -> Vec<Sample> {
        vec![
            sample(&[0, 3, 7], [0.9, 0.1, 0.3]),
            sample(&[1, 3], [0.0, 1.0, 0.0]),
            sample(&[2, 5, 9, 11], [0.2, 0.2, 0.8]),
        ]
    }

    #[test]
    fn gradients_are_the_slopes_of_the_error() {
        let shapes: [&[(usize, Activation)]; 4] = [
            &[],
            &[(5, Activation::Tanh)],
            &[(4, Activation::Logistic), (6, Activation::Tanh)],
            &[(3, Activation::Identity), (4, Activation::Tanh), (5, Activation::Logistic)],
        ];
        for hidden in shapes {
            let heuristic = Heuristic::random("test", FeatureSet::Minimal, hidden, 3).unwrap();
            let mut trainer = Trainer::new(&heuristic.network, LearningParameters::default());
            let samples = samples();
            for sample in &samples {
                trainer.add_gradient(&heuristic.network, sample, 1.0 / samples.len() as f64);
            }
            for (index, layer) in heuristic.network.layers().iter().enumerate() {
                for weight in 0..layer.weights.len() + layer.nodes() {
                    let moved = |by: f64| {
                        let mut network = heuristic.network.clone();
                        let layer = &mut network.layers_mut()[index];
                        *layer.weights.iter_mut().chain(&mut layer.biases).nth(weight).unwrap() += by;
                        mean_error(&network, &samples)
                    };
                    let numeric = (moved(1e-5) - moved(-1e-5)) / 2e-5;
                    // The gradients point downhill.
                    let found = -trainer.layers[index].gradients[weight];
                    assert!(
                        (found - numeric).abs() < 1e-8,
                        "{hidden:?} layer {index} weight {weight}: {found} {numeric}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_step_follows_the_formula() {
        let parameters = LearningParameters { lambda: 0.7, eta: 0.5, alpha: 0.6, kappa: 0.1, phi: 0.5 };
        let mut heuristic = Heuristic::random("test", FeatureSet::Minimal, &[], 1).unwrap();
        let before = heuristic.network.layers()[0].weights[0];
        let mut trainer = Trainer::new(&heuristic.network, parameters);
        let teach = |heuristic: &mut Heuristic, trainer: &mut Trainer, win: f64| {
            let output = heuristic.network.outputs_sparse(&[0])[0];
            trainer.learn(heuristic, &[sample(&[0], [win, 0.5, 0.5])]).unwrap();
            (win - output) * output * (1.0 - output)
        };
        let first = teach(&mut heuristic, &mut trainer, 1.0);
        let step_1 = 0.4 * 0.5 * first;
        let weight = |heuristic: &Heuristic| heuristic.network.layers()[0].weights[0];
        assert!((weight(&heuristic) - before - step_1).abs() < 1e-12);
        // The same sign again: the rate has grown by κ.
        let second = teach(&mut heuristic, &mut trainer, 1.0);
        let step_2 = 0.4 * 0.6 * second + 0.6 * step_1;
        assert!((weight(&heuristic) - before - step_1 - step_2).abs() < 1e-12);
        // The other sign: it is multiplied by φ.
        let third = teach(&mut heuristic, &mut trainer, 0.0);
        let step_3 = 0.4 * 0.3 * third + 0.6 * step_2;
        assert!((weight(&heuristic) - before - step_1 - step_2 - step_3).abs() < 1e-12);
        assert_eq!(trainer.layers[0].rates[1], 0.5, "an input that was never active keeps its rate");
    }

    #[test]
    fn a_network_learns_what_no_single_layer_can() {
        // Win if exactly one of two inputs is active.
        let teach = |a: bool, b: bool| {
            let active: Vec<u16> = [(a, 0), (b, 1)].into_iter().filter(|(on, _)| *on).map(|(_, input)| input).collect();
            sample(&active, if a != b { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] })
        };
        let samples = [teach(false, false), teach(false, true), teach(true, false), teach(true, true)];
        let final_error = |hidden: &[(usize, Activation)]| {
            let mut heuristic = Heuristic::random("test", FeatureSet::Minimal, hidden, 4).unwrap();
            let mut trainer = Trainer::new(&heuristic.network, LearningParameters::default());
            (0..3000).map(|_| trainer.learn(&mut heuristic, &samples).unwrap()).last().unwrap()
        };
        assert!(final_error(&[(6, Activation::Tanh)]) < 0.01);
        assert!(final_error(&[]) > 0.2);
    }

    #[test]
    fn nonsense_changes_nothing() {
        let mut heuristic = Heuristic::random("Net", FeatureSet::Minimal, &[], 1).unwrap();
        let before = heuristic.clone();
        let mut trainer = Trainer::new(&heuristic.network, LearningParameters::default());
        let error = trainer.learn(&mut heuristic, &[sample(&[0], [f64::NAN, 0.0, 0.0])]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "learning diverged: a weight of Net became too large; the weights were not changed"
        );
        let error = trainer.learn(&mut heuristic, &[sample(&[12], [1.0, 0.0, 0.0])]).unwrap_err();
        assert_eq!(error.to_string(), "the sample has input 12, but Net has only 12");
        assert_eq!(heuristic, before);
        assert_eq!(trainer.learn(&mut heuristic, &[]), Ok(0.0));
    }
}
