//! The book of puzzles: those of the program first, then endless new ones made in the background, and failed ones again.

mod progress;

use std::collections::VecDeque;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

pub use progress::{Level, Progress, ProgressError};

use super::worker::{BackgroundTask, Desk, Stop, Waker, Worker, give_way};
use muehle_engine::files::{self, DataFolders};
use muehle_engine::players::Resources;
use muehle_engine::puzzles::{Generator, Judge, Kind, NoPuzzle, Puzzle, Refutation, shipped};
use muehle_engine::random::mix;
use muehle_engine::rules::{Move, RemovalRule};

/// A failed puzzle comes back after at least this number of others.
const OTHERS: usize = 3;

/// What happened beside the window.
pub enum BookEvent {
    /// The file of the progress could not be read, so everything begins anew. Where the file is now, if it was set aside;
    /// otherwise nothing is written.
    Problem { path: PathBuf, error: ProgressError, aside: Option<PathBuf> },
    /// The progress could not be written.
    SaveFailed(io::Error),
    /// What is wrong with a move; none when no table knows.
    Refuted(Move, Option<Refutation>),
}

/// What to solve next.
pub enum Next {
    /// This.
    Puzzle(Box<Puzzle>),
    /// It is being made.
    Wait,
    /// There is none.
    None,
}

enum Job {
    Load(PathBuf),
    Save(PathBuf, String),
    Refute { puzzle: Box<Puzzle>, step: usize, mv: Move },
}

enum Answer {
    Loaded(Box<Loaded>),
    SaveFailed(io::Error),
    Refuted(Move, Option<Refutation>),
}

struct Loaded {
    shipped: Vec<Puzzle>,
    progress: Result<Progress, ProgressError>,
    /// Where a damaged file is now.
    aside: Option<PathBuf>,
}

/// The puzzles and what was solved. Nothing is read before [`PuzzleBook::open`].
pub struct PuzzleBook {
    path: PathBuf,
    resources: Arc<Resources>,
    waker: Waker,
    worker: Option<Worker<Job, Answer>>,
    loaded: bool,
    replaceable: bool,
    shipped: Vec<Puzzle>,
    progress: Progress,
    making: Option<Making>,
    made: Vec<Puzzle>,
    /// Whether nothing more can be made for what is wanted now.
    dry: bool,
    /// The keys of the puzzles that were shown last.
    recent: VecDeque<u64>,
    /// The keys of the puzzles that the person skipped since the program began.
    skipped: Vec<u64>,
}

/// A puzzle that is being made, with its rule.
struct Making {
    rule: RemovalRule,
    task: BackgroundTask<Result<Puzzle, NoPuzzle>>,
}

impl PuzzleBook {
    /// A closed book.
    pub fn new(folders: &DataFolders, resources: Arc<Resources>, waker: Waker) -> PuzzleBook {
        PuzzleBook {
            path: folders.root().join("puzzles.json"),
            resources,
            waker,
            worker: None,
            loaded: false,
            replaceable: false,
            shipped: Vec::new(),
            progress: Progress::default(),
            making: None,
            made: Vec::new(),
            dry: false,
            recent: VecDeque::new(),
            skipped: Vec::new(),
        }
    }

    /// Begins to read the puzzles and the progress, once.
    pub fn open(&mut self) {
        if self.worker.is_none() {
            let resources = self.resources.clone();
            let worker = Worker::start("puzzles", self.waker.clone(), move |desk| work(desk, &resources)).finishing();
            worker.give(Job::Load(self.path.clone()));
            self.worker = Some(worker);
        }
    }

    /// Whether everything is read.
    pub fn is_open(&self) -> bool {
        self.loaded
    }

    /// What was solved.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// How many puzzles of a kind were solved, and how many there are so far.
    pub fn count(&self, kind: Kind, rule: RemovalRule) -> (usize, usize) {
        let (solved, tried) = self.progress.count(kind, rule);
        let shipped = self.shipped.iter().filter(|puzzle| puzzle.kind == kind && puzzle.rule == rule).count();
        (solved, tried.max(shipped))
    }

    /// Other wishes for the next puzzles.
    pub fn want(&mut self, change: impl FnOnce(&mut Progress)) {
        change(&mut self.progress);
        self.dry = false;
        self.making = None;
        self.save();
    }

    /// The next puzzle that fits: one that failed and is due, one of the program, or a new one.
    pub fn next(&mut self, rule: RemovalRule) -> Next {
        if !self.loaded {
            return Next::Wait;
        }
        let today = today();
        let fits = |puzzle: &&Puzzle| {
            puzzle.rule == rule && self.progress.wants(puzzle) && !self.recent.contains(&puzzle.key())
        };
        let kept: Vec<Puzzle> = self.progress.kept().collect();
        let due = self.shipped.iter().chain(&kept).filter(fits).find(|puzzle| self.progress.is_due(puzzle, today));
        let is_new = |puzzle: &&Puzzle| !self.progress.knows(puzzle) && !self.skipped.contains(&puzzle.key());
        let found = due.or_else(|| self.shipped.iter().chain(&self.made).filter(fits).find(is_new)).cloned();
        let Some(puzzle) = found else { return self.make(rule) };
        self.recent.push_back(puzzle.key());
        if self.recent.len() > OTHERS {
            self.recent.pop_front();
        }
        Next::Puzzle(Box::new(puzzle))
    }

