//! Two sessions on real sockets of this computer, and hostile partners.

#[path = "../../../tests/program/proxy.rs"]
mod proxy;

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, TcpListener, TcpStream};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::super::rogue::Rogue;
use super::super::{
    Address, Closed, Command, Event, HostSettings, InvitationCode, MAX_CHAT, MAX_LINE, Message, Patience, Progress,
    Proof, Refusal, Session, Ticket, TicketSeat, Violation, game_key,
};
use muehle_engine::game::Game;
use muehle_engine::rules::{Color, Move, RemovalRule, Rules};
use proxy::Proxy;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Long enough for anything on this computer; reaching it is a failure, not a measurement.
const FOREVER: Duration = Duration::from_secs(60);
const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

fn host_settings() -> HostSettings {
    HostSettings {
        name: "Host".into(),
        rules: Rules::default(),
        own: Color::White,
        clock: None,
        port: 0,
        bind: Some(LOOPBACK),
        code: code(),
    }
}

fn code() -> InvitationCode {
    "K7MQ-4XPT".parse().unwrap()
}

fn host_with(settings: HostSettings, patience: Patience) -> (Session, u16) {
    let session = Session::host(settings, patience, || {}).unwrap();
    match session.wait(FOREVER) {
        Some(Event::Listening { port }) => (session, port),
        other => panic!("{other:?}"),
    }
}

fn host() -> (Session, u16) {
    host_with(host_settings(), Patience::default())
}

fn join_with(port: u16, patience: Patience) -> Session {
    Session::join(Address::new("127.0.0.1", port).unwrap(), code(), "Guest", patience, || {}).unwrap()
}

/// The first event that fits; others are passed over, but not the end.
#[track_caller]
fn wait_for(session: &Session, wanted: impl Fn(&Event) -> bool) -> Event {
    let start = Instant::now();
    while start.elapsed() < FOREVER {
        match session.wait(FOREVER) {
            Some(event) if wanted(&event) => return event,
            Some(Event::Closed(reason)) => panic!("closed: {reason}"),
            _ => {}
        }
    }
    panic!("waited in vain");
}

#[track_caller]
fn wait_closed(session: &Session) -> Closed {
    let closed = |event: &Event| matches!(event, Event::Closed(_));
    match wait_for(session, closed) {
        Event::Closed(reason) => reason,
        _ => unreachable!(),
    }
}

#[track_caller]
fn wait_started(session: &Session) {
    wait_for(session, |event| matches!(event, Event::Started { .. }));
}

#[track_caller]
fn wait_move(session: &Session, mv: &str) {
    let mv: Move = mv.parse().unwrap();
    wait_for(session, |event| matches!(event, Event::Moved { mv: played, .. } if *played == mv));
}

/// Host and guest, in a game.
fn pair_with(settings: HostSettings, patience: Patience) -> (Session, Session) {
    let (host, port) = host_with(settings, patience);
    let guest = join_with(port, patience);
    wait_for(&guest, |event| matches!(event, Event::Offered(_)));
    guest.send(Command::Accept);
    wait_started(&guest);
    wait_started(&host);
    (host, guest)
}

fn pair() -> (Session, Session) {
    pair_with(host_settings(), Patience::default())
}

fn play(session: &Session, mv: &str) {
    session.send(Command::Move(mv.parse().unwrap()));
}

// Two sessions.

