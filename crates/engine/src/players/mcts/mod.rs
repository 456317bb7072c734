//! Monte-Carlo tree search: a tree that grows along promising lines.
//!
//! UCT as in the General Board Game framework, with what helps in Mühle: leaves valued by a heuristic instead of random
//! games, mills in the random games, and proven results, also those that tables know.

mod tables;
mod tree;

use std::f64::consts::SQRT_2;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::endgame::Database;
use crate::game::Game;
use crate::heuristics::EvaluationTable;
use crate::rules::notation::excerpt;
use crate::search::{Progress, RootMove, Score};

use super::rollout::Policy;
use super::{Choice, Computer, Player, PlayerError, PlayerText, Resources, unknown_option};
use tables::{RootMoves, Tables};
use tree::{Node, Tree, best_child};

/// What a leaf of the tree is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Leaf {
    /// The result of a random game, as in the paper.
    Rollout,
    /// The value that alpha-beta has at its horizon.
    #[default]
    Heuristic,
    /// The mean of both.
    Both,
}

impl Leaf {
    /// The weight of exploration that plays best; see docs/methods.md.
    pub const fn usual_k(self) -> f64 {
        match self {
            Leaf::Heuristic => 0.2,
            Leaf::Rollout | Leaf::Both => SQRT_2,
        }
    }
}

/// All settings of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Walks down the tree per move; none for no limit.
    pub iterations: Option<u64>,
    /// Time per move.
    pub time: Option<Duration>,
    /// The weight of exploration in the upper confidence bound.
    pub k: f64,
    /// The tree grows no deeper than this.
    pub tree_depth: usize,
    /// Random games are cut off after this many plies.
    pub rollout_depth: u32,
    /// The memory of the tree in MB. When it is used up the tree stops growing, not the search.
    pub memory: usize,
    /// How random games choose their moves.
    pub policy: Policy,
    /// What a leaf is worth.
    pub leaf: Leaf,
    /// Whether proven wins and losses are passed up the tree.
    pub proofs: bool,
    /// The endgame database is used up to this number of stones; 0 for never.
    pub endgame: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            iterations: None,
            time: None,
            k: Leaf::default().usual_k(),
            tree_depth: 100,
            rollout_depth: 200,
            memory: 256,
            policy: Policy::default(),
            leaf: Leaf::default(),
            proofs: true,
            endgame: 18,
        }
    }
}

impl Options {
    /// Iterations per move when neither their number nor a time is given.
    const DEFAULT_ITERATIONS: u64 = 10_000;
}

/// A player that grows a tree.
pub struct Mcts {
    options: Options,
    evaluation: Option<Arc<EvaluationTable>>,
    resources: Arc<Resources>,
    time_cap: Option<Duration>,
    seed: u64,
    /// The memory of the last tree, for reuse.
    nodes: Vec<Node>,
}

/// The result of a search.
pub struct Findings {
    /// Every legal move with its value for the side that plays it, the best first.
    pub moves: Vec<RootMove>,
    /// Walks down the tree.
    pub iterations: u64,
    /// Plies of random games.
    pub rollout_plies: u64,
}

impl Mcts {
    /// A player with these options. Without a heuristic all leaves are random games.
    pub fn new(options: Options, evaluation: Option<Arc<EvaluationTable>>, resources: &Arc<Resources>) -> Mcts {
        Mcts { options, evaluation, resources: resources.clone(), time_cap: None, seed: 0, nodes: Vec::new() }
    }

