//! Solving the game stage by stage: which endgame tables exist, what more would cost, building and verifying them.

use std::ops::RangeInclusive;
use std::time::Duration;

use eframe::egui::{
    Align2, Color32, CornerRadius, Id, Painter, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2,
};

use crate::app::actions::{Action, Actions};
use crate::app::dialogs::paragraph;
use crate::app::fonts::Weight;
use crate::app::icons::{self, Icon};
use crate::app::jobs::percent;
use crate::app::pages::rail::arc;
use crate::app::pages::{YourGame, card, outline, scrolled};
use crate::app::widgets::{ButtonStyle, Face, button_at, segments, text_in, text_width};
use crate::app::{App, View};
use crate::controller::{Fault, SolverEvent, Stage, Survey, Task, TaskState};
use muehle_engine::endgame::{EMBEDDED_STONES, MOST_STONES};
use muehle_engine::rules::RemovalRule;

/// A request to the solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolverRequest {
    /// Check which tables there are for a rule.
    Look(RemovalRule),
    /// Build up to this number of stones.
    Build(RemovalRule, u8),
    /// Check the tables of these stages.
    Verify(RemovalRule, RangeInclusive<u8>),
    /// Stop, but remember what was to be built.
    Pause,
    /// Go on with what was paused.
    Resume,
    /// Stop; finished tables are kept.
    Stop,
}

/// The assumed speed before the solver has measured its own: seconds per slot on one core, see docs/endgame.md.
const SECONDS_PER_SLOT: f64 = 0.35e-6;
/// The height of a row, and of one with more to say.
const ROW: f32 = 52.0;
const HIGH_ROW: f32 = 92.0;
const HEAD: f32 = 42.0;
/// Below this width a row has two lines instead of columns.
const COLUMNS_FROM: f32 = 620.0;

/// The tab's state.
#[derive(Default)]
pub(super) struct SolveTab {
    /// The rule that is shown; none for the rule of the next game.
    rule: Option<RemovalRule>,
    /// The rule the solver was asked about.
    asked: Option<RemovalRule>,
}

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

