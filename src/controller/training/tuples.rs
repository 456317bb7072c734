//! An n-tuple network that learns from games against itself.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Answer;
use super::controls::Controls;
use super::strength::{MATCH_ENDGAME, Pace, measure};
use muehle_engine::learn::arena::Pair;
use muehle_engine::learn::td_ntuple::{self, Schedule, TrainingSettings};
use muehle_engine::learn::{LearnError, TrainingLock, create_player};
use muehle_engine::players::ntuple::tuples::TupleChoice;
use muehle_engine::players::ntuple::{self, NTuples, TrainingNotes};
use muehle_engine::players::{PlayerError, PlayerText, Resources};
use muehle_engine::rules::{RemovalRule, Rules};

/// Which points are looked at together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TuplePatterns {
    /// The 16 mills.
    Mills,
    /// The mills with the points from which a stone can slide into them.
    Surroundings,
    /// These and the rings.
    Rings,
    /// These and random walks.
    Walks,
    /// Random walks alone.
    OnlyWalks,
}

impl TuplePatterns {
    /// All choices, the smallest first.
    pub const ALL: [TuplePatterns; 5] = [
        TuplePatterns::Mills,
        TuplePatterns::Surroundings,
        TuplePatterns::Rings,
        TuplePatterns::Walks,
        TuplePatterns::OnlyWalks,
    ];

    /// Whether random walks are among them.
    pub const fn has_walks(self) -> bool {
        matches!(self, TuplePatterns::Walks | TuplePatterns::OnlyWalks)
    }
}

/// How an n-tuple network is trained.
#[derive(Clone, Debug, PartialEq)]
pub struct TuplePlan {
    /// The name of the network.
    pub name: String,
    /// Which points are looked at together; an existing network that is trained on keeps its own.
    pub patterns: TuplePatterns,
    /// The number of random walks, if the patterns have any.
    pub walks: u16,
    /// The points of each.
    pub length: u16,
    /// Whether an existing network is replaced by a new one instead of trained on.
    pub replaces: bool,
    /// Games.
    pub games: u64,
    /// The weight of the result of a game.
    pub lambda: f64,
    /// The learning rate at the first and the last game.
    pub alpha: [f64; 2],
    /// The share of random moves at the first and the last game.
    pub epsilon: [f64; 2],
    /// Random plies at the beginning of a game, at most.
    pub openings: u32,
    /// Whether each weight has its own learning rate.
    pub coherence: bool,
    /// Whether the endgame tables end games.
    pub endgame: bool,
    /// The removal rule.
    pub rule: RemovalRule,
    /// What everything random follows from.
    pub seed: u64,
}

impl Default for TuplePlan {
    fn default() -> TuplePlan {
        TuplePlan {
            name: String::new(),
            patterns: TuplePatterns::Rings,
            walks: 6,
            length: 7,
            replaces: false,
            games: 50_000,
            lambda: 0.6,
            alpha: [0.2, 0.01],
            epsilon: [0.1, 0.02],
            openings: 8,
            coherence: false,
            endgame: true,
            rule: RemovalRule::Never,
            seed: 1,
        }
    }
}

/// The file is not written more often than this.
const SAVE_EVERY: Duration = Duration::from_secs(60);
/// How deep both players of a match search that measures the strength.
const MATCH_DEPTH: u32 = 2;
/// The tables are used up to this many stones.
const ENDGAME_STONES: usize = 8;

impl TuplePlan {
    /// The most random walks; other patterns need room too.
    pub const MAX_WALKS: u16 = 56;
    /// The most points of a walk.
    pub const MAX_LENGTH: u16 = 10;

    /// The patterns as the command line writes them.
    pub fn tuples(&self) -> String {
        let TuplePlan { walks, length, .. } = self;
        match self.patterns {
            TuplePatterns::Mills => "mills".to_owned(),
            TuplePatterns::Surroundings => "surroundings".to_owned(),
            TuplePatterns::Rings => "surroundings,rings".to_owned(),
            TuplePatterns::Walks => format!("surroundings,rings,walks={walks}x{length}"),
            TuplePatterns::OnlyWalks => format!("walks={walks}x{length}"),
        }
    }

