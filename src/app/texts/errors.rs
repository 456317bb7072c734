//! Faults of files and typed texts in words. The library's own messages are English; people read these.

use std::io;
use std::path::Path;

use super::{Texts, fill};
use crate::app::settings::SettingsError;
use crate::controller::{MindError, Notice};
use muehle_engine::endgame::build::BuildError;
use muehle_engine::game::PlayError;
use muehle_engine::game::pgn::{Fault, LoadError, MoveFault};
use muehle_engine::rules::{ImpossiblePosition, MoveTextError, PositionTextError, UnknownRules};

/// The last part of a path is what people know a file by.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

impl Texts {
    /// Why the system refused.
    pub fn io_error(&self, error: &io::Error) -> String {
        let text = match error.kind() {
            io::ErrorKind::NotFound => self.io_not_found,
            io::ErrorKind::PermissionDenied => self.io_permission,
            io::ErrorKind::IsADirectory => self.io_is_directory,
            io::ErrorKind::StorageFull => self.io_full,
            io::ErrorKind::ReadOnlyFilesystem => self.io_read_only,
            _ => return fill(self.io_other, &[("text", &error.to_string())]),
        };
        text.to_owned()
    }

    /// Why a file gives no game.
    pub fn load_error(&self, error: &LoadError) -> String {
        match error {
            LoadError::Io { path, source } => {
                fill(self.load_io, &[("path", &file_name(path)), ("reason", &self.io_error(source))])
            }
            LoadError::NotAGame { path, fault } => {
                fill(self.load_not_a_game, &[("path", &file_name(path)), ("reason", &self.fault(fault))])
            }
        }
    }

    /// What is wrong with a game text.
    pub fn fault(&self, fault: &Fault) -> String {
        match fault {
            Fault::Move { number, side, reason } => {
                let reason = self.move_fault(reason);
                let values = [
                    ("number", &number.to_string()[..]),
                    ("side", self.side(*side)),
                    ("reason", reason.trim_end_matches('.')),
                ];
                fill(self.fault_move, &values)
            }
            Fault::Start(error) => fill(self.fault_start, &[("reason", &self.position_error(error))]),
            Fault::Rules(UnknownRules(text)) => {
                fill(self.fault_rules, &[("reason", &fill(self.unknown_rules, &[("text", text)]))])
            }
            Fault::Unfinished(_) => self.fault_unfinished.to_owned(),
            Fault::TooDeep { number, .. } => fill(self.fault_deep, &[("number", &number.to_string())]),
            Fault::StrayClose { number } => fill(self.fault_stray, &[("number", &number.to_string())]),
            Fault::TooLong => self.fault_long.to_owned(),
            Fault::NotAGame => self.fault_not_a_game.to_owned(),
        }
    }

    fn move_fault(&self, fault: &MoveFault) -> String {
        match fault {
            MoveFault::Text(error) => self.move_error(error),
            MoveFault::Play { text, error: PlayError::Over(_) } => format!("{text}: {}", self.fault_over),
            MoveFault::Play { text, error: PlayError::Illegal(reason) } => format!("{text}: {}", self.illegal(*reason)),
            MoveFault::StrayRemoval(text) => fill(self.fault_stray_removal, &[("text", text)]),
        }
    }

    /// Why a text is no move.
    pub fn move_error(&self, error: &MoveTextError) -> String {
        match error {
            MoveTextError::NotAMove(text) => fill(self.not_a_move, &[("text", text)]),
            MoveTextError::UnknownPoint { source, .. } => fill(self.unknown_point, &[("text", &source.0)]),
        }
    }

    pub fn position_error(&self, error: &PositionTextError) -> String {
        let text = |template: &str, text: &str| fill(template, &[("text", text)]);
        let count = |template: &str, count: usize| fill(template, &[("count", &count.to_string())]);
        match error {
            PositionTextError::TooLong(characters) => count(self.position_long, *characters),
            PositionTextError::PartCount(parts) => count(self.position_parts, *parts),
            PositionTextError::NoSlash(stones) => text(self.position_slash, stones),
            PositionTextError::UnknownPoint { source, .. } => text(self.position_point, &source.0),
            PositionTextError::Twice(point) => fill(self.position_twice, &[("point", &point.to_string())]),
            PositionTextError::Side(side) => text(self.position_side, side),
            PositionTextError::Hand { text: hand, .. } => text(self.position_hand, hand),
            PositionTextError::Impossible(ImpossiblePosition::SharedPoint(point)) => {
                fill(self.position_shared, &[("point", &point.to_string())])
            }
            PositionTextError::Impossible(ImpossiblePosition::TooManyStones { color, on_board, in_hand }) => {
                let stones = (on_board + in_hand).to_string();
                fill(self.position_too_many, &[("side", self.side(*color)), ("count", &stones)])
            }
        }
    }

    /// Why settings could not be read.
    pub fn settings_error(&self, error: &SettingsError) -> String {
        let reason = match error {
            SettingsError::Io { path, source } => {
                fill(self.load_io, &[("path", &file_name(path)), ("reason", &self.io_error(source))])
            }
            SettingsError::Content { path, line, .. } => {
                fill(self.settings_fault, &[("path", &file_name(path)), ("line", &line.to_string())])
            }
            SettingsError::TooLong { path } => fill(self.settings_long, &[("path", &file_name(path))]),
        };
        fill(self.event_settings_broken, &[("reason", &reason)])
    }

    /// Something a person should know.
    pub fn notice(&self, notice: &Notice) -> String {
        match notice {
            Notice::HeuristicReplaced { wanted, missing, used } => {
                let reason = if *missing { self.heuristic_missing } else { self.heuristic_broken };
                fill(self.event_heuristic_replaced, &[("wanted", wanted), ("reason", reason), ("used", used)])
            }
            Notice::Endgame(error) => fill(self.event_endgame, &[("reason", &self.table_error(error))]),
        }
    }

    /// Why endgame tables cannot be built.
    pub fn build_error(&self, error: &BuildError) -> String {
        match error {
            BuildError::Stopped => self.event_tables_stopped.to_owned(),
            BuildError::Table(error) => self.table_error(error),
            BuildError::Write { path, error } => {
                fill(self.build_write, &[("path", &*path.display().to_string()), ("reason", &*self.io_error(error))])
            }
            BuildError::Busy(path) => fill(self.build_busy, &[("path", &*path.display().to_string())]),
            BuildError::Memory(bytes) => fill(self.build_memory, &[("size", &*(bytes >> 20).to_string())]),
            BuildError::TooLong => fill(self.io_other, &[("text", &*error.to_string())]),
        }
    }

    /// Why there is no thought.
    pub fn mind_error(&self, error: &MindError) -> &'static str {
        match error {
            MindError::Crashed => self.event_thinking_crashed,
            MindError::NoMove => self.event_no_move,
        }
    }
}
