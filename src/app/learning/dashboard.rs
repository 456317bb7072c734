//! The tab of networks that learn: a heuristic or an n-tuple network plays against itself, with live charts.

use std::ops::RangeInclusive;
use std::time::Duration;

use eframe::egui::{Align2, CornerRadius, Id, Rect, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2};

use super::LearningRequest;
use super::curves::{Range, chart_card, curve_ui, strengths_ui};
use super::tuples::TuplesForm;
use super::weights::weights_ui;
use crate::app::View;
use crate::app::actions::{Action, Actions, DialogKind};
use crate::app::board::Diagram;
use crate::app::dialogs::paragraph;
use crate::app::fonts::Weight;
use crate::app::jobs::{self, Job};
use crate::app::laboratory::Tab;
use crate::app::pages::{card, scrolled};
use crate::app::widgets::{
    ButtonStyle, Face, Scale, button_at, check, combo, group, halves, segments, slider, stepper, text_in, text_width,
};
use crate::controller::training::{Run, RunState, TrainingPlan, Yardstick};
use muehle_engine::heuristics::library;
use muehle_engine::rules::Position;

/// The width of the card with the settings.
pub(super) const COLUMN: f32 = 280.0;
/// Its height, and its height before anything was trained: then there is no state to show.
const FORM: f32 = 708.0;
const IDLE_FORM: f32 = 644.0;
/// The gap between cards.
pub(super) const GAP: f32 = 16.0;
/// From this width on, the charts are beside the settings.
pub(super) const WIDE: f32 = 760.0;
/// The room for buttons beside the watched board, and the least for the board itself.
const BUTTONS: f32 = 120.0;
const SMALLEST_BOARD: f32 = 140.0;
/// Seconds per ply of the watched game, and when it is slower.
const PLY_SECONDS: [f64; 2] = [0.25, 1.0];
/// Seconds the end of the watched game is shown.
const END_SECONDS: f64 = 1.5;
/// The largest random radius on the slider.
const MOST_RADIUS: f64 = 0.3;

/// The tab's state: the settings of the next training, and the position in the watched game.
pub struct LearningTab {
    plan: TrainingPlan,
    /// Whether n-tuples are trained instead.
    trains_tuples: bool,
    tuples: TuplesForm,
    ply: usize,
    since: f64,
    slow: bool,
    /// What the board shows; it is kept between two games.
    diagram: Diagram,
    /// The heuristic that was looked at.
    asked: String,
}

impl LearningTab {
    /// A tab with the last training, or one of the user's heuristics.
    pub fn new(view: &View) -> LearningTab {
        let words = view.texts.players;
        let own = || view.workshop.names.heuristics.iter().find(|name| !library::is_shipped(name)).cloned();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let plan = match view.workshop.training.run() {
            Some(run) => run.plan.clone(),
            None => TrainingPlan {
                heuristic: own().unwrap_or_else(|| words.pupil().to_owned()),
                lambda: None,
                depth: 2,
                // With the paper's radius a new network learns nothing: its own differences are smaller.
                random_radius: 0.01,
                threads: cores.min(16),
                seed: 1,
                games: 50_000,
                endgame: true,
                supervised: false,
                rules: view.settings.rules,
                yardstick: Yardstick::Standard,
            },
        };
        LearningTab {
            plan,
            trains_tuples: view.workshop.training.tuple_run().is_some_and(|run| run.running),
            tuples: TuplesForm::new(view),
            ply: 0,
            since: view.now,
            slow: false,
            diagram: Diagram::new(Position::START),
            asked: String::new(),
        }
    }

    /// Chooses a heuristic for the next training, which learns with its own λ.
    pub fn choose(&mut self, heuristic: String) {
        (self.plan.heuristic, self.plan.lambda) = (heuristic, None);
        self.trains_tuples = false;
        self.asked.clear();
    }

