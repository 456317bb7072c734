//! The laboratory's second tab: an n-tuple network learns from games against itself.

use std::ops::RangeInclusive;

use eframe::egui::{
    Align2, Id, Margin, Rect, Role, ScrollArea, Sense, TextEdit, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};

use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::dialogs::paragraph;
use crate::app::fonts::Weight;
use crate::app::learning::{LearningRequest, Range, curve_ui, well_ui};
use crate::app::widgets::{ButtonStyle, Face, Scale, button_at, check, combo, slider, stepper, text_in, text_width};
use crate::controller::training::{TuplePatterns, TuplePlan};
use muehle_engine::players::ntuple;

/// The width of the column with the parameters.
const COLUMN: f32 = 300.0;
/// The height of the parameters.
const FORM: f32 = 452.0;

/// The settings of the next training.
pub(super) struct TuplesForm {
    plan: TuplePlan,
}

impl TuplesForm {
    pub(super) fn new(view: &View) -> TuplesForm {
        let plan = match view.workshop.training.tuple_run() {
            Some(run) => TuplePlan { replaces: false, ..run.plan.clone() },
            // A new name, so that the shipped network is not overwritten by accident.
            None => TuplePlan { name: format!("{}-2", ntuple::DEFAULT_NAME), ..TuplePlan::default() },
        };
        TuplesForm { plan }
    }

    pub(super) fn ui(&mut self, ui: &mut Ui, area: Rect, view: &View) {
        let wide = area.width() >= 620.0;
        let mut child = ui.new_child(UiBuilder::new().id_salt("tuples").max_rect(area));
        let height = if wide { area.height().max(FORM) } else { FORM + 400.0 };
        ScrollArea::vertical().id_salt("tuples area").auto_shrink(false).show(&mut child, |ui| {
            let room = if height > area.height() { 12.0 } else { 0.0 };
            let (rect, _) = ui.allocate_exact_size(vec2(area.width() - room, height), Sense::hover());
            let (column, rest) = match wide {
                true => {
                    let column = Rect::from_min_size(rect.min, vec2(COLUMN, rect.height()));
                    (column, rect.with_min_x(column.right() + 24.0))
                }
                false => (rect.with_max_y(rect.top() + FORM), rect.with_min_y(rect.top() + FORM + 12.0)),
            };
            self.form_ui(ui, column, view);
            curves_ui(ui, rest, view);
        });
    }

