//! Finished games are kept by themselves.

use super::*;
use muehle_engine::archive::{Archive, ArchivedGame, GameResult, PlayerKind};

/// A position in which White wins with the next move.
const WON: &str = "a7,d7,g4/b6,d6,f2 w 0 0";
const WINS: &str = "g4-g7xf2";

impl Table {
    fn archive(&self) -> Archive {
        Archive::new(self.folder.path().join("saves"))
    }

    fn archived(&self) -> Vec<ArchivedGame> {
        self.archive().read().games
    }

    /// Waits until a game is kept.
    fn kept(&mut self) {
        self.wait(|event| matches!(event, Event::Archive(ArchiveEvent::Kept(_))));
    }

    /// Waits until something with the archive has failed.
    fn failed(&mut self) -> ArchiveError {
        match self.wait(|event| matches!(event, Event::Archive(ArchiveEvent::Failed(_)))) {
            Event::Archive(ArchiveEvent::Failed(error)) => error,
            _ => unreachable!(),
        }
    }

    fn set_up(&mut self, seats: [Seat; 2]) {
        let (rules, position) = (Rules::default(), WON.parse().unwrap());
        self.say(Command::SetUp { seats, rules, clock: None, position });
    }

    /// Plays the winning move and waits until the game is kept.
    fn win(&mut self) {
        self.controller.apply(Command::Play(WINS.parse().unwrap()));
        self.kept();
    }
}

fn with_computer(folder: &Path) -> (Controller, Receiver<()>) {
    sit(folder, against_computer(), CALM)
}

#[test]
fn a_finished_game_is_kept_and_needs_no_question() {
    let mut table = Table::new(against_computer(), CALM);
    table.set_up(against_computer());
    assert!(table.archived().is_empty());
    table.win();
    let [game] = &table.archived()[..] else { panic!("one game") };
    assert_eq!((game.own_side(), game.own_result()), (Some(Color::White), Some(GameResult::Won)));
    assert!(matches!(game.player(Color::Black).kind, PlayerKind::Level(_)));
    assert_eq!(game.moves.iter().map(ToString::to_string).collect::<Vec<_>>(), [WINS]);
    assert!(!table.controller.is_unsaved() && !table.controller.would_be_missed());
    assert!(table.controller.is_archived());
    until(|| {
        table.controller.poll();
        journals(table.folder.path()).iter().all(|path| path.extension().is_some_and(|ending| ending != "pgn"))
    });
}

#[test]
fn games_without_a_person_and_games_that_are_switched_off_are_not_kept() {
    let mut table = Table::new(people(), CALM);
    table.set_up(computers());
    table.wait(|event| matches!(event, Event::Ended(_)));
    table.controller.set_keeps_games(false);
    table.set_up(people());
    table.play(WINS);
    assert!(table.controller.outcome().is_some());
    // What the thread was asked for comes in order, so this comes after everything else.
    table.controller.apply(save(table.folder.path().join("game.pgn")));
    table.wait(|event| matches!(event, Event::Saved(_)));
    assert!(table.archived().is_empty());
    table.controller.set_keeps_games(true);
    table.set_up(people());
    table.win();
    assert_eq!(table.archived()[0].own_side(), None, "two people at one screen");
}

#[test]
fn a_game_that_ends_twice_is_one_game() {
    let mut table = Table::new(people(), CALM);
    table.play("d6 f4");
    table.controller.apply(Command::Resign);
    table.kept();
    assert_eq!(table.archived()[0].outcome.unwrap().winner(), Some(Color::Black));
    table.say(Command::Undo);
    assert!(table.controller.would_be_missed(), "it goes on");
    table.play("a1");
    assert_eq!(table.archived()[0].moves.len(), 2, "until its next end the archive has the last one");
    table.controller.apply(Command::Resign);
    table.kept();
    let [game] = &table.archived()[..] else { panic!("one game") };
    assert_eq!((game.moves.len(), game.outcome.unwrap().winner()), (3, Some(Color::White)));
    // Another game is another one.
    table.say(Command::NewGame { seats: people(), rules: Rules::default(), clock: None });
    table.play("d6");
    table.controller.apply(Command::Resign);
    table.kept();
    assert_eq!(table.archived().len(), 2);
}