#[test]
fn what_is_offered_is_what_is_played() {
    let rules = Rules { quiet_plies: 42, ..Rules::with_removal(RemovalRule::Any) };
    let clock = Some("10+2".parse().unwrap());
    let name = format!(" Ho\u{202E}st\n{}", "x".repeat(100));
    let (host, port) =
        host_with(HostSettings { name, rules, own: Color::Black, clock, ..host_settings() }, Patience::default());
    let guest = join_with(port, Patience::default());
    let offered = wait_for(&guest, |event| matches!(event, Event::Offered(_)));
    let Event::Offered(offer) = offered else { unreachable!() };
    assert_eq!(offer.host, format!("Host {}", "x".repeat(35)));
    assert_eq!((offer.rules, offer.guest, offer.clock), (rules, Color::White, clock));
    assert_eq!(wait_for(&host, |_| true), Event::Visitor { name: "Guest".into() });
    guest.send(Command::Move("d6".parse().unwrap()));
    assert_eq!(wait_for(&guest, |_| true), Event::Refused(Refusal::NoGame));
    guest.send(Command::Accept);
    let started = |own, partner: &str| Event::Started { number: 1, own, partner: partner.into(), rules, clock };
    assert_eq!(wait_for(&guest, |_| true), started(Color::White, &offer.host));
    assert_eq!(wait_for(&host, |_| true), started(Color::Black, "Guest"));
    play(&guest, "d6");
    wait_move(&host, "d6");
    let clocks = wait_for(&host, |event| matches!(event, Event::Clocks { .. }));
    let Event::Clocks { left, .. } = clocks else { unreachable!() };
    assert!(left[0] <= Duration::from_secs(602) && left[0] > Duration::from_secs(500), "{left:?}");
}

#[test]
fn ipv6_and_names_work_where_the_system_has_them() {
    let settings = HostSettings { bind: Some(Ipv6Addr::LOCALHOST.into()), ..host_settings() };
    let session = Session::host(settings, Patience::default(), || {}).unwrap();
    match session.wait(FOREVER) {
        Some(Event::Listening { port }) => {
            let guest =
                Session::join(Address::new("[::1]", port).unwrap(), code(), "Six", Patience::default(), || {}).unwrap();
            wait_for(&guest, |event| matches!(event, Event::Offered(_)));
        }
        Some(Event::Closed(Closed::CannotListen { .. })) => eprintln!("no IPv6 here"),
        other => panic!("{other:?}"),
    }
    let (_host, port) = host();
    let guest =
        Session::join(Address::new("localhost", port).unwrap(), code(), "Name", Patience::default(), || {}).unwrap();
    wait_for(&guest, |event| matches!(event, Event::Offered(_)));
    let nowhere = Address::new("no-such-host.invalid", 9000).unwrap();
    let lost = Session::join(nowhere, code(), "x", Patience::default(), || {}).unwrap();
    assert_eq!(wait_closed(&lost), Closed::UnknownHost("no-such-host.invalid".into()));
}

#[test]
fn talk_draws_resignation_and_rematch() {
    let (host, guest) = pair();
    host.send(Command::Chat(format!("h\u{1b}ällo\n{}", "x".repeat(2 * MAX_CHAT))));
    let Event::Chat(text) = wait_for(&guest, |event| matches!(event, Event::Chat(_))) else { unreachable!() };
    assert_eq!(text, format!("h ällo {}", "x".repeat(MAX_CHAT - 7)));
    for _ in 0..20 {
        guest.send(Command::Chat("spam".into()));
    }
    wait_for(&guest, |event| *event == Event::Refused(Refusal::TooFast));
    guest.send(Command::Rematch);
    wait_for(&guest, |event| *event == Event::Refused(Refusal::GameRunning));
    play(&guest, "d6");
    wait_for(&guest, |event| *event == Event::Refused(Refusal::NotYourTurn));
    play(&host, "d6");
    wait_move(&guest, "d6");
    host.send(Command::OfferDraw);
    wait_for(&guest, |event| *event == Event::DrawOffered);
    guest.send(Command::AnswerDraw(false));
    wait_for(&host, |event| *event == Event::DrawDeclined);
    guest.send(Command::OfferDraw);
    wait_for(&host, |event| *event == Event::DrawOffered);
    host.send(Command::AnswerDraw(true));
    for session in [&host, &guest] {
        let Event::Ended(outcome) = wait_for(session, |event| matches!(event, Event::Ended(_))) else { unreachable!() };
        assert_eq!(outcome.to_string(), "1/2-1/2 (agreement)");
    }
    host.send(Command::Rematch);
    wait_for(&guest, |event| *event == Event::RematchOffered);
    guest.send(Command::Rematch);
    let is_second =
        |own| move |event: &Event| matches!(event, Event::Started { number: 2, own: color, .. } if *color == own);
    wait_for(&guest, is_second(Color::White));
    wait_for(&host, is_second(Color::Black));
    guest.send(Command::Resign);
    let Event::Ended(outcome) = wait_for(&host, |event| matches!(event, Event::Ended(_))) else { unreachable!() };
    assert_eq!(outcome.to_string(), "0-1 (resignation)");
    drop(guest);
    assert_eq!(wait_closed(&host), Closed::PartnerLeft);
}

