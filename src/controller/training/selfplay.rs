//! A heuristic that plays itself and learns, with its strength measured now and then.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::controls::Controls;
use super::strength::{MATCH_ENDGAME, Pace, measure};
use super::watch::Watched;
use super::{Answer, TrainingNow, TrainingPlan, Yardstick};
use muehle_engine::game::Game;
use muehle_engine::heuristics::{EvaluationTable, FeatureSet, Heuristic};
use muehle_engine::learn::arena::Pair;
use muehle_engine::learn::selfplay::{Participant, PlaySettings, Session, SessionSettings};
use muehle_engine::learn::{LearnError, load_to_learn};
use muehle_engine::players::{Choice, Computer, Player, PlayerError, Resources};
use muehle_engine::search::{Limits, Options, Progress};

/// The file is not written more often than this.
const SAVE_EVERY: Duration = Duration::from_secs(5);

/// The heuristic that learns under a name, or a new one.
pub(super) fn load(name: &str, folder: &Path, seed: u64) -> Result<Heuristic, LearnError> {
    load_to_learn(name, folder, |name| Heuristic::random(name, FeatureSet::Standard, &[], seed))
}

/// Trains for the planned number of games or until it is stopped, and returns the number of games. What was learned is saved even if something goes wrong.
pub(super) fn train(
    plan: &TrainingPlan,
    resources: &Arc<Resources>,
    controls: &Arc<Controls>,
    watched: &Watched,
    say: &dyn Fn(Answer),
) -> Result<u64, LearnError> {
    let folder = resources.folders().heuristics();
    let heuristic = load(&plan.heuristic, &folder, plan.seed)?;
    let start = heuristic.clone();
    let yardstick = match plan.yardstick {
        Yardstick::Standard => Heuristic::standard(),
        Yardstick::Start => start,
    };
    let yardstick = Arc::new(EvaluationTable::new(yardstick));
    let settings = PlaySettings {
        limits: Limits::depth(plan.depth.into()),
        random_radius: plan.random_radius,
        lambda: plan.lambda,
        ..PlaySettings::default()
    };
    let session_settings = SessionSettings {
        rules: plan.rules,
        seed: plan.seed,
        threads: plan.threads,
        endgame: plan.endgame.then(|| resources.endgame(plan.rules.removal)),
        supervised: plan.endgame && plan.supervised,
        opening_plies: SessionSettings::LEARNING_PLIES,
        draw_weight: SessionSettings::LEARNING_DRAW_WEIGHT,
        ..SessionSettings::default()
    };
    let participant = Participant::new(heuristic, settings)?;
    let mut session = Session::new(vec![participant], session_settings, Some(&folder))?;
    let (mut games, mut speed) = (0, 0.0);
    let mut saved = Instant::now();
    let mut pace = Pace::default();
    let tell = |session: &Session, games: u64, speed: f64, measuring: bool| {
        let learner = &session.participants()[0];
        let heuristic = Arc::new(learner.heuristic().clone());
        let (error, results) = (learner.error().unwrap_or(0.0), learner.results());
        say(Answer::Learned(Box::new(TrainingNow { heuristic, games, speed, error, results, measuring })));
    };
    let measure_now = |session: &Session, pace: &mut Pace, games: u64, speed: f64| {
        tell(session, games, speed, true);
        let begun = Instant::now();
        let table = Arc::new(EvaluationTable::new(session.participants()[0].heuristic().clone()));
        let make = players(plan, [table, yardstick.clone()], resources, controls);
        if let Some(strength) = measure(&make, games, (plan.rules, plan.seed, plan.threads), controls) {
            say(Answer::Measured(strength));
        }
        pace.measured(games, begun.elapsed());
    };
    let result = loop {
        if games >= plan.games {
            break Ok(games);
        }
        if pace.is_due(games) && !controls.is_stopped() {
            measure_now(&session, &mut pace, games, speed);
        }
        controls.wait();
        let begun = Instant::now();
        let watch = |number: u64, game: &Game| {
            watched.see(number, game);
            controls.wait();
        };
        let left = plan.games.saturating_sub(games);
        let batch = match session.play_batch_watched(left, controls.stop_flag(), &watch, &mut |_, _| {}) {
            Ok(batch) => batch,
            Err(error) => break Err(error),
        };
        games += batch;
        if controls.is_stopped() {
            tell(&session, games, speed, false);
            break Ok(games);
        }
        let took = begun.elapsed();
        pace.played(took);
        let now = batch as f64 / took.as_secs_f64().max(1e-6);
        speed = if speed == 0.0 { now } else { 0.8 * speed + 0.2 * now };
        tell(&session, games, speed, false);
        if saved.elapsed() >= SAVE_EVERY {
            saved = Instant::now();
            save(&mut session, resources, plan)?;
        }
    };
    if games > 0 {
        save(&mut session, resources, plan)?;
    }
    // What was learned in the end is measured in any case.
    if result.is_ok() && !pace.knows(games) && !controls.is_stopped() {
        measure_now(&session, &mut pace, games, speed);
        tell(&session, games, speed, false);
    }
    result
}

fn save(session: &mut Session, resources: &Resources, plan: &TrainingPlan) -> Result<(), LearnError> {
    session.save(&resources.folders().heuristics())?;
    // Whoever plays next plays with what was saved.
    resources.forget_evaluation(&plan.heuristic);
    resources.forget_evaluation(&session.participants()[0].heuristic().name);
    Ok(())
}

/// The players of a match that measures the strength.
fn players(
    plan: &TrainingPlan,
    tables: [Arc<EvaluationTable>; 2],
    resources: &Arc<Resources>,
    controls: &Arc<Controls>,
) -> impl Fn() -> Result<Pair, PlayerError> + Sync {
    let player = move |table: &Arc<EvaluationTable>| {
        let (hash, random_radius, endgame) = (1, plan.random_radius, MATCH_ENDGAME);
        let options = Options { hash, random_radius, endgame, opening: false, ..Options::default() };
        let computer = Computer::new(table.clone(), Limits::depth(plan.depth.into()), options, resources);
        Box::new(Held { computer, controls: controls.clone() }) as Box<dyn Player>
    };
    move || Ok(tables.each_ref().map(player))
}

/// A computer that waits while the training is paused.
struct Held {
    computer: Computer,
    controls: Arc<Controls>,
}

impl Player for Held {
    fn new_game(&mut self, seed: u64) {
        self.computer.new_game(seed);
    }

    fn choose(
        &mut self,
        game: &Game,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Choice, PlayerError> {
        self.controls.wait();
        self.computer.choose(game, stop, progress)
    }
}
