//! What players other than the analysis think of the shown position: a thread that asks one of them about every move.
//!
//! Quick answers come first, better ones follow. What was found is kept by position, so that going back and forth shows it
//! at once.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::worker::{Desk, Waker, Worker, give_way};
use muehle_engine::game::Game;
use muehle_engine::learn::create_player;
use muehle_engine::players::{PlayerError, PlayerText, Resources};
use muehle_engine::rules::{Position, RemovalRule, Rules};
use muehle_engine::search::{RootMove, exact_moves};

/// How many positions are kept.
const MOST_KEPT: usize = 2000;

/// Whose opinion is shown on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Opinion {
    /// The analysis, which goes deeper and deeper.
    #[default]
    Analysis,
    /// The endgame tables, where they know the position.
    Database,
    /// Alpha-beta with a heuristic.
    Search(String),
    /// A heuristic alone, after each move.
    Net(String),
    /// An n-tuple network alone, after each move.
    NTuple(String),
    /// Monte-Carlo tree search.
    Mcts,
    /// Random games after each move.
    MonteCarlo,
    /// Alpha-beta with random values.
    Randomised,
}

impl Opinion {
    /// The players that are asked one after another, the quickest first.
    fn stages(&self) -> Vec<PlayerText> {
        let text = PlayerText::new;
        match self {
            Opinion::Analysis | Opinion::Database => Vec::new(),
            Opinion::Search(heuristic) => {
                let search = |depth: u32| text("computer").with("heuristic", heuristic).with("depth", depth);
                vec![search(3), search(6), search(8)]
            }
            Opinion::Net(heuristic) => {
                let net = text("computer").with("heuristic", heuristic).with("depth", 1);
                vec![net.with("q", 0).with("endgame", 0)]
            }
            Opinion::NTuple(name) => vec![text("ntuple").with("name", name).with("depth", 1).with("endgame", 0)],
            Opinion::Mcts => {
                [1000, 10_000, 50_000].map(|games| text("mcts").with("iterations", games).with("memory", 128)).to_vec()
            }
            // Long games: those of a few plies from an empty board would all be undecided.
            Opinion::MonteCarlo => [30, 200]
                .map(|games| text("montecarlo").with("games", games).with("depth", 200).with("search", 1))
                .to_vec(),
            Opinion::Randomised => vec![text("randomised").with("depth", 3)],
        }
    }
}

/// What is known of an opinion.
#[derive(Clone, Debug)]
pub enum Thinks {
    /// Every legal move with its value, the best first.
    Moves(Vec<RootMove>),
    /// It does not know the position.
    Unknown,
}

type Key = (u64, RemovalRule, Opinion);

/// What is asked of the thread.
#[derive(Clone, Default)]
struct Wishes {
    focus: Option<(Position, RemovalRule, Opinion)>,
    resting: bool,
    /// Changes when what was found is no longer valid.
    epoch: u64,
}

struct Finding {
    epoch: u64,
    key: Key,
    result: Result<Thinks, PlayerError>,
}

/// The thread as its owner sees it, with everything it has found.
pub struct Opinions {
    worker: Worker<Wishes, Finding>,
    wishes: Wishes,
    known: HashMap<Key, Thinks>,
    problem: Option<(Opinion, PlayerError)>,
}

impl Opinions {
    /// Starts the thread. `waker` is called when there is something to fetch with [`Opinions::poll`].
    pub fn start(resources: Arc<Resources>, waker: Waker) -> Opinions {
        let worker = Worker::start("opinions", waker, move |desk| {
            give_way();
            Interviewer { resources, done: HashMap::new(), epoch: 0 }.run(desk);
        });
        Opinions { worker, wishes: Wishes::default(), known: HashMap::new(), problem: None }
    }

    /// Asks about a position, or about none. Asking the same again changes nothing.
    pub fn ask(&mut self, focus: Option<(Position, RemovalRule, Opinion)>) {
        if self.wishes.focus != focus {
            self.wishes.focus = focus;
            self.wishes_changed();
        }
    }

    /// Rests while a player needs the machine.
    pub fn rest(&mut self, resting: bool) {
        if self.wishes.resting != resting {
            self.wishes.resting = resting;
            self.wishes_changed();
        }
    }

