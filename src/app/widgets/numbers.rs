//! Numbers that a person can change: steppers and sliders.

use std::ops::RangeInclusive;

use eframe::egui::accesskit::{self, ActionData};
use eframe::egui::{
    Align2, CornerRadius, Event, EventFilter, Id, Key, Modifiers, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, pos2, vec2,
};

use super::{chosen_now, focus_ring, text_in};
use crate::app::focus;
use crate::app::fonts::Weight;
use crate::app::icons::{self, Icon};
use crate::app::theme;

/// A number between a minus and a plus button. Arrow keys and digits change it too. Returns the new number.
pub fn stepper(
    ui: &mut Ui,
    rect: Rect,
    id: impl std::hash::Hash + std::fmt::Debug + Copy,
    name: &str,
    value: u16,
    (range, step): (RangeInclusive<u16>, u16),
    enabled: bool,
) -> Option<u16> {
    let palette = theme::of(ui);
    let painter = ui.painter().clone();
    let fill = if enabled { palette.field } else { palette.button };
    painter.rect(rect, CornerRadius::same(8), fill, Stroke::new(1.0, palette.button_border), StrokeKind::Inside);
    let third = rect.width() / 3.0;
    let ink = if enabled { palette.text } else { palette.disabled };
    let scale = Scale::even((*range.start()).into(), (*range.end()).into(), step.into());
    let sense = if enabled { Sense::focusable_noninteractive() } else { Sense::hover() };
    let spin = ui.interact(rect, Id::unique(("stepper value", id)), sense);
    let mut result = adjusted(ui, &spin, Role::SpinButton, name, f64::from(value), scale, enabled)
        .or_else(|| typed(ui, &spin))
        .map(|number| number.clamp(scale.least, scale.most) as u16);
    focus_ring(&painter, rect, CornerRadius::same(8), &spin, palette);
    let sides = [(0, Icon::Minus, rect.left()), (1, Icon::Plus, rect.right() - third)];
    for (i, icon, left) in sides {
        let part = Rect::from_min_size(pos2(left, rect.top()), vec2(third, rect.height()));
        let next = if i == 0 {
            value.saturating_sub(step).max(*range.start())
        } else {
            value.saturating_add(step).min(*range.end())
        };
        let able = enabled && next != value;
        // The Tab key stops at the number only: its arrow keys do the same.
        let response =
            ui.interact(part, Id::unique(("stepper", id, i)), if able { Sense::CLICK } else { Sense::hover() });
        let (sign, key) = if i == 0 { ("−", "↓") } else { ("+", "↑") };
        response.widget_info(|| WidgetInfo::labeled(Role::Button, able, format!("{name} {sign}")));
        let response = response.on_hover_text(format!("{name} {sign} ({key})"));
        if response.hovered() && able {
            painter.rect_filled(part.shrink(2.0), CornerRadius::same(6), palette.button_hover);
        }
        icons::paint(&painter, icon, part.center(), 8.0, if able { ink } else { palette.disabled });
        if chosen_now(ui, &response) {
            result = Some(next);
        }
    }
    for x in [rect.left() + third, rect.right() - third] {
        painter.vline(x, rect.y_range().shrink(1.0), Stroke::new(1.0, palette.button_border));
    }
    text_in(&painter, rect, Align2::CENTER_CENTER, &value.to_string(), Weight::Medium, 14.0, ink);
    result.filter(|next| *next != value)
}

/// The number that was typed so far on a stepper that has the focus.
fn typed(ui: &Ui, response: &Response) -> Option<f64> {
    let id = response.id.with("typed");
    if !response.has_focus() {
        ui.data_mut(|data| data.remove::<String>(id));
        return None;
    }
    let mut digits: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let before = digits.clone();
    ui.input(|input| {
        for event in &input.events {
            match event {
                Event::Text(text) => digits.extend(text.chars().filter(char::is_ascii_digit)),
                Event::Key { key: Key::Backspace, pressed: true, .. } => drop(digits.pop()),
                _ => {}
            }
        }
    });
    if digits == before {
        return None;
    }
    digits.truncate(6);
    let number = digits.parse().ok();
    ui.data_mut(|data| data.insert_temp(id, digits));
    ui.ctx().request_repaint();
    number
}

/// The numbers of a slider or a stepper.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    least: f64,
    most: f64,
    /// The distance between neighbours; on a logarithmic scale every number of two digits is one.
    step: Option<f64>,
}

impl Scale {
    /// Numbers at equal distances.
    pub const fn even(least: f64, most: f64, step: f64) -> Scale {
        Scale { least, most, step: Some(step) }
    }

    /// Numbers for which twice as much is the same distance everywhere.
    pub const fn logarithmic(least: f64, most: f64) -> Scale {
        Scale { least, most, step: None }
    }

    /// Where a number is, from 0 to 1.
    fn place(self, value: f64) -> f64 {
        let place = match self.step {
            Some(_) => (value - self.least) / (self.most - self.least),
            None => (value / self.least).ln() / (self.most / self.least).ln(),
        };
        place.clamp(0.0, 1.0)
    }