#[test]
fn a_second_guest_is_told_that_the_host_is_busy_and_a_declined_host_waits_on() {
    let (host, port) = host();
    let first = join_with(port, Patience::default());
    wait_for(&first, |event| matches!(event, Event::Offered(_)));
    assert_eq!(wait_closed(&join_with(port, Patience::default())), Closed::Busy);
    first.send(Command::Decline);
    assert_eq!(wait_closed(&first), Closed::Declined);
    wait_for(&host, |event| *event == Event::VisitorGone { declined: true });
    let second = join_with(port, Patience::default());
    wait_for(&second, |event| matches!(event, Event::Offered(_)));
    host.send(Command::Leave);
    assert_eq!(wait_closed(&second), Closed::PartnerLeft);
    assert_eq!(wait_closed(&host), Closed::Left);
}

#[test]
fn moves_made_while_the_line_is_lost_arrive_when_it_is_back() {
    let (host, port) = host();
    let proxy = Proxy::start(port, vec![6, 1000]);
    let guest = join_with(proxy.port, Patience::default());
    wait_for(&guest, |event| matches!(event, Event::Offered(_)));
    guest.send(Command::Accept);
    wait_started(&host);
    play(&host, "d6");
    wait_move(&guest, "d6");
    // The proxy has forwarded hello, welcome, guest, offer, accept and a move: this one is lost with the line.
    play(&guest, "f4");
    wait_for(&guest, |event| matches!(event, Event::LineLost { .. }));
    wait_for(&guest, |event| *event == Event::LineBack);
    wait_move(&host, "f4");
    assert_eq!(proxy.cuts.load(Ordering::Relaxed), 1);
    play(&host, "a1");
    wait_move(&guest, "a1");
}

#[test]
fn a_line_that_does_not_come_back_ends_the_session_but_not_the_game() {
    let patience = Patience { reconnection: Duration::from_millis(1500), ..Patience::default() };
    let (host, port) = host_with(host_settings(), patience);
    let proxy = Proxy::start(port, vec![6]);
    let guest = join_with(proxy.port, patience);
    wait_for(&guest, |event| matches!(event, Event::Offered(_)));
    guest.send(Command::Accept);
    wait_started(&host);
    drop(proxy);
    play(&host, "d6");
    wait_move(&guest, "d6");
    // The seventh line cuts the connection, and nobody listens at the proxy any more.
    guest.send(Command::Chat("?".into()));
    wait_for(&guest, |event| matches!(event, Event::LineLost { .. }));
    // The own move can still be made; drawing and talking cannot.
    play(&guest, "f4");
    wait_move(&guest, "f4");
    guest.send(Command::OfferDraw);
    wait_for(&guest, |event| *event == Event::Refused(Refusal::LineLost));
    assert_eq!(wait_closed(&guest), Closed::LineLost);
    assert_eq!(wait_closed(&host), Closed::LineLost);
}

#[test]
fn a_clock_that_runs_out_loses() {
    let clock = Some("0.02+0".parse().unwrap());
    let (host, guest) = pair_with(HostSettings { clock, ..host_settings() }, Patience::default());
    for session in [&host, &guest] {
        let Event::Ended(outcome) = wait_for(session, |event| matches!(event, Event::Ended(_))) else { unreachable!() };
        assert_eq!(outcome.to_string(), "0-1 (time forfeit)");
    }
}

/// Not asserted, since other work on the computer decides: run with --nocapture to see it.
#[test]
fn moves_travel_fast() {
    let (host, guest) = pair();
    let mut game = Game::default();
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut times = Vec::new();
    while game.outcome().is_none() && times.len() < 100 {
        let mv = *game.legal_moves().choose(&mut random).unwrap();
        let (mover, other) = if game.side_to_move() == Color::White { (&host, &guest) } else { (&guest, &host) };
        let start = Instant::now();
        mover.send(Command::Move(mv));
        wait_move(other, &mv.to_string());
        times.push(start.elapsed());
        wait_move(mover, &mv.to_string());
        game.play(mv).unwrap();
    }
    assert!(times.len() > 18);
    times.sort();
    println!("{} moves: median {:?}, slowest {:?}", times.len(), times[times.len() / 2], times[times.len() - 1]);
}

