//! Who plays: two columns, one a side.

use eframe::egui::{
    Align2, ComboBox, CornerRadius, Margin, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, TextEdit, Ui,
    UiBuilder, Vec2, pos2, vec2,
};

use super::footer_ui;
use crate::app::View;
use crate::app::actions::{Action, Actions, DialogKind, Leaving};
use crate::app::board::stones::{self, StoneLook};
use crate::app::fonts::Weight;
use crate::app::icons::Icon;
use crate::app::settings::Settings;
use crate::app::texts::{fill, seconds_text};
use crate::app::widgets::{ButtonStyle, Face, button_at, radio, segments, slider, stepper, text_in, text_width};
use crate::controller::{ComputerSettings, MAX_NAME, PlayerKind, Seat, ThinkingLimit};
use crate::rules::{Color, RemovalRule};

pub(super) const SIZE: Vec2 = vec2(704.0, 546.0);
/// The height of a column.
const COLUMN: f32 = 476.0;

/// The dialog's state. Each side keeps its computer's settings while a person sits there.
pub struct PlayersDialog {
    settings: Settings,
    computers: [ComputerSettings; 2],
    heuristics: Vec<String>,
    /// The side a partner on another computer plays.
    partner: Option<Color>,
}

impl PlayersDialog {
    pub(super) fn new(settings: &Settings, heuristics: Vec<String>) -> PlayersDialog {
        let computers = [0, 1].map(|side: usize| {
            let other = &settings.seats[1 - side];
            settings.seats[side].settings().or(other.settings()).cloned().unwrap_or_default()
        });
        PlayersDialog { settings: settings.clone(), computers, heuristics, partner: None }
    }

    pub(super) fn ui(&mut self, ui: &mut Ui, body: Rect, view: &View, actions: &mut Actions) {
        let texts = view.texts;
        let footer = Rect::from_min_max(pos2(body.left(), body.bottom() - 40.0), body.max);
        let area = Rect::from_min_max(body.min, pos2(body.right(), footer.top() - 14.0));
        let narrow = body.width() < 640.0;
        let gap = if narrow { 12.0 } else { 32.0 };
        let mut child = ui.new_child(UiBuilder::new().id_salt("columns").max_rect(area));
        ScrollArea::vertical().id_salt("players").auto_shrink(false).show(&mut child, |ui| {
            let width = (area.width() - gap) / 2.0;
            let (rect, _) = ui.allocate_exact_size(vec2(area.width(), COLUMN), Sense::hover());
            for side in Color::BOTH {
                let left = rect.left() + side.index() as f32 * (width + gap);
                let column = Rect::from_min_size(pos2(left, rect.top()), vec2(width, COLUMN));
                self.column_ui(ui, column, side, view);
            }
            if !narrow {
                let center = pos2(rect.center().x, rect.top() + 32.0);
                let swap = Rect::from_center_size(center, Vec2::splat(30.0));
                ui.painter().circle_filled(center, 20.0, view.palette.dialog);
                let face = Face::Icon(Icon::Swap, texts.swap_sides);
                if button_at(ui, swap, "swap", face, ButtonStyle::Plain, true).clicked() {
                    self.settings.seats.swap(0, 1);
                    self.computers.swap(0, 1);
                    self.partner = self.partner.map(|side| !side);
                }
            }
        });
        self.rules_ui(ui, footer, view, actions);
        match footer_ui(ui, footer, &[texts.cancel, texts.start_game]) {
            Some(0) => actions.push(Action::CloseDialog),
            Some(_) => match self.partner {
                Some(side) => self.look_for_partner(!side, view, actions),
                None => {
                    let start = Leaving::StartWith(Box::new(self.settings.clone()));
                    actions.extend([Action::CloseDialog, Action::Leave(start)]);
                }
            },
            None => {}
        }
    }

