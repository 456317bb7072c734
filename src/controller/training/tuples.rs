//! An n-tuple network that learns from games against itself.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Answer;
use super::controls::Controls;
use muehle_engine::learn::td_ntuple::{self, Schedule, TrainingSettings};
use muehle_engine::learn::{LearnError, TrainingLock};
use muehle_engine::players::Resources;
use muehle_engine::players::ntuple::tuples::TupleChoice;
use muehle_engine::players::ntuple::{self, NTuples, TrainingNotes};
use muehle_engine::rules::RemovalRule;

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
}

impl TuplePatterns {
    /// All choices, the smallest first.
    pub const ALL: [TuplePatterns; 4] =
        [TuplePatterns::Mills, TuplePatterns::Surroundings, TuplePatterns::Rings, TuplePatterns::Walks];

    /// As the command line writes it.
    pub const fn text(self) -> &'static str {
        match self {
            TuplePatterns::Mills => "mills",
            TuplePatterns::Surroundings => "surroundings",
            TuplePatterns::Rings => "surroundings,rings",
            TuplePatterns::Walks => "surroundings,rings,walks=6x7",
        }
    }
}

/// How an n-tuple network is trained.
#[derive(Clone, Debug, PartialEq)]
pub struct TuplePlan {
    /// The name of the network.
    pub name: String,
    /// Which points are looked at together; an existing network that is trained on keeps its own.
    pub patterns: TuplePatterns,
    /// Whether an existing network is replaced by a new one instead of trained on.
    pub replaces: bool,
    /// Games.
    pub games: u64,
    /// The weight of the result of a game.
    pub lambda: f64,
    /// The learning rate at the first and the last game.
    pub alpha: [f64; 2],
    /// The share of random moves at first; at the end it is a fifth of that.
    pub epsilon: f64,
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
            replaces: false,
            games: 50_000,
            lambda: 0.6,
            alpha: [0.2, 0.01],
            epsilon: 0.1,
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
/// The tables are used up to this many stones.
const ENDGAME_STONES: usize = 8;

impl TuplePlan {
    /// The command that trains the same network.
    fn command(&self, goes_on: bool) -> String {
        let TuplePlan { name, patterns, games, lambda, alpha: [first, last], epsilon, openings, rule, seed, .. } = self;
        let begin = if goes_on { format!("--from {name}") } else { format!("--tuples {}", patterns.text()) };
        let coherence = if self.coherence { " --coherence" } else { "" };
        let stones = if self.endgame { ENDGAME_STONES } else { 0 };
        format!(
            "muehle train-ntuple {name} {begin} --games {games} --lambda {lambda} --alpha {first},{last} \
             --epsilon {epsilon},{}{coherence} --openings {openings} --endgame {stones} --rules {rule} --seed {seed}",
            epsilon / 5.0
        )
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
            let choice: TupleChoice = plan.patterns.text().parse().unwrap_or_default();
            NTuples::new(choice.tuples(plan.seed))
        }
    };
    let settings = TrainingSettings {
        games: plan.games,
        rule: plan.rule,
        lambda: plan.lambda,
        alpha: Schedule { first: plan.alpha[0], last: plan.alpha[1] },
        epsilon: Schedule { first: plan.epsilon, last: plan.epsilon / 5.0 },
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
    let played = td_ntuple::train(&mut network, &settings, controls.stop_flag(), &mut |news, network| {
        say(Answer::TupleNews(*news));
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
    Ok(played)
}
