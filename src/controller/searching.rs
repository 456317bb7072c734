//! The usual mind: the players by which computers choose their moves, and the heuristics that learn.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::mind::{LearnFailure, Lesson, Mind, MindError, Notice, ProgramFault, Progress, Purpose, Task, Thought};
use super::seat::{ComputerSettings, Method};
use muehle_engine::game::Game;
use muehle_engine::heuristics;
use muehle_engine::learn::{Learned, Learner, create_player};
use muehle_engine::players::{Choice, Computer, Player, PlayerError, Resources, ntuple};
use muehle_engine::rules::Action;
use muehle_engine::search::RootMove;

/// Megabytes for each transposition table; two players have one each.
const HASH: usize = 24;
/// Megabytes for the tree of a Monte-Carlo search.
const TREE: usize = 128;
/// How many players are kept with their tables: one for each side, or one that plays and one that gives hints.
const KEPT: usize = 2;

/// Thinks by asking the players that the command line knows too.
pub struct SearchingMind {
    resources: Arc<Resources>,
    players: Vec<KeptPlayer>,
    learners: Vec<Learner>,
}

struct KeptPlayer {
    settings: ComputerSettings,
    /// The seed of the game it plays, once it has begun one.
    seed: Option<u64>,
    player: Box<dyn Player>,
    /// Whether it stands in for a player that cannot be made.
    stands_in: bool,
}

impl SearchingMind {
    /// A mind that finds heuristics and tables in these resources.
    pub fn new(resources: Arc<Resources>) -> SearchingMind {
        SearchingMind { resources, players: Vec::new(), learners: Vec::new() }
    }

    /// The player for a task. A player that cannot be made is replaced by the usual computer, with one notice per game.
    fn player(
        &mut self,
        task: &Task,
        progress: &mut dyn FnMut(Progress),
        notices: &mut Vec<Notice>,
    ) -> Result<&mut dyn Player, MindError> {
        let settings = settings_for(task);
        let known = self.players.iter().position(|kept| kept.settings == settings);
        let known = known.map(|place| self.players.remove(place));
        if known.is_none() {
            progress(Progress::Loading);
        }
        let mut kept = match known {
            Some(kept) if !kept.stands_in => kept,
            // The player that is missing may be there by now.
            known => match (self.create(&settings), known) {
                (Ok(player), _) => KeptPlayer { settings, seed: None, player, stands_in: false },
                (Err(_), Some(stand_in)) if stand_in.seed == Some(task.seed) => stand_in,
                (Err(error), _) => self.stand_in(settings, error, notices)?,
            },
        };
        if kept.seed.replace(task.seed) != Some(task.seed) {
            kept.player.new_game(task.seed);
        }
        self.players.truncate(KEPT - 1);
        self.players.insert(0, kept);
        Ok(self.players[0].player.as_mut())
    }

    /// The usual computer in place of a player that cannot play, with a notice about it.
    fn stand_in(
        &self,
        settings: ComputerSettings,
        error: PlayerError,
        notices: &mut Vec<Notice>,
    ) -> Result<KeptPlayer, MindError> {
        let used = Computer::DEFAULT_HEURISTIC.to_owned();
        let wanted = settings.evaluator().to_owned();
        let (method, heuristic) = (Method::Search, used.clone());
        let usual = ComputerSettings { method, heuristic, ..settings.clone() }.tidied();
        let player = self.create(&usual).map_err(|_| MindError::Crashed)?;
        notices.push(match error {
            PlayerError::Engine(error) => Notice::ProgramReplaced { fault: ProgramFault(Arc::new(error)), used },
            error => Notice::HeuristicReplaced { wanted, missing: is_missing(&error), used },
        });
        Ok(KeptPlayer { settings, seed: None, player, stands_in: true })
    }

    fn create(&self, settings: &ComputerSettings) -> Result<Box<dyn Player>, PlayerError> {
        let text = settings.player_text();
        let text = match settings.method {
            // A level has a table of its own size.
            _ if settings.level.is_some() => text,
            Method::Random | Method::Engine => text,
            Method::Mcts => text.with("memory", TREE),
            _ => text.with("hash", HASH),
        };
        create_player(&text, &self.resources)
    }

