//! Table 4.2 and figures 4.14 to 4.16: the weights of networks with one layer, and what they make of a position.

use anyhow::Result;

use super::Lab;
use super::table::{Sheet, Shown};
use crate::print::{Chart, Value};
use muehle_engine::heuristics::{FeatureSet, Heuristic};

/// The paper's weights of Standard, its table 4.1.
const STANDARD: [f64; 39] = [
    0.10, 0.15, 0.20, 0.25, 0.30, 0.35, -0.10, -0.15, -0.20, -0.25, -0.30, -0.35, 0.10, 0.15, 0.20, 0.25, 0.30, -0.10,
    -0.15, -0.20, -0.25, -0.30, 0.01, 0.02, -0.01, -0.02, 0.02, 0.04, -0.02, -0.04, -0.16, -0.08, -0.04, -0.02, 0.0,
    0.02, 0.04, 0.08, 0.16,
];

/// The features in their order.
fn feature_names() -> Vec<String> {
    let mut names = Vec::new();
    for side in ["own", "enemy"] {
        names.extend((4..=9).map(|stones| format!("{stones} {side} stones")));
    }
    for side in ["own", "enemy"] {
        let ranges = ["2 or 3", "4 or 5", "6 or 7", "8 or 9", "10 or more"];
        names.extend(ranges.map(|range| format!("{range} {side} moves")));
    }
    for what in ["own closed", "enemy closed", "own open", "enemy open"] {
        names.extend([format!("1 {what} mill"), format!("2 or more {what} mills")]);
    }
    let differences = ["7 or more fewer", "4 to 6 fewer", "2 or 3 fewer", "1 fewer", "equally many"];
    let more = ["1 more", "2 or 3 more", "4 to 6 more", "7 or more more"];
    names.extend(differences.into_iter().chain(more).map(|difference| format!("potential moves: {difference}")));
    names
}

/// Win minus loss for each of the 39 features; none for networks of another shape.
fn weights(heuristic: &Heuristic) -> Option<Vec<f64>> {
    let [layer] = heuristic.network.layers() else { return None };
    let is_standard = heuristic.feature_set == FeatureSet::Standard;
    is_standard.then(|| layer.node_weights(0).iter().zip(layer.node_weights(1)).map(|(win, loss)| win - loss).collect())
}

pub(super) fn show(lab: &Lab, name: &str, id: &str, title: &str) -> Result<Shown> {
    let heuristic = lab.resources.evaluation(name)?;
    let Some(weights) = weights(heuristic.heuristic()) else {
        let note = format!("Left out: {name} does not have one layer over the 39 features.");
        return Ok(Shown { notes: vec![note], ..Shown::default() });
    };
    let is_standard = name == "Standard";
    let mut printed = Sheet::new(["feature", "weight"].into_iter().chain(is_standard.then_some("paper")));
    let names = feature_names();
    for ((feature, weight), paper) in names.iter().zip(&weights).zip(STANDARD) {
        let paper = is_standard.then(|| format!("{paper:+.2}"));
        printed.row([feature.clone(), format!("{weight:+.4}")].into_iter().chain(paper));
    }
    let points = |values: &[f64]| -> Vec<(f64, Value)> {
        values.iter().enumerate().map(|(place, value)| (place as f64, Value::from(*value))).collect()
    };
    let mut chart = Chart::bars(title, names, "win minus loss");
    chart.add("here", points(&weights));
    let mut notes = Vec::new();
    if is_standard {
        chart.add("paper", points(&STANDARD));
    } else {
        notes.push("The paper shows its weights as a chart only, without figures.".to_owned());
    }
    Ok(Shown { printed, csv: None, notes, charts: vec![(format!("figure-{id}"), chart)] })
}

/// The paper's worked example: what is counted, and its share.
const EXAMPLE: [(&str, f64); 9] = [
    ("own stones", 0.30),
    ("enemy stones", -0.30),
    ("own moves", 0.15),
    ("enemy moves", -0.20),
    ("own closed mills", 0.01),
    ("enemy closed mills", -0.01),
    ("own open mills", 0.00),
    ("enemy open mills", -0.02),
    ("potential moves, difference", -0.04),
];

/// The paper shows its position as a picture only; this one has the same features.
const POSITION: &str = "a4,b2,b4,b6,e3,e4,g1,g4/a1,a7,c5,d1,d2,d3,d5,d6 w 0 0";

pub(super) fn example(id: &str, title: &str) -> Result<Shown> {
    let (standard, position) = (Heuristic::standard(), POSITION.parse()?);
    let explanation = standard.explain(&position);
    let shares = explanation.shares.map(|share| share.share);
    let mut printed = Sheet::new(["feature group", "share", "paper"]);
    for ((group, paper), share) in EXAMPLE.iter().zip(shares) {
        printed.row([(*group).to_owned(), format!("{share:+.2}"), format!("{paper:+.2}")]);
    }
    let paper: f64 = EXAMPLE.iter().map(|(_, share)| share).sum();
    printed.row(["sum".to_owned(), format!("{:+.2}", shares.iter().sum::<f64>()), format!("{paper:+.2}")]);
    let words = EXAMPLE.iter().map(|(group, _)| (*group).to_owned()).collect();
    let mut chart = Chart::bars(title, words, "share of the value");
    let at = |(place, share): (usize, f64)| (place as f64, Value::from(share));
    chart.add("here", shares.into_iter().enumerate().map(at));
    chart.add("paper", EXAMPLE.iter().map(|(_, share)| *share).enumerate().map(at));
    let value = explanation.value;
    let notes = vec![format!(
        "Standard on {POSITION}: {value:+.2}. The paper shows its position as a picture only; this one has the same features."
    )];
    Ok(Shown { printed, csv: None, notes, charts: vec![(format!("table-{id}"), chart)] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_a_name_and_standard_the_papers_weights() {
        assert_eq!(feature_names().len(), 39);
        let weights = weights(&Heuristic::standard()).unwrap();
        let explanation = Heuristic::standard().explain(&POSITION.parse().unwrap());
        for (share, (group, paper)) in explanation.shares.iter().zip(EXAMPLE) {
            assert!((share.share - paper).abs() < 1e-9, "{group}");
        }
        assert!(weights.iter().zip(STANDARD).all(|(weight, paper)| (weight - paper).abs() < 1e-9), "{weights:?}");
    }
}
