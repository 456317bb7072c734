//! The training dialog: a heuristic plays against itself and learns, with live charts.

use std::ops::RangeInclusive;

use eframe::egui::{Align2, Id, Rect, Role, ScrollArea, Sense, Ui, UiBuilder, Vec2, WidgetInfo, pos2, vec2};

use super::LearningRequest;
use super::curves::{Range, curve_ui, strengths_ui, well_ui};
use super::weights::weights_ui;
use crate::app::View;
use crate::app::actions::{Action, Actions, DialogKind};
use crate::app::board::Diagram;
use crate::app::dialogs::paragraph;
use crate::app::fonts::Weight;
use crate::app::widgets::{
    ButtonStyle, Face, Scale, button_at, check, combo, group, segments, slider, stepper, text_in, text_width,
};
use crate::controller::training::{Run, RunState, TrainingPlan, Yardstick};
use muehle_engine::heuristics::library;
use muehle_engine::rules::Position;

/// The size of the dialog below its title.
pub const SIZE: Vec2 = vec2(1080.0, 640.0);
/// The width of the column with the parameters.
const COLUMN: f32 = 280.0;
/// The height of the parameters.
const FORM: f32 = 424.0;
/// Seconds per ply of the watched game.
const PLY_SECONDS: f64 = 0.25;
/// Seconds the end of the watched game is shown.
const END_SECONDS: f64 = 1.5;
/// The largest random radius on the slider.
const MOST_RADIUS: f64 = 0.3;

/// The dialog's state: the settings of the next training, and the position in the watched game.
pub struct DashboardDialog {
    plan: TrainingPlan,
    ply: usize,
    since: f64,
    /// What the board shows; it is kept between two games.
    diagram: Diagram,
}

impl DashboardDialog {
    /// A dialog with the last training, or one of the user's heuristics.
    pub fn new(view: &View, heuristic: Option<String>) -> DashboardDialog {
        let words = view.texts.players;
        let own = || view.workshop.names.heuristics.iter().find(|name| !library::is_shipped(name)).cloned();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let mut plan = match view.workshop.training.run() {
            Some(run) => TrainingPlan { rules: view.settings.rules, ..run.plan.clone() },
            None => TrainingPlan {
                heuristic: own().unwrap_or_else(|| words.pupil().to_owned()),
                // With the paper's λ and radius a new network learns that everything is a draw: its own differences are
                // smaller than the radius, and its own opinion counts too much.
                lambda: 0.95,
                depth: 2,
                random_radius: 0.01,
                threads: cores.min(16),
                seed: 1,
                endgame: true,
                supervised: false,
                rules: view.settings.rules,
                yardstick: Yardstick::Standard,
            },
        };
        if let Some(heuristic) = heuristic {
            plan.heuristic = heuristic;
        }
        DashboardDialog { plan, ply: 0, since: view.now, diagram: Diagram::new(Position::START) }
    }

    /// Draws the dialog.
    pub fn ui(&mut self, ui: &mut Ui, body: Rect, view: &View, actions: &mut Actions) {
        let footer = Rect::from_min_max(pos2(body.left(), body.bottom() - 40.0), body.max);
        let area = Rect::from_min_max(body.min, pos2(body.right(), footer.top() - 14.0));
        let wide = area.width() >= 760.0;
        let (form, rest_height) = match wide {
            true => (FORM, area.height().max(FORM)),
            false => (FORM + 16.0, 820.0),
        };
        let height = if wide { rest_height } else { form + rest_height };
        let mut child = ui.new_child(UiBuilder::new().id_salt("dashboard").max_rect(area));
        ScrollArea::vertical().id_salt("dashboard area").auto_shrink(false).show(&mut child, |ui| {
            let room = if height > area.height() { 12.0 } else { 0.0 };
            let (rect, _) = ui.allocate_exact_size(vec2(area.width() - room, height), Sense::hover());
            let (column, rest) = match wide {
                true => (
                    Rect::from_min_size(rect.min, vec2(COLUMN, rect.height())),
                    Rect::from_min_max(pos2(rect.left() + COLUMN + 28.0, rect.top()), rect.max),
                ),
                // While it runs, the form is below the charts.
                false if view.workshop.training.is_learning() => (
                    Rect::from_min_max(pos2(rect.left(), rect.bottom() - FORM), rect.max),
                    Rect::from_min_size(rect.min, vec2(rect.width(), rest_height)),
                ),
                false => (
                    Rect::from_min_size(rect.min, vec2(rect.width(), FORM)),
                    Rect::from_min_max(pos2(rect.left(), rect.top() + form), rect.max),
                ),
            };
            self.form_ui(ui, column, view, actions);
            self.charts_ui(ui, rest, wide, view);
        });
        self.footer_ui(ui, footer, view, actions);
    }

