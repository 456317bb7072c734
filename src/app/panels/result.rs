//! The end of a game: who won, why, and what to do next. A card in the full panel, a sheet above the status line
//! elsewhere.

use std::sync::Arc;
use std::time::Duration;

use eframe::egui::{
    Align2, CornerRadius, Galley, Id, Painter, Pos2, Rect, Role, Sense, Shadow, Stroke, StrokeKind, Ui, WidgetInfo,
    pos2, vec2,
};

use super::actions::parts;
use super::card::clock_text;
use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::board::stones::{self, StoneLook};
use crate::app::fonts::Weight;
use crate::app::network_ui;
use crate::app::review::ReviewWish;
use crate::app::shortcuts::{self, Shortcut};
use crate::app::speech::sentence;
use crate::app::theme::Palette;
use crate::app::widgets::{ButtonStyle, Face, button_at, halves, text_in, text_width};
use muehle_engine::game::Outcome;
use muehle_engine::rules::Color;

/// The height of the card.
pub const HEIGHT: f32 = 212.0;
/// Its height where it leaves room for others: no summary, and one row of buttons.
pub const LOW_HEIGHT: f32 = 136.0;
/// The margin of a sheet.
const PADDING: f32 = 14.0;
/// From this width on, the buttons of a sheet are beside the text.
const WIDE: f32 = 460.0;

/// The texts about the end.
struct Words {
    title: String,
    reason: String,
    summary: String,
}

impl Words {
    fn new(outcome: Outcome, view: &View) -> Words {
        let (texts, controller) = (view.texts, view.controller);
        let used: Duration = Color::BOTH.iter().map(|&side| controller.clocks().used(side)).sum();
        let moves = controller.game().ply().div_ceil(2);
        Words {
            title: texts.outcome_title(outcome, controller.only_person()),
            reason: texts.outcome_reason(outcome, controller.game().rules()),
            summary: texts.result.summary(texts.result.moves(moves), clock_text(used)),
        }
    }

    /// Screen readers read it as one text.
    fn tell(&self, ui: &Ui, rect: Rect) {
        let response = ui.interact(rect, Id::unique("result"), Sense::hover());
        let Words { title, reason, summary } = self;
        response
            .widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{} {reason} {summary}", sentence(title))));
    }
}

/// The winner's stone, or one of each.
fn stones_ui(painter: &Painter, center: Pos2, radius: f32, outcome: Outcome, palette: &Palette) {
    let look = StoneLook::lying(palette.shadow);
    match outcome.winner() {
        Some(winner) => stones::paint(painter, center, radius, &palette.stones[winner.index()], look),
        None => {
            let offset = radius * vec2(0.23, 0.18);
            for (color, place) in [(Color::Black, center + offset), (Color::White, center - offset)] {
                stones::paint(painter, place, 0.77 * radius, &palette.stones[color.index()], look);
            }
        }
    }
}

/// A new game above, review and save below.
fn stacked(area: Rect, primary_height: f32) -> [Rect; 3] {
    let (upper, lower) = area.split_top_bottom_at_y(area.top() + primary_height);
    let [left, right] = halves(lower.with_min_y(lower.top() + 8.0));
    [upper, left, right]
}

/// The three buttons side by side.
fn in_a_row(ui: &Ui, row: Rect, view: &View) -> [Rect; 3] {
    let again = network_ui::rematch_button(view).map_or(view.texts.menu.new_game(), |(name, ..)| name);
    let names = [again, view.texts.panel.review(), view.texts.menu.save()];
    let needs = names.map(|name| text_width(ui, name, Weight::SemiBold, 13.5) + 8.0);
    let places = parts(row, &needs);
    [places[0], places[1], places[2]]
}

/// A new game, review and save.
fn buttons_ui(ui: &mut Ui, [upper, left, right]: [Rect; 3], view: &View, requests: &mut Actions) {
    let (texts, controller) = (view.texts, view.controller);
    let again = (texts.menu.new_game(), Action::NewGame(true), true);
    let tip = shortcuts::tip(ui, texts.menu.new_game(), Shortcut::New, view);
    let rematch = network_ui::rematch_button(view);
    let tip = rematch.as_ref().map_or(tip, |(name, ..)| (*name).to_owned());
    let (name, action, enabled) = rematch.unwrap_or(again);
    if button_at(ui, upper, "new game", Face::Text(name), ButtonStyle::Primary, enabled, &tip).clicked() {
        requests.push(action);
    }
    let face = Face::Text(texts.panel.review());
    if button_at(ui, left, "review", face, ButtonStyle::Plain, true, texts.panel.review_tip()).clicked() {
        requests.push(Action::Review(ReviewWish::Show));
    }
    let unsaved = controller.is_unsaved();
    let tip = shortcuts::tip(ui, texts.menu.save(), Shortcut::Save, view);
    let face = Face::Text(texts.menu.save());
    if button_at(ui, right, "save game", face, ButtonStyle::Plain, unsaved, &tip).clicked() {
        requests.push(Action::Save);
    }
}

