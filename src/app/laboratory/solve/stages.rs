//! The stages of solving: a row each, with what it costs and how far it is.

use eframe::egui::{
    Align2, Color32, CornerRadius, Id, Painter, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2,
};

use super::SolverRequest;
use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::dialogs::paragraph;
use crate::app::fonts::Weight;
use crate::app::icons::{self, Icon};
use crate::app::jobs::percent;
use crate::app::pages::rail::arc;
use crate::app::widgets::{ButtonStyle, Face, button_at, text_in, text_width};
use crate::controller::{Fault, Plan, Room, Stage, StageSurvey, Survey, Task, TaskState};
use crate::texts::TablesTexts;
use muehle_engine::calendar::clock_after;
use muehle_engine::endgame::build::Keep;
use muehle_engine::rules::RemovalRule;

/// In place of a number.
const NONE: &str = "–";
/// The height of a row, and of one with more to say.
const ROW: f32 = 46.0;
const HIGH_ROW: f32 = 86.0;
pub(super) const HEAD: f32 = 42.0;
/// Below this width a row has two lines instead of columns.
pub(super) const COLUMNS_FROM: f32 = 620.0;

/// What a row shows.
#[derive(Clone, Copy, Debug, PartialEq)]
enum RowState {
    Done,
    Running(TaskState),
    Paused,
    Failed,
    Waiting,
    Missing,
}

/// A stage with what is happening to it.
pub(super) struct Row<'a> {
    stage: &'a StageSurvey,
    rule: RemovalRule,
    state: RowState,
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

