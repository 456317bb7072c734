//! The database of exact values: of positions with empty hands and few stones, and, with the tables that
//! the user can build, of every position of the game.
//!
//! A subspace holds the positions with a given number of own and enemy stones, and of stones in hand. Each has one table,
//! found by a perfect index ([`index`]), solved by [`build`], kept in a checksummed file ([`table`]), recomputed from its
//! successors by [`verify`] and asked through a [`Database`].

mod all_results;
pub mod build;
mod cache;
mod coder;
pub mod embedded;
pub mod endings;
pub mod index;
mod maps;
pub mod opening;
mod packed;
mod packing;
mod probe;
mod reach;
mod results;
pub mod table;
mod value;
pub mod verify;

pub use all_results::AllResults;
pub use probe::{CappedDatabase, Database, PlacingResults, SolvedOutcome, SolvedPosition};
pub use reach::Reach;
pub use results::Outcome;
pub use table::TableError;
pub use value::Value;

/// The tables up to this number of stones are part of the program.
pub const EMBEDDED_STONES: u8 = 8;
/// The endings up to this number of stones are part of the program in a packed form.
pub const ENDING_STONES: u8 = 10;
/// Nine stones per side: the complete sliding phase.
pub const MOST_STONES: u8 = 18;
/// The plies of the placing phase: each side places nine stones.
pub const PLACING_PLIES: u8 = 18;
/// The results up to this number of plies are part of the program.
pub const OPENING_PLIES: u8 = 10;
