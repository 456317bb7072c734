//! A small board to look at, drawn like the board of the game.

use eframe::egui::{Painter, Rect};

use super::geometry::BoardGeometry;
use super::marks::Marks;
use super::plate::Plate;
use super::stones::{self, StoneLook};
use crate::app::theme::Palette;
use muehle_engine::rules::{Color, Move, PointSet, Position};

/// A position with marks.
pub struct Diagram {
    /// The position.
    pub position: Position,
    /// The move that led to it, marked as the last one.
    pub last: Option<Move>,
    /// Mills that glow.
    pub mills: PointSet,
    /// Points a stone may go to.
    pub targets: PointSet,
    /// The stones that a mill may remove.
    pub removable: PointSet,
    /// Whether black's side is at the bottom.
    pub flipped: bool,
    plate: Plate,
}

impl Diagram {
    /// A position without marks.
    pub fn new(position: Position) -> Diagram {
        let empty = PointSet::EMPTY;
        let plate = Plate::default();
        Diagram { position, last: None, mills: empty, targets: empty, removable: empty, flipped: false, plate }
    }

    /// Draws the board into a square.
    pub fn paint(&mut self, painter: &Painter, square: Rect, palette: &Palette) {
        let board = BoardGeometry { plate: square, flipped: self.flipped };
        self.plate.paint(painter, board, palette, true);
        let marks = Marks { painter, board, palette };
        if let Some(mv) = self.last {
            marks.last_move(mv, self.mills.is_empty());
        }
        marks.mills(self.mills, 1.0);
        for point in self.targets {
            marks.target(point, false);
        }
        let look = StoneLook::lying(palette.shadow);
        for color in Color::BOTH {
            for point in self.position.stones(color) {
                // A little larger than on the board of the game: the colour of small stones must be clear.
                let radius = 1.1 * board.stone();
                stones::paint(painter, board.center(point), radius, &palette.stones[color.index()], look);
            }
        }
        for point in self.removable {
            marks.removable(point, false);
        }
    }
}
