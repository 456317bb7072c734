//! The running game: its players, the thread they think on, its files. Commands go in, events come out; nothing here
//! waits for anything and nothing here knows a window.

pub mod analysis;
mod clock;
mod event;
mod laboratory;
mod mind;
pub mod network;
mod online;
pub mod opinions;
mod play;
mod record;
mod searching;
mod seat;
mod solver;
mod storage;
mod talk;
#[cfg(test)]
pub mod testing;
mod thinker;
pub mod training;
mod variations;
pub mod worker;

use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use muehle_engine::files::DataFolders;
use muehle_engine::game::{Game, MoveTree, NodeId, Outcome};
use muehle_engine::rules::{Color, Position, Rules};

pub use clock::Clocks;
pub use event::{Command, Event, Hint, Look, Refusal};
pub use laboratory::{LabEvent, LabProblem, Laboratory, Written};
pub use mind::{Judgement, LearnFailure, Lesson, Mind, MindError, Notice, Progress, Purpose, Task, Thought};
pub use online::{Online, OnlineCommand, OnlineState, Rematch};
pub use record::Record;
pub use searching::SearchingMind;
pub use seat::{ComputerSettings, MAX_NAME, Method, PlayerKind, Seat, ThinkingLimit, tidy_name, usual_seats};
pub use solver::{BuildState, Solver, SolverEvent};
pub use variations::Branch;
pub use worker::Waker;

use storage::Storage;
use thinker::{Answer, Thinker};

/// What the engine is busy with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// For whom.
    pub side: Color,
    /// What for.
    pub purpose: Purpose,
    /// Since when.
    pub since: Instant,
    /// Whether heuristic and tables are still being loaded.
    pub loading: bool,
    /// The depth searched so far.
    pub depth: u32,
}

/// What the controller needs from outside.
pub struct Setup {
    /// Where files live.
    pub folders: DataFolders,
    /// What thinks.
    pub mind: Box<dyn Mind>,
    /// Called when there is something to fetch with [`Controller::poll`].
    pub waker: Waker,
    /// White and black of the first game.
    pub seats: [Seat; 2],
    /// Its rules.
    pub rules: Rules,
    /// Makes the random parts of the computers' thoughts; zero for a different game every time.
    pub seed: u64,
}

/// The running game and everything that serves it.
pub struct Controller {
    game: Game,
    seats: [Seat; 2],
    shown: Option<NodeId>,
    clocks: Clocks,
    judgements: HashMap<NodeId, Judgement>,
    hint: Option<Hint>,
    /// The person who waits for the other person's answer to a draw offer.
    draw_offer: Option<Color>,
    /// Where the computer last declined a draw.
    declined_at: Option<NodeId>,
    /// The end of the game that the learning computers have learned from.
    taught: Option<(NodeId, Outcome)>,
    paused: bool,
    /// Whether a new move leaves the moves that stand in its place as lines of their own.
    keeps_lines: bool,
    /// Whether one more move is wanted although the game is paused.
    stepping: bool,
    /// The shortest time between a computer's move and the move before it.
    pace: Duration,
    last_move_at: Instant,
    thinking: Option<Thinking>,
    /// A computer's move that waits for its time to come.
    held: Option<Thought>,
    seed: u64,
    thinker: Thinker,
    storage: Storage,
    tags: muehle_engine::game::pgn::Tags,
    path: Option<PathBuf>,
    unsaved: bool,
    recovered: Option<Record>,
    events: VecDeque<Event>,
    /// The partner on another computer.
    online: Option<Online>,
    waker: Waker,
}

impl Controller {
    /// A controller with a fresh game. A game that was not saved when the program last ended waits in
    /// [`Controller::recovered`].
    pub fn new(setup: Setup) -> Controller {
        let Setup { folders, mind, waker, seats, rules, seed } = setup;
        let (storage, recovered) = Storage::start(&folders, waker.clone());
        let mut controller = Controller {
            game: Game::new(rules),
            seats: seats.map(Seat::tidied),
            shown: None,
            clocks: Clocks::default(),
            judgements: HashMap::new(),
            hint: None,
            draw_offer: None,
            declined_at: None,
            taught: None,
            paused: false,
            keeps_lines: false,
            stepping: false,
            pace: Duration::ZERO,
            last_move_at: Instant::now(),
            thinking: None,
            held: None,
            seed,
            thinker: Thinker::start(mind, waker.clone()),
            storage,
            tags: Default::default(),
            path: None,
            unsaved: false,
            recovered,
            events: VecDeque::new(),
            online: None,
            waker,
        };
        if controller.recovered.is_none() {
            controller.take_turn();
        }
        controller
    }

    /// Does what a person asks for. What comes of it is told by [`Controller::poll`].
    pub fn apply(&mut self, command: Command) {
        let Some(command) = self.apply_online(command) else { return };
        let result = match command {
            Command::Online(command) => {
                self.online_command(command);
                Ok(())
            }
            Command::Play(mv) => self.play(mv),
            Command::NewGame { seats, rules } => {
                self.begin(Record::fresh(seats, rules));
                Ok(())
            }
            Command::SetUp { seats, rules, position } => {
                self.begin_from(seats, rules, position);
                Ok(())
            }
            Command::Branch(branch) => self.branch(branch),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Look(look) => {
                self.look(look);
                Ok(())
            }
            Command::ContinueHere => self.continue_here(),
            Command::Hint => self.ask_hint(),
            Command::DropHint => {
                self.drop_hint();
                Ok(())
            }
            Command::OfferDraw => self.offer_draw(),
            Command::AnswerDraw(accepted) => {
                self.answer_draw(accepted);
                Ok(())
            }
            Command::Resign => self.resign(),
            Command::Stop => {
                self.stop();
                Ok(())
            }
            Command::Pause(paused) => {
                self.pause(paused);
                Ok(())
            }
            Command::Step => {
                self.step();
                Ok(())
            }
            Command::ChangeSeats(seats) => {
                self.change_seats(seats);
                Ok(())
            }
            Command::Save(path) => {
                self.save(path);
                Ok(())
            }
            Command::Open(path) => {
                self.storage.open(path);
                Ok(())
            }
            Command::Recover => {
                if let Some(record) = self.recovered.take() {
                    self.begin(record);
                    self.unsaved = true;
                    self.keep_journal();
                }
                Ok(())
            }
            Command::ForgetRecovered => {
                self.recovered = None;
                self.keep_journal();
                self.take_turn();
                Ok(())
            }
        };
        if let Err(refusal) = result {
            self.events.push_back(Event::Refused(refusal));
        }
    }

