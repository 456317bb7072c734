//! Rows of buttons below the cards: what a person can do in a game, while watching and while looking back.

use eframe::egui::{Align2, Rect, Role, Ui, Vec2, WidgetInfo, pos2, vec2};

use crate::app::View;
use crate::app::actions::{Action, Actions, DialogKind, Leaving};
use crate::app::fonts::Weight;
use crate::app::icons::{self, Icon};
use crate::app::network_ui;
use crate::app::shortcuts::{Shortcut, tip};
use crate::app::widgets::{ButtonStyle, Face, button_at, text_in, text_width};
use crate::controller::{Branch, Command, Look, Refusal};

/// Between two buttons of a row.
const GAP: f32 = 6.0;

/// Splits a row: each part has the width it needs and an equal share of what is left.
pub(super) fn parts(row: Rect, needs: &[f32]) -> Vec<Rect> {
    let count = needs.len() as f32;
    let spare = (row.width() - GAP * (count - 1.0) - needs.iter().sum::<f32>()) / count;
    let mut left = row.left();
    let part = |need: &f32| {
        let rect = Rect::from_min_size(pos2(left, row.top()), vec2(need + spare, row.height()));
        left = rect.right() + GAP;
        rect
    };
    needs.iter().map(part).collect()
}

/// Undo, redo, hint, draw, resign; in small windows the first three.
pub fn row_ui(ui: &mut Ui, row: Rect, small: bool, view: &View, actions: &mut Actions) {
    let (controller, texts) = (view.controller, view.texts.panel);
    if controller.is_partner_gone() {
        return network_ui::gone_row_ui(ui, row, view, actions);
    }
    let may_undo = if view.may_undo() { Ok(()) } else { Err(Refusal::NothingToUndo) };
    let may_redo = if controller.can_redo() { Ok(()) } else { Err(Refusal::NothingToRedo) };
    let may_resign = match (controller.outcome(), controller.resigning_side()) {
        (Some(_), _) => Err(Refusal::Over),
        (None, None) => Err(Refusal::NoOneToResign),
        (None, Some(_)) => Ok(()),
    };
    let undo_tip = tip(ui, texts.undo_tip(), Shortcut::Undo, view);
    let redo_tip = tip(ui, texts.redo_tip(), Shortcut::Redo, view);
    let hint_tip = tip(ui, texts.hint_tip(), Shortcut::Hint, view);
    let resign = Action::Show(DialogKind::Resign);
    let buttons = [
        (Face::Icon(Icon::Undo, texts.undo()), undo_tip, may_undo, Action::Do(Command::Undo)),
        (Face::Icon(Icon::Redo, texts.redo()), redo_tip, may_redo, Action::Do(Command::Redo)),
        (Face::Text(texts.hint()), hint_tip, controller.may_hint(), Action::Do(Command::Hint(None))),
        (
            Face::Text(texts.draw()),
            texts.draw_tip().to_owned(),
            controller.may_offer_draw(),
            Action::Do(Command::OfferDraw),
        ),
        (Face::Text(texts.resign()), texts.resign_tip().to_owned(), may_resign, resign),
    ];
    let count = if small { 3 } else { 5 };
    let need = |face: &Face| match face {
        Face::Icon(..) => 20.0,
        Face::Text(name) => text_width(ui, name, Weight::Medium, 13.0) + 8.0,
    };
    let needs: Vec<f32> = buttons.iter().take(count).map(|(face, ..)| need(face)).collect();
    for (rect, (face, tip, allowed, action)) in parts(row, &needs).into_iter().zip(buttons) {
        let (Face::Icon(_, name) | Face::Text(name)) = face;
        let tip = allowed.map_or_else(|refusal| view.texts.refusal(refusal), |()| tip);
        if button_at(ui, rect, ("row", name), face, ButtonStyle::Plain, allowed.is_ok(), &tip).clicked() {
            actions.push(action);
        }
    }
}

/// Pause, step and speed of a game between computers.
pub fn playback_ui(ui: &mut Ui, row: Rect, view: &View, actions: &mut Actions) {
    let (controller, texts) = (view.controller, view.texts);
    let on = controller.outcome().is_none();
    let paused = controller.is_paused();
    let (icon, name) = if paused { (Icon::Play, texts.common.resume()) } else { (Icon::Pause, texts.common.pause()) };
    let pace = view.settings.pace;
    let slower = (pace.max(50) * 2).min(5600);
    let faster = if pace > 88 { pace / 2 } else { 0 };
    let pauses = Action::Do(Command::Pause(!paused));
    let buttons = [
        (icon, name, tip(ui, name, Shortcut::Pause, view), on, pauses),
        (
            Icon::Step,
            texts.panel.step(),
            tip(ui, texts.panel.step(), Shortcut::Step, view),
            on && paused,
            Action::Do(Command::Step),
        ),
        (
            Icon::Minus,
            texts.panel.slower(),
            texts.panel.slower().to_owned(),
            slower != pace,
            view.set(|settings| settings.pace = slower),
        ),
        (
            Icon::Plus,
            texts.panel.faster(),
            texts.panel.faster().to_owned(),
            faster != pace,
            view.set(|settings| settings.pace = faster),
        ),
    ];
    for (i, (rect, (icon, name, tip, enabled, action))) in parts(row, &[20.0; 4]).into_iter().zip(buttons).enumerate() {
        let face = Face::Icon(icon, name);
        if button_at(ui, rect, ("playback", i), face, ButtonStyle::Plain, enabled, &tip).clicked() {
            actions.push(action);
        }
    }
}