    /// Forgets everything, because a network has learned.
    pub fn forget(&mut self) {
        self.known.clear();
        self.wishes.epoch += 1;
        self.wishes_changed();
    }

    fn wishes_changed(&mut self) {
        self.worker.stop();
        self.worker.give(self.wishes.clone());
    }

    /// Takes in what was found. Never waits.
    pub fn poll(&mut self) {
        for finding in self.worker.answers().filter(|finding| finding.epoch == self.wishes.epoch) {
            if self.known.len() > MOST_KEPT {
                self.known.clear();
            }
            match finding.result {
                Ok(thinks) => {
                    self.known.insert(finding.key, thinks);
                }
                Err(error) => self.problem = Some((finding.key.2, error)),
            }
        }
    }

    /// What someone thinks of a position, if that is known.
    pub fn of(&self, position: &Position, rule: RemovalRule, opinion: &Opinion) -> Option<&Thinks> {
        self.known.get(&(position.key(), rule, opinion.clone()))
    }

    /// Who has no opinion, and why; reported once.
    pub fn take_problem(&mut self) -> Option<(Opinion, PlayerError)> {
        self.problem.take()
    }
}

/// What the thread knows.
struct Interviewer {
    resources: Arc<Resources>,
    /// How many stages are done.
    done: HashMap<Key, usize>,
    epoch: u64,
}

/// Nothing more can be found out.
const FINISHED: usize = usize::MAX;

impl Interviewer {
    fn run(mut self, mut desk: Desk<Wishes, Finding>) {
        let (mut wishes, mut idle) = (Wishes::default(), true);
        while desk.refresh(&mut wishes, idle) {
            if self.epoch != wishes.epoch {
                self.epoch = wishes.epoch;
                self.done.clear();
            }
            let job = self.choose(&wishes);
            idle = job.is_none();
            let Some((position, rule, opinion, stage)) = job else { continue };
            let key = (position.key(), rule, opinion.clone());
            let (result, last) = self.ask(&position, rule, &opinion, stage, desk.stop());
            // An interrupted answer is incomplete; it is asked for again when it is wanted.
            if desk.is_stopped() {
                continue;
            }
            if self.done.len() > MOST_KEPT {
                self.done.clear();
            }
            self.done.insert(key.clone(), if last || result.is_err() { FINISHED } else { stage + 1 });
            desk.say(Finding { epoch: self.epoch, key, result });
        }
    }

    /// Whom to ask next, about what and at which stage, if anyone.
    fn choose(&self, wishes: &Wishes) -> Option<(Position, RemovalRule, Opinion, usize)> {
        let (position, rule, opinion) = wishes.focus.as_ref().filter(|_| !wishes.resting)?;
        let stage = self.done.get(&(position.key(), *rule, opinion.clone())).copied().unwrap_or(0);
        let more = stage != FINISHED && *opinion != Opinion::Analysis;
        more.then(|| (*position, *rule, opinion.clone(), stage))
    }

