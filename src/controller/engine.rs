//! The thread on which computers think. It is given a task at a time and can be stopped at any moment.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::background;
use super::mind::{LearnFailure, Lesson, Mind, MindError, Progress, Task, Thought};
use muehle_engine::learn::Learned;

/// Called from other threads when there is something to fetch.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

/// What the engine says about the current task.
#[derive(Debug)]
pub enum Answer {
    /// It is on its way.
    Progress(Progress),
    /// The thought, or why there is none.
    Done(Result<Thought, MindError>),
}

enum Job {
    Think {
        generation: u64,
        task: Box<Task>,
        stop: Arc<AtomicBool>,
    },
    /// Between two thoughts, so that the next one knows what was learned.
    Learn(Box<Lesson>),
}

/// What a heuristic learned.
type LearnedBy = (String, Result<Option<Learned>, LearnFailure>);

/// The engine thread as its owner sees it.
pub struct Engine {
    jobs: Option<Sender<Job>>,
    answers: Receiver<(u64, Answer)>,
    learned: Receiver<LearnedBy>,
    generation: u64,
    stop: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<()>>,
    /// Lessons whose result was not heard yet.
    lessons: usize,
}

impl Engine {
    /// Starts the thread.
    pub fn start(mut mind: Box<dyn Mind>, waker: Waker) -> Engine {
        let (jobs, inbox) = channel::<Job>();
        let (outbox, answers) = channel();
        let (lessons_outbox, learned) = channel();
        let work = move || {
            for job in inbox {
                let (generation, task, stop) = match job {
                    Job::Think { generation, task, stop } => (generation, task, stop),
                    Job::Learn(lesson) => {
                        let result = catch_unwind(AssertUnwindSafe(|| mind.learn(&lesson)));
                        let result = result.unwrap_or(Err(LearnFailure::Crashed));
                        let _ = lessons_outbox.send((lesson.settings.heuristic.clone(), result));
                        waker();
                        continue;
                    }
                };
                if stop.load(Ordering::Relaxed) && !task.needs_move() {
                    continue;
                }
                let say = |answer| {
                    // Nobody listens any more when the program ends.
                    let _ = outbox.send((generation, answer));
                    waker();
                };
                let mut progress = |progress| say(Answer::Progress(progress));
                // A defect in the engine must not take the game with it.
                let result = catch_unwind(AssertUnwindSafe(|| mind.think(&task, &stop, &mut progress)));
                say(Answer::Done(result.unwrap_or(Err(MindError::Crashed))));
            }
        };
        // Without the thread there is still a game between people; tasks then fail when they are given.
        let thread = background::spawn("engine", work);
        Engine { jobs: Some(jobs), answers, learned, generation: 0, stop: Arc::default(), thread, lessons: 0 }
    }

    fn give(&self, job: Job) -> Result<(), MindError> {
        let jobs = self.jobs.as_ref().ok_or(MindError::Crashed)?;
        jobs.send(job).map_err(|_| MindError::Crashed)
    }

    /// Gives a game to learn from; it is learned from even if other thoughts are abandoned.
    pub fn learn(&mut self, lesson: Lesson) -> Result<(), MindError> {
        self.give(Job::Learn(Box::new(lesson)))?;
        self.lessons += 1;
        Ok(())
    }

    /// What was learned since the last call, and by which heuristic.
    pub fn learned(&mut self) -> Vec<LearnedBy> {
        let learned: Vec<_> = self.learned.try_iter().collect();
        self.lessons = self.lessons.saturating_sub(learned.len());
        learned
    }

    /// Gives a task; what was thought about before is abandoned.
    pub fn think(&mut self, task: Task) -> Result<(), MindError> {
        self.abandon();
        self.give(Job::Think { generation: self.generation, task: Box::new(task), stop: Arc::clone(&self.stop) })
    }

    /// Ends the current thought at once; its answer, the best so far, still comes.
    pub fn hurry(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Ends the current thought at once; its answer will not be heard.
    pub fn abandon(&mut self) {
        self.hurry();
        self.stop = Arc::default();
        self.generation += 1;
    }

    /// What the engine has said about the current task. What it said about older ones is dropped.
    pub fn poll(&mut self) -> Option<Answer> {
        let current = self.generation;
        self.answers.try_iter().find(|(generation, _)| *generation == current).map(|(_, answer)| answer)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.hurry();
        self.jobs = None;
        // What a game has taught is still written before the program ends.
        if let Some(thread) = self.thread.take().filter(|_| self.lessons > 0) {
            let _ = thread.join();
        }
    }
}