/// One thing to do with an earlier position.
struct Choice {
    icon: Icon,
    /// Its name, and a word where there is little room.
    name: &'static str,
    word: &'static str,
    tip: &'static str,
    enabled: bool,
    action: Action,
}

/// While an earlier moment is shown: back to the game, on from here, a side line, or a new game. The row takes the place
/// of the usual one, so that nothing else moves.
pub fn looking_back_ui(ui: &mut Ui, row: Rect, view: &View, actions: &mut Actions) {
    let (texts, study, controller) = (view.texts.panel, view.texts.study, view.controller);
    let open = controller.position().loser().is_none();
    let choices = [
        Choice {
            icon: Icon::Return,
            name: texts.back_to_game(),
            word: texts.back_to_game(),
            tip: texts.back_to_game_tip(),
            enabled: true,
            action: Action::Do(Command::Look(Look::Last)),
        },
        Choice {
            icon: Icon::Play,
            name: texts.continue_here(),
            word: texts.continue_short(),
            tip: texts.continue_tip(),
            enabled: true,
            action: Action::Do(Command::ContinueHere),
        },
        Choice {
            icon: Icon::Fork,
            name: study.branch(),
            word: texts.branch_short(),
            tip: texts.branch_tip(),
            enabled: open && !controller.is_partner_waiting(),
            action: Action::Do(Command::Branch(Branch::Here)),
        },
        Choice {
            icon: Icon::Plus,
            name: study.game_from_here(),
            word: texts.game_from_here_short(),
            tip: texts.game_from_here_tip(),
            enabled: open,
            action: Action::Leave(Leaving::SetUp(*controller.position())),
        },
    ];
    // Icons above words where the row is high enough, beside them where it is wide; else only the first has its word.
    let above = row.height() >= 42.0;
    let words = |ui: &Ui, size: f32, word: &str| text_width(ui, word, Weight::Medium, size);
    let beside: Vec<f32> = choices.iter().map(|choice| words(ui, 13.0, choice.name) + 30.0).collect();
    let wide = beside.iter().sum::<f32>() + 3.0 * GAP <= row.width();
    let needs: Vec<f32> = match (above, wide) {
        (true, _) => choices.iter().map(|choice| words(ui, 11.5, choice.word) + 4.0).collect(),
        (false, true) => beside,
        (false, false) => vec![words(ui, 13.0, choices[0].word), 20.0, 20.0, 20.0],
    };
    for (i, (rect, choice)) in parts(row, &needs).into_iter().zip(choices).enumerate() {
        let id = ("looking back", i);
        let response = button_at(ui, rect, id, Face::Text(""), ButtonStyle::Plain, choice.enabled, choice.tip);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, choice.enabled, choice.name));
        let ink = if choice.enabled { view.palette.text } else { view.palette.disabled };
        let painter = ui.painter();
        if above {
            icons::paint(painter, choice.icon, rect.center() - vec2(0.0, 8.0), 6.5, ink);
            let area = rect.shrink2(vec2(2.0, 0.0)).with_min_y(rect.bottom() - 19.0);
            text_in(painter, area, Align2::CENTER_CENTER, choice.word, Weight::Medium, 11.5, ink);
        } else if wide {
            let width = words(ui, 13.0, choice.name) + 20.0;
            let inner = Rect::from_center_size(rect.center(), Vec2::new(width, rect.height()));
            icons::paint(painter, choice.icon, pos2(inner.left() + 6.0, rect.center().y), 6.5, ink);
            text_in(painter, inner, Align2::RIGHT_CENTER, choice.name, Weight::Medium, 13.0, ink);
        } else if i == 0 {
            text_in(painter, rect, Align2::CENTER_CENTER, choice.word, Weight::Medium, 13.0, ink);
        } else {
            icons::paint(painter, choice.icon, rect.center(), 7.5, ink);
        }
        if response.clicked() {
            actions.push(choice.action);
        }
    }
}