    /// Takes in what other threads have done and hands out what has happened. Never waits.
    pub fn poll(&mut self) -> Vec<Event> {
        while let Some(answer) = self.thinker.poll() {
            self.hear(answer);
        }
        self.poll_online();
        self.play_held_move();
        for event in self.storage.poll() {
            self.file_event(event);
        }
        self.events.drain(..).collect()
    }

    /// When to poll again although nothing calls: a held move or a clock that shows seconds.
    pub fn next_wake(&self) -> Option<Duration> {
        let held = self.held.as_ref().map(|_| self.pace.saturating_sub(self.last_move_at.elapsed()));
        // A file is fetched even if the call that announces it comes before the window listens.
        let files = self.storage.is_busy().then_some(Duration::from_millis(100));
        [held, files, self.clocks.next_tick(), self.online_tick()].into_iter().flatten().min()
    }

    fn hear(&mut self, answer: Answer) {
        if let Answer::Learned { heuristic, result } = answer {
            return self.events.push_back(Event::Learned { heuristic, result });
        }
        let Some(thinking) = &mut self.thinking else { return };
        match answer {
            Answer::Learned { .. } => {}
            Answer::Progress(Progress::Loading) => thinking.loading = true,
            Answer::Progress(Progress::Depth(depth)) => {
                thinking.loading = false;
                thinking.depth = depth;
            }
            Answer::Done(result) => {
                let Thinking { purpose, side, .. } = *thinking;
                self.thinking = None;
                match result {
                    Ok(mut thought) => {
                        self.events.extend(std::mem::take(&mut thought.notices).into_iter().map(Event::Notice));
                        match purpose {
                            Purpose::Move => {
                                self.held = Some(thought);
                                self.run_clock();
                            }
                            Purpose::Hint => self.hint_found(thought),
                            Purpose::DrawOffer => self.computer_answers_draw(!side, &thought),
                        }
                    }
                    Err(error) => {
                        self.paused = self.is_watching();
                        self.events.push_back(Event::ThinkingFailed(error));
                    }
                }
            }
        }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The player of a side.
    pub fn seat(&self, side: Color) -> &Seat {
        &self.seats[side.index()]
    }

    /// White and black.
    pub fn seats(&self) -> &[Seat; 2] {
        &self.seats
    }

    /// The moment of the game that is shown.
    pub fn shown(&self) -> NodeId {
        self.shown.unwrap_or(self.game.current())
    }

    /// Whether an earlier moment than the game's is shown.
    pub fn is_looking_back(&self) -> bool {
        self.shown.is_some()
    }

    /// The position that is shown.
    pub fn position(&self) -> &Position {
        &self.game.tree().node(self.shown()).position
    }

    /// How the game ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// The clocks.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// What the engine is busy with.
    pub fn thinking(&self) -> Option<&Thinking> {
        self.thinking.as_ref()
    }

    /// How a player judged the position after a move.
    pub fn judgement(&self, node: NodeId) -> Option<Judgement> {
        self.judgements.get(&node).copied()
    }

    /// The hint on the board.
    pub fn hint(&self) -> Option<&Hint> {
        self.hint.as_ref()
    }

    /// The person whose draw offer waits for the other person.
    pub fn draw_offer(&self) -> Option<Color> {
        self.draw_offer
    }

    /// Whether two computers play each other.
    pub fn is_watching(&self) -> bool {
        self.seats.iter().all(|seat| !seat.is_human())
    }

    /// Whether a game of computers is held.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// The shortest time a computer's move stays away after the move before it.
    pub fn set_pace(&mut self, pace: Duration) {
        self.pace = pace;
    }

    /// Whether the game has moves that are in no file but the journal.
    pub fn is_unsaved(&self) -> bool {
        self.unsaved && !self.game.tree().is_empty()
    }

    /// The file of the game.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The game that was not saved when the program last ended.
    pub fn recovered(&self) -> Option<&Record> {
        self.recovered.as_ref()
    }

    /// The side a single person plays, if there is one.
    pub fn only_person(&self) -> Option<Color> {
        let mut people = Color::BOTH.into_iter().filter(|&side| self.seat(side).is_human());
        let person = people.next()?;
        people.next().is_none().then_some(person)
    }

    /// The ply a move list ends with: the line of the game with what could be played again.
    pub fn line(&self) -> Vec<NodeId> {
        self.game.line()
    }

    /// The line of the shown moment: the game's, or the side line that is looked at.
    pub fn shown_line(&self) -> Vec<NodeId> {
        let (tree, shown) = (self.game.tree(), self.shown());
        let line = self.line();
        if line.get(tree.node(shown).ply()) == Some(&shown) { line } else { tree.path_to(tree.end_of_line(shown)) }
    }

    /// Whether the game stands at its very start.
    pub fn is_at_start(&self) -> bool {
        self.game.current() == MoveTree::ROOT
    }
}

#[cfg(test)]
mod tests;
