//! How the window is divided, depending on its size.

use eframe::egui::{Rect, Vec2, pos2, vec2};

use super::settings::Settings;

/// How the window is divided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// The menu bar.
    pub menu: Rect,
    /// The rail with the pages at the left; without width where they are in the menu.
    pub rail: Rect,
    /// The board's pane.
    pub pane: Rect,
    /// The panel beside the board, or below it in a tall window.
    pub panel: Rect,
    /// The status line.
    pub status: Rect,
    /// How the panel is drawn.
    pub style: PanelStyle,
    /// The least distance between plate and pane.
    pub margin: f32,
}

/// The largest scale up to the wanted one that leaves board and panel the room of the smallest window.
pub fn fitting_scale(wanted: f32, window: Vec2) -> f32 {
    let [width, height] = Settings::SMALLEST;
    let most = (window.x / width).min(window.y / height).max(Settings::SCALES[0]);
    wanted.min(most)
}

/// How much room the panel has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelStyle {
    /// Everything is there.
    Full,
    /// Narrow: smaller cards, folded lists.
    Narrow,
    /// Below the board: the cards side by side.
    Below,
}

/// The width of the rail.
const RAIL: f32 = 56.0;
/// In smaller windows the rail folds into the menu.
const RAIL_FROM: Vec2 = vec2(820.0, 620.0);

impl Layout {
    /// Whether the pages are in the menu because there is no room for the rail.
    pub fn has_folded_rail(&self) -> bool {
        self.rail.width() < 1.0
    }

    /// The room of a page: everything between rail, menu and status line.
    pub fn page(&self) -> Rect {
        self.pane.union(self.panel)
    }

    /// Divides a window.
    pub fn of(window: Rect) -> Layout {
        let (width, height) = (window.width(), window.height());
        let below = width < 1.1 * height && height >= 560.0;
        let small = width < RAIL_FROM.x || height < RAIL_FROM.y;
        let narrow = !below && small;
        let style = if below {
            PanelStyle::Below
        } else if narrow {
            PanelStyle::Narrow
        } else {
            PanelStyle::Full
        };
        let (menu_height, status_height, margin) = if narrow { (26.0, 28.0, 6.0) } else { (28.0, 40.0, 12.0) };
        let menu = Rect::from_min_size(window.min, vec2(width, menu_height));
        let status = Rect::from_min_max(pos2(window.left(), window.bottom() - status_height), window.max);
        let middle = Rect::from_min_max(menu.left_bottom(), status.right_top());
        let (rail, middle) = middle.split_left_right_at_x(middle.left() + if small { 0.0 } else { RAIL });
        let (pane, panel) = if below {
            let panel_height = (middle.height() - width).clamp(150.0, 320.0).min(0.45 * middle.height());
            middle.split_top_bottom_at_y(middle.bottom() - panel_height)
        } else {
            let wanted = match width {
                _ if narrow => 216.0,
                width if width > 1920.0 => 400.0,
                width if width >= 1100.0 => 352.0,
                _ => 288.0,
            };
            // The board may keep half of a very narrow window.
            middle.split_left_right_at_x(middle.right() - f32::min(wanted, 0.5 * width))
        };
        Layout { menu, rail, pane, panel, status, style, margin }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::board::geometry::BoardGeometry;

    fn side(width: f32, height: f32) -> f32 {
        let layout = Layout::of(Rect::from_min_size(pos2(0.0, 0.0), vec2(width, height)));
        BoardGeometry::fit(layout.pane, layout.margin, false).side()
    }

    #[test]
    fn the_board_is_as_large_as_the_design_says() {
        assert_eq!(side(1280.0, 860.0), 768.0);
        assert_eq!(side(1920.0, 1080.0), 988.0);
        assert_eq!(side(640.0, 480.0), 412.0);
    }

    #[test]
    fn the_rail_moves_the_board_and_folds_in_small_windows() {
        let layout = |width, height| Layout::of(Rect::from_min_size(pos2(0.0, 0.0), vec2(width, height)));
        let usual = layout(1280.0, 860.0);
        assert_eq!(usual.rail, Rect::from_min_max(pos2(0.0, 28.0), pos2(56.0, 820.0)));
        let left = |bar| BoardGeometry::beside_bar(usual.pane, usual.margin, false, bar).plate.left();
        assert_eq!((left(false), left(true)), (108.0, 144.0));
        let folded = [(819.0, 860.0), (1280.0, 619.0), (640.0, 480.0), (700.0, 1000.0)];
        assert!(folded.into_iter().all(|(width, height)| layout(width, height).has_folded_rail()));
        assert!(!layout(820.0, 620.0).has_folded_rail());
    }

    #[test]
    fn the_scale_leaves_room_for_board_and_panel() {
        assert_eq!(fitting_scale(3.0, vec2(3840.0, 2160.0)), 3.0);
        assert_eq!(fitting_scale(0.75, vec2(640.0, 480.0)), 0.75);
        assert_eq!(fitting_scale(1.25, vec2(640.0, 480.0)), 1.25);
        assert_eq!(fitting_scale(3.0, vec2(640.0, 480.0)), 4.0 / 3.0);
        assert_eq!(fitting_scale(3.0, vec2(0.0, 0.0)), 0.75, "a window that is not there yet");
    }

    #[test]
    fn parts_never_overlap_and_fill_the_window() {
        let sizes =
            [(480.0, 360.0), (640.0, 480.0), (700.0, 1000.0), (1000.0, 700.0), (1280.0, 860.0), (3840.0, 2160.0)];
        for (width, height) in sizes {
            let layout = Layout::of(Rect::from_min_size(pos2(0.0, 0.0), vec2(width, height)));
            let parts = [layout.menu, layout.rail, layout.pane, layout.panel, layout.status];
            let area: f32 = parts.iter().map(|part| part.area()).sum();
            assert!((area - width * height).abs() < 1.0, "{width} x {height}");
            assert!(parts.iter().all(|part| *part == layout.rail || part.is_positive()), "{width} x {height}");
        }
    }
}
