//! The rows of a computer's options in the players dialog.

use eframe::egui::{
    Align2, Color32, CornerRadius, DragValue, Margin, Rect, Role, Stroke, StrokeKind, TextEdit, TextStyle, Ui,
    UiBuilder, WidgetInfo, pos2, vec2,
};

use super::limits::{self, Limits};
use crate::app::View;
use crate::app::dialogs::paragraph;
use crate::app::fonts::Weight;
use crate::app::widgets::{Scale, check, combo, group, segments, slider, stepper, text_in};
use crate::controller::{ComputerSettings, MAX_NAME, Method, ThinkingLimit};
use muehle_engine::heuristics::library;
use muehle_engine::players::Level;
use muehle_engine::rules::Color;

/// The rows of a computer's options.
pub struct Form<'a, 'v> {
    pub ui: &'a mut Ui,
    pub area: Rect,
    pub side: Color,
    pub view: &'a View<'v>,
    pub enabled: bool,
}

impl Form<'_, '_> {
    fn row(&self, top: f32, height: f32) -> Rect {
        Rect::from_min_size(pos2(self.area.left(), self.area.top() + top), vec2(self.area.width(), height))
    }

    fn ink(&self) -> Color32 {
        if self.enabled { self.view.palette.text } else { self.view.palette.disabled }
    }

    pub fn caption(&self, top: f32, text: &str) {
        let (row, muted) = (self.row(top, 18.0), self.view.palette.muted);
        text_in(self.ui.painter(), row, Align2::LEFT_CENTER, text, Weight::Medium, 12.5, muted);
    }

    pub fn explanation(&self, top: f32, text: &str) {
        let color = if self.enabled { self.view.palette.muted } else { self.view.palette.disabled };
        paragraph(self.ui, self.row(top, 40.0), text, 12.5, color);
    }

    /// The places of a slider and its value.
    fn slider_row(&self, top: f32) -> (Rect, Rect) {
        let line = self.row(top, 32.0);
        let value = Rect::from_min_max(pos2(line.right() - 76.0, line.top()), line.max);
        let rail = Rect::from_min_max(line.min, pos2(value.left() - 25.0, line.bottom())).translate(vec2(9.0, 0.0));
        (rail, value)
    }

    /// A slider with its value.
    pub fn slider(&mut self, top: f32, id: &str, name: &str, number: (f64, Scale), shown: &str) -> Option<f64> {
        let palette = self.view.palette;
        let (rail, value) = self.slider_row(top);
        let moved = slider(self.ui, rail, (id, self.side.index()), name, number, self.enabled);
        let ground = if self.enabled { palette.field } else { palette.button };
        let painter = self.ui.painter();
        painter.rect(value, CornerRadius::same(8), ground, Stroke::new(1.0, palette.button_border), StrokeKind::Inside);
        text_in(painter, value.shrink(4.0), Align2::CENTER_CENTER, shown, Weight::Medium, 14.0, self.ink());
        moved
    }

    /// A caption with a number.
    pub fn number(
        &mut self,
        top: f32,
        name: &str,
        note: &str,
        value: u16,
        range: (std::ops::RangeInclusive<u16>, u16),
    ) -> Option<u16> {
        let (words, field) = self.number_row(top);
        let changed = stepper(self.ui, field, (top as u32, self.side.index()), name, value, range, self.enabled);
        let painter = self.ui.painter();
        let width = text_in(painter, words, Align2::LEFT_CENTER, name, Weight::Regular, 14.0, self.ink());
        let rest = Rect::from_min_max(pos2(words.left() + width + 8.0, words.top()), words.max);
        if rest.width() > 44.0 && !note.is_empty() {
            let color = if self.enabled { self.view.palette.muted } else { self.view.palette.disabled };
            text_in(painter, rest, Align2::LEFT_CENTER, note, Weight::Regular, 12.5, color);
        }
        changed
    }

    /// A row with room for words and, at its right end, for a number.
    fn number_row(&self, top: f32) -> (Rect, Rect) {
        let line = self.row(top, 34.0);
        let field = Rect::from_min_max(pos2(line.right() - 108.0, line.top()), line.max);
        (Rect::from_min_max(line.min, pos2(field.left() - 8.0, line.bottom())), field)
    }

