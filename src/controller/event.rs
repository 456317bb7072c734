//! What goes into the controller and what comes out of it.

use std::collections::VecDeque;
use std::io;
use std::path::PathBuf;

use super::archive::ArchiveEvent;
use super::game_file::SaveError;
use super::mind::{LearnFailure, MindError, Notice, Thought};
use super::network::{self, ClockSettings};
use super::online::OnlineCommand;
use super::seat::Seat;
use muehle_engine::archive::Place;
use muehle_engine::game::pgn::{Fault, LoadError};
use muehle_engine::game::{Mark, NodeId, Outcome};
use muehle_engine::learn::Learned;
use muehle_engine::rules::{Action, Color, IllegalMove, Move, Position, Rules};
use muehle_engine::search::Score;

/// What a person asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Plays a move for the side to move, if a person sits there.
    Play(Move),
    /// Begins a game.
    NewGame {
        /// White and Black.
        seats: [Seat; 2],
        /// The rules.
        rules: Rules,
        /// The time of each side.
        clock: Option<ClockSettings>,
    },
    /// Begins a game from a set-up position.
    SetUp {
        /// White and Black.
        seats: [Seat; 2],
        /// The rules.
        rules: Rules,
        /// The time of each side.
        clock: Option<ClockSettings>,
        /// Where it begins.
        position: Position,
    },
    /// Does something with the lines of the game.
    Branch(Branch),
    /// Adds moves after a moment of the game as a side line, and shows its end.
    AddLine(NodeId, Vec<Move>),
    /// Changes what is noted about a moment of the game.
    Annotate(NodeId, Note),
    /// Changes many notes and tags at once, as a review does.
    AnnotateAll(Vec<(NodeId, Note)>, Vec<(&'static str, String)>),
    /// Takes back the last move; against a computer, back to the person's own last decision.
    Undo,
    /// Plays again what was taken back.
    Redo,
    /// Shows another moment of the game without changing it.
    Look(Look),
    /// The game goes on from the moment that is shown.
    ContinueHere,
    /// Asks the opponent's heuristic for a hint: a move or, if the person has acted already, a stone to remove.
    Hint(Option<Action>),
    /// Removes the hint, or stops looking for it.
    DropHint,
    /// Offers a draw.
    OfferDraw,
    /// Answers the other person's draw offer.
    AnswerDraw(bool),
    /// The person to move (or the only person) resigns.
    Resign,
    /// Ends thinking at once: against a person the computer moves, a game of two computers pauses.
    Stop,
    /// Pauses or resumes a game of two computers.
    Pause(bool),
    /// Lets the next computer make one move, then pauses again.
    Step,
    /// Changes the players of the running game.
    ChangeSeats([Seat; 2]),
    /// Writes the game to a file. In the file it came from it replaces itself; other games there stay. The names are for
    /// people who have none.
    Save(PathBuf, [String; 2]),
    /// Reads a file and goes on with its game, or lists its games.
    Open(PathBuf),
    /// Reads a text and goes on with its game.
    Paste(String),
    /// Goes on with one of the listed games.
    OpenListed(usize),
    /// Reads the archive of finished games.
    ReadArchive,
    /// Goes on with a game of the archive.
    OpenArchived(Place),
    /// Removes a game from the archive for good.
    RemoveArchived(Place),
    /// Writes games of the archive to a file, which is replaced.
    ExportArchived(Vec<Place>, PathBuf),
    /// Goes on with the game that has arrived.
    TakeArrived,
    /// Goes on with the first of the games that were not saved when their windows ended.
    Recover,
    /// Discards that game.
    ForgetRecovered,
    /// Leaves these games where they are; they are offered again the next time.
    KeepRecovered,
    /// Lets a program of somebody else be started.
    AllowProgram(String),
    /// Something about the partner on another computer.
    Online(OnlineCommand),
}

/// What is done with the lines of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// The game goes on from the shown moment; the moves played there stay as a side line.
    Here,
    /// Goes to another line.
    To(NodeId),
    /// Makes the line of the shown move the main line.
    Promote,
    /// Deletes the shown move and everything after it.
    Delete,
}

/// What is noted about a moment of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The comment.
    Comment(String),
    /// The glyphs of the move.
    Nags(Vec<u8>),
    /// Circles and arrows.
    Marks(Vec<Mark>),
}

/// Where to look in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// The start.
    First,
    /// One ply back.
    Back,
    /// One ply forward, also to what was taken back.
    Forward,
    /// The current moment of the game.
    Last,
    /// A moment of the game, in any of its lines.
    At(NodeId),
    /// The next alternative to the shown move.
    NextLine,
    /// The previous alternative.
    PreviousLine,
}

