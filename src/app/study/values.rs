//! Values on the board: discs on targets, rings on stones that can move, dots on stones that can be removed; and the bar.
//! Numbers are as White sees them; colours say whether a move is good for the side that plays it.

use eframe::egui::{
    Align2, Color32, CornerRadius, CursorIcon, Id, Mesh, Painter, Pos2, Rect, Role, Sense, Shape, Stroke, StrokeKind,
    Ui, WidgetInfo, pos2,
};

use super::Why;
use crate::app::View;
use crate::app::actions::{Action, Actions, DialogKind};
use crate::app::board::geometry::BoardGeometry;
use crate::app::board::input::Step;
use crate::app::board::round::{self, Round, Shade, Sprite};
use crate::app::fonts::Weight;
use crate::app::theme::Palette;
use crate::app::widgets::{focus_ring, text_in, text_width};
use muehle_engine::rules::{Point, Position};
use muehle_engine::search::{RootMove, Score};

const LOSS: Color32 = Color32::from_rgb(0xC2, 0x3B, 0x22);
const EVEN: Color32 = Color32::from_rgb(0xF2, 0xC7, 0x44);
const WIN: Color32 = Color32::from_rgb(0x1F, 0x6F, 0xB2);
const GREEN: Color32 = Color32::from_rgb(0x2E, 0x8B, 0x45);
const CREAM: Color32 = Color32::from_rgb(0xFD, 0xF4, 0xE5);
const DARK: Color32 = Color32::from_rgb(34, 25, 15);

/// The colour of a value from -1 to 1.
pub fn color_of(value: f64, traffic_light: bool) -> Color32 {
    let best = if traffic_light { GREEN } else { WIN };
    let (end, share) = if value < 0.0 { (LOSS, -value) } else { (best, value) };
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share.clamp(0.0, 1.0)).round() as u8;
    Color32::from_rgb(mix(EVEN.r(), end.r()), mix(EVEN.g(), end.g()), mix(EVEN.b(), end.b()))
}

/// Black or white, whichever is easier to read on a colour.
pub fn ink_on(color: Color32) -> Color32 {
    let linear = |part: u8| (f32::from(part) / 255.0).powf(2.2);
    let light = 0.2126 * linear(color.r()) + 0.7152 * linear(color.g()) + 0.0722 * linear(color.b());
    if light + 0.05 > (0.05f32 * 1.05).sqrt() { Color32::BLACK } else { Color32::WHITE }
}

/// What is shown at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// A free point that can be reached.
    Disc,
    /// A stone that can move.
    Ring,
    /// An enemy stone that can be removed.
    Dot,
}

/// What each point shows at a step of a move: the best value of the moves that use it.
pub fn marks(moves: &[RootMove], position: &Position, step: Step) -> Vec<(Point, Form, Score)> {
    let mut marks: Vec<(Point, Form, Score)> = Vec::new();
    let mut add = |point: Point, form: Form, score: Score| match marks
        .iter_mut()
        .find(|(known, of, _)| *known == point && *of == form)
    {
        Some((.., best)) if score.compare(*best).is_gt() => *best = score,
        Some(_) => {}
        None => marks.push((point, form, score)),
    };
    for &RootMove { mv, score } in moves {
        match step {
            Step::Removing(action) if mv.action == action => {
                if let Some(removal) = mv.removal {
                    add(removal, Form::Dot, score);
                }
            }
            Step::Removing(_) | Step::Held(_) => {}
            Step::Selected(from) if mv.action.origin() != Some(from) => {}
            Step::Selected(_) | Step::Idle => {
                add(mv.action.target(), Form::Disc, score);
                if let Some(origin) = mv.action.origin() {
                    add(origin, Form::Ring, score);
                }
            }
        }
    }
    // While a removal is chosen, the target already has a stone: no mark there.
    marks.retain(|(point, form, _)| *form != Form::Disc || position.free().contains(*point));
    marks
}

