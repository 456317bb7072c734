//! The games of the opened file, and the files of the saves folder.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use eframe::egui::{
    Align2, Color32, CornerRadius, Key, Margin, Rect, Role, ScrollArea, Sense, TextEdit, Ui, UiBuilder, WidgetInfo,
    pos2, vec2,
};

use crate::app::View;
use crate::app::actions::{Action, Actions, Leaving};
use crate::app::dialogs::{files_in, known, paragraph};
use crate::app::fonts::Weight;
use crate::app::icons::Icon;
use crate::app::pages::card;
use crate::app::widgets::{ButtonStyle, Face, button_at, text_in, text_width};
use crate::controller::worker::BackgroundTask;
use crate::controller::{Command, Waker};
use crate::texts::file_name;
use muehle_engine::archive::Archive;
use muehle_engine::calendar::Date;
use muehle_engine::game::pgn::{Collection, Entry};

const ROW: f32 = 32.0;
/// Where the columns of the games of a file begin and end, as shares of the width: number, White, Black, date, result,
/// plies.
const COLUMNS: [[f32; 2]; 6] = [[0.0, 0.08], [0.09, 0.36], [0.37, 0.64], [0.65, 0.79], [0.8, 0.9], [0.9, 1.0]];
/// The same for files: name, date.
const FILE_COLUMNS: [[f32; 2]; 2] = [[0.0, 0.72], [0.74, 1.0]];

/// A file of the saves folder.
pub struct SavedFile {
    name: String,
    date: String,
}

/// The state of the list.
#[derive(Default)]
pub struct FileList {
    saves: PathBuf,
    reading: Option<BackgroundTask<Vec<SavedFile>>>,
    files: Vec<SavedFile>,
    words: String,
    /// Whether the games of the opened file are shown instead of the saved ones.
    shows_list: bool,
    /// Whether the person has just opened that file, and so has already left the running game.
    fresh: bool,
    /// The games that have these words; none before the first search.
    found: Option<Vec<usize>>,
    /// The place of the chosen row.
    chosen: usize,
    /// Whether the search gets the focus with the next frame.
    wants_focus: bool,
}

impl FileList {
    /// The page is shown: the folder may have changed.
    pub fn refresh(&mut self, saves: PathBuf, waker: Waker) {
        self.saves.clone_from(&saves);
        self.reading = Some(BackgroundTask::start("saved games", waker, move || read(&saves)));
        self.fresh = false;
    }

    /// A file with several games was opened.
    pub fn list(&mut self) {
        (self.shows_list, self.fresh, self.wants_focus) = (true, true, true);
        (self.found, self.chosen) = (None, 0);
        self.words.clear();
    }

