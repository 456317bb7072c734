//! The settings on disk. They are written a moment after they have changed.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use eframe::egui::Context;

use super::{App, Settings};
use muehle_engine::files::DataFolders;

/// Settings are written once they have not changed for this long.
const SETTINGS_REST: Duration = Duration::from_millis(500);

/// The settings on disk.
pub(super) struct SettingsFile {
    pub(super) path: PathBuf,
    pub(super) written: Settings,
    pub(super) changed: Option<Instant>,
    pub(super) failed: bool,
    /// Whether the file may be written.
    pub(super) replaceable: bool,
}

/// The file of the settings.
pub(super) fn settings_path(folders: &DataFolders) -> PathBuf {
    folders.root().join("settings.json")
}

impl App {
    /// Writes the settings once they rest.
    pub(super) fn keep_settings(&mut self, ctx: &Context) {
        let file = &mut self.settings_file;
        let current = Settings { system_is_still: file.written.system_is_still, ..self.settings.clone() };
        if current == file.written {
            file.changed = None;
            return;
        }
        let since = *file.changed.get_or_insert_with(Instant::now);
        match SETTINGS_REST.checked_sub(since.elapsed()) {
            Some(rest) if !rest.is_zero() => ctx.request_repaint_after(rest),
            _ => self.write_settings(),
        }
    }

    /// Writes the settings now.
    pub(super) fn write_settings(&mut self) {
        let file = &mut self.settings_file;
        file.changed = None;
        if !file.replaceable {
            return;
        }
        file.written = self.settings.clone();
        let (path, text) = (file.path.clone(), self.settings.to_text());
        self.controller.write_settings(path, text);
    }
}
