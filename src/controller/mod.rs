//! What runs behind the window: threads that are told by commands and tell by events.

pub mod network;
