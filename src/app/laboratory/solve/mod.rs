//! Solving the game stage by stage: which tables exist, what more would cost, building, verifying and removing them.

mod room;
mod stages;

use std::ops::RangeInclusive;

use eframe::egui::{Align2, Rect, Role, Ui, pos2, vec2};

use crate::app::actions::{Action, Actions};
use crate::app::dialogs::{Dialog, Question, paragraph};
use crate::app::fonts::Weight;
use crate::app::pages::{Buttons, YourGame, above_footer, card, outline, scrolled_above_game};
use crate::app::widgets::{ButtonStyle, group, segments, text_in};
use crate::app::{App, View};
use crate::controller::{Fault, Plan, Room, SolverEvent, Stage, Survey, Task, TaskState};
use muehle_engine::endgame::build::Keep;
use muehle_engine::rules::RemovalRule;
use room::disk_ui;
use stages::{COLUMNS_FROM, Columns, HEAD, Row};

/// After this time on the page, in seconds, the disk is looked at again.
const LOOK_AGAIN: f64 = 15.0;

/// A request to the solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolverRequest {
    /// Check which tables there are for a rule.
    Look(RemovalRule),
    /// Build what a plan lacks.
    Build(Plan),
    /// The same, and replace tables that cannot be used.
    Rebuild(Plan),
    /// Check the tables of these stages.
    Verify(RemovalRule, RangeInclusive<Stage>),
    /// Ask whether the tables of a rule are to be removed.
    AskToRemove(RemovalRule),
    /// Remove the tables of a rule.
    Remove(RemovalRule),
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
    /// Whether only the opening of the placing phase is to be kept.
    opening_only: bool,
    /// The rule the solver was asked about, and when.
    asked: Option<(RemovalRule, f64)>,
}

/// What the page is about.
#[derive(Clone, Copy)]
struct Shown<'a> {
    rule: RemovalRule,
    keep: Keep,
    survey: Option<&'a Survey>,
}

impl Shown<'_> {
    fn plan(self, stage: Stage) -> Plan {
        Plan { rule: self.rule, stage, keep: self.keep }
    }
}

impl SolveTab {
    /// What is being built or waits decides what is shown, else the person does.
    fn shown<'a>(&self, view: &View<'a>) -> Shown<'a> {
        let solver = &view.workshop.solver;
        let task = solver.state().map(|state| state.task);
        let paused = solver.paused().map(|paused| paused.plan);
        let rule = task.map(Task::rule).or(paused.map(|plan| plan.rule)).or(self.rule);
        let rule = rule.unwrap_or(view.settings.rules.removal);
        let chosen = if self.opening_only { Keep::Opening } else { Keep::Everything };
        let keep = match (task, paused) {
            (Some(Task::Build(plan)), _) | (None, Some(plan)) => plan.keep,
            _ => chosen,
        };
        Shown { rule, keep, survey: solver.survey(rule) }
    }

    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        body: Rect,
        game: Option<&mut YourGame>,
        view: &View,
        actions: &mut Actions,
    ) {
        let (texts, palette) = (view.texts.tables, view.palette);
        let shown = self.shown(view);
        let fresh = |(rule, when): (RemovalRule, f64)| rule == shown.rule && view.now - when < LOOK_AGAIN;
        if !self.asked.is_some_and(fresh) {
            self.asked = Some((shown.rule, view.now));
            actions.push(Action::Solver(SolverRequest::Look(shown.rule)));
        }
        let narrow = body.width() < COLUMNS_FROM;
        let (area, footer) = above_footer(body);
        let rows: Vec<Row> = shown.survey.map_or(Vec::new(), |survey| {
            survey.stages(shown.keep).map(|stage| Row::new(stage, shown.rule, view)).collect()
        });
        let intro = match shown.survey.is_some_and(Survey::is_solved) {
            true => vec![(texts.solved(), palette.text)],
            false => vec![(texts.about(), palette.text), (texts.background(), palette.muted)],
        };
        let measured = |words: &str| {
            ui.painter()
                .layout(words.to_owned(), Weight::Regular.size(14.0), palette.text, body.width() - 12.0)
                .size()
                .y
        };
        let words: f32 = intro.iter().map(|(words, _)| measured(words) + 4.0).sum();
        let choices = if body.width() < 520.0 { 80.0 } else { 36.0 };
        let top = words + 8.0 + choices + 16.0;
        let table: f32 = if narrow { 8.0 } else { HEAD } + rows.iter().map(Row::height).sum::<f32>() + 4.0;
        let disk = if narrow { 84.0 } else { 103.0 };
        let height = top + table + 16.0 + disk;
        scrolled_above_game(ui, area, "solve", height, game, view, actions, |ui, rect, actions| {
            let mut line = rect.with_max_y(rect.top() + top);
            for (words, ink) in intro {
                line.min.y += paragraph(ui, line, words, 14.0, ink) + 4.0;
            }
            let place = Rect::from_min_size(rect.min + vec2(0.0, words + 8.0), vec2(rect.width(), choices));
            self.choices_ui(ui, place, shown, view);
            let list = Rect::from_min_size(pos2(rect.left(), rect.top() + top), vec2(rect.width(), table));
            card(ui, list, palette);
            match shown.survey {
                Some(survey) => table_ui(ui, list, &rows, survey, shown, view, actions),
                None => {
                    paragraph(ui, list.shrink(16.0), texts.looking(), 14.0, palette.muted);
                }
            }
            let place = Rect::from_min_size(pos2(rect.left(), list.bottom() + 16.0), vec2(rect.width(), disk));
            if let Some(survey) = shown.survey {
                disk_ui(ui, place, survey, shown.keep, view);
            }
        });
        footer_ui(ui, footer, shown, view, actions);
    }

    /// What the tables are good for, below the small board.
    pub(super) fn benefits_ui(&self, ui: &mut Ui, area: Rect, view: &View) {
        room::benefits_ui(ui, area, self.shown(view).survey, view);
    }

    /// The rule, each with its own tables, and what is kept of the placing phase.
    fn choices_ui(&mut self, ui: &mut Ui, place: Rect, shown: Shown, view: &View) {
        let (texts, solver) = (view.texts.tables, &view.workshop.solver);
        let free = solver.state().is_none() && solver.paused().is_none();
        let (first, second) = match place.height() > 40.0 {
            true => (place.with_max_y(place.top() + 36.0), place.with_min_y(place.bottom() - 36.0)),
            false => {
                let width = ((place.width() - 16.0) / 2.0).min(320.0);
                (place.with_max_x(place.left() + width), place.with_min_x(place.right() - width))
            }
        };
        let words = RemovalRule::BOTH.map(|rule| texts.rule_name(rule));
        let choice = &mut group(ui, Role::RadioGroup, texts.rule());
        if let Some(chosen) = segments(choice, first, "tables rule", &words, shown.rule as usize, free) {
            self.rule = Some(RemovalRule::BOTH[chosen]);
        }
        let words = [texts.keep_everything(), texts.keep_opening()];
        let choice = &mut group(ui, Role::RadioGroup, texts.kept());
        if let Some(chosen) = segments(choice, second, "tables kept", &words, shown.keep as usize, free) {
            self.opening_only = chosen == Keep::Opening as usize;
        }
        for row in [first, second] {
            outline(ui, row, view.palette);
        }
    }
}

