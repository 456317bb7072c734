//! Games with limited time, and players that are other programs.

use super::*;
use crate::controller::network::ClockSettings;

const SHORT: ClockSettings = ClockSettings { initial_ms: 1000, increment_ms: 0 };
const LONG: ClockSettings = ClockSettings { initial_ms: 300_000, increment_ms: 5000 };

fn timed(seats: [Seat; 2], mind: FirstMove, clock: ClockSettings) -> Table {
    let mut table = Table::new(seats, mind);
    table.say(Command::NewGame {
        seats: table.controller.seats().clone(),
        rules: Rules::default(),
        clock: Some(clock),
    });
    table
}

#[test]
fn whoever_runs_out_of_time_loses_and_may_play_on_without_a_clock() {
    let mut table = timed(people(), CALM, SHORT);
    assert_eq!(table.controller.clocks().running(), None, "the first move is free");
    table.play("d6");
    until(|| {
        table.controller.poll();
        table.controller.outcome().is_some()
    });
    let lost = Outcome::Win { winner: Color::White, reason: WinReason::Time };
    assert_eq!(table.controller.outcome(), Some(lost));
    assert!(table.events().iter().any(|event| matches!(event, Event::Ended(outcome) if *outcome == lost)));
    let text = table.controller.document.record().text();
    for tag in ["[TimeControl \"1\"]", "[Termination \"time forfeit\"]", "[Result \"1-0\"]", "[BlackClock \"0:00:00."] {
        assert!(text.contains(tag), "{tag} is missing in {text}");
    }
    assert_eq!(Record::from_reading(pgn::read(&text)).game.outcome(), Some(lost), "the file says why");
    table.say(Command::Undo);
    assert_eq!((table.controller.outcome(), table.controller.time_left(Color::Black)), (None, None));
    assert!(!table.controller.document.record().text().contains("TimeControl"));
}

#[test]
fn a_set_up_game_has_a_clock_too() {
    let mut table = Table::new(people(), CALM);
    let position = "a1,d1,g4,d6/b2,d2,f2,d5 b 0 0".parse().unwrap();
    table.say(Command::SetUp { seats: people(), rules: Rules::default(), clock: Some(LONG), position });
    let left = Color::BOTH.map(|side| table.controller.time_left(side));
    assert_eq!(left, [Some(Duration::from_secs(300)); 2]);
    assert_eq!(table.controller.clocks().running(), None, "the first move is free");
    table.play("d5-e5");
    assert_eq!(table.controller.clocks().running(), Some(Color::White));
}

#[test]
fn no_clock_runs_behind_what_covers_the_board() {
    let mut table = timed(people(), CALM, LONG);
    table.play("d6");
    assert_eq!(table.controller.clocks().running(), Some(Color::Black));
    table.controller.hold_clock(true);
    assert_eq!(table.controller.clocks().running(), None);
    table.controller.hold_clock(false);
    assert_eq!(table.controller.clocks().running(), Some(Color::Black));
    // Looking around does not stop it.
    table.say(Command::Look(Look::First));
    assert_eq!(table.controller.clocks().running(), Some(Color::Black));
}

#[test]
fn a_timed_game_comes_back_from_the_journal_with_its_clock() {
    let mut table = timed(people(), CALM, LONG);
    table.play("d6 f4 d2");
    let left = Color::BOTH.map(|side| table.controller.time_left(side).unwrap());
    assert!(left[0] > Duration::from_secs(305), "two moves have added ten seconds: {left:?}");
    let folder = table.folder.path().to_owned();
    drop(table.controller);
    let (mut controller, _) = sit(&folder, people(), CALM);
    controller.apply(Command::Recover);
    let now = Color::BOTH.map(|side| controller.time_left(side).unwrap());
    for (before, after) in left.into_iter().zip(now) {
        // The file counts used time in whole seconds, and Black's clock ran on after the last move.
        assert!(before.abs_diff(after) < Duration::from_secs(60), "{before:?} {after:?}");
    }
    assert_eq!(controller.clocks().running(), None, "it waits for the next move");
    controller.apply(Command::Play("b4".parse().unwrap()));
    assert_eq!(controller.clocks().running(), Some(Color::White));
}

fn engine(program: &str) -> Seat {
    let program = program.to_owned();
    Seat::computer(ComputerSettings { method: Method::Engine, program, ..ComputerSettings::default() })
}

#[test]
fn another_program_waits_until_a_person_allows_it() {
    let mut table = Table::new([Seat::human(), engine("other -x")], CALM);
    table.play("d6");
    let waits = |event: &Event| matches!(event, Event::ProgramWaits(program) if program == "other -x");
    let waiting = table.wait(waits);
    assert!(waits(&waiting) && table.controller.thinking().is_none());
    table.controller.poll();
    assert_eq!((table.ply(), table.events().iter().filter(|event| waits(event)).count()), (1, 0), "one question");
    table.controller.apply(Command::AllowProgram("other -x".to_owned()));
    table.wait(|event| matches!(event, Event::Moved { by: Color::Black, .. }));
    // The same program in another game needs no question, another one does.
    let seats = [engine("other -x"), engine("third")];
    table.controller.apply(Command::NewGame { seats, rules: Rules::default(), clock: None });
    table.wait(|event| matches!(event, Event::ProgramWaits(program) if program == "third"));
    assert_eq!(table.ply(), 1);
}

#[test]
fn a_program_that_cannot_be_started_is_replaced_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let resources = Arc::new(muehle_engine::players::Resources::new(DataFolders::below(folder.path())));
    let mut mind = SearchingMind::new(resources);
    let seat = engine("/no/such/program");
    let settings = ComputerSettings { limit: ThinkingLimit::Depth(2), ..seat.settings().unwrap().clone() };
    let task = Task { game: Game::default(), settings, at_most: None, purpose: Purpose::Move, seed: 1 };
    let thought = mind.think(&task, &AtomicBool::new(false), &mut |_| {}).unwrap();
    assert!(matches!(thought.notices.as_slice(), [Notice::ProgramReplaced { .. }]), "{:?}", thought.notices);
    let again = mind.think(&task, &AtomicBool::new(false), &mut |_| {}).unwrap();
    assert!(again.notices.is_empty(), "once per game is enough");
}
