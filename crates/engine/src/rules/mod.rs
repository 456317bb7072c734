//! The rules of Mühle: the board, positions, moves and their text forms.

mod color;
pub mod geometry;
mod moves;
pub mod notation;
pub mod perft;
mod point;
mod point_set;
mod position;
pub mod ring_text;
mod variant;
mod zobrist;

pub use color::Color;
pub use geometry::Symmetry;
pub use moves::{Action, IllegalMove, MAX_MOVES, Move, MoveList};
pub use notation::{MoveTextError, PositionTextError};
pub use point::{Point, UnknownPoint};
pub use point_set::{PointSet, Points};
pub use position::{ImpossiblePosition, Phase, Position};
pub use variant::{RemovalRule, Rules, UnknownRules};
