//! The status line, which says what to do now or why a click was refused, and the log above it.

use eframe::egui::{
    Align2, Area, CornerRadius, CursorIcon, Id, Label, Order, Rect, RichText, Role, ScrollArea, Sense, Shadow, Stroke,
    StrokeKind, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};

use super::actions::{Action, Actions};
use super::board::input::Step;
use super::board::stones::{self, StoneLook};
use super::fonts::Weight;
use super::icons::{self, Icon};
use super::jobs::{self, Job};
use super::layout::{Layout, PanelStyle};
use super::messages::{LogLine, Messages};
use super::pages::Page;
use super::widgets::{ButtonStyle, Face, button_at, focus_ring, text_in, text_width};
use super::{View, coach, network_ui, review, study};
use crate::controller::{Purpose, Refusal};
use crate::texts::Texts;
use muehle_engine::game::Game;
use muehle_engine::rules::{self, Color, Move, Phase};

/// The current sentence: a refusal, a message, or what to do.
pub fn sentence(view: &View, step: Step, refusal: Option<Refusal>, message: Option<&LogLine>) -> (String, bool) {
    if let Some(refusal) = refusal {
        return (view.texts.refusal(refusal), true);
    }
    if let Some(message) = message {
        return (message.text(view.texts.language).to_owned(), false);
    }
    (situation(view, step), false)
}

/// What to do now, or what is going on.
pub fn situation(view: &View, step: Step) -> String {
    let (controller, texts) = (view.controller, view.texts);
    let side = controller.game().side_to_move();
    let name = view.name(side);
    if let Some(preview) = &view.study.preview {
        return preview.sentence(view);
    }
    if let Some(judged) = view.coach.question() {
        return format!("{} {}", texts.review.warning(judged), texts.review.take_back_question());
    }
    if view.coach.is_considering() {
        return texts.review.considering().to_owned();
    }
    if let Some(sentence) = review::sentence(view) {
        return sentence;
    }
    if controller.is_looking_back() {
        let node = controller.game().tree().node(controller.shown());
        if node.mv.is_none() {
            return texts.status.looking_start().to_owned();
        }
        let offset = usize::from(controller.game().start().side_to_move() == Color::Black);
        let side = texts.side(!node.position.side_to_move());
        return texts.status.looking((node.ply() + offset).div_ceil(2), side);
    }
    if let Some(outcome) = controller.outcome() {
        return texts.outcome_sentence(outcome, controller.only_person(), controller.game().rules());
    }
    if let Some(sentence) = network_ui::situation(view) {
        return sentence;
    }
    if let Some(thinking) = controller.thinking().filter(|_| view.shows_thinking()) {
        return match thinking.purpose {
            _ if thinking.loading => texts.status.loading().to_owned(),
            Purpose::Hint(_) => texts.status.hint_searching().to_owned(),
            Purpose::DrawOffer => texts.status.draw_considered(view.name(!thinking.side)),
            Purpose::Move if controller.is_watching() => texts.status.watching(name),
            Purpose::Move => texts.status.thinking(name),
        };
    }
    if controller.is_watching() && controller.is_paused() {
        return texts.status.paused().to_owned();
    }
    if let Err(Refusal::NotYourTurn) = controller.may_act() {
        return texts.status.other(&name);
    }
    if let Some(hint) = controller.hint().filter(|_| view.coach.hides_hint()) {
        let [from, to] = coach::ends_to_look_at(controller.position(), hint.mv);
        return texts.review.hint_line(from, to);
    }
    if let Some(hint) = controller.hint() {
        return texts.hint_sentence(hint, step);
    }
    let position = controller.position();
    let whose = match controller.only_person() {
        Some(_) => format!("{}.", texts.panel.your_move()),
        None => texts.status.other(&name),
    };
    let what = match step {
        Step::Removing(_) => return texts.status.removing().to_owned(),
        Step::Held(_) => String::new(),
        Step::Selected(point) => {
            if position.phase(side) == Phase::Flying {
                texts.status.selected_fly(point)
            } else {
                texts.status.selected(point, texts.list(position.targets_from(point)))
            }
        }
        Step::Idle => match position.phase(side) {
            Phase::Placing => texts.status.place().to_owned(),
            Phase::Sliding => texts.status.slide().to_owned(),
            Phase::Flying => texts.status.fly().to_owned(),
        },
    };
    match repetition_warning(controller.game(), step, texts) {
        Some(warning) => format!("{whose} {warning}"),
        None => format!("{whose} {what}"),
    }
}

/// Warns before the same position occurs for the third time.
pub fn repetition_warning(game: &Game, step: Step, texts: Texts) -> Option<String> {
    let texts = texts.status;
    if !game.rules().draw_by_repetition {
        return None;
    }
    if let Step::Selected(from) = step {
        let moves =
            game.position().targets_from(from).into_iter().map(|to| Move::quiet(rules::Action::Shift { from, to }));
        let repeating = moves.filter(|&mv| game.repetitions_after(mv) >= 3).map(|mv| texts.would_repeat(mv));
        return repeating.into_iter().next();
    }
    (game.repetitions() == 2).then(|| texts.repeated_twice().to_owned())
}