    /// The command that trains the same network.
    fn command(&self, goes_on: bool) -> String {
        let TuplePlan { name, games, lambda, alpha: [first, last], openings, rule, seed, .. } = self;
        let [epsilon, last_epsilon] = self.epsilon;
        let begin = if goes_on { format!("--from {name}") } else { format!("--tuples {}", self.tuples()) };
        let coherence = if self.coherence { " --coherence" } else { "" };
        let stones = if self.endgame { ENDGAME_STONES } else { 0 };
        format!(
            "muehle train-ntuple {name} {begin} --games {games} --lambda {lambda} --alpha {first},{last} \
             --epsilon {epsilon},{last_epsilon}{coherence} --openings {openings} --endgame {stones} --rules {rule} \
             --seed {seed}"
        )
    }
}

/// The network against Standard, both with the same shallow search.
fn players(network: NTuples, resources: &Arc<Resources>) -> impl Fn() -> Result<Pair, PlayerError> + Sync {
    let (network, resources) = (Arc::new(network), resources.clone());
    move || {
        let text = |kind: &str| PlayerText::new(kind).with("depth", MATCH_DEPTH).with("q", 0).with("hash", 1);
        let text = |kind: &str| text(kind).with("endgame", MATCH_ENDGAME).with("opening", "off");
        let standard = text("computer").with("heuristic", "Standard").with("radius", 0.05);
        let own = ntuple::player_with(network.clone(), &text("ntuple"), &resources)?;
        Ok([Box::new(own), create_player(&standard, &resources)?])
    }
}

/// Trains until all games are played or it is stopped, saves the network and returns the number of games.
pub(super) fn train(
    plan: &TuplePlan,
    resources: &Arc<Resources>,
    controls: &Controls,
    say: &dyn Fn(Answer),
) -> Result<u64, LearnError> {
    let folder = resources.folders().heuristics();
    // An invalid name is refused before the work, not after it.
    let goes_on = ntuple::own_path(&plan.name, &folder)?.exists() && !plan.replaces;
    let _lock = TrainingLock::acquire(&folder, &plan.name)?;
    let mut network = match goes_on {
        true => ntuple::load(&plan.name, &folder)?,
        false => {
            let choice: TupleChoice = plan.tuples().parse().unwrap_or_default();
            NTuples::new(choice.tuples(plan.seed))
        }
    };
    let settings = TrainingSettings {
        games: plan.games,
        rule: plan.rule,
        lambda: plan.lambda,
        alpha: Schedule { first: plan.alpha[0], last: plan.alpha[1] },
        epsilon: Schedule { first: plan.epsilon[0], last: plan.epsilon[1] },
        coherence: plan.coherence,
        opening_plies: plan.openings,
        endgame: plan.endgame.then(|| (resources.endgame(plan.rule), ENDGAME_STONES)),
        seed: plan.seed,
    };
    ntuple::keep_backup(&plan.name, &folder)?;
    let notes = |network: &NTuples, played: u64| {
        let end = if played < plan.games { format!(" (stopped after {played} games)") } else { String::new() };
        TrainingNotes { games: network.notes.games + played, command: plan.command(goes_on) + &end }
    };
    let mut saved = Instant::now();
    let mut pace = Pace::default();
    let measure_now = |pace: &mut Pace, network: &NTuples, games: u64| {
        if controls.is_stopped() {
            return;
        }
        let begun = Instant::now();
        let make = players(network.clone(), resources);
        if let Some(strength) = measure(&make, games, (Rules::with_removal(plan.rule), plan.seed, 1), controls) {
            say(Answer::TuplesMeasured(strength));
        }
        pace.measured(games, begun.elapsed());
    };
    measure_now(&mut pace, &network, 0);
    let mut begun = Instant::now();
    let played = td_ntuple::train(&mut network, &settings, controls.stop_flag(), &mut |news, network| {
        say(Answer::TupleNews(*news));
        pace.played(begun.elapsed());
        if pace.is_due(news.games) {
            measure_now(&mut pace, network, news.games);
        }
        begun = Instant::now();
        if saved.elapsed() >= SAVE_EVERY && news.games < plan.games {
            let mut checkpoint = network.clone();
            checkpoint.notes = notes(network, news.games);
            // If saving fails, the last save below reports it.
            let _ = ntuple::save(&checkpoint, &plan.name, &folder);
            saved = Instant::now();
        }
    });
    network.notes = notes(&network, played);
    if played > 0 {
        ntuple::save(&network, &plan.name, &folder)?;
        resources.forget_ntuples(&plan.name);
    }
    // What was learned in the end is measured in any case.
    if !pace.knows(played) {
        measure_now(&mut pace, &network, played);
    }
    Ok(played)
}
