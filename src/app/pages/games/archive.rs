//! The list of finished games: filter, sortable heads, rows, and below it what the games come to.

use std::sync::Arc;

use eframe::egui::{
    Align2, CornerRadius, CursorIcon, Id, Key, Margin, Rect, Role, ScrollArea, Sense, Stroke, TextEdit, Ui, UiBuilder,
    WidgetInfo, pos2, vec2,
};

use super::rows::{Column, cell_of, haystack, own_accuracy, row_ui, words_of};
use super::{GAP, statistics};
use crate::app::View;
use crate::app::actions::{Action, Actions, AfterOpening, Leaving};
use crate::app::dialogs::paragraph;
use crate::app::fonts::Weight;
use crate::app::icons::{self, Icon};
use crate::app::pages::{card, outline};
use crate::app::widgets::{combo, focus_ring, halves, segments, text_in};
use crate::texts::{Language, Texts};
use muehle_engine::archive::{ArchivedGame, Contents, GameResult, Place, PlayerKind, Statistics};
use muehle_engine::players::Level;
use muehle_engine::rules::Color;

const ROW: f32 = 36.0;
const HEAD: f32 = 40.0;
/// From this width on a row has all columns.
const WIDE: f32 = 700.0;
/// From this width on the filter has one line.
const ONE_LINE: f32 = 760.0;

/// Whom the listed games were against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Against {
    #[default]
    All,
    Level(Level),
    Computers,
    Network,
    People,
}

impl Against {
    fn of(game: &ArchivedGame) -> Against {
        match game.opponent().map(|opponent| &opponent.kind) {
            Some(PlayerKind::Level(level)) => Against::Level(*level),
            Some(PlayerKind::Computer(_)) => Against::Computers,
            Some(PlayerKind::Network) => Against::Network,
            Some(PlayerKind::Person) | None => Against::People,
        }
    }

    fn name(self, texts: Texts) -> &'static str {
        match self {
            Against::All => texts.games.all_opponents(),
            Against::Level(level) => texts.players.level(level),
            Against::Computers => texts.games.other_computers(),
            Against::Network => texts.games.network(),
            Against::People => texts.games.two_people(),
        }
    }

    /// All, in the order of the list.
    fn all() -> impl Iterator<Item = Against> {
        let levels = Level::ALL.into_iter().map(Against::Level);
        levels.chain([Against::Computers, Against::Network, Against::People])
    }
}

/// The state of the list.
pub struct ArchiveList {
    contents: Option<Arc<Contents>>,
    statistics: Statistics,
    /// Whom any of the games was against.
    played: Vec<Against>,
    words: String,
    against: Against,
    color: Option<Color>,
    result: Option<GameResult>,
    column: Column,
    descending: bool,
    /// What a search looks at, for each game.
    haystacks: Option<(Language, Vec<String>)>,
    /// The games that are listed; none before they are looked for.
    found: Option<Arc<[usize]>>,
    /// The chosen row, and its game.
    row: usize,
    chosen: Option<Place>,
    scrolls: bool,
}

impl Default for ArchiveList {
    fn default() -> ArchiveList {
        ArchiveList {
            contents: None,
            statistics: Statistics::default(),
            played: Vec::new(),
            words: String::new(),
            against: Against::All,
            color: None,
            result: None,
            column: Column::Date,
            descending: true,
            haystacks: None,
            found: None,
            row: 0,
            chosen: None,
            scrolls: false,
        }
    }
}

impl ArchiveList {
    /// The least height of the list itself.
    pub const LEAST: f32 = HEAD + 5.0 * ROW;

    /// How many games there are.
    pub fn count(&self) -> usize {
        self.contents.as_ref().map_or(0, |contents| contents.games.len())
    }

    /// Takes in what was read, and finds the games to list.
    pub fn update(&mut self, view: &View) {
        let contents = view.controller.archive();
        if contents.map(Arc::as_ptr) != self.contents.as_ref().map(Arc::as_ptr) {
            self.contents = contents.cloned();
            self.statistics = contents.map(|contents| Statistics::of(&contents.games)).unwrap_or_default();
            let games = contents.map_or(&[][..], |contents| &contents.games);
            self.played = Against::all().filter(|one| games.iter().any(|game| Against::of(game) == *one)).collect();
            (self.haystacks, self.found) = (None, None);
        }
        if self.found.is_none() {
            let found = self.find(view.texts);
            let kept = self.chosen.as_ref().and_then(|chosen| {
                let games = &self.contents.as_ref()?.games;
                found.iter().position(|&game| games[game].place == *chosen)
            });
            self.row = kept.unwrap_or(self.row.min(found.len().saturating_sub(1)));
            self.scrolls = kept.is_some();
            self.found = Some(found.into());
            self.choose(self.row);
        }
    }

