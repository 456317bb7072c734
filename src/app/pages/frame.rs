//! What pages have in common: margins, head with tabs, panel at the right, cards, scrolling.

use eframe::egui::{
    Align2, CornerRadius, Id, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};

use super::YourGame;
use crate::app::View;
use crate::app::actions::Actions;
use crate::app::focus;
use crate::app::fonts::Weight;
use crate::app::layout::{Layout, PanelStyle};
use crate::app::theme::Palette;
use crate::app::widgets::{ButtonStyle, Face, button_at, segments, text_in, text_width};

/// From this width of the window on, pages have a panel at the right.
const PANEL_FROM: f32 = 1100.0;
/// Below this width the tabs are under the title.
const ONE_ROW_FROM: f32 = 560.0;

/// The parts of a page.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    head: Rect,
    /// The content.
    pub body: Rect,
    /// The content of the panel at the right, where there is room for it.
    pub panel: Option<Rect>,
    /// The whole panel.
    ground: Option<Rect>,
}

impl Frame {
    /// Divides a page, with a panel if it wants one.
    pub fn of(layout: &Layout, wants_panel: bool, has_tabs: bool) -> Frame {
        let has_panel = wants_panel && layout.style == PanelStyle::Full && layout.menu.width() >= PANEL_FROM;
        let room = if has_panel { layout.pane } else { layout.page() };
        let margin = match room.width() {
            ..700.0 => 12.0,
            _ if has_panel => 32.0,
            _ => 24.0,
        };
        let top = if room.height() < 560.0 { 8.0 } else { 16.0 };
        let inner = Rect::from_min_max(room.min + vec2(margin, top), room.max - vec2(margin, top));
        let height = if has_tabs && inner.width() < ONE_ROW_FROM { 68.0 } else { 36.0 };
        let head = Rect::from_min_size(inner.min, vec2(inner.width(), height));
        let body = inner.with_min_y(head.bottom() + top);
        let ground = has_panel.then_some(layout.panel);
        let panel = ground.map(|ground| ground.shrink(16.0).with_min_y(ground.top() + 20.0));
        Frame { head, body, panel, ground }
    }

    /// The row of the title.
    pub fn head(&self) -> Rect {
        self.head
    }

    /// Draws title, remark and tabs, and the ground of the panel. Returns the tab that was chosen now.
    pub fn ui(
        &self,
        ui: &mut Ui,
        title: &str,
        remark: &str,
        tabs: Option<(&[&str], usize)>,
        view: &View,
    ) -> Option<usize> {
        let palette = view.palette;
        if let Some(panel) = self.ground {
            ui.painter().rect_filled(panel, 0, palette.panel);
            ui.painter().vline(panel.left() + 0.5, panel.y_range(), Stroke::new(1.0, palette.hairline));
        }
        let row = self.head.with_max_y(self.head.top() + 36.0);
        let size = if self.head.width() < 700.0 { 19.0 } else { 22.0 };
        let mut free = row;
        let mut chosen = None;
        if let Some((words, current)) = tabs {
            let tabs = match self.head.height() > 36.0 {
                true => Rect::from_min_max(pos2(self.head.left(), self.head.bottom() - 32.0), self.head.max),
                false => row.with_min_x(row.right() - f32::min(140.0 * words.len() as f32, 0.72 * row.width())),
            };
            if tabs.top() <= row.top() {
                free.max.x = tabs.left() - 16.0;
            }
            chosen = segments(ui, tabs, ("tabs", title), words, current, true);
            outline(ui, tabs, palette);
        }
        let width = text_in(ui.painter(), free, Align2::LEFT_CENTER, title, Weight::SemiBold, size, palette.text);
        let response = ui.interact(free.with_max_x(free.left() + width), Id::unique(("title", title)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, title));
        let rest = free.with_min_x(free.left() + width + 20.0);
        if !remark.is_empty() && text_width(ui, remark, Weight::Regular, 14.0) <= rest.width() {
            text_in(ui.painter(), rest, Align2::LEFT_CENTER, remark, Weight::Regular, 14.0, palette.muted);
        }
        chosen
    }
}

