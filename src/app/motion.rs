//! Whether the system asks for reduced motion. Asking takes a moment, so it happens on a thread.

use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use crate::controller::Waker;

/// Asks the system; the answer comes later, or never where there is nobody to ask.
pub fn ask(waker: Waker) -> Receiver<bool> {
    let (sender, answer) = channel();
    let work = move || {
        if let Some(still) = system_is_still() {
            let _ = sender.send(still);
            waker();
        }
    };
    let _ = thread::Builder::new().name("system motion".to_owned()).spawn(work);
    answer
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
