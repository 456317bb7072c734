//! The dialog for a new heuristic: name, features, layers and learning parameters.

use eframe::egui::{
    Align2, Id, Margin, Rect, Role, ScrollArea, Sense, TextEdit, Ui, UiBuilder, Vec2, WidgetInfo, pos2, vec2,
};

use super::LearningRequest;
use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::dialogs::{footer_ui, paragraph};
use crate::app::focus;
use crate::app::fonts::Weight;
use crate::app::widgets::{combo, stepper, text_in};
use crate::texts::Language;
use muehle_engine::heuristics::{Activation, FeatureSet, LearningParameters, Plan};

/// The size of the dialog below its title.
pub const SIZE: Vec2 = vec2(640.0, 520.0);
/// The most layers, the outputs included.
const MOST_LAYERS: u16 = 6;
/// The most nodes of a hidden layer.
const MOST_NODES: u16 = 200;
/// The settings of a new hidden layer.
const NEW_LAYER: (usize, Activation) = (30, Activation::Tanh);

/// Where the steppers begin: left of the activations.
fn steppers_left(list: Rect) -> f32 {
    list.right() - 20.0 - 150.0 - 124.0
}

fn is_narrow(width: f32) -> bool {
    width < 480.0
}

/// The columns of the six numbers.
fn parameters_per_row(width: f32) -> usize {
    if is_narrow(width) { 2 } else { 3 }
}

/// The dialog's state.
pub struct CreateDialog {
    plan: Plan,
    /// λ, η, α, κ, φ and the seed as typed.
    numbers: [String; 6],
    /// Why the heuristic could not be created, as the window says it.
    pub fault: Option<String>,
    /// Whether it is chosen for training afterwards.
    pub for_training: bool,
    focused: bool,
}

impl CreateDialog {
    /// A dialog with the paper's best parameters.
    pub fn new(for_training: bool, language: Language) -> CreateDialog {
        let plan = Plan::default();
        let LearningParameters { lambda, eta, alpha, kappa, phi } = plan.learning;
        let numbers = [lambda, eta, alpha, kappa, phi].map(|number| language.localized(&number.to_string()));
        let [lambda, eta, alpha, kappa, phi] = numbers;
        let numbers = [lambda, eta, alpha, kappa, phi, plan.seed.to_string()];
        CreateDialog { plan, numbers, fault: None, for_training, focused: false }
    }

    /// The name of the new heuristic.
    pub fn name(&self) -> &str {
        self.plan.name.trim()
    }

    /// The plan as typed, or the text that is not a number.
    fn finished(&self) -> Result<Plan, String> {
        let number = |text: &String| text.trim().replace(',', ".").parse::<f64>().map_err(|_| text.clone());
        let [lambda, eta, alpha, kappa, phi, seed] = &self.numbers;
        let learning = LearningParameters {
            lambda: number(lambda)?,
            eta: number(eta)?,
            alpha: number(alpha)?,
            kappa: number(kappa)?,
            phi: number(phi)?,
        };
        let seed = seed.trim().parse().map_err(|_| seed.clone())?;
        Ok(Plan { name: self.name().to_owned(), learning, seed, ..self.plan.clone() })
    }