    /// The number at a place.
    fn value(self, place: f64) -> f64 {
        let place = place.clamp(0.0, 1.0);
        let value = match self.step {
            Some(step) => self.least + (place * (self.most - self.least) / step).round() * step,
            None => {
                let value = self.least * (self.most / self.least).powf(place);
                let unit = 10_f64.powf((value * (1.0 + 1e-9)).log10().floor() - 1.0);
                (value / unit).round() * unit
            }
        };
        // Without the dust of sums of tenths.
        ((value * 1e6).round() / 1e6).clamp(self.least, self.most)
    }

    /// The number some steps further.
    fn moved(self, value: f64, steps: f64) -> f64 {
        let width = self.step.map_or(0.05, |step| step / (self.most - self.least));
        self.value(self.place(value) + steps * width)
    }
}

/// What keys and screen readers make of a number; and tells the latter what it is and how far it goes.
fn adjusted(
    ui: &Ui,
    response: &Response,
    role: Role,
    name: &str,
    value: f64,
    scale: Scale,
    enabled: bool,
) -> Option<f64> {
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(role, enabled, name);
        info.value = Some(value);
        info
    });
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_min_numeric_value(scale.least);
        node.set_max_numeric_value(scale.most);
        if let Some(step) = scale.step {
            node.set_numeric_value_step(step);
        }
        for action in [accesskit::Action::SetValue, accesskit::Action::Increment, accesskit::Action::Decrement] {
            node.add_action(action);
        }
    });
    if !enabled {
        return None;
    }
    let asked = ui.input(|input| {
        let count = |action| input.num_accesskit_action_requests(response.id, action) as f64;
        let steps = count(accesskit::Action::Increment) - count(accesskit::Action::Decrement);
        let set = input.accesskit_action_requests(response.id, accesskit::Action::SetValue);
        let set = set.filter_map(|request| match request.data {
            Some(ActionData::NumericValue(number)) if number.is_finite() => Some(scale.value(scale.place(number))),
            _ => None,
        });
        set.last().or_else(|| (steps != 0.0).then(|| scale.moved(value, steps)))
    });
    if asked.is_some() || !response.has_focus() {
        return asked;
    }
    let arrows = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let ways = [
        (Key::ArrowLeft, -1.0),
        (Key::ArrowDown, -1.0),
        (Key::ArrowRight, 1.0),
        (Key::ArrowUp, 1.0),
        (Key::PageDown, -10.0),
        (Key::PageUp, 10.0),
    ];
    let by_steps = ways.into_iter().find(|(key, _)| pressed(*key)).map(|(_, steps)| scale.moved(value, steps));
    let to_end = || [(Key::Home, scale.least), (Key::End, scale.most)].into_iter().find(|(key, _)| pressed(*key));
    by_steps.or_else(|| to_end().map(|(_, end)| end))
}

/// A slider. Returns the new number.
pub fn slider(
    ui: &mut Ui,
    rect: Rect,
    id: impl std::hash::Hash + std::fmt::Debug,
    name: &str,
    (value, scale): (f64, Scale),
    enabled: bool,
) -> Option<f64> {
    let palette = theme::of(ui);
    let sense = if enabled { Sense::click_and_drag() } else { Sense::hover() };
    let response = ui.interact(rect, Id::unique(("slider", id)), sense);
    let mut result = adjusted(ui, &response, Role::Slider, name, value, scale, enabled);
    if let Some(pointer) = response
        .interact_pointer_pos()
        .filter(|_| enabled && (response.dragged() || response.clicked() || response.is_pointer_button_down_on()))
    {
        result = Some(scale.value(f64::from((pointer.x - rect.left()) / rect.width())));
    }
    let painter = ui.painter();
    let ink = if enabled { palette.primary } else { palette.disabled };
    let rail = Rect::from_center_size(rect.center(), vec2(rect.width(), 5.0));
    painter.rect_filled(rail, CornerRadius::same(2), palette.button_border);
    let knob = pos2(rect.left() + scale.place(value) as f32 * rect.width(), rect.center().y);
    painter.rect_filled(Rect::from_min_max(rail.min, pos2(knob.x, rail.bottom())), CornerRadius::same(2), ink);
    painter.circle(knob, 9.0, palette.field, Stroke::new(2.0, ink));
    if focus::is_shown(&response) {
        painter.circle_stroke(knob, 12.0, Stroke::new(2.0, palette.accent));
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sliders_reach_both_ends_and_come_back() {
        let depths = Scale::even(1.0, 20.0, 1.0);
        let seconds = Scale::logarithmic(0.1, 60.0);
        for scale in [depths, seconds] {
            assert_eq!([scale.value(0.0), scale.value(1.0)], [scale.least, scale.most]);
            assert_eq!([scale.moved(scale.least, -1.0), scale.moved(scale.most, 1.0)], [scale.least, scale.most]);
        }
        for depth in 1..=20 {
            assert_eq!(depths.value(depths.place(depth.into())), f64::from(depth));
        }
        for time in [0.1, 0.3, 1.0, 2.5, 30.0] {
            assert!((seconds.value(seconds.place(time)) - time).abs() < 1e-9, "{time}");
        }
        assert_eq!(depths.moved(8.0, 1.0), 9.0);
    }
}
