use super::*;
use crate::controller::testing::{silent, until};
use muehle_engine::heuristics::{Activation, library};
use muehle_engine::learn::TrainingLock;
use muehle_engine::players::ntuple::NTupleError;

fn start(folder: &tempfile::TempDir) -> Training {
    let folders = DataFolders::below(folder.path());
    let resources = Arc::new(Resources::new(folders.clone()));
    Training::start(&folders, resources, silent())
}

fn plan(name: &str) -> TrainingPlan {
    TrainingPlan {
        heuristic: name.to_owned(),
        lambda: Some(0.7),
        depth: 1,
        random_radius: 0.05,
        threads: 2,
        seed: 3,
        games: 1_000_000,
        endgame: true,
        supervised: false,
        // Short games.
        rules: Rules { quiet_plies: 20, ..Rules::default() },
        yardstick: Yardstick::Standard,
    }
}

fn wait(training: &mut Training, wanted: impl Fn(&Training, &[TrainingEvent]) -> bool) -> Vec<TrainingEvent> {
    let mut events = Vec::new();
    until(|| {
        events.extend(training.poll());
        wanted(training, &events)
    });
    events
}

/// Why the only training of these events failed.
fn failure(events: &[TrainingEvent]) -> &LearnError {
    match events {
        [TrainingEvent::Trained(_, Err(error))] => error,
        other => panic!("{other:?}"),
    }
}

fn games(training: &Training) -> u64 {
    training.run().and_then(|run| run.now.as_ref()).map_or(0, |now| now.games)
}

#[test]
fn a_new_heuristic_learns_pauses_plays_and_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let mut training = start(&folder);
    training.begin(plan("Max"));
    assert!(training.is_busy());
    wait(&mut training, |now, _| games(now) >= 64 && now.watched().at(0).is_some());
    training.pause(true);
    // From then on no batch of games is completed.
    until(|| training.controls.is_holding());
    training.poll();
    let held = games(&training);
    assert_eq!(training.run().unwrap().state, RunState::Paused);
    assert_eq!(training.play_with_it().as_deref(), Some("Max"));
    let now = training.run().unwrap().now.clone().unwrap();
    assert_eq!(training.resources.evaluation("Max").unwrap().heuristic(), &*now.heuristic);
    training.pause(false);
    wait(&mut training, |now, _| games(now) > held);
    training.stop();
    let events = wait(&mut training, |_, events| !events.is_empty());
    let [TrainingEvent::Trained(name, Ok(trained))] = &events[..] else { panic!("{events:?}") };
    let run = training.run().unwrap();
    assert_eq!((name.as_str(), run.state), ("Max", RunState::Stopped));
    let saved = library::load("Max", Some(&folder.path().join("heuristics"))).unwrap();
    assert_eq!((saved.training.games, saved.learning.lambda), (*trained, 0.7));
    assert_eq!(saved.network, run.now.as_ref().unwrap().heuristic.network);
    assert!(!run.strengths.is_empty() && run.errors.len() >= 2);
    assert_eq!(training.resources.evaluation("Max").unwrap().heuristic().network, saved.network);
}

#[test]
fn a_training_ends_after_the_planned_games() {
    let folder = tempfile::tempdir().unwrap();
    let mut training = start(&folder);
    training.begin(TrainingPlan { games: 150, ..plan("Max") });
    assert_eq!(training.run().unwrap().share(), 0.0);
    let events = wait(&mut training, |_, events| !events.is_empty());
    assert!(matches!(&events[..], [TrainingEvent::Trained(_, Ok(150))]), "{events:?}");
    let run = training.run().unwrap();
    assert_eq!((run.state, run.share(), run.left()), (RunState::Stopped, 1.0, Some(Duration::ZERO)));
    assert_eq!(run.strengths.last().map(|last| last.games), Some(150), "what was learned in the end is measured");
    let saved = library::load("Max", Some(&folder.path().join("heuristics"))).unwrap();
    assert_eq!(saved.training.games, 150);
    let (ago, before) = run.before().expect("the state at the beginning");
    assert_eq!(ago, 150);
    assert_ne!(before.network, saved.network, "something has changed since");
}

