//! The pages of the window: the game, and what used to be in large dialogs. Each keeps its state, none is modal: the game
//! and all work in the background go on. A new page is one more variant of [`Page`] and one more file.

mod frame;
mod games;
mod lesson_run;
mod lessons;
mod puzzles;
pub mod rail;
mod your_game;

pub use frame::{Buttons, Frame, above_footer, card, outline, panel_ground, scrolled, scrolled_above_game};
pub use your_game::YourGame;

use eframe::egui::{Key, Ui};

use super::View;
use super::actions::Actions;
use super::laboratory::LaboratoryPage;
use super::layout::Layout;
use crate::texts::Texts;
use games::GamesPage;
use lessons::LessonsPage;
use puzzles::PuzzlesPage;

/// A page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// The game.
    #[default]
    Play,
    /// Positions to solve.
    Puzzles,
    /// Finished games, saved files and the games of the opened file.
    Games,
    /// The tour and the rules.
    Lessons,
    /// Tournaments, learning, solving the game.
    Laboratory,
}

impl Page {
    /// All pages, in the order of the rail.
    pub const ALL: [Page; 5] = [Page::Play, Page::Puzzles, Page::Games, Page::Lessons, Page::Laboratory];

    /// The key that shows the page together with Ctrl.
    pub const fn key(self) -> Key {
        match self {
            Page::Play => Key::Num1,
            Page::Puzzles => Key::Num2,
            Page::Games => Key::Num3,
            Page::Lessons => Key::Num4,
            Page::Laboratory => Key::Num5,
        }
    }

    /// Its name.
    pub fn name(self, texts: Texts) -> &'static str {
        match self {
            Page::Play => texts.pages.play(),
            Page::Puzzles => texts.pages.puzzles(),
            Page::Games => texts.pages.games(),
            Page::Lessons => texts.pages.lessons(),
            Page::Laboratory => texts.pages.laboratory(),
        }
    }

    /// The word below its icon.
    fn word(self, texts: Texts) -> &'static str {
        match self {
            Page::Laboratory => texts.pages.laboratory_word(),
            _ => self.name(texts),
        }
    }
}

/// The pages and which of them is shown.
#[derive(Default)]
pub struct Pages {
    /// The page that is shown.
    pub current: Page,
    /// Positions to solve.
    pub puzzles: PuzzlesPage,
    /// Finished games, saved files and the games of the opened file.
    pub games: GamesPage,
    /// The tour and the rules.
    pub lessons: LessonsPage,
    /// Tournaments, learning, solving the game.
    pub laboratory: LaboratoryPage,
}

impl Pages {
    /// Draws the page that is shown, if it is not the game. The keys belong to it unless a dialog is open.
    pub fn ui(&mut self, ui: &mut Ui, layout: &Layout, has_keys: bool, view: &View, actions: &mut Actions) {
        match self.current {
            Page::Play => {}
            Page::Puzzles => self.puzzles.ui(ui, layout, has_keys, view, actions),
            Page::Games => self.games.ui(ui, layout, has_keys, view, actions),
            Page::Lessons => {
                let book = self.puzzles.book.as_mut();
                self.lessons.ui(ui, layout, has_keys, view, book, actions);
            }
            Page::Laboratory => self.laboratory.ui(ui, layout, view, actions),
        }
    }

    /// Where the person is, for the end of the menu bar; none for the game.
    pub fn heading(&self, texts: Texts) -> Option<String> {
        let name = self.current.name(texts);
        match self.current {
            Page::Play => None,
            Page::Laboratory => Some(format!("{name} · {}", self.laboratory.tab.name(texts))),
            Page::Puzzles => Some(self.puzzles.heading(texts)),
            Page::Games => Some(self.games.heading(texts)),
            Page::Lessons => Some(name.to_owned()),
        }
    }

    /// What the status line says on the page, and whether it is a refusal; none for the game.
    pub fn sentence(&self, view: &View) -> Option<(String, bool)> {
        match self.current {
            Page::Play => None,
            Page::Puzzles => Some(self.puzzles.sentence(view)),
            Page::Games => Some((self.games.sentence(view), false)),
            Page::Lessons => Some(self.lessons.sentence(view)),
            Page::Laboratory => Some((self.laboratory.sentence(view), false)),
        }
    }

    /// Whether the tour is shown, which holds the clock of the game.
    pub fn has_tour(&self) -> bool {
        self.current == Page::Lessons && self.lessons.tour.is_some()
    }

    /// Esc: cancels what was begun on the page, or leads back to the game.
    pub fn escape(&mut self) {
        let cancelled = match self.current {
            Page::Puzzles => self.puzzles.cancel(),
            Page::Lessons => self.lessons.cancel(),
            _ => false,
        };
        if !cancelled {
            self.current = Page::Play;
        }
    }
}