    fn form_ui(&mut self, ui: &mut Ui, column: Rect, view: &View) {
        let (texts, palette) = (view.texts, view.palette);
        let enabled = !view.workshop.training.is_busy();
        let painter = ui.painter().clone();
        let ink = if enabled { palette.text } else { palette.disabled };
        let row = |top: f32, height: f32| {
            Rect::from_min_size(pos2(column.left(), column.top() + top), vec2(column.width(), height))
        };
        let caption = |top: f32, text: &str| {
            text_in(&painter, row(top, 18.0), Align2::LEFT_CENTER, text, Weight::Medium, 12.5, palette.muted);
        };
        let plan = &mut self.plan;
        caption(0.0, texts.learning.create_name());
        let mut child = ui.new_child(UiBuilder::new().id_salt("tuple name").max_rect(row(20.0, 34.0)));
        if !enabled {
            child.disable();
        }
        let edit = TextEdit::singleline(&mut plan.name).char_limit(64).margin(Margin::symmetric(10, 8));
        let response = child.put(row(20.0, 34.0), edit);
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, enabled, texts.learning.create_name()));
        caption(62.0, texts.laboratory.tuples_choice());
        let name = |patterns: TuplePatterns| match patterns {
            TuplePatterns::Mills => texts.laboratory.tuples_mills(),
            TuplePatterns::Surroundings => texts.laboratory.tuples_surroundings(),
            TuplePatterns::Rings => texts.laboratory.tuples_rings(),
            TuplePatterns::Walks => texts.laboratory.tuples_walks(),
        };
        let entries = TuplePatterns::ALL.map(|patterns| (name(patterns).to_owned(), patterns));
        // A network of the user is trained on, unless he wants a new beginning.
        let known = view.workshop.names.ntuples.iter().any(|name| name == plan.name.trim());
        plan.replaces &= known;
        let free = enabled && known == plan.replaces;
        if let Some(chosen) =
            combo(ui, row(82.0, 34.0), texts.laboratory.tuples_choice(), name(plan.patterns), &entries, free)
        {
            plan.patterns = chosen;
        }
        let number = |ui: &mut Ui, top: f32, name: &str, value: u16, range: RangeInclusive<u16>, step: u16| {
            let line = row(top, 34.0);
            let field = line.with_min_x(line.right() - 116.0);
            let label = line.with_max_x(field.left() - 8.0);
            text_in(ui.painter(), label, Align2::LEFT_CENTER, name, Weight::Regular, 14.0, ink);
            stepper(ui, field, ("tuples", top as u32), name, value, (range, step), enabled)
        };
        let thousands = (plan.games / 1000) as u16;
        let step = if thousands < 10 { 1 } else { 10 };
        if let Some(games) = number(ui, 126.0, texts.laboratory.tuples_games(), thousands, 1..=10_000, step) {
            plan.games = u64::from(games) * 1000;
        }
        if let Some(plies) = number(ui, 164.0, texts.laboratory.tuples_openings(), plan.openings as u16, 0..=18, 1) {
            plan.openings = plies.into();
        }
        let sliding = |ui: &mut Ui, top: f32, name: &str, value: f64, most: f64| {
            let line = row(top, 30.0);
            let label = line.with_max_x(line.left() + 130.0);
            text_in(&painter, label, Align2::LEFT_CENTER, name, Weight::Regular, 13.5, ink);
            let shown = line.with_min_x(line.right() - 48.0);
            text_in(&painter, shown, Align2::RIGHT_CENTER, &format!("{value:.3}"), Weight::Medium, 13.5, ink);
            let rail =
                Rect::from_min_max(pos2(label.right() + 10.0, line.top()), pos2(shown.left() - 10.0, line.bottom()));
            slider(ui, rail, ("tuples", top as u32), name, (value, Scale::even(0.0, most, most / 100.0)), enabled)
        };
        if let Some(lambda) = sliding(ui, 206.0, texts.laboratory.tuples_lambda(), plan.lambda, 1.0) {
            plan.lambda = lambda;
        }
        if let Some(alpha) = sliding(ui, 238.0, texts.laboratory.tuples_alpha(), plan.alpha[0], 0.5) {
            plan.alpha[0] = alpha;
        }
        if let Some(alpha) = sliding(ui, 270.0, texts.laboratory.tuples_alpha_last(), plan.alpha[1], 0.1) {
            plan.alpha[1] = alpha;
        }
        if let Some(epsilon) = sliding(ui, 302.0, texts.laboratory.tuples_epsilon(), plan.epsilon, 0.5) {
            plan.epsilon = epsilon;
        }
        let checks = |ui: &mut Ui, top: f32, name: &str, on: bool| {
            let mut child = ui.new_child(UiBuilder::new().id_salt(("check", top as u32)).max_rect(row(top, 26.0)));
            if !enabled {
                child.disable();
            }
            check(&mut child, row(top, 26.0), ("tuples", top as u32), name, on) && enabled
        };
        if checks(ui, 344.0, texts.laboratory.tuples_coherence(), plan.coherence) {
            plan.coherence ^= true;
        }
        if checks(ui, 374.0, texts.laboratory.tuples_endgame(), plan.endgame) {
            plan.endgame ^= true;
        }
        if known && checks(ui, 404.0, texts.laboratory.tuples_replace(), plan.replaces) {
            plan.replaces ^= true;
        }
    }

    pub(super) fn footer_ui(&mut self, ui: &mut Ui, footer: Rect, view: &View, actions: &mut Actions) {
        let (texts, words) = (view.texts.common, view.texts.learning);
        let mut right = footer.right();
        let mut button = |ui: &mut Ui, id: &str, name: &str, style: ButtonStyle, enabled: bool| {
            let width = (text_width(ui, name, Weight::SemiBold, 14.5) + 32.0).max(92.0);
            let rect = Rect::from_min_max(pos2(right - width, footer.top()), pos2(right, footer.bottom()));
            right -= width + 12.0;
            button_at(ui, rect, ("tuples footer", id), Face::Text(name), style, enabled).clicked()
        };
        let running = view.workshop.training.tuple_run().is_some_and(|run| run.running);
        if running {
            if button(ui, "stop", texts.stop(), ButtonStyle::Primary, true) {
                actions.push(Action::Learning(LearningRequest::Stop));
            }
        } else if button(ui, "begin", words.begin(), ButtonStyle::Primary, !view.workshop.training.is_busy()) {
            let plan = TuplePlan {
                name: self.plan.name.trim().to_owned(),
                rule: view.settings.rules.removal,
                ..self.plan.clone()
            };
            self.plan.replaces = false;
            actions.push(Action::Learning(LearningRequest::BeginTuples(Box::new(plan))));
        }
        if button(ui, "close", texts.close(), ButtonStyle::Plain, true) {
            actions.push(Action::CloseDialog);
        }
    }
}

fn curves_ui(ui: &mut Ui, rest: Rect, view: &View) {
    let (texts, palette) = (view.texts, view.palette);
    let Some(run) = view.workshop.training.tuple_run() else {
        paragraph(ui, rest.with_max_y(rest.top() + 60.0), texts.laboratory.tuples_idle(), 14.0, palette.muted);
        return;
    };
    let head = Rect::from_min_size(rest.min, vec2(rest.width(), 20.0));
    let state = if run.running { texts.learning.state_running() } else { texts.learning.state_stopped() };
    let last = run.news.last().copied().unwrap_or_default();
    let plies = format!("{:.0}", last.plies);
    let state = texts.laboratory.tuples_state(state, last.games, run.plan.games, plies);
    text_in(ui.painter(), head, Align2::LEFT_CENTER, &state, Weight::Medium, 14.0, palette.text);
    let response = ui.interact(head, Id::unique("tuples state"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &state));
    let below = rest.with_min_y(head.bottom() + 12.0);
    let (upper, lower) = below.split_top_bottom_at_fraction(0.5);
    let well = well_ui(ui, upper.with_max_y(upper.bottom() - 8.0), texts.laboratory.tuples_error(), view);
    let errors: Vec<[f64; 2]> = run.news.iter().map(|news| [news.games as f64, news.error]).collect();
    let most = errors.iter().map(|point| point[1]).fold(0.05, f64::max);
    let games = last.games as f64;
    curve_ui(ui, well, "tuple errors", &errors, Range { games, most, digits: 2 }, view, palette.mark_removal);
    let well = well_ui(ui, lower.with_min_y(lower.top() + 8.0), texts.laboratory.tuples_draws(), view);
    let draws: Vec<[f64; 2]> = run.news.iter().map(|news| [news.games as f64, 100.0 * news.draws]).collect();
    curve_ui(ui, well, "tuple draws", &draws, Range { games, most: 100.0, digits: 0 }, view, palette.accent);
}
