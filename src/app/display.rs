//! What a window needs from the system: libraries, OpenGL, and a place on a monitor. What is missing is said in a sentence.

use anyhow::anyhow;
use eframe::egui::{Context, Pos2, Rect, Vec2, pos2, vec2};

use super::App;

/// Says in one sentence why there is no window, and what helps. If it is the graphics driver, another process first tries
/// to do without it.
pub(super) fn no_window(error: &eframe::Error) -> anyhow::Error {
    match error {
        eframe::Error::Glutin(_) | eframe::Error::NoGlutinConfigs(..) | eframe::Error::OpenGL(_) => {
            tracing::error!(%error, "no OpenGL");
            #[cfg(target_os = "linux")]
            try_without_driver();
            anyhow!("could not open the window, because OpenGL 2.0 or later is missing; {OPENGL_HELP}")
        }
        eframe::Error::WinitEventLoop(_) | eframe::Error::Winit(_) => {
            anyhow!("could not open the window ({}); the commands that muehle --help lists need none", brief(error))
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

/// The libraries that the window loads on X11, and the Debian packages they are in.
#[cfg(target_os = "linux")]
const LIBRARIES: [(&std::ffi::CStr, &str); 6] = [
    (c"libX11.so.6", "libx11-6"),
    (c"libX11-xcb.so.1", "libx11-xcb1"),
    (c"libXcursor.so.1", "libxcursor1"),
    (c"libXi.so.6", "libxi6"),
    (c"libxkbcommon.so.0", "libxkbcommon0"),
    (c"libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
];

/// Says which libraries of the display are missing, before somebody who needs them panics.
#[cfg(target_os = "linux")]
pub(super) fn missing_library() -> Option<anyhow::Error> {
    // Wayland has others, and those who look for them complain in a sentence.
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if is_set("WAYLAND_DISPLAY") || is_set("WAYLAND_SOCKET") {
        return None;
    }
    // SAFETY: the window loads the same libraries of the system a moment later; they stay loaded.
    let is_missing = |name: &std::ffi::CStr| unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_LAZY).is_null() };
    let missing = LIBRARIES.iter().filter(|(name, _)| is_missing(name));
    let (names, packages): (Vec<_>, Vec<_>) = missing.map(|(name, package)| (name.to_string_lossy(), *package)).unzip();
    (!names.is_empty()).then(|| {
        let (names, packages) = (names.join(", "), packages.join(" "));
        anyhow!(
            "could not open the window, because {names} cannot be loaded; on Debian and Ubuntu: apt install {packages}"
        )
    })
}

/// Elsewhere they belong to the system.
#[cfg(not(target_os = "linux"))]
pub(super) fn missing_library() -> Option<anyhow::Error> {
    None
}

/// The first line of an error that may be long, without the place in the source that libraries like to name.
fn brief(error: impl ToString) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    let fault = line.rsplit_once(".rs:").and_then(|(_, rest)| Some(rest.split_once(": ")?.1)).unwrap_or(line);
    let cut = fault.char_indices().nth(160).map_or(fault, |(end, _)| &fault[..end]);
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
pub(super) fn monitors(creation: &eframe::CreationContext) -> Vec<Rect> {
    let Some(window) = creation.winit_window() else { return Vec::new() };
    let scale = window.scale_factor() as f32;
    let area = |position: [i32; 2], size: [u32; 2]| {
        Rect::from_min_size(pos2(position[0] as f32, position[1] as f32), vec2(size[0] as f32, size[1] as f32)) / scale
    };
    let all = window.available_monitors().map(|one| (one.position(), one.size()));
    all.map(|(position, size)| area([position.x, position.y], [size.width, size.height])).collect()
}

/// Where a window has to move so that people can reach it, if its place is gone: a monitor may have been unplugged.
pub(super) fn onto_a_monitor(position: Pos2, size: Vec2, monitors: &[Rect]) -> Option<Pos2> {
    let seen = |monitor: &Rect, part: Rect| {
        let seen = monitor.intersect(part);
        if seen.is_positive() { seen.area() } else { 0.0 }
    };
    // Enough of the title bar to grab it, and enough of the rest to be of use.
    let window = Rect::from_min_size(position, size);
    let title = Rect::from_min_size(position, vec2(size.x, 30.0));
    let is_reachable = monitors.iter().any(|monitor| seen(monitor, title) >= 0.2 * title.area());
    let visible: f32 = monitors.iter().map(|monitor| seen(monitor, window)).sum();
    if monitors.is_empty() || is_reachable && visible >= 0.6 * window.area() {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_libraries_are_short() {
        let winit = "winit EventLoopError: os error at /home/x/winit/src/linux/mod.rs:788: Failed to open connection.";
        assert_eq!(brief(winit), "Failed to open connection");
        assert_eq!(brief("no GL\nand much more"), "no GL");
        assert_eq!(brief("x".repeat(1000)).len(), 160);
    }

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
        assert_eq!(place(-300.0, 0.0, &both), None, "most of it is seen");
        // The right monitor is gone.
        assert_eq!(place(2000.0, 300.0, &[left]), Some(pos2(920.0, 300.0)));
        assert_eq!(place(-700.0, 20.0, &both), Some(pos2(0.0, 20.0)));
        assert_eq!(place(1900.0, 700.0, &[left]), Some(pos2(920.0, 380.0)));
        assert_eq!(place(100.0, -500.0, &both), Some(pos2(100.0, 0.0)), "its title would be above the screen");
        assert_eq!(place(5000.0, 5000.0, &both), Some(pos2(2200.0, 300.0)));
        // Larger than the monitor: its title bar must be there.
        let small = Rect::from_min_size(Pos2::ZERO, vec2(800.0, 600.0));
        assert_eq!(place(900.0, 900.0, &[small]), Some(Pos2::ZERO));
        assert_eq!(place(900.0, 900.0, &[]), None, "nothing is known about the monitors");
    }
}
