//! The controller without a window: commands in, events out, with a scripted mind.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use super::mind::Task;
use super::testing::{FirstMove, until};
use super::*;
use muehle_engine::game::{DrawReason, WinReason, pgn};
use muehle_engine::rules::{IllegalMove, Move};
use muehle_engine::search::Score;

mod archive;
mod timed;

struct Table {
    controller: Controller,
    woken: Receiver<()>,
    folder: tempfile::TempDir,
    /// Events that came before anyone waited for them.
    early: Vec<Event>,
}

fn waker() -> (Waker, Receiver<()>) {
    let (sender, woken): (Sender<()>, _) = channel();
    let sender = std::sync::Mutex::new(sender);
    let wake = move || drop(sender.lock().map(|sender| sender.send(())));
    (Arc::new(wake), woken)
}

fn sit(folder: &Path, seats: [Seat; 2], mind: impl Mind + 'static) -> (Controller, Receiver<()>) {
    let (waker, woken) = waker();
    let folders = DataFolders::below(folder);
    let (rules, mind) = (Rules::default(), Box::new(mind));
    let setup = Setup { folders, mind, waker, seats, rules, clock: None, allowed_programs: Vec::new(), seed: 7 };
    (ready(Controller::new(setup)), woken)
}

/// Waits until the journals of earlier runs are read.
fn ready(mut controller: Controller) -> Controller {
    until(|| {
        controller.poll();
        matches!(controller.next_event(), Some(Event::Recovered))
    });
    controller
}

/// The journals in a folder.
fn journals(folder: &Path) -> Vec<std::path::PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with("journal")).collect()
}

const CALM: FirstMove = FirstMove { value: 0.0, waits: false, panics: false };

fn people() -> [Seat; 2] {
    [Seat::human(), Seat::human()]
}

fn against_computer() -> [Seat; 2] {
    usual_seats()
}

fn computers() -> [Seat; 2] {
    [Seat::computer(ComputerSettings::default()), Seat::computer(ComputerSettings::default())]
}

impl Table {
    fn new(seats: [Seat; 2], mind: impl Mind + 'static) -> Table {
        let folder = tempfile::tempdir().unwrap();
        let (controller, woken) = sit(folder.path(), seats, mind);
        Table { controller, woken, folder, early: Vec::new() }
    }

    /// What the command itself brings about. Before a [`Table::wait`] apply the command to the controller instead: what
    /// another thread has to tell might be among these events already.
    fn say(&mut self, command: Command) -> Vec<Event> {
        self.controller.apply(command);
        self.events()
    }

    /// What has happened since the last time.
    fn events(&mut self) -> Vec<Event> {
        self.controller.poll();
        std::iter::from_fn(|| self.controller.next_event()).collect()
    }

    fn play(&mut self, moves: &str) {
        for mv in moves.split_whitespace() {
            let mut events = self.say(Command::Play(mv.parse().unwrap()));
            assert!(matches!(events[0], Event::Moved { .. }), "{mv}: {events:?}");
            // A quick computer may have answered already.
            self.early.extend(events.drain(1..));
        }
    }

    /// Waits until something happens that is wanted; other threads wake us, so no time is wasted.
    fn wait(&mut self, mut wanted: impl FnMut(&Event) -> bool) -> Event {
        loop {
            let mut events = std::mem::take(&mut self.early);
            events.extend(self.events());
            if let Some(place) = events.iter().position(&mut wanted) {
                self.early = events.split_off(place + 1);
                return events.remove(place);
            }
            self.woken.recv_timeout(Duration::from_secs(60)).expect("nothing happened for a minute");
        }
    }

    fn ply(&self) -> usize {
        self.controller.game().ply()
    }
}

/// Saves the game to a file.
fn save(path: std::path::PathBuf) -> Command {
    Command::Save(path, ["Player 1", "Player 2"].map(str::to_owned))
}

fn refusal(events: &[Event]) -> Option<Refusal> {
    events.iter().find_map(|event| match event {
        Event::Refused(refusal) => Some(*refusal),
        _ => None,
    })
}