    /// Draws the tab.
    pub fn ui(&mut self, ui: &mut Ui, body: Rect, view: &View, actions: &mut Actions) {
        if self.asked != self.plan.heuristic {
            self.asked.clone_from(&self.plan.heuristic);
            actions.push(Action::Learning(LearningRequest::LookAt(self.plan.heuristic.clone())));
        }
        let wide = body.width() >= WIDE;
        let charts = if self.trains_tuples { 780.0 } else { 1180.0 };
        let idle = !self.trains_tuples && view.workshop.training.run().is_none();
        let height = match wide {
            true if idle => IDLE_FORM,
            true => FORM,
            false => FORM + GAP + charts,
        };
        scrolled(ui, body, "learning", height, |ui, rect| {
            let (column, rest) = match wide {
                true => (rect.with_max_x(rect.left() + COLUMN), rect.with_min_x(rect.left() + COLUMN + GAP)),
                // While it runs, the settings are below the charts.
                false if view.workshop.training.is_busy() => {
                    (rect.with_min_y(rect.bottom() - FORM), rect.with_max_y(rect.bottom() - FORM - GAP))
                }
                false => (rect.with_max_y(rect.top() + FORM), rect.with_min_y(rect.top() + FORM + GAP)),
            };
            card(ui, column, view.palette);
            let inner = column.shrink(16.0);
            let words = view.texts.learning;
            let kinds = [words.kind_heuristic(), words.kind_tuples()];
            let kind = inner.with_max_y(inner.top() + 34.0);
            let free = !view.workshop.training.is_busy();
            if let Some(chosen) = segments(ui, kind, "learner", &kinds, usize::from(self.trains_tuples), free) {
                self.trains_tuples = chosen == 1;
            }
            let form = inner.with_min_y(kind.bottom() + 10.0);
            if self.trains_tuples {
                self.tuples.ui(ui, form, view, actions);
                super::tuples::curves_ui(ui, rest, wide, view);
            } else {
                self.form_ui(ui, form, view, actions);
                // In a low window the buttons stay in sight, above what must be scrolled to.
                let sight = inner.with_max_y(inner.bottom().min(ui.clip_rect().bottom() - 8.0));
                let buttons = if wide { sight } else { inner };
                if buttons.bottom() < inner.bottom() {
                    let ground = Rect::from_min_max(pos2(inner.left(), buttons.bottom() - 92.0), inner.max);
                    ui.painter().rect_filled(ground, CornerRadius::ZERO, view.palette.card);
                }
                self.buttons_ui(ui, buttons, view, actions);
                self.charts_ui(ui, rest, wide, view);
            }
        });
    }

