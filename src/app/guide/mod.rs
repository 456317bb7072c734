//! The guide: its chapters are the files of docs/guide, embedded, and can be read and searched in the window.

mod chapters;
mod markdown;
mod page;
mod pictures;
mod writer;

pub use chapters::chapter_for;
pub use page::GuideDialog;
