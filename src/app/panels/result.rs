//! The end of a game: who won, why, and the ways on.

use eframe::egui::{Align2, CornerRadius, Id, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::card::clock_text;
use crate::app::View;
use crate::app::actions::{Action, Actions, Leaving};
use crate::app::board::stones::{self, StoneLook};
use crate::app::fonts::Weight;
use crate::app::network_ui;
use crate::app::widgets::{ButtonStyle, Face, button_at, text_in};
use crate::game::Outcome;
use crate::rules::Color;

/// The height of the card.
pub const HEIGHT: f32 = 212.0;

/// Draws the card.
pub fn result_ui(ui: &mut Ui, rect: Rect, outcome: Outcome, view: &View, actions: &mut Actions) {
    let (palette, texts, controller) = (view.palette, view.texts, view.controller);
    let painter = ui.painter().clone();
    painter.rect(rect, CornerRadius::same(14), palette.card, Stroke::new(1.5, palette.mill_edge), StrokeKind::Inside);
    let look = StoneLook::lying(palette.shadow);
    let center = rect.min + vec2(40.0, 46.0);
    match outcome.winner() {
        Some(winner) => stones::paint(&painter, center, 22.0, &palette.stones[winner.index()], look),
        None => {
            for (color, offset) in [(Color::Black, vec2(5.0, 4.0)), (Color::White, vec2(-5.0, -4.0))] {
                stones::paint(&painter, center + offset, 17.0, &palette.stones[color.index()], look);
            }
        }
    }
    let inner = rect.shrink(20.0);
    let row = |top: f32, height: f32, left: f32| {
        Rect::from_min_size(pos2(inner.left() + left, rect.top() + top), vec2(inner.width() - left, height))
    };
    let title = texts.outcome_title(outcome);
    let reason = texts.outcome_reason(outcome, controller.game().rules());
    text_in(&painter, row(22.0, 28.0, 56.0), Align2::LEFT_CENTER, &title, Weight::SemiBold, 22.0, palette.text);
    text_in(&painter, row(52.0, 20.0, 56.0), Align2::LEFT_CENTER, &reason, Weight::Regular, 13.5, palette.text);
    let used: std::time::Duration = Color::BOTH.iter().map(|&side| controller.clocks().used(side)).sum();
    let moves = controller.game().ply().div_ceil(2);
    let summary = texts.game_summary(moves, &clock_text(used));
    text_in(&painter, row(84.0, 20.0, 0.0), Align2::LEFT_CENTER, &summary, Weight::Regular, 12.5, palette.muted);
    let response = ui.interact(rect, Id::unique("result"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{title}. {reason} {summary}")));
    let again = (texts.new_game, Action::Leave(Leaving::NewGame), true);
    let (name, action, enabled) = network_ui::rematch_button(view).unwrap_or(again);
    if button_at(ui, row(114.0, 40.0, 0.0), "new game", Face::Text(name), ButtonStyle::Primary, enabled).clicked() {
        actions.push(action);
    }
    let lower = row(162.0, 36.0, 0.0);
    let (left, right) = lower.split_left_right_at_fraction(0.5);
    let (left, right) = (left.with_max_x(left.right() - 4.0), right.with_min_x(right.left() + 4.0));
    if button_at(ui, left, "review", Face::Text(texts.review), ButtonStyle::Plain, true).clicked() {
        actions.push(Action::Review);
    }
    let unsaved = controller.is_unsaved();
    if button_at(ui, right, "save game", Face::Text(texts.save), ButtonStyle::Plain, unsaved).clicked() {
        actions.push(Action::Save);
    }
}
