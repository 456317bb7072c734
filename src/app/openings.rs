//! The opening explorer in the panel: every point where a stone can be placed, what it is worth, and how it did in one's
//! own games. It takes the place of the move list while stones are placed.

use eframe::egui::{
    Align2, Color32, CornerRadius, CursorIcon, Id, Key, KeyboardShortcut, Modifiers, Painter, Rect, Role, ScrollArea,
    Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo, pos2, vec2,
};

use super::actions::{Action, Actions};
use super::board::{BoardGeometry, Diagram, round};
use super::dialogs::paragraph;
use super::fonts::Weight;
use super::icons::Icon;
use super::panels::PanelState;
use super::study::{color_of, ink_on};
use super::widgets::{ButtonStyle, Face, button_at, focus_ring, text_in};
use super::{App, View};
use crate::controller::Command;
use crate::controller::openings::Explored;
use crate::texts::thousandths_text;
use muehle_engine::openings::{Choice, Record};
use muehle_engine::rules::{Point, PointSet};
use muehle_engine::search::Score;

/// Shows or hides the explorer.
pub const KEY: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::O);

/// The height of a row.
const ROW: f32 = 27.0;
/// The side of the small board, and the height from which on there is room for it.
const BOARD: f32 = 150.0;
const BOARD_FROM: f32 = 400.0;
/// From this width on there are bars for the games.
const WIDE: f32 = 240.0;

impl View<'_> {
    /// Whether the explorer may be shown: it would be a help that a network partner does not have.
    pub fn may_explore(&self) -> bool {
        !self.controller.is_with_partner() || self.controller.outcome().is_some()
    }

    /// Whether the explorer takes the place of the move list.
    pub fn explores(&self) -> bool {
        let position = self.controller.position();
        let places = position.hand(position.side_to_move()) > 0 && position.loser().is_none();
        self.settings.explorer && places && self.may_explore() && !self.review.is_open()
    }

    /// How a choice did in the games that were kept.
    fn record(&self, choice: &Choice) -> Record {
        let rule = self.controller.game().removal_rule();
        self.openings.played().record(rule, self.controller.position(), choice.points)
    }
}

/// Draws the explorer.
pub fn explorer_ui(ui: &mut Ui, rect: Rect, view: &View, state: &mut PanelState, actions: &mut Actions) {
    let (palette, texts) = (view.palette, view.texts.openings);
    let head = Rect::from_min_size(rect.min, vec2(rect.width(), 26.0));
    text_in(ui.painter(), head, Align2::LEFT_CENTER, texts.title(), Weight::SemiBold, 13.0, palette.text);
    let response = ui.interact(head.with_max_x(head.center().x), Id::unique("explorer head"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, texts.title()));
    let cross = Rect::from_center_size(pos2(head.right() - 12.0, head.center().y), Vec2::splat(24.0));
    let face = Face::Icon(Icon::Cross, view.texts.common.close());
    if button_at(ui, cross, "close explorer", face, ButtonStyle::Bare, true, texts.close_tip()).clicked() {
        actions.push(view.set(|settings| settings.explorer = false));
    }
    let card = rect.with_min_y(head.bottom() + 6.0);
    if card.height() < 40.0 {
        return;
    }
    super::pages::card(ui, card, palette);
    let wide = card.width() >= WIDE;
    let mut rest = card.shrink2(if wide { vec2(14.0, 10.0) } else { vec2(8.0, 6.0) });
    let known = view.openings.explored(view.controller.position(), view.controller.game().removal_rule());
    let Some(known) = known else {
        state.pointed = PointSet::EMPTY;
        paragraph(ui, rest, texts.loading(), 13.0, palette.muted);
        return;
    };
    let mut pointed = None;
    if wide && rest.height() > BOARD_FROM {
        let square = Rect::from_center_size(pos2(rest.center().x, rest.top() + BOARD / 2.0), Vec2::splat(BOARD));
        small_board_ui(ui, square, known, view, state);
        rest.min.y = square.bottom() + 8.0;
    }
    // What the values are, below the list.
    if rest.height() > 180.0 {
        let words = footer(known, view);
        let galley = ui.painter().layout(words.clone(), Weight::Regular.size(12.0), palette.muted, rest.width());
        let foot = rest.with_min_y(rest.bottom() - galley.size().y);
        paragraph(ui, foot, &words, 12.0, palette.muted);
        rest.max.y = foot.top() - 6.0;
        ui.painter().hline(rest.x_range(), rest.bottom(), Stroke::new(1.0, palette.hairline));
    }
    if rest.height() > 100.0 {
        let row = rest.with_max_y(rest.top() + 20.0);
        let columns = Columns::of(row, wide);
        let caption = |place: Rect, align, words: &str| {
            text_in(ui.painter(), place, align, words, Weight::Regular, 12.0, palette.muted);
        };
        caption(columns.point, Align2::LEFT_CENTER, texts.point());
        caption(columns.value, Align2::RIGHT_CENTER, texts.value());
        if wide {
            caption(columns.games.union(columns.count), Align2::LEFT_CENTER, texts.your_games());
        }
        ui.painter().hline(rest.x_range(), row.bottom() + 1.0, Stroke::new(1.0, palette.hairline));
        rest.min.y = row.bottom() + 4.0;
    }
    let most = known.choices.iter().map(|choice| view.record(choice).games()).max().unwrap_or(0);
    let mut child = ui.new_child(UiBuilder::new().id_salt("explorer").max_rect(rest));
    child.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical().id_salt("explorer rows").auto_shrink(false).show(&mut child, |ui| {
        for choice in &known.choices {
            let width = rest.width() - if known.choices.len() as f32 * ROW > rest.height() { 10.0 } else { 0.0 };
            let (place, _) = ui.allocate_exact_size(vec2(width, ROW), Sense::hover());
            if row_ui(ui, place, wide, choice, most, view, actions) {
                pointed = Some(choice.points);
            }
        }
    });
    let pointed = pointed.unwrap_or(PointSet::EMPTY);
    if std::mem::replace(&mut state.pointed, pointed) != pointed {
        ui.ctx().request_repaint();
    }
}