    /// Search, buttons and the list.
    pub fn ui(&mut self, ui: &mut Ui, body: Rect, has_keys: bool, view: &View, actions: &mut Actions) {
        if let Some(Ok(files)) = self.reading.as_ref().and_then(BackgroundTask::poll) {
            self.files = files;
            self.found = None;
        }
        let (texts, palette) = (view.texts, view.palette);
        let row = Rect::from_min_size(body.min, vec2(body.width(), 36.0));
        let open_name = texts.dialogs.open();
        let width = text_width(ui, open_name, Weight::SemiBold, 14.5) + 32.0;
        let button = row.with_min_x(row.right() - width);
        let any = self.found.as_ref().is_some_and(|found| !found.is_empty());
        let (face, tip) = (Face::Text(open_name), texts.tips.open_listed());
        let mut opens = button_at(ui, button, "open game", face, ButtonStyle::Primary, any, tip).clicked();
        let edit = TextEdit::singleline(&mut self.words)
            .hint_text(texts.dialogs.games_search())
            .char_limit(200)
            .margin(Margin::symmetric(12, 9));
        let response = ui.put(row.with_max_x(button.left() - 12.0), edit);
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, texts.dialogs.games_search()));
        if response.changed() {
            (self.found, self.chosen) = (None, 0);
        }
        if std::mem::take(&mut self.wants_focus) {
            response.request_focus();
        }
        let list = view.controller.listed().filter(|_| self.shows_list);
        let found = self.found.get_or_insert_with(|| match list {
            Some(games) => search(games, &self.words),
            None => search_files(&self.files, &self.words),
        });
        let area = Rect::from_min_max(pos2(body.left(), row.bottom() + 12.0), body.max);
        card(ui, area, palette);
        let inner = area.shrink2(vec2(16.0, 8.0));
        let head = Rect::from_min_size(inner.min, vec2(inner.width(), 32.0));
        let caption = match list {
            Some(games) => texts.dialogs.games_found(found.len(), games.len(), file_name(games.path())),
            None => texts.pages.saved_games().to_owned(),
        };
        text_in(ui.painter(), head, Align2::LEFT_CENTER, &caption, Weight::SemiBold, 13.0, palette.text);
        let response = ui.interact(head, eframe::egui::Id::unique("games caption"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &caption));
        if list.is_some() {
            let cross = Rect::from_center_size(pos2(head.right() - 14.0, head.center().y), vec2(28.0, 28.0));
            let face = Face::Icon(Icon::Cross, texts.pages.close_list());
            let tip = texts.tips.close_list();
            if button_at(ui, cross, "close list", face, ButtonStyle::Bare, true, tip).clicked() {
                self.shows_list = false;
                (self.found, self.chosen) = (None, 0);
                ui.ctx().request_repaint();
                return;
            }
        } else if self.files.is_empty() && self.reading.is_some() {
            let rest = inner.with_min_y(head.bottom() + 8.0);
            paragraph(ui, rest, texts.pages.no_saved_games(), 14.0, palette.muted);
        }
        let rest = inner.with_min_y(head.bottom());
        let step = match has_keys {
            true => ui.input(|input| {
                i64::from(input.key_pressed(Key::ArrowDown)) - i64::from(input.key_pressed(Key::ArrowUp))
            }),
            false => 0,
        };
        self.chosen = self.chosen.saturating_add_signed(step as isize).min(found.len().saturating_sub(1));
        // Enter in the field of the search takes the focus away from it.
        let enter = has_keys && ui.input(|input| input.key_pressed(Key::Enter));
        opens |= enter && ui.ctx().memory(|memory| memory.focused()).is_none();
        let titles = [
            texts.dialogs.games_number(),
            texts.common.white(),
            texts.common.black(),
            texts.dialogs.games_date(),
            texts.dialogs.games_result(),
            texts.dialogs.games_plies(),
        ];
        let line = Rect::from_min_size(rest.min, vec2(rest.width() - 12.0, 28.0));
        if list.is_some() {
            cells(ui, line, &titles, &COLUMNS, Weight::Medium, palette.muted);
        }
        let rows = rest.with_min_y(if list.is_some() { line.bottom() } else { rest.top() });
        let files = &self.files;
        let texts_of = |place: usize| -> Vec<String> {
            let tag = |text: &str| known(text).to_owned();
            match list {
                Some(games) => {
                    let Entry { white, black, date, result, plies, .. } = games.entry(found[place]);
                    let number = (found[place] + 1).to_string();
                    vec![number, tag(white), tag(black), tag(date), tag(result), plies.to_string()]
                }
                None => {
                    files.get(found[place]).map(|file| vec![file.name.clone(), file.date.clone()]).unwrap_or_default()
                }
            }
        };
        let columns: &[[f32; 2]] = if list.is_some() { &COLUMNS } else { &FILE_COLUMNS };
        let mut chosen = self.chosen;
        let mut child = ui.new_child(UiBuilder::new().id_salt("games").max_rect(rows));
        child.spacing_mut().item_spacing.y = 0.0;
        let mut area = ScrollArea::vertical().id_salt("list of games").auto_shrink(false);
        if step != 0 {
            area = area.vertical_scroll_offset((self.chosen as f32 * ROW - rows.height() / 2.0).max(0.0));
        }
        area.show_rows(&mut child, ROW, found.len(), |ui, places| {
            for place in places {
                let (rect, response) = ui.allocate_exact_size(vec2(line.width(), ROW), Sense::click());
                let fill = match () {
                    () if place == chosen => palette.accent_soft,
                    () if response.hovered() => palette.well,
                    () => Color32::TRANSPARENT,
                };
                ui.painter().rect_filled(rect, CornerRadius::same(6), fill);
                let words = texts_of(place);
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                cells(ui, rect, &words, columns, Weight::Regular, palette.text);
                response
                    .widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, place == chosen, words.join(" ")));
                if response.clicked() {
                    chosen = place;
                }
                opens |= response.double_clicked() || (enter && response.has_focus());
            }
        });
        self.chosen = chosen;
        let Some(&row) = found.get(self.chosen).filter(|_| opens) else { return };
        actions.push(match list {
            Some(_) if self.fresh => Action::Do(Command::OpenListed(row)),
            Some(_) => Action::Leave(Leaving::OpenListed(row)),
            None => match self.files.get(row) {
                Some(file) => Action::Leave(Leaving::Open(self.saves.join(&file.name))),
                None => return,
            },
        });
    }
}

