//! The opening explorer: a thread that values the points where a stone can be placed, and another that counts how they did
//! in the games that were kept.

use std::collections::HashMap;
use std::sync::Arc;

use super::worker::{BackgroundTask, Desk, Waker, Worker, give_way};
use muehle_engine::archive::Contents;
use muehle_engine::heuristics::LoadError;
use muehle_engine::openings::{Choice, Explorer, PlayedGames};
use muehle_engine::players::Resources;
use muehle_engine::rules::{Position, RemovalRule};

/// How deep points are searched.
pub const DEPTH: u32 = 8;
/// How many positions are kept.
const MOST_KEPT: usize = 1000;

/// What is known about placing a stone in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Explored {
    /// The choices, the best first.
    pub choices: Vec<Choice>,
    /// How deep they were searched; 0 before the first search.
    pub depth: u32,
}

type Key = (u64, RemovalRule);

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Wishes {
    position: Option<Position>,
    rule: RemovalRule,
    resting: bool,
    /// Rises when everything is to be found again.
    edition: u64,
}

impl Wishes {
    fn key(&self) -> Option<Key> {
        self.position.map(|position| (position.key(), self.rule))
    }
}

enum Finding {
    Explored(u64, Key, Explored),
    Failed(LoadError),
}

/// The explorer as its owner sees it.
pub struct Openings {
    worker: Worker<Wishes, Finding>,
    wishes: Wishes,
    explored: HashMap<Key, Explored>,
    played: Arc<PlayedGames>,
    counting: Option<BackgroundTask<PlayedGames>>,
    /// The archive whose games were counted, or are being counted.
    counted: Option<Arc<Contents>>,
    waker: Waker,
    problem: Option<LoadError>,
}

impl Openings {
    /// Starts the thread. `waker` is called when there is something to fetch with [`Openings::poll`].
    pub fn start(resources: Arc<Resources>, waker: Waker) -> Openings {
        let worker = Worker::start("openings", waker.clone(), move |desk| {
            give_way();
            work(&resources, desk);
        });
        Openings {
            worker,
            wishes: Wishes::default(),
            explored: HashMap::new(),
            played: Arc::default(),
            counting: None,
            counted: None,
            waker,
            problem: None,
        }
    }

    /// Asks about a position, or about none. While it rests, what the tables know is looked up, but nothing is searched.
    pub fn ask(&mut self, position: Option<Position>, rule: RemovalRule, resting: bool) {
        let wishes = Wishes { position, rule, resting, ..self.wishes };
        if wishes == self.wishes {
            return;
        }
        self.wishes = wishes;
        self.worker.stop();
        self.worker.give(wishes);
    }

    /// Forgets everything: there are new tables, which know better.
    pub fn forget(&mut self) {
        self.explored.clear();
        self.wishes.edition += 1;
        self.worker.stop();
        self.worker.give(self.wishes);
    }

    /// Counts the games of the archive, on a thread of its own; the same archive only once.
    pub fn count(&mut self, archive: &Arc<Contents>) {
        if self.counted.as_ref().is_some_and(|counted| Arc::ptr_eq(counted, archive)) {
            return;
        }
        self.counted = Some(archive.clone());
        let archive = archive.clone();
        let count = move || {
            give_way();
            archive.placements()
        };
        self.counting = Some(BackgroundTask::start("played games", self.waker.clone(), count));
    }

    /// Takes in what was found. Never waits.
    pub fn poll(&mut self) {
        for finding in self.worker.answers() {
            match finding {
                Finding::Explored(edition, key, explored) if edition == self.wishes.edition => {
                    if self.explored.len() >= MOST_KEPT {
                        self.explored.clear();
                    }
                    let better = |old: &Explored| explored.depth >= old.depth;
                    if self.explored.get(&key).is_none_or(better) {
                        self.explored.insert(key, explored);
                    }
                }
                Finding::Explored(..) => {}
                Finding::Failed(error) => self.problem = Some(error),
            }
        }
        if let Some(counted) = self.counting.as_ref().and_then(BackgroundTask::poll) {
            self.counting = None;
            self.played = counted.map_or_else(|_| Arc::default(), Arc::new);
        }
    }