    fn form_ui(&mut self, ui: &mut Ui, column: Rect, view: &View, actions: &mut Actions) {
        let (texts, palette) = (view.texts, view.palette);
        let training = &view.workshop.training;
        let enabled = !training.is_busy();
        let painter = ui.painter().clone();
        let ink = if enabled { palette.text } else { palette.disabled };
        let row = |top: f32, height: f32| {
            Rect::from_min_size(pos2(column.left(), column.top() + top), vec2(column.width(), height))
        };
        let heuristic = texts.players.heuristic();
        let head = row(0.0, 18.0);
        text_in(&painter, head, Align2::LEFT_CENTER, heuristic, Weight::Medium, 12.5, palette.muted);
        let width = text_width(ui, texts.learning.new_heuristic(), Weight::SemiBold, 13.0) + 10.0;
        let new = Rect::from_center_size(pos2(head.right() + 4.0 - width / 2.0, head.center().y), vec2(width, 24.0));
        let face = Face::Text(texts.learning.new_heuristic());
        let tip = texts.tips.new_heuristic();
        if button_at(ui, new, "dashboard new", face, ButtonStyle::Link, enabled, tip).clicked() {
            actions.push(Action::Show(DialogKind::CreateForTraining));
        }
        let mut names = view.workshop.names.heuristics.clone();
        if !names.contains(&self.plan.heuristic) {
            names.push(self.plan.heuristic.clone());
        }
        let entries: Vec<_> = names.into_iter().map(|name| (name.clone(), name)).collect();
        if let Some(name) = combo(ui, row(22.0, 36.0), heuristic, &self.plan.heuristic, &entries, enabled) {
            self.choose(name);
        }
        let pupil = training.pupil(&self.plan.heuristic).flatten();
        let note = match () {
            () if library::is_shipped(&self.plan.heuristic) => texts.players.note_shipped().to_owned(),
            () if !view.workshop.names.heuristics.contains(&self.plan.heuristic) => texts.players.note_new().to_owned(),
            () => pupil.map_or(String::new(), |pupil| texts.learning.shape(&pupil.shape)),
        };
        text_in(&painter, row(60.0, 16.0), Align2::LEFT_CENTER, &note, Weight::Regular, 12.0, palette.muted);
        let sliding = |ui: &mut Ui, top: f32, name: &str, value: f64, scale: Scale| {
            let line = row(top, 32.0);
            let label = line.with_max_x(line.left() + 96.0);
            text_in(&painter, label, Align2::LEFT_CENTER, name, Weight::Regular, 14.0, ink);
            let shown = line.with_min_x(line.right() - 40.0);
            text_in(
                &painter,
                shown,
                Align2::RIGHT_CENTER,
                &texts.language.decimal(value, 2),
                Weight::Medium,
                14.0,
                ink,
            );
            let rail =
                Rect::from_min_max(pos2(label.right() + 10.0, line.top()), pos2(shown.left() - 8.0, line.bottom()));
            slider(ui, rail, ("dashboard", name), name, (value, scale), enabled)
        };
        // Before the heuristic is read its λ is unknown.
        let shares = Scale::even(0.0, 1.0, 0.05);
        // Without a pupil the row stays where it is, at the usual value of a new heuristic.
        let lambda = self.plan.lambda.or(pupil.map(|pupil| pupil.heuristic.learning.lambda)).unwrap_or(0.7);
        if let Some(lambda) = sliding(ui, 78.0, texts.learning.lambda(), lambda, shares) {
            self.plan.lambda = Some(lambda);
        }
        let radii = Scale::even(0.0, MOST_RADIUS, 0.01);
        if let Some(radius) = sliding(ui, 108.0, texts.learning.radius(), self.plan.random_radius, radii) {
            self.plan.random_radius = radius;
        }
        let number = |ui: &mut Ui, top: f32, name: &str, value: u16, range: RangeInclusive<u16>, step: u16| {
            let line = row(top, 34.0);
            let field = line.with_min_x(line.right() - 116.0);
            let label = line.with_max_x(field.left() - 8.0);
            text_in(ui.painter(), label, Align2::LEFT_CENTER, name, Weight::Regular, 14.0, ink);
            stepper(ui, field, ("dashboard", top as u32), name, value, (range, step), enabled)
        };
        if let Some(depth) = number(ui, 142.0, texts.learning.depth(), self.plan.depth.into(), 1..=8, 1) {
            self.plan.depth = depth as u8;
        }
        if let Some(threads) = number(ui, 178.0, texts.learning.threads(), self.plan.threads as u16, 1..=64, 1) {
            self.plan.threads = threads.into();
        }
        let thousands = (self.plan.games / 1000) as u16;
        let step = if thousands < 10 { 1 } else { 10 };
        let name = texts.laboratory.tuples_games();
        if let Some(games) = number(ui, 214.0, name, thousands, 1..=10_000, step) {
            self.plan.games = 1000 * u64::from(games);
        }
        if let Some(seed) = number(ui, 250.0, texts.learning.seed(), self.plan.seed as u16, 0..=u16::MAX, 1) {
            self.plan.seed = seed.into();
        }
        let checks = |ui: &mut Ui, top: f32, name: &str, on: bool| {
            let mut child =
                ui.new_child(eframe::egui::UiBuilder::new().id_salt(("check", top as u32)).max_rect(row(top, 26.0)));
            if !enabled {
                child.disable();
            }
            check(&mut child, row(top, 26.0), ("dashboard", top as u32), name, on) && enabled
        };
        if checks(ui, 288.0, texts.learning.endgame(), self.plan.endgame) {
            self.plan.endgame ^= true;
        }
        if checks(ui, 314.0, texts.learning.supervised(), self.plan.supervised && self.plan.endgame) {
            self.plan.supervised = !(self.plan.supervised && self.plan.endgame);
            self.plan.endgame |= self.plan.supervised;
        }
        let against = texts.learning.against();
        text_in(&painter, row(344.0, 18.0), Align2::LEFT_CENTER, against, Weight::Medium, 12.5, palette.muted);
        let choices = [texts.learning.standard(), texts.learning.start()];
        let chosen = usize::from(self.plan.yardstick == Yardstick::Start);
        let mut opponents = group(ui, Role::RadioGroup, against);
        if let Some(chosen) = segments(&mut opponents, row(364.0, 34.0), "yardstick", &choices, chosen, enabled) {
            self.plan.yardstick = if chosen == 0 { Yardstick::Standard } else { Yardstick::Start };
        }
        painter.hline(column.x_range(), column.top() + 406.5, Stroke::new(1.0, palette.hairline));
        match training.run() {
            Some(run) => state_ui(ui, row(414.0, 134.0), run, view),
            None => {
                paragraph(ui, row(416.0, 60.0), texts.learning.idle(), 13.0, palette.muted);
            }
        }
    }

