//! The chosen game of the archive: its board to go through, what is known about it, and what can be done with it.

use std::path::{Path, PathBuf};

use eframe::egui::{Align2, CornerRadius, Id, Key, Rect, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2};

use super::archive::ask_to_delete;
use crate::app::View;
use crate::app::actions::{Action, Actions, AfterOpening, Leaving};
use crate::app::board::Diagram;
use crate::app::fonts::Weight;
use crate::app::icons::Icon;
use crate::app::widgets::{ButtonStyle, Face, button_at, halves, text_in, text_width};
use crate::controller::worker::BackgroundTask;
use crate::controller::{Waker, estimates};
use muehle_engine::archive::{Archive, ArchivedGame, Place};
use muehle_engine::rules::{Color, Position};

/// The board is at most this large.
const BOARD: f32 = 320.0;
const GRAPH: f32 = 76.0;
/// The same in low windows.
const LOW_GRAPH: f32 = 40.0;
/// The smallest board.
const LEAST_BOARD: f32 = 120.0;
const FACT: f32 = 26.0;

/// What of the chosen game is shown.
pub struct Preview {
    place: Option<Place>,
    /// The positions of the game, the start first.
    positions: Vec<Position>,
    /// White's values after each ply, as far as a computer judged it.
    values: Vec<Option<f64>>,
    ply: usize,
    diagram: Diagram,
    saves: PathBuf,
    waker: Option<Waker>,
    copying: Option<BackgroundTask<Option<String>>>,
}

impl Default for Preview {
    fn default() -> Preview {
        Preview {
            place: None,
            positions: Vec::new(),
            values: Vec::new(),
            ply: 0,
            diagram: Diagram::new(Position::START),
            saves: PathBuf::new(),
            waker: None,
            copying: None,
        }
    }
}

impl Preview {
    /// Where the games are.
    pub fn look_in(&mut self, saves: &Path, waker: Waker) {
        (self.saves, self.waker) = (saves.to_owned(), Some(waker));
    }

    /// Where the games are, once the page was shown.
    pub fn folder(&self) -> Option<(PathBuf, Waker)> {
        Some((self.saves.clone(), self.waker.clone()?))
    }

    /// The height at a width.
    pub fn height(width: f32) -> f32 {
        28.0 + width.min(BOARD) + 10.0 + 30.0 + 10.0 + GRAPH + 12.0 + 4.0 * FACT + 14.0 + 40.0 + 2.0 * 44.0
    }

    fn show(&mut self, game: &ArchivedGame) {
        if self.place.as_ref() == Some(&game.place) && self.positions.len() == game.moves.len() + 1 {
            return;
        }
        let mut position = game.start;
        self.positions = vec![position];
        for mv in &game.moves {
            if position.play(*mv, game.rules.removal).is_err() {
                break;
            }
            self.positions.push(position);
        }
        // A value is seen from the side to move after the ply.
        let values = estimates(&game.tags).into_iter().zip(self.positions.iter().skip(1));
        let for_white = |(value, position): (Option<f64>, &Position)| match position.side_to_move() {
            Color::White => value,
            Color::Black => value.map(|value| -value),
        };
        self.values = values.map(for_white).collect();
        self.ply = self.positions.len() - 1;
        self.place = Some(game.place.clone());
    }

