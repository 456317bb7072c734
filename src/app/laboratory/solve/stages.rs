//! The stages of solving: a row each, with what it costs and how far it is.

use std::time::Duration;

use eframe::egui::{
    Align2, Color32, CornerRadius, Id, Painter, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2,
};

use super::SolverRequest;
use super::room::{has_room, size_text, time_text};
use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::dialogs::paragraph;
use crate::app::fonts::Weight;
use crate::app::icons::{self, Icon};
use crate::app::jobs::percent;
use crate::app::pages::rail::arc;
use crate::app::widgets::{ButtonStyle, Face, button_at, text_in, text_width};
use crate::controller::{Fault, Stage, Survey, Task, TaskState};
use muehle_engine::endgame::EMBEDDED_STONES;
use muehle_engine::rules::RemovalRule;

/// The assumed speed before the solver has measured its own: seconds per slot on one core, see docs/endgame.md.
const SECONDS_PER_SLOT: f64 = 0.35e-6;
/// The height of a row, and of one with more to say.
const ROW: f32 = 52.0;
const HIGH_ROW: f32 = 92.0;
pub(super) const HEAD: f32 = 42.0;
/// Below this width a row has two lines instead of columns.
pub(super) const COLUMNS_FROM: f32 = 620.0;

/// What a row shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum RowState {
    Done,
    Running(TaskState),
    Paused,
    Failed,
    Waiting,
    Missing,
}

pub(super) fn row_state(stage: &Stage, rule: RemovalRule, view: &View) -> RowState {
    let solver = &view.workshop.solver;
    let state = solver.state();
    match () {
        () if state.is_some_and(|state| state.stage == stage.stones) => {
            state.map_or(RowState::Missing, RowState::Running)
        }
        () if solver.fault().is_some_and(|(at, failed, _)| at == rule && failed == stage.stones) => RowState::Failed,
        () if stage.done => RowState::Done,
        () if solver.paused().is_some_and(|paused| paused.stage == stage.stones) => RowState::Paused,
        () if state.is_some_and(|state| state.task == Task::Build && stage.stones <= state.stones) => RowState::Waiting,
        () if solver.paused().is_some_and(|paused| stage.stones <= paused.stones) => RowState::Waiting,
        () => RowState::Missing,
    }
}

pub(super) fn row_height(state: &RowState) -> f32 {
    if matches!(state, RowState::Running(_) | RowState::Failed) { HIGH_ROW } else { ROW }
}

/// Where the parts of a row are.
#[derive(Clone, Copy)]
pub(super) struct Columns {
    left: f32,
    width: f32,
    pub(super) narrow: bool,
}

impl Columns {
    pub(super) fn of(list: Rect) -> Columns {
        Columns { left: list.left(), width: list.width(), narrow: list.width() < COLUMNS_FROM }
    }

    fn part(self, row: Rect, from: f32, to: f32) -> Rect {
        Rect::from_min_max(pos2(self.left + from, row.top()), pos2(self.left + to, row.bottom()))
    }

    pub(super) fn name(self, row: Rect) -> Rect {
        self.part(row, 56.0, if self.narrow { 0.55 * self.width } else { 56.0 + 0.24 * self.width })
    }

    pub(super) fn numbers(self, row: Rect) -> [Rect; 3] {
        let right = |place: f32| 0.41 * self.width + place * 0.124 * self.width;
        [0.0, 1.0, 2.0].map(|place| self.part(row, right(place) - 0.115 * self.width, right(place)))
    }

    pub(super) fn state(self, row: Rect) -> Rect {
        match self.narrow {
            true => self.part(row, 0.55 * self.width, self.width - 16.0),
            false => self.part(row, 0.695 * self.width, self.width - 16.0),
        }
    }
}

