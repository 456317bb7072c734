//! What other players than the analysis think of the shown position: a thread that asks one of them about every move.
//!
//! Quick answers come first and better ones after them; what was found is kept by position, so that going back and forth
//! shows it at once.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use super::{Waker, background};
use muehle_engine::game::Game;
use muehle_engine::players::{self, PlayerError, PlayerText, Resources};
use muehle_engine::rules::{Position, RemovalRule, Rules};
use muehle_engine::search::RootMove;

/// More positions are not kept.
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

#[derive(Default)]
struct Wishes {
    focus: Option<(Position, RemovalRule, Opinion)>,
    resting: bool,
    ended: bool,
    /// Changes when what was found counts no more.
    epoch: u64,
}

#[derive(Default)]
struct Shared {
    wishes: Mutex<Wishes>,
    changed: Condvar,
    /// Ends the running thought; set whenever the wishes change.
    stop: AtomicBool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Wishes> {
        self.wishes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.changed.notify_one();
    }
}

struct Finding {
    epoch: u64,
    key: Key,
    result: Result<Thinks, PlayerError>,
}

/// The thread as its owner sees it, with all that it has found.
pub struct Opinions {
    shared: Arc<Shared>,
    findings: Receiver<Finding>,
    known: HashMap<Key, Thinks>,
    problem: Option<(Opinion, PlayerError)>,
}

impl Opinions {
    /// Starts the thread. `waker` is called when there is something to fetch with [`Opinions::poll`].
    pub fn start(resources: Arc<Resources>, waker: Waker) -> Opinions {
        let shared = Arc::<Shared>::default();
        let (outbox, findings) = channel();
        let worker = Worker { shared: shared.clone(), resources, outbox, waker, done: HashMap::new(), epoch: 0 };
        // Without the thread nobody has an opinion, and everything else goes on.
        let _ = background::spawn("opinions", move || worker.run());
        Opinions { shared, findings, known: HashMap::new(), problem: None }
    }

    /// Asks about a position, or about none. Asking the same again changes nothing.
    pub fn ask(&mut self, focus: Option<(Position, RemovalRule, Opinion)>) {
        let mut wishes = self.shared.lock();
        if wishes.focus != focus {
            wishes.focus = focus;
            self.shared.change();
        }
    }

    /// Rests while a player's engine needs the machine.
    pub fn rest(&mut self, resting: bool) {
        let mut wishes = self.shared.lock();
        if wishes.resting != resting {
            wishes.resting = resting;
            self.shared.change();
        }
    }

    /// Forgets everything, because a network has learned.
    pub fn forget(&mut self) {
        self.known.clear();
        self.shared.lock().epoch += 1;
        self.shared.change();
    }

