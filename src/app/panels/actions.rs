//! Rows of buttons below the cards: what a person can do in a game, while watching and while looking back.

use eframe::egui::{Rect, Ui, pos2, vec2};

use crate::app::View;
use crate::app::actions::{Action, Actions, DialogKind, Leaving};
use crate::app::icons::Icon;
use crate::app::network_ui;
use crate::app::widgets::{ButtonStyle, Face, button_at};
use crate::controller::{Branch, Command, Look, Refusal};

/// Splits a row into equal parts with a gap of 8.
fn parts(row: Rect, count: usize) -> Vec<Rect> {
    let width = (row.width() - 8.0 * (count - 1) as f32) / count as f32;
    let part = |i: usize| {
        Rect::from_min_size(pos2(row.left() + i as f32 * (width + 8.0), row.top()), vec2(width, row.height()))
    };
    (0..count).map(part).collect()
}

/// Undo, hint, draw, resign; in small windows the first two.
pub fn row_ui(ui: &mut Ui, row: Rect, count: usize, view: &View, actions: &mut Actions) {
    let (controller, texts) = (view.controller, view.texts.panel);
    if controller.is_partner_gone() {
        return network_ui::gone_row_ui(ui, row, view, actions);
    }
    let may_resign = match (controller.outcome(), controller.resigning_side()) {
        (Some(_), _) => Err(Refusal::Over),
        (None, None) => Err(Refusal::NoOneToResign),
        (None, Some(_)) => Ok(()),
    };
    let buttons = [
        (texts.undo(), controller.plies_to_undo().map(|_| ()).ok_or(Refusal::NothingToUndo), Action::Do(Command::Undo)),
        (texts.hint(), controller.may_hint(), Action::Do(Command::Hint(None))),
        (texts.draw(), controller.may_offer_draw(), Action::Do(Command::OfferDraw)),
        (texts.resign(), may_resign, Action::Show(DialogKind::Resign)),
    ];
    for (rect, (name, allowed, action)) in parts(row, count).into_iter().zip(buttons) {
        let response = button_at(ui, rect, ("row", name), Face::Text(name), ButtonStyle::Plain, allowed.is_ok());
        if response.clicked() {
            actions.push(action);
        }
        if let Err(refusal) = allowed {
            response.on_hover_text(view.texts.refusal(refusal));
        }
    }
}

/// Pause, step and speed of a game between computers.
pub fn playback_ui(ui: &mut Ui, row: Rect, view: &View, actions: &mut Actions) {
    let (controller, texts) = (view.controller, view.texts);
    let on = controller.outcome().is_none();
    let paused = controller.is_paused();
    let rects = parts(row, 4);
    let (icon, name) = if paused { (Icon::Play, texts.common.resume()) } else { (Icon::Pause, texts.common.pause()) };
    if button_at(ui, rects[0], "pause", Face::Icon(icon, name), ButtonStyle::Plain, on).clicked() {
        actions.push(Action::Do(Command::Pause(!paused)));
    }
    if button_at(ui, rects[1], "step", Face::Icon(Icon::Step, texts.panel.step()), ButtonStyle::Plain, on && paused)
        .clicked()
    {
        actions.push(Action::Do(Command::Step));
    }
    let pace = view.settings.pace;
    for (rect, icon, name, next) in [
        (rects[2], Icon::Minus, texts.panel.slower(), (pace.max(50) * 2).min(5600)),
        (rects[3], Icon::Plus, texts.panel.faster(), if pace > 88 { pace / 2 } else { 0 }),
    ] {
        if button_at(ui, rect, name, Face::Icon(icon, name), ButtonStyle::Plain, next != pace).clicked() {
            actions.push(view.set(|settings| settings.pace = next));
        }
    }
}

/// While an earlier moment is shown: back to the game, or on from here.
pub fn looking_back_ui(ui: &mut Ui, row: Rect, view: &View, actions: &mut Actions) {
    let rects = parts(row, 2);
    let texts = view.texts.panel;
    if button_at(ui, rects[0], "to the game", Face::Text(texts.back_to_game()), ButtonStyle::Plain, true).clicked() {
        actions.push(Action::Do(Command::Look(Look::Last)));
    }
    if button_at(ui, rects[1], "from here", Face::Text(texts.continue_here()), ButtonStyle::Plain, true).clicked() {
        actions.push(Action::Do(Command::ContinueHere));
    }
}

/// What to do with an earlier position: try a side line, or start a new game.
pub fn branch_ui(ui: &mut Ui, row: Rect, view: &View, actions: &mut Actions) {
    let rects = parts(row, 2);
    let (texts, controller) = (view.texts.study, view.controller);
    let open = controller.position().loser().is_none();
    let may_branch = open && !controller.is_partner_waiting();
    if button_at(ui, rects[0], "side line", Face::Text(texts.branch()), ButtonStyle::Plain, may_branch).clicked() {
        actions.push(Action::Do(Command::Branch(Branch::Here)));
    }
    if button_at(ui, rects[1], "game from here", Face::Text(texts.game_from_here()), ButtonStyle::Plain, open).clicked()
    {
        actions.push(Action::Leave(Leaving::SetUp(*controller.position())));
    }
}
