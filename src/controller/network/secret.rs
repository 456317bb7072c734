//! What keeps strangers out of a network game: the invitation code, the key that both sides derive from a secret without
//! showing it, and the encryption of every line after that.
//!
//! SPAKE2 turns a short secret into a strong key. Someone who listens, or who pretends to be one of the sides, learns at
//! most whether one guess was right, and each further guess needs another connection.

use std::fmt;
use std::str::FromStr;

use chacha20poly1305::{AeadInOut, ChaCha20Poly1305, KeyInit};
use hkdf::Hkdf;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use spake2::{Ed25519Group, Identity, Password, Spake2};
use thiserror::Error;

/// Digits and letters that cannot be confused (Crockford's base 32).
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH: usize = 8;
/// What encryption adds to a message, in bytes.
pub(super) const SEAL: usize = 16;

/// The code that the host gives the guest: eight digits and letters, 40 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvitationCode(String);

/// A text that is not an invitation code.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("an invitation code has eight letters and digits, for example K7MQ-4XPT")]
pub struct CodeError;

impl InvitationCode {
    /// A new code.
    pub fn random() -> InvitationCode {
        let mut random = rand::rng();
        InvitationCode((0..CODE_LENGTH).map(|_| ALPHABET[random.random_range(0..ALPHABET.len())] as char).collect())
    }

    pub(super) fn secret(&self) -> &str {
        &self.0
    }
}

/// Two groups of four: `K7MQ-4XPT`.
impl fmt::Display for InvitationCode {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (first, second) = self.0.split_at(CODE_LENGTH / 2);
        write!(f, "{first}-{second}")
    }
}

/// Reads what a person typed: case, blanks and hyphens do not matter, and neither do letters that look like digits.
impl FromStr for InvitationCode {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<InvitationCode, CodeError> {
        let signs = text.chars().filter(|c| !c.is_whitespace() && *c != '-').map(|c| match c.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            c => c,
        });
        let code: String = signs.take(CODE_LENGTH + 1).collect();
        let fits = code.len() == CODE_LENGTH && code.bytes().all(|byte| ALPHABET.contains(&byte));
        if fits { Ok(InvitationCode(code)) } else { Err(CodeError) }
    }
}

/// Which secret a guest knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Proof {
    /// The invitation code: somebody who wants to play.
    Code,
    /// The token of the game: the partner, who is back.
    Token,
}

/// One side of a key exchange that has begun.
pub(super) struct Exchange {
    state: Spake2<Ed25519Group>,
    is_host: bool,
}

impl Exchange {
    /// Begins; the text is for the other side.
    pub(super) fn begin(is_host: bool, secret: &str) -> (Exchange, String) {
        let password = Password::new(secret);
        let (guest, host) = (Identity::new(b"muehle guest"), Identity::new(b"muehle host"));
        let (state, share) = match is_host {
            false => Spake2::<Ed25519Group>::start_a(&password, &guest, &host),
            true => Spake2::<Ed25519Group>::start_b(&password, &guest, &host),
        };
        (Exchange { state, is_host }, to_hex(&share))
    }

    /// Ends it with the other side's share. Both sides have the same keys only if they used the same secret and saw the
    /// same two greetings.
    pub(super) fn finish(self, share: &str, hello: &[u8], welcome: &[u8]) -> Option<Channel> {
        let key = self.state.finish(&from_hex(share.as_bytes())?).ok()?;
        let greetings = Sha256::new().chain_update(hello).chain_update(b"\n").chain_update(welcome).finalize();
        let keys = Hkdf::<Sha256>::new(Some(&greetings), &key);
        let cipher = |purpose: &[u8]| {
            let mut key = [0; 32];
            keys.expand(purpose, &mut key).ok()?;
            Some(ChaCha20Poly1305::new(&key.into()))
        };
        let (guest, host) = (cipher(b"from guest")?, cipher(b"from host")?);
        let (outgoing, incoming) = if self.is_host { (host, guest) } else { (guest, host) };
        Some(Channel { outgoing, incoming, sent: 0, received: 0 })
    }
}

/// Encrypts and authenticates lines. Each direction has its key, and each line its number, so that nothing can be read,
/// changed, repeated, left out or reordered.
pub(super) struct Channel {
    outgoing: ChaCha20Poly1305,
    incoming: ChaCha20Poly1305,
    sent: u64,
    received: u64,
}