/// Where the parts of a row are.
struct Columns {
    point: Rect,
    times: Rect,
    disc: f32,
    value: Rect,
    games: Rect,
    count: Rect,
}

impl Columns {
    fn of(row: Rect, wide: bool) -> Columns {
        let part = |from: f32, to: f32| Rect::from_x_y_ranges(row.left() + from..=row.left() + to, row.y_range());
        let end = |from: f32, to: f32| Rect::from_x_y_ranges(row.right() - from..=row.right() - to, row.y_range());
        let count = end(30.0, 2.0);
        let (point, times, disc, value) = match wide {
            true => (part(2.0, 50.0), part(30.0, 56.0), 70.0, part(84.0, 128.0)),
            false => (part(0.0, 40.0), part(24.0, 46.0), 56.0, part(70.0, 112.0)),
        };
        let games = Rect::from_x_y_ranges(value.right() + 16.0..=count.left() - 6.0, row.y_range());
        Columns { point, times, disc: row.left() + disc, value, games, count }
    }
}

/// Draws a choice. True while the pointer or the keyboard is at it.
fn row_ui(ui: &mut Ui, row: Rect, wide: bool, choice: &Choice, most: u32, view: &View, actions: &mut Actions) -> bool {
    let palette = view.palette;
    let (point, record) = (choice.point(), view.record(choice));
    let id = Id::unique(("explored", point.index()));
    let response = ui.interact(row, id, Sense::click()).on_hover_cursor(CursorIcon::PointingHand);
    let side = view.controller.position().side_to_move();
    let words = view.texts.opening_choice(choice, side, record);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    let at = response.hovered() || response.has_focus();
    if at {
        ui.painter().rect_filled(row.shrink2(vec2(0.0, 1.0)), CornerRadius::same(6), palette.button_hover);
    }
    focus_ring(ui.painter(), row.shrink(3.0), CornerRadius::same(6), &response, palette);
    if response.clicked() {
        actions.push(Action::PlaceStone(point));
    }
    if !ui.is_rect_visible(row) {
        return at;
    }
    let painter = ui.painter();
    let columns = Columns::of(row, wide);
    let text =
        |place: Rect, align, words: &str, weight, size, ink| text_in(painter, place, align, words, weight, size, ink);
    text(columns.point, Align2::LEFT_CENTER, &point.to_string(), Weight::SemiBold, 13.5, palette.text);
    if choice.points.len() > 1 {
        let times = view.texts.openings.times(choice.points.len());
        text(columns.times, Align2::LEFT_CENTER, &times, Weight::Regular, 12.0, palette.muted);
    }
    disc(painter, pos2(columns.disc, row.center().y), 8.5, choice, view);
    if let Some(searched) = choice.searched.filter(|score| !score.is_exact()) {
        let value = searched.for_white(side).value();
        let number = match view.settings.study.thousandths {
            true => thousandths_text(value),
            false => view.texts.language.value(value),
        };
        text(columns.value, Align2::RIGHT_CENTER, &number, Weight::Regular, 13.0, palette.muted);
    }
    let count = if record.games() > 0 { record.games().to_string() } else { "–".to_owned() };
    text(columns.count, Align2::RIGHT_CENTER, &count, Weight::Regular, 13.0, palette.muted);
    if record.games() > 0 {
        if wide {
            bars(painter, columns.games, record, most, view);
        }
        // The rest of a row says everything itself.
        if ui.rect_contains_pointer(columns.games.union(columns.count)) {
            let Record { won, drawn, lost } = record;
            response.on_hover_text(view.texts.openings.record(record.games(), won, drawn, lost));
        }
    }
    at
}

