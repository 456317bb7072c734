//! The window: it draws the controller's state and turns what a person does into commands, nothing more.

mod actions;
mod archive;
mod board;
mod boards;
mod coach;
mod dialogs;
mod display;
mod events;
mod file_dialogs;
mod focus;
mod fonts;
mod guide;
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
mod opening;
mod openings;
mod pages;
mod panels;
mod review;
mod screen;
mod sentences;
mod settings;
mod settings_file;
mod shortcuts;
mod solving;
mod sound;
mod speech;
mod status;
mod study;
mod theme;
mod tour;
mod view;
mod widgets;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use eframe::egui::{self, Context, Id, Ui};

use crate::controller::openings::Openings;
use crate::controller::puzzles::PuzzleBook;
use crate::controller::training::Training;
use crate::controller::worker::BackgroundTask;
use crate::controller::{Controller, Laboratory, SearchingMind, Setup, Solver, Waker};
use crate::texts::Texts;
use muehle_engine::files::DataFolders;
use muehle_engine::heuristics::library;
use muehle_engine::players::{Resources, ntuple};

use board::BoardState;
use dialogs::Dialog;
use file_dialogs::FileDialogs;
use messages::Messages;
use new_game::NewGameSheet;
use opening::ReportSink;
use pages::Pages;
use panels::PanelState;
use settings_file::{SettingsFile, settings_path};
use view::THINKING_SHOWS_AFTER;

pub use opening::{Options, run};
pub use settings::Settings;
pub use study::Viewer;
pub use view::View;

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
    review: review::ReviewState,
    openings: Openings,
    coach: coach::CoachState,
    archive: archive::ArchiveState,
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
    /// Set when there may be a report of a crash to speak about: of an earlier run, or of a thread of this one.
    crashed: Arc<AtomicBool>,
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
            study: study::Study::new(study_resources.clone(), waker.clone()),
            review: review::ReviewState::new(study_resources.clone(), waker.clone()),
            openings: Openings::start(study_resources.clone(), waker.clone()),
            coach: coach::CoachState::new(study_resources, waker.clone()),
            archive: archive::ArchiveState::default(),
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
            crashed: Arc::new(AtomicBool::new(true)),
        };
        app.watch_for_crashes();
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
        self.controller.set_keeps_games(self.settings.keep_games);
        let covered = self.dialog.is_some() || self.study.set_up.is_some() || self.pages.has_tour();
        self.controller.hold_clock(covered || self.coach.holds_move());
        // Events may cause others. All are handled before drawing: the board must know about a new game.
        loop {
            self.controller.poll();
            let Some(event) = self.controller.next_event() else { break };
            self.hear(ctx, event);
        }
        self.hear_crash();
        self.study_work();
        self.review_work();
        let explores = self.view(ctx).explores();
        self.openings_work(explores);
        self.coach_work();
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
        let focused = ctx.input(|input| input.focused);
        self.remember_window(ctx);
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

    fn view<'a>(&'a self, ctx: &Context) -> View<'a> {
        View {
            controller: &self.controller,
            workshop: &self.workshop,
            settings: &self.settings,
            study: &self.study,
            review: &self.review,
            openings: &self.openings,
            coach: &self.coach,
            page: self.pages.current,
            texts: self.texts(),
            palette: boards::window(ctx.theme(), self.settings.stones),
            board: boards::board(ctx.theme(), self.settings.board, self.settings.stones),
            now: ctx.input(|input| input.time),
            step: self.board.step(),
            pointed: self.panel.pointed,
        }
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

#[cfg(test)]
mod tests;
