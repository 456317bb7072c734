//! Games: the archive of finished games with its statistics, the files of the saves folder, and the games of the opened
//! file. Only the rows in sight are drawn, so that any number of games will do.

mod archive;
mod files;
mod preview;
mod rows;
mod statistics;

use std::path::PathBuf;

use eframe::egui::{Rect, Ui, pos2, vec2};

use super::{Frame, YourGame, outline, scrolled};
use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::fonts::Weight;
use crate::app::layout::Layout;
use crate::app::shortcuts::{Shortcut, tip};
use crate::app::widgets::{ButtonStyle, Face, button_at, segments, text_width};
use crate::controller::Waker;
use crate::texts::Texts;
use archive::ArchiveList;
use files::FileList;
use preview::Preview;

/// The least height of a list of files with its buttons, and how much of the board below it is seen at once.
const LIST: f32 = 240.0;
const PEEK: f32 = 72.0;
/// Between the parts of the page.
const GAP: f32 = 16.0;

/// What the page lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tab {
    /// The finished games.
    #[default]
    Archive,
    /// The saved files, or the games of the opened one.
    Files,
}

/// The page's state.
#[derive(Default)]
pub struct GamesPage {
    tab: Tab,
    archive: ArchiveList,
    preview: Preview,
    files: FileList,
    your_game: YourGame,
}

impl GamesPage {
    /// The page is shown: the folder may have changed.
    pub fn refresh(&mut self, saves: PathBuf, waker: Waker) {
        self.preview.look_in(&saves, waker.clone());
        self.files.refresh(saves, waker);
    }

    /// A file with several games was opened.
    pub fn list(&mut self) {
        self.tab = Tab::Files;
        self.files.list();
    }

    /// What the status line says.
    pub fn sentence(&self, view: &View) -> String {
        let count = view.controller.archive().map_or(0, |contents| contents.games.len());
        let grouped = |count: usize| view.texts.language.grouped(count as u64);
        let left_out = self.archive.listed_count().filter(|listed| *listed < count);
        if let Some(listed) = left_out.filter(|_| self.tab == Tab::Archive) {
            return view.texts.games.sentence_some(grouped(listed), grouped(count));
        }
        match (self.tab, count) {
            (Tab::Archive, 1) => view.texts.games.sentence_one().to_owned(),
            (Tab::Archive, 2..) => view.texts.games.sentence(grouped(count)),
            _ => view.texts.pages.games_sentence().to_owned(),
        }
    }

    /// Where the person is, for the end of the menu bar.
    pub fn heading(&self, texts: Texts) -> String {
        match (self.tab, self.archive.count()) {
            (Tab::Archive, 1..) => texts.games.heading(self.archive.count()),
            _ => texts.pages.games().to_owned(),
        }
    }

    /// Draws the page.
    pub fn ui(&mut self, ui: &mut Ui, layout: &Layout, has_keys: bool, view: &View, actions: &mut Actions) {
        let mut frame = Frame::of(layout, true, false);
        frame.ui(ui, view.texts.pages.games(), "", None, view);
        self.head_ui(ui, &mut frame, view, actions);
        match self.tab {
            Tab::Archive => self.archive_ui(ui, &frame, has_keys, view, actions),
            Tab::Files => self.files_ui(ui, &frame, has_keys, view, actions),
        }
    }

    /// Tabs and buttons, beside the title or, where there is no room, in a row below it.
    fn head_ui(&mut self, ui: &mut Ui, frame: &mut Frame, view: &View, actions: &mut Actions) {
        let texts = view.texts;
        let head = frame.head();
        let title = text_width(ui, texts.pages.games(), Weight::SemiBold, 22.0);
        let mut right = head.right();
        let mut button = |ui: &mut Ui, id: &str, name: &str, enabled: bool, tip: &str| {
            let width = (text_width(ui, name, Weight::Medium, 13.0) + 32.0).max(96.0);
            let rect = Rect::from_min_max(pos2(right - width, head.top()), pos2(right, head.bottom()));
            right = rect.left() - 8.0;
            button_at(ui, rect, id, Face::Text(name), ButtonStyle::Plain, enabled, tip).clicked()
        };
        if self.tab == Tab::Archive {
            let any = self.archive.lists_any();
            if button(ui, "export games", texts.games.export(), any, texts.games.export_tip()) {
                actions.push(Action::ExportGames(self.archive.listed(view)));
            }
        }
        let open_tip = tip(ui, texts.tips.open_other(), Shortcut::Open, view);
        if button(ui, "open file", texts.pages.open_file(), true, &open_tip) {
            actions.push(Action::Open);
        }
        let words = [texts.games.yours(), texts.games.files()];
        let width = words.map(|word| text_width(ui, word, Weight::Medium, 13.5) + 36.0).into_iter().fold(0.0, f32::max);
        let beside =
            Rect::from_min_size(pos2(head.left() + title + 24.0, head.top()), vec2(2.0 * width, head.height()));
        let fits = beside.right() + 12.0 <= right;
        let tabs = match fits {
            true => beside,
            false => {
                frame.body.min.y += 44.0;
                Rect::from_min_size(pos2(head.left(), head.bottom() + 8.0), vec2(head.width(), 36.0))
            }
        };
        let current = usize::from(self.tab == Tab::Files);
        if let Some(chosen) = segments(ui, tabs, "lists of games", &words, current, true) {
            self.tab = if chosen == 1 { Tab::Files } else { Tab::Archive };
            // The folder may have changed.
            if let Some((saves, waker)) = self.preview.folder() {
                self.files.refresh(saves, waker);
            }
        }
        outline(ui, tabs, view.palette);
    }