    fn form_ui(&mut self, ui: &mut Ui, column: Rect, view: &View, actions: &mut Actions) {
        let (texts, palette) = (view.texts, view.palette);
        let enabled = !view.workshop.training.is_busy();
        let painter = ui.painter().clone();
        let ink = if enabled { palette.text } else { palette.disabled };
        let row = |top: f32, height: f32| {
            Rect::from_min_size(pos2(column.left(), column.top() + top), vec2(column.width(), height))
        };
        let heuristic = view.texts.players.heuristic();
        text_in(&painter, row(0.0, 18.0), Align2::LEFT_CENTER, heuristic, Weight::Medium, 12.5, palette.muted);
        let line = row(22.0, 36.0);
        let width = text_width(ui, texts.learning.new_heuristic(), Weight::Medium, 13.0) + 28.0;
        let new = Rect::from_min_max(pos2(line.right() - width, line.top()), line.max);
        let list = line.with_max_x(new.left() - 8.0);
        let mut names = view.workshop.names.heuristics.clone();
        if !names.contains(&self.plan.heuristic) {
            names.push(self.plan.heuristic.clone());
        }
        let entries: Vec<_> = names.into_iter().map(|name| (name.clone(), name)).collect();
        if let Some(name) = combo(ui, list, heuristic, &self.plan.heuristic, &entries, enabled) {
            self.plan.heuristic = name;
        }
        let face = Face::Text(texts.learning.new_heuristic());
        if button_at(ui, new, "dashboard new", face, ButtonStyle::Plain, enabled).clicked() {
            actions.push(Action::Show(DialogKind::CreateForDashboard));
        }
        let note = match () {
            () if !enabled => "",
            () if library::is_shipped(&self.plan.heuristic) => texts.players.note_shipped(),
            () if !view.workshop.names.heuristics.contains(&self.plan.heuristic) => texts.players.note_new(),
            () => "",
        };
        text_in(&painter, row(60.0, 16.0), Align2::LEFT_CENTER, note, Weight::Regular, 12.0, palette.muted);
        let sliding = |ui: &mut Ui, top: f32, name: &str, value: f64, scale: Scale| {
            let line = row(top, 32.0);
            let label = line.with_max_x(line.left() + 104.0);
            text_in(&painter, label, Align2::LEFT_CENTER, name, Weight::Regular, 14.0, ink);
            let shown = line.with_min_x(line.right() - 46.0);
            text_in(&painter, shown, Align2::RIGHT_CENTER, &format!("{value:.2}"), Weight::Medium, 14.0, ink);
            let rail =
                Rect::from_min_max(pos2(label.right() + 10.0, line.top()), pos2(shown.left() - 10.0, line.bottom()));
            slider(ui, rail, ("dashboard", name), name, (value, scale), enabled)
        };
        let shares = Scale::even(0.0, 1.0, 0.05);
        if let Some(lambda) = sliding(ui, 82.0, texts.learning.lambda(), self.plan.lambda, shares) {
            self.plan.lambda = lambda;
        }
        let radii = Scale::even(0.0, MOST_RADIUS, 0.01);
        if let Some(radius) = sliding(ui, 116.0, texts.learning.radius(), self.plan.random_radius, radii) {
            self.plan.random_radius = radius;
        }
        let number = |ui: &mut Ui, top: f32, name: &str, value: u16, range: RangeInclusive<u16>| {
            let line = row(top, 34.0);
            let field = line.with_min_x(line.right() - 116.0);
            let label = line.with_max_x(field.left() - 8.0);
            text_in(ui.painter(), label, Align2::LEFT_CENTER, name, Weight::Regular, 14.0, ink);
            stepper(ui, field, ("dashboard", top as u32), name, value, (range, 1), enabled)
        };
        if let Some(depth) = number(ui, 154.0, texts.learning.depth(), self.plan.depth.into(), 1..=8) {
            self.plan.depth = depth as u8;
        }
        if let Some(threads) = number(ui, 194.0, texts.learning.threads(), self.plan.threads as u16, 1..=64) {
            self.plan.threads = threads.into();
        }
        if let Some(seed) = number(ui, 234.0, texts.learning.seed(), self.plan.seed as u16, 0..=u16::MAX) {
            self.plan.seed = seed.into();
        }
        let checks = |ui: &mut Ui, top: f32, name: &str, on: bool| {
            let mut child = ui.new_child(UiBuilder::new().id_salt(("check", top as u32)).max_rect(row(top, 26.0)));
            if !enabled {
                child.disable();
            }
            check(&mut child, row(top, 26.0), ("dashboard", top as u32), name, on) && enabled
        };
        if checks(ui, 278.0, texts.learning.endgame(), self.plan.endgame) {
            self.plan.endgame ^= true;
        }
        if checks(ui, 308.0, texts.learning.supervised(), self.plan.supervised && self.plan.endgame) {
            self.plan.supervised = !(self.plan.supervised && self.plan.endgame);
            self.plan.endgame |= self.plan.supervised;
        }
        let against = texts.learning.against();
        text_in(&painter, row(346.0, 18.0), Align2::LEFT_CENTER, against, Weight::Medium, 12.5, palette.muted);
        let choices = [texts.learning.standard(), texts.learning.start()];
        let chosen = usize::from(self.plan.yardstick == Yardstick::Start);
        let mut opponents = group(ui, Role::RadioGroup, against);
        if let Some(chosen) = segments(&mut opponents, row(368.0, 34.0), "yardstick", &choices, chosen, enabled) {
            self.plan.yardstick = if chosen == 0 { Yardstick::Standard } else { Yardstick::Start };
        }
    }

