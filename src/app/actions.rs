//! Requests from drawing code. They are collected during a frame and carried out after it.

use std::path::PathBuf;

use super::laboratory::{LabRequest, SolverRequest, Tab};
use super::learning::LearningRequest;
use super::pages::Page;
use super::settings::Settings;
use crate::controller::{Command, OnlineCommand, Refusal};
use muehle_engine::archive::Place;
use muehle_engine::players::Level;
use muehle_engine::rules::Point;

/// The requests of one frame.
pub type Actions = Vec<Action>;

/// Something a person asks for.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "at most a few per frame, each moved once")]
pub enum Action {
    /// For the controller.
    Do(Command),
    /// Leaves the game, after asking about unsaved moves.
    Leave(Leaving),
    /// Leaves the game without asking.
    LeaveNow(Leaving),
    /// Saves first, asking for a file if there is none.
    SaveThen(Leaving),
    /// Saves to a file, and then perhaps leaves the game.
    SaveTo(PathBuf, Option<Leaving>),
    /// Writes the game to its file, or asks for one.
    Save,
    /// Asks where to write the game.
    SaveAs,
    /// Asks which game to read.
    Open,
    /// Asks where to write games of the archive.
    ExportGames(Vec<Place>),
    /// Writes games of the archive to a file.
    ExportGamesTo(Vec<Place>, PathBuf),
    /// Asks in these words whether a game of the archive is deleted.
    AskDelete(Place, String),
    /// Places a stone as if its point was clicked on the board.
    PlaceStone(Point),
    /// Shows a reason at a point.
    Refuse(Point, Refusal),
    /// Other settings.
    Set(Box<Settings>),
    /// Opens a dialog.
    Show(DialogKind),
    /// Opens the guide at the chapter about what is on the screen.
    Guide,
    /// Closes the dialog.
    CloseDialog,
    /// Shows a page.
    GoTo(Page),
    /// Shows a tab of the laboratory.
    GoToTab(Tab),
    /// Unfolds or folds the log.
    ToggleLog,
    /// For the review of the game.
    Review(super::review::ReviewWish),
    /// For the coach.
    Coach(super::coach::CoachWish),
    /// Opens or closes the new-game sheet.
    NewGame(bool),
    /// Opens the players dialog with these settings.
    MoreOptions(Box<Settings>),
    /// Lets a program of somebody else be started, from now on without a question.
    AllowProgram(String),
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
    /// Lets screen readers say something.
    Announce(String),
    /// Reads something out.
    Read(super::speech::Reading),
    /// Sends a chat message to the network partner.
    Say(String),
    /// Puts a text on the clipboard.
    Copy(String),
    /// Asks the system for the text on the clipboard, which arrives as if it was pasted by keyboard.
    AskPaste,
    /// Goes on with the position or the game of a text.
    Paste(String),
    /// Gives the computers in this game and the next a level.
    Level(Level),
}

/// What ends or replaces the running game.
#[derive(Clone, Debug, PartialEq)]
pub enum Leaving {
    /// The players and rules of the dialog.
    StartWith(Box<Settings>),
    /// A file. Its game arrives later, and only then is the running one left.
    Open(PathBuf),
    /// The game that has arrived from a file.
    Arrived,
    /// One of the games of the opened file.
    OpenListed(usize),
    /// A game of the archive, and what follows.
    OpenArchived(Place, AfterOpening),
    /// A position that was set up.
    SetUp(muehle_engine::rules::Position),
    /// A network partner.
    Online(Box<OnlineCommand>),
    /// Quitting; the journal keeps the game.
    Quit,
}

/// What follows the opening of a game of the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterOpening {
    /// Its review.
    Review,
    /// Playing on after a ply.
    PlayFrom(usize),
}

/// The dialogs that can be opened from a menu or a shortcut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DialogKind {
    /// The players.
    Players,
    /// The rules of the next game.
    Rules,
    /// A new heuristic.
    CreateHeuristic,
    /// A new heuristic for training.
    CreateForTraining,
    /// Entering a move as text.
    TypeMove,
    /// Asking whether to resign.
    Resign,
    /// Board, stones and sounds.
    Looks,
    /// Why the shown position has its value.
    Why(super::study::Why),
    /// The licences of the program and of what it is built from.
    Licences,
    /// Keyboard and mouse.
    Keys,
    /// The rules of the game.
    HowToPlay,
    /// Name, version, licence.
    About,
}
