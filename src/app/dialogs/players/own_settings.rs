//! The settings of a computer without a level: method, limit, heuristic.

use super::form::Form;
use super::limits::Limits;
use crate::app::widgets::Scale;
use crate::controller::{ComputerSettings, Method, ThinkingLimit};

/// What can be chosen, and what was found missing.
pub struct Lists<'a> {
    pub heuristics: &'a [String],
    pub ntuples: &'a [String],
    /// Whether a game was to start without the command of another program.
    pub lacks_program: bool,
}

impl Form<'_, '_> {
    /// The options of a computer without a level.
    pub fn own_settings_ui(&mut self, computer: &mut ComputerSettings, limits: &mut Limits, lists: &Lists) {
        let texts = self.view.texts.players;
        if computer.method == Method::Learning {
            self.caption(0.0, texts.lambda());
            let shown = self.view.texts.language.decimal(computer.lambda, 2);
            let number = (computer.lambda, Scale::even(0.0, 1.0, 0.05));
            if let Some(lambda) = self.slider(22.0, "lambda", texts.lambda(), number, &shown) {
                computer.lambda = lambda;
            }
        } else {
            self.caption(0.0, texts.method());
            let methods = Method::ALL.into_iter().filter(|method| *method != Method::Learning);
            let entries: Vec<(String, Method)> =
                methods.map(|method| (self.view.texts.method(method).to_owned(), method)).collect();
            let chosen = self.view.texts.method(computer.method).to_owned();
            if let Some(method) = self.choice(22.0, texts.method(), &chosen, &entries) {
                computer.method = method;
                computer.limit = limits.choose(matches!(computer.limit, ThinkingLimit::Time(_)), method);
                *computer = computer.clone().tidied();
            }
        }
        self.limit_ui(computer, limits);
        match computer.method {
            Method::Search | Method::Learning | Method::Perfect | Method::NTuple => {
                let most = u16::from(ComputerSettings::MAX_QUIESCENCE);
                let plies = u16::from(computer.quiescence);
                let note = texts.zero_is_off();
                if let Some(plies) = self.number(182.0, texts.quiescence(), note, plies, (0..=most, 1)) {
                    computer.quiescence = plies as u8;
                }
            }
            Method::Mcts => {
                let shown = self.view.texts.language.decimal(computer.curiosity, 2);
                let number = (computer.curiosity, Scale::even(0.0, ComputerSettings::MAX_CURIOSITY, 0.05));
                self.caption(176.0, texts.curiosity());
                if let Some(curiosity) = self.slider(190.0, "curiosity", texts.curiosity(), number, &shown) {
                    computer.curiosity = curiosity;
                }
                let range = (1..=ComputerSettings::MAX_TREE_DEPTH, 10);
                if let Some(plies) = self.number(224.0, texts.tree_depth(), "", computer.tree_depth, range) {
                    computer.tree_depth = plies;
                }
                let range = (0..=ComputerSettings::MAX_ROLLOUT_DEPTH, 10);
                let length = (texts.rollout_depth(), computer.rollout_depth, range);
                let (clicked, plies) =
                    self.check_with_number(260.0, texts.random_leaves(), computer.random_leaves, length);
                if clicked {
                    *computer = computer.clone().with_random_leaves(!computer.random_leaves);
                }
                if let Some(plies) = plies {
                    computer.rollout_depth = plies;
                }
            }
            Method::MonteCarlo => {
                let range = 1..=ComputerSettings::MAX_GAMES;
                if let Some(games) = self.number(182.0, texts.leaf_games(), "", computer.games, (range.clone(), 1)) {
                    computer.games = games;
                }
                if let Some(plies) = self.number(222.0, texts.leaf_plies(), "", computer.rollout, (range, 2)) {
                    computer.rollout = plies;
                }
            }
            Method::Engine => self.program_ui(computer, lists.lacks_program),
            Method::Randomised | Method::Random => {}
        }
        match computer.method {
            Method::Search | Method::Perfect => {
                self.caption(230.0, texts.heuristic());
                let entries: Vec<_> = lists.heuristics.iter().map(|name| (name.clone(), name.clone())).collect();
                if let Some(name) = self.choice(252.0, texts.heuristic(), &computer.heuristic, &entries) {
                    computer.heuristic = name;
                }
            }
            Method::Learning => self.learner_ui(computer, lists.heuristics),
            Method::NTuple => {
                self.caption(230.0, texts.network());
                let entries: Vec<_> = lists.ntuples.iter().map(|name| (name.clone(), name.clone())).collect();
                if let Some(name) = self.choice(252.0, texts.network(), &computer.network, &entries) {
                    computer.network = name;
                }
            }
            Method::MonteCarlo => self.explanation(262.0, texts.explain_montecarlo()),
            Method::Randomised => self.explanation(188.0, texts.explain_randomised()),
            Method::Random => self.explanation(188.0, texts.explain_random()),
            Method::Mcts | Method::Engine => {}
        }
    }
}
