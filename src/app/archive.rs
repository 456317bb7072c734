//! The archive in the window: what is said about it, what follows the opening of one of its games, and exports.

use std::path::PathBuf;

use eframe::egui::Context;

use super::App;
use super::actions::AfterOpening;
use super::dialogs::FilePurpose;
use super::review::ReviewWish;
use super::study::free_path;
use crate::controller::{ArchiveEvent, Branch, Command, Look};
use crate::texts::file_name;
use muehle_engine::archive::Place;

/// What the window remembers about the archive.
#[derive(Default)]
pub struct ArchiveState {
    /// What follows when the game that was asked for is open.
    pub then: Option<AfterOpening>,
    /// The game that was kept last.
    kept: Option<Place>,
    /// What was said about damaged files: once is enough.
    said: Vec<String>,
}

impl App {
    /// Says what happened with the archive.
    pub(super) fn hear_archive(&mut self, event: ArchiveEvent) {
        match event {
            ArchiveEvent::Kept(place) => {
                // What is noted about it later is no news.
                if self.archive.kept.as_ref() != Some(&place) {
                    self.note(|texts| texts.games.kept(file_name(&place.file)));
                    self.archive.kept = Some(place);
                }
            }
            ArchiveEvent::Removed => self.note_aloud(|texts| texts.games.deleted().to_owned()),
            ArchiveEvent::Exported(path, 1) => self.say_both(|texts| texts.games.exported_one(path.display())),
            ArchiveEvent::Exported(path, count) => {
                self.say_both(|texts| texts.games.exported(count, path.display()));
            }
            ArchiveEvent::Failed(error) => self.say_both(|texts| texts.archive_error(&error)),
            ArchiveEvent::Read => {
                let Some(contents) = self.controller.archive().cloned() else { return };
                for problem in &contents.problems {
                    let name = problem.to_string();
                    if !self.archive.said.contains(&name) {
                        self.archive.said.push(name);
                        self.say_both(|texts| texts.archive_problem(problem));
                    }
                }
            }
        }
    }

    /// Asks where to write games.
    pub(super) fn ask_export(&mut self, places: Vec<Place>) {
        let suggestion = free_path(&self.folders.saves(), "export", "pgn");
        self.ask_path_from(FilePurpose::ExportGames(places), suggestion);
    }

    /// Opens a game of the archive.
    pub(super) fn open_archived(&mut self, place: Place, then: AfterOpening) {
        self.archive.then = Some(then);
        self.controller.apply(Command::OpenArchived(place));
    }

    /// Goes on with a game that was opened from the archive; false if it was opened otherwise.
    pub(super) fn go_on_after_opening(&mut self, ctx: &Context) -> bool {
        let Some(then) = self.archive.then.take() else { return false };
        match then {
            AfterOpening::Review => self.carry_out_review(ctx, ReviewWish::Show),
            AfterOpening::PlayFrom(ply) => {
                let line = self.controller.game().line();
                let Some(&node) = line.get(ply) else { return true };
                let side = self.controller.game().tree().node(node).position.side_to_move();
                self.controller.apply(Command::Look(Look::At(node)));
                self.controller.apply(Command::Branch(Branch::Here));
                // Where no computer played, one takes the place of the other side.
                if self.controller.seats().iter().all(|seat| seat.settings().is_none()) {
                    let seats = self.seats_against(side);
                    self.controller.apply(Command::ChangeSeats(seats));
                }
                self.turn_board();
            }
        }
        true
    }

    /// Writes games to a file.
    pub(super) fn export_games(&mut self, places: Vec<Place>, mut path: PathBuf) {
        if path.extension().is_none() {
            path.set_extension("pgn");
        }
        self.controller.apply(Command::ExportArchived(places, path));
    }
}
