//! The file dialog for systems that have none.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use eframe::egui::text::{CCursor, CCursorRange};
use eframe::egui::text_edit::TextEditState;
use eframe::egui::{
    Align2, Button, CornerRadius, Id, Key, Margin, Rect, RichText, ScrollArea, Stroke, TextEdit, Ui, UiBuilder, Vec2,
    pos2, vec2,
};

use super::preview::FilePreview;
use super::{footer_ui, paragraph};
use crate::app::View;
use crate::app::actions::{Action, Actions, Leaving};
use crate::app::fonts::Weight;
use crate::app::menu::{Entry, submenu_ui};
use crate::app::study::Wish;
use crate::app::widgets::text_in;
use crate::print::Format;
use crate::texts::{Texts, file_name};
use muehle_engine::archive::Place;

pub(super) const SIZE: Vec2 = vec2(680.0, 400.0);
/// The width of the preview; narrower dialogs have none.
const PREVIEW: f32 = 216.0;

/// No folder is listed further than this.
const MOST_FILES: usize = 500;

/// What the path is for.
#[derive(Clone, Debug, PartialEq)]
pub enum FilePurpose {
    /// Reading.
    Open,
    /// Writing, and then perhaps leaving the game.
    Save(Option<Leaving>),
    /// Writing a sheet or a picture.
    Export(Format),
    /// Writing games of the archive.
    ExportGames(Vec<Place>),
}

impl FilePurpose {
    /// How the names of such files end.
    pub fn extension(&self) -> &'static str {
        match self {
            FilePurpose::Open | FilePurpose::Save(_) | FilePurpose::ExportGames(_) => "pgn",
            FilePurpose::Export(format) => format.extension(),
        }
    }

    /// What is asked.
    pub fn title(&self, texts: Texts) -> &'static str {
        match self {
            FilePurpose::Open => texts.dialogs.open_title(),
            FilePurpose::Save(_) => texts.dialogs.save_title(),
            FilePurpose::Export(_) => texts.study.export(),
            FilePurpose::ExportGames(_) => texts.games.export_title(),
        }
    }
}

/// The dialog's state.
pub struct FilesDialog {
    purpose: FilePurpose,
    folder: PathBuf,
    path: String,
    names: Vec<String>,
    focused: bool,
    /// A file that is replaced only if the person says so twice.
    warned_of: Option<String>,
    preview: FilePreview,
}

impl FilesDialog {
    /// A dialog with a suggested path.
    pub fn new(purpose: FilePurpose, folder: PathBuf, suggestion: &Path) -> FilesDialog {
        let names = files_in(&folder, purpose.extension());
        let path = match purpose {
            FilePurpose::Open => names.first().map(|name| folder.join(name)).unwrap_or_default(),
            _ => suggestion.to_owned(),
        };
        let path = path.display().to_string();
        FilesDialog { purpose, folder, path, names, focused: false, warned_of: None, preview: FilePreview::default() }
    }

