//! The keyboard focus: a dialog takes it, and it returns to where it was before a dialog or a menu opened.

use eframe::egui::{Context, Event, FocusDirection, Id, Popup, Response, Ui};

/// A new dialog is measured before it is drawn; its controls take the focus only after that.
const FIRST_FRAMES: u8 = 4;

/// Follows the keyboard focus.
#[derive(Default)]
pub struct FocusKeeper {
    /// What last had the focus in the window itself.
    home: Option<Id>,
    /// What last had the focus in the open dialog.
    within_dialog: Option<Id>,
    covered_by_dialog: bool,
    covered_by_menu: bool,
    /// The dialog in front.
    dialog: Option<Id>,
    /// For how many frames the focus may still go to the first control of that dialog.
    entering: u8,
    /// Whether the mouse was used last.
    pointing: bool,
}

impl FocusKeeper {
    /// Gives the focus to the first control of a dialog that has just opened, so that screen readers say it. Called before
    /// the dialog is drawn.
    pub fn enter(&mut self, ctx: &Context, dialog: Option<Id>) {
        ctx.input(|input| {
            for event in &input.events {
                match event {
                    Event::PointerButton { .. } => self.pointing = true,
                    Event::Key { .. } | Event::AccessKitActionRequest(_) => self.pointing = false,
                    _ => {}
                }
            }
        });
        ctx.data_mut(|data| data.insert_temp(pointing_id(), self.pointing));
        let focused = ctx.memory(|memory| memory.focused());
        if dialog != self.dialog {
            self.dialog = dialog;
            if dialog.is_some() {
                // A menu that was open would stay open behind it, whoever asked for the dialog.
                Popup::close_all(ctx);
            }
            self.entering = if dialog.is_some() { FIRST_FRAMES } else { 0 };
            if let Some(focused) = focused.filter(|_| self.entering > 0) {
                ctx.memory_mut(|memory| memory.surrender_focus(focused));
            }
        }
        if self.entering > 0 {
            self.entering -= 1;
            ctx.memory_mut(|memory| {
                if memory.focused().is_none() {
                    memory.move_focus(FocusDirection::Next);
                }
            });
            ctx.request_repaint();
        }
    }

    /// Remembers what has the focus, and gives it back when a menu or a dialog in front is closed. Called after each
    /// frame.
    pub fn leave(&mut self, ctx: &Context, dialog: bool, menu: bool) {
        let (focused, modal) = ctx.memory(|memory| (memory.focused(), memory.top_modal_layer().is_some()));
        if modal && !dialog {
            // A closed dialog keeps the focus from everything else for one more frame.
            ctx.request_repaint();
            return;
        }
        if !dialog {
            self.within_dialog = None;
        }
        // A click beside a menu gives the focus to what it hits.
        let menu_closed = self.covered_by_menu && !menu && !self.pointing;
        let closed = menu_closed || (self.covered_by_dialog && !dialog && !menu);
        let place = if dialog { &mut self.within_dialog } else { &mut self.home };
        if closed {
            if let Some(place) = *place {
                ctx.memory_mut(|memory| memory.request_focus(place));
                ctx.request_repaint();
            }
        } else if !menu {
            *place = focused;
        }
        (self.covered_by_dialog, self.covered_by_menu) = (dialog, menu);
    }
}

/// Whether something that has the focus shows it: a person who works with the mouse does not look for it.
pub fn is_shown(response: &Response) -> bool {
    response.has_focus() && !response.ctx.data(|data| data.get_temp::<bool>(pointing_id()).unwrap_or_default())
}

/// Scrolls to what has just received the focus, if it is part of what scrolls. Called after that is drawn.
pub fn keep_in_sight(ui: &Ui) {
    let focused = ui.memory(|memory| memory.focused());
    let key = ui.scope_id().with("focused before");
    let before = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default::<Option<Id>>(key), focused));
    let moved = focused.filter(|_| focused != before).and_then(|id| ui.ctx().read_response(id));
    let is_inside =
        |response: &Response| response.layer_id == ui.layer_id() && ui.min_rect().contains(response.rect.center());
    if let Some(response) = moved.filter(is_inside) {
        ui.scroll_to_rect(response.rect.expand(6.0), None);
    }
}

fn pointing_id() -> Id {
    Id::unique("mouse was used last")
}
