//! The messages of the protocol, one JSON object per line; docs/network.md describes them for other programs.

use serde::{Deserialize, Serialize};

#[cfg(test)]
use muehle_engine::game::Game;
use muehle_engine::random::{FNV_START, fnv};
use muehle_engine::rules::{Color, Rules};

use super::{ClockSettings, Violation};

/// The version of the protocol spoken here. Both sides must speak the same.
pub const PROTOCOL: u32 = 1;
/// The longest line in bytes, without its end.
pub const MAX_LINE: usize = 4096;
/// The longest name in characters.
pub const MAX_NAME: usize = 40;
/// The longest chat text in characters.
pub const MAX_CHAT: usize = 500;

/// Why one side ends the connection on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ByeReason {
    /// The person left.
    Left,
    /// The host already has a partner.
    Busy,
    /// The other side speaks another version of the protocol.
    Version,
    /// The other side broke the protocol.
    Protocol,
    /// The game to resume is unknown here.
    UnknownGame,
    /// The person took too long to answer the offer.
    Timeout,
    /// A reason that a later version knows.
    #[serde(other)]
    Unknown,
}

/// One message. Unknown fields and unknown types are refused.
// The empty braces matter: without them serde accepts unknown fields in a variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum Message {
    /// The guest's first message.
    Hello { protocol: u32, name: String },
    /// The host's answer: the game that is offered.
    Offer {
        protocol: u32,
        name: String,
        rules: String,
        guest: Color,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<ClockSettings>,
        token: String,
    },
    /// The guest accepts the offer: the game begins.
    Accept {},
    /// The guest declines the offer.
    Decline {},
    /// The guest's first message after a lost line.
    Resume { protocol: u32, token: String, game: u32, plies: u32, key: String, over: bool },
    /// The host's answer to it.
    Resumed { game: u32, plies: u32, key: String, over: bool },
    /// A move; `ply` is the number of plies with it, `key` stands for the whole game with it.
    Move {
        game: u32,
        ply: u32,
        #[serde(rename = "move")]
        mv: String,
        key: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left_ms: Option<u64>,
    },
    /// A chat message.
    Chat { text: String },
    /// The sender offers a draw; `ply` is the number of plies it has seen.
    DrawOffer { game: u32, ply: u32 },
    /// The other side agrees.
    DrawAccept { game: u32, ply: u32 },
    /// The side that offered has seen the answer, and no move came between: the game is drawn.
    DrawAgreed { game: u32, ply: u32 },
    /// The other side declines.
    DrawDecline { game: u32 },
    /// The sender resigns.
    Resign { game: u32 },
    /// The sender has run out of time.
    Flag { game: u32 },
    /// The sender offers another game with swapped colours.
    RematchOffer { game: u32 },
    /// The other side agrees: the next game begins.
    RematchAccept { game: u32 },
    /// The other side declines.
    RematchDecline { game: u32 },
    /// Are you there?
    Ping {},
    /// Yes.
    Pong {},
    /// The sender closes the connection.
    Bye {
        reason: ByeReason,
        /// With the reason `version`: the version spoken here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        protocol: Option<u32>,
    },
}

/// The part of a first message that every version of the protocol can read.
#[derive(Deserialize)]
struct Greeting {
    protocol: u32,
}

impl Message {
    /// Reads one line.
    pub fn read(line: &[u8]) -> Result<Message, Violation> {
        if line.len() > MAX_LINE {
            return Err(Violation::LongLine);
        }
        let text = std::str::from_utf8(line).map_err(|_| Violation::NotUtf8)?;
        serde_json::from_str(text).map_err(|_| Violation::Malformed)
    }

    /// The version in a first message, which may come from another version.
    pub fn read_version(line: &[u8]) -> Option<u32> {
        serde_json::from_slice::<Greeting>(line).ok().map(|greeting| greeting.protocol)
    }

    /// A farewell. To another version it names the version spoken here.
    pub fn bye(reason: ByeReason) -> Message {
        Message::Bye { reason, protocol: (reason == ByeReason::Version).then_some(PROTOCOL) }
    }

    /// The line of this message, with its end.
    pub fn to_line(&self) -> Vec<u8> {
        // This can fail only for maps whose keys are not text, and there are none.
        let mut line = serde_json::to_vec(self).unwrap_or_default();
        line.push(b'\n');
        line
    }
}

/// A name or chat text that cannot disturb a window or a terminal: control characters become blanks, invisible and
/// direction-changing ones are removed, and long texts are cut.
pub fn clean(text: &str, max_characters: usize) -> String {
    let visible = text.chars().filter(|&c| !is_invisible(c));
    let tamed: String = visible.map(|c| if c.is_control() || is_line_end(c) { ' ' } else { c }).collect();
    tamed.trim().chars().take(max_characters).collect()
}

fn is_line_end(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}')
}

fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{AD}'
            | '\u{61C}'
            | '\u{180E}'
            | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}'
            | '\u{FFF9}'..='\u{FFFB}'
            | '\u{E0000}'..='\u{E0FFF}'
    )
}

/// The key of a game: FNV-1a (64 bit) over the text of the rules and, each behind a blank, the moves. Two sides with
/// the same key have played the same game under the same rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GameKey(u64);

impl GameKey {
    pub(super) fn start(rules: &Rules) -> GameKey {
        GameKey(FNV_START).over(&rules.to_string())
    }

    pub(super) fn with_move(self, mv: &str) -> GameKey {
        self.over(" ").over(mv)
    }