#[test]
fn a_person_and_a_computer_take_turns() {
    let mut table = Table::new(against_computer(), FirstMove { waits: true, ..FirstMove::default() });
    table.play("d6");
    let events = table.say(Command::Play("a1".parse().unwrap()));
    assert_eq!(refusal(&events), Some(Refusal::NotYourTurn));
    table.early.extend(events);
    table.controller.apply(Command::Stop);
    let event = table.wait(|event| matches!(event, Event::Moved { .. }));
    let Event::Moved { by, thought, node } = event else { unreachable!() };
    assert_eq!(by, Color::Black);
    assert_eq!(thought.unwrap().depth, 3);
    let judgement = table.controller.judgement(node).unwrap();
    // The mind gave black a quarter; White, who is to move now, sees it the other way round.
    assert_eq!(judgement.for_white(Color::White).score, Score::Estimate(-0.25));
    assert!(table.controller.may_act().is_ok());
    let taken = table.controller.game().last_move().unwrap().action.target();
    let refused = Refusal::Illegal(IllegalMove::Occupied(taken));
    assert_eq!(
        refusal(&table.say(Command::Play(Move::quiet(muehle_engine::rules::Action::Place(taken))))),
        Some(refused)
    );
}

#[test]
fn undo_leads_back_to_the_persons_own_move() {
    let mut table = Table::new(against_computer(), CALM);
    assert_eq!(refusal(&table.say(Command::Undo)), Some(Refusal::NothingToUndo));
    table.play("d6");
    table.wait(|event| matches!(event, Event::Moved { .. }));
    let events = table.say(Command::Undo);
    assert!(matches!(events[0], Event::Stepped { plies: 2, back: true }), "{events:?}");
    assert_eq!(table.ply(), 0);
    let events = table.say(Command::Redo);
    assert!(matches!(events[0], Event::Stepped { plies: 2, back: false }), "{events:?}");
    assert_eq!(refusal(&table.say(Command::Redo)), Some(Refusal::NothingToRedo));
}

#[test]
fn undo_while_the_computer_thinks_drops_its_answer() {
    let mut table = Table::new(against_computer(), FirstMove { waits: true, ..CALM });
    table.play("d6");
    assert!(table.controller.thinking().is_some());
    table.say(Command::Undo);
    assert_eq!((table.ply(), table.controller.thinking()), (0, None));
    // The stale answer is on its way; the game must not take it for its own.
    table.woken.recv_timeout(Duration::from_secs(60)).unwrap();
    table.play("a1");
    assert_eq!(table.ply(), 1);
    table.controller.apply(Command::Stop);
    table.wait(|event| matches!(event, Event::Moved { by: Color::Black, .. }));
    assert_eq!(table.ply(), 2);
}

#[test]
fn stopping_makes_the_computer_move_at_once() {
    let mut table = Table::new(against_computer(), FirstMove { waits: true, ..CALM });
    table.play("d6");
    table.controller.apply(Command::Stop);
    table.wait(|event| matches!(event, Event::Moved { by: Color::Black, .. }));
}

#[test]
fn hints_come_at_full_strength_whatever_the_level_of_the_opponent() {
    struct Witness(Sender<Task>);
    impl Mind for Witness {
        fn think(
            &mut self,
            task: &Task,
            stop: &AtomicBool,
            progress: &mut dyn FnMut(mind::Progress),
        ) -> Result<Thought, MindError> {
            self.0.send(task.clone()).unwrap();
            { CALM }.think(task, stop, progress)
        }
    }
    let (sender, tasks) = channel();
    let child = Seat::computer(ComputerSettings::of_level(muehle_engine::players::Level::Child));
    let mut table = Table::new([Seat::human(), child], Witness(sender));
    table.controller.apply(Command::Hint(None));
    table.wait(|event| matches!(event, Event::HintFound(_)));
    let hint = tasks.recv().unwrap().settings.player_text().to_string();
    assert_eq!(hint, "perfect:heuristic=Meister,time=2000,q=4,endgame=18");
    table.play("d6");
    table.wait(|event| matches!(event, Event::Moved { by: Color::Black, .. }));
    assert_eq!(tasks.recv().unwrap().settings.player_text().to_string(), "computer:level=child");
}

