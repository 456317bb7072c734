//! Circles and arrows that people draw with the right button: a click makes a circle, a drag an arrow, the same again
//! removes it. Shift, Alt and both change the colour. They belong to the shown moment of the game and are saved with it.

use eframe::egui::{Color32, Modifiers, Painter, PointerButton, Shape, Stroke, Ui};

use super::geometry::BoardGeometry;
use super::round;
use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::theme::Palette;
use crate::controller::{Command, Note};
use muehle_engine::game::{Mark, MarkColor};
use muehle_engine::rules::Point;

/// The point where the right button was pressed, and the colour of what is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sketch {
    at: Point,
    color: MarkColor,
}

fn color_of(modifiers: Modifiers) -> MarkColor {
    match (modifiers.shift || modifiers.ctrl, modifiers.alt) {
        (false, false) => MarkColor::Green,
        (true, false) => MarkColor::Red,
        (false, true) => MarkColor::Blue,
        (true, true) => MarkColor::Yellow,
    }
}

/// Lets a person draw on the shown position, and shows what was drawn.
pub fn drawing_ui(ui: &Ui, board: BoardGeometry, view: &View, sketch: &mut Option<Sketch>, actions: &mut Actions) {
    let node = view.controller.shown();
    let marks = &view.controller.game().tree().node(node).marks;
    let draw = |marks: Vec<Mark>| Action::Do(Command::Annotate(node, Note::Marks(marks)));
    let (place, modifiers, pressed, released, clicked) = ui.input(|input| {
        let pointer = &input.pointer;
        let button = PointerButton::Secondary;
        let (pressed, released) = (pointer.button_pressed(button), pointer.button_released(button));
        (pointer.interact_pos(), input.modifiers, pressed, released, pointer.primary_clicked())
    });
    // Menus and dialogs may lie over the board.
    let place = place.filter(|&place| ui.ctx().layer_id_at(place) == Some(ui.layer_id()));
    let over = place.filter(|&place| board.plate.contains(place)).and_then(|place| board.nearest(place));
    if pressed {
        *sketch = over.map(|at| Sketch { at, color: color_of(modifiers) });
    }
    if released && let (Some(Sketch { at, color }), Some(to)) = (sketch.take(), over) {
        let mut marks = marks.clone();
        Mark { color, at, to: (to != at).then_some(to) }.toggle(&mut marks);
        actions.push(draw(marks));
    }
    let beside_points = place.is_some_and(|place| board.plate.contains(place)) && over.is_none();
    if clicked && beside_points && !marks.is_empty() {
        actions.push(draw(Vec::new()));
    }
    for mark in marks {
        paint(ui.painter(), board, *mark, 1.0, view.board);
    }
    if let Some(Sketch { at, color }) = *sketch {
        paint(ui.painter(), board, Mark { color, at, to: over.filter(|&to| to != at) }, 0.6, view.board);
    }
}

fn paint(painter: &Painter, board: BoardGeometry, mark: Mark, opacity: f32, palette: &Palette) {
    let color = match mark.color {
        MarkColor::Green => palette.mark_move,
        MarkColor::Red => palette.mark_removal,
        MarkColor::Yellow => palette.mill_edge,
        MarkColor::Blue => palette.accent,
    };
    let (r, color) = (board.stone(), color.gamma_multiply(0.85 * opacity));
    let from = board.center(mark.at);
    let Some(to) = mark.to.map(|to| board.center(to)) else {
        return round::stroked(painter, from, 1.30 * r, Stroke::new(0.16 * r, color));
    };
    let way = (to - from).normalized();
    let (tail, tip) = (from + 0.45 * r * way, to - 0.30 * r * way);
    let neck = tip - 0.85 * r * way;
    let across = way.rot90();
    // One outline, so that nothing shows twice through the transparent colour.
    let shaft =
        [tail - 0.14 * r * across, tail + 0.14 * r * across, neck + 0.14 * r * across, neck - 0.14 * r * across];
    painter.add(Shape::convex_polygon(shaft.to_vec(), color, Stroke::NONE));
    let head = vec![tip, neck + 0.46 * r * across, neck - 0.46 * r * across];
    painter.add(Shape::convex_polygon(head, color, Stroke::new(0.0, Color32::TRANSPARENT)));
}
