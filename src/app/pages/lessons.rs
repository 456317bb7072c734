//! Lessons: the tour and the lessons on the board, the rules to read, the keys.

use eframe::egui::{Align2, Id, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::lesson_run::{LessonRun, topics_height, topics_ui};
use super::{Frame, YourGame, card, scrolled};
use crate::app::View;
use crate::app::actions::{Action, Actions, DialogKind};
use crate::app::dialogs::{InfoDialog, paragraph};
use crate::app::fonts::Weight;
use crate::app::layout::Layout;
use crate::app::shortcuts::{Shortcut, tip};
use crate::app::tour::Tour;
use crate::app::widgets::{ButtonStyle, Face, button_at, text_in, text_width};
use crate::controller::puzzles::PuzzleBook;

/// The page's state.
#[derive(Default)]
pub struct LessonsPage {
    /// The tour, as long as it lasts.
    pub tour: Option<Tour>,
    /// The lesson that is being taken.
    pub run: Option<LessonRun>,
    rules: Option<InfoDialog>,
    your_game: YourGame,
}

impl LessonsPage {
    /// Draws the page, or the tour or a lesson in its place.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        layout: &Layout,
        has_keys: bool,
        view: &View,
        mut book: Option<&mut PuzzleBook>,
        actions: &mut Actions,
    ) {
        if let Some(tour) = &mut self.tour {
            tour.ui(ui, layout, has_keys, view, actions);
            return;
        }
        if let Some(run) = &mut self.run {
            if !run.ui(ui, layout, has_keys, view, book, actions) {
                self.run = None;
                ui.ctx().request_repaint();
            }
            return;
        }
        // Which lessons were completed.
        if let Some(book) = &mut book {
            book.open();
        }
        let learned = book.as_ref().map(|book| book.progress().lessons.as_slice()).unwrap_or_default();
        let mut chosen = None;
        let frame = Frame::of(layout, true, false);
        let (texts, palette) = (view.texts, view.palette);
        frame.ui(ui, texts.pages.lessons(), "", None, view);
        let beside = match frame.panel {
            Some(panel) => {
                self.your_game.ui(ui, panel, view, actions);
                None
            }
            None => Some(&mut self.your_game),
        };
        let rules = self.rules.get_or_insert_with(|| InfoDialog::new(DialogKind::HowToPlay));
        let wide = frame.body.width() >= 560.0;
        let cards = if wide { 136.0 } else { 296.0 };
        let inner = frame.body.width() - 44.0;
        let topics = topics_height(frame.body.width() - 12.0);
        let text = cards + 16.0 + topics + 56.0 + InfoDialog::rules_height(inner);
        let height = text + if beside.is_some() { 24.0 + YourGame::height(frame.body.width()) } else { 0.0 };
        scrolled(ui, frame.body, "lessons", height, |ui, rect| {
            let bottom = if beside.is_some() { rect.top() + text } else { rect.bottom() };
            let (rect, rest) = rect.split_top_bottom_at_y(bottom);
            let row = rect.with_max_y(rect.top() + cards);
            let (first, second) = match wide {
                true => {
                    let (left, right) = row.split_left_right_at_fraction(0.5);
                    (left.with_max_x(left.right() - 8.0), right.with_min_x(right.left() + 8.0))
                }
                false => {
                    let (above, below) = row.split_top_bottom_at_fraction(0.5);
                    (above.with_max_y(above.bottom() - 4.0), below.with_min_y(below.top() + 4.0))
                }
            };
            let help = texts.help;
            let tour = (help.tour(), help.invitation_text(), texts.pages.start_tour(), texts.tips.start_tour());
            if invitation_ui(ui, first, tour, ButtonStyle::Primary, view) {
                actions.push(Action::Tour(true));
            }
            let tip = tip(ui, texts.tips.show_keys(), Shortcut::Keys, view);
            let keys = (texts.menu.keys(), texts.pages.keys_about(), texts.pages.show_keys(), tip.as_str());
            if invitation_ui(ui, second, keys, ButtonStyle::Plain, view) {
                actions.push(Action::Show(DialogKind::Keys));
            }
            let list = Rect::from_min_size(row.left_bottom() + vec2(0.0, 16.0), vec2(rect.width(), topics));
            chosen = topics_ui(ui, list, learned, view);
            let below = rect.with_min_y(list.bottom() + 4.0);
            card(ui, below, palette);
            let inner = below.shrink(16.0);
            let head = inner.with_max_y(inner.top() + 20.0);
            let title = texts.menu.how_to_play();
            text_in(ui.painter(), head, Align2::LEFT_CENTER, title, Weight::SemiBold, 15.0, palette.text);
            rules.rules_in(ui, inner.with_min_y(head.bottom() + 12.0), view);
            if let Some(your_game) = beside {
                your_game.ui(ui, rest.with_min_y(rest.top() + 24.0), view, actions);
            }
        });
        if let Some(topic) = chosen {
            self.run = LessonRun::new(topic);
            ui.ctx().request_repaint();
        }
    }

    /// What the status line says, and whether it is a refusal.
    pub fn sentence(&self, view: &View) -> (String, bool) {
        match (&self.tour, &self.run) {
            (Some(tour), _) => tour.sentence(view),
            (None, Some(run)) => run.sentence(view),
            (None, None) => (view.texts.pages.lessons_about().to_owned(), false),
        }
    }

    /// Cancels a started move of the tour or a lesson; without one, Esc ends it. A lesson leads back to the list.
    pub fn cancel(&mut self) -> bool {
        if let Some(run) = self.run.as_mut().filter(|_| self.tour.is_none()) {
            if !run.cancel() {
                self.run = None;
            }
            return true;
        }
        let cancelled = self.tour.as_mut().is_some_and(Tour::cancel);
        if !cancelled {
            self.tour = None;
        }
        cancelled
    }
}

/// A card with a title, a sentence and a button with its tooltip. Returns whether it was pressed.
fn invitation_ui(ui: &mut Ui, rect: Rect, words: (&str, &str, &str, &str), style: ButtonStyle, view: &View) -> bool {
    let palette = view.palette;
    let (title, about, name, tip) = words;
    card(ui, rect, palette);
    let inner = rect.shrink(16.0);
    let head = inner.with_max_y(inner.top() + 20.0);
    text_in(ui.painter(), head, Align2::LEFT_CENTER, title, Weight::SemiBold, 15.0, palette.text);
    let response = ui.interact(head, Id::unique(("lesson", title)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, title));
    paragraph(ui, inner.with_min_y(head.bottom() + 6.0), about, 13.5, palette.muted);
    let width = (text_width(ui, name, Weight::SemiBold, 14.5) + 32.0).min(inner.width());
    let button = Rect::from_min_size(pos2(inner.left(), inner.bottom() - 36.0), vec2(width, 36.0));
    button_at(ui, button, ("lesson", title), Face::Text(name), style, true, tip).clicked()
}