#[test]
fn changes_are_seen_over_the_last_thousand_games() {
    let heuristic = Arc::new(Heuristic::standard());
    let now = |games| TrainingNow {
        heuristic: heuristic.clone(),
        games,
        speed: 1.0,
        error: 0.1,
        results: Results::default(),
        measuring: false,
    };
    let folder = tempfile::tempdir().unwrap();
    let mut training = start(&folder);
    training.begin(plan("Max"));
    training.stop();
    let mut run = training.run().unwrap().clone();
    for games in (0..5000).step_by(32) {
        run.learned(now(games));
        let ago = run.before().map_or(0, |(ago, _)| ago);
        assert!(ago == games || (1000..1200).contains(&ago), "{games}: {ago}");
        assert!(run.earlier.len() < 16);
    }
}

#[test]
fn a_heuristic_keeps_its_own_lambda_unless_the_person_changes_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut training = start(&folder);
    let lambda = |name: &str| library::load(name, Some(&folder.path().join("heuristics"))).unwrap().learning.lambda;
    let learning = muehle_engine::heuristics::LearningParameters { lambda: 0.4, ..Default::default() };
    training.create(Plan { name: "Own".to_owned(), learning, ..Plan::default() });
    wait(&mut training, |_, events| !events.is_empty());
    for (name, chosen, kept) in [("Own", None, 0.4), ("New", None, 0.7), ("Own", Some(0.8), 0.8)] {
        training.look_at(name.to_owned());
        wait(&mut training, |now, _| now.pupil(name).is_some());
        let shown = training.pupil(name).unwrap().unwrap().heuristic.learning.lambda;
        assert_eq!(shown, if chosen.is_some() { 0.4 } else { kept }, "the page shows it before the training of {name}");
        training.begin(TrainingPlan { lambda: chosen, ..plan(name) });
        wait(&mut training, |now, _| games(now) >= 32);
        training.stop();
        wait(&mut training, |_, events| !events.is_empty());
        assert_eq!(lambda(name), kept, "{name}");
    }
}

#[test]
fn the_program_may_end_in_the_middle_of_a_pause() {
    let folder = tempfile::tempdir().unwrap();
    let mut training = start(&folder);
    training.begin(plan("Max"));
    wait(&mut training, |now, _| games(now) >= 32);
    training.pause(true);
    drop(training);
    let saved = library::load("Max", Some(&folder.path().join("heuristics"))).unwrap();
    assert!(saved.training.games >= 32);
}

#[test]
fn a_heuristic_that_others_train_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let heuristics = folder.path().join("heuristics");
    let _lock = TrainingLock::acquire(&heuristics, "Max").unwrap();
    let mut training = start(&folder);
    training.begin(plan("Max"));
    let events = wait(&mut training, |_, events| !events.is_empty());
    let error = failure(&events);
    assert!(matches!(error, LearnError::Busy(_)), "{events:?}");
    assert!(matches!(training.run().unwrap().failed.as_deref(), Some(LearnError::Busy(_))), "the page can say why");
    assert!(!training.is_busy());
    let wrong = TrainingPlan { lambda: Some(2.0), ..plan("Joe") };
    training.begin(wrong);
    let events = wait(&mut training, |_, events| !events.is_empty());
    assert!(matches!(failure(&events), LearnError::Lambda(_)), "{events:?}");
    assert!(library::load("Joe", Some(&heuristics)).is_err(), "nothing was written");
}

#[test]
fn heuristics_are_made_and_can_learn_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut training = start(&folder);
    let layers = Plan { name: "Deep".to_owned(), hidden: vec![(4, Activation::Tanh)], ..Plan::default() };
    training.create(layers.clone());
    training.create(layers);
    let events = wait(&mut training, |_, events| events.len() == 2);
    assert!(matches!(&events[0], TrainingEvent::Created(name, Ok(_)) if name == "Deep"), "{events:?}");
    assert!(matches!(&events[1], TrainingEvent::Created(_, Err(PlanError::Taken(_)))), "{events:?}");
    training.begin(TrainingPlan { yardstick: Yardstick::Start, supervised: true, ..plan("deep") });
    wait(&mut training, |now, _| games(now) >= 32 && !now.run().unwrap().strengths.is_empty());
    let run = training.run().unwrap();
    assert_eq!(run.now.as_ref().unwrap().heuristic.network.layers().len(), 2);
}