#[expect(clippy::too_many_arguments, reason = "a row has many parts")]
pub(super) fn row_ui(
    ui: &mut Ui,
    row: Rect,
    columns: Columns,
    stage: &Stage,
    state: &RowState,
    survey: &Survey,
    view: &View,
    actions: &mut Actions,
) {
    let (texts, palette) = (view.texts.tables, view.palette);
    let painter = ui.painter().clone();
    let line = row.with_max_y(row.top() + ROW);
    let live = matches!(state, RowState::Running(_));
    if live {
        painter.rect_filled(row.shrink2(vec2(1.0, 0.0)), 0, running_fill(view));
        painter.rect_filled(Rect::from_min_size(row.min, vec2(3.0, row.height())), 0, palette.primary);
    } else {
        let inner = row.x_range().shrink(16.0);
        painter.hline(inner, row.top() + 0.5, Stroke::new(1.0, palette.hairline));
    }
    paint_state(&painter, pos2(row.left() + 32.0, line.center().y), state, view);
    let faint = matches!(state, RowState::Waiting | RowState::Missing);
    let ink = if faint { palette.muted } else { palette.text };
    let weight = if live { Weight::SemiBold } else { Weight::Medium };
    let name = texts.up_to(stage.stones);
    let built_in = stage.stones == EMBEDDED_STONES;
    let numbers = numbers(stage, state);
    let name_area = columns.name(line);
    let (name_line, caption) = match columns.narrow {
        true => name_area.shrink2(vec2(0.0, 6.0)).split_top_bottom_at_fraction(0.5),
        false => (name_area, name_area),
    };
    let width = text_in(&painter, name_line, Align2::LEFT_CENTER, &name, weight, 14.0, ink);
    if columns.narrow {
        let caption = caption.with_max_x(columns.state(line).right());
        let words = if built_in { texts.built_in().to_owned() } else { numbers.join(" · ") };
        text_in(&painter, caption, Align2::LEFT_CENTER, &words, Weight::Regular, 12.5, palette.muted);
    } else {
        if built_in {
            let rest = name_area.with_min_x(name_area.left() + width + 10.0);
            text_in(&painter, rest, Align2::LEFT_CENTER, texts.built_in(), Weight::Regular, 12.5, palette.muted);
        }
        for (cell, number) in columns.numbers(line).into_iter().zip(&numbers) {
            text_in(&painter, cell, Align2::RIGHT_CENTER, number, Weight::Regular, 14.0, ink);
        }
    }
    let words = state_words(stage, state, survey.rule, view);
    let state_area = columns.state(if columns.narrow { name_line.with_max_y(line.center().y) } else { line });
    let link = link(stage, state, survey, view);
    let mut room = state_area;
    if let Some((word, label, request)) = link {
        let width = text_width(ui, word, Weight::SemiBold, 13.0) + 12.0;
        let place =
            Rect::from_center_size(pos2(state_area.right() - width / 2.0, state_area.center().y), vec2(width, 28.0));
        room.max.x = place.left() - 8.0;
        let id = ("stage", stage.stones);
        let response = button_at(ui, place, id, Face::Text(word), ButtonStyle::Link, true, &label);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
        if response.clicked() {
            actions.push(Action::Solver(request));
        }
    }
    if !columns.narrow || room.width() > 90.0 {
        let weight = if live { Weight::SemiBold } else { Weight::Regular };
        text_in(&painter, room, Align2::LEFT_CENTER, &words, weight, 14.0, ink);
    }
    let second = Rect::from_min_max(pos2(row.left() + 56.0, line.bottom() - 6.0), row.max - vec2(16.0, 4.0));
    let mut said = format!("{name}: {words}");
    match state {
        RowState::Running(now) => {
            let bar = Rect::from_min_size(second.min, vec2(second.width(), 6.0));
            painter.rect_filled(bar, CornerRadius::same(3), running_track(view));
            let done = Rect::from_min_size(bar.min, vec2((bar.width() * now.stage_done).max(6.0), bar.height()));
            painter.rect_filled(done, CornerRadius::same(3), palette.primary);
            if let Some((own, enemy)) = now.pair {
                let words = texts.subspace(own, enemy);
                let below = second.with_min_y(bar.bottom() + 2.0);
                text_in(&painter, below, Align2::LEFT_CENTER, &words, Weight::Regular, 12.5, palette.muted);
                said = format!("{said}, {words}");
            }
        }
        RowState::Failed => {
            if let Some((.., fault)) = view.workshop.solver.fault() {
                let reason = fault_words(fault, view);
                paragraph(ui, second, &reason, 12.5, palette.danger);
            }
        }
        _ => {}
    }
    let response = ui.interact(row.with_max_x(state_area.left()), Id::unique(("row", stage.stones)), Sense::hover());
    let role = if live { Role::ProgressIndicator } else { Role::Label };
    response.widget_info(|| WidgetInfo::labeled(role, true, &said));
}

