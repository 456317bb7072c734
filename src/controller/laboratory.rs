//! The laboratory: tournaments that run beside the game, on their own thread.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::worker::{Waker, Worker, give_way};
use muehle_engine::files::{self, DataFolders};
use muehle_engine::game::pgn;
use muehle_engine::learn::create_player;
use muehle_engine::learn::tournament::{Entrant, Tournament, TournamentError, TournamentGame};
use muehle_engine::players::{PlayerError, PlayerText, Resources};
use muehle_engine::rules::Color;

/// How often the games of a running tournament are saved, at most.
const SAVE_EVERY: Duration = Duration::from_secs(3);

/// What the thread is asked to do.
enum Job {
    /// Read the last tournament.
    Load,
    /// Play the games that are missing.
    Run(Box<Tournament>),
    /// Write a text to a file.
    Write(PathBuf, String, Written),
}

/// What was written; it decides what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// The results, for other programs.
    Results,
    /// A game, to be opened.
    Game,
}

/// What the thread says.
enum Answer {
    Loaded(Box<Tournament>),
    Game(TournamentGame),
    /// One of the players does not exist, so nothing was played.
    Refused(usize, PlayerError),
    /// The tournament has stopped, perhaps because something went wrong.
    Rests(Option<LabProblem>),
    Written(PathBuf, Written),
    WriteFailed(PathBuf, io::Error),
}

/// Why a tournament ended early.
#[derive(Debug)]
pub enum LabProblem {
    /// One of the players cannot play.
    Player(PlayerError),
    /// Its results could not be saved.
    Saving(TournamentError),
}

/// What the laboratory tells the window.
#[derive(Debug)]
pub enum LabEvent {
    /// All games are played.
    Finished,
    /// A file was written.
    Written(PathBuf, Written),
    /// A file could not be written.
    WriteFailed(PathBuf, io::Error),
}

/// The commands of the programs that a tournament starts.
pub fn programs(tournament: &Tournament) -> Vec<String> {
    let players = tournament.participants.iter().filter_map(|one| one.player.parse::<PlayerText>().ok());
    let engines = players.filter(|player| player.kind == "engine");
    let mut commands: Vec<String> = engines.filter_map(|player| player.get("command").map(str::to_owned)).collect();
    commands.sort();
    commands.dedup();
    commands
}

/// The first participant that cannot play. Programs are not tried: they would be started.
fn impossible(tournament: &Tournament, resources: &Arc<Resources>) -> Option<(usize, PlayerError)> {
    let check = |player: &str| -> Result<(), PlayerError> {
        let text: PlayerText = player.parse()?;
        if text.kind != "engine" {
            create_player(&text, resources)?;
        }
        Ok(())
    };
    let mut checks = tournament.participants.iter().map(|one| check(&one.player)).enumerate();
    checks.find_map(|(index, result)| Some((index, result.err()?)))
}

/// The laboratory as its owner sees it.
pub struct Laboratory {
    worker: Worker<Job, Answer>,
    running: bool,
    tournament: Option<Tournament>,
    /// The one before, until the new one has begun.
    previous: Option<Tournament>,
    refused: Option<(usize, PlayerError)>,
    problem: Option<LabProblem>,
}

