//! The window: it draws the controller's state and turns what a person does into commands, nothing more.

mod actions;
mod board;
mod boards;
mod dialogs;
mod events;
mod file_dialogs;
mod focus;
mod fonts;
mod icons;
mod jobs;
mod laboratory;
mod layout;
mod lean;
mod learning;
pub mod measure;
mod menu;
mod menu_keys;
mod messages;
mod motion;
mod native;
mod network_ui;
mod new_game;
mod pages;
mod panels;
mod sentences;
mod settings;
mod shortcuts;
mod solving;
mod sound;
mod speech;
mod status;
mod study;
mod theme;
mod tour;
mod widgets;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use eframe::egui::{self, Context, Id, Rect, Ui};

use crate::controller::puzzles::PuzzleBook;
use crate::controller::training::Training;
use crate::controller::worker::BackgroundTask;
use crate::controller::{Controller, Laboratory, Mind, SearchingMind, Setup, Solver, Waker};
use crate::texts::Texts;
use muehle_engine::files::DataFolders;
use muehle_engine::heuristics::library;
use muehle_engine::players::{Resources, ntuple};
use muehle_engine::rules::Color;

use actions::{Action, Actions};
use board::BoardState;
use board::input::Step;
use dialogs::Dialog;
use file_dialogs::FileDialogs;
use layout::Layout;
use messages::Messages;
use new_game::NewGameSheet;
use pages::{Page, Pages};
use panels::PanelState;
use theme::Palette;

pub use settings::Settings;
pub use study::Viewer;

/// The name of the window.
const TITLE: &str = "Mühle";
/// Shorter thinking is not shown.
const THINKING_SHOWS_AFTER: Duration = Duration::from_millis(150);
/// Settings are written once they have not changed for this long.
const SETTINGS_REST: Duration = Duration::from_millis(500);

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
fn open_window(options: Options, wrap: impl FnOnce(App) -> Box<dyn eframe::App>) -> anyhow::Result<()> {
    let settings = Settings::read(&settings_path(&options.folders)).0;
    let [width, height] = settings.window.unwrap_or([1280.0, 860.0]);
    let viewport = egui::ViewportBuilder::default()
        .with_title(TITLE)
        .with_app_id("muehle")
        .with_inner_size([width, height])
        .with_min_inner_size(Settings::SMALLEST)
        .with_maximized(settings.maximized)
        .with_icon(icon())
        .with_drag_and_drop(true);
    // Dithering would soften gradients by less than a shade, and costs a quarter of the time without a GPU.
    let renderer = eframe::Renderer::Glow;
    let native = eframe::NativeOptions { viewport, renderer, dithering: false, ..Default::default() };
    keep_memory();
    let create = |creation: &eframe::CreationContext| {
        if lean::pays_off(creation.gl.as_deref()) {
            lean::install(&creation.egui_ctx);
        }
        Ok(wrap(App::new(&creation.egui_ctx, options)))
    };
    eframe::run_native("muehle", native, Box::new(create))
        .map_err(|error| anyhow::anyhow!("could not open the window: {error}"))
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
fn icon() -> egui::IconData {
    // The picture is part of the program: without it the window only lacks an icon.
    eframe::icon_data::from_png_bytes(include_bytes!("../../assets/icon/muehle-64.png")).unwrap_or_default()
}

fn settings_path(folders: &DataFolders) -> PathBuf {
    folders.root().join("settings.json")
}

/// The names of what can be chosen as a player's knowledge.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Heuristics, the shipped ones first.
    pub heuristics: Vec<String>,
    /// N-tuple networks.
    pub ntuples: Vec<String>,
}

impl Names {
    /// The shipped ones and those in the user's folder.
    fn of(folders: &DataFolders) -> Names {
        let folder = folders.heuristics();
        Names { heuristics: library::names(Some(&folder)), ntuples: ntuple::names(&folder) }
    }
}

/// What works beside the game, and what it can choose from.
pub struct Workshop {
    /// Tournaments.
    pub laboratory: Laboratory,
    /// Endgame tables that are being built.
    pub solver: Solver,
    /// Heuristics that learn.
    pub training: Training,
    /// What can be chosen as a player's knowledge.
    pub names: Names,
    /// A heuristic that was just made, and whether it is to be trained.
    created: Option<(String, bool)>,
}