    /// Draws it at the top of an area.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        area: Rect,
        game: &ArchivedGame,
        has_keys: bool,
        view: &View,
        actions: &mut Actions,
    ) {
        self.show(game);
        if let Some(Ok(copied)) = self.copying.as_ref().and_then(BackgroundTask::poll) {
            self.copying = None;
            actions.extend(copied.map(Action::Copy));
        }
        let side = area.width().min(BOARD);
        // In low windows first the graph gives way, then the board: the buttons stay in sight.
        let lacking = (Preview::height(side) - area.height()).max(0.0);
        let graph = (GRAPH - lacking).max(LOW_GRAPH);
        let board = (side + GRAPH - graph - lacking).clamp(LEAST_BOARD.min(side), side);
        let column = area.with_max_x(area.left() + side);
        let mut top = column.top();
        let mut row = |height: f32, gap: f32| {
            let row = Rect::from_min_size(pos2(column.left(), top), vec2(side, height));
            top += height + gap;
            row
        };
        title_ui(ui, row(20.0, 8.0), game, view);
        let plate = row(board, 10.0);
        self.board_ui(ui, Rect::from_center_size(plate.center(), Vec2::splat(board)), game, view);
        self.steps_ui(ui, row(30.0, 10.0), has_keys, view);
        self.graph_ui(ui, row(graph, 12.0), view);
        for (name, value) in facts(game, view) {
            fact_ui(ui, row(FACT, 0.0), name, &value, view);
        }
        let line = row(0.0, 14.0);
        ui.painter().hline(line.x_range(), line.top() + 6.0, Stroke::new(1.0, view.palette.hairline));
        let rows = [row(40.0, 8.0), row(36.0, 8.0), row(36.0, 8.0)];
        self.buttons_ui(ui, rows, game, view, actions);
    }

    fn board_ui(&mut self, ui: &mut Ui, plate: Rect, game: &ArchivedGame, view: &View) {
        let position = self.positions[self.ply];
        self.diagram.position = position;
        let mv = self.ply.checked_sub(1).and_then(|ply| game.moves.get(ply)).copied();
        self.diagram.last = mv.filter(|_| view.settings.mark_last_move);
        self.diagram.flipped = game.own_side() == Some(Color::Black);
        self.diagram.paint(ui.painter(), plate, view.board);
        let response = ui.interact(plate, Id::unique("chosen game"), Sense::hover());
        let words = view.texts.games.board(position);
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &words));
    }

    /// Where the board is in the game, and the buttons to go through it.
    fn steps_ui(&mut self, ui: &mut Ui, row: Rect, has_keys: bool, view: &View) {
        let (texts, palette) = (view.texts, view.palette);
        let last = self.positions.len() - 1;
        let offset = usize::from(self.positions[0].side_to_move() == Color::Black);
        let number = |ply: usize| if ply == 0 { 0 } else { (ply + offset).div_ceil(2) };
        let words = texts.games.move_of(number(self.ply), number(last));
        text_in(ui.painter(), row, Align2::LEFT_CENTER, &words, Weight::Medium, 13.5, palette.text);
        let response = ui.interact(row.with_max_x(row.center().x), Id::unique("chosen ply"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
        let panel = texts.panel;
        let steps = [
            (Icon::First, panel.go_first(), 0, Key::Home),
            (Icon::Back, panel.go_back(), self.ply.saturating_sub(1), Key::ArrowLeft),
            (Icon::Forward, panel.go_forward(), (self.ply + 1).min(last), Key::ArrowRight),
            (Icon::Last, panel.go_last(), last, Key::End),
        ];
        let free = has_keys && ui.ctx().memory(|memory| memory.focused()).is_none();
        for (number, (icon, name, target, key)) in steps.into_iter().enumerate() {
            let left = row.right() - 28.0 - 32.0 * (3 - number) as f32;
            let place = Rect::from_min_size(pos2(left, row.top() + 1.0), Vec2::splat(28.0));
            let enabled = target != self.ply;
            let face = Face::Icon(icon, name);
            let clicked = button_at(ui, place, ("chosen", number), face, ButtonStyle::Plain, enabled, name).clicked();
            if clicked || (free && ui.input(|input| input.key_pressed(key))) {
                self.ply = target;
                ui.ctx().request_repaint();
            }
        }
    }

    /// White's values as columns from the middle, and where the board is.
    fn graph_ui(&mut self, ui: &mut Ui, well: Rect, view: &View) {
        let (palette, painter) = (view.palette, ui.painter());
        painter.rect_filled(well, CornerRadius::same(10), palette.well);
        let inner = well.shrink2(vec2(12.0, 10.0));
        let plies = (self.positions.len().max(2) - 1) as f32;
        let x = |ply: usize| inner.left() + inner.width() * ply as f32 / plies;
        let (up, down) =
            if palette.dark { (palette.primary, palette.board_edge) } else { (palette.card, palette.primary_hover) };
        let middle = inner.center().y;
        let mut known = 0.0;
        for (place, value) in self.values.iter().enumerate() {
            // Between two judgements the last one counts.
            known = value.unwrap_or(known);
            let y = middle - known as f32 * inner.height() / 2.0;
            let column = Rect::from_two_pos(pos2(x(place), middle), pos2(x(place + 1), y));
            painter.rect_filled(column, 0, if known > 0.0 { up } else { down });
        }
        painter.hline(inner.x_range(), middle, Stroke::new(1.0, palette.button_border));
        painter.vline(x(self.ply), well.shrink(4.0).y_range(), Stroke::new(1.5, palette.accent));
        let response = ui.interact(well, Id::unique("chosen graph"), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, view.texts.panel.evaluation()));
        if let Some(at) = response.interact_pointer_pos().filter(|_| response.clicked()) {
            let share = ((at.x - inner.left()) / inner.width()).clamp(0.0, 1.0);
            self.ply = (share * plies).round() as usize;
            self.ply = self.ply.min(self.positions.len() - 1);
        }
    }

    fn buttons_ui(&mut self, ui: &mut Ui, rows: [Rect; 3], game: &ArchivedGame, view: &View, actions: &mut Actions) {
        let texts = view.texts.games;
        let [first, second, third] = rows;
        let button = |ui: &mut Ui, rect: Rect, name: &str, tip: &str, style: ButtonStyle, enabled: bool| {
            button_at(ui, rect, ("archived", name), Face::Text(name), style, enabled, tip).clicked()
        };
        let open = |then: AfterOpening| Action::Leave(Leaving::OpenArchived(game.place.clone(), then));
        if button(ui, first, texts.review(), texts.review_tip(), ButtonStyle::Primary, true) {
            actions.push(open(AfterOpening::Review));
        }
        let plain = ButtonStyle::Plain;
        let [left, right] = halves(second);
        // Where the game is over nobody can play on.
        let goes_on = self.positions[self.ply].loser().is_none();
        if button(ui, left, texts.play_from(), texts.play_from_tip(), plain, goes_on) {
            actions.push(open(AfterOpening::PlayFrom(self.ply)));
        }
        if button(ui, right, texts.copy(), texts.copy_tip(), plain, self.copying.is_none())
            && let Some(waker) = self.waker.clone()
        {
            let (archive, place) = (Archive::new(&self.saves), game.place.clone());
            let read = move || archive.text(&place).ok();
            self.copying = Some(BackgroundTask::start("copy game", waker, read));
        }
        let [left, right] = halves(third);
        if button(ui, left, texts.export_one(), texts.export_one_tip(), plain, true) {
            actions.push(Action::ExportGames(vec![game.place.clone()]));
        }
        if button(ui, right, texts.delete(), texts.delete_tip(), plain, true) {
            actions.push(ask_to_delete(game, view.texts));
        }
    }
}

