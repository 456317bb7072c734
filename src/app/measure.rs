//! Measures the real window: its first frame, its frames while the engine thinks or analyses, how fast thinking stops, and
//! what the window costs while nothing happens.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use eframe::egui::{Context, Ui, ViewportCommand};

use super::actions::Leaving;
use super::opening::open_window;
use super::settings_file::settings_path;
use super::study::Tab;
use super::{App, Options, Settings};
use crate::controller::worker::BackgroundTask;
use crate::controller::{Command, ComputerSettings, PlayerKind, Seat, ThinkingLimit};
use muehle_engine::files::DataFolders;

/// After the first frame, fonts and files may still be loading.
const SETTLING: Duration = Duration::from_secs(2);
/// After the last event its frames are still being drawn.
const CALMING: Duration = Duration::from_secs(1);
/// How long an idle window is observed.
const RESTING: Duration = Duration::from_secs(5);
/// How long frames are timed while the engine thinks, and how long it thinks before each later stop.
const THINKING: [Duration; 2] = [Duration::from_secs(5), Duration::from_millis(500)];
/// How often the engine is stopped.
const STOPS: usize = 6;

/// What was measured.
#[derive(Debug, Default)]
pub struct Figures {
    /// From the start of the program to the first frame on the screen.
    pub first_frame: Duration,
    /// While waiting for the first move.
    pub resting: Cost,
    /// While waiting for a move with a running clock.
    pub waiting: Cost,
    /// From one frame to the next while the engine thinks, in ascending order.
    pub frames: Vec<Duration>,
    /// The program's own work per frame during that time, in ascending order.
    pub drawing: Vec<Duration>,
    /// From one frame to the next during analysis with values on the board, in ascending order.
    pub analysing: Vec<Duration>,
    /// From Esc to the computer's move on the board, in ascending order.
    pub stops: Vec<Duration>,
    /// The memory in use at the end and at its peak, in kilobytes.
    pub memory: Option<[u64; 2]>,
}

/// What an idle window costs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// Frames per second.
    pub frames: f64,
    /// The share of one processor.
    pub processor: Option<f64>,
}

/// Opens a window on a temporary folder, measures it and closes it. `begun` is when the program started.
pub fn measure(begun: Instant) -> anyhow::Result<Figures> {
    let folder = tempfile::tempdir()?;
    let folders = DataFolders::below(folder.path());
    let thinker = ComputerSettings { limit: ThinkingLimit::Time(60_000), ..ComputerSettings::default() };
    let seats = [Seat::human(), Seat { name: String::new(), kind: PlayerKind::Computer(thinker) }];
    let settings = Settings { seats, window: Some([1280.0, 860.0]), ..Settings::default() };
    fs::write(settings_path(&folders), settings.to_text())?;
    let options = Options { native_dialogs: false, seed: Some(1), ..Options::new(folders) };
    let (outbox, inbox) = channel();
    open_window(options, move |app| {
        Box::new(Measured { app, begun, outbox, stage: Stage::First, figures: Figures::default(), last: None })
    })?;
    inbox.try_recv().map_err(|_| anyhow::anyhow!("the window was closed before everything was measured"))
}

/// The window and the state of the measurement.
struct Measured {
    app: App,
    begun: Instant,
    outbox: Sender<Figures>,
    stage: Stage,
    figures: Figures,
    /// When the last frame began.
    last: Option<Instant>,
}

enum Stage {
    /// Nothing has been drawn.
    First,
    /// The first frame is on the screen.
    Settling(Instant),
    /// The window waits for the first move.
    Resting(Watch),
    /// The engine thinks.
    Thinking(Instant),
    /// Esc was pressed.
    Stopping(Instant),
    /// The window waits for the next move.
    Waiting(Watch),
    /// The position is analysed.
    Analysing(Instant),
    /// Everything is measured.
    Over,
}

/// Observes an idle window from another thread, because an extra frame would spoil the measurement.
struct Watch {
    frames: Arc<AtomicUsize>,
    cost: BackgroundTask<Cost>,
}

impl Watch {
    fn start(ctx: &Context) -> Watch {
        let (ctx, frames) = (ctx.clone(), Arc::new(AtomicUsize::new(0)));
        let counter = frames.clone();
        let watch = move || {
            thread::sleep(CALMING);
            let now = || (Instant::now(), processor_time(), counter.load(Ordering::Relaxed));
            let (since, processor, frames) = now();
            thread::sleep(RESTING);
            let (until, processor_now, frames_now) = now();
            let seconds = (until - since).as_secs_f64();
            let used = processor.zip(processor_now).map(|(before, now)| now.saturating_sub(before).as_secs_f64());
            let processor = used.map(|used| used / seconds);
            Cost { frames: (frames_now - frames) as f64 / seconds, processor }
        };
        let cost = BackgroundTask::start("resting costs", Arc::new(move || ctx.request_repaint()), watch);
        Watch { frames, cost }
    }

    /// Counts a frame, and returns the cost when the time is over.
    fn look(&self) -> Option<Cost> {
        self.frames.fetch_add(1, Ordering::Relaxed);
        self.cost.poll()?.ok()
    }
}

