//! The parsers of the engine, for long runs with damaged inputs.

pub mod engine;
pub mod parser;
