//! The keyboard in the menu bar: F10, Alt with a letter, and arrow keys from menu to menu.

use eframe::egui::accesskit::HasPopup;
use eframe::egui::containers::menu::MenuState;
use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{
    Color32, Context, FocusDirection, Id, Key, Modifiers, Popup, Response, Role, Stroke, Ui, WidgetInfo,
};

use super::fonts::Weight;

/// The buttons of the bar and what they open. Kept from frame to frame.
#[derive(Clone, Default)]
pub struct Bar {
    menus: Vec<(Id, Id)>,
    /// The menu that a key has asked for.
    asked: Option<usize>,
}

impl Bar {
    fn of(ctx: &Context) -> Bar {
        ctx.data(|data| data.get_temp(Id::unique("menu bar"))).unwrap_or_default()
    }

    /// A bar that is about to be drawn, with what a key has asked for.
    pub fn asked_before(ctx: &Context) -> Bar {
        Bar { menus: Vec::new(), asked: Bar::of(ctx).asked }
    }

    /// The number of menus so far.
    pub fn len(&self) -> usize {
        self.menus.len()
    }

    /// Adds a menu, and opens it if a key has asked for it.
    pub fn add(&mut self, button: &Response) {
        let popup = Popup::default_response_id(button);
        if self.asked == Some(self.menus.len()) {
            Popup::open_id(&button.ctx, popup);
            button.request_focus();
            button.ctx.request_repaint();
        }
        self.menus.push((button.id, popup));
    }

    /// Keeps the bar for the next frame.
    pub fn remember(self, ctx: &Context) {
        ctx.data_mut(|data| data.insert_temp(Id::unique("menu bar"), Bar { asked: None, ..self }));
    }
}

/// The letter of each menu that opens it together with Alt: the first one that no menu before it has.
pub fn letters(names: &[&str]) -> Vec<char> {
    let mut letters = Vec::new();
    for name in names {
        let free = name.chars().find(|letter| !letters.contains(&letter.to_ascii_lowercase()));
        letters.push(free.unwrap_or(' ').to_ascii_lowercase());
    }
    letters
}

/// Finds out which menu a key asks for.
pub fn keys(ctx: &Context, letters: &[char]) {
    let bar = Bar::of(ctx);
    let asked = asked_menu(ctx, &bar, letters);
    ctx.data_mut(|data| data.insert_temp(Id::unique("menu bar"), Bar { asked, ..bar }));
}

fn asked_menu(ctx: &Context, bar: &Bar, letters: &[char]) -> Option<usize> {
    if let Some(open) = bar.menus.iter().position(|(_, popup)| Popup::is_id_open(ctx, *popup)) {
        return beside(ctx, bar, open);
    }
    if Popup::is_any_open(ctx) || ctx.text_edit_focused() || ctx.memory(|memory| memory.top_modal_layer()).is_some() {
        return None;
    }
    let pressed = |modifiers, key| ctx.input_mut(|input| input.consume_key(modifiers, key));
    if pressed(Modifiers::NONE, Key::F10) {
        return Some(0);
    }
    // On a Mac, Alt with a letter writes special characters.
    let keys = letters.iter().map(|letter| Key::from_name(&letter.to_ascii_uppercase().to_string()));
    let mut keys = keys.enumerate().filter(|_| !ctx.os().is_mac());
    keys.find_map(|(index, key)| key.filter(|key| pressed(Modifiers::ALT, *key)).map(|_| index))
}

/// The menu beside an open one, if an arrow key asks for it and no submenu does something else with that key.
fn beside(ctx: &Context, bar: &Bar, open: usize) -> Option<usize> {
    let submenu_open = MenuState::from_id(ctx, bar.menus[open].1, |state| state.open_item.is_some());
    let on_submenu = ctx.memory(|memory| memory.focused()).is_some_and(|id| is_submenu(ctx, id));
    let pressed = |key| ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let count = bar.menus.len();
    let next = if !submenu_open && pressed(Key::ArrowLeft) {
        (open + count - 1) % count
    } else if !submenu_open && !on_submenu && pressed(Key::ArrowRight) {
        (open + 1) % count
    } else {
        return None;
    };
    ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    Some(next)
}

/// Remembers that a button opens a submenu: there the right arrow key belongs to it.
pub fn note_submenu(ui: &Ui, button: &Response) {
    ui.data_mut(|data| data.insert_temp(button.id.with("submenu button"), true));
}

fn is_submenu(ctx: &Context, button: Id) -> bool {
    ctx.data(|data| data.get_temp::<bool>(button.with("submenu button"))).is_some()
}

/// The name of a menu; while Alt is held down its letter is underlined.
pub fn title(ui: &Ui, name: &str, letter: char, size: f32) -> LayoutJob {
    let shows = ui.input(|input| input.modifiers.alt);
    let plain = TextFormat::simple(Weight::Regular.size(size), Color32::PLACEHOLDER);
    let at = name.char_indices().find(|(_, own)| shows && own.to_ascii_lowercase() == letter);
    let Some((start, own)) = at else { return LayoutJob::single_section(name.to_owned(), plain) };
    let underlined = TextFormat { underline: Stroke::new(1.0, ui.visuals().text_color()), ..plain.clone() };
    let end = start + own.len_utf8();
    let mut job = LayoutJob::default();
    for (part, format) in [(&name[..start], &plain), (&name[start..end], &underlined), (&name[end..], &plain)] {
        job.append(part, 0.0, format.clone());
    }
    job
}

/// Tells screen readers that a button opens a menu.
pub fn describe(ui: &Ui, response: &Response, name: &str, open: bool) {
    response.widget_info(|| WidgetInfo::labeled(Role::MenuItem, true, name));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_has_popup(HasPopup::Menu);
        node.set_expanded(open);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_menu_has_a_letter_of_its_own() {
        assert_eq!(letters(&["Game", "View", "Analysis", "Settings", "Help"]), ['g', 'v', 'a', 's', 'h']);
        assert_eq!(letters(&["Partie", "Ansicht", "Analyse", "Hilfe"]), ['p', 'a', 'n', 'h']);
    }
}