fn title_ui(ui: &Ui, row: Rect, game: &ArchivedGame, view: &View) {
    let (texts, palette) = (view.texts, view.palette);
    let date = texts.games.date_of(&game.date);
    let width = text_in(ui.painter(), row, Align2::RIGHT_CENTER, &date, Weight::Regular, 12.5, palette.muted);
    let title = texts.archived_title(game);
    let place = row.with_max_x(row.right() - width - 10.0);
    text_in(ui.painter(), place, Align2::LEFT_CENTER, &title, Weight::SemiBold, 16.0, palette.text);
    let response = ui.interact(row, Id::unique("chosen title"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, format!("{title}, {date}")));
}

/// What is known about a game.
fn facts(game: &ArchivedGame, view: &View) -> Vec<(&'static str, String)> {
    let texts = view.texts;
    let mut facts = Vec::new();
    for side in Color::BOTH {
        let (name, more) = texts.archived_player(game.player(side));
        let name = if game.own_side() == Some(side) { texts.games.you().to_owned() } else { name };
        let percent = game.accuracy[side.index()].map(|accuracy| texts.games.percent(accuracy));
        let parts = [Some(name), Some(more), percent].into_iter().flatten().filter(|part| !part.is_empty());
        facts.push((texts.side(side), parts.collect::<Vec<_>>().join(", ")));
    }
    let turning = game.turning_point().map(|ply| {
        let offset = usize::from(game.start.side_to_move() == Color::Black);
        texts.games.turning_move((ply + offset).div_ceil(2), game.moves[ply - 1])
    });
    facts.push((texts.games.turning(), turning.unwrap_or_else(|| "–".to_owned())));
    let time = game.seconds().map(|seconds| texts.games.time_words(seconds / 60, format!("{:02}", seconds % 60)));
    facts.push((texts.games.time(), time.unwrap_or_else(|| "–".to_owned())));
    facts
}

fn fact_ui(ui: &Ui, row: Rect, name: &str, value: &str, view: &View) {
    let palette = view.palette;
    let width = text_width(ui, name, Weight::Regular, 13.5);
    text_in(ui.painter(), row, Align2::LEFT_CENTER, name, Weight::Regular, 13.5, palette.muted);
    let place = row.with_min_x(row.left() + width + 12.0);
    text_in(ui.painter(), place, Align2::RIGHT_CENTER, value, Weight::Medium, 13.5, palette.text);
    let response = ui.interact(row, Id::unique(("chosen fact", name)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{name}: {value}")));
}