/// Time, memory and disk of a stage.
fn numbers(stage: &Stage, state: &RowState) -> [String; 3] {
    let dash = || "–".to_owned();
    if stage.stones == EMBEDDED_STONES {
        return [dash(), dash(), dash()];
    }
    if stage.done && !matches!(state, RowState::Running(TaskState { task: Task::Build, .. })) {
        return [dash(), dash(), size_text(stage.on_disk)];
    }
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let seconds = stage.slots as f64 * SECONDS_PER_SLOT / (cores - 1).max(1) as f64;
    [time_text(Duration::from_secs_f64(seconds)), size_text(stage.memory), size_text(stage.on_disk + stage.disk)]
}

fn state_words(stage: &Stage, state: &RowState, rule: RemovalRule, view: &View) -> String {
    let texts = view.texts.tables;
    match state {
        RowState::Done if view.workshop.solver.is_verified(rule, stage.stones) => texts.verified().to_owned(),
        RowState::Done => texts.done().to_owned(),
        RowState::Paused => texts.paused().to_owned(),
        RowState::Failed => texts.row_failed().to_owned(),
        RowState::Waiting => texts.waiting().to_owned(),
        RowState::Missing => texts.missing().to_owned(),
        RowState::Running(now) => match now.stage_left {
            Some(left) => texts.percent_left(percent(now.stage_done), time_text(left)),
            None => texts.percent(percent(now.stage_done)),
        },
    }
}

/// What can be done with a stage: the word, its full name and the request.
fn link(
    stage: &Stage,
    state: &RowState,
    survey: &Survey,
    view: &View,
) -> Option<(&'static str, String, SolverRequest)> {
    let (texts, solver) = (view.texts.tables, &view.workshop.solver);
    if solver.state().is_some() {
        return None;
    }
    let stones = stage.stones;
    match state {
        RowState::Done => {
            let request = SolverRequest::Verify(survey.rule, stones..=stones);
            Some((texts.verify(), texts.verify_up_to(stones), request))
        }
        RowState::Missing | RowState::Failed if solver.paused().is_none() && has_room(survey, stones) => {
            Some((texts.build(), texts.build_up_to(stones), SolverRequest::Build(survey.rule, stones)))
        }
        _ => None,
    }
}

/// The ground of a running row, and of its bar.
fn running_fill(view: &View) -> Color32 {
    if view.palette.dark { Color32::from_rgb(0x2E, 0x33, 0x3A) } else { view.palette.well }
}

pub(super) fn running_track(view: &View) -> Color32 {
    if view.palette.dark { Color32::from_rgb(0x4A, 0x52, 0x5B) } else { view.palette.button_border }
}

/// The sign of a state: disc with check, ring, two bars, cross, dashed ring.
fn paint_state(painter: &Painter, center: Pos2, state: &RowState, view: &View) {
    let palette = view.palette;
    match state {
        RowState::Done => done_sign(painter, center, view),
        RowState::Running(now) => {
            painter.circle_stroke(center, 8.0, Stroke::new(3.0, running_track(view)));
            let pen = Stroke::new(3.0, palette.primary);
            painter.add(Shape::line(arc(center, 8.0, 0.0, now.stage_done.max(0.02)), pen));
        }
        RowState::Paused => icons::paint(painter, Icon::Pause, center, 14.0, palette.primary),
        RowState::Failed => {
            painter.circle_stroke(center, 9.0, Stroke::new(1.6, palette.mark_removal));
            icons::paint(painter, Icon::Cross, center, 5.0, palette.mark_removal);
        }
        RowState::Waiting | RowState::Missing => waiting_sign(painter, center, 9.0, view),
    }
}

pub(super) fn done_sign(painter: &Painter, center: Pos2, view: &View) {
    painter.circle_filled(center, 9.0, view.palette.mark_move);
    icons::paint(painter, Icon::Check, center, 8.0, view.palette.card);
}

pub(super) fn waiting_sign(painter: &Painter, center: Pos2, radius: f32, view: &View) {
    let pen = Stroke::new(1.6, view.palette.muted);
    painter.extend(Shape::dashed_line(&arc(center, radius, 0.0, 1.0), pen, 3.4, 2.6));
}

fn fault_words(fault: &Fault, view: &View) -> String {
    match fault {
        Fault::Build(error) => view.texts.build_error(error),
        Fault::Verify(error) => view.texts.verify_error(error),
    }
}
