//! A lesson on the board: a few positions about one topic, solved like puzzles. And the list of all lessons.

use eframe::egui::{Align2, Id, Rect, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};

use super::{card, panel_ground};
use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::board::BoardState;
use crate::app::dialogs::paragraph;
use crate::app::fonts::Weight;
use crate::app::icons::{self, Icon};
use crate::app::layout::{Layout, PanelStyle};
use crate::app::solving::{Solving, SolvingEvent};
use crate::app::widgets::{ButtonStyle, Face, button_at, text_in};
use crate::controller::puzzles::PuzzleBook;
use muehle_engine::puzzles::lessons::Topic;
use muehle_engine::puzzles::{Puzzle, Refutation};
use muehle_engine::rules::Move;

/// Between two cards of the list.
const GAP: f32 = 16.0;

/// A lesson that is being taken.
pub struct LessonRun {
    topic: Topic,
    puzzles: Vec<Puzzle>,
    place: usize,
    solving: Solving,
}

impl LessonRun {
    /// A lesson at its first position; none if it has none.
    pub fn new(topic: Topic) -> Option<LessonRun> {
        let puzzles = topic.puzzles();
        let solving = Solving::new(puzzles.first()?.clone(), BoardState::default()).in_lesson();
        Some(LessonRun { topic, puzzles, place: 0, solving })
    }

    /// What is wrong with a move, found out beside the window.
    pub fn hear(&mut self, mv: Move, refutation: Option<Refutation>) {
        self.solving.hear(mv, refutation);
    }

    /// Cancels a started move; false if there is none.
    pub fn cancel(&mut self) -> bool {
        self.solving.cancel()
    }

    /// What the status line says, and whether it is a refusal.
    pub fn sentence(&self, view: &View) -> (String, bool) {
        self.solving.sentence(view)
    }

    /// Draws the lesson in place of its page. Returns whether it goes on.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        layout: &Layout,
        has_keys: bool,
        view: &View,
        book: Option<&mut PuzzleBook>,
        actions: &mut Actions,
    ) -> bool {
        let mut events = self.solving.board_ui(ui, layout, has_keys, view, actions);
        let mut goes_on = true;
        events.extend(self.panel_ui(ui, layout, view, &mut goes_on));
        let Some(book) = book else { return goes_on };
        book.open();
        for event in events {
            ui.ctx().request_repaint();
            match event {
                SolvingEvent::Unknown(step, mv) => book.refute(self.solving.puzzle(), step, mv),
                SolvingEvent::Next => goes_on &= self.go_on(view, book, actions),
                SolvingEvent::Failed | SolvingEvent::Solved { .. } => {}
            }
        }
        goes_on
    }

    /// The next position; after the last one the lesson is learned. Returns whether it goes on.
    fn go_on(&mut self, view: &View, book: &mut PuzzleBook, actions: &mut Actions) -> bool {
        let learned = self.solving.is_done();
        self.place += 1;
        let Some(puzzle) = self.puzzles.get(self.place) else {
            if learned {
                book.complete_lesson(self.topic.name());
                actions.push(Action::Announce(view.texts.lessons.finished(view.texts.lesson(self.topic)[0])));
            }
            return false;
        };
        let next = Solving::new(puzzle.clone(), BoardState::default());
        let board = std::mem::replace(&mut self.solving, next).into_board();
        self.solving = Solving::new(puzzle.clone(), board).in_lesson();
        true
    }

    fn panel_ui(&mut self, ui: &mut Ui, layout: &Layout, view: &View, goes_on: &mut bool) -> Vec<SolvingEvent> {
        let (palette, texts) = (view.palette, view.texts.lessons);
        let full = layout.style == PanelStyle::Full;
        let mut rest = panel_ground(ui, layout, palette).shrink(if full { 20.0 } else { 10.0 });
        let cross = Rect::from_center_size(rest.right_top() + vec2(-10.0, 9.0), Vec2::splat(24.0));
        if button_at(
            ui,
            cross,
            "leave lesson",
            Face::Icon(Icon::Cross, texts.leave()),
            ButtonStyle::Bare,
            true,
            texts.leave(),
        )
        .clicked()
        {
            *goes_on = false;
        }
        let [title, text] = view.texts.lesson(self.topic);
        let step = texts.position(self.place + 1, self.puzzles.len());
        let row = Rect::from_min_size(rest.min, vec2(rest.width() - 32.0, 18.0));
        text_in(ui.painter(), row, Align2::LEFT_CENTER, &step, Weight::Regular, 12.5, palette.muted);
        let size = if full { 22.0 } else { 16.5 };
        let head = Rect::from_min_size(row.left_bottom(), vec2(rest.width(), size + 8.0));
        text_in(ui.painter(), head, Align2::LEFT_CENTER, title, Weight::SemiBold, size, palette.text);
        let response = ui.interact(head, Id::unique("lesson head"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, format!("{title}: {step}")));
        rest.min.y = head.bottom() + 4.0;
        let foot = rest.with_min_y(rest.bottom() - 36.0);
        rest.max.y = foot.top() - 8.0;
        // In a small panel the explanation makes room for what was tried.
        if full || !(self.solving.is_wrong() || self.solving.is_done()) {
            let size = if full { 14.5 } else { 12.5 };
            rest.min.y += paragraph(ui, rest, text, size, palette.text) + if full { 16.0 } else { 8.0 };
        }
        self.solving.task_ui(ui, &mut rest, full, view);
        let mut events = self.solving.feedback_ui(ui, &mut rest, full, view);
        events.extend(self.foot_ui(ui, foot, view));
        events
    }

    fn foot_ui(&mut self, ui: &mut Ui, foot: Rect, view: &View) -> Option<SolvingEvent> {
        let (texts, puzzles) = (view.texts.lessons, view.texts.puzzles);
        let (left, right) = foot.split_left_right_at_fraction(0.4);
        let is_done = self.solving.is_done();
        let is_open = !is_done && !self.solving.is_wrong();
        let left = left.with_max_x(left.right() - 8.0);
        let face = Face::Text(puzzles.hint());
        if button_at(ui, left, "lesson hint", face, ButtonStyle::Plain, is_open, texts.hint_tip()).clicked() {
            self.solving.hint();
            ui.ctx().request_repaint();
        }
        let last = self.place + 1 == self.puzzles.len();
        let (name, tip, style) = match (is_done, last) {
            (false, _) => (puzzles.skip(), texts.skip_tip(), ButtonStyle::Plain),
            (true, false) => (puzzles.next(), texts.next_tip(), ButtonStyle::Primary),
            (true, true) => (texts.finish(), texts.finish_tip(), ButtonStyle::Primary),
        };
        let pressed = button_at(ui, right, "lesson next", Face::Text(name), style, true, tip).clicked();
        pressed.then_some(SolvingEvent::Next)
    }
}