#[test]
fn hints_go_with_the_move() {
    let mut table = Table::new(against_computer(), FirstMove { value: 0.25, ..CALM });
    table.controller.apply(Command::Hint(None));
    let Event::HintFound(hint) = table.wait(|event| matches!(event, Event::HintFound(_))) else { unreachable!() };
    assert_eq!(hint.score, Score::Estimate(0.25));
    assert_eq!(table.controller.hint(), Some(&hint));
    table.play("d6");
    assert_eq!(table.controller.hint(), None);
    let mut people = Table::new(people(), CALM);
    assert_eq!(refusal(&people.say(Command::Hint(None))), Some(Refusal::NoHintHere));
    let mut waiting = Table::new(against_computer(), FirstMove { waits: true, ..CALM });
    waiting.say(Command::Hint(None));
    waiting.say(Command::DropHint);
    assert!(waiting.controller.thinking().is_none(), "a hint can be given up");
}

#[test]
fn a_computer_answers_a_draw_offer_by_its_own_estimate() {
    // The value is the person's: what is good for the person is bad for the computer.
    for (value, accepts) in [(0.3, true), (0.0, true), (-0.3, false)] {
        let mut table = Table::new(against_computer(), FirstMove { value, ..CALM });
        table.controller.apply(Command::OfferDraw);
        let event = table.wait(|event| matches!(event, Event::DrawAnswered { .. }));
        let Event::DrawAnswered { by, accepted, score } = event else { unreachable!() };
        assert_eq!((by, accepted, score), (Color::Black, accepts, Some(Score::Estimate(-value))));
        assert_eq!(table.controller.outcome().is_some(), accepts);
        if !accepts {
            assert_eq!(refusal(&table.say(Command::OfferDraw)), Some(Refusal::DrawDeclinedBefore));
        }
    }
    let mut table = Table::new(computers(), FirstMove { waits: true, ..CALM });
    assert_eq!(refusal(&table.say(Command::OfferDraw)), Some(Refusal::NoDrawHere));
}

#[test]
fn people_answer_draw_offers_themselves() {
    let mut table = Table::new(people(), CALM);
    table.play("d6");
    let events = table.say(Command::OfferDraw);
    assert!(matches!(events[0], Event::DrawOffered(Color::Black)));
    table.say(Command::AnswerDraw(false));
    assert_eq!((table.controller.draw_offer(), table.controller.outcome()), (None, None));
    table.say(Command::OfferDraw);
    table.say(Command::AnswerDraw(true));
    assert_eq!(table.controller.outcome(), Some(Outcome::Draw(DrawReason::Agreement)));
}

#[test]
fn resigning_ends_the_game_and_can_be_taken_back() {
    let mut table = Table::new(against_computer(), FirstMove { waits: true, ..CALM });
    table.play("d6");
    table.say(Command::Resign);
    let lost = Outcome::Win { winner: Color::Black, reason: WinReason::Resignation };
    assert_eq!(table.controller.outcome(), Some(lost), "the person resigns even while the computer thinks");
    assert_eq!(refusal(&table.say(Command::Play("a1".parse().unwrap()))), Some(Refusal::Over));
    table.say(Command::Undo);
    assert_eq!((table.controller.outcome(), table.ply()), (None, 1));
    let mut watched = Table::new(computers(), FirstMove { waits: true, ..CALM });
    assert_eq!(refusal(&watched.say(Command::Resign)), Some(Refusal::NoOneToResign));
}

#[test]
fn computers_can_be_watched_paused_and_stepped() {
    let mut table = Table::new(computers(), CALM);
    table.wait(|event| matches!(event, Event::Moved { .. }));
    table.say(Command::Pause(true));
    let ply = table.ply();
    assert!(table.controller.thinking().is_none());
    table.controller.apply(Command::Step);
    table.wait(|event| matches!(event, Event::Moved { .. }));
    assert_eq!((table.ply(), table.controller.is_paused()), (ply + 1, true));
    assert!(table.controller.thinking().is_none(), "one step is one move");
    table.controller.apply(Command::Pause(false));
    table.wait(|event| matches!(event, Event::Ended(_)));
    assert!(table.controller.outcome().is_some());
}