    /// The games that are listed.
    pub fn listed(&self, view: &View) -> Vec<Place> {
        let Some(contents) = view.controller.archive() else { return Vec::new() };
        let found = self.found.as_deref().unwrap_or_default();
        found.iter().filter_map(|&game| contents.games.get(game)).map(|game| game.place.clone()).collect()
    }

    /// How many games are listed, once they are looked for.
    pub fn listed_count(&self) -> Option<usize> {
        self.found.as_ref().map(|found| found.len())
    }

    /// Whether any game is listed.
    pub fn lists_any(&self) -> bool {
        self.found.as_ref().is_some_and(|found| !found.is_empty())
    }

    /// The chosen game.
    pub fn chosen<'a>(&self, view: &'a View) -> Option<&'a ArchivedGame> {
        view.controller.archive()?.games.get(*self.found.as_ref()?.get(self.row)?)
    }

    fn choose(&mut self, row: usize) {
        self.row = row;
        let game = self.found.as_ref().and_then(|found| found.get(row));
        let games = self.contents.as_ref().map(|contents| &contents.games);
        self.chosen = game.zip(games).map(|(&game, games)| games[game].place.clone());
    }

    fn find(&mut self, texts: Texts) -> Vec<usize> {
        let Some(contents) = self.contents.clone() else { return Vec::new() };
        let games = &contents.games;
        let words: Vec<String> = self.words.split_whitespace().map(str::to_lowercase).collect();
        if !words.is_empty() && self.haystacks.as_ref().is_none_or(|(language, _)| *language != texts.language) {
            self.haystacks = Some((texts.language, games.iter().map(|game| haystack(game, texts)).collect()));
        }
        let has_words = |place: usize| match &self.haystacks {
            Some((_, haystacks)) if !words.is_empty() => words.iter().all(|word| haystacks[place].contains(word)),
            _ => true,
        };
        let fits = |game: &ArchivedGame| {
            (self.against == Against::All || self.against == Against::of(game))
                && self.color.is_none_or(|color| game.own_side() == Some(color))
                && self.result.is_none_or(|wanted| match game.own_side() {
                    Some(own) => game.result_of(own) == Some(wanted),
                    None => wanted == GameResult::Drawn && game.outcome.is_some_and(|end| end.winner().is_none()),
                })
        };
        let mut found: Vec<usize> = (0..games.len()).filter(|&place| fits(&games[place]) && has_words(place)).collect();
        self.sort(&mut found, games, texts);
        found
    }

    fn sort(&self, found: &mut [usize], games: &[ArchivedGame], texts: Texts) {
        // Games of one kind are in the order of their dates, the newest first.
        found.sort_by(|&a, &b| (&games[b].date, b).cmp(&(&games[a].date, a)));
        let against = |game: &ArchivedGame| {
            let place = Against::all().position(|against| against == Against::of(game));
            (place, texts.archived_opponent(game).0.to_lowercase())
        };
        match self.column {
            Column::Date => {}
            Column::Opponent => found.sort_by_cached_key(|&game| against(&games[game])),
            Column::Color => found.sort_by_key(|&game| games[game].own_side().map_or(2, Color::index)),
            Column::Result => found.sort_by_key(|&game| games[game].own_result().map_or(3, |result| result as usize)),
            Column::Plies => found.sort_by_key(|&game| games[game].moves.len()),
            Column::Accuracy => found.sort_by_key(|&game| own_accuracy(&games[game])),
        }
        // Dates are sorted newest first already.
        if self.descending != (self.column == Column::Date) {
            found.reverse();
        }
    }

    /// The height of the filter.
    pub fn filters_height(width: f32) -> f32 {
        if width >= ONE_LINE { 36.0 } else { 80.0 }
    }

    /// The height of the cards with the statistics.
    pub fn cards_height(width: f32) -> f32 {
        statistics::height(width)
    }

    /// Filter, list of a height, and statistics.
    pub fn ui(&mut self, ui: &mut Ui, area: Rect, rows: f32, has_keys: bool, view: &View, actions: &mut Actions) {
        let upper = ArchiveList::filters_height(area.width()) + GAP + rows;
        self.list_ui(ui, area.with_max_y(area.top() + upper), rows, has_keys, view, actions);
        self.cards_ui(ui, area.with_min_y(area.top() + upper + GAP), view);
    }

    /// The statistics.
    pub fn cards_ui(&self, ui: &mut Ui, area: Rect, view: &View) {
        let games = self.contents.as_ref().map_or(&[][..], |contents| &contents.games);
        statistics::cards_ui(ui, area, &self.statistics, games, view);
    }

    /// Filter and list.
    pub fn list_ui(&mut self, ui: &mut Ui, area: Rect, rows: f32, has_keys: bool, view: &View, actions: &mut Actions) {
        let filters = Rect::from_min_size(area.min, vec2(area.width(), ArchiveList::filters_height(area.width())));
        self.filters_ui(ui, filters, view);
        let list = Rect::from_min_size(pos2(area.left(), filters.bottom() + GAP), vec2(area.width(), rows));
        card(ui, list, view.palette);
        self.rows_ui(ui, list, has_keys, view, actions);
    }

    fn filters_ui(&mut self, ui: &mut Ui, area: Rect, view: &View) {
        let texts = view.texts;
        let row =
            |number: usize| Rect::from_min_size(area.min + vec2(0.0, 44.0 * number as f32), vec2(area.width(), 36.0));
        let [search, against, color, result] = match area.height() > 36.0 {
            true => {
                let [search, against] = halves(row(0));
                let color = row(1).with_max_x(row(1).left() + 0.34 * area.width());
                [search, against, color, row(1).with_min_x(color.right() + 8.0)]
            }
            false => {
                let mut left = area.left();
                [0.235, 0.205, 0.195, 0.365].map(|share| {
                    let width = share * (area.width() - 36.0);
                    let part = Rect::from_min_size(pos2(left, area.top()), vec2(width, 36.0));
                    left = part.right() + 12.0;
                    part
                })
            }
        };
        let before = (self.against, self.color, self.result);
        let edit = TextEdit::singleline(&mut self.words)
            .hint_text(texts.games.search())
            .char_limit(200)
            .margin(Margin::symmetric(12, 9));
        let response = ui.put(search, edit);
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, texts.games.search()));
        let mut changed = response.changed();
        let played = self.played.iter().copied();
        let entries: Vec<_> =
            [Against::All].into_iter().chain(played).map(|one| (one.name(texts).to_owned(), one)).collect();
        let now = self.against.name(texts);
        if let Some(chosen) = combo(ui, against, texts.games.by_opponent(), now, &entries, true) {
            self.against = chosen;
        }
        let colors = [None, Some(Color::White), Some(Color::Black)];
        let name = |color: Option<Color>| color.map_or(texts.games.all_colors(), |color| texts.side(color));
        let entries = colors.map(|color| (name(color).to_owned(), color));
        if let Some(chosen) = combo(ui, color, texts.games.by_color(), name(self.color), &entries, true) {
            self.color = chosen;
        }
        let results = [None, Some(GameResult::Won), Some(GameResult::Drawn), Some(GameResult::Lost)];
        let words = results.map(|result| result.map_or(texts.games.all(), |result| texts.games.own_result(result)));
        let now = results.iter().position(|result| *result == self.result).unwrap_or(0);
        if let Some(chosen) = segments(ui, result, "results", &words, now, true) {
            self.result = results[chosen];
        }
        outline(ui, result, view.palette);
        changed |= before != (self.against, self.color, self.result);
        if changed {
            self.found = None;
            ui.ctx().request_repaint();
        }
    }

    fn rows_ui(&mut self, ui: &mut Ui, area: Rect, has_keys: bool, view: &View, actions: &mut Actions) {
        let (texts, palette) = (view.texts, view.palette);
        let wide = area.width() >= WIDE;
        let margin = if wide { 24.0 } else { 14.0 };
        // The bar for scrolling has a place of its own.
        let line = Rect::from_min_size(area.min + vec2(margin, 0.0), vec2(area.width() - 2.0 * margin - 6.0, HEAD));
        self.heads_ui(ui, line, wide, view);
        // What was chosen just now is listed at once.
        self.update(view);
        ui.painter().hline(area.shrink(1.0).x_range(), line.bottom() - 0.5, Stroke::new(1.0, palette.hairline));
        let rows = Rect::from_min_max(pos2(area.left() + 4.0, line.bottom() + 1.0), area.max - vec2(4.0, 4.0));
        let Some((contents, found)) = self.contents.clone().zip(self.found.clone()) else { return };
        if found.is_empty() {
            let rest = rows.shrink2(vec2(margin, 16.0));
            paragraph(ui, rest, texts.games.none_found(), 14.0, palette.muted);
            return;
        }
        let free = ui.ctx().memory(|memory| memory.focused()).is_none();
        let pressed = |key: Key| has_keys && ui.input(|input| input.key_pressed(key));
        let page = (rows.height() / ROW) as usize;
        let mut row = self.row;
        for (key, target) in [
            (Key::ArrowDown, row + 1),
            (Key::ArrowUp, row.saturating_sub(1)),
            (Key::PageDown, row + page),
            (Key::PageUp, row.saturating_sub(page)),
        ] {
            if pressed(key) {
                row = target.min(found.len() - 1);
            }
        }
        let deletes = free && pressed(Key::Delete);
        let moved = row != self.row;
        let scrolls = std::mem::take(&mut self.scrolls) || moved;
        // Enter in the field of the search takes the focus away from it.
        let enter = pressed(Key::Enter);
        let mut opens = enter && free;
        let mut child = ui.new_child(UiBuilder::new().id_salt("archive").max_rect(rows));
        child.spacing_mut().item_spacing.y = 0.0;
        let mut scroll = ScrollArea::vertical().id_salt("list of archived games").auto_shrink(false);
        if scrolls {
            scroll = scroll.vertical_scroll_offset((row as f32 * ROW - rows.height() / 2.0).max(0.0));
        }
        scroll.show_rows(&mut child, ROW, found.len(), |ui, places| {
            for place in places {
                let game = &contents.games[found[place]];
                let (rect, response) = ui.allocate_exact_size(vec2(rows.width() - 10.0, ROW), Sense::click());
                let cells = line.with_min_y(rect.top()).with_max_y(rect.bottom());
                row_ui(ui, rect, cells, wide, place == row, response.hovered(), game, view);
                focus_ring(ui.painter(), rect.shrink(3.0), CornerRadius::same(6), &response, palette);
                let words = words_of(game, texts);
                response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, place == row, &words));
                if response.clicked() {
                    row = place;
                }
                opens |= response.double_clicked() || (enter && response.has_focus());
            }
        });
        if row != self.row {
            self.choose(row);
        }
        let Some(game) = self.chosen(view) else { return };
        if opens {
            let leaving = Leaving::OpenArchived(game.place.clone(), AfterOpening::Review);
            actions.push(Action::Leave(leaving));
        } else if deletes {
            actions.push(ask_to_delete(game, texts));
        }
    }

    fn heads_ui(&mut self, ui: &mut Ui, line: Rect, wide: bool, view: &View) {
        let (texts, palette) = (view.texts, view.palette);
        for column in Column::ALL {
            let Some((shares, align)) = column.place(wide) else { continue };
            let cell = cell_of(line, shares);
            let name = column.name(texts);
            let sorted = self.column == column;
            let response = ui.interact(cell, Id::unique(("sort", column as usize)), Sense::click());
            let response = response.on_hover_cursor(CursorIcon::PointingHand);
            response.widget_info(|| WidgetInfo::selected(Role::Button, true, sorted, name));
            let arrow = if sorted { 14.0 } else { 0.0 };
            let (weight, ink) = if sorted { (Weight::Medium, palette.text) } else { (Weight::Medium, palette.muted) };
            let place = if align == Align2::RIGHT_CENTER { cell.with_max_x(cell.right() - arrow) } else { cell };
            let width = text_in(ui.painter(), place, align, name, weight, 13.0, ink);
            if sorted {
                let right = align.align_size_within_rect(vec2(width, 1.0), place).right();
                let icon = if self.descending { Icon::Down } else { Icon::Up };
                icons::paint(ui.painter(), icon, pos2(right + 9.0, cell.center().y), 5.0, ink);
            }
            focus_ring(ui.painter(), cell.shrink2(vec2(-4.0, 8.0)), CornerRadius::same(6), &response, palette);
            if response.clicked() {
                let usual = matches!(column, Column::Date | Column::Plies | Column::Accuracy);
                self.descending = if sorted { !self.descending } else { usual };
                (self.column, self.found) = (column, None);
                ui.ctx().request_repaint();
            }
            response.on_hover_text(texts.games.sort_tip(name));
        }
    }
}

/// Asks before a game is deleted.
pub fn ask_to_delete(game: &ArchivedGame, texts: Texts) -> Action {
    let words = texts.games.delete_text(texts.archived_title(game), texts.games.date_of(&game.date));
    Action::AskDelete(game.place.clone(), words)
}

/// The card of a page without games.
pub fn empty_card(ui: &Ui, area: Rect, view: &View) {
    let texts = view.texts.games;
    card(ui, area, view.palette);
    let words = match () {
        () if view.controller.is_reading_archive() => texts.reading(),
        () if view.settings.keep_games => texts.none(),
        () => texts.none_kept(),
    };
    paragraph(ui, area.shrink(20.0), words, 14.0, view.palette.text);
    let response = ui.interact(area, Id::unique("no games"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words));
}
