//! Playing over the network in the window, driven as a person would: dialogs, offers, chat, lost lines.

use std::io::{BufRead, BufReader, Write};
use std::net::{IpAddr, Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use muehle::app::{App, Options};
use muehle::controller::network::{Address, Command, Event, HostSettings, Message, Patience, Session, game_key};
use muehle::controller::{OnlineState, PlayerKind};
use muehle::files::DataFolders;
use muehle::game::Game;
use muehle::rules::{Color, RemovalRule, Rules};

/// Long enough for anything on this computer; reaching it is a failure, not a measurement.
const FOREVER: Duration = Duration::from_secs(60);
const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// A window whose settings file says these things.
fn window(folder: &Path, settings: &str) -> Harness<'static, App> {
    std::fs::write(folder.join("settings.json"), settings).unwrap();
    let options = Options {
        native_dialogs: false,
        seed: Some(1),
        listen_at: Some(LOOPBACK),
        ..Options::new(DataFolders::below(folder))
    };
    let mut harness =
        Harness::builder().with_size([1280.0, 860.0]).build_eframe(|creation| App::new(&creation.egui_ctx, options));
    harness.run_steps(3);
    harness
}

fn free_port() -> u16 {
    TcpListener::bind((LOOPBACK, 0)).unwrap().local_addr().unwrap().port()
}

/// Lets the window run until something is so.
#[track_caller]
fn until(harness: &mut Harness<App>, what: &str, is_so: impl Fn(&Harness<App>) -> bool) {
    let start = Instant::now();
    while !is_so(harness) {
        assert!(start.elapsed() < FOREVER, "waited in vain for {what}");
        harness.step();
        thread::sleep(Duration::from_millis(1));
    }
    harness.run_steps(2);
}

#[track_caller]
fn until_label(harness: &mut Harness<App>, label: &str) {
    until(harness, label, |harness| harness.query_all_by_label_contains(label).next().is_some());
}

#[track_caller]
fn click(harness: &mut Harness<App>, label: &str) {
    harness.get_by_label(label).click();
    harness.run_steps(3);
}

/// Clicks an entry of an open menu; its shortcut is part of its name.
#[track_caller]
fn choose(harness: &mut Harness<App>, entry: &str) {
    harness.get_by(|node| node.label().is_some_and(|name| name.starts_with(entry))).click();
    harness.run_steps(3);
}

#[track_caller]
fn click_point(harness: &mut Harness<App>, point: &str) {
    let label = format!("{point}, ");
    harness.get_by(|node| node.label().is_some_and(|name| name.starts_with(&label))).click();
    harness.run_steps(3);
}

/// Waits for an event while the window runs.
#[track_caller]
fn wait_for(harness: &mut Harness<App>, session: &Session, wanted: impl Fn(&Event) -> bool) -> Event {
    let start = Instant::now();
    while start.elapsed() < FOREVER {
        harness.step();
        while let Some(event) = session.wait(Duration::from_millis(1)) {
            if wanted(&event) {
                return event;
            }
        }
    }
    panic!("waited in vain");
}

/// Opens the players dialog and chooses the network for a column.
fn choose_network(harness: &mut Harness<App>, column: usize) {
    click(harness, "Settings");
    choose(harness, "Players…");
    let radio = harness.get_all_by_label("Network").nth(column).unwrap();
    radio.click();
    harness.run_steps(3);
}