/// The height that the list of all lessons takes at a width.
pub fn topics_height(width: f32) -> f32 {
    let rows = Topic::ALL.len().div_ceil(columns(width)) as f32;
    36.0 + rows * (topic_height(width) + GAP)
}

fn columns(width: f32) -> usize {
    match width {
        ..520.0 => 1,
        ..980.0 => 2,
        _ => 3,
    }
}

fn topic_width(width: f32) -> f32 {
    let count = columns(width) as f32;
    (width - GAP * (count - 1.0)) / count
}

/// The height of a card: narrow ones need more lines.
fn topic_height(width: f32) -> f32 {
    if topic_width(width) < 340.0 { 168.0 } else { 148.0 }
}

/// Draws the list of all lessons. Returns the one that is to begin.
pub fn topics_ui(ui: &mut Ui, rect: Rect, learned: &[String], view: &View) -> Option<Topic> {
    let (palette, texts) = (view.palette, view.texts.lessons);
    let head = rect.with_max_y(rect.top() + 24.0);
    text_in(ui.painter(), head, Align2::LEFT_CENTER, texts.head(), Weight::SemiBold, 16.5, palette.text);
    let response = ui.interact(head, Id::unique("lessons head"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, texts.head()));
    let count = columns(rect.width());
    let (width, height) = (topic_width(rect.width()), topic_height(rect.width()));
    let mut chosen = None;
    for (place, topic) in Topic::ALL.into_iter().enumerate() {
        let (column, row) = ((place % count) as f32, (place / count) as f32);
        let corner = pos2(rect.left() + column * (width + GAP), head.bottom() + 12.0 + row * (height + GAP));
        let area = Rect::from_min_size(corner, vec2(width, height));
        card(ui, area, palette);
        let inner = area.shrink(16.0);
        let [title, text] = view.texts.lesson(topic);
        let line = inner.with_max_y(inner.top() + 20.0);
        text_in(ui.painter(), line, Align2::LEFT_CENTER, title, Weight::SemiBold, 15.0, palette.text);
        let known = learned.iter().any(|name| name == topic.name());
        if known {
            let badge = pos2(inner.right() - 9.0, line.center().y);
            ui.painter().circle_filled(badge, 9.0, palette.mark_move);
            icons::paint(ui.painter(), Icon::Check, badge, 6.5, palette.card);
        }
        paragraph(ui, inner.with_min_y(line.bottom() + 6.0), text, 13.0, palette.muted);
        let name = if known { texts.repeat() } else { texts.start() };
        let button = Rect::from_min_size(pos2(inner.left(), inner.bottom() - 32.0), vec2(120.0, 32.0));
        let response = button_at(
            ui,
            button,
            ("lesson", topic.name()),
            Face::Text(name),
            ButtonStyle::Plain,
            true,
            texts.start_tip(),
        );
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, texts.named(name, title)));
        if response.clicked() {
            chosen = Some(topic);
        }
    }
    chosen
}
