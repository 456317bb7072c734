//! Opening the window: what it needs from outside, its size and its icon.

use std::path::PathBuf;

use eframe::egui::{self, Pos2, ViewportCommand};

use super::display::{missing_library, monitors, no_window, onto_a_monitor};
use super::settings_file::settings_path;
use super::{App, Settings, Viewer, lean, study};
use crate::controller::Mind;
use muehle_engine::files::DataFolders;

/// The name of the window.
pub(super) const TITLE: &str = "Mühle";

/// Receives the verbose report of a computer's move.
pub type ReportSink = Box<dyn FnMut(&str)>;

/// What the window needs from outside.
pub struct Options {
    /// Where files live.
    pub folders: DataFolders,
    /// A game to open.
    pub file: Option<PathBuf>,
    /// Receives the verbose report of a computer's move.
    pub report: Option<ReportSink>,
    /// What thinks; none for the default.
    pub mind: Option<Box<dyn Mind>>,
    /// Whether the system's file dialogs are used.
    pub native_dialogs: bool,
    /// What shows a printed sheet.
    pub viewer: Viewer,
    /// Seeds the computers' random choices; none for a different game every time.
    pub seed: Option<u64>,
    /// The address to listen on for partners; none for all addresses of this computer.
    pub listen_at: Option<std::net::IpAddr>,
}

impl Options {
    /// A window with the default options.
    pub fn new(folders: DataFolders) -> Options {
        Options {
            folders,
            file: None,
            report: None,
            mind: None,
            native_dialogs: true,
            viewer: study::show,
            seed: None,
            listen_at: None,
        }
    }
}

/// Opens the window and returns when it is closed.
pub fn run(options: Options) -> anyhow::Result<()> {
    open_window(options, |app| Box::new(app))
}

/// Opens a window for what `wrap` makes of the program.
pub(super) fn open_window(options: Options, wrap: impl FnOnce(App) -> Box<dyn eframe::App>) -> anyhow::Result<()> {
    if let Some(problem) = missing_library() {
        return Err(problem);
    }
    let settings = Settings::read(&settings_path(&options.folders)).0;
    let size = settings.window.unwrap_or([1280.0, 860.0]);
    let position = settings.position.map(Pos2::from);
    let mut viewport = egui::ViewportBuilder::default()
        .with_title(TITLE)
        .with_app_id("muehle")
        .with_inner_size(size)
        .with_min_inner_size(Settings::SMALLEST)
        .with_maximized(settings.maximized)
        .with_icon(icon())
        .with_drag_and_drop(true);
    viewport.position = position;
    // Dithering would soften gradients by less than a shade, and costs a quarter of the time without a GPU.
    let renderer = eframe::Renderer::Glow;
    let native = eframe::NativeOptions { viewport, renderer, dithering: false, ..Default::default() };
    keep_memory();
    let create = |creation: &eframe::CreationContext| {
        if lean::pays_off(creation.gl.as_deref()) {
            lean::install(&creation.egui_ctx);
        }
        if let Some(position) = position.and_then(|position| onto_a_monitor(position, size.into(), &monitors(creation)))
        {
            creation.egui_ctx.send_viewport_cmd(ViewportCommand::OuterPosition(position));
        }
        Ok(wrap(App::new(&creation.egui_ctx, options)))
    };
    eframe::run_native("muehle", native, Box::new(create)).map_err(|error| no_window(&error))
}

/// Memory that one frame gives back is kept for the next one: the system would have to clear it each time.
fn keep_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: only two numbers of the allocator are set, before the window's threads begin.
    unsafe {
        libc::mallopt(libc::M_TRIM_THRESHOLD, 64 << 20);
        libc::mallopt(libc::M_MMAP_THRESHOLD, 16 << 20);
    }
}

/// The program's icon, the same as in the menus of the desktop.
pub(super) fn icon() -> egui::IconData {
    // The picture is part of the program: without it the window only lacks an icon.
    eframe::icon_data::from_png_bytes(include_bytes!("../../assets/icon/muehle-64.png")).unwrap_or_default()
}