    /// From `mcts:iterations=N,time=MS,k=X,treedepth=N,rolloutdepth=N,memory=MB,rollouts=random|mills,
    /// leaf=rollout|heuristic|both,heuristic=NAME,proofs=on|off,endgame=STONES,seed=N`.
    pub(super) fn from_text(text: &PlayerText, resources: &Arc<Resources>) -> Result<Mcts, PlayerError> {
        let mut options = Options::default();
        let (mut heuristic, mut k, mut seed) = (None, None, 0);
        for (key, value) in &text.options {
            let wrong = || PlayerError::Value { kind: "mcts", key: excerpt(key), value: excerpt(value) };
            let number = |min: u64, max: u64| {
                value.parse::<u64>().ok().filter(|number| (min..=max).contains(number)).ok_or_else(wrong)
            };
            match key.as_str() {
                "iterations" => options.iterations = Some(number(1, u64::MAX)?),
                "time" => options.time = Some(Duration::from_millis(number(1, 1 << 40)?)),
                "k" => {
                    k = Some(value.parse().ok().filter(|k| (0.0..=100.0).contains(k)).ok_or_else(wrong)?);
                }
                "treedepth" => options.tree_depth = number(1, 1000)? as usize,
                "rolloutdepth" => options.rollout_depth = number(0, 10_000)? as u32,
                "memory" => options.memory = number(1, 65_536)? as usize,
                "rollouts" => options.policy = value.parse().map_err(|()| wrong())?,
                "leaf" => {
                    options.leaf = match value.as_str() {
                        "rollout" => Leaf::Rollout,
                        "heuristic" => Leaf::Heuristic,
                        "both" => Leaf::Both,
                        _ => return Err(wrong()),
                    }
                }
                "heuristic" => heuristic = Some(value.as_str()),
                "proofs" => {
                    options.proofs = match value.as_str() {
                        "on" => true,
                        "off" => false,
                        _ => return Err(wrong()),
                    }
                }
                "endgame" => options.endgame = number(0, 18)? as usize,
                "seed" => seed = number(0, u64::MAX)?,
                key => return Err(unknown_option("mcts", key)),
            }
        }
        options.k = k.unwrap_or(options.leaf.usual_k());
        if options.leaf != Leaf::Rollout {
            heuristic = heuristic.or(Some(Computer::DEFAULT_HEURISTIC));
        }
        let evaluation = heuristic.map(|name| resources.evaluation(name)).transpose()?;
        Ok(Mcts { seed, ..Mcts::new(options, evaluation, resources) })
    }

    /// Searches until a limit is reached, `stop` is set or the game is solved. None when there is no legal move.
    pub fn search(&mut self, game: &Game, stop: &AtomicBool, progress: &mut dyn FnMut(&Progress)) -> Option<Findings> {
        if game.outcome().is_some() {
            return None;
        }
        let start = Instant::now();
        let time = [self.options.time, self.time_cap].into_iter().flatten().min();
        let deadline = time.and_then(|time| start.checked_add(time));
        let limit = match (self.options.iterations, self.options.time) {
            (Some(iterations), _) => iterations,
            (None, Some(_)) => u64::MAX,
            (None, None) => Options::DEFAULT_ITERATIONS,
        };
        let database: Option<Arc<Database>> =
            (self.options.endgame > 0).then(|| self.resources.endgame(game.removal_rule()));
        let known = match &database {
            Some(database) => Tables::new(game, database, self.options.endgame, time.is_none(), stop),
            None => (Tables::default(), RootMoves::all(game)),
        };
        let nodes = std::mem::take(&mut self.nodes);
        let mut tree = Tree::new(game, &self.options, self.evaluation.as_deref(), known, nodes, self.seed);
        let mut iterations = 0;
        let mut next_report = start + REPORT_EVERY;
        while iterations < limit && tree.root().value.is_none() {
            tree.iterate();
            iterations += 1;
            if iterations % CHECK_EVERY == 0 {
                let now = Instant::now();
                if stop.load(Ordering::Relaxed) || deadline.is_some_and(|deadline| now >= deadline) {
                    break;
                }
                if now >= next_report {
                    next_report = now + REPORT_EVERY;
                    progress(&report(&tree, iterations, now - start));
                }
            }
        }
        progress(&report(&tree, iterations, start.elapsed()));
        let rollout_plies = tree.rollout_plies;
        let moves = tree.ranked();
        self.nodes = tree.into_nodes();
        Some(Findings { moves, iterations, rollout_plies })
    }
}

/// Iterations between two looks at the clock; they take well below a millisecond.
const CHECK_EVERY: u64 = 16;
/// Time between two reports.
const REPORT_EVERY: Duration = Duration::from_millis(200);

fn report(tree: &Tree, iterations: u64, time: Duration) -> Progress {
    let line = tree.line();
    let score = best_child(tree.root_children()).map_or(Score::Draw, |best| tree.score(&tree.root_children()[best]));
    let (depth, max_depth) = (line.len() as u32, tree.max_depth as u32);
    Progress { depth, max_depth, score, nodes: iterations, time, line }
}

