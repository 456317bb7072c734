//! Where the values on the board come from: the choice in the status line and in the menu.

use eframe::egui::{Align2, Popup, Rect, Role, Ui, WidgetInfo, pos2, vec2};

use crate::app::View;
use crate::app::actions::Actions;
use crate::app::fonts::Weight;
use crate::app::icons::{self, Icon};
use crate::app::menu::{Entry, rows_of_one_height, submenu_ui};
use crate::app::widgets::{ButtonStyle, Face, button_at, text_in, text_width};
use crate::app::{App, study::Study};
use crate::controller::opinions::{Opinion, Thinks};
use muehle_engine::search::RootMove;

impl Study {
    /// The values of the shown position's moves from the chosen source, if they are known.
    pub fn shown_moves<'a>(&'a self, view: &'a View) -> Option<&'a [RootMove]> {
        let (position, rule) = (view.controller.position(), view.controller.game().removal_rule());
        match &view.settings.study.opinion {
            Opinion::Analysis => Some(&self.analysis.assessment(position, rule)?.report.moves),
            other => match self.opinions.of(position, rule, other)? {
                Thinks::Moves(moves) => Some(moves),
                Thinks::Unknown => None,
            },
        }
    }
}

impl App {
    /// Asks the chosen source about the shown position, and says why there is no answer.
    pub(super) fn ask_opinion(&mut self, wanted: bool) {
        let study = &mut self.study;
        let opinion = &self.settings.study.opinion;
        let (position, rule) = (*self.controller.position(), self.controller.game().removal_rule());
        let asked = wanted && *opinion != Opinion::Analysis;
        study.opinions.rest(self.controller.thinking().is_some());
        study.opinions.ask(asked.then(|| (position, rule, opinion.clone())));
        study.opinions.poll();
        if let Some((who, error)) = study.opinions.take_problem() {
            self.say_both(|texts| {
                let (who, reason) = (texts.opinion(&who), texts.player_error(&error));
                texts.study.opinion_failed(&who, &reason)
            });
        }
    }
}

/// The sources to choose from.
pub fn opinion_menu(ui: &mut Ui, view: &View, actions: &mut Actions) {
    let texts = view.texts;
    let words = texts.study;
    let chosen = &view.settings.study.opinion;
    let mut entry = |ui: &mut Ui, opinion: Opinion| {
        if Entry::new(&texts.opinion(&opinion)).checked(*chosen == opinion).clicked(ui) {
            actions.push(view.set(|settings| {
                settings.study.opinion = opinion;
                settings.study.values = true;
            }));
        }
    };
    entry(ui, Opinion::Analysis);
    entry(ui, Opinion::Database);
    entry(ui, Opinion::Mcts);
    entry(ui, Opinion::MonteCarlo);
    entry(ui, Opinion::Randomised);
    for network in &view.workshop.names.ntuples {
        entry(ui, Opinion::NTuple(network.clone()));
    }
    ui.separator();
    submenu_ui(ui, words.opinions_net(), |ui| {
        for heuristic in &view.workshop.names.heuristics {
            entry(ui, Opinion::Net(heuristic.clone()));
        }
    });
    submenu_ui(ui, words.opinions_search(), |ui| {
        for heuristic in &view.workshop.names.heuristics {
            entry(ui, Opinion::Search(heuristic.clone()));
        }
    });
}

/// Draws the choice at the right end of a row, if values are shown and there is room. Returns its width.
pub fn chooser_ui(ui: &mut Ui, row: Rect, height: f32, view: &View, actions: &mut Actions) -> f32 {
    if !view.shows_values() {
        return 0.0;
    }
    let (texts, palette) = (view.texts, view.palette);
    let (opinion, words) = (&view.settings.study.opinion, texts.study);
    let rule = view.controller.game().removal_rule();
    let thinks = view.study.opinions.of(view.controller.position(), rule, opinion);
    let who = texts.opinion(opinion);
    let who = match thinks {
        Some(Thinks::Unknown) => words.opinion_unknown_here(&who),
        _ => who,
    };
    let name = words.opinion_of(&who);
    let width = text_width(ui, &name, Weight::Medium, 13.0) + 40.0;
    if width > row.width() {
        return 0.0;
    }
    let rect = Rect::from_center_size(pos2(row.right() - width / 2.0, row.center().y), vec2(width, height));
    let response = button_at(ui, rect, "opinion", Face::Text(""), ButtonStyle::Plain, true, texts.tips.opinion());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let text = Rect::from_min_max(rect.min + vec2(11.0, 0.0), rect.max);
    text_in(ui.painter(), text, Align2::LEFT_CENTER, &name, Weight::Medium, 13.0, palette.text);
    icons::paint(ui.painter(), Icon::Up, pos2(rect.right() - 15.0, rect.center().y), 8.0, palette.muted);
    Popup::menu(&response).show(|ui| {
        ui.set_min_width(240.0);
        rows_of_one_height(ui);
        opinion_menu(ui, view, actions);
    });
    width
}
