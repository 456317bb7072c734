//! An n-tuple network that learns from games against itself: its settings and curves.

use std::ops::RangeInclusive;

use eframe::egui::{Align2, Margin, Rect, Role, TextEdit, Ui, UiBuilder, WidgetInfo, pos2, vec2};

use super::LearningRequest;
use super::curves::{Range, chart_card, curve_ui, strengths_ui};
use super::dashboard::GAP;
use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::dialogs::paragraph;
use crate::app::fonts::Weight;
use crate::app::widgets::{ButtonStyle, Face, Scale, button_at, check, combo, slider, stepper, text_in};
use crate::controller::training::{TuplePatterns, TuplePlan, TupleRun};
use muehle_engine::players::ntuple;

/// The height of the settings.
const FORM: f32 = 494.0;

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

    /// Draws the settings and the buttons below them.
    pub(super) fn ui(&mut self, ui: &mut Ui, column: Rect, view: &View, actions: &mut Actions) {
        self.form_ui(ui, column, view);
        let (words, palette) = (view.texts.laboratory, view.palette);
        let state = Rect::from_min_size(pos2(column.left(), column.top() + FORM), vec2(column.width(), 90.0));
        match view.workshop.training.tuple_run() {
            Some(run) => state_ui(ui, state, run, view),
            None => {
                paragraph(ui, state, words.tuples_idle(), 13.0, palette.muted);
            }
        }
        self.buttons_ui(ui, column.with_min_y(column.bottom() - 40.0), view, actions);
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
        caption(60.0, texts.laboratory.tuples_choice());
        let name = |patterns: TuplePatterns| match patterns {
            TuplePatterns::Mills => texts.laboratory.tuples_mills(),
            TuplePatterns::Surroundings => texts.laboratory.tuples_surroundings(),
            TuplePatterns::Rings => texts.laboratory.tuples_rings(),
            TuplePatterns::Walks => texts.laboratory.tuples_walks(),
            TuplePatterns::OnlyWalks => texts.laboratory.tuples_only_walks(),
        };
        let entries = TuplePatterns::ALL.map(|patterns| (name(patterns).to_owned(), patterns));
        // A network of the user is trained on, unless he wants a new beginning.
        let known = view.workshop.names.ntuples.iter().any(|name| name == plan.name.trim());
        plan.replaces &= known;
        let free = enabled && known == plan.replaces;
        if let Some(chosen) =
            combo(ui, row(78.0, 34.0), texts.laboratory.tuples_choice(), name(plan.patterns), &entries, free)
        {
            plan.patterns = chosen;
        }
        let number_if =
            |ui: &mut Ui, top: f32, name: &str, value: u16, range: (RangeInclusive<u16>, u16), able: bool| {
                let line = row(top, 34.0);
                let field = line.with_min_x(line.right() - 116.0);
                let label = line.with_max_x(field.left() - 8.0);
                let ink = if able { palette.text } else { palette.disabled };
                text_in(ui.painter(), label, Align2::LEFT_CENTER, name, Weight::Regular, 14.0, ink);
                stepper(ui, field, ("tuples", top as u32), name, value, range, able)
            };
        let number = |ui: &mut Ui, top: f32, name: &str, value: u16, range: RangeInclusive<u16>, step: u16| {
            number_if(ui, top, name, value, (range, step), enabled)
        };
        let walks = free && plan.patterns.has_walks();
        let most = 1..=TuplePlan::MAX_WALKS;
        if let Some(count) = number_if(ui, 118.0, texts.laboratory.tuples_number(), plan.walks, (most, 1), walks) {
            plan.walks = count;
        }
        let lengths = 2..=TuplePlan::MAX_LENGTH;
        if let Some(points) = number_if(ui, 154.0, texts.laboratory.tuples_length(), plan.length, (lengths, 1), walks) {
            plan.length = points;
        }
        let thousands = (plan.games / 1000) as u16;
        let step = if thousands < 10 { 1 } else { 10 };
        if let Some(games) = number(ui, 190.0, texts.laboratory.tuples_games(), thousands, 1..=10_000, step) {
            plan.games = u64::from(games) * 1000;
        }
        if let Some(plies) = number(ui, 226.0, texts.laboratory.tuples_openings(), plan.openings as u16, 0..=18, 1) {
            plan.openings = plies.into();
        }
        let sliding = |ui: &mut Ui, top: f32, name: &str, value: f64, most: f64| {
            let line = row(top, 28.0);
            let label = line.with_max_x(line.left() + 130.0);
            text_in(&painter, label, Align2::LEFT_CENTER, name, Weight::Regular, 13.5, ink);
            let shown = line.with_min_x(line.right() - 48.0);
            text_in(
                &painter,
                shown,
                Align2::RIGHT_CENTER,
                &texts.language.decimal(value, 3),
                Weight::Medium,
                13.5,
                ink,
            );
            let rail =
                Rect::from_min_max(pos2(label.right() + 10.0, line.top()), pos2(shown.left() - 10.0, line.bottom()));
            slider(ui, rail, ("tuples", top as u32), name, (value, Scale::even(0.0, most, most / 100.0)), enabled)
        };
        if let Some(lambda) = sliding(ui, 264.0, texts.laboratory.tuples_lambda(), plan.lambda, 1.0) {
            plan.lambda = lambda;
        }
        if let Some(alpha) = sliding(ui, 292.0, texts.laboratory.tuples_alpha(), plan.alpha[0], 0.5) {
            plan.alpha[0] = alpha;
        }
        if let Some(alpha) = sliding(ui, 320.0, texts.laboratory.tuples_alpha_last(), plan.alpha[1], 0.1) {
            plan.alpha[1] = alpha;
        }
        if let Some(epsilon) = sliding(ui, 348.0, texts.laboratory.tuples_epsilon(), plan.epsilon[0], 0.5) {
            plan.epsilon[0] = epsilon;
        }
        if let Some(epsilon) = sliding(ui, 376.0, texts.laboratory.tuples_epsilon_last(), plan.epsilon[1], 0.5) {
            plan.epsilon[1] = epsilon;
        }
        let checks = |ui: &mut Ui, top: f32, name: &str, on: bool| {
            let mut child = ui.new_child(UiBuilder::new().id_salt(("check", top as u32)).max_rect(row(top, 26.0)));
            if !enabled {
                child.disable();
            }
            check(&mut child, row(top, 26.0), ("tuples", top as u32), name, on) && enabled
        };
        if checks(ui, 410.0, texts.laboratory.tuples_coherence(), plan.coherence) {
            plan.coherence ^= true;
        }
        if checks(ui, 436.0, texts.laboratory.tuples_endgame(), plan.endgame) {
            plan.endgame ^= true;
        }
        if known && checks(ui, 462.0, texts.laboratory.tuples_replace(), plan.replaces) {
            plan.replaces ^= true;
        }
    }

    fn buttons_ui(&mut self, ui: &mut Ui, main: Rect, view: &View, actions: &mut Actions) {
        let (texts, training) = (view.texts, &view.workshop.training);
        if training.tuple_run().is_some_and(|run| run.running) {
            let face = Face::Text(texts.common.stop());
            let tip = texts.tips.stop_training();
            if button_at(ui, main, "tuples stop", face, ButtonStyle::Primary, true, tip).clicked() {
                actions.push(Action::Learning(LearningRequest::Stop));
            }
            return;
        }
        let (face, tip) = (Face::Text(texts.learning.begin()), texts.tips.begin_training());
        if button_at(ui, main, "tuples begin", face, ButtonStyle::Primary, !training.is_busy(), tip).clicked() {
            let plan = TuplePlan {
                name: self.plan.name.trim().to_owned(),
                rule: view.settings.rules.removal,
                ..self.plan.clone()
            };
            self.plan.replaces = false;
            actions.push(Action::Learning(LearningRequest::BeginTuples(Box::new(plan))));
        }
    }
}