fn table_ui(ui: &mut Ui, list: Rect, rows: &[Row], survey: &Survey, shown: Shown, view: &View, actions: &mut Actions) {
    let (texts, palette) = (view.texts.tables, view.palette);
    let columns = Columns::of(list);
    let mut top = list.top() + 8.0;
    if !columns.narrow {
        let head = Rect::from_min_size(list.min, vec2(list.width(), HEAD));
        let word = |cell: Rect, align: Align2, word: &str| {
            text_in(ui.painter(), cell, align, word, Weight::Medium, 12.5, palette.muted);
        };
        word(columns.name(head), Align2::LEFT_CENTER, texts.stage());
        for (cell, name) in columns.numbers(head).into_iter().zip([texts.time(), texts.memory(), texts.disk()]) {
            word(cell, Align2::RIGHT_CENTER, name);
        }
        word(columns.state(head), Align2::LEFT_CENTER, texts.state());
        top = head.bottom();
    }
    for row in rows {
        let place = Rect::from_min_size(pos2(list.left(), top), vec2(list.width(), row.height()));
        row.ui(ui, place, columns, survey, shown.keep, view, actions);
        top = place.bottom();
    }
}

/// The buttons. The first one does what makes sense next.
fn footer_ui(ui: &mut Ui, footer: Rect, shown: Shown, view: &View, actions: &mut Actions) {
    let (texts, solver) = (view.texts, &view.workshop.solver);
    let (state, paused) = (solver.state(), solver.paused());
    let tips = texts.tips;
    let mut buttons = Buttons::new(footer, "solve");
    let ask = |actions: &mut Actions, request| actions.push(Action::Solver(request));
    // The sheet offers the perfect opponent for games under this rule.
    let plays = shown.survey.is_some_and(Survey::is_solved) && shown.rule == view.settings.rules.removal;
    match (state, paused) {
        (Some(TaskState { task: Task::Build(_), .. }), _) => {
            if buttons.ui(ui, (texts.common.pause(), tips.pause_solving()), ButtonStyle::Primary, true) {
                ask(actions, SolverRequest::Pause);
            }
        }
        (Some(_), _) => {}
        (None, Some(_)) => {
            if buttons.ui(ui, (texts.common.resume(), tips.resume_solving()), ButtonStyle::Primary, true) {
                ask(actions, SolverRequest::Resume);
            }
        }
        (None, None) if plays => {
            if buttons.ui(ui, (texts.menu.new_game(), tips.play_perfect()), ButtonStyle::Primary, true) {
                actions.push(Action::NewGame(true));
            }
        }
        (None, None) => {
            let next = shown.survey.and_then(|survey| next_goal(survey, shown.keep));
            let broken = Stage::ALL.into_iter().find(|stage| solver.can_repair(shown.rule, *stage));
            let (name, tip) = match (broken, next) {
                (Some(_), _) => (texts.tables.rebuild().to_owned(), tips.rebuild_tables()),
                (None, Some(Stage::UpTo(stones))) => (texts.tables.solve_up_to(stones), tips.solve_some()),
                (None, _) => (texts.tables.solve().to_owned(), tips.solve()),
            };
            if buttons.ui(ui, (&name, tip), ButtonStyle::Primary, broken.or(next).is_some()) {
                let plan = |stage| shown.plan(stage);
                match (broken, next) {
                    (Some(stage), _) => ask(actions, SolverRequest::Rebuild(plan(stage))),
                    (None, Some(stage)) => ask(actions, SolverRequest::Build(plan(stage))),
                    (None, None) => {}
                }
            }
        }
    }
    if buttons.ui(
        ui,
        (texts.common.stop(), tips.stop_solving()),
        ButtonStyle::Plain,
        state.is_some() || paused.is_some(),
    ) {
        ask(actions, SolverRequest::Stop);
    }
    let idle = state.is_none();
    let verify = (texts.tables.verify_all(), tips.verify_all());
    if buttons.ui(ui, verify, ButtonStyle::Plain, idle && shown.survey.is_some()) {
        let done = shown.survey.into_iter().flat_map(|survey| survey.stages(shown.keep));
        let last = done.take_while(|survey| survey.done).last().map_or(Stage::EMBEDDED, |survey| survey.stage);
        ask(actions, SolverRequest::Verify(shown.rule, Stage::EMBEDDED..=last));
    }
    let taken = shown.survey.map_or(0, Survey::taken);
    let remove = (texts.tables.remove(), tips.remove_tables());
    if buttons.ui(ui, remove, ButtonStyle::Plain, idle && paused.is_none() && taken > 0) {
        ask(actions, SolverRequest::AskToRemove(shown.rule));
    }
}

