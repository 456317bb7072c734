//! The part of Markdown that the guide is written in: headings, paragraphs, lists, tables, code and pictures.

/// A part of a chapter.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading of a level: 1 is the title of the chapter.
    Heading(u8, Vec<Span>),
    /// A paragraph.
    Paragraph(Vec<Span>),
    /// An entry of a list: how far it is moved in, its mark, and its text.
    Item(u8, String, Vec<Span>),
    /// The rows of a table, the first one being its head.
    Table(Vec<Vec<Vec<Span>>>),
    /// Lines as they are.
    Code(String),
    /// A picture: what it shows, and the name of its file.
    Picture(String, String),
}

/// How a piece of text looks.
#[derive(Clone, Debug, PartialEq)]
pub enum Style {
    /// As usual.
    Plain,
    /// Bold.
    Bold,
    /// Code.
    Code,
    /// A link to a chapter, and perhaps to one of its headings.
    Link(String),
}

/// A piece of text that looks the same throughout.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// The text.
    pub text: String,
    /// How it looks.
    pub style: Style,
}

impl Block {
    /// The words of the block, one text for each place where words can be found.
    pub fn texts(&self) -> Vec<String> {
        match self {
            Block::Heading(_, spans) | Block::Paragraph(spans) | Block::Item(_, _, spans) => vec![plain(spans)],
            Block::Table(rows) => rows.iter().flatten().map(|cell| plain(cell)).collect(),
            Block::Code(text) => vec![text.clone()],
            Block::Picture(words, _) => vec![words.clone()],
        }
    }
}

/// The text of spans without their looks.
pub fn plain(spans: &[Span]) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}

/// Reads a chapter. What is not understood is shown as it is.
pub fn read(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open: Option<Open> = None;
    let mut code: Option<String> = None;
    for line in text.lines() {
        if let Some(lines) = &mut code {
            if line.trim_start().starts_with("```") {
                blocks.extend(code.take().map(Block::Code));
            } else {
                lines.push_str(if lines.is_empty() { "" } else { "\n" });
                lines.push_str(line);
            }
            continue;
        }
        let trimmed = line.trim();
        let starts = starting(line);
        if trimmed.is_empty() || starts.is_some() || trimmed.starts_with("```") {
            blocks.extend(open.take().map(Open::close));
        }
        match starts {
            Some(Start::Block(block)) => blocks.push(block),
            Some(Start::Row(cells)) => match blocks.last_mut() {
                Some(Block::Table(rows)) => rows.extend(cells),
                _ => blocks.push(Block::Table(cells.into_iter().collect())),
            },
            Some(Start::Item(depth, mark, rest)) => open = Some(Open::Item(depth, mark, rest)),
            None if trimmed.starts_with("```") => code = Some(String::new()),
            None if trimmed.is_empty() => {}
            None => match &mut open {
                Some(Open::Item(_, _, text) | Open::Paragraph(text)) => {
                    text.push(' ');
                    text.push_str(trimmed);
                }
                None => open = Some(Open::Paragraph(trimmed.to_owned())),
            },
        }
    }
    blocks.extend(open.map(Open::close));
    blocks.extend(code.map(Block::Code));
    blocks
}

/// A block whose text goes on with the next line.
enum Open {
    Paragraph(String),
    Item(u8, String, String),
}

impl Open {
    fn close(self) -> Block {
        match self {
            Open::Paragraph(text) => Block::Paragraph(spans(&text)),
            Open::Item(depth, mark, text) => Block::Item(depth, mark, spans(&text)),
        }
    }
}

/// What begins with a line.
enum Start {
    Block(Block),
    /// A row of a table; none for the line below its head.
    Row(Option<Vec<Vec<Span>>>),
    Item(u8, String, String),
}

fn starting(line: &str) -> Option<Start> {
    let trimmed = line.trim();
    for level in 1..=3 {
        if let Some(words) = trimmed.strip_prefix("#".repeat(level.into()).as_str())
            && let Some(words) = words.strip_prefix(' ')
        {
            return Some(Start::Block(Block::Heading(level, spans(words.trim()))));
        }
    }
    if let Some(rest) = trimmed.strip_prefix("![")
        && let Some((words, rest)) = rest.split_once("](")
        && let Some(path) = rest.strip_suffix(')')
    {
        let name = path.rsplit('/').next().unwrap_or(path);
        return Some(Start::Block(Block::Picture(words.to_owned(), name.to_owned())));
    }
    if let Some(row) = trimmed.strip_prefix('|') {
        let row = row.strip_suffix('|').unwrap_or(row);
        let is_line = row.chars().all(|letter| matches!(letter, '-' | '|' | ':' | ' '));
        let cells = (!is_line).then(|| cells(row).iter().map(|cell| spans(cell.trim())).collect());
        return Some(Start::Row(cells));
    }
    let depth = u8::from(line.starts_with("  "));
    if let Some(rest) = trimmed.strip_prefix("- ") {
        return Some(Start::Item(depth, "•".to_owned(), rest.trim().to_owned()));
    }
    let (number, rest) = trimmed.split_once(". ")?;
    let is_number = !number.is_empty() && number.len() <= 2 && number.bytes().all(|letter| letter.is_ascii_digit());
    is_number.then(|| Start::Item(depth, format!("{number}."), rest.trim().to_owned()))
}