#[test]
fn what_a_review_finds_goes_into_the_archive_and_goes_with_other_moves() {
    let mut table = Table::new(people(), CALM);
    table.play("d6 f4");
    table.controller.apply(Command::Resign);
    table.kept();
    let tags = vec![("WhiteAccuracy", "71".to_owned()), ("WhiteMistakes", "missed-mill 2".to_owned())];
    let node = table.controller.game().line()[1];
    table.controller.apply(Command::AnnotateAll(vec![(node, Note::Nags(vec![2]))], tags));
    table.kept();
    let place = table.archived()[0].place.clone();
    assert_eq!(table.archived()[0].accuracy, [Some(71), None]);
    assert!(table.archive().text(&place).unwrap().contains("1. d6 $2 f4"));
    assert!(!table.controller.is_unsaved());
    table.say(Command::Undo);
    table.play("a1");
    table.controller.apply(Command::Resign);
    table.kept();
    assert_eq!(table.archived()[0].accuracy, [None, None], "it was about other moves");
}

#[test]
fn an_archived_game_is_opened_noted_and_removed() {
    let mut table = Table::new(people(), CALM);
    table.set_up(against_computer());
    table.win();
    table.controller.apply(Command::ReadArchive);
    table.wait(|event| matches!(event, Event::Archive(ArchiveEvent::Read)));
    let place = table.controller.archive().unwrap().games[0].place.clone();
    table.say(Command::NewGame { seats: people(), rules: Rules::default(), clock: None });
    table.controller.apply(Command::OpenArchived(place.clone()));
    table.wait(|event| matches!(event, Event::Opened { fault: None, .. }));
    assert!(table.controller.outcome().is_some() && table.controller.path().is_none());
    assert!(!table.controller.is_unsaved());
    let node = table.controller.game().current();
    table.controller.apply(Command::Annotate(node, Note::Comment("well done".to_owned())));
    table.kept();
    let text = table.archive().text(&place).unwrap();
    assert!(text.contains("{well done}") && text.contains("[BlackPlayer \"computer:level="), "{text}");
    assert_eq!(table.archived().len(), 1);
    // A copy of it is a game of its own.
    let copy = table.folder.path().join("copy.pgn");
    table.controller.apply(save(copy.clone()));
    table.wait(|event| matches!(event, Event::Saved(_)));
    assert!(!fs::read_to_string(&copy).unwrap().contains("ArchiveId"));
    // Nothing else is written to a file of the archive.
    table.controller.apply(save(place.file.to_path_buf()));
    assert!(matches!(table.failed(), ArchiveError::Own { .. }));
    table.controller.apply(Command::RemoveArchived(place));
    table.wait(|event| matches!(event, Event::Archive(ArchiveEvent::Removed)));
    table.controller.apply(Command::Annotate(node, Note::Comment("again".to_owned())));
    table.controller.apply(save(copy.clone()));
    table.wait(|event| matches!(event, Event::Saved(_)));
    assert!(table.archived().is_empty(), "what was deleted does not come back with a note");
}

#[test]
fn a_month_that_is_opened_as_a_file_stays_the_archive() {
    let mut table = Table::new(people(), CALM);
    table.set_up(people());
    table.win();
    let file = table.archived()[0].place.file.clone();
    table.controller.apply(Command::Open(file.to_path_buf()));
    table.wait(|event| matches!(event, Event::Opened { .. }));
    assert!(table.controller.path().is_none() && table.controller.is_archived());
}

#[test]
fn a_game_that_cannot_be_kept_is_asked_about_and_tried_again() {
    let mut table = Table::new(people(), CALM);
    // A file in the place of the folder.
    let saves = table.folder.path().join("saves");
    fs::write(&saves, "").unwrap();
    table.set_up(people());
    table.controller.apply(Command::Play(WINS.parse().unwrap()));
    assert!(matches!(table.failed(), ArchiveError::Io { .. }));
    assert!(table.controller.would_be_missed(), "otherwise it would be lost");
    fs::remove_file(&saves).unwrap();
    table.say(Command::NewGame { seats: people(), rules: Rules::default(), clock: None });
    table.play("d6");
    table.controller.apply(Command::Resign);
    table.kept();
    table.kept();
    assert_eq!(table.archived().len(), 2, "with the next game the first one is kept too");
}

#[test]
fn a_damaged_month_takes_nothing_more_and_loses_nothing() {
    let mut table = Table::new(people(), CALM);
    table.set_up(people());
    table.win();
    let file = table.archived()[0].place.file.clone();
    let damaged = fs::read_to_string(&file).unwrap() + "\n[White \"X\"]\n\n1. d6 d6 *\n";
    fs::write(&file, &damaged).unwrap();
    let node = table.controller.game().current();
    table.controller.apply(Command::Annotate(node, Note::Comment("note".to_owned())));
    assert!(matches!(table.failed(), ArchiveError::Damaged { .. }));
    let place = table.archived()[0].place.clone();
    table.controller.apply(Command::RemoveArchived(place));
    assert!(matches!(table.failed(), ArchiveError::Damaged { .. }));
    assert_eq!(fs::read_to_string(&file).unwrap(), damaged);
    table.set_up(people());
    table.win();
    assert_eq!(table.archive().files().len(), 2);
    assert_eq!(table.archived().len(), 3);
}

