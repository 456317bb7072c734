//! Threads beside the window: a [`Worker`] takes one job after another, a [`BackgroundTask`] does one thing and ends.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryIter, TryRecvError, channel};
use std::thread::{Builder, JoinHandle};

/// Called from other threads when there is something to fetch.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

/// Set to end what a thread is doing.
pub type Stop = Arc<AtomicBool>;

/// Starts a named thread.
pub fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    Builder::new().name(name.to_owned()).spawn(work)
}

/// Lets the window go first where there are fewer processors than work. Threads that compute call this at their start;
/// the threads they start inherit it. Other systems than Linux see to this themselves.
pub fn give_way() {
    #[cfg(target_os = "linux")]
    // SAFETY: the call changes only the priority of this thread. If it fails, nothing is lost.
    unsafe {
        libc::setpriority(libc::PRIO_PROCESS, 0, 10);
    }
}

/// A long-lived thread as its owner sees it: jobs go in, answers come out. If the system has no thread left, jobs are
/// refused and everything else goes on.
pub struct Worker<Job, Answer> {
    /// None only while the worker is dropped.
    jobs: Option<Sender<(Job, Stop)>>,
    answers: Receiver<Answer>,
    stop: Stop,
    thread: Option<JoinHandle<()>>,
    finishes: bool,
}

impl<Job: Send + 'static, Answer: Send + 'static> Worker<Job, Answer> {
    /// Starts the thread. `waker` is called after each answer.
    pub fn start(name: &str, waker: Waker, work: impl FnOnce(Desk<Job, Answer>) + Send + 'static) -> Self {
        let (jobs, inbox) = channel();
        let (outbox, answers) = channel();
        let desk = Desk { inbox, outbox, waker, stop: Stop::default() };
        let thread = spawn(name, move || work(desk)).ok();
        Worker { jobs: Some(jobs), answers, stop: Stop::default(), thread, finishes: false }
    }
}

impl<Job, Answer> Worker<Job, Answer> {
    /// Whether dropping the worker waits for the jobs it was given.
    pub fn set_finishes(&mut self, finishes: bool) {
        self.finishes = finishes;
    }

    /// The same worker, which finishes its jobs before the program ends.
    pub fn finishing(mut self) -> Self {
        self.finishes = true;
        self
    }

    /// Gives the thread a job; false if there is no thread.
    pub fn give(&self, job: Job) -> bool {
        self.jobs.as_ref().is_some_and(|jobs| jobs.send((job, self.stop.clone())).is_ok())
    }

    /// Asks the thread to end the jobs it has, early but in order. Jobs given later are not affected.
    pub fn stop(&mut self) {
        std::mem::take(&mut self.stop).store(true, Ordering::Relaxed);
    }

    /// The answers since the last call. Never waits.
    pub fn answers(&self) -> TryIter<'_, Answer> {
        self.answers.try_iter()
    }
}

impl<Job, Answer> Drop for Worker<Job, Answer> {
    fn drop(&mut self) {
        self.stop();
        self.jobs = None;
        if let Some(thread) = self.thread.take().filter(|_| self.finishes) {
            // There is nobody left to tell about a panic.
            let _ = thread.join();
        }
    }
}

/// A worker as its thread sees it.
pub struct Desk<Job, Answer> {
    inbox: Receiver<(Job, Stop)>,
    outbox: Sender<Answer>,
    waker: Waker,
    stop: Stop,
}

impl<Job, Answer> Desk<Job, Answer> {
    /// Waits for the next job; none when the owner is gone.
    pub fn next(&mut self) -> Option<Job> {
        let (job, stop) = self.inbox.recv().ok()?;
        self.stop = stop;
        Some(job)
    }

    /// The next job, if one is waiting.
    pub fn waiting(&mut self) -> Option<Job> {
        let (job, stop) = self.inbox.try_recv().ok()?;
        self.stop = stop;
        Some(job)
    }

    /// Replaces a job by the newest one. Waits for one if `waits`, because the old job is done. False when the owner is
    /// gone.
    pub fn refresh(&mut self, job: &mut Job, waits: bool) -> bool {
        if waits {
            match self.next() {
                Some(next) => *job = next,
                None => return false,
            }
        }
        loop {
            match self.inbox.try_recv() {
                Ok((next, stop)) => (*job, self.stop) = (next, stop),
                Err(error) => return error == TryRecvError::Empty,
            }
        }
    }

    /// Set when the current job should end.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Whether the current job should end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Sends an answer to the owner.
    pub fn say(&self, answer: Answer) {
        // Nobody listens any more when the program ends.
        let _ = self.outbox.send(answer);
        (self.waker)();
    }
}

