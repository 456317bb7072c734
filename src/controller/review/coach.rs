//! The coach: a thread that judges single moves, before they count or when somebody tries to do better.

use std::sync::Arc;

use crate::controller::worker::{Desk, Waker, Worker, give_way};
use muehle_engine::players::Resources;
use muehle_engine::review::{Effort, Judge, JudgedMove, Values};
use muehle_engine::rules::{Move, Position, RemovalRule};

/// What is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Question {
    /// The position.
    pub position: Position,
    /// The removal rule of the game.
    pub rule: RemovalRule,
    /// The move to judge; none to value all moves in advance.
    pub mv: Option<Move>,
    /// How much is searched.
    pub effort: Effort,
}

/// An answer; without a judgement if there is none, because the move is not legal or no heuristic can be loaded.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The position.
    pub position: Position,
    /// The move.
    pub mv: Move,
    /// What is to be said about it.
    pub judged: Option<JudgedMove>,
}

/// The thread as its owner sees it.
pub struct Coach {
    worker: Worker<Question, Verdict>,
    last: Option<Question>,
}

impl Coach {
    /// Starts the thread. `waker` is called when there is something to fetch with [`Coach::poll`].
    pub fn start(resources: Arc<Resources>, waker: Waker) -> Coach {
        let worker = Worker::start("coach", waker, move |desk| {
            give_way();
            work(&resources, desk);
        });
        Coach { worker, last: None }
    }

    /// Asks something. A question about another position ends the last one; the same one again changes nothing.
    pub fn ask(&mut self, question: Question) {
        if self.last == Some(question) {
            return;
        }
        let follows = |last: Question| (last.position, last.rule) == (question.position, question.rule);
        if !self.last.is_some_and(follows) {
            self.worker.stop();
        }
        self.last = Some(question);
        self.worker.give(question);
    }

    /// Whatever was asked is no longer wanted.
    pub fn forget(&mut self) {
        if self.last.take().is_some() {
            self.worker.stop();
        }
    }

    /// The next answer. Never waits.
    pub fn poll(&mut self) -> Option<Verdict> {
        let verdict = self.worker.answers().next();
        if verdict.is_some() {
            // The same may be asked again.
            self.last = self.last.filter(|last| last.mv.is_none());
        }
        verdict
    }
}

fn work(resources: &Resources, mut desk: Desk<Question, Verdict>) {
    let mut judge: Option<Judge> = None;
    let mut known: Option<(Position, Effort, Values)> = None;
    while let Some(Question { position, rule, mv, effort }) = desk.next() {
        // The tables may have grown since, so every question that is not about the same position begins anew.
        let fits = known.as_ref().is_some_and(|(of, by, _)| (*of, *by) == (position, effort));
        if !fits || judge.as_ref().is_none_or(|judge| judge.rule() != rule) {
            known = None;
            judge = Judge::new(resources, rule, effort).ok();
        }
        let judged = judge.as_mut().and_then(|judge| {
            let stop = desk.stop();
            if known.is_none() {
                known = Some((position, effort, judge.values(&position, stop)?));
            }
            let (_, _, values) = known.as_ref()?;
            judge.judge_among(values, &position, mv?, None, stop)
        });
        // A question that was stopped has no answer.
        if let Some(mv) = mv.filter(|_| !desk.is_stopped()) {
            desk.say(Verdict { position, mv, judged });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controller::testing::{silent, until};
    use muehle_engine::files::DataFolders;

    #[test]
    fn moves_are_judged_whether_or_not_their_position_was_prepared() {
        let resources = Arc::new(Resources::new(DataFolders::below("no such folder")));
        let mut coach = Coach::start(resources, silent());
        let position: Position = "a7,d7,g4/b6,d6,f2 w 0 0".parse().unwrap();
        let question = Question { position, rule: RemovalRule::Never, mv: None, effort: Effort::COACH };
        coach.ask(question);
        let mut judged = |mv: &str| {
            coach.ask(Question { mv: Some(mv.parse().unwrap()), ..question });
            let mut verdict = None;
            until(|| {
                verdict = coach.poll();
                verdict.is_some()
            });
            verdict.unwrap().judged
        };
        assert!(judged("g4-g1").is_some_and(|judged| judged.class.is_mistake()));
        assert!(judged("g4-g7xf2").is_some_and(|judged| !judged.class.is_fault()));
        assert!(judged("g4-g1").is_some(), "the same can be asked again");
        assert!(judged("a1").is_none(), "an illegal move has no judgement");
    }
}
