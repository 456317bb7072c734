//! Network games in the window: dialogs, offers, chat, lost connections.

use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::time::{Duration, Instant};

use super::{FOREVER, USUAL, Window, folder_with};
use crate::controller::network::rogue::Rogue;
use crate::controller::network::{
    Address, Command, Event, HostSettings, InvitationCode, Message, Patience, Proof, Session, game_key,
};
use crate::controller::{OnlineState, PlayerKind};
use eframe::egui::Key;
use egui_kittest::kittest::Queryable;
use muehle_engine::game::Game;
use muehle_engine::rules::{Color, Point, RemovalRule, Rules};

const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// A window with these settings.
fn open(settings: &str) -> Window {
    Window::start(folder_with(settings), USUAL, |options| options.listen_at = Some(LOOPBACK))
}

fn free_port() -> u16 {
    TcpListener::bind((LOOPBACK, 0)).unwrap().local_addr().unwrap().port()
}

/// Waits for an event while the window runs.
#[track_caller]
fn wait_for(window: &mut Window, session: &Session, wanted: impl Fn(&Event) -> bool) -> Event {
    let start = Instant::now();
    while start.elapsed() < FOREVER {
        window.harness.step();
        while let Some(event) = session.wait(Duration::from_millis(1)) {
            if wanted(&event) {
                return event;
            }
        }
    }
    panic!("the event did not come");
}

/// Opens the players dialog and chooses the network for a column.
fn choose_network(window: &mut Window, column: usize) {
    window.choose("Settings", "Players…");
    let radio = window.harness.get_all_by_label("Network").nth(column).unwrap();
    radio.click();
    window.frames();
}

#[test]
fn a_person_invites_plays_talks_and_plays_again() {
    let port = free_port();
    let settings = format!("{{\"language\":\"english\",\"motion\":\"off\",\"network\":{{\"port\":\"{port}\"}}}}");
    let window = &mut open(&settings);
    choose_network(window, 1);
    window.harness.get_by_label_contains("Your partner joins at your address");
    window.click("Start game");
    window.until_shows(&format!("Waiting for a partner on port {port}"));
    // The code is shown and can be copied.
    let code = window.app().controller().online().unwrap().code().unwrap().clone();
    window.harness.get_by_label(&format!("Copy invitation code {code}"));
    let address = Address::new("127.0.0.1", port).unwrap();
    let guest = Session::join(address, code, "Gustav", Patience::default(), || {}).unwrap();
    let offered = wait_for(window, &guest, |event| matches!(event, Event::Offered(_)));
    let Event::Offered(offer) = offered else { unreachable!() };
    assert_eq!((offer.host.as_str(), offer.guest, offer.rules), ("Player 1", Color::Black, Rules::default()));
    window.until_shows("Gustav is looking at the offer");
    guest.send(Command::Accept);
    window.until("the game", |window| window.app().controller().is_with_partner());
    assert_eq!(window.app().controller().seat(Color::Black).kind, PlayerKind::Network);
    // The person's move arrives, and the partner's appears on the board.
    window.point(Point::D6);
    wait_for(window, &guest, |event| matches!(event, Event::Moved { ply: 1, .. }));
    window.until("the own move", |window| window.ply() == 1);
    window.point(Point::F4);
    assert_eq!(window.ply(), 1, "it is the partner's turn");
    guest.send(Command::Move("f4".parse().unwrap()));
    window.until("the answer", |window| window.ply() == 2);
    // Help that the partner does not have is off.
    window.press(Key::O);
    assert_eq!(window.count("Openings"), 0);
    assert!(!window.app().settings().explorer);
    for key in [Key::W, Key::E] {
        window.press(key);
        assert!(window.shows("No analysis during a network game."));
        window.press(Key::Escape);
    }
    assert!(!window.app().settings().study.values && !window.app().settings().study.bar);
    // Chat in both directions.
    guest.send(Command::Chat("hello\u{7} there".into()));
    window.until("the talk", |window| {
        // In the panel and in the status line.
        window.count("Gustav: hello  there") == 2
    });
    let field = window.harness.get_by_label("Message to Gustav");
    field.focus();
    field.type_text("good luck");
    window.frames();
    window.click("Send");
    let said = wait_for(window, &guest, |event| matches!(event, Event::Chat(_)));
    assert_eq!(said, Event::Chat("good luck".into()));
    window.until_shows("Player 1: good luck");
    // No hints, no undo, and no new game before the end.
    window.choose("Game", "New game");
    window.until_shows("Finish the game with your partner first.");
    let controller = window.app().controller();
    assert!(controller.may_hint().is_err() && controller.plies_to_undo().is_none());
    assert_eq!(controller.game().ply(), 2);
    // Draw offers from both sides.
    guest.send(Command::OfferDraw);
    window.until_shows("Gustav offers a draw");
    window.click("Decline");
    wait_for(window, &guest, |event| *event == Event::DrawDeclined);
    window.click("Draw");
    assert!(window.shows("Draw offered. Waiting for Gustav to answer."));
    wait_for(window, &guest, |event| *event == Event::DrawOffered);
    guest.send(Command::AnswerDraw(true));
    window.until("the draw", |window| window.outcome().is_some());
    // A rematch with swapped colours; the person's own stones are at the bottom.
    window.click("Rematch");
    wait_for(window, &guest, |event| *event == Event::RematchOffered);
    guest.send(Command::Rematch);
    window.until("the rematch", |window| window.outcome().is_none());
    assert_eq!(window.app().controller().only_person(), Some(Color::Black));
    assert!(window.app().settings().flipped);
    guest.send(Command::Move("a1".parse().unwrap()));
    window.until("the first move", |window| window.ply() == 1);
    // The partner leaves during the game: it can be saved or claimed.
    drop(guest);
    window.until_shows("Your partner left the game.");
    // The dialog covers the panel, which has the same button.
    window.click_last("Claim win");
    let outcome = window.outcome().unwrap();
    assert_eq!(outcome.to_string(), "0-1 (forfeit)");
}