// Hostile partners.

fn farewell(reason: &str) -> Message {
    Message::read(format!("{{\"type\":\"bye\",\"reason\":\"{reason}\"}}").as_bytes()).unwrap()
}

#[test]
fn another_version_is_told_which_one_is_spoken_here() {
    let (host, port) = host();
    for (version, words) in [(1, "the other program is older"), (3, "the other program is newer")] {
        let mut rogue = Rogue::connect(port);
        let hello = format!("{{\"type\":\"hello\",\"protocol\":{version},\"name\":\"x\",\"new\":[1,2]}}\n");
        rogue.say_bytes(hello.as_bytes());
        assert_eq!(rogue.last_words(), Some(Message::bye(super::super::message::ByeReason::Version)));
        let closed = Closed::WrongVersion { theirs: version };
        assert!(closed.to_string().starts_with(words), "{closed}");
        assert_eq!(wait_for(&host, |_| true), Event::TurnedAway(closed));
    }
    // The same from the guest's side.
    for (answer, theirs) in [
        ("{\"type\":\"welcome\",\"protocol\":3,\"hat\":true}\n", 3),
        ("{\"type\":\"bye\",\"reason\":\"version\",\"protocol\":1}\n", 1),
    ] {
        let listener = TcpListener::bind((LOOPBACK, 0)).unwrap();
        let guest = join_with(listener.local_addr().unwrap().port(), Patience::default());
        let mut rogue = Rogue::new(listener.accept().unwrap().0);
        assert!(matches!(rogue.hear(), Some(Message::Hello { protocol: 2, .. })));
        rogue.say_bytes(answer.as_bytes());
        assert_eq!(wait_closed(&guest), Closed::WrongVersion { theirs });
    }
}

#[test]
fn only_the_code_opens_the_door() {
    let (host, port) = host();
    let wrong: InvitationCode = "0000-0000".parse().unwrap();
    let address = Address::new("127.0.0.1", port).unwrap();
    let stranger = Session::join(address, wrong.clone(), "Thief", Patience::default(), || {}).unwrap();
    assert_eq!(wait_closed(&stranger), Closed::WrongCode);
    assert_eq!(wait_for(&host, |_| true), Event::TurnedAway(Closed::WrongCode));
    // The same on the other side: a false host learns nothing, and its offer is not believed.
    let listener = TcpListener::bind((LOOPBACK, 0)).unwrap();
    let guest = join_with(listener.local_addr().unwrap().port(), Patience::default());
    let mut rogue = Rogue::new(listener.accept().unwrap().0);
    assert_eq!(rogue.welcome("00000000", || {}), Proof::Code);
    assert_eq!(rogue.hear(), None, "it cannot read the guest's name");
    rogue.say(&Message::Ping {});
    assert_eq!(wait_closed(&guest), Closed::Violation(Violation::Forged));
    // Plain text is never accepted in the place of encrypted messages.
    let mut rogue = Rogue::connect(port);
    assert!(rogue.greet(Proof::Code, "K7MQ4XPT"));
    rogue.say_bytes(b"{\"type\":\"guest\",\"name\":\"x\"}\n");
    assert_eq!(rogue.last_words(), Some(farewell("code")));
    // Whoever knows the code plays. What they say cannot be read on the way.
    let guest = join_with(port, Patience::default());
    wait_for(&guest, |event| matches!(event, Event::Offered(_)));
}

