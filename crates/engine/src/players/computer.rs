//! The computer: alpha-beta with a heuristic and the endgame database.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::game::Game;
use crate::heuristics::EvaluationTable;
use crate::rules::RemovalRule;
use crate::rules::notation::excerpt;
use crate::search::{Estimator, Knowledge, Level, Limits, OptionError, Options, Progress, RootMove, Searcher};

use super::{Choice, Player, PlayerError, PlayerText, Resources, unknown_option};

/// Makes the estimator for a removal rule and a game's seed.
pub(super) type Estimators = Box<dyn Fn(RemovalRule, u64) -> Arc<dyn Estimator> + Send>;

/// A player that searches.
pub struct Computer {
    limits: Limits,
    options: Options,
    evaluation: Arc<EvaluationTable>,
    resources: Arc<Resources>,
    /// What values positions in place of the heuristic.
    estimators: Option<Estimators>,
    /// Keeps its table from move to move; the rule it was made for.
    searcher: Option<(RemovalRule, Searcher)>,
}

impl Computer {
    /// The heuristic of a player that names none.
    pub const DEFAULT_HEURISTIC: &str = "Meister";

    /// A computer with this heuristic.
    pub fn new(
        evaluation: Arc<EvaluationTable>,
        limits: Limits,
        options: Options,
        resources: &Arc<Resources>,
    ) -> Computer {
        Computer { limits, options, evaluation, resources: resources.clone(), estimators: None, searcher: None }
    }

    /// From `computer:heuristic=NAME,level=…,depth=N,time=MS,nodes=N` and every switch of the search. Options count in
    /// their order, so that a level comes first and single switches change it.
    pub(super) fn from_text(text: &PlayerText, resources: &Arc<Resources>) -> Result<Computer, PlayerError> {
        let mut heuristic = Computer::DEFAULT_HEURISTIC;
        let (mut options, mut limits) = (Options::default(), None::<Limits>);
        for (key, value) in &text.options {
            match key.as_str() {
                "heuristic" => heuristic = value,
                "level" => {
                    let unknown = |_| PlayerError::Value { kind: "computer", key: excerpt(key), value: excerpt(value) };
                    let level: Level = value.parse().map_err(unknown)?;
                    (options, limits) = (level.options(options.seed), Some(level.limits()));
                }
                _ => {
                    let mut changed = limits.unwrap_or_default();
                    if changed.set(key, value)? {
                        limits = Some(changed);
                        continue;
                    }
                    options.set(key, value).map_err(|error| match error {
                        OptionError::Unknown(key) => unknown_option("computer", &key),
                        error => error.into(),
                    })?;
                }
            }
        }
        let limits = limits.filter(|limits| *limits != Limits::default()).unwrap_or_else(|| Level::default().limits());
        if text.get("hash").is_none() {
            options.hash = options.hash.min(useful_hash(&limits));
        }
        Ok(Computer::new(resources.evaluation(heuristic)?, limits, options, resources))
    }

    /// A search that values positions by something else than a heuristic. The text has the options of a computer but
    /// for those that choose its heuristic; without any limit it searches to `depth`.
    pub(super) fn estimating(
        kind: &'static str,
        mut text: PlayerText,
        depth: u32,
        resources: &Arc<Resources>,
        estimators: Estimators,
    ) -> Result<Computer, PlayerError> {
        if let Some((key, _)) = text.options.iter().find(|(key, _)| key == "heuristic" || key == "level") {
            return Err(unknown_option(kind, key));
        }
        let has_limit = |(key, _): &(String, String)| ["depth", "d", "time", "t", "nodes"].contains(&key.as_str());
        if !text.options.iter().any(has_limit) {
            text = text.with("depth", depth);
        }
        // Looking on at the horizon would make one ply more of it; who wants that says so.
        if !text.options.iter().any(|(key, _)| key == "quiescence" || key == "q") {
            text = text.with("quiescence", 0);
        }
        let computer = Computer::from_text(&text, resources).map_err(|error| match error {
            PlayerError::UnknownOption { key, .. } => PlayerError::UnknownOption { kind, key },
            error => error,
        })?;
        Ok(Computer { estimators: Some(estimators), ..computer })
    }

    /// The same search, with the images of a position not taken for one: for estimators that tell them apart.
    pub(super) fn without_symmetry(mut self) -> Computer {
        self.options.symmetry = false;
        self
    }

    fn knowledge(&self, rule: RemovalRule) -> Knowledge {
        let endgame = (self.options.endgame > 0).then(|| self.resources.endgame(rule));
        let estimator = self.estimators.as_ref().map(|make| make(rule, self.options.seed));
        Knowledge { evaluation: self.evaluation.clone(), estimator, endgame }
    }

    fn searcher(&mut self, rule: RemovalRule) -> &mut Searcher {
        if self.searcher.as_ref().is_none_or(|(known, _)| *known != rule) {
            self.searcher = Some((rule, Searcher::new(self.knowledge(rule), self.options.clone())));
        }
        let (_, searcher) = self.searcher.as_mut().expect("made above");
        searcher
    }
}

/// The size in MB beyond which a table does not pay: a shallow search visits few positions, and clearing a large table
/// for every game would take longer than the game.
fn useful_hash(limits: &Limits) -> usize {
    match limits.depth {
        Some(..=5) => 1,
        Some(6..=7) => 4,
        Some(8..=9) => 16,
        _ => usize::MAX,
    }
}

impl Player for Computer {
    fn new_game(&mut self, seed: u64) {
        self.options.seed = seed;
        if self.estimators.is_some() {
            // It follows from the seed.
            self.searcher = None;
        } else if let Some((_, searcher)) = &mut self.searcher {
            // Clears the table instead of making a new one.
            searcher.set_options(self.options.clone());
            searcher.new_game();
        }
    }

    fn choose(
        &mut self,
        game: &Game,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Choice, PlayerError> {
        let limits = self.limits;
        let report = self.searcher(game.removal_rule()).search(game, &limits, stop, progress);
        let mv = report.best.ok_or(PlayerError::NoMove)?;
        Ok(Choice { mv, score: Some(report.score), report: Some(report) })
    }

    fn opinions(&mut self, game: &Game, stop: &AtomicBool) -> Result<Option<Vec<RootMove>>, PlayerError> {
        // A searcher of its own: the one that plays keeps its table, which other options would clear.
        let options = Options { all_moves: true, ..self.options.clone() };
        let report =
            Searcher::new(self.knowledge(game.removal_rule()), options).search(game, &self.limits, stop, &mut |_| {});
        Ok(Some(report.moves))
    }
}
