//! Pages to read: the rules with small boards, the keys, about the program.

use eframe::egui::{Align2, Id, Rect, Role, ScrollArea, Sense, Stroke, Ui, UiBuilder, Vec2, WidgetInfo, pos2, vec2};

use super::{footer_ui, paragraph};
use crate::about;
use crate::app::View;
use crate::app::actions::{Action, Actions, DialogKind};
use crate::app::board::Diagram;
use crate::app::fonts::Weight;
use crate::app::widgets::text_in;
use crate::texts::Texts;
use muehle_engine::rules::{Point, PointSet, Position};

/// A page to read.
pub struct InfoDialog {
    kind: DialogKind,
    boards: Vec<Diagram>,
    /// What a page of plain text says.
    lines: Vec<String>,
}

impl InfoDialog {
    /// The page of a menu entry.
    pub fn new(kind: DialogKind) -> InfoDialog {
        let boards = match kind {
            DialogKind::HowToPlay => rule_boards(),
            DialogKind::About => vec![board("d7,f6,b4,d1,e3/g7,d6,a4,f4,c3 w 4 4")],
            _ => Vec::new(),
        };
        let lines = if kind == DialogKind::Licences { licence_lines() } else { Vec::new() };
        InfoDialog { kind, boards, lines }
    }

    pub(super) fn title(&self, texts: Texts) -> &'static str {
        match self.kind {
            DialogKind::Keys => texts.menu.keys(),
            DialogKind::HowToPlay => texts.menu.how_to_play(),
            DialogKind::Licences => texts.help.licences(),
            _ => texts.menu.about(),
        }
    }

    pub(super) fn size(&self) -> Vec2 {
        match self.kind {
            DialogKind::Keys => vec2(560.0, 460.0),
            DialogKind::HowToPlay | DialogKind::Licences => vec2(620.0, 520.0),
            _ => vec2(520.0, 260.0),
        }
    }

    /// Draws the page with a button to close it.
    pub(super) fn ui(&mut self, ui: &mut Ui, body: Rect, view: &View, actions: &mut Actions) {
        let row = Rect::from_min_max(pos2(body.left(), body.bottom() - 40.0), body.max);
        let area = Rect::from_min_max(body.min, pos2(body.right(), row.top() - 12.0));
        let mut child = ui.new_child(UiBuilder::new().id_salt("info").max_rect(area));
        child.spacing_mut().item_spacing.y = 0.0;
        let scroll = ScrollArea::vertical().id_salt("info text").auto_shrink(false);
        if self.kind == DialogKind::Licences {
            scroll.show_rows(&mut child, LICENCE_ROW, self.lines.len(), |ui, rows| {
                for line in &self.lines[rows] {
                    licence_row(ui, line, view);
                }
            });
        } else {
            scroll.show(&mut child, |ui| match self.kind {
                DialogKind::Keys => keys_ui(ui, view),
                DialogKind::HowToPlay => self.rules_ui(ui, view),
                _ => self.about_ui(ui, view),
            });
        }
        let close = (view.texts.common.close(), view.texts.tips.close());
        let licences = (view.texts.help.licences(), view.texts.tips.licences());
        let buttons: &[_] = if self.kind == DialogKind::About { &[licences, close] } else { &[close] };
        match footer_ui(ui, row, buttons) {
            Some(pressed) if pressed + 1 == buttons.len() => actions.push(Action::CloseDialog),
            Some(_) => actions.push(Action::Show(DialogKind::Licences)),
            None => {}
        }
    }

    /// The side of the small boards at a width.
    fn rule_board(width: f32) -> f32 {
        if width < 420.0 { 116.0 } else { 168.0 }
    }

    /// The height of the rules at a width.
    pub fn rules_height(width: f32) -> f32 {
        6.0 * (InfoDialog::rule_board(width) + 22.0)
    }

    /// Draws the rules into an area.
    pub fn rules_in(&mut self, ui: &mut Ui, area: Rect, view: &View) {
        let mut child = ui.new_child(UiBuilder::new().id_salt("rules").max_rect(area));
        child.spacing_mut().item_spacing.y = 0.0;
        self.rules_ui(&mut child, view);
    }

    fn rules_ui(&mut self, ui: &mut Ui, view: &View) {
        let texts = view.texts.help;
        let pages = [
            (texts.place_title(), texts.rules_place()),
            (texts.mill_title(), texts.rules_mill()),
            (texts.rules_safe_title(), texts.rules_safe()),
            (texts.slide_title(), texts.rules_slide()),
            (texts.fly_title(), texts.rules_fly()),
            (texts.rules_end_title(), texts.rules_end()),
        ];
        let side = InfoDialog::rule_board(ui.available_width());
        for ((title, text), board) in pages.into_iter().zip(&mut self.boards) {
            let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width() - 16.0, side + 22.0), Sense::hover());
            // The shadow of the plate needs some room.
            let square = Rect::from_min_size(rect.min + vec2(8.0, 6.0), Vec2::splat(side));
            if ui.is_rect_visible(rect) {
                board.paint(ui.painter(), square, view.board);
            }
            let words = Rect::from_min_max(pos2(square.right() + 24.0, square.top()), rect.max);
            let head = Rect::from_min_size(words.min, vec2(words.width(), 22.0));
            heading(ui, head, title, view);
            let below = Rect::from_min_max(pos2(words.left(), head.bottom() + 6.0), words.max);
            paragraph(ui, below, text, 14.0, view.palette.text);
        }
    }

    fn about_ui(&mut self, ui: &mut Ui, view: &View) {
        let (palette, texts) = (view.palette, view.texts.help);
        let width = ui.available_width() - 12.0;
        let square = Rect::from_min_size(ui.cursor().min + vec2(6.0, 4.0), Vec2::splat(132.0));
        if let Some(board) = self.boards.first_mut() {
            board.paint(ui.painter(), square, view.board);
        }
        let left = square.right() + 24.0;
        let right = ui.cursor().left() + width;
        let mut top = square.top();
        let version = texts.about_version(about::VERSION);
        let build = match about::build() {
            Some((commit, date)) => texts.about_build(commit, date),
            None => texts.about_development().to_owned(),
        };
        let parts = [
            (version.as_str(), palette.muted),
            (build.as_str(), palette.muted),
            (texts.about_what(), palette.text),
            (texts.about_licence(), palette.muted),
        ];
        for (text, ink) in parts {
            let rect = Rect::from_min_max(pos2(left, top), pos2(right, top + 10.0));
            top += paragraph(ui, rect, text, 13.5, ink) + 8.0;
        }
        ui.allocate_exact_size(vec2(width, (top - square.top()).max(148.0)), Sense::hover());
    }
}

