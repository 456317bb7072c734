//! Network games that outlive their programs and their lines: killed processes, crowds at the door, clocks that run.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::network::{end, finish, hosting};
use crate::proxy::Proxy;
use crate::{muehle_in, refused, start};
use muehle_engine::archive::Archive;

/// One side of a game, whose program may be killed and started again.
struct Side {
    name: &'static str,
    folder: tempfile::TempDir,
    program: Child,
    out: BufReader<ChildStdout>,
    /// The moves by their number, as all programs of this side told them.
    moves: BTreeMap<u32, String>,
    told: String,
}

impl Side {
    fn new(name: &'static str, folder: tempfile::TempDir, program: Child, out: BufReader<ChildStdout>) -> Side {
        Side { name, folder, program, out, moves: BTreeMap::new(), told: String::new() }
    }

    fn data(&self) -> &str {
        self.folder.path().to_str().unwrap()
    }

    /// The next line of the program; false at the end.
    fn read(&mut self) -> bool {
        let mut line = String::new();
        if self.out.read_line(&mut line).unwrap() == 0 {
            return false;
        }
        let number = line.split(' ').next().unwrap().parse::<u32>();
        if let Ok(number) = number {
            let known = self.moves.entry(number).or_insert_with(|| line.clone());
            assert_eq!(*known, line, "{} tells another game than before", self.name);
        }
        self.told += &line;
        true
    }

    fn read_until(&mut self, wanted: impl Fn(&Side) -> bool) {
        while !wanted(self) {
            if !self.read() {
                let mut complained = String::new();
                self.program.stderr.take().unwrap().read_to_string(&mut complained).unwrap();
                panic!("{} ended: {}{complained}", self.name, self.told);
            }
        }
    }

    /// Kills the program as the system would, at once, and lets another one resume the game.
    fn kill_and_resume(&mut self, player: &str) {
        self.program.kill().unwrap();
        // What it told before it was killed.
        while self.read() {}
        self.program.wait().unwrap();
        self.program = start(&[self.name, "--resume", "--data", self.data(), "--player", player]);
        self.out = BufReader::new(self.program.stdout.take().unwrap());
        self.told.clear();
        self.read_until(|side| side.told.contains("connection restored"));
        assert!(self.told.starts_with("resuming game 1: "), "{}", self.told);
    }
}

/// The journals in a data folder.
fn journals(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|end| end == "pgn")).collect()
}

const PLAYER: &str = "computer:time=40";

/// A host and a guest in a game with short endings.
fn two_sides(options: &[&str]) -> [Side; 2] {
    let folders = [1, 2].map(|_| tempfile::tempdir().unwrap());
    let [host_data, guest_data] = [0, 1].map(|side| folders[side].path().to_str().unwrap().to_owned());
    let (host, out, port, code) = hosting(&[&["--data", &host_data, "--player", PLAYER][..], options].concat());
    let address = format!("127.0.0.1:{port}");
    let mut guest = start(&["join", &address, "--code", &code, "--data", &guest_data, "--player", PLAYER]);
    let guest_out = BufReader::new(guest.stdout.take().unwrap());
    let [host_folder, guest_folder] = folders;
    [Side::new("host", host_folder, host, out), Side::new("join", guest_folder, guest, guest_out)]
}

#[test]
fn killed_programs_resume_their_game() {
    let [mut host, mut guest] = two_sides(&["--rules", "any quiet=20"]);
    for ply in [1, 6, 11] {
        guest.read_until(|side| side.moves.len() >= ply);
        guest.kill_and_resume(PLAYER);
        host.read_until(|side| side.moves.len() >= ply + 2);
        host.kill_and_resume(PLAYER);
    }
    for side in [&mut host, &mut guest] {
        side.read_until(|side| side.told.contains("result "));
        while side.read() {}
        assert_eq!(side.program.wait().unwrap().code(), Some(0), "{}", side.told);
        let left: Vec<_> = fs::read_dir(side.folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["saves"], "a finished game leaves nothing behind but itself");
        let kept = Archive::new(side.folder.path().join("saves")).read();
        assert!(kept.games.len() == 1 && kept.games[0].outcome.is_some(), "once, however often it was resumed");
    }
    // A program may be killed between keeping a move and telling it, so that one side's account has gaps.
    let mut moves = host.moves.clone();
    for (number, line) in &guest.moves {
        assert_eq!(moves.entry(*number).or_insert_with(|| line.clone()), line, "the sides agree");
    }
    assert!(moves.len() >= 18 && moves.keys().copied().eq(1..=moves.len() as u32), "{moves:?}");
}