/// How far a training is, or why it ended.
fn state_ui(ui: &mut Ui, area: Rect, run: &TupleRun, view: &View) {
    let (texts, palette) = (view.texts, view.palette);
    let last = run.news.last().copied().unwrap_or_default();
    let state = match (&run.failed, run.running) {
        (Some(_), _) => texts.learning.state_failed(),
        (None, true) => texts.learning.state_running(),
        (None, false) => texts.learning.state_stopped(),
    };
    let plies = format!("{:.0}", last.plies);
    let mut said = texts.laboratory.tuples_state(state, last.games, run.plan.games, plies);
    if let Some(error) = &run.failed {
        said = format!("{state}: {}.", texts.learn_error(error));
    }
    let ink = if run.failed.is_some() { palette.danger } else { palette.text };
    paragraph(ui, area, &said, 13.0, ink);
}

/// The error, the strength and the share of draws.
pub(super) fn curves_ui(ui: &mut Ui, rest: Rect, wide: bool, view: &View) {
    let (texts, palette) = (view.texts, view.palette);
    let [error, strength, draws] = if wide {
        let (upper, lower) = rest.split_top_bottom_at_fraction(0.5);
        let (left, right) = upper.with_max_y(upper.bottom() - GAP / 2.0).split_left_right_at_fraction(0.5);
        let halves = [left.with_max_x(left.right() - GAP / 2.0), right.with_min_x(right.left() + GAP / 2.0)];
        [halves[0], halves[1], lower.with_min_y(lower.top() + GAP / 2.0)]
    } else {
        let height = (rest.height() - 2.0 * GAP) / 3.0;
        [0.0, 1.0, 2.0].map(|place| {
            Rect::from_min_size(pos2(rest.left(), rest.top() + place * (height + GAP)), vec2(rest.width(), height))
        })
    };
    let run = view.workshop.training.tuple_run();
    let last = run.and_then(|run| run.news.last()).copied().unwrap_or_default();
    let games = last.games as f64;
    let words = texts.laboratory;
    let value = run.map_or(String::new(), |_| texts.language.decimal(last.error, 3));
    let well = chart_card(ui, error, words.tuples_error(), "", &value, view);
    let value = run.map_or(String::new(), |_| format!("{:.0}\u{a0}%", 100.0 * last.draws));
    let draws_well = chart_card(ui, draws, words.tuples_draws(), "", &value, view);
    let strengths = run.map_or(&[][..], |run| &run.strengths[..]);
    let score = strengths.last().map_or(String::new(), |last| format!("{:.0}\u{a0}%", 100.0 * last.score));
    let learning = texts.learning;
    let remark = learning.strength(learning.standard());
    let strength_well = chart_card(ui, strength, learning.strength_title(), &remark, &score, view);
    strengths_ui(ui, strength_well, strengths, games, view);
    let news = run.map_or(&[][..], |run| &run.news[..]);
    let errors: Vec<[f64; 2]> = news.iter().map(|news| [news.games as f64, news.error]).collect();
    let most = errors.iter().map(|point| point[1]).fold(0.05, f64::max);
    curve_ui(ui, well, "tuple errors", &errors, Range { games, most, digits: 2 }, view, palette.primary);
    let draws: Vec<[f64; 2]> = news.iter().map(|news| [news.games as f64, 100.0 * news.draws]).collect();
    curve_ui(ui, draws_well, "tuple draws", &draws, Range { games, most: 100.0, digits: 0 }, view, palette.primary);
}