impl SolveTab {
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        body: Rect,
        game: Option<&mut YourGame>,
        view: &View,
        actions: &mut Actions,
    ) {
        let (texts, palette) = (view.texts, view.palette);
        let solver = &view.workshop.solver;
        let state = solver.state();
        let busy = state.map(|state| state.rule).or(solver.paused().map(|paused| paused.rule));
        let rule = busy.or(self.rule).unwrap_or(view.settings.rules.removal);
        if self.asked != Some(rule) {
            self.asked = Some(rule);
            actions.push(Action::Solver(SolverRequest::Look(rule)));
        }
        let narrow = body.width() < COLUMNS_FROM;
        let footer = body.with_min_y(body.bottom() - 40.0);
        // Where rule and buttons do not fit into one row, the rule is above the stages.
        let rule_above = body.width() < 780.0;
        let area = body.with_max_y(footer.top() - 16.0);
        let survey = solver.survey(rule);
        let rows: Vec<(Stage, RowState)> = survey.map_or(Vec::new(), |survey| {
            survey.stages.iter().map(|stage| (*stage, row_state(stage, rule, view))).collect()
        });
        let measured = |words: &str| {
            ui.painter()
                .layout(words.to_owned(), Weight::Regular.size(14.0), palette.text, body.width() - 12.0)
                .size()
                .y
        };
        let words = measured(texts.tables.about()) + 4.0 + measured(texts.tables.background());
        let intro = words + 16.0 + if rule_above { 48.0 } else { 0.0 };
        let table: f32 =
            if narrow { 8.0 } else { HEAD } + rows.iter().map(|(_, row)| row_height(row)).sum::<f32>() + 4.0;
        let disk = if narrow { 84.0 } else { 103.0 };
        let below = game.as_ref().map_or(0.0, |_| 24.0 + YourGame::height(body.width()));
        scrolled(ui, area, "solve", intro + table + 16.0 + disk + below, |ui, rect| {
            let top = rect.with_max_y(rect.top() + intro);
            let height = paragraph(ui, top, texts.tables.about(), 14.0, palette.text);
            let second = top.with_min_y(top.top() + height + 4.0);
            paragraph(ui, second, texts.tables.background(), 14.0, palette.muted);
            if rule_above {
                let row = Rect::from_min_size(pos2(rect.left(), rect.top() + words + 12.0), vec2(rect.width(), 36.0));
                self.rules_ui(ui, row, rule, view);
            }
            let list = Rect::from_min_size(pos2(rect.left(), rect.top() + intro), vec2(rect.width(), table));
            card(ui, list, palette);
            match survey {
                Some(survey) => self.table_ui(ui, list, &rows, survey, view, actions),
                None => {
                    paragraph(ui, list.shrink(16.0), texts.tables.looking(), 14.0, palette.muted);
                }
            }
            let place = Rect::from_min_size(pos2(rect.left(), list.bottom() + 16.0), vec2(rect.width(), disk));
            if let Some(survey) = survey {
                disk_ui(ui, place, survey, view);
            }
            if let Some(game) = game {
                game.ui(ui, rect.with_min_y(place.bottom() + 24.0), view, actions);
            }
        });
        if !rule_above {
            let row = Rect::from_min_size(pos2(footer.left(), footer.top() + 2.0), vec2(320.0, 36.0));
            self.rules_ui(ui, row, rule, view);
        }
        footer_ui(ui, footer, rule, survey, view, actions);
    }

    /// The two readings of the removal rule, each with its own tables.
    fn rules_ui(&mut self, ui: &mut Ui, row: Rect, rule: RemovalRule, view: &View) {
        let (texts, solver) = (view.texts.tables, &view.workshop.solver);
        let words = [texts.never(), texts.any()];
        let chosen = RemovalRule::BOTH.iter().position(|one| *one == rule).unwrap_or(0);
        let free = solver.state().is_none() && solver.paused().is_none();
        if let Some(other) = segments(ui, row, "tables rule", &words, chosen, free) {
            self.rule = Some(RemovalRule::BOTH[other]);
        }
        outline(ui, row, view.palette);
    }

    fn table_ui(
        &self,
        ui: &mut Ui,
        list: Rect,
        rows: &[(Stage, RowState)],
        survey: &Survey,
        view: &View,
        actions: &mut Actions,
    ) {
        let (texts, palette) = (view.texts.tables, view.palette);
        let columns = Columns::of(list);
        let mut top = list.top() + 8.0;
        if !columns.narrow {
            let head = Rect::from_min_size(list.min, vec2(list.width(), HEAD));
            let painter = ui.painter();
            let words = [texts.time(), texts.memory(), texts.disk()];
            text_in(
                painter,
                columns.name(head),
                Align2::LEFT_CENTER,
                texts.stage(),
                Weight::Medium,
                12.5,
                palette.muted,
            );
            for (cell, word) in columns.numbers(head).into_iter().zip(words) {
                text_in(painter, cell, Align2::RIGHT_CENTER, word, Weight::Medium, 12.5, palette.muted);
            }
            text_in(
                painter,
                columns.state(head),
                Align2::LEFT_CENTER,
                texts.state(),
                Weight::Medium,
                12.5,
                palette.muted,
            );
            top = head.bottom();
        }
        for (stage, state) in rows {
            let row = Rect::from_min_size(pos2(list.left(), top), vec2(list.width(), row_height(state)));
            row_ui(ui, row, columns, stage, state, survey, view, actions);
            top = row.bottom();
        }
    }
}

/// The buttons.
fn footer_ui(
    ui: &mut Ui,
    footer: Rect,
    rule: RemovalRule,
    survey: Option<&Survey>,
    view: &View,
    actions: &mut Actions,
) {
    let (texts, solver) = (view.texts, &view.workshop.solver);
    let (state, paused) = (solver.state(), solver.paused());
    let mut right = footer.right();
    let mut button = |ui: &mut Ui, id: &str, name: &str, style: ButtonStyle, enabled: bool| {
        let width = (text_width(ui, name, Weight::SemiBold, 14.5) + 36.0).max(96.0);
        let rect = Rect::from_min_max(pos2(right - width, footer.top()), pos2(right, footer.bottom()));
        right -= width + 8.0;
        button_at(ui, rect, ("solve", id), Face::Text(name), style, enabled).clicked()
    };
    let mut ask = |request: SolverRequest| actions.push(Action::Solver(request));
    let cost = survey.and_then(|survey| survey.cost(MOST_STONES));
    match (state, paused) {
        (Some(TaskState { task: Task::Build, .. }), _) => {
            if button(ui, "pause", texts.common.pause(), ButtonStyle::Primary, true) {
                ask(SolverRequest::Pause);
            }
        }
        (Some(_), _) => {}
        (None, Some(_)) => {
            if button(ui, "resume", texts.common.resume(), ButtonStyle::Primary, true) {
                ask(SolverRequest::Resume);
            }
        }
        (None, None) => {
            let fits = cost.is_some() && survey.is_some_and(|survey| has_room(survey, MOST_STONES));
            if button(ui, "build", texts.tables.solve(), ButtonStyle::Primary, fits) {
                ask(SolverRequest::Build(rule, MOST_STONES));
            }
        }
    }
    if button(ui, "stop", texts.common.stop(), ButtonStyle::Plain, state.is_some() || paused.is_some()) {
        ask(SolverRequest::Stop);
    }
    let all = EMBEDDED_STONES..=survey.map_or(EMBEDDED_STONES, Survey::complete);
    if button(ui, "verify all", texts.tables.verify_all(), ButtonStyle::Plain, state.is_none() && survey.is_some()) {
        ask(SolverRequest::Verify(rule, all));
    }
}