#[test]
fn the_way_back_is_a_secret_of_its_owner() {
    let [mut host, mut guest] = two_sides(&[]);
    for side in [&mut host, &mut guest] {
        side.read_until(|side| !side.moves.is_empty());
    }
    end(guest.program);
    let journal = journals(guest.folder.path()).pop().expect("a journal");
    let text = fs::read_to_string(&journal).unwrap();
    assert!(text.contains("NetworkTicket") && text.contains("token"), "{text}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&journal).unwrap().permissions().mode() & 0o777, 0o600);
    }
    end(host.program);
    // The other command has nothing to resume. A new game mentions the old one.
    let data = guest.folder.path();
    let run = muehle_in(data, &["host", "--resume", "--player", "random"], b"");
    let nothing = format!("muehle: there is no interrupted game of muehle host in {}\n", data.display());
    assert_eq!((run.stderr, run.code), (nothing, Some(1)));
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap();
    let run = muehle_in(data, &["join", &free.to_string(), "--code", "k7mq4xpt", "--player", "random"], b"");
    let hint = "muehle: a game against muehle was interrupted; muehle join --resume continues it\n";
    assert!(run.stderr.starts_with(hint), "{}", run.stderr);
    // Nobody comes back after a day.
    let (before, after) = text.split_once("\\\"written_ms\\\":").unwrap();
    let old = format!("{before}\\\"written_ms\\\":1{}", after.trim_start_matches(|digit: char| digit.is_ascii_digit()));
    fs::write(&journal, old).unwrap();
    let run = muehle_in(data, &["join", &free.to_string(), "--code", "k7mq4xpt", "--player", "random"], b"");
    assert!(!run.stderr.contains("interrupted") && journals(data).is_empty(), "{}", run.stderr);
}

#[test]
fn resuming_takes_nothing_but_a_player() {
    refused(&["join", "--player", "random"], 2, "HOST:PORT");
    refused(&["join", "127.0.0.1:9", "--player", "random"], 2, "--code");
    refused(&["join", "127.0.0.1:9", "--code", "k7mq4xpt", "--resume", "--player", "random"], 2, "--resume");
    refused(&["host", "--resume", "--port", "9", "--player", "random"], 2, "--resume");
    refused(&["host", "--resume"], 2, "--player");
    let folder = tempfile::tempdir().unwrap();
    for wild in ["", "[NetworkTicket \"x\"]\n\n1. d6 *", "[NetworkTicket \"{}\"]", "\u{0}\u{1}", "1. d6 *"] {
        fs::write(folder.path().join("network-1-1-0.pgn"), wild).unwrap();
        let run = muehle_in(folder.path(), &["join", "--resume", "--player", "random"], b"");
        assert!(run.stderr.starts_with("muehle: there is no interrupted game"), "{wild:?}: {}", run.stderr);
    }
}

