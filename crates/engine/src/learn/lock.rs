//! One training at a time: a heuristic that learns is locked, so that two trainings cannot overwrite each other.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::LearnError;

/// A lock on one heuristic of a folder. The system releases it when the program ends, however it ends.
#[derive(Debug)]
pub struct TrainingLock {
    path: PathBuf,
    file: File,
}

impl TrainingLock {
    /// Locks a heuristic, or fails if it is being trained.
    pub fn acquire(folder: &Path, name: &str) -> Result<TrainingLock, LearnError> {
        let path = folder.join(format!(".{name}.lock"));
        let io = |source| LearnError::Lock { path: path.clone(), source };
        fs::create_dir_all(folder).map_err(io)?;
        loop {
            let file = File::create(&path).map_err(io)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(LearnError::Busy(name.to_owned())),
                Err(TryLockError::Error(source)) => return Err(io(source)),
            }
            // The last holder removes the file before releasing it, so the locked file must still be in the folder.
            if path.exists() {
                return Ok(TrainingLock { path, file });
            }
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

impl Drop for TrainingLock {
    fn drop(&mut self) {
        // A file that stays behind is unlocked and does no harm.
        let _ = fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