fn keys_ui(ui: &mut Ui, view: &View) {
    let palette = view.palette;
    for (title, lines) in view.texts.help.keys() {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width() - 12.0, 28.0), Sense::hover());
        heading(ui, rect, title, view);
        ui.painter().hline(rect.x_range(), rect.bottom() - 1.5, Stroke::new(1.0, palette.hairline));
        ui.add_space(4.0);
        for line in lines.lines() {
            let Some((keys, meaning)) = line.split_once('\t') else { continue };
            let width = ui.available_width() - 12.0;
            let room = width - 184.0_f32.min(0.4 * width) - 8.0;
            // In a small window a long meaning takes two lines.
            let galley = ui.painter().layout(meaning.to_owned(), Weight::Regular.size(13.0), palette.text, room);
            let height = (galley.size().y + 6.0).max(22.0);
            let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{keys}: {meaning}")));
            let right = rect.with_min_x(rect.right() - room);
            let left = rect.with_max_x(right.left() - 8.0);
            text_in(ui.painter(), left, Align2::LEFT_CENTER, keys, Weight::SemiBold, 13.0, palette.text);
            let place = Align2::LEFT_CENTER.align_size_within_rect(galley.size(), right);
            ui.painter().galley(place.min, galley, palette.text);
        }
        ui.add_space(12.0);
    }
}

fn heading(ui: &Ui, rect: Rect, text: &str, view: &View) {
    text_in(ui.painter(), rect, Align2::LEFT_CENTER, text, Weight::SemiBold, 15.0, view.palette.text);
    let response = ui.interact(rect, Id::unique(("heading", text)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, text));
}