    /// Begins to make a puzzle, unless one is being made.
    fn make(&mut self, rule: RemovalRule) -> Next {
        if self.dry {
            return Next::None;
        }
        if self.making.as_ref().is_some_and(|making| making.rule == rule) {
            return Next::Wait;
        }
        let wanted: Vec<Kind> = Kind::ALL.into_iter().filter(|&kind| self.progress.wants_kind(kind)).collect();
        let number = self.progress.made;
        // An empty choice means all kinds, so there is at least one.
        let kind = wanted.get(number as usize % wanted.len().max(1)).copied().unwrap_or(Kind::Win);
        self.progress.made = self.progress.made.wrapping_add(1);
        let known: Vec<u64> =
            self.shipped.iter().chain(&self.made).map(Puzzle::key).chain(self.progress.keys()).collect();
        let (resources, range) = (self.resources.clone(), self.progress.level.range());
        let stop = Stop::default();
        let stopped = stop.clone();
        let task = BackgroundTask::start("puzzle", self.waker.clone(), move || {
            give_way();
            let mut generator = Generator::new(resources.endgame(rule), mix(number));
            generator.avoid(known);
            generator.next(kind, range, &stopped)
        });
        self.making = Some(Making { rule, task: task.cancelled_by(stop) });
        Next::Wait
    }

    /// A wrong try, or the solution was shown.
    pub fn fail(&mut self, puzzle: &Puzzle) {
        let made_here = !self.shipped.iter().any(|shipped| shipped.start == puzzle.start);
        self.progress.fail(puzzle, made_here, today());
        self.save();
    }

    /// A puzzle was solved without a wrong try.
    pub fn solve(&mut self, puzzle: &Puzzle, with_hint: bool) {
        self.progress.solve(puzzle, with_hint, today());
        self.save();
    }

    /// The person wants another one: this one comes again when the program is started next.
    pub fn skip(&mut self, puzzle: &Puzzle) {
        self.skipped.push(puzzle.key());
    }

    /// A lesson was completed.
    pub fn complete_lesson(&mut self, name: &str) {
        if !self.progress.lessons.iter().any(|known| known == name) {
            self.progress.lessons.push(name.to_owned());
            self.save();
        }
    }

    /// Finds out what is wrong with a move; the answer is an event.
    pub fn refute(&self, puzzle: &Puzzle, step: usize, mv: Move) {
        if let Some(worker) = &self.worker {
            worker.give(Job::Refute { puzzle: Box::new(puzzle.clone()), step, mv });
        }
    }

    fn save(&self) {
        if let Some(worker) = self.worker.as_ref().filter(|_| self.replaceable) {
            worker.give(Job::Save(self.path.clone(), self.progress.to_text()));
        }
    }

    /// What happened since the last call. Never waits.
    pub fn poll(&mut self) -> Vec<BookEvent> {
        let mut events = Vec::new();
        let answers: Vec<Answer> = self.worker.iter().flat_map(|worker| worker.answers()).collect();
        for answer in answers {
            match answer {
                Answer::Loaded(loaded) => {
                    let Loaded { shipped, progress, aside } = *loaded;
                    (self.shipped, self.loaded) = (shipped, true);
                    // What was not understood must not be lost.
                    self.replaceable = progress.is_ok() || aside.is_some();
                    match progress {
                        Ok(progress) => self.progress = progress,
                        Err(error) => events.push(BookEvent::Problem { path: self.path.clone(), error, aside }),
                    }
                }
                Answer::SaveFailed(error) => events.push(BookEvent::SaveFailed(error)),
                Answer::Refuted(mv, refutation) => events.push(BookEvent::Refuted(mv, refutation)),
            }
        }
        if let Some(result) = self.making.as_ref().and_then(|making| making.task.poll()) {
            self.making = None;
            match result {
                Ok(Ok(puzzle)) => self.made.push(puzzle),
                Ok(Err(_)) | Err(_) => self.dry = true,
            }
        }
        events
    }
}

/// Days since 1970.
fn today() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() / 86_400
}

