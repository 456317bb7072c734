//! Network games between real processes, over connections that are cut, and with hostile visitors.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::process::{Child, ChildStdout};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use muehle_engine::archive::{Archive, PlayerKind};
use muehle_engine::rules::Color;

use crate::proxy::Proxy;
use crate::start;

const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// A hosting process, the port it waits at and its invitation code.
pub(crate) fn hosting(arguments: &[&str]) -> (Child, BufReader<ChildStdout>, u16, String) {
    let mut child = start(&[&["host", "--port", "0", "--bind", "127.0.0.1"], arguments].concat());
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut word = |before: &str| {
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        line.trim().strip_prefix(before).unwrap_or_else(|| panic!("{line}")).to_owned()
    };
    let (port, code) = (word("listening on port ").parse().unwrap(), word("invitation code "));
    (child, out, port, code)
}

/// The output of a process until its end, and its exit code.
pub(crate) fn finish(mut child: Child, out: Option<BufReader<ChildStdout>>) -> (String, String, Option<i32>) {
    let mut said = String::new();
    match out {
        Some(mut out) => out.read_to_string(&mut said).unwrap(),
        None => child.stdout.take().unwrap().read_to_string(&mut said).unwrap(),
    };
    let mut complained = String::new();
    child.stderr.take().unwrap().read_to_string(&mut complained).unwrap();
    (said, complained, child.wait().unwrap().code())
}

/// The moves and results in the output of a process.
fn record(said: &str) -> Vec<&str> {
    let is_move = |line: &&str| line.starts_with("result") || line.split(' ').next().unwrap().parse::<u32>().is_ok();
    said.lines().filter(is_move).collect()
}

#[test]
fn two_processes_play_whole_games_in_both_roles() {
    let folder = tempfile::tempdir().unwrap();
    let cases = [
        ("random", "computer:depth=2", "never", "white"),
        ("computer:depth=2", "random", "any", "black"),
        ("computer:depth=1", "computer:depth=2", "any repetition=on quiet=40", "random"),
    ];
    for (seed, (first, second, rules, plays)) in cases.into_iter().enumerate() {
        let file = folder.path().join(format!("{seed}.pgn"));
        let seed = seed.to_string();
        let options = ["--seed", &seed, "--games", "2"];
        let data = folder.path().join(format!("host-{seed}"));
        let named = ["--data", data.to_str().unwrap(), "--name", "Robo"];
        let (host, out, port, code) =
            hosting(&[&["--player", first, "--rules", rules, "--plays", plays], &named[..], &options[..]].concat());
        let address = format!("127.0.0.1:{port}");
        let save = ["--save", file.to_str().unwrap()];
        let guest = start(&[&["join", &address, "--code", &code, "--player", second], &options[..], &save].concat());
        let (guest_said, guest_complained, guest_code) = finish(guest, None);
        let (host_said, host_complained, host_code) = finish(host, Some(out));
        assert_eq!((host_code, guest_code), (Some(0), Some(0)), "{host_complained}{guest_complained}");
        let games = record(&host_said);
        assert_eq!(games, record(&guest_said));
        assert_eq!(games.iter().filter(|line| line.starts_with("result")).count(), 2, "{host_said}");
        let colours = |said: &str| -> Vec<bool> {
            said.lines().filter(|line| line.starts_with("game ")).map(|line| line.contains(": white")).collect()
        };
        let (host_white, guest_white) = (colours(&host_said), colours(&guest_said));
        assert_ne!(host_white[0], host_white[1], "a rematch swaps the colours");
        assert!(host_white.iter().zip(&guest_white).all(|(host, guest)| host != guest));
        // The saved games are the ones that were played.
        let saved = std::fs::read_to_string(&file).unwrap();
        let first_game = muehle_engine::game::pgn::read(&saved[..saved[1..].find("[Event").unwrap() + 1]);
        assert_eq!(first_game.fault, None);
        let plies = games.iter().position(|line| line.starts_with("result")).unwrap();
        assert_eq!(first_game.game.moves().len(), plies);
        // The archive has them too, with both players, and knows that no person at this computer played them.
        let archived = Archive::new(data.join("saves")).read();
        assert!(archived.problems.is_empty() && archived.games.len() == 2);
        for (game, white) in archived.games.iter().zip(&host_white) {
            let own = if *white { Color::White } else { Color::Black };
            assert_eq!((game.player(own).name.as_str(), game.own_side()), ("Robo", None));
            assert_eq!(game.player(!own).kind, PlayerKind::Network);
            assert!(game.outcome.is_some());
        }
        assert_eq!(archived.games[0].moves, first_game.game.moves());
    }
}

