//! Threads that work beside the window.

use std::thread::{Builder, JoinHandle};

/// Starts a named thread that lets the window go first; so do the threads it starts itself. None if the system has no more.
pub(super) fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    let work = move || {
        give_way();
        work();
    };
    Builder::new().name(name.to_owned()).spawn(work).ok()
}

/// Lets the window go first where there are fewer processors than work. Elsewhere the system sees to that.
fn give_way() {
    #[cfg(target_os = "linux")]
    // SAFETY: the call changes nothing but the priority of this thread. Should it fail, nothing is lost.
    unsafe {
        libc::setpriority(libc::PRIO_PROCESS, 0, 10);
    }
}
