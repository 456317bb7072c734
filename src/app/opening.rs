//! Opening the window: what it needs from outside, its size and its icon.

use std::path::PathBuf;

use anyhow::anyhow;
use eframe::egui::{self, Context, Pos2, Rect, Vec2, ViewportCommand, pos2, vec2};

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

/// Says in one sentence why there is no window, and what helps. If it is the graphics driver, another process first tries
/// to do without it.
fn no_window(error: &eframe::Error) -> anyhow::Error {
    match error {
        eframe::Error::Glutin(_) | eframe::Error::NoGlutinConfigs(..) | eframe::Error::OpenGL(_) => {
            #[cfg(target_os = "linux")]
            try_without_driver();
            anyhow!(
                "could not open the window, because OpenGL 2.0 or later is missing ({}); {OPENGL_HELP}",
                brief(error)
            )
        }
        eframe::Error::WinitEventLoop(_) | eframe::Error::Winit(_) => {
            anyhow!("could not open the window ({}); {DISPLAY_HELP}", brief(error))
        }
        _ => anyhow!("could not open the window: {}", brief(error)),
    }
}

const OPENGL_HELP: &str = if cfg!(target_os = "linux") {
    "install your graphics driver or Mesa: libgl1, libegl1 and libgl1-mesa-dri on Debian and Ubuntu, mesa-libGL, \
     mesa-libEGL and mesa-dri-drivers on Fedora"
} else {
    "install the driver of your graphics card"
};
const DISPLAY_HELP: &str = if cfg!(target_os = "linux") {
    "is the display reachable, and are its libraries installed? On Debian and Ubuntu: libx11-6, libx11-xcb1, libxcursor1, \
     libxi6, libxkbcommon-x11-0"
} else {
    "the commands that muehle --help lists need no window"
};

/// The first line of an error that may be long.
fn brief(error: &eframe::Error) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    let cut = line.char_indices().nth(160).map_or(line, |(end, _)| &line[..end]);
    cut.trim_end_matches(['.', ' ']).to_owned()
}

/// Starts the program again in this process with Mesa's software rendering, unless that has failed already.
#[cfg(target_os = "linux")]
fn try_without_driver() {
    use std::os::unix::process::CommandExt;
    const SOFTWARE: &str = "LIBGL_ALWAYS_SOFTWARE";
    if std::env::var_os(SOFTWARE).is_none()
        && let Ok(program) = std::env::current_exe()
    {
        tracing::warn!("the graphics driver failed; trying without it");
        // It returns only if it fails, and then the usual sentence follows.
        let _ = std::process::Command::new(program).args(std::env::args_os().skip(1)).env(SOFTWARE, "1").exec();
    }
}

/// The monitors, in the points of the window's own monitor.
fn monitors(creation: &eframe::CreationContext) -> Vec<Rect> {
    let Some(window) = creation.winit_window() else { return Vec::new() };
    let scale = window.scale_factor() as f32;
    let area = |position: [i32; 2], size: [u32; 2]| {
        Rect::from_min_size(pos2(position[0] as f32, position[1] as f32), vec2(size[0] as f32, size[1] as f32)) / scale
    };
    let all = window.available_monitors().map(|one| (one.position(), one.size()));
    all.map(|(position, size)| area([position.x, position.y], [size.width, size.height])).collect()
}

/// Where a window has to move so that people can reach it, if its place is gone: a monitor may have been unplugged.
fn onto_a_monitor(position: Pos2, size: Vec2, monitors: &[Rect]) -> Option<Pos2> {
    // Enough of the title bar to grab it.
    let title = Rect::from_min_size(position, vec2(size.x, 30.0));
    let shows = |monitor: &&Rect| {
        let seen = monitor.intersect(title);
        seen.width() >= 100.0 && seen.height() >= 15.0
    };
    if monitors.is_empty() || monitors.iter().any(|monitor| shows(&monitor)) {
        return None;
    }
    let distance = |monitor: &&Rect| monitor.distance_sq_to_pos(position);
    let nearest = monitors.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
    let last = (nearest.max - size).max(nearest.min);
    Some(position.clamp(nearest.min, last))
}

impl App {
    /// Remembers size and place of the window for the next run.
    pub(super) fn remember_window(&mut self, ctx: &Context) {
        let scale = ctx.zoom_factor();
        let in_points = |x: f32, y: f32| Some([(x * scale).round(), (y * scale).round()]);
        ctx.input(|input| {
            let viewport = input.viewport();
            self.settings.maximized = viewport.maximized.unwrap_or(false);
            let is_usual = !self.settings.maximized && !viewport.minimized.unwrap_or(false);
            if let Some(size) = viewport.inner_rect.map(|rect| rect.size()).filter(|size| is_usual && size.x >= 1.0) {
                self.settings.window = in_points(size.x, size.y);
            }
            if let Some(outer) = viewport.outer_rect.filter(|_| is_usual) {
                self.settings.position = in_points(outer.min.x, outer.min.y);
            }
        });
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_never_where_no_monitor_is() {
        let left = Rect::from_min_size(Pos2::ZERO, vec2(1920.0, 1080.0));
        let right = Rect::from_min_size(pos2(1920.0, 200.0), vec2(1280.0, 800.0));
        let size = vec2(1000.0, 700.0);
        let place = |x, y, monitors: &[Rect]| onto_a_monitor(pos2(x, y), size, monitors);
        let both = [left, right];
        assert_eq!(place(100.0, 100.0, &both), None);
        assert_eq!(place(2000.0, 300.0, &both), None);
        assert_eq!(place(1800.0, 300.0, &both), None, "half on each");
        assert_eq!(place(-850.0, 0.0, &both), None, "enough is left to move it");
        // The right monitor is gone.
        assert_eq!(place(2000.0, 300.0, &[left]), Some(pos2(920.0, 300.0)));
        assert_eq!(place(-950.0, 0.0, &both), Some(pos2(0.0, 0.0)));
        assert_eq!(place(100.0, -500.0, &both), Some(pos2(100.0, 0.0)), "its title would be above the screen");
        assert_eq!(place(5000.0, 5000.0, &both), Some(pos2(2200.0, 300.0)));
        // Larger than the monitor: its title bar must be there.
        let small = Rect::from_min_size(Pos2::ZERO, vec2(800.0, 600.0));
        assert_eq!(place(900.0, 900.0, &[small]), Some(Pos2::ZERO));
        assert_eq!(place(900.0, 900.0, &[]), None, "nothing is known about the monitors");
    }
}
