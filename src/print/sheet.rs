//! The layout of a game on paper: the board, and in three columns the moves that led to it, with
//! their side lines.

use std::collections::VecDeque;

use muehle_engine::game::pgn::Tags;
use muehle_engine::game::{Game, NodeId, Outcome};
use muehle_engine::rules::Color;

use super::font::{Font, wrap};
use super::{Diagram, Language, Material};
use crate::texts::Texts;

/// The size of the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 8.5 × 11 inches.
    Letter,
}

impl Paper {
    /// Width and height in points.
    pub const fn size(self) -> (f32, f32) {
        match self {
            Paper::A4 => (595.0, 842.0),
            Paper::Letter => (612.0, 792.0),
        }
    }
}

/// A game, the position that is shown, and how to print it.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    /// Who played, when and where.
    pub tags: &'a Tags,
    /// The game.
    pub game: &'a Game,
    /// The position to show.
    pub node: NodeId,
    /// The paper.
    pub paper: Paper,
    /// The language.
    pub language: Language,
    /// Whether black sits at the bottom.
    pub flipped: bool,
}

/// Something on a page; y grows downwards from the top.
#[derive(Clone, Debug)]
pub(super) enum Ink {
    Text { x: f32, baseline: f32, font: Font, size: f32, text: String },
    Board { x: f32, y: f32, side: f32, diagram: Diagram },
    Rule { x: f32, y: f32, width: f32 },
}

pub(super) type Page = Vec<Ink>;

impl Ink {
    /// The letters of its text.
    pub fn letters(&self) -> std::str::Chars<'_> {
        match self {
            Ink::Text { text, .. } => text.chars(),
            _ => "".chars(),
        }
    }
}

const MARGIN: f32 = 50.0;
const GAP: f32 = 16.0;
const ROW: f32 = 13.5;
const MOVE_SIZE: f32 = 9.5;
const COMMENT_SIZE: f32 = 8.5;
/// Longer comments and side lines are cut.
const MAX_COMMENT: usize = 2000;

/// A row of the move columns.
enum Row {
    Moves { number: String, white: String, black: String },
    Comment(String),
    SideLine(String),
}

