//! A partner who says what he likes, for tests.

use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::time::{Duration, Instant};

use super::secret::{Channel, Exchange, Proof};
use super::{InvitationCode, Message, PROTOCOL};

/// Long enough for anything on this computer; reaching it is a failure.
const FOREVER: Duration = Duration::from_secs(60);

pub struct Rogue {
    stream: TcpStream,
    heard: Vec<u8>,
    channel: Option<Channel>,
}

impl Rogue {
    pub fn new(stream: TcpStream) -> Rogue {
        stream.set_read_timeout(Some(Duration::from_millis(5))).unwrap();
        stream.set_write_timeout(Some(FOREVER)).unwrap();
        Rogue { stream, heard: Vec::new(), channel: None }
    }

    pub fn connect(port: u16) -> Rogue {
        Rogue::new(TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap())
    }

    pub fn say(&mut self, message: &Message) {
        self.say_lines(&[message.to_bytes(), b"\n".to_vec()].concat());
    }

    /// Says complete lines, encrypted if there is a key, and the rest as it is.
    pub fn say_lines(&mut self, bytes: &[u8]) {
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            match (&mut self.channel, line.strip_suffix(b"\n")) {
                (Some(channel), Some(line)) => {
                    let sealed = channel.seal(line);
                    self.say_bytes(&[&sealed[..], b"\n"].concat());
                }
                _ => self.say_bytes(line),
            }
        }
    }

    /// The other side may close in the middle; that is what it should do.
    pub fn say_bytes(&mut self, bytes: &[u8]) {
        let _ = self.stream.write_all(bytes);
    }

    fn hear_line(&mut self, mut meanwhile: impl FnMut()) -> Option<Vec<u8>> {
        let start = Instant::now();
        while start.elapsed() < FOREVER {
            if let Some(end) = self.heard.iter().position(|&byte| byte == b'\n') {
                let mut line: Vec<u8> = self.heard.drain(..=end).collect();
                line.pop();
                return Some(line);
            }
            meanwhile();
            let mut chunk = [0; 4096];
            match self.stream.read(&mut chunk) {
                Ok(0) => return None,
                Ok(count) => self.heard.extend(&chunk[..count]),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(_) => return None,
            }
        }
        None
    }

    pub fn hear_while(&mut self, meanwhile: impl FnMut()) -> Option<Message> {
        let line = self.hear_line(meanwhile)?;
        match &mut self.channel {
            Some(channel) if !line.starts_with(b"{") => Message::read(&channel.open(&line)?).ok(),
            _ => Message::read(&line).ok(),
        }
    }

    pub fn hear(&mut self) -> Option<Message> {
        self.hear_while(|| {})
    }

    /// What was said last before the connection was closed.
    pub fn last_words(&mut self) -> Option<Message> {
        let mut last = None;
        while let Some(message) = self.hear() {
            last = Some(message);
        }
        last
    }

    /// Greets a host as somebody who knows a secret. False if the host does not answer the greeting.
    pub fn greet(&mut self, proof: Proof, secret: &str) -> bool {
        let (exchange, share) = Exchange::begin(false, secret);
        let hello = Message::Hello { protocol: PROTOCOL, proof, share };
        self.say(&hello);
        let Some(welcome) = self.hear_line(|| {}) else { return false };
        let Ok(Message::Welcome { share, .. }) = Message::read(&welcome) else { return false };
        self.channel = exchange.finish(&share, &hello.to_bytes(), &welcome);
        self.channel.is_some()
    }

    /// A guest in a game with the host at this port, and the token of the game.
    pub fn guest(port: u16, code: &InvitationCode) -> (Rogue, String) {
        let mut rogue = Rogue::connect(port);
        assert!(rogue.greet(Proof::Code, code.secret()));
        rogue.say(&Message::Guest { name: "Rogue".into() });
        let Some(Message::Offer { token, .. }) = rogue.hear() else { panic!("no offer") };
        rogue.say(&Message::Accept {});
        (rogue, token)
    }

    /// Answers the greeting of a guest as somebody who knows the secret.
    pub fn welcome(&mut self, secret: &str, meanwhile: impl FnMut()) -> Proof {
        let hello = self.hear_line(meanwhile).unwrap();
        let Ok(Message::Hello { proof, share, .. }) = Message::read(&hello) else { panic!("no greeting") };
        let (exchange, own_share) = Exchange::begin(true, secret);
        let welcome = Message::Welcome { protocol: PROTOCOL, share: own_share };
        self.say(&welcome);
        self.channel = exchange.finish(&share, &hello, &welcome.to_bytes());
        proof
    }
}