/// What drawing code sees of the program.
pub struct View<'a> {
    /// The game.
    pub controller: &'a Controller,
    /// What works beside the game.
    pub workshop: &'a Workshop,
    /// The settings.
    pub settings: &'a Settings,
    /// The texts.
    pub texts: Texts,
    /// What is known about the game's positions.
    pub study: &'a study::Study,
    /// The page that is shown.
    pub page: Page,
    /// The colours of the window.
    pub palette: &'static Palette,
    /// The colours of the board and everything on it.
    pub board: &'static Palette,
    /// Seconds since the window opened.
    pub now: f64,
    /// The step of the move that a person has begun on the board.
    pub step: Step,
}

impl View<'_> {
    /// The name of a player.
    pub fn name(&self, side: Color) -> String {
        events::name_in(self.controller, side, self.texts)
    }

    /// The stones a side has in hand, as the board shows them.
    pub fn hand(&self, side: Color) -> u8 {
        board::hand_with(self.controller.position(), self.step, side)
    }

    /// How many stones a side has on the board.
    pub fn on_board(&self, side: Color) -> usize {
        board::stones_with(self.controller.position(), self.step)[side.index()].len()
    }

    /// Whether the engine has been thinking long enough to say so.
    pub fn shows_thinking(&self) -> bool {
        self.controller.thinking().is_some_and(|thinking| thinking.since.elapsed() >= THINKING_SHOWS_AFTER)
    }

    /// Asks for other settings.
    pub fn set(&self, change: impl FnOnce(&mut Settings)) -> Action {
        let mut settings = self.settings.clone();
        change(&mut settings);
        Action::Set(Box::new(settings))
    }
}

/// The window's state.
pub struct App {
    controller: Controller,
    workshop: Workshop,
    folders: DataFolders,
    settings: Settings,
    settings_file: SettingsFile,
    board: BoardState,
    panel: PanelState,
    messages: Messages,
    dialog: Option<Dialog>,
    /// The sheet for a new game, while it is open.
    new_game: Option<NewGameSheet>,
    /// Decides about colours.
    luck: u64,
    file_dialogs: FileDialogs,
    viewer: Viewer,
    motion: BackgroundTask<Option<bool>>,
    study: study::Study,
    pages: Pages,
    /// Whether a text field had the focus when the last frame ended: then Esc only leaves it.
    typed: bool,
    sounds: sound::Sounds,
    speech: speech::Speech,
    focus: focus::FocusKeeper,
    /// Which of the remembered games are gone.
    recent: BackgroundTask<Vec<String>>,
    report: Option<ReportSink>,
    waker: Waker,
    /// Whether the window closes with this frame.
    quitting: bool,
    /// The motion and scale the style was last set for.
    styled_for: Option<(bool, f32)>,
    listen_at: Option<std::net::IpAddr>,
}

/// The settings on disk.
struct SettingsFile {
    path: PathBuf,
    written: Settings,
    changed: Option<Instant>,
    failed: bool,
    /// Whether the file may be written.
    replaceable: bool,
}