/// What has happened.
#[derive(Debug)]
pub enum Event {
    /// A game has begun, from the start or from a file.
    Started,
    /// A move was played.
    Moved {
        /// Where it led.
        node: NodeId,
        /// Who played it.
        by: Color,
        /// What the computer thought.
        thought: Option<Box<Thought>>,
    },
    /// Moves were taken back or played again.
    Stepped {
        /// How many.
        plies: usize,
        /// Whether they were taken back.
        back: bool,
    },
    /// A hint was found.
    HintFound(Hint),
    /// A draw was offered to the person on the other side.
    DrawOffered(Color),
    /// A draw offer was answered.
    DrawAnswered {
        /// By whom.
        by: Color,
        /// How.
        accepted: bool,
        /// What the position is worth for a computer that answers.
        score: Option<Score>,
    },
    /// The game is over.
    Ended(Outcome),
    /// The game was saved.
    Saved(PathBuf),
    /// The game could not be saved.
    SaveFailed {
        /// Where to.
        path: PathBuf,
        /// Why not.
        error: SaveError,
    },
    /// The file has several games: [`Controller::listed`] has them.
    ///
    /// [`Controller::listed`]: super::Controller::listed
    Listed,
    /// A game was read, but the one on the board would be missed: [`Command::TakeArrived`] replaces it.
    Arrived,
    /// A game was opened.
    Opened {
        /// From where; none for a text.
        path: Option<PathBuf>,
        /// What is wrong with it; the game is shown up to the first error.
        fault: Option<Fault>,
    },
    /// A game could not be opened.
    OpenFailed(LoadError),
    /// A text has no game in it.
    PasteFailed(Fault),
    /// The games that were not saved when their windows ended are known: [`Controller::recovered`] has the first.
    ///
    /// [`Controller::recovered`]: super::Controller::recovered
    Recovered,
    /// The journal could not be written: the game would not survive a crash.
    JournalFailed(io::Error),
    /// The settings could not be written.
    SettingsFailed(io::Error),
    /// Something happened with the archive.
    Archive(ArchiveEvent),
    /// A player is a program of somebody else, which starts only when a person allows it. This is its command.
    ProgramWaits(String),
    /// Something was refused.
    Refused(Refusal),
    /// Something a person should know.
    Notice(Notice),
    /// What the partner or the connection did, apart from moves and ends of games.
    Network(network::Event),
    /// Thinking failed.
    ThinkingFailed(MindError),
    /// A learning computer has learned from the game, or failed to.
    Learned {
        /// The name of its heuristic.
        heuristic: String,
        /// What it learned; none if the game taught nothing.
        result: Result<Option<Learned>, LearnFailure>,
    },
}

impl Event {
    /// Whether it means nothing once another game has begun.
    fn is_about_one_game(&self) -> bool {
        match self {
            Event::Started
            | Event::Moved { .. }
            | Event::Stepped { .. }
            | Event::HintFound(_)
            | Event::DrawOffered(_)
            | Event::DrawAnswered { .. }
            | Event::Ended(_)
            | Event::ProgramWaits(_)
            | Event::Refused(_)
            | Event::ThinkingFailed(_)
            | Event::Arrived => true,
            Event::Saved(_)
            | Event::SaveFailed { .. }
            | Event::Listed
            | Event::Opened { .. }
            | Event::OpenFailed(_)
            | Event::PasteFailed(_)
            | Event::Recovered
            | Event::JournalFailed(_)
            | Event::SettingsFailed(_)
            | Event::Archive(_)
            | Event::Notice(_)
            | Event::Network(_)
            | Event::Learned { .. } => false,
        }
    }
}

/// The events that nobody has heard yet, each with the generation of its game.
#[derive(Default)]
pub(super) struct Events {
    waiting: VecDeque<(u64, Event)>,
    generation: u64,
}

impl Events {
    pub fn push_back(&mut self, event: Event) {
        self.waiting.push_back((self.generation, event));
    }

    /// Another game begins. What is still to be heard about the last one no longer counts.
    pub fn begin_game(&mut self) {
        self.generation += 1;
    }

    /// Counts the games.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The next event that still counts.
    pub fn next(&mut self) -> Option<Event> {
        while let Some((generation, event)) = self.waiting.pop_front() {
            if generation == self.generation || !event.is_about_one_game() {
                return Some(event);
            }
        }
        None
    }
}

/// A move for a person who asked for one.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The move.
    pub mv: Move,
    /// What it is worth for the person.
    pub score: Score,
}

/// Why something is not possible now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The rules.
    Illegal(IllegalMove),
    /// The game is over.
    Over,
    /// It is a computer's turn.
    NotYourTurn,
    /// Another moment of the game is shown.
    LookingBack,
    /// The stone has nowhere to go.
    Stuck(muehle_engine::rules::Point),
    /// Nothing to take back.
    NothingToUndo,
    /// Nothing to play again.
    NothingToRedo,
    /// Hints are for games against a computer.
    NoHintHere,
    /// No draw can be offered between computers.
    NoDrawHere,
    /// The computer has already declined in this position.
    DrawDeclinedBefore,
    /// Nobody can resign in a game of computers.
    NoOneToResign,
    /// A computer is busy with something a person asked for.
    Busy,
    /// Not in a game with a partner on another computer.
    NotWithPartner,
    /// The game with the partner must end first.
    PartnerWaits,
    /// The partner is gone; the game can be saved or claimed.
    PartnerGone,
    /// What the network session refuses.
    Network(network::Refusal),
}