#[test]
fn a_move_from_an_earlier_moment_begins_a_side_line() {
    let mut table = Table::new(people(), CALM);
    table.play("d6 f4 d2");
    table.say(Command::Look(Look::First));
    assert!(refusal(&table.say(Command::Play("d6-d5".parse().unwrap()))).is_some());
    assert_eq!(table.ply(), 3, "an illegal move changes nothing");
    table.say(Command::Play("a1".parse().unwrap()));
    assert_eq!((table.ply(), table.controller.is_looking_back()), (1, false));
    let game = table.controller.game();
    assert_eq!(game.tree().node(game.line()[0]).children.len(), 2, "the moves of the game stay");
}

#[test]
fn looking_back_changes_nothing_until_asked_to() {
    let mut table = Table::new(people(), CALM);
    table.play("d6 f4 d2");
    table.say(Command::Look(Look::First));
    assert_eq!(table.controller.position(), &Position::START);
    table.say(Command::Look(Look::Forward));
    assert_eq!(table.controller.position().stones(Color::White).len(), 1);
    table.say(Command::Look(Look::Last));
    assert!(!table.controller.is_looking_back());
    assert_eq!(table.ply(), 3);
    table.say(Command::Look(Look::Back));
    table.say(Command::ContinueHere);
    assert_eq!(table.ply(), 2);
    assert!(table.controller.can_redo(), "what was taken back is still there to redo");
}

#[test]
fn a_crash_while_thinking_is_reported_and_the_game_goes_on() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut table = Table::new(against_computer(), FirstMove { panics: true, ..CALM });
    table.play("d6");
    let event = table.wait(|event| matches!(event, Event::ThinkingFailed(_)));
    std::panic::set_hook(hook);
    assert!(matches!(event, Event::ThinkingFailed(MindError::Crashed)));
    table.say(Command::Undo);
    assert_eq!(table.ply(), 0);
}

#[test]
fn a_game_is_saved_and_opened_with_its_players() {
    let mut table = Table::new(against_computer(), CALM);
    table.play("d6");
    table.wait(|event| matches!(event, Event::Moved { .. }));
    assert!(table.controller.is_unsaved());
    let path = table.folder.path().join("saves").join("first");
    table.controller.apply(save(path.clone()));
    let Event::Saved(saved) = table.wait(|event| matches!(event, Event::Saved(_))) else { unreachable!() };
    assert_eq!(saved, path.with_extension("pgn"));
    assert!(!table.controller.is_unsaved());
    let seats = table.controller.seats().clone();
    table.say(Command::NewGame { seats: people(), rules: Rules::default(), clock: None });
    assert_eq!(table.ply(), 0);
    table.controller.apply(Command::Open(saved.clone()));
    table.wait(|event| matches!(event, Event::Opened { .. }));
    assert_eq!(table.ply(), 2);
    assert!(table.controller.seats().iter().all(Seat::is_human), "the players of a file are only offered");
    let offered = table.controller.offered_seats().unwrap().clone();
    assert_eq!(offered[1].kind, seats[1].kind);
    // As long as nobody takes them, they stay in the file.
    let before = fs::read_to_string(&saved).unwrap();
    table.controller.apply(save(saved.clone()));
    table.wait(|event| matches!(event, Event::Saved(_)));
    assert_eq!(fs::read_to_string(&saved).unwrap(), before);
    table.controller.apply(Command::ChangeSeats(offered));
    assert_eq!(table.controller.seat(Color::Black).kind, seats[1].kind);
    assert!(!table.controller.is_unsaved() && table.controller.offered_seats().is_none());
}

#[test]
fn bad_files_are_reported_and_the_game_goes_on() {
    let mut table = Table::new(people(), CALM);
    table.play("d6");
    let picture = table.folder.path().join("picture.pgn");
    fs::write(&picture, [0x89, b'P', b'N', b'G', 0, 0, 255, 254]).unwrap();
    for path in [picture, table.folder.path().join("missing.pgn"), table.folder.path().to_owned()] {
        table.controller.apply(Command::Open(path));
        table.wait(|event| matches!(event, Event::OpenFailed(_)));
        assert_eq!(table.ply(), 1);
    }
    let half = table.folder.path().join("half.pgn");
    fs::write(&half, "[White \"A\"]\n\n1. d6 f4 2. d6 *").unwrap();
    table.controller.apply(Command::Open(half));
    table.wait(|event| matches!(event, Event::Arrived));
    assert_eq!(table.ply(), 1, "the game on the board would be missed");
    table.controller.apply(Command::TakeArrived);
    let event = table.wait(|event| matches!(event, Event::Opened { .. }));
    assert!(matches!(event, Event::Opened { fault: Some(_), .. }), "what is legal is shown, with the fault");
    assert_eq!(table.ply(), 2);
    assert_eq!(table.controller.save_conflict(), Some(Conflict::ReadInPart));
}

