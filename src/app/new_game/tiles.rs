//! The tiles of the sheet: levels with rising bars, colours with stones.

use eframe::egui::{
    Align2, CornerRadius, CursorIcon, Id, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use super::choice::OwnColor;
use crate::app::View;
use crate::app::board::stones::{self, StoneLook};
use crate::app::fonts::Weight;
use crate::app::icons::{self, Icon};
use crate::app::widgets::{focus_ring, text_in};
use muehle_engine::players::Level;
use muehle_engine::rules::Color;

/// The gap between tiles.
pub const GAP: f32 = 8.0;
/// The height of a level's tile.
pub const LEVEL_HEIGHT: f32 = 56.0;

/// The places of tiles in rows of this many.
pub fn grid(area: Rect, columns: usize, height: f32, index: usize) -> Rect {
    let width = (area.width() - GAP * (columns - 1) as f32) / columns as f32;
    let (row, column) = (index / columns, index % columns);
    let corner = vec2(column as f32 * (width + GAP), row as f32 * (height + GAP));
    Rect::from_min_size(area.min + corner, vec2(width, height))
}

/// An empty tile that can be chosen.
fn tile(ui: &mut Ui, rect: Rect, id: impl std::hash::Hash + std::fmt::Debug, chosen: bool, name: &str) -> Response {
    let palette = crate::app::theme::of(ui);
    let response = ui.interact(rect, Id::unique(("tile", id)), Sense::click());
    let response = response.on_hover_cursor(CursorIcon::PointingHand);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, name));
    if response.gained_focus() {
        ui.scroll_to_rect(rect, None);
    }
    if response.clicked() {
        ui.ctx().request_repaint();
    }
    let (fill, border) = match (chosen, response.hovered()) {
        (true, _) => (palette.card, Stroke::new(1.5, palette.accent)),
        (false, true) => (palette.button_hover, Stroke::new(1.0, palette.button_border)),
        (false, false) => (palette.button, Stroke::new(1.0, palette.button_border)),
    };
    let rounding = CornerRadius::same(8);
    ui.painter().rect(rect, rounding, fill, border, StrokeKind::Inside);
    focus_ring(ui.painter(), rect, rounding, &response, palette);
    response
}

/// The tile of a level, the one at this place among all. Returns whether it was chosen now.
pub fn level_ui(ui: &mut Ui, rect: Rect, level: Level, place: (usize, usize), chosen: bool, view: &View) -> bool {
    let (index, count) = place;
    let (palette, name) = (view.palette, view.texts.players.level(level));
    let clicked = tile(ui, rect, ("level", index), chosen, name).clicked();
    let painter = ui.painter();
    let (pitch, width) = (5.2, 3.4);
    let left = rect.center().x - (count as f32 * pitch - (pitch - width)) / 2.0;
    let bottom = rect.top() + 18.0;
    for bar in 0..count {
        let height = 3.0 + 6.5 * bar as f32 / (count - 1).max(1) as f32;
        let corner = pos2(left + bar as f32 * pitch, bottom - height);
        let color = if bar <= index { palette.primary } else { palette.button_border };
        painter.rect_filled(Rect::from_min_size(corner, vec2(width, height)), 1.0, color);
    }
    let words = Rect::from_center_size(pos2(rect.center().x, rect.top() + 31.0), vec2(rect.width() - 8.0, 18.0));
    text_in(painter, words, Align2::CENTER_CENTER, name, Weight::Medium, 13.0, palette.text);
    let foot = pos2(rect.center().x, rect.bottom() - 9.5);
    if chosen {
        icons::paint(painter, Icon::Check, foot, 5.5, palette.accent);
    } else if level == Level::Perfect {
        let area = Rect::from_center_size(foot, vec2(rect.width() - 8.0, 16.0));
        let words = view.texts.new_game.solved();
        text_in(painter, area, Align2::CENTER_CENTER, words, Weight::Regular, 11.5, palette.muted);
    }
    clicked
}

/// The tile of a colour. Returns whether it was chosen now.
pub fn color_ui(ui: &mut Ui, rect: Rect, color: OwnColor, chosen: bool, view: &View) -> bool {
    let (palette, texts) = (view.palette, view.texts);
    let name = match color {
        OwnColor::White => texts.common.white(),
        OwnColor::Black => texts.common.black(),
        OwnColor::Random => texts.new_game.random(),
    };
    let clicked = tile(ui, rect, ("color", color as usize), chosen, name).clicked();
    let painter = ui.painter().clone();
    let radius = (rect.height() * 0.24).min(20.0);
    let center = pos2(rect.center().x, rect.top() + 0.4 * rect.height());
    let look = StoneLook::lying(palette.shadow);
    let stone = |color: Color, clip: Rect| {
        stones::paint(&painter.with_clip_rect(clip), center, radius, &palette.stones[color.index()], look);
    };
    let whole = painter.clip_rect();
    match color {
        OwnColor::White => stone(Color::White, whole),
        OwnColor::Black => stone(Color::Black, whole),
        OwnColor::Random => {
            stone(Color::White, whole);
            stone(Color::Black, whole.with_min_x(center.x));
        }
    }
    let words = Rect::from_center_size(pos2(rect.center().x, rect.bottom() - 16.0), vec2(rect.width() - 8.0, 18.0));
    text_in(&painter, words, Align2::CENTER_CENTER, name, Weight::Medium, 13.0, palette.text);
    if chosen {
        icons::paint(&painter, Icon::Check, rect.right_top() + vec2(-12.0, 13.0), 6.0, palette.accent);
    }
    clicked
}
