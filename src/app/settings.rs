//! The settings: one struct, one JSON file in the data folder.

use std::io;
use std::path::{Path, PathBuf};

use eframe::egui::ThemePreference;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::boards::{BoardChoice, StoneStyle};
use super::dialogs::NetworkForm;
use super::new_game::Choice;
use super::settings_file::settings_path;
use crate::controller::network::ClockSettings;
use crate::controller::{PlayerKind, Seat, usual_seats};
use crate::texts::Language;
use muehle_engine::files::{self, DataFolders};
use muehle_engine::random::{FNV_START, fnv};
use muehle_engine::rules::Rules;

/// Longer settings files are refused.
const MAX_BYTES: usize = 1 << 20;

/// The colours of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ThemeChoice {
    /// Follow the system.
    #[default]
    System,
    /// Wood.
    Light,
    /// Night.
    Dark,
}

impl From<ThemeChoice> for ThemePreference {
    fn from(choice: ThemeChoice) -> ThemePreference {
        match choice {
            ThemeChoice::System => ThemePreference::System,
            ThemeChoice::Light => ThemePreference::Light,
            ThemeChoice::Dark => ThemePreference::Dark,
        }
    }
}

/// Whether stones are animated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Motion {
    /// Animated unless the system asks for reduced motion.
    #[default]
    System,
    /// Animated.
    On,
    /// Not animated.
    Off,
}

/// A program that somebody has allowed files to start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AllowedProgram {
    /// The computer it was allowed on. Settings that came from elsewhere allow nothing here.
    machine: String,
    /// The whole command.
    command: String,
}

/// What tells this computer from others.
fn machine() -> Option<String> {
    // The id itself is the system's business.
    files::machine_id().map(|id| format!("{:016x}", fnv(fnv(FNV_START, "Mühle "), &id)))
}

/// Everything that is kept from run to run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language; none to follow the system.
    pub language: Option<Language>,
    /// The colours.
    pub theme: ThemeChoice,
    /// Whether stones are animated.
    pub motion: Motion,
    /// The interface size; 1 is normal.
    pub scale: f32,
    /// What the board is made of.
    pub board: BoardChoice,
    /// How stones look.
    pub stones: StoneStyle,
    /// Whether letters and digits stand at the edge of the board.
    pub coordinates: bool,
    /// Whether the last move is marked.
    pub mark_last_move: bool,
    /// Whether black's side is at the bottom.
    pub flipped: bool,
    /// Whether the graph of the computer's estimates is shown.
    pub show_evaluation: bool,
    /// Whether the opening explorer takes the place of the move list while stones are placed.
    pub explorer: bool,
    /// Whether the move list is folded in small windows.
    pub moves_folded: bool,
    /// Whether moves make sounds, if the program is built with them.
    pub sounds: bool,
    /// How loud they are, from 0 to 100.
    pub volume: u8,
    /// The shortest time between two moves when two computers play, in milliseconds.
    pub pace: u64,
    /// The shortest time before a computer answers a person, in milliseconds.
    pub reply_pause: u64,
    /// White and black.
    pub seats: [Seat; 2],
    /// The clock of the next game.
    pub clock: Option<ClockSettings>,
    /// Whether a coach looks at the person's moves in games against a computer.
    pub coach: bool,
    /// Whether finished games are kept in the archive.
    pub keep_games: bool,
    /// What was last chosen for a new game.
    pub new_game: Option<Choice>,
    /// The rules of the next game.
    pub rules: Rules,
    /// Whether the tour is still offered: from the first run until the person has answered.
    pub invites_to_tour: bool,
    /// What the analysis shows.
    pub study: super::study::StudySettings,
    /// How to find a network partner.
    pub network: NetworkForm,
    /// The size of the window.
    pub window: Option<[f32; 2]>,
    /// Where it was on the desktop, if the system says so.
    pub position: Option<[f32; 2]>,
    /// Whether the window fills the screen.
    pub maximized: bool,
    /// The games that were opened or saved last, the newest first.
    pub recent: Vec<String>,
    /// Programs that files may start.
    pub allowed_programs: Vec<AllowedProgram>,
    /// Settings of a later version of the program.
    #[serde(flatten)]
    pub unknown: serde_json::Map<String, Value>,
    /// Whether the system asks for reduced motion; checked in every run.
    #[serde(skip)]
    pub system_is_still: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            language: None,
            theme: ThemeChoice::System,
            motion: Motion::System,
            scale: 1.0,
            board: BoardChoice::default(),
            stones: StoneStyle::default(),
            coordinates: true,
            mark_last_move: true,
            flipped: false,
            show_evaluation: true,
            explorer: false,
            moves_folded: false,
            sounds: true,
            volume: 70,
            pace: 700,
            reply_pause: 400,
            seats: usual_seats(),
            clock: None,
            coach: false,
            keep_games: true,
            new_game: None,
            rules: Rules::default(),
            invites_to_tour: false,
            study: super::study::StudySettings::default(),
            network: NetworkForm::default(),
            window: None,
            position: None,
            maximized: false,
            recent: Vec::new(),
            allowed_programs: Vec::new(),
            unknown: serde_json::Map::new(),
            system_is_still: false,
        }
    }
}