#[test]
fn a_learner_in_a_file_teaches_nothing() {
    let mut table = Table::new(people(), CALM);
    let file = table.folder.path().join("trap.pgn");
    let tags = "[WhitePlayer \"learning:heuristic=Meister\"]\n[BlackPlayer \"learning:heuristic=Meister\"]";
    fs::write(&file, format!("{tags}\n\n1. d6 *")).unwrap();
    table.controller.apply(Command::Open(file));
    table.wait(|event| matches!(event, Event::Opened { .. }));
    assert!(table.controller.thinking().is_none());
    table.play("f4");
    // A crash does not make them play either.
    let Table { controller, folder, .. } = table;
    drop(controller);
    let (mut controller, _woken) = sit(folder.path(), people(), CALM);
    controller.apply(Command::Recover);
    assert_eq!(controller.game().ply(), 2);
    assert!(controller.seats().iter().all(Seat::is_human));
}

#[test]
fn one_of_several_games_is_opened_and_saved_back() {
    let mut table = Table::new(people(), CALM);
    let file = table.folder.path().join("club.pgn");
    let club = "[White \"A\"]\n\n1. d6 *\n\n[White \"B\"]\n\n1. f4 d2 *\n\n[White \"C\"]\n\n1. a1 *\n";
    fs::write(&file, club).unwrap();
    table.controller.apply(Command::Open(file.clone()));
    table.wait(|event| matches!(event, Event::Listed));
    assert_eq!((table.ply(), table.controller.listed().unwrap().len()), (0, 3), "nothing was opened yet");
    table.controller.apply(Command::OpenListed(1));
    table.wait(|event| matches!(event, Event::Opened { .. }));
    assert_eq!((table.ply(), table.controller.seat(Color::White).name.as_str()), (2, "B"));
    table.play("b4");
    table.controller.apply(save(file.clone()));
    table.wait(|event| matches!(event, Event::Saved(_)));
    let saved = fs::read_to_string(&file).unwrap();
    assert!(saved.starts_with("[White \"A\"]\n\n1. d6 *\n\n"), "{saved}");
    assert!(saved.contains("1. f4 d2 2. b4"), "{saved}");
    assert!(saved.ends_with("*\n\n[White \"C\"]\n\n1. a1 *\n"), "{saved}");
}

#[test]
fn a_file_that_takes_long_holds_up_nothing() {
    let table = Table::new(people(), CALM);
    let Table { mut controller, folder, .. } = table;
    let pipe = folder.path().join("endless.pgn");
    // Nobody writes to it: reading it never ends.
    if !std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
        return;
    }
    controller.apply(Command::Open(pipe));
    controller.apply(Command::Play("d6".parse().unwrap()));
    until(|| !journals(folder.path()).is_empty());
    controller.apply(save(folder.path().join("game.pgn")));
    // Dropping it, as quitting does, waits for the writing but not for the reading.
    drop(controller);
    assert!(folder.path().join("game.pgn").exists());
}

#[test]
fn a_save_that_fails_leaves_the_game_unsaved() {
    let mut table = Table::new(people(), CALM);
    table.play("d6");
    // A file where a folder should be cannot be written into, whoever runs the test.
    let blocked = table.folder.path().join("blocked");
    fs::write(&blocked, "a file").unwrap();
    table.controller.apply(save(blocked.join("game.pgn")));
    table.wait(|event| matches!(event, Event::SaveFailed { .. }));
    assert!(table.controller.is_unsaved());
    table.play("f4");
}