/// The thread that reads, writes and refutes.
fn work(mut desk: Desk<Job, Answer>, resources: &Resources) {
    give_way();
    while let Some(job) = desk.next() {
        match job {
            Job::Load(path) => {
                let shipped = RemovalRule::BOTH.into_iter().flat_map(shipped::puzzles).collect();
                let progress = Progress::read(&path);
                let damaged = matches!(progress, Err(ProgressError::Damaged));
                let aside = damaged.then(|| files::set_aside(&path).ok()).flatten();
                desk.say(Answer::Loaded(Box::new(Loaded { shipped, progress, aside })));
            }
            Job::Save(path, text) => {
                if let Err(error) = files::write_atomically(&path, text.as_bytes()) {
                    desk.say(Answer::SaveFailed(error));
                }
            }
            Job::Refute { puzzle, step, mv } => {
                let database = resources.endgame(puzzle.rule);
                let left = puzzle.steps.len().saturating_sub(step);
                let refutation = Judge::new(&database).refute(puzzle.aim, &puzzle.position_at(step), mv, left);
                desk.say(Answer::Refuted(mv, refutation));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{silent, until};
    use super::*;

    fn opened(folder: &std::path::Path) -> (PuzzleBook, Vec<BookEvent>) {
        let folders = DataFolders::below(folder);
        let mut book = PuzzleBook::new(&folders, Arc::new(Resources::new(folders.clone())), silent());
        book.open();
        let mut events = Vec::new();
        until(|| {
            events.extend(book.poll());
            book.is_open()
        });
        (book, events)
    }

    fn next(book: &mut PuzzleBook, rule: RemovalRule) -> Puzzle {
        let mut found = None;
        until(|| {
            book.poll();
            match book.next(rule) {
                Next::Puzzle(puzzle) => found = Some(*puzzle),
                Next::Wait => {}
                Next::None => panic!("there is none"),
            }
            found.is_some()
        });
        found.unwrap()
    }

    #[test]
    fn shipped_puzzles_come_first_then_new_ones_and_failed_ones_again() {
        let folder = tempfile::tempdir().unwrap();
        let (mut book, _) = opened(folder.path());
        let rule = RemovalRule::Never;
        book.want(|progress| (progress.kinds, progress.level) = (vec![Kind::Mill], Level::Mixed));
        let shipped = shipped::puzzles(rule).into_iter().filter(|puzzle| puzzle.kind == Kind::Mill).count();
        let first = next(&mut book, rule);
        book.fail(&first);
        let mut seen = vec![first.key()];
        for place in 1..shipped {
            let puzzle = next(&mut book, rule);
            assert_eq!(puzzle.kind, Kind::Mill);
            if place == OTHERS + 1 {
                assert_eq!(puzzle.key(), first.key(), "it failed and comes back after some others");
            } else {
                assert!(!seen.contains(&puzzle.key()));
            }
            seen.push(puzzle.key());
            book.solve(&puzzle, false);
        }
        let last = next(&mut book, rule);
        book.solve(&last, false);
        let new = next(&mut book, rule);
        assert!(!seen.contains(&new.key()) && new.kind == Kind::Mill, "endless");
        book.fail(&new);
        drop(book);
        let (book, events) = opened(folder.path());
        assert!(events.is_empty());
        assert_eq!(book.progress().kept().map(|puzzle| puzzle.key()).collect::<Vec<_>>(), [new.key()]);
        assert_eq!(book.count(Kind::Mill, rule), (shipped, shipped + 1));
    }

    #[test]
    fn a_damaged_file_is_set_aside_and_said_once() {
        let folder = tempfile::tempdir().unwrap();
        let damage = |text: &str, name: &str| {
            std::fs::write(folder.path().join("puzzles.json"), text).unwrap();
            let (book, events) = opened(folder.path());
            let [BookEvent::Problem { error: ProgressError::Damaged, aside: Some(aside), .. }] = &events[..] else {
                panic!("the damage is not said");
            };
            assert_eq!((aside, std::fs::read_to_string(aside).unwrap()), (&folder.path().join(name), text.to_owned()));
            book
        };
        // Nothing has to be solved for the next start to be quiet.
        drop(damage("no progress", "puzzles.json.damaged"));
        assert!(opened(folder.path()).1.is_empty());
        let mut book = damage("damaged again", "puzzles.json.damaged-2");
        let puzzle = next(&mut book, RemovalRule::Never);
        book.solve(&puzzle, false);
        drop(book);
        let (book, events) = opened(folder.path());
        assert!(events.is_empty() && book.progress().streak == 1, "and everything goes on");
        assert_eq!(std::fs::read_to_string(folder.path().join("puzzles.json.damaged")).unwrap(), "no progress");
    }

    #[test]
    fn wrong_moves_are_refuted_beside_the_window() {
        let folder = tempfile::tempdir().unwrap();
        let (mut book, _) = opened(folder.path());
        book.want(|progress| progress.kinds = vec![Kind::Win]);
        let puzzle = next(&mut book, RemovalRule::Never);
        let moves = puzzle.start.legal_moves(puzzle.rule);
        let wrong = *moves.iter().find(|mv| !puzzle.steps[0].right.contains(mv)).unwrap();
        book.refute(&puzzle, 0, wrong);
        let mut refutation = None;
        until(|| {
            for event in book.poll() {
                if let BookEvent::Refuted(mv, found) = event {
                    refutation = Some((mv, found));
                }
            }
            refutation.is_some()
        });
        let (mv, found) = refutation.unwrap();
        assert_eq!(mv, wrong);
        assert!(!found.unwrap().line.is_empty());
    }
}
