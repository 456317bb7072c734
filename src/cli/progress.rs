//! The progress bar of long work, shown only on a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};

/// A bar on standard error that counts `unit`s. It is invisible if standard error is not a terminal, and disappears
/// when it is dropped.
pub(super) fn bar(length: u64, unit: &str) -> ProgressBar {
    styled(length, &format!("{{bar:30}} {{pos}}/{{len}} {unit}, {{eta}} left  {{msg}}"))
}

/// Such a bar for work whose steps mean nothing to people.
pub(super) fn share_bar(length: u64) -> ProgressBar {
    styled(length, "{bar:30} {percent} %, {eta} left  {msg}")
}

fn styled(length: u64, template: &str) -> ProgressBar {
    let bar =
        ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr()).with_finish(ProgressFinish::AndClear);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