impl App {
    /// A window on these options.
    pub fn new(ctx: &Context, options: Options) -> App {
        ctx.set_fonts(fonts::definitions());
        ctx.options_mut(|options| options.zoom_with_keyboard = false);
        let waker: Waker = {
            let ctx = ctx.clone();
            Arc::new(move || ctx.request_repaint())
        };
        let Options { folders, file, report, mind, native_dialogs, viewer, seed, listen_at } = options;
        let seed = seed.unwrap_or_else(time_seed);
        let path = settings_path(&folders);
        let (settings, broken) = Settings::read(&path);
        // What was not understood is kept beside the file; without such a copy the file stays as it is.
        let replaceable = broken.is_none() || muehle_engine::files::keep_backup(&path).is_ok();
        let resources = Arc::new(Resources::new(folders.clone()));
        let study_resources = resources.clone();
        let mind = mind.unwrap_or_else(|| Box::new(SearchingMind::new(resources.clone())));
        let controller = Controller::new(Setup {
            folders: folders.clone(),
            mind,
            waker: waker.clone(),
            seats: settings.seats.clone(),
            rules: settings.rules,
            clock: settings.clock,
            allowed_programs: settings.allowed_here(),
            seed,
        });
        let laboratory = Laboratory::start(&folders, resources.clone(), waker.clone());
        let solver = Solver::new(resources.clone(), waker.clone());
        let book = PuzzleBook::new(&folders, resources.clone(), waker.clone());
        let training = Training::start(&folders, resources, waker.clone());
        let recent = check_recent(&settings, &waker);
        let mut app = App {
            controller,
            workshop: Workshop { laboratory, solver, training, names: Names::of(&folders), created: None },
            folders,
            settings_file: SettingsFile {
                path,
                written: settings.clone(),
                changed: None,
                failed: broken.is_some(),
                replaceable,
            },
            settings,
            board: BoardState::default(),
            panel: PanelState::default(),
            messages: Messages::default(),
            dialog: None,
            new_game: None,
            luck: seed,
            file_dialogs: FileDialogs::new(native_dialogs),
            viewer,
            motion: motion::ask(waker.clone()),
            study: study::Study::new(study_resources, waker.clone()),
            pages: Pages::default(),
            typed: false,
            sounds: sound::Sounds::start(),
            speech: speech::Speech::default(),
            focus: focus::FocusKeeper::default(),
            recent,
            report,
            waker,
            quitting: false,
            styled_for: None,
            listen_at,
        };
        app.pages.puzzles.book = Some(book);
        app.turn_board();
        if file.is_none() {
            app.greet();
        }
        app.file_dialogs.hold(file);
        if let Some(error) = broken {
            app.say_both(|texts| texts.settings_error(&error));
        }
        app
    }

    fn texts(&self) -> Texts {
        self.settings.language().texts()
    }

    fn style(&mut self, ctx: &Context) {
        ctx.set_theme(self.settings.theme);
        let window = ctx.content_rect().size() * ctx.zoom_factor();
        let key = (self.settings.moves(), layout::fitting_scale(self.settings.scale, window));
        if self.styled_for != Some(key) {
            self.styled_for = Some(key);
            theme::install(ctx, self.settings.moves());
            ctx.set_zoom_factor(key.1);
        }
    }