    /// What someone thinks, and whether this is the last stage.
    fn ask(
        &self,
        position: &Position,
        rule: RemovalRule,
        opinion: &Opinion,
        stage: usize,
        stop: &AtomicBool,
    ) -> (Result<Thinks, PlayerError>, bool) {
        let game = Game::from_position(Rules::with_removal(rule), *position);
        if *opinion == Opinion::Database {
            let database = self.resources.endgame(rule);
            // Whoever stops does not want the answer.
            let ready = database.wait_for_endings(position, stop);
            let moves = ready.then(|| exact_moves(&database, position)).flatten();
            let thinks = moves.map_or(Thinks::Unknown, Thinks::Moves);
            return (Ok(thinks), true);
        }
        let stages = opinion.stages();
        let Some(text) = stages.get(stage) else { return (Ok(Thinks::Unknown), true) };
        let opinions = create_player(text, &self.resources).and_then(|mut player| {
            player.new_game(1);
            player.opinions(&game, stop)
        });
        (opinions.map(|moves| moves.map_or(Thinks::Unknown, Thinks::Moves)), stage + 1 >= stages.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controller::testing::{silent, until};
    use muehle_engine::files::DataFolders;
    use muehle_engine::rules::Move;

    fn start(folder: &tempfile::TempDir) -> Opinions {
        let resources = Arc::new(Resources::new(DataFolders::below(folder.path())));
        Opinions::start(resources, silent())
    }

    fn wait(opinions: &mut Opinions, mut done: impl FnMut(&mut Opinions) -> bool) {
        until(|| {
            opinions.poll();
            done(opinions)
        });
    }

    fn everyone() -> Vec<Opinion> {
        vec![
            Opinion::Net("Single".to_owned()),
            Opinion::NTuple("Tuples".to_owned()),
            Opinion::Mcts,
            Opinion::MonteCarlo,
            Opinion::Randomised,
            Opinion::Search("Small".to_owned()),
        ]
    }

    #[test]
    fn everyone_has_an_opinion_on_every_opening_move() {
        let folder = tempfile::tempdir().unwrap();
        let mut opinions = start(&folder);
        let (position, rule) = (Position::START, RemovalRule::Never);
        for opinion in everyone() {
            opinions.ask(Some((position, rule, opinion.clone())));
            wait(&mut opinions, |now| now.of(&position, rule, &opinion).is_some());
            let Some(Thinks::Moves(moves)) = opinions.of(&position, rule, &opinion) else { panic!("{opinion:?}") };
            let mut valued: Vec<String> = moves.iter().map(|root| root.mv.to_string()).collect();
            let mut legal: Vec<String> = position.legal_moves(rule).iter().map(Move::to_string).collect();
            valued.sort();
            legal.sort();
            assert_eq!(valued, legal, "{opinion:?}");
            assert!(moves.iter().all(|root| root.score.value().abs() <= 1.0), "{opinion:?}");
        }
        // What was found is still there.
        assert!(everyone().iter().all(|opinion| opinions.of(&position, rule, opinion).is_some()));
        opinions.forget();
        assert!(everyone().iter().all(|opinion| opinions.of(&position, rule, opinion).is_none()));
        wait(&mut opinions, |now| now.of(&position, rule, &Opinion::Search("Small".to_owned())).is_some());
    }

    #[test]
    fn the_tables_know_what_they_know() {
        let folder = tempfile::tempdir().unwrap();
        let mut opinions = start(&folder);
        let rule = RemovalRule::Never;
        let solved: Position = "a7,d7,g4/b6,f6,d2 w 0 0".parse().unwrap();
        let unknown: Position = "d6,d2,b4,f6,c5,a1/f4,f2,d7,b6,d3,g1 w 3 3".parse().unwrap();
        for (position, known) in [(solved, true), (Position::START, true), (unknown, false)] {
            opinions.ask(Some((position, rule, Opinion::Database)));
            wait(&mut opinions, |now| now.of(&position, rule, &Opinion::Database).is_some());
            match opinions.of(&position, rule, &Opinion::Database).unwrap() {
                Thinks::Moves(moves) => assert!(known && moves.iter().all(|root| root.score.is_exact())),
                Thinks::Unknown => assert!(!known),
            }
        }
    }

    #[test]
    fn a_problem_is_reported_once_and_rest_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let mut opinions = start(&folder);
        let nobody = Opinion::Net("Nobody".to_owned());
        opinions.ask(Some((Position::START, RemovalRule::Never, nobody.clone())));
        let mut problem = None;
        wait(&mut opinions, |now| {
            problem = now.take_problem();
            problem.is_some()
        });
        assert!(matches!(problem, Some((who, PlayerError::Heuristic(_))) if who == nobody));
        opinions.rest(true);
        let net = Opinion::Net("Standard".to_owned());
        opinions.ask(Some((Position::START, RemovalRule::Never, net.clone())));
        let resources = Arc::new(Resources::new(DataFolders::below(folder.path())));
        let interviewer = Interviewer { resources, done: HashMap::new(), epoch: 0 };
        assert!(interviewer.choose(&opinions.wishes).is_none());
        opinions.rest(false);
        assert!(interviewer.choose(&opinions.wishes).is_some());
        wait(&mut opinions, |now| now.of(&Position::START, RemovalRule::Never, &net).is_some());
    }
}