    /// The learner of a heuristic, which is made if it does not exist.
    fn learner(&mut self, settings: &ComputerSettings) -> Result<&mut Learner, LearnFailure> {
        let learner = Learner::new(&settings.heuristic, Some(settings.lambda), &self.resources)?;
        let place = match self.learners.iter().position(|known| known.name() == learner.name()) {
            Some(place) => {
                self.learners[place].set_lambda(settings.lambda)?;
                place
            }
            None => {
                self.learners.truncate(KEPT - 1);
                self.learners.insert(0, learner);
                0
            }
        };
        Ok(&mut self.learners[place])
    }

    fn endgame_notices(&self, task: &Task) -> Vec<Notice> {
        if !task.settings.uses_tables() {
            return Vec::new();
        }
        let database = self.resources.endgame(task.game.removal_rule());
        database.take_problems().into_iter().map(Notice::Endgame).collect()
    }
}

/// Whose settings answer. A method whose values are random has no opinion worth asking for, and another program has its
/// own way to say it; alpha-beta answers then.
fn settings_for(task: &Task) -> ComputerSettings {
    let settings = task.settings.clone();
    match settings.method {
        Method::Random | Method::Randomised | Method::Engine if task.purpose != Purpose::Move => {
            ComputerSettings { method: Method::Search, ..settings }.tidied()
        }
        _ => settings,
    }
}

/// The best way to complete a move whose action is already made.
fn complete(player: &mut dyn Player, game: &Game, action: Action, stop: &AtomicBool) -> Result<Choice, PlayerError> {
    let valued = player.opinions(game, stop)?.unwrap_or_default().into_iter().find(|root| root.mv.action == action);
    // A player that does not value single moves has no favourite.
    let any = || game.legal_moves().iter().find(|mv| mv.action == action).copied();
    match valued {
        Some(RootMove { mv, score }) => Ok(Choice { mv, score: Some(score), report: None }),
        None => any().map(|mv| Choice { mv, score: None, report: None }).ok_or(PlayerError::NoMove),
    }
}

/// Whether a player cannot be made because a file is missing rather than broken.
fn is_missing(error: &PlayerError) -> bool {
    use heuristics::LoadError;
    use ntuple::NTupleError;
    matches!(
        error,
        PlayerError::NTuple(NTupleError::Missing { .. } | NTupleError::Name(_))
            | PlayerError::Heuristic(LoadError::Unknown { .. } | LoadError::Name(_))
    )
}

impl Mind for SearchingMind {
    fn think(
        &mut self,
        task: &Task,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Thought, MindError> {
        let mut notices = Vec::new();
        let player = self.player(task, progress, &mut notices)?;
        player.set_time_cap(task.at_most);
        let begun = Instant::now();
        // A player without a report says at least how far it came.
        let (mut depth, mut nodes) = (0, 0);
        let mut tell = |step: &muehle_engine::search::Progress| {
            (depth, nodes) = (step.depth, step.nodes);
            progress(Progress::Depth(depth));
        };
        let mut choose = |player: &mut dyn Player| match task.purpose {
            Purpose::Hint(Some(action)) => complete(player, &task.game, action, stop),
            _ => player.choose(&task.game, stop, &mut tell),
        };
        let mut choice = choose(player);
        if let Err(error @ PlayerError::Engine(_)) = choice {
            // Another program that fails is replaced for the rest of the game.
            let failed = self.players.remove(0);
            let mut kept = self.stand_in(failed.settings, error, &mut notices)?;
            kept.seed = Some(task.seed);
            kept.player.new_game(task.seed);
            kept.player.set_time_cap(task.at_most);
            choice = choose(kept.player.as_mut());
            self.players.insert(0, kept);
        }
        let choice = choice.map_err(|error| match error {
            PlayerError::NoMove => MindError::NoMove,
            _ => MindError::Crashed,
        })?;
        notices.extend(self.endgame_notices(task));
        let report = choice.report;
        Ok(Thought {
            best: choice.mv,
            score: choice.score,
            depth: report.as_ref().map_or(depth, |report| report.depth),
            time: begun.elapsed(),
            best_moves: report.as_ref().map_or(1, |report| report.best_moves.len()),
            nodes: report.as_ref().map_or(nodes, |report| report.nodes),
            report,
            player: task.settings.player_text().to_string(),
            basis: self.players.first().and_then(|kept| kept.player.basis(task.game.removal_rule())),
            notices,
        })
    }

    fn learn(&mut self, lesson: &Lesson) -> Result<Option<Learned>, LearnFailure> {
        Ok(self.learner(&lesson.settings)?.learn(&lesson.game)?)
    }
}
