//! The card of the shown move in a review: its class, a sentence, and what to do next.

use eframe::egui::{
    Align2, Color32, CornerRadius, Id, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::fonts::Weight;
use crate::app::icons::Icon;
use crate::app::review::{self, AttemptState, ReviewWish, color, move_name};
use crate::app::widgets::{ButtonStyle, Face, button_at, halves, text_in, text_width};
use muehle_engine::game::{MoveTree, NodeId};
use muehle_engine::review::{Class, Summary};

/// What the card says.
struct Content {
    class: Option<Class>,
    title: String,
    /// A word at the right of the title.
    word: String,
    text: String,
    border: Option<Color32>,
    /// The part that is done, while the review runs.
    share: Option<f32>,
    buttons: Vec<Vec<Choice>>,
}

/// A button of the card.
struct Choice {
    icon: Option<Icon>,
    name: &'static str,
    /// The name where there is little room.
    word: &'static str,
    tip: String,
    enabled: bool,
    primary: bool,
    wish: ReviewWish,
}

impl Choice {
    fn new(name: &'static str, word: &'static str, tip: impl Into<String>, wish: ReviewWish) -> Choice {
        Choice { icon: None, name, word, tip: tip.into(), enabled: true, primary: false, wish }
    }

    fn primary(self) -> Choice {
        Choice { primary: true, ..self }
    }

    fn enabled(self, enabled: bool) -> Choice {
        Choice { enabled, ..self }
    }
}

const ROW: f32 = 34.0;
const SMALL_ROW: f32 = 28.0;

impl Content {
    fn new(ui: &Ui, summary: &Summary, view: &View) -> Content {
        let texts = view.texts.review;
        // What is judged already can be looked at.
        let waits = view.review.of(view.controller.shown()).is_none() && view.review.attempt().is_none();
        if let Some((done, total)) = view.review.progress().filter(|_| waits) {
            return Content {
                class: None,
                title: texts.title().to_owned(),
                word: String::new(),
                text: texts.running(done, total),
                border: None,
                share: Some(done as f32 / total.max(1) as f32),
                buttons: vec![vec![Choice::new(
                    view.texts.common.stop(),
                    view.texts.common.stop(),
                    texts.stop_tip(),
                    ReviewWish::Stop,
                )]],
            };
        }
        if let Some(attempt) = view.review.attempt() {
            return Content::of_attempt(attempt.node, &attempt.state, view);
        }
        let node = view.controller.shown();
        let steps = steps(ui, node, view);
        if node == MoveTree::ROOT {
            let turning = match summary.turning_point {
                Some(_) => String::new(),
                None => format!("{}. ", texts.no_turning_point()),
            };
            let found = summary.faults.iter().flatten().sum::<usize>();
            let phases = view.texts.mistakes_by_phase(|phase| summary.mistakes_in(phase));
            let text = match view.review.stopped_after() {
                Some(done) if found == 0 => texts.no_mistakes_yet(done),
                None if found == 0 => texts.no_mistakes().to_owned(),
                _ => format!("{turning}{phases}."),
            };
            let again = Choice::new(texts.again(), texts.again(), texts.again_tip(), ReviewWish::Again);
            let close = Choice::new(
                view.texts.common.close(),
                view.texts.common.close(),
                view.texts.panel.tip(texts.close(), "Esc"),
                ReviewWish::Close,
            );
            return Content {
                class: None,
                title: texts.start_of_game().to_owned(),
                word: String::new(),
                text,
                border: None,
                share: None,
                buttons: vec![steps, vec![again, close]],
            };
        }
        let title = move_name(view, node);
        let Some(judged) = view.review.of(node) else {
            return Content {
                class: None,
                title,
                word: String::new(),
                text: texts.not_checked().to_owned(),
                border: None,
                share: None,
                buttons: vec![steps],
            };
        };
        let text = match judged.class {
            Class::Only => texts.only_explained().to_owned(),
            Class::Best => texts.nothing_wrong().to_owned(),
            Class::Good => texts.small_loss().to_owned(),
            _ => view.texts.fault_sentence(judged),
        };
        let alone = !view.controller.is_with_partner();
        let mut buttons = vec![steps];
        if judged.class.is_fault() {
            buttons.push(vec![
                Choice::new(texts.try_again(), texts.try_word(), texts.try_tip(), ReviewWish::Try(node)).enabled(alone),
                Choice::new(texts.play_here(), texts.play_word(), texts.play_tip(), ReviewWish::PlayFrom(node))
                    .enabled(alone),
            ]);
        }
        Content {
            class: Some(judged.class),
            title,
            word: format!("{} · {}", texts.class(judged.class), texts.source(judged)),
            text,
            border: judged.class.is_fault().then(|| color(judged.class, view.palette)),
            share: None,
            buttons,
        }
    }

    fn of_attempt(node: NodeId, state: &AttemptState, view: &View) -> Content {
        let (texts, palette) = (view.texts.review, view.palette);
        let side = view.controller.position().side_to_move();
        let answer =
            Choice::new(texts.show_answer(), texts.show_answer(), texts.show_answer_tip(), ReviewWish::ShowAnswer);
        let play = Choice::new(texts.play_here(), texts.play_word(), texts.play_tip(), ReviewWish::PlayFrom(node));
        let praise = || view.review.of(node).map_or("", |judged| texts.praise(judged));
        let (title, text, border, buttons) = match state {
            AttemptState::Asking => {
                (texts.try_again().to_owned(), texts.asks(view.texts.side(side)), palette.accent, vec![answer])
            }
            AttemptState::Judging(mv) => {
                (texts.try_again().to_owned(), texts.judging(mv), palette.accent, vec![answer])
            }
            AttemptState::Wrong(judged) => {
                (texts.wrong(judged.mv), view.texts.refutation(judged), palette.mark_removal, vec![answer])
            }
            AttemptState::Right(mv) => {
                let next = Choice::new(texts.next(), texts.next_word(), texts.next_tip(), ReviewWish::Step(true));
                (texts.right(mv), praise().to_owned(), palette.mark_move, vec![next.primary(), play])
            }
        };
        Content {
            class: None,
            title,
            word: String::new(),
            text,
            border: Some(border),
            share: None,
            buttons: vec![buttons],
        }
    }
}

/// The way to the previous and to the next mistake.
fn steps(ui: &Ui, node: NodeId, view: &View) -> Vec<Choice> {
    let texts = view.texts.review;
    let tree = view.controller.game().tree();
    let ply = tree.node(node).ply();
    let has = |forward| view.review.mistake_from(ply, tree, forward).is_some();
    let keys = |keys: &eframe::egui::KeyboardShortcut| crate::app::shortcuts::text(ui.ctx(), *keys, view.texts.locale);
    let tip = |there: bool, what: &str, keys: String, none: &str| match there {
        true => view.texts.panel.tip(what, keys),
        false => none.to_owned(),
    };
    let back = Choice {
        icon: Some(Icon::Back),
        ..Choice::new(
            texts.previous(),
            texts.previous(),
            tip(has(false), texts.previous_tip(), keys(&review::PREVIOUS), texts.no_previous()),
            ReviewWish::Step(false),
        )
    };
    let next = Choice::new(
        texts.next(),
        texts.next(),
        tip(has(true), texts.next_tip(), keys(&review::NEXT), texts.no_next()),
        ReviewWish::Step(true),
    );
    vec![back.enabled(has(false)), next.primary().enabled(has(true))]
}

fn measures(small: bool) -> (f32, f32, f32, f32) {
    // Padding, height of the title, size of the text, height of a row of buttons.
    if small { (9.0, 24.0, 12.5, SMALL_ROW) } else { (14.0, 30.0, 14.0, ROW) }
}

/// The height the card needs at a width.
pub(super) fn height(ui: &Ui, width: f32, small: bool, summary: &Summary, view: &View) -> f32 {
    let content = Content::new(ui, summary, view);
    let (padding, title, size, row) = measures(small);
    let font = Weight::Regular.size(size);
    let text = ui.painter().layout(content.text, font, Color32::PLACEHOLDER, width - 2.0 * padding).size().y;
    let bar = if content.share.is_some() { 16.0 } else { 0.0 };
    // The card does not jump from move to move: every one has room for three lines, and for the buttons of a mistake.
    let lines = if small { 2.0 } else { 3.0 };
    let rows = content.buttons.len().max(2) as f32;
    2.0 * padding + title + text.max(lines * 1.25 * size) + bar + rows * (row + 6.0) + 4.0
}

/// Draws the card.
pub(super) fn verdict_ui(ui: &mut Ui, rect: Rect, small: bool, summary: &Summary, view: &View, actions: &mut Actions) {
    let content = Content::new(ui, summary, view);
    let palette = view.palette;
    let (padding, title_height, size, row) = measures(small);
    let painter = ui.painter().clone();
    let border = match content.border {
        Some(color) => Stroke::new(1.5, color),
        None => Stroke::new(1.0, palette.card_border),
    };
    painter.rect(rect, CornerRadius::same(12), palette.card, border, StrokeKind::Inside);
    let inner = rect.shrink(padding);
    let head = inner.with_max_y(inner.top() + title_height - 6.0);
    let mut title = head;
    if let Some(class) = content.class {
        let radius = if small { 8.0 } else { 10.0 };
        review::mark(&painter, class, pos2(head.left() + 1.2 * radius, head.center().y), radius, true, palette);
        title.min.x += 2.4 * radius + 10.0;
    }
    let font = if small { 13.5 } else { 16.0 };
    let width = text_in(&painter, title, Align2::LEFT_CENTER, &content.title, Weight::SemiBold, font, palette.text);
    let ink = content.border.unwrap_or(palette.muted);
    let room = head.with_min_x(title.left() + width + 10.0);
    if text_width(ui, &content.word, Weight::SemiBold, 12.5) <= room.width() || !small {
        text_in(&painter, room, Align2::RIGHT_CENTER, &content.word, Weight::SemiBold, 12.5, ink);
    }
    let buttons_top = inner.bottom() - content.buttons.len() as f32 * (row + 6.0) + 6.0;
    let text_area =
        Rect::from_min_max(pos2(inner.left(), inner.top() + title_height), pos2(inner.right(), buttons_top));
    let galley = painter.layout(content.text.clone(), Weight::Regular.size(size), palette.text, text_area.width());
    let clipped = painter.with_clip_rect(text_area);
    let text_height = galley.size().y;
    clipped.galley(text_area.min, galley, palette.text);
    let response = ui.interact(head.union(text_area), Id::unique("verdict"), Sense::hover());
    let label = [content.title.as_str(), &content.word, &content.text];
    let label = label.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(". ");
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
    if text_height > text_area.height() {
        response.on_hover_text(&content.text);
    }
    if let Some(share) = content.share {
        let bar =
            Rect::from_min_size(pos2(inner.left(), text_area.top() + text_height + 8.0), vec2(inner.width(), 6.0));
        painter.rect_filled(bar, CornerRadius::same(3), palette.button_border);
        let done = bar.with_max_x(bar.left() + bar.width() * share.clamp(0.0, 1.0));
        painter.rect_filled(done, CornerRadius::same(3), palette.primary);
    }
    let mut top = buttons_top;
    for choices in content.buttons {
        let line = Rect::from_min_size(pos2(inner.left(), top), vec2(inner.width(), row));
        top += row + 6.0;
        row_ui(ui, line, small, choices, actions);
    }
}

fn row_ui(ui: &mut Ui, line: Rect, small: bool, choices: Vec<Choice>, actions: &mut Actions) {
    let mut places: Vec<Rect> = match &choices[..] {
        [_] => vec![line],
        [first, _] if first.icon.is_some() => {
            let narrow = line.with_max_x(line.left() + 1.3 * line.height());
            vec![narrow, line.with_min_x(narrow.right() + 6.0)]
        }
        _ => halves(line).to_vec(),
    };
    for (place, choice) in places.drain(..).zip(choices) {
        let fits = |name: &str| text_width(ui, name, Weight::Medium, 13.0) + 10.0 <= place.width();
        let word = if small && !fits(choice.name) { choice.word } else { choice.name };
        let face = choice.icon.map_or(Face::Text(word), |icon| Face::Icon(icon, choice.name));
        let style = if choice.primary && choice.enabled { ButtonStyle::Primary } else { ButtonStyle::Plain };
        let id = ("verdict", choice.name);
        let response = button_at(ui, place, id, face, style, choice.enabled, &choice.tip);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, choice.enabled, choice.name));
        if response.clicked() {
            actions.push(Action::Review(choice.wish));
        }
    }
}