    /// A tick with a number beside it, which is there while it is ticked: whether the tick was clicked, and the new number.
    pub fn check_with_number(
        &mut self,
        top: f32,
        words: &str,
        ticked: bool,
        (name, value, range): (&str, u16, (std::ops::RangeInclusive<u16>, u16)),
    ) -> (bool, Option<u16>) {
        let (row, field) = self.number_row(top);
        let id = (top as u32, self.side.index());
        let clicked = check(self.ui, row, ("check", id), words, ticked);
        let number = ticked.then(|| stepper(self.ui, field, id, name, value, range, self.enabled)).flatten();
        (clicked, number)
    }

    /// A drop-down list.
    pub fn choice<T: Clone>(&mut self, top: f32, name: &str, chosen: &str, entries: &[(String, T)]) -> Option<T> {
        let rect = self.row(top, 36.0);
        self.choice_in(rect, name, chosen, entries)
    }

    fn choice_in<T: Clone>(&mut self, rect: Rect, name: &str, chosen: &str, entries: &[(String, T)]) -> Option<T> {
        let label = format!("{name} {}", self.view.texts.side(self.side));
        combo(self.ui, rect, &label, chosen, entries, self.enabled)
    }

    /// The level and what it is like. The last choice is to have none, but settings of one's own.
    pub fn level_ui(&mut self, computer: &mut ComputerSettings, offered: &[Level]) {
        let texts = self.view.texts.players;
        self.caption(0.0, texts.level_caption());
        let name = |level: Option<Level>| level.map_or(texts.own_settings(), |level| texts.level(level)).to_owned();
        let choices = offered.iter().copied().map(Some).chain([None]);
        let entries: Vec<(String, Option<Level>)> = choices.map(|level| (name(level), level)).collect();
        if let Some(level) = self.choice(22.0, texts.level_caption(), &name(computer.level), &entries) {
            *computer = match level {
                Some(level) => computer.with_level(level),
                None => ComputerSettings { level: None, ..computer.clone() },
            };
        }
        if let Some(level) = computer.level {
            self.explanation(72.0, texts.level_note(level));
        }
    }

    /// How long it thinks.
    pub fn limit_ui(&mut self, computer: &mut ComputerSettings, limits: &mut Limits) {
        let texts = self.view.texts.players;
        self.caption(72.0, texts.strength_caption());
        let was = self.enabled;
        // A random move takes no thinking.
        self.enabled &= computer.method != Method::Random;
        let second = if computer.method == Method::Mcts { texts.iterations() } else { texts.fixed_depth() };
        let words = [texts.time_per_move(), second];
        let timed = matches!(computer.limit, ThinkingLimit::Time(_));
        let (row, id) = (self.row(94.0, 34.0), ("limit", self.side.index()));
        let mut choices = group(self.ui, Role::RadioGroup, texts.strength_caption());
        if let Some(chosen) = segments(&mut choices, row, id, &words, usize::from(!timed), self.enabled) {
            computer.limit = limits.choose(chosen == 0, computer.method);
        }
        let name = words[usize::from(!matches!(computer.limit, ThinkingLimit::Time(_)))];
        let (rail, field) = self.slider_row(138.0);
        let id = ("limit", self.side.index());
        if let Some(value) = slider(self.ui, rail, id, name, limits::on_scale(computer.limit), self.enabled) {
            computer.limit = limits::from_typed(computer.limit, value);
        }
        self.typed_ui(field, name, &mut computer.limit);
        limits.keep(computer.limit);
        self.enabled = was;
    }