    /// Everything that is not drawing: what threads have done, files dropped onto the window, what is remembered.
    fn work(&mut self, ctx: &Context) {
        if let Some(Ok(Some(still))) = self.motion.poll() {
            self.settings.system_is_still = still;
        }
        if let Some(Ok(gone)) = self.recent.poll() {
            self.settings.recent.retain(|path| !gone.contains(path));
        }
        // A computer's answer waits until the person has seen their stone arrive.
        let pace = if self.controller.is_watching() { self.settings.pace } else { self.settings.reply_pause };
        self.controller.set_pace(Duration::from_millis(pace));
        let covered = self.dialog.is_some() || self.study.set_up.is_some() || self.pages.has_tour();
        self.controller.hold_clock(covered);
        // Events may cause others. All are handled before drawing: the board must know about a new game.
        loop {
            self.controller.poll();
            let Some(event) = self.controller.next_event() else { break };
            self.hear(event);
        }
        self.study_work();
        self.hear_native_dialog();
        self.hear_laboratory();
        self.hear_solver();
        self.hear_training();
        self.hear_puzzles();
        self.show_created();
        let dropped = ctx.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_path_buf()));
        if let Some(path) = dropped.filter(|path| !path.as_os_str().is_empty()) {
            self.leave(actions::Leaving::Open(path));
        }
        let (size, maximized, focused) = ctx.input(|input| {
            let viewport = input.viewport();
            (viewport.inner_rect.map(|rect| rect.size()), viewport.maximized.unwrap_or(false), input.focused)
        });
        self.settings.maximized = maximized;
        if let Some(size) = size.filter(|size| !maximized && size.x >= 1.0) {
            let scale = ctx.zoom_factor();
            self.settings.window = Some([(size.x * scale).round(), (size.y * scale).round()]);
        }
        self.keep_settings(ctx);
        // A clock in a window without focus need not tick.
        if let Some(wake) = self.controller.next_wake().filter(|wake| focused || *wake < Duration::from_millis(900)) {
            ctx.request_repaint_after(wake);
        }
        if let Some(time) = self.controller.time_to_flag() {
            ctx.request_repaint_after(time + Duration::from_millis(1));
        }
        if let Some(thinking) = self.controller.thinking() {
            let rest = THINKING_SHOWS_AFTER.saturating_sub(thinking.since.elapsed());
            if !rest.is_zero() {
                ctx.request_repaint_after(rest + Duration::from_millis(2));
            }
        }
    }

    fn keep_settings(&mut self, ctx: &Context) {
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

    fn write_settings(&mut self) {
        let file = &mut self.settings_file;
        file.changed = None;
        if !file.replaceable {
            return;
        }
        file.written = self.settings.clone();
        let (path, text) = (file.path.clone(), self.settings.to_text());
        self.controller.write_settings(path, text);
    }

    fn view<'a>(&'a self, ctx: &Context) -> View<'a> {
        View {
            controller: &self.controller,
            workshop: &self.workshop,
            settings: &self.settings,
            study: &self.study,
            page: self.pages.current,
            texts: self.texts(),
            palette: boards::window(ctx.theme(), self.settings.stones),
            board: boards::board(ctx.theme(), self.settings.board, self.settings.stones),
            now: ctx.input(|input| input.time),
            step: self.board.step(),
        }
    }

    /// Draws the whole window.
    fn window_ui(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        let window = ui.max_rect();
        let layout = Layout::of(window);
        let mut board = std::mem::take(&mut self.board);
        let mut panel = std::mem::take(&mut self.panel);
        let mut pages = std::mem::take(&mut self.pages);
        let mut dialog = self.dialog.take();
        let mut new_game = self.new_game.take();
        let begun = board.step();
        let mut set_up = self.study.set_up.take();
        let mut focus = std::mem::take(&mut self.focus);
        let mut actions = Actions::new();
        let view = View { page: pages.current, step: begun, ..self.view(&ctx) };
        let alone = dialog.is_none() && set_up.is_none();
        // Esc first leaves a text field or closes a menu.
        let escape = alone && !self.typed && escape_pressed(&ctx);
        if alone {
            menu::keys(&ctx, &layout, view.texts);
            shortcuts::turn_pages(&ctx, &mut actions);
            if view.page == Page::Play {
                study::keys(&ctx, &view, &mut actions);
            }
            shortcuts::keys(&ctx, &view, &mut actions);
        }
        let jobs = jobs::running(&view);
        jobs::keep_looking(&ctx, &jobs);
        desk(ui, &layout, window, &view);
        if view.page == Page::Play {
            board::board_ui(ui, layout.pane, layout.margin, &view, &mut board, &mut actions);
            if !new_game.as_ref().is_some_and(|sheet| sheet.covers_panel(&view)) {
                panels::panel_ui(ui, layout.panel, layout.style, &view, &mut panel, &mut actions);
            }
            if let Some(sheet) = &mut new_game {
                if alone {
                    focus.enter(&ctx, Some(Id::unique("new game")));
                }
                sheet.ui(ui, layout.panel, !alone, &view, &mut actions);
            }
        } else {
            pages.ui(ui, &layout, alone, &view, &mut actions);
        }
        if !layout.has_folded_rail() {
            pages::rail::rail_ui(ui, layout.rail, &jobs, &view, &mut actions);
        }
        menu::menu_ui(ui, &layout, &pages, &jobs, &view, self.messages.log_open, &mut actions);
        let message = self.messages.current(view.shows_thinking());
        let sheet_words = || new_game.as_ref().map(|_| (view.texts.new_game.status().to_owned(), false));
        let refusal = board.refusal(view.now);
        let words = match pages.sentence(&view).or_else(|| sheet_words().filter(|_| refusal.is_none())) {
            Some(words) => message.map_or(words, |message| (message.text(view.texts.language).to_owned(), false)),
            None => status::sentence(&view, board.step(), refusal, message),
        };
        status::status_ui(ui, layout.status, &view, &self.messages, words, &jobs, &mut actions);
        if self.messages.log_open {
            status::log_ui(ui, layout.status, layout.pane.right(), &view, &self.messages, &mut actions);
        }
        let front =
            dialog.as_ref().map(|dialog| dialog.id(&view)).or(set_up.as_ref().map(|_| study::SetUpDialog::id()));
        if front.is_some() || new_game.is_none() {
            focus.enter(&ctx, front);
        }
        if let Some(dialog) = &mut dialog {
            dialogs::dialog_ui(ui, dialog, &view, &mut actions);
        } else if let Some(set_up) = &mut set_up {
            set_up.ui(ui, &view, &mut actions);
        }
        let step = board.step();
        (self.board, self.panel, self.dialog, self.pages) = (board, panel, dialog, pages);
        self.new_game = new_game;
        self.study.set_up = set_up;
        self.typed = ctx.text_edit_focused();
        if step != begun {
            self.messages.clear();
            if step != Step::Idle {
                self.speak_situation(&ctx);
            }
        }
        if escape {
            self.escape(&ctx);
        }
        let now = ctx.input(|input| input.time);
        for action in actions {
            self.carry_out(&ctx, action, now);
        }
        let in_front = self.dialog.is_some() || self.study.set_up.is_some() || self.new_game.is_some();
        focus.leave(&ctx, in_front, egui::Popup::is_any_open(&ctx));
        self.focus = focus;
        self.speech.ui(ui, now);
    }
}