#[test]
fn a_finished_game_in_the_journal_of_a_killed_window_is_kept_without_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("[SetUp \"1\"]\n[FEN \"{WON}\"]\n[ArchiveId \"seven\"]\n\n1. {WINS} 1-0\n");
    let archive = Archive::new(folder.path().join("saves"));
    for _ in 0..2 {
        // The second time the window was killed after the game had been kept.
        fs::write(folder.path().join("journal-1-1-1.pgn"), &text).unwrap();
        let (mut controller, _woken) = with_computer(folder.path());
        assert!(controller.recovered().is_none());
        until(|| {
            controller.poll();
            !folder.path().join("journal-1-1-1.pgn").exists()
        });
        let ids: Vec<String> = archive.read().games.into_iter().map(|game| game.place.id).collect();
        assert_eq!(ids, ["seven"]);
    }
    // A game of somebody else that was only looked at is still asked about.
    fs::write(folder.path().join("journal-1-1-1.pgn"), text.replace("[ArchiveId \"seven\"]\n", "")).unwrap();
    let (controller, _woken) = with_computer(folder.path());
    assert!(controller.recovered().is_some());
    assert_eq!(archive.read().games.len(), 1);
}

#[test]
fn a_game_that_goes_on_after_its_end_comes_back_as_the_same_game() {
    let folder = tempfile::tempdir().unwrap();
    let (controller, woken) = sit(folder.path(), people(), CALM);
    let mut table = Table { controller, woken, folder: tempfile::tempdir().unwrap(), early: Vec::new() };
    table.play("d6 f4");
    table.controller.apply(Command::Resign);
    table.kept();
    table.say(Command::Undo);
    table.play("a1");
    drop(table);
    let (mut controller, woken) = sit(folder.path(), people(), CALM);
    assert!(controller.recovered().is_some());
    controller.apply(Command::Recover);
    let mut table = Table { controller, woken, folder, early: Vec::new() };
    table.controller.apply(Command::Resign);
    table.kept();
    let [game] = &table.archived()[..] else { panic!("one game") };
    assert_eq!(game.moves.len(), 3);
}

#[test]
fn looking_at_a_game_of_somebody_else_does_not_make_it_yours() {
    let mut table = Table::new(people(), CALM);
    let file = table.folder.path().join("club.pgn");
    fs::write(&file, format!("[SetUp \"1\"]\n[FEN \"{WON}\"]\n\n1. {WINS} 1-0\n")).unwrap();
    table.controller.apply(Command::Open(file));
    table.wait(|event| matches!(event, Event::Opened { .. }));
    table.say(Command::Undo);
    table.play("g4-g1");
    table.say(Command::Undo);
    table.play(WINS);
    table.controller.apply(save(table.folder.path().join("copy.pgn")));
    table.wait(|event| matches!(event, Event::Saved(_)));
    assert!(table.archived().is_empty());
}

#[test]
fn a_side_line_tried_after_the_end_leaves_the_game_in_the_archive_as_it_was() {
    let mut table = Table::new(people(), CALM);
    table.play("d6 f4 d2 b4");
    table.controller.apply(Command::Resign);
    table.kept();
    let place = table.archived()[0].place.clone();
    // Back to the second ply, and on from there in another way.
    let second = table.controller.game().line()[2];
    table.say(Command::Look(Look::At(second)));
    table.play("a1 g7");
    assert!(!table.controller.game().tree().is_on_main_line(table.controller.game().current()));
    let note = Note::Comment("tried something else".to_owned());
    table.controller.apply(Command::Annotate(second, note));
    until(|| {
        table.controller.poll();
        table.archive().text(&place).is_ok_and(|text| text.contains("tried something else"))
    });
    let text = table.archive().text(&place).unwrap();
    assert!(!text.contains("CurrentLine"), "{text}");
    assert_eq!(table.archived()[0].moves.len(), 4);
    table.say(Command::NewGame { seats: people(), rules: Rules::default(), clock: None });
    table.controller.apply(Command::OpenArchived(place));
    table.wait(|event| matches!(event, Event::Opened { .. }));
    assert_eq!(table.controller.game().moves().len(), 4, "the game itself is opened");
}
