//! Why a position has its value, found out beside the window: what its features contribute, and the tree of a shallow
//! search.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::worker::{BackgroundTask, Waker};
use muehle_engine::heuristics::{Explanation, LoadError};
use muehle_engine::players::Resources;
use muehle_engine::rules::{Position, Rules};
use muehle_engine::search::Tree;

/// What somebody wants to know.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The position.
    pub position: Position,
    /// The rules.
    pub rules: Rules,
    /// Whose value it is.
    pub heuristic: String,
    /// How deep the search is.
    pub depth: u32,
}

/// The answer.
#[derive(Debug)]
pub struct Reasons {
    /// What the features contribute to the heuristic's value.
    pub explanation: Explanation,
    /// The search.
    pub tree: Option<Tree>,
}

type Found = Result<Reasons, LoadError>;

/// Answers one question at a time.
pub struct Explainer {
    resources: Arc<Resources>,
    waker: Waker,
    question: Option<Question>,
    task: Option<BackgroundTask<Found>>,
    found: Option<Found>,
}

impl Explainer {
    /// Nothing is asked yet. `waker` is called when there is an answer.
    pub fn new(resources: Arc<Resources>, waker: Waker) -> Explainer {
        Explainer { resources, waker, question: None, task: None, found: None }
    }

    /// Asks a question, or none any more, and takes in the answer. Asking the same again changes nothing.
    pub fn ask(&mut self, question: Option<Question>) {
        if self.question != question {
            self.found = None;
            self.task = question.clone().map(|question| {
                let resources = self.resources.clone();
                BackgroundTask::start("explainer", self.waker.clone(), move || answer(&question, &resources))
            });
            self.question = question;
        }
        if let Some(found) = self.task.as_ref().and_then(BackgroundTask::poll) {
            self.task = None;
            self.found = found.ok();
        }
    }

    /// What was found out about the question that was asked last.
    pub fn found(&self) -> Option<&Found> {
        self.found.as_ref()
    }
}

fn answer(question: &Question, resources: &Resources) -> Found {
    let evaluation = resources.evaluation(&question.heuristic)?;
    let never = AtomicBool::new(false);
    Ok(Reasons {
        explanation: evaluation.heuristic().explain(&question.position),
        tree: Tree::of(&question.position, &question.rules, &evaluation, question.depth, &never),
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{silent, until};
    use super::*;
    use muehle_engine::files::DataFolders;

    #[test]
    fn questions_are_answered_one_after_the_other() {
        let resources = Arc::new(Resources::new(DataFolders::below("no such folder")));
        let mut explainer = Explainer::new(resources, silent());
        let mut ask = |heuristic: &str, depth: u32| {
            let (position, rules, heuristic) = (Position::START, Rules::default(), heuristic.to_owned());
            let question = Some(Question { position, rules, heuristic, depth });
            until(|| {
                explainer.ask(question.clone());
                explainer.found().is_some()
            });
            match explainer.found() {
                Some(Ok(reasons)) => Ok(reasons.tree.as_ref().map_or(0, |tree| tree.depth)),
                found => Err(format!("{found:?}")),
            }
        };
        assert_eq!(ask("Standard", 2), Ok(2));
        assert_eq!(ask("Multi", 3), Ok(3));
        assert!(ask("Nobody", 1).unwrap_err().contains("Unknown"));
        assert_eq!(ask("Standard", 1), Ok(1));
        explainer.ask(None);
        assert!(explainer.found().is_none());
    }
}
