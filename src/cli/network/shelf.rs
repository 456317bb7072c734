//! Finished games go to the archive, as those of the window do.

use super::Board;
use crate::app::Settings;
use crate::cli::output::complain;
use crate::controller::new_archive_id;
use muehle_engine::archive::{Archive, ID_TAG};
use muehle_engine::calendar::Date;
use muehle_engine::files::DataFolders;
use muehle_engine::game::pgn;
use muehle_engine::players::PlayerText;
use muehle_engine::rules::Color;

/// The archive, and which of its games is on the board.
pub(super) struct Shelf {
    /// None if the person does not want games to be kept.
    archive: Option<Archive>,
    id: String,
}

impl Shelf {
    pub(super) fn new(folders: &DataFolders) -> Shelf {
        let wanted = Settings::in_folders(folders).keep_games;
        Shelf { archive: wanted.then(|| Archive::new(folders.saves())), id: new_archive_id() }
    }

    /// Another game begins.
    pub(super) fn started(&mut self) {
        self.id = new_archive_id();
    }

    /// Keeps a game that has ended. One whose end was taken back, and that ends again, replaces itself.
    pub(super) fn keep(&self, board: &Board, own_name: &str, player: &PlayerText) {
        let Some(archive) = self.archive.as_ref().filter(|_| board.game.ply() > 0) else { return };
        let today = Date::today();
        let mut tags = tags_of(board, own_name);
        tags.set("Date", today.pgn());
        for side in Color::BOTH {
            let player = if side == board.own { player.to_string() } else { "network".to_owned() };
            tags.set(["WhitePlayer", "BlackPlayer"][side.index()], player);
        }
        tags.set(ID_TAG, self.id.clone());
        if let Err(error) = archive.add(&pgn::write(&tags, &board.game), today) {
            complain(format!("the game was not kept: {error}"));
        }
    }
}

/// The tags of a network game.
pub(super) fn tags_of(board: &Board, own_name: &str) -> pgn::Tags {
    let mut tags = pgn::Tags::default();
    tags.set("Event", "Network game");
    for side in Color::BOTH {
        let name = if side == board.own { own_name } else { &board.partner };
        tags.set(["White", "Black"][side.index()], name);
    }
    tags
}
