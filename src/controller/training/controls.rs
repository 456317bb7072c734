//! Pausing and stopping a training, between two moves.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

#[derive(Debug, Default)]
pub(super) struct Controls {
    stop: AtomicBool,
    pause: Mutex<Pause>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Pause {
    on: bool,
    /// Threads that wait for its end.
    waiting: usize,
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
        let _pause = self.lock();
        self.stop.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    pub fn pause(&self, on: bool) {
        self.lock().on = on;
        self.changed.notify_all();
    }

    /// Returns at once, or when a pause is over.
    pub fn wait(&self) {
        let mut pause = self.lock();
        pause.waiting += 1;
        while pause.on && !self.is_stopped() {
            pause = self.changed.wait(pause).unwrap_or_else(PoisonError::into_inner);
        }
        pause.waiting -= 1;
    }

    /// Whether a thread has noticed the pause.
    #[cfg(test)]
    pub fn is_holding(&self) -> bool {
        self.lock().waiting > 0
    }

    fn lock(&self) -> MutexGuard<'_, Pause> {
        self.pause.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