#[test]
fn an_invitation_can_be_taken_back() {
    let port = free_port();
    let settings = format!("{{\"language\":\"english\",\"network\":{{\"port\":\"{port}\"}}}}");
    let window = &mut open(&settings);
    choose_network(window, 0);
    window.click("Start game");
    window.until_shows("Waiting for a partner");
    window.click("Cancel");
    assert!(window.app().controller().online().is_none());
    assert!(!window.app().controller().is_with_partner());
    // The port is free again.
    window.until("the port", |_| TcpListener::bind((LOOPBACK, port)).is_ok());
}

fn code() -> InvitationCode {
    "K7MQ-4XPT".parse().unwrap()
}

/// Types the code into the players dialog and starts.
fn join(window: &mut Window, column: usize) {
    choose_network(window, column);
    type_code(window, "Invitation code", "Start game");
}

fn type_code(window: &mut Window, field: &str, start: &str) {
    let field = window.harness.get_by_label(field);
    field.focus();
    field.type_text("k7mq 4xpt");
    window.frames();
    window.click(start);
}

/// Settings of somebody who joins at a port of this computer.
fn joining(language: &str, port: u16) -> String {
    let network = format!("{{\"joins\":true,\"host\":\"127.0.0.1\",\"port\":\"{port}\"}}");
    format!("{{\"language\":\"{language}\",\"motion\":\"off\",\"network\":{network}}}")
}

