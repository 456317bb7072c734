//! The games of a file, to choose one from. Only the rows in sight are drawn, so that any number of games will do.

use eframe::egui::{
    Align2, CornerRadius, Key, Margin, Rect, Role, ScrollArea, Sense, TextEdit, Ui, UiBuilder, Vec2, WidgetInfo, pos2,
    vec2,
};

use super::{footer_ui, paragraph};
use crate::app::View;
use crate::app::actions::{Action, Actions};
use crate::app::fonts::Weight;
use crate::app::widgets::text_in;
use crate::controller::Command;
use crate::texts::file_name;
use muehle_engine::game::pgn::{Collection, Entry};

pub(super) const SIZE: Vec2 = vec2(760.0, 480.0);
const ROW: f32 = 26.0;
/// Where the columns begin and end, as shares of the width: number, White, Black, date, result, plies.
const COLUMNS: [[f32; 2]; 6] = [[0.0, 0.065], [0.085, 0.345], [0.36, 0.62], [0.635, 0.78], [0.79, 0.885], [0.89, 1.0]];

/// The dialog's state.
#[derive(Default)]
pub struct GamesDialog {
    words: String,
    /// The games that have these words; none before the first search.
    found: Option<Vec<usize>>,
    /// The place of the chosen game among them.
    chosen: usize,
    focused: bool,
}

impl GamesDialog {
    pub(super) fn ui(&mut self, ui: &mut Ui, body: Rect, view: &View, actions: &mut Actions) {
        let (texts, palette) = (view.texts, view.palette);
        let Some(games) = view.controller.listed() else {
            actions.push(Action::CloseDialog);
            return;
        };
        let row = |top: f32, height: f32| {
            Rect::from_min_size(pos2(body.left(), body.top() + top), vec2(body.width(), height))
        };
        let edit = TextEdit::singleline(&mut self.words)
            .hint_text(texts.dialogs.games_search())
            .char_limit(200)
            .margin(Margin::symmetric(12, 9));
        let response = ui.put(row(0.0, 36.0), edit);
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, texts.dialogs.games_search()));
        if !self.focused {
            self.focused = true;
            response.request_focus();
        }
        if response.changed() || self.found.is_none() {
            self.found = Some(search(games, &self.words));
            self.chosen = 0;
        }
        let found = self.found.as_deref().unwrap_or_default();
        let caption = texts.dialogs.games_found(found.len(), games.len(), file_name(games.path()));
        paragraph(ui, row(46.0, 18.0), &caption, 12.5, palette.muted);
        let step =
            ui.input(|input| i64::from(input.key_pressed(Key::ArrowDown)) - i64::from(input.key_pressed(Key::ArrowUp)));
        self.chosen = self.chosen.saturating_add_signed(step as isize).min(found.len().saturating_sub(1));
        let footer = Rect::from_min_max(pos2(body.left(), body.bottom() - 40.0), body.max);
        let well = Rect::from_min_max(pos2(body.left(), body.top() + 72.0), pos2(body.right(), footer.top() - 16.0));
        ui.painter().rect_filled(well, CornerRadius::same(10), palette.well);
        let inner = well.shrink(8.0);
        let head = Rect::from_min_size(inner.min, vec2(inner.width() - 16.0, ROW));
        let names = [
            texts.dialogs.games_number(),
            texts.common.white(),
            texts.common.black(),
            texts.dialogs.games_date(),
            texts.dialogs.games_result(),
            texts.dialogs.games_plies(),
        ];
        cells(ui, head, names, Weight::Medium, palette.muted);
        let list = Rect::from_min_max(pos2(inner.left(), head.bottom()), inner.max);
        let mut child = ui.new_child(UiBuilder::new().id_salt("games").max_rect(list));
        child.spacing_mut().item_spacing.y = 0.0;
        let mut area = ScrollArea::vertical().id_salt("list of games").auto_shrink(false);
        if step != 0 {
            area = area.vertical_scroll_offset((self.chosen as f32 * ROW - list.height() / 2.0).max(0.0));
        }
        let mut opens = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let mut chosen = self.chosen;
        area.show_rows(&mut child, ROW, found.len(), |ui, rows| {
            for place in rows {
                let (rect, response) = ui.allocate_exact_size(vec2(head.width(), ROW), Sense::click());
                if place == chosen {
                    ui.painter().rect_filled(rect, CornerRadius::same(6), palette.accent_soft);
                }
                let (number, entry) = (found[place] + 1, games.entry(found[place]));
                let (number, plies) = (number.to_string(), entry.plies.to_string());
                let known = |text| if str::is_empty(text) { "?" } else { text };
                let Entry { white, black, date, result, .. } = entry;
                let texts = [&number, known(white), known(black), known(date), known(result), &plies];
                cells(ui, rect, texts, Weight::Regular, palette.text);
                response.widget_info(|| WidgetInfo::labeled(Role::Button, true, texts.join(" ")));
                if response.clicked() {
                    chosen = place;
                }
                opens |= response.double_clicked();
            }
        });
        self.chosen = chosen;
        match footer_ui(ui, footer, &[texts.common.cancel(), texts.dialogs.open()]) {
            Some(0) => actions.push(Action::CloseDialog),
            Some(_) => opens = true,
            None => {}
        }
        if let Some(&game) = found.get(self.chosen).filter(|_| opens) {
            actions.extend([Action::CloseDialog, Action::Do(Command::OpenListed(game))]);
        }
    }
}

/// One line of the table, each text within its column.
fn cells(ui: &Ui, line: Rect, texts: [&str; 6], weight: Weight, color: eframe::egui::Color32) {
    for (column, (text, [left, right])) in texts.into_iter().zip(COLUMNS).enumerate() {
        let is_number = matches!(column, 0 | 5);
        let align = if is_number { Align2::RIGHT_CENTER } else { Align2::LEFT_CENTER };
        let x = |share: f32| line.left() + 8.0 + share * (line.width() - 16.0);
        let cell = Rect::from_min_max(pos2(x(left), line.top()), pos2(x(right), line.bottom()));
        let painter = ui.painter().with_clip_rect(cell.intersect(ui.clip_rect()));
        text_in(&painter, cell, align, text, weight, 13.0, color);
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