impl Player for Mcts {
    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
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
        let findings = self.search(game, stop, progress).ok_or(PlayerError::NoMove)?;
        let best = findings.moves.first().ok_or(PlayerError::NoMove)?;
        Ok(Choice { mv: best.mv, score: Some(best.score), report: None })
    }

    fn opinions(&mut self, game: &Game, stop: &AtomicBool) -> Result<Option<Vec<RootMove>>, PlayerError> {
        Ok(Some(self.search(game, stop, &mut |_| {}).ok_or(PlayerError::NoMove)?.moves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::{EMBEDDED_STONES, Outcome, Value};
    use crate::files::DataFolders;
    use crate::random::Dice;
    use crate::rules::{Color, Position, RemovalRule, Rules};

    fn player(text: &str) -> Mcts {
        let resources = Arc::new(Resources::new(DataFolders::below("no such folder")));
        Mcts::from_text(&text.parse().unwrap(), &resources).unwrap()
    }

    fn game(rule: RemovalRule, position: &str) -> Game {
        Game::from_position(Rules::with_removal(rule), position.parse().unwrap())
    }

    fn search(text: &str, game: &Game) -> Findings {
        findings(&mut player(text), game)
    }

    fn findings(player: &mut Mcts, game: &Game) -> Findings {
        player.search(game, &AtomicBool::new(false), &mut |_| {}).unwrap()
    }

    #[test]
    fn the_same_seed_finds_the_same() {
        let start = Game::default();
        let moves = |seed: u64| search(&format!("mcts:iterations=300,seed={seed}"), &start).moves;
        assert_eq!(moves(1), moves(1));
        assert_ne!(moves(1), moves(2));
        let mut kept = player("mcts:iterations=300,seed=1");
        kept.search(&game(RemovalRule::Any, "a7,d7,f4/b6,b2,d5,c3 w 0 0"), &AtomicBool::new(false), &mut |_| {});
        let again = kept.search(&start, &AtomicBool::new(false), &mut |_| {}).unwrap();
        assert_eq!(again.moves, moves(1), "earlier searches do not matter");
    }

    /// Positions of random games under a rule.
    fn random_positions(rule: RemovalRule, seed: u64) -> impl Iterator<Item = Position> {
        let mut dice = Dice::new(seed);
        let mut position = Position::START;
        std::iter::repeat_with(move || {
            let before = position;
            let moves = position.legal_moves(rule);
            match position.loser() {
                None => position.play_unchecked(moves[dice.below(moves.len() as u32) as usize]),
                Some(_) => position = Position::START,
            }
            before
        })
        .filter(|position| position.loser().is_none())
    }

    #[test]
    fn leaves_are_estimated_unless_random_games_are_asked_for() {
        assert_eq!(player("mcts").options, Options::default());
        assert_eq!((Options::default().leaf, Options::default().k), (Leaf::Heuristic, 0.2));
        let paper = player("mcts:leaf=rollout");
        assert_eq!((paper.options.k, paper.evaluation.is_none()), (SQRT_2, true));
        assert_eq!(player("mcts:k=3,leaf=rollout").options.k, 3.0);
        let plies = |text: &str| search(text, &Game::default()).rollout_plies;
        assert_eq!(plies("mcts:iterations=50"), 0);
        assert!(plies("mcts:iterations=50,leaf=rollout") > 50);
    }

    #[test]
    fn endgame_tables_decide_and_leave_choices_among_draws_to_the_tree() {
        for rule in RemovalRule::BOTH {
            let database = Database::open(None, rule, EMBEDDED_STONES);
            let mut player = player("mcts:iterations=60");
            let (mut won, mut chosen) = (0, 0);
            for position in random_positions(rule, 3).filter(|position| position.hands_are_empty()).take(2000) {
                let Some(solved) = database.solve(&position).unwrap() else { continue };
                let found = findings(&mut player, &game(rule, &position.to_string()));
                assert_eq!(found.moves.len(), solved.moves.len(), "{position}");
                for RootMove { mv, score } in &found.moves {
                    let value = solved.moves.iter().find(|(known, _)| known == mv).unwrap().1;
                    assert_eq!(*score, value.into(), "{position} {mv}");
                }
                assert_eq!(found.moves[0].score, solved.value.into(), "{position}");
                let is_draw = solved.value == Value::Draw;
                assert_eq!(found.iterations, if is_draw { 60 } else { 0 }, "{position}");
                won += usize::from(!is_draw);
                chosen += usize::from(is_draw && solved.moves.iter().any(|(_, value)| *value != Value::Draw));
            }
            assert!(won > 10 && chosen > 3, "{won} {chosen}");
        }
    }

    #[test]
    fn results_of_the_opening_are_kept_and_the_tree_chooses_among_them() {
        for rule in RemovalRule::BOTH {
            let database = Database::open(None, rule, EMBEDDED_STONES);
            let mut player = player("mcts:iterations=40");
            let mut mixed = [0; 3];
            let early = |position: &Position| position.hand(Color::Black) > 4;
            for position in random_positions(rule, 5).filter(early).take(400) {
                let solved = database.outcomes(&position).unwrap().expect("the opening is known");
                let found = findings(&mut player, &game(rule, &position.to_string()));
                assert_eq!(found.moves.len(), solved.moves.len(), "{position}");
                for RootMove { mv, score } in &found.moves {
                    let outcome = solved.moves.iter().find(|(known, _)| known == mv).unwrap().1;
                    assert_eq!(score.value(), Score::from(outcome).value(), "{position} {mv}");
                }
                assert_eq!(found.moves[0].score.value(), Score::from(solved.outcome).value(), "{position}");
                assert_eq!(found.iterations, 40, "{position}: no distance decides");
                mixed[solved.outcome as usize] +=
                    usize::from(solved.moves.iter().any(|(_, outcome)| *outcome < solved.outcome));
            }
            assert_eq!(mixed[Outcome::Loss as usize], 0);
            assert!(mixed[Outcome::Draw as usize] > 20 && mixed[Outcome::Win as usize] > 20, "{mixed:?}");
        }
    }

    #[test]
    fn tables_below_the_root_are_proofs() {
        for rule in RemovalRule::BOTH {
            let database = Database::open(None, rule, EMBEDDED_STONES);
            let unknown = |position: &Position| {
                let stones = position.own().len() + position.enemy().len();
                position.hands_are_empty() && stones == usize::from(EMBEDDED_STONES) + 1
            };
            let mut players = ["mcts:iterations=1", "mcts:iterations=1,proofs=off"].map(player);
            let mut proved = 0;
            for position in random_positions(rule, 7).filter(unknown).take(60) {
                let known = |mv| database.probe(&position.after(mv)).unwrap();
                let legal = position.legal_moves(rule);
                let win = legal.into_iter().filter_map(known).map(Value::before_move).max();
                let Some(win @ Value::Win(_)) = win else { continue };
                let found = findings(&mut players[0], &game(rule, &position.to_string()));
                assert_eq!((found.moves[0].score, found.iterations), (win.into(), 0), "{position}");
                assert_eq!(findings(&mut players[1], &game(rule, &position.to_string())).iterations, 1);
                proved += 1;
            }
            assert!(proved > 3, "{proved}");
        }
    }

    #[test]
    fn wins_are_proven_and_played() {
        for rule in RemovalRule::BOTH {
            // d7-a7 closes a mill and leaves black two stones.
            let win = game(rule, "a1,a4,d7/b2,d2,e3 w 0 0");
            let found = search("mcts:iterations=2000,endgame=0", &win);
            assert_eq!(found.moves[0].score, Score::Win(1));
            assert!(found.iterations < 2000, "a solved game needs no further search");
            // White is lost: black has two ways to close a mill, and only one can be blocked.
            let lost = game(rule, "b6,d2,f4/a1,a4,d7,g7,e3 w 0 0");
            let found = search("mcts:iterations=60000,endgame=0", &lost);
            assert!(found.moves[0].score.value() < 0.0);
        }
    }

    #[test]
    fn without_proofs_it_still_finds_the_win() {
        let win = game(RemovalRule::Never, "a1,a4,d7/b2,d2,e3 w 0 0");
        let found = search("mcts:iterations=2000,endgame=0,proofs=off,rollouts=random", &win);
        assert_eq!(found.iterations, 2000);
        assert!(win.position().after(found.moves[0].mv).loser().is_some());
    }

    #[test]
    fn limits_are_obeyed() {
        let mut bounded = player("mcts:iterations=50000,memory=1,rolloutdepth=4");
        let found = bounded.search(&Game::default(), &AtomicBool::new(false), &mut |_| {}).unwrap();
        assert_eq!(found.iterations, 50_000);
        assert!(bounded.nodes.len() * size_of::<Node>() <= 1 << 20);
        let mut flat = player("mcts:iterations=3000,treedepth=1");
        flat.search(&Game::default(), &AtomicBool::new(false), &mut |_| {});
        assert_eq!(flat.nodes.len(), 25, "the root and its children");
        let stopped = player("mcts:time=3600000").search(&Game::default(), &AtomicBool::new(true), &mut |_| {});
        assert_eq!(stopped.unwrap().iterations, CHECK_EVERY);
        assert!(
            player("mcts")
                .search(&game(RemovalRule::Any, "a7,d7/b6,b2,d5 w 0 0"), &AtomicBool::new(false), &mut |_| {})
                .is_none()
        );
    }

    #[test]
    fn every_leaf_has_an_opinion_on_every_move() {
        let start = Game::default();
        for leaf in ["rollout", "heuristic", "both"] {
            let mut player = player(&format!("mcts:iterations=500,leaf={leaf}"));
            let opinions = player.opinions(&start, &AtomicBool::new(false)).unwrap().unwrap();
            assert_eq!(opinions.len(), 24);
            assert!(opinions.iter().all(|opinion| opinion.score.value().abs() < 1.0));
        }
    }
}
