//! What drawing code asks for. It is collected while a frame is drawn and carried out once after it.

use std::path::PathBuf;

use super::dialogs::SolverRequest;
use super::laboratory::LabRequest;
use super::learning::LearningRequest;
use super::settings::Settings;
use crate::controller::{Command, OnlineCommand, Refusal};
use muehle_engine::rules::Point;
use muehle_engine::search::Level;

/// The requests of one frame.
pub type Actions = Vec<Action>;

/// Something a person asks for.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "there are a few a frame at most, and each is moved once")]
pub enum Action {
    /// For the controller.
    Do(Command),
    /// For the controller, once an unsaved game is taken care of.
    Leave(Leaving),
    /// The same, now that the person has decided.
    LeaveNow(Leaving),
    /// Saves first, asking where to if need be.
    SaveThen(Leaving),
    /// Saves to a file first.
    SaveToThen(PathBuf, Leaving),
    /// Writes the game to its file, or asks for one.
    Save,
    /// Asks where to write the game.
    SaveAs,
    /// Asks which game to read.
    Open,
    /// Shows a reason at a point.
    Refuse(Point, Refusal),
    /// Other settings.
    Set(Box<Settings>),
    /// Opens a dialog.
    Show(DialogKind),
    /// Closes the dialog.
    CloseDialog,
    /// Unfolds or folds the log.
    ToggleLog,
    /// Puts the result card away to look at the game.
    Review,
    /// Begins or ends the tour.
    Tour(bool),
    /// For studying.
    Study(super::study::Wish),
    /// For the laboratory.
    Laboratory(LabRequest),
    /// For the solver of endgames.
    Solver(SolverRequest),
    /// For learning.
    Learning(LearningRequest),
    /// Says something to the partner on another computer.
    Say(String),
    /// Puts a text on the clipboard.
    Copy(String),
    /// Turns the beginner's, advanced and professional strength on for the computers of this game and the next.
    Strength(Level),
}

/// What would leave the running game.
#[derive(Clone, Debug, PartialEq)]
pub enum Leaving {
    /// The same players again.
    NewGame,
    /// The players and rules of the dialog.
    StartWith(Box<Settings>),
    /// A file.
    Open(PathBuf),
    /// A position that was set up.
    SetUp(muehle_engine::rules::Position),
    /// A partner on another computer.
    Online(Box<OnlineCommand>),
    /// The program ends; the journal keeps the game.
    Quit,
}

/// The dialogs that can be opened from a menu or a shortcut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DialogKind {
    /// Who plays.
    Players,
    /// The rules of the next game.
    Rules,
    /// Tournaments.
    Laboratory,
    /// The endgame database.
    Tables,
    /// A new heuristic.
    CreateHeuristic,
    /// A new heuristic that is to be trained.
    CreateForDashboard,
    /// A heuristic that learns.
    Dashboard,
    /// A move as text.
    TypeMove,
    /// Whether to resign.
    Resign,
    /// Keys and gestures.
    Keys,
    /// The rules of Mühle in a few sentences.
    HowToPlay,
    /// Name, version, licence.
    About,
}