    fn charts_ui(&mut self, ui: &mut Ui, rest: Rect, wide: bool, view: &View) {
        let (words, palette) = (view.texts.learning, view.palette);
        let Some(run) = view.workshop.training.run() else {
            paragraph(ui, rest.with_max_y(rest.top() + 60.0), words.idle(), 14.0, palette.muted);
            return;
        };
        let head = Rect::from_min_size(rest.min, vec2(rest.width(), 20.0));
        let (state, results) = state_words(run, view);
        let width = text_in(ui.painter(), head, Align2::LEFT_CENTER, &state, Weight::Medium, 14.0, palette.text);
        if width + text_width(ui, &results, Weight::Regular, 12.5) + 16.0 < head.width() {
            text_in(ui.painter(), head, Align2::RIGHT_CENTER, &results, Weight::Regular, 12.5, palette.muted);
        }
        let response = ui.interact(head, Id::unique("training state"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{state}. {results}")));
        let top = head.bottom() + 12.0;
        let below = Rect::from_min_max(pos2(rest.left(), top), rest.max);
        // Two charts above, board and bars below; all in one column where there is little room.
        let [loss, strength, board, bars] = if wide {
            let (upper, lower) = below.split_top_bottom_at_fraction(0.46);
            let (lower, upper) = (lower.with_min_y(lower.top() + 8.0), upper.with_max_y(upper.bottom() - 6.0));
            let (left, right) = upper.split_left_right_at_fraction(0.5);
            let side = (lower.height() - 22.0).min(lower.width() * 0.42);
            let board = lower.with_max_x(lower.left() + side);
            [
                left.with_max_x(left.right() - 8.0),
                right.with_min_x(right.left() + 8.0),
                board,
                lower.with_min_x(board.right() + 16.0),
            ]
        } else {
            let part = |at: f32, height: f32| {
                Rect::from_min_size(pos2(below.left(), below.top() + at), vec2(below.width(), height))
            };
            [part(0.0, 170.0), part(182.0, 170.0), part(364.0, 230.0), part(606.0, 170.0)]
        };
        let well = well_ui(ui, loss, words.loss(), view);
        let most = run.errors.iter().map(|point| point[1]).fold(0.02, f64::max);
        let games = run.now.as_ref().map_or(0.0, |now| now.games as f64);
        let range = Range { games, most, digits: if most < 0.04 { 3 } else { 2 } };
        curve_ui(ui, well, "loss", &run.errors, range, view, palette.mark_removal);
        let opponent = match run.plan.yardstick {
            Yardstick::Standard => words.standard(),
            Yardstick::Start => words.start(),
        };
        let caption = words.strength(opponent);
        let well = well_ui(ui, strength, &caption, view);
        strengths_ui(ui, well, &run.strengths, games, view);
        self.board_ui(ui, board, run, view);
        let well = well_ui(ui, bars, words.weights(), view);
        if let Some(now) = &run.now {
            weights_ui(ui, well.shrink(6.0), &now.heuristic, view);
        }
    }

    /// The self-play game, at a watchable pace.
    fn board_ui(&mut self, ui: &mut Ui, rect: Rect, run: &Run, view: &View) {
        let (words, palette) = (view.texts.learning, view.palette);
        let watched = view.workshop.training.watched();
        if let Some((position, last, over)) = watched.at(self.ply) {
            self.diagram.position = position;
            let patience = if over && self.ply >= last { END_SECONDS } else { PLY_SECONDS };
            if run.state == RunState::Running && view.now - self.since >= patience {
                self.since = view.now;
                if self.ply < last {
                    self.ply += 1;
                } else if over {
                    watched.next();
                    self.ply = 0;
                }
            }
        } else {
            self.ply = 0;
        }
        if run.state == RunState::Running {
            ui.ctx().request_repaint_after_secs(PLY_SECONDS as f32 / 2.0);
        }
        let head = Rect::from_min_size(rect.min, vec2(rect.width(), 18.0));
        text_in(ui.painter(), head, Align2::LEFT_CENTER, words.board(), Weight::Medium, 12.5, palette.muted);
        let ply = words.ply(self.ply);
        text_in(ui.painter(), head, Align2::RIGHT_CENTER, &ply, Weight::Regular, 12.5, palette.muted);
        let side = (rect.height() - 22.0).min(rect.width());
        let plate = Rect::from_min_size(pos2(rect.left(), head.bottom() + 4.0), Vec2::splat(side));
        self.diagram.paint(ui.painter(), plate, palette);
        let response = ui.interact(plate, Id::unique("watched board"), Sense::hover());
        let label = format!("{}: {}", words.board(), self.diagram.position);
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &label));
    }

