//! The parameters of a sweep, every combination of their values, and commands with gaps for them.

use std::str::FromStr;

use muehle_engine::rules::notation::excerpt;

/// The gap for the seed of a run.
pub const SEED: &str = "seed";

/// A parameter and the values it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    pub name: String,
    pub values: Vec<String>,
}

/// `lambda=0,0.5,1`; values that contain commas are separated by semicolons.
impl FromStr for Axis {
    type Err = String;

    fn from_str(text: &str) -> Result<Axis, String> {
        let wrong = || format!("\"{}\" is not a parameter with its values, for example lambda=0,0.5,1", excerpt(text));
        let (name, values) = text.split_once('=').ok_or_else(wrong)?;
        let separator = if values.contains(';') { ';' } else { ',' };
        let values: Vec<String> = values.split(separator).map(|value| value.trim().to_owned()).collect();
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
        let is_value =
            |value: &String| !value.is_empty() && !value.contains(|c: char| c.is_control() || "{}\"".contains(c));
        if !is_name || !values.iter().all(is_value) {
            return Err(wrong());
        }
        if name == SEED {
            return Err("the seed is not a parameter; --seeds N takes N of them".to_owned());
        }
        if let Some(twice) = (1..values.len()).find(|&index| values[..index].contains(&values[index])) {
            return Err(format!("{name} has the value {} twice", values[twice]));
        }
        Ok(Axis { name: name.to_owned(), values })
    }
}

/// One combination of values, in the order of the parameters, and a seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    pub values: Vec<String>,
    pub seed: u64,
}

/// All combinations, the first parameter changing slowest and the seeds fastest.
pub fn points(axes: &[Axis], seeds: u64) -> Vec<Point> {
    let mut combinations = vec![Vec::new()];
    for axis in axes {
        let longer = |start: &Vec<String>| {
            axis.values.iter().map(|value| [start.as_slice(), std::slice::from_ref(value)].concat()).collect::<Vec<_>>()
        };
        combinations = combinations.iter().flat_map(longer).collect();
    }
    let with_seeds = |values: Vec<String>| (1..=seeds).map(move |seed| Point { values: values.clone(), seed });
    combinations.into_iter().flat_map(with_seeds).collect()
}

/// The text with the values of a point in its gaps, `{lambda}`.
pub fn filled(text: &str, axes: &[Axis], point: &Point) -> String {
    let with_seed = text.replace(&gap(SEED), &point.seed.to_string());
    axes.iter().zip(&point.values).fold(with_seed, |text, (axis, value)| text.replace(&gap(&axis.name), value))
}

/// Checks that every gap of these texts is a parameter, and that every parameter has a gap.
pub fn check_gaps(texts: &[&str], axes: &[Axis]) -> Result<(), String> {
    if let Some(index) = (1..axes.len()).find(|&index| axes[..index].iter().any(|axis| axis.name == axes[index].name)) {
        return Err(format!("{} is given twice", axes[index].name));
    }
    for axis in axes {
        if !texts.iter().any(|text| text.contains(&gap(&axis.name))) {
            return Err(format!("nothing depends on {0}; write {{{0}}} where its value belongs", axis.name));
        }
    }
    for text in texts {
        for part in text.split('{').skip(1) {
            let Some((name, _)) = part.split_once('}') else { return Err(format!("\"{}\" has no }}", excerpt(text))) };
            if name != SEED && !axes.iter().any(|axis| axis.name == name) {
                return Err(format!("{{{}}} has no values; add --vary {0}=…", excerpt(name)));
            }
        }
    }
    Ok(())
}

fn gap(name: &str) -> String {
    format!("{{{name}}}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(text: &str) -> Axis {
        text.parse().unwrap()
    }

    #[test]
    fn every_combination_is_a_point() {
        let axes = [axis("lambda=0,1"), axis("alpha=0.2,0.01;0.1,0.1")];
        let points = points(&axes, 2);
        assert_eq!(points.len(), 8);
        assert_eq!(points[0], Point { values: vec!["0".into(), "0.2,0.01".into()], seed: 1 });
        assert_eq!(points[7], Point { values: vec!["1".into(), "0.1,0.1".into()], seed: 2 });
        let text = filled("-l={lambda} --alpha {alpha} {lambda} --seed {seed}", &axes, &points[3]);
        assert_eq!(text, "-l=0 --alpha 0.1,0.1 0 --seed 2");
    }

    #[test]
    fn wrong_parameters_are_refused() {
        for text in ["", "lambda", "lambda=", "=1", "la mbda=1", "lambda=1,,2", "lambda={x}"] {
            assert!(text.parse::<Axis>().unwrap_err().contains("is not a parameter"), "{text}");
        }
        assert_eq!("k=1,2,1".parse::<Axis>().unwrap_err(), "k has the value 1 twice");
        assert!("seed=1,2".parse::<Axis>().unwrap_err().contains("--seeds"));
        let axes = [axis("k=1,2")];
        assert_eq!(check_gaps(&["mcts:k={k}", "random"], &axes), Ok(()));
        let message = |texts: &[&str]| check_gaps(texts, &axes).unwrap_err();
        assert_eq!(message(&["mcts"]), "nothing depends on k; write {k} where its value belongs");
        assert_eq!(message(&["mcts:k={k},depth={d}"]), "{d} has no values; add --vary d=…");
        assert!(message(&["mcts:k={k}", "a{b"]).ends_with("has no }"));
        assert_eq!(check_gaps(&["{k}"], &[axis("k=1"), axis("k=2")]).unwrap_err(), "k is given twice");
    }
}