/// The thread of a task ended without a result: there was no thread left, or it panicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost;

/// One piece of work on a thread of its own. It can share its progress with the owner in any way that suits it.
pub struct BackgroundTask<T> {
    result: Receiver<T>,
    stop: Option<Stop>,
    thread: Option<JoinHandle<()>>,
}

impl<T: Send + 'static> BackgroundTask<T> {
    /// Starts the thread. `waker` is called when the result is there.
    pub fn start(name: &str, waker: Waker, work: impl FnOnce() -> T + Send + 'static) -> BackgroundTask<T> {
        let (outbox, result) = channel();
        let work = move || {
            // Nobody listens any more when the program ends.
            let _ = outbox.send(work());
            waker();
        };
        BackgroundTask { result, stop: None, thread: spawn(name, work).ok() }
    }
}

impl<T> BackgroundTask<T> {
    /// The same task, which ends early when the flag is set. Dropping it sets the flag and waits for the end.
    pub fn cancelled_by(mut self, stop: Stop) -> BackgroundTask<T> {
        self.stop = Some(stop);
        self
    }

    /// Ends the work early; its result still comes.
    pub fn cancel(&self) {
        if let Some(stop) = &self.stop {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// The result, once, when it is there. Never waits.
    pub fn poll(&self) -> Option<Result<T, Lost>> {
        match self.result.try_recv() {
            Ok(result) => Some(Ok(result)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(Lost)),
        }
    }
}

impl<T> Drop for BackgroundTask<T> {
    fn drop(&mut self) {
        self.cancel();
        if let Some(thread) = self.thread.take().filter(|_| self.stop.is_some()) {
            // There is nobody left to tell about a panic.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{silent, until};
    use super::*;

    #[test]
    fn jobs_are_answered_in_order_and_finished_on_drop() {
        let (seen, answers) = channel();
        let mut worker = Worker::<u32, u32>::start("test", silent(), move |mut desk| {
            assert_eq!(std::thread::current().name(), Some("test"));
            while let Some(job) = desk.next() {
                desk.say(2 * job);
                let _ = seen.send(job);
            }
        });
        worker.set_finishes(true);
        assert!((1..=3).all(|job| worker.give(job)));
        let mut doubled = Vec::new();
        until(|| {
            doubled.extend(worker.answers());
            doubled.len() == 3
        });
        assert_eq!(doubled, [2, 4, 6]);
        assert!(worker.give(4));
        drop(worker);
        assert_eq!(answers.try_iter().collect::<Vec<_>>(), [1, 2, 3, 4]);
    }

    #[test]
    fn a_stop_ends_the_jobs_before_it_and_no_others() {
        let mut worker = Worker::<u32, (u32, bool)>::start("test", silent(), |mut desk| {
            while let Some(job) = desk.next() {
                if job == 1 {
                    until(|| desk.is_stopped());
                }
                desk.say((job, desk.is_stopped()));
            }
        });
        worker.give(1);
        worker.give(2);
        worker.stop();
        worker.give(3);
        let mut answers = Vec::new();
        until(|| {
            answers.extend(worker.answers());
            answers.len() == 3
        });
        assert_eq!(answers, [(1, true), (2, true), (3, false)]);
    }

    #[test]
    fn only_the_newest_wish_counts() {
        let (go, may_go) = channel::<()>();
        let worker = Worker::<u32, u32>::start("test", silent(), move |mut desk| {
            let _ = may_go.recv();
            let (mut wish, mut waits) = (0, false);
            while desk.refresh(&mut wish, waits) {
                desk.say(wish);
                waits = true;
            }
        });
        assert!((1..=3).all(|job| worker.give(job)));
        go.send(()).unwrap();
        let mut answers = Vec::new();
        until(|| {
            answers.extend(worker.answers());
            !answers.is_empty()
        });
        worker.give(4);
        until(|| {
            answers.extend(worker.answers());
            answers.len() == 2
        });
        assert_eq!(answers, [3, 4]);
    }

    #[test]
    fn a_task_has_one_result_and_can_be_cancelled() {
        let stop = Stop::default();
        let flag = stop.clone();
        let task = BackgroundTask::start("test", silent(), move || {
            until(|| flag.load(Ordering::Relaxed));
            7
        });
        let task = task.cancelled_by(stop.clone());
        assert_eq!(task.poll(), None);
        task.cancel();
        let mut result = None;
        until(|| {
            result = task.poll();
            result.is_some()
        });
        assert_eq!(result, Some(Ok(7)));
        assert_eq!(task.poll(), Some(Err(Lost)), "there is no second result");
    }
}