/// The height of a line of the licences, and how many letters fit into it.
const LICENCE_ROW: f32 = 17.0;
const LICENCE_LETTERS: usize = 88;

/// The packages, then all licence texts, in lines that fit.
fn licence_lines() -> Vec<String> {
    let all = [about::PACKAGES, "", &about::licences()].join("\n");
    all.lines().flat_map(|line| wrapped(line, LICENCE_LETTERS)).collect()
}

/// A line as lines of at most `length` letters. Only a word that is longer than that stays in one piece.
fn wrapped(line: &str, length: usize) -> Vec<String> {
    if line.chars().count() <= length {
        return vec![line.trim_end().to_owned()];
    }
    let mut lines = vec![String::new()];
    for word in line.split_whitespace() {
        let fits = |last: &String| last.is_empty() || last.chars().count() + 1 + word.chars().count() <= length;
        match lines.last_mut().filter(|last| fits(last)) {
            Some(last) => {
                last.push_str(if last.is_empty() { "" } else { " " });
                last.push_str(word);
            }
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

fn licence_row(ui: &mut Ui, line: &str, view: &View) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LICENCE_ROW), Sense::hover());
    text_in(ui.painter(), rect, Align2::LEFT_CENTER, line, Weight::Regular, 12.5, view.palette.text);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, line));
}

/// A board of these pages. Their positions are part of the program; a test reads them all.
fn board(position: &str) -> Diagram {
    Diagram::new(position.parse().unwrap_or(Position::START))
}

/// The boards of the rules in the order of their texts.
fn rule_boards() -> Vec<Diagram> {
    let line = |points: [Point; 3]| points.into_iter().collect::<PointSet>();
    let mut placing = board("d6,b4,e3/f4,d2 b 6 7");
    placing.last = "e3".parse().ok();
    let mut mill = board("a7,d7,g7,e4/b6,f4,d2 b 5 5");
    mill.mills = line([Point::A7, Point::D7, Point::G7]);
    mill.removable = mill.position.own();
    let mut safe = board("a7,a4,a1,e5/b2,d2,f2,f6,d5 b 4 4");
    safe.mills = line([Point::B2, Point::D2, Point::F2]);
    safe.removable = [Point::F6, Point::D5].into_iter().collect();
    let mut slide = board("d6,b4,f4,c3,g7/d7,e5,a4,d2,g1 w 0 0");
    slide.targets = slide.position.targets_from(Point::D6);
    let mut fly = board("a1,d1,f6/b6,d5,e3,c4 w 0 0");
    fly.targets = fly.position.targets_from(Point::F6);
    let mut end = board("a4,g4,b6,f6,d5/a7,d7,g7,d6 b 0 0");
    end.last = "c5-d5".parse().ok();
    vec![placing, mill, safe, slide, fly, end]
}

#[cfg(test)]
mod tests {
    use super::*;
    use muehle_engine::rules::{Color, RemovalRule};

    #[test]
    fn long_lines_are_wrapped_between_words() {
        assert_eq!(wrapped("  as it is  ", 20), ["  as it is"]);
        assert_eq!(wrapped("one two three four", 9), ["one two", "three", "four"]);
        assert_eq!(wrapped("averyveryverylongword and more", 9), ["averyveryverylongword", "and more"]);
        assert!(licence_lines().len() > 1000);
    }

    #[test]
    fn the_small_boards_show_what_their_texts_say() {
        let boards = rule_boards();
        assert!(boards.iter().all(|board| board.position != Position::START), "all of them can be read");
        let [placing, mill, safe, slide, fly, end] = &boards[..] else { panic!("six pages") };
        assert!(placing.last.is_some());
        let whites = |board: &Diagram| board.position.with_side(Color::White);
        assert_eq!(mill.mills & mill.position.enemy(), mill.mills);
        assert_eq!(whites(mill).removable(RemovalRule::Never), mill.removable);
        assert_eq!(whites(safe).removable(RemovalRule::Never), safe.removable);
        assert_eq!(slide.targets.len(), 3);
        assert_eq!(fly.targets.len(), 24 - 7);
        assert_eq!(end.position.loser(), Some(Color::Black));
    }
}