#[test]
fn a_host_that_never_answers_is_given_up() {
    let patience = Patience { handshake: Duration::from_millis(300), ..Patience::default() };
    let listener = TcpListener::bind((LOOPBACK, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let guest = join_with(port, patience);
    let address = Address::new("127.0.0.1", port).unwrap();
    assert_eq!(wait_closed(&guest), Closed::NoAnswer(address));
}

#[test]
fn hostile_offers_end_the_visit() {
    let good = Message::Offer {
        name: "x".into(),
        rules: "any".into(),
        guest: Color::White,
        clock: None,
        token: "0".repeat(32),
    };
    let good = String::from_utf8(good.to_bytes()).unwrap() + "\n";
    let token = "0".repeat(32);
    let long_name = good.replace("\"x\"", &format!("\"{}\"", "x".repeat(41)));
    let cases = [
        (good.replace("any", "sometimes"), Violation::Malformed),
        (good.replace(&token, "short"), Violation::OutOfBounds),
        (good.replace(&token, &"ü".repeat(16)), Violation::OutOfBounds),
        (long_name, Violation::OutOfBounds),
        (
            good.replace("\"guest\"", "\"clock\":{\"initial_ms\":0,\"increment_ms\":0},\"guest\""),
            Violation::OutOfBounds,
        ),
        (good.replace("\"guest\"", "\"hat\":1,\"guest\""), Violation::Malformed),
        ("{\"type\":\"accept\"}\n".into(), Violation::Unexpected),
        ("HTTP/1.1 400 Bad Request\n".into(), Violation::Malformed),
    ];
    for (offer, violation) in cases {
        let listener = TcpListener::bind((LOOPBACK, 0)).unwrap();
        let guest = join_with(listener.local_addr().unwrap().port(), Patience::default());
        let mut rogue = Rogue::new(listener.accept().unwrap().0);
        rogue.welcome("K7MQ4XPT", || {});
        assert_eq!(rogue.hear(), Some(Message::Guest { name: "Guest".into() }));
        rogue.say_lines(offer.as_bytes());
        assert_eq!(wait_closed(&guest), Closed::Violation(violation), "{offer}");
        assert_eq!(rogue.last_words(), Some(farewell("protocol")));
    }
}

#[test]
fn hostile_partners_lose_the_connection_and_nothing_else() {
    let mut game = Game::default();
    let mv =
        |game: &Game, ply, mv: &str| Message::Move { game: 1, ply, mv: mv.into(), key: game_key(game), left_ms: None };
    let line = |message: Message| [message.to_bytes(), b"\n".to_vec()].concat();
    game.play("d6".parse().unwrap()).unwrap();
    let mut next = game.clone();
    next.play("f4".parse().unwrap()).unwrap();
    let occupied = Violation::Illegal(next.position().check("d6".parse().unwrap(), RemovalRule::Never).unwrap_err());
    let cases: Vec<(Vec<u8>, Violation)> = vec![
        (b"\n".to_vec(), Violation::Malformed),
        (b"\xFF\xFE\n".to_vec(), Violation::NotUtf8),
        (vec![b'x'; 10 * MAX_LINE], Violation::LongLine),
        (vec![b'['; MAX_LINE].into_iter().chain(*b"\n").collect(), Violation::Malformed),
        (line(mv(&next, 2, "d6")), occupied),
        (line(mv(&game, 2, "f4")), Violation::Disagreement),
        (line(mv(&next, 4, "f4")), Violation::OutOfTurn),
        ([line(mv(&next, 2, "f4")), line(mv(&next, 3, "a1"))].concat(), Violation::OutOfTurn),
        (line(Message::Guest { name: "again".into() }), Violation::Unexpected),
        (line(Message::DrawAgreed { game: 1, ply: 1 }), Violation::Unexpected),
        (line(Message::RematchAccept { game: 1 }), Violation::Unexpected),
        (line(Message::Chat { text: "x".repeat(MAX_CHAT + 1) }), Violation::OutOfBounds),
        (line(Message::Chat { text: "x".into() }).repeat(50), Violation::Flood),
        (line(Message::Ping {}).repeat(5000), Violation::Flood),
    ];
    for (bytes, violation) in cases {
        let (host, port) = host();
        let mut rogue = Rogue::guest(port, &code()).0;
        wait_started(&host);
        play(&host, "d6");
        assert!(matches!(rogue.hear(), Some(Message::Move { .. })));
        rogue.say_lines(&bytes);
        let excerpt = String::from_utf8_lossy(&bytes[..bytes.len().min(80)]).into_owned();
        assert_eq!(wait_closed(&host), Closed::Violation(violation), "{excerpt}");
        assert_eq!(rogue.last_words(), Some(farewell("protocol")), "{excerpt}");
    }
}

#[test]
fn a_message_that_never_ends_and_a_partner_who_never_reads_are_given_up() {
    let patience = Patience { message: Duration::from_millis(300), ..Patience::default() };
    let (host, port) = host_with(host_settings(), patience);
    let mut rogue = Rogue::guest(port, &code()).0;
    wait_started(&host);
    rogue.say_bytes(b"{\"type\":");
    assert_eq!(wait_closed(&host), Closed::Violation(Violation::Slow));
    let patience = Patience {
        ping: Duration::from_millis(100),
        silence: Duration::from_millis(600),
        reconnection: Duration::from_millis(300),
        ..Patience::default()
    };
    let (host, port) = host_with(host_settings(), patience);
    let mut silent = Rogue::guest(port, &code()).0;
    wait_started(&host);
    assert_eq!(silent.hear(), Some(Message::Ping {}));
    wait_for(&host, |event| matches!(event, Event::LineLost { .. }));
    assert_eq!(wait_closed(&host), Closed::LineLost);
}

#[test]
fn only_the_partner_can_resume_and_only_the_same_game() {
    let (host, port) = host();
    let (_guest, token) = Rogue::guest(port, &code());
    wait_started(&host);
    let key = game_key(&Game::default());
    let resume = |plies| Message::Resume { game: 1, plies, key: key.clone(), over: false };
    let mut thief = Rogue::connect(port);
    assert!(thief.greet(Proof::Token, &"0".repeat(32)));
    thief.say(&resume(0));
    assert_eq!(thief.last_words(), Some(farewell("unknown_game")));
    // The code alone does not give anyone the partner's seat.
    let mut second = Rogue::connect(port);
    assert!(!second.greet(Proof::Code, "K7MQ4XPT"), "the host is busy");
    // The partner comes on a new connection although the old one seems to live.
    let mut again = Rogue::connect(port);
    assert!(again.greet(Proof::Token, &token));
    again.say(&resume(0));
    assert!(matches!(again.hear(), Some(Message::Resumed { game: 1, plies: 0, over: false, .. })));
    wait_for(&host, |event| *event == Event::LineBack);
    play(&host, "d6");
    assert!(matches!(again.hear(), Some(Message::Move { .. })));
    let mut liar = Rogue::connect(port);
    assert!(liar.greet(Proof::Token, &token));
    liar.say(&resume(1));
    assert_eq!(wait_closed(&host), Closed::Violation(Violation::Disagreement));
    assert_eq!(liar.last_words(), Some(farewell("protocol")));
}

fn ticket(seat: TicketSeat, token: &str, own: Color) -> Ticket {
    Ticket {
        seat,
        token: token.into(),
        game: 1,
        own,
        clock: None,
        left_ms: [0; 2],
        grace_ms: None,
        written_ms: Ticket::now_ms(),
    }
}

#[track_caller]
fn rejoin(ticket: &Ticket, game: &Game) -> Session {
    Session::rejoin(ticket, game, "Me", "You".into(), Patience::default(), || {}).unwrap().unwrap()
}

#[test]
fn a_guest_who_was_killed_comes_back() {
    let (host, port) = host();
    let (mut guest, token) = Rogue::guest(port, &code());
    wait_started(&host);
    play(&host, "d6");
    assert!(matches!(guest.hear(), Some(Message::Move { .. })));
    drop(guest);
    wait_for(&host, |event| matches!(event, Event::LineLost { .. }));
    // The move may not have reached the journal yet.
    let seat = TicketSeat::Guest { address: format!("127.0.0.1:{port}") };
    let guest = rejoin(&ticket(seat, &token, Color::Black), &Game::default());
    wait_for(&guest, |event| *event == Event::LineBack);
    wait_move(&guest, "d6");
    play(&guest, "f4");
    wait_move(&host, "f4");
}

#[test]
fn a_host_that_was_killed_comes_back() {
    let listener = TcpListener::bind((LOOPBACK, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let guest = join_with(port, Patience::default());
    let mut host = Rogue::new(listener.accept().unwrap().0);
    host.welcome("K7MQ4XPT", || {});
    assert!(matches!(host.hear(), Some(Message::Guest { .. })));
    let (rules, token) = (Rules::default().to_string(), "0123456789abcdef".repeat(2));
    host.say(&Message::Offer { name: "x".into(), rules, guest: Color::White, clock: None, token: token.clone() });
    wait_for(&guest, |event| matches!(event, Event::Offered(_)));
    guest.send(Command::Accept);
    wait_started(&guest);
    play(&guest, "d6");
    wait_move(&guest, "d6");
    drop((host, listener));
    wait_for(&guest, |event| matches!(event, Event::LineLost { .. }));
    let mut game = Game::default();
    game.play("d6".parse().unwrap()).unwrap();
    let seat = TicketSeat::Host { port, bind: Some(LOOPBACK) };
    let ticket = ticket(seat, &token, Color::Black);
    assert_eq!(Ticket::read(&ticket.text()), Some(ticket.clone()));
    let host = rejoin(&ticket, &game);
    wait_for(&host, |event| *event == Event::LineBack);
    play(&host, "f4");
    wait_move(&guest, "f4");
}

#[test]
fn a_move_is_sent_only_once_it_is_kept() {
    let keeping = Patience { keeping: FOREVER, ..Patience::default() };
    let (host, port) = host_with(host_settings(), keeping);
    let (mut guest, _) = Rogue::guest(port, &code());
    wait_started(&host);
    let kept = |plies, over| host.send(Command::Kept(Progress { game: 1, plies, over }));
    play(&host, "d6");
    wait_move(&host, "d6");
    host.send(Command::Chat("after it".into()));
    // An older state says nothing about the move.
    kept(0, false);
    guest.say(&Message::Ping {});
    assert_eq!(guest.hear(), Some(Message::Pong {}), "neither the move nor the chat behind it");
    kept(1, false);
    assert!(matches!(guest.hear(), Some(Message::Move { ply: 1, .. })));
    assert!(matches!(guest.hear(), Some(Message::Chat { .. })));
    host.send(Command::Resign);
    wait_for(&host, |event| matches!(event, Event::Ended(_)));
    guest.say(&Message::Ping {});
    assert_eq!(guest.hear(), Some(Message::Pong {}), "giving up is kept first, too");
    kept(1, true);
    assert_eq!(guest.hear(), Some(Message::Resign { game: 1 }));
}

#[test]
fn a_disk_that_does_not_answer_holds_up_no_game() {
    let keeping = Patience { keeping: Duration::from_millis(300), ..Patience::default() };
    let (host, guest) = pair_with(host_settings(), keeping);
    let start = Instant::now();
    play(&host, "d6");
    wait_move(&guest, "d6");
    assert!(start.elapsed() >= keeping.keeping);
}

/// Killed between keeping a move and sending it.
#[test]
fn a_kept_move_that_was_never_sent_is_sent_on_coming_back() {
    let (host, port) = host_with(HostSettings { own: Color::Black, ..host_settings() }, Patience::default());
    let (guest, token) = Rogue::guest(port, &code());
    wait_started(&host);
    drop(guest);
    wait_for(&host, |event| matches!(event, Event::LineLost { .. }));
    let mut game = Game::default();
    game.play("d6".parse().unwrap()).unwrap();
    let seat = TicketSeat::Guest { address: format!("127.0.0.1:{port}") };
    let guest = rejoin(&ticket(seat, &token, Color::White), &game);
    wait_move(&host, "d6");
    play(&host, "f4");
    wait_move(&guest, "f4");
}

#[test]
fn what_is_said_cannot_be_read_or_repeated_on_the_way() {
    let (host, port) = host();
    let listener = TcpListener::bind((LOOPBACK, 0)).unwrap();
    let guest = join_with(listener.local_addr().unwrap().port(), Patience::default());
    let (from_guest, _) = listener.accept().unwrap();
    let from_host = TcpStream::connect((LOOPBACK, port)).unwrap();
    let mut said: Vec<Vec<u8>> = Vec::new();
    let mut pass = |from: &TcpStream, mut to: &TcpStream| {
        let mut line = Vec::new();
        let mut byte = [0];
        while line.last() != Some(&b'\n') {
            std::io::Read::read_exact(&mut &*from, &mut byte).unwrap();
            line.push(byte[0]);
        }
        to.write_all(&line).unwrap();
        said.push(line);
    };
    pass(&from_guest, &from_host);
    pass(&from_host, &from_guest);
    pass(&from_guest, &from_host);
    pass(&from_host, &from_guest);
    wait_for(&guest, |event| matches!(event, Event::Offered(_)));
    guest.send(Command::Accept);
    pass(&from_guest, &from_host);
    wait_started(&host);
    for line in &said[2..] {
        assert!(line[..line.len() - 1].iter().all(u8::is_ascii_hexdigit), "no name, no token, nothing");
    }
    // Somebody on the way says something again.
    (&from_host).write_all(&said[4]).unwrap();
    assert_eq!(wait_closed(&host), Closed::Violation(Violation::Forged));
}

#[test]
fn silent_and_chattering_visitors_lock_nobody_out() {
    let patience = Patience { greeting: Duration::from_millis(1500), ..Patience::default() };
    let (host, port) = host_with(host_settings(), patience);
    let crowd = || -> Vec<TcpStream> { (0..60).map(|_| TcpStream::connect((LOOPBACK, port)).unwrap()).collect() };
    let first = crowd();
    let proxy = Proxy::start(port, vec![6, 1000]);
    let guest = join_with(proxy.port, Patience::default());
    wait_for(&guest, |event| matches!(event, Event::Offered(_)));
    guest.send(Command::Accept);
    wait_started(&host);
    // The partner can come back although everybody else is at the door, silent or turned away but still there.
    let mut second = crowd();
    for rogue in &mut second[..30] {
        rogue.write_all(b"!\n").unwrap();
    }
    play(&host, "d6");
    wait_move(&guest, "d6");
    play(&guest, "f4");
    wait_for(&guest, |event| matches!(event, Event::LineLost { .. }));
    wait_for(&guest, |event| *event == Event::LineBack);
    wait_move(&host, "f4");
    // Nobody may be silent for long.
    for mut silent in first.into_iter().chain(second) {
        silent.set_read_timeout(Some(FOREVER)).unwrap();
        let end = std::io::Read::read_to_end(&mut silent, &mut Vec::new());
        assert!(end.is_ok() || end.is_err_and(|error| error.kind() == std::io::ErrorKind::ConnectionReset));
    }
}

/// Something between a message and noise.
fn rubbish(random: &mut ChaCha8Rng) -> Vec<u8> {
    let good = [
        Message::Guest { name: "x".into() },
        Message::Decline {},
        Message::Move { game: 1, ply: 1, mv: "d6".into(), key: "0".repeat(16), left_ms: Some(1) },
        Message::Chat { text: "hello".into() },
        Message::Resume { game: 1, plies: 0, key: "0".repeat(16), over: false },
        Message::RematchAccept { game: 1 },
        Message::Resign { game: 1 },
        Message::Ping {},
    ];
    let mut line = good.choose(random).unwrap().to_bytes();
    match random.random_range(0..6) {
        0 => {}
        1 => {
            let at = random.random_range(0..line.len());
            line[at] = random.random();
        }
        2 => line.truncate(random.random_range(0..line.len())),
        3 => line = (0..random.random_range(1..200)).map(|_| random.random()).collect(),
        4 => line = vec![*b"[{\"x".choose(random).unwrap(); random.random_range(1000..100_000)],
        _ => line
            .splice(1..1, format!("\"extra\":{},", "[".repeat(random.random_range(0..2000))).into_bytes())
            .for_each(drop),
    }
    line.push(b'\n');
    line
}

#[test]
fn thousands_of_hostile_messages_in_games_end_those_games_only() {
    for seed in 0..200 {
        let mut random = ChaCha8Rng::seed_from_u64(1000 + seed);
        let (host, port) = host();
        let mut rogue = Rogue::guest(port, &code()).0;
        wait_started(&host);
        for _ in 0..10 {
            rogue.say_lines(&rubbish(&mut random));
        }
        // If all of that happened to make sense, this does not.
        rogue.say_lines(b"!\n");
        let reason = wait_closed(&host);
        assert!(matches!(reason, Closed::Violation(_)), "{reason}");
        assert!(!reason.to_string().contains('\n'));
    }
}
