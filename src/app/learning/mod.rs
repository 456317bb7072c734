//! Learning in the window: heuristics are created, trained and played against.

mod create;
mod curves;
mod dashboard;
mod tuples;
mod weights;

pub use create::{CreateDialog, SIZE as CREATE_SIZE};
pub use curves::{axis, calm_plot, chart_card, describe};
pub use dashboard::LearningTab;

use super::actions::Leaving;
use super::dialogs::Dialog;
use super::{App, Names, Settings};
use crate::controller::training::{TrainingEvent, TrainingPlan, TuplePlan};
use crate::controller::{ComputerSettings, LearnFailure, Method, PlayerKind, Seat};
use muehle_engine::heuristics::Plan;
use muehle_engine::learn::Learned;
use muehle_engine::rules::Color;

/// A request.
#[derive(Clone, Debug, PartialEq)]
pub enum LearningRequest {
    /// Create a heuristic.
    Create(Box<Plan>),
    /// Read a heuristic, to show what its training would begin with.
    LookAt(String),
    /// Train a heuristic.
    Begin(Box<TrainingPlan>),
    /// Pause or resume the training.
    Pause(bool),
    /// Stop it.
    Stop,
    /// Play against the heuristic as it is now.
    Play,
    /// Train n-tuples.
    BeginTuples(Box<TuplePlan>),
}

impl App {
    /// Reports what a learning computer has learned from the game.
    pub(super) fn say_learned(&mut self, name: &str, result: &Result<Option<Learned>, LearnFailure>) {
        self.workshop.names = Names::of(&self.folders);
        self.study.opinions.forget();
        self.say_both(|texts| match result {
            Ok(Some(learned)) => texts.learning.has_learned(learned),
            Ok(None) => texts.learning.learned_nothing(name),
            Err(failure) => {
                let reason = texts.learn_failure(failure);
                texts.learning.not_learned(name, &reason)
            }
        });
    }

    /// Carries out a request.
    pub(super) fn ask_learning(&mut self, request: LearningRequest) {
        match request {
            LearningRequest::Create(plan) => self.workshop.training.create(*plan),
            LearningRequest::LookAt(name) => self.workshop.training.look_at(name),
            LearningRequest::Begin(plan) => self.workshop.training.begin(*plan),
            LearningRequest::Pause(paused) => self.workshop.training.pause(paused),
            LearningRequest::Stop => self.workshop.training.stop(),
            LearningRequest::BeginTuples(plan) => self.workshop.training.begin_tuples(*plan),
            LearningRequest::Play => {
                let Some(name) = self.workshop.training.play_with_it() else { return };
                // The processor belongs to the game now; the training is paused.
                self.workshop.training.pause(true);
                let settings = against(&self.settings, &name);
                self.leave(Leaving::StartWith(Box::new(settings)));
            }
        }
    }

    /// Handles the events of the training.
    pub(super) fn hear_training(&mut self) {
        for event in self.workshop.training.poll() {
            self.workshop.names = Names::of(&self.folders);
            self.study.opinions.forget();
            match event {
                TrainingEvent::Created(name, Ok(_)) => {
                    self.say_both(|texts| texts.learning.created(&name));
                    if let Some(Dialog::Create(create)) = &self.dialog
                        && create.name() == name
                    {
                        self.workshop.created = Some((name, create.for_training));
                    }
                }
                TrainingEvent::Created(_, Err(error)) => {
                    let reason = self.texts().plan_error(&error);
                    match &mut self.dialog {
                        Some(Dialog::Create(create)) => create.fault = Some(reason + "."),
                        _ => self.say_both(|texts| texts.learning.not_created(texts.plan_error(&error))),
                    }
                }
                TrainingEvent::Trained(name, result) => self.say_both(|texts| match &result {
                    Ok(games) => texts.learning.trained(&name, games),
                    Err(error) => {
                        let reason = texts.learn_error(error);
                        texts.learning.training_failed(&name, reason)
                    }
                }),
                TrainingEvent::TuplesTrained(name, result) => self.say_both(|texts| match &result {
                    Ok(games) => texts.laboratory.tuples_done(&name, games),
                    Err(error) => {
                        let reason = texts.learn_error(error);
                        texts.laboratory.tuples_failed(&name, reason)
                    }
                }),
            }
        }
    }

    /// Shows what follows after a heuristic was created: its training or the game.
    pub(super) fn show_created(&mut self) {
        let Some((name, for_training)) = self.workshop.created.take() else { return };
        self.dialog = None;
        if let Some(learning) = self.pages.laboratory.learning.as_mut().filter(|_| for_training) {
            learning.choose(name);
        }
    }
}

/// The settings of a game of a person against a heuristic.
fn against(settings: &Settings, heuristic: &str) -> Settings {
    let mut settings = settings.clone();
    let person = Color::BOTH.into_iter().find(|side| settings.seats[side.index()].is_human()).unwrap_or(Color::White);
    let known = settings.seats.iter().find_map(Seat::settings).cloned();
    let (level, method, heuristic) = (None, Method::Search, heuristic.to_owned());
    let computer = ComputerSettings { level, method, heuristic, ..known.unwrap_or_default() };
    settings.seats[person.index()].kind = PlayerKind::Human;
    settings.seats[(!person).index()] = Seat::computer(computer.tidied());
    settings
}