/// The values on the board as text, for screen readers.
pub fn value_words(view: &View, step: Step) -> Vec<(Point, String)> {
    let wanted = &view.settings.study;
    let Some(moves) = view.study.shown_moves(view).filter(|_| view.shows_values()) else { return Vec::new() };
    let position = view.controller.position();
    let words = |(point, _, score): (Point, Form, Score)| {
        let score = score.for_white(position.side_to_move());
        let words = match score {
            Score::Estimate(_) => view.texts.study.score(score, wanted.thousandths),
            exact => view.texts.score_words(exact),
        };
        (point, words)
    };
    marks(moves, position, step).into_iter().map(words).collect()
}

/// Draws the values of the shown position, if they are wanted and known.
pub fn values_ui(painter: &Painter, board: BoardGeometry, view: &View, step: Step) {
    let wanted = &view.settings.study;
    let position = view.controller.position();
    let Some(moves) = view.study.shown_moves(view).filter(|_| view.shows_values()) else { return };
    let texts = view.texts.study;
    let (r, pictures) = (board.stone(), Pictures::get(painter, board.stone(), view.board));
    let marks = marks(moves, position, step);
    // All shapes of one picture are painted together, then the text.
    for &(point, form, score) in &marks {
        let color = color_of(score.value(), wanted.traffic_light);
        pictures.paint(painter, board.center(point), form, color, score.is_exact());
    }
    for (point, form, score) in marks {
        let size = match form {
            Form::Disc => r,
            Form::Ring => continue,
            Form::Dot => 0.8 * r,
        };
        let ink = ink_on(color_of(score.value(), wanted.traffic_light));
        // Colours rate the move for its side, numbers are White's like everywhere else.
        let score = score.for_white(position.side_to_move());
        label(painter, board.center(point), size, &texts.score(score, wanted.thousandths), ink);
    }
}

/// The pictures of values. The white ones are shown in the colour of a value.
struct Pictures(Sprite);

impl Pictures {
    const RING_EDGE: usize = 0;
    const RING: usize = 1;
    const EXACT: usize = 2;
    const DISC: usize = 3;
    const DOT_EDGE: usize = 4;
    const DOT: usize = 5;

    /// The pictures for stones of radius `r`.
    fn get(painter: &Painter, r: f32, palette: &Palette) -> Pictures {
        let make = |pixel| {
            let [white, cream, nothing] = [Color32::WHITE, CREAM, Color32::TRANSPARENT].map(Shade::even);
            let [dark, ground, line] = [DARK, palette.board, palette.text].map(Shade::even);
            let band = |width: f32, shade| {
                let (inside, outside) = (1.20 * r - width / 2.0, 1.20 * r + width / 2.0);
                Round::default().area(inside, nothing, shade, pixel).area(outside, shade, nothing, pixel)
            };
            let (edge, dot_edge) = ((0.05 * r).max(1.0) / 2.0, (0.06 * r).max(1.0) / 2.0);
            let exact = Round::default().area(1.015 * r, ground, line, pixel).area(1.065 * r, line, ground, pixel);
            let disc = Round::default().area(0.9 * r - edge, white, dark, pixel);
            vec![
                band(0.24 * r, cream),
                band(0.16 * r, white),
                exact.area(1.08 * r, ground, nothing, pixel),
                disc.area(0.9 * r + edge, dark, nothing, pixel),
                Round::default().area(0.62 * r + dot_edge, cream, nothing, pixel),
                Round::default().area(0.62 * r - dot_edge, white, nothing, pixel),
            ]
        };
        Pictures(Sprite::get(painter, ("values", r.to_bits(), palette.surface, palette.dark), make))
    }

    fn paint(&self, painter: &Painter, center: Pos2, form: Form, color: Color32, exact: bool) {
        let (below, above) = match form {
            Form::Disc => (exact.then_some(Self::EXACT), Self::DISC),
            Form::Ring => (Some(Self::RING_EDGE), Self::RING),
            Form::Dot => (Some(Self::DOT_EDGE), Self::DOT),
        };
        painter.extend(below.map(|picture| self.0.shape(picture, center, 1.0, Color32::WHITE)));
        painter.add(self.0.shape(above, center, 1.0, color));
    }
}

