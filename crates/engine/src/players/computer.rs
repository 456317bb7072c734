//! The computer: alpha-beta with a heuristic and the endgame database.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::game::Game;
use crate::heuristics::EvaluationTable;
use crate::rules::RemovalRule;
use crate::search::{Estimator, Knowledge, Limits, OptionError, Options, Progress, RootMove, Searcher, share, switch};

use super::oversight::moves_in_sight;
use super::{Choice, Player, PlayerError, PlayerText, Resources, unknown_option};

/// Makes the estimator for a removal rule and a game's seed.
pub(super) type Estimators = Box<dyn Fn(RemovalRule, u64) -> Arc<dyn Estimator> + Send>;

/// A player that searches.
pub struct Computer {
    limits: Limits,
    time_cap: Option<Duration>,
    options: Options,
    /// The share of the points far from the last move that it overlooks.
    oversight: f64,
    /// Whether it captures whenever it can.
    greedy: bool,
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
    /// How long a player without any limit thinks about a move.
    pub const DEFAULT_TIME: Duration = Duration::from_secs(1);

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
            oversight: 0.0,
            greedy: false,
            heuristic: None,
            evaluation,
            resources: resources.clone(),
            estimators: None,
            searcher: None,
        }
    }

    /// From `computer:heuristic=NAME,depth=N,time=MS,nodes=N,oversight=X,greedy=on` and every switch of the search.
    pub(crate) fn from_text(text: &PlayerText, resources: &Arc<Resources>) -> Result<Computer, PlayerError> {
        let name = heuristic_of(text);
        let computer = Computer::with_evaluation(text, resources.evaluation(name)?, resources)?;
        Ok(Computer { heuristic: Some(name.to_owned()), ..computer })
    }

    /// The same with the heuristic that comes with the program, even if the user's folder has another of its name.
    pub(super) fn from_recipe(text: &PlayerText, resources: &Arc<Resources>) -> Result<Computer, PlayerError> {
        Computer::with_evaluation(text, resources.shipped_evaluation(heuristic_of(text))?, resources)
    }

    fn with_evaluation(
        text: &PlayerText,
        evaluation: Arc<EvaluationTable>,
        resources: &Arc<Resources>,
    ) -> Result<Computer, PlayerError> {
        let (mut options, mut limits) = (Options::default(), Limits::default());
        let (mut oversight, mut greedy) = (0.0, false);
        for (key, value) in &text.options {
            match key.as_str() {
                "heuristic" => {}
                "oversight" => oversight = share(key, value)?,
                "greedy" => greedy = switch(key, value)?,
                _ if limits.set(key, value)? => {}
                _ => options.set(key, value).map_err(|error| match error {
                    OptionError::Unknown(key) => unknown_option("computer", &key),
                    error => error.into(),
                })?,
            }
        }
        if limits == Limits::default() {
            limits.time = Some(Computer::DEFAULT_TIME);
        }
        if text.get("hash").is_none() {
            options.hash = options.hash.min(useful_hash(&limits));
        }
        Ok(Computer { oversight, greedy, ..Computer::new(evaluation, limits, options, resources) })
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
        if text.get("heuristic").is_some() {
            return Err(unknown_option(kind, "heuristic"));
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

    /// Takes the heuristic as it is now. One that can no longer be loaded stays as it was.
    fn follow_heuristic(&mut self) {
        if let Some(Ok(current)) = self.heuristic.as_ref().map(|name| self.resources.evaluation(name)) {
            self.evaluation = current;
        }
    }

    /// The searcher of the last move, or a new one if the rule, the heuristic or the endgame tables have changed.
    fn searcher(&mut self, rule: RemovalRule) -> &mut Searcher {
        self.follow_heuristic();
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

fn heuristic_of(text: &PlayerText) -> &str {
    text.get("heuristic").unwrap_or(Computer::DEFAULT_HEURISTIC)
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
        // An empty list means all moves.
        let seen = match self.oversight > 0.0 || self.greedy {
            true => moves_in_sight(game, self.oversight, self.greedy, self.options.seed),
            false => Vec::new(),
        };
        let report = self.searcher(game.removal_rule()).search_among(game, &seen, &limits, stop, progress);
        let mv = report.best.ok_or(PlayerError::NoMove)?;
        Ok(Choice { mv, score: Some(report.score), report: Some(report) })
    }

    fn opinions(&mut self, game: &Game, stop: &AtomicBool) -> Result<Option<Vec<RootMove>>, PlayerError> {
        self.follow_heuristic();
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
    use crate::rules::Rules;
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
    fn the_database_and_the_shapes_are_switched_separately() {
        let resources = Arc::new(Resources::new(DataFolders::below("no such folder")));
        let position = "a7,d7,f4,e5,c3,d3,b2,g1/g7,d6,f6,c5,a4,b4,e4,d1 w 0 0".parse().unwrap();
        let game = Game::from_position(Rules::default(), position);
        let score = |options: &str| {
            let text = format!("computer:depth=2,{options}").parse().unwrap();
            let mut computer = Computer::from_text(&text, &resources).unwrap();
            computer.choose(&game, &AtomicBool::new(false), &mut |_| {}).unwrap().score.unwrap()
        };
        // No table reaches this far, so the database changes nothing, and the shapes do with and without it.
        assert_eq!(score("endgame=0"), score("endgame=8"));
        assert_eq!(score("endgame=0,shapes=off"), score("endgame=8,shapes=off"));
        assert_ne!(score("endgame=0"), score("endgame=0,shapes=off"));
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