    /// The number beside the slider, which can be typed.
    fn typed_ui(&mut self, field: Rect, name: &str, limit: &mut ThinkingLimit) {
        let (palette, enabled) = (self.view.palette, self.enabled);
        let mut child = self.ui.new_child(UiBuilder::new().id_salt(("typed limit", self.side.index())).max_rect(field));
        if !enabled {
            child.disable();
        }
        let widgets = &mut child.visuals_mut().widgets;
        for style in [&mut widgets.inactive, &mut widgets.hovered, &mut widgets.active, &mut widgets.noninteractive] {
            style.weak_bg_fill = if enabled { palette.field } else { palette.button };
            style.bg_stroke = Stroke::new(1.0, palette.button_border);
            style.corner_radius = CornerRadius::same(8);
        }
        child.style_mut().drag_value_text_style = TextStyle::Body;
        let (mut value, range) = limits::typed(*limit);
        let seconds = matches!(limit, ThinkingLimit::Time(_));
        let language = self.view.texts.language;
        let drag = DragValue::new(&mut value)
            .range(range)
            .speed(if seconds { 0.02 } else { 0.1 })
            .custom_formatter(move |value, _| match seconds {
                true => language.seconds((value * 1000.0).round() as u64),
                false => format!("{value:.0}"),
            })
            .custom_parser(|text| text.trim().trim_end_matches('s').trim_end().replace(',', ".").parse().ok())
            .suffix(if seconds { " s" } else { "" });
        let response = child.put(field, drag);
        let label = format!("{name} {}", self.view.texts.side(self.side));
        response.widget_info(|| WidgetInfo::labeled(Role::SpinButton, enabled, &label));
        if response.changed() {
            *limit = limits::from_typed(*limit, value);
        }
    }

    /// The command that starts another program.
    pub fn program_ui(&mut self, computer: &mut ComputerSettings, missing: bool) {
        let texts = self.view.texts.players;
        let (row, palette) = (self.row(182.0, 18.0), self.view.palette);
        let (words, color) = match missing && computer.program.trim().is_empty() {
            true => (texts.no_program(), palette.danger),
            false => (texts.program(), palette.muted),
        };
        text_in(self.ui.painter(), row, Align2::LEFT_CENTER, words, Weight::Medium, 12.5, color);
        let label = format!("{words} {}", self.view.texts.side(self.side));
        let field = self.row(202.0, 36.0);
        let hint = texts.program_hint();
        self.text_in_field(field, "program", &label, hint, &mut computer.program, ComputerSettings::MAX_COMMAND);
        if self.check(248.0, "split", texts.split(), computer.split) {
            computer.split ^= true;
        }
    }

    /// A box to tick; true when it was clicked.
    pub fn check(&mut self, top: f32, id: &str, words: &str, ticked: bool) -> bool {
        let row = self.row(top, 26.0);
        check(self.ui, row, (id, self.side.index()), words, ticked)
    }

    fn text_in_field(&mut self, field: Rect, id: &str, label: &str, hint: &str, text: &mut String, most: usize) {
        let edit = TextEdit::singleline(text).hint_text(hint).char_limit(most).margin(Margin::symmetric(12, 9));
        let mut child = self.ui.new_child(UiBuilder::new().id_salt((id, self.side.index())).max_rect(field));
        if !self.enabled {
            child.disable();
        }
        let response = child.put(field, edit);
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, self.enabled, label));
    }

    /// The heuristic that learns: an existing one or a new name.
    pub fn learner_ui(&mut self, computer: &mut ComputerSettings, heuristics: &[String]) {
        let texts = self.view.texts.players;
        let name = computer.heuristic.trim();
        let same = |known: &String| known.to_lowercase() == name.to_lowercase();
        let note = match () {
            () if !library::is_valid_name(name) => texts.note_no_name(),
            () if library::is_shipped(name) => texts.note_shipped(),
            () if !heuristics.iter().any(same) => texts.note_new(),
            () => "",
        };
        let title = texts.heuristic();
        self.caption(230.0, &if note.is_empty() { title.to_owned() } else { format!("{title} · {note}") });
        let row = self.row(252.0, 36.0);
        let field = Rect::from_min_max(row.min, pos2(row.right() - 56.0, row.bottom()));
        let list = Rect::from_min_max(pos2(field.right() + 6.0, row.top()), row.max);
        let label = format!("{} {}", texts.heuristic(), self.view.texts.side(self.side));
        self.text_in_field(field, "learner", &label, "", &mut computer.heuristic, MAX_NAME);
        let entries: Vec<_> = heuristics.iter().map(|name| (name.clone(), name.clone())).collect();
        if let Some(name) = self.choice_in(list, texts.known_heuristics(), "", &entries) {
            computer.heuristic = name;
        }
    }
}