impl Laboratory {
    /// Starts the thread, which looks for the last tournament.
    pub fn start(folders: &DataFolders, resources: Arc<Resources>, waker: Waker) -> Laboratory {
        let path = folders.saves().join("laboratory.json");
        let worker = Worker::start("laboratory", waker, move |mut desk| {
            give_way();
            while let Some(job) = desk.next() {
                match job {
                    Job::Load => {
                        // Without a tournament that can be read the laboratory starts empty.
                        if let Ok(tournament) = Tournament::load(&path) {
                            desk.say(Answer::Loaded(Box::new(tournament)));
                        }
                    }
                    Job::Run(mut tournament) => {
                        if let Some((index, error)) = impossible(&tournament, &resources) {
                            desk.say(Answer::Refused(index, error));
                            continue;
                        }
                        let mut saved = Instant::now();
                        let played = tournament.run(1, &resources, desk.stop(), &mut |now| {
                            if let Some(game) = now.played.last() {
                                desk.say(Answer::Game(game.clone()));
                            }
                            if saved.elapsed() > SAVE_EVERY {
                                saved = Instant::now();
                                // If saving fails, the last save below reports it.
                                let _ = now.save(&path);
                            }
                        });
                        let unsaved = tournament.save(&path).err().map(LabProblem::Saving);
                        desk.say(Answer::Rests(played.err().map(LabProblem::Player).or(unsaved)));
                    }
                    Job::Write(path, text, what) => match files::write_atomically(&path, text.as_bytes()) {
                        Ok(()) => desk.say(Answer::Written(path, what)),
                        Err(error) => desk.say(Answer::WriteFailed(path, error)),
                    },
                }
            }
        });
        worker.give(Job::Load);
        // What was played is saved before the program ends; players stop at once.
        Laboratory {
            worker: worker.finishing(),
            running: false,
            tournament: None,
            previous: None,
            refused: None,
            problem: None,
        }
    }

    /// The tournament that runs or ran last.
    pub fn tournament(&self) -> Option<&Tournament> {
        self.tournament.as_ref()
    }

    /// Whether games are being played.
    pub fn is_running(&self) -> bool {
        self.running
    }

    /// Why the last tournament ended early, if something went wrong.
    pub fn problem(&self) -> Option<&LabProblem> {
        self.problem.as_ref()
    }

    /// The participant that cannot play, and why; then the tournament has not begun.
    pub fn refused(&self) -> Option<(usize, &PlayerError)> {
        self.refused.as_ref().map(|(index, error)| (*index, error))
    }

    /// Begins a tournament.
    pub fn begin(&mut self, tournament: Tournament) {
        if self.running {
            return;
        }
        self.previous = self.tournament.replace(tournament);
        self.go_on();
    }

    /// Goes on with a tournament that was stopped.
    pub fn go_on(&mut self) {
        if self.running {
            return;
        }
        let Some(tournament) = self.tournament.clone() else { return };
        (self.problem, self.refused) = (None, None);
        self.running = self.worker.give(Job::Run(Box::new(tournament)));
    }

    /// Stops after the current moves.
    pub fn stop(&mut self) {
        self.worker.stop();
    }

    /// Writes the results as CSV.
    pub fn export(&mut self, path: PathBuf) {
        if let Some(tournament) = &self.tournament {
            let csv = tournament.csv();
            self.worker.give(Job::Write(path, csv, Written::Results));
        }
    }

    /// Writes a game as PGN, to be opened afterwards.
    pub fn write_game(&mut self, index: usize, path: PathBuf) {
        let Some(tournament) = &self.tournament else { return };
        let Some(game) = tournament.played.get(index) else { return };
        let mut tags = pgn::Tags::default();
        let name = |color| tournament.participants.get(game.player(color)).map_or("", |one: &Entrant| &one.name);
        tags.set("Event", "Tournament");
        tags.set("Round", (game.index + 1).to_string());
        tags.set("White", name(Color::White));
        tags.set("Black", name(Color::Black));
        let text = pgn::write(&tags, &game.game(tournament.rules));
        self.worker.give(Job::Write(path, text, Written::Game));
    }