    pub(super) fn title(&self, view: &View) -> &'static str {
        self.purpose.title(view.texts)
    }

    pub(super) fn ui(&mut self, ui: &mut Ui, body: Rect, view: &View, actions: &mut Actions) {
        let (texts, palette) = (view.texts, view.palette);
        let row = |top: f32, height: f32| {
            Rect::from_min_size(pos2(body.left(), body.top() + top), vec2(body.width(), height))
        };
        text_in(
            ui.painter(),
            row(0.0, 18.0),
            Align2::LEFT_CENTER,
            texts.dialogs.path(),
            Weight::Medium,
            12.5,
            palette.muted,
        );
        let edit = TextEdit::singleline(&mut self.path).char_limit(4096).margin(Margin::symmetric(12, 9));
        let response = ui.put(row(22.0, 36.0), edit);
        if !self.focused && self.purpose != FilePurpose::Open {
            select(ui, response.id, name_range(&self.path));
        }
        response.widget_info(|| {
            eframe::egui::WidgetInfo::labeled(eframe::egui::Role::TextInput, true, texts.dialogs.path())
        });
        if !self.focused {
            self.focused = true;
            response.request_focus();
        }
        let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let folder = self.folder.display();
        let warns = self.warned_of.as_ref() == Some(&self.path);
        let caption = match (&self.purpose, self.names.is_empty()) {
            _ if warns => texts.dialogs.replaces(file_name(Path::new(&self.path))),
            (FilePurpose::Export(_), true) => texts.study.no_exports(folder),
            (FilePurpose::Export(_), false) => texts.study.export_hint(folder),
            (_, true) => texts.dialogs.no_saves(folder),
            (_, false) => texts.dialogs.file_hint(folder),
        };
        let color = if warns { palette.danger } else { palette.muted };
        paragraph(ui, row(68.0, 18.0), &caption, 12.5, color);
        let footer = Rect::from_min_max(pos2(body.left(), body.bottom() - 40.0), body.max);
        let mut well =
            Rect::from_min_max(pos2(body.left(), body.top() + 92.0), pos2(body.right(), footer.top() - 16.0));
        if self.purpose == FilePurpose::Open && body.width() >= 2.0 * PREVIEW && well.height() >= 130.0 {
            let (list, rest) = well.split_left_right_at_x(well.right() - PREVIEW);
            self.preview.ui(ui, rest.with_min_x(rest.left() + 16.0), &self.path, view);
            well = list;
        }
        ui.painter().rect_filled(well, CornerRadius::same(10), palette.well);
        let mut child = ui.new_child(UiBuilder::new().id_salt("saves").max_rect(well.shrink(6.0)));
        let mut opens = entered;
        ScrollArea::vertical().id_salt("saved games").auto_shrink(false).show(&mut child, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for name in &self.names {
                let path = self.folder.join(name).display().to_string();
                let chosen = path == self.path;
                let text = RichText::new(name).font(Weight::Regular.size(13.5)).color(palette.text);
                let fill = if chosen { palette.accent_soft } else { eframe::egui::Color32::TRANSPARENT };
                let button =
                    Button::new(text).fill(fill).stroke(Stroke::NONE).min_size(vec2(ui.available_width() - 8.0, 26.0));
                let response = ui.add(button).on_hover_text(&path);
                if response.clicked() {
                    self.path = path;
                }
                if response.double_clicked() && self.purpose == FilePurpose::Open {
                    opens = true;
                }
            }
        });
        let act = match self.purpose {
            FilePurpose::Open => (texts.dialogs.open(), texts.tips.open_file()),
            _ => (texts.dialogs.save(), texts.tips.save_file()),
        };
        match footer_ui(ui, footer, &[(texts.common.cancel(), texts.tips.cancel()), act]) {
            Some(0) => actions.push(Action::CloseDialog),
            Some(_) => self.finish(view, actions),
            None if opens => self.finish(view, actions),
            None => {}
        }
    }

    fn finish(&mut self, view: &View, actions: &mut Actions) {
        let text = self.path.trim();
        if text.is_empty() {
            return;
        }
        let mut path = PathBuf::from(text);
        if matches!(self.purpose, FilePurpose::Save(_) | FilePurpose::ExportGames(_)) {
            path = with_game_ending(path);
        }
        let replaces = self.purpose != FilePurpose::Open && view.controller.path() != Some(&path) && path.exists();
        if replaces && self.warned_of.as_ref() != Some(&self.path) {
            self.warned_of = Some(self.path.clone());
            return;
        }
        actions.push(Action::CloseDialog);
        match &self.purpose {
            FilePurpose::Open => actions.push(Action::Leave(Leaving::Open(path))),
            FilePurpose::Export(format) => {
                actions.push(Action::Study(Wish::ExportTo(with_ending(path, *format))));
            }
            FilePurpose::ExportGames(places) => actions.push(Action::ExportGamesTo(places.clone(), path)),
            FilePurpose::Save(then) => actions.push(Action::SaveTo(path, then.clone())),
        }
    }
}

