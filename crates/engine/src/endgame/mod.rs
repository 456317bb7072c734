//! The endgame database: the exact value of every position with empty hands and few stones.
//!
//! A subspace holds the positions with a given number of own and enemy stones. Each has one table, found by a perfect
//! index ([`index`]), solved by retrograde analysis ([`build`]), kept in a checksummed file ([`table`]), recomputed from
//! its successors by [`verify`] and asked through a [`Database`].

pub mod build;
pub mod embedded;
pub mod index;
pub mod opening;
mod packing;
mod pattern;
pub mod patterns;
mod probe;
mod results;
pub mod table;
mod value;
pub mod verify;

pub use probe::{CappedDatabase, Database, SolvedOutcome, SolvedPosition};
pub use results::Outcome;
pub use table::TableError;
pub use value::Value;

/// The tables up to this number of stones are part of the program.
pub const EMBEDDED_STONES: u8 = 8;
/// Nine stones per side: the complete sliding phase.
pub const MOST_STONES: u8 = 18;
/// The plies of the placing phase: each side places nine stones.
pub const PLACING_PLIES: u8 = 18;
/// The results up to this number of plies are part of the program.
pub const OPENING_PLIES: u8 = 9;