#[test]
fn a_killed_game_is_offered_again() {
    let folder = tempfile::tempdir().unwrap();
    {
        let (mut controller, _woken) = sit(folder.path(), people(), CALM);
        assert!(controller.recovered().is_none());
        for mv in ["d6", "f4", "d2"] {
            controller.apply(Command::Play(mv.parse().unwrap()));
        }
        controller.apply(Command::Undo);
    }
    let journal = journals(folder.path()).into_iter().find(|path| path.extension().is_some_and(|end| end == "pgn"));
    assert!(fs::read_to_string(journal.unwrap()).unwrap().contains("1. d6 f4 2. d2"));
    let (mut controller, _woken) = sit(folder.path(), against_computer(), CALM);
    assert_eq!(controller.recovered().map(|record| record.game.ply()), Some(2));
    assert_eq!(controller.game().ply(), 0, "it is only offered");
    controller.apply(Command::Recover);
    assert_eq!((controller.game().ply(), controller.can_redo()), (2, true));
    assert!(controller.seats().iter().all(Seat::is_human));
    assert!(controller.is_unsaved());
    drop(controller);
    let (mut controller, _woken) = sit(folder.path(), people(), CALM);
    controller.apply(Command::ForgetRecovered);
    drop(controller);
    assert!(journals(folder.path()).is_empty());
}

#[test]
fn two_windows_have_two_journals() {
    let folder = tempfile::tempdir().unwrap();
    let (mut first, _woken) = sit(folder.path(), people(), CALM);
    first.apply(Command::Play("d6".parse().unwrap()));
    until(|| !journals(folder.path()).is_empty());
    let (mut second, _woken) = sit(folder.path(), people(), CALM);
    assert!(second.recovered().is_none(), "the first game is still running");
    second.apply(Command::ForgetRecovered);
    for mv in ["a1", "f4"] {
        second.apply(Command::Play(mv.parse().unwrap()));
    }
    drop(first);
    drop(second);
    // Both are gone, and both games are offered, one after the other.
    let (mut third, _woken) = sit(folder.path(), people(), CALM);
    let mut plies = Vec::new();
    while let Some(record) = third.recovered() {
        plies.push(record.game.ply());
        third.apply(Command::ForgetRecovered);
    }
    plies.sort();
    assert_eq!(plies, [1, 2]);
    drop(third);
    assert!(journals(folder.path()).is_empty());
}

#[test]
fn a_saved_game_leaves_no_journal() {
    let mut table = Table::new(people(), CALM);
    table.play("d6");
    table.controller.apply(save(table.folder.path().join("game.pgn")));
    table.wait(|event| matches!(event, Event::Saved(_)));
    let Table { controller, folder, .. } = table;
    drop(controller);
    assert!(journals(folder.path()).is_empty());
}

#[test]
fn a_wild_journal_does_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    for wild in ["", "{{{{ \u{0}", "[CurrentPly \"99999999999999\"]\n\n1. d6 *", "1. d6 d6 d6"] {
        fs::write(folder.path().join("journal.pgn"), wild).unwrap();
        let (mut controller, _woken) = sit(folder.path(), people(), CALM);
        controller.apply(Command::Recover);
        assert!(controller.game().ply() <= 1);
    }
}

#[test]
fn every_method_gives_hints_within_their_time_and_without_need_sooner() {
    let folder = tempfile::tempdir().unwrap();
    let resources = Arc::new(muehle_engine::players::Resources::new(DataFolders::below(folder.path())));
    let mut mind = SearchingMind::new(resources);
    for method in Method::ALL {
        // So little effort that five minutes are never needed, and so much that a hundredth of a second ends it.
        for (limit, at_most) in [(ThinkingLimit::Depth(1), 300_000), (ThinkingLimit::Depth(20), 10)] {
            let settings = ComputerSettings { method, limit, ..ComputerSettings::default() }.tidied();
            let at_most = Some(Duration::from_millis(at_most));
            let task = Task { game: Game::default(), settings, at_most, purpose: Purpose::Hint(None), seed: 1 };
            let thought = mind.think(&task, &AtomicBool::new(false), &mut |_| {}).unwrap();
            assert!(task.game.legal_moves().contains(&thought.best), "{method:?}");
            assert!(thought.score.is_some(), "{method:?}");
            assert!(thought.time < Duration::from_secs(120), "{method:?} {limit:?} took {:?}", thought.time);
        }
    }
}