    /// Draws the dialog.
    pub fn ui(&mut self, ui: &mut Ui, body: Rect, view: &View, actions: &mut Actions) {
        let footer = Rect::from_min_max(pos2(body.left(), body.bottom() - 40.0), body.max);
        let area = Rect::from_min_max(body.min, pos2(body.right(), footer.top() - 12.0));
        let mut child = ui.new_child(UiBuilder::new().id_salt("create").max_rect(area));
        ScrollArea::vertical().id_salt("create form").auto_shrink(false).show(&mut child, |ui| {
            let width = area.width() - 8.0;
            let height = 342.0 + 58.0 * (6 / parameters_per_row(width)) as f32;
            let (rect, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
            self.form_ui(ui, rect, view);
            focus::keep_in_sight(ui);
        });
        let texts = view.texts;
        let create = (texts.learning.create_button(), texts.tips.create());
        match footer_ui(ui, footer, &[(texts.common.cancel(), texts.tips.cancel()), create]) {
            Some(0) => actions.push(Action::CloseDialog),
            Some(_) => match self.finished() {
                Ok(plan) => {
                    self.fault = None;
                    actions.push(Action::Learning(LearningRequest::Create(Box::new(plan))));
                }
                Err(text) => self.fault = Some(texts.errors.not_a_number(&text) + "."),
            },
            None => {}
        }
    }

    fn form_ui(&mut self, ui: &mut Ui, rect: Rect, view: &View) {
        let (words, palette) = (view.texts.learning, view.palette);
        let painter = ui.painter().clone();
        let row = |top: f32, height: f32| {
            Rect::from_min_size(pos2(rect.left(), rect.top() + top), vec2(rect.width(), height))
        };
        let caption = |rect: Rect, text: &str| {
            text_in(&painter, rect, Align2::LEFT_CENTER, text, Weight::Medium, 12.5, palette.muted);
        };
        let halves = |line: Rect| {
            let (left, right) = line.split_left_right_at_fraction(if is_narrow(line.width()) { 0.4 } else { 0.5 });
            [left.with_max_x(left.right() - 8.0), right.with_min_x(right.left() + 8.0)]
        };
        let [name_caption, set_caption] = halves(row(0.0, 18.0));
        let [name_field, set_field] = halves(row(22.0, 36.0));
        caption(name_caption, words.create_name());
        let edit = TextEdit::singleline(&mut self.plan.name).char_limit(64).margin(Margin::symmetric(12, 9));
        let response = ui.put(name_field, edit);
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, words.create_name()));
        if !self.focused {
            self.focused = true;
            response.request_focus();
        }
        caption(set_caption, words.create_features());
        let sets = FeatureSet::ALL.map(|set| (words.feature_set(set).to_owned(), set));
        let chosen = words.feature_set(self.plan.feature_set);
        if let Some(set) = combo(ui, set_field, words.create_features(), chosen, &sets, true) {
            self.plan.feature_set = set;
        }
        self.layers_ui(ui, row(74.0, 214.0), view);
        caption(row(300.0, 18.0), words.create_parameters());
        let names = [
            words.create_lambda(),
            words.create_eta(),
            words.create_alpha(),
            words.create_kappa(),
            words.create_phi(),
            words.create_seed(),
        ];
        for (index, (name, number)) in names.iter().zip(&mut self.numbers).enumerate() {
            let columns = parameters_per_row(rect.width());
            let (column, line) = (index % columns, index / columns);
            let width = (rect.width() + 16.0) / columns as f32 - 16.0;
            let left = rect.left() + column as f32 * (width + 16.0);
            let top = rect.top() + 322.0 + line as f32 * 58.0;
            let head = Rect::from_min_size(pos2(left, top), vec2(width, 16.0));
            text_in(&painter, head, Align2::LEFT_CENTER, name, Weight::Regular, 12.0, palette.text);
            let field = Rect::from_min_size(pos2(left, top + 18.0), vec2(width, 32.0));
            let edit = TextEdit::singleline(number).char_limit(20).margin(Margin::symmetric(10, 7));
            ui.put(field, edit).widget_info(|| WidgetInfo::labeled(Role::TextInput, true, *name));
        }
        if let Some(fault) = &self.fault {
            paragraph(ui, row(rect.height() - 20.0, 18.0), fault, 13.0, palette.danger);
        }
    }

    fn layers_ui(&mut self, ui: &mut Ui, area: Rect, view: &View) {
        let (texts, palette) = (view.texts.learning, view.palette);
        let painter = ui.painter().clone();
        let head = Rect::from_min_size(area.min, vec2(area.width(), 34.0));
        text_in(&painter, head, Align2::LEFT_CENTER, texts.create_layers(), Weight::Regular, 14.0, palette.text);
        // The steppers of all layers are below each other.
        let field = Rect::from_min_size(pos2(steppers_left(area), head.top()), vec2(112.0, 34.0));
        let layers = self.plan.hidden.len() as u16 + 1;
        if let Some(layers) = stepper(ui, field, "layers", texts.create_layers(), layers, (1..=MOST_LAYERS, 1), true) {
            self.plan.hidden.resize(usize::from(layers) - 1, NEW_LAYER);
        }
        let mut shape = vec![self.plan.feature_set.len().to_string()];
        shape.extend(self.plan.hidden.iter().map(|(nodes, _)| nodes.to_string()));
        shape.push("3".to_owned());
        let sum = texts.create_sum(self.plan.weights(), shape.join("–"));
        let ink = if self.plan.weights() > Plan::MAX_WEIGHTS { palette.danger } else { palette.muted };
        let rest = head.with_min_x(field.right() + 16.0);
        text_in(&painter, rest, Align2::RIGHT_CENTER, &sum, Weight::Regular, 13.0, ink);
        let response = ui.interact(rest, Id::unique("weights of the plan"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &sum));
        let list = Rect::from_min_max(pos2(area.left(), head.bottom() + 8.0), area.max);
        painter.rect_filled(list, eframe::egui::CornerRadius::same(10), palette.well);
        let inner = list.shrink(8.0);
        let mut child = ui.new_child(UiBuilder::new().id_salt("layers").max_rect(inner));
        ScrollArea::vertical().id_salt("layer list").auto_shrink(false).show(&mut child, |ui| {
            ui.spacing_mut().item_spacing.y = 6.0;
            let last = self.plan.hidden.len();
            for index in 0..=last {
                let (line, _) = ui.allocate_exact_size(vec2(inner.width() - 12.0, 34.0), Sense::hover());
                let number = (index + 1).to_string();
                let name = match index == last {
                    true => texts.create_output().to_owned(),
                    false => texts.create_layer(&number),
                };
                let choice = Rect::from_min_max(pos2(line.right() - 150.0, line.top()), line.max);
                let field = Rect::from_min_size(pos2(choice.left() - 124.0, line.top()), vec2(112.0, 34.0));
                // In a narrow dialog the name of the output layer, which lists its nodes, takes all the room.
                let wide_title = index == last && is_narrow(area.width());
                let title = line.with_max_x(if wide_title { choice.left() } else { field.left() } - 8.0);
                text_in(ui.painter(), title, Align2::LEFT_CENTER, &name, Weight::Regular, 14.0, palette.text);
                let activation = match self.plan.hidden.get_mut(index) {
                    Some((nodes, activation)) => {
                        let label = texts.create_nodes(&number);
                        let step = if *nodes < 10 { 1 } else { 5 };
                        let range = (1..=MOST_NODES, step);
                        let nodes_now = *nodes as u16;
                        if let Some(changed) = stepper(ui, field, ("nodes", index), &label, nodes_now, range, true) {
                            *nodes = usize::from(changed);
                        }
                        activation
                    }
                    None if wide_title => &mut self.plan.output,
                    None => {
                        let nodes = texts.create_three();
                        text_in(
                            ui.painter(),
                            field,
                            Align2::CENTER_CENTER,
                            nodes,
                            Weight::Regular,
                            13.0,
                            palette.muted,
                        );
                        &mut self.plan.output
                    }
                };
                let label = texts.create_activation(&number);
                let entries = Activation::ALL.map(|one| (texts.activation(one).to_owned(), one));
                if let Some(chosen) = combo(ui, choice, &label, texts.activation(*activation), &entries, true) {
                    *activation = chosen;
                }
            }
        });
    }
}