    /// Takes in what was found. Never waits.
    pub fn poll(&mut self) {
        let epoch = self.shared.lock().epoch;
        for finding in self.findings.try_iter().filter(|finding| finding.epoch == epoch) {
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

    /// Who has no opinion, and why, once.
    pub fn take_problem(&mut self) -> Option<(Opinion, PlayerError)> {
        self.problem.take()
    }
}

impl Drop for Opinions {
    fn drop(&mut self) {
        self.shared.lock().ended = true;
        self.shared.change();
    }
}

struct Worker {
    shared: Arc<Shared>,
    resources: Arc<Resources>,
    outbox: Sender<Finding>,
    waker: Waker,
    /// How many stages are done.
    done: HashMap<Key, usize>,
    epoch: u64,
}

/// Nothing more can be found out.
const FINISHED: usize = usize::MAX;

impl Worker {
    fn run(mut self) {
        while let Some((position, rule, opinion, stage)) = self.next_job() {
            let key = (position.key(), rule, opinion.clone());
            let (result, last) = self.ask(&position, rule, &opinion, stage);
            // What was interrupted is not complete; it is asked for again when it is wanted.
            if self.shared.stop.load(Ordering::Relaxed) {
                continue;
            }
            if self.done.len() > MOST_KEPT {
                self.done.clear();
            }
            self.done.insert(key.clone(), if last || result.is_err() { FINISHED } else { stage + 1 });
            // Nobody listens any more when the program ends.
            let _ = self.outbox.send(Finding { epoch: self.epoch, key, result });
            (self.waker)();
        }
    }

    /// Waits for work; none when the program ends.
    fn next_job(&mut self) -> Option<(Position, RemovalRule, Opinion, usize)> {
        let shared = self.shared.clone();
        let mut wishes = shared.lock();
        loop {
            if wishes.ended {
                return None;
            }
            if self.epoch != wishes.epoch {
                self.epoch = wishes.epoch;
                self.done.clear();
            }
            if let Some((position, rule, opinion)) = wishes.focus.as_ref().filter(|_| !wishes.resting) {
                let stage = self.done.get(&(position.key(), *rule, opinion.clone())).copied().unwrap_or(0);
                if stage != FINISHED && *opinion != Opinion::Analysis {
                    // Under the lock, so that no wish that comes later is overheard.
                    shared.stop.store(false, Ordering::Relaxed);
                    return Some((*position, *rule, opinion.clone(), stage));
                }
            }
            wishes = shared.changed.wait(wishes).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// What someone thinks, and whether asking longer would tell no more.
    fn ask(
        &self,
        position: &Position,
        rule: RemovalRule,
        opinion: &Opinion,
        stage: usize,
    ) -> (Result<Thinks, PlayerError>, bool) {
        let game = Game::from_position(Rules::with_removal(rule), *position);
        if *opinion == Opinion::Database {
            let solved = self.resources.endgame(rule).solve(position).ok().flatten();
            let thinks = solved.map_or(Thinks::Unknown, |solved| {
                let moves = solved.moves.iter().map(|&(mv, value)| RootMove { mv, score: value.into() });
                let mut moves: Vec<RootMove> = moves.collect();
                moves.sort_by(|a, b| b.score.compare(a.score));
                Thinks::Moves(moves)
            });
            return (Ok(thinks), true);
        }
        let stages = opinion.stages();
        let Some(text) = stages.get(stage) else { return (Ok(Thinks::Unknown), true) };
        let opinions = players::create(text, &self.resources).and_then(|mut player| {
            player.new_game(1);
            player.opinions(&game, &self.shared.stop)
        });
        (opinions.map(|moves| moves.map_or(Thinks::Unknown, Thinks::Moves)), stage + 1 >= stages.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use muehle_engine::files::DataFolders;
    use muehle_engine::rules::Move;
    use std::time::{Duration, Instant};

    fn start(folder: &tempfile::TempDir) -> Opinions {
        let resources = Arc::new(Resources::new(DataFolders::below(folder.path())));
        Opinions::start(resources, Arc::new(|| {}))
    }

    /// Polls until something is so; the limit only ends a test that would never end.
    fn wait(opinions: &mut Opinions, mut done: impl FnMut(&Opinions) -> bool) {
        let limit = Instant::now() + Duration::from_secs(120);
        while !done(opinions) {
            assert!(Instant::now() < limit, "nobody has an opinion");
            std::thread::sleep(Duration::from_millis(2));
            opinions.poll();
        }
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
        for (position, known) in [(solved, true), (Position::START, false)] {
            opinions.ask(Some((position, rule, Opinion::Database)));
            wait(&mut opinions, |now| now.of(&position, rule, &Opinion::Database).is_some());
            match opinions.of(&position, rule, &Opinion::Database).unwrap() {
                Thinks::Moves(moves) => assert!(known && moves.iter().all(|root| root.score.is_exact())),
                Thinks::Unknown => assert!(!known),
            }
        }
    }

    #[test]
    fn who_cannot_be_asked_is_told_once_and_rest_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let mut opinions = start(&folder);
        let nobody = Opinion::Net("Nobody".to_owned());
        opinions.ask(Some((Position::START, RemovalRule::Never, nobody.clone())));
        let mut problem = None;
        wait(&mut opinions, |_| true);
        let limit = Instant::now() + Duration::from_secs(60);
        while problem.is_none() {
            assert!(Instant::now() < limit);
            opinions.poll();
            problem = opinions.take_problem();
        }
        assert!(matches!(problem, Some((who, PlayerError::Heuristic(_))) if who == nobody));
        opinions.rest(true);
        let net = Opinion::Net("Standard".to_owned());
        opinions.ask(Some((Position::START, RemovalRule::Never, net.clone())));
        std::thread::sleep(Duration::from_millis(40));
        opinions.poll();
        assert!(opinions.of(&Position::START, RemovalRule::Never, &net).is_none());
        opinions.rest(false);
        wait(&mut opinions, |now| now.of(&Position::START, RemovalRule::Never, &net).is_some());
    }
}