impl<'a> Row<'a> {
    pub(super) fn new(stage: &'a StageSurvey, rule: RemovalRule, view: &View) -> Row<'a> {
        let solver = &view.workshop.solver;
        let (running, paused) = (solver.state(), solver.paused());
        let failed = solver.fault().is_some_and(|(at, failed, _)| (at, failed) == (rule, stage.stage));
        let planned = match (running.map(|state| state.task), paused) {
            (Some(Task::Build(plan)), _) => Some(plan.stage),
            (_, Some(paused)) => Some(paused.plan.stage),
            _ => None,
        };
        let state = match running.filter(|state| state.stage == stage.stage) {
            Some(state) => RowState::Running(state),
            None if failed || !stage.faults.is_empty() => RowState::Failed,
            None if stage.done => RowState::Done,
            None if paused.is_some_and(|paused| paused.stage == stage.stage) => RowState::Paused,
            None if planned.is_some_and(|goal| stage.stage <= goal) => RowState::Waiting,
            None => RowState::Missing,
        };
        Row { stage, rule, state }
    }

    pub(super) fn height(&self) -> f32 {
        if matches!(self.state, RowState::Running(_) | RowState::Failed) { HIGH_ROW } else { ROW }
    }

    #[expect(clippy::too_many_arguments, reason = "a row has many parts")]
    pub(super) fn ui(
        &self,
        ui: &mut Ui,
        row: Rect,
        columns: Columns,
        survey: &Survey,
        keep: Keep,
        view: &View,
        actions: &mut Actions,
    ) {
        let (texts, palette) = (view.texts.tables, view.palette);
        let painter = ui.painter().clone();
        let line = row.with_max_y(row.top() + ROW);
        let live = matches!(self.state, RowState::Running(_));
        if live {
            painter.rect_filled(row.shrink2(vec2(1.0, 0.0)), 0, running_fill(view));
            painter.rect_filled(Rect::from_min_size(row.min, vec2(3.0, row.height())), 0, palette.primary);
        } else {
            let inner = row.x_range().shrink(16.0);
            painter.hline(inner, row.top() + 0.5, Stroke::new(1.0, palette.hairline));
        }
        paint_state(&painter, pos2(row.left() + 32.0, line.center().y), &self.state, view);
        let room = match self.state {
            RowState::Missing | RowState::Failed => survey.room(self.stage.stage, keep),
            _ => Room::Enough,
        };
        let faint = matches!(self.state, RowState::Waiting | RowState::Missing);
        let ink = if faint { palette.muted } else { palette.text };
        let weight = if live { Weight::SemiBold } else { Weight::Medium };
        let name = stage_name(self.stage.stage, texts);
        let remark = match (self.stage.stage, keep) {
            (Stage::EMBEDDED, _) => texts.built_in(),
            (Stage::UpTo(_), _) => "",
            (Stage::Placing, Keep::Everything) => texts.whole_game(),
            (Stage::Placing, Keep::Opening) => texts.opening_only(),
        };
        let numbers = self.numbers(view);
        let name_area = columns.name(line);
        let (name_line, caption) = match columns.narrow {
            true => name_area.shrink2(vec2(0.0, 6.0)).split_top_bottom_at_fraction(0.5),
            false => (name_area, name_area),
        };
        let width = text_in(&painter, name_line, Align2::LEFT_CENTER, &name, weight, 14.0, ink);
        if columns.narrow {
            let caption = caption.with_max_x(columns.state(line).right());
            let known: Vec<&str> = numbers.iter().map(String::as_str).filter(|number| *number != NONE).collect();
            let words = if known.is_empty() { remark.to_owned() } else { known.join(" · ") };
            text_in(&painter, caption, Align2::LEFT_CENTER, &words, Weight::Regular, 12.5, palette.muted);
        } else {
            let rest = name_area.with_min_x(name_area.left() + width + 10.0);
            // Rather no remark than half of one.
            if text_width(ui, remark, Weight::Regular, 12.5) <= rest.width() {
                text_in(&painter, rest, Align2::LEFT_CENTER, remark, Weight::Regular, 12.5, palette.muted);
            }
            let inks = [Room::Enough, Room::NoMemory, Room::NoDisk]
                .map(|lack| if lack == room && room != Room::Enough { palette.danger } else { ink });
            for ((cell, number), ink) in columns.numbers(line).into_iter().zip(&numbers).zip(inks) {
                text_in(&painter, cell, Align2::RIGHT_CENTER, number, Weight::Regular, 14.0, ink);
            }
        }
        let words = self.state_words(room, view);
        let state_area = columns.state(if columns.narrow { name_line.with_max_y(line.center().y) } else { line });
        let mut free = state_area;
        if let Some((word, label, request)) = self.link(room, keep, view) {
            let width = text_width(ui, word, Weight::SemiBold, 13.0) + 12.0;
            let place = Rect::from_center_size(
                pos2(state_area.right() - width / 2.0, state_area.center().y),
                vec2(width, 28.0),
            );
            free.max.x = place.left() - 8.0;
            let response = button_at(ui, place, ("stage", &name), Face::Text(word), ButtonStyle::Link, true, &label);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
            if response.clicked() {
                actions.push(Action::Solver(request));
            }
        }
        if !columns.narrow || free.width() > 90.0 {
            let weight = if live { Weight::SemiBold } else { Weight::Regular };
            let ink = if room == Room::Enough { ink } else { palette.danger };
            text_in(&painter, free, Align2::LEFT_CENTER, &words, weight, 14.0, ink);
        }
        let second = Rect::from_min_max(pos2(row.left() + 56.0, line.bottom() - 6.0), row.max - vec2(16.0, 4.0));
        let mut said = format!("{name}: {words}");
        if faint {
            let costs = [texts.time(), texts.memory(), texts.disk()].into_iter().zip(&numbers);
            said.extend(costs.map(|(word, number)| format!(", {word}: {number}")));
        }
        match self.state {
            RowState::Running(now) => {
                let bar = Rect::from_min_size(second.min, vec2(second.width(), 6.0));
                painter.rect_filled(bar, CornerRadius::same(3), running_track(view));
                let done = Rect::from_min_size(bar.min, vec2((bar.width() * now.stage_done).max(6.0), bar.height()));
                painter.rect_filled(done, CornerRadius::same(3), palette.primary);
                if let Some(subspace) = now.subspace {
                    let words = match subspace.is_placing() {
                        true => texts.placing_subspace(subspace.ply(), subspace.own(), subspace.enemy()),
                        false => texts.subspace(subspace.own(), subspace.enemy()),
                    };
                    let below = second.with_min_y(bar.bottom() + 2.0);
                    text_in(&painter, below, Align2::LEFT_CENTER, &words, Weight::Regular, 12.5, palette.muted);
                    said = format!("{said}, {words}");
                    if let Some(clock) = now.stage_left.and_then(clock_after) {
                        let words = texts.done_at(clock);
                        text_in(&painter, below, Align2::RIGHT_CENTER, &words, Weight::Regular, 12.5, palette.muted);
                        said = format!("{said}, {words}");
                    }
                }
            }
            RowState::Failed => {
                let reason = self.reason(view);
                paragraph(ui, second, &reason, 12.5, palette.danger);
                said = format!("{said}, {reason}");
            }
            _ => {}
        }
        let response = ui.interact(row.with_max_x(state_area.left()), Id::unique(("row", &name)), Sense::hover());
        let role = if live { Role::ProgressIndicator } else { Role::Label };
        response.widget_info(|| WidgetInfo::labeled(role, true, &said));
    }

    /// Time, memory and disk of the stage.
    fn numbers(&self, view: &View) -> [String; 3] {
        let dash = || NONE.to_owned();
        let stage = self.stage;
        if stage.stage == Stage::EMBEDDED {
            return [dash(), dash(), dash()];
        }
        if stage.done && !matches!(self.state, RowState::Running(TaskState { task: Task::Build(_), .. })) {
            return [dash(), dash(), view.texts.language.size(stage.on_disk)];
        }
        let time =
            view.workshop.solver.time_for(stage.work).map_or("…".to_owned(), |time| view.texts.language.time(time));
        [time, view.texts.language.size(stage.memory), view.texts.language.size(stage.on_disk + stage.disk)]
    }

    fn state_words(&self, room: Room, view: &View) -> String {
        let (texts, solver) = (view.texts.tables, &view.workshop.solver);
        let words = match (self.state, room) {
            (RowState::Done, _) if solver.is_verified(self.rule, self.stage.stage) => texts.verified(),
            (RowState::Done, _) => texts.done(),
            (RowState::Paused, _) => texts.paused(),
            (RowState::Failed, _) if solver.can_repair(self.rule, self.stage.stage) => texts.unusable(),
            (RowState::Failed, _) => texts.row_failed(),
            (RowState::Waiting, _) => texts.waiting(),
            (RowState::Missing, Room::Enough) => texts.missing(),
            (RowState::Missing, Room::NoDisk) => texts.no_disk(),
            (RowState::Missing, Room::NoMemory) => texts.no_memory(),
            (RowState::Running(TaskState { task: Task::Remove(_), .. }), _) => "…",
            (RowState::Running(now), _) => {
                return match now.stage_left {
                    Some(left) => texts.percent_left(percent(now.stage_done), view.texts.language.time(left)),
                    None => texts.percent(percent(now.stage_done)),
                };
            }
        };
        words.to_owned()
    }

    /// Why the stage failed: what its last task says, or what is wrong with its files.
    fn reason(&self, view: &View) -> String {
        let texts = view.texts;
        match view.workshop.solver.fault() {
            Some((rule, stage, fault)) if (rule, stage) == (self.rule, self.stage.stage) => match fault {
                Fault::Build(error) => texts.build_error(error),
                Fault::Verify(error) => texts.verify_error(error),
            },
            _ => match self.stage.faults.as_slice() {
                [] => String::new(),
                [one] => texts.table_error(one),
                [first, others @ ..] => texts.tables.and_more(texts.table_error(first), others.len()),
            },
        }
    }

    /// What can be done with the stage: the word, its full name and the request.
    fn link(&self, room: Room, keep: Keep, view: &View) -> Option<(&'static str, String, SolverRequest)> {
        let (texts, solver) = (view.texts.tables, &view.workshop.solver);
        if solver.state().is_some() {
            return None;
        }
        let stage = self.stage.stage;
        let plan = Plan { rule: self.rule, stage, keep };
        let named = |sliding: fn(TablesTexts, u8) -> String, placing: &str| match stage {
            Stage::UpTo(stones) => sliding(texts, stones),
            Stage::Placing => placing.to_owned(),
        };
        let free = solver.paused().is_none();
        match self.state {
            RowState::Done => {
                let request = SolverRequest::Verify(self.rule, stage..=stage);
                Some((texts.verify(), named(TablesTexts::verify_up_to, texts.verify_placing()), request))
            }
            RowState::Failed if free && solver.can_repair(self.rule, stage) => {
                let label = named(TablesTexts::rebuild_up_to, texts.rebuild_placing());
                Some((texts.rebuild(), label, SolverRequest::Rebuild(plan)))
            }
            RowState::Missing | RowState::Failed if free && room == Room::Enough => {
                let label = named(TablesTexts::build_up_to, texts.build_placing());
                Some((texts.build(), label, SolverRequest::Build(plan)))
            }
            _ => None,
        }
    }
}

/// The name of a stage.
fn stage_name(stage: Stage, texts: TablesTexts) -> String {
    match stage {
        Stage::UpTo(stones) => texts.up_to(stones),
        Stage::Placing => texts.placing().to_owned(),
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