/// Why settings could not be read.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum SettingsError {
    #[error("{path} cannot be read: {source}", path = .path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{path} is not a settings file: {reason}", path = .path.display())]
    Content { path: PathBuf, line: usize, reason: String },
    #[error("{path} is not a settings file: it is longer than {} MB", MAX_BYTES >> 20, path = .path.display())]
    TooLong { path: PathBuf },
    #[error("{path} has unknown settings: {}", .unknown.join(", "), path = .path.display())]
    Partly { path: PathBuf, unknown: Vec<String> },
}

/// Takes over what is understood of the given settings, part by part, and lists the rest.
fn adopt(settings: &mut Value, at: &str, given: &Value, unknown: &mut Vec<String>) {
    let Some(place) = settings.pointer_mut(at) else { return };
    let before = std::mem::replace(place, given.clone());
    if Settings::deserialize(&*settings).is_ok() {
        return;
    }
    if let Some(place) = settings.pointer_mut(at) {
        place.clone_from(&before);
    }
    match (before, given) {
        (Value::Object(_), Value::Object(given)) => {
            for (key, value) in given {
                adopt(settings, &format!("{at}/{key}"), value, unknown);
            }
        }
        (Value::Array(before), Value::Array(given)) if before.len() == given.len() => {
            for (index, value) in given.iter().enumerate() {
                adopt(settings, &format!("{at}/{index}"), value, unknown);
            }
        }
        _ => unknown.push(at.trim_start_matches('/').replace('/', ".")),
    }
}

impl Settings {
    /// The smallest and the largest scale.
    pub const SCALES: [f32; 2] = [0.75, 3.0];
    /// The smallest window.
    pub const SMALLEST: [f32; 2] = [480.0, 360.0];
    /// How many games are remembered.
    pub const MOST_RECENT: usize = 10;

    /// Remembers a game that was opened or saved. A path that is not text cannot be written to the settings.
    pub fn remember(&mut self, path: &Path) {
        if let Some(path) = std::path::absolute(path).ok().as_deref().and_then(Path::to_str) {
            self.recent.retain(|known| known != path);
            self.recent.insert(0, path.to_owned());
            self.recent.truncate(Settings::MOST_RECENT);
        }
    }

    /// Whether stones are animated.
    pub fn moves(&self) -> bool {
        match self.motion {
            Motion::System => !self.system_is_still,
            Motion::On => true,
            Motion::Off => false,
        }
    }

    /// The language of the window.
    pub fn language(&self) -> Language {
        self.language.unwrap_or_else(Language::of_system)
    }

    /// The settings of a first run.
    pub fn first_run() -> Settings {
        Settings { invites_to_tour: true, ..Settings::default() }
    }

    /// The settings in the data folder, without a word about what is not understood.
    pub fn in_folders(folders: &DataFolders) -> Settings {
        Settings::read(&settings_path(folders)).0
    }

    /// Reads a settings file. A missing one means a first run. What is not understood has its default, and is reported.
    pub fn read(path: &Path) -> (Settings, Option<SettingsError>) {
        let path = path.to_owned();
        let (bytes, more) = match files::read_limited(&path, MAX_BYTES) {
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return (Settings::first_run(), None),
            Err(source) => return (Settings::default(), Some(SettingsError::Io { path, source })),
        };
        if more {
            return (Settings::default(), Some(SettingsError::TooLong { path }));
        }
        let given: serde_json::Map<String, Value> = match serde_json::from_slice(&bytes) {
            Ok(given) => given,
            Err(error) => {
                let (line, reason) = (error.line(), error.to_string());
                return (Settings::default(), Some(SettingsError::Content { path, line, reason }));
            }
        };
        let mut settings = serde_json::to_value(Settings::default()).unwrap_or_default();
        let mut unknown = Vec::new();
        let mut later = serde_json::Map::new();
        for (key, value) in given {
            if settings.get(&key).is_some() {
                adopt(&mut settings, &format!("/{key}"), &value, &mut unknown);
            } else {
                later.insert(key, value);
            }
        }
        // Anything may stand there, so that nothing needs to be tried.
        let settings = Settings { unknown: later, ..Settings::deserialize(settings).unwrap_or_default() }.tidied();
        (settings, (!unknown.is_empty()).then_some(SettingsError::Partly { path, unknown }))
    }

    /// Those of these commands that nobody has allowed on this computer.
    pub fn not_allowed(&self, mut commands: Vec<String>) -> Vec<String> {
        let machine = machine();
        let is_allowed = |command: &String| {
            self.allowed_programs.iter().any(|one| one.command == *command && Some(&one.machine) == machine.as_ref())
        };
        commands.retain(|command| !is_allowed(command));
        commands
    }

    /// The commands that were allowed on this computer.
    pub fn allowed_here(&self) -> Vec<String> {
        let machine = machine();
        let here = self.allowed_programs.iter().filter(|one| Some(&one.machine) == machine.as_ref());
        here.map(|one| one.command.clone()).collect()
    }