/// Draws the status line.
pub fn status_ui(
    ui: &mut Ui,
    rect: Rect,
    view: &View,
    log: &Messages,
    words: (String, bool),
    jobs: &[Job],
    actions: &mut Actions,
) {
    let (palette, texts) = (view.palette, view.texts);
    let painter = ui.painter().clone();
    painter.rect_filled(rect, 0, palette.panel);
    painter.hline(rect.x_range(), rect.top() + 0.5, Stroke::new(1.0, palette.hairline));
    let small = rect.height() < 36.0;
    let controller = view.controller;
    let side = match controller.outcome() {
        Some(outcome) => outcome.winner().unwrap_or(Color::White),
        None => controller.game().side_to_move(),
    };
    let inner = rect.shrink2(vec2(if small { 10.0 } else { 16.0 }, 0.0));
    let radius = if small { 7.5 } else { 9.0 };
    let stone = pos2(inner.left() + radius + 1.0, rect.center().y);
    let plays = view.page == Page::Play;
    if plays {
        stones::paint(&painter, stone, radius, &palette.stones[side.index()], StoneLook::lying(palette.shadow));
    }
    let width = text_width(ui, texts.status.log(), Weight::Medium, 13.0) + 40.0;
    let height = if small { 22.0 } else { 28.0 };
    let button = Rect::from_center_size(pos2(inner.right() - width / 2.0, rect.center().y), vec2(width, height));
    log_button(ui, button, view, log, actions);
    let size = if small { 13.0 } else { 14.0 };
    let left = if plays { stone.x + radius + if small { 7.0 } else { 11.0 } } else { inner.left() };
    let (sentence, refused) = words;
    let needed = text_width(ui, &sentence, Weight::Medium, size);
    let mut right = button.left() - 18.0;
    // The sentence has priority; the menu offers the same choice.
    let row = Rect::from_min_max(pos2(left + needed + 24.0, rect.top()), pos2(button.left() - 10.0, rect.bottom()));
    let chooser = if plays { study::chooser_ui(ui, row, height, view, actions) } else { 0.0 };
    right -= if chooser > 0.0 { chooser + 8.0 } else { 0.0 };
    if let Some(job) = jobs.first() {
        // Work in the background is seen even where the sentence is long.
        let room = Rect::from_min_max(
            pos2(left + needed.min(0.45 * rect.width()) + 16.0, rect.top()),
            pos2(right, rect.bottom()),
        );
        right -= job_ui(ui, room, job, jobs.len() - 1, view, actions) + 16.0;
    }
    let has_legend = plays && view.shows_values() && !small;
    if has_legend && left + needed + 24.0 + study::legend_width(ui, view) < right {
        let row = Rect::from_min_max(pos2(left, rect.top()), pos2(right, rect.bottom()));
        right -= study::legend_ui(ui, row, view) + 16.0;
    } else if let Some(last) = controller.game().last_move().filter(|_| plays && !small) {
        let text = &texts.status.moved(view.name(!controller.game().side_to_move()), last);
        let width = text_width(ui, text, Weight::Regular, 13.0);
        if left + needed + 24.0 + width < right {
            let area = Rect::from_min_max(pos2(right - width - 1.0, rect.top()), pos2(right, rect.bottom()));
            text_in(&painter, area, Align2::RIGHT_CENTER, text, Weight::Regular, 13.0, palette.muted);
            let response = ui.interact(area, Id::unique("last move"), Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
            right -= width + 16.0;
        }
    }
    let area = Rect::from_min_max(pos2(left, rect.top()), pos2(right, rect.bottom()));
    let ink = if refused { palette.danger } else { palette.text };
    text_in(&painter, area, Align2::LEFT_CENTER, &sentence, Weight::Medium, size, ink);
    let response = ui.interact(area, Id::unique("status"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Status, true, &sentence));
    if needed > area.width() {
        response.on_hover_text(sentence);
    }
}

/// What works in the background, at the right end of a row; a click leads to its page. Returns the width it takes.
fn job_ui(ui: &mut Ui, row: Rect, job: &Job, others: usize, view: &View, actions: &mut Actions) -> f32 {
    const RING: f32 = 22.0;
    let words = if others > 0 { view.texts.pages.more_jobs(&job.words, others) } else { job.words.clone() };
    let needed = text_width(ui, &words, Weight::Regular, 13.0);
    // Without room for the words the ring alone shows that something works.
    let width = if needed + RING <= row.width() { needed + RING } else { RING };
    let place = Rect::from_min_max(pos2(row.right() - width, row.top() + 4.0), pos2(row.right(), row.bottom() - 4.0));
    let response = ui.interact(place, Id::unique("job"), Sense::click()).on_hover_cursor(CursorIcon::PointingHand);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
    focus_ring(ui.painter(), place, CornerRadius::same(6), &response, view.palette);
    jobs::ring(ui.painter(), pos2(place.left() + 8.0, place.center().y), 5.5, job, view);
    if width > RING {
        let ink = if response.hovered() { view.palette.text } else { view.palette.muted };
        let area = place.with_min_x(place.left() + RING);
        text_in(ui.painter(), area, Align2::LEFT_CENTER, &words, Weight::Regular, 13.0, ink);
    }
    if response.clicked() {
        actions.push(job.tab.map_or(Action::GoTo(Page::Play), Action::GoToTab));
    }
    response.on_hover_text(words);
    width
}

fn log_button(ui: &mut Ui, rect: Rect, view: &View, log: &Messages, actions: &mut Actions) {
    let (palette, texts) = (view.palette, view.texts.status);
    let face = Face::Text("");
    let response = button_at(ui, rect, "log", face, ButtonStyle::Plain, true, texts.log_tip());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, log.log_open, texts.log()));
    let text = Rect::from_min_max(rect.min + vec2(11.0, 0.0), rect.max);
    text_in(ui.painter(), text, Align2::LEFT_CENTER, texts.log(), Weight::Medium, 13.0, palette.text);
    let icon = if log.log_open { Icon::Down } else { Icon::Up };
    icons::paint(ui.painter(), icon, pos2(rect.right() - 15.0, rect.center().y), 8.0, palette.muted);
    if response.clicked() {
        actions.push(Action::ToggleLog);
    }
}

