//! The laboratory: tournaments, networks that learn, and solving the game. All of it works in the background.

mod solve;
mod table;
mod tournament;

pub use solve::SolverRequest;

use eframe::egui::Ui;

use super::View;
use super::actions::Actions;
use super::layout::Layout;
use super::learning::LearningTab;
use super::pages::{Frame, Page, YourGame};
use crate::controller::{LabEvent, Written};
use crate::texts::Texts;
use muehle_engine::learn::tournament::Tournament;
use solve::SolveTab;
use tournament::TournamentTab;

/// A tab of the laboratory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// Tournaments.
    #[default]
    Tournament,
    /// Networks that learn.
    Learning,
    /// The endgame database.
    Solve,
}

impl Tab {
    const ALL: [Tab; 3] = [Tab::Tournament, Tab::Learning, Tab::Solve];

    /// Its name.
    pub fn name(self, texts: Texts) -> &'static str {
        match self {
            Tab::Tournament => texts.laboratory.tab_tournament(),
            Tab::Learning => texts.laboratory.tab_learning(),
            Tab::Solve => texts.laboratory.tab_solve(),
        }
    }

    /// The page it is on.
    pub fn page(self) -> Page {
        Page::Laboratory
    }
}

/// A request to the laboratory.
#[derive(Clone, Debug, PartialEq)]
pub enum LabRequest {
    /// A new tournament.
    Begin(Box<Tournament>),
    /// Resume the one that was stopped.
    GoOn,
    /// Let these programs be started, from now on without a question.
    Allow(Vec<String>),
    /// Stop.
    Stop,
    /// Write the results as CSV.
    Export,
    /// Open a game, by its index among those played.
    Replay(usize),
}

/// The page's state.
#[derive(Default)]
pub struct LaboratoryPage {
    /// The tab that is shown.
    pub tab: Tab,
    tournament: TournamentTab,
    /// Networks that learn; made when it is first shown.
    pub learning: Option<Box<LearningTab>>,
    solve: SolveTab,
    your_game: YourGame,
}

impl LaboratoryPage {
    /// Draws the page.
    pub fn ui(&mut self, ui: &mut Ui, layout: &Layout, view: &View, actions: &mut Actions) {
        let texts = view.texts;
        let frame = Frame::of(layout, self.tab != Tab::Learning, true);
        let names = Tab::ALL.map(|tab| tab.name(texts));
        let current = Tab::ALL.iter().position(|tab| *tab == self.tab).unwrap_or(0);
        let remark = if self.tab == Tab::Learning { texts.learning.about() } else { "" };
        let chosen = frame.ui(ui, texts.pages.laboratory(), remark, Some((&names, current)), view);
        let beside = match frame.panel {
            Some(area) => {
                self.your_game.ui(ui, area, view, actions);
                if self.tab == Tab::Solve {
                    let below = area.with_min_y(area.top() + YourGame::height(area.width()));
                    self.solve.benefits_ui(ui, below, view);
                }
                None
            }
            None => Some(&mut self.your_game),
        };
        match self.tab {
            Tab::Tournament => self.tournament.ui(ui, frame.body, beside, view, actions),
            Tab::Learning => {
                let tab = self.learning.get_or_insert_with(|| Box::new(LearningTab::new(view)));
                tab.ui(ui, frame.body, view, actions);
            }
            Tab::Solve => self.solve.ui(ui, frame.body, beside, view, actions),
        }
        if let Some(chosen) = chosen {
            self.tab = Tab::ALL[chosen];
        }
    }

    /// What the status line says.
    pub fn sentence(&self, view: &View) -> String {
        match self.tab {
            Tab::Learning if view.workshop.training.is_busy() => view.texts.learning.goes_on().to_owned(),
            _ => view.texts.pages.laboratory_sentence().to_owned(),
        }
    }
}

impl super::App {
    /// Handles the events of the laboratory.
    pub(super) fn hear_laboratory(&mut self) {
        for event in self.workshop.laboratory.poll() {
            match event {
                LabEvent::Finished => self.say_both(|texts| texts.laboratory.finished().to_owned()),
                LabEvent::Written(path, Written::Results) => {
                    self.say_both(|texts| texts.laboratory.exported(path.display()));
                }
                LabEvent::Written(path, Written::Game) => {
                    self.leave(super::actions::Leaving::Open(path));
                }
                LabEvent::WriteFailed(path, error) => {
                    self.say_both(|texts| texts.status.save_failed(path.display(), texts.io_error(&error)));
                }
            }
        }
    }

    /// Carries out a request to the laboratory.
    pub(super) fn ask_laboratory(&mut self, request: LabRequest) {
        let saves = self.folders.saves();
        match request {
            LabRequest::Begin(tournament) => self.workshop.laboratory.begin(*tournament),
            LabRequest::GoOn => self.workshop.laboratory.go_on(),
            LabRequest::Allow(commands) => self.settings.allow(commands),
            LabRequest::Stop => self.workshop.laboratory.stop(),
            LabRequest::Export => self.workshop.laboratory.export(saves.join("laboratory.csv")),
            LabRequest::Replay(index) => {
                self.workshop.laboratory.write_game(index, saves.join(format!("laboratory-{}.pgn", index + 1)));
            }
        }
    }
}
