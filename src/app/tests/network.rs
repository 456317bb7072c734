//! Playing over the network in the window, driven as a person would: dialogs, offers, chat, lost lines.

use std::io::{BufRead, BufReader, Write};
use std::net::{IpAddr, Ipv4Addr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use super::{FOREVER, USUAL, Window, folder_with};
use crate::controller::network::{Address, Command, Event, HostSettings, Message, Patience, Session, game_key};
use crate::controller::{OnlineState, PlayerKind};
use egui_kittest::kittest::Queryable;
use muehle_engine::game::Game;
use muehle_engine::rules::{Color, Point, RemovalRule, Rules};

const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// A window whose settings file says these things.
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
    panic!("waited in vain");
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
    let guest = Session::join(Address::new("127.0.0.1", port).unwrap(), "Gustav", Patience::default(), || {}).unwrap();
    let offered = wait_for(window, &guest, |event| matches!(event, Event::Offered(_)));
    let Event::Offered(offer) = offered else { unreachable!() };
    assert_eq!((offer.host.as_str(), offer.guest, offer.rules), ("Player 1", Color::Black, Rules::default()));
    window.until_shows("Gustav is looking at the offer");
    guest.send(Command::Accept);
    window.until("the game", |window| window.app().controller().is_with_partner());
    assert_eq!(window.app().controller().seat(Color::Black).kind, PlayerKind::Network);
    // A move of the person arrives, and the partner's on the board.
    window.point(Point::D6);
    wait_for(window, &guest, |event| matches!(event, Event::Moved { ply: 1, .. }));
    window.until("the own move", |window| window.ply() == 1);
    window.point(Point::F4);
    assert_eq!(window.ply(), 1, "it is the partner's turn");
    guest.send(Command::Move("f4".parse().unwrap()));
    window.until("the answer", |window| window.ply() == 2);
    // Talk, both ways.
    guest.send(Command::Chat("hello\u{7} there".into()));
    window.until("the talk", |window| {
        // In the panel and in the status line.
        window.harness.query_all_by_label("Gustav: hello  there").count() == 2
    });
    let field = window.harness.get_by_label("Message to Gustav");
    field.focus();
    field.type_text("good luck");
    window.frames();
    window.click("Send");
    let said = wait_for(window, &guest, |event| matches!(event, Event::Chat(_)));
    assert_eq!(said, Event::Chat("good luck".into()));
    window.until_shows("Player 1: good luck");
    // No hint, nothing taken back, no new game before the end.
    window.choose("Game", "New game");
    window.until_shows("Finish the game with your partner first.");
    let controller = window.app().controller();
    assert!(controller.may_hint().is_err() && controller.plies_to_undo().is_none());
    assert_eq!(controller.game().ply(), 2);
    // A draw, asked from both sides.
    guest.send(Command::OfferDraw);
    window.until_shows("Gustav offers a draw");
    window.click("Decline");
    wait_for(window, &guest, |event| *event == Event::DrawDeclined);
    window.click("Draw");
    wait_for(window, &guest, |event| *event == Event::DrawOffered);
    guest.send(Command::AnswerDraw(true));
    window.until("the draw", |window| window.outcome().is_some());
    // Again, with swapped colours, one's own stones below.
    window.click("Rematch");
    wait_for(window, &guest, |event| *event == Event::RematchOffered);
    guest.send(Command::Rematch);
    window.until("the rematch", |window| window.outcome().is_none());
    assert_eq!(window.app().controller().only_person(), Some(Color::Black));
    assert!(window.app().settings().flipped);
    guest.send(Command::Move("a1".parse().unwrap()));
    window.until("the first move", |window| window.ply() == 1);
    // The partner leaves in the middle: the game can be saved or claimed.
    drop(guest);
    window.until_shows("Your partner left the game.");
    // The dialog is drawn over the panel, which offers the same.
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
    };
    let host = Session::host(settings, Patience::default(), || {}).unwrap();
    let Some(Event::Listening { port }) = host.wait(FOREVER) else { panic!("not listening") };
    let window = &mut open(&joining("english", port));
    for (accept, answer) in [(false, "Decline"), (true, "Accept")] {
        choose_network(window, 0);
        window.click("Start game");
        window.until_shows("Hanna invites you to a game.");
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
    host.send(Command::Resign);
    window.until("the end", |window| window.outcome().is_some());
    host.send(Command::Rematch);
    window.until_shows("Hanna would like to play again");
    window.click("Accept");
    wait_for(window, &host, |event| matches!(event, Event::Started { number: 2, .. }));
}