fn label(painter: &Painter, center: Pos2, r: f32, text: &str, ink: Color32) {
    let size = if text.chars().count() > 4 { 0.5 * r } else { 0.58 * r };
    let font = Weight::SemiBold.size(size.max(7.0));
    painter.text(center, Align2::CENTER_CENTER, text, font, ink);
}

/// The bar beside the board: the more white, the better for white.
pub fn bar_ui(ui: &Ui, pane: Rect, board: BoardGeometry, view: &View, actions: &mut Actions) {
    if !view.shows_bar() {
        return;
    }
    let painter = ui.painter();
    let (plate, palette) = (board.plate, view.palette);
    let room = plate.left() - pane.left();
    if room < 22.0 {
        return;
    }
    let (width, gap) = if room < 48.0 { (8.0, 6.0) } else { (16.0, 16.0) };
    let right = plate.left() - gap;
    let bar = Rect::from_min_max(pos2(right - width, plate.top()), pos2(right, plate.bottom()));
    let Some(score) = view.study.shown_score(view) else {
        painter.rect_stroke(bar, CornerRadius::same(6), Stroke::new(1.0, palette.button_border), StrokeKind::Inside);
        return;
    };
    let share = 0.5 + 0.5 * score.value().clamp(-1.0, 1.0) as f32;
    let (white, black) = (Color32::from_rgb(0xF6, 0xEE, 0xE0), Color32::from_rgb(0x21, 0x18, 0x12));
    let edge =
        if view.settings.flipped { bar.top() + share * bar.height() } else { bar.bottom() - share * bar.height() };
    let (upper, lower) = if view.settings.flipped { (white, black) } else { (black, white) };
    painter.rect_filled(bar, CornerRadius::same(6), upper);
    let below = Rect::from_min_max(pos2(bar.left(), edge.min(bar.bottom())), bar.max);
    let rounding = CornerRadius { nw: 0, ne: 0, sw: 6, se: 6 };
    if below.height() > 0.5 {
        painter.rect_filled(below, if share > 0.999 { CornerRadius::same(6) } else { rounding }, lower);
    }
    painter.rect_stroke(bar, CornerRadius::same(6), Stroke::new(1.0, palette.button_border), StrokeKind::Inside);
    painter.hline(bar.x_range(), bar.center().y, Stroke::new(1.0, palette.accent));
    let words = view.texts.score_words(score);
    let response = ui.interact(bar, Id::unique("evaluation bar"), Sense::click());
    let response = response.on_hover_cursor(CursorIcon::PointingHand);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, view.texts.study.bar_words(&words)));
    focus_ring(painter, bar, CornerRadius::same(6), &response, palette);
    if response.clicked() {
        actions.push(Action::Show(DialogKind::Why(Why::Features)));
    }
    response.on_hover_text(format!("{words}.\n{}", view.texts.study.why_tip()));
    let text = view.texts.study.score(score, view.settings.study.thousandths);
    if bar.left() - pane.left() > 34.0 {
        let y = edge.clamp(bar.top() + 8.0, bar.bottom() - 8.0);
        let area = Rect::from_min_max(pos2(pane.left() + 2.0, y - 10.0), pos2(bar.left() - 4.0, y + 10.0));
        text_in(painter, area, Align2::RIGHT_CENTER, &text, Weight::SemiBold, 11.5, palette.text);
    }
}

