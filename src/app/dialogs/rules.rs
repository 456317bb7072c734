//! The rules of the next game.

use eframe::egui::{Align2, Rect, Role, Ui, Vec2, pos2, vec2};

use super::{footer_ui, paragraph};
use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::fonts::Weight;
use crate::app::widgets::{check, group, radio, stepper, text_in};
use muehle_engine::rules::{RemovalRule, Rules};

pub(super) const SIZE: Vec2 = vec2(520.0, 296.0);

/// The dialog's state.
pub struct RulesDialog {
    rules: Rules,
}

impl RulesDialog {
    pub(super) fn new(rules: Rules) -> RulesDialog {
        RulesDialog { rules }
    }

    pub(super) fn ui(&mut self, ui: &mut Ui, body: Rect, view: &View, actions: &mut Actions) {
        match self.page_ui(ui, body, view) {
            Some(Some(rules)) => actions.extend([view.set(|settings| settings.rules = rules), Action::CloseDialog]),
            Some(None) => actions.push(Action::CloseDialog),
            None => {}
        }
    }

    /// Draws the fields and the buttons. Returns the answer: other rules, or none.
    pub(super) fn page_ui(&mut self, ui: &mut Ui, body: Rect, view: &View) -> Option<Option<Rules>> {
        let (texts, palette) = (view.texts, view.palette);
        let rules = &mut self.rules;
        let row = |top: f32, height: f32| {
            Rect::from_min_size(pos2(body.left(), body.top() + top), vec2(body.width(), height))
        };
        paragraph(ui, row(0.0, 20.0), texts.rules.caption(), 13.0, palette.muted);
        let height = paragraph(ui, row(28.0, 20.0), texts.rules.removal(), 14.0, palette.text);
        let mut top = 36.0 + height;
        let mut choices = group(ui, Role::RadioGroup, texts.rules.removal());
        for (rule, name) in [(RemovalRule::Never, texts.rules.never()), (RemovalRule::Any, texts.rules.any())] {
            if radio(&mut choices, row(top, 26.0), ("removal", rule.name()), name, rules.removal == rule) {
                rules.removal = rule;
            }
            top += 28.0;
        }
        top += 10.0;
        if check(ui, row(top, 26.0), "repetition", texts.rules.repetition(), rules.draw_by_repetition) {
            rules.draw_by_repetition ^= true;
        }
        top += 36.0;
        let line = row(top, 33.0);
        let number = Rect::from_min_max(pos2(line.right() - 116.0, line.top()), line.max);
        if let Some(plies) = stepper(ui, number, "quiet", texts.rules.quiet(), rules.quiet_plies, (0..=400, 10), true) {
            rules.quiet_plies = plies;
        }
        let caption = Rect::from_min_max(line.min, pos2(number.left() - 8.0, line.bottom()));
        let width = text_in(
            ui.painter(),
            caption,
            Align2::LEFT_CENTER,
            texts.rules.quiet(),
            Weight::Regular,
            14.0,
            palette.text,
        );
        let rest = Rect::from_min_max(pos2(caption.left() + width + 8.0, line.top()), caption.max);
        if rest.width() > 50.0 {
            text_in(
                ui.painter(),
                rest,
                Align2::LEFT_CENTER,
                texts.rules.quiet_off(),
                Weight::Regular,
                12.5,
                palette.muted,
            );
        }
        let footer = Rect::from_min_max(pos2(body.left(), body.bottom() - 40.0), body.max);
        let apply = (texts.rules.apply(), texts.tips.apply_rules());
        let pressed = footer_ui(ui, footer, &[(texts.common.cancel(), texts.tips.cancel()), apply])?;
        Some((pressed == 1).then_some(self.rules))
    }
}
