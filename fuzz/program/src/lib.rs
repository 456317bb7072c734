//! The program as a library, for long runs with damaged inputs.

// A program uses all of its parts, a library of them does not.
#![allow(dead_code)]

#[path = "../../../src/about.rs"]
mod about;
#[path = "../../../src/app/mod.rs"]
mod app;
#[path = "../../../src/cli/mod.rs"]
mod cli;
#[path = "../../../src/controller/mod.rs"]
mod controller;
#[path = "../../../src/crash.rs"]
mod crash;
#[path = "../../../src/fuzzing.rs"]
pub mod fuzzing;
#[path = "../../../src/logs.rs"]
mod logs;
#[path = "../../../src/print/mod.rs"]
mod print;
#[path = "../../../src/texts/mod.rs"]
mod texts;
