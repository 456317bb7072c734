//! Numbered tasks on several threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Tasks that are independent of each other.
pub(super) struct Tasks<'a> {
    /// What the threads are called.
    pub name: &'static str,
    /// The tasks are numbered from 0.
    pub count: usize,
    /// Tasks done at the same time.
    pub threads: usize,
    /// No task begins once this is set.
    pub stop: &'a AtomicBool,
}

impl Tasks<'_> {
    /// Does the tasks. Each thread makes itself a worker with `prepare`. `work` does one task, or returns nothing when it
    /// was stopped. `on_result` sees the results on the calling thread, in the order they arrive, and says whether to go
    /// on. The first error ends everything.
    pub fn run<W, T: Send, E: Send>(
        &self,
        prepare: impl Fn() -> Result<W, E> + Sync,
        work: impl Fn(&mut W, usize) -> Result<Option<T>, E> + Sync,
        mut on_result: impl FnMut(usize, T) -> bool,
    ) -> Result<(), E> {
        let next = AtomicUsize::new(0);
        let over = AtomicBool::new(false);
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..self.threads.clamp(1, self.count.max(1)) {
                let (sender, next, over, prepare, work) = (sender.clone(), &next, &over, &prepare, &work);
                let run = move || {
                    let mut worker = match prepare() {
                        Ok(worker) => worker,
                        Err(error) => return drop(sender.send(Err(error))),
                    };
                    while !over.load(Ordering::Relaxed) && !self.stop.load(Ordering::Relaxed) {
                        let task = next.fetch_add(1, Ordering::Relaxed);
                        if task >= self.count {
                            break;
                        }
                        let result = work(&mut worker, task).transpose();
                        if result.is_some_and(|result| sender.send(result.map(|result| (task, result))).is_err()) {
                            break;
                        }
                    }
                };
                let started = thread::Builder::new().name(self.name.to_owned()).spawn_scoped(scope, run);
                started.expect("the system starts another thread");
            }
            drop(sender);
            let mut results = receiver.into_iter();
            let ended = results.find_map(|result| match result {
                Ok((task, result)) => (!on_result(task, result)).then_some(Ok(())),
                Err(error) => Some(Err(error)),
            });
            over.store(true, Ordering::Relaxed);
            ended.unwrap_or(Ok(()))
        })
    }

    /// The same, with the results in the order of the tasks. After a task that was stopped there are none.
    pub fn run_in_order<W, T: Send, E: Send>(
        &self,
        prepare: impl Fn() -> Result<W, E> + Sync,
        work: impl Fn(&mut W, usize) -> Result<Option<T>, E> + Sync,
        mut on_result: impl FnMut(T),
    ) -> Result<(), E> {
        let mut early = BTreeMap::new();
        let mut next = 0;
        self.run(prepare, work, |task, result| {
            early.insert(task, result);
            while let Some(result) = early.remove(&next) {
                on_result(result);
                next += 1;
            }
            true
        })
    }

    /// The results in the order of the tasks.
    pub fn results<W, T: Send, E: Send>(
        &self,
        prepare: impl Fn() -> Result<W, E> + Sync,
        work: impl Fn(&mut W, usize) -> Result<Option<T>, E> + Sync,
    ) -> Result<Vec<T>, E> {
        let mut results = Vec::new();
        self.run(prepare, work, |task, result| {
            results.push((task, result));
            true
        })?;
        results.sort_by_key(|(task, _)| *task);
        Ok(results.into_iter().map(|(_, result)| result).collect())
    }
}