    fn files_ui(&mut self, ui: &mut Ui, frame: &Frame, has_keys: bool, view: &View, actions: &mut Actions) {
        if let Some(panel) = frame.panel {
            self.your_game.ui(ui, panel, view, actions);
            return self.files.ui(ui, frame.body, has_keys, view, actions);
        }
        // Below the list a part of the board is seen, so that a person knows where it is.
        let list = (frame.body.height() - PEEK).max(LIST);
        let height = list + GAP + YourGame::height(frame.body.width());
        scrolled(ui, frame.body, "games page", height, |ui, rect| {
            self.files.ui(ui, rect.with_max_y(rect.top() + list), has_keys, view, actions);
            self.your_game.ui(ui, rect.with_min_y(rect.top() + list + GAP), view, actions);
        });
    }

    fn archive_ui(&mut self, ui: &mut Ui, frame: &Frame, has_keys: bool, view: &View, actions: &mut Actions) {
        self.archive.update(view);
        if self.archive.count() == 0 {
            return self.empty_ui(ui, frame, view, actions);
        }
        let width = frame.body.width() - if frame.panel.is_some() { 0.0 } else { 12.0 };
        let cards = ArchiveList::cards_height(width);
        let filters = ArchiveList::filters_height(width);
        match frame.panel {
            Some(panel) => {
                // The list takes what the statistics leave.
                let rows = frame.body.height() - filters - cards - 2.0 * GAP;
                let rows = rows.max(ArchiveList::LEAST);
                let height = filters + rows + cards + 2.0 * GAP;
                scrolled(ui, frame.body, "archive page", height, |ui, rect| {
                    self.archive.ui(ui, rect, rows, has_keys, view, actions);
                });
                let chosen = self.archive.chosen(view);
                match chosen {
                    Some(game) => self.preview.ui(ui, panel, game, has_keys, view, actions),
                    None => self.your_game.ui(ui, panel, view, actions),
                }
            }
            None => {
                let rows = (frame.body.height() - filters - GAP - PEEK).max(ArchiveList::LEAST);
                let upper = filters + rows + 2.0 * GAP;
                let below = Preview::height(width) + GAP;
                scrolled(ui, frame.body, "archive page", upper + below + cards + GAP, |ui, rect| {
                    let list = rect.with_max_y(rect.top() + upper);
                    self.archive.list_ui(ui, list, rows, has_keys, view, actions);
                    let place = Rect::from_min_size(pos2(rect.left(), list.bottom()), vec2(rect.width(), below));
                    let chosen = self.archive.chosen(view);
                    if let Some(game) = chosen {
                        self.preview.ui(ui, place, game, has_keys, view, actions);
                    } else {
                        self.your_game.ui(ui, place, view, actions);
                    }
                    self.archive.cards_ui(ui, rect.with_min_y(place.bottom()), view);
                });
            }
        }
    }

    /// The page before the first game.
    fn empty_ui(&mut self, ui: &mut Ui, frame: &Frame, view: &View, actions: &mut Actions) {
        const CARD: f32 = 112.0;
        match frame.panel {
            Some(panel) => {
                archive::empty_card(ui, frame.body.with_max_y(frame.body.top() + CARD), view);
                self.your_game.ui(ui, panel, view, actions);
            }
            None => {
                let height = CARD + GAP + YourGame::height(frame.body.width());
                scrolled(ui, frame.body, "archive page", height, |ui, rect| {
                    archive::empty_card(ui, rect.with_max_y(rect.top() + CARD), view);
                    self.your_game.ui(ui, rect.with_min_y(rect.top() + CARD + GAP), view, actions);
                });
            }
        }
    }
}