/// Draws the card.
pub fn result_ui(ui: &mut Ui, rect: Rect, outcome: Outcome, view: &View, actions: &mut Actions) {
    let palette = view.palette;
    let painter = ui.painter().clone();
    painter.rect(rect, CornerRadius::same(14), palette.card, Stroke::new(1.5, palette.mill_edge), StrokeKind::Inside);
    stones_ui(&painter, rect.min + vec2(40.0, 46.0), 22.0, outcome, palette);
    let inner = rect.shrink(20.0);
    let row = |top: f32, height: f32, left: f32| {
        Rect::from_min_size(pos2(inner.left() + left, rect.top() + top), vec2(inner.width() - left, height))
    };
    let words = Words::new(outcome, view);
    let Words { title, reason, summary } = &words;
    text_in(&painter, row(22.0, 28.0, 56.0), Align2::LEFT_CENTER, title, Weight::SemiBold, 22.0, palette.text);
    // A long reason takes a second line.
    let place = row(53.0, 20.0, 56.0);
    painter.galley(place.min, reason_galley(ui, reason, 13.5, place.width(), view), palette.text);
    words.tell(ui, rect);
    if rect.height() < HEIGHT {
        let places = in_a_row(ui, row(92.0, 32.0, 0.0).expand2(vec2(6.0, 0.0)), view);
        return buttons_ui(ui, places, view, actions);
    }
    text_in(&painter, row(84.0, 20.0, 0.0), Align2::LEFT_CENTER, summary, Weight::Regular, 12.5, palette.muted);
    buttons_ui(ui, stacked(row(114.0, 84.0, 0.0), 40.0), view, actions);
}

fn reason_galley(ui: &Ui, reason: &str, size: f32, width: f32, view: &View) -> Arc<Galley> {
    ui.painter().layout(reason.to_owned(), Weight::Regular.size(size), view.palette.text, width)
}

/// The layout of a sheet.
struct Sheet {
    reason: Arc<Galley>,
    words_width: f32,
    wide: bool,
}

/// The head with stone and title.
const HEAD: f32 = 32.0;
const SUMMARY: f32 = 20.0;
/// The two rows of buttons with the gap between them.
const BUTTONS: f32 = 36.0 + 8.0 + 32.0;

impl Sheet {
    fn new(ui: &Ui, width: f32, words: &Words, view: &View) -> Sheet {
        let inner = width - 2.0 * PADDING;
        let wide = width >= WIDE;
        let words_width = if wide { inner * 0.56 } else { inner };
        Sheet { reason: reason_galley(ui, &words.reason, 13.0, words_width, view), words_width, wide }
    }

    fn height(&self) -> f32 {
        let words = HEAD + self.reason.size().y + 2.0 + SUMMARY;
        let content = if self.wide { words.max(BUTTONS) } else { words + 8.0 + BUTTONS };
        content + 2.0 * PADDING - 2.0
    }
}

/// The height of a sheet of this width.
pub fn sheet_height(ui: &Ui, width: f32, outcome: Outcome, view: &View) -> f32 {
    Sheet::new(ui, width, &Words::new(outcome, view), view).height()
}

/// Draws the sheet. It rises from the lower edge of its panel: only its upper corners are round.
pub fn sheet_ui(ui: &mut Ui, rect: Rect, outcome: Outcome, view: &View, actions: &mut Actions) {
    let palette = view.palette;
    let painter = ui.painter().clone();
    let rounding = CornerRadius { nw: 14, ne: 14, sw: 0, se: 0 };
    let shadow = Shadow { offset: [0, -2], blur: 10, spread: 0, color: palette.shadow.gamma_multiply(0.35) };
    painter
        .with_clip_rect(rect.expand2(vec2(0.0, 12.0)).with_max_y(rect.bottom()))
        .add(shadow.as_shape(rect, rounding));
    painter.rect(rect, rounding, palette.card, Stroke::new(1.5, palette.mill_edge), StrokeKind::Inside);
    let words = Words::new(outcome, view);
    let sheet = Sheet::new(ui, rect.width(), &words, view);
    let inner = rect.shrink(PADDING);
    let line = |top: f32, height: f32, left: f32| {
        let width = sheet.words_width - left;
        Rect::from_min_size(pos2(inner.left() + left, inner.top() + top), vec2(width, height))
    };
    stones_ui(&painter, inner.min + vec2(13.0, 13.0), 13.0, outcome, palette);
    text_in(&painter, line(0.0, 26.0, 36.0), Align2::LEFT_CENTER, &words.title, Weight::SemiBold, 18.0, palette.text);
    let reason = sheet.reason.clone();
    let below = HEAD + reason.size().y + 2.0;
    painter.galley(line(HEAD, 0.0, 0.0).min, reason, palette.text);
    let summary = line(below, SUMMARY, 0.0);
    text_in(&painter, summary, Align2::LEFT_CENTER, &words.summary, Weight::Regular, 12.5, palette.muted);
    words.tell(ui, rect);
    let top = if sheet.wide { inner.center().y - BUTTONS / 2.0 } else { inner.top() + below + SUMMARY + 8.0 };
    let left = if sheet.wide { inner.left() + sheet.words_width + 24.0 } else { inner.left() };
    let area = Rect::from_min_max(pos2(left, top), pos2(inner.right(), top + BUTTONS));
    buttons_ui(ui, stacked(area, 36.0), view, actions);
}
