//! The computer: alpha-beta with a heuristic and the endgame database.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

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
    time_cap: Option<Duration>,
    options: Options,
    /// The heuristic is looked up again by this name before every move, in case it has learned meanwhile.
    heuristic: Option<String>,
    evaluation: Arc<EvaluationTable>,
    resources: Arc<Resources>,
    /// What values positions instead of the heuristic.
    estimators: Option<Estimators>,
    /// Keeps its table from move to move. The rule is the one it was made for.
    searcher: Option<(RemovalRule, Searcher)>,
}

impl Computer {
    /// The heuristic of a player that names none.
    pub const DEFAULT_HEURISTIC: &str = "Meister";

    /// A computer with this heuristic, which never changes.
    pub fn new(
        evaluation: Arc<EvaluationTable>,
        limits: Limits,
        options: Options,
        resources: &Arc<Resources>,
    ) -> Computer {
        Computer {
            limits,
            time_cap: None,
            options,
            heuristic: None,
            evaluation,
            resources: resources.clone(),
            estimators: None,
            searcher: None,
        }
    }

    /// From `computer:heuristic=NAME,level=…,depth=N,time=MS,nodes=N` and every switch of the search. Options count in
    /// their order, so that a level comes first and single switches change it.
    pub(crate) fn from_text(text: &PlayerText, resources: &Arc<Resources>) -> Result<Computer, PlayerError> {
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
        let computer = Computer::new(resources.evaluation(heuristic)?, limits, options, resources);
        Ok(Computer { heuristic: Some(heuristic.to_owned()), ..computer })
    }

    /// A search that values positions by something other than a heuristic. The text has the options of a computer except
    /// those that choose its heuristic; without any limit it searches to `depth`.
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
        // Quiescence would make it search deeper than asked, so it is off unless the text says otherwise.
        if !text.options.iter().any(|(key, _)| key == "quiescence" || key == "q") {
            text = text.with("quiescence", 0);
        }
        let computer = Computer::from_text(&text, resources).map_err(|error| match error {
            PlayerError::UnknownOption { key, .. } => unknown_option(kind, &key),
            error => error,
        })?;
        Ok(Computer { estimators: Some(estimators), ..computer })
    }

    /// The same search for estimators that value the mirror images of a position differently.
    pub(super) fn without_symmetry(mut self) -> Computer {
        self.options.symmetry = false;
        self
    }

    fn knowledge(&self, rule: RemovalRule) -> Knowledge {
        let endgame = (self.options.endgame > 0).then(|| self.resources.endgame(rule));
        let estimator = self.estimators.as_ref().map(|make| make(rule, self.options.seed));
        Knowledge { evaluation: self.evaluation.clone(), estimator, endgame }
    }

    /// The searcher of the last move, or a new one if the rule, the heuristic or the endgame tables have changed.
    fn searcher(&mut self, rule: RemovalRule) -> &mut Searcher {
        // A heuristic that can no longer be loaded stays as it was.
        if let Some(Ok(current)) = self.heuristic.as_ref().map(|name| self.resources.evaluation(name)) {
            self.evaluation = current;
        }
        let endgame = (self.options.endgame > 0).then(|| self.resources.endgame(rule));
        let kept = self.searcher.take().filter(|(known, searcher)| {
            let Knowledge { evaluation, endgame: tables, .. } = searcher.knowledge();
            *known == rule
                && Arc::ptr_eq(evaluation, &self.evaluation)
                && tables.as_ref().map(Arc::as_ptr) == endgame.as_ref().map(Arc::as_ptr)
        });
        let new = || (rule, Searcher::new(self.knowledge(rule), self.options.clone()));
        let kept = kept.unwrap_or_else(new);
        &mut self.searcher.insert(kept).1
    }

    fn limits(&self) -> Limits {
        Limits { time: [self.limits.time, self.time_cap].into_iter().flatten().min(), ..self.limits }
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
            // The estimator depends on the seed.
            self.searcher = None;
        } else if let Some((_, searcher)) = &mut self.searcher {
            // Clears the table instead of making a new one.
            searcher.set_options(self.options.clone());
            searcher.new_game();
        }
    }

    fn set_time_cap(&mut self, at_most: Option<Duration>) {
        self.time_cap = at_most;
    }

    fn choose(
        &mut self,
        game: &Game,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Choice, PlayerError> {
        let limits = self.limits();
        let report = self.searcher(game.removal_rule()).search(game, &limits, stop, progress);
        let mv = report.best.ok_or(PlayerError::NoMove)?;
        Ok(Choice { mv, score: Some(report.score), report: Some(report) })
    }

    fn opinions(&mut self, game: &Game, stop: &AtomicBool) -> Result<Option<Vec<RootMove>>, PlayerError> {
        // A separate searcher: other options would clear the table of the one that plays.
        let options = Options { all_moves: true, ..self.options.clone() };
        let report =
            Searcher::new(self.knowledge(game.removal_rule()), options).search(game, &self.limits(), stop, &mut |_| {});
        Ok(Some(report.moves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::DataFolders;
    use crate::heuristics::Heuristic;
    use crate::search::Variant;

    #[test]
    fn it_keeps_its_table_until_the_heuristic_or_the_endgame_tables_change() {
        let resources = Arc::new(Resources::new(DataFolders::below("no such folder")));
        let text = "computer:heuristic=standard,depth=2".parse().unwrap();
        let mut computer = Computer::from_text(&text, &resources).unwrap();
        let rule = RemovalRule::Never;
        // A searcher whose options were changed is recognised by them.
        let mut is_new = |resources: &Resources, change: &dyn Fn(&Resources)| {
            computer.options.seed = 1;
            computer.searcher(rule).set_options(Options { seed: 2, ..Options::default() });
            change(resources);
            computer.searcher(rule).options().seed == 1
        };
        assert!(!is_new(&resources, &|_| {}));
        assert!(is_new(&resources, &|resources| {
            resources.use_evaluation(Arc::new(EvaluationTable::new(Heuristic::standard())));
        }));
        assert!(is_new(&resources, &|resources| resources.forget_endgame(rule)));
        assert!(!is_new(&resources, &|resources| resources.forget_endgame(RemovalRule::Any)));
    }

    #[test]
    fn it_searches_like_every_variant_of_the_paper_with_any_limit() {
        let resources = Arc::new(Resources::new(DataFolders::below("no such folder")));
        let computer = |text: &str| Computer::from_text(&text.parse().unwrap(), &resources);
        for variant in Variant::all() {
            for limit in ["time=1", "nodes=100", "depth=2"] {
                let text = format!("computer:variant={},{limit},heuristic=standard,seed=3", variant.key);
                let mut computer = computer(&text).unwrap();
                let expected = Options { seed: 3, hash: computer.options.hash, ..variant.options.clone() };
                assert_eq!(computer.options, expected, "{text}");
                assert!(computer.best_move(&Game::default()).is_ok(), "{text}");
            }
        }
        assert!(matches!(computer("computer:variant=nonsense"), Err(PlayerError::Option(OptionError::Variant(_)))));
    }
}
