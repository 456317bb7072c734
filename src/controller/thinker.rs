//! The thread on which computers think, one task at a time. It can be stopped at any moment.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::mind::{LearnFailure, Lesson, Mind, MindError, Progress, Task, Thought};
use super::worker::{Waker, Worker, give_way};
use crate::crash;
use muehle_engine::learn::Learned;

/// What the thread says.
#[derive(Debug)]
pub enum Answer {
    /// How far the current task is.
    Progress(Progress),
    /// The thought, or why there is none.
    Done(Result<Thought, MindError>),
    /// What a heuristic learned from a game.
    Learned { heuristic: String, result: Result<Option<Learned>, LearnFailure> },
}

enum Job {
    Think {
        generation: u64,
        task: Box<Task>,
    },
    /// Between two thoughts, so that the next one knows what was learned.
    Learn(Box<Lesson>),
}

/// The thread as its owner sees it.
pub struct Thinker {
    /// Answers carry the generation of their task.
    worker: Worker<Job, (u64, Answer)>,
    generation: u64,
    /// Lessons whose result is not known yet.
    lessons: usize,
}

impl Thinker {
    /// Starts the thread. Without one people can still play each other; tasks fail when they are given.
    pub fn start(mut mind: Box<dyn Mind>, waker: Waker) -> Thinker {
        let worker = Worker::start("thinker", waker, move |mut desk| {
            give_way();
            while let Some(job) = desk.next() {
                // A defect in a player must not take the game with it.
                match job {
                    Job::Learn(lesson) => {
                        let result = catch_unwind(AssertUnwindSafe(|| mind.learn(&lesson)));
                        let result = result.unwrap_or(Err(LearnFailure::Crashed));
                        desk.say((0, Answer::Learned { heuristic: lesson.settings.heuristic, result }));
                    }
                    Job::Think { generation, task } => {
                        let mut progress = |progress| desk.say((generation, Answer::Progress(progress)));
                        let result = catch_unwind(AssertUnwindSafe(|| {
                            crash::provoke("thinker");
                            mind.think(&task, desk.stop(), &mut progress)
                        }));
                        desk.say((generation, Answer::Done(result.unwrap_or(Err(MindError::Crashed)))));
                    }
                }
            }
        });
        Thinker { worker, generation: 0, lessons: 0 }
    }

    fn give(&self, job: Job) -> Result<(), MindError> {
        if self.worker.give(job) { Ok(()) } else { Err(MindError::Crashed) }
    }

    /// Gives a game to learn from, which happens even if thoughts are abandoned.
    pub fn learn(&mut self, lesson: Lesson) -> Result<(), MindError> {
        self.give(Job::Learn(Box::new(lesson)))?;
        self.lessons += 1;
        Ok(())
    }

    /// Gives a task and abandons the one before it.
    pub fn think(&mut self, task: Task) -> Result<(), MindError> {
        self.abandon();
        self.give(Job::Think { generation: self.generation, task: Box::new(task) })
    }

    /// Ends the current thought at once; its answer, the best so far, still comes.
    pub fn hurry(&mut self) {
        self.worker.stop();
    }

    /// Ends the current thought at once and ignores its answer.
    pub fn abandon(&mut self) {
        self.worker.stop();
        self.generation += 1;
    }

    /// The next answer. Answers about abandoned tasks are dropped.
    pub fn poll(&mut self) -> Option<Answer> {
        let (_, answer) = self
            .worker
            .answers()
            .find(|(generation, answer)| matches!(answer, Answer::Learned { .. }) || *generation == self.generation)?;
        self.lessons -= usize::from(matches!(answer, Answer::Learned { .. }));
        Some(answer)
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        // What a game has taught is still written before the program ends.
        self.worker.set_finishes(self.lessons > 0);
    }
}
