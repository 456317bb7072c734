//! `muehle heuristic show NAME`: what a heuristic consists of, weight by weight.

use std::io::{self, Write};

use clap::Subcommand;

use muehle_engine::files::DataFolders;
use muehle_engine::heuristics::{FeatureSet, Heuristic, Layer, library};

use super::{english, wrong_usage};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Print the weights of a heuristic, feature by feature
    Show {
        /// Name of the heuristic
        name: String,
    },
}

pub(super) fn run(command: &Command, folders: &DataFolders) -> anyhow::Result<()> {
    let Command::Show { name } = command;
    let heuristic = library::load(name, Some(&folders.heuristics())).map_err(wrong_usage)?;
    let mut out = io::stdout().lock();
    head(&mut out, &heuristic)?;
    let layers = heuristic.network.layers();
    let inputs: Vec<String> = (0..heuristic.feature_set.len())
        .filter_map(|number| heuristic.feature_set.input(number))
        .map(|input| english().learning.input(input).replace('−', "-"))
        .collect();
    let outputs = ["win", "loss", "draw"].map(str::to_owned);
    let mut from = inputs;
    for (number, layer) in layers.iter().enumerate() {
        let is_last = number + 1 == layers.len();
        let to = if is_last { outputs.to_vec() } else { (1..=layer.nodes()).map(|node| format!("n{node}")).collect() };
        writeln!(out)?;
        if layers.len() > 1 {
            writeln!(out, "layer {}: {} inputs, {} nodes, {}", number + 1, layer.inputs, to.len(), layer.activation)?;
        }
        // What counts is win minus loss, where no further layer stands between.
        weights(&mut out, layer, &from, &to, layers.len() == 1)?;
        from = to;
    }
    Ok(())
}

fn head(out: &mut impl Write, heuristic: &Heuristic) -> io::Result<()> {
    let Heuristic { name, feature_set, network, shapes, learning, training } = heuristic;
    let sizes: Vec<String> = network.layers().iter().map(|layer| layer.nodes().to_string()).collect();
    writeln!(out, "{name}: features {feature_set}, network {}-{}", network.inputs(), sizes.join("-"))?;
    if let [layer] = network.layers() {
        writeln!(out, "activation {}", layer.activation)?;
    }
    if *feature_set == FeatureSet::Phases {
        writeln!(out, "phase 1: sliding; 2, 3, 4, 5: up to 4, 8, 12, 18 stones in both hands")?;
    }
    if *shapes {
        writeln!(out, "uses the shape network where that knows the position")?;
    }
    let (lambda, eta, alpha) = (learning.lambda, learning.eta, learning.alpha);
    writeln!(
        out,
        "learning: lambda {lambda}, eta {eta}, alpha {alpha}, kappa {}, phi {}",
        learning.kappa, learning.phi
    )?;
    if training.games > 0 {
        writeln!(out, "trained: {} games against {}, {}", training.games, training.opponent, training.date)?;
    }
    if !training.results.is_empty() {
        writeln!(out, "{}", training.results)?;
    }
    Ok(())
}

/// A line for each input with its weights, then the biases.
fn weights(out: &mut impl Write, layer: &Layer, from: &[String], to: &[String], difference: bool) -> io::Result<()> {
    let width = from.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(4) + 1;
    write!(out, "{:width$}", "")?;
    for name in to {
        write!(out, " {name:>9}")?;
    }
    writeln!(out, "{}", if difference { format!(" {:>10}", "win - loss") } else { String::new() })?;
    let mut row = |name: &str, numbers: &dyn Fn(usize) -> f64| -> io::Result<()> {
        write!(out, "{name:<width$}")?;
        for node in 0..layer.nodes() {
            write!(out, " {:>9.4}", numbers(node))?;
        }
        if difference {
            write!(out, " {:>+10.4}", numbers(0) - numbers(1))?;
        }
        writeln!(out)
    };
    for (input, name) in from.iter().enumerate() {
        row(name, &|node| layer.node_weights(node)[input])?;
    }
    row("bias", &|node| layer.biases[node])?;
    Ok(())
}
