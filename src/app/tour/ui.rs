//! Draws the tour and the invitation to it.

use eframe::egui::{
    Align2, Context, CornerRadius, Id, Key, Modifiers, Rect, Role, Sense, Shadow, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};

use super::{Lesson, Tour};
use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::board::geometry::BoardGeometry;
use crate::app::board::input::Step;
use crate::app::board::stones::{self, StoneLook};
use crate::app::board::{Stage, hand_with, stage_ui};
use crate::app::dialogs::paragraph;
use crate::app::fonts::Weight;
use crate::app::icons::{self, Icon};
use crate::app::layout::{Layout, PanelStyle};
use crate::app::widgets::{ButtonStyle, Face, button_at, text_in, text_width};
use crate::controller::{Command, Refusal};
use muehle_engine::rules::Color;

impl Tour {
    /// Draws the tour in place of its page. The keys belong to it unless a dialog is open.
    pub fn ui(&mut self, ui: &mut Ui, layout: &Layout, has_keys: bool, view: &View, actions: &mut Actions) {
        let board = BoardGeometry::fit(layout.pane, layout.margin, false);
        let mut moves = Actions::new();
        let may_act = if self.done { Err(Refusal::NotYourTurn) } else { Ok(()) };
        let (game, wanted) = (self.game.clone(), self.wanted());
        let stage = Stage { game: &game, shown: game.current(), may_act, hint: None, wanted, values: &[] };
        stage_ui(ui, board, &stage, view, &mut self.board, &mut moves);
        for action in moves {
            match action {
                Action::Do(Command::Play(mv)) => self.play(mv),
                // A finished lesson needs no explanation.
                Action::Refuse(point, refusal) if !self.done => {
                    self.board.refuse(point, refusal, view.now);
                    actions.push(Action::Announce(view.texts.refusal(refusal)));
                }
                _ => {}
            }
            ui.ctx().request_repaint();
        }
        self.follow_step();
        self.tell(view, actions);
        self.panel_ui(ui, layout, view, actions);
        if has_keys {
            self.keys(ui.ctx(), actions);
        }
    }

    /// Lets screen readers say the task when it changes, and at a new lesson what it is about.
    fn tell(&mut self, view: &View, actions: &mut Actions) {
        let now = (self.lesson, self.task(view));
        if self.told == Some(now) {
            return;
        }
        let [title, text, ..] = self.lesson.texts(view.texts.help);
        let words = match self.told {
            Some((lesson, _)) if lesson == now.0 => now.1.to_owned(),
            _ => format!("{title}. {text} {}", now.1),
        };
        self.told = Some(now);
        actions.push(Action::Announce(words));
    }

