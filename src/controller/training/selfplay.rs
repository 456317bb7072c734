//! A heuristic that plays itself and learns, with its strength measured now and then.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::controls::Controls;
use super::watch::Watched;
use super::{Answer, Strength, TrainingNow, TrainingPlan, Yardstick};
use muehle_engine::game::Game;
use muehle_engine::heuristics::{EvaluationTable, FeatureSet, Heuristic};
use muehle_engine::learn::arena::{MatchSettings, Pair, run_match};
use muehle_engine::learn::selfplay::{Participant, PlaySettings, Session, SessionSettings};
use muehle_engine::learn::{LearnError, load_to_learn};
use muehle_engine::players::{Choice, Computer, Player, PlayerError, Resources};
use muehle_engine::search::{Limits, Options, Progress};

/// The file is not written more often than this.
const SAVE_EVERY: Duration = Duration::from_secs(5);
/// Games of a match that measures the strength.
const MATCH_GAMES: usize = 24;
/// Random plies at the beginning of its games.
const MATCH_OPENINGS: usize = 4;
/// The strength is measured again after this many games, if playing them took this many times as long as measuring.
const MEASURE_EVERY: (u64, u32) = (256, 4);

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
    // When the strength was last measured, in games, and how long games have been played since.
    let (mut measured_at, mut played_for, mut measuring_took) = (None, Duration::ZERO, Duration::ZERO);
    let tell = |session: &Session, games: u64, speed: f64, measuring: bool| {
        let learner = &session.participants()[0];
        let heuristic = Arc::new(learner.heuristic().clone());
        let (error, results) = (learner.error().unwrap_or(0.0), learner.results());
        say(Answer::Learned(Box::new(TrainingNow { heuristic, games, speed, error, results, measuring })));
    };
    let result = loop {
        if games >= plan.games {
            break Ok(games);
        }
        let due = match measured_at {
            None => true,
            Some(last) => games - last >= MEASURE_EVERY.0 && played_for >= MEASURE_EVERY.1 * measuring_took,
        };
        if due && !controls.is_stopped() {
            tell(&session, games, speed, true);
            let begun = Instant::now();
            let table = Arc::new(EvaluationTable::new(session.participants()[0].heuristic().clone()));
            if let Some(strength) = measure(plan, [table, yardstick.clone()], games, resources, controls) {
                say(Answer::Measured(strength));
            }
            (measured_at, played_for, measuring_took) = (Some(games), Duration::ZERO, begun.elapsed());
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
            break Ok(games);
        }
        let took = begun.elapsed();
        played_for += took;
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
    result
}

fn save(session: &mut Session, resources: &Resources, plan: &TrainingPlan) -> Result<(), LearnError> {
    session.save(&resources.folders().heuristics())?;
    // Whoever plays next plays with what was saved.
    resources.forget_evaluation(&plan.heuristic);
    resources.forget_evaluation(&session.participants()[0].heuristic().name);
    Ok(())
}

/// A short match; none if it was stopped.
fn measure(
    plan: &TrainingPlan,
    [own, other]: [Arc<EvaluationTable>; 2],
    games: u64,
    resources: &Arc<Resources>,
    controls: &Arc<Controls>,
) -> Option<Strength> {
    let settings = MatchSettings {
        games: MATCH_GAMES,
        rules: plan.rules,
        opening_plies: MATCH_OPENINGS,
        seed: plan.seed,
        jobs: plan.threads,
        sprt: None,
    };
    let player = |table: &Arc<EvaluationTable>| {
        let options = Options { hash: 1, random_radius: plan.random_radius, ..Options::default() };
        let computer = Computer::new(table.clone(), Limits::depth(plan.depth.into()), options, resources);
        Box::new(Held { computer, controls: controls.clone() }) as Box<dyn Player>
    };
    let make = || -> Result<Pair, PlayerError> { Ok([player(&own), player(&other)]) };
    let tally = run_match(&settings, &make, controls.stop_flag(), &mut |_, _| {}).ok()?;
    (!controls.is_stopped()).then(|| Strength { games, score: tally.score(), margin: tally.margin() })
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