/// The exact value in a disc with a second ring; an estimate is a plain one without a letter.
fn disc(painter: &Painter, center: eframe::egui::Pos2, radius: f32, choice: &Choice, view: &View) {
    let Some(score) = choice.exact().or(choice.searched) else { return };
    let color = color_of(score.value(), view.settings.study.traffic_light);
    if score.is_exact() {
        round::stroked(painter, center, radius + 1.8, Stroke::new(1.0, view.palette.text));
        painter.circle(center, radius, color, Stroke::new(1.0, Color32::from_rgb(0x2C, 0x1D, 0x12)));
        let side = view.controller.position().side_to_move();
        let short = match score.for_white(side) {
            Score::Win(_) => Score::Won,
            Score::Loss(_) => Score::Lost,
            other => other,
        };
        let letter = view.texts.study.score(short, false);
        let font = Weight::SemiBold.size(1.25 * radius);
        painter.text(center, Align2::CENTER_CENTER, letter, font, ink_on(color));
    } else {
        painter.circle(center, 0.8 * radius, color, Stroke::new(1.0, view.palette.muted));
    }
}

/// Won full, drawn open, lost hatched, as long as the share of the games.
fn bars(painter: &Painter, area: Rect, record: Record, most: u32, view: &View) {
    let palette = view.palette;
    let unit = area.width() / most.max(1) as f32;
    let mut left = area.left();
    for (part, count) in [record.won, record.drawn, record.lost].into_iter().enumerate() {
        if count == 0 {
            continue;
        }
        let width = (unit * count as f32).max(4.0);
        let bar = Rect::from_min_size(pos2(left, area.center().y - 5.0), vec2(width - 1.5, 10.0));
        left += width;
        let rounding = CornerRadius::same(2);
        match part {
            0 => {
                painter.rect_filled(bar, rounding, palette.mark_move);
            }
            1 => {
                painter.rect(bar, rounding, palette.well, Stroke::new(1.0, palette.muted), StrokeKind::Inside);
            }
            _ => {
                painter.rect_filled(bar, rounding, palette.mark_removal);
                let clipped = painter.with_clip_rect(bar);
                let mut x = bar.left();
                while x < bar.right() + bar.height() {
                    let line = [pos2(x, bar.top()), pos2(x - bar.height(), bar.bottom())];
                    clipped.line_segment(line, Stroke::new(1.5, palette.card));
                    x += 5.0;
                }
            }
        }
    }
}

/// The position with the values of its points; points that are the same by symmetry have small rings.
fn small_board_ui(ui: &mut Ui, square: Rect, known: &Explored, view: &View, state: &mut PanelState) {
    let diagram = state.explorer_board.get_or_insert_with(|| Diagram::new(*view.controller.position()));
    diagram.position = *view.controller.position();
    diagram.flipped = view.settings.flipped;
    diagram.paint(ui.painter(), square, view.board);
    let board = BoardGeometry { plate: square, flipped: view.settings.flipped };
    for choice in &known.choices {
        for point in choice.points.into_iter().filter(|point| *point != choice.point()) {
            ui.painter().circle(board.center(point), 2.6, view.board.board_top, Stroke::new(1.0, view.board.line));
        }
        disc(ui.painter(), board.center(choice.point()), 6.0, choice, view);
    }
}

fn footer(known: &Explored, view: &View) -> String {
    let texts = view.texts.openings;
    let exact = known.choices.iter().filter(|choice| choice.exact().is_some()).count();
    match exact {
        _ if exact == known.choices.len() => texts.all_exact().to_owned(),
        0 => texts.none_exact(known.depth),
        _ => texts.some_exact(known.depth),
    }
}

impl App {
    /// Asks about the shown position while the explorer is shown, and takes in what was found.
    pub(super) fn openings_work(&mut self, explores: bool) {
        let position = explores.then(|| *self.controller.position());
        // Players have priority.
        let resting = self.controller.thinking().is_some();
        self.openings.ask(position, self.controller.game().removal_rule(), resting);
        if explores && self.controller.archive().is_none() && !self.controller.is_reading_archive() {
            self.controller.apply(Command::ReadArchive);
        }
        if let Some(archive) = self.controller.archive().filter(|_| explores) {
            self.openings.count(archive);
        }
        self.openings.poll();
        if let Some(error) = self.openings.take_problem() {
            self.say_both(|texts| texts.study.analysis_failed(texts.heuristic_error(&error)));
        }
    }

    /// Places a stone as if its point was clicked on the board.
    pub(super) fn place(&mut self, point: Point) {
        self.board.press(point);
    }
}