/// The cells of a row. A bar in code or after a backslash belongs to its cell.
fn cells(row: &str) -> Vec<String> {
    let (mut cells, mut code, mut escaped) = (vec![String::new()], false, false);
    for letter in row.chars() {
        let last = cells.last_mut().expect("there is always a cell");
        match letter {
            '\\' if !escaped => {
                escaped = true;
                continue;
            }
            '|' if !code && !escaped => cells.push(String::new()),
            '`' => {
                code = !code;
                last.push(letter);
            }
            _ => last.push(letter),
        }
        escaped = false;
    }
    cells
}

/// The pieces of a text: `**bold**`, `` `code` `` and `[links](to)`.
pub fn spans(text: &str) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let mut rest = text;
    let push = |spans: &mut Vec<Span>, text: &str, style: Style| {
        if text.is_empty() {
            return;
        }
        match spans.last_mut().filter(|last| last.style == Style::Plain && style == Style::Plain) {
            Some(last) => last.text.push_str(text),
            None => spans.push(Span { text: text.to_owned(), style }),
        }
    };
    while let Some(at) = rest.find(['*', '`', '[']) {
        push(&mut spans, &rest[..at], Style::Plain);
        rest = &rest[at..];
        let taken = delimited(rest, "**", "**")
            .map(|(words, after)| (words.to_owned(), Style::Bold, after))
            .or_else(|| delimited(rest, "`", "`").map(|(words, after)| (words.to_owned(), Style::Code, after)))
            .or_else(|| link(rest));
        match taken {
            Some((words, style, after)) => {
                push(&mut spans, &words, style);
                rest = after;
            }
            None => {
                let length = rest.chars().next().map_or(1, char::len_utf8);
                push(&mut spans, &rest[..length], Style::Plain);
                rest = &rest[length..];
            }
        }
    }
    push(&mut spans, rest, Style::Plain);
    spans
}

fn delimited<'a>(text: &'a str, open: &str, close: &str) -> Option<(&'a str, &'a str)> {
    let (words, after) = text.strip_prefix(open)?.split_once(close)?;
    (!words.is_empty()).then_some((words, after))
}

/// A link. One that leads out of the guide is shown with its address.
fn link(text: &str) -> Option<(String, Style, &str)> {
    let (words, rest) = text.strip_prefix('[')?.split_once("](")?;
    let (target, after) = rest.split_once(')')?;
    if target.contains(".md") && !target.contains("//") {
        return Some((words.to_owned(), Style::Link(target.to_owned()), after));
    }
    let shown = if words == target { words.to_owned() } else { format!("{words} ({target})") };
    Some((shown, Style::Plain, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<Span> {
        vec![Span { text: text.to_owned(), style: Style::Plain }]
    }

    #[test]
    fn every_kind_of_block_is_read() {
        let text = "# Title\n\nOne\ntwo.\n- first\n  goes on\n  - inner\n2. numbered\n\n| a | `b|c` |\n|---|:-:|\n| d | \
            e \\| f |\n\n![A board](../pictures/board-en.png)\n```\nx  y\n\nz\n```\n### Small";
        let code = Span { text: "b|c".to_owned(), style: Style::Code };
        let expected = [
            Block::Heading(1, words("Title")),
            Block::Paragraph(words("One two.")),
            Block::Item(0, "•".to_owned(), words("first goes on")),
            Block::Item(1, "•".to_owned(), words("inner")),
            Block::Item(0, "2.".to_owned(), words("numbered")),
            Block::Table(vec![vec![words("a"), vec![code]], vec![words("d"), words("e | f")]]),
            Block::Picture("A board".to_owned(), "board-en.png".to_owned()),
            Block::Code("x  y\n\nz".to_owned()),
            Block::Heading(3, words("Small")),
        ];
        assert_eq!(read(text), expected);
    }

    #[test]
    fn pieces_of_text_have_their_looks() {
        let pieces = spans("Press **Ctrl+Z** or see [the `end`](20-draws.md#end), 2 * 3 [x");
        let looks: Vec<(&str, &Style)> = pieces.iter().map(|span| (span.text.as_str(), &span.style)).collect();
        let link = Style::Link("20-draws.md#end".to_owned());
        assert_eq!(
            looks,
            [
                ("Press ", &Style::Plain),
                ("Ctrl+Z", &Style::Bold),
                (" or see ", &Style::Plain),
                ("the `end`", &link),
                (", 2 * 3 [x", &Style::Plain)
            ]
        );
        assert_eq!(plain(&spans("[site](https://a.b)")), "site (https://a.b)");
        assert_eq!(plain(&spans("**open, `open, [open](open")), "**open, `open, [open](open");
    }

    #[test]
    fn nothing_makes_it_fail() {
        for text in ["", "|", "||", "```", "#", "- ", "![", "![](", "[]()", "**", "` `` `", "1. ", "ä**ö**ü`ß"] {
            read(text);
        }
    }
}