/// Draws the open log above the right end of the status line.
pub fn log_ui(ui: &mut Ui, above: Rect, board_right: f32, view: &View, log: &Messages, actions: &mut Actions) {
    let (palette, texts) = (view.palette, view.texts);
    let screen = ui.max_rect();
    let width = (screen.right() - board_right - 16.0).clamp(300.0, 352.0).min(screen.width() - 16.0);
    let height = 264.0_f32.min(above.top() - screen.top() - 44.0);
    let corner = pos2(above.right() - width - 8.0, above.top() - height - 8.0);
    let rect = Rect::from_min_size(corner, vec2(width, height));
    Area::new(Id::unique("log window")).order(Order::Foreground).fixed_pos(rect.min).show(ui.ctx(), |ui| {
        ui.set_min_size(rect.size());
        let rounding = CornerRadius::same(12);
        let shadow = Shadow { offset: [0, 4], blur: 16, spread: 0, color: palette.shadow.gamma_multiply(0.7) };
        let painter = ui.painter().clone();
        painter.add(shadow.as_shape(rect, rounding));
        painter.rect(rect, rounding, palette.card, Stroke::new(1.0, palette.card_border), StrokeKind::Inside);
        ui.interact(rect, Id::unique("log ground"), Sense::CLICK);
        let head = Rect::from_min_size(rect.min + vec2(16.0, 8.0), vec2(rect.width() - 32.0, 32.0));
        text_in(&painter, head, Align2::LEFT_CENTER, texts.status.log(), Weight::SemiBold, 14.0, palette.text);
        let copy_width = text_width(ui, texts.common.copy(), Weight::SemiBold, 13.0) + 10.0;
        let copy =
            Rect::from_center_size(pos2(head.right() - copy_width / 2.0, head.center().y), vec2(copy_width, 26.0));
        let face = Face::Text(texts.common.copy());
        if button_at(ui, copy, "copy", face, ButtonStyle::Link, true, texts.tips.copy()).clicked() {
            actions.push(Action::Copy(log.text(texts.language)));
        }
        painter.hline(head.x_range(), head.bottom() + 4.5, Stroke::new(1.0, palette.hairline));
        let mut body = Rect::from_min_max(pos2(head.left(), head.bottom() + 9.0), rect.max - vec2(6.0, 10.0));
        // A large panel has room for the chat itself.
        if network_ui::has_chat(view) && Layout::of(screen).style != PanelStyle::Full {
            let field = Rect::from_min_max(pos2(head.left(), body.bottom() - 36.0), pos2(head.right(), body.bottom()));
            network_ui::chat_ui(ui, field, view, actions);
            body = body.with_max_y(body.bottom() - network_ui::CHAT_HEIGHT);
        }
        let mut child = ui.new_child(UiBuilder::new().id_salt("log lines").max_rect(body));
        ScrollArea::vertical().id_salt("log").auto_shrink(false).stick_to_bottom(true).show(&mut child, |ui| {
            ui.spacing_mut().item_spacing.y = 7.0;
            for line in log.lines() {
                let color = if line.remark { palette.muted } else { palette.text };
                let text = RichText::new(line.text(texts.language)).font(Weight::Regular.size(13.0)).color(color);
                ui.add(Label::new(text).wrap().selectable(true));
            }
        });
    });
}
