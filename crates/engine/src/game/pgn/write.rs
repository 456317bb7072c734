//! Writing PGN: canonical moves, lines of at most 80 characters.

use crate::game::{Game, MoveTree, Node, NodeId, mark};
use crate::rules::{Color, Position, ring_text};

use super::{Tags, number_and_side};

const WIDTH: usize = 80;

/// The seven usual tags, in their usual order.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "-"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The text of a game. Tags that follow from the game (result, rules, start, length) are set from it.
pub fn write(tags: &Tags, game: &Game) -> String {
    let mut all = Tags::default();
    for (name, default) in ROSTER {
        all.set(name, tags.get(name).unwrap_or(default));
    }
    let tree = game.tree();
    let end = tree.end_of_line(MoveTree::ROOT);
    let outcome = game.main_line_outcome();
    let result = outcome.map_or("*", |outcome| outcome.score_text());
    all.set("Result", result);
    all.set("Variant", "Nine Men's Morris");
    all.set("Rules", game.rules().to_string());
    if *game.start() != Position::START {
        all.set("SetUp", "1");
        all.set("FEN", game.start().to_string());
        // The same for programs that do not read our text.
        all.set("RingFEN", ring_text::write(game.start()));
    }
    all.set("PlyCount", tree.node(end).ply().to_string());
    if let Some(outcome) = outcome {
        all.set("Termination", outcome.reason_text());
    }
    const FROM_GAME: [&str; 8] = ["Result", "Variant", "Rules", "SetUp", "FEN", "RingFEN", "PlyCount", "Termination"];
    for (name, value) in tags.iter() {
        // A name that had other characters must not become one that already says something else.
        let name = tag_name(name);
        if !name.is_empty() && !FROM_GAME.contains(&&*name) && all.get(&name).is_none() {
            all.set(&name, value);
        }
    }
    let mut text = String::new();
    for (name, value) in all.iter() {
        text.push_str(&format!("[{name} \"{}\"]\n", escape(value)));
    }
    text.push('\n');
    let mut movetext = MoveText { game, text, column: 0 };
    movetext.comment(&comment_of(tree.node(MoveTree::ROOT)));
    movetext.line(MoveTree::ROOT, true);
    movetext.word(result);
    movetext.text + "\n"
}

fn tag_name(name: &str) -> String {
    name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect()
}

fn escape(value: &str) -> String {
    value.replace(char::is_control, " ").replace('\\', "\\\\").replace('"', "\\\"")
}

/// What is written after a move: its circles and arrows, and its comment.
fn comment_of(node: &Node) -> String {
    mark::with_comment(&node.marks, &node.comment)
}

struct MoveText<'a> {
    game: &'a Game,
    text: String,
    column: usize,
}

impl MoveText<'_> {
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + length <= WIDTH;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text.push_str(word);
        self.column += length;
    }

    fn comment(&mut self, comment: &str) {
        if comment.is_empty() {
            return;
        }
        // A comment cannot hold its own end.
        let inside = comment.replace('}', ")");
        let mut words = inside.split_whitespace().peekable();
        let mut open = "{";
        while let Some(word) = words.next() {
            let close = if words.peek().is_none() { "}" } else { "" };
            self.word(&format!("{open}{word}{close}"));
            open = "";
        }
    }

    /// The moves after a node, with each variation after the move it replaces.
    fn line(&mut self, from: NodeId, mut with_number: bool) {
        let tree = self.game.tree();
        let mut node = from;
        while let Some((&main, variations)) = tree.node(node).children.split_first() {
            let interrupted = self.mv(main, with_number);
            for &variation in variations {
                self.variation(variation);
            }
            with_number = interrupted || !variations.is_empty();
            node = main;
        }
    }

    /// Writes one move; true if a comment follows it, so that the next black move needs its number again.
    fn mv(&mut self, id: NodeId, with_number: bool) -> bool {
        let node = self.game.tree().node(id);
        self.comment(&node.comment_before);
        let (number, side) = number_and_side(self.game.start(), node.ply() - 1);
        match side {
            Color::White => self.word(&format!("{number}.")),
            Color::Black if with_number || !node.comment_before.is_empty() => self.word(&format!("{number}...")),
            Color::Black => {}
        }
        if let Some(mv) = node.mv {
            self.word(&mv.to_string());
        }
        for nag in &node.nags {
            self.word(&format!("${nag}"));
        }
        let comment = comment_of(node);
        self.comment(&comment);
        !comment.is_empty()
    }

    fn variation(&mut self, first: NodeId) {
        self.word("(");
        let interrupted = self.mv(first, true);
        self.line(first, interrupted);
        self.word(")");
    }
}
