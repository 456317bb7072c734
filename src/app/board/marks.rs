//! What is drawn on the board besides stones: the last move, targets, removable stones, mills, the hint, the focus.

use std::f32::consts::TAU;

use eframe::egui::{Align2, Color32, CornerRadius, Mesh, Painter, Pos2, Rect, Shape, Stroke, Vec2, vec2};

use super::geometry::{BoardGeometry, ends};
use super::round;
use crate::app::fonts::Weight;
use crate::app::icons::{self, Icon};
use crate::app::theme::Palette;
use muehle_engine::rules::{Action, Move, Point, PointSet, geometry::MILLS};

/// Draws marks on one board.
pub struct Marks<'a> {
    /// Where to draw.
    pub painter: &'a Painter,
    /// The board.
    pub board: BoardGeometry,
    /// The colours.
    pub palette: &'a Palette,
}

impl Marks<'_> {
    fn radius(&self) -> f32 {
        self.board.stone()
    }

    fn ring(&self, center: Pos2, radius: f32, width: f32, color: Color32) {
        let r = self.radius();
        round::stroked(self.painter, center, radius * r, Stroke::new(width * r, color));
    }

    fn dashed_circle(&self, center: Pos2, radius: f32, width: f32, dash: [f32; 2], color: Color32) {
        let r = self.radius();
        let circle: Vec<Pos2> = (0..=96).map(|i| center + radius * r * Vec2::angled(TAU * i as f32 / 96.0)).collect();
        // Only whole dashes: otherwise the seam would show.
        let period = (dash[0] + dash[1]) * r;
        let length = TAU * radius * r;
        let stretch = length / (period * (length / period).round().max(1.0));
        let stroke = Stroke::new((width * r).max(1.5), color);
        self.painter.extend(Shape::dashed_line(&circle, stroke, dash[0] * r * stretch, dash[1] * r * stretch));
    }

    /// The last move, under the stones: its origin, its path and what it removed. The ring is omitted where a glowing
    /// mill shows the target.
    pub fn last_move(&self, mv: Move, ring: bool) {
        let (r, color) = (self.radius(), self.palette.mark_move);
        let to = self.board.center(mv.action.target());
        if let Some(from) = mv.action.origin() {
            let from = self.board.center(from);
            let way = (to - from).normalized();
            let line = [from + 0.42 * r * way, to - 1.22 * r * way];
            let length = (line[1] - line[0]).dot(way);
            // A flight does not follow a line of the board.
            if length > 0.0 && mv.action.origin().is_some_and(|from| from.neighbours().contains(mv.action.target())) {
                self.painter.line_segment(line, Stroke::new(0.17 * r, color));
                let tip = line[0] + (0.5 * length + 0.22 * r) * way;
                let (back, side) = (0.44 * r * way, 0.26 * r * way.rot90());
                let arrow = vec![tip, tip - back + side, tip - back - side];
                self.painter.add(Shape::convex_polygon(arrow, color, Stroke::NONE));
            }
            self.painter.circle(from, 0.42 * r, self.palette.board, Stroke::new(0.13 * r, color));
        }
        if ring {
            self.ring(to, 1.20, 0.13, color);
        }
        if let Some(removed) = mv.removal {
            self.removed(self.board.center(removed));
        }
    }

    fn removed(&self, center: Pos2) {
        let (r, color) = (self.radius(), self.palette.mark_removal);
        self.painter.circle(center, 0.62 * r, self.palette.board, Stroke::new(0.13 * r, color));
        for way in [vec2(1.0, 1.0), vec2(1.0, -1.0)] {
            let (a, b) = (center - 0.25 * r * way, center + 0.25 * r * way);
            self.painter.line_segment([a, b], Stroke::new(0.15 * r, color));
            self.painter.circle_filled(a, 0.075 * r, color);
            self.painter.circle_filled(b, 0.075 * r, color);
        }
    }

    /// A free point a chosen stone may go to.
    pub fn target(&self, point: Point, lit: bool) {
        let (r, center, palette) = (self.radius(), self.board.center(point), self.palette);
        let seat = if palette.dark { palette.board_edge } else { palette.board_edge.gamma_multiply(0.62) };
        round::filled(self.painter, center, 0.92 * r, seat);
        let (width, alpha) = if lit { (0.13, 1.0) } else { (0.06, 0.75) };
        self.ring(center, 0.92, width, palette.accent.gamma_multiply(alpha));
        let dot = if lit { 0.46 } else { 0.40 };
        self.painter.circle(center, dot * r, palette.accent, Stroke::new(0.07 * r, palette.board_top));
    }

    /// A free point under the pointer, where a stone from the hand would land.
    pub fn landing(&self, point: Point) {
        let center = self.board.center(point);
        self.ring(center, 0.92, 0.06, self.palette.accent.gamma_multiply(0.75));
    }

    /// A stone that the closed mill may remove.
    pub fn removable(&self, point: Point, lit: bool) {
        let (r, center, color) = (self.radius(), self.board.center(point), self.palette.mark_removal);
        self.ring(center, 1.20, if lit { 0.17 } else { 0.11 }, color);
        self.painter.circle(center, 0.19 * r, color, Stroke::new(0.06 * r, Color32::WHITE));
    }

    /// The chosen stone.
    pub fn selection(&self, center: Pos2) {
        self.ring(center, 1.26, 0.11, self.palette.accent);
    }

    /// A point that a lesson marks.
    pub fn wanted(&self, point: Point) {
        self.dashed_circle(self.board.center(point), 1.24, 0.10, [0.27, 0.20], self.palette.accent);
    }

    /// The point with the keyboard focus.
    pub fn focus(&self, point: Point) {
        self.dashed_circle(self.board.center(point), 1.45, 0.12, [0.30, 0.22], self.palette.accent);
    }

    /// A refused point.
    pub fn refused(&self, point: Point) {
        self.ring(self.board.center(point), 1.24, 0.14, self.palette.mark_removal);
    }

    /// The mills among these points, under their stones.
    pub fn mills(&self, points: PointSet, strength: f32) {
        let (r, palette) = (self.radius(), self.palette);
        let edge = palette.mill_edge.gamma_multiply(strength);
        let core = palette.mill_core.gamma_multiply(strength);
        let halo = edge.gamma_multiply(0.30);
        let lines = MILLS.iter().filter(|mill| **mill & points == **mill);
        for [a, b] in lines.filter_map(|mill| ends(mill.into_iter())) {
            let line = [self.board.center(a), self.board.center(b)];
            for (width, color) in [(0.62, halo), (0.36, edge), (0.22, core)] {
                self.painter.line_segment(line, Stroke::new(width * r, color));
            }
        }
        for center in points.into_iter().map(|point| self.board.center(point)) {
            round::filled(self.painter, center, 1.36 * r, halo);
            self.painter.circle(center, 1.19 * r, core, Stroke::new(0.07 * r, edge));
        }
    }

    /// The hint's arrow and dashed ring; the ghost stone is drawn by the caller between the two.
    pub fn hint_ring(&self, mv: Move, opacity: f32) {
        let accent = self.palette.accent.gamma_multiply(opacity);
        let to = self.board.center(mv.action.target());
        self.dashed_circle(to, 1.20, 0.085, [0.27, 0.20], accent);
        if let Some(removed) = mv.removal {
            self.removable(removed, false);
        }
    }

    /// The stone that a hint removes.
    pub fn hint_removal(&self, point: Point, opacity: f32) {
        let accent = self.palette.accent.gamma_multiply(opacity);
        self.dashed_circle(self.board.center(point), 1.42, 0.11, [0.27, 0.20], accent);
    }

    /// The hint's arrow: along the line for a stone that moves, a short diagonal through an empty field for a new one.
    /// Returns its direction.
    pub fn hint_arrow(&self, action: Action, stones: PointSet, opacity: f32) -> Vec2 {
        self.arrow(action, stones, self.palette.accent.gamma_multiply(opacity))
    }

    /// How the opponent could close a mill.
    pub fn threat(&self, action: Action, stones: PointSet) {
        self.arrow(action, stones, self.palette.mark_removal);
        self.dashed_circle(self.board.center(action.target()), 0.92, 0.10, [0.27, 0.20], self.palette.mark_removal);
    }

    /// The line that a hint points to: a capsule around its points.
    pub fn hint_line(&self, points: PointSet, words: &str, opacity: f32) {
        let Some([first, last]) = ends(points.into_iter()) else { return };
        let (r, accent) = (1.5 * self.radius(), self.palette.accent.gamma_multiply(opacity));
        let [from, to] = [first, last].map(|point| self.board.center(point));
        let way = (to - from).normalized();
        let half = |center: Pos2, way: Vec2| {
            let start = way.rot90().angle();
            (0..=24).map(move |i| center + r * Vec2::angled(start + TAU / 2.0 * i as f32 / 24.0))
        };
        let mut outline: Vec<Pos2> = half(to, way).chain(half(from, -way)).collect();
        self.painter.add(Shape::convex_polygon(outline.clone(), accent.gamma_multiply(0.10), Stroke::NONE));
        outline.extend(outline.first().copied());
        let stroke = Stroke::new((0.09 * self.radius()).max(1.5), accent);
        self.painter.extend(Shape::dashed_line(&outline, stroke, 0.30 * self.radius(), 0.22 * self.radius()));
        let middle = points.into_iter().find(|point| *point != first && *point != last).unwrap_or(first);
        self.pill(middle, words, false, opacity);
    }

    fn arrow(&self, action: Action, stones: PointSet, color: Color32) -> Vec2 {
        let r = self.radius();
        let to = self.board.center(action.target());
        let (tail, way) = match action.origin() {
            Some(from) => {
                let from = self.board.center(from);
                let way = (to - from).normalized();
                (from + 1.15 * r * way, way)
            }
            None => {
                let way = self.emptiest_way_to(to, stones);
                (to - 4.83 * r * way, way)
            }
        };
        let tip = to - 1.42 * r * way;
        let neck = tip - 0.62 * r * way;
        if (neck - tail).dot(way) <= 0.0 {
            return way;
        }
        let across = way.rot90();
        let mut shaft = Mesh::default();
        // The edges of a mesh are not smoothed: its outermost pixel fades to nothing.
        let soft = 0.5 / self.painter.ctx().pixels_per_point();
        for (place, half, alpha) in [(tail, 0.10, 0.0), (tail + 0.45 * (neck - tail), 0.15, 0.9), (neck, 0.19, 1.0)] {
            let inside = color.gamma_multiply(alpha);
            let columns = [(-1.0, soft), (-1.0, -soft), (1.0, -soft), (1.0, soft)];
            for (side, further) in columns {
                let color = if further > 0.0 { Color32::TRANSPARENT } else { inside };
                shaft.colored_vertex(place + side * (half * r + further) * across, color);
            }
        }
        for row in [0, 4] {
            for column in 0..3 {
                let first = row + column;
                shaft.add_triangle(first, first + 1, first + 4);
                shaft.add_triangle(first + 1, first + 4, first + 5);
            }
        }
        self.painter.add(Shape::mesh(shaft));
        for side in [1.0, -1.0] {
            let wing = tip - 0.78 * r * way + 0.38 * r * side * across;
            self.painter.add(Shape::convex_polygon(vec![tip, wing, neck], color, Stroke::NONE));
        }
        way
    }

    /// The diagonal towards a place that crosses the fewest lines and no stone, from the upper left if it can.
    fn emptiest_way_to(&self, to: Pos2, stones: PointSet) -> Vec2 {
        let r = self.radius();
        // From above, except on the top rank, where there is no room.
        let down = if to.y < self.board.plate.top() + 0.2 * self.board.side() { -0.848 } else { 0.848 };
        let ways = [vec2(0.53, down), vec2(-0.53, down)];
        let obstacles = |way: &Vec2| {
            let places = (0..8).map(|i| to - (1.5 + 0.45 * i as f32) * r * *way);
            let weight = |place: Pos2| {
                let beside = !self.board.plate.shrink(0.6 * r).contains(place);
                let stone = stones.into_iter().any(|point| self.board.center(point).distance(place) < 1.3 * r);
                let line = self.board.lines().any(|[a, b]| {
                    let box_of_line = Rect::from_two_pos(a, b).expand(0.35 * r);
                    box_of_line.contains(place)
                });
                8 * u32::from(beside) + 4 * u32::from(stone) + u32::from(line)
            };
            places.map(weight).sum::<u32>()
        };
        ways.into_iter().min_by_key(obstacles).unwrap_or(ways[0])
    }

    /// A pill with a few words below a point, or above it.
    pub fn pill(&self, point: Point, text: &str, above: bool, opacity: f32) {
        let [fill, ink] = [self.palette.accent, self.palette.on_accent].map(|color| color.gamma_multiply(opacity));
        self.pill_in(point, text, above, fill, ink);
    }

    /// The arrow of a move that refutes another one; a flight is dashed.
    pub fn refutation_arrow(&self, action: Action, stones: PointSet) {
        let (r, color, to) = (self.radius(), self.palette.mark_removal, action.target());
        let Some(from) = action.origin().filter(|from| !from.neighbours().contains(to)) else {
            self.arrow(action, stones, color);
            return;
        };
        let [from, to] = [from, to].map(|point| self.board.center(point));
        let way = (to - from).normalized();
        let tip = to - 1.32 * r * way;
        let line = [from + 1.12 * r * way, tip - 0.55 * r * way];
        self.painter.extend(Shape::dashed_line(&line, Stroke::new(0.19 * r, color), 0.42 * r, 0.26 * r));
        let (back, across) = (tip - 0.75 * r * way, 0.36 * r * way.rot90());
        self.painter.add(Shape::convex_polygon(vec![tip, back + across, back - across], color, Stroke::NONE));
    }

    /// The ring around its ghost, and the stone that it takes.
    pub fn refutation_ring(&self, mv: Move) {
        self.dashed_circle(self.board.center(mv.action.target()), 1.20, 0.085, [0.27, 0.20], self.palette.mark_removal);
        if let Some(removed) = mv.removal {
            self.removable(removed, false);
        }
    }

    /// A pill that says what the refuting move does.
    pub fn refutation_pill(&self, point: Point, text: &str) {
        // There is no room below the lowest rank.
        let above = self.board.center(point).y > self.board.plate.bottom() - 0.2 * self.board.side();
        let [fill, ink] = self.verdict_colors(false);
        self.pill_in(point, text, above, fill, ink);
    }

    fn verdict_colors(&self, right: bool) -> [Color32; 2] {
        let fill = if right { self.palette.mark_move } else { self.palette.mark_removal };
        [fill, if self.palette.dark { Color32::from_rgb(0x2A, 0x0D, 0x08) } else { Color32::WHITE }]
    }

    /// A small disc at a stone: a check if it is right, a cross if it is wrong.
    pub fn verdict(&self, point: Point, right: bool) {
        let r = self.radius();
        let size = (0.39 * r).clamp(8.0, 12.5);
        let center = self.board.center(point) + 0.95 * r * Vec2::angled(-TAU / 8.0);
        let [fill, ink] = self.verdict_colors(right);
        self.painter.circle(center, size, fill, Stroke::new(1.5, self.palette.board));
        let icon = if right { Icon::Check } else { Icon::Cross };
        icons::paint(self.painter, icon, center, 0.64 * size, ink);
    }

    fn pill_in(&self, point: Point, text: &str, above: bool, fill: Color32, ink: Color32) {
        let size = (0.42 * self.radius()).clamp(11.0, 15.0);
        let galley = self.painter.layout_no_wrap(text.to_owned(), Weight::SemiBold.size(size), ink);
        let center = self.board.center(point);
        let offset = (1.48 * self.radius() + 0.7 * size + 4.0) * if above { -1.0 } else { 1.0 };
        let box_size = galley.size() + vec2(1.4 * size, 0.9 * size);
        let mut rect = Rect::from_center_size(center + vec2(0.0, offset), box_size);
        let room = self.board.plate.shrink(4.0);
        rect = rect.translate(vec2((room.left() - rect.left()).max(0.0) - (rect.right() - room.right()).max(0.0), 0.0));
        let rounding = CornerRadius::same((rect.height() / 2.0) as u8);
        self.painter.rect_filled(rect, rounding, fill);
        let place = Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size());
        self.painter.galley(place.min, galley, ink);
    }

    /// A bubble that says why a click at a point was refused.
    pub fn bubble(&self, point: Point, text: &str, opacity: f32) {
        let palette = self.palette;
        let ink = palette.danger.gamma_multiply(opacity);
        let width = (0.42 * self.board.side()).clamp(160.0, 240.0);
        let galley = self.painter.layout(text.to_owned(), Weight::SemiBold.size(13.0), ink, width);
        let center = self.board.center(point);
        let size = galley.size() + vec2(28.0, 18.0);
        let below = center.y + 1.5 * self.radius() + 8.0 + size.y < self.board.plate.bottom() - 4.0;
        let direction = if below { 1.0 } else { -1.0 };
        let tip = center + vec2(0.0, direction * 1.42 * self.radius());
        let room = self.board.plate.shrink(6.0);
        let left = (center.x - 20.0).clamp(room.left(), (room.right() - size.x).max(room.left()));
        let top = if below { tip.y + 7.0 } else { tip.y - 7.0 - size.y };
        let rect = Rect::from_min_size(Pos2::new(left, top), size);
        let fill = palette.card.gamma_multiply(opacity);
        let shade = palette.shadow.gamma_multiply(0.75 * opacity);
        let shadow = eframe::egui::Shadow { offset: [0, 3], blur: 12, spread: 0, color: shade };
        self.painter.add(shadow.as_shape(rect, CornerRadius::same(9)));
        let base = tip + vec2(0.0, direction * 8.0);
        let foot = base.x.clamp(rect.left() + 14.0, rect.right() - 14.0);
        let triangle = vec![tip, Pos2::new(foot + 7.0, base.y), Pos2::new(foot - 7.0, base.y)];
        self.painter.rect_filled(rect, CornerRadius::same(9), fill);
        self.painter.add(Shape::convex_polygon(triangle, fill, Stroke::NONE));
        self.painter.galley(rect.min + vec2(14.0, 9.0), galley, ink);
    }
}
