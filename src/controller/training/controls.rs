//! Pause and stop of a training, obeyed between two moves.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

#[derive(Debug, Default)]
pub(super) struct Controls {
    stop: AtomicBool,
    paused: Mutex<bool>,
    changed: Condvar,
}

impl Controls {
    /// Set when the training must end.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub fn stop(&self) {
        let _paused = self.paused.lock().unwrap_or_else(PoisonError::into_inner);
        self.stop.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    pub fn pause(&self, paused: bool) {
        *self.paused.lock().unwrap_or_else(PoisonError::into_inner) = paused;
        self.changed.notify_all();
    }

    /// Returns at once, or when a pause is over.
    pub fn wait(&self) {
        let mut paused = self.paused.lock().unwrap_or_else(PoisonError::into_inner);
        while *paused && !self.is_stopped() {
            paused = self.changed.wait(paused).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
