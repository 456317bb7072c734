//! Solving the game stage by stage: which endgame tables exist, what more would cost, building and verifying them.

mod room;
mod stages;

pub use room::{benefits_ui, time_text};

use std::ops::RangeInclusive;

use eframe::egui::{Align2, Rect, Ui, pos2, vec2};

use crate::app::actions::{Action, Actions};
use crate::app::dialogs::paragraph;
use crate::app::fonts::Weight;
use crate::app::pages::{YourGame, card, outline, scrolled};
use crate::app::widgets::{ButtonStyle, Face, button_at, segments, text_in, text_width};
use crate::app::{App, View};
use crate::controller::{Fault, SolverEvent, Stage, Survey, Task, TaskState};
use muehle_engine::endgame::{EMBEDDED_STONES, MOST_STONES};
use muehle_engine::rules::RemovalRule;
use room::{disk_ui, has_room};
use stages::{COLUMNS_FROM, Columns, HEAD, RowState, row_height, row_state, row_ui};

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

/// The tab's state.
#[derive(Default)]
pub(super) struct SolveTab {
    /// The rule that is shown; none for the rule of the next game.
    rule: Option<RemovalRule>,
    /// The rule the solver was asked about.
    asked: Option<RemovalRule>,
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
    let tips = texts.tips;
    let mut button = |ui: &mut Ui, (name, tip): (&str, &str), style: ButtonStyle, enabled: bool| {
        let width = (text_width(ui, name, Weight::SemiBold, 14.5) + 36.0).max(96.0);
        let rect = Rect::from_min_max(pos2(right - width, footer.top()), pos2(right, footer.bottom()));
        right -= width + 8.0;
        button_at(ui, rect, ("solve", name), Face::Text(name), style, enabled, tip).clicked()
    };
    let mut ask = |request: SolverRequest| actions.push(Action::Solver(request));
    let cost = survey.and_then(|survey| survey.cost(MOST_STONES));
    match (state, paused) {
        (Some(TaskState { task: Task::Build, .. }), _) => {
            if button(ui, (texts.common.pause(), tips.pause_solving()), ButtonStyle::Primary, true) {
                ask(SolverRequest::Pause);
            }
        }
        (Some(_), _) => {}
        (None, Some(_)) => {
            if button(ui, (texts.common.resume(), tips.resume_solving()), ButtonStyle::Primary, true) {
                ask(SolverRequest::Resume);
            }
        }
        (None, None) => {
            let fits = cost.is_some() && survey.is_some_and(|survey| has_room(survey, MOST_STONES));
            if button(ui, (texts.tables.solve(), tips.solve()), ButtonStyle::Primary, fits) {
                ask(SolverRequest::Build(rule, MOST_STONES));
            }
        }
    }
    if button(ui, (texts.common.stop(), tips.stop_solving()), ButtonStyle::Plain, state.is_some() || paused.is_some()) {
        ask(SolverRequest::Stop);
    }
    let all = EMBEDDED_STONES..=survey.map_or(EMBEDDED_STONES, Survey::complete);
    if button(
        ui,
        (texts.tables.verify_all(), tips.verify_all()),
        ButtonStyle::Plain,
        state.is_none() && survey.is_some(),
    ) {
        ask(SolverRequest::Verify(rule, all));
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
            // What was estimated before may be known exactly now.
            self.study.analysis.forget();
            self.study.opinions.forget();
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
