//! Learning by play, and measuring who is stronger.

pub mod arena;
mod backprop;
pub mod examples;
mod lock;
pub mod patterns;
mod player;
pub mod selfplay;
mod tasks;
pub mod td_ntuple;
pub mod teaching;
pub mod tournament;
pub mod tune;

use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use thiserror::Error;

use crate::heuristics::{self, Heuristic, LoadError};

pub use backprop::BackpropError;
pub use lock::TrainingLock;
pub use player::{Learned, Learner, LearningPlayer, create_player};

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
    Lambda(#[from] teaching::WrongLambda),
    #[error(transparent)]
    Backprop(#[from] BackpropError),
    #[error(transparent)]
    Load(#[from] heuristics::LoadError),
    #[error(transparent)]
    Save(#[from] heuristics::SaveError),
    #[error(transparent)]
    Network(#[from] heuristics::NetworkError),
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

/// The date as year-month-day.
pub fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    date_of_day(seconds / 86_400)
}

/// The date this many days after 1 January 1970. Years begin in March here, so that leap days come last.
fn date_of_day(days: u64) -> String {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristics::FeatureSet;

    #[test]
    fn dates_are_right() {
        assert_eq!(date_of_day(0), "1970-01-01");
        assert_eq!(date_of_day(11_016), "2000-02-29");
        assert_eq!(date_of_day(20_773), "2026-11-16");
    }

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
