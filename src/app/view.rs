//! What drawing code sees of the program.

use std::time::Duration;

use super::actions::Action;
use super::board::{self, input::Step};
use super::pages::Page;
use super::theme::Palette;
use super::{Settings, Workshop, coach, events, review, study};
use crate::controller::Controller;
use crate::controller::openings::Openings;
use crate::texts::Texts;
use muehle_engine::rules::{Color, PointSet};

/// Shorter thinking is not shown.
pub(super) const THINKING_SHOWS_AFTER: Duration = Duration::from_millis(150);

/// What drawing code sees of the program.
pub struct View<'a> {
    /// The game.
    pub controller: &'a Controller,
    /// What works beside the game.
    pub workshop: &'a Workshop,
    /// The settings.
    pub settings: &'a Settings,
    /// The texts.
    pub texts: Texts,
    /// What is known about the game's positions.
    pub study: &'a study::Study,
    /// What was judged of the game's moves.
    pub review: &'a review::ReviewState,
    /// The opening explorer.
    pub openings: &'a Openings,
    /// The coach.
    pub coach: &'a coach::CoachState,
    /// The page that is shown.
    pub page: Page,
    /// The colours of the window.
    pub palette: &'static Palette,
    /// The colours of the board and everything on it.
    pub board: &'static Palette,
    /// Seconds since the window opened.
    pub now: f64,
    /// The step of the move that a person has begun on the board.
    pub step: Step,
    /// The points that the explorer points out.
    pub pointed: PointSet,
}

impl View<'_> {
    /// The name of a player.
    pub fn name(&self, side: Color) -> String {
        events::name_in(self.controller, side, self.texts)
    }

    /// Whether there is a move to take back, or one that was only begun.
    pub fn may_undo(&self) -> bool {
        self.step.action().is_some() || self.controller.plies_to_undo().is_some()
    }

    /// The stones a side has in hand, as the board shows them.
    pub fn hand(&self, side: Color) -> u8 {
        board::hand_with(self.controller.position(), self.step, side)
    }

    /// How many stones a side has on the board.
    pub fn on_board(&self, side: Color) -> usize {
        board::stones_with(self.controller.position(), self.step)[side.index()].len()
    }

    /// Whether the engine has been thinking long enough to say so.
    pub fn shows_thinking(&self) -> bool {
        self.controller.thinking().is_some_and(|thinking| thinking.since.elapsed() >= THINKING_SHOWS_AFTER)
    }

    /// Asks for other settings.
    pub fn set(&self, change: impl FnOnce(&mut Settings)) -> Action {
        let mut settings = self.settings.clone();
        change(&mut settings);
        Action::Set(Box::new(settings))
    }
}