impl Sheet<'_> {
    /// The board at the shown position.
    pub fn diagram(&self, material: Material) -> Diagram {
        let node = self.game.tree().node(self.node);
        Diagram { position: node.position, last: node.mv, flipped: self.flipped, material }
    }

    /// `Clara – Multi`; an unknown name becomes the colour.
    pub fn title(&self) -> String {
        let name = |color: Color| {
            let tag = if color == Color::White { "White" } else { "Black" };
            let name = self.tags.get(tag).map(str::trim).filter(|name| !name.is_empty() && *name != "?");
            shortened(name.unwrap_or(self.texts().side(color)), 40)
        };
        format!("{} – {}", name(Color::White), name(Color::Black))
    }

    fn texts(&self) -> Texts {
        self.language.texts()
    }

    /// How the game ended, if the shown position is its end.
    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome_at(self.node)
    }

    pub(super) fn pages(&self) -> Vec<Page> {
        let (width, height) = self.paper.size();
        let column = (width - 2.0 * MARGIN - 2.0 * GAP) / 3.0;
        let bottom = height - MARGIN - 14.0;
        let mut first = Page::new();
        let top = self.head(&mut first, width - 2.0 * MARGIN);
        let below_board = self.board(&mut first, top, 2.0 * column + GAP);
        let mut pages = vec![first];
        // The moves begin beside the board and go on below it: column, top and bottom of each place in reading order.
        let columns = |top: f32| [0, 1, 2].map(|place| (place, top, bottom));
        let mut places = VecDeque::from([(2, top, below_board)]);
        places.extend(columns(below_board));
        let (mut place, mut y, mut end) = (0, 0.0, 0.0);
        for row in self.rows(column) {
            while y + ROW > end {
                if places.is_empty() {
                    pages.push(Page::new());
                    places.extend(columns(MARGIN));
                }
                (place, y, end) = places.pop_front().expect("a page has columns");
            }
            let x = MARGIN + place as f32 * (column + GAP);
            let page = pages.last_mut().expect("there is a first page");
            let mut text = |x: f32, font: Font, size: f32, text: String| {
                page.push(Ink::Text { x, baseline: y + 10.0, font, size, text });
            };
            match row {
                Row::Moves { number, white, black } => {
                    text(x + 22.0 - Font::Regular.width(&number, MOVE_SIZE), Font::Regular, MOVE_SIZE, number);
                    text(x + 27.0, Font::Regular, MOVE_SIZE, white);
                    text(x + 27.0 + (column - 27.0) / 2.0, Font::Regular, MOVE_SIZE, black);
                }
                Row::Comment(line) => text(x + 10.0, Font::Oblique, COMMENT_SIZE, line),
                Row::SideLine(line) => text(x + 10.0, Font::Regular, COMMENT_SIZE, line),
            }
            y += ROW;
        }
        self.feet(&mut pages, width, height);
        pages
    }

    /// Writes players, event, result and rules. Returns the y below them.
    fn head(&self, page: &mut Page, width: f32) -> f32 {
        let texts = self.texts();
        let mut y = MARGIN;
        let mut line = |text: &str, font: Font, size: f32| {
            for part in wrap(text, font, size, width) {
                y += size * 1.35;
                page.push(Ink::Text { x: MARGIN, baseline: y, font, size, text: part });
            }
        };
        line(&self.title(), Font::Bold, 17.0);
        let known = |tag: &str| {
            let value = self.tags.get(tag).map(str::trim).unwrap_or_default();
            let unknown = value.is_empty() || value.chars().all(|c| matches!(c, '?' | '.' | '-'));
            (!unknown).then(|| shortened(value, 60))
        };
        let occasion: Vec<String> = ["Event", "Site", "Date", "Round"].into_iter().filter_map(known).collect();
        line(&occasion.join(" · "), Font::Regular, 10.0);
        let result = match self.outcome() {
            Some(outcome) => format!("{} ({})", outcome.score_text(), texts.sheet_outcome(outcome)),
            None => match self.game.main_line_outcome() {
                Some(outcome) if self.game.tree().is_on_main_line(self.node) => outcome.score_text().to_owned(),
                _ => texts.sheet.unfinished().to_owned(),
            },
        };
        line(&texts.sheet.result(result), Font::Regular, 10.0);
        line(texts.sheet_rule(self.game.removal_rule()), Font::Regular, 8.5);
        if *self.game.start() != muehle_engine::rules::Position::START {
            line(&texts.sheet.start_is(self.game.start()), Font::Regular, 8.5);
        }
        y += 8.0;
        page.push(Ink::Rule { x: MARGIN, y, width });
        y + 10.0
    }

    /// Draws the board and its caption. Returns the y below them.
    fn board(&self, page: &mut Page, top: f32, side: f32) -> f32 {
        page.push(Ink::Board { x: MARGIN, y: top, side, diagram: self.diagram(Material::Paper) });
        let (texts, node) = (self.texts(), self.game.tree().node(self.node));
        let moment = match node.mv {
            Some(mv) => {
                let (number, color) = self.number_and_side(node.ply() - 1);
                let dots = if color == Color::White { "." } else { " …" };
                texts.sheet.after(format_args!("{number}{dots} {mv}"))
            }
            None => texts.sheet.start().to_owned(),
        };
        let mut parts = vec![moment];
        if self.outcome().is_none() {
            parts.push(texts.sheet.to_move(texts.side(node.position.side_to_move())));
        }
        for color in Color::BOTH {
            let hand = node.position.hand(color);
            if hand > 0 {
                parts.push(texts.sheet.in_hand(texts.side(color), hand));
            }
        }
        let mut y = top + side;
        for text in wrap(&parts.join(" · "), Font::Bold, 9.0, side) {
            y += 12.0;
            page.push(Ink::Text { x: MARGIN, baseline: y, font: Font::Bold, size: 9.0, text });
        }
        y + 10.0
    }

    /// The moves up to the shown position as rows, with their comments and side lines in between.
    fn rows(&self, column: f32) -> Vec<Row> {
        let tree = self.game.tree();
        let mut rows = Vec::new();
        let wrapped = |text: &str, font: Font| wrap(&shortened(text, MAX_COMMENT), font, COMMENT_SIZE, column - 12.0);
        let comment = |rows: &mut Vec<Row>, text: &str| {
            rows.extend(wrapped(text, Font::Oblique).into_iter().map(Row::Comment));
        };
        for id in tree.path_to(self.node) {
            let node = tree.node(id);
            comment(&mut rows, &node.comment_before);
            if let Some(mv) = node.mv {
                let (number, side) = self.number_and_side(node.ply() - 1);
                let text = format!("{mv}{}", glyphs(&node.nags));
                match (side, rows.last_mut()) {
                    (Color::White, _) => {
                        rows.push(Row::Moves { number: format!("{number}."), white: text, black: String::new() });
                    }
                    (Color::Black, Some(Row::Moves { black, .. })) if black.is_empty() => *black = text,
                    (Color::Black, _) => {
                        rows.push(Row::Moves { number: format!("{number}."), white: "…".to_owned(), black: text });
                    }
                }
            }
            comment(&mut rows, &node.comment);
            let siblings = node.parent.map(|parent| &tree.node(parent).children[..]).unwrap_or_default();
            for &sibling in siblings.iter().filter(|&&sibling| sibling != id) {
                let mut text = String::new();
                self.side_line(sibling, &mut text);
                rows.extend(wrapped(&text, Font::Regular).into_iter().map(Row::SideLine));
            }
        }
        rows
    }

    /// A side line in brackets with everything that branches off from it, until it is too long to be printed.
    fn side_line(&self, first: NodeId, text: &mut String) {
        let tree = self.game.tree();
        let mut next = Some(first);
        let mut with_number = true;
        text.push('(');
        while let Some(id) = next.filter(|_| text.len() <= 4 * MAX_COMMENT) {
            let node = tree.node(id);
            let (number, side) = self.number_and_side(node.ply() - 1);
            let number = match side {
                Color::White => format!("{number}."),
                Color::Black if with_number => format!("{number}…"),
                Color::Black => String::new(),
            };
            let mv = node.mv.map(|mv| format!("{mv}{}", glyphs(&node.nags))).unwrap_or_default();
            for part in [&node.comment_before, &number, &mv, &node.comment] {
                if !part.is_empty() && !text.ends_with('(') {
                    text.push(' ');
                }
                text.push_str(part);
            }
            // The alternatives to a move follow it.
            let siblings = node.parent.filter(|_| id != first).map(|parent| &tree.node(parent).children[1..]);
            for &sibling in siblings.unwrap_or_default() {
                text.push(' ');
                self.side_line(sibling, text);
            }
            with_number = !node.comment.is_empty() || siblings.is_some_and(|siblings| !siblings.is_empty());
            next = node.children.first().copied();
        }
        text.push(')');
    }

    fn feet(&self, pages: &mut [Page], width: f32, height: f32) {
        let count = pages.len();
        for (i, page) in pages.iter_mut().enumerate() {
            let baseline = height - MARGIN + 8.0;
            let foot = |x: f32, text: String| Ink::Text { x, baseline, font: Font::Regular, size: 8.0, text };
            let number = self.texts().sheet.page(i + 1, count);
            page.push(Ink::Rule { x: MARGIN, y: baseline - 12.0, width: width - 2.0 * MARGIN });
            page.push(foot(MARGIN, format!("{} · {}", self.texts().sheet.game(), self.title())));
            page.push(foot(width - MARGIN - Font::Regular.width(&number, 8.0), number));
        }
    }

    /// The move number and the side of the ply after `plies` plies.
    fn number_and_side(&self, plies: usize) -> (usize, Color) {
        let plies = plies + usize::from(self.game.start().side_to_move() == Color::Black);
        (plies / 2 + 1, if plies.is_multiple_of(2) { Color::White } else { Color::Black })
    }
}