    /// What has happened since the last call.
    pub fn poll(&mut self) -> Vec<LabEvent> {
        let mut events = Vec::new();
        for answer in self.worker.answers() {
            match answer {
                Answer::Loaded(tournament) => {
                    self.tournament.get_or_insert(*tournament);
                }
                Answer::Refused(index, error) => {
                    self.running = false;
                    self.refused = Some((index, error));
                    // What was played before is not lost.
                    if let Some(previous) = self.previous.take() {
                        self.tournament = Some(previous);
                    } else if self.tournament.as_ref().is_some_and(|now| now.played.is_empty()) {
                        self.tournament = None;
                    }
                }
                Answer::Game(game) => {
                    self.previous = None;
                    if let Some(tournament) = &mut self.tournament {
                        tournament.played.push(game);
                    }
                }
                Answer::Rests(problem) => {
                    self.running = false;
                    self.problem = problem;
                    if self.tournament.as_ref().is_some_and(|now| now.played.len() >= now.total()) {
                        events.push(LabEvent::Finished);
                    }
                }
                Answer::Written(path, what) => events.push(LabEvent::Written(path, what)),
                Answer::WriteFailed(path, error) => events.push(LabEvent::WriteFailed(path, error)),
            }
        }
        events
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controller::testing::{silent, until};
    use muehle_engine::rules::Rules;

    fn start(folders: &DataFolders) -> Laboratory {
        Laboratory::start(folders, Arc::new(Resources::new(folders.clone())), silent())
    }

    fn tournament(games: usize) -> Tournament {
        let players = ["random", "computer:depth=1"];
        let participants = players.map(|text| Entrant { name: text.to_owned(), player: text.to_owned() });
        Tournament::new(participants.to_vec(), games, Rules::default(), 2, 1)
    }

    fn wait(laboratory: &mut Laboratory, wanted: impl Fn(&Laboratory, &[LabEvent]) -> bool) -> Vec<LabEvent> {
        let mut events = Vec::new();
        until(|| {
            events.extend(laboratory.poll());
            wanted(laboratory, &events)
        });
        events
    }

    #[test]
    fn a_tournament_runs_stops_and_goes_on_even_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let folders = DataFolders::below(folder.path());
        let mut laboratory = start(&folders);
        laboratory.begin(tournament(100_000));
        assert!(laboratory.is_running());
        wait(&mut laboratory, |now, _| now.tournament().is_some_and(|one| one.played.len() >= 3));
        laboratory.stop();
        wait(&mut laboratory, |now, _| !now.is_running());
        let played = laboratory.tournament().unwrap().played.clone();
        drop(laboratory);
        let mut again = start(&folders);
        wait(&mut again, |now, _| now.tournament().is_some());
        assert_eq!(again.tournament().unwrap().played, played);
        again.go_on();
        wait(&mut again, |now, _| now.tournament().is_some_and(|one| one.played.len() > played.len()));
    }

    #[test]
    fn results_and_games_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let mut laboratory = start(&DataFolders::below(folder.path()));
        laboratory.begin(tournament(2));
        wait(&mut laboratory, |_, events| events.iter().any(|event| matches!(event, LabEvent::Finished)));
        let (csv, game) = (folder.path().join("results.csv"), folder.path().join("game.pgn"));
        laboratory.export(csv.clone());
        laboratory.write_game(1, game.clone());
        wait(&mut laboratory, |_, events| events.len() == 2);
        assert!(std::fs::read_to_string(csv).unwrap().contains("random,computer:depth=1,2,"));
        let text = std::fs::read_to_string(game).unwrap();
        assert!(text.contains("[White \"computer:depth=1\"]") && text.contains("[Black \"random\"]"), "{text}");
    }

    #[test]
    fn a_player_that_does_not_exist_is_refused_before_anybody_plays() {
        let folder = tempfile::tempdir().unwrap();
        let mut laboratory = start(&DataFolders::below(folder.path()));
        laboratory.begin(tournament(2));
        wait(&mut laboratory, |_, events| events.iter().any(|event| matches!(event, LabEvent::Finished)));
        let before = laboratory.tournament().unwrap().played.clone();
        for wrong in ["wizard", "computer:heuristic=Missing", "mcts:time=soon"] {
            let mut other = tournament(2);
            other.participants.push(Entrant { name: wrong.to_owned(), player: wrong.to_owned() });
            laboratory.begin(other);
            wait(&mut laboratory, |now, _| !now.is_running());
            let (index, _) = laboratory.refused().unwrap_or_else(|| panic!("{wrong} is not refused"));
            assert_eq!(index, 2, "{wrong}");
            assert_eq!(laboratory.tournament().unwrap().played, before, "the last results are still there");
        }
        assert!(laboratory.problem().is_none());
    }
}
