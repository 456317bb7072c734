//! Choosing a clock: none, a usual one, or one of one's own.

use eframe::egui::{Margin, Rect, Role, TextEdit, Ui, WidgetInfo, pos2};

use crate::app::View;
use crate::app::dialogs::paragraph;
use crate::app::widgets::{combo, group, segments};
use crate::controller::network::ClockSettings;
use crate::texts::NewGameTexts;

const MINUTE: u64 = 60_000;
/// The clocks that are offered by name.
const USUAL: [ClockSettings; 3] = [
    ClockSettings { initial_ms: 5 * MINUTE, increment_ms: 0 },
    ClockSettings { initial_ms: 10 * MINUTE, increment_ms: 0 },
    ClockSettings { initial_ms: 15 * MINUTE, increment_ms: 5000 },
];
/// The number of the choice that is typed.
const OTHER: usize = USUAL.len() + 1;
/// Narrower rows have a list instead of choices side by side.
const NARROW: f32 = 280.0;

/// The state of the choice.
#[derive(Clone, Debug)]
pub struct ClockForm {
    chosen: usize,
    text: String,
}

impl ClockForm {
    /// How high the choice is without a field to type into.
    pub const USUAL_HEIGHT: f32 = 34.0;

    /// The choice of this clock.
    pub fn new(clock: Option<ClockSettings>) -> ClockForm {
        let chosen = match clock {
            None => 0,
            Some(clock) => USUAL.iter().position(|usual| *usual == clock).map_or(OTHER, |usual| usual + 1),
        };
        ClockForm { chosen, text: clock.map_or(String::new(), |clock| clock.to_string()) }
    }

    /// The clock, or nothing if what was typed is none.
    pub fn clock(&self) -> Option<Option<ClockSettings>> {
        match self.chosen {
            0 => Some(None),
            OTHER => self.text.parse().ok().map(Some),
            usual => Some(USUAL.get(usual - 1).copied()),
        }
    }

    /// Roughly how high the choice is.
    pub fn height(&self) -> f32 {
        if self.chosen == OTHER { 102.0 } else { ClockForm::USUAL_HEIGHT }
    }

    /// Draws the choice at the top of an area. Returns its height.
    pub fn ui(&mut self, ui: &mut Ui, area: Rect, view: &View) -> f32 {
        let texts = view.texts.new_game;
        let names = [texts.no_clock(), texts.clock_5(), texts.clock_10(), texts.clock_15(), texts.other_clock()];
        // The sheet and the dialog above it both have this choice.
        let id = ui.scope_id();
        let row = area.with_max_y(area.top() + 34.0);
        let chosen = if area.width() < NARROW {
            let entries: Vec<(String, usize)> = names.iter().enumerate().map(|(i, name)| ((*name).into(), i)).collect();
            combo(ui, row, texts.clock(), names[self.chosen], &entries, true)
        } else {
            let mut choices = group(ui, Role::RadioGroup, texts.clock());
            segments(&mut choices, row, ("clock", id), &names, self.chosen, true)
        };
        self.chosen = chosen.unwrap_or(self.chosen);
        if self.chosen != OTHER {
            return row.height();
        }
        let field = Rect::from_min_size(pos2(area.left(), row.bottom() + 8.0), row.size());
        let edit = TextEdit::singleline(&mut self.text)
            .hint_text(texts.clock_hint())
            .char_limit(20)
            .margin(Margin::symmetric(12, 8));
        let response = ui.put(field, edit);
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, texts.clock_field()));
        let note = area.with_min_y(field.bottom() + 6.0);
        let (words, color) = match self.clock() {
            Some(_) => (texts.clock_note(), view.palette.muted),
            None if self.text.is_empty() => (texts.clock_note(), view.palette.muted),
            None => (view.texts.network.wrong_clock(), view.palette.danger),
        };
        note.top() + paragraph(ui, note, words, 12.5, color) - area.top()
    }
}

/// The same choice as a list: none, the usual clocks, and the chosen one if it is another. Returns a new choice.
pub fn clock_list_ui(
    ui: &mut Ui,
    row: Rect,
    chosen: Option<ClockSettings>,
    view: &View,
) -> Option<Option<ClockSettings>> {
    let entries = listed(chosen, view.texts.new_game);
    let name = entries.iter().find(|(_, clock)| *clock == chosen).map_or("", |(name, _)| name.as_str());
    combo(ui, row, view.texts.new_game.clock(), name, &entries, true)
}

fn listed(chosen: Option<ClockSettings>, texts: NewGameTexts) -> Vec<(String, Option<ClockSettings>)> {
    let names = [texts.clock_5(), texts.clock_10(), texts.clock_15()];
    let usual = names.into_iter().zip(USUAL).map(|(name, clock)| (name.to_owned(), Some(clock)));
    let own = chosen.filter(|clock| !USUAL.contains(clock)).map(|clock| (clock.to_string(), Some(clock)));
    [(texts.no_clock().to_owned(), None)].into_iter().chain(usual).chain(own).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;

    #[test]
    fn the_list_has_the_chosen_clock_once() {
        for clock in USUAL.into_iter().map(Some).chain([None, "3+2".parse().ok()]) {
            let entries = listed(clock, Language::English.texts().new_game);
            assert_eq!(entries.iter().filter(|(_, listed)| *listed == clock).count(), 1, "{clock:?}");
        }
    }

    #[test]
    fn every_clock_is_found_again() {
        for clock in USUAL.into_iter().map(Some).chain([None, "3+2".parse().ok()]) {
            assert_eq!(ClockForm::new(clock).clock(), Some(clock));
        }
        assert_eq!(ClockForm { chosen: OTHER, text: "soon".to_owned() }.clock(), None);
    }
}