/// The games that were opened or saved last.
pub fn recent_menu(ui: &mut Ui, view: &View, actions: &mut Actions) {
    let texts = view.texts.menu;
    submenu_ui(ui, texts.recent(), |ui| {
        if view.settings.recent.is_empty() {
            Entry::new(texts.no_recent()).enabled(false).clicked(ui);
        }
        for path in view.settings.recent.iter().map(Path::new) {
            if Entry::new(&file_name(path)).clicked(ui) {
                actions.push(Action::Leave(Leaving::Open(path.to_owned())));
            }
        }
    });
}

/// A path with an ending for its format; one is added if it has none of the known ones.
pub fn with_ending(path: PathBuf, format: Format) -> PathBuf {
    if Format::of(&path).is_ok() {
        return path;
    }
    let mut name = path.into_os_string();
    name.push(".");
    name.push(format.extension());
    PathBuf::from(name)
}

/// A path of a game. Other endings would hide it in the lists of games.
fn with_game_ending(path: PathBuf) -> PathBuf {
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn")) {
        return path;
    }
    let mut name = path.into_os_string();
    name.push(".pgn");
    PathBuf::from(name)
}

/// Which letters of a path are the name of the file without its ending: what one types over.
fn name_range(path: &str) -> Range<usize> {
    let letters = |text: &str| text.chars().count();
    let start = path.rfind(['/', '\\']).map_or(0, |slash| slash + 1);
    let name = &path[start..];
    let end = name.rfind('.').filter(|&dot| dot > 0).unwrap_or(name.len());
    letters(&path[..start])..letters(&path[..start + end])
}

/// Selects letters of a text field.
fn select(ui: &Ui, field: Id, range: Range<usize>) {
    let mut state = TextEditState::load(ui.ctx(), field).unwrap_or_default();
    let range = CCursorRange::two(CCursor::new(range.start), CCursor::new(range.end));
    state.cursor.set_char_range(Some(range));
    state.store(ui.ctx(), field);
}

/// The files of a folder with this ending, the newest first. A folder that cannot be read has none.
pub fn files_in(folder: &Path, ending: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut games: Vec<(SystemTime, String)> = entries
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|extension| extension.eq_ignore_ascii_case(ending)))
        .filter_map(|entry| {
            let changed = entry.metadata().and_then(|data| data.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
            Some((changed, entry.file_name().into_string().ok()?))
        })
        .take(MOST_FILES)
        .collect();
    games.sort_by(|a, b| b.cmp(a));
    games.into_iter().map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_game_ends_with_pgn() {
        let ending = |path: &str| with_game_ending(PathBuf::from(path)).display().to_string();
        assert_eq!(ending("game"), "game.pgn");
        assert_eq!(ending("A. Meier"), "A. Meier.pgn");
        assert_eq!(ending("game.PGN"), "game.PGN");
    }

    #[test]
    fn the_name_is_what_one_types_over() {
        let name =
            |path: &str| path.chars().skip(name_range(path).start).take(name_range(path).len()).collect::<String>();
        assert_eq!(name("/home/jürgen/saves/Anna-Bert.pgn"), "Anna-Bert");
        assert_eq!(name("C:\\saves\\A. Meier.pgn"), "A. Meier");
        assert_eq!(name("game"), "game");
    }

    #[test]
    fn an_export_has_an_ending_that_says_what_it_is() {
        let ending = |path: &str| with_ending(PathBuf::from(path), Format::Svg).display().to_string();
        assert_eq!(ending("game"), "game.svg");
        assert_eq!(ending("A. Meier"), "A. Meier.svg");
        assert_eq!(ending("game.PNG"), "game.PNG", "another ending is deliberate");
    }
}