/// Says one line to a host and returns its whole answer.
fn say(port: u16, line: &str) -> String {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all(format!("{line}\n").as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn other_versions_are_told_in_a_sentence() {
    let (host, mut out, port, _) = hosting(&["--player", "random"]);
    for (theirs, sentence) in [
        (1, "the other program is older (network protocol 1, not 2); update that one to play"),
        (9, "the other program is newer (network protocol 9, not 2); update this one to play"),
    ] {
        let bye = "{\"type\":\"bye\",\"reason\":\"version\",\"protocol\":2}\n";
        assert_eq!(say(port, &format!(r#"{{"type":"hello","protocol":{theirs},"name":"x"}}"#)), bye);
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        assert_eq!(line, format!("someone was turned away: {sentence}\n"));
        // And the other way round: a guest meets a host of that version.
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let guest = start(&["join", &address, "--code", "k7mq4xpt", "--player", "random"]);
        let mut stream = listener.accept().unwrap().0;
        let answer = format!("{{\"type\":\"bye\",\"reason\":\"version\",\"protocol\":{theirs}}}\n");
        stream.write_all(answer.as_bytes()).unwrap();
        let (said, complained, code) = finish(guest, None);
        assert_eq!((said.as_str(), complained, code), ("", format!("muehle: {sentence}\n"), Some(1)));
    }
    end(host);
}

/// The partner's line is cut while silent visitors fill the door and strangers try to take the seat.
#[test]
fn a_crowd_does_not_keep_the_partner_from_coming_back() {
    let (host, out, port, code) = hosting(&["--player", PLAYER, "--rules", "any quiet=20"]);
    let proxy = Proxy::start(port, vec![13, 7]);
    let address = format!("127.0.0.1:{}", proxy.port);
    let guest = start(&["join", &address, "--code", &code, "--player", PLAYER]);
    let over = Arc::new(AtomicBool::new(false));
    let stop = Arc::clone(&over);
    let crowd = thread::spawn(move || {
        let (mut silent, mut answers) = (Vec::new(), Vec::new());
        while !stop.load(Ordering::Relaxed) {
            // The host has ended when it refuses.
            let Ok(stream) = TcpStream::connect((Ipv4Addr::LOCALHOST, port)) else { break };
            silent.push(stream);
            if silent.len() % 20 == 0
                && let Ok(mut stranger) = TcpStream::connect((Ipv4Addr::LOCALHOST, port))
            {
                let hello = "{\"type\":\"hello\",\"protocol\":2,\"proof\":\"code\",\"share\":\"00\"}\n";
                let mut answer = String::new();
                let _ = stranger.write_all(hello.as_bytes());
                let _ = stranger.read_to_string(&mut answer);
                answers.push(answer);
            }
            thread::sleep(Duration::from_millis(20));
        }
        (silent.len(), answers)
    });
    let (guest_said, complained, code) = finish(guest, None);
    over.store(true, Ordering::Relaxed);
    assert_eq!(code, Some(0), "{complained}{guest_said}");
    let (host_said, complained, code) = finish(host, Some(out));
    assert_eq!(code, Some(0), "{complained}{host_said}");
    assert_eq!(host_said.matches("connection restored").count(), 2, "{host_said}");
    let (silent, answers) = crowd.join().unwrap();
    assert!(silent >= 40, "{silent} visitors");
    let busy = "{\"type\":\"bye\",\"reason\":\"busy\"}\n";
    let refused = answers.iter().filter(|answer| *answer == busy).count();
    assert!(refused > 0 && !answers.iter().any(|answer| answer.contains("welcome")), "{answers:?}");
}

/// A line that is up and down in turns, until it is dropped.
fn flicker(target: u16, up: Duration, down: Duration, stop: &Arc<AtomicBool>) -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let stop = Arc::clone(stop);
    let forward = |mut from: TcpStream, mut to: TcpStream| {
        // Either side may close; the other one notices.
        thread::spawn(move || std::io::copy(&mut from, &mut to).map(|_| to.shutdown(Shutdown::Both)));
    };
    thread::spawn(move || {
        let mut may_connect = Instant::now();
        for guest in listener.incoming() {
            let guest = guest.unwrap();
            if stop.load(Ordering::Relaxed) {
                return;
            }
            if Instant::now() < may_connect {
                continue;
            }
            let Ok(host) = TcpStream::connect((Ipv4Addr::LOCALHOST, target)) else { continue };
            forward(guest.try_clone().unwrap(), host.try_clone().unwrap());
            forward(host.try_clone().unwrap(), guest.try_clone().unwrap());
            thread::sleep(up);
            for stream in [&guest, &host] {
                let _ = stream.shutdown(Shutdown::Both);
            }
            may_connect = Instant::now() + down;
        }
    });
    port
}

/// Six seconds on the clock, and lost lines may stop it for three. Cutting the line again and again gives no more.
#[test]
fn cutting_the_line_gains_no_time() {
    let (host, mut out, port, code) = hosting(&["--player", "random", "--clock", "0.1"]);
    let over = Arc::new(AtomicBool::new(false));
    let line = flicker(port, Duration::from_millis(500), Duration::from_millis(2500), &over);
    let guest = start(&["join", &format!("127.0.0.1:{line}"), "--code", &code, "--player", "computer:time=600000"]);
    let mut said = String::new();
    while !said.contains("1 white ") {
        assert!(out.read_line(&mut said).unwrap() > 0, "{said}");
    }
    let start = Instant::now();
    while !said.contains("result ") {
        assert!(out.read_line(&mut said).unwrap() > 0 && start.elapsed() < Duration::from_secs(60), "{said}");
    }
    let taken = start.elapsed();
    over.store(true, Ordering::Relaxed);
    assert!(said.contains("result 1-0 (time forfeit)"), "{said}");
    assert!(said.matches("connection lost").count() >= 2, "{said}");
    // The last cut may delay the message. Without a limit for all cuts together it would take more than twenty seconds.
    assert!(taken > Duration::from_secs(6) && taken < Duration::from_secs(16), "{taken:?}: {said}");
    end(guest);
    assert_eq!(finish(host, Some(out)).2, Some(0));
}