/// The saved games of a folder, the newest first. The archive has a list of its own.
fn read(folder: &Path) -> Vec<SavedFile> {
    let date = |name: &str| {
        let changed = folder.join(name).metadata().and_then(|data| data.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
        Date::of(changed).to_string()
    };
    let files = files_in(folder, "pgn").into_iter().filter(|name| !Archive::is_named_like_month(Path::new(name)));
    files.map(|name| SavedFile { date: date(&name), name }).collect()
}

/// The files that have all these words in their name or date.
fn search_files(files: &[SavedFile], words: &str) -> Vec<usize> {
    let words = words.to_lowercase();
    let has_all = |file: &SavedFile| {
        let text = format!("{} {}", file.name, file.date).to_lowercase();
        words.split_whitespace().all(|word| text.contains(word))
    };
    files.iter().enumerate().filter(|(_, file)| has_all(file)).map(|(place, _)| place).collect()
}

/// One line of the table, each text within its column.
fn cells(ui: &Ui, line: Rect, texts: &[&str], columns: &[[f32; 2]], weight: Weight, color: Color32) {
    for (text, [left, right]) in texts.iter().zip(columns) {
        let x = |share: &f32| line.left() + 8.0 + share * (line.width() - 16.0);
        let cell = Rect::from_min_max(pos2(x(left), line.top()), pos2(x(right), line.bottom()));
        let painter = ui.painter().with_clip_rect(cell.intersect(ui.clip_rect()));
        text_in(&painter, cell, Align2::LEFT_CENTER, text, weight, 13.0, color);
    }
}

/// The games that have all these words in their players, date, event or result.
fn search(games: &Collection, words: &str) -> Vec<usize> {
    if words.trim().is_empty() {
        return (0..games.len()).collect();
    }
    let words = words.to_lowercase();
    let has_all = |entry: &Entry| {
        let Entry { white, black, date, event, result, .. } = entry;
        let text = [white, black, date, event, result].map(|text| text.to_lowercase()).join(" ");
        words.split_whitespace().all(|word| text.contains(word))
    };
    games.entries().iter().enumerate().filter(|(_, entry)| has_all(entry)).map(|(game, _)| game).collect()
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn twenty_thousand_games_are_opened_and_searched_in_a_moment() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("many.pgn");
        let mut text = String::new();
        for game in 1..=20_000 {
            let moves = "1. d6 f4 2. d2 b4 3. f2 b6 4. a1 g7 5. c3 e5";
            let tags = format!("[White \"Anna {game}\"]\n[Black \"Bert\"]\n[Date \"2024.01.01\"]\n[Result \"1-0\"]");
            write!(text, "{tags}\n\n{moves} 1-0\n\n").unwrap();
        }
        std::fs::write(&path, text).unwrap();
        let begun = Instant::now();
        let games = Collection::open(&path).unwrap();
        assert_eq!(search(&games, "").len(), 20_000);
        assert_eq!(search(&games, "BERT anna 19999"), [19_998]);
        assert_eq!(search(&games, "clara").len(), 0);
        // A busy machine and a build for tests may take longer than the second that people are promised.
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    }
}
