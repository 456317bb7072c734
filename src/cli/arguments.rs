//! Arguments that several subcommands share.

use clap::Args;

use muehle_engine::heuristics::{Activation, FeatureSet, Heuristic, NetworkError};
use muehle_engine::learn::arena::{MatchSettings, Sprt};
use muehle_engine::learn::player_kinds;
use muehle_engine::learn::tournament::Tournament;
use muehle_engine::players::Kind;
use muehle_engine::rules::Rules;
use muehle_engine::rules::notation::excerpt;

/// How players meet.
#[derive(Debug, Args)]
pub(super) struct Conditions {
    /// Games per pair of players
    #[arg(long, default_value_t = 100, value_parser = |text: &str| read_number(text, 1, Tournament::MAX_GAMES))]
    pub games: usize,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Random plies at the start; each opening is played with both colours
    #[arg(long, value_name = "PLIES", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=60))]
    pub openings: u16,
    /// Rules: never or any, optionally with repetition=on|off and quiet=PLIES
    #[arg(long, default_value = "never")]
    pub rules: Rules,
    /// Games played at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,
}

impl Conditions {
    pub fn settings(&self, sprt: Option<Sprt>) -> MatchSettings {
        MatchSettings {
            games: self.games,
            rules: self.rules,
            opening_plies: self.openings.into(),
            seed: self.seed,
            jobs: self.jobs.into(),
            sprt,
        }
    }
}

/// How players are written, for the help of the commands that take them.
pub(super) fn players_help() -> String {
    let mut text = "Players are written kind:key=value,… with these keys:\n".to_owned();
    for kind in player_kinds() {
        let search = if kind.searches { ", and the search keys" } else { "" };
        let keys = if kind.own_keys.is_empty() { "none" } else { kind.own_keys };
        text.push_str(&format!("  {:<11} {keys}{search}\n", kind.name));
    }
    format!("{text}Search keys: {}\nFor example: computer:heuristic=Multi,time=1000", Kind::search_keys())
}

/// The network of a new heuristic.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Shape {
    pub features: FeatureSet,
    pub hidden: Vec<(usize, Activation)>,
}

impl Shape {
    /// Reads the nodes of the hidden layers, for example `30,5`.
    pub fn set_hidden(&mut self, text: &str) -> Result<(), String> {
        let layer = |nodes: &str| Ok((read_number(nodes, 1, 1024)?, Activation::Tanh));
        self.hidden = text.split(',').map(layer).collect::<Result<_, String>>()?;
        Ok(())
    }

    pub fn new_heuristic(&self, name: &str, seed: u64) -> Result<Heuristic, NetworkError> {
        Heuristic::random(name, self.features, &self.hidden, seed)
    }
}

/// A number in a range.
pub(super) fn read_number<T>(text: &str, min: T, max: T) -> Result<T, String>
where
    T: std::str::FromStr + PartialOrd + std::fmt::Display,
{
    let number = text.trim().parse().ok().filter(|number| (&min..=&max).contains(&number));
    number.ok_or_else(|| format!("\"{}\" is not a number from {min} to {max}", excerpt(text)))
}

/// A number from 0 to 1.
pub(super) fn read_share(text: &str) -> Result<f64, String> {
    read_number(text, 0.0, 1.0)
}