    /// What is known about a position.
    pub fn explored(&self, position: &Position, rule: RemovalRule) -> Option<&Explored> {
        self.explored.get(&(position.key(), rule))
    }

    /// The games that were counted.
    pub fn played(&self) -> &PlayedGames {
        &self.played
    }

    /// Why nothing can be searched; reported once.
    pub fn take_problem(&mut self) -> Option<LoadError> {
        self.problem.take()
    }
}

fn work(resources: &Resources, mut desk: Desk<Wishes, Finding>) {
    let mut explorer: Option<Explorer> = None;
    let mut known: Option<(u64, Key, Explored)> = None;
    let (mut wishes, mut idle) = (Wishes::default(), true);
    while desk.refresh(&mut wishes, idle) {
        idle = true;
        let (Some(position), Some(key)) = (wishes.position, wishes.key()) else { continue };
        if !explorer.as_ref().is_some_and(|explorer| explorer.is_current(resources, wishes.rule)) {
            match Explorer::new(resources, wishes.rule) {
                Ok(new) => explorer = Some(new),
                Err(error) => {
                    desk.say(Finding::Failed(error));
                    continue;
                }
            }
        }
        let Some(explorer) = &mut explorer else { continue };
        if known.as_ref().is_none_or(|(edition, of, _)| (*edition, *of) != (wishes.edition, key)) {
            // Interrupted work is left: something else is wanted now.
            idle = false;
            let Some(choices) = explorer.known(&position, desk.stop()) else { continue };
            known = Some((wishes.edition, key, Explored { choices, depth: 0 }));
        } else if let Some((_, _, explored)) = &mut known {
            let depth = explored.depth + 2;
            if wishes.resting || depth > DEPTH || explored.choices.is_empty() {
                continue;
            }
            idle = false;
            if !explorer.search(&position, &mut explored.choices, depth, desk.stop()) {
                continue;
            }
            explored.depth = depth;
        }
        if let Some((edition, key, explored)) = &known {
            desk.say(Finding::Explored(*edition, *key, explored.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controller::testing::{silent, until};
    use muehle_engine::archive::Archive;
    use muehle_engine::endgame::Outcome;
    use muehle_engine::files::DataFolders;
    use muehle_engine::openings::folded_points;
    use muehle_engine::rules::Point;

    #[test]
    fn what_is_exact_comes_first_and_a_search_follows_unless_it_rests() {
        let resources = Arc::new(Resources::new(DataFolders::below("no such folder")));
        let mut openings = Openings::start(resources, silent());
        let (start, rule) = (Position::START, RemovalRule::Never);
        openings.ask(Some(start), rule, true);
        until(|| {
            openings.poll();
            openings.explored(&start, rule).is_some()
        });
        let explored = openings.explored(&start, rule).unwrap();
        assert!(explored.choices.iter().all(|choice| choice.outcome == Some(Outcome::Draw)));
        assert_eq!(explored.depth, 0, "it rests");
        openings.ask(Some(start), rule, false);
        until(|| {
            openings.poll();
            openings.explored(&start, rule).is_some_and(|explored| explored.depth >= 2)
        });
        openings.forget();
        assert!(openings.explored(&start, rule).is_none());
        until(|| {
            openings.poll();
            openings.explored(&start, rule).is_some()
        });
        assert!(openings.take_problem().is_none());
    }

    #[test]
    fn games_are_counted_beside_the_window() {
        let resources = Arc::new(Resources::new(DataFolders::below("no such folder")));
        let mut openings = Openings::start(resources, silent());
        let folder = tempfile::tempdir().unwrap();
        let game = "[Rules \"never\"]\n\n1. d6 f4 2. d2 b4 1-0\n\n";
        std::fs::write(folder.path().join("games-2026-11.pgn"), game.repeat(3)).unwrap();
        let archive = Arc::new(Archive::new(folder.path()).read());
        openings.count(&archive);
        until(|| {
            openings.poll();
            openings.played().games() == 3
        });
        let points = folded_points(&Position::START).into_iter().find(|points| points.contains(Point::F4)).unwrap();
        let record = openings.played().record(RemovalRule::Never, &Position::START, points);
        assert_eq!((record.won, record.games()), (3, 3));
    }
}