    fn look_for_partner(&mut self, own: Color, view: &View, actions: &mut Actions) {
        let seat = &self.settings.seats[own.index()];
        let name = if seat.name.is_empty() { view.texts.usual_name(own, seat) } else { seat.name.clone() };
        if let Some(command) = self.settings.network.command(name, own, self.settings.rules) {
            let leaving = Leaving::Online(Box::new(command));
            actions.extend([Action::Set(Box::new(self.settings.clone())), Action::CloseDialog, Action::Leave(leaving)]);
        }
    }

    fn rules_ui(&mut self, ui: &mut Ui, footer: Rect, view: &View, actions: &mut Actions) {
        let (texts, palette) = (view.texts, view.palette);
        let line = match self.settings.rules.removal {
            RemovalRule::Never => texts.rules_line_never,
            RemovalRule::Any => texts.rules_line_any,
        };
        let change = text_width(ui, texts.change, Weight::SemiBold, 13.0) + 12.0;
        let buttons = text_width(ui, texts.cancel, Weight::Medium, 14.0)
            + text_width(ui, texts.start_game, Weight::SemiBold, 14.5)
            + 110.0;
        let room = footer.width() - buttons - change;
        if room < 120.0 {
            return;
        }
        let area = Rect::from_min_size(footer.min, vec2(room, footer.height()));
        let width = text_in(ui.painter(), area, Align2::LEFT_CENTER, line, Weight::Regular, 13.0, palette.muted);
        let rect = Rect::from_min_size(pos2(footer.left() + width + 4.0, footer.top() + 6.0), vec2(change, 28.0));
        if button_at(ui, rect, "change rules", Face::Text(texts.change), ButtonStyle::Link, true).clicked() {
            actions.push(Action::Show(DialogKind::Rules));
        }
    }

    fn column_ui(&mut self, ui: &mut Ui, rect: Rect, side: Color, view: &View) {
        let (texts, palette) = (view.texts, view.palette);
        let painter = ui.painter().clone();
        let border = Stroke::new(1.0, palette.card_border);
        painter.rect(rect, CornerRadius::same(12), palette.card, border, StrokeKind::Inside);
        let pad = if rect.width() < 320.0 { 14.0 } else { 20.0 };
        let (left, width) = (rect.left() + pad, rect.width() - 2.0 * pad);
        let row = |top: f32, height: f32| Rect::from_min_size(pos2(left, rect.top() + top), vec2(width, height));
        let caption = |top: f32, text: &str| {
            text_in(&painter, row(top, 18.0), Align2::LEFT_CENTER, text, Weight::Medium, 12.5, palette.muted);
        };
        let stone = pos2(left + 15.0, rect.top() + 32.0);
        stones::paint(&painter, stone, 15.0, &palette.stones[side.index()], StoneLook::lying(palette.shadow));
        let head = Rect::from_min_max(pos2(left + 42.0, rect.top() + 20.0), pos2(left + width, rect.top() + 44.0));
        text_in(&painter, head, Align2::LEFT_CENTER, texts.side(side), Weight::SemiBold, 16.5, palette.text);
        if side == Color::White {
            text_in(&painter, head, Align2::RIGHT_CENTER, texts.begins, Weight::Regular, 13.0, palette.muted);
        }
        caption(62.0, texts.name);
        let seat = &mut self.settings.seats[side.index()];
        let hint = texts.usual_name(side, &Seat { name: String::new(), kind: seat.kind.clone() });
        let edit =
            TextEdit::singleline(&mut seat.name).hint_text(hint).char_limit(MAX_NAME).margin(Margin::symmetric(12, 9));
        let response = ui.put(row(84.0, 36.0), edit);
        let label = format!("{} {}", texts.name, texts.side(side));
        response.widget_info(|| eframe::egui::WidgetInfo::labeled(eframe::egui::Role::TextInput, true, &label));
        caption(138.0, texts.kind);
        let is_partner = self.partner == Some(side);
        let is_human = seat.is_human() && !is_partner;
        let is_computer = !seat.is_human() && !is_partner;
        let (left_half, right_half) = row(158.0, 26.0).split_left_right_at_fraction(0.5);
        if radio(ui, left_half, ("human", side.index()), texts.kind_human, is_human) && !is_human {
            seat.kind = PlayerKind::Human;
            self.partner = self.partner.filter(|partner| *partner != side);
        }
        if radio(ui, right_half, ("network", side.index()), texts.network().kind, is_partner) {
            // A partner plays with the person at this window.
            self.partner = Some(side);
            self.settings.seats[(!side).index()].kind = PlayerKind::Human;
        }
        if radio(ui, row(187.0, 26.0), ("computer", side.index()), texts.kind_computer, is_computer) && !is_computer {
            self.settings.seats[side.index()].kind = PlayerKind::Computer(self.computers[side.index()].clone());
            self.partner = None;
        }
        let below = row(232.0, COLUMN - 246.0);
        if self.partner == Some(side) {
            self.settings.network.ui(ui, below, view);
        } else {
            self.computer_ui(ui, below, side, view);
        }
    }