#[test]
fn a_person_invites_plays_talks_and_plays_again() {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let settings = format!("{{\"language\":\"english\",\"motion\":\"off\",\"network\":{{\"port\":\"{port}\"}}}}");
    let harness = &mut window(folder.path(), &settings);
    choose_network(harness, 1);
    harness.get_by_label_contains("The partner joins at one of your addresses");
    click(harness, "Start game");
    until_label(harness, &format!("Waiting for a guest at port {port}"));
    let guest = Session::join(Address::new("127.0.0.1", port).unwrap(), "Gustav", Patience::default(), || {}).unwrap();
    let offered = wait_for(harness, &guest, |event| matches!(event, Event::Offered(_)));
    let Event::Offered(offer) = offered else { unreachable!() };
    assert_eq!((offer.host.as_str(), offer.guest, offer.rules), ("Player1", Color::Black, Rules::default()));
    until_label(harness, "Gustav is looking at the offer");
    guest.send(Command::Accept);
    until(harness, "the game", |harness| harness.state().controller().is_with_partner());
    assert_eq!(harness.state().controller().seat(Color::Black).kind, PlayerKind::Network);
    // A move of the person arrives, and the partner's on the board.
    let start = Instant::now();
    click_point(harness, "d6");
    wait_for(harness, &guest, |event| matches!(event, Event::Moved { ply: 1, .. }));
    println!("from the click to the other side: {:?}, three frames of this window included", start.elapsed());
    click_point(harness, "f4");
    assert_eq!(harness.state().controller().game().ply(), 1, "it is the partner's turn");
    guest.send(Command::Move("f4".parse().unwrap()));
    until(harness, "the answer", |harness| harness.state().controller().game().ply() == 2);
    // Talk, both ways.
    guest.send(Command::Chat("hello\u{7} there".into()));
    until(harness, "the talk", |harness| {
        // In the panel and in the status line.
        harness.query_all_by_label("Gustav says: hello  there").count() == 2
    });
    let field = harness.get_by_label("Message to Gustav");
    field.focus();
    field.type_text("good luck");
    harness.run_steps(2);
    click(harness, "Send");
    let said = wait_for(harness, &guest, |event| matches!(event, Event::Chat(_)));
    assert_eq!(said, Event::Chat("good luck".into()));
    until_label(harness, "Player1 says: good luck");
    // No hint, nothing taken back, no new game before the end.
    click(harness, "Game");
    choose(harness, "New game");
    until_label(harness, "The game with the partner must end first.");
    let controller = harness.state().controller();
    assert!(controller.may_hint().is_err() && controller.plies_to_undo().is_none());
    assert_eq!(controller.game().ply(), 2);
    // A draw, asked from both sides.
    guest.send(Command::OfferDraw);
    until_label(harness, "Gustav offers a draw");
    click(harness, "Decline");
    wait_for(harness, &guest, |event| *event == Event::DrawDeclined);
    click(harness, "Draw");
    wait_for(harness, &guest, |event| *event == Event::DrawOffered);
    guest.send(Command::AnswerDraw(true));
    until(harness, "the draw", |harness| harness.state().controller().outcome().is_some());
    // Again, with swapped colours, one's own stones below.
    click(harness, "Rematch");
    wait_for(harness, &guest, |event| *event == Event::RematchOffered);
    guest.send(Command::Rematch);
    until(harness, "the rematch", |harness| harness.state().controller().outcome().is_none());
    assert_eq!(harness.state().controller().only_person(), Some(Color::Black));
    assert!(harness.state().settings().flipped);
    guest.send(Command::Move("a1".parse().unwrap()));
    until(harness, "the first move", |harness| harness.state().controller().game().ply() == 1);
    // The partner leaves in the middle: the game can be saved or claimed.
    drop(guest);
    until_label(harness, "The partner has left the game.");
    // The dialog is drawn over the panel, which offers the same.
    harness.get_all_by_label("Claim the game").last().unwrap().click();
    harness.run_steps(3);
    let outcome = harness.state().controller().outcome().unwrap();
    assert_eq!(outcome.to_string(), "0-1 (forfeit)");
}

#[test]
fn an_invitation_can_be_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let settings = format!("{{\"language\":\"english\",\"network\":{{\"port\":\"{port}\"}}}}");
    let harness = &mut window(folder.path(), &settings);
    choose_network(harness, 0);
    click(harness, "Start game");
    until_label(harness, "Waiting for a guest");
    click(harness, "Cancel");
    assert!(harness.state().controller().online().is_none());
    assert!(!harness.state().controller().is_with_partner());
    // The port is free again.
    until(harness, "the port", |_| TcpListener::bind((LOOPBACK, port)).is_ok());
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
    let folder = tempfile::tempdir().unwrap();
    let harness = &mut window(folder.path(), &joining("english", port));
    for (accept, answer) in [(false, "Decline"), (true, "Accept")] {
        choose_network(harness, 0);
        click(harness, "Start game");
        until_label(harness, "Hanna offers you a game.");
        for words in ["You play Black", "5 minutes for the game, 3 seconds more", "until a draw: unlimited"] {
            harness.get_by_label_contains(words);
        }
        click(harness, answer);
        let is_answer = |event: &Event| match event {
            Event::VisitorGone { declined } => *declined && !accept,
            Event::Started { .. } => accept,
            _ => false,
        };
        wait_for(harness, &host, is_answer);
    }
    until(harness, "the game", |harness| harness.state().controller().is_with_partner());
    let controller = harness.state().controller();
    assert_eq!(*controller.game().rules(), rules);
    let left = controller.time_left(Color::Black).unwrap();
    assert_eq!(left, Duration::from_secs(300), "black's clock has not begun");
    host.send(Command::Resign);
    until(harness, "the end", |harness| harness.state().controller().outcome().is_some());
    host.send(Command::Rematch);
    until_label(harness, "Hanna would like to play again");
    click(harness, "Accept");
    wait_for(harness, &host, |event| matches!(event, Event::Started { number: 2, .. }));
}