/// Esc outside of dialogs, menus and text fields.
fn escape_pressed(ctx: &Context) -> bool {
    !egui::Popup::is_any_open(ctx) && ctx.input(|input| input.key_pressed(egui::Key::Escape))
}

/// The desk behind the board or page, a little darker towards the bottom; only where it is seen.
fn desk(ui: &Ui, layout: &Layout, window: Rect, view: &View) {
    let mut desk = egui::Mesh::default();
    desk.add_colored_rect(window, view.palette.desk_top);
    for vertex in desk.vertices.iter_mut().filter(|vertex| vertex.pos.y == window.bottom()) {
        vertex.color = view.palette.desk_bottom;
    }
    let desk = egui::Shape::mesh(desk);
    if view.page != Page::Play {
        ui.painter().with_clip_rect(layout.page()).add(desk);
        return;
    }
    let plate = board::place_in(layout.pane, layout.margin, view).plate;
    for part in lean::around(plate.shrink(0.02 * plate.width()), layout.pane) {
        ui.painter().with_clip_rect(part).add(desk.clone());
    }
}

/// Finds out which of the remembered games are gone. A folder on another computer may take its time.
fn check_recent(settings: &Settings, waker: &Waker) -> BackgroundTask<Vec<String>> {
    let mut paths = settings.recent.clone();
    BackgroundTask::start("recent games", waker.clone(), move || {
        paths.retain(|path| !std::path::Path::new(path).exists());
        paths
    })
}

fn time_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64)
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &Context, _frame: &mut eframe::Frame) {
        self.style(ctx);
        self.work(ctx);
    }

    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        ui.push_id(Id::unique("window"), |ui| self.window_ui(ui));
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        // The file thread writes everything it was given before the program ends.
        self.write_settings();
        self.controller.say_goodbye();
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        let palette = if visuals.dark_mode { &theme::DARK } else { &theme::LIGHT };
        palette.desk_bottom.to_normalized_gamma_f32()
    }
}

/// The file that is suggested for a game.
fn suggested_path(folders: &DataFolders, names: [String; 2], taken: impl Fn(&std::path::Path) -> bool) -> PathBuf {
    let plain =
        |name: &str| -> String { name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).take(24).collect() };
    let [white, black] = names;
    let base = format!("{}-{}", plain(&white), plain(&black));
    let saves = folders.saves();
    (1..1000)
        .map(|number| saves.join(if number == 1 { format!("{base}.pgn") } else { format!("{base}-{number}.pgn") }))
        .find(|path| !taken(path))
        .unwrap_or_else(|| saves.join(format!("{base}.pgn")))
}

#[cfg(test)]
mod tests;
