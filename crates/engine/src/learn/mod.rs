//! Learning by play, and measuring who is stronger.

pub mod arena;
mod backprop;
pub mod examples;
pub mod given_away;
mod lock;
mod player;
pub mod selfplay;
pub mod shapes;
mod tasks;
pub mod td_ntuple;
mod teaching;
pub mod tournament;
pub mod tune;

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::heuristics::{self, Heuristic, LoadError};
use crate::players::ntuple::NTupleError;

pub use backprop::BackpropError;
pub use lock::TrainingLock;
pub use player::{Learned, Learner, LearningPlayer, create_player, player_kinds};
pub use teaching::{WrongLambda, teaching_values};

/// Why learning cannot start or continue.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum LearnError {
    #[error("{0} is already being trained; two trainings would overwrite each other")]
    Busy(String),
    #[error("{} cannot be locked: {source}", .path.display())]
    Lock { path: PathBuf, source: io::Error },
    #[error("{0} is listed twice")]
    Twice(String),
    #[error("nobody takes part")]
    Nobody,
    #[error("there are no positions to learn from")]
    Nothing,
    #[error(transparent)]
    Lambda(#[from] WrongLambda),
    #[error(transparent)]
    Backprop(#[from] BackpropError),
    #[error(transparent)]
    Load(#[from] heuristics::LoadError),
    #[error(transparent)]
    Save(#[from] heuristics::SaveError),
    #[error(transparent)]
    Network(#[from] heuristics::NetworkError),
    #[error(transparent)]
    NTuple(#[from] NTupleError),
}

/// Loads a heuristic. If there is none of this name, `make` creates one, as in the paper.
pub fn load_or_make(
    name: &str,
    folder: &Path,
    make: impl FnOnce(&str) -> Result<Heuristic, heuristics::NetworkError>,
) -> Result<Heuristic, LearnError> {
    match heuristics::library::load(name, Some(folder)) {
        Err(LoadError::Unknown { name, .. }) => Ok(make(&name)?),
        loaded => Ok(loaded?),
    }
}

/// Loads the heuristic that learns under this name. A shipped one stays as it is: its copy, `Meister-2`, learns instead, and
/// values all positions by what it learned.
pub fn load_to_learn(
    name: &str,
    folder: &Path,
    make: impl FnOnce(&str) -> Result<Heuristic, heuristics::NetworkError>,
) -> Result<Heuristic, LearnError> {
    if !heuristics::library::is_shipped(name) {
        return load_or_make(name, folder, make);
    }
    let shipped = heuristics::library::load(name, Some(folder))?;
    let copy = format!("{}-2", shipped.name);
    load_or_make(&copy, folder, |name| Ok(Heuristic { name: name.to_owned(), shapes: false, ..shipped }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristics::FeatureSet;

    #[test]
    fn an_unknown_name_makes_a_new_heuristic_but_a_damaged_file_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let make = |name: &str| Heuristic::random(name, FeatureSet::Small, &[], 1);
        let made = load_or_make("Max", folder.path(), make).unwrap();
        assert_eq!((made.name.as_str(), made.feature_set), ("Max", FeatureSet::Small));
        assert_eq!(load_or_make("standard", folder.path(), make).unwrap().name, "Standard");
        std::fs::write(folder.path().join("Max.xml"), "<heuristic").unwrap();
        assert!(matches!(load_or_make("Max", folder.path(), make), Err(LearnError::Load(LoadError::Damaged { .. }))));
        assert!(matches!(load_or_make("../Max", folder.path(), make), Err(LearnError::Load(LoadError::Name(_)))));
    }
}