/// Draws the empty panel of a page that has a board of its own, and returns where it is.
pub fn panel_ground(ui: &Ui, layout: &Layout, palette: &Palette) -> Rect {
    let (panel, hairline) = (layout.panel, Stroke::new(1.0, palette.hairline));
    ui.painter().rect_filled(panel, 0, palette.panel);
    match layout.style {
        PanelStyle::Below => ui.painter().hline(panel.x_range(), panel.top() + 0.5, hairline),
        _ => ui.painter().vline(panel.left() + 0.5, panel.y_range(), hairline),
    };
    panel
}

/// The ground of a card.
pub fn card(ui: &Ui, rect: Rect, palette: &Palette) {
    let border = Stroke::new(1.0, palette.card_border);
    ui.painter().rect(rect, CornerRadius::same(12), palette.card, border, StrokeKind::Inside);
}

/// A thin line around choices that lie on the desk.
pub fn outline(ui: &Ui, rect: Rect, palette: &Palette) {
    let pen = Stroke::new(1.0, palette.hairline);
    ui.painter().rect_stroke(rect, CornerRadius::same(8), pen, StrokeKind::Inside);
}

/// Draws content of a height into an area, and lets it scroll if it is higher.
pub fn scrolled(ui: &mut Ui, area: Rect, id: &str, height: f32, content: impl FnOnce(&mut Ui, Rect)) {
    let mut child = ui.new_child(UiBuilder::new().id_salt(id).max_rect(area));
    ScrollArea::vertical().id_salt((id, "area")).auto_shrink(false).show(&mut child, |ui| {
        let room = if height > area.height() + 0.5 { 12.0 } else { 0.0 };
        let size = vec2(area.width() - room, height.max(area.height()));
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        content(ui, rect);
        focus::keep_in_sight(ui);
    });
}

/// Draws content of a height into an area and, where a page has no panel, the running game below it. The content is
/// asked for with its place.
#[expect(clippy::too_many_arguments, reason = "it stands for two calls")]
pub fn scrolled_above_game(
    ui: &mut Ui,
    area: Rect,
    id: &str,
    height: f32,
    game: Option<&mut YourGame>,
    view: &View,
    actions: &mut Actions,
    content: impl FnOnce(&mut Ui, Rect, &mut Actions),
) {
    const GAP: f32 = 24.0;
    let below = game.as_ref().map_or(0.0, |_| GAP + YourGame::height(area.width()));
    scrolled(ui, area, id, height + below, |ui, rect| {
        let upper = if game.is_some() { rect.with_max_y(rect.top() + height) } else { rect };
        content(ui, upper, actions);
        if let Some(game) = game {
            game.ui(ui, rect.with_min_y(upper.bottom() + GAP), view, actions);
        }
    });
}

/// A page with a row of buttons at its bottom: what is above them, and the row.
pub fn above_footer(body: Rect) -> (Rect, Rect) {
    let footer = body.with_min_y(body.bottom() - 40.0);
    (body.with_max_y(footer.top() - 14.0), footer)
}

/// Buttons in a row, from the right, each as wide as its name.
pub struct Buttons {
    free: Rect,
    id: &'static str,
}

impl Buttons {
    /// An empty row.
    pub fn new(row: Rect, id: &'static str) -> Buttons {
        Buttons { free: row, id }
    }

    /// The next button, with its name and what it does; true if it was clicked.
    pub fn ui(&mut self, ui: &mut Ui, (name, tip): (&str, &str), style: ButtonStyle, enabled: bool) -> bool {
        let width = (text_width(ui, name, Weight::SemiBold, 14.5) + 32.0).max(92.0);
        let place = self.free.with_min_x(self.free.right() - width);
        self.free.max.x = place.left() - 10.0;
        button_at(ui, place, (self.id, name), Face::Text(name), style, enabled, tip).clicked()
    }
}