/// A text cut to at most `most` characters.
fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The usual signs for numeric glyphs. The rarer ones are shown as PGN writes them.
pub fn glyphs(nags: &[u8]) -> String {
    const SIGNS: [&str; 7] = ["", "!", "?", "!!", "??", "!?", "?!"];
    let sign = |&nag: &u8| match nag {
        0..=6 => SIGNS[usize::from(nag)].to_owned(),
        // The only move is not shown: chess programs draw a box that our fonts lack.
        7 => String::new(),
        10..=12 => " =".to_owned(),
        13 => " ∞".to_owned(),
        14 => " +/=".to_owned(),
        15 => " =/+".to_owned(),
        16 => " ±".to_owned(),
        17 => " -/+".to_owned(),
        18 => " +-".to_owned(),
        19 => " -+".to_owned(),
        _ => format!(" ${nag}"),
    };
    nags.iter().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use muehle_engine::game::{MoveTree, pgn};

    fn texts(page: &Page) -> Vec<String> {
        let mut texts = Vec::new();
        for ink in page {
            if let Ink::Text { text, .. } = ink {
                texts.push(text.clone());
            }
        }
        texts
    }

    fn pages(text: &str, language: Language) -> Vec<Page> {
        let reading = pgn::read(text);
        assert_eq!(reading.fault, None);
        let node = reading.game.current();
        let (tags, game) = (&reading.tags, &reading.game);
        Sheet { tags, game, node, paper: Paper::A4, language, flipped: false }.pages()
    }

    #[test]
    fn moves_stand_in_pairs_with_their_comments_between() {
        let text = "[White \"Jürgen\"]\n[Black \"?\"]\n\n1. d6 $1 f4 {Gut, aber früh} 2. d2 {weiß} b4 3. a1 *";
        let all = texts(&pages(text, Language::German)[0]).join("|");
        assert!(all.starts_with("Jürgen – Schwarz|Ergebnis: nicht beendet|"), "{all}");
        assert!(all.contains("|1.|d6!|f4|Gut, aber früh|2.|d2||weiß|2.|…|b4|3.|a1||"), "{all}");
        assert!(
            all.replace("·|", "· ")
                .contains("nach 3. a1 · Schwarz ist am Zug · Weiß: 6 in der Hand · Schwarz: 7 in der Hand|"),
            "{all}"
        );
        assert!(all.ends_with("Mühle · Jürgen – Schwarz|Seite 1 von 1"), "{all}");
    }

    #[test]
    fn side_lines_and_glyphs_are_printed() {
        let text = "{Vorab} 1. d6 f4 $14 ({Auch gut} 1... a1 $3 2. a4 $40 {weiter} (2. a7 g7 (2... g1)) 2... c3) \
                    (1... b2) 2. d2 $13 b4 *";
        let all = texts(&pages(text, Language::German)[0]).join("|");
        let side_lines = "(Auch gut 1… a1!! 2. a4 $40 weiter|(2. a7 g7 (2… g1)) 2… c3)|(1… b2)";
        assert!(all.contains(&format!("|Vorab|1.|d6|f4 +/=|{side_lines}|2.|d2 ∞|b4|")), "{all}");
        // Seen from a side line, the main line is the alternative.
        let reading = pgn::read("1. d6 f4 (1... a1) 2. d2 *");
        let (tags, game) = (&reading.tags, &reading.game);
        let node = game.tree().child_by_move(game.tree().path_to(game.current())[1], "a1".parse().unwrap()).unwrap();
        let (paper, language) = (Paper::A4, Language::English);
        let all = texts(&Sheet { tags, game, node, paper, language, flipped: false }.pages()[0]).join("|");
        assert!(all.contains("|1.|d6|a1|(1… f4 2. d2)|"), "{all}");
        let endless = format!("1. d6 f4 (1... a1 {{{}}}) *", "long ".repeat(10_000));
        assert_eq!(pages(&endless, Language::English).len(), 1);
    }

    #[test]
    fn moves_begin_beside_the_board_and_go_on_below_it_from_left_to_right() {
        let rules = muehle_engine::rules::Rules { draw_by_repetition: false, quiet_plies: 0, ..Default::default() };
        let mut game = Game::from_position(rules, "a1,a4,g1,g4/b2,b4,f2,f6 w 0 0".parse().unwrap());
        for mv in ["a1-d1", "b2-d2", "d1-a1", "d2-b2"].repeat(30) {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let (tags, node, paper) = (pgn::Tags::default(), game.current(), Paper::A4);
        let language = Language::English;
        let pages = Sheet { tags: &tags, game: &game, node, paper, language, flipped: false }.pages();
        let mut numbers = Vec::new();
        let mut board_bottom = 0.0;
        for ink in &pages[0] {
            match ink {
                Ink::Board { y, side, .. } => board_bottom = y + side,
                Ink::Text { x, baseline, text, .. } if text.ends_with('.') && text.len() < 4 => {
                    numbers.push((text.trim_end_matches('.').parse::<usize>().unwrap(), *x, *baseline));
                }
                _ => {}
            }
        }
        assert_eq!(numbers.len(), 60);
        let order = |&(_, x, y): &(usize, f32, f32)| (y > board_bottom + 22.0, x as i32 / 150, y as i32);
        assert!(numbers.is_sorted_by_key(|number| number.0) && numbers.is_sorted_by_key(order), "{numbers:?}");
        assert!(numbers[0].2 < board_bottom && numbers[59].2 > board_bottom);
    }

    #[test]
    fn a_game_that_black_begins_counts_right() {
        let text = "[SetUp \"1\"]\n[FEN \"a1/a7 b 8 8\"]\n\n1... d6 2. f4 *";
        let all = texts(&pages(text, Language::English)[0]).join("|");
        assert!(all.contains("|Starting position: a1/a7 b 8 8|"), "{all}");
        assert!(all.contains("|1.|…|d6|2.|f4||"), "{all}");
    }

    #[test]
    fn long_games_and_long_comments_fill_more_pages_and_stay_inside() {
        let mut game = Game::from_position(
            muehle_engine::rules::Rules { draw_by_repetition: false, quiet_plies: 0, ..Default::default() },
            "a1,a4,g1,g4/b2,b4,f2,f6 w 0 0".parse().unwrap(),
        );
        for _ in 0..150 {
            for mv in ["a1-d1", "b2-d2", "d1-a1", "d2-b2"] {
                game.play(mv.parse().unwrap()).unwrap();
            }
        }
        game.set_comment(game.current(), "Donaudampfschifffahrt".repeat(1000));
        let tags = pgn::Tags::default();
        for paper in [Paper::A4, Paper::Letter] {
            let sheet = Sheet {
                tags: &tags,
                game: &game,
                node: game.current(),
                paper,
                language: Language::English,
                flipped: true,
            };
            let pages = sheet.pages();
            assert!((2..=6).contains(&pages.len()), "{}", pages.len());
            let (width, height) = paper.size();
            for ink in pages.iter().flatten() {
                let Ink::Text { x, baseline, font, size, text } = ink else { continue };
                assert!(*x >= MARGIN - 1.0 && x + font.width(text, *size) <= width - MARGIN + 1.0, "{text}");
                assert!(*baseline > MARGIN && *baseline < height - 30.0, "{text}");
            }
            let count = pages.iter().flat_map(texts).filter(|text| text == "a1-d1").count();
            assert_eq!(count, 150);
        }
    }

    #[test]
    fn the_start_has_a_sheet_too() {
        let (tags, game) = (pgn::Tags::default(), Game::default());
        let language = Language::English;
        let sheet =
            Sheet { tags: &tags, game: &game, node: MoveTree::ROOT, paper: Paper::A4, language, flipped: false };
        let all = texts(&sheet.pages()[0]).join("|");
        assert!(all.contains("Starting position · White to move · White: 9 in hand · Black: 9 in hand"), "{all}");
    }
}
