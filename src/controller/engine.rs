//! The thread on which computers think. It is given a task at a time and can be stopped at any moment.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::mind::{Mind, MindError, Progress, Task, Thought};

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

struct Job {
    generation: u64,
    task: Task,
    stop: Arc<AtomicBool>,
}

/// The engine thread as its owner sees it.
pub struct Engine {
    jobs: Sender<Job>,
    answers: Receiver<(u64, Answer)>,
    generation: u64,
    stop: Arc<AtomicBool>,
}

impl Engine {
    /// Starts the thread.
    pub fn start(mut mind: Box<dyn Mind>, waker: Waker) -> Engine {
        let (jobs, inbox) = channel::<Job>();
        let (outbox, answers) = channel();
        let work = move || {
            for Job { generation, task, stop } in inbox {
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
        let _ = thread::Builder::new().name("engine".to_owned()).spawn(work);
        Engine { jobs, answers, generation: 0, stop: Arc::default() }
    }

    /// Gives a task; what was thought about before is abandoned.
    pub fn think(&mut self, task: Task) -> Result<(), MindError> {
        self.abandon();
        let job = Job { generation: self.generation, task, stop: Arc::clone(&self.stop) };
        self.jobs.send(job).map_err(|_| MindError::Crashed)
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
    }
}