    /// The computer's options; they stay in place when a person plays.
    fn computer_ui(&mut self, ui: &mut Ui, area: Rect, side: Color, view: &View) {
        let (texts, palette) = (view.texts, view.palette);
        let index = side.index();
        let enabled = !self.settings.seats[index].is_human();
        let mut computer = match &self.settings.seats[index].kind {
            PlayerKind::Computer(settings) => settings.clone(),
            PlayerKind::Human | PlayerKind::Network => self.computers[index].clone(),
        };
        let painter = ui.painter().clone();
        let row = |top: f32, height: f32| {
            Rect::from_min_size(pos2(area.left(), area.top() + top), vec2(area.width(), height))
        };
        let caption = |top: f32, text: &str| {
            text_in(&painter, row(top, 18.0), Align2::LEFT_CENTER, text, Weight::Medium, 12.5, palette.muted);
        };
        caption(0.0, texts.strength_caption);
        let by_depth = usize::from(matches!(computer.limit, ThinkingLimit::Depth(_)));
        let words = [texts.time_per_move, texts.fixed_depth];
        if let Some(chosen) = segments(ui, row(22.0, 34.0), ("limit", index), &words, by_depth, enabled) {
            computer.limit = if chosen == 0 { ThinkingLimit::Time(1000) } else { ThinkingLimit::Depth(6) };
        }
        let line = row(66.0, 32.0);
        let shown = Rect::from_min_max(pos2(line.right() - 76.0, line.top()), line.max);
        let rail = Rect::from_min_max(line.min, pos2(shown.left() - 25.0, line.bottom())).translate(vec2(9.0, 0.0));
        let (place, text) = match computer.limit {
            ThinkingLimit::Time(time) => (time_to_place(time), fill(texts.seconds, &[("time", &seconds_text(time))])),
            ThinkingLimit::Depth(depth) => (depth_to_place(depth), depth.to_string()),
        };
        if let Some(place) = slider(ui, rail, ("limit", index), words[by_depth], place, enabled) {
            computer.limit = match computer.limit {
                ThinkingLimit::Time(_) => ThinkingLimit::Time(place_to_time(place)),
                ThinkingLimit::Depth(_) => ThinkingLimit::Depth(place_to_depth(place)),
            };
        }
        let ink = if enabled { palette.text } else { palette.disabled };
        let ground = if enabled { palette.field } else { palette.button };
        painter.rect(shown, CornerRadius::same(8), ground, Stroke::new(1.0, palette.button_border), StrokeKind::Inside);
        text_in(&painter, shown.shrink(4.0), Align2::CENTER_CENTER, &text, Weight::Medium, 14.0, ink);
        let line = row(110.0, 34.0);
        let number = Rect::from_min_max(pos2(line.right() - 108.0, line.top()), line.max);
        let plies = u16::from(computer.quiescence);
        let most = u16::from(ComputerSettings::MAX_QUIESCENCE);
        if let Some(plies) = stepper(ui, number, ("quiescence", index), texts.quiescence, plies, (0..=most, 1), enabled)
        {
            computer.quiescence = plies as u8;
        }
        let words = Rect::from_min_max(line.min, pos2(number.left() - 8.0, line.bottom()));
        let width = text_in(&painter, words, Align2::LEFT_CENTER, texts.quiescence, Weight::Regular, 14.0, ink);
        let rest = Rect::from_min_max(pos2(words.left() + width + 8.0, words.top()), words.max);
        if rest.width() > 44.0 {
            text_in(
                &painter,
                rest,
                Align2::LEFT_CENTER,
                texts.zero_is_off,
                Weight::Regular,
                12.5,
                if enabled { palette.muted } else { palette.disabled },
            );
        }
        caption(158.0, texts.heuristic);
        let rect = row(180.0, 36.0);
        let mut child = ui.new_child(UiBuilder::new().id_salt(("heuristic", index)).max_rect(rect));
        if !enabled {
            child.disable();
        }
        child.spacing_mut().button_padding = vec2(12.0, 8.0);
        child.spacing_mut().interact_size.y = 36.0;
        if enabled {
            let widgets = &mut child.visuals_mut().widgets;
            widgets.inactive.weak_bg_fill = palette.field;
            widgets.hovered.weak_bg_fill = palette.field;
        }
        let chosen = RichText::new(&computer.heuristic).font(Weight::Regular.size(14.0)).color(ink);
        let label = format!("{} {}", texts.heuristic, texts.side(side));
        let response = ComboBox::from_id_salt(("heuristics", index)).width(rect.width()).selected_text(chosen).show_ui(
            &mut child,
            |ui| {
                for name in &self.heuristics {
                    let text = RichText::new(name).font(Weight::Regular.size(14.0));
                    ui.selectable_value(&mut computer.heuristic, name.clone(), text);
                }
            },
        );
        response
            .response
            .widget_info(|| eframe::egui::WidgetInfo::labeled(eframe::egui::Role::ComboBox, enabled, &label));
        if enabled {
            self.settings.seats[index].kind = PlayerKind::Computer(computer.clone());
        }
        self.computers[index] = computer;
    }
}