#[test]
fn failures_are_told_in_both_languages() {
    for (language, menu, entry, network, start, words) in [
        ("german", "Einstellungen", "Spieler …", "Netzwerk", "Partie starten", "nimmt keine Verbindung an"),
        ("english", "Settings", "Players…", "Network", "Start game", "refuses the connection"),
    ] {
        let window = &mut open(&joining(language, free_port()));
        window.choose(menu, entry);
        window.harness.get_all_by_label(network).next().unwrap().click();
        window.frames();
        window.click(start);
        window.until_shows(words);
        assert!(matches!(window.app().controller().online().unwrap().state(), OnlineState::Over(_)));
        assert!(!window.app().controller().is_with_partner(), "the game on the board is still one's own");
    }
    // What is wrong with the fields is told before anybody is called.
    let settings = "{\"language\":\"english\",\"network\":{\"joins\":true,\"host\":\"not a host\"}}";
    let window = &mut open(settings);
    choose_network(window, 1);
    window.click("Start game");
    window.harness.get_by_label_contains("This is not a valid host name");
    assert!(window.app().controller().online().is_none());
}

/// One message of a partner who is played by the test.
fn hear(stream: &TcpStream, window: &mut Window) -> Message {
    stream.set_read_timeout(Some(Duration::from_millis(5))).unwrap();
    let mut lines = BufReader::with_capacity(1, stream);
    let mut line = Vec::new();
    let start = Instant::now();
    while !line.ends_with(b"\n") {
        assert!(start.elapsed() < FOREVER, "nothing was said");
        window.harness.step();
        let _ = lines.read_until(b'\n', &mut line);
    }
    Message::read(&line[..line.len() - 1]).unwrap()
}

fn say(mut stream: &TcpStream, message: &Message) {
    stream.write_all(&message.to_line()).unwrap();
}

#[test]
fn a_lost_line_is_shown_and_comes_back() {
    let listener = TcpListener::bind((LOOPBACK, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let window = &mut open(&joining("english", port));
    choose_network(window, 1);
    window.click("Start game");
    let (line, _) = listener.accept().unwrap();
    assert!(matches!(hear(&line, window), Message::Hello { .. }));
    let rules = Rules::default();
    let offer = Message::Offer {
        protocol: 1,
        name: "Hanna".into(),
        rules: rules.to_string(),
        guest: Color::White,
        clock: None,
        token: "0123456789abcdef".repeat(2),
    };
    say(&line, &offer);
    window.until_shows("Hanna invites you to a game.");
    window.click("Accept");
    assert_eq!(hear(&line, window), Message::Accept {});
    drop(line);
    window.until_shows("Lost the connection to Hanna. Retrying for another ");
    // The game stays, and the own move can be made meanwhile.
    window.point(Point::D6);
    window.until("the move", |window| window.ply() == 1);
    let (line, _) = listener.accept().unwrap();
    let Message::Resume { token, .. } = hear(&line, window) else { panic!("not resumed") };
    assert_eq!(token, "0123456789abcdef".repeat(2));
    let start = Game::new(rules);
    say(&line, &Message::Resumed { game: 1, plies: 0, key: game_key(&start), over: false });
    window.until_shows("Connected again.");
    assert!(matches!(hear(&line, window), Message::Move { ply: 1, .. }), "what got lost is said again");
    // A partner who breaks the rules loses the connection; the game can be saved or claimed.
    say(&line, &Message::Move { game: 1, ply: 2, mv: "d6".into(), key: "0".repeat(16), left_ms: None });
    window.until_shows("a move was illegal");
    assert_eq!(window.harness.get_all_by_label("Claim win").count(), 2, "in the dialog and in the panel");
    window.click_last("Close");
    assert_eq!(window.ply(), 1, "the game stays");
    assert!(window.app().controller().may_act().is_err());
    window.click("Claim win");
    assert_eq!(window.outcome().unwrap().to_string(), "1-0 (forfeit)");
}
