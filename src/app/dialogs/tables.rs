//! The endgame database: what is available, what more would cost, and building it in the background.

use std::time::Duration;

use eframe::egui::{Align2, CornerRadius, Rect, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};

use super::{footer_ui, paragraph};
use crate::app::actions::{Action, Actions};
use crate::app::fonts::Weight;
use crate::app::widgets::{group, segments, stepper, text_in};
use crate::app::{App, View};
use crate::controller::{BuildState, SolverEvent};
use muehle_engine::endgame::{EMBEDDED_STONES, MOST_STONES};
use muehle_engine::rules::RemovalRule;

pub(super) const SIZE: Vec2 = vec2(520.0, 316.0);

/// A request to the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverRequest {
    /// Check which tables there are for a rule.
    Look(RemovalRule),
    /// Build up to this number of stones.
    Begin(RemovalRule, u8),
    /// Stop; finished tables are kept.
    Stop,
}

/// The dialog's state.
pub struct TablesDialog {
    rule: RemovalRule,
    stones: u16,
    /// Whether the solver was asked for this rule.
    asked: bool,
}

/// The assumed speed before the solver has measured its own: seconds per slot on one core, see docs/endgame.md.
const SECONDS_PER_SLOT: f64 = 0.35e-6;

impl TablesDialog {
    pub(super) fn new(view: &View) -> TablesDialog {
        match view.workshop.solver.state() {
            Some(state) => TablesDialog { rule: state.rule, stones: state.stones.into(), asked: false },
            None => TablesDialog { rule: view.settings.rules.removal, stones: 10, asked: false },
        }
    }

    pub(super) fn ui(&mut self, ui: &mut Ui, body: Rect, view: &View, actions: &mut Actions) {
        let (texts, palette) = (view.texts, view.palette);
        let building = view.workshop.solver.state();
        if !self.asked {
            self.asked = true;
            actions.push(Action::Solver(SolverRequest::Look(self.rule)));
        }
        let row = |top: f32, height: f32| {
            Rect::from_min_size(pos2(body.left(), body.top() + top), vec2(body.width(), height))
        };
        let mut top = paragraph(ui, row(0.0, 40.0), texts.tables.about(), 13.5, palette.muted) + 16.0;
        let words = [texts.tables.never(), texts.tables.any()];
        let mut choices = group(ui, Role::RadioGroup, texts.rules.title());
        let chosen = RemovalRule::BOTH.iter().position(|rule| *rule == self.rule).unwrap_or(0);
        if let Some(other) = segments(&mut choices, row(top, 36.0), "tables rule", &words, chosen, building.is_none()) {
            self.rule = RemovalRule::BOTH[other];
            self.asked = false;
        }
        top += 50.0;
        let line = row(top, 34.0);
        let number = Rect::from_min_max(pos2(line.right() - 124.0, line.top()), line.max);
        let range = (u16::from(EMBEDDED_STONES) + 1..=u16::from(MOST_STONES), 1);
        if let Some(stones) =
            stepper(ui, number, "tables stones", texts.tables.stones(), self.stones, range, building.is_none())
        {
            self.stones = stones;
        }
        let caption = Rect::from_min_max(line.min, pos2(number.left() - 8.0, line.bottom()));
        text_in(ui.painter(), caption, Align2::LEFT_CENTER, texts.tables.stones(), Weight::Regular, 14.0, palette.text);
        top += 48.0;
        let survey = view.workshop.solver.survey(self.rule);
        let there = survey.map_or(texts.tables.looking().to_owned(), |survey| {
            texts.tables.there(survey.complete, size_text(survey.on_disk))
        });
        top += paragraph(ui, row(top, 20.0), &there, 13.5, palette.text) + 6.0;
        let cost = survey.and_then(|survey| survey.cost(self.stones as u8)).filter(|cost| cost.slots > 0);
        if let Some(state) = building {
            progress_ui(ui, row(top, 44.0), &state, view);
            // The building thread does not wake the window.
            ui.ctx().request_repaint_after(Duration::from_millis(250));
        } else if let Some(cost) = cost {
            let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
            let seconds = cost.slots as f64 * SECONDS_PER_SLOT / (cores - 1).max(1) as f64;
            let time = time_text(Duration::from_secs_f64(seconds));
            let words = texts.tables.needs(size_text(cost.memory), size_text(cost.disk), time);
            paragraph(ui, row(top, 20.0), &words, 13.5, palette.text);
        } else if survey.is_some() {
            paragraph(ui, row(top, 20.0), texts.tables.nothing_to_do(), 13.5, palette.text);
        }
        let footer = Rect::from_min_max(pos2(body.left(), body.bottom() - 40.0), body.max);
        let names: &[&str] = match (building.is_some(), cost.is_some()) {
            (true, _) => &[texts.common.close(), texts.common.stop()],
            (false, true) => &[texts.common.close(), texts.tables.build()],
            (false, false) => &[texts.common.close()],
        };
        match footer_ui(ui, footer, names) {
            Some(0) => actions.push(Action::CloseDialog),
            Some(_) if building.is_some() => actions.push(Action::Solver(SolverRequest::Stop)),
            Some(_) => actions.push(Action::Solver(SolverRequest::Begin(self.rule, self.stones as u8))),
            None => {}
        }
    }
}