#[test]
fn a_guest_sees_what_is_offered_and_may_decline_it() {
    let rules = Rules { quiet_plies: 0, ..Rules::with_removal(RemovalRule::Any) };
    let settings = HostSettings {
        name: "Hanna".into(),
        rules,
        own: Color::White,
        clock: Some("5+3".parse().unwrap()),
        port: 0,
        bind: Some(LOOPBACK),
        code: code(),
    };
    let host = Session::host(settings, Patience::default(), || {}).unwrap();
    let Some(Event::Listening { port }) = host.wait(FOREVER) else { panic!("not listening") };
    let window = &mut open(&joining("english", port));
    for (accept, answer) in [(false, "Decline"), (true, "Accept")] {
        if accept {
            // The code is still there.
            choose_network(window, 0);
            window.click("Start game");
        } else {
            join(window, 0);
        }
        window.until_shows("Hanna invites you to a game.");
        window.frames();
        assert!(window.control("Accept").is_focused(), "Enter does not decline what nobody has read");
        for words in ["You play Black", "5 minutes per game plus 3 seconds", "No draw for plies without a capture"] {
            window.harness.get_by_label_contains(words);
        }
        window.click(answer);
        let is_answer = |event: &Event| match event {
            Event::VisitorGone { declined } => *declined && !accept,
            Event::Started { .. } => accept,
            _ => false,
        };
        wait_for(window, &host, is_answer);
    }
    window.until("the game", |window| window.app().controller().is_with_partner());
    let controller = window.app().controller();
    assert_eq!(*controller.game().rules(), rules);
    let left = controller.time_left(Color::Black).unwrap();
    assert_eq!(left, Duration::from_secs(300), "black's clock has not begun");
    window.click("Draw");
    wait_for(window, &host, |event| *event == Event::DrawOffered);
    host.send(Command::AnswerDraw(false));
    window.until_shows("Hanna declines the draw.");
    let turn = window.app().controller().game().side_to_move();
    let before = window.app().controller().time_left(turn).unwrap();
    host.send(Command::Resign);
    window.until("the end", |window| window.outcome().is_some());
    let after = window.app().controller().time_left(turn).unwrap();
    assert!(after <= before, "the clock stands where it was: {after:?}, before {before:?}");
    assert!(window.shows("You win! White resigned."), "the card is read as sentences");
    assert!(!window.shows("declines the draw."), "an older message does not hide the result");
    host.send(Command::Rematch);
    window.until_shows("Hanna would like to play again");
    window.click("Accept");
    wait_for(window, &host, |event| matches!(event, Event::Started { number: 2, .. }));
}

#[test]
fn failures_are_told_in_both_languages() {
    for (language, menu, entry, network, code, start, words) in [
        (
            "german",
            "Einstellungen",
            "Spieler …",
            "Netzwerk",
            "Einladungscode",
            "Partie starten",
            "nimmt keine Verbindung an",
        ),
        ("english", "Settings", "Players…", "Network", "Invitation code", "Start game", "refuses the connection"),
    ] {
        let window = &mut open(&joining(language, free_port()));
        window.choose(menu, entry);
        window.harness.get_all_by_label(network).next().unwrap().click();
        window.frames();
        type_code(window, code, start);
        window.until_shows(words);
        assert!(matches!(window.app().controller().online().unwrap().state(), OnlineState::Over(_)));
        assert!(!window.app().controller().is_with_partner(), "the game on the board is still one's own");
    }
    // Wrong entries are reported before a connection is tried.
    let settings = "{\"language\":\"english\",\"network\":{\"joins\":true,\"host\":\"not a host\"}}";
    let window = &mut open(settings);
    choose_network(window, 1);
    window.click("Start game");
    window.harness.get_by_label_contains("This is not a valid host name");
    assert!(window.app().controller().online().is_none());
}