    /// Allows these commands on this computer from now on.
    pub fn allow(&mut self, commands: Vec<String>) {
        let machine = machine().unwrap_or_default();
        let new = self.not_allowed(commands).into_iter();
        self.allowed_programs.extend(new.map(|command| AllowedProgram { machine: machine.clone(), command }));
    }

    /// The text of the file.
    pub fn to_text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// The settings with every value brought into its range.
    #[must_use]
    pub fn tidied(mut self) -> Settings {
        let [least, most] = Settings::SCALES;
        self.scale = if self.scale.is_finite() { self.scale.clamp(least, most) } else { 1.0 };
        self.pace = self.pace.min(10_000);
        self.reply_pause = self.reply_pause.min(10_000);
        self.clock = self.clock.filter(ClockSettings::is_sensible);
        self.new_game = self.new_game.map(Choice::tidied);
        self.volume = self.volume.min(100);
        self.recent.truncate(Settings::MOST_RECENT);
        self.study.analysis = self.study.analysis.tidied();
        self.seats = self.seats.map(Seat::tidied);
        // A network partner cannot come from a file.
        for seat in self.seats.iter_mut().filter(|seat| seat.kind == PlayerKind::Network) {
            seat.kind = PlayerKind::Human;
        }
        self.network = self.network.tidied();
        self.window = self.window.filter(|size| size.iter().all(|side| side.is_finite())).map(|[width, height]| {
            let [least_width, least_height] = Settings::SMALLEST;
            [width.clamp(least_width, 16_000.0), height.clamp(least_height, 16_000.0)]
        });
        let is_place = |place: &[f32; 2]| place.iter().all(|side| side.abs() <= 100_000.0);
        self.position = self.position.filter(is_place);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        let read = || match Settings::read(&path) {
            (settings, None) => settings,
            (_, Some(error)) => panic!("{error}"),
        };
        assert_eq!(read(), Settings::first_run(), "a first run has no file");
        let mut settings = Settings { language: Some(Language::German), scale: 1.5, ..Settings::default() };
        settings.seats[0].name = "Clara".to_owned();
        settings.seats[1].kind = PlayerKind::Human;
        settings.unknown.insert("later".to_owned(), Value::from(7));
        settings.allow(vec!["other engine".to_owned()]);
        std::fs::write(&path, settings.to_text()).unwrap();
        assert_eq!(read(), settings);
    }

    #[test]
    fn an_unknown_word_leaves_everything_else_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        let mut settings = Settings { language: Some(Language::German), scale: 1.5, ..Settings::default() };
        settings.seats[0].name = "Clara".to_owned();
        let text = settings.to_text().replace("\"system\"", "\"sepia\"").replace("\"never\"", "\"sometimes\"");
        std::fs::write(&path, text).unwrap();
        let (read, error) = Settings::read(&path);
        assert_eq!(read, settings);
        let error = error.unwrap().to_string();
        assert!(error.ends_with("settings.json has unknown settings: motion, rules.removal, theme"), "{error}");
    }

    #[test]
    fn the_last_ten_games_are_remembered_once_each() {
        let mut settings = Settings::default();
        for game in (0..12).chain([5]) {
            settings.remember(Path::new(&format!("/games/{game}.pgn")));
        }
        assert_eq!(settings.recent.len(), 10);
        assert!(settings.recent[0].ends_with("5.pgn") && settings.recent[1].ends_with("11.pgn"));
        assert!(!settings.recent.iter().any(|path| path.ends_with("/1.pgn")));
    }

    #[test]
    fn programs_are_allowed_once_and_only_on_this_computer() {
        let mut settings = Settings::default();
        let commands = || vec!["a".to_owned(), "b --all".to_owned()];
        assert_eq!(settings.not_allowed(commands()), commands());
        settings.allow(vec!["a".to_owned()]);
        if machine().is_some() {
            assert_eq!(settings.not_allowed(commands()), ["b --all"]);
        }
        settings.allowed_programs[0].machine = "another".to_owned();
        assert_eq!(settings.not_allowed(commands()), commands());
    }

    #[test]
    fn broken_settings_are_named_and_wild_ones_tamed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        for broken in ["", "{\"scale\": ", "[1, 2]", "\u{0}\u{1}"] {
            std::fs::write(&path, broken).unwrap();
            let error = Settings::read(&path).1.unwrap().to_string();
            assert!(error.contains("settings.json is not a settings file"), "{error}");
        }
        std::fs::write(&path, vec![b' '; MAX_BYTES + 1]).unwrap();
        assert!(Settings::read(&path).1.unwrap().to_string().contains("longer than 1 MB"));
        std::fs::write(&path, "{\"scale\": 1e9, \"window\": [1, 1e30], \"position\": [1e30, 0], \"unknown\": 7}")
            .unwrap();
        let (settings, error) = Settings::read(&path);
        assert!(error.is_none());
        assert_eq!(settings.scale, 3.0);
        assert_eq!((settings.window, settings.position), (Some([480.0, 16_000.0]), None));
    }
}