fn progress_ui(ui: &mut Ui, rect: Rect, state: &BuildState, view: &View) {
    let (texts, palette) = (view.texts.tables, view.palette);
    let bar = Rect::from_min_size(rect.min + vec2(0.0, 4.0), vec2(rect.width(), 10.0));
    let rounding = CornerRadius::same(5);
    ui.painter().rect_filled(bar, rounding, palette.well);
    let done = Rect::from_min_size(bar.min, vec2((bar.width() * state.done).max(10.0), bar.height()));
    ui.painter().rect_filled(done, rounding, palette.accent);
    let pair = state.pair.map_or(String::new(), |(anchor, other)| format!("{anchor}-{other}"));
    let percent = format!("{:.0}", state.done * 100.0);
    let words = match state.left {
        Some(left) => texts.running(&pair, &percent, time_text(left)),
        None => texts.begun(&pair, &percent),
    };
    let line = Rect::from_min_max(pos2(rect.left(), bar.bottom() + 4.0), rect.max);
    text_in(ui.painter(), line, Align2::LEFT_CENTER, &words, Weight::Regular, 13.0, palette.muted);
    let response = ui.interact(rect, ui.scope_id().with("tables progress"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::ProgressIndicator, true, &words));
}

/// `230 MB`, `4.5 GB`.
fn size_text(bytes: u64) -> String {
    let megabytes = bytes as f64 / 1e6;
    if megabytes < 1000.0 { format!("{megabytes:.0}\u{a0}MB") } else { format!("{:.1}\u{a0}GB", megabytes / 1000.0) }
}

/// `40 s`, `25 min`, `1.5 h`.
fn time_text(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        ..90.0 => format!("{:.0}\u{a0}s", seconds.max(1.0)),
        ..5400.0 => format!("{:.0}\u{a0}min", seconds / 60.0),
        _ => format!("{:.1}\u{a0}h", seconds / 3600.0),
    }
}

impl App {
    /// Handles the events of the solver.
    pub(in crate::app) fn hear_solver(&mut self) {
        while let Some(event) = self.workshop.solver.poll() {
            self.say_both(|texts| match &event {
                SolverEvent::Finished(stones) => texts.tables.finished(stones),
                SolverEvent::Stopped => texts.tables.stopped().to_owned(),
                SolverEvent::Failed(error) => texts.tables.failed(texts.build_error(error)),
            });
        }
    }

    /// Carries out a request to the solver.
    pub(in crate::app) fn ask_solver(&mut self, request: SolverRequest) {
        match request {
            SolverRequest::Look(rule) => self.workshop.solver.look(rule),
            SolverRequest::Begin(rule, stones) => self.workshop.solver.begin(rule, stones),
            SolverRequest::Stop => self.workshop.solver.stop(),
        }
    }
}
