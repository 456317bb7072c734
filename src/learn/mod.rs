//! Learning by play, and finding out who is stronger.

pub mod arena;
pub mod backprop;
pub mod teaching;