#[test]
fn a_lost_connection_is_shown_and_restored() {
    let listener = TcpListener::bind((LOOPBACK, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let window = &mut open(&joining("english", port));
    join(window, 1);
    let mut host = Rogue::new(listener.accept().unwrap().0);
    assert_eq!(host.welcome("K7MQ4XPT", || window.harness.step()), Proof::Code);
    assert!(matches!(host.hear_while(|| window.harness.step()), Some(Message::Guest { .. })));
    let rules = Rules::default();
    let offer = Message::Offer {
        name: "Hanna".into(),
        rules: rules.to_string(),
        guest: Color::White,
        clock: None,
        token: "0123456789abcdef".repeat(2),
    };
    host.say(&offer);
    window.until_shows("Hanna invites you to a game.");
    window.click("Accept");
    assert_eq!(host.hear_while(|| window.harness.step()), Some(Message::Accept {}));
    drop(host);
    window.until_shows("Lost the connection to Hanna. Retrying for another ");
    // The game stays, and the person can move in the meantime.
    window.point(Point::D6);
    window.until("the move", |window| window.app().controller().game().ply() == 1);
    let mut host = Rogue::new(listener.accept().unwrap().0);
    assert_eq!(host.welcome(&"0123456789abcdef".repeat(2), || window.harness.step()), Proof::Token);
    assert!(matches!(host.hear_while(|| window.harness.step()), Some(Message::Resume { plies: 1, .. })));
    let start = Game::new(rules);
    host.say(&Message::Resumed { game: 1, plies: 0, key: game_key(&start), over: false });
    window.until_shows("Connected again.");
    let again = host.hear_while(|| window.harness.step());
    assert!(matches!(again, Some(Message::Move { ply: 1, .. })), "what got lost is said again");
    // A partner who breaks the rules loses the connection; the game can be saved or claimed.
    host.say(&Message::Move { game: 1, ply: 2, mv: "d6".into(), key: "0".repeat(16), left_ms: None });
    window.until_shows("a move was illegal");
    assert_eq!(window.harness.get_all_by_label("Claim win").count(), 2, "in the dialog and in the panel");
    window.click_last("Close");
    assert_eq!(window.ply(), 1, "the game stays");
    assert!(window.app().controller().may_act().is_err());
    window.click("Claim win");
    assert_eq!(window.outcome().unwrap().to_string(), "1-0 (forfeit)");
}

#[test]
fn a_killed_program_comes_back_to_its_partner() {
    let listener = TcpListener::bind((LOOPBACK, 0)).unwrap();
    let settings = joining("english", listener.local_addr().unwrap().port());
    let mut killed = open(&settings);
    let window = &mut killed;
    join(window, 1);
    let mut host = Rogue::new(listener.accept().unwrap().0);
    host.welcome("K7MQ4XPT", || window.harness.step());
    assert!(matches!(host.hear_while(|| window.harness.step()), Some(Message::Guest { .. })));
    let (rules, token) = (Rules::default(), "0123456789abcdef".repeat(2));
    let clock = Some("5+3".parse().unwrap());
    let offer = Message::Offer { name: "Hanna".into(), rules: rules.to_string(), guest: Color::White, clock, token };
    host.say(&offer);
    window.until_shows("Hanna invites you to a game.");
    window.click("Accept");
    window.until("the game", |window| window.app().controller().is_with_partner());
    window.point(Point::D6);
    assert_eq!(host.hear_while(|| window.harness.step()), Some(Message::Accept {}));
    assert!(matches!(host.hear_while(|| window.harness.step()), Some(Message::Move { .. })));
    // The move was on the disk before the partner heard of it, whenever the program is killed.
    let journal = |window: &Window| {
        let files = std::fs::read_dir(window.folder.path()).unwrap().map(|file| file.unwrap().path());
        // A file that is being written has another name.
        files
            .filter(|file| file.extension().is_some_and(|end| end == "pgn"))
            .filter_map(|file| Some((file.file_name()?.to_owned(), std::fs::read_to_string(&file).ok()?)))
            .find(|(_, text)| text.contains("NetworkTicket") && text.contains("1. d6"))
    };
    let (name, text) = journal(window).expect("the move is in the journal");
    drop((killed, host));
    let folder = folder_with(&settings);
    std::fs::write(folder.path().join(name), text).unwrap();
    let window = &mut Window::start(folder, USUAL, |options| options.listen_at = Some(LOOPBACK));
    window.click("Resume");
    window.until_shows("Lost the connection to Hanna. Retrying for another ");
    let mut host = Rogue::new(listener.accept().unwrap().0);
    assert_eq!(host.welcome(&"0123456789abcdef".repeat(2), || window.harness.step()), Proof::Token);
    let Some(Message::Resume { game: 1, plies: 1, key, over: false }) = host.hear_while(|| window.harness.step())
    else {
        panic!("not resumed");
    };
    host.say(&Message::Resumed { game: 1, plies: 1, key, over: false });
    window.until_shows("Connected again.");
    let mut game = Game::new(rules);
    for mv in ["d6", "f4"] {
        game.play(mv.parse().unwrap()).unwrap();
    }
    host.say(&Message::Move { game: 1, ply: 2, mv: "f4".into(), key: game_key(&game), left_ms: Some(290_000) });
    window.until("the answer", |window| window.app().controller().game().ply() == 2);
    assert_eq!(window.app().controller().only_person(), Some(Color::White));
    assert!(window.app().controller().time_left(Color::White).unwrap() > Duration::from_secs(200));
}