/// Says what the colours of values mean, at the right end of a row. Returns the width it takes.
pub fn legend_ui(ui: &Ui, row: Rect, view: &View) -> f32 {
    const BAR: f32 = 120.0;
    let (texts, palette) = (view.texts.study, view.palette);
    let painter = ui.painter();
    let words = |right: f32, text: &str| {
        let area = row.with_max_x(right);
        text_in(painter, area, Align2::RIGHT_CENTER, text, Weight::Regular, 12.5, palette.muted)
    };
    let mut right = row.right();
    right -= words(right, texts.legend_exact()) + 14.0;
    let dot = pos2(right, row.center().y);
    round::filled(painter, dot, 6.5, EVEN);
    for radius in [6.5, 9.0] {
        round::stroked(painter, dot, radius, Stroke::new(1.0, palette.text));
    }
    right -= 24.0;
    right -= words(right, texts.legend_win()) + 8.0;
    let bar = Rect::from_min_max(pos2(right - BAR, row.center().y - 6.0), pos2(right, row.center().y + 6.0));
    let mut mesh = Mesh::default();
    for (i, value) in [-1.0, 0.0, 1.0].into_iter().enumerate() {
        let color = color_of(value, view.settings.study.traffic_light);
        let x = bar.left() + 0.5 * BAR * i as f32;
        mesh.colored_vertex(pos2(x, bar.top()), color);
        mesh.colored_vertex(pos2(x, bar.bottom()), color);
    }
    for first in [0, 2] {
        mesh.add_triangle(first, first + 1, first + 2);
        mesh.add_triangle(first + 1, first + 2, first + 3);
    }
    painter.add(Shape::mesh(mesh));
    painter.rect_stroke(bar, CornerRadius::same(2), Stroke::new(1.0, palette.muted), StrokeKind::Outside);
    right = bar.left() - 8.0;
    right -= words(right, texts.legend_loss());
    row.right() - right
}

/// How wide the legend is.
pub fn legend_width(ui: &Ui, view: &View) -> f32 {
    let texts = view.texts.study;
    let words = [texts.legend_loss(), texts.legend_win(), texts.legend_exact()];
    words.iter().map(|text| text_width(ui, text, Weight::Regular, 12.5)).sum::<f32>() + 174.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use muehle_engine::rules::RemovalRule;

    #[test]
    fn colours_run_from_loss_over_even_to_win() {
        assert_eq!(color_of(-1.0, false), LOSS);
        assert_eq!(color_of(0.0, false), EVEN);
        assert_eq!(color_of(1.0, false), WIN);
        assert_eq!(color_of(1.0, true), GREEN);
        assert_eq!(color_of(7.0, false), WIN);
        for value in -10..=10 {
            for traffic_light in [false, true] {
                let color = color_of(f64::from(value) / 10.0, traffic_light);
                let linear = |part: u8| {
                    let part = f32::from(part) / 255.0;
                    if part <= 0.03928 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
                };
                let light = 0.2126 * linear(color.r()) + 0.7152 * linear(color.g()) + 0.0722 * linear(color.b());
                let contrast =
                    if ink_on(color) == Color32::BLACK { (light + 0.05) / 0.05 } else { 1.05 / (light + 0.05) };
                assert!(contrast >= 4.5, "{value} {traffic_light} {contrast}");
            }
        }
    }

    #[test]
    fn each_point_shows_the_best_of_its_moves() {
        let position: Position = "a7,d7,g4,d2/b6,f6,c3,e3 w 0 0".parse().unwrap();
        let moves: Vec<RootMove> = position
            .legal_moves(RemovalRule::Never)
            .iter()
            .enumerate()
            .map(|(i, &mv)| RootMove { mv, score: Score::Estimate(i as f64 / 100.0) })
            .collect();
        let idle = marks(&moves, &position, Step::Idle);
        for (point, form, score) in &idle {
            let of_point = |root: &&RootMove| match form {
                Form::Ring => root.mv.action.origin() == Some(*point),
                _ => root.mv.action.target() == *point,
            };
            let best = moves.iter().filter(of_point).map(|root| root.score.value()).fold(-1.0, f64::max);
            assert_eq!(score.value(), best);
        }
        assert!(idle.iter().any(|(_, form, _)| *form == Form::Ring));
        let closing = moves.iter().find(|root| root.mv.removal.is_some()).map(|root| root.mv.action);
        if let Some(action) = closing {
            let dots = marks(&moves, &position, Step::Removing(action));
            assert!(!dots.is_empty() && dots.iter().all(|(_, form, _)| *form == Form::Dot));
        }
        let from = moves[0].mv.action.origin().unwrap();
        let selected = marks(&moves, &position, Step::Selected(from));
        assert_eq!(selected.iter().filter(|(_, form, _)| *form == Form::Ring).count(), 1);
    }
}
