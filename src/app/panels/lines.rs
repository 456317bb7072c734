//! The move list as rows: the main line in pairs, side lines below the moves they replace, each level further in, comments
//! between the moves.

use crate::controller::review::without_note;
use crate::print::glyphs;
use muehle_engine::game::{MoveTree, Node, NodeId};
use muehle_engine::rules::Color;

/// One row of the list.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// A move of each side, or one of them where side lines come between the two.
    Pair {
        /// The number of the move.
        number: usize,
        /// White's and black's.
        moves: [Option<NodeId>; 2],
    },
    /// A piece of a side line.
    Side {
        /// 1 beside the main line, 2 beside a side line, …
        depth: usize,
        /// Its moves and where they begin and end, from the left end of the row.
        moves: Vec<Piece>,
    },
    /// A line of a comment.
    Note {
        /// 0 in the main line, 1 in a line beside it, …
        depth: usize,
        /// The move it is about.
        node: NodeId,
        /// As much of the comment as fits.
        text: String,
    },
}

/// Longer comments are cut in the list; their tooltip and the editor have the rest.
const LONGEST_NOTE: usize = 400;

/// A comment as people read it: without the commands of programs, like `[%clk 0:05]`.
pub fn readable(comment: &str) -> String {
    let mut text = String::new();
    let mut rest = comment;
    while let Some((before, command)) = rest.split_once("[%") {
        text.push_str(before);
        rest = command.split_once(']').map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A move of a side line.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// The move.
    pub node: NodeId,
    /// With its number where one is needed, and its glyphs: `12. d6!`, `12… f4`, `d2`.
    pub text: String,
    /// Its left end.
    pub left: f32,
    /// Its width.
    pub width: f32,
}

/// How wide rows are.
pub struct Room<'a> {
    /// The width of the list.
    pub width: f32,
    /// Where side lines of a level begin.
    pub indent: fn(usize) -> f32,
    /// How wide a move is drawn.
    pub measure: &'a dyn Fn(&str) -> f32,
    /// How wide a part of a comment is drawn.
    pub measure_note: &'a dyn Fn(&str) -> f32,
    /// Whether what a review has noted is left out.
    pub without_review: bool,
}

impl Row {
    /// Whether the row contains a move.
    pub fn holds(&self, node: NodeId) -> bool {
        match self {
            Row::Note { .. } => false,
            Row::Pair { moves, .. } => moves.contains(&Some(node)),
            Row::Side { moves, .. } => moves.iter().any(|piece| piece.node == node),
        }
    }
}

/// The rows of a whole game.
pub fn rows(tree: &MoveTree, room: &Room) -> Vec<Row> {
    let black_begins = tree.node(MoveTree::ROOT).position.side_to_move() == Color::Black;
    let mut list = List { tree, room, offset: usize::from(black_begins), rows: Vec::new() };
    list.note(MoveTree::ROOT, &tree.node(MoveTree::ROOT).comment, 0);
    list.main_line();
    list.rows
}

struct List<'a> {
    tree: &'a MoveTree,
    room: &'a Room<'a>,
    /// 1 if black moves first: white's place before that move stays empty.
    offset: usize,
    rows: Vec<Row>,
}