    /// The buttons at the bottom of the card.
    fn buttons_ui(&mut self, ui: &mut Ui, column: Rect, view: &View, actions: &mut Actions) {
        let texts = view.texts;
        let training = &view.workshop.training;
        let state = training.run().map(|run| run.state);
        let known = training.run().is_some_and(|run| run.now.is_some());
        let main = column.with_min_y(column.bottom() - 40.0);
        let others = Rect::from_min_max(pos2(column.left(), main.top() - 44.0), pos2(column.right(), main.top() - 8.0));
        let [left, right] = halves(others);
        let tips = texts.tips;
        let button =
            |ui: &mut Ui, rect: Rect, id: &str, (name, tip): (&str, &str), style: ButtonStyle, enabled: bool| {
                button_at(ui, rect, ("dashboard", id), Face::Text(name), style, enabled, tip).clicked()
            };
        let mut ask = |request: LearningRequest| actions.push(Action::Learning(request));
        let paused = state == Some(RunState::Paused);
        let on = training.is_learning();
        let pause = match paused {
            true => (texts.common.resume(), tips.resume_training()),
            false => (texts.common.pause(), tips.pause_training()),
        };
        if button(ui, left, "pause", pause, ButtonStyle::Plain, on) {
            ask(LearningRequest::Pause(!paused));
        }
        if button(ui, right, "play", (texts.learning.play(), tips.play_trained()), ButtonStyle::Plain, known) {
            ask(LearningRequest::Play);
        }
        if on {
            if button(ui, main, "stop", (texts.common.stop(), tips.stop_training()), ButtonStyle::Primary, true) {
                ask(LearningRequest::Stop);
            }
        } else {
            let ready = !training.is_busy() && library::is_valid_name(&self.plan.heuristic);
            if button(ui, main, "begin", (texts.learning.begin(), tips.begin_training()), ButtonStyle::Primary, ready) {
                self.ply = 0;
                self.diagram.position = Position::START;
                let plan = TrainingPlan { rules: view.settings.rules, ..self.plan.clone() };
                ask(LearningRequest::Begin(Box::new(plan)));
            }
        }
    }