impl Measured {
    /// Measures before each frame and moves on to the next stage when one is over.
    fn look(&mut self, ctx: &Context, frame: &eframe::Frame) {
        let since_last = self.last.replace(Instant::now()).map(|last| last.elapsed());
        let next = match &mut self.stage {
            Stage::First => {
                // The next frame begins when the first one is on the screen.
                ctx.request_repaint();
                let drawn = since_last.is_some();
                drawn.then(|| {
                    self.figures.first_frame = self.begun.elapsed();
                    Stage::Settling(Instant::now())
                })
            }
            Stage::Settling(since) => is_over(ctx, *since, SETTLING).then(|| Stage::Resting(Watch::start(ctx))),
            Stage::Resting(watch) => watch.look().map(|cost| {
                self.figures.resting = cost;
                self.app.play_somehow();
                Stage::Thinking(Instant::now())
            }),
            Stage::Thinking(since) => {
                ctx.request_repaint();
                let first = self.figures.stops.is_empty();
                if let Some(interval) = since_last.filter(|_| first) {
                    self.figures.frames.push(interval);
                    self.figures.drawing.extend(frame.info().cpu_usage.map(Duration::from_secs_f32));
                }
                (since.elapsed() >= THINKING[usize::from(!first)]).then(|| {
                    self.app.escape(ctx);
                    Stage::Stopping(Instant::now())
                })
            }
            Stage::Stopping(since) => {
                ctx.request_repaint();
                let moved = self.app.controller.may_act().is_ok();
                let took = since.elapsed();
                moved.then(|| {
                    self.figures.stops.push(took);
                    if self.figures.stops.len() < STOPS {
                        self.app.play_somehow();
                        Stage::Thinking(Instant::now())
                    } else {
                        Stage::Waiting(Watch::start(ctx))
                    }
                })
            }
            Stage::Waiting(watch) => watch.look().map(|cost| {
                self.figures.waiting = cost;
                self.app.settings.study.values = true;
                self.app.settings.study.bar = true;
                (self.app.study.tab, self.app.study.live) = (Some(Tab::Lines), true);
                self.app.set_up_many_stones();
                self.app.work(ctx);
                Stage::Analysing(Instant::now())
            }),
            Stage::Analysing(since) => {
                ctx.request_repaint();
                self.figures.analysing.extend(since_last);
                (since.elapsed() >= THINKING[0]).then_some(Stage::Over)
            }
            Stage::Over => None,
        };
        if let Some(next) = next {
            if let Stage::Over = next {
                self.finish(ctx);
            }
            self.stage = next;
        }
    }

    fn finish(&mut self, ctx: &Context) {
        let mut figures = std::mem::take(&mut self.figures);
        figures.memory = memory();
        for times in [&mut figures.frames, &mut figures.drawing, &mut figures.analysing, &mut figures.stops] {
            times.sort();
        }
        // Nobody listens if the program is already ending.
        let _ = self.outbox.send(figures);
        ctx.send_viewport_cmd(ViewportCommand::Close);
    }
}

impl App {
    /// Sets up a position with much to draw: sixteen stones, most of which can move.
    fn set_up_many_stones(&mut self) {
        let text = "a7,d7,b6,d5,f4,c3,d2,g1/g7,f6,a4,b4,e4,e3,f2,d1 w 0 0";
        self.leave_now(Leaving::SetUp(text.parse().expect("the text is a position")));
    }

    /// Plays any move for the person.
    fn play_somehow(&mut self) {
        let moves = self.controller.game().legal_moves();
        if let Some(&mv) = moves.first() {
            self.controller.apply(Command::Play(mv));
        }
    }
}

/// Whether a time is over; if not, the window wakes up when it is.
fn is_over(ctx: &Context, since: Instant, time: Duration) -> bool {
    let rest = time.saturating_sub(since.elapsed());
    ctx.request_repaint_after(rest);
    rest.is_zero()
}

/// The processor time of this program, where the system provides it (in hundredths of a second).
fn processor_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program may contain anything; the numbers begin after it, with the third field.
    let numbers: Vec<&str> = text.rsplit(") ").next()?.split_whitespace().collect();
    let ticks = |number: usize| numbers.get(number - 3)?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (ticks(14)? + ticks(15)?)))
}

/// The memory in use and its peak, in kilobytes, where the system provides them.
fn memory() -> Option<[u64; 2]> {
    let text = fs::read_to_string("/proc/self/status").ok()?;
    let number = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok()
    };
    Some([number("VmRSS:")?, number("VmHWM:")?])
}

impl eframe::App for Measured {
    fn logic(&mut self, ctx: &Context, frame: &mut eframe::Frame) {
        self.app.logic(ctx, frame);
        self.look(ctx, frame);
    }

    fn ui(&mut self, ui: &mut Ui, frame: &mut eframe::Frame) {
        self.app.ui(ui, frame);
    }

    fn on_exit(&mut self, gl: Option<&eframe::glow::Context>) {
        self.app.on_exit(gl);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn the_system_reports_processor_time_and_memory() {
        let before = processor_time().expect("a time");
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(30) && processor_time() <= Some(before) {
            std::hint::spin_loop();
        }
        assert!(processor_time() > Some(before));
        let [now, most] = memory().expect("a size");
        assert!(now > 1000 && most >= now);
    }
}