#[test]
fn tuples_are_trained_stopped_and_trained_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut training = start(&folder);
    let plan =
        TuplePlan { name: "Mine".to_owned(), patterns: TuplePatterns::Mills, games: 1000, ..TuplePlan::default() };
    training.begin_tuples(plan.clone());
    let done = |_: &Training, events: &[TrainingEvent]| !events.is_empty();
    let events = wait(&mut training, done);
    assert!(matches!(&events[..], [TrainingEvent::TuplesTrained(_, Ok(1000))]), "{events:?}");
    let strengths = &training.tuple_run().unwrap().strengths;
    assert_eq!(strengths.first().map(|first| first.games), Some(0), "the empty network is measured too");
    assert_eq!(strengths.last().map(|last| last.games), Some(1000), "and what was learned in the end");
    assert!(strengths.iter().all(|one| (0.0..=1.0).contains(&one.score)), "{strengths:?}");
    assert_eq!(training.tuple_run().unwrap().news.len(), 1);
    let long = TuplePlan { games: 1_000_000_000, ..plan.clone() };
    training.begin_tuples(long);
    wait(&mut training, |now, _| !now.tuple_run().unwrap().news.is_empty());
    training.stop();
    let events = wait(&mut training, done);
    let [TrainingEvent::TuplesTrained(_, Ok(played))] = &events[..] else { panic!("{events:?}") };
    let network = training.resources.ntuples("Mine").unwrap();
    assert_eq!(network.notes.games, 1000 + played);
    assert!(network.notes.command.contains("--from Mine"), "{}", network.notes.command);
    // A new beginning keeps what was there.
    training.begin_tuples(TuplePlan { replaces: true, ..plan.clone() });
    wait(&mut training, done);
    assert_eq!(training.resources.ntuples("Mine").unwrap().notes.games, 1000);
    let heuristics = folder.path().join("heuristics");
    std::fs::rename(heuristics.join("Mine.ntuple.bak"), heuristics.join("Kept.ntuple")).unwrap();
    assert_eq!(training.resources.ntuples("Kept").unwrap().notes.games, 1000 + played);
    let mut refusal = |name: &str| {
        training.begin_tuples(TuplePlan { name: name.to_owned(), ..plan.clone() });
        match wait(&mut training, done).pop() {
            Some(TrainingEvent::TuplesTrained(_, Err(error))) => error,
            other => panic!("{other:?}"),
        }
    };
    assert!(matches!(*refusal("../x"), LearnError::NTuple(NTupleError::Name(_))));
    assert!(matches!(*refusal("Tuples"), LearnError::NTuple(NTupleError::Shipped(_))));
    let _lock = muehle_engine::learn::TrainingLock::acquire(&heuristics, "Mine").unwrap();
    assert!(matches!(*refusal("Mine"), LearnError::Busy(_)));
}

#[test]
fn every_choice_of_patterns_is_one_the_command_line_knows() {
    for patterns in TuplePatterns::ALL {
        for (walks, length) in [(1, 2), (6, 7), (TuplePlan::MAX_WALKS, TuplePlan::MAX_LENGTH)] {
            let text = TuplePlan { patterns, walks, length, ..TuplePlan::default() }.tuples();
            let choice: muehle_engine::players::ntuple::tuples::TupleChoice = text.parse().unwrap();
            assert_eq!(choice.to_string(), text);
            assert_eq!(patterns.has_walks(), text.ends_with(&format!("walks={walks}x{length}")));
        }
    }
}

#[test]
fn weights_that_run_away_end_the_training_and_the_last_good_file_stays() {
    let folder = tempfile::tempdir().unwrap();
    let mut training = start(&folder);
    let learning = muehle_engine::heuristics::LearningParameters { eta: 100.0, kappa: 100.0, ..Default::default() };
    training.create(Plan { name: "Wild".to_owned(), output: Activation::Identity, learning, ..Plan::default() });
    training.begin(plan("Wild"));
    let done = |_: &Training, events: &[TrainingEvent]| events.len() == 2;
    let events = wait(&mut training, done);
    assert!(matches!(failure(&events[1..]), LearnError::Backprop(_)), "{events:?}");
    let saved = library::load("Wild", Some(&folder.path().join("heuristics"))).unwrap();
    let weights = saved.network.layers().iter().flat_map(|layer| layer.weights.iter().chain(&layer.biases));
    assert!(weights.clone().all(|weight| weight.is_finite()), "what is saved can be used");
    assert!(!training.is_busy());
}
