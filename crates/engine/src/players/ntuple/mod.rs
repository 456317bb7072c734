//! The n-tuple agent: a value learned by self-play from patterns of a few points, played with one ply of look-ahead or
//! searched by alpha-beta.

mod file;
mod network;
pub mod tuples;

use std::sync::Arc;

pub use file::{NTupleError, keep_backup, load, names, own_path, read, save};
pub use network::{NTuples, TrainingNotes};

use super::{Computer, PlayerError, PlayerText, Resources};
use crate::search::Estimator;

/// The network of a player whose text names none.
pub const DEFAULT_NAME: &str = "Tuples";

/// From `ntuple:name=NAME,depth=N` and the options of a computer except its heuristic; without a limit it looks one ply
/// ahead.
pub(super) fn player(text: &PlayerText, resources: &Arc<Resources>) -> Result<Computer, PlayerError> {
    player_with(resources.ntuples(text.get("name").unwrap_or(DEFAULT_NAME))?, text, resources)
}

/// The same with this network, whatever the text names.
pub fn player_with(
    network: Arc<NTuples>,
    text: &PlayerText,
    resources: &Arc<Resources>,
) -> Result<Computer, PlayerError> {
    let mut search = text.clone();
    search.options.retain(|(key, _)| key != "name");
    let estimators = move |_, _| network.clone() as Arc<dyn Estimator>;
    Computer::estimating("ntuple", search, 1, resources, Box::new(estimators))
}