    fn keys(&mut self, ctx: &Context, actions: &mut Actions) {
        if self.done && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter)) {
            self.forward(actions);
            ctx.request_repaint();
        }
    }

    fn forward(&mut self, actions: &mut Actions) {
        match self.next() {
            Some(lesson) => self.go(lesson),
            None => actions.push(Action::Tour(false)),
        }
    }

    /// What to do now, or why a click was refused: the status line says it.
    pub fn sentence(&self, view: &View) -> (String, bool) {
        match self.board.refusal(view.now) {
            Some(refusal) => (view.texts.refusal(refusal), true),
            None => (self.task(view).to_owned(), false),
        }
    }

    /// What to do now, or what was learned.
    fn task(&self, view: &View) -> &'static str {
        let texts = view.texts.help;
        let [_, _, task, done] = self.lesson.texts(view.texts.help);
        match self.lesson {
            _ if self.done => done,
            Lesson::Mill if self.strayed => texts.stray_mill(),
            Lesson::Fly if matches!(self.board.step(), Step::Removing(_)) => view.texts.status.removing(),
            Lesson::Fly if self.strayed => texts.stray_fly(),
            _ => task,
        }
    }

    fn panel_ui(&mut self, ui: &mut Ui, layout: &Layout, view: &View, actions: &mut Actions) {
        let (palette, texts) = (view.palette, view.texts.help);
        let panel = layout.panel;
        ui.painter().rect_filled(panel, 0, palette.panel);
        let hairline = Stroke::new(1.0, palette.hairline);
        let below = layout.style == PanelStyle::Below;
        if below {
            ui.painter().hline(panel.x_range(), panel.top() + 0.5, hairline);
        } else {
            ui.painter().vline(panel.left() + 0.5, panel.y_range(), hairline);
        }
        let full = layout.style == PanelStyle::Full;
        let mut rest = panel.shrink(if full { 28.0 } else { 12.0 });
        let cross = Rect::from_center_size(rest.right_top() + vec2(-10.0, 2.5), Vec2::splat(24.0));
        let face = Face::Icon(Icon::Cross, view.texts.common.close());
        let tips = view.texts.tips;
        if button_at(ui, cross, "close tour", face, ButtonStyle::Bare, true, tips.tour_close()).clicked() {
            actions.push(Action::Tour(false));
        }
        let mut take = |height: f32, gap: f32| {
            let piece = Rect::from_min_size(rest.min, vec2(rest.width(), height));
            rest.min.y += height + gap;
            piece
        };
        let progress = take(5.0, if below { 6.0 } else { 14.0 });
        self.progress_ui(ui, progress.with_max_x(cross.left() - 8.0), view);
        let number = self.lesson.number() + 1;
        let step = texts.step(number, Lesson::ALL.len());
        let [title, text, ..] = self.lesson.texts(view.texts.help);
        let response =
            ui.interact(Rect::from_min_size(panel.min, vec2(panel.width(), 40.0)), Id::unique("step"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, format!("{step}: {title}")));
        let size = if full { 22.0 } else { 16.5 };
        if below {
            let line = take(22.0, 4.0);
            text_in(ui.painter(), line, Align2::RIGHT_CENTER, &step, Weight::Regular, 12.5, palette.muted);
            text_in(ui.painter(), line, Align2::LEFT_CENTER, title, Weight::SemiBold, size, palette.text);
        } else {
            let line = take(18.0, 2.0);
            text_in(ui.painter(), line, Align2::LEFT_CENTER, &step, Weight::Regular, 12.5, palette.muted);
            let line = take(size + 8.0, if full { 10.0 } else { 4.0 });
            text_in(ui.painter(), line, Align2::LEFT_CENTER, title, Weight::SemiBold, size, palette.text);
        }
        let body = if full { 15.0 } else { 13.0 };
        let gap = if full { 16.0 } else { 8.0 };
        rest.min.y += paragraph(ui, rest, text, body, palette.text) + gap;
        let footer = Rect::from_min_max(pos2(rest.left(), rest.bottom() - if full { 84.0 } else { 36.0 }), rest.max);
        self.task_ui(ui, &mut rest, body, view);
        if self.shows_hands() && full && footer.top() - rest.top() > 90.0 {
            self.hands_ui(ui, rest, view);
        }
        self.footer_ui(ui, footer, full, view, actions);
    }

    /// A bar per lesson; finished ones are dark.
    fn progress_ui(&self, ui: &Ui, rect: Rect, view: &View) {
        let count = Lesson::ALL.len();
        let width = (rect.width() - 6.0 * (count - 1) as f32) / count as f32;
        for lesson in Lesson::ALL {
            let i = lesson.number();
            let corner = pos2(rect.left() + i as f32 * (width + 6.0), rect.top());
            let bar = Rect::from_min_size(corner, vec2(width, rect.height()));
            let learned = i < self.lesson.number() || (i == self.lesson.number() && self.done);
            let palette = view.palette;
            let color = match () {
                () if learned => palette.primary,
                () if i == self.lesson.number() => palette.muted.gamma_multiply(0.7),
                () => palette.button_border,
            };
            ui.painter().rect_filled(bar, CornerRadius::same(2), color);
        }
    }

    /// What to do, or that it is done.
    fn task_ui(&self, ui: &Ui, rest: &mut Rect, size: f32, view: &View) {
        let palette = view.palette;
        let (fill, border, ink) = match () {
            () if self.done => (palette.card, palette.mark_move, palette.text),
            () if self.strayed => (palette.card, palette.danger, palette.text),
            () => (palette.accent_soft, palette.accent, palette.text),
        };
        let words = self.task(view);
        let indent = if self.done { 34.0 } else { 12.0 };
        let width = rest.width() - indent - 12.0;
        let galley = ui.painter().layout(words.to_owned(), Weight::Medium.size(size), ink, width);
        let card = Rect::from_min_size(rest.min, vec2(rest.width(), galley.size().y + 20.0));
        ui.painter().rect(card, CornerRadius::same(10), fill, Stroke::new(1.0, border), StrokeKind::Inside);
        if self.done {
            icons::paint(ui.painter(), Icon::Check, pos2(card.left() + 18.0, card.center().y), 9.0, palette.mark_move);
        }
        ui.painter().galley(card.min + vec2(indent, 10.0), galley, ink);
        rest.min.y = card.bottom() + 16.0;
    }

    /// The stones that both sides still have in hand.
    fn hands_ui(&self, ui: &Ui, rest: Rect, view: &View) {
        let (palette, position) = (view.palette, self.game.position());
        let look = StoneLook::lying(palette.shadow.gamma_multiply(0.7));
        let line = Rect::from_min_size(rest.min, vec2(rest.width(), 20.0));
        text_in(
            ui.painter(),
            line,
            Align2::LEFT_CENTER,
            view.texts.panel.in_hand(),
            Weight::Regular,
            12.5,
            palette.muted,
        );
        let radius = 11.0;
        let pitch = ((rest.width() - 2.0 * radius) / 8.0).min(26.0);
        for (row, side) in Color::BOTH.into_iter().enumerate() {
            for i in 0..hand_with(position, self.board.step(), side) {
                let place = pos2(rest.left() + radius + f32::from(i) * pitch, line.bottom() + 18.0 + 30.0 * row as f32);
                stones::paint(ui.painter(), place, radius, &palette.stones[side.index()], look);
            }
        }
    }

    fn footer_ui(&mut self, ui: &mut Ui, footer: Rect, full: bool, view: &View, actions: &mut Actions) {
        let (texts, tips) = (view.texts.help, view.texts.tips);
        let last = self.next().is_none();
        let height = if full { 40.0 } else { 36.0 };
        let row = Rect::from_min_size(footer.min, vec2(footer.width(), height));
        let third = (row.width() - 8.0) / 3.0;
        let back = Rect::from_min_size(row.min, vec2(third, height));
        let on = Rect::from_min_max(pos2(back.right() + 8.0, row.top()), row.max);
        let previous = self.previous();
        let face = Face::Text(texts.back());
        if button_at(ui, back, "tour back", face, ButtonStyle::Plain, previous.is_some(), tips.tour_back()).clicked()
            && let Some(lesson) = previous
        {
            self.go(lesson);
        }
        // Before the move is made, the same button skips the lesson.
        let (name, style, tip) = match (self.done, last) {
            (true, true) => (texts.play(), ButtonStyle::Primary, tips.tour_play()),
            (true, false) => (texts.next(), ButtonStyle::Primary, tips.tour_next()),
            (false, _) => (texts.skip_lesson(), ButtonStyle::Plain, tips.tour_skip()),
        };
        if button_at(ui, on, "tour next", Face::Text(name), style, true, tip).clicked() {
            match self.lesson {
                // Closing a mill and capturing are one lesson here.
                Lesson::Mill if !self.done => self.go(Lesson::Slide),
                _ => self.forward(actions),
            }
        }
        if full && !(self.done && last) {
            let link = Rect::from_min_max(pos2(footer.left(), row.bottom() + 8.0), footer.max);
            let face = Face::Text(texts.skip_tour());
            if button_at(ui, link, "skip tour", face, ButtonStyle::Link, true, tips.tour_close()).clicked() {
                actions.push(Action::Tour(false));
            }
        }
    }
}