#[test]
fn a_game_survives_lines_that_are_cut() {
    let (host, out, port, code) = hosting(&["--player", "computer:depth=1", "--seed", "5"]);
    // The first is cut in the middle of the placing phase, the second at once after resuming, others between a move
    // and its answer.
    let lives = vec![13, 4, 5, 6, 3, 8];
    let cut = lives.len();
    let proxy = Proxy::start(port, lives);
    let address = format!("127.0.0.1:{}", proxy.port);
    let guest = start(&["join", &address, "--code", &code, "--player", "random", "--seed", "6"]);
    let (guest_said, guest_complained, guest_code) = finish(guest, None);
    let (host_said, host_complained, host_code) = finish(host, Some(out));
    assert_eq!((host_code, guest_code), (Some(0), Some(0)), "{host_complained}{guest_complained}\n{guest_said}");
    assert_eq!(record(&host_said), record(&guest_said));
    assert!(record(&host_said).len() > 18, "{host_said}");
    let count = |said: &str, what| said.matches(what).count();
    assert!(count(&guest_said, "connection lost") >= 4, "{guest_said}");
    assert_eq!(count(&guest_said, "connection lost"), count(&guest_said, "connection restored"));
    assert!(count(&host_said, "connection restored") >= 4, "{host_said}");
    assert!(proxy.cuts.load(Ordering::Relaxed) >= cut, "every cut happened");
}

#[test]
fn a_process_that_cannot_join_says_why_in_one_sentence() {
    let free = TcpListener::bind((LOOPBACK, 0)).unwrap().local_addr().unwrap().port();
    let refused = format!("127.0.0.1:{free}");
    let (said, complained, code) = finish(start(&["join", &refused, "--code", "k7mq4xpt", "--player", "random"]), None);
    assert_eq!((said.as_str(), code), ("", Some(1)));
    assert_eq!(complained, format!("muehle: {refused} refuses the connection; is a game hosted there?\n"));
    let (host, _out, port, code) = hosting(&["--player", "random"]);
    let address = format!("127.0.0.1:{port}");
    let stranger = start(&["join", &address, "--code", "0000-0000", "--player", "random"]);
    let (said, complained, exit) = finish(stranger, None);
    assert_eq!((said.as_str(), complained.as_str()), ("", "muehle: the invitation code is wrong\n"));
    assert_eq!(exit, Some(1));
    let guest = start(&["join", &address, "--code", &code, "--player", "random", "--rules", "any"]);
    let (said, complained, code) = finish(guest, None);
    assert!(said.contains("rules never repetition=on quiet=100"), "{said}");
    assert_eq!((complained.as_str(), code), ("muehle: the offered game was declined\n", Some(1)));
    let used = port.to_string();
    let second = start(&["host", "--player", "random", "--port", &used, "--bind", "127.0.0.1"]);
    let (_, complained, code) = finish(second, None);
    assert_eq!((complained, code), (format!("muehle: port {port} is in use by another program\n"), Some(1)));
    let (_, complained, code) = finish(start(&["join", "a b:1", "--code", "k7mq4xpt", "--player", "random"]), None);
    assert_eq!(code, Some(2), "{complained}");
    let (_, complained, code) = finish(start(&["host", "--player", "wizard"]), None);
    assert_eq!(code, Some(2), "{complained}");
    end(host);
}

#[test]
fn a_learning_player_hosts_and_learns_from_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let (host, out, port, invitation) =
        hosting(&["--data", data, "--player", "learning:heuristic=Max,depth=1", "--rules", "any quiet=20"]);
    let guest = start(&["join", &format!("127.0.0.1:{port}"), "--code", &invitation, "--player", "random"]);
    let (_, complained, code) = finish(guest, None);
    assert_eq!(code, Some(0), "{complained}");
    let (_, complained, code) = finish(host, Some(out));
    assert_eq!(code, Some(0), "{complained}");
    let learned = muehle_engine::heuristics::library::load("Max", Some(&folder.path().join("heuristics"))).unwrap();
    assert_eq!(learned.training.games, 1);
}