    fn charts_ui(&mut self, ui: &mut Ui, rest: Rect, wide: bool, view: &View) {
        let (words, palette) = (view.texts.learning, view.palette);
        // Two charts above, weights and board below; all in one column where there is little room.
        let [loss, strength, bars, board] = if wide {
            let (upper, lower) = rest.split_top_bottom_at_fraction(0.48);
            let (upper, lower) =
                (upper.with_max_y(upper.bottom() - GAP / 2.0), lower.with_min_y(lower.top() + GAP / 2.0));
            let halves = |row: Rect| {
                let (left, right) = row.split_left_right_at_fraction(0.5);
                [left.with_max_x(left.right() - GAP / 2.0), right.with_min_x(right.left() + GAP / 2.0)]
            };
            let ([loss, strength], [bars, board]) = (halves(upper), halves(lower));
            [loss, strength, bars, board]
        } else {
            let height = (rest.height() - 3.0 * GAP) / 4.0;
            [0.0, 1.0, 2.0, 3.0].map(|place| {
                Rect::from_min_size(pos2(rest.left(), rest.top() + place * (height + GAP)), vec2(rest.width(), height))
            })
        };
        let run = view.workshop.training.run();
        let now = run.and_then(|run| run.now.as_ref());
        let games = now.map_or(0.0, |now| now.games as f64);
        let error =
            now.filter(|now| now.games > 0).map_or(String::new(), |now| view.texts.language.decimal(now.error, 3));
        let well = chart_card(ui, loss, words.error(), words.loss(), &error, view);
        let opponent = match run.map_or(self.plan.yardstick, |run| run.plan.yardstick) {
            Yardstick::Standard => words.standard(),
            Yardstick::Start => words.start(),
        };
        let last = run.and_then(|run| run.strengths.last());
        let score = last.map_or(String::new(), |last| format!("{:.0}\u{a0}%", 100.0 * last.score));
        let strength_well = chart_card(ui, strength, words.strength_title(), &words.strength(opponent), &score, view);
        // The weights of the chosen heuristic: as it learns, or as it is.
        let learns =
            run.filter(|run| view.workshop.training.is_learning() || run.plan.heuristic == self.plan.heuristic);
        let before = learns.and_then(Run::before);
        let known = view.workshop.names.heuristics.contains(&self.plan.heuristic);
        let pupil = view.workshop.training.pupil(&self.plan.heuristic).flatten().filter(|_| known);
        let weights = match learns.and_then(|run| run.now.as_ref()) {
            Some(now) => Some(&*now.heuristic),
            None => pupil.map(|pupil| &pupil.heuristic),
        };
        let remark = match before {
            Some((ago, _)) => words.change(view.texts.language.grouped(ago)),
            None => weights.map_or(String::new(), |_| self.plan.heuristic.clone()),
        };
        let bars_well = chart_card(ui, bars, words.weights_title(), &remark, "", view);
        // Before the first training the charts are empty.
        let (errors, strengths) = run.map_or((&[][..], &[][..]), |run| (&run.errors[..], &run.strengths[..]));
        let most = errors.iter().map(|point| point[1]).fold(if errors.is_empty() { 0.4 } else { 0.02 }, f64::max);
        let range = Range { games, most, digits: if most < 0.04 { 3 } else { 2 } };
        curve_ui(ui, well, "loss", errors, range, view, palette.primary);
        strengths_ui(ui, strength_well, strengths, games, view);
        if let Some(heuristic) = weights {
            weights_ui(ui, bars_well, heuristic, before.map(|(_, heuristic)| heuristic), view);
        }
        self.board_ui(ui, board, run, view);
    }

    /// The self-play game, at a watchable pace.
    fn board_ui(&mut self, ui: &mut Ui, rect: Rect, run: Option<&Run>, view: &View) {
        let (words, tips) = (view.texts.learning, view.texts.tips);
        let watched = view.workshop.training.watched();
        let running = run.is_some_and(|run| run.state == RunState::Running);
        let ply_seconds = PLY_SECONDS[usize::from(self.slow)];
        if let Some((position, last, over)) = watched.at(self.ply) {
            self.diagram.position = position;
            let patience = if over && self.ply >= last { END_SECONDS } else { ply_seconds };
            if running && view.now - self.since >= patience {
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
        if running {
            ui.ctx().request_repaint_after_secs(ply_seconds as f32 / 2.0);
        }
        let inside = chart_card(ui, rect, words.board(), &words.ply(self.ply), "", view);
        // The buttons are beside the board, or below it where it would be too small.
        let beside = inside.width() - BUTTONS >= SMALLEST_BOARD;
        let side = match beside {
            true => inside.height().min(inside.width() - BUTTONS),
            false => inside.width().min(inside.height() - 44.0),
        };
        let plate = Rect::from_min_size(inside.min, Vec2::splat(side));
        self.diagram.paint(ui.painter(), plate, view.board);
        let response = ui.interact(plate, Id::unique("watched board"), Sense::hover());
        let label = format!("{}: {}", words.board(), self.diagram.position);
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &label));
        let [next, pace] = if beside {
            let row = Rect::from_min_max(
                pos2(plate.right() + 16.0, plate.bottom() - 36.0),
                pos2(inside.right(), plate.bottom()),
            );
            [row.translate(vec2(0.0, -44.0)), row]
        } else {
            halves(Rect::from_min_size(plate.left_bottom() + vec2(0.0, 8.0), vec2(inside.width(), 36.0)))
        };
        let face = Face::Text(words.next_game());
        if button_at(ui, next, "watch next", face, ButtonStyle::Plain, running, tips.watch_next()).clicked() {
            watched.next();
            self.ply = 0;
        }
        let (name, tip) = match self.slow {
            true => (words.faster(), tips.watch_faster()),
            false => (words.slower(), tips.watch_slower()),
        };
        if button_at(ui, pace, "watch pace", Face::Text(name), ButtonStyle::Plain, running, tip).clicked() {
            self.slow ^= true;
        }
    }
}