/// How much room the invitation has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invitation {
    /// Title, text and buttons.
    Card,
    /// Title and buttons.
    Row,
}

impl Invitation {
    /// The height it takes.
    pub fn height(self) -> f32 {
        match self {
            Invitation::Card => 124.0,
            Invitation::Row => 70.0,
        }
    }
}

/// Whether to show the invitation now.
fn invites(view: &View) -> bool {
    let controller = view.controller;
    view.settings.invites_to_tour
        && controller.outcome().is_none()
        && !controller.is_with_partner()
        && controller.game().ply() < super::INVITATION_PLIES
}

/// Draws the invitation at the top of a part of the panel, if it is due and fits, and takes its room from it.
pub fn invitation_ui(ui: &mut Ui, rest: &mut Rect, form: Invitation, view: &View, actions: &mut Actions) {
    let gap = if form == Invitation::Card { 16.0 } else { 8.0 };
    // Where there is little room it replaces the move list, which is still empty.
    if !invites(view) || rest.height() < form.height() {
        return;
    }
    let (palette, texts) = (view.palette, view.texts.help);
    let rect = Rect::from_min_size(rest.min, vec2(rest.width(), form.height()));
    rest.min.y = (rest.top() + form.height() + gap).min(rest.bottom());
    let rounding = CornerRadius::same(12);
    let shadow = Shadow { offset: [0, 2], blur: 8, spread: 0, color: palette.shadow.gamma_multiply(0.25) };
    ui.painter().add(shadow.as_shape(rect, rounding));
    ui.painter().rect(rect, rounding, palette.card, Stroke::new(1.0, palette.card_border), StrokeKind::Inside);
    let padding = if form == Invitation::Card { 16.0 } else { 10.0 };
    let inner = rect.shrink2(vec2(padding, if form == Invitation::Card { 14.0 } else { 8.0 }));
    let title = Rect::from_min_size(inner.min, vec2(inner.width(), 20.0));
    text_in(ui.painter(), title, Align2::LEFT_CENTER, texts.invitation(), Weight::SemiBold, 14.5, palette.text);
    if form == Invitation::Card {
        let area = Rect::from_min_max(pos2(inner.left(), title.bottom() + 4.0), inner.max);
        paragraph(ui, area, texts.invitation_text(), 13.0, palette.muted);
    }
    let height = 30.0;
    let yes_width = text_width(ui, texts.show_me(), Weight::SemiBold, 14.5) + 28.0;
    let yes = Rect::from_min_size(pos2(inner.left(), inner.bottom() - height), vec2(yes_width, height));
    let no_width = text_width(ui, texts.no_thanks(), Weight::SemiBold, 13.0) + 20.0;
    let no = Rect::from_min_size(pos2(yes.right() + 8.0, yes.top()), vec2(no_width, height));
    let (show_me, no_thanks, tips) = (Face::Text(texts.show_me()), Face::Text(texts.no_thanks()), view.texts.tips);
    if button_at(ui, yes, "begin tour", show_me, ButtonStyle::Primary, true, tips.start_tour()).clicked() {
        actions.push(Action::Tour(true));
    }
    if button_at(ui, no, "no tour", no_thanks, ButtonStyle::Link, true, tips.no_tour()).clicked() {
        actions.push(view.set(|settings| settings.invites_to_tour = false));
    }
}