pub(crate) fn end(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

/// A line somewhere between a message and noise.
fn rubbish(random: &mut ChaCha8Rng) -> Vec<u8> {
    let good = [
        r#"{"type":"hello","protocol":1,"name":"x"}"#,
        r#"{"type":"hello","protocol":2,"proof":"code","share":"00"}"#,
        r#"{"type":"decline"}"#,
        r#"{"type":"move","game":1,"ply":1,"mv":"d6","key":"0000000000000000","left_ms":1}"#,
        r#"{"type":"chat","text":"hello"}"#,
        r#"{"type":"resign","game":1}"#,
        r#"{"type":"ping"}"#,
    ];
    let mut line = good.choose(random).unwrap().as_bytes().to_vec();
    match random.random_range(0..4) {
        0 => {
            let at = random.random_range(0..line.len());
            line[at] = random.random();
        }
        1 => line.truncate(random.random_range(0..line.len())),
        2 => line = (0..random.random_range(1..200)).map(|_| random.random()).collect(),
        _ => line = vec![*b"[{\"x".choose(random).unwrap(); random.random_range(1000..100_000)],
    }
    line.push(b'\n');
    line
}

#[test]
fn silent_visitors_do_not_keep_a_guest_out() {
    let (host, out, port, code) = hosting(&["--player", "random", "--seed", "1"]);
    let crowd: Vec<TcpStream> = (0..60).map(|_| TcpStream::connect((LOOPBACK, port)).unwrap()).collect();
    let guest = start(&["join", &format!("127.0.0.1:{port}"), "--code", &code, "--player", "random"]);
    let (_, complained, exit) = finish(guest, None);
    assert_eq!(exit, Some(0), "{complained}");
    assert_eq!(finish(host, Some(out)).2, Some(0));
    drop(crowd);
}

/// The largest amount of memory that a process has used, in kilobytes, where the system tells.
fn peak_memory(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix("kB")?.trim().parse().ok())
}

#[test]
fn thousands_of_hostile_messages_leave_the_host_as_it_was() {
    const CONNECTIONS: usize = 400;
    const MESSAGES: usize = 10;
    let (host, out, port, code) = hosting(&["--player", "random", "--seed", "1"]);
    let before = peak_memory(&host);
    thread::scope(|scope| {
        for worker in 0..4 {
            scope.spawn(move || {
                let mut random = ChaCha8Rng::seed_from_u64(worker);
                for _ in 0..CONNECTIONS / 4 {
                    let mut rogue = TcpStream::connect((LOOPBACK, port)).unwrap();
                    // Some begin politely before they turn hostile. The host may hang up at any moment.
                    if random.random_ratio(1, 4) {
                        let _ = rogue.write_all(
                            b"{\"type\":\"hello\",\"protocol\":2,\"proof\":\"token\",\"share\":\"\\u0007\"}\n",
                        );
                    }
                    for _ in 0..MESSAGES {
                        let _ = rogue.write_all(&rubbish(&mut random));
                    }
                    let _ = rogue.shutdown(Shutdown::Write);
                    let _ = rogue.read_to_end(&mut Vec::new());
                }
            });
        }
    });
    if let (Some(before), Some(after)) = (before, peak_memory(&host)) {
        assert!(after < before + 32 * 1024, "{before} kB before, {after} kB after");
    }
    // An honest guest is served as if nothing had happened.
    let address = format!("127.0.0.1:{port}");
    let mut tries = 0;
    let guest_said = loop {
        let guest = start(&["join", &address, "--code", &code, "--player", "random"]);
        let (said, complained, exit) = finish(guest, None);
        if exit == Some(0) {
            break said;
        }
        // The last hostile visitor may not have left yet.
        tries += 1;
        assert!(tries < 100, "{complained}");
        thread::sleep(Duration::from_millis(50));
    };
    let (host_said, complained, code) = finish(host, Some(out));
    assert_eq!(code, Some(0), "{complained}");
    let last_game = host_said.rfind("game ").unwrap();
    assert_eq!(record(&host_said[last_game..]), record(&guest_said));
    assert!(host_said.lines().all(|line| !line.contains(char::is_control)), "names are cleaned");
}