impl Channel {
    /// The line for a message, without its end.
    pub(super) fn seal(&mut self, message: &[u8]) -> Vec<u8> {
        let mut bytes = message.to_vec();
        // This fails only for messages of many gigabytes; then the other side refuses the empty line.
        if self.outgoing.encrypt_in_place(&nonce(self.sent).into(), b"", &mut bytes).is_err() {
            return Vec::new();
        }
        self.sent += 1;
        to_hex(&bytes).into_bytes()
    }

    /// The message in a line; nothing if it does not come from the other side, in order.
    pub(super) fn open(&mut self, line: &[u8]) -> Option<Vec<u8>> {
        let mut bytes = from_hex(line)?;
        self.incoming.decrypt_in_place(&nonce(self.received).into(), b"", &mut bytes).ok()?;
        self.received += 1;
        Some(bytes)
    }

    /// Whether the other side has shown that it has the key.
    pub(super) fn is_confirmed(&self) -> bool {
        self.received > 0
    }
}

fn nonce(number: u64) -> [u8; 12] {
    let mut nonce = [0; 12];
    nonce[4..].copy_from_slice(&number.to_le_bytes());
    nonce
}

fn to_hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|digit| char::from(b"0123456789abcdef"[digit as usize]))
        .collect()
}

fn from_hex(text: &[u8]) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    if !text.len().is_multiple_of(2) {
        return None;
    }
    text.chunks(2).map(|pair| Some(digit(pair[0])? << 4 | digit(pair[1])?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_people_write_them() {
        let code: InvitationCode = "K7MQ-4X1O".parse().unwrap();
        assert_eq!(code.to_string(), "K7MQ-4X10");
        for text in ["k7mq4x10", " K7MQ 4XIO ", "k7-mq-4x-lo"] {
            assert_eq!(text.parse(), Ok(code.clone()), "{text}");
        }
        for text in ["", "K7MQ-4X1", "K7MQ-4X100", "K7MQ-4X1U", "K7MQ-4X1ä", "????????"] {
            assert_eq!(text.parse::<InvitationCode>(), Err(CodeError), "{text}");
        }
        let code = InvitationCode::random();
        assert_eq!(code.to_string().parse(), Ok(code.clone()));
        assert_ne!(code, InvitationCode::random());
    }

    fn channels(guest_secret: &str, host_secret: &str, hellos: [&[u8]; 2]) -> (Channel, Channel) {
        let (guest, guest_share) = Exchange::begin(false, guest_secret);
        let (host, host_share) = Exchange::begin(true, host_secret);
        let guest = guest.finish(&host_share, hellos[0], b"welcome").unwrap();
        (guest, host.finish(&guest_share, hellos[1], b"welcome").unwrap())
    }

    #[test]
    fn only_the_same_secret_opens_what_was_sealed() {
        let (mut guest, mut host) = channels("A", "A", [b"hello"; 2]);
        let first = guest.seal(b"move");
        let second = guest.seal(b"move");
        assert_ne!(first, second, "the same message never looks the same");
        assert!(!String::from_utf8(first.clone()).unwrap().contains("move"));
        assert_eq!(host.open(&second), None, "not in order");
        assert_eq!(host.open(&first).as_deref(), Some(&b"move"[..]));
        assert_eq!(host.open(&first), None, "not twice");
        let mut changed = second.clone();
        changed[0] = if changed[0] == b'0' { b'1' } else { b'0' };
        assert_eq!(host.open(&changed), None);
        assert_eq!(host.open(b"zz"), None);
        assert_eq!(host.open(&second).as_deref(), Some(&b"move"[..]));
        assert_eq!(guest.open(&second), None, "not one's own");
        for (guest_secret, host_secret, hellos) in [("A", "B", [&b"hello"[..]; 2]), ("A", "A", [b"hello", b"other"])] {
            let (mut guest, mut host) = channels(guest_secret, host_secret, hellos);
            assert_eq!(host.open(&guest.seal(b"move")), None);
            assert_eq!(guest.open(&host.seal(b"move")), None);
        }
        let (guest, _) = Exchange::begin(false, "A");
        assert!(guest.finish("abcd", b"", b"").is_none(), "not a share");
    }
}