    fn footer_ui(&mut self, ui: &mut Ui, footer: Rect, view: &View, actions: &mut Actions) {
        let texts = view.texts;
        let training = &view.workshop.training;
        let state = training.run().map(|run| run.state);
        let known = training.run().is_some_and(|run| run.now.is_some());
        let mut right = footer.right();
        let mut button = |ui: &mut Ui, id: &str, name: &str, style: ButtonStyle, enabled: bool| {
            let width = (text_width(ui, name, Weight::SemiBold, 14.5) + 30.0).max(88.0);
            let rect = Rect::from_min_max(pos2(right - width, footer.top()), pos2(right, footer.bottom()));
            right -= width + 10.0;
            // Where there is no room for the last button, which closes the window, the cross does it.
            rect.left() >= footer.left()
                && button_at(ui, rect, ("dashboard footer", id), Face::Text(name), style, enabled).clicked()
        };
        let mut ask = |request: LearningRequest| actions.push(Action::Learning(request));
        match state {
            Some(RunState::Running) => {
                if button(ui, "pause", texts.common.pause(), ButtonStyle::Primary, true) {
                    ask(LearningRequest::Pause(true));
                }
            }
            Some(RunState::Paused) => {
                if button(ui, "go on", texts.common.resume(), ButtonStyle::Primary, true) {
                    ask(LearningRequest::Pause(false));
                }
            }
            Some(RunState::Stopped) | None => {
                let ready = !training.is_busy() && library::is_valid_name(&self.plan.heuristic);
                if button(ui, "begin", texts.learning.begin(), ButtonStyle::Primary, ready) {
                    self.ply = 0;
                    self.diagram.position = Position::START;
                    ask(LearningRequest::Begin(Box::new(self.plan.clone())));
                }
            }
        }
        let on = matches!(state, Some(RunState::Running | RunState::Paused));
        if button(ui, "stop", texts.common.stop(), ButtonStyle::Plain, on) {
            ask(LearningRequest::Stop);
        }
        if button(ui, "play", texts.learning.play(), ButtonStyle::Plain, known) {
            ask(LearningRequest::Play);
        }
        if button(ui, "close", view.texts.common.close(), ButtonStyle::Plain, true) {
            actions.push(Action::CloseDialog);
        }
    }
}

/// The state of a training, and the results of its games.
fn state_words(run: &Run, view: &View) -> (String, String) {
    let words = view.texts.learning;
    let Some(now) = &run.now else {
        let waiting = if run.state == RunState::Stopped { words.state_stopped() } else { words.state_starting() };
        return (waiting.to_owned(), String::new());
    };
    let state = match run.state {
        RunState::Running if now.measuring => words.state_measuring(),
        RunState::Running => words.state_running(),
        RunState::Paused => words.state_paused(),
        RunState::Stopped => words.state_stopped(),
    };
    let (speed, error) = (format!("{:.0}", now.speed), format!("{:.4}", now.error));
    let results = words.results(now.results.won, now.results.drawn, now.results.lost);
    (words.state(state, now.games, speed, error), results)
}