    fn over(self, text: &str) -> GameKey {
        GameKey(fnv(self.0, text))
    }

    pub(super) fn text(self) -> String {
        format!("{:016x}", self.0)
    }
}

/// The key of a game as it stands, in sixteen hexadecimal digits.
#[cfg(test)]
pub fn game_key(game: &Game) -> String {
    let moves = game.moves();
    moves.iter().fold(GameKey::start(game.rules()), |key, mv| key.with_move(&mv.to_string())).text()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Vec<Message> {
        let clock = Some(ClockSettings { initial_ms: 300_000, increment_ms: 2_000 });
        let offer = |clock| Message::Offer {
            protocol: 1,
            name: "Änne".into(),
            rules: Rules::default().to_string(),
            guest: Color::Black,
            clock,
            token: "0".repeat(32),
        };
        let mv = |left_ms| Message::Move { game: 1, ply: 1, mv: "d6".into(), key: "0".repeat(16), left_ms };
        vec![
            Message::Hello { protocol: 1, name: "Bo \"x\"".into() },
            offer(None),
            offer(clock),
            Message::Accept {},
            mv(None),
            mv(Some(299_000)),
            Message::Chat { text: "hallo\nzurück".into() },
            Message::DrawOffer { game: 1, ply: 7 },
            Message::Resume { protocol: 1, token: "ab".into(), game: 2, plies: 3, key: "cd".into(), over: false },
            Message::Ping {},
            Message::bye(ByeReason::UnknownGame),
            Message::bye(ByeReason::Version),
        ]
    }

    #[test]
    fn messages_survive_their_line() {
        for message in samples() {
            let line = message.to_line();
            assert_eq!(line.iter().filter(|&&byte| byte == b'\n').count(), 1, "one line: {message:?}");
            assert_eq!(Message::read(&line[..line.len() - 1]), Ok(message));
        }
        assert_eq!(
            String::from_utf8(samples()[4].to_line()).unwrap(),
            "{\"type\":\"move\",\"game\":1,\"ply\":1,\"move\":\"d6\",\"key\":\"0000000000000000\"}\n"
        );
    }

    #[test]
    fn whatever_is_not_exactly_a_message_is_refused() {
        let wrong = [
            "",
            "null",
            "[]",
            "{}",
            "{\"type\":\"ping\"",
            "{\"type\":\"ping\"} x",
            "{\"type\":\"ping\",\"extra\":1}",
            "{\"type\":\"accept\",\"extra\":1}",
            "{\"type\":\"dance\"}",
            "{\"type\":\"ping\",\"type\":\"pong\"}",
            "{\"type\":\"resign\"}",
            "{\"type\":\"resign\",\"game\":1,\"game\":2}",
            "{\"type\":\"resign\",\"game\":-1}",
            "{\"type\":\"resign\",\"game\":1.5}",
            "{\"type\":\"resign\",\"game\":\"1\"}",
            "{\"type\":\"resign\",\"game\":4294967296}",
            "{\"type\":\"chat\",\"text\":null}",
            "{\"type\":\"chat\",\"text\":\"\u{0}\"}",
            "{\"type\":\"offer\",\"protocol\":1,\"name\":\"\",\"rules\":\"any\",\"guest\":\"green\",\"token\":\"\"}",
        ];
        for text in wrong {
            assert_eq!(Message::read(text.as_bytes()), Err(Violation::Malformed), "{text}");
        }
        assert_eq!(Message::read(b"{\"type\":\"chat\",\"text\":\"\xFF\"}"), Err(Violation::NotUtf8));
        assert_eq!(Message::read(&[b' '; MAX_LINE + 1]), Err(Violation::LongLine));
        let nested = "[".repeat(MAX_LINE);
        assert_eq!(Message::read(nested.as_bytes()), Err(Violation::Malformed), "depth does not overflow the stack");
    }

    #[test]
    fn the_version_of_a_later_greeting_can_be_read() {
        let later = b"{\"type\":\"hello\",\"protocol\":7,\"name\":\"x\",\"hat\":true}";
        assert_eq!(Message::read_version(later), Some(7));
        assert_eq!(Message::read_version(b"{\"type\":\"ping\"}"), None);
        assert_eq!(Message::read(b"{\"type\":\"bye\",\"reason\":\"tea\"}"), Ok(Message::bye(ByeReason::Unknown)));
    }

    #[test]
    fn texts_are_cleaned() {
        assert_eq!(clean(" a\tb\r\nc\u{7}\u{1b}[31m ", 40), "a b  c  [31m");
        assert_eq!(clean("ev\u{202E}il\u{200B}", 40), "evil");
        assert_eq!(clean("äöü", 2), "äö");
        assert_eq!(clean("\u{0}\u{85}\u{2028}", 40), "");
    }

    #[test]
    fn the_key_follows_rules_and_moves() {
        let mut game = Game::default();
        assert_eq!(game_key(&game), GameKey(FNV_START).over("never repetition=on quiet=100").text());
        game.play("d6".parse().unwrap()).unwrap();
        game.play("f4".parse().unwrap()).unwrap();
        assert_eq!(game_key(&game), "045c79496880b138", "as docs/network.md says");
        let mut other = Game::default();
        other.play("f4".parse().unwrap()).unwrap();
        other.play("d6".parse().unwrap()).unwrap();
        assert_ne!(game_key(&game), game_key(&other));
        // FNV-1a's own published example.
        assert_eq!(GameKey(FNV_START).over("foobar").text(), "85944171f73967e8");
    }
}