/// The largest stage that is missing and has room.
fn next_goal(survey: &Survey, keep: Keep) -> Option<Stage> {
    let is_missing = |stage: &Stage| survey.cost(*stage, keep).is_some();
    Stage::ALL.into_iter().rev().filter(is_missing).find(|stage| survey.room(*stage, keep) == Room::Enough)
}

impl App {
    /// Handles the events of the solver.
    pub(in crate::app) fn hear_solver(&mut self) {
        while let Some(event) = self.workshop.solver.poll() {
            // What was estimated before may be known exactly now, or the other way round.
            self.study.analysis.forget();
            self.openings.forget();
            self.study.opinions.forget();
            if event == SolverEvent::Grew {
                continue;
            }
            let words = crate::texts::Language::ALL.map(|language| {
                let texts = language.texts();
                let tables = texts.tables;
                match event {
                    SolverEvent::Grew => String::new(),
                    SolverEvent::Built(Plan { stage: Stage::UpTo(stones), .. }) => tables.finished(stones),
                    SolverEvent::Built(Plan { keep: Keep::Everything, .. }) => tables.finished_whole().to_owned(),
                    SolverEvent::Built(Plan { keep: Keep::Opening, .. }) => tables.finished_opening().to_owned(),
                    SolverEvent::Verified(Stage::UpTo(stones)) => tables.found_right(stones),
                    SolverEvent::Verified(Stage::Placing) => tables.found_right_placing().to_owned(),
                    SolverEvent::Removed(bytes) => tables.removed(language.size(bytes)),
                    SolverEvent::Stopped(Task::Verify(..)) => tables.verify_stopped().to_owned(),
                    SolverEvent::Stopped(_) => tables.stopped().to_owned(),
                    SolverEvent::Paused => tables.was_paused().to_owned(),
                    SolverEvent::Failed => match self.workshop.solver.fault() {
                        Some((.., Fault::Build(error))) => tables.failed(texts.build_error(error)),
                        Some((.., Fault::Verify(error))) => tables.verify_failed(texts.verify_error(error)),
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
            SolverRequest::Look(rule) => {
                solver.look(rule);
                solver.measure(rule);
            }
            SolverRequest::Build(plan) => solver.begin(plan),
            SolverRequest::Rebuild(plan) => solver.rebuild(plan),
            SolverRequest::Verify(rule, stages) => solver.verify(rule, stages),
            SolverRequest::AskToRemove(rule) => {
                let bytes = solver.survey(rule).map_or(0, Survey::taken);
                self.dialog = Some(Dialog::Question(Question::RemoveTables(rule, bytes)));
            }
            SolverRequest::Remove(rule) => solver.remove(rule),
            SolverRequest::Pause => solver.pause(),
            SolverRequest::Resume => solver.resume(),
            SolverRequest::Stop => solver.stop(),
        }
    }
}