/// Times lie on a logarithmic scale: a tenth of a second matters as much as half a minute.
fn time_to_place(time: u64) -> f32 {
    let [least, most] = ThinkingLimit::TIMES.map(|time| (time as f32).ln());
    ((time.max(1) as f32).ln() - least) / (most - least)
}

fn place_to_time(place: f32) -> u64 {
    let [least, most] = ThinkingLimit::TIMES.map(|time| (time as f32).ln());
    let time = (least + place * (most - least)).exp();
    // Two leading digits are enough.
    let unit = 10_f32.powf(time.log10().floor() - 1.0);
    ((time / unit).round() * unit).round() as u64
}

fn depth_to_place(depth: u8) -> f32 {
    let [least, most] = ThinkingLimit::DEPTHS.map(f32::from);
    (f32::from(depth) - least) / (most - least)
}

fn place_to_depth(place: f32) -> u8 {
    let [least, most] = ThinkingLimit::DEPTHS.map(f32::from);
    (least + place * (most - least)).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sliders_reach_both_ends_and_come_back() {
        assert_eq!([place_to_time(0.0), place_to_time(1.0)], ThinkingLimit::TIMES);
        assert_eq!([place_to_depth(0.0), place_to_depth(1.0)], ThinkingLimit::DEPTHS);
        for time in [100, 300, 1000, 2500, 30_000] {
            assert_eq!(place_to_time(time_to_place(time)), time);
        }
        for depth in 1..=20 {
            assert_eq!(place_to_depth(depth_to_place(depth)), depth);
        }
    }
}
