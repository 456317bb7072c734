//! The endgame database: the exact value of every position with empty hands and few stones.
//!
//! A subspace holds the positions with a given number of own and enemy stones. Each has one table, found by a perfect
//! index ([`index`]), solved by retrograde analysis ([`build`]), kept in a checksummed file ([`table`]), recomputed from
//! its successors by [`verify`] and asked through a [`Database`].

pub mod build;
pub mod embedded;
pub mod index;
pub mod patterns;
mod probe;
pub mod table;
mod value;
pub mod verify;

pub use probe::{CappedDatabase, Database, SolvedPosition};
pub use table::TableError;
pub use value::Value;

/// The tables up to this number of stones are part of the program.
pub const EMBEDDED_STONES: u8 = 8;
/// Nine stones per side: the complete sliding phase.
pub const MOST_STONES: u8 = 18;