/// How far a training is, or why it ended.
fn state_ui(ui: &mut Ui, area: Rect, run: &Run, view: &View) {
    let (words, palette) = (view.texts.learning, view.palette);
    let painter = ui.painter().clone();
    let running = run.state != RunState::Stopped;
    let paused = run.state == RunState::Paused;
    let left = if running { area.left() + 52.0 } else { area.left() };
    if running {
        let job = Job {
            tab: Some(Tab::Learning),
            words: String::new(),
            share: run.now.as_ref().map(|_| run.share()),
            paused,
        };
        jobs::ring(&painter, area.min + vec2(21.0, 21.0), 15.0, &job, view);
    }
    let now = run.now.as_ref();
    let state = match run.state {
        RunState::Stopped if run.failed.is_some() => words.state_failed().to_owned(),
        RunState::Stopped if run.share() >= 1.0 => words.state_done().to_owned(),
        RunState::Stopped => words.state_stopped().to_owned(),
        RunState::Paused => words.state_paused().to_owned(),
        RunState::Running => match now {
            None => words.state_starting().to_owned(),
            Some(now) if now.measuring => words.state_measuring().to_owned(),
            Some(_) => format!("{}\u{a0}%", jobs::percent(run.share())),
        },
    };
    let grouped = |games| view.texts.language.grouped(games);
    let games = words.games_of(grouped(now.map_or(0, |now| now.games)), grouped(run.plan.games));
    let head = Rect::from_min_max(pos2(left, area.top()), pos2(area.right(), area.top() + 22.0));
    let ink = if run.failed.is_some() { palette.danger } else { palette.text };
    text_in(&painter, head, Align2::LEFT_CENTER, &state, Weight::SemiBold, 15.0, ink);
    let line = head.translate(vec2(0.0, 22.0));
    text_in(&painter, line, Align2::LEFT_CENTER, &games, Weight::Regular, 13.0, palette.muted);
    let below = area.with_min_y(area.top() + 49.0);
    let mut said = format!("{state} · {games}");
    if let Some(error) = &run.failed {
        let reason = view.texts.learn_error(error) + ".";
        paragraph(ui, below, &reason, 13.0, palette.danger);
        said = format!("{said}. {reason}");
    } else if let Some(now) = now {
        let results = &now.results;
        let left = run.left().filter(|_| running).map_or("–".to_owned(), |left| view.texts.language.time(left));
        let lines = [
            (words.running_for(), view.texts.language.time(run.since.elapsed().max(Duration::from_secs(1)))),
            (words.time_left(), left),
            (words.per_minute(), format!("{:.0}", 60.0 * now.speed)),
            (words.results_title(), words.results(results.won, results.drawn, results.lost)),
        ];
        for (place, (name, value)) in lines.into_iter().enumerate() {
            let line = Rect::from_min_size(below.min + vec2(0.0, 20.0 * place as f32), vec2(below.width(), 20.0));
            let width = text_in(&painter, line, Align2::RIGHT_CENTER, &value, Weight::Medium, 13.0, palette.text);
            let room = line.with_max_x(line.right() - width - 8.0);
            text_in(&painter, room, Align2::LEFT_CENTER, name, Weight::Regular, 13.0, palette.muted);
            said = format!("{said}. {name}: {value}");
        }
    }
    let response = ui.interact(area, Id::unique("training state"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &said));
}