impl List<'_> {
    /// The number of a move and whether it is black's.
    fn number(&self, node: NodeId) -> (usize, bool) {
        let half = self.tree.node(node).ply() + self.offset;
        (half.div_ceil(2), half.is_multiple_of(2))
    }

    fn main_line(&mut self) {
        let mut parent = MoveTree::ROOT;
        let mut pair: Option<(usize, [Option<NodeId>; 2])> = None;
        while let Some((&node, others)) = self.tree.node(parent).children.split_first() {
            let (number, black) = self.number(node);
            let Node { comment, comment_before, .. } = self.tree.node(node);
            if !comment_before.is_empty() {
                self.pair(pair.take());
                self.note(node, comment_before, 0);
            }
            let (_, moves) = pair.get_or_insert((number, [None, None]));
            moves[usize::from(black)] = Some(node);
            if black || !others.is_empty() || !self.words(comment).is_empty() {
                self.pair(pair.take());
            }
            self.note(node, comment, 0);
            for &other in others {
                self.side_line(other, 1);
            }
            parent = node;
        }
        self.pair(pair);
    }

    fn pair(&mut self, pair: Option<(usize, [Option<NodeId>; 2])>) {
        self.rows.extend(pair.map(|(number, moves)| Row::Pair { number, moves }));
    }

    /// What the list shows of a comment.
    fn words(&self, comment: &str) -> String {
        if self.room.without_review { readable(&without_note(comment).0) } else { readable(comment) }
    }

    /// A comment, broken into rows.
    fn note(&mut self, node: NodeId, comment: &str, depth: usize) {
        let mut text = self.words(comment);
        if let Some((end, _)) = text.char_indices().nth(LONGEST_NOTE) {
            text.truncate(end);
            text.push('…');
        }
        let room = self.room.width - (self.room.indent)(depth);
        let mut row = String::new();
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            let longer = if row.is_empty() { word.to_owned() } else { format!("{row} {word}") };
            if row.is_empty() || (self.room.measure_note)(&longer) <= room {
                row = longer;
            } else {
                let text = std::mem::replace(&mut row, word.to_owned());
                self.rows.push(Row::Note { depth, node, text });
            }
        }
        if !row.is_empty() {
            self.rows.push(Row::Note { depth, node, text: row });
        }
    }

    /// A side line from its first move on, with its own side lines indented.
    fn side_line(&mut self, first: NodeId, depth: usize) {
        let mut line: Vec<(NodeId, bool)> = Vec::new();
        let mut next = Some((first, [].as_slice()));
        let mut numbered = true;
        while let Some((node, others)) = next {
            let Node { comment, comment_before, children, .. } = self.tree.node(node);
            if !comment_before.is_empty() {
                self.pieces(&line, depth);
                line.clear();
                self.note(node, comment_before, depth);
                numbered = true;
            }
            line.push((node, numbered));
            numbered = false;
            // After a comment or a nested line, a number shows where the moves continue.
            if !comment.is_empty() || !others.is_empty() {
                self.pieces(&line, depth);
                line.clear();
                self.note(node, comment, depth);
                for &other in others {
                    self.side_line(other, depth + 1);
                }
                numbered = true;
            }
            next = children.split_first().map(|(&child, others)| (child, others));
        }
        self.pieces(&line, depth);
    }

    /// Breaks moves into rows.
    fn pieces(&mut self, line: &[(NodeId, bool)], depth: usize) {
        let start = (self.room.indent)(depth);
        let mut moves: Vec<Piece> = Vec::new();
        let mut left = start;
        for &(node, numbered) in line {
            let Node { mv: Some(mv), nags, .. } = self.tree.node(node) else { continue };
            let mv = format!("{mv}{}", glyphs(nags));
            let text = match self.number(node) {
                (number, false) => format!("{number}. {mv}"),
                (number, true) if numbered => format!("{number}… {mv}"),
                _ => mv,
            };
            let width = (self.room.measure)(&text);
            if left + width > self.room.width && !moves.is_empty() {
                self.rows.push(Row::Side { depth, moves: std::mem::take(&mut moves) });
                left = start;
            }
            moves.push(Piece { node, text, left, width });
            left += width;
        }
        if !moves.is_empty() {
            self.rows.push(Row::Side { depth, moves });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use muehle_engine::game::pgn;

    /// The rows as text, with moves of ten units.
    fn texts(game: &str, width: f32) -> Vec<String> {
        let game = pgn::read(game).game;
        let tree = game.tree();
        let measure_note = |text: &str| text.len() as f32;
        let room = Room {
            width,
            indent: |depth| 10.0 * depth as f32,
            measure: &|_| 10.0,
            measure_note: &measure_note,
            without_review: false,
        };
        let text = |row: &Row| match row {
            Row::Pair { number, moves } => {
                let name = |node: Option<NodeId>| match node.and_then(|node| tree.node(node).mv) {
                    Some(mv) => mv.to_string(),
                    None => "-".to_owned(),
                };
                format!("{number}: {} {}", name(moves[0]), name(moves[1]))
            }
            Row::Side { depth, moves } => {
                let moves: Vec<_> = moves.iter().map(|piece| piece.text.as_str()).collect();
                format!("{}{}", ">".repeat(*depth), moves.join(" "))
            }
            Row::Note { depth, text, .. } => format!("{}\"{text}\"", ">".repeat(*depth)),
        };
        rows(tree, &room).iter().map(text).collect()
    }

    #[test]
    fn a_game_without_side_lines_is_a_list_of_pairs() {
        assert_eq!(texts("1. d6 f4 2. d2 b4 3. a1 *", 100.0), ["1: d6 f4", "2: d2 b4", "3: a1 -"]);
        let black_begins = "[SetUp \"1\"]\n[FEN \"d6/- b 8 9\"]\n\n1... f4 2. d2 b4 *";
        assert_eq!(texts(black_begins, 100.0), ["1: - f4", "2: d2 b4"]);
    }

    #[test]
    fn side_lines_stand_below_what_they_replace() {
        let game = "1. d6 (1. a1 a4 2. g1) 1... f4 (1... g7 2. d2 (2. b4 b2) 2... b4) 2. d2 *";
        let wanted = ["1: d6 -", ">1. a1 a4 2. g1", "1: - f4", ">1… g7 2. d2", ">>2. b4 b2", ">2… b4", "2: d2 -"];
        assert_eq!(texts(game, 100.0), wanted);
    }

    #[test]
    fn comments_and_glyphs_stand_where_they_belong() {
        let game = "{Start} 1. d6 {a good [%clk 0:05] square} f4 $2 (1... g7 $1 {too} 2. d2) 2. d2 *";
        let wanted =
            ["\"Start\"", "1: d6 -", "\"a good square\"", "1: - f4", ">1… g7!", ">\"too\"", ">2. d2", "2: d2 -"];
        assert_eq!(texts(game, 100.0), wanted);
        let broken = texts("1. d6 {one two three} *", 9.0);
        assert_eq!(broken[1..], ["\"one two\"", "\"three\""]);
    }

    #[test]
    fn long_side_lines_are_broken() {
        let game = "1. d6 f4 (1... g7 2. d2 b4 3. a1) *";
        assert_eq!(texts(game, 35.0), ["1: d6 f4", ">1… g7 2. d2", ">b4 3. a1"]);
        assert_eq!(texts(game, 5.0).len(), 5, "a move that does not fit still has its row");
    }
}
