//! Heuristics as XML; heuristics/README.md describes the schema.

use quick_xml::DeError;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    Activation, FeatureSet, Heuristic, Layer, LearningParameters, Network, NetworkError, TrainingRecord,
    UnknownActivation, UnknownFeatureSet,
};
use crate::rules::notation;

/// Larger files are refused.
pub const MAX_BYTES: usize = 64 << 20;

/// What is wrong with a heuristic's text.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum XmlError {
    #[error("it is not a heuristic: {}", in_short(.0))]
    Syntax(#[from] DeError),
    #[error(transparent)]
    FeatureSet(#[from] UnknownFeatureSet),
    #[error("layer {layer}: {source}")]
    Activation { layer: usize, source: UnknownActivation },
    #[error("node {node} of layer {layer}: \"{text}\" is not a number")]
    Number { layer: usize, node: usize, text: String },
    #[error("the learning parameter {name} is {value}, it must lie between 0 and {max}")]
    Parameter { name: &'static str, value: f64, max: f64 },
    #[error(transparent)]
    Network(#[from] NetworkError),
    #[error("it is larger than {} MB", MAX_BYTES >> 20)]
    TooLarge,
    #[error("it is not text in UTF-8")]
    Encoding,
}

/// The beginning of what the parser says, which may quote half of the file.
fn in_short(error: &DeError) -> String {
    let text: String = error.to_string().chars().take(150).collect();
    text.replace(char::is_control, " ")
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "heuristic")]
struct HeuristicXml {
    #[serde(rename = "@name")]
    name: String,
    #[serde(rename = "@features")]
    features: String,
    #[serde(default, rename = "@shapes", skip_serializing_if = "std::ops::Not::not")]
    shapes: bool,
    #[serde(default)]
    learning: LearningParameters,
    #[serde(default)]
    training: TrainingRecord,
    #[serde(default, rename = "layer")]
    layers: Vec<LayerXml>,
}

#[derive(Serialize, Deserialize)]
struct LayerXml {
    #[serde(rename = "@activation")]
    activation: String,
    #[serde(default, rename = "node")]
    nodes: Vec<NodeXml>,
}

#[derive(Serialize, Deserialize)]
struct NodeXml {
    #[serde(default, rename = "@bias")]
    bias: f64,
    #[serde(default, rename = "$text")]
    weights: String,
}

/// Reads a heuristic.
pub fn read(text: &str) -> Result<Heuristic, XmlError> {
    let HeuristicXml { name, features, shapes, learning, training, layers } = quick_xml::de::from_str(text)?;
    let feature_set: FeatureSet = features.parse()?;
    if layers.len() > Network::MAX_LAYERS {
        return Err(NetworkError::LayerCount(layers.len()).into());
    }
    let mut inputs = feature_set.len();
    let mut read = Vec::new();
    for (index, layer) in layers.iter().enumerate() {
        read.push(read_layer(layer, index + 1, inputs)?);
        inputs = layer.nodes.len();
    }
    if let Some((name, max)) = learning.fault() {
        return Err(XmlError::Parameter { name, value: learning.get(name), max });
    }
    Ok(Heuristic { name, feature_set, network: Network::new(feature_set.len(), read)?, shapes, learning, training })
}

fn read_layer(xml: &LayerXml, number: usize, inputs: usize) -> Result<Layer, XmlError> {
    let activation: Activation =
        xml.activation.parse().map_err(|source| XmlError::Activation { layer: number, source })?;
    if xml.nodes.len() > Network::MAX_NODES {
        return Err(NetworkError::NodeCount { layer: number, nodes: xml.nodes.len() }.into());
    }
    let mut layer = Layer { inputs, activation, weights: Vec::new(), biases: Vec::new() };
    for (index, node) in xml.nodes.iter().enumerate() {
        let before = layer.weights.len();
        for word in node.weights.split_whitespace() {
            let text = || notation::excerpt(word);
            let weight = word.parse().map_err(|_| XmlError::Number { layer: number, node: index + 1, text: text() })?;
            layer.weights.push(weight);
        }
        let found = layer.weights.len() - before;
        if found != inputs {
            let (node, expected) = (index + 1, inputs);
            return Err(NetworkError::NodeWeightCount { layer: number, node, expected, found }.into());
        }
        layer.biases.push(node.bias);
    }
    Ok(layer)
}

/// Writes a heuristic, one line per node, so that versions can be compared.
pub fn write(heuristic: &Heuristic) -> String {
    let node_xml = |layer: &Layer, node: usize| {
        let words: Vec<String> = layer.node_weights(node).iter().map(f64::to_string).collect();
        NodeXml { bias: layer.biases[node], weights: words.join(" ") }
    };
    let layer_xml = |layer: &Layer| LayerXml {
        activation: layer.activation.name().to_owned(),
        nodes: (0..layer.nodes()).map(|node| node_xml(layer, node)).collect(),
    };
    let xml = HeuristicXml {
        name: heuristic.name.clone(),
        features: heuristic.feature_set.name().to_owned(),
        shapes: heuristic.shapes,
        learning: heuristic.learning,
        training: heuristic.training.clone(),
        layers: heuristic.network.layers().iter().map(layer_xml).collect(),
    };
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let mut serializer = quick_xml::se::Serializer::new(&mut text);
    serializer.indent(' ', 2);
    xml.serialize(serializer).expect("strings and numbers can always be written");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heuristics_survive_their_file() {
        let mut heuristic =
            Heuristic::random("a <\"&\n'> b", FeatureSet::Small, &[(4, Activation::Tanh), (2, Activation::Step)], 9)
                .unwrap();
        heuristic.training.results = "5 < 6 & more".to_owned();
        heuristic.training.games = 17;
        heuristic.learning.eta = 0.25;
        heuristic.shapes = true;
        let text = write(&heuristic);
        let back = read(&text).unwrap();
        // XML turns line breaks in attributes into spaces.
        assert_eq!(back.name.replace(['\n', ' '], ""), heuristic.name.replace(['\n', ' '], ""));
        assert_eq!(Heuristic { name: heuristic.name.clone(), ..back }, heuristic);
    }

    fn fault(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    fn file(features: &str, activation: &str, weights: &str) -> String {
        let node = format!("<node>{weights}</node>");
        format!(
            "<heuristic name='x' features='{features}'><layer activation='{activation}'>{}</layer></heuristic>",
            node.repeat(3)
        )
    }

    #[test]
    fn faults_are_reported() {
        let twelve = "0.5 ".repeat(12);
        assert!(read(&file("minimal", "tanh", &twelve)).is_ok());
        assert_eq!(
            fault(&file("large", "tanh", &twelve)),
            "\"large\" is not a feature set (standard, minimal, klein, small, combi or phases)"
        );
        assert_eq!(
            fault(&file("minimal", "relu", &twelve)),
            "layer 1: \"relu\" is not an activation (step, logistic, tanh or identity)"
        );
        assert_eq!(fault(&file("minimal", "tanh", "1 2 3")), "node 1 of layer 1 has 3 weights instead of 12");
        assert_eq!(
            fault(&file("minimal", "tanh", &"NaN ".repeat(12))),
            "layer 1 holds NaN, which is not a usable weight"
        );
        assert_eq!(
            fault(&file("minimal", "tanh", &"inf ".repeat(12))),
            "layer 1 holds inf, which is not a usable weight"
        );
        assert_eq!(fault(&file("minimal", "tanh", &"a1 ".repeat(12))), "node 1 of layer 1: \"a1\" is not a number");
        let layers = "<layer activation='tanh'/>".repeat(10_000);
        assert_eq!(
            fault(&format!("<heuristic name='x' features='small'>{layers}</heuristic>")),
            "a network has one to 16 layers, this one has 10000"
        );
        let learning = "<heuristic name='x' features='small'><learning lambda='-1'/></heuristic>";
        assert_eq!(fault(learning), "the learning parameter lambda is -1, it must lie between 0 and 1");
    }

    #[test]
    fn hostile_and_foreign_texts_are_refused() {
        let nested = "<a>".repeat(10_000);
        let texts = ["", "<", "<html/>", "\0\0", "<heuristic>", "<heuristic name='x'/>", &nested];
        for text in texts {
            assert!(read(text).is_err(), "{text:.20}");
        }
        let inside = format!("<heuristic name='x' features='small'>{nested}");
        assert!(read(&inside).is_err());
    }
}
