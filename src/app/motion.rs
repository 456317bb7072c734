//! Whether the system asks for reduced motion. Asking takes a moment, so it happens on a thread.

use std::process::{Command, Stdio};

use crate::controller::worker::{BackgroundTask, Waker};

/// Asks the system; the answer comes later, and is none where there is nobody to ask.
pub fn ask(waker: Waker) -> BackgroundTask<Option<bool>> {
    BackgroundTask::start("system motion", waker, system_is_still)
}

fn system_is_still() -> Option<bool> {
    let (program, arguments, still): (&str, &[&str], &str) = if cfg!(target_os = "macos") {
        ("defaults", &["read", "com.apple.universalaccess", "reduceMotion"], "1")
    } else if cfg!(target_os = "windows") {
        ("reg", &["query", r"HKCU\Control Panel\Desktop\WindowMetrics", "/v", "MinAnimate"], "0")
    } else {
        ("gsettings", &["get", "org.gnome.desktop.interface", "enable-animations"], "false")
    };
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    output.status.success().then(|| text.trim().ends_with(still))
}
