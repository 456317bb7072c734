//! How board and stones look, and how loud they are. Every choice counts at once.

use eframe::egui::{
    Align2, CornerRadius, CursorIcon, Id, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use crate::app::View;
use crate::app::actions::Actions;
use crate::app::board::Diagram;
use crate::app::board::stones::{self, StoneLook};
use crate::app::boards::{self, BoardChoice, StoneStyle};
use crate::app::fonts::Weight;
use crate::app::widgets::{Scale, check, focus_ring, slider, text_in};
use crate::texts::DialogTexts;
use muehle_engine::rules::{Color, Position};

pub(super) const SIZE: Vec2 = vec2(600.0, if cfg!(feature = "sound") { 330.0 } else { 294.0 });
/// Between two tiles.
const GAP: f32 = 8.0;

/// The dialog's state: a small board for each choice.
pub struct LooksDialog {
    boards: [Diagram; 5],
}

impl LooksDialog {
    /// The dialog.
    pub fn new() -> LooksDialog {
        let position: Position = "a7,d6,g4,d2,b4/g7,f6,c4,d1,b2 w 0 0".parse().unwrap_or(Position::START);
        LooksDialog { boards: BoardChoice::ALL.map(|_| Diagram::new(position)) }
    }

    pub(super) fn ui(&mut self, ui: &mut Ui, body: Rect, view: &View, actions: &mut Actions) {
        let (texts, settings) = (view.texts, view.settings);
        let sounds = cfg!(feature = "sound");
        // Low windows leave less room for the boards.
        let below = if sounds { 182.0 } else { 146.0 };
        let side = ((body.width() - 4.0 * GAP) / 5.0 - 12.0).min(body.height() - below - 48.0).max(40.0);
        let mut top = body.top();
        let mut row = |height: f32, gap: f32| {
            let rect = Rect::from_min_size(pos2(body.left(), top), vec2(body.width(), height));
            top += height + gap;
            rect
        };
        heading(ui, row(18.0, 4.0), texts.dialogs.looks_board(), view);
        let tiles = row(side + 30.0, 10.0);
        let theme = ui.ctx().theme();
        for (i, (choice, diagram)) in BoardChoice::ALL.into_iter().zip(&mut self.boards).enumerate() {
            let rect = part(tiles, i, BoardChoice::ALL.len());
            let name = board_name(choice, texts.dialogs);
            if tile(ui, rect, ("board", i), name, settings.board == choice, view) {
                actions.push(view.set(|settings| settings.board = choice));
            }
            let plate = Rect::from_center_size(pos2(rect.center().x, rect.top() + 6.0 + side / 2.0), Vec2::splat(side));
            diagram.paint(ui.painter(), plate, boards::board(theme, choice, settings.stones));
        }
        heading(ui, row(18.0, 4.0), texts.dialogs.looks_stones(), view);
        let tiles = row(56.0, 12.0);
        for (i, style) in StoneStyle::ALL.into_iter().enumerate() {
            let rect = part(tiles, i, StoneStyle::ALL.len());
            if tile(ui, rect, ("stones", i), stones_name(style, texts.dialogs), settings.stones == style, view) {
                actions.push(view.set(|settings| settings.stones = style));
            }
            let colors = boards::window(theme, style);
            for (color, x) in [(Color::White, -17.0), (Color::Black, 17.0)] {
                let place = pos2(rect.center().x + x, rect.top() + 20.0);
                stones::paint(
                    ui.painter(),
                    place,
                    12.5,
                    &colors.stones[color.index()],
                    StoneLook::lying(colors.shadow),
                );
            }
        }
        let words = texts.dialogs.coordinates();
        if check(ui, row(26.0, 8.0), "coordinates", words, settings.coordinates) {
            actions.push(view.set(|settings| settings.coordinates ^= true));
        }
        if sounds {
            self.sound_ui(ui, row(26.0, 0.0), view, actions);
        }
    }

    /// The switch and the volume of the sounds.
    fn sound_ui(&self, ui: &mut Ui, row: Rect, view: &View, actions: &mut Actions) {
        let (texts, settings) = (view.texts, view.settings);
        let (left, right) = row.split_left_right_at_x(row.left() + 110.0);
        if check(ui, left, "sounds", texts.menu.sounds(), settings.sounds) {
            actions.push(view.set(|settings| settings.sounds ^= true));
        }
        let name = texts.dialogs.volume();
        let ink = if settings.sounds { view.palette.text } else { view.palette.disabled };
        let width = text_in(ui.painter(), right, Align2::LEFT_CENTER, name, Weight::Regular, 14.0, ink);
        let rail = right.with_min_x(right.left() + width + 20.0).with_max_x(right.right() - 50.0);
        let value = format!("{} %", settings.volume);
        text_in(ui.painter(), right, Align2::RIGHT_CENTER, &value, Weight::Regular, 14.0, ink);
        let number = (f64::from(settings.volume), Scale::even(0.0, 100.0, 5.0));
        if let Some(volume) = slider(ui, rail, "volume", name, number, settings.sounds) {
            actions.push(view.set(|settings| settings.volume = volume as u8));
        }
    }
}

fn board_name(choice: BoardChoice, texts: DialogTexts) -> &'static str {
    match choice {
        BoardChoice::Auto => texts.board_auto(),
        BoardChoice::Wood => texts.board_wood(),
        BoardChoice::Slate => texts.board_slate(),
        BoardChoice::Paper => texts.board_paper(),
        BoardChoice::Contrast => texts.board_contrast(),
    }
}

fn stones_name(style: StoneStyle, texts: DialogTexts) -> &'static str {
    match style {
        StoneStyle::Classic => texts.stones_classic(),
        StoneStyle::Flat => texts.stones_flat(),
        StoneStyle::Marked => texts.stones_marked(),
    }
}

fn heading(ui: &Ui, row: Rect, text: &str, view: &View) {
    text_in(ui.painter(), row, Align2::LEFT_CENTER, text, Weight::SemiBold, 13.0, view.palette.text);
}

/// One of equal parts of a row.
fn part(row: Rect, index: usize, count: usize) -> Rect {
    let width = (row.width() - GAP * (count - 1) as f32) / count as f32;
    Rect::from_min_size(pos2(row.left() + index as f32 * (width + GAP), row.top()), vec2(width, row.height()))
}

/// A choice with its name at the bottom. Returns whether it was chosen now.
fn tile(
    ui: &mut Ui,
    rect: Rect,
    id: impl std::hash::Hash + std::fmt::Debug,
    name: &str,
    chosen: bool,
    view: &View,
) -> bool {
    let palette = view.palette;
    let response =
        ui.interact(rect, Id::unique(("tile", id)), Sense::click()).on_hover_cursor(CursorIcon::PointingHand);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, name));
    let rounding = CornerRadius::same(8);
    let border = if chosen { Stroke::new(1.5, palette.accent) } else { Stroke::new(1.0, palette.button_border) };
    let fill = match (chosen, response.hovered()) {
        (true, _) => palette.card,
        (false, true) => palette.button_hover,
        (false, false) => palette.button,
    };
    ui.painter().rect(rect, rounding, fill, border, StrokeKind::Inside);
    focus_ring(ui.painter(), rect, rounding, &response, palette);
    let words = rect.with_min_y(rect.bottom() - 21.0).shrink2(vec2(3.0, 0.0));
    let weight = if chosen { Weight::SemiBold } else { Weight::Regular };
    text_in(ui.painter(), words, Align2::CENTER_CENTER, name, weight, 12.5, palette.text);
    response.clicked()
}