#[test]
fn learning_computers_learn_at_the_end_and_only_once() {
    let folder = tempfile::tempdir().unwrap();
    let (waker, woken) = waker();
    let folders = DataFolders::below(folder.path());
    let resources = Arc::new(muehle_engine::players::Resources::new(folders.clone()));
    let learner = |heuristic: &str| {
        let limit = ThinkingLimit::Depth(1);
        let heuristic = heuristic.to_owned();
        Seat::computer(ComputerSettings { method: Method::Learning, heuristic, limit, ..ComputerSettings::default() })
    };
    let mind = Box::new(SearchingMind::new(resources));
    let seats = [Seat::human(), learner("Small")];
    let rules = Rules::default();
    let setup = Setup { folders, mind, waker, seats, rules, clock: None, allowed_programs: Vec::new(), seed: 7 };
    let mut table = Table { controller: ready(Controller::new(setup)), woken, folder, early: Vec::new() };
    table.play("d6");
    table.wait(|event| matches!(event, Event::Moved { by: Color::Black, .. }));
    table.controller.apply(Command::Resign);
    let learned = table.wait(|event| matches!(event, Event::Learned { .. }));
    let Event::Learned { heuristic, result: Ok(Some(learned)) } = learned else { panic!("{learned:?}") };
    // The shipped heuristic stays as it is.
    assert_eq!((heuristic.as_str(), learned.name.as_str(), learned.positions), ("Small", "Small-2", 3));
    let games = learned.games;
    // Taken back and given up again: the same end teaches nothing new.
    table.controller.apply(Command::Undo);
    table.controller.apply(Command::Resign);
    // Two of the same heuristic are one learner, and it has learned from the game before.
    let seats = [learner("Small"), learner("Small")];
    table.controller.apply(Command::NewGame { seats, rules: Rules::default(), clock: None });
    let learned = table.wait(|event| matches!(event, Event::Learned { .. }));
    assert!(matches!(learned, Event::Learned { result: Ok(Some(learned)), .. } if learned.games == games + 1));
    // What a game taught is written even if the program ends at once.
    table.controller.apply(Command::NewGame {
        seats: [Seat::human(), learner("Joe")],
        rules: Rules::default(),
        clock: None,
    });
    table.controller.apply(Command::Resign);
    let Table { controller, folder, .. } = table;
    drop(controller);
    let joe = muehle_engine::heuristics::library::load("Joe", Some(&folder.path().join("heuristics"))).unwrap();
    assert_eq!(joe.training.games, 1);
}

#[test]
fn the_usual_mind_replaces_a_heuristic_that_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let resources = Arc::new(muehle_engine::players::Resources::new(DataFolders::below(folder.path())));
    let mut mind = SearchingMind::new(resources);
    let settings = ComputerSettings {
        heuristic: "Vanished".to_owned(),
        limit: ThinkingLimit::Depth(2),
        endgame: 0,
        ..ComputerSettings::default()
    };
    let task = Task { game: Game::default(), settings, at_most: None, purpose: Purpose::Move, seed: 1 };
    let stop = AtomicBool::new(false);
    let thought = mind.think(&task, &stop, &mut |_| {}).unwrap();
    assert!(matches!(&thought.notices[..], [Notice::HeuristicReplaced { wanted, .. }] if wanted == "Vanished"));
    assert!(task.game.legal_moves().contains(&thought.best));
    let again = mind.think(&task, &stop, &mut |_| {}).unwrap();
    assert!(again.notices.is_empty(), "it is reported once");
}

#[test]
fn what_happened_in_another_game_no_longer_counts() {
    let mut table = Table::new(computers(), CALM);
    let file = table.folder.path().join("short.pgn");
    fs::write(&file, "[White \"A\"]\n\n1. d6 *").unwrap();
    table.wait(|event| matches!(event, Event::Moved { .. }));
    // Moves of the computers and the opened game arrive together, and nobody has heard any of it yet.
    table.controller.apply(Command::Open(file));
    while table.controller.path().is_none() {
        table.controller.poll();
    }
    let events = table.events();
    assert!(matches!(events[..], [Event::Started, Event::Opened { .. }]), "{events:?}");
    // A place in the last game leads nowhere in this one.
    let far = pgn::read("1. d6 f4 2. d2 b4 *").game.current();
    let seen = table.controller.shown();
    for command in [Command::Look(Look::At(far)), Command::Branch(Branch::To(far))] {
        table.controller.apply(command);
        assert_eq!((table.controller.shown(), table.ply()), (seen, 1));
    }
}
