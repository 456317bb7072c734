//! Entering a move as text.

use eframe::egui::{Key, Margin, Rect, TextEdit, Ui, Vec2, pos2, vec2};

use super::{footer_ui, paragraph};
use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::fonts::Weight;
use crate::controller::Command;
use muehle_engine::rules::Move;

pub(super) const SIZE: Vec2 = vec2(400.0, 168.0);

/// The dialog's state.
#[derive(Default)]
pub struct TypeMoveDialog {
    text: String,
    /// Why the text cannot be played.
    problem: String,
    focused: bool,
}

impl TypeMoveDialog {
    pub(super) fn ui(&mut self, ui: &mut Ui, body: Rect, view: &View, actions: &mut Actions) {
        let (texts, palette) = (view.texts, view.palette);
        let row = |top: f32, height: f32| {
            Rect::from_min_size(pos2(body.left(), body.top() + top), vec2(body.width(), height))
        };
        let edit = TextEdit::singleline(&mut self.text)
            .hint_text("d6-d5xb4")
            .char_limit(40)
            .font(Weight::Medium.size(15.0))
            .margin(Margin::symmetric(12, 9));
        let response = ui.put(row(0.0, 36.0), edit);
        response.widget_info(|| {
            eframe::egui::WidgetInfo::labeled(eframe::egui::Role::TextInput, true, texts.dialogs.type_title())
        });
        if !self.focused {
            self.focused = true;
            response.request_focus();
        }
        if response.changed() {
            self.problem.clear();
        }
        let (text, color) = if self.problem.is_empty() {
            (texts.dialogs.type_hint(), palette.muted)
        } else {
            (&self.problem[..], palette.danger)
        };
        paragraph(ui, row(48.0, 40.0), text, 13.0, color);
        let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let footer = Rect::from_min_max(pos2(body.left(), body.bottom() - 40.0), body.max);
        let play = (texts.dialogs.play_move(), texts.tips.play_move());
        match footer_ui(ui, footer, &[(texts.common.cancel(), texts.tips.cancel()), play]) {
            Some(0) => actions.push(Action::CloseDialog),
            Some(_) => self.play(view, actions),
            None if entered => self.play(view, actions),
            None => {}
        }
    }

    fn play(&mut self, view: &View, actions: &mut Actions) {
        self.focused = false;
        let controller = view.controller;
        let checked = self.text.parse::<Move>().map_err(|error| view.texts.move_error(&error)).and_then(|mv| {
            controller.may_act().map_err(|refusal| view.texts.refusal(refusal))?;
            let legal = controller.position().check(mv, controller.game().removal_rule());
            legal.map(|()| mv).map_err(|reason| view.texts.illegal(reason))
        });
        match checked {
            Ok(mv) => actions.extend([Action::CloseDialog, Action::Do(Command::Play(mv))]),
            Err(problem) => self.problem = problem,
        }
    }
}