/// Whether the disk has room for the tables up to a number of stones.
fn has_room(survey: &Survey, stones: u8) -> bool {
    let needed = survey.cost(stones).map_or(0, |cost| cost.disk);
    survey.free.is_none_or(|free| free >= needed)
}

fn row_state(stage: &Stage, rule: RemovalRule, view: &View) -> RowState {
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

fn row_height(state: &RowState) -> f32 {
    if matches!(state, RowState::Running(_) | RowState::Failed) { HIGH_ROW } else { ROW }
}

/// Where the parts of a row are.
#[derive(Clone, Copy)]
struct Columns {
    left: f32,
    width: f32,
    narrow: bool,
}

impl Columns {
    fn of(list: Rect) -> Columns {
        Columns { left: list.left(), width: list.width(), narrow: list.width() < COLUMNS_FROM }
    }

    fn part(self, row: Rect, from: f32, to: f32) -> Rect {
        Rect::from_min_max(pos2(self.left + from, row.top()), pos2(self.left + to, row.bottom()))
    }

    fn name(self, row: Rect) -> Rect {
        self.part(row, 56.0, if self.narrow { 0.55 * self.width } else { 56.0 + 0.24 * self.width })
    }

    fn numbers(self, row: Rect) -> [Rect; 3] {
        let right = |place: f32| 0.41 * self.width + place * 0.124 * self.width;
        [0.0, 1.0, 2.0].map(|place| self.part(row, right(place) - 0.115 * self.width, right(place)))
    }

    fn state(self, row: Rect) -> Rect {
        match self.narrow {
            true => self.part(row, 0.55 * self.width, self.width - 16.0),
            false => self.part(row, 0.695 * self.width, self.width - 16.0),
        }
    }
}

#[expect(clippy::too_many_arguments, reason = "a row has many parts")]
fn row_ui(
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
    let words = state_words(stage, state, view);
    let state_area = columns.state(if columns.narrow { name_line.with_max_y(line.center().y) } else { line });
    let link = link(stage, state, survey, view);
    let mut room = state_area;
    if let Some((word, label, request)) = link {
        let width = text_width(ui, word, Weight::SemiBold, 13.0) + 12.0;
        let place =
            Rect::from_center_size(pos2(state_area.right() - width / 2.0, state_area.center().y), vec2(width, 28.0));
        room.max.x = place.left() - 8.0;
        let response = button_at(ui, place, ("stage", stage.stones), Face::Text(word), ButtonStyle::Link, true);
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

fn state_words(stage: &Stage, state: &RowState, view: &View) -> String {
    let texts = view.texts.tables;
    match state {
        RowState::Done if view.workshop.solver.is_verified(view_rule(view), stage.stones) => {
            texts.verified().to_owned()
        }
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

/// The rule of the last survey.
fn view_rule(view: &View) -> RemovalRule {
    let solver = &view.workshop.solver;
    RemovalRule::BOTH.into_iter().find(|rule| solver.survey(*rule).is_some()).unwrap_or(view.settings.rules.removal)
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

fn running_track(view: &View) -> Color32 {
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

fn done_sign(painter: &Painter, center: Pos2, view: &View) {
    painter.circle_filled(center, 9.0, view.palette.mark_move);
    icons::paint(painter, Icon::Check, center, 8.0, view.palette.card);
}

fn waiting_sign(painter: &Painter, center: Pos2, radius: f32, view: &View) {
    let pen = Stroke::new(1.6, view.palette.muted);
    painter.extend(Shape::dashed_line(&arc(center, radius, 0.0, 1.0), pen, 3.4, 2.6));
}

/// What is taken, what the rest needs and what is free.
fn disk_ui(ui: &mut Ui, place: Rect, survey: &Survey, view: &View) {
    let (texts, palette) = (view.texts.tables, view.palette);
    card(ui, place, palette);
    let inner = place.shrink2(vec2(16.0, if place.height() < 100.0 { 10.0 } else { 14.0 }));
    let painter = ui.painter().clone();
    let head = inner.with_max_y(inner.top() + 20.0);
    let taken: u64 = survey.stages.iter().map(|stage| stage.on_disk).sum();
    let needed = survey.cost(MOST_STONES).map_or(0, |cost| cost.disk);
    let title = texts.room();
    text_in(&painter, head, Align2::LEFT_CENTER, title, Weight::SemiBold, 13.0, palette.text);
    let fits = has_room(survey, MOST_STONES);
    let mut said = format!("{title}: {}, {}", texts.taken(size_text(taken)), texts.needed(size_text(needed)));
    if let Some(free) = survey.free {
        let words = if fits { texts.free(size_text(free)) } else { texts.too_little(size_text(free)) };
        let ink = if fits { palette.text } else { palette.danger };
        text_in(&painter, head, Align2::RIGHT_CENTER, &words, Weight::SemiBold, 13.0, ink);
        said = format!("{said}, {words}");
    }
    let bar = Rect::from_min_size(pos2(inner.left(), head.bottom() + 10.0), vec2(inner.width(), 12.0));
    let rounding = CornerRadius::same(4);
    painter.rect_filled(bar, rounding, running_track(view));
    let whole = (taken + survey.free.unwrap_or(2 * needed)).max(taken + needed).max(1) as f32;
    let part = |bytes: u64| (bar.width() * bytes as f32 / whole).max(8.0);
    let first = Rect::from_min_size(bar.min, vec2(part(taken), bar.height()));
    painter.rect_filled(first, rounding, palette.primary);
    if needed > 0 {
        let rest = Rect::from_min_size(first.right_top() + vec2(2.0, 0.0), vec2(part(needed), bar.height()));
        let pen = Stroke::new(1.5, palette.primary);
        painter.rect(rest, rounding, palette.card, pen, eframe::egui::StrokeKind::Inside);
    }
    let legend = Rect::from_min_max(pos2(inner.left(), bar.bottom() + 8.0), inner.max);
    let mut left = legend.left();
    let signs = [(texts.taken(size_text(taken)), true), (texts.needed(size_text(needed)), false)];
    for (words, filled) in signs {
        let square = Rect::from_center_size(pos2(left + 5.0, legend.center().y), vec2(10.0, 10.0));
        match filled {
            true => painter.rect_filled(square, CornerRadius::same(2), palette.primary),
            false => {
                let pen = Stroke::new(1.5, palette.primary);
                painter.rect_stroke(square, CornerRadius::same(2), pen, eframe::egui::StrokeKind::Inside)
            }
        };
        let area = legend.with_min_x(left + 16.0);
        left +=
            16.0 + text_in(&painter, area, Align2::LEFT_CENTER, &words, Weight::Regular, 12.5, palette.muted) + 24.0;
    }
    let response = ui.interact(place, Id::unique("room on the disk"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &said));
}

/// What the tables are good for, below the small board.
pub(super) fn benefits_ui(ui: &mut Ui, area: Rect, view: &View) {
    let (texts, palette) = (view.texts.tables, view.palette);
    let rule = view_rule(view);
    let complete = view.workshop.solver.survey(rule).map_or(EMBEDDED_STONES, Survey::complete);
    let mut top = area.top() + 8.0;
    let mut line = |ui: &mut Ui, height: f32| {
        let line = Rect::from_min_size(pos2(area.left(), top), vec2(area.width(), height));
        top += height;
        ui.is_rect_visible(line).then_some(line)
    };
    let heading = |ui: &Ui, line: Rect, words: &str| {
        text_in(ui.painter(), line, Align2::LEFT_CENTER, words, Weight::SemiBold, 13.0, palette.text);
    };
    if let Some(row) = line(ui, 26.0) {
        heading(ui, row, texts.exact());
    }
    for word in [texts.exact_values(), texts.exact_hints(), texts.exact_players()] {
        let Some(row) = line(ui, 30.0) else { return };
        done_sign(ui.painter(), pos2(row.left() + 8.0, row.center().y), view);
        let words = row.with_min_x(row.left() + 26.0);
        text_in(ui.painter(), words, Align2::LEFT_CENTER, word, Weight::Regular, 14.0, palette.text);
        let reach = texts.reach(complete);
        text_in(ui.painter(), row, Align2::RIGHT_CENTER, &reach, Weight::Regular, 13.0, palette.muted);
    }
    if complete == MOST_STONES {
        return;
    }
    line(ui, 16.0);
    if let Some(row) = line(ui, 26.0) {
        heading(ui, row, texts.then());
    }
    for (word, reach) in [(texts.whole_sliding(), texts.with_stones(MOST_STONES))] {
        let Some(row) = line(ui, 30.0) else { return };
        waiting_sign(ui.painter(), pos2(row.left() + 8.0, row.center().y), 7.0, view);
        let words = row.with_min_x(row.left() + 26.0);
        text_in(ui.painter(), words, Align2::LEFT_CENTER, word, Weight::Regular, 14.0, palette.muted);
        text_in(ui.painter(), row, Align2::RIGHT_CENTER, &reach, Weight::Regular, 13.0, palette.muted);
    }
}

/// `230 MB`, `4.5 GB`.
fn size_text(bytes: u64) -> String {
    let megabytes = bytes as f64 / 1e6;
    match megabytes {
        ..1000.0 => format!("{megabytes:.0}\u{a0}MB"),
        ..100_000.0 => format!("{:.1}\u{a0}GB", megabytes / 1000.0),
        _ => format!("{:.0}\u{a0}GB", megabytes / 1000.0),
    }
}

/// `40 s`, `25 min`, `1.5 h`.
pub fn time_text(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        ..90.0 => format!("{:.0}\u{a0}s", seconds.max(1.0)),
        ..5400.0 => format!("{:.0}\u{a0}min", seconds / 60.0),
        _ => format!("{:.1}\u{a0}h", seconds / 3600.0),
    }
}

fn fault_words(fault: &Fault, view: &View) -> String {
    match fault {
        Fault::Build(error) => view.texts.build_error(error),
        Fault::Verify(error) => view.texts.verify_error(error),
    }
}

impl App {
    /// Handles the events of the solver.
    pub(in crate::app) fn hear_solver(&mut self) {
        while let Some(event) = self.workshop.solver.poll() {
            let words = crate::texts::Language::ALL.map(|language| {
                let texts = language.texts();
                match event {
                    SolverEvent::Built(stones) => texts.tables.finished(stones),
                    SolverEvent::Verified(stones) => texts.tables.found_right(stones),
                    SolverEvent::Stopped => texts.tables.stopped().to_owned(),
                    SolverEvent::Paused => texts.tables.was_paused().to_owned(),
                    SolverEvent::Failed => match self.workshop.solver.fault() {
                        Some((.., Fault::Build(error))) => texts.tables.failed(texts.build_error(error)),
                        Some((.., Fault::Verify(error))) => texts.tables.verify_failed(texts.verify_error(error)),
                        None => String::new(),
                    },
                }
            });
            self.say_both(|texts| words[texts.language as usize].clone());
        }
    }

    /// Carries out a request to the solver.
    pub(in crate::app) fn ask_solver(&mut self, request: SolverRequest) {
        let solver = &mut self.workshop.solver;
        match request {
            SolverRequest::Look(rule) => solver.look(rule),
            SolverRequest::Build(rule, stones) => solver.begin(rule, stones),
            SolverRequest::Verify(rule, stages) => solver.verify(rule, stages),
            SolverRequest::Pause => solver.pause(),
            SolverRequest::Resume => solver.resume(),
            SolverRequest::Stop => solver.stop(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_are_short() {
        let sizes = [400_000, 230_000_000, 4_520_000_000, 212_000_000_000].map(size_text);
        assert_eq!(sizes.map(|text| text.replace('\u{a0}', " ")), ["0 MB", "230 MB", "4.5 GB", "212 GB"]);
        let times = [0, 40, 1500, 5400].map(|seconds| time_text(Duration::from_secs(seconds)));
        assert_eq!(times.map(|text| text.replace('\u{a0}', " ")), ["1 s", "40 s", "25 min", "1.5 h"]);
    }
}
