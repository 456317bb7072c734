//! One training at a time: a heuristic that learns is locked, so that two trainings cannot overwrite each other.

use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::files::FileLock;

use super::LearnError;

/// A lock on one heuristic of a folder.
#[derive(Debug)]
pub struct TrainingLock {
    _lock: FileLock,
}

impl TrainingLock {
    /// Locks a heuristic, or fails if it is being trained.
    pub fn acquire(folder: &Path, name: &str) -> Result<TrainingLock, LearnError> {
        let path = folder.join(format!(".{name}.lock"));
        match FileLock::acquire(&path) {
            Ok(Some(lock)) => Ok(TrainingLock { _lock: lock }),
            Ok(None) => Err(LearnError::Busy(name.to_owned())),
            Err(source) => Err(LearnError::Lock { path, source }),
        }
    }

    /// As [`TrainingLock::acquire`], but waits a moment: learning from one game takes little time.
    pub(super) fn acquire_soon(folder: &Path, name: &str) -> Result<TrainingLock, LearnError> {
        for _ in 0..20 {
            match TrainingLock::acquire(folder, name) {
                Err(LearnError::Busy(_)) => thread::sleep(Duration::from_millis(25)),
                result => return result,
            }
        }
        TrainingLock::acquire(folder, name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn two_trainings_exclude_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let lock = TrainingLock::acquire(folder.path(), "Max").unwrap();
        let error = TrainingLock::acquire(folder.path(), "Max").unwrap_err();
        assert_eq!(error.to_string(), "Max is already being trained; two trainings would overwrite each other");
        assert!(TrainingLock::acquire(folder.path(), "Joe").is_ok());
        drop(lock);
        assert!(TrainingLock::acquire(folder.path(), "Max").is_ok());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
