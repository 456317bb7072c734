//! Puzzles: one position after another to solve on the board, what is wanted, and what was solved.

mod choice;

use eframe::egui::{Align2, Id, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::panel_ground;
use crate::app::actions::{Action, Actions};
use crate::app::board::{BoardState, Diagram};
use crate::app::fonts::Weight;
use crate::app::layout::{Layout, PanelStyle};
use crate::app::solving::{Solving, SolvingEvent};
use crate::app::widgets::{ButtonStyle, Face, button_at, text_in, text_width};
use crate::app::{App, View};
use crate::controller::puzzles::{BookEvent, Next, ProgressError, PuzzleBook};
use crate::texts::{Texts, file_name};
use muehle_engine::rules::Position;

/// The page's state.
#[derive(Default)]
pub struct PuzzlesPage {
    /// The puzzles; the window puts them here when it opens.
    pub book: Option<PuzzleBook>,
    solving: Option<Solving>,
    /// The board between two puzzles.
    board: BoardState,
    /// Whether there is no further puzzle of what is wanted, and whether screen readers were told.
    none: bool,
    told_none: bool,
    /// Whether the choice covers the small panel.
    choosing: bool,
}

impl PuzzlesPage {
    /// Draws the page.
    pub fn ui(&mut self, ui: &mut Ui, layout: &Layout, has_keys: bool, view: &View, actions: &mut Actions) {
        self.fetch(view);
        let mut events = match &mut self.solving {
            Some(solving) => solving.board_ui(ui, layout, has_keys, view, actions),
            None => {
                let plate = crate::app::board::BoardGeometry::fit(layout.pane, layout.margin, false).plate;
                Diagram::new(Position::START).paint(ui.painter(), plate, view.board);
                Vec::new()
            }
        };
        events.extend(self.panel_ui(ui, layout, view));
        for event in events {
            self.follow(event);
            ui.ctx().request_repaint();
        }
        if self.none && self.solving.is_none() && !std::mem::replace(&mut self.told_none, true) {
            actions.push(Action::Announce(view.texts.puzzles.none_found().to_owned()));
        }
    }

    /// Asks for a puzzle if there is none on the board.
    fn fetch(&mut self, view: &View) {
        let Some(book) = &mut self.book else { return };
        book.open();
        if self.solving.is_some() {
            return;
        }
        let next = book.next(view.settings.rules.removal);
        self.none = matches!(next, Next::None);
        self.told_none &= self.none;
        if let Next::Puzzle(puzzle) = next {
            self.solving = Some(Solving::new(*puzzle, std::mem::take(&mut self.board)));
        }
    }

    fn follow(&mut self, event: SolvingEvent) {
        let (Some(book), Some(solving)) = (&mut self.book, &self.solving) else { return };
        match event {
            SolvingEvent::Failed => book.fail(solving.puzzle()),
            SolvingEvent::Solved { with_hint } => book.solve(solving.puzzle(), with_hint),
            SolvingEvent::Unknown(step, mv) => book.refute(solving.puzzle(), step, mv),
            SolvingEvent::Next => self.leave(),
        }
    }

    /// Takes the puzzle off the board.
    fn leave(&mut self) {
        if let Some(solving) = self.solving.take() {
            self.board = solving.into_board();
        }
    }

    fn panel_ui(&mut self, ui: &mut Ui, layout: &Layout, view: &View) -> Vec<SolvingEvent> {
        let palette = view.palette;
        let full = layout.style == PanelStyle::Full;
        let mut rest = panel_ground(ui, layout, palette).shrink(if full { 16.0 } else { 10.0 });
        self.head_ui(ui, &mut rest, full, view);
        let height = if layout.style == PanelStyle::Narrow && !self.choosing { 70.0 } else { 36.0 };
        let foot = rest.with_min_y(rest.bottom() - height);
        rest.max.y = foot.top() - 10.0;
        if full {
            self.choice_ui(ui, &mut rest, view);
        } else if self.choosing {
            self.choice_ui(ui, &mut rest, view);
            self.progress_ui(ui, rest, view);
            let tip = view.texts.puzzles.choose_tip();
            let face = Face::Text(view.texts.puzzles.back());
            if button_at(ui, foot, "puzzle back", face, ButtonStyle::Plain, true, tip).clicked() {
                self.choosing = false;
            }
            return Vec::new();
        }
        let mut events = Vec::new();
        match &mut self.solving {
            Some(solving) => {
                solving.task_ui(ui, &mut rest, full, view);
                events = solving.feedback_ui(ui, &mut rest, full, view);
            }
            None => {
                let words = self.waiting_words(view.texts);
                rest.min.y += crate::app::dialogs::paragraph(ui, rest, words, 14.0, palette.text) + 16.0;
            }
        }
        if full {
            self.progress_ui(ui, rest, view);
        }
        self.foot_ui(ui, foot, layout.style, view);
        events
    }

    /// The title and the streak.
    fn head_ui(&mut self, ui: &mut Ui, rest: &mut Rect, full: bool, view: &View) {
        let (palette, texts) = (view.palette, view.texts);
        let size = if full { 22.0 } else { 16.5 };
        let row = Rect::from_min_size(rest.min, vec2(rest.width(), if full { 36.0 } else { 26.0 }));
        let title = texts.pages.puzzles();
        let width = text_in(ui.painter(), row, Align2::LEFT_CENTER, title, Weight::SemiBold, size, palette.text);
        let response = ui.interact(row.with_max_x(row.left() + width), Id::unique("puzzles"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, title));
        if let Some(book) = &self.book {
            let streak = book.progress().streak.to_string();
            let wide = text_width(ui, &streak, Weight::SemiBold, 19.0);
            text_in(ui.painter(), row, Align2::RIGHT_CENTER, &streak, Weight::SemiBold, 19.0, palette.text);
            let word = row.with_max_x(row.right() - wide - 8.0);
            let name = texts.puzzles.streak();
            text_in(ui.painter(), word, Align2::RIGHT_CENTER, name, Weight::Regular, 12.5, palette.muted);
            let response = ui.interact(row.with_min_x(row.right() - wide - 60.0), Id::unique("streak"), Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{name} {streak}")));
            response.on_hover_text(texts.puzzles.streak_tip(book.progress().best_streak));
        }
        rest.min.y = row.bottom() + if full { 8.0 } else { 4.0 };
    }

    /// Hint, skip and next. In a small panel skip becomes next, and the choice has a button too.
    fn foot_ui(&mut self, ui: &mut Ui, foot: Rect, style: PanelStyle, view: &View) {
        let texts = view.texts.puzzles;
        let is_done = self.solving.as_ref().is_some_and(Solving::is_done);
        let is_open = self.solving.as_ref().is_some_and(|solving| !solving.is_done() && !solving.is_wrong());
        let [first, second, third] = match style {
            PanelStyle::Narrow => {
                let (above, below) = foot.split_top_bottom_at_fraction(0.5);
                let (left, right) = above.with_max_y(above.bottom() - 3.0).split_left_right_at_fraction(0.4);
                let (left, right) = (left.with_max_x(left.right() - 4.0), right.with_min_x(right.left() + 4.0));
                [left, right, below.with_min_y(below.top() + 3.0)]
            }
            PanelStyle::Full | PanelStyle::Below => {
                let width = (foot.width() - 16.0) / 3.0;
                [0.0, 1.0, 2.0].map(|i| {
                    let corner = pos2(foot.left() + i * (width + 8.0), foot.top());
                    Rect::from_min_size(corner, vec2(width, foot.height()))
                })
            }
        };
        let mut pressed = |rect, name: &str, style, enabled, tip: &str| {
            let response = button_at(ui, rect, ("puzzle", name), Face::Text(name), style, enabled, tip);
            if response.clicked() {
                ui.ctx().request_repaint();
            }
            response.clicked()
        };
        let hint = pressed(first, texts.hint(), ButtonStyle::Plain, is_open, texts.hint_tip());
        let next_style = if is_done { ButtonStyle::Primary } else { ButtonStyle::Plain };
        let full = style == PanelStyle::Full;
        let can_skip = self.solving.is_some() && !is_done;
        let skip = (full || !is_done) && pressed(second, texts.skip(), ButtonStyle::Plain, can_skip, texts.skip_tip());
        let place = if full { third } else { second };
        let next = (full || is_done) && pressed(place, texts.next(), next_style, is_done, texts.next_tip());
        let choose = !full && pressed(third, texts.choose(), ButtonStyle::Plain, true, texts.choose_tip());
        if let Some(solving) = self.solving.as_mut().filter(|_| hint) {
            solving.hint();
        }
        if let (true, Some(book), Some(solving)) = (skip, &mut self.book, &self.solving) {
            book.skip(solving.puzzle());
        }
        if skip || next {
            self.leave();
        }
        self.choosing |= choose;
    }

    fn waiting_words(&self, texts: Texts) -> &'static str {
        match self.book.as_ref().is_some_and(PuzzleBook::is_open) {
            _ if self.none => texts.puzzles.none_found(),
            true => texts.puzzles.making(),
            false => texts.puzzles.loading(),
        }
    }

    /// What the end of the menu bar says.
    pub fn heading(&self, texts: Texts) -> String {
        match &self.solving {
            Some(solving) => texts.puzzles.heading(texts.puzzle_kind(solving.puzzle().kind)),
            None => texts.pages.puzzles().to_owned(),
        }
    }

    /// What the status line says, and whether it is a refusal.
    pub fn sentence(&self, view: &View) -> (String, bool) {
        match &self.solving {
            Some(solving) => solving.sentence(view),
            None => (self.waiting_words(view.texts).to_owned(), false),
        }
    }

    /// Cancels a started move; false if there is none.
    pub fn cancel(&mut self) -> bool {
        std::mem::take(&mut self.choosing) || self.solving.as_mut().is_some_and(Solving::cancel)
    }
}

impl App {
    /// Handles what the book of puzzles has done.
    pub(in crate::app) fn hear_puzzles(&mut self) {
        let events = self.pages.puzzles.book.as_mut().map(PuzzleBook::poll).unwrap_or_default();
        for event in events {
            match event {
                BookEvent::Problem { path, error, aside } => self.say_both(|texts| {
                    let reason = match &error {
                        ProgressError::Io(error) => texts.io_error(error),
                        ProgressError::Damaged => texts.puzzles.damaged_reason().to_owned(),
                    };
                    match &aside {
                        Some(aside) => texts.puzzles.damaged(path.display(), reason, file_name(aside)),
                        None => texts.puzzles.unreadable(path.display(), reason),
                    }
                }),
                BookEvent::SaveFailed(error) => {
                    self.say_both(|texts| texts.puzzles.save_failed(texts.io_error(&error)));
                }
                BookEvent::Refuted(mv, refutation) => {
                    if let Some(solving) = &mut self.pages.puzzles.solving {
                        solving.hear(mv, refutation.clone());
                    }
                    if let Some(run) = &mut self.pages.lessons.run {
                        run.hear(mv, refutation);
                    }
                }
            }
        }
    }
}