#[test]
fn failures_are_told_in_both_languages() {
    for (language, menu, entry, network, start, words) in [
        ("german", "Einstellungen", "Spieler …", "Netzwerk", "Spiel starten", "nimmt keine Verbindung an"),
        ("english", "Settings", "Players…", "Network", "Start game", "refuses the connection"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let harness = &mut window(folder.path(), &joining(language, free_port()));
        click(harness, menu);
        choose(harness, entry);
        harness.get_all_by_label(network).next().unwrap().click();
        harness.run_steps(3);
        click(harness, start);
        until_label(harness, words);
        assert!(matches!(harness.state().controller().online().unwrap().state(), OnlineState::Over(_)));
        assert!(!harness.state().controller().is_with_partner(), "the game on the board is still one's own");
    }
    // What is wrong with the fields is told before anybody is called.
    let folder = tempfile::tempdir().unwrap();
    let settings = "{\"language\":\"english\",\"network\":{\"joins\":true,\"host\":\"not a host\"}}";
    let harness = &mut window(folder.path(), settings);
    choose_network(harness, 1);
    click(harness, "Start game");
    harness.get_by_label_contains("That is no host name");
    assert!(harness.state().controller().online().is_none());
}

/// One message of a partner who is played by the test.
fn hear(stream: &TcpStream, harness: &mut Harness<App>) -> Message {
    stream.set_read_timeout(Some(Duration::from_millis(5))).unwrap();
    let mut lines = BufReader::with_capacity(1, stream);
    let mut line = Vec::new();
    let start = Instant::now();
    while !line.ends_with(b"\n") {
        assert!(start.elapsed() < FOREVER, "nothing was said");
        harness.step();
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
    let folder = tempfile::tempdir().unwrap();
    let harness = &mut window(folder.path(), &joining("english", port));
    choose_network(harness, 1);
    click(harness, "Start game");
    let (line, _) = listener.accept().unwrap();
    assert!(matches!(hear(&line, harness), Message::Hello { .. }));
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
    until_label(harness, "Hanna offers you a game.");
    click(harness, "Accept");
    assert_eq!(hear(&line, harness), Message::Accept {});
    drop(line);
    until_label(harness, "The line to Hanna is lost. Trying again for ");
    // The game stays, and the own move can be made meanwhile.
    click_point(harness, "d6");
    until(harness, "the move", |harness| harness.state().controller().game().ply() == 1);
    let (line, _) = listener.accept().unwrap();
    let Message::Resume { token, .. } = hear(&line, harness) else { panic!("not resumed") };
    assert_eq!(token, "0123456789abcdef".repeat(2));
    let start = Game::new(rules);
    say(&line, &Message::Resumed { game: 1, plies: 0, key: game_key(&start), over: false });
    until_label(harness, "The line is back.");
    assert!(matches!(hear(&line, harness), Message::Move { ply: 1, .. }), "what got lost is said again");
    // A partner who breaks the rules loses the connection; the game can be saved or claimed.
    say(&line, &Message::Move { game: 1, ply: 2, mv: "d6".into(), key: "0".repeat(16), left_ms: None });
    until_label(harness, "a move was illegal");
    assert_eq!(harness.get_all_by_label("Claim the game").count(), 2, "in the dialog and in the panel");
    harness.get_all_by_label("Close").last().unwrap().click();
    harness.run_steps(3);
    assert_eq!(harness.state().controller().game().ply(), 1, "the game stays");
    assert!(harness.state().controller().may_act().is_err());
    click(harness, "Claim the game");
    assert_eq!(harness.state().controller().outcome().unwrap().to_string(), "1-0 (forfeit)");
}
